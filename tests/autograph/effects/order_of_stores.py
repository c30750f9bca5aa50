"""Stores, calls and displays with a call in them that gives the variable in question another value on one path."""

from __future__ import annotations

import numpy as np

from tests.autograph.effects.outcomes import cases


class Cell:
    def __init__(self, v=0):
        self.v = v
        self.log = []
        self.inner = None

    def m(self, x):
        self.v = self.v * 10 + x
        return self.v

    def __call__(self, x):
        self.v += x
        return self.v


@cases(0, 3)
def item_index_call(n):
    a, b = [0, 0], [1, 1]
    q = a

    def f():
        nonlocal q
        if n > 1:
            q = b
        return 1

    q[f()] = 7
    return a, b, q


@cases(0, 3)
def item_value_call(n):
    a, b = [0, 0], [1, 1]
    q = a

    def f():
        nonlocal q
        if n > 1:
            q = b
        return 5

    q[0] = f()
    return a, b, q


@cases(0, 3)
def attribute_value_call(n):
    a, b = Cell(1), Cell(2)
    q = a

    def f():
        nonlocal q
        if n > 1:
            q = b
        return 5

    q.v = f()
    return a.v, b.v, q.v


@cases(0, 3)
def aug_item(n):
    a, b = [0, 0], [1, 1]
    q = a

    def f():
        nonlocal q
        if n > 1:
            q = b
        return 5

    q[0] += f()
    return a, b, q


@cases(0, 3)
def aug_index(n):
    a, b = [0, 0], [1, 1]
    q = a

    def f():
        nonlocal q
        if n > 1:
            q = b
        return 1

    q[f()] += 5
    return a, b, q


@cases(0, 3)
def aug_attribute(n):
    a, b = Cell(1), Cell(2)
    q = a

    def f():
        nonlocal q
        if n > 1:
            q = b
        return 5

    q.v += f()
    return a.v, b.v, q.v


@cases(0, 3)
def aug_name(n):
    q = 2

    def f():
        nonlocal q
        if n > 1:
            q = 9
        return 5

    q += f()
    return q


@cases(0, 3, staged="refused AG024")
def aug_name_list(n):
    a, b = [1], [2]
    q = a

    def f():
        nonlocal q
        if n > 1:
            q = b
        return [5]

    q += f()
    return a, b, q


@cases(0, 3)
def append(n):
    a, b = [1], [2]
    q = a

    def f():
        nonlocal q
        if n > 1:
            q = b
        return 5

    q.append(f())
    return a, b, q


@cases(0, 3)
def method(n):
    a, b = Cell(1), Cell(2)
    q = a

    def f():
        nonlocal q
        if n > 1:
            q = b
        return 5

    r = q.m(f())
    return a.v, b.v, q.v, r


@cases(0, 3)
def called(n):
    a, b = Cell(1), Cell(2)
    q = a

    def f():
        nonlocal q
        if n > 1:
            q = b
        return 5

    r = q(f())
    return a.v, b.v, q.v, r


@cases(0, 3)
def binop(n):
    q = 2

    def f():
        nonlocal q
        if n > 1:
            q = 9
        return 5

    return q + f(), f() + q, q * f()


@cases(0, 3)
def args(n):
    q = 2

    def f():
        nonlocal q
        if n > 1:
            q = 9
        return 5

    def g(*a, **k):
        return a, k

    return g(q, f(), q, x=q)


@cases(0, 3)
def chain(n):
    a, b = Cell(1), Cell(2)
    a.inner, b.inner = Cell(11), Cell(12)
    q = a

    def f():
        nonlocal q
        if n > 1:
            q = b
        return 5

    q.inner.v = f()
    return a.inner.v, b.inner.v


@cases(0, 3)
def chain_rebinds_inner(n):
    a = Cell(1)
    x, y = Cell(11), Cell(12)
    a.inner = x

    def f():
        if n > 1:
            a.inner = y
        return 5

    a.inner.v = f()
    return x.v, y.v


@cases(0, 3)
def chain_aug_inner(n):
    a = Cell(1)
    x, y = Cell(11), Cell(12)
    a.inner = x

    def f():
        if n > 1:
            a.inner = y
        return 5

    a.inner.v += f()
    return x.v, y.v


