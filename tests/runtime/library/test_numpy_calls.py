"""Functions of NumPy that a graph calls itself: types by example, what they raise, what is saved of them."""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np
import pytest

import runtime as tf
from runtime.library.numpy_calls import CALL
from runtime.tensor.dispatch import apply

VECTOR = tf.TensorSpec([None], tf.float32)
SCALAR = {"output_types": [tf.float32], "output_shapes": [tf.TensorShape([])]}


def _shapes(function):
    return [part.shape.as_list() for part in function.get_concrete_function().structured_outputs]


def test_lengths_that_are_not_known_are_not_taken_from_the_examples() -> None:
    @tf.function(input_signature=[VECTOR])
    def found(x):
        return np.median(x), np.diff(x), np.intersect1d(x, [100.0]), np.interp(x, [0.0, 1.0, 2.0], [5.0, 6.0, 8.0])

    assert _shapes(found) == [[], [None], [None], [None]]
    median, differences, common, between = found(tf.constant([2.0, 100.0, 1.0]))
    assert (median.numpy(), differences.numpy().tolist(), common.numpy().tolist()) == (2.0, [98.0, -99.0], [100.0])
    assert between.numpy().tolist() == [8.0, 8.0, 6.0]


@pytest.mark.parametrize("mode", ["full", "same", "valid"])
def test_arrays_of_which_the_longer_says_the_length_may_be_of_any(mode: str) -> None:
    @tf.function(input_signature=[VECTOR, VECTOR, tf.TensorSpec([3], tf.float32)])
    def found(x, y, z):
        return np.convolve(x, y, mode), np.convolve(x, z, mode)

    assert _shapes(found) == [[None], [None]]
    x, y, z = np.arange(7.0), np.arange(1.0, 5.0), np.array([1.0, 0.5, 0.0])
    for made, expected in zip(found(*map(np.float32, (x, y, z))), (y, z), strict=True):
        np.testing.assert_allclose(made, np.convolve(x, expected, mode))


def test_a_known_shape_gives_known_shapes_unless_values_decide() -> None:
    @tf.function(input_signature=[tf.TensorSpec([3, 2], tf.float32)])
    def found(x):
        q, r = np.linalg.qr(x)
        return q, r, np.unique(x), np.nonzero(x)[0], np.cov(x)

    assert _shapes(found) == [[3, 2], [2, 2], [None], [None], [3, 3]]
    x = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]])
    q, r, *_ = found(x)
    np.testing.assert_allclose(q @ r, x, rtol=1e-5)


def test_what_is_known_takes_the_precision_of_the_tensors() -> None:
    @tf.function
    def found(x, n):
        return (
            np.interp(x, np.array([0.0, 1.0]), [2.0, 3.0]),
            np.searchsorted(x, 0.5),
            np.gcd(n, 6),
            np.polyval([1, 2], n),
        )

    made = found(tf.constant([0.25, 1.0]), tf.constant(4))
    assert [part.dtype for part in made] == [tf.float32, tf.int32, tf.int32, tf.int32]


def test_a_handler_catches_what_numpy_raises_of_values() -> None:
    @tf.function
    def solved(x):
        try:
            return np.linalg.inv(x)[0, 0]
        except np.linalg.LinAlgError:
            return -1.0

    assert solved(tf.constant([[2.0, 0.0], [0.0, 4.0]])).numpy() == 0.5
    assert solved(tf.constant([[2.0, 4.0], [1.0, 2.0]])).numpy() == -1.0


def test_another_exception_is_numpys_own() -> None:
    @tf.function(input_signature=[VECTOR, tf.TensorSpec([], tf.int32)])
    def longer(x, place):
        return np.insert(x, place, 7.0)

    assert longer(tf.constant([1.0, 2.0]), tf.constant(1)).numpy().tolist() == [1.0, 7.0, 2.0]
    with pytest.raises(IndexError, match="index 5 is out of bounds for axis 0 with size 2"):
        longer(tf.constant([1.0, 2.0]), tf.constant(5))


def test_a_derivative_is_missed_only_where_it_is_asked_for() -> None:
    @tf.function
    def sum_and_middle(x):
        return tf.reduce_sum(x * x), np.median(x)

    x = tf.constant([1.0, 2.0, 4.0])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        total, middle = sum_and_middle(x)
    assert tape.gradient(total, x).numpy().tolist() == [2.0, 4.0, 8.0]
    with pytest.raises(tf.errors.UnimplementedError, match=r"np\.median has no derivative where it is staged"):
        tape.gradient(middle, x)


