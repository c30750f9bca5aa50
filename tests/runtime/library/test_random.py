"""Random numbers: distributions, and what seeds promise."""

from __future__ import annotations

import copy
import os
import threading

import numpy as np
import pytest

import runtime as tf
from runtime.ir.context import tracing_lock
from runtime.ir.schema import OPS, Effect
from runtime.kernels.streams import Stream
from tests.runtime.forks import in_a_fork

forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")


def test_uniform_numbers_stay_in_their_interval() -> None:
    tf.random.set_seed(0)
    numbers = tf.random.uniform([10000], 2.0, 5.0).numpy()
    assert numbers.dtype == np.float32
    assert numbers.min() >= 2 and numbers.max() < 5
    assert abs(numbers.mean() - 3.5) < 0.05


def test_uniform_integers_need_a_limit() -> None:
    numbers = tf.random.uniform([1000], 3, 6, dtype=tf.int64).numpy()
    assert set(numbers.tolist()) == {3, 4, 5}
    with pytest.raises(ValueError, match="maxval"):
        tf.random.uniform([2], dtype=tf.int32)
    with pytest.raises(tf.errors.InvalidArgumentError, match="5 >= 5"):
        tf.random.uniform([2], 5, 5, dtype=tf.int32)


def test_normal_numbers_have_the_mean_and_deviation() -> None:
    tf.random.set_seed(0)
    numbers = tf.random.normal([20000], mean=1.0, stddev=2.0).numpy()
    assert abs(numbers.mean() - 1) < 0.05
    assert abs(numbers.std() - 2) < 0.05
    assert np.abs(tf.random.truncated_normal([5000]).numpy()).max() <= 2


def test_global_seed_starts_everything_over() -> None:
    tf.random.set_seed(7)
    first = [
        tf.random.uniform([3]).numpy(),
        tf.random.normal([3], seed=1).numpy(),
        tf.random.shuffle([1, 2, 3]).numpy(),
    ]
    tf.random.set_seed(7)
    again = [
        tf.random.uniform([3]).numpy(),
        tf.random.normal([3], seed=1).numpy(),
        tf.random.shuffle([1, 2, 3]).numpy(),
    ]
    for a, b in zip(first, again, strict=True):
        np.testing.assert_array_equal(a, b)
    assert not np.array_equal(first[0], tf.random.uniform([3]).numpy())


def test_calls_of_one_operation_seed_continue_each_other() -> None:
    tf.random.set_seed(7)
    first, second = tf.random.uniform([1], seed=1).numpy(), tf.random.uniform([1], seed=1).numpy()
    assert first != second
    tf.random.set_seed(7)
    assert tf.random.uniform([1], seed=1).numpy() == first


def test_functions_draw_from_streams_of_their_own() -> None:
    tf.random.set_seed(1234)

    def two():
        return tf.random.uniform([1]), tf.random.uniform([1])

    f, g = tf.function(two, autograph=False), tf.function(two, autograph=False)
    first, second = f(), f()
    assert first[0].numpy() != first[1].numpy()
    assert first[0].numpy() != second[0].numpy()
    np.testing.assert_array_equal([x.numpy() for x in g()], [x.numpy() for x in first])


def test_equal_operation_seeds_in_a_function_draw_the_same() -> None:
    tf.random.set_seed(1234)

    @tf.function(autograph=False)
    def f():
        return tf.random.uniform([1], seed=1), tf.random.uniform([1], seed=1)

    a, b = f()
    assert a.numpy() == b.numpy()
    assert f()[0].numpy() != a.numpy()


def test_stateless_numbers_depend_on_their_seed_alone() -> None:
    for draw in (tf.random.stateless_uniform, tf.random.stateless_normal, tf.random.stateless_truncated_normal):
        np.testing.assert_array_equal(draw([4], [1, 2]).numpy(), draw([4], [1, 2]).numpy())
        assert not np.array_equal(draw([4], [1, 2]).numpy(), draw([4], [1, 3]).numpy())


def test_shuffle_keeps_the_rows() -> None:
    rows = tf.random.shuffle([[1, 2], [3, 4], [5, 6]]).numpy()
    assert sorted(rows.tolist()) == [[1, 2], [3, 4], [5, 6]]


def test_dropout_scales_what_it_keeps() -> None:
    tf.random.set_seed(3)
    kept = tf.nn.dropout(tf.ones([1000]), 0.25).numpy()
    np.testing.assert_allclose(np.unique(kept), [0, 4 / 3], rtol=1e-6)
    assert abs((kept == 0).mean() - 0.25) < 0.05


def test_categorical_follows_the_probabilities() -> None:
    tf.random.set_seed(3)
    drawn = tf.random.categorical(tf.math.log([[0.1, 0.9]]), 5000).numpy()
    assert drawn.shape == (1, 5000) and drawn.dtype == np.int64
    assert abs(drawn.mean() - 0.9) < 0.02


