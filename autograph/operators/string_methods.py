"""What strings of staged characters do: the methods and the operators of Python's, as loops over characters.

A text that shows staged values (`autograph.operators.text`), and a string that is one of several, is spelled out where
it is asked for its characters. The loops are functions of `autograph.operators.spelling`, which run converted.
"""

from __future__ import annotations

import operator
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NoReturn

from autograph.operators import list_methods, spelling, value_errors
from autograph.operators.bools import both, either, opposite
from autograph.operators.calls import to_function
from autograph.operators.choices import ANY, Choice, is_character, later, mapped, selected
from autograph.operators.either import Either
from autograph.operators.frames import hidden_frames
from autograph.operators.giving_way import check_spelled
from autograph.operators.kinds import is_scalar, kind_of
from autograph.operators.lists import StagedList, require
from autograph.operators.logical import if_exp
from autograph.operators.operands import check_arguments
from autograph.operators.optionals import is_none
from autograph.operators.proxies import Proxy
from autograph.operators.refusals import raise_new
from autograph.operators.strings import String, spelled
from autograph.operators.structures import Node, Optional, staged_leaves, with_leaves
from autograph.operators.text import CONVERSIONS, JSON, Field, Text, field_or_string, joined, own_labels, refuse
from autograph.operators.text import components as text_components
from autograph.staging import Backend, backend_of


def _run(loop: Callable[..., Any], *args: Any) -> Any:
    return to_function(loop)(*args)


def nothing(backend: Backend) -> String:
    return spelled(backend, "")


def _is_string(value: Any) -> bool:
    kind = type(value)
    return kind in (str, String, Text) or (kind is Choice and isinstance(value, str))


def spelled_out(backend: Backend, value: Any) -> String:
    """Any string as one of staged characters."""
    if type(value) is not Text:
        return spelled(backend, value)
    if value.spelled is not None:
        return value.spelled
    first, *others = [_shown(backend, part) if isinstance(part, Field) else part for part in value.parts]
    made = spelled_out(backend, first)
    for other in others:
        made = _followed(backend, made, other)
    return made


def _followed(backend: Backend, one: Any, other: Any) -> String:
    """`one + other`, by their characters."""
    values: Any = spelled_out(backend, one).characters()
    if type(other) is str:
        for character in other:
            values.append(character)
    elif type(other) is Choice and is_character(other):
        values.append(other)
    else:
        values.extend(spelled_out(backend, other).characters())
    return String.of(values)


def as_operand(value: Any) -> Any:
    """A string that something is done with: one whose characters are known stays."""
    if type(value) is Text:
        check_spelled(value)
    return spelled_out(value.backend, value) if type(value) in (Text, Choice) and _is_string(value) else value


def spell(function: Callable[..., Any], *values: Any) -> Any:
    """What a function makes of strings, of which no table says it."""
    with hidden_frames:
        if function is operator.add:
            return _added(*values) if String in map(type, values) else joined(values)
        operands = map(as_operand, values)
        return _contains(*operands) if function is operator.contains else function(*operands)


later["spell"] = spell
later["spell out"] = spelled_out
own_labels[String] = lambda text: text.options  # the characters that may be in it, and others not
own_labels[StagedList] = lambda values: (values.kind, values.form)


# What a text shows


def _shown(backend: Backend, field: Field) -> Any:
    """The characters of a field of a text."""
    value = with_leaves(field.node, field.leaves)
    if field.conversion == "join":
        return _joined(backend, field.specification, value)
    if field.conversion == "*":
        return _repeated(spelled(backend, field.specification), value)
    if field.conversion == "()":
        text, *arguments = value
        return getattr(spelled_out(backend, text), field.specification)(*arguments)
    if field.conversion == "call":
        return computed_of_texts(backend, *value)
    if field.conversion == JSON:
        value_errors.characters_are_unknown()
    if field.conversion == "%":
        found = re.fullmatch(r"%([-#0 +]*)(\d*)(\.\d+)?([a-zA-Z])", field.specification)
        if found is None:
            value_errors.characters_are_unknown()
        return _of_percent(backend, value, *found.groups())
    return _formatted(backend, value, field.specification, field.conversion)


