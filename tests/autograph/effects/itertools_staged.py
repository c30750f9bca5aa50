"""Functions of `itertools` that decide by what is staged, or go over lists of staged length."""

from __future__ import annotations

from collections import deque
from itertools import accumulate, chain, groupby, islice, repeat, tee, zip_longest

from tests.autograph.effects.outcomes import cases


def staged(n):
    xs = [1, 2, 2]
    if n > 0:
        xs.append(n)
    return xs


@cases(0, 1, 3)
def groups_of_pairs(n):
    rows = [("a", 1), ("a", n), ("b", 2)]
    if n > 1:
        rows.append(("b", 5))
    out = []
    for name, group in groupby(rows, key=lambda r: r[0]):
        out.append((name, sum(v for _, v in group)))
    return out


@cases(0, 1, 3)
def group_used_twice(n):
    out = []
    for k, g in groupby([1, 1, n]):
        out.append(sum(g) * 10 + sum(g))
    return out


@cases(0, 1, 3)
def group_left_early(n):
    out = []
    for k, g in groupby([1, 1, n, 5]):
        for x in g:
            out.append(x)
            break
    return out


@cases(0, 1, 3, staged="refused AG030")
def groups_broken_off(n):
    out = []
    for k, g in groupby([1, 1, n, 5]):
        if k == 5:
            break
        out.append(k)
    return out


@cases(0, 1, 3, staged="refused AG022")
def groups_kept(n):
    gs = [g for _, g in groupby([1, 1, n, 5])]
    return [list(g) for g in gs]


@cases(0, 1, 3)
def group_of_last(n):
    last = None
    for k, g in groupby([1, 1, n, 5]):
        last = list(g)
    return last


@cases(0, 1, 3)
def run_lengths(n):
    return [(k, sum(1 for _ in g)) for k, g in groupby([1, 1, n, 5])]


@cases(0, 1, 3)
def deduped(n):
    return [k for k, _ in groupby([1, 1, n, 5, n])]


@cases(0, 1, 3)
def deduped_sorted(n):
    return [k for k, _ in groupby(sorted([3, 1, n, 5, n]))]


@cases(0, 1, 3)
def by_parity(n):
    out = []
    for is_odd, g in groupby([1, 3, n, 5, 4], key=lambda x: x % 2 == 1):
        if is_odd:
            out.append(len(list(g)))
    return out


@cases(0, 1, 3)
def key_of_free_variable(n):
    m = n + 1
    out = []
    for k, g in groupby([1, 3, 4, 5, 8], key=lambda x: x // m):
        out.append((k, len(list(g))))
    return out


@cases(0, 1, 3, staged="refused AG033")
def key_with_effects(n):
    seen = []

    def key(x):
        seen.append(x)
        return x

    out = []
    for k, g in groupby([1, 3, n], key=key):
        out.append(len(seen))
    return out


@cases(0, 1, 3, staged="refused AG033")
def key_of_what_changes(n):
    m = 1
    out = []
    for k, g in groupby([1, 3, 4, 5, 8, n], key=lambda x: x // m):
        out.append(k)
        m = 2
    return out


@cases(0, 1, 3)
def groups_dict(n):
    d = {}
    for k, g in groupby([1, 1, 2, 2, 2], key=lambda x: x):
        d[k] = len(list(g)) + n
    return d


@cases(0, 1, 3, jax="refused AG026")
def all_alike(n):
    gs = groupby([n, n, 1])
    return next(gs)[0]


@cases(0, 1, 3)
def longest_pairs(n):
    t = 0
    for i, (a, b) in enumerate(zip_longest(staged(n), [1, 2], fillvalue=-1)):
        t += i * a * b
    return t


@cases(0, 1, 3)
def longest_three(n):
    return [a + b + c for a, b, c in zip_longest(staged(n), [], (9,), fillvalue=0)]


@cases(0, 1, 3)
def longest_sum(n):
    return sum(a * b for a, b in zip_longest(staged(n), staged(0), fillvalue=1))


@cases(0, 1, 3)
def longest_default(n):
    return [b is None for a, b in zip_longest(staged(n), [1, 2, 3])]


@cases(0, 1, 3)
def add_polys(n):
    p, q = staged(n), staged(n - 1)
    return [a + b for a, b in zip_longest(p, q, fillvalue=0)]


@cases(0, 1, 3)
def add_big(n):
    p, q = staged(n), [9, 9]
    carry, out = 0, []
    for a, b in zip_longest(p, q, fillvalue=0):
        carry, d = divmod(a + b + carry, 10)
        out.append(d)
    if carry:
        out.append(carry)
    return out


@cases(0, 1, 3)
def repeats(n):
    out = []
    for x in repeat(7, n):
        out.append(x)
    return out, sum(repeat(2, n)), list(zip(repeat(1, n), [5, 6, 7]))


@cases(0, 1, 3)
def tees(n):
    a, b = tee(staged(n))
    next(b)
    return [y - x for x, y in zip(a, b)]


@cases(0, 1, 3)
def tees3(n):
    a, b, c = tee(staged(n), 3)
    return sum(a), max(b), len(list(c))


@cases(0, 1, 3)
def products(n):
    return [x for x in accumulate(staged(n), lambda a, b: a * b)]


@cases(0, 1, 3)
def chained_rows(n):
    return [x * 2 for x in chain.from_iterable([staged(n), [8]])]


@cases(0, 1, 3)
def sliced(n):
    xs = staged(n)
    return list(islice(xs, 1, None)), list(islice(xs, 1, 3)), list(islice(xs, 0, None, 2)), sum(islice(xs, 2))


@cases(0, 1, 3)
def sliced_range(n):
    return list(islice(range(10), 1, n + 2))


@cases(0, 1, 3)
def in_comp(n):
    q = deque([1, 2])
    if n > 0:
        q.append(n)
    return [x in q for x in (1, 2, 3)]


@cases(0, 1, 3)
def key_lambda_comp(n):
    return [len(list(g)) for _, g in groupby([1, 1, n, 5], key=lambda x: x > 1)]


@cases(0, 1, 3)
def sliced_changing(n):
    xs = staged(n)
    xs += [1, 1, 1]
    for i, x in enumerate(islice(xs, 1, None)):
        if i < 2:
            xs[i + 2] = xs[i + 2] + x
    return xs


@cases(0, 1, 3)
def sliced_start(n):
    xs = [1, 2, 3, 4, 5]
    return list(islice(xs, n, None)), [x * 2 for x in islice(xs, n, 4)], list(islice(xs, 0, None, n + 1))


@cases(0, 1, 3)
def sliced_negative(n):
    xs = [1, 2, 3, 4, 5]
    return list(islice(xs, n - 1, None))


@cases(0, 1, 3, staged="refused AG033")
def groups_of_what_changes(n):
    xs = [1, 1, n, 5]
    out = []
    for k, g in groupby(xs):
        out.append(len(list(g)))
        xs[3] = 1
    return out


# Ranges that a tensor ends, beside others


@cases((4, 4), (2, 6), (0, 3), (9, 1))
def longest_of_two_ranges(n, m):
    total = 0
    for x, y in zip_longest(range(n), range(m, 0, -1), fillvalue=0):
        total += x * 10 + y
    return total, list(zip_longest(range(n), range(m), fillvalue=-1))


@cases((4, 4), (2, 6), (0, 3), (9, 1))
def longest_of_a_range_and_a_list(n, m):
    found = []
    for x, y in zip_longest(range(n), [1, 2, m]):
        if x is None or y is None:
            found.append(-1)
            continue
        found.append(x * y)
    return found
