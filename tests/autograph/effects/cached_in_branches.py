"""Cached functions that are called under a staged condition, or fill their caches in an attempt that comes to nothing."""

from __future__ import annotations

from functools import cache, lru_cache

from tests.autograph.effects.outcomes import cases


@cases((1, 2), (0, 0))
def lru_in_branch(a, b):
    @cache
    def w(r):
        return 0 if r == a else r * b

    if a > 0:
        return w(3)
    return w(2) + w(2)


@cases((1, 2), (0, 0))
def lru_grid(br, bc):
    @cache
    def ways(r, c):
        if r < 0 or c < 0 or (r == br and c == bc):
            return 0
        if r == c == 0:
            return 1
        return ways(r - 1, c) + ways(r, c - 1)

    return ways(1, 1)


@cache
def square(n):
    return n * n


@cases(0, 3)
def of_module(n):
    t = 0
    if n > 1:
        t = square(3) + square(3)
    return t + square(4)


@cases(0, 3)
def in_loop(n):
    @cache
    def f(k):
        return k + n

    t = 0
    for i in range(n):
        t += f(2) + f(3)
    return t


@cases(0, 3)
def of_loop_variable(n):
    @cache
    def f(k):
        return k + n

    t = 0
    for i in range(n):
        t += f(i) + f(3)
    return t


@cases(0, 1, 7)
def ways1(n):
    @lru_cache(None)
    def ways(n):
        return 1 if n < 2 else ways(n - 1) + ways(n - 2)

    return ways(n)


@cases(0, 1, 7)
def ways2(n):
    @cache
    def ways(k):
        if k < 2:
            return 1
        t = 0
        for d in (1, 2, n):
            if d > 0:
                t += ways(k - d) if k - d < k else 0
        return t

    return ways(4)


@cases((0, 1), (1, 4), (3, 3))
def lcs(a, b):
    x, y = [a, 2, 3], [b, 3, 2]

    @cache
    def f(i, j):
        if i == 3 or j == 3:
            return 0
        if x[i] == y[j]:
            return 1 + f(i + 1, j + 1)
        return max(f(i + 1, j), f(i, j + 1))

    return f(0, 0)


@cases((0, 1), (1, 4), (3, 3))
def knap(a, b):
    items = [(a, 3), (b, 4), (2, 2)]

    @cache
    def best(i, room):
        if i == len(items):
            return 0
        w, v = items[i]
        skip = best(i + 1, room)
        if w > room:
            return skip
        return max(skip, v + best(i + 1, room - w))

    return best(0, 5)


@cases((0,), (2,), (3,))
def coin(n):
    coins = (1, 2, 5)

    @cache
    def f(m):
        if m == 0:
            return 0
        return 1 + min(f(m - c) for c in coins if c <= m)

    if n > 1:
        return f(6) + n
    return f(3)


@cases((0,), (2,), (3,), staged="refused AG025")
def clears(n):
    log = []

    @cache
    def f(m):
        log.append(m)
        return m + n

    if n > 1:
        f(1)
        f(1)
    return log


@cases((0,), (2,), (3,), staged="refused AG025")
def identity(n):
    @cache
    def f(m):
        return [m + n]

    if n > 1:
        f(1).append(2)
    return f(1)


@cases((0,), (2,), (3,), staged="refused AG025")
def changing(n):
    k = 1

    @cache
    def f(m):
        return m + n + k

    t = 0
    if n > 1:
        t = f(1)
        k = 5
        t += f(1)
    return t, f(1)


@cases((0,), (2,), (3,), staged="refused AG032")
def misses(n):
    @cache
    def f(m):
        return m + n

    if n > 1:
        f(1)
    return f(1), f.cache_info().misses


class P:
    def __init__(self, n):
        self.n = n

    @cache
    def f(self, m):
        return self.n + m


@cases((0,), (2,), (3,), staged="refused AG025")
def method(n):
    p = P(n)
    if n > 1:
        return p.f(1)
    return p.f(2)


@cases((0, 1), (1, 4), (3, 3), staged="refused AG032 AG025")
def knap_of_list_changed(a, b):
    items = []
    items.append((a, 3))
    items.append((b, 4))
    items.append((2, 2))
    k = 1
    k = 2

    @cache
    def best(i, room):
        if i == len(items):
            return 0
        w, v = items[i]
        skip = best(i + 1, room)
        if w > room:
            return skip
        return max(skip, v + best(i + 1, room - w)) + k - k

    return best(0, 5)


