"""What is known of a tensor's value while a graph is built."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf
from runtime.ir import static_value
from runtime.ir.static_value import constant_value


def _doubled(tensor, times):
    for _ in range(times):
        tensor = tf.minimum(tensor + tensor, tensor)
    return tensor


def test_a_value_that_is_used_twice_is_looked_at_once():
    found = []

    @tf.function
    def double(x):
        # Each step is computed from the one before in three places: looked at one by one there are more than 10 ** 28.
        found.append(constant_value(_doubled(x, 60)))
        found.append(constant_value(_doubled(tf.constant(0, tf.int32) * tf.size([1, 2]), 60)))
        return x

    double(tf.constant(1))
    assert found[0] is None
    np.testing.assert_array_equal(found[1], 0)


def test_a_slice_of_a_shape_is_known_as_far_as_the_shape_is():
    found = []

    @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
    def sizes(x):
        found.extend(map(constant_value, (tf.shape(x)[1], tf.shape(x)[0], tf.shape(tf.zeros([4, 5]))[1:] + 1)))
        return x

    sizes(tf.zeros([2, 3]))
    assert found[0] == 3
    assert found[1] is None
    np.testing.assert_array_equal(found[2], [6])


def _traced_with_counted_inference(function, *specs):
    """How often a value or a shape was computed while `function` was traced."""
    computed, held = static_value._computed, dict(static_value.shapes_held._rows)
    count = 0

    def counting(rule):
        def counted(argument):
            nonlocal count
            count += 1
            return rule(argument)

        return counted

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(static_value, "_computed", counting(computed))
        for op, rule in held.items():
            patch.setitem(static_value.shapes_held._rows, op, counting(rule))
        tf.function(function, autograph=False).get_concrete_function(*specs)
    return count


@pytest.mark.parametrize("steps", [10, 100])
def test_a_shape_made_of_its_own_sizes_again_and_again_is_looked_at_once_per_node(steps):
    def function(x):
        shape = tf.shape(x)
        for _ in range(steps):
            shape = tf.stack([shape[0], 1])
            x = tf.reshape(x, shape)
        return x

    assert _traced_with_counted_inference(function, tf.TensorSpec([None, 1])) < 12 * steps + 20


def test_a_value_of_many_steps_is_known_however_deep_python_may_nest():
    @tf.function(autograph=False)
    def function(x):
        count, shape = tf.constant(-3001), tf.shape(x)
        for _ in range(3000):
            count += 1
            shape = tf.stack([shape[0], 1])
        return tf.reshape(x, [count]), tf.reshape(x, shape)

    first, second = function.get_concrete_function(tf.TensorSpec([None, 1])).structured_outputs
    assert (first.shape.as_list(), second.shape.as_list()) == ([None], [None, 1])


def test_a_value_is_known_as_soon_as_the_shape_it_is_made_of_is_refined():
    @tf.function(autograph=False)
    def function(x):
        size = tf.shape(x)[0] + 1
        before = tf.zeros([size]).shape
        x.set_shape([4])
        return before.as_list(), tf.zeros([size]).shape.as_list()

    found = []
    tf.function(lambda x: found.append(function.python_function(x)), autograph=False).get_concrete_function(
        tf.TensorSpec([None])
    )
    assert found == [([None], [5])]
