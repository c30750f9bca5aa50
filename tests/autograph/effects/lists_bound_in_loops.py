"""Lists that a loop may have bound elsewhere, and a conditional chooses among afterwards: changed by one of their names."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


class Box:
    def __init__(self, v):
        self.v = v
        self.items = [v]


@cases(0, 1, 3, staged="refused AG024")
def attribute_and_variable(n):
    a = Box(1)
    xs, ys = [1], [3, 4]
    for i in range(n):
        a.items = xs
    zs = ys if n == 1 else xs
    xs.append(n)
    return len(xs), len(ys), len(zs), len(a.items)


@cases(0, 1, 3)
def attribute_in_a_branch(n):
    a = Box(1)
    xs, ys = [1], [3, 4]
    if n > 0:
        a.items = xs
    zs = ys if n == 1 else xs
    xs.append(n)
    return len(xs), len(ys), len(zs), len(a.items)


@cases(0, 1, 3, staged="refused AG024")
def variable(n):
    a = [1]
    xs, ys = [1], [3, 4]
    for i in range(n):
        a = xs
    zs = ys if n == 1 else xs
    xs.append(n)
    return len(xs), len(ys), len(zs), len(a)


@cases(0, 1, 3, staged="refused AG024")
def without_another_choice(n):
    a = [1]
    xs, ys = [1], [3, 4]
    for i in range(n):
        a = xs
    xs.append(n)
    return len(xs), len(ys), len(a)


@cases(0, 1, 3, staged="refused AG024")
def chosen_by_a_statement(n):
    a = [1]
    xs, ys = [1], [3, 4]
    for i in range(n):
        a = xs
    zs = xs
    if n == 1:
        zs = ys
    xs.append(n)
    return xs, ys, zs, a


@cases(0, 1, 3, staged="refused AG024")
def changed_by_the_chosen(n):
    a = Box(1)
    xs, ys = [1], [3, 4]
    for i in range(n):
        a.items = xs
    zs = ys if n == 1 else xs
    zs.append(n)
    return len(xs), len(ys), len(zs), len(a.items)


@cases(0, 1, 3, staged="refused AG024")
def item_stored(n):
    a = Box(1)
    xs, ys = [1], [3, 4]
    for i in range(n):
        a.items = xs
    zs = ys if n == 1 else xs
    xs[0] = 9
    return xs, zs, a.items


@cases(0, 1, 3)
def chosen_twice(n):
    xs, ys, a = [1], [3], [5]
    if n == 1:
        a = xs
    if n == 3:
        zs = ys
    else:
        zs = xs
    xs.append(n)
    a.append(7)
    zs.append(8)
    return xs, ys, zs, a
