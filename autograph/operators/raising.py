"""`raise` in a region: an effect of the path it is on.

An exception of the user's that ends a region is not raised while tracing, when nobody knows whether the region will
run. A backend stages it, if it can; where a handler of the same staged code would catch it, it cannot.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FunctionType
from typing import Any, NoReturn

from autograph.diagnostics import Place, StagingError
from autograph.operators import loop_errors, raise_errors, refusals
from autograph.operators.catching import catcher_of
from autograph.operators.choices import later
from autograph.operators.effects import logs, outlives, path_raises, read_before_set_in_a_loop
from autograph.operators.exits import can_leave, is_caught, leave_if
from autograph.operators.handlers import final_block_around, handler_around
from autograph.operators.locations import Location
from autograph.operators.managers import manager_around
from autograph.operators.opaque import holds_staged
from autograph.operators.origin import Raised, RaisedLater, of_other_arguments
from autograph.operators.places import in_generator
from autograph.operators.proxies import Proxy
from autograph.operators.replaying import places_of, raised_at
from autograph.operators.rows import Row
from autograph.operators.structures import Node, fields_of_record, has_fields, take_apart, with_leaves
from autograph.operators.text import Text, with_numbers
from autograph.staging import Backend, backend_of, composites


def stage_raise(backend: Backend, error: BaseException) -> bool:
    """Stages an exception that ended the region being traced, or says why it cannot be.

    Says whether it is raised when the program runs: a `try` that is staged may catch it.
    """
    if isinstance(error, Raised):
        return False
    if isinstance(error, NameError) and read_before_set_in_a_loop(error.name):
        if not can_raise(backend):
            loop_errors.read_before_set_in_a_loop(error.name)
        return False  # the loop is traced again, with a variable that may have a value
    _check_catchers(error)
    if isinstance(error, StopIteration) and in_generator():
        raise_errors.raised_to_python(
            error, "Python, which makes a RuntimeError of it where it leaves a generator, would catch it"
        )
    if leave_if(backend, True, error):
        return False
    check_handlers(error)
    staged = StagedError(error)
    if any(type(argument) is str and _SHOWS_STAGED.search(argument) for argument in error.args):
        raise_errors.raises_a_tensor(error)
    if not backend.can_raise:
        raise_errors.cannot_raise(backend, error)
    for check in logs()[0].before_raise if logs() else ():
        check(error)
    if staged.shows_what_can_change():
        final = final_block_around()
        if final is not None:
            raise_errors.may_change_before_it_leaves(error, final)
    backend.stage_raise(staged)
    path_raises()
    return True


#: In a message that Python made of a staged value; systems name their tensors in those of their own errors.
_SHOWS_STAGED = re.compile(r"Tensor\(|Tracer[<(]")


def can_raise(backend: Backend) -> bool:
    """Whether the program that is being staged can raise when it runs, or when what it returns is looked at."""
    return backend.can_raise or can_leave()


def refuse_where_reached(backend: Backend, error: StagingError) -> NoReturn:
    """Refuses a path: where the program takes it, unless something of the program's would catch that."""
    is_seen = is_caught(error) or handler_around(error) is not None
    if is_seen or not (can_raise(backend) and refusals.are_where_reached()):
        refusals.raise_refusal(error)
    stage_raise(backend, error)
    raise every_path_raises()


class _Mode(threading.local):
    are_known = False


_mode = _Mode()


@contextmanager
def known_places() -> Iterator[None]:
    """Where what is looked for is there: the entry of a row, say. No code of the program's runs meanwhile."""
    before, _mode.are_known = _mode.are_known, True
    try:
        yield
    finally:
        _mode.are_known = before


def require(backend: Backend, condition: Any, error: BaseException, caught: BaseException | None = None) -> None:
    """Stages an exception that is raised where a condition does not hold.

    Args:
        backend, condition: as for `Backend.require`.
        error: what is raised where it leaves the program.
        caught: what a handler of the program's is given, if that is another: Python's own.
    """
    if _mode.are_known and isinstance(error, IndexError):
        return
    _check_catchers(caught or error)
    if not leave_if(backend, backend.logical_not(condition), caught or error, fails=caught is not None):
        check_handlers(error)
        backend.require(condition, StagedError(error))


