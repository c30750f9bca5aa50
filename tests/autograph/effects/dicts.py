"""Dicts whose keys a staged condition decides: what they are asked, how they change, and who else has them."""

from __future__ import annotations

import enum
from collections import Counter, OrderedDict, defaultdict
from dataclasses import dataclass, field

from tests.autograph.effects.outcomes import cases


class Color(enum.Enum):
    RED = 1
    BLUE = 2


def made(n):
    d = {"a": 1}
    if n > 2:
        d["b"] = n
    return d


# What such a dict is asked


@cases(0, 3)
def a_key_of_one_branch(n):
    d = {}
    if n > 2:
        d["b"] = n
    return d


@cases(0, 3)
def asked_for_keys(n):
    d = made(n)
    return "b" in d, "b" not in d, "a" in d, "z" in d, n in d, len(d), bool(d), not d, 1 if d else 2


@cases(0, 3)
def asked_with_defaults(n):
    d = made(n)
    return d.get("b"), d.get("b", -1), d.get("z"), d.get("z", n), d.get("a", 7), d.get("b") is None, d.get("b") or 5


@cases(3, 5)
def an_item_that_is_there(n):
    d = made(n)
    return d["b"] + d["a"]


@cases(0, 3, jax="refused AG027")
def an_item_that_may_not_be_there(n):
    d = made(n)
    return d["b"]


@cases(0, 3, staged="refused AG027")
def an_item_that_is_nowhere(n):
    d = made(n)
    return d["z"]


@cases(0, 3)
def a_tested_key_is_there(n):
    d = made(n)
    if "b" in d:
        return d["b"] * 2
    d["b"] = 9
    return d["b"]


@cases(0, 3)
def a_tested_key_in_a_conjunction(n):
    d = made(n)
    x = d["b"] if "b" in d else -1
    return x, "b" in d and d["b"] > 2, "b" not in d or d["b"] > 3


@cases(0, 3)
def a_missing_key_that_is_caught(n):
    d = made(n)
    try:
        x = d["b"]
    except KeyError:
        x = -1
    try:
        del d["b"]
    except KeyError as error:
        x = x * 10 + len(error.args)
    return x, d


@cases(0, 3)
def a_missing_key_that_is_caught_with_effects(n):
    d, log = made(n), []
    try:
        log.append(1)
        d["c"] = 3
        log.append(d["b"])
        d["e"] = 4
    except KeyError:
        d["b"] = 0
    finally:
        log.append(9)
    return d, log


@cases(0, 3)
def looped_over(n):
    d = made(n)
    d["c"] = 5
    names, total, pairs = [], 0, []
    for k in d:
        names.append(k)
        total += d[k]
    for k, v in d.items():
        pairs.append((k, v + 1))
    for v in d.values():
        total = total * 3 + v
    for k in d.keys():
        if k == "c":
            break
        total += 100
    return names, total, pairs


@cases(0, 3)
def looped_over_with_jumps(n):
    d = made(n)
    d["c"] = n + 1
    for k, v in d.items():
        if v > 2:
            return k, v
    return "none", 0


@cases(0, 3)
def looped_over_with_continue_and_else(n):
    d = made(n)
    t = 0
    for v in d.values():
        if v == 1:
            continue
        if v > 4:
            break
        t += v
    else:
        t += 1000
    return t


@cases(0, 3)
def listed(n):
    d = made(n)
    return list(d), list(d.items()), sorted(d), sorted(d.values(), reverse=True), tuple(d)


@cases(0, 3, jax="refused AG023")
def listed_in_reverse(n):
    d = made(n)
    return list(reversed(d)), list(map(lambda v: v + 1, d.values()))


@cases(0, 3)
def aggregated(n):
    d = made(n)
    return (
        sum(d.values()), max(d.values()), min(d.values()), any(v > 2 for v in d.values()), all(d.values()),
        len(d.items()), max(d, key=d.get), sum(v for k, v in d.items() if k != "a"), [v * 2 for v in d.values()],
    )  # fmt: skip


@cases(0, 3)
def enumerated_and_zipped(n):
    d = made(n)
    t = 0
    for i, (k, v) in enumerate(d.items()):
        t += i * v
    for k, v in zip(d, d.values()):
        t = t * 2 + v
    return t, dict(d)


@cases(0, 3)
def members_of_views(n):
    d = made(n)
    return "b" in d.keys(), n in d.values(), ("a", 1) in d.items(), ("b", 3) in d.items()


