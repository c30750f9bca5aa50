"""Generators that others go on with, gone over on some paths only, by loops, calls and generators of their own."""

from __future__ import annotations

import functools
import itertools
from collections import Counter, deque

from tests.autograph.effects.outcomes import cases


def doubled(items):
    for item in items:
        yield item * 2


def increased(items):
    for item in items:
        yield item + 1


def handed_on(items):
    yield from items


def all_handed_on(*several):
    for items in several:
        yield from items


def first_above(items, bound):
    for item in items:
        if item > bound:
            return item
    return -1


class Box:
    def __init__(self, items):
        self.items = items

    def __iter__(self):
        yield from self.items


@cases(0, 1, 3)
def sum_of_expression_over_expression(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v + 1 for v in xs)
    if n > 1:
        h = (v * 2 for v in g)
        t = sum(h)
    for v in g:
        t = t * 10 + v
    return t


@cases(0, 1, 3)
def accumulate_of_expression_over_expression(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v + 1 for v in xs)
    if n > 1:
        t = list(itertools.accumulate(v * 2 for v in g))[-1]
    return t, list(g)


@cases(0, 1, 3)
def enumerate_of_itself_over_expression(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v + 1 for v in xs)
    for _ in range(min(n, 1)):
        h = g
        t = list(enumerate(h))[-1][1]
    return t * 10 + sum(g)


@cases(0, 1, 3)
def spread_of_itself_over_expression(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v + 1 for v in xs)
    if n > 1:
        t = len([*g])
    for v in g:
        t = t * 10 + v
    return t


@cases(0, 1, 3)
def counter_of_function_over_expression(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v + 1 for v in xs)
    if n > 1:
        h = doubled(g)
        t = len(Counter(h))
    return t, list(g)


@cases(0, 1, 3)
def min_of_function_over_expression(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v + 1 for v in xs)
    for _ in range(min(n, 1)):
        t = min(doubled(g), default=0)
    return t * 10 + sum(g)


@cases(0, 1, 3)
def next_of_map_over_expression(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v + 1 for v in xs)
    if n > 1:
        h = map(lambda v: v * 2, g)
        t = next(h)
    for v in g:
        t = t * 10 + v
    return t


@cases(0, 1, 3)
def islice_of_map_over_expression(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v + 1 for v in xs)
    if n > 1:
        t = sum(itertools.islice(map(lambda v: v * 2, g), 2))
    return t, list(g)


@cases(0, 1, 3, staged="refused AG025")
def first_of_yield_from_over_expression(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v + 1 for v in xs)
    for _ in range(min(n, 1)):
        h = handed_on(g)
        t = first_above(h, 2)
    return t * 10 + sum(g)


@cases(0, 1, 3, staged="refused AG025")
def reduce_of_yield_from_over_expression(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v + 1 for v in xs)
    if n > 1:
        t = functools.reduce(lambda a, b: a + b, handed_on(g))
    for v in g:
        t = t * 10 + v
    return t


@cases(0, 1, 3)
def deque_of_chain_over_expression(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v + 1 for v in xs)
    if n > 1:
        h = itertools.chain(g, [7])
        t = len(deque(h))
    return t, list(g)


@cases(0, 1, 3)
def list_of_chain_over_expression(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v + 1 for v in xs)
    for _ in range(min(n, 1)):
        t = len(list(itertools.chain(g, [7])))
    return t * 10 + sum(g)


@cases(0, 1, 3)
def list_of_expression_over_function(n):
    xs = [1, 2, 3, n]
    t = 0
    g = increased(xs)
    if n > 1:
        h = (v * 2 for v in g)
        t = len(list(h))
    for v in g:
        t = t * 10 + v
    return t


@cases(0, 1, 3)
def deque_of_expression_over_function(n):
    xs = [1, 2, 3, n]
    t = 0
    g = increased(xs)
    if n > 1:
        t = len(deque(v * 2 for v in g))
    return t, list(g)


@cases(0, 1, 3)
def set_of_itself_over_function(n):
    xs = [1, 2, 3, n]
    t = 0
    g = increased(xs)
    for _ in range(min(n, 1)):
        h = g
        t = len(set(h))
    return t * 10 + sum(g)


@cases(0, 1, 3)
def any_of_itself_over_function(n):
    xs = [1, 2, 3, n]
    t = 0
    g = increased(xs)
    if n > 1:
        t = any(v > 100 for v in g) + 0
    for v in g:
        t = t * 10 + v
    return t


@cases(0, 1, 3)
def handed_on_of_function_over_function(n):
    xs = [1, 2, 3, n]
    t = 0
    g = increased(xs)
    if n > 1:
        h = doubled(g)
        t = sum(v for v in handed_on(h))
    return t, list(g)


@cases(0, 1, 3)
def sorted_of_function_over_function(n):
    xs = [1, 2, 3, n]
    t = 0
    g = increased(xs)
    for _ in range(min(n, 1)):
        t = sorted(doubled(g))[0]
    return t * 10 + sum(g)


