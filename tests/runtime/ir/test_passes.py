"""Passes: a graph in, the graph expected out, as text."""

from __future__ import annotations

import gc

import numpy as np
import pytest

import runtime as tf
from runtime.ir.rewrite import rewrite, unchanged
from runtime.passes import optimised
from runtime.passes.constants import fold_constants
from runtime.passes.dead_values import drop_dead_values
from runtime.passes.hoisting import hoist_loop_invariants
from runtime.passes.inlining import inline_calls
from runtime.passes.prune import prune
from runtime.passes.subexpressions import merge_common_subexpressions

FLOAT = tf.TensorSpec([], "float32")


def traced(function, *args):
    return tf.function(function, autograph=False).get_concrete_function(*args).graph


def ops(graph):
    return [node.type for node in graph.nodes]


def test_calls_become_what_they_call():
    double = tf.function(lambda x: x + x, autograph=False)

    def quadruple(x):
        return double(double(x))

    graph = traced(quadruple, FLOAT)
    assert ops(graph) == ["Placeholder", "PartitionedCall", "PartitionedCall", "Identity"]
    assert str(inline_calls(graph)) == (
        """\
quadruple(%x: float32[]):
  %add = AddV2(%x, %x): float32[]
  %Identity = Identity(%add): float32[]
  %add_1 = AddV2(%Identity, %Identity): float32[]
  %Identity_1 = Identity(%add_1): float32[]
  %Identity_2 = Identity(%Identity_1): float32[]
  return %Identity_2"""
    )


def test_what_depends_on_constants_alone_is_computed_before_the_graph_runs():
    graph = prune(fold_constants(traced(lambda x: x * (tf.constant(2.0) + 3.0), FLOAT)))
    assert str(graph) == (
        """\
<lambda>(%x: float32[]):
  %add = Const(value=5.0): float32[]
  %mul = Mul(%x, %add): float32[]
  %Identity = Identity(%mul): float32[]
  return %Identity"""
    )


def test_captured_tensors_are_constants_of_what_runs():
    k = tf.constant(2.0)
    graph = fold_constants(traced(lambda x: x * (k * k), FLOAT))
    assert "Const(value=4.0)" in str(graph)
    assert len(graph.inputs) == 1


def test_a_conditional_on_a_constant_becomes_the_branch_it_takes():
    graph = traced(lambda x: tf.cond(tf.constant(True), lambda: x + 1.0, lambda: x - 1.0), FLOAT)
    assert "StatelessIf" in ops(graph)
    assert ops(prune(fold_constants(graph))) == ["Placeholder", "Const", "AddV2", "Identity"]


