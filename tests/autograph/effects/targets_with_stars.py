"""Comprehensions and generator expressions whose target has a star: over rows, lists of staged length, iterators."""

from __future__ import annotations

import itertools

from tests.autograph.effects.outcomes import cases


@cases(0, 1, 2, 5)
def of_lists_of_one_length(n):
    rows = []
    for i in range(n):
        rows.append([i, i + 1, i + 2])
    return [first * 100 + sum(rest) for first, *rest in rows]


@cases(0, 1, 2, 5)
def of_lists_of_any_length(n):
    rows = []
    for i in range(n):
        rows.append([i] * (i + 1))
    return [first * 100 + len(rest) for first, *rest in rows], [sum(rest) for *rest, _ in rows]


@cases(0, 1, 2, 5)
def too_few(n):
    rows = []
    for i in range(n):
        rows.append([0] * i)
    try:
        return [rest for _, *rest in rows]
    except ValueError:
        return -1


@cases(0, 1, 2, 5)
def too_few_uncaught(n):
    rows = []
    for i in range(n):
        rows.append([7] * (3 - i))
    return [first + last + len(between) for first, *between, last in rows]


@cases(0, 1, 2, 5)
def star_alone(n):
    rows = []
    for i in range(n):
        rows.append((i, i * 2))
    return [[*all_of_it, 0] for (*all_of_it,) in rows]


@cases(0, 1, 2, 5)
def rest_is_a_list(n):
    rows = []
    for i in range(n):
        rows.append((i, i * 2, i * 3))
    return [rest == [i, j] for i, j, (_, *rest) in zip(range(2, 20, 2), range(3, 30, 3), rows[1:])], [
        isinstance(rest, list) for _, *rest in rows
    ]


@cases(0, 1, 2, 5)
def rest_is_another_list(n):
    rows = []
    for i in range(n):
        rows.append([i, i, i])
    rests = [rest for _, *rest in rows]
    for rest in rests:
        rest[0] = 9
    return rows, rests


@cases(0, 1, 2, 5, jax="refused AG024")
def rest_grows(n):
    rows = []
    for i in range(n):
        rows.append([i, i, i])
    rests = [rest for _, *rest in rows]
    for rest in rests:
        rest.append(len(rest))
    return rows, rests


@cases(0, 1, 2, 5)
def nested(n):
    rows = []
    for i in range(n):
        rows.append((i, [i + 1, i + 2, i + 3]))
    return [i + first - sum(rest) for i, (first, *rest) in rows], [
        k * i + last for k, (i, (*_, last)) in enumerate(rows)
    ]


@cases(0, 1, 2, 5)
def tested(n):
    rows = []
    for i in range(n):
        rows.append([i, i % 2, i % 3])
    return [[last, first] for first, *rest, last in rows if sum(rest) > 0 or last == 2]


@cases(0, 1, 2, 5)
def in_sums(n):
    rows = []
    for i in range(n):
        rows.append([i, i % 2, i % 3])
    return (
        sum(first * sum(rest) for first, *rest in rows),
        any(1 in rest for _, *rest in rows),
        max((last for *_, last in rows), default=-1),
    )


@cases(0, 1, 2, 5)
def of_dicts(n):
    rows = []
    for i in range(n):
        rows.append([i, i * 2, i * 3])
    found = {first: sum(rest) for first, *rest in rows}
    return sorted(found.items()), sorted({last for *_, last in rows})


@cases(0, 1, 2, 5)
def inner_clause(n):
    rows = []
    for i in range(n):
        rows.append([i, i * 2, i * 3])
    return [first * x for first, *rest in rows for x in rest]


@cases(0, 1, 2, 5)
def inner_clause_is_starred(n):
    groups = []
    for i in range(n):
        groups.append([[i, 1, 2], [i, 3, 4]])
    return [first - sum(rest) for group in groups for first, *rest in group]


@cases(0, 1, 2, 5)
def names_again(n):
    rows = []
    for i in range(n):
        rows.append([i, i + 1, i + 2])
    a = [x for x, *x in rows]
    b = [x for *x, x in rows]
    return a, b, [_ for _, *_, _ in rows]


@cases(0, 1, 2, 5)
def of_strings(n):
    words = ["ab", "cde", "f", "gh", "ijk"]
    return [head + "-" + "".join(tail) for head, *tail in words[:n]]


@cases(0, 1, 2, 5)
def of_split_lines(n):
    lines = ["add 1 2", "neg 4", "sum 1 2 3"]
    kept = [line for i, line in enumerate(lines) if i < n]
    return [(name, len(given)) for name, *given in (line.split() for line in kept)]


@cases(0, 1, 2, 5)
def of_split_numbers(n):
    lines = ["1 1 2", "2 4", "3 1 2 3"][:n]
    return [int(name) + sum(int(x) for x in given) for name, *given in [line.split() for line in lines]]


@cases(0, 1, 2, 5, staged="refused AG053")
def of_ranges(n):
    return [first + sum(rest) for first, *rest in [range(1, n + 2), range(5)]]


@cases(0, 1, 2, 5, staged="refused AG033")
def of_staged_lists(n):
    xs, ys = [i for i in range(n)], [i * i for i in range(n + 1)]
    try:
        return [first + len(rest) for first, *rest in (xs, ys)]
    except ValueError as error:
        return str(error)


@cases(0, 1, 2, 5)
def of_zip(n):
    xs, ys, zs = [*range(n)], [*range(1, n + 1)], [*range(2, n + 2)]
    return [x * sum(rest) for x, *rest in zip(xs, ys, zs)]


