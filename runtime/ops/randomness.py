"""Random numbers: reproducible from a seed, though not the bits that TensorFlow makes of it.

A stateful operation draws from a `Stream`. In a graph each node has its own, so that a function goes on where its last
call ended; in eager code the stream belongs to the pair of seeds. `set_seed` starts all eager streams over. With a
global seed and none of its own, an operation gets one from its place in the program. A stateless operation makes the
same numbers of the same seed, always.
"""

from __future__ import annotations

import threading
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
from runtime.ops.rows import no_gradient
from runtime.static_value import constant_shape

INDEX = (dtypes.int32, dtypes.int64)


class Stream:
    """The state of one source of random numbers, which any number of threads may draw from.

    Args:
        seed: of the whole program, or None.
        op_seed: of the operation, or None. If both are None, the numbers differ from run to run.
    """

    __slots__ = ("_generator", "_lock", "op_seed", "seed")

    def __init__(self, seed: int | None, op_seed: int | None):
        self.seed = seed
        self.op_seed = op_seed
        self._lock = threading.Lock()
        entropy = None if seed is None and op_seed is None else [_unsigned(seed or 0), _unsigned(op_seed or 0)]
        self._generator = np.random.Generator(np.random.Philox(np.random.SeedSequence(entropy)))

    def draw(self, sample: Callable[[np.random.Generator], Any]) -> Any:
        """What `sample` makes of the generator."""
        with self._lock:
            return sample(self._generator)

    def __repr__(self) -> str:
        return f"Stream({self.seed}, {self.op_seed})"


def _unsigned(seed: int) -> int:
    return int(seed) & 0xFFFFFFFFFFFFFFFF


class _Eager(threading.local):
    """The eager streams, and what seeds they get."""

    def __init__(self) -> None:
        self.streams: dict[tuple[int | None, int | None], Stream] = {}
        self.count = 0


_eager = _Eager()
_global_seed: int | None = None


def set_seed(seed: int) -> None:
    """Sets the seed of the whole program, and starts its random numbers over.

    Args:
        seed: an integer.

    >>> set_seed(1); first = uniform([2]).numpy()
    >>> set_seed(1); bool((uniform([2]).numpy() == first).all())
    True
    """
    global _global_seed
    _global_seed = int(seed)
    _eager.streams.clear()
    _eager.count = 0


def _stream(seed: int | None) -> Stream:
    """The stream that an operation with this seed draws from."""
    graph = current_graph()
    if graph is not None:
        if seed is None and _global_seed is not None:
            seed = len(graph.nodes)
        return Stream(_global_seed, seed)
    if seed is None and _global_seed is not None:
        _eager.count += 1
        seed = -_eager.count
    stream = _eager.streams.get((_global_seed, seed))
    if stream is None:
        stream = _eager.streams[_global_seed, seed] = Stream(_global_seed, seed)
    return stream


# -- sampling, given a generator -------------------------------------------------------------------------------------


def _uniform_floats(generator: np.random.Generator, shape: tuple[int, ...], dtype: DType) -> np.ndarray:
    wide = np.float64 if dtype is dtypes.float64 else np.float32
    numbers = generator.random(shape, wide)
    if dtype in (dtypes.float16, dtypes.bfloat16):
        # Rounding must not reach 1.
        numbers = np.floor(numbers * 256) / 256
    return np.asarray(numbers).astype(dtype.dtype)


def _normals(generator: np.random.Generator, shape: tuple[int, ...], dtype: DType) -> np.ndarray:
    wide = np.float64 if dtype is dtypes.float64 else np.float32
    return np.asarray(generator.standard_normal(shape, wide)).astype(dtype.dtype)


def _truncated_normals(generator: np.random.Generator, shape: tuple[int, ...], dtype: DType) -> np.ndarray:
    numbers = np.asarray(_normals(generator, shape, dtype))
    outside = np.abs(numbers) > 2
    while outside.any():
        numbers[outside] = _normals(generator, (int(outside.sum()),), dtype)
        outside = np.abs(numbers) > 2
    return numbers


def _integers(generator: np.random.Generator, shape: tuple[int, ...], low: Any, high: Any) -> np.ndarray:
    if low >= high:
        raise errors.InvalidArgumentError(None, None, f"Need minval < maxval, got {low} >= {high}")
    return np.asarray(generator.integers(low, high, shape, dtype=low.dtype))


def _sizes(shape: np.ndarray) -> tuple[int, ...]:
    return tuple(shape.tolist())


def _given(shape: Any, *rest: Any, **attrs: Any) -> TensorShape:
    return constant_shape(shape)


def _from_stream(op_name: str, signature: str, sample: Callable[..., Any], **variables: Any) -> Any:
    """Declares a stateful operation that takes a shape."""

    def kernel(shape: np.ndarray, *operands: Any, stream: Stream, dtype: DType | None = None) -> Any:
        extra = (dtype,) if dtype is not None else operands
        return stream.draw(lambda generator: sample(generator, _sizes(shape), *extra))

    return declare(op_name, signature, kernel, shapes=_given, effects=Effect.RANDOM, gradient=no_gradient, **variables)


