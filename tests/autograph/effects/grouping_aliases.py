"""Lists under staged keys that others have, too, and what is done to them by their methods."""

from __future__ import annotations

import copy
from collections import Counter, defaultdict, deque

from tests.autograph.effects.outcomes import cases


@cases((3, 1), (1, 1), staged="refused AG032")
def chained_assign(a, b):
    d = {b: [0]}
    d[a] = xs = [1]
    xs.append(2)
    return d, xs


@cases((3, 1), (1, 1))
def chained_assign2(a, b):
    d = {b: [0]}
    xs = d[a] = [1]
    xs.append(2)
    return d, xs


@cases((3, 1), (1, 1))
def in_tuple(a, b):
    d = {}
    d[a] = ([1], 5)
    d[b] = ([2], 6)
    d[a][0].append(9)
    return d


@cases((3, 1), (1, 1))
def rebind_key(a, b):
    d = {a: [1]}
    xs = d[a]
    d[a] = [2]
    xs.append(7)
    d[b] = xs
    return d, xs


@cases((3, 1), (1, 1))
def held_by_object(a, b):
    class Box:
        pass

    box = Box()
    box.items = [1]
    d = {a: box.items}
    d.setdefault(b, []).append(3)
    box.items.append(4)
    return d, box.items, len(box.items)


@cases((3, 1), (1, 1))
def held_by_list(a, b):
    xs = [1]
    all_ = [xs, [2]]
    d = {a: xs}
    d.setdefault(b, []).append(3)
    all_[0].append(5)
    return d, all_


@cases((3, 1), (1, 1))
def param_list(a, b):
    def put(d, k, xs):
        d[k] = xs
        xs.append(k)
        return xs

    d = {}
    x = put(d, a, [1])
    y = put(d, b, [2])
    x.append(100)
    return d, x, y


@cases((3, 1), (1, 1), (0, 1))
def del_group(a, b):
    d = {a: [1], b: [2]}
    xs = d[b]
    del d[b]
    xs.append(3)
    return d, xs, len(d)


@cases((3, 1), (1, 1), (0, 1))
def pop_default(a, b):
    d = {a: [1]}
    xs = d.pop(b, [])
    xs.append(3)
    ys = d.get(b, [])
    ys.append(4)
    return d, xs, ys


@cases((3, 1), (1, 1), (0, 1))
def is_same(a, b):
    d = {}
    x = d.setdefault(a, [])
    y = d.setdefault(b, [])
    return x is y, x == y, d[a] is x


@cases((3, 1), (1, 1), (0, 1))
def remove_ops(a, b):
    d = {a: [1, 2, 3], b: [4, 5, 6]}
    d[a].pop(0)
    d[b].remove(5)
    d[a].insert(1, 9)
    del d[b][0]
    d[a][-1] = 8
    return d, d[a][0]


@cases((3, 1), (1, 1), (0, 1))
def sort_ops(a, b):
    d = {a: [3, 1, 2], b: [6, 5]}
    d[a].sort()
    d[b].reverse()
    d[b].extend(d[a])
    d[a] += [7]
    return d, sorted(d[b], reverse=True), d[a][1:], d[b].index(5) if a == b else 0


@cases((3, 1), (1, 1), (0, 1))
def read_ops(a, b):
    d = {a: [3, 1, 2], b: [6, 5]}
    return (
        sum(d[a]),
        max(d[b]),
        5 in d[b],
        d[a].count(1),
        d[a] == [3, 1, 2],
        bool(d[b]),
        list(d[a]),
        [x * 2 for x in d[b]],
        tuple(d[b]),
    )


@cases((3, 1), (1, 1), (0, 1))
def iterate_values(a, b):
    d = {a: [3, 1, 2], b: [6, 5]}
    total = 0
    for xs in d.values():
        for x in xs:
            total = total * 7 + x
    return total


@cases((3, 1), (1, 1), (0, 1))
def change_while_looping(a, b):
    d = {a: [3, 1], b: [6, 5]}
    for x in d[b]:
        if len(d[a]) < 6:
            d[a].append(x)
    return d


@cases((3, 1), (1, 1), (0, 1))
def change_while_looping_copy(a, b):
    d = {a: [3, 1], b: [6, 5]}
    for x in list(d[b]):
        if len(d[a]) < 6:
            d[a].append(x)
    return d


