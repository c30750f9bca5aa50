"""Recurrent layers: a cell applied at every time step.

In eager code time is a Python loop, and so it is for `unroll=True`; in a graph it is one loop of the graph, however
long the sequences are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.control_flow import while_loop
from runtime.core import nest
from runtime.graph.graph import current_graph, init_scope
from runtime.keras import serialization
from runtime.keras.layers import cells
from runtime.keras.layers.base import Layer
from runtime.keras.layers.cells import GRUCell, LSTMCell, SimpleRNNCell, StackedRNNCells
from runtime.keras.layers.input_spec import InputSpec
from runtime.library import public as tf
from runtime.tensor_array import TensorArray
from runtime.variable import Variable

Step = Callable[[Any, Any], tuple[Any, Any]]


def over_time(
    step: Step, inputs: Any, states: Any, mask: Any, backwards: bool, unroll: bool, every: bool, zero_masked: bool
) -> tuple[Any, Any]:
    """Applies `step` to each time step.

    Args:
        step: takes inputs and states, returns the output and new states.
        inputs: a structure of tensors `[batch, time, ...]`.
        states: the first states, a structure of tensors.
        mask: None, or `[batch, time]`: where it is false, states and outputs stay what they were.
        backwards: whether to begin at the end.
        unroll: whether time is a Python loop in graphs too.
        every: whether outputs of all steps are wanted, or of the last.
        zero_masked: whether masked outputs are zeros.

    Returns:
        The outputs, `[batch, time, ...]` or of the last step; and the last states.
    """
    first = nest.flatten(inputs)[0]
    time = first.shape[1]
    if current_graph() is not None and not unroll:
        return _staged(step, inputs, states, mask, backwards, every, zero_masked)
    if time is None:
        raise ValueError("Unrolling requires a fixed number of timesteps.")
    outputs: list[Any] = []
    output: Any = None
    for t in reversed(range(time)) if backwards else range(time):
        now = nest.map_structure(lambda x, t=t: x[:, t], inputs)
        output, states = _masked_step(step, now, states, None if mask is None else mask[:, t], output, zero_masked)
        outputs.append(output)
    if not outputs:
        raise ValueError("A recurrent layer needs at least one time step. Received inputs of shape "
                         f"{tuple(first.shape)}")  # fmt: skip
    if not every:
        return output, states
    return nest.map_structure(lambda *steps: tf.stack(steps, 1), *outputs), states


def _masked_step(step: Step, now: Any, states: Any, mask: Any, before: Any, zero_masked: bool) -> tuple[Any, Any]:
    output, new = step(now, states)
    new = nest.pack_sequence_as(states, nest.flatten(new))
    if mask is None:
        return output, new
    old = nest.map_structure(tf.zeros_like, output) if before is None or zero_masked else before
    return (
        nest.map_structure(lambda a, b: _where(mask, a, b), output, old),
        nest.map_structure(lambda a, b: _where(mask, a, b), new, states),
    )


def _where(mask: Any, a: Any, b: Any) -> Any:
    """`a` for the examples that are not masked, else `b`."""
    while mask.shape.rank < a.shape.rank:
        mask = tf.expand_dims(mask, -1)
    return tf.where(mask, a, b)


def _staged(
    step: Step, inputs: Any, states: Any, mask: Any, backwards: bool, every: bool, zero_masked: bool
) -> tuple[Any, Any]:
    first = nest.flatten(inputs)[0]
    time = first.shape[1] if first.shape[1] is not None else tf.shape(first)[1]
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
    sample, _ = step(at(tf.constant(0)), states)
    zeros = nest.map_structure(tf.zeros_like, sample)
    arrays = nest.map_structure(lambda x: TensorArray(x.dtype, time, element_shape=x.shape), zeros) if every else None

    def body(i: Any, states: Any, before: Any, arrays: Any) -> Any:
        m = None if masks is None else masks[place(i)]
        output, states = _masked_step(step, at(i), states, m, before, zero_masked)
        if every:
            arrays = nest.map_structure(lambda array, x: array.write(i, x), arrays, output)
        return i + 1, states, output, arrays

    variables = (tf.constant(0), states, zeros, arrays if every else ())
    limit = tf.convert_to_tensor(time)
    # Shapes stay what they are at first: sizes that a user's cell does not tell are taken from its states.
    _, states, output, arrays = while_loop(lambda i, *rest: i < limit, body, variables)
    if not every:
        return output, states
    outputs = nest.map_structure(lambda array: _time_first(array.stack()), arrays)
    for x, one in zip(nest.flatten(outputs), nest.flatten(output), strict=True):
        x.set_shape([one.shape[0], first.shape[1], *one.shape[1:]])
    return outputs, states


def _time_first(x: Any) -> Any:
    return tf.transpose(x, [1, 0, *range(2, x.shape.rank)])


class RNN(Layer):
    """Applies a cell at every time step of `[batch, time, ...]`.

    Args:
        cell: a cell, or several that are stacked.
        return_sequences: whether all outputs are returned, or the last.
        return_state: whether the last states are returned too.
        go_backwards: whether to begin at the end; outputs are in the order in which they are made.
        stateful: whether a call begins with the states that the one before ended with.
        unroll: whether graphs have a copy of the cell for each step.
        zero_output_for_mask: whether masked outputs are zeros, in place of the outputs before.

    Raises:
        ValueError: if `cell` is no cell.

    >>> RNN(SimpleRNNCell(4), return_sequences=True)(tf.ones([2, 3, 5])).shape
    TensorShape([2, 3, 4])
    """

    supports_masking = True
    _LAYER_CONFIG = ("return_sequences", "return_state", "go_backwards", "stateful", "unroll", "zero_output_for_mask")

    def __init__(
        self,
        cell: Any,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        unroll: bool = False,
        zero_output_for_mask: bool = False,
        **kwargs: Any,
    ):
        kwargs.pop("time_major", None)
        super().__init__(**kwargs)
        if isinstance(cell, (list, tuple)):
            cell = StackedRNNCells(cell)
        if not hasattr(cell, "call"):
            raise ValueError(f"Argument `cell` should have a `call` method. Received: cell={cell}")
        if not hasattr(cell, "state_size"):
            raise ValueError(
                "The RNN cell should have a `state_size` attribute (single integer or list of integers, one integer "
                f"per RNN state). Received: cell={cell}"
            )
        self.cell = cell
        self.return_sequences, self.return_state = return_sequences, return_state
        self.go_backwards, self.stateful, self.unroll = go_backwards, stateful, unroll
        self.zero_output_for_mask = zero_output_for_mask
        self.states: Any = None

    @property
    def state_size(self) -> Any:
        return self.cell.state_size

    def build(self, sequences_shape: Any, initial_state_shape: Any = None) -> None:
        if isinstance(sequences_shape, list) and not isinstance(sequences_shape[0], (int, type(None))):
            sequences_shape = sequences_shape[0]
        if self.stateful:
            batch = sequences_shape[0]
            if batch is None:
                raise ValueError(
                    "If a RNN is stateful, it needs to know its batch size. Specify the batch size of your input "
                    "tensors: \n- If using a Sequential model, specify the batch size by passing a `batch_shape` "
                    "argument to your first layer.\n- If using the functional API, specify the batch size by passing a "
                    "`batch_shape` argument to your Input layer."
                )
            with init_scope():
                zeros = self.get_initial_state(batch_size=batch)
                self.states = nest.map_structure(lambda x: Variable(x, trainable=False, name="state"), zeros)
        self.built = True

    def get_initial_state(self, batch_size: Any) -> Any:
        """States of zeros for a batch, in a list."""
        return cells._states_of(self.cell, batch_size, self.compute_dtype)

    def reset_states(self, states: Any = None) -> None:
        """Begins again: with zeros, or with given states.

        Raises:
            ValueError: if the layer is not stateful or not built.
        """
        if not self.stateful or self.states is None:
            raise ValueError("reset_states: the layer must be stateful, and have been called.")
        values = [tf.zeros_like(v) for v in nest.flatten(self.states)] if states is None else nest.flatten(states)
        for variable, value in zip(nest.flatten(self.states), values, strict=True):
            variable.assign(value)

    reset_state = reset_states

    def call(self, sequences: Any, initial_state: Any = None, mask: Any = None, training: Any = False) -> Any:
        if isinstance(self, _OfCell) and isinstance(sequences, (list, tuple)):  # as earlier versions had it
            sequences, initial_state = sequences[0], list(sequences[1:]) or initial_state
        while isinstance(mask, (list, tuple)):
            mask = mask[0] if mask else None
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
        if self.stateful:
            for variable, value in zip(nest.flatten(self.states), nest.flatten(states), strict=True):
                variable.assign(value)
        return (output, *states) if self.return_state else output

    def _first_states(self, given: Any, first: Any) -> Any:
        if given is None and self.stateful:
            return nest.map_structure(lambda v: v.value(), self.states)
        batch = first.shape[0] if first.shape[0] is not None else tf.shape(first)[0]
        zeros = self.get_initial_state(batch_size=batch)
        if given is None:
            return zeros
        flat = [tf.convert_to_tensor(x) for x in nest.flatten(given)]
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
            inputs = tf.cast(sequences, cell.compute_dtype)
            return cell.step, cell.projected(inputs)

        def step(x: Any, states: Any) -> tuple[Any, Any]:
            return cell(x, states)

        return step, sequences

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        while isinstance(mask, (list, tuple)):
            mask = mask[0] if mask else None
        output = mask if self.return_sequences else None
        if self.return_state:
            return [output, *[None for _ in nest.flatten(self.cell.state_size)]]
        return output

    def get_config(self) -> dict[str, Any]:
        config = super().get_config()
        config.update({name: getattr(self, name) for name in self._LAYER_CONFIG})
        return {**config, "cell": serialization.serialize_keras_object(self.cell)}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        config = dict(config)
        return cls(serialization.deserialize_keras_object(config.pop("cell")), **config)


class _OfCell(RNN):
    """A recurrent layer with a cell of its own, whose arguments it has."""

    _CELL: type[Any]
    _NAMES: tuple[str, ...]

    def __init__(self, cell: dict[str, Any], layer: dict[str, Any]):
        for name in ("implementation", "use_cudnn", "time_major"):
            layer.pop(name, None)
        own = {name: layer.pop(name) for name in RNN._LAYER_CONFIG if name in layer}
        dtype, trainable = layer.get("dtype"), layer.get("trainable", True)
        name = self._CELL.__name__.removesuffix("Cell").lower()
        inner = self._CELL(
            **cell, dtype=dtype, trainable=trainable, name={"simplernn": "simple_rnn"}.get(name, name) + "_cell"
        )
        super().__init__(inner, **own, **layer)
        self.input_spec = [InputSpec(ndim=3)]

    def __getattr__(self, name: str) -> Any:
        # The arguments are those of the cell.
        if name in type(self)._CELL._CONFIG and "cell" in self.__dict__:
            return getattr(self.cell, name)
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def build(self, sequences_shape: Any, initial_state_shape: Any = None) -> None:
        if isinstance(sequences_shape, list):
            sequences_shape = sequences_shape[0]
        super().build(sequences_shape, initial_state_shape)

    def get_config(self) -> dict[str, Any]:
        config = {name: value for name, value in super().get_config().items() if name != "cell"}
        inner = self.cell.get_config()
        config.update({name: inner[name] for name in self.cell._CONFIG})
        del config["zero_output_for_mask"]
        return config

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        return cls(**config)


class SimpleRNN(_OfCell):
    """A fully connected recurrent layer: the output is fed back; see `SimpleRNNCell` for its arguments.

    Args:
        units: the size of the outputs.
        return_sequences, return_state, go_backwards, stateful, unroll: as of `RNN`.

    >>> SimpleRNN(4)(tf.ones([2, 3, 5])).shape
    TensorShape([2, 4])
    """

    _CELL = SimpleRNNCell

    def __init__(
        self,
        units: int,
        activation: Any = "tanh",
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        recurrent_initializer: Any = "orthogonal",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        recurrent_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        recurrent_constraint: Any = None,
        bias_constraint: Any = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        unroll: bool = False,
        seed: int | None = None,
        **kwargs: Any,
    ):
        _begin(self, SimpleRNNCell, locals())


class LSTM(_OfCell):
    """A layer of long short-term memory (Hochreiter and Schmidhuber 1997); see `LSTMCell` for its arguments.

    Args:
        units: the size of the outputs.
        return_sequences, return_state, go_backwards, stateful, unroll: as of `RNN`.

    >>> output, state, memory = LSTM(4, return_state=True)(tf.ones([2, 3, 5]))
    >>> output.shape, memory.shape
    (TensorShape([2, 4]), TensorShape([2, 4]))
    """

    _CELL = LSTMCell

    def __init__(
        self,
        units: int,
        activation: Any = "tanh",
        recurrent_activation: Any = "sigmoid",
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        recurrent_initializer: Any = "orthogonal",
        bias_initializer: Any = "zeros",
        unit_forget_bias: bool = True,
        kernel_regularizer: Any = None,
        recurrent_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        recurrent_constraint: Any = None,
        bias_constraint: Any = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        seed: int | None = None,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        unroll: bool = False,
        use_cudnn: Any = "auto",
        **kwargs: Any,
    ):
        _begin(self, LSTMCell, locals())


class GRU(_OfCell):
    """A layer of gated recurrent units (Cho et al. 2014); see `GRUCell` for its arguments.

    Args:
        units: the size of the outputs.
        return_sequences, return_state, go_backwards, stateful, unroll: as of `RNN`.

    >>> GRU(4, return_sequences=True)(tf.ones([2, 3, 5])).shape
    TensorShape([2, 3, 4])
    """

    _CELL = GRUCell

    def __init__(
        self,
        units: int,
        activation: Any = "tanh",
        recurrent_activation: Any = "sigmoid",
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        recurrent_initializer: Any = "orthogonal",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        recurrent_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        recurrent_constraint: Any = None,
        bias_constraint: Any = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        seed: int | None = None,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        unroll: bool = False,
        reset_after: bool = True,
        use_cudnn: Any = "auto",
        **kwargs: Any,
    ):
        _begin(self, GRUCell, locals())


def _begin(layer: Any, cell: Any, given: dict[str, Any]) -> None:
    """`__init__` of a layer, given the arguments by name: those of the cell, and those of the layer."""
    given = {**given.pop("kwargs"), **given}
    inner = {name: given.pop(name) for name in cell._CONFIG if name in given}
    _OfCell.__init__(layer, inner, {k: v for k, v in given.items() if k not in ("self", "__class__")})
