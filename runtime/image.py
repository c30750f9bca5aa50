"""`tf.image`: flipping, cropping, resizing and colours of images, `[height, width, channels]`, or batches of them."""

from __future__ import annotations

import math as python_math
from collections.abc import Callable
from typing import Any

from runtime import math, random
from runtime.conversion import convert_to_tensor
from runtime.core import dtypes
from runtime.core.coverage import not_covered
from runtime.ops import public as tf
from runtime.ops import shaping

__all__ = [
    "ResizeMethod", "adjust_brightness", "adjust_contrast", "adjust_gamma", "adjust_hue", "adjust_saturation",
    "central_crop", "convert_image_dtype", "crop_to_bounding_box", "flip_left_right", "flip_up_down",
    "grayscale_to_rgb", "hsv_to_rgb", "image_gradients", "pad_to_bounding_box", "per_image_standardization", "psnr",
    "random_brightness", "random_contrast", "random_crop", "random_flip_left_right", "random_flip_up_down",
    "random_hue", "random_saturation", "resize", "resize_with_crop_or_pad", "resize_with_pad", "rgb_to_grayscale",
    "rgb_to_hsv", "rot90", "stateless_random_brightness", "stateless_random_contrast", "stateless_random_crop",
    "stateless_random_flip_left_right", "stateless_random_flip_up_down", "stateless_random_hue",
    "stateless_random_saturation", "total_variation", "transpose",
]  # fmt: skip


class ResizeMethod:
    """Names of the ways to resize."""

    BILINEAR = "bilinear"
    NEAREST_NEIGHBOR = "nearest"


def _images(image: Any) -> Any:
    """A tensor of an image or a batch of them."""
    x = convert_to_tensor(image)
    if x.shape.rank not in (3, 4):
        raise ValueError(f"'image' (shape {x.shape}) must have either 3 or 4 dimensions.")
    return x


# -- turning ---------------------------------------------------------------------------------------------------------


def flip_left_right(image: Any) -> Any:
    """The image mirrored along its width.

    >>> flip_left_right([[[1], [2]]]).numpy().ravel()
    array([2, 1], dtype=int32)
    """
    return tf.reverse(_images(image), [-2])


def flip_up_down(image: Any) -> Any:
    """The image mirrored along its height."""
    return tf.reverse(_images(image), [-3])


def transpose(image: Any, name: str | None = None) -> Any:
    """The image with height and width exchanged."""
    x = _images(image)
    return tf.transpose(x, [1, 0, 2] if x.shape.rank == 3 else [0, 2, 1, 3])


def rot90(image: Any, k: int = 1, name: str | None = None) -> Any:
    """The image turned counter-clockwise by `k` right angles."""
    x = _images(image)
    turns: list[Callable[[Any], Any]] = [
        lambda x: x,
        lambda x: flip_up_down(transpose(x)),
        lambda x: flip_up_down(flip_left_right(x)),
        lambda x: transpose(flip_up_down(x)),
    ]
    return turns[int(k) % 4](x)


# -- cutting and filling ---------------------------------------------------------------------------------------------


def crop_to_bounding_box(
    image: Any, offset_height: int, offset_width: int, target_height: int, target_width: int
) -> Any:
    """The part of an image that begins at an offset and has a size.

    Raises:
        ValueError: if it is not inside of the image.
    """
    x = _images(image)
    height, width = x.shape[-3], x.shape[-2]
    for size, offset, target, what in (
        (width, offset_width, target_width, "width"), (height, offset_height, target_height, "height")
    ):  # fmt: skip
        if isinstance(offset, int) and offset < 0:
            raise ValueError(f"offset_{what} must be >= 0.")
        if isinstance(target, int) and target <= 0:
            raise ValueError(f"target_{what} must be > 0.")
        if isinstance(offset, int) and isinstance(target, int) and size is not None and offset + target > size:
            raise ValueError(f"{what} must be >= target + offset.")
    return x[
        ..., offset_height : offset_height + target_height, offset_width : offset_width + target_width, :
    ]  # fmt: skip


