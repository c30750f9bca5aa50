"""Lists that an iterator goes over, and that become longer or shorter meanwhile: held iterators, and several."""

from __future__ import annotations

from collections import deque

from tests.autograph.effects.outcomes import cases


@cases(0, 3, 7)
def two_of_one_list(n):
    xs = [1, 3, 5, 7]
    seen = []
    for a, b in zip(xs, xs):
        seen.append((a, b))
        if a == n:
            xs.pop(0)
    return xs, seen


@cases(0, 3, 7)
def neighbours(n):
    xs = [1, 3, 5, 7]
    for a, b in zip(xs, xs[2:]):
        if a < n < b or a == n:
            xs.append(a * b)
            break
    return xs


@cases(0, 3, 7)
def held_and_asked(n):
    xs = [1, 3, 5, 7]
    pairs = enumerate(xs)
    _, first = next(pairs)
    if n > 1:
        xs.insert(1, n)
    _, second = next(pairs)
    return first, second, list(pairs), xs


@cases(0, 3, 7)
def held_by_an_object(n):
    class Scanner:
        def __init__(self, items):
            self.items = items
            self.pairs = enumerate(items)

        def scan(self, limit):
            for i, x in self.pairs:
                if x >= limit:
                    self.items.insert(i, limit)
                    return i
            return -1

    xs = [1, 3, 5, 7]
    scanner = Scanner(xs)
    return scanner.scan(n), scanner.scan(n + 2), xs, scanner.items is xs


def _take(pairs, xs, n):
    for i, x in pairs:
        if x == n:
            del xs[i]
            break
    return next(pairs, None)


@cases(0, 3, 7)
def handed_on(n):
    xs = [1, 3, 5, 7]
    return _take(enumerate(xs), xs, n), xs


@cases(0, 3, 7)
def reversed_held(n):
    xs = [1, 3, 5, 7]
    back = reversed(xs)
    last = next(back)
    if n > 1:
        xs.pop()
    if n > 3:
        xs.pop()
    return last, list(back), xs


@cases(0, 3, 7)
def reversed_with_insert(n):
    xs = [1, 3, 5, 7]
    seen = []
    for x in reversed(xs):
        seen.append(x)
        if x == n:
            xs.insert(0, 10)
        if len(seen) > 8:
            break
    return xs, seen


@cases(0, 3, 7)
def reversed_ended(n):
    xs = [1, 3]
    back = reversed(xs)
    first = [*back]
    if n > 1:
        xs.append(n)
    return first, list(back), xs


@cases(0, 3, 7)
def enumerate_ended(n):
    xs = [1, 3]
    pairs = enumerate(xs)
    first = [i for i, _ in pairs]
    if n > 1:
        xs.append(n)
    return first, list(pairs), xs


@cases(0, 3, 7)
def zip_strict_changes(n):
    a, b = [1, 3, 5], [2, 4, 6]
    try:
        for p, q in zip(a, b, strict=True):
            if p == n:
                a.append(9)
    except ValueError as e:
        return a, str(e)
    return a, None


@cases(0, 3, 7)
def map_of_two(n):
    a, b = [1, 3, 5], [2, 4, 6]
    seen = []
    for s in map(lambda p, q: p * q, a, b):
        seen.append(s)
        if s == n * 4:
            a.append(1)
            b.append(1)
    return a, b, seen


@cases(0, 3, 7)
def map_whose_function_changes(n):
    a = [1, 3, 5]

    def add(x):
        if x == n:
            a.append(10)
        return x + 1

    return list(map(add, a)), a


@cases(0, 3, 7)
def comprehension_whose_part_changes(n):
    a = [1, 3, 5]

    def add(i, x):
        if x == n:
            a.append(10)
        return x + i

    return [add(i, x) for i, x in enumerate(a)], a


@cases(0, 3, 7)
def sum_whose_part_changes(n):
    a = [1, 3, 5]

    def add(i, x):
        if x == n and len(a) < 6:
            a.append(x)
        return x + i

    return sum(add(i, x) for i, x in enumerate(a)), a


@cases(0, 3, 7, staged="refused AG053")
def over_a_deque(n):
    xs = deque([1, 3, 5])
    for i, x in enumerate(xs):
        if x == n:
            xs.append(9)
            break
    return list(xs)


@cases(0, 3, 7)
def list_in_a_dict(n):
    d = {"a": [1, 3, 5], "b": [2]}
    for i, x in enumerate(d["a"]):
        if x >= n:
            d["a"].insert(i, n)
            break
    return d


@cases(0, 3, 7)
def list_in_a_tuple(n):
    t = ([1, 3, 5], "x")
    for i, x in enumerate(t[0]):
        if x >= n:
            t[0].insert(i, n)
            break
    return t


@cases((0, 1), (3, 0), (7, 2))
def one_of_two(n, k):
    a, b = [1, 3, 5], [2, 4]
    target = a if k == 1 else b
    for i, x in enumerate(target):
        if x >= n:
            target.insert(i, n)
            break
    return a, b


@cases(0, 3, 7)
def both_branches(n):
    xs = [1, 3, 5]
    for i, x in enumerate(xs):
        if x == n:
            xs.pop(i)
        elif x > n:
            xs.insert(i, 0)
            break
        else:
            xs.append(x)
        if len(xs) > 6:
            break
    return xs


