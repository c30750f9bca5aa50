"""The variables of a converted statement, while it is staged.

The accessors of converted code read and write all variables of a statement at once. They fail when one of them is
unbound; then each is looked at by itself, through the cells of the accessor. An unbound variable is `UNBOUND` here,
and is made unbound again when the state is restored: user code never sees the marker.
"""

from __future__ import annotations

import dis
import functools
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import CellType, CodeType, FrameType, FunctionType
from typing import Any

from autograph.operators.locations import Variable, contents_of, mentioned_by, set_contents
from autograph.source.build import generated_codes
from autograph.staging import UNBOUND


class _Consumers(threading.local):
    def __init__(self) -> None:
        self.variables: list[Variable] = []


_consumers = _Consumers()


@contextmanager
def consumed_by(variables: Sequence[Variable]) -> Iterator[None]:
    """Around the run of a generator: what its statements may change of who is given its items."""
    before, _consumers.variables = _consumers.variables, list(variables)
    try:
        yield
    finally:
        _consumers.variables = before


def consumers_variables() -> list[Variable]:
    """The variables that a statement at hand may change because it hands on items of a generator."""
    return _consumers.variables


def consumers_kept() -> Callable[[], None]:
    """What gives these the values again that they have now."""
    held = [(variable, variable.read()) for variable in _consumers.variables]

    def restore() -> None:
        for variable, value in held:
            variable.write(value)

    return restore


class Receiver:
    """What a generator that is run hands what it yields.

    Args:
        body: what is done with it: a closure of converted code.
    """

    def __init__(self, body: Callable[..., Any]):
        self.body = body


def run_within(place: tuple[str, int], maker: tuple[str, str], body: Callable[[], Any]) -> None:
    """Runs the body of a `with`, at some place, in the generator of its manager.

    Args:
        place: the file and the line of the `with`.
        maker: the file and the name of the function of the generator.
        body: the body.
    """
    body()


def makers_within() -> set[tuple[tuple[str, int], tuple[str, str]]]:
    """The places and the makers of all that is run so."""
    found = set()
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if frame.f_code is run_within.__code__:
            found.add((frame.f_locals["place"], frame.f_locals["maker"]))
        frame = frame.f_back
    return found


class State:
    """The variables of one execution of a converted statement.

    Attributes:
        names: what they are called; first those of who is given the items, in a generator that is run through.
        more: how many these are.
    """

    def __init__(self, get_state: FunctionType | None, set_state: FunctionType | None, names: Sequence[str]):
        self._get = get_state
        self._set = set_state
        self._consumers = _consumers.variables
        self.more = len(self._consumers)
        self.names = [*map(str, self._consumers), *(names if get_state is not None else ())]

    def read(self) -> list[Any]:
        """The value of every variable, UNBOUND where it has none."""
        values = [variable.read() for variable in self._consumers]
        if self._get is None:
            return values
        try:
            return values + list(self._get())
        except NameError:
            return [variable.read() for variable in self.variables()]

    def write(self, values: Sequence[Any]) -> None:
        """Gives every variable its value; those that are UNBOUND lose theirs."""
        for variable, value in zip(self._consumers, values, strict=False):
            variable.write(value)
        if self._set is None:
            return
        if any(value is UNBOUND for value in values):
            for variable, value in zip(self.variables(), values, strict=True):
                variable.write(value)
        else:
            self._set(values[self.more :])

    def variables(self) -> list[Variable]:
        """The variables, one by one."""
        if self._get is None:
            return list(self._consumers)
        cells = dict(zip(self._get.__code__.co_freevars, self._get.__closure__ or (), strict=True))
        own = (Variable(cells.get(name, self._get.__globals__), name) for name in self.names[self.more :])
        return [*self._consumers, *own]

    def globals(self) -> list[tuple[int, Variable]]:
        """Those that are global, and which of the variables they are."""
        if self._get is None or len(self._get.__code__.co_freevars) == len(self.names) - self.more:
            return []
        return [(k, variable) for k, variable in enumerate(self.variables()) if type(variable.holder) is dict]

    def cells(self) -> list[CellType]:
        """The cells of those that are local to a function."""
        return [v.holder for v in self.variables() if isinstance(v.holder, CellType)]


