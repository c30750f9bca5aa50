"""Comprehensions of several clauses, and with patterns, in which `:=` binds a name."""

from __future__ import annotations

import math

from tests.autograph.effects.outcomes import cases


@cases(5, 13, 1, 0)
def triples(n):
    return [
        (a, b, c)
        for c in range(1, n)
        for a in range(1, c)
        if (b := math.isqrt(c * c - a * a)) and a < b and a * a + b * b == c * c
    ]


@cases(5, 1, 0)
def walrus_before(n):
    b = -1
    xs = [b for c in range(n) for a in range(c) if (b := c * a) > 3]
    return xs, b


@cases(5, 1, 0)
def walrus_two(n):
    return [b for c in range(n) for a in range(c) if (b := c * a) > 3]


@cases(5, 1, 0)
def walrus_two_in(n):
    return [(b, a) for c in range(n) for a in range(c) if (b := c * a) and b > 3]


@cases(5, 1, jax="refused AG018")
def after_one(n):
    xs = [b for c in range(n) if (b := c * c) > 3]
    return xs, b


@cases(5, 1, staged="refused AG018")
def after_two(n):
    xs = [b for c in range(n) for a in range(c + 1) if (b := c * a) > 3]
    return xs, b


@cases(5, 1, 0)
def in_first_clause(n):
    return [(b, a) for c in range(n) if (b := c * c) > 3 for a in range(b - 3)]


@cases(5, 1, 0)
def in_element(n):
    return [(b := c + a) * b for c in range(n) for a in range(c)]


@cases(5, 1, 0)
def in_both(n):
    return [(b, d) for c in range(n) if (d := c % 3) for a in range(c) if (b := d + a) > 2]


@cases(5, 1, 0)
def accumulated(n):
    total = 0
    xs = [total for c in range(n) for a in range(c) if (total := total + a) % 2 == 0]
    return xs, total


@cases(5, 1, 0)
def accumulated_element(n):
    total = 0
    xs = [total := total + a * c for c in range(n) for a in range(c)]
    return xs, total


@cases(5, 1, 0)
def three_clauses(n):
    return [(a, b, c, d) for a in range(n) for b in range(a) for c in range(b) if (d := a + b * c) % 2]


@cases(5, 1, 0)
def pattern(n):
    return [(a, t) for i, c in enumerate(range(n)) for a, b in zip(range(c), range(i)) if (t := a + b + c) > 4]


@cases(5, 1, 0)
def pattern_one(n):
    return [(a, t) for i, a in enumerate(range(n)) if (t := a + i) > 2]


@cases(5, 1, 0)
def as_set(n):
    return {b for c in range(n) for a in range(c) if (b := c * a) > 3}


@cases(5, 1, 0)
def as_dict(n):
    return {b: a for c in range(n) for a in range(c) if (b := c * a) > 3}


@cases(5, 1, 0)
def as_sum(n):
    return sum(b for c in range(n) for a in range(c) if (b := c * a) > 3)


@cases(5, 1, 0)
def as_any(n):
    found = any((b := c * a) > 3 for c in range(n) for a in range(c))
    return found


@cases(5, 2)
def as_any_after(n):
    b = -1
    found = any((b := c * a) > 3 for c in range(n) for a in range(c))
    return found, b


@cases(5, 2, staged="refused AG030")
def as_next_after(n):
    b = -1
    found = next((c for c in range(n) for a in range(c) if (b := c * a) > 3), None)
    return found, b


@cases(5, 1, 0)
def known_items(n):
    return [b for c in [1, 2, 3] for a in (4, 5) if (b := c * a) > n]


@cases(5, 1, 0)
def known_outer(n):
    return [b for c in [1, 2, 3] for a in range(n) if (b := c * a) > 2]


@cases(5, 1, 0)
def known_inner(n):
    return [b for c in range(n) for a in (1, 2) if (b := c * a) > 2]


@cases(5, 1, 0)
def shadowed(n):
    return [b for a in range(n) for a in range(a) if (b := a * 2) > 2]


@cases(5, 1, 0)
def read_outside(n):
    b = 7
    out = []
    for i in range(3):
        xs = [b for c in range(n) for a in range(c) if (b := c * a + i) > 3]
        out.append(len(xs) + b)
    return out


@cases(5, 1, 0)
def read_before_set(n):
    b = 2
    xs = [b for c in range(n) if c > b for a in range(c) if (b := a)]
    return xs, b


@cases(5, 1, 0)
def iter_reads(n):
    b = 1
    xs = [(a, b) for c in range(n) for a in range(b) if (b := a + c)]
    return xs, b


@cases(5, 1, 0, staged="refused AG023")
def in_lambda(n):
    f = lambda m: [b for c in range(m) for a in range(c) if (b := c * a) > 3]  # noqa: E731
    return f(n)


class Solver:
    k = 3

    def solve(self, n):
        return [b for c in range(n) for a in range(c) if (b := c * a) > self.k]


@cases(5, 1, 0)
def in_method(n):
    return Solver().solve(n)


