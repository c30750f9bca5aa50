"""Handlers: who sees an operation, in which order, in which thread, and what is left when a handler goes."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import runtime as tf
from runtime.ir import handlers


class Log(handlers.Handler):
    """Notes the names of operations, and of graphs that are called, under its own name."""

    def __init__(self, name, notes):
        self.name = name
        self.notes = notes

    def apply(self, proceed, op, inputs, attrs):
        self.notes.append((self.name, op.name))
        return proceed(op, inputs, attrs)

    def call(self, proceed, graph, tensors):
        self.notes.append((self.name, graph.name))
        return proceed(graph, tensors)


def in_a_thread(function):
    """What `function` returns in a thread of its own."""
    results = []
    thread = threading.Thread(target=lambda: results.append(function()))
    thread.start()
    thread.join()
    (result,) = results
    return result


@pytest.fixture(autouse=True)
def nothing_is_left():
    before = handlers.installed()
    yield
    assert handlers.installed() == before
    assert handlers.local.thread.apply is None


def test_the_innermost_handler_sees_an_operation_first_and_passes_it_on():
    notes = []
    with handlers.only([Log("outer", notes), Log("inner", notes)]):
        z = tf.add(tf.constant(1), 2)
    assert int(z) == 3
    assert notes == [("inner", "AddV2"), ("outer", "AddV2")]


def test_a_handler_may_pass_on_another_operation():
    class Doubling(handlers.Handler):
        def apply(self, proceed, op, inputs, attrs):
            return proceed(op, [*inputs[:1]] * len(inputs), attrs)

    x = tf.constant(5)
    with handlers.only([Doubling()]):
        assert int(tf.add(x, 1)) == 10
        assert int(tf.function(lambda: tf.add(x, 1))()) == 10


def test_nodes_of_a_graph_pass_the_handlers_when_they_are_added_and_not_when_they_are_copied():
    notes = []
    x = tf.constant(2.0)
    f = tf.function(lambda x: tf.exp(x))
    with handlers.only([Log("log", notes)]):
        f.get_concrete_function(x)
        assert [name for _, name in notes].count("Exp") == 1
        notes.clear()
        f(x)  # optimises and plans the graph
    assert [name for _, name in notes] == [f.get_concrete_function(x).graph.name]


def test_a_graph_is_called_beneath_its_handlers():
    class Instead(handlers.Handler):
        def call(self, proceed, graph, tensors):
            return proceed(negation, tensors)

    x = tf.constant(2.0)
    negation = tf.function(lambda x: -x).get_concrete_function(x).graph
    f = tf.function(lambda x: x + 1.0)
    assert float(f(x)) == 3.0
    with handlers.only([Instead()]):
        assert float(f(x)) == -2.0


def test_handlers_are_removed_in_any_order_and_by_identity():
    notes = []
    first, second = Log("first", notes), Log("second", notes)
    handlers.install(first)
    handlers.install(second)
    handlers.remove(first)
    tf.add(tf.constant(1), 2)
    handlers.remove(second)
    handlers.remove(second)
    tf.add(tf.constant(1), 2)
    assert notes == [("second", "AddV2")]


def test_a_handler_is_gone_after_an_exception():
    notes = []
    with pytest.raises(ZeroDivisionError), handlers.only([Log("log", notes)]):
        1 / 0
    tf.add(tf.constant(1), 2)
    x = tf.constant(3.0)
    with pytest.raises(ZeroDivisionError), tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        1 / 0
    z = x * y
    assert tape.gradient([y, z], x) is not None
    assert notes == []
    assert handlers.local.thread.apply is None


def test_a_handler_belongs_to_its_thread():
    notes = []
    with handlers.only([Log("log", notes)]):
        assert in_a_thread(lambda: (handlers.installed(), int(tf.add(tf.constant(1), 2)))) == ((), 3)
    assert notes == []


def test_a_handler_that_is_installed_everywhere_is_one_of_threads_before_and_after():
    notes = []
    log = Log("log", notes)
    begun, go_on = threading.Event(), threading.Event()

    def early():
        with tf.GradientTape():
            begun.set()
            go_on.wait(10)
            return int(tf.add(tf.constant(1), 2))

    results = []
    thread = threading.Thread(target=lambda: results.append(early()))
    thread.start()
    begun.wait(10)
    handlers.install_everywhere(log)
    go_on.set()
    thread.join()
    in_a_thread(lambda: int(tf.subtract(tf.constant(1), 2)))
    handlers.remove_everywhere(log)
    in_a_thread(lambda: int(tf.multiply(tf.constant(1), 2)))
    assert results == [3]
    assert notes == [("log", "AddV2"), ("log", "Sub")]


def test_a_tape_in_one_thread_does_not_record_a_trace_in_another():
    x = tf.constant(3.0)
    f = tf.function(lambda x: x * x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = in_a_thread(lambda: f(x))
        z = f(x) + x * y
    assert float(tape.gradient(y, x) or 0.0) == 0.0
    assert float(y) == 9.0
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = in_a_thread(lambda: f(x))
        z = f(x) + x * y
    assert float(tape.gradient(z, x)) == 6.0 + 9.0


def test_tapes_and_traces_in_many_threads_at_once():
    def work(n):
        f = tf.function(lambda x: tf.sin(x) * n)
        x = tf.constant(float(n))
        for _ in range(5):
            with tf.GradientTape() as outer:
                outer.watch(x)
                with tf.GradientTape() as tape:
                    tape.watch(x)
                    y = f(x)
                first = tape.gradient(y, x)
            second = outer.gradient(first, x)
            np.testing.assert_allclose(first, np.cos(n) * n, 1e-5)
            np.testing.assert_allclose(second, -np.sin(n) * n, 1e-5)
        return handlers.installed()

    results = []
    threads = [threading.Thread(target=lambda n=n: results.append(work(n))) for n in range(1, 7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [()] * 6


def test_a_tape_inside_of_a_trace_inside_of_a_tape():
    @tf.function
    def slope(x):
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = x * x * x
        return inner.gradient(y, x)

    x = tf.constant(2.0)
    for _ in range(2):  # traced under the tape, and called under it
        with tf.GradientTape() as outer:
            outer.watch(x)
            y = slope(x)
        assert float(y) == 12.0
        assert float(outer.gradient(y, x)) == 12.0


def test_two_tapes_beside_each_other_take_gradients_of_the_same_call():
    x = tf.constant(2.0)
    f = tf.function(lambda x: (x * x, tf.exp(x) * x))
    with tf.GradientTape() as one, tf.GradientTape() as other:
        one.watch(x)
        other.watch(x)
        y, z = f(x)
    assert float(one.gradient(y, x)) == 4.0
    np.testing.assert_allclose(other.gradient(z, x), 3 * np.exp(2.0), 1e-6)


def test_three_tapes_around_a_call_take_the_third_derivative():
    x = tf.constant(2.0)
    f = tf.function(lambda x: x**4.0)
    with tf.GradientTape() as a:
        a.watch(x)
        with tf.GradientTape() as b:
            b.watch(x)
            with tf.GradientTape() as c:
                c.watch(x)
                y = f(x)
            first = c.gradient(y, x)
        second = b.gradient(first, x)
    np.testing.assert_allclose(a.gradient(second, x), 48.0, 1e-5)


def test_a_tape_that_a_generator_holds_records_until_the_generator_ends():
    x = tf.constant(3.0)

    def tapes():
        with tf.GradientTape() as tape:
            tape.watch(x)
            yield tape

    generator = tapes()
    tape = next(generator)
    with tf.GradientTape() as other:
        other.watch(x)
        y = x * x
        generator.close()
        z = y * x
    assert float(tape.gradient(y, x)) == 6.0
    assert float(other.gradient(z, x)) == 27.0