def test_what_fails_is_left_to_fail_when_the_graph_runs():
    graph = fold_constants(traced(lambda: tf.constant(1) // tf.constant(0)))
    assert "FloorDiv" in ops(graph)


def test_equal_nodes_are_merged():
    graph = prune(merge_common_subexpressions(traced(lambda x: tf.exp(x) + tf.exp(x), FLOAT)))
    assert ops(graph) == ["Placeholder", "Exp", "AddV2", "Identity"]


def test_reads_of_a_variable_are_not_merged_over_a_write():
    v = tf.Variable(1.0)

    def function():
        before = v.read_value()
        v.assign_add(1.0)
        return before, v.read_value()

    graph = traced(function)
    assert ops(merge_common_subexpressions(graph)).count("ReadVariableOp") == 2


def test_what_is_the_same_in_every_iteration_is_computed_before_the_loop():
    def function(x, n):
        return tf.while_loop(lambda i, s: i < n, lambda i, s: (i + 1, s + tf.exp(x)), (0, 0.0))[1]

    graph = hoist_loop_invariants(traced(function, FLOAT, tf.TensorSpec([], "int32")))
    assert ops(graph) == ["Placeholder", "Placeholder", "Const", "Const", "Exp", "StatelessWhile", "Identity"]
    body = next(node for node in graph.nodes if node.type == "StatelessWhile").regions[1]
    assert "Exp" not in ops(prune(body))


def test_what_might_fail_stays_in_a_loop_that_may_not_run():
    def function(x, n):
        return tf.while_loop(lambda i, s: i < n, lambda i, s: (i + 1, s + 10 // x), (0, 0))[1]

    spec = tf.TensorSpec([], "int32")
    graph = hoist_loop_invariants(traced(function, spec, spec))
    assert "FloorDiv" not in ops(graph)
    assert tf.function(function, autograph=False)(tf.constant(0), tf.constant(0)).numpy() == 0


def test_a_carried_value_that_only_feeds_itself_is_dropped():
    def function(x):
        def body(i, total, unused):
            return i + 1, total * x, unused + tf.exp(unused)

        return tf.while_loop(lambda i, *_: i < 3, body, (0, x, x))[1]

    graph = drop_dead_values(rewrite(traced(function, FLOAT), unchanged))
    assert str(graph) == (
        """\
function(%x: float32[]):
  %Const = Const(value=0): int32[]
  %while = StatelessWhile(%Const, %x, %x, bounded=False): int32[], float32[]
    test(%Placeholder: int32[], %Placeholder_1: float32[], %x: float32[]):
      %Less/y = Const(value=3): int32[]
      %Less = Less(%Placeholder, %Less/y): bool[]
      return %Less
    body(%Placeholder: int32[], %Placeholder_1: float32[], %mul/y: float32[]):
      %add/y = Const(value=1): int32[]
      %add = AddV2(%Placeholder, %add/y): int32[]
      %mul = Mul(%Placeholder_1, %mul/y): float32[]
      return %add, %mul
  %Identity = Identity(%while:1): float32[]
  return %Identity"""
    )


def test_a_dead_value_is_dropped_from_the_inner_loops_and_conditionals_that_hand_it_on():
    def function(x):
        def body(i, total, unused):
            _, unused, total = tf.while_loop(
                lambda j, *_: j < 3, lambda j, u, t: (j + 1, u * 2.0, t + 1.0), (0, unused, total)
            )
            total, unused = tf.cond(total > 0.0, lambda: (total, unused + 1.0), lambda: (-total, unused))
            return i + 1, total, unused

        return tf.while_loop(lambda i, *_: i < 3, body, (0, x, x))[1]

    graph = drop_dead_values(rewrite(traced(function, FLOAT), unchanged))
    assert str(graph) == (
        """\
function(%x: float32[]):
  %Const = Const(value=0): int32[]
  %while = StatelessWhile(%Const, %x, bounded=False): int32[], float32[]
    test(%Placeholder: int32[], %Placeholder_1: float32[]):
      %Less/y = Const(value=3): int32[]
      %Less = Less(%Placeholder, %Less/y): bool[]
      return %Less
    body(%Placeholder: int32[], %Placeholder_1: float32[]):
      %Const = Const(value=0): int32[]
      %while = StatelessWhile(%Const, %Placeholder_1, bounded=False): int32[], float32[]
        test(%Placeholder: int32[], %Placeholder_2: float32[]):
          %Less/y = Const(value=3): int32[]
          %Less = Less(%Placeholder, %Less/y): bool[]
          return %Less
        body(%Placeholder: int32[], %Placeholder_2: float32[]):
          %add/y = Const(value=1): int32[]
          %add = AddV2(%Placeholder, %add/y): int32[]
          %add_1/y = Const(value=1.0): float32[]
          %add_1 = AddV2(%Placeholder_2, %add_1/y): float32[]
          return %add, %add_1
      %Greater/y = Const(value=0.0): float32[]
      %Greater = Greater(%while:1, %Greater/y): bool[]
      %cond = StatelessIf(%Greater, %while:1): float32[]
        then(%while: float32[]):
          return %while
        else(%Neg/x: float32[]):
          %Neg = Neg(%Neg/x): float32[]
          return %Neg
      %add/y = Const(value=1): int32[]
      %add = AddV2(%Placeholder, %add/y): int32[]
      return %add, %cond
  %Identity = Identity(%while:1): float32[]
  return %Identity"""
    )


def test_what_is_computed_before_a_region_is_not_computed_again_in_it():
    def function(x, n):
        y = tf.exp(x) * 2.0
        either = tf.cond(x > 0.0, lambda: tf.exp(x), lambda: tf.exp(x) * 2.0)
        return y + tf.while_loop(lambda i, s: i < n, lambda i, s: (i + 1, s + 10.0 / (tf.exp(x) * 2.0)), (0, either))[1]

    graph = prune(merge_common_subexpressions(traced(function, FLOAT, tf.TensorSpec([], "int32"))))
    assert str(graph) == (
        """\
function(%x: float32[], %n: int32[]):
  %Exp = Exp(%x): float32[]
  %mul/y = Const(value=2.0): float32[]
  %mul = Mul(%Exp, %mul/y): float32[]
  %Greater/y = Const(value=0.0): float32[]
  %Greater = Greater(%x, %Greater/y): bool[]
  %cond = StatelessIf(%Greater, %Exp, %mul): float32[]
    then(%Exp: float32[], %mul: float32[]):
      return %Exp
    else(%Exp: float32[], %mul: float32[]):
      return %mul
  %Const = Const(value=0): int32[]
  %while = StatelessWhile(%Const, %cond, %n, %mul, bounded=False): int32[], float32[]
    test(%Placeholder: int32[], %Placeholder_1: float32[], %Less/y: int32[], %mul: float32[]):
      %Less = Less(%Placeholder, %Less/y): bool[]
      return %Less
    body(%Placeholder: int32[], %Placeholder_1: float32[], %n: int32[], %mul: float32[]):
      %add/y = Const(value=1): int32[]
      %add = AddV2(%Placeholder, %add/y): int32[]
      %truediv/x = Const(value=10.0): float32[]
      %truediv = RealDiv(%truediv/x, %mul): float32[]
      %add_1 = AddV2(%Placeholder_1, %truediv): float32[]
      return %add, %add_1
  %add = AddV2(%mul, %while:1): float32[]
  %Identity = Identity(%add): float32[]
  return %Identity"""
    )


def test_a_carried_value_that_an_effect_or_the_test_looks_at_is_kept():
    seen = tf.Variable(0.0)

    def function(x):
        def body(i, written, tested, dead):
            seen.assign(written)
            return i + 1, written + 1.0, tested * 2.0, dead - 1.0

        return tf.while_loop(lambda i, w, tested, d: tested < 9.0, body, (0, x, x, x))[0]

    graph = optimised(traced(function, FLOAT))
    (loop,) = [node for node in graph.nodes if node.regions]
    assert len(loop.outputs) == 3
    assert tf.function(function, autograph=False)(1.0).numpy() == 4
    assert seen.numpy() == 4.0


def test_an_input_that_no_branch_uses_any_more_is_dropped():
    def function(x, y):
        return tf.cond(x > 0, lambda: (x + 1.0, tf.exp(y))[0], lambda: x)

    (conditional,) = [node for node in traced(function, FLOAT, FLOAT).nodes if node.type == "StatelessIf"]
    assert len(conditional.inputs) == 2


def softmax_steps(x, n):
    w = tf.constant([[0.5, -0.5], [0.25, 1.0]])

    def body(i, x):
        y = tf.cond(tf.reduce_sum(x) > 1.0, lambda: tf.matmul(x, w) * 0.5, lambda: x + tf.exp(-x) + tf.exp(-x))
        return i + 1, tf.tanh(y)

    return tf.while_loop(lambda i, x: i < n, body, (0, x))[1]


def two_totals(x, n):
    add = tf.function(lambda a, b: a + b * 2.0, autograph=False)
    total = tf.zeros([])
    for _ in range(3):
        total = add(total, tf.reduce_sum(x))
    return total + tf.cast(n, tf.float32) * (1.0 + 2.0)


@pytest.mark.parametrize("function", [softmax_steps, two_totals])
def test_an_optimised_graph_computes_what_the_eager_program_does(function):
    x, n = tf.constant([[1.0, 2.0], [3.0, -4.0]]), tf.constant(5)
    staged = tf.function(function, autograph=False)
    np.testing.assert_allclose(staged(x, n), function(x, n), rtol=1e-6)
    graph = staged.get_concrete_function(x, n).graph
    before = str(graph)
    optimised(graph)
    assert str(graph) == before, "passes do not touch the graph that the user sees"


def _doublings(depth, step=lambda x: tf.sin(x) * 2.0):
    """A function that calls another twice, which calls another twice, and so on."""
    function = tf.function(step, autograph=False)
    for _ in range(depth):
        called = function
        function = tf.function(lambda x, called=called: called(x * 1.25) + called(x * 1.5), autograph=False)
    return function


def _nodes(graph):
    """How many nodes there are in a graph and in all that it calls, each body counted once."""
    graphs, waiting = {}, [graph]
    while waiting:
        graph = waiting.pop()
        if id(graph) not in graphs:
            graphs[id(graph)] = graph
            waiting.extend(region for node in graph.nodes for region in node.regions)
    return sum(len(graph.nodes) for graph in graphs.values())


def test_functions_that_call_another_twice_grow_by_a_body_each_and_compute_the_same():
    counts = {depth: _nodes(optimised(_doublings(depth).get_concrete_function(FLOAT).graph)) for depth in (6, 12, 24)}
    assert counts[12] < 2.5 * counts[6]
    assert counts[24] < 2.5 * counts[12]
    small, large = _doublings(3), _doublings(8)
    x = tf.constant(0.5)
    for function in (small, large):
        np.testing.assert_array_equal(function(x), function.python_function(x))


def test_a_small_body_is_written_out_where_it_is_called_and_a_large_one_where_it_is_called_once():
    def large(x):
        for _ in range(100):
            x = tf.sin(x)
        return x

    once, twice = tf.function(large, autograph=False), tf.function(large, autograph=False)
    small = tf.function(tf.cos, autograph=False)
    graph = optimised(traced(lambda x: once(twice(twice(small(small(x))))), FLOAT))
    assert ops(graph).count("PartitionedCall") == 2
    assert ops(graph).count("Sin") == 100
    assert ops(graph).count("Cos") == 2
    (body,) = {id(node.regions[0]): node.regions[0] for node in graph.nodes if node.regions}.values()
    assert ops(body).count("Sin") == 100


def test_what_a_large_body_that_is_called_twice_captures_reads_and_writes_is_given_to_it():
    weight, count = tf.constant(2.0), tf.Variable(0)

    @tf.function(autograph=False)
    def large(x):
        count.assign_add(1)
        for _ in range(100):
            x = tf.sin(x) * weight
        tf.debugging.assert_less(count, 5, message="too often")
        return x

    @tf.function(autograph=False)
    def both(x):
        return large(large(x)) + large(x)

    x = tf.constant(0.5)
    expected = large.python_function(large.python_function(x)) + large.python_function(x)
    count.assign(0)
    np.testing.assert_array_equal(both(x), expected)
    assert count.numpy() == 3
    with tf.GradientTape() as tape:
        tape.watch(x)
        with pytest.raises(tf.errors.InvalidArgumentError, match="too often"):
            both(x)


@pytest.mark.parametrize("switch", [gc.enable, gc.disable])
def test_garbage_is_collected_after_a_graph_was_optimised_if_it_was_before(switch):
    graph = traced(lambda x: x + 1.0, FLOAT)
    before = gc.isenabled()
    try:
        switch()
        wanted = gc.isenabled()
        optimised(graph)
        assert gc.isenabled() is wanted
    finally:
        (gc.enable if before else gc.disable)()
