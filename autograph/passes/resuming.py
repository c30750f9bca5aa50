"""A generator as a function that goes on with it from one `yield` to the next, so that it can be staged.

    def count(k):                  def count(state, frame, sent, begins):
        while True:                    ...
            yield k        ->          to = state.at
            k += 1                     if to == 0:
                                           k = ag__.restored(frame, "k")
                                           k += 1
                                           frame.k = k
                                           to = 1
                                       k = ag__.restored(frame, "k")
                                       item = k
                                       state.at = 0
                                       state.ended = False
                                       return item

The body is cut at each `yield`, and at the loops and branches around them, into blocks. What one leaves for another is
in attributes of the frame. A generator that yields within a `try` or a `with`, or in the middle of an expression, has
no such form, and neither has one with functions in it that refer to variables which change.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any

import gast

from autograph.analysis.assignment import UnboundReads
from autograph.analysis.eligibility import walk_own
from autograph.analysis.own_nodes import OwnNodes
from autograph.analysis.scopes import names_of, parameters
from autograph.passes.logical import operator_call
from autograph.source.names import Namer
from autograph.source.schema import LOOPS, blocks
from autograph.source.templates import instantiate, located, template

_YIELDS = (gast.Yield, gast.YieldFrom)

#: The names of the variables for a loop, which has its own by its line and its column.
OF_LOOP = re.compile(r"(iterator|source|place|number|end|step)_(\d+_\d+)(_\d+)?$")

#: Builtins that run no code of the program's which could raise a StopIteration.
_HARMLESS = frozenset({
    "abs", "bool", "dict", "divmod", "enumerate", "float", "int", "isinstance", "len", "list", "max", "min", "print",
    "range", "reversed", "round", "set", "sorted", "str", "sum", "tuple", "zip",
})  # fmt: skip


class Unfit(Exception):
    """A generator has no such form."""


@dataclass(frozen=True, slots=True)
class Steps:
    """What is known of a generator that was made a function of steps.

    Attributes:
        first: the number of the block where it stands before it has begun.
        after: the numbers of those where it stands after a `yield`, by the line and the column of that.
        live: the variables that have to be there where it stands, by the number of the block.
        given: those that have to be there when it begins.
        iterables: those of them that it then goes over.
        delegated: by the line and the column of a `yield from`, which of the loops that is.
        loops: the loops in which it stands at some place, by the number of the block; see `OF_LOOP`.
        decides: whether tests decide about what it does next, or how many items a loop has.
        reached: the numbers of the blocks that it may come to from where it stands, by the number of that.
    """

    first: int
    after: dict[tuple[int, int], int]
    live: dict[int, frozenset[str]]
    given: frozenset[str]
    iterables: frozenset[str]
    delegated: dict[tuple[int, int], str]
    loops: dict[int, frozenset[str]]
    decides: bool
    reached: dict[int, frozenset[int]]


def hold_iterators(nodes: OwnNodes) -> None:
    """Has variables hold the iterators of the loops of a generator in which it may stand, and what these go over."""
    if any(nodes[kind] for kind in _YIELDS):
        for loop in nodes[gast.For]:
            if any(isinstance(node, _YIELDS) for node in walk_own([*loop.body, *loop.orelse])):
                number = _number_of(loop)
                numbers = count()
                hold = partial(_held_by_number, f"source_{number}_", numbers)
                iterable = _with_parts(loop.iter, hold)
                loop.iter = _held(f"iterator_{number}", operator_call("iterated", iterable, iterable))
        for node in nodes[gast.YieldFrom]:
            node.value = _held(f"source_{_number_of(node)}_0", node.value)


def _held(name: str, value: Any) -> Any:
    return located(gast.NamedExpr(gast.Name(name, gast.Store(), None, None), value), value)


def _held_by_number(prefix: str, numbers: Iterator[int], value: Any) -> Any:
    return _held(f"{prefix}{next(numbers)}", value)


def _number_of(loop: Any) -> str:
    return f"{loop.lineno}_{loop.col_offset}"


def _loop_of(name: str) -> str:
    """Which loop a variable is for; nothing if it is the program's."""
    found = OF_LOOP.match(name)
    return "" if found is None else found[2]


