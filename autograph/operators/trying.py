"""`try`: as Python has it, or staged.

While a program is being staged, the body is run as Python's own, until an exception turns out to be on some of its
paths only. Then what it did is taken back, and it is traced as a region that ends early on these. The rest of the
statement is run on each way in which the body may end: Python finds the handler, for what class an exception is of is
known. What these leave is joined as what the branches of an `if` leave.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator, Sequence
from types import FunctionType
from typing import Any, NamedTuple

from autograph import staging
from autograph.operators import branch_errors, dicts, lists, refusals
from autograph.operators.conditionals import choose
from autograph.operators.dicts import StagedDict
from autograph.operators.effects import Log, log, logging
from autograph.operators.exits import Outcome, Trying, finishes, run_body
from autograph.operators.frames import hidden_frames
from autograph.operators.giving_way import Advanced, Checkpoint, SpelledBefore, with_resumables
from autograph.operators.handlers import raised_in_finally
from autograph.operators.lists import StagedList
from autograph.operators.origin import check_replaced, raised_by_user
from autograph.operators.raising import every_path_raises, stage_raise
from autograph.operators.refusals import raise_again
from autograph.operators.rows import Row
from autograph.operators.staged_containers import Ends, with_staged_lists
from autograph.operators.state import Bound, State
from autograph.operators.tables import MAY_BE_STAGED, Table
from autograph.operators.truth import NOTHING
from autograph.staging import Backend, backends, count_modules, tracing_backend

#: The whole statement, given what stands for its body.
Statement = Callable[[Callable[[], Any]], Any]


def try_stmt(
    statement: Statement,
    body: Callable[[], Any],
    caught: Callable[[], Any],
    get_state: FunctionType | None = None,
    set_state: FunctionType | None = None,
    names: Sequence[str] = (),
    nouts: int = 0,
) -> Callable[[], Any]:
    """A `try` statement.

    Args:
        statement: the statement, whose body is a call of what it is given.
        body: its body.
        caught: gives what its handlers catch.
        get_state, set_state: read and write the variables in `names`, in that order.
        names: the variables that the statement may change and that matter within it or afterwards.
        nouts: how many of them, from the first, matter afterwards.

    Returns:
        The statement to run. Once it is staged there is nothing to run.
    """
    if not may_stage():
        return functools.partial(statement, body)
    frame = sys._getframe(1)
    place = frame.f_code.co_filename, frame.f_lineno
    with hidden_frames:
        run_try(statement, body, caught, State(get_state, set_state, names), nouts, place)
    return NOTHING


def may_stage() -> bool:
    """Whether a `try` may be staged: a program is, and what is done can be taken back."""
    if not backends and count_modules() == staging.modules_seen:
        return False
    return tracing_backend() is not None and log() is not None


def run_try(
    statement: Statement,
    body: Callable[[], Any],
    caught: Callable[[], Any],
    state: State,
    nouts: int,
    place: tuple[str, int],
) -> None:
    """Runs a `try` statement, or stages it, while a program is staged.

    Args:
        statement, body, caught, nouts: as for `try_stmt`.
        state: the variables that it may change.
        place: its file and line.
    """
    tracing = tracing_backend()
    assert tracing is not None
    more = nouts + state.more
    with_resumables(tracing, lambda: _Try(tracing, statement, body, caught, state, more, place).run())


class Attempt:
    """What is run as Python's own as long as it stages no exception, and is traced with all its ends otherwise.

    Args:
        backend: on which it is staged.
        trying: what it is that is run.
        before: the variables that it binds, as they are before it.
    """

    def __init__(self, backend: Backend, trying: Trying, before: Bound):
        self.backend = backend
        self.trying = trying
        self.before = before

    def succeeds(self, run: Callable[[], Any]) -> bool:
        """Runs it as Python's own; whether that is all. If not, nothing of it is left."""
        around = log()
        assert around is not None
        take_back, forget = Checkpoint(self.backend), refusals.forgetting()
        effects = Log(conditional=around.conditional, is_attempt=True)
        effects.watches_closures(self.before)
        again: Advanced | SpelledBefore | None = None
        try:
            with logging(effects):
                run()
        except BaseException as error:
            if isinstance(error, (Advanced, SpelledBefore)):
                again = error
            elif not self.trying.must_stage:
                is_instead = effects.raises and isinstance(error, Exception) and raised_in_finally(error)
                if not (is_instead and self.trying.is_finally()):
                    around.absorb(effects, writes=True)
                    check_replaced(error)
                    raise
                self.trying.stages_finally()
        finally:
            finishes(self.trying)
        if not self.trying.must_stage and again is None:
            around.absorb(effects, writes=True)
            return True
        effects.check_iterators()
        if effects.done is not None:
            raise effects.done
        effects.undo()
        self.before.restore()
        take_back()
        forget()
        if again is not None:
            raise again
        return False

    def ends(self, body: Callable[[], Sequence[Any]]) -> list[End]:
        """Traces what is run as a region, and emits it: all its ends, of which the first counts that is taken.

        Args:
            body: runs it; what it returns is known at its proper end.
        """
        self.trying.is_direct = False
        self.trying.captured = []
        backend, trying = self.backend, self.trying
        proper: list[tuple[Outcome, int, int]] = []

        def run() -> list[Any]:
            values: list[Any] = []

            def to_the_end() -> None:
                try:
                    results = body()
                except BaseException as error:
                    if not raised_by_user(error):
                        raise
                    stage_raise(backend, error)
                else:
                    outcome, count = Outcome(trying, backend, values), len(values)
                    values.extend(results)
                    proper.append((outcome, count, len(values)))

            run_body(trying, to_the_end)
            return values

        effects = Log()
        effects.watches_closures(self.before)
        with logging(effects):
            try:
                region = backend.trace(run, [], "try")
            finally:
                effects.undo()
                self.before.restore()
        emitted = backend.emit_block(region)
        found = [
            End(emitted[left.flag], left.what, [emitted[position] for position in left.values]) for left in region.exits
        ]
        found += [End(None, outcome, emitted[:count], emitted[count:total]) for outcome, count, total in proper]
        if not found:
            raise every_path_raises()
        return found


