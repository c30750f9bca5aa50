"""Initialisers of variables: objects that make a tensor of a shape and a dtype.

They are `tf.initializers` and `tf.keras.initializers`, and under their older names `tf.zeros_initializer` and so on.
"""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Callable
from typing import Any

from runtime.core import dtypes
from runtime.core.shapes import as_shape
from runtime.graph.context import init_scope
from runtime.library import assembling, creation, linear_algebra, logic, randomness, shaping


class Initializer:
    """What is called with a shape and a dtype, and returns a tensor.

    Subclasses take their arguments in `__init__`, define `__call__`, and `get_config` if they are to be saved.
    """

    def __call__(self, shape: Any, dtype: Any = None, **kwargs: Any) -> Any:
        raise NotImplementedError("Initializer subclasses must implement the `__call__()` method.")

    def get_config(self) -> dict[str, Any]:
        """The arguments it was made with."""
        return {name: value for name, value in self.__dict__.items() if not name.startswith("_")}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """An initialiser with the arguments that `get_config` gave."""
        return cls(**config)

    def clone(self) -> Any:
        """Another with the same arguments."""
        return type(self).from_config(self.get_config())


def _sizes(shape: Any) -> list[int]:
    """A shape, however it is written, as a list of sizes."""
    return as_shape(shape).as_list()  # type: ignore[return-value]


# -- without chance --------------------------------------------------------------------------------------------------


class Zeros(Initializer):
    """Zeros.

    >>> Zeros()([2]).numpy()
    array([0., 0.], dtype=float32)
    """

    def __call__(self, shape: Any, dtype: Any = None, **kwargs: Any) -> Any:
        return creation.zeros(shape, dtypes.float32 if dtype is None else dtype)


class Ones(Initializer):
    """Ones."""

    def __call__(self, shape: Any, dtype: Any = None, **kwargs: Any) -> Any:
        return creation.ones(shape, dtypes.float32 if dtype is None else dtype)


class Constant(Initializer):
    """One value everywhere.

    Args:
        value: a number, or what broadcasts to the shape.

    >>> Constant(3)([2]).numpy()
    array([3., 3.], dtype=float32)
    """

    def __init__(self, value: Any = 0.0):
        self.value = value

    def __call__(self, shape: Any, dtype: Any = None, **kwargs: Any) -> Any:
        dtype = dtypes.float32 if dtype is None else dtypes.as_dtype(dtype)
        return assembling.broadcast_to(shaping.cast(creation.constant(self.value), dtype), shape)


class Identity(Initializer):
    """A matrix that is `gain` on its diagonal and zero elsewhere.

    Raises:
        ValueError: if the shape is not that of a matrix.

    >>> Identity(2.)((2, 2)).numpy().tolist()
    [[2.0, 0.0], [0.0, 2.0]]
    """

    def __init__(self, gain: float = 1.0):
        self.gain = gain

    def __call__(self, shape: Any, dtype: Any = None, **kwargs: Any) -> Any:
        sizes = _sizes(shape)
        if len(sizes) != 2:
            raise ValueError(
                f"Identity matrix initializer can only be used for 2D matrices. Received: shape={tuple(sizes)} of "
                f"rank {len(sizes)}."
            )
        return self.gain * creation.eye(sizes[0], sizes[1], dtype=dtypes.float32 if dtype is None else dtype)


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


class RandomInitializer(Initializer):
    """One that draws numbers.

    The numbers depend on the seed alone: the same object gives the same numbers each time, as Keras's do. Without a
    seed it takes one when it is first called, from the stream that `tf.random.set_seed` restarts.
    """

    def __init__(self, seed: int | None = None):
        self.seed = seed
        self._drawn: int | None = default_seed() if seed is None else None

    def _seed(self) -> list[int]:
        seed: Any = self.seed if self.seed is not None else self._drawn
        if seed is None:
            self._drawn = seed = drawn_seed()
        return [int(seed), 0]


