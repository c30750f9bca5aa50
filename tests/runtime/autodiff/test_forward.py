"""`ForwardAccumulator`."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf


def test_jvp_of_variables_along_a_direction() -> None:
    x = tf.constant([[2.0, 3.0], [1.0, 4.0]])
    w, b = tf.Variable([[1.0], [2.0]]), tf.Variable(0.5)
    with tf.autodiff.ForwardAccumulator([w, b], [tf.constant([[1.0], [0.0]]), tf.constant(0.0)]) as acc:
        loss = tf.reduce_sum((tf.matmul(x, w) + b) ** 2)
    assert acc.jvp(loss).numpy() == 2 * (8.5 * 2.0 + 9.5 * 1.0)
    assert acc.jvp(x) is None
    assert acc.jvp(x, "zero").numpy().tolist() == [[0.0, 0.0], [0.0, 0.0]]


@pytest.mark.parametrize("wrap", [lambda f: f, tf.function], ids=["eager", "function"])
def test_forward_over_reverse_is_a_hessian_vector_product(wrap) -> None:
    x = tf.constant([1.0, 2.0])
    function = wrap(lambda x: tf.reduce_sum(x**3) * x[0])
    with tf.autodiff.ForwardAccumulator(x, tf.constant([1.0, 0.0])) as acc:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        gradient = tape.gradient(y, x)
    assert acc.jvp(y).numpy() == 12.0
    assert acc.jvp(gradient).numpy().tolist() == [12.0, 12.0]


def test_accumulators_nest() -> None:
    x = tf.constant(1.1)
    with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as outer:
        with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as inner:
            y = x**3.5
    np.testing.assert_allclose(inner.jvp(y).numpy(), 3.5 * 1.1**2.5, rtol=1e-6)
    np.testing.assert_allclose(outer.jvp(inner.jvp(y)).numpy(), 3.5 * 2.5 * 1.1**1.5, rtol=1e-6)


def test_reverse_over_forward() -> None:
    x = tf.constant(1.1)
    with tf.GradientTape() as tape:
        tape.watch(x)
        with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as acc:
            y = tf.sin(x)
        slope = acc.jvp(y)
    np.testing.assert_allclose(tape.gradient(slope, x).numpy(), -np.sin(1.1), rtol=1e-6)


def test_in_a_function_through_a_loop() -> None:
    @tf.function
    def f(x, t):
        with tf.autodiff.ForwardAccumulator(x, t) as acc:
            y = x
            for _ in tf.range(3):
                y = tf.sin(y) * x
        return acc.jvp(y)

    def plain(x):
        return np.sin(np.sin(np.sin(x) * x) * x) * x

    x, step = 1.1, 1e-6
    expected = 2 * (plain(x + step) - plain(x - step)) / (2 * step)
    found = f(tf.constant(x, tf.float64), tf.constant(2.0, tf.float64))
    np.testing.assert_allclose(found.numpy(), expected, rtol=1e-6)


def test_a_tangent_must_have_the_shape_of_its_primal() -> None:
    with pytest.raises(ValueError, match="the shape"):
        tf.autodiff.ForwardAccumulator(tf.constant([1.0, 2.0]), tf.constant([1.0]))
