"""What builtins make of a staged iterable, as ordinary loops. `autograph.operators.builtins` runs them converted.

`test` and `element` are those of a comprehension; `depth` counts the `for` clauses after the first, for which `element`
answers with the iterable, the test and the element of the next.
"""

from __future__ import annotations

from typing import Any

from autograph.operators.comparisons import number


def total(depth: int, start: Any, items: Any, test: Any, element: Any) -> Any:
    """`sum`."""
    for x in items:
        if test is None or test(x):
            if depth > 0:  # noqa: SIM108 - what is staged is a statement
                start = total(depth - 1, start, *element(x))
            else:
                start = start + number(element(x))
    return start


def count(depth: int, start: Any, items: Any, test: Any, element: Any) -> Any:
    """`len(list(...))`."""
    for x in items:
        if test is None or test(x):
            if depth > 0:
                start = count(depth - 1, start, *element(x))
            else:
                element(x)
                start = start + 1
    return start


def exists(depth: int, items: Any, test: Any, element: Any) -> Any:
    """`any`: stops at the first."""
    for x in items:
        if test is None or test(x):
            if depth > 0:
                if exists(depth - 1, *element(x)):
                    return True
            elif element(x):
                return True
    return False


def holds(depth: int, items: Any, test: Any, element: Any) -> Any:
    """`all`: stops at the first for which it does not."""
    for x in items:
        if test is None or test(x):
            if depth > 0:
                if not holds(depth - 1, *element(x)):
                    return False
            elif not element(x):
                return False
    return True


def extreme(
    depth: int, key: Any, better: Any, found: Any, best: Any, best_key: Any, items: Any, test: Any, element: Any
) -> Any:
    """`min` and `max`: whether there is one, the item and its key."""
    for x in items:
        if test is None or test(x):
            if depth > 0:
                found, best, best_key = extreme(depth - 1, key, better, found, best, best_key, *element(x))
            else:
                value = element(x)
                value_key = key(value)
                if not found or better(value_key, best_key):
                    found, best, best_key = True, value, value_key
    return found, best, best_key


def collected(depth: int, items: Any, test: Any, element: Any) -> Any:
    """`list`."""
    out = []
    for x in items:
        if test is None or test(x):
            if depth > 0:
                for y in collected(depth - 1, *element(x)):
                    out.append(y)  # noqa: PERF402 - a list that grows when the program runs
            else:
                out.append(element(x))
    return out


def folded(function: Any, items: Any, value: Any) -> Any:
    """`functools.reduce`."""
    for x in items:
        value = function(value, x)
    return value


def greatest_common_divisor(*integers: Any) -> Any:
    """`math.gcd`."""
    found = 0
    for rest in integers:
        while rest != 0:
            found, rest = rest, found % rest
    return abs(found)


def integer_root(n: Any) -> Any:
    """`math.isqrt`, by Newton's method from above."""
    root = n
    following = (n + 1) // 2
    while following < root:
        root = following
        following = (root + n // root) // 2
    return root
