"""Slots: what an optimizer keeps for each variable, such as a moving average of its gradients.

A slot belongs to its variable, by the storage of the variable's value: two variables never share one. A variable that
a function has as an argument is known when the function runs, and so are its slots.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

from runtime.ir.graph import init_scope
from runtime.library import creation, shaping
from runtime.state.variable import Variable


class Slots:
    """The slots of one optimizer.

    Args:
        made: called with every slot when it is made.
    """

    def __init__(self, made: Callable[[Variable], None]):
        self._made = made
        self._known: dict[tuple[Any, str], Variable] = {}
        self._lock = threading.Lock()

    def of(self, variable: Any, names: Mapping[str, float]) -> list[Variable] | None:
        """The slots of a variable, by names with what they begin with; None for one that stands for an argument."""
        storage = variable._storage
        if storage is None:
            return None
        shape = variable.shape.as_list() if variable.shape.is_fully_defined() else None
        return self._found(storage, shape, variable.dtype, names)

    def knows(self, variable: Any) -> bool:
        """Whether the variable was seen before, or stands for an argument."""
        storage = variable._storage
        return storage is None or (storage, "") in self._known

    def finder(self, variable: Any, names: Mapping[str, float]) -> Callable[[Any], list[Any]]:
        """What finds the storages of the slots, given that of the variable that `variable` stands for."""
        dtype = variable.dtype

        def find(storage: Any) -> list[Any]:
            return [slot._storage for slot in self._found(storage, None, dtype, names)]

        return find

    def _found(self, storage: Any, shape: Any, dtype: Any, names: Mapping[str, float]) -> list[Variable]:
        with self._lock:
            self._known.setdefault((storage, ""), None)  # type: ignore[arg-type]  # a mark, that is never read
            for name, value in names.items():
                if (storage, name) not in self._known:
                    with init_scope():
                        sizes = list(storage.array.shape) if shape is None else shape
                        start = creation.fill(sizes, shaping.cast(value, dtype))
                        slot = Variable(start, trainable=False, name=f"{storage.name.replace('/', '_')}_{name}")
                    self._known[storage, name] = slot
                    self._made(slot)
            return [self._known[storage, name] for name in names]
