"""`custom_gradient`, `recompute_grad`, `grad_pass_through`."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf


@tf.custom_gradient
def log1pexp(x):
    e = tf.exp(x)

    def gradient(upstream):
        return upstream * (1 - 1 / (1 + e))

    return tf.math.log(1 + e), gradient


@pytest.mark.parametrize("wrap", [lambda f: f, tf.function], ids=["eager", "function"])
def test_the_gradient_is_what_the_function_says(wrap) -> None:
    x = tf.constant(100.0)
    function = wrap(log1pexp)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    assert tape.gradient(y, x).numpy() == 1.0


@pytest.mark.parametrize("wrap", [lambda f: f, tf.function], ids=["eager", "function"])
def test_the_gradient_can_be_differentiated(wrap) -> None:
    x = tf.constant(1.0)
    function = wrap(lambda x: log1pexp(x))
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = function(x)
        first = inner.gradient(y, x)
    np.testing.assert_allclose(first.numpy(), 1 / (1 + np.exp(-1)), rtol=1e-6)
    np.testing.assert_allclose(outer.gradient(first, x).numpy(), 0.19661193, rtol=1e-6)


@pytest.mark.parametrize("wrap", [lambda f: f, tf.function], ids=["eager", "function"])
def test_variables_that_the_function_uses_have_gradients(wrap) -> None:
    v = tf.Variable(3.0)

    @tf.custom_gradient
    def f(x):
        def gradient(dy, variables=None):
            assert [variable is v for variable in variables] == [True]
            return dy * 10.0, [dy * 100.0]

        return v * x, gradient

    x = tf.constant(2.0)
    function = wrap(lambda x: tf.cond(x > 0.0, lambda: f(x), lambda: x) if wrap is tf.function else f(x))
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    assert [float(g) for g in tape.gradient(y, [x, v])] == [10.0, 100.0]


def test_a_gradient_function_that_ignores_variables_is_an_error() -> None:
    v = tf.Variable(3.0)

    @tf.custom_gradient
    def f(x):
        return v * x, lambda dy: dy

    with pytest.raises(TypeError, match="grad_fn must accept keyword argument 'variables'"):
        f(tf.constant(1.0))


def test_several_results_and_arguments_in_a_loop() -> None:
    @tf.custom_gradient
    def f(x, y):
        return (x * y, x + y), lambda a, b: (a * 2.0, b * 3.0)

    @tf.function
    def total(x, y):
        s = 0.0
        for i in tf.range(3):
            if i > 0:
                p, q = f(x, y)
                s += p * q
        return s

    x, y = tf.constant(2.0), tf.constant(5.0)
    with tf.GradientTape() as tape:
        tape.watch([x, y])
        s = total(x, y)
    assert s.numpy() == 140.0
    assert [float(g) for g in tape.gradient(s, [x, y])] == [28.0, 60.0]


@pytest.mark.parametrize("wrap", [lambda f: f, tf.function], ids=["eager", "function"])
def test_recompute_grad_has_the_gradient_of_the_function(wrap) -> None:
    v, x = tf.Variable(3.0), tf.constant(2.0)
    function = wrap(tf.recompute_grad(lambda x: tf.sin(x * v) * v))
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    dx, dv = tape.gradient(y, [x, v])
    np.testing.assert_allclose(dx.numpy(), 9 * np.cos(6), rtol=1e-6)
    np.testing.assert_allclose(dv.numpy(), 6 * np.cos(6) + np.sin(6), rtol=1e-6)


def test_recompute_grad_runs_the_function_again() -> None:
    runs = []

    def f(x):
        runs.append(1)
        return x * x

    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.recompute_grad(f)(x)
    assert len(runs) == 1
    assert tape.gradient(y, x).numpy() == 6.0
    assert len(runs) == 2


def test_grad_pass_through_has_the_gradient_of_the_identity() -> None:
    x = tf.Variable(1.5)
    with tf.GradientTape() as tape:
        y = tf.grad_pass_through(tf.round)(x) * x
    assert tape.gradient(y, x).numpy() == 3.5
