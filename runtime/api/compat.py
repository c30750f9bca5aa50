"""`tf.compat`: the few names of TensorFlow 1 that programs of today still use, in `compat.v1`; `compat.v2` is `tf`."""

from __future__ import annotations

import importlib
import sys
from typing import Any, ClassVar

import numpy as np

from runtime.api import public
from runtime.core import dtypes


class _V1:
    """`tf.compat.v1`: what is listed here; other names are those of `tf`, where they mean the same."""

    @staticmethod
    def assign(ref: Any, value: Any, validate_shape: Any = None, use_locking: Any = None, name: Any = None) -> Any:
        """Gives the variable `ref` a value."""
        return ref.assign(value)

    @staticmethod
    def assign_add(ref: Any, value: Any, use_locking: Any = None, name: Any = None) -> Any:
        """Adds to the variable `ref`."""
        return ref.assign_add(value)

    @staticmethod
    def assign_sub(ref: Any, value: Any, use_locking: Any = None, name: Any = None) -> Any:
        """Subtracts from the variable `ref`."""
        return ref.assign_sub(value)

    @staticmethod
    def to_float(x: Any, name: str = "ToFloat") -> Any:
        """`x` as float32."""
        return public.cast(x, dtypes.float32, name=name)

    @staticmethod
    def to_double(x: Any, name: str = "ToDouble") -> Any:
        """`x` as float64."""
        return public.cast(x, dtypes.float64, name=name)

    @staticmethod
    def to_int32(x: Any, name: str = "ToInt32") -> Any:
        """`x` as int32."""
        return public.cast(x, dtypes.int32, name=name)

    @staticmethod
    def to_int64(x: Any, name: str = "ToInt64") -> Any:
        """`x` as int64."""
        return public.cast(x, dtypes.int64, name=name)

    @staticmethod
    def py_func(func: Any, inp: Any, Tout: Any, stateful: bool = True, name: Any = None) -> Any:
        """Calls a Python function on arrays each time the graph runs."""
        return sys.modules["runtime"].numpy_function(func, inp, Tout, name=name)

    @staticmethod
    def executing_eagerly() -> bool:
        """Whether operations run at once here."""
        return sys.modules["runtime"].executing_eagerly()

    @staticmethod
    def enable_eager_execution() -> None:
        """Does nothing: operations run at once unless a graph is built."""

    enable_v2_behavior = enable_eager_execution

    #: Protocol buffers, by the module that has them.
    _MESSAGES: ClassVar[dict[str, str]] = {
        "Event": "runtime.summary.events",
        "GraphDef": "runtime.exchange.graph_def",
        "NodeDef": "runtime.exchange.graph_def",
        "RunMetadata": "runtime.summary.events",
        "Summary": "runtime.summary.events",
        "SummaryMetadata": "runtime.summary.events",
    }

    def __getattr__(self, name: str) -> Any:
        if name in self._MESSAGES:
            return getattr(importlib.import_module(self._MESSAGES[name]), name)
        return getattr(sys.modules["runtime"], name)


class _V2:
    """`tf.compat.v2`: `tf` itself."""

    def __getattr__(self, name: str) -> Any:
        return getattr(sys.modules["runtime"], name)


v1 = _V1()
v2 = _V2()


def as_bytes(bytes_or_text: Any, encoding: str = "utf-8") -> bytes:
    """Text as bytes."""
    return bytes_or_text.encode(encoding) if isinstance(bytes_or_text, str) else bytes(bytes_or_text)


def as_text(bytes_or_text: Any, encoding: str = "utf-8") -> str:
    """Bytes as text."""
    return bytes_or_text.decode(encoding) if isinstance(bytes_or_text, bytes) else bytes_or_text


as_str = as_text


def as_str_any(value: Any, encoding: str = "utf-8") -> str:
    """Anything as text."""
    return as_text(value, encoding) if isinstance(value, (bytes, str)) else str(value)


integral_types = (int, np.integer)
real_types = (float, int, np.integer, np.floating)
