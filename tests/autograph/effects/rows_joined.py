"""Rows of growing lists of lists: added to other lists, and gone over by functions that make iterators."""

# ruff: noqa: RUF005, RUF007, RUF017  as people write it

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(5, 0, 8, jax="refused AG011")
def row_and_list(n):
    rows = [[1]]
    for i in range(n):
        rows.append(rows[-1] + [0])
    return rows


@cases(5, 0, 8, jax="refused AG011")
def list_and_row(n):
    rows = [[1]]
    for i in range(n):
        rows.append([0] + rows[-1] + [2])
    return rows


@cases(3, 0, 5, jax="refused AG011")
def row_times(n):
    rows = [[1]]
    for i in range(n):
        rows.append(rows[-1] * 2)
    return rows


@cases(3, 0, 5, jax="refused AG011")
def times_row(n):
    rows = [[1]]
    for i in range(n):
        rows.append(2 * rows[-1])
    return rows


@cases(3, 0, 5, jax="refused AG011")
def two_rows(n):
    rows = [[1]]
    for i in range(n):
        rows.append(rows[-1] + rows[0])
    return rows


@cases(3, 0, 5, jax="refused AG022")
def row_spread(n):
    rows = [[1]]
    for i in range(n):
        rows.append([*rows[-1], i])
    return rows


@cases(3, 0, 5)
def extended_by_rows(n):
    rows = [[1]]
    for i in range(n):
        rows.append([i])
    t = []
    for r in rows:
        t += r
    return t


@cases(3, 0, 5)
def lists_added_to_rows(n):
    rows = [[1]]
    for i in range(n):
        rows.append([i])
    t = []
    for r in rows:
        t = t + r
    return t


@cases(3, 0, 5)
def summed_rows(n):
    rows = [[1]]
    for i in range(n):
        rows.append([i, 2])
    return sum(rows, [])


@cases(3, 0, 5)
def one_row_chosen(n):
    rows = [[1]]
    for i in range(n):
        rows.append([i, 2])
    return [0] + rows[n // 2], rows[0] == [1], [1] == rows[0], rows[0] < rows[-1], [1, 2] > rows[-1]


@cases(3, 0, 5)
def summed_in_a_try(n):
    rows = [[1]]
    for i in range(n):
        rows.append([i, 2])
    try:
        return sum(rows[0])
    except TypeError as e:
        return str(e)


@cases(3, 0, 5)
def flattened(n):
    rows = [[1]]
    for i in range(n):
        rows.append([i, 2])
    t = []
    for r in rows:
        t = t + r
    return t


@cases(3, 0, 5)
def summed_rows_of_growing_length(n):
    rows = []
    for i in range(n):
        rows.append([i] * i)
    return sum(rows, [])


@cases(3, 0, 5)
def flattened_rows_of_growing_length(n):
    rows = []
    for i in range(n):
        rows.append([i] * i)
    return [x for r in rows for x in r]


@cases(5, 1, 8, jax="refused AG022")
def joined_text_of_the_last(n):
    row = [1]
    rows = []
    for _ in range(n):
        rows.append(row)
        row = [1] + row
    return " ".join(map(str, rows[-1]))


@cases(5, 1, 8, jax="refused AG022")
def mapped_and_summed(n):
    row = [1]
    rows = []
    for _ in range(n):
        rows.append(row)
        row = [1] + row
    return sum(map(abs, rows[-1]))


@cases(5, 1, 8, jax="refused AG022")
def mapped_to_a_list(n):
    row = [1]
    rows = []
    for _ in range(n):
        rows.append(row)
        row = [1] + row
    return list(map(str, rows[-1]))


@cases(5, 1, 8, jax="refused AG022")
def each_mapped(n):
    row = [1]
    rows = []
    for _ in range(n):
        rows.append(row)
        row = [1] + row
    return [list(map(abs, r)) for r in rows]


@cases(5, 0, 8)
def sums_of_a_triangle(n):
    row = [1]
    rows = []
    for _ in range(n):
        rows.append(row)
        row = [1] + [x + y for x, y in zip(row, row[1:])] + [1]
    return sum(map(sum, rows))


@cases(5, 0, 8)
def width_of_the_last_or_none(n):
    row = [1]
    rows = []
    for _ in range(n):
        rows.append(row)
        row = [1] + [x + y for x, y in zip(row, row[1:])] + [1]
    return len(" ".join(map(str, rows[-1]))) if rows else 0


@cases(5, 0, 8)
def text_of_the_last_or_none(n):
    row = [1]
    rows = []
    for _ in range(n):
        rows.append(row)
        row = [1] + [x + y for x, y in zip(row, row[1:])] + [1]
    return " ".join(map(str, rows[-1])) if rows else ""


@cases(5, 0, 8)
def triangle_by_positions(n):
    rows = [[1]]
    for i in range(n):
        last = rows[-1]
        rows.append([1] + [last[k] + last[k + 1] for k in range(len(last) - 1)] + [1])
    return rows
