"""Texts made of lists that give way to others, of another length, on one path."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(3, 30)
def text_of_a_list_that_is_emptied(w):
    line = ["a"]
    out = ""
    if w < 10:
        out = "".join(line)
        line = []
    return out, line


@cases(3, 8, 30)
def lines_of_some_width(w):
    out, line, length = [], [], 0
    for word in "one three to sixteen".split():
        if line and length + 1 + len(word) > w:
            out.append(" ".join(line))
            line, length = [], 0
        length += len(word) + (1 if line else 0)
        line.append(word)
    out.append(" ".join(line))
    return out


@cases(3, 30)
def list_shown_before_it_is_cut(n):
    xs = [1, 2, 3]
    says = "nothing"
    if n < 10:
        says = f"had {xs}"
        xs = xs[:1]
    else:
        xs.append(n)
    return says, xs


@cases(3, 30)
def one_of_two_lists_shown(n):
    xs = [1, 2]
    if n > 5:
        xs = [1, 2, 3]
    says = f"{xs}"
    if n > 20:
        xs = []
        says = f"{says} then {xs}"
    return says, len(xs)


@cases(0, 1, 3, staged="refused AG051")
def strings_doubled(n):
    codes = [""]
    for _ in range(n):
        codes = ["0" + c for c in codes] + ["1" + c for c in codes]
    return codes


@cases(0, 1, 3, staged="refused AG051")
def strings_doubled_in_a_while(n):
    codes = ["0", "1"]
    i = 0
    while i < n:
        codes = ["0" + c for c in codes] + ["1" + c for c in reversed(codes)]
        i += 1
    return len(codes)


@cases(0, 1, 3)
def strings_of_a_few_kinds(n):
    marks = ["a", "b"]
    for i in range(n):
        marks = [m.upper() for m in marks] + ["x" if i else "y"]
    return marks


@cases((0, 1.5), (3, 1.5), staged="refused AG055")
def integers_and_a_float(n, y):
    found = []
    for i in range(n):
        found.append(i)
    found.append(y)
    return str(found)


@cases((0, 1.5), staged="refused AG055")
def keys_that_are_integers_and_floats(n, y):
    return str({n: 1, y: 2})


@cases((0, 1.5), (3, 1.5))
def floats_alone(n, y):
    found = []
    for i in range(n):
        found.append(i + y)
    return str(found)
