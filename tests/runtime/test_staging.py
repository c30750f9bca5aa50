"""Python control flow over tensors, staged: each program against itself run eagerly."""

from __future__ import annotations

import numpy as np
import pytest

import autograph
import runtime as tf


def check(function, *cases):
    """Runs `function` eagerly on Python values, and staged on tensors of them."""
    staged = tf.function(function)
    for args in cases:
        want = tf.nest.flatten(function(*args))
        got = tf.nest.flatten(staged(*[tf.constant(a) for a in args]))
        assert len(want) == len(got)
        for w, g in zip(want, got, strict=True):
            np.testing.assert_allclose(g, w, rtol=1e-6)
    return staged


def test_a_while_loop_counts_with_python_numbers():
    def collatz(n):
        steps = 0
        while n != 1:
            if n % 2 == 0:
                n //= 2
            else:
                n = 3 * n + 1
            steps += 1
        return steps

    staged = check(collatz, (27,), (1,))
    assert staged.experimental_get_tracing_count() == 1


def test_range_with_a_staged_bound_is_counted():
    def total(n):
        result = 0
        for i in range(n):
            if i == 7:
                break
            if i % 2 == 0:
                continue
            result += i
        return result

    check(total, (20,), (3,), (0,))


@pytest.mark.parametrize("bounds", [(10, 0, -3), (10, 9, -3), (0, 10, 4), (5, 5, 1)])
def test_range_with_steps(bounds):
    def digits(start, stop, step):
        result = 0
        for i in range(start, stop, step):
            result = result * 2 + i
        return result

    check(digits, bounds)


def test_tf_range_is_not_materialised():
    @tf.function
    def total(n):
        result = 0
        for i in tf.range(n):
            result += i
        return result

    assert int(total(tf.constant(5))) == 10
    assert "Range" not in [node.type for node in total.get_concrete_function(tf.constant(5)).graph.nodes]


def test_a_for_loop_over_a_tensor_visits_its_rows():
    @tf.function
    def best(x):
        result = x[0]
        for row in x:
            if tf.reduce_sum(row) > tf.reduce_sum(result):
                result = row
        return result

    assert best(tf.constant([[1.0, 2.0], [5.0, 0.0], [3.0, 1.0]])).numpy().tolist() == [5, 0]


def test_a_scalar_cannot_be_looped_over():
    @tf.function
    def loop(x):
        for _ in x:
            pass

    with pytest.raises(TypeError, match="scalar"):
        loop(tf.constant(1))


def test_a_python_number_takes_the_type_that_the_body_gives_it():
    def total(x, n):
        result = 0
        for i in range(n):
            result = result + x * i
        return result

    check(total, (0.5, 4))


def test_a_staged_python_number_adapts_to_tensors_it_meets():
    def factorial(x, n):
        i = 0
        while i < n:
            x = x * (i + 1)
            i += 1
        return x, i / 2

    check(factorial, (1.5, 5))


def test_a_loop_variable_may_change_its_shape():
    @tf.function
    def grow(n):
        x = tf.constant([1])
        for i in range(n):
            x = tf.concat([x, [i]], 0)
        return x

    assert grow(tf.constant(3)).numpy().tolist() == [1, 0, 1, 2]
    assert grow.get_concrete_function(tf.constant(3)).structured_outputs.shape.as_list() == [None]


def test_structures_are_carried_by_their_leaves():
    def fibonacci(n):
        pair = {"a": 0, "next": [1]}
        while n > 0:
            pair = {"a": pair["next"][0], "next": [pair["a"] + pair["next"][0]]}
            n -= 1
        return pair

    check(fibonacci, (10,))


def test_a_variable_that_only_the_body_assigns_needs_an_iteration():
    @tf.function
    def last(n):
        for i in tf.range(n):
            value = i * 2
        return value

    assert int(last(tf.constant(3))) == 4
    with pytest.raises(UnboundLocalError, match="cannot access local variable 'value'"):
        last(tf.constant(0))


def test_return_from_a_loop():
    def first(n):
        for i in range(n):
            if i * i > 10:
                return i
        return -1

    check(first, (10,), (2,))


def test_branches_and_boolean_operators():
    def choose(a, b):
        if (a > 0 and b > 0) or a < -5:
            return a + b
        elif not b > 0:
            return a - b
        return a * b

    check(choose, (1, 2), (-1, 2), (1, -2), (-9, 3))


