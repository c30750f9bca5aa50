"""Functions with decorators that call themselves: memo tables, counters, logs."""

from __future__ import annotations

import functools

from tests.autograph.effects.outcomes import cases


def memo(f):
    known = {}

    @functools.wraps(f)
    def wrapper(*key):
        if key not in known:
            known[key] = f(*key)
        return known[key]

    wrapper.known = known
    return wrapper


def counted(f):
    @functools.wraps(f)
    def wrapper(*a, **k):
        wrapper.calls += 1
        return f(*a, **k)

    wrapper.calls = 0
    return wrapper


def logged(log):
    def decorate(f):
        @functools.wraps(f)
        def inner(n):
            log.append(n)
            r = f(n)
            log.append(-r)
            return r

        return inner

    return decorate


@cases((0,), (3,), (7,))
def two_of_one_decorator(n):
    @counted
    def helper(k):
        return k * 2 + 1

    @counted
    def fib(k):
        return helper(k) if k < 2 else fib(k - 1) + fib(k - 2)

    r = fib(n)
    return r, fib.calls, helper.calls


@cases((0,), (3,), (7,))
def mutual(n):
    @counted
    def even(k):
        return True if k == 0 else odd(k - 1)

    @counted
    def odd(k):
        return False if k == 0 else even(k - 1)

    return even(n), even.calls, odd.calls


@cases((0,), (3,), (7,), runtime="refused AG052")
def stacked(n):
    @counted
    @memo
    def f(k):
        return k if k < 2 else f(k - 1) + f(k - 2)

    r = f(n)
    return r, f.calls


@cases((0,), (3,), (7,), runtime="refused AG052")
def stacked_other(n):
    @memo
    @counted
    def f(k):
        return k if k < 2 else f(k - 1) + f(k - 2)

    r = f(n)
    return r, len(f.known), f.__wrapped__.calls


@cases((0,), (2,), (5,))
def with_log(n):
    log = []

    @logged(log)
    def f(k):
        return 1 if k == 0 else k * f(k - 1)

    r = f(n)
    return r, len(log), sum(log)


class Memo:
    def __init__(self, f):
        self.f = f
        self.known = {}
        self.hits = 0

    def __call__(self, n):
        if n in self.known:
            self.hits += 1
            return self.known[n]
        r = self.known[n] = self.f(n)
        return r


@cases((0,), (2,), (6,))
def class_memo(n):
    @Memo
    def f(k):
        return k if k < 2 else f(k - 1) + f(k - 2)

    r = f(n)
    return r, f.hits


@cases((0,), (2,), (6,))
def nonlocal_count(n):
    calls = 0

    def tracked(f):
        @functools.wraps(f)
        def w(k):
            nonlocal calls
            calls += 1
            return f(k)

        return w

    @tracked
    def collatz(k):
        return 0 if k <= 1 else 1 + collatz(k // 2 if k % 2 == 0 else 3 * k + 1)

    return collatz(n), calls


@cases((0,), (2,), (6,))
def depth_guard(n):
    depth = deepest = 0

    def guard(f):
        @functools.wraps(f)
        def w(k):
            nonlocal depth, deepest
            depth += 1
            deepest = max(deepest, depth)
            r = f(k)
            depth -= 1
            return r

        return w

    @guard
    def f(k):
        return 1 if k < 2 else f(k - 1) + f(k - 2)

    return f(n), deepest, depth


class Box:
    def __init__(self):
        self.n = 0

    @counted
    def down(self, k):
        self.n += 1
        return 0 if k <= 0 else 1 + self.down(k - 2)


@cases((0,), (2,), (6,))
def method_wrapped(n):
    Box.down.calls = 0
    b = Box()
    r = b.down(n)
    return r, b.n, Box.down.calls


@cases((0,), (2,), (6,))
def applied_later(n):
    def fact(k):
        return 1 if k <= 1 else k * fact(k - 1)

    fact = counted(fact)
    r = fact(n)
    return r, fact.calls


@cases((0, 0), (2, 3), (3, 3))
def paths(r, c):
    @memo
    def go(a, b):
        if a == 0 or b == 0:
            return 1
        return go(a - 1, b) + go(a, b - 1)

    x = go(r, c)
    return x, len(go.known)


def counting_what_it_computes(function):
    table = {}

    @functools.wraps(function)
    def wrapper(n):
        if n not in table:
            table[n] = function(n)
            wrapper.computed += 1
        return table[n]

    wrapper.computed = 0
    return wrapper


@cases(0, 5, 12)
def attribute_of_a_wrapper_that_remembers(n):
    @counting_what_it_computes
    def stairs(k):
        if k < 0:
            return 0
        return 1 if k == 0 else stairs(k - 1) + stairs(k - 3)

    return stairs(n), stairs.computed
