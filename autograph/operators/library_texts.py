"""Functions of Python's library that only read strings, `re.sub` say, given one that the program picks when it runs.

Where that is one of a few constants, the function is called for each while the program is staged: nobody sees how often
it runs. What it makes of them is one of several values. What else is staged has no characters yet, and is refused.
"""

from __future__ import annotations

import functools
import json
import random
import re
from collections.abc import Callable
from math import prod
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from autograph.operators import json_texts, value_errors
from autograph.operators.calls import library_forms, stand_ins, to_function
from autograph.operators.choices import ANY, MOST_OPTIONS, Choice, mapped, refuse
from autograph.operators.frames import hidden_frames
from autograph.operators.kinds import class_of_number
from autograph.operators.strings import String
from autograph.operators.structures import take_apart
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


def _dumps(obj: Any, **options: Any) -> Any:
    """`json.dumps`."""
    with hidden_frames:
        leaves: list[Any] = []
        take_apart(obj, leaves)
        if options.keys() <= _OPTIONS and any(backend_of(leaf) is not None for leaf in leaves):
            return to_function(json_texts.written)(obj, _style_of(**options), 0)
        return json.dumps(obj, **options)


_OPTIONS = frozenset({"indent", "separators", "sort_keys", "ensure_ascii"})


def _style_of(indent: Any = None, separators: Any = None, sort_keys: Any = False, ensure_ascii: Any = True) -> Any:
    """What the options of `json.dumps` say."""
    item, key = separators or (", " if indent is None else ",", ": ")
    quote = json.encoder.encode_basestring_ascii if ensure_ascii else json.encoder.encode_basestring
    line = " " * indent if isinstance(indent, int) else indent
    return json_texts.Style(functools.partial(_quoted, quote), item, key, line, bool(sort_keys))


def _quoted(quote: Callable[[str], str], text: Any) -> Any:
    """A string as JSON has it."""
    if type(text) is Choice and text.options is not ANY:
        return mapped(quote, text)
    if type(text) in (Choice, String):
        refuse_text(_TO_JSON)
    if type(text) is not Text:
        return quote(text)
    if not all(type(part) is str or _shows_a_number(part) for part in text.parts):
        refuse_text(_TO_JSON)
    return Text(['"', *(quote(part)[1:-1] if type(part) is str else part for part in text.parts), '"'])


def _shows_a_number(field: Any) -> bool:
    """Whether a text shows nothing but a number, in which no character is to be escaped."""
    is_number = field.node.kind is None and class_of_number(field.leaves[0]) is not None
    return is_number and field.conversion in ("", "r", "s", "%") and not {*'"\\'} & {*field.specification}


_TO_JSON = "given to `json.dumps`"

stand_ins["json", "dumps"] = _dumps
library_forms.append(reading_texts)
