"""`tf.keras.activations`: functions that layers apply elementwise (or along an axis), by name.

>>> get('relu')([-1., 2.]).numpy()
array([0., 2.], dtype=float32)
"""

from __future__ import annotations

from typing import Any

from runtime.core import dtypes
from runtime.keras.coverage import refusing
from runtime.keras.serialization import ACTIVATIONS
from runtime.library import elementwise, logic, neural, reduction, shaping
from runtime.tensor.conversion import convert_to_tensor


def _float(x: Any) -> Any:
    """`x` as a tensor of floating-point numbers."""
    x = convert_to_tensor(x, dtype_hint=dtypes.float32)
    return x if x.dtype.is_floating else shaping.cast(x, dtypes.float32)


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
            return neural.relu(x)
        return neural.relu6(x) if max_value == 6 else neural.clip_by_value(x, 0.0, max_value)
    x = _float(x)
    above = logic.where(x > threshold, x, shaping.zeros_like(x))
    if max_value is not None:
        above = elementwise.minimum(above, max_value)
    return above - negative_slope * neural.relu(threshold - x) if negative_slope else above


def leaky_relu(x: Any, negative_slope: float = 0.2) -> Any:
    """`x` where positive, else a fraction of it."""
    return neural.leaky_relu(_float(x), negative_slope)


def softmax(x: Any, axis: Any = -1) -> Any:
    """Exponentials scaled to sum to 1 along `axis`, or along several axes together."""
    x = _float(x)
    if not isinstance(axis, (tuple, list)):
        return neural.softmax(x, axis)
    if len(axis) == 1:
        return neural.softmax(x, axis[0])
    return elementwise.exp(x - reduction.reduce_logsumexp(x, axis, keepdims=True))


def log_softmax(x: Any, axis: int = -1) -> Any:
    """The logarithm of `softmax`."""
    return neural.log_softmax(_float(x), axis)


def elu(x: Any, alpha: float = 1.0) -> Any:
    """`x` where positive, else `alpha * (exp(x) - 1)` (Clevert et al. 2016)."""
    x = _float(x)
    return neural.elu(x) if alpha == 1.0 else logic.where(x > 0, x, alpha * neural.elu(x))


def gelu(x: Any, approximate: bool = False) -> Any:
    """`x` times the normal distribution function of `x` (Hendrycks and Gimpel 2016)."""
    return neural.gelu(_float(x), approximate)


def hard_sigmoid(x: Any) -> Any:
    """`relu6(x + 3) / 6`."""
    return neural.relu6(_float(x) + 3.0) / 6.0


def mish(x: Any) -> Any:
    """`x * tanh(softplus(x))` (Misra 2019)."""
    x = _float(x)
    return x * elementwise.tanh(neural.softplus(x))


def _applied(name: str, function: Any, doc: str) -> Any:
    """A function of `tf` as an activation, which takes whole numbers and lists too."""

    def activation(x: Any) -> Any:
        return function(_float(x))

    activation.__name__, activation.__qualname__, activation.__doc__ = name, name, doc
    return ACTIVATIONS.add(activation, instead_of=function)


relu6 = _applied("relu6", neural.relu6, "`min(max(x, 0), 6)`.")
selu = _applied("selu", neural.selu, "The self-normalising linear unit (Klambauer et al. 2017).")
silu = swish = _applied("silu", neural.silu, "`x * sigmoid(x)`.")
softplus = _applied("softplus", neural.softplus, "`log(1 + exp(x))`.")
softsign = _applied("softsign", neural.softsign, "`x / (1 + abs(x))`.")
sigmoid = _applied("sigmoid", elementwise.sigmoid, "`1 / (1 + exp(-x))`.")
tanh = _applied("tanh", elementwise.tanh, "The hyperbolic tangent.")
exponential = _applied("exponential", elementwise.exp, "`exp(x)`.")

ACTIVATIONS.add(silu, "swish")
for _function, _of_tf in {
    linear: None,
    relu: neural.relu,
    leaky_relu: neural.leaky_relu,
    softmax: neural.softmax,
    log_softmax: neural.log_softmax,
    elu: neural.elu,
    gelu: neural.gelu,
    hard_sigmoid: None,
    mish: None,
}.items():
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
