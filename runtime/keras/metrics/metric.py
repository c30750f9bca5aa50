"""`Metric`: a number that is followed over batches; and the metrics that are sums and means of values."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from types import MethodType
from typing import Any

import runtime as tf
from runtime.keras.backend import snake_case, unique_name
from runtime.keras.losses.shaping import weights_like


class Metric(tf.Module):
    """A number that is computed from all batches since the last reset.

    A subclass makes its variables with `add_weight`, changes them in `update_state`, and computes `result` from them.

    Args:
        dtype: to compute in; float32 by default.
        name: by default made of the name of the class.

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

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "result" in vars(cls):
            cls.result = _giving_values(cls.result)  # type: ignore[method-assign]

    def __init__(self, dtype: Any = None, name: str | None = None, **kwargs: Any):
        super().__init__()
        self._name = name or unique_name(snake_case(type(self).__name__))
        self._dtype = tf.float32 if dtype is None else tf.as_dtype(dtype)
        self._made: list[Any] = []
        self._initial: list[Any] = []

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
        inner = [m for m in super()._flatten(predicate=lambda x: isinstance(x, Metric)) if m is not self]
        return [*self._made, *[v for m in inner for v in m._made]]

    @property
    def trainable_variables(self) -> Any:
        return []

    @property
    def non_trainable_variables(self) -> Any:
        return self.variables

    @property
    def weights(self) -> Any:
        return self.variables

    def add_variable(
        self, shape: Any = (), initializer: Any = "zeros", dtype: Any = None, aggregation: Any = None,
        name: str | None = None, **kwargs: Any,
    ) -> Any:  # fmt: skip
        """A variable that the metric remembers something in.

        Args:
            shape: of the variable.
            initializer: `zeros`, `ones`, or a function of a shape and `dtype`.
            dtype: that of the metric by default.
            aggregation: accepted for compatibility.
            name: of the variable.

        Returns:
            A `tf.Variable`, which `reset_state` sets to its initial value.
        """
        if isinstance(shape, str):  # as in older programs: the name comes first
            shape, name = (), shape
        shape = shape.as_list() if hasattr(shape, "as_list") else list(shape)
        kind = self._dtype if dtype is None else tf.as_dtype(dtype)
        with tf.init_scope():
            value = _INITIAL[initializer](shape, kind) if initializer in _INITIAL else _made(initializer, shape, kind)
            variable = tf.Variable(value, trainable=False, name=name or "variable")
        self._made.append(variable)
        self._initial.append(value)
        return variable

    add_weight = add_variable

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
        from autograph.operators.calls import call as converted  # what users define is converted when it is staged

        converted(self.update_state)(*args, **kwargs)
        return converted(self.result)()

    def merge_state(self, metrics: Sequence[Metric]) -> None:
        """Adds to this metric what others of its kind remember.

        Raises:
            ValueError: if one remembers something else.
        """
        for other in metrics:
            if len(other.variables) != len(self.variables):
                raise ValueError(f"Metric {other} is not compatible with {self}")
            for mine, others in zip(self.variables, other.variables, strict=True):
                mine.assign_add(others)

    def stateless_result(self, variables: Sequence[Any]) -> Any:
        raise NotImplementedError("stateless_result is for other systems: call result()")

    def get_config(self) -> dict[str, Any]:
        """The arguments that make an equal metric."""
        return {"name": self.name, "dtype": self.dtype}

    @classmethod
    def from_config(cls, config: Mapping[str, Any]) -> Any:
        """The metric that `get_config` described."""
        return cls(**config)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} name={self.name}>"

    __str__ = __repr__


def _giving_values(result: Callable[..., Any]) -> Callable[..., Any]:
    """`result`, giving the value of a variable where it returns the variable, or its `value` without calling it."""

    @functools.wraps(result)
    def giving(self: Any) -> Any:
        from autograph.operators.calls import call as converted  # what users define is converted when it is staged

        found = converted(MethodType(result, self))()
        if isinstance(found, MethodType) and isinstance(found.__self__, tf.Variable):
            return found()
        return found.value() if isinstance(found, tf.Variable) else found

    return giving


#: What variables begin with, by name.
_INITIAL: dict[Any, Callable[..., Any]] = {"zeros": tf.zeros, "ones": tf.ones, "zero": tf.zeros, "one": tf.ones}


def _made(initializer: Any, shape: Any, dtype: Any) -> Any:
    if isinstance(initializer, str):
        from runtime.keras import initializers  # needed for names other than zeros and ones

        initializer = initializers.get(initializer)
    return initializer(shape, dtype=dtype)


