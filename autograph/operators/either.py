"""What is one thing on one path and something unlike it on the other: objects of two classes, one function or another.

What is done with such a value is done with each that it may be, under the condition that it is that one: see
`autograph.operators.dispatch`.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, NoReturn

from autograph.diagnostics import StagingError
from autograph.operators import refusals
from autograph.operators.frames import hidden_frames
from autograph.operators.proxies import Proxy
from autograph.staging import Backend, Composite, backend_of, register_composite, register_proxy


class Option:
    """One of the values that a value may be.

    Attributes:
        holds: whether it is that: a bool, staged or not. Of the options of a value one holds, where there is the value.
        value: the value.
    """

    __slots__ = ("holds", "value")

    def __init__(self, holds: Any, value: Any):
        self.holds = holds
        self.value = value


class Either(Proxy):
    """A value that is one of several.

    Attributes:
        backend: on which it is staged.
        options: what it may be.
        error: why these are no value of one type.
    """

    __slots__ = ("backend", "error", "options")
    called = "one of several unlike values"

    def __init__(self, backend: Backend, options: Sequence[Option], error: StagingError):
        self.backend = backend
        self.options = tuple(options)
        self.error = error

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """Its class, if whoever asks may know it."""
        return Either.class_of(self)

    @staticmethod
    def class_of(value: Any) -> type:
        """The class of an either."""
        return Either

    @property
    def candidates(self) -> list[Any]:
        """The values that it may be."""
        return [option.value for option in self.options]

    def refuse(self) -> NoReturn:
        """Says why they are no value of one type."""
        with hidden_frames:
            refusals.raise_refusal(self.error.with_traceback(None))

    def rebuilt(self, parts: Sequence[Any]) -> Any:
        """One of other parts; what it is, where that is known."""
        options = [Option(holds, value) for holds, value in zip(parts[::2], parts[1::2], strict=True)]
        if all(backend_of(option.holds) is None and getattr(option.holds, "shape", ()) == () for option in options):
            # None holds where nothing will ask for the value: on the path that it is not from.
            return next((option.value for option in options if option.holds), options[-1].value)
        return Either(self.backend, options, self.error)

    def __copy__(self) -> Any:
        return self._with_values(copy.copy)

    def __deepcopy__(self, memo: Any) -> Any:
        return self._with_values(lambda value: copy.deepcopy(value, memo))

    def _with_values(self, function: Any) -> Any:
        return self.rebuilt([part for o in self.options for part in (o.holds, function(o.value))])


def components(either: Either) -> Sequence[Any]:
    """Whether it is each of the values, and that value."""
    return [part for option in either.options for part in (option.holds, option.value)]


register_composite(Either, Composite(components, Either.rebuilt, lambda value: len(value.options)))
register_proxy(Either)
