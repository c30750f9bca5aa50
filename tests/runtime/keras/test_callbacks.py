"""Callbacks: what they are told, and what those that come with Keras do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.summary.events import read_events

keras = tf.keras
X = np.random.RandomState(0).rand(8, 4).astype("float32")
Y = X.sum(1, keepdims=True)


def model_of(rate: float = 0.1) -> Any:
    model = keras.Sequential([keras.layers.Input((4,)), keras.layers.Dense(1, kernel_initializer="zeros")])
    model.compile(keras.optimizers.SGD(rate), "mse")
    return model


class Losses(keras.Model):
    """A model whose losses are given, one per epoch."""

    def __init__(self, *values: float):
        super().__init__()
        self.scale = tf.Variable(0.0)
        self.values = tf.constant(values)
        self.compile("sgd")

    def train_step(self, data: Any) -> Any:
        self.scale.assign_add(1.0)
        return {"loss": self.values[tf.cast(self.scale, tf.int32) - 1]}

    def run(self, *callbacks: Any) -> Any:
        return self.fit(X, batch_size=8, epochs=len(self.values), verbose=0, callbacks=list(callbacks))


def test_callbacks_are_told_of_everything_in_order() -> None:
    told: list[str] = []

    def telling(name: str) -> Any:
        return lambda self, *args, logs=None: told.append(
            " ".join([name, *[str(a) for a in args if isinstance(a, int)]])
        )

    events = [
        f"{loop}_{part}"
        for loop in ("train", "test", "train_batch", "test_batch", "epoch")
        for part in ("begin", "end")
    ]
    methods = {f"on_{event}": telling(event) for event in events}
    Listener = type("Listener", (keras.callbacks.Callback,), methods)
    model_of().fit(X, Y, batch_size=4, verbose=0, validation_data=(X, Y), callbacks=[Listener()])
    assert told == [
        "train_begin", "epoch_begin 0", "train_batch_begin 0", "train_batch_end 0", "train_batch_begin 1",
        "train_batch_end 1", "test_begin", "test_batch_begin 0", "test_batch_end 0", "test_batch_begin 1",
        "test_batch_end 1", "test_end", "epoch_end 0", "train_end",
    ]  # fmt: skip


def test_logs_are_numbers_and_params_say_what_runs() -> None:
    seen: list[Any] = []

    class Listener(keras.callbacks.Callback):
        def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
            seen.append((self.params, sorted(logs), {type(v) for v in logs.values()}, self.model is model))

    model = model_of()
    model.fit(X, Y, batch_size=4, epochs=1, verbose=0, validation_split=0.25, callbacks=Listener())
    assert seen == [({"verbose": 0, "epochs": 1, "steps": 2}, ["loss", "val_loss"], {float}, True)]


def test_training_stops_early(capsys: pytest.CaptureFixture[str]) -> None:
    model = Losses(5, 4, 4, 4, 4, 1)
    history = model.run(keras.callbacks.EarlyStopping("loss", patience=2, verbose=1))
    assert history.history["loss"] == [5, 4, 4, 4]
    assert capsys.readouterr().out == "Epoch 4: early stopping\n"


def test_patience_runs_on_as_long_as_the_baseline_is_not_reached() -> None:
    for baseline, expected in ((None, [5, 4, 3, 3, 2]), (3.5, [5, 4, 3, 3, 2]), (2.5, [5, 4, 3, 3])):
        stopping = keras.callbacks.EarlyStopping("loss", patience=3, baseline=baseline)
        assert Losses(5, 4, 3, 3, 2).run(stopping).history["loss"] == expected


def test_a_loss_that_stays_above_the_baseline_ends_training_while_it_falls_no_more() -> None:
    stopping = keras.callbacks.EarlyStopping("loss", patience=1, baseline=1.0)
    assert Losses(5, 4, 4, 0).run(stopping).history["loss"] == [5, 4, 4]
    patient = keras.callbacks.EarlyStopping("loss", patience=2, baseline=4.5)
    assert Losses(5, 4, 4, 3, 3, 3, 0).run(patient).history["loss"] == [5, 4, 4, 3, 3, 3]


def test_the_best_weights_come_back(capsys: pytest.CaptureFixture[str]) -> None:
    model = Losses(5, 3, 4, 6)
    model.run(keras.callbacks.EarlyStopping("loss", patience=2, verbose=1, restore_best_weights=True))
    assert model.scale.numpy() == 2.0
    assert "Restoring model weights from the end of the best epoch: 2." in capsys.readouterr().out


def test_accuracy_is_better_when_it_is_larger() -> None:
    callback = keras.callbacks.EarlyStopping("val_accuracy")
    assert callback.is_better(0.9, 0.8) and not callback.is_better(0.7, 0.8)


def test_a_number_that_is_not_there_is_warned_of() -> None:
    with pytest.warns(
        UserWarning,
        match="EarlyStopping conditioned on metric `val_loss` which is not available. Available metrics are: loss",
    ):
        Losses(1, 2).run(keras.callbacks.EarlyStopping())


def test_a_schedule_by_epochs_sets_the_rate(capsys: pytest.CaptureFixture[str]) -> None:
    model = model_of()
    callback = keras.callbacks.LearningRateScheduler(lambda epoch: 0.5 / (epoch + 1), verbose=1)
    history = model.fit(X, Y, epochs=2, verbose=0, callbacks=[callback])
    assert history.history["learning_rate"] == [0.5, 0.25]
    assert capsys.readouterr().out == (
        "\nEpoch 1: LearningRateScheduler setting learning rate to 0.5.\n"
        "\nEpoch 2: LearningRateScheduler setting learning rate to 0.25.\n"
    )
    with pytest.raises(ValueError, match=r"The output of the `schedule` function should be a float. Got: a"):
        model.fit(X, Y, verbose=0, callbacks=[keras.callbacks.LearningRateScheduler(lambda epoch: "a")])


def test_the_best_weights_are_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved: list[str] = []
    model = Losses(5, 6, 4)
    object.__setattr__(model, "save_weights", lambda path, overwrite: saved.append(Path(path).name))
    path = tmp_path / "at-{epoch:02d}-{loss:.1f}.weights"
    model.run(keras.callbacks.ModelCheckpoint(path, "loss", 1, save_best_only=True, save_weights_only=True))
    assert saved == ["at-01-5.0.weights", "at-03-4.0.weights"]
    lines = capsys.readouterr().out.split("\n")
    assert lines[1].startswith("Epoch 1: loss improved from None to 5.00000, saving model to ")
    assert lines[3] == "Epoch 2: loss did not improve from 5.00000"


def test_weights_are_saved_and_come_back(tmp_path: Path) -> None:
    model = model_of()
    path = str(tmp_path / "w.weights")
    model.fit(X, Y, verbose=0, callbacks=[keras.callbacks.ModelCheckpoint(path, save_weights_only=True)])
    other = model_of()
    other.load_weights(path)
    np.testing.assert_array_equal(other.predict(X, verbose=0), model.predict(X, verbose=0))


def test_a_name_that_cannot_be_made_is_explained(tmp_path: Path) -> None:
    callback = keras.callbacks.ModelCheckpoint(tmp_path / "{val_loss}.weights", save_weights_only=True)
    with pytest.raises(KeyError, match="Failed to format this callback filepath"):
        model_of().fit(X, Y, verbose=0, callbacks=[callback])


def test_only_callbacks_are_callbacks() -> None:
    with pytest.raises(TypeError, match=r"`callbacks` takes objects of keras.callbacks.Callback"):
        model_of().fit(X, Y, callbacks=[print])


@pytest.mark.parametrize(
    ("losses", "options", "expected"),
    [
        ([5, 4.9, 4.8, 1], {"min_delta": 0.5, "patience": 2}, [5, 4.9, 4.8]),
        ([5, 4, 4, 0], {"min_delta": 0.5, "patience": 2, "baseline": 4.2}, [5, 4, 4]),
        ([5, 6, 7, 8, 1], {"start_from_epoch": 2, "patience": 1}, [5, 6, 7, 8]),
    ],
)
def test_what_counts_as_better_and_from_when_on(losses: Any, options: Any, expected: Any) -> None:
    stopping = keras.callbacks.EarlyStopping("loss", **options)
    np.testing.assert_allclose(Losses(*losses).run(stopping).history["loss"], expected)


def test_weights_are_saved_every_few_batches(tmp_path: Path) -> None:
    saved: list[str] = []
    model = Losses(5, 4, 3)
    object.__setattr__(model, "save", lambda path, overwrite: saved.append(Path(path).name))
    model.run(keras.callbacks.ModelCheckpoint(tmp_path / "{epoch}-{batch}.keras", save_freq=2))
    assert saved == ["2-1.keras"]
    with pytest.raises(ValueError, match="Unrecognized save_freq: often"):
        keras.callbacks.ModelCheckpoint("w", save_freq="often")


def test_numbers_and_weights_are_written_for_tensorboard(tmp_path: Path) -> None:
    model = model_of()
    board = keras.callbacks.TensorBoard(tmp_path, histogram_freq=1, update_freq="batch")
    model.fit(X, Y, batch_size=4, epochs=2, verbose=0, validation_data=(X, Y), callbacks=[board])

    def tags(folder: str) -> list[tuple[int, str]]:
        (path,) = (tmp_path / folder).iterdir()
        return [(event.step, value.tag) for event in list(read_events(path))[1:] for value in event.summary.value]

    assert tags("validation") == [(0, "epoch_loss"), (1, "epoch_loss")]
    name = model.layers[0].name
    weights = [f"{name}/{name}/kernel", f"{name}/{name}/bias"]
    assert [tag for step, tag in tags("train") if tag.startswith(name)] == weights * 2
    assert [step for step, tag in tags("train") if tag == "batch_loss"] == [1, 2, 3, 4]


def test_older_names_of_events_of_batches_are_told() -> None:
    told: list[int] = []

    class Listener(keras.callbacks.Callback):
        def on_batch_end(self, batch: int, logs: Any = None) -> None:
            told.append(batch)

    model_of().fit(X, Y, batch_size=4, verbose=0, callbacks=[Listener()])
    assert told == [0, 1]


def test_the_bar_shows_evaluation_and_prediction(capsys: pytest.CaptureFixture[str]) -> None:
    model = model_of()
    model.evaluate(X, Y, batch_size=4)
    assert capsys.readouterr().out.startswith("2/2 ━━━━━━━━━━━━━━━━━━━━ ")
    model.predict(iter([X, X, X]))
    assert capsys.readouterr().out.startswith("3/3 ━━━━━━━━━━━━━━━━━━━━ ")
