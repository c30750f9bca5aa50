"""Random programs do the same converted as they do as they are, and the same staged as eagerly."""

from __future__ import annotations

import contextlib
import io
from typing import Any

from hypothesis import given, settings

from autograph import to_graph
from tests.autograph import differential
from tests.autograph.programs import OutOfFuel, inputs, namespace, numeric_inputs, numeric_programs, programs
from tests.autograph.staged import System, arrays, assert_equal_values, tensors


def run_program(source: str, arguments: tuple[Any, ...], form: Any) -> differential.Outcome:
    """What a program does, as `form` (`to_graph`, or nothing) makes a function of it."""
    globals_ = namespace()
    function = form(differential.define(source, "program", **globals_))

    def guarded(*args: Any) -> Any:
        try:
            return differential.run_to_end(function(*args))
        except OutOfFuel:
            return "out of fuel"

    found = differential.outcome(guarded, arguments, {})
    return differential.Outcome((found.result, function.__globals__["g"]), found.printed, found.arguments, found.error)


def check_program(source: str, arguments: tuple[Any, ...]) -> None:
    """Checks that a program, converted, does what it did."""
    expected = run_program(source, arguments, lambda f: f)
    converted = run_program(source, arguments, to_graph)
    assert converted == expected, _report(source, arguments, expected, converted)
    with differential.tracing():
        traced = run_program(source, arguments, to_graph)
    assert traced == expected, _report(source, arguments, expected, traced)


def check_staged_program(system: System, source: str, arguments: tuple[Any, ...]) -> None:
    """Checks that a program computes staged what it computes eagerly."""
    program = differential.define(source, "program", **namespace())
    with contextlib.redirect_stdout(io.StringIO()):
        eager = arrays(program(*tensors(system, arguments)))
        staged = arrays(system.stage(program)(*tensors(system, arguments)))
    try:
        assert_equal_values(staged, eager)
    except AssertionError as error:
        raise AssertionError(f"{source}\narguments: {arguments!r}\neager:  {eager!r}\nstaged: {staged!r}") from error


def _report(source: str, arguments: Any, expected: Any, got: Any) -> str:
    return f"{source}\narguments: {differential.visible(arguments)}\noriginal:  {expected}\nconverted: {got}"


@settings(max_examples=300)
@given(programs(size=16), inputs())
def test_converted_programs_do_what_the_originals_do(source, arguments):
    check_program(source, arguments)


@settings(max_examples=100)
@given(numeric_programs(), numeric_inputs())
def test_staged_programs_compute_what_eager_programs_compute(system, source, arguments):
    check_staged_program(system, source, arguments)
