"""The type of what is one of two values: of an int and a float that of floats, whichever of them it is.

As numbers the two are equal. Their texts are not: a program that joins such shows no floats as Python would.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from autograph.operators import value_errors
from autograph.operators.effects import logs
from autograph.operators.kinds import are_kinds_apart, class_of_number, is_scalar, kind_of
from autograph.operators.namespaces import has_class_attribute
from autograph.operators.operands import asking_for_kinds
from autograph.staging import Backend


def joined_type(backend: Backend, one: Any, other: Any) -> Any:
    """The type that two types have in common; None if they have none."""
    kinds = {kind_of(one), kind_of(other)}
    if len(kinds) > 1 and are_kinds_apart() and is_scalar(one) and is_scalar(other):
        return None
    joined = backend.join(one, other)
    if joined is None:
        return None
    if len(kinds) > 1:
        joins_kinds(kind_of(joined))
    if kinds == {"bool", "float"}:
        joins_kinds(FLOAT_OR_BOOL)
    if is_scalar(one) is not is_scalar(other):
        joins_kinds(ARRAY)
    if bool(getattr(one, "of_numpy", 0)) is not bool(getattr(other, "of_numpy", 0)):
        joins_kinds(OF_NUMPY)
    return joined


#: The kinds of a number that may be an array in Python, or one of NumPy's; of a float that may be a bool.
ARRAY, OF_NUMPY, FLOAT_OR_BOOL = "array", "of numpy", "float or bool"


def joins_kinds(kind: str) -> None:
    """Tells that there is a number of a kind, in the program that is being staged, that may be of another in Python."""
    if logs():
        logs()[0].joined_kinds.add(kind)


def is_wider_array(value: Any, type_: Any, other: Any) -> bool:
    """Whether a value is an array of NumPy, of a type that has the numbers of another: those of 64 bits, of 32.

    Args:
        value: the value.
        type_: its type.
        other: the other type.
    """
    is_array = has_class_attribute(type(value), "__array_interface__") and value.shape != ()
    names = [str(getattr(t.dtype, "name", t.dtype)) for t in (type_, other)]
    return is_array and type_.shape == other.shape and names in _WIDER


#: Names of types, the wider one first.
_WIDER = (["float64", "float32"], ["int64", "int32"])


def join_kinds(types: Iterable[Any]) -> None:
    """Takes note that one of several numbers is taken for one of the kind of another that is wider."""
    kinds = {kind_of(type_) for type_ in types if type_ is not None}
    if logs():
        logs()[0].joined_kinds.update(sorted(kinds, key=_KINDS.index)[1:])


#: The kinds of numbers, the wider one last.
_KINDS = ("bool", "int", "float", "complex")


def joined_kinds() -> set[str]:
    """Of which kinds there are numbers, in the program that is being staged, that were of another before."""
    return logs()[0].joined_kinds if logs() else set()


#: What the numbers of a class may have been before they were joined with others.
JOINED_FROM: dict[type, type] = {float: int, int: bool}


def _ask(*operands: Any) -> None:
    """Has numbers of two classes stay apart, if an operand may be of either: Python raises no error of one of them."""
    _stay_apart(*map(class_of_number, operands))


def ask_of_any() -> None:
    """Likewise, of an error of operands that are not known."""
    _stay_apart(*JOINED_FROM)


def _stay_apart(*kinds: type | None) -> None:
    for kind in kinds if not are_kinds_apart() else ():
        if kind in JOINED_FROM and kind.__name__ in joined_kinds():
            value_errors.type_of_either(kind, JOINED_FROM[kind])


asking_for_kinds.append(_ask)
