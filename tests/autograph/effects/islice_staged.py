"""`itertools.islice`, of which a tensor decides how many items it takes, or how many there are."""

import itertools
from itertools import islice

from tests.autograph.effects.outcomes import cases


@cases(0, 1, 3, 9, -1)
def of_iter(n):
    it = iter([5, 6, 7, 8])
    a = list(itertools.islice(it, n))
    return a, list(it)


@cases(0, 1, 3, 9, -1)
def chunks(size):
    it = iter(range(10))
    out = []
    if size < 1:
        return out
    while True:
        chunk = list(islice(it, size))
        if not chunk:
            break
        out.append(sum(chunk))
    return out


@cases(0, 1, 3, 9)
def of_list(n):
    return list(islice([1, 2, 3], n))


@cases(0, 1, 3, 9)
def of_range(n):
    return sum(islice(range(5, 100), n))


@cases(0, 1, 3, 9)
def of_staged_range(n):
    return list(islice(range(n), 4)), list(islice(range(n), n - 1 if n > 0 else 0))


@cases(0, 1, 3, 9)
def of_staged_list(n):
    xs = [i * i for i in range(n)]
    return list(islice(xs, n)), [x for x in islice(xs, 2)], [x for x in islice(xs, n // 2)]


@cases(0, 1, 3, 9)
def of_count(n):
    return list(islice(itertools.count(3, 2), n))


@cases(0, 1, 3, 9)
def of_cycle(n):
    return list(islice(itertools.cycle([1, 2, 3]), n))


@cases(0, 1, 3, 9)
def of_tuple_in_for(n):
    t = 0
    for x in islice((4, 5, 6), n):
        t = t * 10 + x
    return t


@cases(0, 1, 3, 9, staged="refused AG033")
def of_string(n):
    return "".join(islice("hello", n))


@cases(0, 1, 3, 9, staged="refused AG033")
def of_dict(n):
    return list(islice({"a": 1, "b": 2}, n))


def _gen(n):
    for i in range(n):
        yield i * i


@cases(0, 1, 3, 9)
def of_generator(n):
    return list(islice(_gen(5), n))


@cases(0, 1, 3, 9, staged="refused AG025 AG033")
def of_genexp(n):
    return list(islice((i * 2 for i in range(5)), n))


@cases(0, 1, 3, 9, staged="refused AG033")
def of_map(n):
    return list(islice(map(lambda v: v * 2, [1, 2, 3]), n))


@cases(0, 1, 3, 9, staged="refused AG033")
def of_zip(n):
    return list(islice(zip([1, 2, 3], [4, 5, 6]), n))


@cases(0, 1, 3, 9, staged="refused AG033")
def of_enumerate(n):
    return list(islice(enumerate([4, 5, 6]), n))


@cases(0, 1, 3, -2)
def negative_in_try(n):
    try:
        return list(islice([1, 2, 3], n))
    except ValueError:
        return [-1]


@cases(0, 1, 3, staged="refused AG053")
def known_negative(n):
    it = iter(range(n))
    return list(islice(it, -1))


@cases(0, 1, 3, staged="refused AG026")
def known_none(n):
    it = iter(range(n))
    return list(islice(it, None))


@cases(0.5, 1.0, staged="refused AG033")
def of_float(x):
    return list(islice([1, 2, 3], x))


@cases(0, 1, 3)
def of_bool(n):
    return list(islice([1, 2, 3], n > 1))


@cases(0, 1, 3, staged="refused AG033")
def starts(n):
    return list(islice([1, 2, 3, 4], n, 4))


@cases(0, 1, 3)
def next_of(n):
    it = iter([1, 2, 3])
    s = islice(it, n)
    return next(s, -1), next(s, -2), next(it, -3)


@cases(0, 1, 3)
def list_grows_meanwhile(n):
    xs = [1, 2]
    s = islice(xs, n)
    xs.append(3)
    return list(s)


@cases(0, 1, 3)
def grows_in_loop(n):
    xs = [1, 2]
    for x in islice(xs, n):
        xs.append(x * 5)
    return xs


@cases((0, 2), (3, 1), (7, 7))
def two(a, b):
    it = iter(range(6))
    return list(islice(it, a)), list(islice(it, b)), list(it)


@cases(0, 1, 3)
def in_branch(n):
    it = iter([1, 2, 3, 4])
    got = []
    if n > 0:
        got = list(islice(it, n))
    return got, sum(it)


@cases(0, 1, 3, 9)
def in_sums_of_python_lists(n):
    xs = [3, 1, 2, 5]
    total = sum(islice(xs, n)), sum(x * x for x in islice(xs, n)), max(islice(xs, n), default=-1)
    return total, any(x > 2 for x in islice(xs, n)), all(x > 2 for x in islice(xs, n))


@cases(0, 1, 3, 9)
def in_functions_of_iterables(n):
    xs = [3, 1, 2, 5]
    doubled = list(map(lambda x: x * 2, islice(xs, n)))
    kept = [x for x in filter(lambda x: x > 1, islice(xs, n))]
    numbered = [(i, x) for i, x in enumerate(islice(xs, n))]
    pairs = [a - b for a, b in zip(islice(xs, n), xs[1:])]
    return doubled, kept, numbered, pairs, sorted(islice(xs, n)), tuple(islice(xs, n))


@cases(0, 1, 3, 9)
def of_texts(n):
    words = ["a", "bc", "d", "ef"]
    return "-".join(islice(words, n)), [w for w in islice(words, n)]


@cases(0, 1, 3, 9)
def in_loops_with_break(n):
    total = 0
    for i, x in enumerate(islice([3, 1, 2, 5], n)):
        if x == 2:
            break
        total += i * x
    else:
        total -= 1
    return total


@cases(0, 1, 3, 9, staged="refused AG033 AG053")
def of_dict_views(n):
    d = {}
    for i in range(n):
        d[i * 2] = i
    return list(islice(d.items(), 2)), sum(islice(d.values(), n // 2)), [k for k in islice(d, n - n // 2)]


@cases((0, 0), (0, 2), (1, 3), (2, 9), (3, 1))
def slices_read(i, j):
    xs = [3, 1, 2, 5, 4]
    total = 0
    for x in xs[i:j]:
        total = total * 10 + x
    return total, sum(xs[i:j]), max(xs[i:j], default=-1), len(xs[i:j]), [x + 1 for x in xs[i:j]], xs[i:] + xs[:j]


@cases((0, 0), (0, 2), (1, 3), (2, 9), (3, 1), (-2, 5), (-9, -1))
def slices_of_texts(i, j):
    words = ["a", "bc", "d", "ef", "g"]
    return " ".join(words[i:j]), "".join(w for w in words[i:j] if len(w) > 1), "abcdef"[i:j]


@cases((0, 0), (0, 2), (1, 3), (2, 9), (3, 1), (-2, 5))
def slices_of_staged_lists(i, j):
    xs = []
    for k in range(j):
        xs.append(k * k)
    for x in xs[i:]:
        xs.append(x)
    return sum(xs[i:j]), [(k, x) for k, x in enumerate(xs[i:])], list(zip(xs[i:], xs[:j])), xs[::-1][i:j]


@cases((0, 0), (0, 2), (1, 3), (2, 9), (3, 1))
def slices_of_rows(i, j):
    rows = [[1, 2], [3, 4], [5, 6], [7, 8]]
    return [sum(row) for row in rows[i:j]], [a * b for a, b in rows[i:j]], sum(len(row) for row in rows[i:])
