"""`Dense`, `Embedding`, `Activation`, `Lambda`, `Masking`, and `Input`, where values enter a model."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograph.operators.calls import call as staged_form
from runtime.core import dtypes
from runtime.keras import activations, backend, constraints, initializers, regularizers, serialization, symbolic
from runtime.keras.layers.arguments import weight
from runtime.keras.layers.base import Layer
from runtime.keras.layers.calling import mask_of, set_mask
from runtime.keras.layers.input_spec import InputSpec
from runtime.library import public as tf


def as_floats(layer: Layer, x: Any) -> Any:
    """`x` in the dtype of the layer's weights, if it is of integers."""
    x = tf.convert_to_tensor(x)
    return x if x.dtype.is_floating or x.dtype.is_complex else tf.cast(x, layer.compute_dtype)


class Dense(Layer):
    """`activation(inputs @ kernel + bias)`, along the last axis.

    Args:
        units: the size of the outputs.
        activation: a function or its name.
        use_bias: whether there is a bias.
        kernel_initializer, bias_initializer: of the weights.
        kernel_regularizer, bias_regularizer, activity_regularizer: penalties.
        kernel_constraint, bias_constraint: of the weights.
        lora_rank, lora_alpha: accepted if None.

    Raises:
        ValueError: if `units` is not a positive integer.

    >>> Dense(2, kernel_initializer='ones')(tf.constant([[1., 2.]])).numpy()
    array([[3., 3.]], dtype=float32)
    """

    supports_masking = True
    _CONFIG = (
        "units", "activation", "use_bias", "kernel_initializer", "bias_initializer", "kernel_regularizer",
        "bias_regularizer", "kernel_constraint", "bias_constraint",
    )  # fmt: skip

    def __init__(
        self,
        units: int,
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        bias_constraint: Any = None,
        **kwargs: Any,
    ):
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        if not isinstance(units, (int, np.integer)) or units <= 0:
            raise ValueError(
                f"Received an invalid value for `units`, expected a positive integer. Received: units={units}"
            )
        self.units = int(units)
        self.activation = activations.get(activation)
        self.use_bias = use_bias
        self.kernel_initializer = initializers.get(kernel_initializer)
        self.bias_initializer = initializers.get(bias_initializer)
        self.kernel_regularizer = regularizers.get(kernel_regularizer)
        self.bias_regularizer = regularizers.get(bias_regularizer)
        self.kernel_constraint = constraints.get(kernel_constraint)
        self.bias_constraint = constraints.get(bias_constraint)
        self.input_spec = InputSpec(min_ndim=2)

    def build(self, input_shape: Any) -> None:
        size = input_shape[-1]
        if size is None:
            raise ValueError(
                "The last dimension of the inputs to a Dense layer should be defined. Found None. "
                f"Full input shape received: {tuple(input_shape)}"
            )
        self.kernel = weight(self, "kernel", (size, self.units))
        self.bias = None
        if self.use_bias:
            self.bias = weight(self, "bias", (self.units,))
        self.input_spec = InputSpec(min_ndim=2, axes={-1: size})
        self.built = True

    def call(self, inputs: Any, training: Any = None) -> Any:
        x = as_floats(self, inputs)
        x = tf.matmul(x, self.kernel) if x.shape.rank == 2 else _last_axis(x, self.kernel)
        if self.bias is not None:
            x = tf.nn.bias_add(x, self.bias)
        return x if self.activation is activations.linear else self.activation(x)


def _last_axis(x: Any, kernel: Any) -> Any:
    """The product over the last axis of `x`, which may have any rank."""
    outer = x.shape[:-1]
    flat = tf.matmul(tf.reshape(x, [-1, x.shape[-1]]), kernel)
    sizes = outer.as_list()
    if sizes.count(None) > 1:
        shape = tf.concat([tf.shape(x)[:-1], [kernel.shape[-1]]], 0)
    else:
        shape = [*(-1 if n is None else n for n in sizes), kernel.shape[-1]]
    result = tf.reshape(flat, shape)
    result.set_shape([*sizes, kernel.shape[-1]])
    return result


class Activation(Layer):
    """Applies a function elementwise.

    Args:
        activation: a function or its name.
    """

    supports_masking = True
    _CONFIG = ("activation",)

    def __init__(self, activation: Any, **kwargs: Any):
        super().__init__(**kwargs)
        self.activation = activations.get(activation)

    def call(self, inputs: Any) -> Any:
        return self.activation(inputs)


