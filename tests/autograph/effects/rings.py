"""Objects that are linked in circles: rings, lists linked both ways, children and parents."""

from __future__ import annotations

import copy
from dataclasses import dataclass

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


class Link:
    def __init__(self, v):
        self.v = v
        self.prev = self.next = self


def ring_of(n):
    head = Link(-1)
    for i in range(n):
        r = Link(i)
        r.prev, r.next = head.prev, head
        head.prev.next = r
        head.prev = r
    return head


@cases(0, 1, 4)
def deletes(n):
    head = ring_of(n)
    cur = head.next
    gone = 0
    while cur is not head:
        following = cur.next
        if cur.v % 2 == 0:
            cur.prev.next = cur.next
            cur.next.prev = cur.prev
            gone += 1
        cur = following
    t = 0
    cur = head.next
    while cur is not head:
        t = t * 10 + cur.v
        cur = cur.next
    return t, gone


@cases(0, 1, 4)
def reverses(n):
    head = ring_of(n)
    cur = head
    while True:
        cur.prev, cur.next = cur.next, cur.prev
        cur = cur.prev
        if cur is head:
            break
    t = []
    cur = head.next
    while cur is not head:
        t.append(cur.v)
        cur = cur.next
    return t


@cases(0, 1, 4)
def splice(n):
    a, b = ring_of(n), ring_of(n + 1)
    if b.next is not b:
        first, last = b.next, b.prev
        a.prev.next = first
        first.prev = a.prev
        last.next = a
        a.prev = last
        b.next = b.prev = b
    t = 0
    cur = a.next
    while cur is not a:
        t = t * 3 + cur.v + 1
        cur = cur.next
    return t, b.next is b, b.prev.v


@cases(0, 1, 4)
def compared(n):
    head = ring_of(n)
    a, b = head.next, head.prev
    return a is b, a == b, a is head, head.next.prev is head, (a.v, b.v), a.next is b.prev


@cases(0, 1, 4)
def shallow(n):
    head = ring_of(n)
    c = copy.copy(head)
    c.v = 50
    return head.v, c.v, c.next is head.next, c is head, c.next.prev is head


@cases(0, 1, 4)
def none_then(n):
    head = ring_of(n)
    cur = head.next
    for k in range(3):
        if cur is not None and cur.v == 1:
            cur.next = None
        if cur is not None:
            cur = cur.next
    return -5 if cur is None else cur.v


@cases(0, 1, 4)
def attribute_error(n):
    head = ring_of(n)
    head.next.next = None
    try:
        return head.next.next.v
    except AttributeError as error:
        return str(error)


@dataclass
class Twig:
    v: int
    parent: object = None
    left: object = None
    right: object = None


@cases((0, 3), (3, 5), (6, 4))
def with_parents(n, k):
    root = Twig(8)
    for i in range(n):
        key = i * k % 17
        node = root
        while True:
            if key < node.v:
                if node.left is None:
                    node.left = Twig(key, node)
                    break
                node = node.left
            else:
                if node.right is None:
                    node.right = Twig(key, node)
                    break
                node = node.right
    # successor walk
    node = root
    while node.left is not None:
        node = node.left
    t = 0
    while node is not None:
        t = (t * 7 + node.v) % 1009
        if node.right is not None:
            node = node.right
            while node.left is not None:
                node = node.left
        else:
            while node.parent is not None and node.parent.right is node:
                node = node.parent
            node = node.parent
    return t


@cases(0, 1, 4)
def two_kinds(n):
    class Head:
        def __init__(self):
            self.first = None
            self.count = 0

    class Cell:
        def __init__(self, head, v, nxt):
            self.head, self.v, self.next = head, v, nxt

    h = Head()
    for i in range(n):
        h.first = Cell(h, i, h.first)
        h.count += 1
    t = 0
    c = h.first
    while c is not None:
        t = t * 10 + c.v + c.head.count
        c = c.next
    return t


@cases(0, 1, 4)
def in_a_dict(n):
    d = {}
    for i in range(n):
        r = Link(i)
        d[i % 3] = r
        if i > 0:
            r.prev = d[(i - 1) % 3]
    return [r.prev.v for r in d.values()], [r.next is r for r in d.values()]
