"""Values that stand where a program has none yet, made like those that it will have.

A location that the body of a loop makes holds one before the loop; whether it is there is told by a flag beside it.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from autograph.operators import dicts
from autograph.operators.choices import later
from autograph.operators.dicts import StagedDict
from autograph.operators.forms import form_of
from autograph.operators.lists import StagedList, kind_of, may_be_staged
from autograph.operators.structures import Node, put_together, take_apart
from autograph.operators.tables import Table
from autograph.staging import UNBOUND, UNSET, Backend


def any_like(backend: Backend, node: Node) -> Any:
    """Some value that is made like another, and known before the loop."""
    if type(node.value) is deque:
        return nothing_like(backend, node.value)
    if node.kind is None:
        type_ = None if node.value is UNBOUND or node.value is UNSET else backend.type_of(node.value)
        is_kept = type_ is None or isinstance(node.value, (str, bytes))
        return node.value if is_kept else backend.zeros(type_)
    if node.kind in (StagedList, StagedDict, Table):
        return nothing_like(backend, node.value)
    return put_together(node, [any_like(backend, part) for part in node.parts])


later["any like"] = any_like


def nothing_like(backend: Backend, value: Any) -> Any:
    """Some value that is made like another; a list or a dict has nothing in it, and is staged."""
    if type(value) is StagedDict:
        return StagedDict(backend, value.kind, value.factory)
    if type(value) is Table:
        return value.empty()
    if dicts.may_be_staged(value):
        return StagedDict(backend, type(value), getattr(value, "default_factory", None))
    if type(value) is StagedList:
        return StagedList.of(backend, (), value.form, value.kind)
    form = form_of(backend, value) if may_be_staged(value) else None
    if form is not None:
        return StagedList.of(backend, (), form, kind_of(value))
    return value if type(value) is deque else any_like(backend, take_apart(value, []))
