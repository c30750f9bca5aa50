"""Programs that are staged once more, from their beginning, because what they do later asks for another way.

A list that is an element of a list of staged length is kept as the numbers in it. Where the program changes such a
list after all, all of them are kept in pools from the beginning (see `autograph.operators.rows`): that takes longer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograph.diagnostics import StagingError
from autograph.operators.refusals import AskingForPools
from autograph.operators.rows import elements_in_pools
from autograph.staging import Backend


def restarted(backend: Backend | None, run: Callable[[], Any]) -> Any:
    """What a function returns that stages a program, and leaves nothing behind where it fails.

    Raises:
        StagingError: of the first way, where another is refused as well.
    """
    take_back = backend.checkpoint() if backend is not None else None
    try:
        return run()
    except AskingForPools as error:
        if take_back is None:
            raise
        take_back()
        first = error
    with elements_in_pools():
        try:
            return run()
        except StagingError:
            raise first from None
