"""Lists and dicts that a staged function is given and changes, of which its system makes copies.

The runtime gives the caller's lists what is in these; JAX gives back what is returned.
"""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases((3, [1, 2]), jax="refused AG029")
def appended(n, xs):
    xs.append(n)
    return len(xs)


@cases((3, [1, 2]), jax="refused AG029")
def stored(n, xs):
    xs[0] = n
    return xs[1]


@cases((0, [1, 2]), (3, [1, 2]), jax="refused AG029")
def stored_on_one_path(n, xs):
    if n > 1:
        xs[0] += 1
    return xs[0]


@cases((3, [[1], [2]]), jax="refused AG029")
def part_changes(n, rows):
    rows[1].append(n)
    return len(rows[1])


@cases((0, [3, 1]), (3, [3, 1]), jax="refused AG029")
def changed_under_a_handler(n, xs):
    try:
        xs.append(1)
        if n > 1:
            raise ValueError
    except ValueError:
        return 9
    return n


@cases((0, [3, 1, 2]), (3, [3, 1, 2]))
def copy_changes(n, xs):
    xs = list(xs)
    xs.append(n)
    xs.sort()
    return xs


@cases((3, [1, 2]))
def changed_and_changed_back(n, xs):
    xs[0], xs[1] = xs[1], xs[0]
    first = xs[0] + n
    xs[0], xs[1] = xs[1], xs[0]
    return first


@cases(0, 3)
def default_is_not_changed(n, scale=[2, 3]):
    return n * scale[0] + scale[1]


@cases(0, 3)
def default_is_rebound(n, found=None):
    found = found or []
    found.append(n)
    return found


@cases(([3, 1, 2], 1), ([4, 4, 4], 2), ([9, 0, 5], 0))
def aliases(xs, k):
    grid = [xs] * 2 + [list(xs)]
    grid[0][k] += 10
    alias = grid[1]
    alias.append(sum(alias))
    if alias is xs and grid[0] is alias:
        xs[0] = 100
    return grid, xs


@cases(([1, 3, 2, 4],), ([4, 3, 2, 1],), ([2, 2, 1, 1],))
def next_permutation(xs):
    i = len(xs) - 2
    while i >= 0 and xs[i] >= xs[i + 1]:
        i -= 1
    if i < 0:
        xs.reverse()
        return xs, False
    j = len(xs) - 1
    while xs[j] <= xs[i]:
        j -= 1
    xs[i], xs[j] = xs[j], xs[i]
    xs[i + 1 :] = reversed(xs[i + 1 :])
    return xs, True


@cases(([1, 1, 2, 3],), ([4, 4, 4, 4],), ([1, 2, 3, 4],))
def shortened(xs):
    write = 0
    for read in range(len(xs)):
        if read and xs[read] == xs[write - 1]:
            continue
        xs[write] = xs[read]
        write += 1
    del xs[write:]
    return xs


@cases(([4, 2, 7, 1], 2), ([1, 2, 3, 4], 0), jax="refused AG029")
def sorted_and_not_returned(xs, k):
    for i in range(1, len(xs)):
        key, j = xs[i], i - 1
        while j >= 0 and xs[j] > key:
            xs[j + 1] = xs[j]
            j -= 1
        xs[j + 1] = key
    return xs[k]


@cases(([1, 2, 3, 4], 1), ([1, 2, 3, 4], -1), ([1, 2, 3, 4], 6))
def by_a_nested_function(xs, k):
    def flip(i, j):
        while i < j:
            xs[i], xs[j] = xs[j], xs[i]
            i += 1
            j -= 1

    k %= len(xs)
    if k:
        flip(0, len(xs) - 1)
        flip(0, k - 1)
        flip(k, len(xs) - 1)
    return xs


@cases(([[1, 2], [3, 4]], 1), ([[1, 2], [3, 4]], 0), jax="refused AG029")
def rows_change_places(rows, k):
    if k > 0:
        rows[0][1] += 5
    rows.reverse()
    return rows[0]


@cases(([3, 1], 2), ([3, 1], 0), runtime="refused AG027")
def changed_before_it_raises(xs, n):
    xs.append(n)
    if n > 1:
        raise ValueError("late")
    return xs


@cases(([3, 1], 2), ([3, 1], 0), jax="refused AG029")
def raises_before_it_changes(xs, n):
    if n > 1:
        raise ValueError("early")
    xs.append(n)
    return len(xs)
