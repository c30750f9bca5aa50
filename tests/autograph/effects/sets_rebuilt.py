"""Sets and dicts of numbers that each iteration of a staged loop makes anew of the ones before."""

from __future__ import annotations

from collections import Counter

from tests.autograph.effects.branches import Box
from tests.autograph.effects.outcomes import cases


@cases(0, 1, 4, runtime="refused AG033", jax="refused AG022")
def life(gens):
    cells = {(1, 0), (1, 1), (1, 2)}
    for _ in range(gens):
        counts = Counter((r + dr, c + dc) for r, c in cells for dr in (-1, 0, 1) for dc in (-1, 0, 1) if dr or dc)
        cells = {p for p, n in counts.items() if n == 3 or (n == 2 and p in cells)}
    return sorted(cells)


@cases(0, 1, 4)
def ints_rebuilt(n):
    s = {1, 2}
    for i in range(n):
        s = {x + 1 for x in s}
    return s


@cases(0, 1, 4)
def ints_filtered(n):
    s = {1, 2}
    for i in range(n):
        s = {x + i for x in s if x % 2 or i > 1}
    return s


@cases(0, 1, 4)
def pairs_rebuilt(n):
    s = {(1, 2)}
    for i in range(n):
        s = {(a + 1, b + i) for a, b in s}
    return s


@cases(0, 1, 4, runtime="refused AG033", jax="refused AG022")
def spread(n):
    s = {(0, 0)}
    for i in range(n):
        new = set()
        for a, b in s:
            new.add((a + 1, b))
            new.add((a, b + 1))
        s = new
    return s, len(s)


@cases(0, 1, 4, jax="refused AG022")
def spread_union(n):
    s = {0}
    for i in range(n):
        s = s | {x + i for x in s}
    return s


@cases(0, 1, 4, jax="refused AG022")
def dict_rebuilt(n):
    d = {0: 1}
    for i in range(n):
        new = {}
        for k, v in d.items():
            new[k + 1] = v
            new[k] = new.get(k, 0) + v
        d = new
    return d, list(d)


@cases(0, 1, 4, jax="refused AG022")
def counter_rebuilt(n):
    d = Counter({0: 1})
    for i in range(n):
        new = Counter()
        for k, v in d.items():
            new[k + 1] += v
            new[k] += v
        d = new
    return d


@cases(0, 1, 4)
def empty_first(n):
    s = set()
    for i in range(n):
        s = {i, i + 1}
    return s


@cases(0, 1, 4, jax="refused AG022")
def subset_sums_set(n):
    sums = {0}
    for x in range(n):
        sums = sums | {s + x for s in sums}
    return sorted(sums)


@cases(0, 1, 4)
def alias_before(n):
    s = {1, 2}
    t = s
    for i in range(n):
        s = {x + 1 for x in s}
    return s, t, s == t


@cases(0, 1, 4, staged="refused AG024")
def alias_changed_after(n):
    s = {1, 2}
    t = s
    for i in range(n):
        s = {x + 1 for x in s}
    s.add(50)
    return s, t


@cases(0, 1, 4, staged="refused AG024")
def alias_is(n):
    s = {1, 2}
    t = s
    for i in range(n):
        s = {x + 1 for x in s}
    return s is t


@cases(0, 1, 4, staged="refused AG015 AG024")
def two_names(n):
    s, t = {1}, {2}
    for i in range(n):
        u = {x + 1 for x in s}
        s = u
        t = u
    t.add(9)
    return s, t


@cases(0, 1, 4)
def swapped(n):
    s, t = {1}, {2, 3}
    for i in range(n):
        s, t = t, {x + 1 for x in s}
    return s, t


@cases(0, 1, 4)
def attribute(n):
    o = Box()
    o.s = {1, 2}
    for i in range(n):
        o.s = {x + 1 for x in o.s}
    return o.s


@cases(0, 1, 4)
def item(n):
    d = {"s": {1, 2}}
    for i in range(n):
        d["s"] = {x + 1 for x in d["s"]}
    return d


@cases(0, 1, 4, staged="refused AG015")
def strings(n):
    s = {"a"}
    for i in range(n):
        s = {"b", "c"}
    return s


@cases(0, 1, 4, staged="refused AG015")
def strings_made(n):
    s = {"a"}
    for i in range(n):
        s = {x + "b" for x in s}
    return s


@cases(0, 1, 4, staged="refused AG014")
def constants(n):
    s = {1}
    for i in range(n):
        s = {5, 6}
    return s


@cases(0, 1, 4, staged="refused AG014")
def dict_constants(n):
    s = {1: 2}
    for i in range(n):
        s = {5: 6, 4: 3}
    return s, list(s)


@cases(0, 1, 4, staged="refused AG014")
def dict_same_keys_reordered(n):
    d = {1: 2, 5: 6}
    for i in range(n):
        d = {5: 1, 1: i}
    return d, list(d)


