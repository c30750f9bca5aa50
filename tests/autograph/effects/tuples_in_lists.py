"""Tuples whose length a tensor decides, as elements of lists and as values of dicts: batches, windows, paths.

A tuple never changes: what is done to the list that it was made of is not seen in it, and what changes lists raises.
"""

from __future__ import annotations

import heapq
import itertools
from collections import Counter, defaultdict, deque, namedtuple

from tests.autograph.effects.outcomes import cases

P = namedtuple("P", "name items")


def batches(n):
    out, batch = [], []
    for x in [3, 1, 4, 1, 5, 9, 2]:
        batch.append(x)
        if len(batch) >= n:
            out.append(tuple(batch))
            batch = []
    if batch:
        out.append(tuple(batch))
    return out


@cases(1, 2, 6)
def batches_cleared(size):
    written, batch = [], []
    for rec in [3, 4, 5, 6, 7]:
        batch.append(rec)
        if len(batch) >= size:
            written.append(tuple(batch))
            batch.clear()
    return written, batch


@cases(1, 2, 6)
def windows_of_a_deque(n):
    items = [1, 2, 3, 4, 5]
    w = deque(maxlen=n)
    out = []
    for i in items:
        w.append(i)
        if len(w) == n:
            out.append(tuple(w))
    return out


@cases(1, 2, 6)
def windows_slices(n):
    items = [1, 2, 3, 4, 5]
    return [tuple(items[i : i + n]) for i in range(len(items) - n + 1)]


@cases(1, 3, 9)
def kinds(n):
    return [type(t) is tuple for t in batches(n)], [isinstance(t, list) for t in batches(n)]


@cases(1, 3, 9)
def sums(n):
    return [sum(t) for t in batches(n)], [len(t) for t in batches(n)], [max(t) for t in batches(n)]


@cases(1, 3, 9)
def sorts(n):
    return sorted(batches(n)), max(batches(n)), min(batches(n), key=len)


@cases(1, 3, 9)
def sorts_by_key(n):
    return sorted(batches(n), key=lambda t: (len(t), t))


@cases(1, 3, 9)
def loops(n):
    total = 0
    for t in batches(n):
        for x in t:
            total = total * 3 + x
    return total


@cases(1, 3, 9)
def indexes(n):
    out = batches(n)
    return out[0][0], out[-1][-1], out[0][-1]


@cases(1, 3, 9)
def compares(n):
    out = batches(n)
    return (
        out[0] == out[-1],
        out[0] < out[-1],
        out[0] == (3, 1),
        (3, 1) == out[0],
        out[0] != (3,),
        out[0] == [3, 1],
        (3,) < out[0],
    )


@cases(1, 3, 9)
def unpacks(n):
    res = []
    for t in batches(n):
        if len(t) == 2:
            a, b = t
            res.append(a * 10 + b)
    return res


@cases(1, 3, 9)
def stars(n):
    res = []
    for first, *rest in batches(n):
        res.append(first + len(rest))
    return res


@cases(1, 3, 9)
def adds(n):
    out = batches(n)
    t = out[0] + out[-1]
    u = out[0]
    u += (8,)
    return t, u, out[0], out[0] + (1, 2), (1, 2) + out[0]


@cases(1, 3, 9)
def ins(n):
    out = batches(n)
    return 4 in out[0], (9, 2) in out, (3,) in out, out[0] in out


@cases(1, 3, 9)
def known_first(n):
    out = [(1, 2)]
    for t in batches(n):
        out.append(t)
    return out


@cases(1, 3, 9)
def known_mixed(n):
    out = []
    batch = []
    for x in [1, 2, 3, 4]:
        batch.append(x)
        if len(batch) == n:
            out.append(tuple(batch))
            batch = []
        elif x == 3:
            out.append((7, 8))
    out.append(())
    out.append((5,))
    return out, out[-1], len(out[0]), sum(out[-1])


@cases(1, 3, 9)
def pairs(n):
    out = []
    batch = []
    for x in [1, 2, 3, 4]:
        batch.append(x)
        if len(batch) == n:
            out.append((x, tuple(batch)))
            batch = []
    return out, [len(t) + x for x, t in out]


