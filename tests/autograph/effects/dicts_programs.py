"""Ordinary programs that keep dicts whose keys a staged condition decides: caches, counters, states, merges."""

from __future__ import annotations

import enum
import functools
from dataclasses import dataclass, field

from tests.autograph.effects.outcomes import cases


class Color(enum.Enum):
    A = 1
    B = 2


@cases((3, 1), (0, 0), (5, 2))
def inventory(n, k):
    inv = {"apple": 3}

    def add(item, q):
        inv[item] = inv.get(item, 0) + q

    def remove(item, q):
        if inv.get(item, 0) >= q:
            inv[item] -= q
            if inv[item] == 0:
                del inv[item]
            return True
        return False

    if n > 2:
        add("pear", n)
    ok = remove("apple", k)
    ok2 = remove("pear", 3)
    return inv, ok, ok2


@dataclass
class State:
    mem: dict = field(default_factory=dict)
    hits: int = 0

    def look(self, k, f):
        if k in self.mem:
            self.hits += 1
        else:
            self.mem[k] = f(k)
        return self.mem[k]


@cases(0, 3, 8)
def memo_object(n):
    s = State()
    t = 0
    for i in range(5):
        if i < n:
            t += s.look(i % 3, lambda q: q * n)
    return t, s.hits, s.mem


@cases(0, 3, 8)
def memo_staged_loop(n):
    s = State()
    t = 0
    for i in range(n):
        if i % 2 == 0:
            t += s.look("even", lambda q: i)
        else:
            t += s.look("odd", lambda q: i * 10)
    return t, s.hits, s.mem


@cases(0, 3, 8)
def event_counts(n):
    counts = {Color.A: 0}
    for i in range(n):
        if i > 3:
            counts[Color.B] = counts.get(Color.B, 0) + 1
        else:
            counts[Color.A] += 1
    return counts[Color.A], counts.get(Color.B)


@cases(0, 3, 8)
def nested_group2(n):
    g = {}
    for x in [1, 5, 9]:
        if x > n:
            g.setdefault("hi", []).append(x)
        else:
            g.setdefault("lo", []).append(x)
    return g, len(g.get("hi", [])), sum(g.get("lo", []))


@cases(0, 3, 8)
def graph_bfs(n):
    graph = {"a": ["b"], "b": ["c"], "c": []}
    if n > 2:
        graph["a"].append("c")
    dist = {"a": 0}
    q = ["a"]
    for node in ["a", "b", "c"]:
        for nb in graph[node]:
            if nb not in dist:
                dist[nb] = dist[node] + 1
    return dist


@cases(0, 3, 8)
def visited(n):
    dist = {"a": 0}
    for u, v, w in [("a", "b", 1), ("a", "c", 5), ("b", "c", 2), ("c", "d", 1)]:
        if u in dist and w < n:
            d = dist[u] + w
            if v not in dist or d < dist[v]:
                dist[v] = d
    return dist, dist.get("d", -1)


@cases(0, 3, 8)
def settings_merge(n):
    default = {"a": 1, "b": 2}
    user = {}
    if n > 2:
        user["b"] = n
        user["c"] = 3
    merged = {**default}
    merged.update(user)
    return merged, default


@cases(0, 3, 8)
def settings_loop(n):
    default = {"a": 1, "b": 2}
    user = {}
    if n > 2:
        user["b"] = n
    out = {}
    for k in default:
        out[k] = user.get(k, default[k])
    for k in user:
        if k not in out:
            out[k] = user[k]
    return out


@cases(0, 3, 8)
def word_state(n):
    state = {"mode": "idle"}
    for i in range(n):
        if state["mode"] == "idle":
            state["mode"] = "run"
            state["start"] = i
        elif i > 5:
            state["mode"] = "idle"
            state["stop"] = i
    return state


@cases(0, 3, 8)
def del_all(n):
    d = {"a": 1, "b": 2}
    for k in list(d):
        if d[k] < n:
            del d[k]
    return d, len(d)


@cases(0, 3, 8)
def pop_in_while(n):
    d = {"a": 1, "b": 2, "c": 3}
    while n > 0:
        d.pop("b", None)
        if n == 2:
            d["b"] = n
        n -= 1
    return d


@cases(0, 3, 8)
def return_or(n):
    d = {}
    if n > 5:
        d["x"] = 1
        return d
    if n > 2:
        d["y"] = 2
    return d or None


@cases(0, 3, 8)
def cond_expr_dicts(n):
    a = {"p": 1}
    b = {"p": 2, "q": 3}
    return (a if n > 2 else b)["p"], len(a if n > 2 else b)


@cases(0, 3, 8)
def as_kwargs_values(n):
    d = {}
    if n > 2:
        d["x"] = n

    def f(x=1, y=2):
        return x * 10 + y

    return f(x=d.get("x", 5))


@cases(0, 3, 8)
def reduce_dict(n):
    def step(acc, x):
        if x > n:
            acc["big"] = acc.get("big", 0) + x
        return acc

    return functools.reduce(step, [1, 4, 9], {})


@cases(0, 3, 8)
def is_empty_checks(n):
    d = {}
    if n > 2:
        d["x"] = 1
    a = 1 if not d else 2
    b = len(d) == 0
    c = d == {}
    if len(d) > 0 and "x" in d:
        a += d["x"]
    return a, b, c


