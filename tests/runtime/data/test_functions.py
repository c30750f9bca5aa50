"""The functions given to `map`, `filter` and their like: how they are traced, what they capture, how they fail."""

from __future__ import annotations

import datetime
import gc
import weakref

import numpy as np
import pytest

import runtime as tf

D = tf.data.Dataset


def test_python_control_flow_over_elements_is_staged() -> None:
    def collatz_steps(n):
        steps = 0
        while n > 1:
            if n % 2 == 0:
                n = n // 2
            else:
                n = 3 * n + 1
            steps += 1
        return steps

    found = D.range(1, 10).map(collatz_steps)
    assert [int(x) for x in found] == [collatz_steps(n) for n in range(1, 10)]


def test_a_function_is_traced_once_however_often_the_dataset_is_looped_over() -> None:
    calls = []

    def double(x):
        calls.append("double")
        return 2 * x

    dataset = D.range(4).map(double)
    assert [int(x) for x in dataset] == [int(x) for x in dataset] == [0, 2, 4, 6]
    assert len(calls) == 1


def test_captured_tensors_are_constants_and_captured_variables_are_read_for_each_element() -> None:
    scale, offset = tf.Variable(5, dtype=tf.int64), tf.constant(1, tf.int64)
    dataset = D.range(3).map(lambda x: x * scale + offset)
    assert [int(x) for x in dataset] == [1, 6, 11]
    scale.assign(7)
    assert [int(x) for x in dataset] == [1, 8, 15]


def test_a_function_can_change_variables() -> None:
    count = tf.Variable(0)

    def counted(x):
        count.assign_add(1)
        return x

    dataset = D.range(4).map(counted)
    assert int(count) == 0
    list(dataset)
    assert int(count) == 4


def test_creating_a_variable_is_refused() -> None:
    with pytest.raises(ValueError, match="create the variable outside of it"):
        D.range(3).map(lambda x: tf.Variable(x))


def test_a_list_that_is_returned_is_a_tuple_and_one_inside_is_a_tensor() -> None:
    assert D.range(1).map(lambda x: [x, (x, [x, x])]).element_spec == (
        tf.TensorSpec([], tf.int64),
        (tf.TensorSpec([], tf.int64), tf.TensorSpec([2], tf.int64)),
    )


def test_state_shapes_of_reduce_are_widened_until_they_fit() -> None:
    grown = D.range(4).reduce(tf.zeros([0], tf.int64), lambda seen, x: tf.concat([seen, [x]], 0))
    assert grown.numpy().tolist() == [0, 1, 2, 3]


def test_a_failing_element_is_explained_with_the_users_line() -> None:
    dataset = D.from_tensor_slices([2, 0]).map(
        lambda x: 6 // x  # the line of the failing operation
    )
    iterator = iter(dataset)
    assert int(next(iterator)) == 3
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        next(iterator)
    assert "{{node floordiv}}" in str(caught.value)
    assert "6 // x  # the line of the failing operation" in str(caught.value)


