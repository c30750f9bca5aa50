"""What a layer knows of the calls that made it part of models."""

from __future__ import annotations

from typing import Any

from runtime.core import nest


class Connected:
    """An object with nodes: calls on symbolic values."""

    _inbound_nodes: list[Any]
    name: Any

    @property
    def input(self) -> Any:
        """What the layer was called on in the first model it became part of.

        Raises:
            AttributeError: if it was never called on symbolic values.
        """
        inputs = self._node_attribute("inputs", "input")
        return inputs[0] if len(inputs) == 1 else inputs

    @property
    def output(self) -> Any:
        """What the layer returned in the first model it became part of; see `input`."""
        return self._node_attribute("outputs", "output")

    def _node_attribute(self, attribute: str, name: str) -> Any:
        if not self._inbound_nodes:
            raise AttributeError(f"The layer {self.name} has never been called and thus has no defined {name}.")
        return getattr(self._inbound_nodes[0], attribute)

    def get_input_at(self, node_index: int) -> Any:
        """What the layer was called on in its call number `node_index`."""
        inputs = self._inbound_nodes[node_index].inputs
        return inputs[0] if len(inputs) == 1 else inputs

    def get_output_at(self, node_index: int) -> Any:
        """What the layer returned in its call number `node_index`."""
        return self._inbound_nodes[node_index].outputs

    @property
    def input_shape(self) -> Any:
        """The shape of `input`."""
        return nest.map_structure(lambda x: x.shape, self.input)

    @property
    def output_shape(self) -> Any:
        """The shape of `output`."""
        return nest.map_structure(lambda x: x.shape, self.output)
