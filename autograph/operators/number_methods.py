"""Methods and attributes of Python's numbers, of staged ones: tensors have no such, or others of the same name."""

from __future__ import annotations

from typing import Any, NoReturn

from autograph import staging
from autograph.operators import integers, value_errors
from autograph.operators.calls import to_function
from autograph.operators.choices import later
from autograph.operators.frames import hidden_frames
from autograph.operators.kinds import is_scalar, kind_of
from autograph.operators.namespaces import has_class_attribute
from autograph.operators.operands import asking_for_kinds
from autograph.operators.proxies import Proxy
from autograph.staging import Backend, backend_of, backends, count_modules


def numeric(value: Any) -> Any:
    """What has the attributes of a number: the value itself, if it is not staged."""
    if not backends and count_modules() == staging.modules_seen:
        return value
    backend = None if issubclass(type(value), Proxy) else backend_of(value)
    type_ = None if backend is None else backend.type_of(value)
    if backend is None or type_ is None or not is_scalar(type_) or kind_of(type_) not in ("bool", "int", "float"):
        return value
    return {"float": _Float, "int": _Integer, "bool": _Bool}[kind_of(type_)](value, backend)


later["numeric"] = numeric


class _Number:
    def __init__(self, value: Any, backend: Backend):
        self._value = value
        self._backend = backend

    @property
    def real(self) -> Any:
        return self._value

    def conjugate(self) -> Any:
        return self.real

    @property
    def __hash__(self) -> NoReturn:
        self.__getattr__("__hash__")

    def __getattr__(self, name: str) -> NoReturn:
        kind = float if isinstance(self, _Float) else int
        if not has_class_attribute(kind, name):
            asking_for_kinds[-1](self.real)
            raise AttributeError(f"'{kind.__name__}' object has no attribute '{name}'")
        with hidden_frames:
            value_errors.has_no_such_method(kind, name)


class _Integer(_Number):
    imag = 0
    denominator = 1

    @property
    def numerator(self) -> Any:
        return self.real

    def bit_length(self) -> Any:
        return to_function(integers.bit_length)(self.real)

    def bit_count(self) -> Any:
        return to_function(integers.bit_count)(self.real)

    if hasattr(int, "is_integer"):  # from Python 3.12 on

        def is_integer(self) -> Any:
            return self.real == self.real

    def as_integer_ratio(self) -> Any:
        return self.real, 1


class _Bool(_Integer):
    @property
    def real(self) -> Any:  # made where it is asked for: a method may be called in another region than it was read in
        return self._backend.builtins[int](self._value)


class _Float(_Number):
    imag = 0.0

    def is_integer(self) -> Any:
        if not hasattr(int, "is_integer"):
            asking_for_kinds[-1](self.real)
        return self.real % 1 == 0
