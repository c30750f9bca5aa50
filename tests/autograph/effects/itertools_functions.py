"""Functions of `itertools` over what is staged, and with conditions that are."""

from __future__ import annotations

import itertools
import operator

from tests.autograph.effects.outcomes import cases


@cases(0, 3, 5)
def accumulate_of_a_staged_range(n):
    return list(itertools.accumulate(range(n)))


@cases(0, 3, 5)
def accumulate_with_a_function(n):
    return list(itertools.accumulate(range(1, n + 1), operator.mul))


@cases(0, 3, 5)
def accumulate_of_staged_items(n):
    return list(itertools.accumulate([n, 2, 3]))


@cases(0, 3, 5)
def accumulate_with_a_function_and_a_start(n):
    return list(itertools.accumulate([1, 2, 3], lambda a, b: a * n + b, initial=n))


@cases(0, 3, 5)
def loop_over_accumulate_left_early(n):
    t = 0
    for x in itertools.accumulate(range(n)):
        if x > 4:
            break
        t += x
    return t


@cases(0, 3, 5)
def accumulate_with_a_start(n):
    return list(itertools.accumulate(range(n), initial=10))


@cases(0, 3, 5)
def accumulate_with_max(n):
    return list(itertools.accumulate([1, 2, n], max))


@cases(0, 3, 5)
def comprehension_over_accumulate(n):
    return [x for x in itertools.accumulate(range(n)) if x > 1]


@cases(0, 3, 5)
def takewhile_of_a_staged_condition(n):
    return list(itertools.takewhile(lambda x: x < n, [1, 2, 3, 1]))


@cases(0, 3, 5)
def dropwhile_of_a_staged_condition(n):
    return list(itertools.dropwhile(lambda x: x < n, [1, 2, 3, 1]))


@cases(0, 3, 5)
def filterfalse_of_a_staged_condition(n):
    return sum(itertools.filterfalse(lambda x: x < n, [1, 2, 3, 4]))


@cases(0, 3, 5)
def starmap_of_staged_items(n):
    return list(itertools.starmap(lambda a, b: a * n + b, [(1, 2), (3, n)]))


@cases(0, 3, 5)
def compress_by_staged_selectors(n):
    return list(itertools.compress([1, 2, 3], [n > 0, n > 3, True]))


@cases(0, 3, 5)
def chain_of_a_staged_range(n):
    return list(itertools.chain(range(n), [7]))


@cases(0, 3, 5)
def chain_from_iterable(n):
    return list(itertools.chain.from_iterable([[1], [n, 2]]))


@cases(0, 3, 5)
def loop_over_pairwise(n):
    t = 0
    for a, b in itertools.pairwise([1, 2, 5, 3]):
        if b - a > n:
            t += 1
    return t


@cases(0, 3, 5)
def max_of_a_chain(n):
    return max(itertools.chain([n], [2]))


@cases(0, 3, 5)
def takewhile_of_strings(n):
    return (list(itertools.takewhile(str.isdigit, ["1", "2", "x"])), n)


@cases(0, 3, 5)
def groupby_of_known_items(n):
    return ([list(g) for k, g in itertools.groupby([1, 1, 2])], n)


@cases(0, 3, 5)
def slice_of_a_cycle(n):
    return sum(itertools.islice(itertools.cycle([1, 2]), 3)) + n


@cases(0, 3, 5)
def zip_longest(n):
    return [a * b for a, b in itertools.zip_longest([1, 2], [n], fillvalue=1)]


@cases(0, 3, 5)
def combinations_and_product(n):
    return (len(list(itertools.combinations([1, 2, n], 2))), [a * b for a, b in itertools.product([1, n], [2, 3])])


@cases(0, 3, 5)
def sum_of_repeat(n):
    return sum(itertools.repeat(n, 3))


@cases(0, 3, 5)
def next_of_dropwhile(n):
    return next(itertools.dropwhile(lambda x: x < n, [1, 2, 6]))
