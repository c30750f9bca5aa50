"""More of dicts whose keys a staged condition decides: values and aliases, statements around them, what is refused."""

from __future__ import annotations

import copy
from collections import ChainMap, Counter, OrderedDict, defaultdict, deque

from tests.autograph.effects.outcomes import cases


class Box:
    def __init__(self):
        self.d = {}

    def __contains__(self, k):
        return k in self.d

    def __getitem__(self, k):
        return self.d[k]

    def __setitem__(self, k, v):
        self.d[k] = v

    def __len__(self):
        return len(self.d)


@cases(0, 3)
def popped_and_made_again(n):
    d = defaultdict(list)
    if n > 2:
        d["a"].append(1)
    x = d.pop("a", [])
    d["a"].append(2)
    return x, d


@cases(0, 3)
def a_value_is_another_name(n):
    xs = [5]
    d = {}
    if n > 2:
        d["a"] = xs
    if n > 1:
        xs.append(6)
    return d, xs


@cases(0, 3)
def a_value_is_another_name_and_changes(n):
    xs = [5]
    d = {}
    if n > 2:
        d["a"] = xs
        d["a"].append(3)
    return d, xs


@cases(0, 3)
def a_value_that_is_none(n):
    d = {}
    if n > 2:
        d["x"] = None
    return "x" in d, d.get("x", 5), d.get("x") is None


@cases(0, 3)
def a_value_that_may_be_none(n):
    d = {"x": None}
    if n > 2:
        d["x"] = n
        d["y"] = None
    return "y" in d, d["x"] is None, d.get("y", 4), d


@cases(0, 3)
def functions_as_values(n):
    d = {"inc": lambda v: v + 1}
    if n > 2:
        d["dbl"] = lambda v: v * 2
    return d["inc"](n), "dbl" in d


@cases(0, 3)
def an_object_that_holds_one(n):
    o = Box()
    if n > 2:
        o["x"] = n
    r = o["x"] if "x" in o else -1
    return r, len(o)


@cases(0, 3)
def its_class(n):
    d = {}
    if n > 2:
        d["x"] = 1
    return isinstance(d, dict), type(d) is dict, isinstance(d, list)


@cases(0, 3)
def a_variable_is_deleted(n):
    d = {}
    if n > 2:
        d["x"] = n
    e = d
    del d
    e["y"] = 1
    return e


@cases(0, 3)
def generators_over_it(n):
    d = {"a": 1}
    if n > 2:
        d["b"] = 2
    return sum(v for v in d.values()), list(k for k in d)


@cases(0, 3)
def any_and_all_of_its_keys(n):
    d = {"a": 1}
    if n > 2:
        d["b"] = 2
    return any(k == "b" for k in d), all(k in d for k in ["a", "b"]), [k for k in "abc" if k in d]


@cases(0, 3)
def the_most_common(n):
    c = Counter("aab")
    if n > 2:
        c["z"] += 5
    return c.most_common(1), c.total()


@cases(0, 3)
def a_counter_is_updated(n):
    c = Counter(a=3)
    if n > 2:
        c["b"] += 1
    c.update("ab")
    c.update(Counter(b=2))
    return c


@cases(0, 3)
def sorted_by_its_values(n):
    d = {"a": 3}
    if n > 2:
        d["b"] = 1
    return sorted(d.items(), key=lambda kv: kv[1]), sorted(d, key=d.get), dict(sorted(d.items()))


@cases(0, 3)
def asked_by_a_walrus(n):
    d = {}
    if n > 2:
        d["x"] = n
    if (v := d.get("x")) is not None:
        return v
    return -1


@cases(0, 3)
def chained_defaults(n):
    d = {}
    if n > 2:
        d.setdefault("a", {}).setdefault("b", {})["c"] = n
    return d.get("a", {}).get("b", {}).get("c", -1)


@cases(0, 3)
def defaults_in_defaults(n):
    d = defaultdict(lambda: defaultdict(int))
    if n > 2:
        d["a"]["b"] += n
    d["a"]["c"] += 1
    return d["a"]["b"], d


@cases(0, 3)
def two_change_names(n):
    d, e = {"a": 1}, {"b": 2}
    if n > 2:
        d, e = e, d
    return d, e


@cases(0, 3)
def a_try_with_all_parts(n):
    d = {}
    try:
        if n > 2:
            d["a"] = 1
        v = d["a"]
    except KeyError:
        d["missing"] = 1
    else:
        d["found"] = v
    finally:
        d["done"] = True
    return d


@cases(0, 3, 5)
def several_handlers(n):
    d = {"x": 0}
    try:
        if n > 4:
            raise ValueError("v")
        if n > 2:
            del d["x"]
        d["x"] += 1
    except KeyError as e:
        return "key", d
    except ValueError:
        return "value", d
    return "none", d


@cases(0, 2, 4)
def a_return_in_a_loop(n):
    d = {}
    for i in range(n):
        d["i"] = i
        if i == 2:
            d["hit"] = True
            return d
    return d


@cases(0, 2, 4)
def a_break_in_a_loop(n):
    d = {}
    i = 0
    while True:
        if i >= n:
            break
        if i == 2:
            d["two"] = i
        i += 1
    return d, i


@cases(0, 2, 4)
def loops_in_loops(n):
    d = {}
    for i in range(n):
        for j in range(i):
            d["ij"] = i * j
        if i == 1:
            d["one"] = 1
    return d


