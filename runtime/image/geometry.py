"""Where the elements of images are: flipping, cropping, padding, resizing."""

from __future__ import annotations

import math as python_math
from collections.abc import Callable
from typing import Any

from runtime.core import dtypes
from runtime.library import assembling, creation, elementwise, indexing, matrix, padding, reduction, shaping
from runtime.tensor.conversion import convert_to_tensor


class ResizeMethod:
    """Names of the ways to resize."""

    BILINEAR = "bilinear"
    NEAREST_NEIGHBOR = "nearest"


def images_of(image: Any) -> Any:
    """A tensor of an image or a batch of them."""
    x = convert_to_tensor(image)
    if x.shape.rank not in (3, 4):
        raise ValueError(f"'image' (shape {x.shape}) must have either 3 or 4 dimensions.")
    return x


def _known_sizes(x: Any, what: str) -> tuple[int, int]:
    """The height and the width of images.

    Raises:
        ValueError: if they are not known.
    """
    height, width = shaping.sizes(x)[-3:-1]
    if not isinstance(height, int) or not isinstance(width, int):
        raise ValueError(f"{what} needs images of known height and width: set them with tf.ensure_shape")
    return height, width


# -- turning ---------------------------------------------------------------------------------------------------------


def flip_left_right(image: Any) -> Any:
    """The image mirrored along its width.

    >>> flip_left_right([[[1], [2]]]).numpy().ravel()
    array([2, 1], dtype=int32)
    """
    return assembling.reverse(images_of(image), [-2])


def flip_up_down(image: Any) -> Any:
    """The image mirrored along its height."""
    return assembling.reverse(images_of(image), [-3])


def transpose(image: Any, name: str | None = None) -> Any:
    """The image with height and width exchanged."""
    x = images_of(image)
    return shaping.transpose(x, [1, 0, 2] if x.shape.rank == 3 else [0, 2, 1, 3])


