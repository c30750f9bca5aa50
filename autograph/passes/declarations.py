"""`global` and `nonlocal` to the top of their function, which they are about wherever they stand."""

from __future__ import annotations

from typing import Any

import gast

from autograph.analysis.own_nodes import OwnNodes
from autograph.analysis.scopes import first_statement
from autograph.source.schema import blocks
from autograph.source.templates import located


def hoist_declarations(function: Any, nodes: OwnNodes) -> None:
    """Moves the declarations of one function (not of those nested in it) that stand below its first statement.

    Args:
        function: its tree.
        nodes: its nodes.
    """
    if not nodes[gast.Global] and not nodes[gast.Nonlocal]:
        return
    start = first_statement(function.body)
    found: list[Any] = []
    kept = []
    for statement in function.body[start:]:
        if isinstance(statement, (gast.Global, gast.Nonlocal)):
            found.append(statement)
        else:
            _take(statement, found)
            kept.append(statement)
    function.body[start:] = [*found, *kept]


def _take(statement: Any, found: list[Any]) -> None:
    for _, block in blocks(statement):
        for index, inner in enumerate(block):
            if isinstance(inner, (gast.Global, gast.Nonlocal)):
                found.append(inner)
                block[index] = located(gast.Pass(), inner)
            else:
                _take(inner, found)
