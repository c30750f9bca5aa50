"""Cached functions that read variables which have another value in another call."""

from __future__ import annotations

from functools import cache

from tests.autograph.effects.outcomes import cases


@cases(0, 3, 7, staged="refused AG032")
def captured_changes_in_loop(n):
    k = 1

    @cache
    def f(m):
        return m + n + k

    t = 0
    for i in range(n):
        t += f(n)
        k += 1
    return t


@cases(0, 3, 7, staged="refused AG032")
def captured_changes_in_loop2(n):
    k = 1

    @cache
    def f(m):
        return m + k

    t = 0
    for i in range(n):
        k += i
        t += f(n)
    return t


@cases(0, 3, 7, staged="refused AG032")
def captured_loop_variable(n):
    @cache
    def f(m):
        return m + i

    t = 0
    for i in range(n):
        t += f(n)
    return t


@cases(0, 3, 7, staged="refused AG032")
def captured_in_branches(n):
    k = 1

    @cache
    def f(m):
        return m + k

    t = 0
    if n > 2:
        k = n
        t = f(n)
    return t, f(n)


@cases(0, 3, 7, staged="refused AG025")
def known_key_in_loop(n):
    k = 1

    @cache
    def f(m):
        return m + k

    t = 0
    for i in range(n):
        t += f(1)
        k += 1
    return t


@cases(0, 3, 7, staged="refused AG025")
def known_key_in_loop2(n):
    k = 1

    @cache
    def f(m):
        return m + k

    t = 0
    for i in range(n):
        k += i
        t += f(1)
    return t


@cases(0, 3, 7, staged="refused AG025")
def known_key_in_while(n):
    k = n

    @cache
    def f(m):
        return m + k

    t = 0
    while k > 0:
        t += f(1)
        k -= 1
    return t


@cases(0, 3, 7, staged="refused AG025")
def known_loop_variable(n):
    @cache
    def f(m):
        return m + i

    t = 0
    for i in range(n):
        t += f(1)
    return t


@cases(0, 3, 7, staged="refused AG025")
def known_list_in_loop(n):
    xs = [1, 2]

    @cache
    def f(m):
        return xs[m] + n

    t = 0
    for i in range(n):
        t += f(1)
        xs[1] += i
    return t


@cases(0, 3, 7, staged="refused AG025")
def known_list_in_loop2(n):
    xs = [1, 2]

    @cache
    def f(m):
        return xs[m] + n

    t = 0
    for i in range(n):
        xs[1] += i
        t += f(1)
    return t


@cases(0, 3, 7, staged="refused AG025")
def known_in_branches(n):
    k = n

    @cache
    def f(m):
        return m + k

    t = 0
    if n > 2:
        t = f(1)
        k = 9
    else:
        k = 4
    if n > 3:
        t += f(1)
    return t


@cases(0, 3, 7, staged="refused AG025")
def known_in_branches2(n):
    k = n

    @cache
    def f(m):
        return m + k

    t = 0
    if n > 2:
        k = 9
        t = f(1)
    if n > 3:
        t += f(1)
    return t


@cases(0, 3, 7)
def before_and_in(n):
    k = 2

    @cache
    def f(m):
        return m + k

    t = f(1)
    k = 5
    if n > 2:
        t += f(1)
    return t


@cases(0, 3, 7)
def before_and_in2(n):
    k = n

    @cache
    def f(m):
        return m + k

    t = f(1)
    k = n + 1
    if n > 2:
        t += f(1)
    return t, f(1)


@cases(0, 3, 7, staged="refused AG025")
def in_and_after(n):
    k = n

    @cache
    def f(m):
        return m + k

    t = 0
    if n > 2:
        t += f(1)
    k = n + 1
    return t + f(1)


@cases(0, 3, 7, staged="refused AG025")
def attribute(n):
    class Held:
        pass

    o = Held()
    o.k = n

    @cache
    def f(m):
        return m + o.k

    t = 0
    for i in range(n):
        t += f(1)
        o.k += 1
    return t


@cases(0, 3, 7, staged="refused AG025")
def defined_in_loop(n):
    t = 0
    for i in range(n):

        @cache
        def f(m):
            return m + i

        t += f(1) + f(1)
    return t


@cases(0, 3, 7, staged="refused AG025")
def nonlocal_counter(n):
    c = 0

    @cache
    def f(m):
        nonlocal c
        c += 1
        return m + n

    t = 0
    if n > 2:
        t = f(1) + f(1)
    return t, c
