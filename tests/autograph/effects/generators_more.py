"""Generators of ordinary programs: held, sent to, nested, as methods; iterators of classes."""

from __future__ import annotations

import itertools
from collections import deque

from tests.autograph.effects.outcomes import cases


@cases(0, 5)
def gen_send(n):
    def averager():
        total, count = 0, 0
        avg = None
        while True:
            x = yield avg
            total += x
            count += 1
            avg = total / count

    g = averager()
    next(g)
    out = [g.send(n), g.send(4), g.send(n * 2)]
    return out


@cases(0, 1, 4)
def countdown(n):
    def down(k):
        while k > 0:
            got = yield k
            if got:
                k = got
            k -= 1

    return list(down(n))


@cases(0, 1, 4)
def gen_next_one_path(n):
    def nums():
        yield 1
        yield 2
        yield 3

    g = nums()
    a = next(g)
    if n > 2:
        a += next(g)
    return a


@cases(0, 1, 4)
def gen_next_default(n):
    g = (i * n for i in range(3))
    a = next(g)
    b = next(g, -1)
    c = next(g, -1)
    d = next(g, -1)
    return a, b, c, d


class Tree:
    def __init__(self, v, left=None, right=None):
        self.v, self.left, self.right = v, left, right

    def __iter__(self):
        if self.left is not None:
            yield from self.left
        yield self.v
        if self.right is not None:
            yield from self.right


@cases((5, 2), (1, 3))
def tree_iter(a, b):
    t = Tree(a, Tree(b), Tree(a + b, None, Tree(9)))
    return list(t), sum(t)


@cases((5, 2), (1, 3))
def tree_iter_loop(a, b):
    t = Tree(a, Tree(b), Tree(a + b, None, Tree(9)))
    s = 0
    for v in t:
        if v > 2:
            s += v
    return s


@cases((5, 2), (1, 3), runtime="refused AG019")
def tree_insert(a, b):
    t = Tree(3)
    for v in (a, b):
        if v < t.v:
            t.left = Tree(v)
        else:
            t.right = Tree(v)
    return list(t)


@cases(0, 3)
def gen_try_finally(n):
    log = []

    def g():
        try:
            yield n
            yield n + 1
        finally:
            log.append("closed")

    out = [x * 2 for x in g()]
    return out, log


@cases(0, 3)
def gen_break_finally(n):
    log = []

    def g():
        try:
            yield 0
            for i in range(1, 5):
                yield i * 1
        finally:
            log.append("closed")

    it = g()
    s = 0
    for x in it:
        s += x * n
        if x == 2:
            break
    it.close()
    return s, log


class Countdown:
    def __init__(self, start):
        self.start = start

    def __iter__(self):
        k = self.start
        while k > 0:
            yield k
            k -= 1


@cases(0, 3)
def iter_method(n):
    return sum(Countdown(n)), list(Countdown(n))


@cases(0, 3)
def iter_method_loop(n):
    s = 0
    for k in Countdown(n):
        s = s * 2 + k
    return s


class Evens:
    def __init__(self, limit):
        self.limit, self.i = limit, 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.i >= self.limit:
            raise StopIteration
        self.i += 2
        return self.i - 2


@cases(0, 3, 6)
def iterator_protocol(n):
    s = 0
    for e in Evens(n):
        s += e
    return s


@cases(0, 3, 6)
def iterator_protocol_list(n):
    return list(Evens(n))


def fib_gen():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


@cases(0, 5, 20)
def fib_below(n):
    out = []
    for f in fib_gen():
        if f >= n:
            break
        out.append(f)
    return out


@cases(0, 5, 20)
def fib_below_sum(n):
    return sum(itertools.takewhile(lambda f: f < n, fib_gen()))


@cases(0, 2, 4)
def gen_held(n):
    def squares():
        i = 0
        while True:
            yield i * i
            i += 1

    g = squares()
    total = 0
    for _ in range(n):
        total += next(g)
    return total


def chunks(xs, k):
    for i in range(0, len(xs), k):
        yield xs[i : i + k]


@cases(1, 5)
def chunked(n):
    return [sum(c) for c in chunks([n, 1, 2, n, 4], 2)]


def flat(x):
    if isinstance(x, list):
        for y in x:
            yield from flat(y)
    else:
        yield x


@cases(1, 5)
def flatten_nested(n):
    return list(flat([n, [1, [n + 1, 2], []], 3]))


