"""Lists and objects of pools that a function returns more than once, or with others."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


class Node:
    def __init__(self, a):
        self.a = a
        self.items = [a]
        self.b = None


def body(n):
    o = Node(n)
    xs = [o]
    k = 0
    try:
        xs.append(Node(1))
        if n != len(xs):
            raise ValueError("v")
    except ValueError:
        o.items.append(n)
        k = max(xs, key=lambda q: q.a).a
    return o, xs, k


@cases(0, 1, 2)
def parts_and_objects(n):
    _, xs, k = body(n)
    return [[q.a, q.items] for q in xs], k, xs


@cases(0, 1, 2)
def parts(n):
    _, xs, k = body(n)
    return [[q.a, q.items] for q in xs], k


@cases(0, 1, 2)
def all_objects(n):
    _, xs, _ = body(n)
    return xs


@cases(0, 1, 2)
def one_object(n):
    o, _, _ = body(n)
    return o


@cases(0, 1, 2)
def list_of_one(n):
    _, xs, k = body(n)
    return xs[0].items, k


@cases(0, 1, 2)
def one_in_a_tuple(n):
    _, xs, _ = body(n)
    return (xs[0], 5)
