"""Learning rates that depend on how many steps have been taken."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import runtime as tf
from runtime.keras.identifiers import found
from runtime.keras.serialization import serialize_keras_object


class LearningRateSchedule:
    """A learning rate for each step: an object that is called with a step. Subclasses define `__call__`.

    >>> class Halving(LearningRateSchedule):
    ...     def __call__(self, step):
    ...         return 0.5 ** tf.cast(step, tf.float32)
    >>> float(Halving()(2))
    0.25
    """

    def __call__(self, step: Any) -> Any:
        """The learning rate of a step, counted from 0."""
        raise NotImplementedError(
            f"Learning rate schedule '{type(self).__name__}' must override `__call__(self, step)`."
        )

    def get_config(self) -> dict[str, Any]:
        """The arguments that make an equal schedule."""
        raise NotImplementedError(
            f"Learning rate schedule '{type(self).__name__}' must override `get_config()` in order to be serializable."
        )

    @classmethod
    def from_config(cls, config: Mapping[str, Any]) -> Any:
        """The schedule that `get_config` described."""
        return cls(**config)


class _Configured(LearningRateSchedule):
    """A schedule whose attributes are named as its arguments."""

    #: The arguments, in the order in which `get_config` has them.
    _arguments: Sequence[str] = ()

    def get_config(self) -> dict[str, Any]:
        return {key: getattr(self, key) for key in self._arguments}


def _number(value: Any, like: Any) -> Any:
    return tf.cast(tf.convert_to_tensor(value), like.dtype)


def _decays(schedule: Any, step: Any, like: Any) -> Any:
    """How many times `decay_steps` steps have passed: with `staircase` a whole number."""
    count = _number(step, like) / _number(schedule.decay_steps, like)
    return tf.floor(count) if schedule.staircase else count


class ExponentialDecay(_Configured):
    """`initial_learning_rate * decay_rate ** (step / decay_steps)`; with `staircase` the exponent is a whole number.

    Args:
        initial_learning_rate: of step 0.
        decay_steps: how many steps one decay takes.
        decay_rate: the factor of each decay.
        staircase: whether the rate changes only every `decay_steps` steps.
        name: of the schedule.

    >>> float(ExponentialDecay(1.0, decay_steps=10, decay_rate=0.5)(20))
    0.25
    """

    _arguments = ("initial_learning_rate", "decay_steps", "decay_rate", "staircase", "name")

    def __init__(
        self, initial_learning_rate: Any, decay_steps: Any, decay_rate: Any, staircase: bool = False,
        name: str = "ExponentialDecay",
    ):  # fmt: skip
        self.initial_learning_rate = initial_learning_rate
        self.decay_steps = decay_steps
        self.decay_rate = decay_rate
        self.staircase = staircase
        self.name = name
        _check_steps(decay_steps)

    def __call__(self, step: Any) -> Any:
        initial = tf.convert_to_tensor(self.initial_learning_rate)
        decays = _decays(self, step, initial)
        return initial * tf.pow(_number(self.decay_rate, initial), decays)


class InverseTimeDecay(_Configured):
    """`initial_learning_rate / (1 + decay_rate * step / decay_steps)`; with `staircase` whole `decay_steps` count.

    Args:
        initial_learning_rate: of step 0.
        decay_steps: how many steps one decay takes.
        decay_rate: what each decay adds to the divisor.
        staircase: whether the rate changes only every `decay_steps` steps.
        name: of the schedule.

    >>> float(InverseTimeDecay(1.0, decay_steps=10, decay_rate=0.5)(20))
    0.5
    """

    _arguments = ("initial_learning_rate", "decay_steps", "decay_rate", "staircase", "name")

    def __init__(
        self, initial_learning_rate: Any, decay_steps: Any, decay_rate: Any, staircase: bool = False,
        name: str = "InverseTimeDecay",
    ):  # fmt: skip
        self.initial_learning_rate = initial_learning_rate
        self.decay_steps = decay_steps
        self.decay_rate = decay_rate
        self.staircase = staircase
        self.name = name
        _check_steps(decay_steps)

    def __call__(self, step: Any) -> Any:
        initial = tf.convert_to_tensor(self.initial_learning_rate)
        decays = _decays(self, step, initial)
        return initial / (1.0 + _number(self.decay_rate, initial) * decays)


class PiecewiseConstantDecay(_Configured):
    """`values[i]` up to and including the step `boundaries[i]`, and the last of `values` after all of them.

    Args:
        boundaries: steps, in ascending order.
        values: learning rates, one more than `boundaries`.
        name: of the schedule.

    Raises:
        ValueError: unless there is one value more than boundaries.
    """

    _arguments = ("boundaries", "values", "name")

    def __init__(self, boundaries: Sequence[Any], values: Sequence[Any], name: str = "PiecewiseConstant"):
        if len(boundaries) != len(values) - 1:
            raise ValueError(
                "The length of boundaries should be 1 less than the length of values. Received: "
                f"boundaries={boundaries} of length {len(boundaries)}, and values={values} of length {len(values)}."
            )
        self.boundaries = boundaries
        self.values = values
        self.name = name

    def __call__(self, step: Any) -> Any:
        values = tf.stack([tf.convert_to_tensor(v) for v in self.values])
        if not len(self.boundaries):
            return values[0]
        step = tf.convert_to_tensor(step)
        boundaries = tf.stack([tf.cast(tf.convert_to_tensor(b), tf.float64) for b in self.boundaries])
        passed = tf.reduce_sum(tf.cast(tf.cast(step, tf.float64) > boundaries, tf.int32))
        return tf.gather(values, passed)


class PolynomialDecay(_Configured):
    """From `initial_learning_rate` to `end_learning_rate` in `decay_steps` steps, by a polynomial of degree `power`.

    With `cycle` it starts anew, with a longer way to go, whenever it has come to the end.

    Args:
        initial_learning_rate: of step 0.
        decay_steps: how long the way takes.
        end_learning_rate: after `decay_steps` steps.
        power: the degree of the polynomial; 1 for a straight line.
        cycle: whether it starts anew.
        name: of the schedule.

    >>> float(PolynomialDecay(1.0, decay_steps=4, end_learning_rate=0.0)(1))
    0.75
    """

    _arguments = ("initial_learning_rate", "decay_steps", "end_learning_rate", "power", "cycle", "name")

    def __init__(
        self, initial_learning_rate: Any, decay_steps: Any, end_learning_rate: Any = 0.0001, power: Any = 1.0,
        cycle: bool = False, name: str = "PolynomialDecay",
    ):  # fmt: skip
        self.initial_learning_rate = initial_learning_rate
        self.decay_steps = decay_steps
        self.end_learning_rate = end_learning_rate
        self.power = power
        self.cycle = cycle
        self.name = name
        _check_steps(decay_steps)

    def __call__(self, step: Any) -> Any:
        initial = tf.convert_to_tensor(self.initial_learning_rate)
        end, power = _number(self.end_learning_rate, initial), _number(self.power, initial)
        steps, current = _number(self.decay_steps, initial), _number(step, initial)
        if self.cycle:
            rounds = tf.where(tf.equal(current, 0.0), tf.ones_like(current), tf.math.ceil(current / steps))
            steps = steps * rounds
        else:
            current = tf.minimum(current, steps)
        return (initial - end) * tf.pow(1.0 - current / steps, power) + end


class CosineDecay(_Configured):
    """Half a wave of a cosine from `initial_learning_rate` (or `warmup_target`) down to `alpha` times it.

    Args:
        initial_learning_rate: of step 0.
        decay_steps: how long the way down takes.
        alpha: what is left at the end, as a part of the highest rate.
        name: of the schedule.
        warmup_target: where a linear warm-up leads first, if given.
        warmup_steps: how long that takes.

    Source: Loshchilov and Hutter, https://arxiv.org/abs/1608.03983.
    """

    _arguments = ("initial_learning_rate", "decay_steps", "alpha", "name", "warmup_target", "warmup_steps")

    def __init__(
        self, initial_learning_rate: Any, decay_steps: Any, alpha: Any = 0.0, name: str = "CosineDecay",
        warmup_target: Any = None, warmup_steps: Any = 0,
    ):  # fmt: skip
        self.initial_learning_rate = initial_learning_rate
        self.decay_steps = decay_steps
        self.alpha = alpha
        self.name = name
        self.warmup_target = warmup_target
        self.warmup_steps = warmup_steps
        _check_steps(decay_steps)

    def __call__(self, step: Any) -> Any:
        initial = tf.convert_to_tensor(self.initial_learning_rate)
        steps, current = _number(self.decay_steps, initial), _number(step, initial)
        if self.warmup_target is None:
            return self._decayed(tf.minimum(current, steps), steps, initial)
        target, warmup = _number(self.warmup_target, initial), _number(self.warmup_steps, initial)
        rising = initial + (target - initial) * current / tf.maximum(warmup, 1e-37)
        falling = self._decayed(tf.minimum(current, warmup + steps) - warmup, steps, target)
        return tf.where(current < warmup, rising, falling)

    def _decayed(self, step: Any, steps: Any, peak: Any) -> Any:
        cosine = 0.5 * (1.0 + tf.cos(math.pi * step / steps))
        alpha = _number(self.alpha, peak)
        return peak * ((1.0 - alpha) * cosine + alpha)


class CosineDecayRestarts(_Configured):
    """A cosine down from `initial_learning_rate`, again and again: each `t_mul` times as long, `m_mul` times as high.

    Args:
        initial_learning_rate: of step 0.
        first_decay_steps: how long the first way down takes.
        t_mul: how much longer each further one takes.
        m_mul: how high each begins, as a part of the one before.
        alpha: what is left at the end of each, as a part of the initial rate.
        name: of the schedule.

    Source: Loshchilov and Hutter, https://arxiv.org/abs/1608.03983.
    """

    _arguments = ("initial_learning_rate", "first_decay_steps", "t_mul", "m_mul", "alpha", "name")

    def __init__(
        self, initial_learning_rate: Any, first_decay_steps: Any, t_mul: Any = 2.0, m_mul: Any = 1.0, alpha: Any = 0.0,
        name: str = "SGDRDecay",
    ):  # fmt: skip
        self.initial_learning_rate = initial_learning_rate
        self.first_decay_steps = first_decay_steps
        self._t_mul = t_mul
        self._m_mul = m_mul
        self.alpha = alpha
        self.name = name
        _check_steps(first_decay_steps, "first_decay_steps")

    def get_config(self) -> dict[str, Any]:
        return {key: getattr(self, f"_{key}" if key in ("t_mul", "m_mul") else key) for key in self._arguments}

    def __call__(self, step: Any) -> Any:
        initial = tf.convert_to_tensor(self.initial_learning_rate)
        first, alpha = _number(self.first_decay_steps, initial), _number(self.alpha, initial)
        t_mul, m_mul = _number(self._t_mul, initial), _number(self._m_mul, initial)
        done = _number(step, initial) / first
        if self._t_mul == 1:
            restarts = tf.floor(done)
            part = done - restarts
        else:
            restarts = tf.floor(tf.math.log(1.0 - done * (1.0 - t_mul)) / tf.math.log(t_mul))
            passed = (1.0 - tf.pow(t_mul, restarts)) / (1.0 - t_mul)
            part = (done - passed) / tf.pow(t_mul, restarts)
        cosine = 0.5 * tf.pow(m_mul, restarts) * (1.0 + tf.cos(math.pi * part))
        return initial * ((1.0 - alpha) * cosine + alpha)


def _check_steps(steps: Any, name: str = "decay_steps") -> None:
    if isinstance(steps, (int, float)) and steps <= 0:
        raise ValueError(f"Argument `{name}` must be > 0. Received: {name}={steps}")


_KNOWN = {
    cls.__name__: cls
    for cls in (
        CosineDecay, CosineDecayRestarts, ExponentialDecay, InverseTimeDecay, PiecewiseConstantDecay, PolynomialDecay,
    )
}  # fmt: skip


def serialize(learning_rate_schedule: LearningRateSchedule) -> Any:
    """A description of a schedule that JSON can hold; see `deserialize`."""
    return serialize_keras_object(learning_rate_schedule)


def deserialize(config: Any, custom_objects: dict[str, Any] | None = None) -> Any:
    """The schedule that a description stands for."""
    return found(config, _KNOWN, "learning rate schedule", custom_objects)
