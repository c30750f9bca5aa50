"""Programs of the kind users write compute in a function what they compute eagerly: results, variables and prints.

    python -m tests.runtime.test_typical_programs 0 2000

runs more of them than the suite does, and shows the programs that disagree.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf
from tests.autograph.differential import define
from tests.runtime.typical_programs import arguments, program

#: How many programs the suite runs, in groups of ten.
COUNT = 120


def outcome(function: Any, given: dict[str, Any], log: Path) -> tuple[Any, ...]:
    """What a call returns, the value of its variable afterwards, and what it printed; or the class of its error."""
    log.write_text("")
    variable = tf.Variable(0.5)
    tensors = [tf.constant(given[name]) for name in ("n", "x", "k", "c", "d")]
    try:
        results = function(*tensors, variable)
    except (AssertionError, tf.errors.InvalidArgumentError):
        return "refused", float(variable), printed(log)
    return [np.asarray(leaf) for leaf in tf.nest.flatten(results)], float(variable), printed(log)


def printed(log: Path) -> str:
    """What was printed; Python's numbers as tensors print."""
    return re.sub(r"\.0\b", "", log.read_text())


def disagreement(seed: int, log: Path) -> str | None:
    """What a program does otherwise in a function than eagerly; None if all is the same."""
    source = program(seed)
    eager = define(source, "program", tf=tf, LOG=f"file://{log}")
    staged = tf.function(eager)
    for given in arguments(seed):
        expected, found = outcome(eager, given, log), outcome(staged, given, log)
        if not same(expected, found):
            return f"{source}\n{given}\neager: {expected}\nstaged: {found}"
    return None


def same(expected: tuple[Any, ...], found: tuple[Any, ...]) -> bool:
    if expected[1:] != found[1:] or isinstance(expected[0], str) or isinstance(found[0], str):
        return expected == found
    return all(
        one.dtype.kind == other.dtype.kind
        and (one == other if one.dtype == object else np.allclose(one, other, rtol=1e-5, atol=1e-5))
        for one, other in zip(expected[0], found[0], strict=True)
    )


@pytest.mark.parametrize("first", range(0, COUNT, 10))
def test_a_typical_program_does_in_a_function_what_it_does_eagerly(first: int, tmp_path: Path) -> None:
    for seed in range(first, first + 10):
        assert (problem := disagreement(seed, tmp_path / "log")) is None, problem


if __name__ == "__main__":
    first, last = map(int, sys.argv[1:])
    failures = 0
    for seed in range(first, last):
        try:
            problem = disagreement(seed, Path("/tmp") / "typical_programs.log")
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
        if problem is not None:
            failures += 1
            print(f"--- {seed}\n{problem}")
    print(f"{last - first} programs, {failures} disagree")
