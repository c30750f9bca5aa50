"""`Metric`: a number that is followed over batches; and the metrics that are means of values."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import MethodType
from typing import Any

from autograph.operators.calls import call as converted
from runtime.core import dtypes
from runtime.ir.graph import init_scope
from runtime.keras import initializers
from runtime.keras.backend import snake_case, unique_name
from runtime.keras.coverage import warn_of_unused
from runtime.keras.declaring import Declared
from runtime.keras.losses.loss import OfFunction, declare_function, options_of, passed
from runtime.keras.losses.shaping import masked_weights
from runtime.keras.serialization import METRICS
from runtime.library import assembling, elementwise, reduction, shaping
from runtime.state.module import Module
from runtime.state.variable import Variable
from runtime.tensor import conversion


class Metric(Declared, Module):
    """A number that is computed from all batches since the last reset.

    A subclass makes its variables with `add_weight`, changes them in `update_state`, and computes `result` from them.

    Args:
        dtype: to compute in; float32 by default.
        name: by default made of the name of the class.

    >>> import runtime as tf
    >>> class Largest(Metric):
    ...     def __init__(self):
    ...         super().__init__(name='largest')
    ...         self.largest = self.add_weight(name='largest', initializer='zeros')
    ...     def update_state(self, values, sample_weight=None):
    ...         self.largest.assign(tf.maximum(self.largest, tf.reduce_max(values)))
    ...     def result(self):
    ...         return self.largest.value()
    >>> m = Largest()
    >>> m.update_state([1., 3.]); m.update_state([2.])
    >>> float(m.result())
    3.0
    """

    _REGISTRY = METRICS
    _is_of_training = True

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "result" in vars(cls):
            cls.result = _giving_values(cls.result)  # type: ignore[method-assign]

    def __init__(self, dtype: Any = None, name: str | None = None):
        self._name = name or unique_name(snake_case(type(self).__name__))
        self._dtype = dtypes.float32 if dtype is None else dtypes.as_dtype(dtype)
        self._made: list[Any] = []
        self._initial: list[Any] = []

    def _init_base(self, *, name: str | None = None, dtype: Any = None, **others: Any) -> None:
        super()._init_base(**others)
        Metric.__init__(self, dtype, name)

    @property
    def name(self) -> str:
        return self._name

    @name.setter
    def name(self, name: str) -> None:
        self._name = name

    @property
    def dtype(self) -> str:
        return self._dtype.name

    @property
    def variables(self) -> Any:
        """What the metric remembers, metrics among its attributes included."""
        inner = [m for m in self._flatten(predicate=lambda x: isinstance(x, Metric)) if m is not self]
        return [*self._made, *[v for m in inner for v in m._made]]

    weights = non_trainable_variables = variables
    trainable_variables = ()

    def add_weight(
        self, shape: Any = (), initializer: Any = "zeros", dtype: Any = None, name: str | None = None, **kwargs: Any
    ) -> Any:
        """A variable that the metric remembers something in.

        Args:
            shape: of the variable.
            initializer: of the variable, or its name.
            dtype: that of the metric by default.
            name: of the variable.
            **kwargs: `aggregation` and `synchronization`, which are for several devices.

        Returns:
            A `tf.Variable`, which `reset_state` sets to its initial value.
        """
        warn_of_unused("add_weight", kwargs, {"aggregation": (None, "sum", "mean", "none"), "synchronization": (None,)})
        if isinstance(shape, str):  # as in older programs: the name comes first
            shape, name = (), shape
        shape = shape.as_list() if hasattr(shape, "as_list") else list(shape)
        kind = self._dtype if dtype is None else dtypes.as_dtype(dtype)
        with init_scope():
            value = shaping.cast(initializers.get(initializer)(shape, dtype=kind), kind)
            variable = Variable(value, trainable=False, name=name or "variable")
        self._made.append(variable)
        self._initial.append(value)
        return variable

    add_variable = add_weight

    def reset_state(self) -> None:
        """Forgets all batches."""
        for variable, value in zip(self._made, self._initial, strict=True):
            variable.assign(value, read_value=False)

    def reset_states(self) -> None:
        """The older name of `reset_state`."""
        self.reset_state()

    def update_state(self, *args: Any, **kwargs: Any) -> Any:
        """Takes a batch into account. Subclasses define it."""
        raise NotImplementedError(f"{type(self).__name__} does not define `update_state`")

    def result(self) -> Any:
        """The number. Subclasses define it."""
        raise NotImplementedError(f"{type(self).__name__} does not define `result`")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Takes a batch into account, and returns the number."""
        # What users define is converted when it is staged.
        converted(self.update_state)(*args, **kwargs)
        return converted(self.result)()

    def get_config(self) -> dict[str, Any]:
        return {"name": self.name, "dtype": self.dtype, **super().get_config()}

    def __repr__(self) -> str:
        return f"<{type(self).__name__} name={self.name}>"

    __str__ = __repr__


