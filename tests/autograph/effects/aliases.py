"""Two names for one object: what is written through one is read through the other."""

from __future__ import annotations

import copy

import numpy as np

from tests.autograph.effects.branches import Box
from tests.autograph.effects.outcomes import cases


@cases(0, 3)
def list_item_through_an_alias(n):
    a = [1, 2]
    b = a
    if n > 2:
        a[0] = n
    return b[0]


@cases(0, 3)
def list_alias_in_a_loop(n):
    a = [0, 1]
    b = a
    for i in range(n):
        b[0] += a[1]
        a[1] += i
    return a, b[0]


@cases(0, 3)
def list_append_through_an_alias(n):
    a = []
    b = a
    if n > 2:
        b.append(1)
    return len(a)


# A list that grows is another object; two variables would have to have it.
@cases(0, 3)
def list_append_through_an_alias_in_a_loop(n):
    a = []
    b = a
    for i in range(n):
        b.append(i)
    return len(a)


@cases(0, 3)
def object_through_an_alias(n):
    o = Box(v=1)
    p = o
    if n > 2:
        p.v = n
    return o.v


@cases(0, 3)
def alias_in_an_attribute(n):
    shared = Box(v=0)
    left, right = Box(s=shared), Box(s=shared)
    if n > 2:
        left.s.v += 1
    right.s.v += 10
    return shared.v, left.s.v


@cases(0, 3)
def alias_in_a_list(n):
    row = [0, 0]
    grid = [row, row]
    if n > 2:
        grid[0][1] = n
    return grid


@cases(0, 3)
def alias_in_a_list_by_multiplication(n):
    grid = [[0] * 2] * 2
    for i in range(n):
        grid[0][0] += i
    return grid


@cases(0, 3)
def alias_in_a_dict(n):
    xs = [1, 2]
    d = {"a": xs, "b": xs}
    if n > 2:
        d["a"][0] = n
    return d["b"][0], xs[0]


@cases(0, 3)
def alias_as_an_argument(n):
    def put(xs, v):
        xs[0] = v

    mine = [1, 2]
    if n > 2:
        put(mine, n)
    return mine


@cases(0, 3)
def alias_made_in_the_branch(n):
    a = [1, 2]
    if n > 2:
        b = a
        b[0] = n
    return a


@cases(0, 3)
def alias_rebound_in_the_branch(n):
    a = [1, 2]
    b = a
    if n > 2:
        b = [5, 6]
        b[0] = n
    return a, b


@cases(0, 3, staged="refused")
def alias_or_copy_by_a_staged_condition(n):
    a = [1, 2]
    b = a if n > 2 else list(a)
    b[0] = 9
    return a


@cases(0, 3, staged="refused")
def identity_decided_by_a_staged_condition(n):
    a, b = [1, 2], [1, 2]
    if n > 2:
        b = a
    return a is b


@cases(0, 3)
def identity_unchanged(n):
    a = [1, 2]
    b = a
    if n > 2:
        a[0] = n
    return a is b, a[0] + b[0]


@cases(0, 3)
def alias_of_the_object_of_a_method(n):
    class Holder:
        def __init__(self, target):
            self.target = target

        def hit(self):
            self.target.v += 1

    o = Box(v=0)
    h = Holder(o)
    for _ in range(n):
        h.hit()
    return o.v


@cases(0, 3)
def augmented_list_alias(n):
    a = [1]
    b = a
    a += [2]
    if n > 2:
        a[1] = n
    return b


@cases(0, 3, staged="refused")
def array_through_an_alias(n):
    a = np.zeros(2)
    b = a
    if n > 2:
        a[0] = 1
    return b[0]


@cases(0, 3, staged="refused")
def array_view(n):
    a = np.zeros(4)
    view = a[1:3]
    if n > 2:
        view[0] = 5
    return a.sum()


@cases(0, 3)
def swapped_lists(n):
    a, b = [1, 1], [2, 2]
    for _ in range(n):
        a, b = b, a
        a[0] += 1
    return a, b


@cases(0, 3)
def double_buffer(n):
    front, back = [1, 0, 0], [0, 0, 0]
    for _ in range(n):
        for k in range(3):
            back[k] = front[k - 1] + front[k]
        front, back = back, front
    return front


@cases(0, 3)
def swapped_objects_in_one(n):
    a, b = Box(v=1), Box(v=2)
    if n > 2:
        a.v, b.v = b.v, a.v
    return a.v, b.v


@cases(0, 3, staged="refused")
def swapped_names_in_one(n):
    first = a = Box(v=1)
    b = Box(v=2)
    if n > 2:
        a, b = b, a
    a.v += 10
    return first.v


@cases(0, 3)
def self_referring_object(n):
    o = Box(v=0)
    o.me = o
    if n > 2:
        o.me.me.v = n
    return o.v


@cases(0, 3)
def parent_and_child(n):
    parent = Box(total=0)
    child = Box(parent=parent, v=1)
    parent.child = child
    while n > 0:
        child.parent.total += parent.child.v
        parent.child.v += 1
        n -= 1
    return parent.total, child.v


