"""What a row costs that one iteration of many writes or reads: the same, however many there are.

    python benchmarks/rows.py [rows ...]

Each program makes, row by row, a tensor of so many rows; below it is the gradient of that in a graph. In microseconds
per row, and the ratio of the last to the first: it would be as large as that of the numbers of rows if each row took a
copy of all.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from timing import print_table

import runtime as tf

ROWS = (100, 1_000, 10_000, 100_000)
WIDTH = 16
SIGNATURE = [tf.TensorSpec([None, WIDTH])]


def mapped(x: Any) -> Any:
    return tf.map_fn(lambda row: row * 2.0, x)


def vectorized(x: Any) -> Any:
    return tf.vectorized_map(lambda row: row * 2.0, x)


def scanned(x: Any) -> Any:
    return tf.scan(lambda last, row: row * 2.0, x, tf.zeros([WIDTH]))


def appended(x: Any) -> Any:
    rows = []
    for row in x:
        rows.append(row * 2.0)  # noqa: PERF401 - what is measured
    return tf.stack(rows)


def written(x: Any) -> Any:
    rows = tf.TensorArray(tf.float32, size=tf.shape(x)[0])
    for i in tf.range(tf.shape(x)[0]):
        rows = rows.write(i, x[i] * 2.0)
    return rows.stack()


def updated(x: Any) -> Any:
    y = tf.zeros_like(x)
    for i in tf.range(tf.shape(x)[0]):
        y = tf.tensor_scatter_nd_update(y, [[i]], [x[i] * 2.0])
    return y


def gradient(program: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The gradient of the sum of what a program makes."""

    def gradient_of(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            total = tf.reduce_sum(program(x))
        return tape.gradient(total, x)

    return gradient_of


EAGER = {"map_fn, eager": mapped, "scan, eager": scanned, "vectorized_map, eager": vectorized}
STAGED = {
    "map_fn": mapped, "vectorized_map": vectorized, "scan": scanned, "append": appended, "TensorArray": written,
    "update": updated,
}  # fmt: skip


def microseconds(function: Callable[[Any], Any], count: int, factor: float | None) -> float:
    """The time per row, of a function whose result is checked first."""
    x = tf.constant(np.random.default_rng(0).random((count, WIDTH), np.float32))
    result = function(x)
    np.testing.assert_array_equal(result, np.full((count, WIDTH), 2.0) if factor is None else x * factor)
    started = time.perf_counter()
    function(x)
    return 1e6 * (time.perf_counter() - started) / count


def main() -> None:
    counts = [int(text) for text in sys.argv[1:]] or list(ROWS)
    programs: list[tuple[str, Callable[[Any], Any], float | None]] = [(name, p, 2.0) for name, p in EAGER.items()]
    for name, program in STAGED.items():
        programs.append((name, tf.function(program, SIGNATURE), 2.0))
        programs.append((f"{name}, gradient", tf.function(gradient(program), SIGNATURE), None))
    rows = []
    for name, function, factor in programs:
        times = [microseconds(function, count, factor) for count in counts]
        rows.append([name, *(f"{t:.2f}" for t in times), f"{times[-1] / times[0]:.1f}"])
    print_table("us per row", ["", *(f"{count:,}" for count in counts), "ratio"], rows)


if __name__ == "__main__":
    main()
