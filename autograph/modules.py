"""Whole files: a module's text to the text of the module with every function converted.

The command line is made of these. A module that nothing in needs converting comes back as it is; of one that is
rewritten, the comments at its head stay (the `#!` line, the encoding, a licence) and those further down are lost.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import gast

from autograph.analysis.eligibility import is_plain_test, looks_at_frame, plain_reason
from autograph.analysis.own_nodes import Nodes
from autograph.analysis.scopes import parameter_nodes
from autograph.passes import convert_tree, room_to_work
from autograph.passes.qualified_names import keep_qualified_names
from autograph.source.dialects import from_python
from autograph.source.names import NAMING, Namer, names_in
from autograph.source.printer import to_source
from autograph.source.schema import FUNCTIONS
from autograph.source.templates import instantiate, template
from autograph.source.walking import children, walk

_HEADER = template("from autograph import operators as ag__")


def convert_module(text: str, filename: str = "<string>") -> str:
    """The text of a module that behaves as the given one and whose functions are converted.

    Statements outside functions stay as they are. A module that is converted already, or has nothing to convert, is
    returned unchanged.

    Args:
        text: the source of a module.
        filename: what a SyntaxError calls it.

    Returns:
        Python source that imports `autograph` if it needs to.

    Raises:
        SyntaxError: the text is not Python.

    >>> print(convert_module("def both(a, b):\\n    return a and b"), end="")
    from autograph import operators as ag__
    <BLANKLINE>
    def both(a, b):
        return ag__.and_(a, lambda: b)()
    """
    tree = parse_module(text, filename)
    if is_converted_module(tree):
        return text
    return module_text(convert_module_tree(tree), text)


def parse_module(text: str, filename: str = "<string>") -> Any:
    """The tree of a module that Python would run: what only its compiler refuses is refused as well.

    Raises:
        SyntaxError: the text is not Python.
    """
    if "\0" in text:
        # Python gives no place for this one, and some versions another exception.
        before = text[: text.index("\0")].split("\n")
        place = (filename, len(before), len(before[-1]) + 1, None)
        raise SyntaxError("source code cannot contain null bytes", place)
    tree = ast.parse(text, filename)
    compile(tree, filename, "exec", dont_inherit=True)
    return from_python(tree)


def is_converted_module(tree: Any) -> bool:
    """Whether a module is one that `convert_module` wrote."""
    return any(
        isinstance(statement, gast.ImportFrom)
        and statement.module == "autograph"
        and any(alias.name == "operators" and alias.asname == "ag__" for alias in statement.names)
        for statement in tree.body
    )


def convert_module_tree(tree: Any) -> Any:
    """Converts the functions of a module's tree, in place, and imports the operators if one of them is used."""
    functions = list(outermost_functions(tree))
    _, shadowed = names_in(walk(tree))
    with room_to_work():
        for function in functions:
            nodes = Nodes(function)
            namer = Namer(nodes.of(*NAMING))
            namer.shadowed |= shadowed
            convert_tree(nodes, namer)
            keep_qualified_names(function, namer.generated)
    if not any(_uses_operators(function) for function in functions):
        return tree
    body = tree.body
    start = 0
    if isinstance(body[0], gast.Expr) and isinstance(body[0].value, gast.Constant):
        start = 1
    while start < len(body) and isinstance(body[start], gast.ImportFrom) and body[start].module == "__future__":
        start += 1
    body[start:start] = instantiate(_HEADER, body[min(start, len(body) - 1)])
    return tree


def module_text(tree: Any, original: str) -> str:
    """The text of a converted module, under the comments that the original begins with."""
    if not is_converted_module(tree):
        return original
    return _leading_comments(original) + to_source(tree)


def outermost_functions(tree: Any) -> Iterator[Any]:
    """The functions and lambdas of a module or a class that are in no other function.

    A lambda among the defaults or the decorators of a function is one of these, for it is outside that function.
    """
    stack = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, (*FUNCTIONS, gast.Lambda)):
            yield node
            stack.extend(_evaluated_outside(node))
        else:
            stack += children(node)


def named_functions(tree: Any) -> Iterator[tuple[str, Any]]:
    """The functions of a tree that is not converted yet, with their qualified names, in the order of the file.

    Names are as in `__qualname__` but without `.<locals>`. Those of a property's accessors, or of functions defined in
    either branch of an `if`, occur more than once.
    """
    stack = [(node, "") for node in reversed(tree.body)]
    while stack:
        node, prefix = stack.pop()
        if isinstance(node, FUNCTIONS):
            yield prefix + node.name, node
        inner = f"{prefix}{node.name}." if isinstance(node, (*FUNCTIONS, gast.ClassDef)) else prefix
        stack.extend((child, inner) for child in reversed(children(node)))


@dataclass(frozen=True, slots=True, order=True)
class PlainPlace:
    """A place inside a function that conversion leaves to Python: a staged value there is an error.

    Attributes:
        line: counted from 1.
        column: counted from 0, in bytes of UTF-8, as syntax trees have it.
        statement: what is there: "if", "while", "for", "match", "assert", "and", "conditional expression", ...
        reason: why it stays.
    """

    line: int
    column: int
    statement: str
    reason: str


