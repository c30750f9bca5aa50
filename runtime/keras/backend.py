"""`tf.keras.backend`: defaults of the whole program, names that are given out, and older names of operations."""

from __future__ import annotations

import re
from typing import Any

from runtime import nn
from runtime.library import public as tf

_settings: dict[str, Any] = {"floatx": "float32", "epsilon": 1e-7, "image_data_format": "channels_last"}

#: How many objects have taken each name.
_taken: dict[str, int] = {}


def floatx() -> str:
    """The dtype that layers have by default, as a string."""
    return _settings["floatx"]


def set_floatx(value: str) -> None:
    """Sets the dtype that layers have by default.

    Raises:
        ValueError: if it is no dtype of floating-point numbers.
    """
    accepted = {"bfloat16", "float16", "float32", "float64"}
    if value not in accepted:
        raise ValueError(f"Unknown `floatx` value: {value}. Expected one of {accepted}")
    _settings["floatx"] = str(value)


def epsilon() -> float:
    """The number that keeps divisors from being zero."""
    return _settings["epsilon"]


def set_epsilon(value: float) -> None:
    """Sets the number that keeps divisors from being zero."""
    _settings["epsilon"] = float(value)


def image_data_format() -> str:
    """Where images have their channels by default: `channels_last` or `channels_first`."""
    return _settings["image_data_format"]


def set_image_data_format(data_format: str) -> None:
    """Sets where images have their channels by default.

    Raises:
        ValueError: if it is neither `channels_first` nor `channels_last`.
    """
    _settings["image_data_format"] = standardize_data_format(data_format)


def standardize_data_format(data_format: str | None) -> str:
    """`data_format`, checked, or the default for None."""
    if data_format is None:
        return image_data_format()
    if str(data_format).lower() not in ("channels_first", "channels_last"):
        raise ValueError(
            "The `data_format` argument must be one of {'channels_first', 'channels_last'}. "
            f"Received: data_format={data_format}"
        )
    return str(data_format).lower()


def clear_session(free_memory: bool = True) -> None:
    """Begins again with the names that layers and models get.

    >>> clear_session(); unique_name('dense'), unique_name('dense')
    ('dense', 'dense_1')
    """
    _taken.clear()


def unique_name(prefix: str) -> str:
    """`prefix`, with a number appended unless it is the first of its kind."""
    count = _taken.get(prefix, 0)
    _taken[prefix] = count + 1
    return f"{prefix}_{count}" if count else prefix


def get_uid(prefix: str = "") -> int:
    """How many names with this prefix have been given out, this call's included."""
    _taken[prefix] = _taken.get(prefix, 0) + 1
    return _taken[prefix]


