"""Patterns of `match` that ask a list of staged length how long it is.

The test of a `case` is run for lists of each length that the pattern tells apart, and for one that stands for all that
are longer: it has the elements that the pattern looks at, and in between one that stands for the rest.

    case [first, *rest]:       # is there any? then [xs[0], the rest]
"""

from __future__ import annotations

import dis
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from autograph.operators.lists import StagedList
from autograph.operators.logical import if_exp
from autograph.operators.unpacking import Rest, around, display

_Test = Callable[[Any], Any]


@dataclass(frozen=True)
class _Lengths:
    """What lengths a test tells apart.

    Attributes:
        exact: those that it asks for.
        first, last: how many elements it looks at, at most, from the beginning and the end of lists of any length.
        has_stars: whether lists of any length match.
    """

    exact: frozenset[int]
    first: int
    last: int
    has_stars: bool

    @property
    def told_apart(self) -> Sequence[int]:
        return range(self.first + self.last) if self.has_stars else sorted(self.exact)


def matched_list(subject: StagedList, test: _Test) -> Any:
    """What a test by a pattern makes of a list of staged length."""
    lengths = _lengths_told_apart(test)

    def of(elements: Sequence[Any]) -> Any:
        known = subject.kind(elements)
        found = test(known)
        return None if found is None else tuple([subject if part is known else _captured(part) for part in found])

    def of_longer() -> Any:
        if not lengths.has_stars:
            return of([None] * (max(lengths.exact, default=0) + 1))
        before, rest, after = around(subject, lengths.first, lengths.last)
        return of([*before, Rest(rest), *after])

    def among(others: Sequence[int]) -> Any:
        if not others:
            return of_longer()
        length, *rest = others
        exact = subject.length == length
        return if_exp(exact, lambda: of([subject.at(place) for place in range(length)]), lambda: among(rest))()

    return among(lengths.told_apart)


def _captured(part: Any) -> Any:
    """What a name is bound to: of a star, with all the elements that one stands for."""
    return display(part) if type(part) is list and any(type(value) is Rest for value in part) else part


def _lengths_told_apart(test: _Test) -> _Lengths:
    """What lengths of what it is given a test tells apart, and of other sequences in it."""
    exact: set[int] = set()
    starred: list[int] = []
    last, is_mapping = 0, False
    instructions = [*dis.get_instructions(test)]
    for place, instruction in enumerate(instructions):
        is_mapping = instruction.opname == "MATCH_MAPPING" or (is_mapping and instruction.opname != "MATCH_SEQUENCE")
        if instruction.opname == "UNPACK_EX":
            starred.append((instruction.arg or 0) & 0xFF)
            last = max(last, (instruction.arg or 0) >> 8)
        elif instruction.opname == "GET_LEN" and not is_mapping:
            _, count, asking = instructions[place : place + 3]
            if "==" in str(asking.argrepr):
                exact.add(count.argval)
            elif ">=" in str(asking.argrepr):
                starred.append(count.argval)
            else:  # `value[len(value) - count]`
                last = max(last, count.argval)
    return _Lengths(frozenset(exact), max(*exact, *starred, 0, 0), last, bool(starred))
