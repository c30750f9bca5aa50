"""Comprehensions over what functions of `itertools` and others take, keep and make of items, by lambdas."""

from itertools import accumulate, chain, compress, dropwhile, filterfalse, pairwise, takewhile

from tests.autograph.effects.outcomes import cases


@cases(1, 3, 10)
def ones_of_what_is_taken(k):
    levels = [k, 2, k + 3]
    return sum(1 for _ in takewhile(lambda v: v <= 8, levels))


@cases(1, 3, 10)
def values_of_what_is_taken(k):
    levels = [k, 2, k + 3]
    return sum(v for v in takewhile(lambda v: v <= 8, levels))


@cases(1, 3, 10)
def direct_of_what_is_taken(k):
    levels = [k, 2, k + 3]
    return sum(takewhile(lambda v: v <= 8, levels))


@cases(1, 3, 10)
def listed_of_what_is_taken(k):
    levels = [k, 2, k + 3]
    return [v * 2 for v in takewhile(lambda v: v <= 8, levels)]


@cases(1, 3, 10)
def lengths_of_what_is_taken(k):
    levels = [k, 2, k + 3]
    return len(list(takewhile(lambda v: v <= 8, levels))), len([v for v in dropwhile(lambda v: v <= 2, levels)])


@cases(1, 3, 10)
def with_test_of_what_is_taken(k):
    levels = [k, 2, k + 3]
    return sum(1 for v in takewhile(lambda v: v <= 8, levels) if v > 2)


@cases(1, 3, 10)
def filtered_of_what_is_taken(k):
    levels = [k, 2, k + 3]
    return sum(1 for v in filter(lambda v: v <= 8, levels)), sum(1 for v in filterfalse(lambda v: v <= 8, levels))


@cases(1, 3, 10)
def anyd_of_what_is_taken(k):
    levels = [k, 2, k + 3]
    return any(v == 3 for v in takewhile(lambda v: v <= 8, levels)), max(
        (v for v in dropwhile(lambda v: v <= 2, levels)), default=0
    )


@cases(1, 3, 10)
def accumulated_of_what_is_taken(k):
    return sum(1 for v in accumulate([1, k, 2]) if v > 3), sum(1 for a, b in pairwise([1, k, 2]) if a < b)


@cases(1, 3, 10)
def compressed_of_what_is_taken(k):
    return sum(1 for v in compress([1, 2, 3], [k > 1, k > 2, True]))


@cases(1, 3, 10)
def chained_of_what_is_taken(k):
    return sum(1 for v in chain([1, k], takewhile(lambda v: v < k, [1, 2, 3])))


@cases(1, 3, 10)
def setted_of_what_is_taken(k):
    return len({v for v in takewhile(lambda v: v < k, [1, 2, 3])})


@cases(1, 3, 10)
def mapped_of_what_is_taken(k):
    return sum(1 for v in map(lambda v: v * k, takewhile(lambda v: v < k, [1, 2, 3])))


@cases(1, 3, 10)
def enumed_of_what_is_taken(k):
    return sum(i for i, v in enumerate(takewhile(lambda v: v < k, [1, 2, 3])))


@cases(1, 3, 10)
def loop_of_what_is_taken(k):
    t = 0
    for v in takewhile(lambda v: v < k, [1, 2, 3]):
        t += v
    return t


@cases(1, 3, 10)
def later_of_what_is_taken(k):
    g = (v for v in takewhile(lambda v: v < k, [1, 2, 3]))
    return sum(g)
