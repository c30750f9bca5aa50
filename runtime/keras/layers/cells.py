"""Cells: what a recurrent layer does in one time step.

A cell has a `state_size` (a number, or a list of numbers or shapes) and a `call(inputs, states)` that returns its
output and the new states. What the inputs contribute does not depend on the states, so the cells here compute it in
`projected`, which a recurrent layer calls once for all time steps.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from runtime.core import nest
from runtime.keras.declaring import field
from runtime.keras.layers.arguments import USE_BIAS, activation, constraint, initializer, positive, regularizer
from runtime.keras.layers.base import Layer
from runtime.keras.layers.seeds import SeedGenerator, dropped, when
from runtime.library import assembling, creation, indexing, matrix, neural, shaping


def states_of(cell: Any, batch_size: Any, dtype: Any) -> Any:
    """The first states of any cell, the user's own too."""
    method = getattr(cell, "get_initial_state", None)
    if method is None:
        return _zeros(cell.state_size, batch_size, dtype)
    try:
        states = method(batch_size=batch_size)
    except TypeError:
        states = method(None, batch_size, dtype)
    if isinstance(states, tuple) and not hasattr(states, "_fields"):
        return list(states)
    return states if nest.is_nested(states) else [states]


def _zeros(state_size: Any, batch_size: Any, dtype: Any) -> Any:
    """States of zeros, in the structure of `state_size`."""

    def zeros(size: Any) -> Any:
        return creation.zeros([batch_size, *([size] if isinstance(size, int) else size)], dtype)

    if isinstance(state_size, int):
        return [zeros(state_size)]
    return nest.map_structure(zeros, list(state_size) if isinstance(state_size, tuple) else state_size)


def _fraction(value: Any) -> float:
    return min(1.0, max(0.0, value))


class _Cell(Layer):
    """What the cells share: a kernel of the inputs, one of the state, a bias, and dropout of both."""

    _GATES: ClassVar[int] = 1

    units: int = positive("units", "the size of the states and of the outputs")
    activation: Any = replace(activation("tanh", "new values"), first=True)
    use_bias: bool = USE_BIAS
    kernel_initializer: Any = initializer("glorot_uniform", "kernel of the inputs")
    recurrent_initializer: Any = initializer("orthogonal", "kernel of the state")
    bias_initializer: Any = initializer("zeros", "bias")
    kernel_regularizer: Any = regularizer("kernel of the inputs")
    recurrent_regularizer: Any = regularizer("kernel of the state")
    bias_regularizer: Any = regularizer("bias")
    kernel_constraint: Any = constraint("kernel of the inputs")
    recurrent_constraint: Any = constraint("kernel of the state")
    bias_constraint: Any = constraint("bias")
    dropout: float = field("the fraction of the inputs to drop in training", default=0.0, convert=_fraction)
    recurrent_dropout: float = field("the fraction of the state to drop in training", default=0.0, convert=_fraction)
    seed: int | None = field("an integer that decides what is dropped", default=None)

    def _init_done(self) -> None:
        if "seed_generator" not in vars(self):
            self.seed_generator = SeedGenerator(self.seed)
        self.output_size = self.units
        self.state_size: Any = self.units
        self._dropped: tuple[list[Any] | None, list[Any] | None] = (None, None)

    def build(self, input_shape: Any) -> None:
        size = self._GATES * self.units
        self.kernel = self._weight("kernel", (input_shape[-1], size))
        self.recurrent_kernel = self._weight("recurrent_kernel", (self.units, size), "recurrent")
        self.bias: Any = self._add_bias((size,)) if self.use_bias else None
        self.built = True

    def _add_bias(self, shape: tuple[int, ...]) -> Any:
        return self._weight("bias", shape)

    def get_initial_state(self, batch_size: Any = None) -> Any:
        """States of zeros for a batch."""
        return _zeros(self.state_size, batch_size, self.compute_dtype)

    def begin(self, inputs: Any, states: Any, training: Any) -> None:
        """Decides what is dropped in all steps to come, given the inputs of one and the first states."""
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
            shape = shaping.shape(x)
            x = shaping.reshape(x, [-1, x.shape[-1]])
            if masks is not None:  # the same for all time steps
                masks = [indexing.repeat(mask, shape[1], 0) for mask in masks]
        x = _by_gate(x, self.kernel, masks)
        if inputs.shape.rank == 3:
            x = shaping.reshape(x, [shape[0], shape[1], self.kernel.shape[-1]])
            x.set_shape([inputs.shape[0], inputs.shape[1], self.kernel.shape[-1]])
        return x if self.bias is None else neural.bias_add(x, self._input_bias())

    def _input_bias(self) -> Any:
        return self.bias

    def step(self, x: Any, states: Any) -> tuple[Any, Any]:
        """The output and the new states, given what `projected` made of the inputs."""
        raise NotImplementedError

    def _recurrent(self, state: Any) -> Any:
        """What the state contributes."""
        return _by_gate(state, self.recurrent_kernel, self._dropped[1])

    def call(self, inputs: Any, states: Any, training: Any = False) -> tuple[Any, Any]:
        inputs = self._floats(inputs)
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
    ones = shaping.ones_like(x)
    return [when(training, lambda: dropped(ones, rate, None, seeds), lambda: ones) for _ in range(count)]


