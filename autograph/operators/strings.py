"""Strings whose characters are known only when the program runs: a staged length, and a buffer of their codes.

text = ""
while n > 0:                    # staged
    text = "01"[n % 2] + text   # from before the loop on, `text` is one of these
    n //= 2

A string of Python's, or one of several, becomes one where no table of constants answers what a program makes of it,
and one of Python's again where a function returns it. What such strings do is in `autograph.operators.string_methods`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from autograph.operators import lists
from autograph.operators.bools import both
from autograph.operators.choices import ANY, Choice, constant, mapped, number_of, refuse, union
from autograph.operators.forms import Code, Form
from autograph.operators.kinds import kind_of
from autograph.operators.lists import StagedList
from autograph.operators.proxies import Proxy
from autograph.operators.structures import Node, with_leaves
from autograph.operators.text import Field, Text
from autograph.staging import Backend, Composite, backend_of, register_composite, register_proxy


class String(Proxy):
    """A string of staged characters.

    Attributes:
        backend: on which it is staged.
        options: the characters that may be in it.
        length: how many characters it has.
        buffer: their codes; what is behind the length does not matter.
    """

    __slots__ = ("backend", "buffer", "length", "options")
    # What these do is in `string_methods`.
    __add__: Callable[..., Any]
    __radd__: Callable[..., Any]
    __getitem__: Callable[..., Any]
    called = "a string that tensors decide"

    def __init__(self, backend: Backend, options: Sequence[str], length: Any, buffer: Any):
        self.backend = backend
        self.options = tuple(options)
        self.length = length
        self.buffer = buffer

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """The class that it stands for."""
        return str

    @classmethod
    def of(cls, values: StagedList) -> String:
        """The string of some characters."""
        (code,) = values.form.types
        return cls(values.backend, code.options, values.length, values.buffers[0])

    def characters(self) -> StagedList:
        """A list of its characters."""
        return StagedList(
            self.backend, list, form_of_characters(self.backend, self.options), self.length, [self.buffer]
        )

    def code_at(self, place: Any) -> Any:
        """The code of the character at a place that is within the string."""
        return self.backend.buffer_read(self.buffer, place, self.backend.type_of(0))

    def first_unlike(self, place: Any, other: String, length: Any) -> Any:
        """The first of so many characters, from a place on, that is not that of another string; the length if none."""
        return self.backend.buffer_differs(self.buffer, place, other.buffer, length, self.backend.type_of(0))

    def has_at(self, place: Any, part: String) -> Any:
        """Whether another string stands at a place, behind which this one may end."""
        fits = place + part.length <= self.length
        return both(fits, self.first_unlike(place, part, part.length) == part.length)

    def with_options(self, options: Sequence[str]) -> String:
        """The same string, of which more characters are expected."""
        return String(self.backend, options, self.length, self.buffer)

    def __repr__(self) -> str:
        return f"<{String.called}>"

    __str__ = __repr__

    def __deepcopy__(self, memo: Any = None) -> String:
        return self

    __copy__ = __deepcopy__


def form_of_characters(backend: Backend, options: Sequence[str]) -> Form:
    """The form of a list of characters."""
    options = tuple(options) or (" ",)
    return Form(Node(options[0], None, None, [], 0), (Code(backend.type_of(0), options),))


def spelled(backend: Backend, value: Any) -> String:
    """A string of Python's, or one of several, by its characters."""
    if type(value) is String:
        return value
    if type(value) is Choice and backend_of(value.number) is None:
        value = constant(value.number)
    if type(value) is not Choice:
        return _of_characters(backend, [value], 0, len(value))
    if type(value.options[0]) is not str:
        refuse(value, "made longer, or read character by character")
    longest = max(map(len, value.options))
    if longest > _LONGEST:
        refuse(value, f"read character by character, and has up to {longest} of these")
    if value.options is ANY:
        return String.of(StagedList.of(backend, [value], form_of_characters(backend, ANY)))
    return _of_characters(backend, value.options, value.position(), mapped(len, value))


def _of_characters(backend: Backend, strings: Sequence[str], position: Any, length: Any) -> String:
    """One of several strings, by its position."""
    every = "".join(strings)
    longest = max(map(len, strings))
    type_ = backend.type_of(0)
    if longest:
        rows = [[number_of(character) for character in string.ljust(longest, every[0])] for string in strings]
        buffer = backend.buffer_of(rows, position, type_)
    else:
        buffer = backend.new_buffer(type_)
    return String(backend, tuple(dict.fromkeys(every)) or (" ",), length, buffer)


#: How long a string may be of which all characters are looked up.
_LONGEST = 256


def joined_strings(one: Any, other: Any) -> tuple[str, ...] | None:
    """The characters of what is either of two strings, of which one is staged; None if that cannot be."""
    if type(one) is not String and type(other) is not String:
        return None
    if not all(type(value) in (String, str) for value in (one, other)):
        return None
    return characters_of(one, other)


def characters_of(*strings: Any) -> tuple[str, ...]:
    """The characters that may be in any of some strings."""
    options = union(*map(_characters, strings))
    assert options is not None
    return options


def _characters(text: Any) -> Sequence[str]:
    if type(text) is String:
        return text.options
    if type(text) is Choice:
        return ANY if text.options is ANY else tuple("".join(text.options))
    if type(text) is not Text:
        return tuple(text)
    parts = [_characters(part) if isinstance(part, str) else _characters_shown(part) for part in text.parts]
    options = union(*parts)
    assert options is not None
    return options


def _characters_shown(part: Field) -> Sequence[str]:
    """The characters that a part of a text may show, which is not spelled out for that."""
    is_as_it_is = part.conversion in ("", "s") and not part.specification
    if is_as_it_is and part.node.kind in (String, Choice, Text):
        return _characters(with_leaves(part.node, part.leaves))
    is_number = is_as_it_is and part.node.kind is None and kind_of(part.operands[0]) == "int"
    return "-0123456789" if is_number else ANY


def as_python(value: String) -> str:
    """The string of Python's that a string is, once the program has run."""
    return "".join(lists.as_python(value.characters()))


def components(value: String) -> Sequence[Any]:
    """The length and the buffer of a string."""
    return value.length, value.buffer


def with_components(like: String, parts: Sequence[Any]) -> String:
    """A string of another length and another buffer."""
    return String(like.backend, like.options, *parts)


def _rebuilt(like: String, parts: Sequence[Any]) -> Any:
    made = with_components(like, parts)
    return made if like.backend.is_tracing() else as_python(made)


register_composite(String, Composite(components, _rebuilt, buffered=True))
register_proxy(String)
