"""What variables refuse, and updates of their rows and elements. The values are TensorFlow 2.21's."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import runtime as tf


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("scatter_update", [3, 2, 5, 4]),
        ("scatter_add", [4, 2, 8, 4]),
        ("scatter_sub", [-2, 2, -2, 4]),
        ("scatter_mul", [3, 2, 15, 4]),
        ("scatter_div", [1 / 3, 2, 3 / 5, 4]),
        ("scatter_max", [3, 2, 5, 4]),
        ("scatter_min", [1, 2, 3, 4]),
    ],
)
@pytest.mark.parametrize("staged", [False, True])
def test_rows_are_updated_by_slices(method, expected, staged):
    variable = tf.Variable([1.0, 2.0, 3.0, 4.0])
    update = getattr(variable, method)
    if staged:
        update = tf.function(update, autograph=False)
    update(tf.IndexedSlices(tf.constant([3.0, 5.0]), tf.constant([0, 2])))
    np.testing.assert_allclose(variable.numpy(), expected, rtol=1e-6)


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("scatter_nd_update", [[1, 7], [3, 4]]),
        ("scatter_nd_add", [[1, 9], [3, 4]]),
        ("scatter_nd_sub", [[1, -5], [3, 4]]),
        ("scatter_nd_max", [[1, 7], [3, 4]]),
        ("scatter_nd_min", [[1, 2], [3, 4]]),
    ],
)
def test_elements_are_updated_at_positions(method, expected):
    variable = tf.Variable([[1, 2], [3, 4]])
    getattr(variable, method)([[0, 1]], [7])
    assert variable.numpy().tolist() == expected


@pytest.mark.parametrize("staged", [False, True])
def test_rows_of_batches_are_updated(staged):
    """As TensorFlow 2.21 does it."""
    variable = tf.Variable(tf.zeros([2, 3]))
    update = tf.function(variable.batch_scatter_update) if staged else variable.batch_scatter_update
    update(tf.IndexedSlices(tf.constant([[1.0, 2.0], [3.0, 4.0]]), tf.constant([[0, 1], [1, 2]])))
    assert variable.numpy().tolist() == [[1, 2, 0], [0, 3, 4]]
    variable.batch_scatter_update(tf.IndexedSlices(tf.constant([[7.0, 8.0, 9.0]]), tf.constant([1])))
    assert variable.numpy().tolist() == [[1, 2, 0], [7, 8, 9]]


def test_updates_of_one_row_add_up():
    variable = tf.Variable([0.0, 0.0])
    variable.scatter_add(tf.IndexedSlices(tf.constant([1.0, 2.0, 4.0]), tf.constant([1, 1, 0])))
    assert variable.numpy().tolist() == [4, 3]


@pytest.mark.parametrize(
    ("update", "message"),
    [
        (lambda v: v.scatter_add(tf.IndexedSlices([1.0], [7])), r"indices\[0\] = 7 is not in \[0, 2\)"),
        (lambda v: v.scatter_nd_add([[0], [9]], [1.0, 1.0]), r"indices\[1\] = \[9\] does not index into shape \[2\]"),
        (lambda v: v.scatter_nd_add([[0]], [1.0, 2.0, 3.0]), r"Must have updates.shape = indices.shape"),
    ],
)
def test_an_index_out_of_range_leaves_the_variable_as_it_was(update, message):
    variable = tf.Variable([1.0, 2.0])
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        update(variable)
    assert variable.numpy().tolist() == [1, 2]


def test_rows_are_updated_by_slices_only():
    with pytest.raises(TypeError, match=r"Argument `sparse_delta` must be a `tf.IndexedSlices`"):
        tf.Variable([1.0]).scatter_add([1.0])


@pytest.mark.parametrize("statement", ["v += 1.0", "v -= 1.0", "v *= 2.0", "v /= 2.0", "v **= 2.0", "v //= 2.0"])
def test_assignment_in_place_is_refused(statement):
    names = {"v": tf.Variable(3.0)}
    with pytest.raises(
        RuntimeError, match=r"^`variable .* value` with `tf.Variable`s is not supported. Use `variable."
    ):
        exec(statement, names)
    assert float(names["v"]) == 3.0


def test_an_update_of_another_shape_is_refused_while_the_graph_is_built():
    variable = tf.Variable([1.0, 2.0])

    @tf.function
    def f():
        variable.assign_add([1.0])

    with pytest.raises(ValueError, match=r"of shape \(2,\) with a tensor of shape \(1,\): the shapes must be equal"):
        f()


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))])
def test_a_copy_is_a_variable_of_its_own(copied):
    variable = tf.Variable([1.0, 2.0], name="weights", trainable=False)
    other = copied(variable)
    other.assign([3.0, 4.0])
    assert variable.numpy().tolist() == [1, 2]
    assert (other.name, other.trainable, other.dtype) == ("weights:0", False, tf.float32)
