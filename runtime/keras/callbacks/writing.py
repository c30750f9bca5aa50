"""Callbacks that write files: weights, tables of numbers, events for TensorBoard; and one made of functions."""

from __future__ import annotations

import csv
import os
import re
import shutil
from collections.abc import Callable
from typing import Any

import numpy as np

import runtime as tf
from runtime.keras.callbacks.callback import EVENTS, Callback
from runtime.keras.callbacks.stopping import Monitor


class ModelCheckpoint(Monitor):
    """Saves the model, or its weights, as training goes on.

    Args:
        filepath: where; may hold `{epoch}` and the names of numbers, as in `'{epoch:02d}-{val_loss:.2f}.weights.h5'`.
        monitor: the number by which a model is better than another.
        verbose: 1 to say what is saved.
        save_best_only: whether only a model that is better than all before is saved.
        save_weights_only: whether `save_weights` is called and not `save`.
        mode: `min`, `max` or `auto`: which numbers are better.
        save_freq: `'epoch'`, or a number of batches.
        initial_value_threshold: what the number has to be better than in the first place.
    """

    def __init__(
        self, filepath: Any, monitor: str = "val_loss", verbose: int = 0, save_best_only: bool = False,
        save_weights_only: bool = False, mode: str = "auto", save_freq: Any = "epoch",
        initial_value_threshold: float | None = None, **kwargs: Any,
    ):  # fmt: skip
        super().__init__(monitor, mode)
        self.filepath = os.fspath(filepath)
        if save_freq != "epoch" and not isinstance(save_freq, int):
            raise ValueError(f"Unrecognized save_freq: {save_freq}. Expected save_freq are 'epoch' or integer values")
        self.verbose, self.save_best_only, self.save_weights_only = verbose, save_best_only, save_weights_only
        self.save_freq = save_freq
        self.best = initial_value_threshold
        self._epoch = 0
        self._batches = 0

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
            current = self.value_of(logs)
            if current is None:
                return
            if not self.is_better(current, self.best):
                if self.verbose > 0:
                    print(f"\nEpoch {epoch + 1}: {self.monitor} did not improve from {self.best:.5f}")
                return
            if self.verbose > 0:
                before = "None" if self.best is None else f"{self.best:.5f}"
                better = f"{self.monitor} improved from {before} to {current:.5f}"
                print(f"\nEpoch {epoch + 1}: {better}, saving model to {path}")
            self.best = current
        elif self.verbose > 0:
            print(f"\nEpoch {epoch + 1}: saving model to {path}")
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        if self.save_weights_only:
            self.model.save_weights(path, overwrite=True)
        else:
            self.model.save(path, overwrite=True)
        if self.verbose > 0:
            print(f"\nEpoch {epoch + 1}: finished saving model to {path}")


class CSVLogger(Callback):
    """Writes the numbers of every epoch as a line of a table.

    Args:
        filename: where.
        separator: between columns.
        append: whether the file is continued.
    """

    def __init__(self, filename: Any, separator: str = ",", append: bool = False):
        super().__init__()
        self.filename, self.separator, self.append = os.fspath(filename), separator, append
        self._file: Any = None
        self._writer: Any = None
        self._keys: list[str] = []

    def on_train_begin(self, logs: Any = None) -> None:
        has_header = self.append and os.path.exists(self.filename) and os.path.getsize(self.filename) > 0
        self._file = open(self.filename, "a" if self.append else "w", newline="")  # noqa: SIM115  closed in the end
        self._writer = None
        self._header = not has_header

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        logs = logs or {}
        if self._writer is None:
            self._keys = sorted(logs)
            self._writer = csv.DictWriter(
                self._file, ["epoch", *self._keys], delimiter=self.separator, extrasaction="ignore", lineterminator="\n"
            )
            if self._header:
                self._writer.writeheader()
        row: dict[str, Any] = {key: _cell(logs.get(key, "NA")) for key in self._keys}
        self._writer.writerow({"epoch": epoch, **row})
        self._file.flush()

    def on_train_end(self, logs: Any = None) -> None:
        self._file.close()
        self._file = self._writer = None


def _cell(value: Any) -> Any:
    if isinstance(value, np.ndarray) and value.ndim:
        return f'"[{", ".join(map(str, value))}]"'
    return value


class LambdaCallback(Callback):
    """A callback made of functions.

    Args:
        on_epoch_begin, on_epoch_end: functions of `epoch, logs`.
        on_train_begin, on_train_end: functions of `logs`.
        on_train_batch_begin, on_train_batch_end: functions of `batch, logs`.
        **kwargs: other methods of `Callback`.
    """

    def __init__(
        self, on_epoch_begin: Any = None, on_epoch_end: Any = None, on_train_begin: Any = None,
        on_train_end: Any = None, on_train_batch_begin: Any = None, on_train_batch_end: Any = None, **kwargs: Any,
    ):  # fmt: skip
        super().__init__()
        given: dict[str, Callable[..., Any] | None] = {
            "on_epoch_begin": on_epoch_begin, "on_epoch_end": on_epoch_end, "on_train_begin": on_train_begin,
            "on_train_end": on_train_end, "on_train_batch_begin": on_train_batch_begin,
            "on_train_batch_end": on_train_batch_end, **kwargs,
        }  # fmt: skip
        for name, function in given.items():
            if function is None:
                continue
            event = name.removeprefix("on_")
            if (EVENTS.get(event) and "batch" in name) or event in ("epoch_begin", "epoch_end"):
                # The functions may call their arguments what they like.
                setattr(self, name, lambda number, logs=None, function=function: function(number, logs))
            else:
                setattr(self, name, function)


