"""The lattice of types of staged values, and what weak values, which were Python numbers, do in a program."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import runtime as tf
from runtime.core import dtypes
from runtime.core.shapes import SCALAR, TensorShape
from runtime.ir.value_types import ElementType, ValueType, joined, joined_elements
from runtime.ir.values import NO_NUMPYS, NUMPYS, WIDE

NUMBERS = [dtypes.bool, dtypes.int8, dtypes.uint8, dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64]
TYPES = [
    *[ValueType(dtype, shape) for dtype in NUMBERS for shape in (SCALAR, TensorShape([2]), TensorShape(None))],
    *[ValueType(dtype, SCALAR, weak=True) for dtype in (dtypes.int32, dtypes.int64, dtypes.float32)],
    *[ValueType(dtype, SCALAR, of_numpy=like) for dtype in NUMBERS for like in (NUMPYS, WIDE)],
]


def test_a_join_does_not_depend_on_the_order():
    for left, right in itertools.product(TYPES, TYPES):
        assert joined(left, right) == joined(right, left)


def test_a_type_joined_to_itself_or_to_what_it_was_joined_to_is_what_it_was():
    for left, right in itertools.product(TYPES, TYPES):
        assert joined(left, left) == left
        both = joined(left, right)
        if both is not None and both.of_numpy == NO_NUMPYS:
            assert joined(both, left) == both


@pytest.mark.parametrize(
    ("left", "right", "both"),
    [
        (ValueType(dtypes.int32, SCALAR, True), ValueType(dtypes.float64, SCALAR), ValueType(dtypes.float64, SCALAR)),
        (ValueType(dtypes.int32, SCALAR, True), ValueType(dtypes.uint8, SCALAR), ValueType(dtypes.uint8, SCALAR)),
        (ValueType(dtypes.float32, SCALAR, True), ValueType(dtypes.int32, SCALAR), ValueType(dtypes.float64, SCALAR)),
        (ValueType(dtypes.int32, SCALAR, True), ValueType(dtypes.float32, SCALAR, True), ValueType(dtypes.float32, SCALAR, True)),
        (ValueType(dtypes.int32, SCALAR, True), ValueType(dtypes.int64, SCALAR, True), ValueType(dtypes.int64, SCALAR, True)),
        (ValueType(dtypes.bool, SCALAR), ValueType(dtypes.int32, SCALAR), None),
        (ValueType(dtypes.int32, TensorShape([2])), ValueType(dtypes.float32, TensorShape([2])), None),
    ],
)  # fmt: skip
def test_joins(left, right, both):
    assert joined(left, right) == both


def test_a_weak_value_is_the_output_of_its_node_itself():
    seen = []

    @tf.autograph.experimental.do_not_convert
    def note(i):
        seen.append(i.weak and i.node.outputs[i.index] is i)

    @tf.function
    def f(n):
        i = 0
        while i < n:
            note(i)
            i += 1
        return i

    f(tf.constant(3))
    assert seen == [True]


def test_numbers_of_64_bits_keep_them_beside_python_numbers():
    @tf.function
    def f(n):
        total = tf.constant(0, tf.int64)
        for i in range(n, n + 3):
            total = total + (i + 1)
        return total

    assert int(f(tf.constant(2**40, tf.int64))) == 3 * 2**40 + 6


def test_a_negated_python_number_takes_the_dtype_of_the_tensor_it_meets():
    @tf.function
    def f(x):
        i = 0
        while tf.reduce_sum(x) < 10.0:
            i -= 1
            x = x * -i + abs(i)
        return x

    x, i = np.array([1.0, 2.0], np.float32), 0
    while x.sum() < 10.0:
        i -= 1
        x = x * -i + abs(i)
    np.testing.assert_array_equal(f(tf.constant([1.0, 2.0])), x)


def test_a_strong_value_on_the_left_meets_a_weak_one_as_one_on_the_right():
    @tf.function
    def f(x):
        i = 1
        while i < tf.constant(3):
            i += 1
            x = tf.where(x < i, x + i, x - i) * tf.cast(i > x, x.dtype)
        return x

    assert f(tf.constant([1.0, 2.0], tf.float64)).dtype is tf.float64


def test_lists_of_either_type_of_elements_are_of_the_type_that_holds_both():
    pair, single, unknown = (ElementType(dtypes.int32, TensorShape(shape)) for shape in ([2], [1], None))
    assert joined_elements(pair, pair) is pair
    assert joined_elements(pair, None) is None
    either = joined_elements(pair, single)
    assert (either.dtype, either.shape.as_list(), either.is_uniform) == (dtypes.int32, [None], False)
    assert joined_elements(either, single) is joined_elements(single, either) is either
    assert joined_elements(either, unknown).shape.rank is None
    with pytest.raises(TypeError, match="a list of int32 elements and one of float32"):
        joined_elements(pair, ElementType(dtypes.float32, TensorShape([2])))


def test_what_is_learned_of_an_element_is_known_of_all_where_they_have_one_shape():
    uniform, any_shape = (
        ElementType(dtypes.int32, TensorShape([None])),
        ElementType(dtypes.int32, TensorShape([None]), False),
    )
    for element in (uniform, any_shape):
        element.learn(TensorShape([3]))
        with pytest.raises(ValueError, match=r"Incompatible shape for value"):
            element.learn(TensorShape([]))
    assert (uniform.shape.as_list(), any_shape.shape.as_list()) == ([3], [None])
