"""Compiling, fitting, evaluating and predicting."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.keras.callbacks import progbar

keras = tf.keras
X = np.random.RandomState(0).rand(10, 4).astype("float32")
Y = X.sum(1, keepdims=True)


def line_fit(**options: Any) -> Any:
    """A compiled model with one dense layer."""
    model = keras.Sequential([keras.layers.Input((4,)), keras.layers.Dense(1, kernel_initializer="zeros")])
    model.compile(**{"optimizer": keras.optimizers.SGD(0.1), "loss": "mse", **options})
    return model


class Counting(keras.Model):
    """Counts how often its training step is traced."""

    def __init__(self) -> None:
        super().__init__()
        self.dense = keras.layers.Dense(1)
        self.traces = 0

    def call(self, x: Any) -> Any:
        return self.dense(x)

    def train_step(self, data: Any) -> Any:
        object.__setattr__(self, "traces", self.traces + 1)
        return super().train_step(data)


def test_a_step_is_traced_once_per_shape_of_a_batch() -> None:
    model = Counting()
    model.compile("sgd", "mse")
    model(X)
    model.fit(X, Y, batch_size=4, epochs=5, verbose=0)
    assert model.traces == 2  # batches of 4, and the last one of 2


def test_a_step_that_makes_the_weights_is_traced_once_more() -> None:
    model = Counting()
    model.compile("sgd", "mse")
    model.fit(X, Y, batch_size=5, epochs=3, verbose=0)
    assert model.traces <= 2


def test_fit_finds_the_line() -> None:
    model = line_fit()
    history = model.fit(X, Y, epochs=300, verbose=0)
    assert history.history["loss"][-1] < 1e-2 < history.history["loss"][0]
    assert history.epoch == list(range(300))
    assert model.history is history


def test_epochs_that_are_shuffled_follow_the_seed() -> None:
    def losses() -> Any:
        tf.random.set_seed(3)
        return line_fit().fit(X, Y, batch_size=3, epochs=3, verbose=0).history["loss"]

    assert losses() == losses()


class Seen(keras.Model):
    """Keeps the batches that it is trained on."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[list[float]] = []
        self.compile("sgd", run_eagerly=True)

    def train_step(self, data: Any) -> Any:
        self.seen.append(data[0].numpy().tolist())
        return {"loss": tf.constant(0.0)}

    def epochs(self, count: int, **options: Any) -> list[list[float]]:
        """The examples of each epoch, in order."""
        self.seen.clear()
        self.fit(np.arange(10.0), epochs=count, batch_size=4, verbose=0, **options)
        per_epoch = len(self.seen) // count
        parts = [self.seen[i : i + per_epoch] for i in range(0, len(self.seen), per_epoch)]
        return [[x for batch in part for x in batch] for part in parts]


def test_examples_are_shuffled_anew_in_every_epoch() -> None:
    tf.random.set_seed(1)
    first, second = Seen().epochs(2)
    assert sorted(first) == sorted(second) == list(range(10))
    assert first != list(range(10)) and second != list(range(10)) and first != second


def test_examples_that_are_not_shuffled_come_in_order() -> None:
    assert Seen().epochs(2, shuffle=False) == [list(range(10))] * 2


def test_whole_batches_are_shuffled() -> None:
    tf.random.set_seed(2)
    model = Seen()
    orders = [tuple(model.epochs(1, shuffle="batch")[0]) for _ in range(6)]
    assert len(set(orders)) > 1
    assert sorted(model.seen) == [[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0]]


@pytest.mark.parametrize(
    ("frequency", "epochs"), [(1, [0, 1, 2, 3, 4, 5]), (2, [1, 3, 5]), (4, [3]), (7, []), ([1, 5], [0, 4])]
)
def test_validation_is_as_frequent_as_asked_for(frequency: Any, epochs: list[int]) -> None:
    found: list[int] = []

    class Validated(keras.callbacks.Callback):
        def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
            if "val_loss" in logs:
                found.append(epoch)

    line_fit().fit(
        X, Y, epochs=6, verbose=0, validation_data=(X, Y), validation_freq=frequency, callbacks=[Validated()]
    )
    assert found == epochs


