"""Generators that call themselves until a staged number says that they are done."""

from __future__ import annotations

import itertools
from itertools import islice

from tests.autograph.effects.outcomes import cases


@cases(0, 1, 5)
def countdown(n):
    def down(k):
        if k > 0:
            yield k
            yield from down(k - 1)

    return list(down(n))


@cases(0, 2, 3)
def before_and_after(n):
    def both(k):
        if k <= 0:
            return
        yield k
        yield from both(k - 1)
        yield -k
        yield from both(k - 2)

    return list(both(n)), sum(both(n)), max(both(n), default=7)


@cases(1, 3, jax="refused")
def balanced(n):
    def build(text, opened, closed):
        if closed == n:
            yield text
            return
        if opened < n:
            yield from build(text + "(", opened + 1, closed)
        if closed < opened:
            yield from build(text + ")", opened, closed + 1)

    return list(build("", 0, 0))


@cases(0, 2, 4)
def a_loop_that_keeps_count(n):
    def ticks(k):
        if k > 0:
            yield from ticks(k - 1)
            yield k
            yield from ticks(k - 2)

    total = 0
    product = 1
    last = -1
    for tick in ticks(n):
        total += tick
        product = product * 2 + total
        last = tick
    return total, product, last


@cases(0, 2, 4)
def a_loop_that_is_left(n):
    def ticks(k):
        if k > 0:
            yield k
            yield from ticks(k - 1)
            yield k * 10

    seen = 0
    total = 0
    for tick in ticks(n):
        if tick == 2:
            break
        if tick == 3:
            continue
        seen += 1
        total += tick
    else:
        total += 1000
    return seen, total


@cases((0, 4), (3, 4), (5, 2))
def a_loop_in_a_function_that_returns(n, wanted):
    def ticks(k):
        if k > 0:
            yield k
            yield from ticks(k - 1)

    def find():
        place = 0
        for tick in ticks(n):
            if tick == wanted:
                return place
            place += 1
        return -place

    return find()


@cases(0, 3)
def generator_and_loop_share_a_variable(n):
    level = 0

    def ticks(k):
        nonlocal level
        if k > 0:
            level += 1
            yield level
            yield from ticks(k - 1)
            level += 10

    seen = []
    for tick in ticks(n):
        seen.append(tick * 100 + level)
        level += 1
    return seen, level


@cases(0, 3)
def a_list_that_the_generator_asks(n):
    taken = []

    def ticks(k):
        if k > 0:
            yield k
            if len(taken) < 3:
                yield from ticks(k - 1)
            yield len(taken)

    for tick in ticks(n):
        taken.append(tick)
    return taken


class Ruler:
    def __init__(self, least):
        self.least = least

    def marks(self, k):
        if k >= self.least:
            yield from self.marks(k - 1)
            yield k
            yield from self.marks(k - 1)


@cases((3, 1), (2, 2), (0, 4))
def methods(n, least):
    return list(Ruler(least).marks(n))


@cases(0, 1, 5)
def one_yields_from_the_other(n):
    def evens(k):
        if k > 0:
            yield k * 2
            yield from odds(k - 1)

    def odds(k):
        if k > 0:
            yield k * 2 + 1
            yield from evens(k - 1)

    return list(evens(n))


@cases(0, 1, 2)
def items_changed_on_their_way(n):
    def subsets(k):
        if k == 0:
            yield 0
            return
        for rest in subsets(k - 1):
            yield rest
            yield rest * 10 + k

    return list(subsets(n))


@cases(0, 3, jax="refused")
def endless(n):
    def numbers(k):
        yield k
        yield from numbers(k + 1)

    return list(itertools.islice(numbers(n), 3))


@cases(2, 4, staged="refused AG052")
def raises_on_its_way(n):
    def ticks(k):
        if k == 1:
            raise ValueError("one")
        yield k
        yield from ticks(k - 2)

    seen = []
    try:
        for tick in ticks(n + 1):
            seen.append(tick)
    except ValueError as error:
        return seen, str(error)
    return seen


@cases(0, 2, 4)
def hands_over_in_a_loop(n):
    def codes(length, last):
        if length == 0:
            yield last
            return
        for digit in range(3):
            if digit != last:
                yield from codes(length - 1, digit)

    return [code for code in codes(n, 0) if code > 0]


