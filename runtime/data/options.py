"""Options of datasets: accepted, so that programs which set them run; they say how, and not what, is computed."""

from __future__ import annotations

import difflib
import enum
from typing import Any, ClassVar


class AutoShardPolicy(enum.IntEnum):
    """How a dataset would be split between workers."""

    OFF = -1
    AUTO = 0
    FILE = 1
    DATA = 2
    HINT = 3


class _Settings:
    """A set of options, which a class declares with the types of their values. One that was not set is None."""

    _types: ClassVar[dict[str, type]]
    _defaults: ClassVar[dict[str, Any]] = {}
    #: Older names of options.
    _aliases: ClassVar[dict[str, str]] = {}

    def __init_subclass__(cls, **types: type) -> None:
        cls._types = types

    def __setattr__(self, name: str, value: Any) -> None:
        known = self._known(name, "set")
        kind = self._types[known]
        if value is not None and not isinstance(value, kind):
            raise TypeError(
                f'Property "{name}" must be of type {kind.__name__}, got: {value!r} (type: {type(value).__name__}).'
            )
        self.__dict__[known] = value

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        known = self._known(name, "get")
        return self.__dict__.get(known, self._defaults.get(known))

    def _known(self, name: str, verb: str) -> str:
        """The option of that name."""
        known = self._aliases.get(name, name)
        if known in self._types:
            return known
        nearest = difflib.get_close_matches(name, [*self._types, *self._aliases], 1, 0.5)
        hint = f"did you mean '{nearest[0]}'?" if nearest else f"there are {', '.join(self._types)}"
        raise AttributeError(f"Cannot {verb} the property {name} on {type(self).__name__}: {hint}")

    def _take(self, other: _Settings) -> None:
        """Sets what `other` sets."""
        for name, value in other.__dict__.items():
            if isinstance(value, _Settings):
                getattr(self, name)._take(value)
            elif value is not None:
                setattr(self, name, value)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]  # as objects that compare equal and change

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"


class AutotuneOptions(
    _Settings, autotune_algorithm=object, cpu_budget=int, enabled=bool, initial_parallelism=int, min_parallelism=int,
    ram_budget=int,
):  # fmt: skip
    """How much the system tunes by itself."""


class DistributeOptions(_Settings, auto_shard_policy=AutoShardPolicy, num_devices=int):
    """How a dataset is split between workers."""

    _defaults: ClassVar[dict[str, Any]] = {"auto_shard_policy": AutoShardPolicy.AUTO}


class OptimizationOptions(
    _Settings, apply_default_optimizations=bool, filter_fusion=bool, filter_parallelization=bool, inject_prefetch=bool,
    map_and_batch_fusion=bool, map_and_filter_fusion=bool, map_fusion=bool, map_parallelization=bool,
    noop_elimination=bool, parallel_batch=bool, seq_interleave_prefetch=bool, shuffle_and_repeat_fusion=bool,
):  # fmt: skip
    """Which transformations are applied to pipelines."""


class ThreadingOptions(_Settings, max_intra_op_parallelism=int, private_threadpool_size=int):
    """How many threads there are."""


class Options(
    _Settings, autotune=AutotuneOptions, dataset_name=str, deterministic=bool,
    experimental_distribute=DistributeOptions, experimental_external_state_policy=object,
    experimental_optimization=OptimizationOptions, experimental_slack=bool, experimental_symbolic_checkpoint=bool,
    experimental_warm_start=bool, framework_type=list, threading=ThreadingOptions,
):  # fmt: skip
    """The options of a dataset; see `Dataset.with_options`.

    Raises:
        AttributeError: when an option is set, or asked for, that there is not.
        TypeError: when one is set to a value of another type.

    >>> options = Options()
    >>> options.deterministic = False
    >>> options.merge(Options()).deterministic
    False
    >>> options.determinstic = True
    Traceback (most recent call last):
    AttributeError: Cannot set the property determinstic on Options: did you mean 'deterministic'?
    """

    _aliases: ClassVar[dict[str, str]] = {
        "experimental_deterministic": "deterministic",
        "experimental_threading": "threading",
    }

    def __init__(self) -> None:
        for name, kind in self._types.items():
            if issubclass(kind, _Settings):
                setattr(self, name, kind())

    def merge(self, options: Options) -> Options:
        """These options, with those that `options` sets in their place.

        Raises:
            TypeError: if `options` are none.
        """
        if not isinstance(options, Options):
            raise TypeError(f"Expected tf.data.Options, got {options!r}")
        merged = Options()
        merged._take(self)
        merged._take(options)
        return merged
