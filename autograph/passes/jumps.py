"""`break`, `continue` and `return` without jumping.

A jump cannot leave a closure, so one that stands inside a statement that will become one is replaced: the code it
skips moves to the branch that is not taken, or, where that cannot be, is guarded by a flag.

    if x > 0:                       if x > 0:
        return x                        return_value = x
    y = f(x)               ->       else:
    return y                            y = f(x)
                                        return_value = y
                                    return return_value

    while t:                        did_break = False
        if c:                       while not did_break and t:
            break          ->           if c:
        body                                did_break = True
                                        else:
                                            body

`else` of loops goes the same way. Jumps whose way is free of such statements stay as they are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import gast

from autograph.analysis.assignment import UnboundReads
from autograph.analysis.plain import LOOPS, blocks, converts, walk_own
from autograph.analysis.scopes import SCOPES, first_statement, names_of, parameters
from autograph.source.names import Namer
from autograph.source.templates import expression, first_line_of, instantiate, located, nothing, template

_RETURN, _BREAK, _CONTINUE = "return", "break", "continue"

#: How deep "the rest" may move into branches before flags are used in place of nesting.
_MAX_NESTING = 12


class _Flow(NamedTuple):
    """How control leaves some statements: by their end (`falls`), and by which jumps that were or will be replaced."""

    falls: bool
    pending: frozenset[str]


_FALLS = _Flow(True, frozenset())
_STOPS = _Flow(False, frozenset())


@dataclass(frozen=True, slots=True)
class _Around:
    """What surrounds a statement: which of its jumps must be replaced, and the flags of its loop."""

    replace_return: bool = False
    replace_loop: bool = False
    break_flag: str | None = None
    continue_flag: str | None = None
    depth: int = 0


def replace_jumps(function: Any, namer: Namer) -> None:
    """Replaces, in place, the jumps of one function (not of those nested in it) that cross a converted statement."""
    if isinstance(function, gast.Lambda) or not _crosses(function.body, False, False):
        return
    _Replacer(function, namer).run()


def _crosses(statements: list[Any], returns: bool, loops: bool) -> bool:
    """Whether some jump crosses a converted statement, or some converted loop has an `else`."""
    for statement in statements:
        kind = type(statement)
        if (kind is gast.Return and returns) or (kind in (gast.Break, gast.Continue) and loops):
            return True
        if kind in SCOPES:
            continue
        becomes_call = converts(statement)
        is_loop = kind in LOOPS
        if becomes_call and is_loop and statement.orelse:
            return True
        for field, block in blocks(statement):
            in_body = becomes_call if is_loop else loops or becomes_call
            if _crosses(block, returns or becomes_call, loops if is_loop and field == "orelse" else in_body):
                return True
    return False


class _Replacer:
    def __init__(self, function: Any, namer: Namer):
        self.function = function
        self.namer = namer
        #: By identity of the statement, which is kept beside its flow so that the identity stays its own.
        self.flows: dict[tuple[int, bool, bool], tuple[Any, _Flow]] = {}
        self.flags_read: set[str] = set()
        self.return_flag = namer.variable("did_return")
        self.return_value = namer.variable("return_value")
        self.has_values = any(node.value is not None for node in _returns(function.body))

    def run(self) -> None:
        function = self.function
        body = function.body
        read_unbound = UnboundReads(function).names
        bound = names_of(function.body).binds
        start = first_statement(body)
        head, body = body[:start], body[start:]
        flow = self.block_flow(body, _Around())
        new = self.block(body, _Around())
        prologue = []
        if _RETURN in flow.pending and self.has_values:
            new += instantiate(template("return value"), first_line_of(new[-1]), value=self.return_value)
            initial = "value = None" if flow.falls else "value = ag__.UNSET"
            prologue = instantiate(template(initial), first_line_of(body[0]), value=self.return_value)
        if self.return_flag in self.flags_read:
            prologue += instantiate(template("flag = False"), first_line_of(body[0]), flag=self.return_flag)
        function.body = _without_unread(head + prologue + new, self.flags_read)
        # What replaces a jump leaves paths that are never taken. Where no read could find a variable unbound, but now
        # seems to, it is unset until then: a staged statement may fill it with anything.
        names = names_of(function.body)
        seeming = UnboundReads(function).names - read_unbound - names.captured - {self.return_value}
        seeming -= set(parameters(function))  # which have a value there
        first = first_line_of(body[0])
        # Nor does what can no longer be reached make names local.
        lost = bound - names.binds - names.globals - names.nonlocals - set(parameters(function))
        lost &= names.reads | names.captured | names.captured_binds
        function.body[start:start] = [
            new for name in sorted(lost) for new in instantiate(template("name: object"), first, name=name)
        ]
        function.body[start:start] = [
            new for name in sorted(seeming) for new in instantiate(template("name = ag__.UNSET"), first, name=name)
        ]

    # How control leaves

    def block_flow(self, statements: list[Any], around: _Around) -> _Flow:
        falls, pending = True, frozenset[str]()
        for statement in statements:
            flow = self.flow(statement, around)
            pending |= flow.pending
            if not flow.falls:
                return _Flow(False, pending)
            falls = flow.falls
        return _Flow(falls, pending)

    def flow(self, statement: Any, around: _Around) -> _Flow:
        key = (id(statement), around.replace_return, around.replace_loop)
        known = self.flows.get(key)
        if known is None:
            known = self.flows[key] = (statement, self._flow(statement, around))
        return known[1]

    def _flow(self, statement: Any, around: _Around) -> _Flow:
        kind = type(statement)
        if kind is gast.Return:
            return _Flow(False, frozenset({_RETURN} if around.replace_return else ()))
        if kind is gast.Break:
            return _Flow(False, frozenset({_BREAK} if around.replace_loop else ()))
        if kind is gast.Continue:
            return _Flow(False, frozenset({_CONTINUE} if around.replace_loop else ()))
        if kind is gast.Raise:
            return _STOPS
        if kind is gast.If:
            inside = self.inside(statement, around)
            return _either(self.block_flow(statement.body, inside), self.block_flow(statement.orelse, inside))
        if kind in (gast.For, gast.While, gast.AsyncFor):
            body = self.block_flow(statement.body, self.inside_loop(statement, around))
            after = self.block_flow(statement.orelse, self.inside_orelse(statement, body.pending, around))
            ends = not (kind is gast.While and isinstance(statement.test, gast.Constant) and statement.test.value)
            falls = _has_break(statement.body) or (ends and after.falls)
            return _Flow(falls, (body.pending & {_RETURN}) | after.pending)
        if kind in (gast.With, gast.AsyncWith):
            # A context manager may swallow an exception, so control may always come out at the end.
            return _Flow(True, self.block_flow(statement.body, around).pending)
        if kind in (gast.Try, gast.TryStar):
            normal = self.block_flow(statement.body, around)
            if normal.falls:
                after = self.block_flow(statement.orelse, around)
                normal = _Flow(after.falls, normal.pending | after.pending)
            flow = normal
            for handler in statement.handlers:
                flow = _either(flow, self.block_flow(handler.body, around))
            final = self.block_flow(statement.finalbody, around)
            return _Flow(flow.falls and final.falls, flow.pending | final.pending)
        if kind is gast.Match:
            flows = [self.block_flow(case.body, around) for case in statement.cases]
            flow = flows[0]
            for other in flows[1:]:
                flow = _either(flow, other)
            last = statement.cases[-1]
            exhaustive = last.guard is None and isinstance(last.pattern, gast.MatchAs) and last.pattern.pattern is None
            return flow if exhaustive else _either(flow, _FALLS)
        return _FALLS

    def inside(self, statement: Any, around: _Around) -> _Around:
        if not converts(statement):
            return around
        return replace(around, replace_return=True, replace_loop=True)

    def inside_loop(self, statement: Any, around: _Around) -> _Around:
        becomes_call = converts(statement)
        return replace(around, replace_return=around.replace_return or becomes_call, replace_loop=becomes_call)

    def inside_orelse(self, statement: Any, pending: frozenset[str], around: _Around) -> _Around:
        """The `else` of a converted loop that may be left early ends up in a guard, which is converted itself."""
        if converts(statement) and pending & {_RETURN, _BREAK}:
            return replace(around, replace_return=True, replace_loop=True)
        return around

    # Replacing

    def block(self, statements: list[Any], around: _Around) -> list[Any]:
        new: list[Any] = []
        for index, statement in enumerate(statements):
            flow = self.flow(statement, around)
            rest = statements[index + 1 :]
            if not flow.falls:
                # What follows cannot be reached. It stays only where it says what kind of function this is.
                unreached = []
                if _yields(rest):
                    block = self.block(rest, around)
                    unreached = instantiate(template("if False:\n  rest"), rest[0], rest=block)
                return new + self.statement(statement, around) + unreached
            if flow.pending and rest:
                return new + self.statement_then(statement, rest, around)
            new += self.statement(statement, around)
        return new

    def statement_then(self, statement: Any, rest: list[Any], around: _Around) -> list[Any]:
        """A statement that some jump may cut short, and what follows it."""
        deep = around.depth >= _MAX_NESTING
        if isinstance(statement, gast.If) and not deep:
            inside = self.inside(statement, around)
            then = self.block_flow(statement.body, inside)
            orelse = self.block_flow(statement.orelse, inside)
            deeper = replace(around, depth=around.depth + 1)
            if not then.falls and not orelse.pending:
                moved = _like(statement, body=statement.body, orelse=[*statement.orelse, *rest])
                return self.statement(moved, deeper)
            if not orelse.falls and not then.pending:
                moved = _like(statement, body=[*statement.body, *rest], orelse=statement.orelse)
                return self.statement(moved, deeper)
        pending = self.flow(statement, around).pending
        new = self.statement(statement, around)
        while rest:
            cut = self.first_jumping(rest, around) if deep else len(rest)
            guard = self.guarded(rest[:cut], pending, around, statement)
            pending |= self.flow(guard, around).pending
            new += self.statement(guard, replace(around, depth=around.depth + (not deep)))
            rest = rest[cut:]
        return new

    def first_jumping(self, statements: list[Any], around: _Around) -> int:
        """How many statements there are up to and with the first that may set a flag."""
        captured = replace(around, replace_return=True, replace_loop=True)
        jumping = (i for i, statement in enumerate(statements, 1) if self.flow(statement, captured).pending)
        return next(jumping, len(statements))

    def statement(self, statement: Any, around: _Around) -> list[Any]:
        kind = type(statement)
        if kind is gast.Return:
            return self.return_(statement, around)
        if kind is gast.Break:
            return self.set_flag(around.break_flag, statement) if around.replace_loop else [statement]
        if kind is gast.Continue:
            return self.set_flag(around.continue_flag, statement) if around.replace_loop else [statement]
        if kind is gast.If:
            inside = self.inside(statement, around)
            body = self.block(statement.body, inside)
            orelse = self.block(statement.orelse, inside)
            return [_like(statement, body=body or nothing(statement), orelse=orelse)]
        if kind in (gast.For, gast.While, gast.AsyncFor):
            return self.loop(statement, around)
        if kind in (gast.With, gast.AsyncWith):
            return self.with_(statement, around)
        if kind in (gast.Try, gast.TryStar):
            self.try_(statement, around)
        elif kind is gast.Match:
            for case in statement.cases:
                case.body = self.block(case.body, around)
        return [statement]

    def return_(self, statement: Any, around: _Around) -> list[Any]:
        if not around.replace_return:
            return [statement]
        new = []
        if self.has_values:
            value = statement.value or gast.Constant(None, None)
            new += instantiate(template("name = value"), statement, name=self.return_value, value=value)
        return new + self.set_flag(self.return_flag, statement)

    def set_flag(self, flag: str | None, at: Any) -> list[Any]:
        assert flag is not None
        new = instantiate(template("flag = True"), at, flag=flag)
        new[0].flag = flag
        return new

    def reset(self, pending: frozenset[str], around: _Around, at: Any) -> list[Any]:
        """The flags of jumps that were under way, cleared."""
        new = []
        for flag in self.flags(pending, around):
            cleared = instantiate(template("flag = False"), first_line_of(at), flag=flag)
            cleared[0].flag = flag
            new += cleared
        return new

    def loop(self, statement: Any, around: _Around) -> list[Any]:
        becomes_call = converts(statement)
        inside = self.inside_loop(statement, around)
        pending = self.block_flow(statement.body, inside).pending
        inside = replace(
            inside,
            break_flag=self.namer.variable("did_break") if _BREAK in pending else None,
            continue_flag=self.namer.variable("did_continue") if _CONTINUE in pending else None,
        )
        leaving = pending & {_RETURN, _BREAK}
        body = self.block(statement.body, inside)
        if leaving:
            self.extend_test(statement, self.none_of(leaving, inside, statement))
        before: list[Any] = []
        if inside.break_flag in self.flags_read:
            before = instantiate(template("flag = False"), statement, flag=inside.break_flag)
        if inside.continue_flag in self.flags_read:
            body = instantiate(template("flag = False"), statement.body[0], flag=inside.continue_flag) + body
        after: list[Any] = []
        orelse = self.block(statement.orelse, self.inside_orelse(statement, pending, around))
        if orelse and becomes_call:
            after = [self.guarded(orelse, leaving, inside, statement)] if leaving else orelse
            orelse = []
        statement.body = body or nothing(statement)
        statement.orelse = orelse
        return [*before, statement, *after]

    def extend_test(self, statement: Any, stays: Any) -> None:
        if isinstance(statement, gast.For):
            statement.extra_test = stays
        elif isinstance(statement.test, gast.Constant) and statement.test.value:
            statement.test = stays
        else:
            statement.test = located(gast.BoolOp(gast.And(), [stays, statement.test]), statement.test)

    def with_(self, statement: Any, around: _Around) -> list[Any]:
        pending = self.block_flow(statement.body, around).pending
        through_exits = bool(pending) and _leaves_through_exits(statement.body)
        statement.body = self.block(statement.body, around)
        if not through_exits:
            return [statement]
        # An exception on the way out ends the jump, and if the manager swallows it, the program goes on after this.
        swallowed = self.namer.variable("swallowed")
        at = first_line_of(statement)
        statement.body += instantiate(template("swallowed = False"), at, swallowed=swallowed)
        undo = self.reset(pending, around, statement)
        return [
            *instantiate(template("swallowed = True"), at, swallowed=swallowed),
            statement,
            *instantiate(template("if swallowed is True:\n  undo"), at, swallowed=swallowed, undo=undo),
        ]

    def try_(self, statement: Any, around: _Around) -> None:
        pending = self.block_flow(statement.body, around).pending
        statement.body = self.block(statement.body, around)
        if statement.orelse:
            orelse = self.block(statement.orelse, around)
            statement.orelse = [self.guarded(orelse, pending, around, statement)] if pending and orelse else orelse
        # A jump does not take place if something raises on its way out of the `try`.
        undone = pending if _leaves_through_exits(statement.body) else frozenset()
        for handler in statement.handlers:
            handler.body = self.reset(undone, around, handler.body[0]) + self.block(handler.body, around)
        statement.finalbody = self.block(statement.finalbody, around)

    # Flags

    def flags(self, pending: frozenset[str], around: _Around) -> list[str]:
        flags = {_BREAK: around.break_flag, _CONTINUE: around.continue_flag, _RETURN: self.return_flag}
        return [flag for kind, flag in flags.items() if kind in pending and flag is not None]

    def any_of(self, pending: frozenset[str], around: _Around, at: Any) -> Any:
        names = self.flags(pending, around)
        self.flags_read.update(names)
        return expression(" or ".join(names), at)

    def none_of(self, pending: frozenset[str], around: _Around, at: Any) -> Any:
        return located(gast.UnaryOp(gast.Not(), self.any_of(pending, around, at)), at)

    def guarded(self, statements: list[Any], pending: frozenset[str], around: _Around, jumping: Any) -> Any:
        """Statements under the condition that no jump is pending. It is asked where the jumping statement stands:
        their own lines run only if it holds.
        """
        at = first_line_of(jumping)
        return located(gast.If(self.none_of(pending, around, at), statements, []), at)


def _either(one: _Flow, other: _Flow) -> _Flow:
    return _Flow(one.falls or other.falls, one.pending | other.pending)


def _like(statement: Any, **fields: Any) -> Any:
    """A copy of a statement with other fields; it is the same place in the user's file."""
    kind: Any = type(statement)
    new = kind.__new__(kind)
    new.__dict__.update(statement.__dict__)
    new.__dict__.update(fields)
    return new


