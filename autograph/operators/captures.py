"""What a function of the program's captured: a function that was made in a region may hold values of the region.

Variables of a function that still runs are joined as variables. The others belong to the function alone, and so do the
values of its parameters by default: they are parts of it, as the attributes are of an object.
"""

from __future__ import annotations

import dis
import functools
import itertools
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from types import CellType, CodeType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any, TypeVar

from autograph.operators.frames import locals_of
from autograph.operators.locations import Location, Variable, contents_of
from autograph.operators.places import current_place
from autograph.operators.refusals import stop
from autograph.operators.state import stored_variables
from autograph.source.build import converted_codes
from autograph.staging import UNBOUND, composites
from autograph.weak import WeakSet

Made = TypeVar("Made")


def captured(
    function: FunctionType, is_shared: Callable[[FrameType, str], bool] = lambda owner, name: True
) -> tuple[list[str], list[Any]]:
    """The names of the variables that a function alone has, and their values; then those of its parameters.

    Args:
        function: the function.
        is_shared: of a variable of a function that is running, whether that one has it as well.
    """
    found: dict[str, Any] = {}
    for name, cell in _cells(function):
        value = contents_of(cell)
        if value is UNBOUND or value is function or type(value) is ModuleType:
            continue
        if not any(is_shared(owner, name) for owner in _owners(name, value, function.__code__)):
            found[name] = value
    defaults = function.__defaults__ or ()
    return [*found, *("" for _ in defaults), *(function.__kwdefaults__ or ())], [
        *found.values(),
        *defaults,
        *(function.__kwdefaults__ or {}).values(),
    ]


def captured_values(function: FunctionType) -> tuple[list[str], list[Any], list[CellType]]:
    """As `captured`, with what others have as well and do not bind again; then the variables that are left out."""
    names, values = captured(function, _may_change)
    return names, values, _cells_apart_from(names, function)


def captured_by_name(function: FunctionType, names: Sequence[str]) -> tuple[list[Any], list[CellType]]:
    """The values of variables that a function captured and of its parameters; then the variables that are left out."""
    held = {name: contents_of(cell) for name, cell in _cells(function)}
    defaults = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    own = names[: len(names) - len(defaults)]
    return [*map(held.__getitem__, own), *defaults], _cells_apart_from(own, function)


def _cells_apart_from(names: Collection[str], function: FunctionType) -> list[CellType]:
    return [cell for name, cell in _cells(function) if name not in names and contents_of(cell) is not function]


def _may_change(owner: FrameType, name: str) -> bool:
    """Whether a variable of a function that runs may be bound again, or another list take the place of its own."""
    value = locals_of(owner)[name]
    if issubclass(type(value), (list, dict, set)) or (type(value) in composites and composites[type(value)].mutable):
        return True
    return _binds_within(owner.f_code, [name]) or _binds_after(owner.f_code, owner.f_lasti, name)


@functools.lru_cache(maxsize=1024)
def _binds_after(code: CodeType, start: int, name: str) -> bool:
    """Whether code may bind a variable of its own after it has come to an instruction; handlers are always to come.

    The text does not tell: a file that was written converted has a statement twice, of which one is run.
    """
    instructions = [*dis.get_instructions(code)]
    following = {one.offset: other.offset for one, other in itertools.pairwise(instructions)}
    known = {instruction.offset: instruction for instruction in instructions}
    reached: set[int] = set()
    to_come = [*known] if code.co_exceptiontable else [max(offset for offset in known if offset <= start)]
    while to_come:
        offset = to_come.pop()
        if offset in reached:
            continue
        reached.add(offset)
        instruction = known[offset]
        if instruction.opcode in dis.hasjrel or instruction.opcode in dis.hasjabs:
            to_come.append(instruction.argval)
        if instruction.opname not in _LEAVES and offset in following:
            to_come.append(following[offset])
    binds = ("STORE_DEREF", "DELETE_DEREF")
    return any(known[offset].opname in binds and known[offset].argval == name for offset in reached)


#: Instructions that the one which is written after them does not follow.
_LEAVES = frozenset({
    "JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT", "RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS",
    "RERAISE",
})  # fmt: skip


