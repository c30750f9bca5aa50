"""What a model is when `tf.saved_model.save` saves it: functions that run it, as its Python code is left behind."""

from __future__ import annotations

from typing import Any

from runtime.core import nest
from runtime.core.specs import TensorSpec
from runtime.function.function import Function, function
from runtime.keras.layers.calling import map_shapes
from runtime.keras.models.network import network_of


def saved_functions(model: Any) -> dict[str, Function]:
    """The functions to save for a model that knows its inputs, by name; none for one that was never called.

    `__call__` runs the model, with `training` False or True. The signature `serving_default` runs it with False.
    """
    specs = _input_specs(model)
    if specs is None:
        return {}

    def call(inputs: Any, training: bool = False) -> Any:
        return model(inputs, training=training)

    def serving_default(inputs: Any) -> Any:
        return model(inputs, training=False)

    # What a model does is its layers' business: they have converted what needs it.
    calls = function(call, autograph=False)
    for training in (False, True):
        calls.get_concrete_function(specs, training=training)
    return {"__call__": calls, "_default_save_signature": function(serving_default, [specs], autograph=False)}


def _input_specs(model: Any) -> Any:
    """The types of the inputs, in the structure that the model takes; None if they are not known."""
    network = network_of(model)
    if network is not None:
        return nest.map_structure(lambda x: TensorSpec(x.shape, x.dtype), network.inputs_structure)
    shapes = shapes_called_with(model)
    if len(shapes) != 1:
        return None
    return map_shapes(lambda shape: TensorSpec(shape, model.compute_dtype), shapes[0])


def shapes_called_with(model: Any) -> list[Any]:
    """The shape, or structure of shapes, of each argument that a model was built for; empty if not known."""
    return list((model._keras_state.shapes or {}).values())
