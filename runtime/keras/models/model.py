"""`Model`: a layer that is trained and evaluated; subclassed, or put together of calls of layers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from runtime.keras import backend
from runtime.keras.layers.base import Layer
from runtime.keras.layers.calling import map_shapes, shapes_of
from runtime.keras.models import saving
from runtime.keras.models.configuration import functional_config, functional_from_config
from runtime.keras.models.exporting import saved_functions
from runtime.keras.models.network import Network, input_name
from runtime.keras.models.summary import print_summary
from runtime.keras.serialization import MODELS, is_own, serialize_keras_object
from runtime.keras.symbolic import KerasTensor
from runtime.keras.training import Trainer


class Model(Trainer, Layer):
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

    _REGISTRY = MODELS

    #: Whether it is a stack of layers.
    _is_sequential = False

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
        if functional and "name" not in kwargs and is_own(type(self)):
            kwargs["name"] = backend.unique_name("functional")
        Layer.__init__(self, **kwargs)
        if functional:
            if inputs is None or outputs is None:
                raise ValueError("A functional model needs both `inputs` and `outputs`.")
            self._set_network(inputs, outputs)
            self.built = True

    def _set_network(self, inputs: Any, outputs: Any) -> None:
        network = self._keras_state.network = Network(inputs, outputs, self.name)
        self._layers = [op for op in network.operations if isinstance(op, Layer)]

    def call(self, inputs: Any, training: Any = None, mask: Any = None) -> Any:
        """The outputs for the inputs. Subclasses define it."""
        if self._keras_state.network is None:
            raise NotImplementedError(f"Model {type(self).__name__} does not have a `call()` method implemented.")
        return self._keras_state.network.run(self._keras_state.network.flattened(inputs))

    # -- layers ------------------------------------------------------------------------------------------------------

    @property
    def layers(self) -> list[Any]:
        """The layers of the model, without those inside of them."""
        return self._flatten_layers(recursive=False, include_self=False)

    def get_layer(self, name: str | None = None, index: int | None = None) -> Any:
        """A layer of the model, by its name or its place in `layers`.

        Raises:
            ValueError: if there is none, or not one of the two is given.
        """
        layers = self.layers
        if (index is None) == (name is None):
            raise ValueError(f"Provide either a layer name or a layer index. Received: index={index}, name={name}.")
        found = [layer for i, layer in enumerate(layers) if index in (i, i - len(layers)) or layer.name == name]
        if not found:
            sought = name if index is None else f"at index {index}"
            raise ValueError(f"No such layer: {sought}. Existing layers are: {[layer.name for layer in layers]}.")
        return found[0]

    @property
    def inputs(self) -> list[KerasTensor] | None:
        """The symbolic inputs of a functional model."""
        return getattr(self._keras_state.network, "inputs", None)

    @property
    def outputs(self) -> list[KerasTensor] | None:
        """The symbolic outputs of a functional model."""
        return getattr(self._keras_state.network, "outputs", None)

    @property
    def input(self) -> Any:
        """The symbolic inputs of a functional model, in the structure it was made with."""
        return super().input if self._keras_state.network is None else self._keras_state.network.inputs_structure

    @property
    def output(self) -> Any:
        """The symbolic outputs of a functional model, in the structure it was made with."""
        return super().output if self._keras_state.network is None else self._keras_state.network.outputs_structure

    @property
    def input_names(self) -> list[str]:
        return [input_name(x) for x in self.inputs or []]

    @property
    def output_names(self) -> list[str]:
        return [input_name(x) for x in self.outputs or []]

    def summary(self, *args: Any, **kwargs: Any) -> None:
        """Prints a table of the layers; the arguments are those of `runtime.keras.models.summary.print_summary`."""
        print_summary(self, *args, **kwargs)

    # -- copies and files -------------------------------------------------------------------------------------------

    def get_config(self) -> dict[str, Any]:
        """The layers and their calls, or (of a subclass) the arguments to make the same model with."""
        if self._keras_state.network is not None and type(self).__init__ is Model.__init__:
            return functional_config(self)
        return super().get_config()

    get_config.is_default = True  # type: ignore[attr-defined]  # read by `get_config`

    @classmethod
    def from_config(cls, config: Mapping[str, Any], custom_objects: Any = None) -> Any:
        """A model of a config that `get_config` gave; it has weights of its own."""
        if {"layers", "input_layers", "output_layers"} <= set(config):
            return functional_from_config(cls, config, custom_objects)
        return cls(**config)

    def to_json(self, **kwargs: Any) -> str:
        """The config as text, for `tf.keras.models.model_from_json`."""
        return json.dumps(serialize_keras_object(self), **kwargs)

    def save_weights(self, filepath: Any, overwrite: bool = True) -> None:
        """Writes the weights; see `runtime.keras.models.saving`."""
        saving.save_weights(self, filepath, overwrite)

    def load_weights(self, filepath: Any, skip_mismatch: bool = False) -> Any:
        """Reads weights that `save_weights` wrote."""
        return saving.load_weights(self, filepath, skip_mismatch)

    def save(self, filepath: Any, overwrite: bool = True) -> None:
        """Writes the model; see `tf.keras.models.save_model`."""
        saving.save_model(self, filepath, overwrite)

    # -- building ----------------------------------------------------------------------------------------------------

    def _saved_model_functions(self) -> dict[str, Any]:
        """The functions that `tf.saved_model.save` saves for the model."""
        return saved_functions(self)

    def build(self, input_shape: Any) -> None:
        """Makes the weights, by calling the model on symbolic inputs of a shape.

        Raises:
            ValueError: if `call` takes other arguments than shapes can stand for.
        """
        if self.built or type(self).call is Model.call:
            self.built = True
            return
        inputs = map_shapes(lambda shape: KerasTensor(shape, backend.floatx()), input_shape)
        self.built = True
        try:
            self.compute_output_spec(inputs)
            self._keras_state.shapes = {"inputs": input_shape}
        except BaseException:
            self.built = False
            raise

    def _build(self, spec: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        if type(self).build is Model.build:  # the call that follows builds the layers
            self._keras_state.path = self.name
            shapes = {str(i): shapes_of(x) for i, x in enumerate((*args, *kwargs.values()))}
            self._keras_state.shapes = {name: shape for name, shape in shapes.items() if shape is not None}
            self.built = True
        else:
            super()._build(spec, args, kwargs)


class Functional(Model):
    """A model made of calls of layers: what `Model(inputs, outputs)` is."""
