"""Iterators and generators that staged code advances, and loops over them."""

from __future__ import annotations

from itertools import accumulate, chain, count, islice

from tests.autograph.effects.branches import Box
from tests.autograph.effects.outcomes import cases


class Countdown:
    def __init__(self, start):
        self.left = start

    def __iter__(self):
        return self

    def __next__(self):
        if self.left == 0:
            raise StopIteration
        self.left -= 1
        return self.left


def pairs(k):
    for i in range(k):
        yield i, i * i


@cases(0, 3)
def next_in_one(n):
    it = iter([1, 2, 3])
    if n > 2:
        next(it)
    return next(it)


@cases(0, 3)
def next_in_both(n):
    it = iter([1, 2, 3])
    if n > 2:
        r = next(it) * 10
    else:
        r = next(it)
    return r + next(it)


@cases(0, 3)
def next_in_a_loop(n):
    it = iter([1, 2, 3, 4])
    total = 0
    while n > 0:
        total += next(it)
        n -= 1
    return total


@cases(0, 3, staged="refused")
def next_of_a_generator_in_one(n):
    g = (k * k for k in range(5))
    if n > 2:
        next(g)
        next(g)
    return next(g)


@cases(0, 3)
def next_of_count_in_a_loop(n):
    ids = count()
    last = -1
    for _ in range(n):
        last = next(ids)
    return last


@cases(0, 3)
def iterator_consumed_by_a_staged_loop(n):
    it = iter([1, 2, 3])
    total = 0
    for x in it:
        if x > n:
            break
        total += x
    return total + sum(it)


@cases(0, 3)
def iterator_consumed_in_one(n):
    it = iter([1, 2, 3])
    total = 0
    if n > 2:
        total = sum(it)
    return total + len(list(it))


@cases(0, 3)
def next_in_a_conditional_expression(n):
    it = iter([1, 2])
    r = next(it) if n > 2 else 0
    return r + next(it)


@cases(0, 3)
def next_in_an_and(n):
    it = iter([1, 2])
    ok = n > 2 and next(it) > 0
    return ok, next(it)


@cases(0, 3)
def next_with_a_default_in_a_test(n):
    it = iter([5, 4, 3])
    total = 0
    while (v := next(it, 0)) > n:
        total += v
    return total


@cases(0, 3)
def next_outside_of_branches(n):
    it = iter([1, 2, 3])
    a = next(it)
    if n > 2:
        a += n
    return a + next(it)


@cases(0, 3)
def iterator_made_and_used_in_a_branch(n):
    total = 0
    if n > 2:
        it = iter([1, 2, 3])
        total = next(it) + next(it)
    return total


@cases(0, 3)
def generator_of_python_values_in_a_branch(n):
    total = 0
    if n > 2:
        for i, square in pairs(4):
            total += i * square
    return total


@cases(0, 3)
def generator_of_python_values_in_a_loop(n):
    total = 0
    while n > 0:
        for i, square in pairs(3):
            total += square - i
        n -= 1
    return total


@cases(0, 3)
def generator_with_staged_elements(n):
    def scaled():
        for k in (1, 2, 3):
            yield k * n

    total = 0
    for v in scaled():
        if v > 2:
            total += v
    return total


@cases(0, 3)
def generator_with_a_staged_condition(n):
    def some():
        yield 1
        if n > 2:
            yield 2

    return sum(some())


@cases(0, 3)
def generator_with_a_staged_range(n):
    def squares():
        for i in range(n):
            yield i * i

    return sum(squares())


@cases(0, 3)
def generator_send_in_a_branch(n):
    def echo():
        got = 0
        while True:
            got += yield got

    g = echo()
    next(g)
    r = 0
    if n > 2:
        r = g.send(5)
    return r + g.send(1)


@cases(0, 3)
def own_iterator_over_python(n):
    total = 0
    for k in Countdown(4):
        if k > n:
            total += k
    return total


@cases(0, 3)
def own_iterator_of_a_staged_length(n):
    total = 0
    for k in Countdown(n):
        total += k
    return total


@cases(0, 3)
def own_next_in_one(n):
    c = Countdown(5)
    if n > 2:
        next(c)
    return c.left


@cases(0, 3)
def zip_of_python_in_a_staged_loop(n):
    total = 0
    while n > 0:
        for a, b in zip((1, 2), (3, 4)):
            total += a * b
        n -= 1
    return total


@cases(0, 3)
def zip_of_staged_ranges(n):
    total = 0
    for a, b in zip(range(n), range(1, n + 1)):
        total += a * b
    return total


@cases(0, 3)
def enumerate_with_a_start(n):
    o = Box(v=0)
    for k, x in enumerate(range(n), 5):
        o.v += k * x
    return o.v


@cases(0, 3)
def reversed_staged_range(n):
    digits = 0
    for i in reversed(range(n)):
        digits = digits * 10 + i
    return digits


@cases(0, 3)
def chain_of_python_iterables(n):
    hits = 0
    for v in chain((1, 2), [3, 4]):
        if v >= n:
            hits += v
    return hits


@cases(0, 3)
def islice_of_a_python_count(n):
    total = n
    for v in islice(count(1), 4):
        if total > v:
            total -= v
    return total


@cases(0, 3)
def accumulate_of_staged_values(n):
    return list(accumulate([1, n, 3]))


@cases(0, 3)
def dict_views_in_a_staged_loop(n):
    d = {"a": 1, "b": 2}
    total = 0
    for _ in range(n):
        for key, v in d.items():
            total += v * len(key)
    return total


@cases(0, 3)
def iteration_while_values_change(n):
    d = {"a": 1, "b": 2}
    for _ in range(n):
        for key in d:
            d[key] += 1
    return d["a"], d["b"]


@cases(0, 5, 20)
def counts_without_end(n):
    for i in count():
        if i * i > n:
            return i


@cases(0, 5, staged="refused AG033")
def a_slice_of_an_iterator(n):
    total = 0
    for x in islice(count(3), n):
        total += x
    return total