@cases(1, 3, 9)
def named_pairs(n):
    out = []
    batch = []
    for name, x in [("a", 1), ("b", 2), ("c", 3), ("d", 4)]:
        batch.append(x)
        if len(batch) == n:
            out.append((name, tuple(batch)))
            batch = []
    out.append(("z", (1,)))
    return out, {k: len(v) for k, v in out}


@cases(1, 3, 9)
def rows_as_tuples(n):
    rows = [[1], [1, 2], [1, 2, 3]]
    out = [tuple(r) for r in rows if len(r) < n]
    return out


@cases(1, 3, 9)
def chunks(n):
    xs = [1, 2, 3, 4, 5]
    out = [tuple(xs[i : i + n]) for i in range(0, len(xs), n)]
    return out


@cases(1, 3, 9)
def dict_values(n):
    d = {}
    batch = []
    for x in [1, 2, 3, 4, 5]:
        batch.append(x)
        if len(batch) == n:
            d[x] = tuple(batch)
            batch = []
    return d


@cases(1, 3, 9)
def longest_or_empty(n):
    best = ()
    for t in batches(n):
        if sum(t) > sum(best):
            best = t
    return best


@cases(1, 3, 9)
def longest_or_none(n):
    out = batches(n)
    best = None
    for t in out:
        if best is None or len(t) >= len(best):
            best = t
    return best


@cases(1, 3, 9)
def longest(n):
    out = batches(n)
    best = out[0]
    for t in out:
        if len(t) >= len(best):
            best = t
    return best


@cases(1, 3, 9)
def nested(n):
    out, batch, all_ = [], [], []
    for x in [3, 1, 4, 1, 5, 9, 2]:
        batch.append(x)
        if len(batch) >= n:
            out.append(tuple(batch))
            batch = []
            if len(out) >= 2:
                all_.append(tuple(out))
                out = []
    return all_, out


@cases(1, 3, 9)
def no_alias(n):
    out, batch = [], []
    for x in [1, 2, 3]:
        batch.append(x)
        if x <= n:
            out.append(tuple(batch))
            batch[0] = 50 + x
    batch.append(9)
    return out, batch


@cases(1, 3, 9)
def item_stored(n):
    out = batches(n)
    try:
        out[0][0] = 5
    except TypeError as e:
        return str(e)
    return out


@cases(1, 3, 9, jax="refused AG053")
def appended_to(n):
    out = batches(n)
    try:
        out[0].append(5)
    except AttributeError as e:
        return str(e)
    return out


@cases(1, 3, 9)
def item_deleted(n):
    out = batches(n)
    try:
        del out[0][0]
    except TypeError as e:
        return str(e)
    return out


@cases(1, 3, 9)
def added_to_in_place(n):
    out = batches(n)
    res = []
    for t in out:
        u = t
        u += (1,)
        u *= 2
        res.append((t, u))
    return out, res


@cases(1, 3, 9)
def replaced_by_others(n):
    out = batches(n)
    out[0] += (7, 7)
    out[-1] = out[-1][:1]
    return out


@cases(1, 3, 9, staged="refused AG024")
def is_itself_read_again(n):
    out = batches(n)
    return out[0] is out[0], out[0] is out[-1]


@cases(1, 3, 9)
def is_itself(n):
    out = batches(n)
    t = out[0]
    return t is t, t is None, t is not None


@cases(1, 3, 9, staged="refused AG024")
def is_a_copy(n):
    out = batches(n)
    return out[0] is tuple(out[0])


@cases(1, 3, 9, staged="refused AG032")
def is_a_key(n):
    out = batches(n)
    d = {}
    for t in out:
        d[t] = 1
    return d


@cases(1, 3, 9)
def looked_for_in_known_set(n):
    return batches(n)[0] in {(3,), (3, 1)}


@cases(1, 3, 9, staged="refused AG032")
def hashed(n):
    return hash(batches(n)[0]) == hash((3,))


@cases(1, 3, 9)
def shown(n):
    return str(batches(n)), f"{batches(n)[0]}", repr(batches(n)[-1])


@cases(1, 3, 9)
def copies(n):
    out = batches(n)
    other = list(out)
    other.append((0,))
    return out, other, [list(t) for t in out], [tuple(t) for t in out], [set(t) for t in out]


@cases(1, 3, 9)
def moved(n):
    a = batches(n)
    b = batches(n + 1)
    a.extend(b)
    b.append(a[0])
    c = a + b
    return a, b, c


