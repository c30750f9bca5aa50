"""Converting functions: `convert`, `to_graph`, `to_code`, `do_not_convert`."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from types import CodeType, FunctionType, MethodType
from typing import Any, TypeVar, overload
from weakref import WeakKeyDictionary

import gast

import autograph.operators
from autograph.operators.calls import DO_NOT_CONVERT, WRAPPED, is_from_converted_file
from autograph.operators.effects import staging_function
from autograph.operators.frames import hide_frame
from autograph.passes import convert_tree, room_to_work
from autograph.source.build import compile_function, is_converted, make_function
from autograph.source.find import find_function
from autograph.source.names import Namer
from autograph.staging import tracing_backend
from autograph.verbosity import say, wants

Function = TypeVar("Function", bound=Callable[..., Any])

#: What was made of code, by file: equal code of two files is equal to Python.
_codes: WeakKeyDictionary[CodeType, dict[str, CodeType]] = WeakKeyDictionary()
_lock = threading.RLock()


@overload
def convert(function: Function) -> Function: ...
@overload
def convert() -> Callable[[Function], Function]: ...
def convert(function: Any = None) -> Any:
    """Has a function run converted whenever a backend is staging, and as it is otherwise.

    Args:
        function: a Python function; left out, as in `@convert()`, the result is a decorator.

    Returns:
        A function with the name, signature and docstring of the original.

    Raises:
        TypeError: `function` is not a Python function.

    >>> @convert
    ... def relu(x):
    ...     if x > 0:
    ...         return x
    ...     return 0
    >>> relu(-3)
    0
    """
    if function is None:
        return convert
    if isinstance(function, (staticmethod, classmethod)):
        return type(function)(convert(function.__func__))
    if not isinstance(function, FunctionType):
        raise TypeError(f"`convert` takes a Python function, not {_describe(function)}")
    if function.__dict__.get(WRAPPED) is not None or is_converted(function):
        return function

    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        try:
            if tracing_backend() is None:
                return function(*args, **kwargs)
            with staging_function():
                return convert_function(function)(*args, **kwargs)
        except BaseException as error:
            hide_frame(error)
            raise

    setattr(wrapper, WRAPPED, function)
    return wrapper


def to_graph(function: Callable[..., Any]) -> Callable[..., Any]:
    """The converted form of a function: its control flow is staged wherever it depends on a staged value.

    The result shares the globals and the closure of the original, and has its name, signature, defaults and docstring.
    What it calls is converted as it is called.

    Args:
        function: a Python function or lambda, a bound method, a `functools.partial`, or an object with `__call__`.

    Returns:
        What to call instead.

    Raises:
        ConversionError: the source of the function cannot be had.
        TypeError: it is not a function.

    >>> def double_until(x, limit):
    ...     while x < limit:
    ...         x = x * 2
    ...     return x
    >>> to_graph(double_until)(3, 20)
    24
    """
    if isinstance(function, FunctionType):
        return convert_function(function.__dict__.get(WRAPPED, function))
    if isinstance(function, MethodType):
        return MethodType(to_graph(function.__func__), function.__self__)
    if isinstance(function, functools.partial):
        return functools.partial(to_graph(function.func), *function.args, **function.keywords)
    method = getattr(type(function), "__call__", None)  # noqa: B004
    if isinstance(method, FunctionType):
        return MethodType(to_graph(method), function)
    raise TypeError(f"only Python functions can be converted, not {_describe(function)}")


def to_code(function: Callable[..., Any]) -> str:
    """The text of the converted form of a function.

    Args:
        function: what `to_graph` takes.

    Returns:
        Python source; `ag__` in it is `autograph.operators`.

    Raises:
        ConversionError: the source of the function cannot be had.
        TypeError: it is not a function.

    >>> def increment(x):
    ...     return x + 1
    >>> print(to_code(increment), end="")
    def increment(x):
        return x + 1
    """
    from autograph.source.printer import to_source

    plain = _plain_function(function)
    if is_from_converted_file(plain):
        tree = gast.ast_to_gast(find_function(plain).node)
    else:
        with room_to_work():
            tree, _, _ = _converted_tree(plain)
    return to_source(tree)


def do_not_convert(function: Any = None) -> Any:
    """Keeps a function from being converted: called from converted code, it runs as it is.

    Args:
        function: a Python function; left out, as in `@do_not_convert()`, the result is a decorator.

    Returns:
        The function, marked.

    >>> @do_not_convert
    ... def log(x):
    ...     print("got", x)
    >>> log(1)
    got 1
    """
    if function is None:
        return do_not_convert
    if isinstance(function, FunctionType):
        setattr(function, DO_NOT_CONVERT, True)
        return function

    def unconverted(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    functools.update_wrapper(unconverted, function)
    setattr(unconverted, DO_NOT_CONVERT, True)
    return unconverted


def convert_function(function: FunctionType) -> FunctionType:
    """The converted form of a plain Python function. Its code is made once, whatever closures are made of it."""
    if is_converted(function) or is_from_converted_file(function):
        return function
    original = function.__code__
    codes = _codes.setdefault(original, {})
    code = codes.get(original.co_filename)
    if code is not None:
        say(2, "from cache:", function)
    else:
        with _lock:
            code = codes.get(original.co_filename)
            if code is None:
                with room_to_work():
                    tree, found, namer = _converted_tree(function)
                    code = compile_function(tree, original, found.filename, found.class_name, namer)
                codes[original.co_filename] = code
                say(1, "converted", function)
    return make_function(code, function, autograph.operators)


def _converted_tree(function: FunctionType) -> tuple[Any, Any, Namer]:
    found = find_function(function)
    tree = gast.ast_to_gast(found.node)
    namer = Namer(tree, found.class_name)
    convert_tree(tree, namer)
    if not isinstance(tree, gast.Lambda):
        tree.decorator_list = []
    if wants(3):
        from autograph.source.printer import to_source

        say(3, "the code of", function, "\n" + to_source(tree))
    return tree, found, namer


def _plain_function(function: Any) -> FunctionType:
    """The Python function behind what `to_graph` takes."""
    while not isinstance(function, FunctionType):
        if isinstance(function, MethodType):
            function = function.__func__
        elif isinstance(function, functools.partial):
            function = function.func
        elif isinstance(getattr(type(function), "__call__", None), FunctionType):  # noqa: B004
            function = type(function).__call__
        else:
            raise TypeError(f"only Python functions can be converted, not {_describe(function)}")
    return function.__dict__.get(WRAPPED, function)


def _describe(value: Any) -> str:
    if isinstance(value, type):
        return f"the class {value.__qualname__!r}"
    name = getattr(value, "__qualname__", None) or getattr(value, "__name__", None)
    return f"{type(value).__name__} {name!r}" if name else f"an object of type {type(value).__name__!r}"
