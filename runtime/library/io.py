"""`tf.io`: files, and tensors as bytes. `tf.io.gfile` is the file system."""

from __future__ import annotations

import csv
import glob
import math
import os
import struct
from typing import Any

import numpy as np

from runtime.core import dtypes
from runtime.core.coverage import not_covered
from runtime.core.dtypes import DType
from runtime.core.errors import invalid_argument
from runtime.core.shapes import TensorShape
from runtime.exchange.graph_def import TensorProto, shape_proto
from runtime.ir.schema import Effect, acts_outside, declare, no_gradient
from runtime.library import gfile
from runtime.ops.shape_rules import nothing, scalar
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import NO_ATTRS, apply

__all__ = [
    "decode_csv", "decode_raw", "gfile", "matching_files", "parse_tensor", "read_file", "serialize_tensor",
    "write_file",
]  # fmt: skip


def _text(value: Any) -> str:
    item = value.item() if isinstance(value, (np.ndarray, np.generic)) else value
    return item.decode() if isinstance(item, bytes) else str(item)


def _strings(value: Any) -> Any:
    return convert_to_tensor(value, dtypes.string)


# -- files -----------------------------------------------------------------------------------------------------------


def _read(filename: Any) -> bytes:
    with gfile.reported(_text(filename)), open(_text(filename), "rb") as file:
        return file.read()


def _write(filename: Any, contents: Any) -> None:
    path = _text(filename)
    with gfile.reported(path):
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "wb") as file:
            file.write(contents.item() if isinstance(contents, np.ndarray) else contents)


def _matching(pattern: Any) -> np.ndarray:
    found = sorted(p for item in np.ravel(np.asarray(pattern, object)) for p in glob.glob(_text(item)))
    result = np.empty(len(found), object)
    result[:] = [p.encode() for p in found]
    return result


_READ = declare("ReadFile", "filename: string -> string", _read, shapes=scalar, effects=Effect.OUTPUT)
acts_outside[_READ] = None
_WRITE = declare("WriteFile", "filename: string, contents: string ->", _write, shapes=nothing, effects=Effect.OUTPUT)
acts_outside[_WRITE] = "writes a file"
_MATCHING = declare(
    "MatchingFiles", "pattern: string -> string", _matching, shapes=lambda p: TensorShape([None]),
    effects=Effect.OUTPUT,
)  # fmt: skip
acts_outside[_MATCHING] = None


def read_file(filename: Any, name: str | None = None) -> Any:
    """The contents of a file, a scalar string.

    Raises:
        NotFoundError: if there is none.
    """
    return apply(_READ, (_strings(filename),), NO_ATTRS, name)


def write_file(filename: Any, contents: Any, name: str | None = None) -> Any:
    """Writes a string to a file, in directories that are made if they are not there.

    Args:
        filename: a string.
        contents: a string.
        name: of the node.
    """
    return apply(_WRITE, (_strings(filename), _strings(contents)), NO_ATTRS, name)


def matching_files(pattern: Any, name: str | None = None) -> Any:
    """The names of the files that match patterns, in order."""
    return apply(_MATCHING, (_strings(pattern),), NO_ATTRS, name)


# -- tensors as bytes ------------------------------------------------------------------------------------------------


def _serialized(x: Any) -> bytes:
    array = np.asarray(x)
    dtype = dtypes.from_numpy(array.dtype)
    content = {"string_val": array.ravel().tolist()} if dtype is dtypes.string else {"tensor_content": array.tobytes()}
    shape = shape_proto(TensorShape(array.shape))
    return TensorProto(dtype=dtype.as_datatype_enum, tensor_shape=shape, **content).SerializeToString()


_SERIALIZE = declare("SerializeTensor", "tensor: T -> string", _serialized, shapes=scalar, gradient=no_gradient)


