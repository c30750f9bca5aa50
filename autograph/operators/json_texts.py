"""`json.dumps` of what may be staged, as ordinary Python. It is run converted."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Style:
    """How a text is written.

    Attributes:
        quote: what writes a string.
        item, key: what stands between items, and between a key and its value.
        indent: what each level of a text of several lines begins with; None if it is one line.
        is_sorted: whether keys are.
    """

    quote: Any
    item: str
    key: str
    indent: str | None
    is_sorted: bool


def written(value: Any, style: Style, level: int) -> Any:
    """The text of a value."""
    if isinstance(value, str):
        return style.quote(value)
    if isinstance(value, dict):
        pairs = sorted(value.items()) if style.is_sorted else value.items()
        parts = [key_of(key, style) + style.key + written(held, style, level + 1) for key, held in pairs]
        return enclosed("{", parts, "}", style, level)
    if isinstance(value, (list, tuple)):
        return enclosed("[", [written(held, style, level + 1) for held in value], "]", style, level)
    return atom(value)


def atom(value: Any) -> Any:
    """The text of what is neither a string nor a container."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        if value != value:
            return "NaN"
        if value in (float("inf"), float("-inf")):
            return "Infinity" if value > 0 else "-Infinity"
        return repr(value)
    if isinstance(value, int):
        return repr(value)
    return json.dumps(value)


def key_of(key: Any, style: Style) -> Any:
    """The text of a key."""
    return style.quote(key) if isinstance(key, str) else '"' + atom(key) + '"'


def enclosed(begin: str, parts: Any, end: str, style: Style, level: int) -> Any:
    """Texts of items between brackets."""
    if len(parts) == 0:
        return begin + end
    if style.indent is None:
        return begin + style.item.join(parts) + end
    line = "\n" + style.indent * level
    return begin + line + style.indent + (style.item + line + style.indent).join(parts) + line + end
