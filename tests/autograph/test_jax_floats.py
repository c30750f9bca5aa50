"""Operations of floats in code that is converted for JAX: the values of Python's, and the derivatives of JAX's."""

from __future__ import annotations

import numpy as np
import pytest

jax = pytest.importorskip("jax")

from autograph import convert  # noqa: E402


@convert
def remainder(x, y):
    return x % y


@pytest.mark.parametrize("x, y", [(4.0, 2.0), (-4.0, 2.0), (4.0, -2.0), (5.0, 2.0), (0.0, -2.0)])
@pytest.mark.parametrize("operand", [0, 1])
def test_a_remainder_keeps_its_derivatives_where_it_is_zero(x, y, operand):
    assert jax.grad(jax.jit(remainder), operand)(x, y) == jax.grad(lambda x, y: x % y, operand)(x, y)


@convert
def to_cents(x):
    return round(x, 2)


@pytest.mark.parametrize("x", [31.725, -31.725, 2.675, 0.125, 0.375, 193.707, 1e-7, 123456.785, 0.0, 5.0])
def test_rounding_is_pythons_of_the_same_float(x):
    given = np.float32(x)
    assert float(jax.jit(to_cents)(given)) == np.float32(round(float(given), 2))
