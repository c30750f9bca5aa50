"""Objects of classes with operators, items, a length or a call of their own, in lists whose length a tensor decides."""

from __future__ import annotations

import heapq
from collections import namedtuple
from dataclasses import dataclass
from typing import NamedTuple

from tests.autograph.effects.outcomes import cases

ARGUMENTS = (0,), (1,), (2,), (3,)


@dataclass
class Vec:
    x: int
    y: int

    def __add__(self, o):
        return Vec(self.x + o.x, self.y + o.y)

    def __mul__(self, k):
        return Vec(self.x * k, self.y * k)

    __rmul__ = __mul__

    def __neg__(self):
        return Vec(-self.x, -self.y)

    def __sub__(self, o):
        return self + -o

    def __matmul__(self, o):
        return self.x * o.x + self.y * o.y

    def __abs__(self):
        return abs(self.x) + abs(self.y)

    def __iadd__(self, o):
        self.x += o.x
        self.y += o.y
        return self


class Money:
    def __init__(self, cents):
        self.cents = cents

    def __add__(self, o):
        if isinstance(o, Money):
            return Money(self.cents + o.cents)
        return Money(self.cents + o * 100)

    __radd__ = __add__

    def __lt__(self, o):
        return self.cents < o.cents

    def __eq__(self, o):
        return isinstance(o, Money) and self.cents == o.cents

    def __floordiv__(self, k):
        return Money(self.cents // k)

    def __mod__(self, k):
        return Money(self.cents % k)

    def __bool__(self):
        return self.cents != 0


@cases(*ARGUMENTS)
def vectors_added_up(n):
    vs = []
    for i in range(n):
        vs.append(Vec(i, i * i) if i % 2 else Vec(1, 1) * i)
    t = Vec(0, 0)
    for v in vs:
        t = t + v
    return t.x, t.y, len(vs)


@cases(*ARGUMENTS)
def vectors_negated(n):
    vs = []
    for i in range(n):
        v = Vec(i, 2)
        if i > 1:
            v = -v
        vs.append(v)
    return sum(v @ v for v in vs), sum(abs(v) for v in vs)


@cases(*ARGUMENTS)
def the_last_vector_changed(n):
    vs = [Vec(0, 0)]
    for i in range(n):
        vs[-1] += Vec(i, 1)
        if i % 3 == 2:
            vs.append(2 * vs[-1])
    return len(vs), vs[-1].x, vs[0].y


@cases(*ARGUMENTS)
def money_added(n):
    purse = []
    for i in range(n):
        if i % 2 == 0:
            purse.append(Money(i * 10) + 1)
        else:
            purse.append(5 + Money(i))
    total = Money(0)
    for m in purse:
        total = total + m
    best = max(purse, key=lambda m: m.cents) if purse else Money(0)
    return total.cents, best.cents, (total // 3).cents, (total % 7).cents


@cases(*ARGUMENTS)
def money_sorted(n):
    purse = []
    for i in range(n):
        purse.append(Money((i * 37) % 50))
    purse.sort()
    k = 0
    for m in purse:
        if m:
            k += 1
    return k, purse[0].cents if purse else -1


@cases(*ARGUMENTS)
def a_bouncing_point(n):
    pos, vel = Vec(0, 10), Vec(1, 2)
    bounces = 0
    for _ in range(n):
        pos = pos + vel
        vel = vel + Vec(0, -2)
        if pos.y < 5:
            vel = Vec(vel.x, -vel.y)
            bounces += 1
    return pos.x, pos.y, bounces


@cases(*ARGUMENTS)
def a_point_moved_in_place(n):
    pos, vel = Vec(0, 10), Vec(1, 2)
    for i in range(n):
        pos += vel
        if i % 2:
            vel += Vec(0, -2)
    return pos.x, pos.y


class Row3:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def __getitem__(self, k):
        return self.a if k == 0 else self.b

    def __setitem__(self, k, v):
        if k == 0:
            self.a = v
        else:
            self.b = v

    def __len__(self):
        return 2 if self.a else 0

    def __contains__(self, x):
        return x == self.a or x == self.b

    def __call__(self, x):
        return self.a * x + self.b


@cases(*ARGUMENTS)
def items_stored_and_found(n):
    rows = []
    for i in range(n):
        rows.append(Row3(i, i * 2))
    t = 0
    for i, r in enumerate(rows):
        r[i % 2] = 5
        t += r[0] + 10 * r[1] + len(r)
        if 5 in r:
            t += 100
        if r:
            t += 1000
    return t, rows[-1](3) if rows else -1


@cases(*ARGUMENTS)
def functions_in_a_queue(n):
    fs = [Row3(1, 0)]
    for i in range(n):
        fs.append(Row3(i, 1))
        if i % 2:
            fs.pop(0)
    x = 1
    for f in fs:
        x = f(x) % 101
    return x, len(fs)


@cases(*ARGUMENTS)
def truth_of_rows(n):
    fs = [Row3(1, 0)]
    for i in range(n):
        fs.append(Row3(i, 1))
    t = 0
    for f in fs:
        a, b = f[0], f[1]
        t += a - b
        del f
    return t, sum(1 for f in fs if not f), any(fs), all(fs)


class Numbered(NamedTuple):
    a: int
    b: int

    def bump(self, k):
        match k:
            case 0:
                return Numbered(self.a + 1, 0)
            case 1:
                return self._replace(b=self.b + 1)
        raise ValueError(k)


Point2 = namedtuple("Point2", "x y")


@cases((1, 2), (2, 1), (1, 1))
def nt_less(a, b):
    return (
        Numbered(a, b) < Numbered(b, a),
        Numbered(a, b) >= Numbered(1, 1),
        Numbered(a, b) == (a, b),
        max(Numbered(a, b), Numbered(b, a)),
        sorted([Numbered(a, b), Numbered(b, a), Numbered(1, 1)]),
    )


@cases((1, 0), (2, 1))
def nt_bump(a, k):
    v = Numbered(a, 2)
    w = v.bump(k)
    return w > v, str(w), w.a == v.a, Point2(a, k) < Point2(1, 1), Point2(a, k) < (1, 1)


@cases((1, 0), (2, 1))
def nt_chosen(a, k):
    v = Numbered(a, 2) if k else Numbered(2, a)
    return v > Numbered(1, 1), v > (1, 1), min(v, Numbered(1, 2))


# Classes of tuples that say themselves how they compare


class Ranked(NamedTuple):
    a: int
    b: int

    def __lt__(self, other):
        return self.b < other.b


class Highest(NamedTuple):
    a: int
    b: int

    def __gt__(self, other):
        return self.b > other.b


class Ordered(list):
    def __lt__(self, other):
        return self[1] < other[1]


@cases((0, 3), (3, 0))
def in_an_order_of_its_own(n, m):
    kept = [Ranked(9, 0), Ranked(5, 2)]
    kept.sort(reverse=True)
    heap = [Ranked(n, m)]
    heapq.heappush(heap, Ranked(m, n))
    ordered = sorted([Ranked(n, m), Ranked(m, n), Ranked(2, 2)])
    return ordered, kept, heap[0], min(Ranked(n, m), Ranked(m, n)), max(Highest(n, m), Highest(m, n))


@cases((0, 3), (3, 0))
def in_others_in_an_order_of_its_own(n, m):
    pairs = sorted([(Ranked(n, m), 1), (Ranked(m, n), 2)])
    by_key = sorted([1, 2, 3], key=lambda i: Ranked(i * n, -i))
    lists = list(min(Ordered([n, m]), Ordered([m, n])))
    return pairs, (Ranked(n, m), 1) < (Ranked(m, n), 2), [Ranked(n, m)] < [Ranked(m, n)], by_key, lists


@cases((0, 3), (3, 0), (2, 2))
def equal_with_an_order_of_its_own(n, m):
    one, other = Ranked(n, m), Ranked(m, n)
    found = [one, Ranked(1, 1)]
    return one == other, one != other, other in found, found.count(other), (one, 1) == (other, 1), one < other


class Named(NamedTuple):
    name: int
    value: int

    def __eq__(self, other):
        return self.value == other.value

    def __hash__(self):
        return 1


@cases((0, 3), (3, 0))
def equal_by_a_part(n, m):
    found = {Named(n, 1): n}
    found[Named(m, 1)] = 9
    return len(found), list(found.values()), len({Named(n, 1), Named(m, 1)}), Named(m, 1) in {Named(n, 1)}


@cases((0, 3), (3, 0), staged="refused AG032")
def hashed_by_a_part(n, m):
    class Keyed(NamedTuple):
        name: int
        value: int

        def __eq__(self, other):
            return self.name == other.name

        def __hash__(self):
            return hash(self.name)

    return len({Keyed(n, 1), Keyed(m, 1)})


class Backwards(NamedTuple):
    a: int
    b: int

    def __iter__(self):
        yield self.b
        yield self.a


@cases((0, 3), (3, 0))
def gone_over_backwards(n, m):
    return Backwards(n, m), list(Backwards(n, 1))
