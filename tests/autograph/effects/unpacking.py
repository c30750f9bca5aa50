"""Lists of staged length that are unpacked: to targets, to one with a star, and in displays."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(1, 3, 5)
def head_tail(n):
    xs = [i * 2 for i in range(n)]
    first, *rest = xs
    return first, len(rest), sum(rest)


@cases(2, 3, 5)
def first_last(n):
    xs = [i * 2 + 1 for i in range(n)]
    first, *_, last = xs
    return first, last


@cases(0, 1, 2, 3)
def unpack_two(n):
    xs = [i + 1 for i in range(n)]
    try:
        a, b = xs
    except ValueError:
        return -1
    return a * 10 + b


@cases(2)
def unpack_two_nocatch(n):
    xs = [i + 1 for i in range(n)]
    a, b = xs
    return a * 10 + b


@cases(1, 3)
def unpack_two_raises(n):
    xs = [i + 1 for i in range(n)]
    a, b = xs
    return a * 10 + b


@cases(0, 1, 3)
def star_needs_one(n):
    xs = [i + 1 for i in range(n)]
    try:
        a, *r = xs
    except ValueError as e:
        return str(e)
    return a, r


@cases(0, 1, 3)
def init_last(n):
    xs = [i + 1 for i in range(n + 1)]
    *init, last = xs
    return init, last


def total(*args):
    return sum(args)


def biggest(first, *rest):
    m = first
    for r in rest:
        if r > m:
            m = r
    return m


@cases(0, 1, 4)
def star_list_display(n):
    xs = [(i * 5) % 7 for i in range(n)]
    return [0, *xs, 9], len([*xs, *xs])


@cases(0, 3, jax="refused AG037")
def unpack_in_loop(n):
    queue = [n, 2, 5]
    acc = 0
    while queue:
        head, *queue = queue
        acc = acc * 2 + head
        if head > 2:
            queue.append(head - 2)
    return acc


@cases(0, 2, 4)
def unpack_pairs(n):
    pairs = [(i, i * i) for i in range(n)]
    s = 0
    for a, b in pairs:
        s += a * b
    if pairs:
        (x, y), *more = pairs
        s += x + y + len(more)
    return s


@cases(3, 4)
def swap_ends(n):
    xs = [i for i in range(n)]
    a, *mid, z = xs
    xs = [z, *mid, a]
    return xs


@cases(3, 0)
def recursive_sum(n):
    xs = [i + 1 for i in range(n)]

    def rec(v):
        if not v:
            return 0
        head, *tail = v
        return head + rec(tail)

    return rec(xs)


@cases(3, 4, 9)
def only_element_of_a_set(n):
    some = {k for k in (1, 2, 3) if k == n}
    if not some:
        return -1
    (m,) = some
    [other] = {n}
    return m + other


@cases(3, 1)
def element_of_a_set_of_one_or_two(n):
    try:
        (m,) = {n, 3}
    except ValueError as error:
        return str(error)
    return m


@cases(([3, 0, 1, 4],), ([0, 1, 2, 3],), ([0, 0, 2, 3],))
def missing_number(numbers):
    missing = set(range(len(numbers) + 1)) - set(numbers)
    if len(missing) != 1:
        raise ValueError("expected exactly one missing number")
    (m,) = missing
    return m


@cases(3, 1, 0)
def keys_in_doubt(n):
    held = {}
    if n > 0:
        held["a"] = n
    if n > 2:
        held["b"] = n
    try:
        x, y = held
    except ValueError as error:
        return str(error)
    return x + y


@cases(3, 1, 0)
def staged_keys(n):
    held = {n: 1, 3: 2}
    try:
        x, y = held
    except ValueError as error:
        return str(error)
    return x, y
