"""Operators of counters, which leave out what is not positive."""

from collections import Counter

from tests.autograph.effects.outcomes import cases


@cases((1, 2), (5, 0), (0, 0), (-1, 3))
def counters_are_added_and_subtracted(a, b):
    one, other = Counter(x=a), Counter(x=b, y=a)
    return one + other, one - other, +Counter(x=a, y=b), -one


@cases((1, 2), (5, 0), (-1, 3))
def counters_are_joined_and_intersected(a, b):
    return Counter(x=a, y=1) & Counter(x=b, y=2), Counter(x=a, y=1) | Counter(x=b, y=2)


@cases((1, 2), (5, 1), (0, 0), (-1, 3))
def counters_are_updated_in_place(a, b):
    stock = Counter(x=a)
    alias = stock
    stock += Counter(x=b, y=a)
    stock -= Counter(y=1)
    return alias, stock is alias, stock.total(), sorted(stock.items()), stock["x"]


@cases((1, 2), (5, 1), (0, 0), (3, 3))
def counters_are_compared(a, b):
    one, other = Counter(x=a), Counter(x=b, y=a)
    return one == other, one != Counter(x=a), one <= other, one >= other, one < other, one > other


@cases((1, 2), (5, 1), (3, 2))
def what_is_missing_is_what_is_needed_less_what_there_is(a, b):
    missing = Counter(x=a, y=b) - Counter(x=3, y=2)
    if not missing:
        return 0
    return sum(missing.values())


@cases((1, 2), (5, 1), (0, 3))
def counters_of_staged_keys_are_added(n, b):
    counts = Counter()
    for i in range(n):
        counts[i % 3] += b
    others = Counter([b, 1])
    return counts + others, counts - others, (counts + others).most_common(1)


@cases((1, 2), (2, 2))
def counters_of_staged_elements_are_added(a, b):
    return Counter([a, 1]) + Counter([1, b]), Counter([a, b]) & Counter([2])


@cases((1, 2), (0, 1), staged="refused AG053")
def a_counter_and_a_number_are_not_added(a, b):
    return (Counter(x=a) + b)["x"]
