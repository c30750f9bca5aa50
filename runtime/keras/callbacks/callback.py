"""`Callback`, the list of them that a loop tells of what happens, and the two that every loop has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.core import nest
from runtime.keras.callbacks.progbar import Progbar
from runtime.keras.declaring import Declared

#: What callbacks are told of, by the names of their methods without `on_`.
EVENTS = tuple(
    f"{what}_{end}"
    for what in ("train", "test", "predict", "epoch", "train_batch", "test_batch", "predict_batch")
    for end in ("begin", "end")
)


class Callback(Declared):
    """Something that is told what happens while a model is trained, evaluated or asked for predictions.

    It has methods for the begin and the end of `fit` (`on_train_begin(logs=None)`), of evaluation (`on_test_begin`), of
    `predict` (`on_predict_begin`), of epochs (`on_epoch_begin(epoch, logs=None)`) and of the batches of each
    (`on_train_batch_begin(batch, logs=None)`). At an end `logs` has the numbers so far, those of evaluation within
    `fit` as `val_...`, or of a batch that was predicted for its `outputs`.

    Attributes:
        model: the model.
        params: `verbose`, `epochs` and `steps` of the loop.
    """

    def __init__(self) -> None:
        self.params: dict[str, Any] = {}
        self.model: Any = None

    def _init_base(self, **others: Any) -> None:
        super()._init_base(**others)
        Callback.__init__(self)

    def set_params(self, params: dict[str, Any]) -> None:
        """Called when a loop begins."""
        self.params = params

    def set_model(self, model: Any) -> None:
        """Called when a loop begins."""
        self.model = model


def _unmoved(self: Any, *number: int, logs: Any = None) -> None:
    """Does nothing about an event."""


for _event in EVENTS:
    setattr(Callback, f"on_{_event}", _unmoved)


class CallbackList:
    """Callbacks, told together.

    Args:
        callbacks: one, a list of them, or None.
        add_history: whether a `History` is added, which becomes the model's `history`.
        add_progbar: whether a progress bar is added.
        model: what is trained.
        **params: of the loop.
    """

    def __init__(
        self, callbacks: Any = None, add_history: bool = False, add_progbar: bool = False, model: Any = None,
        **params: Any,
    ):  # fmt: skip
        self.callbacks: list[Any] = [] if callbacks is None else nest.flatten(callbacks)
        for callback in self.callbacks:
            if not isinstance(callback, Callback):
                raise TypeError(f"`callbacks` takes objects of keras.callbacks.Callback. Received: {callback!r}")
        for kind, wanted in ((ProgbarLogger, add_progbar), (History, add_history)):
            if wanted and not any(isinstance(c, kind) for c in self.callbacks):
                self.callbacks.append(kind())
        for callback in self.callbacks:
            callback.set_model(model)
            callback.set_params(params)
            if isinstance(callback, History) and model is not None:
                model.history = callback
        #: Who is told of what: those who do something about it.
        self._listeners = {f"on_{event}": [m for c in self.callbacks for m in _methods(c, event)] for event in EVENTS}
        #: Whether anyone wants to know the numbers after every batch.
        self.wants_batches = any(self._listeners[f"on_{kind}_batch_end"] for kind in ("train", "test", "predict"))

    def __getattr__(self, name: str) -> Callable[..., None]:
        listeners = self.__dict__.get("_listeners", {}).get(name)
        if listeners is None:
            raise AttributeError(name)

        def tell(*number: int, logs: Any = None) -> None:
            for listener in listeners:
                listener(*number, logs={} if logs is None else logs)

        return tell


def _methods(callback: Callback, event: str) -> list[Callable[..., None]]:
    """The methods that do something about an event; `on_batch_end` is the older name of `on_train_batch_end`."""
    names = [event] if not event.startswith("train_batch") else [event, event.removeprefix("train_")]
    found = [getattr(callback, f"on_{name}", _unmoved) for name in names]
    return [method for method in found if getattr(method, "__func__", method) is not _unmoved]


class History(Callback):
    """Keeps the numbers of every epoch.

    Attributes:
        epoch: the numbers of the epochs.
        history: a list for each name.
    """

    def __init__(self) -> None:
        super().__init__()
        self.history: dict[str, list[Any]] = {}
        self.epoch: list[int] = []

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        self.epoch.append(epoch)
        for name, value in (logs or {}).items():
            self.history.setdefault(name, []).append(value)


class ProgbarLogger(Callback):
    """Shows how far training, evaluation or prediction has come."""

    def __init__(self) -> None:
        super().__init__()
        self._bar = Progbar(None)
        self._in_fit = False

    def _restart(self) -> None:
        self._bar = Progbar(self.params.get("steps"), self.params.get("verbose", 1))

    def _end(self, logs: Any) -> None:
        if self._bar.target is None:
            self._bar.target = self.params["steps"] = self._bar.done
        self._bar.update(self._bar.done, logs or {}, finalize=True)

    def on_train_begin(self, logs: Any = None) -> None:
        self._in_fit = True

    def on_train_end(self, logs: Any = None) -> None:
        self._in_fit = False

    def on_epoch_begin(self, epoch: int, logs: Any = None) -> None:
        self._restart()
        epochs = self.params.get("epochs", 1)
        if self.params.get("verbose") and epochs > 1:
            print(f"Epoch {epoch + 1}/{epochs}", flush=True)

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        self._end(logs)

    def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
        self._bar.update(batch + 1, logs or {})

    def on_test_begin(self, logs: Any = None) -> None:
        if not self._in_fit:
            self._restart()

    def on_test_batch_end(self, batch: int, logs: Any = None) -> None:
        if not self._in_fit:
            self._bar.update(batch + 1, logs or {})

    def on_test_end(self, logs: Any = None) -> None:
        if not self._in_fit:
            self._end(logs)

    def on_predict_begin(self, logs: Any = None) -> None:
        self._restart()

    def on_predict_batch_end(self, batch: int, logs: Any = None) -> None:
        self._bar.update(batch + 1, {})

    def on_predict_end(self, logs: Any = None) -> None:
        self._end(None)
