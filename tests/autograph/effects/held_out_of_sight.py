"""Objects that bound methods, iterators, views, functions and generators have, when their variable gets another."""

from __future__ import annotations

import functools
import itertools

from tests.autograph.effects.outcomes import cases


class _Cell:
    def __init__(self, v):
        self.v = v

    def get(self):
        return self.v

    def put(self, v):
        self.v = v


@cases(0, 3)
def method_that_reads(n):
    q = [1]
    g = q.count
    if n > 0:
        q = [2]
    q[0] = 8
    return g(8), q


@cases(0, 3)
def method_that_writes(n):
    q = [1]
    g = q.append
    if n > 0:
        q = [2]
    g(5)
    return q


@cases(0, 3)
def method_of_an_object(n):
    c = _Cell(1)
    g = c.get
    if n > 0:
        c = _Cell(100)
    c.v = 10
    return g(), c.v


@cases(0, 3)
def method_that_writes_an_object(n):
    c = _Cell(1)
    put = c.put
    if n > 0:
        c = _Cell(100)
    put(10)
    return c.v


@cases(0, 3)
def partial_of_a_list(n):
    q = [1, 2, 3]
    g = functools.partial(sum, q)
    if n > 0:
        q = [4, 5, 6]
    q[0] = 8
    return g(), q


@cases(0, 3)
def iterators_over_a_list(n):
    q = [1, 2, 3]
    held = reversed(q), zip(q, q), enumerate(q), itertools.chain(q, [7]), map(str, q), (x + 1 for x in q)
    if n > 0:
        q = [4, 5, 6]
    q[0] = 8
    return [list(it) for it in held], q


@cases(0, 3)
def views_of_a_dict(n):
    d = {"a": 1, "b": 2}
    values, items = d.values(), d.items()
    if n > 0:
        d = {"a": 5, "b": 6}
    d["a"] += 10
    return list(values), list(items), d


@cases(0, 3)
def default_of_a_function(n):
    q = [1]

    def first(p=q):
        return p[0]

    if n > 0:
        q = [2]
    q[0] = 8
    return first(), q


@cases(0, 3)
def variable_of_a_function_that_has_ended(n):
    def outer(p):
        return lambda: p[0]

    q = [1]
    h = outer(q)
    if n > 0:
        q = [2]
    q[0] = 8
    return h(), q


@cases(0, 3)
def generator_over_a_list(n):
    def each(p):
        for x in p:
            yield x + 0

    q = [2, 3]
    g = each(q)
    if n > 0:
        q = [4, 5]
    q[1] = 8
    return list(g), q


@cases(0, 3)
def loop_over_a_list_that_gets_another(n):
    q = [1, 2, 3]
    t = 0
    for x in q:
        t += x
        if n > 0:
            q = [4, 5, 6]
        q[2] = 10
    return t, q


@cases(0, 3)
def operand_read_before(n):
    q = [1, 2, 3]

    def replaced():
        nonlocal q
        if n > 0:
            q = [4, 5, 6]
        q[0] = 9
        return 4

    return [q, replaced(), q]
