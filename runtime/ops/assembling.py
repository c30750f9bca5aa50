"""Operations that put tensors together, take them apart, repeat and pad them."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.conversion import convert_to_tensor
from runtime.core import dtypes, errors, shapes
from runtime.core.dtypes import DType
from runtime.core.shapes import TensorShape, dimension_text
from runtime.ops import creation, indexing, reduction, shaping
from runtime.ops.declare import declare
from runtime.ops.dispatch import NO_ATTRS, apply
from runtime.ops.inference import normal_axis, same
from runtime.ops.rows import elementwise_types, no_gradient, unbroadcast
from runtime.static_value import constant_int, constant_shape, constant_value
from runtime.tensor import Tensor, WeakTensor, is_tensor

INDEX = (dtypes.int32, dtypes.int64)


def _cannot(text: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, text)


def _list_of_tensors(values: Any, dtype: DType | None = None) -> list[Any]:
    """Values as tensors of one dtype: that of the first tensor among them, for those that are Python's."""
    if isinstance(values, Tensor):
        return unstack(values)
    values = list(values)
    if dtype is None:
        dtype = next((x.dtype for x in values if is_tensor(x) and type(x) is not WeakTensor), None)
    if dtype is None:
        return [convert_to_tensor(x) for x in _widened(values)]
    return [
        convert_to_tensor(x, dtype_hint=dtype) if isinstance(x, Tensor) else convert_to_tensor(x, dtype) for x in values
    ]


def _widened(values: list[Any]) -> list[Any]:
    """Python values converted together, so that `[1, 2.5]` becomes two floats."""
    # An empty list has no dtype of its own.
    empty = [isinstance(x, (list, tuple)) and not x for x in values]
    kind = next((convert_to_tensor(x).dtype for x, none in zip(values, empty, strict=True) if not none), None)
    converted = [convert_to_tensor(x, dtype_hint=kind if none else None) for x, none in zip(values, empty, strict=True)]
    kinds = {x.dtype for x in converted}
    if len(kinds) > 1 and kinds <= {dtypes.int32, dtypes.float32}:
        return [convert_to_tensor(x, dtypes.float32) for x in values]
    return converted


# -- along an axis that is there -------------------------------------------------------------------------------------


def concat(values: Any, axis: Any, name: str | None = "concat") -> Any:
    """Tensors joined along a dimension they have.

    Args:
        values: a list of tensors of one dtype and rank, of the same sizes except along `axis`.
        axis: the dimension.
        name: of the node.

    Raises:
        InvalidArgumentError: if the shapes do not fit together.

    >>> concat([[[1, 2]], [[3, 4]]], axis=0).numpy()
    array([[1, 2],
           [3, 4]], dtype=int32)
    """
    if hasattr(values, "staged_concat"):
        return values.staged_concat(axis)
    if not isinstance(values, (list, tuple)):
        values = [values]
    if elementwise_types and any(type(x) in elementwise_types for x in values):
        from runtime import ragged  # it is loaded already

        return ragged.concat(values, int(axis))
    tensors = _list_of_tensors(values)
    if len(tensors) == 1:
        return shaping.identity(tensors[0], name)
    axis = convert_to_tensor(axis, dtype_hint=dtypes.int32, name="axis")
    return apply(_CONCAT, (*tensors, axis), NO_ATTRS, name)


def _concat(*operands: np.ndarray) -> np.ndarray:
    *values, axis = operands
    first = values[0]
    for i, other in enumerate(values):
        if other.ndim != first.ndim:
            raise _cannot(
                "ConcatOp : Ranks of all input tensors should match: "
                f"shape[0] = {dimension_text(first.shape)} vs. shape[{i}] = {dimension_text(other.shape)}"
            )
    position = int(axis.item())
    if not -first.ndim <= position < first.ndim:
        raise _cannot(
            f"ConcatOp : Expected concatenating dimensions in the range [{-first.ndim}, {first.ndim}), "
            f"but got {position}"
        )
    for i, other in enumerate(values):
        for d, (a, b) in enumerate(zip(first.shape, other.shape, strict=True)):
            if a != b and d != position % first.ndim:
                raise _cannot(
                    f"ConcatOp : Dimension {d} in both shapes must be equal: "
                    f"shape[0] = {dimension_text(first.shape)} vs. shape[{i}] = {dimension_text(other.shape)}"
                )
    return np.concatenate(values, position)


