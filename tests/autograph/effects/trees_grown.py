"""Binary trees that a loop grows, in the ways that they are written."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


class Tree:
    def __init__(self, key):
        self.key = key
        self.left = self.right = None
        self.count = 1

    def insert(self, key):
        if key == self.key:
            self.count += 1
        elif key < self.key:
            if self.left is None:
                self.left = Tree(key)
            else:
                self.left.insert(key)
        elif self.right is None:
            self.right = Tree(key)
        else:
            self.right.insert(key)

    def put(self, key):
        node = self
        while True:
            if key == node.key:
                node.count += 1
                return
            if key < node.key:
                if node.left is None:
                    node.left = Tree(key)
                    return
                node = node.left
            else:
                if node.right is None:
                    node.right = Tree(key)
                    return
                node = node.right

    def __iter__(self):
        if self.left:
            yield from self.left
        yield self.key, self.count
        if self.right:
            yield from self.right

    def depth(self):
        left = self.left.depth() if self.left else 0
        right = self.right.depth() if self.right else 0
        return 1 + max(left, right)

    def height(self):
        return 1 + max((t.height() for t in (self.left, self.right) if t), default=0)

    def size(self):
        n = 1
        if self.left:
            n += self.left.size()
        if self.right:
            n += self.right.size()
        return n


def grown(n, step):
    root = Tree(8)
    for i in range(n):
        root.put(i * step % 17)
    return root


@cases((1, 3), (10, 7), (25, 11), (0, 5))
def size(n, step):
    return grown(n, step).size()


@cases((1, 3), (10, 7), (25, 11), (0, 5))
def height(n, step):
    return grown(n, step).height()


@cases((1, 3), (10, 7), (25, 11), (0, 5))
def the_first(n, step):
    node = grown(n, step)
    while node.left:
        node = node.left
    return node.key, node.count


@cases((1, 3), (10, 7), (25, 11), (0, 5))
def recursive(n, step):
    root = Tree(8)
    for i in range(n):
        root.insert(i * step % 17)
    return root.size()


@cases((0,), (1,), (5,))
def recursive_with_depth(n):
    root = Tree(50)
    for i in range(n):
        root.insert((i * 37 + 11) % 101)
    return root.depth()


class Node:
    def __init__(self, key):
        self.key = key
        self.left = None
        self.right = None


@cases((1, 3), (10, 7), (25, 11), (0, 5))
def beside_a_parent(n, step):
    root = Node(8)
    for i in range(n):
        key = i * step % 17
        parent, node = None, root
        while node is not None:
            parent = node
            node = node.left if key < node.key else node.right
        if key < parent.key:
            parent.left = Node(key)
        else:
            parent.right = Node(key)
    least, node = -1, root
    while node is not None:
        least = node.key
        node = node.left
    return least


@cases((1, 3), (10, 7), (25, 11), (0, 5))
def from_nothing(n, step):
    root = None
    for i in range(n):
        new = Node(i * step % 17)
        if root is None:
            root = new
            continue
        node = root
        while True:
            if new.key < node.key:
                if node.left is None:
                    node.left = new
                    break
                node = node.left
            else:
                if node.right is None:
                    node.right = new
                    break
                node = node.right
    least, node = -1, root
    while node is not None:
        least = node.key
        node = node.left
    return least