@cases(0, 3)
def chain_item_inner(n):
    a = Cell(1)
    x, y = [1, 2], [3, 4]
    a.inner = x

    def f():
        if n > 1:
            a.inner = y
        return 1

    a.inner[f()] = f() + 6
    return x, y


@cases(0, 3)
def chain_item_aug(n):
    a = Cell(1)
    x, y = [1, 2], [3, 4]
    a.inner = x

    def f():
        if n > 1:
            a.inner = y
        return 1

    a.inner[f()] += f() + 6
    return x, y


@cases(0, 3)
def nested_items(n):
    g = [[0, 0], [1, 1]]
    h = [[5, 5], [6, 6]]
    q = g

    def f():
        nonlocal q
        if n > 1:
            q = h
        return 1

    q[0][f()] = f()
    return g, h


@cases(0, 3)
def nested_index_first(n):
    g = [[0, 0], [1, 1]]
    h = [[5, 5], [6, 6]]
    q = g

    def f():
        nonlocal q
        if n > 1:
            q = h
        return 1

    q[f()][0] = 9
    return g, h


@cases(0, 3)
def nested_row_swapped(n):
    g = [[0, 0], [1, 1]]
    r = [7, 7]
    old = g[0]

    def f():
        if n > 1:
            g[0] = r
        return 1

    g[0][f()] = 9
    return g, r, old


@cases(0, 3)
def multiple_targets(n):
    a, b = [0, 0], [1, 1]
    q = a

    def f():
        nonlocal q
        if n > 1:
            q = b
        return 1

    q[0] = q[f()] = 8
    return a, b


@cases(0, 3)
def tuple_targets(n):
    a, b = [0, 0], [1, 1]
    q = a

    def f():
        nonlocal q
        if n > 1:
            q = b
        return 1

    q[0], q[f()], q[0] = 5, 6, 7
    return a, b


@cases(0, 3)
def tuple_values(n):
    a, b = [0, 0], [1, 1]
    q = a

    def f():
        nonlocal q
        if n > 1:
            q = b
        return 1

    q[0], q[1] = f(), q[0]
    return a, b


@cases(0, 3)
def delete(n):
    a, b = {0: 1, 1: 2}, {0: 3, 1: 4}
    q = a

    def f():
        nonlocal q
        if n > 1:
            q = b
        return 1

    del q[f()]
    return len(a), len(b)


@cases(0, 3)
def slices(n):
    a, b = [0, 0, 0], [1, 1, 1]
    q = a

    def f():
        nonlocal q
        if n > 1:
            q = b
        return 1

    q[f() :] = [4, 4]
    return a, b


@cases(0, 3)
def walrus(n):
    a, b = [0, 0, 0], [1, 1, 1]
    q = a
    q[(q := b if n > 1 else a)[0]] = 8
    return a, b


@cases(0, 3)
def dicts(n):
    a, b = {0: 1}, {0: 2}
    q = a

    def f():
        nonlocal q
        if n > 1:
            q = b
        return 5

    q[0] = f()
    q["k"] = f()
    return a, b


@cases(0, 3)
def load_item(n):
    a, b = [0, 3], [1, 4]
    q = a

    def f():
        nonlocal q
        if n > 1:
            q = b
        return 1

    return q[f()], a, b


@cases(0, 3)
def load_attr_binop(n):
    a, b = Cell(1), Cell(2)
    q = a

    def f():
        nonlocal q
        if n > 1:
            q = b
            a.v = 50
        return 1

    return q.v + f() + q.v, a.v


@cases(0, 3, staged="refused AG024")
def loop(n):
    a, b = [0, 0, 0, 0], [1, 1, 1, 1]
    q = a

    def f(i):
        nonlocal q
        if i % 2:
            q = b
        else:
            q = a
        return i

    for i in range(n):
        q[f(i)] = i + 5
    return a, b


@cases(0, 3)
def in_branch(n):
    a, b = [0, 0], [1, 1]
    q = a

    def f():
        nonlocal q
        q = b
        return 1

    if n > 1:
        q[f()] = 7
    return a, b, q


