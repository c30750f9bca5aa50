"""Random control-flow programs compute in a function what they compute eagerly."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings

import runtime as tf
from tests.autograph.differential import define
from tests.runtime.control_flow_programs import arguments, programs


def outcome(program: Any, given: Any) -> Any:
    n, x, k, c, d = given
    try:
        results = program(tf.constant(n), tf.constant(x), tf.constant(k), tf.constant(c), tf.constant(d))
    except tf.errors.OpError as error:
        return type(error)
    return [np.asarray(value) for value in results]


@settings(max_examples=200, deadline=None)
@given(programs(), arguments())
def test_a_program_computes_in_a_function_what_it_computes_eagerly(source: str, values: Any) -> None:
    program = define(source, "program", tf=tf)
    expected = outcome(program, values)
    found = outcome(tf.function(program), values)
    if isinstance(expected, type) or isinstance(found, type):
        assert found is expected, f"{source}\n{values}\neager: {expected}\nstaged: {found}"
        return
    for one, other in zip(found, expected, strict=True):
        message = f"{source}\n{values}\neager: {expected}\nstaged: {found}"
        assert one.dtype.kind == other.dtype.kind, message
        np.testing.assert_allclose(one, other, rtol=1e-6, err_msg=message)
