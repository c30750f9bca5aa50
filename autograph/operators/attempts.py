"""Several ways to stage one thing: the first that works is kept, and what the others did is undone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from autograph.diagnostics import StagingError
from autograph.operators import refusals
from autograph.operators.effects import Log, log, logging
from autograph.staging import Backend


def first_that_works(backend: Backend, ways: Iterable[Callable[[], Any]], fails: Callable[[StagingError], bool]) -> Any:
    """What the first of several functions returns that does not fail.

    Args:
        backend: the system that stages the program.
        ways: the functions; variables they bind are theirs to restore.
        fails: whether an error of the first says that the others are to be tried.

    Raises:
        StagingError: of the first, where all fail.
    """
    around = log()
    assert around is not None
    first: StagingError | None = None
    for way in ways:
        take_back, effects, frozen = backend.checkpoint(), Log(around.conditional), {**around.frozen}
        is_kept = True
        try:
            with logging(effects):
                return way()
        except StagingError as error:
            if first is None and not fails(error):
                raise
            first = first or error
            refusals.forget(error)
            effects.undo()
            take_back()
            around.frozen = frozen  # what is known of the paths of the attempt is forgotten likewise
            is_kept = False
        finally:
            if is_kept:
                around.absorb(effects, writes=True)
    assert first is not None
    raise first
