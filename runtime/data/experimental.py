"""`tf.data.experimental`: older names of what `Dataset` has, and what guides use besides."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from runtime.core import dtypes
from runtime.core.coverage import not_covered
from runtime.data.background import AUTOTUNE
from runtime.data.constructors import Constructors, int64, made
from runtime.data.csv_files import CsvDataset, make_csv_dataset
from runtime.data.dataset import Dataset
from runtime.data.merging import ASSERT_CARDINALITY
from runtime.data.optional import Optional, OptionalSpec
from runtime.data.options import (
    AutoShardPolicy,
    AutotuneOptions,
    DistributeOptions,
    OptimizationOptions,
    ThreadingOptions,
)
from runtime.data.source import INFINITE as INFINITE_CARDINALITY
from runtime.data.source import UNKNOWN as UNKNOWN_CARDINALITY

__all__ = [
    "AUTOTUNE",
    "INFINITE_CARDINALITY",
    "UNKNOWN_CARDINALITY",
    "AutoShardPolicy",
    "AutotuneOptions",
    "Counter",
    "CsvDataset",
    "DistributeOptions",
    "OptimizationOptions",
    "Optional",
    "OptionalSpec",
    "RandomDataset",
    "ThreadingOptions",
    "assert_cardinality",
    "bucket_by_sequence_length",
    "cardinality",
    "choose_from_datasets",
    "enumerate_dataset",
    "get_next_as_optional",
    "get_single_element",
    "get_structure",
    "group_by_window",
    "ignore_errors",
    "make_csv_dataset",
    "map_and_batch",
    "parallel_interleave",
    "prefetch_to_device",
    "rejection_resample",
    "sample_from_datasets",
    "scan",
    "shuffle_and_repeat",
    "take_while",
    "unbatch",
    "unique",
]

Transformation = Callable[[Dataset], Dataset]

choose_from_datasets = Constructors.choose_from_datasets
sample_from_datasets = Constructors.sample_from_datasets


def Counter(start: Any = 0, step: Any = 1, dtype: Any = dtypes.int64) -> Dataset:
    """`Dataset.counter`."""
    return Constructors.counter(start, step, dtype)


def RandomDataset(seed: Any = None) -> Dataset:
    """`Dataset.random`."""
    return Constructors.random(seed)


def cardinality(dataset: Dataset) -> Any:
    """`Dataset.cardinality`."""
    return dataset.cardinality()


def assert_cardinality(expected_cardinality: Any) -> Transformation:
    """A transformation, for `Dataset.apply`, to a dataset whose cardinality is known: that many elements must come.

    >>> import runtime as tf
    >>> dataset = tf.data.Dataset.range(3).filter(lambda x: True)
    >>> len(dataset.apply(tf.data.experimental.assert_cardinality(3)))
    3
    """
    return lambda dataset: made(ASSERT_CARDINALITY, [dataset, int64(expected_cardinality)])


def get_single_element(dataset: Dataset) -> Any:
    """`Dataset.get_single_element`."""
    return dataset.get_single_element()


def get_structure(dataset_or_iterator: Any) -> Any:
    """The `element_spec` of a dataset or an iterator.

    Raises:
        TypeError: if it is neither.
    """
    try:
        return dataset_or_iterator.element_spec
    except AttributeError:
        raise TypeError(
            f"Invalid `dataset_or_iterator`. `dataset_or_iterator` must be a `tf.data.Dataset` or tf.data.Iterator "
            f"object but got {type(dataset_or_iterator)}."
        ) from None


def get_next_as_optional(iterator: Any) -> Optional:
    """`Iterator.get_next_as_optional`."""
    return iterator.get_next_as_optional()


def _transformation(method: Callable[..., Any], name: str = "") -> Callable[..., Transformation]:
    """A method of `Dataset` as a function of its arguments that gives a transformation."""

    def transformation(*args: Any, **kwargs: Any) -> Transformation:
        return lambda dataset: method(dataset, *args, **kwargs)

    transformation.__name__ = transformation.__qualname__ = name or method.__name__
    transformation.__doc__ = f"`Dataset.{method.__name__}` as a transformation, for `Dataset.apply`."
    signature = inspect.signature(method)
    parameters = [p for p in signature.parameters.values() if p.name not in ("self", "name")]
    transformation.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return transformation


bucket_by_sequence_length = _transformation(Dataset.bucket_by_sequence_length)
enumerate_dataset = _transformation(Dataset.enumerate, "enumerate_dataset")
group_by_window = _transformation(Dataset.group_by_window)
ignore_errors = _transformation(Dataset.ignore_errors)
rejection_resample = _transformation(Dataset.rejection_resample)
scan = _transformation(Dataset.scan)
take_while = _transformation(Dataset.take_while)
unbatch = _transformation(Dataset.unbatch)
unique = _transformation(Dataset.unique)


def shuffle_and_repeat(buffer_size: Any, count: Any = None, seed: Any = None) -> Transformation:
    """`Dataset.shuffle`, then `Dataset.repeat`, as a transformation."""
    return lambda dataset: dataset.shuffle(buffer_size, seed).repeat(count)


def map_and_batch(
    map_func: Callable[..., Any],
    batch_size: Any,
    num_parallel_batches: Any = None,
    drop_remainder: Any = False,
    num_parallel_calls: Any = None,
) -> Transformation:
    """`Dataset.map`, then `Dataset.batch`, as a transformation.

    Raises:
        ValueError: if both `num_parallel_batches` and `num_parallel_calls` are given.
    """
    if num_parallel_batches is not None:
        if num_parallel_calls is not None:
            raise ValueError(
                "`map_and_batch` allows only one of `num_parallel_batches` and `num_parallel_calls` to be set, but "
                f"`num_parallel_batches` was set to {num_parallel_batches} and `num_parallel_calls` was set to "
                f"{num_parallel_calls}."
            )
        num_parallel_calls = batch_size * num_parallel_batches
    return lambda dataset: dataset.map(map_func, num_parallel_calls).batch(batch_size, drop_remainder)


def parallel_interleave(
    map_func: Callable[..., Any],
    cycle_length: Any,
    block_length: Any = 1,
    sloppy: Any = False,
    buffer_output_elements: Any = None,
    prefetch_input_elements: Any = None,
) -> Transformation:
    """`Dataset.interleave` with `num_parallel_calls` as a transformation."""
    return lambda dataset: dataset.interleave(map_func, cycle_length, block_length, cycle_length)


def prefetch_to_device(device: str, buffer_size: Any = None) -> Transformation:
    """`Dataset.prefetch` as a transformation: there is one device."""
    return lambda dataset: dataset.prefetch(AUTOTUNE if buffer_size is None else buffer_size)


__getattr__ = not_covered("tf.data.experimental", __all__)
