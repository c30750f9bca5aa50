"""Dicts and sets whose keys are tensors: where they are held, what is done to several, and what is refused."""

from __future__ import annotations

import copy
from collections import Counter, OrderedDict, defaultdict

from tests.autograph.effects.outcomes import cases


@cases((1, 2), (0, 2))
def list_of_dicts(n, k):
    ds = [{}, {1: 1}]
    ds[0][n] = 5
    ds[1][k] = 7
    ds[1][n] = ds[0].get(k, -1)
    return ds, len(ds[0]), len(ds[1])


@cases((1, 2), (0, 2))
def staged_choice_of_dicts(n, k):
    ds = [{0: 0}, {0: 1}]
    ds[0][k] = 3
    ds[1][k] = 4
    ds[n][0] += 10
    return ds


@cases((1, 2), (0, 2), staged="refused AG032")
def staged_choice_of_dicts_new_key(n, k):
    a, b = {0: 0}, {0: 1}
    c = a if n > 0 else b
    c[k] = 9
    a[k + 1] = 1
    return a, b, c, len(c)


@cases(1, 2)
def dict_of_dicts(n):
    g = {1: {}, 2: {}}
    g[1][n] = 2
    g[2][n + 1] = 3
    return g, g[1][n]


@cases(1, 2)
def named_dicts(n):
    g = {"a": {}, "b": set()}
    for i in range(n):
        g["a"][i] = n
        g["b"].add(i % 2)
    return g, len(g["a"])


