"""`Optimizer`: what all optimizers share: the learning rate, clipping, and how gradients are applied."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from autograph.operators.calls import call as converted
from runtime.autodiff.tape import GradientTape
from runtime.core import dtypes, nest
from runtime.ir.graph import init_scope
from runtime.keras import initializers
from runtime.keras.backend import snake_case, unique_name
from runtime.keras.coverage import warn_of_unused
from runtime.keras.declaring import Declared, field
from runtime.keras.optimizers.rules import Rule
from runtime.keras.optimizers.schedules import LearningRateSchedule
from runtime.keras.optimizers.schedules import deserialize as deserialize_schedule
from runtime.keras.optimizers.slots import Slots
from runtime.keras.serialization import OPTIMIZERS, serialize_keras_object
from runtime.library import neural, shaping
from runtime.state.module import Module
from runtime.state.variable import Variable, check_creatable
from runtime.tensor import conversion
from runtime.tensor.dispatch import apply

#: How gradients are clipped, by the argument that has the limit.
_CLIPPED: dict[str, Callable[[list[Any], Any], list[Any]]] = {
    "clipnorm": lambda grads, limit: [neural.clip_by_norm(g, limit) for g in grads],
    "clipvalue": lambda grads, limit: [neural.clip_by_value(g, -limit, limit) for g in grads],
    "global_clipnorm": lambda grads, limit: list(neural.clip_by_global_norm(grads, limit)[0]),
}


class Optimizer(Declared, Module):
    """The base of all optimizers. A subclass defines `build` and `update_step`.

    Raises:
        ValueError: if more than one way of clipping is asked for, or an argument is not known.

    >>> import runtime as tf
    >>> v = Variable(1.0)
    >>> from runtime.keras.optimizers.algorithms import SGD
    >>> optimizer = SGD(learning_rate=0.1)
    >>> _ = optimizer.apply_gradients([(tf.constant(2.0), v)])
    >>> v.numpy(), optimizer.iterations.numpy()
    (np.float32(0.8), np.int64(1))
    """

    _REGISTRY = OPTIMIZERS
    _is_of_training = True
    _TF_MODULE_IGNORED_PROPERTIES = frozenset({"_state", "_built_with", "_positions"})

    #: The operation that updates a variable; None for classes that define `update_step`.
    _rule: Rule | None = None

    _rate: Any = field(
        "a number, a `LearningRateSchedule`, or a function without arguments", default=0.001, older="lr", passed=True,
        argument="learning_rate",
    )  # fmt: skip
    weight_decay: float | None = field(
        "the part of each variable, times the learning rate, that is taken away at each step",
        default=None,
        kw_only=True,
    )
    clipnorm: float | None = field("the largest norm of a gradient", default=None, kw_only=True)
    global_clipnorm: float | None = field("the largest norm of all gradients together", default=None, kw_only=True)
    clipvalue: float | None = field("the largest element of a gradient", default=None, kw_only=True)
    name: Any = field("by default made of the name of the class", default=None, passed=True, kw_only=True)

    def _init_base(self, *, learning_rate: Any = 0.001, name: str | None = None, **others: Any) -> None:
        if others.pop("decay", None):
            warnings.warn("Argument `decay` is no longer supported and will be ignored.", stacklevel=4)
        if others:
            raise ValueError(f"Argument(s) not recognized: {others}")
        self._name = name or unique_name(snake_case(type(self).__name__))
        self.built = False
        self._excluded: list[Any] = []
        self._slots: list[Any] = []
        self._state = Slots(lambda slot: self._slots.append(slot))  # a checkpoint may put another list there
        with init_scope():
            self._iterations: Any = Variable(0, trainable=False, dtype=dtypes.int64, name="iteration")
            self._learning_rate = self._as_rate(learning_rate)

    def _init_done(self) -> None:
        limits = {name: getattr(self, name) for name in _CLIPPED}
        if sum(limit is not None for limit in limits.values()) > 1:
            raise ValueError(
                "Only one of `clipnorm`, `clipvalue` and `global_clipnorm` can be set. Received: "
                f"{', '.join(f'{name}={limit}' for name, limit in limits.items())}"
            )

    def _as_rate(self, given: Any) -> Any:
        if isinstance(given, (LearningRateSchedule, Variable)) or callable(given):
            return given
        if isinstance(given, dict):
            return deserialize_schedule(given)
        try:
            rate = float(given)
        except (TypeError, ValueError):
            raise ValueError(
                "Argument `learning_rate` should be float, or an instance of LearningRateSchedule, or a callable "
                "(that takes in the current iteration value and returns the corresponding learning rate value). "
                f"Received instead: learning_rate={given}"
            ) from None
        return Variable(rate, trainable=False, dtype=dtypes.float32, name="learning_rate")

    # -- what it is --------------------------------------------------------------------------------------------------

    @property
    def iterations(self) -> Any:
        """How many steps have been taken: a variable of dtype int64."""
        return self._iterations

    @property
    def learning_rate(self) -> Any:
        """The learning rate: a variable; or of a schedule, its value at this step. It may be assigned a number."""
        if isinstance(self._learning_rate, LearningRateSchedule):
            return self._learning_rate(self._iterations)
        return self._learning_rate if isinstance(self._learning_rate, Variable) else self._learning_rate()

    @learning_rate.setter
    def learning_rate(self, value: Any) -> None:
        if isinstance(value, (LearningRateSchedule, Variable)) or callable(value):
            self._learning_rate = value
        elif isinstance(self._learning_rate, LearningRateSchedule):
            raise TypeError(
                "This optimizer was created with a `LearningRateSchedule` object as its `learning_rate` constructor "
                "argument, hence its learning rate is not settable. If you need the learning rate to be settable, you "
                "should instantiate the optimizer with a float `learning_rate` argument."
            )
        elif isinstance(self._learning_rate, Variable):
            self._learning_rate.assign(value)
        else:
            self._learning_rate = self._as_rate(value)

    lr = learning_rate

    @property
    def variables(self) -> Any:
        """The variables of the optimizer itself: the step, the learning rate, the slots."""
        rate = [self._learning_rate] if isinstance(self._learning_rate, Variable) else []
        return [self._iterations, *rate, *self._slots]

    @property
    def trainable_variables(self) -> Any:
        return []

    @property
    def non_trainable_variables(self) -> Any:
        return self.variables

    def get_config(self) -> dict[str, Any]:
        rate: Any = self._learning_rate
        if isinstance(rate, LearningRateSchedule):
            rate = serialize_keras_object(rate)
        elif isinstance(rate, Variable):
            rate = float(rate.numpy())
        return {"name": self._name, "learning_rate": rate, **super().get_config()}

    def get_weights(self) -> list[Any]:
        """The values of `variables`, as arrays."""
        return [v.numpy() for v in self.variables]

    def set_weights(self, weights: Sequence[Any]) -> None:
        """Assigns to `variables`.

        Raises:
            ValueError: if there are more or fewer.
        """
        if len(weights) != len(self.variables):
            raise ValueError(f"the optimizer has {len(self.variables)} variables, and {len(weights)} values were given")
        for variable, value in zip(self.variables, weights, strict=True):
            variable.assign(value)

    def exclude_from_weight_decay(self, var_list: Any = None, var_names: Sequence[str] | None = None) -> None:
        """Has weight decay leave some variables alone: these, and those in whose names one of `var_names` is found."""
        self._excluded += [v.ref() for v in var_list or ()]
        self._excluded += list(var_names or ())

    # -- slots -------------------------------------------------------------------------------------------------------

    def build(self, variables: Sequence[Any]) -> None:
        """Makes the slots of `variables`. Called when gradients are first applied to them."""
        for variable in variables:
            if self._rule is not None:
                self._state.of(variable, self._slot_names())
        self.built = True

    def _slot_names(self) -> dict[str, float]:
        """What is kept for each variable, and what it begins with."""
        names = self._rule.slots(self) if self._rule is not None else ()
        return {name: getattr(self, f"initial_{name}_value", 0.0) for name in names}

    def add_variable(
        self, shape: Any, initializer: Any = "zeros", dtype: Any = None, name: str = "variable", **kwargs: Any
    ) -> Any:
        """A variable of the optimizer's own."""
        warn_of_unused("add_variable", kwargs, {"aggregation": (None, "none", "mean", "sum")})
        shape = shape.as_list() if hasattr(shape, "as_list") else list(shape)
        with init_scope():
            value = initializers.get(initializer)(shape, dtype=dtype or dtypes.float32)
            variable = Variable(value, trainable=False, name=name)
        self._slots.append(variable)
        return variable

    def add_variable_from_reference(
        self, reference_variable: Any, name: str = "variable", initializer: Any = "zeros"
    ) -> Any:
        """A variable of the shape and dtype of another: a slot."""
        base = reference_variable.name.partition(":")[0].replace("/", "_")
        return self.add_variable(reference_variable.shape, initializer, reference_variable.dtype, f"{base}_{name}")

    def add_optimizer_variables(self, variables: Sequence[Any], name: Any, initializer: Any = "zeros") -> Any:
        """Slots for several variables: a list; or for several names, a list for each."""
        names = [name] if isinstance(name, str) else list(name)
        kinds = [initializer] * len(names) if isinstance(initializer, str) else list(initializer)
        made = tuple(
            [self.add_variable_from_reference(v, n, k) for v in variables] for n, k in zip(names, kinds, strict=True)
        )
        return made[0] if isinstance(name, str) else made

    def _get_variable_index(self, variable: Any) -> int:
        return self._positions[id(variable.handle)]

    def assign(self, variable: Any, value: Any) -> None:
        variable.assign(shaping.cast(value, variable.dtype))

    def assign_add(self, variable: Any, value: Any) -> None:
        variable.assign_add(shaping.cast(value, variable.dtype))

    def assign_sub(self, variable: Any, value: Any) -> None:
        variable.assign_sub(shaping.cast(value, variable.dtype))

    # -- applying gradients ------------------------------------------------------------------------------------------

    def apply_gradients(self, grads_and_vars: Iterable[tuple[Any, Any]], name: str | None = None, **kwargs: Any) -> Any:
        """Takes a step.

        Args:
            grads_and_vars: pairs of a gradient (a tensor, `IndexedSlices`, or None) and a variable.
            name: accepted: the operations have names of their own.
            **kwargs: `experimental_aggregate_gradients` and the like, which are for several devices.

        Returns:
            The variable `iterations`.

        Raises:
            ValueError: if there is no gradient at all.
        """
        warn_of_unused("apply_gradients", kwargs, dict.fromkeys(_OF_SEVERAL_DEVICES, (True, False)))
        pairs = list(grads_and_vars)
        self.apply([g for g, _ in pairs], [v for _, v in pairs])
        return self._iterations

    def apply(self, grads: Sequence[Any], trainable_variables: Sequence[Any] | None = None) -> None:
        """Takes a step; see `apply_gradients`.

        Args:
            grads: a gradient or None for each variable.
            trainable_variables: by default those that the optimizer was built with.
        """
        if trainable_variables is None:
            trainable_variables = getattr(self, "_built_with", None)
            if trainable_variables is None:
                raise ValueError(
                    "When passing `grads` without `variables`, the optimizer must be built with variables."
                )
        variables, grads = list(trainable_variables), list(grads)
        if len(grads) != len(variables):
            raise ValueError(f"there are {len(grads)} gradients for {len(variables)} variables")
        self._build_once(variables)
        pairs = _with_gradients(grads, variables)
        grads, variables = [g for g, _ in pairs], [v for _, v in pairs]
        for name, clipped in _CLIPPED.items():
            limit = getattr(self, name)
            if limit is not None and limit > 0:
                grads = clipped([conversion.convert_to_tensor(g) for g in grads], limit)
        self._backend_update_step(grads, variables, self.learning_rate)
        for variable in variables:
            if variable.constraint is not None:
                variable.assign(variable.constraint(variable.value()))
        self._iterations.assign_add(1)

    def _build_once(self, variables: Sequence[Any]) -> None:
        if self.built and (self._rule is None or all(self._state.knows(v) for v in variables)):
            return
        self._positions = {id(v.handle): i for i, v in enumerate(variables)}
        self._built_with = variables
        if not self.built and any(v._storage is None for v in variables):
            check_creatable()  # slots of arguments are made when the function runs, and TensorFlow makes them here
        with init_scope():
            self.build(variables)
        self.built = True

    def _backend_update_step(
        self, grads: Sequence[Any], trainable_variables: Sequence[Any], learning_rate: Any
    ) -> None:
        """Updates all variables."""
        rate = conversion.convert_to_tensor(learning_rate)
        if self.weight_decay is not None:
            self._decay(trainable_variables, rate)
        update = converted(self.update_step)  # what users define is converted when it is staged
        for grad, variable in zip(grads, trainable_variables, strict=True):
            update(grad, variable, rate)

    def _decay(self, variables: Sequence[Any], rate: Any) -> None:
        for variable in variables:
            excluded = any(
                key in variable.name if isinstance(key, str) else key == variable.ref() for key in self._excluded
            )
            if not excluded:
                variable.assign_sub(variable * shaping.cast(self.weight_decay * rate, variable.dtype), read_value=False)

    def update_step(self, gradient: Any, variable: Any, learning_rate: Any) -> None:
        """Updates one variable. Subclasses define it; they may use `assign`, `assign_add` and `assign_sub`."""
        if self._rule is None:
            raise NotImplementedError(
                f"{type(self).__name__} does not define `update_step(self, gradient, variable, learning_rate)`"
            )
        slots = self._state.of(variable, self._slot_names())
        gradient = shaping.cast(conversion.convert_to_tensor(gradient), variable.dtype)
        inputs = (variable.handle, gradient, learning_rate, self._iterations.value())
        attributes = {name: getattr(self, name) for name in self._FIELDS if name not in Optimizer._FIELDS}
        if slots is not None:
            apply(self._rule.op, (*inputs, *[slot.handle for slot in slots]), attributes)
        else:
            # Which variable it is, and which slots it has, is known when the graph runs.
            find = self._state.finder(variable, self._slot_names())
            apply(self._rule.op, inputs, {**attributes, "find": find})

    def minimize(self, loss: Any, var_list: Any, tape: Any = None, name: str | None = None) -> Any:
        """Takes a step that makes `loss` smaller.

        Args:
            loss: a function without arguments; or a tensor that `tape` recorded.
            var_list: variables, or a function that returns them.
            tape: a `GradientTape`.
            name: accepted: the operations have names of their own.

        Returns:
            The variable `iterations`.

        Raises:
            ValueError: if `loss` is a tensor and there is no tape.

        >>> from runtime.keras.optimizers.algorithms import SGD
        >>> x = Variable(3.0)
        >>> _ = SGD(0.5).minimize(lambda: x * x, [x])
        >>> x.numpy()
        np.float32(0.0)
        """
        return self.apply_gradients(self.compute_gradients(loss, var_list, tape))

    def compute_gradients(self, loss: Any, var_list: Any, tape: Any = None) -> list[tuple[Any, Any]]:
        """Pairs of a gradient of `loss` and a variable, for `apply_gradients`; see `minimize`."""
        if callable(loss):
            with tape if tape is not None else GradientTape() as tape:
                loss = loss()
        elif tape is None:
            raise ValueError(f"`tape` is required when a `Tensor` loss is passed. Received: loss={loss}, tape={tape}.")
        variables = nest.flatten(var_list() if callable(var_list) else var_list)
        return list(zip(tape.gradient(loss, variables), variables, strict=True))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} name={self._name}>"


#: Arguments of `apply_gradients` that say how devices are to work together.
_OF_SEVERAL_DEVICES = ("experimental_aggregate_gradients", "skip_gradients_aggregation", "all_reduce_sum_gradients")


def _with_gradients(grads: Sequence[Any], variables: Sequence[Any]) -> list[tuple[Any, Any]]:
    """The pairs that have a gradient.

    Raises:
        ValueError: if there are none.
    """
    pairs = [(g, v) for g, v in zip(grads, variables, strict=True) if g is not None]
    if not pairs:
        raise ValueError(
            "No gradients provided for any variable."
            + (f" Provided variables: {[v.name for v in variables]}." if variables else "")
        )
    if len(pairs) < len(variables):
        missing = [v.name for g, v in zip(grads, variables, strict=True) if g is None]
        warnings.warn(
            f"Gradients do not exist for variables {missing} when minimizing the loss. If using `model.compile()`, did "
            "you forget to provide a `loss` argument?",
            stacklevel=5,
        )
    return pairs
