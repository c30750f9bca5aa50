"""From a syntax tree to Python text.

The tree may be in gast's dialect or in Python's own; both print the same, and directly: nothing is lost to a
conversion. `astunparse.Unparser` gives the frame (a method per kind of node, lines, indentation) and the plain
statements. What is written here is what it lacks or gets wrong: operator precedence, `match`, `except*`, type
parameters, `type`, f-strings, docstrings, blank lines, and lines that are too long.

Text that is printed and parsed again gives the same tree, with these exceptions, none of which is in the tree of a
file that `ast.parse` or `gast.parse` have read with their default arguments:

- type comments (`# type: int`) and `# type: ignore` are comments, and not printed;
- the fields of gast's that Python's grammar has no place for (a `Name`'s type comment) are not printed;
- constants no parser makes (a negative number, NaN) are printed as the expressions that give them.

gast keeps type parameters and their defaults; on a Python without defaults (3.12) it sets the field to None.

An f-string is written as the running interpreter reads it. Python 3.11 has neither backslashes nor the enclosing quotes
in its fields; the quotes are chosen so that the text is valid there wherever that is possible, on later versions too.
"""

from __future__ import annotations

import ast
import io
from collections.abc import Iterable, Sequence
from typing import Any

from autograph.source import literals
from autograph.source.expression_printer import AUGMENTED, PATTERN_OR, ExpressionPrinter, Level, kind_of
from autograph.source.line_breaks import (
    CALL,
    COMMA,
    OPTIONAL_CLOSE,
    OPTIONAL_OPEN,
    SUBSCRIPT,
    broken,
)

#: Any node, gast's or Python's: both derive from `ast.AST`, and have no other type in common.
Node = ast.AST


def to_source(tree: Node | Sequence[Node], *, line_length: int = 88) -> str:
    """The Python text of a tree.

    Args:
        tree: a module, a statement, a list of statements, or an expression, in the dialect of gast or of `ast`.
        line_length: the column that statements are broken at, where they can be. An expression stays on one line.

    Returns:
        The text. That of statements ends in a newline; that of an expression does not.

    Raises:
        TypeError: the tree holds something that is not Python's syntax (a node of another language, a constant that
            has no literal).
        ValueError: the tree holds an f-string that the running Python has no way to write.

    >>> import gast
    >>> print(to_source(gast.parse("x=(a+b)*(c if d else -e)")), end="")
    x = (a + b) * (c if d else -e)
    >>> to_source(gast.parse("not(f(x)>0)", mode="eval"))
    'not f(x) > 0'
    """
    printer = Printer(line_length)
    if not isinstance(tree, ast.AST):
        printer.dispatch(list(tree))
        return printer.text()
    if isinstance(tree, (ast.stmt, ast.mod)) and kind_of(tree) != "Expression":
        printer.dispatch(tree)
        return printer.text()
    return printer.flat(lambda: printer.dispatch(tree))


_DEFINITIONS = ("def ", "async def ", "class ", "@")
_DEPENDENT_CLAUSES = ("else", "elif ", "except", "finally", "case ")


