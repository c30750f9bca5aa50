"""Random programs with effects, plain against staged: how many are equal, refused (by code), wrong, or end in an error.

Of each four programs one is of the numeric language of `programs.py`, which has more of expressions and jumps, one is
about which objects are one (`alias_programs.py`), and one about a kind of value (`kind_programs.py`).
"""

from __future__ import annotations

import contextlib
import io
import linecache
import random
import re
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.autograph import alias_programs, effect_programs, kind_programs, programs
from tests.autograph.differential import define
from tests.autograph.effects.outcomes import SYSTEMS, Outcome, Program, counted, outcome, plain_error

Check = Callable[[str, Any], None]
Shrink = Callable[[Check, str, Any], str]

#: What a drawn program raises on purpose; anything else is a mistake in it, and the arguments are left out.
_MEANT = (type(None), ValueError, KeyError, UnboundLocalError)


class Failure(AssertionError):
    """A program that is wrong, or ends in an error without a code; `category` is what to shrink by."""

    def __init__(self, found: Outcome):
        self.found = found
        self.category = f"{found.kind}: {re.sub(r'0x[0-9a-f]+|[0-9.]+', '#', found.detail)[:50]}"
        if found.kind == "wrong":
            self.category = "wrong: " + found.detail.split()[0]
        super().__init__(f"{found.kind} for {found.arguments}: {found.detail}")


def drawn(number: int) -> tuple[str, list[tuple[Any, ...]]]:
    """The program of this number, and its argument sets."""
    draw = random.Random(number)
    if number % 4 == 0:
        halves = [draw.randint(-6, 6) / 2 for _ in range(8)]
        rows = np.array([halves[:2], halves[2:4]], np.float32)
        source = programs.numeric_written(draw.randint)
        return source, [(halves[4 + k], halves[6 + k], draw.randint(0, 3), rows[k]) for k in range(2)]
    if number % 4 == 2:
        return alias_programs.aliases_written(draw.randint), [(n,) for n in (0, 1, 2, 3, 5)]
    if number % 4 == 3:
        return kind_programs.kind_written(draw.randint), [(0, 1), (1, 0), (2, 2), (3, 1)]
    source = effect_programs.effects_written(draw.randint)
    return source, [(draw.randint(-3, 5), draw.randint(-3, 5), n) for n in (0, 1, draw.randint(2, 3), 3)]


def judged(system: str, source: str, arguments: list[tuple[Any, ...]]) -> Outcome | None:
    """What becomes of a program; None if it is none, or raises what it should not for each of its arguments."""
    try:
        compile(source, "<program>", "exec")
    except SyntaxError:
        return None
    languages = (programs, effect_programs, alias_programs, kind_programs)
    around = {name: value for language in languages for name, value in language.namespace().items()}
    function = define(source, "program", **around)
    outer = ("G", "g0") if "G" in source or "g0" in source else ()
    program = Program("", function, tuple(arguments), {}, outer)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            meant = [args for args in arguments if type(plain_error(program, args)) in _MEANT]
            return outcome(system, Program("", function, tuple(meant), {}, outer)) if meant else None
    finally:
        linecache.cache.pop(function.__code__.co_filename, None)


def checker(system: str) -> Check:
    """A check that raises Failure, for shrinking."""

    def check(source: str, arguments: Any) -> None:
        found = judged(system, source, arguments)
        if found is not None and found.kind in ("wrong", "error"):
            raise Failure(found)

    return check


def search(system: str, first: int, count: int | None, seconds: float, show: int, smaller: Shrink) -> int:
    """Draws programs; prints the figures, and of each kind of failure the shortest program, made smaller."""
    outcomes: list[Outcome] = []
    failed: dict[str, list[int]] = {}
    started, number = time.monotonic(), first
    while (number < first + count) if count else (time.monotonic() < started + seconds):
        if number > first and (number - first) % 1000 == 0:
            print(figures(system, first, number, outcomes, time.monotonic() - started), flush=True)
        source, arguments = drawn(number)
        found = judged(system, source, arguments)
        if found is not None:
            outcomes.append(Outcome(found.kind, found.code))
        if found is not None and found.kind in ("wrong", "error"):
            failed.setdefault(Failure(found).category, []).append(number)
        number += 1
    print(figures(system, first, number, outcomes, time.monotonic() - started), flush=True)
    for category, numbers in sorted(failed.items(), key=lambda item: -len(item[1]))[:show]:
        shortest = min(numbers, key=lambda k: len(drawn(k)[0]))
        source, arguments = drawn(shortest)
        small = smaller(checker(system), source, arguments)
        print(f"{len(numbers)} times {category} (seed {shortest})\n{_indented(small)}", end="")
        try:
            checker(system)(small, arguments)
        except Failure as failure:
            print(f"    {failure}")
        print(flush=True)
    return bool(failed)


def figures(system: str, first: int, end: int, outcomes: list[Outcome], seconds: float) -> str:
    counts: Counter[str] = counted(outcomes)
    codes = ", ".join(f"{code} {counts[code]}" for code in sorted(counts) if code.startswith("AG"))
    return (
        f"{system}: {end - first} programs drawn from seed {first} on in {seconds:.0f} s, {len(outcomes)} judged: "
        f"{counts['equal']} equal, {counts['refused']} refused ({codes or 'none'}), "
        f"{counts['wrong']} wrong, {counts['error']} errors without a code"
    )


def _indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


__all__ = ["SYSTEMS", "search"]
