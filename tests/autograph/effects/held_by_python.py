"""Methods and iterators of Python's that have a list or a dict by the time that it is staged."""

from __future__ import annotations

import functools
import itertools
import operator

from tests.autograph.effects.outcomes import cases


@cases(0, 1, staged="refused")
def length_of_a_list(n):
    xs = [1, 2]
    f = xs.__len__
    if n:
        xs.pop()
    return f()


@cases(0, 1, staged="refused")
def store_to_an_item(n):
    xs = [1, 2]
    f = xs.__setitem__
    if n:
        xs.pop()
    f(0, 7)
    return xs


@cases(0, 1, staged="refused")
def containment(n):
    xs = [1, 2]
    f = xs.__contains__
    if n:
        xs.pop()
    return f(2)


@cases(0, 1, staged="refused")
def iteration(n):
    xs = [1, 2]
    f = xs.__iter__
    if n:
        xs.pop()
    return list(f())


@cases(0, 1, staged="refused")
def store_to_a_key(n):
    d = {1: 2}
    f = d.__setitem__
    d[n] = 3
    f(8, 7)
    return sorted(d.items())


@cases(0, 1)
def item_of_a_dict(n):
    d = {1: 2}
    f = d.__getitem__
    d[n] = 3
    return f(1)


@cases(0, 1, staged="refused")
def method_in_an_attribute(n):
    class Box:
        pass

    xs = [1, 2]
    o = Box()
    o.f = xs.__len__
    if n:
        xs.pop()
    return o.f()


@cases(0, 1, staged="refused")
def method_in_a_list(n):
    xs = [1, 2]
    fs = [xs.__len__]
    if n:
        xs.pop()
    return fs[0]()


@cases(0, 1)
def length_of_a_list_that_grows_for_certain(n):
    xs = [1, 2]
    f = xs.append
    g = xs.__len__
    f(3)
    return g()


@cases(0, 1, staged="refused")
def map_of_a_method(n):
    xs = [1, 2]
    m = map(xs.append, [7])
    if n:
        xs.pop()
    list(m)
    return xs


@cases(0, 1, staged="refused")
def filter_of_a_method(n):
    xs = [1, 2]
    m = filter(xs.__contains__, [1, 2, 3])
    if n:
        xs.pop()
    return list(m)


@cases(0, 1, staged="refused")
def starmap_of_a_method(n):
    xs = [1, 2]
    m = itertools.starmap(xs.insert, [(0, 4)])
    if n:
        xs.pop()
    list(m)
    return xs


@cases(0, 1, staged="refused")
def map_of_a_partial_of_a_method(n):
    xs = [1, 2]
    m = map(functools.partial(xs.insert, 0), [4])
    if n:
        xs.pop()
    list(m)
    return xs


@cases(0, 1)
def map_of_a_function_around(n):
    xs = [1, 2]
    m = map(lambda v: xs.append(v), [4])
    if n:
        xs.pop()
    list(m)
    return xs


@cases(0, 1, staged="refused")
def tee_in_two_variables(n):
    xs = [1, 2]
    a, _b = itertools.tee(xs)
    if n:
        xs.pop()
    return list(a)


@cases(0, 1, staged="refused")
def tee_in_a_tuple(n):
    xs = [1, 2]
    a = itertools.tee(xs)
    if n:
        xs.pop()
    return list(a[1])


@cases(0, 1, staged="refused")
def method_called_until_it_gives_a_number(n):
    xs = [1, 2]
    it = iter(xs.pop, 1)
    if n:
        xs.pop()
    return list(it), xs


@cases(0, 1, staged="refused")
def method_in_a_generator_expression(n):
    xs = [1, 2]
    g = (f for f in [xs.append])
    if n:
        xs.pop()
    next(g)(4)
    return xs


@cases(0, 1)
def method_in_a_list_gone_over(n):
    xs = [1, 2]
    it = iter([xs.append])
    if n:
        xs.pop()
    next(it)(4)
    return xs


@cases(0, 1)
def list_in_a_list_gone_over(n):
    xs = [1, 2]
    it = iter([[xs]])
    if n:
        xs.pop()
    return next(it)


@cases(0, 1, staged="refused")
def takewhile_of_a_method(n):
    xs = [1, 2]
    it = itertools.takewhile(xs.__contains__, [1, 2, 3])
    if n:
        xs.pop()
    return list(it)


@cases(0, 1, staged="refused")
def method_caller(n):
    xs = [1, 2]
    g = operator.methodcaller("append", xs)
    if n:
        xs.pop()
    ys = []
    g(ys)
    return ys


@cases(0, 1)
def method_in_a_dict(n):
    xs = [1, 2]
    fs = {1: xs.append}
    if n:
        xs.pop()
    fs[1](4)
    return xs


@cases(0, 1)
def method_in_a_tuple(n):
    xs = [1, 2]
    fs = frozenset([xs.append]) if False else (xs.append,)
    if n:
        xs.pop()
    fs[0](4)
    return xs


@cases(0, 1, staged="refused")
def partial_of_a_method_wrapper(n):
    xs = [1, 2]
    p = functools.partial(xs.__setitem__, 0)
    if n:
        xs.pop()
    p(5)
    return xs


@cases(0, 1)
def lists_chained(n):
    xs = [1, 2]
    it = itertools.chain([xs], [[3]])
    if n:
        xs.pop()
    return list(it)
