"""f-strings, `%` of what may be text, whose values may be staged, and lists and strings that are repeated a
staged number of times; and operators of sets on the keys of a dict.

f"{n} of {x:.2f}"    ->    ag__.fstring(f"{ag__.shown(n)} of {ag__.shown(x):.2f}")
"%d of %d" % (n, m)  ->    ag__.percent("%d of %d", (n, m))
[0] * n              ->    ag__.repeated([0], n)
mark * n             ->    ag__.repeated(mark, n), where `mark = "*"`
d.keys() & seen      ->    ag__.viewed(d.keys()) & seen
"""

from __future__ import annotations

from typing import Any

import gast

from autograph.passes.logical import Deferral, is_display, operator_call
from autograph.passes.numbers import makes_text


def convert_fstring(node: Any, deferral: Deferral) -> Any:
    """An f-string."""
    fields = [part for part in node.values if isinstance(part, gast.FormattedValue)]
    for field in fields:
        parts = [part for part in getattr(field.format_spec, "values", ()) if isinstance(part, gast.FormattedValue)]
        field.value = operator_call("shown_as" if parts else "shown", field.value, field.value)
        for part in parts:
            part.value = operator_call("format_part", part.value, part.value)
    return operator_call("fstring", node, node) if fields else node


def convert_binary(node: Any, deferral: Deferral) -> Any:
    """`%`, where it may make text or is of a product, `*`, where it may repeat a list, and `&` and the like of the keys
    of a dict."""
    if isinstance(node.op, _OF_SETS) and _is_view(node.left):
        node.left = operator_call("viewed", node.left, node.left)
        return node
    may_repeat = "may_repeat" in node.__dict__ or any(map(_is_sequence, (node.left, node.right)))
    if isinstance(node.op, gast.Mult) and may_repeat:
        is_known = any(isinstance(side, gast.Constant) and not _is_text(side) for side in (node.left, node.right))
        return node if is_known else operator_call("repeated", node, node.left, node.right)
    if "of_remainder" in node.__dict__ and type(node.op) in _OF_REMAINDERS:
        return operator_call(_OF_REMAINDERS[type(node.op)], node, node.left, node.right)
    is_percent = makes_text(node) or "of_remainder" in node.__dict__
    return operator_call("percent", node, node.left, node.right) if is_percent else node


#: What stands for the operators of a product, or a sum of products, of which the remainder is taken.
_OF_REMAINDERS: dict[type, str] = {gast.Add: "plus", gast.Sub: "minus", gast.Mult: "times"}


def _is_sequence(node: Any) -> bool:
    return is_display(node) or isinstance(node, gast.ListComp) or _is_joined(node) or _is_text(node)


_OF_SETS = (gast.BitAnd, gast.BitOr, gast.BitXor, gast.Sub)


def _is_view(node: Any) -> bool:
    """Whether a node is `d.keys()` or `d.items()`, converted."""
    return _method_called(node) in ("keys", "items") and not node.args


def _is_joined(node: Any) -> bool:
    """Whether a node is `"".join(...)`, converted."""
    return _method_called(node) == "join"


def _method_called(node: Any) -> str | None:
    """The name of the method of which a node is a call, converted; None for anything else."""
    method = node.func.args[:1] if isinstance(node, gast.Call) and isinstance(node.func, gast.Call) else [None]
    return getattr(method[0], "attr", None) if method else None


def _is_text(node: Any) -> bool:
    if isinstance(node, gast.Call):
        return isinstance(node.func, gast.Attribute) and node.func.attr == "fstring"
    return isinstance(node, gast.Constant) and isinstance(node.value, str)
