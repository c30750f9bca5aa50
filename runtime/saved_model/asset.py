"""Files that belong to a saved model."""

from __future__ import annotations

import os
from typing import Any

from runtime.ir.graph import init_scope
from runtime.state.tracking import Trackable
from runtime.tensor.conversion import convert_to_tensor


class Asset(Trackable):
    """A file that is saved with a model, such as a vocabulary; functions of the model use its path.

    Args:
        path: of the file. It is copied when the model is saved.

    >>> print(Asset('vocabulary.txt').asset_path.numpy())
    b'vocabulary.txt'
    """

    def __init__(self, path: Any):
        with init_scope():
            self._path = convert_to_tensor(os.fspath(path) if isinstance(path, os.PathLike) else path)

    @property
    def asset_path(self) -> Any:
        """The path, as a string tensor. In a loaded model, that of the file in the directory of the model."""
        return self._path

    def _trackable_children(self) -> dict[str, Any]:
        return {}
