"""Sparse tensors: print, convert and compute as in TensorFlow 2.21."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf


def _example() -> tf.SparseTensor:
    return tf.sparse.SparseTensor(indices=[[0, 0], [1, 2]], values=[1, 2], dense_shape=[3, 4])


def test_it_prints_its_parts() -> None:
    assert str(_example()) == (
        "SparseTensor(indices=tf.Tensor(\n[[0 0]\n [1 2]], shape=(2, 2), dtype=int64), values=tf.Tensor([1 2], "
        "shape=(2,), dtype=int32), dense_shape=tf.Tensor([3 4], shape=(2,), dtype=int64))"
    )
    assert _example().shape.as_list() == [3, 4]


def test_it_becomes_dense_and_comes_from_dense() -> None:
    dense = tf.sparse.to_dense(_example())
    assert dense.numpy().tolist() == [[1, 0, 0, 0], [0, 0, 2, 0], [0, 0, 0, 0]]
    assert tf.sparse.to_dense(_example(), default_value=-1)[2].numpy().tolist() == [-1] * 4
    back = tf.sparse.from_dense(dense)
    assert back.indices.numpy().tolist() == [[0, 0], [1, 2]]
    assert back.values.numpy().tolist() == [1, 2]


@pytest.mark.parametrize(
    ("compute", "expected"),
    [
        (lambda s: tf.sparse.add(s, s), [[2, 0, 0, 0], [0, 0, 4, 0], [0, 0, 0, 0]]),
        (lambda s: s * 3, [[3, 0, 0, 0], [0, 0, 6, 0], [0, 0, 0, 0]]),
        (lambda s: -s, [[-1, 0, 0, 0], [0, 0, -2, 0], [0, 0, 0, 0]]),
        (lambda s: s.with_values([5, 6]), [[5, 0, 0, 0], [0, 0, 6, 0], [0, 0, 0, 0]]),
        (lambda s: tf.sparse.map_values(tf.square, s), [[1, 0, 0, 0], [0, 0, 4, 0], [0, 0, 0, 0]]),
        (lambda s: tf.sparse.slice(s, [0, 0], [2, 2]), [[1, 0], [0, 0]]),
        (lambda s: tf.sparse.transpose(s), [[1, 0, 0], [0, 0, 0], [0, 2, 0], [0, 0, 0]]),
        (lambda s: tf.sparse.reshape(s, [2, -1]), [[1, 0, 0, 0, 0, 0], [2, 0, 0, 0, 0, 0]]),
        (lambda s: tf.sparse.expand_dims(s, 0), [[[1, 0, 0, 0], [0, 0, 2, 0], [0, 0, 0, 0]]]),
        (lambda s: tf.sparse.retain(s, [False, True]), [[0, 0, 0, 0], [0, 0, 2, 0], [0, 0, 0, 0]]),
        (lambda s: tf.sparse.reorder(tf.SparseTensor([[1], [0]], [1, 2], [2])), [2, 1]),
    ],
)
def test_operations_give_sparse_tensors(compute, expected) -> None:
    assert tf.sparse.to_dense(compute(_example())).numpy().tolist() == expected


def test_products_and_sums_are_dense() -> None:
    sparse = tf.cast(_example(), tf.float32)
    np.testing.assert_array_equal(tf.sparse.sparse_dense_matmul(sparse, tf.ones([4, 2])), [[1, 1], [2, 2], [0, 0]])
    product = tf.sparse.sparse_dense_matmul(sparse, tf.ones([3, 1]), adjoint_a=True)
    np.testing.assert_array_equal(product, [[1], [0], [2], [0]])
    assert int(tf.sparse.reduce_sum(_example())) == 3
    assert tf.sparse.reduce_sum(_example(), axis=1).numpy().tolist() == [1, 2, 0]
    assert tf.sparse.add(_example(), tf.ones([3, 4], tf.int32))[0].numpy().tolist() == [2, 1, 1, 1]


def test_gradients_reach_the_values() -> None:
    values = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(values)
        sparse = tf.SparseTensor([[0, 1], [1, 0]], values, [2, 2])
        total = tf.reduce_sum(tf.sparse.to_dense(sparse) * [[1.0, 2.0], [3.0, 4.0]])
    np.testing.assert_array_equal(tape.gradient(total, values), [2.0, 3.0])


def test_errors_say_what_is_wrong() -> None:
    disordered = tf.SparseTensor([[1, 0], [0, 0]], [1, 2], [2, 2])
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"(?s)indices\[1\] = \[0,0\] is out of order.*reorder"):
        tf.sparse.to_dense(disordered)
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"indices\[0\] = \[5,0\] is out of bounds"):
        tf.sparse.to_dense(tf.SparseTensor([[5, 0]], [1], [2, 2]))
    with pytest.raises(ValueError, match=r"Dimensions 1 and 2 are not compatible: of `indices` and `values`"):
        tf.SparseTensor([[1, 0]], [1, 2], [2, 2])
    with pytest.raises(TypeError, match=r"use tf\.sparse\.slice"):
        _example()[0]
    with pytest.raises(TypeError, match=r"use tf\.sparse\.reduce_sum"):
        tf.reduce_sum(_example())
