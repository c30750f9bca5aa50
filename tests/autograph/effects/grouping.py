"""Dicts whose keys are tensors and whose values are lists, dicts and sets: grouping, graphs, tables of records."""

from __future__ import annotations

from collections import Counter, defaultdict, deque

from tests.autograph.effects.outcomes import cases


@cases(0, 3, 5)
def group_setdefault(n):
    groups = {}
    for i in range(n):
        groups.setdefault(i % 2, []).append(i * i)
    return groups


@cases(0, 3, 5)
def group_defaultdict(n):
    groups = defaultdict(list)
    for i in range(n):
        groups[i % 3].append(i)
    return groups, len(groups)


@cases((5, 3), (0, 1), jax="refused AG022")
def histogram(n, width):
    bins = {}
    for x in range(n):
        k = x // width
        bins[k] = bins.get(k, []) + [x]  # noqa: RUF005
    return bins


@cases((1, 2), (2, 2), (0, 3))
def graph(u, w):
    g = {}
    for a, b in ((u, w), (w, 3), (u, 3)):
        g.setdefault(a, []).append(b)
        g.setdefault(b, []).append(a)
    return g, len(g[3])


@cases((1, 2), (2, 2), (0, 3))
def graph_default(u, w):
    g = defaultdict(list)
    for a, b in ((u, w), (w, 3), (u, 3)):
        g[a].append(b)
    return sorted(g.items())


@cases((1, 2), (2, 2))
def tuple_values(a, b):
    d = {}
    d[a] = (a, b)
    d[b] = (b, a + b)
    x, y = d[a]
    return d, x + y


@cases((1, 2), (2, 2))
def nested_dict(k, j):
    d = {}
    d.setdefault(k, {})[j] = 5
    d.setdefault(j, {})[k] = 6
    return d


@cases((1, 2), (2, 2))
def defaultdict_dict(k, j):
    d = defaultdict(dict)
    d[k]["x"] = j
    d[j]["y"] = k
    return d[k], len(d)


@cases((1, 2), (2, 2))
def nested_counter(k, j):
    d = defaultdict(Counter)
    d[k][j] += 1
    d[j][k] += 1
    d[k][j] += 1
    return d


@cases((1, 2), (2, 2))
def sets_by_key(k, j):
    d = {}
    d.setdefault(k, set()).add(j)
    d.setdefault(j, set()).add(j)
    return {key: sorted(v) for key, v in d.items()}


@cases(0, 4, 7)
def group_sums(n):
    groups = defaultdict(list)
    for i in range(n):
        groups[i % 3].append(i)
    return {k: sum(v) for k, v in groups.items()}


@cases(0, 4, 7)
def group_maxlen(n):
    groups = {}
    for i in range(n):
        if i % 2 not in groups:
            groups[i % 2] = []
        groups[i % 2].append(i)
    best = 0
    for k, xs in groups.items():
        best = max(best, len(xs))
    return best


@cases((3, 1), (1, 1))
def pairs_in_dict(a, b):
    pos = {}
    for i, x in enumerate([a, b, a]):
        if x not in pos:
            pos[x] = [i, i]
        else:
            pos[x][1] = i
    return pos


@cases((3, 1), (1, 1))
def stats(a, b):
    t = {}
    for x in (a, b, a):
        count, total = t.get(x, (0, 0))
        t[x] = (count + 1, total + x)
    return t


@cases((3, 1), (1, 1))
def record_dicts(a, b):
    users = {}
    for uid, score in ((a, 10), (b, 20), (a, 5)):
        if uid not in users:
            users[uid] = {"n": 0, "score": 0}
        users[uid]["n"] += 1
        users[uid]["score"] += score
    return users


@cases((3, 1), (1, 1), (2, 5))
def inverted(a, b):
    d = {"x": a, "y": b, "z": 1}
    inv = {}
    for name, v in d.items():
        inv.setdefault(v, []).append(name)
    return inv


@cases((3, 1), (1, 1), (2, 5))
def adjacency(a, b):
    edges = [(0, a), (a, b), (b, 0)]
    adj = defaultdict(set)
    for u, v in edges:
        adj[u].add(v)
        adj[v].add(u)
    return sorted((k, len(v)) for k, v in adj.items())


