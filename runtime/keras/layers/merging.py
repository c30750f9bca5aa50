"""Layers that combine several inputs: sums, products, extremes, concatenation."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from runtime import nn
from runtime.keras.layers.base import Layer
from runtime.library import public as tf


class _Merge(Layer):
    """Combines two or more inputs, elementwise, with broadcasting."""

    supports_masking = True
    #: How two inputs become one.
    _combine: Callable[[Any, Any], Any]

    def build(self, input_shape: Any) -> None:
        if not isinstance(input_shape, list) or not all(isinstance(s, tuple) for s in input_shape):
            raise ValueError(
                f"A merge layer should be called on a list of inputs. Received: input_shape={input_shape} (not a list "
                "of shapes)"
            )
        if len(input_shape) < 1:
            raise ValueError(
                "A merge layer should be called on a list of at least 1 input. Received "
                f"{len(input_shape)} inputs. Full input_shape received: {input_shape}"
            )
        self.built = True

    def call(self, inputs: Any) -> Any:
        inputs = _listed(inputs)
        rank = max(x.shape.rank for x in inputs)
        dtype = next((x.dtype for x in inputs if x.dtype.is_floating), inputs[0].dtype)
        return self._merged([_expanded(tf.cast(x, dtype), rank) for x in inputs])

    def _merged(self, inputs: list[Any]) -> Any:
        return functools.reduce(type(self)._combine, inputs)

    def compute_mask(self, inputs: Any, previous_mask: Any = None) -> Any:
        masks = [m for m in previous_mask or [] if m is not None]
        return functools.reduce(tf.logical_and, masks) if masks else None


def _listed(inputs: Any) -> list[Any]:
    if not isinstance(inputs, (list, tuple)):
        raise ValueError(f"A merge layer should be called on a list of inputs. Received: inputs={inputs}")
    return list(inputs)


def _expanded(x: Any, rank: int) -> Any:
    """`x` with axes of size 1 after the batch, so that it has `rank` of them."""
    while x.shape.rank < rank:
        x = tf.expand_dims(x, 1)
    return x


class Add(_Merge):
    """The sum of the inputs.

    >>> Add()([tf.ones([1, 2]), tf.ones([1, 2])]).numpy()
    array([[2., 2.]], dtype=float32)
    """

    _combine = staticmethod(tf.add)


class Subtract(_Merge):
    """The first of two inputs less the second."""

    _combine = staticmethod(tf.subtract)

    def build(self, input_shape: Any) -> None:
        super().build(input_shape)
        if len(input_shape) != 2:
            raise ValueError(
                f"A `Subtract` layer should be called on exactly 2 inputs. Received: input_shape={input_shape}"
            )


class Multiply(_Merge):
    """The product of the inputs."""

    _combine = staticmethod(tf.multiply)


class Average(_Merge):
    """The mean of the inputs."""

    def _merged(self, inputs: list[Any]) -> Any:
        return functools.reduce(tf.add, inputs) / len(inputs)


class Maximum(_Merge):
    """The largest of the inputs, elementwise."""

    _combine = staticmethod(tf.maximum)


class Minimum(_Merge):
    """The smallest of the inputs, elementwise."""

    _combine = staticmethod(tf.minimum)


class Concatenate(Layer):
    """The inputs one after the other.

    Args:
        axis: along which.

    >>> Concatenate()([tf.ones([1, 2]), tf.ones([1, 3])]).shape
    TensorShape([1, 5])
    """

    supports_masking = True
    _CONFIG = ("axis",)

    def __init__(self, axis: int = -1, **kwargs: Any):
        super().__init__(**kwargs)
        self.axis = axis

    def build(self, input_shape: Any) -> None:
        if not isinstance(input_shape, list) or len(input_shape) < 1 or not isinstance(input_shape[0], tuple):
            raise ValueError(
                "A `Concatenate` layer should be called on a list of at least 1 input. "
                f"Received: input_shape={input_shape}"
            )
        rank = len(input_shape[0])
        others = {tuple(n for i, n in enumerate(shape) if i != self.axis % rank) for shape in input_shape}
        if any(len(shape) != rank for shape in input_shape) or _conflict(others):
            raise ValueError(
                "A `Concatenate` layer requires inputs with matching shapes except for the concatenation axis. "
                f"Received: input_shape={input_shape}"
            )
        self.built = True

    def call(self, inputs: Any) -> Any:
        inputs = _listed(inputs)
        dtype = next((x.dtype for x in inputs if x.dtype.is_floating), inputs[0].dtype)
        return tf.concat([tf.cast(x, dtype) for x in inputs], self.axis)

    def compute_mask(self, inputs: Any, previous_mask: Any = None) -> Any:
        masks = list(previous_mask or [])
        if all(m is None for m in masks):
            return None
        # The mask of an input without one is true, in the shape of the input if its last axis is joined.
        filled = []
        for x, mask in zip(inputs, masks, strict=True):
            if mask is None:
                filled.append(tf.ones_like(x, dtype="bool"))
            else:
                while mask.shape.rank < x.shape.rank:
                    mask = tf.expand_dims(mask, -1)
                filled.append(tf.logical_and(mask, tf.ones_like(x, dtype="bool")))
        return tf.reduce_any(tf.concat(filled, self.axis), -1)


def _conflict(shapes: set[tuple[Any, ...]]) -> bool:
    """Whether shapes differ where both are known."""
    return any(len({n for n in sizes if n is not None}) > 1 for sizes in zip(*shapes, strict=True))


class Dot(Layer):
    """The product of two inputs along an axis of each.

    Args:
        axes: the axis of each, or one for both.
        normalize: whether inputs are scaled to length 1 before: the result is then the cosine of their angle.
    """

    supports_masking = True
    _CONFIG = ("axes", "normalize")

    def __init__(self, axes: Any, normalize: bool = False, **kwargs: Any):
        super().__init__(**kwargs)
        if not isinstance(axes, int):
            if not isinstance(axes, (list, tuple)):
                raise TypeError(
                    f"Invalid type for argument `axes`: it should be a list or an int. Received: axes={axes}"
                )
            if len(axes) != 2:
                raise ValueError(
                    f"Invalid format for argument `axes`: it should contain two elements. Received: axes={axes}"
                )
        self.axes, self.normalize = axes, normalize

    def call(self, inputs: Any) -> Any:
        if not isinstance(inputs, (list, tuple)) or len(inputs) != 2:
            raise ValueError("A `Dot` layer should be called on exactly 2 inputs.")
        x, y = inputs
        axes = (self.axes, self.axes) if isinstance(self.axes, int) else tuple(self.axes)
        a, b = (axis % t.shape.rank for axis, t in zip(axes, (x, y), strict=True))
        if x.shape[a] is not None and y.shape[b] is not None and x.shape[a] != y.shape[b]:
            raise ValueError(
                f"Incompatible input shapes: axis values {x.shape[a]} (at axis {a}) != {y.shape[b]} (at axis {b}). "
                f"Full input shapes: {tuple(x.shape)}, {tuple(y.shape)}"
            )
        if self.normalize:
            x, y = nn.l2_normalize(x, a), nn.l2_normalize(y, b)
        return _batch_dot(x, y, a, b)

    def compute_mask(self, inputs: Any, previous_mask: Any = None) -> Any:
        return None


def _batch_dot(x: Any, y: Any, a: int, b: int) -> Any:
    """For each example the sum over axis `a` of `x` and `b` of `y`; other axes of `x` come first."""
    letters = iter("bcdefghijklmnopqrstuvwxyz")
    left = ["a" if i == 0 else "z" if i == a else next(letters) for i in range(x.shape.rank)]
    right = ["a" if i == 0 else "z" if i == b else next(letters) for i in range(y.shape.rank)]
    kept = [c for c in [*left, *right[1:]] if c != "z"]
    result = tf.einsum(f"{''.join(left)},{''.join(right)}->{''.join(kept)}", x, y)
    return tf.expand_dims(result, 1) if result.shape.rank == 1 else result


def add(inputs: Any, **kwargs: Any) -> Any:
    """`Add(**kwargs)(inputs)`."""
    return Add(**kwargs)(inputs)


def subtract(inputs: Any, **kwargs: Any) -> Any:
    """`Subtract(**kwargs)(inputs)`."""
    return Subtract(**kwargs)(inputs)


def multiply(inputs: Any, **kwargs: Any) -> Any:
    """`Multiply(**kwargs)(inputs)`."""
    return Multiply(**kwargs)(inputs)


def average(inputs: Any, **kwargs: Any) -> Any:
    """`Average(**kwargs)(inputs)`."""
    return Average(**kwargs)(inputs)


def maximum(inputs: Any, **kwargs: Any) -> Any:
    """`Maximum(**kwargs)(inputs)`."""
    return Maximum(**kwargs)(inputs)


def minimum(inputs: Any, **kwargs: Any) -> Any:
    """`Minimum(**kwargs)(inputs)`."""
    return Minimum(**kwargs)(inputs)


def concatenate(inputs: Any, axis: int = -1, **kwargs: Any) -> Any:
    """`Concatenate(axis, **kwargs)(inputs)`."""
    return Concatenate(axis, **kwargs)(inputs)


def dot(inputs: Any, axes: Any = -1, **kwargs: Any) -> Any:
    """`Dot(axes, **kwargs)(inputs)`."""
    return Dot(axes, **kwargs)(inputs)
