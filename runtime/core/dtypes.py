"""Element types of tensors, and how they map to numpy's.

A dtype is a singleton: `as_dtype` finds it from a name, a numpy dtype or a Python type. Strings live in object arrays
of `bytes`; `resource` and `variant` have no array at all.
"""

from __future__ import annotations

import builtins
import functools
from typing import Any

import numpy as np


class DType:
    """The type of a tensor's elements.

    Args:
        name: as in `'float32'`.
        number: the value of TensorFlow's `DataType` enumeration.
        kind: one of `'floating'`, `'integer'`, `'complex'`, `'bool'`, `'string'`, `'handle'`.
        array_name: the numpy name of the dtype; for bfloat16 and the like, the name in `ml_dtypes`.
    """

    __slots__ = ("_array_name", "_dtype", "as_datatype_enum", "kind", "name")

    def __init__(self, name: str, number: int, kind: str, array_name: str):
        self.name = name
        self.as_datatype_enum = number
        self.kind = kind
        self._array_name = array_name
        self._dtype: np.dtype | None = None

    @property
    def dtype(self) -> np.dtype:
        """The numpy dtype of arrays that hold such elements."""
        if self._dtype is None:
            if self._array_name.startswith("ml_dtypes."):
                # Costs an import that only users of these dtypes should pay.
                import ml_dtypes

                self._dtype = np.dtype(getattr(ml_dtypes, self._array_name.partition(".")[2]))
            else:
                self._dtype = np.dtype(self._array_name)
            _BY_NUMPY.setdefault(self._dtype, self)
        return self._dtype

    @property
    def as_numpy_dtype(self) -> type:
        """The numpy scalar type: `np.float32`.

        >>> float32.as_numpy_dtype
        <class 'numpy.float32'>
        """
        return self.dtype.type

    @property
    def is_floating(self) -> builtins.bool:
        return self.kind == "floating"

    @property
    def is_integer(self) -> builtins.bool:
        return self.kind == "integer"

    @property
    def is_complex(self) -> builtins.bool:
        return self.kind == "complex"

    @property
    def is_bool(self) -> builtins.bool:
        return self.kind == "bool"

    @property
    def is_numeric(self) -> builtins.bool:
        return self.kind in ("floating", "integer", "complex", "bool")

    @property
    def is_unsigned(self) -> builtins.bool:
        return self.is_integer and self.name.startswith("u")

    @property
    def is_numpy_compatible(self) -> builtins.bool:
        return self.kind != "handle"

    @property
    def is_quantized(self) -> builtins.bool:
        return False

    @property
    def base_dtype(self) -> DType:
        return self

    @property
    def real_dtype(self) -> DType:
        """The dtype of the real part: `float32` for `complex64`, itself for what is real."""
        return {"complex64": float32, "complex128": float64}.get(self.name, self)

    @property
    def size(self) -> int:
        """Bytes of an element; 1 where elements have no fixed size."""
        return self.dtype.itemsize if self.kind not in ("string", "handle") else 1

    @property
    def min(self) -> Any:
        return self._limits().min

    @property
    def max(self) -> Any:
        return self._limits().max

    @property
    def limits(self) -> tuple[Any, Any]:
        """The range of values of an image of this dtype: `(0, 1)` for floats."""
        return (0, 1) if self.is_floating else (self.min, self.max)

    def _limits(self) -> Any:
        if self.is_bool:
            return _BoolLimits
        if self.is_integer:
            return _integer_limits(self.dtype)
        if self.is_floating:
            return _floating_limits(self)
        raise TypeError(f"Cannot find minimum value of {self}.")

    def is_compatible_with(self, other: Any) -> builtins.bool:
        return self is as_dtype(other)

    @property
    def enum_name(self) -> str:
        """The name TensorFlow's kernels use in messages: `float`, `double`, `half`, else `name`."""
        return _ENUM_NAMES.get(self.name, self.name)

    @property
    def graph_name(self) -> str:
        """The name in the text form of graphs: `DT_FLOAT`."""
        return f"DT_{self.enum_name.upper()}"

    def __eq__(self, other: object) -> builtins.bool:
        if self is other:
            return True
        if other is None or isinstance(other, DType):
            return False
        try:
            return self is as_dtype(other)
        except TypeError:
            return False

    def __hash__(self) -> int:
        return self.as_datatype_enum

    def __int__(self) -> int:
        return self.as_datatype_enum

    def __str__(self) -> str:
        return f"<dtype: '{self.name}'>"

    def __repr__(self) -> str:
        return f"tf.{self.name}"

    def __reduce__(self) -> Any:
        return as_dtype, (self.name,)