@cases(0, 1, 3)
def sum_of_map_over_function(n):
    xs = [1, 2, 3, n]
    t = 0
    g = increased(xs)
    if n > 1:
        h = map(lambda v: v * 2, g)
        t = sum(h)
    for v in g:
        t = t * 10 + v
    return t


@cases(0, 1, 3)
def accumulate_of_map_over_function(n):
    xs = [1, 2, 3, n]
    t = 0
    g = increased(xs)
    if n > 1:
        t = list(itertools.accumulate(map(lambda v: v * 2, g)))[-1]
    return t, list(g)


@cases(0, 1, 3)
def enumerate_of_yield_from_over_function(n):
    xs = [1, 2, 3, n]
    t = 0
    g = increased(xs)
    for _ in range(min(n, 1)):
        h = handed_on(g)
        t = list(enumerate(h))[-1][1]
    return t * 10 + sum(g)


@cases(0, 1, 3)
def spread_of_yield_from_over_function(n):
    xs = [1, 2, 3, n]
    t = 0
    g = increased(xs)
    if n > 1:
        t = len([*handed_on(g)])
    for v in g:
        t = t * 10 + v
    return t


@cases(0, 1, 3)
def counter_of_chain_over_function(n):
    xs = [1, 2, 3, n]
    t = 0
    g = increased(xs)
    if n > 1:
        h = itertools.chain(g, [7])
        t = len(Counter(h))
    return t, list(g)


@cases(0, 1, 3)
def min_of_chain_over_function(n):
    xs = [1, 2, 3, n]
    t = 0
    g = increased(xs)
    for _ in range(min(n, 1)):
        t = min(itertools.chain(g, [7]), default=0)
    return t * 10 + sum(g)


@cases(0, 1, 3)
def min_of_expression_over_filtered(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v + 1 for v in xs if v != n)
    if n > 1:
        h = (v * 2 for v in g)
        t = min(h, default=0)
    for v in g:
        t = t * 10 + v
    return t


@cases(0, 1, 3)
def counter_of_expression_over_filtered(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v + 1 for v in xs if v != n)
    if n > 1:
        t = len(Counter(v * 2 for v in g))
    return t, list(g)


@cases(0, 1, 3)
def islice_of_itself_over_filtered(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v + 1 for v in xs if v != n)
    for _ in range(min(n, 1)):
        h = g
        t = sum(itertools.islice(h, 2))
    return t * 10 + sum(g)


@cases(0, 1, 3)
def next_of_itself_over_filtered(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v + 1 for v in xs if v != n)
    if n > 1:
        t = next(g)
    for v in g:
        t = t * 10 + v
    return t


@cases(0, 1, 3, staged="refused AG025")
def reduce_of_function_over_filtered(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v + 1 for v in xs if v != n)
    if n > 1:
        h = doubled(g)
        t = functools.reduce(lambda a, b: a + b, h)
    return t, list(g)


@cases(0, 1, 3, staged="refused AG025")
def first_of_function_over_filtered(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v + 1 for v in xs if v != n)
    for _ in range(min(n, 1)):
        t = first_above(doubled(g), 2)
    return t * 10 + sum(g)


@cases(0, 1, 3)
def list_of_map_over_filtered(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v + 1 for v in xs if v != n)
    if n > 1:
        h = map(lambda v: v * 2, g)
        t = len(list(h))
    for v in g:
        t = t * 10 + v
    return t


@cases(0, 1, 3)
def deque_of_map_over_filtered(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v + 1 for v in xs if v != n)
    if n > 1:
        t = len(deque(map(lambda v: v * 2, g)))
    return t, list(g)


@cases(0, 1, 3)
def set_of_yield_from_over_filtered(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v + 1 for v in xs if v != n)
    for _ in range(min(n, 1)):
        h = handed_on(g)
        t = len(set(h))
    return t * 10 + sum(g)


@cases(0, 1, 3, staged="refused AG025")
def any_of_yield_from_over_filtered(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v + 1 for v in xs if v != n)
    if n > 1:
        t = any(v > 100 for v in handed_on(g)) + 0
    for v in g:
        t = t * 10 + v
    return t


@cases(0, 1, 3)
def handed_on_of_chain_over_filtered(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v + 1 for v in xs if v != n)
    if n > 1:
        h = itertools.chain(g, [7])
        t = sum(v for v in handed_on(h))
    return t, list(g)


@cases(0, 1, 3)
def sorted_of_chain_over_filtered(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v + 1 for v in xs if v != n)
    for _ in range(min(n, 1)):
        t = sorted(itertools.chain(g, [7]))[0]
    return t * 10 + sum(g)


@cases(0, 1, 3)
def sorted_of_expression_over_nested(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v for v in increased(xs))
    if n > 1:
        h = (v * 2 for v in g)
        t = sorted(h)[0]
    for v in g:
        t = t * 10 + v
    return t


@cases(0, 1, 3)
def handed_on_of_expression_over_nested(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v for v in increased(xs))
    if n > 1:
        t = sum(v for v in handed_on(v * 2 for v in g))
    return t, list(g)


