"""The state of a converted statement.

The accessors of converted code read and write all variables of a statement at once. They fail when one of them is
unbound; then each is looked at by itself, through the cells of the accessor. An unbound variable is `UNBOUND` here,
and is made unbound again when the state is restored: user code never sees the marker.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from types import CellType, FunctionType
from typing import Any

from autograph.operators.heap import Location, note
from autograph.staging import UNBOUND

_MISSING = (NameError, AttributeError, LookupError, TypeError)


class State:
    """The variables of one execution of a converted statement."""

    def __init__(self, get_state: FunctionType | None, set_state: FunctionType | None, names: Sequence[str]):
        self._get = get_state
        self._set = set_state
        self._variables = list(names) if get_state is not None else []
        #: What else the statement turned out to write: attributes and contents of objects.
        self.locations: list[Location] = []

    @property
    def names(self) -> list[str]:
        """What messages call the variables and the locations."""
        return [*self._variables, *map(str, self.locations)]

    def read(self) -> list[Any]:
        """The value of every variable, UNBOUND where it has none, and of every location."""
        return [*self._read_variables(), *(location.read() for location in self.locations)]

    def _read_variables(self) -> list[Any]:
        if self._get is None:
            return []
        try:
            return list(self._get())
        except _MISSING:
            namespace = self._namespace()
            return [self._read_one(name, namespace) for name in self._variables]

    def write(self, values: Sequence[Any]) -> None:
        """Gives every variable its value; those that are UNBOUND lose theirs."""
        count = len(self._variables)
        if self._set is not None:
            self._set([None if value is UNBOUND else value for value in values[:count]])
            for name, value in zip(self._variables, values[:count], strict=True):
                if value is UNBOUND:
                    self._delete(name)
        for location, value in zip(self.locations, values[count:], strict=True):
            note(location)
            location.write(value)

    def variables(self) -> list[tuple[CellType, Any]]:
        """The local variables alone, cheaply and without touching what they hold; for `restore`."""
        found = []
        for cell in self._cells().values() if self._get is not None else ():
            try:
                found.append((cell, cell.cell_contents))
            except ValueError:
                found.append((cell, UNBOUND))
        return found

    def restore(self, variables: Sequence[tuple[CellType, Any]]) -> None:
        """Gives the local variables the values they had when `variables` was called."""
        for cell, value in variables:
            if value is not UNBOUND:
                cell.cell_contents = value
            else:
                with contextlib.suppress(ValueError):
                    del cell.cell_contents

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


#: An operand that waits: a function of no arguments.
Thunk = Callable[[], Any]
