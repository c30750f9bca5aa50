"""The same seeds make the same numbers as in Keras (values recorded from TensorFlow 2.21)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

layers, initializers = tf.keras.layers, tf.keras.initializers


INITIALISERS = {
    "GlorotUniform": [-0.74486, 1.07617, 0.07906, 0.83538],
    "GlorotNormal": [-0.53987, 1.34733, -0.75905, 0.48871],
    "HeNormal": [-0.76349, 1.90541, -1.07346, 0.69113],
    "LecunUniform": [-0.74486, 1.07617, 0.07906, 0.83538],
    "RandomNormal": [-0.03358, 0.0838, -0.04721, 0.0304],
    "RandomUniform": [-0.03041, 0.04393, 0.00323, 0.0341],
    "TruncatedNormal": [-0.03358, 0.0838, -0.04721, 0.0304],
    "Orthogonal": [-0.57959, 0.81491, -0.81491, -0.57959],
}


@pytest.mark.parametrize("name", INITIALISERS)
def test_seeded_initialiser_makes_the_numbers_of_keras(name: str) -> None:
    numbers = getattr(initializers, name)(seed=3)((2, 2)).numpy().ravel()
    np.testing.assert_allclose(numbers, INITIALISERS[name], rtol=1e-4, atol=1e-5)


def test_seeded_dropout_drops_what_keras_does_call_by_call_and_in_functions() -> None:
    expected = [[0.0, 2.0, 2.0, 2.0, 0.0, 0.0], [0.0, 2.0, 0.0, 2.0, 2.0, 0.0], [2.0, 0.0, 2.0, 0.0, 0.0, 2.0]]
    eager, staged = layers.Dropout(0.5, seed=3), layers.Dropout(0.5, seed=3)
    step = tf.function(lambda x: staged(x, training=True))
    for row in expected:
        assert eager(tf.ones([1, 6]), training=True).numpy()[0].tolist() == row
        assert step(tf.ones([1, 6])).numpy()[0].tolist() == row


RECURRENT: list[tuple[str, dict[str, float], list[list[float]]]] = [
    ("SimpleRNN", {"dropout": 0.5}, [[-0.95917, 0.11144], [-0.99984, -0.60215]]),
    ("SimpleRNN", {"recurrent_dropout": 0.5}, [[-0.51548, 0.03811], [-0.79865, 0.06791]]),
    ("SimpleRNN", {"dropout": 0.5, "recurrent_dropout": 0.5}, [[-0.97525, 0.1352], [0.9781, 0.29601]]),
    ("LSTM", {"dropout": 0.5}, [[-0.00895, -0.14928], [-0.00225, -0.00117]]),
    ("LSTM", {"recurrent_dropout": 0.5}, [[-0.06254, -0.30175], [-0.06405, -0.35561]]),
    ("LSTM", {"dropout": 0.5, "recurrent_dropout": 0.5}, [[-0.00504, -0.21156], [0.0, 0.0]]),
    ("GRU", {"dropout": 0.5}, [[-0.97979, -0.99576], [-0.2086, -0.9776]]),
    ("GRU", {"recurrent_dropout": 0.5}, [[-0.85067, -0.90863], [-0.8642, -0.90158]]),
    ("GRU", {"dropout": 0.5, "recurrent_dropout": 0.5}, [[-0.97331, -0.30894], [0.16052, -0.98495]]),
]


@pytest.mark.parametrize(("kind", "rates", "expected"), RECURRENT)
def test_seeded_dropout_of_recurrent_layers_is_that_of_keras(kind: str, rates: Any, expected: Any) -> None:
    x = tf.constant([[[1.0, 10.0, -1.0], [3.0, -4.0, 5.0]]])
    weights = {
        "kernel_initializer": initializers.GlorotUniform(1),
        "recurrent_initializer": initializers.GlorotUniform(2),
    }
    eager, staged = (getattr(layers, kind)(2, seed=2, **weights, **rates) for _ in range(2))
    step = tf.function(lambda x: staged(x, training=True))
    for row in expected:
        np.testing.assert_allclose(eager(x, training=True)[0], row, rtol=1e-4, atol=1e-5)
        np.testing.assert_allclose(step(x)[0], row, rtol=1e-4, atol=1e-5)


def test_one_seed_for_everything_makes_the_models_of_keras() -> None:
    tf.keras.utils.set_random_seed(5)
    model = tf.keras.Sequential([layers.Dense(3), layers.Dropout(0.5), layers.Dense(2)])
    close = lambda x, y: np.testing.assert_allclose(np.ravel(x), y, rtol=1e-4, atol=1e-5)  # noqa: E731
    close(model(tf.ones([1, 2]), training=True), [-1.97983, -1.97264])
    ones = tf.ones([1, 2, 2])
    close(layers.LSTM(2, dropout=0.3)(ones, training=True), [-0.20841, -0.02609])
    close(layers.SimpleRNN(2, dropout=0.3)(ones, training=True), [0.37417, 0.83353])


def test_a_later_global_seed_of_tf_decides_weights() -> None:
    tf.keras.utils.set_random_seed(5)
    weights = []
    for _ in range(2):
        tf.random.set_seed(1)
        weights.append(layers.Dense(2)(tf.ones([1, 3])).numpy().tolist())
    assert weights[0] == weights[1]
