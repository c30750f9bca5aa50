"""Numbers about images: their statistics, and how much they differ."""

from __future__ import annotations

import math as python_math
from typing import Any

from runtime.core import dtypes
from runtime.image.colors import convert_image_dtype
from runtime.image.geometry import images_of
from runtime.library import elementwise, padding, reduction, shaping
from runtime.tensor.conversion import convert_to_tensor


def per_image_standardization(image: Any) -> Any:
    """Images with mean 0 and variance 1; a variance below that of one element in all is taken as that."""
    x = images_of(image)
    x = x if x.dtype in (dtypes.float16, dtypes.float32) else shaping.cast(x, dtypes.float32)
    axes = [-3, -2, -1]
    count = shaping.cast(reduction.reduce_prod(shaping.shape(x)[-3:]), x.dtype)
    deviation = elementwise.maximum(reduction.reduce_std(x, axes, keepdims=True), elementwise.rsqrt(count))
    return (x - reduction.reduce_mean(x, axes, keepdims=True)) / deviation


def total_variation(images: Any, name: str | None = None) -> Any:
    """The sum of the differences of neighbours, for each image."""
    x = images_of(images)
    down, right = elementwise.abs(x[..., 1:, :, :] - x[..., :-1, :, :]), elementwise.abs(x[..., 1:, :] - x[..., :-1, :])
    return reduction.reduce_sum(down, [-3, -2, -1]) + reduction.reduce_sum(right, [-3, -2, -1])


def psnr(a: Any, b: Any, max_val: Any, name: str | None = None) -> Any:
    """The ratio of the peak signal to the noise between images, in decibels.

    Args:
        a, b: images `[..., height, width, channels]`.
        max_val: the difference between the highest and the lowest value there can be.
        name: of the node.
    """
    top = convert_image_dtype(convert_to_tensor(max_val, dtype_hint=convert_to_tensor(a).dtype), dtypes.float32)
    a, b = convert_image_dtype(a, dtypes.float32), convert_image_dtype(b, dtypes.float32)
    error = reduction.reduce_mean(elementwise.squared_difference(a, b), [-3, -2, -1])
    return (20 * elementwise.log(top) - 10 * elementwise.log(error)) / python_math.log(10)


def image_gradients(image: Any) -> tuple[Any, Any]:
    """The differences of neighbours of a batch of images, along the height and along the width; 0 at the end."""
    x = convert_to_tensor(image)
    if x.shape.rank != 4:
        raise ValueError(f"image_gradients expects a 4D tensor [batch_size, h, w, d], not {x.shape}.")
    down = padding.pad(x[:, 1:] - x[:, :-1], [[0, 0], [0, 1], [0, 0], [0, 0]])
    return down, padding.pad(x[:, :, 1:] - x[:, :, :-1], [[0, 0], [0, 0], [0, 1], [0, 0]])