class StagedError:
    """An exception that a program raises when it runs: its arguments and attributes may be staged.

    Args:
        error: the exception as it was raised while tracing, or made.
        places: where that was, the outermost call first.
    """

    def __init__(self, error: BaseException, places: Sequence[Place] = ()):
        self._error = error
        self._cause = None if error.__cause__ is None else StagedError(error.__cause__)
        self._places = places or places_of(error)
        self._leaves: list[Any] = []
        shown = later["rows read"]((error.args, vars(error)))
        self._node = take_apart(shown, self._leaves)
        if any(map(_shows_staged, shown[0])) or _holds_rows(self._node) or _asks_for_staged(error):
            raise_errors.raises_a_tensor(error)
        self.operands = [leaf for leaf in self._leaves if backend_of(leaf) is not None]
        if self._cause is not None:
            self.operands += self._cause.operands

    @property
    def known(self) -> list[Any]:
        """What of it is no operand: its class, and what of its arguments and attributes is known."""
        own = [type(self._error).__qualname__, *(leaf for leaf in self._leaves if backend_of(leaf) is None)]
        return own if self._cause is None else [*own, self._cause.known]

    def shows_what_can_change(self) -> bool:
        """Whether an object is in it of which only what is in it now is raised."""
        shown = [value for values in self._node.parts for value in values.parts]  # of the arguments and the attributes
        return bool(self.operands) and any(map(_holds_what_changes, shown))

    def filled(self, values: Sequence[Any]) -> BaseException:
        """The exception with the values that the operands have; a new one each time."""
        given = iter(values)
        leaves = [leaf if backend_of(leaf) is None else next(given) for leaf in self._leaves]
        arguments, attributes = with_numbers(with_leaves(self._node, leaves))
        error = of_other_arguments(self._error, arguments, attributes)
        if self._cause is not None:
            error.__cause__ = self._cause.filled(list(given))
        error.__suppress_context__ = True
        return raised_at(error, self._places)

    def __repr__(self) -> str:
        return f"{type(self._error).__name__}({', '.join(map(repr, self._error.args))})"


def _holds_rows(node: Node) -> bool:
    """Whether there is a list or a dict of staged length in a value, in whose elements there are rows."""
    forms = [getattr(getattr(part.value, "entries", part.value), "form", None) for part in node.containers()]
    return any(inner.kind is Row for form in forms if form is not None for inner in form.node.containers())


def _holds_what_changes(node: Node) -> bool:
    kind = node.kind
    if kind is None or kind is Text:
        return False
    is_mutable = composites[kind].mutable if kind in composites else kind is not tuple
    return is_mutable or any(map(_holds_what_changes, node.parts))


def _shows_staged(argument: Any) -> bool:
    """Whether what is in the message of an exception has an object whose class makes a text of staged values."""
    return any(_has_staged_text(leaf.value) for leaf in take_apart(argument, []).leaves())


def _has_staged_text(value: Any) -> bool:
    kind = type(value)
    if fields_of_record(value) is not None:  # which is made again when the program has run
        return False
    if issubclass(kind, (Proxy, type)) or (kind.__str__ is object.__str__ and kind.__repr__ is object.__repr__):
        return False
    return backend_of(value) is None and kind.__module__ != "builtins" and holds_staged(value)


def _asks_for_staged(error: BaseException) -> bool:
    """Whether the text of an exception is made by its class, of objects that hold what is staged."""
    if type(type(error).__str__) is not FunctionType:
        return False
    leaves = [leaf.value for leaf in take_apart([*vars(error).values()], []).leaves()]
    return any(
        backend_of(value) is None and fields_of_record(value) is None and has_fields(value) and holds_staged(value)
        for value in leaves
    )


def refuse_changes_before(error: BaseException, locations: Sequence[Location]) -> None:
    """Refuses a path that raises after it changed an object which is still there when the staged function has ended."""
    for location in () if isinstance(error, RaisedLater) else locations:
        if outlives(location):
            raise_errors.changed_before_it_raises(error, location)


def check_handlers(error: BaseException) -> None:
    """Refuses what may raise an exception when the program runs, where a handler of the staged code would catch it."""
    handler = handler_around(error) or manager_around(error)
    if handler is not None:
        raise_errors.raised_under_a_handler(error, handler)
    _check_catchers(error)


def _check_catchers(error: BaseException) -> None:
    catcher = catcher_of(error)
    if catcher is not None:
        raise_errors.raised_to_python(error, catcher)


def every_path_raises() -> Raised:
    """What unwinds a region whose paths have all raised."""
    return Raised(
        "AG027",
        "every path through a staged function raises",
        help="return a value from one of them",
    )