@cases(0, 3, 8)
def bool_and(n):
    d = {}
    if n > 2:
        d["x"] = n
    return bool("x" in d and d["x"] > 3), ("x" in d) + 1, int("x" in d)


@cases(0, 3, 8)
def while_not_in(n):
    d = {}
    i = 0
    while "done" not in d:
        i += 1
        if i >= n:
            d["done"] = i
    return d, i


@cases(0, 3, 8)
def while_len(n):
    d = {"a": 1}
    i = 0
    while len(d) < 3:
        if i == n:
            d["n"] = i
        if i > n:
            d["m"] = i
        i += 1
    return d


@cases(0, 3, 8)
def try_in_loop(n):
    d = {"a": 1}
    t = 0
    for k in ["a", "b", "c"]:
        try:
            t += d[k]
        except KeyError:
            t += 100
            if n > 2:
                d["c"] = 7
    return t, d


@cases(0, 3, 8)
def try_in_staged_loop(n):
    d = {}
    t = 0
    for i in range(n):
        try:
            t += d["x"]
        except KeyError:
            d["x"] = i + 1
    return t, d


@cases(0, 3, 8)
def eafp_counter(n):
    c = {}
    for x in range(n):
        try:
            c["k"] += 1
        except KeyError:
            c["k"] = 1
    return c


@cases(0, 3, 8)
def finally_key(n):
    d = {}
    try:
        if n > 5:
            raise ValueError
        d["ok"] = n
    except ValueError:
        d["bad"] = n
    finally:
        d["end"] = 1
    return list(d), d


@cases(0, 3, 8)
def with_stmt(n):
    d = {}

    class S:
        def __enter__(self):
            d["in"] = 1
            return d

        def __exit__(self, *a):
            d["out"] = 1

    with S() as e:
        if n > 2:
            e["x"] = n
    return d


@cases(0, 3, 8)
def match_value(n):
    d = {}
    match n:
        case 3:
            d["three"] = 3
        case 8:
            d["eight"] = 8
        case _:
            d["other"] = n
    return d


@cases(0, 3, 8)
def lambda_mut(n):
    d = {}
    f = lambda k, v: d.update({k: v})  # noqa: E731
    if n > 2:
        f("x", n)
    f("y", 2)
    return d


@cases(0, 3, 8)
def list_of_staged(n):
    rows = []
    for i in range(3):
        r = {"i": i}
        if i > n:
            r["big"] = True
        rows.append(r)
    return rows


@cases(0, 3, 8)
def dict_of_staged(n):
    t = {}
    for name in ("x", "y"):
        row = t.setdefault(name, {})
        if n > 2:
            row["v"] = n
    return t, sum(len(r) for r in t.values())


@cases(0, 3, 8)
def floats(n):
    d = {"s": 0.5}
    if n > 2:
        d["t"] = n / 2
    return sum(d.values()), d.get("t", 0.0), max(d.values())


@cases(0, 3, 8)
def mixed_types_default(n):
    d = {}
    if n > 2:
        d["t"] = 1.5
    return d.get("t", 0)


@cases(0, 3, 8)
def type_changes(n):
    d = {"t": 1}
    if n > 2:
        d["t"] = 1.5
        d["u"] = "x"
    return d


@cases(0, 3, 8)
def eq_between(n):
    a, b = {}, {}
    if n > 2:
        a["x"] = 1
    if n > 5:
        b["x"] = 1
    return a == b, a != b, a is b


@cases(0, 3, 8)
def update_kw(n):
    d = {}
    if n > 2:
        d.update(x=1, y=n)
    else:
        d.update([("z", 0)])
    return d, list(d.items())


@cases(0, 3, 8)
def swap_values(n):
    d = {"a": 1, "b": 2}
    if n > 2:
        d["a"], d["b"] = d["b"], d["a"]
        d["c"] = 0
    return d


@cases(0, 3, 8)
def pop_assign(n):
    d = {"old": 5}
    if n > 2:
        d["new"] = d.pop("old")
    return d, list(d)


@cases(0, 3, 8)
def rename_loop(n):
    d = {"k": 0}
    for i in range(n):
        d["k"] = d.pop("k") + 1
    return d


@cases(0, 3, 8)
def chained_cmp(n):
    d = {}
    if n > 2:
        d["x"] = n
    return 0 < d.get("x", 0) < 5


@cases(0, 3, 8)
def del_missing(n):
    d = {"a": 1}
    if n > 2:
        d["b"] = 2
    try:
        del d["b"]
        r = "deleted"
    except KeyError:
        r = "missing"
    return r, d


@cases(0, 3, 8)
def keyerror_message(n):
    d = {"a": 1}
    if n > 2:
        d["b"] = 2
    try:
        return d["b"]
    except KeyError as e:
        return str(e)


@cases(0, 3, 8)
def keys_in_if_chain(n):
    d = {}
    if n == 0:
        d["zero"] = 1
    elif n == 3:
        d["three"] = 2
        d["zero"] = 3
    else:
        d["many"] = 4
    s = 0
    for k, v in d.items():
        s = s * 10 + v
    return s, list(d)


@cases(0, 3, 8)
def ordered_update(n):
    a = {"x": 1}
    b = {}
    if n > 2:
        b["y"] = 1
    if n > 5:
        b["x"] = 9
    a.update(b)
    return list(a), a, list(a | b), list(b | a)
