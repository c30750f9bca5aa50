"""The control-flow graph of one function: steps that read and bind names, and where control may go from each.

Sets of names are the bits of an int. An exception may arise anywhere in a `try` body, before or after a step has bound
anything; `raises_to` says where it goes. A `finally` block stands in the graph once, and leads to wherever control may
have been going.
"""

from __future__ import annotations

from typing import Any

import gast

from autograph.analysis.scopes import KnownNames, names_of
from autograph.source.schema import COMPREHENSIONS, SCOPES
from autograph.source.walking import children


class Step:
    """A step of a function.

    Attributes:
        reads, binds, deletes: names it reads, is sure to bind when it ends normally, and unbinds.
        to: the steps that may follow.
        raises_to: where an exception in it goes; None if out of the function.
        source: the statement it is a step of.
        parts: the code that runs in it.
    """

    __slots__ = ("binds", "deletes", "live", "parts", "raises_to", "reads", "source", "to", "unbound")

    def __init__(self, source: Any = None, raises_to: Step | None = None):
        self.source = source
        self.parts: list[Any] = []
        self.reads = 0
        self.binds = 0
        self.deletes = 0
        self.to: list[Step] = []
        self.raises_to = raises_to
        self.live = 0
        self.unbound = 0


class _Jumps:
    """Where jumps go from some place."""

    __slots__ = ("break_to", "continue_to", "raise_to", "return_to")

    def __init__(
        self,
        return_to: Step,
        break_to: Step | None = None,
        continue_to: Step | None = None,
        raise_to: Step | None = None,
    ):
        self.return_to = return_to
        self.break_to = break_to
        self.continue_to = continue_to
        self.raise_to = raise_to

    def within(self, **changes: Step | None) -> _Jumps:
        fields = {name: getattr(self, name) for name in self.__slots__}
        return _Jumps(**{**fields, **changes})


