"""`map_fn`, `foldl`, `foldr`, `scan`, `vectorized_map`: eagerly and in a function, against what TensorFlow gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.control.functional import foldl, foldr, map_fn, scan, vectorized_map


def double_above_two(x):
    if x > 2:
        return x * 2
    return x


CASES: list[tuple[Callable[[], Any], Any]] = [
    (lambda: map_fn(lambda x: x * x, tf.constant([1, 2, 3])), [1, 4, 9]),
    (lambda: map_fn(double_above_two, tf.constant([1, 2, 3])), [1, 2, 6]),
    (lambda: map_fn(lambda p: p[0] + p[1], (tf.constant([1, 2]), tf.constant([4, 5])), fn_output_signature=tf.int32), [5, 7]),
    (lambda: map_fn(lambda x: (x, tf.cast(x, tf.float32) / 2), tf.constant([1, 2]), fn_output_signature=(tf.int32, tf.float32)), ([1, 2], [0.5, 1.0])),
    (lambda: map_fn(lambda x: x, tf.zeros([0, 2])), np.zeros([0, 2])),
    (lambda: map_fn(lambda i: tf.fill([2], i), tf.range(3)), [[0, 0], [1, 1], [2, 2]]),
    (lambda: foldl(lambda total, x: total * 2 + x, tf.constant([1, 2, 3]), 7), 67),
    (lambda: foldl(lambda total, x: total * 2 + x, tf.constant([1, 2, 3])), 11),
    (lambda: foldr(lambda total, x: total * 2 + x, tf.constant([1, 2, 3]), 7), 73),
    (lambda: scan(lambda total, x: total + x, tf.constant([1, 2, 3])), [1, 3, 6]),
    (lambda: scan(lambda total, x: total + x, tf.constant([1, 2, 3]), reverse=True), [6, 5, 3]),
    (lambda: scan(lambda a, x: (a[1], a[0] + a[1] + x), tf.range(6), (0, 1)), ([1, 1, 3, 6, 12, 22], [1, 3, 6, 12, 22, 39])),
    (lambda: vectorized_map(lambda x: tf.reduce_sum(x), tf.constant([[1, 2], [3, 4]])), [3, 7]),
]  # fmt: skip


@pytest.mark.parametrize(("call", "expected"), CASES)
def test_eager_and_staged_calls_give_what_was_recorded(call: Callable[[], Any], expected: Any) -> None:
    for results in (call(), tf.function(call)()):
        for found, wanted in zip(tf.nest.flatten(results), _leaves(expected), strict=True):
            np.testing.assert_array_equal(found, wanted)


def _leaves(expected: Any) -> list[Any]:
    return list(expected) if isinstance(expected, tuple) else [expected]


def test_the_function_is_traced_once_whatever_the_number_of_slices() -> None:
    traced = []

    @tf.function
    def squares(n):
        return map_fn(lambda x: (traced.append("once"), x * x)[1], tf.range(n))

    assert squares(tf.constant(4)).numpy().tolist() == [0, 1, 4, 9]
    assert squares(tf.constant(2)).numpy().tolist() == [0, 1]
    assert len(traced) == 1


def test_results_of_unknown_size_are_stacked() -> None:
    @tf.function
    def rows(n):
        return map_fn(lambda i: tf.fill([n], i), tf.range(3))

    assert rows(tf.constant(2)).numpy().tolist() == [[0, 0], [1, 1], [2, 2]]


def test_what_is_not_a_function_is_refused() -> None:
    with pytest.raises(TypeError, match="not callable"):
        map_fn(1, tf.constant([1]))


def test_a_promise_of_another_dtype_is_refused() -> None:
    with pytest.raises(TypeError, match="returns float32 where int32 is expected"):
        map_fn(lambda x: tf.cast(x, tf.float32), tf.constant([1]))


def test_an_empty_tensor_is_mapped_to_what_the_function_would_return() -> None:
    assert vectorized_map(lambda x: tf.reduce_sum(x), tf.zeros([0, 3])).shape == [0]
    with pytest.raises(tf.errors.OutOfRangeError, match="Tried to read from index 0 but array size is: 0"):
        scan(lambda total, x: total + x, tf.zeros([0]))


GRADIENTS: list[tuple[str, Callable[[Any], Any]]] = [
    ("map_fn", lambda x: map_fn(lambda row: tf.sin(row) * row, x)),
    ("vectorized_map", lambda x: vectorized_map(lambda row: tf.reduce_prod(row), x)),
    ("scan", lambda x: scan(lambda total, row: total * row + 1.0, x)),
    ("scan from the end", lambda x: scan(lambda total, row: total * row, x, tf.ones([2], tf.float64), reverse=True)),
    ("foldl", lambda x: foldl(lambda total, row: tf.tanh(total + row), x)),
    ("foldr", lambda x: foldr(lambda total, row: tf.tanh(total * row), x)),
]


@pytest.mark.parametrize(("name", "function"), GRADIENTS, ids=[name for name, _ in GRADIENTS])
def test_gradients_are_those_of_differences_eagerly_and_staged(name: str, function: Callable[[Any], Any]) -> None:
    start = np.array([[0.3, -0.7], [0.9, 0.4], [-0.2, 1.1]])

    def total(x: Any) -> Any:
        return tf.reduce_sum(tf.square(function(x)))

    expected = np.zeros_like(start)
    for place in np.ndindex(*start.shape):
        step = np.zeros_like(start)
        step[place] = 1e-6
        expected[place] = (total(tf.constant(start + step)) - total(tf.constant(start - step))).numpy() / 2e-6
    for run in (total, tf.function(total)):
        x = tf.constant(start)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = run(x)
        np.testing.assert_allclose(tape.gradient(y, x), expected, rtol=1e-6, atol=1e-8)


def test_results_are_kept_in_a_list_that_no_iteration_copies() -> None:
    graph = tf.function(lambda x: scan(lambda total, row: total + row, x)).get_concrete_function(tf.zeros([5])).graph
    (loop,) = [node for node in graph.nodes if node.type.endswith("While")]
    written = [node.type for node in loop.regions[1].nodes]
    assert "TensorListSetItem" in written
    assert "TensorScatterUpdate" not in written
