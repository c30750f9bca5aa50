"""Functions and methods that call themselves with objects: trees, linked lists, heaps and expressions."""

# ruff: noqa: RUF005  as people write it

from __future__ import annotations

from dataclasses import dataclass

from tests.autograph.effects.outcomes import cases


class Node:
    def __init__(self, key):
        self.key = key
        self.left = None
        self.right = None


def insert(node, key):
    if node is None:
        return Node(key)
    if key < node.key:
        node.left = insert(node.left, key)
    elif key > node.key:
        node.right = insert(node.right, key)
    return node


def grown(n):
    root = None
    for i in range(n):
        root = insert(root, (i * 37 + 11) % 101)
    return root


def smallest(node):
    return node if node.left is None else smallest(node.left)


def remove(node, key):
    if node is None:
        return None
    if key < node.key:
        node.left = remove(node.left, key)
    elif key > node.key:
        node.right = remove(node.right, key)
    else:
        if node.left is None:
            return node.right
        if node.right is None:
            return node.left
        least = smallest(node.right)
        node.key = least.key
        node.right = remove(node.right, least.key)
    return node


def keys(node):
    return [] if node is None else keys(node.left) + [node.key] + keys(node.right)


def checksum(node):
    return 1 if node is None else (checksum(node.left) * 3 + node.key * 7 + checksum(node.right) * 5) % 997


@cases((0, 4), (3, 11), (6, 48))
def removed(n, k):
    root = remove(grown(n), k)
    return checksum(root)


@cases((0,), (3,), (6,))
def keys_in_order(n):
    ks = keys(grown(n))
    return sum(k * (i + 1) for i, k in enumerate(ks)), len(ks)


def mirrored(node):
    if node is None:
        return None
    node.left, node.right = mirrored(node.right), mirrored(node.left)
    return node


@cases((0,), (3,), (6,))
def mirror(n):
    return checksum(mirrored(grown(n)))


def copied(node):
    if node is None:
        return None
    new = Node(node.key + 1)
    new.left = copied(node.left)
    new.right = copied(node.right)
    return new


@cases((0,), (3,), (6,))
def copies(n):
    a = grown(n)
    b = copied(a)
    return checksum(a), checksum(b)


def is_valid(node, low=-1, high=1000):
    if node is None:
        return True
    if not low < node.key < high:
        return False
    return is_valid(node.left, low, node.key) and is_valid(node.right, node.key, high)


@cases((0,), (3,), (6,))
def valid(n):
    return is_valid(grown(n))


def at_depth(node, d):
    if node is None:
        return 0
    if d == 0:
        return node.key
    return at_depth(node.left, d - 1) + at_depth(node.right, d - 1)


@cases((0, 1), (3, 1), (6, 2))
def sum_at_depth(n, d):
    return at_depth(grown(n), d)


class Tree:
    def __init__(self):
        self.root = None
        self.size = 0

    def add(self, key):
        self.root = self._add(self.root, key)

    def _add(self, node, key):
        if node is None:
            self.size += 1
            return Node(key)
        if key < node.key:
            node.left = self._add(node.left, key)
        elif key > node.key:
            node.right = self._add(node.right, key)
        return node

    def height(self):
        return self._height(self.root)

    def _height(self, node):
        if node is None:
            return 0
        return 1 + max(self._height(node.left), self._height(node.right))

    def __contains__(self, key):
        return self._find(self.root, key)

    def _find(self, node, key):
        if node is None:
            return False
        if key == node.key:
            return True
        return self._find(node.left, key) if key < node.key else self._find(node.right, key)


@cases((0, 3), (4, 48), (6, 11))
def tree_class(n, k):
    t = Tree()
    for i in range(n):
        t.add((i * 37 + 11) % 23)
    return t.size, t.height(), k in t


@dataclass
class Cell:
    value: int
    next: Cell | None = None

    def last(self):
        return self if self.next is None else self.next.last()

    def push_back(self, v):
        if self.next is None:
            self.next = Cell(v)
        else:
            self.next.push_back(v)

    def total(self):
        return self.value + (self.next.total() if self.next else 0)


@cases((0,), (3,), (6,))
def cells(n):
    head = Cell(7)
    for i in range(n):
        head.push_back(i * i)
    return head.total(), head.last().value


def merge(a, b):
    if a is None:
        return b
    if b is None:
        return a
    if a.value <= b.value:
        a.next = merge(a.next, b)
        return a
    b.next = merge(a, b.next)
    return b


@cases((0,), (3,), (5,))
def merged(n):
    a = b = None
    for i in range(n, 0, -1):
        a = Cell(i * 2, a)
        b = Cell(i * 3, b)
    m = merge(a, b)
    t = 0
    while m is not None:
        t = (t * 3 + m.value) % 1009
        m = m.next
    return t


def flip(c, before=None):
    if c is None:
        return before
    rest = c.next
    c.next = before
    return flip(rest, c)


@cases((0,), (3,), (5,))
def flipped(n):
    a = None
    for i in range(n):
        a = Cell(i, a)
    a = flip(a)
    t = 0
    while a:
        t = t * 3 + a.value
        a = a.next
    return t


class Heap:
    def __init__(self, v):
        self.v = v
        self.l = None
        self.r = None


