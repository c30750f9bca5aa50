"""Schemas and shape rules: assertions and checks of values, shapes and dtypes."""

from __future__ import annotations

from typing import Any

from runtime.core import dtypes
from runtime.ir.schema import CHECK, MOVED, Effect, Op, op
from runtime.ops.shape_rules import nothing, same


def _check(name: str, signature: str, **variables: Any) -> Op:
    return op(name, signature, shapes=nothing, effects=Effect.OUTPUT, tags=CHECK, **variables)


ASSERT = _check("Assert", "condition: bool, data: *; summarize: int ->")
ASSERT_EQUAL = _check("AssertEqual", "x: T, y: T; message: str, summarize: int ->")
ASSERT_NONE_EQUAL = _check("AssertNoneEqual", "x: T, y: T; message: str, summarize: int ->")
ASSERT_LESS = _check("AssertLess", "x: T, y: T; message: str, summarize: int ->")
ASSERT_LESS_EQUAL = _check("AssertLessEqual", "x: T, y: T; message: str, summarize: int ->")
ASSERT_GREATER = _check("AssertGreater", "x: T, y: T; message: str, summarize: int ->")
ASSERT_GREATER_EQUAL = _check("AssertGreaterEqual", "x: T, y: T; message: str, summarize: int ->")
ASSERT_POSITIVE = _check("AssertPositive", "x: T; message: str, summarize: int ->", T=dtypes.REAL)
ASSERT_NEGATIVE = _check("AssertNegative", "x: T; message: str, summarize: int ->", T=dtypes.REAL)
ASSERT_NON_NEGATIVE = _check("AssertNonNegative", "x: T; message: str, summarize: int ->", T=dtypes.REAL)
ASSERT_NON_POSITIVE = _check("AssertNonPositive", "x: T; message: str, summarize: int ->", T=dtypes.REAL)
CHECK_NUMERICS = op(
    "CheckNumerics",
    "tensor: T; message: str -> T",
    shapes=same,
    effects=Effect.OUTPUT,
    tags=CHECK | MOVED,
    T=dtypes.FLOATING,
)
