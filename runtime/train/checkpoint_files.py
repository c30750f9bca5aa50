"""The files of a checkpoint: an index, which is text, and the tensors.

    ckpt-1.index                           the objects, and which tensor each has
    ckpt-1.data-3f2a91c0.safetensors       the tensors

The index has the name, size and SHA-256 of the file of tensors, and its own SHA-256 at its end. The tensors are written
first, to a file that no other index names; replacing the index, in one step, is what makes a checkpoint. One that is
killed half-way leaves the one before it whole.

    checkpoint 1
    producer 'autograph-runtime' '0.1.0'
    data 'ckpt-1.data-3f2a91c0.safetensors' 1032 '3f2a91c0...'
    &0 = 'Checkpoint'
      'step' = &1
    &1 = 'Variable'
      value 'VARIABLE_VALUE' int64[] 'step/.ATTRIBUTES/VARIABLE_VALUE'
    end '9b1c...'
"""

from __future__ import annotations

import contextlib
import glob
import os
import stat
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from runtime.core import errors
from runtime.core.dtypes import from_numpy
from runtime.core.specs import TensorSpec
from runtime.saved_model.damage import DamagedError
from runtime.saved_model.literals import Reader, Reference, literal
from runtime.saved_model.signed_text import decoded, read_bytes, read_signed, signed
from runtime.saved_model.tensors import TensorFile, file_hash, sync_file, write_tensors

FORMAT = "checkpoint 1"

_LARGEST_INDEX = 1 << 28


@dataclass
class SavedObject:
    """An object of a checkpoint.

    Attributes:
        kind: the name of its class; for people.
        children: numbers of objects, by name.
        values: the type and the key of each array it has, by name.
    """

    kind: str
    children: dict[str, int] = field(default_factory=dict)
    values: dict[str, tuple[TensorSpec, str]] = field(default_factory=dict)


class CheckpointData:
    """A checkpoint in files. What it says is known at once; tensors are read when they are asked for.

    Args:
        prefix: the path without `.index`.

    Attributes:
        objects: the root first.
        index: the text of the index.

    Raises:
        NotFoundError: if there is no such checkpoint.
        DamagedError: if it cannot be read.
    """

    def __init__(self, prefix: str):
        path = f"{prefix}.index"
        if not os.path.lexists(path):
            raise errors.NotFoundError(
                None,
                None,
                f"Unsuccessful TensorSliceReader constructor: Failed to find any matching files for {prefix}",
            )
        self.prefix = prefix
        self.index = decoded(path, read_bytes(path, largest=_LARGEST_INDEX))
        name, size, digest, self.objects = _parsed(path, self.index)
        data = os.path.join(os.path.dirname(prefix), name)
        try:
            mode = os.lstat(data).st_mode
        except OSError as error:
            raise DamagedError(data, f"the index names this file, but {error.strerror}") from None
        if not stat.S_ISREG(mode):
            raise DamagedError(data, "this is no regular file")
        if os.path.getsize(data) != size:
            raise DamagedError(data, f"the file has {os.path.getsize(data)} bytes, not the {size} that were written")
        if file_hash(data) != digest:
            raise DamagedError(data, "the file is not what was written: its SHA-256 is not that of the index")
        self._tensors = TensorFile(data)
        for saved in self.objects:
            for spec, key in saved.values.values():
                found = self._tensors.types.get(key)
                if found is None or found.dtype is not spec.dtype or found.shape != spec.shape:
                    raise DamagedError(path, f"there is no tensor {key!r} of type {literal(spec)}")

    @property
    def types(self) -> Mapping[str, TensorSpec]:
        """The type of each tensor, by key."""
        return self._tensors.types

    def tensor(self, key: str) -> np.ndarray:
        """The tensor of a key."""
        return self._tensors[key]


