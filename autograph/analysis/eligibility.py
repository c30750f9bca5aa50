"""Which statements and expressions stay plain Python, and why.

Two kinds. A test that can only be a Python bool (`x is None`, `isinstance(...)`) needs no help: its statement is as
Python has it. And a statement that cannot move into a closure must stay: its body waits or yields, or something in it
looks at the frame it runs in. Such a statement's test is checked (`ag__.plain_bool`), and `plain_reason` says why.
"""

from __future__ import annotations

from typing import Any

import gast

from autograph.analysis.assignment import UnboundReads
from autograph.analysis.memberships import is_of_text
from autograph.analysis.own_nodes import OwnNodes
from autograph.source.schema import (
    COMPOUND,
    COMPREHENSIONS,
    FUNCTIONS,
    JUMPS,
    LOOPS,
    SCOPES,
    STATEMENTS,
    SUSPENDING,
    blocks,
    statements_in,
)
from autograph.source.walking import children, fields_with_nodes

#: Builtins that always answer with a bool, or with what says whether something is there.
_BOOL_BUILTINS = frozenset({"isinstance", "issubclass", "callable", "hasattr"})
_BOOL_COMPARISONS = (gast.Is, gast.IsNot)

#: Builtins that read or write the variables of the function that calls them.
FRAME_BUILTINS = frozenset({"locals", "eval", "exec", "vars", "dir"})

#: Functions that look at the stack, whose answer depends on how many frames are on it.
_STACK_READERS = frozenset({"_getframe", "_getframemodulename", "currentframe", "extract_stack", "walk_stack"})

_ABOVE_NAME_ERROR = frozenset({"UnboundLocalError", "NameError", "Exception", "BaseException"})

#: Context managers that stop exceptions.
_SWALLOWING = frozenset({"suppress", "raises", "assertRaises", "assertRaisesRegex", "ExitStack"})

#: Statements that become calls of operators where nothing speaks against it.
CONVERTIBLE = (gast.If, gast.For, gast.While, gast.Try)

#: The kinds of nodes that may have to stay, or have others stay. What is evaluated for a definition may look at frames.
_DECIDING = (*COMPOUND, *SCOPES)


def is_plain_test(test: Any) -> bool:
    """Whether the truth of an expression can be had from Python whatever the values in it."""
    kind = type(test)
    if kind is gast.Constant:
        return True
    if kind is gast.Compare:
        if len(test.ops) == 1 and isinstance(test.ops[0], _BOOL_COMPARISONS):
            return "may_be_staged" not in test.__dict__
        return len(test.ops) == 1 and is_plain_membership(test)
    if kind is gast.Call:
        name = builtin_called(test)
        if name is not None:
            return name in _BOOL_BUILTINS and not getattr(test, "may_be_staged", False)
        if isinstance(test.func, gast.Attribute):  # what `is` and `isinstance` were converted to
            is_own = getattr(test.func.value, "id", None) == "ag__"
            is_identity = is_own and test.func.attr in ("is_", "is_not", "is_instance")
            return is_identity and "may_be_staged" not in test.__dict__
        return False
    if kind is gast.UnaryOp:
        return isinstance(test.op, gast.Not) and is_plain_test(test.operand)
    if kind is gast.BoolOp:
        return all(is_plain_test(value) for value in test.values)
    return False


def builtin_called(call: Any) -> str | None:
    """The name that is called, before `f(x)` has become `ag__.call(f)(x)` and afterwards; None if it is no name."""
    function = call.func
    if isinstance(function, gast.Call) and isinstance(function.func, gast.Attribute) and function.func.attr == "call":
        (function,) = function.args
    return function.id if isinstance(function, gast.Name) else None


def is_plain_identity(test: Any) -> bool:
    """Whether a side of `is` or `is not` is, as far as its text tells, what no staged value can be."""
    return any(map(_is_never_staged, (test.left, *test.comparators)))


def _is_never_staged(node: Any) -> bool:
    return isinstance(node, gast.Constant) and node.value not in (None, ...) and not isinstance(node.value, bool)


def is_plain_membership(test: Any) -> bool:
    """Whether a comparison is `in` or `not in` of a string that is written out, and not of a dict or a set."""
    return is_of_text(test) and "may_be_staged" not in test.__dict__


def plain_reason(statement: Any) -> str | None:
    """Why a statement must stay plain Python; None if it need not. `mark_plain` must have seen its function."""
    return statement.__dict__.get("plain_reason")


def converts(statement: Any) -> bool:
    """Whether a statement becomes a call of an operator."""
    if not isinstance(statement, CONVERTIBLE) or plain_reason(statement):
        return False
    return not (isinstance(statement, gast.If) and is_plain_test(statement.test))


