"""Generator expressions that are gone over later, of what a tensor decides."""

from __future__ import annotations

import itertools

from tests.autograph.effects.outcomes import cases


@cases(0, 4, 10)
def lazy_pipeline(n):
    numbers = (x for x in range(n))
    evens = (x for x in numbers if x % 2 == 0)
    squared = (x * x for x in evens)
    return max(squared, default=-1)


@cases(0, 4)
def late_variable(n):
    k = 1
    g = (x * k for x in range(n))
    if n > 2:
        k = 5
    return sum(g)


@cases(0, 4)
def late_variable_loop(n):
    k = 1
    g = (x * k for x in range(n))
    t = 0
    for y in g:
        t += y
        k += 1
    return t, k


@cases(0, 4, staged="refused AG022")
def list_grows(n):
    xs = [1, 2]
    g = (x for x in xs if x > n)
    for i in range(n):
        xs.append(i + 3)
    return sum(g), xs


@cases(0, 4, staged="refused AG022")
def list_grows_unfiltered(n):
    xs = [1, 2]
    g = (x + 1 for x in xs)
    for i in range(n):
        xs.append(i + 3)
    return sum(g), xs


@cases(0, 4)
def list_grows_staged(n):
    xs = [i for i in range(n)]
    g = (x + 1 for x in xs)
    xs.append(3)
    return sum(g), xs


@cases(0, 4)
def twice(n):
    g = (x + 1 for x in range(n) if x != 2)
    return sum(g), sum(g), list(g)


@cases(0, 4)
def in_loop(n):
    t = 0
    for x in (i * i for i in range(n)):
        t = t * 3 + x
    return t


@cases(0, 4)
def in_loop_break(n):
    t = 0
    for x in (i * i for i in range(n) if i != 1):
        if x > 5:
            break
        t = t * 3 + x
    return t


@cases(0, 4, staged="refused AG025")
def in_branch(n):
    g = (x + 1 for x in range(n) if x != 2)
    t = 0
    if n > 2:
        t = sum(g)
    return t, sum(g)


@cases(1, 4, staged="refused AG023")
def nexted(n):
    g = (x + 1 for x in range(n) if x != 2)
    return next(g), sum(g)


@cases(1, 4)
def inner(n):
    t = 0
    for i in range(n):
        g = (x + i for x in range(i) if x != 2)
        t += sum(g)
    return t


def summed(xs):
    t = 0
    for x in xs:
        t += x
    return t


@cases(1, 4)
def given(n):
    return summed(x * x for x in range(n)), summed(x for x in [1, 2, 3] if x > n)


@cases(1, 4)
def given_over_list(n):
    return summed(x for x in [1, 2, 3] if x > n)


@cases(1, 4)
def mapped(n):
    g = (x * x for x in range(n))
    return list(map(lambda v: v + 1, g))


@cases(1, 4)
def zipped(n):
    g = (x * x for x in range(n))
    return [a * b for a, b in zip(g, [1, 2, 3])]


@cases(1, 4)
def enumerated(n):
    g = (x * x for x in range(n) if x != 1)
    t = 0
    for i, v in enumerate(g):
        t += i * v
    return t


@cases(1, 4)
def any_of(n):
    g = (x * x for x in range(n) if x != 1)
    return any(v > 3 for v in g), sum(g)


@cases(1, 4, staged="refused AG025")
def chosen(n):
    g = (x * x for x in range(n))
    h = (x for x in range(3))
    w = g if n > 2 else h
    return sum(w)


@cases(1, 4)
def effect(n):
    out = []
    g = (out.append(x) or x for x in range(n))
    a = len(out)
    s = sum(g)
    return a, s, out


@cases(1, 4, staged="refused AG023")
def of_bytes(n):
    return len(bytes(x for x in range(n)))


@cases(1, 4)
def starred(n):
    return max(*(x for x in [1, 2, 3] if x > 0), n)


@cases(1, 4)
def sorted_of(n):
    g = ((x * 7) % 5 for x in range(n))
    return sorted(g)


@cases(1, 4, staged="refused AG033")
def dict_of(n):
    d = {}
    for i in range(n):
        d[i] = i * i
    g = (v for v in d.values() if v != 1)
    return sum(g), len(d)


@cases(1, 4, staged="refused AG033")
def dict_keys_of(n):
    d = {1: n, 2: 3}
    if n > 2:
        d[3] = 4
    g = (k for k in d if d[k] > 2)
    return sum(g), len(d)


@cases(1, 4)
def chained(n):
    g = (x for x in range(n))
    h = (x * 10 for x in range(n) if x > 1)
    return list(itertools.chain(g, h))


