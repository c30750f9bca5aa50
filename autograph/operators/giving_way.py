"""What is done before a statement once it is found, while that is staged, that its branches and its body need it.

Generators give way to what these can advance, which is made elsewhere (`autograph.operators.resuming`). Texts are
spelled out (`autograph.operators.string_methods`): a loop over the characters of one need not do it in each iteration.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, GeneratorType
from typing import Any, ParamSpec, TypeVar, cast

from autograph.diagnostics import StagingError
from autograph.operators import observed, refusals
from autograph.operators.choices import later
from autograph.operators.effects import Log, is_conditional_for, log, logs, may_be_undone
from autograph.operators.holders import by_now, has_given_way, replace
from autograph.operators.holding import Unknown
from autograph.operators.state import consumers_kept
from autograph.staging import Backend
from autograph.weak import WeakSet

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")

#: What makes what takes the place of a generator; the last counts.
makers: list[Callable[[GeneratorType[Any, Any, Any]], Any]] = []

#: Generators in whose place nothing can be.
staying: WeakSet[GeneratorType[Any, Any, Any]] = WeakSet()

#: Generators that have been gone over, and closed, where that is to be staged once more.
staged_anew: WeakSet[Any] = WeakSet()

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


class SpelledBefore(refusals.StagedAgain):
    """A text from before a statement is asked for its characters in it.

    Args:
        text: which.
    """

    def __init__(self, text: Any):
        self.text = text
        super().__init__(text)


def check_spelled(text: Any) -> None:
    """What the program does asks a text for its characters.

    Raises:
        SpelledBefore: it is from before a statement at hand, which is to be staged again after it was spelled out.
    """
    if text.spelled is None and text.made_in is not None:
        made_in = next((region for region in logs()[:-1] if region.number == text.made_in), None)
        if made_in is not None and made_in.staging and not _is_in_a_generator(made_in.staging[-1]):
            raise SpelledBefore(text)


def _is_in_a_generator(staging: FrameType) -> bool:
    """Whether a generator is at hand that began before a statement, and would be at its end after an exception."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and frame is not staging:
        if frame.f_code.co_flags & inspect.CO_GENERATOR:
            return True
        frame = frame.f_back
    return False


class Checkpoint:
    """What takes back, where it is called, all that has been staged since.

    Attributes:
        region: the log of the region that it is in.
    """

    def __init__(self, backend: Backend):
        self._backend = backend
        self.region = log()
        self.move()

    def move(self) -> None:
        """What has been staged by now stays."""
        self._take_back = self._backend.checkpoint()
        self._spelled, self._ended = (logs()[0].spelled, logs()[0].ended) if logs() else ([], [])
        self._counts = len(self._spelled), len(self._ended)

    def __call__(self) -> None:
        self._take_back()
        spelled, ended = self._counts
        for text in self._spelled[spelled:]:
            text.spelled = None
        for generator in self._ended[ended:]:
            staged_anew.add(generator)
        del self._spelled[spelled:], self._ended[ended:]


#: Of the statements that are being staged, where what is staged before them begins.
_before_statements: WeakSet[Checkpoint] = WeakSet()


def keep_what_is_staged() -> None:
    """Lists have been staged before the statement at hand, and stay in the place of Python's if it is staged again."""
    for taking_back in _before_statements:
        if taking_back.region is log():
            taking_back.move()


def generators_give_way(stage: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """Has a function that stages something, whose first argument is the backend, do so `with_resumables`."""

    @functools.wraps(stage)
    def stage_once_given_way(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
        return with_resumables(cast("Backend", args[0]), functools.partial(stage, *args, **kwargs))

    return stage_once_given_way


def with_resumables(backend: Backend, attempt: Callable[[], _Result]) -> _Result:
    """What an attempt returns to stage something, once the generators that it advances have given way.

    And once the texts are spelled out that it asks for their characters.
    """
    known: list[Any] = []
    around = log()
    for _ in range(_MAX_ATTEMPTS):
        take_back = Checkpoint(backend)
        _before_statements.add(take_back)
        restore_consumers = consumers_kept()
        try:
            with _staged_again(around):
                return attempt()
        except SpelledBefore as asked:
            if around is None or asked.text.made_in != around.number:
                raise
            take_back()
            restore_consumers()
            _spell(backend, asked.text)
        except Advanced as error:
            if any(error.generator is generator for generator in known):
                error.fails("something has it that cannot be made to have what takes its place")
                raise
            take_back()  # before what takes its place stages how it begins
            if in_place_of(error) is None and (error.is_conditional or error.generator not in staying):
                raise
            known.append(error.generator)
    return attempt()


@contextmanager
def _staged_again(around: Log | None) -> Iterator[None]:
    """While the frame that calls this stages something in a region that it can stage again."""
    staging = [] if around is None else around.staging
    staging.append(sys._getframe(2))
    try:
        yield
    finally:
        staging.pop()


def _spell(backend: Backend, text: Any) -> None:
    try:
        text.spelled = later["spell out"](backend, text)
        logs()[0].spelled.append(text)
    except StagingError as error:
        refusals.forget(error)
        text.made_in = None  # where it is asked for its characters that is refused again, or done in another way


def resumed(generator: GeneratorType[Any, Any, Any]) -> Any:
    """What has taken the place of a generator for what is to be staged; None if nothing can."""
    try:
        if has_given_way(generator):
            return by_now(generator)
        for check in observed.giving_way:
            check(generator)
    except Advanced as error:
        if (made := in_place_of(error)) is not None:
            return made
        refusals.forget(error)
    except Unknown:
        return None
    return None


def in_place_of(error: Advanced) -> Any:
    """What takes the place of a generator that is advanced; None if something around is to be staged first."""
    generator = error.generator
    if log() is None or may_be_undone(generator):
        return None
    made = makers[-1](generator)
    if made is None:
        return None
    try:
        replace(generator, made)
    except Unknown as reason:
        error.fails(f"and what could take its place cannot: {reason}")
        staying.add(generator)  # in an attempt it is advanced as Python has it
        return None
    refusals.forget(error)
    return made
