"""`Model`: a layer that is trained and evaluated; subclassed, or put together of calls of layers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.keras import backend
from runtime.keras.layers.base import Layer
from runtime.keras.layers.structures import shapes_of
from runtime.keras.models.network import Network
from runtime.keras.symbolic import KerasTensor
from runtime.keras.training import Trainer


class Model(Trainer, Layer):  # type: ignore[misc]  # what `Trainer` declares, `Layer` gives
    """A layer with `compile`, `fit`, `evaluate` and `predict`.

    A subclass makes its layers in `__init__` and calls them in `call(inputs, training=None)`. A functional model is
    made of what its layers returned when they were called on `Input`s.

    Args:
        inputs: what `Input` returned, or a structure of it.
        outputs: what layers returned.
        name: of the model.

    Raises:
        ValueError: if outputs do not depend on inputs alone.

    >>> from runtime.keras import layers
    >>> x = layers.Input((2,))
    >>> model = Model(x, layers.Dense(3)(x))
    >>> model.output_shape
    (None, 3)
    """

    _network: Network | None = None

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        if cls is Model and (len(args) >= 2 or "inputs" in kwargs or "outputs" in kwargs):
            cls = Functional
        return super().__new__(cls, *args, **kwargs)

    def __init__(self, *args: Any, **kwargs: Any):
        inputs = args[0] if args else kwargs.pop("inputs", None)
        outputs = args[1] if len(args) > 1 else kwargs.pop("outputs", None)
        if len(args) > 2:
            kwargs.setdefault("name", args[2])
        functional = inputs is not None or outputs is not None
        if functional and "name" not in kwargs and type(self).__module__.startswith("runtime."):
            kwargs["name"] = backend.unique_name("functional")
        Layer.__init__(self, **kwargs)
        if functional:
            if inputs is None or outputs is None:
                raise ValueError("A functional model needs both `inputs` and `outputs`.")
            self._set_network(inputs, outputs)
            self.built = True

    def _set_network(self, inputs: Any, outputs: Any) -> None:
        self._network = Network(inputs, outputs, self.name)
        self._layers = [op for op in self._network.operations if isinstance(op, Layer)]

    def call(self, inputs: Any, training: Any = None, mask: Any = None) -> Any:
        """The outputs for the inputs. Subclasses define it."""
        if self._network is None:
            raise NotImplementedError(f"Model {type(self).__name__} does not have a `call()` method implemented.")
        return self._network.run(self._network.flattened(inputs))

    # -- layers ------------------------------------------------------------------------------------------------------

    @property
    def layers(self) -> list[Any]:
        """The layers of the model, without those inside of them."""
        return self._flatten_layers(recursive=False, include_self=False)

    def get_layer(self, name: str | None = None, index: int | None = None) -> Any:
        """A layer of the model, by its name or its place in `layers`.

        Raises:
            ValueError: if there is none.
        """
        layers = self.layers
        if index is not None and name is not None:
            raise ValueError(f"Provide only a layer name or a layer index. Received: index={index}, name={name}.")
        if index is not None:
            if len(layers) <= index:
                raise ValueError(
                    f"Was asked to retrieve layer at index {index} but model only has {len(layers)} layers."
                )
            return layers[index]
        if name is None:
            raise ValueError("Provide either a layer name or layer index at `get_layer`.")
        for layer in layers:
            if layer.name == name:
                return layer
        raise ValueError(f"No such layer: {name}. Existing layers are: {[layer.name for layer in layers]}.")

    @property
    def inputs(self) -> list[KerasTensor] | None:
        """The symbolic inputs of a functional model."""
        return None if self._network is None else self._network.inputs

    @property
    def outputs(self) -> list[KerasTensor] | None:
        """The symbolic outputs of a functional model."""
        return None if self._network is None else self._network.outputs

    @property
    def input(self) -> Any:
        """The symbolic inputs of a functional model, in the structure it was made with."""
        return super().input if self._network is None else self._network.inputs_structure

    @property
    def output(self) -> Any:
        """The symbolic outputs of a functional model, in the structure it was made with."""
        return super().output if self._network is None else self._network.outputs_structure

    @property
    def input_names(self) -> list[str]:
        return [x._keras_history[0].name for x in self.inputs or []]  # type: ignore[index]

    @property
    def output_names(self) -> list[str]:
        return [x._keras_history[0].name for x in self.outputs or []]  # type: ignore[index]

    @property
    def stateful(self) -> bool:
        return any(getattr(layer, "stateful", False) for layer in self._flatten_layers(include_self=False))

    def reset_states(self) -> None:
        """Begins again with the states of stateful layers."""
        for layer in self._flatten_layers(include_self=False):
            if hasattr(layer, "reset_states") and getattr(layer, "stateful", False):
                layer.reset_states()

    def summary(
        self,
        line_length: int | None = None,
        positions: Any = None,
        print_fn: Any = None,
        expand_nested: bool = False,
        show_trainable: bool = False,
        layer_range: Any = None,
    ) -> None:
        """Prints a table of the layers; see `runtime.keras.models.summary`."""
        from runtime.keras.models.summary import print_summary  # not needed to train

        print_summary(self, line_length, positions, print_fn, expand_nested, show_trainable, layer_range)

    # -- copies and files -------------------------------------------------------------------------------------------

    def get_config(self) -> dict[str, Any]:
        """The layers and their calls, or (of a subclass) the arguments to make the same model with."""
        if self._network is not None and type(self).__init__ is Model.__init__:
            from runtime.keras.models.configuration import functional_config  # not needed to train

            return functional_config(self)
        return super().get_config()

    get_config.is_default = True  # type: ignore[attr-defined]  # read by `get_config`

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        """A model of a config that `get_config` gave; it has weights of its own."""
        from runtime.keras.models import configuration  # not needed to train

        if {"layers", "input_layers", "output_layers"} <= set(config):
            return configuration.functional_from_config(cls, config, custom_objects)
        return cls(**config)

    def to_json(self, **kwargs: Any) -> str:
        """The config as text, for `tf.keras.models.model_from_json`."""
        import json  # not needed to train

        from runtime.keras import serialization

        return json.dumps(serialization.serialize_keras_object(self), **kwargs)

    def save_weights(self, filepath: Any, overwrite: bool = True, **kwargs: Any) -> None:
        """Writes the weights; see `runtime.keras.models.saving`."""
        from runtime.keras.models import saving  # not needed to train

        saving.save_weights(self, filepath, overwrite, **kwargs)

    def load_weights(self, filepath: Any, skip_mismatch: bool = False, **kwargs: Any) -> Any:
        """Reads weights that `save_weights` wrote."""
        from runtime.keras.models import saving  # not needed to train

        return saving.load_weights(self, filepath, skip_mismatch, **kwargs)

    def save(self, filepath: Any, overwrite: bool = True, **kwargs: Any) -> None:
        """Writes the model; see `tf.keras.models.save_model`."""
        from runtime.keras.models import saving  # not needed to train

        saving.save_model(self, filepath, overwrite, **kwargs)

    def export(self, filepath: Any, format: str = "tf_saved_model", verbose: bool = True, **kwargs: Any) -> None:
        """Writes the forward pass as a saved model that serves it; see `runtime.keras.models.exporting`."""
        from runtime.keras.models.exporting import export  # only needed to save

        export(self, filepath, format, verbose, **kwargs)

    # -- building ----------------------------------------------------------------------------------------------------

    #: The shapes that the model was first called with, if it does not keep them as a layer does.
    _called_with: Sequence[Any] = ()

    #: Functions in attributes that belong to training, and not to the model.
    _FUNCTIONS_NOT_SAVED = frozenset({"train_function", "test_function", "predict_function"})

    def _saved_model_functions(self) -> dict[str, Any]:
        """The functions that `tf.saved_model.save` saves for the model."""
        from runtime.keras.models.exporting import saved_functions  # only needed to save

        return saved_functions(self)

    def build(self, input_shape: Any) -> None:
        """Makes the weights, by calling the model on symbolic inputs of a shape.

        Raises:
            ValueError: if `call` takes other arguments than shapes can stand for.
        """
        if self.built or type(self).call is Model.call:
            self.built = True
            return
        from runtime.keras.layers.structures import map_shapes

        inputs = map_shapes(lambda shape: KerasTensor(shape, backend.floatx()), input_shape)
        self.built = True
        try:
            self.compute_output_spec(inputs)
            self._called_with = [input_shape]
        except BaseException:
            self.built = False
            raise

    def _shapes_called_with(self) -> list[Any]:
        """The shape, or structure of shapes, of each argument that the model was built for; empty if not known."""
        return list((self._build_shapes or {}).values()) or list(self._called_with)

    def _build(self, spec: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        if type(self).build is Model.build:  # the call that follows builds the layers
            self._path = self.name
            self._called_with = [shapes_of(x) for x in (*args, *kwargs.values()) if shapes_of(x) is not None]
            self.built = True
        else:
            super()._build(spec, args, kwargs)


class Functional(Model):
    """A model made of calls of layers: what `Model(inputs, outputs)` is."""
