"""Layers that combine several inputs: sums, products, concatenation."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, ClassVar

from runtime.keras.declaring import field
from runtime.keras.layers.base import Layer
from runtime.library import assembling, elementwise, logic, reduction, shaping


class _Merge(Layer):
    """Combines a list of inputs, which are brought to one dtype."""

    supports_masking = True

    def build(self, input_shape: Any) -> None:
        if not isinstance(input_shape, list) or not all(isinstance(s, tuple) for s in input_shape):
            raise ValueError(
                f"A `{type(self).__name__}` layer should be called on a list of at least 1 input. Received: "
                f"input_shape={input_shape}"
            )
        self.built = True

    def _listed(self, inputs: Any) -> list[Any]:
        dtype = next((x.dtype for x in inputs if x.dtype.is_floating), inputs[0].dtype)
        return [shaping.cast(x, dtype) for x in inputs]


class _Elementwise(_Merge):
    """Combines inputs elementwise, with broadcasting."""

    #: How two inputs become one.
    combine: ClassVar[Callable[[Any, Any], Any]]

    def call(self, inputs: Any) -> Any:
        rank = max(x.shape.rank for x in inputs)
        return functools.reduce(type(self).combine, [_expanded(x, rank, 1) for x in self._listed(inputs)])

    def compute_mask(self, inputs: Any, previous_mask: Any = None) -> Any:
        masks = [m for m in previous_mask or [] if m is not None]
        return functools.reduce(logic.logical_and, masks) if masks else None


def _expanded(x: Any, rank: int, axis: int) -> Any:
    """`x` with further axes of size 1 at a place, so that it has `rank` of them."""
    while x.shape.rank < rank:
        x = shaping.expand_dims(x, axis)
    return x


class Add(_Elementwise):
    """The sum of the inputs.

    >>> import runtime as tf
    >>> Add()([tf.ones([1, 2]), tf.ones([1, 2])]).numpy()
    array([[2., 2.]], dtype=float32)
    """

    combine = staticmethod(elementwise.add)


class Multiply(_Elementwise):
    """The product of the inputs."""

    combine = staticmethod(elementwise.multiply)


class Concatenate(_Merge):
    """The inputs one after the other.

    >>> import runtime as tf
    >>> Concatenate()([tf.ones([1, 2]), tf.ones([1, 3])]).shape
    TensorShape([1, 5])
    """

    axis: int = field("along which", default=-1)

    def build(self, input_shape: Any) -> None:
        super().build(input_shape)
        ranks, axis = {len(shape) for shape in input_shape}, self.axis % len(input_shape[0])
        # What is not known agrees with anything.
        sizes = [{n for n in column if n is not None} for column in zip(*input_shape, strict=False)]
        if len(ranks) > 1 or any(len(known) > 1 for i, known in enumerate(sizes) if i != axis):
            raise ValueError(
                "A `Concatenate` layer requires inputs with matching shapes except for the concatenation axis. "
                f"Received: input_shape={input_shape}"
            )

    def call(self, inputs: Any) -> Any:
        return assembling.concat(self._listed(inputs), self.axis)

    def compute_mask(self, inputs: Any, previous_mask: Any = None) -> Any:
        if all(m is None for m in previous_mask or ()):
            return None
        # The mask of an input without one is true, in the shape of the input if its last axis is joined.
        filled = []
        for x, mask in zip(inputs, previous_mask, strict=True):
            whole = shaping.ones_like(x, dtype="bool")
            filled.append(whole if mask is None else logic.logical_and(_expanded(mask, x.shape.rank, -1), whole))
        return reduction.reduce_any(assembling.concat(filled, self.axis), -1)


def add(inputs: Any, **kwargs: Any) -> Any:
    """`Add(**kwargs)(inputs)`."""
    return Add(**kwargs)(inputs)


def multiply(inputs: Any, **kwargs: Any) -> Any:
    """`Multiply(**kwargs)(inputs)`."""
    return Multiply(**kwargs)(inputs)


def concatenate(inputs: Any, axis: int = -1, **kwargs: Any) -> Any:
    """`Concatenate(axis, **kwargs)(inputs)`."""
    return Concatenate(axis, **kwargs)(inputs)