def pad_to_bounding_box(
    image: Any, offset_height: int, offset_width: int, target_height: int, target_width: int
) -> Any:
    """The image inside of zeros of a size, at an offset.

    Raises:
        ValueError: if it does not fit.
    """
    x = _images(image)
    height, width = shaping.sizes(x)[-3:-1]
    after = target_height - offset_height - height, target_width - offset_width - width
    for space, offset, what in zip(after, (offset_height, offset_width), ("height", "width"), strict=True):
        if isinstance(offset, int) and offset < 0:
            raise ValueError(f"offset_{what} must be >= 0")
        if isinstance(space, int) and space < 0:
            raise ValueError(f"{what} must be <= target - offset")
    pads = [[offset_height, after[0]], [offset_width, after[1]], [0, 0]]
    return tf.pad(x, pads if x.shape.rank == 3 else [[0, 0], *pads])


def central_crop(image: Any, central_fraction: float) -> Any:
    """The middle of an image, of a fraction of its height and width.

    Raises:
        ValueError: if the fraction is not in `(0, 1]`.
    """
    if not 0 < central_fraction <= 1:
        raise ValueError("central_fraction must be within (0, 1]")
    x = _images(image)
    height, width = shaping.sizes(x)[-3:-1]
    if not isinstance(height, int) or not isinstance(width, int):
        raise ValueError("central_crop needs images of known height and width: set them with tf.ensure_shape")
    top, left = (int((size - size * central_fraction) / 2) for size in (height, width))
    return crop_to_bounding_box(x, top, left, height - 2 * top, width - 2 * left)


def resize_with_crop_or_pad(image: Any, target_height: int, target_width: int) -> Any:
    """The middle of an image, with zeros around it where it is too small."""
    x = _images(image)
    height, width = shaping.sizes(x)[-3:-1]
    if not isinstance(height, int) or not isinstance(width, int):
        raise ValueError("resize_with_crop_or_pad needs images of known height and width")
    x = crop_to_bounding_box(
        x, max(height - target_height, 0) // 2, max(width - target_width, 0) // 2, min(height, target_height),
        min(width, target_width),
    )  # fmt: skip
    return pad_to_bounding_box(
        x, max(target_height - height, 0) // 2, max(target_width - width, 0) // 2, target_height, target_width
    )


# -- resizing --------------------------------------------------------------------------------------------------------


def resize(
    images: Any, size: Any, method: str = ResizeMethod.BILINEAR, preserve_aspect_ratio: bool = False,
    antialias: bool = False, name: str | None = None,
) -> Any:  # fmt: skip
    """Images of another size.

    Args:
        images: an image or a batch of them.
        size: the new height and width.
        method: `bilinear` or `nearest`.
        preserve_aspect_ratio: whether the size is an upper bound, and height and width keep their ratio.
        antialias: whether, when an image becomes smaller, all that a new element covers counts.
        name: of the node.

    Returns:
        float32 images for `bilinear`, of the same dtype for `nearest`.

    Raises:
        ValueError: if there are not two sizes, or the method is not covered.

    >>> resize([[[1.], [3.]]], [1, 4]).numpy().ravel()
    array([1. , 1.5, 2.5, 3. ], dtype=float32)
    """
    x = convert_to_tensor(images)
    if x.shape.rank not in (3, 4):
        raise ValueError("'images' must have either 3 or 4 dimensions.")
    wanted = size if isinstance(size, (list, tuple)) else tf.unstack(convert_to_tensor(size))
    if len(wanted) != 2:
        raise ValueError("'size' must be a 1-D Tensor of 2 elements: new_height, new_width")
    if method not in ("bilinear", "nearest"):
        raise ValueError(f"the resize method {method!r} is not covered: use 'bilinear' or 'nearest'")
    sizes = shaping.sizes(x)[-3:-1]
    if preserve_aspect_ratio:
        if not all(isinstance(n, int) for n in sizes):
            raise ValueError("preserve_aspect_ratio needs images of known height and width")
        scale = min(int(wanted[0]) / sizes[0], int(wanted[1]) / sizes[1])
        wanted = [round(scale * n) for n in sizes]
    if method == "bilinear":
        x = tf.cast(x, dtypes.float32) if x.dtype not in (dtypes.float32, dtypes.float64) else x
    for axis, target in zip((-3, -2), wanted, strict=True):
        x = _resized(x, axis, target, method, antialias)
    return tf.cast(x, dtypes.float32) if method == "bilinear" else x


