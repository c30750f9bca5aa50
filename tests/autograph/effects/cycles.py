"""`itertools.cycle` of what only the program knows."""

from __future__ import annotations

import itertools as it

from tests.autograph.effects.outcomes import cases


@cases((3, 2), (1, 1))
def of_a_range(n, k):
    turn = it.cycle(range(n))
    return [next(turn) for _ in range(4)]


@cases((3, 2), (1, 1))
def of_a_range_in_a_loop(n, k):
    turn = it.cycle(range(n))
    out = []
    for i in range(k):
        out.append(next(turn))
    return out


@cases(("ATTACK", "LEM"), ("", "KEY"))
def of_a_generator_expression(text, key):
    shifts = it.cycle(ord(k) - 65 for k in key)
    return [ord(x) + s for x, s in zip(text, shifts)]


@cases(("ATTACK", "LEM"), ("", "KEY"))
def of_a_text(text, key):
    return "".join(x + y for x, y in zip(text, it.cycle(key)))


@cases(([1, 2, 3], 2), ([4, 5, 6], 0))
def of_a_filtered_list(xs, n):
    c = it.cycle([x for x in xs if x > n])
    return [next(c) + x for x in xs]


@cases(([1, 2, 3], 2), ([4, 5, 6], 0))
def of_an_expression_gone_on_with(xs, n):
    c = it.cycle(x * 2 for x in xs)
    t = 0
    for i in range(n):
        t += next(c)
    return t, next(c)
