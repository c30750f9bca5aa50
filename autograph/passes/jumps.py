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

`else` of loops goes the same way. Jumps whose way is free of such statements stay as they are. An exception on the way
out (from a `finally`, or from the end of a `with`) undoes a jump: whoever catches it takes the flags back. A jump out
of a `finally` has flags and a value of its own, and a loop around the `try` whose `break` discards the exception under
way.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import gast

from autograph.analysis.assignment import UnboundReads
from autograph.analysis.eligibility import converts, reason_to_stay, walk_own
from autograph.analysis.scopes import first_statement, names_of, parameters
from autograph.source.names import Namer
from autograph.source.schema import LOOPS, TRIES, WITHS, blocks, rewrite_blocks, statements_in
from autograph.source.templates import expression, first_line_of, instantiate, located, nothing, template

_RETURN, _BREAK, _CONTINUE = "return", "break", "continue"
_DISCARDS = "a `finally` block leaves by a jump, which discards the exception under way"

#: How deep "the rest" may move into branches before flags are used in place of nesting.
_MAX_NESTING = 12


class _Flow(NamedTuple):
    """How control leaves some statements: by their end (`falls`), and by which jumps that were or will be replaced."""

    falls: bool
    pending: frozenset[str]


_FALLS = _Flow(True, frozenset())
_STOPS = _Flow(False, frozenset())


class _Around(NamedTuple):
    """What surrounds a statement: which of its jumps must be replaced, and the variables that take their place."""

    return_flag: str
    return_value: str
    replace_return: bool = False
    replace_loop: bool = False
    break_flag: str | None = None
    continue_flag: str | None = None
    depth: int = 0


def replace_jumps(function: Any, namer: Namer, reads: UnboundReads) -> UnboundReads:
    """Replaces, in place, the jumps of one function (not of those nested in it) that cross a converted statement.

    Args:
        function: its tree.
        namer: gives names that the tree does not use.
        reads: its reads that may find no value.

    Returns:
        Those of what it has become.
    """
    if not _crosses(function.body, False, False):
        return reads
    return _Replacer(function, namer).run(reads)


