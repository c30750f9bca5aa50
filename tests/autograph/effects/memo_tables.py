"""Memo tables, caches that forget what is oldest, and the keys of dicts one after the other."""

from __future__ import annotations

import functools
from collections import Counter, OrderedDict, defaultdict

from tests.autograph.effects.outcomes import cases

GRAPH = {0: [1, 2], 3: [5], 5: []}


def memoize(fn):
    table = {}

    @functools.wraps(fn)
    def inner(k):
        if k in table:
            inner.hits += 1
            return table[k]
        table[k] = fn(k)
        return table[k]

    inner.hits = 0
    return inner


class LRU:
    def __init__(self, size):
        self.size = size
        self.data = {}
        self.hits = self.misses = 0

    def get(self, key, make):
        if key in self.data:
            self.hits += 1
            self.data[key] = value = self.data.pop(key)
            return value
        self.misses += 1
        if len(self.data) >= self.size:
            oldest = next(iter(self.data))
            del self.data[oldest]
        self.data[key] = make(key)
        return self.data[key]


class Memo:
    def __init__(self, fn):
        self.fn = fn
        self.table = {}
        self.hits = 0

    def __call__(self, k):
        if k in self.table:
            self.hits += 1
            return self.table[k]
        value = self.table[k] = self.fn(k)
        return value


@cases(3, 0)
def memo_flat(n):
    table = {}
    calls = 0

    def square(k):
        nonlocal calls
        if k in table:
            return table[k]
        calls += 1
        table[k] = k * k
        return table[k]

    return square(n) + square(n) + square(n + 1), calls


@cases(5, 1, 0)
def bottom_up(n):
    memo = {0: 0, 1: 1}
    for i in range(2, n + 1):
        memo[i] = memo[i - 1] + memo[i - 2]
    return memo[n]


@cases(1, 3, jax="refused AG027")
def memo_decorated(n):
    @memoize
    def sq(k):
        return k * k

    return sq(n), sq(n), sq(1), sq.hits


@cases(1, 3, 7)
def memo_collatz(n):
    memo = {1: 0}
    steps = 0
    while n not in memo:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps + memo[n]


@cases((1, 2), (3, 0))
def memo_args(a, b):
    cache = {}

    def add(x, y):
        key = (x, y)
        if key not in cache:
            cache[key] = x + y
        return cache[key]

    return add(a, b) + add(b, a) + add(a, b), len(cache)


@cases(2, 0, 3)
def try_new_key(n):
    d = {"a": 1}
    try:
        d["b"] = n
        if n > 2:
            raise ValueError
        d["c"] = n
    except ValueError:
        d["e"] = 1
    return d


@cases(2, 0, 3)
def try_new_key_loop(n):
    d = {}
    for i in range(n):
        try:
            if i == 1:
                raise ValueError
            d["ok"] = i
        except ValueError:
            d["bad"] = i
    return d


@cases((1, 2), (2, 2), (3, 0))
def lru(a, b):
    data = OrderedDict()
    hits = 0
    for k in (a, b, a, 7, b):
        if k in data:
            data.move_to_end(k)
            hits += 1
        else:
            if len(data) >= 2:
                data.popitem(last=False)
            data[k] = k * k
    return hits, list(data)


@cases((1, 2), (2, 2), (3, 0))
def lru_dict(a, b):
    data = {}
    for k in (a, b, a, 7, b):
        if k in data:
            data[k] = data.pop(k)
        else:
            if len(data) >= 2:
                del data[next(iter(data))]
            data[k] = k * k
    return data


@cases((1, 2), (2, 2), (3, 0))
def lru_cache(a, b):
    cache = LRU(2)
    out = [cache.get(k, lambda x: x * x) for k in (a, b, a, 7, b)]
    return out, cache.hits, cache.misses, list(cache.data)


@cases((1, 2), (2, 2), (3, 0))
def first_key(a, b):
    d = {a: 1, b: 2}
    return next(iter(d)), list(d)[0], len(d)  # noqa: RUF015


@cases((1, 2), (2, 2), (3, 0))
def first_value_item(a, b):
    d = {a: 1, b: 2}
    k, v = next(iter(d.items()))
    return k, v, next(iter(d.values())), list(d.values())[-1]


@cases((1, True), (2, False))
def first_key_presence(a, flag):
    d = {"x": a}
    if flag:
        del d["x"]
        d["y"] = 2
    d["z"] = 3
    return next(iter(d.values()))


@cases((1, True), (2, False))
def first_key_default(a, flag):
    d = {"x": a}
    if flag:
        del d["x"]
    return next(iter(d.values()), 9)


@cases((1, 2), (2, 2), (3, 0))
def popitem(a, b):
    d = {a: 1, b: 2, 5: 3}
    k, v = d.popitem()
    return k, v, d


@cases((1, 2), (2, 2), (3, 0))
def popitem_loop(a, b):
    d = {a: 1, b: 2, 5: 3}
    total = 0
    while d:
        _, v = d.popitem()
        total = total * 10 + v
    return total, d


