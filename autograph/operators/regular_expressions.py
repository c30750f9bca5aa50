"""`re` of a text that is known only when the program runs: Python looks for the pattern then.

The pattern is known while the program is staged, and so is which of its groups may have no part in a match. What is
found is numbers, of which ordinary classes make matches (`autograph.operators.matches`).
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Sequence
from itertools import islice
from types import FunctionType
from typing import Any

from autograph.operators import matches
from autograph.operators.calls import call
from autograph.operators.classes import meet_class
from autograph.operators.effects import new
from autograph.operators.forms import form_of
from autograph.operators.kinds import class_of_number
from autograph.operators.lists import StagedList
from autograph.operators.refusals import raise_new
from autograph.operators.string_methods import as_operand, computed_of, computed_of_texts, room_of, spelled_out
from autograph.operators.text import field_or_string, joined, refuse
from autograph.staging import backend_of


def has_form(function: Any) -> bool:
    """Whether a function of `re`, or a method of a pattern, is one of these."""
    return function.__name__ in _FORMS


def replaces_by_function(function: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> bool:
    """Whether a call of such a function calls another for each match."""
    return function.__name__ in ("sub", "subn") and any(map(callable, (*args, *kwargs.values())))


def run(function: Any, /, *args: Any, **kwargs: Any) -> Any:
    """What a function of `re`, or a method of a pattern, returns of a text of staged values."""
    bound = inspect.signature(function).bind(*args, **kwargs).arguments
    by_position = ("maxsplit" if function.__name__ == "split" else "count", "flags")
    bound.update(zip(by_position, bound.pop("args", ()), strict=False))  # which 3.13 has for these
    if type(function) is FunctionType:
        pattern, flags = bound.pop("pattern"), bound.pop("flags", 0)
        if backend_of(pattern) is not None or backend_of(flags) is not None:
            refuse(f"the pattern of `re.{function.__name__}`")
        compiled = re.compile(pattern, flags)
    else:
        compiled = function.__self__
    text = bound.pop("string")
    if not isinstance(text, str) or type(compiled.pattern) is not str:
        try:
            compiled.match(text if backend_of(text) is None else (class_of_number(text) or str)())
        except TypeError as error:  # which says what is wrong
            raise_new(error)
        return function(*args, **kwargs)  # of bytes
    return _FORMS[function.__name__](compiled, text, **bound)


def _found(pattern: re.Pattern[str], text: Any, find: Callable[..., Any], more: Sequence[Any], most: Any = None) -> Any:
    """Where Python finds a pattern when the program runs: the text, how often, and a list of the numbers of that.

    Args:
        find: gives the matches in a text, of further arguments.
        more: these.
        most: how many matches there are at most, if that is known.
    """
    backend = next(filter(None, map(backend_of, (text, *more))), None)
    assert backend is not None
    source = spelled_out(backend, as_operand(text))

    def places(codes: list[int], *more: Any) -> tuple[int, list[int]]:
        numbers: list[int] = []
        count = 0
        for match in find("".join(map(chr, codes)), *more):
            if match is not None:
                count += 1
                numbers += [place for group in range(pattern.groups + 1) for place in match.span(group)]
                numbers.append(match.lastindex or 0)
        return count, numbers or [-1] * _width(pattern)

    room = backend.buffer_room(backend.buffer_type(source.buffer))
    count = (room or 0) + 1 if most is None else most
    operands = [computed_of(source), *more]
    found, buffer = backend.computed(places, operands, [int, list], count * _width(pattern))
    form = form_of(backend, [found])
    assert form is not None
    numbers = StagedList(backend, list, form, found * _width(pattern), [buffer])
    meet_class(matches.class_of(pattern))
    return source, found, numbers


def _width(pattern: re.Pattern[str]) -> int:
    """How many numbers there are of a match."""
    return 2 * pattern.groups + 3


def _matching(name: str) -> Callable[..., Any]:
    def form(pattern: re.Pattern[str], text: Any, pos: Any = 0, endpos: Any = sys.maxsize) -> Any:
        def find(text: str, *bounds: Any) -> Any:
            return [getattr(pattern, name)(text, *bounds)]

        source, count, numbers = _found(pattern, text, find, _bounds(pos, endpos), 1)
        places = new([numbers.at(k) for k in range(_width(pattern))])
        return call(matches.first)(matches.class_of(pattern), source, places, count > 0)

    return form


def _bounds(pos: Any, endpos: Any) -> tuple[Any, ...]:
    return (pos, endpos if backend_of(endpos) is not None else min(endpos, 2**31 - 1))


def _matches(pattern: re.Pattern[str], text: Any, find: Callable[..., Any], more: Sequence[Any]) -> tuple[Any, Any]:
    """The text, and a list of the matches in it; `find` and `more` are as for `_found`."""
    source, count, numbers = _found(pattern, text, find, more)
    return source, call(matches.all_of)(matches.class_of(pattern), source, numbers, count, _width(pattern))


def _finditer(pattern: re.Pattern[str], text: Any, pos: Any = 0, endpos: Any = sys.maxsize) -> Any:
    return call(iter)(_matches(pattern, text, pattern.finditer, _bounds(pos, endpos))[1])


def _findall(pattern: re.Pattern[str], text: Any, pos: Any = 0, endpos: Any = sys.maxsize) -> Any:
    return call(matches.found_in)(_matches(pattern, text, pattern.finditer, _bounds(pos, endpos))[1])


def _up_to(pattern: re.Pattern[str]) -> Callable[..., Any]:
    """What finds not more than a number of matches, if that is not 0."""
    return lambda text, most: islice(pattern.finditer(text), None if most == 0 else max(0, int(most)))


def _split(pattern: re.Pattern[str], text: Any, maxsplit: Any = 0) -> Any:
    return call(matches.between)(*_matches(pattern, text, _up_to(pattern), [maxsplit]))


def _sub(pattern: re.Pattern[str], text: Any, repl: Any, count: Any = 0) -> Any:
    if not callable(repl):
        return _replaced(pattern, text, repl, count)
    if type(text) is str and backend_of(count) is None:
        return _with_each(pattern, text, repl, count)
    return call(matches.replaced)(*_matches(pattern, text, _up_to(pattern), [count]), repl)


def _subn(pattern: re.Pattern[str], text: Any, repl: Any, count: Any = 0) -> Any:
    is_known = type(text) is str and backend_of(count) is None
    number = pattern.subn("", text, count)[1] if is_known else _found(pattern, text, _up_to(pattern), [count])[1]
    return _sub(pattern, text, repl, count), number


def _with_each(pattern: re.Pattern[str], text: str, function: Any, most: int) -> Any:
    """A known text with what a function makes of each match in its place; Python leaves None out."""
    parts: list[Any] = []
    at = 0
    for match in _up_to(pattern)(text, most):
        if match.start() > at:
            parts.append(text[at : match.start()])
        at, made = match.end(), call(function)(match)
        if made is None:
            continue
        if not isinstance(made, str):
            kind = class_of_number(made) or type(made)
            raise_new(TypeError(f"sequence item {len(parts)}: expected str instance, {kind.__name__} found"))
        parts.append(field_or_string(made, "", ""))
    return joined([*parts, text[at:]])


def _replaced(pattern: re.Pattern[str], text: Any, template: Any, most: Any) -> Any:
    backend = next(filter(None, map(backend_of, (text, template, most))), None)
    assert backend is not None
    given = [as_operand(value) for value in (template, text)]
    longest, room = map(room_of, given)
    references = template.count("\\") if type(template) is str else longest
    most_made = room * (1 + references) + (room + 1) * longest
    return computed_of_texts(backend, pattern.sub, (*given, most), {}, most_made)


_FORMS: dict[str, Callable[..., Any]] = {
    "match": _matching("match"), "fullmatch": _matching("fullmatch"), "search": _matching("search"),
    "findall": _findall, "finditer": _finditer, "split": _split, "sub": _sub, "subn": _subn,
}  # fmt: skip
