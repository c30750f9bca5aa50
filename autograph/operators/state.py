"""The state of a converted statement.

The accessors of converted code read and write all variables of a statement at once. They fail when one of them is
unbound; then each is looked at by itself, through the cells of the accessor. An unbound variable is `UNBOUND` here,
and is made unbound again when the state is restored: user code never sees the marker.
"""

from __future__ import annotations

import contextlib
import dis
import functools
from collections.abc import Callable, Iterable, Sequence
from types import CellType, CodeType, FunctionType
from typing import Any

from autograph.operators.heap import Location, contents_of, note
from autograph.source.build import generated_codes
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
        """The local variables alone, cheaply and without touching what they hold; for `restore_cells`."""
        return [(cell, contents_of(cell)) for cell in self._cells().values()] if self._get is not None else []

    def _cells(self) -> dict[str, CellType]:
        assert self._get is not None
        return dict(zip(self._get.__code__.co_freevars, self._get.__closure__ or (), strict=True))

    def _namespace(self) -> dict[str, Any]:
        values = {name: contents_of(cell) for name, cell in self._cells().items()}
        return {name: value for name, value in values.items() if value is not UNBOUND}

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
            restore_cells([(cell, UNBOUND)])
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


class Before:
    """The variables that closures bind, whether anything reads them afterwards or not, as they are before these run.

    A value of a region must not be left in any of them: where it is known, it may be taken for what was there before.

    Attributes:
        names: of these variables.
        values: their cells and values.
        state: the values of the statement's own state, if it was given.
    """

    def __init__(self, closures: Sequence[Callable[..., Any] | None], state: State | None = None):
        cells = bound_cells(closures)
        self.names = list(cells)
        self.values = [(cell, contents_of(cell)) for cell in cells.values()]
        self.state = [] if state is None else state.read()
        self._write = None if state is None else state.write

    def restore(self) -> None:
        restore_cells(self.values)
        if self._write is not None:
            self._write(self.state)


#: An operand that waits: a function of no arguments.
Thunk = Callable[[], Any]


def restore_cells(values: Iterable[tuple[CellType, Any]]) -> None:
    """Gives variables their values again; those that are UNBOUND lose theirs."""
    for cell, value in values:
        if value is not UNBOUND:
            cell.cell_contents = value
        else:
            with contextlib.suppress(ValueError):
                del cell.cell_contents


def bound_cells(functions: Iterable[Any]) -> dict[str, CellType]:
    """The variables of a converted function that some of its closures bind, or the closures that these call."""
    found: dict[str, CellType] = {}
    seen: set[CodeType] = set()
    waiting = [function for function in functions if function is not None]
    while waiting:
        function = waiting.pop()
        if isinstance(function, functools.partial):
            function = function.func
        code = function.__code__
        if code in seen:
            continue
        seen.add(code)
        stored = _stored(code)
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            if name in stored:
                found[name] = cell
            elif isinstance(value := contents_of(cell), FunctionType) and value.__code__ in generated_codes:
                waiting.append(value)
    return found


_STORES = ("STORE_DEREF", "DELETE_DEREF")


@functools.lru_cache(maxsize=1024)
def _stored(code: CodeType) -> frozenset[str]:
    """The free variables that code stores to, itself or in code within it."""
    own = {i.argval for i in dis.get_instructions(code) if i.opname in _STORES and i.argval in code.co_freevars}
    inner = [_stored(constant) for constant in code.co_consts if isinstance(constant, CodeType)]
    return frozenset(own).union(*inner)
