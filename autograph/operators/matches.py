"""What `re` finds in a text that is known only when the program runs: these run converted.

Python looks for a pattern when the program runs (`autograph.operators.regular_expressions`), and tells for each match
the places at which its groups begin and end, -1 where a group has no part in it, and the number of the last group.
"""

from __future__ import annotations

import functools
import re
from typing import Any

from autograph.operators.regex_groups import may_be_left_out
from autograph.operators.text import refuse


class Match:
    """`re.Match`; of each pattern there is a class.

    Attributes:
        string, re: where it was found, and the pattern.
        places: where each of its groups begins and ends, and the number of the last group.
    """

    __module__ = "re"
    re: re.Pattern[str]

    def __init__(self, text: Any, places: Any):
        self.string = text
        self.places = places

    def number_of(self, group: Any) -> Any:
        """The number of a group, which may be given by its name."""
        number = group if isinstance(group, int) else -1
        for name, named in self.re.groupindex.items():
            if group == name:
                number = named
        if number < 0 or number > self.re.groups:
            raise IndexError("no such group")
        return number

    def __getitem__(self, group: Any) -> Any:
        return self.text_of(group, None)

    def text_of(self, group: Any, default: Any) -> Any:
        number = self.number_of(group)
        start, end = self.places[2 * number], self.places[2 * number + 1]
        if may_be_left_out(self.re, number):
            if start < 0:
                return default
        return self.string[start:end]

    def group(self, *groups: Any) -> Any:
        if len(groups) == 0:
            return self.text_of(0, None)
        if len(groups) == 1:
            return self.text_of(groups[0], None)
        return tuple([self.text_of(group, None) for group in groups])

    def groups(self, default: Any = None) -> Any:
        return tuple([self.text_of(number + 1, default) for number in range(self.re.groups)])

    def groupdict(self, default: Any = None) -> Any:
        return {name: self.text_of(name, default) for name in self.re.groupindex}

    def start(self, group: Any = 0) -> Any:
        return self.places[2 * self.number_of(group)]

    def end(self, group: Any = 0) -> Any:
        return self.places[2 * self.number_of(group) + 1]

    def span(self, group: Any = 0) -> Any:
        number = self.number_of(group)
        return self.places[2 * number], self.places[2 * number + 1]

    @property
    def lastindex(self) -> Any:
        last = self.places[2 * self.re.groups + 2]
        return None if last == 0 else last

    @property
    def lastgroup(self) -> Any:
        last = self.places[2 * self.re.groups + 2]
        found = None
        for name, number in self.re.groupindex.items():
            if last == number:
                found = name
        return found

    @property
    def pos(self) -> Any:
        refuse("asked for `Match.pos`")

    @property
    def endpos(self) -> Any:
        refuse("asked for `Match.endpos`")

    def expand(self, template: Any) -> Any:
        refuse("given to `Match.expand`")

    def found(self) -> Any:
        """What `findall` has of it."""
        if self.re.groups == 0:
            return self.text_of(0, "")
        if self.re.groups == 1:
            return self.text_of(1, "")
        return self.groups("")


@functools.lru_cache(maxsize=1024)
def class_of(pattern: re.Pattern[str]) -> Any:
    """The class of matches of a pattern."""
    return type("Match", (Match,), {"__module__": "re", "__qualname__": "Match", "re": pattern})


def first(kind: Any, text: Any, places: Any, is_there: Any) -> Any:
    """A match, or None."""
    return kind(text, places) if is_there else None


def all_of(kind: Any, text: Any, numbers: Any, count: Any, width: int) -> Any:
    """So many matches."""
    return [kind(text, [numbers[k * width + n] for n in range(width)]) for k in range(count)]


def found_in(matches: Any) -> Any:
    """`findall`."""
    return [match.found() for match in matches]


def between(text: Any, matches: Any) -> Any:
    """`split`."""
    parts, at = [], 0
    for match in matches:
        parts.append(text[at : match.start()])
        parts.extend(match.groups())
        at = match.end()
    parts.append(text[at:])
    return parts


def replaced(text: Any, matches: Any, function: Any) -> Any:
    """`sub`, with a function of a match."""
    made, at = "", 0
    for match in matches:
        made += text[at : match.start()]
        part = function(match)
        if part is not None:
            made += part
        at = match.end()
    return made + text[at:]
