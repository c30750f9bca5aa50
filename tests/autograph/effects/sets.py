"""Sets whose elements a staged condition decides."""

from __future__ import annotations

from collections import defaultdict

from tests.autograph.effects.outcomes import cases


class Thing:
    pass


def made(n):
    s = {"a"}
    if n > 2:
        s.add("b")
    return s


@cases(0, 3)
def an_element_of_one_branch(n):
    seen = set()
    if n > 2:
        seen.add("large")
    return seen, len(seen), "large" in seen, bool(seen)


@cases(0, 3)
def discarded_and_asked(n):
    s = {1, 2, 3}
    if n > 2:
        s.discard(2)
    s.discard(9)
    s.add(4)
    return s, sum(s), max(s), sorted(s), 2 in s, n in s


@cases(0, 3)
def operators(n):
    s = made(n)
    t = {"b", "c"}
    return (
        s | t,
        s & t,
        s - t,
        s ^ t,
        t | s,
        t & s,
        t - s,
        t ^ s,
        s <= t,
        s >= {"a"},
        s == {"a"},
        {"a", "b"} == s,
        s < {"a", "b", "c"},
        s != t,
    )


@cases(0, 3)
def methods(n):
    s = made(n)
    u = s.union(["x"], {"y"})
    i = s.intersection({"a", "b"})
    d = s.difference(["a"])
    s.update({"q"})
    c = s.copy()
    c.remove("a")
    return s, u, i, d, c, s.issubset({"a", "b", "q"}), s.isdisjoint(["b"]), s.issuperset({"b"})


@cases(0, 3)
def changed_in_place(n):
    s = made(n)
    t = s
    s |= {"z"}
    s &= {"a", "b", "z"}
    s -= {"a"}
    return s, t, s is t


@cases(0, 2, 5)
def changed_in_a_loop(n):
    seen = set()
    for i in range(n):
        if i % 2 == 0:
            seen.add("even")
        else:
            seen.add("odd")
        if i == 4:
            seen.discard("odd")
    return seen, len(seen)


@cases(0, 3)
def a_missing_element_that_is_caught(n):
    s = made(n)
    try:
        s.remove("b")
        return 1, s
    except KeyError:
        return 0, s


@cases(0, 3)
def filled_in_a_python_loop(n):
    out = set()
    for x in [3, 1, 4, 1, 5]:
        if x > n:
            out.add(x)
    return out, len(out), sorted(out), sum(out)


@cases(0, 3)
def seen_before(n):
    seen, dups = set(), []
    for x, lim in [(1, 0), (2, 1), (1, 2), (3, 0)]:
        if n > lim:
            if x in seen:
                dups.append(x)
            seen.add(x)
    return dups, seen


@cases(0, 3)
def made_in_branches(n):
    if n > 2:
        s = {1, 2}
    else:
        s = {2, 3}
    return s, 1 in s, len(s)


@cases(0, 3)
def an_attribute(n):
    o = Thing()
    o.tags = set()
    if n > 2:
        o.tags.add("x")
    o.tags.add("y")
    return o.tags, "x" in o.tags


@cases(0, 3)
def a_default_that_is_a_set(n):
    d = defaultdict(set)
    if n > 2:
        d["a"].add(1)
    d["a"].add(2)
    return d, len(d["a"])


@cases(0, 3)
def aggregated(n):
    s = made(n)
    return (
        any(x == "b" for x in s),
        all(x in s for x in ("a", "b")),
        [x for x in ["a", "b", "c"] if x in s],
        sum(1 for x in s),
        sum(len(x) for x in s),
    )


@cases(0, 3, staged="refused AG033")
def looped_over(n):
    out = []
    for x in made(n):
        out.append(x)
    return sorted(out)


@cases(0, 3)
def looped_over_in_order(n):
    out = []
    for x in sorted(made(n)):
        out.append(x)
    return out, sorted(made(n), reverse=True)


@cases(0, 3)
def made_of_dicts(n):
    d = {"a": 1}
    if n > 2:
        d["b"] = 1
    return set(d), frozenset(d.keys()), set(d) | {"z"}


@cases(0, 3, staged="refused AG024")
def a_tuple_has_it(n):
    s = set()
    p = (s, 1)
    if n > 2:
        s.add(1)
    return p


@cases(0, 3)
def returned(n):
    s = {1, 2}
    return s, frozenset(s)


@cases(0, 3)
def cleared(n):
    s = {1, 2}
    t = s
    if n > 2:
        s.clear()
    if t:
        return 1
    return 0


@cases(0, 3)
def rebound_in_a_branch(n):
    s = {1}
    if n > 2:
        s = s | {2}
    return s, len(s)


@cases(0, 3)
def an_element_that_is_one_of_several(n):
    s = {"a"}
    w = "x" if n > 2 else "y"
    s.add(w)
    return s, w in s, len(s)


@cases(0, 3)
def an_operator_in_place(n):
    s = {1, 2}
    if n > 2:
        s ^= {2, 3}
    return s


@cases(0, 3, staged="refused")
def any_element_is_popped(n):
    s = {1, 2}
    if n > 2:
        s.add(3)
    return s.pop()


@cases(3, staged="refused")
def a_set_changes_in_a_branch_of_the_loop_over_it(n):
    s = {1}
    for k in s:
        if n > 2:
            s.add(2)
    return 0


@cases(1, 2, 3)
def operators_of_a_chosen_set(n):
    known = {1: {"x", "y"}, 2: {"y"}, 3: {"z", "x"}}
    wanted = known[n]
    shared = [key for key, tags in known.items() if key != n and tags & wanted]
    return shared, sorted(wanted), len(wanted | {"q"}), sorted({"x", "z"} - wanted), len(wanted ^ {"x"})


@cases(1, 3, staged="refused AG032")
def a_chosen_set_is_changed_by_an_operator(n):
    known = {1: {"x", "y"}, 2: {"y"}, 3: {"z", "x"}}
    wanted = known[n]
    wanted |= {"w"}
    return sorted(known[1]), len(wanted)
