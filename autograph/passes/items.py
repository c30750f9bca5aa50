"""Stores to items of local variables, and appending to local lists: the variable is given what comes of it.

So a staged tensor can take part, and a list can grow in a staged loop.

    x[i] = v         ->    x = ag__.set_item(x, i, v)
    x[i] += v        ->    x = ag__.set_item(x, i, ag__.iadd(x[i], v))
    l.append(v)      ->    l = ag__.append(l, v)

For a list, a dict or any other object `set_item` stores and answers with the object itself. A variable that is only
ever bound to a display or a call of `dict`, `list` and the like is left alone, and so is one of another function.
Appending is rewritten in loops and branches, for variables that are only ever bound to lists.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast

from autograph.analysis.plain import CONVERTIBLE, walk_own
from autograph.analysis.scopes import names_of, parameters
from autograph.passes.logical import operator_call
from autograph.source.names import Namer
from autograph.source.schema import SCOPES
from autograph.source.templates import instantiate, located, template

_DISPLAYS = (gast.List, gast.Dict, gast.Set, gast.ListComp, gast.DictComp, gast.SetComp)
_CONTAINERS = frozenset({"dict", "list", "set", "defaultdict", "OrderedDict", "Counter", "deque", "bytearray"})
_INPLACE = {
    gast.Add: "iadd",
    gast.Sub: "isub",
    gast.Mult: "imul",
    gast.Div: "itruediv",
    gast.FloorDiv: "ifloordiv",
    gast.Mod: "imod",
    gast.Pow: "ipow",
    gast.MatMult: "imatmul",
    gast.BitAnd: "iand",
    gast.BitOr: "ior",
    gast.BitXor: "ixor",
    gast.LShift: "ilshift",
    gast.RShift: "irshift",
}


def convert_item_stores(function: Any, namer: Namer) -> None:
    """Rewrites, in place, the item stores of one function (not of those nested in it)."""
    if not any(_is_candidate(node) for node in walk_own(function.body)):
        return
    names = names_of(function.body)
    own = (names.binds | set(parameters(function))) - names.globals - names.nonlocals
    containers = _always_containers(function)
    rebindable = own - set(containers)
    lists = {name for name, are_lists in containers.items() if are_lists} & own
    _each_block(function, lambda statement: _converted(statement, rebindable, namer))
    if lists:
        for statement in walk_own(function.body):
            if isinstance(statement, CONVERTIBLE):
                _each_block(statement, lambda inner: _appending(inner, lists))


def _is_candidate(node: Any) -> bool:
    if isinstance(node, gast.Subscript):
        return isinstance(node.ctx, gast.Store)
    return isinstance(node, gast.Attribute) and node.attr == "append"


def _appending(statement: Any, lists: set[str]) -> list[Any]:
    call: Any = statement.value if isinstance(statement, gast.Expr) else None
    method = call.func if isinstance(call, gast.Call) else None
    if (
        isinstance(method, gast.Attribute)
        and method.attr == "append"
        and isinstance(method.value, gast.Name)
        and method.value.id in lists
        and len(call.args) == 1
        and not call.keywords
        and not isinstance(call.args[0], gast.Starred)
    ):
        appended = operator_call("append", call, _again(method.value), call.args[0])
        return instantiate(template("name = appended"), statement, name=method.value.id, appended=appended)
    return [statement]


def _always_containers(function: Any) -> dict[str, bool]:
    """The local variables that are only bound to what is written out as a container, and whether always to a list."""
    found: dict[str, bool] = {}
    others = set(parameters(function))
    counted = set()
    for node in walk_own(function.body):
        if isinstance(node, gast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], gast.Name):
            called = node.value.func if isinstance(node.value, gast.Call) else None
            constructor = getattr(called, "id", getattr(called, "attr", None))
            if isinstance(node.value, _DISPLAYS) or constructor in _CONTAINERS:
                name = node.targets[0].id
                is_list = isinstance(node.value, (gast.List, gast.ListComp)) or constructor == "list"
                found[name] = found.get(name, True) and is_list
                counted.add(id(node.targets[0]))
    for node in walk_own(function.body):
        if isinstance(node, gast.Name) and isinstance(node.ctx, gast.Store) and id(node) not in counted:
            others.add(node.id)
    return {name: are_lists for name, are_lists in found.items() if name not in others}


def _each_block(node: Any, convert: Callable[[Any], list[Any]]) -> None:
    for part in (node, *(node.__dict__.get("handlers") or ()), *(node.__dict__.get("cases") or ())):
        for field in ("body", "orelse", "finalbody"):
            block = part.__dict__.get(field)
            if isinstance(block, list):
                for statement in block:
                    if not isinstance(statement, SCOPES):
                        _each_block(statement, convert)
                setattr(part, field, [new for statement in block for new in convert(statement)])


def _converted(statement: Any, rebindable: set[str], namer: Namer) -> list[Any]:
    if isinstance(statement, gast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
    elif isinstance(statement, gast.AugAssign):
        target = statement.target
    else:
        return [statement]
    if not (
        isinstance(target, gast.Subscript) and isinstance(target.value, gast.Name) and target.value.id in rebindable
    ):
        return [statement]
    name = target.value.id
    before: list[Any] = []

    def evaluated_first(value: Any, wanted: str) -> Any:
        """Python's order: an operand that is more than a name is evaluated before those that follow it here."""
        if isinstance(value, (gast.Name, gast.Constant)):
            return value
        temporary = namer.variable(wanted)
        before.extend(instantiate(template("name = value"), statement, name=temporary, value=value))
        return located(gast.Name(temporary, gast.Load(), None, None), value)

    container = located(gast.Name(name, gast.Load(), None, None), target.value)
    key = target.slice
    if isinstance(statement, gast.Assign):
        value = statement.value if _is_simple(key) else evaluated_first(statement.value, "value")
    else:
        if not _is_simple(key):
            key = evaluated_first(_as_object(key), "key")
        old = located(gast.Subscript(_again(container), _again(key), gast.Load()), target)
        value = operator_call(_INPLACE[type(statement.op)], statement, old, statement.value)
    stored = operator_call("set_item", target, container, _as_object(key), value)
    return before + instantiate(template("name = stored"), statement, name=name, stored=stored)


def _is_simple(key: Any) -> bool:
    """Whether it does not matter when a key is evaluated, nor how often."""
    return all(
        isinstance(part, (gast.Name, gast.Constant, gast.Tuple, gast.Slice, gast.expr_context, gast.UnaryOp, gast.USub))
        for part in gast.walk(key)
    )


def _as_object(key: Any) -> Any:
    """A key as an expression: slices as calls of `slice`."""
    if isinstance(key, gast.Slice):
        parts = [part or gast.Constant(None, None) for part in (key.lower, key.upper, key.step)]
        return operator_call("slice", key, *parts)  # what the program calls `slice` may be something else
    if isinstance(key, gast.Tuple):
        return located(gast.Tuple([_as_object(element) for element in key.elts], gast.Load()), key)
    return key


def _again(node: Any) -> Any:
    """A second tree like a simple one."""
    kind: Any = type(node)
    new = kind.__new__(kind)
    for field, value in node.__dict__.items():
        if isinstance(value, list):
            value = [_again(item) for item in value]
        elif isinstance(value, gast.AST) and not isinstance(value, gast.expr_context):
            value = _again(value)
        new.__dict__[field] = value
    return new
