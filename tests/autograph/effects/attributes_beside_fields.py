"""Attributes of objects of dataclasses that are not fields, where a staged condition chooses between two objects."""

from __future__ import annotations

import copy
import dataclasses
import functools
from dataclasses import InitVar, dataclass

from tests.autograph.effects.outcomes import cases


@dataclass
class Q:
    k: int

    def __post_init__(self):
        self.t = self.k * 2


@cases(0, 1)
def chosen(n):
    q = Q(1) if n else Q(2)
    return q.t


@cases(0, 1)
def replaced(n):
    q = Q(1)
    if n:
        q = Q(5)
    return q.k, q.t


@cases(0, 1)
def indexed(n):
    return [Q(1), Q(2)][n].t


@cases(0, 3)
def ordered(n):
    return (
        [q.t for q in sorted([Q(2), Q(n)], key=lambda q: q.k)],
        min(Q(2), Q(n), key=lambda q: q.k).t,
        max([Q(2), Q(n)], key=lambda q: -q.k).t,
    )


@cases(0, 1)
def swapped(n):
    a, b = Q(1), Q(2)
    if n:
        a, b = b, a
    return a.t, b.t


@cases(0, 3)
def replaced_in_a_loop(n):
    q = Q(7)
    for i in range(n):
        q = Q(i)
    return q.k, q.t


@cases(0, 3)
def replaced_in_a_while(n):
    q = Q(7)
    while q.t > n:
        q = Q(q.k - 1)
    return q.k, q.t


@cases(0, 3)
def replaced_then_stored(n):
    q = Q(7)
    for i in range(n):
        q = Q(i)
        q.t = q.t + 1
    return q.k, q.t


@cases(0, 3)
def stored_in_a_loop(n):
    q = Q(7)
    for i in range(n):
        q.t += i
        q.k -= 1
    return q.k, q.t


@dataclass
class WithInit:
    k: int
    s: InitVar[int]

    def __post_init__(self, s):
        self.t = s


@cases(0, 1)
def init_var(n):
    q = WithInit(1, 5) if n else WithInit(2, 6)
    return q.k, q.t


@dataclass(frozen=True)
class Frozen:
    k: int

    def __post_init__(self):
        object.__setattr__(self, "t", self.k * 3)


@cases(0, 1)
def frozen(n):
    return (Frozen(1) if n else Frozen(2)).t


@cases(0, 3)
def frozen_in_loop(n):
    q = Frozen(9)
    for i in range(n):
        q = Frozen(i)
    return q.t, q.k


@dataclass
class Cached:
    k: int

    @functools.cached_property
    def t(self):
        return self.k * 3


@cases(0, 1)
def cached_both(n):
    a, b = Cached(1), Cached(2)
    a.t, b.t
    q = a if n else b
    return q.t


@cases(0, 1, staged="refused AG010")
def cached_in_one(n):
    a, b = Cached(1), Cached(2)
    a.t
    a.k = 9
    b.k = 8
    q = a if n else b
    return q.t


@cases(0, 1, staged="refused AG010")
def cached_in_branch(n):
    a = Cached(1)
    if n:
        a.t
    a.k = 5
    return a.t


class Base:
    def __init__(self):
        self.t = 1


@dataclass
class Derived(Base):
    k: int

    def __post_init__(self):
        super().__init__()
        self.t += self.k


@cases(0, 1)
def of_base(n):
    q = Derived(1) if n else Derived(2)
    return q.t


class Sub(Q):
    def __init__(self, k, u):
        super().__init__(k)
        self.u = u


@cases(0, 1)
def of_subclass(n):
    q = Sub(1, 7) if n else Sub(2, 8)
    return q.t, q.u, q.k


@cases(0, 1)
def from_outside(n):
    a, b = Q(1), Q(2)
    a.extra, b.extra = 5, 6
    q = a if n else b
    return q.extra


@cases(0, 1)
def in_only_one(n):
    a, b = Q(1), Q(2)
    a.extra = 5
    q = a if n else b
    return hasattr(q, "extra"), getattr(q, "extra", 0), q.t, q.k


@cases(0, 1)
def stored_through_either(n):
    a, b = Q(1), Q(2)
    a.extra = 5
    q = a if n else b
    q.k = 8
    return a.k, b.k, hasattr(q, "extra")


@cases(0, 1)
def deleted(n):
    a = Q(1)
    if n:
        del a.t
    return hasattr(a, "t")


@cases(0, 1)
def in_another_order(n):
    a, b = Q(1), Q(2)
    a.u, a.v = 1, 2
    b.v, b.u = 3, 4
    q = a if n else b
    return q.u, q.v


@cases(0, 1)
def unlike(n):
    a, b = Q(1), Q(2)
    a.u, b.u = [1], [2, 3]
    q = a if n else b
    return sum(q.u)


@cases(0, 1)
def functions(n):
    a, b = Q(1), Q(2)
    a.u, b.u = (lambda v: v + 1), (lambda v: v * 7)
    q = a if n else b
    return q.u(3)


@cases(0, 1)
def held(n):
    a, b = [Q(1)], [Q(2)]
    q = a if n else b
    return q[0].t


@cases(0, 1)
def copied(n):
    q = Q(1) if n else Q(2)
    r = copy.copy(q)
    r.t += 1
    return q.t, r.t, copy.deepcopy(r).t, q == r