def write_checkpoint(prefix: str, objects: Sequence[SavedObject], arrays: Mapping[str, np.ndarray]) -> None:
    """Writes a checkpoint, in place of one of the same name.

    Args:
        prefix: the path without `.index`; directories are made.
        objects: the root first.
        arrays: by the keys that the objects name.
    """
    directory, base = os.path.split(prefix)
    os.makedirs(directory or ".", exist_ok=True)
    waiting = f"{prefix}.writing-{os.getpid()}"
    try:
        digest = write_tensors(waiting, arrays)
        size = os.path.getsize(waiting)
        name = f"{base}.data-{digest[:8]}.safetensors"
        os.replace(waiting, os.path.join(directory, name))
        text = signed(FORMAT, _lines(name, size, digest, objects))
        with open(waiting, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        sync_file(directory or ".")
        os.replace(waiting, f"{prefix}.index")
    except BaseException:
        with contextlib.suppress(OSError):
            os.remove(waiting)
        raise
    sync_file(directory or ".")
    for old in _data_files(prefix):
        if os.path.basename(old) != name:
            os.remove(old)


def delete_checkpoint(prefix: str) -> None:
    """Deletes the files of a checkpoint, as far as they exist; the index first, so that none is left without data."""
    for path in (f"{prefix}.index", *_data_files(prefix)):
        with contextlib.suppress(FileNotFoundError):
            os.remove(path)


def checkpoint_exists(prefix: str) -> bool:
    """Whether there is a checkpoint of that name."""
    return os.path.isfile(f"{prefix}.index")


def _data_files(prefix: str) -> list[str]:
    return glob.glob(f"{glob.escape(prefix)}.data-{'[0-9a-f]' * 8}.safetensors")


def value_spec(array: np.ndarray) -> TensorSpec:
    """The type of an array."""
    return TensorSpec(array.shape, from_numpy(array.dtype))


def _lines(name: str, size: int, digest: str, objects: Sequence[SavedObject]) -> list[str]:
    lines = [f"data {name!r} {size} {digest!r}"]
    for number, saved in enumerate(objects):
        lines.append(f"{literal(Reference(number))} = {saved.kind!r}")
        lines += [f"  {child!r} = {literal(Reference(n))}" for child, n in saved.children.items()]
        lines += [f"  value {value!r} {literal(spec)} {key!r}" for value, (spec, key) in saved.values.items()]
    return lines


def _parsed(path: str, text: str) -> tuple[str, int, str, list[SavedObject]]:
    help = "give the prefix of a checkpoint: 'path/to/ckpt-1'"
    _, (line, *rest) = read_signed(path, text, FORMAT, "index", help)
    line.expect("data")
    name = line.string()
    if name != os.path.basename(name) or name in ("", ".", "..") or "\\" in name or "\0" in name:
        line.fail(f"{name!r} is not the name of a file beside the index")
    size = line.integer()
    data_digest = line.string()
    line.expect_end()
    return name, size, data_digest, _objects(rest)


def _objects(lines: Sequence[Reader]) -> list[SavedObject]:
    objects: list[SavedObject] = []
    references: list[tuple[Reader, int]] = []
    for line in lines:
        if line.peek("&"):
            if line.reference() != len(objects):
                line.fail(f"the next object should be &{len(objects)}", 0)
            line.expect("=")
            objects.append(SavedObject(line.string()))
        elif not objects:
            line.fail("this belongs to no object")
        elif line.accept("value"):
            name = line.string()
            spec = line.spec()
            if name in objects[-1].values or not spec.shape.is_fully_defined():
                line.fail(f"the value {name!r} comes twice, or has no known shape")
            objects[-1].values[name] = spec, line.string()
        else:
            name = line.string()
            line.expect("=")
            number = line.reference()
            references.append((line, number))
            if name in objects[-1].children:
                line.fail(f"{name!r} comes twice")
            objects[-1].children[name] = number
        line.expect_end()
    for line, reference in references:
        if reference >= len(objects):
            line.fail(f"there is no object &{reference}")
    return objects