def _concat_shape(*operands: Any) -> TensorShape:
    *values, axis = operands
    position = constant_int(axis)
    known = next((x.shape.rank for x in values if x.shape.rank is not None), None)
    if known is None:
        return shapes.UNKNOWN
    for x in values:
        if x.shape.rank not in (None, known):
            raise ValueError(f"Shape must be rank {known} but is rank {x.shape.rank}")
    if position is None:
        return shapes.unknown_shape(known)
    position = normal_axis(
        position, known, "ConcatOp : Expected concatenating dimensions in the range [-{rank}, {rank}), but got {axis}"
    )
    rest = shapes.unknown_shape(known)
    total: int | None = 0
    for x in values:
        dims = x.shape.as_list() if x.shape.rank is not None else [None] * known
        along, dims[position] = dims[position], None
        try:
            rest = rest.merge_with(dims)
        except ValueError:
            wrong = next(i for i, (a, b) in enumerate(zip(rest, dims, strict=True)) if None not in (a, b) and a != b)
            raise ValueError(
                f"Dimension {wrong} in both shapes must be equal, but are {rest[wrong]} and {dims[wrong]}. "
                f"Shapes are {dimension_text(rest.as_list())} and {dimension_text(dims)}."
            ) from None
        total = None if total is None or along is None else total + along
    dims = rest.as_list()
    dims[position] = total
    return TensorShape(dims)


def _concat_gradient(node: Any, g: Any) -> list[Any]:
    *values, axis = node.inputs
    sizes = stack([shaping.shape(x)[axis] for x in values])
    return [*split(g, sizes, axis, num=len(values)), None]


_CONCAT = declare(
    "ConcatV2", "values: N * T, axis: Tidx -> T", _concat, shapes=_concat_shape, gradient=_concat_gradient, Tidx=INDEX
)


def split(value: Any, num_or_size_splits: Any, axis: Any = 0, num: int | None = None, name: str = "split") -> list[Any]:
    """`value` cut along a dimension.

    Args:
        value: a tensor.
        num_or_size_splits: the number of equal parts, or the size of each part (one may be -1).
        axis: the dimension.
        num: how many parts there are, where that does not follow from the shape of `num_or_size_splits`.
        name: of the node.

    Returns:
        A list of tensors.

    Raises:
        InvalidArgumentError: if the sizes do not add up.

    >>> [part.numpy().tolist() for part in split([1, 2, 3, 4], 2)]
    [[1, 2], [3, 4]]
    """
    value = convert_to_tensor(value)
    axis = convert_to_tensor(axis, dtype_hint=dtypes.int32)
    if isinstance(num_or_size_splits, (int, np.integer)):
        return apply(_SPLIT, (axis, value), {"num_split": int(num_or_size_splits)}, name)
    sizes = convert_to_tensor(num_or_size_splits, dtype_hint=dtypes.int32)
    if sizes.shape.rank == 0:
        raise ValueError(
            "Rank-0 tensors are not supported as the num_or_size_splits argument to split. "
            f"Argument provided: {num_or_size_splits}"
        )
    count = num if num is not None else sizes.shape[0]
    if count is None:
        raise ValueError(f"Cannot infer argument `num` from shape {sizes.shape}")
    return apply(_SPLIT_V, (value, sizes, axis), {"num_split": count}, name)


