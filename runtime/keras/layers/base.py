"""`Layer`: a module that makes its weights when it first sees its inputs.

Calling a layer converts the inputs, builds the layer if it is new, decides what `training` and the masks are, and runs
`call`; on symbolic values it makes a node of a model instead. What is common to all of this is here; how weights are
found is in `tracking`.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from autograph.operators.calls import call as staged_form
from runtime import initializers
from runtime.conversion import convert_to_tensor
from runtime.core import dtypes, nest
from runtime.graph.context import tracing_lock
from runtime.graph.graph import current_graph, init_scope, name_scope
from runtime.keras import backend, constraints, regularizers, symbolic
from runtime.keras.layers import constructing, tracking
from runtime.keras.layers.arguments import written
from runtime.keras.layers.calling import CallSpec, Masks, context, mask_of, set_mask
from runtime.keras.layers.connected import Connected
from runtime.keras.layers.input_spec import check_inputs
from runtime.keras.layers.structures import is_numbers, map_shapes, masks_of, shapes_of
from runtime.library import public as tf
from runtime.module import Module
from runtime.tensor import EagerTensor, Tensor
from runtime.variable import Variable

#: The order of the arguments of `add_weight`, and that of earlier versions.
_ORDER = ("shape", "initializer", "dtype", "trainable", "autocast", "regularizer", "constraint")
_OLDER_ORDER = ("name", "shape", "dtype", "initializer", "regularizer", "trainable", "constraint")


class Layer(Connected, Module):
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

    _TF_MODULE_IGNORED_PROPERTIES = frozenset(
        {"_inbound_nodes", "_losses", "_loss_layers", "_init_arguments", "_call_spec", "_build_shapes", "_weights"}
    )

    #: Arguments, which are attributes too, that `get_config` has beyond those of every layer.
    _CONFIG: tuple[str, ...] = ()

    #: Whether masks of the inputs are handed on to the outputs.
    supports_masking = False

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        # A subclass that forgets `super().__init__()` has a working layer all the same.
        layer: Any = super().__new__(cls)
        layer._init_arguments = (args, kwargs)
        layer._weights = []
        layer._inbound_nodes = []
        layer._losses = []
        layer._loss_layers = []
        layer._trainable = True
        layer._dtype = backend.floatx()
        layer.autocast = True
        layer.activity_regularizer = None
        layer.built = False
        layer.input_spec = None
        layer._build_shapes = None
        layer._call_spec = None
        return layer

    _losses: list[Any]
    _loss_layers: list[Any]
    _call_spec: CallSpec | None

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Arguments become attributes by `arguments.keep`."""

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
        constructing.take_older_arguments(self, kwargs)
        if kwargs:
            raise ValueError(f"Unrecognized keyword arguments passed to {type(self).__name__}: {kwargs}")
        if name is not None and (not isinstance(name, str) or "/" in name):
            raise ValueError(
                f"Argument `name` must be a string and cannot contain character `/`. Received: name={name} "
                f"(of type {type(name)})"
            )
        self._name = name or backend.unique_name(backend.snake_case(type(self).__name__))
        self._trainable = trainable
        self._dtype = constructing.dtype_name(dtype)
        self.autocast = autocast
        self.activity_regularizer = regularizers.get(activity_regularizer)

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
        return self.__dict__.get("_path", self.name)

    @property
    def dtype(self) -> str:
        """The dtype of the weights, as a string."""
        return self._dtype

    @property
    def variable_dtype(self) -> str:
        return self._dtype

    @property
    def compute_dtype(self) -> str:
        """The dtype that inputs are cast to, as a string."""
        return self._dtype

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
        for name in self._CONFIG:
            config[name] = written(name, getattr(self, name))
        if getattr(type(self).get_config, "is_default", False) and not type(self).__module__.startswith("runtime."):
            config.update(constructing.arguments_given(self, config))
        return config

    get_config.is_default = True  # type: ignore[attr-defined]  # read by `get_config`

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """A layer with the arguments that `get_config` gave; it has weights of its own."""
        return cls(**config)

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
        autocast: bool = True,
        regularizer: Any = None,
        constraint: Any = None,
        aggregation: Any = "none",
        overwrite_with_gradient: bool = False,
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
            autocast, aggregation, overwrite_with_gradient: accepted for compatibility.

        Returns:
            A variable.
        """
        if args:
            named = {"shape": shape, "initializer": initializer, "dtype": dtype, "trainable": trainable,
                     "regularizer": regularizer, "constraint": constraint, "name": name}  # fmt: skip
            older = args[0] is None or isinstance(args[0], str)
            given = dict(zip(_OLDER_ORDER if older else _ORDER, args, strict=False))
            return self.add_weight(**{**named, **given})
        dtype = self._dtype if dtype is None else dtype
        kind = dtypes.as_dtype(dtype)
        if initializer is None:
            initializer = "glorot_uniform" if kind.is_floating else "zeros"
        initializer = initializers.get(initializer)
        sizes = () if shape is None else ((shape,) if isinstance(shape, int) else tuple(int(n) for n in shape))
        scope = f"{context.path or self.name}/"
        with init_scope(), name_scope(scope):
            variable = Variable(
                lambda: _initial(initializer, sizes, kind),
                trainable=trainable,
                name=name or "variable",
                dtype=kind,
                constraint=constraints.get(constraint),
            )
        variable.regularizer = regularizers.get(regularizer)  # type: ignore[attr-defined]  # read by `losses`
        self._weights.append(variable)
        return variable

    @property
    def weights(self) -> list[Any]:
        """The variables of the layer, then those of the layers inside."""
        return tracking.weights_of(self)

    @property
    def variables(self) -> list[Any]:  # type: ignore[override]  # a module has tuples
        return self.weights

    @property
    def trainable_weights(self) -> list[Any]:
        """Those of `weights` that are trained."""
        return tracking.trainable_weights_of(self)

    @property
    def non_trainable_weights(self) -> list[Any]:
        """Those of `weights` that are not trained."""
        trained = {id(v) for v in self.trainable_weights}
        return [v for v in self.weights if id(v) not in trained]

    @property
    def trainable_variables(self) -> list[Any]:  # type: ignore[override]  # a module has tuples
        return self.trainable_weights

    @property
    def non_trainable_variables(self) -> list[Any]:  # type: ignore[override]  # a module has tuples
        return self.non_trainable_weights

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
            shape = np.shape(value)
            if tuple(variable.shape) != shape:
                raise ValueError(
                    f"Layer {self.name} weight shape {tuple(variable.shape)} is not compatible with provided weight "
                    f"shape {shape}."
                )
        for variable, value in zip(own, weights, strict=True):
            variable.assign(np.asarray(value).astype(variable.dtype.as_numpy_dtype))

    def count_params(self) -> int:
        """The number of elements of all weights.

        Raises:
            ValueError: if the layer is not built.
        """
        if not self.built:
            raise ValueError(
                f"You tried to call `count_params` on layer '{self.name}', but the layer isn't built. You can build it "
                f"manually via: `layer.build(input_shape)`."
            )
        return sum(v.shape.num_elements() for v in self.weights)

    def _trackable_children(self) -> dict[str, Any]:
        """What is saved with the layer: its attributes, without those that are about calls."""
        children = super()._trackable_children()
        return {k: v for k, v in children.items() if k == "_weights" or k not in self._TF_MODULE_IGNORED_PROPERTIES}

    def _flatten_layers(self, recursive: bool = True, include_self: bool = True) -> list[Any]:
        return tracking.layers_of(self, recursive, include_self)

    # -- losses ------------------------------------------------------------------------------------------------------

    def add_loss(self, losses: Any, **kwargs: Any) -> None:
        """Adds scalars to `losses`; those added in `call` are gone when the model is called again.

        Args:
            losses: a tensor, a list of them, or functions without arguments that return one.
        """
        for loss in nest.flatten(losses):
            if loss is not None:
                self._losses.append(loss)
        root = context.root
        if root is not None:
            root._loss_layers.append(self)

    def _clear_losses(self) -> None:
        for layer in self._loss_layers:
            layer._losses = [loss for loss in layer._losses if callable(loss)]
        self._loss_layers = []

    @property
    def losses(self) -> list[Any]:
        """What was added with `add_loss` here and in the layers inside, and the penalties of regularised weights."""
        layers = self._flatten_layers()
        found = [loss() if callable(loss) else loss for layer in layers for loss in layer._losses]
        for variable in self.trainable_weights:
            regularizer = getattr(variable, "regularizer", None)
            if regularizer is not None:
                found.append(regularizer(variable))
        return found

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
        spec = self._call_spec
        if spec is None:
            spec = self._call_spec = CallSpec.of(self.call)
        first = args[0] if args else next(iter(kwargs.values()), None)
        outer = context.root, context.training, context.path
        if outer[0] is None:
            context.root = self
            if self._loss_layers:
                self._clear_losses()
        try:
            context.path = f"{outer[2]}/{self.name}" if outer[2] else self._root_path()
            if self.input_spec is not None and (self.built or type(self).__module__.startswith("runtime.")):
                check_inputs(self.input_spec, first, self.name)
            if not self.built:
                # One thread at a time; the lock is that of tracing, since building may trace and tracing may build.
                with tracing_lock:
                    if not self.built:
                        self._build(spec, args, kwargs)
            args, kwargs = self._with_training(spec, args, kwargs)
            masks = self._with_masks(spec, args, kwargs) if Masks.exist or "mask" in kwargs else None
            function = self.call
            if current_graph() is None:
                outputs = function(*args, **kwargs)
            else:
                with name_scope(self.name):
                    outputs = staged_form(function)(*args, **kwargs)
            if self.activity_regularizer is not None:
                for x in nest.flatten(outputs):
                    self.add_loss(self.activity_regularizer(x) / tf.cast(tf.shape(x)[0], x.dtype))
            if masks is not None or type(self).compute_mask is not Layer.compute_mask:
                self._mask_outputs(first, outputs, masks)
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
        if args and isinstance(args[0], (list, tuple)) and is_numbers(args[0]):
            args = (convert_to_tensor(args[0], dtype_hint=dtypes.as_dtype(self._dtype)), *args[1:])
        args = tuple([nest.map_structure(self._converted, x) for x in args])
        return args, {name: nest.map_structure(self._converted, x) for name, x in kwargs.items()}

    def _converted(self, x: Any) -> Any:
        if isinstance(x, (np.ndarray, np.generic)) or (not isinstance(x, Tensor) and hasattr(type(x), "__tf_tensor__")):
            if isinstance(x, symbolic.KerasTensor):
                return x
            x = convert_to_tensor(x)
        if isinstance(x, Tensor) and self.autocast and x.dtype.is_floating and x.dtype.name != self._dtype:
            mask = mask_of(x)
            x = tf.cast(x, self._dtype)
            if mask is not None:
                set_mask(x, mask)
        return x

    def _with_training(self, spec: CallSpec, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, Any]:
        """The arguments with `training` as it is decided: by the caller, a layer around, or the default."""
        position = spec.training
        if position is not None and len(args) > position:
            if args[position] is not None:
                context.training = args[position]
                return args, kwargs
            args = args[:position] if len(args) == position + 1 else args
        training = kwargs.get("training")
        if training is None:
            training = context.training
        if training is None:
            training = spec.default_training
        context.training = training
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
                    kwargs[parameter] = mask
                    named[parameter] = mask
        if not spec.names or spec.names[0] not in named:
            return masks_of(args[0]) if args else None
        explicit = named.get(spec.masks.get(spec.names[0], ""))
        return explicit if explicit is not None else masks_of(named[spec.names[0]])

    def compute_mask(self, inputs: Any, previous_mask: Any) -> Any:
        """The mask of the outputs, given the inputs and their mask."""
        return previous_mask

    def _mask_outputs(self, inputs: Any, outputs: Any, masks: Any) -> None:
        if masks is None and type(self).compute_mask is Layer.compute_mask:
            return
        if not self.supports_masking and type(self).compute_mask is Layer.compute_mask:
            if "mask" not in (self._call_spec or CallSpec.of(self.call)).names:
                warnings.warn(
                    f"Layer '{self.name}' (of type {type(self).__name__}) was passed an input with a mask attached to "
                    "it. However, this layer does not support masking and will therefore destroy the mask information. "
                    "Downstream layers will not see the mask.",
                    stacklevel=4,
                )
            return
        flat = nest.flatten(outputs)
        if all(mask_of(x) is not None for x in flat):
            return
        computed = self.compute_mask(inputs, masks)
        if computed is None:
            return
        flat_masks = [computed] if not nest.is_nested(computed) else nest.flatten(computed)
        for x, mask in zip(flat, flat_masks, strict=False):
            if mask is not None:
                set_mask(x, mask)

    def _build(self, spec: CallSpec, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Builds the layer for the arguments of a call."""
        named = spec.named(args, kwargs) if spec.names else {str(i): x for i, x in enumerate(args)}
        shapes = {name: shape for name, x in named.items() if (shape := shapes_of(x)) is not None}
        self._build_shapes = shapes
        self._path = context.path
        if type(self).build is not Layer.build:
            parameters = [
                p.name
                for p in inspect.signature(self.build).parameters.values()
                if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY) and p.default is p.empty
            ]
            by_name = {p: shapes[p.removesuffix("_shape")] for p in parameters if p.removesuffix("_shape") in shapes}
            with init_scope(), name_scope(f"{context.path}/"):
                if len(parameters) > 1 and by_name:
                    self.build(**{p: by_name.get(p) for p in parameters})
                elif parameters:
                    if not shapes and named:
                        first = next(iter(named.values()))
                        raise ValueError(
                            f"Layer '{self.name}' of type {type(self).__name__} is built for the shape of its inputs, "
                            f"and cannot know it: it was called on {first!r} (of type {type(first).__name__}). Call it "
                            "on a tensor or an array."
                        )
                    self.build(next(iter(shapes.values()), None))
                else:
                    self.build()  # type: ignore[call-arg]  # a subclass's own
        self.built = True
        initial = self.__dict__.pop("_initial_weights", None)
        if initial is not None:
            self.set_weights(initial)

    # -- shapes ------------------------------------------------------------------------------------------------------

    def compute_output_spec(self, *args: Any, **kwargs: Any) -> Any:
        """The outputs for symbolic inputs, as KerasTensors, without making a node."""
        layer = self if self.built else type(self).from_config(self.get_config())
        return layer._symbolically(symbolic.inferred, layer._run, args, kwargs)

    def compute_output_shape(self, input_shape: Any) -> Any:
        """The shape of the outputs, given that of the inputs (a tuple, or a structure of tuples)."""
        inputs = map_shapes(lambda shape: symbolic.KerasTensor(shape, self._dtype, name="shape"), input_shape)
        return nest.map_structure(lambda x: x.shape, self.compute_output_spec(inputs))


def _initial(initializer: Any, shape: tuple[int, ...], dtype: Any) -> Any:
    value = convert_to_tensor(initializer(shape, dtype=dtype))
    return value if value.dtype is dtype else tf.cast(value, dtype)
