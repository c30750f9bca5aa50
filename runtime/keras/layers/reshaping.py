"""Layers that move elements about: shapes and borders."""

from __future__ import annotations

import math
from typing import Any

from runtime.keras.declaring import field
from runtime.keras.layers.arguments import DATA_FORMAT, sizes
from runtime.keras.layers.base import Layer
from runtime.keras.layers.input_spec import InputSpec
from runtime.library import shaping
from runtime.library.padding import pad


def _sizes_of_an_example(x: Any) -> list[int | None]:
    return x.shape.as_list()[1:] if x.shape.rank is not None else [None]


class Flatten(Layer):
    """All dimensions but the batch as one.

    >>> import runtime as tf
    >>> Flatten()(tf.ones([2, 3, 4])).shape
    TensorShape([2, 12])
    """

    data_format: str = DATA_FORMAT

    def _init_done(self) -> None:
        self.input_spec = InputSpec(min_ndim=1)

    def call(self, inputs: Any) -> Any:
        inner: Any = _sizes_of_an_example(inputs)
        shape = [shaping.shape(inputs)[0], -1] if None in inner else [-1, math.prod(inner)]
        return shaping.reshape(inputs, shape)


class Reshape(Layer):
    """Another shape for each example.

    >>> import runtime as tf
    >>> Reshape((2, -1))(tf.ones([5, 6])).shape
    TensorShape([5, 2, 3])
    """

    target_shape: tuple[int, ...] = field(
        "without the batch; one -1 stands for what is left",
        convert=lambda shape: (shape,) if isinstance(shape, int) else tuple(int(n) for n in shape),
    )

    def call(self, inputs: Any) -> Any:
        target, inner = list(self.target_shape), _sizes_of_an_example(inputs)
        if None not in inner:
            total = math.prod(inner)  # type: ignore[arg-type]
            known = math.prod(n for n in target if n != -1)
            if total % known if -1 in target else total != known:
                raise ValueError(
                    "The total size of the tensor must be unchanged. Received: "
                    f"input_shape={tuple(inner)}, target_shape={self.target_shape}"
                )
            target = [total // known if n == -1 else n for n in target]
        return shaping.reshape(inputs, [shaping.shape(inputs)[0] if -1 in target else -1, *target])


def _pairs(value: Any) -> tuple[tuple[int, ...], ...]:
    """How much before and after, per dimension: from one number, one per dimension, or a pair per dimension."""
    values = (value, value) if isinstance(value, int) else tuple(value)
    if len(values) != 2:
        raise ValueError(f"`padding` should have 2 elements. Received: {value}.")
    return tuple(sizes(v, 2, "padding", allow_zero=True) for v in values)


class ZeroPadding2D(Layer):
    """Zeros around each image.

    >>> import runtime as tf
    >>> ZeroPadding2D(1)(tf.ones([1, 2, 2, 3])).shape
    TensorShape([1, 4, 4, 3])
    """

    padding: Any = field(
        "how many: a number, one per dimension, or a pair (before, after) per dimension",
        default=1,
        convert=_pairs,
        first=True,
    )
    data_format: str = DATA_FORMAT

    def _init_done(self) -> None:
        self.input_spec = InputSpec(ndim=4)

    def call(self, inputs: Any) -> Any:
        return pad(inputs, [(0, 0), *self.padding, (0, 0)])
