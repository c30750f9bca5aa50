"""The cost of calling functions of the embedded runtime, and what a graph saves over eager code.

    python benchmarks/functions.py

TensorFlow runs the same programs where it is installed (it is in no extra); results are checked against each other
before anything is timed.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(_ROOT))

import numpy as np  # noqa: E402

import runtime  # noqa: E402
from benchmarks.timing import formatted, print_table, seconds_per_call, times  # noqa: E402


def systems() -> dict[str, Any]:
    """The runtime, and TensorFlow if it is there."""
    found = {"runtime": runtime}
    if importlib.util.find_spec("tensorflow") is not None:
        os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
        os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")
        import tensorflow

        found["tensorflow"] = tensorflow
    return found


@dataclass(frozen=True)
class Program:
    """A function of tensors.

    Attributes:
        name: what the table calls it.
        build: makes the function, for a system.
        arguments: makes its arguments, for a system.
    """

    name: str
    build: Callable[[Any], Callable[..., Any]]
    arguments: Callable[[Any], tuple[Any, ...]]


def identity(tf: Any) -> Callable[..., Any]:
    return lambda x: x


def add_one(tf: Any) -> Callable[..., Any]:
    return lambda x: x + 1.0


def many_arguments(tf: Any) -> Callable[..., Any]:
    def f(pairs: Any, scale: Any, flag: bool = True) -> Any:
        return [a * scale + b for a, b in pairs] if flag else pairs

    return f


def power(tf: Any) -> Callable[..., Any]:
    """The example of TensorFlow's guide to `tf.function`: many small products in a row."""

    def power(x: Any) -> Any:
        result = tf.eye(10, dtype=tf.int32)
        for _ in range(100):
            result = tf.matmul(x, result)
        return result

    return power


def collatz(tf: Any) -> Callable[..., Any]:
    def collatz(n: Any) -> Any:
        steps = tf.constant(0)
        while n != 1:
            if n % 2 == 0:  # noqa: SIM108 - a statement is what is measured
                n = n // 2
            else:
                n = 3 * n + 1
            steps += 1
        return steps

    return collatz


def recurrence(tf: Any) -> Callable[..., Any]:
    """A recurrent layer: a loop over the rows of a matrix."""

    def recurrence(x: Any, w: Any) -> Any:
        state = tf.zeros([32])
        for row in x:
            state = tf.tanh(row + tf.linalg.matvec(w, state))
        return state

    return recurrence


def _matrix(tf: Any, *shape: int) -> Any:
    return tf.constant(np.linspace(-1, 1, int(np.prod(shape)), dtype=np.float32).reshape(shape))


PROGRAMS = [
    Program("x -> x", identity, lambda tf: (tf.constant(1.0),)),
    Program("x -> x + 1", add_one, lambda tf: (tf.constant(1.0),)),
    Program(
        "five pairs, one scale, one bool",
        many_arguments,
        lambda tf: ([(tf.constant(1.0), tf.constant(float(i))) for i in range(5)], tf.constant(2.0)),
    ),
    Program(
        "100 products of 10 x 10 integers",
        power,
        lambda tf: (tf.eye(10, dtype=tf.int32),),
    ),
    Program("collatz(97), 118 iterations", collatz, lambda tf: (tf.constant(97),)),
    Program("recurrence over 100 rows of 32", recurrence, lambda tf: (_matrix(tf, 100, 32), _matrix(tf, 32, 32))),
]


def main() -> None:
    rows = []
    found = systems()
    for program in PROGRAMS:
        results = []
        for name, tf in found.items():
            eager, arguments = program.build(tf), program.arguments(tf)
            staged = tf.function(eager)
            expected = tf.nest.map_structure(np.asarray, eager(*arguments))
            tf.nest.map_structure(
                lambda one, other: np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5),
                tf.nest.map_structure(np.asarray, staged(*arguments)),
                expected,
            )
            results.append(tf.nest.flatten(expected))
            for one, other in zip(results[0], results[-1], strict=True):
                np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)
            before, after = (seconds_per_call(f, *arguments, rounds=5) for f in (eager, staged))
            rows.append([program.name, name, formatted(before), formatted(after), times(before, after)])
    print_table(
        f"Eager code and its graph (Python {sys.version.split()[0]})",
        ["", "", "eager", "graph", "eager/graph"],
        rows,
    )


if __name__ == "__main__":
    main()