def as_steps(function: Any, namer: Namer) -> Steps | None:
    """Makes a generator, in place, one that is run in steps; None if it cannot be made one."""
    if type(function) is not gast.FunctionDef:
        return None
    try:
        return _Maker(function, namer).make()
    except Unfit:
        return None


# The blocks of a generator, and how each ends


@dataclass(slots=True)
class _Jump:
    to: int


@dataclass(slots=True)
class _Branch:
    test: Any
    to: int
    orelse: int


@dataclass(slots=True)
class _Next:
    """An iterator is asked for an item, or sent a value: it has one for the target, or has ended.

    Attributes:
        iterator: the variable for it, or for what has places; None where numbers of a range are gone over.
        place: the variable for the next place, or number.
        bounds: those for where a range stops, and for its step.
        given: that for what is sent.
        target: what takes an item.
        result: the statement that takes what the iterator returns.
    """

    iterator: str | None
    place: str
    bounds: tuple[str, ...]
    given: str | None
    target: Any
    result: Any
    to: int
    orelse: int


@dataclass(slots=True)
class _Yield:
    value: Any
    to: int


@dataclass(slots=True)
class _Return:
    value: Any


@dataclass(slots=True)
class _Raise:
    """Nothing follows: its last statement raises."""


@dataclass(slots=True)
class _Block:
    statements: list[Any] = field(default_factory=list)
    end: Any = None
    at: Any = None

    @property
    def targets(self) -> list[int]:
        """The blocks that the same step goes on with."""
        if isinstance(self.end, _Jump):
            return [self.end.to]
        return [self.end.to, self.end.orelse] if isinstance(self.end, (_Branch, _Next)) else []

    @property
    def is_last(self) -> bool:
        return isinstance(self.end, (_Yield, _Return))


_STEP = template("""
def step(state, frame, sent, begins):
    declarations
    if begins:
        beginning
        return None
    if state.ended:
        raise StopIteration
    state.ended = True
    to = state.at
    blocks
    last
    state.ended = False
    return item
""")
_IS_AT = template("""
if ag__.stands(state, to, number):
    body
""")
_OR_ELSE = template("""
if ag__.stands(state, to, number, others):
    body
else:
    orelse
""")
_REPEATED = template("""
while to < count:
    body
""")
_GOES_ON = template("to = number")
_BRANCHES = template("""
if test:
    to = number
else:
    to = other
""")
_STARTS = template("""
iterator = ag__.placed(source)
place = 0
""")
_TAKES = template("""
try:
    item = ag__.advanced(iterator, place, given)
except StopIteration as stop:
    at_end
    to = other
else:
    place = place + 1
    taken
    to = number
""")
_TAKES_NUMBER = template("""
if ag__.is_before(place, end, step):
    item = place
    place = place + step
    taken
    to = number
else:
    at_end
    to = other
""")
_SENT_TO_RANGE = template("""
given = None
if sent is not None:
    raise AttributeError("'range_iterator' object has no attribute 'send'")
""")
_RESTORES = template("name = ag__.restored(frame, text)")
_YIELDS_ITEM = template("""
item = value
state.at = number
""")
_ENDS = template("raise StopIteration")
_ENDS_WITH = template("raise StopIteration(value)")
_GUARDED = template("""
try:
    body
except StopIteration as stop:
    raise RuntimeError("generator raised StopIteration") from stop
""")
_FIRST_IS_SENT = template("""
if sent is not None:
    raise TypeError("can't send non-None value to a just-started generator")
""")
_PROBE = template("""
def probe():
    body
""")
_LOOP = template("""
for target in iterator:
    pass
""")