@cases(0, 1, 3)
def accumulate_of_itself_over_nested(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v for v in increased(xs))
    for _ in range(min(n, 1)):
        h = g
        t = list(itertools.accumulate(h))[-1]
    return t * 10 + sum(g)


@cases(0, 1, 3)
def sum_of_itself_over_nested(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v for v in increased(xs))
    if n > 1:
        t = sum(g)
    for v in g:
        t = t * 10 + v
    return t


@cases(0, 1, 3)
def spread_of_function_over_nested(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v for v in increased(xs))
    if n > 1:
        h = doubled(g)
        t = len([*h])
    return t, list(g)


@cases(0, 1, 3)
def enumerate_of_function_over_nested(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v for v in increased(xs))
    for _ in range(min(n, 1)):
        t = list(enumerate(doubled(g)))[-1][1]
    return t * 10 + sum(g)


@cases(0, 1, 3)
def min_of_map_over_nested(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v for v in increased(xs))
    if n > 1:
        h = map(lambda v: v * 2, g)
        t = min(h, default=0)
    for v in g:
        t = t * 10 + v
    return t


@cases(0, 1, 3)
def counter_of_map_over_nested(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v for v in increased(xs))
    if n > 1:
        t = len(Counter(map(lambda v: v * 2, g)))
    return t, list(g)


@cases(0, 1, 3, staged="refused AG025")
def islice_of_yield_from_over_nested(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v for v in increased(xs))
    for _ in range(min(n, 1)):
        h = handed_on(g)
        t = sum(itertools.islice(h, 2))
    return t * 10 + sum(g)


@cases(0, 1, 3, staged="refused AG025")
def next_of_yield_from_over_nested(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v for v in increased(xs))
    if n > 1:
        t = next(handed_on(g))
    for v in g:
        t = t * 10 + v
    return t


@cases(0, 1, 3, staged="refused AG025")
def reduce_of_chain_over_nested(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v for v in increased(xs))
    if n > 1:
        h = itertools.chain(g, [7])
        t = functools.reduce(lambda a, b: a + b, h)
    return t, list(g)


@cases(0, 1, 3, staged="refused AG026")
def first_of_chain_over_nested(n):
    xs = [1, 2, 3, n]
    t = 0
    g = (v for v in increased(xs))
    for _ in range(min(n, 1)):
        t = first_above(itertools.chain(g, [7]), 2)
    return t * 10 + sum(g)


@cases(0, 1, 3, staged="refused AG025")
def one_or_the_other(n):
    xs = [1, 2, 3, n]
    g = iter(xs)
    h = (v * 2 for v in g)
    g = (v + 1 for v in xs if v != n)
    if n != 1:
        h = (v * 2 for v in g)
    return list(h), sum(g), list(h)


@cases(0, 1, 3, staged="refused AG025")
def chosen_in_a_handler(n):
    xs = [1, 2, 3, n]
    h = (v * 2 for v in xs)
    g = (v + 1 for v in xs)
    try:
        if n != 1:
            raise ValueError(n)
    except ValueError:
        h = (v * 2 for v in g)
    t = 0
    for v in h:
        t += v
    for v in g:
        t = t * 10 + v
    return t


@cases(0, 1, 3, staged="refused AG025")
def left_early_in_a_chain(n):
    g = (v + n for v in [1, 2, 3])
    t = first_above(itertools.chain(g, [7]), 2)
    for v in g:
        t = t * 10 + v
    return t


# A generator that is left is closed, and closes what it does `yield from` of


@cases(0, 1, 3, staged="refused")
def closed_with_one_of_several(n):
    g = (v + n for v in [1, 2, 3])
    t = first_above(all_handed_on(g, [7]), 2)
    for v in g:
        t = t * 10 + v
    return t


@cases(0, 1, 3, staged="refused AG025")
def closed_with_an_object(n):
    g = (v + n for v in [1, 2, 3])
    t = first_above(Box(g), 2)
    for v in g:
        t = t * 10 + v
    return t


@cases(0, 1, 3, staged="refused AG025")
def closed_where_it_was_made(n):
    xs = [1, 2, 3, n]
    t = 0
    g = iter(xs)
    if n > 1:
        h = handed_on(g)
        t = sum(itertools.takewhile(lambda v: v < 6, h))
    return t * 10 + len(list(g))


# Python goes over a generator itself, which advances another


@cases(0, 1, 3, staged="refused AG025")
def taken_while(n):
    xs = [1, 2, 3, n]
    t = 0
    g = increased(xs)
    if n > 1:
        h = handed_on(g)
        t = sum(itertools.takewhile(lambda v: v < 6, h))
    return t, next(g, 77)


@cases(0, 1, 3, staged="refused AG025")
def left_where_it_is_high(n):
    xs = [1, 2, 3, 4]
    t = 0
    g = increased(xs)
    if n > 1:
        h = handed_on(g)
        for v in h:
            t += v
            if v > 3:
                break
    return t, list(g)
