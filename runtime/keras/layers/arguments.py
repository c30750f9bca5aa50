"""The arguments that several layers share, and what layers make of them: sizes, dtypes, those of older versions."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.core import dtypes, nest
from runtime.keras import activations, backend
from runtime.keras.coverage import warn_of_unused
from runtime.keras.declaring import Field
from runtime.keras.serialization import ACTIVATIONS, CONSTRAINTS, INITIALIZERS, REGULARIZERS


def initializer(default: str, of: str) -> Any:
    """An argument that says how a weight begins."""
    return Field(f"of the {of}", default, of=INITIALIZERS)


def regularizer(of: str) -> Any:
    """An argument that is a penalty, or None."""
    return Field(f"a penalty on the {of}", None, of=REGULARIZERS)


def constraint(of: str) -> Any:
    """An argument that keeps a weight in a set, or None."""
    return Field(f"what keeps the {of} in a set", None, of=CONSTRAINTS)


class _Activation(Field):
    """A function or its name; none is `linear`."""

    def read(self, value: Any) -> Any:
        return activations.get(value)


def activation(default: Any = None, of: str = "outputs") -> Any:
    """An argument that is a function or its name; none is `linear`."""
    return _Activation(f"a function of the {of}, or its name", default, of=ACTIVATIONS)


def _positive(name: str) -> Callable[[Any], int]:
    def checked(value: Any) -> int:
        if not isinstance(value, (int, np.integer)) or value <= 0:
            raise ValueError(
                f"Received an invalid value for `{name}`, expected a positive integer. Received: {name}={value}"
            )
        return int(value)

    return checked


def positive(name: str, doc: str) -> Any:
    """An argument that is a positive integer."""
    return Field(doc, convert=_positive(name))


def _padding(value: Any) -> str:
    text = value.lower() if isinstance(value, str) else value
    if text not in ("valid", "same", "causal"):
        raise ValueError(f"The `padding` argument must be one of {{'valid', 'same'}}. Received: padding={value}")
    return text


USE_BIAS: Any = Field("whether there is a bias", True)
PADDING: Any = Field("`valid`, or `same` for outputs at every position (divided by strides)", "valid", _padding)
DATA_FORMAT: Any = Field(
    "`channels_last` or `channels_first`; None for that of the backend", None, backend.standardize_data_format
)
ACTIVITY_REGULARIZER: Any = Field("a penalty on the outputs", None, passed=True)


def sizes(value: Any, count: int, name: str, allow_zero: bool = False) -> tuple[int, ...]:
    """A number per dimension, from one number or one per dimension.

    Raises:
        ValueError: if there are others, or they are not positive integers.
    """
    numbers: Any = (value,) * count if isinstance(value, (int, np.integer)) else value
    text = f"The `{name}` argument must be a tuple of {count} integers. Received {name}={value}"
    try:
        numbers = tuple(numbers)
    except TypeError:
        raise ValueError(text) from None
    if len(numbers) != count or not all(isinstance(n, (int, np.integer)) for n in numbers):
        raise ValueError(text)
    if any(n < 0 or (n == 0 and not allow_zero) for n in numbers):
        raise ValueError(f"{text}, including values that are not {'>= 0' if allow_zero else '> 0'}")
    return tuple(int(n) for n in numbers)


def dtype_name(dtype: Any) -> str:
    """The name of the dtype of a layer, from whatever says it: a name, a dtype, a policy or its config."""
    if dtype is None:
        return backend.floatx()
    if isinstance(dtype, dict):
        dtype = dtype["config"]["name"]
    name = getattr(dtype, "name", dtype)
    if isinstance(name, str) and name.startswith("mixed_"):
        raise NotImplementedError(
            f"The dtype policy '{name}' computes in another dtype than that of the weights, which is not covered: give "
            "layers one dtype, such as dtype='float32'."
        )
    return dtypes.as_dtype(dtype if not isinstance(name, str) else name).name


def take_older_arguments(state: Any, kwargs: dict[str, Any]) -> None:
    """Takes out of `kwargs` what layers of earlier versions were told of their inputs, for a model to begin with."""
    shape = kwargs.pop("input_shape", None)
    dim, length = kwargs.pop("input_dim", None), kwargs.pop("input_length", None)
    batch_shape, batch_size = kwargs.pop("batch_input_shape", None), kwargs.pop("batch_size", None)
    state.initial_weights = kwargs.pop("weights", None)
    warn_of_unused("Layer", {"dynamic": kwargs.pop("dynamic", False)}, {"dynamic": (False,)})
    if shape is None and dim is not None:
        shape = (dim,) if length is None else (length, dim)
    if shape is not None:
        batch_shape = (batch_size, *((shape,) if isinstance(shape, int) else shape))
    if batch_shape is not None:
        state.input_batch_shape = tuple(batch_shape)


def arguments_given(layer: Any, config: dict[str, Any]) -> dict[str, Any]:
    """The arguments that a layer was made with and `config` lacks, by name; takes out of `config` what the class lacks.

    Raises:
        NotImplementedError: if one of them cannot be written down.
    """
    args, kwargs = layer._keras_state.arguments
    parameters = list(inspect.signature(type(layer).__init__).parameters.values())[1:]
    names = [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
    given = {**dict(zip(names, args, strict=False)), **kwargs}
    extra = {name: value for name, value in given.items() if name not in config}
    taken = {p.name for p in parameters} | ({*config} if any(p.kind is p.VAR_KEYWORD for p in parameters) else set())
    for name in [name for name in config if name not in taken]:
        del config[name]
    if not all(value is None or isinstance(value, (bool, int, float, str)) for value in nest.flatten(extra)):
        raise NotImplementedError(
            f"Object {type(layer).__name__} was created by passing non-serializable argument values in "
            "`__init__()`, and therefore the object must override `get_config()` in order to be serializable. Have it "
            "return `{**super().get_config(), 'argument': self.argument}` with all its arguments as plain values."
        )
    return extra