@cases(1, 4, staged="refused AG025")
def raising(n):
    g = (10 // x for x in range(n))
    try:
        return sum(g)
    except ZeroDivisionError:
        return -1


@cases(1, 4)
def in_attribute(n):
    class Holder:
        pass

    h = Holder()
    h.g = (x * x for x in range(n))
    return sum(h.g), sum(h.g)


@cases(1, 4)
def returned(n):
    def squares(k):
        return (x * x for x in range(k))

    return sum(squares(n)) + max(squares(n + 1))


@cases(1, 4, staged="refused AG023")
def joined(n):
    g = (str(x) for x in range(n))
    return ",".join(g)


@cases(1, 4)
def partly(n):
    it = iter([1, 2, 3, 4])
    g = (x for x in it if x > n)
    first = next(it)
    return first, sum(g), list(it)


@cases(1, 4, staged="refused AG023")
def extended(n):
    g = (x for x in range(n) if x != 1)
    out = [0]
    out.extend(g)
    return out


@cases(0, 2, staged="refused AG053")
def dict_changed(n):
    d = {1: n, 2: 3}
    g = (k for k in d if d[k] > 1)
    d[3] = 4
    try:
        return sum(g)
    except RuntimeError:
        return -1


@cases(0, 2, staged="refused AG030")
def dict_kept(n):
    d = {1: n, 2: 3}
    g = (k for k in d if d[k] > 1)
    return sum(g)


@cases(0, 2)
def list_changed(n):
    xs = [1, n, 2]
    g = (x for x in xs if x > 1)
    xs.insert(0, 9)
    return sum(g)


@cases(0, 2)
def list_replaced(n):
    xs = [1, n, 2]
    g = (x for x in xs if x > 1)
    xs = [5]
    return sum(g), xs


# Generators whose loops are staged, where something asks them for items along with others


@cases(1, 4)
def left_early_and_gone_on_with(n):
    g = (x * x for x in range(n))
    return any(v > 3 for v in g), sum(g)


@cases(1, 4)
def zipped_in_a_loop(n):
    def squares():
        for x in range(n):
            yield x * x

    g = squares()
    total = 0
    for a, b in zip([1, 2, 3], g):
        total += a * b
    return total, [a * b for a, b in zip(squares(), [1, 2, 3])], list(g)


class Countdown:
    def __init__(self, low, high):
        self.low, self.high = low, high

    def __iter__(self):
        yield self.high
        yield from range(self.low)

    def __reversed__(self):
        yield from range(self.low, self.high + 1)


@cases((1, 3), (4, 2))
def of_special_methods(n, m):
    backwards, some, forwards = reversed(Countdown(n, m)), reversed(Countdown(1, m)), iter(Countdown(n, m))
    total = sum(reversed(Countdown(n, m)))
    return list(backwards), next(some, None), list(some), next(backwards, 99), tuple(forwards), list(forwards), total


@cases((1, 3), (4, 2))
def made_into_others(n, m):
    def pairs():
        for i in range(n):
            yield i, i + m

    given = pairs()
    same = given
    values = [1]
    values.extend(v for _, v in pairs())
    return dict(given), list(same), values, max((v for _, v in pairs()), default=4)


@cases(0, 1, 3, 6)
def asked_twice_for_each(n):
    def numbers():
        for x in range(n):
            yield x + 0

    g, h, k = (x for x in range(n)), numbers(), (x for x in range(n))
    pairs = [a * 10 + b for a, b in zip(g, g)]
    total = 0
    for a, b in zip(h, h):
        total = total * 10 + a + b
    return pairs, list(g), total, list(h), list(map(lambda a, b: a - b, k, k)), next(k, None)


# A generator that hands on another's items closes it where it is closed.


def handed_on(given):
    yield from given


@cases(0, 3, 6, staged="refused AG025")
def left_while_it_hands_on(n):
    g = (x for x in range(n))
    for v in handed_on(g):
        if v > 1:
            break
    return list(g)


@cases(0, 3, 6, staged="refused AG025")
def dropped_while_it_hands_on(n):
    g = (x for x in range(n))
    first = next(handed_on(g), -1)
    return first, list(g)


@cases(0, 3, 6, staged="refused AG025")
def left_by_an_exception_while_it_hands_on(n):
    g = (x for x in range(n))
    total = 0
    try:
        for v in handed_on(g):
            total += v
            if v == 2:
                raise ValueError
    except ValueError:
        total += 100
    return total, list(g)


@cases(0, 3, 6)
def handed_on_by_one(n):
    def numbers():
        yield from range(n)

    total, g = 0, (x for x in range(n))
    for v in handed_on(numbers()):
        total += v
        if v > 1:
            break
    kept = handed_on(numbers())
    return total, next(kept, -1), next(kept, -2), list(handed_on(g)), list(g)
