"""Stacks of values at run time: what a loop leaves for its backward loop, iteration by iteration.

A stack is immutable: pushing makes a new one that shares the old, in constant time. The stack without anything in it
also stands for zero wherever the cotangent of a variant is due.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime.core import dtypes
from runtime.core.specs import TensorSpec
from runtime.ir.schema import Effect, declare
from runtime.ops.shape_rules import scalar
from runtime.tensor.dispatch import apply


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
        # Not by recursion: a stack may be deeper than Python recurses.
        rows = []
        left, right = self, other
        while left.below is not None and right.below is not None:
            rows.append(tuple([a + b for a, b in zip(left.values, right.values, strict=True)]))
            left, right = left.below, right.below
        total = left if right.below is None else right
        for row in reversed(rows):
            total = Stack(row, total)
        return total


EMPTY = Stack()
VARIANT = TensorSpec([], dtypes.variant)


def _pop(stack: Stack, specs: tuple[TensorSpec, ...]) -> tuple[Any, ...]:
    assert stack.below is not None, "there is something to pop in every iteration that was pushed for"
    return (stack.below, *stack.values)


def _pop_like(stack: Stack, *values: Any) -> tuple[Any, ...]:
    if stack.below is None:
        return (stack, *map(_zero_like, values))
    return (stack.below, *stack.values)


def _zero_like(value: Any) -> Any:
    if value.dtype is dtypes.variant:
        return EMPTY
    return np.zeros_like(value) if value.dtype != object else value


def _push_gradient(node: Any, g: Any) -> Sequence[Any]:
    values = node.inputs[1:]
    gradients = apply(POP_LIKE, (g, *values))
    return [gradients[0], *[d if _flows(x) else None for d, x in zip(gradients[1:], values, strict=True)]]


def _pop_gradient(node: Any, *given: Any) -> Sequence[Any]:
    # What cannot have a cotangent keeps its place, with its own value.
    values = [y if g is None else g for g, y in zip(given, node.outputs, strict=True)]
    return [apply(PUSH, values), *[None] * (len(node.inputs) - 1)]


def _flows(tensor: Any) -> bool:
    return tensor.dtype.is_floating or tensor.dtype.is_complex or tensor.dtype is dtypes.variant


#: A stack is no array that could be folded into a constant.
EMPTY_STACK = declare("EmptyStack", "-> stack: variant", kernel=lambda: EMPTY, shapes=scalar, effects=Effect.FRESH)
PUSH = declare(
    "StackPush",
    "stack: variant, values: * -> stack: variant",
    kernel=lambda stack, *values: Stack(values, stack),
    shapes=scalar,
    gradient=_push_gradient,
)
POP = declare(
    "StackPop",
    "stack: variant; specs: specs -> elem: *",
    kernel=_pop,
    infer=lambda stack, specs: [VARIANT, *specs],
    gradient=_pop_gradient,
)
POP_LIKE = declare(
    "StackPopLike", "stack: variant, like: * -> elem: *", kernel=_pop_like, gradient=_pop_gradient,
    infer=lambda stack, *values: [VARIANT, *[TensorSpec(x.shape, x.dtype) for x in values]],
)  # fmt: skip
STACK_NOT_EMPTY = declare(
    "StackNotEmpty", "stack: variant -> bool", kernel=lambda stack: np.bool_(stack.below is not None),
    shapes=scalar,
)  # fmt: skip
ADD_VARIANTS = declare(
    "AddVariants",
    "a: variant, b: variant -> variant",
    kernel=lambda a, b: a + b,
    shapes=scalar,
    gradient=lambda node, g: [g, g],
)
