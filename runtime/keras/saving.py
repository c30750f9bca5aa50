"""`tf.keras.saving`: what makes classes known to configs, and models as files."""

from runtime.keras.coverage import refusing
from runtime.keras.models.saving import load_model, load_weights, save_model, save_weights
from runtime.keras.serialization import (
    CustomObjectScope,
    custom_object_scope,
    deserialize_keras_object,
    get_custom_objects,
    get_registered_name,
    get_registered_object,
    register_keras_serializable,
    serialize_keras_object,
)

__all__ = [
    "CustomObjectScope", "custom_object_scope", "deserialize_keras_object", "get_custom_objects",
    "get_registered_name", "get_registered_object", "load_model", "load_weights", "register_keras_serializable",
    "save_model", "save_weights", "serialize_keras_object",
]  # fmt: skip

__getattr__ = refusing("tf.keras.saving", __all__)
