"""Every statement, crossed with every jump, does converted what it does as it is; see `tests.autograph.skeletons`."""

from __future__ import annotations

import pytest

from tests.autograph.skeletons import KINDS, failing

pytestmark = pytest.mark.filterwarnings("ignore")  # unreachable code and closed coroutines warn


@pytest.mark.parametrize("kind", KINDS)
def test_skeletons_of_control_flow(kind):
    for seed in range(150):
        report = failing(kind, seed)
        assert report is None, f"{kind}, seed {seed}\n{report}"
