"""What a condition has decided, where it is asked again: values that may be None or unbound otherwise."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(5, 4)
def second_filter_binds(n):
    return [e for a in range(n) if a > 0 if (e := a % 5) > 1]


@cases(5, 4)
def both_filters_bind(n):
    return [(b, e) for a in range(n) if (b := a * 2) > 1 if (e := b % 5) > 1]


@cases(5, 4)
def second_filter_of_a_second_clause(n):
    return [e for c in range(n) for a in range(c) if a > 0 if (e := a % 5) > 1]


@cases(5, 4)
def filter_of_a_second_clause(n):
    return [b for c in range(n) for a in range(c) if (b := c * a) > 1]


@cases(5, 4)
def in_loops(n):
    out = []
    for c in range(n):
        for a in range(c):
            if (b := c * a) > 1 and (e := b % 5) > 1:
                out.append((b, e))
    return out


@cases(5, 4, 0)
def appended(n):
    x = None
    if n > 4:
        x = n * 2
    out = [1]
    if n > 4:
        out.append(x + 1)
    if n > 4:
        y = x
    else:
        y = 3
    return out, y


@cases(5, 4, 0)
def in_an_expression(n):
    c = n > 4
    x = None
    if c:
        x = n * 2
    y = x + 1 if c else 7
    return y, (x is None) == (not c)


@cases(5, 4, 0)
def changed_since(n):
    c = n > 4
    if c:
        x = n * 2
    n = n - 4
    if c:
        n += x
    while n > 3:
        n -= 2
        if c:
            x -= 1
    return n, x if c else None


@cases(5, 4, 0)
def none_again(n):
    c = n > 4
    x = None
    if c:
        x = n * 2
    if n > 2:
        x = None
    return -1 if x is None else x, c


@cases(5, 4, 0)
def condition_changes(n):
    c = n > 4
    x = None
    for i in range(3):
        if c:
            x = i
        if i == 1:
            c = not c
    return x


@cases(5, 4, 0)
def none_by_a_function(n):
    c = n > 4
    x = None

    def put():
        nonlocal x
        x = None

    if c:
        x = n
    if n % 2:
        put()
    return (x is None), (x + 1 if x is not None else 0) if c else "-"


@cases(1, 5, 0)
def bound_by_a_list(n):
    halves = [(half := v // 2) for v in range(n) if v % 4 == 0]
    if n > 0:
        halves.append(half)
    return halves


@cases(1, 5, 0)
def read_after_a_list(n):
    halves = [(half := v // 2) for v in range(n) if v % 4 == 0]
    return halves, half


@cases(1, 5, 0)
def read_by_a_function(n):
    halves = [(half := v // 2) for v in range(n) if v % 4 == 0]

    def inner():
        return half

    try:
        return halves, inner()
    except NameError:
        return "none"


@cases(1, 5, 0)
def bound_by_any(n):
    if any((best := v) > 2 for v in range(n)):
        return best
    return "none"
