"""`EinsumDense`: a dense layer along any axes, by an equation."""

from __future__ import annotations

from typing import Any

from runtime.keras import activations
from runtime.keras.layers.arguments import keep, weight
from runtime.keras.layers.base import Layer
from runtime.keras.layers.core import as_floats
from runtime.library import public as tf


class EinsumDense(Layer):
    """`activation(einsum(equation, inputs, kernel) + bias)`.

    Args:
        equation: such as `abc,cd->abd`; `...` stands for any axes.
        output_shape: without the batch; None for axes whose sizes are those of the inputs.
        activation: a function or its name.
        bias_axes: axes of the outputs that the bias has; None for no bias.
        kernel_initializer, bias_initializer: of the weights.
        kernel_regularizer, bias_regularizer, activity_regularizer: penalties.
        kernel_constraint, bias_constraint: of the weights.

    Raises:
        ValueError: if the equation or the shapes do not fit.

    >>> EinsumDense('ab,bc->ac', 4)(tf.ones([2, 3])).shape
    TensorShape([2, 4])
    """

    _CONFIG = (
        "output_shape", "equation", "activation", "bias_axes", "kernel_initializer", "bias_initializer",
        "kernel_regularizer", "bias_regularizer", "kernel_constraint", "bias_constraint",
    )  # fmt: skip

    def __init__(
        self,
        equation: str,
        output_shape: Any,
        activation: Any = None,
        bias_axes: str | None = None,
        kernel_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        kernel_constraint: Any = None,
        bias_constraint: Any = None,
        **kwargs: Any,
    ):
        super().__init__(**kwargs)
        self.equation, self.bias_axes = equation.replace(" ", ""), bias_axes
        self.partial_output_shape = (output_shape,) if isinstance(output_shape, int) else tuple(output_shape)
        keep(
            self, activation=activation, kernel_initializer=kernel_initializer, bias_initializer=bias_initializer,
            kernel_regularizer=kernel_regularizer, bias_regularizer=bias_regularizer,
            kernel_constraint=kernel_constraint, bias_constraint=bias_constraint,
        )  # fmt: skip

    def build(self, input_shape: Any) -> None:
        terms, _, output = self.equation.partition("->")
        inputs, _, kernel = terms.partition(",")
        if not output or not kernel:
            raise ValueError(
                f"Invalid einsum equation '{self.equation}'. Equations must be in the form [X],[Y]->[Z], ...[X],[Y]->"
                "...[Z], or [X]...,[Y]->[Z]...."
            )
        sizes = _sizes_by_letter(inputs, input_shape)
        letters = output.replace("...", "")
        wanted = self.partial_output_shape
        # The shape is given without the batch, or without all axes that `...` stands for.
        for letter, size in zip(reversed(letters), reversed(wanted), strict=False):
            if size is None:
                continue
            if letter in sizes and sizes[letter] not in (size, None):
                raise ValueError(
                    f"Input shape and output shape do not match at shared dimension '{letter}'. Input shape is "
                    f"{sizes[letter]}, and output shape is {size}."
                )
            sizes[letter] = size
        for letter in kernel:
            if sizes.get(letter) is None:
                raise ValueError(
                    f"Weight dimension '{letter}' did not have a match in either the input spec '{inputs}' or the "
                    f"output spec '{output}'. For this layer, the weight must be fully specified."
                )
        given = vars(self)["kernel_initializer"]
        if hasattr(given, "with_axes"):
            summed = [i for i, letter in enumerate(kernel) if letter not in output]
            self.kernel_initializer: Any = given.with_axes(summed, [i for i in range(len(kernel)) if i not in summed])
        self.kernel = weight(self, "kernel", [sizes[letter] for letter in kernel])
        self.kernel_initializer = given
        self.bias = None
        if self.bias_axes:
            for letter in self.bias_axes:
                if letter not in letters:
                    raise ValueError(
                        f"Bias dimension '{letter}' was requested, but is not part of the output spec '{output}'"
                    )
            first = min(letters.index(letter) for letter in self.bias_axes)
            shape = [sizes[letter] if letter in self.bias_axes else 1 for letter in letters[first:]]
            self.bias = weight(self, "bias", shape)
        self.built = True

    @property
    def output_shape(self) -> Any:
        return self.partial_output_shape

    def call(self, inputs: Any, training: Any = None) -> Any:
        x = tf.einsum(self.equation, as_floats(self, inputs), self.kernel)
        if self.bias is not None:
            x = x + self.bias
        return x if self.activation is activations.linear else self.activation(x)


def _sizes_by_letter(term: str, shape: Any) -> dict[str, int | None]:
    """The sizes of the axes that have letters."""
    before, dots, after = term.partition("...")
    sizes = dict(zip(before, shape, strict=False))
    if dots:
        sizes.update(zip(reversed(after), reversed(shape), strict=False))
    return sizes
