"""What the inputs of nodes with regions are for."""

from __future__ import annotations

import runtime as tf
from runtime.core.specs import TensorSpec
from runtime.ir.graph import Graph
from runtime.ir.regions import LoopBuilder, trace_region
from runtime.ir.views import Call, Conditional, Loop, view
from runtime.tensor.conversion import convert_to_tensor

INT = TensorSpec([], tf.int32)


def with_regions(function, *args):
    graph = tf.function(function, autograph=False).get_concrete_function(*args).graph
    return next(node for node in graph.nodes if node.regions)


def names(tensors):
    return [x.node.name for x in tensors]


def test_the_view_of_a_bounded_loop():
    def function(x, y, n):
        return tf.while_loop(lambda i, s: i < 9, lambda i, s: (i + 1, s + y), (0, x), maximum_iterations=n)

    loop = view(with_regions(function, INT, INT, INT))
    assert isinstance(loop, Loop)
    assert (loop.bounded, loop.count, loop.fixed, list(loop.carried)) == (1, 2, 3, [1, 2])
    assert loop.limit.node.name == "n"
    assert names(loop.initial) == ["Const", "x"]
    assert names(loop.invariants) == ["y"]
    assert loop.results == loop.node.outputs
    assert len(loop.operands(loop.body.inputs)) == 2


def test_the_view_of_a_loop_for_what_its_inputs_have_become():
    loop = Loop(with_regions(lambda x, y: tf.while_loop(lambda s: s < y, lambda s: [s + x], [x]), INT, INT), "abc")
    assert (loop.bounded, loop.limit) == (0, None)
    assert (loop.initial, loop.invariants) == ("a", "bc")


def test_the_views_of_a_conditional_and_of_a_call():
    choice = view(with_regions(lambda x, y: tf.cond(x > 0, lambda: x + y, lambda: x - y), INT, INT))
    assert isinstance(choice, Conditional)
    assert names([choice.decision, *choice.passed]) == ["Greater", "x", "y"]
    assert choice.fixed == 0
    double = tf.function(lambda x: x + x, autograph=False)
    call = view(with_regions(lambda x: double(x), INT))
    assert isinstance(call, Call)
    assert (call.fixed, names(call.passed)) == (1, ["x"])
    assert call.body is call.regions[0]


def test_a_builder_makes_the_counter_the_test_and_the_operands_that_nobody_gave():
    graph = Graph("counting", None, is_function=True)
    with graph.as_default():
        one, limit = convert_to_tensor(1), convert_to_tensor(3)
        body = trace_region(list, [], "body")
        builder = LoopBuilder(None, body.graph, limit)
        total = builder.carry(one, INT, name="total")
        with body.graph.as_default():
            next_total = total + total
        (result,) = builder.add([next_total])
    assert str(graph) == (
        """\
counting():
  %Const = Const(value=1): int32[]
  %Const_1 = Const(value=3): int32[]
  %while = StatelessWhile(%Const_1, %Const, bounded=True): int32[]
    test(%counter: int32[], %total: int32[]):
      %Const = Const(value=True): bool[]
      return %Const
    body(%counter: int32[], %total: int32[]):
      %add = AddV2(%total, %total): int32[]
      return %add
  return"""
    )
    assert result.shape == []
