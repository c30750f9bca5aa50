"""Members of enumerations by their values, where these are staged: `Colour(n)`."""

from __future__ import annotations

import enum
import itertools
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any

from autograph.operators import value_errors
from autograph.operators.calls import library_forms
from autograph.operators.comparisons import contains
from autograph.operators.formatting import formatted
from autograph.operators.lists import require
from autograph.operators.subscripts import indexed
from autograph.operators.text import joined
from autograph.staging import backend_of


def _form(function: Any) -> Callable[..., Any] | None:
    if not isinstance(function, enum.EnumMeta):
        return None
    kind: Any = function
    if issubclass(function, enum.Flag):
        return partial(_flags, kind) if 0 < len(kind) <= _MOST_FLAGS else None
    looks_further = kind._missing_.__func__ is not vars(enum.Enum)["_missing_"].__func__
    is_table = all(isinstance(member.value, Hashable) for member in kind)
    return partial(_member, kind) if len(kind) and is_table and not looks_further else None


def _member(kind: Any, /, *args: Any, **kwargs: Any) -> Any:
    """The member of an enumeration that has a value."""
    backend = backend_of(args[0]) if len(args) == 1 and not kwargs else None
    if backend is None:
        return kind(*args, **kwargs)
    members = {member.value: member for member in kind}
    message = joined([formatted(args[0], "", "r"), f" is not a valid {kind.__qualname__}"])
    require(backend, contains(args[0], members), ValueError(message))
    return indexed(members)[args[0]]


#: Of how many flags each set of them is one of several constants.
_MOST_FLAGS = 5


def _flags(kind: Any, /, *args: Any, **kwargs: Any) -> Any:
    """The flags of an enumeration whose bits are set in a number: none but those that it has."""
    backend = backend_of(args[0]) if len(args) == 1 and not kwargs else None
    if backend is None:
        return kind(*args, **kwargs)
    bits = [flag.value for flag in kind]
    masks = [sum(chosen) for count in range(len(bits) + 1) for chosen in itertools.combinations(bits, count)]
    members = {mask: kind(mask) for mask in sorted(masks)}
    require(backend, contains(args[0], members), value_errors.is_no_flag(kind))
    return indexed(members)[args[0]]


library_forms.append(_form)
