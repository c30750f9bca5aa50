"""Options of datasets: accepted, so that programs which set them run; they say how, and not what, is computed."""

from __future__ import annotations

import enum
from typing import Any


class _Settings:
    """A set of options that may be set to anything, and are None until then."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return None

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]  # as objects that compare equal and change


class AutoShardPolicy(enum.IntEnum):
    """How a dataset would be split between workers."""

    OFF = -1
    AUTO = 0
    FILE = 1
    DATA = 2
    HINT = 3


class AutotuneOptions(_Settings):
    """How much the system tunes by itself."""


class DistributeOptions(_Settings):
    """How a dataset is split between workers."""

    def __init__(self) -> None:
        self.auto_shard_policy = AutoShardPolicy.AUTO


class OptimizationOptions(_Settings):
    """Which transformations are applied to pipelines."""


class ThreadingOptions(_Settings):
    """How many threads there are."""


class Options(_Settings):
    """The options of a dataset; see `Dataset.with_options`.

    >>> options = Options()
    >>> options.deterministic = False
    >>> options.merge(Options()).deterministic
    False
    """

    def __init__(self) -> None:
        self.autotune = AutotuneOptions()
        self.experimental_distribute = DistributeOptions()
        self.experimental_optimization = OptimizationOptions()
        self.threading = ThreadingOptions()

    def merge(self, options: Options) -> Options:
        """These options, with those that `options` sets in their place.

        Raises:
            TypeError: if `options` are none.
        """
        if not isinstance(options, Options):
            raise TypeError(f"Expected tf.data.Options, got {options!r}")
        merged = Options()
        for given in (self, options):
            for name, value in given.__dict__.items():
                if isinstance(value, _Settings):
                    getattr(merged, name).__dict__.update(value.__dict__)
                else:
                    setattr(merged, name, value)
        return merged
