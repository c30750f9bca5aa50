"""Every operation, and any control flow of them, reads as it was written."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

import runtime as tf
from runtime.core.dtypes import from_numpy
from runtime.execute.plan import Plan
from runtime.passes import optimised
from runtime.saved_model.graph_reader import FunctionReader
from runtime.saved_model.graph_text import FunctionWriter
from tests.autograph.differential import define
from tests.runtime.control_flow_programs import arguments, programs
from tests.runtime.library import calls, composite_calls

CALLS = calls.SMOOTH + calls.ROUGH + composite_calls.SMOOTH + composite_calls.ROUGH


@pytest.fixture(scope="module")
def loaded(tmp_path_factory):
    """A function of each call, saved and loaded."""
    root = tf.Module()
    root.functions = {}
    for i, call in enumerate(CALLS):
        specs = [tf.TensorSpec([None] * a.ndim, from_numpy(a.dtype)) for a in call.args]
        setattr(root, f"f{i}", tf.function(call.function, input_signature=specs, autograph=False))
    path = tmp_path_factory.mktemp("operations")
    tf.saved_model.save(root, path, signatures={})
    return tf.saved_model.load(path)


@pytest.mark.parametrize("i", range(len(CALLS)), ids=[call.name for call in CALLS])
def test_an_operation_computes_after_loading_what_it_computes_eagerly(loaded, i):
    call = CALLS[i]
    tensors = [tf.constant(a) for a in call.args]
    expected, found = call.function(*tensors), getattr(loaded, f"f{i}")(*tensors)
    assert found.dtype is expected.dtype
    if expected.dtype is tf.string:
        np.testing.assert_array_equal(found.numpy(), expected.numpy())
    else:
        np.testing.assert_allclose(found.numpy(), expected.numpy(), rtol=1e-12)


def rewritten(graph: Any) -> Any:
    """`graph` after it was written and read."""
    kept: dict[str, np.ndarray] = {}
    captured: dict[int, Any] = {}

    def number_of(outer: Any, graph: Any) -> int:
        captured[len(captured)] = outer
        return len(captured) - 1

    writer = FunctionWriter(number_of, kept.__setitem__)
    name = writer.write(graph, "f")
    text = "\n".join(writer.lines) + "\n"
    return FunctionReader("f.txt", text, kept.__getitem__, captured.__getitem__).functions[name]


@settings(max_examples=40, deadline=None)
@given(programs(), arguments())
def test_a_program_with_control_flow_reads_as_it_was_written(source: str, values: Any) -> None:
    program = define(source, "program", tf=tf)
    tensors = [tf.constant(value) for value in values]
    concrete = tf.function(program).get_concrete_function(*tensors)
    graph = rewritten(concrete.graph)
    assert str(graph).splitlines()[1:] == str(concrete.graph).splitlines()[1:]
    arrays = [x._array for x in tensors]
    try:
        expected = Plan(optimised(concrete.graph), "f")(*arrays)
    except tf.errors.OpError as error:
        with pytest.raises(type(error)):
            Plan(optimised(graph), "g")(*arrays)
        return
    for one, other in zip(Plan(optimised(graph), "g")(*arrays), expected, strict=True):
        np.testing.assert_array_equal(one, other)
