"""The body of a generator as blocks: cut at each `yield`, and at the loops and branches around them.

A block is run from its beginning to its end, and says which one is next. See `autograph.passes.resuming`.
"""

from __future__ import annotations

import builtins
import copy
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import gast

from autograph.analysis.assignment import UnboundReads
from autograph.analysis.eligibility import walk_own
from autograph.analysis.scopes import names_of, parameters
from autograph.passes.logical import operator_call
from autograph.source.names import Namer
from autograph.source.schema import LOOPS, blocks
from autograph.source.templates import instantiate, located, template

YIELDS = (gast.Yield, gast.YieldFrom)

_HANDLING = (gast.Try, gast.TryStar, gast.With, gast.AsyncWith)

#: The names of the variables for a loop, which has its own by its line and its column.
OF_LOOP = re.compile(r"(iterator|place|number|end|step)_\d+_\d+$")


#: The blocks that `break` and `continue` go to, and how many `try` are around the loop.
Loop = tuple[int, int, int]


class Unfit(Exception):
    """A generator has no such form."""


@dataclass(slots=True)
class Jump:
    to: int


@dataclass(slots=True)
class Branch:
    test: Any
    to: int
    orelse: int


@dataclass(slots=True)
class Next:
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
class Yield:
    value: Any
    to: int


@dataclass(slots=True)
class Return:
    value: Any


@dataclass(slots=True)
class Raise:
    """Nothing follows: its last statement raises."""


@dataclass(slots=True)
class Handler:
    """What is done for an exception in a block.

    Attributes:
        type, name: as a handler of Python's has them.
        body: statements.
        to: the block that follows; None if they raise.
    """

    type: Any
    name: str | None
    body: list[Any]
    to: int | None = None


@dataclass(slots=True, eq=False)
class Try:
    """What is around blocks that are in the body of a `try`.

    Attributes:
        handlers: of its exceptions.
        last: the statements of its `finally`.
    """

    handlers: list[Handler]
    last: list[Any] = field(default_factory=list)

    @property
    def sees_the_end(self) -> bool:
        """Whether it does something where a generator is closed."""
        return any(not are_errors(handler.type) for handler in self.handlers)

    @property
    def may_ignore_the_end(self) -> bool:
        """Whether it may have a generator go on that is closed."""
        return any(handler.to is not None and not are_errors(handler.type) for handler in self.handlers)


@dataclass(slots=True)
class Block:
    """A block.

    Attributes:
        tries: what is around it, from the outermost on.
    """

    statements: list[Any] = field(default_factory=list)
    end: Any = None
    at: Any = None
    tries: tuple[Try, ...] = ()

    @property
    def targets(self) -> list[int]:
        """The blocks that the same step goes on with."""
        found = [self.end.to] if isinstance(self.end, Jump) else []
        found += [self.end.to, self.end.orelse] if isinstance(self.end, (Branch, Next)) else []
        return found + [handler.to for around in self.tries for handler in around.handlers if handler.to is not None]

    @property
    def is_last(self) -> bool:
        return isinstance(self.end, (Yield, Return))


_STARTS = template("""
iterator = ag__.placed(source)
place = 0
""")
IS_THROWN = template("""
if thrown is not None:
    raise thrown
""")
_SENT_TO_RANGE = template("""
given = None
if sent is not None:
    raise AttributeError("'range_iterator' object has no attribute 'send'")
""")


