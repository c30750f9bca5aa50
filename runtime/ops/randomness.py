"""Random numbers: reproducible from a seed, and TensorFlow's bit for bit where `runtime.ops.philox` makes them.

A stateful operation draws from a `Stream`. In a graph each node has its own, so that a function goes on where its last
call ended; in eager code the stream belongs to the pair of seeds. `set_seed` starts all streams over. With a
global seed and none of its own, an operation gets one from its place in the program. A stateless operation makes the
same numbers of the same seed, always.
"""

from __future__ import annotations

import functools
import operator
import os
import random
import threading
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.conversion import convert_to_tensor
from runtime.core import dtypes, errors
from runtime.core.dtypes import DType
from runtime.core.shapes import TensorShape
from runtime.graph.graph import current_graph
from runtime.ops import shaping
from runtime.ops.declare import Effect, declare
from runtime.ops.dispatch import apply
from runtime.ops.inference import same
from runtime.ops.philox import (
    RESERVED,
    Philox,
    categories,
    full_integers,
    integers,
    normals,
    permutation,
    reserved_for_categories,
    truncated_normals,
    uniforms,
)
from runtime.ops.rows import no_gradient
from runtime.static_value import constant_shape
from runtime.tensor import is_tensor

INDEX = (dtypes.int32, dtypes.int64)


class Stream:
    """The state of one source of random numbers, which any number of threads may draw from.

    Args:
        seed: of the whole program, or None.
        op_seed: of the operation, or None. If both are None, the numbers differ from run to run.
    """

    __slots__ = ("__weakref__", "_generator", "_lock", "op_seed", "seed")

    def __init__(self, seed: int | None, op_seed: int | None):
        self.seed = seed
        self.op_seed = op_seed
        self._lock = threading.Lock()
        self._generator = self._first_state()

    def _first_state(self) -> Philox:
        if self.seed is None and self.op_seed is None:
            return Philox(int.from_bytes(os.urandom(8), "little"))
        # A seed of the operation alone goes with one that TensorFlow has for this.
        return Philox.of_seeds(_DEFAULT_SEED if self.seed is None else self.seed, self.op_seed or 0)

    def start_over(self) -> None:
        """The next numbers are the first again."""
        with self._lock:
            self._generator = self._first_state()

    def draw(self, sample: Callable[[Philox], Any], reserve: Callable[[int], int] = RESERVED.__mul__) -> Any:
        """What `sample` makes of the generator, which then moves on as many blocks as `reserve` says for the size."""
        with self._lock:
            generator = Philox(self._generator.key, self._generator.counter)
            result = sample(generator)
            self._generator.skip(reserve(np.size(result)))
        return result

    def __repr__(self) -> str:
        return f"Stream({self.seed}, {self.op_seed})"


_DEFAULT_SEED = 87654321


class _Eager(threading.local):
    """The eager streams, and what seeds they get."""

    def __init__(self) -> None:
        self.streams: dict[Any, Stream] = {}
        self.seeds = random.Random()


_eager = _Eager()
#: The streams of the nodes of graphs.
_staged: weakref.WeakSet[Stream] = weakref.WeakSet()
_staged_lock = threading.Lock()
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
    with _staged_lock:
        staged = list(_staged)
    for stream in staged:
        stream.start_over()
    _eager.streams.clear()
    _eager.seeds = random.Random(_global_seed)


def _integer(seed: Any) -> int:
    try:
        return operator.index(seed.numpy() if is_tensor(seed) else seed)
    except TypeError:
        raise TypeError(f"a seed of random numbers is an integer, not {seed!r}") from None


def _stream(seed: int | None, kind: str = "") -> Stream:
    """The stream that an operation with this seed draws from; eager operations of one `kind` and seed share one."""
    pair = seed_pair(seed)
    if current_graph() is not None:
        staged = Stream(*pair)
        with _staged_lock:
            _staged.add(staged)
        return staged
    if pair == (None, None):
        pair = (None, _eager.seeds.getrandbits(63))
        return Stream(*pair)
    stream = _eager.streams.get((kind, pair))
    if stream is None:
        stream = Stream(*pair)
        if seed is not None:
            # One without a seed of its own gets another each time: nobody comes back to its stream.
            _eager.streams[kind, pair] = stream
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
            seed = _eager.seeds.randint(0, 2**31 - 1)
    return _global_seed, seed


# -- sampling, given a generator -------------------------------------------------------------------------------------


def _integers(generator: Philox, shape: tuple[int, ...], low: Any, high: Any) -> np.ndarray:
    if low == high == np.iinfo(low.dtype).min:  # what stands for all integers
        return full_integers(generator, shape, dtypes.from_numpy(low.dtype))
    return integers(generator, shape, low, high)


def _sizes(shape: np.ndarray) -> tuple[int, ...]:
    for size in shape.tolist():
        if size < 0:
            raise errors.InvalidArgumentError(None, None, f"Dimension {size} must be >= 0")
    return tuple(shape.tolist())


