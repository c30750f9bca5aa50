"""The random numbers of a pipeline: drawn so that a pass over it can be repeated.

A source that needs random numbers has `Draws`: seeds, and the number of the next generator that it makes of them. What
an iterator goes through is a `Pass`. It records which generators the sources of its pipeline took; a pass that begins
with the record of another hands out the same ones, and goes on with those that the other would have taken.

Threads that work side by side, each on another part of the data, take theirs in no certain order. The passes of such
threads are numbered by the order in which they are made, which is certain, and their generators are made of the number.

Sources that are made on the way, by functions, need no record: they are made again, with the same seeds.
"""

from __future__ import annotations

import itertools
import json
import secrets
import warnings
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from typing import Any

import numpy as np

from autograph.locks import ForkSafeLock
from runtime.core import errors

#: Of the state of a pass. Checkpoints keep it: another state needs another number, and this one must go on to be read.
_VERSION = 1

#: Held while records are read or changed.
_lock = ForkSafeLock()


class Draws:
    """Where a source has its random numbers from.

    Args:
        seeds: of the numbers; empty for others each time the program runs.
        anew: whether each time the source is gone over has other numbers.
    """

    def __init__(self, seeds: Sequence[int], anew: bool):
        self.entropy: Any = [s & 0xFFFFFFFFFFFFFFFF for s in seeds] or _fresh_entropy()
        self.next = 0
        self._anew = anew

    def generator(self) -> np.random.Generator:
        """The generator of the next time the source is gone over."""
        within = current.get()
        with _lock:
            taken = None if within is None else within.taken_from(self)
            if taken is None:
                taken = self.entropy, (self.next,)
                self.next += 1
        entropy, key = taken
        return np.random.Generator(
            np.random.Philox(np.random.SeedSequence(entropy, spawn_key=key if self._anew else ()))
        )


def seeds_of(seed: Any, seed2: Any) -> list[int]:
    """The seeds of an operation, given its inputs: none if both are zero."""
    return [] if seed == 0 and seed2 == 0 else [int(seed), int(seed2)]


def draws_of(source: Any) -> list[Draws]:
    """What a pipeline draws from, but for sources that are made on the way; equal pipelines give them in one order."""
    found: list[Draws] = []
    seen: set[int] = set()
    waiting = [source]
    while waiting:
        part = waiting.pop()
        if id(part) in seen:
            continue
        seen.add(id(part))
        if isinstance(part, Draws):
            found.append(part)
        elif hasattr(part, "parts"):
            waiting.extend(part.parts())
    return found


class _Record:
    """Which generators a pass took from a source.

    Attributes:
        entropy: that they are made of.
    """

    def __init__(self, draws: Draws, saved: Sequence[Any] | None):
        self.entropy = draws.entropy
        self._draws = draws
        #: The numbers of generators, as pairs of the first and the one after the last.
        self._runs: list[list[int]] = []
        self._next: int | None = None
        self._of_workers: int | None = None
        self._again: Iterator[int] = iter(())
        if saved is not None:
            self.entropy, runs, self._next, self._of_workers = saved
            self._runs = [[*run] for run in runs]
            self._again = itertools.chain.from_iterable(range(*run) for run in runs)

    def take(self) -> int:
        """The number of the next generator."""
        number = next(self._again, None)
        if number is None:
            number = self._fresh()
            if self._runs and self._runs[-1][1] == number:
                self._runs[-1][1] += 1
            else:
                self._runs.append([number, number + 1])
        return self._taken(number)

    def of_workers(self) -> int:
        """The number that all generators of threads side by side have in common."""
        if self._of_workers is None:
            self._of_workers = self._fresh()
        return self._taken(self._of_workers)

    def _fresh(self) -> int:
        if self._next is None:
            return self._draws.next
        self._next += 1
        return self._next - 1

    def _taken(self, number: int) -> int:
        self._draws.next = max(self._draws.next, number + 1)  # no other pass is to be like this one
        return number

    def follow(self, other: _Record) -> None:
        """Records what `other` took, unless something was taken already."""
        if not self._runs and self._of_workers is None:
            self.entropy, self._of_workers = other.entropy, other._of_workers
            self._runs = [[*run] for run in other._runs]

    def state(self) -> list[Any]:
        return [self.entropy, self._runs, self._draws.next if self._next is None else self._next, self._of_workers]


