"""Files that cannot be read: the errors are TensorFlow's, and name the file."""

from __future__ import annotations

import csv
import gzip
import os
import zlib
from pathlib import Path

import pytest

import runtime as tf

D = tf.data.Dataset
LINES = b"".join(b"%d,%d\n" % (i, i * i) for i in range(2000))

#: What is in a file, what it is said to be compressed with, the error, and what the message says.
UNREADABLE = {
    "no gzip": (b"1,2\n", "GZIP", tf.errors.DataLossError, "Not a gzipped file"),
    "a gzip file that ends too early": (gzip.compress(LINES)[:-200], "GZIP", tf.errors.DataLossError, "end"),
    "a gzip file without a body": (gzip.compress(LINES)[:12], "GZIP", tf.errors.DataLossError, "end"),
    "a damaged gzip file": (gzip.compress(LINES)[:30] + b"\xff" * 99, "GZIP", tf.errors.DataLossError, "decompressing"),
    "no zlib": (b"1,2\n", "ZLIB", tf.errors.DataLossError, "incorrect header check"),
    "a zlib file that ends too early": (zlib.compress(LINES)[:-20], "ZLIB", tf.errors.DataLossError, "truncated"),
}

READERS = {
    "lines": lambda name, compression: tf.data.TextLineDataset(name, compression),
    "records": lambda name, compression: tf.data.experimental.CsvDataset(name, [0, 0], compression),
    "records of any types": lambda name, compression: tf.data.experimental.make_csv_dataset(
        name, 2, ["a", "b"], compression_type=compression, num_epochs=1
    ),
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("kind", UNREADABLE)
def test_a_damaged_file_is_an_error_of_tensorflow_that_names_it(kind: str, reader: str, tmp_path: Path) -> None:
    data, compression, error, text = UNREADABLE[kind]
    path = tmp_path / "data"
    path.write_bytes(data)
    with pytest.raises(error, match=text) as raised:
        list(READERS[reader](str(path), compression))
    assert str(path) in str(raised.value)


@pytest.mark.parametrize("reader", ["lines", "records"])
def test_after_a_damaged_file_comes_the_next(reader: str, tmp_path: Path) -> None:
    (tmp_path / "bad").write_bytes(b"1,2\n")
    (tmp_path / "good").write_bytes(gzip.compress(b"3,4\n"))
    dataset = READERS[reader]([str(tmp_path / "bad"), str(tmp_path / "good")], "GZIP")
    assert len(list(dataset.ignore_errors())) == 1


def test_what_is_no_file_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(tf.errors.FailedPreconditionError, match=f"{tmp_path}; Is a directory"):
        list(tf.data.TextLineDataset(str(tmp_path)))
    with pytest.raises(tf.errors.NotFoundError, match=f"{tmp_path}/missing; No such file or directory"):
        list(tf.data.experimental.CsvDataset(str(tmp_path / "missing"), [0]))
    with pytest.raises(tf.errors.InvalidArgumentError, match="Unsupported compression_type: LZ4"):
        list(tf.data.TextLineDataset(str(tmp_path), "LZ4"))


def test_a_name_that_is_no_text_names_a_file(tmp_path: Path) -> None:
    path = os.path.join(os.fsencode(tmp_path), b"\xff.txt")
    with open(path, "wb") as file:
        file.write(b"found")
    assert list(tf.data.TextLineDataset(path).as_numpy_iterator()) == [b"found"]


def test_a_record_that_python_cannot_read_is_an_error_and_the_next_can_be_had(tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    path.write_text(f"1,a\n2,{'x' * (csv.field_size_limit() + 1)}\n3,c\n")
    iterator = iter(tf.data.experimental.CsvDataset(str(path), [0, ""]))
    assert int(next(iterator)[0]) == 1
    with pytest.raises(tf.errors.InvalidArgumentError, match=f"{path}.*field larger than field limit"):
        next(iterator)
    assert int(next(iterator)[0]) == 3


def test_a_delimiter_of_several_characters_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="field_delim should be only 1 char"):
        tf.data.experimental.CsvDataset(str(tmp_path / "a.csv"), [0], field_delim=";;")


def test_decode_csv_raises_the_error_of_tensorflow() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="field larger than field limit"):
        tf.io.decode_csv(["x" * (csv.field_size_limit() + 1)], [""])


def test_a_byte_order_mark_is_part_of_no_name_and_no_field(tmp_path: Path) -> None:
    path = tmp_path / "marked.csv"
    path.write_text("a,b\n1,2\n", "utf-8-sig")
    (batch,) = tf.data.experimental.make_csv_dataset(str(path), 1, num_epochs=1)
    assert {name: x.numpy().tolist() for name, x in batch.items()} == {"a": [1], "b": [2]}
    path.write_text("1,2\n", "utf-8-sig")
    assert list(tf.data.experimental.CsvDataset(str(path), [0, 0]).as_numpy_iterator()) == [(1, 2)]


def test_the_encoding_of_a_file_is_that_which_is_given(tmp_path: Path) -> None:
    path = tmp_path / "latin.csv"
    path.write_text("größe\n1\n", "latin-1")
    (batch,) = tf.data.experimental.make_csv_dataset(str(path), 1, num_epochs=1, encoding="latin-1")
    assert list(batch) == ["größe"]


def test_a_cache_that_cannot_be_read_or_written_is_an_error_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "folder.cache").mkdir()
    found = {"file/cache": tf.errors.AlreadyExistsError, "folder": tf.errors.FailedPreconditionError}
    for name, error in found.items():
        with pytest.raises(error, match=str(tmp_path / name)):
            list(D.range(3).cache(str(tmp_path / name)))
