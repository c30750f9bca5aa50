"""Stores to items: into objects as Python has it, into tensors by making new ones."""

from __future__ import annotations

import operator
from typing import Any

from autograph.operators.frames import hide_frame
from autograph.operators.heap import writes_item
from autograph.staging import backend_for


def set_item(container: Any, key: Any, value: Any) -> Any:
    """`container[key] = value`.

    Returns:
        The container; for a tensor, whose contents do not change, the tensor that has the value in place.
    """
    try:
        backend = backend_for(container)
        if backend is not None:
            store = backend.builtins.get(operator.setitem)
            if store is not None:
                return store(container, key, value)
        writes_item(container)
        container[key] = value
        return container
    except BaseException as error:
        hide_frame(error)
        raise
