"""Objects that become records of one pool together, because each has others of their class for attributes."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

from tests.autograph.effects.outcomes import cases


class Bare:
    pass


class Link:
    def __init__(self, value):
        self.value = value
        self.next = None


class Twice:
    def __init__(self, value):
        self.value = value
        self.prev = self.next = None


@dataclass
class Tree:
    value: int
    left: Any = None
    right: Any = None


def chain(values):
    nodes = []
    for value in values:
        node = Bare()
        node.value = value
        node.next = None
        if nodes:
            nodes[-1].next = node
        nodes.append(node)
    return nodes


def ring(values):
    nodes = chain(values)
    nodes[-1].next = nodes[0]
    return nodes


def tree():
    nodes = [Tree(10)]
    nodes.append(Tree(20))
    nodes.append(Tree(30))
    nodes.append(Tree(40))
    nodes[0].left, nodes[0].right, nodes[2].left = nodes[1], nodes[2], nodes[3]
    return nodes


@cases((0,), (1,), (2,), (-1,))
def one_is_the_next_of_the_last(at):
    nodes = chain([10, 20, 30])
    if at >= 0:
        nodes[-1].next = nodes[at]
    after = nodes[-1].next
    return [node.value for node in nodes], after is None, after is not None and after.value


@cases(([1, 2, 3, 4, 5], 2), ([1, 2, 3, 4, 5], -1), ([5, 4, 3, 2, 1], 4))
def where_a_cycle_begins(values, at):
    nodes = chain(values)
    if at >= 0:
        nodes[-1].next = nodes[at]
    slow = fast = nodes[0]
    while fast and fast.next:
        slow, fast = slow.next, fast.next.next
        if slow is fast:
            break
    else:
        return "no cycle"
    slow = nodes[0]
    while slow is not fast:
        slow, fast = slow.next, fast.next
    return slow.value


@cases((0,), (1,), (3,), (-2,))
def one_of_a_ring_gets_another_next(at):
    nodes = ring([10, 20, 30, 40])
    if at >= 0:
        nodes[1].next = nodes[at]
    node, seen = nodes[0], []
    for _ in range(5):
        seen.append(node.value)
        node = node.next
    return seen


@cases((0,), (2,), (3,), (-1,))
def one_of_a_tree_is_hung_elsewhere(at):
    nodes = tree()
    if at > 0:
        nodes[1].right = nodes[at]
    right = nodes[1].right
    return [node.value for node in nodes], right is None or right.value, nodes[0].right is nodes[2]


@cases((1, 7), (3, 8), (-1, 9))
def one_of_a_tree_changes(at, value):
    nodes = tree()
    if at > 0:
        nodes[1].right = nodes[at]
        nodes[1].right.value = value
    return [node.value for node in nodes], nodes[0].left.value, nodes[0].right.left.value


@cases((0, 1), (2, 2), (1, 3), (3, 0))
def a_new_one_points_into_a_chain(at, steps):
    nodes = chain([10, 20, 30, 40])
    head = Bare()
    head.value, head.next = 0, None
    if steps > 0:
        head.next = nodes[at]
    node = head
    while steps > 0 and node.next is not None:
        node = node.next
        steps -= 1
    return node.value, [n.value for n in nodes]


@cases((2, 0), (1, 1), (0, 2))
def those_of_a_chain_are_exchanged(at, other):
    nodes = chain([10, 20, 30])
    if at != other:
        nodes[at].next, nodes[other].next = nodes[other].next, nodes[at].next
    nexts = []
    for node in nodes:
        nexts.append(-1 if node.next is None else node.next.value)
    return nexts, [node.value for node in nodes]


@cases((3,), (1,), (0,))
def each_iteration_turns_one_back(n):
    nodes = chain([10, 20, 30, 40])
    for i in range(n):
        nodes[i + 1].next = nodes[i]
    return [-1 if node.next is None else node.next.value for node in nodes], [node.value for node in nodes]


@cases((0, 2), (3, 1), (2, 3))
def pairs_that_hold_each_other(at, other):
    nodes = [Tree(v) for v in (10, 20, 30, 40)]
    for one, two in zip(nodes[::2], nodes[1::2], strict=True):
        one.left, two.left = two, one
    if at != other:
        nodes[at].right = nodes[other]
    right = nodes[at].right
    return [node.left.value for node in nodes], [node.value for node in nodes], right.value, right.left.value


@cases(([1, 2, 3, 4], 1), ([5, 6, 7, 8], 3), ([5, 6, 7, 8], -1))
def taken_out_of_a_chain_of_two_ways(vals, i):
    nodes = [Twice(v) for v in vals]
    for a, b in itertools.pairwise(nodes):
        a.next = b
        b.prev = a
    if i >= 0:
        n = nodes[i]
        if n.prev is not None:
            n.prev.next = n.next
        if n.next is not None:
            n.next.prev = n.prev
    return [(-1 if n.prev is None else n.prev.value, -1 if n.next is None else n.next.value) for n in nodes]


@cases((2, 1), (0, 2), (3, 3))
def sets_joined_by_their_roots(i, j):
    nodes = [Link(k) for k in range(4)]
    for n in nodes:
        n.next = n

    def find(n):
        while n.next is not n:
            n = n.next
        return n

    a, b = find(nodes[i]), find(nodes[j])
    if a is not b:
        a.next = b
    return [find(n).value for n in nodes]


@cases((2,), (0,), (1,))
def in_a_dict_and_a_list(i):
    nodes = [Link(k * 10) for k in range(3)]
    byname = {k: n for k, n in enumerate(nodes)}
    nodes[0].next = nodes[1]
    nodes[1].next = nodes[2]
    byname[2].next = nodes[i]
    byname[i].value = 99
    return [n.value for n in nodes], nodes[2].next.value, nodes[0].next.value


@cases((2,), (0,), (3,))
def the_next_of_the_next(k):
    nodes = [Link(i) for i in range(4)]
    nodes[k].next = nodes[(k + 1) % 4]
    nodes[k].next.next = nodes[0]
    nodes[k].next.next.value = 77
    return [n.value for n in nodes], [n.next is not None and n.next.value for n in nodes]