@cases(0, 3, 4)
def compared(n):
    d = made(n)
    return d == {"a": 1}, d == {"a": 1, "b": 3}, d != {}, {"a": 1, "b": 3} == d, d == made(n), d == 5, [d] == [{"a": 1}]


@cases(0, 3)
def shown(n):
    d = made(n)
    return f"{d}", str(d)


@cases(0, 3, staged="refused AG033")
def unpacked_into_a_dict(n):
    return {**made(n), "c": 1}


@cases(0, 3, staged="refused AG033")
def unpacked_into_arguments(n):
    return dict(**made(n))


@cases(0, 3, staged="refused AG033")
def a_dict_comprehension(n):
    return {k: v + 1 for k, v in made(n).items()}


# How it changes


@cases(0, 3)
def popped(n):
    d = made(n)
    x = d.pop("b", -1)
    y = d.pop("a")
    return x, y, d, len(d)


@cases(0, 3, 5)
def popped_in_a_branch(n):
    d = {"a": 1, "b": 2}
    x = 0
    if n > 2:
        x = d.pop("a")
    elif n > 4:
        x = d.pop("b")
    return x, d, sum(d.values())


@cases(0, 3)
def deleted_in_a_branch(n):
    d = {"a": 1, "b": 2}
    if n > 2:
        del d["a"]
    d["c"] = n
    return d, list(d)


@cases(0, 3)
def deleted_and_added_again(n):
    d = {"a": 1, "b": 2}
    if n > 2:
        del d["a"]
        d["a"] = 5
    return d, sum(d.values()), d["a"]


@cases(0, 3)
def the_order_follows_the_path(n):
    d = {"a": 1, "b": 2}
    if n > 2:
        del d["a"]
    d["a"] = 7
    return d, list(d), list(d.items())


@cases(0, 3)
def two_keys_in_another_order(n):
    d = {}
    if n > 2:
        d["x"] = 1
        d["y"] = n
    else:
        d["y"] = 3
        d["x"] = n
    return list(d), list(d.values())


@cases(0, 3, 5)
def an_order_that_all_paths_share(n):
    d = {}
    if n > 4:
        d["x"] = 1
        d["y"] = 2
    elif n > 2:
        d["y"] = n
    d["z"] = 5
    out = []
    for k in d:
        out.append(k)
    return out, d


@cases(0, 3)
def set_by_default(n):
    d = made(n)
    x = d.setdefault("b", 10)
    y = d.setdefault("c", 11)
    d.setdefault("a", 12)
    return x, y, d


@cases(0, 3)
def updated_and_united(n):
    d = made(n)
    e = {"x": n}
    if n < 2:
        e["b"] = 8
    f = d | e
    d.update(e)
    d.update({"q": 1}, r=2)
    e |= {"s": 3}
    return d, e, f, d | {"b": 0}, {"b": 0} | d


@cases(0, 3)
def copies_are_others(n):
    d = made(n)
    e, f = d.copy(), dict(d)
    e["c"] = 1
    d["b"] = 5
    if n > 2:
        f["a"] = 0
    return d, e, f


@cases(0, 3)
def cleared(n):
    d = {"a": 1, "b": 2}
    if n > 2:
        d.clear()
    return d, len(d), bool(d), sum(d.values())


@cases(0, 3)
def the_last_item_is_popped(n):
    d = made(n)
    k, v = d.popitem()
    return k, v, d


@cases(0, 3, jax="refused AG027")
def an_item_of_nothing_is_popped(n):
    d = {}
    if n > 2:
        d["b"] = n
    return d.popitem()


@cases(0, 3)
def augmented(n):
    d = made(n)
    d["a"] += n
    if "b" in d:
        d["b"] *= 2
    d["c"] = d.get("c", 0) + 1
    return d


@cases(0, 3, 5)
def two_conditions(n):
    d = {}
    if n > 2:
        d["x"] = n
    if n > 4:
        d["x"] = 0
        d["y"] = 1
    return d, "x" in d, "y" in d, len(d)


@cases(0, 3)
def keys_of_all_kinds(n):
    d = {None: 0}
    if n > 2:
        d[(1, "x")] = 1
        d[Color.RED] = 2
        d[7] = 3
        d[None] = 4
    return d[None], d.get((1, "x"), -1), d.get(Color.RED), d.get(7), len(d), Color.BLUE in d


@cases(0, 3)
def values_of_all_kinds(n):
    d = {"mode": "slow", "size": 1}
    if n > 2:
        d["mode"] = "fast"
        d["label"] = "big"
        d["pair"] = (n, 2)
        d["none"] = None
    return d, d["mode"], d.get("label", "small"), "none" in d


