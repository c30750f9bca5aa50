"""Arrays that are changed in place around exceptions, in loops and by functions, and who sees it."""

from __future__ import annotations

import numpy as np

from tests.autograph.effects.outcomes import cases


@cases((0, 2.0), (1, -1.0), (2, 0.5))
def alias_changed_before_an_exception(n, t):
    a = np.zeros(3)
    b = a
    try:
        a[0] = t
        if n > 1:
            raise ValueError
    except ValueError:
        pass
    a[1] = 5
    return a, b


@cases((0, 2.0), (1, -1.0), (2, 0.5), staged="refused AG028")
def alias_rebound_by_a_handler(n, t):
    a = np.zeros(3) * t
    b = a
    try:
        if n > 1:
            raise ValueError
    except ValueError:
        a = np.ones(3)
    a[1] = 5
    return a, b


@cases((0, 2.0), (1, -1.0), (2, 0.5), staged="refused AG028")
def alias_rebound_by_a_branch(n, t):
    a = np.zeros(3) * t
    b = a
    if n > 1:
        a = np.ones(3)
    a[1] = 5
    return a, b


@cases((0, 2.0), (1, -1.0), (2, 0.5), staged="refused AG028")
def alias_rebound_after_a_store(n, t):
    a = np.zeros(3) * t
    b = a
    a[0] = t
    if n > 1:
        a = np.ones(3)
    a[1] = 5
    return a, b


@cases((0, 2.0), (1, -1.0), (2, 0.5), staged="refused AG028")
def changed_and_rebound_by_a_handler(n, t):
    a = np.zeros(3) * t
    b = a
    try:
        a[0] = t
        if n > 1:
            raise ValueError
    except ValueError:
        a = np.ones(3)
    a[1] = 5
    return a, b


@cases((0, 2.0), (1, -1.0), (2, 0.5), staged="refused AG028")
def alias_made_before_an_exception(n, t):
    a = np.zeros(3) * t
    b = np.ones(3) * t
    try:
        b = a
        if n > 1:
            raise ValueError
    except ValueError:
        pass
    a[1] = 5
    return a, b


@cases((0, 2.0), (1, -1.0), (2, 0.5))
def aliases_of_what_came_to_be(n, t):
    a = np.zeros(3) * t
    b = np.ones(3) * t
    try:
        b = a + 0
        c = b
        if n > 1:
            raise ValueError
        d = c
    except ValueError:
        d = b
    b[1] = 5
    return b, c, d


@cases((0, 2.0), (1, -1.0), (2, 0.5), staged="refused AG028")
def view_made_before_an_exception(n, t):
    a = np.zeros(3) * t
    b = np.ones(3) * t
    try:
        b = a[1:]
        if n > 1:
            raise ValueError
    except ValueError:
        pass
    a[1] = 5
    return a, b


@cases((0, 2.0), (1, -1.0), (2, 0.5), staged="refused AG028")
def alias_left_by_a_copy(n, t):
    a = np.arange(3.0) * t
    b = a
    for i in range(n):
        if i > 0:
            b[i] = t
            a = a.copy()
    return a, b


@cases((0, 2.0), (1, -1.0), (2, 0.5), runtime="refused AG053")
def best_so_far_or_none(n, t):
    best = None
    for i in range(n):
        v = np.ones(2) * t * i
        if best is None or v.sum() > best.sum():
            best = v
        best[0] += 1
    return best


@cases((0, 2.0), (1, -1.0), (2, 0.5))
def returned_early(n, t):
    a = np.zeros(3)
    b = a
    if n > 1:
        a[0] = t
        return b.sum()
    b[1] = t
    return a.sum()


@cases((0, 2.0), (1, -1.0), (2, 0.5))
def row_of_a_while_loop(n, t):
    a = np.zeros(3)
    rows = [a]
    k = 0
    while k < n:
        rows[0][k] = t
        k += 1
        if rows[0].sum() > 3:
            break
    return a, k


@cases((0, 2.0), (1, -1.0), (2, 0.5))
def attribute_rebound_in_a_loop(n, t):
    class M:
        pass

    m = M()
    m.w = np.zeros(2)
    w = m.w
    for i in range(n):
        m.w = m.w - t
        m.w[0] += 1
    return m.w, w


