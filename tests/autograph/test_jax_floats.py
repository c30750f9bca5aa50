"""Operations of floats in code that is converted for JAX: the values of Python's, and the derivatives of JAX's."""

from __future__ import annotations

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
