"""`xs.sort()` while the key looks at the list, which Python leaves empty meanwhile."""

from __future__ import annotations

from functools import cmp_to_key

from tests.autograph.effects.outcomes import cases


@cases(1, -1)
def length_seen_by_the_key(x):
    a = [3, 1, 2]
    seen = []

    def k(v):
        seen.append(len(a))
        return v * x

    r = sorted(a, key=k)
    try:
        a.sort(key=k)
    except ValueError:
        seen.append("ve")
    return r, a, seen


@cases(1, -1)
def appended_to_by_the_key(x):
    a = [3, 1, 2]

    def k(v):
        a.append(1)
        return v * x

    try:
        a.sort(key=k)
    except ValueError as e:
        return str(e)
    return a


@cases(1, -1)
def keys_by_the_length(x):
    a = [3, 1, 2]

    def k(v):
        return v * len(a) * x

    a.sort(key=k)
    return a


@cases(1, 3)
def staged_length_seen_by_the_key(n):
    a = []
    for i in range(n):
        a.append(n - i)
    seen = []

    def k(v):
        seen.append(len(a))
        return v

    a.sort(key=k)
    return a, seen


@cases(1, 3, staged="refused AG022")
def staged_list_changed_by_the_key(n):
    a = []
    for i in range(n):
        a.append(n - i)

    def k(v):
        a.append(3)
        return v

    a.sort(key=k)
    return a


@cases(1, 3)
def staged_list_sorted_twice(n):
    a = []
    for i in range(n):
        a.append(n - i)
    a.sort(key=lambda v: -v)
    b = sorted(a, key=lambda v: v + len(a))
    a.sort()
    return a, b


@cases(1, -1, staged="refused AG026")
def key_raises_on_a_path(x):
    a = [3, 1, 2]

    def k(v):
        if x > 0:
            raise KeyError(v)
        return v

    try:
        a.sort(key=k)
    except KeyError:
        a.append(9)
    return a


@cases(1, 3)
def staged_length_seen_by_a_comparison(n):
    a = []
    for i in range(n):
        a.append(n - i)
    a.sort(key=cmp_to_key(lambda x, y: (x - y) * (1 if len(a) else -1)))
    return a


@cases(1, 3)
def length_seen_by_a_comparison(n):
    a = [2, n, 7]
    a.sort(key=cmp_to_key(lambda x, y: (x - y) * (1 if len(a) else -1)))
    return a


@cases((1, 3), (3, 1), (3, 5), staged="refused AG026")
def key_of_a_staged_list_raises_on_a_path(n, k):
    a = []
    for i in range(n):
        a.append(n - i)

    def key(v):
        if v > k:
            raise KeyError(v)
        return v

    try:
        a.sort(key=key)
    except KeyError:
        a.append(9)
    return a