@cases((3, 1), (1, 1), (0, 1))
def copies(a, b):
    d = {a: [3, 1], b: [6, 5]}
    e = dict(d)
    f = {k: list(v) for k, v in d.items()}
    e[a].append(9)
    return d, e, f


@cases((3, 1), (1, 1), (0, 1), staged="refused AG032")
def deep(a, b):
    d = {a: [3, 1], b: [6, 5]}
    e = copy.deepcopy(d)
    e[a].append(9)
    return d, e


@cases((3, 1), (1, 1), (0, 1))
def swap_groups(a, b):
    d = {a: [3, 1], b: [6]}
    d[a], d[b] = d[b], d[a]
    d[a].append(0)
    return d


@cases((3, 1), (1, 1), (0, 1))
def cond_choice(a, b):
    d = {a: [3, 1], b: [6]}
    xs = d[a] if a > 2 else d[b]
    xs.append(4)
    ys = d[a] if a in d else []
    ys.append(5)
    return d, xs, ys


@cases((3, 1), (1, 1), (0, 1))
def cond_default(a, b):
    d = {1: [3, 1]}
    xs = d[a] if a in d else []
    xs.append(5)
    return d, xs


@cases((3, 1), (1, 1), (0, 1))
def branch_var(a, b):
    d = {b: [3, 1]}
    if a in d:
        xs = d[a]
    else:
        xs = []
        d[a] = xs
    xs.append(5)
    return d, xs


@cases((3, 1), (1, 1), (0, 1), staged="refused AG032")
def get_none(a, b):
    d = {b: [3, 1]}
    xs = d.get(a)
    if xs is None:
        d[a] = xs = []
    xs.append(5)
    return d


@cases((3, 1), (1, 1), (0, 1))
def get_none2(a, b):
    d = {b: [3, 1]}
    xs = d.get(a)
    if xs is None:
        xs = d[a] = []
    xs.append(5)
    return d


@cases(0, 1, 5, staged="refused AG032")
def loop_carried(n):
    d = defaultdict(list)
    cur = d[0]
    for i in range(n):
        cur = d[i % 2]
        cur.append(i)
    cur.append(100)
    return d, cur


@cases(0, 1, 5)
def prev_row(n):
    d = {}
    last = None
    for i in range(n):
        row = d.setdefault(i % 3, [])
        row.append(i)
        if last is not None:
            last.append(-1)
        last = row
    return d


@cases((3, 1), (1, 1), (0, 1))
def raise_mid(a, b):
    d = {b: [1]}
    try:
        d.setdefault(a, []).append(2)
        if a > 2:
            raise ValueError
        d[a].append(3)
    except ValueError:
        d[a].append(4)
    return d


@cases((3, 1), (1, 1), (0, 1))
def index_error(a, b):
    d = {b: [1], a: [5]}
    try:
        return d[a][b]
    except IndexError:
        return "no", d


@cases((3, 1), (1, 1), (0, 1))
def key_error_inner(a, b):
    d = {b: {"x": 1}, a: {"y": 2}}
    try:
        return d[a]["x"]
    except KeyError as e:
        return "no", e.args[0]


@cases((3, 1), (1, 1), (0, 1))
def nested_three(a, b):
    d = {}
    d.setdefault(a, {}).setdefault(b, []).append(1)
    d.setdefault(b, {}).setdefault(a, []).append(2)
    d[a][b].append(3)
    return d


@cases((3, 1), (1, 1), (0, 1))
def nested_default(a, b):
    d = defaultdict(lambda: defaultdict(list))
    d[a][b].append(1)
    d[b][a].append(2)
    return d, len(d[a])


@cases((3, 1), (1, 1), (0, 1))
def nested_int(a, b):
    d = defaultdict(lambda: defaultdict(int))
    for x, y in ((a, b), (b, a), (a, b)):
        d[x][y] += 1
    return {k: dict(v) for k, v in d.items()}


@cases((3, 1), (1, 1), (0, 1), staged="refused AG032 AG053")
def counter_rows(a, b):
    d = {}
    d.setdefault(a, Counter()).update([b, b, 1])
    d.setdefault(b, Counter()).update([a])
    return d[a].most_common(1), d[b][5], d