def plain_places(tree: Any) -> list[PlainPlace]:
    """The places of a converted module that stayed plain Python, and why, in the order of the file.

    They are what the passes left in the functions: statements they marked, and expressions whose operands cannot wait.
    What is under a test that can only be a Python bool is not among them, nor is what is in no function.

    Args:
        tree: the tree of a module after `convert_module_tree`.

    >>> tree = parse_module("def f(xs):\\n    for x in xs:\\n        yield x")
    >>> plain_places(convert_module_tree(tree))
    [PlainPlace(line=2, column=4, statement='for', reason='it waits or yields inside')]
    """
    search = _PlainSearch()
    for function in outermost_functions(tree):
        search.visit(function.body, False)
    # A statement that was split on the way is still one place.
    return sorted(set(search.found))


class _PlainSearch:
    def __init__(self) -> None:
        self.found: list[PlainPlace] = []

    def visit(self, node: Any, reported: bool) -> None:
        """Looks at a node or a list of them; `reported` says that it is part of an expression that was found."""
        if isinstance(node, list):
            for item in node:
                self.visit(item, reported)
        elif isinstance(node, (*FUNCTIONS, gast.Lambda)):
            self.visit(_evaluated_outside(node), reported)
            self.visit(node.body, False)
        elif isinstance(node, gast.ClassDef):
            self.class_(node)
        elif isinstance(node, gast.AST):
            reason = self.reason(node)
            if reason is not None and not reported:
                self.found.append(PlainPlace(node.lineno, node.col_offset, _kind(node), reason))
            for field in node._fields:
                if field not in ("annotation", "type_params") and not (
                    field == "orelse" and "has_unstaged" in node.__dict__
                ):
                    inside = isinstance(node, gast.expr) or field in ("test", "iter", "subject")
                    self.visit(getattr(node, field, None), inside and (reported or reason is not None))

    def class_(self, node: Any) -> None:
        """What a class body does itself is as it is; its methods are functions like any other."""
        for function in outermost_functions(gast.Module(node.body, [])):
            self.visit(function.body, False)

    def reason(self, node: Any) -> str | None:
        kind = type(node)
        if kind in (gast.For, gast.While):
            return plain_reason(node)
        if kind is gast.If:
            return None if is_plain_test(node.test) else plain_reason(node)
        if kind is gast.Match:
            return plain_reason(node) or "its patterns are matched by Python"
        if kind is gast.BoolOp:
            if all(is_plain_test(value) for value in node.values[:-1]):
                return None  # nobody asks for the truth of the last operand here
            return _why_it_cannot_wait(node.values[1:])
        if kind is gast.IfExp:
            return None if is_plain_test(node.test) else _why_it_cannot_wait([node.body, node.orelse])
        if kind is gast.Compare and len(node.ops) > 1:
            return _why_it_cannot_wait(node.comparators)
        if kind is gast.Assert and __debug__:
            return None if is_plain_test(node.test) else _why_it_cannot_wait([node.msg])
        return None


def _kind(node: Any) -> str:
    if isinstance(node, gast.BoolOp):
        return "and" if isinstance(node.op, gast.And) else "or"
    return _KINDS[type(node)]


_KINDS = {
    gast.Assert: "assert",
    gast.Compare: "chained comparison",
    gast.For: "for",
    gast.If: "if",
    gast.IfExp: "conditional expression",
    gast.Match: "match",
    gast.UnaryOp: "not",
    gast.While: "while",
}


def _why_it_cannot_wait(operands: list[Any]) -> str | None:
    """What keeps the operands of an expression where they stand; None if nothing does."""
    for operand in operands:
        for node in walk(operand) if operand is not None else ():
            if isinstance(node, (gast.Yield, gast.YieldFrom, gast.Await)) or getattr(node, "is_async", False):
                return "it waits or yields inside"
            if isinstance(node, gast.NamedExpr):
                return "it binds a name inside"
            if looks_at_frame(node):
                return f"`{node.func.id}()` inside looks at the variables of the function"
    return None


def _evaluated_outside(function: Any) -> list[Any]:
    """The parts of a function's definition that are evaluated where it is defined."""
    parts = [*(function.args.defaults or ()), *(default for default in function.args.kw_defaults or () if default)]
    if not isinstance(function, gast.Lambda):
        parts += function.decorator_list
        parts += [parameter.annotation for parameter in parameter_nodes(function) if parameter.annotation]
        parts += [function.returns] if function.returns else []
    return parts


def _uses_operators(function: Any) -> bool:
    return any(isinstance(node, gast.Name) and node.id == "ag__" for node in walk(function))


_COMMENTS = re.compile(r"(?:[ \t\f]*(?:#[^\r\n]*)?(?:\r\n|\r|\n))*")


def _leading_comments(text: str) -> str:
    """The comments above a module's first statement, with a blank line under them if one was there."""
    lines = re.split("\r\n|\r|\n", _COMMENTS.match(text)[0].rstrip(" \t\f"))  # type: ignore[index]
    lines = [line.rstrip() for line in lines]
    kept = "\n".join(lines).strip("\n")
    if not kept:
        return ""
    separated = len(lines) > 2 and not lines[-2]
    return kept + ("\n\n" if separated else "\n")