def _crosses(statements: list[Any], returns: bool, loops: bool) -> bool:
    """Whether some jump crosses a converted statement, or some converted loop has an `else`."""
    for statement in statements:
        kind = type(statement)
        if (kind is gast.Return and returns) or (kind in (gast.Break, gast.Continue) and loops):
            return True
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
        #: Likewise, with why it cannot move into a closure.
        self.reasons: dict[int, tuple[Any, str | None]] = {}
        self.flags_read: set[str] = set()
        self.return_flag = namer.variable("did_return")
        self.return_value = namer.variable("return_value")
        #: Whether control may come out at the function's end, where `return_value` is what it returns.
        self.falls = True
        self.has_values = any(map(_returns_value, statements_in(function.body)))

    def run(self, before: UnboundReads) -> UnboundReads:
        function = self.function
        body = function.body
        start = first_statement(body)
        head, body = body[:start], body[start:]
        around = _Around(self.return_flag, self.return_value)
        flow = self.block_flow(body, around)
        self.falls = flow.falls
        new = self.block(body, around)
        prologue = []
        if _RETURN in flow.pending and self.has_values:
            new += instantiate(template("return value"), first_line_of(new[-1]), value=self.return_value)
            initial = "value = None" if self.falls else "value = ag__.UNSET"
            prologue = instantiate(template(initial), first_line_of(body[0]), value=self.return_value)
        if self.return_flag in self.flags_read:
            prologue += instantiate(template("flag = False"), first_line_of(body[0]), flag=self.return_flag)
        for statement in prologue:
            statement.is_initial = True
        function.body = _without_unread(head + prologue + new, self.flags_read)
        # What replaces a jump leaves paths that are never taken. Where no read could find a variable unbound, but now
        # seems to, it is unset until then: a staged statement may fill it with anything.
        reads = UnboundReads(function)
        names = reads.used
        seeming = reads.names - before.names - names.captured - {self.return_value}
        seeming -= set(parameters(function))  # which have a value there
        if "reads_frame" in function.__dict__:
            seeming = set()  # it would tell that they have a value
        first = first_line_of(body[0])
        # Nor does what can no longer be reached make names local.
        lost = before.used.binds - names.binds - names.globals - names.nonlocals - set(parameters(function))
        lost &= names.reads | names.captured | names.captured_binds
        declared = [new for name in sorted(lost) for new in instantiate(template("name: object"), first, name=name)]
        unset = [
            new for name in sorted(seeming) for new in instantiate(template("name = ag__.UNSET"), first, name=name)
        ]
        for statement in unset:
            statement.is_initial = True
        added = [*unset, *declared]
        function.body[start:start] = added
        names.add(names_of(added))
        return reads

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
        if kind in LOOPS:
            body = self.block_flow(statement.body, self.inside_loop(statement, around))
            after = self.block_flow(statement.orelse, self.inside_orelse(statement, body.pending, around))
            ends = not (kind is gast.While and isinstance(statement.test, gast.Constant) and statement.test.value)
            falls = _has_break(statement.body) or (ends and after.falls)
            return _Flow(falls, (body.pending & {_RETURN}) | after.pending)
        if kind in WITHS:
            # A context manager may swallow an exception, so control may always come out at the end.
            return _Flow(True, self.block_flow(statement.body, around).pending)
        if kind in TRIES:
            around = self.inside(statement, around)
            normal = self.block_flow(statement.body, around)
            if normal.falls:
                after = self.block_flow(statement.orelse, self.inside_orelse(statement, normal.pending, around))
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
        return around._replace(replace_return=True, replace_loop=True)

    def inside_loop(self, statement: Any, around: _Around) -> _Around:
        becomes_call = converts(statement)
        return around._replace(replace_return=around.replace_return or becomes_call, replace_loop=becomes_call)

    def inside_orelse(self, statement: Any, pending: frozenset[str], around: _Around) -> _Around:
        """What surrounds an `else`, which ends up in a guard where jumps may have been under way."""
        guarded = pending & {_RETURN, _BREAK} if isinstance(statement, LOOPS) else pending
        if guarded and (converts(statement) or not isinstance(statement, LOOPS)):
            return self.inside_guard(statement.orelse, around)
        return around

    def inside_guard(self, statements: list[Any], around: _Around) -> _Around:
        if self.reason_to_stay(statements) is not None:
            return around
        return around._replace(replace_return=True, replace_loop=True)

    def reason_to_stay(self, statements: list[Any]) -> str | None:
        for statement in statements:
            if id(statement) not in self.reasons:
                self.reasons[id(statement)] = statement, reason_to_stay(statement)
        return next((reason for _, reason in (self.reasons[id(s)] for s in statements) if reason is not None), None)

    # Replacing

    def block(self, statements: list[Any], around: _Around) -> list[Any]:
        new: list[Any] = []
        for index, statement in enumerate(statements):
            flow = self.flow(statement, around)
            rest = statements[index + 1 :]
            if not flow.falls:
                return new + self.statement(statement, around) + self.unreached(rest, around)
            if flow.pending and rest:
                return new + self.statement_then(statement, rest, around)
            new += self.statement(statement, around)
        return new

    def unreached(self, statements: list[Any], around: _Around) -> list[Any]:
        """What cannot be reached stays only where it says what kind of function this is."""
        if not _yields(statements):
            return []
        return instantiate(template("if False:\n  rest"), statements[0], rest=self.block(statements, around))

    def statement_then(self, statement: Any, rest: list[Any], around: _Around) -> list[Any]:
        """A statement that some jump may cut short, and what follows it."""
        deep = around.depth >= _MAX_NESTING
        if isinstance(statement, gast.If) and not deep and not (converts(statement) and self.reason_to_stay(rest)):
            inside = self.inside(statement, around)
            then = self.block_flow(statement.body, inside)
            orelse = self.block_flow(statement.orelse, inside)
            deeper = around._replace(depth=around.depth + 1)
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
            new += self.statement(guard, around._replace(depth=around.depth + (not deep)))
            rest = rest[cut:]
        return new

    def first_jumping(self, statements: list[Any], around: _Around) -> int:
        """How many statements there are up to and with the first that may set a flag."""
        captured = around._replace(replace_return=True, replace_loop=True)
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
        if kind in LOOPS:
            return self.loop(statement, around)
        if kind in WITHS:
            return self.with_(statement, around)
        if kind in TRIES:
            return self.try_(statement, around)
        rewrite_blocks(statement, lambda block: self.block(block, around))
        return [statement]

    def return_(self, statement: Any, around: _Around) -> list[Any]:
        if not around.replace_return:
            return [statement]
        new = []
        if self.has_values:
            value = statement.value or gast.Constant(None, None)
            new += instantiate(template("name = value"), statement, name=around.return_value, value=value)
        return new + self.set_flag(around.return_flag, statement)

    def set_flag(self, flag: str | None, at: Any, value: str = "True") -> list[Any]:
        assert flag is not None
        new = instantiate(template(f"flag = {value}"), at, flag=flag)
        new[0].flag = flag
        return new

    def reset(self, pending: frozenset[str], around: _Around, at: Any) -> list[Any]:
        """The flags of jumps that were under way, cleared, and the value that was to be returned."""
        at = first_line_of(at)
        new = [new for flag in self.flags(pending, around) for new in self.set_flag(flag, at, "False")]
        return new + self.reset_value(pending, around, at)

    def reset_value(self, pending: frozenset[str], around: _Around, at: Any) -> list[Any]:
        if _RETURN not in pending or not self.has_values or not self.falls or around.return_value != self.return_value:
            return []
        return instantiate(template("value = None"), first_line_of(at), value=self.return_value)

    def loop(self, statement: Any, around: _Around) -> list[Any]:
        becomes_call = converts(statement)
        inside = self.inside_loop(statement, around)
        pending = self.block_flow(statement.body, inside).pending
        inside = inside._replace(
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
        orelse = statement.orelse
        guard = self.guarded(orelse, leaving, inside, statement) if orelse and becomes_call and leaving else None
        orelse = self.block(orelse, self.inside_orelse(statement, pending, around))
        if guard is not None:
            guard.body, after, orelse = orelse or nothing(statement), [guard], []
        elif becomes_call:
            after, orelse = orelse, []
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
        if pending and len(statement.items) > 1:
            # The first manager may swallow what another one raises on its way out.
            inner = _like(statement, items=statement.items[1:])
            return self.with_(_like(statement, items=statement.items[:1], body=[inner]), around)
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

    def try_(self, statement: Any, around: _Around) -> list[Any]:
        leaving = self.flow(statement, around).pending
        around = self.inside(statement, around)
        body = self.block_flow(statement.body, around)
        undone = body.pending if _leaves_through_exits(statement.body) else frozenset()
        statement.body = self.block(statement.body, around)
        for handler in statement.handlers:
            # A jump does not take place if something raises on its way out of the `try`.
            handler.body = self.reset(undone, around, handler.body[0]) + self.block(handler.body, around)
        if statement.orelse:
            statement.orelse = self.orelse_of_try(statement, body, around)
        if not self.block_flow(statement.finalbody, around).pending:
            statement.finalbody = self.block(statement.finalbody, around)
            return [statement]
        return self.try_left_by_finally(statement, leaving, around)

    def orelse_of_try(self, statement: Any, body: _Flow, around: _Around) -> list[Any]:
        if not body.falls:
            return self.unreached(statement.orelse, around)
        inside = self.inside_orelse(statement, body.pending, around)
        if not body.pending:
            return self.block(statement.orelse, inside)
        guard = self.guarded(statement.orelse, body.pending, around, statement)
        guard.body = self.block(statement.orelse, inside) or nothing(statement)
        return [guard]

    def try_left_by_finally(self, statement: Any, leaving: frozenset[str], around: _Around) -> list[Any]:
        """A `try` whose `finally` may leave by a jump that is replaced, which discards an exception and other jumps.

        raising = True
        while True:
            try:
                ...
                raising = False
            finally:
                did_break_1 = False
                ...
                if raising is True:
                    if did_break_1:
                        break
            break
        if did_break_1:
            did_break, did_return = True, False
        """
        at = first_line_of(statement)
        inside = around._replace(
            return_flag=self.namer.variable("did_return"),
            return_value=self.namer.variable("return_value"),
            break_flag=around.break_flag and self.namer.variable("did_break"),
            continue_flag=around.continue_flag and self.namer.variable("did_continue"),
        )
        pending = self.block_flow(statement.finalbody, inside).pending
        final = self.block(statement.finalbody, inside)
        cleared = [new for flag in self.flags(pending, inside) for new in self.set_flag(flag, at, "False")]
        if _RETURN in pending and self.has_values:
            cleared += instantiate(template("value = ag__.UNSET"), at, value=inside.return_value)
        raising = self.namer.variable("raising")
        discard = located(gast.If(self.any_of(pending, inside, statement), [located(gast.Break(), at)], []), at)
        discard.plain_reason = _DISCARDS
        discard = instantiate(template("if raising is True:\n  discard"), at, raising=raising, discard=[discard])
        statement.finalbody = [*cleared, *final, *discard]
        for block in (statement.orelse or statement.body, *(handler.body for handler in statement.handlers)):
            block += instantiate(template("raising = False"), at, raising=raising)
        once = instantiate(
            template("raising = True\nwhile True:\n  body\n  break"), at, raising=raising, body=[statement]
        )
        once[1].plain_reason = _DISCARDS
        taken = located(gast.If(self.any_of(pending, inside, statement), [], []), at)
        taken.body = self.taken(pending, leaving, inside, around, at) or nothing(statement)
        return [*once, taken]

    def taken(
        self, pending: frozenset[str], leaving: frozenset[str], inside: _Around, around: _Around, at: Any
    ) -> list[Any]:
        """The flags around a `try` after a jump out of its `finally`, which undoes the others."""
        new = self.reset(leaving - pending, around, at)
        for own, outer in zip(self.flags(pending, inside), self.flags(pending, around), strict=True):
            new += self.set_flag(outer, at, own)
        if _RETURN in pending and self.has_values:
            value = instantiate(template("value = own"), at, value=around.return_value, own=inside.return_value)
            is_sure = len(pending) == 1
            undone = self.reset_value(pending, around, at)
            new += value if is_sure else [located(gast.If(expression(inside.return_flag, at), value, undone), at)]
        return new

    # Flags

    def flags(self, pending: frozenset[str], around: _Around) -> list[str]:
        flags = {_BREAK: around.break_flag, _CONTINUE: around.continue_flag, _RETURN: around.return_flag}
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
        guard = located(gast.If(self.none_of(pending, around, at), statements, []), at)
        if (reason := self.reason_to_stay(statements)) is not None:
            guard.plain_reason = reason
        return guard


def _either(one: _Flow, other: _Flow) -> _Flow:
    return _Flow(one.falls or other.falls, one.pending | other.pending)


def _like(statement: Any, **fields: Any) -> Any:
    """A copy of a statement with other fields; it is the same place in the user's file."""
    kind: Any = type(statement)
    new = kind.__new__(kind)
    new.__dict__.update(statement.__dict__)
    new.__dict__.update(fields)
    return new


def _returns_value(statement: Any) -> bool:
    return isinstance(statement, gast.Return) and statement.value is not None


def _has_break(body: list[Any]) -> bool:
    """Whether the loop with this body may be left by `break`."""
    return any(
        isinstance(statement, gast.Break)
        or any(
            _has_break(block)
            for field, block in blocks(statement)
            if not (isinstance(statement, LOOPS) and field == "body")
        )
        for statement in body
    )


def _leaves_through_exits(body: list[Any]) -> bool:
    """Whether control may pass, on its way out of some statements, the end of a `with` or a `finally`."""
    return any(isinstance(inner, WITHS) or getattr(inner, "finalbody", None) for inner in statements_in(body))


def _yields(body: list[Any]) -> bool:
    return any(isinstance(node, (gast.Yield, gast.YieldFrom)) for node in walk_own(body))


def _without_unread(statements: list[Any], read: set[str]) -> list[Any]:
    """The statements without the assignments of flags that nothing reads."""

    def remaining(block: list[Any]) -> list[Any]:
        # A jump may need no flag; its line still runs.
        return _without_unread(block, read) or [located(gast.Pass(), block[-1])]

    kept = []
    for statement in statements:
        if getattr(statement, "flag", None) is not None and statement.flag not in read:
            continue
        rewrite_blocks(statement, remaining)
        kept.append(statement)
    return kept
