"""`tf.types.experimental`: functions and their traces, as types."""

from runtime.core.coverage import not_covered
from runtime.function.concrete import ConcreteFunction
from runtime.function.function import Function as GenericFunction
from runtime.function.trace_types import SupportsTracingProtocol, TraceType, TracingContext

__all__ = ["ConcreteFunction", "GenericFunction", "SupportsTracingProtocol", "TraceType", "TracingContext"]
__getattr__ = not_covered("tf.types.experimental", __all__)