def serialize_tensor(tensor: Any, name: str | None = None) -> Any:
    """A tensor as the bytes of a `TensorProto`, a scalar string; `parse_tensor` reads it.

    >>> parse_tensor(serialize_tensor([1.5, 2.0]), dtypes.float32).numpy()
    array([1.5, 2. ], dtype=float32)
    """
    return apply(_SERIALIZE, (convert_to_tensor(tensor),), NO_ATTRS, name)


def _parsed(serialized: Any, out_type: DType) -> np.ndarray:
    item = serialized.item() if isinstance(serialized, np.ndarray) else serialized
    try:
        proto = TensorProto.FromString(item)
        dtype = dtypes.as_dtype(proto.dtype)
        sizes = [dim.size for dim in proto.tensor_shape.dim]
        array = _array_of(proto, dtype, sizes)
    except (ValueError, IndexError, KeyError, TypeError, struct.error):
        raise invalid_argument(f"Could not parse `serialized` as TensorProto, contents: {item!r:.100}") from None
    if dtype is not out_type:
        raise invalid_argument(f"Type mismatch between parsed tensor ({dtype.name}) and dtype ({out_type.name})")
    return array


def _array_of(proto: Any, dtype: DType, sizes: list[int]) -> np.ndarray:
    """The elements: as bytes, or as a list of which the last element fills up what is missing."""
    if proto.tensor_content:
        return np.frombuffer(proto.tensor_content, dtype.dtype).reshape(sizes).copy()
    field = "string_val" if dtype is dtypes.string else _LISTS.get(dtype, "int_val")
    items = list(getattr(proto, field))
    count = math.prod(sizes)
    result = np.empty(count, dtype.dtype)
    result[: len(items)] = items
    result[len(items) :] = items[-1] if items else b"" if dtype is dtypes.string else 0
    return result.reshape(sizes)


#: The field of a `TensorProto` that lists elements, by dtype.
_LISTS = {
    dtypes.float32: "float_val", dtypes.float64: "double_val", dtypes.int64: "int64_val", dtypes.bool: "bool_val",
    dtypes.uint32: "uint32_val", dtypes.uint64: "uint64_val",
}  # fmt: skip


_PARSE = declare(
    "ParseTensor", "serialized: string -> out_type", _parsed, gradient=no_gradient,
    shapes=lambda serialized, out_type: TensorShape(None),
)  # fmt: skip


def parse_tensor(serialized: Any, out_type: Any, name: str | None = None) -> Any:
    """The tensor that `serialize_tensor` made the bytes of.

    Args:
        serialized: a string.
        out_type: the dtype of the tensor.
        name: of the node.

    Raises:
        InvalidArgumentError: if they are none, or of another dtype.
    """
    return apply(_PARSE, (_strings(serialized),), {"out_type": dtypes.as_dtype(out_type)}, name)


def _decoded(x: Any, out_type: DType, little_endian: bool) -> np.ndarray:
    items = [bytes(item) for item in np.ravel(np.asarray(x, object))]
    for i, item in enumerate(items):
        if len(item) != len(items[0]):
            raise invalid_argument(
                "DecodeRaw requires input strings to all be the same size, but element "
                f"{i} has size {len(items[0])} != {len(item)}"
            )
    size = out_type.dtype.itemsize
    if items and len(items[0]) % size:
        raise invalid_argument(
            f"Input to DecodeRaw has length {len(items[0])} that is not a multiple of {size}, the size of "
            f"{out_type.name}"
        )
    found = np.frombuffer(b"".join(items), out_type.dtype if little_endian else out_type.dtype.newbyteorder(">"))
    return found.astype(out_type.dtype).reshape(*np.shape(x), -1 if items else 0)


_DECODE_RAW = declare(
    "DecodeRaw", "bytes: string; little_endian: bool -> out_type", _decoded, gradient=no_gradient,
    shapes=lambda x, **attrs: x.shape.concatenate([None]),
)  # fmt: skip


