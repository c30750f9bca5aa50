"""Tuples that come to be of staged length because the paths of a program, or the iterations of a loop, leave others.

best = ()
for batch in batches:               # staged
    if len(batch) > len(best):
        best = tuple(batch)         # `best` is a tuple of staged length from before the loop on

A tuple never changes, so that a variable gets another in its place, and nothing else that holds it does.
"""

from __future__ import annotations

from typing import Any

from autograph.operators.choices import later
from autograph.operators.forms import Form
from autograph.operators.lists import StagedList, form_in, is_tuple_of_staged_length
from autograph.operators.rows import Row
from autograph.operators.structures import Node
from autograph.operators.tables import Table
from autograph.staging import Backend


def is_tuple(value: Any) -> bool:
    """Whether a value is, or stands for, a tuple that is no other kind of one."""
    return type(value) is tuple or is_tuple_of_staged_length(value)


def are_unlike(one: Node, other: Node) -> bool:
    """Whether two values are tuples of which one is of staged length, and the other is made in another way."""
    if not (is_tuple(one.value) and is_tuple(other.value)):
        return False
    kind = type(one.value)  # one that is a leaf may be made as the other is, all the same
    return kind is not type(other.value) or (kind is Row and one.value.pool is not other.value.pool)


def are_of_other_lengths(one: Node, other: Node) -> bool:
    """Likewise, or of tuples of Python's that have not as many items."""
    return are_unlike(one, other) or (one.kind is other.kind is tuple and one.label != other.label)


def form_of_both(backend: Backend, one: Node, other: Node) -> Form | None:
    """The form that the items of two tuples have in common; None if they have none."""
    forms = [_form_in(backend, node.value) for node in (one, other) if not _is_empty(node.value)]
    if not forms or None in forms:
        return None
    first, *others = forms
    return first.joined(backend, others[0]) if first is not None and others and others[0] is not None else first


def staged(backend: Backend, value: Any, form: Form) -> StagedList:
    """The tuple of staged length that takes the place of a tuple, with room for items of a form."""
    value = later["loaded"](value) if type(value) is Row else value
    made = value.copied() if type(value) is StagedList else StagedList.of(backend, value, form, tuple)
    made.widen(form)
    return made


def _is_empty(value: Any) -> bool:
    if type(value) is Row:
        return type(value.pool.items) is not Table
    return type(value) is tuple and not value


def _form_in(backend: Backend, value: Any) -> Form | None:
    if type(value) is Row:
        return value.pool.items.entries.form.parts()[1][0]
    return value.form if type(value) is StagedList else form_in(backend, value, value)
