"""What holds a list or a dict, so that another can take its place everywhere.

A list of Python's gives way to a list of staged length before the branch or the loop that changes its length, and a
dict to one of staged keys. Only those that came to be while the function is staged do: who has others is not known.
These can be held by variables of functions that are running or have been defined, and by objects that came to be, or
were written, in the trace. Where anything else has one, or may have it in the middle of an expression, it cannot be
replaced.
"""

from __future__ import annotations

import ast
import ctypes
import functools
import operator
import sys
import warnings
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import (
    BuiltinMethodType,
    CellType,
    FrameType,
    FunctionType,
    GeneratorType,
    MappingProxyType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    NoneType,
)
from typing import Any

from autograph.operators import looped_lists, places, shared_arrays
from autograph.operators.arrays import is_array
from autograph.operators.call_sites import path_at
from autograph.operators.effects import in_use, log, logs, new
from autograph.operators.either import Either
from autograph.operators.frames import hidden_frames
from autograph.operators.handlers import value_of
from autograph.operators.links import Link
from autograph.operators.locations import (
    Attribute,
    Elements,
    Item,
    Location,
    Variable,
    attributes_of,
    contents_of,
    elements_of,
    namespace_of,
)
from autograph.operators.namespaces import has_class_attribute
from autograph.operators.state import makers_within
from autograph.operators.structures import Optional
from autograph.source.build import converted_codes
from autograph.source.find import source_text
from autograph.staging import UNBOUND, backend_of


class Unknown(Exception):
    """A list or a dict may be held where it cannot be replaced.

    Args:
        reason: where.
        help: what to do about it, if that is no matter of course.
    """

    def __init__(self, reason: str, help: str = ""):
        super().__init__(reason)
        self.help = help


class Local(Variable):
    """A variable of a function that is running."""

    __slots__ = ()

    @property
    def identity(self) -> tuple[Any, ...]:
        return Local, id(self.holder), self.key

    @property
    def is_there(self) -> bool:  # type: ignore[override]
        """Whether the function is still running."""
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and frame is not self.holder:
            frame = frame.f_back
        return frame is not None

    def read(self) -> Any:
        return self.holder.f_locals.get(self.key, UNBOUND)

    def write(self, value: Any) -> None:
        if value is UNBOUND or not self.is_there:
            return
        self.holder.f_locals[self.key] = value
        if sys.version_info < (3, 13):  # where `f_locals` is a copy, as debuggers write it back
            ctypes.pythonapi.PyFrame_LocalsToFast(ctypes.py_object(self.holder), ctypes.c_int(0))


def replace(before: Any, after: Any, is_stored: bool = False) -> Callable[[Any], Any]:
    """Has everything that holds a list or a dict hold another in its place, as an effect of the region around.

    Args:
        before, after: the two.
        is_stored: whether the other is about to be stored in its place, so that nothing else needs to have it.

    Returns:
        What gives the value that takes the place of one: of the list, of tuples that held it, or the value itself.

    Raises:
        Unknown: something may hold it that cannot be made to hold the other.
    """
    regions = logs()
    if not any(region.is_new(before) for region in regions):
        raise Unknown(
            "it was there before the function is staged, and others may have it",
            "make the list in the function, and return it: who calls the function can keep it",
        )
    takes = {id(before): after}
    values = [before]
    found: list[Location] = []
    for value in values:
        for holder in _holders(value):
            if isinstance(holder, Location):
                found.append(holder)
            elif not any(known is holder for known in values):
                values.append(holder)
    if is_stored:
        _check_targets()
    if all(type(location.holder) is Link for location in found) and not (is_stored and not found):
        raise Unknown("no variable and no object holds it")
    around = log()
    assert around is not None
    for location in found:  # all of them first: two variables may be one cell
        # What the variables of a list had before that came to be in the region is logged already.
        if not (isinstance(location, Variable) and around.is_new(before)):
            around.writes_to(location)

    def taken(value: Any) -> Any:
        if id(value) not in takes and any(known is value for known in values):
            takes[id(value)] = _rebuilt(value, taken)
        return takes.get(id(value), value)

    regions[0].replaced[id(after)] = after, before, taken
    for location in found:
        held = location.read()
        location.write([*map(taken, held)] if isinstance(location, Elements) else taken(held))
    return taken