def _returns(body: list[Any]) -> list[Any]:
    return [node for node in walk_own(body) if isinstance(node, gast.Return)]


def _has_break(body: list[Any]) -> bool:
    """Whether the loop with this body may be left by `break`."""
    for statement in body:
        if isinstance(statement, gast.Break):
            return True
        if isinstance(statement, SCOPES):
            continue
        for field, block in blocks(statement):
            if not (isinstance(statement, LOOPS) and field == "body") and _has_break(block):
                return True
    return False


def _leaves_through_exits(body: list[Any]) -> bool:
    """Whether control may pass, on its way out of some statements, the end of a `with` or a `finally`."""
    return any(
        isinstance(node, (gast.With, gast.AsyncWith)) or getattr(node, "finalbody", None) for node in walk_own(body)
    )


def _yields(body: list[Any]) -> bool:
    return any(isinstance(node, (gast.Yield, gast.YieldFrom)) for node in walk_own(body))


def _without_unread(statements: list[Any], read: set[str]) -> list[Any]:
    """The statements without the assignments of flags that nothing reads."""
    kept = []
    for statement in statements:
        if getattr(statement, "flag", None) is not None and statement.flag not in read:
            continue
        if not isinstance(statement, SCOPES):
            for part in (
                statement,
                *(getattr(statement, "handlers", None) or ()),
                *(getattr(statement, "cases", None) or ()),
            ):
                for field in ("body", "orelse", "finalbody"):
                    block = part.__dict__.get(field)
                    if isinstance(block, list) and block:
                        remaining = _without_unread(block, read)
                        if not remaining:
                            # The jump needs no flag; its line still runs.
                            remaining = [located(gast.Pass(), block[-1])]
                        setattr(part, field, remaining)
        kept.append(statement)
    return kept
