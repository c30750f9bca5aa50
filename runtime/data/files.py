"""Datasets of what is in files."""

from __future__ import annotations

import csv
import gzip
import io
import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.errors import invalid_argument
from runtime.core.specs import TensorSpec
from runtime.data.constructors import made
from runtime.data.dataset import Dataset
from runtime.data.functions import waits
from runtime.data.ops import dataset_op, text
from runtime.data.randomness import bind_to_process
from runtime.data.source import Source, flattened, steps
from runtime.data.structure import Element
from runtime.library import shaping
from runtime.library.gfile import reported
from runtime.tensor.conversion import convert_to_tensor


@dataset_op("TextLineDataset", "filenames: string, compression_type: string, buffer_size: int64")
def TEXT_LINES(filenames: Any, compression_type: Any, buffer_size: Any) -> Source:
    """The lines of text files, without their ends."""
    compression = text(compression_type).decode()

    def lines(name: bytes) -> Iterator[Element]:
        file = opened(name, compression)
        return reading_from(file, map(_line, file), name)

    return Source(lambda: flattened(map(lines, np.ravel(filenames))), is_slow=True)


waits[TEXT_LINES] = True


def _line(line: bytes) -> Element:
    cell = np.empty((), object)
    cell[()] = line.removesuffix(b"\n").removesuffix(b"\r")
    return (cell,)


# -- files, and what can be wrong with them ----------------------------------------------------------------------------

#: What libraries raise while they read, and what a program catches. First match wins.
_FAILURES: tuple[tuple[type[Exception], type[errors.OpError]], ...] = (
    (gzip.BadGzipFile, errors.DataLossError),
    (EOFError, errors.DataLossError),
    (zlib.error, errors.DataLossError),
    (csv.Error, errors.InvalidArgumentError),
    (UnicodeError, errors.InvalidArgumentError),
)


@contextmanager
def reading(name: bytes) -> Iterator[None]:
    """Raises TensorFlow's errors, with the name of the file, for those of Python and of its libraries."""
    path = os.fsdecode(name)
    with reported(path):
        try:
            yield
        except tuple(raised for raised, _ in _FAILURES) as error:
            kind = next(kind for raised, kind in _FAILURES if isinstance(error, raised))
            raise kind(None, None, f"{path}; {error}") from None


def reading_from(file: IO[Any], items: Iterator[Any], name: bytes) -> Iterator[Any]:
    """What is read from a file, which is closed at the end. An error ends it, unless it is one of a single record.

    Args:
        file: that is read.
        items: what is read from it.
        name: of the file.
    """

    def step() -> Any:
        nonlocal items
        try:
            return next(items)
        except csv.Error:
            with reading(name):
                raise
        except Exception as error:
            items = iter(())
            file.close()
            if isinstance(error, StopIteration):
                raise
            with reading(name):
                raise

    return steps(step)


def _plain(name: str) -> IO[bytes]:
    return open(name, "rb")


def _unzipped(name: str) -> IO[bytes]:
    return gzip.open(name, "rb")  # type: ignore[return-value]


def _inflated(name: str) -> IO[bytes]:
    with open(name, "rb") as file:
        return io.BytesIO(zlib.decompress(file.read()))


#: What opens a file, by the type of its compression.
_OPENERS: dict[str, Callable[[str], IO[bytes]]] = {"": _plain, "GZIP": _unzipped, "ZLIB": _inflated}


def opened(name: bytes, compression: str) -> IO[bytes]:
    """A file for reading bytes, decompressed.

    Raises:
        NotFoundError, PermissionDeniedError, FailedPreconditionError: if it cannot be opened.
        DataLossError: if it is damaged.
        InvalidArgumentError: if there is no such compression.
    """
    if compression not in _OPENERS:
        raise invalid_argument(f"Unsupported compression_type: {compression}.")
    bind_to_process()  # processes that share a file share its position
    with reading(name):
        return _OPENERS[compression](os.fsdecode(name))


def opened_text(name: bytes, compression: str, encoding: str = "utf-8") -> IO[str]:
    """As bytes, for reading text, without a byte-order mark; what is no text comes as surrogates."""
    codec = "utf-8-sig" if encoding.lower() in ("utf-8", "utf8") else encoding
    return io.TextIOWrapper(opened(name, compression), codec, "surrogateescape", newline="")


class TextLineDataset:
    """A dataset of the lines of text files.

    Args:
        filenames: a name, a list of names, or a dataset of them.
        compression_type: "", "GZIP" or "ZLIB".
        buffer_size: says how much of a file to read at once; the system decides that.
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
        def lines(names: Any) -> Any:
            inputs = [
                names,
                convert_to_tensor(compression_type or ""),
                convert_to_tensor(buffer_size or 0, dtypes.int64),
            ]
            return made(TEXT_LINES, inputs, TensorSpec([], dtypes.string), name)

        if isinstance(filenames, Dataset):
            files = filenames
        elif num_parallel_reads is None:
            return lines(convert_to_tensor(filenames, dtypes.string))
        else:
            files = Dataset.from_tensor_slices(shaping.reshape(convert_to_tensor(filenames, dtypes.string), [-1]))
        if num_parallel_reads is None:
            return files.flat_map(lines)
        return files.interleave(lines, num_parallel_reads, num_parallel_calls=num_parallel_reads)
