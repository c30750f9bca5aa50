"""Dicts, counters and frozen sets that a staged loop makes anew, with keys that are known beside keys that are not."""

from __future__ import annotations

from collections import Counter, defaultdict

from tests.autograph.effects.outcomes import cases


@cases(0, 1, 5, jax="refused AG022")
def fish_in_a_dict(n):
    fish = {3: 2, 4: 1, 1: 1, 2: 1}
    for _ in range(n):
        new = {}
        for age, count in fish.items():
            if age == 0:
                new[6] = new.get(6, 0) + count
                new[8] = new.get(8, 0) + count
            else:
                new[age - 1] = new.get(age - 1, 0) + count
        fish = new
    return sum(fish.values()), list(fish.items())


@cases(0, 1, 5, jax="refused AG022")
def fish_in_a_counter(n):
    fish = Counter([3, 4, 3, 1, 2])
    for _ in range(n):
        new = Counter()
        for age, count in fish.items():
            if age == 0:
                new[6] += count
                new[8] += count
            else:
                new[age - 1] += count
        fish = new
    return sum(fish.values()), fish, fish[6]


@cases(0, 1, 5, jax="refused AG022")
def fish_in_a_defaultdict(n):
    fish = defaultdict(int)
    for age in (3, 4, 3, 1, 2):
        fish[age] += 1
    for _ in range(n):
        new = defaultdict(int)
        for age, count in fish.items():
            if age == 0:
                new[6] += count
                new[8] += count
            else:
                new[age - 1] += count
        fish = new
    return sum(fish.values()), max(fish), list(fish.items())


@cases(0, 3, 5)
def known_keys_in_one_branch(n):
    d = {1: 2}
    for i in range(n):
        if i % 2:
            d[i] = i
        else:
            d[7] = d.get(7, 0) + 1
            d[8] = 1
    return d, list(d)


@cases(0, 3, 5)
def known_keys_in_one_branch_by_another_name(n):
    d = {}
    e = d
    for i in range(n):
        if i % 2 == 0:
            d[7] = d.get(7, 0) + 1
            d[8] = 1
        else:
            e[i] = i
    return d, list(e), d is e


@cases(0, 3, 5)
def known_elements_in_one_branch(n):
    s = set()
    for i in range(n):
        if i % 2 == 0:
            s.add(7)
        else:
            s.add(i)
            s.discard(7)
    return s


@cases(0, 3, 5)
def key_taken_away_in_one_branch(n):
    s = {7: 1, 8: 1}
    for i in range(n):
        if i % 2 == 0:
            s.pop(7, None)
        else:
            s[i] = 3
    return s, list(s)


@cases(0, 3, 5)
def counter_gets_a_key_that_is_not_known(n):
    c = Counter()
    if n > 2:
        c[4] += 1
        c[9] += 2
    c[n] += 5
    return c


@cases(0, 3, 5)
def defaultdict_gets_a_key_that_is_not_known(n):
    c = defaultdict(int)
    if n > 2:
        c[4] += 1
        c[9] += 2
    c[n] += 5
    d = defaultdict(float)
    if n > 2:
        d[4] += 0.5
    d[n] += 1.5
    return c, list(c), d[n]


@cases(0, 3, 5)
def counter_updated_with_a_counter(n):
    c = Counter()
    d = Counter()
    if n > 2:
        d[4] += 1
    else:
        d[n] += 1
    c.update(d)
    c.subtract(d)
    c.update(d)
    return c, list(c)


@cases(0, 3, 5)
def counter_updated_in_a_loop(n):
    c = Counter()
    for i in range(n):
        d = Counter()
        if i > 1:
            d[4] += 1
        else:
            d[i] += 2
        c.update(d)
    return c, c.most_common(1)


@cases(0, 3, 5)
def counter_updated_with_elements(n):
    c = Counter("ab")
    for i in range(n):
        c.update("bc")
    d = Counter()
    for i in range(n):
        d.update([i, i + 1])
    d.subtract([1])
    d.update({1: 4})
    return c["b"], d, list(d)


@cases(0, 3)
def frozen_set_made_anew(n):
    cells = frozenset({(0, 0), (1, 2)})
    for _ in range(n):
        cells = frozenset((x + 1, y) for x, y in cells)
    return cells


@cases(0, 1, 3)
def frozen_set_of_numbers(n):
    state = frozenset([1, 2])
    seen = {3}
    for i in range(n):
        state = frozenset(x + i for x in state)
        if 2 in state:
            seen.add(i)
    return state, seen


@cases(0, 3)
def frozen_set_with_another_name(n):
    s = frozenset([1, 2])
    t = s
    for i in range(n):
        s = s | {i}
    return s, t, len(s)


class Store:
    def __init__(self, **initial):
        self.data = dict(initial)


@cases((5, 3), (2, 10))
def rolled_back(balance, cost):
    s = Store(balance=balance, items=0)
    backup = s.data.copy()
    try:
        s.data["items"] += 1
        s.data["balance"] -= cost
        if s.data["balance"] < 0:
            raise ValueError("overdraft")
    except ValueError as e:
        s.data = backup
    return s.data


@cases((5, 3), (2, 10))
def changed_or_replaced(balance, cost):
    s = Store(balance=balance, items=0)
    d = s.data
    backup = s.data.copy()
    if cost < 5:
        s.data["items"] += 1
    else:
        s.data["items"] += 2
        s.data = backup
    s.data["items"] += 10
    return s.data, d, backup, s.data is d, s.data is backup


@cases((5, 3), (2, 10))
def changed_inside_or_replaced(balance, cost):
    s = Store(a={"x": balance}, b=[1])
    backup = {"a": {"x": 0}, "b": [2]}
    if cost < 5:
        s.data["a"]["x"] += 1
        s.data["b"][0] = cost
    else:
        s.data = backup
    s.data["a"]["x"] += 1
    return s.data, backup


@cases((5, 3), (2, 10))
def changed_or_replaced_in_a_list(balance, cost):
    rows = [{"v": balance}, {"v": 0}]
    if cost < 5:
        rows[0]["v"] += 1
    else:
        rows[0] = {"v": 9}
    return rows


@cases((5, 3), (2, 10), staged="refused AG024")
def given_a_key_or_replaced(balance, cost):
    s = Store(balance=balance, items=0)
    backup = s.data.copy()
    if cost < 5:
        s.data["more"] = 1
    else:
        s.data = backup
    return s.data


@cases((5, 3), (2, 10), staged="refused AG024")
def without_a_key_or_replaced(balance, cost):
    s = Store(balance=balance, items=0)
    backup = s.data.copy()
    if cost < 5:
        del s.data["items"]
    else:
        s.data = backup
    return s.data
