"""Arrays of NumPy that became tensors, in functions, objects and containers that others have them by."""

from __future__ import annotations

import collections
import contextlib
import copy
import dataclasses
import functools

import numpy as np

from tests.autograph.effects.outcomes import cases

G = []


class S:
    pass


def helper(i):
    return i * 2


@cases(0, 3)
def given_back(n):
    s = S()
    s.c = np.ones(4) * n
    c = s.c
    c[0] = 5
    c[1] = abs(-3)
    s.c = c
    return s.c


@cases(0, 3)
def given_back_loop(n):
    s = S()
    s.c = np.ones(4) * n
    c = s.c
    for i in range(n):
        c[i] = helper(i)
    s.c = c
    return s.c


@cases(0, 3)
def given_back_in_loop(n):
    s = S()
    s.c = np.ones(4) * n
    for i in range(n):
        c = s.c
        c[i] = i
        s.c = c
    return s.c


@cases(0, 3)
def given_back_method(n):
    class T:
        def __init__(self):
            self.c = np.ones(4) * n

        def put(self, i, v):
            c = self.c
            if v > 0:
                c[i] = v
            else:
                c[i] = -v
            self.c = c

    t = T()
    t.put(0, 2.0)
    t.put(1, 3)
    for i in range(n):
        t.put(i, 7)
    return t.c


@cases(0, 3)
def given_back_dict(n):
    d = {"k": np.ones(4) * n}
    c = d["k"]
    c[2] = 5
    d["k"] = c
    return d["k"]


@cases(0, 3, staged="refused AG028")
def read_between(n):
    s = S()
    s.c = np.ones(4) * n
    c = s.c
    c[0] = 5
    t = s.c[0]
    s.c = c
    return t


@cases(0, 3, staged="refused AG028")
def read_between_call(n):
    s = S()
    s.c = np.ones(4) * n

    def f():
        return s.c[0]

    c = s.c
    c[0] = 5
    t = f()
    s.c = c
    return t


@cases(0, 3, staged="refused AG028")
def other_has_it(n):
    s, r = S(), S()
    s.c = np.ones(4) * n
    r.c = s.c
    c = s.c
    c[0] = 5
    s.c = c
    return r.c[0]


@cases(0, 3, staged="refused AG028")
def twice(n):
    s = S()
    s.c = np.ones(4) * n
    s.d = s.c
    c = s.c
    c[0] = 5
    s.c = c
    return s.d[0]


@cases(0, 3, staged="refused AG028")
def left_early(n):
    s = S()
    s.c = np.ones(4) * n

    def f():
        c = s.c
        c[0] = 5
        if n > 1:
            return
        s.c = c

    f()
    return s.c[0]


@cases(0, 3, staged="refused AG028")
def given_back_on_one_path(n):
    s = S()
    s.c = np.ones(4) * n
    c = s.c
    c[0] = 5
    if n > 1:
        s.c = c
    return s.c[0]


@cases(0, 3, staged="refused AG028")
def alias_object(n):
    s = S()
    r = s
    s.c = np.ones(4) * n
    c = s.c
    c[0] = 5
    t = r.c[0]
    s.c = c
    return t


@cases(0, 3, staged="refused AG028")
def star(n):
    def f(*args):
        args[0][0] = 5
        return args

    c = np.ones(2) * n
    d = c

    def g(*args):
        a = args[0]
        a += 5

    g(c)
    return d[0]


@cases(0, 3, staged="refused AG028")
def kw(n):
    def g(**k):
        a = k["a"]
        a += 5

    c = np.ones(2) * n
    g(a=c)
    return c[0]


@cases(0, 3, staged="refused AG028")
def dc(n):
    @dataclasses.dataclass
    class P:
        v: object

    c = np.ones(2) * n
    p = P(c)
    q = copy.copy(p)
    p.v += 1
    return q.v[0]


@cases(0, 3, runtime="refused AG028")
def deep(n):
    c = np.ones(2) * n
    xs = [[c]]
    ys = copy.deepcopy(xs)
    zs = list(xs)
    c += 1
    return ys[0][0]


@cases(0, 3, staged="refused AG028")
def deep_shared(n):
    c = np.ones(2) * n
    xs = [[c]]
    zs = list(xs)
    del xs
    c += 1
    return zs[0][0]