@cases((2, 3), (0, 1))
def editing(a, b):
    s, t = [a, 1, 2], [b, 2, 1]

    @cache
    def d(i, j):
        if i == 0 or j == 0:
            return i + j
        if s[i - 1] == t[j - 1]:
            return d(i - 1, j - 1)
        return 1 + min(d(i - 1, j), d(i, j - 1), d(i - 1, j - 1))

    return d(3, 3)


@cases((2, 3), (0, 1))
def stairs_in_branch(a, b):
    @cache
    def ways(k):
        return 1 if k < 2 else ways(k - 1) + ways(k - 2)

    if a > b:
        return ways(30)
    return ways(25) + a


@cases((2, 3), (0, 1))
def stairs_of_steps(a, b):
    steps = (1, 2)

    @cache
    def ways(k):
        if k == a:
            return 0
        if k < 2:
            return 1
        return sum(ways(k - s) for s in steps)

    return ways(12)


@cases((2, 3), (0, 1))
def helper(a, b):
    def cost(k):
        return k * a

    @cache
    def f(k):
        return cost(k) + b

    t = 0
    for i in range(a):
        t += f(2) + f(3) if i > 0 else f(2)
    return t


@cases((2, 3), (0, 1), staged="refused AG025")
def helper_rebound(a, b):
    def cost(k):
        return k * a

    @cache
    def f(k):
        return cost(k) + b

    t = 0
    if a > 1:
        t += f(2)

    def cost(k):  # noqa: F811 - the name is bound again
        return k

    if b > 1:
        t += f(2)
    return t


def solver(grid, k):
    @cache
    def paths(r, c):
        if r < 0 or c < 0 or grid[r][c] > k:
            return 0
        if r == c == 0:
            return 1
        return paths(r - 1, c) + paths(r, c - 1)

    return paths(2, 2)


@cases(0, 1, 2, 3)
def grid_paths(k):
    return solver([[0, 1, 0], [0, 2, 1], [1, 0, 0]], k), solver([[0, k, 0], [0, 2, 1], [1, 0, 0]], 1)


@cases(0, 2)
def bool_and_text(k):
    @cache
    def wins(n):
        return n > k if n < 3 else not wins(n - 1) or not wins(n - 2)

    @cache
    def name(n):
        return "even" if n % 2 == 0 else "odd"

    if k > 1:
        return wins(8), name(3)
    return wins(7), name(4)


@cases(0, 2, 7)
def in_while(n):
    @cache
    def collatz(k):
        return 0 if k == 1 else 1 + collatz(k // 2 if k % 2 == 0 else 3 * k + 1)

    t = i = 0
    while i < n:
        t += collatz(6) + collatz(7)
        i += 1
    return t


@cases((2, 3), (0, 1))
def stairs_of_captured(a, b):
    @cache
    def ways(k):
        return a if k < 2 else ways(k - 1) + ways(k - 2)

    if a > b:
        return ways(18)
    return ways(17) + a + ways(16)


@cases((2, 3), (0, 1))
def in_comprehension(a, b):
    @cache
    def f(k):
        return a * k

    t = 0
    if a > 1:
        t = sum([f(k % 2) for k in range(4)])
    return t + f(1)


@cases(0, 3, 7)
def simple(n):
    @cache
    def best(i):
        if i == 0:
            return 0
        skip = best(i - 1)
        if n > 5:
            return skip
        return skip + n

    return best(2)


@cases(0, 3, 7)
def simple2(n):
    @cache
    def best(i):
        if i == 0:
            return 0
        if n > 5:
            return best(i - 1)
        return best(i - 1) + n

    return best(2)


@cases(0, 3, 7)
def simple3(n):
    @cache
    def best(i):
        if i == 0:
            return 0
        s = 0
        if n > 5:
            s = best(i - 1)
        return s + n

    return best(2)


@cases(0, 3)
def simple4(n):
    @cache
    def best(i):
        if i == 0:
            return 0
        s = 0
        if n > 2:
            s = best(i - n)
        return s + n

    return best(3)


@cases(0, 3, 7)
def simple5(n):
    @cache
    def best(i):
        if i == 0:
            return 0
        return best(i - 1) + (best(i - n) if n == 1 else 0)

    return best(3)