class _Maker:
    def __init__(self, function: Any, namer: Namer):
        self.function = function
        self.namer = namer
        self.blocks: list[_Block] = []
        self.after: dict[tuple[int, int], int] = {}
        self.iterables: dict[int, str] = {}
        self.delegated: dict[tuple[int, int], str] = {}
        wanted = ("state", "frame", "sent", "begins", "to", "item", "stop")
        self.names = {name: namer.variable(name) for name in wanted}
        names = names_of(function.body)
        self.given = {*parameters(function)}
        self.own = (names.binds | self.given) - names.globals - names.nonlocals
        changing = names.captured_binds | (names.captured & names.binds)
        if changing & self.own or any(name.startswith("__") or OF_LOOP.match(name) for name in self.own):
            raise Unfit
        reads = UnboundReads(function)
        if reads.nodes or reads.captured:
            raise Unfit

    def make(self) -> Steps:
        start = self.block(self.function)
        end = self.run(self.function.body, start, None)
        if end is not None:
            self.end(end, _Return(None))
        if not self.after:
            raise Unfit
        self.join_blocks(start)
        first, iterables = self.cut_beginning(start)
        reads, stores = self.flow()
        order, is_cyclic = self.order([first])
        inner = [number for number in order if not self.blocks[number].is_last]
        last = [number for number in order if self.blocks[number].is_last]
        self.numbers = {number: k for k, number in enumerate([*inner, *last])}
        beginning = self.code(start, reads, stores)[:-1] if start != first else []
        self.blocks[first].statements[:0] = self.fill(_FIRST_IS_SENT, self.function)
        body = [
            statement
            for number in inner
            for statement in self.fill(
                _IS_AT, self.blocks[number].at, number=self.numbers[number], body=self.code(number, reads, stores)
            )
        ]
        if is_cyclic:
            body = self.fill(_REPEATED, self.function, count=len(inner), body=body)
        declared = [s for s in walk_own(self.function.body) if isinstance(s, (gast.Global, gast.Nonlocal))]
        (step,) = self.fill(
            _STEP, self.function, declarations=declared, beginning=beginning, blocks=body, last=self.last(last, reads)
        )
        self.function.args, self.function.body = step.args, step.body
        return Steps(
            self.numbers[first],
            {place: self.numbers[number] for place, number in self.after.items() if number in self.numbers},
            {k: frozenset(self.live[number]) for number, k in self.numbers.items()},
            frozenset(self.live[start]),
            iterables,
            self.delegated,
            {k: frozenset(map(_loop_of, self.live[number])) - {""} for number, k in self.numbers.items()},
            any(isinstance(self.blocks[number].end, (_Branch, _Next)) for number in inner),
            {k: frozenset(self.numbers[n] for n in self.order([number])[0]) for number, k in self.numbers.items()},
        )

    def fill(self, text: list[Any], at: Any, /, **parts: Any) -> list[Any]:
        """Statements of a template, with the names that stand for variables of the step's own."""
        known = {name: given for name, given in self.names.items() if name not in parts}
        filled = {k: gast.Constant(v, None) if isinstance(v, int) else v for k, v in parts.items()}
        return instantiate(text, at, **known, **filled)

    # Into blocks

    def block(self, at: Any) -> int:
        self.blocks.append(_Block(at=at))
        return len(self.blocks) - 1

    def end(self, number: int, end: Any) -> None:
        self.blocks[number].end = end

    def run(self, statements: list[Any], current: int | None, loop: tuple[int, int] | None) -> int | None:
        """Adds statements to a block, and to others where it is cut; the block that goes on after them, if any does.

        Args:
            loop: the blocks that `break` and `continue` go to.
        """
        for statement in statements:
            if current is None:
                break
            current = self.statement(statement, current, loop)
        return current

    def statement(self, statement: Any, current: int, loop: tuple[int, int] | None) -> int | None:
        kind = type(statement)
        block = self.blocks[current]
        if kind in (gast.Global, gast.Nonlocal):
            return current
        if not _is_cut(statement):
            block.statements.append(statement)
            if kind is not gast.Raise:
                return current
            block.end = _Raise()
        elif kind is gast.Return:
            if isinstance(statement.value, gast.Yield):
                current = self.yielding(statement.value, current)
                self.end(current, _Return(self.sent(statement)))
            elif _has_yield(statement):
                raise Unfit
            else:
                block.end = _Return(statement.value)
        elif kind in (gast.Break, gast.Continue):
            if loop is None:
                raise Unfit
            block.end = _Jump(loop[kind is gast.Continue])
        elif kind in (gast.Expr, gast.Assign, gast.AugAssign, gast.AnnAssign):
            return self.taking(statement, current)
        elif kind is gast.If:
            return self.branch(statement, current, loop)
        elif kind in (gast.While, gast.For):
            return self.loop(statement, current, loop)
        else:
            raise Unfit
        return None

    def sent(self, at: Any) -> Any:
        return located(gast.Name(self.names["sent"], gast.Load(), None, None), at)

    def taking(self, statement: Any, current: int) -> int:
        """A statement that takes what a `yield` gives."""
        value = statement.value
        if isinstance(statement, gast.AugAssign) and getattr(statement.target, "id", None) not in self.own:
            raise Unfit
        if any(_has_yield(part) for part in (*getattr(statement, "targets", ()), getattr(statement, "target", None))):
            raise Unfit
        if isinstance(value, gast.YieldFrom):
            if not isinstance(statement, (gast.Expr, gast.Assign)):
                raise Unfit
            return self.delegating(statement, current)
        after = self.yielding(value, current)
        if not isinstance(statement, gast.Expr):
            statement.value = self.sent(value)
            self.blocks[after].statements.append(statement)
        return after

    def yielding(self, node: Any, current: int) -> int:
        if not isinstance(node, gast.Yield) or (node.value is not None and _has_yield(node.value)):
            raise Unfit
        last, after = self.block(node), self.block(node)
        self.end(current, _Jump(last))
        nothing = located(gast.Constant(None, None), node)
        self.end(last, _Yield(nothing if node.value is None else node.value, after))
        self.after[node.lineno, node.col_offset] = after
        return after

    def delegating(self, statement: Any, current: int) -> int:
        """`yield from xs`: asks for each item, or sends on what was sent."""
        node = statement.value
        if _has_yield(node.value):
            raise Unfit
        item, given = self.namer.variable("item"), self.namer.variable("given")
        self.own |= {item, given}
        self.blocks[current].statements += self.fill(template("given = None"), node, given=given)
        head, body, last, after, others = (self.block(node) for _ in range(5))
        self.end(current, _Jump(head))
        target = located(gast.Name(item, gast.Store(), None, None), node)
        end = self.going_over(node, node.value, current, (target, statement, body, others))
        end.given = given
        self.end(head, end)
        self.end(body, _Jump(last))
        self.end(last, _Yield(located(gast.Name(item, gast.Load(), None, None), node), after))
        self.after[node.lineno, node.col_offset] = after
        self.delegated[node.lineno, node.col_offset] = _number_of(node)
        is_range = end.iterator is None
        self.blocks[after].statements += self.fill(
            _SENT_TO_RANGE if is_range else template("given = sent"), node, given=given
        )
        self.end(after, _Jump(head))
        return others

    def going_over(self, at: Any, source: Any, current: int, rest: tuple[Any, Any, int, int]) -> _Next:
        """Begins to go over something in a block; how another block goes on with that.

        Args:
            rest: what takes an item and what the iterator returns, and the blocks that follow.
        """
        loop = f"_{_number_of(at)}"
        iterator, place, number, *bounds = (k + loop for k in ("iterator", "place", "number", "end", "step"))
        self.own |= {iterator, place, number, *bounds}
        if self.is_range(source):
            names = [gast.Name(name, gast.Store(), None, None) for name in (number, *bounds)]
            call = operator_call("bounds", source, *source.args)
            start = located(gast.Assign([gast.Tuple(names, gast.Store())], call, None), source)
            self.blocks[current].statements.append(start)
            return _Next(None, number, tuple(bounds), None, *rest)
        starts = self.fill(_STARTS, source, iterator=iterator, place=place, source=_by_steps(source))
        if isinstance(source, gast.Name):
            self.iterables[id(starts[0])] = source.id
        self.blocks[current].statements += starts
        return _Next(iterator, place, (), None, *rest)

    def is_range(self, node: Any) -> bool:
        """Whether an expression makes a range, as far as its text tells."""
        if not isinstance(node, gast.Call) or getattr(node.func, "id", None) != "range" or "range" in self.own:
            return False
        return not node.keywords and not any(isinstance(argument, gast.Starred) for argument in node.args)

    def branch(self, statement: Any, current: int, loop: tuple[int, int] | None) -> int | None:
        if isinstance(statement.test, gast.Yield):
            current = self.yielding(statement.test, current)
            statement.test = self.sent(statement)
        elif _has_yield(statement.test):
            raise Unfit
        body, orelse, after = self.block(statement), self.block(statement), self.block(statement)
        self.end(current, _Branch(statement.test, body, orelse))
        ends = [self.run(statement.body, body, loop), self.run(statement.orelse, orelse, loop)]
        for end in ends:
            if end is not None:
                self.end(end, _Jump(after))
        return None if ends == [None, None] else after

    def loop(self, statement: Any, current: int, loop: tuple[int, int] | None) -> int | None:
        head, body, orelse, after = (self.block(statement) for _ in range(4))
        if isinstance(statement, gast.While):
            if _has_yield(statement.test):
                raise Unfit
            is_endless = isinstance(statement.test, gast.Constant) and statement.test.value
            self.end(head, _Jump(body) if is_endless else _Branch(statement.test, body, orelse))
        else:
            if _has_yield(statement.iter) or _has_yield(statement.target):
                raise Unfit
            rest = statement.target, None, body, orelse
            self.end(head, self.going_over(statement, statement.iter, current, rest))
        self.end(current, _Jump(head))
        end = self.run(statement.body, body, (after, head))
        if end is not None:
            self.end(end, _Jump(head))
        end = self.run(statement.orelse, orelse, loop)
        if end is not None:
            self.end(end, _Jump(after))
        return after

    # What each block needs of others

    def join_blocks(self, start: int) -> None:
        """Leaves out blocks that do nothing, and joins those that only ever follow another."""

        def threaded(number: int) -> int:
            seen = {number}
            while not self.blocks[number].statements and isinstance(self.blocks[number].end, _Jump):
                number = self.blocks[number].end.to
                if number in seen:
                    raise Unfit  # it goes round for ever
                seen.add(number)
            return number

        for block in self.blocks:
            for name in ("to", "orelse"):
                if hasattr(block.end, name):
                    setattr(block.end, name, threaded(getattr(block.end, name)))
        self.after = {place: threaded(number) for place, number in self.after.items()}
        kept = {start, *self.after.values()}
        reached = self.order([*kept])[0]
        before: dict[int, list[int]] = {}
        for number in reached:
            for target in self.blocks[number].targets:
                before.setdefault(target, []).append(number)
        for number in reached:
            block = self.blocks[number]
            while isinstance(block.end, _Jump):
                target = block.end.to
                following = self.blocks[target]
                if target in kept or len(before[target]) > 1 or following.is_last or following is block:
                    break
                block.statements = block.statements + following.statements
                block.end = following.end

    def cut_beginning(self, start: int) -> tuple[int, frozenset[str]]:
        """Makes a block of what a generator does first and may as well do before it is asked for its first item.

        Returns:
            The block that follows, and the variables whose iterators are made in the first.
        """
        block, count, iterables = self.blocks[start], 0, set()
        for statement in block.statements:
            if not self.is_indifferent(statement):
                break
            count += 1
            if id(statement) in self.iterables:
                iterables.add(self.iterables[id(statement)])
        first = self.block(block.at)
        self.blocks[first].statements, self.blocks[first].end = block.statements[count:], block.end
        block.statements, block.end = block.statements[:count], _Jump(first)
        return first, frozenset(iterables)

    def is_indifferent(self, statement: Any) -> bool:
        """Whether it does not matter when a statement is run."""
        if not isinstance(statement, gast.Assign):
            return isinstance(statement, gast.Expr) and isinstance(statement.value, gast.Constant)
        value = statement.value
        if isinstance(value, gast.Call) and getattr(value.func, "attr", None) in ("placed", "bounds"):
            return all(map(self.is_known, value.args))
        targets = [part for target in statement.targets for part in getattr(target, "elts", [target])]
        if len(targets) > 1 and not isinstance(value, gast.Tuple):
            return False
        return self.is_known(value) and all(getattr(target, "id", None) in self.own for target in targets)

    def is_known(self, node: Any) -> bool:
        """Whether the value of an expression does not depend on when it is evaluated."""
        if isinstance(node, gast.Constant):
            return True
        if isinstance(node, gast.Name):
            return node.id in self.own
        if isinstance(node, gast.UnaryOp):
            return isinstance(node.operand, gast.Constant)
        if isinstance(node, (gast.Tuple, gast.List)):
            return all(map(self.is_known, node.elts))
        if isinstance(node, gast.Dict):
            return not node.keys
        return self.is_range(node) and all(map(self.is_known, node.args))

    def flow(self) -> tuple[dict[int, set[str]], dict[int, set[str]]]:
        """The variables that each block has to restore, and those that it has to store."""
        reads, binds, kills = {}, {}, {}
        for number, block in enumerate(self.blocks):
            if block.end is not None:
                reads[number], binds[number], kills[number] = self.uses(block)
        live = {number: set(found) for number, found in reads.items()}
        out: dict[int, set[str]] = {number: set() for number in reads}
        changes = True
        while changes:
            changes = False
            for number in reads:
                block = self.blocks[number]
                after = [live[target] for target in block.targets]
                if isinstance(block.end, _Next):
                    after[0] = after[0] - self.binds_of(block.end.target)
                    if block.end.result is not None:
                        after[1] = after[1] - self.binds_of(block.end.result)
                elif isinstance(block.end, _Yield):
                    after.append(live[block.end.to])
                out[number] = set().union(*after)
                found = reads[number] | (out[number] - kills[number])
                if found != live[number]:
                    live[number], changes = found, True
        stores = {number: binds[number] & out[number] for number in reads}
        # What a block may leave as it is has to be there to be stored.
        self.live = live
        return {n: reads[n] | (stores[n] - kills[n]) for n in reads}, stores

    def uses(self, block: _Block) -> tuple[set[str], set[str], set[str]]:
        """What a block reads before it binds it, what it binds, and what it binds on all paths."""
        statements = [*block.statements]
        end = block.end
        if isinstance(end, (_Branch, _Yield, _Return)):
            value = end.test if isinstance(end, _Branch) else end.value
            statements += [] if value is None else [located(gast.Expr(value), block.at)]
        elif isinstance(end, _Next):
            used = [name for name in (end.iterator, end.place, *end.bounds, end.given) if name is not None]
            read = gast.Tuple([gast.Name(name, gast.Load(), None, None) for name in used], gast.Load())
            statements += self.fill(_LOOP, block.at, target=end.target, iterator=read)
            statements += self.fill(template("place = 0"), block.at, place=end.place)
        names = names_of(statements)
        binds = names.binds & self.own
        (probe,) = instantiate(_PROBE, block.at, body=statements or [located(gast.Pass(), block.at)])
        all_bound = located(
            gast.Expr(gast.Tuple([gast.Name(n, gast.Load(), None, None) for n in sorted(binds)], gast.Load())), block.at
        )
        probe.body.append(all_bound)
        found = UnboundReads(probe)
        reads: set[str] = set()
        unsure: set[str] = set()
        for statement, unbound in found.places:
            (unsure if statement is all_bound else reads).update(unbound)
        reads |= {node.id for node in found.captured if isinstance(node, gast.Name)}
        reads |= (names.reads | names.captured) - binds
        return reads & self.own, binds, binds - unsure

    def binds_of(self, target: Any) -> set[str]:
        found = names_of([target] if not isinstance(target, gast.stmt) else [*getattr(target, "targets", ())])
        return found.binds & self.own

    def order(self, starts: list[int]) -> tuple[list[int], bool]:
        """The blocks that are come to, each before those that follow in the same step; whether that is not possible."""
        found: list[int] = []
        state: dict[int, bool] = {}
        is_cyclic = False

        def visit(number: int) -> None:
            nonlocal is_cyclic
            if number in state:
                is_cyclic |= not state[number]
                return
            state[number] = False
            for target in reversed(self.blocks[number].targets):
                visit(target)
            state[number] = True
            found.append(number)

        for start in starts:
            visit(start)
        for number in found:  # which becomes longer
            if isinstance(self.blocks[number].end, _Yield):
                visit(self.blocks[number].end.to)
        return found[::-1], is_cyclic

    # Code of blocks

    def code(self, number: int, reads: dict[int, set[str]], stores: dict[int, set[str]]) -> list[Any]:
        block, end = self.blocks[number], self.blocks[number].end
        body = [*block.statements]
        goes_on: list[Any] = []
        if isinstance(end, _Branch):
            goes_on = self.fill(
                _BRANCHES, block.at, test=end.test, number=self.numbers[end.to], other=self.numbers[end.orelse]
            )
        elif isinstance(end, _Next):
            goes_on = self.take(end, block.at)
        elif isinstance(end, _Jump) and end.to in self.numbers:
            goes_on = self.fill(_GOES_ON, block.at, number=self.numbers[end.to])
        is_guarded = isinstance(end, _Branch)
        body = self.guarded([*body, *goes_on] if is_guarded else body, block.at)
        kept = [self.store(name, block.at) for name in sorted(stores[number] - self.binds_next(end))]
        body += goes_on if isinstance(end, _Next) else []
        body += kept if not isinstance(end, _Raise) else []
        body += goes_on if not is_guarded and not isinstance(end, _Next) else []
        return [*self.restore(reads[number], block.at), *body, *([] if body else [located(gast.Pass(), block.at)])]

    def binds_next(self, end: Any) -> set[str]:
        """What is stored where the end of a block has bound it."""
        if not isinstance(end, _Next):
            return set()
        return {end.place} | self.binds_of(end.target) | (set() if end.result is None else self.binds_of(end.result))

    def take(self, end: _Next, at: Any) -> list[Any]:
        item = located(gast.Name(self.names["item"], gast.Load(), None, None), at)
        taken = [located(gast.Assign([end.target], item, None), at)]
        taken += [self.store(n, at) for n in sorted((self.binds_of(end.target) | {end.place}) & self.live[end.to])]
        numbers = {"number": self.numbers[end.to], "other": self.numbers[end.orelse]}
        at_end: list[Any] = []
        if isinstance(end.result, gast.Assign):
            value = self.fill(template("None" if end.iterator is None else "stop.value"), at)[0].value
            at_end = [located(gast.Assign(end.result.targets, value, None), at)]
            at_end += [self.store(n, at) for n in sorted(self.binds_of(end.result) & self.live[end.orelse])]
        if end.iterator is None:
            stop, step = end.bounds
            parts = {"place": end.place, "end": stop, "step": step, "taken": taken, "at_end": at_end}
            return self.fill(_TAKES_NUMBER, at, **parts, **numbers)
        given = gast.Constant(None, None) if end.given is None else gast.Name(end.given, gast.Load(), None, None)
        return self.fill(
            _TAKES, at, iterator=end.iterator, place=end.place, given=given, taken=taken, at_end=at_end, **numbers
        )

    def restore(self, names: set[str], at: Any) -> list[Any]:
        return [
            statement
            for name in sorted(names)
            for statement in self.fill(_RESTORES, at, name=name, text=gast.Constant(name, None))
        ]

    def store(self, name: str, at: Any) -> Any:
        holder = gast.Name(self.names["frame"], gast.Load(), None, None)
        target = gast.Attribute(holder, name, gast.Store())
        return located(gast.Assign([target], gast.Name(name, gast.Load(), None, None), None), at)

    def guarded(self, body: list[Any], at: Any) -> list[Any]:
        """Statements, in which a StopIteration is an error."""
        return self.fill(_GUARDED, at, body=body) if any(map(_may_stop, walk_own(body))) else body

    def last(self, numbers: list[int], reads: dict[int, set[str]]) -> list[Any]:
        """What a step ends with: a value is yielded, or the generator ends."""
        chain: list[Any] = []
        later: list[int] = []
        for number in reversed(numbers):
            block = self.blocks[number]
            body = self.restore(reads[number], block.at)
            if isinstance(block.end, _Yield):
                made = self.fill(_YIELDS_ITEM, block.at, value=block.end.value, number=self.numbers[block.end.to])
                body += [*self.guarded(made[:1], block.at), made[1]]
            else:
                body += self.guarded(block.statements, block.at)
                ends = _ENDS if block.end.value is None else _ENDS_WITH
                body += self.fill(ends, block.at, value=block.end.value)
            if chain:
                others = gast.Tuple([gast.Constant(k, None) for k in later], gast.Load())
                chain = self.fill(
                    _OR_ELSE, block.at, number=self.numbers[number], others=others, body=body, orelse=chain
                )
            else:
                chain = body
            later.append(self.numbers[number])
        return chain


