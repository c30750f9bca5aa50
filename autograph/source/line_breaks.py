"""Where a statement that is too long for its line is broken.

A line is a list of tokens, plain strings among which brackets and delimiters can be told apart. A line that fits is
printed as it is. One that does not is split at a pair of brackets into what comes before, the contents, one level
deeper, and what comes after; contents that still do not fit are split at the delimiters that bind loosest. Each part
is then treated the same way. The style is black's (https://black.readthedocs.io/en/stable/the_black_code_style/), so
that black leaves ordinary output alone.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

INDENT = "    "


class Binding(IntEnum):
    """How a delimiter holds together what it stands between, the tightest first. A line is broken at its loosest."""

    DOT = 1
    POWER = 2
    TERM = 3
    ARITHMETIC = 4
    SHIFT = 5
    BIT_AND = 6
    BIT_XOR = 7
    BIT_OR = 8
    COMPARATOR = 10
    LOGIC = 12
    TERNARY = 14
    COMMA = 16
    COMPREHENSION = 18


class Delimiter(str):
    """A token that a line may be broken at: after a comma, before anything else."""

    __slots__ = ("binding",)
    binding: Binding

    def __new__(cls, text: str, binding: Binding) -> Delimiter:
        self = super().__new__(cls, text)
        self.binding = binding
        return self


class Opening(str):
    """An opening bracket that is not a display's: of a call, a subscript, parameters. Its contents may share a line."""

    __slots__ = ()


class _Optional(str):
    """A parenthesis that is printed only where the line is broken at it."""

    __slots__ = ()


COMMA = Delimiter(", ", Binding.COMMA)
CALL, SUBSCRIPT = Opening("("), Opening("[")
OPTIONAL_OPEN, OPTIONAL_CLOSE = _Optional(), _Optional()

_VISIBLE_OPEN, _VISIBLE_CLOSE = frozenset("([{"), frozenset(")]}")
_TRAILING_COMMA = ","


def is_closing(token: str) -> bool:
    """Whether `token` is a visible closing bracket."""
    return token in _VISIBLE_CLOSE


def broken(tokens: Sequence[str], depth: int, width: int) -> list[str]:
    """The lines on which the statement that `tokens` make is printed, indented `depth` levels, each within `width`.

    A line that has no place to be broken at stays longer than `width`.
    """
    line = _Line(list(tokens), depth)
    try:
        return _Breaker(width).lines(line)
    except RecursionError:
        # Hundreds of brackets one after another. Such a line is nothing to be read anyway.
        return [str(line)]


class _CannotSplit(Exception):
    """This way to split a line does not apply, or would not help."""


@dataclass(frozen=True)
class _Line:
    tokens: list[str]
    depth: int
    in_brackets: bool = False
    explodes: bool = False  # one element per line, whether or not they fit on one

    def __str__(self) -> str:
        return INDENT * self.depth + "".join(self.tokens).strip()

    @property
    def is_definition(self) -> bool:
        return bool(self.tokens) and self.tokens[0].startswith(("def ", "async def "))

    @property
    def is_import(self) -> bool:
        return not self.in_brackets and self.tokens[0].startswith("from ")

    def delimiters(self) -> list[Delimiter]:
        """The delimiters outside all brackets, but what begins the line, which divides nothing."""
        inside = list(zip(self.tokens, _levels(self.tokens), strict=True))[1:]
        return [token for token, level in inside if level == 0 and isinstance(token, Delimiter)]


@dataclass(frozen=True)
class _Split:
    """A line split at a pair of brackets. `opening` and `closing` are their places in its tokens."""

    head: _Line
    body: _Line
    tail: _Line
    opening: int
    closing: int
    is_optional: bool


