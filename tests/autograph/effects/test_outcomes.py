"""Every program does staged what it does plain, or is refused with a code where a graph cannot do it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.autograph.effects.outcomes import SYSTEMS, THEMES, Outcome, Program, Seen, compared, outcome, programs

PROGRAMS = programs()

#: Each third program, say, from the second on, where AUTOGRAPH_PROGRAMS is "2/3"; all of them otherwise.
FIRST, STEP = map(int, os.environ.get("AUTOGRAPH_PROGRAMS", "1/1").split("/"))

#: Themes of which some programs are there to raise what is otherwise a mistake in a program of these tests.
MISTAKEN = (
    "exceptions.", "attributes_", "arguments_spread.", "optional_places.", "library_calls.", "hosts_", "exceptions_or_none.",
    "arrays_in_place.integers_", "objects_and_none.", "changed_or_none.", "special_methods_or_none.",
    "counters.a_counter_and_a_number", "library_more.nothing_is_left",
    "generators_resumed_more.sent_first", "came_by_another_name.followed_to_none_and_changed_by_another",
    "tuples_grown.added_to_a_list", "keys_spread.keyword_that_is_", "rests_unordered.", "bound_out_of_sight.",
    "widths_of_formats.of_a_list", "arguments_of_builtins.", "raised_from.last_is_raised", "dicts.unpacked_of_what_may_be_none",
    "ints_or_floats.", "operators_of_sequences.", "slots_absent.",
)  # fmt: skip


def test_every_module_of_programs_is_a_theme():
    modules = {path.stem for path in Path(__file__).parent.glob("*.py")}
    assert modules - {"__init__", "__main__", "outcomes", "test_outcomes"} == {*THEMES}


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("program", PROGRAMS[FIRST - 1 :: STEP], ids=str)
def test_the_outcome_is_right(program: Program, system: str):
    if system == "jax":
        pytest.importorskip("jax")
    found = outcome(system, program)
    assert found.satisfies(program.expected[system]), f"{found} {found.detail} for {found.arguments}"


def test_every_argument_set_runs_plain_or_raises_what_the_program_raises():
    unforeseen = (TypeError, AttributeError, NameError)
    for program in PROGRAMS[FIRST - 1 :: STEP]:
        assert program.arguments, program
        if program.name.startswith(MISTAKEN):
            continue
        for args in program.arguments:
            try:
                program.function(*args) if not program.outer else None
            except UnboundLocalError:
                pass
            except Exception as error:
                assert not isinstance(error, unforeseen), program


def test_another_value_is_wrong_and_a_small_rounding_is_not():
    assert compared(Seen(1), Seen(2)).kind == "wrong"
    assert compared(Seen([1.0, None]), Seen([1.00001, None])).kind == "equal"
    assert compared(Seen(None), Seen(0)).kind == "wrong"
    assert compared(Seen(1, state={"LOG": []}), Seen(1, state={"LOG": [1]})).kind == "wrong"


def test_an_error_without_a_code_is_not_a_refusal():
    assert compared(Seen(1), Seen(error=TypeError("inside"))).kind == "error"
    assert compared(Seen(1), Seen(error=ValueError("too early"))).kind == "wrong"
    assert compared(Seen(error=ValueError("a")), Seen(error=ValueError("a"))).kind == "equal"
    assert compared(Seen(error=ValueError("a")), Seen(error=ValueError("b"))).kind == "wrong"


def test_a_refusal_satisfies_only_what_may_be_refused():
    assert Outcome("refused", "AG012").satisfies("refused")
    assert Outcome("refused", "AG012").satisfies("refused AG012")
    assert not Outcome("refused", "AG012").satisfies("refused AG015")
    assert not Outcome("refused", "AG012").satisfies("equal")
    assert Outcome("equal").satisfies("refused")
