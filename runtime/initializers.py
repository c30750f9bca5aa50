"""Initialisers of variables: objects that make a tensor of a shape and a dtype."""

from __future__ import annotations

from typing import Any

from runtime.core import dtypes
from runtime.ops import creation, randomness


class _Initializer:
    """What is called with a shape and a dtype."""

    def __call__(self, shape: Any, dtype: Any = dtypes.float32, **kwargs: Any) -> Any:
        raise NotImplementedError

    def get_config(self) -> dict[str, Any]:
        """The arguments it was made with."""
        return dict(self.__dict__)

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """An initialiser with the arguments that `get_config` gave."""
        return cls(**config)


class zeros_initializer(_Initializer):
    """Zeros.

    >>> zeros_initializer()([2]).numpy()
    array([0., 0.], dtype=float32)
    """

    def __call__(self, shape: Any, dtype: Any = dtypes.float32, **kwargs: Any) -> Any:
        return creation.zeros(shape, dtype)


class ones_initializer(_Initializer):
    """Ones."""

    def __call__(self, shape: Any, dtype: Any = dtypes.float32, **kwargs: Any) -> Any:
        return creation.ones(shape, dtype)


class constant_initializer(_Initializer):
    """One value, or the values of a list in order.

    >>> constant_initializer(3)([2]).numpy()
    array([3, 3], dtype=int32)
    """

    def __init__(self, value: Any = 0, support_partition: bool = False):
        self.value = value

    def __call__(self, shape: Any, dtype: Any = None, **kwargs: Any) -> Any:
        return creation.constant(self.value, dtype, shape)


class random_normal_initializer(_Initializer):
    """Numbers of a normal distribution."""

    def __init__(self, mean: float = 0.0, stddev: float = 0.05, seed: int | None = None):
        self.mean, self.stddev, self.seed = mean, stddev, seed

    def __call__(self, shape: Any, dtype: Any = dtypes.float32, **kwargs: Any) -> Any:
        return randomness.normal(shape, self.mean, self.stddev, dtype, self.seed)


class random_uniform_initializer(_Initializer):
    """Numbers that are equally likely everywhere in an interval."""

    def __init__(self, minval: float = -0.05, maxval: float = 0.05, seed: int | None = None):
        self.minval, self.maxval, self.seed = minval, maxval, seed

    def __call__(self, shape: Any, dtype: Any = dtypes.float32, **kwargs: Any) -> Any:
        return randomness.uniform(shape, self.minval, self.maxval, dtype, self.seed)
