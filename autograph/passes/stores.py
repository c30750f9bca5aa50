"""Stores to attributes, items and variables of others: a barrier where they happen, and births of what is stored to.

    o.v = x           ->    ag__.writing(o).v = x

    x[i] = v          ->    ag__.writing(x)[i] = v
                            x = ag__.updated(x)

    x += y            ->    x += ag__.changing(x, "+=", y)

    rows = []         ->    rows = ag__.new([])

    class A:          ->    @ag__.new
                            class A:

    nonlocal total    ->    nonlocal total
                            ag__.rebinding(lambda: total)

See `autograph.operators.effects` for what becomes of it. The object in a target is evaluated once, where Python does.
`updated` is for tensors, whose contents do not change: the variable is given the tensor that has the item. One of a
function around, which is not declared `nonlocal`, cannot be given it: there, stores to tensors are refused. A variable
that is only ever bound to containers that are written out needs none, and numbers need no barrier.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import gast

from autograph.analysis.own_nodes import OwnNodes
from autograph.analysis.scopes import first_statement, inner_names, parameters
from autograph.passes.calls import EXCEPTIONS
from autograph.passes.logical import is_operator, lambda_of, operator_call
from autograph.passes.numbers import SYMBOLS
from autograph.source.schema import FUNCTIONS, LOOPS, WITHS, rewrite_blocks
from autograph.source.templates import first_line_of, instantiate, located, template
from autograph.source.walking import walk

_DISPLAYS = (gast.List, gast.Dict, gast.Set, gast.ListComp, gast.DictComp, gast.SetComp)
_CONTAINERS = frozenset({"dict", "list", "set", "defaultdict", "OrderedDict", "Counter", "deque", "bytearray"})


def convert_item_stores(function: Any, nodes: OwnNodes) -> None:
    """Has variables, in place, hold what comes of stores to their items; not in functions nested in this one.

    Args:
        function: its tree.
        nodes: its nodes.
    """
    stored = {
        node.value.id
        for node in nodes[gast.Subscript]
        if isinstance(node.ctx, gast.Store) and isinstance(node.value, gast.Name)
    }
    if not stored:
        return
    names = inner_names(function)
    variables = stored & ((names.binds - names.globals) | names.nonlocals)
    function.body = _block(function.body, variables, variables - _always_containers(function, nodes))


def _block(statements: list[Any], variables: set[str], updated: set[str]) -> list[Any]:
    return [new for statement in statements for new in _converted(statement, variables, updated)]


def _converted(statement: Any, variables: set[str], updated: set[str]) -> list[Any]:
    rewrite_blocks(statement, lambda block: _block(block, variables, updated))
    found = [name for target in _targets(statement) if (name := _stored_variable(target, variables)) in updated]
    updates = [
        new
        for name in dict.fromkeys(found)
        for new in instantiate(template("name = ag__.updated(name)"), statement, name=name)
    ]
    body = statement.__dict__.get("body") if isinstance(statement, (*LOOPS, *WITHS)) else None
    if body is not None:
        body[:0] = updates
        return [statement]
    return [statement, *updates]


def _targets(statement: Any) -> list[Any]:
    """What a statement stores to, one by one."""
    if isinstance(statement, gast.Assign):
        stack = list(statement.targets)
    elif isinstance(statement, (gast.AugAssign, gast.AnnAssign, gast.For, gast.AsyncFor)):
        stack = [statement.target]
    elif isinstance(statement, (gast.With, gast.AsyncWith)):
        stack = [item.optional_vars for item in statement.items if item.optional_vars is not None]
    else:
        return []
    found = []
    while stack:
        target = stack.pop()
        if isinstance(target, (gast.Tuple, gast.List)):
            stack.extend(target.elts)
        elif isinstance(target, gast.Starred):
            stack.append(target.value)
        else:
            found.append(target)
    return found


def _stored_variable(target: Any, variables: set[str]) -> str | None:
    """The variable, of those that the function can bind, to an item of which a target stores."""
    is_stored = isinstance(target, gast.Subscript) and isinstance(target.value, gast.Name)
    if is_stored and target.value.id in variables:
        target.rebinds = True
        return target.value.id
    return None


def _always_containers(function: Any, nodes: OwnNodes) -> set[str]:
    """The local variables that are only bound to what is written out as a container."""
    found: set[str] = set()
    others = set(parameters(function))
    counted = set()
    for node in nodes[gast.Assign]:
        if len(node.targets) == 1 and isinstance(node.targets[0], gast.Name):
            called = node.value.func if isinstance(node.value, gast.Call) else None
            constructor = getattr(called, "id", getattr(called, "attr", None))
            if isinstance(node.value, _DISPLAYS) or constructor in _CONTAINERS:
                found.add(node.targets[0].id)
                counted.add(id(node.targets[0]))
    for node in nodes[gast.Name]:
        if isinstance(node.ctx, gast.Store) and id(node) not in counted:
            others.add(node.id)
    return found - others


# The barriers, put in by the walk over expressions


def convert_target(node: Any) -> Any:
    """An attribute or an item that is stored to, or deleted."""
    node.value = operator_call("writing", node.value, node.value)
    return node


def convert_augmented(statement: Any, numbers: set[str]) -> None:
    """Puts the barrier into `x += y`, which may change what `x` is where it stands; none for a variable of numbers."""
    target = statement.target
    if not isinstance(target, gast.Name) or target.id in numbers:
        return
    read = located(gast.Name(target.id, gast.Load(), None, None), target)
    if "maybe_unbound" in target.__dict__:
        read.maybe_unbound = True
    symbol = gast.Constant(SYMBOLS[type(statement.op)] + "=", None)
    statement.value = operator_call("changing", target, read, symbol, statement.value)


def number_variables(function: Any, nodes: OwnNodes) -> set[str]:
    """The local variables of a function that are never bound to anything but numbers and strings.

    Args:
        function: its tree.
        nodes: its nodes.
    """
    if not nodes[gast.AugAssign]:
        return set()
    names = inner_names(function)
    candidates = names.binds - set(parameters(function)) - names.globals - names.nonlocals - names.captured_binds
    candidates -= {*_bound_otherwise(nodes)}
    values: dict[str, list[Any]] = {name: [] for name in candidates}
    bound: dict[str, int] = dict.fromkeys(candidates, 0)
    counted: dict[str, int] = dict.fromkeys(candidates, 0)
    for node in nodes[gast.Name]:
        if isinstance(node.ctx, gast.Store) and node.id in bound:
            bound[node.id] += 1
    for node in [*nodes[gast.Assign], *nodes[gast.AugAssign]]:
        for target in node.targets if isinstance(node, gast.Assign) else [node.target]:
            if isinstance(target, gast.Name) and target.id in values:
                values[target.id].append(node.value)
                counted[target.id] += 1
    for node in nodes[gast.For]:
        if isinstance(node.target, gast.Name) and node.target.id in values:
            iterates = node.iter.func if isinstance(node.iter, gast.Call) else None
            if isinstance(iterates, gast.Name) and iterates.id == "range":
                counted[node.target.id] += 1
    found = {name for name in candidates if counted[name] == bound[name]}
    while True:
        # An operand may be another such variable.
        kept = {name for name in found if all(_is_number(value, found) for value in values[name])}
        if kept == found:
            return found
        found = kept


def _bound_otherwise(nodes: OwnNodes) -> Iterator[str | None]:
    """The names that patterns, imports and definitions bind."""
    for kind in (gast.MatchAs, gast.MatchStar, gast.ClassDef, *FUNCTIONS):
        yield from (node.name for node in nodes.get(kind, ()))
    yield from (node.rest for node in nodes.get(gast.MatchMapping, ()))
    for statement in (*nodes.get(gast.Import, ()), *nodes.get(gast.ImportFrom, ())):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in statement.names)


def _is_number(node: Any, variables: set[str]) -> bool:
    if isinstance(node, gast.Constant):
        return True
    if isinstance(node, gast.Name):
        return node.id in variables
    if isinstance(node, gast.BinOp):
        return _is_number(node.left, variables) and _is_number(node.right, variables)
    if isinstance(node, gast.UnaryOp):
        return _is_number(node.operand, variables)
    return isinstance(node, gast.Call) and isinstance(node.func, gast.Name) and node.func.id in ("len", "int", "float")


def announce_variables(function: Any, names: Iterable[str]) -> None:
    """Has a function say, before anything else, that it may bind variables of others."""
    start = first_statement(function.body)
    at = first_line_of(function.body[start])
    reads: Any = gast.Tuple([gast.Name(name, gast.Load(), None, None) for name in sorted(names)], gast.Load())
    read = lambda_of(located(reads if len(reads.elts) > 1 else reads.elts[0], at))
    function.body[start:start] = [located(gast.Expr(operator_call("rebinding", at, read)), at)]


def births_of_unpacking(statement: Any) -> list[Any]:
    """Converts, in place, `a, *b = xs`; the birth of the list that it makes."""
    if not isinstance(statement, gast.Assign):
        return []
    parts = [p for t in statement.targets if isinstance(t, (gast.Tuple, gast.List)) for p in walk(t)]
    starred = [p.value for p in parts if isinstance(p, gast.Starred)]
    if not starred or not all(map(_is_name, starred)):
        return [birth_of(target.id, statement) for target in starred if _is_name(target)]
    statement.value = operator_call("apart", statement.value, statement.value)
    text = template("name = ag__.gathered(name)")
    return [new for target in starred for new in instantiate(text, statement, name=target.id)]


def announce_keywords(function: Any) -> None:
    """Has a function say that the dict of its `**` parameter comes to be, where it does more than pass that on."""
    name = getattr(function.args.kwarg, "id", None)
    spread = [k.value for n in walk(function) if isinstance(n, gast.Call) for k in n.keywords if k.arg is None]
    if _does_more(function, name, spread):
        start = first_statement(function.body)
        function.body[start:start] = [birth_of(name, first_line_of(function.body[start]))]


def gather_arguments(function: Any) -> None:
    """Has a function gather what it is given for its `*` parameter, where it does more than pass that on."""
    name = getattr(function.args.vararg, "id", None)
    starred = [node.value for node in walk(function) if isinstance(node, gast.Starred)]
    if _does_more(function, name, starred):
        start = first_statement(function.body)
        at = first_line_of(function.body[start])
        function.body[start:start] = instantiate(template("name = ag__.display(name)"), at, name=name)


def _does_more(function: Any, name: str | None, passed: Sequence[Any]) -> bool:
    """Whether a function uses a parameter but in what it passes on: the parameter itself, or an operator's of it."""
    parts = {id(part) for value in passed for part in (value, *getattr(value, "args", ()))}
    return any(_is_name(node) and node.id == name and id(node) not in parts for node in walk(function.body))


