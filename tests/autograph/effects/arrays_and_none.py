"""Arrays of NumPy, and tensors that came of them, at places that may be None: `a[None]` has one more axis."""

from __future__ import annotations

import numpy as np

from tests.autograph.effects.outcomes import cases


@cases((0,), (3,), (5,))
def enumerate_items(n):
    a = np.array([3.0, 1.0, 2.0])
    best = None
    for i, x in enumerate(a):
        if x > n / 2 and (best is None or x < a[best]):
            best = i
    return best


@cases((0,), (3,), (5,), jax="refused AG053")
def of_two_axes(n):
    a = np.arange(6).reshape(2, 3)
    best = None
    for i in range(n):
        if i == 1:
            best = i
    if best is None:
        return -1
    a[best, 2] = 7
    return a[1, best] + a[best, 2] + a[best, :best].sum()


@cases((0,), (3,), (5,), staged="refused AG054")
def may_be_none(n):
    a = np.arange(3)
    best = None
    if n > 2:
        best = 1
    return a[best]


@cases((0,), (3,), (5,), staged="refused AG054")
def stored_at_none(n):
    a = np.arange(3)
    best = None
    if n > 2:
        best = 1
    a[best] = n
    return a.tolist()


@cases((0,), (3,), (5,))
def staged_array(n):
    a = np.arange(3) + n
    best = None
    for i in range(3):
        if a[i] > 3:
            best = i
    if best is not None:
        a[best] += 5
    return a.tolist() if best is None else (a[best], a.tolist())


@cases((0,), (3,), (5,), staged="refused AG054")
def slice_bound(n):
    a = np.arange(5)
    stop = None
    if n > 2:
        stop = 2
    return a[:stop].sum()


@cases((0,), (3,), (5,), staged="refused AG011")
def either_index(n):
    a = np.arange(6).reshape(2, 3)
    k = 1 if n > 2 else (0, 1)
    return a[k].sum()