@cases(0, 3, 8, jax="refused AG022")
def bfs(n):
    level = {n}
    steps = 0
    while level:
        nxt = set()
        for x in sorted(level):
            if x > 1:
                nxt.add(x // 2)
                nxt.add(x - 2)
        level = nxt
        steps += 1
        if steps > 5:
            break
    return steps, sorted(level)


@cases(0, 1, 2)
def bool_keys(n):
    d = {}
    d[n > 1] = 1
    d[n > 5] = 2
    return d, len(d)


@cases(0, 1, 2, staged="refused AG032")
def bool_and_int(n):
    d = {1: 5}
    d[n > 1] = 1
    return d, len(d), d[1]


@cases(1.0, 2.5)
def float_and_int(x):
    d = {1: 5, 2: 6}
    d[x] = 1
    return d, len(d), x in {1, 2}, d.get(2)


@cases(1, 4)
def halves(n):
    d = {}
    for i in range(n):
        d[i / 2] = i
    return d, 1 in d, d.get(0.5, -1)


@cases(1, 2, 3)
def reinsert(n):
    d = {1: 1, 2: 2, 3: 3}
    x = d.pop(n)
    d[n] = x * 10
    d[7] = 0
    return list(d), list(d.items()), d.popitem()


@cases(0, 5)
def delete_in_list_loop(n):
    d = {}
    for i in range(n):
        d[i] = i % 2
    for k in list(d):
        if d[k]:
            del d[k]
    for k in sorted(d):
        d[k] += 1
    return d, bool(d)


@cases(0, 3)
def empty_max(n):
    d = {}
    for i in range(n):
        d[i] = i
    return sum(d.values()), max(d.values())


@cases((0, 5), (3, 5))
def return_in_loop(n, k):
    seen = {}
    for i in range(k):
        v = i * i % 7
        if v in seen and seen[v] > n:
            return i, v, len(seen)
        seen[v] = i
    return -1, 0, len(seen)


@cases(0, 1, 4)
def types_of_tables(n):
    d = {n: 1}
    s = {n}
    return isinstance(d, dict), isinstance(s, set), type(d) is dict, isinstance(d, set), type(s) is frozenset


@cases((1, 2), (2, 2))
def views(a, b):
    d, e = {a: 1, 3: 2}, {b: 5, 3: 3}
    return (
        d.keys() & e.keys(),
        d.keys() - e.keys(),
        d.keys() == e.keys(),
        3 in d.keys(),
        (3, 2) in d.items(),
        5 in e.values(),
        len(d.items()),
        sorted(d.keys() | {9}),
    )


@cases((1, True), (2, False), staged="refused AG024")
def set_rebinding(n, flag):
    s = {1, 5}
    t = s
    if flag:
        s = s | {n}
    else:
        s -= {5, n}
    s.add(n + 3)
    return s, t, s is t


@cases((1, True), (2, False))
def in_place_or(n, flag):
    s = {1, 5}
    t = s
    s |= {n}
    if flag:
        s &= {n, 5}
    s ^= {7}
    return s, t, s is t


@cases((1, True), (2, False))
def frozen(n, flag):
    s = frozenset([1, 5])
    t = s
    s |= {n}
    if flag:
        s = s - {1}
    return s, t, len(s)


@cases(0, 3)
def fresh_each_iteration(n):
    total = 0
    for i in range(n):
        d = {}
        d[i % 2] = i
        d[0] = d.get(0, 5) + 1
        total += sum(d.values()) + len(d)
    return total


@cases(0, 3, staged="refused AG014")
def replaced_each_iteration(n):
    d = {1: 1}
    for i in range(n):
        d = {k + 1: v * 2 for k, v in d.items()}
        d[0] = i
    return d


@cases(0, 3, jax="refused AG022")
def swapped(n):
    a, b = {}, {1: 0}
    for i in range(n):
        a, b = b, a
        a[i] = i
    return a, b


@cases((3, 1), (3, 9))
def handler(n, k):
    d = {}
    total = 0
    for i in range(n):
        d[i] = i
    try:
        total = d[k]
        d[100] = 1
    except KeyError:
        total = -1
        d[200] = 2
    finally:
        d[k] = 7
    return d, total


@cases(2, 3)
def nested_function(n):
    cache = {}
    calls = [0]

    def slow(k):
        if k in cache:
            return cache[k]
        calls[0] += 1
        cache[k] = k * k
        return cache[k]

    total = 0
    for i in range(n):
        total += slow(i % 2)
    return total, calls, cache


@cases(2, 3, staged="refused AG032")
def default_argument(n):
    def put(k, d={}):
        d[k] = 1
        return len(d)

    return put(n), put(2), put(n)


@cases((1, 2), (3, 3))
def counters(a, b):
    c = Counter([a, b])
    e = Counter({a: 2, 5: 1})
    c.subtract([b])
    c.update({b: 4})
    return c, e, c.total(), e[b], dict(c), sorted(c.items())


@cases((1, 2), (3, 3), staged="refused AG033")
def counter_sum(a, b):
    return Counter([a, b]) + Counter([b])


@cases(4, staged="refused AG032")
def lists_by_key(n):
    g = {}
    for i in range(n):
        if i % 2 not in g:
            g[i % 2] = []
        g[i % 2].append(i)
    return g


@cases(4, staged="refused AG032")
def sets_by_key(n):
    g = defaultdict(set)
    for i in range(n):
        g[i % 2].add(i)
    return len(g)


@cases(4, staged="refused AG024")
def list_values(n):
    d = {}
    d[n] = [n, 1]
    d[2] = [3, 4]
    row = d[n]
    row[0] = 100
    return d, row


@cases(4, 2)
def list_values_read(n):
    d = {}
    d[n] = [n, 1]
    d[2] = [3, 4]
    return d, d[n][0], sum(d[2])


@cases(4, 2, staged="refused AG032")
def none_values(n):
    d = {2: None}
    d[n] = None
    return d, d.get(2) is None


@cases(4, 2, staged="refused AG033")
def starred(n):
    d = {n: 1, 2: 5}
    first, *rest = d
    return first, rest


@cases(4, 2, staged="refused AG033")
def unpack_items(n):
    d = {n: 1, 7: 5}
    (a, b), (c, e) = d.items()
    return a, b, c, e


@cases((4, 0), (2, 3))
def enumerate_and_zip(n, k):
    d = {}
    for i in range(n):
        d[i * k % 3] = i
    out = 0
    for j, (a, b) in enumerate(d.items()):
        out += j * a + b
    for a, b in zip(d, d.values()):
        out = out * 3 + a - b
    return out, list(reversed(d)), [j for j, _ in enumerate(d)]


@cases(0, 4)
def loop_with_else(n):
    d = {}
    for i in range(n):
        if i * 2 in d:
            break
        d[i] = 0
    else:
        d[-1] = 5
    return d


@cases(0, 3)
def walrus(n):
    d = {}
    i = 0
    while (k := i * 2) < n + 3:
        d[k] = d.setdefault(i, 0) + 1
        i += 1
    return d


@cases((0, 0), (0, 2), (5, 3))
def boolean_operators(n, k):
    d = {0: 1}
    d[k] = n
    return (n in d and d[n] > 0), (n not in d or d[n]), d.get(n) or 7


@cases(1, 3)
def object_keys(n):
    class P:
        def __init__(self, d):
            self.d = d

        def __getitem__(self, k):
            return self.d[k]

        def __contains__(self, k):
            return k in self.d

        def __len__(self):
            return len(self.d)

    p = P({1: 1})
    p.d[n] = 8
    return p[n], n in p, 2 in p, len(p), bool(p)


@cases(2, 0)
def del_then_len(n):
    d = {0: 1, 2: 2}
    del d[n]
    return len(d), 0 in d, d


@cases(1)
def del_missing(n):
    d = {0: 1, 2: 2}
    del d[n]
    return len(d)


@cases(1)
def del_missing_in_empty(n):
    d = {}
    if n > 0:
        del d[n]
    return len(d)


@cases(0, 2)
def generator_of_keys(n):
    def keys():
        for i in range(n):
            yield i % 2

    s = set()
    for k in keys():
        s.add(k)
    return s, {k + 1 for k in keys()}


@cases(0, 3)
def any_all_keys(n):
    s = {n, 2}
    return any(x > 2 for x in s), all(x > 1 for x in s), len(sorted(s)), max(s), min(s), sum(x * x for x in s)


@cases((2, 3), (3, 3))
def string_and_number_tuple(a, b):
    d = {("x", a): 1}
    d["x", b] = 2
    d["y", a] = 3
    return d, ("x", 3) in d, ("z", a) in d, d["x", b]


@cases((2, 3), (3, 3))
def tuple_lengths(a, b):
    d = {(a, b): 1}
    return (a,) in d, (a, b, 1) in d, a in d, d.get((b, a), 0)


@cases(2, 3)
def conditional_expression(n):
    d = {n: 1} if n > 2 else {n: 5, 7: 7}
    e = {} if n > 2 else {n + 1: 2}
    return d, e, len(e)


@cases(2, 3)
def passed_as_argument(n):
    def add(d, k, v):
        d[k] = v
        return d

    return add(add({}, n, 1), 2, 5), add({1: 1}, n, 2)


@cases(2, 3)
def same_dict_twice(n):
    d = {1: 2}
    pair = [d, d]
    pair[0][n] = 1
    return pair, pair[0] is pair[1], pair[1][n]


@cases(2, 3)
def sum_of_list_comp(n):
    d = {n: 1, 2: 3, n + 1: 4}
    return sum([v for k, v in d.items() if k > 2]), [k + 0 for k in d], {v: k for k, v in d.items()}


@cases(2, 3)
def copies(n):
    d = {n: 1}
    e = copy.copy(d)
    f = copy.deepcopy(d)
    d[9] = 1
    e[n] = 5
    f[3] = 7
    return d, e, f


@cases((0, 1), (3, 1), (1, 0))
def known_after_staged(n, k):
    d = {}
    if n:
        d[k] = 1
    if 1 not in d:
        d[1] = 10
    d[2] = 3
    return d, list(d.values())


@cases((2, 1), (3, 3))
def both_branches_store(n, k):
    d = {}
    for i in range(n):
        if i % 2 == 0:
            d[i % k] = 10
        else:
            d.setdefault(i, 20)
    return d


@cases((1, 2), (5, 5))
def in_place_in_a_handler(a, b):
    s = {1, 2}
    t = s
    try:
        s |= {a}
        s -= {b}
        x = 10 // (a - 1)
    except ZeroDivisionError:
        x = 0
    return s, t, x


@cases((1, 2), (5, 5))
def attributes_and_items_in_place(a, b):
    class Holder:
        pass

    holder = Holder()
    holder.s = {1, 2}
    t = holder.s
    holder.s |= {a}
    ds = {"x": {3}}
    u = ds["x"]
    ds["x"] |= {b}
    return holder.s, t, ds, u


@cases((1.5, 2), (2.0, 2))
def float_keys_come_later(x, n):
    d = {}
    for i in range(n):
        d[i] = 1
    d[x] = 2
    return d, list(d), len(d)


@cases(0, 4)
def made_of_ranges(n):
    made = Counter(i % 2 for i in range(n)), dict(enumerate(range(n))), Counter(None), defaultdict(int, {1: n})
    return set(range(n)), frozenset(i % 3 for i in range(n) if i > 1), made, Counter("aba"), dict(a=n)


@cases(5, 500, jax="refused AG022")
def many_keys(n):
    d = {}
    i = 0
    while i < 3 * n:
        d[i * 3] = i
        i += 1
    return len(d)


@cases((0, 1), (3, 2))
def raises_in_a_loop(n, k):
    d = {0: 5}
    for i in range(n):
        if i not in d:
            raise KeyError(i)
        d[i + 1] = d[i] + k
        if i > k:
            del d[i]
    return d


@cases(1, 3)
def a_set_gets_what_another_has(n):
    s = {1}
    t = s
    others = set()
    if n > 2:
        others.add(5)
    s |= others
    return s, t, s | others


@cases((2, 5), (1, 9), (4, 3))
def moved_to_the_end(capacity, seed):
    store = OrderedDict()
    x = seed
    for step in range(5):
        x = (x * 5 + 3) % 16
        key = x % 5
        if key in store:
            store.move_to_end(key)
        store[key] = step
        if len(store) > capacity:
            store.popitem(last=False)
    return list(store.items())
