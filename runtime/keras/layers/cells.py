"""Cells: what a recurrent layer does in one time step.

A cell has a `state_size` (a number, or a list of numbers or shapes) and a `call(inputs, states)` that returns its
output and the new states. What the inputs contribute does not depend on the states, so the cells here compute it in
`projected`, which a recurrent layer calls once for all time steps.
"""

from __future__ import annotations

from typing import Any

from runtime import nn
from runtime.core import nest
from runtime.keras.layers.arguments import keep, weight
from runtime.keras.layers.base import Layer
from runtime.keras.layers.core import as_floats
from runtime.keras.layers.regularization import when
from runtime.keras.layers.seeds import SeedGenerator, dropped
from runtime.library import public as tf

#: Arguments that all cells have, in the order of their configs.
WEIGHTS = (
    "kernel_initializer", "recurrent_initializer", "bias_initializer", "kernel_regularizer", "recurrent_regularizer",
    "bias_regularizer", "kernel_constraint", "recurrent_constraint", "bias_constraint", "dropout",
    "recurrent_dropout",
)  # fmt: skip


def initial_states(state_size: Any, batch_size: Any, dtype: Any) -> Any:
    """States of zeros, in the structure of `state_size`."""

    def zeros(size: Any) -> Any:
        sizes = [size] if isinstance(size, int) else list(size)
        return tf.zeros([batch_size, *sizes], dtype)

    if isinstance(state_size, int):
        return [zeros(state_size)]
    return nest.map_structure(zeros, list(state_size) if isinstance(state_size, tuple) else state_size)


class _Cell(Layer):
    """What the cells share: a kernel of the inputs, one of the state, a bias, and dropout of both."""

    _GATES = 1
    #: Whether the seed of dropout is drawn before those of the weights: the same global seed is then Keras's numbers.
    _SEED_FIRST = False
    dropout: float
    recurrent_dropout: float

    def __init__(self, units: int, use_bias: bool, weights: dict[str, Any], seed: int | None, **kwargs: Any):
        super().__init__(**kwargs)
        if units <= 0:
            raise ValueError(
                f"Received an invalid value for argument `units`, expected a positive integer, got {units}"
            )
        self.units, self.use_bias, self.seed = units, use_bias, seed
        if self._SEED_FIRST:
            self.seed_generator = SeedGenerator(seed)
        keep(self, **weights)
        if not self._SEED_FIRST:
            self.seed_generator = SeedGenerator(seed)
        self.dropout = min(1.0, max(0.0, self.dropout))
        self.recurrent_dropout = min(1.0, max(0.0, self.recurrent_dropout))
        self.output_size = units
        self.state_size: Any = units
        self._dropped: tuple[list[Any] | None, list[Any] | None] = (None, None)

    def build(self, input_shape: Any) -> None:
        size = self._GATES * self.units
        self.kernel = weight(self, "kernel", (input_shape[-1], size))
        self.recurrent_kernel = weight(self, "recurrent_kernel", (self.units, size), "recurrent")
        self.bias = None
        if self.use_bias:
            self.bias = self.add_weight(
                name="bias", shape=self._bias_shape(), initializer=self._initial_bias(),
                regularizer=self.bias_regularizer, constraint=self.bias_constraint,
            )  # fmt: skip
        self.built = True

    def _bias_shape(self) -> tuple[int, ...]:
        return (self._GATES * self.units,)

    def _initial_bias(self) -> Any:
        return self.bias_initializer

    def get_initial_state(self, inputs: Any = None, batch_size: Any = None, dtype: Any = None) -> Any:
        """States of zeros for a batch."""
        if batch_size is None and inputs is not None:
            batch_size = inputs if isinstance(inputs, int) or inputs.shape.rank == 0 else tf.shape(inputs)[0]
        return initial_states(self.state_size, batch_size, dtype or self.compute_dtype)

    # -- dropout -----------------------------------------------------------------------------------------------------

    def begin(self, inputs: Any, states: Any, training: Any) -> None:
        """Decides what is dropped in all steps to come.

        Args:
            inputs: of one step.
            states: the first states.
            training: whether anything is dropped.
        """
        # As Keras has it: with dropout of the state, every gate has inputs and a state of its own.
        count = self._GATES if self.recurrent_dropout else 1
        self._dropped = (
            _masks(inputs, self.dropout, self.seed_generator, training, count),
            _masks(nest.flatten(states)[0], self.recurrent_dropout, self.seed_generator, training, count),
        )

    def end(self) -> None:
        """Forgets what `begin` decided."""
        self._dropped = (None, None)

    def projected(self, inputs: Any) -> Any:
        """What the inputs, of one time step or of all, contribute."""
        x, masks = inputs, self._dropped[0]
        if x.shape.rank == 3:
            shape = tf.shape(x)
            x = tf.reshape(x, [-1, x.shape[-1]])
            if masks is not None:  # the same for all time steps
                masks = [tf.repeat(mask, shape[1], 0) for mask in masks]
        x = _by_gate(x, self.kernel, masks)
        if inputs.shape.rank == 3:
            x = tf.reshape(x, [shape[0], shape[1], self.kernel.shape[-1]])
            x.set_shape([inputs.shape[0], inputs.shape[1], self.kernel.shape[-1]])
        bias = self._input_bias()
        return x if bias is None else nn.bias_add(x, bias)

    def _input_bias(self) -> Any:
        return self.bias

    def step(self, x: Any, states: Any) -> tuple[Any, Any]:
        """The output and the new states, given what `projected` made of the inputs."""
        raise NotImplementedError

    def _recurrent(self, state: Any) -> Any:
        """What the state contributes."""
        return _by_gate(state, self.recurrent_kernel, self._dropped[1])

    def call(self, inputs: Any, states: Any, training: Any = False) -> tuple[Any, Any]:
        inputs = as_floats(self, inputs)
        alone = self._dropped == (None, None)
        if alone:
            self.begin(inputs, states, training)
        try:
            output, new = self.step(self.projected(inputs), states)
        finally:
            if alone:
                self.end()
        return output, (new if nest.is_nested(states) else new[0])


