"""What Python asks the objects of a program: for hashes, for lengths, for items, for their truth."""

from __future__ import annotations

import bisect
import heapq
from collections import Counter, deque

from tests.autograph.effects.outcomes import cases


class S:
    def __getitem__(self, i):
        return i


@cases(0, 2)
def bisect_endless(x):
    return bisect.bisect(S(), 1, 0, 3) + x


class T:
    def __init__(self):
        self.n = 0

    def __len__(self):
        self.n += 100
        return 4

    def __getitem__(self, i):
        self.n += 1
        if i >= 4:
            raise IndexError
        return i


@cases(0, 2)
def bisect_counts(x):
    t = T()
    return bisect.bisect(t, 2) + x, t.n


class L(list):
    def __init__(self, *a):
        super().__init__(*a)
        self.n = 0

    def __getitem__(self, i):
        self.n += 1
        return super().__getitem__(i)


@cases(0, 2)
def bisect_list(x):
    t = L([1, 2, 3])
    return bisect.bisect(t, 2) + x, t.n


class H:
    def __init__(self):
        self.n = 0

    def __iter__(self):
        return iter([1, 2])

    def __length_hint__(self):
        self.n += 1
        return 2


@cases(0, 2)
def hints(x):
    a, b, c = H(), H(), H()
    return list(a), tuple(b), sorted(c), a.n, b.n, x


class M:
    def __init__(self, items):
        self.n = 0
        self.items = items

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        self.n += 1
        return 2


@cases(0, 2)
def lens(x):
    a = [M([1, 2]) for _ in range(7)]
    set(a[0])
    frozenset(a[1])
    deque(a[2])
    Counter(a[3])
    list(a[5])
    sum(a[6])
    b = M([(1, 2)])
    dict(b)
    return [m.n for m in a], b.n, x


@cases(0, 2)
def lens_branch(x):
    a = [M([1, 2]) for _ in range(7)]
    if x > 1:
        set(a[0])
        list(a[5])
    return [m.n for m in a], x


@cases(0, 2, staged="refused AG025")
def merges(x):
    calls = []

    def key(v):
        calls.append(v)
        return v

    return list(heapq.merge([1, 3], [2], key=key)), calls, x


@cases(0, 2)
def merges_pure(x):
    return list(heapq.merge([1, 3 + x], [2], key=lambda v: v % 3))


class Hashed:
    def __init__(self, box):
        self.box = box

    def __hash__(self):
        self.box[0] += 1
        return 7

    def __eq__(self, other):
        return self is other


@cases(0, 5, staged="refused AG025")
def hash_counts_in_a_branch(x):
    box = [0]
    keys = [Hashed(box)]
    if x > 1:
        hash(keys[0])
    return box[0]


@cases(0, 5, staged="refused AG025")
def hash_counts_in_a_lookup(x):
    box = [0]
    key = Hashed(box)
    d = {key: 1}
    if x > 1:
        d[key] += x
    return d[key], box[0]


class Lazy:
    def __init__(self, number):
        self.number = number
        self.known = None

    def __hash__(self):
        if self.known is None:
            self.known = hash(self.number)
        return self.known

    def __eq__(self, other):
        return self.number == other.number


@cases(0, 5)
def hash_is_kept(x):
    d = {Lazy(1): 1, Lazy(2): 2}
    if x > 1:
        d[Lazy(1)] += x
    return list(d.values())


class Truth:
    def __init__(self, box, truth):
        self.box, self.truth = box, truth

    def __bool__(self):
        self.box[0] += 1
        return self.truth


@cases(0, 5)
def truth_in_tests(x):
    box = [0]
    r = 0
    if Truth(box, False) and x > 1:
        r = 1
    if Truth(box, True) or x > 1:
        r += 2
    while Truth(box, False) and x:
        r += 10
    assert Truth(box, True) or x
    s = x if Truth(box, False) and Truth(box, True) else 9
    t = [k for k in (1, 2) if Truth(box, False) and x]
    return r, s, t, box[0]


class Coin:
    seen = 0

    def __bool__(self):
        self.seen += 1
        return self.seen % 2 == 0


@cases(0, 3)
def answers_in_turns(x):
    coin = Coin()
    r = 0
    if coin and x > 1:
        r = 1
    return r, coin.seen
