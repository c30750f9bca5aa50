"""Arrays of NumPy read where a mask holds, or at the places that an array has; and arrays made of grown lists."""

from __future__ import annotations

import numpy as np

from tests.autograph.effects.outcomes import cases

PRICES = np.array([1.0, 4.0, 2.0, 8.0, 5.0, 7.0])
COUNTS = np.array([1, 4, 2, 8, 5, 7])
GRID = np.arange(12.0).reshape(3, 4)


@cases(0.0, 3.0, 9.0, jax="refused")
def those_above(limit):
    found = PRICES[PRICES > limit]
    return found, found.sum(), len(found), found.size, COUNTS[PRICES > limit], GRID[GRID > limit]


@cases(0.0, 3.0, 9.0, jax="refused")
def the_mean_of_those_above_if_any(limit):
    found = PRICES[PRICES > limit]
    if len(found) == 0:
        return None
    return found.mean(), found.max(), found[-1]


@cases(1, 3, jax="refused")
def two_masks(n):
    mask = (PRICES > n) & (COUNTS < 8)
    return PRICES[mask], PRICES[~mask]


@cases(1, 3, jax="refused")
def what_a_mask_takes_is_a_copy(n):
    values = PRICES * n
    found = values[values > 3]
    values[0] = 100.0
    return found, values


@cases(2, staged="refused AG032")
def a_mask_of_another_length(n):
    return PRICES[:n][PRICES[:3] > 2]


@cases(0.0, 3.0, 9.0, jax="refused")
def places_where_it_holds(limit):
    places = np.flatnonzero(PRICES > limit)
    return places, np.nonzero(PRICES > limit)[0], places.tolist(), [int(i) + 1 for i in places]


@cases((0, 1), (5, 2), (-6, -1), jax="refused")
def at_several_places(i, j):
    return PRICES[np.array([i, j])], GRID[np.array([i, j]) % 3]


@cases((6, 0), staged="refused AG032")
def at_places_that_are_not_there(i, j):
    return PRICES[np.array([i, j])]


@cases(1, 2, jax="refused")
def in_another_order(n):
    values = COUNTS * -n
    return values[np.argsort(values)], PRICES[np.argsort(values)][:2]


@cases(1, 2, 4, jax="refused")
def arrays_of_lists_that_grow(n):
    found = []
    for i in range(n):
        found.append(i * 0.5)
    return np.round(found, 1).tolist(), np.mean(found), np.array(found) * 2, np.sum(found), np.max(found)


@cases(0, 1, jax="refused")
def the_largest_of_a_list_that_may_be_empty(n):
    found = []
    for i in range(n):
        found.append(i * 0.5)
    return np.max(found)


@cases((3, 7.0), (4, 1.0), (1, 9.0), jax="refused")
def those_above_are_changed(n, t):
    values = np.zeros(n)
    values[1:] = t
    values[values > 5] += 1
    return values