class End(NamedTuple):
    """One way in which what was attempted ends.

    Attributes:
        taken: whether it does, staged; None for its proper end.
        outcome: what is so then.
        values: what the staged values in that have become.
        results: what the proper end returned.
    """

    taken: Any
    outcome: Outcome
    values: Sequence[Any]
    results: Sequence[Any] = ()


class _Try(Attempt):
    def __init__(
        self,
        backend: Backend,
        statement: Statement,
        body: Callable[[], Any],
        caught: Callable[[], Any],
        state: State,
        nouts: int,
        place: tuple[str, int],
    ):
        before = Bound((statement, body), state)
        super().__init__(backend, Trying(before, caught, place), before)
        self.statement = statement
        self.body = body
        self.state = state
        self.nouts = nouts
        #: By the number of ends to choose among, the lists that are to be staged where one of them ends; and what was
        #: last found out about such.
        self.to_stage: dict[int, Ends] = {}
        self.grown: branch_errors.ListGrows | None = None

    def run(self) -> None:
        """Runs the statement, or stages it, again where it turns out to leave lists and dicts unlike on some paths."""
        if not self.succeeds(lambda: self.statement(functools.partial(run_body, self.trying, self.body))):
            with_staged_lists(self.backend, lambda to_stage: self.stage())

    def stage(self) -> None:
        """Traces the body, and the rest of the statement for each of its ends."""
        self.before = self.trying.bound = Bound((self.statement, self.body), self.state)
        ends = self.ends(lambda: self.body() or ())
        if newly := [staged for end in ends for staged in _newly_staged(end.outcome)]:
            # What has them has others in the region; they are staged before it instead.
            branch_errors.keys_differ("the body", "try", newly)
        if len(ends) == 1:
            self.finish(ends[0])
            return
        self.state.write([*self.chosen(ends), *self.before.state[self.nouts :]])

    def chosen(self, ends: Sequence[End]) -> list[Any]:
        """What the variables that matter afterwards hold after any of some ends, of which the first counts."""
        if len(ends) == 1:
            return self.finish(ends[0])
        to_stage = self.to_stage.setdefault(len(ends), [])
        try:
            return choose(
                self.backend,
                ends[0].taken,
                lambda: self.finish(ends[0]),
                lambda: self.chosen(ends[1:]),
                self.state.names[: self.nouts],
                "try",
                Bound((self.statement, self.body), self.state),
                to_stage=to_stage,
            )
        except branch_errors.ListGrows as error:
            if error is not self.grown:
                self.grown = error
                to_stage += error.ends
            raise

    def finish(self, end: End) -> list[Any]:
        """Runs the rest of the statement after one end of its body."""
        error = end.outcome.restore(end.values)
        self.statement(NOTHING if error is None else functools.partial(raise_again, error))
        return self.state.read()[: self.nouts]


def _newly_staged(outcome: Outcome) -> Iterator[tuple[Any, Any]]:
    """The lists and dicts in whose places the body put staged ones, and the form that they need."""
    for before, node in outcome.changes():
        if node.kind is Row and node.label.takes(before):
            yield before, node.label
        elif node.kind is StagedList and lists.may_be_staged(before):
            yield before, node.value.form
        elif node.kind is StagedDict and dicts.may_be_staged(before):
            yield before, {}
        elif node.kind is Table and type(before) in MAY_BE_STAGED:
            yield before, node.value.entries.form
