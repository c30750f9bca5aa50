"""Loops over what has no order: sets of which a tensor decides what is in them, and dicts that were filled in such.

The iterations are run in whatever order the elements are kept in, where the text of the body shows that another would
do as well (see `autograph.analysis.commuting`), and what was found to be changed while it is traced is what the text
says. A dict that gets keys so has no order itself.
"""

from __future__ import annotations

import ast
import builtins
import itertools
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from types import CellType, FrameType, FunctionType
from typing import Any

from autograph.analysis.commuting import BUILTINS, Changes, calls_of, changes_of
from autograph.operators import container_errors, places
from autograph.operators.call_sites import path_at
from autograph.operators.comprehensions import has_no_order
from autograph.operators.dict_views import View
from autograph.operators.dicts import SETS, StagedDict
from autograph.operators.effects import log, logging_part, may_be_known_elsewhere
from autograph.operators.forms import stored
from autograph.operators.frames import locals_of
from autograph.operators.holders import Local
from autograph.operators.kinds import kind_of as kind_of_type
from autograph.operators.locations import Variable, contents_of
from autograph.operators.state import State, closures_of
from autograph.operators.structures import Optional
from autograph.operators.table_methods import TableView
from autograph.operators.tables import Table, is_set, lose_order
from autograph.source.build import converted_codes
from autograph.source.find import source_text
from autograph.staging import UNBOUND, backend_of

#: How deep functions that are called may call others.
_MOST_CALLS = 4
_NUMBERS = frozenset({"int", "bool"})
#: How the variables begin that say whether a function has returned, and what.
_WAYS_OUT = ("did_return", "return_value")


class AnyOrder:
    """A loop whose iterations are run in any order.

    Attributes:
        changes: what they change, as the text says.
        bound: the variables that they bind.
        body: the body of the loop.
        state: the variables of the loop.
        holders: the values of what they change, before the loop.
        keys: those of the dicts among these.
        others: the variables that functions may change, and their values before the loop.
    """

    def __init__(self, changes: Changes, bound: set[str], body: Callable[[Any], Any], state: State):
        self.changes = changes
        self.body = body
        self.state = state
        self.holders = self.found()
        ways_out = {name for name in state.names if changes.returns and name.startswith(_WAYS_OUT)}
        self.bound = bound = bound | ways_out
        self.others = [(name, value) for name, value in self._values() if name not in {*changes.names, *bound}]
        self.keys = list(map(_keys, self.holders))

    def found(self) -> list[Any]:
        """The values of the variables that the loop changes, or of which it changes what they have."""
        cells = _cells(self.body)
        known = {**{name: contents_of(cell) for name, cell in cells.items()}, **dict(self._values())}
        return [known.get(name, UNBOUND) for name in self.changes.names]

    def _values(self) -> list[tuple[str, Any]]:
        return [*zip(self.state.names, self.state.read(), strict=True)]

    def check_before(self, owner: Any) -> None:
        """Refuses what the text does not show: that others have what is changed, or that it is gone over."""
        for name, value in zip(self.changes.names, self.holders, strict=True):
            if value is owner:
                container_errors.order_of_a_set(f"'{name}' is changed while it is being looped over")
            if isinstance(value, (dict, set)) or type(value) in (Table, StagedDict):
                if may_be_known_elsewhere(value, [name]):
                    container_errors.order_of_a_set(f"something else may have '{name}', which the loop changes")

    def check_after(self) -> None:
        """Refuses values that the operations do not commute for, and has dicts that got keys be without an order."""
        for k, (name, value) in enumerate(zip(self.changes.names, self.found(), strict=True)):
            value = value.value if type(value) is Optional else value
            if name in self.changes.dicts:
                self._check_dict(k, name, value)
            elif name in self.changes.sets or is_set(value):
                operations = self.changes.sets.get(name) or self.changes.numbers[name]
                operations = {operation.partition(" ")[0] for operation in operations}
                if not (is_set(value) and operations <= {"or", "and", "xor", "subtract", "first"}):
                    container_errors.order_of_a_set(f"'{name}' is no set")
            elif not (_is_fixed(self.changes.numbers[name]) or _is_integer(value)):
                container_errors.order_of_a_set(f"'{name}' is no integer, and the order of operations may matter")

    def _check_dict(self, k: int, name: str, value: Any) -> None:
        operations = self.changes.dicts[name]
        if type(value) is Table and value.kind not in SETS:
            form = value.part(1).form
            is_number = form.node.kind is None and kind_of_type(stored(form.types[0])) in _NUMBERS
            if not (_is_fixed(operations) or is_number):
                container_errors.order_of_a_set(f"the values of '{name}' are no integers")
            lose_order(value)
        elif type(value) in (dict, defaultdict, Counter, StagedDict) and _keys(value) == self.keys[k]:
            if not (_is_fixed(operations) or all(map(_is_integer, _values(value)))):
                container_errors.order_of_a_set(f"the values of '{name}' are no integers")
        else:
            container_errors.order_of_a_set(f"'{name}' gets its keys in that order")

    @contextmanager
    def running(self, owner: Any) -> Iterator[None]:
        """Around the loop, over what an object has: what it does must be what the text says."""
        self.check_before(owner)
        around = log()
        caught = 0 if around is None else around.caught
        with logging_part() as effects:
            yield
        if effects.caught or (around is not None and around.caught > caught):
            container_errors.order_of_a_set("which elements it comes to before it is left depends on it")
        known = [part for value in [*self.holders, *self.found()] for part in _parts(value)]
        for effect in effects.effects():
            location = effect.location
            if type(location) in (Variable, Local) and location.key in {*self.changes.names, *self.bound}:
                continue
            if not any(location.holder is part for part in known):
                container_errors.order_of_a_set("it changes what others have")
        if any(dict(self._values())[name] is not value for name, value in self.others):
            container_errors.order_of_a_set("it changes what others have")
        self.check_after()


