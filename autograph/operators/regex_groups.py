"""Which groups of a regular expression may have no part in a match."""

from __future__ import annotations

import functools
import re
from typing import Any

#: A part of a pattern that is read as a whole.
_PIECE = re.compile(
    r"""
    \\.                                      # what is escaped
    | \[ \^? \]? (?: \\. | [^\]\\] )* \]      # a set of characters
    | \(\?\# [^)]* \)                        # a comment
    | \(\?P=\w+\) | \(\?\(\w+\) | \(\?[\w-]+\) # what another group matched, a condition, flags
    | \(\?P<\w+> | \(\?<?[=!] | \(\?[\w-]*: | \(\?> | \(  # the beginning of a group
    | \{0?,\d*\} | \{0\}                     # a repetition that may be of none; `?` and `*` are others
    | .
    """,
    re.DOTALL | re.VERBOSE,
)


def may_be_left_out(pattern: re.Pattern[str], group: Any) -> bool:
    """Whether a group is in a part of a pattern that a text need not have; if its number is staged, whether any is."""
    found = _left_out(pattern)
    return group in found if type(group) is int else bool(found)


@functools.lru_cache(maxsize=256)
def _left_out(pattern: re.Pattern[str]) -> frozenset[int]:
    if pattern.flags & re.VERBOSE:
        return frozenset(range(1, pattern.groups + 1))
    found: set[int] = set()
    open_parts: list[tuple[int, str]] = [(1, "")]  # the number of the next group where each began, and how it began
    following, ended = 1, (1, 1)
    for piece in _PIECE.findall(pattern.pattern):
        if piece.startswith("(") and not piece.endswith(")"):
            open_parts.append((following, piece))
            following += piece == "(" or piece.startswith("(?P<")
        elif piece.startswith("(?("):
            open_parts.append((following, "|"))
        elif piece == "|":
            first, how = open_parts[-1]
            open_parts[-1] = (first, how + "|")
        elif piece == ")":
            first, how = open_parts.pop()
            own = how[:1] == "(" and (how.rstrip("|") == "(" or how.startswith("(?P<"))
            if "|" in how or how.startswith(("(?!", "(?<!")):
                found.update(range(first + own, following))
            ended = (first, following)
        elif piece in ("?", "*") or (piece[0] == "{" and piece[-1] == "}"):
            found.update(range(*ended))
        if piece != ")":
            ended = (following, following)
    if "|" in open_parts[0][1]:
        found.update(range(1, following))
    return frozenset(found)