def snake_case(name: str) -> str:
    """The name of a class as that of an instance.

    >>> [snake_case(name) for name in ('Dense', 'MaxPooling2D', 'MyMLPBlock', 'LSTM')]
    ['dense', 'max_pooling2d', 'my_mlp_block', 'lstm']
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[^_])(?=[A-Z][a-z])", "_", re.sub(r"\W+", "", name)).lower()


def is_keras_tensor(x: Any) -> bool:
    """Whether `x` stands for a value of a model that is being put together."""
    return hasattr(x, "_keras_history")


def learning_phase() -> int:
    """0: whether a layer trains is an argument of its call."""
    return 0


def get_value(x: Any) -> Any:
    """The value of a variable or tensor, as a numpy array."""
    return x.numpy() if hasattr(x, "numpy") else x


def set_value(x: Any, value: Any) -> None:
    """Assigns to a variable."""
    x.assign(tf.cast(value, x.dtype))


def batch_set_value(tuples: Any) -> None:
    """Assigns to several variables."""
    for x, value in tuples:
        set_value(x, value)


def batch_get_value(tensors: Any) -> list[Any]:
    """The values of several variables, as numpy arrays."""
    return [get_value(x) for x in tensors]


def int_shape(x: Any) -> tuple[int | None, ...] | None:
    """The static shape of `x` as a tuple."""
    return None if getattr(x.shape, "rank", 0) is None else tuple(x.shape)


def count_params(p: Any) -> int:
    """The number of elements of a variable."""
    return p.shape.num_elements()


def dtype(x: Any) -> str:
    """The dtype of `x`, as a string."""
    return tf.convert_to_tensor(x).dtype.name


def binary_crossentropy(target: Any, output: Any, from_logits: bool = False) -> Any:
    """The cross entropy of probabilities, elementwise."""
    if from_logits:
        return nn.sigmoid_cross_entropy_with_logits(target, output)
    output = tf.clip_by_value(output, epsilon(), 1.0 - epsilon())
    return -(target * tf.math.log(output) + (1 - target) * tf.math.log(1 - output))


#: Older names of operations: `tf.keras.backend.mean` is `tf.reduce_mean`.
_OPERATIONS = {
    "abs": tf.abs, "arange": tf.range, "argmax": tf.argmax, "argmin": tf.argmin, "cast": tf.cast, "constant":
    tf.constant, "cos": tf.cos, "cumsum": tf.cumsum, "dot": tf.matmul, "elu": nn.elu, "equal": tf.equal, "exp": tf.exp,
    "expand_dims": tf.expand_dims, "eye": tf.eye, "gather": tf.gather, "greater": tf.greater,
    "greater_equal": tf.greater_equal, "less": tf.less, "less_equal": tf.less_equal, "log": tf.math.log,
    "logsumexp": tf.reduce_logsumexp, "max": tf.reduce_max, "maximum": tf.maximum, "mean": tf.reduce_mean,
    "min": tf.reduce_min, "minimum": tf.minimum, "ndim": lambda x: x.shape.rank, "not_equal": tf.not_equal,
    "one_hot": tf.one_hot, "ones": tf.ones, "ones_like": tf.ones_like, "pow": tf.pow, "prod": tf.reduce_prod,
    "relu": nn.relu, "repeat_elements": tf.repeat, "reshape": tf.reshape, "reverse": tf.reverse, "round": tf.round,
    "shape": tf.shape, "sigmoid": tf.sigmoid, "sign": tf.sign, "sin": tf.sin, "softmax": nn.softmax,
    "softplus": nn.softplus, "softsign": nn.softsign, "sqrt": tf.sqrt, "square": tf.square, "squeeze": tf.squeeze,
    "std": tf.math.reduce_std, "stop_gradient": tf.stop_gradient, "sum": tf.reduce_sum, "switch": tf.where,
    "tanh": tf.tanh, "tile": tf.tile, "transpose": tf.transpose, "update": lambda x, new: x.assign(new),
    "update_add": lambda x, by: x.assign_add(by), "update_sub": lambda x, by: x.assign_sub(by),
    "var": tf.math.reduce_variance, "zeros": tf.zeros, "zeros_like": tf.zeros_like, "all": tf.reduce_all,
    "any": tf.reduce_any, "clip": tf.clip_by_value, "concatenate": lambda tensors, axis=-1: tf.concat(tensors, axis),
    "stack": tf.stack, "flatten": lambda x: tf.reshape(x, [-1]), "batch_flatten": lambda x: tf.reshape(
        x, [tf.shape(x)[0], -1]), "random_normal": tf.random.normal, "random_uniform": tf.random.uniform,
    "l2_normalize": nn.l2_normalize, "is_sparse": lambda x: False, "variable": lambda value, dtype=None, name=None,
    constraint=None: _variable(value, dtype, name, constraint),
}  # fmt: skip


def _variable(value: Any, dtype: Any, name: str | None, constraint: Any) -> Any:
    from runtime.variable import Variable

    return Variable(value, dtype=dtype or floatx(), name=name, constraint=constraint)


def __getattr__(name: str) -> Any:
    if name in _OPERATIONS:
        return _OPERATIONS[name]
    raise AttributeError(f"module 'runtime.keras.backend' has no attribute {name!r}: it is not covered; use tf's own")
