"""Which variables are live around each statement that will become a closure: whether their value may still be read.

Backward data-flow over a control-flow graph of one function, sets as the bits of an int. An exception may arise
anywhere in a `try` body, so whatever its handlers read is live throughout it. Names that nested functions capture may
be read at any time, and names that are global or nonlocal may be read by anybody: those are live everywhere.
"""

from __future__ import annotations

from typing import Any

import gast

from autograph.analysis.plain import converts
from autograph.analysis.scopes import SCOPES, names_of


class _Node:
    """A step of the function: what it reads and overwrites, and where control may go from it."""

    __slots__ = ("binds", "live", "raises_to", "reads", "to")

    def __init__(self, reads: int = 0, binds: int = 0, raises_to: _Node | None = None):
        self.reads = reads
        self.binds = binds
        self.to: list[_Node] = []
        self.raises_to = raises_to
        self.live = 0


def annotate_liveness(function: Any, always_live: set[str]) -> None:
    """Gives every statement of a function that converts two sets of names.

    `live_in`: what may be read, as its value was before, within the statement or, by one that is skipped, after it;
    `live_out`: what may be read after it.
    """
    flow = _Flow(always_live)
    end = _Node()
    entry = flow.block(function.body, end, _Jumps(end))
    del entry
    flow.solve()
    flow.annotate()


class _Jumps:
    """Where jumps go from some place."""

    __slots__ = ("break_to", "continue_to", "raise_to", "return_to")

    def __init__(
        self,
        return_to: _Node,
        break_to: _Node | None = None,
        continue_to: _Node | None = None,
        raise_to: _Node | None = None,
    ):
        self.return_to = return_to
        self.break_to = break_to
        self.continue_to = continue_to
        self.raise_to = raise_to

    def within(self, **changes: _Node | None) -> _Jumps:
        fields = {name: getattr(self, name) for name in self.__slots__}
        return _Jumps(**{**fields, **changes})


