"""NumPy arrays as state of staged code: the right array, or a refusal that says what to do."""

from __future__ import annotations

from collections import deque

import numpy as np

from tests.autograph.effects.branches import Box
from tests.autograph.effects.outcomes import cases

XS = np.array([3.0, 1.0, 2.0, 5.0])


@cases(0, 3, staged="refused")
def item_in_a_branch(n):
    a = np.zeros(3)
    if n > 2:
        a[0] = 1
    return a[0]


@cases(0, 3, staged="refused")
def item_in_a_branch_and_returned(n):
    a = np.zeros(3)
    if n > 2:
        a[0] = n
    return a


@cases(0, 3)
def rebound_in_a_branch(n):
    a = np.zeros(3)
    if n > 2:
        a = a + 1
    return a


@cases(0, 3, staged="refused")
def augmented_in_a_branch(n):
    a = np.zeros(3)
    if n > 2:
        a += 1
    return a


@cases(0, 3, staged="refused")
def sorted_in_a_branch(n):
    a = np.array([3, 1, 2])
    if n > 2:
        a.sort()
    return a


@cases(0, 3, staged="refused")
def filled_in_a_branch(n):
    a = np.zeros(3)
    if n > 2:
        a.fill(7)
    return a.sum()


@cases(0, 3, staged="refused")
def slice_in_a_branch(n):
    a = np.zeros(4)
    if n > 2:
        a[1:3] = 5
    return a


@cases(0, 3, staged="refused")
def mask_in_a_branch(n):
    a = np.array([1.0, 2.0, 3.0])
    if n > 2:
        a[a > 1.5] = 0
    return a


@cases(0, 3)
def matrix_power(n):
    m = np.array([[1, 1], [1, 0]], np.int32)
    r = np.eye(2, dtype=np.int32)
    while n > 0:
        r = r @ m
        n -= 1
    return r


@cases(0, 3)
def matrix_power_by_squaring(n):
    m = np.array([[1.0, 1.0], [1.0, 0.0]], np.float32)
    r = np.eye(2, dtype=np.float32)
    while n > 0:
        if n % 2 == 1:
            r = r @ m
        m = m @ m
        n = n // 2
    return r


@cases(0, 3)
def scaled_in_a_loop(n):
    v = np.array([1.0, 2.0], np.float32)
    for _ in range(n):
        v = v * 2
    return v


@cases(0, 3, staged="refused")
def augmented_in_a_loop(n):
    v = np.array([1.0, 2.0], np.float32)
    for _ in range(n):
        v *= 2
    return v


@cases(0, 3, staged="refused")
def items_in_a_staged_loop(n):
    a = np.zeros(5, np.int32)
    for i in range(n):
        a[i] = i * i
    return a


@cases(0, 3, staged="refused")
def item_counted_in_a_staged_loop(n):
    a = np.zeros(2, np.int32)
    for i in range(n):
        a[i % 2] += 1
    return a


@cases(0, 3, staged="refused")
def table_in_a_staged_loop(n):
    d = np.zeros((4, 4), np.int32)
    for i in range(n):
        for j in range(n):
            d[i, j] = i + j
    return d


@cases(0, 3, staged="refused")
def staged_value_into_an_array(n):
    a = np.zeros(3)
    a[1] = n
    return a


@cases(0, 3)
def array_only_read(n):
    a = np.array([5, 6, 7, 8], np.int32)
    total = 0
    for i in range(n):
        total += a[i]
    return total


@cases(0, 3)
def array_looped_over(n):
    hits = 0
    for v in np.array([1, 4, 2, 7], np.int32):
        if v > n:
            hits += 1
    return hits


@cases((XS, 2.0), (XS, 9.0))
def staged_vector_looped_over(xs, limit):
    total = 0.0
    for x in xs:
        if x > limit:
            total += x
    return total


@cases((XS, 0), (XS, 2))
def staged_vector_item_read(xs, k):
    best = xs[0]
    for i in range(k):
        if xs[i] < best:
            best = xs[i]
    return best


@cases((XS, 0), (XS, 2))
def staged_vector_item_written(xs, k):
    for i in range(k):
        xs[i] = xs[i] * 10
    return xs


@cases((XS, 0), (XS, 2))
def staged_vector_item_in_a_branch(xs, k):
    if k > 1:
        xs[k] = -1.0
    else:
        xs[0] += 5.0
    return xs


@cases((XS, 0), (XS, 2))
def staged_vector_swapped_items(xs, k):
    if k > 1:
        xs[0], xs[k] = xs[k], xs[0]
    return xs


