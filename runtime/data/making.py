"""Operations that elements start from: numbers, tensors, Python generators."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from runtime.core import dtypes, errors, nest
from runtime.core.errors import invalid_argument
from runtime.core.shapes import TensorShape
from runtime.core.specs import TensorSpec
from runtime.data.functions import waits
from runtime.data.ops import Types, dataset_op
from runtime.data.randomness import Draws, seeds_of
from runtime.data.source import INFINITE, Selection, Source, steps
from runtime.data.structure import SPECS, Element, parts_at, rows
from runtime.execute.failures import CLASSES
from runtime.ir.graph import init_scope
from runtime.ir.schema import acts_outside
from runtime.tensor.conversion import convert_to_tensor


@dataset_op("RangeDataset", "start: int64, stop: int64, step: int64")
def RANGE(start: Any, stop: Any, step: Any, *, output_types: Types) -> Source:
    """An arithmetic sequence."""
    if step == 0:
        raise invalid_argument("step must be a non-zero integer.")
    numbers, dtype = range(int(start), int(stop), int(step)), output_types[0].dtype
    rows = Selection(lambda chosen: (np.array(chosen, dtype),), lambda: iter(numbers))
    return Source(lambda: zip(map(dtype.type, numbers)), count=lambda: len(numbers), selection=rows)


@dataset_op("TensorDataset", "components: *")
def TENSORS(*components: Any) -> Source:
    """A single element."""
    return Source(lambda: iter((components,)), count=lambda: 1)


@dataset_op("TensorSliceDataset", "components: *")
def SLICES(*components: Any) -> Source:
    """The slices of arrays along their first dimension."""
    shortest, *longer = sorted({len(a) for a in components})
    if longer:
        raise invalid_argument(f"Dimensions {shortest} and {longer[0]} are not compatible")

    def gathered(numbers: Sequence[int]) -> Element:
        first, count = numbers[0], len(numbers)
        if numbers[-1] - first == count - 1 and (count < 3 or list(range(first, first + count)) == list(numbers)):
            return tuple([a[first : first + count] for a in components])
        return tuple([a[numbers] for a in components])

    return Source(
        lambda: zip(*[rows(a) for a in components], strict=True),
        count=lambda: shortest,
        selection=Selection(gathered, lambda: iter(range(shortest))),
    )


@dataset_op("RandomDatasetV2", "seed: int64, seed2: int64")
def RANDOM(seed: Any, seed2: Any, *, anew: bool) -> Source:
    """Pseudorandom integers, other ones for every pass if they are drawn `anew`."""
    draws = Draws(seeds_of(seed, seed2), anew)

    def iterate() -> Iterator[Element]:
        generator = draws.generator()
        return steps(lambda: (generator.integers(0, 1 << 32, dtype=np.int64),))

    return Source(iterate, count=lambda: INFINITE, uses=(draws,))


@dataset_op("GeneratorDataset", "arguments: *")
def GENERATOR(*arguments: Any, generator: Callable[..., Any], yielded: Any) -> Source:
    """What a Python generator yields, which is called for the first element of every pass."""
    convert = _converter(yielded)

    def iterate() -> Iterator[Element]:
        iterator: Iterator[Any] | None = None

        def step() -> Element:
            nonlocal iterator
            try:
                with init_scope():
                    if iterator is None:
                        iterator = iter(generator(*arguments))
                    value = next(iterator)
            except (StopIteration, errors.OpError):
                raise
            except Exception as error:
                kind = next((kind for raised, kind in CLASSES if isinstance(error, raised)), errors.UnknownError)
                text = f"{type(error).__name__}: {error}\n{traceback.format_exc()}"
                raise kind(None, None, text) from error
            return convert(value)

        return steps(step)

    return Source(iterate, uses=arguments, is_slow=True)


acts_outside[GENERATOR] = "calls Python"
waits[GENERATOR] = True


def _converter(spec: Any) -> Callable[[Any], Element]:
    """The function from what a generator yields to components."""
    leaves = [_leaf_converter(leaf) for leaf in nest.flatten(spec)]
    if not nest.is_nested(spec):
        return leaves[0]
    types = nest.map_structure(lambda leaf: getattr(leaf, "dtype", leaf), spec)

    def convert(value: Any) -> Element:
        parts = parts_at(spec, value)
        if parts is None:
            raise invalid_argument(
                "TypeError: `generator` yielded an element that did not match the expected structure. The expected "
                f"structure was {types}, but the yielded element was {value}."
            )
        return tuple([x for part, leaf in zip(parts, leaves, strict=True) for x in leaf(part)])

    return convert


def _leaf_converter(spec: Any) -> Callable[[Any], Element]:
    """The function from a leaf of what a generator yields to components."""
    if type(spec) is TensorSpec:
        return lambda value: (_array(value, spec),)

    def convert(value: Any) -> Element:
        if not spec.is_compatible_with(value):
            raise invalid_argument(
                f"TypeError: `generator` yielded an element of {value} where an element of {spec} was expected."
            )
        return tuple([x._array for x in SPECS[type(spec)].components(value)])

    return convert


def _array(value: Any, spec: TensorSpec) -> Any:
    """What was yielded as an array of the dtype and shape that were announced."""
    dtype = spec.dtype
    if isinstance(value, np.ndarray) and value.dtype == dtype.dtype and dtype.kind != "string":
        array = value.copy()  # generators often yield one buffer again and again
    else:
        try:
            array = _converted(value, dtype)
        except (TypeError, ValueError):
            raise invalid_argument(
                "TypeError: `generator` yielded an element that could not be converted to the expected type. The "
                f"expected type was {dtype.name}, but the yielded element was {value}."
            ) from None
    if not spec.shape.is_compatible_with(TensorShape(array.shape)):
        raise invalid_argument(
            f"TypeError: `generator` yielded an element of shape {array.shape} where an element of shape {spec.shape} "
            "was expected."
        )
    return array


def _converted(value: Any, dtype: dtypes.DType) -> Any:
    kind = type(value)
    if (kind is int and dtype.is_integer) or (kind is float and dtype.is_floating):
        try:
            return dtype.dtype.type(value)
        except OverflowError as error:
            raise ValueError from error
    array = value if isinstance(value, (np.ndarray, np.generic)) else None
    if array is not None and dtype.is_numeric and array.dtype.kind in "biufc":
        return array.astype(dtype.dtype)  # as TensorFlow, numpy's rules
    with init_scope():
        tensor = convert_to_tensor(value)
        if tensor.dtype is not dtype:
            if dtype.kind == "string" or tensor.dtype.kind == "string":
                raise TypeError
            return np.asarray(tensor._array).astype(dtype.dtype)
        return tensor._array
