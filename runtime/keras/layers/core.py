"""`Dense`, `Embedding`, `Lambda`, and `Input`, where values enter a model."""

from __future__ import annotations

from typing import Any

from autograph.operators.calls import call as staged_form
from runtime.core import dtypes
from runtime.ir.values import SymbolicTensor, is_tensor
from runtime.keras import activations, backend, symbolic
from runtime.keras.coverage import warn_of_unused
from runtime.keras.declaring import field
from runtime.keras.layers.arguments import (
    ACTIVITY_REGULARIZER,
    USE_BIAS,
    activation,
    constraint,
    initializer,
    positive,
    regularizer,
)
from runtime.keras.layers.base import Layer
from runtime.keras.layers.input_spec import InputSpec
from runtime.keras.serialization import get_registered_name, get_registered_object
from runtime.library import assembling, creation, indexing, logic, matrix, neural, shaping


class Affine(Layer):
    """A product with a kernel, a bias and an activation: what dense and convolutional layers share."""

    activation: Any = activation()
    use_bias: bool = USE_BIAS
    kernel_initializer: Any = initializer("glorot_uniform", "kernel")
    bias_initializer: Any = initializer("zeros", "bias")
    kernel_regularizer: Any = regularizer("kernel")
    bias_regularizer: Any = regularizer("bias")
    activity_regularizer: Any = ACTIVITY_REGULARIZER
    kernel_constraint: Any = constraint("kernel")
    bias_constraint: Any = constraint("bias")

    def _add_weights(self, kernel_shape: tuple[int, ...], size: int) -> None:
        """Makes the kernel, and a bias for so many outputs."""
        self.kernel = self._weight("kernel", kernel_shape)
        self.bias = self._weight("bias", (size,)) if self.use_bias else None
        self.built = True

    def _finished(self, x: Any) -> Any:
        """`x` with the bias and the activation applied."""
        x = x if self.bias is None else neural.bias_add(x, self.bias)
        return x if self.activation is activations.linear else self.activation(x)


class Dense(Affine):
    """`activation(inputs @ kernel + bias)`, along the last axis.

    Raises:
        ValueError: if `units` is not a positive integer.

    >>> import runtime as tf
    >>> Dense(2, kernel_initializer='ones')(tf.constant([[1., 2.]])).numpy()
    array([[3., 3.]], dtype=float32)
    """

    supports_masking = True
    units: int = positive("units", "the size of the outputs")

    def _init_done(self) -> None:
        self.input_spec = InputSpec(min_ndim=2)

    def build(self, input_shape: Any) -> None:
        size = input_shape[-1]
        if size is None:
            raise ValueError(
                "The last dimension of the inputs to a Dense layer should be defined. Found None. "
                f"Full input shape received: {tuple(input_shape)}"
            )
        self._add_weights((size, self.units), self.units)
        self.input_spec = InputSpec(min_ndim=2, axes={-1: size})

    def call(self, inputs: Any, training: Any = None) -> Any:
        x = self._floats(inputs)
        return self._finished(matrix.matmul(x, self.kernel) if x.shape.rank == 2 else _last_axis(x, self.kernel))


def _last_axis(x: Any, kernel: Any) -> Any:
    """The product over the last axis of `x`, which may have any rank."""
    sizes = x.shape[:-1].as_list()
    flat = matrix.matmul(shaping.reshape(x, [-1, x.shape[-1]]), kernel)
    if sizes.count(None) > 1:
        shape = assembling.concat([shaping.shape(x)[:-1], [kernel.shape[-1]]], 0)
    else:
        shape = [*(-1 if n is None else n for n in sizes), kernel.shape[-1]]
    result = shaping.reshape(flat, shape)
    result.set_shape([*sizes, kernel.shape[-1]])
    return result


class Embedding(Layer):
    """Rows of a table, by number.

    `weights=[table]` gives the table its values.

    >>> import runtime as tf
    >>> Embedding(3, 2, embeddings_initializer='ones')(tf.constant([[0, 2]])).shape
    TensorShape([1, 2, 2])
    """

    input_dim: int = field("how many rows there are")
    output_dim: int = field("the size of a row")
    embeddings_initializer: Any = initializer("uniform", "table")
    embeddings_regularizer: Any = regularizer("table")
    embeddings_constraint: Any = constraint("table")
    mask_zero: bool = field("whether 0 is no row but padding, to be masked", default=False)

    def _init_base(self, **others: Any) -> None:
        length = others.pop("input_length", None)
        if length is not None:
            others.setdefault("input_shape", (length,) if isinstance(length, int) else tuple(length))
        weights = others.pop("weights", None)
        super()._init_base(**others)
        if weights is not None:
            self._keras_state.initial_weights = weights if isinstance(weights, (list, tuple)) else [weights]

    def _init_done(self) -> None:
        self.supports_masking = self.mask_zero
        self.autocast = False

    def build(self, input_shape: Any = None) -> None:
        self.embeddings = self._weight("embeddings", (self.input_dim, self.output_dim))
        self.built = True

    def call(self, inputs: Any) -> Any:
        return indexing.gather(
            self.embeddings, inputs if inputs.dtype.is_integer else shaping.cast(inputs, dtypes.int32)
        )

    def compute_mask(self, inputs: Any, previous_mask: Any = None) -> Any:
        return logic.not_equal(inputs, creation.zeros([], inputs.dtype)) if self.mask_zero else None


