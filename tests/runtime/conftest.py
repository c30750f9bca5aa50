"""Every graph that a pass makes while tests of the runtime run is verified."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

import runtime.passes
from runtime.ir.graph import Graph
from runtime.ir.verifier import verify


def _verifying(apply_pass: Callable[[Graph], Graph]) -> Callable[[Graph], Graph]:
    def applied(graph: Graph) -> Graph:
        made = apply_pass(graph)
        verify(made)
        return made

    return applied


@pytest.fixture(scope="session", autouse=True)
def passes_that_are_verified() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runtime.passes, "PASSES", tuple(map(_verifying, runtime.passes.PASSES)))
        yield
