"""Functions whose results `functools` keeps, called with what is staged."""

from __future__ import annotations

import random
from functools import cache, lru_cache

from tests.autograph.effects.outcomes import cases


@cases(4, 5, 1)
def climbing_stairs(n):
    @cache
    def ways(k):
        if k <= 1:
            return 1
        return ways(k - 1) + ways(k - 2)

    return ways(n)


@cases(4, 5, 1)
def cached_factorial(n):
    @cache
    def fact(k):
        return 1 if k <= 1 else k * fact(k - 1)

    return fact(n) + fact(n)


@lru_cache
def collatz(k):
    steps = 0
    while k != 1:
        k = k // 2 if k % 2 == 0 else 3 * k + 1
        steps += 1
    return steps


@cases(4, 5, 1)
def longest(n):
    best = 0
    for i in range(1, n + 1):
        best = max(best, collatz(i))
    return best


@cases(4, 1, staged="refused AG032")
def variable_rebound(n):
    k = 1

    @lru_cache
    def g(x):
        return x + k

    a = g(n)
    k = 2
    return a, g(n)


@cases(4, 1)
def variable_kept(n):
    k = 3

    @lru_cache
    def g(x):
        return x + k

    return g(n), g(n)


@cases(4, 1)
def with_effects(n):
    calls = []

    @lru_cache
    def g(x):
        calls.append(x)
        return x + 1

    return g(n), g(n), len(calls)


@cases(4, 1)
def counted(n):
    calls = 0

    @lru_cache
    def g(x):
        nonlocal calls
        calls += 1
        return x + 1

    a = g(n) + g(n)
    return a, calls


@cases(4, 1, staged="refused AG032")
def list_result(n):
    @lru_cache
    def g(x):
        return [x, x + 1]

    a = g(n)
    a.append(1)
    return g(n)


@cases(4, 1)
def tuple_result(n):
    @lru_cache
    def g(x, y=2):
        return x + y, x * y

    a, b = g(n)
    c, d = g(n, y=3)
    return a, b, c, d


@cases(4, 1, staged="refused AG032")
def statistics(n):
    @lru_cache
    def g(x):
        return x + 1

    a = g(n) + g(n)
    return a, g.cache_info().hits


@cases(4, 1)
def in_branch(n):
    @lru_cache
    def g(x):
        return x * x

    t = 0
    if n > 2:
        t = g(n) + g(3)
    return t + g(n)


class Shape:
    def __init__(self, k):
        self.k = k

    @lru_cache
    def area(self, x):
        return self.k * x


@cases(4, 1, staged="refused AG032")
def method(n):
    s = Shape(2)
    return s.area(n)


@cases(4, 1, staged="refused AG032")
def of_a_list(n):
    coins = [1, 2, 5]

    @lru_cache
    def worth(x):
        return coins[x % 3]

    a = worth(n)
    coins[n % 3] = 7
    return a, worth(n)


@cases(4, 1, staged="refused AG053")
def unhashable(n):
    @lru_cache
    def g(xs):
        return xs[0]

    try:
        return g([n])
    except TypeError:
        return -1


@cases(4, 1, staged="refused AG032")
def text(n):
    @lru_cache
    def g(x):
        return f"{x} it is"

    return g(n)


@cases(4, 1)
def raises(n):
    @lru_cache
    def g(x):
        if x > 2:
            raise ValueError("too large")
        return x

    try:
        return g(n)
    except ValueError:
        return -1


@cases(4, 1)
def mapped(n):
    @lru_cache
    def g(x):
        return x * x

    return list(map(g, [n, n + 1, n])), sum(g(i) for i in range(n))


@cases((4, 1), (3, 3))
def gcd(a, b):
    @lru_cache
    def g(x, y):
        while y:
            x, y = y, x % y
        return x

    return g(a, b), g(b, a)


@cases(4, 1, staged="refused AG032")
def two_types(n):
    @lru_cache
    def g(x):
        return isinstance(x, float)

    return g(n), g(n * 1.0)


@cases(4, 1, staged="refused AG032")
def two_types_of_two(n):
    @lru_cache
    def g(x, y):
        return isinstance(x, float)

    return g(n, 1), g(n * 1.0, 1)


@cases(4, 1)
def one_type_of_two(n):
    @lru_cache
    def g(x, y):
        return x * y

    return g(n, 1), g(n + 1, 2), g(3, 4)


WEIGHTS = [1, 2, 3]


class Config:
    k = 1


def helper(x):
    return x + Config.k


@cases(0, 2, staged="refused AG032")
def reads_global_in_comprehension(n):
    @lru_cache
    def g(x):
        return sum(w * x for w in WEIGHTS)

    return g(n)


@cases(0, 2, staged="refused AG032")
def reads_a_class(n):
    @lru_cache
    def g(x):
        return helper(x)

    return g(n)


@cases(0, 2, staged="refused AG032")
def default_list(n):
    @lru_cache
    def g(x, ys=[1, 2]):
        return ys[0] + x

    return g(n)


@cases(0, 2)
def calls_library(n):
    import math

    @lru_cache
    def g(x):
        return math.floor(math.sqrt(x)) + max(abs(x), int(x))

    return g(n) + g(n + 1)


