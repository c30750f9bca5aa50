"""Regular expressions in the syntax of RE2, by way of Python's `re`.

Strings are UTF-8; classes such as `\\d` and `\\b` know ASCII alone, as in RE2. Lookaround, which RE2 has not, is not
refused.
"""

from __future__ import annotations

import functools
import re

from runtime.core import errors

#: What stands for a POSIX class inside of brackets.
_POSIX = {
    "alpha": "a-zA-Z", "digit": "0-9", "alnum": "a-zA-Z0-9", "upper": "A-Z", "lower": "a-z", "space": r"\s",
    "blank": r" \t", "punct": r"!-/:-@\[-`{-~", "xdigit": "0-9A-Fa-f", "word": r"\w", "cntrl": r"\x00-\x1f\x7f",
    "print": r"\x20-\x7e", "graph": r"\x21-\x7e",
}  # fmt: skip


@functools.lru_cache(maxsize=256)
def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern as Python's.

    Raises:
        InvalidArgumentError: if it is none.
    """
    text = re.sub(r"\\Q(.*?)(?:\\E|$)", lambda m: re.escape(m[1]), pattern, flags=re.DOTALL)
    text = re.sub(r"\[:(\w+):\]", lambda m: _POSIX.get(m[1], m[0]), text)
    # In RE2 a bracket inside of a class is but a character; Python warns of it.
    text = re.sub(r"(?<!\\)\[(\^?)\[(?!:)", r"[\1\\[", text)
    try:
        return re.compile(text, re.ASCII)
    except re.error as error:
        raise errors.InvalidArgumentError(None, None, f"Invalid pattern: {pattern}, error: {error}") from None


def text_of(item: bytes) -> str:
    """A string as text; bytes that are not UTF-8 survive."""
    return item.decode("utf-8", "surrogateescape")


def bytes_of(text: str) -> bytes:
    """The inverse of `text_of`."""
    return text.encode("utf-8", "surrogateescape")


@functools.lru_cache(maxsize=256)
def _replacement(rewrite: str) -> list[str | int] | None:
    """A rewrite as text and the numbers of groups; None if something else than a group or a backslash is escaped."""
    parts: list[str | int] = []
    for part in re.findall(r"\\.|\\$|[^\\]+", rewrite, re.DOTALL):
        if part[0] != "\\" or part == "\\\\":
            parts.append(part[:1] if part[0] == "\\" else part)
        elif part[1:].isdigit():
            parts.append(int(part[1:]))
        else:
            return None
    return parts


def replaced(item: bytes, pattern: str, rewrite: str, replace_global: bool) -> bytes:
    """A string with what matches replaced: everywhere, or where it does first.

    As in RE2, what matches becomes nothing if the rewrite is none, and stays if it names a group that is not there.
    """
    regex, text, parts = compiled(pattern), text_of(item), _replacement(rewrite)
    if any(isinstance(part, int) and part > regex.groups for part in parts or ()):
        return item

    def made(match: re.Match[str]) -> str:
        return "".join([part if isinstance(part, str) else match[part] or "" for part in parts or ()])

    if not replace_global:
        return bytes_of(regex.sub(made, text, count=1))
    pieces: list[str] = []
    place, end = 0, -1
    while place <= len(text):
        match = regex.search(text, place)
        if match is None:
            break
        if match.start() == match.end() == end:
            # Nothing, right after a match, is none.
            pieces.append(text[place : place + 1])
            place += 1
            continue
        pieces += [text[place : match.start()], made(match)]
        place = end = match.end()
    return bytes_of("".join([*pieces, text[place:]]))


def matches_fully(item: bytes, pattern: str) -> bool:
    """Whether all of a string matches."""
    return compiled(pattern).fullmatch(text_of(item)) is not None
