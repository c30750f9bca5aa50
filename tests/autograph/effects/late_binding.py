"""Functions that a staged loop leaves, or none: what they capture is what the loop has left."""

# ruff: noqa: E731 - lambdas with a name are tested
from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(0, 3)
def late_binding(n):
    f = None
    for i in range(n):
        f = lambda: i * 2
    return -1 if f is None else f()


@cases(0, 3)
def late_binding_while(n):
    f = None
    i = 0
    while i < n:
        f = lambda: i * 2
        i += 1
    if f is not None:
        return f()
    return -1


@cases((0, 1), (3, 1), (3, 5))
def late_binding_branch(n, m):
    f = None
    for i in range(n):
        if i >= m:
            f = lambda: i * 2 + m
    return -1 if f is None else f()


@cases((0, 1), (3, 1), (3, 0), staged="refused AG014")
def late_binding_nested(n, m):
    f = None
    for i in range(n):
        for j in range(m):
            f = lambda: i * 10 + j
    return -1 if f is None else f()


@cases(0, 1, 4, staged="refused AG051")
def each_calls_the_one_before(n):
    f = lambda: -1
    for i in range(n):
        f = lambda prev=f, i=i: prev() * 2 + i
    return f()
