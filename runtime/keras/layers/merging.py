"""Layers that combine several inputs: sums, products, concatenation."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, ClassVar

from runtime.keras.declaring import field
from runtime.keras.layers.base import Layer
from runtime.library import assembling, elementwise, logic, reduction, shaping


class _Merge(Layer):
    """Combines inputs, elementwise, with broadcasting."""

    supports_masking = True
    #: How two inputs become one.
    combine: ClassVar[Callable[[Any, Any], Any]]

    def build(self, input_shape: Any) -> None:
        _check_listed(type(self).__name__, input_shape)
        self.built = True

    def call(self, inputs: Any) -> Any:
        inputs = _of_one_dtype(inputs)
        rank = max(x.shape.rank for x in inputs)
        return functools.reduce(type(self).combine, [_expanded(x, rank) for x in inputs])

    def compute_mask(self, inputs: Any, previous_mask: Any = None) -> Any:
        masks = [m for m in previous_mask or [] if m is not None]
        return functools.reduce(logic.logical_and, masks) if masks else None


def _check_listed(layer: str, shapes: Any) -> None:
    if not isinstance(shapes, list) or not shapes or not all(isinstance(s, tuple) for s in shapes):
        raise ValueError(
            f"A `{layer}` layer should be called on a list of at least 1 input. Received: input_shape={shapes}"
        )


def _of_one_dtype(inputs: Any) -> list[Any]:
    dtype = next((x.dtype for x in inputs if x.dtype.is_floating), inputs[0].dtype)
    return [shaping.cast(x, dtype) for x in inputs]


def _expanded(x: Any, rank: int) -> Any:
    """`x` with axes of size 1 after the batch, so that it has `rank` of them."""
    while x.shape.rank < rank:
        x = shaping.expand_dims(x, 1)
    return x


class Add(_Merge):
    """The sum of the inputs.

    >>> import runtime as tf
    >>> Add()([tf.ones([1, 2]), tf.ones([1, 2])]).numpy()
    array([[2., 2.]], dtype=float32)
    """

    combine = staticmethod(elementwise.add)


class Multiply(_Merge):
    """The product of the inputs."""

    combine = staticmethod(elementwise.multiply)


class Concatenate(Layer):
    """The inputs one after the other.

    >>> import runtime as tf
    >>> Concatenate()([tf.ones([1, 2]), tf.ones([1, 3])]).shape
    TensorShape([1, 5])
    """

    supports_masking = True
    axis: int = field("along which", default=-1)

    def build(self, input_shape: Any) -> None:
        _check_listed("Concatenate", input_shape)
        rank = len(input_shape[0])
        others = {tuple(n for i, n in enumerate(shape) if i != self.axis % rank) for shape in input_shape}
        if any(len(shape) != rank for shape in input_shape) or _conflict(others):
            raise ValueError(
                "A `Concatenate` layer requires inputs with matching shapes except for the concatenation axis. "
                f"Received: input_shape={input_shape}"
            )
        self.built = True

    def call(self, inputs: Any) -> Any:
        return assembling.concat(_of_one_dtype(inputs), self.axis)

    def compute_mask(self, inputs: Any, previous_mask: Any = None) -> Any:
        masks = list(previous_mask or [])
        if all(m is None for m in masks):
            return None
        # The mask of an input without one is true, in the shape of the input if its last axis is joined.
        filled = []
        for x, mask in zip(inputs, masks, strict=True):
            whole = shaping.ones_like(x, dtype="bool")
            while mask is not None and mask.shape.rank < x.shape.rank:
                mask = shaping.expand_dims(mask, -1)
            filled.append(whole if mask is None else logic.logical_and(mask, whole))
        return reduction.reduce_any(assembling.concat(filled, self.axis), -1)


def _conflict(shapes: set[tuple[Any, ...]]) -> bool:
    """Whether shapes differ where both are known."""
    return any(len({n for n in sizes if n is not None}) > 1 for sizes in zip(*shapes, strict=True))


def add(inputs: Any, **kwargs: Any) -> Any:
    """`Add(**kwargs)(inputs)`."""
    return Add(**kwargs)(inputs)


def multiply(inputs: Any, **kwargs: Any) -> Any:
    """`Multiply(**kwargs)(inputs)`."""
    return Multiply(**kwargs)(inputs)


def concatenate(inputs: Any, axis: int = -1, **kwargs: Any) -> Any:
    """`Concatenate(axis, **kwargs)(inputs)`."""
    return Concatenate(axis, **kwargs)(inputs)
