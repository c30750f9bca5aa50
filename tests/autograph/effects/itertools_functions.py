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


@cases(0, 3, staged="refused")
def chain_that_goes_on_after_its_first(n):
    items = itertools.chain([1, 2], range(n))
    next(items)
    return list(items)


@cases(0, 3, staged="refused")
def chain_that_goes_on_after_a_break(n):
    items = itertools.chain([1, 2], range(n))
    for _item in items:
        break
    return list(items)


@cases(0, 3, staged="refused")
def chain_summed_after_its_first(n):
    items = itertools.chain([1, 2], range(n))
    first, total = next(items), 0
    for item in items:
        total += item
    return first, total


@cases(0, 3, staged="refused")
def chain_in_an_object_that_goes_on(n):
    held = [itertools.chain([1, 2], range(n))]
    next(held[0])
    return list(held[0])


@cases(0, 3, staged="refused")
def chain_left_by_an_error(n):
    items, total = itertools.chain([1, 2], range(n)), 0
    try:
        for item in items:
            total += item
            if total > 1:
                raise ValueError
    except ValueError:
        total += 100
    return total, list(items)


@cases(0, 3)
def chain_of_known_parts_that_goes_on(n):
    items = itertools.chain([1, 2], [n, n + 1])
    first = next(items)
    pairs = itertools.starmap(lambda one, other: one + other * n, [(1, 2), (3, 4)])
    next(pairs)
    sums = itertools.accumulate([1, n, 2])
    next(sums)
    return first, list(items), list(pairs), list(sums)


@cases(0, 3)
def made_and_left_in_one_expression(n):
    total = 0
    for item in itertools.chain(range(n), [1, 2]):
        if item > 1:
            break
        total += item
    for one, other in itertools.product(range(n + 1), range(n + 2)):
        if one * other > 1:
            break
        total += one
    return total, next(itertools.chain(range(n), [1, 2])), any(item > n for item in itertools.chain([1], range(n)))


@cases(1, 4)
def zip_longest_of_strings_of_staged_length(n):
    values = {"I": 1, "V": 5}
    text, found = "IV" * n, 0
    for one, other in itertools.zip_longest(text, text[1:]):
        found += -values[one] if other and values[other] > values[one] else values[one]
    return found, [*itertools.zip_longest("ab", text)]


@cases([0, 1, 0, 2, 1], [4, 2, 0, 3, 2])
def accumulated_from_both_ends(heights):
    left = list(itertools.accumulate(heights, max))
    right = list(itertools.accumulate(reversed(heights), max))[::-1]
    pairs = list(map(min, left, right))
    return sum(a - h for a, h in zip(pairs, heights)), list(itertools.accumulate(iter(heights), min, initial=1))


@cases(([2, 1, 0], [1, 1, 3]), ([0, 0, 0], [0, 0, 0]), ([5, 0, 1], [0, 5, 0]))
def combinations_that_are_held(home_goals, away_goals):
    teams = {n: 0 for n in ("Ants", "Bees", "Crows")}
    fixtures = itertools.combinations(teams, 2)
    for (home, away), h, a in zip(fixtures, home_goals, away_goals):
        teams[home] += h
        teams[away] += a
    return teams


@cases(([2, 1, 0], [1, 1, 3]), ([0, 0, 0], [0, 0, 0]), ([5, 0, 1], [0, 5, 0]))
def combinations_gone_over_along(home_goals, away_goals):
    teams = {n: 0 for n in ("Ants", "Bees", "Crows")}
    for (home, away), h, a in zip(itertools.combinations(teams, 2), home_goals, away_goals):
        teams[home] += h
        teams[away] += a
    return teams


@cases((1, 4), (2, 3), (0, 2))
def product_held(n, m):
    cells = itertools.product([0, 1], [2, 3])
    total = 0
    for i in range(n):
        a, b = next(cells)
        total += a * m + b
    return total, list(cells)


@cases(2, 0)
def more_items_than_are_listed(n):
    cells = itertools.product(range(40), repeat=2)
    first = [next(cells) for _ in range(3)]
    return first, n, next(cells), type(cells) is itertools.product


@cases(([1, 0, 2], 3), ([0, 0, 0], 1), ([5, 6, 7], 0))
def products_of_numbered(xs, n):
    ys = [x for x in xs if x > 0]
    zs = list(range(n))
    out = [0] * 12
    for (i, a), (j, b) in itertools.product(enumerate(ys), enumerate(zs)):
        out[i + j] += a * b
    return out


@cases(([1, 0, 2], 3), ([0, 0, 0], 1), ([5, 6, 7], 0))
def products_of_pairs(xs, n):
    ys = [x for x in xs if x > 0]
    return list(itertools.product(enumerate(ys), "ab")), len(list(itertools.product(ys, zip(ys, range(n)))))