@cases(0, 3)
def dicts_of_other_keys_from_branches(n):
    if n > 2:
        d = {"x": n}
    else:
        d = {"y": 1, "x": 2}
    d["z"] = 0
    return d, d["x"], "y" in d


@cases(0, 3)
def returned_from_branches(n):
    if n > 2:
        return {"kind": 1, "big": n}
    return {"kind": 0}


@cases(0, 3)
def chosen_by_an_expression(n):
    d = {"x": n} if n > 2 else {}
    return len(d), d.get("x", -1)


# Loops


@cases(0, 1, 4)
def a_key_that_only_the_loop_sets(n):
    d = {"a": 1}
    for i in range(n):
        d["last"] = i
    return d, "last" in d, d.get("last", -1)


@cases(0, 2, 9)
def the_best_so_far(n):
    d = {}
    i = 0
    while i < n:
        x = (i * 7) % 5
        if "best" not in d or x > d["best"]:
            d["best"] = x
            d["at"] = i
        i += 1
    return d


@cases(0, 2, 7)
def counted(n):
    c = Counter()
    for i in range(n):
        if i % 3 == 0:
            c["fizz"] += 1
        elif i % 5 == 0:
            c["buzz"] += 1
        else:
            c.update({"other": i})
    return c, c["nothing"], c["buzz"], len(c), sum(c.values())


@cases(0, 2, 7)
def counted_and_listed(n):
    c = Counter()
    for i in range(n):
        if (i * 5) % 3 == 2:
            c["x"] += i
        else:
            c["y"] += 1
    pairs = [(k, v) for k, v in c.items()]
    total = 0
    for k, v in c.items():
        total = total * 10 + v
    return pairs, total, sorted(c), list(c)


@cases((3, 1), (5, 2), (0, 2), jax="refused AG022")
def grouped(n, k):
    d = defaultdict(list)
    for i in range(n):
        if i > k:
            d["big"].append(i)
        else:
            d["small"].append(i * 10)
    return dict(d), "big" in d


@cases((1, 3), (0, 0), (4, 1))
def grouped_in_a_python_loop(n, k):
    d = defaultdict(list)
    for x in [3, 1, 4, 1, 5]:
        if x > n:
            d["over"].append(x)
        elif x > k:
            d["between"].append(x + n)
    return d, len(d["over"]), len(d)


@cases(0, 3)
def a_default_that_is_a_number(n):
    d = defaultdict(int)
    if n > 2:
        d["a"] += n
    d["b"] += 1
    x = d["a"]
    return x, d


@cases(0, 3)
def a_default_that_is_a_dict(n):
    d = defaultdict(dict)
    if n > 2:
        d["a"]["x"] = n
    d["a"]["y"] = 1
    return d


@cases(0, 3)
def a_default_of_a_function(n):
    d = defaultdict(lambda: n + 1)
    if n > 2:
        d["a"] = 0
    return d["a"], d["b"], d


@cases(0, 3)
def a_list_by_default(n):
    d = {}
    if n > 2:
        d.setdefault("xs", []).append(n)
    d.setdefault("xs", []).append(1)
    d["xs"].append(2)
    return d


@cases(0, 2, 5)
def deleted_in_a_loop(n):
    d = {"a": 1, "b": 2, "c": 3}
    for i in range(n):
        if i == 1:
            del d["b"]
        if i == 3:
            d["b"] = i
    return d, list(d)


@cases(0, 4, 8)
def remembered(n):
    memo = {}

    def fib(k):
        if k < 2:
            return k
        if k not in memo:
            memo[k] = fib(k - 1) + fib(k - 2)
        return memo[k]

    if n > 3:
        fib(5)
    return fib(6), memo


@cases(0, 3, 6)
def keys_of_a_staged_choice(n):
    counts = {"low": 0}
    for i in range(n):
        word = "high" if i > 3 else "low"
        counts[word] = counts.get(word, 0) + 1
    return counts


@cases(0, 3)
def read_by_a_staged_choice(n):
    d = made(n)
    key = "b" if n > 2 else "a"
    total = d[key]
    for k in d:
        total += d[k]
    d[key] += 1
    return total, d


@cases(0, 1, 2, 5, staged="refused AG032")
def read_by_a_staged_number(n):
    d = {0: 10, 1: 20}
    if n > 1:
        d[2] = 30
    return d[n]