def _of_percent(backend: Backend, value: Any, flags: str, width: str, precision: str | None, letter: str) -> Any:
    """A value as `%` shows it."""
    if letter in "sra":
        made = _formatted(backend, value, precision or "", "" if letter == "s" else letter)
        return _padded(made, " ", "<" if "-" in flags else ">", int(width or 0))
    if letter in "eEfFgG" and (_is_integer(value) or _is_float(value)):
        return _made_by_python(backend, value, f"%{flags}{width}{precision or ''}{letter}", "%")
    if letter not in "diuxXo" or precision:
        value_errors.characters_are_unknown()
    sign = "+" if "+" in flags else " " if " " in flags else ""
    align = "<" if "-" in flags else "0" if "0" in flags else ">"
    kind = "d" if letter in "diu" else letter
    return _of_integer(backend, value, " ", align, sign, "#" if "#" in flags else "", int(width or 0), "", kind)


def _formatted(backend: Backend, value: Any, specification: str, conversion: str) -> Any:
    """A value as `format` shows it, after `str`, `repr` or `ascii`."""
    if type(value) is Either:
        first, *rest = value.options
        other = rest[0].value if len(rest) == 1 else Either(backend, rest, value.error)
        return _either(backend, first.holds, first.value, other, specification, conversion)
    if type(value) is Optional:
        return _either(backend, is_none(value), None, value.value, specification, conversion)
    if _is_string(value):
        if conversion in ("r", "a"):
            if type(value) is not Choice:
                refuse("shown with quotes")
            value = mapped(repr if conversion == "r" else ascii, value)
        return _of_text(value, specification)
    found = _SPECIFICATION.fullmatch(specification)
    is_of_floats = found is not None and found["type"] in _FLOATS
    if _is_float(value) or (not conversion and is_of_floats and (_is_integer(value) or _is_boolean(value))):
        return _made_by_python(backend, value, specification, conversion)
    if conversion in ("r", "a", "s") or not specification:
        shown = _without_specification(backend, value)
        return _of_text(shown, specification) if specification else shown
    if not _is_integer(value) or found is None or found["precision"] or found["type"] not in _INTEGERS:
        value_errors.characters_are_unknown()
    parts = (found[name] or "" for name in ("fill", "align", "sign", "form"))
    fill, align, sign, form = parts
    if found["zero"] and not align:
        fill, align = "0", "0"
    align = "0" if align == "=" and fill == "0" else align or ">"
    if align == "=":
        value_errors.characters_are_unknown()
    width = int(found["width"] or 0)
    return _of_integer(backend, value, fill or " ", align, sign, form, width, found["mark"] or "", found["type"] or "d")


_SPECIFICATION = re.compile(
    r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ])?(?P<form>#)?(?P<zero>0)?(?P<width>\d+)?"
    r"(?P<mark>[,_])?(?P<precision>\.\d+)?(?P<type>[a-zA-Z%])?",
    re.DOTALL,
)
_INTEGERS = frozenset({None, "d", "b", "o", "x", "X", "c"})
_FLOATS = frozenset("eEfFgG%")
#: By the letter of a format: the base, what shows it, and how many digits are in a group.
_BASES = {"d": (10, "", 3), "b": (2, "0b", 4), "o": (8, "0o", 4), "x": (16, "0x", 4), "X": (16, "0X", 4)}


def _either(backend: Backend, first: Any, one: Any, other: Any, specification: str, conversion: str) -> Any:
    def side(value: Any) -> Callable[[], Any]:
        if not staged_leaves(value):
            known = format(CONVERSIONS[conversion](value), specification)
            return lambda: spelled(backend, known)
        return lambda: spelled_out(backend, _formatted(backend, value, specification, conversion))

    return if_exp(first, side(one), side(other))()


def _without_specification(backend: Backend, value: Any) -> Any:
    """A value as `str` shows it, if that is no string."""
    if _is_boolean(value):
        return selected(backend, ("False", "True"), backend.builtins[int](value))
    if _is_integer(value):
        return _of_integer(backend, value, " ", ">", "", "", 0, "", "d")
    if type(value) in (list, tuple):
        parts: list[Any] = ["[" if type(value) is list else "("]
        for place, item in enumerate(value):
            parts += [", "] if place else []
            parts.append(field_or_string(item, "r", ""))
        return joined([*parts, "]" if type(value) is list else ",)" if len(value) == 1 else ")"])
    value_errors.characters_are_unknown()


