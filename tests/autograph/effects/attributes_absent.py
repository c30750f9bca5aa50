"""Attributes that an object has on some paths only, and those that a loop gives it."""

from __future__ import annotations

import copy
import operator
from dataclasses import dataclass

from tests.autograph.effects.outcomes import cases


class Thing:
    pass


@cases(0, 1)
def set_in_one(n):
    o = Thing()
    if n > 0:
        o.x = n
    if n > 0:
        return o.x
    return 0


@cases(0, 1)
def set_getattr(n):
    o = Thing()
    if n > 0:
        o.x = n * 2
    return getattr(o, "x", 7)


@cases(0, 1)
def set_hasattr(n):
    o = Thing()
    if n > 0:
        o.x = n * 2
    if hasattr(o, "x"):
        return o.x
    return -1


@cases(0, 1)
def set_read_error(n):
    o = Thing()
    if n > 0:
        o.x = n * 2
    return o.x


@cases(0, 1)
def set_try(n):
    o = Thing()
    if n > 0:
        o.x = n * 2
    try:
        return o.x
    except AttributeError:
        return -5


class C:
    def __init__(self, n):
        self.n = n
        if n > 0:
            self.cache = n * 3

    def get(self):
        if not hasattr(self, "cache"):
            self.cache = self.n + 100
        return self.cache


@cases(0, 1)
def lazy(n):
    c = C(n)
    a = c.get()
    b = c.get()
    return a, b


@cases(0, 1, staged="refused AG038")
def returned(n):
    o = Thing()
    if n > 0:
        o.x = n * 2
    return o


@cases(0, 1)
def lazily(n):
    o = Thing()
    for i in range(3):
        if i < n:
            if not hasattr(o, "t"):
                o.t = 0
            o.t += i
    return getattr(o, "t", None) is None


@cases(0, 1, 3)
def loop_set(n):
    o = Thing()
    for i in range(n):
        o.last = i
    return getattr(o, "last", -1)


@cases(0, 1, 3)
def loop_lazily(n):
    o = Thing()
    for i in range(n):
        if not hasattr(o, "t"):
            o.t = 0
        o.t += i
    return getattr(o, "t", -1)


@cases(0, 1, 3)
def deleted(n):
    o = Thing()
    o.x = 5
    if n > 0:
        del o.x
    return getattr(o, "x", 9)


@cases(0, 1, 3)
def deleted_hasattr(n):
    o = Thing()
    o.x = 5
    if n > 0:
        del o.x
    return hasattr(o, "x")


class WithDefault:
    x = 3


@cases(0, 1, 3)
def class_default(n):
    o = WithDefault()
    if n > 0:
        o.x = n
    return o.x


class S:
    __slots__ = ("x",)


@cases(0, 1, 3, staged="refused AG010")
def slots(n):
    o = S()
    if n > 0:
        o.x = n
    return getattr(o, "x", 8)


@cases(0, 1, 3)
def setattr_one(n):
    o = Thing()
    if n > 0:
        setattr(o, "x", n)
    return getattr(o, "x", None) is not None


@cases(0, 1, 3, staged="refused AG010")
def dict_of(n):
    o = Thing()
    if n > 0:
        o.x = n
    return "x" in o.__dict__


@cases(0, 1, 3, staged="refused AG010")
def vars_of(n):
    o = Thing()
    if n > 0:
        o.x = n
    return "x" in vars(o)


@cases(0, 1, 3, staged="refused AG021")
def list_attr(n):
    o = Thing()
    if n > 0:
        o.x = [1, n]
    return getattr(o, "x", [])


@cases(0, 1, 3)
def str_attr(n):
    o = Thing()
    if n > 0:
        o.x = "hi"
    return getattr(o, "x", "no")


@cases(0, 1, 3)
def none_default(n):
    o = Thing()
    if n > 0:
        o.x = n
    v = getattr(o, "x", None)
    return v if v is not None else 77


@cases(0, 1, 3)
def global_like(n):
    o = Thing()
    if n > 0:
        o.x = n
    else:
        o.y = n + 1
    return o.x if n > 0 else o.y


@cases(0, 1, 3)
def both_then_more(n):
    o = Thing()
    if n > 0:
        o.x = n
    o.x = 4
    return o.x


@cases(0, 1, 3)
def method_sets(n):
    class K:
        def mark(self):
            self.marked = True

        def is_marked(self):
            return getattr(self, "marked", False)

    k = K()
    if n > 0:
        k.mark()
    return k.is_marked()


