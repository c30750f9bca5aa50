"""Callbacks that end training, or change the learning rate."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.keras.callbacks.callback import Callback


class Monitor(Callback):
    """Follows a number of the logs, and knows when it is better than before.

    Args:
        monitor: its name.
        mode: `min` or `max`: which way is better; `auto` tells by the name.
        min_delta: by how much.
    """

    def __init__(self, monitor: str, mode: str, min_delta: float = 0.0):
        super().__init__()
        if mode not in ("auto", "min", "max"):
            warnings.warn(f"{type(self).__name__} mode '{mode}' is unknown, fallback to auto mode.", stacklevel=3)
            mode = "auto"
        self.monitor = monitor
        self.mode = mode
        self.min_delta = abs(min_delta)

    def is_better(self, value: float, than: float | None) -> bool:
        """Whether `value` is better than `than` by more than `min_delta`."""
        if than is None:
            return True
        return value - self.min_delta > than if self._is_maximised() else value + self.min_delta < than

    def _is_maximised(self) -> bool:
        if self.mode != "auto":
            return self.mode == "max"
        name = self.monitor.removeprefix("val_")
        return name in ("acc", "auc", "precision", "recall") or "accuracy" in name or name.startswith("fmeasure")

    def value_of(self, logs: Any) -> float | None:
        """The number, if it is in the logs; a warning if not."""
        logs = logs or {}
        if self.monitor not in logs:
            what = {"EarlyStopping": "Early stopping", "ReduceLROnPlateau": "Learning rate reduction"}
            warnings.warn(
                f"{what.get(type(self).__name__, type(self).__name__)} conditioned on metric `{self.monitor}` which is "
                f"not available. Available metrics are: {','.join(logs)}",
                stacklevel=3,
            )
            return None
        return float(logs[self.monitor])


class EarlyStopping(Monitor):
    """Ends training when a number has not become better for some epochs.

    Args:
        monitor: the name of the number.
        min_delta: what counts as better.
        patience: how many epochs without are one too many.
        verbose: 1 to say so.
        mode: `min`, `max` or `auto`.
        baseline: what the number has to be better than in the first place.
        restore_best_weights: whether the model gets the weights of its best epoch in the end.
        start_from_epoch: before which nothing is looked at.
    """

    def __init__(
        self, monitor: str = "val_loss", min_delta: float = 0, patience: int = 0, verbose: int = 0, mode: str = "auto",
        baseline: float | None = None, restore_best_weights: bool = False, start_from_epoch: int = 0,
    ):  # fmt: skip
        super().__init__(monitor, mode, min_delta)
        self.patience, self.verbose, self.baseline = patience, verbose, baseline
        self.restore_best_weights, self.start_from_epoch = restore_best_weights, start_from_epoch
        self.wait = self.stopped_epoch = self.best_epoch = 0
        self.best: float | None = None
        self.best_weights: Any = None

    def on_train_begin(self, logs: Any = None) -> None:
        self.wait = self.stopped_epoch = self.best_epoch = 0
        self.best = self.best_weights = None

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        current = self.value_of(logs)
        if current is None or epoch < self.start_from_epoch:
            return
        if self.restore_best_weights and self.best_weights is None:
            self.best_weights, self.best_epoch = self.model.get_weights(), epoch
        self.wait += 1
        if self.is_better(current, self.best):
            self.best, self.best_epoch = current, epoch
            if self.restore_best_weights:
                self.best_weights = self.model.get_weights()
            if self.baseline is None or self.is_better(current, self.baseline):
                self.wait = 0
            return
        if self.wait >= self.patience and epoch > 0:
            self.stopped_epoch = epoch
            self.model.stop_training = True

    def on_train_end(self, logs: Any = None) -> None:
        if self.stopped_epoch > 0 and self.verbose > 0:
            print(f"Epoch {self.stopped_epoch + 1}: early stopping")
        if self.restore_best_weights and self.best_weights is not None:
            if self.verbose > 0:
                print(f"Restoring model weights from the end of the best epoch: {self.best_epoch + 1}.")
            self.model.set_weights(self.best_weights)


class TerminateOnNaN(Callback):
    """Ends training when the loss is no number any more."""

    def on_batch_end(self, batch: int, logs: Any = None) -> None:
        loss = (logs or {}).get("loss")
        if loss is not None and not math.isfinite(loss):
            print(f"Batch {batch}: Invalid loss, terminating training")
            self.model.stop_training = True


class LearningRateScheduler(Callback):
    """Sets the learning rate at the beginning of every epoch.

    Args:
        schedule: from the number of the epoch (and the learning rate, if it takes two arguments) to the learning rate.
        verbose: 1 to say so.
    """

    def __init__(self, schedule: Callable[..., Any], verbose: int = 0):
        super().__init__()
        self.schedule, self.verbose = schedule, verbose

    def on_epoch_begin(self, epoch: int, logs: Any = None) -> None:
        if not hasattr(self.model.optimizer, "learning_rate"):
            raise ValueError('Optimizer must have a "learning_rate" attribute.')
        rate = float(np.asarray(self.model.optimizer.learning_rate))
        try:
            rate = self.schedule(epoch, rate)
        except TypeError:  # the schedule takes the number of the epoch alone
            rate = self.schedule(epoch)
        if not isinstance(rate, (float, np.floating)) and not hasattr(rate, "numpy"):
            raise ValueError(f"The output of the `schedule` function should be a float. Got: {rate}")
        self.model.optimizer.learning_rate = float(np.asarray(rate))
        if self.verbose > 0:
            print(f"\nEpoch {epoch + 1}: LearningRateScheduler setting learning rate to {float(np.asarray(rate))}.")

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        if logs is not None:
            logs["learning_rate"] = float(np.asarray(self.model.optimizer.learning_rate))


class ReduceLROnPlateau(Monitor):
    """Makes the learning rate smaller when a number has not become better for some epochs.

    Args:
        monitor: the name of the number.
        factor: what the learning rate is multiplied with.
        patience: how many epochs without are one too many.
        verbose: 1 to say so.
        mode: `min`, `max` or `auto`.
        min_delta: what counts as better.
        cooldown: how many epochs nothing is looked at after that.
        min_lr: what the learning rate does not fall below.
    """

    def __init__(
        self, monitor: str = "val_loss", factor: float = 0.1, patience: int = 10, verbose: int = 0, mode: str = "auto",
        min_delta: float = 1e-4, cooldown: int = 0, min_lr: float = 0.0, **kwargs: Any,
    ):  # fmt: skip
        super().__init__(monitor, mode, min_delta)
        if factor >= 1.0:
            raise ValueError(f"ReduceLROnPlateau does not support a factor >= 1.0. Got {factor}")
        self.factor, self.patience, self.verbose = factor, patience, verbose
        self.cooldown, self.min_lr = cooldown, min_lr
        self.wait = self.cooldown_counter = 0
        self.best: float | None = None

    def on_train_begin(self, logs: Any = None) -> None:
        self.wait = self.cooldown_counter = 0
        self.best = None

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        logs = {} if logs is None else logs
        optimizer = self.model.optimizer
        logs["learning_rate"] = float(np.asarray(optimizer.learning_rate))
        current = self.value_of(logs)
        if current is None:
            return
        if self.cooldown_counter > 0:
            self.cooldown_counter -= 1
            self.wait = 0
        if self.is_better(current, self.best):
            self.best, self.wait = current, 0
            return
        if self.cooldown_counter > 0:
            return
        self.wait += 1
        rate = np.float32(np.asarray(optimizer.learning_rate))
        if self.wait >= self.patience and rate > np.float32(self.min_lr):
            lowered = max(float(rate) * self.factor, self.min_lr)
            optimizer.learning_rate = lowered
            if self.verbose > 0:
                print(f"\nEpoch {epoch + 1}: ReduceLROnPlateau reducing learning rate to {lowered}.")
            self.cooldown_counter, self.wait = self.cooldown, 0