@cases(0, 1, jax="refused AG038")
def returned(n):
    if n:
        return Q(1)
    return Q(2)


@cases(0, 1, 3)
def optional(n):
    q = None
    for i in range(n):
        if i == 1:
            q = Q(i)
    return 0 if q is None else q.t


@cases(0, 1)
def optional_chosen(n):
    q = Q(n) if n else None
    return q.t if q else 5


@dataclass
class Node:
    k: int
    next: object = None

    def __post_init__(self):
        self.depth = 1 + (self.next.depth if self.next else 0)


@cases(0, 1)
def linked(n):
    a = Node(1, Node(2))
    b = Node(3, Node(4, Node(5)))
    q = a if n else b
    return q.depth, q.next.depth


@cases(0, 3)
def linked_in_loop(n):
    a = Node(1)
    for i in range(3):
        a = Node(n + i, a)
    return a.depth, a.k


@cases(0, 3)
def found(n):
    best = None
    for q in [Q(3), Q(1), Q(2)]:
        if best is None or (q.t < best.t and q.k != n):
            best = q
    return best.t, best.k


@cases(0, 1)
def by_vars(n):
    q = Q(1) if n else Q(2)
    return vars(q)["t"], sorted(vars(q))


@dataclass
class DE(Exception):
    a: int


@cases(0, 1)
def text_of_exception(x):
    return repr(DE(x))


@cases(0, 1)
def exception_raised(x):
    try:
        raise DE(x + 1)
    except DE as e:
        return e.a, repr(e), str(e)


@cases(0, 1)
def exception_raised_in_branch(x):
    try:
        if x > 0:
            raise DE(x + 1)
        return 0
    except DE as e:
        return e.a


@cases(0, 1, staged="refused AG012")
def exception_chosen(x):
    e = DE(1) if x else DE(2)
    return e.a, repr(e)


@cases(0, 1)
def exception_by_format(x):
    e = DE(x)
    return f"{e!r} {e} {e.args}"


@dataclass
class Spelled(DE):
    b: int = 2

    def __repr__(self):
        return "S" + super().__repr__()


@cases(0, 1, staged="refused AG055")
def exception_spelled(x):
    return repr(Spelled(x))


class Named(DE):
    pass


@cases(0, 1)
def exception_of_subclass(x):
    return repr(Named(x)), [*map(repr, [DE(x)])]


@cases(0, 1)
def exception_in_a_list(x):
    return repr([DE(x)])


@cases(0, 1)
def exception_changed(x):
    e = DE(3)
    e.a = x
    return repr(e), e.args


@cases(1, 3)
def appended(n):
    xs = []
    for i in range(n):
        xs.append(Q(i))
    return xs[0].t, len(xs), xs[-1].t


@cases(1, 3, staged="refused AG024")
def appended_changed(n):
    xs = []
    for i in range(n):
        xs.append(Q(i))
        xs[-1].t = 9
    return xs[0].t, len(xs), sum(x.t for x in xs)


@cases(0, 1)
def popped_q(n):
    xs = [Q(1), Q(4), Q(5)]
    if n:
        xs.pop()
    return xs[-1].t, xs[0].t


@cases(0, 1)
def in_dict_q(n):
    d = {"a": Q(1)}
    if n:
        d["a"] = Q(3)
    return d["a"].t


@cases(0, 1)
def by_key(n):
    d = {0: Q(1), 1: Q(5)}
    return d[n].t


@cases(0, 1)
def stored_by_key(n):
    d = {}
    d[n] = Q(n + 2)
    d[n + 1] = Q(n + 7)
    return d[n].t, d[n + 1].t


@cases(0, 1)
def filtered(n):
    xs = [q for q in [Q(1), Q(2), Q(3)] if q.k > n]
    return xs[0].t, len(xs)


@cases(0, 1)
def next_q(n):
    return next(q for q in [Q(1), Q(2), Q(3)] if q.k > n).t


@cases(0, 1)
def reduced(n):
    q = functools.reduce(lambda a, b: a if a.k * n > b.k else b, [Q(1), Q(5), Q(3)])
    return q.t


@cases(0, 1, staged="refused AG053")
def expr_and(n):
    q = n and Q(1) or Q(2)
    return q.t


@cases(0, 1)
def walrus(n):
    return (q := Q(1) if n else Q(4)).t + q.k


@cases(0, 1)
def matched(n):
    match Q(1) if n else Q(4):
        case Q(k=1, t=2):
            return 5
        case Q(t=v):
            return v


@cases(0, 1)
def eq(n):
    a, b = Q(1), Q(1)
    b.t = 7
    q = a if n else b
    return q == a, q.t, q is a


@cases(0, 1)
def replaced_dc(n):
    q = dataclasses.replace(Q(n), k=4 + n)
    r = q if n else Q(1)
    return r.t, dataclasses.asdict(r)["k"]


@cases(0, 1)
def made_by_recursion(n):
    def f(k):
        return Q(k) if k > 3 else f(k + 1)

    return f(n).t


@cases(0, 1)
def tried(n):
    try:
        q = Q(1)
        if n:
            raise ValueError
        q = Q(3)
    except ValueError:
        pass
    return q.t


@cases(0, 3)
def for_swapped_q(n):
    p, r = Q(5), Q(6)
    for i in range(n):
        p, r = r, p
    return p.t
