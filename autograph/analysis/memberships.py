"""Which tests `"key" in d` are staged: those of what may be a dict, a set or a list, or a string that the function
makes, goes over or takes out of another, as far as the text of the function tells.

Many tests of strings are for a part of a text that was given, `"=" in line` say, and their statements stay Python's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gast

from autograph.analysis.own_nodes import Nodes

#: Methods that dicts, sets or lists have, and strings do not have.
_METHODS = frozenset(
    {
        "add", "append", "clear", "discard", "extend", "get", "insert", "items", "keys", "pop", "popitem", "remove",
        "setdefault", "sort", "update", "values",
    }
)  # fmt: skip
_MAKING = frozenset({"Counter", "OrderedDict", "defaultdict", "deque", "dict", "list", "set", "sorted", "vars"})
_DISPLAYS = (gast.Dict, gast.Set, gast.List, gast.Tuple, gast.DictComp, gast.SetComp, gast.ListComp)
#: What makes strings of numbers, or of pieces.
_MAKING_TEXT = frozenset({"ascii", "bin", "chr", "format", "hex", "join", "oct", "repr", "str"})
#: Methods of strings that make others.
_TAKING_TEXT = frozenset(
    {
        "capitalize", "casefold", "center", "expandtabs", "ljust", "lower", "lstrip", "partition", "removeprefix",
        "removesuffix", "replace", "rjust", "rpartition", "rsplit", "rstrip", "split", "splitlines", "strip",
        "swapcase", "title", "translate", "upper", "zfill",
    }
)  # fmt: skip


def mark_membership_tests(nodes: Nodes) -> None:
    """Marks (`may_be_staged`) the staged comparisons by `in` of strings, in a function and in those nested in it."""
    tests = list(filter(is_of_text, nodes.of(gast.Compare)))
    if not tests:
        return
    keyed = {_path(used) for node in nodes.of(*_KEYING) for used in _keyed(node)} - {""}
    for test in tests:
        (container,) = test.comparators
        path = _path(container)
        is_name = path and str(test.left.value).isidentifier()
        is_attribute = isinstance(container, gast.Attribute)
        if (
            path in keyed
            or (isinstance(container, gast.Subscript) and _path(container.value) in keyed)  # a part of a list
            or is_name
            or is_attribute
            or isinstance(container, gast.BinOp)
            or _is_view(container)
            or _makes(container)
            or _takes(container)
            or _is_chosen(container)
        ):
            test.may_be_staged = True


def is_of_text(test: Any) -> bool:
    """Whether a comparison is `in` or `not in` of a string that is written out."""
    return len(test.ops) == 1 and isinstance(test.ops[0], (gast.In, gast.NotIn)) and _is_text(test.left)


def _is_text(node: Any) -> bool:
    return isinstance(node, gast.Constant) and isinstance(node.value, (str, bytes))


#: The kinds of nodes that may use an expression so.
_KEYING = (
    gast.Subscript, gast.Attribute, gast.Assign, gast.AnnAssign, gast.AugAssign, gast.NamedExpr, gast.For,
    gast.comprehension,
)  # fmt: skip


def _keyed(node: Any) -> Iterator[Any]:
    """The expressions that a node uses as only dicts, sets and lists are, or which it makes such or a new string."""
    kind = type(node)
    if kind is gast.Subscript and (_is_text(node.slice) or _is_variable(node.slice)):
        yield node.value
    elif kind is gast.Attribute and node.attr in _METHODS:
        yield node.value
    elif kind is gast.For or kind is gast.comprehension:
        yield from _parts(node.target)
    elif kind is gast.Assign and _takes(node.value):
        for target in node.targets:
            yield from _parts(target)
    elif kind is gast.Assign and (_makes(node.value) or _is_chosen(node.value)):
        yield from node.targets
    elif (
        kind is gast.Assign and isinstance(node.value, gast.Subscript) and not isinstance(node.value.slice, gast.Slice)
    ):
        yield from (target for target in node.targets if _path(target) == _path(node.value.value))  # of dicts in dicts
    elif (kind is gast.AnnAssign or kind is gast.NamedExpr) and (_makes(node.value) or _takes(node.value)):
        yield node.target
    elif kind is gast.AugAssign and isinstance(node.op, gast.Add):
        yield node.target


def _is_variable(index: Any) -> bool:
    """Whether an index is none that is written out: items that are chosen one by one are a list's more often."""
    return not isinstance(index, (gast.Constant, gast.Slice, gast.UnaryOp))


def _is_chosen(node: Any) -> bool:
    """Whether an expression is an item of something, at an index that may be staged."""
    return isinstance(node, gast.Subscript) and _is_variable(node.slice)


def _makes(node: Any) -> bool:
    if isinstance(node, gast.Call):
        name = getattr(node.func, "id", getattr(node.func, "attr", None))
        return name in _MAKING or name in _MAKING_TEXT
    if isinstance(node, gast.BinOp):
        return isinstance(node.op, gast.Mult) and (_makes(node.left) or _makes(node.right))
    if isinstance(node, gast.IfExp):
        return _is_text(node.body) or _is_text(node.orelse)
    if isinstance(node, gast.Subscript):  # one of several
        return isinstance(node.value, (gast.List, gast.Tuple))
    return isinstance(node, (*_DISPLAYS, gast.JoinedStr))


def _takes(node: Any) -> bool:
    """Whether an expression is a string, or several, taken out of another."""
    return isinstance(node, gast.Call) and getattr(node.func, "attr", None) in _TAKING_TEXT


def _parts(target: Any) -> Iterator[Any]:
    if isinstance(target, (gast.Tuple, gast.List)):
        for part in target.elts:
            yield from _parts(part)
    else:
        yield target.value if isinstance(target, gast.Starred) else target


def _is_view(node: Any) -> bool:
    return isinstance(node, gast.Call) and getattr(node.func, "attr", None) in ("items", "keys", "values")


def _path(node: Any) -> str:
    """The text of an access path; empty for another expression."""
    if isinstance(node, gast.Name):
        return str(node.id)
    holder = _path(node.value) if isinstance(node, (gast.Attribute, gast.Subscript)) else ""
    if not holder:
        return ""
    if isinstance(node, gast.Attribute):
        return f"{holder}.{node.attr}"
    return f"{holder}[{node.slice.value!r}]" if isinstance(node.slice, gast.Constant) else ""
