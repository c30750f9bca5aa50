"""Methods and functions of NumPy that change an array where it stands, overlapping parts, and arrays of staged places."""

from __future__ import annotations

import contextlib
from collections import namedtuple

import numpy as np

from tests.autograph.effects.outcomes import Stop, cases

Pair = namedtuple("Pair", "left right")
TOTALS = np.zeros(3)


class Grid:
    __slots__ = ("cells",)

    def __init__(self, size):
        self.cells = np.zeros((size, size))

    def __getitem__(self, place):
        return self.cells[place]

    def __setitem__(self, place, value):
        self.cells[place] = value

    @property
    def total(self):
        return self.cells.sum()


@cases((1, 2.0), staged="refused")
def into_an_array_that_is_given(n, t):
    a, b = np.ones(3), np.ones(3) * t
    np.add(a, b, out=a)
    return a


@cases((1, 2.0), staged="refused")
def into_an_array_of_a_method(n, t):
    b, total = np.ones((2, 3)) * t, np.zeros(3)
    b.sum(axis=0, out=total)
    return total


@cases((1, 2.0), (0, -1.0), staged="refused")
def add_at(n, t):
    a = np.zeros(3)
    np.add.at(a, [n, n, 0], t)
    return a


@cases((1, 2.0), (0, -1.0))
def sorted_where_it_stands(n, t):
    a = np.array([3.0, t, 1.0])
    a.sort()
    return a


@cases((1, 2.0), (0, -1.0))
def filled(n, t):
    a = np.zeros(3)
    b = a
    a.fill(t)
    return a, b


@cases((1, 2.0), (0, -1.0))
def copied_to(n, t):
    a = np.zeros(3)
    np.copyto(a, np.ones(3) * t)
    return a


@cases((1, 2.0), (0, -1.0), staged="refused")
def put_at_places(n, t):
    a = np.zeros(3)
    np.put(a, [0, n], t)
    return a


@cases((1, 2.0), (0, -1.0), staged="refused")
def put_by_a_mask(n, t):
    a = np.ones(3) * t
    np.putmask(a, a > 1, 0.0)
    return a


@cases((1, 2.0), (0, -1.0))
def filled_diagonal(n, t):
    m = np.ones((2, 2)) * t
    np.fill_diagonal(m, n)
    return m


@cases((1, 2.0), (0, -1.0), staged="refused")
def stored_to_the_flat_array(n, t):
    m = np.ones((2, 2)) * t
    m.flat[n] = 9.0
    return m


@cases((1, 2.0), (0, -1.0), staged="refused AG028")
def stored_to_a_transposed_array(n, t):
    m = np.ones((2, 2)) * t
    m.T[n] = 9.0
    return m


@cases((1, 2.0), (0, -1.0), staged="refused AG028")
def stored_to_a_reshaped_array(n, t):
    m = np.ones((2, 2)) * t
    m.reshape(-1)[n] = 9.0
    return m


@cases((1, 2.0), (0, -1.0), staged="refused AG028")
def shape_is_assigned(n, t):
    a = np.ones(4) * t
    a.shape = (2, 2)
    return a


@cases((1, 2.0), (0, -1.0))
def overlapping_parts(n, t):
    a = np.arange(5.0) * t
    a[1:] += a[:-1]
    a[:-1] = a[1:]
    a += a
    a -= a[::-1]
    return a


@cases((1, 2.0), (0, -1.0))
def matrix_and_its_transposed(n, t):
    m = np.arange(4.0).reshape(2, 2) * t
    m += m.T
    m[0] = m[1] + m[0]
    return m


@cases((1, 2.0), (0, -1.0))
def by_its_own_order(n, t):
    a = np.array([3.0, t, 1.0])
    a[np.argsort(a)] = np.arange(3.0)
    return a


@cases((1, 2.0), (0, -1.0))
def value_is_the_array_itself(n, t):
    a = np.arange(3.0) * t
    b = a
    a[:] = a
    a[n] = a[2]
    return a, b


@cases((1, 2.0), (0, -1.0))
def grid_with_special_methods(n, t):
    grid = Grid(3)
    grid[n, 0] = t
    grid[0, n] += 2.0
    if t > 0:
        grid[1, 1] = grid[0, n] * t
    return grid.cells, grid.total


