"""Objects that come to be in staged loops and branches, linked, of several classes, in lists that they make longer."""

from __future__ import annotations

import collections.abc
import dataclasses
import operator
from dataclasses import dataclass

from tests.autograph.effects.outcomes import cases


@dataclass
class Link:
    key: int
    left: Link = None
    right: Link = None


def grown(root, key):
    if root is None:
        return Link(key)
    node = root
    while True:
        if key == node.key:
            return root
        if node.left is None:
            node.left = Link(key)
            return root
        node = node.left


@cases(0, 1, 3)
def chain_grown_by_a_function(n):
    root = None
    for i in range(n):
        root = grown(root, i)
    t = 0
    while root is not None:
        t += root.key
        root = root.left
    return t


class Pearl:
    def __init__(self, v, nx=None):
        self.v = v
        self.nx = nx


@cases(0, 3)
def neighbours_linked(n):
    ns = [Pearl(i) for i in range(6)]
    for a, b in zip(ns, ns[1:]):  # noqa: RUF007
        a.nx = b
    if n > 2:
        ns[0].nx = ns[n % 6]
    return [-1 if o.nx is None else o.nx.v for o in ns]


@cases(0, 3)
def neighbours_linked_anew(n):
    ns = [Pearl(i) for i in range(6)]
    for a, b in zip(ns, ns[1:]):  # noqa: RUF007
        a.nx = b
    if n > 2:
        ns[0].nx = ns[3]
    return [-1 if o.nx is None else o.nx.v for o in ns]


class Counting:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        k = self.n
        while k > 0:
            yield k
            k -= 1


@cases(0, 1, 3)
def enumerated_class(n):
    t = 0
    for i, v in enumerate(Counting(n)):
        t += i * v
    return t


@cases(0, 1, 3)
def enumerated_class_twice(n):
    t = 0
    for i, v in enumerate(Counting(n), start=1):
        if v > 1:
            t += i * v
    return t, len(list(Counting(n))), max(Counting(n), default=-1)


class Cell:
    def __init__(self, v, nxt=None):
        self.v = v
        self.nxt = nxt


class Stack:
    def __init__(self):
        self.head = None
        self.size = 0

    def push(self, v):
        self.head = Cell(v, self.head)
        self.size += 1

    def pop(self):
        if self.head is None:
            raise IndexError("empty")
        v = self.head.v
        self.head = self.head.nxt
        self.size -= 1
        return v

    def __iter__(self):
        node = self.head
        while node is not None:
            yield node.v
            node = node.nxt

    def __len__(self):
        return self.size


@cases(0, 1, 3, 6)
def stack_of_nodes(n):
    s = Stack()
    for i in range(n):
        s.push(i * i)
    t = 0
    while len(s) > 1:
        t = t * 2 + s.pop()
    return t, len(s), sum(s)


@cases(0, 1, 3, 6)
def stack_of_nodes_popped(n):
    s = Stack()
    for i in range(n):
        s.push(i)
        if i % 3 == 2:
            s.pop()
    return list(s)[:1] == [n], sum(v for v in s if v % 2), s.size


@cases(0, 1, 3, 6)
def nodes_enumerated(n):
    s = Stack()
    for i in range(n):
        s.push(i)
    t = 0
    for i, v in enumerate(s):
        t += i * v
    return t


@cases(0, 1, 3, 6)
def popped_from_an_empty_stack(n):
    s = Stack()
    for i in range(n):
        s.push(i)
    try:
        a = s.pop()
        b = s.pop()
    except IndexError:
        return -1
    return a * 10 + b


@dataclass
class Item:
    id: int
    weight: int
    parent: Item = None

    def root(self):
        node = self
        while node.parent is not None:
            node = node.parent
        return node


