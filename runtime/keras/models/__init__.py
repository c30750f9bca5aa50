"""`tf.keras.models`: `Model`, `Sequential`, and what copies and saves them."""

from __future__ import annotations

import json
from typing import Any

from runtime.keras.coverage import refusing
from runtime.keras.models.model import Functional, Model
from runtime.keras.models.saving import load_model, save_model
from runtime.keras.models.sequential import Sequential
from runtime.keras.serialization import deserialize_keras_object


def model_from_json(json_string: str, custom_objects: Any = None) -> Any:
    """The model of what `Model.to_json` wrote; it has weights of its own.

    Args:
        json_string: the text.
        custom_objects: classes and functions that are not registered, by name.
    """
    return deserialize_keras_object(json.loads(json_string), custom_objects)


def clone_model(model: Any) -> Any:
    """A model of layers like those of `model`, with weights of their own.

    Args:
        model: a functional or `Sequential` model, or one whose class has `get_config`.

    >>> from runtime.keras import layers
    >>> clone_model(Sequential([layers.Input((2,)), layers.Dense(1, name='d')])).layers
    [<Dense name=d, built=True>]
    """
    return type(model).from_config(model.get_config())


__all__ = ["Functional", "Model", "Sequential", "clone_model", "load_model", "model_from_json", "save_model"]

__getattr__ = refusing("tf.keras.models", __all__)
