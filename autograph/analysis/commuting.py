"""Loops whose iterations can be run in any order, as the user's text has them.

for x, y in alive:                          # a set, of which a tensor decides what is in it
    near[x, y] = near.get((x, y), 0) + 1    # whichever is first, the sums are the same

Such a loop may bind variables that an iteration sets before it reads them, and may change others only by operations
that commute: it adds to numbers and to those in a dict, takes the largest or the smallest, adds elements to a set or
discards some, stores one and the same constant. What it changes so, it must not read otherwise, but for `if x not in
seen:` with `seen.add(x)`, where all that is done depends on `x` alone, and nothing else depends on whether it is done:
whichever iteration is first with `x` does that. It may return, if that is the same in all iterations. Whether what it
changes is seen then, and whether the variables hold what the text suggests, is not known here.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field

#: Functions of Python's that have no effect.
BUILTINS = frozenset({
    "range", "len", "abs", "min", "max", "sum", "int", "float", "bool", "tuple", "list", "set", "dict", "sorted", "any",
    "all", "enumerate", "zip", "reversed", "divmod", "pow", "round", "isinstance", "frozenset",
})  # fmt: skip
#: Methods that read.
_READING = frozenset({
    "get", "keys", "values", "items", "count", "index", "copy", "union", "intersection", "difference", "issubset",
    "issuperset", "isdisjoint", "bit_length",
})  # fmt: skip
#: Methods that change what a function has made itself.
_BUILDING = frozenset({"append", "add", "extend"})
_AUGMENTED: dict[type, str] = {
    ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.BitOr: "or", ast.BitAnd: "and", ast.BitXor: "xor",
}  # fmt: skip
#: Methods that change a set, and what they do to it.
_OF_SETS = {"add": "or", "update": "or", "discard": "subtract", "difference_update": "subtract"}
#: Operations that commute with one another.
_TOGETHER = frozenset({"add", "subtract", "default"})


class _Ordered(Exception):
    """An iteration does what depends on those before it."""


@dataclass
class Changes:
    """What the iterations of a loop change, which can be run in any order.

    Attributes:
        numbers: what is done to variables that hold numbers, or sets.
        sets: what is done to sets, of variables that are not bound anew.
        dicts: what is done to the values of dicts.
        calls: the names that are called.
        returns: whether an iteration may return.
    """

    numbers: dict[str, set[str]] = field(default_factory=dict)
    sets: dict[str, set[str]] = field(default_factory=dict)
    dicts: dict[str, set[str]] = field(default_factory=dict)
    calls: set[str] = field(default_factory=set)
    returns: bool = False

    @property
    def names(self) -> list[str]:
        """The variables that are changed, or that hold what is."""
        return [*self.numbers, *self.sets, *self.dicts]


def changes_of(loop: ast.For, carried: Collection[str], distinct: ast.expr | None) -> Changes | str:
    """What the iterations of a loop change, if they can be run in any order; else what prevents it.

    Args:
        carried: the variables it binds whose values matter to another iteration, or after the loop.
        distinct: the part of its target that no two iterations have the same of.
    """
    inside = [node for statement in loop.body for node in ast.walk(statement)]
    bound = {node.id for node in inside if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    names = {node.id for node in ast.walk(distinct) if isinstance(node, ast.Name)} if distinct is not None else set()
    found = _Reader(carried, None if distinct is None or names & bound else distinct)
    try:
        found.bind(loop.target)
        found.block(loop.body)
        found.check()
    except _Ordered as reason:
        return str(reason)
    return found.changes


def calls_of(function: ast.FunctionDef) -> set[str] | None:
    """What a function calls by name that changes nothing but what it has made; None if it may do other things."""
    arguments = function.args
    if arguments.vararg or arguments.kwarg or function.decorator_list:
        return None
    found = _Reader((), None, is_function=True)
    found.own |= {argument.arg for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    try:
        found.block(function.body)
        found.check()
    except _Ordered:
        return None
    return None if found.changes.names else found.changes.calls


class _Reader:
    """Reads the body of a loop, or of a function."""

    def __init__(self, carried: Collection[str], distinct: ast.expr | None, is_function: bool = False):
        self.changes = Changes()
        self.carried = carried
        self.is_function = is_function
        self.distinct = None if distinct is None else _as_read(distinct)
        #: What only ever reads.
        self.reads: list[ast.expr] = []
        #: The variables that each iteration has for itself.
        self.own: set[str] = set()
        #: How many loops are around a statement, in the body.
        self.depth = 0
        #: How often an element is done something with that a set does not have yet.
        self.firsts = 0
        #: What an iteration returns.
        self.returned: list[ast.expr | None] = []

    def check(self) -> None:
        """Refuses what reads something that iterations change."""
        changed = self.changes.names
        for name in changed:
            operations = [held[name] for held in self._all() if name in held]
            together = set().union(*operations)
            if len(operations) > 1 or not (len(together) == 1 or together <= _TOGETHER):
                raise _Ordered(f"it does to '{name}' what depends on the iterations before")
        for expression in self.reads:
            for node in ast.walk(expression):
                self._check_read(node, changed)
        if self.returned and not self.is_function:
            self._check_returned()

    def _check_returned(self) -> None:
        made = {"" if value is None else ast.dump(value) for value in self.returned}
        read = {name for value in self.returned if value is not None for name in _names_in(value)}
        if len(made) > 1 or not read.isdisjoint(self.own) or self.changes.numbers:
            raise _Ordered("which elements it comes to before it is left depends on it")
        for expression in self.reads:
            if any(map(_may_raise, ast.walk(expression))):
                raise _Ordered("whether it divides by 0 before it is left depends on it")
        self.changes.returns = True

    def _all(self) -> Sequence[dict[str, set[str]]]:
        return self.changes.numbers, self.changes.sets, self.changes.dicts

    def _check_read(self, node: ast.AST, changed: Collection[str]) -> None:
        if isinstance(node, ast.Name) and node.id in changed:
            raise _Ordered(f"it reads '{node.id}', which iterations change")
        if isinstance(node, (ast.NamedExpr, ast.Await, ast.Lambda)):
            raise _Ordered("it does something else than to compute")
        if isinstance(node, (ast.Yield, ast.YieldFrom)) and not self.is_function:
            raise _Ordered("it hands on an item")
        if isinstance(node, ast.Call):
            function = node.func
            if isinstance(function, ast.Name) and function.id not in self.own:
                self.changes.calls.add(function.id)
            elif not (isinstance(function, ast.Attribute) and function.attr in _READING):
                raise _Ordered(f"it calls {ast.unparse(function)}, which may have effects")

    # Statements

    def block(self, statements: Iterable[ast.stmt]) -> None:
        for statement in statements:
            _READING_OF.get(type(statement), _Reader.refuse)(self, statement)

    def refuse(self, statement: ast.stmt) -> None:
        words = ast.unparse(statement).partition("\n")[0]
        raise _Ordered(f"`{words}` is left to one of the iterations, or is done in their order")

    def nothing(self, statement: ast.stmt) -> None:
        """`pass` and `continue`."""

    def return_(self, statement: ast.Return) -> None:
        """`return` of a function, or in a loop."""
        self.returned.append(statement.value)
        if statement.value is not None:
            self.reads.append(statement.value)

    def break_(self, statement: ast.Break) -> None:
        """`break` of a loop within."""
        if not self.depth:
            self.refuse(statement)

    def if_(self, statement: ast.If) -> None:
        if not self.counts_in_branches(statement) and not self.is_first(statement):
            self.reads.append(statement.test)
            self.block(statement.body)
            self.block(statement.orelse)

    def is_first(self, statement: ast.If) -> bool:
        """`if x not in seen: seen.add(x)`, perhaps with other conditions, if what is done with that is so for `x`."""
        test = statement.test
        conditions = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
        for condition in conditions:
            if not (isinstance(condition, ast.Compare) and isinstance(condition.ops[0], ast.NotIn)):
                continue
            key, (holder, *others) = condition.left, condition.comparators
            adds = [part for part in statement.body if isinstance(part, ast.Expr) and _adds(part.value, holder, key)]
            if others or not isinstance(holder, ast.Name) or holder.id in self.own or len(adds) != 1:
                continue
            depends_on = _names_in(ast.Module(statement.body, [])) - _names_in(key)
            if statement.orelse or not _is_of_names(key) or not depends_on.isdisjoint(self.own):
                continue
            if any(self.is_seen_after(node) for part in statement.body for node in ast.walk(part)):
                continue  # the rest of the iteration depends on whether it is the first
            self.firsts += 1
            self.change(self.changes.sets, holder.id, f"first {self.firsts}")
            self.reads += [key, *[other for other in conditions if other is not condition]]
            self.block(part for part in statement.body if part is not adds[0])
            return True
        return False

    def is_seen_after(self, node: ast.AST) -> bool:
        """Whether the rest of an iteration can tell that a part of it was run."""
        is_bound = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id not in self.carried
        return is_bound or isinstance(node, (ast.Break, ast.Continue))

    def counts_in_branches(self, statement: ast.If) -> bool:
        """`if k in d: d[k] += n` with `else: d[k] = n`; `if k not in d: d[k] = 0`."""
        test, then, other = statement.test, statement.body, statement.orelse
        if not (isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.comparators[0], ast.Name)):
            return False
        if isinstance(test.ops[0], ast.In):
            then, other = other, then
        elif not isinstance(test.ops[0], ast.NotIn):
            return False
        if len(then) != 1 or len(other) > 1:
            return False
        name, start = test.comparators[0].id, then[0]
        item = ast.dump(ast.Subscript(test.comparators[0], test.left, ast.Load()))
        if name in self.own or not isinstance(start, ast.Assign) or _as_read(start.targets[0]) != item:
            return False
        if other:
            step = other[0]
            if not (isinstance(step, ast.AugAssign) and isinstance(step.op, ast.Add) and _as_read(step.target) == item):
                return False
            if ast.dump(step.value) != ast.dump(start.value):
                return False
        elif not (isinstance(start.value, ast.Constant) and type(start.value.value) is int and start.value.value == 0):
            return False
        self.reads += [test.left, start.value]
        self.change(self.changes.dicts, name, "add")
        return True

    def for_(self, statement: ast.For) -> None:
        self.reads.append(statement.iter)
        self.bind(statement.target)
        self.inner(statement)

    def while_(self, statement: ast.While) -> None:
        self.reads.append(statement.test)
        self.inner(statement)

    def inner(self, statement: ast.For | ast.While) -> None:
        self.depth += 1
        self.block(statement.body)
        self.depth -= 1
        self.block(statement.orelse)

    def expression(self, statement: ast.Expr) -> None:
        value = statement.value
        call = value if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) else None
        holder = call.func.value if call is not None and isinstance(call.func, ast.Attribute) else None
        if call is None or not isinstance(holder, ast.Name) or not isinstance(call.func, ast.Attribute):
            self.reads.append(value)
            return
        method, name = call.func.attr, holder.id
        if name in self.own and method in _BUILDING:
            self.reads += call.args
        elif method in _OF_SETS and name not in self.own and not call.keywords:
            self.reads += call.args
            self.change(self.changes.sets, name, _OF_SETS[method])
        elif method == "setdefault" and len(call.args) == 2 and _is_zero(call.args[1]) and name not in self.own:
            self.reads += call.args
            self.change(self.changes.dicts, name, "default")
        else:
            self.reads.append(value)

    def assign(self, statement: ast.Assign) -> None:
        target, value = statement.targets[0], statement.value
        is_one = len(statement.targets) == 1
        if is_one and isinstance(target, ast.Name) and target.id in self.carried:
            self.combine(
                self.changes.numbers, target.id, target, value, lambda node: _as_read(node) == _as_read(target)
            )
        elif is_one and isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
            self.store(target.value.id, target, value)
        else:
            self.reads.append(value)
            for each in statement.targets:
                self.bind(each)

    def store(self, name: str, target: ast.Subscript, value: ast.expr) -> None:
        """`d[k] = ...`."""
        self.reads.append(target.slice)
        if name in self.own:
            self.reads.append(value)
            return
        key = ast.dump(target.slice)

        def is_read(node: ast.expr) -> bool:
            if _as_read(node) == _as_read(target):
                return True
            return (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and isinstance(node.func.value, ast.Name)
                and (node.func.attr, node.func.value.id, node.keywords) == ("get", name, [])
                and len(node.args) == 2
                and ast.dump(node.args[0]) == key
                and _is_zero(node.args[1])
            )

        if key == self.distinct and not self.mentions(value, name):
            self.reads.append(value)
            self.change(self.changes.dicts, name, "own item")
        else:
            self.combine(self.changes.dicts, name, target, value, is_read)

    def combine(
        self,
        held: dict[str, set[str]],
        name: str,
        target: ast.expr,
        value: ast.expr,
        is_old: Callable[[ast.expr], bool],
    ) -> None:
        """The value of a variable or an item, made of the one before it."""
        if isinstance(value, ast.Constant):
            self.change(held, name, f"constant {value.value!r}")
            return
        if isinstance(value, ast.BinOp) and type(value.op) in _AUGMENTED:
            operation = _AUGMENTED[type(value.op)]
            one, other = value.left, value.right
            if not is_old(one) and operation != "subtract":
                one, other = other, one
            if is_old(one):
                self.reads.append(other)
                self.change(held, name, operation)
                return
        is_call = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and not value.keywords
        if is_call and value.func.id in ("min", "max") and len(value.args) == 2 and held is self.changes.numbers:  # type: ignore[attr-defined]
            self.changes.calls.add(value.func.id)  # type: ignore[attr-defined]
            one, other = value.args  # type: ignore[attr-defined]
            one, other = (one, other) if is_old(one) else (other, one)
            if is_old(one):
                self.reads.append(other)
                self.change(held, name, value.func.id)  # type: ignore[attr-defined]
                return
        raise _Ordered(f"what it stores in {ast.unparse(target)} depends on which iteration is the last")

    def mentions(self, expression: ast.expr, name: str) -> bool:
        return any(isinstance(node, ast.Name) and node.id == name for node in ast.walk(expression))

    def augment(self, statement: ast.AugAssign) -> None:
        target, operation = statement.target, _AUGMENTED.get(type(statement.op))
        self.reads.append(statement.value)
        if isinstance(target, ast.Name) and target.id not in self.carried:
            self.own.add(target.id)
            return
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
            self.reads.append(target.slice)
            if target.value.id in self.own:
                return
        if operation is None:
            self.refuse(statement)
        elif isinstance(target, ast.Name):
            self.change(self.changes.numbers, target.id, operation)
        elif isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
            self.change(self.changes.dicts, target.value.id, operation)
        else:
            self.refuse(statement)

    def annotated(self, statement: ast.AnnAssign) -> None:
        if statement.value is not None:
            self.assign(ast.copy_location(ast.Assign([statement.target], statement.value), statement))

    def bind(self, target: ast.expr) -> None:
        """A target whose names each iteration binds for itself."""
        if isinstance(target, (ast.Tuple, ast.List)):
            for part in target.elts:
                self.bind(part)
        elif isinstance(target, ast.Starred):
            self.bind(target.value)
        elif isinstance(target, ast.Name):
            if target.id in self.carried:
                raise _Ordered(f"the value of '{target.id}' in the last iteration is read later")
            self.own.add(target.id)
        elif not (isinstance(target, ast.Subscript) and self.is_own(target.value)):
            raise _Ordered(f"it stores to {ast.unparse(target)}")
        else:
            self.reads.append(target.slice)

    def is_own(self, holder: ast.expr) -> bool:
        return isinstance(holder, ast.Name) and holder.id in self.own

    def change(self, held: dict[str, set[str]], name: str, operation: str) -> None:
        held.setdefault(name, set()).add(operation)


_READING_OF: dict[type, Callable[..., None]] = {
    ast.Pass: _Reader.nothing, ast.Continue: _Reader.nothing, ast.If: _Reader.if_, ast.For: _Reader.for_,
    ast.While: _Reader.while_, ast.Expr: _Reader.expression, ast.Assign: _Reader.assign,
    ast.AugAssign: _Reader.augment, ast.AnnAssign: _Reader.annotated, ast.Return: _Reader.return_,
    ast.Break: _Reader.break_,
}  # fmt: skip


#: Operations that raise of some operands.
_RAISING = (ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.LShift, ast.RShift)


def _may_raise(node: ast.AST) -> bool:
    """Whether an operation raises of some operands."""
    if not (isinstance(node, ast.BinOp) and isinstance(node.op, _RAISING)):
        return False
    by = node.right.value if isinstance(node.right, ast.Constant) else None
    return not (type(by) in (int, float) and by > 0)  # type: ignore[operator]


def _names_in(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _is_of_names(key: ast.expr) -> bool:
    """Whether equal values of an expression are made of equal values of its variables."""
    return isinstance(key, ast.Name) or (isinstance(key, ast.Tuple) and all(map(_is_of_names, key.elts)))


def _adds(value: ast.expr, holder: ast.expr, key: ast.expr) -> bool:
    """Whether something is `holder.add(key)`."""
    is_call = isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "add"
    if not is_call or len(value.args) != 1 or value.keywords:  # type: ignore[attr-defined]
        return False
    return ast.dump(value.func.value) == ast.dump(holder) and ast.dump(value.args[0]) == ast.dump(key)  # type: ignore[attr-defined]


def _as_read(target: ast.expr) -> str:
    """The text of a tree in which a target is read."""
    return ast.dump(target).replace("Store()", "Load()")


def _is_zero(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int and node.value == 0
