"""`type`, `id` and `isinstance` of what may be staged: of what a value stands for, besides what it is."""

from __future__ import annotations

from typing import Any

from autograph.operators import value_errors
from autograph.operators.choices import Choice
from autograph.operators.comparisons import refuse_to_identify
from autograph.operators.dispatch import decided, each
from autograph.operators.either import Either
from autograph.operators.frames import hidden_frames
from autograph.operators.joins import joined_kinds
from autograph.operators.kinds import class_of_number
from autograph.operators.presence import settled
from autograph.operators.rows import Row
from autograph.operators.strings import String
from autograph.operators.structures import Optional
from autograph.operators.text import Text
from autograph.operators.truth import BUILTIN_TYPES


def type_(*args: Any) -> Any:
    value = settled(args[0])
    if len(args) == 1 and type(value) is Either:
        return each(value, type_)
    if len(args) == 1 and type(value) is Optional:
        value_errors.may_be_none(value, "asked for its type")
    if len(args) == 1 and (kinds := _kinds_of_number(value)):
        return kinds[0] if len(kinds) == 1 else value_errors.type_of_either(*kinds)
    if len(args) == 1 and hasattr(type(value), "stands_for"):
        return type(value).stands_for
    return value.__class__ if len(args) == 1 and type(value) in _STANDING_FOR else type(*args)


def id_(value: Any) -> int:
    """`id(value)`, of what is known to be one object."""
    refuse_to_identify(value, use="asked for its `id`")
    return value.refuse() if type(value := settled(value)) is Either else id(value)


def is_instance(value: Any, cls: Any) -> bool:
    """`isinstance(value, cls)`, where a staged number is what it stands for, and a tensor besides."""
    if type(value) in BUILTIN_TYPES:
        return isinstance(value, cls)
    with hidden_frames:
        value = settled(value)
        if type(value) is Either:
            return decided(value, lambda one: is_instance(one, cls))
        if type(value) is Optional:
            value_errors.may_be_none(value, "asked for its class")
        if type(value) is Row:
            return issubclass(Row.class_of(value), cls)
        stands_for = getattr(type(value), "stands_for", None)
        kinds = _kinds_of_number(value) if stands_for is None else [stands_for]
        classes = cls if type(cls) is tuple else (cls,)
        if isinstance(value, tuple([c for c in classes if not kinds or c.__module__ not in _OF_ABILITIES])):
            return True
        answers = {issubclass(kind, cls) for kind in kinds}
        if len(answers) > 1:
            value_errors.type_of_either(*kinds)
    return True in answers


#: Classes of values that stand for others.
_STANDING_FOR = frozenset({Choice, String, Text})

#: The modules of classes that say of what an object can do: a number cannot do all that a tensor can.
_OF_ABILITIES = frozenset({"collections.abc", "typing"})


def _kinds_of_number(value: Any) -> list[type]:
    """The class of Python's of which a staged number is, or may be."""
    kind = class_of_number(value)
    if kind is None:
        return []
    return [kind, *([_JOINED_FROM[kind]] if kind.__name__ in joined_kinds() and kind in _JOINED_FROM else [])]


#: What the numbers of a class may have been before they were joined with others.
_JOINED_FROM: dict[type, type] = {float: int, int: bool}
