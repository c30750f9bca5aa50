"""What is one thing on one path and something unlike it on the other: a number or a string, one function or another.

Such a value may be kept and returned, and either of two functions may be called. Whatever else is done with it is
refused, as the conditional would have been that it comes from.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from autograph.diagnostics import StagingError
from autograph.operators import refusals
from autograph.operators.frames import hidden_frames
from autograph.operators.proxies import Proxy, asks_as_system
from autograph.staging import Backend, Composite, backend_of, register_composite, register_proxy


class Either(Proxy):
    """A value that is one of two.

    Attributes:
        backend: on which it is staged.
        first: whether it is the first: a staged bool.
        values: the two.
        error: why they are no value of one type.
    """

    __slots__ = ("backend", "error", "first", "values")
    called = "one of two unlike values"

    def __init__(self, backend: Backend, first: Any, values: Sequence[Any], error: StagingError):
        self.backend = backend
        self.first = first
        self.values = tuple(values)
        self.error = error

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """Which depends on the path: code that stages is answered, a program is not."""
        if asks_as_system(sys._getframe(2)):  # around this and `Proxy.__getattribute__`
            return Either
        self.refuse()

    def refuse(self) -> NoReturn:
        """Says why the two are no value of one type."""
        with hidden_frames:
            refusals.raise_refusal(self.error.with_traceback(None))

    def rebuilt(self, parts: Sequence[Any]) -> Any:
        """One of other parts; what it is, where that is known."""
        first, one, other = parts
        if backend_of(first) is None and getattr(first, "shape", ()) == ():
            return one if first else other
        return Either(self.backend, first, (one, other), self.error)

    def __copy__(self) -> Any:
        return self.rebuilt([self.first, *map(copy.copy, self.values)])

    def __deepcopy__(self, memo: Any) -> Any:
        return self.rebuilt([self.first, *(copy.deepcopy(value, memo) for value in self.values)])

    def __getattr__(self, name: str) -> Any:
        if asks_as_system(sys._getframe(1)):
            raise AttributeError(name)
        self.refuse()


def _refusing(self: Either, *args: Any, **kwargs: Any) -> NoReturn:
    self.refuse()


_REFUSED = """
    eq ne lt le gt ge hash bool len iter contains getitem setitem call int float index str repr format add radd sub rsub
    mul rmul truediv rtruediv floordiv rfloordiv mod rmod pow rpow neg pos abs invert and rand or ror xor rxor lshift
    rshift matmul rmatmul enter exit next tf_tensor jax_array array
"""
for _name in _REFUSED.split():
    setattr(Either, f"__{_name}__", _refusing)


def components(either: Either) -> Sequence[Any]:
    """Which it is, and the two."""
    return either.first, *either.values


register_composite(Either, Composite(components, Either.rebuilt))
register_proxy(Either)
