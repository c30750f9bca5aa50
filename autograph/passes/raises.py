"""`raise` of what an expression says, which may be one of several exceptions.

    raise error           ->    raise ag__.raised(error)

    raise error from e    ->    raise ag__.raised(error, e)

A name that begins with a capital is that of a class, of which nothing is asked.
"""

from __future__ import annotations

from typing import Any

import gast

from autograph.passes.logical import Deferral, operator_call


def convert_raise(node: Any, deferral: Deferral) -> Any:
    """A `raise` statement, whose parts are converted."""
    causes = [] if node.cause is None else [node.cause]  # Python has found it before it raises any of them
    is_plain = all(_is_class(part) or isinstance(part, gast.Constant) for part in causes)
    if node.exc is not None and not (_is_class(node.exc) and is_plain):
        node.exc, node.cause = operator_call("raised", node.exc, node.exc, *causes), None
    return node


def _is_class(error: Any) -> bool:
    """Whether an expression is a class, or a call of one, as far as its text tells."""
    if isinstance(error, gast.Call):  # ag__.call(f)(...)
        error = error.func.args[0] if isinstance(error.func, gast.Call) and error.func.args else error.func
    name = getattr(error, "id", getattr(error, "attr", ""))
    return name.lstrip("_")[:1].isupper()
