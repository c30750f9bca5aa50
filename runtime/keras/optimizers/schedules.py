"""Learning rates that depend on how many steps have been taken."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
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
                f"Learning rate schedule '{type(self).__name__}' must override `get_config()` in order to be "
                "serializable."
            )
        return super().get_config()


def _positive(name: str) -> Callable[[Any], Any]:
    def checked(steps: Any) -> Any:
        if isinstance(steps, (int, float)) and steps <= 0:
            raise ValueError(f"Argument `{name}` must be > 0. Received: {name}={steps}")
        return steps

    return checked


def _name(default: str) -> Any:
    return field("of the schedule", default=default)


_STAIRCASE = field("whether the rate changes only every `decay_steps` steps", default=False)


def _number(value: Any, like: Any) -> Any:
    return shaping.cast(conversion.convert_to_tensor(value), like.dtype)


def _decays(schedule: Any, step: Any, like: Any) -> Any:
    """How many times `decay_steps` steps have passed: with `staircase` a whole number."""
    count = _number(step, like) / _number(schedule.decay_steps, like)
    return elementwise.floor(count) if schedule.staircase else count


class ExponentialDecay(LearningRateSchedule):
    """`initial_learning_rate * decay_rate ** (step / decay_steps)`; with `staircase` the exponent is a whole number.

    >>> float(ExponentialDecay(1.0, decay_steps=10, decay_rate=0.5)(20))
    0.25
    """

    initial_learning_rate: Any = field("of step 0")
    decay_steps: Any = field("how many steps the way, or one decay, takes", convert=_positive("decay_steps"))
    decay_rate: Any = field("the factor of each decay")
    staircase: bool = _STAIRCASE
    name: str = _name("ExponentialDecay")

    def __call__(self, step: Any) -> Any:
        initial = conversion.convert_to_tensor(self.initial_learning_rate)
        decays = _decays(self, step, initial)
        return initial * elementwise.pow(_number(self.decay_rate, initial), decays)


class InverseTimeDecay(LearningRateSchedule):
    """`initial_learning_rate / (1 + decay_rate * step / decay_steps)`; with `staircase` whole `decay_steps` count.

    >>> float(InverseTimeDecay(1.0, decay_steps=10, decay_rate=0.5)(20))
    0.5
    """

    initial_learning_rate: Any = field("of step 0")
    decay_steps: Any = field("how many steps the way, or one decay, takes", convert=_positive("decay_steps"))
    decay_rate: Any = field("what each decay adds to the divisor")
    staircase: bool = _STAIRCASE
    name: str = _name("InverseTimeDecay")

    def __call__(self, step: Any) -> Any:
        initial = conversion.convert_to_tensor(self.initial_learning_rate)
        decays = _decays(self, step, initial)
        return initial / (1.0 + _number(self.decay_rate, initial) * decays)


class PiecewiseConstantDecay(LearningRateSchedule):
    """`values[i]` up to and including the step `boundaries[i]`, and the last of `values` after all of them.

    Raises:
        ValueError: unless there is one value more than boundaries.
    """

    boundaries: Sequence[Any] = field("steps, in ascending order")
    values: Sequence[Any] = field("learning rates, one more than boundaries")
    name: str = _name("PiecewiseConstant")

    def _init_done(self) -> None:
        boundaries, values = self.boundaries, self.values
        if len(boundaries) != len(values) - 1:
            raise ValueError(
                "The length of boundaries should be 1 less than the length of values. Received: "
                f"boundaries={boundaries} of length {len(boundaries)}, and values={values} of length {len(values)}."
            )

    def __call__(self, step: Any) -> Any:
        values = assembling.stack([conversion.convert_to_tensor(v) for v in self.values])
        if not len(self.boundaries):
            return values[0]
        step = conversion.convert_to_tensor(step)
        boundaries = assembling.stack(
            [shaping.cast(conversion.convert_to_tensor(b), "float64") for b in self.boundaries]
        )
        passed = reduction.reduce_sum(shaping.cast(shaping.cast(step, "float64") > boundaries, "int32"))
        return indexing.gather(values, passed)


class PolynomialDecay(LearningRateSchedule):
    """From `initial_learning_rate` to `end_learning_rate` in `decay_steps` steps, by a polynomial of degree `power`.

    With `cycle` it starts anew, with a longer way to go, whenever it has come to the end.

    >>> float(PolynomialDecay(1.0, decay_steps=4, end_learning_rate=0.0)(1))
    0.75
    """

    initial_learning_rate: Any = field("of step 0")
    decay_steps: Any = field("how many steps the way, or one decay, takes", convert=_positive("decay_steps"))
    end_learning_rate: Any = field("after `decay_steps` steps", default=0.0001)
    power: Any = field("the degree of the polynomial; 1 for a straight line", default=1.0)
    cycle: bool = field("whether it starts anew", default=False)
    name: str = _name("PolynomialDecay")

    def __call__(self, step: Any) -> Any:
        initial = conversion.convert_to_tensor(self.initial_learning_rate)
        end, power = _number(self.end_learning_rate, initial), _number(self.power, initial)
        steps, current = _number(self.decay_steps, initial), _number(step, initial)
        if self.cycle:
            rounds = logic.where(
                logic.equal(current, 0.0), shaping.ones_like(current), elementwise.ceil(current / steps)
            )
            steps = steps * rounds
        else:
            current = elementwise.minimum(current, steps)
        return (initial - end) * elementwise.pow(1.0 - current / steps, power) + end


class CosineDecay(LearningRateSchedule):
    """Half a wave of a cosine from `initial_learning_rate` (or `warmup_target`) down to `alpha` times it.

    Source: Loshchilov and Hutter, https://arxiv.org/abs/1608.03983.
    """

    initial_learning_rate: Any = field("of step 0")
    decay_steps: Any = field("how many steps the way, or one decay, takes", convert=_positive("decay_steps"))
    alpha: Any = field("what is left at the end, as a part of the highest rate", default=0.0)
    name: str = _name("CosineDecay")
    warmup_target: Any = field("where a linear warm-up leads first, if given", default=None)
    warmup_steps: Any = field("how long that takes", default=0)

    def __call__(self, step: Any) -> Any:
        initial = conversion.convert_to_tensor(self.initial_learning_rate)
        steps, current = _number(self.decay_steps, initial), _number(step, initial)
        if self.warmup_target is None:
            return self._decayed(elementwise.minimum(current, steps), steps, initial)
        target, warmup = _number(self.warmup_target, initial), _number(self.warmup_steps, initial)
        rising = initial + (target - initial) * current / elementwise.maximum(warmup, 1e-37)
        falling = self._decayed(elementwise.minimum(current, warmup + steps) - warmup, steps, target)
        return logic.where(current < warmup, rising, falling)

    def _decayed(self, step: Any, steps: Any, peak: Any) -> Any:
        cosine = 0.5 * (1.0 + elementwise.cos(math.pi * step / steps))
        alpha = _number(self.alpha, peak)
        return peak * ((1.0 - alpha) * cosine + alpha)


class CosineDecayRestarts(LearningRateSchedule):
    """A cosine down from `initial_learning_rate`, again and again: each `t_mul` times as long, `m_mul` times as high.

    Source: Loshchilov and Hutter, https://arxiv.org/abs/1608.03983.
    """

    initial_learning_rate: Any = field("of step 0")
    first_decay_steps: Any = field("how long the first way down takes", convert=_positive("first_decay_steps"))
    t_mul: Any = field("how much longer each further one takes", default=2.0)
    m_mul: Any = field("how high each begins, as a part of the one before", default=1.0)
    alpha: Any = field("what is left at the end of each, as a part of the initial rate", default=0.0)
    name: str = _name("SGDRDecay")

    def __call__(self, step: Any) -> Any:
        initial = conversion.convert_to_tensor(self.initial_learning_rate)
        first, alpha = _number(self.first_decay_steps, initial), _number(self.alpha, initial)
        t_mul, m_mul = _number(self.t_mul, initial), _number(self.m_mul, initial)
        done = _number(step, initial) / first
        if self.t_mul == 1:
            restarts = elementwise.floor(done)
            part = done - restarts
        else:
            restarts = elementwise.floor(elementwise.log(1.0 - done * (1.0 - t_mul)) / elementwise.log(t_mul))
            passed = (1.0 - elementwise.pow(t_mul, restarts)) / (1.0 - t_mul)
            part = (done - passed) / elementwise.pow(t_mul, restarts)
        cosine = 0.5 * elementwise.pow(m_mul, restarts) * (1.0 + elementwise.cos(math.pi * part))
        return initial * ((1.0 - alpha) * cosine + alpha)


serialize, deserialize = SCHEDULES.serialize, SCHEDULES.deserialize

__getattr__ = refusing("tf.keras.optimizers.schedules", SCHEDULES.known)
