"""Functions of Python's library that only read strings, `re.sub` say, given one that the program picks when it runs.

Where that is one of a few constants, the function is called for each while the program is staged: nobody sees how often
it runs. What it makes of them is one of several values. What else is staged has no characters yet, and is refused.
"""

from __future__ import annotations

import functools
import random
import re
from collections.abc import Callable
from math import prod
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from autograph.operators import value_errors
from autograph.operators.calls import library_forms
from autograph.operators.choices import ANY, MOST_OPTIONS, Choice, mapped, refuse
from autograph.operators.frames import hidden_frames
from autograph.operators.strings import String
from autograph.operators.text import Text
from autograph.operators.text import refuse as refuse_text
from autograph.staging import backend_of

#: Modules whose functions do nothing but compute of their arguments.
_MODULES = frozenset({"difflib", "fnmatch", "html", "posixpath", "re", "shlex", "string", "textwrap", "urllib.parse"})

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
        if not any(type(value) in (Choice, String, Text) for value in values):
            return function(*args, **kwargs)
        use = f"given to `{_name_of(function)}`"
        choices = [value for value in values if type(value) is Choice]
        if any(type(value) in (String, Text) for value in values):
            refuse_text(use)
        is_many = any(choice.options is ANY for choice in choices)
        if is_many or prod(len(choice.options) for choice in choices) > MOST_OPTIONS:
            refuse(choices[0], use)
        if any(map(callable, values)):  # which would be called for strings that the program does not pick
            refuse(choices[0], f"{use}, together with a function")
        if any(backend_of(value) is not None and type(value) is not Choice for value in values):
            refuse(choices[0], f"{use}, together with a tensor")
        places = len(args)

        def run(*given: Any) -> Any:
            return function(*given[:places], **dict(zip(kwargs, given[places:], strict=True)))

        return mapped(functools.wraps(function)(run), *values)


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
