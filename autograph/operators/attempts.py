"""Several ways to stage one thing: the first that works is kept, and what the others did is undone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from autograph.diagnostics import StagingError
from autograph.operators import refusals
from autograph.operators.choices import later
from autograph.operators.effects import Log, log, logging, logs, may_be_undone
from autograph.operators.giving_way import Advanced, Checkpoint, SpelledBefore, generators_give_way
from autograph.operators.state import consumers_kept
from autograph.staging import Backend


@generators_give_way
def first_that_works(backend: Backend, ways: Iterable[Callable[[], Any]], fails: Callable[[StagingError], bool]) -> Any:
    """What the first of several functions returns that does not fail.

    Args:
        backend: the system that stages the program.
        ways: the functions; variables they bind are theirs to restore, but for those of who goes over a generator.
        fails: whether an error of the first says that the others are to be tried.

    Raises:
        StagingError: of the first, where all fail.
    """
    around = log()
    assert around is not None
    first: StagingError | None = None
    restore_consumers = consumers_kept()
    for way in ways:
        take_back, effects, frozen = Checkpoint(backend), Log(around.conditional, is_attempt=True), {**around.frozen}
        is_kept, filled = True, len(logs()[0].filled)
        try:
            with logging(effects):
                return way()
        except SpelledBefore:
            effects.undo()
            is_kept = False
            raise
        except StagingError as error:
            is_tried_again = isinstance(error, Advanced) and may_be_undone(error.generator)
            if first is None and not fails(error) and not is_tried_again:
                raise
            first = first or error
            refusals.forget(error)
            effects.undo()
            restore_consumers()
            take_back()
            _empty_caches(logs()[0], filled)
            around.frozen = frozen  # what is known of the paths of the attempt is forgotten likewise
            is_kept = False
            if is_tried_again:
                raise
        finally:
            if is_kept:
                around.absorb(effects, writes=True)
    assert first is not None
    raise first


later["first"] = first_that_works


def _empty_caches(outermost: Log, before: int) -> None:
    """Has functions forget what an attempt found that came to nothing: it may have left out what they do."""
    for function in outermost.filled[before:]:
        function.cache_clear()
        outermost.caches.append(function)  # how often it was called is not to be asked for any more
    del outermost.filled[before:]