@cases(0, 5, 8)
def group_while(n):
    buckets = {}
    while n > 0:
        d = n % 4
        if d in buckets:
            buckets[d].append(n)
        else:
            buckets[d] = [n]
        n -= 1
    return buckets


@cases((3, 1), (1, 1), (2, 5), staged="refused AG032")
def objects_by_key(a, b):
    class Node:
        def __init__(self, v):
            self.v = v
            self.count = 0

    nodes = {}
    for x in (a, b, a):
        if x not in nodes:
            nodes[x] = Node(x)
        nodes[x].count += 1
    return nodes[a].count, len(nodes)


@cases((3, 1), (1, 1), (2, 5))
def deque_by_key(a, b):
    q = {a: deque([1, 2]), b: deque([3])}
    q[a].append(9)
    first = q[b].popleft()
    return first, q


@cases((3, 1), (1, 1))
def alias_inner(a, b):
    d = {a: [1]}
    xs = d.setdefault(b, [])
    xs.append(7)
    xs.append(8)
    return d, xs, len(d[b])


@cases((3, 1), (1, 1))
def stored_alias(a, b):
    xs = [b]
    d = {a: xs}
    xs.append(4)
    d[a].append(5)
    return d, xs


@cases((3, True), (3, False))
def conditional_group(a, flag):
    d = {a: [1]}
    if flag:
        d[a].append(2)
        d.setdefault(a + 1, []).append(3)
    return d


@cases((3, 1), (1, 1))
def two_keys_one_list(a, b):
    xs = []
    d = {}
    d[a] = xs
    d[b] = xs
    d[a].append(1)
    d[b].append(2)
    return d, xs


@cases((3, 1), (1, 1))
def pop_group(a, b):
    d = {a: [1, 2, 3], b: [4]}
    got = d.pop(a)
    got.append(5)
    return d, got


@cases(3, 0, 6)
def topological(n):
    indeg = {}
    out = {}
    for i in range(n):
        out.setdefault(i, []).append(i + 1)
        indeg[i + 1] = indeg.get(i + 1, 0) + 1
    return indeg, out


@cases((1, 2), (2, 2))
def registry(k, j):
    reg = {}

    def register(name, value):
        reg.setdefault(name, []).append(value)
        return len(reg[name])

    return register(k, 1), register(j, 2), register(k, 3), reg


@cases((1, 2), (2, 2), (0, 1))
def list_in_try(k, j):
    d = {1: [5]}
    try:
        d[k].append(j)
    except KeyError:
        d[k] = [0]
    return d


@cases((1, 2), (2, 2), (0, 1))
def anagrams(a, b):
    groups = defaultdict(list)
    for x in (12, 21, 10 * a + b, 10 * b + a):
        key = tuple(sorted((x // 10, x % 10)))
        groups[key].append(x)
    return groups


@cases((1, 2), (2, 2), (0, 1))
def list_of_group_keys(a, b):
    groups = {}
    for x in (a, b, a + b):
        groups.setdefault(x % 2 == 0, []).append(x)
    return groups, len(groups)


@cases((1, 2), (2, 2), (0, 1))
def group_then_loop(a, b):
    groups = {}
    for x in (a, b, a + b):
        groups.setdefault(x, []).append(x * 2)
    total = 0
    for k in groups:
        for v in groups[k]:
            total += k * v
    return total


@cases((1, 2), (2, 2), (0, 1))
def longest_group(a, b):
    groups = defaultdict(list)
    for x in (a, b, a + b, 2):
        groups[x].append(x)
    k = max(groups, key=lambda g: len(groups[g]))
    return k, groups[k]


@cases((1, 2), (2, 2), (0, 1))
def sparse_matrix(a, b):
    m = {}
    m[a, b] = 5
    m[b, a] = m.get((a, b), 0) + 1
    rows = {}
    for (i, j), v in m.items():
        rows.setdefault(i, {})[j] = v
    return rows


@cases(0, 3)
def texts_of_groups(n):
    groups, seen = defaultdict(list), defaultdict(set)
    for i in range(n):
        groups[i % 2].append(i)
        seen[i % 2].add(i)
    return str(groups), f"{dict(groups)}!", repr(seen), f"{groups[0]}", f"{list(groups.items())} {groups.get(1)}"
