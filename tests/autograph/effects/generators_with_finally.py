"""Loops over generators that yield in a `try` with `finally`, and such that are left where they do something."""

from __future__ import annotations

from itertools import islice

from tests.autograph.effects.outcomes import cases


def watched(xs, n, log):
    try:
        for x in xs:
            log.append(x)
            if x > n:
                yield x
            yield -x
    finally:
        log.append("fin")


def outer(xs, n, log):
    log.append("o")
    yield from watched(xs, n, log)
    log.append("p")
    yield 100


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0))
def gone_over_whole(xs, n):
    log = []
    return [v for v in watched(xs, n, log)], log


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0))
def left_by_break(xs, n):
    log = []
    for v in watched(xs, n, log):
        if v == 3:
            log.append("b")
            break
        log.append("v")
    log.append("after")
    return log


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0))
def left_by_return(xs, n):
    log = []

    def find():
        for v in watched(xs, n, log):
            if v == 3:
                return v
        return None

    a = find()
    return a, log


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0))
def handed_on(xs, n):
    log = []
    out = []
    for v in outer(xs, n, log):
        if v == 3:
            break
        out.append(v)
    log.append("after")
    return out, log


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0))
def asked_by_any_and_next(xs, n):
    log = []
    a = any(v == 3 for v in watched(xs, n, log))
    b = next((v for v in watched(xs, n, log) if v == 3), None)
    log.append("after")
    return a, b, log


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0))
def summed_and_sorted(xs, n):
    log = []
    a = sum(watched(xs, n, log))
    return a, sorted(watched(xs, n, log)), log


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0))
def raises_itself(xs, n):
    log = []

    def g():
        try:
            for x in xs:
                yield 6 // (x - n)
        finally:
            log.append("fin")

    try:
        for v in g():
            log.append(v)
    except ZeroDivisionError:
        log.append("zero")
    return log


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0), runtime="refused AG025", jax="refused AG020")
def left_and_held(xs, n):
    log = []
    it = watched(xs, n, log)
    for v in it:
        if v == 3:
            break
        log.append("v")
    log.append("after")
    return log


def g(xs, n, log):
    try:
        for x in xs:
            log.append(x)
            yield x
    finally:
        log.append("fin")


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0))
def sliced_and_finished(xs, n):
    log = []
    it = g(xs, n, log)
    out = list(islice(it, 2))
    log.append("mid")
    out.append(list(it))
    return out, log


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0))
def begun_and_finished(xs, n):
    log = []
    it = g(xs, n, log)
    out = [next(it)]
    log.append("mid")
    out += list(it)
    return out, log


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0))
def left_twice(xs, n):
    log = []
    out = []
    for _ in range(2):
        for v in g(xs, n, log):
            out.append(v)
            if len(out) > n:
                break
    return out, log


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0), staged="refused AG025")
def deleted(xs, n):
    log = []
    it = g(xs, n, log)
    del it
    it = g(xs, n, log)
    next(it)
    del it
    log.append("after")
    return log


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0), staged="refused AG025")
def held_in_a_loop(xs, n):
    log = []
    for i in range(n):
        it = g(xs, n, log)
        log.append(next(it))
    log.append(100)
    return log


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0), staged="refused AG025")
def held_in_a_branch(xs, n):
    log = []
    if n > 0:
        it = g(xs, n, log)
        log.append(next(it))
    log.append(100)
    return log


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0), runtime="refused AG025")
def open_at_the_end(xs, n):
    log = []
    it = g(xs, n, log)
    log.append(next(it))
    return log
