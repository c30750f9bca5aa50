"""Keys that are one of several strings: taken away, grouped by, and in dicts that a condition chooses."""

from __future__ import annotations

from collections import Counter, defaultdict

from tests.autograph.effects.outcomes import cases


@cases(0, 1, 5)
def chosen_list_of_known(n):
    d = {"a": [], "b": []}
    for x in range(4):
        d["a" if x < n else "b"].append(x)
    return d


@cases(0, 1, 5)
def linked_dicts(n):
    d1, d2 = {"z": 1}, {"z": 2}
    e = d1 if n > 1 else d2
    e["a" if n > 2 else "b"] = 5
    return d1, d2


@cases(0, 1, 5)
def linked_dicts_del(n):
    d1, d2 = {"a": 1, "b": 2}, {"a": 2, "b": 3}
    e = d1 if n > 1 else d2
    del e["a" if n > 2 else "b"]
    return d1, d2


@cases(0, 1, 5)
def linked_dicts_pop(n):
    d1, d2 = {"a": 1, "b": 2}, {"a": 2, "b": 3}
    e = d1 if n > 1 else d2
    x = e.pop("a" if n > 2 else "b")
    return d1, d2, x


@cases(0, 1, 5)
def linked_dicts_setdefault(n):
    d1, d2 = {}, {"a": 2}
    e = d1 if n > 1 else d2
    x = e.setdefault("a" if n > 2 else "b", 6)
    return d1, d2, x


@cases(0, 1, 5)
def linked_sets(n):
    d1, d2 = {"a"}, {"c"}
    e = d1 if n > 1 else d2
    e.add("a" if n > 2 else "b")
    return d1, d2


@cases(0, 1, 5)
def linked_sets_discard(n):
    d1, d2 = {"a"}, {"c", "b"}
    e = d1 if n > 1 else d2
    e.discard("a" if n > 2 else "b")
    return d1, d2


@cases(0, 1, 5, staged="refused AG032")
def linked_default(n):
    d1, d2 = defaultdict(list), defaultdict(list)
    e = d1 if n > 1 else d2
    e["a" if n > 2 else "b"].append(n)
    return d1, d2


@cases(0, 1, 5)
def pop_chosen(n):
    d = {"a": 1, "b": 2, "c": 3}
    x = d.pop("a" if n > 2 else "b")
    y = d.pop("a" if n > 2 else "c", 77)
    return d, x, y, list(d)


@cases(0, 1, 5, staged="refused AG032")
def pop_missing(n):
    d = {"a": 1}
    x = d.pop("a" if n > 2 else "b")
    return d, x


@cases(0, 1, 5)
def pop_missing_default(n):
    d = {"a": 1}
    x = d.pop("q" if n > 2 else "b", None)
    return d, x


@cases(0, 1, 5)
def del_chosen(n):
    d = {"a": 1, "b": 2, "c": 3}
    del d["a" if n > 2 else "b"]
    d["a"] = 5
    return d, list(d)


@cases(0, 1, 5, staged="refused AG027")
def del_missing(n):
    d = {}
    del d["a" if n > 2 else "b"]
    return d


@cases(0, 1, 5)
def discard_chosen(n):
    s = {"a", "b", "c"}
    s.discard("a" if n > 2 else "z")
    s.remove("b" if n > 0 else "c")
    return s, len(s)


@cases(0, 1, 5, staged="refused AG032")
def remove_missing(n):
    s = {"a", "b", "c"}
    s.remove("a" if n > 2 else "z")
    return s


@cases(0, 1, 5)
def default_get(n):
    d = defaultdict(int)
    d["a"] = 3
    return d.get("a" if n > 2 else "b"), d.get("a" if n > 2 else "b", 0), len(d)


@cases(0, 1, 5)
def default_read(n):
    d = defaultdict(int)
    x = d["a" if n > 2 else "b"]
    return x, dict(d), len(d)


