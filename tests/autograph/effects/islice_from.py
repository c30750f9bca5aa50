"""Parts of iterators whose first item a tensor decides."""

from __future__ import annotations

from itertools import count, islice

from tests.autograph.effects.outcomes import cases


def squares():
    n = 0
    while True:
        yield n * n
        n += 1


@cases(0, 2, 5, staged="refused AG033")
def skip_count(x):
    return list(islice(count(5), x, x + 2))


@cases(0, 2, 5, staged="refused AG033")
def skip_generator(x):
    return list(islice(squares(), x, x + 6))


@cases(0, 2, 5, staged="refused AG033")
def skip_known(x):
    return list(islice(squares(), x, 4)), list(islice(squares(), 2, x))


@cases(1, 2, 5, staged="refused AG033")
def skip_step(x):
    return list(islice(squares(), 1, 9, x)), list(islice((k * x for k in range(9)), x, None, 2))


@cases(0, 2, 5, staged="refused AG033")
def skip_sum(x):
    return sum(islice(squares(), x, x + 3)), sum(v for v in islice(count(x), x, x + 3) if v % 2)


@cases(0, 2, 5, -1)
def skip_loop(x):
    t = 0
    for v in islice(squares(), x, x + 3):
        t = t * 3 + v
    return t


@cases(0, 2, 5, -1, staged="refused AG033")
def skip_then_next(x):
    g = squares()
    a = list(islice(g, x, x + 3))
    return a, next(g)


@cases(0, 2, 5, staged="refused AG033")
def skip_then_next2(x):
    g = squares()
    a = list(islice(g, x, 2))
    return a, next(g)


@cases(0, 2, 5, staged="refused AG033")
def skip_iter(x):
    it = iter([4, 5, 6, 7])
    a = list(islice(it, x, x + 1))
    return a, list(it)


@cases(0, 2, 5)
def skip_known_all(x):
    def g():
        yield x
        yield x + 1
        yield 7

    return list(islice(g(), 1, 3)), list(islice(g(), 1, None)), list(islice(g(), 0, 3, 2)), list(islice(g(), None))
