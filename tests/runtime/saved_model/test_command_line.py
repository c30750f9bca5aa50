"""`python -m runtime.saved_model` prints what TensorFlow's `saved_model_cli` prints. Expected texts are TensorFlow 2.21's."""

from __future__ import annotations

import collections
import subprocess
import sys

import numpy as np
import pytest

import runtime as tf
from runtime.saved_model.command_line import main

Pair = collections.namedtuple("Pair", "a b")


class Shown(tf.Module):
    def __init__(self):
        super().__init__()
        self.v = tf.Variable(1.0)

    @tf.function
    def __call__(self, x, training=False, scale=2.0, *, mode="a", flag=None):
        return x * self.v

    @tf.function
    def pair(self, xs, p):
        return xs[0] + p.a

    @tf.function(input_signature=[])
    def noargs(self):
        return {"b": tf.constant([[1, 2]]), "a": tf.constant("s"), "c": tf.constant(True)}

    @tf.function(input_signature=[tf.TensorSpec([2]), tf.TensorSpec([], tf.int32)])
    def two(self, a, b):
        return a, b

    @tf.function(input_signature=[tf.TensorSpec([None])])
    def read(self, x):
        return x * self.v


@pytest.fixture(scope="module")
def directory(tmp_path_factory):
    model = Shown()
    model(tf.constant(1.0))
    model(tf.constant([1.0]), True, mode="b")
    model.pair((tf.constant(1.0), 3), Pair(tf.constant(1.0), None))
    path = str(tmp_path_factory.mktemp("shown") / "model")
    tf.saved_model.save(model, path, {"serving_default": model.two, "none": model.noargs, "read": model.read})
    return path


SHOWN = """\

MetaGraphDef with tag-set: 'serve' contains the following SignatureDefs:

signature_def['__saved_model_init_op']:
  The given SavedModel SignatureDef contains the following input(s):
  The given SavedModel SignatureDef contains the following output(s):
    outputs['__saved_model_init_op'] tensor_info:
        dtype: DT_INVALID
        shape: unknown_rank
        name: NoOp
  Method name is: 

signature_def['none']:
  The given SavedModel SignatureDef contains the following input(s):
  The given SavedModel SignatureDef contains the following output(s):
    outputs['a'] tensor_info:
        dtype: DT_STRING
        shape: ()
        name: PartitionedCall:0
    outputs['b'] tensor_info:
        dtype: DT_INT32
        shape: (1, 2)
        name: PartitionedCall:1
    outputs['c'] tensor_info:
        dtype: DT_BOOL
        shape: ()
        name: PartitionedCall:2
  Method name is: tensorflow/serving/predict

signature_def['read']:
  The given SavedModel SignatureDef contains the following input(s):
    inputs['x'] tensor_info:
        dtype: DT_FLOAT
        shape: (-1)
        name: read_x:0
  The given SavedModel SignatureDef contains the following output(s):
    outputs['output_0'] tensor_info:
        dtype: DT_FLOAT
        shape: (-1)
        name: StatefulPartitionedCall:0
  Method name is: tensorflow/serving/predict

signature_def['serving_default']:
  The given SavedModel SignatureDef contains the following input(s):
    inputs['a'] tensor_info:
        dtype: DT_FLOAT
        shape: (2)
        name: serving_default_a:0
    inputs['b'] tensor_info:
        dtype: DT_INT32
        shape: ()
        name: serving_default_b:0
  The given SavedModel SignatureDef contains the following output(s):
    outputs['output_0'] tensor_info:
        dtype: DT_FLOAT
        shape: (2)
        name: PartitionedCall_1:0
    outputs['output_1'] tensor_info:
        dtype: DT_INT32
        shape: ()
        name: PartitionedCall_1:1
  Method name is: tensorflow/serving/predict
The MetaGraph with tag set ['serve'] contains the following ops: {OPERATIONS}

Concrete Functions:
  Function Name: '__call__'
    Option #1
      Callable with:
        Argument #1
          x: TensorSpec(shape=(), dtype=tf.float32, name='x')
        Argument #2
          DType: bool
          Value: False
        Argument #3
          DType: float
          Value: 2.0
        Named Argument #1
          mode
        Named Argument #2
          flag
    Option #2
      Callable with:
        Argument #1
          x: TensorSpec(shape=(1,), dtype=tf.float32, name='x')
        Argument #2
          DType: bool
          Value: True
        Argument #3
          DType: float
          Value: 2.0
        Named Argument #1
          mode
        Named Argument #2
          flag

  Function Name: 'noargs'

  Function Name: 'pair'
    Option #1
      Callable with:
        Argument #1
          DType: tuple
          Value: [TensorSpec(shape=(), dtype=tf.float32, name='xs_0'), 3]
        Argument #2
          DType: Pair
          Value: [TensorSpec(shape=(), dtype=tf.float32, name='p_a'), None]

  Function Name: 'read'
    Option #1
      Callable with:
        Argument #1
          x: TensorSpec(shape=(None,), dtype=tf.float32, name='x')

  Function Name: 'two'
    Option #1
      Callable with:
        Argument #1
          a: TensorSpec(shape=(2,), dtype=tf.float32, name='a')
        Argument #2
          b: TensorSpec(shape=(), dtype=tf.int32, name='b')
"""


