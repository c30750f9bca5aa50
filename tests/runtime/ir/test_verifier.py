"""What a graph must fulfil, and what is said where it does not."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import runtime as tf
from runtime.core.specs import TensorSpec
from runtime.ir.graph import Graph, Node
from runtime.ir.verifier import Unfit, verify


@tf.function(input_signature=[tf.TensorSpec([2]), tf.TensorSpec([], tf.int32)])
def program(x, n):
    for _ in tf.range(n):
        if tf.reduce_sum(x) > 1.0:
            x = tf.transpose(tf.reshape(x * 2.0, [2, 1]))[0]
    return x


@pytest.fixture
def graph() -> Graph:
    """A graph of its own for each test, with a loop and a conditional in it."""
    return tf.function(program.python_function).get_concrete_function(*program.input_signature).graph


def node_of(graph: Graph, kind: str) -> Node:
    waiting = [graph]
    for found in waiting:
        for node in found.nodes:
            if node.type == kind:
                return node
            waiting += node.regions
    raise AssertionError(f"there is no {kind}")


def test_a_traced_graph_fulfils_it(graph: Graph) -> None:
    verify(graph)


def without_output(graph: Graph) -> None:
    node_of(graph, "StatelessWhile").regions[1].outputs.pop()


def of_another_dtype(graph: Graph) -> None:
    node_of(graph, "Mul").outputs[0].dtype = tf.int32


def too_early(graph: Graph) -> None:
    nodes = node_of(graph, "Mul").graph.nodes
    nodes.sort(key=lambda node: node.type != "Mul")


def of_another_graph(graph: Graph) -> None:
    node_of(graph, "Mul").inputs[0] = graph.inputs[0]


def unknown_attribute(graph: Graph) -> None:
    node_of(graph, "Mul").attrs = {"speed": 3}


def wrong_attribute(graph: Graph) -> None:
    node_of(graph, "Sum").attrs = {"keep_dims": "yes"}


def missing_attribute(graph: Graph) -> None:
    node_of(graph, "StatelessWhile").attrs = {"carried": 1}


def too_few_inputs(graph: Graph) -> None:
    node = node_of(graph, "Mul")
    node.inputs = node.inputs[:1]


def lost_result(graph: Graph) -> None:
    graph.nodes.pop()


def condition_of_another_dtype(graph: Graph) -> None:
    node = node_of(graph, "StatelessIf")
    node.inputs = [node.inputs[1], *node.inputs[1:]]


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        (without_output, "gives"),
        (of_another_dtype, "Mul gives float32[2] here, not int32[2]"),
        (too_early, "is not there before it"),
        (of_another_graph, "is not there before it"),
        (unknown_attribute, "Mul has no attribute 'speed'"),
        (wrong_attribute, "the attribute 'keep_dims' of Sum should be of type bool"),
        (missing_attribute, "StatelessWhile needs the attribute 'bounded'"),
        (too_few_inputs, "Mul does not take 1 inputs"),
        (lost_result, "has no node for"),
        (condition_of_another_dtype, "the first input decides, and is of dtype bool"),
    ],
)
def test_what_is_wrong_is_named_with_its_node(graph: Graph, damage: Callable[[Graph], None], problem: str) -> None:
    damage(graph)
    with pytest.raises(Unfit, match=re.escape(problem)) as raised:
        verify(graph)
    assert re.match(r"node '.+' of '.+': |'.+' has no node for", str(raised.value))


def test_what_fails_when_it_runs_is_no_mistake_of_the_graph() -> None:
    graph = Graph("g")
    with graph.as_default():
        x, y = (graph.placeholder(TensorSpec([None], tf.float32), name) for name in "xy")
        graph.inputs += [x, y]
        graph.outputs = [x + y]
    x.shape, y.shape = tf.TensorShape([2]), tf.TensorShape([4])
    verify(graph)
