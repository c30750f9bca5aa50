"""Models as configs.

The config of a functional model lists its layers, each with its own config and the arguments of its calls; a symbolic
value among these is written as the layer, the number of the call and the number of the result that it comes from.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from runtime.core import nest
from runtime.keras import serialization
from runtime.keras.layers.core import InputLayer
from runtime.keras.models.network import network_of
from runtime.keras.symbolic import KerasTensor, Operation


def functional_config(model: Any) -> dict[str, Any]:
    """The config of a functional model."""
    network: Any = network_of(model)
    used = {id(node) for node in network.nodes}
    layers = []
    for operation in network.operations:
        nodes = [node for node in operation._inbound_nodes if id(node) in used]
        layers.append(
            {
                **serialization.serialize_keras_object(operation),
                "name": operation.name,
                "inbound_nodes": [
                    {"args": [_written(a, used) for a in n.args],
                     "kwargs": {k: _written(v, used) for k, v in n.kwargs.items()}}
                    for n in nodes
                ],
            }
        )  # fmt: skip
    return {
        "name": model.name,
        "trainable": model.trainable,
        "layers": layers,
        "input_layers": _places(network.inputs_structure, used),
        "output_layers": _places(network.outputs_structure, used),
    }


def functional_from_config(cls: Any, config: Mapping[str, Any], custom_objects: Mapping[str, Any] | None) -> Any:
    """The functional model of a config; a ValueError if calls depend on each other in a circle."""
    made = {entry["name"]: _operation(entry, custom_objects) for entry in config["layers"]}
    waiting = [(entry["name"], call) for entry in config["layers"] for call in entry["inbound_nodes"]]
    # By layer and number of the call: the results.
    results = {(name, 0): [layer.output] for name, layer in made.items() if isinstance(layer, InputLayer)}
    counts = dict.fromkeys(made, 0)
    while waiting:
        left: list[tuple[str, dict[str, Any]]] = []
        for name, call in waiting:
            try:
                if any(other == name for other, _ in left):
                    raise KeyError(name)  # an earlier call of the layer comes first
                args, kwargs = _read(call["args"], results), _read(call["kwargs"], results)
            except KeyError:
                left.append((name, call))
                continue
            results[name, counts[name]] = nest.flatten(made[name](*args, **kwargs))
            counts[name] += 1
        if len(left) == len(waiting):
            raise ValueError(
                f"The config of model '{config.get('name')}' is not that of a model: the inputs of layer "
                f"'{left[0][0]}' are made by no layer before it."
            )
        waiting = left
    inputs, outputs = (_tensors(config[key], results) for key in ("input_layers", "output_layers"))
    model = cls(inputs=inputs, outputs=outputs, name=config.get("name"))
    model._trainable = config.get("trainable", True)
    return model


def _operation(entry: Mapping[str, Any], custom_objects: Mapping[str, Any] | None) -> Any:
    if entry["class_name"] == "Operation":
        return Operation(**entry["config"])
    return serialization.deserialize_keras_object(entry, custom_objects)


def _place(x: KerasTensor, used: set[int]) -> list[Any]:
    """Where a value comes from, with the calls counted that belong to the model."""
    operation, index, position = x._keras_history  # type: ignore[misc]
    before = operation._inbound_nodes[:index]
    return [operation.name, sum(id(node) in used for node in before), position]


def _places(structure: Any, used: set[int]) -> Any:
    if isinstance(structure, KerasTensor):
        return _place(structure, used)
    if isinstance(structure, Mapping):
        return {key: _places(value, used) for key, value in structure.items()}
    return [_places(value, used) for value in structure]


def _tensors(places: Any, results: Mapping[tuple[str, int], list[Any]]) -> Any:
    """The values at the places that `_places` wrote."""
    if isinstance(places, Mapping):
        return {key: _tensors(value, results) for key, value in places.items()}
    if len(places) == 3 and isinstance(places[0], str) and isinstance(places[1], int):
        return results[places[0], places[1]][places[2]]
    return [_tensors(value, results) for value in places]


def _written(value: Any, used: set[int]) -> Any:
    """An argument of a call, as plain values."""
    if isinstance(value, KerasTensor):
        place = {"shape": value.shape, "dtype": value.dtype, "keras_history": _place(value, used)}
        return {"class_name": "__keras_tensor__", "config": place}
    if isinstance(value, slice):
        return {"class_name": "__slice__", "config": [value.start, value.stop, value.step]}
    if value is Ellipsis:
        return {"class_name": "__ellipsis__", "config": {}}
    if isinstance(value, tuple):
        return {"class_name": "__tuple__", "items": [_written(v, used) for v in value]}
    if isinstance(value, list):
        return [_written(v, used) for v in value]
    if isinstance(value, Mapping):
        return {key: _written(v, used) for key, v in value.items()}
    return serialization.serialize_keras_object(value)


def _read(value: Any, results: Mapping[tuple[str, int], list[Any]]) -> Any:
    """What `_written` wrote.

    Raises:
        KeyError: if a value is not there yet.
    """
    if isinstance(value, list):
        return [_read(v, results) for v in value]
    if not isinstance(value, Mapping):
        return value
    kind = value.get("class_name")
    if kind == "__keras_tensor__":
        name, index, position = value["config"]["keras_history"]
        return results[name, index][position]
    if kind == "__slice__":
        return slice(*value["config"])
    if kind == "__ellipsis__":
        return Ellipsis
    if kind == "__tuple__":
        return tuple(_read(v, results) for v in value["items"])
    return {key: _read(v, results) for key, v in value.items()}