def printed(capsys, *arguments):
    status = main(arguments)
    return status, capsys.readouterr()


def test_show_all(directory, capsys):
    # The operations are those of the functions: those that restore variables in TensorFlow's graph are not needed.
    names = "{'AddV2', 'Const', 'Identity', 'Mul', 'PartitionedCall', 'Placeholder', 'ReadVariableOp', 'StatefulPartitionedCall'}"
    status, streams = printed(capsys, "show", "--dir", directory, "--all")
    assert status == 0
    assert streams.out == SHOWN.replace("{OPERATIONS}", names)


def test_show_less(directory, capsys):
    show = ["show", "--dir", directory]
    assert printed(capsys, *show)[1].out == "The given SavedModel contains the following tag-sets:\n'serve'\n"
    assert printed(capsys, *show, "--tag_set", "serve")[1].out == (
        "The given SavedModel MetaGraphDef contains SignatureDefs with the following keys:\n"
        'SignatureDef key: "__saved_model_init_op"\n'
        'SignatureDef key: "none"\n'
        'SignatureDef key: "read"\n'
        'SignatureDef key: "serving_default"\n'
    )
    assert printed(capsys, *show, "--tag_set", "serve", "--signature_def", "read")[1].out == (
        "The given SavedModel SignatureDef contains the following input(s):\n"
        "  inputs['x'] tensor_info:\n"
        "      dtype: DT_FLOAT\n"
        "      shape: (-1)\n"
        "      name: read_x:0\n"
        "The given SavedModel SignatureDef contains the following output(s):\n"
        "  outputs['output_0'] tensor_info:\n"
        "      dtype: DT_FLOAT\n"
        "      shape: (-1)\n"
        "      name: StatefulPartitionedCall:0\n"
        "Method name is: tensorflow/serving/predict\n"
    )
    assert printed(capsys, *show, "--tag_set", "serve", "--list_ops")[1].out.startswith(
        "The MetaGraph with tag set ['serve'] contains the following ops: {'AddV2', 'Const', "
    )


def run(capsys, directory, signature, *arguments):
    return printed(capsys, "run", "--dir", directory, "--tag_set", "serve", "--signature_def", signature, *arguments)


def test_run_takes_arrays_from_files_and_saves_the_outputs(directory, tmp_path, capsys):
    np.savez(tmp_path / "ab.npz", a=np.array([1, 2], np.float32), b=np.array(3, np.int32))
    out = tmp_path / "out"
    inputs = f"a={tmp_path}/ab.npz[a];b={tmp_path}/ab.npz[b]"
    status, streams = run(capsys, directory, "serving_default", "--inputs", inputs, "--outdir", str(out))
    assert status == 0
    assert streams.out == (
        "Result for output key output_0:\n[1. 2.]\n"
        f"Output output_0 is saved to {out}/output_0.npy\n"
        "Result for output key output_1:\n3\n"
        f"Output output_1 is saved to {out}/output_1.npy\n"
    )
    assert np.load(out / "output_0.npy").tolist() == [1.0, 2.0]
    status, streams = run(capsys, directory, "serving_default", "--inputs", inputs, "--outdir", str(out))
    assert status == 1
    assert streams.err == (
        f'error: Output file {out}/output_0.npy already exists. Add "--overwrite" to overwrite the existing output '
        "files.\n"
    )
    assert run(capsys, directory, "serving_default", "--inputs", inputs, "--outdir", str(out), "--overwrite")[0] == 0


