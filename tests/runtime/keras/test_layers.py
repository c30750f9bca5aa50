"""Every layer does what Keras's does: outputs, gradients, weights, masks and configs, as recorded in `layers.json`."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import runtime as tf
from tests.runtime.keras.layer_cases import CASES, RECORDED, answer, made, set_weights

#: Arguments of the newest Keras that are not covered, or that a kind of layer does not have here.
NOT_HERE = {"renorm", "renorm_momentum", "renorm_clipping", "rms_scaling", "stateful", "zero_output_for_mask"}

KERAS = json.loads(RECORDED.read_text())


def _assert_close(ours: Any, theirs: Any, what: str) -> None:
    assert len(ours) == len(theirs), what
    for i, (a, b) in enumerate(zip(ours, theirs, strict=True)):
        assert (a is None) == (b is None), f"{what} {i}"
        if a is not None:
            np.testing.assert_allclose(a, b, rtol=2e-5, atol=2e-5, err_msg=f"{what} {i}")


@pytest.mark.parametrize("name", CASES)
def test_layer_answers_what_keras_does(name: str) -> None:
    ours, theirs = answer(tf, CASES[name]), KERAS[name]
    for what in ("outputs", "gradients", "state", "losses"):
        _assert_close(ours[what], theirs[what], what)
    for what in ("dtypes", "weights", "mask"):
        assert ours[what] == theirs[what], what
    # What tuples are in a config is lists in a file.
    config = json.loads(json.dumps(ours["config"]))
    for argument, value in theirs["config"].items():
        if argument not in NOT_HERE:
            assert config.get(argument) == value, argument


@pytest.mark.parametrize("name", CASES)
def test_layer_in_a_function_does_what_it_does_outside(name: str) -> None:
    layer, inputs, kwargs = made(tf, CASES[name])
    eager = layer(inputs, **kwargs)
    if layer.weights:
        set_weights(layer)
        eager = layer(inputs, **kwargs)
        set_weights(layer)
    staged = tf.function(lambda x: layer(x, **kwargs))(inputs)
    for a, b in zip(tf.nest.flatten(eager), tf.nest.flatten(staged), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-5)
        assert a.dtype == b.dtype


@pytest.mark.parametrize("name", CASES)
def test_copy_from_the_config_of_a_layer_does_what_the_layer_does(name: str) -> None:
    layer, inputs, kwargs = made(tf, CASES[name])
    layer(inputs, **kwargs)
    copy = type(layer).from_config(layer.get_config())
    copy(inputs, **kwargs)
    if layer.weights:
        copy.set_weights(layer.get_weights())
    assert copy.name == layer.name
    for a, b in zip(tf.nest.flatten(layer(inputs, **kwargs)), tf.nest.flatten(copy(inputs, **kwargs)), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("name", CASES)
def test_shapes_are_known_before_there_is_data(name: str) -> None:
    layer, inputs, kwargs = made(tf, CASES[name])
    symbolic = tf.nest.map_structure(lambda x: tf.keras.Input(x.shape[1:], dtype=x.dtype), inputs)
    if "initial_state" in kwargs or "mask" in kwargs:
        kwargs = {}
    results = tf.nest.flatten(layer(symbolic, **kwargs))
    for x, y in zip(results, tf.nest.flatten(layer(inputs, **kwargs)), strict=True):
        assert x.shape == (None, *y.shape[1:])
        assert x.dtype == y.dtype.name
