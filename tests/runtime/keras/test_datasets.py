"""Data sets and files that are kept: the copy that is there, the checksum, and what is said without a network."""

from __future__ import annotations

import gzip
import hashlib
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.keras.datasets import mnist

keras = tf.keras


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KERAS_HOME", str(tmp_path / "home"))
    (tmp_path / "home" / "datasets").mkdir(parents=True)
    return tmp_path / "home"


def save(path: Path, **arrays: Any) -> str:
    np.savez(path, **arrays)
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_digits_come_from_the_copy_that_is_there(home: Path) -> None:
    images, labels = np.arange(8, dtype="uint8").reshape(2, 2, 2), np.array([3, 4], "uint8")
    save(home / "datasets" / "mnist.npz", x_train=images, y_train=labels, x_test=images[:1], y_test=labels[:1])
    (x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()
    assert np.array_equal(x_train, images) and np.array_equal(y_train, labels)
    assert x_test.shape == (1, 2, 2) and y_test.tolist() == [3]


def test_clothes_come_from_the_copies_that_are_there(home: Path) -> None:
    folder = home / "datasets" / "fashion-mnist"
    folder.mkdir()

    def write(name: str, array: Any) -> None:
        sizes = np.array(array.shape, ">u4").tobytes()
        (folder / f"{name}-ubyte.gz").write_bytes(gzip.compress(bytes([0, 0, 8, array.ndim]) + sizes + array.tobytes()))

    images, labels = np.arange(8, dtype="uint8").reshape(2, 2, 2), np.array([3, 4], "uint8")
    for part in ("train", "t10k"):
        write(f"{part}-images-idx3", images)
        write(f"{part}-labels-idx1", labels)
    (x_train, y_train), (x_test, y_test) = keras.datasets.fashion_mnist.load_data()
    assert np.array_equal(x_train, images) and np.array_equal(x_test, images)
    assert y_train.tolist() == y_test.tolist() == [3, 4]
    write("t10k-labels-idx1", images)
    with pytest.raises(ValueError, match=r"is no file of Fashion-MNIST \(it does not begin as it should\): remove it"):
        keras.datasets.fashion_mnist.load_data()


def test_a_download_is_kept_if_its_checksum_is_right(home: Path, tmp_path: Path) -> None:
    checksum = save(tmp_path / "a.npz", x=np.ones(2))
    origin = (tmp_path / "a.npz").as_uri()
    assert np.load(keras.utils.get_file("a.npz", origin, file_hash=checksum))["x"].tolist() == [1, 1]
    (tmp_path / "a.npz").unlink()
    assert np.load(keras.utils.get_file("a.npz", origin, file_hash=checksum))["x"].tolist() == [1, 1]


def test_a_download_with_another_checksum_is_not_kept(home: Path, tmp_path: Path) -> None:
    save(tmp_path / "a.npz", x=np.ones(2))
    with pytest.raises(
        ValueError, match=r"is not the file that was expected: its sha256 checksum is .* Nothing was kept"
    ):
        keras.utils.get_file("a.npz", (tmp_path / "a.npz").as_uri(), file_hash="0" * 64)
    assert not list((home / "datasets").iterdir())


def test_without_a_network_one_line_says_what_to_do(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mnist, "_ORIGIN", (tmp_path / "nowhere.npz").as_uri())
    with pytest.raises(OSError) as caught:
        keras.datasets.mnist.load_data()
    text = str(caught.value)
    assert text.startswith(f"mnist.npz is not in {home / 'datasets'}, and cannot be downloaded from file://")
    assert text.endswith(f"without a network, copy the file to {home / 'datasets' / 'mnist.npz'} yourself")
    assert not list((home / "datasets").iterdir())


def test_a_damaged_copy_is_named(home: Path) -> None:
    (home / "datasets" / "mnist.npz").write_bytes(b"PK\x03\x04 no more")
    with pytest.raises(ValueError, match=r"is not the file of MNIST .* remove it, to have it downloaded again"):
        keras.datasets.mnist.load_data()
    save(home / "datasets" / "mnist.npz", x_train=np.ones(1))
    with pytest.raises(ValueError, match=r"mnist.npz is not the file of MNIST \('y_train'\)"):
        keras.datasets.mnist.load_data()


def test_a_file_is_fetched_once(home: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("first")
    origin = (tmp_path / "notes.txt").as_uri()
    path = keras.utils.get_file("notes.txt", origin)
    (tmp_path / "notes.txt").write_text("second")
    assert Path(keras.utils.get_file("notes.txt", origin)).read_text() == "first"
    assert Path(keras.utils.get_file("notes.txt", origin, force_download=True)).read_text() == "second"
    assert Path(path) == home / "datasets" / "notes.txt"


def test_an_archive_does_not_write_outside_of_its_folder(home: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bad.zip", "w") as archive:
        archive.writestr("../../outside.txt", "x")
    with pytest.raises(ValueError, match="which would be written outside of"):
        keras.utils.get_file("bad.zip", (tmp_path / "bad.zip").as_uri(), extract=True)
    assert not (home / "outside.txt").exists() and not (tmp_path / "outside.txt").exists()


def test_one_hot_labels() -> None:
    assert keras.utils.to_categorical([[0], [2]], num_classes=3).tolist() == [[1, 0, 0], [0, 0, 1]]
    assert keras.utils.to_categorical([0, 1], 2).dtype == np.float64
    with pytest.raises(IndexError):
        keras.utils.to_categorical([0, 3], num_classes=2)


def test_a_seed_seeds_all_random_numbers() -> None:
    def numbers() -> Any:
        keras.utils.set_random_seed(4)
        return np.random.rand(), float(tf.random.uniform([]))

    assert numbers() == numbers()
