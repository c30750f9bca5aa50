"""Models as configs, and copies of models.

The config of a functional model lists its layers, each with its own config and the arguments of its calls; a symbolic
value among these is written as the layer, the number of the call and the number of the result that it comes from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from runtime.core import nest
from runtime.keras import serialization
from runtime.keras.layers.base import Layer
from runtime.keras.layers.core import InputLayer
from runtime.keras.models.network import Network
from runtime.keras.symbolic import KerasTensor, Operation


def functional_config(model: Any) -> dict[str, Any]:
    """The config of a functional model."""
    network = model._network
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


def functional_from_config(cls: Any, config: dict[str, Any], custom_objects: Mapping[str, Any] | None) -> Any:
    """The functional model of a config.

    Raises:
        ValueError: if calls depend on each other in a circle, or on layers that are not there.
    """
    made: dict[str, Any] = {}
    waiting: list[tuple[str, dict[str, Any]]] = []
    for entry in config["layers"]:
        name = entry["name"]
        if entry["class_name"] == "Operation":
            made[name] = Operation.from_config(entry["config"])
        else:
            made[name] = serialization.deserialize_keras_object(entry, custom_objects)
        waiting += [(name, call) for call in entry["inbound_nodes"]]
    # By layer and number of the call: the results.
    results: dict[tuple[str, int], list[Any]] = {
        (name, 0): [layer.output] for name, layer in made.items() if isinstance(layer, InputLayer)
    }
    counts: dict[str, int] = {}
    while waiting:
        left: list[tuple[str, dict[str, Any]]] = []
        for name, call in waiting:
            earlier = any(other == name for other, _ in left)
            try:
                args = [_read(a, results) for a in call["args"]]
                kwargs = {k: _read(v, results) for k, v in call["kwargs"].items()}
            except KeyError:
                earlier = True
            if earlier:
                left.append((name, call))
                continue
            outputs = made[name](*args, **kwargs)
            results[name, counts.get(name, 0)] = nest.flatten(outputs)
            counts[name] = counts.get(name, 0) + 1
        if len(left) == len(waiting):
            raise ValueError(
                f"The config of model '{config.get('name')}' is not that of a model: the inputs of layer "
                f"'{left[0][0]}' are made by no layer before it."
            )
        waiting = left

    def tensors(places: Any) -> Any:
        return _map_places(lambda place: results[place[0], place[1]][place[2]], places)

    arguments = {"inputs": tensors(config["input_layers"]), "outputs": tensors(config["output_layers"])}
    model = cls(**arguments, name=config.get("name"))
    model._trainable = config.get("trainable", True)
    return model


def sequential_config(model: Any) -> dict[str, Any]:
    """The config of a `Sequential` model."""
    layers = [serialization.serialize_keras_object(layer) for layer in model._layers]
    config = {"name": model.name, "trainable": model.trainable, "layers": layers}
    if model._network is not None:
        config["build_input_shape"] = model._network.inputs[0].shape
    return config


def sequential_from_config(cls: Any, config: dict[str, Any], custom_objects: Mapping[str, Any] | None) -> Any:
    """The `Sequential` model of a config."""
    model = cls(name=config.get("name"))
    for entry in config["layers"]:
        model.add(serialization.deserialize_keras_object(entry, custom_objects))
    return model


def clone_model(
    model: Any,
    input_tensors: Any = None,
    clone_function: Callable[[Any], Any] | None = None,
    call_function: Any = None,
    recursive: bool = False,
) -> Any:
    """A model of layers like those of `model`, with weights of their own.

    Args:
        model: a functional or `Sequential` model, or one whose class has `get_config`.
        input_tensors: what the copy is called on, in place of inputs like those of `model`.
        clone_function: makes a layer of each layer; by default another of the same config.
        recursive: whether `clone_function` is used for layers of models inside too.

    >>> from runtime.keras import layers, models
    >>> model = models.Sequential([layers.Input((2,)), layers.Dense(1, name='d')])
    >>> clone_model(model).layers
    [<Dense name=d, built=True>]
    """
    from runtime.keras.models.model import Functional  # models are built on this module
    from runtime.keras.models.sequential import Sequential

    def copy(layer: Any) -> Any:
        if recursive and getattr(layer, "_network", None) is not None:
            return clone_model(layer, None, clone_function, None, True)
        if clone_function is not None:
            return clone_function(layer)
        return type(layer).from_config(layer.get_config())

    if isinstance(model, Sequential):
        layers = [copy(layer) for layer in model.layers]
        first = [InputLayer.from_config(layer.get_config()) for layer in model._layers if isinstance(layer, InputLayer)]
        return type(model)([*first, *layers], name=model.name)
    if model._network is None:
        return type(model).from_config(model.get_config())
    network: Network = model._network
    copies = {
        id(op): op if not isinstance(op, Layer) or isinstance(op, InputLayer) else copy(op) for op in network.operations
    }
    given = nest.flatten(input_tensors) if input_tensors is not None else [
        InputLayer(batch_shape=x.shape, dtype=x.dtype, name=_name_of(x)).output for x in network.inputs
    ]  # fmt: skip
    known = {id(x): new for x, new in zip(network.inputs, given, strict=True)}

    def value(x: Any) -> Any:
        return known[id(x)] if isinstance(x, KerasTensor) else x

    for node in network.nodes:
        args, kwargs = nest.map_structure(value, (node.args, node.kwargs))
        results = copies[id(node.operation)](*args, **kwargs)
        known.update((id(x), y) for x, y in zip(nest.flatten(node.outputs), nest.flatten(results), strict=True))
    inputs = nest.pack_sequence_as(network.inputs_structure, given)
    outputs = nest.map_structure(value, network.outputs_structure)
    cls = type(model) if isinstance(model, Functional) else Functional
    return cls(inputs=inputs, outputs=outputs, name=model.name)


def _name_of(x: KerasTensor) -> str:
    return x._keras_history[0].name if x._keras_history is not None else x.name


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


def _map_places(function: Callable[[Any], Any], places: Any) -> Any:
    if isinstance(places, Mapping):
        return {key: _map_places(function, value) for key, value in places.items()}
    if len(places) == 3 and isinstance(places[0], str) and isinstance(places[1], int):
        return function(places)
    return [_map_places(function, value) for value in places]


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