class Bound:
    """The variables that closures bind, whether anything reads them afterwards or not, as they are before these run.

    A value of a region must not be left in any of them: where it is known, it may be taken for what was there before.
    """

    def __init__(self, closures: Sequence[Callable[..., Any] | None], state: State | None = None):
        self.closures = closures
        cells = bound_cells(closures)
        self.names = list(cells)
        self.values = [(cell, contents_of(cell)) for cell in cells.values()]
        self.state = [] if state is None else state.read()
        self._state = state
        #: What those of the closures and of the state hold, of functions.
        self.held = list(self.values)
        for cell in [] if state is None else state.cells():
            if all(cell is not other for other, _ in self.held):
                self.held.append((cell, contents_of(cell)))
        #: The global ones that the closures bind, and their values.
        self.globals = [(variable, variable.read()) for variable in bound_globals(closures)]

    @property
    def locals(self) -> list[Variable]:
        """Those that are local to a function."""
        return [Variable(cell) for cell, _ in self.held]

    def restore(self) -> None:
        """Gives all of them the values they had."""
        restore_cells(self.values)
        for variable, value in self.globals:
            variable.write(value)
        if self._state is not None:
            self._state.write(self.state)

    def mentioned(self) -> list[Any]:
        """The values of the variables that the closures mention, those of modules among them."""
        return self._mentioned({})

    def known(self) -> list[Any]:
        """What these held before the closures ran."""
        return self._mentioned({id(cell): value for cell, value in self.held})

    def _mentioned(self, before: dict[int, Any]) -> list[Any]:
        def contents(cell: CellType) -> Any:
            return before.get(id(cell), contents_of(cell))

        return [value for function in closures_of(self.closures) for value in mentioned_by(function, contents)]

    def changed(self) -> bool:
        """Whether one of them has another value by now."""
        return any(contents_of(cell) is not value for cell, value in self.values) or any(
            variable.read() is not value for variable, value in self.globals
        )


#: An operand that waits: a function of no arguments.
Thunk = Callable[[], Any]


def restore_cells(values: Iterable[tuple[CellType, Any]]) -> None:
    """Gives variables their values again; those that are UNBOUND lose theirs."""
    for cell, value in values:
        set_contents(cell, value)


def bound_cells(functions: Iterable[Any]) -> dict[str, CellType]:
    """The variables of a converted function that some of its closures bind, or the closures that these call."""
    found: dict[str, CellType] = {}
    for function in closures_of(functions):
        stored = stored_variables(function.__code__)
        cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        found.update((name, cell) for name, cell in cells if name in stored)
    return found


def bound_globals(functions: Iterable[Any]) -> list[Variable]:
    """The global variables that some of its closures bind, or the closures that these call."""
    found = [
        Variable(function.__globals__, name, outlives=True)
        for function in closures_of(functions)
        for name in stored_globals(function.__code__)
    ]
    return list({variable.identity: variable for variable in found}.values())


def closures_of(functions: Iterable[Any]) -> list[FunctionType]:
    """Some closures of a converted function, and those that they call, each once."""
    found: dict[CodeType, FunctionType] = {}
    waiting = [function for function in functions if function is not None]
    while waiting:
        function = waiting.pop()
        while isinstance(function, functools.partial):  # one that an operator made
            waiting += [given for given in function.args if type(given) in _CLOSURES]
            function = function.func
        if type(function) is not FunctionType or function.__code__ in found:
            continue
        found[function.__code__] = function
        for cell in function.__closure__ or ():
            value = contents_of(cell)
            if issubclass(type(value), Receiver):
                value = value.body
            if type(value) is FunctionType and value.__code__ in generated_codes:
                waiting.append(value)
    return list(found.values())


_CLOSURES = (FunctionType, functools.partial)
_STORES = ("STORE_DEREF", "DELETE_DEREF")


@functools.lru_cache(maxsize=1024)
def stored_globals(code: CodeType) -> frozenset[str]:
    """The global variables that code stores to, itself or in code within it."""
    own = {i.argval for i in dis.get_instructions(code) if i.opname in ("STORE_GLOBAL", "DELETE_GLOBAL")}
    inner = [stored_globals(constant) for constant in code.co_consts if isinstance(constant, CodeType)]
    return frozenset(own).union(*inner)


@functools.lru_cache(maxsize=1024)
def stored_variables(code: CodeType) -> frozenset[str]:
    """The free variables that code stores to, itself or in code within it."""
    own = {i.argval for i in dis.get_instructions(code) if i.opname in _STORES and i.argval in code.co_freevars}
    inner = [stored_variables(constant) for constant in code.co_consts if isinstance(constant, CodeType)]
    return frozenset(own).union(*inner)
