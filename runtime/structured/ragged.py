"""`tf.ragged` and `RaggedTensor`: rows of different lengths, as one tensor of their values and where each row begins.

What works element by element (arithmetic, functions of one tensor, casts, functions of strings), reductions, indexing
and conversion are covered; other operations take `to_tensor()`, or `values`.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from autograph.staging import Composite, register_composite
from runtime.core import dtypes
from runtime.core.coverage import not_covered
from runtime.core.dtypes import DType
from runtime.core.shapes import TensorShape
from runtime.ir.values import SymbolicTensor, is_tensor
from runtime.library import (
    assembling,
    checking,
    creation,
    elementwise,
    indexing,
    logic,
    neural,
    point_wise,
    reduction,
    scattering,
    shaping,
)
from runtime.library.iteration import Iteration, StagedIterable
from runtime.tensor.conversion import convert_to_tensor

__all__ = ["RaggedTensor", "boolean_mask", "constant", "map_flat_values", "range", "stack"]


class _Rows(Iteration):
    """An iteration over the rows of a ragged tensor."""

    def __init__(self, ragged: RaggedTensor):
        self._ragged = ragged

    def element(self, operands: Any) -> Any:
        return self._ragged._row(operands[0])

    def count(self) -> Any:
        return self._ragged.nrows(dtypes.int32)


class RaggedTensor(StagedIterable):
    """A tensor with rows of different lengths.

    Args:
        values: of all rows, one after the other: a tensor or a ragged tensor.
        row_splits: where each row begins, and where the last one ends: integers.

    >>> RaggedTensor.from_row_splits([1, 2, 3], [0, 2, 3])
    <tf.RaggedTensor [[1, 2], [3]]>
    """

    __array_priority__ = 100

    def __init__(self, values: Any, row_splits: Any):
        self._values = values if isinstance(values, RaggedTensor) else convert_to_tensor(values)
        self._row_splits = _int64(row_splits)

    # -- making one --------------------------------------------------------------------------------------------------

    @classmethod
    def from_row_splits(cls, values: Any, row_splits: Any, name: str | None = None, validate: bool = True) -> Any:
        """From values, and where each row begins."""
        return cls(values, row_splits)

    @classmethod
    def from_row_lengths(cls, values: Any, row_lengths: Any, name: str | None = None, validate: bool = True) -> Any:
        """From values, and how many each row has."""
        return cls(values, _splits(_int64(row_lengths)))

    @classmethod
    def from_value_rowids(
        cls, values: Any, value_rowids: Any, nrows: Any = None, name: str | None = None, validate: bool = True
    ) -> Any:
        """From values, and the row that each belongs to, in ascending order."""
        ids = _int64(value_rowids)
        count = reduction.reduce_max(assembling.concat([[-1], ids], 0)) + 1 if nrows is None else _int64(nrows)
        return cls(values, _splits(reduction.unsorted_segment_sum(shaping.ones_like(ids), ids, count)))

    @classmethod
    def from_row_starts(cls, values: Any, row_starts: Any, name: str | None = None, validate: bool = True) -> Any:
        """From values, and where each row begins; the last one goes to the end."""
        total = shaping.shape(convert_to_tensor(values), dtypes.int64)[:1]
        return cls(values, assembling.concat([_int64(row_starts), total], 0))

    @classmethod
    def from_nested_row_splits(cls, flat_values: Any, nested_row_splits: Sequence[Any], **options: Any) -> Any:
        """From values, and where the rows of each dimension begin, outermost first."""
        result = flat_values
        for splits in reversed(nested_row_splits):
            result = cls(result, splits)
        return result

    @classmethod
    def from_tensor(
        cls, tensor: Any, lengths: Any = None, padding: Any = None, ragged_rank: int = 1, name: str | None = None
    ) -> Any:
        """From a matrix, of whose rows `lengths` elements count, or all but trailing ones that equal `padding`."""
        x = convert_to_tensor(tensor)
        if ragged_rank != 1:
            raise NotImplementedError("RaggedTensor.from_tensor with ragged_rank other than 1 is not covered")
        rows, columns = shaping.shape(x, dtypes.int64)[0], shaping.shape(x, dtypes.int64)[1]
        places = creation.range(columns)
        if padding is not None:
            counts = logic.where(
                logic.equal(x, convert_to_tensor(padding, x.dtype)), shaping.zeros_like(places), places + 1
            )
            counts = reduction.reduce_max(counts, 1)
        else:
            counts = creation.fill([rows], columns) if lengths is None else _int64(lengths)
        kept = places < shaping.expand_dims(counts, 1)
        return cls.from_row_lengths(indexing.boolean_mask(x, kept), elementwise.minimum(counts, columns))

    # -- what it is --------------------------------------------------------------------------------------------------

    @property
    def values(self) -> Any:
        return self._values

    @property
    def row_splits(self) -> Any:
        return self._row_splits

    @property
    def flat_values(self) -> Any:
        """The values of the innermost rows."""
        return self._values.flat_values if isinstance(self._values, RaggedTensor) else self._values

    @property
    def nested_row_splits(self) -> tuple[Any, ...]:
        inner = self._values.nested_row_splits if isinstance(self._values, RaggedTensor) else ()
        return (self._row_splits, *inner)

    @property
    def dtype(self) -> DType:
        return self._values.dtype

    @property
    def ragged_rank(self) -> int:
        """How many dimensions have rows of different lengths."""
        return 1 + (self._values.ragged_rank if isinstance(self._values, RaggedTensor) else 0)

    @property
    def shape(self) -> TensorShape:
        """The static shape: None for the dimensions of which rows have different lengths."""
        splits = self._row_splits.shape[0]
        return TensorShape([None if splits is None else splits - 1, None]).concatenate(self._values.shape[1:])

    def get_shape(self) -> TensorShape:
        return self.shape

    def nrows(self, out_type: Any = None, name: str | None = None) -> Any:
        """The number of rows, an int64 tensor."""
        return shaping.cast(shaping.shape(self._row_splits, dtypes.int64)[0] - 1, out_type or dtypes.int64)

    def row_lengths(self, axis: int = 1, name: str | None = None) -> Any:
        """The length of each row."""
        if axis > 1:
            return self.with_values(self._values.row_lengths(axis - 1))
        return self._row_splits[1:] - self._row_splits[:-1]

    def row_starts(self, name: str | None = None) -> Any:
        return self._row_splits[:-1]

    def row_limits(self, name: str | None = None) -> Any:
        return self._row_splits[1:]

    def value_rowids(self, name: str | None = None) -> Any:
        """For each value the number of its row."""
        return indexing.repeat(creation.range(self.nrows()), self.row_lengths())

    def _width(self) -> Any:
        """The length of the longest row."""
        return reduction.reduce_max(assembling.concat([[0], self.row_lengths()], 0))

    def _places(self) -> tuple[Any, Any]:
        """For each value the number of its row, and its place there."""
        rows = self.value_rowids()
        return rows, creation.range(self._row_splits[-1]) - indexing.gather(self._row_splits, rows)

    def bounding_shape(self, axis: int | None = None, name: str | None = None, out_type: Any = None) -> Any:
        """The shape of the smallest tensor that has room for all."""
        inner = self._values
        rest = inner.bounding_shape() if isinstance(inner, RaggedTensor) else shaping.shape(inner, dtypes.int64)
        found = shaping.cast(
            assembling.concat([[self.nrows()], [self._width()], rest[1:]], 0), out_type or dtypes.int64
        )
        return found if axis is None else found[axis]

    # -- converting --------------------------------------------------------------------------------------------------

    def with_values(self, new_values: Any) -> RaggedTensor:
        """The same rows of other values."""
        return RaggedTensor(new_values, self._row_splits)

    def with_flat_values(self, new_values: Any) -> RaggedTensor:
        """The same rows of other innermost values."""
        inner = self._values
        return self.with_values(inner.with_flat_values(new_values) if isinstance(inner, RaggedTensor) else new_values)

    def to_list(self) -> list[Any]:
        """The rows, as nested Python lists."""
        inner = self._values
        items = inner.to_list() if isinstance(inner, RaggedTensor) else inner.numpy().tolist()
        splits = self._row_splits.numpy().tolist()
        return [items[a:b] for a, b in itertools.pairwise(splits)]

    def numpy(self) -> np.ndarray:
        """The rows as an array: of arrays, unless all are of one length."""
        inner = self._values.numpy()
        splits = self._row_splits.numpy().tolist()
        rows = [inner[a:b] for a, b in itertools.pairwise(splits)]
        if len({np.shape(row) for row in rows}) == 1 and not any(_nested(row) for row in rows):
            return np.stack(rows)
        result = np.empty(len(rows), object)
        result[:] = rows
        return result

    def to_tensor(self, default_value: Any = None, name: str | None = None, shape: Any = None) -> Any:
        """The rows as a tensor, filled up with `default_value` (0, False or empty), and cut to `shape` if it is given.

        >>> constant([[1, 2], [3]]).to_tensor(9).numpy().tolist()
        [[1, 2], [3, 9]]
        """
        inner = self._values
        filler = (
            creation.zeros([], self.dtype) if default_value is None else convert_to_tensor(default_value, self.dtype)
        )
        if isinstance(inner, RaggedTensor):
            inner = inner.to_tensor(filler, shape=None if shape is None else [None, *shape[2:]])
        (rows, columns), size, width = self._places(), self.nrows(), self._width()
        wanted = [None, None] if shape is None else [None if n is None or n == -1 else int(n) for n in shape][:2]
        if wanted[1] is not None:
            kept = columns < wanted[1]
            rows, columns, inner = (indexing.boolean_mask(v, kept) for v in (rows, columns, inner))
            width = _int64(wanted[1])
        sizes = assembling.concat([[size], [width], shaping.shape(inner, dtypes.int64)[1:]], 0)
        dense = assembling.broadcast_to(filler, sizes)
        dense = scattering.tensor_scatter_nd_update(dense, assembling.stack([rows, columns], 1), inner)
        if wanted[0] is not None:
            extra = assembling.broadcast_to(
                filler, assembling.concat([[elementwise.maximum(wanted[0] - size, 0)], sizes[1:]], 0)
            )
            dense = assembling.concat([dense[: wanted[0]], extra], 0)
        return dense

    # -- parts -------------------------------------------------------------------------------------------------------

    def __getitem__(self, key: Any) -> Any:
        key = key if isinstance(key, tuple) else (key,)
        first, rest = key[0], key[1:]
        if isinstance(first, (int, np.integer)) or is_tensor(first):
            row = self._row(first)
            return row[rest] if rest else row
        if not isinstance(first, slice):
            raise TypeError(f"a ragged tensor is indexed with numbers and slices, not {first!r}")
        part = self if first == slice(None) else self._rows(creation.range(self.nrows())[first])
        if not rest:
            return part
        if isinstance(rest[0], slice):
            part = part._columns(rest[0])
            return part.with_values(part.values[(slice(None), *rest[1:])]) if rest[1:] else part
        column = indexing.gather(part.values, part.row_starts() + _int64(rest[0]))
        return column[(slice(None), *rest[1:])] if rest[1:] else column

    def _row(self, i: Any) -> Any:
        index = _int64(i)
        index = logic.where(index < 0, index + self.nrows(), index)
        start, stop = indexing.gather(self._row_splits, index), indexing.gather(self._row_splits, index + 1)
        return self._values[start:stop]

    def _rows(self, indices: Any) -> RaggedTensor:
        """The rows with these numbers."""
        lengths = indexing.gather(self.row_lengths(), indices)
        return self._windows(indexing.gather(self._row_splits, indices), lengths)

    def _windows(self, starts: Any, lengths: Any) -> RaggedTensor:
        """Rows of these lengths, that begin at these places among the values."""
        splits = _splits(lengths)
        places = creation.range(splits[-1]) + indexing.repeat(starts - splits[:-1], lengths)
        inner = self._values
        values = inner._rows(places) if isinstance(inner, RaggedTensor) else indexing.gather(inner, places)
        return RaggedTensor(values, splits)

    def _columns(self, part: slice) -> RaggedTensor:
        if part.step not in (None, 1):
            raise NotImplementedError("slices of the rows of a ragged tensor with a step are not covered")
        lengths = self.row_lengths()

        def bound(value: Any, default: Any) -> Any:
            if value is None:
                return default
            place = _int64(value)
            return neural.clip_by_value(
                logic.where(place < 0, lengths + place, shaping.zeros_like(lengths) + place), 0, lengths
            )

        start, stop = bound(part.start, shaping.zeros_like(lengths)), bound(part.stop, lengths)
        return self._windows(self.row_starts() + start, elementwise.maximum(stop - start, 0))

    def __is_staged__(self) -> bool:
        return isinstance(self._row_splits, SymbolicTensor)

    def __staged_iteration__(self) -> Iteration:
        return _Rows(self)

    def __iter__(self) -> Iterator[Any]:
        return (self._row(i) for i in np.arange(int(self.nrows())))

    # -- computing ---------------------------------------------------------------------------------------------------

    def __tf_elementwise__(self, function: Callable[..., Any], *operands: Any) -> RaggedTensor:
        return map_flat_values(function, *operands)

    def __tf_concat__(self, values: Sequence[Any], axis: int) -> RaggedTensor:
        return concat(values, axis)

    def __tf_reduce__(self, reduce: Callable[..., Any], axis: Any, keepdims: bool) -> Any:
        """A reduction over all elements, over the rows (axis 0) or within the rows (axis 1)."""
        if axis is None:
            return reduce(self.flat_values, None, keepdims)
        position = int(axis) + (self.shape.rank or 0 if int(axis) < 0 else 0)
        if position > 1:
            inner = self._values
            if isinstance(inner, RaggedTensor):
                return self.with_values(inner.__tf_reduce__(reduce, position - 1, keepdims))
            return self.with_values(reduce(inner, position - 1, keepdims))
        segment = _SEGMENTS.get(reduce.__name__)
        if segment is None or isinstance(self._values, RaggedTensor):
            raise NotImplementedError(
                f"tf.{reduce.__name__} over dimension {position} of this ragged tensor is not covered: use to_tensor()"
            )
        values = self._values
        if reduce.__name__ == "reduce_mean" and values.dtype.is_integer:
            values = shaping.cast(values, dtypes.float64)
        rows, columns = self._places()
        result = segment(values, columns, self._width()) if position == 0 else segment(values, rows, self.nrows())
        return shaping.expand_dims(result, position) if keepdims else result

    def __repr__(self) -> str:
        if not hasattr(self.flat_values, "numpy") or not hasattr(self._row_splits, "_array"):
            return f"tf.RaggedTensor(values={self._values}, row_splits={self._row_splits})"
        return f"<tf.RaggedTensor {_text(self.numpy())}>"

    __str__ = __repr__


def _nested(row: Any) -> bool:
    return row.dtype == object and any(isinstance(x, np.ndarray) for x in row.ravel())


def _text(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return np.array2string(value, separator=", ", formatter={"all": _text})
    return repr(value.item() if isinstance(value, np.generic) else value)


def _int64(value: Any) -> Any:
    return shaping.cast(convert_to_tensor(value, dtype_hint=dtypes.int64), dtypes.int64)


def _splits(lengths: Any) -> Any:
    return assembling.concat([creation.zeros([1], dtypes.int64), reduction.cumsum(lengths)], 0)


#: What reduces rows, by the name of what reduces tensors.
_SEGMENTS: dict[str, Callable[..., Any]] = {
    "reduce_sum": reduction.unsorted_segment_sum,
    "reduce_mean": reduction.unsorted_segment_mean,
    "reduce_max": reduction.unsorted_segment_max,
    "reduce_min": reduction.unsorted_segment_min,
    "reduce_prod": reduction.unsorted_segment_prod,
    "reduce_any": lambda x, ids, n: (
        reduction.unsorted_segment_max(shaping.cast(assembling.concat([x], 0), dtypes.int32), ids, n) > 0
    ),
    "reduce_all": lambda x, ids, n: (
        reduction.unsorted_segment_min(shaping.cast(assembling.concat([x], 0), dtypes.int32), ids, n) > 0
    ),
}


def _operator(function: Callable[[Any, Any], Any]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    return (
        lambda self, other: map_flat_values(function, self, other),
        lambda self, other: map_flat_values(function, other, self),
    )


def _unary(function: Callable[[Any], Any]) -> Callable[..., Any]:
    return lambda self: map_flat_values(function, self)


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor"):
    _forward, _backward = _operator(getattr(operator, f"{_name}_" if _name in ("and", "or") else _name))
    setattr(RaggedTensor, f"__{_name}__", _forward)
    setattr(RaggedTensor, f"__r{_name}__", _backward)
for _name in ("lt", "le", "gt", "ge"):
    setattr(RaggedTensor, f"__{_name}__", _operator(getattr(operator, _name))[0])
for _name in ("neg", "abs", "invert"):
    setattr(RaggedTensor, f"__{_name}__", _unary(getattr(operator, _name)))
RaggedTensor.__eq__ = _operator(logic.equal)[0]  # type: ignore[method-assign]  # elementwise, as of tensors
RaggedTensor.__ne__ = _operator(logic.not_equal)[0]  # type: ignore[method-assign]  # elementwise, as of tensors
RaggedTensor.__hash__ = object.__hash__  # type: ignore[method-assign]


# -- public ----------------------------------------------------------------------------------------------------------


def map_flat_values(op: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """What `op` makes of the values of ragged tensors, in the same rows.

    Args:
        op: a function that works element by element.
        *args, **kwargs: of `op`; ragged tensors among them must have rows of the same lengths.

    >>> import runtime as tf
    >>> map_flat_values(tf.square, constant([[1, 2], [3]]))
    <tf.RaggedTensor [[1, 4], [9]]>
    """
    like = next((x for x in [*args, *kwargs.values()] if isinstance(x, RaggedTensor)), None)
    if like is None:
        return op(*args, **kwargs)

    def flat(x: Any) -> Any:
        if isinstance(x, RaggedTensor):
            for ours, theirs in zip(like.nested_row_splits, x.nested_row_splits, strict=True):
                if ours is not theirs:
                    checking.assert_equal(ours, theirs, "Inputs must have identical ragged splits")
            return x.flat_values
        if isinstance(x, (list, tuple, np.ndarray)):
            x = convert_to_tensor(x, like.dtype)
        shape = getattr(x, "shape", None)
        if is_tensor(x) and shape is not None and shape.rank == like.shape.rank and like.ragged_rank == 1:
            last = shaping.shape(x, dtypes.int64) - 1  # what has one row, or column, broadcasts
            places = [elementwise.minimum(place, last[axis]) for axis, place in enumerate(like._places())]
            return indexing.gather_nd(x, assembling.stack(places, 1))
        return x

    found = op(*map(flat, args), **{name: flat(x) for name, x in kwargs.items()})
    return like.with_flat_values(found)


def constant(
    pylist: Any, dtype: Any = None, ragged_rank: int | None = None, inner_shape: Any = None, name: str | None = None,
    row_splits_dtype: Any = dtypes.int64,
) -> Any:  # fmt: skip
    """The ragged tensor of nested Python lists; a plain tensor if they are not nested.

    Args:
        pylist: nested lists, rows of any length.
        dtype: of the values; by default as of `creation.constant`.
        ragged_rank: how many dimensions are ragged; all but the innermost list by default.
        inner_shape: of the values at the bottom.
        name: of the node.
        row_splits_dtype: accepted for compatibility; row splits are int64.

    >>> constant([[1, 2], [], [3]]).row_splits.numpy()
    array([0, 2, 2, 3])
    """
    depth = _depth(pylist)
    ragged = max(depth - 1 - len(inner_shape or ()), 0) if ragged_rank is None else ragged_rank
    splits: list[list[int]] = []
    items = list(pylist)
    for _ in np.arange(ragged):
        if any(not isinstance(row, (list, tuple, np.ndarray)) for row in items):
            raise ValueError("pylist may not mix lists and scalars: all rows must be nested to the same depth")
        splits.append([0, *np.cumsum([len(row) for row in items]).tolist()])
        items = [x for row in items for x in row]
    if not items:
        values = creation.zeros([0, *(inner_shape or ())], dtypes.float32 if dtype is None else dtype)
    else:
        values = creation.constant(items, dtype)
    return RaggedTensor.from_nested_row_splits(values, splits) if splits else values


def _depth(value: Any) -> int:
    if isinstance(value, np.ndarray):
        return value.ndim
    if not isinstance(value, (list, tuple)):
        return 0
    return 1 + max(map(_depth, value), default=0)


def range(starts: Any, limits: Any = None, deltas: Any = 1, dtype: Any = None, name: str | None = None) -> Any:
    """For each of `limits` a row that counts up to it from `starts`, in steps of `deltas`.

    Args:
        starts: of the rows; the limits, if these are not given.
        limits: of the rows, not reached.
        deltas: the steps of the rows.
        dtype: of the values.
        name: of the node.

    >>> range([2, 0, 1])
    <tf.RaggedTensor [[0, 1], [], [0]]>
    """
    first = convert_to_tensor(starts, dtype)
    low, high = (
        (shaping.zeros_like(first), first) if limits is None else (first, convert_to_tensor(limits, first.dtype))
    )
    step = convert_to_tensor(deltas, first.dtype)
    low, high, step = low + high * 0 + step * 0, high + low * 0 + step * 0, step + low * 0 + high * 0
    counts = elementwise.maximum(shaping.cast(elementwise.ceil((high - low) / step), dtypes.int64), 0)
    splits = _splits(counts)
    place = creation.range(splits[-1]) - indexing.repeat(splits[:-1], counts)
    return RaggedTensor(
        indexing.repeat(low, counts) + shaping.cast(place, low.dtype) * indexing.repeat(step, counts), splits
    )


def stack(values: Any, axis: int = 0, name: str | None = None) -> Any:
    """Vectors of different lengths, as the rows of one ragged tensor.

    Args:
        values: tensors or ragged tensors.
        axis: 0.
        name: of the node.

    >>> stack([[1, 2], [3]])
    <tf.RaggedTensor [[1, 2], [3]]>
    """
    if axis != 0:
        raise NotImplementedError("tf.ragged.stack along another axis than 0 is not covered")
    rows = [x if isinstance(x, RaggedTensor) else convert_to_tensor(x) for x in values]
    if any(isinstance(x, RaggedTensor) for x in rows):
        joined = concat(rows, 0)
        return RaggedTensor(joined, _splits(assembling.stack([x.nrows() for x in rows])))
    lengths = assembling.stack([shaping.shape(x, dtypes.int64)[0] for x in rows])
    return RaggedTensor.from_row_lengths(assembling.concat(rows, 0), lengths)


def concat(values: Sequence[Any], axis: int) -> RaggedTensor:
    """Ragged tensors joined: one after the other (axis 0), or row by row (axis 1).

    Args:
        values: tensors or ragged tensors of the same number of dimensions.
        axis: 0 or 1.
    """
    rows = [x if isinstance(x, RaggedTensor) else RaggedTensor.from_tensor(x) for x in values]
    inner = [x.values for x in rows]
    both = concat(inner, 0) if isinstance(inner[0], RaggedTensor) else assembling.concat(inner, 0)
    one = RaggedTensor(both, _splits(assembling.concat([x.row_lengths() for x in rows], 0)))
    if axis == 0:
        return one
    if axis != 1:
        raise NotImplementedError("concatenation of ragged tensors along this dimension is not covered")
    count = rows[0].nrows()
    order = shaping.transpose(shaping.reshape(creation.range(count * len(rows)), [len(rows), -1]))
    turned = one._rows(shaping.reshape(order, [-1]))
    lengths = assembling.add_n([x.row_lengths() for x in rows])
    return RaggedTensor(turned.values, _splits(lengths))


def boolean_mask(data: Any, mask: Any, name: str | None = None) -> Any:
    """The elements of each row of `data` where `mask` is True.

    Args:
        data: a ragged tensor, or a tensor.
        mask: bool, with rows of the same lengths.
        name: of the node.

    >>> boolean_mask([[1, 2], [3, 4]], [[True, False], [True, True]])
    <tf.RaggedTensor [[1], [3, 4]]>
    """
    x = data if isinstance(data, RaggedTensor) else RaggedTensor.from_tensor(data)
    m = mask if isinstance(mask, RaggedTensor) else RaggedTensor.from_tensor(mask)
    lengths = reduction.unsorted_segment_sum(shaping.cast(m.values, dtypes.int64), m.value_rowids(), m.nrows())
    return RaggedTensor.from_row_lengths(indexing.boolean_mask(x.values, m.values), lengths)


def _rebuilt(like: RaggedTensor, components: Sequence[Any]) -> RaggedTensor:
    return RaggedTensor.from_nested_row_splits(components[0], components[1:])


point_wise.elementwise_types.add(RaggedTensor)
register_composite(
    RaggedTensor,
    Composite(lambda x: [x.flat_values, *x.nested_row_splits], _rebuilt, lambda x: x.ragged_rank),
)


__getattr__ = not_covered("tf.ragged", __all__)
