"""Elementwise operations on every dtype they are declared for: the result has the declared dtype, in any shape."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.core import dtypes
from runtime.ir.schema import OPS, Op
from runtime.tensor.dispatch import apply

ELEMENTWISE = {"x: T -> T", "x: T, y: T -> T", "x: T, y: T -> bool", "x: T -> bool"}


def _numeric(op: Op) -> list[tuple[Op, dtypes.DType]]:
    assert op.signature is not None
    allowed = op.signature.variables.get("T") or dtypes.NUMBER
    return [(op, d) for d in dtypes.ALL if d in allowed and d in dtypes.NUMBER]


#: These have the signature of an elementwise operation, and are none.
OTHERS = {"BatchMatMulV2", "InvertPermutation"}

ROWS = [
    row
    for op in OPS.values()
    if op.signature and op.signature.text in ELEMENTWISE and op.name not in OTHERS
    for row in _numeric(op)
]


def _values(dtype: dtypes.DType, shape: tuple[int, ...]) -> Any:
    numbers = np.ones(shape) if dtype.is_integer else np.full(shape, 0.5)
    return tf.constant(numbers.astype(dtype.dtype))


@pytest.mark.parametrize(("op", "dtype"), ROWS, ids=lambda value: getattr(value, "name", None))
def test_result_has_the_declared_dtype_for_scalars_vectors_and_nothing(op: Op, dtype: dtypes.DType) -> None:
    assert op.signature is not None
    for shape in ((), (3,), (0, 2)):
        inputs = [_values(dtype, shape) for _ in op.signature.inputs]
        result = apply(op, inputs)
        assert result.dtype is (dtypes.bool if op.signature.text.endswith("bool") else dtype)
        assert result.shape == shape


@pytest.mark.parametrize(("op", "dtype"), ROWS, ids=lambda value: getattr(value, "name", None))
def test_operands_of_a_declared_dtype_broadcast(op: Op, dtype: dtypes.DType) -> None:
    assert op.signature is not None
    if len(op.signature.inputs) == 2:
        assert apply(op, [_values(dtype, (2, 1)), _values(dtype, (3,))]).shape == (2, 3)


@pytest.mark.parametrize("dtype", sorted(dtypes.REAL, key=lambda d: d.name), ids=lambda d: d.name)
@pytest.mark.parametrize("name", ["reduce_sum", "reduce_mean", "reduce_prod", "reduce_max", "reduce_min"])
def test_reductions_keep_the_dtype(name: str, dtype: dtypes.DType) -> None:
    x = tf.cast([[1, 2, 3], [4, 5, 6]], dtype)
    reduce = getattr(tf, name)
    assert reduce(x).dtype is dtype
    numpy_name = {"reduce_sum": "sum", "reduce_mean": "mean", "reduce_prod": "prod", "reduce_max": "max"}
    expected = getattr(np, numpy_name.get(name, "min"))(np.array([[1, 2, 3], [4, 5, 6]]), 1)
    np.testing.assert_array_equal(reduce(x, 1).numpy().astype(np.float64), expected)


@pytest.mark.parametrize("source", sorted(dtypes.NUMBER | {dtypes.bool}, key=lambda d: d.name), ids=lambda d: d.name)
def test_cast_reaches_every_dtype(source: dtypes.DType) -> None:
    x = tf.cast([0, 1], source)
    for target in dtypes.NUMBER | {dtypes.bool}:
        y = tf.cast(x, target)
        assert y.dtype is target
        np.testing.assert_array_equal(y.numpy().astype(np.complex128), [0, 1])


def test_integers_wrap_silently_and_numpy_does_not_warn(recwarn: pytest.WarningsRecorder) -> None:
    assert (tf.constant(2**31 - 1) + 1).numpy() == -(2**31)
    assert np.isinf((tf.constant(1.0) / 0.0).numpy())
    assert np.isnan(tf.math.log(tf.constant([-1.0])).numpy()).all()
    assert np.isinf((tf.constant([1e38]) * 10).numpy()).all()
    assert np.isinf(tf.cast(1e10, tf.float16).numpy())
    assert not recwarn.list