class Cutter:
    """Cuts a generator into blocks.

    Args:
        function: its tree.
        namer: gives names that the tree does not use.

    Raises:
        Unfit: it cannot be cut.
    """

    def __init__(self, function: Any, namer: Namer):
        self.function = function
        self.namer = namer
        self.blocks: list[Block] = []
        self.after: dict[tuple[int, int], int] = {}
        self.iterables: dict[int, str] = {}
        self.around: list[str] = []
        self.loops: dict[tuple[int, int], tuple[str, ...]] = {}
        self.delegates = False
        #: What a `yield from` goes over, if that is a variable, by its line and column.
        self.handing_on: dict[tuple[int, int], str] = {}
        self.tries: tuple[Try, ...] = ()
        handling = [node for node in walk_own(function.body) if isinstance(node, _HANDLING)]
        #: Whether it is cut within a `try`.
        self.is_tried = any(map(_is_cut, handling))
        if self.is_tried and not all(isinstance(node, gast.Try) and _is_cut(node) for node in handling):
            raise Unfit  # which of them are around a part of it can be told of all or of none
        #: Whether it may yield within a `try`, which sees what is thrown into it.
        self.is_seeing = any(isinstance(node, gast.Try) and _has_yield(node) for node in walk_own(function.body))
        wanted = ("state", "frame", "sent", "begins", "thrown", "to", "item", "stop")
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

    def fill(self, text: list[Any], at: Any, /, **parts: Any) -> list[Any]:
        """Statements of a template, with the names that stand for variables of the step's own."""
        known = {name: given for name, given in self.names.items() if name not in parts}
        filled = {k: gast.Constant(v, None) if isinstance(v, int) else v for k, v in parts.items()}
        return instantiate(text, at, **known, **filled)

    def block(self, at: Any) -> int:
        self.blocks.append(Block(at=at, tries=self.tries))
        return len(self.blocks) - 1

    def last_block(self, at: Any) -> int:
        """A block that a step ends with, which nothing is around."""
        self.blocks.append(Block(at=at))
        return len(self.blocks) - 1

    def kept(self, value: Any, current: int, name: str) -> Any:
        """What reads the value of an expression, which is evaluated in a block with what is around that."""
        if not self.tries or isinstance(value, (gast.Constant, type(None))):
            return value
        variable = self.namer.variable(name)
        self.own.add(variable)
        statements = self.fill(template("name = value"), value, name=variable, value=value)
        self.blocks[current].statements += statements
        return located(gast.Name(variable, gast.Load(), None, None), value)

    def truth(self, test: Any, current: int) -> Any:
        """What reads whether a condition holds, likewise."""
        if not self.tries or isinstance(test, gast.Constant):
            return test
        true, false = gast.Constant(True, None), gast.Constant(False, None)
        return self.kept(located(gast.IfExp(test, true, false), test), current, "holds")

    def end(self, number: int, end: Any) -> None:
        self.blocks[number].end = end

    def run(self, statements: list[Any], current: int | None, loop: Loop | None) -> int | None:
        """Adds statements to a block, and to others where it is cut; the block that goes on after them, if any does.

        Args:
            loop: the blocks that `break` and `continue` go to, and how much is around the loop.
        """
        for statement in statements:
            if current is None:
                break
            current = self.statement(statement, current, loop)
        return current

    def statement(self, statement: Any, current: int, loop: Loop | None) -> int | None:
        kind = type(statement)
        block = self.blocks[current]
        if kind in (gast.Global, gast.Nonlocal):
            return current
        if not _is_cut(statement):
            block.statements.append(statement)
            if kind is not gast.Raise:
                return current
            block.end = Raise()
        elif kind is gast.Return:
            value = statement.value
            if isinstance(value, gast.Yield):
                current = self.yielding(value, current)
                value = self.sent(statement)
            elif _has_yield(statement):
                raise Unfit
            self.returning(value, current, statement)
        elif kind in (gast.Break, gast.Continue):
            if loop is None:
                raise Unfit
            self.end(self.leaving(current, loop[2], statement), Jump(loop[kind is gast.Continue]))
        elif kind in (gast.Expr, gast.Assign, gast.AugAssign, gast.AnnAssign):
            return self.taking(statement, current)
        elif kind is gast.If:
            return self.branch(statement, current, loop)
        elif kind in (gast.While, gast.For):
            return self.loop(statement, current, loop)
        elif kind is gast.Try:
            return self.trying(statement, current, loop)
        else:
            raise Unfit
        return None

    def returning(self, value: Any, current: int, at: Any) -> None:
        if not self.tries:
            self.end(current, Return(value))
            return
        value = self.kept(value, current, "returned")
        current, last = self.leaving(current, 0, at), self.last_block(at)
        self.end(current, Jump(last))
        self.end(last, Return(value))

    def leaving(self, current: int, depth: int, at: Any) -> int:
        """Leaves what is around a block, up to some of it; the block that goes on then."""
        tries = self.tries
        while len(self.tries) > depth:
            last, self.tries = self.tries[-1].last, self.tries[:-1]
            following = self.block(at)
            self.end(current, Jump(following))
            self.blocks[following].statements += copy.deepcopy(last)
            current = following
        self.tries = tries
        return current

    def trying(self, statement: Any, current: int, loop: Loop | None) -> int | None:
        """`try`: whatever is in it is in a `try` of its own, and so are the blocks that the handlers go on with."""
        last, outside = statement.finalbody, self.tries
        if any(map(_is_cut, last)):
            raise Unfit
        if last:
            raises = located(gast.Raise(None, None), last[-1])
            self.tries = (*outside, Try([Handler(None, None, [*copy.deepcopy(last), raises])], last))
        inside, around = self.tries, Try([])
        if statement.handlers:
            self.tries = (*inside, around)
        body = self.block(statement)
        self.end(current, Jump(body))
        end = self.run(statement.body, body, loop)
        self.tries = inside
        if end is not None and statement.orelse:
            orelse = self.block(statement)
            self.end(end, Jump(orelse))
            end = self.run(statement.orelse, orelse, loop)
        found = [end, *(self.handling(handler, around, loop) for handler in statement.handlers)]
        self.tries = outside
        ends = [number for number in found if number is not None]
        if not ends:
            return None
        after = self.block(statement)
        self.blocks[after].statements += copy.deepcopy(last)
        for number in ends:
            self.end(number, Jump(after))
        return after

    def handling(self, handler: Any, around: Try, loop: Loop | None) -> int | None:
        """Adds a handler; the block that goes on after it, if any does."""
        count = next((k for k, part in enumerate(handler.body) if _is_cut(part)), len(handler.body))
        own, others = handler.body[:count], handler.body[count:]
        name = handler.name.id if isinstance(handler.name, gast.Name) else handler.name
        # What is done once the step goes on is done where there is no exception at hand.
        for node in walk_own(others):
            if isinstance(node, gast.Raise) or (isinstance(node, gast.Name) and node.id == name):
                raise Unfit
        found = Handler(handler.type, name, own)
        around.handlers.append(found)
        if own and not others and isinstance(own[-1], gast.Raise):
            return None
        found.to = self.block(handler)
        return self.run(others, found.to, loop)

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
        nothing = located(gast.Constant(None, None), node)
        value = nothing if node.value is None else self.kept(node.value, current, "item")
        last, after = self.last_block(node), self.block(node)
        self.end(current, Jump(last))
        self.end(last, Yield(value, after))
        self.stands_after(node, after)
        return after

    def stands_after(self, node: Any, after: int, *inner: str) -> None:
        """Says which block follows a `yield`, which is in the loops around."""
        place = node.lineno, node.col_offset
        self.after[place], self.loops[place] = after, (*self.around, *inner)
        if self.is_seeing:
            self.blocks[after].statements += self.fill(IS_THROWN, node)

    def delegating(self, statement: Any, current: int) -> int:
        """`yield from xs`: asks for each item, or sends on what was sent."""
        node = statement.value
        if _has_yield(node.value) or self.tries:
            raise Unfit
        item, given = self.namer.variable("item"), self.namer.variable("given")
        self.own |= {item, given}
        self.blocks[current].statements += self.fill(template("given = None"), node, given=given)
        head, body, last, after, others = (self.block(node) for _ in range(5))
        self.end(current, Jump(head))
        target = located(gast.Name(item, gast.Store(), None, None), node)
        end = self.going_over(node, node.value, current, (target, statement, body, others))
        end.given = given
        self.end(head, end)
        self.end(body, Jump(last))
        self.end(last, Yield(located(gast.Name(item, gast.Load(), None, None), node), after))
        self.stands_after(node, after, number_of(node))
        self.delegates = True
        owner = node.value
        while isinstance(owner, (gast.Attribute, gast.Subscript)):
            owner = owner.value
        if isinstance(owner, gast.Name):
            self.handing_on[node.lineno, node.col_offset] = owner.id
        is_range = end.iterator is None
        self.blocks[after].statements += self.fill(
            _SENT_TO_RANGE if is_range else template("given = sent"), node, given=given
        )
        self.end(after, Jump(head))
        return others

    def going_over(self, at: Any, source: Any, current: int, rest: tuple[Any, Any, int, int]) -> Next:
        """Begins to go over something in a block; how another block goes on with that.

        Args:
            rest: what takes an item and what the iterator returns, and the blocks that follow.
        """
        loop = f"_{number_of(at)}"
        iterator, place, number, *bounds = (k + loop for k in ("iterator", "place", "number", "end", "step"))
        self.own |= {iterator, place, number, *bounds}
        if self.is_range(source):
            names = [gast.Name(name, gast.Store(), None, None) for name in (number, *bounds)]
            call = operator_call("bounds", source, *source.args)
            start = located(gast.Assign([gast.Tuple(names, gast.Store())], call, None), source)
            self.blocks[current].statements.append(start)
            return Next(None, number, tuple(bounds), None, *rest)
        starts = self.fill(_STARTS, source, iterator=iterator, place=place, source=_by_steps(source))
        if isinstance(source, gast.Name):
            self.iterables[id(starts[0])] = source.id
        self.blocks[current].statements += starts
        return Next(iterator, place, (), None, *rest)

    def is_range(self, node: Any) -> bool:
        """Whether an expression makes a range, as far as its text tells."""
        if not isinstance(node, gast.Call) or getattr(node.func, "id", None) != "range" or "range" in self.own:
            return False
        return not node.keywords and not any(isinstance(argument, gast.Starred) for argument in node.args)

    def branch(self, statement: Any, current: int, loop: Loop | None) -> int | None:
        if isinstance(statement.test, gast.Yield):
            current = self.yielding(statement.test, current)
            statement.test = self.sent(statement)
        elif _has_yield(statement.test):
            raise Unfit
        body, orelse, after = self.block(statement), self.block(statement), self.block(statement)
        self.end(current, Branch(self.truth(statement.test, current), body, orelse))
        ends = [self.run(statement.body, body, loop), self.run(statement.orelse, orelse, loop)]
        for end in ends:
            if end is not None:
                self.end(end, Jump(after))
        return None if ends == [None, None] else after

    def loop(self, statement: Any, current: int, loop: Loop | None) -> int | None:
        head, body, orelse, after = (self.block(statement) for _ in range(4))
        if isinstance(statement, gast.While):
            if _has_yield(statement.test):
                raise Unfit
            is_endless = isinstance(statement.test, gast.Constant) and statement.test.value
            self.end(head, Jump(body) if is_endless else Branch(self.truth(statement.test, head), body, orelse))
        else:
            targets = getattr(statement.target, "elts", [statement.target])
            if _has_yield(statement.iter) or _has_yield(statement.target):
                raise Unfit
            if self.tries and not all(isinstance(target, gast.Name) for target in targets):
                raise Unfit
            rest = statement.target, None, body, orelse
            self.end(head, self.going_over(statement, statement.iter, current, rest))
        self.end(current, Jump(head))
        loops = self.around
        self.around = [*loops, number_of(statement)] if isinstance(statement, gast.For) else loops
        end = self.run(statement.body, body, (after, head, len(self.tries)))
        self.around = loops
        if end is not None:
            self.end(end, Jump(head))
        end = self.run(statement.orelse, orelse, loop)
        if end is not None:
            self.end(end, Jump(after))
        return after

    # Fewer blocks

    def join_blocks(self, start: int) -> None:
        """Leaves out blocks that do nothing, and joins those that only ever follow another."""

        def threaded(number: int) -> int:
            seen = {number}
            while not self.blocks[number].statements and isinstance(self.blocks[number].end, Jump):
                number = self.blocks[number].end.to
                if number in seen:
                    raise Unfit  # it goes round for ever
                seen.add(number)
            return number

        for block in self.blocks:
            for name in ("to", "orelse"):
                if hasattr(block.end, name):
                    setattr(block.end, name, threaded(getattr(block.end, name)))
            for handler in (handler for around in block.tries for handler in around.handlers):
                handler.to = None if handler.to is None else threaded(handler.to)
        self.after = {place: threaded(number) for place, number in self.after.items()}
        kept = {start, *self.after.values()}
        reached = self.order([*kept])[0]
        before: dict[int, list[int]] = {}
        for number in reached:
            for target in self.blocks[number].targets:
                before.setdefault(target, []).append(number)
        for number in reached:
            block = self.blocks[number]
            while isinstance(block.end, Jump):
                target = block.end.to
                following = self.blocks[target]
                if target in kept or len(before[target]) > 1 or following.is_last or following is block:
                    break
                if following.tries != block.tries:
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
        block.statements, block.end = block.statements[:count], Jump(first)
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
            if isinstance(self.blocks[number].end, Yield):
                visit(self.blocks[number].end.to)
        return found[::-1], is_cyclic