@cases(0, 2, 4)
def two_in_a_loop(n):
    a, b = {}, {}
    for i in range(n):
        if i % 2 == 0:
            a["e"] = i
        else:
            b["o"] = i
    return a, b, len(a) + len(b)


@cases(0, 2, 4)
def an_order_that_a_loop_decides(n):
    d = {}
    for i in range(n):
        if (n - i) == 1:
            d["z"] = i
        if (n - i) == 2:
            d["a"] = i
        if i == 3:
            d.pop("a", None)
            d["a"] = 9
    return list(d), list(d.items())


@cases((3,), (0,))
def the_first_item_is_popped(n):
    cache = OrderedDict()
    for k in ["a", "b", "a", "c"]:
        if n > 2:
            cache[k] = n
        if len(cache) > 2:
            cache.popitem(last=False)
    return list(cache)


@cases(0, 1, 3)
def popped_until_empty(n):
    d = {"a": 1, "b": 2, "c": 3}
    if n > 1:
        del d["b"]
    t = 0
    while d:
        _, v = d.popitem()
        t = t * 10 + v
    return t, d


@cases(0, 3)
def one_or_another(n):
    d = {}
    if n > 2:
        d["x"] = n
    e = d or {"default": 1}
    return e


@cases(0, 3)
def asserted(n):
    d = {}
    if n >= 0:
        d["x"] = n
    assert "x" in d
    return d["x"]


@cases(0, 3)
def rows_get_keys(n):
    rows = [{"a": 1}, {"a": 2}]
    for row in rows:
        if row["a"] < n:
            row["small"] = True
    return rows, sum(r["a"] for r in rows if "small" in r)


@cases(0, 3)
def in_a_deque(n):
    q = deque([{}])
    if n > 2:
        q[0]["x"] = n
    return q[0]


@cases(0, 3)
def keys_of_a_python_loop(n):
    d = {}
    for k, lim in (("lo", 0), ("mid", 2), ("hi", 5)):
        if n > lim:
            d[k] = n - lim
    return d, max(d.values(), default=0), min(d, default="none")


@cases(0, 3)
def a_method_of_it_is_held(n):
    d = {"a": 1}
    if n > 2:
        d["b"] = 1
    g = d.get
    d["c"] = n
    return g("b", 0), g("c")


@cases(0, 3)
def rebound_in_a_branch(n):
    d = {"a": 1}
    if n > 2:
        d = dict(d)
        d["b"] = 2
    return d


@cases(0, 3, staged="refused AG024")
def changed_after_two_change_names(n):
    d, e = {"a": 1}, {"b": 2}
    if n > 2:
        d, e = e, d
    d["z"] = 1
    return d, e


@cases(0, 3, staged="refused AG010")
def a_chain_map_has_it(n):
    d = {"a": 1}
    c = ChainMap(d, {"b": 0})
    if n > 2:
        d["b"] = 1
    return c["b"]


@cases(0, 3, staged="refused AG010")
def an_iterator_has_it(n):
    d = {"a": 1}
    it = iter(d)
    if n > 2:
        d["b"] = 1
    return len(d), next(it)


@cases(0, 3, staged="refused AG010")
def keyword_arguments(n):
    def f(**kw):
        if n > 2:
            kw["z"] = n
        return kw

    return f(a=1)


@cases(0, 3, staged="refused AG010")
def a_default_of_a_parameter(n):
    def f(x, memo={}):
        if x > 2:
            memo["z"] = x
        return len(memo)

    return f(n), f(n)


@cases(0, 3, staged="refused AG033")
def unpacked_into_a_list(n):
    d = {"a": 1}
    if n > 2:
        d["b"] = 2
    return [*d], [*d.values()]


@cases(0, 3, staged="refused AG014")
def another_dict_in_each_iteration(n):
    d = {}
    for i in range(n):
        d = dict(d)
        d["k"] = i
    return d


@cases(0, 3, staged="refused AG033")
def copied_deeply(n):
    d = {"a": [1]}
    if n > 2:
        d["b"] = [2]
    e = copy.deepcopy(d)
    f = copy.copy(d)
    return e, f


@cases(0, 3, staged="refused AG010")
def a_method_has_it(n):
    d = {"a": 1}
    g = d.get
    if n > 2:
        d["b"] = 1
    return g("b", 0)


@cases(0, 3, staged="refused AG033")
def a_set_of_keys(n):
    d = {"a": 1}
    if n > 2:
        d["b"] = 1
    return sorted(d.keys() & {"a", "b"}), sorted(set(d))


@cases((10, 2), (10, 0), (-3, 2))
def transaction_is_rolled_back(a, b):
    class Transaction:
        def __init__(self, store):
            self.store = store

        def __enter__(self):
            self.backup = copy.deepcopy(self.store)
            return self.store

        def __exit__(self, kind, error, traceback):
            if kind is not None:
                self.store.clear()
                self.store.update(self.backup)
            return kind is ZeroDivisionError

    store = {"x": [1, 2], "n": 0}
    with Transaction(store) as s:
        s["x"].append(a)
        s["n"] = a // b
    try:
        with Transaction(store) as s:
            s["n"] += 100
            if a < 0:
                raise RuntimeError("negative")
    except RuntimeError:
        store["failed"] = True
    return store


@cases(3, 0)
def deep_copy_of_keys_in_doubt(n):
    d = {"a": [1]}
    if n > 1:
        d["b"] = [n]
    e = copy.deepcopy(d)
    d["a"].append(n)
    e["a"].append(7)
    return d, e, "b" in e
