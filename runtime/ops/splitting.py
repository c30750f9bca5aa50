"""Operations that make several strings, or numbers, of each string, or one of several.

Of a scalar they make a vector; of a vector a ragged tensor, as the strings may have different numbers of parts.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.conversion import convert_to_tensor
from runtime.core import dtypes, errors
from runtime.core.shapes import TensorShape
from runtime.ops import shaping
from runtime.ops.declare import declare
from runtime.ops.dispatch import apply
from runtime.ops.rows import no_gradient

#: The encodings that TensorFlow has, by the names that Python has for them.
_ENCODINGS = {"UTF-8": "utf-8", "UTF-16-BE": "utf-16-be", "UTF-32-BE": "utf-32-be"}


def _encoding(name: str) -> str:
    found = _ENCODINGS.get(name.upper())
    if found is None:
        raise ValueError(f"the encoding {name!r} is not one of {', '.join(_ENCODINGS)}")
    return found


def _in_parts(cut: Callable[..., Any], *kinds: dtypes.DType) -> Callable[..., tuple[np.ndarray, ...]]:
    """The kernel of what cuts each string of a vector into parts: their values, and where each row begins."""

    def parts(x: np.ndarray, **attrs: Any) -> tuple[np.ndarray, ...]:
        rows = [cut(item, **attrs) for item in np.ravel(np.asarray(x, object))]
        splits = np.concatenate([[0], np.cumsum([len(row) for row in rows], dtype=np.int64)])
        columns = []
        for position, dtype in enumerate(kinds):
            values = np.empty(int(splits[-1]), dtype.dtype)
            values[:] = [part[position] if len(kinds) > 1 else part for row in rows for part in row]
            columns.append(values)
        return (*columns, splits.astype(np.int64))

    return parts


def _ragged(columns: int) -> Callable[..., list[TensorShape]]:
    """The shapes of the values of so many columns, and of where each row begins."""

    def shapes(x: Any, **attrs: Any) -> list[TensorShape]:
        size = x.shape.num_elements()
        return [TensorShape([None])] * columns + [TensorShape([None if size is None else size + 1])]

    return shapes


def _cut(op: Any, input: Any, attrs: dict[str, Any], name: str | None) -> list[Any]:
    """The parts of each string: vectors for a scalar, ragged tensors for others."""
    from runtime.ragged import RaggedTensor  # ragged tensors are built on operations

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
        found = [RaggedTensor.from_row_lengths(part, _repeated(size, rows)) for part in found]
    return found


def _repeated(size: Any, count: Any) -> Any:
    from runtime.ops import creation  # families refer to each other

    return creation.fill(shaping.reshape(count, [1]), shaping.cast(size, dtypes.int64))


def _between(item: bytes, separator: str, maxsplit: int) -> list[bytes]:
    return item.split(separator.encode() or None, maxsplit)


def _characters(item: bytes, encoding: str, errors_mode: str, replacement: int, offsets: bool) -> list[Any]:
    """The characters of a string; with the places where they begin, if `offsets`."""
    text = _decoded(item, encoding, errors_mode, replacement)
    if not offsets:
        return list(text)
    places = np.cumsum([0, *[len(c.encode(encoding, "replace")) for c in text]]).tolist()
    return list(zip(text, places, strict=False))


def _decoded(item: bytes, encoding: str, errors_mode: str, replacement: int) -> str:
    try:
        return item.decode(encoding)
    except UnicodeDecodeError:
        if errors_mode == "strict":
            raise errors.InvalidArgumentError(None, None, "Invalid formatting on input string") from None
        text = item.decode(encoding, "ignore" if errors_mode == "ignore" else "replace")
        return text.replace("\N{REPLACEMENT CHARACTER}", chr(replacement))


def _code_points(item: bytes, **attrs: Any) -> list[Any]:
    found = _characters(item, **attrs)
    return [(ord(c), place) for c, place in found] if attrs["offsets"] else [ord(c) for c in found]


def _character_strings(item: bytes, **attrs: Any) -> list[Any]:
    found = _characters(item, **attrs)
    encoding = attrs["encoding"]
    if attrs["offsets"]:
        return [(c.encode(encoding), place) for c, place in found]
    return [c.encode(encoding) for c in found]


_SPLIT = declare(
    "StringSplitV2",
    "input: string -> string, int64",
    _in_parts(_between, dtypes.string),
    shapes=_ragged(1),
    gradient=no_gradient,
)
_BYTES = declare(
    "StringBytes",
    "input: string -> string, int64",
    _in_parts(lambda item: [item[i : i + 1] for i in range(len(item))], dtypes.string),
    shapes=_ragged(1),
    gradient=no_gradient,
)
_DECODE = declare(
    "UnicodeDecode",
    "input: string -> int32, int64",
    _in_parts(_code_points, dtypes.int32),
    shapes=_ragged(1),
    gradient=no_gradient,
)
_DECODE_WITH_OFFSETS = declare(
    "UnicodeDecodeWithOffsets",
    "input: string -> int32, int64, int64",
    _in_parts(_code_points, dtypes.int32, dtypes.int64),
    shapes=_ragged(2),
    gradient=no_gradient,
)
_CHARACTERS = declare(
    "UnicodeSplit",
    "input: string -> string, int64",
    _in_parts(_character_strings, dtypes.string),
    shapes=_ragged(1),
    gradient=no_gradient,
)
_CHARACTERS_WITH_OFFSETS = declare(
    "UnicodeSplitWithOffsets",
    "input: string -> string, int64, int64",
    _in_parts(_character_strings, dtypes.string, dtypes.int64),
    shapes=_ragged(2),
    gradient=no_gradient,
)


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
    return _cut(_SPLIT, input, {"separator": sep or "", "maxsplit": maxsplit}, name)[0]


def bytes_split(input: Any, name: str | None = None) -> Any:
    """The bytes of each string, as strings of one byte.

    >>> bytes_split('ab').numpy()
    array([b'a', b'b'], dtype=object)
    """
    return _cut(_BYTES, input, {}, name)[0]


def _attrs(encoding: str, errors_mode: str, replacement: int, offsets: bool) -> dict[str, Any]:
    if errors_mode not in ("replace", "strict", "ignore"):
        raise ValueError(f"errors must be 'replace', 'strict' or 'ignore', not {errors_mode!r}")
    return {
        "encoding": _encoding(encoding),
        "errors_mode": errors_mode,
        "replacement": int(replacement),
        "offsets": offsets,
    }


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
    return _cut(_DECODE, input, _attrs(input_encoding, errors, replacement_char, False), name)[0]


def unicode_decode_with_offsets(
    input: Any, input_encoding: str, errors: str = "replace", replacement_char: int = 65533,
    replace_control_characters: bool = False, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """The code points of each string, and the bytes at which they begin; see `unicode_decode`."""
    attrs = _attrs(input_encoding, errors, replacement_char, True)
    points, offsets = _cut(_DECODE_WITH_OFFSETS, input, attrs, name)
    return points, offsets


def unicode_split(
    input: Any, input_encoding: str, errors: str = "replace", replacement_char: int = 65533, name: str | None = None
) -> Any:
    """The characters of each string, as strings; see `unicode_decode`."""
    return _cut(_CHARACTERS, input, _attrs(input_encoding, errors, replacement_char, False), name)[0]


def unicode_split_with_offsets(
    input: Any, input_encoding: str, errors: str = "replace", replacement_char: int = 65533, name: str | None = None
) -> tuple[Any, Any]:
    """The characters of each string, and the bytes at which they begin; see `unicode_decode`."""
    attrs = _attrs(input_encoding, errors, replacement_char, True)
    characters, offsets = _cut(_CHARACTERS_WITH_OFFSETS, input, attrs, name)
    return characters, offsets


def _encode_rows(x: np.ndarray, encoding: str) -> np.ndarray:
    rows = np.empty(x.shape[:-1], object)
    for index in np.ndindex(*rows.shape):
        rows[index] = "".join(map(chr, x[index])).encode(encoding)
    return rows


_ENCODE = declare(
    "UnicodeEncodeRows", "input: int32 -> string", _encode_rows, gradient=no_gradient,
    shapes=lambda x, encoding: x.shape[:-1],
)  # fmt: skip


def unicode_encode(
    input: Any, output_encoding: str, errors: str = "replace", replacement_char: int = 65533, name: str | None = None
) -> Any:
    """The strings with these code points: one for each row.

    >>> unicode_encode([72, 105], 'UTF-8').numpy()
    b'Hi'
    """
    from runtime.ragged import RaggedTensor  # ragged tensors are built on operations

    attrs = {"encoding": _encoding(output_encoding)}
    if not isinstance(input, RaggedTensor):
        return apply(_ENCODE, (convert_to_tensor(input, dtypes.int32),), attrs, name)
    if isinstance(input.values, RaggedTensor):
        return input.with_values(unicode_encode(input.values, output_encoding))
    return apply(_ENCODE_RAGGED, (input.values, input.row_splits), attrs, name)


def _encode_ragged(x: np.ndarray, splits: np.ndarray, encoding: str) -> np.ndarray:
    rows = np.empty(len(splits) - 1, object)
    rows[:] = ["".join(map(chr, x[a:b])).encode(encoding) for a, b in itertools.pairwise(splits)]
    return rows


_ENCODE_RAGGED = declare(
    "UnicodeEncode", "values: int32, splits: int64 -> string", _encode_ragged, gradient=no_gradient,
    shapes=lambda x, splits, encoding: TensorShape([None if splits.shape[0] is None else splits.shape[0] - 1]),
)  # fmt: skip


def _transcode(x: np.ndarray, source: str, target: str, errors_mode: str, replacement: int) -> np.ndarray:
    result = np.empty(np.shape(x), object)
    result.reshape(-1)[:] = [
        _decoded(s, source, errors_mode, replacement).encode(target) for s in np.ravel(np.asarray(x, object))
    ]
    return result


_TRANSCODE = declare(
    "UnicodeTranscode", "input: string -> string", _transcode, gradient=no_gradient, shapes=lambda x, **attrs: x.shape
)


def unicode_transcode(
    input: Any, input_encoding: str, output_encoding: str, errors: str = "replace", replacement_char: int = 65533,
    replace_control_characters: bool = False, name: str | None = None,
) -> Any:  # fmt: skip
    """Strings in another encoding; see `unicode_decode`."""
    attrs = {
        "source": _encoding(input_encoding), "target": _encoding(output_encoding), "errors_mode": errors,
        "replacement": int(replacement_char),
    }  # fmt: skip
    return apply(_TRANSCODE, (convert_to_tensor(input, dtypes.string),), attrs, name)


def ngrams(
    data: Any, ngram_width: Any, separator: str = " ", pad_values: Any = None, padding_width: int | None = None,
    preserve_short_sequences: bool = False, name: str | None = None,
) -> Any:  # fmt: skip
    """The runs of `ngram_width` neighbours of a vector of strings, joined.

    Args:
        data: a vector of strings.
        ngram_width: how many neighbours, or several such numbers.
        separator: between them.
        pad_values, padding_width, preserve_short_sequences: not covered.
        name: of the node.

    >>> ngrams(['a', 'b', 'c'], 2).numpy()
    array([b'a b', b'b c'], dtype=object)
    """
    if pad_values is not None or padding_width is not None or preserve_short_sequences:
        raise NotImplementedError("tf.strings.ngrams with padding is not covered: pad the strings with tf.concat")
    x = convert_to_tensor(data, dtypes.string)
    if x.shape.rank != 1:
        raise NotImplementedError("tf.strings.ngrams is covered for vectors only: map it over the rows")
    widths = tuple(int(w) for w in np.ravel(ngram_width))
    return apply(_NGRAMS, (x,), {"widths": widths, "separator": separator}, name)


def _ngrams(x: np.ndarray, widths: tuple[int, ...], separator: str) -> np.ndarray:
    items = x.tolist()
    found = [separator.encode().join(items[i : i + w]) for w in widths for i in range(len(items) - w + 1)]
    result = np.empty(len(found), object)
    result[:] = found
    return result


_NGRAMS = declare(
    "StringNGrams", "data: string -> string", _ngrams, gradient=no_gradient,
    shapes=lambda x, **attrs: TensorShape([None]),
)  # fmt: skip
