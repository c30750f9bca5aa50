"""Random programs, original against converted, for as long as it is told; prints a reproducer, shrunk.

python -m tests.autograph.fuzz --seconds 60
python -m tests.autograph.fuzz --seconds 60 --staged runtime
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, given, seed, settings

from tests.autograph.programs import inputs, numeric_inputs, numeric_programs, programs
from tests.autograph.staged import SYSTEMS
from tests.autograph.test_generated_programs import check_program, check_staged_program

_BATCH = 200


def search(check: Callable[[str, Any], None], strategies: tuple[Any, Any], first: int, until: float) -> int | None:
    """Tries batch after batch of random programs. Returns the seed of the first that fails; prints what failed."""
    number = first
    while time.monotonic() < until:

        @seed(number)
        @settings(
            max_examples=_BATCH,
            deadline=None,
            database=None,
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        )
        @given(*strategies)
        def batch(source: str, arguments: Any) -> None:
            check(source, arguments)

        try:
            batch()
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            print(f"\n{type(error).__name__}: {error}")
            for note in getattr(error, "__notes__", ()):
                print(note)
            return number
        print(".", end="", flush=True)
        number += 1
    return None


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.autograph.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="how long to search (default 60)")
    parser.add_argument("--seed", type=int, default=None, help="where to start (default: anywhere)")
    parser.add_argument("--staged", choices=sorted(SYSTEMS), help="stage numeric programs on this system instead")
    options = parser.parse_args(arguments)
    first = random.randrange(10**9) if options.seed is None else options.seed
    print(f"seeds from {first}, {_BATCH} programs each", end=" ", flush=True)
    check: Callable[[str, Any], None] = check_program
    strategies: tuple[Any, Any] = programs(), inputs()
    if options.staged:
        system = SYSTEMS[options.staged]()
        strategies = numeric_programs(), numeric_inputs()

        def check(source: str, arguments: Any) -> None:
            check_staged_program(system, source, arguments)

    failed = search(check, strategies, first, time.monotonic() + options.seconds)
    print("" if failed is None else f"\nagain: python -m tests.autograph.fuzz --seed {failed}")
    return 0 if failed is None else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
