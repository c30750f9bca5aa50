"""Lists of tensors as values of a graph: what a `TensorArray` is while a function runs.

A list never changes: setting an element makes a new one. The newest version owns the storage, older ones remember what
was different (Baker's trick), so that a loop that goes on with the newest sets and gets in constant time.
An element that was never set is None; in the cotangent of a list, None is zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.shapes import TensorShape
from runtime.core.specs import TensorSpec
from runtime.ir.schema import Effect, Op, declare
from runtime.ops.shape_rules import same_as, scalar
from runtime.state.stacks import EMPTY, Stack
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import apply


class TensorList:
    """An immutable list of arrays.

    Args:
        items: the elements; the list is the new version's own.
    """

    __slots__ = ("_difference", "_items", "_newer")

    #: Kernels get a list where they would get an array, and dispatch asks for its dtype.
    dtype = dtypes.variant
    shape = ()

    def __init__(self, items: list[Any]):
        self._items: list[Any] | None = items
        #: For an older version: the next newer one, and what to put where in its items to have this one's.
        self._newer: TensorList | None = None
        self._difference: tuple[int, int, list[Any]] = (0, 0, [])

    @property
    def items(self) -> list[Any]:
        """The elements; not to be changed."""
        if self._items is None:
            self._take_over()
        return self._items  # type: ignore[return-value]

    def replaced(self, start: int, stop: int, values: list[Any]) -> TensorList:
        """The list with `values` in place of the elements from `start` to `stop`."""
        items = self.items
        before = items[start:stop]
        items[start:stop] = values
        newer = TensorList(items)
        self._items, self._newer, self._difference = None, newer, (start, start + len(values), before)
        return newer

    def _take_over(self) -> None:
        """Makes this version the owner of the storage."""
        chain = [self]
        while chain[-1]._items is None:
            assert chain[-1]._newer is not None
            chain.append(chain[-1]._newer)
        for newer, older in zip(chain[:0:-1], chain[-2::-1], strict=True):
            items = newer._items
            assert items is not None
            start, stop, values = older._difference
            before = items[start:stop]
            items[start:stop] = values
            newer._items, newer._newer, newer._difference = None, older, (start, start + len(values), before)
            older._items, older._newer = items, None

    def __add__(self, other: Any) -> TensorList:
        """The sum of two cotangents."""
        if isinstance(other, Stack):
            return self
        if isinstance(other, SingleItem):
            return self.added(other.position, other.item)
        if isinstance(self, SingleItem):
            return other.added(self.position, self.item)
        long, short = (self, other) if len(self.items) >= len(other.items) else (other, self)
        total = list(long.items)
        for i, item in enumerate(short.items):
            if item is not None:
                total[i] = item if total[i] is None else total[i] + item
        return TensorList(total)

    def added(self, position: int, item: Any) -> TensorList:
        """The sum with a cotangent that has one element."""
        items = self.items
        if position >= len(items):
            return self.replaced(len(items), len(items), [*[None] * (position - len(items)), item])
        old = items[position]
        return self.replaced(position, position + 1, [item if old is None else old + item])


class SingleItem(TensorList):
    """The cotangent of a list of which one element was read: adding it to others takes constant time.

    Args:
        position: of the element.
        item: its cotangent.
    """

    __slots__ = ("item", "position")

    def __init__(self, position: int, item: Any):
        super().__init__([])
        self._items = None
        self.position = position
        self.item = item

    @property
    def items(self) -> list[Any]:
        if self._items is None and self._newer is None:
            self._items = [*[None] * self.position, self.item]
        return super().items


def _items(value: Any) -> list[Any]:
    """The elements of a list, or of the zero cotangent of one."""
    return [] if isinstance(value, Stack) else value.items


# -- kernels ---------------------------------------------------------------------------------------------------------


def _reserve(size: Any) -> TensorList:
    return TensorList([None] * int(size))


def _set(values: TensorList, index: Any, item: Any, resizable: bool) -> TensorList:
    position, size = int(index), len(values.items)
    if position < 0 or (position >= size and not resizable):
        raise errors.InvalidArgumentError(
            None, None, f"Tried to set element {position} in a list with {size} elements."
        )
    if position < size:
        return values.replaced(position, position + 1, [item])
    return values.replaced(size, size, [*[None] * (position - size), item])


def _get(values: TensorList, index: Any, spec: TensorSpec) -> Any:
    position, items = int(index), values.items
    if not 0 <= position < len(items):
        raise errors.InvalidArgumentError(
            None, None, f"Trying to access element {position} in a list with {len(items)} elements."
        )
    item = items[position]
    return _unset(items, spec) if item is None else item


def _unset(items: Sequence[Any], spec: TensorSpec) -> Any:
    """What an element that was never set reads as: zeros, of the shape that elements have; of lists an empty one."""
    if spec.dtype is dtypes.variant:
        return TensorList([])
    known = next((np.shape(item) for item in items if item is not None), None)
    if known is None:
        if not spec.shape.is_fully_defined():
            raise errors.InvalidArgumentError(
                None, None,
                f"Trying to read an uninitialized tensor but element_shape is not fully defined: {spec.shape} and no "
                "element was written",
            )  # fmt: skip
        known = tuple(spec.shape.as_list())
    if spec.dtype is dtypes.string:
        return np.full(known, b"", object)
    return np.zeros(known, spec.dtype.dtype)


def _stack(values: TensorList, spec: TensorSpec) -> np.ndarray:
    items = values.items
    if not items:
        return np.zeros((0, *[d or 0 for d in spec.shape.dims or ()]), spec.dtype.dtype)
    filled = [_unset(items, spec) if item is None else item for item in items]
    shapes = {np.shape(item) for item in filled}
    if len(shapes) > 1:
        first, second = sorted(shapes)[:2]
        raise errors.InvalidArgumentError(
            None, None,
            f"Tried to stack elements of a list with inconsistent shapes: {list(first)} and {list(second)}",
        )  # fmt: skip
    stacked = np.empty((len(filled), *shapes.pop()), spec.dtype.dtype)
    for i, item in enumerate(filled):
        stacked[i] = item
    return stacked


def _concat(values: TensorList, spec: TensorSpec) -> np.ndarray:
    items = values.items
    filled = [_unset(items, spec) if item is None else item for item in items]
    if not filled:
        return np.zeros((0, *[d or 0 for d in (spec.shape.dims or ())[1:]]), spec.dtype.dtype)
    if any(np.ndim(item) == 0 for item in filled):
        raise errors.InvalidArgumentError(
            None, None, "Concat saw a scalar shape at index 0 but requires at least vectors."
        )
    return np.concatenate(filled, axis=0)


def _unstack(tensor: Any) -> TensorList:
    return TensorList(list(tensor))


def _split(tensor: Any, lengths: Any) -> TensorList:
    sizes = np.asarray(lengths).tolist()
    if sum(sizes) != len(tensor):
        raise errors.InvalidArgumentError(
            None, None,
            f"Expected sum of lengths to be equal to values.shape[0], but sum of lengths is {sum(sizes)} and value's "
            f"shape is: {list(np.shape(tensor))}",
        )  # fmt: skip
    return TensorList(np.split(tensor, np.cumsum(sizes)[:-1]) if sizes else [])


def _scatter(values: TensorList, indices: Any, tensor: Any) -> TensorList:
    for position, item in zip(np.asarray(indices).tolist(), tensor, strict=True):
        values = _set(values, position, item, True)
    return values


def _part(values: Any, start: Any, step: Any, count: Any) -> TensorList:
    """So many elements, from one on by a step; those that are not there were never set."""
    items, first, by = _items(values), int(start), int(step)
    places = range(first, first + int(count) * by, by)
    return TensorList([items[place] if 0 <= place < len(items) else None for place in places])


def _spread(values: Any, start: Any, step: Any, count: Any) -> TensorList:
    """The list without other elements of which these are a part."""
    items, first, by = _items(values), int(start), int(step)
    places = range(first, first + min(int(count), len(items)) * by, by)
    made: list[Any] = [None] * (max(places, default=-1) + 1)
    for place, item in zip(places, items, strict=False):
        made[place] = item
    return TensorList(made)


def _join(values: TensorList, length: Any, others: TensorList, count: Any) -> TensorList:
    items, size = values.items, int(length)
    return values.replaced(size, len(items), [*[None] * (size - len(items)), *others.items[: int(count)]])


def _take(values: Any, index: Any, like: Any) -> Any:
    position, items = int(index), _items(values)
    item = items[position] if position < len(items) else None
    return np.zeros_like(like) if item is None else item


def _take_several(values: Any, indices: Any, like: Any) -> Any:
    result = np.zeros_like(like)
    items = _items(values)
    for row, position in enumerate(np.asarray(indices).tolist()):
        if position < len(items) and items[position] is not None:
            result[row] = items[position]
    return result


def _clear(values: Any, indices: Any) -> Any:
    if isinstance(values, Stack):
        return EMPTY
    for position in np.ravel(indices).tolist():
        if position < len(values.items) and values.items[position] is not None:
            values = values.replaced(position, position + 1, [None])
    return values


def _one(index: Any, item: Any) -> TensorList:
    return SingleItem(int(index), item)


def _stack_like(values: Any, like: Any) -> np.ndarray:
    return _take_several(values, np.arange(len(like)), like)


def _concat_like(values: Any, like: Any, lengths: Any) -> np.ndarray:
    result, start = np.zeros_like(like), 0
    items = _items(values)
    for i, length in enumerate(np.asarray(lengths).tolist()):
        if i < len(items) and items[i] is not None:
            result[start : start + length] = items[i]
        start += length
    return result


def _split_like(tensor: Any, values: TensorList, spec: TensorSpec) -> TensorList:
    items = values.items
    return _split(tensor, [len(_unset(items, spec) if item is None else item) for item in items])


# -- declarations ----------------------------------------------------------------------------------------------------


def _stacked(values: Any, spec: TensorSpec, size: int | None = None) -> list[TensorSpec]:
    return [TensorSpec(TensorShape([size]).concatenate(spec.shape), spec.dtype)]


def _concatenated(values: Any, spec: TensorSpec) -> list[TensorSpec]:
    if spec.shape.rank is None:
        return [TensorSpec(None, spec.dtype)]
    return [TensorSpec(TensorShape([None]).concatenate(spec.shape[1:]), spec.dtype)]


#: A list is no array that could be folded into a constant.
RESERVE: Op = declare(
    "TensorListReserve",
    "num_elements: int32 -> handle: variant",
    kernel=_reserve,
    shapes=scalar,
    gradient=lambda node, g: [None],
    effects=Effect.FRESH,
)
FROM_ITEMS: Op = declare(
    "TensorListFromItems",
    "items: * -> output_handle: variant",
    kernel=lambda *items: TensorList(list(items)),
    shapes=scalar,
    effects=Effect.FRESH,
    gradient=lambda node, g: [apply(TAKE, (g, _index(i), x)) for i, x in enumerate(node.inputs)],
)
LENGTH: Op = declare(
    "TensorListLength", "input_handle: variant -> length: int32", kernel=lambda values: np.int32(len(values.items)),
    shapes=scalar, gradient=lambda node, g: [None],
)  # fmt: skip
SET: Op = declare(
    "TensorListSetItem",
    "input_handle: variant, index: int32, item: element_dtype; resizable: bool -> output_handle: variant",
    kernel=_set,
    shapes=scalar,
    gradient=lambda node, g: [
        apply(CLEAR, (g, node.inputs[1])),
        None,
        apply(TAKE, (g, node.inputs[1], node.inputs[2])),
    ],
)
GET: Op = declare(
    "TensorListGetItem",
    "input_handle: variant, index: int32; spec: spec -> item: any",
    kernel=_get,
    infer=lambda values, index, spec: [spec],
    gradient=lambda node, g: [apply(ONE, (node.inputs[1], g)), None],
)
STACK: Op = declare(
    "TensorListStack",
    "input_handle: variant; spec: spec, size: int = None -> tensor: any",
    kernel=lambda values, spec, size=None: _stack(values, spec),
    infer=_stacked,
    gradient=lambda node, g: [apply(UNSTACK, (g,))],
)
UNSTACK: Op = declare(
    "TensorListFromTensor",
    "tensor: element_dtype -> output_handle: variant",
    kernel=_unstack,
    shapes=scalar,
    effects=Effect.FRESH,
    gradient=lambda node, g: [apply(STACK_LIKE, (g, node.inputs[0]))],
)
CONCAT: Op = declare(
    "TensorListConcatV2", "input_handle: variant; spec: spec -> tensor: any", kernel=_concat, infer=_concatenated,
    gradient=lambda node, g: [apply(SPLIT_LIKE, (g, node.inputs[0]), node.attrs)],
)  # fmt: skip
SPLIT: Op = declare(
    "TensorListSplit",
    "tensor: element_dtype, lengths: Tlen -> output_handle: variant",
    kernel=_split,
    shapes=scalar,
    effects=Effect.FRESH,
    gradient=lambda node, g: [apply(CONCAT_LIKE, (g, *node.inputs)), None],
)
SCATTER: Op = declare(
    "TensorListScatterIntoExistingList",
    "input_handle: variant, indices: Tidx, tensor: element_dtype -> output_handle: variant",
    kernel=_scatter,
    shapes=scalar,
    gradient=lambda node, g: [
        apply(CLEAR, (g, node.inputs[1])),
        None,
        apply(TAKE_SEVERAL, (g, node.inputs[1], node.inputs[2])),
    ],
)
PART: Op = declare(
    "TensorListPart",
    "input_handle: variant, start: int32, step: int32, count: int32 -> output_handle: variant",
    kernel=_part,
    shapes=scalar,
    gradient=lambda node, g: [apply(SPREAD, (g, *node.inputs[1:])), None, None, None],
)
SPREAD: Op = declare(
    "TensorListSpread",
    "input_handle: variant, start: int32, step: int32, count: int32 -> output_handle: variant",
    kernel=_spread,
    shapes=scalar,
    gradient=lambda node, g: [apply(PART, (g, *node.inputs[1:])), None, None, None],
)
JOIN: Op = declare(
    "TensorListJoin",
    "input_handle: variant, length: int32, others: variant, count: int32 -> output_handle: variant",
    kernel=_join,
    shapes=scalar,
    gradient=lambda node, g: [
        apply(PART, (g, _index(0), _index(1), node.inputs[1])),
        None,
        apply(PART, (g, node.inputs[1], _index(1), node.inputs[3])),
        None,
    ],
)
TAKE: Op = declare(
    "TensorListTake",
    "input_handle: variant, index: int32, like: element_dtype -> element_dtype",
    kernel=_take,
    shapes=same_as(2),
    gradient=lambda node, g: [apply(ONE, (node.inputs[1], g)), None, None],
)
TAKE_SEVERAL: Op = declare(
    "TensorListTakeSeveral",
    "input_handle: variant, indices: Tidx, like: element_dtype -> element_dtype",
    kernel=_take_several,
    shapes=same_as(2),
    gradient=lambda node, g: [apply(SCATTER_NEW, (node.inputs[1], g)), None, None],
)
SCATTER_NEW: Op = declare(
    "TensorListScatter",
    "indices: Tidx, tensor: element_dtype -> output_handle: variant",
    kernel=lambda indices, tensor: _scatter(TensorList([]), indices, tensor),
    shapes=scalar,
    gradient=lambda node, g: [None, apply(TAKE_SEVERAL, (g, *node.inputs))],
    effects=Effect.FRESH,
)
CLEAR: Op = declare(
    "TensorListClear", "input_handle: variant, indices: Tidx -> output_handle: variant", kernel=_clear, shapes=scalar,
    gradient=lambda node, g: [apply(CLEAR, (g, node.inputs[1])), None],
)  # fmt: skip
ONE: Op = declare(
    "TensorListOne",
    "index: int32, item: element_dtype -> output_handle: variant",
    kernel=_one,
    shapes=scalar,
    effects=Effect.FRESH,
    gradient=lambda node, g: [None, apply(TAKE, (g, *node.inputs))],
)
STACK_LIKE: Op = declare(
    "TensorListStackLike",
    "input_handle: variant, like: element_dtype -> element_dtype",
    kernel=_stack_like,
    shapes=same_as(1),
    gradient=lambda node, g: [apply(UNSTACK, (g,)), None],
)
CONCAT_LIKE: Op = declare(
    "TensorListConcatLike",
    "input_handle: variant, like: element_dtype, lengths: Tlen -> element_dtype",
    kernel=_concat_like,
    shapes=same_as(1),
    gradient=lambda node, g: [apply(SPLIT, (g, node.inputs[2])), None, None],
)
SPLIT_LIKE: Op = declare(
    "TensorListSplitLike",
    "tensor: element_dtype, values: variant; spec: spec -> output_handle: variant",
    kernel=_split_like,
    shapes=scalar,
    effects=Effect.FRESH,
    gradient=lambda node, g: [apply(CONCAT, (g,), node.attrs), None],
)


def _index(position: int) -> Any:
    return convert_to_tensor(position)