@cases((1, 2), (2, 2), (3, 0))
def min_by_get(a, b):
    d = {a: 5, b: 2, 4: 3}
    return min(d, key=d.get), max(d, key=lambda k: d[k])


@cases((1, 2), (2, 2), (3, 0))
def max_items(a, b):
    d = {a: 5, b: 2, 4: 3}
    k, v = max(d.items(), key=lambda kv: kv[1])
    return k, v


@cases((1, 2), (2, 2), (3, 0))
def most_common(a, b):
    c = Counter([a, b, 2, 2])
    return c.most_common(1), c.most_common()[-1], c[a]


@cases((1, 2), (2, 2), (3, 0))
def merge_ints(a, b):
    d1, d2 = {a: 1, 7: 5}, {b: 2}
    d3 = {**d1, **d2}
    d1 |= d2
    return d3, d1


@cases((4, 1), (0, 1))
def dict_zip(n, k):
    d = dict(zip([n, k], [1, 2]))
    e = dict.fromkeys([n, k, 3], 0)
    e[k] += 1
    return d, e


@cases((4, 1), (0, 1))
def dict_enumerate(n, k):
    d = {v: i for i, v in enumerate([n, k, n])}
    e = dict(enumerate([n, k]))
    return d, e


@cases((4, 1), (1, 1), (0, 5))
def set_ops(a, b):
    s, t = {a, 1, 2}, {b, 2, 3}
    return sorted(s ^ t), sorted(s & t), s <= t, sorted(s - t), sorted(s | t)


@cases((4, 1), (1, 1), (0, 5))
def set_methods(a, b):
    s = {1, 2, 3}
    s.discard(a)
    s.add(b)
    return sorted(s), len(s), a in s, s.issubset({1, 2, 3, 5})


@cases((4, 1), (1, 1), (0, 5))
def visited_cells(a, b):
    seen = set()
    x, y = 0, 0
    for dx, dy in ((a, 0), (0, b), (-a, 0), (0, -b)):
        seen.add((x, y))
        x += dx
        y += dy
    return len(seen), (x, y) in seen


@cases((4, 1), (1, 1), (0, 5))
def frozen(a, b):
    f = frozenset([a, b, 3])
    g = frozenset({1}) | f
    return sorted(g), len(f), a in f


@cases((4, 2), (1, 9), (0, 0))
def comp_filter(n, k):
    squares = {i: i * i for i in range(n) if i != k}
    odd = {v % 3 for v in squares.values() if v > k}
    return squares, sorted(odd)


@cases((4, 2), (1, 9), (0, 0))
def comp_filter2(n, k):
    d = {"a": n, "b": k, "c": 3}
    kept = {key: v for key, v in d.items() if v > 2}
    names = {key for key, v in d.items() if v > 2}
    return kept, sorted(names), len(kept)


@cases((4, 2), (1, 9), (0, 0))
def comp_invert(n, k):
    d = {"a": n, "b": k, "c": 3}
    inv = {v: key for key, v in d.items()}
    return inv, len(inv)


@cases(1223, 0, 7)
def digit_hist(n):
    h = {}
    while n > 0:
        h[n % 10] = h.get(n % 10, 0) + 1
        n //= 10
    return h, max(h.values(), default=0)


@cases(1223, 0, 7)
def digit_hist_sorted(n):
    h = defaultdict(int)
    while n > 0:
        n, d = divmod(n, 10)
        h[d] += 1
    best = sorted(h, key=lambda k: (-h[k], k))
    return best


@cases((3, 1), (0, 2))
def del_missing(a, b):
    d = {1: 1, 2: 2}
    try:
        del d[a]
    except KeyError:
        d[a] = b
    return d


@cases((3, 5), (2, 2), (0, 0))
def sorted_items(a, b):
    d = {a: 1, b: 2}
    return sorted(d.items()), sorted(d, reverse=True), sorted(d.values())


@cases((3, 5), (2, 2))
def dict_eq(a, b):
    return {a: 1, b: 2} == {b: 2, a: 1}, {a: 1} == {b: 1}, {a} == {b}


@cases(1, 3)
def memo_by_hand(n):
    def memoize(fn):
        table = {}

        def inner(k):
            if k in table:
                return table[k]
            table[k] = fn(k)
            return table[k]

        return inner

    sq = memoize(lambda k: k * k)
    return sq(n) + sq(n)


@cases(1, 3)
def memo_object(n):
    f = Memo(lambda k: k + 1)
    return f(n) + f(n) + f(2), f.hits


@cases(1, 3)
def memo_object_decorates(n):
    @Memo
    def f(k):
        return k + 1

    return f(n) + f(n) + f(2), f.hits


@cases(0, 3, 5)
def reads_graph_of_outside(u):
    total = 0
    for v in GRAPH[u]:
        total = total * 10 + v
    return total, len(GRAPH[u])
