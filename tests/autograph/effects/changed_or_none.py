"""Containers and arrays that may be None, where they are changed."""

from __future__ import annotations

import collections
from collections import defaultdict, deque

import numpy as np

from tests.autograph.effects.outcomes import cases


@cases(0, 1, 2, 3)
def deque_store(n):
    y = None
    if n > 1:
        y = deque([1, 2])
    if n > 2 and y is not None:
        y[0] = 5
    if y is not None:
        return y[0], y[1]
    return 0, 0


@cases(0, 1, 2, 3)
def deque_store_b(n):
    y = None
    if n > 1:
        y = deque([1, 2])
    if y is not None:
        y[0] = 5
    return y[0] if y is not None else 0


@cases(0, 1, 2, 3)
def deque_append(n):
    y = None
    if n > 1:
        y = deque([1, 2])
    if y is not None:
        y.append(n)
    return sum(y) if y is not None else 0


@cases(0, 1, 2, 3)
def deque_iadd(n):
    y = None
    if n > 1:
        y = deque([1, 2])
    if y is not None:
        y += [n]
    return sum(y) if y is not None else 0


@cases(0, 1, 2, 3)
def deque_return(n):
    y = None
    if n > 1:
        y = deque([1, 2])
    if y is None:
        return 0
    y.append(3)
    return sum(y)


@cases(0, 1, 2, 3)
def deque_del(n):
    y = None
    if n > 1:
        y = deque([1, 2])
    if y is None:
        return 0
    del y[0]
    return sum(y)


@cases(0, 1, 2, 3)
def deque_alias(n):
    d = deque([1, 2])
    y = None
    if n > 1:
        y = d
    if y is not None:
        y[0] = 5
    return d[0]


@cases(0, 1, 2, 3)
def deque_alias_append(n):
    d = deque([1, 2])
    y = None
    if n > 1:
        y = d
    if y is not None:
        y.append(5)
    return sum(d), len(d)


@cases(0, 1, 2, 3)
def set_add(n):
    y = None
    if n > 1:
        y = {1, 2}
    if y is not None:
        y.add(5)
    return sum(y) if y is not None else 0


@cases(0, 1, 2, 3)
def set_ior(n):
    y = None
    if n > 1:
        y = {1, 2}
    if y is not None:
        y |= {5}
    return sum(y) if y is not None else 0


@cases(0, 1, 2, 3)
def set_alias(n):
    s = {1, 2}
    y = None
    if n > 1:
        y = s
    if y is not None:
        y.add(7)
    return sum(s)


@cases(0, 1, 2, 3)
def set_discard(n):
    s = {1, 2}
    y = None
    if n > 1:
        y = s
    if y is None:
        return len(s)
    y.discard(1)
    return (len(s),)


@cases(0, 1, 2, 3)
def array_store(n):
    y = None
    if n > 1:
        y = np.array([1, 2])
    if y is not None:
        y[0] = 5
    return y[0] if y is not None else 0


@cases(0, 1, 2, 3, staged="refused")
def array_iadd(n):
    y = None
    if n > 1:
        y = np.array([1, 2])
    if y is not None:
        y += 5
    return y[0] if y is not None else 0


@cases(0, 1, 2, 3, staged="refused")
def array_alias(n):
    a = np.array([1, 2])
    y = None
    if n > 1:
        y = a
    if y is not None:
        y[0] = 5
    return a[0]


@cases(0, 1, 2, 3, staged="refused")
def array_loop(n):
    a = None
    for i in range(n):
        if i == 1:
            a = np.array([1, 2])
        if a is not None:
            a[0] += i
    return a[0] if a is not None else 0


@cases(0, 1, 2, 3)
def deque_loop(n):
    a = None
    for i in range(n):
        if i == 1:
            a = deque([1, 2])
        if a is not None:
            a[0] = i
    return a[0] if a is not None else 0


@cases(0, 1, 2, 3)
def set_loop(n):
    a = None
    for i in range(n):
        if i == 1:
            a = {1, 2}
        if a is not None:
            a.add(7)
    return sum(a) if a is not None else 0


@cases(0, 1, 2, 3)
def list_store(n):
    y = None
    if n > 1:
        y = [1, 2]
    if y is not None:
        y[0] = 5
    return y[0] if y is not None else 0