def birth_of(name: Any, at: Any) -> Any:
    """The statement that says that what a variable has came to be."""
    return located(gast.Expr(operator_call("new", at, gast.Name(name, gast.Load(), None, None))), at)


def _is_name(node: Any) -> bool:
    return isinstance(node, gast.Name)


def convert_births(node: Any) -> None:
    """Marks, in place, the displays and comprehensions right below a node that may be kept by what it does."""
    kind = type(node)
    if kind is gast.Attribute and node.attr in _CHANGING:
        node.value = _born(node.value)
    elif kind in _KEEPING:
        for field in _KEEPING[kind]:
            value = node.__dict__.get(field)
            if isinstance(value, list):
                value[:] = [_born(item) for item in value]
            elif value is not None:
                node.__dict__[field] = _born(value)


def born_class(node: Any) -> None:
    """Marks, in place, a class that a function defines: what is stored to its attributes is gone with the call."""
    operator = "new_by_statements" if any(map(_does_something, node.body)) else "new"
    node.decorator_list = [*node.decorator_list, operator_call(operator, node).func]


def _does_something(statement: Any) -> bool:
    """Whether a statement in the body of a class may do more than to give the class an attribute."""
    if isinstance(statement, (*FUNCTIONS, gast.ClassDef, gast.Pass)):
        return False
    if isinstance(statement, gast.Expr):
        return not isinstance(statement.value, gast.Constant)
    if not isinstance(statement, (gast.Assign, gast.AnnAssign)):
        return True
    for node in gast.walk(statement):
        is_store = isinstance(node, (gast.Attribute, gast.Subscript)) and isinstance(node.ctx, gast.Store)
        if is_store or isinstance(node, gast.NamedExpr) or (isinstance(node, gast.Call) and not _makes_one(node.func)):
            return True
    return False


