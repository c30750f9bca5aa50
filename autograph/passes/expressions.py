"""One walk over a tree that applies the rewrites of single expressions, innermost first.

Code at the level of a class body keeps its expressions: what a lambda there could see is not what the class sees.
"""

from __future__ import annotations

from typing import Any

import gast

from autograph.analysis.scopes import FUNCTIONS
from autograph.passes.asserts import convert_assert
from autograph.passes.calls import convert_call, explicit_super, is_operator
from autograph.passes.logical import convert_bool_op, convert_compare, convert_if_exp, convert_not

_WAITING = {
    gast.BoolOp: convert_bool_op,
    gast.UnaryOp: convert_not,
    gast.IfExp: convert_if_exp,
    gast.Compare: convert_compare,
    gast.Assert: convert_assert,
}


def convert_expressions(function: Any) -> None:
    """Rewrites, in place, the expressions of a function and of those nested in it."""
    _Walk(function).function(function)


class _Walk:
    def __init__(self, method: Any):
        #: The function of the user's that the code at hand belongs to.
        self.method = method

    def function(self, node: Any) -> None:
        if isinstance(node, gast.Lambda):
            node.body = self.visit(node.body)
        else:
            self.statements(node.body)

    def statements(self, block: list[Any]) -> None:
        for index, statement in enumerate(block):
            block[index] = self.visit(statement)

    def visit(self, node: Any) -> Any:
        kind = type(node)
        if kind in FUNCTIONS:
            return self.nested(node)
        if kind is gast.ClassDef:
            return self.class_(node)
        if kind is gast.Lambda:
            node.args.defaults = [self.visit(d) for d in node.args.defaults or ()]
            node.args.kw_defaults = [d and self.visit(d) for d in node.args.kw_defaults or ()]
            node.body = self.visit(node.body)
            return node
        if kind is gast.AnnAssign:
            node.target = self.visit(node.target)
            node.value = node.value and self.visit(node.value)
            return node
        if kind is gast.Call and is_operator(node):
            node.args = [self.visit(argument) for argument in node.args]
            return node
        attributes = node.__dict__
        for field in node._fields:
            value = attributes.get(field)
            if isinstance(value, list):
                for index, item in enumerate(value):
                    if isinstance(item, gast.AST):
                        value[index] = self.visit(item)
            elif isinstance(value, gast.AST) and not isinstance(value, (gast.expr_context, gast.Constant, gast.Name)):
                attributes[field] = self.visit(value)
        if kind is gast.Call:
            return convert_call(explicit_super(node, self.method))
        convert = _WAITING.get(kind)
        if convert is not None and not self.method.__dict__.get("plain_reason"):
            return convert(node)
        return node

    def nested(self, node: Any) -> Any:
        node.decorator_list = [self.visit(decorator) for decorator in node.decorator_list]
        node.args.defaults = [self.visit(d) for d in node.args.defaults or ()]
        node.args.kw_defaults = [d and self.visit(d) for d in node.args.kw_defaults or ()]
        outer = self.method
        if not node.__dict__.get("generated"):
            self.method = node
        self.statements(node.body)
        self.method = outer
        return node

    def class_(self, node: Any) -> Any:
        node.decorator_list = [self.visit(decorator) for decorator in node.decorator_list]
        node.bases = [self.visit(base) for base in node.bases]
        self.class_level(node.body)
        return node

    def class_level(self, nodes: list[Any]) -> None:
        for node in nodes:
            if isinstance(node, FUNCTIONS):
                outer, self.method = self.method, node
                self.statements(node.body)
                self.method = outer
            elif isinstance(node, gast.ClassDef):
                self.class_level(node.body)
            elif isinstance(node, gast.AST) and not isinstance(node, gast.expr):
                self.class_level(list(gast.iter_child_nodes(node)))