@cases(0, 3, 7, staged="refused AG024")
def returns_from_nested(n):
    grid = [[1, 2], [3, 4], [5, 6]]
    for r, row in enumerate(grid):
        for c, x in enumerate(row):
            if x == n:
                row.pop(c)
                return r, c, grid
    return None, None, grid


@cases(0, 3, 7)
def outer_list_changes(n):
    grid = [[1, 2], [3, 4], [5, 6]]
    for r, row in enumerate(grid):
        if n in row:
            grid.pop(r)
            break
    return grid


@cases(0, 3, 7)
def try_inside(n):
    xs = [1, 0, 5, 7]
    for i, x in enumerate(xs):
        try:
            if 12 // x == n:
                xs.pop(i)
                break
        except ZeroDivisionError:
            xs.append(99)
    return xs


@cases(0, 3, 7)
def finally_inside(n):
    xs = [1, 3, 5, 7]
    log = []
    for i, x in enumerate(xs):
        try:
            if x == n:
                break
        finally:
            log.append(i)
            if x >= n:
                xs.pop()
    return xs, log


@cases(0, 3, 7, jax="refused AG022")
def strings_in_a_list(n):
    words = ["a", "bb", "ccc"]
    for i, w in enumerate(words):
        if len(w) == n:
            words[i : i + 1] = [w + "!", "x"]
            break
    return words


@cases(0.5, 3.0, 7.0)
def floats(n):
    xs = [1, 3, 5, 7]
    for i, x in enumerate(xs):
        if x > n:
            xs.insert(i, n)
            break
    else:
        xs.append(n)
    return xs


@cases(0, 3, 7, staged="refused AG021")
def argument_default(n):
    def put(x, xs=[1, 5]):
        for i, y in enumerate(xs):
            if x < y:
                xs.insert(i, x)
                break
        return xs

    return put(n), put(2)


@cases(0, 3, 7)
def with_index_from_enumerate_used_after(n):
    xs = [1, 3, 5, 7]
    i = -1
    for i, x in enumerate(xs):
        if x >= n:
            xs.insert(i, n)
            break
    return i, xs


@cases(0, 3, 7, staged="refused AG011")
def unlike_items(n):
    xs = [1, "a", 3]
    for i, x in enumerate(xs):
        if x == n:
            xs.insert(i, n)
            break
    return xs


@cases(0, 3, 7)
def none_items(n):
    xs = [1, None, 3]
    for i, x in enumerate(xs):
        if x == n:
            xs.insert(i, n)
            break
    return xs


@cases(0, 3, 7, staged="refused AG031 AG033")  # the first where a comprehension has no function of its own
def functions_in_a_list(n):
    fs = [abs, min]
    for i, f in enumerate(fs):
        if n > i + 2:
            fs.append(max)
            break
    return [f(n, 2) if f is not abs else f(n) for f in fs]


@cases(0, 3, 7)
def bubble(n):
    xs = [4, 2, n, 1]
    out = []
    while xs:
        best = 0
        for i, x in enumerate(xs):
            if x < xs[best]:
                best = i
        out.append(xs.pop(best))
    return out


@cases(0, 3, 7)
def two_iterators(n):
    xs = [1, 3, 5, 7]
    a, b = iter(xs), enumerate(xs)
    got = []
    for x in a:
        _, y = next(b)
        got.append(x + y)
        if x == n:
            xs.append(100)
        if len(got) > 6:
            break
    return got, xs


@cases(0, 3, 7)
def enumerate_of_slice_and_list(n):
    xs = [1, 3, 5, 7]
    for i, x in enumerate(xs[1:], 1):
        if x >= n:
            xs.insert(i, n)
            break
    return xs


@cases(0, 3, 7, staged="refused AG025")
def filter_then_enumerate(n):
    xs = [1, 3, 5, 7]
    for i, x in enumerate(filter(lambda v: v > 1, xs)):
        if x >= n:
            xs.insert(i, n)
            break
    return xs


@cases(0, 3, 7)
def zip_with_range(n):
    xs = [1, 3, 5, 7]
    for i, x in zip(range(10), xs):
        if x >= n:
            xs.insert(i, n)
            if n > 3:
                break
        if i > 6:
            break
    return xs


@cases(0, 3, 7)
def zip_with_string(n):
    xs = [1, 3, 5, 7]
    found = ""
    for c, x in zip("abcd", xs):
        found += c
        if x >= n:
            xs.pop()
            break
    return xs, found


@cases(0, 3, 7, staged="refused AG021")
def zip_with_dict(n):
    xs = [1, 3, 5, 7]
    d = {"a": 1, "b": 2}
    for k, x in zip(d, xs):
        if x >= n:
            xs.pop()
            break
    return xs, d


@cases(0, 3, 7, staged="refused AG021")
def zip_with_generator(n):
    xs = [1, 3, 5, 7]

    def gen():
        yield 10
        yield 20
        yield 30

    total = 0
    for g, x in zip(gen(), xs):
        total += g
        if x >= n:
            xs.pop()
            break
    return xs, total
