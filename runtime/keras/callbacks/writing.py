"""Callbacks that write files: weights and models, and events for TensorBoard."""

from __future__ import annotations

import os
from typing import Any

from runtime.keras.callbacks.callback import Callback
from runtime.keras.callbacks.stopping import MODE, MONITOR, VERBOSE, Monitor
from runtime.keras.coverage import warn_of_unused
from runtime.keras.declaring import field
from runtime.summary import create_file_writer, histogram, scalar


def _frequency(value: Any) -> Any:
    if value != "epoch" and not isinstance(value, int):
        raise ValueError(f"Unrecognized save_freq: {value}. Expected save_freq are 'epoch' or integer values")
    return value


class ModelCheckpoint(Monitor):
    """Saves the model, or its weights, as training goes on."""

    filepath: Any = field(
        "where; it may hold `{epoch}` and the names of numbers, as in `'{epoch:02d}-{val_loss:.2f}.weights'`",
        convert=os.fspath,
    )
    monitor: str = MONITOR
    verbose: int = VERBOSE
    save_best_only: bool = field("whether only a model that is better than all before is saved", default=False)
    save_weights_only: bool = field("whether `save_weights` is called and not `save`", default=False)
    mode: str = MODE
    save_freq: Any = field("`'epoch'`, or a number of batches", default="epoch", convert=_frequency)
    best: float | None = field(
        "what the number has to be better than in the first place", default=None, argument="initial_value_threshold"
    )

    def _init_done(self) -> None:
        self._epoch = self._batches = 0

    def on_epoch_begin(self, epoch: int, logs: Any = None) -> None:
        self._epoch = epoch

    def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
        self._batches += 1
        if isinstance(self.save_freq, int) and self._batches % self.save_freq == 0:
            self._save(self._epoch, batch, logs)

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        if self.save_freq == "epoch":
            self._save(epoch, None, logs)

    def _save(self, epoch: int, batch: int | None, logs: Any) -> None:
        numbers = {**(logs or {}), "epoch": epoch + 1, **({} if batch is None else {"batch": batch + 1})}
        try:
            path = self.filepath.format(**numbers)
        except KeyError as missing:
            raise KeyError(
                f'Failed to format this callback filepath: "{self.filepath}". Reason: {missing} is not among '
                f"{', '.join(numbers)}"
            ) from None
        if self.save_best_only:
            current, before = self.value_of(logs), "None" if self.best is None else f"{self.best:.5f}"
            if current is None:
                return
            if not self.is_better(current, self.best):
                self._say(epoch, f"{self.monitor} did not improve from {before}")
                return
            self._say(epoch, f"{self.monitor} improved from {before} to {current:.5f}, saving model to {path}")
            self.best = current
        else:
            self._say(epoch, f"saving model to {path}")
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        (self.model.save_weights if self.save_weights_only else self.model.save)(path, overwrite=True)

    def _say(self, epoch: int, text: str) -> None:
        if self.verbose > 0:
            print(f"\nEpoch {epoch + 1}: {text}")


#: Arguments of Keras's that ask for what is not written here, with the values that ask for nothing.
_NOT_WRITTEN: dict[str, tuple[Any, ...]] = {
    "write_graph": (False,), "write_images": (False,), "write_steps_per_second": (False,), "profile_batch": (0, None),
    "embeddings_freq": (0,), "embeddings_metadata": (None,),
}  # fmt: skip


class TensorBoard(Callback):
    """Writes the numbers of every epoch for TensorBoard; and the weights as histograms, if that is wanted."""

    log_dir: Any = field(
        "where to; training and evaluation have a folder each inside", default="logs", convert=os.fspath
    )
    histogram_freq: int = field("after how many epochs histograms of the weights are written; 0 for never", default=0)
    update_freq: Any = field(
        "`'epoch'`, `'batch'`, or a number of batches after which the numbers are written as well", default="epoch",
        convert=lambda value: 1 if value == "batch" else value,
    )  # fmt: skip

    def _init_base(self, **others: Any) -> None:
        warn_of_unused("TensorBoard", others, _NOT_WRITTEN)
        super()._init_base()

    def _init_done(self) -> None:
        self._writers: dict[str, Any] = {}
        self._step = 0

    def _write(self, folder: str, numbers: dict[str, Any], prefix: str, step: int) -> None:
        for name, value in numbers.items():
            with self._writer(folder).as_default():
                scalar(name if name == "learning_rate" else prefix + name, value, step=step)

    def _writer(self, folder: str) -> Any:
        if folder not in self._writers:
            self._writers[folder] = create_file_writer(os.path.join(self.log_dir, folder))
        return self._writers[folder]

    def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
        self._step += 1
        if isinstance(self.update_freq, int) and self._step % self.update_freq == 0:
            self._write("train", logs or {}, "batch_", self._step)

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        validation = {name.removeprefix("val_"): v for name, v in (logs or {}).items() if name.startswith("val_")}
        training = {name: value for name, value in (logs or {}).items() if not name.startswith("val_")}
        self._write("train", training, "epoch_", epoch)
        self._write("validation", validation, "epoch_", epoch)
        if self.histogram_freq and epoch % self.histogram_freq == 0:
            with self._writer("train").as_default():
                for layer in self.model.layers:
                    for weight in layer.weights:
                        histogram(f"{layer.name}/{weight.name.partition(':')[0]}", weight, step=epoch)

    def on_train_end(self, logs: Any = None) -> None:
        for writer in self._writers.values():
            writer.close()
        self._writers = {}