@cases((XS,), (np.array([1.0, 2.0]),))
def bubble_sort_of_a_staged_vector(xs):
    n = len(xs)
    for i in range(n):
        for j in range(n - 1 - i):
            if xs[j] > xs[j + 1]:
                xs[j], xs[j + 1] = xs[j + 1], xs[j]
    return xs


@cases((np.array([3, 1, 2], np.int32), 0), (np.array([3, 1, 2], np.int32), 2))
def insertion_into_a_staged_vector(xs, n):
    i = n
    while i > 0 and xs[i - 1] > xs[i]:
        xs[i - 1], xs[i] = xs[i], xs[i - 1]
        i -= 1
    return xs, i


@cases((XS,))
def running_maximum(xs):
    best = xs[0]
    rises = 0
    for x in xs:
        if x > best:
            best = x
            rises += 1
    return best, rises


@cases((XS,))
def prefix_sums_in_place(xs):
    for i in range(1, len(xs)):
        xs[i] += xs[i - 1]
    return xs


# A tensor does not change: who else has it is not known.
@cases((XS, 1), (XS, 3), staged="refused AG028")
def object_with_a_staged_vector(xs, n):
    o = Box(data=xs, writes=0)
    for i in range(n):
        o.data[i] = 0.0
        o.writes += 1
    return o.data, o.writes


# The caller's variable would keep the tensor as it was.
@cases((XS, 1), (XS, 3), staged="refused AG028")
def function_writes_a_staged_vector(xs, n):
    def clear(data, upto):
        for i in range(upto):
            data[i] = 0.0

    clear(xs, n)
    return xs


@cases((XS, 0), (XS, 3), staged="refused")
def alias_of_a_staged_vector(xs, n):
    ys = xs
    if n > 2:
        ys[0] = 9.0
    return xs


# As above.
@cases((XS, 0), (XS, 3), staged="refused AG028")
def dict_with_a_staged_vector(xs, n):
    d = {"w": xs}
    while n > 0:
        d["w"][n] += 1.0
        n -= 1
    return d["w"]


@cases((np.zeros((2, 2)), 1), (np.ones((2, 2)), 0))
def staged_matrix_items(m, k):
    for i in range(2):
        m[i, i] = m[i, i] + 1.0
    if k > 0:
        m[0, 1] = 5.0
    return m


@cases((np.array([1, 2, 3, 4], np.int32),))
def sum_and_max_of_a_staged_vector(xs):
    return sum(xs), max(xs), min(xs), len(xs)


@cases((XS, 2.0), (XS, 100.0))
def any_and_all_of_a_staged_vector(xs, limit):
    return any(x > limit for x in xs), all(x < limit for x in xs)


@cases((XS, 2.0), (XS, 100.0))
def count_with_a_generator(xs, limit):
    return sum(1 for x in xs if x > limit)


@cases((XS, 2.0))
def list_of_a_staged_vector(xs, by):
    items = [x * by for x in xs]
    items[0] = by
    return items


@cases((0,), (3,), staged="refused AG024 AG028")
def captured_array_augmented(n):
    a = np.array([1, 2])
    if n > 2:
        match [a]:
            case [x]:
                x += 1
    return a.tolist()


@cases(0, 3)
def methods_of_an_array_that_became_a_tensor(n):
    a = np.array([3.0, 1.0]) * n
    b = np.arange(4) * n
    return a.sum(), a.max(), a.min(), a.mean(), b.mean(), a.copy(), b.reshape(2, 2), b.reshape((4, 1)), (b > 2).any()


@cases(0, 3)
def more_methods_of_an_array_that_became_a_tensor(n):
    a = np.array([[3, 4, 1]]) * n
    return (
        a.T,
        a.astype(float),
        a.flatten(),
        a.cumsum(),
        a.clip(0, 3),
        a.sum(axis=0),
        a.size,
        len(a),
        a.dot(np.array([1, 0, 2])),
    )


@cases(0, 3, jax="refused AG033")
def list_of_an_array_that_became_a_tensor(n):
    a = np.array([[3, 4]]) * n
    return a.tolist()


@cases(0, 3)
def products_of_vectors(n):
    m = np.array([[1.5, 2.0], [3.0, 4.0]])
    v = np.array([1.0, 2.0]) * n
    return m @ v, v @ m, v @ v, np.ones(2) @ v


@cases(0, 3)
def floats_beside_an_integer(n):
    a = np.array([1.5, 2.5])
    return a * n, n * a, a + n, a > n, n @ a if n is None else n - a


@cases(0, 3, staged="refused AG033")
def function_of_numpy_is_given_a_tensor(n):
    a = np.array([3.0, 4.0]) * n
    return np.linalg.norm(a)


@cases(0, 3)
def copy_of_an_array_that_became_a_tensor_changes(n):
    a = np.arange(3) * n
    b = a.copy()
    b[0] = 7
    return a, b


