"""Slices of lists whose step is staged, upwards or downwards."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(1, 2, 4, 9, -1, -3, 0)
def every_so_many(k):
    xs = [5, 15, 1, 3, 8, 7, 9, 10]
    return xs[::k], len(xs[::k])


@cases((1, 5, 2), (6, 1, -2), (-3, -1, 1), (0, 20, 3), (20, 0, -3), (-1, -20, -2), (4, 4, 0))
def between_bounds(first, last, k):
    xs = [5, 15, 1, 3, 8, 7, 9, 10]
    return xs[first:last:k]


@cases(2, -2, 1, 0)
def of_tuples(k):
    out = []
    for value, _ in [(1, "a"), (2, "b"), (3, "c")][::k]:
        out.append(value)
    return out, (1, 2, 3)[1::k]


@cases(2, -2, 3)
def of_a_list_of_staged_length(k):
    xs = [v for v in [5, 15, 1, 3, 8, 7, 9, 10] if v > k]
    return xs[::k], xs[1::k], xs[:3:k]


@cases(1, 3)
def in_a_loop_over_a_slice(k):
    total = 0
    for v in [5, 15, 1, 3, 8, 7][1::k]:
        total = total * 2 + v
    return total


@cases(2, 1, -1, staged="refused AG032")
def store_with_a_staged_step(n):
    xs = list(range(6))
    try:
        xs[::n] = [7]
    except ValueError:
        xs.append(8)
    return xs


# Slices that are stored to


@cases(7, 0, 30, 13, 1)
def sieve(n):
    flags = [True] * (n + 1)
    flags[:2] = [False] * min(2, n + 1)
    for p in range(2, n + 1):
        if p * p > n:
            break
        if flags[p]:
            flags[p * p :: p] = [False] * len(range(p * p, n + 1, p))
    return [i for i, is_prime in enumerate(flags) if is_prime], sum(flags)


@cases((1, 2), (0, 3), (2, 1), (5, -1), (4, -2), (0, 0))
def stored_to_every_so_many(start, step):
    xs = [1, 2, 3, 4, 5, 6]
    try:
        xs[start::step] = [0] * len(xs[start::step])
    except ValueError as error:
        return str(error), xs
    return xs


@cases((1, 2), (0, 3), (5, -1), (4, -2), (0, 0))
def stored_to_too_many(start, step):
    xs = [1, 2, 3, 4, 5, 6]
    try:
        xs[start::step] = [0]
    except ValueError as error:
        return str(error), xs
    return xs


@cases((1, 2), (0, 3), (5, -1), (4, -2))
def reversed_every_so_many(n, step):
    xs = list(range(n + 6))
    xs[::step] = xs[::step][::-1]
    return xs


@cases(1, staged="refused AG032")
def stored_to_all_by_a_step_of_one(step):
    xs = [1, 2, 3]
    xs[::step] = [0]
    return xs
