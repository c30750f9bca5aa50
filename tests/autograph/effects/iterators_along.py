"""Lists of Python's that are gone over along with what is staged, and iterators over both that have names."""

from __future__ import annotations

from collections import deque

from tests.autograph.effects.outcomes import cases


@cases(0, 2, 3)
def zip_of_a_list_that_changes(n):
    xs = [1, 2, 3, 4]
    for i, x in zip(range(1, n + 1), xs):
        xs[i] += x
    return xs


@cases(0, 2)
def enumerate_of_a_list_that_changes(n):
    xs, out = [1, 2], []
    for i, x in enumerate(xs, n):
        xs[1] = 9
        out.append(x)
    return out


@cases(0, 1, 2, 5)
def rows_beside_a_range(n):
    return [r * 2 for r, _ in zip([[1, 2], [3, 4]], range(n))]


@cases(0, 1, 2, staged="refused AG024")
def rows_that_change_beside_a_range(n):
    rows = [[1, 2], [3, 4]]
    for i, r in zip(range(n), rows):
        r[0] = i
    return rows


@cases(0, 1, 2)
def words_numbered(n):
    return [f"{i}. {w}" for i, w in enumerate(["x", "yy"], n)]


@cases(0, 1, 2)
def words_and_a_range_as_a_dict(n):
    return dict(zip(["a", "b"], range(n))).get("b", -1)


@cases(0, 1, 2)
def words_as_keys(n):
    return {w: i for i, w in enumerate(["a", "b"], n)}


@cases(0, 1, 2)
def unlike_numbers(n):
    return [x for _, x in enumerate([1, 2.5, True], n)]


@cases(0, 1, 2, 7)
def products(n):
    t = 0
    for i, w in zip(range(n), [3, 5, 7]):
        t += i * w
    return t


@cases(0, 1, 2, 7)
def sum_of_products(n):
    return sum(a * b for a, b in zip(range(n), [3, 5, 7]))


@cases(0, 1, 2, 7)
def map_of_two(n):
    return list(map(lambda a, b: a * b, range(n), [3, 5, 7]))


@cases(0, 1, 2)
def pairs_numbered(n):
    out = []
    for i, (a, b) in enumerate([(1, 2), (3, 4)], n):
        out.append(i * a + b)
    return out


@cases(0, 1, 2)
def words_beside_a_range(n):
    words = ["a", "bb", "c"]
    out = []
    for i, w in zip(range(n), words):
        out.append(w * 2)
    return out


@cases(0, 1, 2, 3)
def left_early(n):
    t = 0
    for i, x in enumerate([5, 6, 7], start=n):
        if x > 6:
            break
        t += i
    return t


@cases(0, 1, 2)
def characters_beside_a_range(n):
    return "".join(c for c, _ in zip("ab", range(n)))


@cases(0, 2)
def mapped_once(n):
    m = map(lambda v: v + 1, range(n))
    return sum(m), sum(m)


@cases(0, 2)
def numbered_once(n):
    z = enumerate([5, 6], n)
    return sum(1 for _ in z), sum(1 for _ in z)


@cases(0, 2)
def rest_of_a_zip(n):
    z = zip(range(n), [5, 6, 7])
    for _, x in z:
        if x == 5:
            break
    return [x for _, x in z]


@cases(0, 2)
def classes(n):
    z = zip(range(n), [5, 6, 7])
    return type(z).__name__, type(enumerate([1], n)).__name__, len(list(z))


@cases(0, 2, staged="refused AG025")
def effects_of_what_is_drawn(n):
    log = []

    def logged(v):
        log.append(v)
        return v

    for _, k in zip(map(logged, [1, 2, 3, 4]), range(n)):
        log.append(-k)
    return log


@cases(0, 2, staged="refused AG025")
def deque_that_changes(n):
    xs, out = deque([1, 2]), []
    for _, x in zip(range(n), xs):
        xs[1] = 9
        out.append(x)
    return out


@cases(0, 2, staged="refused AG025")
def dict_that_changes(n):
    d, t = {"a": 1, "b": 2}, 0
    for _, x in zip(range(n), d.values()):
        d["b"] = 50
        t += x
    return t