def in_any_order(iterable: Any, is_left: bool, body: Callable[[Any], Any], state: State) -> Any:
    """Around a loop: one over what has no order must be one that can be run in any.

    Args:
        iterable: what is looped over.
        is_left: whether it may be left early.
        body: its body.
        state: its variables.
    """
    if not has_no_order(iterable):
        return nullcontext()
    owner = iterable.owner if type(iterable) in (TableView, View) else iterable
    return _any_order(iterable, is_left, body, state).running(owner)


def _any_order(iterable: Any, is_left: bool, body: Callable[[Any], Any], state: State) -> AnyOrder:
    """A loop over what has no order."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code not in converted_codes:
        frame = frame.f_back
    if frame is None or places.is_own(frame):
        container_errors.order_of_a_set()
    path = path_at(frame)
    around = [*itertools.pairwise(path)]
    loop = next((node for node, part in reversed(around) if isinstance(node, ast.For) and part is node.iter), None)
    if loop is None:
        container_errors.order_of_a_set()
    changes = changes_of(loop, state.names, distinct_part(iterable, loop.target))
    if isinstance(changes, str):
        container_errors.order_of_a_set(changes)
    if is_left and not (changes.returns and _are_gone(path[: path.index(loop)], changes.names)):
        container_errors.order_of_a_set("which elements it comes to before it is left depends on it")
    bound = {node.id for node in ast.walk(loop) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    if not {*state.names} & bound <= {*changes.numbers}:
        container_errors.order_of_a_set("what a variable has in the last iteration is read later")
    variables = {**locals_of(frame), **{name: contents_of(cell) for name, cell in _cells(body).items()}}
    called = _unknown(changes.calls, variables, frame.f_globals, {*changes.names}, _MOST_CALLS)
    if called is not None:
        container_errors.order_of_a_set(f"it calls {called}, which may have effects")
    return AnyOrder(changes, bound, body, state)


def _are_gone(path: list[ast.AST], names: list[str]) -> bool:
    """Whether some variables are those of the innermost function alone, and nothing reads them once it returns.

    Args:
        path: what is around the statement that returns.
    """
    at = next((k for k in reversed(range(len(path))) if isinstance(path[k], ast.FunctionDef)), None)
    if at is None or any(getattr(node, "finalbody", None) for node in path[at:]):
        return False
    bound: set[str] = set()
    for node in _own_nodes(path[at]):
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            return False
        if isinstance(node, _FUNCTIONS):
            if not {*names}.isdisjoint(inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)):
                return False
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound.add(node.id)
    return bound.issuperset(names)


def _own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function, with the functions in it but not what is in those."""
    waiting = [*ast.iter_child_nodes(function)]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, _FUNCTIONS):
            waiting += ast.iter_child_nodes(node)


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def distinct_part(iterable: Any, target: ast.expr) -> ast.expr | None:
    """The part of a target that is another in each iteration."""
    if type(iterable) is TableView:
        part = iterable.part
    elif type(iterable) is View:
        return None
    else:
        part = 0
    if part == 0:
        return target
    is_pair = part is None and isinstance(target, ast.Tuple) and len(target.elts) == 2
    return target.elts[0] if is_pair else None  # type: ignore[attr-defined]