def test_run_takes_literals(directory, capsys):
    status, streams = run(capsys, directory, "serving_default", "--input_exprs", "a=[1.,2.];b=5")
    assert (status, streams.out) == (
        0,
        "Result for output key output_0:\n[1. 2.]\nResult for output key output_1:\n5\n",
    )


WRONG = [
    (
        "serving_default",
        ["--input_exprs", "a=[1.,2.]"],
        'the input "b" is missing: give it with --inputs or --input_exprs',
    ),
    (
        "serving_default",
        ["--input_exprs", "a=[1.,2.];b=3;c=4"],
        '"c" is not a valid input key. Please choose from "a", "b", or use --show option.',
    ),
    (
        "nope",
        ["--input_exprs", "a=1"],
        'Could not find signature "nope". Please choose from: serving_default, none, read, __saved_model_init_op',
    ),
    ("read", ["--input_exprs", "x=np.ones(2)"], 'Expression "np.ones(2)" is not a valid python literal.'),
    ("read", ["--input_exprs", "x='a'"], 'the input "x" is no float32 tensor: '),
    ("read", ["--inputs", "x"], '--inputs "x" format is incorrect. Please follow "<input_key>=<filename>"'),
    ("read", [], "At least one of --inputs, --input_exprs or --input_examples must be required"),
    ("read", ["--inputs", "x=nowhere.npy"], "No such file or directory: 'nowhere.npy'"),
]


@pytest.mark.parametrize(("signature", "arguments", "message"), WRONG)
def test_run_says_what_is_wrong(directory, capsys, signature, arguments, message):
    status, streams = run(capsys, directory, signature, *arguments)
    assert status == 1
    assert streams.err.startswith("error: ") and message in streams.err


def test_pickles_are_not_read(directory, tmp_path, capsys):
    import pickle

    (tmp_path / "x.pkl").write_bytes(pickle.dumps([1.0]))
    status, streams = run(capsys, directory, "read", "--inputs", f"x={tmp_path}/x.pkl")
    assert status == 1
    assert "is no file of arrays: give a .npy or .npz file (pickles are not read: they can execute code)" in streams.err


def test_a_tag_set_that_is_not_there(directory, capsys):
    status, streams = printed(capsys, "show", "--dir", directory, "--tag_set", "foo")
    assert (status, streams.err) == (
        1,
        "error: MetaGraphDef associated with tag-set foo could not be found in the SavedModel. Please use one of the "
        "following tag-sets: [['serve']]\n",
    )


def test_the_module_runs_from_the_command_line(directory):
    command = [sys.executable, "-m", "runtime.saved_model", "show", "--dir", directory]
    assert subprocess.run(command, capture_output=True, text=True).stdout.endswith("'serve'\n")


def test_run_says_which_shape_an_input_must_have(directory, tmp_path, capsys):
    np.save(tmp_path / "x.npy", np.ones((3, 2), "float32"))
    arguments = ["run", "--dir", directory, "--tag_set", "serve", "--signature_def", "read"]
    assert main([*arguments, "--inputs", f"x={tmp_path / 'x.npy'}"]) == 1
    assert capsys.readouterr().err == 'error: the input "x" must have the shape (None,), and has the shape (3, 2)\n'


def test_signature_of_a_loaded_model_refuses_other_shapes(directory):
    with pytest.raises(TypeError, match=r"Binding inputs to tf\.function failed due to `Can not cast TensorSpec"):
        tf.saved_model.load(directory).signatures["read"](x=tf.ones([3, 2]))
