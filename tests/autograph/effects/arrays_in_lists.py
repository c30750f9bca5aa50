"""Arrays of NumPy that are elements of lists and dicts of a graph, or attributes, and change in place: a graph has copies
of them there, which other names of the array do not see change.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from tests.autograph.effects.outcomes import cases

POINTS = np.arange(12.0).reshape(6, 2)


class Holder:
    def __init__(self, v):
        self.v = v


@cases(0, 1, 3, staged="refused AG028")
def appended_and_stored_to(n):
    a = np.zeros(3)
    g = [a]
    for i in range(n):
        g.append(a)
    a[0] = 3
    return a, g


@cases(0, 1, 3, staged="refused AG028")
def appended_and_stored_to_in_a_loop(n):
    a = np.zeros(3)
    g = []
    for i in range(n):
        g.append(a)
        a[0] = i
    return a, g


@cases(0, 1, 3, staged="refused AG028")
def computed_appended_and_stored_to(n):
    a = np.zeros(3) + n
    g = []
    for i in range(n):
        a = a + 1
        g.append(a)
    a[0] = 7
    return a, g


@cases(0, 1, 3)
def copy_appended(n):
    a = np.zeros(3) + n
    g = []
    for i in range(n):
        a += 1
        g.append(a.copy())
    return a, g


@cases(0, 1, 3)
def stored_to_before_it_is_appended(n):
    g = []
    for i in range(n):
        r = np.ones(2)
        r[0] = i
        g.append(r)
    return g


@cases(0, 1, 3, staged="refused AG028")
def appended_in_one_branch_and_updated(n):
    a = np.zeros(3)
    g = [a]
    if n > 1:
        g.append(a)
    a += 1
    return a, g


@cases(0, 1, 3, staged="refused AG028")
def element_with_a_name_updated(n):
    g = [np.zeros(3)]
    if n > 1:
        g.append(np.ones(3))
    r = g[0]
    r += 1
    return g


@cases(0, 1, 3, staged="refused AG028")
def element_with_a_name_stored_to(n):
    g = [np.zeros(3)]
    if n > 1:
        g.append(np.ones(3))
    h = g[-1]
    h[0] = n
    return g, h


@cases(0, 1, 3, staged="refused AG028")
def element_gone_over_updated(n):
    g = [np.zeros(3)]
    if n > 1:
        g.append(np.ones(3))
    for r in g:
        r += 1
    return g


@cases(0, 1, 3, staged="refused AG028")
def value_of_staged_keys_stored_to(n):
    d = {}
    a = np.zeros(3)
    for i in range(n):
        d[i] = a
    a[0] = 2
    return d, a


@cases(0, 1, 3, staged="refused AG028")
def value_of_staged_keys_with_a_name_stored_to(n):
    d = {0: np.zeros(3)}
    a = d[0]
    for i in range(n):
        d[i] = np.zeros(3)
    a[1] = 2
    return d


@cases(0, 1, 3, staged="refused AG028")
def part_of_an_element_stored_to(n):
    a = np.zeros(3)
    g = [(0, a)]
    for i in range(n):
        g.append((i, a))
    a[0] = 3
    return a, g


@cases(0, 1, 3)
def element_updated_where_it_is(n):
    g = [np.zeros(2)]
    for i in range(n):
        g.append(np.ones(2))
    g[0] += 1
    return g


@cases(0, 1, 3)
def sums_by_key(n):
    sums = {}
    for i in range(n):
        k = i % 2
        if k not in sums:
            sums[k] = np.zeros(2)
        sums[k] += POINTS[i]
    return sums


@cases(0, 1, 3)
def sums_by_key_by_default(n):
    sums = defaultdict(lambda: np.zeros(2))
    for i in range(n):
        sums[i % 2] += POINTS[i]
    return sums


@cases(0, 1, 3, staged="refused AG028")
def array_appended_often_updated_where_it_is(n):
    g = []
    a = np.ones(2)
    for i in range(n):
        g.append(a)
    if n > 1:
        g[0] += 2
    return g


@cases(0, 1, 3, staged="refused AG028")
def element_of_a_copied_list_updated(n):
    g = [np.zeros(2)]
    for i in range(n):
        g.append(np.ones(2))
    h = g.copy()
    g[0] += 1
    return g, h


@cases(0, 1, 3, staged="refused AG028")
def element_with_a_name_updated_where_it_is(n):
    g = [np.zeros(2)]
    for i in range(n):
        g.append(np.ones(2))
    h = g[0]
    g[0] += 1
    return g, h


@cases(0, 1, 3, staged="refused AG028")
def element_appended_again_updated_where_it_is(n):
    g = [np.zeros(2)]
    for i in range(n):
        g.append(g[-1])
    g[0] += 1
    return g


@cases(0, 1, 3, staged="refused AG028")
def default_of_all_keys(n):
    a = np.zeros(2)
    sums = defaultdict(lambda: a)
    for i in range(n):
        sums[i % 2] += POINTS[i]
    return sums


@cases(0, 1, 3, staged="refused AG024")
def attribute_updated_in_a_loop(n):
    o = Holder(np.zeros(3))
    for i in range(n):
        o.v += 1
    return o.v


@cases(0, 1, 3, staged="refused AG024")
def attribute_updated_in_one_branch(n):
    o = Holder(np.zeros(3))
    if n > 1:
        o.v += 1
    return o.v


@cases(0, 1, 3, staged="refused AG024 AG028")
def attribute_updated_after_its_array_was_chosen(n):
    a = np.zeros(3)
    o = Holder(a)
    b = a
    if n > 1:
        a = np.ones(3)
    o.v += 1
    return a, b


@cases(0, 1, 3, staged="refused AG024")
def item_updated_in_a_loop(n):
    a = np.zeros(3)
    g = [a, a]
    for i in range(n):
        g[0] += 1
    return a, g


@cases(0, 1, 3, staged="refused AG028")
def view_assigned_after_an_update_in_a_branch(n):
    m = np.zeros((2, 3))
    b = np.ones(3)
    for i in range(n):
        if n > 1:
            b += n
        b = m[0]
    return m, b


@cases(0, 1, 3, staged="refused AG028")
def view_assigned_after_an_item_was_stored_in_a_branch(n):
    m = np.zeros((2, 3))
    b = np.ones(3)
    for i in range(n):
        if n > 1:
            b[0] = n
        b = m[0]
    return m, b
