"""Which class a value has that NumPy makes of tensors: arrays, and numbers of NumPy's that are no ints."""

from __future__ import annotations

import numpy as np

from tests.autograph.effects.outcomes import cases

ARGUMENTS = (0,), (1,), (2,), (3,)


@cases(*ARGUMENTS, jax="refused AG013")
def filled_by_numpy(n):
    x = np.full(3, n)
    return 1 if isinstance(x, np.ndarray) else 0


@cases(*ARGUMENTS, jax="refused AG013")
def computed_by_numpy(n):
    x = np.arange(3) + n
    return 1 if isinstance(x, (list, np.ndarray)) else 0


@cases(*ARGUMENTS, jax="refused AG013")
def changed_in_place(n):
    x = np.zeros(3)
    for i in range(n):
        x[i] = n
    return 1 if isinstance(x, np.ndarray) else 0


@cases(*ARGUMENTS, jax="refused AG013")
def an_array_or_a_number_given(n):
    x = np.zeros(3)
    if n > 1:
        x = x + n

    def total(v):
        if isinstance(v, np.ndarray):
            return v.sum()
        return v

    return total(x), total(n)


@cases(*ARGUMENTS, jax="refused AG013")
def items_of_numpy(n):
    x = np.array([n, 2, 3])
    return (
        (1 if isinstance(x, list) else 0),
        isinstance(x[0], int),
        isinstance(x.sum(), np.integer),
        type(x) is np.ndarray,
    )


@cases(*ARGUMENTS, staged="refused AG013")
def a_number_or_an_item(n):
    x = np.array([n, 2, 3])
    v = 2
    if n > 1:
        v = x[0]
    return isinstance(v, int)


@cases(*ARGUMENTS)
def numbers_of_python(n):
    v = 2
    if n > 1:
        v = 3
    return isinstance(v, int), type(v) is int, isinstance(np.sum([n, 2]), float), isinstance(np.mean([n, 2]), float)


@cases(*ARGUMENTS, jax="refused AG013")
def sizes(n):
    def size(v):
        return v.size if isinstance(v, np.ndarray) else len(v) if isinstance(v, (list, tuple)) else 1

    return size(np.ones(4) * n), size([n, n]), size(n), size((n,))


@cases(1, 0, 2, staged="refused AG013")
def an_array_on_one_path(n):
    value = 2
    if n > 1:
        value = np.full(3, value + n)
    return 1 if isinstance(value, np.ndarray) else 0


@cases(1, 0, 2, runtime="refused AG013")
def a_number_on_one_path(n):
    value = 2
    if n > 1:
        value = np.full(3, value + n)
    return 1 if isinstance(value, int) else 0


@cases(1, 0, 2)
def a_list_on_one_path(n):
    value = 2
    if n > 1:
        value = [1, 2, 3]
    if isinstance(value, int):
        return 0
    return 1 if isinstance(value, list) else 2
