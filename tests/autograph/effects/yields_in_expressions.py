"""Generators that yield in the middle of an expression."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases((0, 5), (3, 6), (7, 4))
def in_a_comparison(seed, rounds):
    def lcg(s):
        while True:
            s = (s * 13 + 7) % 64
            if (yield s % 6 + 1) == "reseed":
                s = seed

    dice = lcg(seed)
    score, log = 0, []
    for _ in range(rounds):
        roll = next(dice)
        if roll == 1:
            score = 0
            log.append(dice.send("reseed"))
            continue
        score += roll
        log.append(roll)
    return score, log


@cases(([3, 1, 2, 0], 2), ([0, 5, 5, 1], 0))
def in_the_test_of_a_loop(xs, n):
    def co():
        total, count, mean = 0.0, 0, None
        while (term := (yield mean)) is not None:
            total += term
            count += 1
            mean = total / count
        return

    c = co()
    next(c)
    out = []
    for x in xs:
        if x > n:
            out.append(c.send(x))
    return out


@cases(([3, 1, 2, 0], 2), ([0, 5, 5, 1], 0))
def in_a_product_and_an_argument(xs, n):
    def co(k):
        total = 0
        while True:
            total += k * (yield total)
            if total > 9:
                total = -len(str((yield "big")))

    c = co(n)
    out = [next(c)]
    for x in xs:
        out.append(c.send(x))
    return out


@cases((1, 3), (0, 0), (2, 2))
def in_a_sum_and_a_tuple(depth, width):
    events = []

    def tree(d):
        if d == 0:
            yield "leaf"
            return 1
        total = 0
        for _ in range(2):
            total += yield from tree(d - 1)
            if total > width:
                break
        return total

    def top():
        yield "sum", (yield from tree(2))

    return list(top()), events


@cases(([3, 1, 2, 0], 2), ([0, 5, 5, 1], 0), staged="refused AG020")
def in_a_test_with_else(xs, n):
    def g():
        k = 0
        while (yield k) != 3 and k < 3:
            k += 1
        else:
            yield "else"

    it = g()
    out = [next(it)]
    for x in xs:
        try:
            out.append(it.send(x))
        except StopIteration:
            out.append("stop")
            break
    return out
