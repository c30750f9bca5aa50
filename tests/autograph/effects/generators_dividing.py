"""Generators whose operators raise what a handler around catches."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(0, 2)
def a_generator_divides(a):
    def gen():
        yield 6
        yield 6 // a

    xs = []
    try:
        for v in gen():
            xs.append(v)
    except ZeroDivisionError:
        pass
    return xs


@cases(1, 5, 3)
def a_comprehension_over_one_that_divides(n):
    def g():
        for k in [3, 2, 5, 1]:
            yield 12 // (k - n)

    xs = [0]
    try:
        t = [x + 1 for x in g()]
        xs.append(len(t))
    except ZeroDivisionError:
        xs.append(-1)
    return xs


@cases(1, 5, 3, 7)
def the_sum_of_one_that_divides(n):
    def g():
        for k in [3, 2, 5, 1]:
            yield 12 // (k - n)

    try:
        t = sum(g())
    except ZeroDivisionError:
        t = -1
    else:
        t += 1
    finally:
        n += 1
    return t, n


@cases(1, 5, 3, 7)
def the_largest_of_one_that_divides(n):
    def g():
        for k in [3, 2, 5, 1]:
            yield 12 // (k - n)

    try:
        t = max(g())
    except ZeroDivisionError:
        t = -100
    return t


def quotients(n, m):
    i = 0
    while i < m:
        yield 12 // (i - n)
        i += 1


@cases((1, 0), (1, 2), (0, 1), (3, 3))
def total_of_quotients(n, m):
    r = 0
    try:
        for v in quotients(n, m):
            r += v
    except ArithmeticError:
        r *= 10
    return r


def quotients_between(n, m):
    yield 100
    yield from quotients(n, m)
    yield 200


@cases((1, 0), (1, 2), (0, 1), (3, 3))
def yields_from_quotients(n, m):
    xs = []
    try:
        for v in quotients_between(n, m):
            xs.append(v)
    except ZeroDivisionError:
        xs.append(-1)
    return xs


class Quotients:
    def __init__(self, n):
        self.n = n

    def items(self, m):
        for k in range(m):
            yield 10 // (k - self.n)

    def __iter__(self):
        yield 1
        yield 10 // self.n
        yield 10 % (self.n - 1)


@cases((1, 0), (1, 2), (0, 1), (3, 3))
def a_generator_method_divides(n, m):
    xs = []
    c = Quotients(n)
    try:
        for v in c.items(m):
            xs.append(v)
    except ZeroDivisionError:
        xs.append(-1)
    return xs


@cases(0, 1, 3)
def an_iter_that_divides_is_listed(n):
    try:
        xs = list(Quotients(n))
    except ZeroDivisionError:
        xs = [-1]
    return xs


@cases(1, 5, 3, 7)
def sum_of_a_generator_expression_that_divides(n):
    try:
        return sum(12 // (k - n) for k in [3, 2, 5, 1])
    except ZeroDivisionError:
        return -1


@cases(1, 5, 3, 7, staged="refused AG025")
def a_generator_expression_divides(n):
    xs = []
    try:
        for v in (12 // (k - n) for k in [3, 2, 5, 1]):
            xs.append(v)
    except ZeroDivisionError:
        xs.append(-1)
    return xs


@cases(1, 5, 3, 7, staged="refused AG025")
def a_generator_expression_from_before_the_try(n):
    xs = []
    g = (12 // (k - n) for k in [3, 2, 5, 1])
    try:
        for v in g:
            xs.append(v)
    except ZeroDivisionError:
        xs.append(-1)
    return xs


@cases(1, 5, 3, 7, staged="refused AG025")
def a_generator_from_before_the_try(n):
    def g():
        for k in [3, 2, 5, 1]:
            yield 12 // (k - n)

    it = g()
    xs = []
    try:
        for v in it:
            xs.append(v)
    except ZeroDivisionError:
        xs.append(-1)
    return xs


@cases((1, 0), (1, 2), (3, 3), (0, 3))
def one_that_divides_in_a_branch(n, m):
    def g():
        for k in [3, 2, 5, 1]:
            yield 12 // (k - n)

    xs = [0]
    if m > 1:
        try:
            for v in g():
                if v > 6:
                    break
                xs.append(v)
            else:
                xs.append(77)
        except ZeroDivisionError:
            xs.append(-1)
        finally:
            xs.append(5)
    return xs


@cases((1, 0), (1, 2), (3, 3), (0, 3))
def ones_that_divide_in_each_other(n, m):
    def g(i):
        for k in [3, 2, 5, 1]:
            yield 12 // (k - n - i)

    r = 0
    for i in range(m):
        try:
            for v in g(i):
                for w in g(i + 1):
                    r += v * w
        except ZeroDivisionError:
            r += 1000
    return r


@cases((1, 0), (1, 2), (3, 3), (0, 3))
def a_generator_shifts(n, m):
    def g():
        yield 7 % n
        yield 1 << (n - m)
        yield 2.0 / m

    t = []
    try:
        for v in g():
            t.append(v)
    except ZeroDivisionError:
        t.append(-1.0)
    except ValueError:
        t.append(-2.0)
    return len(t)


def total_of(n, m):
    return sum(quotients(n, m))


@cases((1, 0), (1, 2), (3, 3), (0, 3))
def a_division_of_a_generator_reaches_the_caller(n, m):
    try:
        return total_of(n, m)
    except ZeroDivisionError:
        return m


@cases(0, 2, staged="refused AG026")
def a_yield_within_the_handler(a):
    def gen():
        try:
            yield 6
            yield 6 // a
        except ZeroDivisionError:
            yield 7

    xs = []
    for v in gen():
        xs.append(v)
    return xs


@cases(0, 2)
def handlers_in_and_around_a_generator(a):
    def gen():
        yield 6
        try:
            b = 6 // a
        except ZeroDivisionError:
            b = 9
        yield b
        yield 6 // a

    xs = []
    try:
        for v in gen():
            xs.append(v)
    except ZeroDivisionError:
        xs.append(-1)
    return xs


@cases(0, 2)
def a_map_divides(a):
    xs = []
    try:
        for v in map(lambda v: 6 // (v - a), [6, 2, 1]):
            xs.append(v)
    except ZeroDivisionError:
        xs.append(-1)
    return xs


@cases(0, 2)
def extended_by_one_that_divides(a):
    def gen():
        yield 6
        yield 6 // a

    xs = [1]
    try:
        xs.extend(gen())
    except ZeroDivisionError:
        xs.append(-1)
    return xs


@cases(0, 2)
def a_dict_of_one_that_divides(a):
    def gen():
        yield 6, 1
        yield 7, 6 // a

    try:
        return dict(gen())
    except ZeroDivisionError:
        return {}


def kept(g):
    xs = []
    try:
        for v in g:
            xs.append(v)
    except ZeroDivisionError:
        xs.append(-1)
    return xs


@cases(0, 2, 6)
def a_generator_is_given_to_who_catches(a):
    def g():
        for k in (6, 2):
            yield 6 // (k - a)

    return kept(g())


@cases(0, 2, 6, staged="refused AG025")
def a_generator_expression_is_given_to_who_catches(a):
    return kept(6 // (k - a) for k in (6, 2))


@cases(0, 2, 6, staged="refused AG026")
def a_map_is_given_to_who_catches(a):
    return kept(map(lambda k: 6 // (k - a), (6, 2)))


@cases(0, 2)
def divides_before_it_yields(a):
    def gen():
        try:
            b = 6 // a
        except ZeroDivisionError:
            b = 9
        yield b

    xs = []
    for v in gen():
        xs.append(v)
    return xs


@cases(0, 2)
def a_try_after_a_definition(a):
    x = 1
    if a > 1:
        x = 2

    def g():
        return 5

    for i in range(2):
        x += g()
    try:
        x += 6 // a
    except ZeroDivisionError:
        x = 0
    return x


@cases(0, 2)
def a_try_before_a_definition(a):
    try:
        x = 6 // a
    except ZeroDivisionError:
        x = 0

    def g():
        return 6 + a

    return x + g()
