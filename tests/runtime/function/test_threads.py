"""Sixteen threads use functions that none has called before."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

import runtime as tf

THREADS = 16


def in_threads(call: Callable[[int], Any]) -> tuple[list[Any], list[BaseException]]:
    """What the calls return, None for those that raise, and what these raise."""
    results: list[Any] = [None] * THREADS
    errors: list[BaseException] = []
    start = threading.Barrier(THREADS)

    def run(number: int) -> None:
        start.wait()
        try:
            results[number] = call(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,), daemon=True) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive(), "the threads wait for one another"
    return results, errors


def test_nested_functions_trace_each_type_once_and_agree():
    traces = []

    @tf.function
    def inner(x):
        traces.append("inner")
        total = x * 0
        for _ in tf.range(3):
            total += x
        return total

    @tf.function
    def outer(x, factor):
        traces.append("outer")
        if tf.reduce_sum(x) > 0:
            y = inner(x)
        else:
            y = -inner(x)
        return y * factor

    calls = [(tf.constant([1.0] * (1 + i % 3)), i % 2) for i in range(THREADS)]
    results, errors = in_threads(lambda i: [outer(*calls[i]).numpy().tolist() for _ in range(3)][-1])
    assert not errors
    assert results == [[3.0 * (i % 2)] * (1 + i % 3) for i in range(THREADS)]
    assert (traces.count("outer"), traces.count("inner")) == (6, 3)


def test_a_variable_is_created_once():
    created = []

    class Total(tf.Module):
        def __init__(self):
            super().__init__()
            self.value = None

        @tf.function
        def __call__(self, x):
            if self.value is None:
                self.value = tf.Variable(x * 0)
                created.append(1)
            self.value.assign_add(x)

    total = Total()
    _, errors = in_threads(lambda i: total(tf.constant(1.0)))
    assert not errors
    assert (len(created), float(total.value)) == (1, 16.0)


def test_functions_that_call_each_other_do_not_wait_for_each_other():
    @tf.function
    def even(n, x):
        return odd(n - 1, x) + 1.0 if n > 0 else x

    @tf.function
    def odd(n, x):
        return even(n - 1, x) * 2.0 if n > 0 else x

    results, errors = in_threads(lambda i: float((odd if i % 2 else even)(4, tf.constant(1.0))))
    assert not errors
    assert results == [7.0, 10.0] * (THREADS // 2)


def test_errors_stay_in_the_threads_that_cause_them():
    @tf.function
    def f(x, k):
        if k % 4 == 0:
            raise KeyError(k)
        tf.debugging.assert_less(x, 3)
        return x + k

    results, errors = in_threads(lambda i: int(f(tf.constant(i), i % 5)))
    assert [x for x in results if x is not None] == [2, 4]
    assert {type(error) for error in errors} == {KeyError, tf.errors.InvalidArgumentError}


@pytest.mark.parametrize("staged", [False, True])
def test_gradients_of_one_function(staged):
    @tf.function
    def cube(x):
        y = tf.ones_like(x)
        for _ in tf.range(3):
            y = y * x
        return y

    def slope(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = cube(x)
        return tape.gradient(y, x)

    function = tf.function(slope) if staged else slope
    results, errors = in_threads(lambda i: float(function(tf.constant(float(i)))))
    assert not errors
    assert results == [3.0 * i * i for i in range(THREADS)]


def test_a_function_called_by_python_in_the_graph():
    inner = tf.function(lambda x: x * 2.0)
    outer = tf.function(lambda x: tf.py_function(inner, [x], tf.float32))
    results, errors = in_threads(lambda i: outer(tf.constant([1.0] * (1 + i % 2))).numpy().tolist())
    assert not errors
    assert results == [[2.0], [2.0, 2.0]] * (THREADS // 2)