@cases(0, 1, 2, 3, staged="refused")
def bytearray_store(n):
    y = None
    if n > 1:
        y = bytearray(b"ab")
    if y is not None:
        y[0] = 5
    return y[0] if y is not None else 0


@cases(0, 1, 2, 3)
def dd_store(n):
    y = None
    if n > 1:
        y = defaultdict(int)
    if y is not None:
        y[3] += 5
    return (y[3] if y is not None else 0), (len(y) if y is not None else 0)


@cases(0, 1, 2, 3)
def dd_read(n):
    y = None
    if n > 1:
        y = defaultdict(int)
    if y is None:
        return 0
    y[3]
    return len(y)


@cases(0, 1, 2, 3)
def dd_alias(n):
    d = defaultdict(int)
    y = None
    if n > 1:
        y = d
    if y is not None:
        y[3]
    return len(d)


@cases(0, 1, 2, 3)
def dd_alias_return(n):
    d = defaultdict(int)
    y = None
    if n > 1:
        y = d

    def f():
        if y is None:
            return 0
        return y[3]

    a = f()
    return a, len(d)


@cases(0, 1, 2, 3)
def dd_list(n):
    y = None
    if n > 1:
        y = defaultdict(list)
    if y is None:
        return 0
    y[3].append(n)
    return len(y), len(y[3])


@cases(0, 1, 2, 3)
def counter_store(n):
    y = None
    if n > 1:
        y = collections.Counter()
    if y is None:
        return 0
    y["a"] += n
    return y["a"], y["b"], len(y)


@cases(0, 1, 2, 3, staged="refused")
def best_row(n):
    rows = [[1], [2, 3], [4]]
    best = None
    for k in range(n):
        row = rows[k]
        if best is None or len(row) > len(best):
            best = row
    if best is not None:
        best += [9]
    return len(rows[0]), len(rows[1])


@cases(0, 1, 2, 3, staged="refused")
def best_row_append(n):
    rows = [[1], [2, 3], [4]]
    best = None
    for k in range(n):
        row = rows[k]
        if best is None or len(row) > len(best):
            best = row
    if best is not None:
        best.append(9)
    return len(rows[0]), len(rows[1])


@cases(0, 1, 2, 3, staged="refused")
def best_row_ret(n):
    rows = [[1], [2, 3], [4]]
    best = None
    for k in range(n):
        row = rows[k]
        if best is None or len(row) > len(best):
            best = row
    if best is None:
        return 0
    best += [9]
    return len(rows[0]) * 10 + len(rows[1])


@cases(0, 1, 2, 3, staged="refused")
def best_row_extend(n):
    rows = [[1], [2, 3], [4]]
    best = None
    for k in range(n):
        row = rows[k]
        if best is None or len(row) > len(best):
            best = row
    if best is None:
        return 0
    best.extend([9, 8])
    return len(rows[0]) * 10 + len(rows[1])


@cases(0, 1, 2, 3, staged="refused")
def best_row_imul(n):
    rows = [[1], [2, 3], [4]]
    best = None
    for k in range(n):
        row = rows[k]
        if best is None or len(row) > len(best):
            best = row
    if best is None:
        return 0
    best *= 2
    return len(rows[0]) * 10 + len(rows[1])


@cases(0, 1, 2, 3)
def get_method(n):
    xs = []
    f = {1: xs.append}.get(n)
    if f is not None:
        f(3)
    return len(xs)


@cases(0, 1, 2, 3, staged="refused")
def get_method2(n):
    xs = [5]
    ys = [6, 7]
    f = {1: xs.append, 2: ys.append}.get(n)
    if f is not None:
        f(3)
    return len(xs), len(ys)


@cases(0, 1, 2, 3)
def get_method3(n):
    xs = [5]
    f = None
    if n > 1:
        f = xs.append
    if f is not None:
        f(3)
    return len(xs)


@cases(0, 1, 2, 3, staged="refused")
def get_method4(n):
    xs = [5]
    f = None
    if n > 1:
        f = xs.append
    if n > 2:
        f = xs.extend
    if f is not None:
        f([3, 4])
    return len(xs)


@cases(0, 1, 2, 3, staged="refused")
def get_method5(n):
    s = {5}
    f = {1: s.add, 2: s.discard}.get(n)
    if f is not None:
        f(5)
        f(6)
    return len(s)
