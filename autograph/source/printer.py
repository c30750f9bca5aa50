"""From a syntax tree to Python text: `ast.unparse`, and what it gets wrong.

A tree in gast's dialect is copied into Python's own first. Text that is printed and parsed again gives the same tree,
but for the comments (types, too), the `u` of an old string, and an f-string that the running Python has no way to
write: it becomes calls of `str.format` that give the same string. What `ast.unparse` gets wrong is repaired in the
copy; it was found by printing the standard library, and trees made at random, on Python 3.11, 3.12 and 3.13.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from autograph.garbage import not_collected
from autograph.recursion import deep_recursion

#: Any node, gast's or Python's: both derive from `ast.AST`, and have no other type in common.
Node = ast.AST

#: The printer calls some ten functions for each level of a tree. None of them uses the stack of C.
_FRAMES = 200_000

#: Python refuses to write, and to read, decimal integers of thousands of digits. So many bits are always allowed.
_LONGEST_DECIMAL = 2_000


def to_source(tree: Node | Sequence[Node]) -> str:
    """The Python text of a tree.

    Args:
        tree: a module, a statement, a list of statements, or an expression, in the dialect of gast or of `ast`.

    Returns:
        The text. That of statements ends in a newline; that of an expression does not.

    Raises:
        TypeError: the tree holds a node that is not Python's syntax.

    >>> import gast
    >>> print(to_source(gast.parse("x=(a+b)*(c if d else -e)")), end="")
    x = (a + b) * (c if d else -e)
    >>> to_source(gast.parse("not(f(x)>0)", mode="eval"))
    'not f(x) > 0'
    """
    with deep_recursion(_FRAMES), not_collected():
        if not isinstance(tree, ast.AST):
            tree = ast.Module(list(tree), [])  # type: ignore[arg-type]
        copy = python_tree(tree)
        if isinstance(copy, ast.Interactive):
            copy = ast.Module(copy.body, [])
        text = ast.unparse(copy)
    return text + "\n" if text and isinstance(copy, (ast.stmt, ast.Module)) else text


def python_tree(node: Any) -> Any:
    """A copy of a tree in Python's own dialect, such that `ast.unparse` prints it right."""
    kind = node.__class__
    translate = _translations.get(kind)
    if translate is None:
        translate = _translations[kind] = _TRANSLATIONS.get(kind.__name__, _copied)
    return translate(node)


def _copied(node: Any) -> Any:
    old_kind = node.__class__
    known = _kinds.get(old_kind)
    if known is None:
        known = _kinds[old_kind] = _python_kind(node)
    kind, fields = known
    new = kind.__new__(kind)
    old, attributes = node.__dict__, new.__dict__
    attributes["lineno"] = 0  # `ast.unparse` looks for a type comment there
    for field in fields:
        value = old.get(field)
        if value.__class__ is list:
            value = [python_tree(item) if isinstance(item, ast.AST) else item for item in value]
        elif isinstance(value, ast.AST):
            value = python_tree(value)
        attributes[field] = value
    return new


def _python_kind(node: Any) -> tuple[Any, tuple[str, ...]]:
    """Python's class of that name and its fields: what only gast has is left out."""
    kind = getattr(ast, type(node).__name__, None)
    if kind is None:
        raise TypeError(f"{type(node).__name__!r} is no node of Python's syntax that can be printed: {node!r}")
    return kind, kind._fields


def _as_it_is(node: Any) -> Any:
    return node


def _name(node: Any) -> Any:
    """A variable, or, in gast's dialect, a parameter."""
    if type(node.ctx).__name__ != "Param":
        return ast.Name(node.id, node.ctx)
    return ast.arg(node.id, node.annotation and python_tree(node.annotation))


def _handler(node: Any) -> Any:
    # gast has a Name for the name.
    return ast.ExceptHandler(
        node.type and python_tree(node.type),
        getattr(node.name, "id", node.name),
        [python_tree(statement) for statement in node.body],
    )


def _constant(node: Any) -> Any:
    if type(node.value) is int and node.value.bit_length() > _LONGEST_DECIMAL:
        return _verbatim(hex(node.value))
    return ast.Constant(node.value, getattr(node, "kind", None))


def _with(node: Any) -> Any:
    new = _copied(node)
    if len(new.items) == 1 and new.items[0].optional_vars is None:
        manager = new.items[0].context_expr
        if isinstance(manager, ast.Tuple):
            # In one pair of parentheses these would be several context managers.
            new.items[0].context_expr = _verbatim(f"({ast.unparse(manager)})")
    return new


def _fstring(node: Any) -> Any:
    return _written(_pieces(node))


def _field(node: Any) -> Any:
    return ast.FormattedValue(
        python_tree(node.value), node.conversion, None if node.format_spec is None else _pieces(node.format_spec)
    )


def _pieces(node: Any) -> ast.JoinedStr:
    """A copy of an f-string, or of a format."""
    new: ast.JoinedStr = _copied(node)
    for value in new.values:
        if isinstance(value, ast.Constant):
            value.kind = None  # a `u` that was in front of a part is not printed
    return new


def _written(node: ast.JoinedStr) -> ast.expr:
    """An f-string, if the text that `ast.unparse` has for it is read as it, or else calls that give the same string."""
    try:
        again = ast.parse(ast.unparse(node), mode="eval").body
        if ast.dump(again) == ast.dump(node):
            return node
    except (SyntaxError, ValueError):
        pass
    # Fields are evaluated and formatted in the same order.
    parts: list[ast.expr] = []
    for value in node.values:
        if isinstance(value, ast.FormattedValue):
            conversion = "" if value.conversion < 0 else f"!{chr(value.conversion)}"
            specification = [_written(value.format_spec)] if isinstance(value.format_spec, ast.JoinedStr) else []
            pattern = f"{{{conversion}{':{}' if specification else ''}}}"
            value = _method(ast.Constant(pattern), "format", [value.value, *specification])
        parts.append(value)
    return _method(ast.Constant(""), "join", [ast.Tuple(parts, ast.Load())])


def _method(value: ast.expr, name: str, arguments: list[ast.expr]) -> ast.expr:
    return ast.Call(ast.Attribute(value, name, ast.Load()), arguments, [])


def _verbatim(text: str) -> ast.Name:
    """A node that is printed as `text`."""
    return ast.Name(text, ast.Load())


#: By name: how a node is used and what operator it is are told by the names of their classes, which are the same.
_TRANSLATIONS: dict[str, Callable[[Any], Any]] = {
    **{
        kind.__name__: _as_it_is
        for group in (ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop)
        for kind in group.__subclasses__()
    },
    "Name": _name,
    "ExceptHandler": _handler,
    "Constant": _constant,
    "With": _with,
    "AsyncWith": _with,
    "JoinedStr": _fstring,
    "FormattedValue": _field,
}

_translations: dict[type, Callable[[Any], Any]] = {}
_kinds: dict[type, tuple[Any, tuple[str, ...]]] = {}