def may_be_held(value: Any) -> bool:
    """Whether anything has a list or a dict, or may have it, but the call that it is given to."""
    if not any(region.is_new(value) for region in logs()):
        return True
    try:
        return next(_holders(value), None) is not None
    except Unknown:
        return True


def by_now(value: Any, since: int = 0) -> Any:
    """What is in the place of a value that was read before other code ran; the value itself if nothing is.

    Args:
        value: what was read.
        since: how many replacements there had been by then; see `replacements`.

    Raises:
        Unknown: it does not show which of several is in its place.
    """
    values = [value]
    for _, _, taken in [*logs()[0].replaced.values()][since:]:
        values += [made for made in map(taken, values) if not any(made is known for known in values)]
    if len(values) == 1:
        return value
    # What took the place in a region that has been given up is in nobody's hands any more.
    current = [made for made in values if any(type(location.holder) is not Link for location in _locations_of(made))]
    if len(current) != 1:
        raise Unknown("it is read before it changes in the same statement")
    return current[0]


def replacements() -> int:
    """How many lists and dicts others have taken the place of."""
    return len(logs()[0].replaced)


def _locations_of(value: Any) -> Iterator[Location]:
    return (holder for holder in _holders(value) if isinstance(holder, Location))


def original_of(value: Any, since: int = 0) -> Any:
    """The list or the dict in whose place another is; the value itself if it is in no other's.

    Args:
        since: how many replacements there had been before; see `replacements`.
    """
    replaced = logs()[0].replaced
    if since and id(value) in [*replaced][:since]:
        return value
    while id(value) in replaced:
        value = replaced[id(value)][1]
    return value


def _is_rebuilt(value: Any) -> bool:
    """Whether a value cannot be made to hold another object: one like it that does can take its place."""
    kind = type(value)
    if kind is BuiltinMethodType:
        return not isinstance(value.__self__, ModuleType)
    return kind in (tuple, functools.partial) or (issubclass(kind, tuple) and has_class_attribute(kind, "_fields"))


def _rebuilt(value: Any, taken: Callable[[Any], Any]) -> Any:
    """What a tuple, a `partial` or a method becomes where other objects take the place of some of what it holds."""
    if type(value) is BuiltinMethodType:
        return getattr(taken(value.__self__), value.__name__)
    if isinstance(value, tuple):
        parts = map(taken, value)
        return tuple(parts) if type(value) is tuple else type(value)(*parts)
    options = {name: taken(option) for name, option in value.keywords.items()}
    return functools.partial(taken(value.func), *map(taken, value.args), **options)


def looping(iterable: Any) -> Any:
    """What Python is to loop over for an iterable: what that goes over cannot be replaced meanwhile."""
    kind = type(iterable)
    if kind in _UNCHANGING or kind.__module__ not in ("builtins", "collections", "itertools", "numpy"):
        return iterable
    return _looping(new(list(iterable)) if kind is tuple else iterable)


def _looping(iterable: Any) -> Iterator[Any]:
    with going_over(iterable) as loop, hidden_frames:
        for count, item in enumerate(iterable, 1):
            loop[1:] = [count]
            yield item


@contextmanager
def going_over(iterable: Any) -> Iterator[list[Any]]:
    """While Python loops over something; its value has it, and how many items have been taken, if somebody counts."""
    loop = [iterable]  # which is no other loop's
    loops = logs()[0].loops if logs() else []  # one that nobody ends may outlast what is staged
    loops.append(loop)
    try:
        yield loop
    finally:
        loops[:] = [other for other in loops if other is not loop]


def _to_come() -> Iterator[Any]:
    """What loops of Python's have still to go over, where nobody else may have it."""
    for iterable, *count in logs()[0].loops:
        if type(iterable) in (list, tuple) and count:
            yield [*iterable[count[0] :]]
        elif is_array(iterable) or type(iterable) in _GOING_OVER_OTHERS:
            yield iterable
    yield from logs()[0].asked


#: Iterators that do not have the items that are still to come, but what these are of.
_GOING_OVER_OTHERS = frozenset({enumerate, zip, reversed, map, filter})