@cases(0, 3, staged="refused AG028")
def rec(n):
    def f(a, k):
        if k == 0:
            return a[0]
        a += 1
        return f(a, k - 1)

    c = np.ones(2) * n
    t = f(c, 2)
    return t, c[0]


@cases(0, 3)
def rec_ok(n):
    def f(a, k):
        if k == 0:
            return a[0]
        a = a + 1
        return f(a, k - 1)

    c = np.ones(2) * n
    t = f(c, 2)
    return t, c[0]


@cases(0, 3, staged="refused AG028")
def swap_two(n):
    a = np.ones(2) * n
    b = np.zeros(2) + n
    a, b = b, a
    x = a
    a += 1
    return x[0], b[0]


@cases(0, 3)
def swap_ok(n):
    a = np.ones(2) * n
    b = np.zeros(2) + n
    a, b = b, a
    a += 1
    b -= 1
    return a, b


@cases(0, 3, staged="refused AG028")
def method(n):
    class A:
        def __init__(self, v):
            self.v = v

        def bump(self):
            self.v += 1

        def get(self):
            return self.v

    c = np.ones(2) * n
    a = A(c)
    g = a.get()
    a.bump()
    return g[0]


@cases(0, 3, staged="refused AG028")
def method2(n):
    class A:
        def __init__(self, v):
            self.v = v

        def bump(self):
            v = self.v
            v += 1

        def get(self):
            return self.v

    a = A(np.ones(2) * n)
    a.bump()
    return a.get()[0]


@cases(0, 3, staged="refused AG028")
def prop(n):
    class A:
        def __init__(self, v):
            self._v = v

        @property
        def v(self):
            return self._v

        @v.setter
        def v(self, x):
            self._v = x

    a = A(np.ones(2) * n)
    w = a.v
    a.v += 1
    return w[0]


@cases(0, 3, staged="refused AG028")
def ctx(n):
    @contextlib.contextmanager
    def m(a):
        yield a

    c = np.ones(2) * n
    with m(c) as d:
        d += 1
    return c[0]


@cases(0, 3, staged="refused AG028")
def fin(n):
    c = np.ones(2) * n
    d = c
    try:
        if n > 1:
            return d[0]
    finally:
        c += 1
    return d[0]


@cases(0, 3, staged="refused AG028")
def nested_view(n):
    m = np.ones((2, 2, 2)) * n
    v = m[0][1]
    v += 1
    return m[0, 1, 0]


@cases(0, 3, staged="refused AG028")
def chained(n):
    m = np.ones((2, 2)) * n
    t = m.T.reshape(2, 2)[0]
    m[0, 0] = 7
    return t[0]


@cases(0, 3)
def inplace_self(n):
    c = np.ones(2) * n
    c += c
    c[0] = c[1]
    c *= c[0]
    return c


@cases(0, 3, staged="refused AG028")
def branch_alias(n):
    c = np.ones(2) * n
    if n > 1:
        d = c
    else:
        d = np.zeros(2)
    c += 1
    return d[0]


@cases(0, 3, staged="refused AG028")
def branch_view(n):
    c = np.ones(3) * n
    if n > 1:
        d = c[:2]
    else:
        d = c[1:]
    d += 1
    return c[1]


@cases(0, 3, staged="refused AG028")
def loop_view(n):
    c = np.ones(3) * n
    d = c[:2]
    for i in range(n):
        d = c[1:]
    d[0] = 8
    return c


@cases(0, 3, staged="refused AG028")
def loop_list(n):
    xs = [np.ones(2) * n, np.zeros(2) + n]
    y = xs[1]
    for i in range(2):
        xs[i] += 1
    return y[0]


@cases(0, 3)
def loop_list_ok(n):
    xs = [np.ones(2) * n, np.zeros(2) + n]
    for i in range(2):
        xs[i] += 1
    return xs


@cases(0, 3, staged="refused AG028")
def staged_list(n):
    xs = []
    c = np.ones(2) * n
    for i in range(n):
        xs.append(c)
        c += 1
    return xs


@cases(0, 3)
def staged_list_ok(n):
    xs = []
    c = np.ones(2) * n
    for i in range(n):
        c = c + 1
        xs.append(c)
    return xs


@cases(0, 3, staged="refused AG028")
def deque(n):
    q = collections.deque()
    c = np.ones(2) * n
    q.append(c)
    c += 1
    return q.popleft()[0]


