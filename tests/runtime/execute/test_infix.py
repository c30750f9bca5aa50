"""Point-wise operations compute the same number, bit for bit, eagerly and in a plan, whatever the plan writes for them."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.core import dtypes
from runtime.core.specs import TensorSpec
from runtime.execute.infix import expressions
from runtime.ir.schema import OPS, Effect, Op
from runtime.tensor.dispatch import apply

_NUMBERS = [d for d in dtypes.ALL if d.is_numeric]


def _edge_values(dtype: tf.DType) -> np.ndarray:
    """Zeros, ones, what is not exact in binary, infinities, nan, the smallest and the largest."""
    kind = dtype.dtype
    if dtype is tf.bool:
        return np.array([False, True])
    if dtype.is_integer:
        ends = np.iinfo(kind)
        return np.unique(np.array([0, 1, 2, 7, ends.min, ends.max, *([] if dtype.is_unsigned else [-1, -7])], kind))
    if dtype.is_complex:
        parts = (0.1, 1.0, -0.0, -np.inf)
        return np.array([complex(a, b) for a, b in itertools.product(parts, repeat=2)], kind)
    smallest = {"float64": 5e-324, "float16": 6e-8}.get(dtype.name, 1e-45)
    values = [0.0, -0.0, 1.0, -1.0, 0.1, -7.0, np.inf, -np.inf, np.nan, smallest, float(dtype.min), float(dtype.max)]
    return np.array(values).astype(kind)


def _is_point_wise(op: Op, dtype: tf.DType) -> bool:
    signature = op.signature
    if signature is None or op.effects is not Effect.NONE or signature.variadic or op.outputs != 1:
        return False
    if len({p.variable for p in signature.inputs}) != 1 or not 1 <= len(signature.inputs) <= 2:
        return False
    count = len(signature.inputs)
    try:
        results = [op.infer(*[TensorSpec(shape, dtype)] * count)[0] for shape in ([], [2, 3])]
        with np.errstate(all="ignore"):
            op.kernel(*[np.ones([], dtype.dtype)] * count)
    except Exception:
        return False
    return [r.shape for r in results] == [[], [2, 3]] and results[0].dtype is not tf.string


def _cases() -> list[Any]:
    pairs = itertools.product(_NUMBERS, list(OPS.values()))
    return [pytest.param(op, d, id=f"{op.name}-{d.name}") for d, op in pairs if _is_point_wise(op, d)]


def _operands(op: Op, dtype: tf.DType) -> list[tuple[Any, ...]]:
    """Every combination of edge values that the kernel takes, as arrays."""
    values = _edge_values(dtype)
    assert op.signature is not None
    combinations = list(itertools.product(values, repeat=len(op.signature.inputs)))
    most = 400 if op in expressions else 40
    accepted = []
    for operands in combinations[:: 1 + len(combinations) // most]:
        try:
            apply(op, [tf.constant(x) for x in operands])
        except tf.errors.InvalidArgumentError:
            continue
        accepted.append(operands)
    return accepted


def _bits(x: Any) -> tuple[Any, ...]:
    """What tells numbers apart: nan is nan, whatever its bits, and zeros have signs."""
    array = np.asarray(x)
    if array.dtype.kind == "c":
        return array.dtype, _bits(array.real), _bits(array.imag)
    if array.dtype.kind in "iub":
        return array.dtype, array.shape, array.tolist()
    wide = array.astype(np.float64)
    return array.dtype, array.shape, np.where(np.isnan(wide), "nan", np.vectorize(float.hex, otypes="U")(wide)).tolist()


def _as_numpy_scalar(x: tf.Tensor) -> tf.Tensor:
    """`x`, as what the arithmetic of a plan makes: not an array without dimensions, but a numpy scalar."""
    if x.dtype is tf.bool:
        return apply(OPS["LogicalAnd"], [x, tf.constant(True)])
    zero = complex(-0.0, -0.0) if x.dtype.is_complex else -0.0 if x.dtype.is_floating else 0
    return apply(OPS["AddV2"], [x, tf.constant(zero, x.dtype)])


def _traced(function: Any, *args: Any) -> Any:
    return tf.function(function, autograph=False)(*args)


@pytest.mark.parametrize(("op", "dtype"), _cases())
def test_scalars_give_the_same_number_eagerly_and_in_a_plan(op: Op, dtype: tf.DType) -> None:
    operands = _operands(op, dtype)
    columns = [tf.constant(np.array(column)) for column in zip(*operands, strict=True)]

    def with_constants(constants: set[int]) -> Any:
        def function(*given: Any) -> Any:
            results = []
            for row, arguments in enumerate(operands):
                inputs = [
                    tf.constant(x) if i in constants else _as_numpy_scalar(given[i][row])
                    for i, x in enumerate(arguments)
                ]
                results.append(apply(op, inputs))
            return results

        return function

    expected = [_bits(apply(op, [tf.constant(x) for x in arguments])) for arguments in operands]
    for constants in ((), (0,), (1,), (0, 1)) if len(columns) == 2 else ((), (0,)):
        found = _traced(with_constants(set(constants)), *columns)
        unlike = [
            (operands[i], x) for i, (x, y) in enumerate(zip(found, expected, strict=True)) if _bits(x.numpy()) != y
        ]
        assert not unlike, f"constant operands: {constants}"


@pytest.mark.parametrize(("op", "dtype"), _cases())
def test_arrays_give_the_same_numbers_eagerly_and_in_a_plan(op: Op, dtype: tf.DType) -> None:
    operands = _operands(op, dtype)
    columns = [np.array(column, dtype.dtype) for column in zip(*operands, strict=True)]
    forms = [lambda c: c, lambda c: c[:0], lambda c: c.reshape(-1, 1), lambda c: c.reshape(1, -1)[:, :1]]
    for form in forms:
        arrays = [tf.constant(form(column)) for column in columns]
        expected = apply(op, arrays)
        for specs in (None, [tf.TensorSpec(None, dtype)] * len(arrays)):
            staged = tf.function(lambda *given: apply(op, given), input_signature=specs, autograph=False)
            assert _bits(staged(*arrays)) == _bits(expected)
    one, rest = [tf.constant(c[-1]) for c in columns], [tf.constant(c) for c in columns]
    for arrays in ([one[0], rest[-1]], [rest[0], one[-1]]) if len(columns) == 2 else ():
        assert _bits(_traced(lambda *given: apply(op, given), *arrays)) == _bits(apply(op, arrays))


def test_every_expression_of_the_table_is_among_the_cases() -> None:
    assert {op for op in OPS.values() if op in expressions} <= {case.values[0] for case in _cases()}