@cases((2, 2.0), (0, -1.0), staged="refused AG028")
def grid_in_a_loop(n, t):
    grid = Grid(3)
    cells = grid.cells
    for i in range(n):
        grid[i, i] = t
        cells[0, 2] += 1.0
    return grid.total, cells


@cases((1, 2.0), (0, -1.0))
def named_pairs(n, t):
    a = np.zeros(2)
    pair = Pair(a, [a])
    pair.left[n] = t
    pair.right[0][0] += 1
    return pair.left, pair.right[0], a, pair.left is a


@cases((1, 2.0), (0, -1.0))
def two_variables_have_one_tuple(n, t):
    a = np.zeros(2)
    one = (a, 0)
    other = one
    a[n] = t
    return one is other, one[0], other[0], one[0] is a


@cases((1, 2.0), (0, -1.0))
def tuple_in_a_branch(n, t):
    a = np.zeros(2)
    pair = (a, (a, 1))
    if n > 0:
        a[n] = t
    return pair[0], pair[1][0], a


@cases((3, 2.0), (0, -1.0), jax="refused AG027")
def tuple_in_a_loop(n, t):
    a = np.zeros(4)
    pair = (a, 1)
    for i in range(n):
        pair[0][i] = t
    return pair, a


@cases((1, 2.0), (0, -1.0), jax="refused AG027")
def tuple_that_is_looped_over(n, t):
    a, b = np.zeros(2), np.ones(2)
    for x in (a, b):
        x[n] = t
    return a, b


@cases((1, 2.0), (0, -1.0), jax="refused AG027")
def list_that_is_looped_over(n, t):
    rows = [np.zeros(2), np.ones(2)]
    for row in rows:
        row[n] += t
    return rows


@cases((1, 2.0), (0, -1.0), staged="refused AG028")
def list_of_staged_place(n, t):
    rows = [np.zeros(2), np.ones(2)]
    rows[n][0] = t
    return rows


@cases((1, 2.0), (0, -1.0), staged="refused AG028")
def dict_of_staged_key(n, t):
    rows = {0: np.zeros(2), 1: np.ones(2)}
    rows[n][0] += t
    return rows[0], rows[1]


@cases((2, 2.0), (0, -1.0))
def appended_in_a_loop(n, t):
    rows = []
    state = np.zeros(2)
    for i in range(n):
        state[0] += t
        rows.append(state.copy())
    return rows, state


@cases((2, 2.0), (0, -1.0), staged="refused AG028")
def appended_without_a_copy(n, t):
    rows = []
    state = np.zeros(2)
    for i in range(n):
        state[0] += t
        rows.append(state)
    return rows


@cases((2, 2.0), (0, -1.0))
def rebound_in_a_loop(n, t):
    state = np.zeros(2)
    first = state
    for i in range(n):
        state = state + t
        state[0] = i
    return state, first


@cases((2, 2.0), (0, -1.0), (9, 1.0))
def left_by_an_exception(n, t):
    a = np.zeros(3)
    try:
        for i in range(n):
            if i == 1:
                raise Stop
            a[i] = t
    except Stop:
        a[2] = -1.0
    return a


@cases((2, 2.0), (0, -1.0))
def swallowed_exceptions(n, t):
    a = np.zeros(3)
    with contextlib.suppress(Stop):
        a[0] = t
        if n > 1:
            raise Stop
        a[1] = t
    return a


@cases((2, 2.0), (0, -1.0), outer=("TOTALS",))
def left_outside_by_a_path_that_raises(n, t):
    TOTALS[0] = t
    if n > 1:
        raise Stop
    TOTALS[1] = t
    return n


@cases((2, 2.0), (0, -1.0), outer=("TOTALS",))
def left_outside_by_a_handler(n, t):
    try:
        if n > 1:
            raise Stop
        TOTALS[1] = t
    except Stop:
        TOTALS[2] += t
    return TOTALS.sum()


@cases((2, 2.0), (0, -1.0), outer=("TOTALS",))
def returned_and_left_outside(n, t):
    TOTALS[n] += t
    return TOTALS


@cases((2, 2.0), (0, -1.0))
def closures_share_it(n, t):
    a = np.zeros(3)

    def put(value):
        nonlocal a
        a[0] = value
        a = a * 2

    put(t)
    b = a
    put(n)
    return a, b


@cases((3, 2.0), (0, -1.0))
def generator_changes_it(n, t):
    a = np.zeros(3)

    def steps():
        for i in range(3):
            a[i] = t
            yield a.sum()

    return [*steps()], a