def batches() -> Any:
    for start in range(0, 10, 5):
        yield X[start : start + 5], Y[start : start + 5]


SOURCES: dict[str, Any] = {
    "arrays": lambda: {"x": X, "y": Y, "batch_size": 5},
    "tensors": lambda: {"x": tf.constant(X), "y": tf.constant(Y), "batch_size": 5},
    "doubles": lambda: {"x": X.astype("float64"), "y": Y.astype("float64"), "batch_size": 5},
    "lists": lambda: {"x": X.tolist(), "y": Y.tolist(), "batch_size": 5},
    "a dataset": lambda: {"x": tf.data.Dataset.from_tensor_slices((X, Y)).batch(5)},
    "a generator": lambda: {"x": batches()},
}


@pytest.mark.parametrize("source", SOURCES)
def test_all_sources_of_the_same_batches_train_alike(source: str) -> None:
    model = line_fit()
    found = model.fit(**SOURCES[source](), shuffle=False, verbose=0).history["loss"]
    expected = line_fit().fit(X, Y, batch_size=5, shuffle=False, verbose=0).history["loss"]
    np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_inputs_may_be_a_dictionary() -> None:
    a, b = keras.Input((4,), name="a"), keras.Input((4,), name="b")
    model = keras.Model({"a": a, "b": b}, keras.layers.Dense(1, kernel_initializer="ones")(a + b))
    model.compile("sgd", "mse")
    model.fit({"a": X, "b": X}, Y, verbose=0)
    assert model.predict({"a": X, "b": X}, verbose=0).shape == (10, 1)


def test_epochs_of_a_number_of_steps_go_on_where_the_last_one_ended() -> None:
    seen: list[float] = []

    class Model(keras.Model):
        def train_step(self, data: Any) -> Any:
            return {"first": tf.reduce_sum(data[0])}

    model = Model()
    model.compile("sgd")
    dataset = tf.data.Dataset.range(6).batch(1)

    class Seeing(keras.callbacks.Callback):
        def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
            seen.append(logs["first"])

    model.fit(dataset, epochs=3, steps_per_epoch=2, verbose=0, callbacks=[Seeing()])
    assert seen == [0, 1, 2, 3, 4, 5]


def test_a_generator_that_ends_early_ends_training_with_a_warning() -> None:
    model = line_fit()
    with pytest.warns(UserWarning, match="Your input ran out of data; interrupting training"):
        history = model.fit(batches(), epochs=3, verbose=0)
    assert history.epoch == [0]


def test_control_flow_of_a_step_is_staged() -> None:
    class Model(keras.Model):
        def __init__(self) -> None:
            super().__init__()
            self.scale = tf.Variable(1.0)

        def train_step(self, data: Any) -> Any:
            total = tf.reduce_sum(data[0])
            if total > 3.0:
                self.scale.assign_add(10.0)
            else:
                self.scale.assign_add(1.0)
            return {"scale": self.scale.value()}

    model = Model()
    model.compile("sgd")
    assert model.fit(np.array([1.0, 2.0, 5.0]), batch_size=1, shuffle=False, verbose=0).history["scale"] == [13.0]


def test_control_flow_of_losses_and_metrics_is_staged() -> None:
    class Capped(keras.losses.Loss):
        def call(self, y_true: Any, y_pred: Any) -> Any:
            error = tf.reduce_mean(tf.abs(y_true - y_pred))
            if error > 1.0:
                error = tf.constant(1.0)
            return error

    class Batches(keras.metrics.Metric):
        def __init__(self) -> None:
            super().__init__(name="large")
            self.count = self.add_weight(name="count", initializer="zeros")

        def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
            if tf.reduce_mean(y_true) > 1.0:
                self.count.assign_add(1.0)

        def result(self) -> Any:
            return self.count.value()

    model = line_fit(loss=Capped(), metrics=[Batches()])
    found = model.evaluate(X, Y * [[1.0]] * 100, batch_size=5, verbose=0, return_dict=True)
    assert found == {"large": 2.0, "loss": 1.0}


