"""What Python and NumPy raise of operands that are known: a place beyond an array, a divisor of 0, a negative shift."""

from __future__ import annotations

import numpy as np

from tests.autograph.effects.outcomes import cases

A = np.array([1, 2, 3])


@cases(0, 3)
def const_beyond(n):
    a = np.array([1, 2, 3])
    a = a + n
    try:
        return a[5]
    except IndexError:
        return -1


@cases(0, 3)
def const_beyond_branch(n):
    a = np.array([1, 2, 3]) + n
    try:
        if n > 1:
            return a[5]
        return a[0]
    except IndexError:
        return -1


@cases(0, 3)
def negative(n):
    a = np.array([1, 2, 3]) + n
    try:
        return a[-4]
    except IndexError:
        return -1


@cases(0, 3)
def two_axes(n):
    a = np.zeros((2, 3)) + n
    try:
        return a[1, 3]
    except IndexError:
        return -1


@cases(0, 3)
def first_axis(n):
    a = np.zeros((2, 3)) + n
    try:
        return a[2]
    except IndexError:
        return -1


@cases(0, 3)
def in_loop(n):
    a = np.array([1, 2, 3]) + n
    t = 0
    try:
        for i in range(5):
            t += a[i]
    except IndexError:
        return t
    return -1


@cases(0, 3)
def stored(n):
    a = np.array([1, 2, 3]) + n
    try:
        a[7] = 1
    except IndexError:
        return -1
    return a


@cases(0, 3)
def without_handler(n):
    a = np.array([1, 2, 3]) + n
    return a[7]


@cases(0, 3)
def without_handler_in_branch(n):
    a = np.array([1, 2, 3]) + n
    if n > 1:
        return a[0]
    return a[1]


@cases(0, 3, runtime="refused AG053")
def too_many(n):
    a = np.array([1, 2, 3]) + n
    try:
        return a[0, 0]
    except IndexError:
        return -1


@cases(0, 3)
def lookup_error(n):
    a = np.array([1, 2, 3]) + n
    try:
        return a[9]
    except LookupError:
        return -1


@cases(0, 3)
def mixed(n):
    a = np.zeros((2, 3)) + n
    try:
        return a[n, 7]
    except IndexError:
        return -1


@cases(0, 3)
def mixed2(n):
    a = np.zeros((2, 3)) + n
    try:
        return a[7, n]
    except IndexError:
        return -1


@cases(0, 3)
def sliced(n):
    a = np.zeros((2, 3)) + n
    try:
        return a[:, 7]
    except IndexError:
        return -1


@cases(0, 3)
def stored_aug(n):
    a = np.array([1, 2, 3]) + n
    try:
        a[7] += 1
    except IndexError:
        return -1
    return a


@cases(0, 3)
def staged_plain_array(n):
    try:
        return A[n]
    except IndexError:
        return -1


@cases(0, 3)
def message(n):
    a = np.array([1, 2, 3]) + n
    try:
        return a[5]
    except IndexError as e:
        return str(e)


@cases(0, 3, staged="refused AG053")
def index_by_a_list(n):
    a = np.array([1, 2, 3]) + n
    try:
        return a[[0, 5]]
    except IndexError:
        return -1


@cases(3, 0)
def by_const_zero(n):
    return n // 0


@cases(3, 0)
def mod_const_zero(n):
    return n % 0


@cases(3, 0)
def by_const_zero_branch(n):
    if n > 1:
        return n // 0
    return n


@cases(3, 0)
def by_const_zero_var(n):
    z = 3 - 3
    return n // z


@cases(3, 0)
def divmod_zero(n):
    return divmod(n, 0)


@cases(3, 0)
def mod_assign(n):
    n %= 0
    return n


@cases(3, 0)
def shift(n):
    return n << -1


@cases(3, 0)
def caught(n):
    try:
        return n // 0
    except ZeroDivisionError:
        return -1


@cases(3, 0)
def unused(n):
    n // 0
    return n


@cases(0, 3)
def item_of_an_empty_list(n):
    xs = []
    return xs[n]


@cases(0, 3)
def item_of_an_empty_list_on_one_path(n):
    try:
        return [][n] if n > 1 else n
    except IndexError:
        return -1


@cases(0, 3)
def item_of_an_empty_tuple(n):
    return ()[n]


@cases(0, 3)
def popped_of_an_empty_list(n):
    xs = []
    return xs.pop(n)


@cases(0, 3)
def stored_in_an_empty_list(n):
    xs = []
    xs[n] = 1
    return xs
