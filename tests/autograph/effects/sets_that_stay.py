"""Frozen sets of staged elements: `|=` and the like make others."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(([1, 2, 3], 2), ([5, 5, 5], 5), ([0, 4, 8], 3))
def joined(xs, k):
    fs = frozenset(xs)
    g = fs
    g |= {k * 2}
    return fs, g, k * 2 in fs


@cases(([1, 2, 3], 2), ([5, 5, 5], 5), ([0, 4, 8], 3))
def other_operators(xs, k):
    fs = frozenset(xs)
    a = b = c = fs
    a -= {k}
    b &= {k, 1}
    c ^= {k, 9}
    return fs, a, b, c


@cases(([1, 2, 3], 2), ([5, 5, 5], 5), ([0, 4, 8], 3))
def tuples(xs, k):
    t = tuple(xs)
    u = t
    for x in xs:
        if x > k:
            u += (x,)
    return t, u


@cases(([1, 2, 3], 2), ([5, 5, 5], 5), ([0, 4, 8], 3))
def beside_a_set(xs, k):
    s = set(xs)
    f = frozenset(s)
    s |= {k + 50}
    f |= s
    return s, f, type(f).__name__, type(s | f).__name__, type(f | s).__name__, k + 50 in f, f is s


@cases(([1, 2, 3], 2), ([5, 5, 5], 5), ([0, 4, 8], 3))
def add_is_missing(xs, k):
    f = frozenset([*xs, k + 9])
    try:
        f.add(k)
    except AttributeError as e:
        return str(e), k in f
    return "ok", f


@cases(([1, 2, 3], 2), ([5, 5, 5], 5), ([0, 4, 8], 3), staged="refused AG024")
def in_a_loop(xs, k):
    fs = frozenset(xs)
    g = fs
    for x in xs:
        if x > k:
            g |= {x + 10}
    return fs, g


@cases(([1, 2, 3], 2), ([5, 5, 5], 5), ([0, 4, 8], 3), staged="refused AG024")
def in_an_item(xs, k):
    d = {"a": frozenset(xs)}
    e = d["a"]
    for x in xs:
        if x >= k:
            d["a"] |= {x * 2}
    return d, e