@cases(1, 3, 9)
def slices(n):
    a = batches(n)
    return (
        [t[1:] for t in a],
        [t[::-1] for t in a],
        a[1:],
        a[::-1],
        [t.count(1) for t in a],
        [t.index(t[-1]) for t in a],
    )


@cases(1, 3, 9)
def zips(n):
    a = batches(n)
    return (
        [x + len(t) for x, t in zip([1, 2, 3], a)],
        [i * sum(t) for i, t in enumerate(a)],
        list(map(sum, a)),
        [x for t in a for x in t],
    )


@cases(1, 3, 9)
def gens(n):
    def gen():
        batch = []
        for x in [1, 2, 3, 4, 5]:
            batch.append(x)
            if len(batch) == n:
                yield tuple(batch)
                batch = []
        if batch:
            yield tuple(batch)

    return list(gen()), [sum(t) for t in gen()]


@cases(1, 3, 9, jax="refused AG022")
def whiles(n):
    a = batches(n)
    res = []
    while a:
        t = a.pop()
        res.append(len(t))
        if len(t) > 2:
            a.append(t[1:])
    return res


@cases(1, 3, 9)
def strings(n):
    words = ["a", "bb", "c", "dd"]
    out, b = [], []
    for w in words:
        b.append(w)
        if len(b) == n:
            out.append(tuple(b))
            b = []
    return out, ["-".join(t) for t in out], sorted(out), [("a",) == t for t in out]


@cases(1, 3, 9, staged="refused AG032")
def counted_in_a_set(n):
    return len(set(batches(n)))


@cases(1, 3, 9, staged="refused AG032")
def counted_each(n):
    return Counter(batches(n))


@cases(1, 3, 9, staged="refused AG032")
def keys_of_a_dict(n):
    return len(dict(zip(batches(n), [1, 2, 3, 4, 5, 6, 7])))


@cases(1, 3, 9)
def grouped(n):
    return [(k, len(list(g))) for k, g in itertools.groupby(batches(n))]


@cases(1, 3, 9, staged="refused AG032")
def pairs_in_a_set(n):
    return len({(i, t) for i, t in enumerate(batches(n))})


@cases(1, 3, 9, staged="refused AG032")
def looked_for_in_a_set(n):
    return (3,) in set(batches(n))


@cases(1, 3, 9, staged="refused AG032")
def put_into_a_set(n):
    s = set()
    s.update(batches(n))
    return len(s)


@cases(1, 3, 9)
def reads_while_added(n):
    out = batches(n)
    t = out[0]
    for x in t:
        out.append((x, x))
    return out, t


@cases(1, 3, 9)
def row_kept_before(n):
    out = batches(n)
    t = out[0]
    out[0] = (9,)
    out.append((1, 2, 3))
    return t, out[0], out[-1], len(t)


@cases(1, 3, 9, staged="refused AG032")
def tuple_of_lists(n):
    rows = [[1], [2], [3]]
    kept = []
    group = []
    for r in rows:
        group.append(r)
        if len(group) == n:
            kept.append(tuple(group))
            group = []
    rows[0].append(7)
    return kept, rows


@cases(1, 3, 9)
def tuple_of_lists2(n):
    rows = []
    for i in range(n):
        rows.append([i])
    t = tuple(rows)
    out = [t]
    rows[0].append(7)
    out[0][0].append(8)
    return out, rows


@cases(1, 3, 9)
def heap(n):
    h = []
    for t in batches(n):
        heapq.heappush(h, t)
    return heapq.heappop(h), h


@cases(1, 3, 9)
def truths(n):
    out = batches(n)
    out.append(())
    return [bool(t) for t in out], [t for t in out if t], all(out), any(out)


@cases(1, 3, 9)
def eq_list(n):
    out = batches(n)
    return out[0] == list(out[0]), list(out[0]) == out[0], out == [list(t) for t in out], out[0] != [1]


@cases(1, 3, 9)
def classes(n):
    t = batches(n)[0]
    return isinstance(t, tuple), isinstance(t, list), isinstance(t, (list, dict)), type(t) is tuple, type(t) is list