@cases(0, 2, staged="refused AG024")
def draws_a_number(n):
    rng = random.Random(3)

    @lru_cache
    def g(x):
        return x + rng.randint(0, 1000)

    return g(n) - g(n)


@cases(0, 2, staged="refused AG024")
def draws_from_the_module(n):
    @lru_cache
    def g(x):
        return x + random.randint(0, 1000000)

    return g(n) - g(n)


# Functions that call themselves keep what they have given for staged arguments: they take forever without.


@cases(4, 1, 0, 24)
def stairs_of_three(n):
    @lru_cache(maxsize=1000)
    def ways(k):
        if k < 0:
            return 0
        if k == 0:
            return 1
        return ways(k - 1) + ways(k - 2) + ways(k - 4)

    return ways(n)


@cache
def lattice(i, j):
    if i == 0 or j == 0:
        return 1
    return lattice(i - 1, j) + lattice(i, j - 1)


@cases((4, 3), (1, 1), (0, 5), (12, 12))
def of_the_module(n, m):
    total = lattice(n, m)
    for i in range(n):
        total += lattice(i, m)
    return total


@cases(4, 1, 0, 20)
def fewest_coins(n):
    coins = [1, 5, 10]

    @cache
    def fewest(amount):
        if amount == 0:
            return 0
        best = 1000
        for c in coins:
            if c <= amount:
                best = min(best, 1 + fewest(amount - c))
        return best

    return fewest(n)


@cases(4, 1, 0, 30)
def pairs_of_results(n):
    @cache
    def fib(k):
        if k < 2:
            return k, 1
        a, b = fib(k - 1)
        return a + b, a

    return fib(n)


@cases(4, 1, 0, 9)
def one_calls_the_other(n):
    @cache
    def even(k):
        return True if k == 0 else odd(k - 1)

    @cache
    def odd(k):
        return False if k == 0 else even(k - 1)

    return even(n), odd(n)


@cases(4, 1, 0, 9)
def in_branches_and_loops(n):
    @cache
    def f(k):
        return 1 if k < 1 else f(k // 2) + f(k - 1)

    t = 0
    if n > 3:
        t = f(n) + f(7)
    while n > 0:
        t += f(n)
        n -= 2
    return t


@cases(4.5, 1.0, 0.0, 9.0)
def of_floats(x):
    @cache
    def f(k):
        return 0.5 if k < 1 else f(k / 2) + f(k - 1)

    return f(x)


@cases(4, 1, 0, 9)
def ends_by_a_constant(n):
    @cache
    def f(k, d):
        return k if d == 0 else f(k + 1, d - 1) * 2 + f(k, d - 1)

    return f(n, 4)


@cases(10, 31, 2, 0, 45)
def knapsack(target):
    numbers = (15, 9, 7, 6, 3)

    @lru_cache(None)
    def best(i, left):
        if i == len(numbers):
            return 0
        skip = best(i + 1, left)
        if numbers[i] > left:
            return skip
        return max(skip, numbers[i] + best(i + 1, left - numbers[i]))

    return best(0, target)


@cases(6, 1, 0, 9)
def catalan(n):
    @lru_cache(None)
    def c(k):
        if k < 2:
            return 1
        return sum(c(i) * c(k - 1 - i) for i in range(k))

    return c(n)


@cases((1234, 1243), (7, 7), (100, 1), staged="refused AG052")
def of_the_characters_of_texts(a, b):
    s, t = str(a), str(b)

    @lru_cache(None)
    def d(i, j):
        if i == 0 or j == 0:
            return i + j
        return min(d(i - 1, j) + 1, d(i, j - 1) + 1, d(i - 1, j - 1) + (s[i - 1] != t[j - 1]))

    return d(len(s), len(t))


def solved(k, n):
    @cache
    def f(x):
        return k if x < 1 else f(x - 1) + f(x - 2) + k

    return f(n)


@cases(4, 1, 0, 6)
def made_in_each_call(n):
    t = solved(1, n)
    if n > 2:
        t += solved(n + 1, n)
    for i in range(n):
        t += solved(i, n)
    return t, [solved(i, 2) for i in range(3)]


@cases(3, 5, 0)
def results_that_are_texts_or_none(n):
    @cache
    def shown(m):
        return "s" if m <= 0 else shown(m - 1) + str(m)

    @cache
    def fewest(m):
        if m <= 0:
            return 0 if m == 0 else None
        found = [x + 1 for x in (fewest(m - 3), fewest(m - 2)) if x is not None]
        return min(found) if found else None

    @cache
    def pair(m):
        return m, "even" if m % 2 == 0 else "odd"

    return shown(n), shown(n - 1), fewest(n), [pair(i % 3) for i in range(n)], pair(n)[1]


@cases(([1, 2, 3], [2, 3, 1]), ([1, 1, 1], [2, 2, 2]))
def results_that_are_tuples_of_other_lengths(one, other):
    @cache
    def common(i, j):
        if i == len(one) or j == len(other):
            return ()
        if one[i] == other[j]:
            return (one[i],) + common(i + 1, j + 1)  # noqa: RUF005
        return max(common(i + 1, j), common(i, j + 1), key=len)

    return common(0, 0)
