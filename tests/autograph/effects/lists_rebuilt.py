"""Lists that each iteration of a staged loop makes anew of the ones before: the rows of a table that is not kept."""

from __future__ import annotations

from typing import NamedTuple

from tests.autograph.effects.outcomes import cases


@cases((3, -1), (-2, 8), (0, 0))
def edit_distance(a, b):
    s, t = "kitten" + "x" * a, "sitting" + "x" * b
    prev = list(range(len(t) + 1))
    for i, cs in enumerate(s, 1):
        row = [i]
        for j, ct in enumerate(t, 1):
            row.append(min(row[-1] + 1, prev[j] + 1, prev[j - 1] + (cs != ct)))
        prev = row
    return prev[-1]


@cases(0, 1, 5)
def rolling(n):
    prev = [0, 1]
    for i in range(n):
        row = [i]
        for j in range(len(prev)):
            row.append(prev[j] + i)
        prev = row
    return prev


@cases(0, 1, 4)
def pascal(n):
    row = [1]
    for _ in range(n):
        new = [1]
        for j in range(len(row) - 1):
            new.append(row[j] + row[j + 1])
        new.append(1)
        row = new
    return row


@cases(0, 1, 4)
def pascal_all(n):
    rows = []
    row = [1]
    for _ in range(n):
        rows.append(sum(row))
        new = [1]
        for a, b in zip([0, *row], row):
            new.append(a + b)
        new.append(1)
        row = new
    return rows, row


@cases(0, 1, 4)
def shrinking(n):
    row = [5, 4, 3, 2]
    for i in range(n):
        new = []
        for j in range(len(row) - 1):
            new.append(row[j] - row[j + 1])
        row = new
    return row, len(row)


@cases((3, -1), (-2, 8), (0, 0))
def lcs(a, b):
    s, t = "kitten" + "x" * a, "sitting" + "x" * b
    prev = [0] * (len(t) + 1)
    for cs in s:
        cur = [0]
        for j, ct in enumerate(t):
            cur.append(prev[j] + 1 if cs == ct else max(prev[j + 1], cur[j]))
        prev = cur
    return prev[-1]


@cases((0, 1), (3, 5), (4, 0))
def knapsack(n, w):
    weights = [1, 3, 4, 5]
    values = [1, 4, 5, 7]
    best = [0] * (w + 1)
    for i in range(n):
        row = []
        for c in range(w + 1):
            take = best[c - weights[i]] + values[i] if c >= weights[i] else 0
            row.append(max(best[c], take))
        best = row
    return best


@cases(0, 1, 4)
def row_changed_after(n):
    prev = [0, 1]
    for i in range(n):
        row = []
        for x in prev:
            row.append(x + 1)
        prev = row
        row.append(100)
        if i > 1:
            row.append(7)
    return prev


@cases(0, 1, 4)
def two_rows(n):
    prev, before = [0, 1], [5]
    for i in range(n):
        row = [i]
        for j in range(len(prev)):
            row.append(prev[j] + (before[j] if j < len(before) else 1))
        before, prev = prev, row
    return prev, before


@cases(0, 1, 4)
def float_rows(n):
    prev = [1, 2]
    for i in range(n):
        row = []
        for x in prev:
            row.append(x / 2)
        prev = row
    return prev


@cases((0, 2), (2, 2), (3, 1))
def while_rows(n, m):
    prev = [m]
    i = 0
    while i < n:
        row = [i]
        j = 0
        while j < len(prev):
            row.append(prev[j] * m)
            j += 1
        prev = row
        i += 1
    return prev


@cases((0, 2), (5, 2), (5, 9))
def with_break(n, m):
    prev = [m]
    for i in range(n):
        row = [i]
        for x in prev:
            if x > 6:
                break
            row.append(x + i)
        prev = row
        if len(prev) > m:
            break
    return prev


@cases(0, 1, 4)
def comprehension_staged(n):
    prev = [x for x in range(n)]
    for i in range(n):
        prev = [x + i for x in prev if x % 2 == 0 or x > i]
    return prev