@cases(0, 1, 5)
def default_lambda(n):
    d = defaultdict(lambda: 10)
    d["a" if n > 2 else "b"] += 1
    return dict(d)


@cases(0, 1, 5, staged="refused AG029")
def default_lambda_list(n):
    d = defaultdict(lambda: [0, 0])
    d["a" if n > 2 else "b"][1] += n
    d["a"][0] += 1
    return dict(d)


@cases(0, 1, 5, staged="refused AG032")
def nested_default(n):
    d = defaultdict(lambda: defaultdict(int))
    for x in range(3):
        d["a" if x > n else "b"][x] += 1
    return {k: dict(v) for k, v in d.items()}


@cases(0, 1, 5)
def groups_read(n):
    groups = defaultdict(list)
    for x in range(5):
        groups["a" if x > n else "b"].append(x)
    return (
        len(groups),
        list(groups),
        groups["a"],
        [len(v) for v in groups.values()],
        "b" in groups,
        sorted(groups.items()),
    )


@cases(0, 1, 5)
def groups_summed(n):
    groups = defaultdict(list)
    for x in range(5):
        groups["a" if x > n else "b"].append(x)
    return {k: sum(v) for k, v in groups.items()}, max(groups, key=lambda k: len(groups[k]))


@cases(0, 1, 5, staged="refused AG032")
def groups_unlike(n):
    groups = defaultdict(list)
    groups["a" if n > 1 else "b"].append((1, 2))
    groups["a"].append(3)
    return groups


@cases(0, 1, 5, staged="refused AG032")
def alias_row(n):
    groups = defaultdict(list)
    row = groups["a"]
    groups["a" if n > 1 else "b"].append(1)
    row.append(2)
    return groups, row


@cases(0, 1, 5)
def row_of_outside(n):
    shared = [9]
    groups = {"a": shared}
    groups.setdefault("a" if n > 1 else "b", []).append(1)
    shared.append(2)
    return groups, shared


@cases(0, 1, 5)
def row_given(n):
    shared = [9]
    groups = {}
    groups.setdefault("a" if n > 1 else "b", shared).append(1)
    shared.append(2)
    return groups, shared


@cases(0, 1, 5)
def row_replaced(n):
    groups = defaultdict(list)
    groups["a" if n > 1 else "b"].append(1)
    groups["a" if n > 2 else "b"] = [5]
    groups["b"].append(2)
    return groups, list(groups)


@cases(0, 1, 5, staged="refused AG032")
def mixed_with_ints(n):
    d = {1: 2}
    d["a" if n > 1 else "b"] = 3
    d[n] = 4
    return d


@cases(0, 1, 5, staged="refused AG024")
def in_branch(n):
    groups = defaultdict(list)
    if n > 0:
        groups["a" if n > 1 else "b"].append(n)
    else:
        groups["c"].append(0)
    return groups, list(groups)


@cases(0, 1, 5)
def counter_ops(n):
    c = Counter("big" if x > n else "small" for x in range(4))
    c.update(["big" if n > 1 else "small"])
    return c["big"], c["small"], c["none"], c.most_common(1)[0][1], sum(c.values())


@cases(0, 1, 5)
def counter_sub(n):
    c = Counter(a=3, b=1)
    c["a" if n > 1 else "z"] -= 1
    return c, list(c)


@cases(0, 1, 5)
def frozen(n):
    return frozenset(["a" if n > 1 else "b", "b"])


@cases(0, 1, 5)
def set_ops(n):
    s = {"a" if x > n else "b" for x in range(3)}
    return s | {"q"}, s & {"a"}, s - {"a"}, s == {"a", "b"}, s <= {"a"}


@cases(0, 1, 5)
def dict_made(n):
    d = dict([("a" if n > 1 else "b", 1), ("b", 2)])
    return d, list(d)


@cases(0, 1, 5)
def dict_made_kw(n):
    d = dict([("a" if n > 1 else "b", 1)], b=4)
    return d, list(d.items())


