"""Whatever happens to the files of a saved model: loading it gives one clear error, or the same model."""

from __future__ import annotations

import hashlib
import os
import random
import shutil

import numpy as np
import pytest

import runtime as tf
from runtime.saved_model.directory import FORMAT, MANIFEST
from tests.runtime.saved_model.models import make_model

X = np.array([[1.0, 2.0], [3.0, 4.0]], np.float32)


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """A small model in a directory, and what it computes."""
    directory = tmp_path_factory.mktemp("damage")
    model = make_model(str(directory))
    path = str(directory / "model")
    tf.saved_model.save(model, path, signatures=model.serve)
    return path


def answers(model):
    """What a model says, to be compared."""
    return [
        model.signatures["serving_default"](tf.constant(X))["y"].numpy().tolist(),
        int(model.collatz(27)),
        [w.numpy().tolist() for layer in model.layers for w in (layer.w, layer.b)],
        model.look_up(tf.constant([1, 39], tf.int64)).numpy().tolist(),
    ]


def files_of(directory):
    found = []
    for base, _, names in os.walk(directory):
        found += [os.path.join(base, name) for name in names]
    return sorted(found)


def mutated(data: bytes, rng: random.Random) -> bytes:
    """`data`, damaged in one of several ways."""
    kind = rng.randrange(7)
    place = rng.randrange(max(len(data), 1))
    if kind == 0:  # a bit flips
        return data[:place] + bytes([data[place] ^ (1 << rng.randrange(8))]) + data[place + 1 :] if data else b"\0"
    if kind == 1:  # truncated
        return data[:place]
    if kind == 2:  # a piece is gone
        return data[:place] + data[place + rng.randrange(1, 40) :]
    if kind == 3:  # a piece is repeated
        piece = data[place : place + rng.randrange(1, 40)]
        return data[:place] + piece + data[place:]
    lines = data.split(b"\n")
    a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
    if kind == 4:  # two lines change places
        lines[a], lines[b] = lines[b], lines[a]
    elif kind == 5:  # a line comes twice
        lines.insert(a, lines[b])
    else:  # a number is another
        digits = [i for i in range(len(data)) if 48 <= data[i] <= 57]
        if not digits:
            return data + b"0"
        i = rng.choice(digits)
        return data[:i] + rng.choice([b"0", b"7", b"99999999999", b"-1", b"?"]) + data[i + 1 :]
    return b"\n".join(lines)


def write(path, data: bytes):
    """Makes a new file: truncating one that exists makes some file systems wait for the disk."""
    if os.path.exists(path):
        os.remove(path)
    with open(path, "wb") as file:
        file.write(data)


def sign(directory):
    """Has the manifest say what the files are, as somebody would who means harm."""
    lines = [FORMAT, "directory 'save-1'"]
    for path in files_of(directory):
        if path.endswith(MANIFEST):
            continue
        with open(path, "rb") as file:
            data = file.read()
        lines.append(f"file {os.path.relpath(path, directory)!r} {len(data)} {hashlib.sha256(data).hexdigest()!r}")
    text = "".join(f"{line}\n" for line in lines)
    write(os.path.join(directory, MANIFEST), f"{text}end {hashlib.sha256(text.encode()).hexdigest()!r}\n".encode())


def test_a_thousand_mutations_of_a_model_are_errors(saved, tmp_path):
    expected = answers(tf.saved_model.load(saved))
    rng = random.Random(1)
    copy = str(tmp_path / "model")
    shutil.copytree(saved, copy)
    files = files_of(copy)
    originals = {path: open(path, "rb").read() for path in files}
    for _ in range(1000):
        path = rng.choice(files)
        damaged = mutated(originals[path], rng)
        write(path, damaged)
        if damaged == originals[path]:
            assert answers(tf.saved_model.load(copy)) == expected
        else:
            with pytest.raises(tf.saved_model.DamagedError) as raised:
                tf.saved_model.load(copy)
            assert copy in str(raised.value) and "help: " in str(raised.value)
        write(path, originals[path])


def test_four_hundred_mutations_that_were_signed_are_errors_or_models(saved, tmp_path):
    rng = random.Random(2)
    copy = str(tmp_path / "model")
    shutil.copytree(saved, copy)
    files = [path for path in files_of(copy) if not path.endswith((MANIFEST, "vocabulary.txt"))]
    originals = {path: open(path, "rb").read() for path in files}
    loaded = 0
    for _ in range(400):
        path = rng.choice(files)
        write(path, mutated(originals[path], rng))
        sign(copy)
        try:
            tf.saved_model.load(copy)
            loaded += 1
        except tf.saved_model.DamagedError as error:
            assert copy in str(error)
        write(path, originals[path])
    assert 0 < loaded < 300