def _with_parts(iterable: Any, part: Callable[[Any], Any]) -> Any:
    """What a loop goes over, with something else in the place of it, or of what `enumerate` and `zip` go over."""
    name = getattr(iterable.func, "id", None) if isinstance(iterable, gast.Call) else None
    if name not in ("enumerate", "zip") or any(isinstance(argument, gast.Starred) for argument in iterable.args):
        return part(iterable)
    gone_over = 1 if name == "enumerate" else len(iterable.args)
    iterable.args = [_with_parts(a, part) if k < gone_over else a for k, a in enumerate(iterable.args)]
    return iterable


def _by_steps(iterable: Any) -> Any:
    """What a loop goes over: `enumerate` and `zip` of iterators, which are asked for each item when that is."""
    return _with_parts(iterable, lambda part: part if part is iterable else operator_call("walked", part, part))


def _has_yield(node: Any) -> bool:
    return node is not None and any(isinstance(inner, _YIELDS) for inner in walk_own([node]))


def _is_cut(statement: Any) -> bool:
    """Whether a step may end in a statement, or leave what is around it."""
    if any(isinstance(node, (*_YIELDS, gast.Return)) for node in walk_own([statement])):
        return True
    return any(True for _ in _jumps(statement))


def _jumps(statement: Any) -> Iterator[Any]:
    """The jumps in a statement that belong to a loop around it."""
    if isinstance(statement, (gast.Break, gast.Continue)):
        yield statement
    else:
        for name, block in blocks(statement):
            if not (isinstance(statement, LOOPS) and name == "body"):
                for inner in block:
                    yield from _jumps(inner)


def _may_stop(node: Any) -> bool:
    if not isinstance(node, gast.Call):
        return isinstance(node, gast.Raise)
    name = getattr(node.func, "id", None)
    is_own = getattr(getattr(node.func, "value", None), "id", None) == "ag__"
    return not is_own and name not in _HARMLESS
