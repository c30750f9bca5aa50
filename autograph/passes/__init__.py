"""The rewrites that make a converted function, one to a file, in the order they run.

Each function of a tree is rewritten by itself, those nested in it first; expressions come last, in one walk.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gast

from autograph.analysis.plain import mark_plain
from autograph.analysis.scopes import FUNCTIONS
from autograph.passes.control_flow import convert_control_flow
from autograph.passes.declarations import hoist_declarations
from autograph.passes.expressions import convert_expressions
from autograph.passes.jumps import replace_jumps
from autograph.source.names import Namer


def convert_tree(function: Any, namer: Namer) -> None:
    """Converts, in place, a function (or a lambda) and what is nested in it."""
    for inner in _inside_out(function):
        mark_plain(inner)
        if not isinstance(inner, gast.Lambda):
            hoist_declarations(inner)
            replace_jumps(inner, namer)
            convert_control_flow(inner, namer)
    convert_expressions(function, namer)


def _inside_out(function: Any) -> Iterator[Any]:
    found = []
    stack = [function]
    while stack:
        node = stack.pop()
        if isinstance(node, (*FUNCTIONS, gast.Lambda)):
            found.append(node)
        stack.extend(gast.iter_child_nodes(node))
    return reversed(found)
