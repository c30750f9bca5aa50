"""Lists whose length a tensor decides, held by tuples, methods and loops, and such lists among others."""

# ruff: noqa: RUF005 - lists are joined in all ways

import functools
from collections import namedtuple

from tests.autograph.effects.outcomes import cases

P = namedtuple("P", "xs n")
GRAPH = {0: [1, 2], 1: [3], 2: [3, 4], 3: [], 4: [0, 5], 5: []}


@cases(1, 3)
def in_namedtuple(n):
    p = P([], n)
    if n > 2:
        p.xs.append(n)
    return len(p.xs), p.xs


@cases(1, 3)
def in_namedtuple_alias(n):
    xs = []
    p = P(xs, n)
    if n > 2:
        xs.append(n)
    return p.xs, xs


@cases(1, 3)
def in_tuple_alias(n):
    xs = []
    p = (xs, n)
    if n > 2:
        xs.append(n)
    return p[0], xs, p[0] is xs


@cases(1, 3)
def in_nested_tuples(n):
    xs = []
    p = ((xs, 1), xs, n)
    if n > 2:
        xs.append(n)
    a, b, _ = p
    return a[0], b, a[0] is b, len(xs)


@cases((50, 30), (50, 100), (0, 100), (101, 200))
def guess(secret, limit):
    lo, hi = 0, 100
    guesses = []
    while lo <= hi:
        mid = (lo + hi) // 2
        guesses.append(mid)
        if mid == secret:
            return "found", guesses
        if len(guesses) * 20 > limit:
            return "too slow", guesses
        if mid < secret:
            lo = mid + 1
        else:
            hi = mid - 1
    return "lost", guesses


@cases(2, 5, 0, 9)
def retry(fail_times):
    attempts = 0
    delays = []
    while True:
        try:
            attempts += 1
            if attempts <= fail_times:
                raise ConnectionError
            return "ok", attempts, delays
        except ConnectionError:
            if attempts >= 4:
                return "gave up", attempts, delays
            delays.append(2**attempts)


@cases(1, 3)
def in_list_of_tuples(n):
    xs = []
    table = [(xs, 0), ("b", 1)]
    if n > 2:
        table[0][0].append(n)
    return table[0][0], xs


@cases(1, 3)
def tuple_in_dict(n):
    d = {"a": ([], 0), "b": ([1], 1)}
    if n > 2:
        d["a"][0].append(n)
    else:
        d["b"][0].append(5)
    return d


@cases(1, 3)
def tuple_in_attribute(n):
    class C:
        pass

    c = C()
    c.pair = ([], 0)
    if n > 2:
        c.pair[0].append(n)
    return c.pair


@cases(1, 3)
def tuple_is(n):
    xs = []
    p = (xs, 1)
    q = p
    if n > 2:
        xs.append(n)
    return p is q, p[0], q[0]


@cases(1, 3, 7)
def tuple_looped2(n):
    a, b = [], [1]
    for k, xs in [("a", a), ("b", b)]:
        if n > 2:
            xs.append(n)
    return a, b


@cases(1, 3, 7)
def tuple_zip(n):
    rows = [[], []]
    for k, row in zip((1, 5), rows):
        if n > k:
            row.append(n)
    return rows


@cases(1, 3, 7)
def tuple_enumerate(n):
    rows = [[], []]
    for k, row in enumerate(rows):
        if n > k * 4:
            row.append(n)
    return rows


@cases(1, 3, 7)
def star(n):
    xs = []

    def f(*args):
        if n > 2:
            args[0].append(n)
        return len(args[0])

    return f(xs, 2), xs


@cases(1, 3, 7)
def starstar(n):
    xs = []

    def f(**kw):
        if n > 2:
            kw["xs"].append(n)
        return len(kw["xs"])

    return f(xs=xs), xs


@cases(0, 1, 3)
def neighbours(k):
    total = 0
    for nb in GRAPH[k]:
        total += nb
    return total, GRAPH[k], len(GRAPH[k])


@cases(0, 1, 3)
def first_nb(k):
    xs = GRAPH[k]
    return xs[0] if xs else -1


@cases(0, 1, 2)
def rows(k):
    table = [[1], [2, 3], []]
    row = table[k]
    row.append(k)
    return table, row


@cases(0, 1, 2)
def outer_sorted(k):
    row = GRAPH[k]
    return sorted(row), row + [k], [x + 1 for x in row], 3 in row


@cases((50, 30), (50, 100), (0, 100), (101, 200))
def guess_unknown(secret, limit):
    lo, hi = 0, secret + limit
    guesses = []
    while lo <= hi:
        mid = (lo + hi) // 2
        guesses.append(mid)
        if mid == secret:
            return "found", guesses
        if len(guesses) * 20 > limit:
            return "too slow", guesses
        if mid < secret:
            lo = mid + 1
        else:
            hi = mid - 1
    return "lost", guesses


@cases(0, 2, 7)
def in_for(n):
    seen = []
    for i in range(n):
        if i % 2:
            seen.append(i)
        if i == 5:
            return True, seen
    return False, seen


@cases(0, 2, 7)
def in_for_nested(n):
    seen = []
    for i in range(n):
        for j in range(i):
            if (i + j) % 3 == 1:
                seen.append((i, j))
            if i * j == 12:
                return {"stop": i, "seen": seen}
    return {"stop": None, "seen": seen}


@cases(0, 2, 7)
def zipped_rows(n):
    buckets = {"low": [], "mid": [], "high": []}
    for name, limit in (("low", 2), ("mid", 5), ("high", 100)):
        bucket = buckets[name]
        for k in (n, n * 2, n + 1):
            if k < limit:
                bucket.append(k)
    return buckets


@cases(0, 2, 7)
def pairs(n):
    evens, _odds = pair = [], []
    for i in range(5):
        pair[(i + n) % 2].append(i) if i < n else evens.append(-i)
    return pair, evens is pair[0]


@cases(0, 2, 7)
def swap(n):
    a, b = [1], [2, 3]
    if n > 3:
        a, b = b, a
    t = (a, b)
    t[0].append(n)
    return a, b, t


@cases(0, 2, 7)
def partial_of_list(n):
    log = []
    add = functools.partial(log.append)
    note = log.append
    if n > 1:
        add(n)
    note(0)
    return log


@cases(0, 2, 7)
def bound_append(n):
    log = []
    note = log.append
    if n > 1:
        note(n)
    if n > 5:
        note(-n)
    return log, len(log)


@cases(0, 2, 7)
def split(n):
    small, big = [], []
    for x in [n, 3, n + 2, 5]:
        (small if x < 4 else big).append(x)
    return small, big


@cases(0, 2, 7)
def partition(n):
    def part(pred, xs):
        yes, no = [], []
        for x in xs:
            (yes if pred(x) else no).append(x)
        return yes, no

    yes, no = part(lambda x: x > n, [1, 5, 3, 8])
    return yes, no, len(yes)


@cases(1, 3, staged="refused")
def mentioned_by_a_default(n):
    xs = []

    def f(p=(xs, 2)):
        return len(p[0])

    if n > 2:
        xs.append(n)
    return f(), xs