@cases(1, 5)
def gen_return_value(n):
    def inner():
        yield n
        return n * 2

    def outer():
        r = yield from inner()
        yield r + 1

    return list(outer())


@cases(1, 5)
def gen_pipeline(n):
    def source():
        for i in range(6):
            yield i * n

    def keep(it):
        for x in it:
            if x % 2 == 0:
                yield x

    def double(it):
        for x in it:
            yield x * 2

    return list(double(keep(source())))


@cases(1, 5)
def gen_cond_yield_sum(n):
    def g():
        for i in range(6):
            if i < n:
                yield i
            else:
                return

    return sum(g())


@cases(1, 5)
def send_accumulate(n):
    def acc():
        total = 0
        while True:
            v = yield total
            if v is None:
                return
            total += v

    g = acc()
    next(g)
    g.send(n)
    r = g.send(n + 1)
    g.close()
    return r


@cases(1, 5, 0)
def gen_in_cond_loop(n):
    def g():
        k = n
        while k:
            yield k % 2
            k //= 2

    return sum(1 for bit in g() if bit)


def one_and_below(n):
    yield 1
    yield from range(n)


@cases(0, 3)
def made_before_the_branch_that_goes_over_it(n):
    items, total = one_and_below(n), 0
    if n > 1:
        for item in items:
            total += item
    return total, list(items)


@cases(0, 3)
def made_before_the_loop_that_goes_over_it(n):
    items, total = one_and_below(n), 0
    for k in range(n):
        for item in items:
            total += item + k
    return total


@cases(0, 3)
def made_in_the_loop_that_goes_over_it(n):
    total = 0
    for k in range(n):
        items = one_and_below(k)
        for item in items:
            total += item + k
    return total


# Advanced by hand, with a loop of staged length in it


def _counted_to(n):
    for i in range(n):
        yield i + 1


@cases(1, 3)
def advanced_by_hand(n):
    numbers = _counted_to(n)
    return next(numbers), next(numbers, -1)


@cases(1, 3, staged="refused AG021 AG023")
def taken_from_a_queue_and_advanced(n):
    waiting = deque([_counted_to(n), _counted_to(2)])
    found = []
    while waiting:
        numbers = waiting.popleft()
        try:
            found.append(next(numbers))
        except StopIteration:
            continue
        waiting.append(numbers)
    return found


@cases(1, 3)
def taken_from_a_list_of_what_it_makes(n):
    items = list(_counted_to(n))
    return items[0], len(items)


@cases(3, 5)
def left_early_and_gone_over_again(n):
    log = []

    def steps():
        try:
            yield 1
            yield n
        finally:
            log.append("done")

    total = 0
    for x in steps():
        total += x
        break
    log.append("after")
    for x in steps():
        total += x
    return total, log


@cases(3, 5)
def let_go_in_the_middle(n):
    log = []

    def steps():
        try:
            yield n
            yield 2
        finally:
            log.append("done")

    def first():
        made = steps()
        return next(made)

    x = first()
    log.append("after")
    return x, log


@cases((3, 4), (4, 3), (2, 2), (0, 1))
def values_of_other_generators(a, b):
    def inner(n):
        for i in range(n):
            yield i * a
        return n * 10

    def outer():
        x = yield from inner(a)
        y = yield from inner(b)
        if x > y:
            yield x
        elif x < y:
            yield -y

    return list(outer())


@cases((3, 4), (4, 3), (0, 1))
def values_added_up(a, b):
    def inner(n):
        for i in range(n):
            yield i * a
        return n * 10

    def outer():
        total = 0
        for n in range(a):
            total += yield from inner(n)
        yield total

    return list(outer())


@cases((3, 4), (4, 3), (0, 1))
def the_sum_is_read_before_others_go_on(a, b):
    total = 1

    def inner():
        nonlocal total
        total = 5
        yield a
        return b

    def outer():
        nonlocal total
        total += yield from inner()
        yield total

    return list(outer()), total


@cases((3, 4), (4, 3), (0, 1))
def values_of_what_is_no_generator(a, b):
    def outer(items):
        x = yield from items
        yield 9
        if x is None:
            yield 5

    return list(outer([a, b])), list(outer(range(a))), list(outer(iter([a])))


@cases((3, 4), (4, 3), (0, 1))
def depths_of_a_recursion(a, b):
    def walk(n):
        if n <= 0:
            return 1
        yield n
        deeper = yield from walk(n - 1)
        return deeper + 1

    def outer():
        depth = yield from walk(a)
        yield -depth

    return list(outer())