def with_captured(function: FunctionType, names: Sequence[str], values: Sequence[Any]) -> FunctionType:
    """A function like another that captured other values.

    Args:
        function: the other.
        names: as `captured` has them.
        values: its own values.
    """
    code = function.__code__
    count = len(function.__defaults__ or ()), len(function.__kwdefaults__ or {})
    free = len(names) - sum(count)
    cells = dict(zip(names[:free], map(CellType, values[:free]), strict=True))
    for name in cells:
        _check_shared(function, name)
    itself = CellType()
    cells |= {name: itself for name, cell in _cells(function) if contents_of(cell) is function}
    closure = [cells.get(name, cell) for name, cell in _cells(function)]
    defaults = tuple(values[free : free + count[0]])
    made = FunctionType(code, function.__globals__, function.__name__, defaults or None, tuple(closure))
    made.__kwdefaults__ = dict(zip(function.__kwdefaults__ or {}, values[free + count[0] :], strict=True)) or None
    itself.cell_contents = made
    made.__qualname__ = function.__qualname__
    made.__module__ = function.__module__
    made.__dict__.update(function.__dict__)
    return made


#: Functions and partials that were put together, each in the place of one of several that Python has.
_made_anew: WeakSet[Any] = WeakSet()


def made_anew(function: Made) -> Made:
    """Takes note of a function that was put together: which one it is cannot be told from the object that it is."""
    _made_anew.add(function)
    return function


def is_made_anew(value: Any) -> bool:
    """Whether a value is a function or a partial that was put together."""
    return type(value) in (FunctionType, functools.partial) and value in _made_anew


def called_since(code: CodeType) -> list[FrameType]:
    """The frames of converted code that is running, and has been called since some other code was."""
    found: list[FrameType] = []
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code is not code:
        if frame.f_code in converted_codes:
            found.append(frame)
        frame = frame.f_back
    return found


def is_owned(location: Location, frames: Sequence[FrameType]) -> bool:
    """Whether a location may be a variable of a function that is running in one of some frames."""
    if not isinstance(location, Variable):
        return False
    if not isinstance(location.holder, CellType):
        return any(location.holder is frame for frame in frames)
    value = location.read()
    return any(locals_of(frame).get(name, UNBOUND) is value for frame in frames for name in frame.f_code.co_cellvars)


def variables_captured(values: list[Any]) -> list[Variable]:
    """The variables that the functions captured which are among some values, or in methods and the like among them."""
    values = [*values]
    found: list[Variable] = []
    for value in values:
        if isinstance(value, FunctionType):
            found += [Variable(cell, name) for name, cell in _cells(value)]
        elif type(value) in (functools.partial, MethodType):
            values += [value.__func__, value.__self__] if type(value) is MethodType else [value.func, *value.args]
    return found


def binds(function: FunctionType, names: Sequence[str]) -> bool:
    """Whether a function, or another that has its variables, may bind some that it captured."""
    own = [name for name in names if name in function.__code__.co_freevars]
    if not own:
        return False
    owner = converted_codes.around(function.__code__)
    return owner is None or _binds_within(owner, own)


def _binds_within(code: CodeType, names: Sequence[str]) -> bool:
    """Whether a function within some code may bind variables of it."""
    return any(name in stored_variables(inner) for inner in _codes_in(code) for name in names)


def _codes_in(code: CodeType) -> list[CodeType]:
    return [constant for constant in code.co_consts if isinstance(constant, CodeType)]


def _cells(function: FunctionType) -> Iterator[tuple[str, CellType]]:
    """The variables that a function captured, by their names."""
    return zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)


def _check_shared(function: FunctionType, name: str) -> None:
    """Refuses a function that shares a variable with one that binds it."""
    if binds(function, [name]):
        stop(
            "AG012",
            f"a staged conditional chooses `{function.__name__}`, which has the variable '{name}' of its own",
            current_place(),
            reason=f"each of the functions that it may be has a '{name}', which may be bound again",
            help=f"keep '{name}' as an attribute of an object",
        )


def _owners(name: str, value: Any, code: CodeType) -> Iterator[FrameType]:
    """The functions that run and may have a variable which a function in them captured."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if name in frame.f_code.co_cellvars and locals_of(frame).get(name) is value and _has(frame.f_code, name, code):
            yield frame
        frame = frame.f_back


def _has(owner: CodeType, name: str, code: CodeType) -> bool:
    """Whether it is a variable of some code that code within it captured, and not one of code in between."""
    inner = _codes_in(owner)
    return any(code is known for known in inner) or any(
        name not in known.co_cellvars and _has(known, name, code) for known in inner
    )
