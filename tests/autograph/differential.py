"""Runs a function and its converted form on the same inputs, and compares all that can be seen of either.

What can be seen: the result (a generator or a coroutine is run to its end), what is printed, what becomes of the
arguments, and the exception: its type and message, its cause and context, and the line it comes from.

The converted form runs twice: as `to_graph` gives it, and once more while a backend is staging, when what it calls is
converted as well and loops look at every test. Nothing is staged there, so that must make no difference either.
"""

from __future__ import annotations

import asyncio
import contextlib
import copy
import inspect
import io
import itertools
import linecache
import math
import re
import textwrap
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from autograph import staging, to_graph


@dataclass(frozen=True)
class Outcome:
    """All that can be seen of one run."""

    result: Any
    printed: str
    arguments: Any
    error: Any


def assert_same(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Outcome:
    """Checks that a function and its converted form do the same with these arguments, and returns what that is."""
    return assert_same_made(lambda: function, *args, **kwargs)


def assert_all_same(function: Callable[..., Any], cases: Iterable[Any]) -> None:
    """The same for many cases: each is a tuple of arguments, or a single one."""
    for case in cases:
        assert_same(function, *(case if isinstance(case, tuple) else (case,)))


def check_program(source: str, *cases: Any) -> None:
    """Asserts that the function `f` of a program does, on each case, what it does when converted."""
    assert_all_same(define(source, "f"), cases)


def assert_same_made(make: Callable[[], Callable[..., Any]], *args: Any, **kwargs: Any) -> Outcome:
    """The same for a function with state of its own: each run gets one that was just made."""
    expected = outcome(make(), args, kwargs)
    converted = outcome(to_graph(make()), args, kwargs)
    assert converted == expected, _difference("converted", expected, converted)
    with tracing():
        traced = outcome(to_graph(make()), args, kwargs)
    assert traced == expected, _difference("converted, while staging", expected, traced)
    return expected


def outcome(function: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Outcome:
    """What a call does, on copies of the arguments."""
    args, kwargs = copy.deepcopy((args, dict(kwargs)))
    printed = io.StringIO()
    result, error = None, None
    with contextlib.redirect_stdout(printed):
        try:
            result = visible(run_to_end(function(*args, **kwargs)))
        except Exception as raised:
            error = visible_error(raised)
    return Outcome(result, without_addresses(printed.getvalue()), visible((args, kwargs)), error)


def run_to_end(value: Any) -> Any:
    """The items of a generator, the result of a coroutine; other values themselves."""
    if isinstance(value, types.GeneratorType):
        return list(value)
    if inspect.iscoroutine(value):
        return asyncio.run(value)
    if inspect.isasyncgen(value):

        async def drain() -> list[Any]:
            return [item async for item in value]

        return asyncio.run(drain())
    return value


def visible(value: Any, depth: int = 0) -> Any:
    """A value in a form that compares by what it holds, whatever it is."""
    kind = type(value)
    if depth > 12:
        return "..."
    if kind is float and math.isnan(value):
        return "nan"
    if kind in (list, tuple):
        return kind.__name__, [visible(item, depth + 1) for item in value]
    if kind in (set, frozenset):
        return kind.__name__, sorted((visible(item, depth + 1) for item in value), key=repr)
    if kind is dict:
        return "dict", [(visible(k, depth + 1), visible(v, depth + 1)) for k, v in value.items()]
    if isinstance(value, BaseException):
        return visible_error(value, with_line=False)
    if isinstance(value, type) or callable(value):
        return getattr(value, "__module__", None), getattr(value, "__qualname__", kind.__qualname__)
    if kind.__eq__ is object.__eq__ and kind.__module__ not in ("builtins", "types"):
        return kind.__qualname__, [(k, visible(v, depth + 1)) for k, v in getattr(value, "__dict__", {}).items()]
    return (kind.__qualname__, value) if kind.__eq__ is not object.__eq__ else kind.__qualname__


def visible_error(error: BaseException | None, with_line: bool = True, depth: int = 0) -> Any:
    """Type, message, line, cause and context of an exception."""
    if error is None or depth > 8:
        return None
    line = None
    traceback = error.__traceback__
    while with_line and traceback is not None:
        line, traceback = traceback.tb_lineno, traceback.tb_next
    kind, text = type(error).__qualname__, without_addresses(str(error))
    if depth and type(error) in (NameError, UnboundLocalError):
        # That an unbound variable was a free one of a closure is mended at operators, which a `finally` is before.
        kind, text = "NameError", re.sub("free variable ('.*?').*", r"local variable \1", text)
        text = text.removesuffix(" where it is not associated with a value")
    return (
        kind,
        text,
        line,
        error.__suppress_context__,
        visible_error(error.__cause__, with_line, depth + 1),
        visible_error(error.__context__, with_line, depth + 1),
        [visible_error(e, with_line, depth + 1) for e in getattr(error, "exceptions", ())],
    )


def without_addresses(text: str) -> str:
    return re.sub(r"0x[0-9a-f]+", "0x", text)


def _difference(which: str, expected: Outcome, got: Outcome) -> str:
    lines = [f"the {which} function does something else than the original:"]
    for name in ("result", "printed", "arguments", "error"):
        before, after = getattr(expected, name), getattr(got, name)
        if before != after:
            lines += [f"  {name}: {before!r}", f"  {' ' * len(name)}  {after!r} {which}"]
    return "\n".join(lines)


_numbers = itertools.count()


def define(source: str, name: str | None = None, **namespace: Any) -> Any:
    """A function (the last defined, or the one of that name) from the text of a module, as if it had a file.

    For programs that are made up as text, and for those that pytest must not rewrite (`assert`).
    """
    filename = f"<program {next(_numbers)}>"
    source = textwrap.dedent(source).strip("\n") + "\n"
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    namespace = {"__name__": "program", **namespace}
    exec(compile(source, filename, "exec", dont_inherit=True), namespace)
    if name is not None:
        return namespace[name]
    return [value for value in namespace.values() if isinstance(value, types.FunctionType)][-1]


class _Tracing:
    """A backend that can be told to be staging, and that stages nothing."""

    name = "nothing"
    staged_types: tuple[type, ...] = ()
    builtins: Mapping[Any, Any] = {}
    active = False
    traces_functions = True

    def is_tracing(self) -> bool:
        return self.active

    def is_staged(self, value: Any) -> bool:
        return False

    def checkpoint(self) -> Callable[[], None]:
        return lambda: None

    def flattening(self, caller: Any) -> None:
        return None

    def can_return(self, value: Any) -> bool:
        return True


_tracing_nothing = _Tracing()
staging.register(_tracing_nothing)  # type: ignore[arg-type]


@contextlib.contextmanager
def tracing() -> Iterator[None]:
    """Has converted code believe that a program is being staged."""
    before = _tracing_nothing.active
    _tracing_nothing.active = True
    try:
        yield
    finally:
        _tracing_nothing.active = before
