"""Graphs as protocol buffers: the text is TensorFlow's, the bytes are those that other programs read."""

import re

import pytest

import runtime as tf
from runtime.exchange.graph_def import AttrValue, GraphDef, NodeDef, TensorProto

#: What TensorFlow 2.21 prints for the `GraphDef` of `lambda x: x @ x + 1.5`, with x float32[2, 2].
RECORDED = """\
node {
  name: "x"
  op: "Placeholder"
  attr {
    key: "shape"
    value {
      shape {
        dim {
          size: 2
        }
        dim {
          size: 2
        }
      }
    }
  }
  attr {
    key: "dtype"
    value {
      type: DT_FLOAT
    }
  }
  attr {
    key: "_user_specified_name"
    value {
      s: "x"
    }
  }
}
node {
  name: "matmul"
  op: "MatMul"
  input: "x"
  input: "x"
  attr {
    key: "transpose_b"
    value {
      b: false
    }
  }
  attr {
    key: "transpose_a"
    value {
      b: false
    }
  }
  attr {
    key: "grad_b"
    value {
      b: false
    }
  }
  attr {
    key: "grad_a"
    value {
      b: false
    }
  }
  attr {
    key: "T"
    value {
      type: DT_FLOAT
    }
  }
}
node {
  name: "add/y"
  op: "Const"
  attr {
    key: "value"
    value {
      tensor {
        dtype: DT_FLOAT
        tensor_shape {
        }
        float_val: 1.5
      }
    }
  }
  attr {
    key: "dtype"
    value {
      type: DT_FLOAT
    }
  }
}
node {
  name: "add"
  op: "AddV2"
  input: "matmul"
  input: "add/y"
  attr {
    key: "T"
    value {
      type: DT_FLOAT
    }
  }
}
node {
  name: "Identity"
  op: "Identity"
  input: "add"
  attr {
    key: "T"
    value {
      type: DT_FLOAT
    }
  }
}
versions {
  producer: 2474
}
"""


def graph_of(function, *args):
    return tf.function(function).get_concrete_function(*args).graph


def every_kind_of_region(x, n):
    y = tf.cond(n > 0, lambda: x * 2.0, lambda: x - 1.0)
    while n > 0:
        n -= 1
        y = tf.tanh(y)
    (y,) = tf.while_loop(lambda y: True, lambda y: y + x, [y], maximum_iterations=3)
    return tf.switch_case(n, [lambda: y, lambda: -y]), tf.function(tf.exp)(y)


def test_a_graph_prints_as_it_does_in_tensorflow():
    graph = graph_of(lambda x: x @ x + 1.5, tf.TensorSpec([2, 2]))
    assert str(graph.as_graph_def()) == RECORDED


def test_the_bytes_are_those_of_the_wire_format():
    node = NodeDef(name="a", op="Const", attr={"n": AttrValue(i=300), "b": AttrValue(b=False)})
    assert node.SerializeToString() == (
        b"\x0a\x01a\x12\x05Const\x2a\x08\x0a\x01n\x12\x03\x18\xac\x02\x2a\x07\x0a\x01b\x12\x02\x28\x00"
    )
    assert TensorProto(int_val=[1, -1]).SerializeToString() == b"\x3a\x0b\x01" + b"\xff" * 9 + b"\x01"


def test_what_is_written_is_read_back():
    definition = graph_of(every_kind_of_region, tf.TensorSpec([2]), tf.TensorSpec([], "int32")).as_graph_def()
    again = GraphDef.FromString(definition.SerializeToString())
    assert again == definition
    assert str(again) == str(definition)


def test_the_protocol_buffers_of_others_read_the_same():
    protos = pytest.importorskip(
        "tensorboard.compat.proto.graph_pb2", reason="the extra 'tensorboard' is not installed"
    )
    definition = graph_of(every_kind_of_region, tf.TensorSpec([2]), tf.TensorSpec([], "int32")).as_graph_def()
    assert str(protos.GraphDef.FromString(definition.SerializeToString())) == str(definition)


def test_a_loop_has_an_output_for_every_input_and_functions_that_agree():
    # TensorFlow 2.21 imports such graphs (`tf.compat.v1.import_graph_def`) and computes the same.
    definition = graph_of(every_kind_of_region, tf.TensorSpec([2]), tf.TensorSpec([], "int32")).as_graph_def()
    functions = {f.signature.name: f.signature for f in definition.library.function}
    loops = [node for node in definition.node if node.op == "StatelessWhile"]
    assert len(loops) == 2
    for loop in loops:
        types = loop.attr["T"].list.type
        test, body = functions[loop.attr["cond"].func.name], functions[loop.attr["body"].func.name]
        assert len(loop.input) == len(types)
        assert [x.type for x in test.input_arg] == [x.type for x in body.input_arg] == types
        assert [x.type for x in body.output_arg] == types


def test_sizes_of_images_are_given_for_every_dimension():
    def function(x, filters):
        return tf.nn.max_pool2d(tf.nn.conv2d(x, filters, 2, "SAME"), 3, 1, "VALID"), tf.strings.join(["a", "b"])

    graph = graph_of(function, tf.TensorSpec([1, 8, 8, 3]), tf.TensorSpec([2, 2, 3, 1]))
    nodes = {node.op: node.attr for node in graph.as_graph_def().node}
    assert nodes["Conv2D"]["strides"].list.i == [1, 2, 2, 1]
    assert nodes["Conv2D"]["dilations"].list.i == [1, 1, 1, 1]
    assert nodes["MaxPool"]["ksize"].list.i == [1, 3, 3, 1]
    assert nodes["StringJoin"]["N"].i == 2


def test_regions_are_functions_named_for_their_node():
    definition = graph_of(every_kind_of_region, tf.TensorSpec([2]), tf.TensorSpec([], "int32")).as_graph_def()
    names = [re.sub(r"_\d+$", "", f.signature.name) for f in definition.library.function]
    assert names == [
        "cond_true", "cond_false", "while_cond", "while_body", "while_1_cond", "while_1_body",
        "switch_case_branch0", "switch_case_branch1", "__inference_exp",
    ]  # fmt: skip


def test_a_field_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="Protocol message NodeDef has no 'nmae' field"):
        NodeDef(nmae="x")
    with pytest.raises(AttributeError, match="Assignment not allowed"):
        NodeDef().nmae = "x"


def test_bytes_that_are_no_message_are_refused():
    with pytest.raises(ValueError, match="these 4 bytes are not a GraphDef: they end too early"):
        GraphDef.FromString(b"\x0a\x7fab")
