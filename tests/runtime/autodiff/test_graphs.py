"""Gradients of functions, and of the conditionals, loops and calls in them."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import runtime as tf
from runtime.autodiff.graphs import linearizations, linearize
from runtime.ir.graph import Graph
from tests.runtime.autodiff.differences import assert_gradients_agree


def through_a_conditional(x):
    return tf.cond(tf.reduce_sum(x) > 1.0, lambda: tf.reduce_sum(tf.sin(x) * x), lambda: tf.reduce_sum(x[0] ** 2))


def through_a_switch(x):
    index = tf.cast(x[0] > 0.0, tf.int32) + tf.cast(x[0] > 1.0, tf.int32)
    return tf.switch_case(
        index, [lambda: tf.reduce_sum(x**3), lambda: tf.reduce_prod(x), lambda: tf.constant(1.0, tf.float64)]
    )


def through_a_loop(x):
    def body(i, y):
        return i + 1, tf.sin(y) * x + tf.cast(i, tf.float64)

    return tf.reduce_sum(tf.while_loop(lambda i, y: i < 4, body, (0, x))[1])


def through_a_loop_that_depends_on_its_values(x):
    return tf.reduce_sum(
        tf.while_loop(lambda y: tf.reduce_sum(y) < 50.0, lambda y: (y * 1.5 + x**2,), (x * x + 1.0,))[0]
    )


def through_a_loop_without_iterations(x):
    return tf.reduce_sum(tf.while_loop(lambda y: tf.reduce_sum(y) < -50.0, lambda y: (y * x,), (x * 2.0,))[0])


def through_nested_loops(x):
    def outer(i, y):
        def inner(j, z):
            return j + 1, tf.tanh(z * x) + z

        _, y = tf.while_loop(lambda j, z: j < i, inner, (0, y))
        return i + 1, y * y[0]

    return tf.reduce_sum(tf.while_loop(lambda i, y: i < 4, outer, (0, x))[1])


def through_a_conditional_in_a_loop(x):
    def body(i, y):
        return i + 1, tf.cond(i % 2 == 0, lambda: y * x, lambda: tf.exp(y * 0.1) + x)

    return tf.reduce_sum(tf.while_loop(lambda i, y: i < 5, body, (0, x))[1])


def through_a_loop_that_grows(x):
    def body(i, y):
        return i + 1, tf.concat([y, y * x[0]], 0)

    shapes = (tf.TensorShape([]), tf.TensorShape([None]))
    return tf.reduce_sum(tf.while_loop(lambda i, y: i < 3, body, (0, x), shape_invariants=shapes)[1])


def through_a_bounded_loop(x):
    return tf.reduce_sum(tf.while_loop(lambda y: True, lambda y: (y * x,), (x,), maximum_iterations=3)[0])


def through_a_call(x):
    square = tf.function(lambda y: y * y)
    return tf.reduce_sum(square(tf.sin(x)) * square(x))


def through_a_swap(x):
    def body(i, a, b):
        return i + 1, b * 2.0, a * x

    _, a, b = tf.while_loop(lambda i, a, b: i < 5, body, (0, x, x * x))
    return tf.reduce_sum(a * b)


@pytest.mark.parametrize(
    "function",
    [
        through_a_conditional, through_a_switch, through_a_loop, through_a_loop_that_depends_on_its_values,
        through_a_loop_without_iterations, through_nested_loops, through_a_conditional_in_a_loop,
        through_a_loop_that_grows, through_a_bounded_loop, through_a_call, through_a_swap,
    ],
)  # fmt: skip
@pytest.mark.parametrize("x", [[0.3, 0.4], [1.3, 0.2], [-0.4, 0.7]])
def test_gradient_is_that_of_differences(function, x) -> None:
    assert_gradients_agree(function, x)


@pytest.mark.parametrize(
    "function",
    [through_a_conditional, through_a_loop, through_nested_loops, through_a_conditional_in_a_loop, through_a_call],
)
def test_second_derivative_is_that_of_differences(function) -> None:
    def slope(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        return tf.reduce_sum(tape.gradient(y, x) * tf.constant([1.0, -2.0], tf.float64))

    assert_gradients_agree(slope, [0.8, 0.6])


def test_second_derivative_through_a_function_that_both_tapes_see() -> None:
    power = tf.function(lambda x: x**3)
    x = tf.constant(2.0)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = power(x)
        first = inner.gradient(y, x)
    assert first.numpy() == 12.0
    assert outer.gradient(first, x).numpy() == 12.0


def test_a_persistent_tape_differentiates_its_own_gradient_of_a_function() -> None:
    power = tf.function(lambda x: x**3)
    x = tf.constant(2.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = power(x)
        first = tape.gradient(y, x)
    assert tape.gradient(first, x).numpy() == 12.0


def test_third_derivative_through_a_staged_loop() -> None:
    @tf.function
    def eight_times_the_fourth_power(x):
        y = x
        for _ in tf.range(3):
            y = y * x * 2.0
        return y

    x = tf.constant(2.0)
    with tf.GradientTape() as c:
        c.watch(x)
        with tf.GradientTape() as b:
            b.watch(x)
            with tf.GradientTape() as a:
                a.watch(x)
                y = eight_times_the_fourth_power(x)
            first = a.gradient(y, x)
        second = b.gradient(first, x)
    assert [float(y), float(first), float(second), float(c.gradient(second, x))] == [128.0, 256.0, 384.0, 384.0]


def test_variables_in_branches_and_loops_have_gradients() -> None:
    a, b = tf.Variable(1.0), tf.Variable(2.0)

    @tf.function
    def f(x):
        y = x
        for _ in tf.range(2):
            if x > 0.0:
                y = y * a
            else:
                y = y * b * b
        return y

    for value, expected in ((2.0, (4.0, 0.0, 1.0)), (-2.0, (0.0, -64.0, 16.0))):
        x = tf.constant(value)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        assert tuple(float(g) for g in tape.gradient(y, [a, b, x])) == expected


def test_a_tape_in_a_loop_of_a_function() -> None:
    w = tf.Variable(5.0)

    @tf.function
    def descend():
        for _ in tf.range(100):
            with tf.GradientTape() as tape:
                loss = (w - 1.0) ** 2
            w.assign_sub(0.1 * tape.gradient(loss, w))

    descend()
    np.testing.assert_allclose(w.numpy(), 1.0, atol=1e-5)


def test_a_tape_around_a_loop_whose_gradient_is_taken_inside() -> None:
    @tf.function
    def f(x):
        total = 0.0
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            for i in tf.range(3):
                y = x * x * tf.cast(i, tf.float32)
                total += tape.gradient(y, x)
        return total

    assert f(tf.constant(2.0)).numpy() == 12.0


def test_captured_tensors_have_gradients_if_they_are_watched() -> None:
    c, x = tf.constant(3.0), tf.constant(2.0)
    f = tf.function(lambda x: x * c * c)
    with tf.GradientTape() as tape:
        tape.watch([c, x])
        y = f(x)
    assert [float(g) for g in tape.gradient(y, [c, x])] == [12.0, 9.0]


def test_a_variable_that_is_an_argument_has_a_gradient() -> None:
    @tf.function
    def f(v, x):
        for _ in tf.range(2):
            x = x * v
        return x

    for value, expected in ((3.0, 12.0), (5.0, 20.0)):
        v = tf.Variable(value)
        with tf.GradientTape() as tape:
            y = f(v, tf.constant(2.0))
        assert tape.gradient(y, v).numpy() == expected


def test_through_break_continue_and_return() -> None:
    @tf.function
    def f(x):
        for i in tf.range(10):
            x = x * 1.5
            if x > 10.0:
                break
            if i % 2 == 0:
                continue
            x = x + tf.sin(x)
        if x > 100.0:
            return x
        return x * x

    def plain(x):
        for i in range(10):
            x = x * 1.5
            if x > 10.0:
                break
            if i % 2 == 0:
                continue
            x = x + np.sin(x)
        return x if x > 100.0 else x * x

    for value in (1.0, 20.0, 0.01, 80.0):
        x = tf.constant(value, tf.float64)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        expected = (plain(value + 1e-7) - plain(value - 1e-7)) / 2e-7
        np.testing.assert_allclose(tape.gradient(y, x).numpy(), expected, rtol=1e-5)


def test_a_function_returns_the_indexed_slices_of_its_gradient() -> None:
    table = tf.Variable([[1.0, 2.0], [3.0, 4.0]])

    @tf.function
    def f(indices):
        with tf.GradientTape() as tape:
            y = tf.reduce_sum(tf.gather(table, indices) ** 2)
        return tape.gradient(y, table)

    slices = f(tf.constant([1, 1]))
    assert isinstance(slices, tf.IndexedSlices)
    assert slices.indices.numpy().tolist() == [1, 1]
    assert tf.convert_to_tensor(slices).numpy().tolist() == [[0.0, 0.0], [12.0, 16.0]]


def test_threads_that_differentiate_one_function_agree() -> None:
    @tf.function
    def f(x):
        y = x
        for _ in tf.range(3):
            y = y * x
        return y

    found = []

    def work() -> None:
        x = tf.constant(2.0)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        found.append(float(tape.gradient(y, x)))

    threads = [threading.Thread(target=work) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [32.0] * 16
    assert f.experimental_get_tracing_count() == 1


def test_tf_gradients_in_a_function() -> None:
    v = tf.Variable(2.0)

    @tf.function
    def f(x):
        y = x * x * v
        return tf.gradients([y, x], [x, v], grad_ys=[tf.constant(2.0), tf.constant(1.0)])

    assert [float(g) for g in f(tf.constant(3.0))] == [25.0, 18.0]


def test_tf_gradients_outside_of_functions_says_what_to_use() -> None:
    with pytest.raises(RuntimeError, match=r"Use tf\.GradientTape instead"):
        tf.gradients(tf.constant(1.0), tf.constant(1.0))


def test_the_gradient_of_a_function_is_built_once() -> None:
    square = tf.function(lambda x: x * x)
    x = tf.constant(2.0)
    graph = square.get_concrete_function(x).graph

    def slope():
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = square(x)
        return tape.gradient(y, x)

    slope()
    first = linearize(graph)
    slope()
    assert linearize(graph) is first


def test_the_forward_graph_keeps_only_what_the_backward_graph_needs() -> None:
    graph = tf.function(lambda x: tf.exp(x * 2.0)).get_concrete_function(tf.constant(1.0)).graph
    derived = linearize(graph)
    kept = derived.forward.outputs[len(graph.outputs) :]
    assert [y.node.type for y in kept] == ["Exp"]
    assert derived.residuals == (("output", 1),)


def test_effects_of_a_function_happen_once_under_a_tape() -> None:
    count = tf.Variable(0)

    @tf.function
    def f(x):
        count.assign_add(1)
        return x * x

    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    assert tape.gradient(y, x).numpy() == 6.0
    assert count.numpy() == 1


def test_random_values_are_those_of_the_forward_run() -> None:
    @tf.function
    def f(x):
        return x * tf.random.uniform([])

    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    assert tape.gradient(y, x).numpy() == y.numpy()


def test_a_loop_of_many_iterations() -> None:
    @tf.function
    def f(x, n):
        y = x
        for _ in tf.range(n):
            y = y * 0.9999 + x
        return y

    x = tf.constant(1.0, tf.float64)
    n = tf.constant(20000)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x, n)
    np.testing.assert_allclose(tape.gradient(y, x).numpy(), y.numpy(), rtol=1e-9)


def through_all_kinds(x):
    return through_nested_loops(x) + through_a_conditional_in_a_loop(x) * through_a_switch(x) + through_a_call(x)


@pytest.mark.parametrize(
    "function",
    [through_a_conditional, through_a_loop, through_nested_loops, through_a_call, through_a_switch, through_all_kinds],
)
@pytest.mark.parametrize("is_sealed", [True, False])
def test_linearizing_leaves_the_graph_as_it_is_and_makes_the_same_twice(function, is_sealed):
    graph = Graph("f")
    with graph.as_default():
        x = graph.placeholder(tf.TensorSpec([3], tf.float64), "x")
        graph.inputs.append(x)
        graph.outputs.append(function(x))
    if is_sealed:
        graph.seal()
    before, names = str(graph), graph.next_name("EmptyStack")
    texts = []
    for _ in range(2):
        linearizations.clear()
        found = linearize(graph)
        texts.append((str(found.forward), str(found.backward)))
        assert (str(graph), graph.next_name("EmptyStack")) == (before, names)
        assert not {id(node) for node in found.forward.nodes} & {id(node) for node in graph.nodes}
    assert texts[0] == texts[1]
