"""`tf.random.Generator`: random numbers from a state that is a variable, and so is saved, copied and read like one."""

from __future__ import annotations

import enum
import os
from typing import Any

import numpy as np

from runtime.core import dtypes
from runtime.kernels.philox import RESERVED
from runtime.library import assembling, creation, randomness, reduction, sampling, shaping
from runtime.state.replicas import current_replica, current_strategy
from runtime.state.tracking import Trackable
from runtime.state.variable import Variable
from runtime.tensor.conversion import convert_to_tensor

#: What the state of a generator is called where it is saved.
GENERATOR_STATE = "_state_var"


class Algorithm(enum.Enum):
    """How numbers are made of a state: by Philox, which `AUTO_SELECT` stands for too."""

    PHILOX = 1
    THREEFRY = 2
    AUTO_SELECT = 3


class Generator(Trackable):
    """A source of random numbers; its state is a variable of three int64: two of a counter, and a key.

    Args:
        copy_from: a generator to begin like.
        state: three integers.
        alg: an algorithm, or its name; accepted for compatibility.

    >>> a, b = Generator.from_seed(1), Generator.from_seed(1)
    >>> bool((a.normal([3]).numpy() == b.normal([3]).numpy()).all())
    True
    """

    def __init__(self, copy_from: Generator | None = None, state: Any = None, alg: Any = None):
        if alg is not None:
            _check_algorithm(alg)
        if copy_from is not None:
            state = copy_from.state
        elif state is None:
            raise ValueError("state must not be None when copy_from is None")
        numbers = shaping.cast(convert_to_tensor(state), dtypes.int64)
        if numbers.shape != [3]:
            raise ValueError(f"The shape of the state must be [3]; got shape {numbers.shape}")
        self._strategy = current_strategy()
        count = 1 if self._strategy is None else self._strategy.num_replicas_in_sync
        self._state, *self._others = [Variable(numbers, trainable=False, name="StateVar") for _ in range(count)]

    @classmethod
    def from_state(cls, state: Any, alg: Any = None) -> Generator:
        """A generator that begins with a state."""
        return cls(state=state, alg=alg)

    @classmethod
    def from_seed(cls, seed: Any, alg: Any = None) -> Generator:
        """A generator whose numbers a seed decides."""
        return cls(state=_seed_state(seed), alg=alg)

    @classmethod
    def from_key_counter(cls, key: Any, counter: Any, alg: Any = None) -> Generator:
        """A generator of a key and a counter of two integers."""
        return cls(state=assembling.concat([_int64(counter), shaping.reshape(_int64(key), [1])], 0), alg=alg)

    @classmethod
    def from_non_deterministic_state(cls, alg: Any = None) -> Generator:
        """A generator whose numbers differ from run to run."""
        return cls.from_seed(int.from_bytes(os.urandom(7), "little"))

    @classmethod
    def of_variable(cls, state: Variable) -> Generator:
        """The generator whose state is this variable, of three int64."""
        generator = cls.__new__(cls)
        generator._state, generator._others, generator._strategy = state, [], None
        return generator

    def _trackable_children(self) -> dict[str, Any]:
        return {GENERATOR_STATE: self._state}

    @property
    def state(self) -> Variable:
        """The state: a variable, of a generator that was made in the scope of a strategy that of the replica."""
        replica = current_replica() if self._others else None
        return self._others[replica - 1] if replica else self._state

    @property
    def key(self) -> Any:
        """The last number of the state."""
        return self.state[2]

    @property
    def algorithm(self) -> int:
        return Algorithm.PHILOX.value

    def reset(self, state: Any) -> None:
        """Begins again with a state."""
        self._reset(_int64(state))

    def reset_from_seed(self, seed: Any) -> None:
        """Begins again with a seed."""
        self._reset(_seed_state(seed))

    def reset_from_key_counter(self, key: Any, counter: Any) -> None:
        """Begins again with a key and a counter."""
        self._reset(assembling.concat([_int64(counter), shaping.reshape(_int64(key), [1])], 0))

    def skip(self, delta: Any) -> Any:
        """Moves the counter on, as if `delta` numbers had been drawn; returns the state before."""
        before = self.state.read_value()
        blocks = shaping.reshape(_int64(delta), [1]) * RESERVED
        for state in self._states():
            state.assign_add(assembling.concat([blocks, [0, 0]], 0))
        return before

    def _reset(self, numbers: Any) -> None:
        for state in self._states():
            state.assign(numbers)

    def _states(self) -> list[Variable]:
        """Those that a change concerns: of the replica that runs, or of all of them."""
        return [self._state, *self._others] if current_replica() is None else [self.state]

    def _of_replica(self, state: Any) -> Any:
        """A state, with the key of the replica that runs: replicas draw different numbers."""
        replica = current_replica()
        if self._strategy is None or replica is None:
            return state
        inner = assembling.concat([_int64([replica, 0]), state[2:]], 0)
        key = sampling.stateless_uniform_full_int([1], randomness.GeneratorState(inner), dtypes.int64)
        return assembling.concat([state[:2], key], 0)

    def _next(self, shape: Any) -> tuple[Any, Any]:
        """The shape of a draw, and the state that it begins with: as many numbers are used up."""
        shape = shaping.shape_tensor(shape)
        return shape, randomness.GeneratorState(self._of_replica(self.skip(reduction.reduce_prod(shape))))

    def normal(
        self, shape: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = dtypes.float32, name: str | None = None
    ) -> Any:
        """Random numbers of a normal distribution."""
        shape, seed = self._next(shape)
        return randomness.stateless_normal(shape, seed, mean, stddev, dtype, name)

    def truncated_normal(
        self, shape: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = dtypes.float32, name: str | None = None
    ) -> Any:
        """As `normal`, without numbers farther than two standard deviations from the mean."""
        shape, seed = self._next(shape)
        return randomness.stateless_truncated_normal(shape, seed, mean, stddev, dtype, name)

    def uniform(
        self, shape: Any, minval: Any = 0, maxval: Any = None, dtype: Any = dtypes.float32, name: str | None = None
    ) -> Any:
        """Random numbers that are equally likely everywhere in `[minval, maxval)`."""
        if dtypes.as_dtype(dtype).is_integer and (minval is None) != (maxval is None):
            raise ValueError(
                f"For integer dtype {dtypes.as_dtype(dtype)}, minval and maxval must be both `None` or both "
                f"non-`None`; got minval={minval} and maxval={maxval}"
            )
        shape, seed = self._next(shape)
        return randomness.stateless_uniform(shape, seed, minval, maxval, dtype, name)

    def uniform_full_int(self, shape: Any, dtype: Any = dtypes.uint64, name: str | None = None) -> Any:
        """Integers that are equally likely over all of their dtype."""
        shape, seed = self._next(shape)
        return sampling.stateless_uniform_full_int(shape, seed, dtype, name)

    def binomial(self, shape: Any, counts: Any, probs: Any, dtype: Any = dtypes.int32, name: str | None = None) -> Any:
        """Random numbers of binomial distributions."""
        shape, seed = self._next(shape)
        return sampling.stateless_binomial(shape, seed, counts, probs, dtype, name)

    def make_seeds(self, count: Any = 1) -> Any:
        """Seeds for stateless operations: a matrix of two rows."""
        keys = self.uniform_full_int([count], dtypes.int64)
        return assembling.stack([keys, shaping.zeros_like(keys)])

    def split(self, count: int = 1) -> list[Generator]:
        """Generators whose numbers have nothing to do with each other's."""
        keys = self.uniform_full_int([count], dtypes.int64)
        return [Generator.from_key_counter(keys[i], [0, 0]) for i in range(count)]