@cases((6, 2), (1, 0))
def of_two_generators(n, m):
    def pieces(k, size):
        if k > size:
            yield from pieces(k - size - 1, size)
            yield from (size for _ in range(2))
        else:
            yield k

    return list(pieces(n, m))


def _perhaps_longer(a, b):
    xs = [1, 2]
    if a > b:
        xs.append(3)
    return xs


@cases((3, 4), (7, 2))
def lists_of_unlike_items_flattened(a, b):
    def flat(x):
        if isinstance(x, list):
            for y in x:
                yield from flat(y)
        else:
            yield x

    total = 0
    for z in flat([_perhaps_longer(a, b), a]):
        total += z
    return total, [z + 1 for z in flat([_perhaps_longer(b, a), [a, [b]]])]


@cases((3, 4), (7, 2))
def dicts_of_staged_keys_flattened(a, b):
    def flat(x):
        if isinstance(x, (list, dict)):
            for y in x:
                yield from flat(y)
        else:
            yield x

    return list(flat([1, {a > b: 1}]))


def down_and_up(n):
    if n > 0:
        yield from down_and_up(n - 1)
        yield n
        yield from down_and_up(n - 2)


class Walked:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return down_and_up(self.n)


def walk_from(n):
    return down_and_up(n)


@cases((1, 2), (4, 3), (5, 9), (0, 1))
def loop_over_what_iter_returns(n, k):
    for i, value in enumerate(Walked(n), 1):
        if i == k:
            return value
    raise IndexError(k)


@cases((1, 2), (4, 3), (0, 1))
def loops_over_what_a_function_returns(n, k):
    total = 0
    for value in walk_from(n):
        total = total * k + value
    return total, list(Walked(n)), sum(walk_from(n))


@cases((1, 2), (4, 3), (0, 1))
def a_generator_that_is_kept(n, k):
    class Keeping:
        def __iter__(self):
            self.kept = down_and_up(n)
            return self.kept

    made = Keeping()
    found = [value for value in made if value > 1]
    return found, list(made.kept), k


@cases((1, 2), (4, 3), (5, 9), (0, 1))
def loop_that_is_left_deep_in_it(n, k):
    out, total = [], 0
    for value in down_and_up(n):
        if value == k:
            continue
        out.append(value)
        total += value
        if total > 6:
            break
    else:
        return "all", out, total
    return out, total


@cases((1, 2), (4, 3), (5, 9), (0, 1))
def first_that_is_large(n, k):
    begun = []

    def walk(m):
        begun.append(m)
        if m > 0:
            yield from walk(m - 1)
            yield m
            yield from walk(m - 2)

    return next((value for value in walk(n) if value * 2 > k), None), begun


@cases((1, 2), (4, 3), (5, 9), (0, 1))
def whether_any_is_large(n, k):
    return any(value > k for value in down_and_up(n)), k in down_and_up(n), list(islice(down_and_up(n), k))


@cases((1, 2), (4, 3), (5, 9), (0, 1))
def loop_that_an_error_leaves(n, k):
    for value in down_and_up(n):
        if value > 3:
            raise ValueError("too big")
        if value == k:
            return value
    return 0


@cases((1, 2), (4, 3), (0, 1))
def numbers_without_end(n, k):
    def numbers(m):
        yield m
        yield from numbers(m + 1)

    out = []
    for value in numbers(n):
        if len(out) >= k:
            break
        out.append(value)
    return out


@cases(3, 2, 0)
def all_parentheses(n):
    def go(text, opened, closed):
        if len(text) == 2 * n:
            yield text
            return
        if opened < n:
            yield from go(text + "(", opened + 1, closed)
        if closed < opened:
            yield from go(text + ")", opened, closed + 1)

    return list(go("", 0, 0))


@cases((3, "ab"), (0, "q"), (1, ""))
def first_text_or_none_of_a_generator(depth, label):
    visited = []

    def walk(d, name):
        visited.append(name)
        if d == 0:
            yield name
            return
        yield from walk(d - 1, name + "l")
        if d > 1:
            yield from walk(d - 2, name + "r")

    first = None
    leaves = []
    for leaf in walk(depth, label):
        first = leaf if first is None else first
        leaves.append(leaf)
    return first, leaves, visited