class RandomNormal(RandomInitializer):
    """Numbers of a normal distribution.

    Args:
        mean, stddev: of the distribution.
        seed: an integer that decides the numbers.
    """

    def __init__(self, mean: float = 0.0, stddev: float = 0.05, seed: int | None = None):
        self.mean, self.stddev = mean, stddev
        super().__init__(seed)

    def __call__(self, shape: Any, dtype: Any = None, **kwargs: Any) -> Any:
        dtype = dtypes.float32 if dtype is None else dtype
        return randomness.stateless_normal(shape, self._seed(), self.mean, self.stddev, dtype)


class TruncatedNormal(RandomInitializer):
    """Numbers of a normal distribution, none farther than two standard deviations from the mean.

    Args:
        mean, stddev: of the distribution before it is truncated.
        seed: an integer that decides the numbers.
    """

    def __init__(self, mean: float = 0.0, stddev: float = 0.05, seed: int | None = None):
        self.mean, self.stddev = mean, stddev
        super().__init__(seed)

    def __call__(self, shape: Any, dtype: Any = None, **kwargs: Any) -> Any:
        dtype = dtypes.float32 if dtype is None else dtype
        return randomness.stateless_truncated_normal(shape, self._seed(), self.mean, self.stddev, dtype)


class RandomUniform(RandomInitializer):
    """Numbers that are equally likely everywhere in an interval.

    Args:
        minval, maxval: its ends; the upper one is not drawn.
        seed: an integer that decides the numbers.
    """

    def __init__(self, minval: float = -0.05, maxval: float = 0.05, seed: int | None = None):
        self.minval, self.maxval = minval, maxval
        super().__init__(seed)

    def __call__(self, shape: Any, dtype: Any = None, **kwargs: Any) -> Any:
        dtype = dtypes.float32 if dtype is None else dtype
        return randomness.stateless_uniform(shape, self._seed(), self.minval, self.maxval, dtype)


#: By how much truncation at two standard deviations lessens the deviation of a normal distribution.
_TRUNCATION = 0.87962566103423978

#: What a variance is divided by, of the numbers of inputs and of outputs.
_FANS: dict[str, Callable[[float, float], float]] = {
    "fan_in": lambda fan_in, fan_out: fan_in,
    "fan_out": lambda fan_in, fan_out: fan_out,
    "fan_avg": lambda fan_in, fan_out: (fan_in + fan_out) / 2,
}

_DISTRIBUTIONS = ("truncated_normal", "untruncated_normal", "uniform")


