"""Learning rates that depend on how many steps have been taken."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from runtime.keras.coverage import refusing
from runtime.keras.declaring import Declared, field
from runtime.keras.serialization import SCHEDULES
from runtime.library import assembling, elementwise, indexing, logic, reduction, shaping
from runtime.tensor import conversion


class LearningRateSchedule(Declared):
    """A learning rate for each step: an object that is called with a step. Subclasses define `__call__`.

    >>> class Halving(LearningRateSchedule):
    ...     def __call__(self, step):
    ...         return 0.5 ** shaping.cast(step, 'float32')
    >>> float(Halving()(2))
    0.25
    """

    _REGISTRY = SCHEDULES

    def __call__(self, step: Any) -> Any:
        """The learning rate of a step, counted from 0."""
        raise NotImplementedError(
            f"Learning rate schedule '{type(self).__name__}' must override `__call__(self, step)`."
        )

    def get_config(self) -> dict[str, Any]:
        if not self._FIELDS:
            raise NotImplementedError(
                f"'{type(self).__name__}' must override `get_config()` in order to be serializable."
            )
        return super().get_config()


def _steps(value: Any) -> Any:
    if isinstance(value, (int, float)) and value <= 0:
        raise ValueError(f"Argument `decay_steps` must be > 0. Received: decay_steps={value}")
    return value


def _name(default: str) -> Any:
    return field("of the schedule", default=default)


class _Decay(LearningRateSchedule):
    """One that begins with a rate, and has a length."""

    initial_learning_rate: Any = field("of step 0")
    decay_steps: Any = field("how many steps the way, or one decay, takes", convert=_steps)

    def __call__(self, step: Any) -> Any:
        initial = conversion.convert_to_tensor(self.initial_learning_rate)
        step, steps = (shaping.cast(conversion.convert_to_tensor(x), initial.dtype) for x in (step, self.decay_steps))
        return self._rate(initial, step, steps)

    def _rate(self, initial: Any, step: Any, steps: Any) -> Any:
        """The rate of a step; all are tensors of a dtype."""
        raise NotImplementedError


class _Repeated(_Decay):
    """One that decays alike every `decay_steps` steps."""

    decay_rate: Any = field("the factor of each decay")
    staircase: bool = field("whether the rate changes only every `decay_steps` steps", default=False)

    def _decays(self, step: Any, steps: Any) -> Any:
        return elementwise.floor(step / steps) if self.staircase else step / steps


class ExponentialDecay(_Repeated):
    """`initial_learning_rate * decay_rate ** (step / decay_steps)`; with `staircase` the exponent is a whole number.

    >>> float(ExponentialDecay(1.0, decay_steps=10, decay_rate=0.5)(20))
    0.25
    """

    name: str = _name("ExponentialDecay")

    def _rate(self, initial: Any, step: Any, steps: Any) -> Any:
        return initial * elementwise.pow(shaping.cast(self.decay_rate, initial.dtype), self._decays(step, steps))


class InverseTimeDecay(_Repeated):
    """`initial_learning_rate / (1 + decay_rate * step / decay_steps)`; with `staircase` whole `decay_steps` count.

    >>> float(InverseTimeDecay(1.0, decay_steps=10, decay_rate=0.5)(20))
    0.5
    """

    name: str = _name("InverseTimeDecay")

    def _rate(self, initial: Any, step: Any, steps: Any) -> Any:
        return initial / (1.0 + self.decay_rate * self._decays(step, steps))


class PolynomialDecay(_Decay):
    """From `initial_learning_rate` to `end_learning_rate` in `decay_steps` steps, by a polynomial of degree `power`.

    With `cycle` it starts anew, with a longer way to go, whenever it has come to the end.

    >>> float(PolynomialDecay(1.0, decay_steps=4, end_learning_rate=0.0)(1))
    0.75
    """

    end_learning_rate: Any = field("after `decay_steps` steps", default=0.0001)
    power: Any = field("the degree of the polynomial; 1 for a straight line", default=1.0)
    cycle: bool = field("whether it starts anew", default=False)
    name: str = _name("PolynomialDecay")

    def _rate(self, initial: Any, step: Any, steps: Any) -> Any:
        if self.cycle:
            steps = steps * elementwise.maximum(elementwise.ceil(step / steps), 1.0)
        left = 1.0 - elementwise.minimum(step, steps) / steps
        return (initial - self.end_learning_rate) * elementwise.pow(left, self.power) + self.end_learning_rate


class CosineDecay(_Decay):
    """Half a wave of a cosine from `initial_learning_rate` (or `warmup_target`) down to `alpha` times it.

    Source: Loshchilov and Hutter, https://arxiv.org/abs/1608.03983.
    """

    alpha: Any = field("what is left at the end, as a part of the highest rate", default=0.0)
    name: str = _name("CosineDecay")
    warmup_target: Any = field("where a linear warm-up leads first, if given", default=None)
    warmup_steps: Any = field("how long that takes", default=0)

    def _rate(self, initial: Any, step: Any, steps: Any) -> Any:
        warmup, peak = (0, initial) if self.warmup_target is None else (self.warmup_steps, self.warmup_target)
        done = elementwise.minimum(step - warmup, steps) / steps
        falling = peak * ((1.0 - self.alpha) * 0.5 * (1.0 + elementwise.cos(math.pi * done)) + self.alpha)
        rising = initial + (peak - initial) * step / max(warmup, 1)
        return logic.where(step < warmup, rising, falling)


class PiecewiseConstantDecay(LearningRateSchedule):
    """`values[i]` up to and including the step `boundaries[i]`, and the last of `values` after all of them.

    Raises:
        ValueError: unless there is one value more than boundaries.
    """

    boundaries: Sequence[Any] = field("steps, in ascending order")
    values: Sequence[Any] = field("learning rates, one more than boundaries")
    name: str = _name("PiecewiseConstant")

    def _init_done(self) -> None:
        if len(self.boundaries) != len(self.values) - 1:
            raise ValueError(
                "The length of boundaries should be 1 less than the length of values. Received: "
                f"boundaries={self.boundaries} and values={self.values}."
            )

    def __call__(self, step: Any) -> Any:
        step, boundaries = (shaping.cast(conversion.convert_to_tensor(x), "float64") for x in (step, self.boundaries))
        passed = reduction.reduce_sum(shaping.cast(step > boundaries, "int32"))
        return indexing.gather(assembling.stack([conversion.convert_to_tensor(v) for v in self.values]), passed)


serialize, deserialize = SCHEDULES.serialize, SCHEDULES.deserialize

__getattr__ = refusing("tf.keras.optimizers.schedules", SCHEDULES.known)
