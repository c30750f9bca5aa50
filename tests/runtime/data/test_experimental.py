"""`tf.data.experimental`: methods of data sets as transformations."""

from __future__ import annotations

import inspect

import pytest

import runtime as tf

D = tf.data.Dataset
E = tf.data.experimental


def test_transformations_are_the_methods_of_their_names() -> None:
    def ints(dataset) -> list[int]:
        return [int(x) for x in dataset]

    numbers = D.range(6)
    assert ints(numbers.apply(E.take_while(lambda x: x < 3))) == [0, 1, 2]
    assert ints(numbers.concatenate(numbers).apply(E.unique())) == [0, 1, 2, 3, 4, 5]
    assert ints(numbers.batch(4).apply(E.unbatch())) == [0, 1, 2, 3, 4, 5]
    assert ints(numbers.apply(E.scan(tf.constant(0, tf.int64), lambda s, x: (s + x, s)))) == [0, 0, 1, 3, 6, 10]
    assert ints(numbers.map(lambda x: 6 // x).apply(E.ignore_errors())) == [6, 3, 2, 1, 1]
    assert [int(i) for i, _ in numbers.apply(E.enumerate_dataset(start=3))] == [3, 4, 5, 6, 7, 8]
    windows = numbers.apply(E.group_by_window(lambda x: x % 2, lambda key, window: window.batch(3), window_size=3))
    assert [x.numpy().tolist() for x in windows] == [[0, 2, 4], [1, 3, 5]]
    vectors = numbers.map(lambda n: tf.ones([n]))
    batches = vectors.apply(E.bucket_by_sequence_length(lambda x: tf.shape(x)[0], [3], [3, 3]))
    assert [x.shape.as_list() for x in batches] == [[3, 2], [3, 5]]


def test_a_transformation_shows_the_arguments_it_takes() -> None:
    assert list(inspect.signature(E.scan).parameters) == ["initial_state", "scan_func"]
    assert E.enumerate_dataset.__name__ == "enumerate_dataset"
    assert E.scan.__doc__ == "`Dataset.scan` as a transformation, for `Dataset.apply`."


def test_what_is_several_transformations_names_them() -> None:
    with pytest.raises(AttributeError, match=r"shuffle_and_repeat is not covered: use dataset\.shuffle\(.*\)\.repeat"):
        E.shuffle_and_repeat(3)
