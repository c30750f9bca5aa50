"""Random programs, original against converted, for as long as it is told; prints a reproducer, made smaller.

python -m tests.autograph.fuzz --seconds 60
python -m tests.autograph.fuzz --staged runtime --programs 1000

Programs are those of the suite, but drawn without Hypothesis, which is ten times as fast.
Staged programs may be refused with a code; how many is counted, and that none does anything else than the original.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from typing import Any

from tests.autograph import staged_fuzz
from tests.autograph.programs import Thing, written
from tests.autograph.test_generated_programs import check_program

Check = Callable[[str, Any], None]


def plain_case(draw: random.Random) -> tuple[str, Any]:
    """A program and its arguments."""
    arguments = (
        draw.randint(-2, 5),
        draw.randint(-2, 5),
        [draw.randint(-2, 5) for _ in range(draw.randint(0, 4))],
        {"k": draw.randint(-2, 5)},
        Thing(x=draw.randint(-2, 5)),
    )
    return written(draw.randint, draw.choice((8, 16, 24)), draw.choice((2, 3, 4, 5))), arguments


def failure(check: Check, source: str, arguments: Any) -> str | None:
    """How a program fails, by the kind of error; None if it does not, or is no program."""
    try:
        check(source, arguments)
    except (SyntaxError, RecursionError) as error:
        try:
            compile(source, "<program>", "exec")
        except SyntaxError:
            return None
        return type(error).__name__
    except Exception as error:
        return str(getattr(error, "category", type(error).__name__))
    return None


def smaller(check: Check, source: str, arguments: Any, seconds: float = 30) -> str:
    """A program with as few lines as still fail alike: lines are left out, or what is under one takes its place."""
    until = time.monotonic() + seconds
    kind = failure(check, source, arguments)
    lines = source.splitlines()
    changed = True
    while changed:
        changed = False
        for index in range(len(lines) - 1, 0, -1):
            if time.monotonic() > until:
                break
            margin = _margin(lines[index])
            end = index + 1
            while end < len(lines) and _margin(lines[end]) > margin:
                end += 1
            inner = [line[4:] for line in lines[index + 1 : end]]
            for shorter in ([], inner, [" " * margin + "pass"]):
                candidate = lines[:index] + shorter + lines[end:]
                if candidate != lines and failure(check, "\n".join(candidate) + "\n", arguments) == kind:
                    changed = lines != candidate
                    lines = candidate
                    break
            if changed:
                break
    return "\n".join(lines) + "\n"


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.autograph.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="how long to search (default 60)")
    parser.add_argument("--seed", type=int, default=None, help="where to start (default: anywhere)")
    parser.add_argument("--staged", choices=sorted(staged_fuzz.SYSTEMS), help="stage programs with effects instead")
    parser.add_argument("--programs", type=int, default=None, help="with --staged: how many (default: --seconds long)")
    parser.add_argument("--show", type=int, default=10, help="with --staged: how many kinds of failures to shrink")
    options = parser.parse_args(arguments)
    first = random.randrange(10**9) if options.seed is None else options.seed
    if options.staged:
        return staged_fuzz.search(options.staged, first, options.programs, options.seconds, options.show, smaller)
    check: Check = check_program
    case = plain_case
    number, until = first, time.monotonic() + options.seconds
    while time.monotonic() < until:
        source, values = case(random.Random(number))
        if failure(check, source, values) is not None:
            small = smaller(check, source, values)
            try:
                check(small, values)
            except Exception as error:
                print(f"{small}\narguments: {values!r}\n{type(error).__name__}: {error}")
            print(f"\nagain: python -m tests.autograph.fuzz --seed {number}")
            return 1
        number += 1
    print(f"{number - first} programs from seed {first} on: none does anything else converted")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
