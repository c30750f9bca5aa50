"""Variables of nested functions and of comprehensions that a staged loop alone gives a value."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases((3, 4), (0, 2), (5, 9))
def first_that_is_above(n, m):
    xs = list(range(n))
    if any((hit := x) > m - 3 for x in xs):
        return hit
    return -1


@cases(([3, 1, 4], 4), ([3, 1, 4], 9), ([3, 1, 4], 1))
def first_in_a_list(xs, m):
    if any((hit := x) > m - 3 for x in xs):
        return hit
    return -1


@cases((3,), (0,))
def read_without_one(n):
    any((hit := x) > 1 for x in range(n))
    return hit


@cases((3,), (0,), (7,))
def first_that_is_not(n):
    if all((bad := x) < 5 for x in range(n)):
        return n
    return bad


@cases((3,), (0,), (7,))
def last_of_a_list(n):
    out = [last := x * 2 for x in range(n)]
    return out, last if out else None


@cases((3,), (0,), (7,))
def last_of_a_sum(n):
    t = sum((last := x) for x in range(n))
    return t + last if n > 0 else 0


@cases((3,), (0,), (7,))
def by_a_nested_function(n):
    def put(k):
        nonlocal seen
        seen = k

    for i in range(n):
        put(i)
    if n > 0:
        return seen
    seen = -1
    return seen


@cases((3,), (0,), (7,))
def read_by_a_lambda(n):
    get = lambda: hit  # noqa: E731
    if any((hit := x) > 1 for x in range(n)):
        return get() + 1
    return -1


@cases((3,), (0,), (7,))
def read_by_a_nested_function(n):
    def put(k):
        nonlocal seen
        seen = k

    def get():
        return seen

    for i in range(n):
        put(i)
    if n > 0:
        return get() * 2
    seen = -1
    return get()


@cases((3,), (0,), (7,))
def read_by_a_nested_function_without_one(n):
    def put(k):
        nonlocal seen
        seen = k

    def get():
        return seen

    for i in range(n):
        put(i)
    r = get()
    seen = 1
    return r


@cases((3,), (0,), (7,), staged="refused AG010")
def global_variable(n):
    global GX
    for i in range(n):
        GX = i
    r = GX if n > 0 else -1
    GX = 0
    del GX
    return r
