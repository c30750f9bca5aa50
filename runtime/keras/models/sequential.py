"""`Sequential`: a model that calls one layer after another."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from runtime.keras import backend
from runtime.keras.layers.base import Layer
from runtime.keras.layers.core import Input, InputLayer
from runtime.keras.layers.structures import shapes_of
from runtime.keras.models.model import Model
from runtime.keras.models.network import Network
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

    def __init__(self, layers: Any = None, trainable: bool = True, name: str | None = None):
        super().__init__(name=name, trainable=trainable)
        self._layers: list[Any] = []
        if layers is not None:
            for layer in layers if isinstance(layers, Iterable) else [layers]:
                self.add(layer, rebuild=False)
            self._reset()

    def add(self, layer: Any, rebuild: bool = True) -> None:
        """Adds a layer at the end.

        Raises:
            ValueError: if it is no layer, or its name is taken.
        """
        if isinstance(layer, KerasTensor) and layer._keras_history is not None:
            layer = layer._keras_history[0]
        if not isinstance(layer, Layer):
            raise ValueError(
                "Only instances of `keras.Layer` can be added to a Sequential model. Received: "
                f"{layer} (of type {type(layer)})"
            )
        if any(layer.name == other.name for other in self._layers):
            raise ValueError(
                "All layers added to a Sequential model should have unique names. Name '"
                f"{layer.name}' is already the name of a layer in this model. Update the `name` argument to pass a "
                "unique name."
            )
        if isinstance(layer, InputLayer) and self._layers and not isinstance(self._layers[0], InputLayer):
            self._layers.insert(0, layer)
            if rebuild:
                self._reset()
            return
        if isinstance(layer, InputLayer) and self._layers:
            raise ValueError(
                f"Sequential model '{self.name}' has already been configured to use input shape "
                f"{self._layers[0].batch_shape}. You cannot add a "
                "different Input layer to it."
            )
        shape = getattr(layer, "_input_batch_shape", None)
        if not self._layers and shape is None and isinstance(layer, Model) and layer.inputs and len(layer.inputs) == 1:
            shape = layer.inputs[0].shape
        if not self._layers and shape is not None:
            dtype = layer.inputs[0].dtype if isinstance(layer, Model) and layer.inputs else layer.dtype
            self._layers.append(Input(batch_shape=shape, dtype=dtype)._keras_history[0])
        self._layers.append(layer)
        if self._network is not None:
            self._set_connected(self._network.inputs_structure, layer(self._network.outputs_structure))
        elif rebuild:
            self._reset()

    def pop(self, rebuild: bool = True) -> Any:
        """Removes the last layer and returns it.

        Raises:
            ValueError: if there is none.
        """
        if not self.layers:
            raise ValueError("There are no layers in the model.")
        layer = self._layers.pop()
        network, last = self._network, self._layers[-1] if self._layers else None
        if network is not None and not isinstance(last, InputLayer):
            self._set_connected(network.inputs_structure, network.nodes[-1].args[0])
            del layer._inbound_nodes[layer._inbound_nodes.index(network.nodes[-1])]
        else:
            self._network, self.built = None, False
        return layer

    def _reset(self) -> None:
        """Begins anew with the network, if the shape of the inputs is known."""
        self._network = None
        self.built = False
        if self._layers and isinstance(self._layers[0], InputLayer) and len(self._layers) > 1:
            self._connect(self._layers[0].output)

    def _connect(self, x: Any) -> None:
        inputs = x
        for layer in self._layers:
            if not isinstance(layer, InputLayer):
                x = layer(x)
        self._set_connected(inputs, x)

    def _set_connected(self, inputs: Any, outputs: Any) -> None:
        backend.unique_name("functional")  # as Keras has it: a stack is a functional model within
        self._network = Network(inputs, outputs, self.name, checks_sizes=False)
        self.built = True

    def build(self, input_shape: Any = None) -> None:
        """Makes the weights.

        Args:
            input_shape: with the batch.

        Raises:
            ValueError: if there are no layers.
        """
        if self._network is not None:
            return
        if not self._layers:
            raise ValueError(
                f"Sequential model {self.name} cannot be built because it has no layers. Call `model.add(layer)`."
            )
        if isinstance(self._layers[0], InputLayer):
            self._reset()
        elif input_shape is None:
            raise ValueError("You must provide an `input_shape` argument.")
        else:
            layer = Input(batch_shape=tuple(input_shape))._keras_history[0]
            self._layers.insert(0, layer)
            self._connect(layer.output)

    def _build(self, spec: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        x = args[0] if args else next(iter(kwargs.values()))
        shape = shapes_of(x)
        if isinstance(shape, tuple) and self._network is None:
            try:
                layer = Input(batch_shape=shape, dtype=x.dtype)._keras_history[0]
                self._layers.insert(0, layer)
                self._connect(layer.output)
            except NotImplementedError:
                del self._layers[0]
        self.built = True

    def call(self, inputs: Any, training: Any = None, mask: Any = None) -> Any:
        if self._network is not None:
            return self._network.run(self._network.flattened(inputs))
        x = inputs
        for layer in self._layers:
            x = layer(x)
        return x

    def get_config(self) -> dict[str, Any]:
        """The configs of the layers."""
        from runtime.keras.models.configuration import sequential_config  # not needed to train

        return sequential_config(self)

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        """A model of layers of the same configs."""
        from runtime.keras.models.configuration import sequential_from_config  # not needed to train

        return sequential_from_config(cls, config, custom_objects)

    def _root_path(self) -> str:
        return ""

    @property
    def layers(self) -> list[Any]:
        """The layers, without the one where values enter."""
        return [layer for layer in self._layers if not isinstance(layer, InputLayer)]

    @property
    def input_shape(self) -> Any:
        if self._network is None:
            raise AttributeError(f"Sequential model '{self.name}' has no defined input shape yet.")
        return self._network.inputs[0].shape

    @property
    def output_shape(self) -> Any:
        if self._network is None:
            raise AttributeError(f"Sequential model '{self.name}' has no defined output shape yet.")
        return self._network.outputs[0].shape
