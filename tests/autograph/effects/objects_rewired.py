"""Linked objects that are rewired under staged conditions: lists with a tail, rings, stacks, doubly linked lists.

A variable that goes from object to object is one of them, and what is stored to it is stored to that one.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from tests.autograph.effects.outcomes import cases


class Item:
    """An object with a number, and the objects after and before it."""

    def __init__(self, value, next=None):
        self.value = value
        self.next = next
        self.prev = None


@dataclass
class Record:
    """The same with `==` of its fields."""

    value: Any
    next: Any = None


class Slotted:
    """The same without a namespace."""

    __slots__ = ("next", "value")

    def __init__(self, value, next=None):
        self.value = value
        self.next = next


def values_of(node):
    out = []
    while node is not None:
        out.append(node.value)
        node = node.next
    return out


def number_of(node):
    total = 0
    while node is not None:
        total = total * 10 + node.value
        node = node.next
    return total


@cases(0, 1)
def tail_appended_twice(x):
    head = tail = Item(1)
    node = Item(5)
    if x > 0:
        tail.next = node
        tail = node
    node2 = Item(6)
    if x > 1:
        tail.next = node2
        tail = node2
    tail.next = Item(3)
    return number_of(head)


@cases(0, 2)
def tail_of_either_list(x):
    p, q = Item(1, Item(3)), Item(2)
    dummy = tail = Item(0)
    if x > 0:
        tail.next, p = p, p.next
    else:
        tail.next, q = q, q.next
    tail = tail.next
    tail.next = p or q
    return number_of(dummy.next)


@cases(0, 2, 4)
def built_by_its_tail(n):
    head = tail = Item(0)
    for i in range(n):
        node = Item(i)
        tail.next = node
        tail = node
    return number_of(head)


@cases(0, 2, 4)
def built_by_its_tail_in_branches(n):
    head = tail = Item(0)
    for i in [1, 2, 3]:
        if i < n:
            node = Item(i)
            tail.next = node
            tail = node
    return values_of(head)


@cases(0, 2, 5)
def inserted_in_order(x):
    head = Item(1, Item(3, Item(4)))
    dummy = Item(0, head)
    cur = dummy
    while cur.next and cur.next.value < x:
        cur = cur.next
    cur.next = Item(x, cur.next)
    return values_of(dummy.next)


@cases(0, 2, 5)
def deleted_by_value(x):
    head = Item(1, Item(2, Item(5)))
    dummy = prev = Item(0, head)
    while prev.next is not None:
        if prev.next.value == x:
            prev.next = prev.next.next
            break
        prev = prev.next
    return values_of(dummy.next)


class StackOfPairs:
    def __init__(self):
        self.head = None
        self.size = 0

    def push(self, v):
        self.head = (v, self.head)
        self.size += 1

    def pop(self):
        if self.head is None:
            return None
        v, self.head = self.head
        self.size -= 1
        return v


@cases(0, 1)
def pair_popped(x):
    s = StackOfPairs()
    s.push(3)
    if x > 0:
        s.push(4)
    return s.pop()


@cases(0, 1, 2)
def pairs_popped(x):
    s = StackOfPairs()
    s.push(3)
    s.push(4)
    for i in range(2):
        if i < x:
            s.pop()
    return s.pop(), s.size


class StackOfItems:
    def __init__(self):
        self.head = None

    def push(self, v):
        self.head = Item(v, self.head)

    def pop(self):
        node = self.head
        if node is None:
            return -1
        self.head = node.next
        return node.value


@cases(0, 1, 4)
def items_popped(x):
    s = StackOfItems()
    for i in (1, 2, 3):
        s.push(i)
    t = 0
    for _ in range(x):
        t = t * 10 + s.pop()
    return t, number_of(s.head)


@cases(0, 1, 4)
def items_pushed(x):
    s = StackOfItems()
    for i in range(x):
        s.push(i)
    t = 0
    for _ in range(3):
        t = t * 10 + s.pop()
    return t


@cases(0, 1)
def middle_by_two_cursors(x):
    head = Item(1, Item(2, Item(3, Item(4))))
    slow = fast = head
    while fast and fast.next:
        slow = slow.next
        fast = fast.next.next
    slow.value = x
    return number_of(head)


@cases(0, 1, 3)
def from_the_end(n):
    head = Item(1, Item(2, Item(3, Item(4))))
    slow = fast = head
    for _ in range(n):
        fast = fast.next
    while fast.next:
        slow, fast = slow.next, fast.next
    return slow.value


@cases(0, 2)
def pairs_swapped(n):
    head = Item(1, Item(2, Item(3, Item(4))))
    dummy = prev = Item(0, head)
    k = 0
    while prev.next and prev.next.next and k < n:
        a = prev.next
        b = a.next
        prev.next, a.next, b.next = b, b.next, a
        prev = a
        k += 1
    return number_of(dummy.next)


@cases(0, 2, 6)
def parted(x):
    head = Item(1, Item(4, Item(3, Item(2))))
    before = bt = Item(0)
    after = at = Item(0)
    while head:
        if head.value < x:
            bt.next = head
            bt = head
        else:
            at.next = head
            at = head
        head = head.next
    at.next = None
    bt.next = after.next
    return number_of(before.next)


class BothWays:
    def __init__(self):
        self.head = self.tail = None
        self.count = 0

    def push_back(self, v):
        node = Item(v)
        if self.tail is None:
            self.head = self.tail = node
        else:
            node.prev = self.tail
            self.tail.next = node
            self.tail = node
        self.count += 1

    def pop_front(self):
        node = self.head
        if node is None:
            raise IndexError("empty")
        self.head = node.next
        if self.head is None:
            self.tail = None
        else:
            self.head.prev = None
        self.count -= 1
        return node.value

    def remove(self, node):
        if node.prev is not None:
            node.prev.next = node.next
        else:
            self.head = node.next
        if node.next is not None:
            node.next.prev = node.prev
        else:
            self.tail = node.prev
        node.prev = node.next = None
        self.count -= 1


@cases(0, 2, 5)
def both_ways_pushed(x):
    d = BothWays()
    for v in (1, 2, 3):
        if v <= x:
            d.push_back(v * 10)
    back = []
    n = d.tail
    while n is not None:
        back.append(n.value)
        n = n.prev
    return values_of(d.head), back, d.count


@cases(0, 1, 2, 3)
def both_ways_popped(x):
    d = BothWays()
    d.push_back(1)
    d.push_back(2)
    out = []
    for i in range(3):
        if i < x:
            try:
                out.append(d.pop_front())
            except IndexError:
                out.append(-1)
    return out, d.count, d.head is None, d.tail is None


@cases(0, 2, 5)
def slots_inserted_in_order(x):
    head = Slotted(1, Slotted(3, Slotted(4)))
    dummy = Slotted(0, head)
    cur = dummy
    while cur.next and cur.next.value < x:
        cur = cur.next
    cur.next = Slotted(x, cur.next)
    return values_of(dummy.next)


@cases(0, 1, 2)
def held_by_a_list_too(x):
    nodes = [Item(1), Item(2), Item(3)]
    cur = nodes[0]
    if x > 0:
        cur.next = nodes[1]
        cur = nodes[1]
    if x > 1:
        cur.next = nodes[2]
        cur = nodes[2]
    cur.value += 100
    cur.next = Item(9)
    nodes[1].value += 1000
    return values_of(nodes[0]), [n.value for n in nodes], cur is nodes[1], cur == nodes[2]


@cases(0, 1, 2)
def held_by_a_dict_too(x):
    names = {"a": Item(1), "b": Item(2)}
    cur = names["a"]
    if x > 0:
        node = Item(5)
        names["a"] = node
        cur.next = node
        cur = node
    cur.next = names["b"]
    names["a"].value += 100
    cur.value += 7
    return values_of(names["a"]), names["a"].value, cur is names["a"]


@cases(0, 1, 2)
def made_on_one_path_and_held_twice(x):
    a = Item(1)
    hold = []
    b = a
    if x > 0:
        n = Item(x)
        a.next = n
        b = n
        b.prev = a
        a.prev = n
    else:
        b = Item(7, a)
    b.value += 5
    if b.prev is not None:
        b.prev.value = 50
    t = a.prev.value if a.prev is not None else -1
    return a.value, b.value, t, b.prev is a, b.next is a


@cases(0, 1, 2)
def ring_that_grows(x):
    a = Item(1)
    a.next = a
    cur = a
    if x > 0:
        n = Item(2)
        n.next = cur.next
        cur.next = n
        cur = n
    if x > 1:
        n = Item(3)
        n.next = cur.next
        cur.next = n
        cur = n
    total, k = 0, 0
    node = a
    while k < 6:
        total = total * 10 + node.value
        node = node.next
        k += 1
    return total


@cases(0, 1, 2)
def pushed_by_a_closure(x):
    a = Item(1)
    cur = a

    def push(v):
        nonlocal cur
        n = Item(v)
        cur.next = n
        cur = n

    if x > 0:
        push(2)
    if x > 1:
        push(3)
    push(4)
    return values_of(a)


@cases(0, 1, 2)
def held_by_a_closure(x):
    a = Item(1)

    def f():
        return a.value

    cur = a
    if x > 0:
        n = Item(x)
        cur.next = n
        cur = n

        def f():
            return n.value

    cur.value += 3
    cur.next = Item(8)
    return f(), values_of(a)


@cases(0, 1, 2)
def linked_in_a_try(x):
    a = Item(1)
    cur = a
    try:
        n = Item(2)
        cur.next = n
        cur = n
        if x > 0:
            raise ValueError
        m = Item(3)
        cur.next = m
        cur = m
    except ValueError:
        cur.value += 10
    cur.next = Item(9)
    return values_of(a), cur.value


class WithItems:
    def __init__(self):
        self.items = []
        self.next = None
        self.value = 1


@cases(0, 1, 2)
def lists_of_items(x):
    a, b = WithItems(), WithItems()
    a.next = b
    cur = a
    if x > 0:
        cur = cur.next
    cur.items.append(x)
    cur.items.append(3)
    c = WithItems()
    cur.next = c
    cur = c if x > 1 else cur
    cur.items.append(4)
    b.items.append(6)
    return a.items, b.items, c.items, len(values_of(a))


@cases(0, 1, 2)
def list_of_two_items(x):
    a, b = WithItems(), WithItems()
    a.next = b
    b.items = a.items
    cur = a
    if x > 0:
        cur = cur.next
    if x > 1:
        c = WithItems()
        c.items = cur.items
        cur.next = c
        cur = c
    cur.items.append(x)
    cur.next = None
    return a.items, b.items, cur.items, cur is b


@cases(0, 1, 2)
def values_swapped(x):
    a = Item(1, Item(2, Item(3)))
    p = a
    q = a.next
    if x > 0:
        p, q = q, q.next
    p.value, q.value = q.value, p.value
    p.next, q.next = q.next, None
    return values_of(a), p.value, q.value


@cases(0, 1, 2)
def pair_of_cursors(x):
    a = Item(1, Item(2, Item(3)))
    t = (a, a.next)
    if x > 0:
        t = (t[1], t[1].next)
    t[0].next = Item(9)
    t[1].value += 5
    return values_of(a), t[1].value, t[0].next is t[1]


class Counting:
    total = 0

    def __init__(self):
        self.n = 0
        self.next = None
        self.value = 0

    def bump(self):
        self.n += 1
        Counting.total += 1
        return self


@cases(0, 1, 2)
def counted_by_their_class(x):
    Counting.total = 0
    a = Counting()
    a.next = Counting()
    cur = a
    if x > 0:
        cur = cur.next
    cur.bump().bump()
    cur.next = Counting()
    if x > 1:
        cur = cur.next
    cur.bump()
    found = Counting.total
    Counting.total = 0
    return found, a.n, cur.n


@cases(0, 1, 2)
def appended_to_one_of_two(x):
    a = Item(1, Item(2))
    cur = a
    if x > 0:
        cur = cur.next
    if x != 1:
        cur.value += 1
        cur.next = Item(5)
        cur = cur.next
    cur.value += 100
    return values_of(a)


@cases((0, 5), (2, 3), (3, 1))
def stepped_along(x, k):
    head = Item(1, Item(2, Item(3, Item(4))))
    cur = head
    for _ in range(x):
        cur = cur.next
    cur.value = k
    cur.next = Item(k)
    return values_of(head)


@cases(0, 1, 2)
def new_item_after_one_of_two(x):
    last = Item(2)
    first = Item(1, last)
    cur = first
    if x > 0:
        cur = last
    if x != 1:
        cur.next = Item(5)
        cur = cur.next
    cur.value += 100
    return last.next.value if last.next is not None else -1


@cases((1, 4), (3, 3), (9, 0))
def merged(a, b):
    p, q = Item(a, Item(a + 2)), Item(b, Item(b + 1, Item(b + 5)))
    first = tail = Item(0)
    while p and q:
        if p.value <= q.value:
            tail.next, p = p, p.next
        else:
            tail.next, q = q, q.next
        tail = tail.next
    tail.next = p or q
    return values_of(first.next)


@cases(0, 2, -1)
def ring_found(back_to):
    nodes = [Item(v) for v in range(4)]
    for a, b in pairwise(nodes):
        a.next = b
    if back_to >= 0:
        nodes[-1].next = nodes[back_to]
    slow = fast = nodes[0]
    while fast and fast.next:
        slow, fast = slow.next, fast.next.next
        if slow is fast:
            break
    else:
        return None
    slow = nodes[0]
    while slow is not fast:
        slow, fast = slow.next, fast.next
    return slow.value


@cases(0, 1, 2)
def counted_by_slots_and_fields(x):
    first = Record(1, Record(2))
    cur = first.next if x > 0 else first
    if x > 1:
        made = Record(3)
        cur.next = made
        cur = made
    cur.value += 10
    return number_of(first), cur == first


@cases((0, 0), (4, 1), (4, 0), (8, 1), (2, 1), (5, 1))
def rewired_before_what_raises(n, k):
    p, q, last, c = None, Item(2), Item(3), 0
    for _ in range(n):
        q.next, p, q = p, q, last
    try:
        if n < 3:
            raise ValueError
        if k == 1:
            if n > 5:
                raise ValueError
            p.next = q
    except ValueError:
        c = 5
    return c


@cases((0, 0), (4, 1), (8, 1), (2, 1), (5, 0))
def rewired_if_before_what_raises(n, k):
    p, q, c = Item(1), Item(2), 0
    if k == 1:
        q.next, p = p, q
    try:
        if n < 3:
            raise ValueError
        if k == 1:
            if n > 5:
                raise ValueError
            p.next = q
    except ValueError:
        c = 5
    return c, p.value


@cases((0, 0), (4, 1), (8, 1), (2, 1), (5, 0))
def linked_before_it_is_rewired(n, k):
    p, q, c = Item(1), Item(2), 0
    p.next = q
    for _ in range(n):
        q.next, p = p, q
    try:
        if n < 3:
            raise ValueError
        if k == 1:
            if n > 5:
                raise ValueError
            p.next = q
    except ValueError:
        c = 5
    return c, p.value