def per_example(values: Any, sample_weight: Any, dtype: Any, reduce: Callable[..., Any]) -> tuple[Any, Any]:
    """A weighted value per example, and the weight of each, or None.

    Args:
        values: of shape `[batch, ...]`, or a scalar.
        sample_weight: a number, one per example, or one per value.
        dtype: to compute in.
        reduce: how the values of an example become one: a mean, or a sum.
    """
    mask = getattr(values, "_keras_mask", None)
    values = tf.cast(tf.convert_to_tensor(values), dtype)
    if mask is not None:
        mask = weights_like(mask, values)
        sample_weight = mask if sample_weight is None else weights_like(sample_weight, values) * mask
    weights = None
    if sample_weight is not None:
        weights = tf.cast(tf.convert_to_tensor(sample_weight), dtype)
        if weights.shape.rank == (values.shape.rank or 0) + 1 and weights.shape[-1] == 1:
            weights = tf.squeeze(weights, [-1])
        rank = weights.shape.rank or 0
        if (values.shape.rank or 0) == rank + 1 and values.shape[-1] == 1 and rank > 0:
            values = tf.squeeze(values, [-1])
        if (values.shape.rank or 0) > rank:
            values = reduce(values, axis=list(range(rank, values.shape.rank)))
        if values.shape.rank != 0:
            weights = tf.broadcast_to(weights, tf.shape(values))
        values = values * weights
        if rank > 1:
            weights = reduce(weights, axis=list(range(1, rank)))
    if (values.shape.rank or 0) > 1:
        values = reduce(values, axis=list(range(1, values.shape.rank)))
    return values, weights


class Sum(Metric):
    """The (weighted) sum of all values.

    >>> m = Sum()
    >>> m.update_state([1., 2.])
    >>> float(m(3.))
    6.0
    """

    def __init__(self, name: str = "sum", dtype: Any = None):
        super().__init__(dtype, name)
        self.total = self.add_variable(name="total")

    def update_state(self, values: Any, sample_weight: Any = None) -> None:
        values, _ = per_example(values, sample_weight, self._dtype, tf.reduce_sum)
        self.total.assign_add(tf.reduce_sum(values), read_value=False)

    def result(self) -> Any:
        return self.total.value()


class Mean(Metric):
    """The (weighted) mean of all values.

    >>> m = Mean()
    >>> m.update_state([1., 3.], sample_weight=[3., 1.])
    >>> float(m.result())
    1.5
    """

    def __init__(self, name: str = "mean", dtype: Any = None):
        super().__init__(dtype, name)
        self.total = self.add_variable(name="total")
        self.count = self.add_variable(name="count")

    def update_state(self, values: Any, sample_weight: Any = None) -> None:
        values, weights = per_example(values, sample_weight, self._dtype, tf.reduce_mean)
        if weights is not None:
            count = tf.reduce_sum(weights) if weights.shape.rank != 0 else weights
        elif values.shape.rank:
            size = values.shape[0]
            count = tf.cast(tf.shape(values)[0] if size is None else size, self._dtype)
        else:
            count = tf.ones([], self._dtype)
        self.total.assign_add(tf.reduce_sum(values) if values.shape.rank != 0 else values, read_value=False)
        self.count.assign_add(count, read_value=False)

    def result(self) -> Any:
        return tf.math.divide_no_nan(self.total.value(), self.count.value())


class MeanMetricWrapper(Mean):
    """The mean of a function of targets and predictions.

    Args:
        fn: from `y_true`, `y_pred` and the options to values per example.
        name: by default that of the function.
        dtype: to compute in.
        **kwargs: the options, passed to each call.
    """

    def __init__(self, fn: Callable[..., Any], name: str | None = None, dtype: Any = None, **kwargs: Any):
        super().__init__(name or str(getattr(fn, "__name__", "mean_metric_wrapper")), dtype)
        self._fn = fn
        self._fn_kwargs = kwargs

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:  # type: ignore[override]
        from autograph.operators.calls import call as converted  # what users define is converted when it is staged

        mask = getattr(y_pred, "_keras_mask", None)
        values = tf.convert_to_tensor(converted(self._fn)(y_true, y_pred, **self._fn_kwargs))
        if mask is not None:
            mask = weights_like(mask, values)
            sample_weight = mask if sample_weight is None else weights_like(sample_weight, values) * mask
        super().update_state(values, sample_weight)

    def get_config(self) -> dict[str, Any]:
        own = {} if type(self) is not MeanMetricWrapper else {"fn": getattr(self._fn, "__name__", None)}
        return {**super().get_config(), **own, **self._fn_kwargs}


def mean_of(class_name: str, function: Callable[..., Any], name: str | None = None, **options: Any) -> Any:
    """A subclass of `MeanMetricWrapper` for `function`, with its `options` as arguments after `name` and `dtype`."""
    positional = ("name", "dtype", *options)
    defaults = {"name": name or function.__name__, "dtype": None, **options}

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        if len(args) > len(positional):
            raise TypeError(f"{class_name} takes at most {len(positional)} arguments ({len(args)} given)")
        unknown = [key for key in kwargs if key not in positional]
        if unknown:
            raise TypeError(f"{class_name} got an unexpected argument {unknown[0]!r}; it takes {', '.join(positional)}")
        MeanMetricWrapper.__init__(
            self, function, **{**defaults, **dict(zip(positional, args, strict=False)), **kwargs}
        )

    summary = (function.__doc__ or "").splitlines()[0]
    doc = f"The mean over all batches of `{function.__name__}`: {summary[:1].lower()}{summary[1:]}"
    body = {"__init__": __init__, "__doc__": doc, "__module__": __name__, "__qualname__": class_name}
    return type(class_name, (MeanMetricWrapper,), body)
