"""`str.maketrans` of strings whose characters are staged, and `translate` by a table that has such."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograph.operators.choices import ANY, Choice
from autograph.operators.comparisons import any_staged
from autograph.operators.effects import new
from autograph.operators.frames import hidden_frames
from autograph.operators.kinds import class_of_number
from autograph.operators.lists import require
from autograph.operators.operands import are_texts
from autograph.operators.string_methods import of_constant, spelled_out
from autograph.operators.text import joined, refuse
from autograph.staging import backend_of


def maketrans(*given: Any) -> Any:
    """`str.maketrans(x, y, z)`."""
    if len(given) == 1 or not any_staged(given):
        return str.maketrans(*given)
    with hidden_frames:
        characters, others, *removed = given
        if type(characters) is not str or not are_texts(others) or any_staged(removed):
            refuse("used as a key")
        backend: Any = backend_of(others)
        others = spelled_out(backend, others)
        unequal = "the first two maketrans arguments must have equal length"
        require(backend, others.length == len(characters), ValueError(unequal))
        made = {ord(each): others.characters().at(place) for place, each in enumerate(characters)}
        return new(made | str.maketrans("", "", *removed))


def translate(text: str, table: Any) -> Any:
    """`text.translate(table)`."""
    if type(table) is not dict or not any_staged(table):
        return of_constant(text.translate, table)
    with hidden_frames:
        return joined([_piece(table.get(ord(each), each)) for each in text])


def _piece(value: Any) -> Any:
    """What a table has for a character, as text."""
    if value is None:
        return ""
    if class_of_number(value) is int:
        return Choice(backend_of(value), ANY, value)  # type: ignore[arg-type]
    if type(value) is not int and not are_texts(value):
        refuse("translated so")
    return chr(value) if type(value) is int else value


#: What is called for functions and methods of strings while a program is staged.
FORMS: dict[Any, Callable[..., Any]] = {str.maketrans: maketrans}
METHODS: dict[tuple[type, str], Callable[..., Any]] = {(str, "translate"): translate}