@cases(0, 1, 2, 5)
def of_enumerate(n):
    return [i + sum(rest) for i, *rest in enumerate([k * k for k in range(n)])]


@cases(0, 1, 2, 5, staged="refused AG026")
def of_iterators(n):
    xs = [k * k for k in range(n)]
    return [first + sum(rest) for first, *rest in [iter([1, *xs]), iter([2, 3])]]


@cases(0, 1, 2, 5, staged="refused AG023")
def of_generators(n):
    def counted(k):
        yield k
        yield from range(n)

    return [first * 10 + sum(rest) for first, *rest in [counted(1), counted(2)]]


@cases(0, 1, 2, 5)
def of_combinations(n):
    return [first * sum(rest) for first, *rest in itertools.combinations([*range(n)], 3)]


@cases(0, 1, 2, 5)
def of_dict_items(n):
    groups = {}
    for i in range(n):
        groups.setdefault(i % 2, []).append(i)
    return [key * 10 + first - sum(rest) for key, (first, *rest) in groups.items()]


@cases(0, 1, 2, 5)
def of_python_rows(n):
    rows = [[1, 2, 3], [4], [5, 6]]
    return [first * n + len(rest) for first, *rest in rows], [len(rest) for first, *rest in rows if first > n]


@cases(0, 1, 2, 5)
def of_numbers(n):
    rows = [1, n]
    try:
        return [len(rest) + n for _, *rest in rows]
    except TypeError as error:
        return str(error)


@cases(0, 1, 2, 5)
def of_python_rows_too_few(n):
    rows = [[1, 2, 3], [4, n], [5]]
    try:
        return [first + len(rest) + last for first, *rest, last in rows if first > n]
    except ValueError as error:
        return str(error)


@cases(0, 1, 2, 5)
def rows_or_none(n):
    row = [n, 1, 2] if n > 1 else None
    try:
        return [first + sum(rest) for first, *rest in [[1, 2], row]]
    except TypeError as error:
        return str(error)


@cases(0, 1, 2, 5, staged="refused AG033")
def either_row(n):
    row = [n, 1, 2] if n > 1 else [n]
    return [first * 10 + len(rest) for first, *rest in [[1, 2], row]]


@cases(0, 1, 2, 5)
def with_walrus(n):
    rows = []
    for i in range(n):
        rows.append([i, i + 1, i + 2])
    found = [total for first, *rest in rows if (total := first + sum(rest)) > 4]
    return found


@cases(0, 1, 2, 5)
def closures_keep_theirs(n):
    rows = []
    for i in range(n):
        rows.append([i, i + 1])
    found = [(lambda: first + sum(rest)) for first, *rest in [[n, 1], [2, 3, 4]]]
    return [make() for make in found]


@cases(0, 1, 2, 5)
def effects_in_order(n):
    seen = []

    def note(x):
        seen.append(x)
        return x

    rows = []
    for i in range(n):
        rows.append([i, i + 1, 5])
    made = [note(first) + note(sum(rest)) for first, *rest in rows if note(len(rest))]
    return made, seen


@cases(0, 1, 2, 5)
def star_is_an_attribute(n):
    class Box:
        value = None

    box = Box()
    rows = [[n, 1, 2], [3, 4]]
    made = [first + sum(box.value) for first, *box.value in rows]
    return made, box.value


@cases((3,), (1,), (0,))
def rest_of_genexpr(n):
    a, *b = (i * 2 for i in range(n + 1))
    return a, len(b)


def counting_from_seven(n):
    yield 7
    yield from range(n)


@cases((3,), (1,), (0,))
def rest_of_generator(n):
    a, *b = counting_from_seven(n)
    return a, len(b), sum(b)


@cases((3,), (1,), (0,))
def rest_of_map(n):
    a, *b = map(lambda x: x + 1, range(n + 1))
    return a, len(b), sum(b)


@cases((3,), (1,), (0,))
def rest_of_zip(n):
    (a, b), *c = zip(range(1, n + 2), range(5, n + 9))
    return a, b, len(c)


@cases((3,), (1,), (0,))
def rest_of_enumerate(n):
    xs = [5]
    for i in range(n):
        xs.append(i)
    (i, x), *rest = enumerate(xs)
    return i, x, len(rest)


@cases((3,), (1,), (0,))
def rest_of_reversed(n):
    *a, b = reversed(range(n + 1))
    return b, len(a)


@cases((3,), (1,), (0,))
def rest_of_dict(n):
    d = {0: 1}
    for i in range(n):
        d[i] = i
    a, *b = d
    (k, v), *c = d.items()
    return a, len(b), k, v, len(c)


@cases((3,), (1,), (0,))
def rest_of_known(n):
    a, *b = range(3)
    _c, *d = "abc"
    e, *f = (n, n + 1)
    return a, len(b), len(d), e, f[0]


@cases((0,), (1,), (-1,))
def rest_too_few(n):
    a, *_b = range(n)
    return a


@cases((3,), (1,), (0,))
def rest_in_loop(n):
    t = 0
    for k in range(n):
        a, *b = range(k, 2 * k + 1)
        t += a + len(b)
    return t


@cases((3,), (1,), (0,))
def rest_of_optional(n):
    x = None
    if n > 0:
        x = [n, 2]
    if x is not None:
        a, *b = x
        return a + len(b)
    return -1


@cases((3,), (1,), (0,))
def rest_of_a_range(n):
    first, *middle, last = range(n, n * 2 + 2)
    return first, last, len(middle)


@cases((3,), (1,), (0,))
def rest_of_a_range_to_its_end(n):
    head, *tail = range(n + 1)
    return head, len(tail), sum(tail)
