"""What builtins make of a staged iterable, as ordinary loops. `autograph.operators.builtins` runs them converted.

`test` and `element` are those of a comprehension; `depth` counts the `for` clauses after the first, for which `element`
answers with the iterable, the test and the element of the next.
"""

from __future__ import annotations

from typing import Any

from autograph.operators.comparisons import number


def total(items: Any, test: Any, element: Any, depth: int, start: Any) -> Any:
    """`sum`."""
    for x in items:
        if test is None or test(x):
            if depth > 0:
                start = total(*element(x), depth - 1, start)
            else:
                start = start + number(element(x))
    return start


def count(items: Any, test: Any, element: Any, depth: int, start: Any) -> Any:
    """`len(list(...))`."""
    for x in items:
        if test is None or test(x):
            if depth > 0:
                start = count(*element(x), depth - 1, start)
            else:
                element(x)
                start = start + 1
    return start


def exists(items: Any, test: Any, element: Any, depth: int) -> Any:
    """`any`: stops at the first."""
    for x in items:
        if test is None or test(x):
            if depth > 0:
                if exists(*element(x), depth - 1):
                    return True
            elif element(x):
                return True
    return False


def holds(items: Any, test: Any, element: Any, depth: int) -> Any:
    """`all`: stops at the first for which it does not."""
    for x in items:
        if test is None or test(x):
            if depth > 0:
                if not holds(*element(x), depth - 1):
                    return False
            elif not element(x):
                return False
    return True


def extreme(
    items: Any, test: Any, element: Any, depth: int, key: Any, better: Any, found: Any, best: Any, best_key: Any
) -> Any:
    """`min` and `max`: whether there is one, the item and its key."""
    for x in items:
        if test is None or test(x):
            if depth > 0:
                found, best, best_key = extreme(*element(x), depth - 1, key, better, found, best, best_key)
            else:
                value = element(x)
                value_key = key(value)
                if not found or better(value_key, best_key):
                    found, best, best_key = True, value, value_key
    return found, best, best_key


def collected(items: Any, test: Any, element: Any, depth: int) -> Any:
    """`list`."""
    out = []
    for x in items:
        if test is None or test(x):
            if depth > 0:
                for y in collected(*element(x), depth - 1):
                    out.append(y)
            else:
                out.append(element(x))
    return out


def folded(function: Any, items: Any, value: Any) -> Any:
    """`functools.reduce`."""
    for x in items:
        value = function(value, x)
    return value