@cases(5, 1, 0, staged="refused AG023")
def nested_comprehension(n):
    return [[b for a in range(c) for d in range(2) if (b := a * c + d) > 2] for c in range(n)]


@cases(5, 1, 0)
def in_condition(n):
    if [b for c in range(n) for a in range(c) if (b := c * a) > 3]:
        return 1
    return 0


@cases(5, 1, 0, staged="refused AG018")
def in_while(n):
    i = 0
    while len([b for c in range(i) for a in range(c) if (b := c * a) > 3]) < n:
        i += 1
    return i


@cases(5, 1, 0)
def effect_in_test(n):
    log = []

    def see(x):
        log.append(x)
        return x

    xs = [b for c in range(n) for a in range(c) if (b := see(c * a)) > 3]
    return xs, log


@cases(5, 1, 0, staged="refused AG018")
def generator_given(n):
    return list(b for c in range(n) for a in range(c) if (b := c * a) > 3), sorted(
        -b for c in range(n) for a in range(c) if (b := c * a) > 3
    )


@cases(5, 1, 0, staged="refused AG018")
def two_filters(n):
    return [(b, e) for c in range(n) for a in range(c) if (b := c * a) > 1 if (e := b % 5) > 1]


# In operands


@cases(100, 35, 5)
def countdown_operand(b):
    left = b
    out = [c for c in (30, 12, 9, 4) if (left := left - c) >= 0]
    return out, left


@cases(100, 35, 5)
def guarded_operand(b):
    left = b
    out = [c for c in (30, 12, 9, 4) if c <= left and (left := left - c) >= 0]
    return out, left


@cases(100, 35, 5)
def guarded_items_operand(b):
    costs = {"rent": 30, "food": 12}
    left = b
    out = [name for name, c in costs.items() if c <= left and (left := left - c) >= 0]
    return out, left


@cases(100, 35, 5)
def guarded_sum_operand(b):
    left = b
    out = sum(c for c in (30, 12, 9, 4) if c <= left and (left := left - c) >= 0)
    return out, left


@cases(100, 35, 5)
def guarded_or_operand(b):
    left = b
    out = [c for c in (30, 12, 9, 4) if c > 20 or (left := left - c) >= 0]
    return out, left


@cases(100, 35, 5)
def ifexp_operand(b):
    left = b
    out = [(left := left - c) if c <= left else 0 for c in (30, 12, 9, 4)]
    return out, left


@cases(100, 35, 5)
def dictc_operand(b):
    return {n: r for n in (1, 2, 3) if (r := n * b) > 20}


@cases(100, 35, 5)
def dict_of_kept_operand(b):
    kept = [n for n in (1, 2, 3) if n * 10 < b]
    return {n: r for n in kept if (r := n * b) > 20}


@cases(100, 35, 5)
def dict_of_kept_names_operand(b):
    costs = {"a": 10, "b": 30}
    kept = [n for n in costs if costs[n] < b]
    return {n: r for n in kept if (r := costs[n] / b) > 0.1}


@cases(100, 35, 5)
def kept_names_operand(b):
    costs = {"a": 10, "b": 30}
    kept = [n for n in costs if costs[n] < b]
    return kept, [costs[n] for n in kept], {n: costs[n] for n in kept}


@cases(100, 35, 5)
def if_stmt_guarded_operand(b):
    left = b
    t = 0
    for c in (30, 12, 9):
        if c <= left and (left := left - c) >= 0:
            t += 1
    return t, left


@cases(100, 35, 5)
def any_guarded_operand(b):
    left = b
    return any(c <= left and (left := left - c) < 5 for c in (30, 12, 9)), left


@cases(100, 35, 5)
def nested_or_operand(b):
    left = b
    hits = 0
    out = [c for c in [30, 12, 9, 4] if (c > 20 and (left := left - c) > 0) or (hits := hits + 1) < 3]
    return out, left, hits


@cases(100, 35, 5)
def element_and_operand(b):
    last = 0
    out = [c > b and (last := c) for c in [30, 12, 9, 4]]
    return out, last


@cases(3, 0)
def two_clauses_operand(n):
    seen = 0
    out = [(i, j) for i in range(3) for j in range(2) if i != n and (seen := seen + 1) < 5]
    return out, seen


@cases(3, 0)
def unpacked_operand(n):
    seen = 0
    out = {a: b for a, b in [(1, 2), (3, 4)] if a >= n and (seen := seen + b) < 5}
    return out, seen


@cases(3, 0)
def in_loop_operand(n):
    t = 0
    last = -1
    for i in range(n):
        t += sum(x for x in (1, 2, 3) if x > i and (last := x) > 1)
    return t, last


@cases(3, 0)
def chosen_operand(n):
    y = 0
    return [y if k < n and (y := k * 2) else -1 for k in range(4)], y


@cases(3, 0)
def while_test_operand(n):
    k = 0
    s = 0
    while k < 5 and any((s := s + v) > 4 and v < n for v in (1, 2)):
        k += 1
    return k, s