@contextmanager
def asking(iterator: Any) -> Iterator[None]:
    """While a loop asks an iterator of converted code for each item."""
    iterators = logs()[0].asked if logs() else []
    iterators.append(iterator)
    try:
        yield
    finally:
        iterators.pop()


shared_arrays.to_come.append(_to_come)
in_use.append(lambda: [iterable for iterable, *_ in logs()[0].loops])

_UNCHANGING = frozenset({range, str, bytes})


def _check_loops(target: Any) -> None:
    for iterable, *_ in logs()[0].loops:
        if iterable is target:
            for frame in _frames(target):
                _ask_for_loops(frame, target)
            raise Unknown("it is being looped over while it changes")
        if type(iterable) in _VIEWS:
            _check_view(iterable, target)
        elif _is_iterator(iterable):
            _check_iterator(iterable, target)


def _holders(target: Any) -> Iterator[Any]:
    """The locations that hold an object, and the tuples and the like that do."""
    _check_loops(target)
    seen: set[int] = {id(target)}
    waiting: list[Any] = []
    for frame in _frames(target):
        _check_expression(frame, target)
        _check_statements(frame, target)
        for name, value in frame.f_locals.items():
            if value is target:
                if name == ".0":
                    raise Unknown("it is being looped over")
                yield Local(frame, name)
            else:
                waiting.append(value)
        for name in frame.f_code.co_names:
            value = frame.f_globals.get(name)
            if value is target:
                yield Variable(frame.f_globals, name)
            elif type(value) is FunctionType:
                waiting.append(value)
    gone = {id(before) for _, before, _ in logs()[0].replaced.values() if type(before) is GeneratorType}
    for region in logs():
        for variable in region.variables():
            if not isinstance(variable, Local) and variable.read() is target:
                yield variable
        for holder in [*region.born(), *region.written()]:
            if id(holder) in seen:
                continue
            seen.add(id(holder))
            yield from _locations(holder, target)
            waiting += [*elements_of(holder), *(attributes_of(holder) or {}).values()]
            if type(holder) is Link:  # what takes the place of an element of one of these is passed on to the other
                seen.update([id(holder.made), id(holder.original)])
            may_be_held = type(holder) is not Either and id(holder) not in gone
            if (type(holder) in _CLOSED and may_be_held) or type(holder).__module__ in _MAKING_LISTS:
                waiting.append(holder)
    for iterable, *_ in logs()[0].loops:
        if type(iterable) is list and id(iterable) not in seen:
            seen.add(id(iterable))
            yield from _locations(iterable, target)
            waiting += iterable
    checked: dict[int, Any] = {}  # kept alive, so that the identity of each stays its own
    while waiting:
        value = waiting.pop()
        if id(value) in checked or type(value) in _PLAIN:
            continue
        checked[id(value)] = value
        if type(value) in HOLDING:
            yield from _locations(value, target)
            waiting.append(value.value)
            continue
        if type(value) in _VIEWS:
            _check_view(value, target)
            continue
        _check_object(value, target, seen)
        if not (type(value) in _CLOSED or _is_rebuilt(value)):
            if type(value).__module__ == "contextlib":
                for part in (namespace_of(value) or {}).values():
                    waiting += [part, *elements_of(part)]
            if _is_iterator(value):
                for part in _check_iterator(value, target):
                    yield from _locations(part, target)
                    waiting += [part, *elements_of(part)]
            elif type(value) in _CONTAINERS and id(value) not in seen:  # nobody has seen it come to be
                parts = elements_of(value)
                if any(part is target for part in parts):
                    raise Unknown(f"a {type(value).__name__} has it that was made by a function which is not converted")
                waiting += parts
            continue
        if type(value) is FunctionType:
            for name, cell in zip(value.__code__.co_freevars, value.__closure__ or (), strict=True):
                if contents_of(cell) is target:
                    yield Variable(cell, name)
                else:
                    waiting.append(contents_of(cell))
        parts = _parts(value)
        if any(part is target for part in parts):
            if not _is_rebuilt(value):
                raise Unknown(f"a {type(value).__name__} has it, which cannot be made to have another")
            yield value
        waiting += parts


#: What stands for a value of the program's, as its attribute `value`, and can be made to have another.
HOLDING: set[type] = {Optional}

#: What holds no other objects.
_PLAIN = frozenset({int, float, bool, complex, str, bytes, NoneType})