def _makes_one(function: Any) -> bool:
    """Whether a function is one of those by which an attribute of a class is made, as far as its name tells."""
    return getattr(function, "id", getattr(function, "attr", None)) in _OF_CLASSES


#: What the body of a class calls to make an attribute.
_OF_CLASSES = frozenset({
    "TypeVar", "abs", "auto", "bool", "cached_property", "classmethod", "deque", "dict", "field", "float", "frozenset",
    "int", "len", "list", "max", "min", "namedtuple", "object", "partialmethod", "property", "range", "set",
    "staticmethod", "str", "tuple",
})  # fmt: skip


def born_for_loop(iterable: Any) -> Any:
    """What a loop goes over, marked where it is a display of what the body may change."""
    is_constant = all(isinstance(node, gast.Constant) for node in getattr(iterable, "elts", ()))
    return iterable if is_constant or not isinstance(iterable, gast.List) else _born(iterable)


#: Methods that change what is written out where they are called, and give what it keeps.
_CHANGING = frozenset({"pop", "popitem", "setdefault"})

#: Where a new object may be kept, so that it is changed later: what is looped over, compared or unpacked is not.
_KEEPING: dict[type, tuple[str, ...]] = {
    gast.Assign: ("value",),
    gast.AnnAssign: ("value",),
    gast.NamedExpr: ("value",),
    gast.Return: ("value",),
    gast.Yield: ("value",),
    gast.Call: ("args",),
    gast.keyword: ("value",),
    gast.Lambda: ("body",),
    gast.arguments: ("defaults", "kw_defaults"),
    gast.IfExp: ("body", "orelse"),
    gast.BoolOp: ("values",),
    gast.List: ("elts",),
    gast.Tuple: ("elts",),
    gast.Set: ("elts",),
    gast.Dict: ("values",),
    gast.ListComp: ("elt",),
    gast.SetComp: ("elt",),
    gast.GeneratorExp: ("elt",),
    gast.DictComp: ("value",),
}