def _split(axis: np.ndarray, value: np.ndarray, num_split: int) -> list[np.ndarray]:
    position = _checked_axis(axis, value, "split")
    if value.shape[position] % num_split:
        raise _cannot(
            "Number of ways to split should evenly divide the split dimension, but got split_dim "
            f"{position} (size = {value.shape[position]}) and num_split {num_split}"
        )
    return _parts(value, [value.shape[position] // num_split] * num_split, position)


def _split_v(value: np.ndarray, sizes: np.ndarray, axis: np.ndarray, num_split: int) -> list[np.ndarray]:
    position = _checked_axis(axis, value, "split")
    parts = sizes.tolist()
    total = value.shape[position]
    if parts.count(-1) == 1:
        parts[parts.index(-1)] = total - (sum(parts) + 1)
    if sum(parts) != total or min(parts, default=0) < 0:
        raise _cannot(
            "Determined shape must either match input shape along split_dim exactly if fully specified, or be less "
            f"than the size of the input along split_dim if not fully specified.  Got: {sum(parts)}"
        )
    return _parts(value, parts, position)


def _parts(value: np.ndarray, sizes: list[int], position: int) -> list[np.ndarray]:
    """Views of consecutive parts along an axis; what `np.split` makes takes several times as long."""
    before, start, views = (slice(None),) * position, 0, []
    for size in sizes:
        views.append(value[(*before, slice(start, start + size))])
        start += size
    return views


def _checked_axis(axis: np.ndarray, value: np.ndarray, what: str) -> int:
    position = int(axis.item())
    if not -value.ndim <= position < value.ndim:
        raise _cannot(f"-input rank(-{value.ndim}) <= {what}_dim < input rank ({value.ndim}), but got {position}")
    return position % value.ndim


def _split_shape(axis: Any, value: Any, num_split: int) -> list[TensorShape]:
    position, dims = constant_int(axis), value.shape
    if dims.rank is None or position is None:
        return [shapes.unknown_shape(dims.rank)] * num_split
    position = normal_axis(position, dims.rank)
    along = dims[position]
    if along is not None and along % num_split:
        raise ValueError(f"Dimension size must be evenly divisible by {num_split} but is {along}")
    part = dims.as_list()
    part[position] = None if along is None else along // num_split
    return [TensorShape(part)] * num_split


def _split_v_shape(value: Any, sizes: Any, axis: Any, num_split: int) -> list[TensorShape]:
    position, parts, dims = constant_int(axis), constant_value(sizes), value.shape
    if dims.rank is None or position is None:
        return [shapes.unknown_shape(dims.rank)] * num_split
    position = normal_axis(position, dims.rank)
    found = [None if parts is None or parts[i] < 0 else int(parts[i]) for i in range(num_split)]
    if found.count(None) == 1 and dims[position] is not None:
        found[found.index(None)] = dims[position] - sum(x for x in found if x is not None)
    head, tail = dims.as_list()[:position], dims.as_list()[position + 1 :]
    return [TensorShape([*head, along, *tail]) for along in found]


_SPLIT = declare(
    "Split", "split_dim: int32|int64, value: T -> N * T", _split,
    shapes=_split_shape, outputs=lambda attrs: attrs["num_split"],
    gradient=lambda node, *g: [None, concat(_present(node, g), node.inputs[0])],
)  # fmt: skip
_SPLIT_V = declare(
    "SplitV", "value: T, size_splits: Tlen, split_dim: int32|int64 -> N * T", _split_v, shapes=_split_v_shape,
    Tlen=INDEX, outputs=lambda attrs: attrs["num_split"],
    gradient=lambda node, *g: [concat(_present(node, g), node.inputs[2]), None, None],
)  # fmt: skip


def _present(node: Any, cotangents: Any) -> list[Any]:
    """Cotangents of all outputs, with zeros for those that nothing depends on."""
    return [shaping.zeros_like(y) if g is None else g for y, g in zip(node.outputs, cotangents, strict=True)]


# -- along a new axis ------------------------------------------------------------------------------------------------


def stack(values: Any, axis: int = 0, name: str | None = "stack") -> Any:
    """Tensors of one shape joined along a new dimension.

    Args:
        values: a list of tensors of one shape and dtype.
        axis: where the new dimension is.
        name: of the node.

    Raises:
        InvalidArgumentError: if the shapes differ.

    >>> stack([[1, 2], [3, 4]], axis=1).numpy()
    array([[1, 3],
           [2, 4]], dtype=int32)
    """
    if hasattr(values, "staged_stack"):
        return values.staged_stack(axis)
    tensors = _list_of_tensors(values)
    if not tensors:
        return creation.zeros([0], dtypes.float32)
    rank = tensors[0].shape.rank
    if rank is not None and not -rank - 1 <= axis <= rank:
        raise ValueError(f"Argument `axis` = {axis} not in range [{-rank - 1}, {rank + 1})")
    return apply(_PACK, tensors, {"axis": int(axis)}, name)


def pack(values: Any, dtype: DType | None, name: str | None = None) -> Any:
    """A nested list with tensors among its leaves as one tensor: what `convert_to_tensor` does with it."""
    dtype = dtype or _first_dtype(values)
    tensors = [
        pack(x, dtype) if isinstance(x, (list, tuple)) and any(map(_has_tensor, x))
        else shaping.cast(x, dtype) if isinstance(x, Tensor) and dtype is not None and x.dtype is not dtype
        else convert_to_tensor(x, dtype)
        for x in values
    ]  # fmt: skip
    return apply(_PACK, tensors, {"axis": 0}, name or "packed")


def _has_tensor(value: Any) -> bool:
    return is_tensor(value) or (isinstance(value, (list, tuple)) and any(map(_has_tensor, value)))


def _dtype_of(x: Any) -> DType:
    """The dtype of a tensor, or of what can be made one."""
    return getattr(x, "dtype", None) or convert_to_tensor(x).dtype


def _first_dtype(values: Any) -> DType | None:
    for x in values:
        if type(x) is WeakTensor:
            continue
        found = _dtype_of(x) if is_tensor(x) else _first_dtype(x) if isinstance(x, (list, tuple)) else None
        if found is not None:
            return found
    return None


def _pack(*values: np.ndarray, axis: int) -> np.ndarray:
    first = values[0]
    for i, other in enumerate(values):
        if other.shape != first.shape:
            raise _cannot(
                "Shapes of all inputs must match: "
                f"values[0].shape = {dimension_text(first.shape)} != values[{i}].shape = {dimension_text(other.shape)}"
            )
    if not -first.ndim - 1 <= axis <= first.ndim:
        raise _cannot(f"axis = {axis} not in [{-first.ndim - 1}, {first.ndim + 1})")
    return np.stack(values, axis)


def _pack_shape(*values: Any, axis: int) -> TensorShape:
    shape = values[0].shape
    for x in values[1:]:
        if shape.rank is not None and x.shape.rank not in (None, shape.rank):
            raise ValueError(f"Shapes must be equal rank, but are {shape.rank} and {x.shape.rank}")
        if not shape.is_compatible_with(x.shape):
            a, b = shape.as_list(), x.shape.as_list()
            i = next(i for i in range(len(a)) if None not in (a[i], b[i]) and a[i] != b[i])
            raise ValueError(
                f"Dimension {i} in both shapes must be equal, but are {a[i]} and {b[i]}. "
                f"Shapes are {dimension_text(a)} and {dimension_text(b)}."
            )
        shape = shape.merge_with(x.shape)
    if shape.rank is None:
        return shapes.UNKNOWN
    position = normal_axis(axis, shape.rank + 1, "axis = {axis} not in [-{rank}, {rank})")
    dims = shape.as_list()
    return TensorShape([*dims[:position], len(values), *dims[position:]])


_PACK = declare(
    "Pack", "values: N * T -> T", _pack, shapes=_pack_shape,
    gradient=lambda node, g: unstack(g, num=len(node.inputs), axis=node.attrs["axis"]),
)  # fmt: skip


def unstack(value: Any, num: int | None = None, axis: int = 0, name: str | None = "unstack") -> list[Any]:
    """The slices of `value` along a dimension, as a list.

    Args:
        value: a tensor.
        num: the size of the dimension, where it is not known statically.
        axis: the dimension.
        name: of the node.

    Raises:
        ValueError: if the size is neither known nor given.

    >>> [x.numpy() for x in unstack([1, 2])]
    [np.int32(1), np.int32(2)]
    """
    value = convert_to_tensor(value)
    if num is None:
        if value.shape.rank is None:
            raise ValueError(f"Cannot infer argument `num` from shape {value.shape}")
        position = normal_axis(axis, value.shape.rank, "Argument `axis` = {axis} not in range [-{rank}, {rank})")
        num = value.shape[position] if value.shape.rank else None
        if num is None:
            raise ValueError(f"Cannot infer argument `num` from shape {value.shape}")
    return apply(_UNPACK, (value,), {"num": int(num), "axis": int(axis)}, name)


def _unpack(value: np.ndarray, num: int, axis: int) -> list[np.ndarray]:
    if value.shape[axis] != num:
        raise _cannot(f"Input shape axis {axis} must equal {num}, got shape {dimension_text(value.shape)}")
    moved = np.moveaxis(value, axis, 0)
    return [moved[i, ...] for i in range(num)]


def _unpack_shape(value: Any, num: int, axis: int) -> list[TensorShape]:
    if value.shape.rank is None:
        return [shapes.UNKNOWN] * num
    position = normal_axis(axis, value.shape.rank)
    dims = value.shape.as_list()
    if dims[position] not in (None, num):
        raise ValueError(f"Dimension must be {num} but is {dims[position]}")
    return [TensorShape(dims[:position] + dims[position + 1 :])] * num


_UNPACK = declare(
    "Unpack", "value: T -> N * T", _unpack, shapes=_unpack_shape, outputs=lambda attrs: attrs["num"],
    gradient=lambda node, *g: [stack(_present(node, g), axis=node.attrs["axis"])],
)  # fmt: skip


# -- repeating -------------------------------------------------------------------------------------------


def tile(input: Any, multiples: Any, name: str | None = None) -> Any:
    """`input` repeated `multiples[i]` times along each dimension `i`.

    >>> tile([1, 2], [2]).numpy()
    array([1, 2, 1, 2], dtype=int32)
    """
    times = convert_to_tensor(multiples) if isinstance(multiples, int) else shaping.shape_tensor(multiples)
    if times.shape.rank not in (1, None):
        raise _cannot(f"Expected multiples to be 1-D, but got shape {times.shape} [Op:Tile]")
    return apply(_TILE, (convert_to_tensor(input), times), NO_ATTRS, name)


def _tile(x: np.ndarray, multiples: np.ndarray) -> np.ndarray:
    if multiples.size != x.ndim or multiples.ndim != 1:
        raise _cannot(f"Expected multiples argument to be a vector of length {x.ndim} but got length {multiples.size}")
    return np.tile(x, tuple(multiples.tolist()))


def _tile_shape(x: Any, multiples: Any) -> TensorShape:
    times = constant_shape(multiples)
    if x.shape.rank is None or times.rank is None:
        return shapes.unknown_shape(x.shape.rank if x.shape.rank is not None else times.rank)
    if times.rank != x.shape.rank:
        raise ValueError(f"Shape must be rank {times.rank} but is rank {x.shape.rank}")
    return TensorShape([None if a is None or b is None else a * b for a, b in zip(x.shape, times, strict=True)])


def _tile_gradient(node: Any, g: Any) -> list[Any]:
    x, multiples = node.inputs
    sizes = shaping.shape(x)
    # Each dimension becomes a pair (times, size), and the copies are summed.
    pairs = shaping.reshape(stack([shaping.cast(multiples, dtypes.int32), sizes], axis=1), [-1])
    rank = x.shape.rank
    axes = list(range(0, 2 * rank, 2)) if rank is not None else shaping._range(shaping.rank(x)) * 2
    return [shaping.reshape(reduction.reduce_sum(shaping.reshape(g, pairs), axes), sizes), None]


_TILE = declare(
    "Tile", "input: T, multiples: Tmultiples -> T", _tile, shapes=_tile_shape, gradient=_tile_gradient, Tmultiples=INDEX
)


def repeat(input: Any, repeats: Any, axis: int | None = None, name: str | None = None) -> Any:
    """`input` with each element repeated `repeats` times along `axis`, or of its flat form by default.

    >>> repeat([3, 4], [1, 2]).numpy()
    array([3, 4, 4], dtype=int32)
    """
    x = convert_to_tensor(input)
    if axis is None:
        x, axis = shaping.reshape(x, [-1]), 0
    counts = convert_to_tensor(repeats, dtype_hint=dtypes.int32)
    axis = axis if axis >= 0 else axis + x.ndim
    along, given = x.shape[axis], counts.shape.num_elements()
    if counts.shape.rank == 1 and given not in (None, 1, along) and along is not None:
        raise ValueError(f"Dimensions {along} and {given} are not compatible")
    index = apply(_REPEATED, (counts, shaping.shape(x)[axis]), NO_ATTRS, name)
    return indexing.gather(x, index, axis=axis)


def _repeated_index(counts: np.ndarray, size: np.ndarray) -> np.ndarray:
    return np.repeat(np.arange(int(size)), counts if counts.ndim and counts.size != 1 else int(counts.item())).astype(
        np.int32
    )


_REPEATED = declare(
    "RepeatedIndex", "counts: T, size: int32 -> int32", _repeated_index, shapes=lambda c, s: TensorShape([None]),
    gradient=no_gradient, T=INDEX,
)  # fmt: skip


def reverse(tensor: Any, axis: Any, name: str | None = None) -> Any:
    """`tensor` with the order of elements reversed along the dimensions `axis`.

    >>> reverse([1, 2, 3], [0]).numpy()
    array([3, 2, 1], dtype=int32)
    """
    return apply(_REVERSE, (convert_to_tensor(tensor), shaping.shape_tensor(axis)), NO_ATTRS, name)


def _reverse(x: np.ndarray, axis: np.ndarray) -> np.ndarray:
    if axis.ndim != 1:
        raise _cannot(f"'dims' must be 1-dimension, not {axis.ndim}")
    if not x.ndim:
        return x
    for a in axis.tolist():
        if not -x.ndim <= a < x.ndim:
            raise _cannot(f"'axis'[0] = {a} is out of valid range [{0}, {x.ndim - 1}]")
    if len({a % x.ndim for a in axis.tolist()}) != axis.size:
        raise _cannot("axis specified more than once.")
    return np.flip(x, tuple(axis.tolist()))


_REVERSE = declare(
    "ReverseV2", "tensor: T, axis: Tidx -> T", _reverse, shapes=same,
    Tidx=INDEX, gradient=lambda node, g: [reverse(g, node.inputs[1]), None],
)  # fmt: skip


def roll(input: Any, shift: Any, axis: Any, name: str | None = None) -> Any:
    """`input` with its elements moved by `shift` places along `axis`, around the end.

    >>> roll([1, 2, 3], 1, 0).numpy()
    array([3, 1, 2], dtype=int32)
    """
    return apply(_ROLL, (convert_to_tensor(input), convert_to_tensor(shift), convert_to_tensor(axis)), NO_ATTRS, name)


_ROLL = declare(
    "Roll", "input: T, shift: Tshift, axis: Taxis -> T", lambda x, s, a: np.roll(x, s.tolist(), a.tolist()),
    shapes=same, Tshift=INDEX, Taxis=INDEX,
    gradient=lambda node, g: [roll(g, -node.inputs[1], node.inputs[2]), None, None],
)  # fmt: skip


def broadcast_to(input: Any, shape: Any, name: str | None = None) -> Any:
    """`input` broadcast to `shape`.

    >>> broadcast_to([1, 2], [2, 2]).numpy().tolist()
    [[1, 2], [1, 2]]
    """
    return apply(_BROADCAST_TO, (convert_to_tensor(input), shaping.shape_tensor(shape)), NO_ATTRS, name)


def _broadcast_to(x: np.ndarray, shape: np.ndarray) -> np.ndarray:
    try:
        return np.broadcast_to(x, tuple(shape.tolist()))
    except ValueError:
        raise _cannot(f"Incompatible shapes: {dimension_text(x.shape)} vs. {dimension_text(shape.tolist())}") from None


def _broadcast_to_shape(x: Any, shape: Any) -> TensorShape:
    wanted = constant_shape(shape)
    if None not in (wanted.rank, x.shape.rank):
        shapes.broadcast_shapes(x.shape, wanted)
    return wanted


def _broadcast_to_gradient(node: Any, g: Any) -> list[Any]:
    return [unbroadcast(node.inputs[0], node.outputs[0], g, None)[0], None]


_BROADCAST_TO = declare(
    "BroadcastTo", "input: T, shape: Tidx -> T", _broadcast_to, shapes=_broadcast_to_shape,
    gradient=_broadcast_to_gradient, Tidx=INDEX,
)  # fmt: skip


def broadcast_dynamic_shape(shape_x: Any, shape_y: Any) -> Any:
    """The shape, as a tensor, that tensors of these shapes broadcast to."""
    x, y = convert_to_tensor(shape_x), convert_to_tensor(shape_y)
    return apply(_BROADCAST_ARGS, (x, y))


_BROADCAST_ARGS = declare(
    "BroadcastArgs", "s0: T, s1: T -> T",
    lambda a, b: np.array(np.broadcast_shapes(tuple(a.tolist()), tuple(b.tolist())), a.dtype),
    shapes=lambda a, b: TensorShape([None]), T=INDEX,
)  # fmt: skip


def meshgrid(*args: Any, indexing: str = "xy", name: str | None = None) -> list[Any]:
    """The coordinates of a grid, one tensor per dimension.

    Args:
        *args: the coordinates along each dimension.
        indexing: `xy`, in which the first two dimensions are swapped, or `ij`.
        name: of the nodes.
    """
    if indexing not in ("xy", "ij"):
        raise ValueError(f"Argument `indexing` parameter must be either 'xy' or 'ij', got '{indexing}'")
    vectors = [shaping.reshape(convert_to_tensor(x), [-1]) for x in args]
    if indexing == "xy" and len(vectors) > 1:
        vectors[0], vectors[1] = vectors[1], vectors[0]
    sizes = [shaping.size(v) for v in vectors]
    result = [
        broadcast_to(shaping.reshape(v, [-1 if i == j else 1 for j in range(len(vectors))]), stack(sizes))
        for i, v in enumerate(vectors)
    ]
    if indexing == "xy" and len(result) > 1:
        result[0], result[1] = result[1], result[0]
    return result
