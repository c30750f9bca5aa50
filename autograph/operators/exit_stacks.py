"""`contextlib.ExitStack` as an ordinary class, run converted: how many managers it has entered may be staged."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from types import TracebackType
from typing import Any

from autograph.operators.calls import call, library_forms
from autograph.operators.classes import meet_class
from autograph.operators.list_methods import taken_last
from autograph.operators.managers import going_on


class GeneratorManager:
    """What stands for a context manager that `contextlib.contextmanager` made of a generator.

    Attributes:
        gen: the generator.
    """

    def __init__(self, gen: Any):
        self.gen = gen

    def __enter__(self) -> Any:
        try:
            return next(self.gen)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> Any:
        if error is None:
            try:
                next(self.gen)
            except StopIteration:
                return False
            raise RuntimeError("generator didn't stop")
        try:
            self.gen.throw(error)
        except StopIteration as stop:
            return stop is not error
        except BaseException as raised:
            if raised is error:
                return False
            raise
        raise RuntimeError("generator didn't stop after throw()")


# As far as others are concerned it is a class of the program's, of whose objects there may be records.
GeneratorManager.__module__ = "contexts"


class Stack:
    """What stands for an `ExitStack` while a program is staged.

    Attributes:
        exits: what it calls when it is left, last first: each says whether it swallows the exception that it is given.
    """

    def __init__(self) -> None:
        self.exits: list[Callable[..., Any]] = []

    def __enter__(self) -> Stack:
        return self

    def enter_context(self, cm: Any) -> Any:
        """Enters a manager, which is left with the stack."""
        cm = going_on(cm, GeneratorManager)
        kind = type(cm)
        for name, missed in (("__enter__", ""), ("__exit__", " (missed __exit__ method)")):
            if not hasattr(kind, name):
                called = f"{kind.__module__}.{kind.__qualname__}"
                raise TypeError(f"'{called}' object does not support the context manager protocol{missed}")
        enter, leave = kind.__enter__, kind.__exit__
        result = enter(cm)
        self.exits.append(lambda *raised: leave(cm, *raised))
        return result

    def push(self, exit: Any) -> Any:
        """Has a manager be left with the stack that it has not entered, or a function be called as its `__exit__`."""
        if hasattr(exit, "__exit__"):
            self.exits.append(lambda *raised: exit.__exit__(*raised))
        else:
            self.exits.append(exit)
        return exit

    def callback(self, callback: Callable[..., Any], /, *args: Any, **kwds: Any) -> Any:
        """Has a function be called when the stack is left."""
        called = functools.partial(callback, **kwds) if kwds else callback

        def leave(*raised: Any) -> Any:
            called(*args)
            return False

        self.exits.append(leave)
        return callback

    def pop_all(self) -> Stack:
        """Another stack, which has all that this one had."""
        other = Stack()
        other.exits = self.exits
        self.exits = []
        return other

    def close(self) -> None:
        """Leaves the stack."""
        self.__exit__(None, None, None)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> Any:
        if error is not None:
            return self._leave(kind, error, traceback)
        while self.exits:
            leave = taken_last(self.exits)
            try:
                leave(None, None, None)
            except BaseException as raised:
                if not self._leave(type(raised), raised, raised.__traceback__):
                    raise
        return False

    def _leave(self, kind: Any, error: Any, traceback: Any) -> Any:
        """Leaves it with an exception; whether that is swallowed."""
        is_replaced = False
        while self.exits:
            leave = taken_last(self.exits)
            try:
                is_swallowed = leave(kind, error, traceback)
            except BaseException as raised:
                kind, error, traceback = type(raised), raised, raised.__traceback__
                is_replaced, is_swallowed = True, False
            if is_swallowed:
                self.close()
                return True
        if is_replaced:
            raise error
        return False


def _stack() -> Any:
    meet_class(Stack)
    return call(Stack)()


library_forms.append(lambda function: _stack if function is contextlib.ExitStack else None)