# Augmented assignments to arrays, which cannot hold what is staged


@cases(2, 3)
def updates_an_array_that_nobody_else_has(n):
    a = np.array([1, 2, 3])
    a += n
    show = lambda: a  # noqa: E731  sees the new array
    a *= n
    return a, show()


@cases(2, 3)
def updates_an_array_in_a_branch(n):
    a = np.array([1, 2, 3])
    if n > 2:
        a += n
    return a


@cases((2, 1.5), (3, 0.5))
def updates_an_array_of_floats_in_a_loop(n, x):
    a = np.zeros(3, np.float32)
    while n > 0:
        a += x
        n -= 1
    return a


@cases(2, 3)
def updates_an_array_of_an_enclosing_function(n):
    a = np.array([1, 2, 3])

    def update():
        nonlocal a
        a += n

    update()
    return a


@cases(2, 3)
def updates_an_array_in_an_attribute(n):
    o = Box(w=np.array([1, 2]))
    o.w += n
    return o.w


@cases((2, 1.5), (3, 0.5))
def updates_an_array_of_integers_by_a_float(n, x):
    a = np.array([1, 2])
    try:
        a += x
    except TypeError:
        return -n
    return a


@cases((2, 1.5), (3, 0.5))
def divides_an_array_of_integers_in_place(n, x):
    a = np.array([1, 2])
    try:
        a /= n
    except TypeError:
        return -x
    return a


@cases(2, 3, staged="refused AG028")
def updates_an_array_that_another_variable_has(n):
    a = np.array([1, 2])
    b = a
    a += n
    return b[0]


@cases(2, 3, staged="refused AG028")
def updates_the_rows_of_an_array(n):
    a = np.array([[1, 2], [3, 4]])
    for row in a:
        row += n
    return a


@cases(2, 3, staged="refused AG028")
def updates_a_part_of_an_array(n):
    a = np.array([1, 2, 3])
    a[1:] += n
    return a


@cases(2, 3, staged="refused AG028")
def updates_a_parameter_that_is_an_array(n):
    def update(a):
        a += n

    a = np.array([1, 2])
    update(a)
    return a


@cases(2, 3, staged="refused AG028")
def updates_an_attribute_that_a_variable_has(n):
    o = Box(w=np.array([1, 2]))
    w = o.w
    o.w -= n
    return w


@cases(2, 3, staged="refused AG028")
def updates_an_item_that_a_variable_has(n):
    arrays = [np.array([1, 2])]
    a = arrays[0]
    arrays[0] *= n
    return a


@cases(2, 3, staged="refused AG028")
def updates_an_array_that_a_list_has(n):
    a = np.array([1, 2])
    arrays = [a]
    a += n
    return arrays


@cases(2, 3, staged="refused AG028")
def updates_an_array_under_a_handler(n):
    a = np.array([1.5, 2.5])
    b = a
    try:
        a /= n
    except ZeroDivisionError:
        a = b
    return b


class InASlot:
    __slots__ = "held"

    def __init__(self, held):
        self.held = held


class InAPrivateSlot:
    __slots__ = ("__held",)

    def __init__(self, held):
        self.__held = held

    def get(self):
        return self.__held


class ListWithAttributes(list):
    pass


@cases(2, 3, staged="refused AG028")
def updates_an_array_in_a_deque(n):
    a = np.array([1, 2])
    queue = deque([a])
    a += n
    return queue[0][0]


@cases(2, 3, staged="refused AG028")
def updates_an_array_in_a_slot(n):
    a = np.array([1, 2])
    holder = InASlot(a)
    a += n
    return holder.held[0]


@cases(2, 3, staged="refused AG028")
def updates_an_array_in_a_private_slot(n):
    a = np.array([1, 2])
    holder = InAPrivateSlot(a)
    a += n
    return holder.get()[0]


@cases(2, 3, staged="refused AG028")
def updates_an_array_in_an_attribute_of_a_list(n):
    a = np.array([1, 2])
    holder = ListWithAttributes()
    holder.held = a
    a += n
    return holder.held[0]


@cases(0, 3, jax="refused AG033")
def list_of_a_staged_array_in_an_expression(n):
    a = np.array([1.0, 2.0]) * n
    one = a.tolist() if n > 1 else 0
    other = 0 if n > 1 else a.tolist()
    return one, other, a.tolist() if n > 0 else None


@cases(0, 3, jax="refused AG033")
def nested_list_of_a_staged_array_in_a_branch(n):
    a = np.array([[1.0, 2.0], [3.0, 4.0]]) * n
    if n > 1:
        rows = a.tolist()
        rows[0].append(5.0)
        rows[1] = rows[0]
        return rows
    return 0