@cases((0, 2.0), (1, -1.0), (2, 0.5))
def read_by_generators_before(n, t):
    a = np.arange(3.0) * t
    s = sum(x for x in a)
    a[n] = 0
    return s, [float(x) for x in a], max(a), a.tolist()


@cases((0, 2.0), (1, -1.0), (2, 0.5))
def items_unpacked(n, t):
    a = np.arange(3.0) * t
    x, y, z = a
    a[n] = 9
    return x, y, z, a


@cases((0, 2.0), (1, -1.0), staged="refused AG028")
def rows_unpacked(n, t):
    m = np.arange(4.0).reshape(2, 2) * t
    r, s = m
    m[n] = 9
    return r, s


@cases((0, 2.0), (1, -1.0), (2, 0.5), staged="refused AG028")
def rows_enumerated(n, t):
    m = np.arange(4.0).reshape(2, 2) * t
    out = np.zeros(2)
    for i, row in enumerate(m):
        out[i] = row.sum()
        m[i, 0] = n
    return out, m


@cases((0, 2.0), (1, -1.0))
def one_array_in_a_comprehension(n, t):
    a = np.zeros(3)
    rows = [a for _ in range(2)]
    rows[0][n] = t
    return rows


@cases((0, 2.0), (1, -1.0))
def given_in_two_ways(n, t):
    def f(*args, **k):
        args[0][n] = t
        k["b"][0] += 1

    a = np.zeros(2)
    f(a, b=a)
    return a


@cases((0, 2.0), (1, -1.0))
def read_by_a_function_later(n, t):
    a = np.zeros(2)

    def f(x=1):
        return a.sum() * x

    a[n] = t
    return f(), f(2)


@cases((0, 2.0), (1, -1.0), (2, 0.5), staged="refused AG028")
def rebound_and_changed(n, t):
    a = np.zeros(3)
    b = a
    try:
        a[0] = t
        if n > 1:
            raise ValueError
    except ValueError:
        a = np.ones(3)
    a[1] = 5
    return a, b


@cases((0, 2.0), (1, -1.0))
def changed_by_finally(n, t):
    a = np.zeros(2)
    b = [a]
    for i in range(3):
        try:
            if i == n:
                continue
            a[0] += t
        finally:
            b[0][1] += 1
    return a


@cases((0, 2.0), (1, -1.0), (2, 0.5))
def alias_of_what_is_left(n, t):
    a = np.zeros(2)
    b = np.ones(2)
    if n > 0:
        b = a
    a = a + 1
    b[0] = t
    return a, b


@cases((0, 2.0), (1, -1.0), (2, 0.5))
def nested_loops(n, t):
    m = np.zeros((3, 3))
    for i in range(n):
        for j in range(3):
            if j > i:
                break
            m[i, j] = t + j
            m[j, i] = m[i, j]
    return m, m.T


@cases((0, 2.0), (1, -1.0), (2, 0.5), staged="refused AG028")
def view_or_the_array(n, t):
    a = np.arange(4.0) * t
    v = a[1:] if n > 0 else a
    a[0] = 5
    return v


@cases((0, 2.0), (1, -1.0))
def items_of_lists_updated(n, t):
    rows = [np.zeros(2), np.ones(2)]
    k = rows[0]
    rows[0] += t
    rows[1] = rows[0]
    rows[1][n] = 7
    return rows, k


@cases((0, 2.0), (1, -1.0), (2, 0.5))
def numbers_read_of_it(n, t):
    a = np.arange(3.0) * t
    s = a[n]
    s += 1
    a[n] *= 2
    u = a.sum()
    u -= 1
    return s, a, u


@cases((0, 2.0), (1, -1.0))
def narrow_dtypes(n, t):
    a = np.zeros(2, dtype=np.float32)
    a[n] = t
    b = np.zeros(2, dtype=np.int32)
    b[n] = 3
    b += n
    c = np.zeros(2, bool)
    c[n] = True
    c |= a > 0
    return a, b, c, a + b, b + c, c.sum()
