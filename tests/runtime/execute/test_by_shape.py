"""Plans for concrete shapes: they give what the general plan gives, and fail as it does."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf
from runtime.execute import by_shape
from runtime.passes.constants import fold_constants
from runtime.passes.prune import prune
from runtime.passes.specialisation import specialise

ROWS = [tf.TensorSpec([None, 3])]


def plans_of(function):
    return function.get_concrete_function()._plans


def rows(count, seed=0):
    return tf.constant(np.random.default_rng(seed).random((count, 3), np.float32))


def gradient(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_mean(tf.tanh(x * tf.constant([1.0, 2.0, 3.0])) ** 2)
    return y, tape.gradient(y, x)


def conditional(x):
    y = x * 2.0 if tf.reduce_sum(x) > 4.0 else x - tf.cast(tf.shape(x)[0], tf.float32)
    return tf.reshape(y, [-1]), tf.shape(y)


def loop(x):
    total = tf.zeros_like(x)
    for i in tf.range(tf.shape(x)[0]):
        total += x * x[i]
    return total


def growing(x):
    size = tf.size(x)
    while tf.shape(x)[0] < 20:
        tf.autograph.experimental.set_loop_options(shape_invariants=[(x, tf.TensorShape([None, 3]))])
        x = tf.concat([x, x, tf.ones([1, 3])], 0)
    return x, tf.shape(x), size


def called(x):
    return inner(x) + inner(x + 1.0)


@tf.function
def inner(x):
    return tf.reduce_sum(x) / tf.cast(tf.size(x), tf.float32)


@pytest.mark.parametrize("program", [gradient, conditional, loop, growing, called])
def test_every_shape_gives_what_the_general_plan_gives(program):
    function = tf.function(program, input_signature=ROWS)
    for count in (4, 2, 1, 0, 7):
        x = rows(count)
        general, *again = [tf.nest.flatten(function(x)) for _ in range(3)]
        for results in again:
            for result, expected in zip(results, general, strict=True):
                assert result.dtype is expected.dtype
                np.testing.assert_array_equal(result, expected)
    assert len(plans_of(function).plans) == 5


def test_shapes_are_constants_of_the_plan_for_them():
    function = tf.function(gradient, input_signature=ROWS)
    for _ in range(2):
        function(rows(4))
    plans = plans_of(function)
    assert "Shape(" in plans.general.source
    (plan,) = plans.plans.values()
    assert "Shape(" not in plan.source
    assert "Size(" not in plan.source


def test_the_second_call_with_the_same_shapes_makes_a_plan_and_there_are_only_so_many():
    function = tf.function(gradient, input_signature=ROWS)
    function(rows(1))
    assert not plans_of(function).plans
    for _ in range(3):
        for count in range(by_shape.MOST + 4):
            function(rows(count))
    assert len(plans_of(function).plans) == by_shape.MOST


def test_where_nothing_is_gained_the_general_plan_runs():
    function = tf.function(lambda x: x + 1.0, input_signature=ROWS)
    function(rows(2))
    assert plans_of(function).run is plans_of(function).general


def test_variables_and_random_numbers_are_read_and_written_in_the_same_order():
    v = tf.Variable(0.0)

    @tf.function(input_signature=ROWS)
    def function(x):
        before = v.read_value()
        v.assign_add(tf.cast(tf.shape(x)[0], tf.float32))
        return before, v * tf.reduce_sum(x)

    x = tf.ones([2, 3])
    results = [[float(y) for y in function(x)] for _ in range(3)]
    assert results == [[0.0, 12.0], [2.0, 24.0], [4.0, 36.0]]


def test_an_error_is_the_same_and_names_the_same_line():
    @tf.function(input_signature=[tf.TensorSpec([None, 3]), tf.TensorSpec([None, 3])])
    def function(x, y):
        size = tf.shape(x)[0] * 3
        return tf.reshape(x + y, [size])

    x, messages = tf.ones([2, 3]), []
    for _ in range(3):
        with pytest.raises(tf.errors.InvalidArgumentError) as caught:
            function(x, tf.ones([4, 3]))
        messages.append(str(caught.value))
    assert len(set(messages)) == 1
    assert "return tf.reshape(x + y, [size])" in messages[0]


def test_a_watched_call_has_plans_for_shapes_too():
    function = tf.function(lambda x: tf.reduce_mean(x * x), input_signature=ROWS)
    x = rows(4)
    results = []
    for _ in range(3):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        results.append(tape.gradient(y, x).numpy())
    for result in results:
        np.testing.assert_array_equal(result, results[0])


def test_known_inputs_make_what_follows_known():
    def function(x):
        y = tf.cond(tf.reduce_sum(x) > 4.0, lambda: tf.reshape(x, [tf.size(x)]), lambda: tf.zeros([tf.size(x)]))
        return tf.while_loop(lambda i, z: i < 3, lambda i, z: (i + 1, tf.zeros([tf.size(z)]) + z), (0, y))[1]

    graph = tf.function(function, input_signature=ROWS, autograph=False).get_concrete_function().graph
    assert str(prune(fold_constants(specialise(graph, {0: (2, 3)})))) == (
        """\
function(%x: float32[2,3]):
  %Const = Const(value=[0, 1]): int32[2]
  %Sum = Sum(%x, %Const, keep_dims=False): float32[]
  %Greater/y = Const(value=4.0): float32[]
  %Greater = Greater(%Sum, %Greater/y): bool[]
  %cond = StatelessIf(%Greater, %x): float32[6]
    then(%Size/input: float32[2,3]):
      %shape = Const(value=[6]): int32[1]
      %Reshape = Reshape(%Size/input, %shape): float32[6]
      return %Reshape
    else(%Size/input: float32[2,3]):
      %zeros = Const(value=[0.0, 0.0, 0.0, 0.0, 0.0, 0.0]): float32[6]
      return %zeros
  %Const_1 = Const(value=0): int32[]
  %while = StatelessWhile(%Const_1, %cond, bounded=False): int32[], float32[6]
    test(%Placeholder: int32[], %Placeholder_1: float32[6]):
      %Less/y = Const(value=3): int32[]
      %Less = Less(%Placeholder, %Less/y): bool[]
      return %Less
    body(%Placeholder: int32[], %Placeholder_1: float32[6]):
      %add/y = Const(value=1): int32[]
      %add = AddV2(%Placeholder, %add/y): int32[]
      %zeros = Const(value=[0.0, 0.0, 0.0, 0.0, 0.0, 0.0]): float32[6]
      %add_1 = AddV2(%zeros, %Placeholder_1): float32[6]
      return %add, %add_1
  %Identity = Identity(%while:1): float32[6]
  return %Identity"""
    )
