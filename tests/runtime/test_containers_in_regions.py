"""Lists and dicts in staged branches and loops: those made there are nobody's business, others are state."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf


def sum_of_three(n):
    values = []
    for i in range(3):
        values.append(n + i)
    return tf.add_n(values)


def sum_with_a_branch(n):
    values = [n]
    if n > 2:
        n = n + 1
        values[0] = n
    values.append(n)
    return tf.add_n(values)


def list_in_a_branch(n):
    if n > 1:
        values = []
        for i in range(3):
            values.append(n + i)
        n = tf.add_n(values)
    return n


def list_in_a_called_function(n):
    if n > 1:
        n = sum_of_three(n)
    return n


def list_in_a_called_function_with_a_branch(n):
    if n > 1:
        n = sum_with_a_branch(n)
    return n


def list_in_a_loop(n):
    while n < 20:
        values = []
        for i in range(2):
            values.append(n + i)
        n = tf.add_n(values)
    return n


def list_in_a_function_called_in_a_loop(n):
    for i in tf.range(3):
        n = n + sum_of_three(i)
    return n


def list_of_lists_in_a_branch(n):
    total = n
    if n > 1:
        rows = []
        for i in range(2):
            row = []
            for j in range(2):
                row.append(n + i * j)
            rows.append(tf.stack(row))
        total = tf.reduce_sum(tf.stack(rows))
    return total


def dict_in_a_branch(n):
    if n > 1:
        table = {}
        table["a"] = n
        table["b"] = n * 2
        n = table["a"] + table["b"]
    return n


def list_returned_by_a_closure(n):
    def values():
        found = []
        found.append(n)
        found.append(n + 1)
        return found

    total = tf.add_n(values()) if n > 1 else n
    return total


def early_return_of_a_dict(n):
    table = {"n": n}
    for limit in (n, n + 1):
        if limit > n:
            return limit, table
    return n, table


def tuples_of_different_lists(n):
    one, other = [n], [n + 1]
    if n > 2:
        pair = (n, one)
    else:
        pair = (n, other)
    return one, other, pair


def tuple_of_another_list_after_a_loop(n):
    one, other = [n], [n + 1]
    pair = (n, one)
    for i in tf.range(n):
        pair = (i, other)
    return one, other, pair


def list_in_a_dict(n):
    inner = [n]
    table = {"inner": inner}
    if n > 2:
        table["inner"][0] = n * 2
    return inner, table


@pytest.mark.parametrize("value", [1, 3])
@pytest.mark.parametrize(
    "program",
    [
        list_in_a_branch,
        list_in_a_called_function,
        list_in_a_called_function_with_a_branch,
        list_in_a_loop,
        list_in_a_function_called_in_a_loop,
        list_of_lists_in_a_branch,
        dict_in_a_branch,
        list_returned_by_a_closure,
        early_return_of_a_dict,
        tuples_of_different_lists,
        tuple_of_another_list_after_a_loop,
        list_in_a_dict,
    ],
)
def test_containers_hold_in_a_function_what_they_hold_eagerly(program: Any, value: int) -> None:
    n = tf.constant(value)
    expected, found = program(n), tf.function(program)(n)
    tf.nest.map_structure(lambda one, other: np.testing.assert_array_equal(one, other), found, expected)


def test_a_list_of_the_function_that_one_branch_appends_to_has_a_staged_length():
    @tf.function
    def f(n):
        values = []
        if n > 1:
            values.append(n)
        return values

    assert [[int(x) for x in f(tf.constant(n))] for n in (1, 2)] == [[], [2]]


def test_a_list_of_outside_that_a_called_function_appends_to_is_appended_to_when_the_program_does():
    values = []

    def note(n):
        values.append(n)

    @tf.function
    def f(n):
        if n > 1:
            note(n)
        return n

    found = []
    for n in (1, 2, 0, 3):
        f(tf.constant(n))
        found.append([*map(int, values)])
    assert found == [[], [2], [2], [2, 3]]


def early_return_around_a_loop_that_may_return(n, enough=0):
    table = {"n": n}
    if n > 3:
        if n > 5:
            return table, n
    i = 0
    while i < n:
        i += 1
        if enough > 2:  # never: a Python number
            return table, n
    return table, i


@pytest.mark.parametrize("value", [1, 4, 6])
def test_what_is_returned_shares_no_containers_with_variables(value: int) -> None:
    n = tf.constant(value)
    expected = early_return_around_a_loop_that_may_return(n)
    found = tf.function(early_return_around_a_loop_that_may_return)(n)
    assert (int(found[0]["n"]), int(found[1])) == (int(expected[0]["n"]), int(expected[1]))