def _is_boolean(value: Any) -> bool:
    type_ = _type_of(value)
    return type_ is not None and kind_of(type_) == "bool"


def _is_integer(value: Any) -> bool:
    type_ = _type_of(value)
    return type_ is not None and kind_of(type_) == "int" and is_scalar(type_)


def _is_float(value: Any) -> bool:
    type_ = _type_of(value)
    return type_ is not None and kind_of(type_) == "float" and is_scalar(type_)


def _made_by_python(backend: Backend, value: Any, specification: str, conversion: str) -> Any:
    """A number as a format shows it of which Python makes the digits, when the program runs: those of a float."""
    field = Field(Node(0.0, None, None, [], 0), (0.0,), (0,), conversion, specification)
    room = len(str(field)) + _MOST_DIGITS  # Python says what is wrong with the format

    error = value_errors.has_more_characters(room, is_number=True)
    return _text_computed(backend, lambda number: str(field.with_operands(iter([number]))), [value], room, error)


def _text_computed(
    backend: Backend, function: Callable[..., str], operands: Sequence[Any], room: int, error: Exception
) -> String:
    """The string that a function of Python's makes of staged values when the program runs: numbers, and strings.

    Args:
        room: how many characters it may have where that has to be known.
        error: what is raised if there are more.
    """

    def run(*values: Any) -> tuple[int, list[int]]:
        made = function(*["".join(map(chr, value)) if type(value) is list else value for value in values])
        return len(made), [*map(ord, made)]

    length, buffer = backend.computed(run, list(map(computed_of, operands)), [int, list], room)
    if backend.buffer_room(backend.buffer_type(buffer)) is not None:
        require(backend, length <= room, error)
    return String(backend, ANY, length, buffer)


def computed_of_texts(
    backend: Backend, function: Any, args: Sequence[Any], kwargs: dict[str, Any], room: int | None = None
) -> String:
    """The string that a function of Python's library makes of numbers and strings when the program runs.

    Args:
        room: how many characters it may have where that has to be known; some for each that it is given if left out.
    """
    given = [as_operand(value) for value in (*args, *kwargs.values())]
    staged = [place for place, value in enumerate(given) if backend_of(value) is not None]

    def run(*values: Any) -> str:
        every = [*given]
        for place, value in zip(staged, values, strict=True):
            every[place] = value
        return str(function(*every[: len(args)], **dict(zip(kwargs, every[len(args) :], strict=True))))

    if room is None:
        room = 4 * sum(room_of(value) for value in given if _is_string(value)) + _MOST_CHARACTERS
    error = value_errors.has_more_characters(room, is_number=False)
    return _text_computed(backend, run, [given[place] for place in staged], room, error)


def room_of(text: Any) -> int:
    """How many characters a string may have, where that has to be known."""
    return len(text) if type(text) is str else text.backend.buffer_room(text.backend.buffer_type(text.buffer)) or 0


#: For how many characters there is always room in what a function of Python's makes of strings.
_MOST_CHARACTERS = 128


def computed_of(operand: Any) -> Any:
    """A number or a string as something is computed of it when the program runs."""
    return (operand.length, operand.buffer) if type(operand) is String else operand


#: How many characters more than 0 a float may be shown with, where there is not always room for more.
_MOST_DIGITS = 48


def _type_of(value: Any) -> Any:
    backend = None if issubclass(type(value), Proxy) else backend_of(value)
    return None if backend is None else backend.type_of(value)


def _of_integer(
    backend: Backend, value: Any, fill: str, align: str, sign: str, form: str, width: int, mark: str, letter: str
) -> Any:
    """An integer as a format shows it; `align` is 0 where zeros come between the sign and the digits."""
    if letter == "c":
        return _padded(Choice(backend, ANY, value), fill, align, width)
    if not _is_integer(value):
        value_errors.characters_are_unknown()
    base, prefix, group = _BASES[letter]
    bits = 64 if "64" in backend.describe(backend.type_of(value)) else 32
    room = bits if base == 2 else 11 if base == 8 and bits == 32 else 22 if base == 8 else 10 if bits == 32 else 19
    digits = "0123456789abcdef"[:base]
    made: Any = String(backend, digits, *backend.digits(value, base, room))
    if mark:
        made = _run(spelling.with_commas, made, mark, group, nothing(backend))
    if letter == "X":
        made = made.upper()
    signs = ({"+": "+", " ": " "}.get(sign, ""), "-")
    before: Any = selected(backend, signs, backend.builtins[int](value < 0))
    if form:
        before = before + prefix
    if align == "0":
        if mark and width:
            value_errors.characters_are_unknown()
        return before + _padded(made, "0", ">", width - mapped(len, before))
    return _padded(before + made, fill, align, width)


