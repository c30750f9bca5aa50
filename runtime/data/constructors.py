"""How datasets are made from tensors, numbers, generators, files and other datasets."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from runtime.core import dtypes, errors, nest
from runtime.core.shapes import TensorShape, as_shape
from runtime.core.specs import TensorSpec
from runtime.data import making, merging, structure
from runtime.data.ops import typed
from runtime.data.spec import DatasetSpec, is_dataset
from runtime.data.structure import component_specs
from runtime.ir.graph import current_graph
from runtime.ir.schema import Op
from runtime.ir.static_value import constant_value
from runtime.ir.values import is_tensor
from runtime.library import shaping
from runtime.library.randomness import seed_pair
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import apply

if TYPE_CHECKING:
    from runtime.data.dataset import Dataset


#: What datasets print as, where that is not the name of the operation without its version.
_KINDS = {
    "CSVDatasetV2": "CsvDatasetV2", "CacheDatasetV2": "CacheDataset", "GeneratorDataset": "_FlatMapDataset",
    "TextLineDataset": "TextLineDatasetV2",
}  # fmt: skip


def made(op: Op, inputs: Sequence[Any], spec: Any = None, name: Any = None, **attrs: Any) -> Any:
    """The dataset that an operation makes, now or in the graph that is being built. It has the options of its inputs.

    Args:
        op: the operation.
        inputs: tensors and datasets.
        spec: of its elements; that of the first input unless given.
        **attrs: of the operation, besides the types of components.
    """
    given = [x for x in inputs if is_dataset(x)]
    spec = given[0].element_spec if spec is None else spec
    tensors = [x._variant if is_dataset(x) else x for x in inputs]
    variant = apply(op, tensors, {**attrs, **typed(component_specs(spec))}, name)
    dataset = structure.build(DatasetSpec(spec), [variant])
    dataset._kind = _KINDS.get(op.name) or "_" + re.sub(r"V\d+$", "", op.name)
    for options in [x._options for x in given if x._options is not None]:
        dataset._options = options if dataset._options is None else dataset._options.merge(options)
    return dataset


def int64(value: Any) -> Any:
    """A number, or a tensor of some integer dtype, as a tensor of dtype int64."""
    if is_tensor(value):
        value = convert_to_tensor(value)
        return shaping.cast(value, dtypes.int64) if value.dtype.is_integer else convert_to_tensor(value, dtypes.int64)
    return convert_to_tensor(value, dtypes.int64)


def seeds(seed: Any) -> list[Any]:
    """The two seeds of an operation, as tensors; zeros if there are none."""
    if is_tensor(seed):
        program, own = seed_pair(0)[0], seed
    else:
        program, own = seed_pair(seed)
        if program is None and own is None:
            return [int64(0), int64(0)]
    # Zeros would say that there are no seeds.
    return [
        int64(87654321 if program is None else program),
        int64((1 << 31) - 1 if not is_tensor(own) and own == 0 else own),
    ]


class Constructors:
    """The static methods of `Dataset`."""

    @staticmethod
    def from_tensors(tensors: Any, name: str | None = None) -> Dataset:
        """A dataset of a single element.

        Args:
            tensors: the element: a structure of tensors.

        >>> import runtime as tf
        >>> list(tf.data.Dataset.from_tensors([1, 2]).as_numpy_iterator())
        [array([1, 2], dtype=int32)]
        """
        element = structure.tensors(tensors)
        return made(making.TENSORS, structure.components_of(element), structure.spec_of(element), name)

    @staticmethod
    def from_tensor_slices(tensors: Any, name: str | None = None) -> Dataset:
        """A dataset of the slices of tensors along their first dimension.

        Args:
            tensors: a structure of tensors whose first dimensions are equal.

        Raises:
            ValueError: if a tensor is a scalar, or first dimensions differ.

        >>> import runtime as tf
        >>> list(tf.data.Dataset.from_tensor_slices({'a': [1, 2], 'b': [3, 4]}).as_numpy_iterator())
        [{'a': np.int32(1), 'b': np.int32(3)}, {'a': np.int32(2), 'b': np.int32(4)}]
        """
        whole = structure.tensors(tensors)
        only_tensors(structure.spec_of(whole), "from_tensor_slices")
        components = structure.components_of(whole)
        if not components:
            raise ValueError("Invalid `element`. `element` should not be empty.")
        length = TensorShape([None])
        for x in components:
            if x.shape.rank == 0:
                raise ValueError("Unbatching a tensor is only supported for rank >= 1")
            if x.shape.rank is not None:
                own = x.shape[:1]
                if not length.is_compatible_with(own):
                    raise ValueError(f"Dimensions {length[0]} and {own[0]} are not compatible")
                length = length.merge_with(own)
        return made(making.SLICES, components, unbatched(structure.spec_of(whole)), name)

    @staticmethod
    def from_generator(
        generator: Callable[..., Any],
        output_types: Any = None,
        output_shapes: Any = None,
        args: Any = None,
        output_signature: Any = None,
        name: str | None = None,
    ) -> Dataset:
        """A dataset of what a Python generator yields.

        Args:
            generator: called for every pass, with `args`; returns an iterable.
            output_types, output_shapes: the dtypes of what it yields, and the shapes, unknown by default: the older
                way of giving `output_signature`.
            args: tensors that the generator is called with, as numpy values.
            output_signature: a structure of `TensorSpec`s, or of specs of other things that elements may hold.

        Raises:
            TypeError: if `generator` is not callable, or its output is not described.
            InvalidArgumentError: when it yields something else than was described.

        >>> import runtime as tf
        >>> squares = lambda n: (i * i for i in range(n))
        >>> dataset = tf.data.Dataset.from_generator(squares, output_signature=tf.TensorSpec([], tf.int32), args=[3])
        >>> [int(x) for x in dataset]
        [0, 1, 4]
        """
        if not callable(generator):
            raise TypeError("`generator` must be a Python callable.")
        if output_types is not None and output_signature is not None:
            raise TypeError(
                "The `output_types` argument can not be used together with the `output_signature` argument."
            )
        if output_signature is None:
            if output_types is None:
                raise TypeError(
                    "To specify the output signature you need to provide either the `output_signature` argument or the "
                    "`output_types` argument."
                )
            spec = _announced(output_types, output_shapes)
        else:
            spec = _as_tuples(output_signature)
        for leaf in nest.flatten(spec):
            if not structure.is_spec(leaf):
                raise TypeError(
                    "`output_signature` must contain objects that are subclass of `tf.TypeSpec` but found "
                    f"{type(leaf)} which is not."
                )
        arguments = [convert_to_tensor(x) for x in (() if args is None else args)]
        return made(making.GENERATOR, arguments, spec, name, generator=generator, yielded=spec)

    @staticmethod
    def range(*args: Any, output_type: Any = dtypes.int64, name: str | None = None) -> Dataset:
        """A dataset of the numbers of Python's `range`.

        Args:
            *args: stop; start and stop; or start, stop and step: integers, or scalar integer tensors.
            output_type: of the numbers.

        >>> import runtime as tf
        >>> [int(x) for x in tf.data.Dataset.range(1, 6, 2)]
        [1, 3, 5]
        """
        if not 1 <= len(args) <= 3:
            raise ValueError(f"Invalid `args`. The length of `args` should be between 1 and 3 but was {len(args)}.")
        start, stop, step = (0, *args, 1) if len(args) == 1 else (*args, 1)[:3]
        spec = TensorSpec([], dtypes.as_dtype(output_type))
        return made(making.RANGE, [int64(start), int64(stop), int64(step)], spec, name)

    @staticmethod
    def counter(start: Any = 0, step: Any = 1, dtype: Any = dtypes.int64, name: str | None = None) -> Dataset:
        """A dataset that counts, without end.

        Args:
            start, step: integers.
            dtype: of the numbers.

        >>> import runtime as tf
        >>> [int(x) for x in tf.data.Dataset.counter(5, 2).take(3)]
        [5, 7, 9]
        """
        whole = Constructors.from_tensors(0, name=name).repeat()
        kind = dtypes.as_dtype(dtype)
        first, by = (convert_to_tensor(x, dtype=kind) for x in (start, step))
        return whole.scan(first, lambda state, _: (state + by, state))

    @staticmethod
    def random(seed: Any = None, rerandomize_each_iteration: bool | None = None, name: str | None = None) -> Dataset:
        """A dataset of pseudorandom integers from 0 to 2**32, without end.

        Args:
            seed: an integer that makes them reproducible.
            rerandomize_each_iteration: whether each pass has other numbers.
        """
        anew = bool(rerandomize_each_iteration)
        return made(making.RANDOM, seeds(seed), TensorSpec([], dtypes.int64), name, anew=anew)

    @staticmethod
    def zip(*args: Any, datasets: Any = None, name: str | None = None) -> Dataset:
        """A dataset of the elements of several side by side, as long as the shortest.

        Args:
            *args: datasets; or one structure of them.
            datasets: the same, as a structure.

        Raises:
            TypeError: if there is something else among them, or a list.

        >>> import runtime as tf
        >>> a, b = tf.data.Dataset.range(2), tf.data.Dataset.range(5, 9)
        >>> list(tf.data.Dataset.zip(a, b).as_numpy_iterator())
        [(np.int64(0), np.int64(5)), (np.int64(1), np.int64(6))]
        """
        if not args and datasets is None:
            raise TypeError("Must pass at least one dataset to `zip`.")
        if args and datasets is not None:
            raise TypeError("Both `*args` and `datasets` cannot be set.")
        given = (args[0] if len(args) == 1 else args) if datasets is None else datasets
        wrong = "Invalid input to `zip`. Inputs are expected to be (nested) structures of `tf.data.Dataset` objects"
        if isinstance(given, list):
            raise TypeError(f"{wrong}. Python `list` is not supported and you should use `tuple` instead.")
        leaves = nest.flatten(given)
        for leaf in leaves:
            if not is_dataset(leaf):
                raise TypeError(f"{wrong} but encountered object of type {type(leaf)}.")
        spec = nest.map_structure(lambda dataset: dataset.element_spec, given)
        return made(merging.ZIP, leaves, spec, name)

    @staticmethod
    def choose_from_datasets(datasets: Any, choice_dataset: Any, stop_on_empty_dataset: bool = True) -> Dataset:
        """A dataset that takes each element from the one of `datasets` that `choice_dataset` names.

        Args:
            datasets: a list of datasets of alike elements.
            choice_dataset: a dataset of scalar int64 tensors.
            stop_on_empty_dataset: whether it ends with the first of them that has no more elements; otherwise those
                are skipped.

        Raises:
            TypeError: if `choice_dataset` has other elements.
            ValueError: if there are no datasets.

        >>> import runtime as tf
        >>> choice = tf.data.Dataset.range(2).repeat(2)
        >>> both = [tf.data.Dataset.from_tensors(x).repeat() for x in ('a', 'b')]
        >>> list(tf.data.Dataset.choose_from_datasets(both, choice).as_numpy_iterator())
        [b'a', b'b', b'a', b'b']
        """
        datasets = list(datasets)
        if not datasets:
            raise ValueError("Invalid `datasets`. `datasets` should not be empty.")
        if choice_dataset.element_spec != TensorSpec([], dtypes.int64):
            raise TypeError(
                "Invalid `choice_dataset`. Elements of `choice_dataset` must be scalar `tf.int64` tensors but are "
                f"{choice_dataset.element_spec}."
            )
        return _directed(datasets, choice_dataset, stop_on_empty_dataset)

    @staticmethod
    def sample_from_datasets(
        datasets: Any,
        weights: Any = None,
        seed: Any = None,
        stop_on_empty_dataset: bool = False,
        rerandomize_each_iteration: bool | None = None,
    ) -> Dataset:
        """A dataset that takes each element from one of `datasets`, drawn at random.

        Args:
            datasets: a list of datasets of alike elements.
            weights: how often each is drawn, in proportion; equally often by default.
            seed: makes the draws reproducible.
            stop_on_empty_dataset: whether it ends with the first of them that has no more elements; otherwise those
                are skipped.
            rerandomize_each_iteration: whether each pass draws anew.
        """
        datasets = list(datasets)
        if not datasets:
            raise ValueError("Invalid `datasets`. `datasets` should not be empty.")
        weights = np.ones(len(datasets)) if weights is None else weights
        if hasattr(weights, "element_spec"):
            raise TypeError("`weights` must be a list or a tensor: a dataset of weights is not covered")
        weights = shaping.cast(convert_to_tensor(weights), dtypes.float64)
        if weights.shape.rank == 1 and weights.shape[0] not in (None, len(datasets)):
            raise ValueError(
                "Invalid `weights`. `weights` should have the same length as `datasets` but got "
                f"`len(weights)={weights.shape[0]}` vs. `len(datasets)={len(datasets)}`."
            )
        known = constant_value(weights)
        if known is not None:  # when the others have ended, one that is never drawn would be waited for
            drawn = [i for i, weight in enumerate(known.tolist()) if weight != 0]
            datasets, weights = [datasets[i] for i in drawn], convert_to_tensor(known[drawn])
        anew = rerandomize_each_iteration is not False
        numbers = made(merging.SAMPLED, [weights, *seeds(seed)], TensorSpec([], dtypes.int64), anew=anew)
        return _directed(datasets, numbers, stop_on_empty_dataset)

    @staticmethod
    def list_files(
        file_pattern: Any, shuffle: bool | None = None, seed: Any = None, name: str | None = None
    ) -> Dataset:
        """A dataset of the names of files.

        Args:
            file_pattern: a glob pattern, or a list of them.
            shuffle: whether they come in random order; True unless given.
            seed: of the order.

        Raises:
            InvalidArgumentError: if there are none.
        """
        if is_tensor(file_pattern):
            if current_graph() is not None:
                raise TypeError("list_files takes Python strings in a function that is being traced")
            file_pattern = file_pattern.numpy().tolist() if file_pattern.shape.rank else file_pattern.numpy()
        found = matching(file_pattern)
        if not found:
            patterns = [file_pattern] if isinstance(file_pattern, (str, bytes)) else file_pattern
            raise errors.InvalidArgumentError(
                None, None, f"No files matched pattern: {', '.join(map(os.fsdecode, patterns))}"
            )
        dataset = Constructors.from_tensor_slices(found, name)
        return dataset.shuffle(len(found), seed) if shuffle is None or shuffle else dataset


def matching(file_pattern: Any) -> list[str]:
    """The sorted names of the files that a pattern, or one of several, matches."""
    patterns = [file_pattern] if isinstance(file_pattern, (str, bytes)) else file_pattern
    return sorted({path for pattern in patterns for path in glob.glob(os.fsdecode(pattern))})


def only_tensors(spec: Any, what: str) -> None:
    """Raises TypeError if elements have parts that cannot be sliced."""
    for leaf in nest.flatten(spec):
        if not isinstance(leaf, (TensorSpec, structure.NoneTensorSpec)):
            raise TypeError(f"{what} slices tensors along their first dimension, which {leaf} has no slices of")


def unbatched(spec: Any) -> Any:
    """The spec of the slices of elements along their first dimension."""

    def leaf(part: Any) -> Any:
        if not isinstance(part, TensorSpec):
            return part
        return TensorSpec(None if part.shape.rank is None else part.shape[1:], part.dtype)

    return nest.map_structure(leaf, spec)


def _directed(datasets: Sequence[Any], choice: Any, stop: bool) -> Any:
    spec = datasets[0].element_spec
    for dataset in datasets[1:]:
        spec = structure.joined(spec, dataset.element_spec)
    return made(merging.CHOOSE, [choice, *datasets], spec, stop_on_empty_dataset=bool(stop))


def _announced(output_types: Any, output_shapes: Any) -> Any:
    """The spec that dtypes and shapes, in one structure, make."""
    types = _as_tuples(output_types)
    leaves = nest.flatten(types)
    shapes = [None] * len(leaves) if output_shapes is None else structure.parts_at(types, output_shapes)
    if shapes is None:
        raise ValueError(f"output_shapes {output_shapes} does not have the structure of output_types {output_types}")
    pairs = zip(shapes, leaves, strict=True)
    return nest.pack_sequence_as(types, [TensorSpec(as_shape(s), dtypes.as_dtype(t)) for s, t in pairs])


def _as_tuples(structured: Any) -> Any:
    """The lists in a structure of types made tuples: as values, lists are tensors."""
    if isinstance(structured, list):
        structured = tuple(structured)
    if not nest.is_nested(structured):
        return structured
    return nest.with_children(structured, [_as_tuples(child) for child in nest.children(structured)])
