"""Properties and special methods that are not converted: they have no source, are marked so, or make a hash or a text.

A tensor that they ask for its truth says so. An optional that they ask whether it is None cannot: an attribute that
would hold one is refused where a property of its object asks that.
"""

from __future__ import annotations

import dis
import functools
from collections.abc import Iterable, Iterator
from itertools import pairwise
from types import CodeType, FunctionType
from typing import Any

from autograph.operators import value_errors
from autograph.operators.classes import STAGED, meet_class, package_of
from autograph.operators.effects import log
from autograph.operators.locations import Attribute, Location
from autograph.operators.stores import Forwarding, attribute_stores
from autograph.operators.structures import Optional

#: Special methods that are called by name, or before there is an attribute.
_CONVERTED = frozenset({"__init__", "__new__", "__call__", "__init_subclass__", "__class_getitem__"})


def store(values: Iterable[tuple[Location, Any]]) -> None:
    """Stores values, as effects of the region around."""
    found = [*values]
    if (around := log()) is not None:
        for location, _ in found:  # all of them first: two variables may be one cell
            around.writes_to(location)
    for location, value in found:
        if isinstance(location, Attribute):
            check_attribute(location.holder, location.key, value)
        location.write(value)


def check_attribute(holder: Any, name: str, value: Any) -> None:
    """Refuses an optional as the value of an attribute that code which is not converted asks whether it is None."""
    if type(value) is Optional:
        kind: Any = type(holder)
        meet_class(kind)
        reader = _reader_of(kind, name)
        if reader is not None:
            value_errors.may_be_none(
                value, f"kept where `{reader}`, which Python calls itself, asks whether it is None"
            )


class _AttributeStore(Forwarding):
    """An object of the user's whose attributes are stored to."""

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> None:
        check_attribute(self.ag__original, name, value)
        setattr(self.ag__original, name, value)

    def __setitem__(self, key: Any, value: Any) -> None:
        self.ag__original[key] = value


attribute_stores.append(_AttributeStore)


@functools.lru_cache(maxsize=1024)
def _reader_of(cls: Any, attribute: str) -> str | None:
    """A property or special method that tests an attribute by `is`, itself or in what it calls of its class."""
    for name, function in _called_by_python(cls):
        waiting, seen = [function], {function}
        while waiting:
            function = waiting.pop()
            names = _names(function.__code__)
            if attribute in names and _asks(function.__code__):
                return f"{cls.__name__}.{name}"
            for other in names:
                callee = getattr(cls, other, None) or function.__globals__.get(other)
                if isinstance(callee, property):
                    callee = callee.fget
                if isinstance(callee, FunctionType) and callee not in seen:
                    seen.add(callee)
                    waiting.append(callee)
    return None


def _called_by_python(cls: type) -> Iterator[tuple[str, FunctionType]]:
    for base in cls.__mro__:
        for name, value in vars(base).copy().items():
            functions = [value] if name.startswith("__") and name not in _CONVERTED else []
            if isinstance(value, property):
                functions = [value.fget, value.fset]
            elif isinstance(value, functools.cached_property):
                functions = [value.func]
            for function in functions:
                if isinstance(function, FunctionType) and not _is_staging(function):
                    yield name, function


def _is_staging(function: FunctionType) -> bool:
    """Whether a function is in a class for the time of staging."""
    return STAGED in function.__dict__ or package_of(function) == "autograph"


def _names(code: CodeType) -> set[str]:
    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return set(code.co_names).union(*map(_names, inner))


def _asks(code: CodeType) -> bool:
    """Whether code has a test by `is` with None, which is a jump of its own or a comparison with a constant."""
    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    instructions = list(dis.get_instructions(code))
    return (
        any(instruction.opname.endswith("_NONE") for instruction in instructions)
        or any(two.opname == "IS_OP" and one.argval is None for one, two in pairwise(instructions))
        or any(map(_asks, inner))
    )
