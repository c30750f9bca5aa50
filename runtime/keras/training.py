"""`Trainer`: compiling, fitting, evaluating and predicting; what `Model` has besides being a layer.

Where batches come from is in `training_data`, what losses and metrics become and what steps report in
`training_compiled`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from autograph.operators.calls import call as converted
from autograph.operators.frames import hide_project_frames
from runtime.autodiff.tape import GradientTape
from runtime.core import nest
from runtime.core.config import functions_run_eagerly
from runtime.function.function import function
from runtime.keras import training_data as data_module
from runtime.keras.callbacks import CallbackList, History
from runtime.keras.coverage import warn_of_unused
from runtime.keras.layers.tracking import holds_weights
from runtime.keras.losses import Loss
from runtime.keras.metrics import Metric
from runtime.keras.optimizers import get as optimizer_of
from runtime.keras.serialization import LOSSES, METRICS, OPTIMIZERS, serialize_keras_object
from runtime.keras.training_compiled import Compiled, CompileMetrics, count_of_examples, metrics_in, numbers
from runtime.library import assembling, reduction

#: Arguments of `compile` that have no effect here, with the values that ask for nothing.
_OF_OTHER_SYSTEMS: dict[str, tuple[Any, ...]] = {
    "jit_compile": ("auto", False, None), "auto_scale_loss": (True, False), "steps_per_execution": (1, None),
}  # fmt: skip

#: What older programs say about how data are loaded, with the values that ask for nothing.
_OLDER = {"workers": (1, 0), "use_multiprocessing": (False,), "max_queue_size": (10,)}


def _with_own_frames_hidden(method: Callable[..., Any]) -> Any:
    """`method`, whose errors show the frames of the program and not those of this project."""

    @functools.wraps(method)
    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return method(*args, **kwargs)
        except BaseException as error:
            hide_project_frames(error)
            raise

    return run


class Trainer:
    """Compiles, fits, evaluates and predicts. The base of `Model`.

    `train_step`, `test_step` and `predict_step` say what is done with a batch; a subclass may define its own. They are
    staged by `tf.function`: traced once for each shape of a batch.
    """

    _compiled: Compiled | None = None
    optimizer: Any = None
    loss: Any = None
    stop_training = False
    history: Any

    # What `Layer` and `Model` give.
    losses: list[Any]
    trainable_weights: list[Any]
    _keras_state: Any

    @_with_own_frames_hidden
    def compile(
        self,
        optimizer: Any = "rmsprop",
        loss: Any = None,
        metrics: Any = None,
        loss_weights: Any = None,
        weighted_metrics: Any = None,
        run_eagerly: bool | None = False,
        **kwargs: Any,
    ) -> None:
        """Says how the model is to be trained.

        Args:
            optimizer: a name, or an optimizer.
            loss: a name, a function, a `Loss`; or for several outputs a list or dict of them.
            metrics: a list of names, functions or metrics; or for several outputs a list or dict of lists.
            loss_weights: how much the loss of each output counts.
            weighted_metrics: metrics that take account of the weights of examples.
            run_eagerly: whether steps run as plain Python, for debugging.
            **kwargs: `jit_compile`, `steps_per_execution` and `auto_scale_loss`, which are for other systems.

        Raises:
            ValueError: if a name is not known, or an attribute of the model that this sets holds a layer.
            TypeError: if there are other arguments.
        """
        warn_of_unused("compile", kwargs, _OF_OTHER_SYSTEMS)
        for name in ("optimizer", "loss"):
            if holds_weights(vars(self).get(name)):
                raise ValueError(
                    f"compile() sets the attribute `{name}`, which holds a layer or variable of model "
                    f"'{getattr(self, 'name', '')}': call the attribute something else"
                )
        settings = {
            "optimizer": optimizer, "loss": loss, "loss_weights": loss_weights, "metrics": metrics,
            "weighted_metrics": weighted_metrics, "run_eagerly": run_eagerly,
        }  # fmt: skip
        self.optimizer, self.loss = optimizer_of(optimizer), loss
        self._compiled = Compiled(settings, getattr(self, "output_names", None) or None)
        self._keras_state.steps.clear()
        self.stop_training = False

    @property
    def compiled(self) -> bool:
        """Whether `compile` was called."""
        return self._compiled is not None

    @property
    def run_eagerly(self) -> bool:
        """Whether steps run as plain Python; it may be set after `compile` too."""
        return self._compiled is not None and bool(self._compiled.settings["run_eagerly"])

    @run_eagerly.setter
    def run_eagerly(self, value: bool) -> None:
        self._ready().settings["run_eagerly"] = value

    def _ready(self) -> Compiled:
        if self._compiled is None:
            raise ValueError("You must call `compile()` before using the model.")
        return self._compiled

    def get_compile_config(self) -> dict[str, Any] | None:
        """The arguments of `compile`, as values that JSON can hold."""
        if self._compiled is None:
            return None
        settings = nest.map_structure(_plain, {**self._compiled.settings, "optimizer": None})
        return {**settings, "optimizer": serialize_keras_object(self.optimizer)}

    def compile_from_config(self, config: Mapping[str, Any]) -> None:
        """Compiles with what `get_compile_config` returned."""
        kinds = {"optimizer": OPTIMIZERS, "loss": LOSSES, "metrics": METRICS, "weighted_metrics": METRICS}
        made = {name: _made(config.get(name), registry.deserialize) for name, registry in kinds.items()}
        self.compile(**{**config, **made})

    # -- metrics and losses ------------------------------------------------------------------------------------------

    @property
    def metrics(self) -> list[Any]:
        """The metrics that are reset at the beginning of every epoch: those of `compile`, and those in attributes."""
        layers = getattr(self, "_flatten_layers", lambda: [self])()
        found = [m for layer in layers for value in vars(layer).values() for m in metrics_in(value)]
        if self._compiled is not None:
            loss = self._compiled.loss
            trackers = loss.trackers if loss is not None else []
            found = [self._compiled.loss_tracker, *found, *metrics_in(self._compiled.metrics), *trackers]
        return list({id(m): m for m in found}.values())

    @property
    def metrics_names(self) -> list[str]:
        """The names of the numbers that `evaluate` returns, in their order, as far as they are known."""
        loss = self._compiled.loss if self._compiled is not None else None
        names = ["loss", *[tracker.name for tracker in (loss.trackers if loss is not None else ())]]
        for metric in self.metrics:
            names += metric.names if isinstance(metric, CompileMetrics) else [metric.name]
        return list(dict.fromkeys(names))

    def reset_metrics(self) -> None:
        """Has all metrics forget what they have seen."""
        for metric in self.metrics:
            metric.reset_state()

    def get_metrics_result(self) -> dict[str, Any]:
        """The numbers of all metrics, by name."""
        results: dict[str, Any] = {}
        for metric in self.metrics:
            # What users define is converted when it is staged; so are their losses and steps below.
            found = converted(metric.result)()
            results.update(found if isinstance(found, dict) else {metric.name: found})
        return results

    def compute_loss(
        self, x: Any = None, y: Any = None, y_pred: Any = None, sample_weight: Any = None, training: bool = True
    ) -> Any:
        """The loss of a batch: that of `compile`, and what layers add.

        Args:
            x, y, y_pred: the inputs, the targets and the outputs.
            sample_weight: weights of the examples.
            training: whether it is for training.

        Raises:
            ValueError: if there is nothing to add up.
        """
        loss = self._ready().loss
        parts = [] if loss is None else [loss(y, y_pred, sample_weight)]
        parts += [reduction.reduce_sum(added) for added in self.losses]
        if not parts:
            raise ValueError("No loss to compute. Provide a `loss` argument in `compile()`.")
        return parts[0] if len(parts) == 1 else assembling.add_n(parts)

    def compute_metrics(self, x: Any, y: Any, y_pred: Any, sample_weight: Any = None) -> dict[str, Any]:
        """Takes a batch into account in the metrics of `compile`, and returns the numbers of all metrics."""
        metrics = self._ready().metrics
        if metrics is not None and y is not None:
            metrics.update_state(y, y_pred, sample_weight)
        return self.get_metrics_result()

    # -- what is done with a batch -----------------------------------------------------------------------------------

    def train_step(self, data: Any) -> dict[str, Any]:
        """Trains on a batch: a tuple of inputs, targets and weights, as far as there are. Returns numbers by name."""
        with GradientTape() as tape:
            batch, loss = self._forward(data, training=True)
        variables = self.trainable_weights
        if variables:
            self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables, strict=True))
        return converted(self.compute_metrics)(*batch)

    def test_step(self, data: Any) -> dict[str, Any]:
        """Evaluates a batch; see `train_step`."""
        batch, _ = self._forward(data, training=False)
        return converted(self.compute_metrics)(*batch)

    def predict_step(self, data: Any) -> Any:
        """The outputs for a batch."""
        return self(data_module.unpack(data)[0], training=False)  # type: ignore[operator]  # a model is a layer

    def _forward(self, data: Any, training: bool) -> tuple[tuple[Any, ...], Any]:
        """Inputs, targets, outputs and weights of a batch; and its loss."""
        x, y, sample_weight = data_module.unpack(data)
        y_pred = self(x, training=training)  # type: ignore[operator]  # a model is a layer
        told = {"training": training} if type(self).compute_loss is Trainer.compute_loss else {}
        loss = converted(self.compute_loss)(x=x, y=y, y_pred=y_pred, sample_weight=sample_weight, **told)
        self._ready().loss_tracker.update_state(loss, sample_weight=count_of_examples(y_pred))
        return (x, y, y_pred, sample_weight), loss

    def _step(self, name: str) -> Any:
        """The step `name`, staged unless steps are to run eagerly."""
        if self.run_eagerly or functions_run_eagerly():
            return getattr(self, name)
        steps = self._keras_state.steps
        if name not in steps:

            def run(data: Any) -> Any:
                return converted(getattr(self, name))(data)

            run.__name__, run.__qualname__ = name, f"{type(self).__name__}.{name}"
            steps[name] = function(run, autograph=False)
        return steps[name]

    # -- loops -------------------------------------------------------------------------------------------------------

    @_with_own_frames_hidden
    def fit(
        self,
        x: Any = None,
        y: Any = None,
        batch_size: int | None = None,
        epochs: int = 1,
        verbose: Any = "auto",
        callbacks: Any = None,
        validation_split: float = 0.0,
        validation_data: Any = None,
        shuffle: Any = True,
        class_weight: Mapping[int, float] | None = None,
        sample_weight: Any = None,
        initial_epoch: int = 0,
        steps_per_epoch: int | None = None,
        validation_steps: int | None = None,
        validation_batch_size: int | None = None,
        validation_freq: Any = 1,
        **kwargs: Any,
    ) -> History:
        """Trains the model.

        Args:
            x: arrays or tensors (one, or a list or dict of them); or a dataset or generator of batches.
            y: targets, if `x` is arrays.
            batch_size: how many examples a batch has, if `x` is arrays; 32 by default.
            epochs: the number of the last epoch.
            verbose: 0 for silence, 1 for a progress bar, 2 for a line per epoch.
            callbacks: told of everything that happens.
            validation_split: the part of the arrays, from their end, that is not trained on but evaluated.
            validation_data: a tuple of arrays, or anything else that `evaluate` takes, to evaluate after each epoch.
            shuffle: whether examples come in another order in every epoch, if `x` is arrays.
            class_weight: weights of the examples, by the number of their class.
            sample_weight: weights of the examples, if `x` is arrays.
            initial_epoch: the number of the first epoch.
            steps_per_epoch: how many batches an epoch has; all by default.
            validation_steps: how many batches are evaluated; all by default.
            validation_batch_size: as `batch_size`.
            validation_freq: after how many epochs to evaluate, or a list of numbers of epochs.
            **kwargs: `workers` and the like of older programs.

        Returns:
            A `History`, whose `history` has the numbers of each epoch, by name.

        Raises:
            ValueError: if the model is not compiled, or the data are not fit to train on.
        """
        self._ready()
        warn_of_unused("fit", kwargs, _OLDER)
        if validation_split and validation_data is None:
            (x, y, sample_weight), validation_data = data_module.split((x, y, sample_weight), validation_split)
        source = data_module.source_of(x, y, sample_weight, batch_size, shuffle, steps_per_epoch)
        group = self._callbacks(callbacks, verbose, source, add_history=True, epochs=epochs)
        evaluated = None
        if validation_data is not None:
            given = validation_data if isinstance(validation_data, (tuple, list)) else (validation_data,)
            size = validation_batch_size or batch_size
            evaluated = data_module.source_of(*data_module.unpack(given), size, False, validation_steps)
        self.stop_training = False
        logs: Any = None
        group.on_train_begin()
        for epoch in range(initial_epoch, epochs):
            self.reset_metrics()
            group.on_epoch_begin(epoch)
            logs = None
            for found in self._batches("train", source, group, class_weight):
                logs = found
                if self.stop_training:
                    break
            if logs is None:
                if epoch == initial_epoch:
                    raise ValueError("there was not a single batch to train on: the data are empty")
                break
            logs = numbers(logs)
            if evaluated is not None and _is_due(epoch, validation_freq):
                logs.update({f"val_{name}": value for name, value in self._evaluated(evaluated, group).items()})
            group.on_epoch_end(epoch, logs=logs)
            if self.stop_training:
                break
        group.on_train_end(logs=logs)
        return self.history

    @_with_own_frames_hidden
    def evaluate(
        self, x: Any = None, y: Any = None, batch_size: int | None = None, verbose: Any = "auto",
        sample_weight: Any = None, steps: int | None = None, callbacks: Any = None, return_dict: bool = False,
        **kwargs: Any,
    ) -> Any:  # fmt: skip
        """The loss and the metrics of the model on data; the other arguments are those of `fit`.

        Args:
            steps: how many batches are evaluated; all by default.
            return_dict: whether the numbers come by name.

        Returns:
            The loss; if there are metrics, a list of the loss and the metrics; or a dict.
        """
        self._ready()
        warn_of_unused("evaluate", kwargs, _OLDER)
        source = data_module.source_of(x, y, sample_weight, batch_size, False, steps)
        logs = self._evaluated(source, self._callbacks(callbacks, verbose, source))
        if return_dict:
            return logs
        values = [logs[name] for name in dict.fromkeys([*self.metrics_names, *logs]) if name in logs]
        return values[0] if len(values) == 1 else values

    def _evaluated(self, source: Any, group: Any) -> dict[str, Any]:
        self.reset_metrics()
        group.on_test_begin()
        logs: Any = None
        for found in self._batches("test", source, group):
            logs = found
        if logs is None:
            raise ValueError("there was not a single batch to evaluate: the data are empty")
        logs = numbers(logs)
        group.on_test_end(logs=logs)
        return logs

    @_with_own_frames_hidden
    def predict(
        self, x: Any, batch_size: int | None = None, verbose: Any = "auto", steps: int | None = None,
        callbacks: Any = None, **kwargs: Any,
    ) -> Any:  # fmt: skip
        """The outputs of the model for data; the arguments are those of `evaluate`.

        Returns:
            Arrays in the structure of the outputs, with all batches along the first dimension.
        """
        warn_of_unused("predict", kwargs, _OLDER)
        source = data_module.source_of(x, None, None, batch_size, False, steps)
        group = self._callbacks(callbacks, verbose, source)
        group.on_predict_begin()
        parts = list(self._batches("predict", source, group))
        group.on_predict_end()
        if not parts:
            raise ValueError("there was not a single batch to predict for: the data are empty")
        return nest.map_structure(lambda *arrays: np.concatenate(arrays), *parts)

    def _batches(self, kind: str, source: Any, group: Any, class_weight: Any = None) -> Iterator[Any]:
        """Takes the step of a kind with each batch of an epoch, tells callbacks, and gives what the step returns."""
        step = self._step(f"{kind}_step")
        begin, end = getattr(group, f"on_{kind}_batch_begin"), getattr(group, f"on_{kind}_batch_end")
        taken = 0
        for batch in source.epoch():
            begin(taken)
            if kind == "predict":
                found = nest.map_structure(np.asarray, step(batch[:1]))
            else:
                found = step(batch if class_weight is None else data_module.with_class_weight(batch, class_weight))
            if group.wants_batches:
                end(taken, logs={"outputs": found} if kind == "predict" else numbers(found))
            taken += 1
            yield found
        source.batches = source.batches or taken or None

    def _callbacks(self, given: Any, verbose: Any, source: Any, add_history: bool = False, epochs: int = 1) -> Any:
        if isinstance(given, CallbackList):
            return given
        verbose = 1 if verbose == "auto" else verbose
        params = {"verbose": verbose, "epochs": epochs, "steps": source.batches}
        return CallbackList(given, add_history, verbose != 0, self, **params)


def _is_due(epoch: int, frequency: Any) -> bool:
    return (epoch + 1) % frequency == 0 if isinstance(frequency, int) else epoch + 1 in frequency


def _made(structure: Any, deserialize: Callable[[Any], Any]) -> Any:
    """A structure of names and configs, with the objects in place of the configs."""
    if isinstance(structure, Mapping):
        if "class_name" in structure:
            return deserialize(structure)
        return {key: _made(value, deserialize) for key, value in structure.items()}
    return [_made(value, deserialize) for value in structure] if isinstance(structure, (list, tuple)) else structure


def _plain(value: Any) -> Any:
    is_object = isinstance(value, (Loss, Metric)) or callable(value)
    return serialize_keras_object(value) if is_object else value
