"""The context managers that converted code has entered, asked whether they may swallow an exception or replace it.

A manager is there while a program is traced, so it is asked what it is, whatever the text of its `with`.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import inspect
import sys
import textwrap
import threading
from collections import deque
from collections.abc import Callable, Iterator
from types import CodeType, FrameType, FunctionType, GeneratorType
from typing import Any

from autograph.diagnostics import Place
from autograph.operators import call_errors
from autograph.operators.caught import left
from autograph.operators.classes import meet_class
from autograph.operators.effects import in_use
from autograph.operators.frames import hidden_frames
from autograph.operators.handlers import handler_in
from autograph.operators.locations import namespace_of
from autograph.operators.namespaces import class_attribute, has_class_attribute
from autograph.operators.origin import RaisedLater
from autograph.staging import SYSTEMS, backend_of, tracing_backend
from autograph.weak import WeakSet

_SUPPRESS: Any = contextlib.suppress
_STACKS: Any = (contextlib.ExitStack, contextlib.AsyncExitStack)
_CLOSING: Any = contextlib.closing
_OF_GENERATORS: Any = contextlib._GeneratorContextManager
#: Of the functions that a context manager makes which is a decorator.
DECORATED = contextlib.ContextDecorator()(lambda: None).__code__


class _Around(threading.local):
    def __init__(self) -> None:
        #: The managers that were entered and not left, and the frame of the `with`.
        self.managers: list[tuple[FrameType, Any]] = []


_around = _Around()


def managed(manager: Any) -> Any:
    """What a `with` is to enter for a context manager, which is asked about exceptions until it is left."""
    if tracing_backend() is None:
        return manager
    with hidden_frames:
        manager = entering[-1](manager)
    if not _is_python(manager):
        return manager
    return _Managed(manager)


#: What gives the context manager that a value is, if it may be None or one of several.
entering: list[Callable[[Any], Any]] = []


def _is_python(manager: Any) -> bool:
    kind = type(manager)
    return has_class_attribute(kind, "__enter__") and (
        type(exit_ := class_attribute(kind, "__exit__")) is FunctionType or _is_own(exit_)
    )


def _is_own(called: Any) -> bool:
    """Whether something is an object that a class written in Python makes a function."""
    return type(inspect.getattr_static(type(called), "__call__", None)) is FunctionType


def _bound(manager: Any, name: str) -> Any:
    """A special method of an object, as Python looks it up."""
    method = next(vars(base)[name] for base in type(manager).__mro__ if name in vars(base))
    return method.__get__(manager, type(manager)) if has_class_attribute(type(method), "__get__") else method


class _Managed:
    """A context manager that is known while its `with` is run."""

    def __init__(self, manager: Any):
        self._manager: Any = manager

    def __enter__(self) -> Any:
        with hidden_frames:
            result = _bound(self._manager, "__enter__")()
        enter(sys._getframe(1), self._manager)
        return result

    def __exit__(self, *raised: Any) -> Any:
        leave(self._manager)
        with hidden_frames:
            if type(self._manager) is _CLOSING:
                return calling[-1](self._manager.thing.close)()
            if isinstance(self._manager, contextlib.ExitStack):
                _have_called(self._manager)
            exit_ = functools.partial(_bound(self._manager, "__exit__"), *raised)
            swallows = exit_() if raised[1] is None else left(exit_, raised[1])
        if raised[0] is not None and backend_of(swallows) is not None:
            call_errors.cannot_stage("a context manager decides whether to swallow an exception")
        return swallows


#: Says whether staged code can go on with a generator; the last counts.
goes_in_steps: list[Callable[[Any], bool]] = []
#: Generators that context managers go on with, which are left whatever is raised.
closed_by_managers: WeakSet[Any] = WeakSet()


def going_on(manager: Any, kind: type) -> Any:
    """What goes on with the generator of a context manager that has not begun, of a class; others are themselves."""
    if type(manager) is not _OF_GENERATORS or inspect.getgeneratorstate(manager.gen) != inspect.GEN_CREATED:
        return manager
    generator = calling[-1](manager.func)(*manager.args, **manager.kwds)
    if not goes_in_steps[-1](generator):
        return manager
    closed_by_managers.add(generator)
    meet_class(kind)
    return calling[-1](kind)(generator)


#: What to call in place of a function.
calling: list[Callable[[Any], Any]] = []


def _have_called(stack: Any) -> None:
    """Has a stack call the converted forms of the functions that it calls when it is left."""
    callbacks = stack._exit_callbacks
    for number, (is_sync, function) in enumerate(callbacks):
        if getattr(function, "__wrapped__", None) is None:
            if type(function) is FunctionType:
                callbacks[number] = is_sync, calling[-1](function)
            continue
        for name, cell in zip(function.__code__.co_freevars, function.__closure__, strict=True):
            if name == "callback":
                cell.cell_contents = calling[-1](cell.cell_contents)


def enter(frame: FrameType, manager: Any) -> None:
    """The code of a frame has entered a context manager."""
    _around.managers.append((frame, manager))


def leave(manager: Any) -> None:
    """The code that entered a context manager last leaves it."""
    managers = _around.managers
    position = next((i for i in reversed(range(len(managers))) if managers[i][1] is manager), None)
    if position is not None:
        del managers[position]


def is_in_with() -> bool:
    """Whether a context manager of Python's own has been entered and not left."""
    return bool(_around.managers)


