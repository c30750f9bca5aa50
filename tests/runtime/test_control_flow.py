"""`cond`, `while_loop`, `switch_case`, `case`: eager and staged."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf


def eager(function):
    return function


def staged(function):
    return tf.function(function, autograph=False)


both = pytest.mark.parametrize("mode", [eager, staged])


@both
def test_cond_takes_the_branch_of_its_condition(mode):
    function = mode(lambda x: tf.cond(x > 0, lambda: x * 2, lambda: -x))
    assert [int(function(tf.constant(x))) for x in (3, -4)] == [6, 4]


@both
def test_cond_returns_structures_with_none(mode):
    function = mode(lambda x: tf.cond(x > 0, lambda: (x, {"a": x + 1, "b": None}), lambda: (-x, {"a": x, "b": None})))
    first, rest = function(tf.constant(2))
    assert (int(first), int(rest["a"]), rest["b"]) == (2, 3, None)


def test_cond_of_branches_with_different_dtypes_is_an_error():
    with pytest.raises(TypeError, match=r"true_fn and false_fn arguments to tf\.cond must have the same number, type"):
        staged(lambda x: tf.cond(x > 0, lambda: 1, lambda: 2.0))(tf.constant(1))


@pytest.mark.parametrize("other", [lambda: (1, 2), lambda: [1], lambda: None])
def test_cond_of_branches_with_different_structures_is_an_error(other):
    with pytest.raises((TypeError, ValueError), match="overall structure of return values"):
        staged(lambda x: tf.cond(x > 0, lambda: (1,), other))(tf.constant(1))


def test_cond_of_branches_with_different_shapes_has_unknown_dimensions():
    function = staged(lambda x: tf.cond(x > 0, lambda: tf.zeros([2, 3]), lambda: tf.zeros([4, 3])))
    assert function.get_concrete_function(tf.TensorSpec([], "int32")).structured_outputs.shape.as_list() == [None, 3]
    assert function(tf.constant(-1)).shape == [4, 3]


def test_cond_takes_functions():
    with pytest.raises(TypeError, match="'true_fn' must be callable"):
        tf.cond(tf.constant(True), 1, lambda: 2)


def test_each_branch_is_traced_once():
    calls = []
    staged(lambda x: tf.cond(x > 0, lambda: calls.append(1) or x, lambda: calls.append(2) or x))(tf.constant(1))
    assert calls == [1, 2]


@both
def test_while_loop_carries_a_structure(mode):
    def function(n):
        return tf.while_loop(
            lambda i, state: i < n, lambda i, state: (i + 1, {"sum": state["sum"] + i}), (tf.constant(0), {"sum": 0})
        )

    i, state = mode(function)(tf.constant(5))
    assert (int(i), int(state["sum"])) == (5, 10)


@both
def test_while_loop_stops_after_the_maximum_of_iterations(mode):
    def count(n):
        return tf.while_loop(lambda i: i < n, lambda i: (i + 1,), (tf.constant(0),), maximum_iterations=3)

    function = mode(count)
    assert [int(function(tf.constant(n))[0]) for n in (2, 10)] == [2, 3]


def test_while_loop_accepts_a_single_value_from_the_body_of_one_variable():
    assert int(staged(lambda: tf.while_loop(lambda i: i < 10, lambda i: i + 1, [0])[0])()) == 10


def test_a_loop_variable_keeps_its_dtype():
    with pytest.raises(TypeError, match="enters the loop with type <dtype: 'int32'> but has type <dtype: 'float32'>"):
        staged(lambda: tf.while_loop(lambda i: i < 3, lambda i: (tf.cast(i, tf.float32),), (tf.constant(0),)))()


def test_a_loop_variable_keeps_its_shape_unless_an_invariant_says_otherwise():
    def function(**options):
        return tf.while_loop(
            lambda x: tf.size(x) < 10, lambda x: (tf.concat([x, x], 0),), (tf.constant([0]),), **options
        )[0]

    with pytest.raises(ValueError, match=r"enters the loop with shape \(1,\), but has shape \(2,\) after one iter"):
        staged(function)()
    assert staged(lambda: function(shape_invariants=(tf.TensorShape([None]),)))().shape == [16]


def test_the_body_keeps_the_structure_of_the_loop_variables():
    with pytest.raises(ValueError, match="don't have the same nested structure"):
        staged(lambda: tf.while_loop(lambda i: i < 3, lambda i: (i + 1, i), [0]))()


@both
def test_a_loop_may_run_no_iteration(mode):
    function = mode(lambda n: tf.while_loop(lambda i: i < n, lambda i: (i + 1,), (tf.constant(7),)))
    assert int(function(tf.constant(0))[0]) == 7


@both
def test_variables_are_assigned_in_order_inside_of_loops(mode):
    v = tf.Variable(1)

    def function(n):
        def body(i):
            v.assign_add(i)
            v.assign(v * 2)
            return (i + 1,)

        tf.while_loop(lambda i: i < n, body, (tf.constant(0),))
        return v.read_value()

    assert int(mode(function)(tf.constant(3))) == 16


def test_a_loop_without_effects_is_stateless_and_one_that_writes_is_not():
    v = tf.Variable(1)

    def loop(effect):
        function = staged(lambda: tf.while_loop(lambda i: i < 3, lambda i: (effect() or i + 1,), (tf.constant(0),)))
        return [n.type for n in function.get_concrete_function().graph.nodes if "While" in n.type]

    assert loop(lambda: None) == ["StatelessWhile"]
    assert loop(lambda: [v.assign_add(1)].clear()) == ["While"]


@both
def test_switch_case_takes_the_last_branch_when_the_index_is_out_of_range(mode):
    function = mode(lambda i: tf.switch_case(i, [lambda: 10, lambda: 20, lambda: 30]))
    assert [int(function(tf.constant(i))) for i in (0, 1, 2, 3, -1)] == [10, 20, 30, 30, 30]


@both
def test_switch_case_by_position_with_a_default(mode):
    function = mode(lambda i: tf.switch_case(i, {1: lambda: 20, 0: lambda: 10}, default=lambda: 0))
    assert [int(function(tf.constant(i))) for i in (0, 1, 2)] == [10, 20, 0]


def test_switch_case_positions_are_contiguous():
    with pytest.raises(ValueError, match=r"contiguous range of \[0 to 2\) but found \{0,2\}"):
        tf.switch_case(tf.constant(0), {0: lambda: 1, 2: lambda: 2})


@both
def test_case_takes_the_first_true_condition(mode):
    function = mode(lambda x: tf.case([(x > 10, lambda: 1), (x > 0, lambda: 2)], default=lambda: 3))
    assert [int(function(tf.constant(x))) for x in (20, 5, -1)] == [1, 2, 3]


@both
def test_case_without_a_default_needs_a_true_condition(mode):
    function = mode(lambda x: tf.case([(x > 10, lambda: 1), (x > 0, lambda: 2)]))
    assert [int(function(tf.constant(x))) for x in (20, 5)] == [1, 2]
    with pytest.raises(tf.errors.InvalidArgumentError, match="None of conditions evaluated as True"):
        function(tf.constant(-1))


@both
def test_case_may_insist_on_a_single_true_condition(mode):
    function = mode(lambda x: tf.case([(x > 0, lambda: 1), (x > 5, lambda: 2)], lambda: 3, exclusive=True))
    assert [int(function(tf.constant(x))) for x in (1, -1)] == [1, 3]
    with pytest.raises(tf.errors.InvalidArgumentError, match="more than 1 conditions"):
        function(tf.constant(9))


def test_nested_control_flow_captures_through_every_level():
    def function(x, n):
        def body(i, total):
            def inner(j, t):
                return j + 1, t + tf.cond(j % 2 == 0, lambda: x, lambda: -x) * tf.cast(i, tf.float32)

            return i + 1, tf.while_loop(lambda j, t: j < i, inner, (0, total))[1]

        return tf.while_loop(lambda i, t: i < n, body, (0, 0.0))[1]

    want = sum((2.5 if j % 2 == 0 else -2.5) * i for i in range(6) for j in range(i))
    np.testing.assert_allclose(staged(function)(tf.constant(2.5), tf.constant(6)), want)


def test_a_branch_index_that_is_no_integer_is_refused() -> None:
    with pytest.raises(TypeError, match="'branch_index' must be an integer Tensor, got <dtype: 'float32'>"):
        tf.switch_case(tf.constant(1.0), {0: lambda: 1, 1: lambda: 2})
