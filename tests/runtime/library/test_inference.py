"""Static shapes and dtypes: what is inferred is what comes out, however much is known of what goes in."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.core.dtypes import from_numpy
from tests.runtime.library import calls, composite_calls
from tests.runtime.library.calls import Call

CALLS = calls.SMOOTH + calls.ROUGH + composite_calls.SMOOTH + composite_calls.ROUGH


def staged(call: Call, shapes: list[Any]) -> tuple[Any, Any]:
    """What a function of the call infers for its result, and the result it computes."""
    inferred = []

    @tf.function(autograph=False)
    def function(*args):
        result = call.function(*args)
        inferred.append(result)
        return result

    specs = [tf.TensorSpec(s, from_numpy(a.dtype)) for s, a in zip(shapes, call.args, strict=True)]
    concrete = function.get_concrete_function(*specs)
    return inferred[-1], concrete(*map(tf.constant, call.args))


def same(found: Any, expected: Any) -> None:
    assert found.dtype is expected.dtype
    assert found.shape == expected.shape
    if expected.dtype is tf.string:
        np.testing.assert_array_equal(found.numpy(), expected.numpy())
    else:
        np.testing.assert_allclose(found.numpy(), expected.numpy(), rtol=1e-12)


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_staged_result_is_the_eager_one_and_has_the_inferred_shape(call: Call) -> None:
    expected = call.function(*map(tf.constant, call.args))
    inferred, found = staged(call, [a.shape for a in call.args])
    assert inferred.dtype is expected.dtype
    assert inferred.shape.is_compatible_with(expected.shape)
    same(found, expected)


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_inference_with_unknown_dimensions_is_compatible_with_the_result(call: Call) -> None:
    expected = call.function(*map(tf.constant, call.args))
    inferred, found = staged(call, [[None] * a.ndim for a in call.args])
    assert inferred.dtype is expected.dtype
    assert inferred.shape.is_compatible_with(expected.shape)
    same(found, expected)