class Pass:
    """What an iterator goes through, from the first element on.

    Args:
        source: that the elements come from.
        state: of the pass that this one repeats, as `state` gives it; empty for a new one.

    Attributes:
        is_bound: of the root: whether it has threads or open files, of which a forked process has none of its own.

    Raises:
        DataLossError: if `state` is none.
    """

    def __init__(self, source: Any, state: str = ""):
        self.is_bound = False
        self._source = source
        self._root: Pass | None = None
        self._path: tuple[int, ...] = ()
        self._works = False
        self._made = 0
        self._counts: dict[int, int] = {}
        self._entropy: int | None = None
        self._saved: list[Any] = []
        self._found: dict[int, _Record] | None = None
        if state:
            self._entropy, self._saved = _parsed(state)

    @property
    def root(self) -> Pass:
        """The pass that this one belongs to, or itself."""
        return self._root or self

    def child(self, side_by_side: bool = False) -> Pass:
        """The pass of a thread, or of an iterator, that works for this one.

        Args:
            side_by_side: whether others do the same at the same time.
        """
        child = Pass(None)
        with _lock:
            child._root, child._path = self.root, (*self._path, self._number())
            child._works = self._works or side_by_side
        return child

    def again(self) -> Pass:
        """A pass that repeats this one."""
        root = self.root
        return Pass(root._source, root.state())

    def taken_from(self, draws: Draws) -> tuple[Any, tuple[int, ...]] | None:
        """Entropy and key of the next generator of a source; None if it is made on the way. The lock is held."""
        record = self.root._records().get(id(draws))
        if record is None:
            return None
        if not self._works:
            return record.entropy, (record.take(),)
        count = self._counts[id(draws)] = self._counts.get(id(draws), -1) + 1
        return record.entropy, (record.of_workers(), *self._path, count)

    def follow(self, other: Pass, draws: Sequence[Draws]) -> None:
        """Records what another pass took from some sources, whose elements this one finds as that one has left them."""
        with _lock:
            own, theirs = self.root._records(), other.root._records()
            for each in draws:
                if id(each) in own and id(each) in theirs:
                    own[id(each)].follow(theirs[id(each)])

    def fresh_entropy(self) -> list[int]:
        """Seeds for a source that is made in this pass, and was given none."""
        root = self.root
        with _lock:
            if root._entropy is None:
                root._entropy = secrets.randbits(64)
            return [root._entropy, *self._path, self._number()]

    def state(self) -> str:
        """What is needed to repeat the pass, as text."""
        root = self.root
        with _lock:
            records = [record.state() for record in root._records().values()]
            return json.dumps([_VERSION, root._entropy, records], separators=(",", ":"))

    def _number(self) -> int:
        self._made += 1
        return self._made

    def _records(self) -> dict[int, _Record]:
        if self._found is None:
            draws = draws_of(self._source)
            saved = self._saved or [None] * len(draws)
            if len(saved) != len(draws):
                warnings.warn(
                    f"the state of an iterator is that of another pipeline, which draws random numbers in {len(saved)} "
                    f"places, and this one in {len(draws)}: random orders will be others",
                    stacklevel=2,
                )
                saved = [None] * len(draws)
            self._found = {id(each): _Record(each, state) for each, state in zip(draws, saved, strict=True)}
        return self._found


#: The pass that this thread works for.
current: ContextVar[Pass | None] = ContextVar("runtime.data pass", default=None)


def thread_pass(side_by_side: bool = False) -> Pass | None:
    """The pass of a thread that is about to work for the current one; see `Pass.child`."""
    bind_to_process()
    within = current.get()
    return None if within is None else within.child(side_by_side)


def bind_to_process() -> None:
    """Says that the current pass is about to have a thread, or an open file."""
    within = current.get()
    if within is not None:
        within.root.is_bound = True


def _fresh_entropy() -> Any:
    within = current.get()
    return secrets.randbits(128) if within is None else within.fresh_entropy()


def _parsed(state: str) -> tuple[int | None, list[Any]]:
    try:
        version, entropy, saved = json.loads(state)
        if version != _VERSION or not isinstance(saved, list) or not isinstance(entropy, (int, type(None))):
            raise ValueError
        for _, runs, following, of_workers in saved:
            numbers = [following, *([] if of_workers is None else [of_workers]), *[n for run in runs for n in run]]
            if any(type(n) is not int or n < 0 for n in numbers) or any(len(run) != 2 for run in runs):
                raise ValueError
        return entropy, saved
    except (TypeError, ValueError):
        raise errors.DataLossError(None, None, f"this is no state of an iterator: {state[:60]!r}") from None
