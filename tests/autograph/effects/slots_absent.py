"""Attributes in slots that an object has on some paths only."""

from __future__ import annotations

import copy
import operator
from dataclasses import asdict, dataclass, field

from tests.autograph.effects.outcomes import cases


class P:
    def __init__(self):
        self.count = 0

    def feed(self, v):
        if not hasattr(self, "low") or v < self.low:
            self.low = v
        self.count += 1


class S:
    __slots__ = ("count", "low")

    def __init__(self):
        self.count = 0

    def feed(self, v):
        if not hasattr(self, "low") or v < self.low:
            self.low = v
        self.count += 1


class S2(S):
    __slots__ = ("high",)


@cases(([3, -1, 8, 4], 0), ([3, -1, 8, 4], 5), ([1, 1, 1, 1], 9))
def slots(values, floor):
    s = S()
    for v in values:
        if v > floor:
            s.feed(v)
    if s.count == 0:
        s.low = floor
    return s.low, s.count


@cases(0, 1, 3)
def absent(n):
    s = S()
    if n > 1:
        s.low = n
    return hasattr(s, "low"), getattr(s, "low", -1)


@cases(0, 1, 3)
def absent_deleted(n):
    s = S()
    s.low = 4
    if n > 1:
        del s.low
    return hasattr(s, "low"), getattr(s, "low", -1)


@cases(0, 1, 3)
def absent_read(n):
    s = S()
    if n > 1:
        s.low = n
    try:
        return s.low
    except AttributeError as e:
        return str(e)


@cases(0, 1, 3)
def absent_raises(n):
    s = S()
    if n > 1:
        s.low = n
    return s.low


@cases(0, 1, 3)
def in_loop(n):
    s = S2()
    t = 0
    for i in range(n):
        if hasattr(s, "high"):
            t += s.high
            del s.high
        else:
            s.high = i
    return t, hasattr(s, "high")


@cases(0, 1, 3)
def no_such_slot(n):
    s = S()
    try:
        if n > 1:
            s.other = n
        s.low = 1
    except AttributeError:
        s.low = -1
    return s.low


@cases(0, 1, 3)
def in_a_list(n):
    ss = [S(), S()]
    ss[n % 2].low = n
    return [getattr(s, "low", -1) for s in ss]


@dataclass(slots=True)
class D:
    a: int
    b: int = 3
    c: int = field(init=False)


class T(P):
    __slots__ = ("high",)


class Private:
    __slots__ = ("__secret", "x")

    def __init__(self, n):
        self.x = n
        if n > 1:
            self.__secret = n

    def get(self):
        return getattr(self, "_Private__secret", 9), hasattr(self, "_Private__secret")


class Node:
    __slots__ = ("left", "right", "value")

    def __init__(self, v):
        self.value = v

    def insert(self, v):
        side = "left" if v < self.value else "right"
        if hasattr(self, side):
            getattr(self, side).insert(v)
        else:
            setattr(self, side, Node(v))


@cases(0, 1, 3)
def text_of_absent(n):
    s = S()
    if n > 1:
        s.low = n
    try:
        return "ok", s.low
    except AttributeError as e:
        return str(e), -1


@cases(0, 1, 3)
def dataclass_slots(n):
    d = D(n)
    if n > 0:
        d.c = n * 2
    if hasattr(d, "c") and n > 1:
        del d.b
    return getattr(d, "c", -1), getattr(d, "b", -2), d.a


@cases(0, 1, 3)
def slots_and_dict(n):
    t = T()
    if n > 0:
        t.high = n
    if n > 1:
        t.low = 5
    return getattr(t, "high", -1), getattr(t, "low", -1), sorted(vars(t))


@cases(0, 1, 3)
def private(n):
    return Private(n).get()


@cases(0, 1, 3, staged="refused AG010")
def copied(n):
    s = S()
    if n > 1:
        s.low = n
    u = copy.copy(s)
    return getattr(u, "low", -1), hasattr(u, "low")


@cases(0, 1, 3)
def getter(n):
    s = S()
    if n > 0:
        s.low = n
    try:
        return operator.attrgetter("low")(s)
    except AttributeError:
        return -1


@cases(0, 1, 3, staged="refused AG010")
def matched(n):
    s = S()
    if n > 0:
        s.low = n
    match s:
        case S(low=v):
            return v
        case S(count=c):
            return c - 5


@cases(0, 1, 3)
def in_loops(n):
    s = S()
    for i in range(n):
        if i == 1:
            s.low = i
        elif hasattr(s, "low"):
            s.low += 10
    return getattr(s, "low", None), s.count


@cases((1, 2), (5, 2), (3, 9))
def tree(n, m):
    root = Node(4)
    root.insert(n)
    root.insert(m)
    return root.left.value if hasattr(root, "left") else 0, root.right.value if hasattr(root, "right") else 0


@cases(0, 1, 3)
def asdicted(n):
    d = D(n)
    if n > 0:
        d.c = n * 2
    try:
        return asdict(d)
    except AttributeError:
        return 3
