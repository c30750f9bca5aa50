"""What two names hold where a branch binds one of them anew, and what is done to a value that may be None."""

from __future__ import annotations

import heapq

from tests.autograph.effects.outcomes import cases


class A:
    def __init__(self, v):
        self.v = v

    def set(self, v):
        self.v = v


@cases(0, 1)
def kept_and_made_anew(n):
    doc = [1]
    if n > 0:
        saved = doc
        doc = [*doc, n]
    else:
        saved = doc
    doc.append(5)
    return saved, doc


@cases(0, 1)
def kept_or_none(n):
    r = None
    xs = [1]
    if n > 0:
        r = xs
    else:
        xs = [7]
    xs.append(2)
    return r, xs


@cases(0, 1)
def both_bound(n):
    xs = [1]
    if n > 0:
        r, xs = xs, xs
    else:
        r, xs = xs, [7]
    xs.append(2)
    return r, xs


@cases(0, 1)
def object_kept(n):
    s = A(1)
    if n > 0:
        r = s
    else:
        r = s
        s = A(7)
    s.v += 2
    return r.v, s.v


@cases(0, 1)
def left_by_a_finally(n):
    buf = [1]
    try:
        if n == 1:
            return buf
        buf = [2]
    finally:
        buf.append(n)
    return buf


@cases(0, 1)
def kept_in_a_dict(n):
    d = {}
    xs = [1]
    if n > 0:
        d["r"] = xs
    else:
        d["r"] = xs
        xs = [3]
    xs.append(2)
    return d, xs


@cases(0, 1, 2)
def list_updated(n):
    c = [1]
    y = None
    if n > 0:
        y = c
    if y is not None:
        y += [n]
    return c, y


@cases(0, 1, 2)
def set_updated(n):
    c = {1}
    y = None
    if n > 0:
        y = c
    if y is not None:
        y |= {n + 5}
    return sorted(c)


@cases(0, 1)
def unbound_or_list_updated(n):
    c = [1]
    if n == 0:
        y = c
    if n == 0:
        y += [9]
    return c


@cases(0, 3)
def number_updated(n):
    y = None
    if n > 1:
        y = n
    if y is not None:
        y += 4
        y *= 2
    return y


@cases(0, 1)
def method_that_may_be_none(n):
    c = A(1)
    y = c.set if n > 0 else None
    if y is not None:
        y(7)
    return c.v


@cases(0, 1)
def heap_that_may_be_none(n):
    xs = [4]
    y = xs if n > 0 else None
    if y is not None:
        heapq.heappush(y, 0)
    return xs


@cases(0, 1)
def attribute_set_by_name(n):
    xs = A(4)
    y = xs if n > 0 else None
    if y is not None:
        setattr(y, "v", 3)
    return xs.v


@cases(0, 1)
def dict_looked_into(n):
    d = {0: 2, 1: 5}
    y = d if n > 0 else None
    return (1 in y) if y is not None else 3
