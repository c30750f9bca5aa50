"""Ragged tensors: what they are made of, print, index, convert and reduce to, as TensorFlow 2.21 shows it."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf

ROWS = [[0, 1, 2, 3], [4, 5], [6, 7, 8], [9]]


def test_constant_has_values_splits_and_a_shape_with_an_unknown_size() -> None:
    ragged = tf.ragged.constant(ROWS)
    assert repr(ragged) == "<tf.RaggedTensor [[0, 1, 2, 3], [4, 5], [6, 7, 8], [9]]>"
    assert ragged.shape.as_list() == [4, None]
    assert ragged.dtype is tf.int32
    assert ragged.row_splits.numpy().tolist() == [0, 4, 6, 9, 10]
    assert ragged.row_lengths().numpy().tolist() == [4, 2, 3, 1]
    assert ragged.value_rowids().numpy().tolist() == [0, 0, 0, 0, 1, 1, 2, 2, 2, 3]
    assert ragged.bounding_shape().numpy().tolist() == [4, 4]
    assert ragged.to_list() == ROWS


@pytest.mark.parametrize(
    ("made", "rows"),
    [
        (lambda: tf.RaggedTensor.from_row_splits([1, 2, 3], [0, 2, 3]), [[1, 2], [3]]),
        (lambda: tf.RaggedTensor.from_row_lengths([1, 2, 3], [2, 0, 1]), [[1, 2], [], [3]]),
        (lambda: tf.RaggedTensor.from_value_rowids([1, 2, 3], [0, 0, 2]), [[1, 2], [], [3]]),
        (lambda: tf.RaggedTensor.from_row_starts([1, 2, 3], [0, 2]), [[1, 2], [3]]),
        (lambda: tf.RaggedTensor.from_tensor([[1, 2, 0], [3, 0, 0]], padding=0), [[1, 2], [3]]),
        (lambda: tf.RaggedTensor.from_tensor([[1, 2], [3, 4]], lengths=[1, 2]), [[1], [3, 4]]),
        (lambda: tf.ragged.constant([[[1, 2], [3]], [[4]]]), [[[1, 2], [3]], [[4]]]),
        (lambda: tf.ragged.range([3, 1, 2]), [[0, 1, 2], [0], [0, 1]]),
        (lambda: tf.ragged.range([1, 5], [4, 2], [1, -1]), [[1, 2, 3], [5, 4, 3]]),
        (lambda: tf.ragged.stack([[1, 2], [3]]), [[1, 2], [3]]),
        (lambda: tf.ragged.boolean_mask([[1, 2], [3, 4]], [[True, False], [True, True]]), [[1], [3, 4]]),
        (lambda: tf.concat([tf.ragged.constant([[1], [2, 3]]), tf.ragged.constant([[4]])], 0), [[1], [2, 3], [4]]),
        (lambda: tf.concat([tf.ragged.constant([[1], [2, 3]]), tf.ragged.constant([[4], []])], 1), [[1, 4], [2, 3]]),
        (lambda: tf.gather(tf.ragged.constant(ROWS), [2, 0]), [[6, 7, 8], [0, 1, 2, 3]]),
    ],
)
def test_every_way_to_make_one_gives_these_rows(made, rows) -> None:
    assert made().to_list() == rows


def test_rows_and_columns_are_indexed() -> None:
    ragged = tf.ragged.constant(ROWS)
    assert ragged[0].numpy().tolist() == [0, 1, 2, 3]
    assert int(ragged[-1, 0]) == 9
    assert ragged[1:3].to_list() == [[4, 5], [6, 7, 8]]
    assert ragged[:, :2].to_list() == [[0, 1], [4, 5], [6, 7], [9]]
    assert ragged[:, -1:].to_list() == [[3], [5], [8], [9]]
    assert ragged[:, 0].numpy().tolist() == [0, 4, 6, 9]
    assert [row.numpy().tolist() for row in ragged] == ROWS


def test_arithmetic_and_functions_work_element_by_element() -> None:
    ragged = tf.ragged.constant(ROWS)
    assert (ragged + 1).to_list() == [[1, 2, 3, 4], [5, 6], [7, 8, 9], [10]]
    assert (ragged * ragged).to_list() == tf.square(ragged).to_list() == [[0, 1, 4, 9], [16, 25], [36, 49, 64], [81]]
    assert (10 - ragged)[3].numpy().tolist() == [1]
    assert (ragged + np.array([[10], [20], [30], [40]])).to_list()[:2] == [[10, 11, 12, 13], [24, 25]]
    with pytest.raises(tf.errors.InvalidArgumentError, match="Inputs must have identical ragged splits"):
        tf.ragged.constant([[1], [2, 3]]) + tf.ragged.constant([[1, 2], [3]])
    assert tf.cast(ragged, tf.float32).dtype is tf.float32
    assert (ragged > 4)[1].numpy().tolist() == [False, True]


def test_reductions_go_over_rows_columns_or_everything() -> None:
    ragged = tf.ragged.constant(ROWS)
    assert tf.reduce_sum(ragged, axis=1).numpy().tolist() == [6, 9, 21, 9]
    assert tf.reduce_mean(ragged, axis=1).numpy().tolist() == [1.5, 4.5, 7.0, 9.0]
    assert tf.reduce_max(ragged, axis=0).numpy().tolist() == [9, 7, 8, 3]
    assert int(tf.reduce_sum(ragged)) == 45


def test_it_becomes_a_tensor_filled_up_with_a_default() -> None:
    ragged = tf.ragged.constant([[1, 2], [], [3]])
    assert ragged.to_tensor().numpy().tolist() == [[1, 2], [0, 0], [3, 0]]
    assert ragged.to_tensor(-1, shape=[None, 1]).numpy().tolist() == [[1], [-1], [3]]
    assert tf.ragged.constant([[[1], [2, 3]], []]).to_tensor().numpy().tolist() == [[[1, 0], [2, 3]], [[0, 0], [0, 0]]]


def test_strings_are_split_into_rows() -> None:
    split = tf.strings.split(["Gray wolf", "Quick brown fox"])
    assert repr(split) == "<tf.RaggedTensor [[b'Gray', b'wolf'], [b'Quick', b'brown', b'fox']]>"
    assert tf.strings.length(split).to_list() == [[4, 4], [5, 5, 3]]
    assert tf.strings.unicode_decode(["ab", "éx", ""], "UTF-8").to_list() == [[97, 98], [233, 120], []]
    assert tf.strings.bytes_split(["ab", "c"]).to_list() == [[b"a", b"b"], [b"c"]]
    assert tf.strings.unicode_encode(tf.ragged.constant([[72, 105], [33]]), "UTF-8").numpy().tolist() == [b"Hi", b"!"]


def test_functions_take_and_return_them_and_gradients_flow_through_their_values() -> None:
    @tf.function
    def doubled(ragged):
        return ragged * 2.0, ragged.to_tensor()

    ragged, dense = doubled(tf.ragged.constant([[1.0, 2.0], [3.0]]))
    assert ragged.to_list() == [[2.0, 4.0], [6.0]]
    assert dense.numpy().tolist() == [[1.0, 2.0], [3.0, 0.0]]
    values = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        tape.watch(values)
        total = tf.reduce_sum(tf.RaggedTensor.from_row_splits(values, [0, 2, 3]).to_tensor() * [[1.0, 2.0], [3.0, 4.0]])
    np.testing.assert_array_equal(tape.gradient(total, values), [1.0, 2.0, 3.0])


def test_what_is_not_covered_says_what_to_do() -> None:
    with pytest.raises(NotImplementedError, match=r"use to_tensor\(\)"):
        tf.reduce_sum(tf.ragged.constant([[[1]]]), axis=1)
    with pytest.raises(AttributeError, match=r"module 'runtime\.ragged' has no attribute 'cross': this part of"):
        tf.ragged.cross([1])


def test_staged_loops_go_over_rows_and_over_what_is_in_them() -> None:
    def largest(rows):
        best = None
        for row in rows:
            total = 0
            for x in row:
                if x > 1:
                    total += x
            if best is None or total > best:
                best = total
        return best

    rows = [[1, 2], [3], [], [4, 5, 6]]
    assert int(tf.function(largest)(tf.ragged.constant(rows))) == largest(rows) == 15


def test_staged_loops_go_over_rows_of_rows() -> None:
    def total(blocks):
        result = 0
        for block in blocks:
            for row in block:
                for x in row:
                    result += x
        return result

    blocks = [[[1, 2], [3]], [], [[4], [], [5, 6]]]
    assert int(tf.function(total)(tf.ragged.constant(blocks))) == total(blocks)
