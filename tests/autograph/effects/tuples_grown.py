"""Tuples that grow, shrink, or are of other lengths on other paths: variables have others in their place.

A tuple never changes, so that another name of it, or a list that it was made of, has what it had.
"""

# ruff: noqa: RUF005  as people write it

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


class Box:
    def __init__(self):
        self.t = ()


def mk(n):
    b = []
    for i in range(n):
        b.append(i)
    return tuple(b)


@cases(1, 3)
def item_stored(n):
    t = mk(n)
    try:
        t[0] = 5
    except TypeError as e:
        return str(e)
    return t


@cases(1, 3)
def item_deleted(n):
    t = mk(n)
    try:
        del t[0]
    except TypeError as e:
        return str(e)
    return t


@cases(1, 3)
def appended_to(n):
    t = mk(n)
    try:
        t.append(5)
    except AttributeError as e:
        return str(e)
    return t


@cases(1, 3)
def added_to_in_place(n):
    t = mk(n)
    u = t
    t += (7,)
    return t, u


@cases(1, 3)
def repeated_in_place(n):
    t = mk(n)
    u = t
    t *= 2
    return t, u


@cases(1, 3, staged="refused AG032")
def is_a_key(n):
    d = {}
    d[mk(n)] = 1
    return len(d)


@cases(1, 3)
def looked_for_in_a_set(n):
    s = {(0,), (0, 1, 2)}
    return mk(n) in s


@cases(1, 3)
def is_itself(n):
    t = mk(n)
    return tuple(t) is t


@cases(1, 3)
def is_one_of_two(n):
    t = mk(n)
    u = t if n > 2 else mk(n)
    return u is t


@cases(1, 3, staged="refused AG053")
def added_to_a_list(n):
    t = mk(n)
    return t + [1]


@cases(1, 3, staged="refused AG053")
def hashed(n):
    return hash(mk(n)) == hash((0,))


@cases(1, 3)
def shown(n):
    return str(mk(n)), f"{mk(n)}"


@cases(0, 2, 4, jax="refused AG051")
def grow(n):
    t = ()
    for i in range(n):
        t += (i,)
    return t, len(t)


@cases(0, 2, 4, jax="refused AG051")
def grow2(n):
    t = ()
    u = t
    for i in range(n):
        u = t
        t = t + (i, i * 2)
    return t, u


@cases(0, 2, 4, staged="refused AG011")
def grow_if(n):
    t = ()
    for i in range(5):
        if i < n:
            t += (i,)
    return t


@cases(0, 2, 4)
def branch(n):
    b = []
    for i in range(n):
        b.append(i)
    t = (7, 8)
    if n > 1:
        t = tuple(b)
    return t, len(t), t[0]


@cases(0, 2, 4)
def branch_both(n):
    b = []
    for i in range(n):
        b.append(i)
    if n > 1:
        t = tuple(b)
    else:
        t = (5, 6, 7)
    return t, sum(t)


@cases(0, 2, 4)
def branch_expr(n):
    b = []
    for i in range(n):
        b.append(i)
    t = tuple(b) if n > 1 else ()
    return t, sum(t)


@cases(0, 2, 4)
def branch_returns(n):
    b = []
    for i in range(n):
        b.append(i)
    if n > 1:
        return tuple(b)
    return ()


@cases(0, 2, 4)
def branch_pair(n):
    b = []
    for i in range(n):
        b.append(i)
    p = ("a", ())
    if n > 1:
        p = ("a", tuple(b))
    return p


@cases(0, 2, 4)
def branch_alias(n):
    b = []
    for i in range(n):
        b.append(i)
    t = (7, 8)
    u = t
    if n > 1:
        t = tuple(b)
    return t, u


@cases(0, 2, 4, staged="refused AG024")
def branch_ident(n):
    b = []
    for i in range(n):
        b.append(i)
    t = (7, 8)
    u = t
    if n > 1:
        t = tuple(b)
    return t is u


@cases(0, 2, 4)
def branch_mixed(n):
    b = []
    for i in range(n):
        b.append(i)
    t = ("x", 8)
    if n > 1:
        t = tuple(b)
    return t


@cases(0, 2, 4)
def attr(n):
    box = Box()
    b = []
    for i in range(n):
        b.append(i)
        box.t = tuple(b)
    return box.t


@cases(0, 2, 4, staged="refused AG011")
def attr_branch(n):
    box = Box()
    b = []
    for i in range(4):
        b.append(i)
        if i < n:
            box.t = tuple(b)
    return box.t


@cases(0, 2, 4)
def longest(n):
    runs, run = [], []
    for x in [1, 1, 2, 3, 3, 3, 4]:
        if run and run[-1] != x - n:
            runs.append(tuple(run))
            run = []
        run.append(x)
    best = ()
    for r in runs:
        if len(r) > len(best):
            best = r
    return best, runs


@cases(0, 2, 4, jax="refused AG022")
def whiles(n):
    t = (1,)
    while len(t) < n:
        t = t + t
    return t


@cases(0, 2, 4)
def whiles_shrink(n):
    t = (1, 2, 3, 4, 5)
    while len(t) > n:
        t = t[1:]
    return t


@cases(0, 2, 4)
def handler(n):
    b = []
    for i in range(n):
        b.append(i)
    t = ()
    try:
        t = tuple(b)
        x = b[2]
    except IndexError:
        t = t + (100,)
    return t


@cases(0, 2, 4, jax="refused AG051")
def floats(n):
    t = (1, 2)
    for i in range(n):
        t = t + (0.5,)
    return t


@cases(0, 2, 4, jax="refused AG051")
def texts(n):
    t = ("a",)
    for i in range(n):
        t = t + ("b",)
    return t, "-".join(t)


@cases(0, 2, 4, jax="refused AG022")
def swap(n):
    a, b = (), (1,)
    for i in range(n):
        a, b = b, a + (i,)
    return a, b


@cases(0, 2, 4)
def of_one_length(n):
    t = (0, 0)
    for i in range(n):
        t = (t[1], i)
    return t


@cases(0, 2, 4, staged="refused AG011")
def none2(n):
    t = None
    for i in range(n):
        t = (t or ()) + (i,)
    return t
