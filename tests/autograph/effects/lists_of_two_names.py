"""Lists and dicts that an operator or a function makes of two that have names, where loops and branches make them."""

# ruff: noqa: RUF017

from __future__ import annotations

import itertools
from collections import deque
from types import SimpleNamespace

from tests.autograph.effects.outcomes import cases

A = ((2, 3), (0, 1), (3, 0), (1, 1))


@cases(*A)
def sum_in_a_loop(n, m):  # jax: WRONG (ValueError zip()); runtime: leak as AG053; plain [2, 2]
    v = None
    for i in range(m):
        a, c = [i], [n]
        v = a + c
    return v


@cases(*A)
def sum_returned_from_a_loop(n, m):  # jax: ValueError zip(); runtime: TypeError out of scope, no code
    def find():
        for i in range(m):
            a, c = [i], [n]
            if i == n:
                return a + c
        return None

    return find()


@cases(*A)
def product_in_an_attribute(n, m):
    o = SimpleNamespace(v=None)
    for i in range(m):
        a = [i]
        o.v = a * 2
    return o.v


@cases(*A)
def dicts_joined(n, m):
    v = None
    for i in range(m):
        d, e = {"a": i}, {"b": n}
        v = d | e
    return v


@cases(*A)
def sum_of_lists(n, m):
    v = None
    for i in range(m):
        v = sum([[i], [n]], [])
    return v


@cases(*A)
def accumulated(n, m):
    v = None
    for i in range(m):
        v = list(itertools.accumulate([[n], [i]]))
    return v


@cases(*A)
def in_an_exception(n, m):  # jax: ValueError zip()
    try:
        a, c = [n], [m]
        if n > 1:
            raise ValueError(a + c)
        n += 1
        raise KeyError(sum([[n], [m]], []))
    except ValueError as e:
        return e.args[0], "V"
    except KeyError as e:
        return e.args, str(e)


@cases(*A)
def changed_where_it_is_made(n, m):  # refused, of the same cause: AG051 "do not settle"; with [m] + [n] it is staged
    t = 0
    if n > 1:
        a, c = [m], [n]
        w = a + c
        w.append(1)
        t = sum(w)
    return t


@cases(*A, runtime="refused AG053", jax="refused AG029")
def sum_of_parameters(n, m):
    def cat(a, c):
        return a + c

    best = None
    for i in range(m):
        p = cat([i], [n])
        if best is None or p > best:
            best = p
    return best


@cases(*A, runtime="refused AG053", jax="refused AG029")
def deque_returned_from_a_loop(n, m):  # jax: ValueError zip(); plain [2]
    def f():
        for i in range(m):
            if i == n:
                return deque([i])
        return None

    v = f()
    return -1 if v is None else list(v)
