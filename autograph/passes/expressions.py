"""One walk over a tree that applies the rewrites of single expressions, innermost first.

Code at the level of a class body keeps its expressions: what a lambda there could see is not what the class sees.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import gast

from autograph.analysis.scopes import first_statement, names_of, parameters
from autograph.passes.asserts import convert_assert
from autograph.passes.calls import INDIFFERENT, convert_call, explicit_super
from autograph.passes.comparisons import comparisons, convert_compare, is_chain, is_simple_chain, names_of_sequences
from autograph.passes.comprehensions import convert_comprehension, convert_display, mark_aggregates, mark_stageable
from autograph.passes.logical import (
    Deferral,
    convert_bool_op,
    convert_if_exp,
    convert_not,
    is_operator,
    lambda_of,
    names_bound,
    operator_call,
    truth_of,
)
from autograph.passes.numbers import convert_arithmetic, convert_attribute, convert_power, with_power
from autograph.passes.raises import convert_raise
from autograph.passes.stores import (
    announce_keywords,
    announce_variables,
    births_of_unpacking,
    born_class,
    born_for_loop,
    convert_augmented,
    convert_births,
    convert_target,
    gather_arguments,
)
from autograph.passes.subscripts import convert_subscript
from autograph.passes.text import convert_binary, convert_fstring
from autograph.passes.unstaged import add_unstaged
from autograph.source.names import Namer
from autograph.source.schema import COMPREHENSIONS, FUNCTIONS
from autograph.source.templates import instantiate, located, template
from autograph.source.walking import children, fields_with_nodes, walk

_WAITING = {
    gast.BoolOp: convert_bool_op,
    gast.UnaryOp: convert_not,
    gast.IfExp: convert_if_exp,
    gast.Compare: convert_compare,
    gast.Assert: convert_assert,
    gast.Subscript: convert_subscript,
    gast.JoinedStr: convert_fstring,
    gast.BinOp: convert_binary,
    gast.Raise: convert_raise,
    gast.Attribute: convert_attribute,
}


def convert_expressions(function: Any, namer: Namer) -> None:
    """Rewrites, in place, the expressions of a function and of those nested in it."""
    _Walk(function, namer).user_function(function)


_PARTS = (gast.Attribute, gast.Subscript)
_WRITTEN_OUT = frozenset({gast.List, gast.Tuple, gast.Set, gast.Dict})

#: Operators that ask for the truth of their first argument, among those that earlier passes put there.
_ASKING = frozenset({"if_stmt", "plain_bool"})

_OPERAND = template("""
def operand():
    nonlocal outer_names
    global global_names
    return value
