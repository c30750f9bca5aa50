"""`bisect` of lists in which, or for a value for which, what is compared is staged."""

from __future__ import annotations

import bisect
from collections import deque
from collections.abc import Callable
from typing import Any

from autograph.operators import aggregates
from autograph.operators.calls import call, to_function
from autograph.operators.comparisons import any_staged
from autograph.operators.frames import hidden_frames
from autograph.staging import backend_of


def _finding(function: Callable[..., Any], is_left: bool) -> Callable[..., Any]:
    def find(a: Any, x: Any, lo: Any = 0, hi: Any = None, *, key: Any = None) -> Any:
        if not _concerns_staged(a, x, lo, hi, key):
            return function(a, x, lo, hi, key=key)
        return _found(a, x, lo, hi, key, is_left)

    return find


def _inserting(function: Callable[..., Any], is_left: bool) -> Callable[..., Any]:
    def insert(a: Any, x: Any, lo: Any = 0, hi: Any = None, *, key: Any = None) -> None:
        if not _concerns_staged(a, x, lo, hi, key):
            function(a, x, lo, hi, key=key)
            return
        value = x if key is None else call(key)(x)
        call(a.insert)(_found(a, value, lo, hi, key, is_left), x)

    return insert


def _concerns_staged(values: Any, *given: Any) -> bool:
    if backend_of(values) is not None or type(values) not in _KNOWN:  # one of the user's is asked for some items only
        return True
    return any(map(any_staged, (list(values), *given)))


#: Sequences of Python's whose items are there.
_KNOWN = frozenset({list, tuple, range, str, bytes, bytearray, deque})


def _found(values: Any, value: Any, low: Any, high: Any, key: Any, is_left: bool) -> Any:
    if backend_of(low) is None and low < 0:
        raise ValueError("lo must be non-negative")
    with hidden_frames:
        high = call(len)(values) if high is None else high
        return to_function(aggregates.bisected)(values, value, low, high, key, is_left)


#: What is called for functions of `bisect` while a program is staged.
FORMS: dict[Any, Callable[..., Any]] = {
    bisect.bisect_left: _finding(bisect.bisect_left, True),
    bisect.bisect_right: _finding(bisect.bisect_right, False),
    bisect.insort_left: _inserting(bisect.insort_left, True),
    bisect.insort_right: _inserting(bisect.insort_right, False),
}
