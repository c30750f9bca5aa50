"""Variables that have no value yet, or not on every path, where a handler asks for one; and what handlers are for."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(1, 0, 3, staged="refused AG018")
def unbound_in_loop(n):
    def f():
        nonlocal c
        try:
            x = c
        except NameError:
            x = -1
        c = 0
        return x

    out = []
    for i in range(n):
        out.append(f())
    c = 5
    return out


@cases(1, 3, staged="refused AG026")
def bound_by_function(n):
    def put():
        nonlocal last
        if n > 1:
            last = n

    put()
    try:
        return last
    except NameError:
        return -1
    last = 0


@cases(1, 0, 3, staged="refused AG026")
def bound_by_comprehension_call(n):
    def put(x):
        nonlocal last
        last = x
        return x

    xs = [put(x) for x in range(n)]
    try:
        return last
    except NameError:
        return -1
    last = 0


@cases(0, 1, staged="refused AG026")
def handler_at_index(n):
    h = [KeyError, ValueError]
    try:
        if n == 3:
            raise KeyError
    except h[n]:
        return 1
    return 2


@cases(1, 0, 3)
def raised(n):
    out = 0
    for i in range(n):
        try:
            if i > 1:
                raise NameError("x")
            out += 1
        except NameError:
            out += 10
    return out


@cases(1, 0, 3, staged="refused AG018")
def not_defined(n):
    out = 0
    for i in range(n):
        try:
            out += undefined_name
        except NameError:
            out += 10
    return out


@cases(1, 0, 3)
def outside(n):
    try:
        x = undefined_name
    except NameError:
        x = 2
    for i in range(n):
        x += 1
    return x


@cases(1, 0, 3, staged="refused AG053")
def local_(n):
    out = 0
    for i in range(n):
        try:
            out += y
        except UnboundLocalError:
            out += 10
        y = i
    return out


@cases(0, 3)
def none_or_unbound(n):
    if n > 2:
        x = None if n > 1 else n
    return x


@cases(0, 1, 3)
def none_or_unbound_again(n):
    if n > 2:
        x = n
    if n > 0:
        x = None
    return x
