"""What the base of all layers makes of the arguments of `__init__`: older ones, the dtype, what a config holds."""

from __future__ import annotations

import inspect
from typing import Any

from runtime.core import dtypes, nest
from runtime.keras import backend


def take_older_arguments(layer: Any, kwargs: dict[str, Any]) -> None:
    """Takes out of `kwargs` what layers of earlier versions were told of their inputs, for a model to begin with."""
    shape = kwargs.pop("input_shape", None)
    dim = kwargs.pop("input_dim", None)
    batch_shape = kwargs.pop("batch_input_shape", None)
    batch_size = kwargs.pop("batch_size", None)
    kwargs.pop("dynamic", None)
    initial = kwargs.pop("weights", None)
    if shape is None and dim is not None:
        shape = (dim,) if kwargs.get("input_length") is None else (kwargs.pop("input_length"), dim)
    if shape is not None:
        batch_shape = (batch_size, *((shape,) if isinstance(shape, int) else shape))
    if batch_shape is not None:
        layer._input_batch_shape = tuple(batch_shape)
    if initial is not None:
        layer._initial_weights = initial


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


def arguments_given(layer: Any, config: dict[str, Any]) -> dict[str, Any]:
    """The arguments that a layer was made with and `config` lacks, by name; takes out of `config` what the class lacks.

    Raises:
        NotImplementedError: if one of them cannot be written down.
    """
    args, kwargs = layer._init_arguments
    parameters = list(inspect.signature(type(layer).__init__).parameters.values())[1:]
    names = [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
    given = {**dict(zip(names, args, strict=False)), **kwargs}
    extra = {name: value for name, value in given.items() if name not in config}
    taken = {p.name for p in parameters} | ({*config} if any(p.kind is p.VAR_KEYWORD for p in parameters) else set())
    for name in [name for name in config if name not in taken]:
        del config[name]
    if not all(_is_plain(value) for value in nest.flatten(extra)):
        raise NotImplementedError(
            f"Object {type(layer).__name__} was created by passing non-serializable argument values in "
            "`__init__()`, and therefore the object must override `get_config()` in order to be serializable. "
            f"Please implement `get_config()`.\n\nExample:\n\nclass CustomLayer(keras.layers.Layer):\n"
            "    def __init__(self, arg1, arg2, **kwargs):\n        super().__init__(**kwargs)\n"
            "        self.arg1 = arg1\n        self.arg2 = arg2\n\n    def get_config(self):\n"
            "        config = super().get_config()\n        config.update({\n"
            '            "arg1": self.arg1,\n            "arg2": self.arg2,\n        })\n        return config'
        )
    return extra


def _is_plain(value: Any) -> bool:
    return value is None or isinstance(value, (bool, int, float, str))
