"""Functions of Python's library that only read strings, `re.sub` say, given one that the program picks when it runs.

Where that is one of a few constants, the function is called for each while the program is staged: nobody sees how often
it runs. What it makes of them is one of several values. Any other string has its characters when the program runs:
Python looks for a pattern then (`autograph.operators.regular_expressions`), and makes texts; the rest is refused.
"""

from __future__ import annotations

import functools
import random
import re
from collections.abc import Callable
from math import prod
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from autograph.operators import regular_expressions, value_errors
from autograph.operators.calls import call, library_forms
from autograph.operators.choices import ANY, MOST_OPTIONS, Choice, mapped, refuse
from autograph.operators.frames import hidden_frames
from autograph.operators.kinds import class_of_number
from autograph.operators.raising import require
from autograph.operators.refusals import raise_new
from autograph.operators.strings import String
from autograph.operators.text import Text, field_or_string, joined
from autograph.operators.text import refuse as refuse_text
from autograph.staging import backend_of

#: Modules whose functions do nothing but compute of their arguments.
_MODULES = frozenset(
    {"ast", "difflib", "fnmatch", "html", "posixpath", "re", "shlex", "string", "textwrap", "urllib.parse"}
)

_SEEDED: Any = random.Random.seed


def reading_texts(function: Any) -> Callable[..., Any] | None:
    """What to call for a function of the library that only reads strings; None for others."""
    kind = type(function)
    if kind is FunctionType and function.__module__ in _MODULES:
        return functools.partial(_called, function)
    if issubclass(kind, BuiltinFunctionType) and type(function.__self__) is re.Pattern:  # of two kinds
        return functools.partial(_called, function)
    if function is random.Random or (kind is MethodType and function.__func__ is _SEEDED):
        return functools.partial(_seeded, function)
    return None


def _called(function: Any, /, *args: Any, **kwargs: Any) -> Any:
    """The function, of each string that an argument may be."""
    with hidden_frames:
        values = [*args, *kwargs.values()]
        calls_back = _is_of_re(function) and regular_expressions.replaces_by_function(function, args, kwargs)
        if not calls_back and all(backend_of(value) is None for value in values):
            return function(*args, **kwargs)
        use = f"given to `{_name_of(function)}`"
        choices = [value for value in values if type(value) is Choice]
        is_many = any(choice.options is ANY for choice in choices)
        is_many = is_many or prod(len(choice.options) for choice in choices) > MOST_OPTIONS
        is_of_more = any(backend_of(value) is not None and type(value) is not Choice for value in values)
        if _is_of_re(function) and (calls_back or is_many or is_of_more):
            return regular_expressions.run(function, *args, **kwargs)
        if _name_of(function) in _MAKING and (is_of_more or is_many):
            return _made(function, args, kwargs)
        if any(type(value) in (String, Text) for value in values):
            refuse_text(use)
        if not choices:
            return function(*args, **kwargs)
        if is_many:
            refuse(choices[0], use)
        if any(map(callable, values)):  # which would be called for strings that the program does not pick
            refuse(choices[0], f"{use}, together with a function")
        if is_of_more:
            refuse(choices[0], f"{use}, together with a tensor")
        places = len(args)

        def run(*given: Any) -> Any:
            return function(*given[:places], **dict(zip(kwargs, given[places:], strict=True)))

        return mapped(functools.wraps(function)(run), *values)


#: Functions that make a string, or a list of strings, of any strings and positive numbers, by their names.
_MAKING: dict[str, type] = {
    "textwrap.wrap": list, "textwrap.fill": str, "textwrap.indent": str, "textwrap.dedent": str, "html.escape": str,
    "html.unescape": str, "string.capwords": str, "re.escape": str, "shlex.quote": str, "urllib.parse.quote": str,
    "urllib.parse.quote_plus": str, "urllib.parse.unquote": str, "urllib.parse.unquote_plus": str,
    "posixpath.join": str, "posixpath.basename": str, "posixpath.dirname": str, "posixpath.normpath": str,
}  # fmt: skip
_WRAPPING = frozenset({"textwrap.wrap", "textwrap.fill"})


def _made(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What Python makes when the program runs."""
    name, values = _name_of(function), (*args, *kwargs.values())
    if not all(isinstance(value, (str, int)) or class_of_number(value) is int for value in values):
        refuse_text(f"given to `{name}`, together with what is no string and no integer")
    if "max_lines" in kwargs:
        refuse_text(f"given to `{name}` with `max_lines`")
    try:
        function(*map(_like, args), **dict(zip(kwargs, map(_like, kwargs.values()), strict=True)))
    except (TypeError, ValueError) as error:  # of what is known
        raise_new(error)
    if name in _WRAPPING:
        width = kwargs.get("width", args[1] if len(args) > 1 else 70)
        shown = joined(["invalid width ", field_or_string(width, "r", ""), " (must be > 0)"])
        if (backend := backend_of(width)) is not None:
            require(backend, width > 0, ValueError(shown))
    if _MAKING[name] is str:
        return joined([field_or_string((function, args, kwargs), "call", "")])
    marked = joined([field_or_string((_marked, (function, *args), kwargs), "call", "")])
    return call(marked.split)(_MARK)[1:]


def _like(value: Any) -> Any:
    """A value of Python's for one that is staged."""
    return value if backend_of(value) is None else "" if isinstance(value, str) else 1


#: Before each string of a list that is made as one string.
_MARK = "\0"


def _marked(function: Any, /, *args: Any, **kwargs: Any) -> str:
    return "".join(_MARK + made for made in function(*args, **kwargs))


def _is_of_re(function: Any) -> bool:
    is_of_module = type(function) is not FunctionType or function.__module__ == "re"
    return is_of_module and regular_expressions.has_form(function)


def _name_of(function: Any) -> str:
    if type(function) is FunctionType:
        return f"{function.__module__}.{function.__name__}"
    return f"{type(function.__self__).__name__}.{function.__name__}"


def _seeded(function: Any, /, *args: Any, **kwargs: Any) -> Any:
    """A generator of random numbers, whose seed Python has to know."""
    if any(backend_of(value) is not None for value in (*args, *kwargs.values())):
        with hidden_frames:
            value_errors.seed_is_staged("random.Random" if function is random.Random else "random.seed")
    return function(*args, **kwargs)


library_forms.append(reading_texts)
