"""Python's builtins over staged values, items of tensors, and staged Python numbers among tensors."""

from __future__ import annotations

import logging
import re
import threading

import numpy as np
import pytest

import runtime as tf
from autograph import to_graph
from runtime.state.variable import variable_creator_scope


def test_for_loops_go_over_what_builtins_make_of_tensors():
    def f(x, n):
        total = 0
        for i, row in enumerate(x, 1):
            total += i * row
        for a, b in zip(x, range(n), strict=False):
            total += a * b
        for a in map(lambda v: v * 3, x):
            total += a
        for a in reversed(range(n)):
            total = total * 2 + a
        for a in filter(lambda v: v > 1, x):
            total += a
        for i, (a, b) in enumerate(zip(x, x, strict=True)):
            total += i * a * b
        for a, b in zip(x, [5, 6, 7], strict=False):
            total += a * b
        return total + len(range(n)) + sum(range(n)) + max(x)

    assert tf.function(f)(tf.constant([1, 2, 3]), tf.constant(3)).numpy() == f([1, 2, 3], 3)


def test_a_staged_range_can_only_be_looped_over():
    @tf.function
    def f(n):
        return tf.constant(dict.fromkeys(range(n)))

    with pytest.raises(TypeError, match=r"only a `for` statement of converted code can loop over it"):
        f(tf.constant(3))


def test_an_item_of_a_tensor_is_set_in_a_new_tensor_eagerly_and_staged():
    def f(x):
        x[1] = 5
        x[0] += 1
        return x

    x = tf.constant([1, 2, 3])
    assert to_graph(f)(x).numpy().tolist() == [2, 5, 3]
    assert tf.function(f)(x).numpy().tolist() == [2, 5, 3]
    assert x.numpy().tolist() == [1, 2, 3]


def test_staged_python_numbers_take_the_dtype_of_the_tensors_they_meet_in_functions():
    def f(x, n):
        i = 0
        while i < n:
            x = tf.maximum(x, i)
            x = tf.add(i, x)
            x = tf.where(x > 2.0, x, i)
            x = tf.reduce_sum(tf.concat([[x], [i]], 0))
            x = tf.clip_by_value(x, i, 10)
            i += 1
        return x

    eager = f(tf.constant(1.5), 3)
    staged = tf.function(f)(tf.constant(1.5), tf.constant(3))
    assert staged.dtype is eager.dtype
    assert staged.numpy() == eager.numpy()


def test_an_eager_operation_on_a_leaked_tensor_says_that_it_is_out_of_scope():
    @tf.function
    def f(x):
        nonlocal leaked
        leaked = x + 1
        return x

    f(tf.constant(1))
    leaked = leaked  # bound by the function, and by nothing before
    for use in (lambda: leaked + 1, lambda: tf.concat([leaked], 0), lambda: tf.function(lambda x: x)(leaked)):
        with pytest.raises(TypeError, match="is out of scope and cannot be used here"):
            use()


def test_errors_of_static_shapes_name_the_node():
    @tf.function
    def f(x):
        return tf.matmul(x, tf.ones([2, 3]))

    with pytest.raises(
        ValueError, match=r"Dimensions must be equal, but are 3 and 2 for '{{node MatMul}} = MatMul"
    ) as error:
        f.get_concrete_function(tf.TensorSpec([2, 3]))
    assert str(error.value).endswith("(x, ones)' with input shapes: [2,3], [2,3].")


def test_retracing_is_warned_of_twice(caplog):
    @tf.function
    def f(x):
        return x

    with caplog.at_level(logging.WARNING, "runtime"):
        for i in range(12):
            f(i)
    warnings = [re.sub(" at 0x[0-9a-f]*", "", record.getMessage()) for record in caplog.records]
    assert [text.partition("tf.function retracing.")[0] for text in warnings] == [
        "5 out of the last 5 calls to <function test_retracing_is_warned_of_twice.<locals>.f> triggered ",
        "6 out of the last 6 calls to <function test_retracing_is_warned_of_twice.<locals>.f> triggered ",
    ]


def test_traces_for_objects_that_are_gone_are_forgotten():
    class Thing:
        pass

    @tf.function
    def f(thing, x):
        return x + 1

    for _ in range(8):
        f(Thing(), tf.constant(1))
    assert len(f._list_all_concrete_functions()) <= 2


def test_sixteen_threads_trace_each_type_once_and_agree():
    traced = []

    @tf.function
    def f(x):
        traced.append(x.shape)
        return x * 2

    results = []

    def work(size):
        results.extend(f(tf.ones([size])).numpy().tolist() == [2.0] * size for _ in range(10))

    threads = [threading.Thread(target=work, args=(1 + i % 3,)) for i in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(traced) == 3
    assert len(results) == 160
    assert all(results)


def test_a_creator_makes_the_variables_of_its_scope():
    def frozen(next_creator, **arguments):
        return next_creator(**{**arguments, "trainable": False})

    with variable_creator_scope(frozen):
        assert not tf.Variable(1.0).trainable
    assert tf.Variable(1.0).trainable


def test_generators_of_one_seed_agree_and_go_on_in_functions():
    one, other = tf.random.Generator.from_seed(3), tf.random.Generator.from_seed(3)
    draw = tf.function(lambda: one.normal([2]))
    first, second = draw().numpy(), draw().numpy()
    np.testing.assert_array_equal(first, other.normal([2]).numpy())
    np.testing.assert_array_equal(second, other.normal([2]).numpy())
    assert not np.array_equal(first, second)
    assert tf.random.Generator.from_seed(1).state.numpy().tolist() == [1, 0, 0]
