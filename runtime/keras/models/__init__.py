"""`tf.keras.models`: `Model`, `Sequential`, and what copies and saves them."""

from __future__ import annotations

from typing import Any

from runtime.keras.models.configuration import clone_model
from runtime.keras.models.model import Functional, Model
from runtime.keras.models.saving import load_model, save_model
from runtime.keras.models.sequential import Sequential


def model_from_json(json_string: str, custom_objects: Any = None) -> Any:
    """The model of what `Model.to_json` wrote; it has weights of its own.

    Args:
        json_string: the text.
        custom_objects: classes and functions that are not registered, by name.
    """
    import json  # not needed to train

    from runtime.keras import serialization

    return serialization.deserialize_keras_object(json.loads(json_string), custom_objects)


__all__ = ["Functional", "Model", "Sequential", "clone_model", "load_model", "model_from_json", "save_model"]
