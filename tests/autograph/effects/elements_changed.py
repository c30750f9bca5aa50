"""Lists, dicts and sets that are elements of a list of staged length, and are changed where they stand."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(0, 6, 204)
def run_lengths(n):
    runs = []
    last = None
    while n:
        n, bit = divmod(n, 2)
        if bit == last:
            runs[-1][1] += 1
        else:
            runs.append([bit, 1])
            last = bit
    return runs


@cases((3, 6), (2, 9), (20, 21))
def spans_that_touch(lo, hi):
    spans = [(lo, hi), (8, 10), (15, 18)]
    joined = [[1, 4]]
    for start, stop in sorted(spans):
        if start <= joined[-1][1]:
            joined[-1][1] = max(joined[-1][1], stop)
        else:
            joined.append([start, stop])
    return joined, sum(stop - start for start, stop in joined)


@cases(0, 3)
def appended_to_the_last(gap):
    groups = []
    for x in [1, 2, 5, 6, 9, 3]:
        if groups and x - groups[-1][-1] <= gap:
            groups[-1].append(x)
        else:
            groups.append([x])
    return groups, len(groups), [len(group) for group in groups]


@cases(0, 3, 5)
def changed_by_another_name(n):
    xs = []
    for i in range(n):
        xs.append([i, 0])
        last = xs[-1]
        last[1] += i * i
        if i > 1:
            xs[i - 2][0] = -1
    return xs


@cases(0, 3, 5)
def a_stack_of_lists(n):
    stack = [[]]
    for i in range(n):
        if i % 3 == 2:
            stack.append([])
        stack[-1].append(i)
    return stack


@cases((2, 1), (3, 2))
def rows_of_a_grid(n, k):
    rows = []
    for _ in range(n):
        rows.append([0, 0, 0])
    rows[k - 1][k] = 7
    rows[0][0] += k
    return rows


@cases((2, 1), (3, 2))
def dicts_of_a_list(n, k):
    records = []
    for i in range(n):
        records.append({"n": i, "seen": 0})
    records[k]["seen"] += 1 + k
    records[-1]["n"] = -5
    return records, records[k]["seen"]


@cases((2, 3), (3, 2))
def sets_of_a_list(n, k):
    seen = []
    for i in range(n):
        seen.append({i})
        seen[0].add(k)
    return [len(each) for each in seen], k in seen[0]


@cases(3, 5)
def lists_in_tuples(n):
    out = []
    for i in range(n):
        out.append((i, [i]))
    out[1][1].append(8)
    return out


@cases(2, 5)
def popped_and_changed(n):
    out = []
    for i in range(n):
        out.append([i, i + 1])
    while out and out[-1][0] > 1:
        row = out.pop()
        row[0] = 5
    return out


@cases(0, 4)
def held_by_an_object(n):
    class Table:
        def __init__(self):
            self.rows = []

        def add(self, value):
            if self.rows and self.rows[-1][0] == value:
                self.rows[-1][1] += 1
            else:
                self.rows.append([value, 1])

    table = Table()
    for i in range(n):
        table.add(i // 2)
    return table.rows


@cases(0, 4)
def changed_in_a_function(n):
    def bump(row, by):
        row[0] += by
        return row[0]

    rows = []
    for i in range(n):
        rows.append([i])
    total = 0
    for row in rows:
        total += bump(row, 10)
    return rows, total


@cases(1, 2)
def raised_of_an_index(n):
    rows = []
    for i in range(n):
        rows.append([i, 0])
    rows[1][1] = 4
    return rows


@cases((2, 1), (3, 2), staged="refused AG024")
def appended_twice_and_changed(n, k):
    row = [0]
    out = []
    for _ in range(n):
        out.append(row)
        row[0] += k
    row.append(9)
    return out, row


@cases(0, 6, 13)
def equal_to_what_may_be_none(n):
    changes = 0
    last = None
    while n:
        digit = n % 2
        n //= 2
        if digit != last:
            changes += 1
            last = digit
    return changes, digit_is(last, 1), last == 1


def digit_is(value, other):
    return other == value


@cases(0, 3)
def lists_of_other_lengths(n):
    out = []
    for i in range(n):
        out.append([i])
        out.append([i, i])
    out.append([])
    out[0].append(4)
    return out


@cases(0, 3)
def dicts_of_other_keys(n):
    out = []
    for i in range(n):
        out.append({1: i})
        out.append({1: i, 2: i})
    return out, sum(d[1] for d in out), out[-1][2] if n else None


@cases(0, 3)
def one_list_twice(n):
    row = [0, 0]
    grid = []
    for i in range(n):
        grid.append([i, i])
    grid.append(row)
    grid.append(row)
    grid[-1][0] = 7
    row[1] = 3
    return grid, row, grid[-1] == grid[-2]


@cases(0, 3)
def put_in_the_place_of_one(n):
    grid = []
    for i in range(n):
        grid.append([i])
    if n > 1:
        old = grid[0]
        grid[0] = [9]
        old[0] = 5
        grid[0][0] += 1
        return grid, old
    return grid, None


@cases(0, 3)
def moved_and_changed(n):
    out = [[0]]
    for i in range(n):
        out.append([i + 1])
    out[0], out[-1] = out[-1], out[0]
    out[0][0] = 100
    first = out.pop(0)
    first.append(1)
    out.append(first)
    return out, first


@cases(0, 3)
def lists_of_lists_of_lists(n):
    out = []
    for i in range(n):
        out.append([[i], [i + 1]])
        out[-1][0][0] += 10
    return out


@cases(0, 3)
def one_and_the_same(n):
    grid = []
    for _ in range(n):
        grid.append([0])
    if n:
        row = grid[0]
        row[0] = 1
        return row is grid[0], row == grid[0]
    return None