class _BoolLimits:
    min, max = False, True


@functools.cache
def _integer_limits(dtype: np.dtype) -> Any:
    return np.iinfo(dtype)


@functools.cache
def _floating_limits(dtype: DType) -> Any:
    if dtype.dtype.kind == "f":
        return np.finfo(dtype.dtype)
    import ml_dtypes

    return ml_dtypes.finfo(dtype.dtype)


float32 = DType("float32", 1, "floating", "float32")
float64 = double = DType("float64", 2, "floating", "float64")
int32 = DType("int32", 3, "integer", "int32")
uint8 = DType("uint8", 4, "integer", "uint8")
int16 = DType("int16", 5, "integer", "int16")
int8 = DType("int8", 6, "integer", "int8")
string = DType("string", 7, "string", "object")
complex64 = DType("complex64", 8, "complex", "complex64")
int64 = DType("int64", 9, "integer", "int64")
bool = DType("bool", 10, "bool", "bool")
bfloat16 = DType("bfloat16", 14, "floating", "ml_dtypes.bfloat16")
uint16 = DType("uint16", 17, "integer", "uint16")
complex128 = DType("complex128", 18, "complex", "complex128")
float16 = half = DType("float16", 19, "floating", "float16")
resource = DType("resource", 20, "handle", "object")
variant = DType("variant", 21, "handle", "object")
uint32 = DType("uint32", 22, "integer", "uint32")
uint64 = DType("uint64", 23, "integer", "uint64")

ALL = (
    float32, float64, int32, uint8, int16, int8, string, complex64, int64, bool, bfloat16, uint16, complex128,
    float16, resource, variant, uint32, uint64,
)  # fmt: skip

FLOATING = frozenset(d for d in ALL if d.is_floating)
INTEGER = frozenset(d for d in ALL if d.is_integer)
COMPLEX = frozenset(d for d in ALL if d.is_complex)
REAL = FLOATING | INTEGER
NUMBER = REAL | COMPLEX
#: What indices, axes and sizes may be.
INDEX = (int32, int64)
INEXACT = FLOATING | COMPLEX

_ENUM_NAMES = {"float32": "float", "float64": "double", "float16": "half"}

_BY_NUMPY: dict[np.dtype, DType] = {
    np.dtype(d._array_name): d for d in ALL if d.kind != "handle" and not d._array_name.startswith("ml_dtypes.")
}

_BY_KEY: dict[Any, DType] = {
    **{d.name: d for d in ALL},
    **{d.as_datatype_enum: d for d in ALL},
    "float": float32,
    "double": float64,
    "half": float16,
    float: float32,
    int: int32,
    str: string,
    bytes: string,
    complex: complex128,
    builtins.bool: bool,
}


def as_dtype(value: Any) -> DType:
    """The dtype that `value` names.

    Args:
        value: a `DType`, its name, its enumeration value, a numpy dtype or scalar type, or a Python type.

    Raises:
        TypeError: if it names none.

    >>> as_dtype('int32'), as_dtype(np.float64), as_dtype(float)
    (tf.int32, tf.float64, tf.float32)
    """
    if type(value) is DType:
        return value
    if isinstance(value, np.dtype):
        return from_numpy(value)
    try:
        found = _BY_KEY.get(value)
    except TypeError:
        found = None
    if found is not None:
        return found
    try:
        return from_numpy(np.dtype(value))
    except TypeError:
        raise TypeError(f"Cannot convert the argument `type_value`: {value!r} to a TensorFlow DType.") from None


def from_numpy(dtype: np.dtype) -> DType:
    """The dtype of tensors over arrays of this numpy dtype.

    Raises:
        TypeError: if no tensor can hold them.
    """
    found = _BY_NUMPY.get(dtype)
    if found is not None:
        return found
    if dtype.kind in "SUT":
        return string
    if dtype.name == "bfloat16":
        bfloat16.dtype  # noqa: B018 - resolving it registers it
        return bfloat16
    native = dtype.newbyteorder("=")
    if native in _BY_NUMPY:
        return _BY_NUMPY[native]
    # `intc` and `longlong` are distinct numpy dtypes of the same width on some platforms.
    if dtype.kind in "iu" and dtype.itemsize <= 8:
        return _BY_NUMPY[np.dtype(f"{dtype.kind}{dtype.itemsize}")]
    raise TypeError(f"Cannot convert the argument `type_value`: {dtype!r} to a TensorFlow DType.")
