"""The nodes between the inputs and the outputs of a functional model, and how they are run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from runtime.core import nest
from runtime.keras.layers.calling import Masks, mask_of, set_mask
from runtime.keras.symbolic import KerasTensor, Node
from runtime.library import shaping


class Network:
    """A graph of calls of layers, between structures of KerasTensors.

    Inputs must have the sizes that the model `name` was made with, unless `checks_sizes` is false: a stack of layers
    takes whatever its layers take.

    Attributes:
        nodes: in an order in which they can be run.
        operations: layers and other operations, each once, inputs first.

    Raises:
        ValueError: if an output depends on an input that is not given.
    """

    def __init__(self, inputs: Any, outputs: Any, name: str, checks_sizes: bool = True):
        self.name = name
        self.checks_sizes = checks_sizes
        self.inputs_structure = inputs
        self.outputs_structure = outputs
        self.inputs: list[KerasTensor] = nest.flatten(inputs)
        self.outputs: list[KerasTensor] = nest.flatten(outputs)
        for kind, tensors in (("inputs", self.inputs), ("outputs", self.outputs)):
            if not all(isinstance(x, KerasTensor) for x in tensors):
                raise ValueError(f"All `{kind}` values must be KerasTensors. Received: {kind}={tensors}")
        ordered = self._ordered()
        #: Those that compute something, as opposed to where values enter.
        self.nodes = [node for node in ordered if node.inputs]
        # Inputs that no output depends on come first.
        used = {id(node) for node in ordered}
        unused = [x.node for x in self.inputs if x.node is not None and not x.node.inputs and id(x.node) not in used]
        self.operations = list({id(node.operation): node.operation for node in (*unused, *ordered)}.values())

    def _ordered(self) -> list[Node]:
        """The nodes that the outputs depend on, those farthest from the outputs first."""
        given = {id(x) for x in self.inputs}
        found: dict[int, tuple[int, Node]] = {}  # by identity: the order in which nodes are met
        order: list[Node] = []  # each after those that it depends on
        done: set[int] = set()
        for output in self.outputs:
            waiting: list[tuple[KerasTensor, bool]] = [(output, False)]
            while waiting:
                tensor, is_ready = waiting.pop()
                node = tensor.node
                is_input = id(tensor) in given
                if is_input and (node is None or node.inputs):
                    continue  # a value of another model that enters this one
                if node is None or (not node.inputs and not is_input):
                    raise ValueError(
                        f"`inputs` not connected to `outputs`: {tensor!r} is needed, and is neither an input nor made "
                        f"of inputs. Add it to `inputs` of the model '{self.name}'."
                    )
                if id(node) in done:
                    continue
                found.setdefault(id(node), (len(found), node))
                if is_ready or is_input:
                    done.add(id(node))
                    order.append(node)
                else:
                    waiting.append((tensor, True))
                    waiting.extend((x, False) for x in reversed(node.inputs))
        depths: dict[int, int] = {}
        for node in reversed(order):
            own = depths.setdefault(id(node), 0)
            for x in node.inputs:
                if x.node is not None and id(x.node) in found:
                    depths[id(x.node)] = max(depths.get(id(x.node), 0), own + 1)
        return sorted(order, key=lambda node: (-depths[id(node)], found[id(node)][0]))

    def run(self, values: list[Any]) -> Any:
        """The outputs for values of the inputs, in the structure of the outputs."""
        known = {id(x): value for x, value in zip(self.inputs, values, strict=True)}

        def value(x: Any) -> Any:
            return known[id(x)] if isinstance(x, KerasTensor) else x

        for node in self.nodes:
            if len(node.args) == 1 and not node.kwargs and isinstance(node.args[0], KerasTensor):
                results = node.operation(known[id(node.args[0])])
            else:
                args, kwargs = nest.map_structure(value, (node.args, node.kwargs))
                results = node.operation(*args, **kwargs)
            if isinstance(node.outputs, KerasTensor):
                known[id(node.outputs)] = results
            else:
                flat = zip(nest.flatten(node.outputs), nest.flatten(results), strict=True)
                known.update((id(x), result) for x, result in flat)
        return nest.map_structure(value, self.outputs_structure)

    def flattened(self, inputs: Any) -> list[Any]:
        """What is given for each input, in order: of a value, a list, or a dictionary by names or keys."""
        if isinstance(inputs, Mapping):
            by_key = isinstance(self.inputs_structure, Mapping)
            names = list(self.inputs_structure) if by_key else [input_name(x) for x in self.inputs]
            missing = [name for name in names if name not in inputs]
            if missing:
                raise ValueError(
                    f'Missing data for input "{missing[0]}". You passed a data dictionary with keys {list(inputs)}. '
                    f"Expected the following keys: {names}"
                )
            values = nest.flatten({name: inputs[name] for name in names}) if by_key else [inputs[n] for n in names]
        elif len(self.inputs) == 1 and not nest.is_nested(inputs):
            values = [inputs]
        else:
            values = nest.flatten(inputs)
        if len(values) != len(self.inputs):
            raise ValueError(
                f'Layer "{self.name}" expects {len(self.inputs)} input(s), but it received {len(values)} input '
                f"tensors. Inputs received: {values}"
            )
        return [_fitted(x, value, self.name, self.checks_sizes) for x, value in zip(self.inputs, values, strict=True)]


def network_of(model: Any) -> Network | None:
    """The calls that a functional model is made of; None for other models and layers."""
    return model._keras_state.network


def input_name(x: KerasTensor) -> str:
    """The name of an input of a model: that of the layer where it enters."""
    return x._keras_history[0].name if x._keras_history is not None else x.name


def _fitted(x: KerasTensor, value: Any, name: str, checks_sizes: bool) -> Any:
    """`value` in the dtype of the input, with an axis of size 1 more or less if that makes it fit."""
    if value is None:
        if x._keras_history is not None and not getattr(x._keras_history[0], "optional", True):
            raise ValueError(f"Input '{x.name}' of model '{name}' is None: make it an `Input(..., optional=True)`")
        return None
    mask = mask_of(value) if Masks.exist else None
    if value.dtype.name != x.dtype:
        value = shaping.cast(value, x.dtype)
    rank = value.shape.rank
    if rank is not None and x.shape is not None and rank != len(x.shape):
        if rank == len(x.shape) + 1 and value.shape[-1] == 1:
            value = shaping.squeeze(value, [-1])
        elif rank == len(x.shape) - 1 and x.shape[-1] == 1:
            value = shaping.expand_dims(value, -1)
    sizes = zip(x.shape[1:], value.shape[1:], strict=False) if value.shape.rank is not None and checks_sizes else ()
    if value.shape.rank not in (None, len(x.shape)) or any(None not in pair and pair[0] != pair[1] for pair in sizes):
        raise ValueError(
            f'Input {x.name} of layer "{name}" is incompatible with the layer: expected shape={x.shape}, '
            f"found shape={tuple(value.shape)}"
        )
    if mask is not None:
        set_mask(value, mask)
    return value
