"""Images changed at random, each in two forms: `random_*` goes on with the numbers of a seed at every call (of the
program, of the operation, or of the system if there is neither), `stateless_random_*` gives the same for the same seed.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from inspect import Parameter, Signature
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


_SEED = "of this operation; `tf.random.set_seed` sets that of the program."
_SEEDS = "two integers, which alone decide."


def _in_two_forms(change: Callable[..., Any]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """The two forms of a change, which takes what draws, and then its arguments; a seed, and a name, follow those."""
    seed = Parameter("seed", Parameter.POSITIONAL_OR_KEYWORD)
    return (
        _form(change, "random", seed.replace(default=None), _SEED, _stateful),
        _form(change, "stateless_random", seed, _SEEDS, _stateless),
    )


def _form(
    change: Callable[..., Any], prefix: str, seed: Parameter, documentation: str, draws: Callable[[Any], Draw]
) -> Callable[..., Any]:
    _, *own = inspect.signature(change).parameters.values()
    signature = Signature([*own, seed, Parameter("name", Parameter.POSITIONAL_OR_KEYWORD, default=None)])

    def form(*args: Any, **kwargs: Any) -> Any:
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        given = [bound.arguments[parameter.name] for parameter in own]
        return change(draws(bound.arguments["seed"]), *given)

    form.__name__ = form.__qualname__ = f"{prefix}{change.__name__}"
    form.__doc__ = f"{inspect.cleandoc(change.__doc__ or '')}\n    seed: {documentation}"
    form.__signature__ = signature  # type: ignore[attr-defined]
    return form


def _flipped(image: Any, flip: Callable[[Any], Any], draw: Draw) -> Any:
    x = images_of(image)
    if x.shape.rank == 3:
        return logic.where(draw([], 0, 1.0) < 0.5, flip(x), x)
    return logic.where(shaping.reshape(draw([shaping.shape(x)[0]], 0, 1.0), [-1, 1, 1, 1]) < 0.5, flip(x), x)


def _factor(draw: Draw, lower: float, upper: float) -> Any:
    if upper <= lower:
        raise ValueError("upper must be > lower.")
    if lower < 0:
        raise ValueError("lower must be non-negative.")
    return draw([], lower, upper)


def _delta(draw: Draw, max_delta: float) -> Any:
    if max_delta < 0:
        raise ValueError("max_delta must be non-negative.")
    return draw([], -max_delta, max_delta)


@_in_two_forms
def _flip_left_right(draw: Draw, image: Any) -> Any:
    """The image mirrored along its width, half of the time.

    Args:
        image: an image or a batch of them, `[..., height, width, channels]`.
    """
    return _flipped(image, flip_left_right, draw)


@_in_two_forms
def _flip_up_down(draw: Draw, image: Any) -> Any:
    """The image mirrored along its height, half of the time.

    Args:
        image: an image or a batch of them, `[..., height, width, channels]`.
    """
    return _flipped(image, flip_up_down, draw)


@_in_two_forms
def _brightness(draw: Draw, image: Any, max_delta: float) -> Any:
    """The image with a random number between `-max_delta` and `max_delta` added.

    Args:
        image: of any shape.
        max_delta: at least 0; 1 for the whole range.
    """
    return adjust_brightness(image, _delta(draw, max_delta))


@_in_two_forms
def _contrast(draw: Draw, image: Any, lower: float, upper: float) -> Any:
    """The image with its contrast multiplied by a random number between `lower` and `upper`.

    Args:
        image: an image or a batch of them, `[..., height, width, channels]`.
        lower, upper: of the factor; `0 <= lower < upper`.
    """
    return adjust_contrast(image, _factor(draw, lower, upper))


@_in_two_forms
def _saturation(draw: Draw, image: Any, lower: float, upper: float) -> Any:
    """The image with its saturation multiplied by a random number between `lower` and `upper`.

    Args:
        image: `[..., 3]`, of red, green and blue.
        lower, upper: of the factor; `0 <= lower < upper`.
    """
    return adjust_saturation(image, _factor(draw, lower, upper))


@_in_two_forms
def _hue(draw: Draw, image: Any, max_delta: float) -> Any:
    """The image with its hue moved by a random part of the circle, at most `max_delta`.

    Args:
        image: `[..., 3]`, of red, green and blue.
        max_delta: at least 0; 1 is once around the circle of hues.
    """
    return adjust_hue(image, _delta(draw, max_delta))


@_in_two_forms
def _crop(draw: Draw, value: Any, size: Any) -> Any:
    """A part of a tensor of this size, at a random place.

    Args:
        value: a tensor.
        size: a number per dimension of `value`.
    """
    x, wanted = convert_to_tensor(value), convert_to_tensor(size, dtypes.int32)
    limit = shaping.shape(x) - wanted + 1
    checking.Assert(reduction.reduce_all(limit >= 1), ["Need value.shape >= size, got ", shaping.shape(x), wanted])
    place = draw(shaping.shape(limit), 0, dtypes.int32.max, dtypes.int32) % limit
    return indexing.slice(x, place, wanted)


random_flip_left_right, stateless_random_flip_left_right = _flip_left_right
random_flip_up_down, stateless_random_flip_up_down = _flip_up_down
random_brightness, stateless_random_brightness = _brightness
random_contrast, stateless_random_contrast = _contrast
random_saturation, stateless_random_saturation = _saturation
random_hue, stateless_random_hue = _hue
random_crop, stateless_random_crop = _crop
