"""What is asked of TensorFlow and of the runtime alike: losses, metrics, optimizers, schedules and small trainings.

`training.json` has the answers of TensorFlow 2.21 with Keras 3.15, recorded by `python training_cases.py > training.json`
in an environment with TensorFlow.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np

_R = np.random.RandomState(0)
TRUE = _R.randint(0, 2, (12, 3)).astype("float32")
PREDICTED = _R.uniform(0.02, 0.98, (12, 3)).astype("float32")
SIGNED = (_R.rand(12, 3) * 4 - 2).astype("float32")
ONE_HOT = np.eye(3, dtype="float32")[_R.randint(0, 3, 12)]
WEIGHTS = _R.rand(12).astype("float32")
CLASSES = _R.randint(0, 3, 12)
X = _R.rand(10, 4).astype("float32")
Y = _R.randint(0, 2, 10).astype("float32")
TARGETS = _R.rand(10, 1).astype("float32")
LABELS = _R.randint(0, 3, 10)

LOSSES: list[tuple[str, dict[str, Any], Any, Any]] = [
    *[
        (name, {}, TRUE, PREDICTED)
        for name in (
            "MeanSquaredError", "MeanAbsoluteError", "Huber", "BinaryCrossentropy",
        )
    ],
    ("Huber", {"delta": 0.2}, TRUE, PREDICTED),
    ("BinaryCrossentropy", {"from_logits": True, "label_smoothing": 0.2}, TRUE, SIGNED),
    ("CategoricalCrossentropy", {}, ONE_HOT, PREDICTED),
    ("CategoricalCrossentropy", {"from_logits": True, "label_smoothing": 0.1}, ONE_HOT, SIGNED),
    ("SparseCategoricalCrossentropy", {}, CLASSES, PREDICTED),
    ("SparseCategoricalCrossentropy", {"from_logits": True}, CLASSES[:, None], SIGNED),
    ("SparseCategoricalCrossentropy", {"ignore_class": 1}, CLASSES, PREDICTED),
    ("MeanSquaredError", {}, TRUE[:, 0], PREDICTED[:, :1]),
]  # fmt: skip

METRICS: list[tuple[str, dict[str, Any], Any, Any]] = [
    *[
        (name, {}, TRUE, PREDICTED)
        for name in (
            "AUC", "Precision", "Recall", "BinaryAccuracy", "MeanSquaredError", "MeanAbsoluteError",
        )
    ],
    ("Accuracy", {}, CLASSES, LABELS[[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1]]),
    ("CategoricalAccuracy", {}, ONE_HOT, PREDICTED),
    ("TopKCategoricalAccuracy", {"k": 2}, ONE_HOT, PREDICTED),
    ("SparseCategoricalAccuracy", {}, CLASSES, PREDICTED),
    ("SparseTopKCategoricalAccuracy", {"k": 2}, CLASSES, PREDICTED),
    ("SparseCategoricalCrossentropy", {}, CLASSES, PREDICTED),
    ("BinaryCrossentropy", {"label_smoothing": 0.1}, TRUE, PREDICTED),
    ("CategoricalCrossentropy", {"from_logits": True}, ONE_HOT, SIGNED),
    ("AUC", {"curve": "PR"}, TRUE, PREDICTED),
    ("AUC", {"num_thresholds": 5, "summation_method": "minoring"}, TRUE, PREDICTED),
    ("AUC", {"num_thresholds": 5, "summation_method": "majoring", "from_logits": True}, TRUE, SIGNED),
    ("AUC", {"thresholds": [0.2, 0.5, 0.7]}, TRUE, PREDICTED),
    ("Precision", {"thresholds": [0.2, 0.8]}, TRUE, PREDICTED),
    ("Precision", {"top_k": 1, "class_id": 0}, TRUE, PREDICTED),
    ("Recall", {"top_k": 2}, TRUE, PREDICTED),
]  # fmt: skip

OPTIMIZERS: list[tuple[str, dict[str, Any]]] = [
    ("SGD", {}), ("SGD", {"momentum": 0.9}), ("SGD", {"momentum": 0.9, "nesterov": True}), ("Adam", {}),
    ("Adam", {"amsgrad": True}), ("AdamW", {}), ("RMSprop", {}), ("RMSprop", {"centered": True}),
    ("RMSprop", {"momentum": 0.5}), ("RMSprop", {"momentum": 0.5, "centered": True}), ("Adagrad", {}),
    ("SGD", {"clipnorm": 0.5}), ("SGD", {"clipvalue": 0.3}), ("SGD", {"global_clipnorm": 0.5}),
    ("Adam", {"weight_decay": 0.1}),
]  # fmt: skip

SCHEDULES: list[tuple[str, dict[str, Any]]] = [
    ("ExponentialDecay", {"initial_learning_rate": 0.1, "decay_steps": 10, "decay_rate": 0.5}),
    ("ExponentialDecay", {"initial_learning_rate": 0.1, "decay_steps": 10, "decay_rate": 0.5, "staircase": True}),
    ("InverseTimeDecay", {"initial_learning_rate": 0.1, "decay_steps": 10, "decay_rate": 0.5}),
    ("PiecewiseConstantDecay", {"boundaries": [5, 10], "values": [1.0, 0.5, 0.1]}),
    ("PolynomialDecay", {"initial_learning_rate": 0.1, "decay_steps": 10}),
    ("PolynomialDecay", {"initial_learning_rate": 0.1, "decay_steps": 10, "cycle": True, "power": 2.0}),
    ("CosineDecay", {"initial_learning_rate": 0.1, "decay_steps": 10}),
    ("CosineDecay", {"initial_learning_rate": 0.0, "decay_steps": 10, "alpha": 0.1, "warmup_target": 0.2,
                     "warmup_steps": 5}),
]  # fmt: skip


def loss_values(tf: Any, name: str, options: dict[str, Any], y_true: Any, y_pred: Any) -> Any:
    """The loss with each reduction, without and with weights."""
    cls = getattr(tf.keras.losses, name)
    reductions = ("sum_over_batch_size", "sum", None, "mean_with_sample_weight")
    return [
        np.asarray(cls(reduction=reduction, **options)(y_true, y_pred, weights)).tolist()
        for reduction in reductions
        for weights in (None, WEIGHTS)
    ]


def metric_values(tf: Any, name: str, options: dict[str, Any], y_true: Any, y_pred: Any) -> Any:
    """The metric after two batches of different sizes, without and with weights; and after a reset."""
    values = []
    for weights in (None, WEIGHTS):
        metric = getattr(tf.keras.metrics, name)(**options)
        for part in (slice(0, 7), slice(7, 12)):
            metric.update_state(y_true[part], y_pred[part], None if weights is None else weights[part])
        values.append(np.asarray(metric.result()).tolist())
    metric.reset_state()
    metric.update_state(y_true[:3], y_pred[:3])
    return [*values, np.asarray(metric.result()).tolist()]


def optimizer_values(tf: Any, name: str, options: dict[str, Any], kind: str, staged: bool = False) -> Any:
    """Two variables after five steps with gradients that are `dense` or `sparse`."""
    v, w = tf.Variable([[1.0, -2.0], [0.5, 3.0], [0.0, 1.0]]), tf.Variable(0.7)
    optimizer = getattr(tf.keras.optimizers, name)(learning_rate=0.1, **options)

    def step(i: Any) -> None:
        if kind == "dense":
            g = tf.sin(tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]) * (i + 1.0)) + v * 0.1
        else:
            rows = tf.sin(tf.constant([[1.0, 2.0], [3.0, 4.0]]) * (i + 1.0))
            g = tf.IndexedSlices(rows, tf.constant([0, 2]), tf.constant([3, 2]))
        optimizer.apply_gradients([(g, v), (tf.cos(1.0 + i) * w, w)])

    run = tf.function(step) if staged else step
    for i in range(5):
        run(tf.constant(float(i)))
    return [v.numpy().tolist(), float(w.numpy())]


def schedule_values(tf: Any, name: str, options: dict[str, Any]) -> Any:
    schedule = getattr(tf.keras.optimizers.schedules, name)(**options)
    return [float(schedule(step)) for step in (0, 1, 4, 5, 6, 10, 11, 15, 23)]


def _dense(tf: Any, units: int, **options: Any) -> Any:
    return tf.keras.layers.Dense(units, kernel_initializer="ones", **options)


def _classifier(tf: Any) -> Any:
    layers = [tf.keras.layers.Input((4,)), _dense(tf, 1, activation="sigmoid")]
    return tf.keras.Sequential(layers)


def _two_outputs(tf: Any, as_dict: bool) -> Any:
    x = tf.keras.Input((4,))
    a, b = _dense(tf, 1, name="a")(x), _dense(tf, 3, activation="softmax", name="b")(x)
    return tf.keras.Model(x, {"a": a, "b": b} if as_dict else [a, b])


def _metrics_by_name(tf: Any) -> Any:
    model = _classifier(tf)
    metrics = ["mse", "MeanAbsoluteError", "AUC", "accuracy", "acc", "Precision"]
    metrics += [tf.keras.metrics.MeanSquaredError(name="q"), tf.keras.losses.mae, "mean_absolute_error"]
    model.compile("adam", "binary_crossentropy", metrics=metrics)
    return model.evaluate(X, Y, verbose=0, return_dict=True)


def _epochs(tf: Any) -> Any:
    model = _classifier(tf)
    model.compile("adam", "binary_crossentropy", metrics=["accuracy"])
    history = model.fit(X, Y, batch_size=4, epochs=3, verbose=0, shuffle=False, validation_split=0.3, initial_epoch=1)
    return {**history.history, "epochs": history.epoch}


def _weights_of_examples(tf: Any) -> Any:
    model = _classifier(tf)
    model.compile("sgd", "binary_crossentropy", metrics=["accuracy"], weighted_metrics=["accuracy", "mse"])
    weights = np.arange(10.0)
    return [
        model.fit(X, Y, verbose=0, sample_weight=weights, shuffle=False).history,
        model.evaluate(X, Y, verbose=0, sample_weight=weights, return_dict=True),
        model.fit(X, Y, verbose=0, class_weight={0: 1.0, 1: 3.0}, shuffle=False, batch_size=3).history,
    ]


def _several_outputs(tf: Any) -> Any:
    model = _two_outputs(tf, as_dict=False)
    model.compile(
        "sgd", ["mse", "sparse_categorical_crossentropy"], metrics=[["mae"], ["accuracy"]], loss_weights=[1.0, 0.5]
    )
    data = X, [TARGETS, LABELS]
    return [model.evaluate(*data, verbose=0), model.fit(*data, verbose=0, shuffle=False).history]


def _named_outputs(tf: Any) -> Any:
    model = _two_outputs(tf, as_dict=True)
    model.compile(
        "sgd", {"a": "mse", "b": "sparse_categorical_crossentropy"}, metrics={"b": "accuracy"},
        loss_weights={"a": 1.0, "b": 0.5},
    )  # fmt: skip
    targets = {"a": TARGETS, "b": LABELS}
    weights = {"a": np.arange(10.0), "b": np.ones(10)}
    return [
        model.fit(X, targets, verbose=0, sample_weight=weights, shuffle=False).history,
        {key: value.tolist() for key, value in model.predict(X[:3], verbose=0).items()},
    ]


def _regularised(tf: Any) -> Any:
    layers = [tf.keras.layers.Input((4,)), _dense(tf, 1, kernel_regularizer="l2")]
    model = tf.keras.Sequential(layers)
    model.compile("sgd", "mse")
    return [model.fit(X, Y, verbose=0, shuffle=False).history, model.evaluate(X, Y, verbose=0)]


def _own_step(tf: Any) -> Any:
    keras = tf.keras

    class Model(keras.Model):
        def __init__(self) -> None:
            super().__init__()
            self.dense = _dense(tf, 1)
            self.tracker = keras.metrics.Mean(name="loss")
            self.mae = keras.metrics.MeanAbsoluteError(name="mae")

        def call(self, x: Any) -> Any:
            return self.dense(x)

        def train_step(self, data: Any) -> Any:
            x, y = data
            with tf.GradientTape() as tape:
                y_pred = self(x, training=True)
                loss = keras.losses.mse(y, y_pred)
            variables = self.trainable_variables
            self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
            self.tracker.update_state(loss)
            self.mae.update_state(y, y_pred)
            return {"loss": self.tracker.result(), "mae": self.mae.result()}

        @property
        def metrics(self) -> Any:
            return [self.tracker, self.mae]

    model = Model()
    model.compile(optimizer="adam")
    return model.fit(X, TARGETS, batch_size=4, epochs=2, verbose=0, shuffle=False).history


def _step_with_compute_loss(tf: Any) -> Any:
    class Model(tf.keras.Model):
        def __init__(self) -> None:
            super().__init__()
            self.dense = _dense(tf, 1)

        def call(self, x: Any) -> Any:
            return self.dense(x)

        def train_step(self, data: Any) -> Any:
            x, y = data
            with tf.GradientTape() as tape:
                y_pred = self(x, training=True)
                loss = self.compute_loss(y=y, y_pred=y_pred)
            self.optimizer.apply(tape.gradient(loss, self.trainable_variables), self.trainable_variables)
            for metric in self.metrics:
                if metric.name == "loss":
                    metric.update_state(loss)
                else:
                    metric.update_state(y, y_pred)
            return {m.name: m.result() for m in self.metrics}

    model = Model()
    model.compile("sgd", "mse", metrics=["mae"])
    history = model.fit(X, TARGETS, epochs=2, verbose=0, shuffle=False).history
    return [{key: history[key] for key in ("loss", "mae")}, model.evaluate(X, TARGETS, verbose=0)]


TRAININGS: dict[str, Callable[[Any], Any]] = {
    function.__name__[1:]: function
    for function in (
        _metrics_by_name, _epochs, _weights_of_examples, _several_outputs, _named_outputs, _regularised,
        _own_step, _step_with_compute_loss,
    )
}  # fmt: skip


def key(name: str, options: dict[str, Any], *more: Any) -> str:
    """What a case is called."""
    return " ".join([name, *[f"{k}={v}" for k, v in options.items()], *map(str, more)])


def _recorded(tf: Any) -> Any:
    return {
        "losses": [loss_values(tf, *case) for case in LOSSES],
        "metrics": [metric_values(tf, *case) for case in METRICS],
        "optimizers": {
            key(*case, kind): optimizer_values(tf, *case, kind) for case in OPTIMIZERS for kind in ("dense", "sparse")
        },
        "schedules": {key(*case): schedule_values(tf, *case) for case in SCHEDULES},
        "trainings": {name: function(tf) for name, function in TRAININGS.items()},
    }


if __name__ == "__main__":
    import tensorflow

    print(json.dumps(_recorded(tensorflow), indent=0))