def mark_plain(function: Any, nodes: OwnNodes) -> None:
    """Finds the statements of a function (not of those nested in it) that must stay plain, and why.

    Args:
        function: its tree.
        nodes: its nodes before other passes.
    """
    if not any(nodes[kind] for kind in _DECIDING):
        if any(map(looks_at_frame, nodes[gast.Call])):
            function.reads_frame = True
        return
    body = function.body if isinstance(function.body, list) else [function.body]
    marker = _Marker()
    marker.visit_all(body, [])
    if marker.reads_frame:
        function.reads_frame = True
    if marker.catching:
        _keep_unbound_reads(function, marker.catching)
    if nodes[gast.Try] or nodes[gast.With]:
        _keep_tries(function)
    while _keep_jumps_native(body, [], marker.suspends):
        pass  # a loop that now stays plain is one that the jumps in it must leave


def _keep_tries(function: Any) -> None:
    """Keeps plain every `try` of a function that looks at its frame, or that waits.

    So is one kept whose `finally` leaves by a jump, which discards an exception.
    """
    is_kept = isinstance(function, gast.AsyncFunctionDef) or "reads_frame" in function.__dict__
    for statement in statements_in(function.body):
        if isinstance(statement, gast.Try):
            if is_kept:
                statement.__dict__.setdefault("plain_reason", "the function is run as Python's own")
            elif has_jumps(statement.finalbody):
                statement.__dict__.setdefault("plain_reason", "its `finally` leaves by a jump")


def has_jumps(body: list[Any]) -> bool:
    """Whether something in a block jumps."""
    return any(isinstance(statement, JUMPS) for statement in statements_in(body))


_SCOPES = frozenset(SCOPES)


def walk_own(nodes: Any) -> Any:
    """Every node of some statements but what is in functions and classes defined there."""
    stack = list(nodes)
    while stack:
        node = stack.pop()
        yield node
        kind = node.__class__
        if kind is not gast.Name and kind is not gast.Constant and kind not in _SCOPES:
            stack += children(node)


def reason_to_stay(statement: Any) -> str | None:
    """Why a statement cannot move into a closure; None if it can. `mark_plain` must have seen its function."""
    probe = gast.Pass()
    _Marker().visit_all([statement], [probe])
    if plain_reason(probe) is None and any("keeps_operands" in node.__dict__ for node in walk_own([statement])):
        return "an exception handler in it may see a variable unbound"
    return plain_reason(probe)


def _keep_unbound_reads(function: Any, catching: list[tuple[Any, list[Any]]]) -> None:
    """Keeps plain what is around a handler that could see a variable of the function unbound, and operands inside.

    In a closure the variable would be a free one, and Python raises something else for those.
    """
    places = UnboundReads(function).places
    for statement, around in catching:
        inside = {id(node) for node in walk_own([*statement.body, *getattr(statement, "orelse", ())])}
        unbound = {name for source, names in places if id(source) in inside for name in names}
        if unbound:
            statement.keeps_operands = True
            for outer in [*around, *([statement] if isinstance(statement, gast.Try) else [])]:
                outer.plain_reason = f"an exception handler in it may see '{min(unbound)}' unbound"


def _may_catch_name_error(handler: Any) -> bool:
    """Whether a handler is for unbound variables too, as far as its text tells."""
    caught = handler.type
    if caught is None:
        return True
    types = caught.elts if isinstance(caught, gast.Tuple) else [caught]
    return any(not isinstance(t, gast.Name) or t.id in _ABOVE_NAME_ERROR or not t.id[:1].isupper() for t in types)


def _swallows(item: Any) -> bool:
    """Whether a `with` is for exceptions, as far as its text tells."""
    return _calls(item.context_expr) in _SWALLOWING


#: What may raise an exception by what its values are.
_MAY_RAISE = (gast.Call, gast.Subscript, gast.BinOp, gast.AugAssign)


def is_handling(statement: Any) -> bool:
    """Whether a `with` has a part in what becomes of an exception, as far as its text tells: by `suppress`, or for it
    raises one, or does what may raise one and enters what may be an object of a class of the user's.
    """
    if not isinstance(statement, gast.With):
        return False
    if any(_calls(item.context_expr) == "suppress" for item in statement.items):
        return True
    if any(isinstance(inner, gast.Raise) for inner in statements_in(statement.body)):
        return True
    is_users = all(map(_may_be_users, statement.items))
    return is_users and any(isinstance(node, _MAY_RAISE) for node in walk_own(statement.body))


def _may_be_users(item: Any) -> bool:
    """Whether a `with` enters a variable, or what a function, a class or a method of a variable makes."""
    called = getattr(item.context_expr, "func", item.context_expr)
    if isinstance(called, gast.Attribute):
        return "is_of_variable" in item.context_expr.__dict__ and called.attr != "as_default"
    return isinstance(called, gast.Name) and called.id != "open"


def _calls(expression: Any) -> str | None:
    """The name of the function that an expression is a call of."""
    function = getattr(expression, "func", None)
    return getattr(function, "id", getattr(function, "attr", None))