class VarianceScaling(RandomInitializer):
    """Numbers whose variance is `scale / n`, with `n` the number of inputs, of outputs, or their mean.

    Args:
        scale: positive.
        mode: `fan_in`, `fan_out` or `fan_avg`.
        distribution: `truncated_normal`, `untruncated_normal` or `uniform`.
        seed: an integer that decides the numbers.
        input_axes, output_axes: the axes whose sizes make up the numbers of inputs and of outputs; by default the last
            two, times the sizes of all others.

    Raises:
        ValueError: if an argument is not one of these.
    """

    def __init__(
        self,
        scale: float = 1.0,
        mode: str = "fan_in",
        distribution: str = "truncated_normal",
        seed: int | None = None,
        input_axes: Any = None,
        output_axes: Any = None,
    ):
        if scale <= 0:
            raise ValueError(f"Argument `scale` must be positive float. Received: scale={scale}")
        if mode not in _FANS:
            raise ValueError(f"Invalid `mode` argument: {mode}. Please use one of {tuple(_FANS)}")
        distribution = distribution.lower()
        if distribution == "normal":
            distribution = "truncated_normal"
        if distribution not in _DISTRIBUTIONS:
            raise ValueError(
                f"Invalid `distribution` argument: {distribution}. Please use one of {set(_DISTRIBUTIONS)}"
            )
        self.scale, self.mode, self.distribution = scale, mode, distribution
        self.input_axes, self.output_axes = input_axes, output_axes
        super().__init__(seed)

    def __call__(self, shape: Any, dtype: Any = None, **kwargs: Any) -> Any:
        dtype = dtypes.float32 if dtype is None else dtype
        variance = self.scale / max(1.0, _FANS[self.mode](*self._fans(_sizes(shape))))
        if self.distribution == "uniform":
            limit = math.sqrt(3 * variance)
            return randomness.stateless_uniform(shape, self._seed(), -limit, limit, dtype)
        if self.distribution == "untruncated_normal":
            return randomness.stateless_normal(shape, self._seed(), 0.0, math.sqrt(variance), dtype)
        stddev = math.sqrt(variance) / _TRUNCATION
        return randomness.stateless_truncated_normal(shape, self._seed(), 0.0, stddev, dtype)

    def _fans(self, sizes: list[int]) -> tuple[int, int]:
        if self.input_axes is None or self.output_axes is None:
            return _fans(sizes)
        return math.prod(sizes[i] for i in self.input_axes), math.prod(sizes[i] for i in self.output_axes)

    def with_axes(self, input_axes: Any, output_axes: Any) -> Any:
        """The same initialiser, of the same seed, for weights with these axes of inputs and outputs."""
        if self.input_axes is not None:
            return self
        other = copy.copy(self)
        other.input_axes, other.output_axes = input_axes, output_axes
        return other


def _fans(sizes: list[int]) -> tuple[int, int]:
    """How many numbers an output depends on, and how many depend on an input, for weights of this shape."""
    if not sizes:
        return 1, 1
    if len(sizes) == 1:
        return sizes[0], sizes[0]
    field = math.prod(sizes[:-2])
    return sizes[-2] * field, sizes[-1] * field


class _FixedScaling(VarianceScaling):
    """Variance scaling under a name of its own, whose only argument is the seed."""

    _ARGUMENTS: tuple[float, str, str]

    def __init__(self, seed: int | None = None, input_axes: Any = None, output_axes: Any = None):
        super().__init__(*self._ARGUMENTS, seed=seed, input_axes=input_axes, output_axes=output_axes)

    def get_config(self) -> dict[str, Any]:
        return {"seed": self.seed, "input_axes": self.input_axes, "output_axes": self.output_axes}


class GlorotUniform(_FixedScaling):
    """Uniform in `±sqrt(6 / (inputs + outputs))` (Glorot and Bengio 2010)."""

    _ARGUMENTS = 1.0, "fan_avg", "uniform"


class GlorotNormal(_FixedScaling):
    """Truncated normal, of variance `2 / (inputs + outputs)` (Glorot and Bengio 2010)."""

    _ARGUMENTS = 1.0, "fan_avg", "truncated_normal"


class HeUniform(_FixedScaling):
    """Uniform in `±sqrt(6 / inputs)` (He et al. 2015)."""

    _ARGUMENTS = 2.0, "fan_in", "uniform"


class HeNormal(_FixedScaling):
    """Truncated normal, of variance `2 / inputs` (He et al. 2015)."""

    _ARGUMENTS = 2.0, "fan_in", "truncated_normal"


class LecunUniform(_FixedScaling):
    """Uniform in `±sqrt(3 / inputs)` (LeCun et al. 1998)."""

    _ARGUMENTS = 1.0, "fan_in", "uniform"


class LecunNormal(_FixedScaling):
    """Truncated normal, of variance `1 / inputs` (LeCun et al. 1998)."""

    _ARGUMENTS = 1.0, "fan_in", "truncated_normal"


