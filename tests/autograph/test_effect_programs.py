"""Random programs with effects do staged what they do plain, or are refused with a code."""

from __future__ import annotations

from typing import Any

import pytest

from tests.autograph import effect_programs, kind_programs, programs
from tests.autograph.differential import define
from tests.autograph.effects.outcomes import Program, plain_error
from tests.autograph.staged import System
from tests.autograph.staged_fuzz import drawn, judged


@pytest.mark.parametrize("language, place", [(effect_programs, 1), (kind_programs, 3)])
def test_nearly_every_drawn_program_runs_plain_on_some_of_its_arguments(language: Any, place: int):
    ran = 0
    for number in range(200):
        source, arguments = drawn(4 * number + place)
        function = define(source, "program", **{**programs.namespace(), **language.namespace()})
        errors = [plain_error(Program("", function, (), {}), args) for args in arguments]
        ran += any(error is None for error in errors)
    assert ran > 170


def test_drawn_programs_are_equal_or_refused(system: System):
    for number in range(40):
        found = judged(system.name, *drawn(number))
        assert found is None or found.kind in ("equal", "refused"), (drawn(number)[0], found)
