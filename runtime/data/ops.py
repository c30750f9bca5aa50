"""The operations on datasets, under TensorFlow's names: a row for each, whose kernel makes the source.

A dataset is a variant tensor. The attributes `output_types` and `output_shapes` are those of the components of an
element. A function is the attribute `f`; what it captures follows the other inputs.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.shapes import TensorShape
from runtime.core.specs import TensorSpec
from runtime.data import batching, choosing, making, mapping, merging
from runtime.data.background import AUTOTUNE, PrefetchSource, processors
from runtime.data.cache_file import CacheFileSource
from runtime.data.functions import explained
from runtime.data.source import Source
from runtime.data.structure import Element
from runtime.ir.schema import Effect, Op, declare, no_gradient
from runtime.ops.shape_rules import scalar

#: The attributes of every operation whose result is a dataset.
Types = tuple[dtypes.DType, ...]
Shapes = tuple[TensorShape, ...]


def dataset_op(name: str, signature: str, kernel: Any) -> Op:
    """Declares an operation that makes a dataset: the source that `kernel` returns.

    It is neither merged nor folded: sources have a state of their own, such as what they cache.
    """
    return declare(
        name, f"{signature}; ** -> handle: variant", kernel, shapes=scalar, gradient=no_gradient, effects=Effect.FRESH
    )


def _cycle(count: Any) -> int:
    return processors() if int(count) == AUTOTUNE else int(count)


# -- where elements start from ---------------------------------------------------------------------------------------


def _range(start: Any, stop: Any, step: Any, output_types: Types, output_shapes: Shapes) -> Source:
    return making.RangeSource(start, stop, step, output_types[0])


def _tensors(*components: Any, output_shapes: Shapes, **attrs: Any) -> Source:
    return making.TensorSource(components)


def _slices(*components: Any, output_shapes: Shapes, **attrs: Any) -> Source:
    return making.SliceSource(components)


def _generator(*arguments: Any, generator: Any, spec: Any, **attrs: Any) -> Source:
    return making.GeneratorSource(generator, arguments, spec)


def _random(seed: Any, seed2: Any, anew: bool, **attrs: Any) -> Source:
    return making.RandomSource(_seeds(seed, seed2), anew)


def _seeds(seed: Any, seed2: Any) -> list[int]:
    """The seeds of a generator: none if both are zero."""
    return [] if seed == 0 and seed2 == 0 else [int(seed), int(seed2)]


RANGE = dataset_op("RangeDataset", "start: int64, stop: int64, step: int64", _range)
TENSORS = dataset_op("TensorDataset", "components: *", _tensors)
SLICES = dataset_op("TensorSliceDataset", "components: *", _slices)
GENERATOR = dataset_op("GeneratorDataset", "arguments: *", _generator)
RANDOM = dataset_op("RandomDatasetV2", "seed: int64, seed2: int64", _random)

# -- choice and order ------------------------------------------------------------------------------------------------


def _shuffle(input: Source, size: Any, seed: Any, seed2: Any, reshuffle_each_iteration: bool, **attrs: Any) -> Source:
    return choosing.ShuffleSource(input, size, _seeds(seed, seed2), reshuffle_each_iteration)


def _cache(input: Source, filename: Any, output_types: Types, **attrs: Any) -> Source:
    name = os.fsdecode(filename if isinstance(filename, bytes) else filename[()])
    return CacheFileSource(input, name, output_types) if name else choosing.CacheSource(input)


TAKE = dataset_op(
    "TakeDataset", "input_dataset: variant, count: int64",
    lambda input, count, **attrs: choosing.TakeSource(input, count),
)  # fmt: skip
SKIP = dataset_op(
    "SkipDataset", "input_dataset: variant, count: int64",
    lambda input, count, **attrs: choosing.SkipSource(input, count),
)  # fmt: skip
SHARD = dataset_op(
    "ShardDataset", "input_dataset: variant, num_shards: int64, index: int64",
    lambda input, count, index, **attrs: choosing.ShardSource(input, count, index),
)  # fmt: skip
REPEAT = dataset_op(
    "RepeatDataset", "input_dataset: variant, count: int64",
    lambda input, count, **attrs: choosing.RepeatSource(input, count),
)  # fmt: skip
SHUFFLE = dataset_op(
    "ShuffleDatasetV3", "input_dataset: variant, buffer_size: int64, seed: int64, seed2: int64", _shuffle
)
CACHE = dataset_op("CacheDatasetV2", "input_dataset: variant, filename: string", _cache)
PREFETCH = dataset_op(
    "PrefetchDataset", "input_dataset: variant, buffer_size: int64",
    lambda input, size, **attrs: PrefetchSource(input, _buffer_size(size)),
)  # fmt: skip
OPTIONS = dataset_op("OptionsDataset", "input_dataset: variant", lambda input, **attrs: input)


def _buffer_size(size: Any) -> int:
    if int(size) < -1:
        raise errors.InvalidArgumentError(
            None, None, "buffer_size must be >= 0 or set buffer_size to be -1 for auto-tuning"
        )
    return int(size)


# -- putting together, taking apart ----------------------------------------------------------------------------------


def _batch(input: Source, size: Any, drop_remainder: Any, output_types: Types, **attrs: Any) -> Source:
    return batching.BatchSource(input, size, drop_remainder, output_types)


def _parallel_batch(
    input: Source, size: Any, parallel: Any, drop_remainder: Any, in_order: bool, output_types: Types, **attrs: Any
) -> Source:
    return batching.BatchSource(input, size, drop_remainder, output_types, parallel, in_order)


def _padded_batch(
    input: Source, size: Any, drop_remainder: Any, *rest: Any, output_types: Types, **attrs: Any
) -> Source:
    count = len(output_types)
    shapes, values = rest[:count], rest[count:]
    return batching.PaddedBatchSource(input, size, drop_remainder, output_types, shapes, values)


def _window(
    input: Source, size: Any, shift: Any, stride: Any, drop_remainder: Any, nested: tuple[int, ...], **attrs: Any
) -> Source:
    return batching.WindowSource(input, size, shift, stride, drop_remainder, nested)


def _rebatch(input: Source, sizes: Any, drop_remainder: Any, output_types: Types, **attrs: Any) -> Source:
    return batching.RebatchSource(input, sizes, drop_remainder, output_types)


BATCH = dataset_op("BatchDatasetV2", "input_dataset: variant, batch_size: int64, drop_remainder: bool", _batch)
PARALLEL_BATCH = dataset_op(
    "ParallelBatchDataset",
    "input_dataset: variant, batch_size: int64, num_parallel_calls: int64, drop_remainder: bool",
    _parallel_batch,
)
PADDED_BATCH = dataset_op(
    "PaddedBatchDatasetV2",
    "input_dataset: variant, batch_size: int64, drop_remainder: bool, shapes_and_values: *",
    _padded_batch,
)
UNBATCH = dataset_op("UnbatchDataset", "input_dataset: variant", lambda input, **attrs: batching.UnbatchSource(input))
REBATCH = dataset_op("RebatchDatasetV2", "input_dataset: variant, batch_sizes: int64, drop_remainder: bool", _rebatch)
WINDOW = dataset_op(
    "WindowDataset", "input_dataset: variant, size: int64, shift: int64, stride: int64, drop_remainder: bool", _window
)

# -- functions -------------------------------------------------------------------------------------------------------


def _map(input: Source, *captured: Any, f: Any, **attrs: Any) -> Source:
    return mapping.MapSource(input, captured, f)


def _parallel_map(input: Source, *rest: Any, f: Any, in_order: bool, **attrs: Any) -> Source:
    *captured, count = rest
    return mapping.MapSource(input, captured, f, count, in_order)


def _scan(input: Source, *rest: Any, f: Any, states: int, **attrs: Any) -> Source:
    return mapping.ScanSource(input, rest[:states], rest[states:], f)


def _interleave(input: Source, *rest: Any, f: Any, **attrs: Any) -> Source:
    *captured, cycle, block = rest
    return mapping.InterleaveSource(input, captured, f, _cycle(cycle), block)


def _parallel_interleave(input: Source, *rest: Any, f: Any, **attrs: Any) -> Source:
    *captured, cycle, block, parallel = rest
    return mapping.InterleaveSource(input, captured, f, _cycle(cycle), block, parallel)


def _group_by_window(
    input: Source, *captured: Any, f: Any, window_size_func: Any, reduce_func: Any, counts: Any, **attrs: Any
) -> Source:
    first, second = counts[0], counts[0] + counts[1]
    return mapping.GroupByWindowSource(
        input, (f, captured[:first]), (window_size_func, captured[first:second]), (reduce_func, captured[second:])
    )


def _reduce(input: Source, *rest: Any, f: Any, states: int, **attrs: Any) -> Element:
    try:
        return mapping.reduced(input, rest[:states], rest[states:], f)
    except Exception as error:
        raise explained(error) from None


MAP = dataset_op("MapDataset", "input_dataset: variant, other_arguments: *", _map)
PARALLEL_MAP = dataset_op("ParallelMapDatasetV2", "input_dataset: variant, other_arguments: *", _parallel_map)
FILTER = dataset_op(
    "FilterDataset",
    "input_dataset: variant, other_arguments: *",
    lambda input, *captured, f, **attrs: mapping.FilterSource(input, captured, f),
)
TAKE_WHILE = dataset_op(
    "TakeWhileDataset",
    "input_dataset: variant, other_arguments: *",
    lambda input, *captured, f, **attrs: mapping.TakeWhileSource(input, captured, f),
)
FLAT_MAP = dataset_op(
    "FlatMapDataset",
    "input_dataset: variant, other_arguments: *",
    lambda input, *captured, f, **attrs: mapping.FlatMapSource(input, captured, f),
)
SCAN = dataset_op("ScanDataset", "input_dataset: variant, other_arguments: *", _scan)
INTERLEAVE = dataset_op("InterleaveDataset", "input_dataset: variant, other_arguments: *", _interleave)
PARALLEL_INTERLEAVE = dataset_op(
    "ParallelInterleaveDatasetV4", "input_dataset: variant, other_arguments: *", _parallel_interleave
)
GROUP_BY_WINDOW = dataset_op("GroupByWindowDataset", "input_dataset: variant, other_arguments: *", _group_by_window)


def components_given(*inputs: Any, output_types: Types, output_shapes: Shapes, **attrs: Any) -> list[TensorSpec]:
    """The types of the components of an element, as the attributes of its operation say."""
    return [TensorSpec(shape, dtype) for shape, dtype in zip(output_shapes, output_types, strict=True)]


#: The functions of these may do anything: they run at once.
REDUCE = declare(
    "ReduceDataset",
    "input_dataset: variant, other_arguments: *; ** -> components: *",
    kernel=_reduce,
    infer=components_given,
    gradient=no_gradient,
    effects=Effect.OUTPUT,
    outputs=-1,
)

# -- several datasets ------------------------------------------------------------------------------------------------


def _choose(choice: Source, *inputs: Source, stop_on_empty_dataset: bool, **attrs: Any) -> Source:
    return merging.ChooseSource(choice, inputs, stop_on_empty_dataset)


def _sampled(weights: Any, seed: Any, seed2: Any, anew: bool, **attrs: Any) -> Source:
    return merging.SampledNumbers(weights, _seeds(seed, seed2), anew)


ZIP = dataset_op("ZipDataset", "input_datasets: *", lambda *inputs, **attrs: merging.ZipSource(inputs))
CONCATENATE = dataset_op(
    "ConcatenateDataset", "input_dataset: variant, another_dataset: variant",
    lambda first, second, **attrs: merging.ConcatenateSource(first, second),
)  # fmt: skip
CHOOSE = dataset_op("DirectedInterleaveDataset", "selector_input_dataset: variant, data_input_datasets: *", _choose)
SAMPLED = dataset_op("SampledNumbersDataset", "weights: float64, seed: int64, seed2: int64", _sampled)
UNIQUE = dataset_op("UniqueDataset", "input_dataset: variant", lambda input, **attrs: merging.UniqueSource(input))
IGNORE_ERRORS = dataset_op(
    "IgnoreErrorsDataset", "input_dataset: variant",
    lambda input, log_warning, **attrs: merging.IgnoreErrorsSource(input, log_warning),
)  # fmt: skip
ASSERT_CARDINALITY = dataset_op(
    "AssertCardinalityDataset", "input_dataset: variant, cardinality: int64",
    lambda input, cardinality, **attrs: merging.AssertCardinalitySource(input, cardinality),
)  # fmt: skip

# -- what is not a dataset -------------------------------------------------------------------------------------------


def _single_element(input: Source, **attrs: Any) -> Element:
    try:
        passes = input.iterate()
        for element in passes:
            for _ in passes:
                raise errors.InvalidArgumentError(None, None, "Dataset had more than one element.")
            return element
    except Exception as error:
        raise explained(error) from None
    raise errors.InvalidArgumentError(None, None, "Dataset was empty.")


CARDINALITY = declare(
    "DatasetCardinality", "input_dataset: variant -> int64", lambda input: np.int64(input.cardinality()),
    shapes=scalar, gradient=no_gradient,
)  # fmt: skip
SINGLE_ELEMENT = declare(
    "DatasetToSingleElement",
    "dataset: variant; ** -> components: *",
    kernel=_single_element,
    infer=components_given,
    gradient=no_gradient,
    effects=Effect.OUTPUT,
    outputs=-1,
)


def typed(specs: Sequence[TensorSpec]) -> dict[str, Any]:
    """The attributes `output_types` and `output_shapes` for components of these specs."""
    return {"output_types": tuple([s.dtype for s in specs]), "output_shapes": tuple([s.shape for s in specs])}
