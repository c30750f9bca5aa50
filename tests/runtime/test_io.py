"""`tf.io` and `tf.io.gfile`: files, and tensors as bytes. Bytes and messages are those of TensorFlow 2.21."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import runtime as tf


def test_a_file_is_written_and_read_also_in_a_function(tmp_path: Path) -> None:
    name = str(tmp_path / "new" / "a.txt")

    @tf.function
    def write_and_read(text):
        tf.io.write_file(name, text)
        return tf.io.read_file(name)

    assert write_and_read(tf.constant("hello")).numpy() == b"hello"
    assert write_and_read(tf.constant("again")).numpy() == b"again"
    assert tf.io.matching_files(str(tmp_path / "new" / "*.txt")).numpy().tolist() == [name.encode()]


def test_a_missing_file_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(tf.errors.NotFoundError, match="nothing; No such file or directory"):
        tf.io.read_file(str(tmp_path / "nothing"))
    with pytest.raises(tf.errors.NotFoundError, match="No such file or directory"):
        tf.io.gfile.GFile(str(tmp_path / "nothing")).read()


def test_serialized_tensors_have_tensorflows_bytes_and_come_back() -> None:
    numbers = tf.constant([[1, 2], [3, 4]])
    assert tf.io.serialize_tensor(numbers).numpy() == (
        b'\x08\x03\x12\x08\x12\x02\x08\x02\x12\x02\x08\x02"\x10\x01\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00\x04\x00'
        b"\x00\x00"
    )
    assert tf.io.serialize_tensor(["a", "bc"]).numpy() == b"\x08\x07\x12\x04\x12\x02\x08\x02B\x01aB\x02bc"
    tensors = [numbers, tf.constant(["a", "bc"]), tf.constant(1.5), tf.zeros([0, 2]), tf.constant([True, False])]
    for tensor in tensors:
        back = tf.io.parse_tensor(tf.io.serialize_tensor(tensor), tensor.dtype)
        assert back.dtype is tensor.dtype
        np.testing.assert_array_equal(back, tensor)


def test_parsing_something_else_is_refused() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="Type mismatch between parsed tensor"):
        tf.io.parse_tensor(tf.io.serialize_tensor(1.5), tf.int32)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Could not parse `serialized` as TensorProto"):
        tf.io.parse_tensor(b"\xff\xff", tf.int32)


def test_bytes_become_numbers() -> None:
    assert tf.io.decode_raw(["Duck", "Goos"], tf.int16).numpy().tolist() == [[30020, 27491], [28487, 29551]]
    assert tf.io.decode_raw("\x00\x01", tf.int16, little_endian=False).numpy().tolist() == [1]
    with pytest.raises(tf.errors.InvalidArgumentError, match="element 1 has size 4 != 2"):
        tf.io.decode_raw(["Duck", "Go"], tf.uint8)


def test_lines_of_comma_separated_values_become_columns() -> None:
    columns = tf.io.decode_csv(["1,2.5,x", '3,,"y,z"'], [0, 1.0, ""])
    assert [c.numpy().tolist() for c in columns] == [[1, 3], [2.5, 1.0], [b"x", b"y,z"]]
    (first,) = tf.io.decode_csv("7;8", [tf.int32], field_delim=";", select_cols=[1])
    assert int(first) == 8
    with pytest.raises(tf.errors.InvalidArgumentError, match="Expect 3 fields but have 2 in record 0"):
        tf.io.decode_csv(["1,2"], [0, 0, 0])
    with pytest.raises(tf.errors.InvalidArgumentError, match="Field 0 is required but missing in record 0!"):
        tf.io.decode_csv([",2"], [[], 0])
    with pytest.raises(tf.errors.InvalidArgumentError, match="Field 0 in record 0 is not a valid int32: a"):
        tf.io.decode_csv(["a"], [0])


def test_the_file_system_is_used_by_its_tensorflow_names(tmp_path: Path) -> None:
    gfile = tf.io.gfile
    folder = gfile.join(str(tmp_path), "a", "b")
    gfile.makedirs(folder)
    name = gfile.join(folder, "f.txt")
    with gfile.GFile(name, "w") as file:
        file.write("one\ntwo\n")
    assert gfile.exists(name)
    assert gfile.isdir(folder)
    assert [line.strip() for line in gfile.GFile(name)] == ["one", "two"]
    assert gfile.GFile(name).size() == 8
    assert not hasattr(gfile.GFile(name, "w"), "shape")
    assert gfile.GFile(name).size() == 8  # nothing has opened it for writing
    gfile.copy(name, name + ".copy")
    with pytest.raises(tf.errors.AlreadyExistsError, match="file already exists"):
        gfile.copy(name, name + ".copy")
    gfile.rename(name + ".copy", name + ".new")
    assert gfile.listdir(folder) == ["f.txt", "f.txt.new"] or gfile.listdir(folder) == ["f.txt.new", "f.txt"]
    assert gfile.glob(gfile.join(folder, "*.new")) == [name + ".new"]
    assert next(files for _, _, files in gfile.walk(folder))
    gfile.remove(name)
    gfile.rmtree(str(tmp_path / "a"))
    assert not gfile.exists(folder)
