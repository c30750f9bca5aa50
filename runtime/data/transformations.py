"""What makes a dataset of a dataset without calling functions: order, choice, batches, windows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from runtime.core import dtypes, nest
from runtime.core.shapes import TensorShape, as_shape
from runtime.core.specs import TensorSpec
from runtime.data import background, batching, choosing, merging, ops, structure
from runtime.data.constructors import Constructors, int64, made, only_tensors, seeds, unbatched
from runtime.data.spec import DatasetSpec
from runtime.data.structure import NoneTensorSpec, component_specs
from runtime.ir.static_value import constant_value
from runtime.ir.values import is_tensor
from runtime.library import creation
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import apply

if TYPE_CHECKING:
    from runtime.data.dataset import Dataset


class Transformations:
    """The methods of `Dataset` that call no functions."""

    _variant: Any
    element_spec: Any

    # -- choice and order --------------------------------------------------------------------------------------------

    def take(self, count: Any, name: str | None = None) -> Dataset:
        """The first `count` elements; all of them if it is -1.

        >>> import runtime as tf
        >>> [int(x) for x in tf.data.Dataset.range(10).take(3)]
        [0, 1, 2]
        """
        return made(choosing.TAKE, [self, int64(count)], name=name)

    def skip(self, count: Any, name: str | None = None) -> Dataset:
        """All but the first `count` elements; none if it is -1.

        >>> import runtime as tf
        >>> [int(x) for x in tf.data.Dataset.range(10).skip(7)]
        [7, 8, 9]
        """
        return made(choosing.SKIP, [self, int64(count)], name=name)

    def shard(self, num_shards: Any, index: Any, name: str | None = None) -> Dataset:
        """Every `num_shards`-th element, from the one at `index` on.

        Raises:
            InvalidArgumentError: if `index` is not one of `num_shards`.

        >>> import runtime as tf
        >>> [int(x) for x in tf.data.Dataset.range(10).shard(3, 0)]
        [0, 3, 6, 9]
        """
        return made(choosing.SHARD, [self, int64(num_shards), int64(index)], name=name)

    def repeat(self, count: Any = None, name: str | None = None) -> Dataset:
        """The elements `count` times over; without end if it is None or -1.

        >>> import runtime as tf
        >>> [int(x) for x in tf.data.Dataset.range(2).repeat(2)]
        [0, 1, 0, 1]
        """
        return made(choosing.REPEAT, [self, int64(-1 if count is None else count)], name=name)

    def shuffle(
        self, buffer_size: Any, seed: Any = None, reshuffle_each_iteration: bool | None = True, name: str | None = None
    ) -> Dataset:
        """The elements in random order: each is drawn from the next `buffer_size` that are left.

        Args:
            buffer_size: as many as there are elements for all orders to be equally likely.
            seed: makes the order reproducible, as `tf.random.set_seed` does.
            reshuffle_each_iteration: whether each pass has another order.

        >>> import runtime as tf
        >>> sorted(int(x) for x in tf.data.Dataset.range(5).shuffle(5))
        [0, 1, 2, 3, 4]
        """
        anew = reshuffle_each_iteration is not False
        inputs = [self, int64(buffer_size), *seeds(seed)]
        return made(choosing.SHUFFLE, inputs, name=name, reshuffle_each_iteration=anew)

    def cache(self, filename: Any = "", name: str | None = None) -> Dataset:
        """The elements, computed in the first whole pass and kept.

        Args:
            filename: keeps them in files of this name, for later runs of the program too; in memory if it is empty.

        Raises:
            DataLossError: when the file is damaged, or was written by another pipeline.
        """
        return made(choosing.CACHE, [self, convert_to_tensor(filename, dtypes.string)], name=name)

    def prefetch(self, buffer_size: Any, name: str | None = None) -> Dataset:
        """The elements, read ahead by a thread while the program does something else.

        Args:
            buffer_size: how many are read ahead. With `tf.data.AUTOTUNE` there is a thread only where reading may have
                to wait for Python code or files.
        """
        return made(background.PREFETCH, [self, int64(buffer_size)], name=name)

    def concatenate(self, dataset: Any, name: str | None = None) -> Dataset:
        """The elements, then those of another dataset.

        Raises:
            TypeError: if the elements are not alike.

        >>> import runtime as tf
        >>> [int(x) for x in tf.data.Dataset.range(2).concatenate(tf.data.Dataset.range(7, 9))]
        [0, 1, 7, 8]
        """
        spec = structure.joined(self.element_spec, dataset.element_spec)
        return made(merging.CONCATENATE, [self, dataset], spec, name)

    def enumerate(self, start: Any = 0, name: str | None = None) -> Dataset:
        """The elements with their numbers, as pairs.

        >>> import runtime as tf
        >>> list(tf.data.Dataset.from_tensor_slices(['a', 'b']).enumerate(5).as_numpy_iterator())
        [(np.int64(5), b'a'), (np.int64(6), b'b')]
        """
        return Constructors.zip(Constructors.range(start, dtypes.int64.max, name=name), self, name=name)

    def unique(self, name: str | None = None) -> Dataset:
        """The elements that differ from all before them; they must be single tensors."""
        if not isinstance(self.element_spec, TensorSpec):
            raise TypeError(f"unique() is there for elements that are one tensor, and these are {self.element_spec}")
        return made(merging.UNIQUE, [self], name=name)

    def ignore_errors(self, log_warning: bool = False, name: str | None = None) -> Dataset:
        """The elements that can be computed without an error.

        Args:
            log_warning: whether the others are logged.

        >>> import runtime as tf
        >>> dataset = tf.data.Dataset.from_tensor_slices([1, 0, 2]).map(lambda x: 6 // x)
        >>> [int(x) for x in dataset.ignore_errors()]
        [6, 3]
        """
        return made(merging.IGNORE_ERRORS, [self], name=name, log_warning=bool(log_warning))

    # -- batches and windows -----------------------------------------------------------------------------------------

    def batch(
        self,
        batch_size: Any,
        drop_remainder: Any = False,
        num_parallel_calls: Any = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Dataset:
        """Consecutive elements, stacked along a new first dimension.

        Args:
            batch_size: how many make a batch.
            drop_remainder: whether a last, smaller batch is left out; the size is part of the static shape then.
            num_parallel_calls: how many batches are stacked at the same time, in threads.
            deterministic: False lets them come as they are ready.

        Raises:
            InvalidArgumentError: when shapes in a batch differ.

        >>> import runtime as tf
        >>> [x.numpy().tolist() for x in tf.data.Dataset.range(5).batch(2)]
        [[0, 1], [2, 3], [4]]
        """
        size, drop = int64(batch_size), convert_to_tensor(drop_remainder, dtypes.bool)
        spec = _batched(self.element_spec, _static_size(size, drop))
        if num_parallel_calls is None:
            return made(batching.BATCH, [self, size, drop], spec, name)
        inputs = [self, size, int64(num_parallel_calls), drop]
        return made(batching.PARALLEL_BATCH, inputs, spec, name, in_order=deterministic is not False)

    def padded_batch(
        self,
        batch_size: Any,
        padded_shapes: Any = None,
        padding_values: Any = None,
        drop_remainder: Any = False,
        name: str | None = None,
    ) -> Dataset:
        """Consecutive elements, padded to one shape and stacked.

        Args:
            batch_size, drop_remainder: as of `batch`.
            padded_shapes: what the tensors of an element are padded to, in the structure of an element; None or -1
                where to the longest in the batch, which is the default for dimensions that are not known.
            padding_values: what they are padded with, one for all or in that structure; zeros and empty strings unless
                given.

        Raises:
            ValueError: if a shape does not fit.
            DataLossError: when an element is larger than the shape it should be padded to.

        >>> import runtime as tf
        >>> dataset = tf.data.Dataset.range(1, 4).map(lambda n: tf.fill([n], n))
        >>> [x.numpy().tolist() for x in dataset.padded_batch(3)]
        [[[1, 0, 0], [2, 2, 0], [3, 3, 3]]]
        """
        size, drop = int64(batch_size), convert_to_tensor(drop_remainder, dtypes.bool)
        leaves = nest.flatten(self.element_spec)
        for leaf in leaves:
            if not isinstance(leaf, TensorSpec):
                raise TypeError(f"`padded_batch` is only supported for datasets that produce tensors, not {leaf}.")
        shapes = _padded_shapes(self.element_spec, leaves, padded_shapes)
        values = _padding_values(self.element_spec, leaves, padding_values)
        static = _static_size(size, drop)
        statics = [TensorSpec([static, *sizes], leaf.dtype) for (sizes, _), leaf in zip(shapes, leaves, strict=True)]
        spec = nest.pack_sequence_as(self.element_spec, statics)
        inputs = [self, size, drop, *[tensor for _, tensor in shapes], *values]
        return made(batching.PADDED_BATCH, inputs, spec, name)

    def unbatch(self, name: str | None = None) -> Dataset:
        """The slices of elements along their first dimension, each an element.

        Raises:
            ValueError: if elements have scalars.

        >>> import runtime as tf
        >>> [int(x) for x in tf.data.Dataset.range(4).batch(3).unbatch()]
        [0, 1, 2, 3]
        """
        only_tensors(self.element_spec, "unbatch")
        if any(spec.shape.rank == 0 for spec in nest.flatten(self.element_spec)):
            raise ValueError("Cannot unbatch an input with scalar components.")
        return made(batching.UNBATCH, [self], unbatched(self.element_spec), name)

    def rebatch(self, batch_size: Any, drop_remainder: Any = False, name: str | None = None) -> Dataset:
        """The rows of batches in batches of another size.

        Args:
            batch_size: how many rows make a new batch: a number, or several that are used in turn.
            drop_remainder: as of `batch`.

        >>> import runtime as tf
        >>> [x.numpy().tolist() for x in tf.data.Dataset.range(5).batch(2).rebatch(3)]
        [[0, 1, 2], [3, 4]]
        """
        size, drop = int64(batch_size), convert_to_tensor(drop_remainder, dtypes.bool)
        static = _static_size(size, drop) if size.shape.rank == 0 else None
        spec = _batched(unbatched(self.element_spec), static)
        return made(batching.REBATCH, [self, size, drop], spec, name)

    def window(
        self, size: Any, shift: Any = None, stride: Any = 1, drop_remainder: Any = False, name: str | None = None
    ) -> Dataset:
        """Consecutive elements as datasets: `flat_map(lambda w: w.batch(size))` makes tensors of them.

        Args:
            size: how many elements a window has.
            shift: how many elements the next window begins after this one; `size` unless given.
            stride: how many elements apart those of a window are.
            drop_remainder: whether windows at the end that are smaller are left out.

        >>> import runtime as tf
        >>> windows = tf.data.Dataset.range(5).window(3, shift=1, drop_remainder=True)
        >>> [[int(x) for x in w] for w in windows]
        [[0, 1, 2], [1, 2, 3], [2, 3, 4]]
        """
        size = int64(size)
        shift = size if shift is None else int64(shift)
        spec = nest.map_structure(DatasetSpec, self.element_spec)
        nested = tuple([len(component_specs(leaf)) for leaf in nest.flatten(self.element_spec)])
        inputs = [self, size, shift, int64(stride), convert_to_tensor(drop_remainder, dtypes.bool)]
        return made(batching.WINDOW, inputs, spec, name, nested=nested)

    # -- the rest ----------------------------------------------------------------------------------------------------

    def apply(self, transformation_func: Callable[[Any], Any]) -> Dataset:
        """What a function from a dataset to a dataset makes of this one.

        Raises:
            TypeError: if it returns something else.
        """
        result = transformation_func(self)
        if not isinstance(result, Transformations):
            raise TypeError(f"`transformation_func` must return a `tf.data.Dataset` object. Got {type(result)}.")
        return result  # type: ignore[return-value]

    def cardinality(self) -> Any:
        """How many elements there are, as a scalar int64 tensor: INFINITE_CARDINALITY or UNKNOWN_CARDINALITY if that
        is no number, or not known without a pass over them.

        >>> import runtime as tf
        >>> int(tf.data.Dataset.range(5).batch(2).cardinality())
        3
        """
        return apply(ops.CARDINALITY, (self._variant,))

    def get_single_element(self, name: str | None = None) -> Any:
        """The element of a dataset that has one.

        Raises:
            InvalidArgumentError: if it has none, or more.
        """
        specs = component_specs(self.element_spec)
        components = apply(ops.SINGLE_ELEMENT, (self._variant,), ops.typed(specs), name)
        return structure.build(self.element_spec, components)


def _static_size(size: Any, drop_remainder: Any) -> int | None:
    """The size that every batch has, if it is known."""
    drop, known = constant_value(drop_remainder), constant_value(size)
    return int(known) if known is not None and drop is not None and drop else None


#: Why a part of an element cannot be batched: whether it is a dataset, and what to say.
_NOT_BATCHED = {
    True: "elements that are datasets cannot be batched: {}. Make tensors of them first, as in "
    "dataset.flat_map(lambda window: window.batch(n))",
    False: "elements of this type cannot be batched: {}. Make dense tensors of them first, as in "
    "dataset.map(tf.sparse.to_dense) or dataset.map(lambda x: x.to_tensor())",
}


def _batched(spec: Any, size: int | None) -> Any:
    def leaf(part: Any) -> Any:
        if isinstance(part, NoneTensorSpec):
            return part
        if not isinstance(part, TensorSpec):
            raise TypeError(_NOT_BATCHED[type(part) is DatasetSpec].format(part))
        return TensorSpec(None if part.shape.rank is None else [size, *part.shape.as_list()], part.dtype)

    return nest.map_structure(leaf, spec)


def _padded_shapes(spec: Any, leaves: Sequence[TensorSpec], given: Any) -> list[tuple[list[Any], Any]]:
    """For each component the sizes to pad to as far as they are known, and as a vector, -1 for what a batch decides."""
    if given is None:
        for i, leaf in enumerate(leaves):
            if leaf.shape.rank is None:
                raise ValueError(f"You must provide `padded_shapes` argument because component {i} has unknown rank.")
    parts = [leaf.shape for leaf in leaves] if given is None else _parts(spec, given, "padded_shapes")
    return [_padded_shape(part, leaf) for part, leaf in zip(parts, leaves, strict=True)]


def _padded_shape(given: Any, spec: TensorSpec) -> tuple[list[Any], Any]:
    if is_tensor(given):
        tensor = int64(given)
        known = constant_value(tensor)
        sizes = [None if d == -1 else d for d in known.tolist()] if known is not None else [None] * tensor.shape[0]
    else:
        shape = as_shape(None if given is None else [None if d == -1 else d for d in _sizes(given)])
        if shape.rank is None:
            raise ValueError(f"The padded shape of a tensor of {spec} has no known rank: give `padded_shapes`.")
        sizes = shape.as_list()
        tensor = convert_to_tensor([-1 if d is None else d for d in sizes], dtypes.int64)
    if spec.shape.rank is not None:
        pairs = zip(spec.shape.as_list(), sizes, strict=False)
        too_small = any(d is not None and wanted is not None and wanted < d for d, wanted in pairs)
        if spec.shape.rank != len(sizes) or too_small:
            raise ValueError(
                f"The padded shape {TensorShape(sizes)} is not compatible with the shape {spec.shape} of the "
                "corresponding input component."
            )
    return sizes, tensor


def _sizes(shape: Any) -> list[Any]:
    """The sizes in a shape, in whatever way it was given."""
    if isinstance(shape, TensorShape):
        return shape.as_list() or []
    return [shape] if isinstance(shape, int) else list(shape)


def _padding_values(spec: Any, leaves: Sequence[TensorSpec], given: Any) -> list[Any]:
    if given is None or (not nest.is_nested(given) and nest.is_nested(spec)):
        parts = [given] * len(leaves)
    else:
        parts = _parts(spec, given, "padding_values")
    return [_padding_value(part, leaf) for part, leaf in zip(parts, leaves, strict=True)]


def _padding_value(value: Any, spec: TensorSpec) -> Any:
    if value is None:
        return creation.constant("" if spec.dtype is dtypes.string else 0, spec.dtype)
    value = convert_to_tensor(value)
    if value.shape.rank not in (0, None):
        raise ValueError(
            f"Invalid `padding_values`. `padding_values` should be a scalar tensor, but it has shape {value.shape}."
        )
    if value.dtype is not spec.dtype:
        raise TypeError(
            f"Invalid `padding_values`. `padding_values` values type {value.dtype} does not match type {spec.dtype} of "
            "the corresponding input component."
        )
    return value


def _parts(spec: Any, given: Any, what: str) -> list[Any]:
    """The parts of `given` where `spec`, the structure of an element, has leaves."""
    parts = structure.parts_at(spec, given)
    if parts is None:
        raise TypeError(f"`{what}` {given} does not have the structure of an element, {spec}")
    return parts
