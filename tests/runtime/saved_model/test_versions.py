"""Files of other versions of this program: what they say of themselves, and what can be read of them."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import runtime as tf
from runtime.ir.schema import OPS, Attribute
from runtime.saved_model.directory import MANIFEST, SavedFiles
from runtime.saved_model.signed_text import THIS, Producer
from tests.runtime.saved_model.test_damage import sign, write

ROOT = Path(__file__).parents[3]


class Model(tf.Module):
    @tf.function(input_signature=[tf.TensorSpec([2, 2])])
    def product(self, x):
        return tf.reduce_sum(tf.matmul(x, x), 0)

    @tf.function(input_signature=[tf.TensorSpec([2, 2])])
    def other_product(self, x):
        return tf.reduce_sum(tf.matmul(x, x, transpose_b=True), 0, keepdims=True)


X = [[1.0, 2.0], [3.0, 4.0]]


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    tf.saved_model.save(Model(), str(tmp_path / "model"), signatures={})
    return tmp_path / "model"


def functions(saved: Path) -> str:
    return (saved / "save-1" / "functions.txt").read_text()


def edit(saved: Path, old: str, new: str) -> None:
    """Has the functions of a model say something else, and the manifest agree."""
    text = functions(saved)
    assert old in text
    write(saved / "save-1" / "functions.txt", text.replace(old, new).encode())
    sign(str(saved))


def test_the_producer_is_what_the_distribution_is_called() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert Producer(project["name"], project["version"]) == THIS


def test_a_model_and_a_checkpoint_record_their_producer(saved: Path, tmp_path: Path) -> None:
    line = f"producer {THIS.name!r} {THIS.version!r}"
    assert line in (saved / MANIFEST).read_text().splitlines()
    assert SavedFiles(str(saved)).producer == THIS
    path = tf.train.Checkpoint(v=tf.Variable(1.0)).write(tmp_path / "ckpt")
    assert line in Path(f"{path}.index").read_text().splitlines()


def test_files_without_a_producer_are_read(saved: Path) -> None:
    sign(str(saved))
    assert SavedFiles(str(saved)).producer is None
    assert tf.saved_model.load(str(saved)).product(X).numpy().tolist() == [22.0, 32.0]


def test_attributes_at_their_default_are_not_written_and_come_back(saved: Path) -> None:
    text = functions(saved)
    assert re.search(r"MatMul\(%x, %x\)", text) and re.search(r"MatMul\(%x, %x, transpose_b=True\)", text)
    assert "keep_dims=True" in text and "False" not in text
    loaded = tf.saved_model.load(str(saved))
    for name in ("product", "other_product"):
        ours = getattr(Model(), name).get_concrete_function().graph
        theirs = getattr(loaded, name).get_concrete_function().graph
        computing = [[node.attrs for node in graph.nodes if node.inputs] for graph in (ours, theirs)]
        assert computing[0] == computing[1]
        assert getattr(loaded, name)(X).numpy().tolist() == getattr(Model(), name)(tf.constant(X)).numpy().tolist()


@contextmanager
def newer_program() -> Iterator[None]:
    """A program whose `MatMul` has an attribute that it does not have here."""
    op = OPS["MatMul"]
    kernel, infer, attributes = op.kernel, op.infer, op.signature.attributes

    def newer(a, b, transpose_a: bool = False, transpose_b: bool = False, precision: str = "highest"):
        return kernel(a, b, transpose_a, transpose_b)

    object.__setattr__(op, "kernel", newer)
    object.__setattr__(op, "infer", lambda *inputs, precision="highest", **attrs: infer(*inputs, **attrs))
    op.signature.attributes = {**attributes, "precision": Attribute("precision", "str", False, "highest")}
    try:
        yield
    finally:
        object.__setattr__(op, "kernel", kernel)
        object.__setattr__(op, "infer", infer)
        op.signature.attributes = attributes


def saved_by_a_newer_program(directory: Path, precision: str) -> str:
    model = Model()
    graph = model.product.get_concrete_function().graph
    next(node for node in graph.nodes if node.type == "MatMul").attrs["precision"] = precision
    with newer_program():
        tf.saved_model.save(model, str(directory), signatures={})
    return str(directory)


def test_an_attribute_that_is_not_known_here_is_no_hindrance_at_its_default(tmp_path: Path) -> None:
    path = saved_by_a_newer_program(tmp_path, "highest")
    assert tf.saved_model.load(path).product(X).numpy().tolist() == [22.0, 32.0]


def test_an_attribute_that_is_not_known_here_is_refused_with_the_program_that_knows_it(tmp_path: Path) -> None:
    path = saved_by_a_newer_program(tmp_path, "low")
    with pytest.raises(tf.saved_model.DamagedError, match="MatMul has no attribute 'precision'") as raised:
        tf.saved_model.load(path)
    assert f"load it with {THIS}, which saved it" in str(raised.value)


def test_an_attribute_that_older_files_do_not_have_is_at_its_default(saved: Path) -> None:
    with newer_program():
        loaded = tf.saved_model.load(str(saved))
        assert loaded.product(X).numpy().tolist() == [22.0, 32.0]
        nodes = loaded.product.get_concrete_function().graph.nodes
    assert next(node for node in nodes if node.type == "MatMul").attrs["precision"] == "highest"


def test_an_operation_of_a_newer_program_is_refused_with_the_program_that_knows_it(saved: Path) -> None:
    edit(saved, "MatMul(", "MatMulV9(")
    with pytest.raises(tf.saved_model.DamagedError, match="there is no operation 'MatMulV9'") as raised:
        tf.saved_model.load(str(saved))
    assert "load it with the version that saved it" in str(raised.value)


@pytest.mark.parametrize("attribute", ["transpose_b=1", "transpose_b='yes'", "transpose_b=None"])
def test_an_attribute_of_another_type_is_refused(saved: Path, attribute: str) -> None:
    edit(saved, "transpose_b=True", attribute)
    with pytest.raises(tf.saved_model.DamagedError, match="'transpose_b' of MatMul should be of type bool"):
        tf.saved_model.load(str(saved))


def test_the_type_that_inference_finds_must_be_the_one_that_is_written(saved: Path) -> None:
    edit(saved, "MatMul(%x, %x): float32[2,2]", "MatMul(%x, %x): float32[2,3]")
    with pytest.raises(tf.saved_model.DamagedError, match=r"MatMul gives float32\[2,2\] here, not float32\[2,3\]"):
        tf.saved_model.load(str(saved))


def test_the_dtype_that_inference_finds_must_be_the_one_that_is_written(saved: Path) -> None:
    edit(saved, "MatMul(%x, %x): float32[2,2]", "MatMul(%x, %x): float64[2,2]")
    with pytest.raises(tf.saved_model.DamagedError, match=r"MatMul gives float32\[2,2\] here, not float64\[2,2\]"):
        tf.saved_model.load(str(saved))


def test_the_old_files_are_deleted_when_a_model_or_a_checkpoint_is_saved_again(saved: Path, tmp_path: Path) -> None:
    tf.saved_model.save(Model(), str(saved), signatures={})
    assert sorted(os.listdir(saved)) == ["save-2", MANIFEST]
    v = tf.Variable(1.0)
    checkpoint = tf.train.Checkpoint(v=v)
    checkpoint.write(tmp_path / "ckpt")
    first = [name for name in os.listdir(tmp_path) if ".data-" in name]
    v.assign(2.0)
    checkpoint.write(tmp_path / "ckpt")
    second = [name for name in os.listdir(tmp_path) if ".data-" in name]
    assert len(first) == len(second) == 1 and first != second
