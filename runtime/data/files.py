"""Datasets of what is in files."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import IO, Any

import numpy as np

from runtime.conversion import convert_to_tensor
from runtime.core import dtypes, errors
from runtime.core.specs import TensorSpec
from runtime.data import ops
from runtime.data.constructors import made
from runtime.data.source import Flattened, Source
from runtime.data.structure import Element
from runtime.library import public as tf


class LineSource(Source):
    """The lines of text files, without their ends.

    Args:
        names: of the files.
        compression: of the files.
    """

    def __init__(self, names: Sequence[bytes], compression: str):
        self._names = names
        self._compression = compression

    def iterate(self) -> Iterator[Element]:
        return Flattened(map(self._lines, self._names))

    def _lines(self, name: bytes) -> Iterator[Element]:
        return _stripped(_opened(name, self._compression))

    def waits(self) -> bool:
        return True


def _stripped(file: IO[bytes]) -> Iterator[Element]:
    with file:
        for line in file:
            cell = np.empty((), object)
            cell[()] = line.removesuffix(b"\n").removesuffix(b"\r")
            yield (cell,)


def _plain(name: str) -> IO[bytes]:
    return open(name, "rb")


def _unzipped(name: str) -> IO[bytes]:
    return gzip.open(name, "rb")  # type: ignore[return-value]


def _inflated(name: str) -> IO[bytes]:
    with open(name, "rb") as file:
        return io.BytesIO(zlib.decompress(file.read()))


#: What opens a file, by the type of its compression.
_OPENERS: dict[str, Callable[[str], IO[bytes]]] = {"": _plain, "GZIP": _unzipped, "ZLIB": _inflated}


def _opened(name: bytes, compression: str) -> IO[bytes]:
    """A file for reading bytes, decompressed.

    Raises:
        NotFoundError, PermissionDeniedError: if it cannot be opened.
    """
    if compression not in _OPENERS:
        raise errors.InvalidArgumentError(None, None, f"Unsupported compression_type: {compression}.")
    try:
        return _OPENERS[compression](name.decode())
    except FileNotFoundError:
        raise errors.NotFoundError(None, None, f"{name.decode()}; No such file or directory") from None
    except OSError as error:
        raise errors.PermissionDeniedError(None, None, f"{name.decode()}; {error.strerror or error}") from None


def opened_text(name: bytes, compression: str) -> IO[str]:
    """As bytes, for reading text; what is no text comes as surrogates."""
    return io.TextIOWrapper(_opened(name, compression), "utf-8", "surrogateescape", newline="")


def _text_lines(names: Any, compression: Any, buffer_size: Any, **attrs: Any) -> Source:
    return LineSource(list(np.ravel(names)), _text(compression))


def _text(value: Any) -> str:
    return (value if isinstance(value, bytes) else value[()]).decode()


TEXT_LINES = ops.dataset_op(
    "TextLineDataset", "filenames: string, compression_type: string, buffer_size: int64", _text_lines
)


class TextLineDataset:
    """A dataset of the lines of text files.

    Args:
        filenames: a name, a list of names, or a dataset of them.
        compression_type: "", "GZIP" or "ZLIB".
        buffer_size: accepted.
        num_parallel_reads: how many files are read in turn, where there are several; one after the other unless given.
        name: of the node.
    """

    def __new__(
        cls,
        filenames: Any,
        compression_type: str | None = None,
        buffer_size: Any = None,
        num_parallel_reads: Any = None,
        name: str | None = None,
    ) -> Any:
        from runtime.data.dataset import Dataset  # it is built on operations, as this is

        def lines(names: Any) -> Any:
            inputs = [
                names,
                convert_to_tensor(compression_type or ""),
                convert_to_tensor(buffer_size or 0, dtypes.int64),
            ]
            return made("TextLineDatasetV2", TEXT_LINES, inputs, TensorSpec([], dtypes.string), {}, name)

        if isinstance(filenames, Dataset):
            if num_parallel_reads is not None:
                return filenames.interleave(lines, num_parallel_reads, num_parallel_calls=num_parallel_reads)
            return filenames.flat_map(lines)
        names = convert_to_tensor(filenames, dtypes.string)
        if num_parallel_reads is None:
            return lines(names)
        names = tf.reshape(names, [-1])
        several = Dataset.from_tensor_slices(names)
        return several.interleave(lines, num_parallel_reads, num_parallel_calls=num_parallel_reads)
