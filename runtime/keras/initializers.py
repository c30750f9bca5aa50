"""`tf.keras.initializers`, which are `tf.initializers` too: objects that make a tensor of a shape and a dtype.

Under their older names (`tf.zeros_initializer` and so on) they are in `tf` itself.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from typing import Any

from runtime.core import dtypes
from runtime.core.shapes import as_shape
from runtime.ir.context import init_scope
from runtime.keras.coverage import refusing
from runtime.keras.declaring import Declared, field
from runtime.keras.serialization import INITIALIZERS
from runtime.library import assembling, creation, linear_algebra, logic, randomness, shaping


class Initializer(Declared):
    """What is called with a shape and a dtype, and returns a tensor.

    Subclasses take their arguments in `__init__`, define `__call__`, and `get_config` if they are to be saved.
    """

    _REGISTRY = INITIALIZERS

    def __call__(self, shape: Any, dtype: Any = None) -> Any:
        raise NotImplementedError("Initializer subclasses must implement the `__call__()` method.")

    def clone(self) -> Any:
        """Another with the same arguments."""
        return type(self).from_config(self.get_config())


def _dtype(dtype: Any) -> Any:
    return dtypes.float32 if dtype is None else dtypes.as_dtype(dtype)


def _sizes(shape: Any) -> list[int]:
    """A shape, however it is written, as a list of sizes."""
    return as_shape(shape).as_list()  # type: ignore[return-value]


# -- without chance --------------------------------------------------------------------------------------------------


class Zeros(Initializer):
    """Zeros.

    >>> Zeros()([2]).numpy()
    array([0., 0.], dtype=float32)
    """

    def __call__(self, shape: Any, dtype: Any = None) -> Any:
        return creation.zeros(shape, _dtype(dtype))


class Ones(Initializer):
    """Ones."""

    def __call__(self, shape: Any, dtype: Any = None) -> Any:
        return creation.ones(shape, _dtype(dtype))


class Constant(Initializer):
    """One value everywhere.

    >>> Constant(3)([2]).numpy()
    array([3., 3.], dtype=float32)
    """

    value: Any = field("a number, or what broadcasts to the shape", default=0.0)

    def __call__(self, shape: Any, dtype: Any = None) -> Any:
        return assembling.broadcast_to(shaping.cast(creation.constant(self.value), _dtype(dtype)), shape)


class Identity(Initializer):
    """A matrix that is `gain` on its diagonal and zero elsewhere.

    Raises:
        ValueError: if the shape is not that of a matrix.

    >>> Identity(2.)((2, 2)).numpy().tolist()
    [[2.0, 0.0], [0.0, 2.0]]
    """

    gain: float = field("what is on the diagonal", default=1.0)

    def __call__(self, shape: Any, dtype: Any = None) -> Any:
        sizes = _sizes(shape)
        if len(sizes) != 2:
            raise ValueError(f"Identity can only be used for 2D matrices. Received: shape={tuple(sizes)}")
        return self.gain * creation.eye(sizes[0], sizes[1], dtype=_dtype(dtype))


# -- by chance -------------------------------------------------------------------------------------------------------

#: What `tf.random.set_seed` had made when `follow_python` was called.
_followed: Any = None


def follow_python() -> None:
    """From here to the next `tf.random.set_seed`, seeds that are not given come from Python's `random`.

    That is how Keras has it, and `keras.utils.set_random_seed` then makes its numbers.
    """
    global _followed
    _followed = randomness.drawn_eagerly.seeds


def default_seed() -> int | None:
    """The seed of an object that is given none; None if it is to be drawn when it is needed."""
    return random.randint(1, 10**9) if _followed is randomness.drawn_eagerly.seeds else None


def drawn_seed() -> int:
    """A seed from the stream that `tf.random.set_seed` restarts."""
    with init_scope():
        return int(randomness.uniform([], 1, 2**31 - 1, dtypes.int32))


_SEED = field("an integer that decides the numbers", default=None)


class _Random(Initializer):
    """One that draws numbers.

    The numbers depend on the seed alone: the same object gives the same numbers each time, as Keras's do. Without a
    seed it takes one when it is first called, from the stream that `tf.random.set_seed` restarts.
    """

    def _init_done(self) -> None:
        self._drawn: int | None = default_seed() if self.seed is None else None

    def _seed(self) -> list[int]:
        seed: Any = self._drawn if self.seed is None else self.seed
        if seed is None:
            self._drawn = seed = drawn_seed()
        return [int(seed), 0]


class RandomNormal(_Random):
    """Numbers of a normal distribution."""

    mean: float = field("of the distribution", default=0.0)
    stddev: float = field("of the distribution", default=0.05)
    seed: int | None = _SEED

    _draw: Callable[..., Any] = staticmethod(randomness.stateless_normal)

    def __call__(self, shape: Any, dtype: Any = None) -> Any:
        return self._draw(shape, self._seed(), self.mean, self.stddev, _dtype(dtype))


class TruncatedNormal(RandomNormal):
    """Numbers of a normal distribution, none farther than two standard deviations from the mean."""

    _draw: Callable[..., Any] = staticmethod(randomness.stateless_truncated_normal)


class RandomUniform(_Random):
    """Numbers that are equally likely everywhere in an interval."""

    minval: float = field("its lower end", default=-0.05)
    maxval: float = field("its upper end, which is not drawn", default=0.05)
    seed: int | None = _SEED

    def __call__(self, shape: Any, dtype: Any = None) -> Any:
        return randomness.stateless_uniform(shape, self._seed(), self.minval, self.maxval, _dtype(dtype))


#: By how much truncation at two standard deviations lessens the deviation of a normal distribution.
_TRUNCATION = 0.87962566103423978

#: What a variance is divided by, of the numbers of inputs and of outputs.
_FANS: dict[str, Callable[[float, float], float]] = {
    "fan_in": lambda fan_in, fan_out: fan_in,
    "fan_out": lambda fan_in, fan_out: fan_out,
    "fan_avg": lambda fan_in, fan_out: (fan_in + fan_out) / 2,
}

#: How numbers of a variance are drawn, by distribution: from the shape, the seed, the variance and the dtype.
_DISTRIBUTIONS: dict[str, Callable[..., Any]] = {
    "truncated_normal": lambda shape, seed, variance, dtype: randomness.stateless_truncated_normal(
        shape, seed, 0.0, math.sqrt(variance) / _TRUNCATION, dtype
    ),
    "untruncated_normal": lambda shape, seed, variance, dtype: randomness.stateless_normal(
        shape, seed, 0.0, math.sqrt(variance), dtype
    ),
    "uniform": lambda shape, seed, variance, dtype: randomness.stateless_uniform(
        shape, seed, -math.sqrt(3 * variance), math.sqrt(3 * variance), dtype
    ),
}


class VarianceScaling(_Random):
    """Numbers whose variance is `scale / n`, with `n` the number of inputs, of outputs, or their mean.

    Raises:
        ValueError: if an argument is out of its range.
    """

    scale: float = field("positive", default=1.0)
    mode: str = field("`fan_in`, `fan_out` or `fan_avg`", default="fan_in")
    distribution: str = field("`truncated_normal`, `untruncated_normal` or `uniform`", default="truncated_normal")
    seed: int | None = _SEED
    input_axes: Any = field("whose sizes make up the number of inputs; the last but one, and all before", default=None)
    output_axes: Any = field("whose sizes make up the number of outputs; the last, and all before", default=None)

    def _init_done(self) -> None:
        super()._init_done()
        if self.distribution == "normal":
            self.distribution = "truncated_normal"
        if self.scale <= 0:
            raise ValueError(f"Argument `scale` must be positive float. Received: scale={self.scale}")
        for name, known in (("mode", _FANS), ("distribution", _DISTRIBUTIONS)):
            if getattr(self, name) not in known:
                raise ValueError(f"Invalid `{name}` argument: {getattr(self, name)}. Please use one of {tuple(known)}")

    def __call__(self, shape: Any, dtype: Any = None) -> Any:
        variance = self.scale / max(1.0, _FANS[self.mode](*self._fans(_sizes(shape))))
        return _DISTRIBUTIONS[self.distribution](shape, self._seed(), variance, _dtype(dtype))

    def _fans(self, sizes: list[int]) -> tuple[int, int]:
        if self.input_axes is None or self.output_axes is None:
            return _fans(sizes)
        return math.prod(sizes[i] for i in self.input_axes), math.prod(sizes[i] for i in self.output_axes)


def _fans(sizes: list[int]) -> tuple[int, int]:
    """How many numbers an output depends on, and how many depend on an input, for weights of this shape."""
    if len(sizes) < 2:
        size = sizes[0] if sizes else 1
        return size, size
    window = math.prod(sizes[:-2])
    return sizes[-2] * window, sizes[-1] * window


def _scaling(author: str, scale: float, mode: str, divisor: str) -> Iterator[Any]:
    """Variance scaling with these arguments, uniform and normal, as classes of their own."""
    for distribution, kind in {"uniform": "Uniform", "truncated_normal": "Normal"}.items():
        doc = f"Numbers of variance `{scale:g} / {divisor}`, {distribution.replace('_', ' ')}."
        fixed = {"scale": scale, "mode": mode, "distribution": distribution, "__doc__": doc, "__module__": __name__}
        yield type(f"{author}{kind}", (VarianceScaling,), fixed)


# Glorot and Bengio 2010, He et al. 2015, LeCun et al. 1998.
GlorotUniform, GlorotNormal = _scaling("Glorot", 1.0, "fan_avg", "n, with n the mean of inputs and outputs")
HeUniform, HeNormal = _scaling("He", 2.0, "fan_in", "n, with n the number of inputs")
LecunUniform, LecunNormal = _scaling("Lecun", 1.0, "fan_in", "n, with n the number of inputs")


class Orthogonal(_Random):
    """A random matrix with orthonormal rows or columns, by QR decomposition (Saxe et al. 2013).

    Raises:
        ValueError: if the shape has fewer than two dimensions.
    """

    gain: float = field("what the matrix is multiplied with", default=1.0)
    seed: int | None = _SEED

    def __call__(self, shape: Any, dtype: Any = None) -> Any:
        sizes = _sizes(shape)
        if len(sizes) < 2:
            raise ValueError(f"Orthogonal makes what is at least two-dimensional. Received: shape={tuple(sizes)}")
        rows, columns = math.prod(sizes[:-1]), sizes[-1]
        dtype = _dtype(dtype)
        wide = dtype if dtype is dtypes.float64 else dtypes.float32
        numbers = randomness.stateless_normal((max(rows, columns), min(rows, columns)), self._seed(), dtype=wide)
        q, r = linear_algebra.qr(numbers)
        # The decomposition is unique, and the matrix uniformly distributed, once the diagonal of r is positive.
        diagonal = linear_algebra.diag_part(r)
        q = q * logic.where(diagonal < 0, -shaping.ones_like(diagonal), shaping.ones_like(diagonal))
        if rows < columns:
            q = linear_algebra.matrix_transpose(q)
        return shaping.cast(self.gain * shaping.reshape(q, sizes), dtype)


# -- older names -----------------------------------------------------------------------------------------------------


class constant_initializer(Initializer):
    """One value, or the values of a list in order; their dtype is kept unless one is asked for.

    >>> constant_initializer(3)([2]).numpy()
    array([3, 3], dtype=int32)
    """

    value: Any = field("the number, or the list", default=0)

    def __call__(self, shape: Any, dtype: Any = None) -> Any:
        return creation.constant(self.value, dtype, shape)


class _Redrawing(_Random):
    """A random initialiser that without a seed draws anew each time it is called, as those of `tf` do."""

    def _seed(self) -> list[int]:
        return [drawn_seed() if self.seed is None else int(self.seed), 0]


class random_normal_initializer(_Redrawing, RandomNormal):
    """Numbers of a normal distribution, new ones at each call."""


class random_uniform_initializer(_Redrawing, RandomUniform):
    """Numbers that are equally likely everywhere in an interval, new ones at each call."""


zeros_initializer = zeros = INITIALIZERS.add(Zeros, "zero")
ones_initializer = ones = INITIALIZERS.add(Ones, "one")
constant = Constant
identity = IdentityInitializer = Identity
random_normal = INITIALIZERS.add(RandomNormal, "normal")
random_uniform = INITIALIZERS.add(RandomUniform, "uniform")
truncated_normal = TruncatedNormal
variance_scaling = VarianceScaling
orthogonal = OrthogonalInitializer = Orthogonal
glorot_uniform, glorot_normal = GlorotUniform, GlorotNormal
he_uniform, he_normal = HeUniform, HeNormal
lecun_uniform, lecun_normal = LecunUniform, LecunNormal

get, serialize, deserialize = INITIALIZERS.get, INITIALIZERS.serialize, INITIALIZERS.deserialize

__getattr__ = refusing("tf.keras.initializers", INITIALIZERS.known)