def test_setting_the_seed_starts_traced_functions_over() -> None:
    """A function keeps the seeds that it was traced with; values of TensorFlow 2.21."""

    @tf.function
    def f():
        return tf.random.uniform([]), tf.random.uniform([], seed=4)

    def draw():
        return [round(float(x), 5) for x in f()]

    tf.random.set_seed(1)
    assert [draw(), draw()] == [[0.8127, 0.38539], [0.52729, 0.79424]]
    tf.random.set_seed(1)
    assert [draw(), draw()] == [[0.8127, 0.38539], [0.52729, 0.79424]]
    tf.random.set_seed(2)
    assert draw() == [0.8127, 0.38539]


# -- streams ---------------------------------------------------------------------------------------------------------


def test_a_node_names_its_stream_and_holds_none_of_its_state() -> None:
    tf.random.set_seed(5)
    graph = tf.function(lambda: tf.random.uniform([2], seed=3)).get_concrete_function().graph
    (stream,) = [node.attrs["stream"] for node in graph.nodes if "stream" in node.attrs]
    assert (repr(stream), {s for s in Stream.__slots__ if s != "__weakref__"}) == (
        "Stream(5, 3)",
        {"seed", "op_seed"},
    )


def test_a_stream_of_the_same_seeds_is_another_stream() -> None:
    one, other = Stream(1, 2), Stream(1, 2)
    first = one.draw(lambda g: g.counter)
    assert one.draw(lambda g: g.counter) != first
    assert other.draw(lambda g: g.counter) == copy.copy(one).draw(lambda g: g.counter) == first


def test_copies_of_a_graph_draw_from_one_stream() -> None:
    """The forward graph that runs under a tape goes on where the function was."""

    @tf.function
    def f(x):
        return x * tf.random.uniform([], seed=1)

    def drawn(n_plain: int) -> list[float]:
        tf.random.set_seed(1)
        x, found = tf.constant(1.0), []
        for i in range(4):
            if i < n_plain:
                found.append(float(f(x)))
                continue
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = f(x)
            found.append(float(y))
            assert float(tape.gradient(y, x)) == found[-1]
        return found

    assert drawn(4) == drawn(2) == drawn(0)
    assert len(set(drawn(4))) == 4


def test_a_seed_starts_the_streams_of_all_threads_over() -> None:
    @tf.function
    def f():
        return tf.random.uniform([3], seed=1)

    tf.random.set_seed(1)
    first = f().numpy()
    thread = threading.Thread(target=f)
    thread.start()
    thread.join()
    tf.random.set_seed(1)
    np.testing.assert_array_equal(f().numpy(), first)


def test_what_makes_something_new_draws_no_random_numbers() -> None:
    import runtime.data  # noqa: F401 - declares operations

    effects = {name: OPS[name].effects for name in ("TensorListReserve", "EmptyStack", "AnonymousIteratorV3", "Filler")}
    assert set(effects.values()) == {Effect.FRESH}
    random = {name for name, op in OPS.items() if Effect.RANDOM in op.effects}
    assert all("stream" in OPS[name].signature.attributes for name in random)  # type: ignore[union-attr]


def test_lists_that_are_made_alike_are_not_one_list() -> None:
    @tf.function
    def f():
        a, b = tf.TensorArray(tf.int32, 1), tf.TensorArray(tf.int32, 1)
        return a.write(0, 1).stack(), b.write(0, 2).stack()

    assert [x.numpy().tolist() for x in f()] == [[1], [2]]


@forks
def test_a_stream_that_another_thread_draws_from_is_not_waited_for_in_a_fork() -> None:
    stream, entered, leave = Stream(1, 2), threading.Event(), threading.Event()

    def slow(generator):
        entered.set()
        leave.wait(30)
        return generator.counter

    thread = threading.Thread(target=stream.draw, args=(slow,))
    thread.start()
    assert entered.wait(10)
    forked = in_a_fork(lambda: stream.draw(lambda g: g.counter))
    leave.set()
    thread.join()
    assert forked == repr(Stream(1, 2).draw(lambda g: g.counter))


@forks
def test_a_trace_of_another_thread_is_not_waited_for_in_a_fork() -> None:
    entered, leave = threading.Event(), threading.Event()

    @tf.function(autograph=False)
    def slow():
        entered.set()
        leave.wait(30)
        return tf.constant(1)

    thread = threading.Thread(target=slow)
    thread.start()
    assert entered.wait(10)
    forked = in_a_fork(lambda: int(tf.function(lambda x: x + 1)(tf.constant(1))))
    leave.set()
    thread.join()
    assert forked == "2"


@forks
def test_a_lock_that_the_forking_thread_holds_is_held_in_the_fork() -> None:
    def compute() -> bool:
        with tracing_lock:
            pass
        acquired = []
        thread = threading.Thread(target=lambda: acquired.append(tracing_lock._lock.acquire(blocking=False)))
        thread.start()
        thread.join()
        return acquired[0]

    with tracing_lock:
        assert in_a_fork(compute) == "False"
    assert in_a_fork(compute) == "True"
