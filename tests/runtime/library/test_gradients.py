"""Every differentiable operation: the gradient of its rule is that of differences."""

from __future__ import annotations

import numpy as np
import pytest

from tests.runtime.library import calls, composite_calls
from tests.runtime.library.calls import Call
from tests.runtime.library.rule_gradients import gradients_by_differences, gradients_by_rule


@pytest.mark.parametrize("call", calls.SMOOTH + composite_calls.SMOOTH, ids=lambda call: call.name)
def test_gradient_is_that_of_differences(call: Call) -> None:
    floats = [i for i, a in enumerate(call.args) if a.dtype == np.float64]

    def function(*xs):
        args = list(call.args)
        for i, x in zip(floats, xs, strict=True):
            args[i] = x
        return call.function(*args)

    arrays = [call.args[i] for i in floats]
    expected = gradients_by_differences(function, *arrays)
    for found, wanted in zip(gradients_by_rule(function, *arrays), expected, strict=True):
        np.testing.assert_allclose(np.zeros_like(wanted) if found is None else found, wanted, rtol=2e-5, atol=2e-7)
