"""Where random numbers come from: streams, which operations name, and their states, which are the process's own.

A node has the name of a stream, which is plain data: the seeds, and which stream of those seeds it is. Copies of the
node have the same name, and draw from the same state. As with variables the state is apart: it is made when the stream
is first drawn from, forgotten when all seeds are set anew, and no part of a graph or a file.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from autograph.locks import ForkSafeLock, after_fork
from runtime.kernels.philox import RESERVED, Philox


class Stream:
    """The name of a source of random numbers; another one with the same seeds is the name of another source.

    Attributes:
        seed: of the whole program, or None.
        op_seed: of the operation, or None. If both are None, the numbers differ from run to run.
    """

    __slots__ = ("__weakref__", "op_seed", "seed")

    def __init__(self, seed: int | None, op_seed: int | None):
        self.seed = seed
        self.op_seed = op_seed

    def draw(self, sample: Callable[[Philox], Any], reserve: Callable[[int], int] = RESERVED.__mul__) -> Any:
        """What `sample` makes of the generator, which then moves on as many blocks as `reserve` says for the size.

        Any number of threads may draw from a stream.
        """
        state = _states.get(self) or _begun(self)
        with state.lock:
            generator = Philox(state.generator.key, state.generator.counter)
            result = sample(generator)
            state.generator.skip(reserve(np.size(result)))
        return result

    def __repr__(self) -> str:
        return f"Stream({self.seed}, {self.op_seed})"


class _State:
    """How far a stream has been drawn from."""

    __slots__ = ("generator", "lock")

    def __init__(self, stream: Stream):
        self.lock = threading.Lock()
        if stream.seed is None and stream.op_seed is None:
            self.generator = Philox(int.from_bytes(os.urandom(8), "little"))
        else:
            # A seed of the operation alone goes with one that TensorFlow has for this.
            seed = _DEFAULT_SEED if stream.seed is None else stream.seed
            self.generator = Philox.of_seeds(seed, stream.op_seed or 0)


_DEFAULT_SEED = 87654321

_states: weakref.WeakKeyDictionary[Stream, _State] = weakref.WeakKeyDictionary()
_lock = ForkSafeLock()


def _begun(stream: Stream) -> _State:
    with _lock:
        state = _states.get(stream)
        if state is None:
            state = _states[stream] = _State(stream)
        return state


def start_over() -> None:
    """The next numbers of every stream are its first again."""
    with _lock:
        _states.clear()


def _after_fork() -> None:
    for state in list(_states.values()):
        state.lock = threading.Lock()  # the thread that held it is in the other process


after_fork(_after_fork)
