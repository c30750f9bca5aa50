"""Strings and lists of variables, repeated as often as a tensor says."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(1, 3, 0, -2)
def mark_of_a_variable(n):
    mark = "ab"
    return mark * n + "c", n * mark


@cases(1, 4, 9, 0)
def tally(number):
    made = ""
    for value, stroke in [(5, "V"), (1, "I")]:
        count, number = divmod(number, value)
        made += stroke * count
    return made


@cases(14, 3, 0)
def table_in_a_variable(number):
    strokes = [(10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
    made = ""
    for value, stroke in strokes:
        made += stroke * (number // value)
        number %= value
    return made


@cases(7, 0)
def table_of_a_dict(number):
    strokes = {"five": 5, "one": 1}
    made = []
    for name, value in strokes.items():
        count, number = divmod(number, value)
        made.append(f"{name} " * count)
        made.append(name * count)
    return made


@cases(0, 2)
def list_of_a_variable(n):
    row = [1, 2]
    grid = row * n
    return grid, len(row * n), [r * n for r in row]


@cases(3, 8)
def bar_of_some_width(n):
    full, empty = "#", "."
    return "[" + full * n + empty * (10 - n) + "]"


@cases((2, 1.5), (0, 2.0))
def name_of_a_number_elsewhere(n, x):
    unit = "m"
    says = unit * n
    unit = x
    return says, unit * n


@cases(2, 0)
def sum_of_lists_is_changed(n):
    data = [5, 3, 8]
    tree = [0] * len(data) + data
    for i in range(len(data) - 1, 0, -1):
        tree[i] = min(tree[2 * i], tree[2 * i + 1])
    return tree[n] + tree[n + 1]