@cases(0, 1, 4)
def rows_of_pairs(n):
    prev = [(0, 1)]
    for i in range(n):
        row = []
        for a, b in prev:
            row.append((b, a + b))
        row.append((i, i))
        prev = row
    return prev


@cases(0, 1, 4)
def none_first(n):
    prev = None
    for i in range(n):
        row = [i]
        if prev is not None:
            for x in prev:
                row.append(x + 1)
        prev = row
    return prev


@cases(0, 1, 4)
def kept_rows(n):
    prev = [0]
    sizes = []
    for i in range(n):
        row = [i]
        for x in prev:
            if x != 2:
                row.append(x)
        prev = row
        sizes.append(len(prev))
    return sizes, prev


@cases(0, 1, 4)
def nested(n):
    out = []
    for k in range(n):
        prev = [k]
        for i in range(k):
            row = [i]
            for x in prev:
                row.append(x + i)
            prev = row
        out.append(sum(prev))
    return out


class Grid:
    def __init__(self):
        self.row = [1, 1]

    def step(self, i):
        new = [i]
        for x in self.row:
            new.append(x + i)
        self.row = new


@cases(0, 1, 4)
def in_object(n):
    g = Grid()
    for i in range(n):
        g.step(i)
    return g.row


@cases(0, 1, 3, jax="refused AG022")
def doubled(n):
    row = [1, 2]
    for i in range(n):
        new = []
        for x in row:
            new.append(x)
            new.append(x + i)
        row = new
    return row


@cases(0, 1, 4, jax="refused AG022")
def swapped(n):
    a, b = [1], [2, 3]
    for i in range(n):
        a, b = b, a
        c = []
        for x in a:
            c.append(x + i)
        c.append(i)
        a = c
    return a, b


@cases(0, 1, 4, staged="refused AG024")
def alias_after(n):
    prev = [0]
    row = prev
    for i in range(n):
        row = [i]
        for x in prev:
            row.append(x)
        prev = row
    prev.append(9)
    return row, prev


@cases(0, 1, 4, staged="refused AG024")
def original_changed(n):
    first = [1, 2]
    prev = first
    for i in range(n):
        row = []
        for x in prev:
            row.append(x * 2)
        prev = row
    prev.append(0)
    return first, prev


@cases(0, 1, 4, staged="refused AG024")
def original_seen(n):
    first = [1, 2]
    prev = first
    for i in range(n):
        row = []
        for x in prev:
            row.append(x * 2)
        prev = row
    return first, prev, prev is first


@cases(0, 1, 4, staged="refused AG024")
def both_names_in_loop(n):
    prev = [0]
    cur = [1]
    for i in range(n):
        cur.append(3)
        row = [i]
        for x in prev:
            row.append(x + 1)
        prev = row
        cur = row
    return prev, cur


@cases(1, 4, staged="refused AG024")
def row_after(n):
    prev = [0]
    for i in range(n):
        row = [i]
        for x in prev:
            row.append(x)
        prev = row
    prev.append(9)
    return row


@cases(0, 1, 4, staged="refused AG024")
def fixed_lists(n):
    a, b = [1, 2], [3, 4]
    for i in range(n):
        c = [i, i]
        a = c
        b = c
    a[0] = 50
    return a, b


@cases(0, 1, 4, staged="refused AG024")
def twice_in_a_tuple(n):
    a = ([1, 2], [3, 4])
    for i in range(n):
        c = [i, i]
        a = (c, c)
    a[0][0] = 50
    return a


@cases(0, 1, 4, staged="refused AG024")
def both_names(n):
    prev = [0]
    cur = [1]
    for i in range(n):
        row = [i]
        for x in prev:
            row.append(x + 1)
        prev = row
        cur = row
    cur.append(5)
    return prev, cur


@cases(0, 1, 4)
def fixed_lists_read(n):
    a, b = [1, 2], [3, 4]
    for i in range(n):
        c = [i, i]
        a = c
        b = c
    return a, b


class State(NamedTuple):
    rows: list
    total: int