@cases(0, 3)
def default_argument_is_one_list(n):
    def hit(memo=[0]):
        memo[0] += 1
        return memo[0]

    if n > 2:
        hit()
    return hit()


@cases(0, 3, staged="refused AG024")
def list_replaced_in_a_loop_and_changed_under_another_name(n):
    xs = [n, 1, 2]
    ys = xs
    i = 0
    while i < n:
        ys = [n, 5, 6]
        i += 1
    xs[1] += 10
    return xs, ys


@cases(0, 3)
def list_replaced_in_a_loop(n):
    ys = [n, 1, 2]
    i = 0
    while i < n:
        ys = [n, 5, i]
        i += 1
    ys[1] += 10
    return ys


@cases(0, 1, 3, staged="refused AG024")
def list_changed_and_then_replaced_by_another(n):
    xs = [1, 2]
    a = [5, 5]
    for i in range(n):
        a[0] += 1
        if i > 0:
            a = xs
    return xs, a


@cases(0, 1, 3, staged="refused AG024")
def two_names_for_one_list_after_an_iteration(n):
    a, b = [1, 2], [3, 4]
    for _ in range(n):
        a[0] += 1
        a = b
    return a, b


@cases(0, 1, 3, staged="refused AG024")
def swapped_lists_that_an_object_has_too(n):
    a, b = [1], [2]
    keep = [b]
    for _ in range(n):
        a[0] += b[0]
        a, b = b, a
    return keep


@cases(0, 1, 3)
def swapped_lists_changed_afterwards(n):
    a, b = [1, 2], [3, 4]
    for i in range(n):
        a[0] += i
        a, b = b, a
    a[1] = 7
    return a, b


@cases(0, 1, 3, 4)
def three_lists_go_round(n):
    a, b, c = [1], [2], [3]
    for _ in range(n):
        a[0] += b[0]
        a, b, c = b, c, a
    return a, b, c


@cases(0, 1, 3)
def swapped_dicts(n):
    a, b = {"x": 1}, {"x": 2}
    i = 0
    while i < n:
        a["x"] += b["x"]
        a, b = b, a
        i += 1
    return a["x"], b["x"]


@cases(0, 1, 3)
def swapped_lists_changed_by_a_closure(n):
    a, b = [1], [2]

    def bump():
        a[0] += 10

    for _ in range(n):
        a, b = b, a
        bump()
    return a, b


@cases(0, 1, 3)
def rows_of_an_edit_distance(n):
    prev = [0, 1, 2, 3]
    cur = [0, 0, 0, 0]
    for i in range(n):
        cur[0] = i + 1
        for j in range(1, 4):
            cur[j] = min(prev[j] + 1, cur[j - 1] + 1, prev[j - 1] + (i + j) % 2)
        prev, cur = cur, prev
    return prev[-1]


@cases(0, 1, 3)
def swapped_grids(n):
    old, new = [[1, 0], [0, 1]], [[0, 0], [0, 0]]
    for _ in range(n):
        for i in range(2):
            for j in range(2):
                new[i][j] = old[1 - i][j] + old[i][1 - j]
        old, new = new, old
    return old


@cases(0, 2, 5, staged="refused AG024")
def an_object_that_a_loop_may_have_replaced_is_changed(n):
    class Point:
        def __init__(self, x):
            self.x = x

    first = point = Point(0)
    for i in range(n):
        point = Point(point.x + i)
    point.x += 100
    return point.x, first.x


@cases(0, 2, 5, staged="refused AG024")
def the_object_that_a_loop_may_have_replaced_is_changed(n):
    class Point:
        def __init__(self, x):
            self.x = x

    first = point = Point(0)
    while point.x < n:
        point = Point(point.x + 1)
    first.x = 70
    return point.x, first.x


@cases(0, 1, 3)
def swapped_objects_that_change(n):
    a, b = Box(v=1), Box(v=2)
    for _ in range(n):
        a.v += b.v
        a, b = b, a
    return a.v, b.v


@cases(0, 1, 3, staged="refused AG024")
def swapped_objects_that_another_has_too(n):
    a, b = Box(v=1), Box(v=2)
    keep = Box(inner=a)
    for _ in range(n):
        a.v += b.v
        a, b = b, a
    return keep.inner.v


@cases(0, 3, staged="refused AG024")
def one_of_two_lists_grows(n):
    xs, other = [n, 1], [n, 2]
    ys = xs if n > 2 else other
    ys.append(5)
    return xs


@cases(0, 3, staged="refused AG024")
def list_that_a_loop_may_have_replaced_is_rotated(n):
    xs = [n, 1]
    ys = xs
    i = 0
    while i < n:
        xs = [i, 7]
        i += 1
    xs.append(xs.pop(0))
    return ys


@cases(1, 3)
def deep_copies(n):
    box = Box()
    box.v = n
    box.mode = n if n > 2 else None
    other = copy.deepcopy(box)
    other.v += 1
    xs = copy.deepcopy([n, {"a": n}, box.mode])
    return box.v, other.v, other.mode, xs
