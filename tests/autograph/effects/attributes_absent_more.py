"""Attributes that an object has on some paths only: in programs."""

from __future__ import annotations

import functools

from tests.autograph.effects.outcomes import cases


class Thing:
    pass


GLOBAL = Thing()


@cases(0, 1, 3, staged="refused AG010", outer=("GLOBAL",))
def outer_object(n):
    if n > 0:
        GLOBAL.x = n
    return n


@cases(0, 1, 3)
def in_finally(n):
    o = Thing()
    try:
        if n > 0:
            o.x = n
        if n > 1:
            raise ValueError("big")
    except ValueError:
        return getattr(o, "x", -1) * 10
    finally:
        o.done = 1
    return getattr(o, "x", -1)


@cases(0, 1, 3)
def raised_then_has(n):
    o = Thing()
    try:
        if n > 1:
            raise ValueError("big")
        o.x = 2
    except ValueError:
        pass
    return hasattr(o, "x")


@cases(0, 1, 3)
def generator(n):
    o = Thing()

    def gen():
        for i in range(3):
            if i < n:
                o.last = i
            yield i

    t = sum(gen())
    return t, getattr(o, "last", -1)


@cases(0, 1, 3)
def closure(n):
    o = Thing()

    def mark(i):
        if i > 1:
            o.big = i

    for i in [0, n, 2 * n]:
        mark(i)
    return getattr(o, "big", None) is not None


@cases(0, 1, 3)
def by_kwargs(n):
    o = Thing()

    def assign(**kw):
        for k, v in kw.items():
            setattr(o, k, v)

    if n > 0:
        assign(a=1, b=n)
    return getattr(o, "a", 0) + getattr(o, "b", 0)


@cases(0, 1, 3)
def child(n):
    o = Thing()
    o.c = Thing()
    if n > 0:
        o.c.v = n
    return getattr(o.c, "v", 2) + (o.c.v if hasattr(o.c, "v") else 0)


@cases(0, 1, 3)
def child_made(n):
    o = Thing()
    if n > 0:
        o.c = Thing()
        o.c.v = n
    if hasattr(o, "c"):
        o.c.v += 1
        return o.c.v
    return 0


@cases(0, 1, 3)
def child_shared(n):
    o = Thing()
    c = Thing()
    c.v = 1
    if n > 0:
        o.c = c
    if hasattr(o, "c"):
        o.c.v += 5
    return c.v


@cases(0, 1, 3)
def list_shared(n):
    o = Thing()
    xs = [1]
    if n > 0:
        o.xs = xs
    if hasattr(o, "xs"):
        o.xs.append(n)
    return xs, len(xs)


@cases(0, 1, 3, staged="refused AG021")
def list_attr_default(n):
    o = Thing()
    xs = [1]
    if n > 0:
        o.xs = xs
    getattr(o, "xs", []).append(2)
    return xs


@cases(0, 1, 3)
def dict_attr(n):
    o = Thing()
    if n > 0:
        o.d = {"a": n}
    if hasattr(o, "d"):
        o.d["b"] = 2
        return o.d["a"] + o.d["b"]
    return 0


@cases(0, 1, 3)
def string_attr(n):
    o = Thing()
    if n > 0:
        o.name = "bob"
    return "hi " + getattr(o, "name", "nobody")


@cases(0, 1, 3)
def func_attr_again(n):
    o = Thing()
    if n > 0:
        o.f = lambda v: v + 1
    return o.f(n) if hasattr(o, "f") else n


@cases(0, 1, 3)
def early_returns(n):
    o = Thing()
    if n == 1:
        return -1
    if n > 1:
        o.x = n
    if not hasattr(o, "x"):
        return -2
    return o.x


@cases(0, 1, 3)
def loop_break(n):
    o = Thing()
    for i in range(5):
        if i == n:
            o.found = i
            break
    return getattr(o, "found", -1)


@cases(0, 1, 3)
def loop_break_staged(n):
    o = Thing()
    for i in range(n + 2):
        if i * 2 == n:
            o.found = i
            break
    return hasattr(o, "found")


@cases(0, 1, 3)
def loop_lazy_method(n):
    class Acc:
        def add(self, v):
            if not hasattr(self, "total"):
                self.total = 0
            self.total += v

    a = Acc()
    for i in range(n):
        a.add(i + 1)
    return getattr(a, "total", -1)


@cases(0, 1, 3)
def min_max(n):
    class Stats:
        def push(self, v):
            if hasattr(self, "low"):
                self.low = min(self.low, v)
            else:
                self.low = v

    s = Stats()
    for v in [4, n, 2]:
        if v > 0:
            s.push(v)
    return s.low


