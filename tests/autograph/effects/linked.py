"""Linked lists that are built and walked while a tensor decides how far."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


class Node:
    def __init__(self, value, nxt=None):
        self.value = value
        self.next = nxt


@cases(0, 1, 3)
def build(n):
    head = None
    for i in range(n):
        head = Node(i, head)
    return head.value if head is not None else -1


@cases(0, 1, 3)
def build_walk(n):
    head = None
    for i in range(n):
        head = Node(i, head)
    t = 0
    while head is not None:
        t = t * 10 + head.value
        head = head.next
    return t


@cases((0, 1), (1, 0), (3, 1), staged="refused AG014")
def static_remove(n, k):
    head = None
    for i in range(4):
        head = Node(i + n, head)
    prev, cur = None, head
    while cur is not None:
        if cur.value == k:
            if prev is None:
                head = cur.next
            else:
                prev.next = cur.next
            break
        prev, cur = cur, cur.next
    t = 0
    while head is not None:
        t = t * 10 + head.value
        head = head.next
    return t


@cases((0, 1), (1, 0), (3, 1))
def remove_no_break(n, k):
    head = None
    for i in range(3):
        head = Node(i + n, head)
    prev, cur = None, head
    while cur is not None:
        if cur.value == k:
            if prev is None:
                head = cur.next
            else:
                prev.next = cur.next
        else:
            prev = cur
        cur = cur.next
    t = 0
    while head is not None:
        t = t * 10 + head.value
        head = head.next
    return t


@cases((0, 1), (1, 0), (3, 1))
def reverse(n, k):
    head = None
    for v in (n, k, 5):
        head = Node(v, head)
    prev, cur = None, head
    while cur is not None:
        cur.next, prev, cur = prev, cur, cur.next
    t = 0
    while prev is not None:
        t = t * 10 + prev.value
        prev = prev.next
    return t


@cases((0, 1), (1, 0), (3, 1))
def optional_expr(n, k):
    a = Node(n)
    b = a if n > k else None
    c = Node(k, b)
    d = c.next if c.next is not None else c
    return d.value


@cases((0, 1), (1, 0), (3, 1))
def length(n, k):
    head = None
    if n > 0:
        head = Node(1, head)
    if k > 0:
        head = Node(2, head)
    if n > k:
        head = Node(3, head)
    count = 0
    cur = head
    while cur:
        count += 1
        cur = cur.next
    return count


@cases((0, 1), (1, 0), (3, 1))
def pop_cond(n, k):
    head = Node(1, Node(2, Node(3)))
    if n > 0:
        head = head.next
    if k > 0:
        head = head.next
    return head.value, head.next is None
