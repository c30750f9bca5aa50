"""Reads of variables that may be unbound, where a closure that the conversion made reads them or binds them.

    def if_body():         def if_body():
        print(y)     ->        print(ag__.local(lambda: y, "y"))
    print(y)               print(ag__.bound(y))

    def f():               def f():
        return y     ->        return ag__.free(y)

A closure sees a variable of the function around it as a free one, and Python raises NameError where that has no value
in place of UnboundLocalError. And whether a variable has a value that a staged statement binds may be staged itself.
"""

from __future__ import annotations

from typing import Any

import gast

from autograph.passes.logical import lambda_of, operator_call
from autograph.source.schema import FUNCTIONS
from autograph.source.templates import located
from autograph.source.walking import walk


def check_unbound_reads(function: Any) -> None:
    """Rewrites, in place, the reads that `mark_unbound_reads` found in a converted function and those nested in it."""
    _Walk().visit(function)


class _Walk:
    def __init__(self) -> None:
        #: Whether the code at hand is in a closure that the conversion added.
        self.in_closure = False
        #: The variables of the function at hand that such closures bind.
        self.bound_in_closures: set[str] = set()
        #: The variables of functions around it that such closures bind.
        self.bound_around: set[str] = set()

    def visit(self, node: Any) -> Any:
        kind = type(node)
        if kind is gast.Name:
            if "maybe_unbound_outside" in node.__dict__ and node.id in self.bound_around:
                return operator_call("free", node, located(gast.Name(node.id, gast.Load(), None, None), node))
            return self.checked(node) if self.needs_check(node) else node
        outer = self.in_closure, self.bound_in_closures, self.bound_around
        for field in node._fields:
            value = node.__dict__.get(field)
            if field == "body" and kind in (*FUNCTIONS, gast.Lambda, gast.ClassDef):
                self.in_closure = "generated" in node.__dict__
                if not self.in_closure:
                    self.bound_around = self.bound_around | self.bound_in_closures
                    self.bound_in_closures = _bound_in_closures(node)
            if isinstance(value, list):
                if value and isinstance(value[0], gast.stmt):
                    value[:] = [new for statement in value for new in self.statement(statement)]
                else:
                    value[:] = [self.visit(item) if isinstance(item, gast.AST) else item for item in value]
            elif isinstance(value, gast.AST) and not isinstance(value, gast.expr_context):
                setattr(node, field, self.visit(value))
            self.in_closure, self.bound_in_closures, self.bound_around = outer
        return node

    def statement(self, statement: Any) -> list[Any]:
        new: list[Any] = []
        if isinstance(statement, gast.AugAssign) and self.needs_check(statement.target):
            new.append(located(gast.Expr(self.checked(statement.target)), statement))
            statement.value = self.visit(statement.value)
            return [*new, statement]
        targets = _flat(statement.targets) if isinstance(statement, gast.Delete) else []
        if any(map(self.needs_check, targets)):
            for target in targets:
                if self.needs_check(target):
                    new.append(located(gast.Expr(self.checked(target)), statement))
                else:
                    target = self.visit(target)
                new.append(located(gast.Delete([target]), statement))
            return new
        return [self.visit(statement)]

    def needs_check(self, node: Any) -> bool:
        return "maybe_unbound" in node.__dict__ and (self.in_closure or node.id in self.bound_in_closures)

    def checked(self, name: Any) -> Any:
        """`ag__.local(lambda: name, "name")`, or `ag__.bound(name)`."""
        read = located(gast.Name(name.id, gast.Load(), None, None), name)
        if not self.in_closure:
            return operator_call("bound", name, read)
        return operator_call("local", name, lambda_of(read), gast.Constant(name.id, None))


def _bound_in_closures(function: Any) -> set[str]:
    """The variables that closures bind which the conversion added to a function, and functions that it defines."""
    body = function.body if isinstance(function.body, list) else []
    return {name for part in body for node in walk(part) if isinstance(node, gast.Nonlocal) for name in node.names}


def _flat(targets: list[Any]) -> list[Any]:
    """What a `del` unbinds, one by one: tuples and lists of targets are taken in order."""
    return [
        inner
        for target in targets
        for inner in (_flat(target.elts) if isinstance(target, (gast.Tuple, gast.List)) else [target])
    ]
