"""`Layer`: a module that makes its weights when it first sees its inputs.

Calling a layer converts the inputs, builds the layer if it is new, decides what `training` and the masks are, and runs
`call`; on symbolic values it makes a node of a model instead. What is common to all of this is here; how weights are
found is in `tracking`.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from autograph.operators.calls import call as staged_form
from runtime.core import dtypes, nest
from runtime.ir.context import tracing_lock
from runtime.ir.graph import current_graph, init_scope, name_scope
from runtime.ir.values import EagerTensor, Tensor
from runtime.keras import backend, constraints, initializers, regularizers, symbolic
from runtime.keras.coverage import warn_of_unused
from runtime.keras.declaring import Declared
from runtime.keras.layers import tracking
from runtime.keras.layers.arguments import arguments_given, dtype_name, take_older_arguments
from runtime.keras.layers.calling import (
    CallSpec,
    LayerState,
    Masks,
    context,
    map_shapes,
    mask_of,
    masks_of,
    set_mask,
    shapes_of,
)
from runtime.keras.layers.input_spec import check_inputs
from runtime.keras.losses.shaping import is_numbers
from runtime.keras.serialization import LAYERS, is_own
from runtime.library import shaping
from runtime.state.module import Module
from runtime.state.variable import Variable
from runtime.tensor import conversion
from runtime.tensor.conversion import convert_to_tensor

#: The order of the arguments of `add_weight`, and that of earlier versions.
_ORDER = ("shape", "initializer", "dtype", "trainable", "autocast", "regularizer", "constraint")
_OLDER_ORDER = ("name", "shape", "dtype", "initializer", "regularizer", "trainable", "constraint")

#: Arguments of `add_weight` that have no effect here, with the values that ask for nothing.
_OF_SEVERAL_DEVICES: dict[str, tuple[Any, ...]] = {
    "aggregation": (None, "none", "mean", "sum", "only_first_replica"), "autocast": (True, False),
}  # fmt: skip


class Layer(Declared, Module):
    """A module with weights that it makes when it first sees its inputs.

    A subclass makes what does not depend on inputs in `__init__`, weights in `build(input_shape)` with `add_weight`,
    and computes in `call(inputs, ...)`. A `call` with a parameter `training` or `mask` is told these.

    Args:
        activity_regularizer: of the outputs.
        trainable: whether the weights are trained.
        dtype: of the weights and the computation; by default `tf.keras.backend.floatx()`.
        autocast: whether inputs of floating-point numbers are cast to the dtype.
        name: by default that of the class, with a number if it is taken.

    Raises:
        ValueError: if there are other arguments.

    >>> import runtime as tf
    >>> class Linear(Layer):
    ...     def __init__(self, units):
    ...         super().__init__()
    ...         self.units = units
    ...     def build(self, input_shape):
    ...         self.w = self.add_weight(shape=(input_shape[-1], self.units), initializer='ones')
    ...     def call(self, inputs):
    ...         return tf.matmul(inputs, self.w)
    >>> Linear(2)(tf.constant([[1., 2.]])).numpy()
    array([[3., 3.]], dtype=float32)
    """

    _REGISTRY = LAYERS
    _TF_MODULE_IGNORED_PROPERTIES = frozenset({"_inbound_nodes"})

    #: Whether masks of the inputs are handed on to the outputs.
    supports_masking = False

    built = False
    autocast = True
    _trainable = True

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        # A subclass that forgets `super().__init__()` has a working layer all the same.
        layer: Any = super().__new__(cls)
        layer._keras_state = LayerState((args, kwargs))
        layer._weights, layer._inbound_nodes = [], []
        layer._dtype = backend.floatx()
        layer.activity_regularizer = layer.input_spec = None
        return layer

    def __init__(
        self,
        *,
        activity_regularizer: Any = None,
        trainable: bool = True,
        dtype: Any = None,
        autocast: bool = True,
        name: str | None = None,
        **kwargs: Any,
    ):
        take_older_arguments(self._keras_state, kwargs)
        if kwargs:
            raise ValueError(f"Unrecognized keyword arguments passed to {type(self).__name__}: {kwargs}")
        if name is not None and (not isinstance(name, str) or "/" in name):
            raise ValueError(
                f"Argument `name` must be a string and cannot contain character `/`. Received: name={name}"
            )
        self._name = name or backend.unique_name(backend.snake_case(type(self).__name__))
        self._trainable = trainable
        self._dtype = dtype_name(dtype)
        self.autocast = autocast
        self.activity_regularizer = regularizers.get(activity_regularizer)

    def _init_base(self, **others: Any) -> None:
        Layer.__init__(self, **others)

    # -- what it is --------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        if "_name" not in self.__dict__:
            self._name = backend.unique_name(backend.snake_case(type(self).__name__))
        return self._name

    @property
    def name_scope(self) -> Any:
        """A context manager that prefixes the names of what is made inside with that of the layer."""
        return name_scope(f"{self.name}/")

    @property
    def path(self) -> str:
        """The names of the layers this one was built in, and its own."""
        return self._keras_state.path or self.name

    @property
    def dtype(self) -> str:
        """The dtype of the weights, and of the computation, as a string."""
        return self._dtype

    variable_dtype = compute_dtype = dtype

    @property
    def trainable(self) -> bool:
        """Whether the weights are trained; setting it sets it for the layers inside too."""
        return self._trainable

    @trainable.setter
    def trainable(self, value: bool) -> None:
        for layer in self._flatten_layers():
            layer._trainable = bool(value)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} name={self.name}, built={self.built}>"

    def get_config(self) -> dict[str, Any]:
        """The arguments to make the same layer with.

        Raises:
            NotImplementedError: if the class takes arguments that cannot be written down, and does not say how.
        """
        config: dict[str, Any] = {"name": self.name, "trainable": self._trainable, "dtype": self._dtype}
        if self.activity_regularizer is not None:
            config["activity_regularizer"] = regularizers.serialize(self.activity_regularizer)
        config.update(Declared.get_config(self))
        if getattr(type(self).get_config, "is_default", False) and not is_own(type(self)):
            config.update(arguments_given(self, config))
        return config

    get_config.is_default = True  # type: ignore[attr-defined]  # read by `get_config`

    # -- weights -----------------------------------------------------------------------------------------------------

    def build(self, input_shape: Any) -> None:
        """Makes the weights, given the shape of the inputs: a tuple, or a structure of tuples. Called once."""
        self.built = True

    def add_weight(
        self,
        *args: Any,
        shape: Any = None,
        initializer: Any = None,
        dtype: Any = None,
        trainable: bool = True,
        regularizer: Any = None,
        constraint: Any = None,
        name: str | None = None,
        **kwargs: Any,
    ) -> Variable:
        """Makes a weight of the layer.

        Args:
            *args: shape, initializer, dtype and so on; or, as in earlier versions, name, shape, dtype, initializer.
            shape: of the weight; a scalar by default.
            initializer: its name, or an initialiser; `glorot_uniform` by default, `zeros` for integers.
            dtype: by default that of the layer.
            trainable: whether gradients are taken of it.
            regularizer: of its value, added to `losses`.
            constraint: applied to its value after updates.
            name: of the weight.
            **kwargs: `aggregation` and `autocast`, which are for several devices or dtypes.

        Returns:
            A variable.

        Raises:
            TypeError: if there are other arguments.
        """
        if args:
            older = args[0] is None or isinstance(args[0], str)
            named = {"shape": shape, "initializer": initializer, "dtype": dtype, "trainable": trainable,
                     "regularizer": regularizer, "constraint": constraint, "name": name, **kwargs}  # fmt: skip
            return self.add_weight(**{**named, **dict(zip(_OLDER_ORDER if older else _ORDER, args, strict=False))})
        warn_of_unused("add_weight", kwargs, _OF_SEVERAL_DEVICES)
        kind = dtypes.as_dtype(self._dtype if dtype is None else dtype)
        made = initializers.get(initializer or ("glorot_uniform" if kind.is_floating else "zeros"))
        sizes = () if shape is None else (shape,) if isinstance(shape, int) else tuple(int(n) for n in shape)
        with init_scope(), name_scope(f"{context.path or self.name}/"):
            variable = Variable(
                lambda: shaping.cast(convert_to_tensor(made(sizes, dtype=kind)), kind), trainable=trainable,
                name=name or "variable", dtype=kind, constraint=constraints.get(constraint),
            )  # fmt: skip
        variable.regularizer = regularizers.get(regularizer)  # type: ignore[attr-defined]  # read by `losses`
        self._weights.append(variable)
        return variable

    def _weight(self, name: str, shape: Any, arguments: str | None = None) -> Any:
        """Makes a weight, with the initialiser, regulariser and constraint whose names begin with `arguments`."""
        kinds = ("initializer", "regularizer", "constraint")
        return self.add_weight(name=name, shape=shape, **{k: getattr(self, f"{arguments or name}_{k}") for k in kinds})

    @property
    def weights(self) -> list[Any]:
        """The variables of the layer, then those of the layers inside."""
        return tracking.weights_of(self)

    @property
    def trainable_weights(self) -> list[Any]:
        """Those of `weights` that are trained."""
        return tracking.weights_of(self, only_trainable=True)

    @property
    def non_trainable_weights(self) -> list[Any]:
        """Those of `weights` that are not trained."""
        trained = {id(v) for v in self.trainable_weights}
        return [v for v in self.weights if id(v) not in trained]

    # A module has tuples of these.
    variables = property(lambda self: self.weights)
    trainable_variables = property(lambda self: self.trainable_weights)
    non_trainable_variables = property(lambda self: self.non_trainable_weights)

    def get_weights(self) -> list[np.ndarray]:
        """The values of `weights`, as numpy arrays."""
        return [np.asarray(v.numpy()) for v in self.weights]

    def set_weights(self, weights: Sequence[Any]) -> None:
        """Assigns to `weights`.

        Args:
            weights: arrays, in the order of `get_weights`.

        Raises:
            ValueError: if their number or shapes differ.
        """
        own = self.weights
        if len(own) != len(weights):
            raise ValueError(
                f"You called `set_weights(weights)` on layer '{self.name}' with a weight list of length "
                f"{len(weights)}, but the layer was expecting {len(own)} weights."
            )
        for variable, value in zip(own, weights, strict=True):
            if tuple(variable.shape) != np.shape(value):
                raise ValueError(
                    f"Layer {self.name} weight shape {tuple(variable.shape)} is not compatible with provided weight "
                    f"shape {np.shape(value)}."
                )
        for variable, value in zip(own, weights, strict=True):
            variable.assign(np.asarray(value).astype(variable.dtype.as_numpy_dtype))

    def count_params(self) -> int:
        """The number of elements of all weights.

        Raises:
            ValueError: if the layer is not built.
        """
        if not self.built:
            raise ValueError(f"Layer '{self.name}' isn't built: call it, or `layer.build(input_shape)`.")
        return sum(v.shape.num_elements() for v in self.weights)

    def _flatten_layers(self, recursive: bool = True, include_self: bool = True) -> list[Any]:
        return tracking.layers_of(self, recursive, include_self)

    # -- losses ------------------------------------------------------------------------------------------------------

    def add_loss(self, losses: Any) -> None:
        """Adds scalars to `losses`; those added in `call` are gone when the model is called again.

        Args:
            losses: a tensor, a list of them, or functions without arguments that return one.
        """
        self._keras_state.losses += [loss for loss in nest.flatten(losses) if loss is not None]
        if context.root is not None:
            context.root._keras_state.adding.append(self)

    def _clear_losses(self) -> None:
        for layer in self._keras_state.adding:
            layer._keras_state.losses = [loss for loss in layer._keras_state.losses if callable(loss)]
        self._keras_state.adding = []

    @property
    def losses(self) -> list[Any]:
        """What was added with `add_loss` here and in the layers inside, and the penalties of regularised weights."""
        added = [loss for layer in self._flatten_layers() for loss in layer._keras_state.losses]
        penalised = [v for v in self.trainable_weights if getattr(v, "regularizer", None) is not None]
        return [*[loss() if callable(loss) else loss for loss in added], *[v.regularizer(v) for v in penalised]]

    # -- calling -----------------------------------------------------------------------------------------------------

    def call(self, *args: Any, **kwargs: Any) -> Any:
        """Computes the outputs. Subclasses define it."""
        raise NotImplementedError(f"Layer {type(self).__name__} does not have a `call()` method implemented.")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        args, kwargs = self._converted_arguments(args, kwargs)
        if symbolic.any_symbolic(args, kwargs):
            return self._symbolically(symbolic.record, self, self._run, args, kwargs)
        return self._run(*args, **kwargs)

    def _symbolically(self, function: Any, *args: Any) -> Any:
        """Calls a function that looks at what the layer does, and forgets the losses that this adds."""
        outer, context.root = context.root, None
        try:
            return function(*args)
        finally:
            context.root = outer
            self._clear_losses()

    def _run(self, *args: Any, **kwargs: Any) -> Any:
        """What calling the layer does, with tensors."""
        state = self._keras_state
        spec = state.spec
        if spec is None:
            spec = state.spec = CallSpec.of(self.call)
        first = args[0] if args else next(iter(kwargs.values()), None)
        outer = context.root, context.training, context.path
        if outer[0] is None:
            context.root = self
            if state.adding:
                self._clear_losses()
        try:
            context.path = f"{outer[2]}/{self.name}" if outer[2] else self._root_path()
            if self.input_spec is not None and (self.built or is_own(type(self))):
                check_inputs(self.input_spec, first, self.name)
            if not self.built:
                # One thread at a time; the lock is that of tracing, since building may trace and tracing may build.
                with tracing_lock:
                    if not self.built:
                        self._build(spec, args, kwargs)
            args, kwargs = self._with_training(spec, args, kwargs)
            masks = self._with_masks(spec, args, kwargs) if Masks.exist or "mask" in kwargs else None
            if current_graph() is None:
                outputs = self.call(*args, **kwargs)
            else:
                with name_scope(self.name):
                    outputs = staged_form(self.call)(*args, **kwargs)
            if self.activity_regularizer is not None:
                for x in nest.flatten(outputs):
                    self.add_loss(self.activity_regularizer(x) / shaping.cast(shaping.shape(x)[0], x.dtype))
            if masks is not None or type(self).compute_mask is not Layer.compute_mask:
                self._mask_outputs(spec, first, outputs, masks)
            return outputs
        finally:
            context.root, context.training, context.path = outer

    def _root_path(self) -> str:
        return self.name

    def _converted_arguments(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, Any]:
        """Arrays as tensors, and floating-point numbers in the dtype of the layer."""
        if len(args) == 1 and type(args[0]) is EagerTensor:
            x = args[0]
            if x.dtype.name == self._dtype or not x.dtype.is_floating or not self.autocast:
                return args, kwargs
        if args and is_numbers(args[0]):
            args = (convert_to_tensor(args[0], dtype_hint=dtypes.as_dtype(self._dtype)), *args[1:])
        args = tuple([nest.map_structure(self._converted, x) for x in args])
        return args, {name: nest.map_structure(self._converted, x) for name, x in kwargs.items()}

    def _converted(self, x: Any) -> Any:
        if isinstance(x, symbolic.KerasTensor):
            return x
        if isinstance(x, (np.ndarray, np.generic)) or (not isinstance(x, Tensor) and hasattr(type(x), "__tf_tensor__")):
            x = convert_to_tensor(x)
        if isinstance(x, Tensor) and self.autocast and x.dtype.is_floating and x.dtype.name != self._dtype:
            x, mask = shaping.cast(x, self._dtype), mask_of(x)
            if mask is not None:
                set_mask(x, mask)
        return x

    def _floats(self, x: Any) -> Any:
        """`x` in the dtype of the weights, if it is of integers."""
        x = conversion.convert_to_tensor(x)
        return x if x.dtype.is_floating or x.dtype.is_complex else shaping.cast(x, self._dtype)

    def _with_training(self, spec: CallSpec, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, Any]:
        """The arguments with `training` as it is decided: by the caller, a layer around, or the default."""
        position = spec.training
        if position is not None and len(args) > position:
            if args[position] is not None:
                context.training = args[position]
                return args, kwargs
            args = args[:position] if len(args) == position + 1 else args
        decided = (kwargs.get("training"), context.training, spec.default_training)
        training = context.training = next((told for told in decided if told is not None), None)
        if position is None:
            if "training" in kwargs and not spec.has_keywords:
                kwargs = {name: value for name, value in kwargs.items() if name != "training"}
        elif training is not None and len(args) <= position:
            kwargs = {**kwargs, "training": training}
        return args, kwargs

    def _with_masks(self, spec: CallSpec, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Puts masks of the arguments into `kwargs` where `call` takes them; returns those of the first argument."""
        named = spec.named(args, kwargs)
        for argument, parameter in spec.masks.items():
            if named.get(parameter) is None and argument in named:
                mask = masks_of(named[argument])
                if mask is not None:
                    kwargs[parameter] = named[parameter] = mask
        if not spec.names or spec.names[0] not in named:
            return masks_of(args[0]) if args else None
        explicit = named.get(spec.masks.get(spec.names[0], ""))
        return explicit if explicit is not None else masks_of(named[spec.names[0]])

    def compute_mask(self, inputs: Any, previous_mask: Any) -> Any:
        """The mask of the outputs, given the inputs and their mask."""
        return previous_mask

    def _mask_outputs(self, spec: CallSpec, inputs: Any, outputs: Any, masks: Any) -> None:
        if not self.supports_masking and type(self).compute_mask is Layer.compute_mask:
            if "mask" not in spec.names:
                warnings.warn(
                    f"Layer '{self.name}' was passed an input with a mask, does not support masking and will therefore "
                    "destroy the mask: layers after it will not see one.",
                    stacklevel=4,
                )
            return
        flat = nest.flatten(outputs)
        if all(mask_of(x) is not None for x in flat):
            return
        for x, mask in zip(flat, nest.flatten(self.compute_mask(inputs, masks)), strict=False):
            if mask is not None:
                set_mask(x, mask)

    def _build(self, spec: CallSpec, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Builds the layer for the arguments of a call."""
        state = self._keras_state
        named = spec.named(args, kwargs) if spec.names else {str(i): x for i, x in enumerate(args)}
        shapes = {name: shape for name, x in named.items() if (shape := shapes_of(x)) is not None}
        state.shapes, state.path = shapes, context.path
        if type(self).build is not Layer.build:
            kinds = inspect.Parameter
            parameters = [
                p.name
                for p in inspect.signature(self.build).parameters.values()
                if p.kind in (kinds.POSITIONAL_OR_KEYWORD, kinds.KEYWORD_ONLY) and p.default is kinds.empty
            ]
            if len(parameters) == 1 and not shapes and named:
                first = next(iter(named.values()))
                raise ValueError(
                    f"Layer '{self.name}' is built for the shape of its inputs, and cannot know it: it was called on "
                    f"{first!r} (of type {type(first).__name__}). Call it on a tensor or an array."
                )
            by_name = {p: shapes.get(p.removesuffix("_shape")) for p in parameters}
            if len(parameters) == 1 or not any(by_name.values()):
                by_name = dict.fromkeys(parameters[:1], next(iter(shapes.values()), None))
            with init_scope(), name_scope(f"{context.path}/"):
                self.build(**by_name)
        self.built = True
        initial, state.initial_weights = state.initial_weights, None
        if initial is not None:
            self.set_weights(initial)

    # -- in models ---------------------------------------------------------------------------------------------------

    def compute_output_spec(self, *args: Any, **kwargs: Any) -> Any:
        """The outputs for symbolic inputs, as KerasTensors, without making a node."""
        layer = self if self.built else type(self).from_config(self.get_config())
        return layer._symbolically(symbolic.inferred, layer._run, args, kwargs)

    def compute_output_shape(self, input_shape: Any) -> Any:
        """The shape of the outputs, given that of the inputs (a tuple, or a structure of tuples)."""
        inputs = map_shapes(lambda shape: symbolic.KerasTensor(shape, self._dtype, name="shape"), input_shape)
        return nest.map_structure(lambda x: x.shape, self.compute_output_spec(inputs))

    @property
    def input(self) -> Any:
        """What the layer was called on in the first model it became part of.

        Raises:
            AttributeError: if it was never called on symbolic values.
        """
        inputs = self._first_node("input").inputs
        return inputs[0] if len(inputs) == 1 else inputs

    @property
    def output(self) -> Any:
        """What the layer returned in the first model it became part of; see `input`."""
        return self._first_node("output").outputs

    def _first_node(self, name: str) -> Any:
        if not self._inbound_nodes:
            raise AttributeError(f"The layer {self.name} has never been called and thus has no defined {name}.")
        return self._inbound_nodes[0]

    @property
    def input_shape(self) -> Any:
        """The shape of `input`."""
        return nest.map_structure(lambda x: x.shape, self.input)

    @property
    def output_shape(self) -> Any:
        """The shape of `output`."""
        return nest.map_structure(lambda x: x.shape, self.output)
