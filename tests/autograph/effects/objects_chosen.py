"""Which of several objects a variable is: in loops, as a key, in trees and lists."""

from __future__ import annotations

from collections import deque

from tests.autograph.effects.outcomes import cases


class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next


class Tree:
    def __init__(self, key):
        self.key = key
        self.left = None
        self.right = None

    def insert(self, key):
        if key < self.key:
            if self.left is None:
                self.left = Tree(key)
            else:
                self.left.insert(key)
        else:
            if self.right is None:
                self.right = Tree(key)
            else:
                self.right.insert(key)

    def __iter__(self):
        if self.left is not None:
            yield from self.left
        yield self.key
        if self.right is not None:
            yield from self.right

    def walk(self):
        out = []
        if self.left:
            out += self.left.walk()
        out.append(self.key)
        if self.right:
            out += self.right.walk()
        return out

    def depth(self):
        return 1 + max(self.left.depth() if self.left else 0, self.right.depth() if self.right else 0)


class Stack:
    def __init__(self):
        self.head = None
        self.size = 0

    def push(self, v):
        self.head = Node(v, self.head)
        self.size += 1

    def pop(self):
        if self.head is None:
            raise IndexError("empty")
        v = self.head.value
        self.head = self.head.next
        self.size -= 1
        return v

    def __iter__(self):
        n = self.head
        while n is not None:
            yield n.value
            n = n.next


@cases((3, 1), (1, 3), (0, 0))
def none_or_node(a, b):
    x = Node(a)
    cur = x if a > b else None
    t = 0
    while cur is not None:
        t += cur.value
        cur = cur.next
    return t


@cases((3, 1), (1, 3), (2, 2), staged="refused AG020")
def stack_(a, b):
    s = Stack()
    s.push(a)
    if a > b:
        s.push(b)
    s.push(5)
    return [*s], s.pop(), s.size


@cases((3, 1), (1, 3), (2, 2), staged="refused AG054")
def stack_pop_cond(a, b):
    s = Stack()
    s.push(a)
    s.push(b)
    if a > b:
        s.pop()
    return s.pop(), s.size


@cases((3, 1), (1, 3), (2, 2), (9, 5))
def bst_iter(a, b):
    t = Tree(4)
    t.insert(a)
    t.insert(b)
    return list(t)


@cases((3, 1), (1, 3), (2, 2), (9, 5))
def bst_walk(a, b):
    t = Tree(4)
    t.insert(a)
    t.insert(b)
    return t.walk()


@cases((3, 1), (1, 3), (2, 2), (9, 5))
def bst_depth(a, b):
    t = Tree(4)
    t.insert(a)
    t.insert(b)
    return t.depth()


@cases((3, 1), (1, 3), (2, 2), (9, 5))
def sum_comp(a, b):
    t = Tree(4)
    t.insert(a)
    return sum(x for x in (t.left.walk() if t.left else []))


@cases((3, 1), (1, 3), (9, 5))
def round_robin(a, b):
    jobs = deque([a, b, 2])
    if a > b:
        jobs.append(7)
    t = 0
    while jobs:
        j = jobs.popleft()
        t = t * 3 + j
        if j > 8:
            jobs.append(j - 5)
    return t


@cases((3, 1), (1, 3), (9, 5), staged="refused AG011 AG021")
def deque_or_list(a, b):
    jobs = deque([a, b]) if a > b else [b, a]
    jobs.append(4)
    return jobs[0], len(jobs)


@cases(1, 2, 5)
def optional_parent(n):
    root = Node(1)
    child = Node(2, root)
    p = child.next if n > 1 else None
    return p.value if p else 0


@cases(1, 2, 5)
def optional_optional(n):
    a = Node(n)
    b = a if n > 1 else None
    c = b if n > 3 else None
    d = c or b or Node(7)
    return d.value, c is None, b is None


@cases(1, 2, 5)
def expr_join(n):
    a = Node(n, Node(3))
    o = a if n > 1 else None
    e = o if n > 3 else a
    return e.value


@cases(1, 2, 5)
def three_of(n):
    xs = [Node(i) for i in range(3)]
    c = xs[0] if n > 4 else xs[1] if n > 1 else xs[2]
    c.value += 10
    return [x.value for x in xs], c.value


@cases(0, 1, 4)
def best_in_loop(n):
    xs = [Node(3), Node(9), Node(n)]
    best = xs[0]
    for x in xs[1:]:
        if x.value > best.value:
            best = x
    best.value += 100
    return [x.value for x in xs], best is xs[1]


@cases(0, 1, 4)
def last_seen(n):
    a, b = Node(1), Node(2)
    cur = a
    for i in range(n):
        cur = b if cur is a else a
    return cur.value


@cases(0, 1, 4)
def last_seen_write(n):
    a, b = Node(1), Node(2)
    cur = a
    for i in range(n):
        cur.value += 10
        cur = b if cur is a else a
    return a.value, b.value, cur.value


@cases(0, 1, 4)
def players(n):
    a, b = Node(10), Node(20)
    cur, other = a, b
    for i in range(n):
        other.value -= cur.value // 4 + 1
        cur, other = other, cur
    return a.value, b.value


@cases(0, 1, 4)
def turn(n):
    ps = [Node(10), Node(20), Node(30)]
    for i in range(n):
        ps[i % 3].value -= 1
    return [p.value for p in ps]


@cases(0, 1, 2)
def hash_of(n):
    a, b, c = Node(1), Node(2), Node(3)
    seen = {a, b}
    x = [a, b, c][n]
    return x in seen, x in [a, c], x == a


class Named:
    def __init__(self, v):
        self.v = v


class Other(Named):
    pass


@cases(0, 1, 3, staged="refused AG024")
def set_add(n):
    a, b = Named(1), Named(2)
    x = a if n > 1 else b
    seen = set()
    seen.add(x)
    return a in seen, b in seen, len(seen)


@cases(0, 1, 3)
def dict_store(n):
    a, b = Named(1), Named(2)
    x = a if n > 1 else b
    d = {a: 0, b: 0}
    d[x] += 5
    return d[a], d[b], d[x]


@cases(0, 1, 3)
def dict_store_unlike(n):
    a, b = Named(1), Other(2)
    x = a if n > 1 else b
    d = {a: 0, b: 0}
    d[x] += 5
    d[x] = d[x] * 2
    return d[a], d[b], d[x], d.get(x), x in d


@cases(0, 1, 3, staged="refused AG024")
def key_display(n):
    a, b = Named(1), Named(2)
    x = a if n > 1 else b
    d = {x: 3}
    return a in d


@cases(0, 1, 3, staged="refused AG011")
def key_display_unlike(n):
    a, b = Named(1), Other(2)
    x = a if n > 1 else b
    d = {x: 3}
    return a in d


@cases(0, 1, 3, staged="refused AG010")
def counts(n):
    a, b = Named(1), Other(2)
    x = a if n > 1 else b
    votes = {}
    votes[a] = 1
    votes[x] = votes.get(x, 0) + 1
    return votes[a], len(votes)


@cases(0, 1, 3, staged="refused AG024")
def id_of(n):
    a, b = Named(1), Named(2)
    x = a if n > 1 else b
    return id(x) == id(a)


@cases(0, 1, 3, staged="refused AG011")
def id_of_unlike(n):
    a, b = Named(1), Other(2)
    x = a if n > 1 else b
    return id(x) == id(a)


@cases(0, 1, 3, staged="refused AG024")
def set_of_two(n):
    a, b = Named(1), Named(2)
    x = a if n > 1 else b
    return len({a, x}), len({a, b, x})