def test_eager_steps_do_as_staged_ones() -> None:
    found = [line_fit(run_eagerly=eager).fit(X, Y, shuffle=False, verbose=0).history["loss"] for eager in (True, False)]
    np.testing.assert_allclose(*found, rtol=1e-6)


def test_steps_may_be_made_eager_after_compiling() -> None:
    seen: list[bool] = []

    class Seeing(keras.losses.Loss):
        def call(self, y_true: Any, y_pred: Any) -> Any:
            seen.append(tf.executing_eagerly())
            return tf.abs(y_true - y_pred)

    model = line_fit(loss=Seeing())
    model.run_eagerly = True
    model.evaluate(X, Y, verbose=0)
    assert model.run_eagerly and seen == [True]


def test_numbers_have_the_names_that_the_model_tells() -> None:
    model = line_fit(metrics=["mae", keras.metrics.MeanSquaredError(name="q")])
    values = model.evaluate(X, Y, verbose=0)
    assert dict(zip(model.metrics_names, values)) == model.evaluate(X, Y, verbose=0, return_dict=True)
    assert model.metrics_names == ["loss", "mae", "q"]


def test_predictions_of_all_batches_are_joined() -> None:
    model = line_fit()
    np.testing.assert_allclose(model.predict(X, batch_size=3, verbose=0), model(X), rtol=1e-6)
    assert keras.Sequential([keras.layers.Dense(2)]).predict(X, verbose=0).shape == (10, 2)


# -- what is printed -------------------------------------------------------------------------------------------------


def test_a_line_per_epoch(capsys: pytest.CaptureFixture[str]) -> None:
    model = line_fit(metrics=["mae"])
    model.fit(X, Y, batch_size=5, epochs=2, verbose=2, validation_data=(X, Y))
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Epoch 1/2"
    assert lines[1].startswith("2/2 - 0s - ")
    assert [part.partition(":")[0] for part in lines[1].split(" - ")[3:]] == ["loss", "mae", "val_loss", "val_mae"]


def test_the_bar_on_a_pipe_is_written_once(capsys: pytest.CaptureFixture[str]) -> None:
    line_fit().fit(X, Y, batch_size=1, verbose=1)
    out = capsys.readouterr().out
    assert out.startswith("10/10 ━━━━━━━━━━━━━━━━━━━━ 0s ")
    assert out.count("\n") == 1 and "\b" not in out and "\x1b" not in out and "\r" not in out
    assert "/step - loss: " in out


