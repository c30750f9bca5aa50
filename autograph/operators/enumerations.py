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

#: Of how many flags each set of them is one of several constants.
_MOST_FLAGS = 5


def _form(function: Any) -> Callable[..., Any] | None:
    if not isinstance(function, enum.EnumMeta):
        return None
    kind: Any = function
    if issubclass(function, enum.Flag):
        return partial(_member, kind, _sets_of_flags) if 0 < len(kind) <= _MOST_FLAGS else None
    looks_further = kind._missing_.__func__ is not vars(enum.Enum)["_missing_"].__func__
    is_table = all(isinstance(member.value, Hashable) for member in kind)
    return partial(_member, kind, _members) if len(kind) and is_table and not looks_further else None


def _member(
    kind: Any, known: Callable[[Any, Any], tuple[dict[Any, Any], Exception]], /, *args: Any, **kwargs: Any
) -> Any:
    """The member of an enumeration that has a value.

    Args:
        kind: the enumeration.
        known: gives the members by their values, and what is raised where the value is none of these.
    """
    backend = backend_of(args[0]) if len(args) == 1 and not kwargs else None
    if backend is None:
        return kind(*args, **kwargs)
    members, error = known(kind, args[0])
    require(backend, contains(args[0], members), error)
    return indexed(members)[args[0]]


def _members(kind: Any, value: Any) -> tuple[dict[Any, Any], Exception]:
    message = joined([formatted(value, "", "r"), f" is not a valid {kind.__qualname__}"])
    return {member.value: member for member in kind}, ValueError(message)


def _sets_of_flags(kind: Any, value: Any) -> tuple[dict[Any, Any], Exception]:
    bits = [flag.value for flag in kind]
    masks = [sum(chosen) for count in range(len(bits) + 1) for chosen in itertools.combinations(bits, count)]
    return {mask: kind(mask) for mask in sorted(masks)}, value_errors.is_no_flag(kind)


library_forms.append(_form)
