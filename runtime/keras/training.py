"""`Trainer`: compiling, fitting, evaluating and predicting; what `Model` has besides being a layer.

Where batches come from is in `training_data`, what losses and metrics become in `training_compiled`, and what steps
report in `training_logs`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

import runtime as tf
from autograph.operators.calls import call as converted
from autograph.operators.frames import hide_project_frames
from runtime.core import nest
from runtime.keras import callbacks as callbacks_module
from runtime.keras import losses as losses_module
from runtime.keras import metrics as metrics_module
from runtime.keras import optimizers as optimizers_module
from runtime.keras import training_data as data_module
from runtime.keras import training_logs as logs_module
from runtime.keras.serialization import serialize_keras_object
from runtime.keras.training_compiled import Compiled, CompileLoss, CompileMetrics


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
    built: bool
    losses: list[Any]
    trainable_variables: list[Any]
    trainable_weights: list[Any]

    @_with_own_frames_hidden
    def compile(
        self,
        optimizer: Any = "rmsprop",
        loss: Any = None,
        metrics: Any = None,
        loss_weights: Any = None,
        weighted_metrics: Any = None,
        run_eagerly: bool | None = False,
        steps_per_execution: int = 1,
        jit_compile: Any = "auto",
        auto_scale_loss: bool = True,
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
            steps_per_execution: how many batches are run between two calls of callbacks.
            jit_compile, auto_scale_loss: accepted for compatibility.
            **kwargs: of older programs, accepted for compatibility.

        Raises:
            ValueError: if a name is not known.
        """
        settings = {
            "optimizer": optimizer, "loss": loss, "loss_weights": loss_weights, "metrics": metrics,
            "weighted_metrics": weighted_metrics, "run_eagerly": run_eagerly,
            "steps_per_execution": steps_per_execution, "jit_compile": jit_compile,
        }  # fmt: skip
        compiled = Compiled(settings)
        self.optimizer = optimizers_module.get(optimizer)
        self.loss = loss
        names = getattr(self, "output_names", None) or None
        compiled.loss_tracker = metrics_module.Mean(name="loss")
        if loss is not None:
            compiled.loss = CompileLoss(loss, loss_weights, names)
        if metrics is not None or weighted_metrics is not None:
            compiled.metrics = CompileMetrics(metrics, weighted_metrics, names)
        compiled.eager = bool(run_eagerly)
        if not isinstance(steps_per_execution, int) or steps_per_execution < 1:
            raise ValueError(f"steps_per_execution must be an integer of at least 1. Received: {steps_per_execution}")
        compiled.steps_per_execution = steps_per_execution
        self._compiled = compiled
        self.stop_training = False

    @property
    def compiled(self) -> bool:
        """Whether `compile` was called."""
        return self._compiled is not None

    @property
    def run_eagerly(self) -> bool:
        """Whether steps run as plain Python."""
        return self._compiled is not None and self._compiled.eager

    @run_eagerly.setter
    def run_eagerly(self, value: bool) -> None:
        self._ready().eager = bool(value)

    @property
    def jit_compile(self) -> bool:
        return False

    def _ready(self) -> Compiled:
        if self._compiled is None:
            raise ValueError("You must call `compile()` before using the model.")
        return self._compiled

    def get_compile_config(self) -> dict[str, Any] | None:
        """The arguments of `compile`, as values that JSON can hold."""
        if self._compiled is None:
            return None
        settings = {key: value for key, value in self._compiled.settings.items() if key != "optimizer"}
        return {"optimizer": serialize_keras_object(self.optimizer), **nest.map_structure(_plain, settings)}

    def compile_from_config(self, config: Mapping[str, Any]) -> None:
        """Compiles with what `get_compile_config` returned."""
        settings = {
            **config,
            "optimizer": optimizers_module.deserialize(config["optimizer"]),
            "loss": _made(config.get("loss"), losses_module.deserialize),
            "metrics": _made(config.get("metrics"), metrics_module.deserialize),
            "weighted_metrics": _made(config.get("weighted_metrics"), metrics_module.deserialize),
        }
        self.compile(**settings)

    # -- metrics and losses ------------------------------------------------------------------------------------------

    @property
    def metrics(self) -> list[Any]:
        """The metrics that are reset at the beginning of every epoch: those of `compile`, and those in attributes."""
        compiled = self._compiled
        found = []
        if compiled is not None:
            found.append(compiled.loss_tracker)
        for layer in getattr(self, "_flatten_layers", lambda: [self])():
            found += [m for value in vars(layer).values() for m in logs_module.metrics_in(value)]
        if compiled is not None and compiled.metrics is not None:
            found.append(compiled.metrics)
        if compiled is not None and compiled.loss is not None:
            found += compiled.loss.trackers
        return list({id(m): m for m in found}.values())

    @property
    def metrics_names(self) -> list[str]:
        """The names of `metrics`."""
        return [m.name for m in self.metrics]

    @property
    def compiled_metrics(self) -> Any:
        """The metrics that were given to `compile`, to be updated by a `train_step`."""
        compiled = self._ready()
        if compiled.metrics is None:
            compiled.metrics = CompileMetrics(None, None)
        return compiled.metrics

    def compiled_loss(
        self, y_true: Any, y_pred: Any, sample_weight: Any = None, regularization_losses: Any = None
    ) -> Any:
        """The loss that was given to `compile`, as older `train_step`s call it."""
        compiled = self._ready()
        if compiled.loss is None:
            raise ValueError("No loss to compute. Provide a `loss` argument in `compile()`.")
        value = compiled.loss(y_true, y_pred, sample_weight)
        if regularization_losses:
            value = tf.add_n([value, *[tf.reduce_sum(extra) for extra in regularization_losses]])
        compiled.loss_tracker.update_state(value, sample_weight=logs_module.count_of_examples(y_pred))
        return value

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
            x: the inputs.
            y: the targets.
            y_pred: the outputs.
            sample_weight: weights of the examples.
            training: whether it is for training.

        Raises:
            ValueError: if there is nothing to add up.
        """
        compiled = self._ready()
        parts = [] if compiled.loss is None else [compiled.loss(y, y_pred, sample_weight)]
        parts += [tf.reduce_sum(loss) for loss in self.losses]
        if not parts:
            raise ValueError("No loss to compute. Provide a `loss` argument in `compile()`.")
        return parts[0] if len(parts) == 1 else tf.add_n(parts)

    def compute_metrics(self, x: Any, y: Any, y_pred: Any, sample_weight: Any = None) -> dict[str, Any]:
        """Takes a batch into account in the metrics of `compile`, and returns the numbers of all metrics."""
        compiled = self._ready()
        if compiled.metrics is not None and y is not None:
            compiled.metrics.update_state(y, y_pred, sample_weight)
        return self.get_metrics_result()

    # -- what is done with a batch -----------------------------------------------------------------------------------

    def train_step(self, data: Any) -> dict[str, Any]:
        """Trains on a batch.

        Args:
            data: a tuple of inputs, targets and weights, as far as there are.

        Returns:
            The numbers to show, by name.
        """
        x, y, sample_weight = data_module.unpack(data)
        with tf.GradientTape() as tape:
            y_pred = self._called(x, training=True)
            loss = self._loss_of(x, y, y_pred, sample_weight, training=True)
        self._ready().loss_tracker.update_state(loss, sample_weight=logs_module.count_of_examples(y_pred))
        variables = self.trainable_weights
        if variables:
            gradients = tape.gradient(loss, variables)
            self.optimizer.apply_gradients(zip(gradients, variables, strict=True))
        return self._metrics_of(x, y, y_pred, sample_weight)

    def test_step(self, data: Any) -> dict[str, Any]:
        """Evaluates a batch; see `train_step`."""
        x, y, sample_weight = data_module.unpack(data)
        y_pred = self._called(x, training=False)
        loss = self._loss_of(x, y, y_pred, sample_weight, training=False)
        self._ready().loss_tracker.update_state(loss, sample_weight=logs_module.count_of_examples(y_pred))
        return self._metrics_of(x, y, y_pred, sample_weight)

    def predict_step(self, data: Any) -> Any:
        """The outputs for a batch."""
        x, _, _ = data_module.unpack(data)
        return self._called(x, training=False)

    def _called(self, x: Any, training: bool) -> Any:
        return self(x, training=training)  # type: ignore[operator]  # a model is a layer

    def _loss_of(self, x: Any, y: Any, y_pred: Any, sample_weight: Any, training: bool) -> Any:
        function = converted(self.compute_loss)
        if type(self).compute_loss is Trainer.compute_loss:
            return function(x, y, y_pred, sample_weight, training)
        return function(x=x, y=y, y_pred=y_pred, sample_weight=sample_weight)

    def _metrics_of(self, x: Any, y: Any, y_pred: Any, sample_weight: Any) -> dict[str, Any]:
        return converted(self.compute_metrics)(x, y, y_pred, sample_weight)

    def _function(self, name: str) -> Any:
        """The step `name`, staged unless steps are to run eagerly."""
        compiled = self._compiled
        if compiled is None:
            # Predicting needs no loss and no optimizer.
            compiled = self.__dict__.get("_predicting") or Compiled({})
            object.__setattr__(self, "_predicting", compiled)
        step = getattr(self, name)
        if compiled.eager or tf.config.functions_run_eagerly():
            return step
        known = compiled.functions.get(name)
        if known is None:

            def run(data: Any) -> Any:
                return converted(getattr(self, name))(data)

            run.__name__, run.__qualname__ = name, f"{type(self).__name__}.{name}"
            known = compiled.functions[name] = tf.function(run, autograph=False)
        return known

    def make_train_function(self, force: bool = False) -> Any:
        """What runs a training step on a batch; made anew if `force`."""
        return self._remade("train_step", force)

    def make_test_function(self, force: bool = False) -> Any:
        """What evaluates a batch; made anew if `force`."""
        return self._remade("test_step", force)

    def make_predict_function(self, force: bool = False) -> Any:
        """What predicts for a batch; made anew if `force`."""
        return self._remade("predict_step", force)

    def _remade(self, name: str, force: bool) -> Any:
        if force and self._compiled is not None:
            self._compiled.functions.pop(name, None)
        return self._function(name)

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
    ) -> callbacks_module.History:
        """Trains the model.

        Args:
            x: arrays or tensors (one, or a list or dict of them); or a dataset, generator or `PyDataset` of batches.
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
            **kwargs: `workers`, `use_multiprocessing` and `max_queue_size` of older programs.

        Returns:
            A `History`, whose `history` has the numbers of each epoch, by name.

        Raises:
            ValueError: if the model is not compiled, or the data are not fit to train on.
        """
        compiled = self._ready()
        _check_loop(kwargs, "fit")
        if validation_split and validation_data is None:
            (x, y, sample_weight), validation_data = data_module.split((x, y, sample_weight), validation_split)
        source = data_module.source_of(x, y, sample_weight, batch_size, shuffle, steps_per_epoch)
        verbose = 1 if verbose == "auto" else verbose
        group = self._callbacks(callbacks, True, verbose != 0, verbose=verbose, epochs=epochs, steps=source.batches)
        self.stop_training = False
        step = self._function("train_step")
        evaluated = None if validation_data is None else self._validation(
            validation_data, validation_batch_size or batch_size, validation_steps
        )  # fmt: skip
        group.on_train_begin()
        logs: dict[str, Any] = {}
        for epoch in range(initial_epoch, epochs):
            self.reset_metrics()
            group.on_epoch_begin(epoch)
            logs = {}
            taken = 0
            for number, batches in data_module.grouped(source.epoch(), compiled.steps_per_execution):
                group.on_train_batch_begin(number)
                for batch in batches:
                    if class_weight is not None:
                        batch = data_module.with_class_weight(batch, class_weight)
                    logs = step(batch)
                    taken += 1
                if group.wants_batches:
                    group.on_train_batch_end(number + len(batches) - 1, logs_module.numbers(logs))
                if self.stop_training:
                    break
            if not taken:
                if epoch == initial_epoch:
                    raise ValueError("there was not a single batch to train on: the data are empty")
                break
            epoch_logs = logs_module.numbers(_checked(logs))
            if evaluated is not None and _is_due(epoch, validation_freq):
                found = self._evaluated(evaluated, group)
                epoch_logs.update({f"val_{name}": value for name, value in found.items()})
            group.on_epoch_end(epoch, epoch_logs)
            logs = epoch_logs
            if source.batches is None:
                source.batches = taken
            if self.stop_training:
                break
        if self.optimizer is not None and getattr(self.optimizer, "use_ema", False) and epochs > initial_epoch:
            self.optimizer.finalize_variable_values(self.trainable_weights)
        group.on_train_end(logs)
        return self.history

    @_with_own_frames_hidden
    def evaluate(
        self,
        x: Any = None,
        y: Any = None,
        batch_size: int | None = None,
        verbose: Any = "auto",
        sample_weight: Any = None,
        steps: int | None = None,
        callbacks: Any = None,
        return_dict: bool = False,
        **kwargs: Any,
    ) -> Any:
        """The loss and the metrics of the model on data; the arguments are those of `fit`.

        Args:
            x, y, batch_size, verbose, sample_weight, callbacks: as of `fit`.
            steps: how many batches are evaluated; all by default.
            return_dict: whether the numbers come by name.
            **kwargs: of older programs, accepted for compatibility.

        Returns:
            The loss; if there are metrics, a list of the loss and the metrics; or a dict.
        """
        self._ready()
        _check_loop(kwargs, "evaluate")
        source = data_module.source_of(x, y, sample_weight, batch_size, False, steps)
        verbose = 1 if verbose == "auto" else verbose
        group = self._callbacks(callbacks, False, verbose != 0, verbose=verbose, epochs=1, steps=source.batches)
        logs = self._evaluated(source, group)
        return logs if return_dict else self._in_order(logs)

    def _validation(self, given: Any, batch_size: int | None, steps: int | None) -> Any:
        x, y, sample_weight = data_module.unpack(given) if isinstance(given, (tuple, list)) else (given, None, None)
        return data_module.source_of(x, y, sample_weight, batch_size, False, steps)

    def _evaluated(self, source: Any, group: Any) -> dict[str, Any]:
        step = self._function("test_step")
        self.reset_metrics()
        group.on_test_begin()
        logs: Any = {}
        number = -1
        for number, batch in enumerate(source.epoch()):
            group.on_test_batch_begin(number)
            logs = step(batch)
            if group.wants_batches:
                group.on_test_batch_end(number, logs_module.numbers(logs))
        if number < 0:
            raise ValueError("there was not a single batch to evaluate: the data are empty")
        if source.batches is None:
            source.batches = number + 1
        numbers = logs_module.numbers(logs)
        group.on_test_end(numbers)
        return numbers

    @_with_own_frames_hidden
    def predict(
        self,
        x: Any,
        batch_size: int | None = None,
        verbose: Any = "auto",
        steps: int | None = None,
        callbacks: Any = None,
        **kwargs: Any,
    ) -> Any:
        """The outputs of the model for data; the arguments are those of `fit`.

        Returns:
            Arrays in the structure of the outputs, with all batches along the first dimension.
        """
        _check_loop(kwargs, "predict")
        source = data_module.source_of(x, None, None, batch_size, False, steps)
        verbose = 1 if verbose == "auto" else verbose
        group = self._callbacks(callbacks, False, verbose != 0, verbose=verbose, epochs=1, steps=source.batches)
        step = self._function("predict_step")
        group.on_predict_begin()
        parts: list[list[np.ndarray]] = []
        structure: Any = None
        for number, batch in enumerate(source.epoch()):
            group.on_predict_batch_begin(number)
            structure = step(batch[:1])
            parts.append([np.asarray(leaf) for leaf in nest.flatten(structure)])
            if group.wants_batches:
                group.on_predict_batch_end(number, {"outputs": nest.pack_sequence_as(structure, parts[-1])})
        group.on_predict_end()
        if not parts:
            raise ValueError("there was not a single batch to predict for: the data are empty")
        return nest.pack_sequence_as(structure, [np.concatenate(column) for column in zip(*parts, strict=True)])

    # -- single batches ----------------------------------------------------------------------------------------------

    @_with_own_frames_hidden
    def train_on_batch(
        self, x: Any, y: Any = None, sample_weight: Any = None, class_weight: Any = None, return_dict: bool = False,
        **kwargs: Any,
    ) -> Any:  # fmt: skip
        """Trains on one batch.

        Returns:
            The loss; if there are metrics, a list of the loss and the metrics; or a dict.
        """
        self._ready()
        batch = _batch_of(x, y, sample_weight)
        if class_weight is not None:
            batch = data_module.with_class_weight(batch, class_weight)
        self.reset_metrics()
        logs = logs_module.numbers(self._function("train_step")(batch))
        return logs if return_dict else self._in_order(logs)

    @_with_own_frames_hidden
    def test_on_batch(
        self, x: Any, y: Any = None, sample_weight: Any = None, return_dict: bool = False, **kwargs: Any
    ) -> Any:
        """Evaluates one batch; see `train_on_batch`."""
        self._ready()
        self.reset_metrics()
        logs = logs_module.numbers(self._function("test_step")(_batch_of(x, y, sample_weight)))
        return logs if return_dict else self._in_order(logs)

    @_with_own_frames_hidden
    def predict_on_batch(self, x: Any) -> Any:
        """The outputs for one batch, as arrays."""
        return nest.map_structure(np.asarray, self._function("predict_step")(_batch_of(x, None, None)))

    # -- helpers -----------------------------------------------------------------------------------------------------

    def _callbacks(self, given: Any, with_history: bool, with_bar: bool, **params: Any) -> Any:
        if isinstance(given, callbacks_module.CallbackList):
            return given
        return callbacks_module.CallbackList(given, with_history, with_bar, model=self, **params)

    def _in_order(self, logs: Mapping[str, Any]) -> Any:
        """The numbers of `logs`: the loss, and the others as `metrics` has them. A single one is no list."""
        names: list[str] = []
        compiled = self._compiled
        if compiled is not None:
            names += ["loss", *[tracker.name for tracker in (compiled.loss.trackers if compiled.loss else ())]]
        for metric in self.metrics:
            names += metric.names if isinstance(metric, CompileMetrics) else [metric.name]
        order = [name for name in dict.fromkeys(names) if name in logs]
        values = [logs[name] for name in (*order, *[n for n in logs if n not in order])]
        return values[0] if len(values) == 1 else values


def _checked(logs: Any) -> Any:
    if not isinstance(logs, Mapping):
        raise ValueError(f"`train_step` should return a dictionary of numbers by name. Received: {logs!r}")
    return logs


def _batch_of(x: Any, y: Any, sample_weight: Any) -> tuple[Any, ...]:
    return data_module.as_batch(data_module.without_trailing_none((x, y, sample_weight)))


def _is_due(epoch: int, frequency: Any) -> bool:
    if isinstance(frequency, int):
        return (epoch + 1) % frequency == 0
    return epoch + 1 in frequency


#: What older programs say about how data are loaded.
_OLDER = {"workers", "use_multiprocessing", "max_queue_size"}


def _check_loop(kwargs: Mapping[str, Any], name: str) -> None:
    unknown: Sequence[str] = [key for key in kwargs if key not in _OLDER]
    if unknown:
        raise TypeError(f"{name}() got an unexpected keyword argument '{unknown[0]}'")


def _made(structure: Any, deserialize: Callable[[Any], Any]) -> Any:
    """A structure of names and configs, with the objects in place of the configs."""
    if isinstance(structure, Mapping):
        if "class_name" in structure:
            return deserialize(structure)
        return {key: _made(value, deserialize) for key, value in structure.items()}
    if isinstance(structure, (list, tuple)):
        return [_made(value, deserialize) for value in structure]
    return structure


def _plain(value: Any) -> Any:
    if isinstance(value, (losses_module.Loss, metrics_module.Metric)) or callable(value):
        return serialize_keras_object(value)
    return value
