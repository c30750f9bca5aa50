"""`debugging.enable_check_numerics`."""

from __future__ import annotations

import threading

import pytest

import runtime as tf


@pytest.fixture
def checked():
    tf.debugging.enable_check_numerics()
    yield
    tf.debugging.disable_check_numerics()


def test_an_eager_operation_is_named_with_its_line(checked) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError) as raised:
        tf.math.log(tf.constant([-1.0, 0.0]))
    text = str(raised.value)
    assert 'Detected Infinity or NaN in output 0 of eagerly-executing op "Log"' in text
    assert "# of -Inf elements: 1" in text
    assert "# of +NaN elements: 1" in text
    assert "tf.math.log(tf.constant([-1.0, 0.0]))" in text


def test_an_operation_of_a_function_is_named_with_its_line(checked) -> None:
    @tf.function
    def f(x):
        y = x + 1.0
        return tf.math.log(y)

    assert f(tf.constant(0.0)).numpy() == 0.0
    with pytest.raises(tf.errors.InvalidArgumentError) as raised:
        f(tf.constant(-4.0))
    text = str(raised.value)
    assert 'Detected Infinity or NaN in output 0 of graph op "Log"' in text
    assert "return tf.math.log(y)" in text


def test_an_operation_in_a_branch_is_checked_if_the_branch_runs(checked) -> None:
    @tf.function
    def f(x):
        if x > 0.0:
            x = x / 0.0
        return x

    assert f(tf.constant(-1.0)).numpy() == -1.0
    with pytest.raises(tf.errors.InvalidArgumentError, match='graph op "RealDiv"'):
        f(tf.constant(1.0))


def test_constants_may_be_what_they_like(checked) -> None:
    assert str(tf.constant([float("nan")]).numpy()) == "[nan]"


def test_nothing_is_checked_once_it_is_disabled() -> None:
    tf.debugging.enable_check_numerics()
    tf.debugging.disable_check_numerics()
    assert str(tf.math.log(tf.constant(0.0)).numpy()) == "-inf"


def test_only_the_thread_that_asked_is_checked(checked) -> None:
    texts = []
    thread = threading.Thread(target=lambda: texts.append(str(tf.math.log(tf.constant(0.0)).numpy())))
    thread.start()
    thread.join()
    assert texts == ["-inf"]
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.math.log(tf.constant(0.0))


def test_to_enable_twice_is_to_enable_once() -> None:
    tf.debugging.enable_check_numerics()
    tf.debugging.enable_check_numerics()
    tf.debugging.disable_check_numerics()
    assert str(tf.math.log(tf.constant(0.0)).numpy()) == "-inf"


def test_copies_of_a_graph_are_not_checked_again(checked) -> None:
    f = tf.function(lambda x: tf.exp(x))
    x = tf.constant(1.0)
    graph = f.get_concrete_function(x).graph
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    assert float(tape.gradient(y, x)) == float(y)
    assert [node.type for node in graph.nodes].count("CheckNumericsV2") == 1


def test_gradients_are_checked_too(checked) -> None:
    x = tf.constant(0.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.sqrt(x)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Inf"):
        tape.gradient(y, x)