def rot90(image: Any, k: int = 1, name: str | None = None) -> Any:
    """The image turned counter-clockwise by `k` right angles.

    Args:
        image: an image or a batch of them, `[..., height, width, channels]`.
        k: how many quarters of a turn.
        name: of the node.
    """
    x = images_of(image)
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

    Args:
        image: an image or a batch of them, `[..., height, width, channels]`.
        offset_height, offset_width: the row and the column where the part begins, in pixels.
        target_height, target_width: the size of the part, in pixels.

    Raises:
        ValueError: if it is not inside of the image.

    >>> crop_to_bounding_box([[[1], [2]], [[3], [4]]], 1, 0, 1, 2).numpy().ravel()
    array([3, 4], dtype=int32)
    """
    x = images_of(image)
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
    return x[..., offset_height : offset_height + target_height, offset_width : offset_width + target_width, :]


def pad_to_bounding_box(
    image: Any, offset_height: int, offset_width: int, target_height: int, target_width: int
) -> Any:
    """The image inside of zeros of a size, at an offset.

    Args:
        image: an image or a batch of them, `[..., height, width, channels]`.
        offset_height, offset_width: how many rows and columns of zeros come before it.
        target_height, target_width: the size of the result, in pixels.

    Raises:
        ValueError: if it does not fit.

    >>> pad_to_bounding_box([[[5]]], 0, 1, 1, 3).numpy().ravel()
    array([0, 5, 0], dtype=int32)
    """
    x = images_of(image)
    height, width = shaping.sizes(x)[-3:-1]
    after = target_height - offset_height - height, target_width - offset_width - width
    for space, offset, what in zip(after, (offset_height, offset_width), ("height", "width"), strict=True):
        if isinstance(offset, int) and offset < 0:
            raise ValueError(f"offset_{what} must be >= 0")
        if isinstance(space, int) and space < 0:
            raise ValueError(f"{what} must be <= target - offset")
    pads = [[offset_height, after[0]], [offset_width, after[1]], [0, 0]]
    return padding.pad(x, pads if x.shape.rank == 3 else [[0, 0], *pads])


def central_crop(image: Any, central_fraction: float) -> Any:
    """The middle of an image, of a fraction of its height and width.

    Args:
        image: an image or a batch of them, `[..., height, width, channels]`, of known height and width.
        central_fraction: of the height and of the width that is kept.

    Raises:
        ValueError: if the fraction is not in `(0, 1]`.

    >>> import runtime as tf
    >>> central_crop(tf.ones([4, 4, 1]), 0.5).shape
    TensorShape([2, 2, 1])
    """
    if not 0 < central_fraction <= 1:
        raise ValueError("central_fraction must be within (0, 1]")
    x = images_of(image)
    height, width = _known_sizes(x, "central_crop")
    top, left = (int((size - size * central_fraction) / 2) for size in (height, width))
    return crop_to_bounding_box(x, top, left, height - 2 * top, width - 2 * left)


def resize_with_crop_or_pad(image: Any, target_height: int, target_width: int) -> Any:
    """The middle of an image, with zeros around it where it is too small.

    Args:
        image: an image or a batch of them, `[..., height, width, channels]`, of known height and width.
        target_height, target_width: the size of the result, in pixels.

    >>> resize_with_crop_or_pad([[[1], [2], [3]]], 1, 1).numpy().ravel()
    array([2], dtype=int32)
    """
    x = images_of(image)
    height, width = _known_sizes(x, "resize_with_crop_or_pad")
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
    wanted = size if isinstance(size, (list, tuple)) else assembling.unstack(convert_to_tensor(size))
    if len(wanted) != 2:
        raise ValueError("'size' must be a 1-D Tensor of 2 elements: new_height, new_width")
    if method not in ("bilinear", "nearest"):
        raise ValueError(f"the resize method {method!r} is not covered: use 'bilinear' or 'nearest'")
    sizes = shaping.sizes(x)[-3:-1]
    if preserve_aspect_ratio:
        sizes = [*_known_sizes(x, "preserve_aspect_ratio")]
        scale = min(int(wanted[0]) / sizes[0], int(wanted[1]) / sizes[1])
        wanted = [round(scale * n) for n in sizes]
    if method == "bilinear":
        x = shaping.cast(x, dtypes.float32) if x.dtype not in (dtypes.float32, dtypes.float64) else x
    for axis, target in zip((-3, -2), wanted, strict=True):
        x = _resized(x, axis, target, method, antialias)
    return shaping.cast(x, dtypes.float32) if method == "bilinear" else x


def _resized(x: Any, axis: int, target: Any, method: str, antialias: bool) -> Any:
    """Images of another size along one axis."""
    size = shaping.sizes(x)[axis]
    if isinstance(size, int) and isinstance(target, int) and size == target:
        return x
    scale = shaping.cast(size, dtypes.float32) / shaping.cast(target, dtypes.float32)
    middle = (shaping.cast(creation.range(target), dtypes.float32) + 0.5) * scale
    place = axis + x.shape.rank
    if method == "nearest":
        return indexing.gather(
            x, elementwise.minimum(shaping.cast(elementwise.floor(middle), dtypes.int32), size - 1), axis=place
        )
    if antialias:
        return _averaged(x, place, size, scale, middle)
    position = middle - 0.5
    below = elementwise.floor(position)
    weight = shaping.cast(position - below, x.dtype)
    first = indexing.gather(x, elementwise.maximum(shaping.cast(below, dtypes.int32), 0), axis=place)
    second = indexing.gather(x, elementwise.minimum(shaping.cast(below, dtypes.int32) + 1, size - 1), axis=place)
    return first + (second - first) * shaping.reshape(weight, [-1] + [1] * (-axis - 1))


def _averaged(x: Any, place: int, size: Any, scale: Any, middle: Any) -> Any:
    """Each new element is a mean of old ones, weighted by a triangle as wide as two new elements."""
    width = elementwise.maximum(scale, 1.0)
    old = shaping.cast(creation.range(size), dtypes.float32) + 0.5
    weights = elementwise.maximum(1.0 - elementwise.abs(old - shaping.expand_dims(middle, 1)) / width, 0.0)
    weights = shaping.cast(weights / reduction.reduce_sum(weights, 1, keepdims=True), x.dtype)
    order = [place, *[i for i in range(x.shape.rank) if i != place]]
    turned = matrix.tensordot(weights, shaping.transpose(x, order), 1)
    return shaping.transpose(turned, [order.index(i) for i in range(x.shape.rank)])


def resize_with_pad(
    image: Any, target_height: int, target_width: int, method: str = ResizeMethod.BILINEAR, antialias: bool = False
) -> Any:
    """The image as large as it fits, with zeros around it.

    Args:
        image: an image or a batch of them, `[..., height, width, channels]`, of known height and width.
        target_height, target_width: the size of the result, in pixels.
        method, antialias: as of `resize`.

    >>> import runtime as tf
    >>> resize_with_pad(tf.ones([2, 4, 1]), 4, 4).numpy()[:, 0, 0]
    array([0., 1., 1., 0.], dtype=float32)
    """
    x = images_of(image)
    height, width = _known_sizes(x, "resize_with_pad")
    ratio = max(width / target_width, height / target_height)
    inner = python_math.floor(height / ratio), python_math.floor(width / ratio)
    x = resize(x, inner, method, antialias=antialias)
    return pad_to_bounding_box(
        x, max(0, python_math.floor((target_height - height / ratio) / 2)),
        max(0, python_math.floor((target_width - width / ratio) / 2)), target_height, target_width,
    )  # fmt: skip
