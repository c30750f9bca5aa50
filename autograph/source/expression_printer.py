"""Expressions as Python text: precedence, f-strings, and the tokens that lines are broken at.

A parenthesis is written where the grammar needs one, and nowhere else but around a power under a unary operator.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import astunparse

from autograph.source import literals
from autograph.source.line_breaks import (
    CALL,
    COMMA,
    OPTIONAL_CLOSE,
    OPTIONAL_OPEN,
    SUBSCRIPT,
    Binding,
    Delimiter,
    is_closing,
)


class Level(IntEnum):
    """How strongly an expression holds together; one inside another needs parentheses if its level is lower."""

    NAMED = 0
    YIELD = 1
    TUPLE = 2
    TEST = 3
    OR = 4
    AND = 5
    NOT = 6
    COMPARISON = 7
    BIT_OR = 8
    BIT_XOR = 9
    BIT_AND = 10
    SHIFT = 11
    ARITHMETIC = 12
    TERM = 13
    FACTOR = 14
    POWER = 15
    AWAIT = 16
    ATOM = 17


_LEVELS = {
    "NamedExpr": Level.NAMED,
    "Yield": Level.YIELD,
    "YieldFrom": Level.YIELD,
    "Lambda": Level.TEST,
    "IfExp": Level.TEST,
    "Compare": Level.COMPARISON,
    "Await": Level.AWAIT,
}

_BINARY = {
    "Add": (Delimiter(" + ", Binding.ARITHMETIC), Level.ARITHMETIC),
    "Sub": (Delimiter(" - ", Binding.ARITHMETIC), Level.ARITHMETIC),
    "Mult": (Delimiter(" * ", Binding.TERM), Level.TERM),
    "MatMult": (Delimiter(" @ ", Binding.TERM), Level.TERM),
    "Div": (Delimiter(" / ", Binding.TERM), Level.TERM),
    "Mod": (Delimiter(" % ", Binding.TERM), Level.TERM),
    "FloorDiv": (Delimiter(" // ", Binding.TERM), Level.TERM),
    "LShift": (Delimiter(" << ", Binding.SHIFT), Level.SHIFT),
    "RShift": (Delimiter(" >> ", Binding.SHIFT), Level.SHIFT),
    "BitOr": (Delimiter(" | ", Binding.BIT_OR), Level.BIT_OR),
    "BitXor": (Delimiter(" ^ ", Binding.BIT_XOR), Level.BIT_XOR),
    "BitAnd": (Delimiter(" & ", Binding.BIT_AND), Level.BIT_AND),
    "Pow": (Delimiter(" ** ", Binding.POWER), Level.POWER),
}
_HUGGING_POWER = Delimiter("**", Binding.POWER)
_UNARY = {"Invert": "~", "Not": "not ", "UAdd": "+", "USub": "-"}
_LOGICAL = {
    "And": (Delimiter(" and ", Binding.LOGIC), Level.AND),
    "Or": (Delimiter(" or ", Binding.LOGIC), Level.OR),
}
_COMPARISONS = {name: Delimiter(f" {text} ", Binding.COMPARATOR) for name, text in astunparse.Unparser.cmpops.items()}
AUGMENTED = {name: f" {operator.strip()}= " for name, (operator, _) in _BINARY.items()}
_TERNARY_IF, _TERNARY_ELSE = Delimiter(" if ", Binding.TERNARY), Delimiter(" else ", Binding.TERNARY)
_COMPREHENSION_IF = Delimiter(" if ", Binding.COMPREHENSION)
PATTERN_OR = Delimiter(" | ", Binding.BIT_OR)


def kind_of(node: Any) -> str:
    """The name of a node's class, the same in both dialects."""
    return type(node).__name__


def _level(node: Any) -> Level:
    kind = kind_of(node)
    if kind == "BinOp":
        return _BINARY[kind_of(node.op)][1]
    if kind == "BoolOp":
        return _LOGICAL[kind_of(node.op)][1]
    if kind == "UnaryOp":
        return Level.NOT if kind_of(node.op) == "Not" else Level.FACTOR
    if kind == "Tuple":
        # An empty one, and one of one element, bring their own parentheses.
        return Level.TUPLE if len(node.elts) > 1 else Level.ATOM
    if kind == "Constant":
        return _level_of_constant(node.value)
    return _LEVELS.get(kind, Level.ATOM)


