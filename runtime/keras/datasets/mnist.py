"""MNIST: handwritten digits in 28 x 28 pixels, 60,000 to train on and 10,000 to test with."""

from __future__ import annotations

import os
from typing import Any

from runtime.core import errors
from runtime.keras.utils.download import download, keras_home
from runtime.saved_model.archives import read_arrays

_ORIGIN = "https://storage.googleapis.com/tensorflow/tf-keras-datasets/mnist.npz"
_SHA256 = "731c5ac602752760c8e48fbffcf8c3b850d9dc2a2aedcf2cc48468fc17b673d1"


def load_data(path: str = "mnist.npz") -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    """The digits and their labels.

    Args:
        path: of the file, in the folder `datasets` of `KERAS_HOME` (`~/.keras`). If it is not there, it is downloaded.

    Returns:
        `(x_train, y_train), (x_test, y_test)`: images of uint8 of shape `[n, 28, 28]`, labels from 0 to 9.

    Raises:
        OSError: if the file is not there and cannot be downloaded.
        ValueError: if it is not what it should be.
    """
    full = os.path.join(keras_home(), "datasets", os.path.expanduser(path))
    if not os.path.exists(full):
        download(_ORIGIN, full, _SHA256)
    try:
        found: Any = read_arrays(full)
        return (found["x_train"], found["y_train"]), (found["x_test"], found["y_test"])
    except (errors.DataLossError, KeyError, IndexError) as error:
        raise ValueError(f"{full} is not the file of MNIST ({error}): remove it, to have it downloaded again") from None
