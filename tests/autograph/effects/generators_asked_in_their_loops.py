"""Generators, in loops over them, that the body asks for an item, or closes."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases

A = ((2, 3), (0, 1), (3, 0), (1, 1))


def count(k):
    i = 0
    while i < k:
        yield i
        i += 1


@cases(*A)
def advanced(n, m):  # [(0, 2), (1, 2), (2, 2), (3, 2)]; plain [(0, 1), (2, 3)]
    g = count(4)
    out = []
    for v in g:
        out.append((v, next(g, n)))
    return out


@cases(*A)
def expression_in_a_comprehension(n, m):  # [0, 2, 4, 6, 8]; plain [2, 10, 8]
    g = (i * n for i in range(5))
    return [v + next(g, 0) for v in g]


@cases(*A)
def loop_within_the_loop(n, m):  # [0, 1, 2, 3, 4]; plain [0, -1, 2, -3, 4]
    g = count(5)
    out = []
    for v in g:
        out.append(v)
        for w in g:
            out.append(-w)
            break
    return out, n


@cases(*A)
def pairs(n, m):
    def pairs(it):
        for v in it:
            yield v, next(it, n)

    return list(pairs(count(5)))


@cases(*A)
def closed(n, m):  # (3, [], n); plain (1, [], n)
    g = count(4)
    for v in g:
        if v == 1:
            g.close()
    return v, list(g), n


@cases(*A)
def sent_to(n, m):  # raises StopIteration; plain [0, 1, 3, 4]
    def g():
        i = 0
        while i < 5:
            s = yield i
            i += s or 1

    it = g()
    log = []
    for v in it:
        log.append(v)
        if v == 1:
            log.append(it.send(2))
    return log, n


@cases(*A)
def asked_by_a_lambda(n, m):  # so also sum(genexp), {dict comp}, max(key=), filter, reduce, takewhile-free
    g = count(6)
    return list(map(lambda v: v + next(g, n), g))