def meld(a, b):
    if a is None:
        return b
    if b is None:
        return a
    if b.v < a.v:
        a, b = b, a
    a.l, a.r = meld(a.r, b), a.l
    return a


@cases((0,), (3,), (6,))
def skew_heap(n):
    h = None
    for i in range(n):
        h = meld(h, Heap((i * 7 + 3) % 11))
    t = 0
    while h is not None:
        t = t * 2 + h.v
        h = meld(h.l, h.r)
    return t


class Expr:
    def __init__(self, op, left=None, right=None, value=0):
        self.op = op
        self.left = left
        self.right = right
        self.value = value

    def evaluate(self):
        if self.op == 0:
            return self.value
        a, b = self.left.evaluate(), self.right.evaluate()
        return a + b if self.op == 1 else a * b


@cases((0,), (1,), (4,))
def expressions(n):
    e = Expr(0, value=1)
    for i in range(n):
        e = Expr(1 + i % 2, e, Expr(0, value=i))
    return e.evaluate()


def sorted_to_tree(lo, hi):
    if lo >= hi:
        return None
    mid = (lo + hi) // 2
    node = Node(mid)
    node.left = sorted_to_tree(lo, mid)
    node.right = sorted_to_tree(mid + 1, hi)
    return node


@cases((0,), (3,), (6,))
def balanced(n):
    return checksum(sorted_to_tree(0, n))


def count_paths(node, target):
    if node is None:
        return 0
    here = 1 if node.key == target else 0
    return here + count_paths(node.left, target - node.key) + count_paths(node.right, target - node.key)


@cases((0, 11), (3, 59), (6, 11))
def paths(n, target):
    return count_paths(grown(n), target)


def lowest(node, a, b):
    if node is None:
        return -1
    if a < node.key and b < node.key:
        return lowest(node.left, a, b)
    if a > node.key and b > node.key:
        return lowest(node.right, a, b)
    return node.key


@cases((0, 1, 2), (5, 48, 85), (6, 11, 22))
def ancestor(n, a, b):
    return lowest(grown(n), a, b)


def in_order(node, out):
    if node is not None:
        in_order(node.left, out)
        out.append(node.key)
        in_order(node.right, out)


@cases((0,), (4,), (5,))
def listed_in_order(n):
    out = []
    in_order(grown(n), out)
    return sum(v * (i + 1) for i, v in enumerate(out))


@cases((0,), (4,), (5,))
def walked_with_a_counter(n):
    total = 0

    def walk(node):
        nonlocal total
        if node is None:
            return
        walk(node.left)
        total += node.key
        walk(node.right)

    walk(grown(n))
    return total


@cases((0,), (40,))
def deeper_than_can_be_traced(n):
    head = None
    for i in range(n):
        head = Cell(i, head)
    return length(head)


def length(cell):
    return 0 if cell is None else 1 + length(cell.next)


@cases((0,), (1,), (5,), (10,))
def made_down(n):
    def make(k):
        return None if k == 0 else Cell(k, make(k - 1))

    h = make(n)
    t = 0
    while h:
        t = t * 2 + h.value
        h = h.next
    return t


class Sum:
    def __init__(self, n):
        self.n = n

    def add(self, k):
        return Sum(self.n + k)


@cases((0,), (1,), (5,), (10,))
def value_objects(n):
    def go(k, acc):
        return acc if k == 0 else go(k - 1, acc.add(k))

    return go(n, Sum(0)).n


class Vec:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Vec(self.x + other.x, self.y + other.y)


@cases((0,), (1,), (5,), (8,))
def vectors(n):
    def walk(k):
        if k == 0:
            return Vec(0, 0)
        return walk(k - 1) + (Vec(1, 0) if k % 2 else Vec(0, k))

    v = walk(n)
    return v.x, v.y


@cases((0,), (1,), (5,), (8,))
def fib_pair(n):
    def pair(k):
        if k == 0:
            return Vec(0, 1)
        p = pair(k - 1)
        return Vec(p.y, p.x + p.y)

    return pair(n).x


@cases((0,), (1,), (5,), (10,))
def built_and_added_up(n):
    def build(low, high):
        if low >= high:
            return None
        middle = (low + high) // 2
        node = Node(middle * 3)
        node.left = build(low, middle)
        node.right = build(middle + 1, high)
        return node

    def total(node):
        return 0 if node is None else total(node.left) * 2 + node.key + total(node.right)

    return total(build(0, n))


@dataclass
class Branch:
    key: int
    left: Branch | None = None
    right: Branch | None = None

    def __iter__(self):
        if self.left:
            yield from self.left
        yield self.key
        if self.right:
            yield from self.right


@cases((0,), (1,), (5,), (10,))
def gone_over_as_its_class_says(n):
    def build(low, high):
        if low >= high:
            return None
        middle = (low + high) // 2
        return Branch(middle * 3, build(low, middle), build(middle + 1, high))

    tree = build(0, n)
    keys = list(tree) if tree else []
    return len(keys), sum(i * k for i, k in enumerate(keys)), tree.key if tree else -1


def in_order_of(node):
    if node is not None:
        yield from in_order_of(node.left)
        yield node.key
        yield from in_order_of(node.right)


@cases((0,), (1,), (4,))
def gone_over_by_a_function(n):
    return sum(k * (i + 1) for i, k in enumerate(in_order_of(grown(n))))
