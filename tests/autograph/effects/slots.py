"""Lists and the like in items and attributes: changed where they are, while another path replaces them."""

from __future__ import annotations

import dataclasses
from collections import ChainMap
from contextlib import ExitStack, contextmanager

from tests.autograph.effects.outcomes import cases


class Box:
    """An object with attributes."""


@dataclasses.dataclass
class P:
    """One with a field."""

    x: int


@contextmanager
def timer(d):
    """Adds a key when it is left."""
    yield
    d["t"] = 1


@contextmanager
def fin(log):
    """Appends when it is left."""
    try:
        yield
    finally:
        log.append("f")


@contextmanager
def push(st, v):
    """Appends when it is entered, and takes an element off when it is left."""
    st.append(v)
    try:
        yield
    finally:
        st.pop()


@cases((0,), (2,))
def item_augmented_in_one(a):
    g = {"k": [0]}
    if a > 1:
        g["k"] += [1]
    return g


@cases((0,), (2,))
def item_augmented_in_a_loop(a):
    g = {"k": [0]}
    for i in range(a):
        g["k"] += [5]
    return g


@cases((0,), (2,))
def row_augmented_in_one(a):
    g = [[0], [1]]
    if a > 1:
        g[0] += [7]
    return g


@cases((1,), (0,), staged="refused")
def item_changed_or_replaced(a):
    g = {"k": [0]}
    if a > 0:
        g["k"].append(5)
    else:
        g["k"] = [9]
    return g


@cases((1,), (0,), staged="refused")
def attribute_changed_or_replaced(a):
    o = Box()
    o.k = [0]
    if a > 0:
        o.k.append(5)
    else:
        o.k = [9]
    return o.k


@cases((1,), (0,), staged="refused")
def part_changed_or_object_replaced(a):
    o = Box()
    o.p = Box()
    o.p.x = 1
    if a > 0:
        o.p.x = 5
    else:
        o.p = Box()
        o.p.x = 9
    return o.p.x


@cases((2,), (0,), (3,), staged="refused")
def grouped_by_a_test(a):
    g = {}
    for i in range(a):
        if "k" in g:
            g["k"].append(i)
        else:
            g["k"] = [i]
    return g


@cases((1, 2), (0, 3), (3, 3), staged="refused")
def grouped_by_staged_keys(a, n):
    g = {}
    for i in range(n):
        key = "even" if i % 2 == 0 else "odd"
        if key not in g:
            g[key] = []
        g[key].append(i)
    return g


@cases((1,), (0,), staged="refused")
def manager_made_in_the_function_that_catches(a):
    @contextmanager
    def quiet():
        try:
            yield
        except ValueError:
            pass

    with quiet():
        if a > 0:
            raise ValueError
    return a


@cases((1,), (0,))
def chain_map_in_one(a):
    c = ChainMap({"y": 1})
    if a > 0:
        c["y"] = 5
    return c["y"]


@cases((0,), (3,), staged="refused")
def chosen_key_changed(n):
    d = {"a": [1], "b": [2]}
    key = "a" if n > 2 else "b"
    d[key].append(n)
    return d


@cases((0,), (3,), staged="refused")
def chosen_key_of_staged_keys_changed(n):
    d = {"a": [1]}
    if n > 1:
        d["b"] = [2]
    else:
        d["c"] = [7]
    key = "a" if n > 2 else "c"
    d[key].append(n)
    return d


@cases((0,), (3,), staged="refused")
def chosen_key_whose_item_is_stored_to(n):
    d = {"a": [1]}
    if n > 1:
        d["b"] = [2]
    key = "b" if n > 2 else "a"
    d[key][0] = 5
    return d


@cases((0,), (3,))
def chosen_key_made_and_changed(n):
    d = {}
    key = "b" if n > 2 else "a"
    d[key] = []
    d[key].append(4)
    return d


@cases((0,), (3,))
def chosen_key_made_and_augmented(n):
    d = {}
    key = "b" if n > 2 else "a"
    d[key] = [0]
    d[key][0] += 4
    return d


@cases((0,), (3,), staged="refused")
def changed_by_way_of_get(n):
    d = {}
    if n > 2:
        d["a"] = [1]
    d.get("a", [3]).append(n)
    return d


@cases((0,), (1,), (3,))
def key_of_one_branch_augmented(a):
    g = {}
    if a > 0:
        g["k"] = [0]
    if a > 1:
        g["k"] += [1]
    return g


@cases((0,), (1,), (3,), staged="refused")
def key_made_or_augmented(a):
    g = {}
    if a > 0:
        g["k"] = [0]
    if "k" not in g:
        g["k"] = [9]
    else:
        g["k"] += [1]
    return g


@cases((0,), (1,), (3,), staged="refused")
def key_stored_to_or_made(a):
    g = {}
    if a > 0:
        g["k"] = [10]
    if a > 1:
        if "k" in g:
            g["k"][0] = 1
        else:
            g["k"] = [10]
    return g


@cases((0,), (1,), (3,), staged="refused")
def key_stored_to_or_replaced_one_deeper(a):
    g = {}
    if a > 0:
        g["k"] = [5]
    if a > 1:
        if a > 2:
            g["k"][0] = 1
        else:
            g["k"] = [10]
    return g


