"""The state of a converted statement, and the values in it taken apart.

The accessors of converted code read and write all variables of a statement at once. They fail when one of them is
unbound; then each is looked at by itself, through the cells of the accessor. An unbound variable is `UNBOUND` here,
and is made unbound again when the state is restored: user code never sees the marker.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

from autograph.staging import UNBOUND, UNSET

_MISSING = (NameError, AttributeError, LookupError, TypeError)


class State:
    """The variables of one execution of a converted statement."""

    def __init__(self, get_state: FunctionType | None, set_state: FunctionType | None, names: Sequence[str]):
        self._get = get_state
        self._set = set_state
        self.names = names

    def read(self) -> list[Any]:
        """The value of every variable, UNBOUND where it has none."""
        if self._get is None:
            return []
        try:
            return list(self._get())
        except _MISSING:
            namespace = self._namespace()
            return [self._read_one(name, namespace) for name in self.names]

    def write(self, values: Sequence[Any]) -> None:
        """Gives every variable its value; those that are UNBOUND lose theirs."""
        if self._set is None:
            return
        self._set([None if value is UNBOUND else value for value in values])
        for name, value in zip(self.names, values, strict=True):
            if value is UNBOUND:
                self._delete(name)

    def _cells(self) -> dict[str, Any]:
        assert self._get is not None
        return dict(zip(self._get.__code__.co_freevars, self._get.__closure__ or (), strict=True))

    def _namespace(self) -> dict[str, Any]:
        namespace = {}
        for name, cell in self._cells().items():
            with contextlib.suppress(ValueError):
                namespace[name] = cell.cell_contents
        return namespace

    def _read_one(self, name: str, namespace: dict[str, Any]) -> Any:
        assert self._get is not None
        try:
            return eval(self._mangled(name), self._get.__globals__, namespace)
        except _MISSING:
            return UNBOUND

    def _delete(self, name: str) -> None:
        assert self._get is not None
        cell = self._cells().get(name)
        if cell is not None:
            with contextlib.suppress(ValueError):
                del cell.cell_contents
        elif name.isidentifier():
            self._get.__globals__.pop(name, None)
        else:
            with contextlib.suppress(*_MISSING):
                exec(f"del {self._mangled(name)}", self._get.__globals__, self._namespace())

    def _mangled(self, name: str) -> str:
        """The text of a place with private attributes under the names they are stored by."""
        assert self._get is not None
        for stored in self._get.__code__.co_names:
            private = stored.find("__", 1)
            if stored.startswith("_") and private > 0 and not stored.startswith("__"):
                name = name.replace(f".{stored[private:]}", f".{stored}")
        return name


class Structure:
    """How a value is made of its leaves. Lists, tuples, dicts and what else `optree` knows are taken apart."""

    __slots__ = ("leaves", "spec", "value")

    def __init__(self, value: Any):
        self.value = value
        kind = type(value)
        if kind in _ATOMS or not _is_container(value):
            self.leaves: list[Any] = [value]
            self.spec: Any = None
        else:
            import optree  # costs as much as the whole package, and only staging needs it

            self.leaves, self.spec = optree.tree_flatten(value, none_is_leaf=True)

    def rebuilt(self, leaves: Sequence[Any]) -> Any:
        """The value with other leaves; itself if they are its own."""
        if all(new is old for new, old in zip(leaves, self.leaves, strict=True)):
            return self.value
        return leaves[0] if self.spec is None else self.spec.unflatten(leaves)

    def matches(self, other: Structure) -> bool:
        """Whether the other value is made the same way."""
        return self.spec == other.spec


_ATOMS = frozenset({int, float, bool, complex, str, bytes, type(None), type(UNSET)})


def _is_container(value: Any) -> bool:
    return isinstance(value, (list, tuple, dict)) or hasattr(type(value), "__tree_flatten__")


def same_python_value(left: Any, right: Any) -> bool:
    """Whether two leaves are one and the same ordinary value, so that nothing needs to be staged to choose one."""
    return left is right or (type(left) is type(right) and type(left) in _ATOMS and left == right)


def structures(values: Sequence[Any]) -> list[Structure]:
    """Each value taken apart."""
    return [Structure(value) for value in values]


Thunk = Callable[[], Any]
