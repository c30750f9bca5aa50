"""`tf.saved_model`: models in directories, to be loaded where the code that made them is not.

`docs/saved_model.md` describes the files. `python -m runtime.saved_model show --dir D --all` says what is in a model.
"""

from __future__ import annotations

from typing import Any

from runtime.saved_model.asset import Asset
from runtime.saved_model.damage import DamagedError
from runtime.saved_model.directory import MANIFEST as SAVED_MODEL_FILENAME
from runtime.saved_model.directory import is_saved_model
from runtime.saved_model.loading import load
from runtime.saved_model.options import LoadOptions, SaveOptions
from runtime.saved_model.saving import save
from runtime.saved_model.signatures import DEFAULT as DEFAULT_SERVING_SIGNATURE_DEF_KEY

__all__ = [
    "ASSETS_DIRECTORY", "DEFAULT_SERVING_SIGNATURE_DEF_KEY", "PREDICT_INPUTS", "PREDICT_METHOD_NAME",
    "PREDICT_OUTPUTS", "SAVED_MODEL_FILENAME", "SERVING", "Asset", "DamagedError", "LoadOptions", "SaveOptions",
    "contains_saved_model", "load", "save",
]  # fmt: skip

SERVING = "serve"
ASSETS_DIRECTORY = "assets"
PREDICT_INPUTS = "inputs"
PREDICT_OUTPUTS = "outputs"
PREDICT_METHOD_NAME = "tensorflow/serving/predict"


def contains_saved_model(export_dir: Any) -> bool:
    """Whether there is a saved model in a directory.

    >>> contains_saved_model('/nowhere')
    False
    """
    import os  # for one line

    return is_saved_model(os.fspath(export_dir))
