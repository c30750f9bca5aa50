"""Recursion that is given tuples of other lengths by each call."""

# ruff: noqa: RUF005  as people write it

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases((0,), (4,), (10,), (17,))
def coin_ways(amount):
    def ways(rest, coins):
        if rest == 0:
            return 1
        if rest < 0 or not coins:
            return 0
        return ways(rest - coins[0], coins) + ways(rest, coins[1:])

    return ways(amount, (5, 2, 1))


@cases((0,), (4,), (10,), (17,))
def coin_list(amount):
    def ways(rest, coins):
        if rest == 0:
            return 1
        if rest < 0 or len(coins) == 0:
            return 0
        first, *others = coins
        return ways(rest - first, coins) + ways(rest, others)

    return ways(amount, [5, 2, 1])


@cases((0,), (4,), (10,), (7,))
def subset(target):
    def can(rest, items):
        if rest == 0:
            return True
        if rest < 0 or not items:
            return False
        return can(rest - items[-1], items[:-1]) or can(rest, items[:-1])

    return can(target, (3, 5, 2, 8))


@cases((0,), (2,), (4,))
def grown_path(n):
    best = 0

    def go(k, path):
        nonlocal best
        if k == 0:
            best = max(best, sum(p * (i + 1) for i, p in enumerate(path)))
            return
        go(k - 1, path + (k,))
        go(k - 1, (k * 2,) + path)

    go(n, ())
    return best


@cases((0,), (2,), (4,))
def knapsack(cap):
    def best(items, room):
        if not items:
            return 0
        (weight, value), *rest = items
        skip = best(tuple(rest), room)
        if weight > room:
            return skip
        return max(skip, value + best(tuple(rest), room - weight))

    return best(((1, 3), (2, 7), (3, 8)), cap)


@cases((0,), (2,), (4,))
def total_of(n):
    def total(xs):
        return 0 if not xs else xs[0] * n + total(xs[1:])

    return total((1, 2, 3)) + total(())


@cases((0,), (2,), (4,))
def counts(n):
    def f(k, digits=()):
        if k == 0:
            return len(digits)
        return f(k // 2, digits + (k % 2,))

    return f(n)


@cases((0,), (2,), (4,))
def mixed(n):
    def f(k, acc=(0, "a")):
        if k == 0:
            return acc[0]
        return f(k - 1, (acc[0] + k, "b"))

    return f(n)


@cases((0,), (2,), (4,))
def nested(n):
    def depth(t):
        return 0 if not isinstance(t, tuple) else 1 + max((depth(x) for x in t), default=0)

    return depth(((1, (2, n)), 3, ())) + n


@cases((1,), (3,), (6,))
def returned(n):
    def digits(k):
        if k < 2:
            return (k,)
        return digits(k // 2) + (k % 2,)

    return sum(digits(n)), len(digits(n))


@cases((1,), (3,), (6,))
def args_spread(n):
    def f(k, *rest):
        if k == 0:
            return sum(rest)
        return f(k - 1, k, *rest)

    return f(n)
