"""Optimizers: the learning rate, what they keep, how gradients are applied, and what they say when that fails."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.keras.optimizers import rules

optimizers = tf.keras.optimizers


def test_the_learning_rate_is_a_variable_that_can_be_set() -> None:
    optimizer = optimizers.SGD(0.5)
    v = tf.Variable(1.0)
    step = tf.function(lambda: optimizer.apply_gradients([(tf.constant(1.0), v)]))
    step()
    optimizer.learning_rate = 0.25
    step()
    assert v.numpy() == 0.25
    optimizer.lr.assign(0.125)
    step()
    assert v.numpy() == 0.125
    assert float(optimizer.learning_rate) == 0.125 and optimizer.iterations.numpy() == 3


def test_the_older_spelling_of_the_learning_rate_is_known() -> None:
    assert float(optimizers.Adam(lr=0.5).learning_rate) == 0.5


def test_a_schedule_gives_the_rate_of_each_step() -> None:
    optimizer = optimizers.SGD(optimizers.schedules.PiecewiseConstantDecay([0], [1.0, 0.5]))
    v = tf.Variable(0.0)
    for _ in range(3):
        optimizer.apply_gradients([(tf.constant(-1.0), v)])
    assert v.numpy() == 2.0 and float(optimizer.learning_rate) == 0.5


def test_a_rate_may_be_a_function() -> None:
    v = tf.Variable(1.0)
    optimizers.SGD(lambda: 0.5).apply_gradients([(tf.constant(1.0), v)])
    assert v.numpy() == 0.5


def test_slots_are_made_once_inside_of_a_function() -> None:
    v = tf.Variable([1.0, 2.0], name="v")
    optimizer = optimizers.Adam(0.1)

    @tf.function
    def step() -> Any:
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(v * v)
        optimizer.apply_gradients(zip(tape.gradient(loss, [v]), [v], strict=True))
        return loss

    losses = [float(step()) for _ in range(20)]
    assert step.experimental_get_tracing_count() == 1
    assert [s.name for s in optimizer.variables] == ["iteration:0", "learning_rate:0", "v_momentum:0", "v_velocity:0"]
    assert losses == sorted(losses, reverse=True)


def test_a_function_is_not_given_an_optimizer_that_has_no_slots_yet_after_its_first_call() -> None:
    @tf.function
    def train_step(w: Any, x: Any, y: Any, optimizer: Any) -> None:
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(w * x - y))
        optimizer.apply_gradients(zip(tape.gradient(loss, [w]), [w], strict=True))

    w, x, y = tf.Variable(2.0), tf.constant([-1.0]), tf.constant([2.0])
    first, second = optimizers.Adam(1e-2), optimizers.Adam(1e-3)
    train_step(w, x, y, first)
    with pytest.raises(ValueError, match="only supports singleton"):
        train_step(w, x, y, second)
    second.build([w])
    train_step(w, x, y, second)
    assert train_step.experimental_get_tracing_count() == 3  # one of them failed: no variable is made to ask


def test_a_variable_that_is_an_argument_keeps_its_slots_in_the_next_trace() -> None:
    def train_step(w: Any, optimizer: Any) -> None:
        optimizer.apply_gradients([(tf.constant(1.0), w)])

    given, captured = tf.Variable(2.0), tf.Variable(2.0)
    first, second = optimizers.Adam(0.01), optimizers.Adam(0.01)
    for _ in range(2):
        tf.function(train_step)(given, first)
        tf.function(train_step)(given, first)
        train_step(captured, second)
        train_step(captured, second)
    assert given.numpy() == captured.numpy()
    assert len(first.variables) == len(second.variables)


def test_minimize_takes_a_function_or_a_tape() -> None:
    x = tf.Variable(3.0)
    optimizer = optimizers.SGD(0.25)
    optimizer.minimize(lambda: x * x, [x])
    assert x.numpy() == 1.5
    with tf.GradientTape() as tape:
        loss = x * x
    optimizer.minimize(loss, [x], tape=tape)
    assert x.numpy() == 0.75


def test_large_variables_are_updated_part_by_part_as_small_ones() -> None:
    count = 2 * rules.PART + 3
    start = np.random.RandomState(0).randn(count).astype("float32")
    large, small = tf.Variable(start), [tf.Variable(start[i : i + rules.PART]) for i in range(0, count, rules.PART)]
    first, second = optimizers.Adam(0.1), optimizers.Adam(0.1)
    for _ in range(3):
        first.apply_gradients([(large * 2.0, large)])
        second.apply_gradients([(v * 2.0, v) for v in small])
    assert np.array_equal(large.numpy(), np.concatenate([v.numpy() for v in small]))


def test_what_was_read_before_an_update_stays_what_it_was() -> None:
    v = tf.Variable([1.0, 1.0])
    optimizer = optimizers.Adam(0.1)
    optimizer.apply_gradients([(tf.constant([1.0, 1.0]), v)])
    slot = optimizer.variables[2]
    value, array, momentum = v.value(), v.numpy(), slot.value()
    before = momentum.numpy().copy()
    optimizer.apply_gradients([(tf.constant([5.0, 5.0]), v)])
    assert np.array_equal(value, array) and not np.array_equal(value, v)
    assert np.array_equal(momentum, before) and not np.array_equal(momentum, slot)


def test_other_dtypes_keep_theirs() -> None:
    for dtype in (tf.float64, tf.float16, tf.bfloat16):
        v = tf.Variable([1.0, 2.0], dtype=dtype)
        optimizers.Adam(0.5).apply_gradients([(tf.ones([2], dtype), v)])
        assert v.dtype is dtype
        np.testing.assert_allclose(tf.cast(v, tf.float32), [0.5, 1.5], atol=0.02)


def test_constraints_hold_after_a_step() -> None:
    v = tf.Variable([1.0, -1.0], constraint=lambda x: tf.maximum(x, 0.0))
    optimizers.SGD(1.0).apply_gradients([(tf.constant([3.0, -3.0]), v)])
    assert v.numpy().tolist() == [0.0, 2.0]


def test_weight_decay_leaves_alone_what_is_excluded() -> None:
    kernel, bias = tf.Variable(1.0, name="kernel"), tf.Variable(1.0, name="bias")
    optimizer = optimizers.AdamW(0.0, weight_decay=0.5)
    optimizer.learning_rate = 0.5
    optimizer.exclude_from_weight_decay(var_names=["bias"])
    optimizer.apply_gradients([(tf.constant(0.0), kernel), (tf.constant(0.0), bias)])
    assert (kernel.numpy(), bias.numpy()) == (0.75, 1.0)


def test_an_optimizer_of_the_user_s_defines_one_step() -> None:
    class Halving(optimizers.Optimizer):
        def build(self, variables: Any) -> None:
            super().build(variables)
            self.seen = [self.add_variable_from_reference(v, "seen") for v in variables]

        def update_step(self, gradient: Any, variable: Any, learning_rate: Any) -> None:
            seen = self.seen[self._get_variable_index(variable)]
            self.assign_add(seen, gradient)
            if tf.reduce_sum(seen) > 2.0:
                self.assign(variable, variable * 0.5)
            else:
                self.assign_sub(variable, learning_rate * gradient)

    v = tf.Variable([8.0])
    optimizer = Halving(learning_rate=1.0)
    step = tf.function(lambda: optimizer.apply_gradients([(tf.constant([1.0]), v)]))
    found = []
    for _ in range(4):
        step()
        found.append(v.numpy()[0])
    assert found == [7.0, 6.0, 3.0, 1.5]


@pytest.mark.parametrize("name", ["SGD", "Adam", "AdamW", "RMSprop", "Adagrad"])
def test_an_optimizer_is_made_again_from_its_configuration(name: str) -> None:
    optimizer = getattr(optimizers, name)(0.25, clipnorm=1.0)
    again = optimizers.deserialize(optimizers.serialize(optimizer))
    assert type(again) is type(optimizer) and again.get_config() == optimizer.get_config()
    assert type(optimizers.get(name.lower())) is type(optimizer)
    assert type(optimizers.get(name)) is type(optimizer)


def test_a_schedule_survives_the_configuration() -> None:
    schedule = optimizers.schedules.CosineDecay(0.1, 10)
    again = optimizers.SGD.from_config(optimizers.SGD(schedule).get_config())
    assert float(again.learning_rate) == float(schedule(0))


def test_steps_of_several_threads_all_count() -> None:
    optimizer = optimizers.SGD(1.0)
    variables = [tf.Variable(0.0) for _ in range(4)]

    def run(v: Any) -> None:
        for _ in range(50):
            optimizer.apply_gradients([(tf.constant(-1.0), v)])

    threads = [threading.Thread(target=run, args=(v,)) for v in variables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [v.numpy() for v in variables] == [50.0] * 4


# -- mistakes --------------------------------------------------------------------------------------------------------


def test_a_missing_gradient_is_warned_of() -> None:
    v, w = tf.Variable(1.0, name="v"), tf.Variable(1.0, name="w")
    with pytest.warns(UserWarning, match=r"Gradients do not exist for variables \['w:0'\] when minimizing the loss"):
        optimizers.SGD(1.0).apply_gradients([(tf.constant(1.0), v), (None, w)])
    assert (v.numpy(), w.numpy()) == (0.0, 1.0)


MISTAKES: dict[str, tuple[Any, type[Exception], str]] = {
    "no gradient at all": (
        lambda: optimizers.SGD().apply_gradients([(None, tf.Variable(1.0, name="v"))]),
        ValueError, "No gradients provided for any variable. Provided variables: ['v:0'].",
    ),
    "nothing at all": (
        lambda: optimizers.SGD().apply_gradients([]), ValueError, "No gradients provided for any variable.",
    ),
    "an unknown argument": (lambda: optimizers.Adam(foo=1), ValueError, "Argument(s) not recognized: {'foo': 1}"),
    "a rate that is none": (
        lambda: optimizers.Adam("a"), ValueError, "Argument `learning_rate` should be float, or an instance of LearningRateSchedule",
    ),
    "two ways of clipping": (
        lambda: optimizers.Adam(clipnorm=1.0, clipvalue=2.0),
        ValueError, "Only one of `clipnorm`, `clipvalue` and `global_clipnorm` can be set.",
    ),
    "setting a rate that a schedule gives": (
        lambda: setattr(optimizers.SGD(optimizers.schedules.CosineDecay(0.1, 10)), "learning_rate", 0.1),
        TypeError, "hence its learning rate is not settable",
    ),
    "a gradient of another shape": (
        lambda: optimizers.SGD().apply_gradients([(tf.zeros([3]), tf.Variable([1.0, 2.0], name="v"))]),
        tf.errors.InvalidArgumentError, "the gradient of 'v' has shape [3], the variable [2]",
    ),
    "a loss without a tape": (
        lambda: optimizers.SGD().minimize(tf.constant(1.0), []), ValueError, "`tape` is required when a `Tensor` loss is passed.",
    ),
    "no step defined": (
        lambda: optimizers.Optimizer(0.1).apply_gradients([(tf.constant(1.0), tf.Variable(1.0))]),
        NotImplementedError, "Optimizer does not define `update_step(self, gradient, variable, learning_rate)`",
    ),
    "momentum": (lambda: optimizers.SGD(momentum=2.0), ValueError, "`momentum` must be a float between [0, 1]."),
    "boundaries": (
        lambda: optimizers.schedules.PiecewiseConstantDecay([1], [1.0]),
        ValueError, "The length of boundaries should be 1 less than the length of values.",
    ),
    "an unknown name": (lambda: optimizers.get("foo"), ValueError, "Could not interpret optimizer identifier: foo"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_are_named(name: str) -> None:
    call, kind, text = MISTAKES[name]
    with pytest.raises(kind) as caught:
        call()
    assert text in str(caught.value)
