"""Programs that nest deeper than Python's recursion limit lets a trace go are traced all the same."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

import runtime as tf
from autograph.recursion import TRACING, deep_recursion
from tests.autograph.differential import define


def nested_functions(count: int) -> Callable[[Any], Any]:
    def around(inner: Callable[[Any], Any]) -> Any:
        return tf.function(lambda x: inner(x) + 1)

    f: Any = tf.function(lambda x: x)
    for _ in range(count):
        f = around(f)
    return f


def test_three_hundred_functions_that_call_each_other() -> None:
    assert int(nested_functions(300)(tf.constant(0))) == 300


def test_three_hundred_conditionals_in_each_other() -> None:
    def f(x: Any, level: int = 300) -> Any:
        return tf.cond(x >= 0, lambda: f(x + 1, level - 1), lambda: x) if level else x

    assert int(tf.function(f)(tf.constant(0))) == 300


def test_a_chain_of_two_hundred_elifs() -> None:
    chain = "".join(f"    elif x == {i}:\n        y = {i * i}\n" for i in range(1, 200))
    f = define(f"def f(x):\n    if x == 0:\n        y = 0\n{chain}    else:\n        y = -1\n    return y\n", "f")
    staged = tf.function(f)
    assert [int(staged(tf.constant(n))) for n in (0, 7, 199, 200)] == [0, 49, 199 * 199, -1]


def test_recursion_without_end_is_an_error() -> None:
    def f(x: Any) -> Any:
        return f(x) + 1

    with pytest.raises(RecursionError):
        tf.function(f)(tf.constant(1))


def test_the_limit_is_the_users_own_afterwards() -> None:
    before = sys.getrecursionlimit()
    nested_functions(3)(tf.constant(0))
    assert sys.getrecursionlimit() == before

    entered, leave = threading.Event(), threading.Event()

    def other() -> None:
        with deep_recursion(TRACING + 1):
            entered.set()
            leave.wait()

    thread = threading.Thread(target=other)
    with deep_recursion():
        thread.start()
        entered.wait()
    assert sys.getrecursionlimit() == TRACING + 1, "another thread still wants it"
    leave.set()
    thread.join()
    assert sys.getrecursionlimit() == before
