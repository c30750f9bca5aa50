"""`tf.train`: checkpoints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from runtime.train.checkpoint import Checkpoint
from runtime.train.reader import CheckpointReader, list_variables, load_checkpoint, load_variable
from runtime.train.rotation import CheckpointManager
from runtime.train.state import CheckpointState, get_checkpoint_state, latest_checkpoint

__all__ = [
    "Checkpoint", "CheckpointManager", "CheckpointOptions", "CheckpointReader", "CheckpointState",
    "get_checkpoint_state", "latest_checkpoint", "list_variables", "load_checkpoint", "load_variable",
]  # fmt: skip


@dataclass
class CheckpointOptions:
    """Options of `Checkpoint.save` and `restore`; accepted for compatibility."""

    experimental_io_device: str | None = None
    experimental_enable_async_checkpoint: bool = False
    experimental_write_callbacks: Any = None
    enable_async: bool = False
    experimental_skip_slot_variables: bool = False
    experimental_sharding_callback: Any = None
