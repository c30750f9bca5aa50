"""Generators of which a staged condition chooses one: each can be gone over once, and is so where the program runs."""

from __future__ import annotations

from functools import partial

from tests.autograph.effects.outcomes import cases


class Holder:
    pass


def products(it):
    for a, b in it:
        yield a * b


@cases((0, 1), (1, 0), (2, 2), staged="refused")
def with_tensors_of_a_branch(n, m):
    g = iter([1, 2, 3])
    if m > n:
        g = (a * b for a, b in [(1, n + 1), (2, n + 2)])
    return list(g)


@cases((0, 1), (1, 0), (2, 2), staged="refused")
def advanced_in_a_branch(n, m):
    g = iter([1, 2, 3])
    if m > n:
        g = (a * b for a, b in [(1, n + 1), (2, n + 2)])
        next(g)
    return list(g)


@cases((0, 1), (1, 0), (2, 2), staged="refused")
def of_a_function_advanced_in_a_branch(n, m):
    g = iter([1, 2, 3])
    if m > n:
        g = products([(1, n + 1), (2, n + 2)])
        next(g)
    return list(g)


@cases((0, 1), (1, 0), (2, 2), staged="refused")
def of_expressions_advanced(n, m):
    g = (x for x in [1, 2, 3])
    if m > n:
        g = (a * b for a, b in [(1, n + 1), (2, n + 2)])
        next(g)
    return list(g)


@cases((0, 1), (1, 0), (2, 2), staged="refused")
def of_functions_advanced(n, m):
    g = products([(1, n), (2, 2)])
    if m > n:
        g = products([(1, n + 1), (2, n + 2)])
        next(g)
    return list(g)


@cases((0, 1), (1, 0), (2, 2), staged="refused")
def a_zip(n, m):
    g = iter([1, 2, 3])
    if m > n:
        g = zip([1, n + 1, 5], [3, 4, 5])
        next(g)
    return list(g)


@cases((0, 1), (1, 0), (2, 2), staged="refused")
def a_map(n, m):
    g = iter([1, 2, 3])
    if m > n:
        g = map(lambda x: x + n, [n + 1, 4, 5])
        next(g)
    return list(g)


@cases((0, 1), (1, 0), (2, 2), staged="refused")
def in_either_branch(n, m):
    if m > n:
        g = (a * b for a, b in [(1, n + 1), (2, n + 2)])
        next(g)
    else:
        g = iter([1])
    return list(g)


@cases((0, 1), (1, 0), (2, 2), staged="refused")
def or_none(n, m):
    g = None
    if m > n:
        g = (a * b for a, b in [(1, n + 1), (2, n + 2)])
        next(g)
    return list(g) if g is not None else 5


@cases((0, 1), (1, 0), (2, 2), staged="refused")
def one_that_has_begun(n, m):
    g = products([(1, n), (2, 2)])
    if m > n:
        g = products([(5, n), (6, 2)])
        next(g)
    return list(g)


@cases((0, 1), (1, 0), (2, 2), staged="refused")
def one_that_has_begun_of_two(n, m):
    g = products([(1, n), (2, 2)])
    if m > n:
        g = products([(5, n), (6, 2)])
        next(g)
    else:
        g = products([(5, n), (6, 2)])
    return sum(g)


@cases((0, 1), (1, 0), (2, 2), staged="refused")
def looped_over(n, m):
    g = products([(1, n), (2, 2)])
    if m > n:
        g = products([(5, n), (6, 2)])
        next(g)
    t = 0
    for v in g:
        t += v
    return t


@cases((0, 1), (1, 0), (2, 2), staged="refused")
def next_of_one_that_has_begun(n, m):
    g = (x * n for x in [1, 2, 3])
    if m > n:
        g = (x * n for x in [4, 5, 6])
        next(g)
    return next(g), list(g)


@cases((0, 1), (1, 0), (2, 2), staged="refused")
def one_that_is_held(n, m):
    g = (x * n for x in [1, 2, 3])
    if m > n:
        h = (x * n for x in [4, 5, 6])
        next(h)
    else:
        h = g
    return next(g), list(h), list(g)


@cases((0, 1), (1, 0), (2, 2), staged="refused")
def in_an_attribute(n, m):
    o = Holder()
    o.g = products([(1, n), (2, 2)])
    if m > n:
        o.g = products([(5, n), (6, n + 1)])
    return list(o.g)


@cases((0, 1), (1, 0), (2, 2), staged="refused")
def in_a_list(n, m):
    xs = [products([(1, n), (2, 2)])]
    if m > n:
        xs.append(products([(5, n), (6, n + 1)]))
    return [list(g) for g in xs]