def _giving_values(result: Callable[..., Any]) -> Callable[..., Any]:
    """`result`, giving the value of a variable where it returns the variable, or its `value` without calling it."""

    @functools.wraps(result)
    def giving(self: Any) -> Any:
        found = converted(MethodType(result, self))()
        if isinstance(found, MethodType) and isinstance(found.__self__, Variable):
            return found()
        return found.value() if isinstance(found, Variable) else found

    return giving


def _per_example(values: Any, sample_weight: Any, dtype: Any) -> tuple[Any, Any]:
    """A weighted value per example, and the weight of each, or None: from a scalar, or values `[batch, ...]`."""
    mask = getattr(values, "_keras_mask", None)
    values = shaping.cast(conversion.convert_to_tensor(values), dtype)
    sample_weight = masked_weights(sample_weight, mask, values)
    weights = None
    if sample_weight is not None:
        weights = shaping.cast(conversion.convert_to_tensor(sample_weight), dtype)
        if weights.shape.rank == _rank(values) + 1 and weights.shape[-1] == 1:
            weights = shaping.squeeze(weights, [-1])
        rank = _rank(weights)
        if _rank(values) > rank:
            values = reduction.reduce_mean(values, axis=list(range(rank, _rank(values))))
        if _rank(values):
            weights = assembling.broadcast_to(weights, shaping.shape(values))
        values, weights = values * weights, _of_examples(weights)
    return _of_examples(values), weights


def _rank(x: Any) -> int:
    return x.shape.rank or 0


def _of_examples(x: Any) -> Any:
    return x if _rank(x) <= 1 else reduction.reduce_mean(x, axis=list(range(1, _rank(x))))


class Mean(Metric):
    """The (weighted) mean of all values.

    >>> m = Mean()
    >>> m.update_state([1., 3.], sample_weight=[3., 1.])
    >>> float(m.result())
    1.5
    """

    def __init__(self, name: str = "mean", dtype: Any = None):
        super().__init__(dtype, name)
        self.total, self.count = (self.add_weight(name=part) for part in ("total", "count"))

    def update_state(self, values: Any, sample_weight: Any = None) -> None:
        values, weights = _per_example(values, sample_weight, self._dtype)
        if weights is not None:
            count = reduction.reduce_sum(weights) if _rank(weights) else weights
        else:
            size = values.shape[0] if _rank(values) else 1
            count = shaping.cast(shaping.shape(values)[0] if size is None else size, self._dtype)
        self.total.assign_add(reduction.reduce_sum(values) if _rank(values) else values, read_value=False)
        self.count.assign_add(count, read_value=False)

    def result(self) -> Any:
        return elementwise.divide_no_nan(self.total.value(), self.count.value())


class MeanMetricWrapper(OfFunction, Mean):
    """The mean of a function of targets and predictions.

    A subclass names its function, `class Accuracy(MeanMetricWrapper, of=accuracy)`, and has the arguments `name` and
    `dtype`, then the options of the function; `first` names one that comes before these.

    Args:
        fn: from `y_true`, `y_pred` and the options to values per example.
        name: by default that of the function.
        dtype: to compute in.
        **kwargs: the options, passed to each call.
    """

    def __init_subclass__(cls, of: Callable[..., Any] | None = None, first: str | None = None, **kwargs: Any) -> None:
        if of is not None:
            options = options_of(of)
            leading = {first: options.pop(first)} if first else {}
            own = {**leading, "name": passed(of.__name__), "dtype": passed(None), **options}
            declare_function(cls, of, own)
            cls.__doc__ = f"The mean over all batches. {cls.__doc__}"
        super().__init_subclass__(**kwargs)

    def __init__(self, fn: Callable[..., Any], name: str | None = None, dtype: Any = None, **kwargs: Any):
        Mean.__init__(self, name or str(getattr(fn, "__name__", "mean_metric_wrapper")), dtype)
        self.fn, self._fn_kwargs = fn, kwargs

    def _init_base(self, **others: Any) -> None:
        Mean.__init__(self, **others)

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:  # type: ignore[override]
        values = conversion.convert_to_tensor(converted(self.fn)(y_true, y_pred, **self._fn_kwargs))
        super().update_state(values, masked_weights(sample_weight, getattr(y_pred, "_keras_mask", None), values))
