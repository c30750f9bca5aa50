"""Arguments of functions: dataclasses, objects, input signatures and what they convert."""

from __future__ import annotations

import dataclasses
import logging
import threading
from typing import Any

import numpy as np
import pytest

import runtime as tf
from autograph import StagingError


@dataclasses.dataclass
class Pair:
    first: Any
    second: Any


@dataclasses.dataclass
class Masked:
    length: int
    values: Any

    def __tf_flatten__(self):
        return (self.length,), (self.values,)

    @classmethod
    def __tf_unflatten__(cls, metadata, components):
        return cls(*metadata, *components)


class Rate:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return isinstance(other, Rate) and self.value == other.value

    def __hash__(self):
        return hash(self.value)


def test_dataclasses_nest_among_arguments_and_results():
    @tf.function
    def f(pair, scale):
        assert type(pair) is Pair
        return Pair(pair.first * scale, [pair.second])

    one = f(Pair(tf.constant(2.0), 3), tf.constant(10.0))
    assert type(one) is Pair
    assert (float(one.first), int(one.second[0])) == (20.0, 3)
    assert float(f(Pair(tf.constant(4.0), 3), tf.constant(10.0)).first) == 40.0
    assert f.experimental_get_tracing_count() == 1
    f(Pair(tf.constant(4.0), 5), tf.constant(10.0))
    assert f.experimental_get_tracing_count() == 2


def test_metadata_of_a_class_that_flattens_itself_is_part_of_the_type():
    @tf.function
    def f(x):
        return Masked(x.length, x.values * x.length)

    results = [f(Masked(n, tf.constant(v))) for n, v in ((2, 3), (2, 4), (3, 4))]
    assert [(x.length, int(x.values)) for x in results] == [(2, 6), (2, 8), (3, 12)]
    assert f.experimental_get_tracing_count() == 2


def test_objects_that_are_equal_share_a_trace():
    f = tf.function(lambda rate, x: x * rate.value)
    rates = [Rate(2), Rate(2), Rate(3)]
    assert [int(f(rate, tf.constant(5))) for rate in rates] == [10, 10, 15]
    assert f.experimental_get_tracing_count() == 2


@pytest.mark.parametrize("value", [{1, 2}, [{1}], bytearray(b"a")])
def test_an_object_without_a_hash_cannot_be_an_argument(value):
    with pytest.raises(TypeError, match="hashable"):
        tf.function(lambda x: 1)(value)


def test_an_input_signature_may_nest():
    @tf.function(
        input_signature=[{"a": tf.TensorSpec([None], tf.float32), "b": [tf.TensorSpec([], tf.int32)]}], autograph=False
    )
    def f(x):
        return x["a"] + tf.cast(x["b"][0], tf.float32)

    assert f({"a": [1.0, 2.0], "b": [2]}).numpy().tolist() == [3, 4]
    with pytest.raises(TypeError, match=r"\[2, 3\]"):
        f({"a": [1.0, 2.0], "b": [2, 3]})


@pytest.mark.parametrize("value", [np.array([1, 2]), np.array([1.0, 2.0]), np.array([1, 2], np.float16), [1, 2]])
def test_arrays_are_cast_to_the_input_signature(value):
    f = tf.function(lambda x: x, input_signature=[tf.TensorSpec([None], tf.float32)])
    assert f(value).dtype is tf.float32
    assert f(value).numpy().tolist() == [1, 2]


def test_tensors_are_not_cast_to_the_input_signature():
    f = tf.function(lambda x: x, input_signature=[tf.TensorSpec([None], tf.float32)])
    f(np.array([1.0], np.float64))
    with pytest.raises(TypeError, match="float64"):
        f(tf.constant([1.0], tf.float64))


def test_an_input_signature_names_the_inputs():
    f = tf.function(lambda x: x, input_signature=[tf.TensorSpec([], tf.float32, name="image")])
    f(1.0)
    assert f.get_concrete_function().structured_input_signature == ((tf.TensorSpec([], tf.float32, name="image"),), {})
    assert f.experimental_get_tracing_count() == 1


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda: None, "input_signature"),
        (lambda x, y: None, r"\by\b"),
        (lambda x, *, k: None, "`k`"),
    ],
)
def test_a_function_that_does_not_fit_its_input_signature_is_refused(function, message):
    with pytest.raises(TypeError, match=message):
        tf.function(function, input_signature=[tf.TensorSpec([], tf.float32)])


def test_what_an_input_signature_does_not_name_keeps_its_default():
    f = tf.function(lambda x, y=3, **more: x + y, input_signature=[tf.TensorSpec([], tf.int32)])
    assert int(f(1)) == int(f(1, 3)) == 4
    with pytest.raises(TypeError, match=r"\b4\b.*\by\b"):
        f(1, 4)
    with pytest.raises(TypeError, match="'k'"):
        f(1, k=3)


def test_functions_made_in_a_loop_are_warned_of(caplog):
    with caplog.at_level(logging.WARNING, "runtime"):
        for i in range(12):
            tf.function(lambda x: x)(tf.constant(i))
    assert len(caplog.records) == 2
    assert "(1) creating @tf.function repeatedly in a loop" in caplog.records[0].getMessage()


def test_updates_of_one_variable_by_many_threads_are_all_there():
    variable = tf.Variable(tf.zeros([50]))

    @tf.function
    def add():
        variable.assign_add(tf.ones([50]))
        variable.scatter_nd_add([[0]], [1.0])

    def run():
        for _ in range(100):
            add()

    threads = [threading.Thread(target=run) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert variable.numpy().tolist() == [1600.0] + [800.0] * 49


def test_a_default_that_the_function_changes_is_refused():
    @tf.function
    def counted(n, seen=[0]):
        seen[0] += n
        return seen[0]

    with pytest.raises(
        StagingError, match="'seen', the default of a parameter of a staged function, is changed"
    ) as found:
        counted(tf.constant(1))
    assert "CACHE = {}" in str(found.value)
    assert counted.python_function.__defaults__ == ([0],)


def test_the_default_of_a_parameter_is_not_changed():
    @tf.function
    def appended(n, rows=[[1], [2]]):
        rows[0].append(n)
        return len(rows[0])

    with pytest.raises(StagingError, match="'rows', the default of a parameter of a staged function, is changed by it"):
        appended(tf.constant(1))
    assert appended.python_function.__defaults__ == ([[1], [2]],)