def _given(shape: Any, *rest: Any, **attrs: Any) -> TensorShape:
    return constant_shape(shape)


def _drawn(sample: Callable[..., Any]) -> Callable[..., Any]:
    """The kernel of a stateful operation that takes a shape."""

    def draw(shape: np.ndarray, *operands: Any, stream: Stream, dtype: DType | None = None) -> Any:
        extra = (dtype,) if dtype is not None else operands
        return stream.draw(lambda generator: sample(generator, _sizes(shape), *extra))

    return draw


_UNIFORM = declare(
    "RandomUniform",
    "shape: T -> dtype",
    _drawn(uniforms),
    shapes=_given,
    effects=Effect.RANDOM,
    gradient=no_gradient,
    T=INDEX,
)
_UNIFORM_INT = declare(
    "RandomUniformInt",
    "shape: T, minval: Tout, maxval: Tout -> Tout",
    _drawn(lambda g, shape, low, high: _integers(g, shape, np.asarray(low)[()], np.asarray(high)[()])),
    shapes=_given,
    effects=Effect.RANDOM,
    gradient=no_gradient,
    T=INDEX,
    Tout=INDEX,
)
_NORMAL = declare(
    "RandomStandardNormal",
    "shape: T -> dtype",
    _drawn(normals),
    shapes=_given,
    effects=Effect.RANDOM,
    gradient=no_gradient,
    T=INDEX,
)
_TRUNCATED = declare(
    "TruncatedNormal",
    "shape: T -> dtype",
    _drawn(truncated_normals),
    shapes=_given,
    effects=Effect.RANDOM,
    gradient=no_gradient,
    T=INDEX,
)