def decode_raw(
    input_bytes: Any, out_type: Any, little_endian: bool = True, fixed_length: int | None = None,
    name: str | None = None,
) -> Any:  # fmt: skip
    """The bytes of strings as numbers, in a new last dimension.

    Args:
        input_bytes: strings of the same length.
        out_type: of the numbers.
        little_endian: whether the lowest byte of a number comes first.
        fixed_length: must be None: other lengths are not covered.
        name: of the node.

    >>> decode_raw('Duck', dtypes.uint8).numpy()
    array([ 68, 117,  99, 107], dtype=uint8)
    """
    if fixed_length is not None:
        raise NotImplementedError("decode_raw with fixed_length is not covered: pad the strings")
    attrs = {"out_type": dtypes.as_dtype(out_type), "little_endian": bool(little_endian)}
    return apply(_DECODE_RAW, (_strings(input_bytes),), attrs, name)


# -- comma-separated values ------------------------------------------------------------------------------------------


def _columns(records: Any, *defaults: np.ndarray, field_delim: str, na_value: str, select: Any) -> list[np.ndarray]:
    lines = [item.decode() for item in np.ravel(np.asarray(records, object))]
    try:
        table = list(csv.reader(lines, delimiter=field_delim))
    except csv.Error as error:
        raise invalid_argument(str(error)) from None
    made = []
    for i, default in enumerate(np.atleast_1d(np.asarray(d)) for d in defaults):
        column = np.empty(len(table), default.dtype)
        for row, cells in enumerate(table):
            if select is None and len(cells) != len(defaults):
                raise invalid_argument(f"Expect {len(defaults)} fields but have {len(cells)} in record {row}")
            column[row] = _cell(cells[i if select is None else select[i]], default, na_value, i, row)
        made.append(column.reshape(np.shape(records)))
    return made


def _cell(text: str, default: np.ndarray, na_value: str, field: int, record: int) -> Any:
    if text in ("", na_value):
        if not default.size:
            raise invalid_argument(f"Field {field} is required but missing in record {record}!")
        return default[0]
    if default.dtype == object:
        return text.encode()
    try:
        return int(text) if default.dtype.kind in "iu" else float(text)
    except ValueError:
        raise invalid_argument(
            f"Field {field} in record {record} is not a valid {dtypes.from_numpy(default.dtype).name}: {text}"
        ) from None


_CSV = declare(
    "DecodeCSV",
    "records: string, record_defaults: *; field_delim: str, na_value: str, select: ints -> output: *",
    kernel=_columns,
    gradient=no_gradient,
    infer=lambda records, *defaults, **attrs: [_spec(records, d) for d in defaults],
)


def _spec(records: Any, default: Any) -> Any:
    from runtime.core.specs import TensorSpec  # only needed while graphs are built

    return TensorSpec(records.shape, default.dtype)


def decode_csv(
    records: Any, record_defaults: Any, field_delim: str = ",", use_quote_delim: bool = True, na_value: str = "",
    select_cols: Any = None, name: str | None = None,
) -> list[Any]:  # fmt: skip
    """The columns of lines of comma-separated values.

    Args:
        records: strings, each a line.
        record_defaults: for each column what stands for an empty field, which decides the dtype; an empty list or
            a dtype if there must be none.
        field_delim: between the fields.
        use_quote_delim: accepted for compatibility.
        na_value: what also counts as empty.
        select_cols: the numbers of the columns; all by default.
        name: of the node.

    Raises:
        InvalidArgumentError: if a line has another number of fields, or a field is no number.

    >>> [c.numpy().tolist() for c in decode_csv(['1,x', '2,'], [0, 'none'])]
    [[1, 2], [b'x', b'none']]
    """
    defaults = [
        convert_to_tensor(np.zeros(0, d.dtype)) if isinstance(d, DType) else convert_to_tensor(d)
        for d in record_defaults
    ]
    select = None if select_cols is None else tuple(map(int, select_cols))
    attrs = {"field_delim": field_delim, "na_value": na_value, "select": select}
    return list(apply(_CSV, (_strings(records), *defaults), attrs, name))


__getattr__ = not_covered("tf.io", __all__)
