"""Elements kept in a file.

The file begins with a line of JSON: the version of the format and the dtypes of the components. Each element follows as
its components, and each of these as 64-bit little-endian integers for the rank, the dimensions and the length of the
data, then the data: the elements of the array in C order, for strings each with its length in front. The end is a rank
of -1. The file gets its name when it is complete: a pass that is left early leaves nothing.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import struct
import tempfile
import weakref
from collections.abc import Iterator, Sequence
from typing import IO

import numpy as np

from runtime.core import errors
from runtime.core.dtypes import DType
from runtime.data.randomness import bind_to_process
from runtime.data.source import Source, same, steps
from runtime.data.structure import Element
from runtime.library.gfile import reported

_VERSION = 1
_END = struct.pack("<q", -1)


def cached_in_file(input: Source, name: str, types: Sequence[DType]) -> Source:
    """The elements of a source, written to a file in the first whole pass, and read from it afterwards.

    Args:
        input: the source.
        name: of the file, to which `.cache` is appended.
        types: the dtypes of the components.
    """
    path = f"{name}.cache"

    def iterate() -> Iterator[Element]:
        return _read(path, types) if os.path.exists(path) else _written(input.iterate(), path, types)

    return Source(iterate, (input,), same, is_slow=True)


def _written(items: Iterator[Element], path: str, types: Sequence[DType]) -> Iterator[Element]:
    """Elements that are written to a file on their way."""
    bind_to_process()
    directory = os.path.dirname(path) or "."
    with reported(path):
        os.makedirs(directory, exist_ok=True)
        handle, temporary = tempfile.mkstemp(".part", os.path.basename(path), directory)
        file = os.fdopen(handle, "wb")
        file.write(_header(types))

    def step() -> Element:
        for element in items:
            data = [_encoded(np.asarray(array), dtype) for array, dtype in zip(element, types, strict=True)]
            with reported(path):
                file.writelines(data)
            return element
        with reported(path):
            file.write(_END)
            file.close()
            os.replace(temporary, path)
        finalizer.detach()
        raise StopIteration

    finalizer = weakref.finalize(step, _abandon, file, temporary, os.getpid())
    return steps(step)


def _abandon(file: IO[bytes], path: str, process: int) -> None:
    """What happens to a file that was not completed, in the process that has begun it or one that was forked since."""
    if os.getpid() != process:
        # It is the other's: what this process has a copy of in its buffer must not get there.
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), file.fileno())
        file.close()
        return
    file.close()
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)


def _header(types: Sequence[DType]) -> bytes:
    return json.dumps({"version": _VERSION, "types": [dtype.name for dtype in types]}).encode() + b"\n"


def _encoded(array: np.ndarray, dtype: DType) -> bytes:
    if dtype.kind == "string":
        data = b"".join(struct.pack("<q", len(value)) + value for value in array.ravel())
    else:
        data = np.ascontiguousarray(array, dtype.dtype).tobytes()
    return struct.pack(f"<{array.ndim + 2}q", array.ndim, *array.shape, len(data)) + data


def _read(path: str, types: Sequence[DType]) -> Iterator[Element]:
    bind_to_process()
    with reported(path):
        file = open(path, "rb")  # noqa: SIM115 - what follows closes it
    with file:
        size = os.fstat(file.fileno()).st_size
        if file.readline(1 << 16) != _header(types):
            raise _damaged(path, "it is not of this version, or was written for elements of other dtypes")
        while True:
            element: list[np.ndarray] = []
            for dtype in types:
                (rank,) = _integers(file, 1, path)
                if rank == -1 and not element:
                    return
                if not 0 <= rank <= 64:
                    raise _damaged(path, "it has a tensor of no possible rank")
                *shape, length = _integers(file, rank + 1, path)
                if min(shape, default=0) < 0 or not 0 <= length <= size:
                    raise _damaged(path, "it has a tensor of no possible size")
                element.append(_decoded(_bytes(file, length, path), shape, dtype, path))
            yield tuple(element)


def _integers(file: IO[bytes], count: int, path: str) -> tuple[int, ...]:
    return struct.unpack(f"<{count}q", _bytes(file, 8 * count, path))


def _bytes(file: IO[bytes], count: int, path: str) -> bytes:
    data = file.read(count)
    if len(data) < count:
        raise _damaged(path, "it ends too early")
    return data


def _decoded(data: bytes, shape: Sequence[int], dtype: DType, path: str) -> np.ndarray:
    try:
        if dtype.kind != "string":
            return np.frombuffer(data, dtype.dtype).reshape(shape)
        count = math.prod(shape)
        if count * 8 > len(data):  # the length of each comes first
            raise ValueError
        values, at = np.empty(count, object), 0
        for i in range(len(values)):
            (length,) = struct.unpack_from("<q", data, at)
            values[i] = data[at + 8 : at + 8 + length]
            at += 8 + length
        return values.reshape(shape)
    except (ValueError, struct.error, MemoryError):
        raise _damaged(path, "the data of a tensor does not have its shape") from None


def _damaged(path: str, reason: str) -> errors.DataLossError:
    return errors.DataLossError(
        None,
        None,
        f"{path}, in which a dataset keeps its elements, cannot be used: {reason}. Delete it to write it anew.",
    )
