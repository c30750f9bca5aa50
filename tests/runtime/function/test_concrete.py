"""`ConcreteFunction`: its printed forms, and calls that bind arguments."""

from __future__ import annotations

import re

import pytest

import runtime as tf


@pytest.fixture
def square():
    return tf.function(lambda a, b: a**b, autograph=False).get_concrete_function(a=tf.TensorSpec(None, tf.float32), b=2)


def test_a_concrete_function_prints_its_parameters_results_and_captures(square):
    assert str(square) == (
        """\
ConcreteFunction Input Parameters:
  a (POSITIONAL_OR_KEYWORD): TensorSpec(shape=<unknown>, dtype=tf.float32, name=None)
  b (POSITIONAL_OR_KEYWORD): Literal[2]
Output Type:
  TensorSpec(shape=<unknown>, dtype=tf.float32, name=None)
Captures:
  None"""
    )
    assert re.fullmatch(
        r"<ConcreteFunction \(a: TensorSpec\(shape=<unknown>, dtype=tf.float32, name=None\), b: Literal\[2\]\) -> "
        r"TensorSpec\(shape=<unknown>, dtype=tf.float32, name=None\) at 0x[0-9A-F]+>",
        repr(square),
    )


def test_structures_print_as_types():
    f = tf.function(lambda x: {"a": [x, 1, None]}, autograph=False)
    concrete = f.get_concrete_function((1, tf.TensorSpec([], "int32")))
    assert concrete.function_type == (
        "(x: Tuple[Literal[1], TensorSpec(shape=(), dtype=tf.int32, name=None)]) -> "
        "Dict[['a', List[Tuple[TensorSpec(shape=(), dtype=tf.int32, name=None), "
        "TensorSpec(shape=(), dtype=tf.int32, name=None)], TensorSpec(shape=(), dtype=tf.int32, name=None), "
        "Literal[None]]]]"
    )


def test_extra_arguments_have_names_of_their_own():
    f = tf.function(lambda x, *a, k=3, **kw: x, autograph=False)
    concrete = f.get_concrete_function(tf.constant(1), 2.0, k="s", z=tf.constant([1, 2]))
    assert concrete.structured_input_signature == (
        (tf.TensorSpec([], tf.int32, name="x"), 2.0),
        {"k": "s", "z": tf.TensorSpec([2], tf.int32, name="z")},
    )
    assert [x.name for x in concrete.inputs] == ["x:0", "z:0"]


def test_python_arguments_stay_bound(square):
    x = tf.constant(10.0)
    assert [float(r) for r in (square(x), square(x, b=2), square(x, 2), square(a=x))] == [100] * 4


@pytest.mark.parametrize(
    "args, kwargs, message",
    [
        ((10.0,), {"b": 3}, r"Can not cast 3 to Literal\[2\]"),
        ((10.0, 2, 3), {}, "too many positional arguments"),
        ((), {}, "missing a required argument: 'a'"),
        ((10.0,), {"c": 1}, "got an unexpected keyword argument 'c'"),
        ((10.0,), {"a": 1.0}, "multiple values for argument 'a'"),
        (("text",), {}, "Cannot convert 'text' to EagerTensor of dtype float32"),
    ],
)
def test_arguments_that_do_not_fit_are_refused(square, args, kwargs, message):
    with pytest.raises(TypeError, match="Binding inputs to tf.function failed due to `" + message):
        square(*args, **kwargs)


def test_a_tensor_of_another_dtype_is_an_invalid_argument(square):
    with pytest.raises(
        tf.errors.InvalidArgumentError,
        match=r"input #0\(zero-based\) was expected to be a float tensor but is a int32 tensor \[Op:__inference_",
    ):
        square(tf.constant(1))


def test_a_tensor_of_another_shape_is_refused():
    f = tf.function(lambda x: x, autograph=False).get_concrete_function(tf.TensorSpec([2], tf.float32))
    with pytest.raises(TypeError, match=r"Can not cast TensorSpec\(shape=\(3,\)"):
        f(tf.zeros([3]))


def test_outputs_are_tensors_of_the_graph():
    concrete = tf.function(lambda x: (x, {"y": x + 1}), autograph=False).get_concrete_function(tf.constant(1))
    x, rest = concrete.structured_outputs
    assert (x.name, rest["y"].name) == ("Identity:0", "Identity_1:0")
    assert x.graph is concrete.graph


def test_captured_variables_are_listed():
    v = tf.Variable(1.0, trainable=False)
    concrete = tf.function(lambda x: x + v, autograph=False).get_concrete_function(tf.constant(1.0))
    assert [w is v for w in concrete.variables] == [True]
    assert concrete.trainable_variables == ()


def test_specs_name_the_inputs_and_calls_may_use_these_names():
    function = tf.function(lambda a, b: a - b)
    concrete = function.get_concrete_function(tf.TensorSpec([], tf.int32, "x1"), tf.TensorSpec([], tf.int32, "x2"))
    assert [x.name for x in concrete.inputs] == ["x1:0", "x2:0"]
    assert concrete.structured_input_signature == (
        (tf.TensorSpec([], tf.int32, "x1"), tf.TensorSpec([], tf.int32, "x2")), {},
    )  # fmt: skip
    five, three = tf.constant(5), tf.constant(3)
    results = [concrete(five, three), concrete(x1=five, x2=three), concrete(five, x2=three), concrete(a=five, b=three)]
    assert [int(x) for x in results] == [2, 2, 2, 2]
    # As in TensorFlow 2.21: a trace with names serves calls that have none, another name is another trace.
    function(five, three)
    assert function.experimental_get_tracing_count() == 1
    function.get_concrete_function(tf.TensorSpec([], tf.int32, "y1"), tf.TensorSpec([], tf.int32, "x2"))
    assert function.experimental_get_tracing_count() == 2
