"""What converted code that is running has read of an object, and does not have any more in a variable.

A list that was read, and waits for the rest of an expression, or is being looped over: nothing can take its place.
"""

from __future__ import annotations

import ast
import functools
import sys
from collections import deque
from collections.abc import Iterator
from types import FrameType, FunctionType, GeneratorType
from typing import Any, TypeGuard

from autograph.operators import dicts, looped_lists, places
from autograph.operators.call_sites import path_at
from autograph.operators.effects import log
from autograph.operators.frames import locals_of
from autograph.operators.handlers import value_of
from autograph.operators.holding import Unknown
from autograph.operators.locations import PLAIN, attributes_of, elements_of
from autograph.operators.namespaces import own_attribute
from autograph.operators.proxies import Proxy
from autograph.operators.state import makers_within
from autograph.source.build import converted_codes
from autograph.source.find import source_text
from autograph.staging import backend_of


def frames(target: Any) -> Iterator[FrameType]:
    """The frames of converted code that is running."""
    frame: FrameType | None = sys._getframe(2)
    inner: FrameType | None = None
    between = ""  # what is not converted, has the object, and was called by what is yet to be found
    while frame is not None:
        if frame.f_code in converted_codes:
            if between:
                raise Unknown(f"`{between}`, which is not converted, has it")
            if inner is None or inner.f_code not in places.entering:
                yield frame
        elif not places.is_own(frame) and any(value is target for value in locals_of(frame).values()):
            between = frame.f_code.co_name
        inner, frame = frame, frame.f_back


_CONSUMING = frozenset({"len", "sum", "min", "max", "sorted", "list", "tuple", "set", "any", "all", "range"})


def check_expression(frame: FrameType, target: Any) -> None:
    path = path_at(frame)
    depth = max((i for i, node in enumerate(path) if isinstance(node, ast.stmt)), default=-1)
    if depth < 0 or depth + 1 >= len(path):
        return
    whole, current = path[depth + 1], path[-1]
    if _reads(frame, whole, target, current):
        raise Unknown("it is read in an expression before it changes in the same expression")


def check_update(frame: FrameType, target: Any) -> None:
    """Refuses what is being extended, or has items put in it, by something that calls the program meanwhile."""
    path = path_at(frame)
    last = path[-1] if path else None
    updated: ast.expr | None = None
    if isinstance(last, ast.AugAssign) and not _is_updated_by_itself(target, last.op):
        updated = last.target
    if isinstance(last, ast.Subscript) and isinstance(last.ctx, ast.Store):
        updated = last.value
    if updated is not None and _reads(frame, updated, target, None):
        raise Unknown("it is being updated, and what it is updated from changes it")


def _is_updated_by_itself(target: Any, operation: ast.operator) -> bool:
    """Whether a method that is written in Python does an augmented assignment to an object."""
    method = getattr(type(target), _IN_PLACE.get(type(operation), ""), None)
    return type(method) is FunctionType


_IN_PLACE: dict[type[ast.operator], str] = {
    ast.Add: "__iadd__", ast.Sub: "__isub__", ast.Mult: "__imul__", ast.BitAnd: "__iand__", ast.BitOr: "__ior__",
    ast.BitXor: "__ixor__",
}  # fmt: skip


