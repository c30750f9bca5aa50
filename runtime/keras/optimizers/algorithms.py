"""The optimizers: for each its numbers, and which row of `rules` it runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import runtime as tf
from runtime.keras.optimizers import rules
from runtime.keras.optimizers.optimizer import Optimizer
from runtime.keras.optimizers.rules import Rule


class SGD(Optimizer):
    """Gradient descent: `v -= learning_rate * gradient`; with `momentum` a step also goes on in the previous direction.

    Args:
        learning_rate: a number or a schedule.
        momentum: from 0 to 1: how much of the previous step is repeated.
        nesterov: whether the gradient counts as taken after that repetition.
        **kwargs: as of `Optimizer`.
    """

    _numbers = ("momentum", "nesterov")

    def __init__(self, learning_rate: Any = 0.01, momentum: float = 0.0, nesterov: bool = False, **kwargs: Any):
        if not isinstance(momentum, (int, float)) or momentum < 0 or momentum > 1:
            raise ValueError("`momentum` must be a float between [0, 1].")
        super().__init__(learning_rate, **kwargs)
        self.momentum, self.nesterov = momentum, nesterov

    @property
    def _rule(self) -> Rule:  # type: ignore[override]  # it depends on `momentum`
        return rules.MOMENTUM if self.momentum else rules.DESCENT


class Adam(Optimizer):
    """Steps in the direction of the mean gradient, divided by the root of the mean square of gradients.

    Args:
        learning_rate: a number or a schedule.
        beta_1, beta_2: how slowly the two means move.
        epsilon: keeps the division away from zero.
        amsgrad: whether the largest mean square so far is used.
        **kwargs: as of `Optimizer`.

    Source: Kingma and Ba, https://arxiv.org/abs/1412.6980.
    """

    _rule = rules.ADAM
    _numbers = ("beta_1", "beta_2", "epsilon", "amsgrad")

    def __init__(
        self, learning_rate: Any = 0.001, beta_1: float = 0.9, beta_2: float = 0.999, epsilon: float = 1e-7,
        amsgrad: bool = False, **kwargs: Any,
    ):  # fmt: skip
        super().__init__(learning_rate, **kwargs)
        self.beta_1, self.beta_2, self.epsilon, self.amsgrad = beta_1, beta_2, epsilon, amsgrad


class AdamW(Adam):
    """`Adam`, with weight decay: `weight_decay` times the learning rate of each variable is taken away at each step.

    Source: Loshchilov and Hutter, https://arxiv.org/abs/1711.05101.
    """

    def __init__(
        self, learning_rate: Any = 0.001, weight_decay: float = 0.004, beta_1: float = 0.9, beta_2: float = 0.999,
        epsilon: float = 1e-7, amsgrad: bool = False, **kwargs: Any,
    ):  # fmt: skip
        if weight_decay is None:
            raise ValueError("Argument `weight_decay` must be a float. Received: weight_decay=None")
        super().__init__(learning_rate, beta_1, beta_2, epsilon, amsgrad, weight_decay=weight_decay, **kwargs)


class Adamax(Optimizer):
    """`Adam` with the largest gradient, decayed, in place of the root of the mean square."""

    _rule = rules.ADAMAX
    _numbers = ("beta_1", "beta_2", "epsilon")

    def __init__(
        self, learning_rate: Any = 0.001, beta_1: float = 0.9, beta_2: float = 0.999, epsilon: float = 1e-7,
        **kwargs: Any,
    ):  # fmt: skip
        super().__init__(learning_rate, **kwargs)
        self.beta_1, self.beta_2, self.epsilon = beta_1, beta_2, epsilon


class Nadam(Optimizer):
    """`Adam` with Nesterov's momentum.

    Source: Dozat, "Incorporating Nesterov momentum into Adam", 2016.
    """

    _rule = rules.NADAM
    _numbers = ("beta_1", "beta_2", "epsilon")

    def __init__(
        self, learning_rate: Any = 0.001, beta_1: float = 0.9, beta_2: float = 0.999, epsilon: float = 1e-7,
        **kwargs: Any,
    ):  # fmt: skip
        super().__init__(learning_rate, **kwargs)
        self.beta_1, self.beta_2, self.epsilon = beta_1, beta_2, epsilon

    def build(self, variables: Sequence[Any]) -> None:
        if not self.built:
            self._product = tf.Variable(1.0, trainable=False, name="product")
        super().build(variables)

    @property
    def variables(self) -> Any:
        return [*super().variables, *([self._product] if self.built else [])]

    def _shared_slots(self) -> Sequence[Any]:
        return (self._product,)

    def _backend_update_step(
        self, grads: Sequence[Any], trainable_variables: Sequence[Any], learning_rate: Any
    ) -> None:
        step = tf.cast(self._iterations + 1, tf.float32)
        self._product.assign(self._product * (self.beta_1 * (1.0 - 0.5 * tf.pow(0.96, step))))
        super()._backend_update_step(grads, trainable_variables, learning_rate)


class RMSprop(Optimizer):
    """Steps along the gradient divided by the root of the mean square of gradients.

    Args:
        learning_rate: a number or a schedule.
        rho: how slowly the mean moves.
        momentum: how much of the previous step is repeated.
        epsilon: keeps the division away from zero.
        centered: whether the variance of gradients is used in place of their mean square.
        **kwargs: as of `Optimizer`.
    """

    _rule = rules.RMSPROP
    _numbers = ("rho", "momentum", "epsilon", "centered")

    def __init__(
        self, learning_rate: Any = 0.001, rho: float = 0.9, momentum: float = 0.0, epsilon: float = 1e-7,
        centered: bool = False, **kwargs: Any,
    ):  # fmt: skip
        super().__init__(learning_rate, **kwargs)
        self.rho, self.momentum, self.epsilon, self.centered = rho, momentum, epsilon, centered


class Adagrad(Optimizer):
    """Steps along the gradient divided by the root of the sum of squares of all gradients so far.

    Source: Duchi et al., http://www.jmlr.org/papers/volume12/duchi11a/duchi11a.pdf.
    """

    _rule = rules.ADAGRAD
    _numbers = ("initial_accumulator_value", "epsilon")

    def __init__(
        self, learning_rate: Any = 0.001, initial_accumulator_value: float = 0.1, epsilon: float = 1e-7, **kwargs: Any
    ):
        super().__init__(learning_rate, **kwargs)
        self.initial_accumulator_value, self.epsilon = initial_accumulator_value, epsilon

    def _made(self, variable: Any, name: str, value: float = 0.0) -> Any:
        return super()._made(variable, name, self.initial_accumulator_value if name == "accumulator" else value)


class Adadelta(Optimizer):
    """Steps along the gradient, scaled so that steps have the size of previous steps.

    Source: Zeiler, https://arxiv.org/abs/1212.5701.
    """

    _rule = rules.ADADELTA
    _numbers = ("rho", "epsilon")

    def __init__(self, learning_rate: Any = 0.001, rho: float = 0.95, epsilon: float = 1e-7, **kwargs: Any):
        super().__init__(learning_rate, **kwargs)
        self.rho, self.epsilon = rho, epsilon


class Ftrl(Optimizer):
    """ "Follow the regularized leader", with penalties on absolute values (l1) and squares (l2) of the variables.

    Source: McMahan et al., "Ad click prediction: a view from the trenches", 2013.
    """

    _rule = rules.FTRL
    _numbers = (
        "learning_rate_power", "initial_accumulator_value", "l1_regularization_strength", "l2_regularization_strength",
        "l2_shrinkage_regularization_strength", "beta",
    )  # fmt: skip

    def __init__(
        self, learning_rate: Any = 0.001, learning_rate_power: float = -0.5, initial_accumulator_value: float = 0.1,
        l1_regularization_strength: float = 0.0, l2_regularization_strength: float = 0.0,
        l2_shrinkage_regularization_strength: float = 0.0, beta: float = 0.0, **kwargs: Any,
    ):  # fmt: skip
        super().__init__(learning_rate, **kwargs)
        self.learning_rate_power, self.initial_accumulator_value = learning_rate_power, initial_accumulator_value
        self.l1_regularization_strength = l1_regularization_strength
        self.l2_regularization_strength = l2_regularization_strength
        self.l2_shrinkage_regularization_strength, self.beta = l2_shrinkage_regularization_strength, beta

    def _made(self, variable: Any, name: str, value: float = 0.0) -> Any:
        return super()._made(variable, name, self.initial_accumulator_value if name == "accumulator" else value)


class Lion(Optimizer):
    """Steps of one size in every element: the sign of a mean of gradients.

    Source: Chen et al., https://arxiv.org/abs/2302.06675.
    """

    _rule = rules.LION
    _numbers = ("beta_1", "beta_2")

    def __init__(self, learning_rate: Any = 0.001, beta_1: float = 0.9, beta_2: float = 0.99, **kwargs: Any):
        super().__init__(learning_rate, **kwargs)
        self.beta_1, self.beta_2 = beta_1, beta_2
