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

#: Arguments of `apply_gradients` that say how devices are to work together.
_OF_SEVERAL_DEVICES = ("experimental_aggregate_gradients", "skip_gradients_aggregation", "all_reduce_sum_gradients")


class Optimizer(Declared, Module):
    """The base of all optimizers. A subclass defines `build` and `update_step`.

    Raises:
        ValueError: if more than one way of clipping is asked for, or an argument is not known.

    >>> import runtime as tf
    >>> v = Variable(1.0)
    >>> optimizer = tf.keras.optimizers.SGD(learning_rate=0.1)
    >>> _ = optimizer.apply_gradients([(tf.constant(2.0), v)])
    >>> v.numpy(), optimizer.iterations.numpy()
    (np.float32(0.8), np.int64(1))
    """

    _REGISTRY = OPTIMIZERS
    _is_of_training = True
    _TF_MODULE_IGNORED_PROPERTIES = frozenset({"_state", "_built_with"})

    #: The operation that updates a variable; None for classes that define `update_step`.
    _rule: Rule | None = None

    _rate: Any = field(
        "a number, a `LearningRateSchedule`, or a function without arguments", default=0.001, older="lr", passed=True,
        argument="learning_rate",
    )  # fmt: skip
    weight_decay: float | None = field(
        "the part of each variable, times the rate, that is taken away at each step", default=None, kw_only=True
    )
    clipnorm: float | None = field("the largest norm of a gradient", default=None, kw_only=True)
    global_clipnorm: float | None = field("the largest norm of all gradients together", default=None, kw_only=True)
    clipvalue: float | None = field("the largest element of a gradient", default=None, kw_only=True)
    name: Any = field("by default made of the name of the class", default=None, passed=True, kw_only=True)

    def _init_base(self, *, learning_rate: Any = 0.001, name: str | None = None, **others: Any) -> None:
        if others:
            raise ValueError(f"Argument(s) not recognized: {others}")
        self._name = name or unique_name(snake_case(type(self).__name__))
        self.built = False
        self._excluded: list[Any] = []
        self._slots: list[Any] = []
        self._state = Slots(lambda slot: self._slots.append(slot))  # a checkpoint may put another list there
        self._built_with: list[Any] | None = None
        with init_scope():
            self._iterations: Any = Variable(0, trainable=False, dtype=dtypes.int64, name="iteration")
            self._learning_rate = _as_rate(learning_rate)

    def _init_done(self) -> None:
        limits = {name: getattr(self, name) for name in _CLIPPED}
        if sum(limit is not None for limit in limits.values()) > 1:
            raise ValueError(
                f"Only one of `clipnorm`, `clipvalue` and `global_clipnorm` can be set. Received: {limits}"
            )

    # -- what it is --------------------------------------------------------------------------------------------------

    @property
    def iterations(self) -> Any:
        """How many steps have been taken: a variable of dtype int64."""
        return self._iterations

    @property
    def learning_rate(self) -> Any:
        """The learning rate: a variable; or of a schedule, its value at this step. It may be assigned a number."""
        rate = self._learning_rate
        if isinstance(rate, LearningRateSchedule):
            return rate(self._iterations)
        return rate if isinstance(rate, Variable) else rate()

    @learning_rate.setter
    def learning_rate(self, value: Any) -> None:
        if isinstance(self._learning_rate, Variable) and not isinstance(value, Variable) and not callable(value):
            self._learning_rate.assign(value)
        elif isinstance(self._learning_rate, LearningRateSchedule) and not callable(value):
            raise TypeError(
                "This optimizer was created with a `LearningRateSchedule` object as its `learning_rate` constructor "
                "argument, hence its learning rate is not settable: create it with a number."
            )
        else:
            self._learning_rate = _as_rate(value)

    lr = learning_rate

    @property
    def variables(self) -> Any:
        """The variables of the optimizer itself: the step, the learning rate, the slots."""
        rate = [self._learning_rate] if isinstance(self._learning_rate, Variable) else []
        return [self._iterations, *rate, *self._slots]

    non_trainable_variables = variables
    trainable_variables = ()

    def get_config(self) -> dict[str, Any]:
        rate: Any = self._learning_rate
        rate = float(rate.numpy()) if isinstance(rate, Variable) else rate
        rate = serialize_keras_object(rate) if isinstance(rate, LearningRateSchedule) else rate
        return {"name": self._name, "learning_rate": rate, **super().get_config()}

    def exclude_from_weight_decay(self, var_list: Any = None, var_names: Sequence[str] | None = None) -> None:
        """Has weight decay leave some variables alone: these, and those in whose names one of `var_names` is found."""
        self._excluded += [*[v.ref() for v in var_list or ()], *(var_names or ())]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} name={self._name}>"

    # -- slots -------------------------------------------------------------------------------------------------------

    def build(self, variables: Sequence[Any]) -> None:
        """Makes the slots of `variables`. Called when gradients are first applied to them."""
        if self._rule is not None:
            for variable in variables:
                self._state.of(variable, self._slot_names())
        self.built = True

    def _slot_names(self) -> dict[str, float]:
        """What is kept for each variable, and what it begins with."""
        names = self._rule.slots(self) if self._rule is not None else ()
        return {name: getattr(self, f"initial_{name}_value", 0.0) for name in names}

    def add_variable(self, shape: Any, initializer: Any = "zeros", dtype: Any = None, name: str = "variable") -> Any:
        """A variable of the optimizer's own."""
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

    def _get_variable_index(self, variable: Any) -> int:
        return next(i for i, v in enumerate(self._built_with or ()) if v.handle is variable.handle)

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
        variables = self._built_with if trainable_variables is None else list(trainable_variables)
        if variables is None:
            raise ValueError("When passing `grads` without `variables`, the optimizer must be built with variables.")
        self._build_once(variables)
        pairs = _with_gradients(grads, variables)
        grads, variables = [g for g, _ in pairs], [v for _, v in pairs]
        for name, clipped in _CLIPPED.items():
            if limit := getattr(self, name):
                grads = clipped([conversion.convert_to_tensor(g) for g in grads], limit)
        rate = conversion.convert_to_tensor(self.learning_rate)
        if self.weight_decay is not None:
            self._decay(variables, rate)
        update = converted(self.update_step)  # what users define is converted when it is staged
        for grad, variable in zip(grads, variables, strict=True):
            update(grad, variable, rate)
            if variable.constraint is not None:
                variable.assign(variable.constraint(variable.value()))
        self._iterations.assign_add(1)

    def _build_once(self, variables: list[Any]) -> None:
        if self.built and (self._rule is None or all(self._state.knows(v) for v in variables)):
            return
        self._built_with = variables
        if not self.built and any(v._storage is None for v in variables):
            check_creatable()  # slots of arguments are made when the function runs, and TensorFlow makes them here
        with init_scope():
            self.build(variables)
        self.built = True

    def _decay(self, variables: Sequence[Any], rate: Any) -> None:
        for v in variables:
            if not any(key in v.name if isinstance(key, str) else key == v.ref() for key in self._excluded):
                v.assign_sub(v * shaping.cast(self.weight_decay * rate, v.dtype), read_value=False)

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

        >>> import runtime as tf
        >>> x = Variable(3.0)
        >>> _ = tf.keras.optimizers.SGD(0.5).minimize(lambda: x * x, [x])
        >>> x.numpy()
        np.float32(0.0)
        """
        if callable(loss):
            with tape if tape is not None else GradientTape() as tape:
                loss = loss()
        elif tape is None:
            raise ValueError(f"`tape` is required when a `Tensor` loss is passed. Received: loss={loss}, tape={tape}.")
        variables = nest.flatten(var_list() if callable(var_list) else var_list)
        return self.apply_gradients(zip(tape.gradient(loss, variables), variables, strict=True))


def _as_rate(given: Any) -> Any:
    """A learning rate as something that has a value at each step."""
    if isinstance(given, Variable) or callable(given):
        return given
    if isinstance(given, dict):
        return deserialize_schedule(given)
    try:
        return Variable(float(given), trainable=False, dtype=dtypes.float32, name="learning_rate")
    except (TypeError, ValueError):
        raise ValueError(
            "Argument `learning_rate` should be float, or an instance of LearningRateSchedule, or a callable without "
            f"arguments. Received instead: learning_rate={given}"
        ) from None


def _with_gradients(grads: Sequence[Any], variables: Sequence[Any]) -> list[tuple[Any, Any]]:
    """The pairs that have a gradient.

    Raises:
        ValueError: if there are none.
    """
    if len(grads) != len(variables):
        raise ValueError(f"there are {len(grads)} gradients for {len(variables)} variables")
    missing = [v.name for g, v in zip(grads, variables, strict=True) if g is None]
    if len(missing) == len(variables):
        provided = f" Provided variables: {missing}." if missing else ""
        raise ValueError(f"No gradients provided for any variable.{provided}")
    if missing:
        warnings.warn(
            f"Gradients do not exist for variables {missing} when minimizing the loss. If using `model.compile()`, did "
            "you forget to provide a `loss` argument?",
            stacklevel=5,
        )
    return [(g, v) for g, v in zip(grads, variables, strict=True) if g is not None]