class Identity(Layer):
    """Returns its inputs."""

    supports_masking = True

    def call(self, inputs: Any) -> Any:
        return inputs


class Embedding(Layer):
    """Rows of a table, by number.

    Args:
        input_dim: how many rows there are.
        output_dim: the size of a row.
        embeddings_initializer, embeddings_regularizer, embeddings_constraint: of the table.
        mask_zero: whether 0 is no row but padding, to be masked.
        weights: an initial value of the table, in a list.
        input_length: accepted for compatibility.

    >>> Embedding(3, 2, embeddings_initializer='ones')(tf.constant([[0, 2]])).shape
    TensorShape([1, 2, 2])
    """

    _CONFIG = (
        "input_dim", "output_dim", "embeddings_initializer", "embeddings_regularizer", "embeddings_constraint",
        "mask_zero",
    )  # fmt: skip

    def __init__(
        self,
        input_dim: int,
        output_dim: int,
        embeddings_initializer: Any = "uniform",
        embeddings_regularizer: Any = None,
        embeddings_constraint: Any = None,
        mask_zero: bool = False,
        weights: Any = None,
        **kwargs: Any,
    ):
        length = kwargs.pop("input_length", None)
        if length is not None and "input_shape" not in kwargs:
            kwargs["input_shape"] = (length,) if isinstance(length, int) else tuple(length)
        super().__init__(**kwargs)
        self.input_dim, self.output_dim = input_dim, output_dim
        self.embeddings_initializer = initializers.get(embeddings_initializer)
        self.embeddings_regularizer = regularizers.get(embeddings_regularizer)
        self.embeddings_constraint = constraints.get(embeddings_constraint)
        self.mask_zero = self.supports_masking = mask_zero
        self.autocast = False
        if weights is not None:
            self._initial_weights = weights if isinstance(weights, (list, tuple)) else [weights]

    def build(self, input_shape: Any = None) -> None:
        self.embeddings = weight(self, "embeddings", (self.input_dim, self.output_dim))
        self.built = True

    def call(self, inputs: Any) -> Any:
        numbers = inputs if inputs.dtype.is_integer else tf.cast(inputs, dtypes.int32)
        return tf.gather(self.embeddings, numbers)

    def compute_mask(self, inputs: Any, previous_mask: Any = None) -> Any:
        return tf.not_equal(inputs, tf.zeros([], inputs.dtype)) if self.mask_zero else None


class Masking(Layer):
    """Masks the time steps all of whose features have one value.

    Args:
        mask_value: that value.
    """

    supports_masking = True
    _CONFIG = ("mask_value",)

    def __init__(self, mask_value: float = 0.0, **kwargs: Any):
        super().__init__(**kwargs)
        self.mask_value = mask_value

    def compute_mask(self, inputs: Any, previous_mask: Any = None) -> Any:
        return tf.reduce_any(tf.not_equal(inputs, tf.cast(self.mask_value, inputs.dtype)), -1)

    def call(self, inputs: Any) -> Any:
        mask = self.compute_mask(inputs)
        outputs = inputs * tf.cast(tf.expand_dims(mask, -1), inputs.dtype)
        set_mask(outputs, mask)
        return outputs


class Lambda(Layer):
    """Applies a function of the program.

    Args:
        function: of tensors.
        output_shape, mask: accepted; `mask` may be a mask or a function of inputs and mask.
        arguments: keyword arguments of the function.
    """

    def __init__(
        self,
        function: Any,
        output_shape: Any = None,
        mask: Any = None,
        arguments: dict[str, Any] | None = None,
        **kwargs: Any,
    ):
        super().__init__(**kwargs)
        if not callable(function):
            raise TypeError(f"Lambda takes a function of tensors. Received: {function!r}")
        self.function = function
        self.arguments = arguments or {}
        self.mask = mask
        self.supports_masking = mask is not None

    def call(self, inputs: Any, mask: Any = None, training: Any = None) -> Any:
        names = _parameters(self.function)
        kwargs = dict(self.arguments)
        if "mask" in names:
            kwargs["mask"] = mask
        if "training" in names:
            kwargs["training"] = training
        function = staged_form(self.function) if not tf.is_tensor(inputs) or _staged(inputs) else self.function
        return function(inputs, **kwargs)

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        return self.mask(inputs, mask) if callable(self.mask) else self.mask

    def get_config(self) -> dict[str, Any]:
        """The arguments; a function that is not registered cannot be written down.

        Raises:
            ValueError: if the function has no registered name.
        """
        config = super().get_config()
        name = serialization.get_registered_name(self.function)
        config.update(function=name if ">" in name else self.function, arguments=self.arguments)
        return config

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        if isinstance(config["function"], str):
            function = serialization.get_registered_object(config["function"])
            if function is None:
                raise ValueError(
                    f"The function {config['function']!r} of a Lambda layer is not known: register it with "
                    "`@keras.saving.register_keras_serializable()`, or pass it in `custom_objects`."
                )
            config = {**config, "function": function}
        return cls(**config)


