"""`json.dumps` of what holds staged numbers, strings, lists and dicts: a text that is made when the program has run."""

from __future__ import annotations

import json
from typing import Any

from autograph.operators.calls import stand_ins
from autograph.operators.choices import Choice, is_constant
from autograph.operators.dicts import SETS, StagedDict
from autograph.operators.either import Either
from autograph.operators.kinds import is_number
from autograph.operators.lists import StagedList
from autograph.operators.strings import String
from autograph.operators.structures import Node, Optional, staged_leaves, take_apart
from autograph.operators.tables import Table, check_orders
from autograph.operators.text import JSON, Text, field_or_string, joined


def dumps(obj: Any, **options: Any) -> Any:
    """`json.dumps`."""
    node = take_apart(obj, [])
    if not (staged_leaves(obj) and _has_text(node) and all(map(_is_plain, options.values()))):
        return json.dumps(obj, **options)
    check_orders(node, "its text has its keys in that order")
    return joined([field_or_string(obj, JSON, json.dumps(options))])


def _is_plain(option: Any) -> bool:
    """Whether an option is no class or function of the program's."""
    return is_constant(option) or option is None or type(option) in (bool, int, tuple)


def _has_text(node: Node) -> bool:
    """Whether a value is sure to have a text in JSON, whatever the program makes of what is staged."""
    kind, value = node.kind, node.value
    if kind is None:
        return value is None or type(value) is bool or is_constant(value) or is_number(value)
    if kind in (Choice, Text, String):
        return True
    if kind is Either:
        return all(map(_has_text, node.parts[1::2]))
    if kind is Optional:
        return value.unbound is False and _has_text(node.parts[1])
    if kind is StagedList:
        return value.kind in (list, tuple) and _has_text(value.form.node)
    if kind is Table:
        return value.kind not in SETS and all(map(_has_text, value.entries.form.node.parts))
    if kind is StagedDict:
        entries = [take_apart(value.value(key), []) for key in value.keys_in_sight()]
        return value.kind not in SETS and _are_keys(value.entries) and all(map(_has_text, entries))
    is_written = issubclass(kind, (list, tuple)) or (issubclass(kind, dict) and _are_keys(value))
    return is_written and all(map(_has_text, node.parts))


def _are_keys(keys: Any) -> bool:
    return all(key is None or type(key) in (str, int, float, bool) for key in keys)


stand_ins[json.dumps] = dumps
