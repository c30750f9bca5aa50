"""Callables of no arguments that run without a frame of Python's: for what an operator returns to be called.

They are put together from functions written in C. What they call has the caller of the whole as its own.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from itertools import chain, filterfalse
from operator import call
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from autograph.operators.namespaces import has_class_attribute
from autograph.operators.state import Thunk

#: Does nothing, and returns something false.
NOTHING: Thunk = bool

#: Types whose values are never staged, and whose truth Python knows without running code of the user's.
BUILTIN_TYPES = frozenset(
    {
        bool, int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset, range, type(None),
        FunctionType, BuiltinFunctionType, MethodType,
    }
)  # fmt: skip


def given(value: Any) -> Thunk:
    """What returns a value, once, and does not keep it."""
    return [value].pop


def chosen(holder: list[Any], then: Thunk, orelse: Thunk) -> Thunk:
    """What asks for the truth of the one value in `holder`, which it empties, and calls one of two.

    The truth of an object may be code of the user's, and an object may be gone once its truth is known.
    """
    kind: Any = type(holder[0])
    if not _may_be_false(kind):
        return then if holder.pop() else orelse
    truth = map(bool, map(holder.pop, (0,)))
    return map(call, map((orelse, then).__getitem__, truth)).__next__


def every(operands: Sequence[Thunk]) -> Thunk:
    """What says whether all operands are true, and evaluates them as far as needed."""
    return functools.partial(all, map(call, operands))


def some(operands: Sequence[Thunk]) -> Thunk:
    """What says whether any operand is true, and evaluates them as far as needed."""
    return functools.partial(any, map(call, operands))


def first_false(operands: Sequence[Thunk]) -> Thunk:
    """What evaluates operands up to the first that is false, or the last, and returns that."""
    return chain(filterfalse(None, map(call, operands[:-1])), map(call, operands[-1:])).__next__


def first_true(operands: Sequence[Thunk]) -> Thunk:
    """What evaluates operands up to the first that is true, or the last, and returns that."""
    return chain(filter(None, map(call, operands[:-1])), map(call, operands[-1:])).__next__


@functools.lru_cache(maxsize=4096)
def _may_be_false(kind: type) -> bool:
    """Whether a type says itself which of its values are true. (One that did not when it was first seen, and does now,
    is asked all the same, from the frame of an operator.)
    """
    return has_class_attribute(kind, "__bool__") or has_class_attribute(kind, "__len__")
