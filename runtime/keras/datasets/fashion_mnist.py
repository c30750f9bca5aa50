"""Fashion-MNIST: clothes in 28 x 28 pixels, 60,000 images to train on and 10,000 to test with (Xiao et al. 2017)."""

from __future__ import annotations

import gzip
from typing import Any

import numpy as np

from runtime.keras.utils.download import get_file

_ORIGIN = "https://storage.googleapis.com/tensorflow/tf-keras-datasets/"


def load_data() -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    """The images and their labels.

    The files are those in the folder `datasets/fashion-mnist` of `KERAS_HOME` (`~/.keras`). What is not there is
    downloaded.

    Returns:
        `(x_train, y_train), (x_test, y_test)`: images of uint8 of shape `[n, 28, 28]`, labels from 0 to 9.

    Raises:
        OSError: if a file is not there and cannot be downloaded.
        ValueError: if a file is not what it should be.
    """
    train, test = ((_idx(f"{part}-images-idx3"), _idx(f"{part}-labels-idx1")) for part in ("train", "t10k"))
    return train, test


def _idx(name: str) -> np.ndarray:
    """The array of a file in the format of MNIST: two zeros, the type (8 for bytes), the rank, the sizes, the data."""
    path = get_file(f"{name}-ubyte.gz", f"{_ORIGIN}{name}-ubyte.gz", cache_subdir="datasets/fashion-mnist")
    try:
        with gzip.open(path) as file:
            data = file.read()
        rank = data[3]
        shape = np.frombuffer(data, ">u4", rank, 4).astype(int)
        if data[:3] != b"\0\0\x08" or rank != int(name[-1]):
            raise ValueError("it does not begin as it should")
        return np.frombuffer(data, np.uint8, offset=4 + 4 * rank).reshape(shape)
    except (OSError, EOFError, ValueError, IndexError) as error:
        raise ValueError(
            f"{path} is no file of Fashion-MNIST ({error}): remove it, to have it downloaded again"
        ) from None
