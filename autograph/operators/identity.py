"""`type`, `id` and `isinstance` of what may be staged: of what a value stands for, besides what it is."""

from __future__ import annotations

import sys
from typing import Any

from autograph.operators import value_errors
from autograph.operators.choices import Choice
from autograph.operators.comparisons import refuse_to_identify
from autograph.operators.conditionals import stage_expression
from autograph.operators.dicts import StagedDict
from autograph.operators.dispatch import decided, each
from autograph.operators.effects import Claim, is_logging, logs
from autograph.operators.either import Either, Option
from autograph.operators.frames import hidden_frames
from autograph.operators.joins import ARRAY, FLOAT_OR_BOOL, JOINED_FROM, OF_NUMPY, joined_kinds
from autograph.operators.kinds import NARROW, class_of_number, kind_of
from autograph.operators.lists import StagedList
from autograph.operators.optionals import is_none, negated
from autograph.operators.origin import raised_by
from autograph.operators.presence import claim_of, claimed, settled
from autograph.operators.proxies import Proxy
from autograph.operators.refusals import raise_new
from autograph.operators.rows import Row
from autograph.operators.strings import String
from autograph.operators.structures import Optional
from autograph.operators.table_methods import TableView
from autograph.operators.tables import Table
from autograph.operators.text import Text
from autograph.operators.truth import BUILTIN_TYPES
from autograph.staging import backend_of


def type_(*args: Any) -> Any:
    if len(args) != 1:
        return type(*args)
    value = settled(args[0])
    if type(value) is Either:
        return each(value, type_)
    if type(value) is Optional:
        return stage_expression(value.backend, is_none(value), lambda: type(None), lambda: type_(value), ())
    if kinds := _kinds_of_number(value):
        if _SystemsArray in kinds:
            value_errors.type_of_numpys()
        return kinds[0] if len(kinds) == 1 else value_errors.type_of_either(*kinds[:2])
    if hasattr(type(value), "stands_for"):
        return type(value).stands_for
    return value.__class__ if type(value) in _STANDING_FOR else type(value)


def id_(value: Any) -> int:
    """`id(value)`, of what is known to be one object."""
    refuse_to_identify(value, use="asked for its `id`")
    return value.refuse() if type(value := settled(value)) is Either else id(value)


def is_instance(value: Any, cls: Any) -> Any:
    """`isinstance(value, cls)`, where a staged number is what it stands for, and a tensor besides."""
    if type(value) in BUILTIN_TYPES:
        return isinstance(value, cls)
    with hidden_frames:
        value = settled(value)
        if type(value) is Either:
            return decided(value, lambda one: is_instance(one, cls))
        if type(value) is Optional:
            return _is_instance_or_none(value, cls)
        if type(value) is Row:
            return issubclass(Row.class_of(value), cls)
        if type(value) in _OF_KINDS:  # which is a mapping to the patterns of `match`, whatever it stands for
            return issubclass(value.__class__, cls)
        stands_for = getattr(type(value), "stands_for", None)
        kinds = _kinds_of_number(value) if stands_for is None else [stands_for]
        classes = _classes_in(cls)
        if (wrong := next((c for c in classes if not _is_class(c)), None)) is not None:
            if is_instance(value, tuple(classes[: classes.index(wrong)])) is True:
                return True
            raise_new(raised_by(isinstance, None, wrong))
        if isinstance(value, tuple([c for c in classes if not kinds or c.__module__ not in _OF_ABILITIES])):
            return True
        answers = {issubclass(kind, cls) for kind in kinds}
        if len(answers) > 1 and _SystemsArray in kinds:
            value_errors.type_of_numpys()
        if len(answers) > 1:
            value_errors.type_of_either(
                kinds[0], next(kind for kind in kinds if issubclass(kind, cls) is not issubclass(kinds[0], cls))
            )
    return True in answers


def _classes_in(cls: Any) -> list[Any]:
    """The classes that `isinstance` asks for, in the order in which it does."""
    return [inner for part in cls for inner in _classes_in(part)] if type(cls) is tuple else [cls]


def _is_class(value: Any) -> bool:
    """Whether `isinstance` takes something for a class; one whose metaclass has an answer of its own is not asked."""
    if issubclass(type(value), type):
        return True
    try:
        isinstance(None, value)
    except TypeError:
        return False
    return True


def _is_instance_or_none(value: Any, cls: Any) -> Any:
    """`isinstance(value, cls)` of what may be None: a bool, staged or not."""
    absent = is_none(value)
    if type(value := settled(value)) is not Optional:
        return is_instance(value, cls)
    answers: list[Any] = []

    def asked() -> Any:
        answers.append(is_instance(value, cls))
        return answers[-1]

    if isinstance(None, cls):
        return stage_expression(value.backend, absent, None, asked, (), missing=True)
    found = stage_expression(value.backend, negated(absent), asked, None, (), missing=False)
    if backend_of(found) is None:
        return found
    # Where it is None it is none of the others either.
    is_none_of = tuple((option, holds) for option, holds in claim_of(answers[-1]).if_false if type(option) is Option)
    return claimed(found, Claim(claim_of(found).if_true, is_none_of))


#: Classes of containers of staged length, or of staged keys, and of their views.
_OF_KINDS = (StagedDict, StagedList, Table, TableView)

#: Classes of values that stand for others.
_STANDING_FOR = frozenset({Choice, String, Text, Row, *_OF_KINDS})

#: The modules of classes that say of what an object can do: a number cannot do all that a tensor can.
_OF_ABILITIES = frozenset({"collections.abc", "typing"})


def _kinds_of_number(value: Any) -> list[type]:
    """The class, of Python's or NumPy's, of which a staged number or array is, or may be; none of what is neither."""
    backend = None if issubclass(type(value), Proxy) else backend_of(value)
    type_ = None if backend is None else backend.type_of(value)
    if type_ is None:
        return []
    rank = getattr(type_.shape, "rank", len(type_.shape) if isinstance(type_.shape, tuple) else None)
    number = class_of_number(value) if rank == 0 else _NUMBERS[kind_of(type_)]
    if number is None:
        return []
    joined = joined_kinds()
    of_numpy = getattr(type_, "of_numpy", None)  # None on a system that does not know
    of_python = _of_python(number) if rank == 0 else [number] if rank is None and ARRAY in joined else []
    if of_numpy is None and is_logging() and logs()[0].origins.uses_numpy:
        return [*(of_python or [_SystemsArray]), _numpys(type_, number, rank)]
    if not of_numpy:
        return [*of_python, _numpys(type_, number, rank)] if of_python and rank is None else of_python
    return [*(of_python if OF_NUMPY in joined or rank is None else []), _numpys(type_, number, rank)]


class _SystemsArray:
    """The class of an array that a system has made, and not NumPy."""


def _of_python(kind: type) -> list[type]:
    if kind is float and FLOAT_OR_BOOL in joined_kinds():
        return [float, int, bool]
    found = [kind]
    while found[-1].__name__ in joined_kinds() and found[-1] in JOINED_FROM:
        found.append(JOINED_FROM[found[-1]])
    return found


def _numpys(type_: Any, kind: type, rank: int | None) -> type:
    """The class of an array of NumPy's, or of a number: of 64 bits where the program does not say otherwise."""
    numpy: Any = sys.modules["numpy"]  # a system that stages has imported it
    if rank != 0:
        return numpy.ndarray
    name = str(getattr(type_.dtype, "name", type_.dtype))
    return numpy.dtype(name if name in NARROW else kind).type


_NUMBERS: dict[str, type] = {kind.__name__: kind for kind in (bool, int, float, complex)}
