"""Programs in which the order of a set is seen, of which a tensor decides what is in it."""

from __future__ import annotations

import itertools

from tests.autograph.effects.outcomes import cases


@cases((1, 0), (2, 2), (0, 0))
def last_door(a, b):
    return ({0, 1, 2} - {a, b}).pop() if a != b else -1


@cases(
    ([1, 1, 1, 1, 1, 2], 0),
    ([2, 2, 2, 17, 2, 2], 3),
    ([2, 2, 2, 10, 2, 2], 3),
    ([-1, -1, 5, -1], 0),
    staged="refused AG033",
)
def two_unpacked(arr, e):
    a, b = set(arr)
    return (a if arr.count(a) == 1 else b) + e


@cases(([5, 3, 4, 5, 1],), ([9, 33, 1, 40, 2],), ([9, 33, 2, 40, 3],), ([-1, -3, 4, 3, 3],), staged="refused AG033")
def listed_elements(arr):
    return list(set(arr))


@cases(([5, 3, 4, 5, 1],), ([9, 33, 2, 40, 3],), ([-1, -3, 4, 3, 3],))
def appended_in_order(arr):
    out = []
    for x in set(arr):
        out.append(x * 2)
    return out


@cases(([5, 3, 4, 5, 1],), ([9, 33, 2, 40, 3],), ([-1, -3, 4, 3, 3],), staged="refused AG033")
def added_to_one_of_python(arr):
    s = set()
    for x in arr:
        if x > 1:
            s.add(x)
    return [x for x in s]


@cases(([5, 3, 4, 5, 1],), ([9, 33, 2, 40, 3],), ([-1, -3, 4, 3, 3],), staged="refused AG033")
def comprehension_over_a_comprehension(arr):
    return [x + 1 for x in {y * 2 for y in arr}], tuple({y % 3 for y in arr})


@cases(([5, 5, 5],), ([1, 2, 3],))
def only_difference(arr):
    d = {b - a for a, b in itertools.pairwise(arr)}
    if len(d) == 1:
        return d.pop(), len(d)
    return None


@cases(([5, 5, 5],), ([1, 2, 3],))
def first_of_a_set(arr):
    d = set(arr)
    if len(d) == 1:
        return next(iter(d))
    return next(iter(d))


@cases(([5, 5, 5], 5), ([1, 2, 3], 2), staged="refused AG033")
def taken_out_and_put_back(arr, k):
    d = set(arr)
    d.discard(k)
    d.add(k)
    return list(d)


@cases(([5, 5, 5],), ([1, 2, 3],))
def left_at_the_first(arr):
    for x in set(arr):
        if x > 1:
            return x
    return -1


@cases(([1, 2, 2, 3, 1],), ([7, 7, 7, 7, 8],))
def positions_by_element(arr):
    return {x: i for i, x in enumerate(set(arr))}


@cases(([1, 2, 2, 3, 1],), ([7, 7, 7, 7, 8],))
def dict_by_element(arr):
    where = {x: [i for i, y in enumerate(arr) if y == x] for x in set(arr)}
    return where


@cases(([1, 2, 2, 3, 1], 4), ([7, 7, 7, 7, 8], 8), staged="refused AG033")
def merged_with_another(arr, k):
    return list(set(arr) | {k})


@cases(([1, 2, 2, 3, 1], 2), ([7, 7, 7, 7, 8], 8), staged="refused AG033")
def popped_of_what_both_have(arr, k):
    s = set(arr) & {k, k + 1}
    return s.pop() if s else None


@cases(([1, 2, 2, 3, 1], 2), ([7, 7, 7, 7, 8], 9))
def popped_of_a_comprehension(arr, k):
    s = {x for x in arr if x > k}
    return s.pop()


@cases(([1.5, 2.5],), ([2.5, 2.5],), staged="refused AG033")
def popped_float(arr):
    s = set(arr)
    return s.pop()


@cases((1,), (2,), staged="refused AG033")
def popped_until_empty(n):
    s = {n, n + 1}
    t = 0
    while s:
        t = t * 10 + s.pop()
    return t


@cases(([1, 2, 3], 2), ([4, 0, 4], 4))
def changed_while_gone_over(xs, k):
    found = set(xs)
    total = 0
    for x in found:
        total = total * 10 + x
        if x == k:
            found.add(7)
    return total


@cases(([1, 2, 3], 2), ([4, 0, 4], 4), staged="refused AG033")
def changed_and_left(xs, k):
    found = set(xs)
    total = 0
    for x in found:
        total = total * 10 + x
        if x == k:
            found.add(7)
            break
    return total, sorted(found)


@cases(([1, 2, 3, 2],), ([4, 0, 4, 1],))
def digits_in_order(xs):
    total = 0
    for x in {x % 5 for x in xs}:
        total = total * 10 + x
    return total


@cases(([1, 2, 3, 2], 3), ([4, 0, 4, 1], 0))
def enumerated(xs, k):
    for i, x in enumerate(set(xs)):
        if x == k:
            return i
    return -1


@cases(([1, 2, 3, 2],), ([4, 0, 4, 1],))
def paired(xs):
    found = set(xs)
    return [a * b for a, b in zip(found, xs)], list(map(abs, found)), sum(found)


@cases(([1, 2, 3, 2],), ([4, 0, 4, 1],))
def nested(xs):
    out = []
    for a in set(xs):
        for b in set(xs):
            if a < b:
                out.append((a, b))
    return out


@cases(([1, 2, 3, 2],), ([4, 0, 4, 1],), staged="refused AG034")
def first_of_two_least(xs):
    return min(set(xs), key=lambda x: x % 2), max(frozenset(xs), key=lambda x: x // 2)


@cases((1,), (2,), staged="refused AG033")
def put_aside(n):
    s = {15, 7}
    s.remove(15)
    for i in range(n):
        s.add(i + 4)
    return list(s)


@cases((1,), (2,), staged="refused AG033")
def put_aside_in_a_branch(n):
    s = {15, 7}
    s.discard(15)
    if n > 1:
        s.add(4)
    return [x for x in s]


@cases((1,), (2,), staged="refused AG033")
def put_aside_or_not(n):
    s = {15, 7}
    s.discard(15)
    t = s if n > 1 else {n, 4}
    return list(t)


@cases((1,), (2,), staged="refused AG033")
def taken_out_of_a_group(n):
    groups = {}
    for i in range(n + 3):
        groups.setdefault(i % 2, set()).add(15 - i)
    groups[n % 2].discard(15)
    return list(groups[1])


@cases((1,), (2,), staged="refused AG033")
def returned_by_calls(n):
    def grow(k):
        if k == 0:
            return {15, 7} - {15}
        return grow(k - 1) | {k}

    return list(grow(n))
