"""`Callback`, the list of them that a loop tells of what happens, and the two that every loop has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from runtime.keras.utils.progbar import Progbar

#: What callbacks are told of: the methods without `on_`, and whether they get a number (of an epoch or a batch) first.
EVENTS = {
    "train_begin": False, "train_end": False, "test_begin": False, "test_end": False, "predict_begin": False,
    "predict_end": False, "epoch_begin": True, "epoch_end": True, "train_batch_begin": True, "train_batch_end": True,
    "test_batch_begin": True, "test_batch_end": True, "predict_batch_begin": True, "predict_batch_end": True,
}  # fmt: skip


class Callback:
    """Something that is told what happens while a model is trained, evaluated or asked for predictions.

    Attributes:
        model: the model.
        params: `verbose`, `epochs` and `steps` of the loop.
    """

    params: dict[str, Any]

    def __init__(self) -> None:
        self.params = {}
        self._model: Any = None

    @property
    def model(self) -> Any:
        return getattr(self, "_model", None)

    def set_params(self, params: dict[str, Any]) -> None:
        self.params = params

    def set_model(self, model: Any) -> None:
        self._model = model

    def on_batch_begin(self, batch: int, logs: Any = None) -> None:
        """The older name of `on_train_batch_begin`."""

    def on_batch_end(self, batch: int, logs: Any = None) -> None:
        """The older name of `on_train_batch_end`."""

    def on_epoch_begin(self, epoch: int, logs: Any = None) -> None:
        """An epoch begins; they are counted from 0."""

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        """An epoch has ended. `logs` has its numbers; those of evaluation begin with `val_`."""

    def on_train_batch_begin(self, batch: int, logs: Any = None) -> None:
        """A batch is about to be trained on."""
        self.on_batch_begin(batch, logs=logs)

    def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
        """A batch was trained on. `logs` has the numbers of the epoch so far."""
        self.on_batch_end(batch, logs=logs)

    def on_test_batch_begin(self, batch: int, logs: Any = None) -> None:
        """A batch is about to be evaluated."""

    def on_test_batch_end(self, batch: int, logs: Any = None) -> None:
        """A batch was evaluated. `logs` has the numbers so far."""

    def on_predict_batch_begin(self, batch: int, logs: Any = None) -> None:
        """A batch is about to be predicted for."""

    def on_predict_batch_end(self, batch: int, logs: Any = None) -> None:
        """A batch was predicted for. `logs` has its `outputs`."""

    def on_train_begin(self, logs: Any = None) -> None:
        """`fit` begins."""

    def on_train_end(self, logs: Any = None) -> None:
        """`fit` ends. `logs` has the numbers of the last epoch."""

    def on_test_begin(self, logs: Any = None) -> None:
        """Evaluation begins, of `evaluate` or within `fit`."""

    def on_test_end(self, logs: Any = None) -> None:
        """Evaluation ends. `logs` has its numbers."""

    def on_predict_begin(self, logs: Any = None) -> None:
        """`predict` begins."""

    def on_predict_end(self, logs: Any = None) -> None:
        """`predict` ends."""


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
        given = [] if callbacks is None else callbacks if isinstance(callbacks, (list, tuple)) else [callbacks]
        self.callbacks: list[Any] = _flat(given)
        for callback in self.callbacks:
            if not isinstance(callback, Callback):
                raise TypeError(f"`callbacks` takes objects of keras.callbacks.Callback. Received: {callback!r}")
        if add_progbar and not any(isinstance(c, ProgbarLogger) for c in self.callbacks):
            self.callbacks.append(ProgbarLogger())
        history = next((c for c in self.callbacks if isinstance(c, History)), None)
        if add_history and history is None:
            history = History()
            self.callbacks.append(history)
        self.params: dict[str, Any] = {}
        self.set_model(model)
        if model is not None and history is not None:
            model.history = history
        self.set_params(params)
        self._listeners: dict[str, list[Callable[..., Any]]] = {}
        self._find_listeners()

    def _find_listeners(self) -> None:
        """Who is told of what: those whose class does something about it."""
        for event in EVENTS:
            name = f"on_{event}"
            self._listeners[event] = [getattr(c, name) for c in self.callbacks if _does_something(c, name)]
        #: Whether anyone wants to know the numbers after every batch.
        self.wants_batches = any(self._listeners[f"{kind}_batch_end"] for kind in ("train", "test", "predict"))

    def append(self, callback: Callback) -> None:
        self.callbacks.append(callback)
        self._find_listeners()

    def set_params(self, params: dict[str, Any]) -> None:
        self.params = params
        for callback in self.callbacks:
            callback.set_params(params)

    def set_model(self, model: Any) -> None:
        for callback in self.callbacks:
            callback.set_model(model)

    def __iter__(self) -> Any:
        return iter(self.callbacks)

    def __getattr__(self, name: str) -> Callable[..., None]:
        event = name.removeprefix("on_")
        event = {"batch_begin": "train_batch_begin", "batch_end": "train_batch_end"}.get(event, event)
        if event not in EVENTS or "_listeners" not in vars(self):
            raise AttributeError(name)
        listeners = self._listeners[event]
        if EVENTS[event]:

            def tell(number: int, logs: Any = None) -> None:
                logs = {} if logs is None else logs
                for listener in listeners:
                    listener(number, logs=logs)
        else:

            def tell(logs: Any = None) -> None:  # type: ignore[misc]  # the other kind of event
                logs = {} if logs is None else logs
                for listener in listeners:
                    listener(logs)

        self.__dict__[name] = tell
        return tell


def _flat(callbacks: Sequence[Any]) -> list[Any]:
    found: list[Any] = []
    for item in callbacks:
        found += _flat(item) if isinstance(item, (list, tuple)) else [item]
    return found


#: Methods that the methods of `Callback` call in turn.
_OLDER_NAMES = {"on_train_batch_begin": "on_batch_begin", "on_train_batch_end": "on_batch_end"}


def _does_something(callback: Callback, name: str) -> bool:
    if callback.__class__.__getattribute__ is not object.__getattribute__:
        return True
    names = [name, *([_OLDER_NAMES[name]] if name in _OLDER_NAMES else [])]
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

    def on_train_begin(self, logs: Any = None) -> None:
        self.epoch = []

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        self.epoch.append(epoch)
        for name, value in (logs or {}).items():
            self.history.setdefault(name, []).append(value)

    def __repr__(self) -> str:
        return f"<History of {len(self.epoch)} epochs: {', '.join(self.history)}>"


class _Everything:
    """A set that everything is in."""

    def __contains__(self, name: object) -> bool:
        return True


_ALL = _Everything()


class ProgbarLogger(Callback):
    """Shows how far training, evaluation or prediction has come; see `Progbar`."""

    def __init__(self) -> None:
        super().__init__()
        self._bar: Progbar | None = None
        self._seen = 0
        self._in_fit = False

    def _begin(self) -> None:
        self._bar = None
        self._seen = 0

    def _look(self, done: int, logs: Any) -> None:
        self._seen = done
        self._shown().update(done, _pairs(logs), finalize=False)

    def _shown(self) -> Progbar:
        if self._bar is None:
            # The numbers of logs are means over the epoch already.
            self._bar = Progbar(self.params.get("steps"), verbose=self.params.get("verbose", 1), stateful_metrics=_ALL)
        return self._bar

    def _end(self, logs: Any) -> None:
        bar = self._shown()
        if bar.target is None:
            bar.target = self._seen
            self.params["steps"] = self._seen
        bar.update(max(self._seen, 0), _pairs(logs), finalize=True)

    def on_train_begin(self, logs: Any = None) -> None:
        self._in_fit = True

    def on_epoch_begin(self, epoch: int, logs: Any = None) -> None:
        self._begin()
        self._shown()  # the clock starts now
        epochs = self.params.get("epochs", 1)
        if self.params.get("verbose") and epochs > 1:
            print(f"Epoch {epoch + 1}/{epochs}", flush=True)

    def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
        self._look(batch + 1, logs)

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        self._end(logs)

    def on_train_end(self, logs: Any = None) -> None:
        self._in_fit = False

    def on_test_begin(self, logs: Any = None) -> None:
        if not self._in_fit:
            self._begin()
            self._shown()

    def on_test_batch_end(self, batch: int, logs: Any = None) -> None:
        if not self._in_fit:
            self._look(batch + 1, logs)

    def on_test_end(self, logs: Any = None) -> None:
        if not self._in_fit:
            self._end(logs)

    def on_predict_begin(self, logs: Any = None) -> None:
        self._begin()
        self._shown()

    def on_predict_batch_end(self, batch: int, logs: Any = None) -> None:
        self._look(batch + 1, None)

    def on_predict_end(self, logs: Any = None) -> None:
        self._end(None)


def _pairs(logs: Any) -> list[tuple[str, Any]]:
    return list((logs or {}).items())