#: What holds other objects for good.
_CLOSED = frozenset(
    {tuple, set, frozenset, FunctionType, MethodType, BuiltinMethodType, MethodWrapperType, functools.partial,
     GeneratorType, CellType, Either}
)  # fmt: skip


def _parts(value: Any) -> list[Any]:
    if type(value) is Either:
        return value.candidates
    if isinstance(value, (tuple, set, frozenset)):
        return list(value)
    if isinstance(value, FunctionType):
        return [*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values()]
    if isinstance(value, functools.partial):
        return [value.func, *value.args, *value.keywords.values()]
    if isinstance(value, GeneratorType):
        return [] if value.gi_frame is None else list(value.gi_frame.f_locals.values())
    owner = getattr(value, "__self__", None)
    return [] if isinstance(owner, ModuleType) else [owner, getattr(value, "__func__", None)]


_DICTS = (dict, Counter, defaultdict, OrderedDict)
#: What may have been made out of sight.
_CONTAINERS = frozenset({list, deque, *_DICTS})
_EMPTY: tuple[dict[Any, Any], ...] = ({}, OrderedDict())
_VIEWS = frozenset(type(view) for d in _EMPTY for view in (d.keys(), d.values(), d.items()))
_DICT_ITERATORS = frozenset(type(iter(view)) for d in _EMPTY for view in (d.keys(), d.values(), d.items()))


def _check_view(view: Any, target: Any) -> None:
    """Refuses a dict of which a view is held; views do not say of which dict they are, but what is in it."""
    held = view if type(view) is MappingProxyType else view.mapping
    if type(target) in _DICTS and len(held) == len(target) and all(held.get(k, held) is v for k, v in target.items()):
        raise Unknown(f"`{type(view).__name__.replace('_', '.')}()` of it is held, which goes over it")


def _check_object(holder: Any, target: Any, seen: set[int]) -> None:
    """Refuses what an object has that was made out of sight, and what is in a list that one has made for itself."""
    held = [*(attributes_of(holder) or {}).values()] if id(holder) not in seen else []
    if issubclass(type(holder), BaseException):
        held += holder.args
    elif type(holder) is ContextVar:
        held.append(holder.get(None))
    elif type(holder) is MappingProxyType:
        _check_view(holder, target)
    if any(value is target for value in held):
        raise Unknown(f"a {type(holder).__name__} has it, which cannot be made to have another")
    for part in (namespace_of(holder) or {}).values() if type(holder).__module__ in _MAKING_LISTS else ():
        if id(part) not in seen and any(value is target for value in elements_of(part)):
            raise Unknown(f"a {type(holder).__name__} has it, which cannot be made to have another")


_MAKING_LISTS = frozenset({"collections", "types", "queue", "argparse"})


def _is_iterator(value: Any) -> bool:
    """Whether something goes over what it was given, or calls it, and cannot be given another."""
    kind = type(value)
    if kind is operator.methodcaller:
        return True
    is_library_s = kind.__module__ in ("builtins", "itertools")
    return is_library_s and has_class_attribute(kind, "__next__") and kind is not GeneratorType


def _check_iterator(iterator: Any, target: Any) -> list[Any]:
    """Refuses a container that an iterator has; what else the iterator has, which may be made to hold another."""
    if type(iterator) in _DICT_ITERATORS and type(target) in _DICTS:
        raise Unknown("an iterator over a dict is held, which may be this one")
    if type(iterator) is type(iter(set())) and type(target) is set:
        raise Unknown("an iterator over a set is held, which may be this one")
    found: list[Any] = []
    parts = _parts_of_iterator(iterator)
    for part in parts:
        if part is target:
            raise Unknown("an iterator goes over it")
        if _is_iterator(part):
            found += _check_iterator(part, target)
        elif type(part).__module__ == "itertools":  # what iterators of `tee` share
            parts += _parts_of_iterator(part)
        elif _is_rebuilt(part):  # one like it cannot take its place here
            parts += _parts(part)
        elif type(part) not in _PLAIN:
            found.append(part)
    return found


def _parts_of_iterator(iterator: Any) -> list[Any]:
    try:
        with warnings.catch_warnings(action="ignore"):  # those of itertools will not say what they go over any more
            return list(iterator.__reduce__()[1:])
    except TypeError:
        return []


