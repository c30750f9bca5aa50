"""`TensorArray`: eager, in graphs and loops, differentiated."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf


def test_write_and_read() -> None:
    array = tf.TensorArray(tf.float32, size=3)
    array = array.write(0, 1.0).write(2, 3.0)
    assert array.read(0).numpy() == 1.0
    assert array.size().numpy() == 3
    assert array.dtype is tf.float32
    assert array.element_shape == []


def test_what_was_never_written_is_zero_once_the_shape_is_known() -> None:
    array = tf.TensorArray(tf.float32, size=3).write(1, [1.0, 2.0])
    assert array.stack().numpy().tolist() == [[0.0, 0.0], [1.0, 2.0], [0.0, 0.0]]
    with pytest.raises(ValueError, match="element_shape was not given"):
        tf.TensorArray(tf.float32, size=1).read(0)


def test_an_element_is_read_once_unless_asked_otherwise() -> None:
    array = tf.TensorArray(tf.float32, size=1).write(0, 1.0)
    array.read(0)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Could not read index 0 twice"):
        array.read(0)
    kept = tf.TensorArray(tf.float32, size=1, clear_after_read=False).write(0, 1.0)
    assert [float(kept.read(0)), float(kept.read(0))] == [1.0, 1.0]


def test_indices_beyond_the_end_are_errors() -> None:
    with pytest.raises(tf.errors.OutOfRangeError, match="Tried to write to index 1 but array is not resizeable"):
        tf.TensorArray(tf.float32, size=1).write(1, 1.0)
    with pytest.raises(tf.errors.OutOfRangeError, match="Tried to read from index 1 but array size is: 1"):
        tf.TensorArray(tf.float32, size=1).read(1)
    with pytest.raises(tf.errors.OutOfRangeError, match="Writing to negative indices"):
        tf.TensorArray(tf.float32, size=1).write(-1, 1.0)


def test_a_dynamic_size_grows() -> None:
    array = tf.TensorArray(tf.int32, size=0, dynamic_size=True)
    for i in range(4):
        array = array.write(i, i * i)
    assert array.stack().numpy().tolist() == [0, 1, 4, 9]


def test_dtypes_and_shapes_must_agree() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="TensorArray dtype is float32 but Op is trying to write"):
        tf.TensorArray(tf.float32, size=1).write(0, tf.constant(1))
    with pytest.raises(ValueError, match=r"Incompatible shape for value \(\(2,\)\), expected \(\(1,\)\)"):
        tf.TensorArray(tf.float32, size=2).write(0, [1.0]).write(1, [1.0, 2.0])


def whole(wrap):
    """The operations on whole arrays, on one vector."""

    def f(x):
        unstacked = tf.TensorArray(tf.float64, size=4, clear_after_read=False).unstack(x)
        scattered = tf.TensorArray(tf.float64, size=4).scatter([3, 1], x[:2])
        split = tf.TensorArray(tf.float64, size=2, infer_shape=False).split(x, [1, 3])
        return (
            unstacked.gather([2, 0]), unstacked.read(1), scattered.stack(), split.concat(), split.read(1),
            tf.TensorArray(tf.float64, size=2).unstack(tf.reshape(x, [2, 2])).concat(),
        )  # fmt: skip

    return wrap(f)


@pytest.mark.parametrize("wrap", [lambda f: f, tf.function], ids=["eager", "function"])
def test_stack_gather_scatter_split_and_concat(wrap) -> None:
    found = whole(wrap)(tf.constant([1.0, 2.0, 3.0, 4.0], tf.float64))
    assert [y.numpy().tolist() for y in found[:4]] == [[3.0, 1.0], 2.0, [0.0, 2.0, 0.0, 1.0], [1.0, 2.0, 3.0, 4.0]]
    assert [y.numpy().tolist() for y in found[4:]] == [[2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0]]


def test_gradients_in_a_graph_are_those_of_eager_code() -> None:
    gradients = []
    for wrap in (lambda f: f, tf.function):
        x = tf.constant([1.0, 2.0, 3.0, 4.0], tf.float64)
        with tf.GradientTape() as tape:
            tape.watch(x)
            outputs = whole(wrap)(x)
            y = sum(tf.reduce_sum(out**2) * (i + 1) for i, out in enumerate(outputs))
        gradients.append(tape.gradient(y, x).numpy())
    np.testing.assert_allclose(gradients[0], gradients[1])


def test_writes_in_a_staged_loop() -> None:
    @tf.function
    def f(x, n):
        array = tf.TensorArray(tf.float32, size=0, dynamic_size=True, clear_after_read=False)
        for i in tf.range(n):
            array = array.write(i, x * tf.cast(i, tf.float32))
            if i > 1:
                array = array.write(0, array.read(i - 1) * x)
        return array.stack(), array.size()

    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        stacked, size = f(x, 4)
    assert stacked.numpy().tolist() == [18.0, 3.0, 6.0, 9.0]
    assert size.numpy() == 4
    assert tape.gradient(stacked, x).numpy() == 18.0


def test_arrays_among_the_variables_of_while_loop() -> None:
    @tf.function
    def products(x):
        given = tf.TensorArray(tf.float32, size=tf.shape(x)[0]).unstack(x)
        found = tf.TensorArray(tf.float32, size=tf.shape(x)[0])

        def body(i, found, product):
            product = product * given.read(i)
            return i + 1, found.write(i, product), product

        _, found, _ = tf.while_loop(lambda i, found, product: i < tf.shape(x)[0], body, (0, found, 1.0))
        return found.stack()

    x = tf.constant([1.0, 2.0, 3.0, 4.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = products(x)
    assert y.numpy().tolist() == [1.0, 2.0, 6.0, 24.0]
    assert tape.gradient(y, x).numpy().tolist() == [33.0, 16.0, 10.0, 6.0]


def test_arrays_from_the_branches_of_cond() -> None:
    @tf.function
    def f(x):
        array = tf.TensorArray(tf.float32, size=2, infer_shape=False)
        array = tf.cond(x > 0.0, lambda: array.write(0, [x, x]), lambda: array.write(0, [x]))
        return array.write(1, [x * 2.0]).concat()

    assert f(tf.constant(3.0)).numpy().tolist() == [3.0, 3.0, 6.0]
    assert f(tf.constant(-3.0)).numpy().tolist() == [-3.0, -6.0]


def test_a_function_can_return_an_array() -> None:
    @tf.function
    def f(x):
        return tf.TensorArray(tf.float32, size=2).write(0, x).write(1, x * x)

    assert f(tf.constant(3.0)).stack().numpy().tolist() == [3.0, 9.0]
    assert tf.function(lambda: f(tf.constant(2.0)).stack())().numpy().tolist() == [2.0, 4.0]


def test_an_array_that_only_the_body_of_a_loop_makes() -> None:
    @tf.function
    def f(n, x):
        for _ in tf.range(n):
            array = tf.TensorArray(tf.float32, 2).write(0, x)
        return array.stack()

    assert f(tf.constant(2), tf.constant(1.0)).numpy().tolist() == [1.0, 0.0]


def test_second_derivative_through_arrays_in_loops_and_branches() -> None:
    @tf.function
    def f(x):
        array = tf.TensorArray(tf.float32, 3, clear_after_read=False)
        for i in tf.range(3):
            if i == 1:
                array = array.write(i, x * 2.0)
            else:
                array = array.write(i, x * x)
        total = 0.0
        for i in tf.range(3):
            if array.read(i) > 1.0:
                total += array.read(i) * array.read(2 - i)
        return total

    # That is 2 x^4 + 4 x^2.
    x = tf.constant(2.0)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = f(x)
        first = inner.gradient(y, x)
    assert [float(y), float(first), float(outer.gradient(first, x))] == [48.0, 80.0, 104.0]


def test_a_write_makes_a_new_array_in_a_graph() -> None:
    @tf.function
    def f():
        empty = tf.TensorArray(tf.float32, size=2, element_shape=[])
        one = empty.write(0, 1.0)
        two = one.write(0, 2.0)
        return empty.stack(), one.stack(), two.stack(), one.read(0)

    found = [y.numpy().tolist() for y in f()]
    assert found == [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], 1.0]


def test_an_index_beyond_the_end_of_a_graph_s_array_names_the_line() -> None:
    @tf.function
    def f(i):
        return tf.TensorArray(tf.float32, size=2).write(i, 1.0).stack()

    with pytest.raises(
        tf.errors.InvalidArgumentError, match="Tried to set element 2 in a list with 2 elements"
    ) as raised:
        f(tf.constant(2))
    assert "size=2).write(i, 1.0)" in str(raised.value)


def test_the_static_shape_of_a_stack_is_known_where_it_can_be() -> None:
    shapes = []

    @tf.function
    def f(n):
        shapes.append(tf.TensorArray(tf.float32, 3).write(0, [1.0, 2.0]).stack().shape)
        shapes.append(tf.TensorArray(tf.float32, n).write(0, [1.0, 2.0]).stack().shape)

    f(tf.constant(3))
    assert [shape.as_list() for shape in shapes] == [[3, 2], [None, 2]]


def test_split_into_parts_of_different_lengths() -> None:
    array = tf.TensorArray(tf.float32, 2).split([1.0, 2.0, 3.0], [1, 2])
    assert array.read(1).numpy().tolist() == [2.0, 3.0]


# -- the type of the elements ----------------------------------------------------------------------------------------


def of_one(value):
    return tf.TensorArray(tf.float32, 1).write(0, value)


def test_the_handle_of_an_array_knows_the_type_of_its_elements() -> None:
    @tf.function
    def f():
        array = of_one([1.0, 2.0])
        again = tf.TensorArray(tf.float32, flow=array.flow)
        shapes.append(again.element_shape)
        return again.read(0)

    shapes: list[tf.TensorShape] = []
    assert f().numpy().tolist() == [1.0, 2.0]
    assert shapes == [[2]]


def test_elements_are_not_read_as_another_dtype() -> None:
    @tf.function(autograph=False)
    def f():
        return tf.TensorArray(tf.int32, flow=of_one(1.5).flow).read(0)

    with pytest.raises(TypeError, match="TensorArray dtype is int32 but the elements of its flow are float32"):
        f()


def test_an_array_of_either_branch_has_elements_of_either_shape() -> None:
    def by_cond(c):
        return tf.cond(c, lambda: of_one([1.0, 2.0]), lambda: of_one([3.0])).stack()

    def by_switch(c):
        branches = [lambda: of_one([3.0]), lambda: of_one([1.0, 2.0]), lambda: of_one([1.0, 2.0])]
        return tf.switch_case(tf.cast(c, tf.int32), branches).stack()

    def by_if(c):
        if c:
            array = of_one([1.0, 2.0])
        else:
            array = of_one([3.0])
        return array.stack()

    for function in map(tf.function, (by_cond, by_switch, by_if)):
        graph = function.get_concrete_function(tf.TensorSpec([], tf.bool)).graph
        assert graph.outputs[0].shape.as_list() == [1, None]
        assert function(tf.constant(True)).numpy().tolist() == [[1.0, 2.0]]
        assert function(tf.constant(False)).numpy().tolist() == [[3.0]]


def test_branches_that_write_to_one_array_leave_its_shape_known() -> None:
    @tf.function
    def f(c):
        array = tf.TensorArray(tf.float32, 1)
        if c:
            array = array.write(0, [1.0, 2.0])
        return array.stack()

    graph = f.get_concrete_function(tf.TensorSpec([], tf.bool)).graph
    assert graph.outputs[0].shape.as_list() == [1, 2]
    assert f(tf.constant(False)).numpy().tolist() == [[0.0, 0.0]]


def test_a_loop_that_makes_another_array_has_elements_of_either_shape() -> None:
    def staged(n):
        array = of_one([1.0, 2.0])
        for _ in range(n):
            array = of_one(array.read(0)[:1])
        return array.stack()

    def of_the_library(n):
        def body(i, array):
            return i + 1, of_one(array.read(0)[:1])

        return tf.while_loop(lambda i, array: i < n, body, (0, of_one([1.0, 2.0])))[1].stack()

    for function in map(tf.function, (staged, of_the_library)):
        graph = function.get_concrete_function(tf.TensorSpec([], tf.int32)).graph
        assert graph.outputs[0].shape.as_list() == [1, None]
        assert function(tf.constant(0)).numpy().tolist() == [[1.0, 2.0]]
        assert function(tf.constant(2)).numpy().tolist() == [[1.0]]


def test_branches_with_arrays_of_other_dtypes_are_refused() -> None:
    def f(c):
        return tf.cond(c, lambda: tf.TensorArray(tf.int32, 1).write(0, 1).flow, lambda: of_one(1.0).flow)

    with pytest.raises(TypeError, match="a list of int32 elements and one of float32"):
        tf.function(f, autograph=False)(tf.constant(True))
