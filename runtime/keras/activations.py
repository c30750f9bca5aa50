"""`tf.keras.activations`: functions that layers apply elementwise (or along an axis), by name.

>>> get('relu')([-1., 2.]).numpy()
array([0., 2.], dtype=float32)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime import nn
from runtime.conversion import convert_to_tensor
from runtime.core import dtypes
from runtime.keras import serialization
from runtime.library import public as tf


def _float(x: Any) -> Any:
    """`x` as a tensor of floating-point numbers."""
    x = convert_to_tensor(x, dtype_hint=dtypes.float32)
    return x if x.dtype.is_floating else tf.cast(x, dtypes.float32)


def linear(x: Any) -> Any:
    """`x` itself."""
    return x


def relu(x: Any, negative_slope: float = 0.0, max_value: float | None = None, threshold: float = 0.0) -> Any:
    """`x` above a threshold, and a slope below it.

    Args:
        x: a tensor.
        negative_slope: of the part below the threshold.
        max_value: what the result is at most.
        threshold: where `x` begins to count.
    """
    x = convert_to_tensor(x, dtype_hint=dtypes.float32)
    if not negative_slope and not threshold:
        if max_value is None:
            return nn.relu(x)
        return nn.relu6(x) if max_value == 6 else tf.clip_by_value(x, 0.0, max_value)
    x = _float(x)
    above = tf.where(x > threshold, x, tf.zeros_like(x))
    if max_value is not None:
        above = tf.minimum(above, max_value)
    return above - negative_slope * nn.relu(threshold - x) if negative_slope else above


def leaky_relu(x: Any, negative_slope: float = 0.2) -> Any:
    """`x` where positive, else a fraction of it."""
    return nn.leaky_relu(_float(x), negative_slope)


def relu6(x: Any) -> Any:
    """`min(max(x, 0), 6)`."""
    return nn.relu6(_float(x))


def softmax(x: Any, axis: Any = -1) -> Any:
    """Exponentials scaled to sum to 1 along `axis`, or along several axes together."""
    x = _float(x)
    if not isinstance(axis, (tuple, list)):
        return nn.softmax(x, axis)
    if len(axis) == 1:
        return nn.softmax(x, axis[0])
    return tf.exp(x - tf.reduce_logsumexp(x, axis, keepdims=True))


def log_softmax(x: Any, axis: int = -1) -> Any:
    """The logarithm of `softmax`."""
    return nn.log_softmax(_float(x), axis)


def elu(x: Any, alpha: float = 1.0) -> Any:
    """`x` where positive, else `alpha * (exp(x) - 1)` (Clevert et al. 2016)."""
    x = _float(x)
    return nn.elu(x) if alpha == 1.0 else tf.where(x > 0, x, alpha * nn.elu(x))


def selu(x: Any) -> Any:
    """The self-normalising linear unit (Klambauer et al. 2017)."""
    return nn.selu(_float(x))


def celu(x: Any, alpha: float = 1.0) -> Any:
    """`max(x, 0) + min(0, alpha * (exp(x / alpha) - 1))` (Barron 2017)."""
    x = _float(x)
    return nn.relu(x) + alpha * nn.elu(-nn.relu(-x) / alpha)


def gelu(x: Any, approximate: bool = False) -> Any:
    """`x` times the normal distribution function of `x` (Hendrycks and Gimpel 2016)."""
    return nn.gelu(_float(x), approximate)


def silu(x: Any) -> Any:
    """`x * sigmoid(x)`."""
    return nn.silu(_float(x))


def softplus(x: Any) -> Any:
    """`log(1 + exp(x))`."""
    return nn.softplus(_float(x))


def softsign(x: Any) -> Any:
    """`x / (1 + abs(x))`."""
    return nn.softsign(_float(x))


def sigmoid(x: Any) -> Any:
    """`1 / (1 + exp(-x))`."""
    return tf.sigmoid(_float(x))


def log_sigmoid(x: Any) -> Any:
    """The logarithm of `sigmoid`."""
    return -nn.softplus(-_float(x))


def hard_sigmoid(x: Any) -> Any:
    """`relu6(x + 3) / 6`."""
    return nn.relu6(_float(x) + 3.0) / 6.0


def hard_silu(x: Any) -> Any:
    """`x * hard_sigmoid(x)`."""
    x = _float(x)
    return x * hard_sigmoid(x)


def tanh(x: Any) -> Any:
    """The hyperbolic tangent."""
    return tf.tanh(_float(x))


def hard_tanh(x: Any) -> Any:
    """`x` between -1 and 1, and these outside."""
    return tf.clip_by_value(_float(x), -1.0, 1.0)


def tanh_shrink(x: Any) -> Any:
    """`x - tanh(x)`."""
    x = _float(x)
    return x - tf.tanh(x)


def hard_shrink(x: Any, threshold: float = 0.5) -> Any:
    """`x` where its size exceeds a threshold, else 0."""
    x = _float(x)
    return tf.where(tf.abs(x) > threshold, x, tf.zeros_like(x))


def soft_shrink(x: Any, threshold: float = 0.5) -> Any:
    """`x` moved towards 0 by a threshold, as far as 0."""
    x = _float(x)
    return nn.relu(x - threshold) - nn.relu(-x - threshold)


def threshold(x: Any, threshold: float, default_value: float) -> Any:
    """`x` above a threshold, else a value."""
    x = _float(x)
    return tf.where(x > threshold, x, default_value * tf.ones_like(x))


def squareplus(x: Any, b: float = 4) -> Any:
    """`(x + sqrt(x ** 2 + b)) / 2`."""
    x = _float(x)
    return (x + tf.sqrt(tf.square(x) + b)) / 2


def sparse_plus(x: Any) -> Any:
    """0 up to -1, `(x + 1) ** 2 / 4` up to 1, `x` beyond."""
    x = _float(x)
    return tf.where(x <= -1, tf.zeros_like(x), tf.where(x < 1, tf.square(x + 1) / 4, x))


def sparse_sigmoid(x: Any) -> Any:
    """0 up to -1, `(x + 1) / 2` up to 1, 1 beyond."""
    return tf.clip_by_value((_float(x) + 1) / 2, 0.0, 1.0)


def exponential(x: Any) -> Any:
    """`exp(x)`."""
    return tf.exp(_float(x))


def mish(x: Any) -> Any:
    """`x * tanh(softplus(x))` (Misra 2019)."""
    x = _float(x)
    return x * tf.tanh(nn.softplus(x))


def glu(x: Any, axis: int = -1) -> Any:
    """One half of `x` times the sigmoid of the other (Dauphin et al. 2016)."""
    a, gate = tf.split(_float(x), 2, axis)
    return a * tf.sigmoid(gate)


def sparsemax(x: Any, axis: int = -1) -> Any:
    """The nearest point of the simplex (Martins and Astudillo 2016, algorithm 1)."""
    x = _float(x)
    rank = x.ndim
    order = [i for i in range(rank) if i != axis % rank] + [axis % rank]
    z = tf.transpose(x, order)
    size = z.shape[-1]
    falling = tf.sort(z, direction="DESCENDING")
    k = tf.cast(tf.range(1, size + 1), z.dtype)
    sums = tf.cumsum(falling, axis=-1)
    support = tf.reduce_sum(tf.cast(1 + k * falling > sums, dtypes.int32), -1, keepdims=True)
    tau = (tf.gather(sums, support - 1, axis=-1, batch_dims=rank - 1) - 1) / tf.cast(support, z.dtype)
    inverse = [order.index(i) for i in range(rank)]
    return tf.transpose(nn.relu(z - tau), inverse)


swish, hard_swish = silu, hard_silu

_FUNCTIONS: tuple[Callable[..., Any], ...] = (
    linear, relu, leaky_relu, relu6, softmax, log_softmax, elu, selu, celu, gelu, silu, softplus, softsign, sigmoid,
    log_sigmoid, hard_sigmoid, hard_silu, tanh, hard_tanh, tanh_shrink, hard_shrink, soft_shrink, threshold,
    squareplus, sparse_plus, sparse_sigmoid, exponential, mish, glu, sparsemax,
)  # fmt: skip
_BY_NAME: dict[str, Any] = {
    **{f.__name__: f for f in _FUNCTIONS}, "swish": silu, "hard_swish": hard_silu, "leaky-relu": leaky_relu,
}  # fmt: skip

#: Functions of `tf` that are known by the names of those here, and are saved as these.
_SAME = {nn.relu: "relu", nn.softmax: "softmax", nn.elu: "elu", nn.selu: "selu", nn.gelu: "gelu", nn.silu: "silu",
         nn.softplus: "softplus", nn.softsign: "softsign", nn.leaky_relu: "leaky_relu", nn.relu6: "relu6",
         nn.log_softmax: "log_softmax", tf.sigmoid: "sigmoid", tf.tanh: "tanh", tf.exp: "exponential"}  # fmt: skip


def get(identifier: Any) -> Any:
    """The function that `identifier` names.

    Args:
        identifier: a name, a config, or a callable, which is returned. None gives `linear`.

    Raises:
        ValueError: if it is none of these.
    """
    if identifier is None:
        return linear
    if isinstance(identifier, (str, dict)):
        found = _BY_NAME.get(identifier) if isinstance(identifier, str) else None
        identifier = found if found is not None else deserialize(identifier)
    if isinstance(identifier, type):
        identifier = identifier()
    if callable(identifier):
        return identifier
    raise ValueError(f"Could not interpret activation function identifier: {identifier}")


def serialize(activation: Any) -> Any:
    """The name (or config) of an activation, to be given to `deserialize`."""
    try:
        name = _SAME.get(activation)
    except TypeError:
        name = None
    return name or serialization.serialize_keras_object(activation)


def deserialize(config: Any, custom_objects: dict[str, Any] | None = None) -> Any:
    """The activation of a name or config."""
    if isinstance(config, dict):
        return serialization.deserialize_keras_object(config, custom_objects)
    found = serialization.get_registered_object(config, custom_objects, _BY_NAME)
    if found is None:
        raise ValueError(f"Could not interpret activation function identifier: {config}")
    return found
