"""`next` of a generator, `bisect`, `heapq`, `functools.reduce` and functions of `itertools` over what is staged."""

from __future__ import annotations

import bisect
import functools
import heapq
import itertools
from collections import deque
from itertools import accumulate, chain, combinations, pairwise, permutations, product, zip_longest

from tests.autograph.effects.outcomes import cases


@cases(1, 5, 20)
def next_found(n):
    xs = [3, n, 10]
    return next((x for x in xs if x > 4), -1)


@cases(1, 5, 20)
def next_stop(n):
    xs = [3, n, 1]
    try:
        return next(x for x in xs if x > 4)
    except StopIteration:
        return None


@cases(1, 5, 20)
def next_stop_uncaught(n):
    xs = [3, n, 6]
    return next(x for x in xs if x > 4)


@cases(1, 5, 20)
def next_staged_range(n):
    return next((i for i in range(n) if i * i > 10), -1)


@cases(1, 5)
def next_stop_staged_range(n):
    try:
        return next(i for i in range(n) if i * i > 10)
    except StopIteration:
        return -1


@cases(1, 3)
def pairs(n):
    xs = [n, 5, 2 * n, 1]
    return [b - a for a, b in pairwise(xs)], all(a <= b for a, b in pairwise(xs))


@cases(0, 1, 4)
def pairwise_staged_len(n):
    xs = [i * i for i in range(n)]
    return [b - a for a, b in pairwise(xs)]


@cases(1, 3)
def prod_elems(n):
    return sum(a * b for a, b in product([n, 2], [1, n + 1]))


@cases(1, 3)
def prod_range(n):
    return [(i, j) for i, j in product(range(n), range(2))]


@cases(1, 3)
def combos(n):
    return [a + b for a, b in combinations([n, 2, 5], 2) if a < b]


@cases(1, 3, 8)
def two_sum(t):
    for i, j in combinations(range(4), 2):
        if (1, 2, 5, 7)[i] + (1, 2, 5, 7)[j] == t:
            return i, j
    return None


@cases(1, 3)
def perms(n):
    return max(a * 100 + b * 10 + c for a, b, c in permutations([n, 2, 5]))


@cases(1, 3)
def longest(n):
    a, b = [n, 2, 3], [n + 1]
    return [x + y for x, y in zip_longest(a, b, fillvalue=0)]


@cases(1, 3)
def reduce_initial(n):
    return functools.reduce(lambda a, x: a * 2 + x, [n, 1, n + 1], 10)


@cases(0, 3)
def reduce_staged(n):
    return functools.reduce(lambda a, x: a * 2 + x, range(n), 1)


@cases(0, 3)
def reduce_staged_list(n):
    xs = [i * i for i in range(n)]
    return functools.reduce(max, xs, -1), functools.reduce(lambda a, b: a + b, xs, 0)


@cases(1, 3)
def reduce_no_init(n):
    return functools.reduce(lambda a, b: a if a > b else b, [n, 2, n * n])


@cases(0, 3)
def sum_start(n):
    return sum([n, 2], 10), sum([i for i in range(n)], n)


@cases(0, 3)
def min_default(n):
    xs = [i for i in range(n) if i > 1]
    return min(xs, default=-1), max(xs, default=99), max((x for x in xs if x > 5), default=0)


@cases(0, 3)
def max_default_none(n):
    xs = [i for i in range(n) if i > 1]
    m = max(xs, default=None)
    return "none" if m is None else m


@cases(0, 3)
def sort_tuple_key(n):
    rows = [(2, n), (1, 5), (2, 1), (n, 0)]
    return sorted(rows, key=lambda r: (r[0], -r[1]), reverse=True)


@cases(0, 3)
def sort_key_in_place(n):
    rows = [(2, n), (1, 5), (2, 1)]
    rows.sort(key=lambda r: r[1])
    return rows


@cases(0, 3)
def sort_records(n):
    people = [{"name": "a", "age": n}, {"name": "b", "age": 2}, {"name": "c", "age": 7}]
    return [p["age"] for p in sorted(people, key=lambda p: (p["age"], p["name"]))]


