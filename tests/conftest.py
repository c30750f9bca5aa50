"""What all tests share: the systems to stage onto, and how Hypothesis searches."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from tests.autograph.staged import SYSTEMS, System

settings.register_profile("suite", deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
settings.register_profile("search", deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: takes long; run with AUTOGRAPH_FULL=1")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if os.environ.get("AUTOGRAPH_FULL"):
        return
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.skip(reason="slow: set AUTOGRAPH_FULL=1 to run it"))


@pytest.fixture(params=SYSTEMS)
def system(request: pytest.FixtureRequest) -> System:
    """Each system that converted code stages onto, in turn."""
    return SYSTEMS[request.param]()
