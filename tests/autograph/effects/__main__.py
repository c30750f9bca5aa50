"""Prints what becomes of every program, and what is wrong where.

python -m tests.autograph.effects
python -m tests.autograph.effects --system runtime --only branches --verbose
"""

from __future__ import annotations

import argparse
import sys

from tests.autograph.effects.outcomes import SYSTEMS, Outcome, Program, counted, outcome, programs


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.autograph.effects", description=__doc__)
    parser.add_argument("--system", choices=sorted(SYSTEMS), help="only there (default: everywhere)")
    parser.add_argument("--only", metavar="NAME", default="", help="programs whose name contains this")
    parser.add_argument("--verbose", action="store_true", help="list every program")
    options = parser.parse_args(arguments)
    chosen = [program for program in programs() if options.only in program.name]
    wrong = 0
    for system in [options.system] if options.system else SYSTEMS:
        found = [(program, outcome(system, program)) for program in chosen]
        _report(system, found, options.verbose)
        wrong += sum(not o.satisfies(p.expected[system]) for p, o in found)
    return bool(wrong)


def _report(system: str, found: list[tuple[Program, Outcome]], verbose: bool) -> None:
    counts = counted([o for _, o in found])
    codes = ", ".join(f"{code} {number}" for code, number in sorted(counts.items()) if code.startswith("AG"))
    print(
        f"{system}: {len(found)} programs: {counts['equal']} equal, {counts['refused']} refused ({codes or 'none'}), "
        f"{counts['wrong']} WRONG, {counts['error']} ERROR; {counts['equal'] / max(1, len(found)):.0%} run"
    )
    unexpected = [(p, o) for p, o in found if not o.satisfies(p.expected[system])]
    for kind, title in (("wrong", "WRONG"), ("error", "ERROR"), ("refused", "refused and should run")):
        rows = [(p, o) for p, o in (unexpected if kind == "refused" else found) if o.kind == kind]
        if rows:
            print(f"  {title}:")
        for p, o in rows:
            print(f"    {p.name}{_called(o)}: {o.code} {o.detail}".replace(":  ", ": "))
    if verbose:
        print("  all:")
        for p, o in found:
            print(f"    {p.name:50} {o!s:16} (right: {p.expected[system]})")
    print(flush=True)


def _called(outcome: Outcome) -> str:
    return f"({', '.join(map(repr, outcome.arguments))})"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
