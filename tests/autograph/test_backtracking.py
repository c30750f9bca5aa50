"""Backtracking: functions that call themselves in a staged loop, and keep copies of the path they have come."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import runtime as tf


def permutations(n):
    found = []

    def go(path):
        if len(path) == n:
            found.append(path.copy())
            return
        for i in range(n):
            if i not in path:
                path.append(i)
                go(path)
                path.pop()

    go([])
    return found


def subsets_of_a_closure(n):
    found = []
    path = []

    def go(i):
        found.append(list(path))
        for j in range(i, n):
            path.append(j)
            go(j + 1)
            path.pop()

    go(0)
    return found


def changed_by_another_name(n):
    found = []
    path = []
    same = path

    def go(i):
        found.append(list(path))
        for j in range(i, n):
            same.append(j)
            go(j + 1)
            path.pop()

    go(0)
    same.append(9)
    return found, path, same is path


def queens(n):
    found = []

    def go(columns):
        row = len(columns)
        if row == n:
            found.append(columns[:])
            return
        for c in range(n):
            if all(c != q and abs(c - q) != row - k for k, q in enumerate(columns)):
                columns.append(c)
                go(columns)
                columns.pop()

    go([])
    return found


def _as_python(value: Any) -> Any:
    return [*map(_as_python, value)] if isinstance(value, (list, tuple)) else np.asarray(value).item()


@pytest.mark.parametrize("program", [permutations, subsets_of_a_closure, changed_by_another_name, queens])
def test_a_path_that_is_changed_around_a_call_is_copied_as_it_is_then(program: Callable[[Any], Any]):
    staged = tf.function(program)
    for n in (1, 2, 4):
        assert _as_python(staged(tf.constant(n))) == _as_python(program(n))