def _resized(x: Any, axis: int, target: Any, method: str, antialias: bool) -> Any:
    """Images of another size along one axis."""
    size = shaping.sizes(x)[axis]
    if isinstance(size, int) and isinstance(target, int) and size == target:
        return x
    scale = tf.cast(size, dtypes.float32) / tf.cast(target, dtypes.float32)
    middle = (tf.cast(tf.range(target), dtypes.float32) + 0.5) * scale
    place = axis + x.shape.rank
    if method == "nearest":
        return tf.gather(x, tf.minimum(tf.cast(tf.floor(middle), dtypes.int32), size - 1), axis=place)
    if antialias:
        return _averaged(x, place, size, scale, middle)
    position = middle - 0.5
    below = tf.floor(position)
    weight = tf.cast(position - below, x.dtype)
    first = tf.gather(x, tf.maximum(tf.cast(below, dtypes.int32), 0), axis=place)
    second = tf.gather(x, tf.minimum(tf.cast(below, dtypes.int32) + 1, size - 1), axis=place)
    return first + (second - first) * tf.reshape(weight, [-1] + [1] * (-axis - 1))


def _averaged(x: Any, place: int, size: Any, scale: Any, middle: Any) -> Any:
    """Each new element is a mean of old ones, weighted by a triangle as wide as two new elements."""
    width = tf.maximum(scale, 1.0)
    old = tf.cast(tf.range(size), dtypes.float32) + 0.5
    weights = tf.maximum(1.0 - tf.abs(old - tf.expand_dims(middle, 1)) / width, 0.0)
    weights = tf.cast(weights / tf.reduce_sum(weights, 1, keepdims=True), x.dtype)
    order = [place, *[i for i in range(x.shape.rank) if i != place]]
    turned = tf.tensordot(weights, tf.transpose(x, order), 1)
    return tf.transpose(turned, [order.index(i) for i in range(x.shape.rank)])


def resize_with_pad(
    image: Any, target_height: int, target_width: int, method: str = ResizeMethod.BILINEAR, antialias: bool = False
) -> Any:
    """The image as large as it fits, with zeros around it."""
    x = _images(image)
    height, width = shaping.sizes(x)[-3:-1]
    if not isinstance(height, int) or not isinstance(width, int):
        raise ValueError("resize_with_pad needs images of known height and width")
    ratio = max(width / target_width, height / target_height)
    inner = python_math.floor(height / ratio), python_math.floor(width / ratio)
    x = resize(x, inner, method, antialias=antialias)
    return pad_to_bounding_box(
        x, max(0, python_math.floor((target_height - height / ratio) / 2)),
        max(0, python_math.floor((target_width - width / ratio) / 2)), target_height, target_width,
    )  # fmt: skip


# -- colours ---------------------------------------------------------------------------------------------------------


