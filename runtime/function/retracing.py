"""The warning that a function is traced too often.

Calls are counted by the code of the Python function: a `function` that is made again and again in a loop is one of the
reasons for which every call is traced.
"""

from __future__ import annotations

import functools
import logging
import weakref
from collections import deque
from collections.abc import Callable
from types import CodeType
from typing import Any

_log = logging.getLogger("runtime")

#: Of the latest calls, how many may be traced before that is worth a warning; and how many of those a function gets.
LATEST = 15
MANY_TRACES = 5
MOST_WARNINGS = 2


class CallCounts:
    """How often functions of one code were called, and which of the calls were traced.

    Attributes:
        calls: how many there were.
    """

    __slots__ = ("__weakref__", "_traced", "_warnings", "calls")

    def __init__(self) -> None:
        self.calls = 0
        self._traced: deque[int] = deque(maxlen=LATEST)
        self._warnings = 0

    def traced(self, function: Callable[..., Any]) -> None:
        """Notes that the latest call was traced, and warns if too many were."""
        self._traced.append(self.calls)
        latest = min(self.calls, LATEST)
        count = sum(number > self.calls - latest for number in tuple(self._traced))
        if count < MANY_TRACES or self._warnings >= MOST_WARNINGS:
            return
        self._warnings += 1
        _log.warning(
            "%d out of the last %d calls to %s triggered tf.function retracing. Tracing is expensive and the excessive "
            "number of tracings could be due to (1) creating @tf.function repeatedly in a loop, (2) passing tensors "
            "with different shapes, (3) passing Python objects instead of tensors. For (1), please define your "
            "@tf.function outside of the loop. For (2), @tf.function has reduce_retracing=True option that can avoid "
            "unnecessary retracing. For (3), please refer to "
            "https://www.tensorflow.org/guide/function#controlling_retracing and "
            "https://www.tensorflow.org/api_docs/python/tf/function for  more details.",
            count, latest, function,
        )  # fmt: skip


_counts: weakref.WeakKeyDictionary[CodeType, CallCounts] = weakref.WeakKeyDictionary()


def counts_of(function: Callable[..., Any]) -> CallCounts:
    """The counts for the code of `function`; new ones if it has none."""
    while isinstance(function, functools.partial):
        function = function.func
    code = getattr(function, "__code__", None)
    if getattr(function, "__globals__", {}).get("__name__", "").partition(".")[0] == __name__.partition(".")[0]:
        return CallCounts()  # each model of a program has functions of this package's for itself
    return _counts.setdefault(code, CallCounts()) if isinstance(code, CodeType) else CallCounts()
