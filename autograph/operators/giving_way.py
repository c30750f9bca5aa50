"""Generators that give way, before a statement is staged, to what its branches and its body can advance.

What takes the place of one is made elsewhere (`autograph.operators.resuming`).
"""

from __future__ import annotations

from collections.abc import Callable
from types import GeneratorType
from typing import Any, TypeVar

from autograph.diagnostics import StagingError
from autograph.operators import observed, refusals
from autograph.operators.effects import is_conditional_for, log, may_be_undone
from autograph.operators.holders import Unknown, replace
from autograph.staging import Backend
from autograph.weak import WeakSet

_Result = TypeVar("_Result")

#: What makes what takes the place of a generator; the last counts.
makers: list[Callable[[GeneratorType[Any, Any, Any]], Any]] = []

#: Generators in whose place nothing can be.
staying: WeakSet[GeneratorType[Any, Any, Any]] = WeakSet()

#: What gives what is to be advanced in the place of an iterator, from what staged code holds on; the last counts.
beginning_with: list[Callable[[Any], Any]] = [lambda iterator: iterator]

#: How many generators may give way for one statement.
_MAX_ATTEMPTS = 32


class Advanced(StagingError):
    """A generator is advanced in a staged branch or loop, and may give way before that.

    Args:
        generator: which.
    """

    # Where it cannot, the user sees the StagingError that it is.
    __module__ = "autograph"
    __qualname__ = "StagingError"

    def __init__(self, generator: GeneratorType[Any, Any, Any], *args: Any, **details: Any):
        self.generator = generator
        #: Whether it may never be advanced there, or many times; it is no more than an attempt otherwise.
        self.is_conditional = is_conditional_for(generator)
        super().__init__(*args, **details)

    def fails(self, reason: str) -> None:
        """Says why it cannot give way."""
        self.reason = f"{self.reason}\n{reason}"
        self.args = (self._text(),)


Advanced.__name__ = "StagingError"


def with_resumables(backend: Backend, attempt: Callable[[], _Result]) -> _Result:
    """What an attempt returns to stage something, once the generators that it advances have given way."""
    known: list[Any] = []
    for _ in range(_MAX_ATTEMPTS):
        take_back = backend.checkpoint()
        try:
            return attempt()
        except Advanced as error:
            if any(error.generator is generator for generator in known):
                error.fails("something has it that cannot be made to have what takes its place")
                raise
            if in_place_of(error) is None and (error.is_conditional or error.generator not in staying):
                raise
            known.append(error.generator)
            take_back()
    return attempt()


def resumed(generator: GeneratorType[Any, Any, Any]) -> Any:
    """What has taken the place of a generator for what is to be staged; None if nothing can."""
    try:
        for check in observed.giving_way:
            check(generator)
    except Advanced as error:
        if (made := in_place_of(error)) is not None:
            return made
        refusals.forget(error)
    return None


def in_place_of(error: Advanced) -> Any:
    """What takes the place of a generator that is advanced; None if something around is to be staged first."""
    generator = error.generator
    if log() is None or may_be_undone(generator):
        return None
    made = makers[-1](generator)
    try:
        replace(generator, made)
    except Unknown as reason:
        error.fails(f"and what could take its place cannot: {reason}")
        staying.add(generator)  # in an attempt it is advanced as Python has it
        return None
    refusals.forget(error)
    return made