def _keep_jumps_native(statements: list[Any], around: list[tuple[Any, bool]], suspends: bool) -> bool:
    """Keeps plain whatever is between a jump and a loop, or a function, that stays plain; says whether it found any.

    Code that waits or yields cannot move to where the jump is not taken, so there the jump must remain one.
    """
    found = False
    for statement in statements:
        kind = type(statement)
        if kind in JUMPS:
            crossed: list[Any] = []
            native = kind is gast.Return and suspends
            for outer, is_target in reversed(around):
                native = native or (is_target and not converts(outer))
                if is_target and kind is not gast.Return:
                    break
                crossed.append(outer)
            if native:
                for outer in crossed:
                    if isinstance(outer, CONVERTIBLE) and not plain_reason(outer):
                        outer.plain_reason = "a jump in it leaves code that stays plain Python"
                        found = True
        for field, block in blocks(statement):
            # A jump in the `else` of a loop is about the loop around it, but crosses the guard that `else` becomes.
            is_target = isinstance(statement, LOOPS) and field == "body"
            found |= _keep_jumps_native(block, [*around, (statement, is_target)], suspends)
    return found


class _Marker:
    def __init__(self) -> None:
        #: Whether something in it looks at the variables of the function by name.
        self.reads_frame = False
        self.suspends = False
        #: The statements that may catch the error of an unbound variable, and for each those around it.
        self.catching: list[tuple[Any, list[Any]]] = []

    def visit_all(self, nodes: Any, around: list[Any]) -> None:
        for node in nodes:
            if isinstance(node, gast.AST):
                self._visit(node, around)

    def _visit(self, node: Any, around: list[Any]) -> None:
        kind = type(node)
        if kind is gast.Name or kind is gast.Constant:
            return
        if kind in SCOPES:
            # A definition runs in this frame only as far as its decorators, defaults and bases.
            if kind is not gast.Lambda:
                self.visit_all(node.decorator_list, around)
            if kind is gast.ClassDef:
                self.visit_all(node.bases, around)
                self._class_body(node.body, around)
            else:
                self.visit_all(node.args.defaults or (), around)
                self.visit_all(node.args.kw_defaults or (), around)
            return
        if kind in SUSPENDING:
            self.suspends = True
            self._keep(around, "it waits or yields inside" if kind is not gast.AsyncFor else "it loops asynchronously")
        elif kind is gast.Call:
            self._call(node, around)
        elif kind in COMPREHENSIONS and any(generator.is_async for generator in node.generators):
            self.suspends = True
            self._keep(around, "it waits or yields inside")
        if kind is gast.Try and any(map(_may_catch_name_error, node.handlers)):
            self.catching.append((node, around))
        elif kind is gast.With and any(map(_swallows, node.items)):
            self.catching.append((node, around))
        inside = [*around, node] if kind in CONVERTIBLE else around
        # What is evaluated in place does not move, nor does the `else` of a loop.
        stays = (*STATEMENTS[kind].in_place, "orelse" if kind in LOOPS else "") if kind in STATEMENTS else ()
        attributes = node.__dict__
        for field in fields_with_nodes(kind):
            value = attributes.get(field)
            where = around if field in stays else inside
            if isinstance(value, gast.AST):
                self._visit(value, where)
            elif isinstance(value, list):
                self.visit_all(value, where)

    def _class_body(self, statements: list[Any], around: list[Any]) -> None:
        for statement in statements:
            if isinstance(statement, (*FUNCTIONS, gast.ClassDef)):
                self._visit(statement, around)

    def _call(self, node: Any, around: list[Any]) -> None:
        name = getattr(node.func, "id", getattr(node.func, "attr", None))
        if looks_at_frame(node):
            self.reads_frame = True
            self._keep(around, f"it looks at the variables of the function with `{name}()`")
        elif name in _STACK_READERS or (name == "warn" and _has_stack_level(node)) or _is_inspect_stack(node.func):
            self._keep(around, f"`{name}` counts the frames on the stack")

    def _keep(self, statements: list[Any], reason: str) -> None:
        for statement in statements:
            statement.__dict__.setdefault("plain_reason", reason)


def looks_at_frame(node: Any) -> bool:
    """Whether an expression is a call that looks at the variables of the function, as far as its text tells."""
    if not isinstance(node, gast.Call) or not isinstance(node.func, gast.Name) or node.func.id not in FRAME_BUILTINS:
        return False
    return len(node.args) + len(node.keywords) < (1 if node.func.id in ("locals", "vars", "dir") else 2)


def _is_inspect_stack(function: Any) -> bool:
    """Whether a function is `inspect.stack`; other things are called `stack` too."""
    holder = getattr(function, "value", None)
    return getattr(function, "attr", None) == "stack" and getattr(holder, "id", None) == "inspect"


def _has_stack_level(call: Any) -> bool:
    return len(call.args) > 2 or any(k.arg == "stacklevel" or k.arg is None for k in call.keywords)