def _masks(x: Any, rate: float, seeds: SeedGenerator, training: Any, count: int) -> list[Any] | None:
    """What `x` is multiplied with, for each gate; None for nothing."""
    if not rate or training is None or training is False:
        return None
    ones = tf.ones_like(x)
    return [when(training, lambda: dropped(ones, rate, None, seeds), lambda: ones) for _ in range(count)]


def _by_gate(x: Any, kernel: Any, masks: list[Any] | None) -> Any:
    """The product of `x` and `kernel`, with a mask of `x` for all gates or for each."""
    if masks is None or len(masks) == 1:
        return tf.matmul(x if masks is None else x * masks[0], kernel)
    parts = tf.split(kernel, len(masks), 1)
    return tf.concat([tf.matmul(x * mask, part) for mask, part in zip(masks, parts, strict=True)], 1)


class SimpleRNNCell(_Cell):
    """One step of `SimpleRNN`: `activation(inputs @ kernel + state @ recurrent_kernel + bias)`.

    Args:
        units: the size of the state and of the outputs.
        activation: a function or its name.
        use_bias: whether there is a bias.
        kernel_initializer, recurrent_initializer, bias_initializer: of the weights.
        kernel_regularizer, recurrent_regularizer, bias_regularizer: penalties.
        kernel_constraint, recurrent_constraint, bias_constraint: of the weights.
        dropout, recurrent_dropout: fractions of the inputs and of the state to drop in training.
        seed: an integer that decides which.
    """

    _CONFIG = ("units", "activation", "use_bias", *WEIGHTS, "seed")
    _SEED_FIRST = True

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
        kernel_constraint: Any = None,
        recurrent_constraint: Any = None,
        bias_constraint: Any = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        seed: int | None = None,
        **kwargs: Any,
    ):
        given = locals()
        super().__init__(units, use_bias, {name: given[name] for name in WEIGHTS}, seed, **kwargs)
        keep(self, activation=activation)

    def step(self, x: Any, states: Any) -> tuple[Any, Any]:
        state = nest.flatten(states)[0]
        output = self.activation(x + self._recurrent(state))
        return output, [output]


class LSTMCell(_Cell):
    """One step of `LSTM` (Hochreiter and Schmidhuber 1997); the state is the output and the memory.

    Args:
        units: the size of the states and of the outputs.
        activation: of the memory, a function or its name.
        recurrent_activation: of the gates.
        use_bias: whether there is a bias.
        unit_forget_bias: whether the bias of the forget gate begins at 1.

    The other arguments are those of `SimpleRNNCell`.
    """

    _GATES = 4
    _CONFIG = (
        "units", "activation", "recurrent_activation", "use_bias", "unit_forget_bias", *WEIGHTS, "seed",
    )  # fmt: skip

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
        kernel_constraint: Any = None,
        recurrent_constraint: Any = None,
        bias_constraint: Any = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        seed: int | None = None,
        **kwargs: Any,
    ):
        given = locals()
        kwargs.pop("implementation", None)
        super().__init__(units, use_bias, {name: given[name] for name in WEIGHTS}, seed, **kwargs)
        keep(self, activation=activation, recurrent_activation=recurrent_activation)
        self.unit_forget_bias = unit_forget_bias
        self.state_size = [units, units]

    def _initial_bias(self) -> Any:
        if not self.unit_forget_bias:
            return self.bias_initializer

        def initial(shape: Any, dtype: Any = None) -> Any:
            units = self.units
            make = self.bias_initializer
            return tf.concat([make((units,), dtype), tf.ones((units,), dtype), make((units * 2,), dtype)], 0)

        return initial

    def step(self, x: Any, states: Any) -> tuple[Any, Any]:
        output, memory = states
        gates = x + self._recurrent(output)
        i, f, c, o = tf.split(gates, 4, 1)
        memory = self.recurrent_activation(f) * memory + self.recurrent_activation(i) * self.activation(c)
        output = self.recurrent_activation(o) * self.activation(memory)
        return output, [output, memory]


