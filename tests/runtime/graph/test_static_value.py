"""What is known of a tensor's value while a graph is built."""

from __future__ import annotations

import numpy as np

import runtime as tf
from runtime.static_value import constant_value


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
