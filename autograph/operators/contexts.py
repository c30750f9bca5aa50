"""`with` of a context manager that is a generator's, as a call of the generator with the body of the `with`.

    @contextmanager                       def transaction(store, *, visit):
    def transaction(store):                   saved = dict(store)
        saved = dict(store)                   try:
        try:                                      ag__.visit(visit, store)
            yield store              ->       except KeyError:
        except KeyError:                          restore(store, saved)
            restore(store, saved)

    with transaction(accounts) as a:      transaction(accounts, visit=body)
        body

A generator goes on once from where it is. What ends the body of the `with` on some staged paths must be told to it on
each of them; the `try` around its `yield` is staged as any other, once the body is run in it.
"""

from __future__ import annotations

import contextlib
import functools
import sys
from collections.abc import Callable
from types import CellType, FunctionType
from typing import Any

from autograph.operators.entering import Entered, entered_in
from autograph.operators.exits import catches_arithmetic
from autograph.operators.frames import hidden_frames
from autograph.operators.holding import HOLDING
from autograph.operators.locations import Variable, contents_of
from autograph.operators.optionals import truth_of
from autograph.operators.raising import require
from autograph.operators.state import (
    Receiver,
    State,
    bound_cells,
    consumed_by,
    consumers_variables,
    restore_cells,
    run_within,
)
from autograph.operators.truth import NOTHING
from autograph.operators.trying import Statement, may_stage, run_try
from autograph.source.build import is_converted
from autograph.staging import backend_of

_OF_GENERATORS: Any = contextlib._GeneratorContextManager
#: The references to what nobody holds but who was given it, as `sys.getrefcount` counts them there.
_HELD_BY_NOBODY = 2


class Awaiting:
    """A context manager that is a generator's, and that is entered when the body of its `with` is run.

    Attributes:
        run: runs the generator, and what it is given at its `yield`.
        maker: the file and the name of the function that makes the generator.
        value: what entering it returned.
    """

    __slots__ = ("maker", "run", "value")

    def __init__(self, run: Callable[[Any], Any], maker: tuple[str, str]):
        self.run = run
        self.maker = maker
        self.value: Any = None


HOLDING.add(Awaiting)


def entering(manager: Any) -> Awaiting | Entered:
    """A context manager, entered if that cannot be left to `with_stmt`."""
    is_held = type(manager) is not _OF_GENERATORS or sys.getrefcount(manager) > _HELD_BY_NOBODY
    with hidden_frames:
        awaiting = None if is_held or not may_stage() else _awaiting(manager)
        return entered_in(sys._getframe(1), manager) if awaiting is None else awaiting


def _awaiting(manager: Any) -> Awaiting | None:
    function = getattr(manager, "func", None)
    if type(function) is not FunctionType or not is_converted(function):
        return None
    from autograph.conversion import context_function  # the converter itself is not needed to run converted code

    found = context_function(function, sys.modules["autograph.operators"], checked=catches_arithmetic())
    if found is None:
        return None
    visitor, parameter = found
    args, kwargs = manager.args, manager.kwds
    maker = function.__code__.co_filename, function.__code__.co_qualname
    return Awaiting(lambda visit: visitor(*args, **kwargs, **{parameter: visit}), maker)


def with_stmt(
    statement: Statement,
    body: Callable[[], Any],
    manager: Awaiting | Entered,
    get_state: FunctionType | None = None,
    set_state: FunctionType | None = None,
    names: tuple[str, ...] = (),
    nouts: int = 0,
) -> Callable[[], Any]:
    """A `with` statement.

    Args:
        statement: the statement as a `try` whose handler leaves the manager.
        body: its body.
        manager: what `entering` returned.
        get_state, set_state, names, nouts: as for `autograph.operators.trying.try_stmt`.

    Returns:
        The statement to run. Once it is staged there is nothing to run.
    """
    frame = sys._getframe(1)
    place = frame.f_code.co_filename, frame.f_lineno
    if isinstance(manager, Entered):
        if not may_stage():
            return functools.partial(statement, body)
        with hidden_frames:
            run_try(statement, body, lambda: manager.caught, State(get_state, set_state, names), nouts, place)
    else:
        with hidden_frames:
            _Within(manager, body, State(get_state, set_state, names), nouts, place).run()
    return NOTHING


class _Within(Receiver):
    """The body of a `with`, as what the generator of its manager calls for what it yields.

    Args:
        manager: the manager.
        body: the body.
        state: the variables that the statement may change.
        nouts: how many of them, from the first, matter afterwards.
        place: the file and line of the statement.
    """

    def __init__(self, manager: Awaiting, body: Callable[[], Any], state: State, nouts: int, place: tuple[str, int]):
        super().__init__(body)
        self.manager = manager
        self.place = place
        self.around = consumers_variables()
        #: Whether the generator has come to its `yield`, on the path at hand.
        self.has_yielded = CellType(False)
        kept = state.variables()[: state.more + nouts]
        self.variables = [*kept, Variable(self.has_yielded, "whether it yields")]
        cells = [variable.holder for variable in kept]
        self.others = [cell for cell in bound_cells((body,)).values() if not any(cell is other for other in cells)]

    def run(self) -> None:
        """Runs the generator, which runs the body where it yields."""
        with consumed_by(self.variables):
            self.manager.run(self)
        yielded = truth_of(contents_of(self.has_yielded))
        if yielded is not True:
            error = RuntimeError("generator didn't yield")
            backend = backend_of(yielded)
            if backend is None:
                raise error
            require(backend, yielded, error)

    def __call__(self, item: Any) -> None:
        self.has_yielded.cell_contents = True
        self.manager.value = item
        others = [(cell, contents_of(cell)) for cell in self.others]
        try:
            with consumed_by(self.around):
                run_within(self.place, self.manager.maker, self.body)
        finally:
            restore_cells(others)