def check_targets() -> None:
    """Refuses what an assignment is about to store elsewhere, too: `d[k] = xs = []`."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and frame.f_code not in converted_codes:
        frame = frame.f_back
    statement = next((node for node in path_at(frame) if isinstance(node, ast.Assign)), None) if frame else None
    targets = statement.targets if statement is not None else []
    stores = [target for target in targets if not isinstance(target, ast.Name)]
    if stores and stores[0] is not targets[-1]:
        what = "gives it to a variable" if isinstance(targets[-1], ast.Name) else "stores it elsewhere"
        reason = f"the assignment that stores it {what} afterwards"
        raise Unknown(reason, "give it to the variable first: `xs = d[k] = []`")


def check_statements(frame: FrameType, target: Any) -> None:
    line = frame.f_lineno
    function, _ = places.around_line(source_text(frame.f_code.co_filename), line)
    for node in () if function is None else _statements_around(function, line):
        if isinstance(node, (ast.For, ast.AsyncFor)):
            if _reads(frame, node.iter, target, None):
                raise Unknown("it is being looped over while it changes")
            continue
        for item in node.items:
            called = value_of(getattr(item.context_expr, "func", item.context_expr), frame)
            if (
                not isinstance(called, type)
                and not _is_run(called, frame, node)
                and _reads(frame, item.context_expr, target, None)
            ):
                raise Unknown("the context manager of a `with` around was given it")


def ask_for_loops(frame: FrameType, target: Any) -> None:
    """Has the loops that a frame is in, and that go over a list, go over a staged one the next time."""
    line = frame.f_lineno
    function, _ = places.around_line(source_text(frame.f_code.co_filename), line)
    for node in ast.walk(function) if function is not None else ():
        if isinstance(node, ast.For) and node.lineno <= line <= (node.body[-1].end_lineno or 0):
            if _reads(frame, node.iter, target, None):
                looped_lists.ask(frame, node.iter.lineno)


def _is_run(called: Any, frame: FrameType, node: ast.With | ast.AsyncWith) -> bool:
    """Whether what was called for the manager of a `with` made a generator that is run as other functions are."""
    code = getattr(own_attribute(called, "__wrapped__", None), "__code__", None)
    if code is None:
        return False
    return ((frame.f_code.co_filename, node.lineno), (code.co_filename, code.co_qualname)) in makers_within()


@functools.lru_cache(maxsize=1024)
def _statements_around(function: ast.AST, line: int) -> tuple[ast.For | ast.AsyncFor | ast.With | ast.AsyncWith, ...]:
    """The loops and the `with` statements of a function in whose bodies a line is."""
    return tuple(
        node
        for node in ast.walk(function)
        if isinstance(node, (ast.For, ast.AsyncFor, ast.With, ast.AsyncWith))
        if node.body[0].lineno <= line <= (node.body[-1].end_lineno or 0)
    )


def _reads(frame: FrameType, node: ast.AST, target: Any, current: ast.AST | None) -> bool:
    """Whether the value of an expression may be, or hold, a list, before another expression in it is evaluated."""
    if node is current or isinstance(node, ast.Lambda):
        return False
    if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)) and _may_be(frame, node, target):
        return not _follows_any(node, current)
    around = current is not None and any(child is current for child in ast.walk(node))
    if not around and type(target) is GeneratorType and _advances(node):
        return False
    if not around and _asks_positions(node, frame):
        return any(_reads(frame, part, target, current) for part in node.args if isinstance(part, ast.Call))
    if not around and _consumes(node):
        # An item at a place that is staged is a list that stands for one of several.
        return isinstance(node, ast.Subscript) and _may_stand(target) and not _follows_any(node, current)
    if not around and isinstance(node, ast.Call) and _may_stand(target) and not _follows_any(node, current):
        return not _holds_no_other(frame, node) or any(_reads(frame, part, target, current) for part in node.args)
    parts = [*ast.iter_child_nodes(node)]
    if around and isinstance(node, ast.Call) and _is_received(frame, node.func):
        parts = [part for part in parts if part is not node.func]
    if around and isinstance(node, (ast.BoolOp, ast.IfExp)):  # what was asked for its truth is gone
        parts = [part for part in parts if any(child is current for child in ast.walk(part))]
    if around and isinstance(node, _COMPREHENSIONS):
        items = node.generators[0].iter  # whose elements are yet to be made, or are made of each item anew
        parts = [items] if any(child is current for child in ast.walk(items)) else parts
    return any(_reads(frame, part, target, current) for part in parts)


#: Containers whose methods ask, when they are called, what is in their place by then.
RECEIVING = frozenset({list, deque, set, *dicts.KINDS})


def _is_received(frame: FrameType, function: ast.expr) -> bool:
    return isinstance(function, ast.Attribute) and type(_value(frame, function.value)) in RECEIVING


_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def _asks_positions(node: ast.AST, frame: FrameType) -> TypeGuard[ast.Call]:
    """Whether an expression is an iterator that asks for positions: another may take the place of what it goes over."""
    if not isinstance(node, ast.Call) or not looped_lists.asks_positions(frame, node.lineno):
        return False
    made = value_of(node.func, frame)
    return any(made is maker for maker in looped_lists.MAKERS)


def _holds_no_other(frame: FrameType, call: ast.Call) -> bool:
    """Whether the value of a call holds nothing but what the arguments hold, or the items of a dict of numbers."""
    if isinstance(call.func, ast.Name):
        return call.func.id in ("enumerate", "iter", "reversed", "zip")
    is_view = isinstance(call.func, ast.Attribute) and call.func.attr in ("items", "keys", "values") and not call.args
    mapping = value_of(call.func.value, frame) if is_view else None  # type: ignore[attr-defined]
    if not isinstance(mapping, dict):
        return False
    held = [getattr(value, "value", value) for value in elements_of(getattr(mapping, "entries", mapping))]
    return all(type(value) in PLAIN or backend_of(value) is not None for value in held)


def _may_be(frame: FrameType, node: ast.Name | ast.Attribute | ast.Subscript, target: Any) -> bool:
    """Whether the value of an expression is a list, or may be: it is an attribute of one of several objects, say."""
    value = _value(frame, node)
    if value is not None or isinstance(node, ast.Name):
        return value is target
    holder = _value(frame, node.value)
    return issubclass(type(holder), Proxy) and _may_stand(target)


def _may_stand(target: Any) -> bool:
    """Whether a list came to be to stand for one of several, so that there may be another of it that nothing holds."""
    around = log()
    return around is not None and around.is_linked(target)


def _follows_any(node: ast.AST, current: ast.AST | None) -> bool:
    return current is not None and _follows(node, current)


def _follows(node: Any, current: Any) -> bool:
    return bool((node.lineno, node.col_offset) >= (current.end_lineno, current.end_col_offset))


def _consumes(node: ast.AST) -> bool:
    """Whether the value of an expression holds nothing of the lists that it is made of."""
    if isinstance(node, ast.Call):
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        return name in _CONSUMING or (name == "copy" and not node.args)
    return isinstance(node, (ast.Compare, ast.Subscript, ast.BinOp, ast.UnaryOp))


def _advances(node: ast.AST) -> bool:
    """Whether an expression is the next item of a generator, or what it yields when it is sent something."""
    function = node.func if isinstance(node, ast.Call) else None
    return getattr(function, "id", getattr(function, "attr", None)) in ("next", "send")


def _value(frame: FrameType, node: ast.AST) -> Any:
    if isinstance(node, ast.Name):
        return locals_of(frame).get(node.id, frame.f_globals.get(node.id))
    if isinstance(node, ast.Attribute):
        return (attributes_of(_value(frame, node.value)) or {}).get(node.attr)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        holder = _value(frame, node.value)
        if type(holder) in (list, tuple, dict):
            try:
                return holder[node.slice.value]
            except (LookupError, TypeError):
                return None
    return None