@pytest.mark.parametrize(
    "name", ["save-1/functions.txt", "save-1/objects.txt", "save-1/tensors.safetensors", "assets/vocabulary.txt"]
)
def test_a_file_that_is_gone_is_named(saved, tmp_path, name):
    copy = str(tmp_path / "model")
    shutil.copytree(saved, copy)
    os.remove(os.path.join(copy, name))
    with pytest.raises(tf.saved_model.DamagedError, match=f"{name}: the manifest lists this file, but No such file"):
        tf.saved_model.load(copy)


def test_files_that_changed_places_are_told_apart(saved, tmp_path):
    copy = str(tmp_path / "model")
    shutil.copytree(saved, copy)
    functions, objects = (os.path.join(copy, "save-1", name) for name in ("functions.txt", "objects.txt"))
    os.rename(functions, objects + "-")
    os.rename(objects, functions)
    os.rename(objects + "-", objects)
    with pytest.raises(tf.saved_model.DamagedError, match="bytes, not the"):
        tf.saved_model.load(copy)
    sign(copy)
    with pytest.raises(tf.saved_model.DamagedError, match="the first line should be 'objects of a saved model 1'"):
        tf.saved_model.load(copy)


def test_a_directory_without_a_model_is_an_os_error(tmp_path):
    with pytest.raises(OSError, match="SavedModel file does not exist at: "):
        tf.saved_model.load(str(tmp_path))


def test_a_link_in_place_of_a_file_is_refused(saved, tmp_path):
    copy = str(tmp_path / "model")
    shutil.copytree(saved, copy)
    path = os.path.join(copy, "assets", "vocabulary.txt")
    elsewhere = str(tmp_path / "elsewhere")
    shutil.move(path, elsewhere)
    os.symlink(elsewhere, path)
    with pytest.raises(tf.saved_model.DamagedError, match="this is a link to another place"):
        tf.saved_model.load(copy)


def hostile(saved, tmp_path, name, old, new):
    """A model in whose file `name` some text was replaced, with a manifest that agrees."""
    copy = str(tmp_path / "model")
    shutil.copytree(saved, copy)
    path = os.path.join(copy, "save-1", name)
    with open(path) as file:
        text = file.read()
    assert old in text
    with open(path, "w") as file:
        file.write(text.replace(old, new, 1))
    sign(copy)
    with pytest.raises(tf.saved_model.DamagedError) as raised:
        tf.saved_model.load(copy)
    return str(raised.value).removeprefix(os.path.join(copy, "save-1") + "/")


@pytest.mark.parametrize("name", ["../x", "/etc/passwd", "assets/../../x", "assets/..", "assets//x", "assets/a\\\\b"])
def test_an_asset_cannot_be_elsewhere(saved, tmp_path, name):
    message = hostile(saved, tmp_path, "objects.txt", "asset('assets/vocabulary.txt')", f"asset('{name}')")
    assert "is no file in assets/" in message


def test_the_manifest_cannot_name_files_elsewhere(saved, tmp_path):
    copy = str(tmp_path / "model")
    shutil.copytree(saved, copy)
    text = f"{FORMAT}\ndirectory 'save-1'\nfile '../objects.txt' 1 'x'\n"
    with open(os.path.join(copy, MANIFEST), "w") as file:
        file.write(text + f"end {hashlib.sha256(text.encode()).hexdigest()!r}\n")
    with pytest.raises(tf.saved_model.DamagedError, match=r"saved_model.txt:3:.*'\.\./objects.txt' is not the name of"):
        tf.saved_model.load(copy)