def _level_of_constant(value: Any) -> Level:
    if isinstance(value, (int, float, complex)) and literals.constant(value).startswith("-"):
        return Level.FACTOR
    return Level.ATOM


class ExpressionPrinter(astunparse.Unparser):
    """Collects the tokens of expressions."""

    def __init__(self) -> None:
        # The base class prints a tree as it is made. This one is made first, and then asked for what is needed.
        self._tokens: list[str] = []
        self._field: _Field | None = None

    def flat(self, write: Callable[[], None]) -> str:
        """What `write` prints, as one string."""
        tokens, self._tokens = self._tokens, []
        try:
            write()
            return "".join(self._tokens)
        finally:
            self._tokens = tokens

    def write(self, text: str) -> None:
        self._tokens.append(text)

    def dispatch(self, tree: Any) -> None:
        if isinstance(tree, list):
            for node in tree:
                self.dispatch(node)
            return
        method = getattr(self, "_" + type(tree).__name__, None)
        if method is None:
            raise TypeError(f"{type(tree).__name__!r} is no node of Python's syntax that can be printed: {tree!r}")
        method(tree)

    # How an expression stands in another, or in a statement.

    def _operand(self, node: Any, level: Level) -> None:
        if _level(node) < level:
            self.write("(")
            self._enclosed(node)
            self.write(")")
        else:
            self.dispatch(node)

    def _enclosed(self, node: Any) -> None:
        """An expression alone in parentheses, where a conditional one does without its own."""
        if kind_of(node) == "IfExp":
            self._ternary(node)
        else:
            self.dispatch(node)

    def _named(self, node: Any) -> None:
        """An expression, or an assignment expression without parentheses."""
        self._operand(node, Level.NAMED if kind_of(node) == "NamedExpr" else Level.TEST)

    def _whole(self, node: Any, level: Level) -> None:
        """An expression that is a part of a statement of its own: it may be parenthesised to be broken."""
        if _level(node) < level or kind_of(node) == "GeneratorExp" or (kind_of(node) == "Tuple" and len(node.elts) < 2):
            self._operand(node, level)
            return
        self.write(OPTIONAL_OPEN)
        self._enclosed(node)
        self.write(OPTIONAL_CLOSE)

    def _condition(self, node: Any) -> None:
        self._whole(node, Level.NAMED if kind_of(node) == "NamedExpr" else Level.TEST)

    def _target(self, node: Any) -> None:
        """What is assigned to. A tuple may be parenthesised to be broken."""
        if kind_of(node) == "Tuple":
            self._whole(node, Level.TUPLE)
        else:
            self.dispatch(node)

    def _separated(self, nodes: Iterable[Any], write: Callable[[Any], None], separator: str = COMMA) -> None:
        for index, node in enumerate(nodes):
            if index:
                self.write(separator)
            write(node)

    # Operators.

    def _BoolOp(self, t: Any) -> None:
        operator, level = _LOGICAL[kind_of(t.op)]
        self._separated(t.values, lambda value: self._operand(value, Level(level + 1)), operator)

    def _BinOp(self, t: Any) -> None:
        operator, level = _BINARY[kind_of(t.op)]
        if level == Level.POWER:
            hugs = _level(t.left) > Level.POWER and _is_simple_operand(t.left) and _is_simple_operand(t.right)
            self._operand(t.left, Level.AWAIT)
            self.write(_HUGGING_POWER if hugs else operator)
            self._operand(t.right, Level.FACTOR)
            return
        # A long sum leans to the left. It is walked in a loop, so that it may be as long as it likes.
        chain = [t]
        while kind_of(t.left) == "BinOp" and _level(t.left) == level:
            t = t.left
            chain.append(t)
        self._operand(t.left, level)
        for link in reversed(chain):
            self.write(_BINARY[kind_of(link.op)][0])
            self._operand(link.right, Level(level + 1))

    def _UnaryOp(self, t: Any) -> None:
        operator = kind_of(t.op)
        self.write(_UNARY[operator])
        if operator == "Not":
            self._operand(t.operand, Level.NOT)
        elif _level(t.operand) == Level.POWER:
            # Not needed, but black wants `-(x**2)`: it is read wrong too often.
            self._operand(t.operand, Level.ATOM)
        else:
            self._operand(t.operand, Level.FACTOR)

    def _Compare(self, t: Any) -> None:
        self._operand(t.left, Level.BIT_OR)
        for operator, comparator in zip(t.ops, t.comparators, strict=True):
            self.write(_COMPARISONS[kind_of(operator)])
            self._operand(comparator, Level.BIT_OR)

    def _NamedExpr(self, t: Any) -> None:
        self.dispatch(t.target)
        self.write(" := ")
        self._operand(t.value, Level.TEST)

    def _IfExp(self, t: Any) -> None:
        self.write(OPTIONAL_OPEN)
        self._ternary(t)
        self.write(OPTIONAL_CLOSE)

    def _ternary(self, t: Any) -> None:
        self._operand(t.body, Level.OR)
        self.write(_TERNARY_IF)
        self._operand(t.test, Level.OR)
        self.write(_TERNARY_ELSE)
        self._operand(t.orelse, Level.TEST)

    def _Lambda(self, t: Any) -> None:
        parameters = self.flat(lambda: self.dispatch(t.args))
        self.write(f"lambda {parameters}: " if parameters else "lambda: ")
        self._operand(t.body, Level.TEST)

    def _Await(self, t: Any) -> None:
        self.write("await ")
        self._operand(t.value, Level.ATOM)

    def _Yield(self, t: Any) -> None:
        self.write("yield")
        if t.value is not None:
            self.write(" ")
            self._operand(t.value, Level.TUPLE)

    def _YieldFrom(self, t: Any) -> None:
        self.write("yield from ")
        self._operand(t.value, Level.TEST)

    # Primaries.

    def _Attribute(self, t: Any) -> None:
        is_number = kind_of(t.value) == "Constant" and type(t.value.value) in (int, float)
        if is_number and _level(t.value) == Level.ATOM:
            # `1.real` is read as the number `1.`; black writes this for both kinds.
            self.write("(")
            self.dispatch(t.value)
            self.write(")")
        else:
            self._operand(t.value, Level.ATOM)
        follows_brackets = is_closing(self._tokens[-1])
        self.write(Delimiter("." + t.attr, Binding.DOT) if follows_brackets else "." + t.attr)

    def _Call(self, t: Any) -> None:
        self._operand(t.func, Level.ATOM)
        self.write(CALL)
        if len(t.args) == 1 and not t.keywords and kind_of(t.args[0]) == "GeneratorExp":
            self._comprehended(t.args[0])
        elif len(t.args) == 1 and not t.keywords and kind_of(t.args[0]) == "IfExp":
            self._ternary(t.args[0])
        else:
            self._separated([*t.args, *t.keywords], self._argument)
        self.write(")")

    def _argument(self, node: Any) -> None:
        if kind_of(node) == "Starred":
            self.write("*")
            self._operand(node.value, Level.TEST)
        else:
            self._named(node)

    def _keyword(self, t: Any) -> None:
        self.write("**" if t.arg is None else t.arg + "=")
        self._operand(t.value, Level.TEST)

    def _Subscript(self, t: Any) -> None:
        self._operand(t.value, Level.ATOM)
        self.write(SUBSCRIPT)
        index = t.slice
        if kind_of(index) != "Tuple" or not index.elts:
            self._named(index)
        elif len(index.elts) == 1 and kind_of(index.elts[0]) not in ("Starred", "Slice"):
            self.dispatch(index)
        else:
            self._separated(index.elts, self._argument)
            if len(index.elts) == 1 and kind_of(index.elts[0]) == "Slice":
                self.write(",")
        self.write("]")

    def _Slice(self, t: Any) -> None:
        parts = [part for part in (t.lower, t.upper, t.step) if part is not None]
        space = "" if all(map(_is_plain, parts)) else " "
        if t.lower is not None:
            self._operand(t.lower, Level.TEST)
            self.write(space)
        self.write(":")
        if t.upper is not None:
            self.write(space)
            self._operand(t.upper, Level.TEST)
        if t.step is not None:
            self.write(space if t.upper is not None else "")
            self.write(":" + space)
            self._operand(t.step, Level.TEST)

    def _Starred(self, t: Any) -> None:
        self.write("*")
        self._operand(t.value, Level.BIT_OR)

    # Displays and comprehensions.

    def _Tuple(self, t: Any) -> None:
        if len(t.elts) > 1:
            self._separated(t.elts, lambda element: self._operand(element, Level.TEST))
            return
        self.write("(")
        if t.elts:
            self._operand(t.elts[0], Level.TEST)
            self.write(",")
        self.write(")")

    def _List(self, t: Any) -> None:
        self.write("[")
        self._separated(t.elts, self._named)
        self.write("]")

    def _Set(self, t: Any) -> None:
        self.write("{")
        self._separated(t.elts, self._named)
        if not t.elts:
            # `{}` is a dictionary.
            self.write("*()")
        self.write("}")

    def _Dict(self, t: Any) -> None:
        self.write("{")
        for index, (key, value) in enumerate(zip(t.keys, t.values, strict=True)):
            if index:
                self.write(COMMA)
            if key is None:
                self.write("**")
                self._operand(value, Level.BIT_OR)
            else:
                self._operand(key, Level.TEST)
                self.write(": ")
                self._operand(value, Level.TEST)
        self.write("}")

    def _ListComp(self, t: Any) -> None:
        self.write("[")
        self._comprehended(t)
        self.write("]")

    def _SetComp(self, t: Any) -> None:
        self.write("{")
        self._comprehended(t)
        self.write("}")

    def _GeneratorExp(self, t: Any) -> None:
        self.write("(")
        self._comprehended(t)
        self.write(")")

    def _DictComp(self, t: Any) -> None:
        self.write("{")
        self._operand(t.key, Level.TEST)
        self.write(": ")
        self._operand(t.value, Level.TEST)
        for generator in t.generators:
            self.dispatch(generator)
        self.write("}")

    def _comprehended(self, t: Any) -> None:
        self._named(t.elt)
        for generator in t.generators:
            self.dispatch(generator)

    def _comprehension(self, t: Any) -> None:
        # One token, since the commas of the target are no place to break the line at.
        target = self.flat(lambda: self._operand(t.target, Level.TUPLE))
        keyword = "async for" if t.is_async else "for"
        self.write(Delimiter(f" {keyword} {target} in ", Binding.COMPREHENSION))
        self._operand(t.iter, Level.OR)
        for condition in t.ifs:
            self.write(_COMPREHENSION_IF)
            self._operand(condition, Level.OR)

    # Parameters.

    def _arguments(self, t: Any) -> None:
        positional = [*t.posonlyargs, *t.args]
        defaults = [*[None] * (len(positional) - len(t.defaults)), *t.defaults]
        parameters: list[tuple[str, Any, Any]] = [("", p, d) for p, d in zip(positional, defaults, strict=True)]
        if t.posonlyargs:
            parameters.insert(len(t.posonlyargs), ("/", None, None))
        if t.vararg is not None or t.kwonlyargs:
            parameters.append(("*", t.vararg, None))
        parameters += [("", p, d) for p, d in zip(t.kwonlyargs, t.kw_defaults, strict=True)]
        if t.kwarg is not None:
            parameters.append(("**", t.kwarg, None))
        self._separated(parameters, self._parameter)

    def _parameter(self, parameter: tuple[str, Any, Any]) -> None:
        stars, node, default = parameter
        # A parameter is an `arg` to Python, and a `Name` to gast.
        self.write(stars if node is None else stars + (node.arg if hasattr(node, "arg") else node.id))
        annotation = None if node is None else node.annotation
        if annotation is not None:
            self.write(": ")
            self._operand(annotation, Level.TEST)
        if default is not None:
            self.write(" = " if annotation is not None else "=")
            self._operand(default, Level.TEST)

    # Constants and f-strings.

    def _Constant(self, t: Any) -> None:
        # A node that was made rather than parsed may lack the field.
        value, kind = t.value, getattr(t, "kind", None)
        if kind:
            self.write(kind + literals.string(value))
        elif self._field is not None and isinstance(value, (str, bytes)):
            self.write(self._field.string(value))
        else:
            self.write(literals.constant(value))

    def _FormattedValue(self, t: Any) -> None:
        self._fstring([t])

    def _JoinedStr(self, t: Any) -> None:
        self._fstring(t.values)

    def _fstring(self, values: list[Any]) -> None:
        if any(getattr(value, "kind", None) for value in values):
            # `u"a" f"{b}"` is one f-string, and its tree remembers the letter.
            self.write('u"" ')
        quotes = literals.quotes_for("".join(value.value for value in values if kind_of(value) == "Constant"))
        if self._field is not None:
            self.write(self._fstring_within(values, quotes, self._field))
            return
        for field in _FIELDS:
            try:
                self.write(self._fstring_within(values, quotes, field))
                return
            except _NoSpelling:
                continue
        if not _FIELDS_ARE_FREE:
            raise ValueError(
                "an f-string cannot be written on Python 3.11, where its fields have no backslashes and no quotes of "
                "its own: print it on Python 3.12 or later, or put what is in the field into a variable first"
            )
        self.write(self._quoted_fstring(values, quotes[0], None))

    def _fstring_within(self, values: list[Any], quotes: tuple[str, ...], field: _Field) -> str:
        """The f-string in the first of `quotes` that its fields and the field it is in do not need."""
        for quote in quotes:
            if quote not in field.quotes:
                continue
            within = tuple(other for other in field.quotes if not other.startswith(quote))
            try:
                return self._quoted_fstring(values, quote, _Field(within, field.spells_characters))
            except _NoSpelling:
                continue
        raise _NoSpelling

    def _quoted_fstring(self, values: list[Any], quote: str, field: _Field | None) -> str:
        is_nested, enclosing = self._field is not None, self._field
        self._field = field
        try:
            return f"f{quote}{self._fstring_parts(values, quote, is_nested)}{quote}"
        finally:
            self._field = enclosing

    def _fstring_parts(self, values: list[Any], quote: str, is_nested: bool, in_format: bool = False) -> str:
        parts = []
        for value in values:
            if kind_of(value) == "FormattedValue":
                parts.append(self._replacement(value, quote, is_nested))
                continue
            text = literals.escaped(value.value, quote)
            if in_format:
                # A doubled brace does not stand for one here.
                text = text.replace("{", r"\x7b").replace("}", r"\x7d")
            else:
                text = text.replace("{", "{{").replace("}", "}}")
            if is_nested and "\\" in text:
                raise _NoSpelling
            parts.append(text)
        return "".join(parts)

    def _replacement(self, t: Any, quote: str, is_nested: bool) -> str:
        # A colon outside brackets would end the expression.
        last = t.value
        while kind_of(last) == "IfExp":
            last = last.orelse
        level = Level.OR if kind_of(last) == "Lambda" else Level.TEST
        text = self.flat(lambda: self._operand(t.value, level))
        if self._field is not None and (quote in text or "\\" in text or ("\n" in text and len(quote) == 1)):
            raise _NoSpelling
        space = " " if text.startswith("{") else ""
        conversion = f"!{chr(t.conversion)}" if t.conversion != -1 else ""
        specification = ""
        if t.format_spec is not None:
            specification = ":" + self._fstring_parts(t.format_spec.values, quote, is_nested, in_format=True)
        return f"{{{space}{text}{conversion}{specification}}}"


