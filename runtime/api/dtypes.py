"""`tf.dtypes`: element types of tensors, and conversions between them."""

from __future__ import annotations

from runtime.api.public import cast, complex, saturate_cast
from runtime.core.dtypes import (
    DType,
    as_dtype,
    bfloat16,
    bool,
    complex64,
    complex128,
    double,
    float16,
    float32,
    float64,
    half,
    int8,
    int16,
    int32,
    int64,
    resource,
    string,
    uint8,
    uint16,
    uint32,
    uint64,
    variant,
)

__all__ = [
    "DType", "as_dtype", "bfloat16", "bool", "cast", "complex", "complex64", "complex128", "double", "float16",
    "float32", "float64", "half", "int8", "int16", "int32", "int64", "resource", "saturate_cast", "string", "uint8",
    "uint16", "uint32", "uint64", "variant",
]  # fmt: skip