@cases(0, 3)
def in_branch_attr(n):
    a, b = Cell(1), Cell(2)
    q = a

    def f():
        nonlocal q
        q = b
        return 1

    if n > 1:
        q.v = f()
    return a.v, b.v, q.v


@cases(0, 3)
def in_branch_append(n):
    a, b = [0, 0], [1, 1]
    q = a

    def f():
        nonlocal q
        q = b
        return 1

    if n > 1:
        q.append(f())
    return a, b, q


Q = [0, 0]
A = Q
B = [1, 1]


def fg(n):
    global Q
    if n > 1:
        Q = B
    return 1


@cases(0, 3, outer=("Q", "A", "B"), staged="refused AG029")
def globals_item(n):
    Q[fg(n)] = 7
    return A, B


@cases(0, 3, outer=("Q", "A", "B"), staged="refused AG029")
def globals_value(n):
    Q[0] = fg(n)
    return A, B


@cases(0, 3, outer=("Q", "A", "B"), staged="refused AG029")
def globals_append(n):
    Q.append(fg(n))
    return A, B


@cases(0, 3)
def for_target(n):
    a, b = [0, 0], [1, 1]
    q = a

    def f():
        nonlocal q
        if n > 1:
            q = b
        return 1

    for q[f()] in [4, 5]:
        pass
    return a, b


@cases(0, 3)
def compare(n):
    q = 2

    def f():
        nonlocal q
        if n > 1:
            q = 9
        return 5

    return q < f() < q, q == f() or q == 9


@cases(0, 3)
def displays(n):
    q = 2

    def f():
        nonlocal q
        if n > 1:
            q = 9
        return 5

    return [q, f(), q], {"a": q, "b": f(), "c": q}, f"{q} {f()} {q}"


@cases(0, 3, staged="refused AG024")
def np_arrays(n):
    a, b = np.zeros(2), np.ones(2)
    q = a

    def f():
        nonlocal q
        if n > 1:
            q = b
        return 1

    q[f()] = 7
    return a, b


@cases(0, 3, staged="refused AG028")
def np_arrays_value(n):
    a, b = np.zeros(2), np.ones(2)
    q = a

    def f():
        nonlocal q
        if n > 1:
            q = b
        return 8

    q[0] = f()
    q[1] += f()
    return a, b


@cases(0, 3)
def chosen_after(n):
    a, b, c = [0, 0], [1, 1], [2, 2]
    q = a if n > 2 else c

    def f():
        nonlocal q
        if n > 1:
            q = b
        return 1

    q[f()] = 7
    return a, b, c


@cases(0, 3)
def chosen_before_value(n):
    a, b, c = [0, 0], [1, 1], [2, 2]
    q = a if n > 2 else c

    def f():
        nonlocal q
        if n > 1:
            q = b
        return 1

    q[0] = f()
    q.append(f())
    return a, b, c


@cases(0, 3)
def dict_chosen(n):
    d = {"a": [1]}

    def f():
        if n > 1:
            d["a"] = [9]
        return 4

    d["a"].append(f())
    return d


@cases(0, 3)
def dict_chosen_store(n):
    d = {"a": [1]}
    old = d["a"]

    def f():
        if n > 1:
            d["a"] = [9]
        return 4

    d["a"][0] = f()
    return d, old


@cases(0, 3)
def dict_chosen_aug(n):
    d = {"a": [1]}
    old = d["a"]

    def f():
        if n > 1:
            d["a"] = [9]
        return 4

    d["a"][0] += f()
    return d, old


@cases(0, 3)
def self_append(n):
    class S:
        def __init__(self):
            self.items = [1]

        def go(self):
            if n > 1:
                self.items = [2]
            return 3

        def run(self):
            old = self.items
            self.items.append(self.go())
            return old, self.items

    return S().run()


@cases(0, 3)
def self_count(n):
    class S:
        def __init__(self):
            self.count = 1

        def go(self):
            if n > 1:
                self.count += 10
            return 3

        def run(self):
            self.count += self.go()
            return self.count

    return S().run()
