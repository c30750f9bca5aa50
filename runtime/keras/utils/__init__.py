"""`tf.keras.utils`: what belongs to no other part."""

from __future__ import annotations

from runtime.keras.backend import clear_session
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
from runtime.keras.utils.arrays import normalize, pad_sequences, set_random_seed, split_dataset, to_categorical
from runtime.keras.utils.download import get_file
from runtime.keras.utils.progbar import Progbar
from runtime.keras.utils.sequence import PyDataset, Sequence, pack_x_y_sample_weight, unpack_x_y_sample_weight
from runtime.keras.utils.timeseries import timeseries_dataset_from_array

__all__ = [
    "CustomObjectScope", "Progbar", "PyDataset", "Sequence", "clear_session", "custom_object_scope",
    "deserialize_keras_object", "get_custom_objects", "get_file", "get_registered_name", "get_registered_object",
    "normalize", "pack_x_y_sample_weight", "pad_sequences", "register_keras_serializable", "serialize_keras_object",
    "set_random_seed", "split_dataset", "timeseries_dataset_from_array", "to_categorical", "unpack_x_y_sample_weight",
]  # fmt: skip
