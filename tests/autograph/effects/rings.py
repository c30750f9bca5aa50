"""Objects that are linked in circles: rings, lists linked both ways, children and parents."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


class Node:
    def __init__(self, key, value):
        self.key = key
        self.value = value
        self.prev = None
        self.next = None


class LRU:
    def __init__(self, room):
        self.room = room
        self.size = 0
        self.head = Node(-1, 0)
        self.tail = Node(-2, 0)
        self.head.next = self.tail
        self.tail.prev = self.head

    def unlink(self, node):
        node.prev.next = node.next
        node.next.prev = node.prev

    def push(self, node):
        node.prev = self.head
        node.next = self.head.next
        self.head.next.prev = node
        self.head.next = node

    def find(self, key):
        node = self.head.next
        while node is not self.tail:
            if node.key == key:
                return node
            node = node.next
        return None

    def get(self, key):
        node = self.find(key)
        if node is None:
            return -1
        self.unlink(node)
        self.push(node)
        return node.value

    def put(self, key, value):
        node = self.find(key)
        if node is not None:
            node.value = value
            self.unlink(node)
            self.push(node)
            return
        if self.size == self.room:
            self.unlink(self.tail.prev)
            self.size -= 1
        self.push(Node(key, value))
        self.size += 1


@cases((1, 3), (2, 6), (3, 12))
def lru(room, n):
    cache = LRU(room)
    hits = 0
    for i in range(n):
        key = i * i % 5
        if cache.get(key) == -1:
            cache.put(key, i)
        else:
            hits += 1
    node = cache.head.next
    keys = []
    while node is not cache.tail:
        keys.append(node.key)
        node = node.next
    return hits, keys


class T:
    def __init__(self, v, parent):
        self.v = v
        self.parent = parent
        self.child = None


@cases(0, 1, 4)
def parents(n):
    root = T(0, None)
    node = root
    for i in range(n):
        new = T(i + 1, node)
        node.child = new
        node = new
    t = 0
    while node is not None:
        t = t * 10 + node.v
        node = node.parent
    node = root
    while node is not None:
        t += node.v
        node = node.child
    return t


class Ring:
    def __init__(self, v):
        self.v = v
        self.prev = self.next = self

    def insert_after(self, other):
        other.prev, other.next = self, self.next
        self.next.prev = other
        self.next = other

    def leave(self):
        self.prev.next = self.next
        self.next.prev = self.prev

    def unlink(self):
        self.leave()
        self.prev = self.next = self


@cases(0, 1, 6, 15)
def marbles(n):
    current = Ring(0)
    score = 0
    for m in range(1, n + 1):
        if m % 7 == 0:
            for _ in range(3):
                current = current.prev
            score += m + current.v
            following = current.next
            current.unlink()
            current = following
        else:
            node = Ring(m)
            current.next.insert_after(node)
            current = node
    return score, current.v, current.next.v


@cases((5, 2), (7, 3), (1, 4))
def josephus(n, k):
    first = Ring(0)
    last = first
    for i in range(1, n):
        node = Ring(i)
        last.insert_after(node)
        last = node
    cur = first
    while cur.next is not cur:
        for _ in range(k - 1):
            cur = cur.next
        following = cur.next
        cur.unlink()
        cur = following
    return cur.v


@cases(0, 1, 4)
def rings_in_a_list(n):
    rings = [Ring(i) for i in range(n)]
    for i in range(n - 1):
        rings[i].insert_after(rings[i + 1])
    return [r.next.v for r in rings], [r.prev.v for r in rings]


@cases(0, 1, 3)
def itself(n):
    r = Ring(7)
    for i in range(n):
        new = Ring(i)
        if i % 2 == 0:
            r = new
    return r.v, r.next is r, r.next.next.v


@cases(0, 1, 4)
def two_of_each_other(n):
    a, b = Ring(1), Ring(2)
    a.next, b.next = b, a
    rings = []
    for i in range(n):
        c = Ring(i)
        c.next = a if i % 2 else b
        rings.append(c)
    t = 0
    for r in rings:
        t = t * 5 + r.next.v * 2 + r.next.next.v
    a.v = 9
    return t, [r.next.next.v for r in rings]


@cases(0, 1, 5)
def ring_grows_where_it_is(n):
    cur = Ring(0)
    for m in range(1, n + 1):
        node = Ring(m)
        cur.next.insert_after(node)
        cur = node
    return cur.v, cur.next.v


@cases(0, 1, 5, 9)
def ring_is_left(n):
    cur = Ring(0)
    for m in range(1, n + 1):
        if m % 3 == 0:
            following = cur.next
            cur.leave()
            cur = following
        else:
            node = Ring(m)
            cur.next.insert_after(node)
            cur = node
    return cur.v, cur.next.v


@cases(0, 1, 5, 9)
def ring_is_left_and_closed(n):
    cur = Ring(0)
    for m in range(1, n + 1):
        if m % 3 == 0:
            following = cur.next
            cur.unlink()
            cur = following
        else:
            node = Ring(m)
            cur.next.insert_after(node)
            cur = node
    return cur.v, cur.next.v


@cases(0, 1, 5, 9)
def ring_is_gone_along(n):
    cur = Ring(0)
    for m in range(1, n + 1):
        if m % 3 == 0:
            for _ in range(2):
                cur = cur.prev
        else:
            node = Ring(m)
            cur.next.insert_after(node)
            cur = node
    return cur.v, cur.next.v


@cases(0, 1, 5)
def ring_by_statements(n):
    cur = Ring(0)
    for m in range(1, n + 1):
        node = Ring(m)
        at = cur.next
        node.prev = at
        node.next = at.next
        at.next.prev = node
        at.next = node
        cur = node
    return cur.v, cur.next.v


@cases(0, 1, 5)
def ring_by_tuples(n):
    cur = Ring(0)
    for m in range(1, n + 1):
        node = Ring(m)
        at = cur.next
        node.prev, node.next = at, at.next
        at.next.prev = node
        at.next = node
        cur = node
    return cur.v, cur.next.v


def after(at, node):
    node.prev = at
    node.next = at.next
    at.next.prev = node
    at.next = node


@cases(0, 1, 5)
def ring_by_a_function(n):
    cur = Ring(0)
    for m in range(1, n + 1):
        node = Ring(m)
        after(cur.next, node)
        cur = node
    return cur.v, cur.next.v


class Pair:
    def __init__(self, v):
        self.v = v
        self.prev = self.next = None


@cases(0, 1, 5)
def ring_of_what_had_none(n):
    cur = Pair(0)
    cur.prev = cur.next = cur
    for m in range(1, n + 1):
        node = Pair(m)
        node.prev = cur
        node.next = cur.next
        cur.next.prev = node
        cur.next = node
        cur = node
    return cur.v, cur.next.v
