"""Arrays of an `.npz` file that is kept in the user's folder, and downloaded when it is not there."""

from __future__ import annotations

import os
import zipfile
from typing import Any

import numpy as np

from runtime.keras.utils.download import download, keras_home


def arrays(path: str, origin: str, sha256: str) -> dict[str, Any]:
    """The arrays of a file, by name.

    Args:
        path: of the file; a relative one is in the folder `datasets` of the user's.
        origin: the URL to get it from.
        sha256: the checksum that a download has to have.

    Raises:
        OSError: if there is no such file, and it cannot be downloaded.
        ValueError: if it was downloaded and has another checksum, or it holds no arrays.
    """
    full = os.path.join(keras_home(), "datasets", os.path.expanduser(path))
    if not os.path.exists(full):
        download(origin, full, sha256)
    try:
        with np.load(full, allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except (zipfile.BadZipFile, ValueError, EOFError, OSError) as error:
        raise ValueError(
            f"{full} is no .npz file of arrays ({error}): remove it, to have it downloaded again"
        ) from None
