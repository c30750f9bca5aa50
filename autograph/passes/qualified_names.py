"""Qualified names in files: what is defined in a branch or a loop body keeps the one it has in the original.

def f(x):                  ->    @ag__.named("if_body")
    if x:                        def f(x):
        class K: ...                 def if_body():
                                         class K: ...

A function that is converted to be run has its code renamed when that is made.
"""

from __future__ import annotations

from typing import Any

import gast

from autograph.passes.logical import is_operator, operator_call
from autograph.source.schema import FUNCTIONS, SCOPES
from autograph.source.templates import first_line_of
from autograph.source.walking import children


def keep_qualified_names(function: Any, generated: set[str]) -> None:
    """Decorates, in place, a converted function that has definitions in functions that the conversion added.

    Args:
        function: its tree.
        generated: the names of the functions that were added.
    """
    if isinstance(function, gast.Lambda):
        return
    around = sorted(_around_definitions(function, generated))
    if around:
        at = first_line_of(function)
        names = [gast.copy_location(gast.Constant(name, None), at) for name in around]
        function.decorator_list.append(operator_call("named", at, *names))


def _around_definitions(function: Any, generated: set[str]) -> set[str]:
    """The names of added functions that the user's definitions are in."""
    found: set[str] = set()
    stack: list[tuple[Any, frozenset[str]]] = [(child, frozenset()) for child in children(function)]
    while stack:
        node, inside = stack.pop()
        if isinstance(node, FUNCTIONS) and node.name in generated:
            inside |= {node.name}
        elif isinstance(node, SCOPES) and "generated" not in node.__dict__:
            found |= inside
            inside = frozenset()
        # What `elements` is given beside an iterable is a second copy of the parts of a comprehension.
        repeats = isinstance(node, gast.Call) and is_operator(node) and node.func.attr == "elements"
        stack += [(child, inside) for child in (node.args[:1] if repeats else children(node))]
    return found
