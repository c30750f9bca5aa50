"""What makes a dataset of a dataset by calling functions: map, filter, reduce, flat_map, interleave and their like.

A function gets an element, the parts of one that is a tuple as arguments. It is traced once; Python's control flow over
tensors in it is staged.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from runtime.core import dtypes, nest
from runtime.core.specs import TensorSpec
from runtime.data import mapping, ops, structure
from runtime.data.background import AUTOTUNE
from runtime.data.constructors import int64, made
from runtime.data.functions import StagedFunction, fixed_point
from runtime.data.spec import DatasetSpec
from runtime.data.structure import component_specs
from runtime.function.function import converted
from runtime.library import assembling, checking, creation, elementwise, indexing, randomness, reduction, shaping
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import apply

if TYPE_CHECKING:
    from runtime.data.dataset import Dataset


class Functional:
    """The methods of `Dataset` that call functions."""

    _variant: Any
    element_spec: Any

    def map(
        self,
        map_func: Callable[..., Any],
        num_parallel_calls: Any = None,
        deterministic: bool | None = None,
        synchronous: bool | None = None,
        use_unbounded_threadpool: bool = False,
        name: str | None = None,
    ) -> Dataset:
        """What a function makes of each element.

        Args:
            map_func: takes an element, returns an element of any structure; a list that it returns is a tuple.
            num_parallel_calls: how many calls run at the same time, in threads. With `tf.data.AUTOTUNE` there are
                threads only where calls may have to wait for Python code or files.
            deterministic: False lets results come as they are ready; otherwise they keep the order of the elements.
            synchronous: says that there are to be no threads; there are none without `num_parallel_calls` either way.
            use_unbounded_threadpool: says that the system may have as many threads as it likes; it has what it needs.

        Raises:
            ValueError: if `synchronous` is given with `num_parallel_calls`.
            InvalidArgumentError: if `num_parallel_calls` is not positive.

        >>> import runtime as tf
        >>> [int(x) for x in tf.data.Dataset.range(3).map(lambda x: x * x)]
        [0, 1, 4]
        """
        if synchronous and num_parallel_calls is not None:
            raise ValueError(
                "`synchronous` is not supported with `num_parallel_calls`, but `num_parallel_calls` was set to "
                f"{num_parallel_calls}"
            )
        f = self._staged(map_func, "map")
        if num_parallel_calls is None:
            if deterministic is not None and not use_unbounded_threadpool:
                warnings.warn(
                    "The `deterministic` argument has no effect unless the `num_parallel_calls` argument is specified.",
                    stacklevel=2,
                )
            return made(mapping.MAP, [self, *f.captured], f.output, name, f=f)
        inputs = [self, *f.captured, int64(num_parallel_calls)]
        return made(mapping.PARALLEL_MAP, inputs, f.output, name, f=f, in_order=deterministic is not False)

    def filter(self, predicate: Callable[..., Any], name: str | None = None) -> Dataset:
        """The elements for which a function is true.

        Args:
            predicate: takes an element, returns a scalar bool tensor.

        Raises:
            ValueError: if it returns something else.

        >>> import runtime as tf
        >>> [int(x) for x in tf.data.Dataset.range(5).filter(lambda x: x % 2 == 1)]
        [1, 3]
        """
        f = self._staged(predicate, "filter")
        _check_predicate(f.output, ", but its return type is ")
        return made(mapping.FILTER, [self, *f.captured], name=name, f=f)

    def take_while(self, predicate: Callable[..., Any], name: str | None = None) -> Dataset:
        """The elements before the first for which a function is false.

        >>> import runtime as tf
        >>> [int(x) for x in tf.data.Dataset.range(9).take_while(lambda x: x < 3)]
        [0, 1, 2]
        """
        f = self._staged(predicate, "take_while")
        _check_predicate(f.output, " but its return type is ")
        return made(mapping.TAKE_WHILE, [self, *f.captured], name=name, f=f)

    def scan(self, initial_state: Any, scan_func: Callable[..., Any], name: str | None = None) -> Dataset:
        """What a function makes of each element and of a state that it passes on.

        Args:
            initial_state: the state for the first element, a structure of tensors.
            scan_func: takes the state and an element; returns the next state, and the result.

        Raises:
            TypeError: if it does not return a pair, or the state changes its type.

        >>> import runtime as tf
        >>> totals = tf.data.Dataset.range(5).scan(np.int64(0), lambda total, x: (total + x, total + x))
        >>> [int(x) for x in totals]
        [0, 1, 3, 6, 10]
        """
        initial = structure.tensors(initial_state)

        def next_state(output: Any) -> Any:
            if not (isinstance(output, tuple) and len(output) == 2):
                raise TypeError(
                    "Invalid `scan_func`. `scan_func` should return a pair consisting of new state and the output "
                    f"value but its return type is {output}."
                )
            return output[0]

        f, _ = fixed_point(scan_func, structure.spec_of(initial), self.element_spec, "scan", next_state)
        components = structure.components_of(initial)
        inputs = [self, *components, *f.captured]
        return made(mapping.SCAN, inputs, f.output[1], name, f=f, states=len(components))

    def reduce(self, initial_state: Any, reduce_func: Callable[..., Any], name: str | None = None) -> Any:
        """The state that a function leaves when it went over all elements.

        Args:
            initial_state: a structure of tensors; what is returned if there are no elements.
            reduce_func: takes the state and an element, returns the next state.

        Returns:
            The last state.

        Raises:
            TypeError: if the state changes its structure or dtypes.

        >>> import runtime as tf
        >>> int(tf.data.Dataset.range(5).reduce(np.int64(0), lambda total, x: total + x))
        10
        """
        initial = structure.tensors(initial_state)
        f, spec = fixed_point(
            reduce_func, structure.spec_of(initial), self.element_spec, "reduce", lambda output: output
        )
        components = structure.components_of(initial)
        attrs = {"f": f, "states": len(components), **ops.typed(component_specs(spec))}
        results = apply(ops.REDUCE, [self._variant, *components, *f.captured], attrs, name)
        return structure.build(spec, results)

    def flat_map(self, map_func: Callable[..., Any], name: str | None = None) -> Dataset:
        """The elements of the datasets that a function makes of elements, one dataset after the other.

        Args:
            map_func: takes an element, returns a dataset.

        Raises:
            TypeError: if it returns something else.

        >>> import runtime as tf
        >>> rows = tf.data.Dataset.from_tensor_slices([[1, 2], [3, 4]])
        >>> [int(x) for x in rows.flat_map(tf.data.Dataset.from_tensor_slices)]
        [1, 2, 3, 4]
        """
        f = self._staged(map_func, "flat_map")
        return made(mapping.FLAT_MAP, [self, *f.captured], _elements_of(f.output, "map_func"), name, f=f)

    def interleave(
        self,
        map_func: Callable[..., Any],
        cycle_length: Any = None,
        block_length: Any = None,
        num_parallel_calls: Any = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Dataset:
        """The elements of several of the datasets that a function makes of elements, in turn.

        Args:
            map_func: takes an element, returns a dataset.
            cycle_length: how many datasets are read in turn; as many as there are processors unless given.
            block_length: how many elements are taken of one before the next; 1 unless given.
            num_parallel_calls: how many of the datasets of a cycle are read at the same time, ahead of their turn, by
                threads. With `tf.data.AUTOTUNE`, all, where that may have to wait for Python code or files.
            deterministic: False permits another order, which is not made use of: it is always that of the turns.

        >>> import runtime as tf
        >>> repeated = lambda x: tf.data.Dataset.from_tensors(x).repeat(3)
        >>> [int(x) for x in tf.data.Dataset.range(1, 3).interleave(repeated, cycle_length=2, block_length=2)]
        [1, 1, 2, 2, 1, 2]
        """
        f = self._staged(map_func, "interleave")
        spec = _elements_of(f.output, "map_func")
        inputs = [
            self,
            *f.captured,
            int64(AUTOTUNE if cycle_length is None else cycle_length),
            int64(1 if block_length is None else block_length),
        ]
        if num_parallel_calls is None:
            return made(mapping.INTERLEAVE, inputs, spec, name, f=f)
        return made(mapping.PARALLEL_INTERLEAVE, [*inputs, int64(num_parallel_calls)], spec, name, f=f)

    def group_by_window(
        self,
        key_func: Callable[..., Any],
        reduce_func: Callable[..., Any],
        window_size: Any = None,
        window_size_func: Callable[..., Any] | None = None,
        name: str | None = None,
    ) -> Dataset:
        """The elements of the datasets that a function makes of windows of elements with the same key.

        Args:
            key_func: from an element to its key, a scalar int64 tensor.
            reduce_func: from a key and a dataset of at most `window_size` elements to a dataset.
            window_size: how many elements of one key make a window.
            window_size_func: from a key to the size of its windows, in place of `window_size`.

        Raises:
            ValueError: if not exactly one of `window_size` and `window_size_func` is given, or the key is not int64.

        >>> import runtime as tf
        >>> parity = lambda x: x % 2
        >>> batches = tf.data.Dataset.range(6).group_by_window(parity, lambda key, window: window.batch(3), 3)
        >>> [x.numpy().tolist() for x in batches]
        [[0, 2, 4], [1, 3, 5]]
        """
        if (window_size is None) == (window_size_func is None):
            raise ValueError("Either the `window_size` argument or the `window_size_func` argument must be specified.")
        if window_size_func is None:
            window_size_func = functools.partial(_first, int64(window_size))
        scalar = TensorSpec([], dtypes.int64)
        key = self._staged(key_func, "group_by_window")
        sizes = StagedFunction(window_size_func, (scalar,), "group_by_window")
        for f, what in ((key, "key_func"), (sizes, "window_size_func")):
            if not scalar.is_compatible_with(f.output):
                raise ValueError(
                    f"Invalid `{what}`. `{what}` must return a single `tf.int64` scalar tensor but its return type is "
                    f"{f.output}."
                )
        reduction = StagedFunction(reduce_func, (scalar, DatasetSpec(self.element_spec)), "group_by_window")
        spec = _elements_of(reduction.output, "reduce_func")
        functions = (key, sizes, reduction)
        inputs = [self, *[x for f in functions for x in f.captured]]
        counts = tuple([len(f.captured) for f in functions])
        return made(
            mapping.GROUP_BY_WINDOW, inputs, spec, name,
            f=key, window_size_func=sizes, reduce_func=reduction, counts=counts,
        )  # fmt: skip

    def bucket_by_sequence_length(
        self,
        element_length_func: Callable[..., Any],
        bucket_boundaries: Sequence[int],
        bucket_batch_sizes: Sequence[int],
        padded_shapes: Any = None,
        padding_values: Any = None,
        pad_to_bucket_boundary: bool = False,
        no_padding: bool = False,
        drop_remainder: bool = False,
        name: str | None = None,
    ) -> Dataset:
        """Padded batches of elements of similar lengths.

        Args:
            element_length_func: from an element to its length, a scalar int32 tensor.
            bucket_boundaries: the lengths at which a new bucket begins, ascending.
            bucket_batch_sizes: the size of a batch of each bucket, of which there is one more.
            padded_shapes, padding_values, drop_remainder: as of `padded_batch`.
            pad_to_bucket_boundary: whether dimensions that are not known are padded to the boundary of the bucket less
                one, in place of the longest in the batch; longer elements are then an error.
            no_padding: whether elements of a batch have one shape as they are.

        >>> import runtime as tf
        >>> dataset = tf.data.Dataset.from_tensor_slices([1, 5, 2, 6]).map(lambda n: tf.ones([n], tf.int32))
        >>> batches = dataset.bucket_by_sequence_length(lambda x: tf.shape(x)[0], [4], [2, 2])
        >>> [x.shape.as_list() for x in batches]
        [[2, 2], [2, 6]]
        """
        if len(bucket_batch_sizes) != len(bucket_boundaries) + 1:
            raise ValueError(
                "`len(bucket_batch_sizes)` must equal `len(bucket_boundaries) + 1` but `len(bucket_batch_sizes)="
                f"{len(bucket_batch_sizes)}` and `len(bucket_boundaries)={len(bucket_boundaries)}`."
            )
        boundaries = convert_to_tensor([int(b) for b in bucket_boundaries], dtypes.int64)
        sizes = convert_to_tensor([int(s) for s in bucket_batch_sizes], dtypes.int64)

        length_of = converted(element_length_func, "element_length_func")

        def bucket(*element: Any) -> Any:
            length = shaping.cast(length_of(*element), dtypes.int64)
            return reduction.reduce_sum(shaping.cast(boundaries <= length, dtypes.int64))

        def batch(key: Any, window: Any) -> Any:
            size = indexing.gather(sizes, key)
            if no_padding:
                return window.batch(size, drop_remainder)
            shapes = padded_shapes
            if pad_to_bucket_boundary:
                short = key < len(bucket_boundaries)
                checking.Assert(
                    short, ["pad_to_bucket_boundary=True: elements must be shorter than the last boundary."]
                )
                longest = indexing.gather(boundaries, elementwise.minimum(key, len(bucket_boundaries) - 1)) - 1
                shapes = nest.map_structure(lambda spec: _to_boundary(spec, longest), self.element_spec)
            return window.padded_batch(size, shapes, padding_values, drop_remainder)

        return self.group_by_window(bucket, batch, window_size_func=lambda key: indexing.gather(sizes, key), name=name)

    def rejection_resample(
        self, class_func: Callable[..., Any], target_dist: Any, initial_dist: Any = None, seed: Any = None,
        name: str | None = None,
    ) -> Dataset:  # fmt: skip
        """The elements without some of them, drawn at random, so that classes have the wanted frequencies.

        Args:
            class_func: from an element to its class, a scalar int32 tensor.
            target_dist: the wanted frequency of each class, floating.
            initial_dist: the frequencies of the classes in the dataset; counted on the way unless given.
            seed: makes the draws reproducible.

        Returns:
            A dataset of pairs of class and element.
        """
        target = convert_to_tensor(target_dist, dtype_hint=dtypes.float32)
        classes = target.shape[0]
        known = None if initial_dist is None else shaping.cast(initial_dist, target.dtype)

        class_of = converted(class_func, "class_func")

        def classified(counts: Any, element: Any) -> Any:
            of = class_of(*element) if type(element) is tuple else class_of(element)
            counts = counts + creation.one_hot(of, classes, dtype=counts.dtype)
            return counts, (of, counts, element)

        def is_accepted(of: Any, counts: Any, element: Any) -> Any:
            found = counts / reduction.reduce_sum(counts) if known is None else known
            wanted = target / elementwise.maximum(found, np.finfo(target.dtype.as_numpy_dtype).tiny)
            return randomness.uniform([], dtype=target.dtype, seed=seed) <= indexing.gather(
                wanted, of
            ) / reduction.reduce_max(wanted)

        counted = self.scan(creation.zeros([classes], target.dtype), classified)
        return counted.filter(is_accepted).map(lambda of, counts, element: (of, element))

    def _staged(self, function: Callable[..., Any], transformation: str) -> StagedFunction:
        return StagedFunction(function, (self.element_spec,), transformation)


def _first(value: Any, key: Any) -> Any:
    """The size of a window that is the same for all keys."""
    return value


def _check_predicate(output: Any, but: str) -> None:
    if not isinstance(output, TensorSpec) or not TensorSpec([], dtypes.bool).is_compatible_with(output):
        raise ValueError(f"Invalid `predicate`. `predicate` must return a `tf.bool` scalar tensor{but}{output}.")


def _elements_of(output: Any, what: str) -> Any:
    """The spec of the elements of the dataset that a function returns."""
    if not isinstance(output, DatasetSpec):
        raise TypeError(f"The `{what}` argument must return a `Dataset` object. It returned {output}.")
    return output.element_spec


def _to_boundary(spec: Any, longest: Any) -> Any:
    return assembling.stack(
        [longest if d is None else convert_to_tensor(d, dtypes.int64) for d in spec.shape.as_list()]
    )
