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


@cases((3, 4), (2, 1), (0, 3))
def set_of_pairs(rows, columns):
    blocked = {(1, 1), (2, 3)}

    @cache
    def paths(r, c):
        if (r, c) in blocked or r > rows or c > columns:
            return 0
        if r == rows and c == columns:
            return 1
        return paths(r + 1, c) + paths(r, c + 1)

    return paths(0, 0)


@cases(3, 2, 0)
def dict_of_lists(n):
    graph = {0: [1, 2], 1: [2, 3], 2: [3], 3: []}

    @cache
    def count(u):
        return 1 if u >= n else sum(count(v) for v in graph[u])

    return count(0)


@cases(3, 2, 0, staged="refused AG032")
def element_of_a_list_is_stored_between(n):
    values = [5]

    @cache
    def f(k):
        return values[0] + k

    a = f(2)
    values[0] = 8
    return a, f(2), f(n)


@cases(3, 2, 0, staged="refused AG032")
def list_in_a_dict_is_changed_between(n):
    values = {1: [5]}

    @cache
    def f(k):
        return values[1][0] + k

    a = f(2)
    values[1][0] = 8
    return a, f(2), f(n)