def _by_gate(x: Any, kernel: Any, masks: list[Any] | None) -> Any:
    """The product of `x` and `kernel`, with a mask of `x` for all gates or for each."""
    if masks is None or len(masks) == 1:
        return matrix.matmul(x if masks is None else x * masks[0], kernel)
    parts = assembling.split(kernel, len(masks), 1)
    return assembling.concat([matrix.matmul(x * mask, part) for mask, part in zip(masks, parts, strict=True)], 1)


class _GatedCell(_Cell):
    """A cell whose gates have a function of their own."""

    recurrent_activation: Any = replace(activation("sigmoid", "gates"), first=True)


class SimpleRNNCell(_Cell):
    """One step of `SimpleRNN`: `activation(inputs @ kernel + state @ recurrent_kernel + bias)`."""

    def _init_base(self, **others: Any) -> None:
        super()._init_base(**others)
        # The seed of dropout is drawn before those of the weights: the same global seed is then Keras's numbers.
        if self._keras_state.arguments[1].get("seed") is None:
            self.seed_generator = SeedGenerator()

    def step(self, x: Any, states: Any) -> tuple[Any, Any]:
        state = nest.flatten(states)[0]
        output = self.activation(x + self._recurrent(state))
        return output, [output]


class LSTMCell(_GatedCell):
    """One step of `LSTM` (Hochreiter and Schmidhuber 1997); the state is the output and the memory."""

    _GATES = 4
    unit_forget_bias: bool = field("whether the bias of the forget gate begins at 1", default=True)

    def _init_done(self) -> None:
        super()._init_done()
        self.state_size = [self.units, self.units]

    def _add_bias(self, shape: tuple[int, ...]) -> Any:
        make, units = self.bias_initializer, self.units

        def initial(shape: Any, dtype: Any = None) -> Any:
            if not self.unit_forget_bias:
                return make(shape, dtype)
            return assembling.concat(
                [make((units,), dtype), creation.ones((units,), dtype), make((units * 2,), dtype)], 0
            )

        return self.add_weight(
            name="bias", shape=shape, initializer=initial, regularizer=self.bias_regularizer,
            constraint=self.bias_constraint,
        )  # fmt: skip

    def step(self, x: Any, states: Any) -> tuple[Any, Any]:
        output, memory = states
        gates = x + self._recurrent(output)
        i, f, c, o = assembling.split(gates, 4, 1)
        memory = self.recurrent_activation(f) * memory + self.recurrent_activation(i) * self.activation(c)
        output = self.recurrent_activation(o) * self.activation(memory)
        return output, [output, memory]


class GRUCell(_GatedCell):
    """One step of `GRU` (Cho et al. 2014)."""

    _GATES = 3
    reset_after: bool = field("whether the reset gate acts after the product with the recurrent kernel", default=True)

    def _add_bias(self, shape: tuple[int, ...]) -> Any:
        return self._weight("bias", (2, *shape) if self.reset_after else shape)

    def _input_bias(self) -> Any:
        return self.bias[0] if self.reset_after else self.bias

    def step(self, x: Any, states: Any) -> tuple[Any, Any]:
        state = nest.flatten(states)[0]
        gate, (x_z, x_r, x_h) = self.recurrent_activation, assembling.split(x, 3, 1)
        if self.reset_after:
            inner = self._recurrent(state)
            if self.bias is not None:
                inner = neural.bias_add(inner, self.bias[1])
            r_z, r_r, r_h = assembling.split(inner, 3, 1)
            z = gate(x_z + r_z)
            candidate = self.activation(x_h + gate(x_r + r_r) * r_h)
        else:
            masks = self._dropped[1]
            k_z, k_r, k_h = assembling.split(self.recurrent_kernel, 3, 1)
            h_z, h_r, h_h = [state] * 3 if masks is None else [state * mask for mask in masks]
            z = gate(x_z + matrix.matmul(h_z, k_z))
            candidate = self.activation(x_h + matrix.matmul(gate(x_r + matrix.matmul(h_r, k_r)) * h_h, k_h))
        output = z * state + (1 - z) * candidate
        return output, [output]
