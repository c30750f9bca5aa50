"""Functions of others that divide, called where a handler is for that."""

from __future__ import annotations

import functools
from contextlib import suppress

from tests.autograph.effects.outcomes import cases


def make(k):
    total = 0

    def step(x):
        nonlocal total
        total += x // k
        total %= 7
        return total

    return step


@cases((3, 2), (0, 1), (2, 0))
def functions_in_a_table(n, m):
    log = []

    def div(a, b):
        log.append(a)
        return a // b

    ops = {"d": div, "m": lambda a, b: a % b, "s": lambda a, b: a << b}

    def run(name):
        try:
            return ops[name](n, m)
        except ZeroDivisionError as e:
            return str(e)
        except ValueError as e:
            return str(e)

    return [run("d"), run("m"), run("s")], log


@cases((3, 2), (0, 1), (2, 0))
def recursion_that_divides(n, m):
    def down(k):
        if k <= 0:
            return 12 // m
        return down(k - 1) + 12 // k

    def safe(f, x):
        try:
            return f(x)
        except ZeroDivisionError:
            return -1

    return safe(down, n), safe(lambda x: 1 / x, n)


@cases((3, 2), (0, 1), (2, 0))
def mapped_over_a_list(n, m):
    def safe(f, xs):
        try:
            return list(map(f, xs))
        except ZeroDivisionError:
            return []

    return safe(lambda x: 10 // x, [n, m]), safe(lambda x: x // 2, [n, m])


@cases((3, 2), (0, 1), (2, 0))
def made_by_a_function_that_is_not_nested(n, m):
    s = make(m)
    out = []
    for i in range(n):
        try:
            out.append(s(i * 5))
        except ZeroDivisionError:
            out.append(-1)
    return out


@cases((3, 2), (0, 1), (2, 0))
def attempted_with_a_method(n, m):
    def attempt(f, *args):
        try:
            return "ok", f(*args)
        except Exception as e:
            return "bad", type(e).__name__

    class A:
        def __init__(self, v):
            self.v = v

        def per(self, d):
            return self.v / d

    a = A(n)
    return attempt(a.per, m), attempt(lambda: 5 // n), attempt(lambda x, y=m: x % y, n)


@cases((3, 2), (0, 1), (2, 0))
def divides_under_suppress(n, m):
    out = []

    def go(x):
        out.append(x)
        out.append(x // m)

    for x in (n, 4):
        with suppress(ZeroDivisionError):
            go(x)
    return out


@cases((3, 2), (0, 1), (2, 0))
def divides_while_it_remembers(n, m):
    memo = {}

    def f(k):
        if k in memo:
            return memo[k]
        r = k if k < 2 else f(k - 1) + k // m
        memo[k] = r
        return r

    def guard(g, *a):
        try:
            return g(*a)
        except ArithmeticError:
            return "x"

    return guard(f, 5), sorted(memo)


@cases((3, 2), (0, 1), (2, 0), staged="refused AG025")
def generator_that_divides(n, m):
    def gen(k):
        for i in range(3):
            yield i // k

    def total(g):
        try:
            return sum(g)
        except ZeroDivisionError:
            return None

    return total(gen(m)), total(x % m for x in [n, 2])


@cases((3, 2), (0, 1), (2, 0))
def decorated_with_defaults(n, m):
    def twice(f):
        @functools.wraps(f)
        def inner(*args, **kw):
            return f(*args, **kw) * 2

        return inner

    @twice
    def div(a, b=m, *, c=1):
        return a // b + c

    def run(f, *args, **kw):
        try:
            return f(*args, **kw)
        except ZeroDivisionError as e:
            return str(e)

    return run(div, n), run(div, n, c=5), run(div, n, 2), run(lambda *xs: sum(xs) % m, n, 4)


@cases((3, 2), (0, 1), (2, 0))
def methods_and_properties(n, m):
    class C:
        k = m

        def __init__(self, v):
            self.v = v

        @property
        def ratio(self):
            return self.v / self.k

        @staticmethod
        def mod(a, b):
            return a % b

        @classmethod
        def of(cls, v):
            return cls(v // cls.k)

        def __truediv__(self, o):
            return C(self.v // o)

    def run(f):
        try:
            return f()
        except ZeroDivisionError:
            return "zero"

    c = C(n)
    return run(lambda: c.ratio), run(lambda: C.mod(n, m)), run(lambda: C.of(7).v), run(lambda: (c / m).v)


@cases((3, 2), (0, 1), (2, 0))
def changes_before_and_after(n, m):
    total = 0

    def step(x):
        nonlocal total
        total += 1
        y = x // m
        total += 10
        return y

    out = []
    for i in range(3):
        try:
            out.append(step(i + n))
        except ZeroDivisionError:
            out.append(None)
    return out, total


@cases((3, 2), (0, 1), (2, 0))
def function_in_the_function(n, m):
    def outer(x):
        def inner(y):
            return y % m

        return inner(x) + inner(x + 1)

    try:
        return outer(n)
    except ZeroDivisionError:
        return "no"


@cases((3, 2), (0, 1), (2, 0))
def functions_in_a_dict(n, m):
    fs = {"q": lambda a, b: a // b, "r": lambda a, b: a % b, "s": lambda a, b: a << (b - 1)}
    out = {}
    for k, f in fs.items():
        try:
            out[k] = f(n, m)
        except (ZeroDivisionError, ValueError) as err:
            out[k] = type(err).__name__
    return out


@cases((3, 2), (0, 1), (2, 0))
def generator_asked_for_one(n, m):
    def gen(k):
        while k > 0:
            yield 10 // (k - m)
            k -= 1

    def first(g):
        try:
            return next(g)
        except ZeroDivisionError:
            return "z"
        except StopIteration:
            return "end"

    return first(gen(n))


@cases((3, 2), (0, 1), (2, 0))
def remembered_by_two_keys(n, m):
    memo = {}

    def f(a, b):
        key = (a, b)
        if key not in memo:
            memo[key] = a % b if b else a // m
        return memo[key]

    def safe(*args):
        try:
            return f(*args)
        except ZeroDivisionError:
            return -1

    return [safe(n, m), safe(n, 0), safe(5, 3)], len(memo)
