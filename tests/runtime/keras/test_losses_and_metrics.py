"""What losses and metrics share: names, weights, masks, configurations, and what they say when something is wrong."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

losses, metrics = tf.keras.losses, tf.keras.metrics


def test_the_short_modules_are_those_of_keras() -> None:
    assert tf.losses is losses and tf.metrics is metrics and tf.optimizers is tf.keras.optimizers


def test_functions_and_classes_are_found_by_name() -> None:
    assert losses.get("mse") is losses.mean_squared_error
    assert isinstance(losses.get("MeanSquaredError"), losses.MeanSquaredError)
    assert isinstance(metrics.get("AUC"), metrics.AUC) and isinstance(metrics.get("auc"), metrics.AUC)
    assert isinstance(metrics.get("MeanSquaredError"), metrics.MeanSquaredError)
    assert losses.get(None) is None and losses.get(losses.mse) is losses.mse


@pytest.mark.parametrize("cls", [c for c in vars(losses).values() if isinstance(c, type) and getattr(c, "call", None)])
def test_a_loss_is_made_again_from_its_configuration(cls: Any) -> None:
    loss = cls(name="other", reduction="sum")
    again = losses.deserialize(losses.serialize(loss))
    assert type(again) is cls and again.get_config() == loss.get_config()


def test_a_metric_is_made_again_from_its_configuration() -> None:
    for metric in (
        metrics.AUC(num_thresholds=7, curve="PR"),
        metrics.Precision([0.2, 0.4]),
        metrics.Mean("m"),
    ):
        again = metrics.deserialize(metrics.serialize(metric))
        assert type(again) is type(metric) and again.get_config() == metric.get_config()


def test_what_is_masked_counts_for_nothing() -> None:
    y_true, y_pred = tf.zeros([2, 3, 1]), tf.constant([[[1.0], [2.0], [9.0]], [[3.0], [9.0], [9.0]]])
    y_pred._keras_mask = tf.constant([[True, True, False], [True, False, False]])
    assert float(losses.MeanSquaredError()(y_true, y_pred)) == pytest.approx((1 + 4 + 9) / 3)
    assert losses.MeanSquaredError(reduction=None)(y_true, y_pred).numpy().tolist() == [[1, 4, 0], [9, 0, 0]]
    assert float(losses.MeanSquaredError(reduction="sum")(y_true, y_pred, [1.0, 2.0])) == 1 + 4 + 2 * 9


def test_probabilities_of_a_softmax_in_a_graph_are_taken_back_to_their_logits() -> None:
    logits = tf.constant([[200.0, 0.0]])
    staged = tf.function(lambda x: losses.sparse_categorical_crossentropy([1], tf.nn.softmax(x)))
    assert staged(logits).numpy().tolist() == [200.0]
    binary = tf.function(lambda x: losses.binary_crossentropy([[0.0]], tf.sigmoid(x)))
    assert binary(tf.constant([[100.0]])).numpy().tolist() == [100.0]


def test_logits_that_are_probabilities_are_warned_of() -> None:
    staged = tf.function(lambda x: losses.categorical_crossentropy([[0.0, 1.0]], tf.nn.softmax(x), from_logits=True))
    with pytest.warns(UserWarning, match="the `output` argument was produced by a Softmax activation"):
        staged(tf.constant([[1.0, 2.0]]))


def test_the_gradient_of_a_loss_is_that_of_its_formula() -> None:
    x = tf.Variable([[0.2, 0.8]])
    with tf.GradientTape() as tape:
        loss = losses.CategoricalCrossentropy(from_logits=True)([[1.0, 0.0]], x)
    expected = tf.nn.softmax(x) - [[1.0, 0.0]]
    np.testing.assert_allclose(tape.gradient(loss, x), expected, rtol=1e-6)


def test_metrics_remember_until_they_are_reset() -> None:
    metric = metrics.Mean()
    metric.update_state([1.0, 2.0])
    metric.update_state(6.0)
    assert float(metric.result()) == 3.0
    metric.reset_state()
    assert float(metric.result()) == 0.0
    metric(4.0)
    metric.reset_states()
    assert [float(v) for v in metric.variables] == [0.0, 0.0]


def test_names_of_metrics_are_numbered() -> None:
    tf.keras.backend.clear_session()
    assert [metrics.AUC().name for _ in range(3)] == ["auc", "auc_1", "auc_2"]
    assert repr(metrics.Mean(name="loss")) == "<Mean name=loss>"


@pytest.mark.parametrize("read", [lambda v: v, lambda v: v.value, lambda v: v.value(), lambda v: v + 0.0])
def test_a_result_may_be_a_variable_or_its_value(read: Any) -> None:
    class Steps(metrics.Metric):
        def __init__(self) -> None:
            super().__init__(name="steps")
            self.count = self.add_weight(shape=(), name="count", initializer="zeros")

        def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
            self.count.assign_add(1.0)

        def result(self) -> Any:
            return read(self.count)

    metric = Steps()
    metric.update_state([1.0], [1.0])
    assert isinstance(metric.result(), tf.Tensor) and metric.result().numpy() == 1.0
    staged = tf.function(lambda: metric([1.0], [1.0]))
    assert staged().numpy() == 2.0


def test_older_programs_name_a_weight_first() -> None:
    class Old(metrics.Metric):
        def __init__(self) -> None:
            super().__init__(name="old")
            self.count = self.add_weight("count", initializer="ones")

        def update_state(self, x: Any) -> None:
            self.count.assign_add(x)

        def result(self) -> Any:
            return self.count

    metric = Old()
    assert float(metric(2.0)) == 3.0 and metric.count.name == "count:0"


MISTAKES: dict[str, tuple[Any, str]] = {
    "reduction": (lambda: losses.MeanSquaredError(reduction="foo"), "Invalid value for argument `reduction`. Expected one of"),
    "an unknown loss": (lambda: losses.get("foo"), "Could not interpret loss identifier: foo"),
    "no loss": (lambda: losses.get(3), "Could not interpret loss identifier: 3"),
    "an unknown metric": (lambda: metrics.get("foo"), "Could not interpret metric identifier: foo"),
    "numbers where one-hot labels are wanted": (
        lambda: losses.categorical_crossentropy([1, 2], [[0.1, 0.9], [0.3, 0.7]]),
        "Arguments `target` and `output` must have the same rank (ndim). Received: target.shape=(2,), "
        "output.shape=(2, 2). For integer labels, use `sparse_categorical_crossentropy`.",
    ),
    "one-hot labels where numbers are wanted": (
        lambda: losses.sparse_categorical_crossentropy([[0, 1], [1, 0]], [[0.1, 0.9], [0.3, 0.7]]),
        "Arguments `target` and `output` must have the same shape up until the last dimension: target.shape=(2, 2), "
        "output.shape=(2, 2)",
    ),
    "thresholds": (lambda: metrics.Precision(thresholds=2), "Threshold values must be in [0, 1]. Received: [2]"),
    "one threshold": (
        lambda: metrics.AUC(num_thresholds=1), "Argument `num_thresholds` must be an integer > 1. Received: num_thresholds=1",
    ),
    "curve": (lambda: metrics.AUC(curve="x"), "The `curve` argument must be one of"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_are_named(name: str) -> None:
    call, text = MISTAKES[name]
    with pytest.raises(ValueError) as caught:
        call()
    assert text in str(caught.value)


def test_what_is_not_defined_is_named() -> None:
    with pytest.raises(NotImplementedError, match=r"Loss does not define `call\(self, y_true, y_pred\)`"):
        losses.Loss()([1.0], [1.0])
    with pytest.raises(NotImplementedError, match="Metric does not define `update_state`"):
        metrics.Metric(name="m")(1.0)


def test_one_hot_labels_of_a_loss_for_integers_are_told_apart() -> None:
    with pytest.raises(ValueError, match=r"target.shape=\(2, 3\), output.shape=\(2, 3\). For one-hot labels, use `cat"):
        tf.keras.losses.sparse_categorical_crossentropy(np.eye(3)[:2], np.full((2, 3), 1 / 3))


def test_labels_of_another_rank_are_named() -> None:
    with pytest.raises(
        ValueError, match=r"must have the same rank \(ndim\). Received: target.shape=\(8,\), output.shape"
    ):
        tf.keras.losses.binary_crossentropy(np.zeros(8), np.full((8, 3), 0.5))
