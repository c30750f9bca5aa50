"""Images changed at random, each in two forms: `random_*` goes on with the numbers of a seed at every call (of the
program, of the operation, or of the system if there is neither), `stateless_random_*` gives the same for the same seed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.core import dtypes
from runtime.image.colors import adjust_brightness, adjust_contrast, adjust_hue, adjust_saturation
from runtime.image.geometry import flip_left_right, flip_up_down, images_of
from runtime.library import checking, indexing, logic, randomness, reduction, shaping
from runtime.tensor.conversion import convert_to_tensor

#: Makes random numbers of a shape, between two bounds.
Draw = Callable[..., Any]


def _stateful(seed: int | None) -> Draw:
    return lambda shape, low, high, dtype=dtypes.float32: randomness.uniform(shape, low, high, dtype, seed)


def _stateless(seed: Any) -> Draw:
    return lambda shape, low, high, dtype=dtypes.float32: randomness.stateless_uniform(shape, seed, low, high, dtype)


def _flipped(image: Any, flip: Callable[[Any], Any], draw: Draw) -> Any:
    x = images_of(image)
    if x.shape.rank == 3:
        return logic.where(draw([], 0, 1.0) < 0.5, flip(x), x)
    return logic.where(shaping.reshape(draw([shaping.shape(x)[0]], 0, 1.0), [-1, 1, 1, 1]) < 0.5, flip(x), x)


def _cropped(value: Any, size: Any, draw: Draw) -> Any:
    x, wanted = convert_to_tensor(value), convert_to_tensor(size, dtypes.int32)
    limit = shaping.shape(x) - wanted + 1
    checking.Assert(reduction.reduce_all(limit >= 1), ["Need value.shape >= size, got ", shaping.shape(x), wanted])
    place = draw(shaping.shape(limit), 0, dtypes.int32.max, dtypes.int32) % limit
    return indexing.slice(x, place, wanted)


def _between(lower: float, upper: float) -> None:
    if upper <= lower:
        raise ValueError("upper must be > lower.")
    if lower < 0:
        raise ValueError("lower must be non-negative.")


def _within(max_delta: float) -> None:
    if max_delta < 0:
        raise ValueError("max_delta must be non-negative.")


def random_flip_left_right(image: Any, seed: int | None = None) -> Any:
    """The image mirrored along its width, half of the time.

    Args:
        image: an image or a batch of them, `[..., height, width, channels]`.
        seed: of this operation; `tf.random.set_seed` sets that of the program.
    """
    return _flipped(image, flip_left_right, _stateful(seed))


def stateless_random_flip_left_right(image: Any, seed: Any) -> Any:
    """As `random_flip_left_right`, of a seed of two integers that alone decides.

    Args:
        image: an image or a batch of them, `[..., height, width, channels]`.
        seed: two integers.
    """
    return _flipped(image, flip_left_right, _stateless(seed))


def random_flip_up_down(image: Any, seed: int | None = None) -> Any:
    """The image mirrored along its height, half of the time.

    Args:
        image: an image or a batch of them, `[..., height, width, channels]`.
        seed: of this operation; `tf.random.set_seed` sets that of the program.
    """
    return _flipped(image, flip_up_down, _stateful(seed))


def stateless_random_flip_up_down(image: Any, seed: Any) -> Any:
    """As `random_flip_up_down`, of a seed of two integers that alone decides.

    Args:
        image: an image or a batch of them, `[..., height, width, channels]`.
        seed: two integers.
    """
    return _flipped(image, flip_up_down, _stateless(seed))


def random_brightness(image: Any, max_delta: float, seed: int | None = None) -> Any:
    """The image with a random number between `-max_delta` and `max_delta` added.

    Args:
        image: of any shape.
        max_delta: at least 0; 1 for the whole range.
        seed: of this operation; `tf.random.set_seed` sets that of the program.
    """
    _within(max_delta)
    return adjust_brightness(image, _stateful(seed)([], -max_delta, max_delta))


def stateless_random_brightness(image: Any, max_delta: float, seed: Any) -> Any:
    """As `random_brightness`, of a seed of two integers that alone decides.

    Args:
        image, max_delta: as of `random_brightness`.
        seed: two integers.
    """
    _within(max_delta)
    return adjust_brightness(image, _stateless(seed)([], -max_delta, max_delta))


def random_contrast(image: Any, lower: float, upper: float, seed: int | None = None) -> Any:
    """The image with its contrast multiplied by a random number between `lower` and `upper`.

    Args:
        image: an image or a batch of them, `[..., height, width, channels]`.
        lower, upper: of the factor; `0 <= lower < upper`.
        seed: of this operation; `tf.random.set_seed` sets that of the program.
    """
    _between(lower, upper)
    return adjust_contrast(image, _stateful(seed)([], lower, upper))


def stateless_random_contrast(image: Any, lower: float, upper: float, seed: Any) -> Any:
    """As `random_contrast`, of a seed of two integers that alone decides.

    Args:
        image, lower, upper: as of `random_contrast`.
        seed: two integers.
    """
    _between(lower, upper)
    return adjust_contrast(image, _stateless(seed)([], lower, upper))


def random_saturation(image: Any, lower: float, upper: float, seed: int | None = None) -> Any:
    """The image with its saturation multiplied by a random number between `lower` and `upper`.

    Args:
        image: `[..., 3]`, of red, green and blue.
        lower, upper: of the factor; `0 <= lower < upper`.
        seed: of this operation; `tf.random.set_seed` sets that of the program.
    """
    _between(lower, upper)
    return adjust_saturation(image, _stateful(seed)([], lower, upper))


def stateless_random_saturation(image: Any, lower: float, upper: float, seed: Any) -> Any:
    """As `random_saturation`, of a seed of two integers that alone decides.

    Args:
        image, lower, upper: as of `random_saturation`.
        seed: two integers.
    """
    _between(lower, upper)
    return adjust_saturation(image, _stateless(seed)([], lower, upper))


def random_hue(image: Any, max_delta: float, seed: int | None = None) -> Any:
    """The image with its hue moved by a random part of the circle, at most `max_delta`.

    Args:
        image: `[..., 3]`, of red, green and blue.
        max_delta: at least 0; 1 is once around the circle of hues.
        seed: of this operation; `tf.random.set_seed` sets that of the program.
    """
    _within(max_delta)
    return adjust_hue(image, _stateful(seed)([], -max_delta, max_delta))


def stateless_random_hue(image: Any, max_delta: float, seed: Any) -> Any:
    """As `random_hue`, of a seed of two integers that alone decides.

    Args:
        image, max_delta: as of `random_hue`.
        seed: two integers.
    """
    _within(max_delta)
    return adjust_hue(image, _stateless(seed)([], -max_delta, max_delta))


def random_crop(value: Any, size: Any, seed: int | None = None, name: str | None = None) -> Any:
    """A part of a tensor of this size, at a random place.

    Args:
        value: a tensor.
        size: a number per dimension of `value`.
        seed: of this operation; `tf.random.set_seed` sets that of the program.
        name: of the node.

    >>> import runtime as tf
    >>> random_crop(tf.ones([5, 5, 3]), [2, 2, 3]).shape
    TensorShape([2, 2, 3])
    """
    return _cropped(value, size, _stateful(seed))


def stateless_random_crop(value: Any, size: Any, seed: Any, name: str | None = None) -> Any:
    """As `random_crop`, of a seed of two integers that alone decides.

    Args:
        value, size: as of `random_crop`.
        seed: two integers.
        name: of the node.
    """
    return _cropped(value, size, _stateless(seed))
