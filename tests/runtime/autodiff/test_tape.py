"""`GradientTape` on operations that run at once."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import runtime as tf


def test_gradient_of_a_watched_tensor() -> None:
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    assert tape.gradient(y, x).numpy() == 6.0


def test_trainable_variables_are_watched_when_they_are_read() -> None:
    w = tf.Variable(3.0)
    fixed = tf.Variable(2.0, trainable=False)
    with tf.GradientTape() as tape:
        y = w * w * fixed
    dw, dfixed = tape.gradient(y, [w, fixed])
    assert dw.numpy() == 12.0
    assert dfixed is None
    assert tape.watched_variables()[0] is w
    assert len(tape.watched_variables()) == 1


def test_nothing_is_watched_by_itself_if_so_asked() -> None:
    x, y = tf.Variable(2.0), tf.Variable(3.0)
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(x)
        z = x * y
    dx, dy = tape.gradient(z, [x, y])
    assert dx.numpy() == 3.0
    assert dy is None


def test_a_constant_that_is_not_watched_has_no_gradient() -> None:
    x, w = tf.constant(2.0), tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = x * w
    assert tape.gradient(y, x) is None


def test_sources_and_targets_may_be_nested() -> None:
    a, b = tf.Variable([1.0, 2.0]), tf.Variable(3.0)
    with tf.GradientTape() as tape:
        targets = {"first": a * 2.0, "second": b * a}
    found = tape.gradient(targets, {"a": a, "rest": [b]})
    assert found["a"].numpy().tolist() == [5.0, 5.0]
    assert found["rest"][0].numpy() == 3.0


def test_output_gradients_weight_the_targets() -> None:
    a = tf.Variable([1.0, 2.0])
    with tf.GradientTape() as tape:
        y = a * a
    assert tape.gradient(y, a, output_gradients=tf.constant([1.0, 10.0])).numpy().tolist() == [2.0, 40.0]


def test_unconnected_gradients_can_be_zero() -> None:
    a, b = tf.Variable([1.0, 2.0]), tf.Variable(3.0)
    with tf.GradientTape(persistent=True) as tape:
        y = b * 2.0
    assert tape.gradient(y, a) is None
    assert tape.gradient(y, a, unconnected_gradients="zero").numpy().tolist() == [0.0, 0.0]
    assert tape.gradient(y, a, unconnected_gradients=tf.UnconnectedGradients.ZERO).numpy().tolist() == [0.0, 0.0]


def test_a_tape_that_is_not_persistent_serves_once() -> None:
    x = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = x * x
    tape.gradient(y, x)
    with pytest.raises(RuntimeError, match="A non-persistent GradientTape can only be used to compute one set"):
        tape.gradient(y, x)


def test_a_persistent_tape_serves_again() -> None:
    x = tf.Variable(2.0)
    with tf.GradientTape(persistent=True) as tape:
        y = x * x
        z = y * y
    assert tape.gradient(y, x).numpy() == 4.0
    assert tape.gradient(z, x).numpy() == 32.0
    assert tape.gradient(z, y).numpy() == 8.0


def test_nested_tapes_take_second_derivatives() -> None:
    x = tf.Variable(2.0)
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            y = x**3
        first = inner.gradient(y, x)
    assert first.numpy() == 12.0
    assert outer.gradient(first, x).numpy() == 12.0


def test_stop_recording_leaves_out_what_runs_inside() -> None:
    x, y = tf.Variable(2.0), tf.Variable(3.0)
    with tf.GradientTape() as tape:
        a = x * x
        with tape.stop_recording():
            b = y * y
        z = a + b
    dx, dy = tape.gradient(z, [x, y])
    assert dx.numpy() == 4.0
    assert dy is None


def test_reset_forgets_what_was_recorded() -> None:
    x, y = tf.Variable(2.0), tf.Variable(3.0)
    with tf.GradientTape() as tape:
        a = y * y
        tape.reset()
        z = a + x * x
    dx, dy = tape.gradient(z, [x, y])
    assert dx.numpy() == 4.0
    assert dy is None


def test_integers_have_no_gradient() -> None:
    x = tf.constant(2)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    assert tape.gradient(y, x) is None


def test_assignment_breaks_the_path() -> None:
    x, state = tf.Variable(3.0), tf.Variable(0.0)
    with tf.GradientTape() as tape:
        state.assign_add(x)
        y = state**2
    assert tape.gradient(y, x) is None


def test_a_variable_read_twice_around_an_assignment_counts_both_reads() -> None:
    x = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = x * x
        x.assign_add(1.0)
        y += x * 3.0
    assert tape.gradient(y, x).numpy() == 7.0


def test_stop_gradient_takes_its_argument_as_a_constant() -> None:
    x = tf.Variable(1.5)
    with tf.GradientTape() as tape:
        y = tf.stop_gradient(x) * x
    assert tape.gradient(y, x).numpy() == 1.5


def test_only_tensors_can_be_watched() -> None:
    with tf.GradientTape() as tape, pytest.raises(ValueError, match=r"Passed in object 3\.0 of type 'float'"):
        tape.watch(3.0)


def test_only_tensors_can_be_sources() -> None:
    x = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = x * x
    with pytest.raises(TypeError, match=r"with respect to tensors and variables, not 3\.0"):
        tape.gradient(y, 3.0)


def test_gathered_rows_have_indexed_slices() -> None:
    table = tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    with tf.GradientTape(persistent=True) as tape:
        rows = tf.reduce_sum(tf.gather(table, [0, 2, 0]) ** 2)
        both = rows + tf.reduce_sum(table)
    slices = tape.gradient(rows, table)
    assert isinstance(slices, tf.IndexedSlices)
    assert slices.indices.numpy().tolist() == [0, 2, 0]
    assert slices.values.numpy().tolist() == [[2.0, 4.0], [10.0, 12.0], [2.0, 4.0]]
    assert slices.dense_shape.numpy().tolist() == [3, 2]
    assert tf.convert_to_tensor(slices).numpy().tolist() == [[4.0, 8.0], [0.0, 0.0], [10.0, 12.0]]
    assert tape.gradient(both, table).numpy().tolist() == [[5.0, 9.0], [1.0, 1.0], [11.0, 13.0]]


def test_tapes_of_threads_do_not_meet() -> None:
    found = {}

    def work(number: int) -> None:
        x = tf.constant(float(number))
        for _ in range(50):
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = x * x
            found.setdefault(number, set()).add(float(tape.gradient(y, x)))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {n: {2.0 * n} for n in range(8)}


def test_jacobian_has_the_shape_of_the_target_then_of_the_source() -> None:
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.matmul(x, x)
    jacobian = tape.jacobian(y, x)
    assert jacobian.shape == [2, 2, 2, 2]
    assert jacobian[0, 1].numpy().tolist() == [[2.0, 5.0], [0.0, 2.0]]


def test_batch_jacobian_keeps_examples_apart() -> None:
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x**2
    assert tape.batch_jacobian(y, x).numpy().tolist() == [[[2.0, 0.0], [0.0, 4.0]], [[6.0, 0.0], [0.0, 8.0]]]


def test_batch_jacobian_of_a_vector_is_an_error() -> None:
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x**2
    with pytest.raises(ValueError, match=r"Shape \(2,\) must have rank at least 2"):
        tape.batch_jacobian(y, x)


@pytest.mark.parametrize("reduce", [tf.reduce_sum, tf.reduce_mean, tf.reduce_max, tf.reduce_prod, tf.norm])
def test_gradient_of_a_reduction_of_a_scalar_whose_rank_is_not_known(reduce: Any) -> None:
    @tf.function(input_signature=[tf.TensorSpec(None)])
    def gradient(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = reduce(x) * 2.0
        return tape.gradient(y, x)

    assert gradient(tf.constant(3.0)).numpy() == 2.0


def test_jacobians_in_a_function_of_any_size() -> None:
    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
    def jacobians(x):
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            y = x * x * x
        return tape.jacobian(y, x), tape.batch_jacobian(y, x)

    full, batch = jacobians(tf.constant([[1.0, 2.0], [3.0, 4.0], [0.0, 1.0]]))
    assert full.shape == [3, 2, 3, 2]
    assert full[1, 0].numpy().tolist() == [[0.0, 0.0], [27.0, 0.0], [0.0, 0.0]]
    assert batch.numpy().tolist() == [[[3, 0], [0, 12]], [[27, 0], [0, 48]], [[0, 0], [0, 3]]]
