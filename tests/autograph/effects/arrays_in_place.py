"""Arrays that are changed in place while others have them: by aliases, in containers, in branches, loops and handlers."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np

from tests.autograph.effects.outcomes import cases

TABLE = np.array([1.0, 2.0, 3.0])
COUNTS = np.zeros(4, dtype=int)
HELD = {"table": TABLE, "rows": [TABLE, np.zeros(2)]}


@dataclass
class Model:
    weights: np.ndarray
    steps: int = 0

    def step(self, gradient, rate=0.5):
        self.weights -= rate * gradient
        self.steps += 1


@cases((0, 2.0), (1, -1.0), (2, 0.5))
def alias_sees_the_store(n, t):
    a = np.zeros(3)
    b = a
    a[n] = t
    b[0] += 1.0
    return a, b, a is b


@cases((0, 2.0), (1, -1.0))
def alias_sees_the_store_of_a_branch(n, t):
    a = np.zeros(3)
    b = a
    if n > 0:
        b[n] = t
    else:
        a[2] = -t
    return a, b


@cases((0, 2.0), (1, -1.0), staged="refused AG028")
def alias_parts_in_a_branch(n, t):
    a = np.ones(2)
    b = a
    if n > 0:
        b = b + t
    b[0] = t
    return a, b


@cases((0, 2.0), (1, -1.0), staged="refused AG028")
def alias_chosen_by_a_branch(n, t):
    a, b = np.ones(2), np.zeros(2)
    c = a if n > 0 else b
    c[0] = t
    return a, b, c


@cases((0, 2.0), (3, -1.0))
def aliases_in_a_loop(n, t):
    a = np.zeros(4)
    b = a
    for i in range(n):
        a[i] = t * i
        b[3] += 1.0
    return a, b


@cases((0, 2.0), (3, -1.0), staged="refused AG028")
def aliases_that_part_in_a_loop(n, t):
    a = np.zeros(4)
    b = a
    for i in range(n):
        a[i] = t * i
        b = a.copy()
    a[0] += 1
    return a, b


@cases((0, 2.0), (3, -1.0), staged="refused AG028")
def aliases_that_meet_in_a_loop(n, t):
    a, b = np.zeros(4), np.ones(4)
    for i in range(n):
        b = a
        a[i] += t
    return a, b


@cases((0, 2.0), (3, -1.0))
def swapped_in_a_loop(n, t):
    a, b = np.zeros(2), np.ones(2)
    for _ in range(n):
        a, b = b, a
        a[0] += t
    return a, b


@cases((0, 2.0), (1, -1.0))
def in_lists_dicts_and_attributes(n, t):
    a = np.zeros(3)
    model, rows, named = Model(a), [a, a], {"a": a}
    a[n] = t
    model.weights[0] += 1
    rows[1][2] = 5.0
    named["a"] *= 2
    return a, model.weights, rows, named, model.weights is a, rows[0] is rows[1]


@cases((0, 2.0), (1, -1.0))
def in_a_tuple(n, t):
    a = np.zeros(3)
    pair = (a, 1)
    a[n] = t
    return pair[0].sum(), a


@cases((0, 2.0), (1, -1.0))
def in_a_deque_and_a_nested_list(n, t):
    a = np.zeros(3)
    held, nested = deque([a]), [[a], [a]]
    a[n] = t
    held[0][1] += 1
    return held[0], nested[0][0], nested[1][0], a


@cases((0, 2.0), (1, -1.0))
def in_a_closure(n, t):
    a = np.zeros(3)

    def total():
        return a.sum()

    def add(place, value):
        a[place] += value

    before = total()
    add(n, t)
    return before, total(), a


@cases((0, 2.0), (1, -1.0), staged="refused AG028")
def in_a_default_argument(n, t):
    a = np.zeros(2)

    def total(x=a):
        return x.sum()

    a[n] = t
    return total()


@cases((0, 2.0), (1, -1.0))
def by_a_function_that_is_given_it(n, t):
    def put(x, place, value):
        x[place] = value
        return x

    a = np.zeros(2)
    b = put(a, n, t)
    b[0] += 1
    return a, b, a is b


@cases((0, 2.0), (1, -1.0), staged="refused AG028")
def views_see_the_store(n, t):
    a = np.zeros(4)
    part = a[1:3]
    a[n] = t
    return part.sum(), a


@cases((0, 2.0), (1, -1.0), staged="refused AG028")
def stores_to_a_view(n, t):
    a = np.zeros(4)
    part = a[1:3]
    part[n] = t
    return part, a


@cases((0, 2.0), (1, -1.0), staged="refused AG028")
def stores_to_a_row(n, t):
    m = np.zeros((2, 3))
    row = m[n]
    row[0] = t
    return m, row


@cases((0, 2.0), (1, -1.0), staged="refused AG028")
def stores_to_a_row_in_one_statement(n, t):
    m = np.zeros((2, 3))
    m[n][1] = t
    m[0][n] += 1.0
    m[n, 2] = m[n, 1] * 2
    return m


@cases((0, 2.0), (1, -1.0), staged="refused AG028")
def rows_of_a_loop(n, t):
    m = np.ones((2, 3)) * t
    for row in m:
        row[n] = 0.0
    return m


@cases((0, 2.0), (1, -1.0), staged="refused AG028")
def transposed_view(n, t):
    m = np.zeros((2, 3))
    turned = m.T
    m[n, 0] = t
    return turned, m


@cases((0, 2.0), (1, -1.0))
def a_copy_sees_nothing(n, t):
    a = np.zeros(3)
    b, c, d = a.copy(), np.array(a), a[:].copy()
    a[n] = t
    a += 1
    return a, b, c, d


@cases((0, 2.0), (1, -1.0))
def changed_before_and_after_a_sum(n, t):
    a = np.zeros(3)
    before = a.sum()
    a[n] = t
    after = a.sum()
    a[n] = 0
    return before, after, a.sum()


@cases((0, 2.0), (1, -1.0), (5, 1.0), staged="refused AG032")
def store_outside_of_the_array(n, t):
    a = np.zeros(3)
    a[n] = t
    return a


@cases((0, 2.0), (1, -1.0), (5, 1.0), (-3, 1.0), (-4, 1.0), staged="refused AG026")
def store_outside_under_a_handler(n, t):
    a = np.zeros(3)
    b = a
    try:
        a[0] = 7.0
        a[n] = t
        a[1] = 8.0
    except IndexError:
        a[2] = -1.0
    return a, b


@cases((0, 2.0), (1, -1.0), (5, 1.0))
def store_before_a_raise_that_is_caught(n, t):
    a = np.zeros(3)
    try:
        a[0] = t
        if n > 1:
            raise ValueError(n)
        a[1] = t
    except ValueError:
        a[2] += t
    finally:
        a += 1.0
    return a


@cases((0, 2.0), (1, -1.0), (4, 1.0))
def store_and_leave_the_loop(n, t):
    a = np.zeros(5)
    for i in range(5):
        if i == n:
            break
        a[i] = t
        if i == 2:
            continue
        a[4] += i
    else:
        a[0] = -1.0
    return a


@cases((0, 2.0), (3, -1.0))
def store_and_return_in_a_loop(n, t):
    a = np.zeros(4)
    for i in range(4):
        a[i] = t
        if i == n:
            return a.sum(), a
    return -1.0, a


@cases((0, 2.0), (1, 3.0), (4, 0.5))
def while_a_sum_is_small(n, t):
    a = np.zeros(5)
    i = 0
    while a.sum() < n and i < 5:
        a[i] += t
        i += 1
    return a, i


@cases((0, 2.0), (2, -1.0))
def augmented_keeps_the_object(n, t):
    a = np.ones(3) * t
    b = a
    a += n
    a -= 1.0
    a *= t
    a /= 2.0
    a **= 2
    return a, b, a is b


@cases((1, 2), (2, 3))
def augmented_integers(n, k):
    a = np.arange(4) * n
    b = a
    a += k
    a //= 2
    a %= 3
    a <<= 1
    a |= 1
    return a, b


@cases((1, 2.0))
def integers_divided_in_place(n, t):
    a = np.arange(4) * n
    a /= 2
    return a


@cases((1, 2.0))
def integers_get_floats_in_place(n, t):
    a = np.arange(4) * n
    a += t
    return a


@cases((1, 2.0))
def larger_operand_in_place(n, t):
    a = np.ones(3) * t
    a += np.ones((2, 3))
    return a


@cases((1, 2.0), (0, 1.5))
def integers_get_a_float_item(n, t):
    a = np.zeros(3, dtype=int)
    a[n] = t
    return a


@cases((1, 2.7), (0, -1.5))
def floats_get_integers_and_bools(n, t):
    a = np.zeros(3)
    a[0] = n
    a[1] = t > 1
    a[2] = t
    b = np.zeros(2, dtype=bool)
    b[0] = n > 0
    return a, b


@cases((1, 2.0), (0, 1.0))
def masks_slices_and_places(n, t):
    a = np.arange(5.0) * t
    a[a > 2] = 0.0
    a[1:3] = t
    a[[0, 4]] = [n, n + 1]
    a[::2] += 1
    a[np.array([1, 1])] += 5
    a[...] = a * 2
    return a


@cases((1, 2.0), (0, 1.0))
def matrices_by_rows_and_columns(n, t):
    m = np.zeros((3, 3))
    m[n] = [1.0, t, 2.0]
    m[:, 2] = t
    m[n, :] += 1
    m[0:2, 0:2] -= np.eye(2)
    m[n, n] *= t
    return m


@cases((1, 2.0), (0, 1.0))
def swapped_rows(n, t):
    m = np.arange(6.0).reshape(3, 2) * t
    m[[0, n]] = m[[n, 0]]
    return m


@cases((1, 2.0), (0, 1.0))
def swapped_items(n, t):
    a = np.arange(3.0) * t
    a[0], a[n] = a[n], a[0]
    return a


@cases((1, 2.0), (0, 1.0))
def swapped_known_items(n, t):
    a = np.arange(3.0) + t
    a[0], a[2] = a[2], a[0]
    return a


@cases((1, 2.0), (0, 1.0), staged="refused AG028")
def read_before_in_the_same_expression(n, t):
    a = np.zeros(2)

    def change():
        a[n] = t
        return 1.0

    return a + change(), a.sum() + change() + a.sum()


@cases((1, 2.0), (0, 1.0), staged="refused AG028")
def stored_while_it_is_looped_over(n, t):
    a = np.arange(3.0) * t
    total = 0.0
    for x in a:
        a[2] = t
        total += x
    return total, a


@cases((1, 2.0), (0, 1.0), staged="refused AG028")
def generator_reads_it_later(n, t):
    a = np.zeros(3)
    items = (x * 2 for x in a)
    a[n] = t
    return sum(items)


@cases((1, 2.0), (3, 1.0))
def model_steps(n, t):
    model = Model(np.array([1.0, 2.0]))
    kept = model.weights
    for _ in range(n):
        model.step(model.weights * t)
    return model.weights, model.steps, kept


@cases((1, 2.0), (0, 1.0))
def two_models_share_weights(n, t):
    w = np.ones(2)
    one, other = Model(w), Model(w)
    if n > 0:
        one.step(np.array([t, 0.0]))
    return one.weights, other.weights, w


@cases((1, 2.0), (0, 1.0), outer=("TABLE",))
def global_array(n, t):
    TABLE[n] = t
    return TABLE.sum()


@cases((1, 2.0), (0, 1.0), outer=("TABLE",))
def global_array_in_a_branch(n, t):
    if n > 0:
        TABLE[0] += t
    return TABLE * 2


@cases((1, 2), (3, 1), outer=("COUNTS",))
def global_counts(n, k):
    for i in range(n):
        COUNTS[i] += k
    return COUNTS


@cases((1, 2.0), (0, 1.0), outer=("HELD",))
def array_in_a_global_dict(n, t):
    HELD["table"][n] = t
    return HELD["rows"][0].sum(), HELD["table"]


@cases((1, 2.0), (0, 1.0), outer=("TABLE",))
def local_name_of_a_global(n, t):
    table = TABLE
    table[n] = t
    table += 1
    return TABLE, table is TABLE


@cases((1, 2.0), (0, 1.0), outer=("HELD", "TABLE"), staged="refused AG029")
def global_array_gets_another_place(n, t):
    HELD["new"] = TABLE
    TABLE[n] = t
    return HELD["new"][n]


@cases((1, 2.0), (0, 1.0))
def array_of_a_class(n, t):
    class Shared:
        table = np.zeros(2)

    one, other = Shared(), Shared()
    one.table[n] = t
    return other.table, Shared.table


@cases((np.array([1.0, 2.0, 3.0]), 1, 2.0), (np.array([0.0, -1.0, 5.0]), 0, 0.5))
def array_given(a, n, t):
    b = a
    a = a * t
    a[n] = -1.0
    return a, b


@cases((np.array([[1.0, 2.0], [3.0, 4.0]]), 1), (np.array([[0.0, 1.0], [5.0, 2.0]]), 0))
def matrix_given(m, n):
    m = m - m.mean(axis=0)
    m[n] /= np.linalg.norm(m[n])
    return m, m @ m.T, (m > 0).any(axis=1)
