"""`with c:` whose body gives `c` another value on one path: the manager that was entered is left, and sees changes."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


class M:
    def __init__(self, name=0):
        self.left = 0
        self.name = name
        self.total = 0

    def __enter__(self):
        return self

    def __exit__(self, *e):
        self.left += 1
        self.total = self.total * 10 + self.name


@cases(0, 3)
def rebinds_and_changes(n):
    a, b = M(1), M(2)
    c = a
    with c:
        if n > 1:
            c = b
            c.name = 7
    return a.left, b.left, a.total, b.total, c.name


@cases(0, 3)
def rebinds_and_changes_self(n):
    a, b = M(1), M(2)
    c = a
    with c:
        if n > 1:
            c.name += 5
            c = b
            c.name += 7
    return a.left, b.left, a.total, b.total, c.name


@cases(0, 3)
def rebinds_new(n):
    c = M(1)
    first = c
    with c:
        if n > 1:
            c = M(2)
            c.name += n
    return first.left, first.total, c.left, c.name


@cases(0, 3)
def rebinds_new_only(n):
    c = M(1)
    with c:
        if n > 1:
            c = M(2)
            c.name += n
    return c.left, c.name, c.total


@cases(0, 3)
def changes_first_then_rebind(n):
    c = M(1)
    with c:
        if n > 1:
            c.name = 5
            c = M(2)
    return c.left, c.name, c.total


@cases(0, 3)
def changes_and_changes_after(n):
    c = M(1)
    d = c
    with c:
        if n > 1:
            c = M(2)
        c.name += n
    return c.left, c.name, c.total, d.left, d.name, d.total


@cases(0, 3)
def as_name(n):
    with M(1) as c:
        if n > 1:
            c = M(2)
            c.name = n
    return c.left, c.name, c.total


@cases(0, 3)
def as_name_after(n):
    with M(1) as c:
        if n > 1:
            c = M(2)
        c.name += n
    return c.left, c.name, c.total


@cases(0, 3)
def attribute(n):
    h = M(0)
    h.c = M(1)
    first = h.c
    with h.c:
        if n > 1:
            h.c = M(2)
            h.c.name = n
    return h.c.left, h.c.name, h.c.total, first.left, first.total


@cases(0, 3, staged="refused AG024")
def in_loop(n):
    c = M(1)
    first = c
    for i in range(n):
        with c:
            if i == 1:
                c = M(2)
                c.name += i
    return first.left, first.total, c.left, c.name


@cases(0, 3)
def raises_in_it(n):
    c = M(1)
    first = c
    try:
        with c:
            if n > 1:
                c = M(2)
                c.name = n
                raise ValueError
    except ValueError:
        pass
    return first.left, first.total, c.left, c.name


class R:
    def __init__(self):
        self.x = 0
        self.log = 0

    def __enter__(self):
        self.old = self.x
        return self

    def __exit__(self, *e):
        self.x = self.old
        self.log += 1


@cases(0, 3)
def restores(n):
    c = R()
    d = c
    with c:
        c.x = 5
        if n > 1:
            c = R()
            c.x = n
    return c.x, c.log, d.x, d.log


@cases(0, 3)
def two_managers(n):
    a, b = R(), R()
    with a, b:
        if n > 1:
            a, b = b, a
            a.x += n
    return a.x, b.x, a.log, b.log


@cases(0, 3)
def whole_with_in_branch(n):
    c = M(1)
    d = c
    if n > 1:
        with c:
            c = M(2)
            c.name = n
    return c.left, c.name, d.left, d.total


@cases(0, 3, staged="refused AG024")
def in_while(n):
    c = M(1)
    d = c
    while n > 0:
        with c:
            n -= 1
            if n == 1:
                c = M(3)
            c.name += 1
    return c.left, c.name, c.total, d.left, d.name, d.total


@cases(0, 3)
def early_return(n):
    c = M(1)
    d = c

    def go(n):
        nonlocal c
        with c:
            if n > 1:
                c = M(2)
                c.name = n
                return 5
        return 6

    r = go(n)
    return r, c.left, c.name, d.left, d.total


@cases(0, 3)
def tuple_rebinding(n):
    items = [M(1), M(2)]
    c = items[0]
    with c:
        if n > 1:
            c = items[1]
            c.name += n
    return [m.left for m in items], [m.name for m in items], [m.total for m in items]


@cases(0, 3)
def lists_inside(n):
    class L:
        def __init__(self):
            self.items = []

        def __enter__(self):
            return self

        def __exit__(self, *e):
            self.items.append(-1)

    c = L()
    d = c
    with c:
        c.items.append(n)
        if n > 1:
            c = L()
            c.items.append(7)
    return c.items, d.items


@cases(0, 3)
def chosen(n):
    a, b = M(1), M(2)
    c = a if n % 2 else b
    with c:
        if n > 1:
            c = b
            c.name += 5
    return a.left, a.total, b.left, b.total, b.name
