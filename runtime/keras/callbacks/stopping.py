"""Callbacks that end training, or change the learning rate."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.keras.callbacks.callback import Callback
from runtime.keras.declaring import field


def _mode(mode: str) -> str:
    if mode in ("auto", "min", "max"):
        return mode
    warnings.warn(f"Mode '{mode}' is unknown, fallback to auto mode.", stacklevel=4)
    return "auto"


MONITOR: Any = field("the name of the number", default="val_loss")
VERBOSE: Any = field("1 to say what is done", default=0)
MODE: Any = field("`min` or `max`: which way is better; `auto` tells by the name", default="auto", convert=_mode)


class Monitor(Callback):
    """Follows a number of the logs, `monitor`, and knows when it is better than before."""

    def is_better(self, value: float, than: float | None, by: float = 0.0) -> bool:
        """Whether `value` is better than `than` by more than `by`."""
        name = self.monitor.removeprefix("val_")
        grows = name in ("acc", "auc", "precision", "recall") or "accuracy" in name
        if than is None:
            return True
        return (
            value - abs(by) > than if self.mode == "max" or (self.mode == "auto" and grows) else value + abs(by) < than
        )

    def value_of(self, logs: Any) -> float | None:
        """The number, if it is in the logs; a warning if not."""
        if self.monitor in (logs or {}):
            return float(logs[self.monitor])
        warnings.warn(
            f"{type(self).__name__} conditioned on metric `{self.monitor}` which is not available. Available metrics "
            f"are: {','.join(logs or {})}",
            stacklevel=3,
        )
        return None


class EarlyStopping(Monitor):
    """Ends training when a number has not become better for some epochs."""

    monitor: str = MONITOR
    min_delta: float = field("what counts as better", default=0)
    patience: int = field("how many epochs without are one too many", default=0)
    verbose: int = VERBOSE
    mode: str = MODE
    baseline: float | None = field("what the number has to be better than in the first place", default=None)
    restore_best_weights: bool = field("whether the model gets the weights of its best epoch in the end", default=False)
    start_from_epoch: int = field("before which nothing is looked at", default=0)

    def on_train_begin(self, logs: Any = None) -> None:
        self.wait = self.stopped_epoch = self.best_epoch = 0
        self.best: float | None = None
        self.best_weights: Any = None

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        current = self.value_of(logs)
        if current is None or epoch < self.start_from_epoch:
            return
        if self.restore_best_weights and self.best_weights is None:
            self.best_weights, self.best_epoch = self.model.get_weights(), epoch
        self.wait += 1
        if self.is_better(current, self.best, self.min_delta):
            self.best, self.best_epoch = current, epoch
            if self.restore_best_weights:
                self.best_weights = self.model.get_weights()
            if self.baseline is None or self.is_better(current, self.baseline, self.min_delta):
                self.wait = 0
        elif self.wait >= self.patience and epoch > 0:
            self.stopped_epoch = epoch
            self.model.stop_training = True

    def on_train_end(self, logs: Any = None) -> None:
        if self.stopped_epoch > 0 and self.verbose > 0:
            print(f"Epoch {self.stopped_epoch + 1}: early stopping")
        if self.best_weights is not None:
            if self.verbose > 0:
                print(f"Restoring model weights from the end of the best epoch: {self.best_epoch + 1}.")
            self.model.set_weights(self.best_weights)


class LearningRateScheduler(Callback):
    """Sets the learning rate at the beginning of every epoch."""

    schedule: Callable[..., Any] = field(
        "from the number of the epoch (and the learning rate, if it takes two arguments) to the learning rate"
    )
    verbose: int = VERBOSE

    def on_epoch_begin(self, epoch: int, logs: Any = None) -> None:
        alone = len(inspect.signature(self.schedule).parameters) == 1
        rate = self.schedule(epoch) if alone else self.schedule(epoch, float(self.model.optimizer.learning_rate))
        if not isinstance(rate, (float, np.floating)) and not hasattr(rate, "numpy"):
            raise ValueError(f"The output of the `schedule` function should be a float. Got: {rate}")
        self.model.optimizer.learning_rate = float(rate)
        if self.verbose > 0:
            print(f"\nEpoch {epoch + 1}: LearningRateScheduler setting learning rate to {float(rate)}.")

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        if logs is not None:
            logs["learning_rate"] = float(self.model.optimizer.learning_rate)
