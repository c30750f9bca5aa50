"""`tf.data.experimental`: older names of what `Dataset` has, and what guides use besides."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from runtime.core.coverage import not_covered
from runtime.data.background import AUTOTUNE
from runtime.data.constructors import Constructors, int64, made
from runtime.data.csv_files import CsvDataset, make_csv_dataset
from runtime.data.dataset import Dataset
from runtime.data.iterator import IteratorBase
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
    "AUTOTUNE", "INFINITE_CARDINALITY", "UNKNOWN_CARDINALITY", "AutoShardPolicy", "AutotuneOptions", "Counter",
    "CsvDataset", "DistributeOptions", "OptimizationOptions", "Optional", "OptionalSpec", "RandomDataset",
    "ThreadingOptions", "assert_cardinality", "bucket_by_sequence_length", "cardinality", "choose_from_datasets",
    "enumerate_dataset", "get_next_as_optional", "get_single_element", "get_structure", "group_by_window",
    "ignore_errors", "make_csv_dataset", "rejection_resample", "sample_from_datasets", "scan", "take_while",
    "unbatch", "unique",
]  # fmt: skip

Transformation = Callable[[Dataset], Dataset]

Counter = Constructors.counter
RandomDataset = Constructors.random
cardinality = Dataset.cardinality
choose_from_datasets = Constructors.choose_from_datasets
get_next_as_optional = IteratorBase.get_next_as_optional
get_single_element = Dataset.get_single_element
sample_from_datasets = Constructors.sample_from_datasets


def assert_cardinality(expected_cardinality: Any) -> Transformation:
    """A transformation, for `Dataset.apply`, to a dataset whose cardinality is known: that many elements must come.

    >>> import runtime as tf
    >>> dataset = tf.data.Dataset.range(3).filter(lambda x: True)
    >>> len(dataset.apply(tf.data.experimental.assert_cardinality(3)))
    3
    """
    return lambda dataset: made(ASSERT_CARDINALITY, [dataset, int64(expected_cardinality)])


def get_structure(dataset_or_iterator: Any) -> Any:
    """The `element_spec` of a dataset or an iterator.

    Raises:
        TypeError: if it is neither.
    """
    if isinstance(dataset_or_iterator, (Dataset, IteratorBase)):
        return dataset_or_iterator.element_spec
    raise TypeError(
        "Invalid `dataset_or_iterator`. `dataset_or_iterator` must be a `tf.data.Dataset` or tf.data.Iterator object "
        f"but got {type(dataset_or_iterator)}."
    )


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

#: What to use in place of transformations that are several, or that have lost their use.
_INSTEAD = {
    "map_and_batch": "dataset.map(...).batch(...)",
    "parallel_interleave": "dataset.interleave(..., num_parallel_calls=...)",
    "prefetch_to_device": "dataset.prefetch(...)",
    "shuffle_and_repeat": "dataset.shuffle(...).repeat(...)",
}

_refuse = not_covered("tf.data.experimental", __all__)


def __getattr__(name: str) -> Any:
    if name in _INSTEAD:
        raise AttributeError(f"tf.data.experimental.{name} is not covered: use {_INSTEAD[name]}")
    return _refuse(name)