@cases(0, 1, 4)
def in_tuple(n):
    state = ([0], 0)
    for i in range(n):
        rows, total = state
        row = [i]
        for x in rows:
            row.append(x + 1)
        state = (row, total + len(row))
    return state


@cases(0, 1, 4)
def in_named_tuple(n):
    state = State([0], 0)
    for i in range(n):
        row = [i]
        for x in state.rows:
            row.append(x + 1)
        state = State(row, state.total + len(row))
    return state.rows, state.total


@cases(0, 1, 4, staged="refused AG024")
def in_tuple_alias(n):
    first = [0]
    state = (first, 0)
    for i in range(n):
        rows, total = state
        row = [i]
        for x in rows:
            row.append(x + 1)
        state = (row, total + len(row))
    first.append(3)
    return state, first


# A part of a list in whose place a list of staged length is put


def _one_or_two(n):
    ys = [5]
    if n > 0:
        ys.append(n)
    return ys


@cases(0, 1, 3)
def whole_list_in_place(n):
    xs = []
    xs[:] = _one_or_two(n)
    return xs


@cases(0, 1, 3)
def attribute_in_place(n):
    class Box:
        pass

    box = Box()
    box.data = [1, 2]
    box.data[:] = _one_or_two(n)
    return box.data, len(box.data)


@cases(0, 1, 3)
def rest_in_place(n):
    xs = [1, 2, 3]
    xs[1:] = _one_or_two(n)
    return xs


@cases(0, 1, 3)
def middle_in_place_under_two_names(n):
    xs = [1, 2, 3]
    ys = xs
    xs[1:2] = _one_or_two(n)
    ys.append(n)
    return xs, ys, len(xs)


@cases(0, 1, 3)
def part_in_place_in_a_branch(n):
    xs = [1, 2, 3]
    if n > 1:
        xs[:1] = _one_or_two(n)
    return xs


@cases(0, 1, 3)
def nothing_in_place(n):
    xs = [1, 2, 3]
    xs[-1:-3] = _one_or_two(n)
    return xs


@cases(0, 1, 3, staged="refused AG022")
def every_other_in_place(n):
    xs = [1, 2, 3, 4]
    xs[::2] = [*_one_or_two(n), *[7] * (n == 0)]
    return xs


@cases(([170, 45, 75, 90, 2, 24],), ([1, 10, 100, 1000, 5, 50],))
def radix_sorted(nums):
    place = 1
    while max(nums) // place > 0:
        buckets = [[] for _ in range(10)]
        for n in nums:
            buckets[n // place % 10].append(n)
        nums = [n for bucket in buckets for n in bucket]
        place *= 10
    return nums


@cases(3, 0, 7)
def doubled_again_and_again(n):
    values = [1]
    for _ in range(n):
        values = [other for value in values for other in (value, value + 1)]
    return len(values), sum(values)


@cases(7, 9, jax="refused AG022")
def more_than_there_is_room_for(n):
    values = [1]
    for _ in range(n):
        values = [other for value in values for other in (value, value + 1)]
    return len(values), sum(values)


@cases(3, 0, 6)
def row_of_cells(n):
    alive = {1, 3, 4}
    for _ in range(n):
        counts = {}
        for cell in alive:
            for near in (cell - 1, cell + 1):
                counts[near] = counts.get(near, 0) + 1
        alive = {cell for cell, count in counts.items() if count == 1}
    return sorted(alive)


@cases(3, 0, 5)
def extended_by_itself(n):
    values = [1]
    for i in range(n):
        values.extend([value + i for value in values])
    return values


@cases((3, 4), (5, 2))
def lists_of_lists_of_lists(n, m):
    a = [i for i in range(n)]
    b = [(x, y) for x in a for y in a if x < m]
    c = [x[0] + y[1] for x in b for y in b]
    return len(c), c[-1]


@cases((3, 4), (5, 2))
def grows3(n, m):
    out = []
    while n > 0:
        row = [i * j for i in range(m) for j in range(n)]
        out += [x for x in row if x % 2 == 0 for _ in range(m) for _ in row]
        n -= 1
    return len(out), sum(out)
