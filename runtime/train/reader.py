"""Reading checkpoints by key, without the objects that were saved."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.dtypes import DType
from runtime.train.checkpoint_files import CheckpointData
from runtime.train.state import latest_checkpoint

#: The key of the description of the objects, beside those of tensors.
OBJECTS_KEY = "_CHECKPOINTABLE_OBJECT_GRAPH"


class CheckpointReader:
    """The tensors of a checkpoint, by key.

    Args:
        prefix: the path, as returned by `Checkpoint.save`.
    """

    def __init__(self, prefix: str):
        self._data = CheckpointData(prefix)

    def has_tensor(self, tensor_str: str) -> bool:
        """Whether there is a tensor of this key."""
        return tensor_str in self._data.types or tensor_str == OBJECTS_KEY

    def get_tensor(self, tensor_str: str) -> Any:
        """The tensor of a key, as an array or scalar of numpy.

        Raises:
            NotFoundError: if there is none.
        """
        if tensor_str == OBJECTS_KEY:
            return self._data.index.encode()
        if tensor_str not in self._data.types:
            raise errors.NotFoundError(None, None, f"Key {tensor_str} not found in checkpoint")
        array: np.ndarray = self._data.tensor(tensor_str)
        return array if array.ndim else array[()]

    def get_variable_to_shape_map(self) -> dict[str, list[int]]:
        """The shape of each tensor, by key."""
        found: dict[str, list[int]] = {OBJECTS_KEY: []}
        for key, spec in self._data.types.items():
            found[key] = [size or 0 for size in spec.shape.as_list()]
        return found

    def get_variable_to_dtype_map(self) -> dict[str, DType]:
        """The dtype of each tensor, by key."""
        return {OBJECTS_KEY: dtypes.string, **{key: spec.dtype for key, spec in self._data.types.items()}}

    def debug_string(self) -> bytes:
        """A line for each tensor: key, dtype and shape."""
        lines = [f"{key} ({spec.dtype.enum_name}) {spec.shape.as_list()}" for key, spec in self._data.types.items()]
        return "\n".join(sorted(lines)).encode()


def load_checkpoint(ckpt_dir_or_file: Any) -> CheckpointReader:
    """A reader of a checkpoint.

    Args:
        ckpt_dir_or_file: the path of a checkpoint, or a directory, for the latest in it.

    Raises:
        ValueError: if there is no checkpoint in the directory.
        NotFoundError: if there is no such checkpoint.
    """
    path = os.fspath(ckpt_dir_or_file)
    if os.path.isdir(path):
        latest = latest_checkpoint(path)
        if latest is None:
            raise ValueError(f"Couldn't find 'checkpoint' file or checkpoints in given directory {path}")
        path = latest
    return CheckpointReader(path)


def load_variable(ckpt_dir_or_file: Any, name: str) -> Any:
    """One tensor of a checkpoint, by key; see `load_checkpoint`."""
    return load_checkpoint(ckpt_dir_or_file).get_tensor(name.removesuffix(":0"))


def list_variables(ckpt_dir_or_file: Any) -> list[tuple[str, list[int]]]:
    """Key and shape of each tensor of a checkpoint, sorted by key; see `load_checkpoint`."""
    return sorted(load_checkpoint(ckpt_dir_or_file).get_variable_to_shape_map().items())
