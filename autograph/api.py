"""Converting functions: `convert`, `to_graph`, `to_code`, `do_not_convert`."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable
from types import FunctionType, MethodType
from typing import Any, TypeVar, overload

import autograph.operators
from autograph.conversion import convert_function, converted_text
from autograph.operators.calls import DO_NOT_CONVERT, call
from autograph.operators.concretization import explain_foreign
from autograph.operators.entry import staged
from autograph.operators.frames import hide_frame
from autograph.operators.packages import UNCONVERTED_PACKAGES
from autograph.source.build import WRAPPED, is_converted
from autograph.source.find import source_lines
from autograph.staging import tracing_backend

Function = TypeVar("Function", bound=Callable[..., Any])

#: What tells the kinds of functions apart: `inspect.iscoroutinefunction` and its like look at these flags.
_KINDS = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ITERABLE_COROUTINE | inspect.CO_ASYNC_GENERATOR


@overload
def convert(function: Function) -> Function: ...
@overload
def convert() -> Callable[[Function], Function]: ...
def convert(function: Any = None) -> Any:
    """Has a function run converted whenever a backend is staging, and as it is otherwise.

    Args:
        function: a Python function or lambda, a method (static, of the class, bound), a `functools.partial`, an object
            with `__call__`, or a class; left out, as in `@convert()`, the result is a decorator.

    Returns:
        A function with the name, signature and docstring of the original, or what `function` was over such a one. Of a
        class, the class itself: the functions it defines are replaced.

    Raises:
        TypeError: there is no Python function in `function`.

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
    if _initialiser(function) is not None:
        return _convert_methods(function)
    form = None if isinstance(function, FunctionType) else _over_its_function(function, convert)
    if form is not None:
        return form
    if not isinstance(function, FunctionType):
        raise TypeError(f"`convert` takes a Python function, not {_describe(function)}")
    if function.__dict__.get(WRAPPED) is not None or is_converted(function):
        return function

    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        try:
            if tracing_backend() is None:
                return function(*args, **kwargs)
            return staged(convert_function(function, autograph.operators), args, kwargs, sys._getframe(1))
        except BaseException as error:
            hide_frame(error)
            explained = explain_foreign(error)
            if explained is not None:
                raise explained from None
            raise

    kind = function.__code__.co_flags & _KINDS
    if kind:
        # Not the flags but instructions make a generator or a coroutine when a function is called.
        plain: Any = wrapper
        code = plain.__code__
        flagged = code.replace(co_flags=code.co_flags | kind)
        form = FunctionType(flagged, plain.__globals__, plain.__name__, plain.__defaults__, plain.__closure__)
        wrapper = functools.wraps(function)(form)
    setattr(wrapper, WRAPPED, function)
    return wrapper


def _convert_methods(cls: type) -> type:
    """A class whose functions go through `convert`, but for those that other programs wrote into it."""
    for name, value in list(vars(cls).items()):
        function = value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
        # What `dataclass` and its like write comes from "<string>", a name that other text goes by as well.
        filename = function.__code__.co_filename if isinstance(function, FunctionType) else "<string>"
        if filename != "<string>" and source_lines(filename):
            setattr(cls, name, convert(value))
    return cls


def to_graph(function: Callable[..., Any]) -> Callable[..., Any]:
    """The converted form of a function: its control flow is staged wherever it depends on a staged value.

    The result shares the globals and the closure of the original, and has its name, signature, defaults and docstring.
    What it calls is converted as it is called.

    Args:
        function: a Python function or lambda, a bound method, a `functools.partial`, an object with `__call__`, or a
            class.

    Returns:
        What to call instead. Of a class, a function that makes instances with the converted form of `__init__`.

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
        return convert_function(function.__dict__.get(WRAPPED, function), autograph.operators, entry=True)
    initialiser = _initialiser(function)
    if initialiser is not None:
        to_graph(initialiser)  # an error of its source is to be told now
        return _constructor(function)
    form = _over_its_function(function, to_graph)
    if form is None:
        raise TypeError(f"only Python functions can be converted, not {_describe(function)}")
    return form


def _constructor(cls: Any) -> Callable[..., Any]:
    """A function that makes instances of a class as converted code does."""

    @functools.wraps(cls, updated=())
    def construct(*args: Any, **kwargs: Any) -> Any:
        try:
            return call(cls)(*args, **kwargs)
        except BaseException as error:
            hide_frame(error)
            raise

    return construct


def _initialiser(value: Any) -> FunctionType | None:
    """The `__init__` of a class, if it is a Python function."""
    initialise = getattr(value, "__init__", None) if isinstance(value, type) else None
    return initialise if isinstance(initialise, FunctionType) else None


def _over_its_function(function: Any, transform: Callable[[Any], Any]) -> Any:
    """A method, a partial or an object with `__call__` over what `transform` makes of its function; None for others.

    Objects of packages that are not converted, such as what `tf.function` returns, are called as they are.
    """
    if isinstance(function, MethodType):
        return MethodType(transform(function.__func__), function.__self__)
    if isinstance(function, functools.partial):
        return functools.partial(transform(function.func), *function.args, **function.keywords)
    method = getattr(type(function), "__call__", None)  # noqa: B004
    if not isinstance(method, FunctionType):
        return None
    if type(function).__module__.partition(".")[0] in UNCONVERTED_PACKAGES:
        return function
    return MethodType(transform(method), function)


def to_code(function: Callable[..., Any]) -> str:
    """The text of the converted form of a function.

    Args:
        function: what `to_graph` takes; or what is wrapped around it: by `functools.wraps`, `tf.function`, `jax.jit`.

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
    return converted_text(_plain_function(function), autograph.operators)


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


def _plain_function(function: Any) -> FunctionType:
    """The Python function behind what `to_code` takes."""
    seen: list[Any] = []
    while not isinstance(function, FunctionType) or hasattr(function, "__wrapped__"):
        if any(function is known for known in seen):
            raise TypeError(f"{_describe(function)} is wrapped around itself")
        seen.append(function)
        if hasattr(function, "__wrapped__"):
            function = function.__wrapped__
        elif isinstance(function, MethodType):
            function = function.__func__
        elif isinstance(function, functools.partial):
            function = function.func
        elif _initialiser(function) is not None:
            function = _initialiser(function)
        elif isinstance(getattr(type(function), "__call__", None), FunctionType):  # noqa: B004
            function = type(function).__call__
        else:
            raise TypeError(f"only Python functions can be converted, not {_describe(function)}")
    return function


def _describe(value: Any) -> str:
    if isinstance(value, type):
        return f"the class {value.__qualname__!r}"
    name = getattr(value, "__qualname__", None) or getattr(value, "__name__", None)
    return f"{type(value).__name__} {name!r}" if name else f"an object of type {type(value).__name__!r}"