_UNIFORM = _from_stream("RandomUniform", "shape: T -> dtype", _uniform_floats, T=INDEX)
_UNIFORM_INT = _from_stream(
    "RandomUniformInt", "shape: T, minval: Tout, maxval: Tout -> Tout",
    lambda g, shape, low, high: _integers(g, shape, np.asarray(low)[()], np.asarray(high)[()]),
    T=INDEX, Tout=(dtypes.int32, dtypes.int64),
)  # fmt: skip
_NORMAL = _from_stream("RandomStandardNormal", "shape: T -> dtype", _normals, T=INDEX)
_TRUNCATED = _from_stream("TruncatedNormal", "shape: T -> dtype", _truncated_normals, T=INDEX)
_SHUFFLE = declare(
    "RandomShuffle", "value: T -> T", lambda value, stream: stream.draw(lambda g: g.permutation(value, 0)), shapes=same,
    effects=Effect.RANDOM,
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
        return apply(_UNIFORM_INT, (shape, *bounds), {"stream": _stream(seed)}, name or "random_uniform")
    numbers = apply(
        _UNIFORM, (shape,), {"stream": _stream(seed), "dtype": dtype}, name or "random_uniform/RandomUniform"
    )
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
    numbers = apply(op, (shape,), {"stream": _stream(seed), "dtype": dtype}, name)
    return numbers * convert_to_tensor(stddev, dtype) + convert_to_tensor(mean, dtype)


def shuffle(value: Any, seed: int | None = None, name: str | None = None) -> Any:
    """`value` with its rows in random order."""
    return apply(_SHUFFLE, (convert_to_tensor(value),), {"stream": _stream(seed)}, name)


def categorical(
    logits: Any, num_samples: Any, dtype: Any = dtypes.int64, seed: int | None = None, name: str | None = None
) -> Any:
    """Samples of categories, for each row of `logits` (unnormalised log-probabilities)."""
    logits = convert_to_tensor(logits)
    count = convert_to_tensor(num_samples, dtypes.int32)
    attrs = {"stream": _stream(seed), "output_dtype": dtypes.as_dtype(dtype)}
    return apply(_MULTINOMIAL, (logits, count), attrs, name)


def _multinomial(logits: np.ndarray, count: np.ndarray, stream: Stream, output_dtype: DType) -> np.ndarray:
    scores = logits[:, None, :].astype(np.float64)
    noise = stream.draw(lambda g: g.gumbel(size=(len(logits), int(count.item()), logits.shape[1])))
    return np.argmax(scores + noise, -1).astype(output_dtype.dtype)


_MULTINOMIAL = declare(
    "Multinomial", "logits: T, num_samples: int32 -> output_dtype", _multinomial, effects=Effect.RANDOM, T=dtypes.REAL,
    shapes=lambda logits, count, **attrs: TensorShape([logits.shape[0], None]), gradient=no_gradient,
)  # fmt: skip


# -- stateless -------------------------------------------------------------------------------------------------------


def _from_seed(op_name: str, sample: Callable[..., Any]) -> Any:
    """Declares a stateless operation that takes a shape and a seed of two integers."""

    def kernel(shape: np.ndarray, seed: np.ndarray, dtype: DType) -> Any:
        return sample(_seeded(seed), _sizes(shape), dtype)

    return declare(
        op_name, "shape: T, seed: Tseed -> dtype", kernel, shapes=_given, gradient=no_gradient, T=INDEX, Tseed=INDEX
    )


def _seeded(seed: np.ndarray) -> np.random.Generator:
    return np.random.Generator(np.random.Philox(np.random.SeedSequence([_unsigned(int(s)) for s in seed.ravel()])))


_STATELESS_UNIFORM = _from_seed("StatelessRandomUniform", _uniform_floats)
_STATELESS_NORMAL = _from_seed("StatelessRandomNormal", _normals)
_STATELESS_TRUNCATED = _from_seed("StatelessTruncatedNormal", _truncated_normals)
_STATELESS_UNIFORM_INT = declare(
    "StatelessRandomUniformInt", "shape: T, seed: Tseed, minval: dtype, maxval: dtype -> dtype",
    lambda shape, seed, low, high: _integers(_seeded(seed), _sizes(shape), low[()], high[()]), shapes=_given,
    gradient=no_gradient, T=INDEX, Tseed=INDEX, dtype=(dtypes.int32, dtypes.int64),
)  # fmt: skip


def stateless_uniform(
    shape: Any, seed: Any, minval: Any = 0, maxval: Any = None, dtype: Any = dtypes.float32, name: str | None = None,
    alg: Any = None,
) -> Any:  # fmt: skip
    """As `uniform`, of a seed of two integers that alone decides the numbers.

    >>> bool((stateless_uniform([2], [1, 2]).numpy() == stateless_uniform([2], [1, 2]).numpy()).all())
    True
    """
    dtype, shape, seed = dtypes.as_dtype(dtype), shaping.shape_tensor(shape), convert_to_tensor(seed)
    if dtype.is_integer:
        if maxval is None:
            raise ValueError(f"Must specify maxval for integer dtype {dtype!r}")
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
    numbers = apply(op, (shaping.shape_tensor(shape), convert_to_tensor(seed)), {"dtype": dtype}, name)
    return numbers * convert_to_tensor(stddev, dtype) + convert_to_tensor(mean, dtype)
