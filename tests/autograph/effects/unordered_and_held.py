"""Sets whose order nobody sees in a generator expression, and iterators that somebody goes on with."""

from __future__ import annotations

import enum
import itertools

from tests.autograph.effects.outcomes import cases


class Suit(enum.IntEnum):
    A = 0
    B = 1
    C = 2


@cases([2, 1, 0], [1, 1, 1])
def sorted_of_numbers(xs):
    s = {x * 2 for x in xs}
    return sorted(v + 1 for v in s)


@cases([2, 1, 0], [1, 1, 1])
def sorted_names_of_members(xs):
    s = {Suit(x) for x in xs}
    return sorted(v.name for v in s)


@cases([2, 1, 0], [1, 1, 1])
def sorted_texts(xs):
    s = {f"n{x}" for x in xs}
    return sorted(v.upper() for v in s)


@cases([2, 1, 0], [1, 1, 1])
def sorted_constants(xs):
    s = {"abc"[x] for x in xs}
    return sorted(v + "!" for v in s), sorted(s), ",".join(sorted(s))


@cases([2, 1, 0], [1, 1, 1])
def first_of_combinations(xs):
    return next((t for t in itertools.combinations(xs, 2) if sum(t) == 2), None)


@cases([2, 1, 0], [1, 1, 1])
def first_of_pairs(xs):
    return next(((i, x) for i, x in enumerate(xs) if x == 2), None)


@cases([2, 1, 0], [1, 1, 1])
def first_of_zipped(xs):
    pairs = [(x, x + 1) for x in xs]
    return next((t for t in pairs if t[0] == 2), None), next((p for p in zip(xs, xs[2:]) if p[0] == p[1]), (0, 0))


class S(enum.IntEnum):
    A = 0
    B = 1
    C = 2


@cases([2, 1, 0], [1, 1, 1])
def members_in_a_set_of_members(xs):
    s = {S(x) for x in xs}
    return S.A in s, 1 in s, xs[0] in s, len(s)


@cases([2, 1, 0], [1, 1, 1])
def members_as_keys(xs):
    d = {}
    for x in xs:
        d[S(x)] = d.get(S(x), 0) + 1
    return d[S.B], d.get(2, 0), d.get(xs[0]), sorted(d.values())


@cases([2, 1, 0], [1, 1, 1])
def members_looked_for_among_numbers(xs):
    d = {}
    for x in xs:
        d[x] = d.get(x, 0) + 1
    return d.get(S.A, 0), S.B in d, sorted(d.items())


@cases([2, 1, 0], [1, 1, 1])
def numbers_looked_for_among_members(xs):
    d = {S.A: 1, S.B: 5}
    t = 0
    for x in xs:
        t += d.get(x, 0) + d.get(S(x), 0)
    return t


@cases([2, 1, 0], [1, 1, 1], staged="refused AG030")
def zip_gone_on_with(xs):
    it = zip(xs, [5, 6, 7])
    p = next((q for q in it if q[0] == 1), None)
    return p, list(it)


@cases([2, 1, 0], [1, 1, 1], staged="refused AG030")
def combinations_gone_on_with(xs):
    it = itertools.combinations(xs, 2)
    p = next((q for q in it if q[0] == 1), None)
    return p, list(it)


@cases([2, 1, 0], [1, 1, 1], staged="refused AG030")
def enumerate_of_an_object(xs):
    class H:
        def __init__(self):
            self.it = enumerate(xs)

    h = H()
    p = next((q for q in h.it if q[1] == 1), None)
    return p, list(h.it)


@cases([2, 1, 0], [1, 1, 1], staged="refused AG030")
def enumerate_given_to_a_function(xs):
    def find(it):
        return next((q for q in it if q[1] == 1), None)

    it = enumerate(xs)
    return find(it), list(it), find(reversed([*enumerate(xs)]))


@cases([2, 1, 0], [1, 1, 1], staged="refused AG030")
def iterators_in_a_list(xs):
    its = [itertools.product(xs, [1, 2]), itertools.permutations(xs, 2)]
    p = next((q for q in its[0] if q[0] == 1), None)
    r = next((q for q in its[1] if q[0] == 1), None)
    return p, r, list(its[0])[:1], len(list(its[1]))
