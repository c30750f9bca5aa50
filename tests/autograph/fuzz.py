"""Random programs, original against converted, for as long as it is told; prints a reproducer, made smaller.

python -m tests.autograph.fuzz --seconds 60
python -m tests.autograph.fuzz --seconds 60 --staged runtime

Programs are those of the suite, but drawn without Hypothesis, which is ten times as fast.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from typing import Any

from tests.autograph.programs import Thing, numeric_written, written
from tests.autograph.staged import SYSTEMS
from tests.autograph.test_generated_programs import check_program, check_staged_program

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


def staged_case(draw: random.Random) -> tuple[str, Any]:
    """The same, of a program that can be staged."""
    numbers = [draw.randint(-6, 6) / 2 for _ in range(4)]
    return numeric_written(draw.randint), (numbers[0], numbers[1], draw.randint(0, 3), numbers[2:])


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
        return type(error).__name__
    return None


def smaller(check: Check, source: str, arguments: Any) -> str:
    """A program with as few lines as still fail alike: lines are left out, or what is under one takes its place."""
    kind = failure(check, source, arguments)
    lines = source.splitlines()
    changed = True
    while changed:
        changed = False
        for index in range(len(lines) - 1, 0, -1):
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
    parser.add_argument("--staged", choices=sorted(SYSTEMS), help="stage numeric programs on this system instead")
    options = parser.parse_args(arguments)
    first = random.randrange(10**9) if options.seed is None else options.seed
    check: Check = check_program
    case = plain_case
    if options.staged:
        system = SYSTEMS[options.staged]()
        case = staged_case

        def check(source: str, arguments: Any) -> None:
            check_staged_program(system, source, arguments)

    number, until = first, time.monotonic() + options.seconds
    while time.monotonic() < until:
        source, values = case(random.Random(number))
        if failure(check, source, values) is not None:
            small = smaller(check, source, values)
            try:
                check(small, values)
            except Exception as error:
                print(f"{small}\narguments: {values!r}\n{type(error).__name__}: {error}")
            again = f" --staged {options.staged}" if options.staged else ""
            print(f"\nagain: python -m tests.autograph.fuzz --seed {number}{again}")
            return 1
        number += 1
    print(f"{number - first} programs from seed {first} on: none does anything else converted")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