@cases(0, 3, 9)
def bisect_it(n):
    xs = [1, 3, 5, 7]
    return bisect.bisect_left(xs, n), bisect.bisect(xs, n), bisect.bisect_right(xs, n)


@cases(0, 3, 9)
def insort_it(n):
    xs = [1, 3, 5, 7]
    bisect.insort(xs, n)
    return xs


@cases(0, 3, 70, 95)
def grade(score):
    return "FDCBA"[bisect.bisect([60, 70, 80, 90], score)]


@cases(0, 3, 9)
def heap_tuples(n):
    h = []
    for item in [(n, 1), (4, 2), (2, n)]:
        heapq.heappush(h, item)
    return [heapq.heappop(h) for _ in range(3)]


@cases(0, 3, 9)
def heap_ints(n):
    h = [5, n, 2, 8]
    heapq.heapify(h)
    a = heapq.heappop(h)
    heapq.heappush(h, n + 1)
    return a, heapq.nsmallest(2, h), heapq.nlargest(2, h)


@cases(0, 3, 9)
def heap_replace(n):
    h = [1, 4, 6]
    x = heapq.heapreplace(h, n)
    y = heapq.heappushpop(h, 3)
    return x, y, sorted(h)


@cases(0, 3)
def top_k(n):
    h = []
    for x in [n, 7, 3, 9, n + 2]:
        heapq.heappush(h, x)
        if len(h) > 3:
            heapq.heappop(h)
    return sorted(h)


@cases(0, 3)
def accum(n):
    return list(accumulate([n, 2, 3])), list(accumulate([1, n, 3], max)), list(accumulate(range(n)))


@cases(0, 3)
def accum_initial(n):
    return list(accumulate([n, 2, 3], lambda a, b: a * b, initial=1))


@cases(0, 3, jax="refused AG025")
def chain_it(n):
    return list(chain([n], range(n), (5, n))), sum(chain.from_iterable([[n, 1], [2]]))


@cases(0, 3)
def islice_it(n):
    return list(itertools.islice(itertools.count(n, 2), 3)), list(itertools.islice([1, 2, n, 4], 1, 3))


@cases(0, 3)
def count_takewhile(n):
    return list(itertools.takewhile(lambda v: v < n, [0, 1, 2, 5, 1])), list(
        itertools.dropwhile(lambda v: v < n, [0, 1, 2, 5, 1])
    )


@cases(0, 3)
def cycle_it(n):
    c = itertools.cycle([1, n])
    return [next(c) for _ in range(5)]


@cases(0, 3)
def starmap_it(n):
    return list(itertools.starmap(lambda a, b: a * b, [(n, 2), (3, n)])), list(itertools.compress([n, 2, 3], [1, 0, 1]))


@cases(0, 3)
def zip_dict(n):
    d = dict(zip("abc", [n, 1, n * 2]))
    return d, max(d, key=d.get), sorted(d.items(), key=lambda kv: -kv[1])


@cases(0, 3)
def any_first(n):
    xs = [n, 0, 4]
    return any(x > 3 for x in xs), all(xs), any(xs), sum(x == n for x in xs)


@cases(0, 3)
def filter_map(n):
    return (
        list(filter(lambda v: v % 2, range(n))),
        list(map(lambda a, b: a + b, [n, 1], [2, n])),
        list(filter(None, [n, 1, 0])),
    )


@cases(0, 3)
def divmod_chain(n):
    h, rem = divmod(n * 1000, 3600)
    m, s = divmod(rem, 60)
    return h, m, s


@cases(0, 3)
def enumerate_start(n):
    return [(i, x) for i, x in enumerate([n, 5], start=1)], list(enumerate(range(n), 2))


@cases(0, 2, 5)
def pair_in_a_deque(n):
    d = deque([(2, 2), (2, 1)])
    head = (n % 3, 2)
    if head in d:
        return "hit"
    d.appendleft(head)
    return list(d)


@cases(0, 2, 5)
def pair_in_a_deque_that_moves(n):
    d = deque([(2, 2), (2, 1)])
    for k in range(n):
        head = (k % 3, (k + 1) % 3)
        if head in d:
            return "hit", k
        d.appendleft(head)
        d.pop()
    return list(d)
