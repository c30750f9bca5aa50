"""Files of arrays: what they say of their sizes is looked at before memory is taken."""

from __future__ import annotations

import io
import struct
import zipfile
from pathlib import Path

import numpy as np
import pytest

import runtime as tf
from runtime.saved_model import archives
from runtime.saved_model.archives import read_arrays


def head(shape: tuple[int, ...], dtype: str = "<f8") -> bytes:
    data = io.BytesIO()
    np.lib.format.write_array_header_1_0(data, {"descr": dtype, "fortran_order": False, "shape": shape})
    return data.getvalue()


def test_arrays_are_read_as_they_were_written(tmp_path: Path) -> None:
    arrays = {"a": np.arange(6.0).reshape(2, 3), "b": np.array([b"x", b"yz"]), "c": np.zeros([0, 3], np.int8)}
    for write in (np.savez, np.savez_compressed):
        write(tmp_path / "a.npz", **arrays)
        found = read_arrays(str(tmp_path / "a.npz"))
        assert list(found) == list(arrays)
        for name, array in arrays.items():
            np.testing.assert_array_equal(found[name], array)
    np.save(tmp_path / "b.npy", np.asfortranarray(arrays["a"]))
    np.testing.assert_array_equal(read_arrays(str(tmp_path / "b.npy")), arrays["a"])
    np.savez_compressed(tmp_path / "zeros.npz", np.zeros(10_000_000))
    assert read_arrays(str(tmp_path / "zeros.npz"))["arr_0"].size == 10_000_000


def test_an_array_cannot_be_larger_than_its_file(tmp_path: Path) -> None:
    (tmp_path / "a.npy").write_bytes(head((1 << 40,)) + b"\0" * 8)
    with pytest.raises(tf.errors.DataLossError, match=r"a\.npy is no file of arrays .* cannot be in"):
        read_arrays(str(tmp_path / "a.npy"))
    with zipfile.ZipFile(tmp_path / "a.npz", "w") as archive:
        archive.writestr("x.npy", head((1 << 40,)) + b"\0" * 8)
    with pytest.raises(
        tf.errors.DataLossError, match=r"an array of shape \(1099511627776,\) and dtype float64 cannot be"
    ):
        read_arrays(str(tmp_path / "a.npz"))


def lying(path: Path, size: int) -> None:
    """An archive whose directory says that its member has another size."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x.npy", head((1,)) + b"\0" * 8)
    data = bytearray(path.read_bytes())
    central = data.rindex(b"PK\x01\x02")
    data[central + 24 : central + 28] = struct.pack("<I", size)
    path.write_bytes(data)


def test_a_member_cannot_be_larger_than_what_is_kept_of_it_can_stand_for(tmp_path: Path) -> None:
    lying(tmp_path / "a.npz", 0xFFFFFFF0)
    with pytest.raises(tf.errors.DataLossError, match=r"bytes of the member 'x\.npy' cannot stand for the 4294967280"):
        read_arrays(str(tmp_path / "a.npz"))


def test_members_that_are_too_large_together_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    np.savez_compressed(tmp_path / "a.npz", np.zeros(1000), np.zeros(1000))
    monkeypatch.setattr(archives, "LARGEST_TOTAL", 10_000)
    with pytest.raises(tf.errors.DataLossError, match="its members have over 10000 bytes"):
        read_arrays(str(tmp_path / "a.npz"))


@pytest.mark.parametrize("cut", [1, 7, 30, 60, 100, 140])
def test_damaged_files_are_one_kind_of_error_that_names_them(tmp_path: Path, cut: int) -> None:
    for name, write in (("a.npz", np.savez), ("b.npz", np.savez_compressed), ("c.npy", np.save)):
        path = tmp_path / name
        write(path, np.arange(50.0))
        data = path.read_bytes()
        for damaged in (data[:-cut], data[:cut] + b"\xff" * 20 + data[cut + 20 :]):
            path.write_bytes(damaged)
            try:
                read_arrays(str(path))  # a number of an array may be another: nothing says so
            except tf.errors.DataLossError as error:
                assert str(path) in str(error)


def test_pickles_are_not_read(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.array([{}], object), allow_pickle=True)
    with pytest.raises(tf.errors.DataLossError, match="allow_pickle=False"):
        read_arrays(str(tmp_path / "a.npy"))
