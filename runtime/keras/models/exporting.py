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


def export(
    model: Any, filepath: Any, format: str = "tf_saved_model", verbose: bool = True, input_signature: Any = None
) -> None:
    """Writes a saved model whose function `serve`, which is also its signature, runs the model without training.

    Args:
        model: it must have been built.
        filepath: of the directory.
        format: `tf_saved_model`, the only one that is covered.
        verbose: whether the function is printed.
        input_signature: the types of the inputs; by default those that the model was built for, with any batch.

    Raises:
        ValueError: if the format is another, or the inputs of the model are not known.
    """
    from runtime import saved_model  # only needed to save
    from runtime.module import Module

    if format != "tf_saved_model":
        raise ValueError(f"format='{format}' is not covered: a model is exported as 'tf_saved_model'")
    specs = _input_specs(model) if input_signature is None else input_signature
    if specs is None or not model.built:
        raise ValueError(
            f"Model '{model.name}' cannot be exported: the types of its inputs are not known. Call it on data, or give "
            "`input_signature`."
        )
    if input_signature is None:
        specs = [nest.map_structure(_of_any_batch, specs if model.inputs is None else model.input)]
    served: Any = Module()
    served.model = model
    served.serve = function(lambda *args: model(*args, training=False), specs, autograph=False)
    saved_model.save(served, filepath, {"serve": served.serve, "serving_default": served.serve})
    if verbose:
        print(f"Saved artifact at '{filepath}'. The following endpoints are available:\n\n* Endpoint 'serve'")
        print(served.serve.get_concrete_function().pretty_printed_signature().removeprefix("Input Parameters:\n"))


def _of_any_batch(x: TensorSpec | KerasTensor) -> TensorSpec:
    """The type of `x`, with a batch of any size; it keeps the name of an input."""
    shape = tuple(x.shape)
    return TensorSpec([None, *shape[1:]] if shape else [], x.dtype, x.name)


def _input_specs(model: Any) -> Any:
    """The types of the inputs, in the structure that the model takes; None if they are not known."""
    if model.inputs is not None:

        def spec(x: KerasTensor) -> TensorSpec:
            return TensorSpec(x.shape, x.dtype)

        return nest.map_structure(spec, model.input)
    shapes = model._shapes_called_with()
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
