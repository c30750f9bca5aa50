"""Static shapes, specs and dtypes."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import runtime as tf
from runtime.core import dtypes
from runtime.core.shapes import broadcast_shapes

S = tf.TensorShape


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (S([2, 3]), S([3]), S([2, 3])),
        (S([2, 1]), S([1, 3]), S([2, 3])),
        (S([None]), S([1]), S([None])),
        (S([None]), S([4]), S([4])),
        (S([None]), S([None]), S([None])),
        (S(None), S([2]), S(None)),
        (S([]), S([None, 2]), S([None, 2])),
        (S([0]), S([1]), S([0])),
    ],
)
def test_broadcast_keeps_what_is_known(left, right, expected) -> None:
    assert broadcast_shapes(left, right) == expected
    assert broadcast_shapes(right, left) == expected


def test_shapes_that_do_not_broadcast_are_refused() -> None:
    with pytest.raises(ValueError, match=r"Incompatible shapes for broadcasting: \(2,\) and \(3,\)"):
        tf.broadcast_static_shape(S([2]), S([3]))


def test_compatible_subtype_and_join() -> None:
    assert S([None, 2]).is_compatible_with([3, 2])
    assert not S([None, 2]).is_compatible_with([3, 3])
    assert S([3, 2]).is_subtype_of(S([None, 2]))
    assert not S([None, 2]).is_subtype_of(S([3, 2]))
    assert S([3, 2]).most_specific_compatible_shape([4, 2]) == S([None, 2])
    assert S([3]).most_specific_compatible_shape([4, 2]) == S(None)


def test_shapes_slice_iterate_and_hash() -> None:
    shape = S([2, None, 4])
    assert shape[1:] == S([None, 4])
    assert shape[-1] == 4
    assert list(shape) == [2, None, 4]
    assert len({shape, S([2, None, 4])}) == 1
    assert S(None)[2] is None and S(None)[1:3] == S([None, None])
    assert not S(None) and S([])


@pytest.mark.parametrize("bad", [[1.5], ["a"], [-1]])
def test_a_size_is_a_natural_number(bad) -> None:
    with pytest.raises((TypeError, ValueError)):
        S(bad)


def test_spec_joins_dtype_and_shape() -> None:
    a, b = tf.TensorSpec([2, 3], tf.int32), tf.TensorSpec([2, 4], tf.int32)
    assert a.most_specific_common_supertype([b]) == tf.TensorSpec([2, None], tf.int32)
    assert a.most_specific_common_supertype([tf.TensorSpec([2, 3], tf.int64)]) is None
    assert tf.TensorSpec([None], tf.float32).is_compatible_with(tf.constant([1.0]))
    assert not tf.TensorSpec([None], tf.float32).is_compatible_with(tf.constant([1]))
    assert hash(a) == hash(tf.TensorSpec([2, 3], tf.int32))


@pytest.mark.parametrize("dtype", dtypes.ALL, ids=lambda d: d.name)
def test_a_dtype_is_found_by_every_name_it_has(dtype) -> None:
    assert tf.as_dtype(dtype.name) is dtype
    assert tf.as_dtype(dtype.as_datatype_enum) is dtype
    assert pickle.loads(pickle.dumps(dtype)) is dtype
    if dtype.is_numpy_compatible:
        assert tf.as_dtype(dtype.as_numpy_dtype) is dtype
        assert dtype == dtype.as_numpy_dtype


def test_limits_of_dtypes() -> None:
    assert (tf.int8.min, tf.int8.max) == (-128, 127)
    assert tf.float16.max == 65504
    assert float(tf.bfloat16.max) == pytest.approx(3.3895e38, rel=1e-4)
    assert (tf.bool.min, tf.bool.max) == (False, True)


def test_shapes_and_specs_survive_pickling() -> None:
    for value in (S([1, None]), S(None), tf.TensorSpec([None], tf.string, "x")):
        assert pickle.loads(pickle.dumps(value)) == value


def test_an_unknown_dtype_is_refused() -> None:
    with pytest.raises(TypeError, match="Cannot convert the argument `type_value`: 'int33' to a TensorFlow DType"):
        tf.as_dtype("int33")
    with pytest.raises(TypeError):
        tf.as_dtype(np.dtype("datetime64[s]"))
