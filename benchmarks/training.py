"""How long a training step takes: of a small network by `fit` and by a loop of one's own, and of the documents' CNN.

python benchmarks/training.py               # this runtime
python benchmarks/training.py tensorflow    # the same with TensorFlow, where it is installed

Reports the least of several runs, of wall-clock and of processor time, per step.
"""

from __future__ import annotations

import importlib
import os
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
tf: Any = importlib.import_module(sys.argv[1] if len(sys.argv) > 1 else "runtime")
keras = tf.keras


def report(name: str, run: Callable[[], Any], steps: int) -> None:
    """Prints the time of a step of `run`, which takes `steps` of them."""
    run()
    wall, processor = [], []
    for _ in range(5):
        before = time.perf_counter(), time.process_time()
        run()
        wall.append(time.perf_counter() - before[0])
        processor.append(time.process_time() - before[1])
    print(f"{name:34} {min(wall) / steps * 1e6:10.0f} us  {min(processor) / steps * 1e6:10.0f} us of processor time")


def staged_step(model: Any, x: Any, y: Any) -> Callable[[], Any]:
    """A training step on one batch, with a gradient tape, as a function."""
    optimizer = keras.optimizers.Adam()

    @tf.function
    def step(x: Any, y: Any) -> Any:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(keras.losses.sparse_categorical_crossentropy(y, model(x)))
        variables = model.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables, strict=True))
        return loss

    return lambda: step(x, y)


def repeated(step: Callable[[], Any], count: int) -> Callable[[], None]:
    def run() -> None:
        for _ in range(count):
            step()

    return run


def perceptron() -> Any:
    dense = keras.layers.Dense
    layers = [dense(64, activation="relu"), dense(64, activation="relu"), dense(10, activation="softmax")]
    return keras.Sequential([keras.layers.Input((20,)), *layers])


def cnn(size: int, units: int) -> Any:
    layers = keras.layers
    return keras.Sequential([
        layers.Input((size, size, 1)),
        layers.Conv2D(32, 5, padding="same", activation="relu"), layers.MaxPool2D(2),
        layers.Conv2D(64, 5, padding="same", activation="relu"), layers.MaxPool2D(2),
        layers.Flatten(), layers.Dense(units, activation="relu"), layers.Dense(10, activation="softmax"),
    ])  # fmt: skip


def main() -> None:
    random = np.random.RandomState(0)
    x, y = random.rand(3200, 20).astype("float32"), random.randint(0, 10, 3200)
    model = perceptron()
    model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
    report("perceptron, fit", lambda: model.fit(x, y, batch_size=32, verbose=0), 100)
    report("perceptron, evaluate", lambda: model.evaluate(x, y, batch_size=32, verbose=0), 100)
    report("perceptron, predict", lambda: model.predict(x, batch_size=32, verbose=0), 100)
    step = staged_step(perceptron(), tf.constant(x[:32]), tf.constant(y[:32]))
    report("perceptron, gradient tape", repeated(step, 100), 100)
    for size, units, count in ((8, 256, 20), (28, 1024, 3)):
        images = tf.constant(random.rand(50, size, size, 1).astype("float32"))
        step = staged_step(cnn(size, units), images, tf.constant(y[:50]))
        report(f"CNN of {size} x {size}, batch of 50", repeated(step, count), count)


if __name__ == "__main__":
    main()
