"""Stacks of values at run time: what a loop leaves for its backward loop, iteration by iteration.

A stack is immutable: pushing makes a new one that shares the old, in constant time. The stack without anything in it
also stands for zero wherever a cotangent of a variant is due.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.core import dtypes
from runtime.core.specs import TensorSpec
from runtime.ops.declare import declare


class Stack:
    """Values on top of another stack; without any, the empty stack."""

    __slots__ = ("below", "values")

    #: Kernels get a stack where they would get an array, and dispatch asks for its dtype.
    dtype = dtypes.variant
    shape = ()

    def __init__(self, values: tuple[Any, ...] = (), below: Stack | None = None):
        self.values = values
        self.below = below

    def __add__(self, other: Any) -> Any:
        """The sum of two cotangents, value by value."""
        if self.below is None:
            return other
        if other.below is None:
            return self
        # Iteratively: a stack may be deeper than Python recurses.
        rows = []
        left: Any = self
        right: Any = other
        while left.below is not None and right.below is not None:
            rows.append(tuple([_plus(a, b) for a, b in zip(left.values, right.values, strict=True)]))
            left, right = left.below, right.below
        total = left if right.below is None else right
        for row in reversed(rows):
            total = Stack(row, total)
        return total

    def __del__(self) -> None:
        # A long chain is taken apart link by link, not by recursion.
        below, self.below = self.below, None
        while below is not None and _is_last_reference(below):
            below.below, below = None, below.below


def _plus(a: Any, b: Any) -> Any:
    return a + b if getattr(a, "dtype", None) is not None and a.dtype != object else a


EMPTY = Stack()


def _is_last_reference(stack: Stack) -> bool:
    import sys

    return sys.getrefcount(stack) <= 3


SCALAR_VARIANT = TensorSpec([], dtypes.variant)


def _pop(stack: Stack, specs: tuple[TensorSpec, ...]) -> tuple[Any, ...]:
    if stack.below is None:
        # Zero was pushed here, as far as anybody can tell.
        return (stack, *[_filler(spec) for spec in specs])
    return (stack.below, *stack.values)


def _filler(spec: TensorSpec) -> Any:
    if spec.dtype.kind == "handle":
        return EMPTY
    return np.zeros([d or 0 for d in spec.shape.dims or ()], spec.dtype.dtype)
