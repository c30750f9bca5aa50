"""The file `checkpoint` of a directory: which checkpoints there are, the latest of them first."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from runtime.saved_model.damage import DamagedError
from runtime.saved_model.tensors import sync_file
from runtime.train.checkpoint_files import checkpoint_exists

_LINE = re.compile(r'(\w+): (?:"((?:[^"\\]|\\.)*)"|([-+.\deE]+))')


@dataclass
class CheckpointState:
    """The content of the file `checkpoint`.

    Attributes:
        model_checkpoint_path: of the latest.
        all_model_checkpoint_paths: of those that exist, the oldest first.
        all_model_checkpoint_timestamps: seconds since 1970, of each.
        last_preserved_timestamp: of the last that was kept for good.
    """

    model_checkpoint_path: str = ""
    all_model_checkpoint_paths: list[str] = field(default_factory=list)
    all_model_checkpoint_timestamps: list[float] = field(default_factory=list)
    last_preserved_timestamp: float | None = None

    def __str__(self) -> str:
        lines = [f'model_checkpoint_path: "{_escaped(self.model_checkpoint_path)}"']
        lines += [f'all_model_checkpoint_paths: "{_escaped(path)}"' for path in self.all_model_checkpoint_paths]
        lines += [f"all_model_checkpoint_timestamps: {time!r}" for time in self.all_model_checkpoint_timestamps]
        if self.last_preserved_timestamp is not None:
            lines.append(f"last_preserved_timestamp: {self.last_preserved_timestamp!r}")
        return "".join(f"{line}\n" for line in lines)

    __repr__ = __str__


def write_state(directory: str, state: CheckpointState, filename: str | None = None) -> None:
    """Replaces the file, in one step. Paths in `directory` are written relative to it."""
    relative = CheckpointState(
        _relative(state.model_checkpoint_path, directory),
        [_relative(path, directory) for path in state.all_model_checkpoint_paths],
        state.all_model_checkpoint_timestamps,
        state.last_preserved_timestamp,
    )
    path = os.path.join(directory, filename or "checkpoint")
    waiting = f"{path}.writing-{os.getpid()}"
    with open(waiting, "w", encoding="utf-8") as file:
        file.write(str(relative))
        file.flush()
        os.fsync(file.fileno())
    os.replace(waiting, path)
    sync_file(directory or ".")


def get_checkpoint_state(checkpoint_dir: Any, latest_filename: str | None = None) -> CheckpointState | None:
    """What the file `checkpoint` says.

    Args:
        checkpoint_dir: the directory.
        latest_filename: another name of the file.

    Returns:
        The state, with whole paths; None if there is no such file.

    Raises:
        DataLossError: if the file is damaged.
    """
    directory = os.fspath(checkpoint_dir)
    path = os.path.join(directory, latest_filename or "checkpoint")
    if not os.path.isfile(path):
        return None
    with open(path, "rb") as file:
        data = file.read()
    state = CheckpointState()
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        match = _LINE.fullmatch(line.strip())
        if match is None or match[1] not in _FIELDS:
            help = "remove the file, and restore a checkpoint by its name: 'path/to/ckpt-1'"
            raise DamagedError(path, f"this line says nothing about checkpoints: {line[:60]!r}", (number, 1), help)
        _FIELDS[match[1]](state, match[2], match[3])
    state.model_checkpoint_path = _whole(state.model_checkpoint_path, directory)
    state.all_model_checkpoint_paths = [_whole(p, directory) for p in state.all_model_checkpoint_paths]
    return state if state.model_checkpoint_path else None


def latest_checkpoint(checkpoint_dir: Any, latest_filename: str | None = None) -> str | None:
    """The path of the latest checkpoint in a directory, to give to `restore`; None if there is none.

    Args:
        checkpoint_dir: the directory.
        latest_filename: another name of the file `checkpoint`.

    >>> latest_checkpoint('/nowhere') is None
    True
    """
    state = get_checkpoint_state(checkpoint_dir, latest_filename)
    if state is None or not checkpoint_exists(state.model_checkpoint_path):
        return None
    return state.model_checkpoint_path


def update_checkpoint_state(directory: str, latest: str, all_paths: Sequence[str] | None = None) -> None:
    """Has the file `checkpoint` say that `latest` is the latest."""
    write_state(directory, CheckpointState(latest, list(all_paths or [latest])))


def _set_path(state: CheckpointState, text: str | None, number: str | None) -> None:
    state.model_checkpoint_path = _unescaped(text or "")


def _add_path(state: CheckpointState, text: str | None, number: str | None) -> None:
    state.all_model_checkpoint_paths.append(_unescaped(text or ""))


def _add_time(state: CheckpointState, text: str | None, number: str | None) -> None:
    state.all_model_checkpoint_timestamps.append(_seconds(number))


def _set_time(state: CheckpointState, text: str | None, number: str | None) -> None:
    state.last_preserved_timestamp = _seconds(number)


_FIELDS = {
    "model_checkpoint_path": _set_path,
    "all_model_checkpoint_paths": _add_path,
    "all_model_checkpoint_timestamps": _add_time,
    "last_preserved_timestamp": _set_time,
}


def _seconds(number: str | None) -> float:
    try:
        return float(number or 0)
    except ValueError:
        return 0.0


def _relative(path: str, directory: str) -> str:
    return os.path.basename(path) if os.path.dirname(path) == directory.rstrip("/") else path


def _whole(path: str, directory: str) -> str:
    return path if not path or os.path.isabs(path) else os.path.join(directory, path)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", lambda match: "\n" if match[1] == "n" else match[1], text)
