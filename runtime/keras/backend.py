"""`tf.keras.backend`: defaults of the whole program, and names that are given out."""

from __future__ import annotations

import re
from typing import Any

from runtime.keras.coverage import refusing

_settings: dict[str, Any] = {"floatx": "float32", "epsilon": 1e-7}

#: How many objects have taken each name.
_taken: dict[str, int] = {}


def floatx() -> str:
    """The dtype that layers have by default, as a string."""
    return _settings["floatx"]


def set_floatx(value: str) -> None:
    """Sets the dtype that layers have by default.

    Raises:
        ValueError: if it is no dtype of floating-point numbers.
    """
    accepted = {"bfloat16", "float16", "float32", "float64"}
    if value not in accepted:
        raise ValueError(f"Unknown `floatx` value: {value}. Expected one of {accepted}")
    _settings["floatx"] = str(value)


def epsilon() -> float:
    """The number that keeps divisors from being zero."""
    return _settings["epsilon"]


def set_epsilon(value: float) -> None:
    """Sets the number that keeps divisors from being zero."""
    _settings["epsilon"] = float(value)


def image_data_format() -> str:
    """Where images have their channels: `channels_last`."""
    return "channels_last"


def clear_session(free_memory: bool = True) -> None:
    """Begins again with the names that layers and models get.

    >>> clear_session(); unique_name('dense'), unique_name('dense')
    ('dense', 'dense_1')
    """
    _taken.clear()


def unique_name(prefix: str) -> str:
    """`prefix`, with a number appended unless it is the first of its kind."""
    count = _taken.get(prefix, 0)
    _taken[prefix] = count + 1
    return f"{prefix}_{count}" if count else prefix


def snake_case(name: str) -> str:
    """The name of a class as that of an instance.

    >>> [snake_case(name) for name in ('Dense', 'MaxPooling2D', 'MyMLPBlock', 'LSTM')]
    ['dense', 'max_pooling2d', 'my_mlp_block', 'lstm']
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[^_])(?=[A-Z][a-z])", "_", re.sub(r"\W+", "", name)).lower()


def is_keras_tensor(x: Any) -> bool:
    """Whether `x` stands for a value of a model that is being put together."""
    return hasattr(x, "_keras_history")


_NAMES = (
    "clear_session", "epsilon", "floatx", "image_data_format", "is_keras_tensor", "set_epsilon",
    "set_floatx",
)  # fmt: skip

__getattr__ = refusing("tf.keras.backend", _NAMES)