def test_the_elements_after_a_failing_one_can_be_had() -> None:
    iterator = iter(D.from_tensor_slices([2, 0, 3]).map(lambda x: 6 // x).prefetch(1))
    assert int(next(iterator)) == 3
    with pytest.raises(tf.errors.InvalidArgumentError):
        next(iterator)
    assert int(next(iterator)) == 2


def test_an_error_in_a_staged_loop_names_the_function_that_failed() -> None:
    @tf.function
    def total(dataset):
        result = 0
        for x in dataset:
            result += x
        return result

    with pytest.raises(tf.errors.InvalidArgumentError, match="Integer division by zero"):
        total(D.from_tensor_slices([2, 0]).map(lambda x: 6 // x))


def test_something_that_is_no_element_is_refused_with_what_it_must_be() -> None:
    with pytest.raises(TypeError, match=r"a staged function returns a date [\s\S]*runtime gives back tensors"):
        D.range(3).map(lambda x: datetime.date(2020, 1, 1))
    with pytest.raises(TypeError, match="It must be made of tensors, datasets and None"):
        D.range(3).map(lambda x: {1, 2})


def test_flat_map_and_interleave_take_only_functions_that_return_datasets() -> None:
    for method in (D.range(3).flat_map, D.range(3).interleave):
        with pytest.raises(TypeError, match="The `map_func` argument must return a `Dataset` object"):
            method(lambda x: x)


def test_a_state_that_changes_its_dtype_is_refused_with_a_repair() -> None:
    with pytest.raises(TypeError, match=r"Expected .*int32.* returned .*int64.*; use tf.cast in it"):
        D.range(3).scan(0, lambda state, x: (x, x))
    with pytest.raises(TypeError, match=r"The element structure of the new state of Dataset\.reduce"):
        D.range(3).reduce(0, lambda state, x: (state, x))


def test_batching_datasets_is_refused_with_a_repair() -> None:
    with pytest.raises(TypeError, match=r"dataset\.flat_map\(lambda window: window\.batch\(n\)\)"):
        D.range(4).window(2).batch(2)


def test_batches_of_unequal_shapes_are_refused_with_a_repair() -> None:
    dataset = D.range(1, 3).map(lambda n: tf.ones([n])).batch(2)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Use padded_batch") as caught:
        next(iter(dataset))
    assert "First element had shape [1] and element 1 had shape [2]" in str(caught.value)


def test_rejection_resample_reaches_the_wanted_distribution() -> None:
    tf.random.set_seed(0)
    dataset = D.range(4000).map(lambda x: tf.cast(x % 10 == 0, tf.int32))
    classes = [int(of) for of, _ in dataset.rejection_resample(lambda x: x, [0.5, 0.5], [0.9, 0.1])]
    assert 0.4 < np.mean(classes) < 0.6
    estimated = [int(of) for of, _ in dataset.rejection_resample(lambda x: x, [0.5, 0.5])]
    assert 0.4 < np.mean(estimated) < 0.6


def test_random_numbers_differ_between_elements_and_repeat_with_the_seed() -> None:
    def numbers():
        tf.random.set_seed(3)
        return [float(x) for x in D.range(4).map(lambda _: tf.random.uniform([]))]

    first = numbers()
    assert len(set(first)) == 4
    assert first == numbers()


def test_a_generator_may_be_called_with_arguments_of_a_graph() -> None:
    def numbers(n):
        yield from range(n)

    signature = tf.TensorSpec([], tf.int64)
    dataset = D.range(4).flat_map(lambda n: D.from_generator(numbers, output_signature=signature, args=(n,)))
    assert [int(x) for x in dataset] == [0, 0, 1, 0, 1, 2]


def test_a_generator_that_raises_shows_its_traceback() -> None:
    def failing():
        yield 1
        raise ValueError("boom")

    iterator = iter(D.from_generator(failing, output_signature=tf.TensorSpec([], tf.int32)))
    assert int(next(iterator)) == 1
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"ValueError: boom(.|\n)*in failing"):
        next(iterator)


def test_a_buffer_that_a_generator_fills_again_is_copied() -> None:
    buffer = np.zeros(2, np.float32)

    def numbers():
        for i in range(3):
            buffer[:] = i
            yield buffer

    dataset = D.from_generator(numbers, output_signature=tf.TensorSpec([2], tf.float32)).batch(3)
    assert next(iter(dataset)).numpy().tolist() == [[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]


def test_the_array_that_slices_were_made_of_may_change_afterwards() -> None:
    array = np.arange(3)
    dataset = D.from_tensor_slices(array)
    array[:] = 7
    assert [int(x) for x in dataset] == [0, 1, 2]


def test_a_dataset_that_is_dropped_is_gone() -> None:
    captured = tf.constant(np.zeros(10))
    reference = weakref.ref(captured)
    dataset = D.range(3).map(lambda x: captured)
    list(dataset)
    del dataset, captured
    gc.collect()
    assert reference() is None