HOSTILE = [
    ("  %add/y = Const(value=1.0): bfloat16[]", "  %add/y = PyFunc(): bfloat16[]", "PyFunc needs the attribute"),
    ("Const(value=1.0)", "Const(value=__import__('os'))", "'__import__' stands for no value"),
    ("separator=''", "separator='', out=1", "StringJoin has no attribute 'out'"),
    ("AddV2(%steps, %add/y)", "AddV2(%steps, %add/y, out=1)", "AddV2 has no attribute 'out'"),
    ("AddV2(%steps, %add/y)", "AddV2(%steps, %later)", "there is no value %later before this line"),
    ("AddV2(%steps, %add/y)", "AddV2(%steps)", "AddV2 does not take 1 inputs"),
    ("= AddV2(%steps", "= Add2(%steps", "there is no operation 'Add2'"),
    ("carried=2", "carried=200000000000", "a loop cannot carry 200000000000 values"),
    ("Const(value=[3]): int32[1]", "Const(value=[3]): int32[99999999999]", "values are no tensor of shape"),
    ("Const(value=[3]): int32[1]", "Const(value=[3]): int32[99999999999999999999999]", "does not fit in 64 bits"),
    ("Const(value=[3])", "Const(value=" + "[" * 500 + "3" + "]" * 500 + ")", "nested more than 64 deep"),
    ("Const(value=[3])", "Const(value=[3000000000])", "is not of dtype int32"),
    ("call @__call___8", "call @serve_9", "there is no function 'serve_9' before this line"),
    ("call @__call___8", "call @nothing", "there is no function 'nothing' before this line"),
    ("resource[] = &6", "resource[] = &66", "there is no object &66 that can be captured"),
    ("resource[] = &6", "resource[] = &5", "&5 is not of the type of"),
    ("tensor('constants/look_up_5/1')", "tensor('../x')", "there is no tensor '../x'"),
    ("StatelessCase(%i)", "StatelessCase(%i, %i)", "a branch takes 0 values, not 1"),
    ("  branch 1():", "  branch 7():", "StatelessCase has no region 'branch 7' here"),
    ("collatz_4(%n: int32[])", "collatz_4(%n: int99[])", "there is no dtype 'int99'"),
    ("functions of a saved model 1", "functions of a saved model 2", "the first line should be"),
]


@pytest.mark.parametrize(("old", "new", "problem"), HOSTILE)
def test_a_hostile_function_is_refused_with_its_line(saved, tmp_path, old, new, problem):
    message = hostile(saved, tmp_path, "functions.txt", old, new)
    assert problem in message
    assert message.startswith("functions.txt:")


def test_calls_that_would_never_end_are_refused(saved, tmp_path):
    doubling = "f0(%x: int32[]):\n  %a = AddV2(%x, %x): int32[]\n  return %a\n"
    for i in range(1, 40):
        doubling += (
            f"\nf{i}(%x: int32[]):\n  %a = PartitionedCall(%x, f='f'): int32[]\n    call @f{i - 1}\n"
            f"  %b = PartitionedCall(%a, f='f'): int32[]\n    call @f{i - 1}\n  return %b\n"
        )
    message = hostile(saved, tmp_path, "functions.txt", "\nchoose_1", "\n" + doubling + "\nchoose_1")
    assert "runs over 5000000 operations" in message


def test_regions_that_are_nested_too_deeply_are_refused(saved, tmp_path):
    lines = ["deep(%p: bool[]):"]
    for i in range(200):
        lines.append("  " * (2 * i + 1) + "%c = StatelessIf(%p, %p): bool[]")
        lines.append("  " * (2 * i + 2) + "then(%p: bool[]):")
    message = hostile(saved, tmp_path, "functions.txt", "\nchoose_1", "\n" + "\n".join(lines) + "\nchoose_1")
    assert "branches and loops are nested more than 64 deep" in message


OBJECTS = [
    ("'layers' = &1", "'layers' = &999", "there is no object &999"),
    ("'layers' = &1", "'calls' = &1", "'calls' comes twice"),
    ("&2 = dict()", "&3 = dict()", "the next object should be &2"),
    ("True)", "1)", "variable(...) cannot be made of these"),
    ("float32[2,2]", "float32[2,3]", "is a TensorSpec(shape=(2, 2)"),
    ("@serve_9]", "@serve_99]", "there is no function @serve_99"),
    ("('n', 'POSITIONAL_OR_KEYWORD', int32[])", "('n', 'POSITIONAL_OR_KEYWORD', 3)", "it takes 1 tensors, not 0"),
    ("('n', 'POSITIONAL_OR_KEYWORD', int32[])", "('n', 'NO_KIND', int32[])", "'NO_KIND' is no kind of parameter"),
    ("'vocabulary' = ", "'_waiting_for_values' = ", "an object cannot have an attribute '_waiting_for_values'"),
    ("objects of a saved model 1", "objects of a saved model 0", "the first line should be"),
]


@pytest.mark.parametrize(("old", "new", "problem"), OBJECTS)
def test_a_hostile_object_is_refused(saved, tmp_path, old, new, problem):
    assert problem in hostile(saved, tmp_path, "objects.txt", old, new)


def test_another_version_says_what_to_do(saved, tmp_path):
    copy = str(tmp_path / "model")
    shutil.copytree(saved, copy)
    path = os.path.join(copy, MANIFEST)
    with open(path) as file:
        text = file.read()
    with open(path, "w") as file:
        file.write(text.replace("saved model 1", "saved model 2"))
    with pytest.raises(tf.saved_model.DamagedError) as raised:
        tf.saved_model.load(copy)
    assert str(raised.value) == (
        f"{path}:1:1: the first line should be 'saved model 1', not 'saved model 2'\n"
        "  help: load it with the version that saved it"
    )
