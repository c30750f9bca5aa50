"""Arrays in `.npy` and `.npz` files, whose sizes are looked at before memory is taken for them.

A few bytes of an archive can stand for any number of them, and the head of an array can say any shape. What an archive
says of a member is checked against limits, and what the head of an array says against the member that it is in.
"""

from __future__ import annotations

import math
import os
import zipfile
from collections.abc import Callable
from typing import IO, Any

import numpy as np

from runtime.core import errors

#: Archives whose members have more bytes together, inflated, are refused.
LARGEST_TOTAL = 1 << 34

#: How many times larger than what is kept of it a member may be; what deflate can reach is 1032.
LARGEST_RATIO = 1032


def check_members(archive: zipfile.ZipFile, path: str) -> None:
    """Checks the sizes that an archive says its members have, which Python's reader does not go beyond.

    Args:
        archive: the archive.
        path: for errors.

    Raises:
        DataLossError: if they cannot be, or are larger than `LARGEST_TOTAL`.
    """
    total = 0
    size = os.path.getsize(path)
    for member in archive.infolist():
        total += member.file_size
        kept = min(member.compress_size, size)
        if member.file_size > LARGEST_RATIO * kept:
            raise _damaged(
                path,
                f"the {kept} bytes of the member {member.filename!r} cannot stand for the {member.file_size} that the "
                "archive says it has",
            )
        if total > LARGEST_TOTAL:
            raise _damaged(path, f"its members have over {LARGEST_TOTAL} bytes")


def read_arrays(path: str) -> np.ndarray | dict[str, np.ndarray]:
    """The array of a `.npy` file, or those of a `.npz` file by name. Pickles are not read.

    Raises:
        OSError: if the file cannot be opened.
        DataLossError: if it is no such file, is damaged, or says that it is larger than it can be.

    >>> import tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), 'a.npz')
    >>> np.savez(path, x=np.arange(3))
    >>> read_arrays(path)
    {'x': array([0, 1, 2])}
    """
    with open(path, "rb") as file:
        return arrays_in(file, path)


def arrays_in(file: IO[bytes], path: str) -> np.ndarray | dict[str, np.ndarray]:
    """What `read_arrays` gives, of an open file.

    Args:
        file: that can be read from any place.
        path: for errors; what is kept of an archive is part of the file that is there.
    """
    if file.read(2) != b"PK":
        return _read(lambda: _array(file, file.seek(0, os.SEEK_END), path), path)
    with _read(lambda: zipfile.ZipFile(file), path) as archive:
        check_members(archive, path)
        return _read(lambda: _members(archive, path), path)


def _members(archive: zipfile.ZipFile, path: str) -> dict[str, np.ndarray]:
    found = {}
    for member in archive.infolist():
        with archive.open(member) as file:
            found[member.filename.removesuffix(".npy")] = _array(file, member.file_size, path)
    return found


def _array(file: IO[bytes], size: int, path: str) -> np.ndarray:
    """The array that a file of some bytes holds."""
    file.seek(0)
    version = np.lib.format.read_magic(file)
    read_head: Any = {
        (1, 0): np.lib.format.read_array_header_1_0,
        (2, 0): np.lib.format.read_array_header_2_0,
    }.get(version)
    if read_head is None:
        raise ValueError(f"arrays of version {version} are not known here")
    shape, _, dtype = read_head(file)
    if not dtype.hasobject and math.prod(shape) * dtype.itemsize > size:
        raise _damaged(path, f"an array of shape {shape} and dtype {dtype} cannot be in {size} bytes")
    file.seek(0)
    return np.lib.format.read_array(file, allow_pickle=False)


def _read(read: Callable[[], Any], path: str) -> Any:
    """What `read` gives; the errors of libraries as one that names the file."""
    try:
        return read()
    except errors.OpError:
        raise
    except (
        Exception
    ) as error:  # numpy, zipfile and what they decompress with raise many kinds, of which few are documented
        raise _damaged(path, str(error)) from None


def _damaged(path: str, problem: str) -> errors.DataLossError:
    return errors.DataLossError(None, None, f"{path} is no file of arrays that can be read: {problem}")
