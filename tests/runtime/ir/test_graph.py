"""Graphs: nodes, names, captures, and their two printed forms."""

from __future__ import annotations

import re

import pytest

import runtime as tf
from runtime.ir.graph import Graph, current_graph
from runtime.ir.regions import trace_region


def traced(function, *args):
    return tf.function(function, autograph=False).get_concrete_function(*args).graph


def test_a_graph_prints_one_line_per_node_with_regions_indented():
    def scale(x, n):
        return tf.while_loop(lambda i, v: i < n, lambda i, v: (i + 1, v * x), (0, x))[1]

    graph = traced(scale, tf.TensorSpec([], "float32"), tf.TensorSpec([], "int32"))
    assert str(graph) == (
        """\
scale(%x: float32[], %n: int32[]):
  %Const = Const(value=0): int32[]
  %while = StatelessWhile(%Const, %x, %n, %x, bounded=False): int32[], float32[]
    test(%Placeholder: int32[], %Placeholder_1: float32[], %Less/y: int32[], %x: float32[]):
      %Less = Less(%Placeholder, %Less/y): bool[]
      return %Less
    body(%Placeholder: int32[], %Placeholder_1: float32[], %n: int32[], %mul/y: float32[]):
      %add/y = Const(value=1): int32[]
      %add = AddV2(%Placeholder, %add/y): int32[]
      %mul = Mul(%Placeholder_1, %mul/y): float32[]
      return %add, %mul
  %Identity = Identity(%while:1): float32[]
  return %Identity"""
    )


def test_an_unknown_dimension_prints_as_a_question_mark_and_an_unknown_rank_as_a_star():
    graph = traced(lambda x, y: x + y, tf.TensorSpec([None, 2], "float32"), tf.TensorSpec(None, "float32"))
    assert str(graph).splitlines()[0] == "<lambda>(%x: float32[?,2], %y: float32[*]):"


def test_names_are_numbered_like_tensorflows():
    graph = traced(lambda x: (x + 1) + (x + 2), tf.TensorSpec([], "int32"))
    assert [node.name for node in graph.nodes] == ["x", "add/y", "add", "add_1/y", "add_1", "add_2", "Identity"]


def test_a_name_scope_prefixes_names_and_is_numbered_when_it_is_entered_again():
    def function(x):
        with tf.name_scope("layer"):
            y = x + x
        with tf.name_scope("layer"):
            return y + y

    graph = traced(function, tf.TensorSpec([], "int32"))
    assert [node.name for node in graph.nodes] == ["x", "layer/add", "layer_1/add", "Identity"]


def test_a_loop_over_python_values_is_unrolled_to_as_many_nodes_as_in_tensorflow():
    @tf.function(autograph=False)
    def total(pairs):
        loss = tf.constant(0)
        for x, y in pairs:
            loss += tf.abs(y - x)
        return loss

    def size(count):
        return len(total.get_concrete_function([(1, 1)] * count).graph.as_graph_def().node)

    assert (size(3), size(10)) == (11, 32)


def test_what_nothing_observes_is_pruned_but_arguments_stay():
    def function(x, unused):
        tf.exp(x)
        return x

    graph = traced(function, tf.TensorSpec([], "float32"), tf.TensorSpec([], "float32"))
    assert [node.type for node in graph.nodes] == ["Placeholder", "Placeholder", "Identity"]


def test_writes_stay_in_program_order_though_nothing_uses_them():
    v = tf.Variable(1.0)

    def function():
        v.assign(2.0)
        v.assign_add(3.0)
        return v.read_value()

    graph = traced(function)
    effects = [node for node in graph.nodes if node.type not in ("Placeholder", "Const", "Identity")]
    assert [node.type for node in effects] == ["AssignVariableOp", "AssignAddVariableOp", "ReadVariableOp"]
    assert [[other.type for other in node.control_inputs] for node in effects] == [
        [], ["AssignVariableOp"], ["AssignAddVariableOp"],
    ]  # fmt: skip


def test_an_eager_tensor_is_captured_once():
    k = tf.constant([1.0, 2.0])
    concrete = tf.function(lambda x: k + x + k, autograph=False).get_concrete_function(tf.TensorSpec([], "float32"))
    assert len(concrete.captured_inputs) == 1
    assert concrete.captured_inputs[0] is k
    assert [node.op for node in concrete.graph.as_graph_def().node] == [
        "Placeholder", "Const", "AddV2", "AddV2", "Identity",
    ]  # fmt: skip


def test_a_tensor_of_another_graph_is_out_of_scope_and_the_message_says_where_it_was_made():
    leaked = []

    @tf.function(autograph=False)
    def leak(x):
        leaked.append(x + 1)
        return x

    leak(tf.constant(1))
    with pytest.raises(TypeError, match=r"'add:0' shape=\(\) dtype=int32> is out of scope(.|\n)*test_graph.py"):
        tf.function(lambda x: x + leaked[0], autograph=False)(tf.constant(1))


def test_a_region_that_raises_leaves_the_graph_as_it_was():
    graph = Graph("f", is_function=True)
    with graph.as_default():
        x = tf.constant(1)
        before = list(graph.nodes)

        def region():
            tf.constant(2) + x
            raise KeyError("stop")

        with pytest.raises(KeyError):
            trace_region(region, [], "then")
        assert graph.nodes == before


def test_graph_def_has_nodes_with_inputs_and_attributes():
    definition = traced(lambda x: x + 1.5, tf.TensorSpec([None], "float32")).as_graph_def()
    x, constant, add, _ = definition.node
    assert (x.name, x.op, x.input) == ("x", "Placeholder", [])
    assert (add.name, add.op, add.input) == ("add", "AddV2", ["x", "add/y"])
    assert tf.as_dtype(add.attr["T"].type) is tf.float32
    assert constant.attr["value"].tensor.float_val == [1.5]
    assert [dim.size for dim in x.attr["shape"].shape.dim] == [-1]


def test_graph_def_prints_as_the_text_of_the_protocol_buffer():
    text = str(traced(lambda x: x + 1, tf.TensorSpec([], "int32")).as_graph_def())
    assert (
        """\
node {
  name: "add"
  op: "AddV2"
  input: "x"
  input: "add/y"
  attr {
    key: "T"
    value {
      type: DT_INT32
    }
  }
}
"""
        in text
    )


def test_graph_def_lists_regions_in_its_library():
    def function(x):
        return tf.cond(x > 0, lambda: x, lambda: -x)

    definition = traced(function, tf.TensorSpec([], "int32")).as_graph_def()
    then, orelse = [f.signature.name for f in definition.library.function]
    assert re.fullmatch(r"cond_true_\d+", then) and re.fullmatch(r"cond_false_\d+", orelse)


def test_what_is_taken_back_leaves_names_and_captures_as_they_were():
    outer = tf.constant(1.0)

    @tf.function(autograph=False)
    def function(x):
        graph = current_graph()
        first = tf.sin(x, name="a")
        take_back = graph.checkpoint()
        with tf.name_scope("a"):
            tf.sin(x, name="b") + outer
        take_back()
        again = tf.sin(first, name="a")
        return again + outer

    names = [node.name for node in function.get_concrete_function(tf.TensorSpec([])).graph.nodes]
    assert names == ["x", "a", "a_1", "add/y", "add", "Identity"]
