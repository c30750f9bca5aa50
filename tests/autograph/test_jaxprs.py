"""What runs the programs of these tests without compiling them does what JAX does."""

from __future__ import annotations

import numpy as np
import pytest

jax = pytest.importorskip("jax")

from tests.autograph.jaxprs import traced  # noqa: E402

INTEGERS = np.array([0, 1, -1, 7, -7, 2**31 - 1, -(2**31)], np.int32)
FLOATS = np.array([0.0, -0.0, 1.5, -2.5, np.inf, -np.inf, np.nan], np.float32)
MATRIX = np.arange(12, dtype=np.int32).reshape(3, 4)
lax = jax.lax

#: Of two operands of one type.
BINARY = {
    "sum": lax.add,
    "difference": lax.sub,
    "product": lax.mul,
    "quotient": lax.div,
    "remainder": lax.rem,
    "largest": lax.max,
    "smallest": lax.min,
    "less": lax.lt,
    "at most": lax.le,
    "greater": lax.gt,
    "at least": lax.ge,
    "equal": lax.eq,
    "unequal": lax.ne,
    "chosen": lambda x, y: jax.numpy.where(x < y, x, y),
    "joined": lambda x, y: jax.numpy.concatenate([x, y]),
}

#: Of a matrix of integers.
UNARY = {
    "negative": lax.neg,
    "sign": lax.sign,
    "size": lax.abs,
    "inverted": lax.bitwise_not,
    "both": lambda x: x & 6,
    "either": lambda x: x | 9,
    "as floats": lambda x: x.astype("float32"),
    "as bools": lambda x: x.astype("bool"),
    "part": lambda x: x[1:, ::2],
    "part from a place": lambda x: lax.dynamic_slice(x, (x[0, 3], x[0, 1]), (2, 2)),
    "padded": lambda x: lax.pad(x, 5, [(1, 0, 0), (0, 2, 0)]),
    "shortened": lambda x: lax.pad(x, 5, [(-1, 0, 0), (0, 2, 0)]),
    "apart": lambda x: lax.pad(x, 5, [(1, 0, 2), (0, 0, 0)]),
    "repeated": lambda x: jax.numpy.broadcast_to(x[:, None, :1], (3, 2, 4)),
    "in a row": lambda x: x.reshape(-1),
    "all": lambda x: (x > 3).all(0),
}


@pytest.mark.parametrize("name", BINARY)
@pytest.mark.parametrize("values", [INTEGERS, FLOATS], ids=["integers", "floats"])
def test_an_operation_on_two_operands_is_that_of_jax(name, values):
    one, other = np.repeat(values, len(values)), np.tile(values, len(values))
    assert_same(BINARY[name], one, other)


@pytest.mark.parametrize("name", UNARY)
def test_an_operation_on_one_operand_is_that_of_jax(name):
    assert_same(UNARY[name], MATRIX)


def test_floats_become_the_integers_that_they_become_in_jax():
    assert_same(lambda x: x.astype("int32"), np.array([1.9, -1.9, 3e9, -3e9, np.inf, np.nan], np.float32))


def assert_same(function, *args):
    expected, found = jax.jit(function)(*args), traced(function, *args)(*args)
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(np.asarray(found), np.asarray(expected))
    assert (
        (np.signbit(found) == np.signbit(expected)).all()
        if found.dtype.kind == "f" and not np.isnan(found).any()
        else True
    )
