"""`CheckpointManager`: the latest checkpoints of a directory are kept, older ones deleted."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

from runtime.train.checkpoint_files import checkpoint_exists, delete_checkpoint
from runtime.train.state import CheckpointState, get_checkpoint_state, write_state


class CheckpointManager:
    """Saves checkpoints to a directory, and keeps the latest.

    Args:
        checkpoint: a `Checkpoint`.
        directory: for the checkpoints. What an earlier manager left there is gone on with.
        max_to_keep: how many to keep; None for all.
        keep_checkpoint_every_n_hours: one is kept for good whenever so many hours have passed since the last that was.
        checkpoint_name: what files are called, before the number.
        step_counter: a variable with the number of the step, which files are then numbered by.
        checkpoint_interval: how many steps must pass between checkpoints; `save` does nothing in between.
        init_fn: called by `restore_or_initialize` if there is no checkpoint.

    Raises:
        ValueError: if `max_to_keep` is not positive, or there is an interval without a counter.

    >>> import tempfile
    >>> from runtime.train.checkpoint import Checkpoint
    >>> from runtime.state.variable import Variable
    >>> manager = CheckpointManager(Checkpoint(v=Variable(1.0)), tempfile.mkdtemp(), max_to_keep=2)
    >>> for _ in range(3):
    ...     path = manager.save()
    >>> [os.path.basename(path) for path in manager.checkpoints]
    ['ckpt-2', 'ckpt-3']
    """

    def __init__(
        self,
        checkpoint: Any,
        directory: Any,
        max_to_keep: int | None,
        keep_checkpoint_every_n_hours: float | None = None,
        checkpoint_name: str = "ckpt",
        step_counter: Any = None,
        checkpoint_interval: int | None = None,
        init_fn: Callable[[], Any] | None = None,
    ):
        if max_to_keep is not None and max_to_keep <= 0:
            raise ValueError(f"Expected a positive integer or `None` for `max_to_keep`, got {max_to_keep}.")
        if checkpoint_interval is not None and step_counter is None:
            raise ValueError("`step_counter` should be passed if `checkpoint_interval` is not None.")
        self._checkpoint = checkpoint
        self._directory = os.fspath(directory)
        self._max_to_keep = max_to_keep
        self._hours = keep_checkpoint_every_n_hours
        self._name = checkpoint_name
        self._step_counter = step_counter
        self._interval = checkpoint_interval
        self._init_fn = init_fn
        self._kept: dict[str, float] = {}
        self._latest: str | None = None
        self._last_preserved = time.time()
        self._last_step: int | None = None
        self._go_on()

    def _go_on(self) -> None:
        """Takes over what the directory says."""
        state = get_checkpoint_state(self._directory)
        if state is None:
            return
        self._latest = state.model_checkpoint_path
        if state.last_preserved_timestamp is not None:
            self._last_preserved = state.last_preserved_timestamp
        paths = state.all_model_checkpoint_paths
        times = state.all_model_checkpoint_timestamps
        times = times if len(times) == len(paths) else [self._last_preserved] * len(paths)
        self._kept = {path: t for path, t in zip(paths, times, strict=True) if checkpoint_exists(path)}
        number = self._latest.rpartition("-")[2]
        if self._interval is not None and number.isdigit():
            self._last_step = int(number)

    @property
    def directory(self) -> str:
        return self._directory

    @property
    def checkpoint(self) -> Any:
        return self._checkpoint

    @property
    def checkpoint_interval(self) -> int | None:
        return self._interval

    @property
    def latest_checkpoint(self) -> str | None:
        """The path of the latest checkpoint, for `restore`; None if there is none."""
        return self._latest

    @property
    def checkpoints(self) -> list[str]:
        """The paths of the checkpoints that are kept, the oldest first; not those that are kept for good."""
        return list(self._kept)

    def save(self, checkpoint_number: Any = None, check_interval: bool = True, options: Any = None) -> str | None:
        """Saves a checkpoint, and deletes those that are too many.

        Args:
            checkpoint_number: for the name; by default the step, or how often was saved.
            check_interval: False saves although the interval has not passed.
            options: accepted.

        Returns:
            The path; None if nothing was saved, because it is too early.
        """
        if self._step_counter is not None and self._interval is not None:
            step = int(self._step_counter.numpy())
            if self._last_step is not None:
                too_early = check_interval and step < self._last_step + self._interval
                if too_early or step == self._last_step:
                    return None
            self._last_step = step
        counter = self._checkpoint.save_counter
        counter.assign_add(1)
        if checkpoint_number is None:
            checkpoint_number = counter if self._step_counter is None else self._step_counter
        number = int(checkpoint_number.numpy() if hasattr(checkpoint_number, "numpy") else checkpoint_number)
        path = self._checkpoint.write(os.path.join(self._directory, f"{self._name}-{number}"))
        self._latest = path
        self._kept.pop(path, None)
        self._kept[path] = time.time()
        self._record()
        if self._sweep():
            self._record()
        return path

    def _record(self) -> None:
        state = CheckpointState(self._latest or "", list(self._kept), list(self._kept.values()), self._last_preserved)
        write_state(self._directory, state)

    def _sweep(self) -> bool:
        """Deletes the oldest while there are too many; whether any was taken off the list."""
        swept = False
        while self._max_to_keep is not None and len(self._kept) > self._max_to_keep:
            path, saved = next(iter(self._kept.items()))
            del self._kept[path]
            swept = True
            if self._hours is not None and saved > self._last_preserved + self._hours * 3600:
                self._last_preserved = saved
            else:
                delete_checkpoint(path)
        return swept

    def restore_or_initialize(self) -> str | None:
        """Restores the latest checkpoint; calls `init_fn` if there is none.

        Returns:
            The path of the checkpoint, or None.
        """
        if self._latest is not None:
            self._checkpoint.restore(self._latest)
            return self._latest
        if self._init_fn is not None:
            self._init_fn()
        return None

    def sync(self) -> None:
        """Does nothing: what was saved is on the disk when `save` returns."""