def test_branches_of_int_and_float_join_to_float():
    check(lambda n: 2.5 if n > 0 else 1, (3,), (-3,))


def test_a_condition_of_several_elements_is_an_error():
    with pytest.raises(autograph.StagingError, match=r"a condition is bool of shape \(2,\)"):
        tf.function(lambda x: 1 if x > 0 else 2)(tf.constant([1, 2]))


def test_a_staged_assertion_fails_when_the_graph_runs():
    @tf.function
    def root(x):
        assert x >= 0, "x must not be negative"
        return tf.sqrt(x)

    assert float(root(tf.constant(4.0))) == 2
    with pytest.raises(AssertionError, match=r"^x must not be negative$"):
        root(tf.constant(-1.0))


def test_each_body_is_traced_once(capsys):
    @tf.function
    def function(n):
        for i in tf.range(n):
            print("body")
            if i > 2:
                print("then")
            else:
                print("else")

    function(tf.constant(5))
    assert capsys.readouterr().out.split() == ["body", "then", "else"]


def test_effects_in_staged_branches_and_loops_happen_in_program_order():
    v = tf.Variable(0.0)

    @tf.function
    def function(n):
        for i in tf.range(n):
            if i % 2 == 0:
                v.assign_add(1.0)
            else:
                v.assign(v * 2.0)
        return v

    assert float(function(tf.constant(4))) == 6


@pytest.mark.parametrize(
    "function, args",
    [
        (lambda n: abs(n) + max(n, 3) + min(n, 2) + int(n) + round(n), (-4,)),
        (lambda x: (float(x) / 2, pow(x, 2)), (3,)),
        (lambda x, y: divmod(x, y), (7, -2)),
    ],
)
def test_builtins_of_numbers(function, args):
    check(function, args)


def test_builtins_of_sequences():
    x = tf.constant([3, 1, 2])
    assert int(tf.function(lambda x: len(x) + sum(x) + max(x) + min(x))(x)) == 3 + 6 + 3 + 1
    assert [bool(tf.function(f)(x > 1)) for f in (lambda x: any(x), lambda x: all(x))] == [True, False]
    assert tf.function(lambda x: reversed(x))(x).numpy().tolist() == [2, 1, 3]
    assert int(tf.function(lambda x: len(x)).get_concrete_function(tf.TensorSpec([None], "int32"))(x)) == 3


def test_not_of_a_tensor_of_truth_values_is_taken_element_by_element():
    """As in TensorFlow 2.21; eagerly, Python asks for one truth value, and there is none."""
    assert tf.function(lambda x: not x)(tf.constant([True, False])).numpy().tolist() == [False, True]


def test_slices_between_staged_numbers_of_64_bits():
    def parts(x, i):
        return x[i], x[i : i + 2], x[:i], x[i::2]

    x = np.arange(5, dtype=np.int32)
    for found, expected in zip(tf.function(parts)(tf.constant(x), tf.constant(1, tf.int64)), parts(x, 1), strict=True):
        np.testing.assert_array_equal(found.numpy(), expected)


def parts_weighed(values, count):
    squares = []
    for k in range(count):
        squares.append(values[k] * values[k] * values[k])
    parts = squares[1:] + squares[::-1] + squares[::2]
    parts.extend(squares)
    total = 0.0
    for place in range(len(parts)):
        total += parts[place] * (place + 1.0)
    return total


def test_derivatives_of_parts_of_lists_and_of_what_follows_them_in_staged_code():
    # Each cube is added with these weights, and its derivatives are 3 x^2 and 6 x times them.
    weights = np.array([7 + 8 + 10, 1 + 6 + 11, 2 + 5 + 9 + 12, 3 + 4 + 13], np.float32)
    values = np.array([1.0, 2.0, -1.0, 3.0], np.float32)
    x = tf.Variable(values)
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            total = tf.function(parts_weighed)(x, tf.constant(4))
        first = inner.gradient(total, x)
    assert float(total) == pytest.approx(parts_weighed(values.tolist(), 4))
    np.testing.assert_allclose(first.numpy(), weights * 3 * values**2)
    np.testing.assert_allclose(outer.gradient(first, x).numpy(), weights * 6 * values)
