"""What is known of objects as long as they live."""

from __future__ import annotations

import pytest

from autograph.weak import WeakMap


class _Thing:
    """An object that may be collected."""


def test_an_object_with_the_identity_of_one_that_is_gone_is_not_known():
    known, thing, other = WeakMap(), _Thing(), _Thing()
    known[thing] = 1
    left = known._held[id(thing)]
    del thing
    known._held[id(other)] = left  # an interrupt in the callback of the first leaves it, and its identity is free
    assert other not in known
    assert known.get(other) is None
    with pytest.raises(KeyError):
        known[other]
    known[other] = 2
    assert known[other] == 2
