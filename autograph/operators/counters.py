"""Operators of `collections.Counter`, as ordinary loops: what is not positive is left out. They are run converted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from autograph.operators.calls import to_function
from autograph.operators.frames import hidden_frames


def added(self: Any, other: Any) -> Any:
    """`Counter.__add__`."""
    made: Any = Counter()
    for key, count in self.items():
        put_positive(made, key, count + other[key])
    for key, count in other.items():
        if key not in self:
            put_positive(made, key, count)
    return made


def subtracted(self: Any, other: Any) -> Any:
    """`Counter.__sub__`."""
    made: Any = Counter()
    for key, count in self.items():
        put_positive(made, key, count - other[key])
    for key, count in other.items():
        if key not in self:
            put_positive(made, key, 0 - count)
    return made


def united(self: Any, other: Any) -> Any:
    """`Counter.__or__`."""
    made: Any = Counter()
    for key, count in self.items():
        put_positive(made, key, max(count, other[key]))
    for key, count in other.items():
        if key not in self:
            put_positive(made, key, count)
    return made


def intersected(self: Any, other: Any) -> Any:
    """`Counter.__and__`."""
    made: Any = Counter()
    for key, count in self.items():
        put_positive(made, key, min(count, other[key]))
    return made


def positive(self: Any) -> Any:
    """`Counter.__pos__`."""
    made: Any = Counter()
    for key, count in self.items():
        put_positive(made, key, count)
    return made


def negative(self: Any) -> Any:
    """`Counter.__neg__`."""
    made: Any = Counter()
    for key, count in self.items():
        put_positive(made, key, 0 - count)
    return made


def added_to(self: Any, other: Any) -> Any:
    """`Counter.__iadd__`."""
    for key, count in other.items():
        self[key] += count
    return kept_positive(self)


def subtracted_from(self: Any, other: Any) -> Any:
    """`Counter.__isub__`."""
    for key, count in other.items():
        self[key] -= count
    return kept_positive(self)


def equal(self: Any, other: Any) -> Any:
    """`Counter.__eq__`."""
    return all(self[key] == other[key] for key in [*self, *other])


def unequal(self: Any, other: Any) -> Any:
    """`Counter.__ne__`."""
    return any(self[key] != other[key] for key in [*self, *other])


def within(self: Any, other: Any) -> Any:
    """`Counter.__le__`."""
    return all(self[key] <= other[key] for key in [*self, *other])


def around(self: Any, other: Any) -> Any:
    """`Counter.__ge__`."""
    return all(self[key] >= other[key] for key in [*self, *other])


def below(self: Any, other: Any) -> Any:
    """`Counter.__lt__`."""
    return within(self, other) and unequal(self, other)


def above(self: Any, other: Any) -> Any:
    """`Counter.__gt__`."""
    return around(self, other) and unequal(self, other)


def put_positive(made: Any, key: Any, count: Any) -> None:
    """`made[key] = count`, if that is positive."""
    if count > 0:
        made[key] = count


def kept_positive(self: Any) -> Any:
    """A counter without what is not positive."""
    for key in list(self):
        if self[key] <= 0:
            del self[key]
    return self


def form_of(function: Callable[..., Any]) -> Callable[..., Any]:
    """What runs one of these for counters, and leaves others to their own operators."""

    def form(self: Any, *others: Any) -> Any:
        with hidden_frames:
            are_counters = all(isinstance(other, Counter) for other in others)
            return to_function(function)(self, *others) if are_counters else NotImplemented

    return form


def by_kind(form: Callable[..., Any], otherwise: Callable[..., Any] | None) -> Callable[..., Any]:
    """An operator of what stands for a dict: that of counters, or that of other dicts, if they have one."""

    def operator(items: Any, *others: Any) -> Any:
        if items.kind is Counter:
            return form(items, *others)
        if not others:
            raise TypeError(f"bad operand type for a unary operator: {items.kind.__name__!r}")
        return NotImplemented if otherwise is None else otherwise(items, *others)

    return operator


#: What runs each operator of `Counter`, by its name.
OPERATORS: dict[str, Callable[..., Any]] = {
    "__add__": form_of(added), "__sub__": form_of(subtracted), "__or__": form_of(united),
    "__and__": form_of(intersected), "__iadd__": form_of(added_to), "__isub__": form_of(subtracted_from),
    "__pos__": form_of(positive), "__neg__": form_of(negative),
}  # fmt: skip
#: What compares counters of Python's: those of which only the program knows the keys have their own.
COMPARISONS: dict[str, Callable[..., Any]] = {
    "__eq__": form_of(equal), "__ne__": form_of(unequal), "__le__": form_of(within), "__ge__": form_of(around),
    "__lt__": form_of(below), "__gt__": form_of(above),
}  # fmt: skip