@cases(0, 3, staged="refused AG028")
def setdefault(n):
    d = {}
    c = d.setdefault("a", np.ones(2) * n)
    c += 1
    return d["a"][0]


@cases(0, 3, staged="refused AG028")
def reduce(n):
    c = np.ones(2) * n

    def f(a, b):
        a += b
        return a

    t = functools.reduce(f, [1, 2], c)
    return t, c[0]


@cases(0, 3, staged="refused AG028")
def mapped(n):
    c = [np.ones(2) * n, np.ones(2) * n]

    def f(a):
        a += 1
        return a[0]

    t = list(map(f, c))
    return t, c[0][0]


@cases(0, 3, staged="refused AG028")
def comp(n):
    c = np.ones(2) * n

    def f(a):
        a += 1
        return a[0]

    return [f(c) for i in range(2)], c[0]


@cases(0, 3)
def lam(n):
    c = np.ones(2) * n

    def f():
        return c[0]

    d = c
    c = c + 1
    d += 10
    return f(), d[0]


@cases(0, 3, staged="refused AG028")
def lam_bad(n):
    c = np.ones(2) * n

    def f(d=c):
        return d[0]

    c -= 1
    return f()


@cases(0, 3, staged="refused AG028")
def global_list(n):
    G.clear()
    c = np.ones(2) * n
    G.append(c)
    c += 1
    r = G[0][0]
    G.clear()
    return r


@cases(0, 3, staged="refused AG028")
def cls_attr(n):
    class A:
        pass

    c = np.ones(2) * n
    A.v = c
    c += 1
    return A.v[0]


@cases(0, 3, staged="refused AG028")
def while_carry(n):
    a = np.ones(2) * n
    b = a
    i = 0
    while i < n:
        b = a * 1
        a += 1
        i += 1
    return a, b


@cases(0, 3)
def while_carry2(n):
    a = np.ones(2) * n
    b = a * 1
    i = 0
    while i < n:
        b = a
        a = a + 1
        b += 5
        i += 1
    return a, b


@cases(0, 3, staged="refused AG028")
def attr_in_loop(n):
    s = S()
    s.c = np.ones(2) * n
    d = s.c
    for i in range(n):
        s.c += 1
    return d[0], s.c[0]


@cases(0, 3)
def attr_in_loop_ok(n):
    s = S()
    s.c = np.ones(2) * n
    for i in range(n):
        s.c += 1
        s.c = s.c * 2
    return s.c


@cases(0, 3)
def item_in_loop_attr(n):
    s = S()
    s.c = np.ones(4) * n
    for i in range(n):
        c = s.c
        c[i] = i
        s.c = c
    return s.c


@cases(0, 3, staged="refused AG028")
def two_views(n):
    c = np.ones(4) * n
    a, b = c[:2], c[2:]
    a += 1
    return a, b


@cases(0, 3, staged="refused AG028")
def two_views_bad(n):
    c = np.ones(4) * n
    a, b = c[:3], c[2:]
    a += 1
    return a, b


@cases(0, 3, staged="refused AG028")
def ternary_arg(n):
    a = np.ones(2) * n
    b = np.zeros(2) + n

    def f(x):
        x += 1
        return x[0]

    t = f(a if n > 1 else b)
    return t, a[0], b[0]


@cases(0, 3, staged="refused AG028")
def returned_view(n):
    class M:
        def __init__(self):
            self.m = np.ones((2, 2)) * n

        def row(self, i):
            return self.m[i]

    m = M()
    r = m.row(0)
    r += 1
    return m.m[0, 0]


@cases(0, 3, staged="refused AG028")
def loop_else(n):
    c = np.ones(2) * n
    d = c
    for i in range(n):
        if i > 5:
            break
        c = c + 1
    else:
        c += 1
    return d[0]


@cases(0, 3)
def np_func_view(n):
    c = np.ones(4) * n
    d = np.asarray([1.0, 2, 3, 4])
    e = d
    d = d * n
    d += 1
    return e, d


@cases((0,), (3,), (5,), staged="refused AG028")
def swap_by_views(n):
    a = np.arange(6).reshape(3, 2)
    if n > 2:
        a[0], a[1] = a[1], a[0]
    return a.tolist()
