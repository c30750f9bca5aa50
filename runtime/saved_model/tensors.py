"""Arrays in safetensors files.

Most dtypes are kept as they are. The others are encoded, and the file's metadata says so: under the name of the tensor
it has the type, `string[2]`. What is kept then is

- for `string`: the bytes of all elements, one after the other (uint8), and under the name with `#ends` the position
  where each ends (int64);
- for `complex128`, and dtypes that safetensors lacks: the bytes (uint8) of the elements.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from runtime.core.dtypes import from_numpy
from runtime.core.specs import TensorSpec
from runtime.saved_model.damage import DamagedError
from runtime.saved_model.literals import Reader, literal

#: The dtypes that are kept as they are, by name, with what safetensors calls them.
NATIVE = {
    "bool": "BOOL", "uint8": "U8", "int8": "I8", "uint16": "U16", "int16": "I16", "uint32": "U32", "int32": "I32",
    "uint64": "U64", "int64": "I64", "float16": "F16", "bfloat16": "BF16", "float32": "F32", "float64": "F64",
    "complex64": "C64",
}  # fmt: skip

_ENDS = "#ends"

#: The entry of the metadata that says how tensors are encoded. No tensor is called so.
_FORMAT = "#format"


def write_tensors(path: str, arrays: Mapping[str, np.ndarray]) -> str:
    """Writes `arrays`, by name, to a file, and sees to it that they are on the disk.

    The file is written here and not by the package that reads it, for its bytes to be hashed while they are written.

    Returns:
        The SHA-256 of the file, in hexadecimal.
    """
    kept, metadata = _encoded(arrays)
    entries: dict[str, Any] = {"__metadata__": metadata}
    # Larger elements first: each tensor is aligned then.
    order = sorted(kept, key=lambda name: (-kept[name].dtype.itemsize, name))
    end = 0
    for name in order:
        array = kept[name]
        start, end = end, end + array.nbytes
        dtype = NATIVE[from_numpy(array.dtype).name]
        entries[name] = {"dtype": dtype, "shape": list(array.shape), "data_offsets": [start, end]}
    header = json.dumps(entries, separators=(",", ":")).encode()
    header += b" " * (-len(header) % 8)
    parts = [len(header).to_bytes(8, "little") + header, *[_bytes_of(kept[name]) for name in order]]
    digest = hashlib.sha256()
    hashing = threading.Thread(target=_update, args=(digest, parts))
    hashing.start()
    try:
        with open(path, "wb") as file:
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
    finally:
        hashing.join()
    return digest.hexdigest()


def _update(digest: Any, parts: Sequence[Any]) -> None:
    for part in parts:
        digest.update(part)


def _bytes_of(array: np.ndarray) -> Any:
    """The bytes of an array, which are not copied if they lie one after the other."""
    return memoryview(np.ascontiguousarray(array).reshape(-1).view(np.uint8))


def _encoded(arrays: Mapping[str, np.ndarray]) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """The arrays that are kept, and what the metadata says of them."""
    kept: dict[str, np.ndarray] = {}
    metadata = {_FORMAT: "1"}
    for name, array in arrays.items():
        dtype = from_numpy(array.dtype)
        if dtype.name in NATIVE:
            kept[name] = array
            continue
        metadata[name] = literal(TensorSpec(array.shape, dtype))
        if dtype.kind == "string":
            elements = [x if isinstance(x, bytes) else str(x).encode() for x in array.reshape(-1)]
            kept[name] = np.frombuffer(b"".join(elements), np.uint8)
            kept[name + _ENDS] = np.cumsum([len(x) for x in elements], dtype=np.int64)
        else:
            kept[name] = np.frombuffer(np.ascontiguousarray(array).tobytes(), np.uint8)
    return kept, metadata


class TensorFile:
    """A file of tensors. The types are known at once; a tensor is read when it is asked for.

    Args:
        path: of the file, whose content was found to be what was written.

    Raises:
        DamagedError: if it is not what `write_tensors` writes.
    """

    def __init__(self, path: str):
        from safetensors import SafetensorError, safe_open  # only programs that load need it

        self._path = path
        self._types: dict[str, TensorSpec] = {}
        self._encoded: dict[str, TensorSpec] = {}
        try:
            file: Any = safe_open(path, framework="numpy")
            names = set(file.keys())
            stored = {name: _stored_type(file.get_slice(name)) for name in names}
            metadata = file.metadata() or {}
        except (SafetensorError, OSError, ValueError, KeyError) as error:
            raise DamagedError(path, f"this is no file of tensors: {error}") from None
        self._file = file
        self._names = names
        if metadata.pop(_FORMAT, None) != "1":
            raise DamagedError(path, "the tensors are not encoded in a way that is known here")
        for name, text in metadata.items():
            spec = Reader(path, 1, text).spec()
            if name not in names or not spec.shape.is_fully_defined() or spec.dtype.kind == "handle":
                raise DamagedError(path, f"the metadata of tensor {name!r} is wrong")
            self._encoded[name] = spec
        for name, spec in stored.items():
            _ = spec.dtype.dtype  # numpy knows bfloat16 once it was asked for
            if not (name.endswith(_ENDS) and name.removesuffix(_ENDS) in self._encoded):
                self._types[name] = self._encoded.get(name, spec)

    @property
    def types(self) -> Mapping[str, TensorSpec]:
        """The type of each tensor, by name."""
        return self._types

    def __getitem__(self, name: str) -> np.ndarray:
        """The tensor called `name`.

        Raises:
            KeyError: if there is none.
            DamagedError: if it is not encoded as it should be.
        """
        if name not in self._types:
            raise KeyError(name)
        array = self._file.get_tensor(name)
        spec = self._encoded.get(name)
        if spec is None:
            return array
        size = spec.shape.num_elements() or 0
        if spec.dtype.kind != "string":
            if array.dtype != np.uint8 or array.size != size * spec.dtype.dtype.itemsize:
                raise DamagedError(self._path, f"tensor {name!r} is not of type {literal(spec)}")
            return np.frombuffer(array.tobytes(), spec.dtype.dtype).reshape(_sizes(spec))
        return self._strings(name, array, spec, size)

    def _strings(self, name: str, data: np.ndarray, spec: TensorSpec, size: int) -> np.ndarray:
        ends = self._file.get_tensor(name + _ENDS) if name + _ENDS in self._names else None
        fits = (
            ends is not None and data.dtype == np.uint8 and data.ndim == 1 and ends.dtype == np.int64
            and ends.shape == (size,) and bool((np.diff(ends, prepend=0) >= 0).all())
            and int(ends[-1] if size else 0) == data.size
        )  # fmt: skip
        if not fits:
            raise DamagedError(self._path, f"the strings of tensor {name!r} do not end where they should")
        joined, start = data.tobytes(), 0
        array = np.empty(size, object)
        for i, end in enumerate(ends.tolist()):  # type: ignore[union-attr]  # it is there: that is part of `fits`
            array[i] = joined[start:end]
            start = end
        return array.reshape(_sizes(spec))


def _sizes(spec: TensorSpec) -> list[int]:
    """The sizes of a shape that is known."""
    return [size or 0 for size in spec.shape.as_list()]


_BY_STORED: dict[str, str] = {stored: name for name, stored in NATIVE.items()}


def _stored_type(stored: Any) -> TensorSpec:
    dtype = _BY_STORED.get(stored.get_dtype())
    if dtype is None:
        raise ValueError(f"dtype {stored.get_dtype()} is not known here")
    return TensorSpec(stored.get_shape(), dtype)


def file_hash(path: str) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sync_file(path: str) -> None:
    """Returns when the content of a file, or the entries of a directory, are on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
