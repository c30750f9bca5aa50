"""Activations, regularisers, constraints and initialisers."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

import runtime as tf
from tests.runtime.keras.function_cases import ACTIVATIONS, RECORDED, answers

KERAS = {call: value for call, value in json.loads(RECORDED.read_text()).items() if call != "_"}
OURS = answers(tf)


@pytest.mark.parametrize("call", KERAS)
def test_function_answers_what_keras_does(call: str) -> None:
    np.testing.assert_allclose(OURS[call], KERAS[call], rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_activation_is_saved_by_its_name(name: str) -> None:
    function = tf.keras.activations.get(name)
    assert tf.keras.activations.deserialize(tf.keras.activations.serialize(function)) is function


def test_functions_of_tf_are_saved_as_the_activations_they_are() -> None:
    assert tf.keras.activations.serialize(tf.nn.relu) == "relu"
    assert tf.keras.layers.Dense(1, activation=tf.nn.softmax).get_config()["activation"] == "softmax"


@pytest.mark.parametrize(
    ("kind", "what"),
    [("initializers", "initializer"), ("regularizers", "regularizer"), ("constraints", "constraint")],
)
def test_unknown_name_is_an_error_that_says_so(kind: str, what: str) -> None:
    with pytest.raises(ValueError, match=f"Could not interpret {what} identifier: nonsense"):
        getattr(tf.keras, kind).get("nonsense")
    with pytest.raises(ValueError, match=f"Could not interpret {what} identifier: 3"):
        getattr(tf.keras, kind).get(3)


def test_misspelt_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(ValueError, match=r"Did you mean 'glorot_uniform'\?"):
        tf.keras.initializers.get("glorot_unform")


def test_unknown_activation_is_an_error() -> None:
    with pytest.raises(ValueError, match="Could not interpret activation function identifier: nonsense"):
        tf.keras.activations.get("nonsense")


# -- initialisers ----------------------------------------------------------------------------------------------------

SHAPE = (400, 200)
#: Variance and, of uniform distributions, the limit, for 400 inputs and 200 outputs.
SCALINGS = {
    "glorot_uniform": (2 / 600, math.sqrt(6 / 600)), "glorot_normal": (2 / 600, None),
    "he_uniform": (2 / 400, math.sqrt(6 / 400)), "he_normal": (2 / 400, None),
    "lecun_uniform": (1 / 400, math.sqrt(3 / 400)), "lecun_normal": (1 / 400, None),
}  # fmt: skip


@pytest.mark.parametrize("name", SCALINGS)
def test_scaling_initialisers_have_the_variance_of_their_papers(name: str) -> None:
    variance, limit = SCALINGS[name]
    tf.random.set_seed(1)
    numbers = tf.initializers.get(name)(SHAPE).numpy()
    assert abs(numbers.mean()) < 1e-3
    assert abs(numbers.var() / variance - 1) < 0.03
    # A normal distribution is cut at two standard deviations of what it was before.
    bound = limit if limit is not None else 2 * math.sqrt(variance) / 0.87962566103423978
    assert np.abs(numbers).max() <= bound


def test_filters_count_their_windows_among_inputs_and_outputs() -> None:
    numbers = tf.initializers.GlorotUniform(seed=1)((5, 5, 20, 30)).numpy()
    assert np.abs(numbers).max() <= math.sqrt(6 / (25 * 50))
    assert np.abs(numbers).max() > 0.99 * math.sqrt(6 / (25 * 50))


def test_orthogonal_matrix_is_orthogonal() -> None:
    wide = tf.initializers.Orthogonal(gain=2.0, seed=1)((3, 5)).numpy()
    np.testing.assert_allclose(wide @ wide.T, 4 * np.eye(3), atol=1e-5)
    tall = tf.initializers.Orthogonal(seed=1)((2, 3, 4)).numpy().reshape(6, 4)
    np.testing.assert_allclose(tall.T @ tall, np.eye(4), atol=1e-5)


def test_random_initialiser_repeats_itself_and_another_with_its_seed() -> None:
    one, other = tf.initializers.RandomNormal(seed=3), tf.initializers.RandomNormal(seed=3)
    assert (one([4]).numpy() == one([4]).numpy()).all()
    assert (one([4]).numpy() == other([4]).numpy()).all()
    assert (tf.initializers.RandomNormal()([4]).numpy() != tf.initializers.RandomNormal()([4]).numpy()).any()


def test_older_random_initialisers_draw_anew_at_each_call() -> None:
    draw = tf.random_normal_initializer(stddev=2.0)
    assert (draw([4]).numpy() != draw([4]).numpy()).any()
    assert tf.random_uniform_initializer(1, 2)([3]).numpy().min() >= 1


def test_global_seed_decides_weights_of_layers() -> None:
    def weights() -> list[float]:
        tf.random.set_seed(7)
        model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(4), tf.keras.layers.Dense(2)])
        return np.concatenate([w.ravel() for w in model.get_weights()]).tolist()

    assert weights() == weights()


def test_initialisers_of_tf_and_of_keras_are_the_same_classes() -> None:
    assert tf.initializers.GlorotUniform is tf.keras.initializers.GlorotUniform
    assert tf.keras.initializers.he_normal is tf.keras.initializers.HeNormal


@pytest.mark.parametrize("name", ["GlorotUniform", "RandomNormal", "VarianceScaling", "Orthogonal", "Constant"])
def test_initialiser_is_made_again_from_its_config(name: str) -> None:
    initialiser = getattr(tf.keras.initializers, name)()
    config = tf.keras.initializers.serialize(initialiser)
    assert config["class_name"] == name
    copy = tf.keras.initializers.deserialize(config)
    assert type(copy) is type(initialiser)
    assert copy.get_config() == initialiser.get_config()


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: tf.initializers.VarianceScaling(scale=0), "`scale` must be positive float"),
        (lambda: tf.initializers.VarianceScaling(mode="x"), "Invalid `mode` argument: x"),
        (lambda: tf.initializers.VarianceScaling(distribution="x"), "Invalid `distribution` argument: x"),
        (lambda: tf.initializers.Orthogonal()([3]), "at least two-dimensional"),
        (lambda: tf.initializers.Identity()([3]), "can only be used for 2D matrices"),
        (lambda: tf.keras.regularizers.L2(float("nan")), "must be a finite number"),
    ],
)
def test_wrong_arguments_are_errors(make, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        make()
