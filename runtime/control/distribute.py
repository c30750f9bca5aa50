"""`tf.distribute`: strategies whose replicas run one after the other in this process.

What a program computes is what it computes with replicas that run at once, as long as they do not speak with each
other while they run: variables are shared, and what a replica writes the next one reads.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from autograph.staging import Composite, register_composite
from runtime.core import nest
from runtime.core.config import list_logical_devices
from runtime.core.coverage import not_covered
from runtime.library import assembling, reduction, shaping
from runtime.state import replicas
from runtime.tensor.conversion import convert_to_tensor


class ReduceOp(enum.Enum):
    """How the values of replicas become one."""

    SUM = "SUM"
    MEAN = "MEAN"

    @classmethod
    def of(cls, given: ReduceOp | str) -> ReduceOp:
        """The operation of a name in any case.

        Raises:
            ValueError: if there is none.
        """
        return given if isinstance(given, cls) else cls(str(given).upper())


class DistributedValues:
    """A value for each replica.

    Attributes:
        values: in the order of the replicas.
    """

    def __init__(self, values: Sequence[Any]):
        self.values = tuple(values)

    def __str__(self) -> str:
        return self._text(str)

    def __repr__(self) -> str:
        return self._text(repr)

    def _text(self, shown: Callable[[Any], str]) -> str:
        lines = ",\n".join(f"  {i}: {shown(value)}" for i, value in enumerate(self.values))
        return f"{type(self).__name__}:{{\n{lines}\n}}"


class PerReplica(DistributedValues):
    """A value for each replica, which may differ."""


#: Functions take and return them.
register_composite(
    PerReplica,
    Composite(
        components=lambda value: value.values,
        rebuild=lambda like, values: PerReplica(values),
        label=lambda value: len(value.values),
    ),
)


class ValueContext:
    """What a function that makes the value of a replica is told.

    Attributes:
        replica_id_in_sync_group: the number of the replica.
        num_replicas_in_sync: how many there are.
    """

    def __init__(self, replica_id_in_sync_group: int = 0, num_replicas_in_sync: int = 1):
        self.replica_id_in_sync_group = replica_id_in_sync_group
        self.num_replicas_in_sync = num_replicas_in_sync


class ReplicaContext:
    """What a function that runs on each replica may ask for; see `get_replica_context`."""

    def __init__(self, strategy: Strategy, replica: int | None):
        self.strategy = strategy
        self._replica = replica

    @property
    def replica_id_in_sync_group(self) -> Any:
        """The number of the replica: a tensor in a function that is run on each, and otherwise 0."""
        return 0 if self._replica is None else convert_to_tensor(self._replica)

    @property
    def num_replicas_in_sync(self) -> int:
        """How many replicas there are."""
        return self.strategy.num_replicas_in_sync

    @property
    def devices(self) -> tuple[str, ...]:
        """The device of this replica."""
        return (self.strategy.devices[self._replica or 0],)

    def all_reduce(self, reduce_op: ReduceOp | str, value: Any, options: Any = None) -> Any:
        """The values of all replicas made one, where there is but one replica.

        Raises:
            NotImplementedError: of several, which run one after the other: none has the values of those after it.
        """
        if self.num_replicas_in_sync == 1:
            return nest.map_structure(convert_to_tensor, value)
        raise NotImplementedError(
            "replicas run one after the other here, so that none can wait for the values of the others: return the "
            "value from the function, and reduce what `strategy.run` gives with `strategy.reduce`"
        )


class Strategy:
    """A number of replicas; of the default strategy, in which programs are if they enter no other, there is one.

    Attributes:
        devices: that of each replica.
    """

    def __init__(self, devices: Sequence[str] = ("/device:CPU:0",)):
        self.devices = tuple(devices)

    @property
    def num_replicas_in_sync(self) -> int:
        """How many replicas there are."""
        return len(self.devices)

    @contextmanager
    def scope(self) -> Iterator[Strategy]:
        """Where variables and generators that are made belong to this strategy."""
        with replicas.distributed(self, None):
            yield self

    def run(self, fn: Callable[..., Any], args: Sequence[Any] = (), kwargs: Any = None, options: Any = None) -> Any:
        """Calls a function once for each replica.

        Args:
            fn: the function, or a `function`.
            args, kwargs: of the calls; of a value for each replica each is given its own.
            options: accepted.

        Returns:
            What it returns; in the place of each tensor a `PerReplica`, if there are several replicas.

        >>> strategy = MirroredStrategy()
        >>> strategy.run(lambda x: x + 1, args=(1,))
        2
        """
        results = []
        for replica in range(self.num_replicas_in_sync):
            own_args, own_kwargs = _of_replica((tuple(args), dict(kwargs or {})), replica)
            with replicas.distributed(self, replica):
                results.append(fn(*own_args, **own_kwargs))
        return _regrouped(results)

    def reduce(self, reduce_op: ReduceOp | str, value: Any, axis: int | None = None) -> Any:
        """The values of all replicas made one.

        Args:
            reduce_op: `SUM` or `MEAN`.
            value: a value for each replica, or a structure of such.
            axis: of each value, which is reduced as well; None for none.

        Raises:
            ValueError: if one value is to be added up as if it were several.
        """
        operation = ReduceOp.of(reduce_op)
        return nest.map_structure(lambda leaf: self._reduced(operation, leaf, axis), value)

    def _reduced(self, operation: ReduceOp, value: Any, axis: int | None) -> Any:
        if not isinstance(value, DistributedValues) and self.num_replicas_in_sync > 1 and axis is None:
            if operation is ReduceOp.MEAN:
                return value
            raise ValueError(
                f"A non-DistributedValues value {value} cannot be reduced with the given reduce op {operation}."
            )
        parts = [convert_to_tensor(part) for part in self.experimental_local_results(value)]
        count: Any = len(parts)
        if axis is not None:
            count = assembling.add_n([shaping.shape(part)[axis] for part in parts])
            parts = [reduction.reduce_sum(part, axis) for part in parts]
        total = assembling.add_n(parts)
        return total if operation is ReduceOp.SUM else total / shaping.cast(count, total.dtype)

    def gather(self, value: Any, axis: int) -> Any:
        """The values of all replicas one after the other along an axis."""
        return assembling.concat([convert_to_tensor(part) for part in self.experimental_local_results(value)], axis)

    def experimental_local_results(self, value: Any) -> tuple[Any, ...]:
        """The values of the replicas: one alone of what is the same for all."""
        return value.values if isinstance(value, DistributedValues) else (value,)

    def experimental_distribute_values_from_function(self, value_fn: Callable[[ValueContext], Any]) -> Any:
        """What a function makes for each replica.

        >>> strategy = MirroredStrategy()
        >>> strategy.experimental_distribute_values_from_function(lambda context: context.num_replicas_in_sync)
        1
        """
        count = self.num_replicas_in_sync
        return _regrouped([value_fn(ValueContext(replica, count)) for replica in range(count)])


class MirroredStrategy(Strategy):
    """Replicas on several devices, which may be divisions of the CPU.

    Args:
        devices: names as `cpu:1`; by default all there are.
        cross_device_ops: accepted.

    Raises:
        ValueError: if there is no such device: see `tf.config.set_logical_device_configuration`.
    """

    def __init__(self, devices: Sequence[str] | None = None, cross_device_ops: Any = None):
        super().__init__([_device_named(name) for name in devices or [d.name for d in list_logical_devices()]])
        if len(set(self.devices)) < len(self.devices):
            raise ValueError(f"Duplicates in `devices` argument: {list(devices or ())}")


def _device_named(name: str) -> str:
    match = re.fullmatch(r"/?(?:.*/)?(?:device:)?(\w+):(\d+)", name, re.IGNORECASE)
    full = f"/device:{match[1].upper()}:{match[2]}" if match else name
    known = [device.name for device in list_logical_devices()]
    if full not in known:
        raise ValueError(
            f"there is no device {name!r} among {known}: tf.config.set_logical_device_configuration divides the CPU"
        )
    return full


def _of_replica(structure: Any, replica: int) -> Any:
    def own(leaf: Any) -> Any:
        return leaf.values[replica] if isinstance(leaf, DistributedValues) else leaf

    return nest.map_structure(own, structure)


def _regrouped(results: Sequence[Any]) -> Any:
    """One structure of several, with a `PerReplica` where they differ."""
    first = results[0]
    if all(result is first for result in results):
        return first
    if nest.is_nested(first):
        return nest.map_structure(lambda *leaves: _regrouped(leaves), *results)
    return PerReplica(results)


_DEFAULT = Strategy()


def get_strategy() -> Strategy:
    """The strategy whose scope this is, or the default one."""
    found: Strategy = replicas.current_strategy() or _DEFAULT
    return found


def has_strategy() -> bool:
    """Whether this is in the scope of a strategy."""
    return replicas.current_strategy() is not None


def get_replica_context() -> ReplicaContext | None:
    """That of the replica that runs; None in the scope of a strategy, outside of `run`.

    >>> get_replica_context().replica_id_in_sync_group
    0
    """
    replica = replicas.current_replica()
    if replica is None and has_strategy():
        return None
    return ReplicaContext(get_strategy(), replica)


def in_cross_replica_context() -> bool:
    """Whether this is in the scope of a strategy, outside of `run`."""
    return get_replica_context() is None


experimental = SimpleNamespace(ValueContext=ValueContext)

__all__ = [
    "DistributedValues", "MirroredStrategy", "ReduceOp", "ReplicaContext", "Strategy", "experimental",
    "get_replica_context", "get_strategy", "has_strategy", "in_cross_replica_context",
]  # fmt: skip
__getattr__ = not_covered("tf.distribute", __all__)