@cases(0, 1, 3)
def dict_update(n):
    o = Thing()
    if n > 0:
        o.__dict__.update(x=n)
    return getattr(o, "x", -2)


@cases(0, 1, 3)
def obj_attr(n):
    o = Thing()
    if n > 0:
        o.child = Thing()
        o.child.v = n
    c = getattr(o, "child", None)
    return c.v if c is not None else 0


class Node:
    def __init__(self, v):
        self.v = v


@cases(0, 1, 3)
def node_next(n):
    a = Node(1)
    if n > 0:
        a.next = Node(n)
    return a.next.v if hasattr(a, "next") else a.v


@cases(0, 1, 3, staged="refused AG010")
def func_attr(n):
    def f():
        return 1

    if n > 0:
        f.x = n
    return getattr(f, "x", 5)


class G:
    def __getattr__(self, name):
        return 42


@cases(0, 1, 3, staged="refused AG010")
def getattr_hook(n):
    o = G()
    if n > 0:
        o.x = n
    return o.x


@cases(0, 1, 3)
def getattr_name(n):
    o = Thing()
    if n > 0:
        o.x = n
    t = 0
    for name in ("x", "y"):
        t += getattr(o, name, 10)
    return t


@cases(0, 1, 3, staged="refused AG026")
def prop(n):
    class P:
        @property
        def val(self):
            try:
                return self._val
            except AttributeError:
                self._val = 12
                return self._val

    p = P()
    if n > 0:
        p._val = n
    return p.val, p._val


@cases(0, 1, 3)
def read_in_unused(n):
    o = Thing()
    if n > 0:
        o.x = n
    y = o.x
    return 5


@cases(0, 1, 3)
def read_caught_unused(n):
    o = Thing()
    if n > 0:
        o.x = n
    r = 1
    try:
        y = o.x
    except AttributeError:
        r = 2
    return r


@cases(0, 1, 3)
def augmented(n):
    o = Thing()
    if n > 0:
        o.x = n
    o.x += 1
    return o.x


@cases(0, 1, 3)
def augmented_guarded(n):
    o = Thing()
    if n > 0:
        o.x = n
    if not hasattr(o, "x"):
        o.x = 0
    o.x += 1
    return o.x


@cases(0, 1, 3)
def deleted_twice(n):
    o = Thing()
    if n > 0:
        o.x = n
    del o.x
    return 1


@cases(0, 1, 3)
def deleted_then_set(n):
    o = Thing()
    o.x = 4
    if n > 0:
        del o.x
    if n > 1:
        o.x = 7
    return getattr(o, "x", -1)


@cases(0, 1, 3)
def none_or_missing(n):
    o = Thing()
    if n > 0:
        o.x = None
        if n > 1:
            o.x = n
    return getattr(o, "x", -1) is None, hasattr(o, "x")


@cases(1, 3)
def none_or_value_there(n):
    o = Thing()
    if n > 0:
        o.x = None
        if n > 1:
            o.x = n
    return o.x is None


@cases(0, 1, 3)
def none_or_value_read(n):
    o = Thing()
    if n > 0:
        o.x = None
        if n > 1:
            o.x = n
    v = o.x
    return v is None


@cases(0, 1, 3)
def copied(n):
    o = Thing()
    if n > 0:
        o.x = n
    p = copy.copy(o)
    return hasattr(p, "x")


@cases(0, 1, 3)
def deep_copied(n):
    o = Thing()
    if n > 0:
        o.x = n
    p = copy.deepcopy(o)
    p.x = 5
    return getattr(o, "x", 0), p.x


@cases(0, 1, 3, staged="refused AG010")
def over_namespace(n):
    o = Thing()
    o.y = 1
    if n > 0:
        o.x = n
    return sum(v for v in o.__dict__.values())


@cases(0, 1, 3, staged="refused AG010")
def listed_names(n):
    o = Thing()
    if n > 0:
        o.x = n
    return "x" in dir(o)


@cases(0, 1, 3)
def in_loop(n):
    o = Thing()
    out = []
    for i in range(4):
        if i == n:
            o.best = i
        out.append(getattr(o, "best", -1))
    return out


@cases(0, 1, 3)
def in_staged_loop(n):
    o = Thing()
    if n > 1:
        o.total = 10
    for i in range(n):
        if hasattr(o, "total"):
            o.total += i
        else:
            o.total = i
    return getattr(o, "total", -1)


@cases(0, 1, 3)
def in_staged_while(n):
    o = Thing()
    if n > 1:
        o.t = 1
    k = 0
    while k < n:
        k += 1
        if k == 2:
            o.t = 50
    return getattr(o, "t", -1), k


