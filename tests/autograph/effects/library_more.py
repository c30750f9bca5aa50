"""More functions of Python's library, of what is staged."""

import heapq
import itertools
import operator
import statistics
from dataclasses import dataclass
from functools import reduce

from tests.autograph.effects.outcomes import cases

LOG = []


def multiples(n, k):
    values = []
    for i in range(n):
        values.append(i * k)
    return values


@cases((4, 2), (0, 0), (1, 5))
def sorted_lists_are_merged(n, k):
    values = multiples(n, k)
    back = heapq.merge([n, 0], [k], reverse=True)
    return list(heapq.merge(values, [1, 5])), list(heapq.merge([1, n], [k, k + 3], [2, 9])), list(back)


@cases((4, 2), (1, 5))
def pairs_are_merged_by_their_keys(n, k):
    pairs = [(n, "a"), (n + 1, "b")]
    by_first = heapq.merge(pairs, [(k, "c")], key=operator.itemgetter(0))
    return list(heapq.merge(pairs, [(k, "c")])), list(by_first), list(heapq.merge([1, 3], [2]))


@cases((3, 2), (0, 0), (1, 5))
def products_of_a_list_with_itself(n, k):
    values = multiples(n, k)
    below = sum(1 for p, q in itertools.product(values, repeat=2) if p < q)
    return list(itertools.product(values, repeat=2)), below, list(itertools.product([n, k], repeat=2))


@cases((3, 2), (0, 0), (1, 5))
def functions_of_operator(n, k):
    values = multiples(n, k)
    counts = operator.countOf(values, 2), operator.countOf([n, k, 2], 2), operator.methodcaller("count", n)(values)
    return operator.not_(n), operator.truth(k), counts, operator.contains(values, k), list(map(operator.not_, [n, k]))


@cases((1, 2), (5, 1), (6, 9))
def what_a_tensor_keeps_is_reduced(a, b):
    pool = [3, 3, 5, a, b]
    lowest = reduce(operator.xor, pool, 1)
    one = reduce(operator.xor, (v for v in pool if v & lowest), 0)
    return (
        one,
        reduce(operator.mul, filter(None, [a, b, 0])),
        reduce(lambda p, q: p - q, (v * 2 for v in [a, b] if v > 1)),
    )


@cases((1, 1), (5, 1))
def nothing_is_left_to_reduce(a, b):
    return reduce(operator.add, (v for v in [a, b] if v > 3))


@cases((1, 2), (5, 1), outer=("LOG",), staged="refused")
def what_makes_items_has_effects_between_those_of_the_function(a, b):
    def make(v):
        LOG.append(v)
        return v

    def add(p, q):
        LOG.append(100)
        return p + q

    return reduce(add, (make(v) for v in [a, b, 7] if v > 1))


@cases((1, 2), (5, 1))
def iterators_are_spread_in_displays(n, k):
    values = multiples(n, k)
    kept = (*filter(None, values),), [*(v + 1 for v in values if v)], [*filter(None, [n, k, 0])]
    return [*map(lambda v: v + 1, values)], [*reversed(values)], [*zip(values, values)], [*enumerate(values)], kept


@cases((4, 2), (3, 3), (2, 5))
def averages_of_integers(n, k):
    values = multiples(n, k)
    spread = statistics.variance(values), statistics.pvariance(values)
    mean = statistics.mean([n, k])
    return statistics.mean(values), statistics.median(values), spread, f"{mean:.2f}", [v for v in [n, k, 3] if v > mean]


@cases((4, 2), (3, 2), staged="refused AG055")
def an_average_of_integers_is_shown(n, k):
    return f"{statistics.mean([n, k])}"


@cases((2, 10), (3, 3), (1, 40))
def an_iterator_gives_its_name_to_the_list_of_it(step, limit):
    evens = itertools.takewhile(lambda v: v < limit, itertools.count(0, step))
    evens = list(itertools.islice(evens, 8))
    small = (v for v in range(20) if v % step == 0)
    small = [v for v in small if v < limit]
    return evens, sum(evens), small


@cases((2, 10), (1, 40), staged="refused")
def an_iterator_has_another_name_too(step, limit):
    evens = itertools.takewhile(lambda v: v < limit, itertools.count(0, step))
    alias = evens
    evens = list(itertools.islice(evens, 3))
    return evens, next(alias, -1)


@cases((2, 10), (1, 40), staged="refused")
def an_iterator_gives_its_name_away_in_one_branch(step, limit):
    evens = itertools.takewhile(lambda v: v < limit, itertools.count(0, step))
    if step > 1:
        evens = list(itertools.islice(evens, 3))
    return list(evens)


@cases((4, 2), (1, 1), staged="refused AG011 AG038")
def a_number_or_an_object_is_returned(n, k):
    out = None
    if n > 2:
        out = Item(n)
    return k if out is None else out


@dataclass
class Item:
    price: int