class FlowGraph:
    """The steps of a function, last ones first.

    Built backwards: each piece is given the step that follows it and answers with the one it starts at.

    Args:
        function: its tree.
        known: what is known of the names in its statements.

    Attributes:
        entry: where the function starts.
        steps: all steps.
        marks: for each `if`, `while`, `for` and `try`, where its branches or its head start, and what follows it.
    """

    def __init__(self, function: Any, known: KnownNames):
        self._known = known
        self._heads: list[Step] = []
        self._bits: dict[str, int] = {}
        self._names: list[str] = []
        self.steps: list[Step] = []
        self.marks: list[tuple[Any, list[Step], Step]] = []
        self.entry = self._block(function.body, self._join(), _Jumps(self._join()))

    def __del__(self) -> None:
        # The steps of a loop refer to each other, and to the tree: the garbage collector would have to find all that.
        for head in self._heads:
            head.to.clear()

    def set_of(self, names: set[str]) -> int:
        """A set of names, as bits."""
        found = 0
        for name in names:
            bit = self._bits.get(name)
            if bit is None:
                bit = self._bits[name] = 1 << len(self._names)
                self._names.append(name)
            found |= bit
        return found

    def names_in(self, bits: int) -> set[str]:
        """The names in a set of bits."""
        found = set()
        while bits:
            lowest = bits & -bits
            found.add(self._names[lowest.bit_length() - 1])
            bits ^= lowest
        return found

    def _step(self, source: Any, parts: list[Any], jumps: _Jumps, *to: Step) -> Step:
        parts = [part for part in parts if part is not None]
        names = names_of(parts, self._known)
        step = Step(source, jumps.raise_to)
        step.parts = parts
        step.reads = self.set_of(names.reads)
        if names.binds:
            step.binds = self.set_of(_surely_bound(parts) if names.skips else names.binds)
            if isinstance(source, gast.Delete):
                step.deletes = step.binds
        step.to.extend(to)
        self.steps.append(step)
        return step

    def _join(self, *to: Step) -> Step:
        step = Step()
        step.to.extend(to)
        self.steps.append(step)
        return step

    def _block(self, statements: list[Any], after: Step, jumps: _Jumps) -> Step:
        for statement in reversed(statements):
            after = self._statement(statement, after, jumps)
        return after

    def _statement(self, statement: Any, after: Step, jumps: _Jumps) -> Step:
        handler = _STATEMENTS.get(type(statement))
        if handler is not None:
            return handler(self, statement, after, jumps)
        return self._step(statement, [statement], jumps, after)

    def _return(self, statement: Any, after: Step, jumps: _Jumps) -> Step:
        return self._step(statement, [statement.value], jumps, jumps.return_to)

    def _raise(self, statement: Any, after: Step, jumps: _Jumps) -> Step:
        return self._step(statement, [statement.exc, statement.cause], jumps)

    def _break(self, statement: Any, after: Step, jumps: _Jumps) -> Step:
        return jumps.break_to or after

    def _continue(self, statement: Any, after: Step, jumps: _Jumps) -> Step:
        return jumps.continue_to or after

    def _if(self, statement: Any, after: Step, jumps: _Jumps) -> Step:
        end = self._join(after)
        then = self._block(statement.body, end, jumps)
        orelse = self._block(statement.orelse, end, jumps)
        self._mark(statement, [then, orelse], end)
        return self._step(statement, [statement.test], jumps, then, orelse)

    def _while(self, statement: Any, after: Step, jumps: _Jumps) -> Step:
        end = self._join(after)
        orelse = self._block(statement.orelse, end, jumps)
        endless = isinstance(statement.test, gast.Constant) and statement.test.value
        test = self._step(statement, [statement.test], jumps, *([] if endless else [orelse]))
        self._heads.append(test)
        inside = jumps.within(break_to=end, continue_to=test)
        test.to.append(self._block(statement.body, test, inside))
        self._mark(statement, [test], end)
        return test

    def _for(self, statement: Any, after: Step, jumps: _Jumps) -> Step:
        end = self._join(after)
        orelse = self._block(statement.orelse, end, jumps)
        head = self._step(statement, [statement.__dict__.get("extra_test")], jumps, orelse)
        self._heads.append(head)
        inside = jumps.within(break_to=end, continue_to=head)
        body = self._block(statement.body, head, inside)
        head.to.append(self._step(statement, [statement.target], jumps, body))
        self._mark(statement, [head], end)
        return self._step(statement, [statement.iter], jumps, head)

    def _with(self, statement: Any, after: Step, jumps: _Jumps) -> Step:
        # The manager may swallow an exception: control goes on after the statement from anywhere inside.
        end = self._join(after)
        body = self._block(statement.body, end, jumps.within(raise_to=end))
        for item in reversed(statement.items):
            body = self._step(statement, [item.optional_vars], jumps, body)
            body = self._step(statement, [item.context_expr], jumps, body)
        return body

    def _try(self, statement: Any, after: Step, jumps: _Jumps) -> Step:
        outer, following = jumps, self._join(after)
        after = following
        if statement.finalbody:
            end = self._join(after)
            final = self._block(statement.finalbody, end, jumps)
            for target in (jumps.return_to, jumps.break_to, jumps.continue_to, jumps.raise_to):
                if target is not None:
                    end.to.append(target)
            outer = _Jumps(final, final, final, final)
            after = final
        raised = self._join(*([outer.raise_to] if outer.raise_to else []))
        for handler in statement.handlers:
            leave = after
            if handler.name is not None:
                leave = self._join(after)
                leave.deletes = self.set_of({handler.name.id})
            body = self._block(handler.body, leave, outer)
            body = self._step(statement, [handler.name], outer, body)
            raised.to.append(self._step(statement, [handler.type], outer, body))
        orelse = self._block(statement.orelse, after, outer)
        body = self._block(statement.body, orelse, outer.within(raise_to=raised))
        start = self._join(body, raised)
        self._mark(statement, [start], following)
        return body

    def _match(self, statement: Any, after: Step, jumps: _Jumps) -> Step:
        end = self._join(after)
        next_case = end
        for case in reversed(statement.cases):
            body = self._block(case.body, end, jumps)
            guard = self._step(statement, [case.guard], jumps, body, next_case) if case.guard else body
            taken = self._step(statement, [case.pattern], jumps, guard)
            catches_all = isinstance(case.pattern, gast.MatchAs) and case.pattern.pattern is None
            next_case = taken if catches_all else self._join(taken, next_case)
        return self._step(statement, [statement.subject], jumps, next_case)

    def _mark(self, statement: Any, starts: list[Step], end: Step) -> None:
        self.marks.append((statement, starts, end))


def _surely_bound(parts: list[Any]) -> set[str]:
    """Names that some code binds whenever it ends normally, thus not by `:=` in an operand that may be skipped."""
    found: set[str] = set()
    stack = list(parts)
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind is gast.Name:
            if not isinstance(node.ctx, gast.Load):
                found.add(node.id)
        elif kind is gast.BoolOp:
            stack.append(node.values[0])
        elif kind is gast.IfExp:
            stack.append(node.test)
        elif kind is gast.Compare:
            stack += [node.left, node.comparators[0]]
        elif kind in (gast.MatchAs, gast.MatchStar):
            found.update({node.name} - {None})
            stack += children(node)
        elif kind is gast.MatchMapping:
            found.update({node.rest} - {None})
            stack += children(node)
        elif kind in (gast.Import, gast.ImportFrom):
            found.update((alias.asname or alias.name).partition(".")[0] for alias in node.names)
        elif kind in SCOPES:
            if kind is not gast.Lambda:
                found.add(node.name)
        elif kind is gast.AnnAssign:
            stack += [node.value, node.target] if node.value is not None else []
        elif kind not in COMPREHENSIONS:
            stack += children(node)
    return found


_STATEMENTS: dict[type, Any] = {
    gast.Return: FlowGraph._return,
    gast.Raise: FlowGraph._raise,
    gast.Break: FlowGraph._break,
    gast.Continue: FlowGraph._continue,
    gast.If: FlowGraph._if,
    gast.While: FlowGraph._while,
    gast.For: FlowGraph._for,
    gast.AsyncFor: FlowGraph._for,
    gast.With: FlowGraph._with,
    gast.AsyncWith: FlowGraph._with,
    gast.Try: FlowGraph._try,
    gast.TryStar: FlowGraph._try,
    gast.Match: FlowGraph._match,
}
