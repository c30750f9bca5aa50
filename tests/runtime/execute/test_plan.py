"""Plans: the generated code, and the errors of a run."""

from __future__ import annotations

import linecache

import numpy as np
import pytest

import runtime as tf
from runtime.execute.plan import Plan

FLOAT = tf.TensorSpec([], "float32")
INT = tf.TensorSpec([], "int32")


def plan(function, *args):
    return tf.function(function, autograph=False).get_concrete_function(*args).plan


def test_a_conditional_becomes_an_if_and_constants_are_bound():
    def relu(x):
        return tf.cond(x > 0.0, lambda: x * 2.0, lambda: 0.0)

    assert plan(relu, FLOAT).source == (
        """\
def plan(x):
    greater = x > c_0p0
    if greater:
        mul = x * c_2p0
        cond = mul
    else:
        cond = c_0p0
    return (cond,)
"""
    )


def test_a_loop_becomes_a_while_with_its_test_in_place():
    def power(x, n):
        return tf.while_loop(lambda i, v: i < n, lambda i, v: (i + 1, v * x), (0, 1.0))[1]

    assert plan(power, FLOAT, INT).source == (
        """\
def plan(x, n):
    while_, while__1 = c_0, c_1p0
    while while_ < n:
        add = while_ + c_1
        mul = while__1 * x
        while_, while__1 = add, mul
    return (while__1,)
"""
    )


def test_a_loop_of_at_most_n_iterations_counts_with_range():
    def power(x, n):
        return tf.while_loop(lambda v: True, lambda v: v * x, (1.0,), maximum_iterations=n)[0]

    source = plan(power, FLOAT, INT).source
    assert "for while_counter in range(int(n)):" in source


def test_large_values_are_deleted_after_their_last_use():
    def function(x):
        y = tf.exp(x)
        z = tf.sin(y)
        return tf.reduce_sum(z)

    source = plan(function, tf.TensorSpec([None], "float32")).source
    assert source.index("del exp") < source.index("Sum(")


def test_a_plan_runs_on_arrays():
    run = plan(lambda x, y: (x + y, x), FLOAT, FLOAT)
    assert run(np.float32(1), np.float32(2)) == (3, 1)


def test_an_error_names_the_node_and_the_users_line():
    @tf.function(autograph=False)
    def pick(x, i):
        return tf.gather(x, i)

    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        pick(tf.constant([1, 2]), tf.constant([5]))
    message = str(caught.value)
    assert message.startswith("indices[0] = 5 is not in [0, 2)\n\t [[{{node GatherV2}}]] [Op:__inference_pick_")
    assert "test_plan.py" in message
    assert "return tf.gather(x, i)" in message
    assert caught.value.op.type == "GatherV2"


def test_an_error_in_a_loop_body_names_the_node_in_it():
    @tf.function(autograph=False)
    def divide(n):
        return tf.while_loop(lambda i: i < 3, lambda i: i + 10 // (n - i), (0,))

    with pytest.raises(tf.errors.InvalidArgumentError, match=r"Integer division by zero\n.*\{\{node floordiv"):
        divide(tf.constant(0))
    with pytest.raises(ZeroDivisionError):
        divide(tf.constant(0))


def test_what_is_pruned_raises_nothing():
    @tf.function(autograph=False)
    def unused(x):
        tf.gather(x, [1])
        return x

    assert unused(tf.constant([0.0])).numpy().tolist() == [0.0]


def test_a_branch_that_is_not_taken_does_not_run():
    v = tf.Variable(0)

    @tf.function(autograph=False)
    def function(x):
        return tf.cond(x > 0, lambda: v.assign_add(1).read_value(), lambda: v.assign_sub(1).read_value())

    assert [int(function(tf.constant(k))) for k in (1, 1, -1)] == [1, 2, 1]


def nested_conditionals(depth):
    def f(x):
        def inner(x, level):
            return tf.cond(x > -1.0, lambda: inner(x + 1.0, level - 1) if level else x, lambda: x - 1.0)

        return inner(x, depth)

    return tf.function(f, autograph=False)


def test_conditionals_nest_deeper_than_python_indents():
    assert float(nested_conditionals(50)(tf.constant(0.0))) == 50.0


def test_loops_nest_deeper_than_pythons():
    def f(x):
        def inner(x, level):
            return tf.while_loop(
                lambda x: x < 10.0 * level, lambda x: inner(x + 1.0, level - 1) if level > 1 else x + 1.0, [x]
            )[0]

        return inner(x, 25)

    assert float(tf.function(f, autograph=False)(tf.constant(0.0))) == 250.0


def test_an_error_deep_inside_names_the_node_and_the_users_line():
    def f(x):
        def inner(x, level):
            if not level:
                tf.debugging.assert_less(x, 10.0)
                return x
            return tf.cond(x > -1.0, lambda: inner(x + 1.0, level - 1), lambda: x)

        return inner(x, 30)

    with pytest.raises(
        tf.errors.InvalidArgumentError,
        match=r"x < y did not hold(.*\n)*.*node Assert.*\n(.*\n)*.*tf.debugging.assert_less",
    ):
        tf.function(f, autograph=False)(tf.constant(0.0))


def test_functions_that_call_functions_are_looked_at_once():
    function = tf.function(lambda x: x + 1.0)
    for _ in range(60):
        function = tf.function(lambda x, inner=function: inner(x) + 1.0, autograph=False)
    assert float(function(tf.constant(0.0))) == 61.0


def test_a_failing_assertion_shows_its_data():
    @tf.function
    def f(x):
        tf.debugging.Assert(x > 0, ["x is", x, tf.range(9)])
        return x

    with pytest.raises(tf.errors.InvalidArgumentError, match=r"^assertion failed: \[x is\] \[-1\] \[0 1 2...\]"):
        f(tf.constant(-1))


def test_a_debugger_finds_the_text_of_each_plan_under_its_own_name():
    graphs = [tf.function(f, autograph=False).get_concrete_function(FLOAT).graph for f in (tf.sin, tf.cos)]
    plans = [Plan(graph, "<lambda>") for graph in graphs]
    for plan in plans:
        assert "".join(linecache.getlines(plan.run.__code__.co_filename)) == plan.source
    assert plans[0].source != plans[1].source
