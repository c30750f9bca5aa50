"""How constants are spelled: quotes, escapes, docstrings, and numbers that `repr` spells otherwise than Python reads.

Strings take the quotes black would choose: double ones, unless single ones save a backslash.
"""

from __future__ import annotations

import sys
from typing import Any

#: Every way to quote a string, in the order of preference.
QUOTES = ('"', "'", '"""', "'''")

_SINGLE_QUOTES_FIRST = ("'", '"', '''"""''', "'''")

# A float literal too large for the type is read as infinity, which has no literal of its own.
_INFINITY = f"1e{sys.float_info.max_10_exp + 1}"


def constant(value: Any) -> str:
    """The literal that Python reads as `value`.

    Raises:
        TypeError: for a value that no literal can spell (a constant of an optimised tree, such as a frozenset).
    """
    spell = _SPELLINGS.get(type(value))
    if spell is None:
        raise TypeError(f"a constant of type {type(value).__name__!r} cannot be written as Python source: {value!r}")
    return spell(value)


def string(value: str | bytes) -> str:
    """`value` between the quotes that need the fewest escapes."""
    quote = quotes_for(value)[0]
    prefix = "b" if isinstance(value, bytes) else ""
    return f"{prefix}{quote}{escaped(value, quote)}{quote}"


def quotes_for(value: str | bytes) -> tuple[str, ...]:
    """Every way to quote `value`, those that need fewer escapes first."""
    return QUOTES if _count(value, '"') <= _count(value, "'") else _SINGLE_QUOTES_FIRST


def escaped(value: str | bytes, quote: str) -> str:
    """The text between `quote`s that stands for `value`, on one line."""
    text = repr(value)
    body = text[2:-1] if isinstance(value, bytes) else text[1:-1]
    if text[-1] == "'":
        # `repr` escapes only the quote it has chosen, and it has chosen the single one.
        body = body.replace("\\'", "'")
    if quote[0] in body:
        # In a triple-quoted string this escapes more than it must; nothing else is safe next to the closing quotes.
        body = body.replace(quote[0], "\\" + quote[0])
    return body


def string_without_escapes(value: str | bytes, quotes: tuple[str, ...]) -> str | None:
    """`value` in the first of `quotes` that needs no backslash, if there is one."""
    prefix, text = ("b", value.decode("latin-1")) if isinstance(value, bytes) else ("", value)
    if "\\" in text or "\r" in text or "\0" in text or (prefix and not text.isascii()):
        return None
    if any("\ud800" <= character <= "\udfff" for character in text):
        return None
    for quote in quotes:
        fits_on_its_lines = len(quote) == 3 or "\n" not in text
        if fits_on_its_lines and quote not in text and not text.endswith(quote[0]):
            return f"{prefix}{quote}{text}{quote}"
    return None


def string_of_characters(value: str | bytes, quotes: tuple[str, ...]) -> str | None:
    """An expression without backslashes and without unusual quotes that gives `value`: `("a%cb" % 10)`."""
    marked = value.decode("latin-1") if isinstance(value, bytes) else value
    pattern, codes = [], []
    for character in marked:
        if character.isascii() and character.isprintable() and character not in "\\'\"":
            pattern.append("%%" if character == "%" else character)
        else:
            pattern.append("%c")
            codes.append(str(ord(character)))
    prefix = "b" if isinstance(value, bytes) else ""
    if not quotes:
        return None
    operand = codes[0] if len(codes) == 1 else f"({', '.join(codes)})"
    return f"({prefix}{quotes[0]}{''.join(pattern)}{quotes[0]} % {operand})"


def docstring(value: str) -> str:
    """`value` in three double quotes, its lines as they are."""
    text = value.replace("\\", "\\\\")
    if not text.replace("\n", "").isprintable():
        text = "".join(c if c == "\n" or c.isprintable() else repr(c)[1:-1] for c in text)
    text = text.replace('"""', '""\\"')
    if text.endswith('"'):
        text = text[:-1] + '\\"'
    return f'"""{text}"""'


def _count(value: str | bytes, quote: str) -> int:
    return value.count(quote.encode()) if isinstance(value, bytes) else value.count(quote)


def _integer(value: int) -> str:
    try:
        return repr(value)
    except ValueError:
        # The interpreter refuses to write, and to read, decimal integers of thousands of digits.
        return f"{'-' if value < 0 else ''}0x{abs(value):X}"


def _float(value: float | complex) -> str:
    text = repr(value)
    if "n" not in text:  # neither inf nor nan
        return text.replace("e+", "e")
    return text.replace("inf", _INFINITY).replace("nan", f"({_INFINITY} - {_INFINITY})")


def _tuple(value: tuple[Any, ...]) -> str:
    elements = [constant(element) for element in value]
    return f"({', '.join(elements)}{',' if len(elements) == 1 else ''})"


_SPELLINGS: dict[type, Any] = {
    type(None): repr,
    bool: repr,
    type(...): lambda _: "...",
    int: _integer,
    float: _float,
    complex: _float,
    str: string,
    bytes: string,
    tuple: _tuple,
}
