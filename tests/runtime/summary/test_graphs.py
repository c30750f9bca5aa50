"""Graphs in event files: what is written, and how TensorBoard is made to show it."""

import os

import pytest

import runtime as tf
from runtime.exchange.graph_def import GraphDef
from runtime.ir.handlers import local
from runtime.summary.events import RunMetadata, read_events
from runtime.summary.graph_view import graph_view


class Dense(tf.Module):
    def __init__(self, size, name):
        super().__init__(name)
        with self.name_scope:
            self.w = tf.Variable(tf.ones([size, size]), name="w")

    @tf.Module.with_name_scope
    def __call__(self, x):
        return x @ self.w


def program():
    layer = Dense(2, "dense")

    @tf.function
    def halve(x):
        return x / 2.0

    @tf.function
    def predict(x, n):
        x = halve(layer(x))
        if n > 3:
            x = x + 1.0
        while n > 0:
            x = layer(x)
            n -= 1
        return x

    return predict


def only_event(directory):
    (name,) = os.listdir(directory)
    (_, event) = read_events(os.path.join(directory, name))
    return event


def shown(node):
    return f"{node.name} = {node.op}({', '.join(node.input)})"


def test_a_view_opens_regions_and_names_what_is_captured():
    predict = program()
    graph = predict.get_concrete_function(tf.ones([1, 2]), tf.constant(5)).graph
    view = graph_view(graph)
    assert "\n".join(map(shown, view.node)) == (
        """\
x = Placeholder()
n = Placeholder()
dense/w = VarHandleOp()
dense/ReadVariableOp = ReadVariableOp(dense/w)
dense/matmul = MatMul(x, dense/ReadVariableOp)
halve = halve(dense/matmul)
Greater/y = Const()
Greater = Greater(n, Greater/y)
cond/then = cond_then(halve)
cond/else = cond_else(halve)
cond = StatelessIf(Greater, cond/then, cond/else)
while/test = while_test(n, cond, dense/w)
while/body = while_body(n, cond, dense/w)
while = While(while/test, while/body, while/body:1)
Identity = Identity(while:1)"""
    )
    functions = {f.signature.name: f for f in view.library.function}
    assert list(functions) == ["halve", "cond_then", "cond_else", "while_test", "while_body"]
    body = functions["while_body"]
    assert [x.name for x in body.signature.input_arg] == ["n", "x", "dense_w"]
    assert [x.name for x in body.signature.output_arg] == ["output_0", "output_1"]
    assert {node.name for node in body.node_def} >= {"output_0", "output_1"}


def test_edges_of_a_view_have_shapes():
    predict = program()
    view = graph_view(predict.get_concrete_function(tf.TensorSpec([None, 2]), tf.constant(5)).graph)
    for node in [*view.node, *[node for f in view.library.function for node in f.node_def]]:
        assert node.attr["_output_shapes"].list.shape, node.name
    shapes = {node.name: [d.size for d in node.attr["_output_shapes"].list.shape[0].dim] for node in view.node}
    assert shapes["dense/matmul"] == [-1, 2]
    assert shapes["dense/w"] == [2, 2]


def test_the_graphs_that_ran_are_exported(tmp_path):
    predict = program()
    tf.summary.trace_on(graph=True)
    predict(tf.ones([1, 2]), tf.constant(5))
    predict(tf.ones([1, 2]), tf.constant(1))
    predict(tf.ones([3, 2]), tf.constant(1))
    with tf.summary.create_file_writer(tmp_path).as_default():
        tf.summary.trace_export("trace", step=4)
    event = only_event(tmp_path)
    (value,) = event.summary.value
    assert (event.step, value.tag) == (4, "trace")
    # As TensorFlow 2.21 says it.
    assert value.metadata.plugin_data.plugin_name == "graph_run_metadata_graph"
    assert value.metadata.plugin_data.content == b"1"
    metadata = RunMetadata.FromString(value.tensor.string_val[0])
    graphs = [function.pre_optimization_graph for function in metadata.function_graphs]
    assert [graph.node[0].name for graph in graphs] == ["x", "x"]  # one graph for each type of call


def test_tracing_ends_with_the_export_and_leaves_nothing_behind(tmp_path):
    before = local.thread.call
    tf.summary.trace_on()
    tf.summary.trace_off()
    assert local.thread.call is before
    tf.summary.trace_on()
    with tf.summary.create_file_writer(tmp_path).as_default():
        tf.summary.trace_export("trace", step=0)
    assert local.thread.call is before


def test_gradients_are_the_same_while_graphs_are_traced():
    predict = program()
    x = tf.ones([1, 2])

    def gradient():
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = predict(x, tf.constant(2))
        return tape.gradient(y, x).numpy().tolist()

    expected = gradient()
    tf.summary.trace_on()
    assert gradient() == expected
    tf.summary.trace_off()


def test_a_graph_and_a_graph_def_can_be_written(tmp_path):
    predict = program()  # which keeps the variable, whose name is shown
    graph = predict.get_concrete_function(tf.ones([1, 2]), tf.constant(5)).graph
    with tf.summary.create_file_writer(tmp_path / "a").as_default():
        assert bool(tf.summary.graph(graph))
    assert GraphDef.FromString(only_event(tmp_path / "a").graph_def) == graph_view(graph)
    with tf.summary.create_file_writer(tmp_path / "b").as_default():
        assert bool(tf.summary.graph(graph.as_graph_def()))
    assert GraphDef.FromString(only_event(tmp_path / "b").graph_def) == graph.as_graph_def()
    assert not bool(tf.summary.graph(graph))


def test_a_profile_is_refused_and_the_graph_is_traced_all_the_same():
    with pytest.warns(UserWarning, match="there is no profiler, and no profile will be written"):
        tf.summary.trace_on(graph=True, profiler=True)
    with pytest.warns(UserWarning, match="Trace already enabled"):
        tf.summary.trace_on()
    tf.summary.trace_off()