@cases(0, 1, 5)
def from_keys(n):
    return dict.fromkeys(["a" if n > 1 else "b", "c"], 0)


@cases(0, 1, 5)
def chars(n):
    d = defaultdict(list)
    for i, ch in enumerate("ab" * 2 + "x" * n):
        d[ch].append(i)
    return dict(d)


@cases(0, 1, 3)
def chars_count(n):
    d = defaultdict(int)
    for ch in "ab" + "x" * n:
        d[ch] += 1
    return dict(d)


@cases(0, 1, 3)
def chars_counter(n):
    return Counter("ab" + "x" * n)


@cases(0, 2)
def numbers_named(n):
    names = {0: "zero", 1: "one", 2: "two"}
    d = {}
    for i in range(3):
        d[names[(i + n) % 3]] = i
    return d, list(d)


@cases(0, 2)
def numbers_named_lists(n):
    names = ["zero", "one", "two"]
    d = defaultdict(list)
    for i in range(6):
        d[names[(i * n) % 3]].append(i)
    return d, list(d)


@cases(0, 1, 5)
def loop_over_keys(n):
    d = {}
    for x in range(3):
        d.setdefault("a" if x > n else "b", []).append(x)
    out = []
    for k, v in d.items():
        out.append((k, len(v)))
    return out


@cases(0, 1, 5)
def setdefault_none(n):
    d = {}
    d.setdefault("a" if n > 1 else "b")
    return d


@cases(0, 1, 5)
def setdefault_dict(n):
    d = {}
    for x in range(3):
        d.setdefault("a" if x > n else "b", {})[x] = n
    return d


@cases(0, 1, 5)
def setdefault_set(n):
    d = {}
    for x in range(3):
        d.setdefault("a" if x > n else "b", set()).add(x)
    return d


@cases(0, 1, 5)
def setdefault_existing_list(n):
    d = {"a": [1], "b": [2]}
    r = d.setdefault("a" if n > 1 else "b", [])
    r.append(3)
    return d, r


@cases(0, 1, 5)
def try_missing(n):
    d = {"a": 1}
    try:
        return d.pop("a" if n > 2 else "b")
    except KeyError:
        return -1


@cases(0, 1, 5)
def while_groups(n):
    groups = {}
    i = 0
    while i < n:
        groups.setdefault("even" if i % 2 == 0 else "odd", []).append(i)
        i += 1
    return groups, list(groups)


@cases(0, 1, 5, staged="refused AG024")
def in_branch_ints(n):
    groups = defaultdict(list)
    if n > 0:
        groups[n].append(n)
    else:
        groups[7].append(0)
    return groups, list(groups)


@cases(0, 1, 5)
def in_branch_after(n):
    groups = defaultdict(list)
    groups["a" if n > 3 else "b"].append(8)
    if n > 0:
        groups["a" if n > 1 else "b"].append(n)
    return groups, list(groups)


@cases(0, 1, 5)
def in_branch_one(n):
    groups = defaultdict(list)
    for x in range(3):
        if x != n:
            groups["a" if n > 1 else "b"].append(x)
    return groups, list(groups)


@cases(0, 1, 5)
def in_branch_one_int(n):
    groups = defaultdict(list)
    for x in range(3):
        if x != n:
            groups[n % 2].append(x)
    return groups, list(groups)


@cases(0, 1, 5)
def branch_counts(n):
    counts = {}
    for x in range(4):
        if x != n:
            k = "a" if x > n else "b"
            counts[k] = counts.get(k, 0) + 1
    return counts, list(counts)


def classify(x):
    if x < 0:
        return "neg"
    if x == 0:
        return "zero"
    return "pos"


@cases(0, 1, 5)
def classified(n):
    groups = {}
    for x in [-1, 0, 1, 4]:
        groups.setdefault(classify(x - n), []).append(x)
    return groups


