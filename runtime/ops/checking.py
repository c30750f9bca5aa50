"""Schemas and shape rules: assertions and checks of values, shapes and dtypes."""

from __future__ import annotations

from runtime.core import dtypes
from runtime.ir.schema import Effect, op
from runtime.ops.shape_rules import nothing, same

ASSERT = op("Assert", "condition: bool, data: *; summarize: int ->", shapes=nothing, effects=Effect.OUTPUT)
ASSERT_EQUAL = op("AssertEqual", "x: T, y: T; message: str, summarize: int ->", shapes=nothing, effects=Effect.OUTPUT)
ASSERT_NONE_EQUAL = op(
    "AssertNoneEqual", "x: T, y: T; message: str, summarize: int ->", shapes=nothing, effects=Effect.OUTPUT
)
ASSERT_LESS = op("AssertLess", "x: T, y: T; message: str, summarize: int ->", shapes=nothing, effects=Effect.OUTPUT)
ASSERT_LESS_EQUAL = op(
    "AssertLessEqual", "x: T, y: T; message: str, summarize: int ->", shapes=nothing, effects=Effect.OUTPUT
)
ASSERT_GREATER = op(
    "AssertGreater", "x: T, y: T; message: str, summarize: int ->", shapes=nothing, effects=Effect.OUTPUT
)
ASSERT_GREATER_EQUAL = op(
    "AssertGreaterEqual", "x: T, y: T; message: str, summarize: int ->", shapes=nothing, effects=Effect.OUTPUT
)
ASSERT_POSITIVE = op(
    "AssertPositive", "x: T; message: str, summarize: int ->", shapes=nothing, effects=Effect.OUTPUT, T=dtypes.REAL
)
ASSERT_NEGATIVE = op(
    "AssertNegative", "x: T; message: str, summarize: int ->", shapes=nothing, effects=Effect.OUTPUT, T=dtypes.REAL
)
ASSERT_NON_NEGATIVE = op(
    "AssertNonNegative", "x: T; message: str, summarize: int ->", shapes=nothing, effects=Effect.OUTPUT, T=dtypes.REAL
)
ASSERT_NON_POSITIVE = op(
    "AssertNonPositive", "x: T; message: str, summarize: int ->", shapes=nothing, effects=Effect.OUTPUT, T=dtypes.REAL
)
CHECK_NUMERICS = op(
    "CheckNumerics", "tensor: T; message: str -> T", shapes=same, effects=Effect.OUTPUT, T=dtypes.FLOATING
)
