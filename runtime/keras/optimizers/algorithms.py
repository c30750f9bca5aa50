"""The optimizers: for each its numbers, and which row of `rules` it runs."""

from __future__ import annotations

from typing import Any

from runtime.keras.declaring import field
from runtime.keras.optimizers import rules
from runtime.keras.optimizers.optimizer import Optimizer
from runtime.keras.optimizers.rules import Rule

_EPSILON = field("keeps the division away from zero", default=1e-7)


def _momentum(value: Any) -> Any:
    if not isinstance(value, (int, float)) or value < 0 or value > 1:
        raise ValueError("`momentum` must be a float between [0, 1].")
    return value


class SGD(Optimizer):
    """Gradient descent: `v -= learning_rate * gradient`; with `momentum` a step also goes on as the one before."""

    _rate: Any = field(
        "a number, a schedule, or a function without arguments", default=0.01, older="lr", passed=True,
        argument="learning_rate",
    )  # fmt: skip
    momentum: float = field("from 0 to 1: how much of the previous step is repeated", default=0.0, convert=_momentum)
    nesterov: bool = field("whether the gradient counts as taken after that repetition", default=False)

    @property  # type: ignore[misc]
    def _rule(self) -> Rule:  # type: ignore[override]  # it depends on `momentum`
        return rules.MOMENTUM if self.momentum else rules.DESCENT


class Adam(Optimizer):
    """Steps in the direction of the mean gradient, divided by the root of the mean square of gradients.

    Source: Kingma and Ba, https://arxiv.org/abs/1412.6980.
    """

    _rule = rules.ADAM

    beta_1: float = field("how slowly the mean gradient moves", default=0.9)
    beta_2: float = field("how slowly the mean square moves", default=0.999)
    epsilon: float = _EPSILON
    amsgrad: bool = field("whether the largest mean square so far is used", default=False)


class AdamW(Adam):
    """`Adam`, with weight decay: `weight_decay` times the learning rate of each variable is taken away at each step.

    Source: Loshchilov and Hutter, https://arxiv.org/abs/1711.05101.
    """

    weight_decay: float = field("the part that is taken away", default=0.004)

    def _init_done(self) -> None:
        super()._init_done()
        if self.weight_decay is None:
            raise ValueError("Argument `weight_decay` must be a float. Received: weight_decay=None")


class RMSprop(Optimizer):
    """Steps along the gradient divided by the root of the mean square of gradients."""

    _rule = rules.RMSPROP

    rho: float = field("how slowly the mean moves", default=0.9)
    momentum: float = field("how much of the previous step is repeated", default=0.0)
    epsilon: float = _EPSILON
    centered: bool = field("whether the variance of gradients is used in place of their mean square", default=False)


class Adagrad(Optimizer):
    """Steps along the gradient divided by the root of the sum of squares of all gradients so far.

    Source: Duchi et al.,
    http://www.jmlr.org/papers/volume12/duchi11a/duchi11a.pdf.
    """

    _rule = rules.ADAGRAD

    initial_accumulator_value: float = field("what the sum of squares begins with", default=0.1)
    epsilon: float = _EPSILON
