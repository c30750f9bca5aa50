"""Layers that apply a layer: in both directions of time, or to each time step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.core import nest
from runtime.keras import serialization
from runtime.keras.layers.base import Layer
from runtime.library import public as tf


class Wrapper(Layer):
    """A layer that has another, `layer`.

    Args:
        layer: the other.

    Raises:
        ValueError: if it is no layer.
    """

    def __init__(self, layer: Any, **kwargs: Any):
        super().__init__(**kwargs)
        if not isinstance(layer, Layer):
            raise ValueError(f"Layer {layer} supplied to Wrapper isn't a supported layer type. "
                             f"Received: layer={layer} of type {type(layer)}")  # fmt: skip
        self.layer = layer

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "layer": serialization.serialize_keras_object(self.layer)}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        config = dict(config)
        return cls(serialization.deserialize_keras_object(config.pop("layer")), **config)


class TimeDistributed(Wrapper):
    """Applies a layer to every time step of `[batch, time, ...]`.

    Args:
        layer: what is applied.

    >>> from runtime.keras.layers.core import Dense
    >>> TimeDistributed(Dense(4))(tf.ones([2, 3, 5])).shape
    TensorShape([2, 3, 4])
    """

    supports_masking = True

    def call(self, inputs: Any, training: Any = None, mask: Any = None) -> Any:
        shape = inputs.shape.as_list()
        if len(shape) < 3:
            raise ValueError(
                "`TimeDistributed` Layer should be passed an `input_shape` with at least 3 dimensions, received: "
                f"{tuple(shape)}"
            )
        dynamic = tf.shape(inputs)
        batch = dynamic[0] if shape[0] is None else shape[0]
        time = dynamic[1] if shape[1] is None else shape[1]
        inner = [dynamic[i] if n is None else n for i, n in enumerate(shape) if i >= 2]
        flat = tf.reshape(inputs, [batch * time, *inner])
        flat.set_shape([None if None in shape[:2] else shape[0] * shape[1], *shape[2:]])
        kwargs = {}
        if mask is not None and "mask" in _names(self.layer) and mask.shape.rank > 2:
            kwargs["mask"] = tf.reshape(mask, tf.concat([[-1], tf.shape(mask)[2:]], 0))
        outputs = self.layer(flat, **kwargs)

        def unflattened(y: Any) -> Any:
            sizes = y.shape.as_list()[1:]
            known = [tf.shape(y)[i + 1] if n is None else n for i, n in enumerate(sizes)]
            result = tf.reshape(y, [batch, time, *known])
            result.set_shape([shape[0], shape[1], *sizes])
            return result

        return nest.map_structure(unflattened, outputs)


def _names(layer: Any) -> tuple[str, ...]:
    from runtime.keras.layers.calling import CallSpec

    return CallSpec.of(layer.call).names


#: How the outputs of both directions become one.
_MERGES: dict[str, Callable[[Any, Any], Any]] = {
    "concat": lambda a, b: tf.concat([a, b], -1),
    "sum": lambda a, b: a + b,
    "ave": lambda a, b: (a + b) / 2,
    "mul": lambda a, b: a * b,
}


class Bidirectional(Layer):
    """Applies a recurrent layer forwards and a copy of it backwards.

    Args:
        layer: a recurrent layer.
        merge_mode: how outputs become one: `concat`, `sum`, `mul`, `ave`; None for a pair.
        weights: initial weights, of the forward layer and then the other.
        backward_layer: what is applied backwards, in place of a copy.

    Raises:
        ValueError: if an argument is out of its range, or the layers do not fit together.

    >>> from runtime.keras.layers.recurrent import LSTM
    >>> Bidirectional(LSTM(4))(tf.ones([2, 3, 5])).shape
    TensorShape([2, 8])
    """

    supports_masking = True

    def __init__(
        self, layer: Any, merge_mode: str | None = "concat", weights: Any = None, backward_layer: Any = None,
        **kwargs: Any,
    ):  # fmt: skip
        super().__init__(**kwargs)
        if not isinstance(layer, Layer):
            raise ValueError(f"Please initialize `Bidirectional` layer with a `keras.layers.Layer` instance. "
                             f"Received: {layer}")  # fmt: skip
        if merge_mode is not None and merge_mode not in _MERGES:
            raise ValueError(
                f"Invalid merge mode. Received: {merge_mode}. Merge mode should be one of "
                '{"sum", "mul", "ave", "concat", None}'
            )
        name = layer.name.removeprefix("forward_")
        config = layer.get_config()
        config["name"] = f"forward_{name}"
        self.forward_layer = type(layer).from_config(config)
        if backward_layer is None:
            config = {**config, "go_backwards": not layer.go_backwards, "name": f"backward_{name}"}
            self.backward_layer = type(layer).from_config(config)
        else:
            self.backward_layer = backward_layer
            if backward_layer.go_backwards == layer.go_backwards:
                raise ValueError(
                    "Forward layer and backward layer should have different `go_backwards` value. Received: "
                    f"forward_layer.go_backwards {layer.go_backwards}, "
                    f"backward_layer.go_backwards={backward_layer.go_backwards}"
                )
            for attribute in ("stateful", "return_sequences", "return_state"):
                a, b = getattr(layer, attribute), getattr(backward_layer, attribute)
                if a != b:
                    raise ValueError(
                        "Forward layer and backward layer are expected to have the same value for attribute "
                        f'"{attribute}", got "{a}" for forward layer and "{b}" for backward layer'
                    )
        self.merge_mode = merge_mode
        self.stateful, self.return_sequences = layer.stateful, layer.return_sequences
        self.return_state = layer.return_state
        if weights:
            half = len(weights) // 2
            self.forward_layer._initial_weights = weights[:half]
            self.backward_layer._initial_weights = weights[half:]

    @property
    def layer(self) -> Any:
        return self.forward_layer

    def call(self, sequences: Any, initial_state: Any = None, mask: Any = None, training: Any = None) -> Any:
        halves: tuple[Any, Any] = (None, None)
        if initial_state is not None:
            flat = nest.flatten(initial_state)
            halves = (flat[: len(flat) // 2], flat[len(flat) // 2 :])
        y = self.forward_layer(sequences, initial_state=halves[0], mask=mask)
        z = self.backward_layer(sequences, initial_state=halves[1], mask=mask)
        states: list[Any] = []
        if self.return_state:
            states = [*y[1:], *z[1:]]
            y, z = y[0], z[0]
        if self.return_sequences:
            z = tf.reverse(z, [1])
        output = (y, z) if self.merge_mode is None else _MERGES[self.merge_mode](y, z)
        if not self.return_state:
            return output
        return (*output, *states) if self.merge_mode is None else (output, *states)

    def reset_states(self) -> None:
        """Begins again with states of zeros."""
        self.forward_layer.reset_states()
        self.backward_layer.reset_states()

    reset_state = reset_states

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        while isinstance(mask, (list, tuple)):
            mask = mask[0] if mask else None
        output = mask if self.return_sequences else None
        masks = [output] if self.merge_mode is not None else [output, output]
        if self.return_state:
            masks += [None] * (2 * len(nest.flatten(self.forward_layer.state_size)))
        return masks[0] if len(masks) == 1 else masks

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "merge_mode": self.merge_mode,
            "layer": serialization.serialize_keras_object(self.forward_layer),
            "backward_layer": serialization.serialize_keras_object(self.backward_layer),
        }

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        config = dict(config)
        layers = {
            name: serialization.deserialize_keras_object(config.pop(name))
            for name in ("layer", "backward_layer")
            if name in config
        }
        return cls(**layers, **config)
