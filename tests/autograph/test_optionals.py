"""Variables, attributes and items that are None on some paths, or not there, and what is done with them."""

from __future__ import annotations

import re

import pytest

from tests.autograph.differential import define
from tests.autograph.staged import Jax, Runtime, arrays, assert_equal_values, run_staged, staging_error


@pytest.fixture
def runtime() -> Runtime:
    return Runtime()


#: Each is run with every one of its arguments, on every system.
PROGRAMS = {
    "search": (
        """
        def search(n):
            best = None
            for i in range(n):
                v = (i * 7) % 5
                if best is None or v > best:
                    best = v
            return -1 if best is None else best
        """,
        [0, 1, 4],
    ),
    "not none in the body of a loop": (
        """
        def rises(n):
            last = None
            count = 0
            for i in range(n):
                v = (i * 3) % 4
                if last is not None and v > last:
                    count += 1
                last = v
            return count
        """,
        [0, 1, 6],
    ),
    "a name for the test": (
        """
        def named(n):
            best = None
            if n > 2:
                best = n * 2
            missing = best is None
            if missing:
                return -1
            return best
        """,
        [0, 3],
    ),
    "not, and nested conditions": (
        """
        def nested(n):
            a = b = None
            if n > 2:
                a = n
            if n > 4:
                b = n * 2
            if not (a is None or b is None):
                return a + b
            if a is not None:
                return a
            return -1
        """,
        [0, 3, 5],
    ),
    "raise where it is None": (
        """
        def required(n):
            best = None
            if n > 2:
                best = n
            assert best is not None
            return best + 1
        """,
        [3],
    ),
    "two tests in one condition": (
        """
        def both(n):
            def over(k):
                if n > k:
                    return n
                return None

            a, b = over(2), over(4)
            if a is None and b is None:
                return 0
            if a is None or b is None:
                return 1
            return a + b
        """,
        [0, 3, 5],
    ),
    "compared with ==": (
        """
        def compared(n):
            best = None
            if n > 2:
                best = n
            return (best == None, best != None, best == 3, best == n)
        """,
        [0, 3, 4],
    ),
    "two optionals compared": (
        """
        def both(n):
            a = b = None
            if n > 2:
                a = n
            if n > 4:
                b = n
            return a == b
        """,
        [0, 3, 5],
    ),
    "in a tuple": (
        """
        def pair(n):
            p = (None, 0)
            if n > 2:
                p = (n, 1)
            a, k = p
            return (-1 if a is None else a), k
        """,
        [0, 3],
    ),
    "in a list that is returned by a function": (
        """
        def find(n, k):
            for i in range(n):
                if i * i > k:
                    return i

        def call(n):
            found = find(n, 5)
            if found is None:
                found = -n
            return found
        """,
        [0, 2, 6],
    ),
    "kept by an object": (
        """
        class Best:
            def __init__(self):
                self.value = None

            def see(self, v):
                if self.value is None or v > self.value:
                    self.value = v

        def run(n):
            best = Best()
            for i in range(n):
                best.see((i * 7) % 5)
            if best.value is None:
                return -1
            return best.value
        """,
        [0, 4],
    ),
    "a string or None": (
        """
        def mode(n):
            mode = None
            if n > 2:
                mode = "fast"
            return 1 if mode is None else 2
        """,
        [0, 3],
    ),
    "walked until None": (
        """
        def walk(n):
            node = n
            steps = 0
            while node is not None:
                steps += 1
                node = node - 1 if node > 0 else None
            return steps
        """,
        [0, 3],
    ),
    "None is an item of what is searched": (
        """
        def search(n):
            best = None
            if n > 2:
                best = n
            return None in (1, best), best in (None, 3), best in (3, 4)
        """,
        [0, 3, 5],
    ),
    "match": (
        """
        def matched(n):
            best = None
            if n > 2:
                best = n
            match best:
                case None:
                    return -1
                case 3:
                    return 30
                case _:
                    return best
        """,
        [0, 3, 4],
    ),
    "is True": (
        """
        def flagged(n):
            big = n > 2
            if big is True:
                return 1
            return 2 if big is not False else 3
        """,
        [0, 3],
    ),
}


@pytest.mark.parametrize(("source", "arguments"), PROGRAMS.values(), ids=list(PROGRAMS))
def test_what_may_be_none(system, source, arguments):
    program = define(source)
    for argument in arguments:
        assert_equal_values(run_staged(system, program, argument), arrays(program(argument)))


#: What needs a check when the program runs: with what it raises where None, or nothing, is found.
CHECKED = {
    "operand": (
        """
        def f(n):
            best = None
            if n > 2:
                best = n
            return best + 1
        """,
        TypeError,
    ),
    "reflected operand": (
        """
        def f(n):
            best = None
            if n > 2:
                best = n
            return 1 - best
        """,
        TypeError,
    ),
    "ordering": (
        """
        def f(n):
            best = None
            if n > 2:
                best = n
            return best > 2
        """,
        TypeError,
    ),
    "unpacked": (
        """
        def f(n):
            best = None
            if n > 2:
                best = (n, n)
            return best[1]
        """,
        TypeError,
    ),
    "unbound": (
        """
        def f(n):
            if n > 2:
                y = n
            return y
        """,
        UnboundLocalError,
    ),
    "deleted": (
        """
        def f(n):
            y = n
            if n <= 2:
                del y
            z = y
            return 5
        """,
        UnboundLocalError,
    ),
    "unbound in a closure": (
        """
        def f(n):
            if n > 2:
                y = n
            z = 0
            if n < 5:
                z = y
            return z
        """,
        UnboundLocalError,
    ),
    "first bound in a loop": (
        """
        def f(n):
            for i in range(n - 2):
                last = i
            return last
        """,
        UnboundLocalError,
    ),
    "left by the iteration before": (
        """
        def f(n):
            total = 0
            for i in range(4 - n // 3):
                if i >= n // 3:
                    total += last
                last = i * 2
            return total
        """,
        UnboundLocalError,
    ),
    "found in one iteration only": (
        """
        def f(n):
            for i in range(3):
                if i >= 5 - n:
                    where = i
                    break
            return where
        """,
        UnboundLocalError,
    ),
}


@pytest.mark.parametrize(("source", "error"), CHECKED.values(), ids=list(CHECKED))
def test_a_use_without_a_test_is_checked_when_the_program_runs(system, source, error):
    program = define(source)
    assert_equal_values(run_staged(system, program, 3), arrays(program(3)))
    with pytest.raises(error) as expected:
        program(0)
    with pytest.raises(error) as caught:
        run_staged(system, program, 0)
    assert str(caught.value) == str(expected.value)


@pytest.mark.parametrize(("source", "error"), CHECKED.values(), ids=list(CHECKED))
def test_a_system_that_cannot_raise_refuses_a_use_without_a_test(source, error):
    text = staging_error(Jax(), define(source), 3)
    assert re.search(r"\[AG0(10|18|54)\]", text)


def test_none_is_returned_where_the_program_finds_it(system):
    program = define("""
        def low_and_high(n):
            low = high = None
            for i in range(n):
                v = (i * 5) % 7
                if low is None or v < low:
                    low = v
                if high is None or v > high:
                    high = v
            return low, high
    """)
    assert_equal_values(run_staged(system, program, 4), arrays(program(4)))
    assert run_staged(system, program, 0) == (None, None)