def _parameters(function: Any) -> tuple[str, ...]:
    code = getattr(getattr(function, "python_function", function), "__code__", None)
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount] if code is not None else ()


def _staged(x: Any) -> bool:
    from runtime.tensor import SymbolicTensor

    return isinstance(x, SymbolicTensor)


class InputLayer(Layer):
    """Where a value enters a model.

    Args:
        shape: of one example.
        batch_size: how many examples there are, if it is fixed.
        dtype: of the values.
        batch_shape: the shape with the batch.
        input_tensor: an existing symbolic value.
        optional: whether None may be given.
        name: of the layer, and of the input.
    """

    def __init__(
        self,
        shape: Any = None,
        batch_size: int | None = None,
        dtype: Any = None,
        sparse: bool | None = None,
        ragged: bool | None = None,
        batch_shape: Any = None,
        input_tensor: Any = None,
        optional: bool = False,
        name: str | None = None,
        **kwargs: Any,
    ):
        batch_shape = kwargs.pop("batch_input_shape", batch_shape)
        shape = kwargs.pop("input_shape", shape)
        super().__init__(name=name)
        if input_tensor is not None:
            batch_shape, dtype = input_tensor.shape, dtype or input_tensor.dtype
        elif shape is None and batch_shape is None:
            raise ValueError("You must pass a `shape` argument.")
        if batch_shape is None:
            shape = (shape,) if isinstance(shape, int) else tuple(shape)
            batch_shape = (batch_size, *shape)
        self._dtype = dtypes.as_dtype(dtype or backend.floatx()).name
        self.batch_shape = tuple(batch_shape)
        self.optional = optional
        self.built = True
        output = symbolic.KerasTensor(self.batch_shape, self._dtype, name=name)
        symbolic.Node(self, (), {}, output)

    def call(self) -> Any:
        raise NotImplementedError(f"The input layer {self.name} is where values enter a model: it is not called.")

    @property
    def dtype(self) -> str:
        return self._dtype

    def get_config(self) -> dict[str, Any]:
        return {"batch_shape": self.batch_shape, "dtype": self._dtype, "sparse": False, "name": self.name}


def Input(
    shape: Any = None,
    batch_size: int | None = None,
    dtype: Any = None,
    sparse: bool | None = None,
    ragged: bool | None = None,
    batch_shape: Any = None,
    name: str | None = None,
    tensor: Any = None,
    optional: bool = False,
) -> Any:
    """A value that enters a model, to call layers on.

    Args:
        shape: of one example, with None where any size will do.
        batch_size: how many examples there are, if it is fixed.
        dtype: of the values; by default `tf.keras.backend.floatx()`.
        sparse, ragged: accepted if false.
        batch_shape: the shape with the batch, in place of `shape`.
        name: of the input.
        tensor: an existing symbolic value to use.
        optional: whether None may be given.

    Returns:
        A `KerasTensor`.

    >>> Input((3,), name='x')
    <KerasTensor shape=(None, 3), dtype=float32, sparse=False, ragged=False, name=x>
    """
    if sparse or ragged:
        raise NotImplementedError("sparse and ragged inputs are not covered: pass dense tensors, padded and masked")
    layer = InputLayer(
        shape=shape, batch_size=batch_size, dtype=dtype, batch_shape=batch_shape, name=name, input_tensor=tensor,
        optional=optional,
    )  # fmt: skip
    return layer.output


__all__ = [
    "Activation", "Dense", "Embedding", "Identity", "Input", "InputLayer", "Lambda", "Masking", "as_floats", "mask_of",
]  # fmt: skip