@cases(0, 1, 3)
def deleted_in_loop(n):
    o = Thing()
    o.t = 1
    for i in range(3):
        if i < n and hasattr(o, "t"):
            del o.t
    return hasattr(o, "t")


class Memo:
    def value(self, n):
        if not hasattr(self, "_v"):
            self._v = n * 2
            self.calls = getattr(self, "calls", 0) + 1
        return self._v


@cases(0, 1, 3)
def memo(n):
    m = Memo()
    a = 0
    if n > 0:
        a = m.value(n)
    b = m.value(n + 1)
    return a, b, m.calls


class Base:
    def ready(self):
        return hasattr(self, "data")


class Derived(Base):
    def load(self, n):
        self.data = [n, n + 1]


@cases(0, 1, 3)
def derived(n):
    d = Derived()
    if n > 0:
        d.load(n)
    return sum(d.data) if d.ready() else -1


@cases(0, 1, 3)
def two_objects(n):
    a, b = Thing(), Thing()
    if n > 0:
        a.x = 1
    b.x = 2
    return getattr(a, "x", 9), b.x, hasattr(b, "x"), hasattr(a, "y")


@cases(0, 1, 3)
def chosen_object(n):
    a, b = Thing(), Thing()
    if n > 0:
        a.x = 1
    b.x = 2
    c = a if n > 1 else b
    return getattr(c, "x", 9)


@cases(0, 1, 3)
def chosen_object_has(n):
    a, b = Thing(), Thing()
    if n > 0:
        a.x = 1
    c = a if n > 1 else b
    return hasattr(c, "x")


@cases(0, 1, 3)
def made_in_branch(n):
    if n > 0:
        o = Thing()
        if n > 1:
            o.x = n
    else:
        o = Thing()
        o.x = 8
    return getattr(o, "x", -3)


@cases(0, 1, 3)
def passed_to_function(n):
    def read(p):
        return p.x * 2

    o = Thing()
    if n > 0:
        o.x = n
    return read(o) if hasattr(o, "x") else 0


@cases(0, 1, 3)
def compared(n):
    @dataclass
    class P:
        a: int = 1

    p, q = P(), P()
    if n > 0:
        p.extra = n
    return p == q


@cases(0, 1, 3, staged="refused AG010")
def matched(n):
    o = Thing()
    if n > 0:
        o.x = n
    match o:
        case Thing(x=v):
            return v
        case _:
            return -9


@cases(0, 1, 3, staged="refused AG010")
def matched_value(n):
    o = Thing()
    if n > 0:
        o.x = n
    match o:
        case Thing(x=3):
            return 1
        case Thing(y=3):
            return 2
    return 0


@cases(0, 1, 3)
def two_names(n):
    o = Thing()
    if n > 0:
        o.x = n
    if n > 1:
        o.y = n + 1
    return getattr(o, "x", 0) + getattr(o, "y", 0)


@cases(0, 1, 3)
def nested_getattr(n):
    o = Thing()
    if n > 0:
        o.x = n
    return getattr(o, "y", getattr(o, "x", 4))


@cases(0, 1, 3)
def default_effects(n):
    log = []

    def default():
        log.append(1)
        return 5

    o = Thing()
    if n > 0:
        o.x = n
    v = getattr(o, "x", default())
    return v, log


@cases(0, 1, 3)
def raising(n):
    o = Thing()
    if n > 0:
        o.x = n
    if not hasattr(o, "x"):
        raise ValueError("no x")
    return o.x


@cases(0, 1, 3)
def string_name(n):
    o = Thing()
    name = "a" if n > 1 else "b"
    setattr(o, name, n)
    return getattr(o, "a", 0) + getattr(o, "b", 0)


@cases(0, 1, 3, staged="refused AG010")
def method_replaced(n):
    class K:
        def f(self):
            return 1

    k = K()
    if n > 0:
        k.f = lambda: 2
    return k.f()


@cases(0, 1, 3, staged="refused AG010")
def class_attr(n):
    class K:
        pass

    if n > 0:
        K.x = n
    return getattr(K, "x", 3)


@cases(0, 1, 3)
def early(n):
    o = Thing()
    if n > 0:
        o.x = n
        return o.x
    return hasattr(o, "x")


@cases(0, 1, 3)
def list_attr_again(n):
    o = Thing()
    if n > 0:
        o.items = [1, 2]
    if hasattr(o, "items"):
        o.items.append(n)
        return o.items
    return [0]


