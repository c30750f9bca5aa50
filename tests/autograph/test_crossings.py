"""A few of the programs by crossing; all of them are run by `python -m tests.autograph.crossings`."""

import pytest

from tests.autograph.crossings import KINDS, chosen, judged
from tests.autograph.effects.outcomes import SYSTEMS

_COUNT = 40


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("kind", KINDS)
def test_crossed_programs_are_the_same_or_refused(kind, system):
    pytest.importorskip(system)
    found = [(judged(system, source), source) for source in chosen(kind, _COUNT, seed=1)]
    assert [(str(one), one.detail, source) for one, source in found if one.kind not in ("equal", "refused")] == []
    assert sum(one.kind == "equal" for one, _ in found) > _COUNT / 3
