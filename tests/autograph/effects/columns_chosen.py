"""`operator.itemgetter` of a column that the program chooses."""

from __future__ import annotations

import operator
from operator import itemgetter

from tests.autograph.effects.outcomes import cases


@cases(0, 1)
def sorted_by_a_column(k):
    rows = [(1, 2), (3, 0), (2, 5)]
    return sorted(rows, key=operator.itemgetter(k)), max(rows, key=itemgetter(k)), [*map(itemgetter(k), rows)]


@cases((0, 1), (1, 1), (-1, 0), (2, 0))
def two_columns(i, j):
    get = itemgetter(i, j)
    return get([3, 4]), get((7, 8))


@cases(1, 3, 4)
def of_a_dict(k):
    get = itemgetter(k)
    return get({1: 5, 3: 7}), itemgetter("a")({"a": k})


@cases((1, 0), (0, 5))
def totals_of_a_column(column, extra):
    sales = [(1, 10), (2, 5), (1, 7)]
    totals = {2: extra}
    for row in sales:
        totals[row[column]] = totals.get(row[column], 0) + row[1]
    return sorted(totals.items(), key=itemgetter(1)), sum(map(itemgetter(column), sales))
