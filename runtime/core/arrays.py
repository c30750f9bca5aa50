"""From Python values to arrays: which dtype a number, a string or a nested list becomes, and what does not fit.

Tensors of strings are object arrays of `bytes`. Arrays made here are never shared with the caller's.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.core import dtypes, quiet
from runtime.core.dtypes import DType

#: Python types of leaves, as the letter of their kind, from `bool` to `string`.
_KINDS: dict[type, str] = {bool: "b", int: "i", float: "f", complex: "c", str: "s", bytes: "s"}

#: The dtype that leaves of a kind become when nothing else is asked for.
_DEFAULT = {"b": dtypes.bool, "i": dtypes.int32, "f": dtypes.float32, "c": dtypes.complex128, "s": dtypes.string}

#: What leaves of a kind may be asked to become.
_ALLOWED = {
    "b": {"bool", "integer", "floating", "complex"},
    "i": {"integer", "floating", "complex"},
    "f": {"floating", "complex"},
    "c": {"complex"},
    "s": {"string"},
}


def array_of(value: Any, dtype: DType | None = None) -> np.ndarray:
    """The array that holds `value`.

    Args:
        value: a number, string, array, or a nested sequence of these.
        dtype: what it should have; by default int32 (int64 where needed), float32, complex128, bool or string for
            Python values, and the dtype of arrays and numpy scalars.

    Raises:
        TypeError: if the value cannot have `dtype`.
        ValueError: if no tensor can hold it: ragged, mixed, None, or of a foreign type.

    >>> array_of([1, 2.5])
    array([1. , 2.5], dtype=float32)
    """
    kind = _KINDS.get(type(value))
    if kind is not None:
        return _scalar(value, kind, dtype)
    if isinstance(value, (np.ndarray, np.generic)):
        return _from_array(np.asarray(value), dtype)
    if isinstance(value, (list, tuple, range)):
        return _from_sequence(value, dtype)
    for base, letter in _KINDS.items():
        if isinstance(value, base):
            return _scalar(base(value), letter, dtype)
    if hasattr(type(value), "__array__"):
        return _from_array(np.asarray(value), dtype)
    if hasattr(value, "__len__") and hasattr(value, "__getitem__"):
        try:
            return _from_sequence([value[i] for i in range(len(value))], dtype)
        except (KeyError, TypeError):
            pass
    raise ValueError(f"Attempt to convert a value ({value!r}) with an unsupported type ({type(value)}) to a Tensor.")


def string_array(array: Any) -> np.ndarray:
    """An object array of `bytes` from an array of any strings.

    Raises:
        ValueError: if an element is not a string.
    """
    array = np.asarray(array, object)
    result = np.empty(array.shape, object)
    for index, item in enumerate(array.flat):
        result.flat[index] = _as_bytes(item)
    return result


def cast(array: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """A copy of `array` with another dtype, without numpy's warnings about what is lost."""
    token = quiet.begin()
    try:
        return array.astype(dtype)
    finally:
        quiet.end(token)


def _scalar(value: Any, kind: str, dtype: DType | None) -> np.ndarray:
    if dtype is None:
        if kind == "i":
            return _integers(value)
        if kind == "s":
            return string_array(value)
        if kind == "f":
            return _floats(value)
        return np.array(value, _DEFAULT[kind].dtype)
    if dtype.kind not in _ALLOWED[kind]:
        raise _cannot_convert(value, dtype)
    if kind == "s":
        return string_array(value)
    return _numbers(value, dtype)


def _numbers(value: Any, dtype: DType) -> np.ndarray:
    try:
        with np.errstate(over="ignore"):
            return np.array(value, dtype.dtype)
    except (OverflowError, TypeError):
        # As in C: what is out of range wraps.
        return cast(np.array(value, np.int64) if _fits_64(value) else np.array(value, float), dtype.dtype)


def _fits_64(value: Any) -> bool:
    try:
        np.array(value, np.int64)
    except OverflowError:
        return False
    return True


def _integers(value: Any) -> np.ndarray:
    try:
        return np.array(value, np.int32)
    except OverflowError:
        try:
            return np.array(value, np.int64)
        except OverflowError:
            raise ValueError("Can't convert Python sequence with out-of-range integer to Tensor.") from None


def _floats(value: Any) -> np.ndarray:
    with np.errstate(over="ignore"):
        array = np.array(value, np.float32)
    if np.isinf(array).any() and not np.array_equal(np.isinf(array), np.isinf(np.array(value, np.float64))):
        raise ValueError("Can't convert Python sequence with a value out of range for a double-precision float.")
    return array