@cases(0, 1, 5)
def classified_counter(n):
    return Counter(classify(x - n) for x in [-1, 0, 1, 4])


@cases(0, 1, 5)
def classified_comp(n):
    return {classify(x - n): x for x in [-1, 0, 1, 4]}


@cases(0, 1, 5)
def classified_loop(n):
    groups = {}
    for x in range(n):
        groups.setdefault(classify(x - 2), []).append(x)
    return groups, {k: len(v) for k, v in groups.items()}


@cases(0, 1, 5)
def classified_counter_loop(n):
    return Counter(classify(x - 2) for x in range(n))


@cases(0, 1, 5)
def classified_set_loop(n):
    return {classify(x - 2) for x in range(n)}


@cases(0, 1, 5)
def set_from(n):
    s = set([classify(n), "q"])
    t = set(s)
    t.add(classify(n - 1))
    return s, t, len(s), len(t)


@cases(0, 1, 5, staged="refused AG033")
def set_iter(n):
    s = {classify(n), "q"}
    return sorted(s), sorted(x + "!" for x in s)


@cases(0, 1, 5)
def dict_iter(n):
    s = {classify(n): n, "q": 1}
    out = []
    for k in s:
        out.append(s[k])
    return out, list(s.values())


@cases(0, 1, 5)
def comp_in_order(n):
    d = {classify(x - n): x for x in [4, -1, 1]}
    return list(d.items())


@cases(0, 1, 5)
def counter_order(n):
    c = Counter(classify(x - n) for x in [4, -1, 1, 1])
    return list(c.items()), c.most_common()


@cases(0, 1, 5)
def fromkeys(n):
    d = dict.fromkeys([classify(n), "q"], 0)
    d["q"] += 1
    e = dict.fromkeys([classify(n), classify(n - 1)])
    return d, e, list(e)


@cases(0, 1, 5)
def same_list_under_two(n):
    row = []
    d = {}
    d[classify(n)] = row
    d["q"] = row
    row.append(4)
    return d


@cases(0, 1, 5)
def stored_list(n):
    d = {}
    d[classify(n)] = [n]
    d["pos"] = [3]
    d[classify(n)].append(1)
    return d


@cases(0, 1, 5)
def returned_key(n):
    d = {classify(n): 1}
    for k in d:
        return k
    return ""


@cases(0, 1, 5)
def tuple_pairs(n):
    seen = set()
    seen.add((classify(n), 1))
    seen.add((classify(n - 1), 1))
    return seen, len(seen)


@cases(0, 1, 5)
def default_update(n):
    d = defaultdict(list, {"pos": [1]})
    d[classify(n)] += [2]
    d[classify(n - 1)] += [3]
    return d


@cases(0, 1, 5)
def tuples_of_constants(n):
    out = []
    for x in range(n):
        out.append((classify(x - 2),))
    return out


@cases(0, 1, 5)
def tuples_read(n):
    out = []
    for x in range(n):
        out.append((classify(x - 2), "k"))
    found = []
    for a, b in out:
        found.append(a + b)
    return found


@cases(4, 6, 2)
def none_is_no_key(n):
    values = {"I": 1, "V": 5}
    name = None if n > 5 else ("V" if n > 3 else "I")
    return values[name]


@cases(4, 6, 2)
def none_is_no_key_under_a_handler(n):
    values = {4: 5, 2: 6}
    try:
        return values[None if n > 5 else n]
    except KeyError as error:
        return -1, error.args[0]


# What cannot be staged is no exception of the program's


@cases(1, 5, staged="refused AG032")
def handler_around_a_store_to_a_key_that_is_not_there(n):
    table = {IndexError: KeyError, 1: ValueError}
    try:
        table[n] = None
    except KeyError as error:
        return error.args[0]
    return len(table)


@cases(65, 0x3B1, staged="refused AG055")
def handler_around_a_character_beyond_the_table(n):
    try:
        return chr(n).upper()
    except ValueError:
        return "none"
