"""What the class of an argument says of the traces that it shares: TensorFlow's tracing protocol.

An object with a method `__tf_tracing_type__` is not told apart from others by identity: its *trace type* says which
calls have one trace, and what the function gets in its place when it is traced.
"""

from __future__ import annotations

import abc
from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable


class TraceType(abc.ABC):
    """The type of an argument, as far as it matters to traces.

    Subclasses define `__eq__` and `__hash__` too: calls whose types are equal share a trace.

    >>> class Sized(TraceType):
    ...     def __init__(self, size):
    ...         self.size = size
    ...     def is_subtype_of(self, other):
    ...         return type(other) is Sized and self.size <= other.size
    ...     def most_specific_common_supertype(self, others):
    ...         return max([self, *others], key=lambda kind: kind.size)
    ...     def placeholder_value(self, placeholder_context=None):
    ...         return self.size
    ...     def __eq__(self, other):
    ...         return type(other) is Sized and self.size == other.size
    ...     def __hash__(self):
    ...         return hash(self.size)
    >>> Sized(2).is_subtype_of(Sized(3))
    True
    """

    @abc.abstractmethod
    def is_subtype_of(self, other: TraceType) -> bool:
        """Whether a trace for `other` can be used for this type."""

    @abc.abstractmethod
    def most_specific_common_supertype(self, others: Sequence[TraceType]) -> TraceType | None:
        """The most specific type of which this and all of `others` are subtypes; None if there is none."""

    @abc.abstractmethod
    def placeholder_value(self, placeholder_context: Any = None) -> Any:
        """What the function is given when it is traced for this type."""

    @abc.abstractmethod
    def __hash__(self) -> int: ...

    @abc.abstractmethod
    def __eq__(self, other: object) -> bool: ...


class TracingContext:
    """What `__tf_tracing_type__` is called with. There is nothing to ask it for."""


@runtime_checkable
class SupportsTracingProtocol(Protocol):
    """An object that says itself which calls with it share a trace."""

    def __tf_tracing_type__(self, context: TracingContext) -> TraceType:
        """The type of the object."""


_CONTEXT = TracingContext()


def supports_tracing(value: Any) -> bool:
    """Whether `value` says itself what its trace type is."""
    return hasattr(type(value), "__tf_tracing_type__")


def trace_type_of(value: Any) -> TraceType:
    """The trace type of an object that says what it is."""
    found: TraceType = type(value).__tf_tracing_type__(value, _CONTEXT)
    return found
