"""`tf.keras.utils`: what belongs to no other part."""

from runtime.keras.backend import clear_session
from runtime.keras.coverage import refusing
from runtime.keras.models.plotting import model_to_dot, plot_model
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
from runtime.keras.utils.arrays import set_random_seed, to_categorical
from runtime.keras.utils.download import get_file

__all__ = [
    "CustomObjectScope", "clear_session", "custom_object_scope", "deserialize_keras_object", "get_custom_objects",
    "get_file", "get_registered_name", "get_registered_object", "model_to_dot", "plot_model",
    "register_keras_serializable", "serialize_keras_object", "set_random_seed", "to_categorical",
]  # fmt: skip

__getattr__ = refusing("tf.keras.utils", __all__)
