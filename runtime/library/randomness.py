"""Random numbers: reproducible from a seed."""

from __future__ import annotations

import operator
import random
import threading
import weakref
from collections.abc import Callable
from typing import Any

from runtime.core import dtypes
from runtime.core.errors import invalid_argument
from runtime.ir.graph import current_graph
from runtime.ir.schema import Op
from runtime.ir.values import is_tensor
from runtime.kernels import streams
from runtime.kernels.streams import Stream
from runtime.library import shaping
from runtime.library.point_wise import public
from runtime.ops import randomness as ops
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import apply


class _Eager(threading.local):
    """The eager streams, and what seeds they get."""

    def __init__(self) -> None:
        self.streams: dict[Any, Stream] = {}
        self.seeds = random.Random()


drawn_eagerly = _Eager()
_global_seed: int | None = None


def set_seed(seed: int) -> None:
    """Sets the seed of the whole program, and starts its random numbers over, those of functions with their seeds.

    Args:
        seed: an integer.

    >>> set_seed(1); first = uniform([2]).numpy()
    >>> set_seed(1); bool((uniform([2]).numpy() == first).all())
    True
    """
    global _global_seed
    _global_seed = _integer(seed)
    streams.start_over()
    drawn_eagerly.streams.clear()
    drawn_eagerly.seeds = random.Random(_global_seed)


def _integer(seed: Any) -> int:
    try:
        return operator.index(seed.numpy() if is_tensor(seed) else seed)
    except TypeError:
        raise TypeError(f"a seed of random numbers is an integer, not {seed!r}") from None


def stream_of(seed: int | None, kind: str = "") -> Stream:
    """The stream that an operation with this seed draws from; eager operations of one `kind` and seed share one."""
    pair = seed_pair(seed)
    if current_graph() is not None:
        return Stream(*pair)
    if pair == (None, None):
        pair = (None, drawn_eagerly.seeds.getrandbits(63))
        return Stream(*pair)
    stream = drawn_eagerly.streams.get((kind, pair))
    if stream is None:
        stream = Stream(*pair)
        if seed is not None:
            # One without a seed of its own gets another each time: nobody comes back to its stream.
            drawn_eagerly.streams[kind, pair] = stream
    return stream


_drawing: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()


def seed_pair(seed: int | None) -> tuple[int | None, int | None]:
    """The seed of the program, and that of an operation with this seed: if there is none, the next of the program's.

    In a graph that is how many operations drew random numbers before it.
    """
    graph = current_graph()
    seed = None if seed is None else _integer(seed)
    if seed is None and _global_seed is not None:
        if graph is not None:
            seed = _drawing.get(graph, 0)
            _drawing[graph] = seed + 1
        else:
            seed = drawn_eagerly.seeds.randint(0, 2**31 - 1)
    return _global_seed, seed


# -- public ----------------------------------------------------------------------------------------------------------


def uniform(
    shape: Any, minval: Any = 0, maxval: Any = None, dtype: Any = dtypes.float32, seed: int | None = None,
    name: str | None = None,
) -> Any:  # fmt: skip
    """Random numbers that are equally likely everywhere in `[minval, maxval)`.

    Args:
        shape: of the result.
        minval: the lowest number.
        maxval: above all numbers; 1 by default for floating-point numbers, required for integers.
        dtype: of the numbers.
        seed: of this operation.
        name: of the node.

    Raises:
        ValueError: if integers are asked for without `maxval`.
    """
    dtype, shape = dtypes.as_dtype(dtype), shaping.shape_tensor(shape)
    if dtype.is_integer:
        if maxval is None:
            raise ValueError(f"Must specify maxval for integer dtype {dtype!r}")
        operands = shape, convert_to_tensor(minval, dtype), convert_to_tensor(maxval, dtype)
        return apply(
            ops.UNIFORM_INT, operands, {"stream": stream_of(seed, "RandomUniformInt")}, name or "random_uniform"
        )
    attrs = {"stream": stream_of(seed, f"RandomUniform {dtype.name}"), "dtype": dtype}
    numbers = apply(ops.UNIFORM, (shape,), attrs, name or "random_uniform/RandomUniform")
    return _scaled_uniform(numbers, minval, 1 if maxval is None else maxval)


def _scaled_uniform(numbers: Any, low: Any, high: Any) -> Any:
    if isinstance(low, (int, float)) and isinstance(high, (int, float)) and (low, high) == (0, 1):
        return numbers
    low, high = convert_to_tensor(low, numbers.dtype), convert_to_tensor(high, numbers.dtype)
    return numbers * (high - low) + low