def _locations(holder: Any, target: Any) -> Iterator[Location]:
    """The locations of an object that hold a list."""
    if issubclass(type(holder), dict):
        if any(key is target for key in dict.keys(holder)):
            raise Unknown("it is a key of a dict")
        yield from (Item(holder, key) for key, value in list(dict.items(holder)) if value is target)
    elif issubclass(type(holder), (list, deque)) and any(value is target for value in elements_of(holder)):
        yield Elements(holder)
    for name, value in (attributes_of(holder) or {}).items():
        if value is target:
            yield Attribute(holder, name)


def _frames(target: Any) -> Iterator[FrameType]:
    """The frames of converted code that is running."""
    frame: FrameType | None = sys._getframe(2)
    inner: FrameType | None = None
    while frame is not None:
        if frame.f_code in converted_codes:
            if inner is None or inner.f_code not in places.entering:
                yield frame
        elif not places.is_own(frame) and any(value is target for value in frame.f_locals.values()):
            raise Unknown(f"`{frame.f_code.co_name}`, which is not converted, has it")
        inner, frame = frame, frame.f_back


# A list that was read, and waits for the rest of an expression, or is being looped over

_CONSUMING = frozenset({"len", "sum", "min", "max", "sorted", "list", "tuple", "set", "any", "all", "range"})


def _check_expression(frame: FrameType, target: Any) -> None:
    path = path_at(frame)
    depth = max((i for i, node in enumerate(path) if isinstance(node, ast.stmt)), default=-1)
    if depth < 0 or depth + 1 >= len(path):
        return
    whole, current = path[depth + 1], path[-1]
    if _reads(frame, whole, target, current):
        raise Unknown("it is read in an expression before it changes in the same expression")


