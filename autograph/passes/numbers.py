"""Arithmetic of comparisons, whose outcomes are integers to Python, powers, which may be floats of integers, and what
only Python's numbers have.

(a > b) + (a > c)    ->    ag__.number(a > b) + ag__.number(a > c)
~(a > b)             ->    ~ag__.number(a > b)
~a                   ->    ~ag__.inverted(a)
a ** n               ->    ag__.operated(a, "**", n)
a **= n              ->    a = ag__.operated(a, "**=", n)
a.bit_length()       ->    ag__.numeric(a).bit_length()
a.__class__          ->    ag__.class_of(a)
"""

from __future__ import annotations

import copy
from typing import Any

import gast

from autograph.passes.logical import Deferral, operator_call
from autograph.source.templates import located

#: How operators are written.
SYMBOLS = {
    gast.Add: "+", gast.Sub: "-", gast.Mult: "*", gast.Div: "/", gast.FloorDiv: "//", gast.Mod: "%", gast.Pow: "**",
    gast.MatMult: "@", gast.LShift: "<<", gast.RShift: ">>", gast.BitAnd: "&", gast.BitOr: "|", gast.BitXor: "^",
}  # fmt: skip
_ARITHMETIC = (
    gast.Add, gast.Sub, gast.Mult, gast.Div, gast.FloorDiv, gast.Mod, gast.Pow, gast.LShift, gast.RShift, gast.USub,
    gast.UAdd, gast.Invert,
)  # fmt: skip


def _may_be_a_bool(node: Any) -> bool:
    """Whether an operand of `~` may be a bool, besides comparisons. `~` of those of arrays is what it is of tensors."""
    if isinstance(node, gast.BinOp):
        return isinstance(node.op, (gast.BitAnd, gast.BitOr, gast.BitXor))
    if isinstance(node, gast.Call):
        module = getattr(node.func, "value", None)
        return not isinstance(module, gast.Name) or module.id not in ("np", "numpy", "jnp", "tf", "runtime")
    return isinstance(node, (gast.Name, gast.Attribute, gast.Subscript, gast.BoolOp, gast.IfExp, gast.NamedExpr))


def convert_arithmetic(node: Any) -> None:
    """Makes numbers of the operands of an operator that are comparisons, before these are converted themselves."""
    if not isinstance(node.op, _ARITHMETIC):
        return
    if isinstance(node.op, gast.Invert) and _may_be_a_bool(node.operand):
        node.operand = operator_call("inverted", node.operand, node.operand)
        return
    for field in ("left", "right", "operand"):
        operand = node.__dict__.get(field)
        if field == "right" and makes_text(node):
            continue
        if isinstance(operand, gast.Compare) or (
            isinstance(operand, gast.UnaryOp) and isinstance(operand.op, gast.Not)
        ):
            setattr(node, field, operator_call("number", operand, operand))


def makes_text(node: Any) -> bool:
    """Whether `%` may be that of text, and what it shows may be staged; or has an operand of more than 32 bits."""
    return isinstance(node.op, gast.Mod) and not any(map(_is_number, (node.left, node.right)))


def _is_number(node: Any) -> bool:
    written = getattr(node, "operand", node)
    return isinstance(written, gast.Constant) and not isinstance(written.value, str) and written.value != 2**31


#: Attributes of Python's numbers.
_OF_NUMBERS = frozenset({
    "as_integer_ratio", "bit_count", "bit_length", "conjugate", "denominator", "fromhex", "from_bytes", "hex", "imag",
    "is_integer", "numerator", "real", "to_bytes", "__hash__", "__divmod__", "__rdivmod__", "__round__", "__trunc__",
    "__floor__", "__ceil__",
})  # fmt: skip


def convert_attribute(node: Any, deferral: Deferral) -> Any:
    """An attribute."""
    if node.attr in _OF_NUMBERS and isinstance(node.ctx, gast.Load):
        node.value = operator_call("numeric", node.value, node.value)
    is_of_self = isinstance(node.value, gast.Name) and node.value.id == "self"
    if node.attr == "shape" and not is_of_self and isinstance(node.ctx, gast.Load):
        node.value = operator_call("sized", node.value, node.value)
    is_of_number = node.attr == "__class__" and not is_of_self
    if is_of_number and isinstance(node.ctx, gast.Load):
        return operator_call("class_of", node, node.value)
    return node


def convert_power(node: Any) -> Any:
    """A power of an operand, where it may be one of an integer below 0; or a square, of which a remainder is taken."""
    if "of_remainder" in node.__dict__:
        return operator_call("squared", node, node.left)
    return node if _is_plain(node.left, node.right) else operated(node)


def with_power(statement: Any) -> Any:
    """An augmented assignment to a variable as one of the power, where that may be a negative one of an integer, and
    as one of text that `%` may make."""
    if not isinstance(statement.target, gast.Name):
        return statement
    if isinstance(statement.op, gast.Mod) and not _is_number(statement.value):
        return as_assignment(statement)
    is_power = isinstance(statement.op, gast.Pow)
    return as_assignment(statement) if is_power and not _is_plain(None, statement.value) else statement


def operated(node: Any) -> Any:
    """A call in place of an operator: of staged operands, too, it raises and makes what Python does."""
    return operator_call("operated", node, node.left, gast.Constant(SYMBOLS[type(node.op)], None), node.right)


def as_assignment(statement: Any) -> Any:
    """An augmented assignment as one of such a call; its target is evaluated twice."""
    target = statement.target
    read = copy.deepcopy(target)
    read.ctx = gast.Load()
    target.__dict__.pop("maybe_unbound", None)  # which the one that is read may be
    symbol = gast.Constant(SYMBOLS[type(statement.op)] + "=", None)
    value = operator_call("operated", statement, read, symbol, statement.value)
    return located(gast.Assign([target], value, None), statement)


def _is_plain(base: Any, exponent: Any) -> bool:
    """Whether a power is none of an integer, or none that is negative."""
    if isinstance(base, gast.Constant):
        return isinstance(base.value, float) or isinstance(getattr(exponent, "operand", exponent), gast.Constant)
    return isinstance(exponent, gast.Constant)