#: Those that a `try` leaves in place of a `with`, each as the attribute `manager` of what stands for it there.
left_by_try: WeakSet[Any] = WeakSet()


def _in_use() -> list[Any]:
    """The managers that will be left, and what they have for that."""
    managers = [*(manager for _, manager in _around.managers), *(one.manager for one in left_by_try)]
    held = [part for manager in managers for part in (namespace_of(manager) or {}).values()]
    return [*managers, *held, *(part for parts in held if type(parts) is deque for part in parts)]


in_use.append(_in_use)


def manager_around(*errors: BaseException, until: CodeType | None = None) -> Place | None:
    """The `with`, around what is being staged, whose manager may swallow an exception or raise another.

    Args:
        errors: the exception, or several of which one may be raised.
        until: the code of a function around; what is around that does not count.
    """
    entered = {id(around) for around, _ in _around.managers}  # few frames of what may be a deep recursion
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code is not until:
        if frame.f_code is DECORATED and _may_replace(frame.f_locals["self"], *errors):
            return _place(frame)
        if id(frame) in entered and (found := _entered_in(frame, *errors)) is not None:
            return found
        frame = frame.f_back
    return None


def _entered_in(frame: FrameType, *errors: BaseException) -> Place | None:
    is_replaced = any(around is frame and _may_replace(manager, *errors) for around, manager in _around.managers)
    return _place(frame) if is_replaced else None


def _place(frame: FrameType) -> Place:
    return Place(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name)


def _may_replace(manager: Any, *errors: BaseException) -> bool:
    """Whether a context manager may swallow one of some exceptions, or raise another for it."""
    return any(_may_replace_one(manager, error) for error in errors)


def _may_replace_one(manager: Any, error: BaseException) -> bool:
    exit_ = type(manager).__exit__
    if exit_ is _SUPPRESS.__exit__:
        return isinstance(error, manager._exceptions) and not isinstance(error, RaisedLater)
    if isinstance(manager, _STACKS) and exit_ in [stack.__dict__.get("__exit__") for stack in _STACKS]:
        return any(_callback_may_replace(called, error) for _, called in manager._exit_callbacks)
    if exit_ is _OF_GENERATORS.__exit__:
        return _generator_may_replace(manager, error)
    return _is_own(exit_) or _exit_may_replace(exit_, type(manager))


def _callback_may_replace(called: Any, error: BaseException) -> bool:
    """Whether what a stack calls when it is left may swallow an exception: a manager's `__exit__`, or a function."""
    manager = getattr(called, "__self__", None)
    if manager is not None and class_attribute(type(manager), "__exit__") is called.__func__:
        return _may_replace(manager, error)
    function = getattr(called, "__func__", called)
    return _is_own(function) or _exit_may_replace(function, type(manager))


def _exit_may_replace(function: Any, kind: type) -> bool:
    """Whether a `__exit__` of a class returns something else than None and False, or raises an exception."""
    node = _definition(function)
    if node is None:
        return False
    if isinstance(node, ast.Lambda):
        return not _is_false(node.body)
    inner = [part for statement in node.body for part in ast.walk(statement)]
    returns = any(isinstance(part, ast.Return) and not _is_false(part.value) for part in inner)
    return returns or _raises(node) or any(_raises(_definition(called)) for called in _called(node, function, kind))


def _raises(node: Any) -> bool:
    return node is not None and any(isinstance(part, ast.Raise) for part in ast.walk(node))


def _called(node: Any, function: Any, kind: type) -> Iterator[Any]:
    """The functions that a `__exit__` calls where it has looked at the exception, or that are given it."""
    arguments = node.args
    given = {argument.arg for argument in (*arguments.args[1:], arguments.vararg) if argument is not None}
    for part in ast.walk(node):
        looks = part.test if isinstance(part, ast.If) else part if isinstance(part, ast.Call) else None
        if looks is None or given.isdisjoint(name.id for name in ast.walk(looks) if isinstance(name, ast.Name)):
            continue
        for call in ast.walk(part):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
                yield getattr(kind, call.func.attr, None)
            elif isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
                yield _original(function).__globals__.get(call.func.id)


def _is_false(value: ast.expr | None) -> bool:
    return value is None or (isinstance(value, ast.Constant) and not value.value)


def _generator_may_replace(manager: Any, error: BaseException) -> bool:
    """Whether a generator that was made a context manager has a handler, or a manager, around where it yields."""
    frame = manager.gen.gi_frame if isinstance(manager.gen, GeneratorType) else None
    return frame is not None and (_entered_in(frame, error) is not None or handler_in(frame, error) is not None)


def _original(function: Any) -> Any:
    while "autograph_wrapped" in getattr(function, "__dict__", ()):
        function = function.__dict__["autograph_wrapped"]
    return function


def _definition(function: Any) -> Any:
    """The tree of a Python function of the user's, from its source; None for others."""
    function = _original(function)
    if type(function) is not FunctionType or (function.__module__ or "").partition(".")[0] in SYSTEMS:
        return None
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function.__code__)))
    except (OSError, SyntaxError):
        return ast.parse("lambda: True", mode="eval").body  # it may do anything
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
    return next((node for node in ast.walk(tree) if isinstance(node, kinds)), None)