class _Flow:
    """Built backwards: each piece is given the node that follows it and answers with the node it starts at."""

    def __init__(self, always_live: set[str]):
        self.bits: dict[str, int] = {}
        self.nodes: list[_Node] = []
        self.marks: list[tuple[Any, list[_Node], _Node]] = []
        self.always_live = always_live

    def bit(self, name: str) -> int:
        return self.bits.setdefault(name, 1 << len(self.bits))

    def set_of(self, names: set[str]) -> int:
        found = 0
        for name in names:
            found |= self.bit(name)
        return found

    def step(self, parts: Any, jumps: _Jumps, *to: _Node, binds: bool = True) -> _Node:
        names = names_of([part for part in parts if part is not None])
        # What is bound in a nested expression (a walrus behind `and`) may not be: only reads are sure to count.
        node = _Node(self.set_of(names.reads), self.set_of(names.binds) if binds else 0, jumps.raise_to)
        node.to.extend(to)
        self.nodes.append(node)
        return node

    def join(self, *to: _Node) -> _Node:
        node = _Node()
        node.to.extend(to)
        self.nodes.append(node)
        return node

    def block(self, statements: list[Any], after: _Node, jumps: _Jumps) -> _Node:
        for statement in reversed(statements):
            after = self.statement(statement, after, jumps)
        return after

    def statement(self, statement: Any, after: _Node, jumps: _Jumps) -> _Node:
        handler = _STATEMENTS.get(type(statement))
        if handler is not None:
            return handler(self, statement, after, jumps)
        sure = isinstance(statement, (gast.Assign, gast.AnnAssign, gast.Import, gast.ImportFrom, *SCOPES, gast.Delete))
        return self.step([statement], jumps, after, binds=sure)

    def return_(self, statement: Any, after: _Node, jumps: _Jumps) -> _Node:
        return self.step([statement.value], jumps, jumps.return_to, binds=False)

    def raise_(self, statement: Any, after: _Node, jumps: _Jumps) -> _Node:
        return self.step([statement.exc, statement.cause], jumps, binds=False)

    def break_(self, statement: Any, after: _Node, jumps: _Jumps) -> _Node:
        return jumps.break_to or after

    def continue_(self, statement: Any, after: _Node, jumps: _Jumps) -> _Node:
        return jumps.continue_to or after

    def if_(self, statement: Any, after: _Node, jumps: _Jumps) -> _Node:
        end = self.join(after)
        then = self.block(statement.body, end, jumps)
        orelse = self.block(statement.orelse, end, jumps)
        self.mark(statement, [then, orelse], end)
        return self.step([statement.test], jumps, then, orelse, binds=False)

    def while_(self, statement: Any, after: _Node, jumps: _Jumps) -> _Node:
        end = self.join(after)
        orelse = self.block(statement.orelse, end, jumps)
        test = self.step([statement.test], jumps, orelse, binds=False)
        inside = jumps.within(break_to=end, continue_to=test)
        test.to.append(self.block(statement.body, test, inside))
        self.mark(statement, [test], end)
        return test

    def for_(self, statement: Any, after: _Node, jumps: _Jumps) -> _Node:
        end = self.join(after)
        orelse = self.block(statement.orelse, end, jumps)
        head = self.step([statement.__dict__.get("extra_test")], jumps, orelse, binds=False)
        inside = jumps.within(break_to=end, continue_to=head)
        body = self.block(statement.body, head, inside)
        head.to.append(self.step([statement.target], jumps, body))
        self.mark(statement, [head], end)
        return self.step([statement.iter], jumps, head, binds=False)

    def with_(self, statement: Any, after: _Node, jumps: _Jumps) -> _Node:
        # The manager may swallow an exception: control goes on after the statement from anywhere inside.
        end = self.join(after)
        body = self.block(statement.body, end, jumps.within(raise_to=end))
        for item in reversed(statement.items):
            body = self.step([item.context_expr, item.optional_vars], jumps, body, binds=False)
        return body

    def try_(self, statement: Any, after: _Node, jumps: _Jumps) -> _Node:
        outer = jumps
        if statement.finalbody:
            end = self.join(after)
            final = self.block(statement.finalbody, end, jumps)
            # However control leaves, it passes here first; where it goes then is any of where it could have gone.
            for target in (jumps.return_to, jumps.break_to, jumps.continue_to, jumps.raise_to):
                if target is not None:
                    end.to.append(target)
            outer = _Jumps(final, final, final, final)
            after = final
        raised = self.join(*([outer.raise_to] if outer.raise_to else []))
        for handler in statement.handlers:
            body = self.block(handler.body, after, outer)
            raised.to.append(self.step([handler.type, handler.name], outer, body, binds=False))
        orelse = self.block(statement.orelse, after, outer)
        return self.block(statement.body, orelse, outer.within(raise_to=raised))

    def match(self, statement: Any, after: _Node, jumps: _Jumps) -> _Node:
        end = self.join(after)
        case_start = end
        for case in reversed(statement.cases):
            body = self.block(case.body, end, jumps)
            case_start = self.step([case.pattern, case.guard], jumps, body, case_start, binds=False)
        return self.step([statement.subject], jumps, case_start, binds=False)

    def mark(self, statement: Any, starts: list[_Node], end: _Node) -> None:
        if converts(statement):
            self.marks.append((statement, starts, end))

    def solve(self) -> None:
        changed = True
        while changed:
            changed = False
            for node in self.nodes:
                out = 0
                for following in node.to:
                    out |= following.live
                live = node.reads | (out & ~node.binds)
                if node.raises_to is not None:
                    live |= node.raises_to.live
                if live != node.live:
                    node.live = live
                    changed = True

    def annotate(self) -> None:
        names = list(self.bits)

        def named(live: int) -> set[str]:
            found = set(self.always_live)
            while live:
                lowest = live & -live
                found.add(names[lowest.bit_length() - 1])
                live ^= lowest
            return found

        for statement, starts, end in self.marks:
            live_in = 0
            for start in starts:
                live_in |= start.live
            statement.live_in = named(live_in)
            statement.live_out = named(end.live)


_STATEMENTS: dict[type, Any] = {
    gast.Return: _Flow.return_,
    gast.Raise: _Flow.raise_,
    gast.Break: _Flow.break_,
    gast.Continue: _Flow.continue_,
    gast.If: _Flow.if_,
    gast.While: _Flow.while_,
    gast.For: _Flow.for_,
    gast.AsyncFor: _Flow.for_,
    gast.With: _Flow.with_,
    gast.AsyncWith: _Flow.with_,
    gast.Try: _Flow.try_,
    gast.TryStar: _Flow.try_,
    gast.Match: _Flow.match,
}