def test_the_bar_on_a_terminal_is_redrawn(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(progbar, "_INTERVAL", 0)
    bar = progbar.Progbar(4)
    bar.update(1, {"loss": 2.0})
    bar.update(4, {"loss": 1.25}, finalize=True)
    first, last = capsys.readouterr().out.split("\r")[1:]
    assert first.startswith("\x1b[1m1/4\x1b[0m \x1b[32m━━━━━\x1b[0m\x1b[37m━━━━━━━━━━━━━━━\x1b[0m \x1b[1m")
    assert last.startswith("\x1b[1m4/4\x1b[0m \x1b[32m━━━━━━━━━━━━━━━━━━━━\x1b[0m\x1b[37m\x1b[0m \x1b[1m0s\x1b[0m ")
    assert last.rstrip().endswith("loss: 1.2500") and last.endswith("\n")


def test_silence_is_silent(capsys: pytest.CaptureFixture[str]) -> None:
    model = line_fit()
    model.fit(X, Y, verbose=0)
    model.evaluate(X, Y, verbose=0)
    model.predict(X, verbose=0)
    assert capsys.readouterr() == ("", "")


# -- errors ----------------------------------------------------------------------------------------------------------

ERRORS: dict[str, tuple[Any, str]] = {
    "not compiled": (
        lambda: keras.Sequential([keras.layers.Dense(1)]).fit(X, Y),
        "You must call `compile()` before using the model.",
    ),
    "no loss": (lambda: line_fit(loss=None).fit(X, Y), "No loss to compute. Provide a `loss` argument in `compile()`."),
    "no targets": (lambda: line_fit().fit(X, verbose=0), "there are no targets: pass `y`, or a dataset of pairs"),
    "unknown loss": (lambda: line_fit(loss="foo"), "Could not interpret loss identifier: foo"),
    "unknown metric": (lambda: line_fit(metrics=["foo"]), "Could not interpret metric identifier: foo"),
    "unknown optimizer": (lambda: line_fit(optimizer="foo"), "Could not interpret optimizer identifier: foo"),
    "lengths": (
        lambda: line_fit().fit(X, Y[:3]),
        "Data cardinality is ambiguous. Make sure all arrays contain the same number of samples.'x' sizes: 10\n'y' sizes: 3",
    ),
    "not data": (lambda: line_fit().fit(3), "Unrecognized data type: x=3 (of type <class 'int'>)"),
    "targets beside a generator": (
        lambda: line_fit().fit(batches(), Y),
        "When providing `x` as a generator, `y` should not be passed.",
    ),
    "targets beside a dataset": (
        lambda: line_fit().fit(tf.data.Dataset.from_tensors((X, Y)), Y),
        "When providing `x` as a tf.data.Dataset, `y` should not be passed. Instead, the targets should be included as "
        "part of the tf.data.Dataset.",
    ),
    "splitting a dataset": (
        lambda: line_fit().fit(tf.data.Dataset.from_tensors((X, Y)), validation_split=0.5),
        "Argument `validation_split` is only supported for tensors or NumPy arrays.",
    ),
    "splitting off nothing": (
        lambda: line_fit().fit(X, Y, validation_split=0.999),
        "Training data contains 10 samples, which is not sufficient to split it",
    ),
    "two kinds of weights": (
        lambda: line_fit().fit(X, Y, sample_weight=np.ones(10), class_weight={0: 1.0}, verbose=0),
        "You cannot `class_weight` and `sample_weight` at the same time.",
    ),
    "losses for more outputs than there are": (
        lambda: line_fit(loss=["mse", "mae"]).fit(X, Y, verbose=0),
        "it should have as many entries as the model has outputs",
    ),
    "a loss for an output that is not there": (
        lambda: line_fit(loss={"foo": "mse", "bar": "mae"}).fit(X, Y, verbose=0),
        "key 'foo' does not correspond to any model output",
    ),
    "no batch": (lambda: line_fit().fit(iter(()), verbose=0), "not a single batch to train on: the data are empty"),
    "no step": (lambda: line_fit().fit(X, Y, steps_per_epoch=0), "the number of steps must be at least 1"),
}


@pytest.mark.parametrize("name", ERRORS)
def test_mistakes_are_named(name: str) -> None:
    call, text = ERRORS[name]
    with pytest.raises(ValueError) as caught:
        call()
    assert text in str(caught.value)


def test_a_step_that_returns_no_numbers_is_named() -> None:
    class Model(keras.Model):
        def train_step(self, data: Any) -> Any:
            return tf.reduce_sum(data[0])

    model = Model()
    model.compile("sgd")
    with pytest.raises(ValueError, match="should return a dictionary of numbers by name"):
        model.fit(X, verbose=0)


def test_unknown_arguments_are_named() -> None:
    with pytest.raises(TypeError, match=r"fit\(\) got an unexpected keyword argument 'epoch'"):
        line_fit().fit(X, Y, epoch=3)


def test_an_error_shows_the_lines_of_the_program_alone() -> None:
    class Model(keras.Model):
        def call(self, x: Any) -> Any:
            return tf.matmul(x, tf.zeros([3, 3]))

    model = Model()
    model.compile("sgd", "mse")
    with pytest.raises(ValueError, match="Dimensions must be equal, but are 4 and 3") as caught:
        model.fit(X, Y, verbose=0)
    assert [entry.name for entry in caught.traceback] == [
        test_an_error_shows_the_lines_of_the_program_alone.__name__,
        "call",
    ]


def test_rows_of_different_lengths_are_refused_with_what_to_do() -> None:
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    with pytest.raises(ValueError, match="the rows of the data do not all have the same length: make them so"):
        model.fit([[1.0], [1.0, 2.0]], [0, 1], verbose=0)