class _NoSpelling(Exception):
    """What is to be printed cannot be written under the rules of the f-string that it is in."""


_FIELDS_ARE_FREE = sys.version_info >= (3, 12)


@dataclass(frozen=True)
class _Field:
    """The rules of an f-string's fields before Python 3.12: no backslashes, and only the quotes that are not in use.

    They are kept on later versions too as far as possible, since the result is easier to read.
    """

    quotes: tuple[str, ...]
    spells_characters: bool = False  # may write `"%c" % 10` where a backslash would be needed

    def string(self, value: str | bytes) -> str:
        if _FIELDS_ARE_FREE and "\\" in repr(value):
            # It would have characters in it that are better escaped, and can be.
            raise _NoSpelling
        text = literals.string_without_escapes(value, self.quotes)
        if text is None and self.spells_characters:
            text = literals.string_of_characters(value, self.quotes)
        if text is None:
            raise _NoSpelling
        return text


_FIELDS = [_Field(literals.QUOTES)]
if not _FIELDS_ARE_FREE:
    _FIELDS.append(_Field(literals.QUOTES, spells_characters=True))


def _is_simple_operand(node: Any) -> bool:
    """Whether black writes a power of it without spaces: a name, an attribute of one, or a number."""
    kind = kind_of(node)
    if kind == "UnaryOp":
        return kind_of(node.op) == "USub" and kind_of(node.operand) != "UnaryOp" and _is_simple_operand(node.operand)
    if kind == "Constant":
        return isinstance(node.value, (int, float, complex))
    while kind_of(node) == "Attribute":
        node = node.value
    return kind_of(node) == "Name"


_PLAIN = ("Name", "Constant", "UnaryOp", "Tuple", "List", "Dict", "Set", "JoinedStr", "FormattedValue")


def _is_plain(node: Any) -> bool:
    """Whether black writes it next to the colon of a slice without a space."""
    return all(
        kind_of(part) in _PLAIN or (isinstance(part, (ast.expr_context, ast.unaryop)) and kind_of(part) != "Not")
        for part in ast.walk(node)
    )
