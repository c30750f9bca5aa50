"""`tf.keras.activations`: functions that layers apply elementwise (or along an axis), by name.

>>> get('relu')([-1., 2.]).numpy()
array([0., 2.], dtype=float32)
"""

from __future__ import annotations

from typing import Any

from runtime import nn
from runtime.conversion import convert_to_tensor
from runtime.core import dtypes
from runtime.keras.coverage import refusing
from runtime.keras.serialization import ACTIVATIONS
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


def gelu(x: Any, approximate: bool = False) -> Any:
    """`x` times the normal distribution function of `x` (Hendrycks and Gimpel 2016)."""
    return nn.gelu(_float(x), approximate)


def hard_sigmoid(x: Any) -> Any:
    """`relu6(x + 3) / 6`."""
    return nn.relu6(_float(x) + 3.0) / 6.0


def mish(x: Any) -> Any:
    """`x * tanh(softplus(x))` (Misra 2019)."""
    x = _float(x)
    return x * tf.tanh(nn.softplus(x))


def _applied(name: str, function: Any, doc: str) -> Any:
    """A function of `tf` as an activation, which takes whole numbers and lists too."""

    def activation(x: Any) -> Any:
        return function(_float(x))

    activation.__name__, activation.__qualname__, activation.__doc__ = name, name, doc
    return ACTIVATIONS.add(activation, instead_of=function)


relu6 = _applied("relu6", nn.relu6, "`min(max(x, 0), 6)`.")
selu = _applied("selu", nn.selu, "The self-normalising linear unit (Klambauer et al. 2017).")
silu = swish = _applied("silu", nn.silu, "`x * sigmoid(x)`.")
softplus = _applied("softplus", nn.softplus, "`log(1 + exp(x))`.")
softsign = _applied("softsign", nn.softsign, "`x / (1 + abs(x))`.")
sigmoid = _applied("sigmoid", tf.sigmoid, "`1 / (1 + exp(-x))`.")
tanh = _applied("tanh", tf.tanh, "The hyperbolic tangent.")
exponential = _applied("exponential", tf.exp, "`exp(x)`.")

ACTIVATIONS.add(silu, "swish")
for _function, _of_tf in {
    linear: None, relu: nn.relu, leaky_relu: nn.leaky_relu, softmax: nn.softmax, log_softmax: nn.log_softmax,
    elu: nn.elu, gelu: nn.gelu, hard_sigmoid: None, mish: None,
}.items():  # fmt: skip
    ACTIVATIONS.add(_function, instead_of=_of_tf)


def get(identifier: Any) -> Any:
    """The function that `identifier` names.

    Args:
        identifier: a name, a config, or a callable, which is returned. None gives `linear`.

    Raises:
        ValueError: if it is none of these.
    """
    return linear if identifier is None else ACTIVATIONS.get(identifier)


serialize, deserialize = ACTIVATIONS.serialize, ACTIVATIONS.deserialize

__getattr__ = refusing("tf.keras.activations", ACTIVATIONS.known)