def number_of(loop: Any) -> str:
    return f"{loop.lineno}_{loop.col_offset}"


def with_parts(iterable: Any, part: Callable[[Any], Any]) -> Any:
    """What a loop goes over, with something else in the place of it, or of what `OF_PARTS` in it go over."""
    if not _has_parts(iterable):
        return part(iterable)
    iterable.args = _with_parts_gone_over(iterable, lambda argument: with_parts(argument, part))
    return iterable


def _with_parts_gone_over(made: Any, part: Callable[[Any], Any]) -> list[Any]:
    gone_over = len(made.args) if made.func.id == "zip" else 1
    return [part(argument) if k < gone_over else argument for k, argument in enumerate(made.args)]


def _has_parts(iterable: Any) -> bool:
    """Whether an expression makes an iterator over others that nobody else has, as far as its text tells."""
    name = getattr(iterable.func, "id", None) if isinstance(iterable, gast.Call) else None
    return name in OF_PARTS and not any(isinstance(argument, gast.Starred) for argument in iterable.args)


#: What makes an iterator over others, by what has the same items by places where those have.
OF_PARTS = {"enumerate": "places_numbered", "zip": "places_together", "reversed": "places_backwards"}


def _by_steps(iterable: Any) -> Any:
    """What a loop goes over: what makes an iterator over others goes over them by places, if those have places."""
    if not _has_parts(iterable):
        return iterable
    made = operator_call(OF_PARTS[iterable.func.id], iterable, *_with_parts_gone_over(iterable, _by_steps))
    made.keywords = iterable.keywords
    return made


#: The exceptions of Python's that a generator which is closed does not see.
_ERRORS = frozenset(
    name for name, kind in vars(builtins).items() if isinstance(kind, type) and issubclass(kind, Exception)
)


def are_errors(caught: Any) -> bool:
    """Whether a handler catches exceptions of Python's only, by their names, and none of a generator that is closed."""
    if isinstance(caught, gast.Tuple):
        return all(map(are_errors, caught.elts))
    return isinstance(caught, gast.Name) and caught.id in _ERRORS


def _has_yield(node: Any) -> bool:
    return node is not None and any(isinstance(inner, YIELDS) for inner in walk_own([node]))


def _is_cut(statement: Any) -> bool:
    """Whether a step may end in a statement, or leave what is around it."""
    if any(isinstance(node, (*YIELDS, gast.Return)) for node in walk_own([statement])):
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
