"""`is`, where a loop carries what may be another object in the next iteration."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases((3, 2), (1, 1))
def element_stored_to(n, k):
    rows = [[n, 1], [2, k]]
    row = rows[0]
    same = False
    for i in range(k):
        rows[n % 2] = row
        same = row is rows[0]
    return same


@cases((3, 2), (1, 1))
def element_stored_to_once(n, k):
    rows = [[n, 1], [2, k]]
    row = rows[0]
    rows[n % 2] = row
    return row is rows[0], row is rows[1], rows[0] is rows[1]


@cases((3, 2), (1, 1))
def elements_after_the_loop(n, k):
    rows = [[n, 1], [2, k]]
    row = rows[0]
    for i in range(k):
        rows[n % 2] = row
    return row is rows[0], row is rows[1], rows[0] is rows[1]


@cases((3, 2), (1, 1))
def element_changed_after_the_loop(n, k):
    rows = [[n, 1], [2, k]]
    row = rows[0]
    for i in range(k):
        rows[n % 2] = row
    row[0] += 5
    return rows


@cases((3, 2), (1, 1))
def element_stored_to_and_counted(n, k):
    rows = [[n, 1], [2, k]]
    row = rows[0]
    same = 0
    for i in range(k):
        rows[n % 2] = row
        if row is rows[0]:
            same += 1
    return same


@cases((3, 2), (1, 1))
def element_stored_to_on_a_path(n, k):
    rows = [[n, 1], [2, k]]
    row = rows[0]
    same = 0
    if k > 0:
        rows[n % 2] = row
        if row is rows[0]:
            same += 1
    return same


@cases((3, 2), (1, 1), (2, 3))
def changed_by_its_other_name(n, k):
    rows = [[n, 1], [2, k]]
    row = rows[0]
    for i in range(k):
        rows[n % 2] = row
        row[0] += 1
    return rows, row


@cases((3, 2), (1, 1), (2, 3))
def changed_by_its_place(n, k):
    rows = [[n, 1], [2, k]]
    row = rows[0]
    for i in range(k):
        rows[(n + i) % 2] = row
        rows[0][0] += 1
    return rows, row


@cases((3, 2), (1, 1), (2, 3))
def two_names_become_one(n, k):
    a, b = [n], [k]
    for i in range(k):
        if i > n:
            a = b
        else:
            b = a
        a[0] += 1
    return a, b


@cases((3, 2), (1, 1), (2, 3), staged="refused AG024")
def swapped_lists(n, k):
    a, b = [n], [k]
    same = 0
    c = a
    for i in range(k):
        a, b = b, a
        if a is c:
            same += 1
    return same


@cases((3, 2), (1, 1), (2, 3))
def swapped_objects(n, k):
    class N:
        def __init__(self, v):
            self.v = v

    x, y = N(n), N(k)
    c = x
    same = 0
    for i in range(k):
        x, y = y, x
        x.v += 1
        if x is c:
            same += 1
    return same, x.v, y.v, c.v


@cases(([3, 1, 2, 5], 3), ([1, 2, 4, 9], 4))
def variable_stored_to(xs, n):
    a, b = [n], [n]
    h = a
    log = 0
    for i in range(n):
        if xs[i] > 2:
            h = b
        log = log * 2 + (1 if h is b else 0)
    return log


@cases(([3, 1, 2, 5], 3), ([1, 2, 4, 9], 4), staged="refused AG024")
def attribute_stored_to(xs, n):
    a, b = {"q": n}, {"q": n + 1}

    class H:
        pass

    h = H()
    h.v = a
    log = 0
    for i in range(n):
        if xs[i] > 2:
            h.v = b
        log = log * 2 + (1 if h.v is not a else 0)
    return log


@cases(([3, 1, 2, 5], 3), ([1, 2, 4, 9], 4), staged="refused AG024")
def element_of_a_list_of_sets(xs, n):
    a, b = {n}, {n, 50}
    h = [a]
    log = 0
    for i in range(n):
        if xs[i] > 2:
            h[0] = b
        log = log * 2 + (1 if h[0] is b else 0)
    return log


@cases(([3, 1, 2, 5], 3), ([1, 2, 4, 9], 4), staged="refused AG024")
def parts_of_a_tuple_swapped(xs, n):
    a, b = [n], [n]
    h = (a, b)
    log = 0
    i = 0
    while i < n:
        if xs[i] > 2:
            h = h[1], h[0]
        log = log * 2 + (1 if h[0] is b else 0)
        i += 1
    return log
