"""`py_function` and `numpy_function`."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

import runtime as tf


def log_huber(x, m):
    if tf.abs(x) <= m:
        return x**2
    return m**2 * (1 - 2 * tf.math.log(m) + tf.math.log(x**2))


def test_the_function_gets_eager_tensors_each_time_the_graph_runs() -> None:
    seen = []

    @tf.function
    def f(x):
        tf.py_function(lambda v: seen.append(int(v.numpy())), [x], [])

    f(tf.constant(1))
    f(tf.constant(2))
    assert seen == [1, 2]


def test_gradient_goes_through_an_eager_call() -> None:
    x, m = tf.constant(1.0), tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch([x, m])
        y = tf.py_function(log_huber, [x, m], Tout=tf.float32)
    assert tape.gradient(y, x).numpy() == 2.0


def test_gradient_goes_through_a_call_in_a_graph_by_the_path_that_was_taken() -> None:
    @tf.function
    def f(x, m):
        return tf.py_function(log_huber, [x, m], Tout=tf.float32) * 3.0

    for value, expected in ((1.0, 6.0), (4.0, 6.0)):
        x, m = tf.constant(value), tf.constant(2.0)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x, m)
        np.testing.assert_allclose(tape.gradient(y, x).numpy(), expected, rtol=1e-6)


def test_gradient_of_calls_in_a_loop() -> None:
    @tf.function
    def f(x):
        y = x
        for _ in tf.range(3):
            y = tf.ensure_shape(tf.py_function(lambda v: v * v, [y], tf.float32), [])
        return y

    x = tf.constant(1.1)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    np.testing.assert_allclose(tape.gradient(y, x).numpy(), 8 * 1.1**7, rtol=1e-5)


def test_several_results_in_the_structure_of_Tout() -> None:
    a, b = tf.py_function(lambda x: (x, x + 1), [1], [tf.int32, tf.int32])
    assert (int(a), int(b)) == (1, 2)


def test_a_result_of_another_dtype_is_an_error() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="int32"):
        tf.py_function(lambda x: x, [1], tf.float32)


@pytest.mark.parametrize("wrap", [lambda f: f, tf.function], ids=["eager", "function"])
def test_what_the_function_raises_becomes_an_error_of_its_kind(wrap) -> None:
    def boom(x):
        raise ValueError("boom")

    with pytest.raises(tf.errors.InvalidArgumentError, match="ValueError: boom"):
        wrap(lambda x: tf.py_function(boom, [x], tf.float32))(tf.constant(1))


def test_numpy_function_gets_arrays() -> None:
    @tf.function
    def f(x):
        return tf.numpy_function(np.sinh, [x], tf.float32)

    np.testing.assert_allclose(f(tf.constant([0.0, 1.0])).numpy(), np.sinh([0.0, 1.0]), rtol=1e-6)


def test_numpy_function_has_no_gradient() -> None:
    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.numpy_function(np.sinh, [x], tf.float32)
    assert tape.gradient(y, x) is None


def test_a_result_of_numpy_function_of_another_dtype_is_an_error_of_the_graph() -> None:
    f = tf.function(lambda x: tf.numpy_function(lambda v: v.astype("float64"), [x], tf.float32))
    with pytest.raises(tf.errors.InvalidArgumentError, match="returned by pyfunc is float64, but expects float32"):
        f(tf.constant([1.0]))


def test_second_and_third_derivatives_of_a_call_in_a_graph() -> None:
    def derivatives(x):
        with tf.GradientTape() as third:
            third.watch(x)
            with tf.GradientTape() as second:
                second.watch(x)
                with tf.GradientTape() as first:
                    first.watch(x)
                    y = tf.py_function(lambda v, n: v**3 * tf.cast(n, tf.float32), [x, 2], tf.float32)
                dy = first.gradient(y, x)
            ddy = second.gradient(dy, x)
        return dy, ddy, third.gradient(ddy, x)

    x = tf.constant(2.0)
    expected = [24.0, 24.0, 12.0]  # of 2 x^3: 6 x^2, 12 x, 12
    assert [float(d) for d in derivatives(x)] == expected
    assert [float(d) for d in tf.function(derivatives)(x)] == expected


def test_a_run_is_kept_as_long_as_its_gradient_may_be_needed_and_no_longer():
    runs = []

    def squared(x):
        y = x * x
        runs.append(weakref.ref(y))
        return y

    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x
            for _ in tf.range(3):
                y = tf.py_function(squared, [y], tf.float32)
        return tape.gradient(y, x)

    @tf.function
    def forward(x):
        return tf.py_function(squared, [x], tf.float32)

    x = tf.constant(1.5)
    np.testing.assert_allclose(step(x), 8 * 1.5**7)
    forward(x)
    gc.collect()
    assert [run() for run in runs] == [None] * 4
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = forward(x)
    assert runs[-1]() is not None
    np.testing.assert_allclose(tape.gradient(y, x), 3.0)
    del tape, y
    gc.collect()
    assert runs[-1]() is None


def test_more_calls_than_anything_remembers_can_be_differentiated():
    @tf.function
    def total(x):
        y = x
        for _ in tf.range(5000):
            y = tf.py_function(lambda y: y * 1.0, [y], tf.float32)
        return y

    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = total(x)
    assert tape.gradient(y, x).numpy() == 1.0


@pytest.mark.parametrize("wrap", [tf.function, lambda function: function])
def test_a_decorated_function_is_one_of_tensors(wrap) -> None:
    @tf.py_function(Tout=tf.float32)
    def double(x):
        """Twice `x`."""
        return float(x.numpy()) * 2

    @tf.numpy_function(Tout=[tf.float32, tf.int32])
    def parts(x, y):
        return np.float32(x + y), np.int32(isinstance(x, np.floating))

    assert double.__doc__ == "Twice `x`."
    found = wrap(lambda x: (double(x), parts(x, 1.0)))(tf.constant(1.5))
    assert [x.numpy() for x in (found[0], *found[1])] == [3.0, 2.5, 1]
