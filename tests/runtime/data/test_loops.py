"""Loops over datasets and iterators in functions: a loop of the graph, that does what Python's does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import runtime as tf

D = tf.data.Dataset


def int64(value: int) -> Any:
    return tf.constant(value, tf.int64)


def sum_until_three(dataset):
    total = int64(0)
    for x in dataset:
        if x > 3:
            break
        if x == 1:
            continue
        total += x
    else:
        total = -total
    return total


def first_above_two(dataset):
    for x in dataset:
        if x > 2:
            return x * 10
    return int64(-1)


def pairs_in_order(dataset):
    total = int64(0)
    for x in dataset:
        for y in dataset:
            if y > x:
                break
            total += x * y
    return total


def weighted_by_number(dataset):
    total = 0
    for i, x in enumerate(dataset):
        total += i * tf.cast(x, tf.int32)
    return total


def enumerated_from_five(dataset):
    last = 0
    for i, _ in enumerate(dataset, 5):
        last = i
    return last


def products(dataset):
    total = int64(0)
    for x, y in zip(dataset, dataset.skip(2)):
        total += x * y
    return total


def with_a_range(dataset):
    total = int64(0)
    for x, i in zip(dataset, range(3)):
        total = total * 10 + x + i
    return total


def mapped(dataset):
    total = int64(0)
    for x in map(lambda v: v * 3, dataset):
        total += x
    return total


def counted(dataset):
    count = 0
    for _ in dataset:
        count += 1
    return count


def last_element(dataset):
    y = int64(-1)
    for x in dataset:
        y = x
    return y


def rest_of_an_iterator(dataset):
    iterator = iter(dataset)
    first = next(iterator)
    total = int64(0)
    for x in iterator:
        total += x
    return first * 100 + total


def break_keeps_the_rest(dataset):
    iterator = iter(dataset)
    for x in iterator:
        if x >= 2:
            break
    return next(iterator)


def made_inside(dataset):
    total = int64(0)
    for x in D.range(dataset.cardinality()).map(lambda v: v * 2).batch(2):
        total += tf.reduce_sum(x)
    return total


def of_a_choice(dataset):
    chosen = dataset.map(lambda x: x + 1) if dataset.cardinality() > 3 else dataset
    total = int64(0)
    for x in chosen:
        total += x
    return total


PROGRAMS: list[Callable[[Any], Any]] = [
    sum_until_three, first_above_two, pairs_in_order, weighted_by_number, enumerated_from_five, products, with_a_range,
    mapped, counted, last_element, rest_of_an_iterator, break_keeps_the_rest, made_inside, of_a_choice,
]  # fmt: skip


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("count", [4, 6])
def test_staged_loop_does_what_pythons_does(program: Callable[[Any], Any], count: int) -> None:
    dataset = D.range(count)
    assert int(tf.function(program)(dataset)) == int(program(dataset))


@pytest.mark.parametrize("program", [sum_until_three, first_above_two, counted, last_element, products, of_a_choice])
def test_staged_loop_over_nothing_does_what_pythons_does(program: Callable[[Any], Any]) -> None:
    dataset = D.range(5).filter(lambda x: x > 10)
    assert int(tf.function(program)(dataset)) == int(program(dataset))


def test_a_graph_does_not_grow_with_the_data_and_is_traced_once_per_type_of_elements() -> None:
    traced = []

    @tf.function
    def total(dataset):
        traced.append(dataset.element_spec)
        result = int64(0)
        for x in dataset:
            result += tf.reduce_sum(x)
        return result

    assert [int(total(d)) for d in (D.range(3), D.range(100), D.range(3).map(lambda x: x * 2))] == [3, 4950, 6]
    assert len(traced) == 1
    assert [int(total(d)) for d in (D.range(3).batch(2), D.range(100).batch(7))] == [3, 4950]
    assert len(traced) == 2
    operations = [node.type for node in total.get_concrete_function(D.range(3)).graph.nodes]
    assert operations == ["Placeholder", "Const", "AnonymousIteratorV3", "MakeIterator", "While", "Identity"]


def test_elements_that_are_structures_keep_them() -> None:
    @tf.function
    def dot(dataset):
        total = 0
        for element in dataset:
            total += element["a"] * element["b"][0]
        return total

    assert int(dot(D.from_tensor_slices({"a": [1, 2, 3], "b": ([4, 5, 6], ["x", "y", "z"])}))) == 32


def test_a_loop_over_an_iterator_that_is_left_loses_no_element() -> None:
    @tf.function
    def until_two(iterator):
        total = int64(0)
        for x in iterator:
            total += x
            if x >= 2:
                break
        return total

    iterator = iter(D.range(6))
    assert int(until_two(iterator)) == 3
    assert int(next(iterator)) == 3
    assert int(until_two(iterator)) == 4
    assert [int(x) for x in iterator] == [5]


def test_a_generator_is_not_read_beyond_the_break() -> None:
    yielded = []

    def numbers():
        for i in range(10):
            yielded.append(i)
            yield i

    @tf.function
    def first(dataset):
        for x in dataset:
            if x == 2:
                break
        return x

    first(D.from_generator(numbers, output_signature=tf.TensorSpec([], tf.int32)))
    assert yielded == [0, 1, 2]


def test_the_gradient_goes_through_a_loop_over_a_dataset() -> None:
    v = tf.Variable(2.0)
    weights = D.from_tensor_slices([1.0, 2.0, 3.0])

    @tf.function
    def loss(dataset):
        total = tf.constant(0.0)
        for w in dataset:
            total += w * v * v
        return total

    @tf.function
    def gradient_inside(dataset):
        with tf.GradientTape() as tape:
            total = tf.constant(1.0)
            for w in dataset:
                total *= w * v
        return tape.gradient(total, v)

    with tf.GradientTape() as tape:
        value = loss(weights)
    assert (float(value), float(tape.gradient(value, v))) == (24.0, 24.0)  # d/dv 6 v^2 = 12 v
    assert float(gradient_inside(weights)) == 72.0  # d/dv 6 v^3 = 18 v^2


def test_a_training_loop_in_a_function_updates_variables_in_order() -> None:
    def train(variable, dataset):
        for x in dataset:
            with tf.GradientTape() as tape:
                loss = (variable - x) ** 2
            variable.assign_sub(0.1 * tape.gradient(loss, variable))
        return variable.read_value()

    dataset = D.from_tensor_slices([1.0, 5.0, -2.0]).repeat(3)
    staged, eager = tf.Variable(0.0), tf.Variable(0.0)
    assert float(tf.function(train)(staged, dataset)) == pytest.approx(float(train(eager, dataset)))


def test_tensor_arrays_and_growing_lists_collect_elements() -> None:
    @tf.function
    def collected(dataset):
        array = tf.TensorArray(tf.int64, size=0, dynamic_size=True)
        values = []
        for i, x in enumerate(dataset):
            array = array.write(i, x)
            values.append(x * 2)
        return array.stack(), tf.stack(values)

    once, twice = collected(D.range(4))
    assert (once.numpy().tolist(), twice.numpy().tolist()) == ([0, 1, 2, 3], [0, 2, 4, 6])


def test_a_variable_that_only_the_loop_assigns_is_missed_if_there_are_no_elements() -> None:
    @tf.function
    def last(dataset):
        for x in dataset:
            y = x
        return y

    assert int(last(D.range(3))) == 2
    with pytest.raises(UnboundLocalError, match="cannot access local variable 'y'"):
        last(D.range(0))


def test_maximum_iterations_ends_a_loop_over_a_dataset() -> None:
    @tf.function
    def total(dataset):
        result = int64(0)
        for x in dataset:
            tf.autograph.experimental.set_loop_options(maximum_iterations=3)
            result += x
        return result

    assert int(total(D.range(10))) == 3


def test_the_length_of_a_dataset_is_a_tensor_in_a_function() -> None:
    @tf.function
    def length(dataset):
        return len(dataset)

    assert int(length(D.range(10).batch(3))) == 4
    with pytest.raises(tf.errors.InvalidArgumentError, match="dataset length is infinite"):
        length(D.range(1).repeat())
    with pytest.raises(tf.errors.InvalidArgumentError, match="dataset length is unknown"):
        length(D.range(1).filter(lambda x: x > 0))


def test_optionals_are_carried_by_while_and_looked_at_by_if() -> None:
    @tf.function
    def total(iterator):
        optional = iterator.get_next_as_optional()
        result = int64(0)
        while optional.has_value():
            result += optional.get_value()
            optional = iterator.get_next_as_optional()
        return result

    @tf.function
    def first(iterator):
        optional = iterator.get_next_as_optional()
        if optional.has_value():
            return optional.get_value()
        return int64(-7)

    assert int(total(iter(D.range(5)))) == 10
    assert (int(first(iter(D.range(5)))), int(first(iter(D.range(0))))) == (0, -7)


def test_datasets_are_returned_from_functions() -> None:
    @tf.function
    def incremented(n, dataset):
        return dataset.map(lambda x: x + n), D.range(n)

    one, other = incremented(int64(3), D.range(2))
    assert [int(x) for x in one] == [3, 4]
    assert [int(x) for x in other] == [0, 1, 2]


def test_a_function_of_a_dataset_captures_tensors_of_the_function_around_it() -> None:
    @tf.function
    def total(k, n):
        result = int64(0)
        if n > 0:
            for x in D.range(n).map(lambda x: x + k).filter(lambda x: x % 2 == k % 2):
                result += x
        return result

    assert int(total(int64(10), int64(5))) == 10 + 12 + 14
    assert int(total(int64(10), int64(0))) == 0


def test_an_input_signature_takes_the_spec_of_a_dataset() -> None:
    @tf.function(input_signature=[tf.data.DatasetSpec(tf.TensorSpec([None], tf.int64))])
    def total(dataset):
        result = int64(0)
        for x in dataset:
            result += tf.reduce_sum(x)
        return result

    assert int(total(D.range(5).batch(2))) == 10
    assert int(total.get_concrete_function()(D.range(6).batch(4))) == 15
    with pytest.raises(TypeError, match=r"Can not cast <_RangeDataset .*> to DatasetSpec\(TensorSpec\(shape=\(None,\)"):
        total(D.range(5))


def test_composites_are_arguments_of_functions_one_trace_per_type() -> None:
    @tf.function
    def second(array):
        return array.read(1)

    arrays = [tf.TensorArray(tf.float32, 2).unstack(values) for values in ([1.0, 2.0], [3.0, 4.0])]
    assert [float(second(array)) for array in arrays] == [2.0, 4.0]
    assert second.experimental_get_tracing_count() == 1

    @tf.function
    def as_dense(slices):
        return tf.convert_to_tensor(slices)

    slices = tf.IndexedSlices(tf.constant([1.0, 2.0]), tf.constant([0, 2]), tf.constant([4]))
    assert as_dense(slices).numpy().tolist() == [1.0, 0.0, 2.0, 0.0]


def test_a_python_loop_in_a_function_that_is_not_converted_is_an_error_that_says_what_to_do() -> None:
    @tf.function(autograph=False)
    def total(dataset):
        return [x for x in dataset]

    message = (
        "<_VariantDataset element_spec=TensorSpec(shape=(), dtype=tf.int64, name=None)> has as many elements as it "
        "turns out to have when the graph runs: only a `for` statement of converted code can loop over it here, and no "
        "comprehension. If this function was not converted (autograph=False, or its source cannot be had), use "
        "dataset.reduce, or loop outside of the function"
    )
    with pytest.raises(TypeError) as caught:
        total(D.range(3))
    assert str(caught.value) == message


def test_a_dataset_is_looped_over_eagerly_in_converted_code_that_is_not_being_traced() -> None:
    import autograph

    def total(dataset):
        result = 0
        for x in dataset:
            if x > 2:
                break
            result += int(x)
        return result

    assert autograph.to_graph(total)(D.range(10)) == 3


def test_numpy_and_eager_results_of_reduce_agree_with_staged_ones() -> None:
    def total(dataset):
        return dataset.reduce((np.int64(0), 1.0), lambda state, x: (state[0] + x, state[1] * 2.0))

    eager, staged = total(D.range(5)), tf.function(total)(D.range(5))
    assert [float(x) for x in eager] == [float(x) for x in staged] == [10.0, 32.0]


def test_the_graph_as_data_has_the_functions_of_datasets_in_its_library() -> None:
    @tf.function
    def total(n):
        return D.range(n).map(lambda x: x + n).reduce(np.int64(0), lambda a, b: a + b)

    definition = total.get_concrete_function(tf.TensorSpec([], tf.int64)).graph.as_graph_def()
    nodes = {node.op: node for node in definition.node}
    assert list(nodes["MapDataset"].input) == ["RangeDataset", "n"]
    called = [nodes[op].attr["f"].func.name for op in ("MapDataset", "ReduceDataset")]
    library = {function.signature.name: function for function in definition.library.function}
    assert [name.startswith(f"Dataset_{kind}") for name, kind in zip(called, ("map", "reduce"), strict=True)] == [
        True
    ] * 2
    assert [node.op for node in library[called[0]].node_def] == ["AddV2"]
