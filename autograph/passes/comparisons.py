"""`in`, comparisons of what may be a tuple or a list, so that their items may be staged, and chained comparisons.

    a in b             ->    ag__.in_(a, b)()
    a not in b         ->    ag__.not_(ag__.in_(a, b)())
    a is None          ->    ag__.is_(a, None)
    (a, 1) < b         ->    ag__.compared((a, 1)) < b
    a == b             ->    ag__.compared(a) == b
    a.key() < b.key()  ->    ag__.compared(a.key()) < b.key()
    a.key < b.key      ->    ag__.compared(a.key) < b.key
    key(a) < key(b)    ->    ag__.compared(ag__.call(key)(a)) < ag__.call(key)(b)
    a < b < c          ->    ag__.and_(a < b, lambda: b < c)()
    a < f() < c        ->    ag__.and_(a < (middle := f()), lambda: middle < c)()

Other comparisons stay: staged values know how to compare themselves. So does `in` of a string that is written out.
"""

from __future__ import annotations

import builtins
from typing import Any

import gast

from autograph.analysis.eligibility import builtin_called, is_plain_identity, is_plain_membership
from autograph.passes.logical import Deferral, is_display, is_operator, lambda_of, operator_call, run
from autograph.source.schema import statements_in
from autograph.source.templates import located

_ORDERING = (gast.Eq, gast.NotEq, gast.Lt, gast.LtE, gast.Gt, gast.GtE)
_EQUALITY = (gast.Eq, gast.NotEq)
#: Of the builtins, those whose results have items, by which they are compared.
_MAKING_SEQUENCES = frozenset({"list", "max", "min", "sorted", "tuple"})
#: What may be a tuple or a list, for all that its text tells, other than what is written out.
_ANY_VALUE = (gast.Name, gast.Attribute, gast.Subscript, gast.Call)


def convert_compare(node: Any, deferral: Deferral) -> Any:
    """A comparison, chained or not."""
    if len(node.ops) == 1:
        return _single(node, deferral)
    if not all(map(deferral.can_wait, node.comparators)):
        return node
    if deferral.can_bind or is_simple_chain(node, deferral):
        return _conjunction(comparisons(node, deferral), node, deferral)
    return _of_parameters(node, node.left, list(zip(node.ops, node.comparators, strict=True)), deferral)


def is_chain(node: Any) -> bool:
    """Whether an expression is a chained comparison."""
    return isinstance(node, gast.Compare) and len(node.ops) > 1


def is_simple_chain(node: Any, deferral: Deferral) -> bool:
    """Whether the operands of a chained comparison that are in two of its comparisons may be evaluated twice."""
    return all(_is_simple(operand, deferral) for operand in node.comparators[:-1])


def comparisons(node: Any, deferral: Deferral) -> list[Any]:
    """The operands of the `and` that a chained comparison is."""
    rest = [
        (op, operand, _is_simple(operand, deferral)) for op, operand in zip(node.ops, node.comparators, strict=True)
    ]
    return _comparisons(node, node.left, rest, deferral)


def _comparisons(at: Any, left: Any, rest: list[tuple[Any, Any, bool]], deferral: Deferral) -> list[Any]:
    """Comparisons of neighbours. An operand that is in two of them, and is not simple, is given a name in the first."""
    found: list[Any] = []
    while rest:
        if found and len(rest) > 1 and not rest[0][2]:
            # It waits in a function of its own, which the name belongs to; what follows has to be in there as well.
            found.append(_conjunction(_comparisons(at, left, rest, deferral), at, deferral))
            break
        (op, right, is_simple), *rest = rest
        again = right
        if rest and is_simple:
            again = _again(right)
        elif rest:
            name = deferral.temporary()
            again = located(gast.Name(name, gast.Load(), None, None), right)
            if _is_sequence(right, deferral):
                again.is_sequence = True
            right = located(gast.NamedExpr(gast.Name(name, gast.Store(), None, None), right), right)
            right.generated = True
        found.append(located(gast.Compare(left, [op], [right]), at))
        left = again
    return found


def _of_parameters(at: Any, left: Any, rest: list[tuple[Any, Any]], deferral: Deferral) -> Any:
    """A chain where no name can be bound: operands that are in two comparisons are parameters."""
    (op, right), *others = rest
    if not others:
        return _single(located(gast.Compare(left, [op], [right]), at), deferral)
    names, values = [], []
    for operand in (left, right):
        if not _is_simple(operand, deferral) and "is_parameter" not in operand.__dict__:
            names.append(deferral.temporary())
            values.append(operand)
    given = {id(value): name for name, value in zip(names, values, strict=True)}
    one, other, again = (
        _parameter(given[id(operand)], operand, deferral) if id(operand) in given else _again(operand)
        for operand in (left, right, right)
    )
    first = _single(located(gast.Compare(one, [op], [other]), at), deferral)
    following = _of_parameters(at, again, others, deferral)
    both = run(operator_call("and_", at, first, deferral.waiting(following)))
    if not names:
        return both
    made = lambda_of(both)
    made.args.args = [gast.Name(name, gast.Param(), None, None) for name in names]
    return located(gast.Call(made, values, []), at)


