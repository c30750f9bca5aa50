"""What `itertools` has made of lists that change while it is gone over."""

from __future__ import annotations

import itertools

from tests.autograph.effects.outcomes import cases


@cases(0, 1, 3)
def product_of_a_list(n):
    xs = [1, 2, 3]
    t = 0
    for i, j in itertools.product(xs, [4, 5]):
        t += i * j
        if i == n:
            xs.pop()
    return t, xs


@cases(0, 1, 3)
def product_with_itself(n):
    xs = list(range(n))
    t = 0
    for i, j in itertools.product(xs, repeat=2):
        t += i * j
        if len(xs) < 5:
            xs.append(n)
    return t, xs


@cases(0, 1, 3)
def product_before_a_change(n):
    xs = [v for v in range(4) if v < n]
    t = 0
    pairs = itertools.product(xs, [4, 5])
    xs.append(n)
    for i, j in pairs:
        t += i * j
    return t, xs


@cases(0, 1, 3)
def combinations(n):
    xs = list(range(n))
    t = 0
    for i, j in itertools.combinations(xs, 2):
        t += i * j
        if len(xs) < 5:
            xs.append(n)
    return t, xs


@cases(0, 1, 3)
def permutations(n):
    xs = [1, 2, 3]
    t = 0
    for i, j in itertools.permutations(xs, 2):
        t += i * j
        if len(xs) < 5:
            xs.append(n)
    return t, xs


@cases(0, 1, 3)
def zip_longest(n):
    xs = list(range(n))
    t = 0
    for i, j in itertools.zip_longest(xs, [1, 2], fillvalue=0):
        t += i * j
        if len(xs) < 5:
            xs.append(n)
    return t, xs


@cases(0, 1, 3)
def zip_longest_of_which_one_has_ended(n):
    xs, ys = [n, 2, 1], [4]
    t, zs, d = 0, [], {1: 10, 2: 20, 3: 5}
    for i, _ in itertools.zip_longest(xs, ys, fillvalue=0):
        t += sum(zs) + i
        zs.append(t)
        d.pop(i, None)
    return t, zs, d


@cases(0, 1, 3)
def sorted_list(n):
    xs = list(range(n))
    t = 0
    for i in sorted(xs):
        t += i
        if len(xs) < 5:
            xs.append(n)
    return t, xs


@cases(0, 1, 3)
def tee(n):
    xs = list(range(n))
    a, b = itertools.tee(xs)
    xs.append(4)
    return list(a), list(b), xs