def _born(node: Any) -> Any:
    return operator_call("new", node, node) if _is_born(node) else node


def _is_born(node: Any) -> bool:
    """Whether an expression makes a new object, as far as its text tells."""
    if isinstance(node, gast.BinOp):
        return (
            "makes_container" in node.__dict__
            or _is_marked(node.left)
            or _is_marked(node.right)
            or _is_born(node.left)
            or _is_born(node.right)
        )
    if isinstance(node, gast.Subscript):
        part = node.slice
        is_whole = isinstance(part, gast.Slice) and part.lower is None and part.upper is None
        return is_whole and isinstance(node.ctx, gast.Load)
    if isinstance(node, gast.Call):  # one that stays: another stands for what the name is, if that is not Python's
        return isinstance(node.func, gast.Name) and node.func.id in EXCEPTIONS
    return isinstance(node, (*_DISPLAYS, gast.GeneratorExp)) and isinstance(node.__dict__.get("ctx", _LOAD), gast.Load)


#: Operators whose results are new containers.
_OPERATORS_THAT_MAKE = frozenset({"dict_display", "display", "listed", "new", "repeated", "set_display"})


def _is_marked(node: Any) -> bool:
    return (
        isinstance(node, gast.Call) and getattr(node.func, "attr", None) in _OPERATORS_THAT_MAKE and is_operator(node)
    )


_LOAD = gast.Load()
