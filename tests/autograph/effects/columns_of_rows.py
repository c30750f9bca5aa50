"""`zip(*rows)`: the columns of rows of which only the program knows how many there are, or how long each is."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


def _ragged(n):
    rows = []
    for i in range(n):
        row = []
        for j in range(2 + (i * 2) % 3):
            row.append(10 * i + j)
        rows.append(row)
    return rows


def _square(n):
    return [[i * n + j for j in range(n)] for i in range(n)]


@cases(0, 1, 2, 3, 5)
def transposed(n):
    m = _square(n)
    t = [list(column) for column in zip(*m)]
    return t, [list(column) for column in zip(*t)] == m


@cases(0, 1, 2, 3, 5)
def transposed_by_map(n):
    m = _square(n)
    return list(map(list, zip(*m))), list(map(sum, zip(*m))), [max(column) for column in zip(*m)]


@cases(0, 1, 2, 3, 5, staged="refused AG022")
def ragged(n):
    rows = _ragged(n)
    return [list(column) for column in zip(*rows)], [sum(column) for column in zip(*rows)], list(zip(*rows))


@cases(0, 1, 2, 3, 5, staged="refused AG022")
def columns_are_tuples(n):
    return [isinstance(column, tuple) for column in zip(*_ragged(n))], [(*c, len(c)) for c in zip(*_ragged(n))]


@cases(0, 1, 2, 3, 5)
def rotated(n):
    m = [[1, 2, 3], [4, 5, 6]]
    for _ in range(n):
        m = [list(row) for row in zip(*m[::-1])]
    return m


@cases(0, 1, 2, 3, 5)
def rotated_square(n):
    m = _square(n)
    for _ in range(3):
        m = [list(row)[::-1] for row in zip(*m)]
    return m


@cases(0, 1, 2, 3)
def of_strings(n):
    words = ["ab", "cde", "fgh"][:n]
    return ["".join(column) for column in zip(*words)]


@cases(0, 1, 2, 3)
def common_prefix(n):
    words = ["flower", "flow", "flight"][:n]
    length = 0
    for column in zip(*words):
        if len(set(column)) > 1:
            break
        length += 1
    return length


@cases(0, 1, 2, 3, 5)
def changed_before_it_is_gone_over(n):
    m = _square(n)
    columns = zip(*m)
    for row in m:
        row[0] = 9
    return [list(column) for column in columns], m


@cases(0, 1, 2, 3, 5)
def rows_grow_before_it_is_gone_over(n):
    m = _ragged(n)
    columns = zip(*m)
    for row in m:
        row.append(7)
        row.append(8)
    return [list(column) for column in columns]


@cases(0, 1, 2, 3, 5)
def rows_are_replaced(n):
    m = _ragged(n)
    columns = zip(*m)
    for i in range(len(m)):
        m[i] = [0, 0]
    m.append([1])
    return [list(column) for column in columns], m


@cases(0, 1, 2, 3, 5)
def rows_change_meanwhile(n):
    m = _ragged(n)
    found = []
    for column in zip(*m):
        found.append(sum(column))
        if len(found) < 4:
            for row in m:
                row.append(1)
    return found


@cases(0, 1, 2, 3, 5)
def rows_grow_after_it_has_ended(n):
    m = _ragged(n)
    columns = zip(*m)
    first = [list(column) for column in columns]
    for row in m:
        row.extend([1, 2, 3])
    return first, [list(column) for column in columns]


@cases(0, 1, 2, 3, 5)
def next_of(n):
    columns = zip(*_ragged(n))
    first = next(columns, ())
    return list(first), [sum(column) for column in columns], list(next(columns, (5,)))


@cases(0, 1, 2, 3, 5)
def numbered(n):
    return [k * sum(column) for k, column in enumerate(zip(*_ragged(n)))]


@cases(0, 1, 2, 3, 5)
def with_break_and_else(n):
    total = 0
    for column in zip(*_square(n)):
        if column[0] == 2:
            break
        total += sum(column)
    else:
        total -= 100
    return total


@cases(0, 1, 2, 3, 5)
def filtered(n):
    return [list(c) for c in zip(*_ragged(n)) if sum(c) % 2 == 0], any(5 in c for c in zip(*_square(n)))


@cases(0, 1, 2, 3, 5)
def of_no_items(n):
    rows = []
    for i in range(n):
        rows.append([0] * (n - i - 1))
    return [list(column) for column in zip(*rows)]


@cases(0, 1, 2, 3, 5, staged="refused AG011")
def beside_others(n):
    rows = _ragged(n)
    return [list(c) for c in zip(*rows, [1, 2])], [list(c) for c in zip([3, 4], *rows)], list(zip(*rows, *rows))


@cases(0, 1, 2, 3, 5)
def of_a_slice(n):
    rows = _ragged(n)
    return [list(c) for c in zip(*rows[1:])], [list(c) for c in zip(*[row[1:] for row in rows])]


@cases(0, 1, 2, 3, 5)
def of_tuples(n):
    rows = [(i, i + 1) for i in range(n)]
    if not rows:
        return 0
    xs, ys = zip(*rows)
    return sum(xs), max(ys), xs


@cases(1, 2, 3, 5)
def of_one_length(n):
    rows = [[i, i + 1, 2 * i] for i in range(n)]
    return [list(c) for c in zip(*rows)], [sum(c) for c in zip(*rows)]


@cases(0, 1, 3, staged="refused AG033")
def of_one_length_or_none(n):
    rows = [[i, i + 1, 2 * i] for i in range(n)]
    return [sum(c) for c in zip(*rows)]


@cases(0, 1, 2, 3, 5)
def of_few_rows_of_any_length(n):
    rows = [[x for x in range(n)], [x * x for x in range(n + 1)], [3 for _ in range(n + 2)]]
    total = 0
    for a, b, c in zip(*rows):
        total += a * b - c
    return total, [list(column) for column in zip(*rows)]


@cases(0, 1, 2, 3, 5, staged="refused AG022")
def of_objects(n):
    class Cell:
        def __init__(self, value):
            self.value = value

    rows = [[Cell(i * n + j) for j in range(n)] for i in range(n)]
    for column in zip(*rows):
        for cell in column:
            cell.value += len(column)
    return [[cell.value for cell in row] for row in rows]


@cases(0, 1, 2, 3, 5)
def of_lists_in_rows(n):
    rows = []
    for i in range(n):
        rows.append([[i, j] for j in range(i + 1)])
    for column in zip(*rows):
        for pair in column:
            pair[0] = -1
    return rows


@cases(0, 1, 2, 3, 5)
def in_a_try(n):
    rows = _ragged(n)
    try:
        return [6 // sum(c) for c in zip(*rows)]
    except ZeroDivisionError:
        return -1


@cases(0, 1, 2, 3, 5)
def in_a_branch(n):
    rows = _ragged(n)
    columns = zip(*rows)
    if n > 2:
        first = sum(next(columns, ()))
    else:
        first = 0
    return first, [sum(c) for c in columns]


@cases(0, 1, 2, 3, staged="refused AG033")
def strictly(n):
    rows = _square(n)
    try:
        return [sum(c) for c in zip(*rows, strict=True)]
    except ValueError as error:
        return str(error)


@cases(0, 1, 2, 3, staged="refused AG026")
def unpacked(n):
    rows = _square(n)
    try:
        xs, ys = zip(*rows)
    except ValueError as error:
        return str(error)
    return list(xs), list(ys)


@cases(0, 1, 2, 3, staged="refused AG022")
def unpacked_with_a_star(n):
    rows = _square(n)
    try:
        xs, *others = zip(*rows)
    except ValueError as error:
        return str(error)
    return list(xs), [list(c) for c in others]


@cases(0, 1, 2, 3, staged="refused AG022")
def written_and_read(n):
    rows = _ragged(n)
    return str(list(zip(*rows))), len(list(zip(*rows))), sorted(zip(*rows), reverse=True)


@cases(0, 1, 2, 3)
def kept_as_dict(n):
    rows = _square(n)
    found = {k: list(c) for k, c in enumerate(zip(*rows))}
    return sorted(found), [sum(c) for c in found.values()]
