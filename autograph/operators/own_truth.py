"""The truth and the length of an object as its class says them: staged, where Python would want a bool and an int."""

from __future__ import annotations

import numbers
import operator
from collections.abc import Callable
from typing import Any

from autograph.operators.classes import staged_method
from autograph.operators.namespaces import has_class_attribute
from autograph.operators.raising import require
from autograph.staging import backend_of


def truth_of_object(value: Any) -> Any:
    """What has the truth of an object: what its method says; the object itself if Python can ask it."""
    method = staged_method(value, "__bool__", "__len__")
    if method is None:
        return value
    if not has_class_attribute(type(value), "__bool__"):
        return as_length(method(value))
    truth = method(value)
    kind = kind_of(truth)
    if kind is not None and kind is not bool:
        raise TypeError(f"__bool__ should return bool, returned {kind.__name__}")
    return truth


def as_length(found: Any) -> Any:
    """What a method `__len__` returned, if it is a length."""
    kind = kind_of(found)
    if kind is not None and not issubclass(kind, int):
        found = operator.index(found) if backend_of(found) is None else operator.index(kind())  # type: ignore[arg-type]  # which raises what Python does
    error = ValueError("__len__() should return >= 0")
    backend = backend_of(found)
    if backend is not None:
        found = backend.builtins[int](found) if kind is bool else found
        require(backend, found >= 0, error)
    elif found < 0:
        raise error
    return found


def number_of(function: Any, name: str, method: Callable[..., Any], value: Any) -> Any:
    """What `int` or `float` is of an object: what its method `name` returns, if that is one."""
    number = method(value)
    kind = kind_of(number)
    if kind is not None and not issubclass(kind, function):
        raise TypeError(f"{type(value).__name__}.{name} returned non-{function.__name__} (type {kind.__name__})")
    return number


def kind_of(value: Any) -> type | None:
    """The class of a value, or of the Python number that a staged one stands for; None if it stands for none."""
    backend = backend_of(value)
    kind: type | None = type(value) if backend is None else backend.builtins[numbers.Number](value)
    return kind