@cases(0, 1, 3, 9)
def parents_of_items(n):
    items = [Item(i, i * i) for i in range(n)]
    for i in range(1, n):
        items[i].parent = items[i // 2]
    return sum(it.root().id for it in items), sum(1 for it in items if it.parent is None)


class Twin:
    def __init__(self, v):
        self.v = v
        self.prev = None
        self.next = None


class Twins:
    def __init__(self):
        self.head = Twin(0)
        self.tail = Twin(0)
        self.head.next = self.tail
        self.tail.prev = self.head

    def push_front(self, node):
        node.prev = self.head
        node.next = self.head.next
        self.head.next.prev = node
        self.head.next = node

    def remove(self, node):
        node.prev.next = node.next
        node.next.prev = node.prev


@cases(0, 1, 3, 9)
def doubly_linked(n):
    d = Twins()
    nodes = []
    for i in range(n):
        x = Twin(i)
        d.push_front(x)
        nodes.append(x)
        if i % 3 == 2:
            d.remove(nodes[i - 1])
            d.push_front(nodes[0])
            break
    t = 0
    cur = d.head.next
    k = 0
    while cur is not d.tail and k < 20:
        k += 1
        t += k * cur.v
        cur = cur.next
    return t, k


class Shape:
    def area(self):
        raise NotImplementedError


class Square(Shape):
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side**2


class Rect(Shape):
    def __init__(self, w, h):
        self.w = w
        self.h = h

    def area(self):
        return self.w * self.h


@cases(0, 3, 6)
def shapes_appended(n):
    shapes = []
    for i in range(n):
        if i % 2:
            shapes.append(Square(i))
        else:
            shapes.append(Rect(i, 2))
    return sum(s.area() for s in shapes)


@cases(0, 3, 6)
def shapes_chosen(n):
    shapes = [Square(1)]
    for i in range(n):
        shapes.append(Rect(i, n) if i % 2 else Square(i))
    total = 0
    for s in shapes:
        total += s.area()
    return total


@cases(0, 3, 6)
def shape_appended(n):
    shapes = [Square(1), Rect(2, n), Square(n)]
    if n > 2:
        shapes.append(Rect(1, 1))
    return sum(s.area() for s in shapes), sum(isinstance(s, Rect) for s in shapes)


@cases(0, 3, 6)
def shape_chosen(n):
    s = Square(n) if n > 2 else Rect(n, 2)
    return s.area()


class Account:
    def __init__(self, b):
        self.b = b

    def month(self):
        pass


class Saver(Account):
    def month(self):
        self.b += self.b // 10


class Checker(Account):
    def __init__(self, b, fee):
        super().__init__(b)
        self.fee = fee

    def month(self):
        if self.b > self.fee:
            self.b -= self.fee


@cases(0, 3, 6)
def accounts_known(n):
    accounts = [Saver(100), Checker(50, 2), Account(n)]
    for i in range(n):
        for a in accounts:
            a.month()
    return sum(a.b for a in accounts)


@cases(0, 3, 6)
def accounts_appended(n):
    accounts = []
    for i in range(n):
        accounts.append(Saver(i * 10) if i % 3 else Checker(i * 5, 2))
    for a in accounts:
        a.month()
    return sum(a.b for a in accounts)


class Person:
    def __init__(self, id, boss=None):
        self.id = id
        self.reports = []
        self.boss = boss
        if boss:
            boss.reports.append(self)


@cases(0, 1, 4, 9)
def reports_of_people(n):
    people = [Person(0)]
    for i in range(1, n + 1):
        people.append(Person(i, people[(i - 1) // 2]))
    best = max(people, key=lambda p: len(p.reports))
    count = 0
    p = people[-1]
    while p.boss:
        count += 1
        p = p.boss
    return best.id, len(best.reports), count, len(people)


class Vertex:
    def __init__(self, k):
        self.k = k
        self.edges = {}
        self.dist = None


@cases(0, 1, 4, 5)
def edges_of_vertices(n):
    vs = [Vertex(i) for i in range(6)]
    for i in range(5):
        vs[i].edges[i + 1] = n + i
        if n > 2 and i < 4:
            vs[i].edges[i + 2] = n
    vs[0].dist = 0
    for v in vs:
        for k, w in v.edges.items():
            d = v.dist + w
            if vs[k].dist is None or d < vs[k].dist:
                vs[k].dist = d
    return [v.dist for v in vs]


class Folder:
    def __init__(self, size, parent=None):
        self.size = size
        self.children = []
        if parent is not None:
            parent.children.append(self)

    def total(self):
        return self.size + sum(c.total() for c in self.children)

    def total2(self):
        t = self.size
        for c in self.children:
            t += c.total2()
        return t


@cases(0, 1, 3)
def appended_by_the_constructor(n):
    root = Folder(1)
    for i in range(n):
        d = Folder(i, root)
        d.size += 1
    return root.size + sum(c.size for c in root.children), sum(len(c.children) for c in root.children)


@cases(0, 1, 3)
def summed_over_children(n):
    root = Folder(1)
    cur = root
    for i in range(n):
        d = Folder(i, cur)
        if i % 2 == 0:
            cur = d
    return root.total2()


class P:
    def __init__(self, v):
        self.v = v


class N:
    def __init__(self, v):
        self.v = v
        self.nx = None


class M(N):
    pass


@cases(0, 3)
def linked_with_a_subclass(n):
    a, c = N(1), M(3)
    if n > 2:
        a = c
    else:
        c = M(4)
    c.nx = a
    return (a.v, c.v)


@cases(0, 3)
def linked_in_next(n):
    a, c = N(1), M(3)
    if n > 2:
        a = c
    else:
        c = M(4)

    class It:
        def __init__(self):
            self.k = 0

        def __iter__(self):
            return self

        def __next__(self):
            if self.k > 2:
                raise StopIteration
            self.k += 1
            c.nx = a
            return self.k

    s = 0
    for x in It():
        s += x
    return s


@cases(0, 3)
def compared_by_operator_is(n):
    a, b = P(1), P(2)
    c = a if n > 2 else b
    return (operator.is_(c, a), operator.is_not(c, b))


@cases(0, 3)
def abilities_of_objects(n):
    a, b = P(1), P(2)
    c = a if n > 2 else b
    A = collections.abc
    return (isinstance(c, A.Sized), isinstance(c, A.Iterable), isinstance(c, A.Container), isinstance(c, A.Collection))


@dataclass
class D:
    x: int


@cases(0, 3)
def dataclass_asked(n):
    a, b = D(1), D(2)
    c = a if n > 2 else b
    return (
        dataclasses.is_dataclass(c),
        isinstance(c, collections.abc.Hashable),
        len(dataclasses.fields(c)),
        dataclasses.replace(c, x=5).x,
        dataclasses.replace(c).x,
        isinstance(c, D),
    )


@cases(0, 3, 4)
def row_as_a_message(n):
    g = {}
    for i in range(n):
        g.setdefault(i % 2, []).append(i)
    if n > 2:
        raise ValueError(g[0])
    return len(g)


@cases(0, 3, 4, staged="refused AG027")
def dict_of_rows_as_a_message(n):
    g = {}
    for i in range(n):
        g.setdefault(i % 2, []).append(i)
    if n > 2:
        raise ValueError("a", g)
    return len(g)


class Named:
    def __init__(self, v):
        self.v = v

    def __str__(self):
        return f"N{self.v}"

    __repr__ = __str__


@cases(0, 3, 4)
def text_by_str(n):
    return str(Named(n))


@cases(0, 3, 4)
def text_by_percent(n):
    return "%s" % Named(n)  # noqa: UP031


@cases(0, 3, 4)
def text_by_format(n):
    return "{}".format(Named(n))  # noqa: UP032


@cases(0, 3, 4)
def texts_joined(n):
    return ",".join(map(str, [Named(n), Named(2)]))


@cases(0, 3, 4)
def texts_in_containers(n):
    return f"{[Named(n), Named(2)]}", repr((Named(1), Named(n)))


@cases(0, 3, 4, staged="refused AG027")
def message_of_an_assertion(n):
    a = Named(n)
    if n > 3:
        a.v += 1
    assert n < 4, a
    return f"{a!r:>6}" + str(a).lower()
