"""`Loss`: a loss as an object, which weights and reduces the losses of examples; and one class per function."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from autograph.operators.calls import call as converted
from runtime.core import dtypes, nest
from runtime.keras.backend import snake_case
from runtime.keras.declaring import Declared, Field
from runtime.keras.losses import functions
from runtime.keras.losses.shaping import is_numbers, masked_weights, same_rank, weights_like
from runtime.keras.serialization import LOSSES
from runtime.library import assembling, elementwise, logic, shaping
from runtime.library.reduction import reduce_mean, reduce_sum
from runtime.tensor import conversion

_MEAN = "sum_over_batch_size"


class Reduction:
    """The names of reductions, as older programs write them."""

    AUTO = "auto"
    NONE = "none"
    SUM = "sum"
    SUM_OVER_BATCH_SIZE = _MEAN


#: What is made of the weighted values of a batch: from values, and the weights or None, to a tensor.
REDUCTIONS: dict[str | None, Callable[[Any, Any], Any]] = {
    None: lambda values, weights: values,
    "none": lambda values, weights: values,
    "sum": lambda values, weights: reduce_sum(values),
    "mean": lambda values, weights: reduce_mean(values),
    _MEAN: lambda values, weights: reduce_mean(values),
    "mean_with_sample_weight": lambda values, weights: (
        reduce_mean(values)
        if weights is None
        else elementwise.divide_no_nan(
            reduce_sum(values), reduce_sum(assembling.broadcast_to(weights, shaping.shape(values)))
        )
    ),
}


class Loss(Declared):
    """A loss: called with targets and predictions it gives one number for a batch. Subclasses define `call`.

    Args:
        name: by default made of the name of the class.
        reduction: `sum_over_batch_size` (the mean), `mean`, `sum`, `mean_with_sample_weight`, or None for a loss per
            example.
        dtype: to compute in; float32 by default.

    Raises:
        ValueError: if the reduction is not one of these.

    >>> class Difference(Loss):
    ...     def call(self, y_true, y_pred):
    ...         return y_true - y_pred
    >>> float(Difference()([3., 5.], [1., 1.]))
    3.0
    """

    _REGISTRY = LOSSES

    def __init__(self, name: str | None = None, reduction: str | None = _MEAN, dtype: Any = None):
        if reduction not in REDUCTIONS and reduction != Reduction.AUTO:
            allowed = sorted(map(repr, REDUCTIONS))
            raise ValueError(
                f"Invalid value for argument `reduction`. Expected one of {{{', '.join(allowed)}}}. "
                f"Received: reduction={reduction}"
            )
        self.name = name or snake_case(type(self).__name__)
        self.reduction = _MEAN if reduction == Reduction.AUTO else reduction
        self._dtype = dtypes.float32 if dtype is None else dtypes.as_dtype(dtype)

    @property
    def dtype(self) -> str:
        return self._dtype.name

    def __call__(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> Any:
        """The loss of a batch.

        Args:
            y_true: targets.
            y_pred: predictions.
            sample_weight: a number, one per example, or one per value of the loss.

        Returns:
            A scalar; with the reduction None a loss per example.
        """
        mask = getattr(y_pred, "_keras_mask", None)
        y_true, y_pred = self._tensors(y_true), self._tensors(y_pred)
        # What users define is converted when it is staged.
        values = self._tensor(converted(self.call)(y_true, y_pred))
        own_mask = getattr(values, "_keras_mask", None)
        if own_mask is not None:
            mask = own_mask if mask is None else logic.logical_and(shaping.cast(mask, "bool"), own_mask)
        return reduced(values, self.reduction, sample_weight, mask)

    def _tensors(self, structure: Any) -> Any:
        """A structure of tensors; a list of numbers, however deep, is a tensor."""
        return self._tensor(structure) if is_numbers(structure) else nest.map_structure(self._tensor, structure)

    def _tensor(self, value: Any) -> Any:
        return shaping.cast(conversion.convert_to_tensor(value), self._dtype)

    def call(self, y_true: Any, y_pred: Any) -> Any:
        """The loss per example. Subclasses define it."""
        raise NotImplementedError(f"{type(self).__name__} does not define `call(self, y_true, y_pred)`")

    def get_config(self) -> dict[str, Any]:
        """The arguments that make an equal loss."""
        return {"name": self.name, "reduction": self.reduction}

    def __repr__(self) -> str:
        return f"<{type(self).__name__} name={self.name}>"


def reduced(values: Any, reduction: str | None, sample_weight: Any = None, mask: Any = None) -> Any:
    """`values` weighted and reduced; what is masked counts for nothing, in a mean not even as an element."""
    if mask is not None:
        mask = weights_like(mask, values)
        if reduction in ("mean", _MEAN):
            total = shaping.cast(shaping.size(mask), values.dtype)
            mask = elementwise.divide_no_nan(mask * total, reduce_sum(mask))
    sample_weight = masked_weights(sample_weight, mask, values)
    if sample_weight is None:
        return REDUCTIONS[reduction](values, None)
    weights = weights_like(sample_weight, values)
    return REDUCTIONS[reduction](values * weights, weights)


class OfFunction(Declared):
    """What computes a function `fn` of targets and predictions, whose options are its arguments."""

    def _init_done(self) -> None:
        self._fn_kwargs = Declared.get_config(self)

    def get_config(self) -> dict[str, Any]:
        own = {} if hasattr(type(self), "fn") else {"fn": getattr(self.fn, "__name__", None)}
        return {**super().get_config(), **own, **self._fn_kwargs}


class LossFunctionWrapper(OfFunction, Loss):
    """A function of targets and predictions as a `Loss`.

    A subclass names its function, `class Huber(LossFunctionWrapper, of=huber)`, and has the options of the function as
    arguments, then `reduction`, the option `last`, `name` and `dtype`.

    Args:
        fn: from `y_true`, `y_pred` and the options to a loss per example.
        reduction, name, dtype: as of `Loss`.
        **kwargs: the options, passed to each call.
    """

    def __init_subclass__(
        cls, of: Callable[..., Any] | None = None, name: str | None = None, last: str | None = None, **kwargs: Any
    ) -> None:
        if of is not None:
            options = options_of(of)
            after = {last: options.pop(last)} if last else {}
            shared = {"name": passed(name or of.__name__), "dtype": passed(None)}
            declare_function(cls, of, {**options, "reduction": passed(_MEAN), **after, **shared})
        super().__init_subclass__(**kwargs)

    def __init__(
        self, fn: Callable[..., Any], reduction: str | None = _MEAN, name: str | None = None, dtype: Any = None,
        **kwargs: Any,
    ):  # fmt: skip
        Loss.__init__(self, name or getattr(fn, "__name__", None), reduction, dtype)
        self.fn, self._fn_kwargs = fn, kwargs

    def _init_base(self, **others: Any) -> None:
        Loss.__init__(self, **others)

    def call(self, y_true: Any, y_pred: Any) -> Any:
        if not nest.is_nested(y_true) and not nest.is_nested(y_pred):
            y_true, y_pred = same_rank(y_true, y_pred)
        return converted(self.fn)(y_true, y_pred, **self._fn_kwargs)


def passed(default: Any) -> Field:
    """An argument of the base class, with a default."""
    return Field("as of the base class", default, passed=True)


def options_of(function: Callable[..., Any]) -> dict[str, Field]:
    """The parameters of a function of `y_true` and `y_pred` beyond these, as arguments of a class."""
    parameters = list(inspect.signature(function).parameters.items())[2:]
    return {name: Field(f"as of `{function.__name__}`", p.default) for name, p in parameters}


def declare_function(cls: Any, function: Callable[..., Any], fields: Mapping[str, Field]) -> None:
    """Has a class compute `function`, with the arguments `fields`, in order."""
    cls.fn = staticmethod(function)
    cls.__doc__ = (function.__doc__ or "").splitlines()[0]
    for name, declared in fields.items():
        setattr(cls, name, declared)


class MeanSquaredError(LossFunctionWrapper, of=functions.mean_squared_error): ...


class MeanAbsoluteError(LossFunctionWrapper, of=functions.mean_absolute_error): ...


class Huber(LossFunctionWrapper, of=functions.huber, name="huber_loss"): ...


class BinaryCrossentropy(LossFunctionWrapper, of=functions.binary_crossentropy): ...


class CategoricalCrossentropy(LossFunctionWrapper, of=functions.categorical_crossentropy): ...


class SparseCategoricalCrossentropy(LossFunctionWrapper, of=functions.sparse_categorical_crossentropy, last="axis"): ...
