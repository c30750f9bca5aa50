"""`Optimizer`: what all optimizers share: the learning rate, clipping, slots, and how gradients are applied."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import runtime as tf
from runtime.core import nest
from runtime.keras.backend import snake_case, unique_name
from runtime.keras.optimizers.rules import Rule
from runtime.keras.optimizers.schedules import LearningRateSchedule
from runtime.keras.optimizers.schedules import deserialize as deserialize_schedule
from runtime.keras.optimizers.schedules import serialize as serialize_schedule
from runtime.tensor import SymbolicTensor
from runtime.tensor_apply import apply

#: Attributes that hold variables of others, or slots a second time.
_TABLES = frozenset({"_averages", "_built_with", "_by_variable", "_positions"})


class Optimizer(tf.Module):
    """The base of all optimizers. A subclass defines `build` and `update_step`.

    Args:
        learning_rate: a number, a `LearningRateSchedule`, or a function without arguments.
        weight_decay: the part of each variable, times the learning rate, that is taken away at each step.
        clipnorm: the largest norm of a gradient; clipvalue: of an element of one; global_clipnorm: of all together. At
            most one of them.
        use_ema, ema_momentum, ema_overwrite_frequency: whether a moving average of the variables is kept, how slowly
            it moves, and after how many steps the variables are replaced by it.
        loss_scale_factor: what the loss was multiplied with; gradients are divided by it.
        gradient_accumulation_steps: not supported.
        name: by default made of the name of the class.

    Raises:
        ValueError: if more than one way of clipping is asked for, or an argument is not known.

    >>> v = tf.Variable(1.0)
    >>> optimizer = tf.optimizers.SGD(learning_rate=0.1)
    >>> _ = optimizer.apply_gradients([(tf.constant(2.0), v)])
    >>> v.numpy(), optimizer.iterations.numpy()
    (np.float32(0.8), np.int64(1))
    """

    #: The operation that updates a variable; None for classes that define `update_step`.
    _rule: Rule | None = None
    #: The names of the numbers that the rule depends on: attributes of the same names.
    _numbers: Sequence[str] = ()

    def __init__(
        self,
        learning_rate: Any = 0.001,
        weight_decay: float | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        use_ema: bool = False,
        ema_momentum: float = 0.99,
        ema_overwrite_frequency: int | None = None,
        loss_scale_factor: float | None = None,
        gradient_accumulation_steps: int | None = None,
        name: str | None = None,
        **kwargs: Any,
    ):
        # The older spelling of `learning_rate`.
        learning_rate = kwargs.pop("lr", learning_rate)
        if kwargs.pop("decay", None):
            warnings.warn("Argument `decay` is no longer supported and will be ignored.", stacklevel=3)
        kwargs.pop("jit_compile", None)
        if kwargs:
            raise ValueError(f"Argument(s) not recognized: {kwargs}")
        if sum(limit is not None for limit in (clipnorm, clipvalue, global_clipnorm)) > 1:
            raise ValueError(
                "Only one of `clipnorm`, `clipvalue` and `global_clipnorm` can be set. Received: "
                f"clipnorm={clipnorm}, clipvalue={clipvalue}, global_clipnorm={global_clipnorm}"
            )
        if gradient_accumulation_steps is not None:
            raise ValueError(
                "gradient_accumulation_steps is not supported: add gradients up in your training step, and apply their "
                "mean every so many steps"
            )
        if use_ema and not 0 <= ema_momentum <= 1:
            raise ValueError(f"`ema_momentum` must be in the range [0, 1]. Received: ema_momentum={ema_momentum}")
        super().__init__()
        self._name = name or unique_name(snake_case(type(self).__name__))
        self.weight_decay = weight_decay
        self.clipnorm, self.clipvalue, self.global_clipnorm = clipnorm, clipvalue, global_clipnorm
        self.use_ema, self.ema_momentum = use_ema, ema_momentum
        self.ema_overwrite_frequency = ema_overwrite_frequency
        self.loss_scale_factor = loss_scale_factor
        self.gradient_accumulation_steps = None
        self.built = False
        self._excluded: list[str] = []
        self._slots: list[Any] = []
        self._by_variable: dict[int, tuple[Any, list[Any]]] = {}
        self._averages: dict[int, Any] = {}
        with tf.init_scope():
            self._iterations: Any = tf.Variable(0, trainable=False, dtype=tf.int64, name="iteration")
            self._learning_rate = self._as_rate(learning_rate)

    def _as_rate(self, given: Any) -> Any:
        if isinstance(given, (LearningRateSchedule, tf.Variable)) or callable(given):
            return given
        if isinstance(given, Mapping):
            return deserialize_schedule(given)
        try:
            rate = float(given)
        except (TypeError, ValueError):
            raise ValueError(
                "Argument `learning_rate` should be float, or an instance of LearningRateSchedule, or a callable "
                "(that takes in the current iteration value and returns the corresponding learning rate value). "
                f"Received instead: learning_rate={given}"
            ) from None
        return tf.Variable(rate, trainable=False, dtype=tf.float32, name="learning_rate")

    # -- what it is --------------------------------------------------------------------------------------------------

    @property
    def iterations(self) -> Any:
        """How many steps have been taken: a variable of dtype int64."""
        return self._iterations

    @iterations.setter
    def iterations(self, variable: Any) -> None:
        if self.built:
            raise RuntimeError(
                "Cannot set `iterations` to a new Variable after the Optimizer weights have been created"
            )
        self._iterations = variable

    @property
    def learning_rate(self) -> Any:
        """The learning rate: a variable; or of a schedule, its value at this step. It may be assigned a number."""
        if isinstance(self._learning_rate, LearningRateSchedule):
            return self._learning_rate(self._iterations)
        if callable(self._learning_rate) and not isinstance(self._learning_rate, tf.Variable):
            return self._learning_rate()
        return self._learning_rate

    @learning_rate.setter
    def learning_rate(self, value: Any) -> None:
        if isinstance(value, (LearningRateSchedule, tf.Variable)) or callable(value):
            self._learning_rate = value
            return
        if isinstance(self._learning_rate, LearningRateSchedule):
            raise TypeError(
                "This optimizer was created with a `LearningRateSchedule` object as its `learning_rate` constructor "
                "argument, hence its learning rate is not settable. If you need the learning rate to be settable, you "
                "should instantiate the optimizer with a float `learning_rate` argument."
            )
        if callable(self._learning_rate) and not isinstance(self._learning_rate, tf.Variable):
            self._learning_rate = self._as_rate(value)
        else:
            self._learning_rate.assign(value)

    lr = learning_rate

    @property
    def variables(self) -> Any:
        """The variables of the optimizer itself: the step, the learning rate, the slots."""
        rate = [self._learning_rate] if isinstance(self._learning_rate, tf.Variable) else []
        return [self._iterations, *rate, *self._slots]

    @property
    def trainable_variables(self) -> Any:
        return []

    @property
    def non_trainable_variables(self) -> Any:
        return self.variables

    def _trackable_children(self) -> dict[str, Any]:
        # Tables by variable are no part of what is saved: the slots are, in the order in which they were made.
        return {name: child for name, child in super()._trackable_children().items() if name not in _TABLES}

    def get_config(self) -> dict[str, Any]:
        """The arguments that make an equal optimizer."""
        rate: Any = self._learning_rate
        if isinstance(rate, LearningRateSchedule):
            rate = serialize_schedule(rate)
        elif isinstance(rate, tf.Variable):
            rate = float(rate.numpy())
        shared = (
            "weight_decay", "clipnorm", "global_clipnorm", "clipvalue", "use_ema", "ema_momentum",
            "ema_overwrite_frequency", "loss_scale_factor", "gradient_accumulation_steps",
        )  # fmt: skip
        config = {"name": self._name, "learning_rate": rate, **{key: getattr(self, key) for key in shared}}
        return {**config, **{key: getattr(self, key) for key in self._numbers}}

    @classmethod
    def from_config(cls, config: Mapping[str, Any], custom_objects: Any = None) -> Any:
        """The optimizer that `get_config` described."""
        return cls(**config)

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
        if self._rule is not None:
            earlier = list(self._by_variable.values())
            for position, variable in enumerate(variables):
                if id(variable.handle) not in self._by_variable:
                    slots = _slots_of_argument(variable, position, earlier)
                    if slots is None:
                        slots = [self._slot(variable, name) for name in self._rule.slots(self)]
                    self._by_variable[id(variable.handle)] = (variable, slots)
        if self.use_ema:
            for variable in variables:
                if id(variable.handle) not in self._averages:
                    self._averages[id(variable.handle)] = self._slot(variable, "average")
        self.built = True

    def _slot(self, variable: Any, name: str) -> Any:
        slot = self._made(variable, name)
        self._slots.append(slot)
        return slot

    def _made(self, variable: Any, name: str, value: float = 0.0) -> Any:
        shape = variable.shape.as_list() if variable.shape.is_fully_defined() else tf.shape(variable)
        base = variable.name.partition(":")[0].replace("/", "_")
        return tf.Variable(tf.fill(shape, tf.cast(value, variable.dtype)), trainable=False, name=f"{base}_{name}")

    def add_variable(
        self, shape: Any, initializer: Any = "zeros", dtype: Any = None, aggregation: Any = None, name: str = "variable"
    ) -> Any:
        """A variable of the optimizer's own."""
        with tf.init_scope():
            variable = tf.Variable(_initial(initializer, shape, dtype), trainable=False, name=name)
        self._slots.append(variable)
        return variable

    def add_variable_from_reference(
        self, reference_variable: Any, name: str = "variable", initializer: Any = "zeros"
    ) -> Any:
        """A variable of the shape and dtype of another: a slot."""
        base = reference_variable.name.partition(":")[0].replace("/", "_")
        return self.add_variable(reference_variable.shape, initializer, reference_variable.dtype, name=f"{base}_{name}")

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
        variable.assign(tf.cast(value, variable.dtype))

    def assign_add(self, variable: Any, value: Any) -> None:
        variable.assign_add(tf.cast(value, variable.dtype))

    def assign_sub(self, variable: Any, value: Any) -> None:
        variable.assign_sub(tf.cast(value, variable.dtype))

    # -- applying gradients ------------------------------------------------------------------------------------------

    def apply_gradients(self, grads_and_vars: Iterable[tuple[Any, Any]], name: str | None = None, **kwargs: Any) -> Any:
        """Takes a step.

        Args:
            grads_and_vars: pairs of a gradient (a tensor, `IndexedSlices`, or None) and a variable.
            name: accepted for compatibility.
            **kwargs: `experimental_aggregate_gradients` and the like, accepted for compatibility.

        Returns:
            The variable `iterations`.

        Raises:
            ValueError: if there is no gradient at all.
        """
        pairs = [(g, v) for g, v in grads_and_vars]
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
        variables = list(trainable_variables)
        grads = list(grads)
        if len(grads) != len(variables):
            raise ValueError(f"there are {len(grads)} gradients for {len(variables)} variables")
        self._build_once(variables)
        pairs = _with_gradients(grads, variables)
        grads = self._clipped([g for g, _ in pairs])
        if self.loss_scale_factor is not None:
            grads = [_dense(g) / self.loss_scale_factor for g in grads]
        variables = [v for _, v in pairs]
        self._backend_update_step(grads, variables, self.learning_rate)
        if self.use_ema:
            self._update_averages(variables)
        for variable in variables:
            if variable.constraint is not None:
                variable.assign(variable.constraint(variable.value()))
        self._iterations.assign_add(1)

    def _build_once(self, variables: Sequence[Any]) -> None:
        if self.built and self._rule is None:
            return
        if self.built and all(id(v.handle) in self._by_variable for v in variables) and not self.use_ema:
            return
        self._positions = {id(v.handle): i for i, v in enumerate(variables)}
        self._built_with = variables
        with tf.init_scope():
            self.build(variables)
        self.built = True

    def _clipped(self, grads: list[Any]) -> list[Any]:
        if self.clipnorm is not None and self.clipnorm > 0:
            return [tf.clip_by_norm(_dense(g), self.clipnorm) for g in grads]
        if self.global_clipnorm is not None and self.global_clipnorm > 0:
            return list(tf.clip_by_global_norm([_dense(g) for g in grads], self.global_clipnorm)[0])
        if self.clipvalue is not None and self.clipvalue > 0:
            return [tf.clip_by_value(_dense(g), -self.clipvalue, self.clipvalue) for g in grads]
        return grads

    def _backend_update_step(
        self, grads: Sequence[Any], trainable_variables: Sequence[Any], learning_rate: Any
    ) -> None:
        """Updates all variables."""
        rate = tf.convert_to_tensor(learning_rate)
        if self.weight_decay is not None:
            self._decay(trainable_variables, rate)
        from autograph.operators.calls import call as converted  # what users define is converted when it is staged

        update = converted(self.update_step)
        for grad, variable in zip(grads, trainable_variables, strict=True):
            update(grad, variable, rate)

    def _decay(self, variables: Sequence[Any], rate: Any) -> None:
        for variable in variables:
            excluded = any(
                key in variable.name if isinstance(key, str) else key == variable.ref() for key in self._excluded
            )
            if not excluded:
                variable.assign_sub(variable * tf.cast(self.weight_decay * rate, variable.dtype), read_value=False)

    def update_step(self, gradient: Any, variable: Any, learning_rate: Any) -> None:
        """Updates one variable. Subclasses define it; they may use `assign`, `assign_add` and `assign_sub`."""
        if self._rule is None:
            raise NotImplementedError(
                f"{type(self).__name__} does not define `update_step(self, gradient, variable, learning_rate)`"
            )
        slots = self._by_variable[id(variable.handle)][1]
        inputs = (
            variable.handle, tf.cast(_dense(gradient), variable.dtype), learning_rate, self._iterations.value(),
            *[s.handle for s in (*slots, *self._shared_slots())],
        )  # fmt: skip
        apply(self._rule.op, inputs, {key: getattr(self, key) for key in self._numbers})

    def _shared_slots(self) -> Sequence[Any]:
        """Variables that belong to the optimizer as a whole and that its rule reads."""
        return ()

    def _update_averages(self, variables: Sequence[Any]) -> None:
        for variable in variables:
            average = self._averages[id(variable.handle)]
            # The first value of the average is that of the variable.
            momentum = tf.where(tf.equal(self._iterations, 0), 0.0, self.ema_momentum)
            momentum = tf.cast(momentum, variable.dtype)
            average.assign(momentum * average + (1.0 - momentum) * variable)
        if self.ema_overwrite_frequency:
            due = tf.equal((self._iterations + 1) % self.ema_overwrite_frequency, 0)
            for variable in variables:
                variable.assign(tf.where(due, self._averages[id(variable.handle)].value(), variable.value()))

    def finalize_variable_values(self, var_list: Sequence[Any]) -> None:
        """Replaces the variables by their moving averages, if those are kept."""
        for variable in var_list if self.use_ema else ():
            if id(variable.handle) in self._averages:
                variable.assign(self._averages[id(variable.handle)])

    def minimize(self, loss: Any, var_list: Any, tape: Any = None, name: str | None = None) -> Any:
        """Takes a step that makes `loss` smaller.

        Args:
            loss: a function without arguments; or a tensor that `tape` recorded.
            var_list: variables, or a function that returns them.
            tape: a `GradientTape`.
            name: accepted for compatibility.

        Returns:
            The variable `iterations`.

        Raises:
            ValueError: if `loss` is a tensor and there is no tape.

        >>> x = tf.Variable(3.0)
        >>> _ = tf.optimizers.SGD(0.5).minimize(lambda: x * x, [x])
        >>> x.numpy()
        np.float32(0.0)
        """
        if not callable(loss) and tape is None:
            raise ValueError("`tape` is required when a `Tensor` loss is passed. Received: loss={loss}, tape={tape}.")
        if callable(loss):
            with tape if tape is not None else tf.GradientTape() as tape:
                value = loss()
        else:
            value = loss
        variables = nest.flatten(var_list() if callable(var_list) else var_list)
        return self.apply_gradients(zip(tape.gradient(value, variables), variables, strict=True))

    def compute_gradients(self, loss: Any, var_list: Any, tape: Any = None) -> list[tuple[Any, Any]]:
        """Pairs of a gradient of `loss` and a variable, for `apply_gradients`; see `minimize`."""
        if callable(loss):
            with tape if tape is not None else tf.GradientTape() as tape:
                loss = loss()
        variables = nest.flatten(var_list() if callable(var_list) else var_list)
        return list(zip(tape.gradient(loss, variables), variables, strict=True))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} name={self._name}>"


def _slots_of_argument(variable: Any, position: int, earlier: Sequence[tuple[Any, list[Any]]]) -> list[Any] | None:
    """The slots of a variable that a function has as an argument; None if there are none.

    Every trace has a stand-in of its own for it: the one at this position that was like it had the same variable.
    """
    if not isinstance(variable.handle, SymbolicTensor) or position >= len(earlier):
        return None
    other, slots = earlier[position]
    return slots if (other.shape, other.dtype) == (variable.shape, variable.dtype) else None


def _dense(gradient: Any) -> Any:
    return tf.convert_to_tensor(gradient)


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


def _initial(initializer: Any, shape: Any, dtype: Any) -> Any:
    shape = shape.as_list() if hasattr(shape, "as_list") else list(shape)
    known: dict[str, Callable[..., Any]] = {"zeros": tf.zeros, "ones": tf.ones}
    if isinstance(initializer, str):
        return known[initializer](shape, dtype or tf.float32)
    return initializer(shape, dtype=dtype or tf.float32)
