"""What is saved of a program is a function of the program: equal programs save equal files."""

from __future__ import annotations

import os

import runtime as tf


def program() -> tf.Module:
    """A program with everything whose name was once numbered as it was made."""

    class Program(tf.Module):
        def __init__(self) -> None:
            super().__init__()
            self.v = tf.Variable(1, name="v", dtype=tf.int64)

        @tf.function(input_signature=[tf.TensorSpec([], tf.int64)])
        def total(self, n):
            total = tf.constant(0, tf.int64)
            for x in tf.data.Dataset.range(n).map(lambda x: x * 2).map(lambda x: x + 1).filter(lambda x: x > 3):
                if x > 5:
                    total += x
                else:
                    total -= self.inner(x) + self.v
            return total

        @tf.function(input_signature=[tf.TensorSpec([], tf.int64)])
        def inner(self, n):
            while n > 0:
                n -= 1
            return n + tf.cast(tf.random.uniform([]), tf.int64)

    return Program()


def saved(model: tf.Module, directory: str) -> dict[str, bytes]:
    tf.saved_model.save(model, directory)
    found = {}
    for base, _, names in os.walk(directory):
        for name in names:
            with open(os.path.join(base, name), "rb") as file:
                found[name] = file.read()
    return found


def test_equal_programs_save_equal_files(tmp_path):
    one, other = (saved(program(), str(tmp_path / name)) for name in ("one", "other"))
    assert sorted(one) == ["functions.txt", "objects.txt", "saved_model.txt", "tensors.safetensors"]
    assert one == other


def test_a_model_that_was_loaded_is_saved_with_functions_of_the_same_names(tmp_path):
    first = saved(program(), str(tmp_path / "first"))
    second = saved(tf.saved_model.load(str(tmp_path / "first")), str(tmp_path / "second"))
    assert second["functions.txt"] == first["functions.txt"]


def test_equal_programs_are_equal_as_data():
    one, other = (program().total.get_concrete_function().graph.as_graph_def() for _ in range(2))
    assert one == other
    assert one.SerializeToString() == other.SerializeToString()
    names = [function.signature.name for function in one.library.function]
    assert len(set(names)) == len(names)


def test_functions_of_one_name_are_told_apart_in_a_graph_as_data():
    definition = program().total.get_concrete_function().graph.as_graph_def()
    called = [node.attr["f"].func.name for node in definition.node if node.op == "MapDataset"]
    library = {function.signature.name: function for function in definition.library.function}
    assert [[node.op for node in library[name].node_def][-1] for name in called] == ["Mul", "AddV2"]
