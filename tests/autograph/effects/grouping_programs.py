"""Programs that group: where the dicts come to be, and what is made of them."""

from __future__ import annotations

from collections import defaultdict

from tests.autograph.effects.outcomes import cases


@cases((3, 1), (1, 1), (0, 1))
def dict_in_loop(n, k):
    out = []
    for i in range(n):
        d = {}
        d.setdefault(i % 2, []).append(k)
        d.setdefault(0, []).append(i)
        out.append(len(d[0]))
    return out


@cases((3, 1), (1, 1), (0, 1), staged="refused AG021")
def dict_in_branch(n, k):
    d = {}
    if n > 1:
        d = {}
        d.setdefault(n, []).append(k)
    else:
        d[k] = [5]
    return d


@cases((3, 1), (1, 1), (0, 1), jax="refused AG037")
def dict_rebound_in_loop(n, k):
    d = {}
    for i in range(n):
        d = {}
        d.setdefault(i, []).append(k)
        d.setdefault(k, []).append(i)
    return d


@cases((3, 1), (1, 1), (0, 1))
def helper_twice(n, k):
    def add(d, key, v):
        d.setdefault(key, []).append(v)

    a, b = {}, {}
    for i in range(n):
        add(a, i % 2, i)
        add(b, k, i * 0.5)
    return a, b


@cases((3, 1), (1, 1), (0, 1))
def group_function(n, k):
    def group(xs, key):
        g = {}
        for x in xs:
            g.setdefault(key(x), []).append(x)
        return g

    a = group([n, k, 5], lambda x: x % 2)
    b = group([n, k, 7], lambda x: x > 2)
    return a, b


@cases((3, 1), (1, 1), (0, 1))
def partition(n, k):
    parts = {True: [], False: []}
    for x in (n, k, 2, 4):
        parts[x > 2].append(x)
    return parts[True], parts[False]


@cases((3, 1), (1, 1), (0, 1))
def partition_str(n, k):
    parts = {"even": [], "odd": []}
    for x in (n, k, 2, 4):
        parts["even" if x % 2 == 0 else "odd"].append(x)
    return parts


@cases((3, 1), (1, 1), (0, 1))
def class_index(n, k):
    class Index:
        def __init__(self):
            self.rows = defaultdict(list)
            self.size = 0

        def add(self, key, value):
            self.rows[key].append(value)
            self.size += 1

        def find(self, key):
            return self.rows.get(key, [])

    ix = Index()
    ix.add(n, 10)
    ix.add(k, 20)
    ix.add(n, 30)
    return ix.find(n), len(ix.find(99)), ix.size


@cases((3, 1), (1, 1), (0, 1))
def group_if_in_loop(n, k):
    g = {}
    for i in range(n):
        if i != k:
            g.setdefault(i % 2, []).append(i)
        else:
            g.pop(0, None)
    return g


@cases((3, 1), (1, 1), (0, 1))
def merge_groups(n, k):
    g = {n: [1], k: [2]}
    h = {n: [3]}
    for key, xs in h.items():
        g.setdefault(key, []).extend(xs)
    return g


@cases((3, 1), (1, 1), (0, 1))
def max_group(n, k):
    g = defaultdict(list)
    for x in (n, k, 3, 1):
        g[x].append(x)
    best = max(g.values(), key=len)
    return len(best), sorted(len(v) for v in g.values())


@cases((3, 1), (1, 1), (0, 1))
def items_sorted_by_len(n, k):
    g = defaultdict(list)
    for x in (n, k, 3, 1):
        g[x].append(x)
    order = sorted(g, key=lambda key: (-len(g[key]), key))
    return order


@cases((3, 1), (1, 1), (0, 1))
def list_of_rows(n, k):
    g = {n: [1], k: [2, 3]}
    rows = [g[n], g[k]]
    rows[0].append(9)
    return rows, g


@cases((3, 1), (1, 1), (0, 1))
def values_any(n, k):
    g = {n: [1], k: [2, 3]}
    return any(3 in v for v in g.values()), all(v for v in g.values()), sum(len(v) for v in g.values())


@cases((3, 1), (1, 1), (0, 1))
def inverted_index(n, k):
    docs = [[n, k], [k, 5], [n]]
    index = {}
    for i, doc in enumerate(docs):
        for w in doc:
            index.setdefault(w, set()).add(i)
    return len(index[n]), sorted(index[k]), n in index


@cases((3, 1), (1, 1), (0, 1))
def dict_row_iter(n, k):
    d = defaultdict(dict)
    d[n][k] = 1
    d[k][n] = 2
    d[n][7] = 3
    total = 0
    for key in d[n]:
        total += key * d[n][key]
    for a, b in d[n].items():
        total += a - b
    return total, list(d[n]), k in d[n], d[n].get(100, -1)


@cases(1, 2, 3, 9)
def unpack_list(n):
    xs = [7]
    if n > 1:
        xs.append(n)
    if n > 2:
        xs.append(5)
    a, b = xs
    return a + b


@cases(1, 2, 3, 9)
def unpack_list_try(n):
    xs = [7]
    if n > 1:
        xs.append(n)
    if n > 2:
        xs.append(5)
    try:
        a, b = xs
    except ValueError:
        return -1
    return a + b


@cases((3, 1), (1, 1), (0, 1))
def sets_discard(a, b):
    d = defaultdict(set)
    d[a].add(b)
    d[b].add(a)
    d[a].discard(a)
    return b in d[a], len(d[b])


@cases((3, 1), (1, 1), (0, 1))
def sets_united(a, b):
    d = defaultdict(set)
    d[a].add(b)
    d[b].add(a)
    d[a] |= {7}
    return b in d[a], len(d[b])


@cases((3, 1), (1, 1), (0, 1))
def sets_intersected(a, b):
    d = defaultdict(set)
    d[a].add(b)
    d[b].add(a)
    return sorted(d[a] & d[b])


@cases((3, 1), (1, 1), (0, 1))
def sets_listed(a, b):
    d = defaultdict(set)
    d[a].add(b)
    d[b].add(a)
    return {k: sorted(v) for k, v in d.items()}


@cases((3, 1), (1, 1), (0, 1))
def sets_all(a, b):
    d = defaultdict(set)
    d[a].add(b)
    d[b].add(a)
    d[a].discard(a)
    d[a] |= {7}
    common = d[a] & d[b]
    return (sorted(d[a]), sorted(common), b in d[a], len(d[b]))
