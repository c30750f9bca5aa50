"""A generator as a function that goes on with it from one `yield` to the next, so that it can be staged.

    def count(k):                  def count(state, frame, sent, begins, thrown):
        while True:                    ...
            yield k        ->          to = state.at
            k += 1                     if to == 0:
                                           k = ag__.restored(frame, "k")
                                           k += 1
                                           frame.k = ag__.kept(frame, k)
                                           to = 1
                                       k = ag__.restored(frame, "k")
                                       item = k
                                       state.at = 0
                                       state.ended = False
                                       return item

The body is cut at each `yield`, and at the loops and branches around them, into blocks. What one leaves for another is
in attributes of the frame. A generator that yields within a `with`, or where an expression may not come to it, has
no such form, and neither has one with functions in it that refer to variables which change.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

import gast

from autograph.analysis.assignment import UnboundReads
from autograph.analysis.eligibility import walk_own
from autograph.analysis.own_nodes import OwnNodes
from autograph.analysis.scopes import names_of
from autograph.passes.generator_blocks import (
    IS_THROWN,
    YIELDS,
    Block,
    Branch,
    Cutter,
    Handler,
    Jump,
    Next,
    Raise,
    Return,
    Unfit,
    Yield,
    with_parts,
)
from autograph.passes.logical import operator_call
from autograph.passes.yields import set_apart
from autograph.source.names import Namer
from autograph.source.templates import instantiate, located, template

#: Builtins that run no code of the program's which could raise a StopIteration.
_HARMLESS = frozenset({
    "abs", "bool", "dict", "divmod", "enumerate", "float", "int", "isinstance", "len", "list", "max", "min", "print",
    "range", "reversed", "round", "set", "sorted", "str", "sum", "tuple", "zip",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Steps:
    """What is known of a generator that was made a function of steps.

    Attributes:
        first: the number of the block where it stands before it has begun.
        after: the numbers of those where it stands after a `yield`, by the line and the column of that.
        live: the variables that have to be there where it stands, by the number of the block.
        given: those that have to be there when it begins.
        iterables: those of them that it then goes over.
        loops: those in which it stands after a `yield`, from the outermost on, by the line and the column of that: a
            `yield from` is one as well. See `OF_LOOP`.
        delegates: whether it may stand in another generator, which would end with it.
        is_tried: whether it is cut within a `try`.
        sees: whether it may yield within a `try`, which sees what is thrown into it.
        ignores: whether it may go on after it is closed.
        closing: the numbers of the blocks where it does something when it is closed.
        handing_on: the variables that a `yield from` goes over at which it stands, or something in them, by the numbers
            of the blocks: closed there, it closes what it goes over.
        decides: whether tests decide about what it does next, or how many items a loop has.
        reached: the numbers of the blocks that it may come to from where it stands, by the number of that.
    """

    first: int
    after: dict[tuple[int, int], int]
    live: dict[int, frozenset[str]]
    given: frozenset[str]
    iterables: frozenset[str]
    loops: dict[tuple[int, int], tuple[str, ...]]
    delegates: bool
    is_tried: bool
    sees: bool
    ignores: bool
    closing: frozenset[int]
    handing_on: dict[int, str]
    decides: bool
    reached: dict[int, frozenset[int]]


def mark_iterables(nodes: OwnNodes) -> None:
    """Tells apart what the loops go over in which a generator may stand: who has an iterator may ask it, too."""
    if any(nodes[kind] for kind in YIELDS):
        for loop in nodes[gast.For]:
            if any(isinstance(node, YIELDS) for node in walk_own([*loop.body, *loop.orelse])):
                loop.iter = with_parts(loop.iter, _marked)
        for node in nodes[gast.YieldFrom]:
            node.value = _marked(node.value)


def _marked(iterable: Any) -> Any:
    return operator_call("iterated", iterable, iterable)


def as_steps(function: Any, namer: Namer) -> Steps | None:
    """Makes a generator, in place, one that is run in steps; None if it cannot be made one."""
    if type(function) is not gast.FunctionDef:
        return None
    set_apart(function, namer)
    try:
        return _Maker(function, namer).make()
    except Unfit:
        return None


_STEP = template("""
def step(state, frame, sent, begins, thrown):
    declarations
    if begins:
        beginning
        return None
    if ag__.is_running(state):
        raise ValueError("generator already executing")
    if state.ended:
        if thrown is not None:
            raise thrown
        raise StopIteration
    state.ended = True
    throwing
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
_IS_TRIED = template("""
try:
    body
except:
    pass
""")
_PROBE = template("""
def probe():
    body
""")
_LOOP = template("""
for target in iterator:
    pass
""")


