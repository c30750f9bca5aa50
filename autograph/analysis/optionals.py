"""Which tests by `is` are staged: those of what may be None on some paths only, of bools, of members of enumerations,
and of two objects that variables, attributes or items have. And which by `isinstance`, `type(x) is` and `hasattr`.

Any value may be None but a parameter that is None by default and nothing else (`if by is None: by = 2`), and a variable
that only ever has what a builtin or a comparison returns; any may be of one class or another but what a builtin returns
or a display makes. Tests of others are many, and their statements stay Python's.
"""

from __future__ import annotations

import builtins
from collections import Counter
from typing import Any

import gast

from autograph.analysis.own_nodes import OwnNodes
from autograph.analysis.scopes import parameters
from autograph.source.schema import SCOPES
from autograph.source.walking import children

#: Builtins that do not return what they are given.
_BUILTINS = frozenset(dir(builtins)) - {"getattr", "max", "min", "next"}


def mark_optional_tests(function: Any, nodes: OwnNodes) -> None:
    """Marks (`may_be_staged`) the staged tests by `is` and `isinstance` of a function, not of those nested in it.

    Args:
        function: its tree.
        nodes: its nodes before `match` was converted.
    """
    of_classes = list(filter(asks_for_class, nodes[gast.Call]))
    if not nodes[gast.Match] and not of_classes and not any(map(_is_identity, nodes[gast.Compare])):
        return
    tests = []
    bindings = _Bindings(function)
    stack = list(function.body) if isinstance(function.body, list) else [function.body]
    while stack:
        node = stack.pop()
        if isinstance(node, gast.Compare) and _is_identity(node):
            tests.append(node)
        if not isinstance(node, SCOPES):
            bindings.note(node)
            stack += children(node)
    for test in tests:
        sides = test.left, test.comparators[0]
        asks_for_none = any(map(_is_none, sides)) and not any(map(bindings.is_foreign, sides))
        if (
            asks_for_none
            or all(map(bindings.may_be_chosen, sides))
            or any(map(_is_bool, sides))
            or any(map(_is_member, sides))
            or (any(map(_is_type, sides)) and all(_is_type(side) or _is_class(side) for side in sides))
        ):
            test.may_be_staged = True
    for call in of_classes:
        call.may_be_staged = not bindings.is_of_one_class(call.args[0])


def asks_for_class(call: Any) -> bool:
    """Whether a call is `isinstance(x, C)` or `hasattr(x, name)`."""
    return getattr(call.func, "id", None) in ("isinstance", "hasattr") and len(call.args) == 2


def _is_class(node: Any) -> bool:
    """Whether an expression may be a class, by its text."""
    return isinstance(node, gast.Name)


def _is_type(node: Any) -> bool:
    """Whether an expression is `type(x)`."""
    return isinstance(node, gast.Call) and isinstance(node.func, gast.Name) and node.func.id == "type"


def _is_identity(test: Any) -> bool:
    return len(test.ops) == 1 and isinstance(test.ops[0], (gast.Is, gast.IsNot))


def _is_bool(node: Any) -> bool:
    return isinstance(node, gast.Constant) and isinstance(node.value, bool)


def _is_member(node: Any) -> bool:
    """Whether an expression looks like a member of an enumeration, or an object that marks what is missing."""
    if getattr(node, "id", None) == "Ellipsis" or (isinstance(node, gast.Constant) and node.value is ...):
        return True
    name = node.attr if isinstance(node, gast.Attribute) else getattr(node, "id", "")
    return str(name).isupper()


def _is_none(node: Any) -> bool:
    return isinstance(node, gast.Constant) and node.value is None


#: Expressions whose value may be any.
_ANYTHING = frozenset(
    {gast.Attribute, gast.Await, gast.BinOp, gast.BoolOp, gast.Constant, gast.IfExp, gast.Subscript, gast.Yield}
)


class _Bindings:
    """What a function gives to its variables."""

    def __init__(self, function: Any):
        arguments = function.args
        names = [argument.id for argument in (*(arguments.posonlyargs or ()), *arguments.args)]
        defaults = arguments.defaults or ()
        with_default = set(names[len(names) - len(defaults) :])
        keywords = zip(arguments.kwonlyargs or (), arguments.kw_defaults or (), strict=False)
        with_default.update(argument.id for argument, default in keywords if default is not None)
        #: How often each is bound, and how often to what is not expected to be an optional.
        self.bound = Counter(parameters(function))
        self.foreign = Counter(with_default)
        #: How often each is bound to what is not expected to be one of several unlike values.
        self.of_one_class: Counter[str] = Counter()

    def note(self, node: Any) -> None:
        """Takes note of what a node binds; its parts come by themselves."""
        kind = type(node)
        if kind is gast.Name:
            self.bound[node.id] += isinstance(node.ctx, gast.Store)
        elif kind is gast.Assign:
            for target in node.targets:
                self.assigned(target, node.value)
        elif kind is gast.NamedExpr or (kind is gast.AnnAssign and node.value is not None):
            self.assigned(node.target, node.value)

    def assigned(self, target: Any, value: Any) -> None:
        if isinstance(target, gast.Name) and self.is_foreign(value):
            self.foreign[target.id] += 1
        if isinstance(target, gast.Name) and self.is_of_one_class(value):
            self.of_one_class[target.id] += 1

    def may_be_chosen(self, node: Any) -> bool:
        """Whether a value may be one of several objects."""
        if isinstance(node, gast.Name):
            return self.bound[node.id] > 0
        return isinstance(node, (gast.Attribute, gast.Subscript))

    def is_of_one_class(self, node: Any) -> bool:
        """Whether a value is not expected to be one of several unlike ones: an operator may make such of such."""
        if isinstance(node, gast.Name):
            return 0 < self.bound[node.id] == self.of_one_class[node.id]
        return self.is_foreign(node) and not isinstance(node, gast.UnaryOp)

    def is_foreign(self, node: Any) -> bool:
        """Whether a value is not expected to be an optional."""
        kind = type(node)
        if kind is gast.Name:
            return 0 < self.bound[node.id] == self.foreign[node.id]
        if kind is gast.NamedExpr:
            return self.is_foreign(node.value)
        if kind is gast.Call:
            return isinstance(node.func, gast.Name) and node.func.id in _BUILTINS
        return kind not in _ANYTHING
