"""Which operators may make a new list, set or dict of two variables, `a + c`, as far as the text of the function tells.

Most sums are of numbers, and stay. One of a variable to which the function assigns such a container, or of which it
calls a method of such, makes a container that came to be where it stands.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import gast

from autograph.analysis.own_nodes import Nodes
from autograph.analysis.repetitions import Values, bind

_OPERATORS = (gast.Add, gast.Mult, gast.BitOr, gast.BitAnd, gast.BitXor, gast.Sub)
_WRITTEN_OUT = (gast.List, gast.Dict, gast.Set, gast.ListComp, gast.DictComp, gast.SetComp)
_MAKING = frozenset({"Counter", "OrderedDict", "defaultdict", "deque", "dict", "frozenset", "list", "set", "sorted"})
#: What is called of containers alone.
_METHODS = frozenset({
    "append", "appendleft", "clear", "discard", "extend", "insert", "intersection", "issubset", "items", "keys",
    "popitem", "popleft", "remove", "reverse", "setdefault", "sort", "union", "values",
})  # fmt: skip


def mark_joined(nodes: Nodes) -> None:
    """Marks (`makes_container`) the operators on variables that may be containers.

    Args:
        nodes: those of a function.
    """
    operations = [node for node in nodes.of(gast.BinOp) if isinstance(node.op, _OPERATORS)]
    if not operations:
        return
    found = {
        node.value.id
        for node in nodes.of(gast.Attribute)
        if node.attr in _METHODS and isinstance(node.value, gast.Name) and isinstance(node.ctx, gast.Load)
    }
    values: Values = defaultdict(list)
    for node in nodes.of(gast.Assign):
        for target in node.targets:
            bind(target, node.value, values)
    found |= {name for name, given in values.items() if any(map(_is_container, given))}
    found |= {name for call in nodes.of(gast.Call) for name in _folded_with(call)}
    for node in operations:
        if any(isinstance(side, gast.Name) and side.id in found for side in (node.left, node.right)):
            node.makes_container = True


def _folded_with(call: Any) -> set[str]:
    """The parameters of the lambda that a call of `reduce` is given, if what it folds are containers."""
    name = getattr(call.func, "id", getattr(call.func, "attr", None))
    if name != "reduce" or len(call.args) < 2 or not isinstance(call.args[0], gast.Lambda):
        return set()
    items, *initial = call.args[1:]
    parts = items.elts if isinstance(items, (gast.List, gast.Tuple)) else []
    if not any(map(_is_container, (*parts, *initial))):
        return set()
    return {parameter.id for parameter in call.args[0].args.args[:1]}


def _is_container(value: Any) -> bool:
    if isinstance(value, gast.BinOp):
        return _is_container(value.left) or _is_container(value.right)
    if isinstance(value, gast.Call):
        return getattr(value.func, "id", getattr(value.func, "attr", None)) in _MAKING
    return isinstance(value, _WRITTEN_OUT)