@cases(0, 3)
def changed_while_looped_over(n):
    d = made(n)
    for k in d:
        d[k] = d[k] * 2
    for k, v in d.items():
        d[k] = v + 1
    for k in list(d):
        if d[k] > 4:
            del d[k]
    return d


# Who has it


@dataclass
class Store:
    cache: dict = field(default_factory=dict)

    def get(self, key, value):
        if key not in self.cache:
            self.cache[key] = value * 2
        return self.cache[key]

    def maybe(self, key, n):
        if n > 2:
            self.cache[key] = n


@cases(0, 3)
def an_attribute(n):
    s = Store()
    if n > 2:
        s.get("x", n)
    s.maybe("y", n)
    return s.get("x", 1), s.cache, len(s.cache)


@cases(0, 3)
def an_alias_sees_it(n):
    d = {}
    e, holder = d, [d]
    if n > 2:
        d["x"] = n
    e["y"] = 1
    if n < 2:
        holder[0]["z"] = 2
    return d, e, holder, e is d


@cases(0, 3)
def nested(n):
    d = {"in": {"a": 1}, "list": [{}, {"b": 2}]}
    if n > 2:
        d["in"]["x"] = n
        d["list"][0]["y"] = n
        d["new"] = {"z": n}
    d["in"]["w"] = 0
    return d, "x" in d["in"], len(d["list"][0])


@cases(0, 3)
def given_to_functions(n):
    def put(m, key, value):
        if value > 2:
            m[key] = value

    def total(m):
        return sum(m.values()) + len(m)

    d = {}
    put(d, "a", n)
    put(d, "b", n + 1)
    return d, total(d)


@cases(0, 3)
def a_closure_has_it(n):
    seen = {}

    def note(key):
        seen[key] = seen.get(key, 0) + 1

    if n > 2:
        note("x")
    note("y")
    note("x")
    return seen


@cases(0, 3, staged="refused AG010")
def a_tuple_has_it(n):
    d = {}
    pair = (d, 1)
    if n > 2:
        d["x"] = n
    return pair


@cases(0, 3, staged="refused AG010")
def a_view_has_it(n):
    d = {"a": 1}
    keys = d.keys()
    if n > 2:
        d["x"] = n
    return list(keys)


@cases(0, 3)
def a_view_of_it_is_live(n):
    d = made(n)
    keys = d.keys()
    d["c"] = 1
    return list(keys), "c" in keys, len(keys)


OUTSIDE = {"a": 1}


@cases(0, 3, staged="refused AG010", outer=("OUTSIDE",))
def a_dict_that_outlives_the_function(n):
    if n > 2:
        OUTSIDE["b"] = 1
    return len(OUTSIDE)


@cases(0, 3, staged="refused AG024")
def one_of_two_dicts(n):
    d, e = {"x": 1}, {"x": 2}
    f = d if n > 2 else e
    f["y"] = 1
    return d, e


@cases(0, 3)
def an_ordered_dict(n):
    d = OrderedDict(a=1, b=2)
    if n > 2:
        d.move_to_end("a")
    d["c"] = n
    return d, list(d)


@cases(0, 3)
def a_path_that_raises(n):
    d = {}
    try:
        d["x"] = 1
        if n > 2:
            raise ValueError("big")
        d["y"] = 2
    except ValueError:
        d["z"] = 3
    return d


@cases(0, 3)
def a_match_of_keys(n):
    d = made(n)
    if "b" in d and d["b"] == 3:
        return 1
    return 0


@cases(0, 3, staged="refused")
def a_mapping_pattern(n):
    match made(n):
        case {"b": x}:
            return x
        case _:
            return -1


@cases(3, staged="refused")
def a_dict_changes_in_a_branch_of_the_loop_over_it(n):
    d = {"a": 1, "b": 1}
    for k in d:
        if n > 2:
            del d["a"]
        else:
            del d["b"]


# Displays of dicts


@cases(1, 4)
def unpacked_before_it_changes(n):
    d = {"a": n, "b": 2}
    if n > 2:
        d["c"] = 3
    made = {**d, "last": d.pop("b"), "size": len(d)}
    return made, d, {"q": 0, **d, **made}


@cases(1, 4)
def unpacked_of_staged_keys(n):
    d = {n: 1, n + 1: 2}
    return {**d, 9: d.pop(n)}, d


@cases(1, 4, -1)
def unpacked_of_what_may_be_none(n):
    def step(state, k):
        if k > 2:
            return {**state, "a": state["a"] + k}
        if k >= 0:
            return {**state, "b": state["b"] + k}

    return step(step({"a": 0, "b": 1}, n), n + 1)
