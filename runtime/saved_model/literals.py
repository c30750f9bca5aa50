"""Values as text, exactly, and back: the notation of attributes, types and structures in saved files.

    None True False 3 -0.0 inf nan 'text' b'bytes' [1, 2] (1,) {'a': 1}
    float32  float32[2,?]  float32[*]  shape[2,?]           a dtype, the type of a tensor, a shape
    &3  @f_1                                                an object, a function
    stream(1, 2)                                            a value made of others

Writing is `literal`. Reading is `Reader`, which knows where it is, so that an error has a line and a column. What a
name in front of parentheses stands for is in a table of the reader: nothing is looked up by a name in a file elsewhere.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from runtime.core import dtypes
from runtime.core.dtypes import DType
from runtime.core.shapes import TensorShape
from runtime.core.specs import TensorSpec
from runtime.saved_model.damage import RESTORE, DamagedError

DTYPES: dict[str, DType] = {dtype.name: dtype for dtype in dtypes.ALL}

#: Values nested more deeply than this are refused, when they are written as well.
DEEPEST = 64
#: Integers and sizes are those that fit in 64 bits.
_SMALLEST, _LARGEST = -(2**63), 2**64 - 1


class Reference(int):
    """The number of an object: `&3`."""

    __slots__ = ()


class FunctionName(str):
    """The name of a function: `@f_1`."""

    __slots__ = ()


class Made:
    """A value made of others, as it is written: `stream(1, 2)`.

    Attributes:
        name: in front of the parentheses.
        arguments: inside of them.
    """

    __slots__ = ("arguments", "name")

    def __init__(self, name: str, *arguments: Any):
        self.name = name
        self.arguments = arguments


class NotWritable(Exception):
    """A value has no notation; the message says which."""


# -- writing ---------------------------------------------------------------------------------------------------------


def literal(value: Any, depth: int = 0) -> str:
    """`value` as text that reads as the same value.

    Raises:
        NotWritable: if there is no notation for it.

    >>> literal({'a': (1, -0.0, None)}), literal(TensorSpec([None, 2])), literal(b"'")
    ("{'a': (1, -0.0, None)}", 'float32[?,2]', 'b"\\'"')
    """
    if depth > DEEPEST:
        raise NotWritable(f"a value that is nested more than {DEEPEST} deep")
    writer = _WRITERS.get(type(value))
    if writer is None:
        raise NotWritable(f"{type(value).__name__} {value!r}")
    return writer(value, depth)


def shape_text(shape: TensorShape) -> str:
    """`[2,?]`, or `[*]` if the rank is unknown."""
    if shape.rank is None:
        return "[*]"
    return f"[{','.join('?' if d is None else str(d) for d in shape)}]"


def _integer(value: int, depth: int) -> str:
    if not _SMALLEST <= value <= _LARGEST:
        raise NotWritable(f"the integer {value}, which does not fit in 64 bits")
    return str(value)


def _sequence(opening: str, closing: str) -> Callable[[Any, int], str]:
    def write(value: Any, depth: int) -> str:
        items = [literal(item, depth + 1) for item in value]
        comma = "," if opening == "(" and len(items) == 1 else ""
        return f"{opening}{', '.join(items)}{comma}{closing}"

    return write


def _mapping(value: Mapping[Any, Any], depth: int) -> str:
    return f"{{{', '.join(f'{literal(k, depth + 1)}: {literal(v, depth + 1)}' for k, v in value.items())}}}"


def _made(value: Made, depth: int) -> str:
    return f"{value.name}({', '.join(literal(item, depth + 1) for item in value.arguments)})"


_WRITERS: dict[type, Callable[[Any, int], str]] = {
    **dict.fromkeys((type(None), bool, float, str, bytes), lambda value, depth: repr(value)),
    int: _integer,
    tuple: _sequence("(", ")"),
    list: _sequence("[", "]"),
    dict: _mapping,
    DType: lambda value, depth: value.name,
    TensorShape: lambda value, depth: f"shape{shape_text(value)}",
    TensorSpec: lambda value, depth: f"{value.dtype.name}{shape_text(value.shape)}",
    Reference: lambda value, depth: f"&{int(value)}",
    FunctionName: lambda value, depth: f"@{value}",
    Made: _made,
}


# -- reading ---------------------------------------------------------------------------------------------------------

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NUMBER = re.compile(r"-?(?:inf|nan)\b|-?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?")
_DIGITS = re.compile(r"\d+")
_FUNCTION_NAME = re.compile(r"[A-Za-z0-9_.]+")
_VALUE_NAME = re.compile(r"[A-Za-z0-9_.\\/>-]+")
_STRING = re.compile(r"""b?(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")""")
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.S)
_PLAIN_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\", "'": "'", '"': '"'}

