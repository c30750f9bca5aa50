"""`not`, `and` and `or` of bools that may be staged, of which all are known: nothing is skipped."""

from __future__ import annotations

from typing import Any

from autograph.staging import backend_of


def opposite(value: Any) -> Any:
    """`not value`."""
    backend = backend_of(value)
    return not value if backend is None else backend.logical_not(value)


def both(left: Any, right: Any) -> Any:
    """`left and right`."""
    if backend_of(left) is None:
        return right if left else left
    if backend_of(right) is None:
        return left if right else right
    return left & right


def either(left: Any, right: Any) -> Any:
    """`left or right`."""
    if backend_of(left) is None:
        return left if left else right
    if backend_of(right) is None:
        return right if right else left
    return left | right