def _check_targets() -> None:
    """Refuses what an assignment is about to store elsewhere, too: `d[k] = xs = []`."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and frame.f_code not in converted_codes:
        frame = frame.f_back
    statement = next((node for node in path_at(frame) if isinstance(node, ast.Assign)), None) if frame else None
    targets = statement.targets if statement is not None else []
    stores = [target for target in targets if not isinstance(target, ast.Name)]
    if stores and stores[0] is not targets[-1]:
        what = "gives it to a variable" if isinstance(targets[-1], ast.Name) else "stores it elsewhere"
        reason = f"the assignment that stores it {what} afterwards"
        raise Unknown(reason, "give it to the variable first: `xs = d[k] = []`")


def _check_statements(frame: FrameType, target: Any) -> None:
    line = frame.f_lineno
    function, _ = places.around_line(source_text(frame.f_code.co_filename), line)
    for node in () if function is None else _statements_around(function, line):
        if isinstance(node, (ast.For, ast.AsyncFor)):
            if _reads(frame, node.iter, target, None):
                raise Unknown("it is being looped over while it changes")
            continue
        for item in node.items:
            called = value_of(getattr(item.context_expr, "func", item.context_expr), frame)
            if (
                not isinstance(called, type)
                and not _is_run(called, frame, node)
                and _reads(frame, item.context_expr, target, None)
            ):
                raise Unknown("the context manager of a `with` around was given it")


def _ask_for_loops(frame: FrameType, target: Any) -> None:
    """Has the loops that a frame is in, and that go over a list, go over a staged one the next time."""
    line = frame.f_lineno
    function, _ = places.around_line(source_text(frame.f_code.co_filename), line)
    for node in ast.walk(function) if function is not None else ():
        if isinstance(node, ast.For) and node.lineno <= line <= (node.body[-1].end_lineno or 0):
            if _reads(frame, node.iter, target, None):
                looped_lists.ask(frame, node.iter.lineno)


def _is_run(called: Any, frame: FrameType, node: ast.With | ast.AsyncWith) -> bool:
    """Whether what was called for the manager of a `with` made a generator that is run as other functions are."""
    code = getattr(getattr(called, "__wrapped__", None), "__code__", None)
    if code is None:
        return False
    return ((frame.f_code.co_filename, node.lineno), (code.co_filename, code.co_qualname)) in makers_within()


@functools.lru_cache(maxsize=1024)
def _statements_around(function: ast.AST, line: int) -> tuple[ast.For | ast.AsyncFor | ast.With | ast.AsyncWith, ...]:
    """The loops and the `with` statements of a function in whose bodies a line is."""
    return tuple(
        node
        for node in ast.walk(function)
        if isinstance(node, (ast.For, ast.AsyncFor, ast.With, ast.AsyncWith))
        if node.body[0].lineno <= line <= (node.body[-1].end_lineno or 0)
    )


def _reads(frame: FrameType, node: ast.AST, target: Any, current: ast.AST | None) -> bool:
    """Whether the value of an expression may be, or hold, a list, before another expression in it is evaluated."""
    if node is current or isinstance(node, ast.Lambda):
        return False
    if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)) and _may_be(frame, node, target):
        return not _follows_any(node, current)
    around = current is not None and any(child is current for child in ast.walk(node))
    if not around and type(target) is GeneratorType and _advances(node):
        return False
    if not around and _consumes(node):
        # An item at a place that is staged is a list that stands for one of several.
        return isinstance(node, ast.Subscript) and _may_stand(target) and not _follows_any(node, current)
    if not around and isinstance(node, ast.Call) and _may_stand(target) and not _follows_any(node, current):
        return not _holds_no_other(frame, node) or any(_reads(frame, part, target, current) for part in node.args)
    parts = [*ast.iter_child_nodes(node)]
    if around and isinstance(node, (ast.BoolOp, ast.IfExp)):  # what was asked for its truth is gone
        parts = [part for part in parts if any(child is current for child in ast.walk(part))]
    return any(_reads(frame, part, target, current) for part in parts)


def _holds_no_other(frame: FrameType, call: ast.Call) -> bool:
    """Whether the value of a call holds nothing but what the arguments hold, or the items of a dict of numbers."""
    if isinstance(call.func, ast.Name):
        return call.func.id in ("enumerate", "iter", "reversed", "zip")
    is_view = isinstance(call.func, ast.Attribute) and call.func.attr in ("items", "keys", "values") and not call.args
    mapping = value_of(call.func.value, frame) if is_view else None  # type: ignore[attr-defined]
    if not isinstance(mapping, dict):
        return False
    held = [getattr(value, "value", value) for value in elements_of(getattr(mapping, "entries", mapping))]
    return all(type(value) in _PLAIN or backend_of(value) is not None for value in held)


def _may_be(frame: FrameType, node: ast.Name | ast.Attribute | ast.Subscript, target: Any) -> bool:
    """Whether the value of an expression is a list, or may be: it is an attribute of one of several objects, say."""
    value = _value(frame, node)
    if value is not None or isinstance(node, ast.Name):
        return value is target
    holder = _value(frame, node.value)
    return type(holder) is Either and _may_stand(target)


def _may_stand(target: Any) -> bool:
    """Whether a list came to be to stand for one of several, so that there may be another of it that nothing holds."""
    around = log()
    return around is not None and around.is_linked(target)


def _follows_any(node: ast.AST, current: ast.AST | None) -> bool:
    return current is not None and _follows(node, current)


def _follows(node: Any, current: Any) -> bool:
    return bool((node.lineno, node.col_offset) >= (current.end_lineno, current.end_col_offset))


def _consumes(node: ast.AST) -> bool:
    """Whether the value of an expression holds nothing of the lists that it is made of."""
    if isinstance(node, ast.Call):
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        return name in _CONSUMING or (name == "copy" and not node.args)
    return isinstance(node, (ast.Compare, ast.Subscript, ast.BinOp, ast.UnaryOp))


def _advances(node: ast.AST) -> bool:
    """Whether an expression is the next item of a generator, or what it yields when it is sent something."""
    function = node.func if isinstance(node, ast.Call) else None
    return getattr(function, "id", getattr(function, "attr", None)) in ("next", "send")


def _value(frame: FrameType, node: ast.AST) -> Any:
    if isinstance(node, ast.Name):
        return frame.f_locals.get(node.id, frame.f_globals.get(node.id))
    if isinstance(node, ast.Attribute):
        return (attributes_of(_value(frame, node.value)) or {}).get(node.attr)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        holder = _value(frame, node.value)
        if type(holder) in (list, tuple, dict):
            try:
                return holder[node.slice.value]
            except (LookupError, TypeError):
                return None
    return None