def _shuffle(value: np.ndarray, stream: Stream) -> np.ndarray:
    if value.ndim == 0:
        return value
    order = stream.draw(lambda g: permutation(g, len(value)), lambda size: (size + 2) // 4)
    return np.asarray(value[order])


_SHUFFLE = declare(
    "RandomShuffle", "value: T -> T", _shuffle, shapes=same,
    effects=Effect.RANDOM, gradient=no_gradient,
)  # fmt: skip


# -- public ----------------------------------------------------------------------------------------------------------


def uniform(
    shape: Any,
    minval: Any = 0,
    maxval: Any = None,
    dtype: Any = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Any:
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
    dtype = dtypes.as_dtype(dtype)
    shape = shaping.shape_tensor(shape.as_list() if isinstance(shape, TensorShape) else shape)
    if dtype.is_integer:
        if maxval is None:
            raise ValueError(f"Must specify maxval for integer dtype {dtype!r}")
        bounds = convert_to_tensor(minval, dtype), convert_to_tensor(maxval, dtype)
        return apply(
            _UNIFORM_INT, (shape, *bounds), {"stream": _stream(seed, "RandomUniformInt")}, name or "random_uniform"
        )
    attrs = {"stream": _stream(seed, f"RandomUniform {dtype.name}"), "dtype": dtype}
    numbers = apply(_UNIFORM, (shape,), attrs, name or "random_uniform/RandomUniform")
    return _scaled_uniform(numbers, minval, 1 if maxval is None else maxval)


def _scaled_uniform(numbers: Any, low: Any, high: Any) -> Any:
    if isinstance(low, (int, float)) and isinstance(high, (int, float)) and (low, high) == (0, 1):
        return numbers
    low, high = convert_to_tensor(low, numbers.dtype), convert_to_tensor(high, numbers.dtype)
    return numbers * (high - low) + low


def normal(
    shape: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Any:
    """Random numbers of a normal distribution.

    Args:
        shape: of the result.
        mean, stddev: of the distribution.
        dtype: of the numbers.
        seed: of this operation.
        name: of the node.
    """
    return _gaussian(_NORMAL, shape, mean, stddev, dtype, seed, name)


def truncated_normal(
    shape: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Any:
    """As `normal`, without numbers farther than two standard deviations from the mean."""
    return _gaussian(_TRUNCATED, shape, mean, stddev, dtype, seed, name)


def _gaussian(op: Any, shape: Any, mean: Any, stddev: Any, dtype: Any, seed: int | None, name: str | None) -> Any:
    dtype = dtypes.as_dtype(dtype)
    shape = shaping.shape_tensor(shape.as_list() if isinstance(shape, TensorShape) else shape)
    attrs = {"stream": _stream(seed, f"{op.name} {dtype.name}"), "dtype": dtype}
    numbers = apply(op, (shape,), attrs, name)
    return numbers * convert_to_tensor(stddev, dtype) + convert_to_tensor(mean, dtype)


def shuffle(value: Any, seed: int | None = None, name: str | None = None) -> Any:
    """`value` with its rows in random order."""
    return apply(_SHUFFLE, (convert_to_tensor(value),), {"stream": _stream(seed, "RandomShuffle")}, name)


def categorical(
    logits: Any, num_samples: Any, dtype: Any = dtypes.int64, seed: int | None = None, name: str | None = None
) -> Any:
    """Samples of categories, for each row of `logits` (unnormalised log-probabilities)."""
    logits = convert_to_tensor(logits)
    count = convert_to_tensor(num_samples, dtypes.int32)
    attrs = {"stream": _stream(seed), "output_dtype": dtypes.as_dtype(dtype)}
    return apply(_MULTINOMIAL, (logits, count), attrs, name)


def _multinomial(logits: np.ndarray, count: np.ndarray, stream: Stream, output_dtype: DType) -> np.ndarray:
    reserve = functools.partial(reserved_for_categories, batch=len(logits))
    return stream.draw(lambda g: categories(g, logits, int(count.item())), reserve).astype(output_dtype.dtype)


_MULTINOMIAL = declare(
    "Multinomial", "logits: T, num_samples: int32 -> output_dtype", _multinomial, effects=Effect.RANDOM, T=dtypes.REAL,
    shapes=lambda logits, count, **attrs: TensorShape([logits.shape[0], None]), gradient=no_gradient,
)  # fmt: skip


# -- stateless -------------------------------------------------------------------------------------------------------


def _of_seed(sample: Callable[..., Any]) -> Callable[..., Any]:
    """The kernel of a stateless operation that takes a shape and a seed of two integers."""

    def draw(shape: np.ndarray, seed: np.ndarray, dtype: DType) -> Any:
        return sample(_seeded(seed), _sizes(shape), dtype)

    return draw


_OF_SEED = "shape: T, seed: Tseed -> dtype"


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
        raise errors.InvalidArgumentError(None, None, f"seed must have shape [2], not [{dims}]")
    return tensor


def _seeded(seed: np.ndarray) -> Philox:
    """The generator of a seed of two integers; three are the state of a `Generator`: its counter and its key."""
    numbers = [int(x) for x in seed.ravel()]
    if len(numbers) == 3:
        return Philox(numbers[2], (numbers[0] & 0xFFFFFFFFFFFFFFFF) | (numbers[1] & 0xFFFFFFFFFFFFFFFF) << 64)
    return Philox.scrambled(*numbers)


_STATELESS_UNIFORM = declare(
    "StatelessRandomUniform", _OF_SEED, _of_seed(uniforms), shapes=_given, gradient=no_gradient, T=INDEX, Tseed=INDEX
)
_STATELESS_NORMAL = declare(
    "StatelessRandomNormal", _OF_SEED, _of_seed(normals), shapes=_given, gradient=no_gradient, T=INDEX, Tseed=INDEX
)
_STATELESS_TRUNCATED = declare(
    "StatelessTruncatedNormal",
    _OF_SEED,
    _of_seed(truncated_normals),
    shapes=_given,
    gradient=no_gradient,
    T=INDEX,
    Tseed=INDEX,
)
_STATELESS_UNIFORM_INT = declare(
    "StatelessRandomUniformInt", "shape: T, seed: Tseed, minval: dtype, maxval: dtype -> dtype",
    lambda shape, seed, low, high: _integers(_seeded(seed), _sizes(shape), low[()], high[()]), shapes=_given,
    gradient=no_gradient, T=INDEX, Tseed=INDEX, dtype=(dtypes.int32, dtypes.int64, dtypes.uint32, dtypes.uint64),
)  # fmt: skip


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
        return apply(_STATELESS_UNIFORM_INT, (shape, seed, *bounds), name=name)
    return _scaled_uniform(
        apply(_STATELESS_UNIFORM, (shape, seed), {"dtype": dtype}, name), minval, 1 if maxval is None else maxval
    )


def stateless_normal(
    shape: Any, seed: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = dtypes.float32, name: str | None = None,
    alg: Any = None,
) -> Any:  # fmt: skip
    """As `normal`, of a seed of two integers that alone decides the numbers."""
    return _stateless_gaussian(_STATELESS_NORMAL, shape, seed, mean, stddev, dtype, name)


def stateless_truncated_normal(
    shape: Any, seed: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = dtypes.float32, name: str | None = None,
    alg: Any = None,
) -> Any:  # fmt: skip
    """As `truncated_normal`, of a seed of two integers that alone decides the numbers."""
    return _stateless_gaussian(_STATELESS_TRUNCATED, shape, seed, mean, stddev, dtype, name)


def _stateless_gaussian(op: Any, shape: Any, seed: Any, mean: Any, stddev: Any, dtype: Any, name: str | None) -> Any:
    dtype = dtypes.as_dtype(dtype)
    numbers = apply(op, (shaping.shape_tensor(shape), seed_tensor(seed)), {"dtype": dtype}, name)
    return numbers * convert_to_tensor(stddev, dtype) + convert_to_tensor(mean, dtype)
