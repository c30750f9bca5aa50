"""Every differentiable operation: gradients of gradients, and forward mode, are those of differences.

Differences are taken along one direction, so that each operation costs a few calls.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import runtime as tf
from tests.runtime.library import calls, composite_calls
from tests.runtime.library.calls import Call
from tests.runtime.library.rule_gradients import weights

ALL = calls.SMOOTH + composite_calls.SMOOTH
STEP = 1e-5


def _of_floats(call: Call) -> tuple[Callable[..., Any], list[Any], list[Any]]:
    """The call as a function of its floating-point arguments, these, and a direction to move them in."""
    floats = [i for i, a in enumerate(call.args) if a.dtype == np.float64]

    def function(*xs: Any) -> Any:
        args = [tf.constant(a) for a in call.args]
        for i, x in zip(floats, xs, strict=True):
            args[i] = x
        return call.function(*args)

    arrays = [call.args[i] for i in floats]
    return function, arrays, [np.sin(np.arange(a.size) + 1.0 + i).reshape(a.shape) for i, a in enumerate(arrays)]


def _gradients(function: Callable[..., Any], xs: list[Any]) -> list[Any]:
    """The gradients of the weighted sum of the squared result, whose second derivative is not that of a sum alone."""
    with tf.GradientTape() as tape:
        tape.watch(xs)
        y = function(*xs)
        y = tf.reduce_sum(y * y * weights(y.shape.as_list()))
    return [tf.convert_to_tensor(g) for g in tape.gradient(y, xs, unconnected_gradients="zero")]


def _moved(arrays: list[Any], direction: list[Any], step: float) -> list[Any]:
    return [tf.constant(a + step * d) for a, d in zip(arrays, direction, strict=True)]


@pytest.mark.parametrize("call", ALL, ids=lambda call: call.name)
def test_second_derivatives_are_differences_of_gradients(call: Call) -> None:
    function, arrays, direction = _of_floats(call)
    xs = [tf.constant(a) for a in arrays]
    with tf.GradientTape() as outer:
        outer.watch(xs)
        along = tf.add_n([tf.reduce_sum(g * d) for g, d in zip(_gradients(function, xs), direction, strict=True)])
    found = outer.gradient(along, xs, unconnected_gradients="zero")
    above, below = (_gradients(function, _moved(arrays, direction, sign * STEP)) for sign in (1, -1))
    for second, a, b in zip(map(tf.convert_to_tensor, found), above, below, strict=True):
        expected = (a.numpy() - b.numpy()) / (2 * STEP)
        np.testing.assert_allclose(second.numpy(), expected, rtol=1e-4, atol=1e-5 * max(1, np.abs(expected).max()))


@pytest.mark.parametrize("call", ALL, ids=lambda call: call.name)
def test_forward_mode_gives_the_difference_along_the_direction(call: Call) -> None:
    function, arrays, direction = _of_floats(call)
    xs = [tf.constant(a) for a in arrays]
    with tf.autodiff.ForwardAccumulator(xs, [tf.constant(d) for d in direction]) as accumulator:
        y = function(*xs)
    found = accumulator.jvp(y, unconnected_gradients="zero").numpy()
    above, below = (function(*_moved(arrays, direction, sign * STEP)).numpy() for sign in (1, -1))
    np.testing.assert_allclose(found, (above - below) / (2 * STEP), rtol=1e-5, atol=1e-7)