class Orthogonal(RandomInitializer):
    """A random matrix with orthonormal rows or columns, by QR decomposition (Saxe et al. 2013).

    Args:
        gain: what the matrix is multiplied with.
        seed: an integer that decides the numbers.

    Raises:
        ValueError: if the shape has fewer than two dimensions.
    """

    def __init__(self, gain: float = 1.0, seed: int | None = None):
        self.gain = gain
        super().__init__(seed)

    def __call__(self, shape: Any, dtype: Any = None, **kwargs: Any) -> Any:
        sizes = _sizes(shape)
        if len(sizes) < 2:
            raise ValueError(
                "The tensor to initialize must be at least two-dimensional. Received: "
                f"shape={tuple(sizes)} of rank {len(sizes)}."
            )
        rows, columns = math.prod(sizes[:-1]), sizes[-1]
        dtype = dtypes.float32 if dtype is None else dtypes.as_dtype(dtype)
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

    def __init__(self, value: Any = 0, support_partition: bool = False):
        self.value = value

    def __call__(self, shape: Any, dtype: Any = None, **kwargs: Any) -> Any:
        return creation.constant(self.value, dtype, shape)


class _Redrawing(RandomInitializer):
    """A random initialiser that without a seed draws anew each time it is called, as those of `tf` do."""

    def _seed(self) -> list[int]:
        if self.seed is not None:
            return [int(self.seed), 0]
        with init_scope():
            return [int(randomness.uniform([], 1, 2**31 - 1, dtypes.int32)), 0]


class random_normal_initializer(_Redrawing, RandomNormal):
    """Numbers of a normal distribution, new ones at each call."""


class random_uniform_initializer(_Redrawing, RandomUniform):
    """Numbers that are equally likely everywhere in an interval, new ones at each call."""


zeros_initializer = zeros = Zeros
ones_initializer = ones = Ones
constant = Constant
identity = IdentityInitializer = Identity
random_normal = RandomNormal
random_uniform = RandomUniform
truncated_normal = TruncatedNormal
variance_scaling = VarianceScaling
orthogonal = OrthogonalInitializer = Orthogonal
glorot_uniform, glorot_normal = GlorotUniform, GlorotNormal
he_uniform, he_normal = HeUniform, HeNormal
lecun_uniform, lecun_normal = LecunUniform, LecunNormal

_CLASSES = (
    Zeros, Ones, Constant, Identity, RandomNormal, TruncatedNormal, RandomUniform, VarianceScaling, GlorotUniform,
    GlorotNormal, HeUniform, HeNormal, LecunUniform, LecunNormal, Orthogonal,
)  # fmt: skip
_BY_NAME: dict[str, type[Initializer]] = {
    **{c.__name__: c for c in _CLASSES},
    **{name: value for name, value in globals().items() if isinstance(value, type) and value in _CLASSES},
    "normal": RandomNormal, "uniform": RandomUniform, "one": Ones, "zero": Zeros,
}  # fmt: skip


def get(identifier: Any) -> Any:
    """The initialiser that `identifier` names.

    Args:
        identifier: a name such as `glorot_uniform`, a config, a class, or an initialiser (or another callable), which
            is returned. None gives None.

    Raises:
        ValueError: if it is none of these.

    >>> get('he_normal').get_config()
    {'seed': None, 'input_axes': None, 'output_axes': None}
    """
    if identifier is None:
        return None
    if isinstance(identifier, dict):
        return deserialize(identifier)
    if isinstance(identifier, str):
        found = _BY_NAME.get(identifier)
        return found() if found is not None else deserialize(identifier)
    if callable(identifier):
        return identifier() if isinstance(identifier, type) else identifier
    raise ValueError(f"Could not interpret initializer identifier: {identifier}")


def serialize(initializer: Any) -> dict[str, Any]:
    """The config of an initialiser, to be given to `deserialize`."""
    from runtime.keras import serialization  # only needed to save

    return serialization.serialize_keras_object(initializer)


def deserialize(config: Any, custom_objects: dict[str, Any] | None = None) -> Any:
    """The initialiser of a config."""
    from runtime.keras import serialization  # only needed to load

    return serialization.deserialize_named(config, _BY_NAME, custom_objects, "initializer")
