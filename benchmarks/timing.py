"""Timing and tables, for the benchmarks."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any


def seconds_per_call(function: Callable[..., Any], *args: Any, least: float = 0.05, rounds: int = 7) -> float:
    """The time of one call: the best of several rounds, each long enough for the clock."""
    count = 1
    while (elapsed := _seconds(function, args, count)) < least and count < 1 << 24:
        count = max(2 * count, int(count * least / max(elapsed, 1e-9)))
    return min(elapsed, *(_seconds(function, args, count) for _ in range(rounds - 1))) / count


def alternating(functions: Sequence[Callable[..., Any]], *args: Any, rounds: int = 9) -> list[float]:
    """The times of functions that are to be compared: measured in turn, so that a busy moment strikes all of them."""
    return [min(times) for times in zip(*_alternating_rounds(functions, args, rounds), strict=True)]


def _alternating_rounds(functions: Sequence[Callable[..., Any]], args: Any, rounds: int) -> list[list[float]]:
    return [[seconds_per_call(function, *args, rounds=2) for function in functions] for _ in range(rounds)]


def _seconds(function: Callable[..., Any], args: Any, count: int) -> float:
    started = time.perf_counter()
    for _ in range(count):
        function(*args)
    return time.perf_counter() - started


def print_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Prints rows under a title; the first column is left-aligned, the others are right-aligned."""
    widths = [max(len(row[i]) for row in [columns, *rows]) for i in range(len(columns))]
    print(f"\n{title}")
    for row in [columns, ["-" * width for width in widths], *rows]:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        print("  " + "  ".join(cells).rstrip(), flush=True)


def formatted(seconds: float) -> str:
    """A time with three digits, in the unit that suits it."""
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def times(slow: float, fast: float) -> str:
    """How many times longer `slow` took than `fast`."""
    ratio = slow / fast
    return f"{ratio:.2f} x" if ratio < 10 else f"{ratio:.1f} x"