def test_an_array_of_the_graph_is_not_written_to() -> None:
    x = np.ones(3)

    @tf.function
    def stored(t):
        return np.median(np.ones((2, 3)) * t, 0, x)

    with pytest.raises((TypeError, ValueError)):
        stored(tf.constant(2.0))
    assert x.tolist() == [1.0, 1.0, 1.0]


def test_a_call_is_saved_by_its_name(tmp_path: Path) -> None:
    module = tf.Module()
    module.spread = tf.function(lambda x: np.ptp(x, axis=0), input_signature=[VECTOR])
    tf.saved_model.save(module, str(tmp_path))
    assert tf.saved_model.load(str(tmp_path)).spread(tf.constant([1.0, 5.0])).numpy() == 4.0


def test_only_the_functions_of_the_table_are_called() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="not one of the functions"):
        apply(CALL, [tf.constant(1.0)], {"function": "load", "arguments": "(('file',), {})", **SCALAR})


def test_a_result_of_another_type_than_the_graph_has_is_refused() -> None:
    with pytest.raises(
        tf.errors.InvalidArgumentError, match=r"np\.diff gave int64 of shape \(1,\), not float32 of \(\)"
    ):
        apply(CALL, [tf.constant(1.0)], {"function": "diff", "arguments": "(([1, 2],), {})", **SCALAR})


def test_lengths_that_staged_numbers_say_are_not_known() -> None:
    @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
    def found(n):
        return np.arange(n, n + 4), np.histogram([1.0, 2.0, 3.0], n)[0], np.linspace(0.0, 1.0, n), np.eye(n)

    assert _shapes(found) == [[None], [None], [None], [None, None]]
    counted, counts, spaced, matrix = found(tf.constant(3))
    assert counted.numpy().tolist() == [3, 4, 5, 6]
    assert (counts.numpy().tolist(), spaced.numpy().tolist()) == ([1, 1, 1], [0.0, 0.5, 1.0])
    assert matrix.shape.as_list() == [3, 3]


def test_squares_of_booleans_are_numbers_as_numpys_are() -> None:
    @tf.function
    def found(x, y):
        return np.square(x) + np.square(y)

    x, y = np.array([True, False, True]), np.array([True, False, False])
    made = found(tf.constant(x), tf.constant(y)).numpy()
    assert (made.tolist(), made.dtype) == ([2, 0, 1], (np.square(x) + np.square(y)).dtype)


def test_rounded_booleans_are_floats_as_those_of_rint_are() -> None:
    @tf.function
    def found(x):
        return np.round(x) + np.round(x), x.round(), np.rint(x)

    x = np.array([True, False])
    doubled, rounded, whole = found(tf.constant(x))
    assert (doubled.numpy().tolist(), rounded.numpy().tolist()) == ([2.0, 0.0], [1.0, 0.0])
    assert doubled.dtype == rounded.dtype == whole.dtype
    assert tf.function(lambda x: np.round(x))(tf.constant([7, 8])).dtype == tf.int32


@pytest.mark.parametrize("name", ["dot", "inner", "matmul", "vdot", "einsum"])
def test_products_of_booleans_are_booleans_as_numpys_are(name: str) -> None:
    function = functools.partial(np.einsum, "ij,jk->ik") if name == "einsum" else getattr(np, name)

    @tf.function
    def found(x):
        return function(x, x), function(x, [[1, 2], [3, 4]])

    x = np.array([[True, True], [False, True]])
    for made, expected in zip(found(tf.constant(x)), (function(x, x), function(x, [[1, 2], [3, 4]])), strict=True):
        assert (made.numpy().tolist(), made.numpy().dtype.kind) == (expected.tolist(), expected.dtype.kind)


@pytest.mark.parametrize("of_all", [np.max, np.min, np.argmax, max, min])
def test_of_no_elements_there_is_no_largest_one(of_all) -> None:
    @tf.function(input_signature=[tf.TensorSpec([None])])
    def largest(x):
        return of_all(x)

    assert float(largest(tf.constant([2.0, 2.0]))) == of_all(np.array([2.0, 2.0]))
    with pytest.raises(ValueError) as raised:
        largest(tf.zeros([0]))
    with pytest.raises(ValueError) as of_numpy:
        of_all(np.zeros(0) if of_all not in (max, min) else [])
    assert str(of_numpy.value) in str(raised.value)
