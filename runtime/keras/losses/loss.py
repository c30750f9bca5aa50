"""`Loss`: a loss as an object, which weights and reduces the losses of examples; and one class per function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import runtime as tf
from runtime.core import nest
from runtime.keras.backend import snake_case
from runtime.keras.losses import functions
from runtime.keras.losses.shaping import same_rank, weights_like

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
    "sum": lambda values, weights: tf.reduce_sum(values),
    "mean": lambda values, weights: tf.reduce_mean(values),
    _MEAN: lambda values, weights: tf.reduce_mean(values),
    "mean_with_sample_weight": lambda values, weights: (
        tf.reduce_mean(values)
        if weights is None
        else tf.math.divide_no_nan(tf.reduce_sum(values), tf.reduce_sum(tf.broadcast_to(weights, tf.shape(values))))
    ),
}


class Loss:
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

    def __init__(self, name: str | None = None, reduction: str | None = _MEAN, dtype: Any = None):
        if reduction not in REDUCTIONS and reduction != Reduction.AUTO:
            allowed = sorted(map(repr, REDUCTIONS))
            raise ValueError(
                f"Invalid value for argument `reduction`. Expected one of {{{', '.join(allowed)}}}. "
                f"Received: reduction={reduction}"
            )
        self.name = name or snake_case(type(self).__name__)
        self.reduction = _MEAN if reduction == Reduction.AUTO else reduction
        self._dtype = tf.float32 if dtype is None else tf.as_dtype(dtype)

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
        from autograph.operators.calls import call as converted  # what users define is converted when it is staged

        mask = getattr(y_pred, "_keras_mask", None)
        y_true, y_pred = self._tensors(y_true), self._tensors(y_pred)
        values = self._tensor(converted(self.call)(y_true, y_pred))
        own_mask = getattr(values, "_keras_mask", None)
        if own_mask is not None:
            mask = own_mask if mask is None else tf.logical_and(tf.cast(mask, tf.bool), own_mask)
        return reduced(values, self.reduction, sample_weight, mask)

    def _tensors(self, structure: Any) -> Any:
        """A structure of tensors; a list of numbers, however deep, is a tensor."""
        first = structure
        while isinstance(first, (list, tuple)) and first:
            first = first[0]
        if isinstance(first, (bool, int, float)):
            return self._tensor(structure)
        return nest.map_structure(self._tensor, structure)

    def _tensor(self, value: Any) -> Any:
        tensor = tf.convert_to_tensor(value)
        if tensor.dtype is self._dtype:
            return tensor
        return tf.cast(tensor, self._dtype)

    def call(self, y_true: Any, y_pred: Any) -> Any:
        """The loss per example. Subclasses define it."""
        raise NotImplementedError(f"{type(self).__name__} does not define `call(self, y_true, y_pred)`")

    def get_config(self) -> dict[str, Any]:
        """The arguments that make an equal loss."""
        return {"name": self.name, "reduction": self.reduction}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """The loss that `get_config` described."""
        return cls(**config)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} name={self.name}>"


def reduced(values: Any, reduction: str | None, sample_weight: Any = None, mask: Any = None) -> Any:
    """`values` weighted and reduced; what is masked counts for nothing, in a mean not even as an element."""
    if mask is not None:
        mask = weights_like(mask, values)
        if reduction in ("mean", _MEAN):
            total = tf.cast(tf.size(mask), values.dtype)
            mask = tf.math.divide_no_nan(mask * total, tf.reduce_sum(mask))
        sample_weight = mask if sample_weight is None else weights_like(sample_weight, values) * mask
    if sample_weight is None:
        return REDUCTIONS[reduction](values, None)
    weights = weights_like(sample_weight, values)
    return REDUCTIONS[reduction](values * weights, weights)


class LossFunctionWrapper(Loss):
    """A function of targets and predictions as a `Loss`.

    Args:
        fn: from `y_true`, `y_pred` and the options to a loss per example.
        reduction, name, dtype: as of `Loss`.
        **kwargs: the options, passed to each call.
    """

    def __init__(
        self, fn: Callable[..., Any], reduction: str | None = _MEAN, name: str | None = None, dtype: Any = None,
        **kwargs: Any,
    ):  # fmt: skip
        super().__init__(name or getattr(fn, "__name__", None), reduction, dtype)
        self.fn = fn
        self._fn_kwargs = kwargs

    def call(self, y_true: Any, y_pred: Any) -> Any:
        from autograph.operators.calls import call as converted  # what users define is converted when it is staged

        if not nest.is_nested(y_true) and not nest.is_nested(y_pred):
            y_true, y_pred = same_rank(y_true, y_pred)
        return converted(self.fn)(y_true, y_pred, **self._fn_kwargs)

    def get_config(self) -> dict[str, Any]:
        own = {} if type(self) is not LossFunctionWrapper else {"fn": getattr(self.fn, "__name__", None)}
        return {**super().get_config(), **own, **self._fn_kwargs}


def _loss(class_name: str, function: Callable[..., Any], name: str | None = None, **options: Any) -> Any:
    """A subclass of `LossFunctionWrapper` for `function`, with its `options` as arguments."""
    default_name = name or function.__name__
    positional = (*options, "reduction", "name", "dtype")

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        if len(args) > len(positional):
            raise TypeError(f"{class_name} takes at most {len(positional)} arguments ({len(args)} given)")
        given = dict(zip(positional, args, strict=False))
        unknown = [key for key in kwargs if key not in positional]
        if unknown:
            raise TypeError(f"{class_name} got an unexpected argument {unknown[0]!r}; it takes {', '.join(positional)}")
        merged = {**options, "reduction": _MEAN, "name": default_name, "dtype": None, **given, **kwargs}
        LossFunctionWrapper.__init__(self, function, **merged)

    import inspect

    defaults = {**options, "reduction": _MEAN, "name": default_name, "dtype": None}
    __init__.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # `inspect` reads it
        [
            inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD),
            *[
                inspect.Parameter(key, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=defaults[key])
                for key in positional
            ],
        ]
    )
    summary = (function.__doc__ or "").splitlines()[0]
    described = f"{summary}\n\nThe arguments are those of `{function.__name__}`, then `reduction`, `name` and `dtype`."
    body = {"__init__": __init__, "__doc__": described, "__module__": __name__, "__qualname__": class_name}
    return type(class_name, (LossFunctionWrapper,), body)


# fmt: off
MeanSquaredError = _loss("MeanSquaredError", functions.mean_squared_error)
MeanAbsoluteError = _loss("MeanAbsoluteError", functions.mean_absolute_error)
MeanAbsolutePercentageError = _loss("MeanAbsolutePercentageError", functions.mean_absolute_percentage_error)
MeanSquaredLogarithmicError = _loss("MeanSquaredLogarithmicError", functions.mean_squared_logarithmic_error)
Huber = _loss("Huber", functions.huber, "huber_loss", delta=1.0)
LogCosh = _loss("LogCosh", functions.log_cosh)
Hinge = _loss("Hinge", functions.hinge)
SquaredHinge = _loss("SquaredHinge", functions.squared_hinge)
CategoricalHinge = _loss("CategoricalHinge", functions.categorical_hinge)
KLDivergence = _loss("KLDivergence", functions.kl_divergence)
Poisson = _loss("Poisson", functions.poisson)
BinaryCrossentropy = _loss(
    "BinaryCrossentropy", functions.binary_crossentropy, from_logits=False, label_smoothing=0.0, axis=-1
)
BinaryFocalCrossentropy = _loss(
    "BinaryFocalCrossentropy", functions.binary_focal_crossentropy, apply_class_balancing=False, alpha=0.25, gamma=2.0,
    from_logits=False, label_smoothing=0.0, axis=-1,
)
CategoricalCrossentropy = _loss(
    "CategoricalCrossentropy", functions.categorical_crossentropy, from_logits=False, label_smoothing=0.0, axis=-1
)
CategoricalFocalCrossentropy = _loss(
    "CategoricalFocalCrossentropy", functions.categorical_focal_crossentropy, alpha=0.25, gamma=2.0, from_logits=False,
    label_smoothing=0.0, axis=-1,
)
Dice = _loss("Dice", functions.dice, axis=None)
Tversky = _loss("Tversky", functions.tversky, alpha=0.5, beta=0.5, axis=None)
# fmt: on


class CosineSimilarity(LossFunctionWrapper):
    """Minus the cosine of the angle between targets and predictions."""

    def __init__(
        self, axis: int = -1, reduction: str | None = _MEAN, name: str = "cosine_similarity", dtype: Any = None
    ):
        super().__init__(functions.cosine_similarity, reduction, name, dtype, axis=axis)


class SparseCategoricalCrossentropy(LossFunctionWrapper):
    """The cross-entropy of classes given by number; see `sparse_categorical_crossentropy`.

    >>> SparseCategoricalCrossentropy(from_logits=True)([0], [[0., 0.]]).numpy()
    np.float32(0.6931472)
    """

    def __init__(
        self,
        from_logits: bool = False,
        ignore_class: int | None = None,
        reduction: str | None = _MEAN,
        axis: int = -1,
        name: str = "sparse_categorical_crossentropy",
        dtype: Any = None,
    ):
        super().__init__(
            functions.sparse_categorical_crossentropy, reduction, name, dtype,
            from_logits=from_logits, ignore_class=ignore_class, axis=axis,
        )  # fmt: skip

    def get_config(self) -> dict[str, Any]:
        # The axis is not part of what Keras writes.
        return {key: value for key, value in super().get_config().items() if key != "axis"}
