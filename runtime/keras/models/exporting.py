"""What a model is when `tf.saved_model.save` saves it: functions that run it, as its Python code is left behind."""

from __future__ import annotations

from typing import Any

from runtime.core import nest
from runtime.core.specs import TensorSpec
from runtime.function.function import Function, function
from runtime.keras.symbolic import KerasTensor


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
    return {
        "__call__": calls,
        "_default_save_signature": function(serving_default, [specs], autograph=False),
    }


def _input_specs(model: Any) -> Any:
    """The types of the inputs, in the structure that the model takes; None if they are not known."""
    if model.inputs is not None:

        def spec(x: KerasTensor) -> TensorSpec:
            return TensorSpec(x.shape, x.dtype)

        return nest.map_structure(spec, model.input)
    shapes = list((model._build_shapes or {}).values()) or model._called_with
    if len(shapes) != 1:
        return None
    return _with_dtype(shapes[0], model.compute_dtype)


def _with_dtype(shapes: Any, dtype: Any) -> Any:
    """The types of tensors of these shapes, which are tuples of sizes in any structure."""
    if isinstance(shapes, dict):
        return {name: _with_dtype(shape, dtype) for name, shape in shapes.items()}
    if isinstance(shapes, tuple) and all(size is None or isinstance(size, int) for size in shapes):
        return TensorSpec(shapes, dtype)
    return [_with_dtype(shape, dtype) for shape in shapes]