@cases((3, 1), (1, 1), (0, 1))
def unpack_pair(a, b):
    d = {a: [3, 1], b: [6, 7]}
    x, y = d[a]
    return x * 10 + y


@cases((3, 1), (1, 1), (0, 1))
def unpack_loop(a, b):
    d = {a: [3, 1], b: [6, 7]}
    total = 0
    for k, (x, y) in d.items():
        total += k * (x - y)
    return total


@cases((3, 1), (1, 1), (0, 1))
def both_branches_fill(a, b):
    d = {}
    if b > 0:
        d[a] = [1]
    else:
        d[a] = [2, 3]
    d[a].append(4)
    return d


@cases((3, 1), (1, 1), (0, 1), staged="refused AG032")
def outside_list(a, b):
    d = {}

    def add(k, xs=[]):
        d[k] = xs
        return d

    add(a)
    return d


@cases((3, 1), (1, 1), (0, 1))
def stored_in_branch(a, b):
    xs = [1]
    d = {b: [9]}
    if a > 0:
        d[a] = xs
    xs.append(2)
    return d, xs


@cases((3, 1), (1, 1), (0, 1))
def bfs_levels(a, b):
    g = defaultdict(list)
    for u, v in ((0, a), (a, b), (b, 4)):
        g[u].append(v)
    dist = {0: 0}
    queue = deque([0])
    while queue:
        u = queue.popleft()
        for v in g[u]:
            if v not in dist:
                dist[v] = dist[u] + 1
                queue.append(v)
    return sorted(dist.items())


@cases((3, 1), (1, 1), (0, 1))
def format_row(a, b):
    d = {a: [3, 1], b: [6, 7]}
    return f"{len(d[a])} {sum(d[b])}"


@cases((3, 1), (1, 1), (0, 1))
def isinst(a, b):
    d = {a: [3, 1], b: [6, 7]}
    return isinstance(d[a], list), isinstance(d[b], dict), type(d[a]) is list


@cases((3, 1), (1, 1), (0, 1))
def other_groups_made_while_looping(a, b):
    d = {a: [3, 1], b: [6, 5]}
    total = 0
    for x in d[b]:
        total += x
        d[0] = [x]
    return d, total


@cases((3, 1), (1, 1), (0, 1))
def shortened_while_looping(a, b):
    d = {a: [3, 1, 4], b: [6, 5, 7]}
    seen = []
    for x in d[b]:
        seen.append(x)
        if x > 4:
            d[a].pop()
    return d, seen


@cases((3, 1), (1, 1), (0, 1))
def iterator_made_before(a, b):
    d = {a: [3, 1], b: [6, 5]}
    it = iter(d[b])
    d[a].append(8)
    return next(it), next(it), next(it, -1)


@cases((3, 1), (1, 1), (0, 1), staged="refused AG022")
def enumerated_while_it_grows(a, b):
    d = {a: [3, 1], b: [6, 5]}
    for i, x in enumerate(d[b]):
        if len(d[a]) < 6:
            d[a].append(x + i)
    return d


@cases((3, 1), (1, 1), (0, 1), staged="refused AG022")
def zipped_while_it_grows(a, b):
    d = {a: [3, 1], b: [6, 5]}
    for i, x in zip(range(10), d[b]):
        if len(d[a]) < 6:
            d[a].append(x + i)
    return d


@cases((3, 1), (1, 1), (0, 1), staged="refused AG022")
def shortened_by_a_comprehension(a, b):
    d = {a: [3, 1], b: [6, 5]}
    ys = [d[a].pop() + x for x in d[b] if len(d[a]) > 0]
    return d, ys


@cases((3, 1), (1, 1), (0, 1), staged="refused AG022")
def reversed_while_it_changes(a, b):
    d = {a: [3, 1], b: [6, 5]}
    for x in reversed(d[b]):
        if len(d[a]) < 6:
            d[a][0] = x + d[a][0]
    return d


@cases((3, 1), (1, 1), (0, 1), staged="refused AG022")
def deque_while_it_grows(a, b):
    d = {a: deque([3, 1]), b: deque([6, 5])}
    try:
        for x in d[b]:
            if len(d[a]) < 6:
                d[a].append(x)
    except RuntimeError:
        return 0
    return 1
