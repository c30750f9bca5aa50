"""Seeds of what layers draw at random: a number per layer, and a count of its draws.

The count is a variable, so that it goes on from call to call in functions too. Two layers with the same seed draw the
same numbers, and the numbers are those of Keras.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.core import dtypes
from runtime.ir.graph import init_scope
from runtime.ir.values import SymbolicTensor
from runtime.keras import initializers
from runtime.library import creation, logic, randomness, shaping
from runtime.library.control_flow import cond
from runtime.state.tracking import Trackable
from runtime.state.variable import Variable


class SeedGenerator(Trackable):
    """A source of seeds, a new one each time.

    Args:
        seed: an integer that decides them all; by default it is drawn when the first one is asked for.
    """

    def __init__(self, seed: int | None = None):
        if seed is not None and not isinstance(seed, int):
            raise ValueError(f"Argument `seed` must be an integer. Received: seed={seed}")
        self._initial_seed = seed if seed is not None else initializers.default_seed()
        self._state: Variable | None = None

    @property
    def state(self) -> Variable:
        """The seed, and how many draws there were."""
        if self._state is None:
            with init_scope():
                seed = self._initial_seed if self._initial_seed is not None else initializers.drawn_seed()
                start = creation.constant([seed, 0], dtypes.int64)
                self._state = Variable(start, trainable=False, name="seed_generator_state")
        return self._state

    def next(self) -> Any:
        """A seed of two integers for a stateless operation."""
        state = self.state
        seed = state.value()
        state.assign_add([0, 1], read_value=False)
        return seed


def dropped(x: Any, rate: Any, noise_shape: Any, seeds: SeedGenerator) -> Any:
    """`x` with a fraction of elements set to 0 at random, and the others scaled up; see `Dropout`."""
    shape = shaping.shape(x) if noise_shape is None else noise_shape
    kept = randomness.stateless_uniform(shape, seeds.next(), dtype=x.dtype) >= rate
    return logic.where(kept, x * (1.0 / (1.0 - rate)), creation.zeros([], x.dtype))


def when(training: Any, then: Callable[[], Any], otherwise: Callable[[], Any]) -> Any:
    """What `then` returns in training, else what `otherwise` does: decided now, or when the graph runs."""
    if isinstance(training, Variable):
        training = training.value()
    if isinstance(training, SymbolicTensor):
        return cond(shaping.cast(training, "bool"), then, otherwise)
    return then() if training is not None and bool(training) else otherwise()