@cases(0, 1, 3)
def float_then_int(n):
    o = Thing()
    if n > 0:
        o.x = 1.5
    if n > 1:
        o.x = 2
    return getattr(o, "x", 0)


@cases(0, 1, 3)
def twice_read(n):
    o = Thing()
    if n > 0:
        o.x = n
    try:
        a = o.x
        b = o.x + 1
    except AttributeError as e:
        return str(e)
    return str(a + b)


@cases(0, 1, 3)
def error_text(n):
    o = Thing()
    if n > 0:
        o.x = n
    return o.x


@cases(0, 1, 3)
def while_has(n):
    o = Thing()
    if n > 0:
        o.x = n
    k = 0
    while hasattr(o, "x"):
        k += 1
        if k > 2:
            del o.x
    return k


@cases(0, 1, 3)
def in_dict(n):
    d = {"a": Thing(), "b": Thing()}
    if n > 0:
        d["a"].x = n
    return sum(getattr(o, "x", 1) for o in d.values())


@cases(0, 1, 3)
def any_has(n):
    os = [Thing(), Thing()]
    if n > 0:
        os[1].x = n
    return any(hasattr(o, "x") for o in os), all(hasattr(o, "x") for o in os)


@cases(0, 1, 3)
def filtered(n):
    os = [Thing(), Thing()]
    os[0].v, os[1].v = 1, 2
    if n > 0:
        os[1].x = n
    return sum(o.v for o in os if hasattr(o, "x"))


@cases(0, 1, 3)
def swapped(n):
    o, p = Thing(), Thing()
    if n > 0:
        o.x = n
    o, p = p, o
    return hasattr(o, "x"), hasattr(p, "x")


@cases(0, 1, 3)
def moved(n):
    o, p = Thing(), Thing()
    if n > 0:
        o.x = n
    if hasattr(o, "x"):
        p.x = o.x
        del o.x
    return hasattr(o, "x"), getattr(p, "x", -1)


@cases(0, 1, 3)
def property_lazy(n):
    class P:
        @property
        def val(self):
            if not hasattr(self, "_val"):
                self._val = n * 3
            return self._val

    p = P()
    t = 0
    if n > 1:
        t += p.val
    return t + p.val


@cases(0, 1, 3)
def inherits_init(n):
    class A:
        def __init__(self, v):
            if v > 0:
                self.pos = v

    class B(A):
        def score(self):
            return getattr(self, "pos", 0) * 2

    return B(n).score() + B(n - 1).score()


@cases(0, 1, 3)
def ternary_obj(n):
    o = Thing()
    o.x = 1
    if n > 0:
        o.y = 5
    p = o if n > 1 else Thing()
    return getattr(p, "x", 0), getattr(p, "y", 0)


@cases(0, 1, 3)
def own(n):
    class B:
        def __init__(self, v):
            if v > 0:
                self.pos = v

        def score(self):
            return getattr(self, "pos", 0) * 2

    return B(n).score()


@cases(0, 1, 3)
def inherits(n):
    class A:
        def __init__(self, v):
            if v > 0:
                self.pos = v

    class B(A):
        def score(self):
            return getattr(self, "pos", 0) * 2

    return B(n).score()


@cases(0, 1, 3)
def own_twice(n):
    class B:
        def __init__(self, v):
            if v > 0:
                self.pos = v

        def score(self):
            return getattr(self, "pos", 0) * 2

    return B(n).score() + B(n - 1).score()


@cases(0, 1, 3)
def sup(n):
    class A:
        def __init__(self, v):
            if v > 0:
                self.pos = v

    class B(A):
        def __init__(self, v):
            super().__init__(v)
            self.k = 1

        def score(self):
            return getattr(self, "pos", 0) * 2 + self.k

    return B(n).score()


class B:
    def __init__(self, v):
        if v > 0:
            self.pos = v

    def score(self):
        return getattr(self, "pos", 0) * 2


@cases(0, 1, 3)
def modlevel(n):
    return B(n).score()


@cases(0, 1, 3)
def modlevel2(n):
    b = B(n)
    return b.score()


class Data:
    def __init__(self, xs):
        self.xs = xs
        self.computed = 0

    @functools.cached_property
    def total(self):
        self.computed += 1
        return sum(self.xs)


@cases((6, 2), (3, 7))
def cached_property_del(n, extra):
    d = Data(list(range(n)))
    a = d.total
    d.xs.append(extra)
    b = d.total
    if extra > 5:
        del d.total
    return a, b, d.total, d.computed


@cases((6, 2), (3, 7))
def cached_property_some(n, extra):
    d = Data([n, extra])
    a = 0
    if n > 4:
        a = d.total
    d.xs.append(extra)
    return a, d.total, d.computed
