"""Which `with` statements enter what a method of an object makes, as far as their text tells: `with pool.get() as x`.

What a function of a module makes is mostly a manager of a library. A name that a function binds is that of an object.
"""

from __future__ import annotations

from typing import Any

import gast

from autograph.analysis.own_nodes import Nodes
from autograph.analysis.scopes import parameters


def mark_managers(nodes: Nodes) -> None:
    """Marks, in place, the calls of methods of variables that the `with` statements of a tree enter.

    Args:
        nodes: those of the tree, before any pass.
    """
    called = [item.context_expr for statement in nodes.of(gast.With) for item in statement.items]
    called = [call for call in called if isinstance(call, gast.Call) and _variable(call) is not None]
    if not called:
        return
    bound = {node.id for node in nodes.of(gast.Name) if isinstance(node.ctx, (gast.Store, gast.Param))}
    for function, _ in nodes.functions:
        bound.update(parameters(function))
    for call in called:
        if _variable(call) in bound:
            call.is_of_variable = True


def _variable(call: Any) -> str | None:
    """The variable of which a method is called."""
    holder = getattr(call.func, "value", None)
    return holder.id if isinstance(holder, gast.Name) else None