class Printer(ExpressionPrinter):
    """Lays the tokens of a statement out as lines when the next one begins, with blank lines between definitions."""

    def __init__(self, line_length: int) -> None:
        super().__init__()
        self.f = io.StringIO()
        self.line_length = line_length
        self._indent = 0
        self._last_fill: str | None = None
        self._last_depth = 0
        self._open_definitions: list[int] = []
        self._docstring_owner = ""

    def text(self) -> str:
        self._end_line()
        return self.f.getvalue()

    # Lines.

    def fill(self, text: str = "") -> None:
        """Ends the line, and begins another with `text`, after as many blank lines as belong there."""
        self._end_line()
        self.f.write("\n" * self._blank_lines_before(text))
        self._tokens = [text]
        self._last_fill, self._last_depth, self._docstring_owner = text, self._indent, ""

    def _end_line(self) -> None:
        if self._tokens:
            for line in broken(self._tokens, self._last_depth, self.line_length):
                self.f.write(line + "\n")
            self._tokens = []

    def _blank_lines_before(self, text: str) -> int:
        depth, last = self._indent, self._last_fill
        around = 1 if depth else 2
        before = 0
        while self._open_definitions and self._open_definitions[-1] >= depth:
            inner = self._open_definitions.pop()
            before = 1 if inner and text.startswith(_DEPENDENT_CLAUSES) else around
        if text.startswith(_DEFINITIONS):
            if text != "@":
                self._open_definitions.append(depth)
            is_first_in_definition = last is not None and last.startswith(_DEFINITIONS) and self._last_depth < depth
            return 0 if last is None or last == "@" or is_first_in_definition else around
        if self._docstring_owner in ("Module", "ClassDef"):
            return max(before, 1)
        if _is_import(last) and not _is_import(text) and self._last_depth == depth:
            return max(before, 1)
        return before

    def _block(self, statements: Iterable[Node]) -> None:
        self.enter()
        for statement in statements:
            self.dispatch(statement)
        self.leave()

    # Modules.

    def _Module(self, t: Any) -> None:
        self._suite_with_docstring(t)

    def _suite_with_docstring(self, t: Any) -> None:
        statements = t.body
        text = _docstring(statements[0]) if statements else None
        if text is not None:
            self.fill(text)
            self._docstring_owner = kind_of(t)
            statements = statements[1:]
        for statement in statements:
            self.dispatch(statement)

    # Statements.

    def _Expr(self, t: Any) -> None:
        self.fill()
        self._operand(t.value, Level.YIELD)

    def _Assign(self, t: Any) -> None:
        self.fill()
        for target in t.targets:
            self._target(target)
            self.write(" = ")
        self._whole(t.value, Level.YIELD)

    def _AugAssign(self, t: Any) -> None:
        self.fill()
        self.dispatch(t.target)
        self.write(AUGMENTED[kind_of(t.op)])
        self._whole(t.value, Level.YIELD)

    def _AnnAssign(self, t: Any) -> None:
        self.fill()
        if kind_of(t.target) == "Name" and not t.simple:
            self.write(f"({t.target.id})")
        else:
            self.dispatch(t.target)
        self.write(": ")
        self._whole(t.annotation, Level.TEST)
        if t.value is not None:
            self.write(" = ")
            self._whole(t.value, Level.YIELD)

    def _TypeAlias(self, t: Any) -> None:
        self.fill("type ")
        self.dispatch(t.name)
        self._type_parameters(t)
        self.write(" = ")
        self._whole(t.value, Level.TEST)

    def _Return(self, t: Any) -> None:
        self.fill("return")
        if t.value is not None:
            self.write(" ")
            self._whole(t.value, Level.TUPLE)

    def _Delete(self, t: Any) -> None:
        self.fill("del ")
        # Parentheses around several would make one target of them, a tuple.
        self._separated(t.targets, lambda target: self._operand(target, Level.TEST))

    def _Assert(self, t: Any) -> None:
        self.fill("assert ")
        self._whole(t.test, Level.TEST)
        if t.msg is not None:
            self.write(", ")
            self._whole(t.msg, Level.TEST)

    def _Raise(self, t: Any) -> None:
        self.fill("raise")
        if t.exc is not None:
            self.write(" ")
            self._operand(t.exc, Level.TEST)
        if t.cause is not None:
            self.write(" from ")
            self._operand(t.cause, Level.TEST)

    def _ImportFrom(self, t: Any) -> None:
        self.fill(f"from {'.' * (t.level or 0)}{t.module or ''} import ")
        if t.names[0].name == "*":
            self.write("*")
            return
        self.write(OPTIONAL_OPEN)
        self._separated(t.names, self.dispatch)
        self.write(OPTIONAL_CLOSE)

    def _FunctionDef(self, t: Any) -> None:
        self._function(t, "def ")

    def _AsyncFunctionDef(self, t: Any) -> None:
        self._function(t, "async def ")

    def _function(self, t: Any, keyword: str) -> None:
        self._decorators(t)
        self.fill(keyword + t.name)
        self._type_parameters(t)
        self.write(CALL)
        self.dispatch(t.args)
        self.write(")")
        if t.returns is not None:
            self.write(" -> ")
            self._operand(t.returns, Level.TEST)
        self._definition_body(t)

    def _ClassDef(self, t: Any) -> None:
        self._decorators(t)
        self.fill("class " + t.name)
        self._type_parameters(t)
        if t.bases or t.keywords:
            self.write(CALL)
            self._separated([*t.bases, *t.keywords], self._argument)
            self.write(")")
        self._definition_body(t)

    def _decorators(self, t: Any) -> None:
        for decorator in t.decorator_list:
            self.fill("@")
            self._named(decorator)

    def _definition_body(self, t: Any) -> None:
        if len(t.body) == 1 and kind_of(t.body[0]) == "Expr" and getattr(t.body[0].value, "value", None) is ...:
            self.write(": ...")
            return
        self.enter()
        self._suite_with_docstring(t)
        self.leave()

    def _type_parameters(self, t: Any) -> None:
        # Python 3.11 has no such field.
        parameters = getattr(t, "type_params", None)
        if parameters:
            self.write(SUBSCRIPT)
            self._separated(parameters, self.dispatch)
            self.write("]")

    def _TypeVar(self, t: Any) -> None:
        self._type_parameter("", t)

    def _TypeVarTuple(self, t: Any) -> None:
        self._type_parameter("*", t)

    def _ParamSpec(self, t: Any) -> None:
        self._type_parameter("**", t)

    def _type_parameter(self, stars: str, t: Any) -> None:
        self.write(stars + t.name)
        if getattr(t, "bound", None) is not None:
            self.write(": ")
            self._operand(t.bound, Level.TEST)
        if getattr(t, "default_value", None) is not None:
            self.write(" = ")
            self._operand(t.default_value, Level.TEST)

    def _If(self, t: Any) -> None:
        keyword = "if "
        while True:
            self.fill(keyword)
            self._condition(t.test)
            self._block(t.body)
            if len(t.orelse) != 1 or kind_of(t.orelse[0]) != "If":
                break
            t, keyword = t.orelse[0], "elif "
        self._else(t.orelse)

    def _else(self, statements: list[Any], keyword: str = "else") -> None:
        if statements:
            self.fill(keyword)
            self._block(statements)

    def _For(self, t: Any) -> None:
        self._for(t, "for ")

    def _AsyncFor(self, t: Any) -> None:
        self._for(t, "async for ")

    def _for(self, t: Any, keyword: str) -> None:
        self.fill(keyword)
        self._target(t.target)
        self.write(" in ")
        self._whole(t.iter, Level.TEST)
        self._block(t.body)
        self._else(t.orelse)

    def _While(self, t: Any) -> None:
        self.fill("while ")
        self._condition(t.test)
        self._block(t.body)
        self._else(t.orelse)

    def _With(self, t: Any) -> None:
        self._with(t, "with ")

    def _AsyncWith(self, t: Any) -> None:
        self._with(t, "async with ")

    def _with(self, t: Any, keyword: str) -> None:
        self.fill(keyword)
        if len(t.items) > 1:
            self.write(OPTIONAL_OPEN)
            self._separated(t.items, self.dispatch)
            self.write(OPTIONAL_CLOSE)
        elif t.items[0].optional_vars is None and kind_of(t.items[0].context_expr) == "Tuple":
            # In one pair of parentheses these would be several context managers.
            self.write("(")
            self._operand(t.items[0].context_expr, Level.TEST)
            self.write(")")
        else:
            self.dispatch(t.items[0])
        self._block(t.body)

    def _withitem(self, t: Any) -> None:
        self._whole(t.context_expr, Level.TEST)
        if t.optional_vars is not None:
            self.write(" as ")
            self._operand(t.optional_vars, Level.TEST)

    def _Try(self, t: Any) -> None:
        self._try(t, "except")

    def _TryStar(self, t: Any) -> None:
        self._try(t, "except*")

    def _try(self, t: Any, keyword: str) -> None:
        self.fill("try")
        self._block(t.body)
        for handler in t.handlers:
            self.fill(keyword)
            if handler.type is not None:
                self.write(" ")
                self._whole(handler.type, Level.TEST)
            if handler.name is not None:
                # gast has a Name here.
                self.write(" as " + getattr(handler.name, "id", handler.name))
            self._block(handler.body)
        self._else(t.orelse)
        self._else(t.finalbody, "finally")

    def _ExceptHandler(self, t: Any) -> None:
        raise TypeError("an except clause can be printed only as a part of its try statement")

    # Patterns.

    def _Match(self, t: Any) -> None:
        self.fill("match ")
        self._whole(t.subject, Level.NAMED if kind_of(t.subject) == "NamedExpr" else Level.TUPLE)
        self.enter()
        for case in t.cases:
            self.dispatch(case)
        self.leave()

    def _match_case(self, t: Any) -> None:
        self.fill("case ")
        self.write(OPTIONAL_OPEN)
        self.dispatch(t.pattern)
        self.write(OPTIONAL_CLOSE)
        if t.guard is not None:
            self.write(" if ")
            self._condition(t.guard)
        self._block(t.body)

    def _MatchValue(self, t: Any) -> None:
        self.dispatch(t.value)

    def _MatchSingleton(self, t: Any) -> None:
        self.write(repr(t.value))

    def _MatchSequence(self, t: Any) -> None:
        self.write("[")
        self._separated(t.patterns, self.dispatch)
        self.write("]")

    def _MatchMapping(self, t: Any) -> None:
        self.write("{")
        for index, (key, pattern) in enumerate(zip(t.keys, t.patterns, strict=True)):
            if index:
                self.write(COMMA)
            self.dispatch(key)
            self.write(": ")
            self.dispatch(pattern)
        if t.rest is not None:
            if t.keys:
                self.write(COMMA)
            self.write("**" + t.rest)
        self.write("}")

    def _MatchClass(self, t: Any) -> None:
        self.dispatch(t.cls)
        self.write(CALL)
        self._separated(t.patterns, self.dispatch)
        for index, (name, pattern) in enumerate(zip(t.kwd_attrs, t.kwd_patterns, strict=True)):
            if index or t.patterns:
                self.write(COMMA)
            self.write(name + "=")
            self.dispatch(pattern)
        self.write(")")

    def _MatchStar(self, t: Any) -> None:
        self.write("*" + (t.name or "_"))

    def _MatchAs(self, t: Any) -> None:
        if t.pattern is not None:
            self._alternative(t.pattern, ("MatchAs",))
            self.write(" as ")
        self.write(t.name or "_")

    def _MatchOr(self, t: Any) -> None:
        self._separated(t.patterns, lambda p: self._alternative(p, ("MatchAs", "MatchOr")), PATTERN_OR)

    def _alternative(self, pattern: Any, weaker: tuple[str, ...]) -> None:
        is_capture = kind_of(pattern) == "MatchAs" and pattern.pattern is None
        if kind_of(pattern) in weaker and not is_capture:
            self.write("(")
            self.dispatch(pattern)
            self.write(")")
        else:
            self.dispatch(pattern)


def _is_import(text: str | None) -> bool:
    return text is not None and text.startswith(("import ", "from "))


def _docstring(statement: Any) -> str | None:
    """The text of `statement`, the first of its suite, if it is a docstring."""
    if kind_of(statement) != "Expr":
        return None
    constant = statement.value
    if kind_of(constant) != "Constant" or not isinstance(constant.value, str):
        return None
    return (getattr(constant, "kind", None) or "") + literals.docstring(constant.value)
