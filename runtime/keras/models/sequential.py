"""`Sequential`: a model that calls one layer after another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from runtime.keras import backend
from runtime.keras.layers.base import Layer
from runtime.keras.layers.calling import shapes_of
from runtime.keras.layers.core import Input, InputLayer
from runtime.keras.models.model import Model
from runtime.keras.models.network import Network
from runtime.keras.serialization import deserialize_keras_object, serialize_keras_object
from runtime.keras.symbolic import KerasTensor


class Sequential(Model):
    """A stack of layers, each called on what the one before returned.

    Args:
        layers: in order; the first may be an `Input`.
        name: of the model.

    Raises:
        ValueError: if a layer is no layer, or a name is taken.

    >>> from runtime.keras import layers
    >>> model = Sequential([layers.Input((2,)), layers.Dense(3), layers.Dense(1)])
    >>> len(model.weights), model.output_shape
    (4, (None, 1))
    """

    _is_sequential = True

    def __init__(self, layers: Any = None, trainable: bool = True, name: str | None = None):
        super().__init__(name=name, trainable=trainable)
        self._layers: list[Any] = []
        if layers is not None:
            for layer in layers if isinstance(layers, Iterable) else [layers]:
                self._append(layer)
            self._connect()

    def add(self, layer: Any) -> None:
        """Adds a layer at the end.

        Raises:
            ValueError: if it is no layer, or its name is taken.
        """
        self._append(layer)
        self._connect()

    def pop(self) -> Any:
        """Removes the last layer and returns it.

        Raises:
            ValueError: if there is none.
        """
        if not self.layers:
            raise ValueError("There are no layers in the model.")
        layer = self._layers.pop()
        self._connect()
        return layer

    def _append(self, layer: Any) -> None:
        if isinstance(layer, KerasTensor) and layer._keras_history is not None:
            layer = layer._keras_history[0]
        if not isinstance(layer, Layer):
            raise ValueError(f"Only instances of `keras.Layer` can be added to a Sequential model. Received: {layer}")
        if any(layer.name == other.name for other in self._layers):
            raise ValueError(
                f"All layers added to a Sequential model should have unique names: '{layer.name}' is taken."
            )
        is_input = isinstance(layer, InputLayer)
        if is_input and self._layers and isinstance(self._layers[0], InputLayer):
            raise ValueError(f"Sequential model '{self.name}' has an Input already, of {self._layers[0].batch_shape}.")
        if not self._layers and not is_input:
            self._layers += _entry(layer)
        self._layers.insert(0 if is_input else len(self._layers), layer)

    def _connect(self) -> None:
        """Calls the layers one after the other, if the shape of the inputs is known."""
        self._keras_state.network, self.built = None, False
        if self.layers and isinstance(self._layers[0], InputLayer):
            x = self._layers[0].output
            for layer in self.layers:
                x = layer(x)
            backend.unique_name("functional")  # as Keras has it: a stack is a functional model within
            self._keras_state.network = Network(self._layers[0].output, x, self.name, checks_sizes=False)
            self.built = True

    def build(self, input_shape: Any = None) -> None:
        """Makes the weights.

        Args:
            input_shape: with the batch.

        Raises:
            ValueError: if there are no layers.
        """
        if not self.layers:
            raise ValueError(f"Sequential model '{self.name}' has no layers to build. Call `model.add(layer)`.")
        if self._keras_state.network is None:
            if input_shape is None:
                raise ValueError("You must provide an `input_shape` argument.")
            self._build_for(tuple(input_shape), None)

    def _build_for(self, shape: Any, dtype: Any) -> None:
        self._layers.insert(0, Input(batch_shape=shape, dtype=dtype)._keras_history[0])
        try:
            self._connect()
        except BaseException:
            del self._layers[0]
            raise

    def _build(self, spec: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        x = args[0] if args else next(iter(kwargs.values()))
        shape = shapes_of(x)
        if isinstance(shape, tuple) and self._keras_state.network is None:
            self._build_for(shape, x.dtype)
        self.built = True

    def call(self, inputs: Any, training: Any = None, mask: Any = None) -> Any:
        if self._keras_state.network is not None:
            return super().call(inputs)
        for layer in self._layers:
            inputs = layer(inputs)
        return inputs

    def get_config(self) -> dict[str, Any]:
        """The configs of the layers."""
        layers = [serialize_keras_object(layer) for layer in self._layers]
        network = self._keras_state.network
        shape = {} if network is None else {"build_input_shape": network.inputs[0].shape}
        return {"name": self.name, "trainable": self.trainable, "layers": layers, **shape}

    @classmethod
    def from_config(cls, config: Mapping[str, Any], custom_objects: Any = None) -> Any:
        """A model of layers of the same configs."""
        model = cls(name=config.get("name"))
        for entry in config["layers"]:
            model.add(deserialize_keras_object(entry, custom_objects))
        return model

    def _root_path(self) -> str:
        return ""

    @property
    def layers(self) -> list[Any]:
        """The layers, without the one where values enter."""
        return [layer for layer in self._layers if not isinstance(layer, InputLayer)]

    @property
    def input_shape(self) -> Any:
        """The shape of the inputs, with the batch."""
        return self._connected("input").inputs[0].shape

    @property
    def output_shape(self) -> Any:
        """The shape of the outputs, with the batch."""
        return self._connected("output").outputs[0].shape

    def _connected(self, what: str) -> Network:
        if self._keras_state.network is None:
            raise AttributeError(f"Sequential model '{self.name}' has no defined {what} shape yet.")
        return self._keras_state.network


def _entry(layer: Any) -> list[Any]:
    """Where values enter a model that begins with `layer`, if the layer knows their shape; empty if not."""
    inputs = getattr(layer, "inputs", None) or []
    shape, dtype = layer._keras_state.input_batch_shape, inputs[0].dtype if inputs else layer.dtype
    if shape is None and len(inputs) == 1:
        shape = inputs[0].shape
    return [] if shape is None else [Input(batch_shape=shape, dtype=dtype)._keras_history[0]]