class GRUCell(_Cell):
    """One step of `GRU` (Cho et al. 2014).

    Args:
        units: the size of the state and of the outputs.
        activation: of the candidate, a function or its name.
        recurrent_activation: of the gates.
        use_bias: whether there is a bias.
        reset_after: whether the reset gate acts after the product with the recurrent kernel.

    The other arguments are those of `SimpleRNNCell`.
    """

    _GATES = 3
    _CONFIG = ("units", "activation", "recurrent_activation", "use_bias", *WEIGHTS, "reset_after", "seed")

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
        kernel_constraint: Any = None,
        recurrent_constraint: Any = None,
        bias_constraint: Any = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        reset_after: bool = True,
        seed: int | None = None,
        **kwargs: Any,
    ):
        given = locals()
        kwargs.pop("implementation", None)
        super().__init__(units, use_bias, {name: given[name] for name in WEIGHTS}, seed, **kwargs)
        keep(self, activation=activation, recurrent_activation=recurrent_activation)
        self.reset_after = reset_after

    def _bias_shape(self) -> tuple[int, ...]:
        return (2, 3 * self.units) if self.reset_after else (3 * self.units,)

    def _input_bias(self) -> Any:
        return self.bias[0] if self.bias is not None and self.reset_after else self.bias

    def step(self, x: Any, states: Any) -> tuple[Any, Any]:
        state = nest.flatten(states)[0]
        gate, (x_z, x_r, x_h) = self.recurrent_activation, tf.split(x, 3, 1)
        if self.reset_after:
            inner = self._recurrent(state)
            if self.bias is not None:
                inner = nn.bias_add(inner, self.bias[1])
            r_z, r_r, r_h = tf.split(inner, 3, 1)
            z = gate(x_z + r_z)
            candidate = self.activation(x_h + gate(x_r + r_r) * r_h)
        else:
            masks = self._dropped[1]
            k_z, k_r, k_h = tf.split(self.recurrent_kernel, 3, 1)
            h_z, h_r, h_h = [state] * 3 if masks is None else [state * mask for mask in masks]
            z = gate(x_z + tf.matmul(h_z, k_z))
            candidate = self.activation(x_h + tf.matmul(gate(x_r + tf.matmul(h_r, k_r)) * h_h, k_h))
        output = z * state + (1 - z) * candidate
        return output, [output]


class StackedRNNCells(Layer):
    """Several cells, each given the outputs of the one before.

    Args:
        cells: in order.

    Raises:
        ValueError: if one is no cell.
    """

    def __init__(self, cells: Any, **kwargs: Any):
        super().__init__(**kwargs)
        for cell in cells:
            if not hasattr(cell, "call") or not hasattr(cell, "state_size"):
                raise ValueError(
                    f"All cells must have a `call` method and a `state_size` attribute. Received cell without: {cell}"
                )
        self.cells = list(cells)

    @property
    def state_size(self) -> list[Any]:
        return [cell.state_size for cell in self.cells]

    @property
    def output_size(self) -> Any:
        return getattr(self.cells[-1], "output_size", None) or nest.flatten(self.cells[-1].state_size)[0]

    def get_initial_state(self, inputs: Any = None, batch_size: Any = None, dtype: Any = None) -> Any:
        """States of zeros for a batch."""
        return [_states_of(cell, batch_size, dtype or self.compute_dtype) for cell in self.cells]

    def begin(self, inputs: Any, states: Any, training: Any) -> None:
        for cell, state in zip(self.cells, states, strict=True):
            if hasattr(cell, "begin"):
                cell.begin(inputs, state, training)
                inputs = nest.flatten(state)[0]

    def end(self) -> None:
        for cell in self.cells:
            if hasattr(cell, "end"):
                cell.end()

    def call(self, inputs: Any, states: Any, training: Any = False, **kwargs: Any) -> tuple[Any, Any]:
        new_states = []
        for cell, state in zip(self.cells, states, strict=True):
            inputs, new = cell(inputs, state)
            new_states.append(new if nest.is_nested(new) else [new])
        return inputs, new_states

    def get_config(self) -> dict[str, Any]:
        from runtime.keras.serialization import serialize_keras_object

        return {**super().get_config(), "cells": [serialize_keras_object(cell) for cell in self.cells]}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        from runtime.keras.serialization import deserialize_keras_object

        return cls(**{**config, "cells": [deserialize_keras_object(c) for c in config["cells"]]})


def _states_of(cell: Any, batch_size: Any, dtype: Any) -> Any:
    """The first states of any cell, the user's own too."""
    method = getattr(cell, "get_initial_state", None)
    if method is not None:
        try:
            states = method(batch_size=batch_size)
        except TypeError:
            states = method(None, batch_size, dtype)
        if states is not None:
            return list(states) if isinstance(states, tuple) and not hasattr(states, "_fields") else (
                states if nest.is_nested(states) else [states])  # fmt: skip
    return initial_states(cell.state_size, batch_size, dtype)
