"""Functions that call themselves until a staged number says that they are done: their calls are kept on a stack."""

from __future__ import annotations

import functools

from tests.autograph.effects.outcomes import cases


@cases(0, 1, 5, 9)
def fibonacci(n):
    def f(k):
        if k < 2:
            return k
        return f(k - 1) + f(k - 2)

    return f(n)


@functools.cache
def ways_up(n):
    if n < 0:
        return 0
    if n == 0:
        return 1
    return ways_up(n - 1) + ways_up(n - 2) + ways_up(n - 3)


@cases(0, 4, 9, -1)
def cached(n):
    return ways_up(n)


@cases((2, 2), (1, 0), (0, 2))
def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


@cases((3, 4), (1, 0), (7, 2))
def depth_by_default(m, n):
    def go(m, n, depth=0):
        if depth > 20:
            return -1
        if m <= 0:
            return n + 1
        if n <= 0:
            return go(m - 2, 1, depth + 1)
        return go(m - 3, go(m, n - 1, depth=depth + 1), depth + 1)

    return go(m, n)


@cases(30, 3, 0)
def deep(n):
    def f(n, scale):
        if n <= 1:
            return 1.0
        return n * scale * f(n - 1, scale)

    return f(n, 0.5)


@cases((2.0, 30), (3.0, 0))
def power(x, n):
    def raised(x, n):
        if n == 0:
            return 1.0
        half = raised(x, n // 2)
        return half * half * x if n % 2 else half * half

    return raised(x, n)


@cases(1, 3, -5)
def endless(n):
    def f(k):
        if k == 0:
            return 0
        return f(k - 1) + 1

    try:
        return f(n)
    except RecursionError:
        return "endless"


@cases(0, 5, 17)
def none_or_position(v):
    xs = [1, 3, 5, 7, 9, 11, 13, 17, 20, 22, 28, 30, 31, 35]

    def find(lo, hi):
        if lo >= hi:
            return None
        mid = (lo + hi) // 2
        if xs[mid] == v:
            return mid
        if xs[mid] < v:
            return find(mid + 1, hi)
        return find(lo, mid)

    return find(0, len(xs))


@cases(4, 7)
def one_calls_the_other(n):
    def is_even(k):
        return True if k == 0 else is_odd(k - 1)

    def is_odd(k):
        return False if k == 0 else is_even(k - 1)

    return is_even(n), is_odd(n)


class Tree:
    def __init__(self, leaf):
        self.leaf = leaf

    def total(self, n):
        if n <= 0:
            return self.leaf
        return self.total(n - 1) + self.total(n - 2)


@cases(0, 5)
def methods(n):
    return Tree(n + 1).total(n)


@cases(1, 3, jax="refused AG052")
def ended_by_a_variable(n):
    def f(k):
        if k > n:
            return 0
        return f(k + 1) + k

    return f(0)


# What they store to


@cases(0, 4)
def counted(n):
    calls = 0

    def f(k):
        nonlocal calls
        calls += 1
        if k > 0:
            f(k - 1)
            calls = calls * 2 % 1000
            f(k - 1)

    f(n)
    return calls


class Depth:
    def __init__(self):
        self.depth = 0
        self.most = 0
        self.last = None

    def go(self, k):
        self.depth += 1
        if self.depth > self.most:
            self.most = self.depth
        if k <= 0:
            self.last = self.depth
            self.depth -= 1
            return 1
        found = self.go(k - 1) + self.go(k - 2)
        self.depth -= 1
        return found


@cases(0, 6)
def attributes(n):
    deep = Depth()
    found = deep.go(n)
    return found, deep.depth, deep.most, deep.last


@cases(0, 3, 5)
def asked_before_and_after(n):
    budget = 10

    def f(k):
        nonlocal budget
        if budget <= 0 or k < 0:
            return 0
        budget -= 1
        a = f(k - 1)
        if budget > 4:
            a += f(k - 2)
        return a + budget

    return f(n), budget


@cases(2, 4)
def towers(n):
    moves = []

    def move(k, source, target, via):
        if k == 0:
            return
        move(k - 1, source, via, target)
        moves.append(source + target)
        move(k - 1, via, target, source)

    move(n, "A", "C", "B")
    return moves


@cases(2, 6)
def memo(n):
    memo = {0: 0, 1: 1}

    def f(k):
        if k not in memo:
            memo[k] = f(k - 1) + f(k - 2)
        return memo[k]

    return f(n), len(memo)


@cases(0, 2)
def visited(start):
    graph = [[1, 2], [3, 2], [3, 4], [4, 4], [4, 4]]
    seen = [0] * 5
    order = []

    def visit(v):
        if seen[v]:
            return
        seen[v] = 1
        order.append(v)
        for w in graph[v]:
            visit(w)

    visit(start)
    return seen, order


@cases(2, 3)
def permutations(n):
    used = [False] * 3
    path = []
    count = 0

    def go(k):
        nonlocal count
        if k == n:
            count += sum(path) * path[0]
            return
        for i in range(3):
            if not used[i] and i < n:
                used[i] = True
                path.append(i)
                go(k + 1)
                path.pop()
                used[i] = False

    go(0)
    return count


# What has no place on a stack: the calls are traced one in the other


class Node:
    def __init__(self, v, left=None, right=None):
        self.v, self.left, self.right = v, left, right


@cases(0, 3, 9)
def trees(n):
    def height(node, least):
        if node is None or node.v < least:
            return 0
        return 1 + max(height(node.left, least), height(node.right, least))

    return height(Node(5, Node(n, Node(1)), Node(8)), n - 1)


@cases(1, 3)
def lists_of_its_own(n):
    def halves(xs, k):
        if k <= 0:
            return xs
        return halves([x + k for x in xs], k - 1)

    return halves([n, 2, 3], n)


@cases(1, 3)
def changes_what_it_is_given(n):
    def fill(xs, k):
        xs[0] += k
        if k > 0:
            fill(xs, k - 1)
        return xs

    return fill([0, n], n)


@cases(1, 3)
def catches_in_itself(n):
    log = 0

    def f(k):
        nonlocal log
        try:
            if k == 0:
                raise ValueError("done")
            return f(k - 1) + 1
        except ValueError:
            return 10
        finally:
            log += 1

    return f(n), log


@cases(1, 3, jax="refused AG027")
def leaves_in_a_with(n):
    class Counting:
        left = 0

        def __enter__(self):
            return self

        def __exit__(self, *error):
            Counting.left += 1

    def f(k):
        with Counting():
            return 0 if k <= 0 else f(k - 1) + 1

    return f(n), Counting.left