@cases((0, 1), (1, 0), (2, 2), staged="refused")
def made_in_a_loop(n, m):
    g = None
    for i in range(n):
        g = products([(5, i), (6, 2)])
    return list(g) if g is not None else 0


@cases((0, 1), (1, 0), (2, 2), staged="refused")
def made_anew_in_a_loop(n, m):
    g = products([(5, 1), (6, 2)])
    for i in range(n):
        g = products([(5, i), (6, 2)])
    return list(g)


@cases((0, 1), (1, 0), (2, 2), staged="refused")
def listed(n, m):
    g = products([(1, n), (2, 2), (3, n)])
    h = products([(1, n), (2, 2), (3, n)])
    next(g)
    k = g if m > n else h
    return list(k)


@cases((0, 1), (1, 0), (2, 2), staged="refused")
def summed(n, m):
    g = products([(1, n), (2, 2), (3, n)])
    h = products([(1, n), (2, 2), (3, n)])
    next(g)
    k = g if m > n else h
    return sum(k), list(g), list(h)


@cases((0, 1), (1, 0), (2, 2), staged="refused")
def the_largest(n, m):
    g = products([(1, n), (2, 2), (3, n)])
    h = products([(1, n), (2, 2), (3, n)])
    k = g if m > n else h
    return max(k), list(g), list(h)


@cases((0, 1), (1, 0), (2, 2), staged="refused")
def unpacked(n, m):
    g = products([(1, n), (2, 2), (3, n)])
    h = products([(1, n), (2, 2), (3, n)])
    next(g)
    k = g if m > n else h
    a, *b = k
    return a, b, list(g), list(h)


@cases((0, 1), (1, 0), (2, 2), staged="refused")
def as_a_tuple_and_a_set(n, m):
    g = products([(1, n), (2, 2), (3, n)])
    h = products([(1, n), (2, 2), (3, n)])
    next(g)
    k = g if m > n else h
    return tuple(k), set(h), any(g)


@cases((0, 1), (1, 0), (2, 2), staged="refused")
def in_a_comprehension(n, m):
    g = products([(1, n), (2, 2), (3, n)])
    h = products([(1, n), (2, 2), (3, n)])
    next(g)
    k = g if m > n else h
    return [x for x in k], sorted(h), list(zip(g, h))


@cases((0, 1), (1, 0), (2, 2), staged="refused")
def spread(n, m):
    g = products([(1, n), (2, 2), (3, n)])
    h = products([(1, n), (2, 2), (3, n)])
    next(g)
    k = g if m > n else h
    return [*k], dict(enumerate(h)), min(g, default=3)


@cases(0, 2, 5, staged="refused")
def expressions_of_two_lengths(n):
    it = (i for i in [1, 2]) if n > 1 else (i * 2 for i in [3, 4, 5])
    return list(it), list(it)


@cases(0, 2, 5, staged="refused")
def spread_expressions(n):
    it = (i for i in [1, 2]) if n > 1 else (i * 2 for i in [3, 4, 5])
    return [*it], max(it, default=7)


@cases(0, 2, 5, staged="refused")
def sorted_expressions(n):
    it = (i * n for i in [1, 2]) if n > 1 else (i * 2 for i in [3, 4, 5])
    return sorted(it), len(list(it))


@cases(0, 2, 5, staged="refused")
def looped_over_expressions(n):
    it = (i * n for i in [1, 2]) if n > 1 else (i * 2 for i in [3, 4, 5])
    t = 0
    for x in it:
        t += x
    return t, sum(it)


@cases(0, 2, 5, staged="refused")
def unpacked_expressions(n):
    it = (i * n for i in [1, 2]) if n > 1 else (i * 2 for i in [3, 4, 5])
    a, *b = it
    return a, b, sum(it)


@cases((0, 1), (1, 0), (2, 2))
def not_begun(n, m):
    g = products([(1, n), (2, 2)])
    if m > n:
        g = products([(5, n), (6, 2)])
    return list(g)


@cases((0, 1), (1, 0), (2, 2))
def a_partial(n, m):
    f = partial(max, 5)
    if m > n:
        f = partial(max, n + 1)
    return f(3)


@cases((0, 1), (1, 0), (2, 2), staged="refused AG025")
def a_method_of_a_list(n, m):
    xs = [5]
    f = xs.pop
    if m > n:
        ys = [n + 1]
        f = ys.pop
    return f()


@cases((0, 1), (1, 0), (2, 2))
def gone_over_in_a_branch(n, m):
    g = products([(1, n), (2, 2), (3, n)])
    next(g)
    if m > n:
        xs = list(g)
    else:
        xs = [1]
    return xs, list(g)
