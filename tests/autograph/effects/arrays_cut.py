"""Parts of arrays of NumPy between places that are staged, and arrays of a staged length."""

from __future__ import annotations

import numpy as np

from tests.autograph.effects.outcomes import cases

PRICES = np.array([1.0, 4.0, 2.0, 8.0, 5.0, 7.0])
GRID = np.arange(12.0).reshape(3, 4)


@cases(0, 2, 5, -2, 9, jax="refused AG032")
def both_parts(n):
    return PRICES[:n].sum(), PRICES[n:].sum(), PRICES[::2][n:], len(PRICES[:n]), PRICES[:n] * 2


@cases((1, 2), (0, 3), (4, 6), jax="refused AG032")
def a_window(i, width):
    part = PRICES[i : i + width]
    return part.max(), min(part), max(part), sum(part), part.argmax(), part[0], part[-1], part[::-1]


@cases(2, 3, 6, jax="refused AG032")
def moving_averages(width):
    found = []
    for i in range(len(PRICES) - width + 1):
        found.append(float(np.mean(PRICES[i : i + width])))
    return np.round(found, 3).tolist()


@cases(1, 2, 3, jax="refused AG032")
def best_window(width):
    best = None
    for i in range(len(PRICES) - width + 1):
        total = PRICES[i : i + width].sum()
        if best is None or total > best:
            best = total
    return best


@cases(1, 2, 4, jax="refused AG032")
def averages_by_sums(width):
    sums = np.concatenate([[0.0], np.cumsum(PRICES)])
    return (sums[width:] - sums[:-width]) / width


@cases(0, 1, 3, jax="refused AG032")
def statistics_of_a_part(n):
    part = PRICES[:n]
    return np.median(part), np.mean(part), np.std(part), np.var(part), np.sum(part), np.prod(part)


@cases(0, 3, jax="refused")
def the_largest_of_none(n):
    return PRICES[:n].max()


@cases(0, 3, jax="refused")
def the_first_of_none(n):
    return np.argmin(PRICES[:n])


@cases(0, 3, jax="refused")
def the_builtin_of_none(n):
    return max(PRICES[:n])


@cases(0, 3, jax="refused")
def the_largest_of_none_is_caught(n):
    try:
        return float(PRICES[:n].max())
    except ValueError:
        return -1.0


@cases(0, 2, 7, jax="refused")
def an_item_that_may_not_be_there(n):
    part = PRICES[:n]
    return part[1]


@cases((3, 1), (3, 3), (3, -4), (0, 0), jax="refused")
def a_place_that_may_not_be_there(n, i):
    part = PRICES[:n]
    return part[i]


@cases((2, 3), (0, 4), (5, 5), (1, 4), jax="refused")
def parts_that_meet(n, m):
    return PRICES[:n] + PRICES[:m]


@cases((2, 3), (1, 4), (5, 5), jax="refused")
def parts_given_to_functions_of_two(n, m):
    return np.maximum(PRICES[:n], PRICES[:m]), np.where(PRICES[:n] > 2, PRICES[:m], 0.0)


@cases((3, 3), (4, 4), jax="refused")
def products_of_parts(n, m):
    return PRICES[:n] @ PRICES[:m], np.dot(PRICES[:n], PRICES[:m]), np.inner(PRICES[:n], PRICES[:m])


@cases((2, 3), staged="refused AG032")
def a_product_of_parts_that_do_not_meet(n, m):
    return PRICES[:n] @ PRICES[:m]


@cases(0, 1, 3, jax="refused")
def sizes_that_are_staged(n):
    part = GRID[:n]
    rows, columns = part.shape
    if part.shape[0] == 0:
        return -1, part.shape
    return rows, columns, part.size, np.shape(part)[0], part.shape == (3, 4), np.zeros(part.shape)


@cases(0, 1, 3, jax="refused")
def loops_over_sizes(n):
    part = GRID[:n]
    total = 0.0
    for i in range(part.shape[0]):
        for j in range(part.shape[1]):
            total += part[i, j]
    return total


@cases((1, 2), (2, 3), (0, -1))
def a_cell(i, j):
    return GRID[i, j], GRID[i][j], GRID[i, 1], GRID[0, j]


@cases((1, 4), (5, 0), runtime="refused AG032")
def a_cell_that_may_not_be_there(i, j):
    return GRID[i, j]


@cases((1, 2), (2, 3), (0, -1), jax="refused AG032")
def parts_of_a_grid(i, n):
    return GRID[i, :n].sum(), GRID[:, :n].sum(axis=0).max(), GRID[i:, :n].sum(axis=1).sum(), GRID[:n, i]


@cases(2, 3, 0, jax="refused")
def arrays_of_a_length(n):
    ones = np.ones(n) * 2
    return ones.sum(), len(ones), np.arange(n), np.zeros(n), np.ones(n, dtype=int), np.full(n, 7), np.zeros((n, 2))


@cases(-1, 2, jax="refused")
def a_negative_length(n):
    return np.zeros(n)


@cases((0, 3), (2, 7), (4, 1), jax="refused")
def ranges(a, b):
    return np.arange(a, b).sum(), np.arange(a, b), np.arange(b) ** 2, np.arange(b, a, -1)


@cases((2, 3), (1, 4), jax="refused")
def an_array_that_is_filled(w, n):
    found = np.zeros(n)
    for i in range(n):
        found[i] = i * w
    return found, found.sum()


@cases((3, 1), (3, 3), (3, -4), jax="refused")
def a_store_that_may_have_no_place(n, i):
    found = np.zeros(n)
    found[i] = 2.5
    return found


@cases((3, 1), (4, 2), jax="refused")
def rows_that_are_stored_to(n, i):
    found = np.zeros((n, 2))
    found[i, 1] = 2.5
    found[0] += 1
    return found, found.sum()


@cases(1, 2, 4, jax="refused AG032")
def lists_of_parts(n):
    return PRICES[:n].tolist(), list(PRICES[n:]), sorted(PRICES[:n]), [v * 2 for v in PRICES[:n]]


@cases(1, 2, 4, jax="refused AG032")
def loops_over_parts(n):
    total = 0
    for i, value in enumerate(PRICES[n:]):
        total += i * value
    return total


@cases(1, 2, 4, jax="refused")
def comparisons_of_parts(n):
    part = PRICES[:n]
    return np.array_equal(part, PRICES[:2]), np.allclose(part, 1.0), bool((part > 3).any()), (part > 3).sum()


@cases(1, 2, 4, jax="refused")
def made_of_parts(n):
    part = PRICES[:n]
    joined = np.concatenate([part, PRICES[n:]]), np.append(part, 5.0), np.repeat(part, 2), np.outer(part, PRICES[:2])
    return joined, np.sort(part)[::-1], np.argsort(part), np.diff(part), np.clip(part, 2, 4), part.reshape(-1, 1)


@cases(1, 2, 4, jax="refused")
def every_so_many(step):
    return PRICES[::step], PRICES[step::2]


@cases(2, 3, staged="refused")
def a_part_is_a_view(n):
    values = np.arange(6.0)
    part = values[:n]
    values[0] = 100.0
    return part.sum()


@cases(2, 3, staged="refused")
def a_part_that_is_stored_to(n):
    values = np.arange(6.0)
    part = values[:n]
    part[0] = 100.0
    return values.sum()


@cases(1, 2, 7, jax="refused")
def convolutions(n):
    weights = np.ones(n) / n
    return (
        np.convolve(PRICES, weights, mode="valid"),
        np.convolve(PRICES, weights),
        np.convolve(PRICES, weights, "same"),
    )
