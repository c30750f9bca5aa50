"""`sorted` and `list.sort` in an order that a staged value reverses."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(0, 3)
def order_of_known_numbers(n):
    rev = n > 1
    xs = [1, 3, 2]
    xs.sort(reverse=rev)
    return xs, sorted([2, 5], reverse=n > 1)


@cases(0, 3)
def order_of_staged_numbers(n):
    xs = [n, 3, 2, n]
    ys = sorted(xs, reverse=n > 1)
    xs.sort(key=lambda v: v % 2, reverse=n % 2 == 1)
    return xs, ys


@cases(0, 3)
def order_of_a_staged_list(n):
    xs = []
    for k in range(n):
        xs.append(k * 5 % 3)
    xs.sort(reverse=n > 1)
    return xs, sorted(xs, key=lambda v: -v, reverse=n > 2)


@cases(0, 3)
def order_of_equal_keys(n):
    xs = [(1, "a"), (2, "b"), (1, "c"), (2, "d")]
    return (
        sorted(xs, key=lambda p: p[0], reverse=n > 1),
        sorted("hello", reverse=n > 1),
        sorted({3: 1, 1: 2}, reverse=n > 1),
    )


@cases(0, 3)
def number_for_a_bool(n):
    return sorted([3, 1, 2], reverse=n), sorted([3, 1], reverse=not n), sorted(range(n), reverse=n > 1)


@cases(0, 3)
def order_of_strings(n):
    xs = ["b", "a", "c"]
    xs.sort(reverse=n > 1)
    return xs[0] + xs[-1], xs


@cases(0, 3)
def order_of_objects(n):
    class P:
        def __init__(self, v):
            self.v = v

        def __lt__(self, o):
            return self.v < o.v

    ps = sorted([P(2), P(n), P(1)], reverse=n > 1)
    return [p.v for p in ps]


@cases(0, 3)
def order_of_a_dict(n):
    d = {}
    for k in range(n):
        d[k % 2] = k
    return sorted(d, reverse=n > 1), sorted(d.items(), key=lambda p: p[1], reverse=n > 1)


@cases(0, 3)
def order_of_lists(n):
    xs = [[1, n], [1, 2], [0, 5]]
    return sorted(xs, reverse=n > 1)[0]


@cases(0, 3)
def keys_are_asked_for_once(n):
    seen = []

    def key(v):
        seen.append(v)
        return -v

    return sorted([1, 3, 2], key=key, reverse=n > 1), seen


@cases(0, 3)
def short_lists_and_mixed_numbers(n):
    return (
        sorted([1.5, n, 2], reverse=n > 1),
        sorted([True, False], reverse=n > 1),
        sorted([], reverse=n > 1),
        sorted([n], reverse=n > 1),
    )


@cases(0, 3)
def order_by_known_and_staged(n):
    for rev in (False, True, n > 1):
        xs = sorted([2, 1, 3], reverse=rev)
    return xs