def _of_text(value: Any, specification: str) -> Any:
    """A string as `format` shows it."""
    found = _SPECIFICATION.fullmatch(specification)
    if found is None or found["type"] not in (None, "s") or found["sign"] or found["form"] or found["mark"]:
        value_errors.characters_are_unknown()
    if found["precision"]:
        value = spelled_out(value.backend, value)[: int(found["precision"][1:])]
    fill = found["fill"] or ("0" if found["zero"] else " ")
    return _padded(value, fill, found["align"] or "<", int(found["width"] or 0))


def _padded(value: Any, fill: Any, align: str, width: Any) -> Any:
    """A string with a character added up to a width."""
    if type(width) is int and width == 0:
        return value
    text = spelled_out(value.backend, value)
    missing = width - _length(text)
    left = {"<": 0, ">": missing, "^": missing // 2}[align]
    if align == "^":
        left = list_methods.larger(0, missing) // 2
    return _between(text, fill, left, missing - left, width, align)


def _between(text: String, fill: Any, left: Any, right: Any, width: Any, align: str) -> Any:
    made = text
    if align != "<":
        made = _times(text.backend, fill, left, width) + made
    if align != ">":
        made = made + _times(text.backend, fill, right, width)
    return made


def _times(backend: Backend, fill: Any, times: Any, most: Any) -> Any:
    """A character as often as a number says, which may be negative."""
    if type(fill) is str and type(most) is int:
        return spelled(backend, fill * most)[: list_methods.larger(0, times)]
    return _run(spelling.repeated, fill, times, nothing(backend))


# Operators


def _length(text: String) -> Any:
    return text.length


def _added(one: Any, other: Any) -> Any:
    """`one + other`."""
    if not _is_string(one) or not _is_string(other):
        return NotImplemented
    if Text in (type(one), type(other)):
        return joined([one, other])
    return _followed(one.backend if type(one) is not str else other.backend, one, other)


def _repeated(text: String, times: Any) -> Any:
    made: Any = nothing(text.backend)
    if backend_of(times) is not None:
        return _run(spelling.repeated, text, times, made)
    for _ in range(times):
        made = made + text
    return made


def _at(text: String, key: Any) -> Any:
    """`text[key]`."""
    values = text.characters()
    if isinstance(key, slice):
        if key.start is None and key.step is None and type(key.stop) is not Optional:
            stop = list_methods.bound(values, key.stop, values.length)  # the same characters, and fewer
            return String(text.backend, text.options, stop, text.buffer)
        return String.of(list_methods.part(values, key))
    return values.at(list_methods.place_of(values, key, "string index out of range"))


def _comparing(comparison: Callable[[Any, Any], Any]) -> Callable[[String, Any], Any]:
    def compared(text: String, other: Any) -> Any:
        if not _is_string(other):
            return NotImplemented
        other = spelled_out(text.backend, other)
        if comparison in (operator.eq, operator.ne):
            alike = both(text.length == other.length, text.has_at(0, other))
            return alike if comparison is operator.eq else opposite(alike)
        shorter = list_methods.smaller(text.length, other.length)
        place = text.first_unlike(0, other, shorter)
        return if_exp(
            place < shorter,
            lambda: comparison(text.code_at(place), other.code_at(place)),
            lambda: comparison(text.length, other.length),
        )()

    return compared


def _contains(text: Any, part: Any) -> Any:
    """`part in text`."""
    if not _is_string(part):
        return operator.contains("", part)
    text = spelled(part.backend, text) if type(text) is str else text
    return _found(text, part) >= 0


def _used_as_key(text: String) -> NoReturn:
    with hidden_frames:
        value_errors.text_is_staged("used as a key")


def _character(text: String, place: Any) -> Any:
    """The character at a place that is within the string."""
    return text.characters().at(place)


# Methods


def _changed(change: Callable[[str], str]) -> Callable[..., Any]:
    """What changes each character, whatever stands around it."""

    def method(text: String, *args: Any) -> Any:
        if change is str.lower and "Σ" in text.options:
            refuse("made lower case, which depends on where a sigma stands")
        each = partial(mapped, lambda character: change(character, *args))
        return _run(spelling.changed, text, nothing(text.backend), each)

    return method


def _is_cased(character: Any) -> Any:
    return mapped(lambda option: option.islower() or option.isupper() or option.istitle(), character)


def _all_are(holds: Callable[[str], bool], of_none: bool = False) -> Callable[[String], Any]:
    return lambda text: _run(spelling.all_are, text, partial(mapped, holds), of_none)


def _only_cased(holds: Callable[[str], bool]) -> Callable[[String], Any]:
    """Whether there are characters of a case, and none of the other."""

    def method(text: String) -> Any:
        is_other = partial(
            mapped, lambda option: not holds(option) and (option.islower() or option.isupper() or option.istitle())
        )
        return both(
            _run(spelling.any_is, text, partial(mapped, holds)), opposite(_run(spelling.any_is, text, is_other))
        )

    return method


def _bounds(text: String, start: Any, stop: Any) -> tuple[Any, Any]:
    """Where a part of a string is searched."""
    values = text.characters()
    return list_methods.bound(values, start, 0), list_methods.bound(values, stop, values.length)


def _searching(loop: Callable[..., Any]) -> Callable[..., Any]:
    def method(text: String, part: Any, start: Any = None, stop: Any = None) -> Any:
        check_part(part)
        wanted = spelled_out(text.backend, part)
        return _run(loop, text, wanted, *_bounds(text, start, stop))

    return method


def check_part(part: Any) -> None:
    """Refuses what is no string, or may be empty, which is everywhere."""
    if not _is_string(part) or (type(part) is str and not part):
        refuse("searched for an empty string")
    if type(part) is Choice and "" in part.options:
        refuse("searched for what may be an empty string")


def is_never_empty(part: str | Field) -> bool:
    """Whether a part of a text shows something, whatever that is."""
    if isinstance(part, str) or part.conversion in ("*", "join", "()", "call"):
        return isinstance(part, str) and bool(part)
    return part.conversion in ("r", "a") or not isinstance(with_leaves(part.node, part.leaves), str)


def _may_be_empty(part: Any) -> bool:
    return type(part) is String or (type(part) is Text and not any(map(is_never_empty, part.parts)))


def check_separator(part: Any, spelled_part: String) -> None:
    """Raises what Python raises of a separator that is empty when the program runs."""
    if _may_be_empty(part):
        require(spelled_part.backend, spelled_part.length > 0, ValueError("empty separator"))


_found, _last_found = _searching(spelling.found), _searching(spelling.last_found)


def _index(find: Callable[..., Any]) -> Callable[..., Any]:
    def method(text: String, *args: Any) -> Any:
        place = find(text, *args)
        require(text.backend, place >= 0, ValueError("substring not found"))
        return place

    return method


def _starts(text: String, prefix: Any, *bounds: Any) -> Any:
    if type(prefix) is tuple:
        return _any([_starts(text, each, *bounds) for each in prefix])
    part = spelled_out(text.backend, prefix)
    if bounds:
        return both(_fits(text, part, *bounds), _starts(_within(text, bounds), prefix))
    return text.has_at(0, part)


def _within(text: String, bounds: tuple[Any, ...]) -> Any:
    return text[slice(*bounds)] if len(bounds) > 1 else text[bounds[0] :]


def _fits(text: String, part: String, start: Any, end: Any = None) -> Any:
    """Whether a part of a string between two places may begin or end with another: nothing is in no part at all."""
    start = 0 if start is None else _place(text, start)
    fits = text.length - start >= part.length
    return fits if end is None else both(fits, _place(text, end) - start >= part.length)


def _place(text: String, bound: Any) -> Any:
    """A place of a string, counted from its start."""
    if backend_of(bound) is None:
        return bound if bound >= 0 else list_methods.larger(0, text.length + bound)
    return list_methods.larger(0, bound + text.backend.builtins[int](bound < 0) * text.length)


def _ends(text: String, suffix: Any, *bounds: Any) -> Any:
    if type(suffix) is tuple:
        return _any([_ends(text, each, *bounds) for each in suffix])
    part = spelled_out(text.backend, suffix)
    if bounds:
        return both(_fits(text, part, *bounds), _ends(_within(text, bounds), suffix))
    start = text.length - part.length
    return both(start >= 0, text.has_at(list_methods.larger(start, 0), part))


def _any(outcomes: list[Any]) -> Any:
    found: Any = False
    for outcome in outcomes:
        found = either(found, outcome)
    return found


def _replaced(text: String, old: Any, new: Any, count: Any = -1) -> Any:
    check_part(old)
    part, other = spelled_out(text.backend, old), spelled_out(text.backend, new)
    replace = spelling.replaced_or_put_between if _may_be_empty(old) else spelling.replaced
    return _run(replace, text, part, other, count, nothing(text.backend))


def _stripped(left: bool, right: bool) -> Callable[..., Any]:
    def method(text: String, characters: Any = None) -> Any:
        if characters is None:
            is_stripped: Any = partial(mapped, str.isspace)
        elif type(characters) is str:
            is_stripped = partial(mapped, characters.__contains__)
        else:
            refuse("stripped of characters that a tensor decides")
        start = _run(spelling.first_kept, text, is_stripped) if left else 0
        stop = _run(spelling.last_kept, text, start, is_stripped) if right else text.length
        return text[start:stop] if left else text[:stop]

    return method


def _without(starts: bool) -> Callable[..., Any]:
    def method(text: String, part: Any) -> Any:
        part = spelled_out(text.backend, part)
        count = part.length * _as_integer(text, (_starts if starts else _ends)(text, part))
        return text[count:] if starts else text[: text.length - count]

    return method


def _as_integer(text: String, outcome: Any) -> Any:
    return int(outcome) if type(outcome) is bool else text.backend.builtins[int](outcome)


def _filled(align: str) -> Callable[..., Any]:
    def filled(text: String, width: Any, fill: Any = " ") -> Any:
        _check_fill(fill)
        return _padded(text, fill, align, width)

    return filled


def _check_fill(fill: Any) -> None:
    if type(fill) is str and len(fill) != 1:
        raise_new(TypeError("The fill character must be exactly one character long"))


def _centered(text: String, width: Any, fill: Any = " ") -> Any:
    _check_fill(fill)
    missing = list_methods.larger(0, width - text.length)
    left = missing // 2 + missing % 2 * (width % 2)
    return _between(text, fill, left, missing - left, width, "^")


def _zeros_filled(text: String, width: Any) -> Any:
    sign = _starts(text, ("+", "-"))
    count = _as_integer(text, sign)
    missing = list_methods.larger(0, width - text.length)
    return text[:count] + _times(text.backend, "0", missing, width) + text[count:]


def _joined(backend: Backend, separator: Any, values: Any) -> Any:
    """`separator.join(values)`, of a list of staged length."""
    if type(separator) is str and not separator and type(values) is StagedList and _are_characters(values):
        return String.of(values)
    return _run(spelling.joined, separator, values, nothing(backend))


def _are_characters(values: StagedList) -> bool:
    options = getattr(values.form.types[0], "options", None)
    return values.form.node.kind is None and options is not None and all(map(is_character, options))


def _parted(last: bool) -> Callable[..., Any]:
    def method(text: String, separator: Any) -> Any:
        place = (_last_found if last else _found)(text, separator)
        part = spelled_out(text.backend, separator)
        check_separator(separator, part)
        integer = text.backend.builtins[int]
        is_there = integer(place >= 0)
        if last:
            at = place * is_there
            return text[:at], part[: part.length * is_there], text[at + part.length * is_there :]
        at = place * is_there + text.length * (1 - is_there)
        return text[:at], part[: part.length * is_there], text[at + part.length * is_there :]

    return method


def _refused(name: str) -> Callable[..., NoReturn]:
    def method(text: Any, *args: Any, **kwargs: Any) -> NoReturn:
        refuse(f"asked for `{name}`")

    return method


_CHANGES: tuple[Any, ...] = (str.upper, str.lower, str.swapcase, str.casefold, str.translate)
_KINDS = (str.isdigit, str.isdecimal, str.isnumeric, str.isalpha, str.isalnum, str.isspace)
METHODS: dict[str, Callable[..., Any]] = {
    **{change.__name__: _changed(change) for change in _CHANGES},
    **{holds.__name__: _all_are(holds) for holds in _KINDS},
    **{holds.__name__: _all_are(holds, True) for holds in (str.isascii, str.isprintable)},
    **{holds.__name__: _only_cased(holds) for holds in (str.islower, str.isupper)},
    "title": lambda text: _run(spelling.titled, text, nothing(text.backend), _is_cased, False),
    "capitalize": lambda text: _run(spelling.titled, text, nothing(text.backend), _is_cased, True),
    "istitle": lambda text: _run(spelling.is_titled, text, _is_cased),
    "find": _found, "rfind": _last_found, "index": _index(_found), "rindex": _index(_last_found),
    "count": _searching(spelling.occurrences), "startswith": _starts, "endswith": _ends, "replace": _replaced,
    "strip": _stripped(True, True), "lstrip": _stripped(True, False), "rstrip": _stripped(False, True),
    "removeprefix": _without(True), "removesuffix": _without(False),
    "ljust": _filled("<"), "rjust": _filled(">"), "zfill": _zeros_filled, "center": _centered,
    "join": lambda text, values: _joined(text.backend, text, values),
    "partition": _parted(False), "rpartition": _parted(True),
}  # fmt: skip


#: Methods that look at the parts of a text, and spell it out only where these do not tell.
OF_TEXTS: dict[str, Callable[..., Any]] = {}


def _attribute(text: Any, name: str) -> Any:
    if not hasattr(str, name):
        raise AttributeError(f"'str' object has no attribute '{name}'", name=name, obj=text)
    method = OF_TEXTS.get(name) or (partial(called, METHODS[name]) if name in METHODS else None)
    if method is None:
        refuse(f"asked for `{name}`")
    if type(text) is Text and name in _PUT_OFF and _shows_floats(text):
        return partial(_put_off, name, text)
    return partial(_checked, name, method, text)


def _checked(name: str, method: Callable[..., Any], text: Any, *args: Any, **kwargs: Any) -> Any:
    with hidden_frames:
        check_arguments(getattr("", name), *args, **kwargs)
        return method(text, *args, **kwargs)


#: Methods that make a string of one, and of arguments that say nothing of its characters.
_PUT_OFF = frozenset({
    "capitalize", "casefold", "center", "ljust", "lower", "lstrip", "removeprefix", "removesuffix", "replace", "rjust",
    "rstrip", "strip", "swapcase", "title", "upper", "zfill",
})  # fmt: skip


def _shows_floats(text: Text) -> bool:
    """Whether a text shows what is no integer, whose characters are known when the program has run."""
    types = [_type_of(operand) for operand in text_components(text)]
    return any(type_ is not None and kind_of(type_) in ("float", "complex") for type_ in types)


def _put_off(name: str, text: Text, *args: Any) -> Any:
    """A text that is made of another by a method when what that shows is known."""
    with hidden_frames:
        known = [0 if _is_integer(value) else value for value in args]
        if any(backend_of(value) is not None for value in known):
            value_errors.characters_are_unknown()
        getattr("", name)(*known)  # raises what Python raises of such arguments
        return joined([field_or_string((text, *args), "()", name)])


def called(method: Callable[..., Any], text: Any, *args: Any, **kwargs: Any) -> Any:
    with hidden_frames:
        return method(as_operand(text), *args, **kwargs)


def _spelling(method: Callable[..., Any]) -> Callable[..., Any]:
    return lambda text, *args: called(method, text, *args)


def _swapped(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda text, other: function(other, text)


_OPERATORS: dict[str, Callable[..., Any]] = {
    "getitem": _at, "contains": _contains, "mul": _repeated, "rmul": _repeated,
    **{o.__name__: _comparing(o) for o in (
        operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)},
}  # fmt: skip
String.__add__ = _added
String.__radd__ = _swapped(_added)
String.character = _character  # type: ignore[attr-defined]
for _name, _method in _OPERATORS.items():
    setattr(String, f"__{_name}__", _method)
    setattr(Text, f"__{_name}__", _spelling(_method))
for _kind in (String, Text):
    _kind.__hash__ = _used_as_key  # type: ignore[assignment,method-assign]
    _kind.__getattr__ = _attribute  # type: ignore[union-attr]


def of_constant(method: Any, *args: Any, **kwargs: Any) -> Any:
    """A method of a string that is known, of arguments that may stand for strings."""
    backend = next(filter(None, map(backend_of, (*args, *kwargs.values()))), None)
    if backend is None:
        return method(*args, **kwargs)
    if not kwargs and all(type(value) is Choice or backend_of(value) is None for value in args):
        return mapped(method, *args)
    return getattr(spelled(backend, method.__self__), method.__name__)(*args, **kwargs)


# Builtins


def items_of(value: Any) -> Any:
    """The characters of a string that is looped over, as a list; other values as they are."""
    if type(value) is Choice and type(value.options[0]) is str:
        return spelled(value.backend, value).characters()
    return as_operand(value).characters() if type(value) in (String, Text) else value


def _iter(text: Any) -> Any:
    characters = items_of(text)
    if characters is text:
        value_errors.is_one_of_several_constants(text, "looped over")
    return list_methods.unpacked(text.backend, characters.length, characters.at, sys._getframe(1))


for _class in (String, Text, Choice):
    _class.__iter__ = _iter  # type: ignore[union-attr]


def _len(text: Any) -> Any:
    return as_operand(text).length


def truth(text: Any) -> Any:
    """Whether a string has characters."""
    if type(text) is Text and any(type(part) is str and part for part in text.parts):
        return True
    return _len(text) > 0


later["truth"] = truth


def _int(text: Any, base: Any = 10) -> Any:
    staged = backend_of(base)
    if type(text) is str and staged is None:
        return int(text, base)
    if type(base) is int and base == 0:
        refuse("read as an integer of a base that it tells")
    if staged is None:
        int("0", base)  # raises of a base that there is not
    else:
        require(staged, base != 0, value_errors.base_is_told())
        require(staged, both(base >= 2, base <= 36), ValueError("int() base must be >= 2 and <= 36, or 0"))
    if staged is None and base == 10 and type(text) is Text and (shown := _integer_shown(text)) is not None:
        return shown
    text = spelled_out(staged, as_operand(text)) if staged is not None else as_operand(text)
    marks = tuple([(marked, letters) for marked, letters in _MARKS.items() if staged is not None or marked == base])
    value, holds, fits = _run(spelling.integer, text, base, partial(mapped, _value_of_digit), marks)
    shown = field_or_string(base, "", "")
    error = joined(["invalid literal for int() with base ", shown, ": ", field_or_string(text, "r", "")])
    require(text.backend, holds, ValueError(error))
    require(text.backend, fits, value_errors.integer_is_too_large())
    return value


def _integer_shown(text: Text) -> Any:
    """The integer that is all that a text shows; None if it is not."""
    (part,) = text.parts if len(text.parts) == 1 else (None,)
    if not isinstance(part, Field) or part.conversion not in ("", "s", "r") or part.specification not in ("", "d"):
        return None
    value = with_leaves(part.node, part.leaves)
    return value if _is_integer(value) else None


#: The letters that tell a base, after a zero.
_MARKS = {2: "bB", 8: "oO", 16: "xX"}


def _value_of_digit(character: str) -> int:
    try:
        return int(character, 36)
    except ValueError:
        return -1


def _ord(text: Any) -> Any:
    text = as_operand(text)
    error = joined(
        ["ord() expected a character, but string of length ", field_or_string(text.length, "", ""), " found"]
    )
    require(text.backend, text.length == 1, TypeError(error))
    return text.characters().at(0).number


def _float(text: Any) -> Any:
    text = as_operand(text)
    number, holds = text.backend.computed(_read_float, [computed_of(text)], [float, bool])
    error = joined(["could not convert string to float: '", text, "'"])
    require(text.backend, holds, ValueError(error))
    return number


def _read_float(codes: list[int]) -> tuple[float, bool]:
    """The float that some characters are read as, and whether they are those of one."""
    try:
        return float("".join(map(chr, codes))), True
    except ValueError:
        return 0.0, False


#: Builtins of a string.
FORMS: dict[Any, Callable[..., Any]] = {len: _len, bool: truth, int: _int, ord: _ord, float: _float}
