"""Items of NumPy arrays that are stored to at staged places, or get staged values: the array becomes a tensor."""

from __future__ import annotations

import numpy as np

from tests.autograph.effects.outcomes import cases

BOARD = np.zeros(3)


@cases((1, 2), (4, 0), (-1, -2))
def cells_of_a_board(row, column):
    board = np.zeros((5, 5), dtype=int)
    for y, x in ((1, 2), (2, 2), (row, column)):
        board[y, x] = 1
    return board, board.sum()


@cases((1, 1), (3, 4))
def a_step_of_life(row, column):
    cells = np.zeros((5, 5), dtype=int)
    for y, x in ((1, 2), (2, 2), (3, 2), (row, column)):
        cells[y, x] = 1
    steps = [(dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dy or dx]
    around = sum(np.roll(np.roll(cells, dy, 0), dx, 1) for dy, dx in steps)
    return ((around == 3) | ((cells == 1) & (around == 2))).astype(int).tolist()


@cases(3, 0, 5)
def filled_by_a_loop(n):
    a = np.zeros(5)
    for i in range(n):
        a[i] = i * i
    return a, float(a.max())


@cases(3, 0)
def counted_by_place(n):
    counts = np.zeros(4, dtype=int)
    for k in (1, n, 2, n):
        counts[k] += 1
    return counts.tolist()


@cases(3.0, 0.5)
def staged_values(t):
    a = np.zeros(4)
    a[1] = t
    a[2:] = t * 2
    a[0] += t
    return a + t, a.mean()


@cases(3.0, 0.5)
def under_a_staged_mask(t):
    a = np.array([1.0, 4.0, 2.0])
    a[a > t] = 0
    return a


@cases(3, 0)
def in_one_branch(n):
    a = np.zeros(4)
    if n > 2:
        a[n] = 5
    return a, a[3]


@cases(3, 0)
def read_by_a_closure(n):
    a = np.zeros(4)

    def first():
        return a[0]

    a[n] = 2
    return first(), a


@cases(3, 0)
def ways_to_pay(n):
    ways = np.zeros(6, dtype=int)
    ways[0] = 1
    for coin in (1, 2, n + 1):
        for total in range(coin, 6):
            ways[total] += ways[total - coin]
    return ways


@cases(1, 0, 3)
def no_such_place(n):
    a = np.zeros(2)
    try:
        a[n] = 1
    except IndexError:
        return "out"
    return a


@cases(1, 2)
def swapped(n):
    a = np.array([1, 2, 3])
    a[0], a[n] = a[n], a[0]
    return a


@cases(1, 2)
def two_arrays_at_once(n):
    b, c = np.zeros(3), np.zeros(3)
    b[n], c[0] = 1, n
    return b, c


@cases(1, 2)
def stored_to_by_what_computes_the_place(n):
    a = np.zeros(3) + n

    def place():
        other = np.zeros(2) + n
        other[n - 1] = 1
        return n

    a[place()] = 5
    return a


@cases((1, 2.0), (2, 0.5))
def beside_numbers_and_arrays(n, t):
    h = np.zeros(3)
    h[n] = 1
    return h + t, h * n, t - h, h > t, h @ h, np.where(h > 0, t, h)


@cases(1, 2)
def stored_to_another_than_is_gone_over(n):
    g = np.array([1.0, 2.0, 3.0])
    h = np.zeros(3)
    for i, x in enumerate(g):
        h[i] = x * n
    return h


@cases(1, 2, staged="refused AG028")
def stored_to_what_is_gone_over(n):
    g = np.array([1.0, 2.0, 3.0])
    for i, x in enumerate(g):
        g[(i + 1) % 3] = x * n
    return g


@cases(3, 0, staged="refused AG028")
def a_float_for_an_integer(n):
    a = np.zeros(4, dtype=int)
    a[0] = n * 0.5
    return a


@cases(3, 0, staged="refused AG028")
def another_variable_has_it(n):
    a = np.zeros(4)
    b = a
    a[n] = 1
    return b


@cases(1, 2, staged="refused AG028")
def a_row_was_taken(n):
    g = np.zeros((3, 3))
    row = g[1]
    g[n, n] = 4
    return row


@cases(3, 0, staged="refused AG028")
def a_list_has_it(n):
    a = np.zeros(4)
    rows = [a]
    a[n] = 1
    return rows


@cases(1, 0, outer=("BOARD",))
def an_array_of_the_module(n):
    BOARD[n] = 1
    return BOARD


@cases(0, 3, runtime="refused", jax="refused AG028")
def value_of_a_method_in_place(n):
    a = np.array([3, n, 1])
    return a.sort() is None


@cases(0, 3, runtime="refused", jax="refused AG028")
def method_in_place_with_a_name(n):
    a = np.array([3, n, 1])
    sort = a.sort
    sort()
    return a


@cases(0, 3, staged="refused AG028")
def shape_is_stored_to(n):
    a = np.array([3, n, 1])
    a.shape = (3, 1)
    return a