class _Breaker:
    """Lays lines out in `width` columns."""

    def __init__(self, width: int) -> None:
        self.width = width

    def lines(self, line: _Line, force: bool = False) -> list[str]:
        """The lines that `line` becomes. With `force`, optional parentheses are put in wherever they are met."""
        text = str(line)
        if (_columns(text) <= self.width and not line.explodes) or "\n" in text:
            return [text]
        if line.is_definition:
            ways = [self._at_first_brackets]
        elif line.in_brackets:
            ways = [self._at_delimiters, self._at_last_brackets]
        else:
            ways = [self._at_last_brackets]
        for way in ways:
            try:
                parts = way(line, force)
            except _CannotSplit:
                continue
            if any(str(part) == text for part in parts):
                continue
            result = [text for part in parts for text in self.lines(part, force)]
            if way == self._at_last_brackets and not force and _columns(result[0]) > self.width:
                # Leaving optional parentheses out has not helped: see whether putting them all in does.
                result = self._forced(line) or result
            return result
        return [text]

    def _forced(self, line: _Line) -> list[str] | None:
        if not any(token is OPTIONAL_OPEN for token in line.tokens):
            return None
        try:
            parts = self._at_last_brackets(line, force=True)
        except _CannotSplit:
            return None
        result = [text for part in parts for text in self.lines(part, force=True)]
        # It has only if no line is too long any more.
        return result if all(_columns(text) <= self.width for text in result) else None

    def _fits(self, line: _Line, room: int = 0) -> bool:
        return _columns(str(line)) + room <= self.width

    # The three ways to split a line.

    def _at_first_brackets(self, line: _Line, force: bool) -> list[_Line]:
        """A definition is split at its parameters."""
        tokens = line.tokens
        opening = next((i for i, token in enumerate(tokens) if token is CALL), len(tokens))
        closing = next((c for o, c in _pairs(tokens) if o == opening), None)
        if closing is None or opening + 1 == closing:
            raise _CannotSplit
        split = _split(line, opening, closing)
        return [part for part in (split.head, split.body, split.tail) if part.tokens]

    def _at_delimiters(self, line: _Line, force: bool) -> list[_Line]:
        """What is in brackets is split at the delimiters that bind loosest."""
        delimiters = line.delimiters()
        if not delimiters:
            raise _CannotSplit
        binding = max(d.binding for d in delimiters)
        if binding == Binding.DOT and sum(d.binding == binding for d in delimiters) == 1:
            raise _CannotSplit
        parts: list[list[str]] = [[]]
        for token, level in zip(line.tokens, _levels(line.tokens), strict=True):
            divides = level == 0 and isinstance(token, Delimiter) and token.binding == binding
            if divides and token is COMMA:
                parts[-1].append(_TRAILING_COMMA)
                parts.append([])
            elif divides and parts[-1]:
                parts.append([token])
            else:
                parts[-1].append(token)
        if binding == Binding.COMMA:
            parts[-1].append(_TRAILING_COMMA)
        return [_Line(part, line.depth, in_brackets=True) for part in parts]

    def _at_last_brackets(self, line: _Line, force: bool) -> list[_Line]:
        """Any line is split at its last brackets, or at earlier ones if what follows those fits on a line."""
        for omitted in self._omissions(line):
            try:
                parts = self._without(line, omitted, force)
            except _CannotSplit:
                if not omitted:
                    continue
                break
            if self._fits(parts[0]):
                return parts
        return self._without(line, frozenset(), force)

    def _omissions(self, line: _Line) -> Iterator[frozenset[int]]:
        """Sets of closing brackets to leave alone: ever more of those at the end, as long as what follows fits."""
        yield frozenset()
        omitted: set[int] = set()
        inner: set[int] = set()
        opening: int | None = None
        closing: int | None = None
        opening_of = {c: o for o, c in _pairs(line.tokens)}
        length = len(INDENT) * line.depth
        for index in range(len(line.tokens) - 1, -1, -1):
            token = line.tokens[index]
            length += len(token)
            if length > self.width:
                return
            if opening is not None:
                if index == opening:
                    opening = None
                elif index in opening_of:
                    inner.add(index)
            elif index in opening_of:
                if opening_of[index] == index - 1:
                    inner.add(index)
                    continue
                if closing is not None:
                    omitted.add(closing)
                    omitted |= inner
                    inner.clear()
                    yield frozenset(omitted)
                if token is not OPTIONAL_CLOSE:
                    opening, closing = opening_of[index], index

    def _without(self, line: _Line, omitted: frozenset[int], force: bool) -> list[_Line]:
        """`line` split at its last brackets but those `omitted`, and without optional ones if it is better so."""
        split = _last_split(line, omitted)
        while split.is_optional and not force and not line.is_import and self._can_omit(split):
            omitted |= {split.closing}
            try:
                other = _last_split(line, omitted)
            except _CannotSplit:
                if not self._fits(split.body) and not _can_be_split(split.body):
                    raise
                break
            if not self._prefers(other, split):
                break
            split = other
        return [part for part in (split.head, split.body, split.tail) if part.tokens]

    def _can_omit(self, split: _Split) -> bool:
        """Whether the contents of optional parentheses may be broken well without them."""
        body = split.body
        delimiters = body.delimiters()
        if not delimiters:
            return True
        binding = max(d.binding for d in delimiters)
        if len([d for d in delimiters if d.binding == binding]) > 1:
            return False
        if binding == Binding.COMMA and split.head.tokens[0].startswith(("with ", "async with ")):
            return False
        if binding == Binding.DOT:
            return True
        tokens = body.tokens
        pairs = _pairs(tokens)
        # One delimiter: brackets at the beginning or at the end do as well.
        if tokens[0] in _VISIBLE_OPEN and tokens[1] not in _VISIBLE_CLOSE:
            closing = next(c for o, c in pairs if o == 0)
            following = tokens[closing:]
            opens = next((i for i, token in enumerate(following) if token in _VISIBLE_OPEN), len(following) - 1)
            if len(INDENT) * body.depth + len("".join(following[: opens + 1])) <= self.width:
                return True
        last = tokens[-1]
        if last in (")", "}") or (last == "]" and not _is_subscript(tokens)):
            if tokens[-2] in _VISIBLE_OPEN:
                return False
            opening = next(o for o, c in pairs if c == len(tokens) - 1)
            before = len(INDENT) * body.depth + len("".join(tokens[: opening + 1]))
            other_brackets = any(token in _VISIBLE_OPEN for token in tokens[:opening])
            return other_brackets or before <= self.width
        return False

    def _prefers(self, other: _Split, split: _Split) -> bool:
        """Whether a line is better broken at `other` brackets than at the optional parentheses of `split`."""
        head = split.head.tokens
        if len(head) < 2 or not _assigns(head[-2]):
            return True
        if not any(token in _VISIBLE_OPEN for token in head[:-1]) or not self._fits(split.head, room=1):
            return True
        after_equal = _after_last_assignment(other.head.tokens)
        if _assignments(head) > 1 and _assignments(head) > _assignments(other.head.tokens):
            return False
        if any(token in _VISIBLE_CLOSE for token in other.head.tokens[after_equal:]):
            return True
        return after_equal > 0 and self._fits(other.head)