def _parameter(name: str, operand: Any, deferral: Deferral) -> Any:
    found = located(gast.Name(name, gast.Load(), None, None), operand)
    found.is_parameter = True
    if _is_sequence(operand, deferral):
        found.is_sequence = True
    return found


def _conjunction(operands: list[Any], at: Any, deferral: Deferral) -> Any:
    first, *rest = (
        _single(operand, deferral) if isinstance(operand, gast.Compare) else operand for operand in operands
    )
    return run(operator_call("and_", at, first, *(deferral.waiting(operand) for operand in rest)))


def _is_simple(node: Any, deferral: Deferral) -> bool:
    return isinstance(node, gast.Constant) or (isinstance(node, gast.Name) and deferral.is_stable(node.id))


def _again(node: Any) -> Any:
    """An operand that stands in two comparisons: a second node for a name or a constant."""
    kind: Any = type(node)
    new = kind.__new__(kind)
    new.__dict__.update(node.__dict__)
    return new


def _single(node: Any, deferral: Deferral) -> Any:
    op, (right,) = node.ops[0], node.comparators
    if isinstance(op, (gast.In, gast.NotIn)):
        if is_plain_membership(node):
            return node
        found = run(operator_call("in_", node, node.left, right))
        return operator_call("not_", node, found) if isinstance(op, gast.NotIn) else found
    if isinstance(op, (gast.Is, gast.IsNot)):
        if is_plain_identity(node):
            return node
        found = operator_call("is_" if isinstance(op, gast.Is) else "is_not", node, node.left, right)
        if "may_be_staged" in node.__dict__:
            found.may_be_staged = True
        return found
    known = isinstance(op, _ORDERING) and (_is_sequence(node.left, deferral) or _is_sequence(right, deferral))
    known = known or (isinstance(op, _ORDERING) and _are_of_objects(node.left, right))
    if known or (isinstance(op, _EQUALITY) and _may_be_sequence(node.left) and _may_be_sequence(right)):
        node.left = operator_call("compared", node.left, node.left)
    return node


def _may_be_sequence(node: Any) -> bool:
    """Whether an operand may be a tuple or a list, for all that its text tells: sums and multiples of such are."""
    if isinstance(node, gast.NamedExpr):
        return _may_be_sequence(node.value)
    if isinstance(node, gast.BinOp):
        parts = {gast.Add: all, gast.Mult: any}.get(type(node.op))
        return parts is not None and parts(map(_may_be_sequence, (node.left, node.right)))
    return isinstance(node, _ANY_VALUE) or is_display(node)


def _are_of_objects(one: Any, other: Any) -> bool:
    """Whether operands are what two objects of a class may have: `self.key() < other.key()`, `self.key < other.key`; or
    what a function makes of two values: `key(a) < key(b)`.
    """
    if isinstance(one, gast.Attribute) and isinstance(other, gast.Attribute):
        return bool(one.attr == other.attr)
    name = _name_called(one)
    return (_is_of_object(one) and _is_of_object(other)) or (name is not None and name == _name_called(other))


def _name_called(node: Any) -> str | None:
    """The name of the function of which an operand is a call with arguments, if that is a name."""
    name = builtin_called(node) if isinstance(node, gast.Call) and node.args else None
    return name if name in _MAKING_SEQUENCES or not hasattr(builtins, name or "") else None


def _is_of_object(node: Any) -> bool:
    """Whether an operand is what a method without arguments returns."""
    method = node.func if isinstance(node, gast.Call) and not node.args and not node.keywords else None
    if isinstance(method, gast.Call) and is_operator(method) and method.func.attr == "call":
        (method,) = method.args
    return isinstance(method, gast.Attribute)


def _is_sequence(node: Any, deferral: Deferral) -> bool:
    """Whether an operand is a tuple, list or dict, as far as the text of the function tells."""
    if isinstance(node, gast.NamedExpr):
        node = node.value
    if isinstance(node, gast.Name):
        return "is_sequence" in node.__dict__ or deferral.is_sequence(node.id)
    if isinstance(node, gast.BinOp) and isinstance(node.op, (gast.Add, gast.Mult)):
        return _is_sequence(node.left, deferral) or _is_sequence(node.right, deferral)
    is_listed = isinstance(node, gast.Call) and is_operator(node) and node.func.attr == "listed"
    return is_display(node) or is_listed or isinstance(node, (gast.Dict, gast.ListComp, gast.DictComp))


def names_of_sequences(function: Any) -> set[str]:
    """The variables of a function that are assigned a tuple, list or dict which is written out."""
    found: set[str] = set()
    waiting = [function.body] if isinstance(function.body, list) else []
    while waiting:
        for statement in statements_in(waiting.pop()):
            if isinstance(statement, gast.FunctionDef) and "generated" in statement.__dict__:
                waiting.append(statement.body)  # of a loop or a branch
            elif isinstance(statement, gast.Assign) and _is_written_out(statement.value):
                found |= {target.id for target in statement.targets if isinstance(target, gast.Name)}
    return found


def _is_written_out(node: Any) -> bool:
    if isinstance(node, gast.Call) and is_operator(node) and node.func.attr == "new":
        node = node.args[0]
    return is_display(node) or isinstance(node, gast.Dict)
