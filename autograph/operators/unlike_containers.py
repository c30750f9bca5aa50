"""Where two values differ: the lists and dicts in them that have other lengths, keys or elements.

What is to be done about these, that they be staged or refused, is decided by who asks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from autograph.operators import dicts, staged_tuples, tables
from autograph.operators.dicts import StagedDict
from autograph.operators.lists import KINDS, StagedList, kind_of
from autograph.operators.operands import are_texts
from autograph.operators.rows import Row
from autograph.operators.structures import Node, Optional, are_options, take_apart
from autograph.operators.tables import Table

#: Where a part is in a value after either alternative.
Paths = tuple[tuple[int, ...], tuple[int, ...]]

_LISTS = frozenset({*KINDS, StagedList})
_DICTS = frozenset({*dicts.KINDS, StagedDict, Table})


def find_unlike(one: Node, other: Node, paths: Paths, found: list[Any]) -> bool:
    """Finds the lists and dicts at which two values differ; whether they differ nowhere else."""
    if one.value is other.value or one.is_absent or other.is_absent or are_texts(one.value, other.value):
        return True
    if are_options(one, other):
        return True
    if is_keyed(one) and is_keyed(other):
        if tables.kind_of(one.value) != tables.kind_of(other.value):
            return False
        if one.kind is not other.kind or one.label != other.label or are_reordered(one, other):
            found.append((paths, one, other))
            return True
    one, other = _opened_deque(one), _opened_deque(other)
    if one.kind is other.kind is None:
        return True
    if (one.kind is Optional) is not (other.kind is Optional):
        left, right = (
            (*path, 1) if side.kind is Optional else path for side, path in zip((one, other), paths, strict=True)
        )
        one, other = (side.parts[1] if side.kind is Optional else side for side in (one, other))
        return find_unlike(one, other, (left, right), found)
    if staged_tuples.are_unlike(one, other):
        found.append((paths, one, other))
        return True
    if (one.kind is Row) is not (other.kind is Row):
        row, given = (one, other) if one.kind is Row else (other, one)
        if not row.label.takes(given.value):
            return False
        found.append((paths, one, other))
        return True
    if one.kind in _LISTS and other.kind in _LISTS:
        kinds = {kind_of(side.value) for side in (one, other)}
        if len(kinds) > 1:
            return False
        is_deque = one.value.__class__ is deque
        if StagedList in (one.kind, other.kind) or one.label != other.label or is_deque:
            if is_deque or not one.matches(other):
                found.append((paths, one, other))
            return True
    if find_unlike_parts(one, other, paths, found):
        return True
    if one.kind is other.kind and one.kind in KINDS:
        found.append((paths, one, other))
        return True
    return False


def find_unlike_parts(one: Node, other: Node, paths: Paths, found: list[Any]) -> bool:
    """The same of the parts of two values."""
    if one.kind is not other.kind or one.label != other.label:
        return False
    count = len(found)
    pairs = enumerate(zip(one.parts, other.parts, strict=True))
    if all(find_unlike(a, b, ((*paths[0], k), (*paths[1], k)), found) for k, (a, b) in pairs):
        return True
    del found[count:]
    return False


def leads_to(value: Any, path: Sequence[int], wanted: Any) -> bool:
    """Whether a part of a value, which no object is around, is at a path."""
    for place in path:
        parts = take_apart(value, []).parts
        if place >= len(parts):
            return False
        value = parts[place].value
    return value is wanted


def is_keyed(node: Node) -> bool:
    return node.kind in _DICTS or type(node.value) is set


def are_reordered(one: Node, other: Node) -> bool:
    """Whether two values are dicts of Python's whose keys came in another order, or two sets."""
    if type(one.value) is type(other.value) is set:
        return one.value is not other.value
    return one.kind in dicts.KINDS and one.kind is other.kind and one.label.given != other.label.given


def length_of(node: Node) -> int | None:
    """How many elements a list has; None if that is staged."""
    return None if node.kind is StagedList else len(node.parts)


def _opened_deque(node: Node) -> Node:
    """A deque with its elements, which is a leaf otherwise: no other can be made of them but a staged one."""
    if type(node.value) is not deque:
        return node
    return Node(node.value, deque, len(node.value), take_apart(list(node.value), []).parts, node.index)