def _int64(value: Any) -> Any:
    return shaping.cast(convert_to_tensor(value), dtypes.int64)


def _seed_state(seed: Any) -> Any:
    """Three numbers of a seed: an integer of Python in pieces of 64 bits, a vector with zeros in front."""
    if isinstance(seed, int) and not isinstance(seed, bool):
        pieces = [(seed >> (64 * i)) & 0xFFFFFFFFFFFFFFFF for i in range(3)]
        return convert_to_tensor(np.array(pieces, np.uint64).view(np.int64))
    vector = shaping.reshape(_int64(seed), [-1])[:3]
    return assembling.concat([creation.zeros([3 - shaping.size(vector)], dtypes.int64), vector], 0)


def _check_algorithm(alg: Any) -> None:
    """Raises a ValueError for what names no algorithm."""
    named = alg.upper() if isinstance(alg, str) else getattr(alg, "name", None) or _BY_NUMBER.get(int(alg))
    if named == "THREEFRY":
        raise ValueError("the algorithm ThreeFry is not covered: use alg='philox', whose numbers are TensorFlow's")
    if named not in Algorithm.__members__:
        raise ValueError(f"Unsupported RNG algorithm: {alg!r}: use 'philox' or 'auto_select'")


_BY_NUMBER = {algorithm.value: algorithm.name for algorithm in Algorithm}


_global: list[Generator] = []


def get_global_generator() -> Generator:
    """The generator of the whole program; made when it is first asked for."""
    if not _global:
        _global.append(Generator.from_non_deterministic_state())
    return _global[0]


def set_global_generator(generator: Generator) -> None:
    """Makes `generator` that of the whole program."""
    _global[:] = [generator]


def create_rng_state(seed: Any, alg: Any) -> Any:
    """The state a generator begins with for a seed."""
    return _seed_state(seed)
