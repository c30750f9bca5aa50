"""Functions made in loops and comprehensions, whose variable has its last value when they are called."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(4, 0, 2)
def in_a_loop(n):
    late = []
    for i in range(n):
        late.append(lambda: i)
    return [f() for f in late]


@cases(4, 0, 2)
def default_in_a_loop(n):
    early = []
    for i in range(n):
        early.append(lambda i=i: i)
    return [f() for f in early]


@cases(4, 0, 2)
def default_in_a_comprehension(n):
    early = [lambda i=i: i for i in range(n)]
    return [f() for f in early]


@cases(4, 0, 2)
def in_a_comprehension(n):
    late = [lambda: i for i in range(n)]
    return [f() for f in late]


@cases(4, 0, 2)
def made_by_a_function(n):
    def make(k):
        return lambda x: x * k

    fs = [make(i) for i in range(n)]
    return [f(2) for f in fs]


@cases(4, 0, 2)
def in_a_comprehension_with_an_argument(n):
    late = [lambda x: x * i for i in range(n)]
    t = 0
    for f in late:
        t += f(2)
    return t


@cases(4, 0, 2)
def defined_in_a_loop(n):
    out = []

    def cb():
        return len(out)

    late = []
    for i in range(n):

        def f():
            return i * 10 + n

        late.append(f)
        out.append(late[0]())
    return out, [f() for f in late]
