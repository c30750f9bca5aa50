"""Lists that grow: as Python has them, or, where a staged loop appends to one, as what a backend has for them."""

from __future__ import annotations

from typing import Any

from autograph.operators.calls import call
from autograph.operators.frames import hide_frame
from autograph.operators.heap import writes_item


def append(target: Any, value: Any) -> Any:
    """`target.append(value)`.

    Returns:
        The list; for one that a staged loop makes grow, the one that has the value at its end.
    """
    try:
        if type(target) is list:
            writes_item(target)
            target.append(value)
        elif is_growing(target):
            return target.appended(value)
        else:
            call(target.append)(value)
        return target
    except BaseException as error:
        hide_frame(error)
        raise


def is_growing(value: Any) -> bool:
    """Whether a value is a backend's list; see `Backend.growing_list`."""
    return hasattr(type(value), "appended")
