"""Tuples and lists with staged items that are compared in loops, and with what comprehensions make."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(([1, 0, 1, 1], 2), ([0, 0, 0, 0], 7), ([1, 1, 1, 1], -1))
def list_after_a_branch(data, flip):
    word = [0, *data]
    if 0 <= flip < len(word):
        word[flip] ^= 1
    return [word[i] for i in (1, 2, 3, 4)] == data


@cases(([1, 0, 1, 1], 2), ([0, 0, 0, 0], 7), ([1, 1, 1, 1], -1))
def list_in_a_tuple(data, flip):
    word = [0, *data]
    return flip, [word[i] for i in (1, 2, 3, 4)] == data


@cases(([1, 0, 1, 1], 2), ([0, 0, 0, 0], 7), ([1, 1, 1, 1], -1))
def list_in_a_conditional(data, flip):
    word = [0, *data]
    return (flip, [word[i + 1] for i in range(4)] == data) if flip else None


@cases(([3, 1, 2, 0], 2), ([0, 5, 5, 1], 0))
def best_in_a_loop(xs, n):
    found = None
    for i, x in enumerate(xs):
        if x > n:
            score = (-x, abs(i - n))
            if found is None or score < found[0]:
                found = (score, i)
    return found and found[1:]


@cases(([3, 1, 2, 0], 2), ([0, 5, 5, 1], 0))
def best_in_two_loops(xs, n):
    least = None
    for i, x in enumerate(xs):
        for j in range(i):
            pair = [abs(x - xs[j]), j]
            if least is None or pair < least:
                least = pair
    return least


@cases(([3, 1, 2, 0], 2), ([0, 5, 5, 1], 0))
def lists_in_a_loop(xs, n):
    count, k = 0, 0
    while k < n:
        if [x for x in xs if x > k] == [x for x in xs if x >= k]:
            count += 1
        k += 1
    return count