def _function(function: Any) -> Any:
    """The function of a Lambda: itself, or that of a registered name."""
    found = get_registered_object(function) if isinstance(function, str) else function
    if found is None:
        raise ValueError(
            f"The function {function!r} of a Lambda layer is not known: register it with "
            "`@keras.saving.register_keras_serializable()`, or pass it in `custom_objects`."
        )
    if not callable(found):
        raise TypeError(f"Lambda takes a function of tensors. Received: {function!r}")
    return found


class Lambda(Layer):
    """Applies a function of the program."""

    function: Any = field("of tensors; it may take `mask` and `training` as well", convert=_function)
    output_shape: Any = field("not needed: it is found by calling the function", default=None, passed=True)
    mask: Any = field("of the outputs: a mask, or a function of inputs and mask", default=None)
    arguments: Any = field("keyword arguments of the function", default=None, convert=lambda given: given or {})

    def _init_base(self, *, output_shape: Any = None, **others: Any) -> None:
        warn_of_unused("Lambda", {"output_shape": output_shape}, {"output_shape": (None,)})
        super()._init_base(**others)

    def _init_done(self) -> None:
        self.supports_masking = self.mask is not None

    def call(self, inputs: Any, mask: Any = None, training: Any = None) -> Any:
        code = getattr(getattr(self.function, "python_function", self.function), "__code__", None)
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount] if code is not None else ()
        told = {name: value for name, value in (("mask", mask), ("training", training)) if name in names}
        staged = not is_tensor(inputs) or isinstance(inputs, SymbolicTensor)
        function = staged_form(self.function) if staged else self.function
        return function(inputs, **self.arguments, **told)

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        return self.mask(inputs, mask) if callable(self.mask) else self.mask

    def get_config(self) -> dict[str, Any]:
        """The arguments; a function that is not registered stays a function, which a file cannot hold."""
        config = super().get_config()
        name = get_registered_name(self.function)
        del config["mask"]
        return {**config, "function": name if ">" in name else self.function}


class InputLayer(Layer):
    """Where a value enters a model.

    Args:
        shape: of one example, with None where any size will do.
        batch_size: how many examples there are, if it is fixed.
        dtype: of the values; that of `tf.keras.backend.floatx()` by default.
        sparse, ragged: not covered.
        batch_shape: the shape with the batch, in place of `shape`.
        input_tensor: an existing symbolic value to use.
        optional: whether None may be given.
        name: of the input.
    """

    def __init__(
        self, shape: Any = None, batch_size: int | None = None, dtype: Any = None, sparse: bool | None = None,
        ragged: bool | None = None, batch_shape: Any = None, input_tensor: Any = None, optional: bool = False,
        name: str | None = None, **others: Any,
    ) -> None:  # fmt: skip
        if sparse or ragged:
            raise NotImplementedError("sparse and ragged inputs are not covered: pass dense tensors, padded and masked")
        shape, batch_shape = others.pop("input_shape", shape), others.pop("batch_input_shape", batch_shape)
        super().__init__(name=name, **others)
        if input_tensor is not None:
            batch_shape, dtype = input_tensor.shape, dtype or input_tensor.dtype
        elif shape is None and batch_shape is None:
            raise ValueError("You must pass a `shape` argument.")
        if batch_shape is None:
            batch_shape = (batch_size, *((shape,) if isinstance(shape, int) else shape))
        self._dtype = dtypes.as_dtype(dtype or backend.floatx()).name
        self.batch_shape, self.optional = tuple(batch_shape), optional
        self.built = True
        symbolic.Node(self, (), {}, symbolic.KerasTensor(self.batch_shape, self._dtype, name=name))

    def call(self) -> Any:
        raise NotImplementedError(f"The input layer {self.name} is where values enter a model: it is not called.")

    def get_config(self) -> dict[str, Any]:
        return {"batch_shape": self.batch_shape, "dtype": self._dtype, "sparse": False, "name": self.name}


def Input(
    shape: Any = None, batch_size: int | None = None, dtype: Any = None, sparse: bool | None = None,
    ragged: bool | None = None, batch_shape: Any = None, name: str | None = None, tensor: Any = None,
    optional: bool = False,
) -> Any:  # fmt: skip
    """A value that enters a model, to call layers on: a `KerasTensor`. The arguments are those of `InputLayer`.

    >>> Input((3,), name='x')
    <KerasTensor shape=(None, 3), dtype=float32, sparse=False, ragged=False, name=x>
    """
    return InputLayer(shape, batch_size, dtype, sparse, ragged, batch_shape, tensor, optional, name).output