""")


#: Whose operands may have to wait.
_OF_OPERANDS = frozenset({gast.BoolOp, gast.IfExp})


class _Walk:
    def __init__(self, method: Any, namer: Namer):
        self.namer = namer
        #: The function of the user's that the code at hand belongs to.
        self.method = method
        #: The function in whose frame the code at hand runs, where `super()` finds its arguments, if anywhere.
        self.frame: Any = method
        #: Definitions to stand before the statement at hand; None inside a lambda or a comprehension.
        self.before: list[Any] | None = None
        #: Whether the code at hand is in a comprehension, and in no function in it.
        self.in_comprehension = False
        #: Whether operands must be evaluated where they stand; see `autograph.analysis.eligibility`.
        self.keeps_operands = False
        #: Names that such definitions bind, and that the function at hand may have to declare.
        self.moved: set[str] = set()
        #: The function at hand, and its variables that hold tuples or lists.
        self.sequences: tuple[Any, set[str]] | None = None

    def function(self, node: Any) -> None:
        if isinstance(node, gast.Lambda):
            node.body = self.visit(node.body)
            convert_births(node)
            return
        outer = self.before, self.moved
        self.before, self.moved = None, set()
        self.statements(node.body)
        if self.moved:
            _declare(node, self.moved)
        self.before, self.moved = outer

    def statements(self, block: list[Any]) -> None:
        outer = self.before
        new: list[Any] = []
        for statement in block:
            self.before = []
            if isinstance(statement, gast.AugAssign):
                statement = with_power(statement)
            births = births_of_unpacking(statement)
            converted = self.visit(statement)
            if isinstance(converted, gast.AugAssign):
                convert_augmented(converted, self.method.number_variables)
            new += [*self.before, converted, *births]
        block[:] = new
        self.before = outer

    def is_stable(self, name: str) -> bool:
        """Whether a name can only be rebound where the function at hand says so itself."""
        return name not in self.method.rebound_elsewhere

    def is_sequence(self, name: str) -> bool:
        """Whether the function at hand assigns a tuple or list that is written out to a name."""
        if self.sequences is None or self.sequences[0] is not self.method:
            self.sequences = self.method, names_of_sequences(self.method)
        return name in self.sequences[1]

    def temporary(self) -> str:
        """A name for a value of an expression."""
        return self.namer.variable("middle")

    @property
    def can_bind(self) -> bool:
        """Whether an expression may bind such a name where it stands. In a comprehension it would be the function's
        own, and others that are drawn from in between would bind it as well.
        """
        return not self.in_comprehension

    def can_wait(self, node: Any) -> bool:
        bound = None if self.keeps_operands else names_bound(node)
        return bound is not None and (not bound or self.before is not None)

    def waiting(self, node: Any) -> Any:
        bound = names_bound(node)
        if not bound or self.before is None:
            return lambda_of(node)
        name = self.namer.function("operand")
        declared = names_of(self.method.body).globals
        self.before += instantiate(
            _OPERAND,
            node,
            operand=name,
            value=node,
            outer_names=sorted(bound - declared),
            global_names=sorted(bound & declared),
        )
        self.moved |= bound - declared
        return located(gast.Name(name, gast.Load(), None, None), node)

    def defined(self, node: Any, comprehension: Any) -> Any:
        """What stands for a lambda of a comprehension that binds names: a function that is defined before the statement
        at hand.
        """
        bound = names_bound(node.body) if isinstance(node, gast.Lambda) else None
        if not bound or self.before is None:
            return node
        names = names_of(self.method.body)
        declared = names.globals
        outside = names.globals | names.nonlocals | self.names_outside(comprehension)
        is_inner = bound <= comprehension.sets_first - outside
        waiting, body = self.with_operands(node.body)
        # Where its variables are read elsewhere, that it binds them is an effect, as of a function of the user's.
        name = self.namer.function("operand") if is_inner else self.namer.variable("operand")
        found = instantiate(
            _OPERAND,
            node,
            operand=name,
            value=body,
            outer_names=sorted(bound - declared),
            global_names=sorted(bound & declared),
        )
        found[0].args = node.args
        found[0].body[-1:-1] = waiting
        if not is_inner:
            announce_variables(found[0], bound)
        self.before += found
        self.moved |= bound - declared
        return located(gast.Name(name, gast.Load(), None, None), node)

    def with_operands(self, body: Any) -> tuple[list[Any], Any]:
        """An expression of a comprehension that comes to stand in a function: there operands that bind names can wait.

        Returns:
            The definitions of those, and the expression.
        """
        outer = self.before, self.moved
        self.before, self.moved = [], set()
        converted = self._deferred(body)
        waiting = self.before
        self.before, self.moved = outer
        return waiting, converted

    def _deferred(self, node: Any) -> Any:
        kind = type(node)
        if kind is gast.Lambda and "generated" in node.__dict__ and not node.args.args and names_bound(node.body):
            return self.waiting(self._deferred(node.body))  # a condition after the first of a clause
        if kind is gast.Lambda or kind in COMPREHENSIONS:
            return node
        for field in fields_with_nodes(kind):
            value = node.__dict__.get(field)
            if isinstance(value, list):
                value[:] = [self._deferred(item) if isinstance(item, gast.AST) else item for item in value]
            elif isinstance(value, gast.AST):
                node.__dict__[field] = self._deferred(value)
        if kind not in _OF_OPERANDS or "generated" in node.__dict__:
            return node
        converted = _WAITING[kind](node, self)
        return truth_of(converted) if node.__dict__.get("is_test") else converted

    def names_outside(self, part: Any) -> set[str]:
        """The names that the function at hand mentions outside of a part of it."""
        own = {id(node) for node in walk(part)}
        return {node.id for node in walk(self.method) if isinstance(node, gast.Name) and id(node) not in own}

    def visit(self, node: Any) -> Any:
        kind = type(node)
        if kind in _UNCHANGED:
            return node
        special = _SPECIAL.get(kind)
        if special is not None:
            return special(self, node)
        if kind is gast.Call:
            if is_operator(node):
                node.args = [self.visit(argument) for argument in node.args]
                if node.func.attr in _ASKING:
                    truth_of(node.args[0])
                elif node.func.attr == "for_stmt":
                    node.args[0] = born_for_loop(node.args[0])
                return node
            if "generated" in node.__dict__:
                node.func = self.visit(node.func)
                return node
            mark_aggregates(node)
        elif kind is gast.BoolOp:
            if "generated" in node.__dict__:
                return node
            node.values = list(_flat(node, self))
        elif kind is gast.BinOp or kind is gast.UnaryOp:
            convert_arithmetic(node)
        if kind in COMPREHENSIONS:
            self.parts_of_comprehension(node)
        elif "keeps_operands" in node.__dict__:
            outer, self.keeps_operands = self.keeps_operands, True
            self.parts(node)
            self.keeps_operands = outer
        else:
            self.parts(node)
        convert_births(node)
        if kind in COMPREHENSIONS:
            return convert_comprehension(node, self.defined)
        if kind in _WRITTEN_OUT:
            return convert_display(node)
        if kind in _PARTS and not isinstance(node.ctx, gast.Load):
            return convert_target(node)
        if kind is gast.Return and node.__dict__.get("is_test"):
            truth_of(node.value)
        if kind is gast.Call:
            return convert_call(explicit_super(node, self.frame), self.namer.shadowed)
        if kind is gast.BinOp and isinstance(node.op, gast.Pow):
            return convert_power(node)
        convert = _WAITING.get(kind)
        if convert is not None:
            return convert(node, self)
        return node

    def parts(self, node: Any) -> None:
        attributes = node.__dict__
        for field in fields_with_nodes(type(node)):
            value = attributes.get(field)
            if value.__class__ is list:
                if value and isinstance(value[0], gast.stmt):
                    self.statements(value)
                else:
                    value[:] = [self.visit(item) if isinstance(item, gast.AST) else item for item in value]
            elif isinstance(value, gast.AST):
                attributes[field] = self.visit(value)

    def parts_of_comprehension(self, node: Any) -> None:
        kind = type(node)
        mark_stageable(node, self.before is not None)
        outer = self.before, self.frame, self.in_comprehension
        self.before, self.in_comprehension = None, True
        if kind is gast.GeneratorExp or sys.version_info < (3, 12):
            self.frame = None
        self.parts(node)
        for generator in node.generators:
            for condition in generator.ifs:
                truth_of(condition).is_test = True
        self.before, self.frame, self.in_comprehension = outer

    def lambda_(self, node: Any) -> Any:
        node.args.defaults = [self.visit(d) for d in node.args.defaults or ()]
        node.args.kw_defaults = [d and self.visit(d) for d in node.args.kw_defaults or ()]
        around = self.before, self.frame, self.in_comprehension
        self.before, self.frame, self.in_comprehension = None, node, False
        node.body = self.visit(node.body)
        self.before, self.frame, self.in_comprehension = around
        convert_births(node)
        convert_births(node.args)
        return node

    def annotated(self, node: Any) -> Any:
        node.target = self.visit(node.target)
        node.value = node.value and self.visit(node.value)
        convert_births(node)
        return node

    def formatted(self, node: Any) -> Any:
        node.value = self.visit(node.value)
        for part in node.format_spec.values if node.format_spec else ():
            self.visit(part)
        return node

    def nested(self, node: Any) -> Any:
        node.decorator_list = [self.decorator(decorator) for decorator in node.decorator_list]
        node.args.defaults = [self.visit(d) for d in node.args.defaults or ()]
        node.args.kw_defaults = [d and self.visit(d) for d in node.args.kw_defaults or ()]
        convert_births(node.args)
        if node.__dict__.get("generated"):
            self.function(node)
        else:
            self.user_function(node)
        return node

    def decorator(self, node: Any) -> Any:
        """`@f`, which calls `f`."""
        is_builtin = isinstance(node, gast.Name) and node.id in INDIFFERENT - self.namer.shadowed
        node = self.visit(node)
        return node if is_builtin else operator_call("call", node, node)

    def user_function(self, node: Any) -> None:
        outer = self.method, self.frame
        self.method = self.frame = node
        self.function(node)
        if not isinstance(node, gast.Lambda):
            announce_keywords(node)
            gather_arguments(node)
        if not isinstance(node, gast.Lambda) and node.binds_of_others:
            announce_variables(node, node.binds_of_others)
        if "unstaged" in node.__dict__:
            for part in node.unstaged.later:
                self.visit(part)
            for target in node.unstaged.stores:
                convert_target(target)
            add_unstaged(node)
        self.method, self.frame = outer

    def class_(self, node: Any) -> Any:
        node.decorator_list = [self.visit(decorator) for decorator in node.decorator_list]
        node.bases = [self.visit(base) for base in node.bases]
        for keyword in node.keywords:
            keyword.value = self.visit(keyword.value)
        born_class(node)
        self.class_level(node.body)
        return node

    def class_level(self, nodes: list[Any]) -> None:
        for node in nodes:
            if isinstance(node, FUNCTIONS):
                self.user_function(node)
            elif isinstance(node, gast.Lambda):
                self.visit(node)
            elif isinstance(node, gast.ClassDef):
                born_class(node)
                self.class_level(node.body)
            elif isinstance(node, gast.AST):
                self.class_level(children(node))
                convert_births(node)


#: What has no parts that are converted, and what is converted in a way of its own.
_UNCHANGED = frozenset({gast.Name, gast.Constant, gast.Pass, gast.Break, gast.Continue, gast.Global, gast.Nonlocal})
_SPECIAL: dict[type, Any] = {
    gast.FunctionDef: _Walk.nested,
    gast.AsyncFunctionDef: _Walk.nested,
    gast.ClassDef: _Walk.class_,
    gast.Lambda: _Walk.lambda_,
    gast.AnnAssign: _Walk.annotated,
    gast.FormattedValue: _Walk.formatted,
}


def _flat(node: Any, deferral: Deferral) -> Iterator[Any]:
    """The operands of `a and (b and c)`, or of `a and b < c < d`, as those of one `and`, which means the same."""
    for value in node.values:
        if isinstance(value, gast.BoolOp) and type(value.op) is type(node.op):
            yield from _flat(value, deferral)
        elif is_chain(value) and isinstance(node.op, gast.And) and is_simple_chain(value, deferral):
            yield from comparisons(value, deferral)
        else:
            yield value


def _declare(function: Any, moved: set[str]) -> None:
    """Makes names locals of a function that bound them only in an expression which now waits elsewhere."""
    names = names_of(function.body)
    missing = moved - names.binds - names.nonlocals - names.globals - set(parameters(function))
    start = first_statement(function.body)
    at = function.body[start]
    function.body[start:start] = [
        new for name in sorted(missing) for new in instantiate(template("name: object"), at, name=name)
    ]
