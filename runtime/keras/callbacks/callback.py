"""`Callback`, the list of them that a loop tells of what happens, and the two that every loop has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.core import nest
from runtime.keras.callbacks.progbar import Progbar
from runtime.keras.declaring import Declared

#: What callbacks are told of, by the names of their methods without `on_`.
EVENTS = {
    "train_begin": "`fit` begins.",
    "train_end": "`fit` ends. `logs` has the numbers of the last epoch.",
    "test_begin": "Evaluation begins, of `evaluate` or within `fit`.",
    "test_end": "Evaluation ends. `logs` has its numbers.",
    "predict_begin": "`predict` begins.",
    "predict_end": "`predict` ends.",
    "epoch_begin": "An epoch begins; they are counted from 0.",
    "epoch_end": "An epoch has ended. `logs` has its numbers; those of evaluation begin with `val_`.",
    "train_batch_begin": "A batch is about to be trained on.",
    "train_batch_end": "A batch was trained on. `logs` has the numbers of the epoch so far.",
    "test_batch_begin": "A batch is about to be evaluated.",
    "test_batch_end": "A batch was evaluated. `logs` has the numbers so far.",
    "predict_batch_begin": "A batch is about to be predicted for.",
    "predict_batch_end": "A batch was predicted for. `logs` has its `outputs`.",
    "batch_begin": "The older name of `on_train_batch_begin`.",
    "batch_end": "The older name of `on_train_batch_end`.",
}

#: Events that were called something else.
_OLDER = {"train_batch_begin": "batch_begin", "train_batch_end": "batch_end"}


def _is_numbered(event: str) -> bool:
    """Whether the number of an epoch or a batch comes with an event."""
    return "batch" in event or "epoch" in event


class Callback(Declared):
    """Something that is told what happens while a model is trained, evaluated or asked for predictions.

    It has a method for each event: `on_epoch_end(epoch, logs=None)`, `on_train_batch_end(batch, logs=None)`,
    `on_train_begin(logs=None)` and so on.

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


def _method(event: str, doc: str) -> Callable[..., None]:
    """The method of `Callback` that does nothing about an event, but to tell the method of the older name."""
    older = _OLDER.get(event)

    def numbered(self: Any, number: int, logs: Any = None) -> None:
        if older is not None:
            getattr(self, f"on_{older}")(number, logs=logs)

    def alone(self: Any, logs: Any = None) -> None: ...

    method: Any = numbered if _is_numbered(event) else alone
    method.__name__, method.__qualname__, method.__doc__ = f"on_{event}", f"Callback.on_{event}", doc
    return method


for _event, _doc in EVENTS.items():
    setattr(Callback, f"on_{_event}", _method(_event, _doc))


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
        #: Who is told of what: those whose class does something about it.
        self._listeners = {
            f"on_{event}": [getattr(c, f"on_{event}") for c in self.callbacks if _does_something(c, event)]
            for event in EVENTS
        }
        #: Whether anyone wants to know the numbers after every batch.
        self.wants_batches = any(self._listeners[f"on_{kind}_batch_end"] for kind in ("train", "test", "predict"))

    def __iter__(self) -> Any:
        return iter(self.callbacks)

    def __getattr__(self, name: str) -> Callable[..., None]:
        listeners = self.__dict__.get("_listeners", {}).get(name)
        if listeners is None:
            raise AttributeError(name)

        def tell(*number: int, logs: Any = None) -> None:
            for listener in listeners:
                listener(*number, logs={} if logs is None else logs)

        return tell


def _does_something(callback: Callback, event: str) -> bool:
    names = [f"on_{e}" for e in (event, _OLDER.get(event)) if e is not None]
    return any(n in vars(callback) or getattr(type(callback), n) is not getattr(Callback, n) for n in names)


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

    def __repr__(self) -> str:
        return f"<History of {len(self.epoch)} epochs: {', '.join(self.history)}>"


class ProgbarLogger(Callback):
    """Shows how far training, evaluation or prediction has come."""

    def __init__(self) -> None:
        super().__init__()
        self._bar = Progbar(None)
        self._seen = 0
        self._in_fit = False

    def _restart(self) -> None:
        self._bar, self._seen = Progbar(self.params.get("steps"), self.params.get("verbose", 1)), 0

    def _look(self, done: int, logs: Any) -> None:
        self._seen = done
        self._bar.update(done, logs or {})

    def _end(self, logs: Any) -> None:
        if self._bar.target is None:
            self._bar.target = self.params["steps"] = self._seen
        self._bar.update(self._seen, logs or {}, finalize=True)

    def on_train_begin(self, logs: Any = None) -> None:
        self._in_fit = True

    def on_train_end(self, logs: Any = None) -> None:
        self._in_fit = False

    def on_epoch_begin(self, epoch: int, logs: Any = None) -> None:
        self._restart()
        epochs = self.params.get("epochs", 1)
        if self.params.get("verbose") and epochs > 1:
            print(f"Epoch {epoch + 1}/{epochs}", flush=True)

    def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
        self._look(batch + 1, logs)

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        self._end(logs)

    def on_test_begin(self, logs: Any = None) -> None:
        if not self._in_fit:
            self._restart()

    def on_test_batch_end(self, batch: int, logs: Any = None) -> None:
        if not self._in_fit:
            self._look(batch + 1, logs)

    def on_test_end(self, logs: Any = None) -> None:
        if not self._in_fit:
            self._end(logs)

    def on_predict_begin(self, logs: Any = None) -> None:
        self._restart()

    def on_predict_batch_end(self, batch: int, logs: Any = None) -> None:
        self._look(batch + 1, None)

    def on_predict_end(self, logs: Any = None) -> None:
        self._end(None)
