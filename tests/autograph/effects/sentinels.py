"""Objects that mark what is missing: `EMPTY = object()`, `if head is EMPTY`."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases

EMPTY = object()


@cases(1, 5, 0)
def in_a_variable(n):
    head = EMPTY
    if n > 1:
        head = n
    return -1 if head is EMPTY else head + 1


@cases(1, 5, 0)
def in_an_attribute(n):
    class P:
        _empty = object()

        def __init__(self):
            self.head = self._empty

    p = P()
    if n > 1:
        p.head = n
    if p.head is not p._empty:
        return p.head
    return "none"


@cases(1, 5, 0)
def in_a_loop(n):
    head = EMPTY
    total = 0
    for i in range(n):
        if head is EMPTY:
            head = i
        else:
            total += head
            head = EMPTY
    return total, head is EMPTY


@cases(([1, 2, 3],), ([5, 5, 5],))
def under_a_handler(xs):
    it = iter(xs)
    head = EMPTY
    out = []
    for k in range(3):
        if head is EMPTY:
            try:
                head = next(it)
            except StopIteration:
                break
        if head > 2:
            out.append(head)
            head = EMPTY
    return out


@cases(1, 5, 0)
def best_of_a_loop(n):
    best = EMPTY
    for i in range(n):
        v = (i * 7) % 5
        if best is EMPTY or v > best:
            best = v
    return "none" if best is EMPTY else best


@cases(1, 5, 0)
def peeked(n):
    class Peek:
        _none = object()

        def __init__(self, it):
            self.it = iter(it)
            self.head = self._none

        def peek(self):
            if self.head is self._none:
                self.head = next(self.it, self._none)
            return self.head

        def take(self):
            v = self.peek()
            self.head = self._none
            return v

    p = Peek([3, n, 4])
    out = []
    while p.peek() is not Peek._none:
        v = p.take()
        if v > 2:
            out.append(v)
        if len(out) > 1 and n > 2:
            break
    return out


@cases(1, 5, 0)
def as_a_default(n):
    def get(d, key, default=EMPTY):
        v = d.get(key, EMPTY)
        if v is EMPTY:
            if default is EMPTY:
                raise KeyError(key)
            return default
        return v

    d = {"a": 1}
    if n > 2:
        d["b"] = n
    try:
        return get(d, "a"), get(d, "b", -1), get(d, "b")
    except KeyError as e:
        return "missing", e.args[0]


@cases(1, 5, 0)
def previous(n):
    prev = EMPTY
    runs = 0
    for x in [1, n, n, 2]:
        if prev is EMPTY or x != prev:
            runs += 1
        prev = x
    return runs


@cases(1, 5, 0)
def text(n):
    x = EMPTY
    if n > 1:
        x = "text"
    return x if x is not EMPTY else "none"


@cases(1, 5, 0)
def list_(n):
    x = EMPTY
    if n > 1:
        x = [n, 2]
    if x is not EMPTY:
        x.append(3)
        return x
    return []


@cases(1, 5, 0, staged="refused AG011")
def or_none(n):
    x = EMPTY
    if n > 1:
        x = n
    if n > 3:
        x = None
    return "e" if x is EMPTY else "n" if x is None else x


@cases(1, 5, 0)
def asked(n):
    x = EMPTY
    if n > 1:
        x = n
    return bool(x), x == EMPTY, x != 5, isinstance(x, int)


@cases(1, 5, 0, staged="refused AG053")
def in_arithmetic(n):
    x = EMPTY
    if n > 1:
        x = n
    try:
        return x + 1
    except TypeError:
        return "no"


@cases(3, 0, 5)
def an_ellipsis_in_a_loop(n):
    best = ...
    for i in range(n):
        if best is ... or i * 2 % 3 > best:
            best = i
    return "nothing" if best is ... else best


@cases(3, 0)
def an_ellipsis_in_a_branch(n):
    found, held = Ellipsis, {"a": ...}
    if n > 2:
        found, held["a"] = n, [n]
    return -1 if found is Ellipsis else found, held["a"] is ..., found == 3
