"""Operations that make several strings, or numbers, of each string."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.core import dtypes
from runtime.library import creation, reduction, shaping
from runtime.ops import splitting as ops
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import apply

#: The encodings that TensorFlow has, by the names that Python has for them.
_ENCODINGS = {"UTF-8": "utf-8", "UTF-16-BE": "utf-16-be", "UTF-32-BE": "utf-32-be"}


def _encoding(name: str) -> str:
    found = _ENCODINGS.get(name.upper())
    if found is None:
        raise ValueError(f"the encoding {name!r} is not one of {', '.join(_ENCODINGS)}")
    return found


def _cut(op: Any, input: Any, attrs: dict[str, Any], name: str | None) -> list[Any]:
    """The parts of each string: vectors for a scalar, ragged tensors for others."""
    from runtime.structured.ragged import RaggedTensor  # ragged tensors are built on operations

    if isinstance(input, RaggedTensor):
        return [input.with_flat_values(part) for part in _cut(op, input.flat_values, attrs, name)]
    x = convert_to_tensor(input, dtypes.string)
    if x.shape.rank is None:
        raise ValueError("the rank of the strings must be known: set it with tf.ensure_shape")
    *columns, splits = apply(op, (x,), attrs, name)
    if x.shape.rank == 0:
        return columns
    found = [RaggedTensor.from_row_splits(values, splits) for values in columns]
    for depth in range(x.shape.rank - 1, 0, -1):
        size = shaping.sizes(x)[depth]
        rows = shaping.size(x, dtypes.int64) // int(np.prod([d or 1 for d in x.shape.as_list()[depth:]]))
        lengths = creation.fill(shaping.reshape(rows, [1]), shaping.cast(size, dtypes.int64))
        found = [RaggedTensor.from_row_lengths(part, lengths) for part in found]
    return found


def split(input: Any, sep: str | None = None, maxsplit: int = -1, name: str | None = None) -> Any:
    """The parts of each string between separators, or white space.

    Args:
        input: a string, or a tensor of strings.
        sep: the separator; None for any white space.
        maxsplit: how many separators count at most; -1 for all.
        name: of the node.

    Returns:
        A vector for a scalar, a ragged tensor for others.

    >>> split('a b  c').numpy()
    array([b'a', b'b', b'c'], dtype=object)
    >>> split(['a b', 'c'])
    <tf.RaggedTensor [[b'a', b'b'], [b'c']]>
    """
    return _cut(ops.SPLIT, input, {"separator": sep or "", "maxsplit": maxsplit}, name)[0]


def bytes_split(input: Any, name: str | None = None) -> Any:
    """The bytes of each string, as strings of one byte.

    >>> bytes_split('ab').numpy()
    array([b'a', b'b'], dtype=object)
    """
    return _cut(ops.BYTES, input, {}, name)[0]


def _attrs(encoding: str, errors_mode: str, replacement: int) -> dict[str, Any]:
    if errors_mode not in ("replace", "strict", "ignore"):
        raise ValueError(f"errors must be 'replace', 'strict' or 'ignore', not {errors_mode!r}")
    return {"encoding": _encoding(encoding), "errors_mode": errors_mode, "replacement": int(replacement)}


def unicode_decode(
    input: Any, input_encoding: str, errors: str = "replace", replacement_char: int = 65533,
    replace_control_characters: bool = False, name: str | None = None,
) -> Any:  # fmt: skip
    """The code points of each string.

    Args:
        input: a string, or a tensor of strings.
        input_encoding: `UTF-8`, `UTF-16-BE` or `UTF-32-BE`.
        errors: what is done with what cannot be decoded: `replace`, `strict` (an error) or `ignore`.
        replacement_char: what it is replaced with.
        replace_control_characters: accepted for compatibility.
        name: of the node.

    >>> unicode_decode('é!', 'UTF-8').numpy()
    array([233,  33], dtype=int32)
    """
    return unicode_decode_with_offsets(input, input_encoding, errors, replacement_char, name=name)[0]


def unicode_decode_with_offsets(
    input: Any, input_encoding: str, errors: str = "replace", replacement_char: int = 65533,
    replace_control_characters: bool = False, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """The code points of each string, and the bytes at which they begin; see `unicode_decode`."""
    points, offsets = _cut(ops.DECODE_WITH_OFFSETS, input, _attrs(input_encoding, errors, replacement_char), name)
    return points, offsets


def unicode_split(
    input: Any, input_encoding: str, errors: str = "replace", replacement_char: int = 65533, name: str | None = None
) -> Any:
    """The characters of each string, as strings; see `unicode_decode`."""
    return unicode_split_with_offsets(input, input_encoding, errors, replacement_char, name)[0]


def unicode_split_with_offsets(
    input: Any, input_encoding: str, errors: str = "replace", replacement_char: int = 65533, name: str | None = None
) -> tuple[Any, Any]:
    """The characters of each string, and the bytes at which they begin; see `unicode_decode`."""
    attrs = _attrs(input_encoding, errors, replacement_char)
    characters, offsets = _cut(ops.CHARACTERS_WITH_OFFSETS, input, attrs, name)
    return characters, offsets


def unicode_encode(
    input: Any, output_encoding: str, errors: str = "replace", replacement_char: int = 65533, name: str | None = None
) -> Any:
    """The strings with these code points: one for each row.

    >>> unicode_encode([72, 105], 'UTF-8').numpy()
    b'Hi'
    """
    from runtime.structured.ragged import RaggedTensor  # ragged tensors are built on operations

    attrs = {"encoding": _encoding(output_encoding)}
    if not isinstance(input, RaggedTensor):
        points = convert_to_tensor(input, dtypes.int32)
        sizes = shaping.shape(points, dtypes.int64)
        splits = creation.range(reduction.reduce_prod(sizes[:-1]) + 1) * sizes[-1]
        found = apply(ops.ENCODE_RAGGED, (shaping.reshape(points, [-1]), splits), attrs, name)
        return shaping.reshape(found, sizes[:-1])
    if isinstance(input.values, RaggedTensor):
        return input.with_values(unicode_encode(input.values, output_encoding))
    return apply(ops.ENCODE_RAGGED, (input.values, input.row_splits), attrs, name)


def unicode_transcode(
    input: Any, input_encoding: str, output_encoding: str, errors: str = "replace", replacement_char: int = 65533,
    replace_control_characters: bool = False, name: str | None = None,
) -> Any:  # fmt: skip
    """Strings in another encoding; see `unicode_decode`."""
    attrs = {
        "source": _encoding(input_encoding), "target": _encoding(output_encoding), "errors_mode": errors,
        "replacement": int(replacement_char),
    }  # fmt: skip
    return apply(ops.TRANSCODE, (convert_to_tensor(input, dtypes.string),), attrs, name)
