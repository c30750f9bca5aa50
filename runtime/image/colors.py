"""The colours of images: dtypes and their ranges, models of colour, brightness, contrast, hue."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.core import dtypes
from runtime.library import assembling, creation, elementwise, logic, matrix, neural, reduction, shaping
from runtime.library.neural import stretch_contrast
from runtime.tensor.conversion import convert_to_tensor


def convert_image_dtype(image: Any, dtype: Any, saturate: bool = False, name: str | None = None) -> Any:
    """The image with another dtype: `[0, 1]` of floating-point numbers is the whole range of integers that are >= 0.

    Args:
        image: a tensor of any shape.
        dtype: of the result.
        saturate: whether values outside of the range of `dtype` become its ends.
        name: of the node.

    >>> convert_image_dtype([[[0.5]]], dtypes.uint8).numpy().item()
    127
    """
    x, target = convert_to_tensor(image), dtypes.as_dtype(dtype)
    if x.dtype is target:
        return x
    cast = elementwise.saturate_cast if saturate else shaping.cast
    if x.dtype.is_integer and target.is_integer:
        ratio = (target.max + 1) // (x.dtype.max + 1)
        if ratio:
            return cast(x, target) * ratio
        return cast(x // ((x.dtype.max + 1) // (target.max + 1)), target)
    if x.dtype.is_floating and target.is_floating:
        return shaping.cast(x, target)
    if x.dtype.is_integer:
        return shaping.cast(x, target) * (1.0 / x.dtype.max)
    return cast(x * (target.max + 0.5), target)


def _as_floats(image: Any, function: Callable[[Any], Any]) -> Any:
    """What `function` makes of an image in float32, or of one of floating-point numbers as it is."""
    x = convert_to_tensor(image)
    if x.dtype.is_floating:
        return function(x)
    return convert_image_dtype(function(convert_image_dtype(x, dtypes.float32)), x.dtype, saturate=True)


def rgb_to_grayscale(images: Any, name: str | None = None) -> Any:
    """Images of one channel: the luma of red, green and blue.

    Raises:
        ValueError: if there are not three channels.
    """
    x = convert_to_tensor(images)
    if x.shape.rank is not None and x.shape[-1] not in (3, None):
        raise ValueError(f"Input RGB images must have 3 channels in the last dimension, not {x.shape[-1]}")
    original = x.dtype
    floats = convert_image_dtype(x, dtypes.float32)
    gray = shaping.expand_dims(matrix.tensordot(floats, creation.constant([0.2989, 0.5870, 0.1140]), [[-1], [-1]]), -1)
    return convert_image_dtype(gray, original)


def grayscale_to_rgb(images: Any, name: str | None = None) -> Any:
    """Images with their channel three times."""
    x = convert_to_tensor(images)
    return assembling.tile(x, [1] * (x.shape.rank - 1) + [3])


def adjust_brightness(image: Any, delta: Any) -> Any:
    """The image with `delta`, a part of the whole range, added.

    Args:
        image: of any shape.
        delta: a number, 1 for the whole range.

    >>> adjust_brightness([[[0.25]]], 0.5).numpy().item()
    0.75
    """
    return _as_floats(image, lambda x: x + shaping.cast(delta, x.dtype))


def adjust_contrast(images: Any, contrast_factor: Any) -> Any:
    """Images with the distance from the mean of each channel multiplied.

    Args:
        images: `[..., height, width, channels]`.
        contrast_factor: a number.

    >>> adjust_contrast([[[1.0], [3.0]]], 2.0).numpy().ravel()
    array([0., 4.], dtype=float32)
    """
    factor = shaping.cast(contrast_factor, dtypes.float32)
    return _as_floats(images, lambda x: stretch_contrast(x, factor))


def adjust_gamma(image: Any, gamma: Any = 1, gain: Any = 1) -> Any:
    """The image to the power of `gamma`, times `gain`.

    Args:
        image: of any shape.
        gamma: the exponent, at least 0.
        gain: the factor.

    Raises:
        ValueError: if `gamma` is negative.

    >>> adjust_gamma([[[0.5]]], 2.0).numpy().item()
    0.25
    """
    if isinstance(gamma, (int, float)) and gamma < 0:
        raise ValueError("Gamma should be a non-negative real number.")
    return _as_floats(image, lambda x: shaping.cast(gain, x.dtype) * x ** shaping.cast(gamma, x.dtype))


def rgb_to_hsv(images: Any, name: str | None = None) -> Any:
    """Hue, saturation and value of red, green and blue, all in `[0, 1]` (A. R. Smith 1978)."""
    x = convert_to_tensor(images)
    r, g, b = assembling.unstack(x, 3, axis=-1)
    value = reduction.reduce_max(x, -1)
    spread = value - reduction.reduce_min(x, -1)
    by_red = elementwise.divide_no_nan(g - b, spread)
    by_green = 2.0 + elementwise.divide_no_nan(b - r, spread)
    by_blue = 4.0 + elementwise.divide_no_nan(r - g, spread)
    hue = logic.where(logic.equal(r, value), by_red, logic.where(logic.equal(g, value), by_green, by_blue)) / 6.0
    hue = logic.where(spread > 0, elementwise.floormod(hue, 1.0), shaping.zeros_like(hue))
    return assembling.stack([hue, elementwise.divide_no_nan(spread, value), value], -1)


def hsv_to_rgb(images: Any, name: str | None = None) -> Any:
    """Red, green and blue of hue, saturation and value."""
    h, s, v = assembling.unstack(convert_to_tensor(images), 3, axis=-1)
    parts = [
        neural.clip_by_value(part, 0.0, 1.0)
        for part in (
            elementwise.abs(h * 6.0 - 3.0) - 1.0,
            2.0 - elementwise.abs(h * 6.0 - 2.0),
            2.0 - elementwise.abs(h * 6.0 - 4.0),
        )
    ]
    return assembling.stack([((part - 1.0) * s + 1.0) * v for part in parts], -1)


def adjust_hue(image: Any, delta: Any, name: str | None = None) -> Any:
    """The image with `delta`, in turns of the circle of colours, added to the hue.

    Args:
        image: `[..., 3]`, of red, green and blue.
        delta: in `[-1, 1]`; 1 is once around the circle of hues.
    """
    return _in_hsv(image, lambda h, s, v: [elementwise.floormod(h + shaping.cast(delta, h.dtype), 1.0), s, v])


def adjust_saturation(image: Any, saturation_factor: Any, name: str | None = None) -> Any:
    """The image with its saturation multiplied.

    Args:
        image: `[..., 3]`, of red, green and blue.
        saturation_factor: a number.
    """

    def saturated(h: Any, s: Any, v: Any) -> list[Any]:
        return [h, neural.clip_by_value(s * shaping.cast(saturation_factor, s.dtype), 0.0, 1.0), v]

    return _in_hsv(image, saturated)


def _in_hsv(image: Any, change: Callable[[Any, Any, Any], list[Any]]) -> Any:
    """The image with its hue, saturation and value changed."""

    def changed(x: Any) -> Any:
        return hsv_to_rgb(assembling.stack(change(*assembling.unstack(rgb_to_hsv(x), 3, axis=-1)), -1))

    return _as_floats(image, changed)