@cases((3, 2.0), (1, -1.0))
def recursive(n, t):
    a = np.zeros(4)

    def fill(place):
        if place >= 3:
            return 0
        a[place] = t
        return fill(place + 1) + 1

    return fill(0), a


@cases((1, 2.0), (0, -1.0))
def conditional_expression_stores(n, t):
    a = np.zeros(2)

    def put():
        a[n] = t
        return 1

    return (put() if t > 0 else 2), a


@cases((1, 2.0), (0, -1.0))
def either_of_two_changes_both(n, t):
    a, b = np.zeros(2), np.zeros(2)
    if n > 0:
        a[0] = t
    else:
        b[0] = t
    a[1], b[1] = n, n
    return a, b


@cases((1, 2.0), (0, -1.0), staged="refused AG028")
def none_or_an_array(n, t):
    a = None
    if n > 0:
        a = np.zeros(2)
    if a is not None:
        a[n] = t
        b = a
        b[0] += 1
    return 0.0 if a is None else a.sum()


@cases((3, 2.0), (5, 0.5), jax="refused AG053")
def sieve(n, t):
    prime = np.ones(20, dtype=bool)
    prime[:2] = False
    for i in range(2, n):
        if prime[i]:
            prime[i * i :: i] = False
    return prime.sum(), np.where(prime, 1, 0)


@cases((3, 2.0), (2, 0.5))
def power_iteration(n, t):
    m = np.array([[2.0, 1.0], [1.0, 3.0]]) * t
    v = np.ones(2)
    for _ in range(n):
        v = m @ v
        v /= np.linalg.norm(v)
    return v, v @ m @ v


@cases((3, 2.0), (2, 0.5))
def prefix_sums_and_convolution(n, t):
    x = np.arange(6.0) * t
    y = np.zeros(6)
    for i in range(1, 6):
        y[i] = y[i - 1] + x[i] * n
    kernel = np.array([1.0, -1.0])
    out = np.zeros(5)
    for i in range(5):
        out[i] = (x[i : i + 2] * kernel).sum()
    return y, out, np.allclose(out, -t)


@cases((1, 2.0), (0, -1.0))
def sorted_for_all_that_have_it(n, t):
    a = np.array([3.0, t, 1.0, 2.0]) * 1.0
    rows, b = [a], a
    if n > 0:
        a.sort()
    b[0] = 9.0
    m = np.array([[3.0, t], [1.0, t * t]])
    m.sort(axis=0)
    return a, b, rows, m, a is rows[0]


@cases((3, 2.0), (0, -1.0))
def sorted_in_a_loop(n, t):
    a = np.array([3.0, t, 1.0])
    kept = (a, 1)
    for i in range(n):
        a[0] += i * t
        a.sort()
    return a, kept[0], a.sum()


@cases((1, 2.0), (0, -1.0), staged="refused AG028")
def sorted_in_an_expression(n, t):
    a = np.array([3.0, t, 1.0])

    def first(x, _):
        return x[0]

    return first(a, a.sort())


@cases((1, 2.0), (0, -1.0), staged="refused AG028")
def sorted_beside_a_view(n, t):
    a = np.array([3.0, t, 1.0])
    rest = a[1:]
    a.sort()
    return rest


@cases((1, 2.5), (0, -1.5), jax="refused AG053")
def integers_filled_with_floats(n, t):
    a = np.arange(3) * n
    a.fill(t)
    return a


@cases((1, 2.5), (0, -1.5))
def copied_to_from_what_is_smaller(n, t):
    m = np.zeros((2, 3))
    kept = m
    np.copyto(m, np.arange(3.0) * t)
    return kept


@cases((1, 2.5), (0, -1.5))
def copied_to_from_what_is_larger(n, t):
    a = np.zeros(3)
    try:
        np.copyto(a, np.zeros((2, 3)) * t)
    except ValueError:
        return -1.0
    return a


@cases((1, 2), (3, 4), staged="refused AG028")
def sorted_integers_are_looped_over(n, k):
    a = np.array([3, n, k])
    found = []
    for x in a:
        a.sort()
        found.append(x)
    return found


@cases((1, 2), (3, 4))
def lists_are_sorted_as_ever(n, k):
    xs = [3, n, k]
    ys = xs
    xs.sort()
    return xs, ys
