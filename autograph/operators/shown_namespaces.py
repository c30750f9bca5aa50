"""What the `__dict__` of an object would show that only the program knows: its order, and what is an object's own."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import Any

from autograph.operators import branch_errors, value_errors
from autograph.operators.locations import Attribute, order_of_attributes, reorder_attributes

#: What has a class say when an object of it is asked for its `__dict__`.
watching: list[Callable[[type], Any]] = []


class Namespaces:
    """The objects of a trace whose `__dict__` is not to be shown as it is.

    Attributes:
        hiding: attributes that an object has itself on one path, where its class has them on the other.
    """

    def __init__(self) -> None:
        self.hiding: list[Attribute] = []
        # By identity, and kept alive.
        self._disordered: dict[int, Any] = {}
        self._shown: dict[int, tuple[Any, str]] = {}

    def hides(self, attribute: Attribute) -> None:
        """An object has an attribute of its class itself on one path."""
        self.hiding.append(attribute)
        watching[-1](type(attribute.holder))

    def disorders(self, holder: Any) -> None:
        """An object has got its attributes in another order on one path than on others."""
        self._disordered[id(holder)] = holder
        watching[-1](type(holder))

    def is_disordered(self, holder: Any) -> bool:
        """Whether only the program knows in what order an object has got its attributes."""
        return id(holder) in self._disordered

    def shows(self, holder: Any, name: str) -> None:
        """Something may have what stands for the `__dict__` of an object, which may not have an attribute."""
        self._shown[id(holder)] = holder, name

    def check_asked(self, holder: Any) -> None:
        """Refuses that an object is asked for its `__dict__` where it or its class has an attribute."""
        for attribute in self.hiding:
            if attribute.holder is holder:
                branch_errors.may_be_in_namespace(attribute)

    def check_writable(self, holder: Any) -> None:
        """Refuses a change that an object would not see of its class, or what has its `__dict__` of an object."""
        if issubclass(type(holder), type):
            for attribute in self.hiding:
                if issubclass(type(attribute.holder), holder):
                    branch_errors.hides_on_one_path(attribute)
        elif id(holder) in self._shown:
            value_errors.namespace_was_shown(self._shown[id(holder)][1])


def has_orders(holder: Any, orders: Sequence[Sequence[str]]) -> bool:
    """Whether an object has its attributes in each of some orders; it is given such an order if there is one."""
    names = order_of_attributes(holder)
    if _agrees(names, orders):
        return True
    after: TopologicalSorter[str] = TopologicalSorter(dict.fromkeys(names, ()))
    for order in orders:
        there = [name for name in order if name in names]
        for first, second in itertools.pairwise(there):
            after.add(second, first)
    try:
        merged = [*after.static_order()]
    except CycleError:
        return False
    reorder_attributes(holder, merged)
    return len(orders) > 1  # an object that only one alternative changes keeps its order on the other


def _agrees(names: Sequence[str], orders: Sequence[Sequence[str]]) -> bool:
    known = [([name for name in order if name in names], order) for order in orders]
    return all(there == [name for name in names if name in order] for there, order in known)