@dataclass(frozen=True, slots=True)
class _Handled:
    """What a handler does with variables: see `_Maker.uses_of`."""

    reads: set[str]
    binds: set[str]
    kills: set[str]
    to: int | None

    def kept(self, live: dict[int, set[str]]) -> set[str]:
        """What the block that follows needs of what was there before."""
        return set() if self.to is None else live[self.to] - self.kills


class _Maker(Cutter):
    def __init__(self, function: Any, namer: Namer):
        super().__init__(function, namer)
        #: The variables that a block and the handlers around it bind, by its number.
        self.bound: dict[int, set[str]] = {}

    def make(self) -> Steps:
        start = self.block(self.function)
        end = self.run(self.function.body, start, None)
        if end is not None:
            self.end(end, Return(None))
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
        throwing = self.guarded(self.fill(IS_THROWN, self.function), self.function)
        begins = [*(throwing if self.is_seeing else []), *self.fill(_FIRST_IS_SENT, self.function)]
        self.blocks[first].statements[:0] = begins
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
            _STEP,
            self.function,
            declarations=declared,
            beginning=beginning,
            throwing=[] if self.is_seeing else throwing,
            blocks=body,
            last=self.last(last, reads),
        )
        self.function.args, self.function.body = step.args, step.body
        return Steps(
            self.numbers[first],
            {place: self.numbers[number] for place, number in self.after.items() if number in self.numbers},
            {k: frozenset(self.live[number]) for number, k in self.numbers.items()},
            frozenset(self.live[start]),
            iterables,
            self.loops,
            self.delegates,
            self.is_tried,
            self.is_seeing,
            any(around.may_ignore_the_end for block in self.blocks for around in block.tries),
            frozenset(
                self.numbers[number]
                for number in self.after.values()
                if number in self.numbers and any(around.sees_the_end for around in self.blocks[number].tries)
            ),
            {
                self.numbers[self.after[place]]: name
                for place, name in self.handing_on.items()
                if self.after[place] in self.numbers
            },
            any(isinstance(self.blocks[number].end, (Branch, Next)) for number in inner),
            {k: frozenset(self.numbers[n] for n in self.order([number])[0]) for number, k in self.numbers.items()},
        )

    # What each block needs of others

    def flow(self) -> tuple[dict[int, set[str]], dict[int, set[str]]]:
        """The variables that each block has to restore, and those that it has to store."""
        found = {number: self.uses(block) for number, block in enumerate(self.blocks) if block.end is not None}
        handled = {number: self.handled(self.blocks[number]) for number in found}
        live = {number: reads.union(*(h.reads for h in handled[number])) for number, (reads, *_) in found.items()}
        out: dict[int, set[str]] = {number: set() for number in found}
        changes = True
        while changes:
            changes = False
            for number, (_, _, kills) in found.items():
                out[number] = self.after_block(self.blocks[number], live)
                seen = live[number] | (out[number] - kills)
                for handler in handled[number]:
                    seen |= handler.kept(live)
                if seen != live[number]:
                    live[number], changes = seen, True
        self.live = live
        restored: dict[int, set[str]] = {}
        stores: dict[int, set[str]] = {}
        for number, (reads, binds, kills) in found.items():
            stores[number] = binds & out[number]
            # What a block may leave as it is has to be there to be stored.
            restored[number] = reads | (stores[number] - kills)
            self.bound[number] = binds.union(*(handler.binds for handler in handled[number]))
            for handler in handled[number]:
                restored[number] |= handler.reads | (self.bound[number] & handler.kept(live))
        return restored, stores

    def after_block(self, block: Block, live: dict[int, set[str]]) -> set[str]:
        """The variables that the blocks need which follow one, where nothing is raised in it."""
        if isinstance(block.end, Next):
            taken = live[block.end.to] - self.binds_of(block.end.target)
            result = set() if block.end.result is None else self.binds_of(block.end.result)
            return taken | (live[block.end.orelse] - result)
        following = [getattr(block.end, name) for name in ("to", "orelse") if hasattr(block.end, name)]
        return set().union(*(live[number] for number in following))

    def handled(self, block: Block) -> list[_Handled]:
        """What the handlers around a block do with variables."""
        return [
            _Handled(reads - {handler.name}, binds, kills, handler.to)
            for around in block.tries
            for handler in around.handlers
            for reads, binds, kills in [self.uses_of(self.tested(handler, block.at), block.at)]
        ]

    def tested(self, handler: Handler, at: Any) -> list[Any]:
        """The statements of a handler, after what it asks for the exception."""
        return [*([] if handler.type is None else [located(gast.Expr(handler.type), at)]), *handler.body]

    def uses(self, block: Block) -> tuple[set[str], set[str], set[str]]:
        """What a block reads before it binds it, what it binds, and what it binds on all paths."""
        statements = [*block.statements]
        end = block.end
        if isinstance(end, (Branch, Yield, Return)):
            value = end.test if isinstance(end, Branch) else end.value
            statements += [] if value is None else [located(gast.Expr(value), block.at)]
        elif isinstance(end, Next):
            used = [name for name in (end.iterator, end.place, *end.bounds, end.given) if name is not None]
            used += sorted(names_of(end.result.targets).reads) if isinstance(end.result, gast.Assign) else []
            read = gast.Tuple([gast.Name(name, gast.Load(), None, None) for name in used], gast.Load())
            statements += self.fill(_LOOP, block.at, target=end.target, iterator=read)
            statements += self.fill(template("place = 0"), block.at, place=end.place)
        return self.uses_of(statements, block.at)

    def uses_of(self, statements: list[Any], at: Any) -> tuple[set[str], set[str], set[str]]:
        """What statements read before they bind it, what they bind, and what they bind on all paths."""
        names = names_of(statements)
        binds = names.binds & self.own
        (probe,) = instantiate(_PROBE, at, body=statements or [located(gast.Pass(), at)])
        all_bound = located(
            gast.Expr(gast.Tuple([gast.Name(n, gast.Load(), None, None) for n in sorted(binds)], gast.Load())), at
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

    # Code of blocks

    def code(self, number: int, reads: dict[int, set[str]], stores: dict[int, set[str]]) -> list[Any]:
        block, end = self.blocks[number], self.blocks[number].end
        body = [*block.statements]
        goes_on: list[Any] = []
        if isinstance(end, Branch):
            goes_on = self.fill(
                _BRANCHES, block.at, test=end.test, number=self.numbers[end.to], other=self.numbers[end.orelse]
            )
        elif isinstance(end, Next):
            goes_on = self.take(end, block.at)
        elif isinstance(end, Jump) and end.to in self.numbers:
            goes_on = self.fill(_GOES_ON, block.at, number=self.numbers[end.to])
        kept = [self.store(name, block.at) for name in sorted(stores[number] - self.binds_next(end))]
        kept = [] if isinstance(end, Raise) else kept
        if block.tries:
            body = self.guarded(self.tried([*body, *kept, *goes_on], number), block.at)
        elif isinstance(end, Branch):
            body = [*self.guarded([*body, *goes_on], block.at), *kept]
        else:
            body = [*self.guarded(body, block.at), *(goes_on if isinstance(end, Next) else []), *kept]
            body += [] if isinstance(end, Next) else goes_on
        return [*self.restore(reads[number], block.at), *body, *([] if body else [located(gast.Pass(), block.at)])]

    def tried(self, body: list[Any], number: int) -> list[Any]:
        """The statements of a block with what is around them."""
        block = self.blocks[number]
        if not body or all(isinstance(node, _CANNOT_RAISE) for node in walk_own(body)):
            return body
        for around in reversed(block.tries):
            (statement,) = self.fill(_IS_TRIED, block.at, body=body)
            statement.handlers = []
            for handler in around.handlers:
                (inner,) = self.fill(_IS_TRIED, block.at, body=[located(gast.Pass(), block.at)])
                made = inner.handlers[0]
                made.type, made.body = copy.deepcopy(handler.type), copy.deepcopy(handler.body)
                made.name = None
                if handler.name is not None:
                    made.name = located(gast.Name(handler.name, gast.Store(), None, None), block.at)
                if handler.to is not None:
                    kept = sorted(self.bound[number] & self.live[handler.to] - {handler.name})
                    made.body += [self.store(name, block.at) for name in kept]
                    made.body += self.fill(_GOES_ON, block.at, number=self.numbers[handler.to])
                statement.handlers.append(made)
            body = [statement]
        return body

    def binds_next(self, end: Any) -> set[str]:
        """What is stored where the end of a block has bound it."""
        if not isinstance(end, Next):
            return set()
        return {end.place} | self.binds_of(end.target) | (set() if end.result is None else self.binds_of(end.result))

    def take(self, end: Next, at: Any) -> list[Any]:
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
        value = operator_call("kept", at, copy.copy(holder), gast.Name(name, gast.Load(), None, None))
        return located(gast.Assign([target], value, None), at)

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
            if isinstance(block.end, Yield):
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


#: What raises no exception, nor do statements of it alone.
_CANNOT_RAISE = (gast.Assign, gast.Name, gast.Constant, gast.Attribute, gast.expr_context, gast.Pass)


def _may_stop(node: Any) -> bool:
    if not isinstance(node, gast.Call):
        return isinstance(node, gast.Raise)
    name = getattr(node.func, "id", None)
    is_own = getattr(getattr(node.func, "value", None), "id", None) == "ag__"
    return not is_own and name not in _HARMLESS
