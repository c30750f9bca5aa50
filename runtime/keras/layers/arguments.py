"""The arguments that several layers share, and what layers make of them: sizes, dtypes, those of older versions."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

from runtime.core import dtypes, nest
from runtime.keras import activations, backend
from runtime.keras.coverage import warn_of_unused
from runtime.keras.declaring import Field, among
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


def activation(default: Any = None, of: str = "outputs") -> Any:
    """An argument that is a function or its name; none is `linear`."""
    return Field(f"a function of the {of}, or its name", default, convert=activations.get, of=ACTIVATIONS)


def positive(name: str, doc: str) -> Any:
    """An argument that is a positive integer."""

    def checked(value: Any) -> int:
        if not isinstance(value, (int, np.integer)) or value <= 0:
            raise ValueError(
                f"Received an invalid value for `{name}`, expected a positive integer. Received: {name}={value}"
            )
        return int(value)

    return Field(doc, convert=checked)


def _channels_last(value: Any) -> str:
    if value not in (None, "channels_last"):
        raise NotImplementedError(f"data_format={value!r} is not covered: transpose inputs to [batch, ..., channels]")
    return "channels_last"


USE_BIAS: Any = Field("whether there is a bias", True)
PADDING: Any = Field(
    "`valid`, or `same` for outputs at every position (divided by strides)", "valid",
    among("padding", "valid", "same"), first=True,
)  # fmt: skip
DATA_FORMAT: Any = Field("`channels_last`", None, _channels_last, first=True)
ACTIVITY_REGULARIZER: Any = Field("a penalty on the outputs", None, passed=True)


def sizes(value: Any, count: int, name: str, allow_zero: bool = False) -> tuple[int, ...]:
    """A number per dimension, from one number or one per dimension.

    Raises:
        ValueError: if there are others, or they are not positive integers.
    """
    numbers = (value,) * count if isinstance(value, (int, np.integer)) else value
    least = 0 if allow_zero else 1
    if (
        not isinstance(numbers, (list, tuple))
        or len(numbers) != count
        or not all(isinstance(n, (int, np.integer)) and n >= least for n in numbers)
    ):
        raise ValueError(
            f"The `{name}` argument must be a tuple of {count} integers that are at least {least}. Received "
            f"{name}={value}"
        )
    return tuple(int(n) for n in numbers)


def dtype_name(dtype: Any) -> str:
    """The name of the dtype of a layer, from whatever says it: a name, a dtype, a policy or its config."""
    if dtype is None:
        return backend.floatx()
    name = dtype["config"]["name"] if isinstance(dtype, dict) else getattr(dtype, "name", dtype)
    if isinstance(name, str) and name.startswith("mixed_"):
        raise NotImplementedError(
            f"The dtype policy '{name}' computes in another dtype than that of the weights, which is not covered: give "
            "layers one dtype, such as dtype='float32'."
        )
    return dtypes.as_dtype(name).name


def take_older_arguments(state: Any, kwargs: dict[str, Any]) -> None:
    """Takes out of `kwargs` what layers of earlier versions were told of their inputs, for a model to begin with."""
    shape, dim, batch_shape = (kwargs.pop(name, None) for name in ("input_shape", "input_dim", "batch_input_shape"))
    batch_size, state.initial_weights = kwargs.pop("batch_size", None), kwargs.pop("weights", None)
    warn_of_unused("Layer", {"dynamic": kwargs.pop("dynamic", False)}, {"dynamic": (False,)})
    shape = (dim,) if shape is None and dim is not None else shape
    if shape is not None:
        batch_shape = (batch_size, *((shape,) if isinstance(shape, int) else shape))
    state.input_batch_shape = None if batch_shape is None else tuple(batch_shape)


def arguments_given(layer: Any, config: dict[str, Any]) -> dict[str, Any]:
    """The arguments that a layer was made with and `config` lacks, by name; takes out of `config` what the class lacks.

    Raises:
        NotImplementedError: if one of them cannot be written down.
    """
    args, kwargs = layer._keras_state.arguments
    parameters = list(inspect.signature(type(layer).__init__).parameters.values())[1:]
    names = [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
    extra = {k: v for k, v in {**dict(zip(names, args, strict=False)), **kwargs}.items() if k not in config}
    if not any(p.kind is p.VAR_KEYWORD for p in parameters):
        for name in [name for name in config if name not in {p.name for p in parameters}]:
            del config[name]
    if not all(value is None or isinstance(value, (bool, int, float, str)) for value in nest.flatten(extra)):
        raise NotImplementedError(
            f"Object {type(layer).__name__} was created by passing non-serializable argument values in `__init__()`: "
            "have its get_config() return `{**super().get_config(), 'argument': self.argument}`, in plain values."
        )
    return extra
