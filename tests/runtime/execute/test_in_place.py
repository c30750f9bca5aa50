"""Updates that loops make in place: where they do, and that nothing else sees it."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf
from runtime.execute import plan
from runtime.execute.in_place import Marks

ROWS = np.random.default_rng(0).random((6, 3), np.float32)

seen = tf.Variable(tf.zeros([6, 3]))


def put(y, i, row):
    return tf.tensor_scatter_nd_update(y, [[i]], [row])


def one_row_after_the_other(x):
    y = tf.zeros_like(x)
    for i in tf.range(6):
        y = put(y, i, x[i] * 2.0)
    return y


def views_that_outlive_the_update(x):
    y = tf.identity(x)
    for i in tf.range(1, 6):
        row, whole = y[i - 1], tf.transpose(y)
        y = put(y, i, row + y[i])
        y = put(y, i - 1, row * 2.0 + tf.reduce_sum(whole))
    return y


def a_view_of_the_last_iteration(x):
    y = tf.zeros_like(x)
    view = tf.transpose(y)
    for i in tf.range(6):
        view = tf.transpose(y)
        y = put(y, i, x[i])
    return tf.transpose(view) + y


def in_one_branch_or_the_other(x):
    y = tf.zeros_like(x)
    for i in tf.range(1, 6):
        if x[i, 0] > 0.5:
            y = put(y, i, x[i])
        else:
            y = put(y, i - 1, -x[i])
    return y


def in_one_branch(x):
    y = tf.zeros_like(x)
    for i in tf.range(1, 6):
        if y[i - 1, 0] < 0.5:
            y = put(y, i, x[i])
    return y


def in_an_inner_loop(x):
    y = tf.zeros_like(x)
    for i in tf.range(6):
        for j in tf.range(3):
            y = tf.tensor_scatter_nd_add(y, [[i, j]], [x[i, j] * 2.0 + tf.reduce_sum(y)])
    return y


def read_by_regions(x):
    y, total = tf.zeros_like(x), 0.0
    for i in tf.range(6):
        if x[i, 0] > 0.3:
            total = total + tf.reduce_sum(y[i - 1])
        weight = tf.reduce_sum(x)
        for j in tf.range(3):
            weight = weight + y[i, j]
        y = put(y, i, x[i] + weight)
    return y + total


def read_by_the_test(x):
    y, i = tf.zeros_like(x), 0
    while tf.reduce_sum(y) < 4.0 and i < 6:
        y = put(y, i, x[i])
        i += 1
    return y


def the_first_value_is_used_again(x):
    y = first = x + 1.0
    for i in tf.range(6):
        y = put(y, i, x[i])
    return y - first


def the_last_value_but_one_is_kept(x):
    y = old = tf.zeros_like(x)
    for i in tf.range(6):
        old = y
        y = put(y, i, x[i])
    return old + y


def two_change_places(x):
    a, b = x + 1.0, x + 2.0
    for i in tf.range(6):
        a = put(a, i, x[i] * 3.0)
        a, b = b, a
    return a * 10.0 + b


def every_value_is_kept_in_a_list(x):
    y, values = tf.zeros_like(x), []
    for i in tf.range(6):
        values.append(y)
        y = put(y, i, x[i])
    return tf.stack(values)


def every_value_is_assigned_to_a_variable(x):
    y = tf.zeros_like(x)
    for i in tf.range(6):
        seen.assign(y)
        y = put(y, i, x[i])
    return y + seen


@pytest.mark.parametrize(
    ("program", "updates"),
    [
        (one_row_after_the_other, 1),
        (views_that_outlive_the_update, 2),
        (a_view_of_the_last_iteration, 1),
        (in_one_branch_or_the_other, 2),
        (in_one_branch, 1),
        (in_an_inner_loop, 1),
        (read_by_regions, 1),
        (read_by_the_test, 1),
        (the_first_value_is_used_again, 1),
        (the_last_value_but_one_is_kept, 0),
        (two_change_places, 0),
        (every_value_is_kept_in_a_list, 0),
        (every_value_is_assigned_to_a_variable, 0),
    ],
)
def test_a_loop_updates_in_place_what_nothing_else_has(program, updates, monkeypatch):
    x = tf.constant(ROWS)
    function = tf.function(program)
    result = function(x)
    assert function.get_concrete_function(x).plan.source.count("InPlace(") == updates
    np.testing.assert_array_equal(x, ROWS)
    monkeypatch.setattr(plan, "in_place", lambda graph: Marks())
    np.testing.assert_array_equal(result, tf.function(program)(x))


def test_the_cotangents_of_rows_are_added_in_place():
    @tf.function
    def gradient(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.zeros_like(x)
            for i in tf.range(1, tf.shape(x)[0]):
                y = put(y, i, x[i] * x[i - 1])
            for row in x:
                y += row
            loss = tf.reduce_sum(y)
        return tape.gradient(loss, x)

    x = tf.constant(ROWS)
    expected = np.full_like(ROWS, 6.0)
    expected[1:] += ROWS[:-1]
    expected[:-1] += ROWS[1:]
    np.testing.assert_allclose(gradient(x), expected, rtol=1e-6)
    source = gradient.get_concrete_function(x).plan.source
    assert "StridedSliceGrad" not in source
    assert "ScatterNd(" not in source
    assert source.count("InPlace(") == 5


def test_rows_that_are_read_several_times_in_an_iteration_are_summed_first():
    @tf.function
    def gradient(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            total = 0.0
            for i in tf.range(5):
                total += tf.reduce_sum(tf.gather(x, [i, i + 1, i]))
        return tape.gradient(total, x)

    expected = np.full((6, 3), 3.0)
    expected[0], expected[-1] = 2.0, 1.0
    np.testing.assert_array_equal(gradient(tf.constant(ROWS)), expected)