class TensorBoard(Callback):
    """Writes the numbers of every epoch for TensorBoard; and the weights as histograms, if that is wanted.

    Args:
        log_dir: where to; training and evaluation have a folder each inside.
        histogram_freq: after how many epochs histograms of the weights are written; 0 for never.
        write_graph: accepted for compatibility.
        write_images, write_steps_per_second: accepted for compatibility.
        update_freq: `'epoch'`, `'batch'`, or a number of batches after which the numbers are written as well.
        profile_batch, embeddings_freq, embeddings_metadata: accepted for compatibility.
    """

    def __init__(
        self, log_dir: Any = "logs", histogram_freq: int = 0, write_graph: bool = True, write_images: bool = False,
        write_steps_per_second: bool = False, update_freq: Any = "epoch", profile_batch: Any = 0,
        embeddings_freq: int = 0, embeddings_metadata: Any = None, **kwargs: Any,
    ):  # fmt: skip
        super().__init__()
        self.log_dir = os.fspath(log_dir)
        self.histogram_freq = histogram_freq
        self.update_freq = 1 if update_freq == "batch" else update_freq
        self._writers: dict[str, Any] = {}
        self._step = 0

    def _writer(self, name: str) -> Any:
        if name not in self._writers:
            self._writers[name] = tf.summary.create_file_writer(os.path.join(self.log_dir, name))
        return self._writers[name]

    def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
        self._step += 1
        if isinstance(self.update_freq, int) and self._step % self.update_freq == 0:
            with self._writer("train").as_default():
                for name, value in (logs or {}).items():
                    tf.summary.scalar(f"batch_{name}", value, step=self._step)

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        numbers = logs or {}
        training = {name: value for name, value in numbers.items() if not name.startswith("val_")}
        validation = {name.removeprefix("val_"): v for name, v in numbers.items() if name.startswith("val_")}
        for folder, found in (("train", training), ("validation", validation)):
            if not found:
                continue
            with self._writer(folder).as_default():
                for name, value in found.items():
                    tag = name if name == "learning_rate" else f"epoch_{name}"
                    tf.summary.scalar(tag, value, step=epoch)
        if self.histogram_freq and epoch % self.histogram_freq == 0:
            with self._writer("train").as_default():
                for layer in self.model.layers:
                    for weight in layer.weights:
                        name = re.sub(r":\d+$", "", weight.name)
                        tf.summary.histogram(f"{layer.name}/{name}", weight, step=epoch)

    def on_train_end(self, logs: Any = None) -> None:
        for writer in self._writers.values():
            writer.close()
        self._writers = {}


class BackupAndRestore(Callback):
    """Keeps a copy of the weights and the optimizer after every epoch, from which an interrupted training goes on.

    Args:
        backup_dir: where to.
        save_freq: `'epoch'`.
        delete_checkpoint: whether the copy is removed when training has ended.
    """

    def __init__(self, backup_dir: Any, save_freq: Any = "epoch", delete_checkpoint: bool = True, **kwargs: Any):
        super().__init__()
        if not backup_dir:
            raise ValueError("Empty `backup_dir` argument passed")
        if save_freq != "epoch":
            raise ValueError("BackupAndRestore saves after every epoch: leave `save_freq` as 'epoch'")
        self.backup_dir = os.fspath(backup_dir)
        self.delete_checkpoint = delete_checkpoint

    @property
    def _path(self) -> str:
        return os.path.join(self.backup_dir, "latest.npz")

    def on_train_begin(self, logs: Any = None) -> None:
        if not os.path.exists(self._path):
            return
        with np.load(self._path, allow_pickle=False) as saved:
            weights = [saved[f"weight_{i}"] for i in range(int(saved["weights"]))]
            state = [saved[f"state_{i}"] for i in range(int(saved["states"]))]
        self.model.set_weights(weights)
        self.model.optimizer._build_once(self.model.trainable_weights)
        self.model.optimizer.set_weights(state)

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        os.makedirs(self.backup_dir, exist_ok=True)
        weights, state = self.model.get_weights(), self.model.optimizer.get_weights()
        content: dict[str, Any] = {"weights": len(weights), "states": len(state)}
        content.update({f"weight_{i}": w for i, w in enumerate(weights)})
        content.update({f"state_{i}": s for i, s in enumerate(state)})
        part = self._path + ".part.npz"
        np.savez(part, **content)
        os.replace(part, self._path)

    def on_train_end(self, logs: Any = None) -> None:
        if self.delete_checkpoint:
            shutil.rmtree(self.backup_dir, ignore_errors=True)