def _unknown(
    names: set[str], variables: dict[str, Any], module: dict[str, Any], changed: set[str], depth: int
) -> str | None:
    """The first of some names that are called which is no function without effects; None if all are."""
    for name in sorted(names):
        function = variables.get(name, module.get(name, getattr(builtins, name, None)))
        if name in BUILTINS and function is getattr(builtins, name):
            continue
        tree = _tree_of(function) if type(function) is FunctionType and depth else None
        calls = None if tree is None else calls_of(tree)
        if calls is None or not isinstance(function, FunctionType) or changed & {*function.__code__.co_freevars}:
            return name
        cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        inner = {name: contents_of(cell) for name, cell in cells}
        if _unknown(calls - {name}, inner, function.__globals__, changed, depth - 1) is not None:
            return name
    return None


def _cells(body: Callable[[Any], Any]) -> dict[str, CellType]:
    """The variables that the body of a loop mentions, but for those of modules."""
    found: dict[str, CellType] = {}
    for function in closures_of((body,)):
        found.update(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    return found


def _tree_of(function: FunctionType) -> ast.FunctionDef | None:
    """The text of a function, as a tree."""
    code = function.__code__
    tree = places.tree_of(source_text(code.co_filename))
    if tree is None:
        return None
    around = places.nodes_around(tree, code.co_firstlineno)
    found = [n for n in around if isinstance(n, ast.FunctionDef) and n.name == code.co_name]
    return next((node for node in found if node.lineno == code.co_firstlineno), None)


def _is_integer(value: Any) -> bool:
    if type(value) in (int, bool):
        return True
    backend = backend_of(value)
    type_ = None if backend is None or getattr(value, "shape", None) != () else backend.type_of(value)
    return type_ is not None and kind_of_type(type_) in _NUMBERS


def _is_fixed(operations: set[str]) -> bool:
    """Whether what is stored is the same, whichever iteration is the last to do so."""
    return len(operations) == 1 and next(iter(operations)).startswith(("constant ", "own item"))


def _keys(value: Any) -> Any:
    if type(value) is StagedDict:
        return {key: value.absence(key) is True for key in value.entries}
    return list(value) if isinstance(value, dict) and type(value) is not Table else None


def _values(value: Any) -> list[Any]:
    held = value.entries.values() if type(value) is StagedDict else value.values()
    return [entry.value if type(entry) is Optional else entry for entry in held]


def _parts(value: Any) -> list[Any]:
    value = value.value if type(value) is Optional else value
    if type(value) is Table:
        return [value, value.entries]
    if type(value) is StagedDict:
        return [value, value.entries, value.stamps]
    return [value]