@cases(0, 1, 4, staged="refused AG033")
def dict_of_lists(n):
    d = {0: [1]}
    for i in range(n):
        new = {}
        for k, v in d.items():
            new[k + 1] = [*v, i]
        d = new
    return d


@cases(0, 1, 4)
def dict_order(n):
    d = {3: 1, 1: 2}
    for i in range(n):
        d = {k + (i % 2): v for k, v in d.items()}
    return list(d), list(d.values())


@cases(0, 1, 4)
def dict_changed_later(n):
    d = {3: 1, 1: 2}
    for i in range(n):
        d = {k + 1: v for k, v in d.items()}
        d[7] = i
    d[0] = 1
    return d, len(d)


@cases(0, 1, 4)
def until_empty(n):
    s = {1, 2, n}
    steps = 0
    while s:
        s = {x - 1 for x in s if x > 0}
        steps += 1
    return steps


@cases(0, 1, 4)
def until_constant(n):
    s = {1, 2, 3}
    steps = 0
    while len(s) > 0 and steps < n:
        s = {x - 1 for x in s if x > 1}
        steps += 1
    return s, steps


@cases(0, 1, 4)
def with_break(n):
    s = {1, 2, 3}
    for i in range(n):
        s = {x * 2 for x in s}
        if 12 in s:
            break
    return s, len(s)


@cases(0, 1, 4, staged="refused AG015")
def mixed_types(n):
    s = {1, "a"}
    for i in range(n):
        s = {2, "b"}
    return s


@cases(0, 1, 4)
def floats(n):
    s = {1.5}
    for i in range(n):
        s = {x / 2 for x in s}
    return s


@cases(0, 1, 4)
def ints_to_floats(n):
    s = {1}
    for i in range(n):
        s = {x / 2 for x in s}
    return s


@cases(0, 1, 4, staged="refused AG015")
def frozen(n):
    s = frozenset({1})
    for i in range(n):
        s = frozenset({x + 1 for x in s})
    return s


@cases(0, 1, 4)
def in_tuple(n):
    state = ({1}, 0)
    for i in range(n):
        s, t = state
        state = ({x + 1 for x in s}, t + 1)
    return state


@cases(0, 1, 4)
def in_list(n):
    levels = [{0}]
    for i in range(3):
        levels.append({x + n for x in levels[-1]})
    return levels


@cases(0, 1, 4, staged="refused AG033")
def none_or_set(n):
    s = None
    for i in range(n):
        s = {i} if s is None else {x + 1 for x in s}
    return s


@cases(0, 1, 4, jax="refused AG022")
def dict_values_used(n):
    d = {0: 1}
    for i in range(n):
        nxt = {}
        for k in sorted(d):
            nxt[k] = nxt.get(k, 0) + d[k]
            nxt[k + 1] = nxt.get(k + 1, 0) + d[k]
        d = nxt
    return d, max(d.values())


@cases(0, 1, 4, staged="refused AG024")
def memo_of_outer(n):
    first = {0: 1}
    d = first
    for i in range(n):
        d = {k + 1: v + i for k, v in d.items()}
    first[9] = 1
    return d, first


@cases(0, 3)
def staged_element_beside_one_of_one_path(n):
    s = {0}
    if n > 1:
        s.add(7)
    s.add(n)
    return len(s), n in s, 7 in s, 0 in s, 5 in s


@cases(0, 3)
def union_with_one_of_one_path(n):
    s = {0}
    if n > 1:
        s.add(7)
    t = {n, n + 1}
    t |= s
    return len(t), 7 in t, 0 in t, len(s | t), len(t - s), len(s & t)


@cases(0, 3)
def updated_with_one_of_one_path(n):
    s = {1, 2}
    if n > 1:
        s.discard(1)
    t = {n}
    t.update(s)
    return len(t), 1 in t, 3 in t


@cases(0, 1, 2)
def of_the_same_elements(n):
    s = {1, 2, 3}
    for _ in range(n):
        s = {x for x in s}
    return sorted(s)


@cases(0, 1, 2, 3)
def mirrored(n):
    s = {0, 1, 2}
    for i in range(n):
        s = {2 + i - x for x in s}
    return sorted(s)


@cases(0, 1, 2)
def frozen_of_the_same_elements(n):
    s = frozenset({1, 2})
    for i in range(n):
        s = frozenset(3 + i - x for x in s)
    return sorted(s), len(s)


@cases(0, 1, 2)
def pairs_of_the_same_elements(n):
    s = {(0, 1), (1, 0)}
    for i in range(n):
        s = {(y, x + i) for x, y in s}
    return sorted(s)


@cases(0, 2, jax="refused")
def counted_around(n):
    alive = {1, 2, 3}
    for _ in range(n):
        near = Counter(x + d for x in alive for d in (-1, 1))
        alive = {c for c, count in near.items() if count == 2 or c in alive}
    return sorted(alive)