def _last_split(line: _Line, omitted: frozenset[int]) -> _Split:
    leftmost = len(line.tokens)
    for opening, closing in sorted(_pairs(line.tokens), key=lambda pair: -pair[1]):
        if opening > leftmost or closing in omitted:
            continue
        if opening + 1 < closing:
            return _split(line, opening, closing)
        # Nothing is gained by breaking empty brackets; those to the left of them may hold something.
        leftmost = opening
    raise _CannotSplit


def _split(line: _Line, opening: int, closing: int) -> _Split:
    tokens = line.tokens
    is_optional = tokens[opening] is OPTIONAL_OPEN
    head = [*tokens[:opening], "(" if is_optional else tokens[opening]]
    tail = [")" if is_optional else tokens[closing], *tokens[closing + 1 :]]
    contents = list(tokens[opening + 1 : closing])
    is_display = not isinstance(tokens[opening], Opening)
    delimiters = _Line(contents, 0, in_brackets=True).delimiters()
    binding = max((d.binding for d in delimiters), default=None)
    explodes = line.is_import or (is_display and binding == Binding.COMMA)
    if contents[-1] != _TRAILING_COMMA:
        # Names that are imported, and a parameter on its own, have a comma behind them wherever they are broken.
        is_parameter = line.is_definition and tokens[opening] is CALL and binding != Binding.COMMA
        if is_parameter or (line.is_import and not delimiters):
            contents.append(_TRAILING_COMMA)
    return _Split(
        _Line(head, line.depth),
        _Line(contents, line.depth + 1, in_brackets=True, explodes=explodes),
        _Line(tail, line.depth),
        opening,
        closing,
        is_optional,
    )


def _can_be_split(line: _Line) -> bool:
    """Whether there is a place to break the line at. The methods of a string constant are not worth one."""
    tokens = line.tokens
    return len(tokens) > 1 and not (tokens[0].endswith(('"', "'")) and tokens[1].startswith("."))


def _is_opening(token: str) -> bool:
    return token is OPTIONAL_OPEN or token in _VISIBLE_OPEN


def _is_closing(token: str) -> bool:
    return token is OPTIONAL_CLOSE or token in _VISIBLE_CLOSE


def _levels(tokens: Sequence[str]) -> list[int]:
    """How many brackets each token is in."""
    levels, level = [], 0
    for token in tokens:
        if _is_closing(token):
            level -= 1
        levels.append(level)
        if _is_opening(token):
            level += 1
    return levels


def _pairs(tokens: Sequence[str]) -> list[tuple[int, int]]:
    """The places of brackets that belong together, both in `tokens`."""
    pairs, stack = [], []
    for index, token in enumerate(tokens):
        if _is_opening(token):
            stack.append(index)
        elif _is_closing(token) and stack:
            pairs.append((stack.pop(), index))
    return pairs


def _is_subscript(tokens: Sequence[str]) -> bool:
    opening = next(o for o, c in _pairs(tokens) if c == len(tokens) - 1)
    return isinstance(tokens[opening], Opening)


def _assigns(token: str) -> bool:
    """Whether it is the sign of an assignment, augmented or not, and no comparison."""
    return token.endswith("= ") and not isinstance(token, Delimiter)


def _assignments(tokens: Sequence[str]) -> int:
    return sum(map(_assigns, tokens))


def _after_last_assignment(tokens: Sequence[str]) -> int:
    return max((place + 1 for place, token in enumerate(tokens) if _assigns(token)), default=0)


def _columns(text: str) -> int:
    """How wide `text` is in a font of fixed width, where an East Asian character takes two columns."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
