"""`and`, `or`, `not` and conditional expressions as calls whose operands wait in lambdas.

    a and b            ->    ag__.and_(a, lambda: b)()
    not a              ->    ag__.not_(a)
    a if c else b      ->    ag__.if_exp(c, lambda: a, lambda: b)()

What an operator returns is what Python has still to run, and is called where the expression stands.
An operand that binds a name (`:=`) waits in a function before the statement instead, where it can declare the name.
Where only the truth of `and` and `or` matters they become `and_test` and `or_test`, which ask each operand once.
What can only be a Python bool stays, and so does an expression whose operands cannot wait: one that yields, awaits or
looks at its frame, or binds a name in a lambda or a comprehension.
"""

from __future__ import annotations

from typing import Any, Protocol

import gast

from autograph.analysis.eligibility import is_plain_test, looks_at_frame
from autograph.source.templates import first_line, located, location_of, made
from autograph.source.walking import walk

_SUSPENDING = (gast.Yield, gast.YieldFrom, gast.Await)


class Deferral(Protocol):
    """How an operand is made to wait, where the expression stands."""

    def can_wait(self, node: Any) -> bool:
        """Whether an expression may be evaluated later than where it stands."""

    def waiting(self, node: Any) -> Any:
        """A function of no arguments that evaluates the expression."""

    def is_stable(self, name: str) -> bool:
        """Whether a name can only be rebound where the function at hand says so itself."""

    def is_sequence(self, name: str) -> bool:
        """Whether the function at hand assigns a tuple or list that is written out to a name."""

    def temporary(self) -> str:
        """A name for a value of an expression."""

    @property
    def can_bind(self) -> bool:
        """Whether an expression may bind such a name where it stands."""


def convert_bool_op(node: Any, deferral: Deferral) -> Any:
    """`and`, `or`."""
    if is_plain_test(node) or not all(deferral.can_wait(value) for value in node.values[1:]):
        return node
    operator = "and_" if isinstance(node.op, gast.And) else "or_"
    first, *rest = node.values
    return run(operator_call(operator, node, first, *(deferral.waiting(value) for value in rest)))


def convert_not(node: Any, deferral: Deferral) -> Any:
    """`not`."""
    if not isinstance(node.op, gast.Not) or is_plain_test(node):
        return node
    return operator_call("not_", node, truth_of(node.operand))


def convert_if_exp(node: Any, deferral: Deferral) -> Any:
    """`a if c else b`."""
    if is_plain_test(node.test) or not (deferral.can_wait(node.body) and deferral.can_wait(node.orelse)):
        return node
    return run(
        operator_call("if_exp", node, truth_of(node.test), deferral.waiting(node.body), deferral.waiting(node.orelse))
    )


def run(function: Any) -> Any:
    """A call of what an operator returns, or of a function made on the spot."""
    return located(gast.Call(function, [], []), function)


def truth_of(node: Any) -> Any:
    """A converted expression of which only the truth is asked."""
    if isinstance(node, gast.Lambda):
        truth_of(node.body)
    elif isinstance(node, gast.Call) and isinstance(node.func, gast.Call) and is_operator(node.func):
        operation = node.func
        if operation.func.attr in ("and_", "or_"):
            operation.func.attr += "test"
            for operand in operation.args:
                truth_of(operand)
    return node


def is_operator(node: Any) -> bool:
    """Whether a call is one of an operator, put there by another pass."""
    function = node.func
    return (
        isinstance(function, gast.Attribute) and isinstance(function.value, gast.Name) and function.value.id == "ag__"
    )


def is_display(node: Any) -> bool:
    """Whether an expression is a tuple or a list that is written out, with stars (`ag__.display`) or without."""
    if isinstance(node, gast.Call):
        return is_operator(node) and node.func.attr == "display"
    return isinstance(node, (gast.Tuple, gast.List))


def names_bound(node: Any) -> set[str] | None:
    """The names an expression binds by `:=`; None if it cannot be evaluated anywhere but where it stands."""
    bound = set()
    for part in walk(node):
        kind = type(part)
        if kind in _SUSPENDING:
            return None
        if kind is gast.NamedExpr:
            if "generated" not in part.__dict__:
                bound.add(part.target.id)
        elif looks_at_frame(part) or (kind is gast.comprehension and part.is_async):
            return None
    return bound


def lambda_of(node: Any) -> Any:
    """`lambda: node`."""
    new = located(gast.Lambda(gast.arguments([], [], None, [], [], None, []), node), node)
    new.generated = True
    return new


def operator_call(operator: str, at: Any, *arguments: Any) -> Any:
    """`ag__.operator(arguments)`."""
    for argument in arguments:
        if "lineno" not in argument.__dict__:
            located(argument, at)
    location = location_of(at)
    holder = made(gast.Name, location, id="ag__", ctx=_LOAD, annotation=None, type_comment=None)
    function = made(gast.Attribute, first_line(location), value=holder, attr=operator, ctx=_LOAD)
    return made(gast.Call, location, func=function, args=[*arguments], keywords=[])


_LOAD = gast.Load()
