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
        ((10.0,), {"b": 3}, r"\b3\b.*\b2\b"),
        ((10.0, 2, 3), {}, "too many positional arguments"),
        ((), {}, "'a'"),
        ((10.0,), {"c": 1}, "'c'"),
        ((10.0,), {"a": 1.0}, "multiple values for argument 'a'"),
        (("text",), {}, "'text'.*float32"),
    ],
)
def test_arguments_that_do_not_fit_are_refused(square, args, kwargs, message):
    with pytest.raises(TypeError, match=message):
        square(*args, **kwargs)


def test_a_tensor_of_another_dtype_is_an_invalid_argument(square):
    with pytest.raises(
        tf.errors.InvalidArgumentError,
        match=r"\bfloat\b.*\bint32\b",
    ):
        square(tf.constant(1))


def test_a_tensor_of_another_shape_is_refused():
    f = tf.function(lambda x: x, autograph=False).get_concrete_function(tf.TensorSpec([2], tf.float32))
    with pytest.raises(TypeError, match=r"\(3,\)"):
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


class Scale:
    def __init__(self, by):
        self.by = by


def test_what_was_no_tensor_is_bound_and_need_not_be_given_again():
    scale = Scale(5)
    x = tf.constant(2.0)
    number = tf.function(lambda n, x: x * n, autograph=False).get_concrete_function(3, x)
    by_object = tf.function(lambda o, x: x * o.by, autograph=False).get_concrete_function(scale, x)
    nested = tf.function(lambda o, pair: pair[0] - pair[1]["y"], autograph=False)
    nested = nested.get_concrete_function(scale, (tf.TensorSpec([]), {"y": tf.TensorSpec([])}))
    assert [number(x), number(x=x), number(3, x), number(n=3, x=x)] == [6.0] * 4
    assert [by_object(x), by_object(x=x), by_object(scale, x)] == [10.0] * 3
    assert nested(x, tf.constant(1.0)) == 1.0
    variable = tf.Variable(4.0)
    assigned = tf.function(lambda n, v: v + n, autograph=False).get_concrete_function(1.0, variable)
    assert [assigned(variable), assigned(1.0, variable)] == [5.0] * 2


@pytest.mark.parametrize("wrong", [(4,), (3.0,), (True,), ("3",)])
def test_what_is_bound_takes_no_other_value(wrong):
    x = tf.constant(2.0)
    concrete = tf.function(lambda n, x: x * n, autograph=False).get_concrete_function(3, x)
    by_object = tf.function(lambda o, x: x * o.by, autograph=False).get_concrete_function(Scale(5), x)
    for function, arguments in ((concrete, (*wrong, x)), (concrete, (x, 3)), (by_object, (Scale(5), x))):
        with pytest.raises(TypeError, match="signature"):
            function(*arguments)
