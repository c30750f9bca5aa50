"""Trees that are made of the values of their levels, with a queue of the nodes that get children."""

from __future__ import annotations

from collections import deque

from tests.autograph.effects.outcomes import cases


class Tree:
    def __init__(self, val):
        self.val = val
        self.left = self.right = None


class Slotted:
    __slots__ = ("left", "right", "val")

    def __init__(self, val):
        self.val = val
        self.left = self.right = None


def by_level(Tree, values, missing=-1, early=False):
    if early and values[0] == missing:
        return None
    root = Tree(values[0])
    queue = deque([root])
    it = iter(values[1:])
    for v in it:
        node = queue.popleft()
        if v != missing:
            node.left = Tree(v)
            queue.append(node.left)
        v = next(it, missing)
        if v != missing:
            node.right = Tree(v)
            queue.append(node.right)
    return root


def depth(t):
    return 0 if t is None else 1 + max(depth(t.left), depth(t.right))


@cases(([3, 9, 20, -1, -1, 15, 7],), ([1, 2, 3, 4, -1, -1, 5],))
def depth_with_slots(values):
    return depth(by_level(Slotted, values))


@cases(([3, 9, 20, -1, -1, 15, 7],), ([1, 2, 3, 4, -1, -1, 5],))
def depth_or_none(values):
    return depth(by_level(Tree, values, early=True))


@cases(([3, 9, 20, -1, -1, 15, 7],), ([1, 2, 3, 4, -1, -1, 5],))
def depth_with_slots_or_none(values):
    return depth(by_level(Slotted, values, early=True))


@cases(([3, 9, 20, -1, -1, 15, 7],), ([1, 2, 3, 4, -1, -1, 5],))
def is_search_tree(values):
    def ok(node, lo, hi):
        if not node:
            return True
        if not lo < node.val < hi:
            return False
        return ok(node.left, lo, node.val) and ok(node.right, node.val, hi)

    return ok(by_level(Tree, values), float("-inf"), float("inf"))


@cases(([3, 9, 20, -1, -1, 15, 7],), ([1, 2, 3, 4, -1, -1, 5],))
def levels_to_and_fro(values):
    root = by_level(Tree, values)
    level, out, flip = [root], [], False
    while level:
        row = [n.val for n in level]
        out.append(row[::-1] if flip else row)
        flip = not flip
        level = [k for n in level for k in (n.left, n.right) if k]
    return out


@cases(([3, 5, 1, 6, 2, 0, 8], 6, 2), ([3, 5, 1, 6, 2, 0, 8], 6, 8), ([3, 5, 1, 6, 2, 0, 8], 5, 6))
def lowest_common_ancestor(values, p, q):
    def lca(node):
        if node is None or node.val == p or node.val == q:
            return node
        left, right = lca(node.left), lca(node.right)
        if left and right:
            return node
        return left or right

    found = lca(by_level(Tree, values))
    return found.val if found else None


@cases(([3, 9, 20, -1, -1, 15, 7],), ([1, 2, 3, 4, -1, -1, 5],))
def is_search_tree_or_none(values):
    def ok(node, lo, hi):
        if not node:
            return True
        if not lo < node.val < hi:
            return False
        return ok(node.left, lo, node.val) and ok(node.right, node.val, hi)

    return ok(by_level(Tree, values, early=True), float("-inf"), float("inf"))
