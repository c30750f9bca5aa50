"""Tuples in lists and dicts, each longer than one before."""

# ruff: noqa: RUF005

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(([2, 3, 4], 6), ([5, 5, 5], 4), ([1, 1, 1], 2))
def chosen_items(ws, cap):
    best = {0: (0, ())}
    for i, w in enumerate(ws):
        for used, (val, items) in sorted(best.items(), reverse=True):
            if used + w <= cap and used + w not in best:
                best[used + w] = (val + i, items + (i,))
    return sorted(best.items())


@cases(([2, 3, 4], 6), ([5, 5, 5], 4), ([1, 1, 1], 2))
def sums_with_their_parts(xs, target):
    found = {0: ()}
    for x in xs:
        for total, picks in list(found.items()):
            if total + x <= target and total + x not in found:
                found[total + x] = picks + (x,)
    return found.get(target), len(found)


@cases(([2, 3, 4], 6), ([5, 5, 5], 4), ([1, 1, 1], 2))
def fewest_coins(cs, amount):
    best = {0: ()}
    for total in range(1, amount + 1):
        for c in cs:
            if total - c in best:
                cand = best[total - c] + (c,)
                if total not in best or len(cand) < len(best[total]):
                    best[total] = cand
    return best.get(amount)


@cases(([2, 3, 4], 6), ([5, 5, 5], 4), ([1, 1, 1], 2))
def one_longer_each_time(xs, n):
    out = [()]
    for x in xs:
        if x < n:
            out.append(out[-1] + (x,))
    return out


@cases(([2, 3, 4], 6), ([5, 5, 5], 4), ([1, 1, 1], 2))
def lists_likewise(xs, n):
    best = {0: []}
    for x in xs:
        for total, picks in list(best.items()):
            if total + x <= n and total + x not in best:
                best[total + x] = picks + [x]
    return sorted(best.items())


@cases(([2, 3, 4], 6), ([5, 5, 5], 4), ([1, 1, 1], 2), staged="refused AG022")
def table_with_none(cs, amount):
    best = [None] * (amount + 1)
    best[0] = ()
    for total in range(1, amount + 1):
        for c in cs:
            if c <= total and best[total - c] is not None:
                cand = best[total - c] + (c,)
                if best[total] is None or len(cand) < len(best[total]):
                    best[total] = cand
    return best[amount]


@cases(([2, 3, 4], 6), ([5, 5, 5], 4), ([1, 1, 1], 2))
def the_longest(xs, n):
    path = ()
    best = ()
    for x in xs:
        if x < n:
            path = path + (x,)
        if len(path) > len(best):
            best = path
    return best, path


@cases(([2, 3, 4], 6), ([5, 5, 5], 4), ([1, 1, 1], 2))
def popped_and_pushed(xs, n):
    stack = [(0, ())]
    out = []
    while stack:
        i, path = stack.pop()
        if i == len(xs):
            if sum(path) <= n:
                out.append(path)
            continue
        stack.append((i + 1, path))
        if sum(path) + xs[i] <= n:
            stack.append((i + 1, path + (xs[i],)))
    return out
