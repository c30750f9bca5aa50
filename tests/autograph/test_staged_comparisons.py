"""`in`, comparisons of tuples and lists, and items under a staged index: staged, they are what Python has."""

from __future__ import annotations

import numpy as np
import pytest

from tests.autograph.differential import assert_all_same, define
from tests.autograph.staged import arrays, assert_equal_values, tensors

#: Programs, and what each is called with: Python's answer for these numbers is what the staged program must give.
PROGRAMS = {
    "in a list with staged items": (
        "def f(x, n): return x in [1, n, 3], x not in (n, 2)",
        [(1, 5), (5, 5), (2, 5)],
    ),
    "in as a condition": (
        """
        def f(x, n):
            if x not in (1, n):
                return 10
            elif x in [1] and n > 2:
                return 20
            return 30
        """,
        [(1, 5), (5, 5), (2, 5)],
    ),
    "in as the test of a loop": (
        """
        def f(n):
            while n not in (1, 2, 4):
                n = n // 2
            return n
        """,
        [(100,), (4,)],
    ),
    "in ranges": (
        "def f(x, n): return x in range(n), x in range(2, 20, 3), x in range(20, 2, -3), 2 in range(1, n, 2), 3 in range(x)",
        [(1, 5), (5, 5), (-1, 5), (8, -3), (20, 0)],
    ),
    "in the keys, values and items of a dict, and in a set": (
        "def f(n): return n in {1: 2, 5: 3}, n in {1: n}.values(), (1, n) in {1: 5}.items(), n in {3, 5}, 'x' in {'x': n}",
        [(1,), (5,), (2,)],
    ),
    "in an array": ("def f(n, xs): return n in xs, 2 in xs, n not in xs", [(2, [1, 2, 3]), (7, [1, 2, 3])]),
    "in among floats, bools and strings": (
        "def f(n): return n in [1.0, 2.5], n in [True, 'a', None], n in {'a', 2}",
        [(1,), (2,), (3,)],
    ),
    "in an object of the user's": (
        """
        class Box:
            def __init__(self, xs):
                self.xs = xs
            def __contains__(self, x):
                for y in self.xs:
                    if y == x:
                        return True
                return False
        def f(x):
            return x in Box([1, 2, 3]), x not in Box((1, x))
        """,
        [(5,), (2,)],
    ),
    "tuples and lists": (
        """
        def f(n, m):
            return (
                (n, 1) == (m, 1), (n, 1) != (m, 1), (n, 1) < (m, 2), (n, 1) <= (m, 1), [n, 2] > [m, 1], [n] >= [m, 2],
                (n, m) == (n, m, 1), (n,) < (n, m), (n, (m, 2)) < (n, (2, n)), (n, 1) == [n, 1], {"a": n} == {"a": m},
            )
        """,
        [(1, 1), (1, 2), (2, 1)],
    ),
    "variables that hold tuples": (
        """
        def f(n, m):
            best = (n, 1)
            if (m, 0) < best:
                best = (m, 0)
            return best, (0, 0) < (n, m) < (3, 3), best == (m, 0)
        """,
        [(1, 1), (4, 2), (-2, 1)],
    ),
    "items of lists and tuples": (
        "def f(n): return [10, 20, 30][n], (1.5, 2, 3)[n], [[1, 2], [3, 4], [5, 6]][n][1], [(n, 1), (2, n), (3, 3)][n]",
        [(0,), (2,), (-1,), (-3,)],
    ),
    "items in a loop": (
        """
        def f(n):
            xs = [10, 20, 30]
            t = 0
            for i in range(n):
                t += xs[i]
            return t
        """,
        [(3,), (0,)],
    ),
    "stores to items": (
        """
        def f(n, m):
            xs = [1, 2, 3]
            xs[n] = m
            xs[n - 1] += 10
            counts = {1: 0, 2: 5}
            counts[m] += 1
            pairs = [(1, 2), (3, 4), (5, 6)]
            pairs[n] = (m, n)
            return xs, counts, pairs
        """,
        [(0, 1), (1, 2), (-1, 2)],
    ),
    "stores in branches and loops": (
        """
        def f(n):
            xs = [0] * 4
            for i in range(n):
                xs[i % 4] += i
            if n > 2:
                xs[n - 3] = 100
            return xs
        """,
        [(0,), (2,), (3,), (6,)],
    ),
    "items of a dict": (
        """
        def f(n):
            d = {1: 10, 5: 50, 7: n}
            pairs = {1: (1, 2.5), 5: (3, 4.5), 7: (0, 0.5)}
            a, b = pairs[n]
            return d[n], a + b, d.get(n, 0), d.get(n + 1, -1)
        """,
        [(1,), (5,), (7,)],
    ),
    "index and count": (
        "def f(n): return [3, n, 1].index(n), (1, 2, n).count(2), [1, 2, 3].index(n)",
        [(1,), (2,), (3,)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("source, cases", PROGRAMS.values(), ids=PROGRAMS)
def test_staged_is_what_python_has(system, source, cases):
    staged = system.stage(define(source, "f"))
    plain = define(source, "f")
    for case in cases:
        expected = plain(*[np.array(value) if isinstance(value, list) else value for value in case])
        assert_equal_values(arrays(staged(*tensors(system, case))), arrays(expected))


@pytest.mark.parametrize(
    "source",
    [
        "def f(n): return [10, 20, 30][n]",
        "def f(n): return {0: 1, 1: 2, 2: 3}[n]",
        "def f(n): return [0, 1, 2].index(n)",
    ],
)
def test_what_is_not_there_is_an_error_when_the_program_runs(system, source):
    for staged in (system.stage(define(source, "f")), system.stage_within(define(source, "f"))):
        for n in (2, 0):
            staged(system.tensor(n))
        for n in (3, -4):
            with pytest.raises(
                Exception, match=rf"not found|out of range|not in the list|{n} is not in list|(^|KeyError: ){n}\b"
            ):
                arrays(staged(system.tensor(n)))


def test_plain_values_compare_as_they_do():
    def run(x, xs):
        log = []

        class Loud:
            def __init__(self, value):
                self.value = value

            def __eq__(self, other):
                log.append(("eq", self.value, getattr(other, "value", other)))
                return self.value == getattr(other, "value", other)

            __hash__ = None

            def __lt__(self, other):
                log.append(("lt", self.value, other.value))
                return self.value < other.value

        def seen(value):
            log.append(value)
            return value

        found = [Loud(1) in [Loud(2), Loud(1), Loud(3)], (Loud(1), Loud(2)) < (Loud(1), Loud(3))]
        found += [seen(x) in seen(xs), seen(x) not in seen((x, 1)), "a" in "abc", x in {1: 2}, x in range(3)]
        found += [xs[x], xs[x : x + 1], {1: "one"}.get(x), float("nan") in [float("nan")]]
        if x in xs:
            found.append("there")
        return found, log

    assert_all_same(run, [(1, [1, 2, 3]), (0, [1, 2]), (1, ["a", "b"]), (5, [1])])
    assert_all_same(lambda x: x in x, [3, "a", [1]])


def test_class_patterns_of_numbers_take_staged_numbers_for_what_they_are(system):
    source = """
        def f(n):
            match n:
                case bool():
                    return 1
                case int():
                    return n + 2
                case float() | complex():
                    return n + 0.5
            return 4
    """
    for value in (True, 1, 2.5):
        staged = system.stage(define(source, "f"))
        assert_equal_values(arrays(staged(system.tensor(value))), arrays(define(source, "f")(value)))