def _gaussian(op: Op, label: str, doc: str) -> Callable[..., Any]:
    """The public function of numbers with mean 0 and standard deviation 1, which are made to have others."""

    def function(
        shape: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = dtypes.float32, seed: int | None = None,
        name: str | None = None,
    ) -> Any:  # fmt: skip
        dtype, shape = dtypes.as_dtype(dtype), shaping.shape_tensor(shape)
        numbers = apply(op, (shape,), {"stream": stream_of(seed, f"{op.name} {dtype.name}"), "dtype": dtype}, name)
        return numbers * convert_to_tensor(stddev, dtype) + convert_to_tensor(mean, dtype)

    return public(
        function, label, f"{doc}\n\nArgs:\n    shape: of the result.\n    mean, stddev: of the distribution.\n"
        "    dtype: of the numbers.\n    seed: of this operation.\n    name: of the node.\n",
    )  # fmt: skip


normal = _gaussian(ops.NORMAL, "normal", "Random numbers of a normal distribution.")
truncated_normal = _gaussian(
    ops.TRUNCATED,
    "truncated_normal",
    "As `normal`, without numbers farther than two standard deviations from the mean.",
)


def shuffle(value: Any, seed: int | None = None, name: str | None = None) -> Any:
    """`value` with its rows in random order."""
    return apply(ops.SHUFFLE, (convert_to_tensor(value),), {"stream": stream_of(seed, "RandomShuffle")}, name)


def categorical(
    logits: Any, num_samples: Any, dtype: Any = dtypes.int64, seed: int | None = None, name: str | None = None
) -> Any:
    """Samples of categories, for each row of `logits` (unnormalised log-probabilities)."""
    logits = convert_to_tensor(logits)
    count = convert_to_tensor(num_samples, dtypes.int32)
    attrs = {"stream": stream_of(seed), "output_dtype": dtypes.as_dtype(dtype)}
    return apply(ops.MULTINOMIAL, (logits, count), attrs, name)


class GeneratorState:
    """The state of a `Generator`, which takes the place of the seed of a stateless operation.

    Args:
        tensor: a counter of two integers, and a key.
    """

    def __init__(self, tensor: Any):
        self.tensor = tensor


def seed_tensor(seed: Any) -> Any:
    """The seed of a stateless operation as a tensor.

    Raises:
        InvalidArgumentError: if there are not two integers.
    """
    if isinstance(seed, GeneratorState):
        return seed.tensor
    tensor = convert_to_tensor(seed)
    if not tensor.shape.is_compatible_with([2]):
        dims = ",".join("?" if size is None else str(size) for size in tensor.shape)
        raise invalid_argument(f"seed must have shape [2], not [{dims}]")
    return tensor


def stateless_uniform(
    shape: Any, seed: Any, minval: Any = 0, maxval: Any = None, dtype: Any = dtypes.float32, name: str | None = None,
    alg: Any = None,
) -> Any:  # fmt: skip
    """As `uniform`, of a seed of two integers that alone decides the numbers.

    >>> bool((stateless_uniform([2], [1, 2]).numpy() == stateless_uniform([2], [1, 2]).numpy()).all())
    True
    """
    dtype, shape, seed = dtypes.as_dtype(dtype), shaping.shape_tensor(shape), seed_tensor(seed)
    if dtype.is_integer:
        if (minval is None) != (maxval is None):
            raise ValueError(
                f"For integer `dtype` argument {dtype!r}, argument `minval` and `maxval` must be both None or not "
                f"None. Got `minval`={minval} and `maxval`={maxval}."
            )
        if minval is None:
            minval = maxval = dtype.min
        bounds = convert_to_tensor(minval, dtype), convert_to_tensor(maxval, dtype)
        return apply(ops.STATELESS_UNIFORM_INT, (shape, seed, *bounds), name=name)
    return _scaled_uniform(
        apply(ops.STATELESS_UNIFORM, (shape, seed), {"dtype": dtype}, name), minval, 1 if maxval is None else maxval
    )


def _stateless_gaussian(op: Op, label: str) -> Callable[..., Any]:
    def function(
        shape: Any, seed: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = dtypes.float32,
        name: str | None = None, alg: Any = None,
    ) -> Any:  # fmt: skip
        dtype = dtypes.as_dtype(dtype)
        numbers = apply(op, (shaping.shape_tensor(shape), seed_tensor(seed)), {"dtype": dtype}, name)
        return numbers * convert_to_tensor(stddev, dtype) + convert_to_tensor(mean, dtype)

    doc = f"As `{label}`, of a seed of two integers that alone decides the numbers."
    return public(function, f"stateless_{label}", doc)


stateless_normal = _stateless_gaussian(ops.STATELESS_NORMAL, "normal")
stateless_truncated_normal = _stateless_gaussian(ops.STATELESS_TRUNCATED, "truncated_normal")