def _from_array(array: np.ndarray, dtype: DType | None) -> np.ndarray:
    kind = array.dtype.kind
    if kind in "OSUT":
        if dtype is not None and dtype is not dtypes.string:
            raise _cannot_convert(array, dtype)
        return string_array(array)
    try:
        own = dtypes.from_numpy(array.dtype)
    except TypeError:
        raise ValueError(
            f"Failed to convert a NumPy array to a Tensor (Unsupported numpy type: {array.dtype})."
        ) from None
    if dtype is dtypes.string:
        raise ValueError(f"Failed to convert a NumPy array to a Tensor (Unsupported object type {array.dtype}).")
    return cast(array, (dtype or own).dtype)


def _from_sequence(value: Any, dtype: DType | None) -> np.ndarray:
    kinds: dict[str, None] = {}
    arrays: list[np.ndarray] = []
    _survey(value, kinds, arrays)
    if arrays and all(a.ndim == 0 for a in arrays):
        # A numpy scalar among Python numbers counts as one of them, unless it comes first and is a float64.
        found = _kind_of_mixture([*kinds], value)
        first = _first_leaf(value)
        wide = isinstance(first, np.generic) and found in "fc"
        target = dtype or (dtypes.from_numpy(np.asarray(first).dtype) if wide else None)
        return _packed(_as_python(value), found, target)
    if arrays:
        return _from_array(_regular(value, None), dtype)
    if not kinds:
        return np.array(value, (dtype or dtypes.float32).dtype)
    return _packed(value, _kind_of_mixture([*kinds], value), dtype)


def _packed(value: Any, kind: str, dtype: DType | None) -> np.ndarray:
    """The array of a sequence whose leaves are Python values of one kind."""
    if dtype is not None and dtype.kind not in _ALLOWED[kind]:
        raise _cannot_convert(value, dtype)
    if kind == "s":
        return string_array(_regular(value, object))
    if dtype is not None:
        _regular(value, None) if not _is_flat(value) else None
        return _numbers(value, dtype)
    if not _is_flat(value):
        _regular(value, None)
    if kind == "i":
        return _integers(value)
    if kind == "f":
        return _floats(value)
    return np.array(value, _DEFAULT[kind].dtype)


def _survey(value: Any, kinds: dict[str, None], arrays: list[np.ndarray]) -> None:
    """Collects the kinds of the leaves in a nested sequence, in order of appearance, and the arrays among them."""
    for item in value:
        kind = _KINDS.get(type(item))
        if kind is not None:
            kinds[kind] = None
        elif isinstance(item, (list, tuple, range)):
            _survey(item, kinds, arrays)
        elif isinstance(item, (np.ndarray, np.generic)):
            arrays.append(np.asarray(item))
            kinds[{"u": "i", "S": "s", "U": "s", "O": "s"}.get(arrays[-1].dtype.kind, arrays[-1].dtype.kind)] = None
        elif hasattr(type(item), "__array__"):
            arrays.append(np.asarray(item))
            kinds[arrays[-1].dtype.kind] = None
        elif base := next((letter for base, letter in _KINDS.items() if isinstance(item, base)), None):
            kinds[base] = None
        elif kinds:
            raise ValueError("Can't convert Python sequence with mixed types to Tensor.")
        else:
            raise ValueError(
                f"Attempt to convert a value ({item!r}) with an unsupported type ({type(item)}) to a Tensor."
            )


def _kind_of_mixture(kinds: list[str], value: Any) -> str:
    if len(kinds) == 1:
        return kinds[0]
    # Numbers widen; a bool counts as a number only after one has been seen, as TensorFlow has it.
    if "s" in kinds or kinds[0] == "b" or any(k not in "bifc" for k in kinds):
        raise ValueError("Can't convert Python sequence with mixed types to Tensor.")
    return max(kinds, key="bifc".index)


def _is_flat(value: Any) -> bool:
    return not any(isinstance(item, (list, tuple, range)) for item in value)


def _regular(value: Any, dtype: Any) -> np.ndarray:
    try:
        array = np.array(value, dtype)
    except ValueError:
        array = None
    if array is None or (array.dtype == object and any(isinstance(x, (list, tuple)) for x in array.flat)):
        depths = {isinstance(item, (list, tuple)) for item in value}
        text = (
            "Can't convert Python sequence with mixed types to Tensor."
            if len(depths) > 1
            else "Can't convert non-rectangular Python sequence to Tensor."
        )
        raise ValueError(text)
    return array


def _first_leaf(value: Any) -> Any:
    while isinstance(value, (list, tuple)):
        value = value[0]
    return value


def _as_python(value: Any) -> Any:
    if isinstance(value, (list, tuple, range)):
        return [_as_python(item) for item in value]
    return value.item() if isinstance(value, (np.ndarray, np.generic)) else value


def _as_bytes(item: Any) -> bytes:
    if isinstance(item, bytes):
        return item
    if isinstance(item, str):
        return item.encode()
    raise ValueError(f"Failed to convert a NumPy array to a Tensor (Unsupported object type {type(item).__name__}).")


def _cannot_convert(value: Any, dtype: DType) -> TypeError:
    return TypeError(f"Cannot convert {value!r} to EagerTensor of dtype {dtype.enum_name}")
