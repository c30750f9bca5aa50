"""Sources that elements start from: numbers, tensors, Python generators."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from runtime.core import dtypes, errors, nest
from runtime.core.shapes import TensorShape
from runtime.core.specs import TensorSpec
from runtime.data.randomness import Draws
from runtime.data.source import INFINITE, UNKNOWN, Selection, Source
from runtime.data.structure import SPECS, Element, rows
from runtime.execute.failures import CLASSES
from runtime.ir.graph import init_scope
from runtime.tensor.conversion import convert_to_tensor


class RangeSource(Source):
    """An arithmetic sequence."""

    def __init__(self, start: Any, stop: Any, step: Any, dtype: dtypes.DType):
        if step == 0:
            raise errors.InvalidArgumentError(None, None, "step must be a non-zero integer.")
        self._range = range(int(start), int(stop), int(step))
        self._dtype = dtype.dtype

    def iterate(self) -> Iterator[Element]:
        return zip(map(self._dtype.type, self._range))

    def cardinality(self) -> int:
        return len(self._range)

    def selection(self) -> Selection:
        return Selection(lambda numbers: (np.array(numbers, self._dtype),), lambda: iter(self._range))


class TensorSource(Source):
    """A single element."""

    def __init__(self, element: Element):
        self._element = element

    def iterate(self) -> Iterator[Element]:
        return iter((self._element,))

    def cardinality(self) -> int:
        return 1


class SliceSource(Source):
    """The slices of arrays along their first dimension."""

    def __init__(self, arrays: Sequence[np.ndarray]):
        lengths = {len(a) for a in arrays}
        if len(lengths) > 1:
            one, other = sorted(lengths)[:2]
            raise errors.InvalidArgumentError(None, None, f"Dimensions {one} and {other} are not compatible")
        self._arrays = arrays
        self._length = lengths.pop()

    def iterate(self) -> Iterator[Element]:
        return zip(*[rows(a) for a in self._arrays], strict=True)

    def cardinality(self) -> int:
        return self._length

    def selection(self) -> Selection:
        return Selection(self._gathered, lambda: iter(range(self._length)))

    def _gathered(self, numbers: Sequence[int]) -> Element:
        first, count = numbers[0], len(numbers)
        if numbers[-1] - first == count - 1 and (count < 3 or list(range(first, first + count)) == list(numbers)):
            return tuple([a[first : first + count] for a in self._arrays])
        return tuple([a[numbers] for a in self._arrays])


class RandomSource(Source):
    """Pseudorandom integers.

    Args:
        seeds: of the numbers; empty for other numbers each time.
        anew: whether every pass draws other numbers.
    """

    def __init__(self, seeds: Sequence[int], anew: bool):
        self._draws = Draws(seeds, anew)

    def iterate(self) -> Iterator[Element]:
        generator = self._draws.generator()
        return iter(lambda: (generator.integers(0, 1 << 32, dtype=np.int64),), None)

    def cardinality(self) -> int:
        return INFINITE


class GeneratorSource(Source):
    """What a Python generator yields.

    Args:
        generator: a function that returns an iterable; called for every pass.
        arguments: what it is called with, arrays.
        spec: of what it yields.
    """

    def __init__(self, generator: Callable[..., Any], arguments: Sequence[Any], spec: Any):
        self._generator = generator
        self._arguments = arguments
        self._spec = spec

    def iterate(self) -> Iterator[Element]:
        return _Generated(self._generator, self._arguments, self._spec)

    def cardinality(self) -> int:
        return UNKNOWN

    def waits(self) -> bool:
        return True


class _Generated(Iterator[Any]):
    """One pass over what a generator yields, as components. The generator is called for the first element."""

    def __init__(self, generator: Callable[..., Any], arguments: Sequence[Any], spec: Any):
        self._generator = generator
        self._arguments = arguments
        self._iterator: Iterator[Any] | None = None
        self._spec = spec
        self._convert = _converter(spec)

    def __next__(self) -> Element:
        try:
            with init_scope():
                if self._iterator is None:
                    self._iterator = iter(self._generator(*self._arguments))
                value = next(self._iterator)
        except (StopIteration, errors.OpError):
            raise
        except Exception as error:
            kind = next((kind for raised, kind in CLASSES if isinstance(error, raised)), errors.UnknownError)
            text = f"{type(error).__name__}: {error}\n{traceback.format_exc()}"
            raise kind(None, None, text) from error
        return self._convert(value)


def _converter(spec: Any) -> Callable[[Any], Element]:
    """The function from what a generator yields to components."""
    leaves = [_leaf_converter(leaf) for leaf in nest.flatten(spec)]
    if not nest.is_nested(spec):
        return leaves[0]
    types = nest.map_structure(lambda leaf: getattr(leaf, "dtype", leaf), spec)

    def convert(value: Any) -> Element:
        parts: list[Any] = []
        if not _flatten_up_to(spec, value, parts):
            raise errors.InvalidArgumentError(
                None, None,
                "TypeError: `generator` yielded an element that did not match the expected structure. The expected "
                f"structure was {types}, but the yielded element was {value}.",
            )  # fmt: skip
        return tuple([x for part, leaf in zip(parts, leaves, strict=True) for x in leaf(part)])

    return convert


def _leaf_converter(spec: Any) -> Callable[[Any], Element]:
    """The function from a leaf of what a generator yields to components."""
    if type(spec) is TensorSpec:
        return lambda value: (_array(value, spec),)

    def convert(value: Any) -> Element:
        if not spec.is_compatible_with(value):
            raise errors.InvalidArgumentError(
                None, None,
                f"TypeError: `generator` yielded an element of {value} where an element of {spec} was expected.",
            )  # fmt: skip
        return tuple([x._array for x in SPECS[type(spec)].components(value)])

    return convert


def _flatten_up_to(spec: Any, value: Any, parts: list[Any]) -> bool:
    """Appends the leaves of `value`, down to where `spec` has leaves; whether it has its structure."""
    if not nest.is_nested(spec):
        parts.append(value)
        return True
    if isinstance(spec, dict):
        if not isinstance(value, dict) or set(spec) != set(value):
            return False
    elif not nest.is_nested(value) or isinstance(value, dict) or len(nest.children(value)) != len(nest.children(spec)):
        return False
    pairs = zip(nest.children(spec), nest.children(value), strict=True)
    return all(_flatten_up_to(part, child, parts) for part, child in pairs)


def _array(value: Any, spec: TensorSpec) -> Any:
    """What was yielded as an array of the dtype and shape that were announced."""
    dtype = spec.dtype
    if isinstance(value, np.ndarray) and value.dtype == dtype.dtype and dtype.kind != "string":
        array = value.copy()  # generators often yield one buffer again and again
    else:
        try:
            array = _converted(value, dtype)
        except (TypeError, ValueError):
            raise errors.InvalidArgumentError(
                None, None,
                "TypeError: `generator` yielded an element that could not be converted to the expected type. The "
                f"expected type was {dtype.name}, but the yielded element was {value}.",
            ) from None  # fmt: skip
    if not spec.shape.is_compatible_with(TensorShape(array.shape)):
        raise errors.InvalidArgumentError(
            None, None,
            f"TypeError: `generator` yielded an element of shape {array.shape} where an element of shape {spec.shape} "
            "was expected.",
        )  # fmt: skip
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