def convert_image_dtype(image: Any, dtype: Any, saturate: bool = False, name: str | None = None) -> Any:
    """The image with another dtype: `[0, 1]` of floating-point numbers is the whole range of integers that are >= 0.

    >>> convert_image_dtype([[[0.5]]], dtypes.uint8).numpy().item()
    127
    """
    x, target = convert_to_tensor(image), dtypes.as_dtype(dtype)
    if x.dtype is target:
        return x
    cast = tf.saturate_cast if saturate else tf.cast
    if x.dtype.is_integer and target.is_integer:
        ratio = (target.max + 1) // (x.dtype.max + 1)
        if ratio:
            return cast(x, target) * ratio
        return cast(x // ((x.dtype.max + 1) // (target.max + 1)), target)
    if x.dtype.is_floating and target.is_floating:
        return tf.cast(x, target)
    if x.dtype.is_integer:
        return tf.cast(x, target) * (1.0 / x.dtype.max)
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
    gray = tf.expand_dims(tf.tensordot(floats, tf.constant([0.2989, 0.5870, 0.1140]), [[-1], [-1]]), -1)
    return convert_image_dtype(gray, original)


def grayscale_to_rgb(images: Any, name: str | None = None) -> Any:
    """Images with their channel three times."""
    x = convert_to_tensor(images)
    return tf.tile(x, [1] * (x.shape.rank - 1) + [3])


def adjust_brightness(image: Any, delta: Any) -> Any:
    """The image with `delta`, a part of the whole range, added."""
    return _as_floats(image, lambda x: x + tf.cast(delta, x.dtype))


def adjust_contrast(images: Any, contrast_factor: Any) -> Any:
    """Images with the distance from the mean of each channel multiplied."""

    def adjusted(x: Any) -> Any:
        mean = tf.reduce_mean(x, [-3, -2], keepdims=True)
        return (x - mean) * tf.cast(contrast_factor, x.dtype) + mean

    return _as_floats(images, adjusted)


def adjust_gamma(image: Any, gamma: Any = 1, gain: Any = 1) -> Any:
    """The image to the power of `gamma`, times `gain`.

    Raises:
        ValueError: if `gamma` is negative.
    """
    if isinstance(gamma, (int, float)) and gamma < 0:
        raise ValueError("Gamma should be a non-negative real number.")
    return _as_floats(image, lambda x: tf.cast(gain, x.dtype) * x ** tf.cast(gamma, x.dtype))


def rgb_to_hsv(images: Any, name: str | None = None) -> Any:
    """Hue, saturation and value of red, green and blue, all in `[0, 1]` (A. R. Smith 1978)."""
    x = convert_to_tensor(images)
    r, g, b = tf.unstack(x, 3, axis=-1)
    value = tf.reduce_max(x, -1)
    spread = value - tf.reduce_min(x, -1)
    by_red = math.divide_no_nan(g - b, spread)
    by_green = 2.0 + math.divide_no_nan(b - r, spread)
    by_blue = 4.0 + math.divide_no_nan(r - g, spread)
    hue = tf.where(tf.equal(r, value), by_red, tf.where(tf.equal(g, value), by_green, by_blue)) / 6.0
    hue = tf.where(spread > 0, math.floormod(hue, 1.0), tf.zeros_like(hue))
    return tf.stack([hue, math.divide_no_nan(spread, value), value], -1)


def hsv_to_rgb(images: Any, name: str | None = None) -> Any:
    """Red, green and blue of hue, saturation and value."""
    h, s, v = tf.unstack(convert_to_tensor(images), 3, axis=-1)
    parts = [tf.clip_by_value(part, 0.0, 1.0) for part in (
        tf.abs(h * 6.0 - 3.0) - 1.0, 2.0 - tf.abs(h * 6.0 - 2.0), 2.0 - tf.abs(h * 6.0 - 4.0))]  # fmt: skip
    return tf.stack([((part - 1.0) * s + 1.0) * v for part in parts], -1)


def adjust_hue(image: Any, delta: Any, name: str | None = None) -> Any:
    """The image with `delta`, in turns of the circle of colours, added to the hue."""

    def adjusted(x: Any) -> Any:
        h, s, v = tf.unstack(rgb_to_hsv(x), 3, axis=-1)
        return hsv_to_rgb(tf.stack([math.floormod(h + tf.cast(delta, x.dtype), 1.0), s, v], -1))

    return _as_floats(image, adjusted)


def adjust_saturation(image: Any, saturation_factor: Any, name: str | None = None) -> Any:
    """The image with its saturation multiplied."""

    def adjusted(x: Any) -> Any:
        h, s, v = tf.unstack(rgb_to_hsv(x), 3, axis=-1)
        return hsv_to_rgb(tf.stack([h, tf.clip_by_value(s * tf.cast(saturation_factor, x.dtype), 0.0, 1.0), v], -1))

    return _as_floats(image, adjusted)


# -- measures --------------------------------------------------------------------------------------------------------


def per_image_standardization(image: Any) -> Any:
    """Images with mean 0 and variance 1; a variance below that of one element in all is taken as that."""
    x = _images(image)
    x = x if x.dtype in (dtypes.float16, dtypes.float32) else tf.cast(x, dtypes.float32)
    axes = [-3, -2, -1]
    count = tf.cast(tf.reduce_prod(tf.shape(x)[-3:]), x.dtype)
    deviation = tf.maximum(math.reduce_std(x, axes, keepdims=True), math.rsqrt(count))
    return (x - tf.reduce_mean(x, axes, keepdims=True)) / deviation


def total_variation(images: Any, name: str | None = None) -> Any:
    """The sum of the differences of neighbours, for each image."""
    x = _images(images)
    down, right = tf.abs(x[..., 1:, :, :] - x[..., :-1, :, :]), tf.abs(x[..., 1:, :] - x[..., :-1, :])
    return tf.reduce_sum(down, [-3, -2, -1]) + tf.reduce_sum(right, [-3, -2, -1])


def psnr(a: Any, b: Any, max_val: Any, name: str | None = None) -> Any:
    """The ratio of the peak signal to the noise between images, in decibels."""
    top = convert_image_dtype(convert_to_tensor(max_val, dtype_hint=convert_to_tensor(a).dtype), dtypes.float32)
    a, b = convert_image_dtype(a, dtypes.float32), convert_image_dtype(b, dtypes.float32)
    error = tf.reduce_mean(math.squared_difference(a, b), [-3, -2, -1])
    return (20 * math.log(top) - 10 * math.log(error)) / python_math.log(10)


def image_gradients(image: Any) -> tuple[Any, Any]:
    """The differences of neighbours of a batch of images, along the height and along the width; 0 at the end."""
    x = convert_to_tensor(image)
    if x.shape.rank != 4:
        raise ValueError(f"image_gradients expects a 4D tensor [batch_size, h, w, d], not {x.shape}.")
    down = tf.pad(x[:, 1:] - x[:, :-1], [[0, 0], [0, 1], [0, 0], [0, 0]])
    return down, tf.pad(x[:, :, 1:] - x[:, :, :-1], [[0, 0], [0, 0], [0, 1], [0, 0]])


# -- at random -------------------------------------------------------------------------------------------------------

#: Makes random numbers of a shape, between two bounds.
Draw = Callable[..., Any]


def _stateful(seed: int | None) -> Draw:
    return lambda shape, low, high, dtype=dtypes.float32: random.uniform(shape, low, high, dtype, seed)


def _stateless(seed: Any) -> Draw:
    return lambda shape, low, high, dtype=dtypes.float32: random.stateless_uniform(shape, seed, low, high, dtype)


def _flipped(image: Any, flip: Callable[[Any], Any], draw: Draw) -> Any:
    x = _images(image)
    if x.shape.rank == 3:
        return tf.where(draw([], 0, 1.0) < 0.5, flip(x), x)
    return tf.where(tf.reshape(draw([tf.shape(x)[0]], 0, 1.0), [-1, 1, 1, 1]) < 0.5, flip(x), x)


def _cropped(value: Any, size: Any, draw: Draw) -> Any:
    x, wanted = convert_to_tensor(value), convert_to_tensor(size, dtypes.int32)
    limit = tf.shape(x) - wanted + 1
    tf.debugging.Assert(tf.reduce_all(limit >= 1), ["Need value.shape >= size, got ", tf.shape(x), wanted])
    place = draw(tf.shape(limit), 0, dtypes.int32.max, dtypes.int32) % limit
    return tf.slice(x, place, wanted)


def _between(lower: float, upper: float) -> None:
    if upper <= lower:
        raise ValueError("upper must be > lower.")
    if lower < 0:
        raise ValueError("lower must be non-negative.")


def _within(max_delta: float) -> None:
    if max_delta < 0:
        raise ValueError("max_delta must be non-negative.")


def random_flip_left_right(image: Any, seed: int | None = None) -> Any:
    """The image mirrored along its width, half of the time."""
    return _flipped(image, flip_left_right, _stateful(seed))


def stateless_random_flip_left_right(image: Any, seed: Any) -> Any:
    """As `random_flip_left_right`, of a seed of two integers that alone decides."""
    return _flipped(image, flip_left_right, _stateless(seed))


def random_flip_up_down(image: Any, seed: int | None = None) -> Any:
    """The image mirrored along its height, half of the time."""
    return _flipped(image, flip_up_down, _stateful(seed))


def stateless_random_flip_up_down(image: Any, seed: Any) -> Any:
    """As `random_flip_up_down`, of a seed of two integers that alone decides."""
    return _flipped(image, flip_up_down, _stateless(seed))


def random_brightness(image: Any, max_delta: float, seed: int | None = None) -> Any:
    """The image with a random number between `-max_delta` and `max_delta` added."""
    _within(max_delta)
    return adjust_brightness(image, _stateful(seed)([], -max_delta, max_delta))


def stateless_random_brightness(image: Any, max_delta: float, seed: Any) -> Any:
    """As `random_brightness`, of a seed of two integers that alone decides."""
    _within(max_delta)
    return adjust_brightness(image, _stateless(seed)([], -max_delta, max_delta))


def random_contrast(image: Any, lower: float, upper: float, seed: int | None = None) -> Any:
    """The image with its contrast multiplied by a random number between `lower` and `upper`."""
    _between(lower, upper)
    return adjust_contrast(image, _stateful(seed)([], lower, upper))


def stateless_random_contrast(image: Any, lower: float, upper: float, seed: Any) -> Any:
    """As `random_contrast`, of a seed of two integers that alone decides."""
    _between(lower, upper)
    return adjust_contrast(image, _stateless(seed)([], lower, upper))


def random_saturation(image: Any, lower: float, upper: float, seed: int | None = None) -> Any:
    """The image with its saturation multiplied by a random number between `lower` and `upper`."""
    _between(lower, upper)
    return adjust_saturation(image, _stateful(seed)([], lower, upper))


def stateless_random_saturation(image: Any, lower: float, upper: float, seed: Any) -> Any:
    """As `random_saturation`, of a seed of two integers that alone decides."""
    _between(lower, upper)
    return adjust_saturation(image, _stateless(seed)([], lower, upper))


def random_hue(image: Any, max_delta: float, seed: int | None = None) -> Any:
    """The image with its hue moved by a random part of the circle, at most `max_delta`."""
    _within(max_delta)
    return adjust_hue(image, _stateful(seed)([], -max_delta, max_delta))


def stateless_random_hue(image: Any, max_delta: float, seed: Any) -> Any:
    """As `random_hue`, of a seed of two integers that alone decides."""
    _within(max_delta)
    return adjust_hue(image, _stateless(seed)([], -max_delta, max_delta))


def random_crop(value: Any, size: Any, seed: int | None = None, name: str | None = None) -> Any:
    """A part of a tensor of this size, at a random place."""
    return _cropped(value, size, _stateful(seed))


def stateless_random_crop(value: Any, size: Any, seed: Any, name: str | None = None) -> Any:
    """As `random_crop`, of a seed of two integers that alone decides."""
    return _cropped(value, size, _stateless(seed))


__getattr__ = not_covered("tf.image", __all__)