@cases(1, 3, 9)
def match(n):
    res = []
    for t in batches(n):
        match t:
            case ():
                res.append(0)
            case (a,):
                res.append(a)
            case (a, b):
                res.append(a * 10 + b)
            case (a, *rest):
                res.append(a * 100 + len(rest))
    return res


@cases(1, 3, 9)
def spread(n):
    out = batches(n)
    return [*out[0], 5], (*out[0], *out[-1]), max(*out[0], 0), [0, *out[-1]]


def f(*args):
    return sum(args) + len(args)


@cases(1, 3, 9)
def call_star(n):
    return [f(*t) for t in batches(n)]


@cases(1, 3, 9, jax="refused AG051")
def chain(n):
    return list(itertools.chain.from_iterable(batches(n))), list(itertools.chain(*batches(n))), sum(batches(n), ())


@cases(1, 3, 9)
def value_error(n):
    try:
        a, b = batches(n)[0]
        return a + b
    except ValueError as e:
        return str(e)


@cases(1, 3, 9)
def not_in(n):
    try:
        return batches(n)[0].index(4)
    except ValueError as e:
        return str(e)


@cases(1, 3, 9)
def deep_pairs(n):
    out = []
    for t in batches(n):
        out.append(("k", (len(t), t)))
    return out, [sum(p[1][1]) for p in out]


@cases(1, 3, 9)
def none(n):
    out = [None]
    for t in batches(n):
        out.append(t if len(t) > 1 else None)
    return out, [0 if t is None else len(t) for t in out]


@cases(1, 3, 9)
def none_known(n):
    out = [None, (1, 2)]
    for t in batches(n):
        out.append(t)
    out.append((5,))
    out.append(None)
    return out


@cases(1, 3, 9, staged="refused AG011")
def mixed_with_ints(n):
    out = [0]
    for t in batches(n):
        out.append(t)
    return out


@cases(1, 3, 9, staged="refused AG011")
def mixed_lists(n):
    out = []
    for t in batches(n):
        out.append(t)
        out.append(list(t))
    return out


@cases(1, 3, 9, staged="refused AG011")
def lists_then_tuple(n):
    out = [[1]]
    for t in batches(n):
        out.append(t)
    out[0].append(5)
    return out


@cases(1, 3, 9)
def floats(n):
    out = [(0.5,)]
    for t in batches(n):
        out.append(t)
    return out


@cases(1, 3, 9)
def mixed_types_in(n):
    out = [("a", 1)]
    for t in batches(n):
        out.append(t)
    return out


@cases(1, 3, 9)
def two_lists(n):
    a, b = [], []
    for t in batches(n):
        if len(t) > 1:
            a.append(t)
        else:
            b.append(t)
    a.append((1,))
    c = a + b
    c.extend(a)
    x = a[0] if n > 1 else b[0]
    return a, b, c, x


@cases(1, 3, 9)
def raised(n):
    out = []
    try:
        for t in batches(n):
            out.append(t)
            if t[-1] == 5:
                raise ValueError(t)
    except ValueError as e:
        return out, e.args
    return out, None


@cases(1, 3, 9)
def dict_pop(n):
    d = {}
    for t in batches(n):
        d[t[0]] = t
    out = [d.pop(3), d.get(77, (0,)), d.setdefault(88, (1, 2))]
    return out, d, 88 in d


@cases(1, 3, 9, jax="refused AG022")
def added_under_keys(n):
    d = defaultdict(tuple)
    for t in batches(n):
        d[len(t)] = d[len(t)] + t
    return d


@cases(1, 3, 9)
def dict_lists_of_tuples(n):
    d = defaultdict(list)
    for t in batches(n):
        d[len(t)].append(t)
    return d, {k: len(v) for k, v in d.items()}


@cases(1, 3, 9)
def dict_update(n):
    d = {n: (1, 2)}
    for t in batches(n):
        d.update({t[0]: t})
    e = dict(d)
    e[n] = ()
    return d, e


@cases(1, 3, 9)
def text(n):
    words = "the cat sat on the mat".split()
    grams = [tuple(words[i : i + n]) for i in range(len(words) - n + 1)]
    return grams, [" ".join(g) for g in grams], grams.count(("the",))


@cases(1, 3, 9)
def named(n):
    out = []
    for t in batches(n):
        out.append(P("a", t))
    return out, [p.items[0] for p in out], [len(p.items) for p in out]
