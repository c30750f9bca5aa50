"""Gradients by differences, to compare those of tapes with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import runtime as tf
from tests.runtime.finite_differences import central_differences


def differences(function: Callable[..., Any], *values: Any) -> list[np.ndarray]:
    """The gradient of a scalar function of float64 tensors, by central differences."""
    return central_differences(
        lambda *arrays: float(function(*map(tf.constant, arrays))), [np.array(v, np.float64) for v in values]
    )


def tape_gradients(function: Callable[..., Any], *values: Any) -> list[np.ndarray]:
    """The same by a tape; zeros where there is no dependence."""
    inputs = [tf.constant(np.array(v, np.float64)) for v in values]
    with tf.GradientTape() as tape:
        tape.watch(inputs)
        target = function(*inputs)
    return [g.numpy() for g in tape.gradient(target, inputs, unconnected_gradients="zero")]


def assert_gradients_agree(function: Callable[..., Any], *values: Any, rtol: float = 1e-5) -> None:
    """Holds the gradient of `function` against differences: eager, in a function, and taken inside of a function."""
    expected = differences(function, *values)
    inside = tf.function(lambda *xs: tf.gradients(function(*xs), list(xs), unconnected_gradients="zero"))
    ways = {
        "eager": tape_gradients(function, *values),
        "of a function": tape_gradients(tf.function(function), *values),
        "in a function": [g.numpy() for g in inside(*[tf.constant(np.array(v, np.float64)) for v in values])],
    }
    for way, found in ways.items():
        for g, wanted in zip(found, expected, strict=True):
            np.testing.assert_allclose(g, wanted, rtol=rtol, atol=1e-7, err_msg=way)