@cases((0,), (1,), (3,), staged="refused")
def dict_replaced_or_filled(a):
    g = Box()
    g.items = {}
    if a > 0:
        g.items = {}
    else:
        g.items["k"] = a
    return g.items


@cases((0,), (1,), (3,), staged="refused")
def dataclass_changed_or_replaced(a):
    o = Box()
    o.p = P(1)
    if a > 0:
        o.p.x = 5
    else:
        o.p = P(9)
    return o.p.x


@cases((0,), (1,), (3,), staged="refused")
def dataclass_in_a_list_changed_or_replaced(a):
    o = [P(1)]
    if a > 0:
        o[0].x += 5
    else:
        o[0] = P(9)
    return o[0].x


@cases((0,), (1,), (2,))
def item_stored_to_or_replaced_by_a_handler(a):
    g = {"k": [0, 1]}
    try:
        g["k"][0] = 4
        if a > 1:
            raise ValueError
    except ValueError:
        g["k"] = [9, 8]
    return g


@cases((0,), (1,), (2,), staged="refused")
def each_item_changed_or_replaced(a):
    d = {"x": [0], "y": [1]}
    for k in d:
        if a > 0:
            d[k].append(3)
        else:
            d[k] = []
    return d


@cases((0,), (1,), (2,), staged="refused")
def changed_through_an_alias_or_replaced(a):
    g = {"k": [0]}
    y = g["k"]
    if a > 0:
        y.append(4)
    else:
        g["k"] = [9]
    y.append(7)
    return g, y


@cases((0,), (1,), (2,), staged="refused")
def grouped_numbers(a):
    g = {}
    for i in range(a):
        if "k" in g:
            g["k"][0] += i
        else:
            g["k"] = [10]
    return g


@cases((0,), (1,), (2,))
def item_augmented_in_a_staged_loop(a):
    g = {"k": []}
    for i in range(a):
        g["k"] += [i]
    return g


@cases((0,), (1,), (2,))
def item_augmented_in_a_while(a):
    g = {"k": []}
    while len(g["k"]) < a:
        g["k"] += [1]
    return g


@cases((0,), (1,), (2,))
def rows_augmented_in_one(a):
    rows = [{"t": [1]}, {"t": [2]}]
    for r in rows:
        if a > 1:
            r["t"] += [a]
    return rows


@cases((0,), (1,), (2,))
def item_augmented_by_a_method(a):
    class R:
        def __init__(self):
            self.rows = {"a": [1]}

        def add(self, k, v):
            self.rows[k] += [v]

    r = R()
    if a > 1:
        r.add("a", 3)
    return r.rows


@cases((0,), (1,), (2,))
def set_dict_and_list_augmented_in_one(a):
    g = [{1}, {"r": 1}, [2]]
    if a > 1:
        g[0] |= {2}
        g[1] |= {"s": 2}
        g[2] *= 2
    return sorted(g[0]), g[1], g[2]


@cases((0,), (1,), (2,))
def item_of_an_item_augmented(a):
    g = {"k": {"m": [1]}}
    if a > 1:
        g["k"]["m"] += [2]
    return g


@cases((1,), (0,), staged="refused")
def manager_that_adds_a_key(a):
    d = {}
    with timer(d):
        if a > 0:
            d["x"] = 1
    return d


@cases((1,), (0,), staged="refused")
def manager_that_appends_at_last(a):
    d = []
    with fin(d):
        if a > 0:
            d.append("x")
    return d


@cases((1,), (0,), staged="refused")
def manager_that_pushes_and_pops(a):
    st = [0]
    with push(st, 2):
        if a > 0:
            st.append(a)
    return st


@cases((1,), (0,), staged="refused")
def callback_on_a_stack_of_managers(a):
    out = []
    with ExitStack() as st:
        st.callback(out.append, 9)
        if a > 0:
            out.append(1)
    return out


@cases((1,), (0,), staged="refused")
def manager_on_a_stack_of_managers(a):
    out = []
    with ExitStack() as st:
        st.enter_context(fin(out))
        if a > 0:
            out.append("e")
    return out


@cases((1,), (0,), staged="refused")
def manager_that_appends_after_an_early_return(a):
    d = []
    with fin(d):
        if a > 0:
            return 5
        d.append(2)
    return d


@cases((0,), (2,), staged="refused")
def set_changed_or_replaced(a):
    g = {"k": {1, 2}}
    if a > 1:
        g["k"].add(5)
    else:
        g["k"] = {7}
    return sorted(g["k"])


@dataclasses.dataclass(slots=True, order=True)
class Slotted:
    x: int


@cases(0, 3)
def dataclass_with_slots_chosen(n):
    a, b = Slotted(n), Slotted(2)
    c = a if n > 2 else b
    c.x += 1
    return a.x, b.x


@cases(0, 3)
def greatest_dataclass_with_slots(n):
    return max(Slotted(n), Slotted(2)).x


@cases(0, 3)
def dataclasses_with_slots_sorted(n):
    return [s.x for s in sorted([Slotted(n), Slotted(2)])]
