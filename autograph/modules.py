"""Whole files: a module's text to the text of the module with every function converted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gast

from autograph.analysis.scopes import FUNCTIONS
from autograph.passes import convert_tree
from autograph.source.names import Namer
from autograph.source.printer import to_source
from autograph.source.templates import instantiate, template

_HEADER = template("from autograph import operators as ag__")


def convert_module(text: str, filename: str = "<string>") -> str:
    """The text of a module that behaves as the given one and whose functions are converted.

    Statements outside functions stay as they are.

    Args:
        text: the source of a module.
        filename: what a SyntaxError calls it.

    Returns:
        Python source that imports `autograph`.

    Raises:
        SyntaxError: the text is not Python.

    >>> print(convert_module("def last(xs):\\n    return xs[-1]"), end="")
    from autograph import operators as ag__
    <BLANKLINE>
    <BLANKLINE>
    def last(xs):
        return xs[-1]
    """
    return to_source(convert_module_tree(gast.parse(text, filename)))


def convert_module_tree(tree: Any) -> Any:
    """Converts the functions of a module's tree, in place."""
    for function in outermost_functions(tree):
        convert_tree(function, Namer(function))
    body = tree.body
    start = 0
    if body and isinstance(body[0], gast.Expr) and isinstance(body[0].value, gast.Constant):
        start = 1
    while start < len(body) and isinstance(body[start], gast.ImportFrom) and body[start].module == "__future__":
        start += 1
    if body:
        body[start:start] = instantiate(_HEADER, body[min(start, len(body) - 1)])
    return tree


def outermost_functions(tree: Any) -> Iterator[Any]:
    """The functions and lambdas of a module or a class that are in no other function."""
    stack = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, (*FUNCTIONS, gast.Lambda)):
            yield node
        else:
            stack.extend(gast.iter_child_nodes(node))
