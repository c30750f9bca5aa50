"""What a staged function returns is Python's own value of the path that was taken, in each of many calls."""

from __future__ import annotations

import pytest

from tests.autograph.staged import arrays, assert_equal_values


def string(n):
    return "big" if n > 2 else "small"


def constant(n):
    return n, "always"


def number_or_none(n):
    return n if n > 2 else None


def number_or_string(n):
    return (n if n > 2 else "low"), n


def text(n):
    return f"{n}", [f"{n > 2}"]


def list_of_either(n):
    return [n, (n + 1 if n > 2 else None), {"k": "x" if n > 3 else "y"}]


def list_of_staged_length(n):
    found = []
    for k in (1, 2, 3):
        if k < n:
            found.append(k)
    return found


@pytest.mark.parametrize(
    "function", [string, constant, number_or_none, number_or_string, text, list_of_either, list_of_staged_length]
)
def test_each_call_returns_what_its_path_does(system, function):
    staged = system.stage(function)
    for n in (1, 3, 5, 2, 4, 1, 5, 1, 1, 4):
        assert_equal_values(arrays(staged(system.tensor(n))), arrays(function(n)))
