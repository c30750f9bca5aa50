"""Which staged branches are conditionals of JAX's, and which are cheap enough to be computed both."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

jax = pytest.importorskip("jax")

from autograph import convert  # noqa: E402


def moves_integers(n):
    last = 0
    for i in range(4):
        if n > i:
            last = n * i
    return last


def leaves_a_loop(n):
    total = 0
    for i in range(4):
        if i * n > 5:
            break
        total += i
    return total


def appends(n):
    found = []
    for x in [3, 1, 4]:
        if x > n:
            found.append(x)
    return found


def takes_a_root(x):
    y = 0.0
    if x > 0:
        y = x**0.5
    return y


def leaves_before_a_root(x):
    for _ in range(2):
        if x <= 1:
            break
        x = (x - 1) ** 0.5
    return x


def loops_on_one_path(n):
    if n > 2:
        while n > 0:
            n -= 3
    return n


def _has_conditional(function: Callable[[Any], Any], value: Any) -> bool:
    return "cond[" in str(jax.make_jaxpr(jax.jit(convert(function)))(value))


@pytest.mark.parametrize("function", [moves_integers, leaves_a_loop, appends])
def test_branches_that_move_integers_are_both_computed(function: Callable[[Any], Any]) -> None:
    assert not _has_conditional(function, 2)
    for n in (-1, 0, 2, 5):
        assert [int(x) for x in jax.tree.leaves(jax.jit(convert(function))(n))] == jax.tree.leaves(function(n))


@pytest.mark.parametrize(
    ("function", "value"), [(takes_a_root, 2.0), (leaves_before_a_root, 2.0), (loops_on_one_path, 3)]
)
def test_others_run_only_where_they_are_taken(function: Callable[[Any], Any], value: Any) -> None:
    assert _has_conditional(function, value)


@pytest.mark.parametrize("function", [takes_a_root, leaves_before_a_root])
def test_a_path_that_is_not_taken_leaves_the_derivative_a_number(function: Callable[[Any], Any]) -> None:
    assert jax.grad(jax.jit(convert(function)))(-1.0) in (0.0, 1.0)
