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
from typing import Any

from autograph import staging
from autograph.operators import dicts, explain, lists, refusals
from autograph.operators.conditionals import choose, with_staged_lists
from autograph.operators.dicts import StagedDict
from autograph.operators.effects import Log, log, logging
from autograph.operators.exits import Outcome, Trying, run_body
from autograph.operators.frames import hidden_frames
from autograph.operators.lists import StagedList
from autograph.operators.origin import raised_by_user, raising_again
from autograph.operators.raising import stage_raise
from autograph.operators.state import Bound, State
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
    if (not backends and count_modules() == staging.modules_seen) or (tracing := tracing_backend()) is None:
        return functools.partial(statement, body)
    if log() is None:  # nothing could be taken back
        return functools.partial(statement, body)
    frame = sys._getframe(1)
    place = frame.f_code.co_filename, frame.f_lineno
    with hidden_frames:
        trying = _Try(tracing, statement, body, caught, State(get_state, set_state, names), nouts, place)
        if not trying.run():
            trying.stage()
    return NOTHING


class _Try:
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
        self.backend = backend
        self.statement = statement
        self.body = body
        self.state = state
        self.nouts = nouts
        self.before = Bound((statement, body), state)
        self.trying = Trying(self.before, caught, place)

    def run(self) -> bool:
        """Runs the statement as Python's own; whether that is all. If not, nothing of it is left."""
        around = log()
        assert around is not None
        take_back, forget = self.backend.checkpoint(), refusals.forgetting()
        effects = Log(conditional=around.conditional)
        self.watch(effects)
        try:
            with logging(effects):
                self.statement(functools.partial(run_body, self.trying, self.body))
        except BaseException:
            if not self.trying.must_stage:
                around.absorb(effects, writes=True)
                raise
        if not self.trying.must_stage:
            around.absorb(effects, writes=True)
            return True
        effects.undo()
        self.before.restore()
        take_back()
        forget()
        return False

    def watch(self, effects: Log) -> None:
        for value in self.before.mentioned():
            effects.watches(value)

    def stage(self) -> None:
        """Stages the statement, and before it the lists and dicts that some of its paths leave unlike others."""
        self.trying.is_direct = False
        with_staged_lists(self.backend, self.attempt, at_ends=False)

    def attempt(self, _: Any) -> None:
        """Traces the body as a region, and the rest of the statement for each of its outcomes."""
        self.before = self.trying.bound = Bound((self.statement, self.body), self.state)
        backend, trying = self.backend, self.trying
        ends: list[Outcome] = []

        def run() -> list[Any]:
            values: list[Any] = []

            def body() -> None:
                try:
                    self.body()
                except (Exception, SystemExit) as error:
                    if not raised_by_user(error):
                        raise
                    stage_raise(backend, error)
                else:
                    ends.append(Outcome(trying, backend, values))

            run_body(trying, body)
            return values

        effects = Log()
        self.watch(effects)
        with logging(effects):
            try:
                region = backend.trace(run, [], "try")
            finally:
                effects.undo()
                self.before.restore()
        results = backend.emit_block(region)
        outcomes = [
            (results[left.flag], left.what, [results[position] for position in left.values]) for left in region.exits
        ]
        outcomes += [(None, end, results) for end in ends]
        if newly := [staged for _, outcome, _ in outcomes for staged in _newly_staged(outcome)]:
            # What has them has others in the region; they are staged before it instead.
            explain.keys_differ("the body", "try", newly)
        if len(outcomes) == 1:
            self.finish(*outcomes[0][1:])
            return
        chosen = self.chosen(outcomes)
        self.state.write([*chosen, *self.before.state[self.nouts :]])

    def chosen(self, outcomes: Sequence[tuple[Any, Outcome, Sequence[Any]]]) -> list[Any]:
        """What the variables that matter afterwards hold after any of some outcomes, of which the first counts."""
        condition, outcome, values = outcomes[0]
        if len(outcomes) == 1:
            return self.finish(outcome, values)
        return choose(
            self.backend,
            condition,
            lambda: self.finish(outcome, values),
            lambda: self.chosen(outcomes[1:]),
            self.state.names[: self.nouts],
            "try",
            Bound((self.statement, self.body), self.state),
        )

    def finish(self, outcome: Outcome, values: Sequence[Any]) -> list[Any]:
        """Runs the rest of the statement after one outcome of its body."""
        error = outcome.restore(values)
        self.statement(NOTHING if error is None else functools.partial(_raise, error))
        return self.state.read()[: self.nouts]


def _newly_staged(outcome: Outcome) -> Iterator[tuple[Any, Any]]:
    """The lists and dicts in whose places the body put staged ones, and the form that they need."""
    for before, node in outcome.changes():
        if node.kind is StagedList and lists.may_be_staged(before):
            yield before, node.value.form
        elif node.kind is StagedDict and dicts.may_be_staged(before):
            yield before, {}


def _raise(error: BaseException) -> None:
    raise error


raising_again.add(_raise.__code__)