_WORDS = {"None": None, "True": True, "False": False, "inf": math.inf, "nan": math.nan}


class Reader:
    """A line of a saved file, being read.

    Args:
        file: its path, for errors.
        number: of the line, from 1.
        text: of the line, without its end.
        made: what the names in front of parentheses stand for: functions of the values inside, which raise ValueError
            or TypeError if they cannot be.
    """

    def __init__(self, file: str, number: int, text: str, made: Mapping[str, Callable[..., Any]] | None = None):
        self.file = file
        self.number = number
        self.text = text
        self.made = made or {}
        self.position = 0

    def fail(self, problem: str, position: int | None = None, help: str = RESTORE) -> NoReturn:
        """Raises the error that names this place."""
        column = (self.position if position is None else position) + 1
        raise DamagedError(self.file, problem, (self.number, column), help)

    # -- pieces ------------------------------------------------------------------------------------------------------

    def at_end(self) -> bool:
        """Whether nothing but spaces is left."""
        self._skip()
        return self.position >= len(self.text)

    def expect_end(self) -> None:
        if not self.at_end():
            self.fail(f"the line should end here, but goes on with {self._ahead()}")

    def accept(self, text: str) -> bool:
        """Whether `text` comes next; it is passed over then."""
        self._skip()
        if self.text.startswith(text, self.position):
            self.position += len(text)
            return True
        return False

    def expect(self, text: str) -> None:
        if not self.accept(text):
            self.fail(f"{text!r} is missing before {self._ahead()}")

    def peek(self, text: str) -> bool:
        """Whether `text` comes next."""
        self._skip()
        return self.text.startswith(text, self.position)

    def name(self) -> str:
        """A word of letters, digits and underscores."""
        return self._match(_NAME, "a name")

    def value_name(self) -> str:
        """The name of a value, which comes after `%`."""
        self.expect("%")
        return self._match(_VALUE_NAME, "the name of a value")

    def integer(self) -> int:
        """A number of objects, outputs and the like: not negative."""
        return self._size(self._match(_DIGITS, "a number"))

    def function_name(self) -> FunctionName:
        self.expect("@")
        return FunctionName(self._match(_FUNCTION_NAME, "the name of a function"))

    def plain_function_name(self) -> FunctionName:
        return FunctionName(self._match(_FUNCTION_NAME, "the name of a function"))

    def reference(self) -> Reference:
        self.expect("&")
        return Reference(self.integer())

    def spec(self) -> TensorSpec:
        """The type of a tensor: `float32[2,?]`."""
        start = self._here()
        name = self.name()
        if name not in DTYPES:
            self.fail(f"there is no dtype {name!r}", start)
        return TensorSpec(self.shape(), DTYPES[name])

    def shape(self) -> TensorShape:
        """`[2,?]`, or `[*]`."""
        self.expect("[")
        if self.accept("*"):
            self.expect("]")
            return TensorShape(None)
        sizes: list[int | None] = []
        while not self.accept("]"):
            if sizes:
                self.expect(",")
            sizes.append(None if self.accept("?") else self.integer())
        return TensorShape(sizes)

    def string(self) -> str:
        """A text in quotes."""
        start = self._here()
        value = self.value()
        if type(value) is not str:
            self.fail("a text in quotes is missing", start)
        return value

    # -- values ------------------------------------------------------------------------------------------------------

    def value(self, depth: int = 0) -> Any:
        """A value in the notation of this module."""
        if depth > DEEPEST:
            self.fail(f"a value is nested more than {DEEPEST} deep")
        self._skip()
        start = self.position
        character = self.text[start : start + 1]
        if character in _OPENING:
            return _OPENING[character](self, depth)
        if _STRING.match(self.text, start):
            return self._text_or_bytes()
        if character == "&":
            return self.reference()
        if character == "@":
            return self.function_name()
        if character == "-" or character.isdigit():
            return self._number()
        return self._named(depth)

    def _named(self, depth: int) -> Any:
        start = self._here()
        name = self._match(_NAME, "a value")
        if name in _WORDS:
            return _WORDS[name]
        if name in DTYPES:
            return TensorSpec(self.shape(), DTYPES[name]) if self.peek("[") else DTYPES[name]
        if name == "shape":
            return self.shape()
        if name not in self.made or not self.peek("("):
            self.fail(f"{name!r} stands for no value", start)
        self.expect("(")
        arguments = self._items(")", depth)
        try:
            return self.made[name](*arguments)
        except DamagedError:
            raise
        except (TypeError, ValueError, KeyError, OverflowError) as error:
            self.fail(f"{name}(...) cannot be made of these: {error}", start)

    def _items(self, closing: str, depth: int) -> list[Any]:
        items: list[Any] = []
        while not self.accept(closing):
            if items:
                self.expect(",")
                if self.accept(closing):
                    break
            items.append(self.value(depth + 1))
        return items

    def _list(self, depth: int) -> list[Any]:
        self.expect("[")
        return self._items("]", depth)

    def _tuple(self, depth: int) -> tuple[Any, ...]:
        self.expect("(")
        return tuple(self._items(")", depth))

    def _dict(self, depth: int) -> dict[Any, Any]:
        self.expect("{")
        entries: dict[Any, Any] = {}
        first = True
        while not self.accept("}"):
            if not first:
                self.expect(",")
            first = False
            start = self._here()
            key = self.value(depth + 1)
            if not isinstance(key, (str, int, float, bytes, bool, tuple, type(None))):
                self.fail("this cannot be the key of an entry", start)
            try:
                known = key in entries
            except TypeError:
                self.fail("this cannot be the key of an entry", start)
            if known:
                self.fail(f"the key {key!r} comes twice", start)
            self.expect(":")
            entries[key] = self.value(depth + 1)
        return entries

    def _number(self) -> int | float:
        start = self._here()
        text = self._match(_NUMBER, "a number")
        if text.lstrip("-").isdigit():
            return self._size(text, start)
        return float(text)

    def _size(self, digits: str, start: int | None = None) -> int:
        # Checked by length first: making an integer of a million digits takes its time.
        if len(digits) > 21 or not _SMALLEST <= int(digits) <= _LARGEST:
            self.fail("this number does not fit in 64 bits", start)
        return int(digits)

    def _text_or_bytes(self) -> str | bytes:
        start = self._here()
        token = self._match(_STRING, "a text in quotes")
        is_bytes = token.startswith("b")
        body = token[2:-1] if is_bytes else token[1:-1]

        def character(match: re.Match[str]) -> str:
            code = match[1]
            if code in _PLAIN_ESCAPES:
                return _PLAIN_ESCAPES[code]
            if len(code) == 1 or int(code[1:], 16) > 0x10FFFF:
                self.fail(f"'\\{code}' stands for no character", start)
            return chr(int(code[1:], 16))

        text = _ESCAPE.sub(character, body) if "\\" in body else body
        if not is_bytes:
            return text
        try:
            return text.encode("latin-1")
        except UnicodeEncodeError:
            self.fail("bytes hold a character that is no byte", start)

    # -- position ----------------------------------------------------------------------------------------------------

    def _skip(self) -> None:
        # There is one space or none: a pattern would cost more than it saves.
        while self.text.startswith(" ", self.position):
            self.position += 1

    def _here(self) -> int:
        self._skip()
        return self.position

    def _match(self, pattern: re.Pattern[str], what: str) -> str:
        self._skip()
        match = pattern.match(self.text, self.position)
        if match is None:
            self.fail(f"{what} is missing before {self._ahead()}")
        self.position = match.end()
        return match[0]

    def _ahead(self) -> str:
        rest = self.text[self.position : self.position + 20]
        return repr(rest) if rest else "the end of the line"


_OPENING: dict[str, Callable[[Reader, int], Any]] = {"[": Reader._list, "(": Reader._tuple, "{": Reader._dict}
