"""Recurrent layers: a cell applied at every time step.

In eager code time is a Python loop, and so it is for `unroll=True`; in a graph it is one loop of the graph, however
long the sequences are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from runtime.core import nest
from runtime.ir.graph import current_graph
from runtime.keras.backend import snake_case
from runtime.keras.coverage import warn_of_unused
from runtime.keras.declaring import field
from runtime.keras.layers.base import Layer
from runtime.keras.layers.cells import GRUCell, LSTMCell, SimpleRNNCell, states_of
from runtime.keras.layers.input_spec import InputSpec
from runtime.keras.serialization import deserialize_keras_object, serialize_keras_object
from runtime.library import assembling, creation, logic, shaping
from runtime.library.control_flow import while_loop
from runtime.state.tensor_array import TensorArray
from runtime.tensor import conversion

Step = Callable[[Any, Any], tuple[Any, Any]]


def over_time(
    step: Step, inputs: Any, states: Any, mask: Any, backwards: bool, unroll: bool, every: bool, zero_masked: bool
) -> tuple[Any, Any]:
    """Applies `step`, from inputs and states to the output and new states, at each time of `[batch, time, ...]`.

    Where a mask `[batch, time]` is false, states and outputs stay what they were. The others are `go_backwards`,
    `unroll`, `return_sequences` and `zero_output_for_mask` of `RNN`. Returns all outputs or the last, and the states.
    """
    first = nest.flatten(inputs)[0]
    time = first.shape[1]
    if current_graph() is not None and not unroll:
        return _staged(step, inputs, states, mask, backwards, every, zero_masked)
    if not time:
        raise ValueError(
            "Unrolling requires a fixed number of timesteps, and a recurrent layer at least one. Received inputs of "
            f"shape {tuple(first.shape)}"
        )
    outputs: list[Any] = []
    output: Any = None
    for t in reversed(range(time)) if backwards else range(time):
        now = nest.map_structure(lambda x, t=t: x[:, t], inputs)
        output, states = _masked_step(step, now, states, None if mask is None else mask[:, t], output, zero_masked)
        outputs.append(output)
    return (nest.map_structure(lambda *steps: assembling.stack(steps, 1), *outputs) if every else output), states


def _masked_step(step: Step, now: Any, states: Any, mask: Any, before: Any, zero_masked: bool) -> tuple[Any, Any]:
    output, new = step(now, states)
    new = nest.pack_sequence_as(states, nest.flatten(new))
    if mask is None:
        return output, new
    old = nest.map_structure(shaping.zeros_like, output) if before is None or zero_masked else before
    return (
        nest.map_structure(lambda a, b: _where(mask, a, b), output, old),
        nest.map_structure(lambda a, b: _where(mask, a, b), new, states),
    )


def _where(mask: Any, a: Any, b: Any) -> Any:
    """`a` for the examples that are not masked, else `b`."""
    while mask.shape.rank < a.shape.rank:
        mask = shaping.expand_dims(mask, -1)
    return logic.where(mask, a, b)


def _staged(
    step: Step, inputs: Any, states: Any, mask: Any, backwards: bool, every: bool, zero_masked: bool
) -> tuple[Any, Any]:
    first = nest.flatten(inputs)[0]
    time = first.shape[1] if first.shape[1] is not None else shaping.shape(first)[1]
    # An array of tensors, whose gradient is one too: slices of a tensor would each have a gradient of its whole size.
    by_time = nest.map_structure(
        lambda x: TensorArray(x.dtype, time, element_shape=[x.shape[0], *x.shape[2:]]).unstack(_time_first(x)), inputs
    )
    masks = None if mask is None else _time_first(mask)

    def place(i: Any) -> Any:
        return time - 1 - i if backwards else i

    def at(i: Any) -> Any:
        return nest.map_structure(lambda x: x.read(place(i)), by_time)

    # The first step is looked at for the types of the outputs; what nobody uses of it is pruned.
    sample, _ = step(at(creation.constant(0)), states)
    zeros = nest.map_structure(shaping.zeros_like, sample)
    arrays = nest.map_structure(lambda x: TensorArray(x.dtype, time, element_shape=x.shape), zeros) if every else None

    def body(i: Any, states: Any, before: Any, arrays: Any) -> Any:
        m = None if masks is None else masks[place(i)]
        output, states = _masked_step(step, at(i), states, m, before, zero_masked)
        if every:
            arrays = nest.map_structure(lambda array, x: array.write(i, x), arrays, output)
        return i + 1, states, output, arrays

    variables = (creation.constant(0), states, zeros, arrays if every else ())
    limit = conversion.convert_to_tensor(time)
    # Shapes stay what they are at first: sizes that a user's cell does not tell are taken from its states.
    _, states, output, arrays = while_loop(lambda i, *rest: i < limit, body, variables)
    if not every:
        return output, states
    outputs = nest.map_structure(lambda array: _time_first(array.stack()), arrays)
    for x, one in zip(nest.flatten(outputs), nest.flatten(output), strict=True):
        x.set_shape([one.shape[0], first.shape[1], *one.shape[1:]])
    return outputs, states


def _time_first(x: Any) -> Any:
    return shaping.transpose(x, [1, 0, *range(2, x.shape.rank)])


def _cell(cell: Any) -> Any:
    for name in ("call", "state_size"):
        if not hasattr(cell, name):
            raise ValueError(f"The RNN cell should have `call(inputs, states)` and `state_size`. Received: cell={cell}")
    return cell


def _one_mask(mask: Any) -> Any:
    """The mask of the sequences, where there are masks of states too."""
    while isinstance(mask, (list, tuple)):
        mask = mask[0] if mask else None
    return mask


class RNN(Layer):
    """Applies a cell at every time step of `[batch, time, ...]`.

    Raises:
        ValueError: if `cell` is no cell.

    >>> import runtime as tf
    >>> RNN(SimpleRNNCell(4), return_sequences=True)(tf.ones([2, 3, 5])).shape
    TensorShape([2, 3, 4])
    """

    supports_masking = True
    cell: Any = field("what is done in a time step", convert=_cell)
    return_sequences: bool = field("whether all outputs are returned, or the last", default=False)
    return_state: bool = field("whether the last states are returned too", default=False)
    go_backwards: bool = field("whether to begin at the end; outputs are in the order they are made in", default=False)
    unroll: bool = field("whether graphs have a copy of the cell for each step", default=False)
    zero_output_for_mask: bool = field("whether masked outputs are zeros, and not those before", default=False)

    @property
    def state_size(self) -> Any:
        return self.cell.state_size

    def get_initial_state(self, batch_size: Any) -> Any:
        """States of zeros for a batch, in a list."""
        return states_of(self.cell, batch_size, self.compute_dtype)

    def call(self, sequences: Any, initial_state: Any = None, mask: Any = None, training: Any = False) -> Any:
        if isinstance(self, _OfCell) and isinstance(sequences, (list, tuple)):  # as earlier versions had it
            sequences, initial_state = sequences[0], list(sequences[1:]) or initial_state
        mask = _one_mask(mask)
        first = nest.flatten(sequences)[0]
        states = self._first_states(initial_state, first)
        step, inputs = self._step(sequences, states, training)
        try:
            output, states = over_time(
                step, inputs, states, mask, self.go_backwards, self.unroll, self.return_sequences,
                self.zero_output_for_mask,
            )  # fmt: skip
        finally:
            if hasattr(self.cell, "end"):
                self.cell.end()
        return (output, *states) if self.return_state else output

    def _first_states(self, given: Any, first: Any) -> Any:
        batch = first.shape[0] if first.shape[0] is not None else shaping.shape(first)[0]
        zeros = self.get_initial_state(batch_size=batch)
        if given is None:
            return zeros
        flat = [conversion.convert_to_tensor(x) for x in nest.flatten(given)]
        if len(flat) != len(nest.flatten(zeros)):
            raise ValueError(
                f"An `initial_state` was passed that is not compatible with `cell.state_size`. Received "
                f"{len(flat)} states. However `cell.state_size` is {self.cell.state_size}"
            )
        return nest.pack_sequence_as(zeros, flat)

    def _step(self, sequences: Any, states: Any, training: Any) -> tuple[Step, Any]:
        """What is done in each step, and with which inputs."""
        cell = self.cell
        now = nest.map_structure(lambda x: x[:, 0], sequences)
        if not cell.built:
            # Builds the weights, outside of any loop, and without drawing what is dropped.
            cell._run(now, states, **({"training": False} if hasattr(cell, "begin") else {}))
        if hasattr(cell, "begin"):
            cell.begin(now, states, training)
        if hasattr(cell, "projected"):
            inputs = shaping.cast(sequences, cell.compute_dtype)
            return cell.step, cell.projected(inputs)

        return cell, sequences

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        output = _one_mask(mask) if self.return_sequences else None
        if self.return_state:
            return [output, *[None for _ in nest.flatten(self.cell.state_size)]]
        return output

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "cell": serialize_keras_object(self.cell)}

    @classmethod
    def from_config(cls, config: Mapping[str, Any]) -> Any:
        return cls(**{**config, "cell": deserialize_keras_object(config["cell"])})


#: Arguments that choose between implementations that do the same; here there is one.
_IMPLEMENTATIONS = {"implementation": (0, 1, 2), "use_cudnn": ("auto", False)}


class _OfCell(RNN):
    """A recurrent layer with a cell of its own, whose arguments it has."""

    _CELL: ClassVar[type[Any]]

    # The arguments of the layer come after those of the cell, which each layer has of its own.
    cell = None
    return_sequences = return_state = go_backwards = unroll = zero_output_for_mask = False

    def __init_subclass__(cls, **kwargs: Any) -> None:
        if "_CELL" in vars(cls):
            for name, declared in {**cls._CELL._FIELDS, **RNN._FIELDS}.items():
                if name != "cell":
                    setattr(cls, name, replace(declared, passed=True))
        super().__init_subclass__(**kwargs)

    def _init_base(self, **given: Any) -> None:
        if given.pop("time_major", False):
            raise NotImplementedError("time_major=True is not covered: transpose the inputs to [batch, time, features]")
        chosen = {name: given.pop(name) for name in _IMPLEMENTATIONS if name in given}
        warn_of_unused(type(self).__name__, chosen, _IMPLEMENTATIONS)
        own = {name: given.pop(name) for name in RNN._FIELDS if name != "cell"}
        cell = {name: given.pop(name) for name in self._CELL._FIELDS}
        name = snake_case(self._CELL.__name__.removesuffix("Cell"))
        shared = {"dtype": given.get("dtype"), "trainable": given.get("trainable", True)}
        super()._init_base(**given)
        self.cell = self._CELL(**cell, **shared, name=f"{name}_cell")
        vars(self).update(own)
        self.input_spec = [InputSpec(ndim=3)]

    def __getattr__(self, name: str) -> Any:
        # The arguments are those of the cell.
        if name in self._CELL._FIELDS and "cell" in self.__dict__:
            return getattr(self.cell, name)
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def get_config(self) -> dict[str, Any]:
        config = {**super().get_config(), **{name: getattr(self, name) for name in RNN._FIELDS if name != "cell"}}
        inner = vars(self)["cell"].get_config()
        del config["cell"], config["zero_output_for_mask"]
        return {**config, **{name: inner[name] for name in self._CELL._FIELDS}}

    @classmethod
    def from_config(cls, config: Mapping[str, Any]) -> Any:
        return cls(**config)


class SimpleRNN(_OfCell):
    """A fully connected recurrent layer: the output is fed back.

    >>> import runtime as tf
    >>> SimpleRNN(4)(tf.ones([2, 3, 5])).shape
    TensorShape([2, 4])
    """

    _CELL = SimpleRNNCell


class LSTM(_OfCell):
    """A layer of long short-term memory (Hochreiter and Schmidhuber 1997).

    >>> import runtime as tf
    >>> output, state, memory = LSTM(4, return_state=True)(tf.ones([2, 3, 5]))
    >>> output.shape, memory.shape
    (TensorShape([2, 4]), TensorShape([2, 4]))
    """

    _CELL = LSTMCell


class GRU(_OfCell):
    """A layer of gated recurrent units (Cho et al. 2014).

    >>> import runtime as tf
    >>> GRU(4, return_sequences=True)(tf.ones([2, 3, 5])).shape
    TensorShape([2, 3, 4])
    """

    _CELL = GRUCell
