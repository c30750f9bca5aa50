"""Keys of dicts, and elements of sets, that are one of several strings: a condition says which."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict

from tests.autograph.effects.outcomes import cases


@cases(6, 2, 50)
def group_by_threshold(t):
    groups = defaultdict(list)
    for n in ["ann", "bo", "christopher", "dee", "eleanor"]:
        groups["long" if len(n) > t else "short"].append(n)
    return dict(groups)


@cases(0, 1, 5)
def plain_store(n):
    d = {}
    d["a" if n > 1 else "b"] = n
    return d


@cases(0, 1, 5)
def plain_store_known(n):
    d = {"a": 3}
    d["a" if n > 1 else "b"] = n
    d["c"] = 1
    return d, list(d)


@cases(0, 1, 5)
def count_get(n):
    counts = {}
    for x in range(5):
        key = "even" if (x + n) % 2 == 0 else "odd"
        counts[key] = counts.get(key, 0) + 1
    return counts, list(counts)


@cases(0, 1, 5)
def count_get_in_staged_loop(n):
    counts = {}
    for x in range(n):
        key = "even" if x % 3 == 0 else "odd"
        counts[key] = counts.get(key, 0) + 1
    return counts, list(counts.items())


@cases(0, 1, 5)
def default_int(n):
    counts = defaultdict(int)
    for x in range(4):
        counts["even" if (x * n) % 2 == 0 else "odd"] += x
    return counts, list(counts)


@cases(0, 1, 5)
def default_int_loop(n):
    counts = defaultdict(int)
    for x in range(n):
        counts["even" if (x * n) % 2 == 0 else "odd"] += x
    return dict(counts), list(counts)


@cases(0, 1, 5)
def default_list_loop(n):
    groups = defaultdict(list)
    for x in range(n):
        groups["low" if x < 2 else "high"].append(x)
    return dict(groups), list(groups)


@cases(0, 1, 5)
def counter_plain(n):
    c = Counter()
    for x in [1, 2, 3]:
        c["big" if x > n else "small"] += 1
    return c, c["none"], len(c)


@cases(0, 1, 5)
def counter_of(n):
    return Counter("big" if x > n else "small" for x in [1, 2, 3])


@cases(0, 1, 5)
def setdefault_append(n):
    d = {}
    for x in range(4):
        d.setdefault("a" if x < n else "b", []).append(x)
    return d


@cases(0, 1, 5)
def setdefault_number(n):
    d = {}
    k = d.setdefault("a" if n > 1 else "b", n)
    j = d.setdefault("a", 9)
    return d, k, j


@cases(0, 1, 5)
def set_added(n):
    seen = set()
    seen.add("a" if n > 1 else "b")
    return seen, len(seen), "a" in seen


@cases(0, 1, 5)
def set_loop(n):
    seen = set()
    for i in range(4):
        seen.add("a" if i > n else "b")
    return seen, len(seen)


@cases(0, 1, 5)
def set_staged_loop(n):
    seen = set()
    again = 0
    for i in range(n):
        k = "a" if i > 2 else "b"
        if k in seen:
            again += 1
        seen.add(k)
    return seen, again


@cases(0, 1, 5)
def set_display(n):
    return {"a" if n > 1 else "b", "c"}


@cases(0, 1, 5)
def dict_display(n):
    return {"a" if n > 1 else "b": n, "c": 1}


@cases(0, 1, 5)
def dict_comp(n):
    return {("a" if x > n else "b"): x for x in range(4)}


@cases(0, 1, 5)
def set_comp(n):
    return {("a" if x > n else "b") for x in range(4)}


@cases(0, 1, 5)
def read_back(n):
    d = {}
    key = "a" if n > 1 else "b"
    d[key] = n
    d[key] += 1
    return d[key], d.get("a"), "b" in d, len(d)


@cases(0, 1, 5)
def missing_read(n):
    d = {}
    d["a" if n > 1 else "b"] = n
    return d["a"]


@cases(0, 1, 5)
def deleted(n):
    d = {"a": 1}
    k = "a" if n > 1 else "b"
    d[k] = 2
    del d[k]
    return d, len(d)


@cases(0, 1, 5)
def group_lists_changed(n):
    groups = defaultdict(list)
    row = groups["a" if n > 1 else "b"]
    row.append(n)
    row.append(2)
    groups["a"].append(7)
    return groups, list(groups), row


@cases(0, 1, 5)
def group_sets(n):
    groups = defaultdict(set)
    for x in range(4):
        groups["a" if x > n else "b"].add(x % 2)
    return dict(groups)


@cases(0, 1, 5)
def group_dicts(n):
    groups = defaultdict(dict)
    for x in range(4):
        groups["a" if x > n else "b"][x] = n
    return dict(groups)


@cases(0, 1, 5)
def order_kept(n):
    d = {}
    for x in range(4):
        d["a" if x > n else "b"] = x
    return list(d), list(d.items()), max(d, key=lambda k: d[k])


@cases(0, 1, 5)
def alias(n):
    d = {}
    e = d
    d["a" if n > 1 else "b"] = n
    e["c"] = 1
    return d, e, d is e


def tally(d, k):
    d[k] = d.get(k, 0) + 1


@cases(0, 1, 5)
def in_a_call(n):
    d = {}
    tally(d, "a" if n > 1 else "b")
    tally(d, "a")
    tally(d, "b" if n > 2 else "c")
    return d


@cases((0, 1), (1, 3), (5, 0))
def tuple_keys(n, m):
    d = {}
    d["a" if n > 1 else "b", "x" if m > 1 else "y"] = n
    return d


@cases(0, 1, 5)
def break_out(n):
    seen = set()
    k = "start"
    for i in range(6):
        k = "a" if i > n else "b"
        if k in seen:
            break
        seen.add(k)
    return k, seen


@cases(0, 1, 5)
def while_loop(n):
    d = {}
    while n > 0:
        k = "even" if n % 2 == 0 else "odd"
        d.setdefault(k, 0)
        d[k] += n
        n -= 1
    return d


class Stats:
    def __init__(self):
        self.counts = {}

    def add(self, x):
        k = "neg" if x < 0 else "pos"
        self.counts[k] = self.counts.get(k, 0) + 1


@cases(0, 1, 5)
def in_object(n):
    s = Stats()
    for x in [-1, 0, 3]:
        s.add(x - n)
    return s.counts


@cases(0, 1, 5)
def ordered(n):
    d = OrderedDict()
    d["a" if n > 1 else "b"] = 1
    d["a"] = 2
    return list(d.items())


@cases(0, 1, 5)
def update_with(n):
    d = {"z": 1}
    d.update({"a" if n > 1 else "b": 4})
    return d


@cases(0, 1, 5)
def three_ways(n):
    groups = {}
    for x in [5, 0, -3]:
        y = x - n
        k = "neg" if y < 0 else "zero" if y == 0 else "pos"
        if k not in groups:
            groups[k] = []
        groups[k].append(x)
    return groups


@cases(0, 1, 5)
def try_except(n):
    d = {}
    k = "a" if n > 1 else "b"
    try:
        d[k] += 1
    except KeyError:
        d[k] = 10
    return d


RULE = {tuple(map(int, f"{i:03b}")): (30 >> i) & 1 for i in range(8)}


@cases((3, [1, 0, 1]), (4, [0, 1, 0]), (1, [1, 1, 1]))
def windows_of_a_row(gens, seed):
    row = seed
    pics = []
    for _ in range(gens):
        pics.append("".join(".#"[c] for c in row))
        padded = [0, 0, *row, 0, 0]
        row = [RULE[tuple(padded[i : i + 3])] for i in range(len(padded) - 2)]
    return pics, sum(row)


@cases((3, [1, 0, 1]), (2, [0, 1, 0]), (1, [1, 1, 1]))
def tuples_of_staged_length(n, xs):
    d = {(1,): "one", (1, 0): "two", (0, 1): "three"}
    key = tuple(xs[:n])
    try:
        return d[key], d.get(key, "none")
    except KeyError as e:
        return "missing", d.get(key, "none"), d.get(key)


@cases((3, [1, 0, 1]), (2, [0, 1, 0]), (1, [1, 1, 1]))
def tuples_of_staged_length_or_error(n, xs):
    d = {(1,): 1, (1, 0): 2, (0, 1): 3}
    return d[tuple(xs[:n])] if n < 3 else 0


@cases((3, [1, 0, 1]), (2, [0, 1, 0]), (1, [1, 1, 1]))
def whether_tuples_are_keys(n, xs):
    d = {(1,): 1, (1, 0): 2, (0, 1): 3}
    return tuple(xs[:n]) in d