@cases(0, 1, 3)
def obj_in_list(n):
    os = [Thing(), Thing()]
    for i, o in enumerate(os):
        if i < n:
            o.seen = True
    return [getattr(o, "seen", False) for o in os]


@cases(0, 1, 3)
def identity(n):
    o = Thing()
    v = [1]
    if n > 0:
        o.x = v
    v.append(2)
    return getattr(o, "x", v) is v, len(v)


@cases(0, 1, 3)
def tree(n):
    class T:
        def __init__(self, v):
            self.v = v

        def insert(self, v):
            if v < self.v:
                if hasattr(self, "left"):
                    self.left.insert(v)
                else:
                    self.left = T(v)
            else:
                self.right = T(v)

    t = T(2)
    t.insert(n)
    return getattr(t, "left", None) is None, getattr(t, "right", None) is None


@cases(0, 1, 3, staged="refused AG010")
def exception_attr(n):
    e = ValueError("a")
    if n > 0:
        e.code = n
    return getattr(e, "code", -1)


@cases(0, 1, 3)
def context(n):
    class M:
        def __enter__(self):
            if n > 0:
                self.v = n
            return self

        def __exit__(self, *a):
            return False

    with M() as m:
        r = getattr(m, "v", 6)
    return r


@cases(0, 1, 3)
def equal_objs(n):
    o = Thing()
    if n > 0:
        o.x = n
    return o == o, bool(o)


@cases(0, 1, 3)
def in_and(n):
    o = Thing()
    if n > 0:
        o.x = n
    return hasattr(o, "x") and o.x > 2


@cases(0, 1, 3)
def in_or(n):
    o = Thing()
    if n > 0:
        o.x = n
    return not hasattr(o, "x") or o.x > 2


@cases(0, 1, 3)
def attrgetter(n):
    o = Thing()
    if n > 0:
        o.x = n
    return operator.attrgetter("x")(o) if n > 5 else 0


@cases(0, 1, 3)
def sorted_by(n):
    os = [Thing(), Thing()]
    for i, o in enumerate(os):
        o.k = -i
    if n > 0:
        os[0].extra = 1
    return [o.k for o in sorted(os, key=lambda o: o.k)], sum(getattr(o, "extra", 0) for o in os)


@cases(0, 1, 3)
def in_comprehension(n):
    o = Thing()
    if n > 0:
        o.x = n
    return [i + o.x for i in range(2)] if hasattr(o, "x") else []


@cases(0, 1, 3)
def lambda_read(n):
    o = Thing()
    if n > 0:
        o.x = n

    def read():
        return o.x

    return read()


@cases(0, 1, 3, staged="refused AG010")
def subclass_hook(n):
    class A:
        pass

    class B(A):
        def __getattr__(self, name):
            return 11

    a, b = A(), B()
    if n > 0:
        a.x = n
    if n > 0:
        b.x = n
    return getattr(a, "x", 3) + b.x


@cases(0, 1, 3)
def subclass_default(n):
    class A:
        pass

    class B(A):
        x = 70

    a, b = A(), B()
    if n > 0:
        a.x = n
    if n > 1:
        b.x = n
    return getattr(a, "x", 3) + b.x + B().x


@cases(0, 1, 3, staged="refused AG010")
def base_later(n):
    class A:
        pass

    class B(A):
        pass

    b = B()
    if n > 0:
        b.x = n
    A.x = 44
    return b.x


@cases(0, 1, 3, staged="refused AG010")
def method_later(n):
    class A:
        pass

    a = A()
    if n > 0:
        a.x = n
    A.x = 5
    return a.x


@cases(0, 1, 3)
def printed(n):
    @dataclass
    class A:
        y: int

    a = A(n)
    if n > 0:
        a.x = n
    return repr(a)


@cases(0, 1, 3, staged="refused AG010")
def vars_copy(n):
    o = Thing()
    if n > 0:
        o.x = n
    return len(vars(o))


@cases(0, 1, 3, staged="refused AG033")
def update_namespace(n):
    o = Thing()
    if n > 0:
        o.x = n
    p = Thing()
    p.__dict__.update(o.__dict__)
    return getattr(p, "x", 1)


@cases(0, 1, 3)
def loop_over_objects(n):
    os = [Thing() for _ in range(3)]
    for i in range(n):
        os[i].hit = i
    return [getattr(o, "hit", -1) for o in os]


@cases(0, 1, 3)
def while_lazily(n):
    o = Thing()
    k = 0
    while k < n:
        if not hasattr(o, "t"):
            o.t = 0
        o.t += k
        k += 1
    return getattr(o, "t", -1)
