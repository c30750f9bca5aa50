"""`split`, `rsplit` and `splitlines` of strings that tensors decide, and `strip` of texts.

A text that shows numbers is split where its own characters say, if what it shows has none of the separator: that makes
a list of Python's, of as many texts. Any other string is split by a loop over its characters, to a list of staged
length.
Likewise what is stripped of a text is told by the characters at its ends.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from autograph.operators import spelling, string_methods
from autograph.operators.calls import to_function
from autograph.operators.choices import Choice, mapped
from autograph.operators.effects import new
from autograph.operators.frames import hidden_frames
from autograph.operators.kinds import is_scalar, kind_of
from autograph.operators.refusals import raise_new
from autograph.operators.strings import String
from autograph.operators.structures import with_leaves
from autograph.operators.text import Field, Text, joined, refuse
from autograph.staging import backend_of

#: What a number of a kind may show that is formatted in no way of its own.
_OF_NUMBERS = {"int": "-0123456789", "bool": "TrueFals", "float": "-+.0123456789einfa"}

_LINE_ENDS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"


def _characters_of(part: str | Field) -> str | None:
    """The characters that may be in a part of a text; None if it may have any."""
    if type(part) is str:
        return part
    assert isinstance(part, Field)
    value = with_leaves(part.node, part.leaves)
    if part.conversion not in ("", "s", "r", "a") or (part.specification and part.conversion):
        return None
    if type(value) is String or (type(value) is Choice and isinstance(value, str)):
        options = value.options if type(value) is String else "".join(value.options)
        return None if part.specification or part.conversion in ("r", "a") else "".join(options)
    backend = backend_of(value)
    type_ = None if backend is None else backend.type_of(value)
    if type_ is None or not is_scalar(type_) or kind_of(type_) not in _OF_NUMBERS:
        return None
    if part.specification:
        is_any = part.specification[-1] in "cn"
        return None if is_any else "".join(_OF_NUMBERS.values()) + "EINFAbcdoxX %" + part.specification
    return _OF_NUMBERS[kind_of(type_)]


def _pieces(text: Text, is_separator: Any, split: Any) -> list[list[str | Field]] | None:
    """The parts of a text between its separators, which are in none of what it shows; None if that is not known.

    Args:
        is_separator: tells of characters whether a separator may begin or end there.
        split: gives the strings that one is split to.
    """
    parts: list[str | Field] = []
    for part in text.parts:
        if isinstance(part, str) and parts and isinstance(parts[-1], str):
            parts[-1] += part
        else:
            parts.append(part)
    pieces: list[list[str | Field]] = [[]]
    for part in parts:
        characters = _characters_of(part)
        if isinstance(part, Field):
            if characters is None or any(map(is_separator, characters)):
                return None
            pieces[-1].append(part)
            continue
        first, *others = split(part)
        pieces[-1].append(first)
        pieces += [[other] for other in others]
    return pieces


def _split(text: Any, sep: Any = None, maxsplit: Any = -1) -> Any:
    return _split_from(text, sep, maxsplit, "split")


def _rsplit(text: Any, sep: Any = None, maxsplit: Any = -1) -> Any:
    return _split_from(text, sep, maxsplit, "rsplit")


def _split_from(text: Any, sep: Any, most: Any, name: str) -> Any:
    if type(sep) is str and not sep:
        raise_new(ValueError("empty separator"))
    with hidden_frames:
        is_whole = type(most) is int and most < 0
        made = None
        if type(text) is Text and type(sep) is str and type(most) is int:
            made = _parts(text, sep, most, name == "rsplit")
        elif type(text) is Text and sep is None and is_whole:
            made = _words(text)
        if made is not None:
            return new(made)
        text = string_methods.as_operand(text)
        nothing = string_methods.nothing(text.backend)
        if sep is None:
            if name == "rsplit" and not is_whole:
                refuse("asked for `rsplit`")
            return to_function(spelling.words)(text, most, nothing, functools.partial(mapped, str.isspace))
        string_methods.check_part(sep)
        part = string_methods.spelled_out(text.backend, sep)
        string_methods.check_separator(sep, part)
        if name == "rsplit" and not is_whole:
            if type(sep) is not str or len(sep) > 1:
                refuse("asked for `rsplit`")
            count = text.count(sep) - most
            skipped = count * text.backend.builtins[int](count > 0)
            return to_function(spelling.split)(text, part, -1, skipped, nothing)
        return to_function(spelling.split)(text, part, most, 0, nothing)


def _parts(text: Text, separator: str, most: int, from_right: bool) -> list[Any] | None:
    pieces = _pieces(text, separator.__contains__, lambda part: part.split(separator))
    if pieces is None:
        return None
    made = [joined(piece) for piece in pieces]
    more = len(made) - 1 - most
    if most < 0 or more <= 0:
        return made
    rest = made[: more + 1] if from_right else made[most:]
    whole = joined([part for piece in rest for part in (separator, piece)][1:])
    return [whole, *made[more + 1 :]] if from_right else [*made[:most], whole]


def _words(text: Text) -> list[Any] | None:
    """What is between the white space of a text."""
    pieces = _pieces(text, str.isspace, _at_each_space)
    if pieces is None:
        return None
    kept = [[part for part in piece if part != ""] for piece in pieces]
    if any(piece and not any(map(string_methods.is_never_empty, piece)) for piece in kept):
        return None
    return [joined(piece) for piece in kept if piece]


def _at_each_space(part: str) -> Sequence[str]:
    return "".join("\n" if character.isspace() else character for character in part).split("\n")


def _splitlines(text: Any, keepends: Any = False) -> Any:
    with hidden_frames:
        if type(keepends) is not bool or keepends:
            refuse("asked for `splitlines` that keep their ends")
        if type(text) is Text:
            pieces = _pieces(text, _LINE_ENDS.__contains__, lambda part: part.split("\n"))
            known = "".join(part for part in text.parts if type(part) is str)
            if pieces is not None and not any(end in known for end in _LINE_ENDS[1:]):
                last = [part for part in pieces[-1] if part != ""]
                if not last or any(map(string_methods.is_never_empty, last)):
                    return new([joined(piece) for piece in (pieces if last else pieces[:-1])])
        text = string_methods.as_operand(text)
        if any(character in text.options for character in _LINE_ENDS[1:]):
            refuse("asked for `splitlines`")
        return to_function(spelling.lines)(text, string_methods.nothing(text.backend))


def _stripping(method: Any, left: bool, right: bool) -> Any:
    def strip(text: Any, characters: Any = None) -> Any:
        parts = [*text.parts] if type(text) is Text and (characters is None or type(characters) is str) else []
        is_stripped = str.isspace if characters is None else (characters or "").__contains__
        is_known = bool(parts)
        if left and is_known:
            is_known = _strip_first(parts, lambda part: part.lstrip(characters), is_stripped, 0)
        if right and is_known:
            is_known = _strip_first(parts, lambda part: part.rstrip(characters), is_stripped, -1)
        return joined(parts) if is_known else method(text, characters)

    return strip


def _strip_first(parts: list[Any], strip: Any, is_stripped: Any, place: int) -> bool:
    """Strips, in place, a text from one of its ends on; says whether its parts tell how far."""
    while parts:
        part = parts[place]
        if isinstance(part, Field):
            characters = _characters_of(part)
            is_kept = characters is not None and not any(map(is_stripped, characters))
            return is_kept and string_methods.is_never_empty(part)
        parts[place] = strip(part)
        if parts[place]:
            return True
        del parts[place]
    return True


for _name, _ends in (("strip", (True, True)), ("lstrip", (True, False)), ("rstrip", (False, True))):
    _spelled = functools.partial(string_methods.called, string_methods.METHODS[_name])
    string_methods.OF_TEXTS[_name] = _stripping(_spelled, *_ends)
string_methods.OF_TEXTS.update({"split": _split, "rsplit": _rsplit, "splitlines": _splitlines})
