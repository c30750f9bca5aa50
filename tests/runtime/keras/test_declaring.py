"""Classes whose arguments are declared once: what follows from the declarations."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

import runtime as tf
from runtime.keras.declaring import Declared, field

layers = tf.keras.layers


class Window(Declared):
    """A window.

    Raises:
        ValueError: if it is too large.
    """

    size: int = field("how large it is", convert=int)
    step: int = field("how far the next one is", default=1, older="stride")
    inner: Any = field("what is in it", default=None, argument="content")


class Named(Window):
    label: str = field("of the window")
    step = 3


def test_arguments_are_given_by_place_and_by_name() -> None:
    assert vars(Window("4", content="x")) == {"size": 4, "step": 1, "inner": "x"}
    assert Window(4, stride=2).step == 2


def test_the_config_has_the_arguments_and_makes_an_equal_object() -> None:
    config = Window(4, content="x").get_config()
    assert config == {"size": 4, "step": 1, "content": "x"}
    assert vars(Window.from_config(config)) == vars(Window(4, content="x"))


def test_what_must_be_given_comes_first_and_what_a_class_sets_is_no_argument() -> None:
    assert list(Named._FIELDS) == ["size", "label", "content"]
    assert (Named(1, "a").step, Named(1, "a").get_config()) == (3, {"size": 1, "label": "a", "content": None})


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: Window(), "Window is missing the argument 'size': how large it is"),
        (lambda: Window(1, 2, 3, 4), "Window takes at most 3 arguments, and 4 were given"),
        (lambda: Window(1, size=2), "Window got several values for argument 'size'"),
        (lambda: Window(1, stepp=2), "Window got an unexpected keyword argument 'stepp'"),
    ],
)
def test_mistakes_are_named(make: Any, text: str) -> None:
    with pytest.raises(TypeError) as caught:
        make()
    assert str(caught.value) == text


def test_arguments_are_documented_before_what_is_raised() -> None:
    assert Window.__doc__ == (
        "A window.\n\nArgs:\n    size: how large it is.\n    step: how far the next one is; 1 by default.\n"
        "    content: what is in it.\n\nRaises:\n    ValueError: if it is too large."
    )
    assert str(inspect.signature(Window)) == "(size, step=1, content=None, **kwargs)"


def test_a_layer_of_the_users_may_declare_its_arguments() -> None:
    class Scale(layers.Layer):
        factor: float = field("what inputs are multiplied with", default=2.0)

        def call(self, x: Any) -> Any:
            return x * self.factor

    layer = Scale(3.0, name="s")
    assert float(layer(tf.constant(2.0))) == 6.0
    assert layer.get_config() == {"name": "s", "trainable": True, "dtype": "float32", "factor": 3.0}


def test_a_layer_of_the_users_may_extend_one_with_arguments_of_its_own() -> None:
    class Doubled(layers.Dense):
        def __init__(self, units: int, times: int = 2, **kwargs: Any):
            super().__init__(units * times, **kwargs)
            self.times = times

        def get_config(self) -> dict[str, Any]:
            return {**super().get_config(), "units": self.units // self.times, "times": self.times}

    layer = Doubled(3, times=4, activation="relu", name="d")
    assert layer(tf.ones([1, 2])).shape == (1, 12)
    copy = Doubled.from_config(layer.get_config())
    assert (copy.units, copy.times, copy.activation, copy.name) == (12, 4, tf.keras.activations.relu, "d")


@pytest.mark.parametrize(
    ("cls", "first"),
    [
        (layers.Dense, ["units", "activation", "use_bias", "kernel_initializer", "bias_initializer"]),
        (layers.Conv2D, ["filters", "kernel_size", "strides", "padding", "data_format", "dilation_rate", "groups"]),
        (layers.Conv2DTranspose, ["filters", "kernel_size", "strides", "padding", "output_padding", "data_format"]),
        (layers.LSTM, ["units", "activation", "recurrent_activation", "use_bias", "kernel_initializer"]),
        (layers.SimpleRNN, ["units", "activation", "use_bias", "kernel_initializer", "recurrent_initializer"]),
        (layers.BatchNormalization, ["axis", "momentum", "epsilon", "center", "scale", "beta_initializer"]),
        (layers.Embedding, ["input_dim", "output_dim", "embeddings_initializer", "embeddings_regularizer"]),
        (layers.MaxPool2D, ["pool_size", "strides", "padding", "data_format", "name"]),
        (layers.Activation, ["activation"]),
        (tf.keras.optimizers.AdamW, ["learning_rate", "weight_decay", "beta_1", "beta_2", "epsilon", "amsgrad"]),
        (tf.keras.optimizers.SGD, ["learning_rate", "momentum", "nesterov"]),
        (tf.keras.losses.SparseCategoricalCrossentropy, ["from_logits", "ignore_class", "reduction", "axis", "name"]),
        (tf.keras.metrics.Precision, ["thresholds", "top_k", "class_id", "name", "dtype"]),
        (tf.keras.callbacks.EarlyStopping, ["monitor", "min_delta", "patience", "verbose", "mode", "baseline"]),
        (tf.keras.callbacks.ModelCheckpoint, ["filepath", "monitor", "verbose", "save_best_only"]),
        (tf.keras.initializers.RandomNormal, ["mean", "stddev", "seed"]),
    ],
)
def test_arguments_come_in_the_order_of_keras(cls: Any, first: list[str]) -> None:
    assert list(inspect.signature(cls).parameters)[: len(first)] == first
