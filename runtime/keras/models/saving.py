"""Models and weights as files.

A `.keras` file is a zip archive: `metadata.json` with the version of the format, `config.json` with the config of the
model and of its training, `model.weights.npz` with arrays, and, once training has begun, `optimizer.npz` with the
arrays of the optimizer, so that training goes on where it was. A `.weights` file is such an `.npz` archive. Its arrays
are numbered; its `index`, a text of JSON, has for each the place of the weight in the model, its name and its dtype.
Reading neither imports nor runs anything: classes are looked up among those that are known. A file is written under
another name and put in place when it is whole.
"""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from runtime.core import dtypes
from runtime.keras.backend import snake_case
from runtime.keras.layers.base import Layer
from runtime.keras.models.exporting import shapes_called_with
from runtime.keras.serialization import custom_object_scope, deserialize_keras_object, serialize_keras_object
from runtime.saved_model.archives import arrays_in, check_members
from runtime.saved_model.loading import load
from runtime.saved_model.saving import save
from runtime.state.module import Module
from runtime.state.variable import Variable
from runtime.train.checkpoint import Checkpoint

FORMAT = 2

_WEIGHTS, _CONFIG, _METADATA, _OPTIMIZER = "model.weights.npz", "config.json", "metadata.json", "optimizer.npz"

#: Endings of names of weights files; a name without one of them begins the names of the files of a checkpoint.
_ENDINGS = (".weights", ".npz", ".keras")


def save_weights(model: Any, filepath: Any, overwrite: bool = True) -> None:
    """Writes the weights of a model or layer.

    Args:
        model: it must be built.
        filepath: `*.weights` or `*.npz` for one file; any other name begins those of a checkpoint.
        overwrite: False refuses to replace a file.

    Raises:
        ValueError: if the model has no weights yet, the file exists and `overwrite` is false, or it would be HDF5.
    """
    path = _path_to_write(filepath, overwrite)
    _check_built(model, "saved")
    if path.endswith(_ENDINGS):
        _write(path, _packed(places(model)))
    else:
        Checkpoint(model).write(path)


def load_weights(model: Any, filepath: Any, skip_mismatch: bool = False) -> Any:
    """Reads what `save_weights` wrote into the weights of the same names, or in the same places, of a model.

    Args:
        model: it must be built.
        filepath: as it was given to `save_weights`.
        skip_mismatch: whether weights that the file lacks, or has in other shapes, keep their values.

    Raises:
        ValueError: if the file does not fit the model, or is damaged, or of another kind.
        FileNotFoundError: if there is no file.
    """
    path = os.fspath(filepath)
    if not path.endswith(_ENDINGS) and not os.path.isfile(path):
        return Checkpoint(model).read(path)
    _check_built(model, "loaded")
    _check_kind(path)
    data = _members(path)[_WEIGHTS] if path.endswith(".keras") else Path(path).read_bytes()
    _assign(places(model), f"model '{model.name}'", data, path, skip_mismatch)
    return None


def save_model(model: Any, filepath: Any, overwrite: bool = True) -> None:
    """Writes a model: its config, its weights, and how it was compiled.

    Args:
        model: a functional or `Sequential` model, or one whose class has `get_config`.
        filepath: `*.keras` for one file; any other name is a directory for `tf.saved_model.save`.
        overwrite: False refuses to replace a file.

    Raises:
        ValueError: if the file exists and `overwrite` is false, the model cannot be written down, or the file would be
            HDF5.
    """
    path = _path_to_write(filepath, overwrite)
    if not path.endswith(".keras"):
        save(model, path)
        return
    _check_built(model, "saved")
    compiled = model.get_compile_config()
    shapes = shapes_called_with(model)
    parts = {
        "model": serialize_keras_object(model), "build": shapes[0] if len(shapes) == 1 else None, "compile": compiled,
    }  # fmt: skip
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as zipped:
        zipped.writestr(_METADATA, json.dumps({"format": FORMAT}))
        zipped.writestr(_CONFIG, json.dumps(parts, default=_unwritable))
        zipped.writestr(_WEIGHTS, _packed(places(model)))
        if compiled is not None and model.optimizer.built:
            zipped.writestr(_OPTIMIZER, _packed(_numbered(model.optimizer.variables)))
    _write(path, archive.getvalue())


def load_model(
    filepath: Any, custom_objects: Mapping[str, Any] | None = None, compile: bool = True, safe_mode: bool = True
) -> Any:
    """Reads a model that `save_model` wrote.

    Args:
        filepath: of the file or directory.
        custom_objects: classes and functions of the model that are not registered, by name.
        compile: whether the model is compiled as it was.
        safe_mode: either way nothing in a file is ever run.

    Raises:
        ValueError: if there is no such file, it is damaged or of another kind, or a class is not known.
    """
    path = os.fspath(filepath)
    if not os.path.exists(path):
        raise ValueError(f"File not found: filepath={path}. Please ensure the file is an accessible `.keras` zip file.")
    _check_kind(path)
    if os.path.isdir(path):
        return load(path)
    members = _members(path)
    with _damage_named(path):
        config = json.loads(members[_CONFIG])
    model = deserialize_keras_object(config["model"], custom_objects)
    if not model.built and config["model"]["config"].get("build_input_shape"):
        model.build(config["model"]["config"]["build_input_shape"])
    if not model.weights and config.get("build") is not None:
        model.build(config["build"])  # a model of a class of the user's makes its weights when it is called
    _assign(places(model), f"model '{model.name}'", members[_WEIGHTS], path, False)
    if compile and config.get("compile"):
        with custom_object_scope(custom_objects or {}):
            model.compile_from_config(config["compile"])
        if _OPTIMIZER in members:
            optimizer = model.optimizer
            optimizer.build(model.trainable_variables)
            whose = f"optimizer '{optimizer.name}'"
            _assign(_numbered(optimizer.variables), whose, members[_OPTIMIZER], path, False)
    return model


# -- weights and where they belong -----------------------------------------------------------------------------------


class Place(NamedTuple):
    """Where a weight belongs: the attributes and places in lists that lead to it, and its name; and it or its value."""

    path: str
    name: str
    held: Any


def places(model: Any) -> list[Place]:
    """The weights of a model, each by the first way that leads to it.

    Layers in a list, those of a functional or sequential model among them, are counted by their classes: their names
    depend on how many layers were made before.

    >>> from runtime.keras import layers, models
    >>> [place.path for place in places(models.Sequential([layers.Input((2,)), layers.Dense(1)]))]
    ['layers/dense/kernel', 'layers/dense/bias']
    """
    found: dict[int, Place] = {}
    seen: set[int] = set()

    def walk(value: Any, path: str) -> None:
        if isinstance(value, Variable):
            found.setdefault(id(value), Place(path, value.name.removesuffix(":0"), value))
        elif isinstance(value, (list, tuple, Mapping, Module)) and id(value) not in seen:
            seen.add(id(value))
            # Optimizers know variables of others.
            for name, item in () if getattr(value, "_is_of_training", False) else _children(value):
                walk(item, f"{path}/{name}" if path else name)

    walk(model, "")
    # Those that only `weights` knows have their place there.
    return [
        found.get(id(v)) or Place(f"weights/{i}", v.name.removesuffix(":0"), v) for i, v in enumerate(model.weights)
    ]


def _children(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        yield from ((str(key), item) for key, item in value.items())
    elif isinstance(value, (list, tuple)):
        counts: dict[str, int] = {}
        for i, item in enumerate(value):
            name = snake_case(type(item).__name__) if isinstance(item, Layer) else str(i)
            count = counts[name] = counts.get(name, -1) + 1
            yield (f"{name}_{count}" if count else name), item
    else:
        for name, item in vars(value).items():
            if name != "_weights":
                yield ("layers" if name == "_layers" else name), item


def _numbered(variables: Sequence[Any]) -> list[Place]:
    return [Place(str(i), v.name.removesuffix(":0"), v) for i, v in enumerate(variables)]


def _packed(weights: Sequence[Place]) -> bytes:
    """The values of weights, as the content of a file."""
    index = [[place.path, place.name, place.held.dtype.name] for place in weights]
    arrays = {"index": np.frombuffer(json.dumps(index).encode(), np.uint8)}
    for i, place in enumerate(weights):
        array = np.asarray(place.held.numpy())
        # A dtype that numpy itself lacks is written as the bytes that it is made of.
        arrays[str(i)] = array.view(np.uint16) if place.held.dtype is dtypes.bfloat16 else array
    data = io.BytesIO()
    np.savez(data, **arrays)  # type: ignore[arg-type]
    return data.getvalue()


def _unpacked(data: bytes, path: str) -> list[Place]:
    with _damage_named(path):
        arrays: Any = arrays_in(io.BytesIO(data), path)
        index = json.loads(arrays["index"].tobytes())
        return [
            Place(place, name, arrays[str(i)].view(dtypes.bfloat16.dtype) if dtype == "bfloat16" else arrays[str(i)])
            for i, (place, name, dtype) in enumerate(index)
        ]


def _assign(weights: Sequence[Place], whose: str, data: bytes, path: str, skip_mismatch: bool) -> None:
    """Gives weights their values: by their names if all of these are the same, else by their places."""
    saved = _unpacked(data, path)
    key = "name" if _same_names(weights, saved) else "path"
    values = {getattr(item, key): item for item in saved}
    wanted = {getattr(place, key): place for place in weights}
    missing, unexpected = [k for k in wanted if k not in values], [k for k in values if k not in wanted]
    if (missing or unexpected) and not skip_mismatch:
        parts = [f"it lacks {', '.join(missing)}"] if missing else []
        parts += [f"it has {', '.join(unexpected)}, which the {whose.partition(' ')[0]} has not"] if unexpected else []
        raise ValueError(
            f"'{path}' does not fit {whose}: {'; '.join(parts)}. With skip_mismatch=True only what fits is loaded."
        )
    pairs = [(place, values[k]) for k, place in wanted.items() if k in values]
    for place, item in pairs:
        if tuple(place.held.shape) != item.held.shape and not skip_mismatch:
            raise ValueError(
                f"The shape of weight '{place.path}' of {whose} is {tuple(place.held.shape)}, but that of "
                f"'{item.path}' in '{path}' is {item.held.shape}. With skip_mismatch=True it keeps its value."
            )
    for place, item in pairs:
        if tuple(place.held.shape) == item.held.shape:
            place.held.assign(item.held.astype(place.held.dtype.as_numpy_dtype))


def _same_names(weights: Sequence[Place], saved: Sequence[Place]) -> bool:
    ours, theirs = [place.name for place in weights], [item.name for item in saved]
    return len(set(ours)) == len(ours) and sorted(ours) == sorted(theirs)


# -- files -----------------------------------------------------------------------------------------------------------


def _path_to_write(filepath: Any, overwrite: bool) -> str:
    path = os.fspath(filepath)
    stem, ending = os.path.splitext(path)
    if ending in (".h5", ".hdf5"):
        stem = stem.removesuffix(".weights")
        raise ValueError(
            f"'{path}' would be an HDF5 file, which is not covered: save a model as '{stem}.keras', and weights as "
            f"'{stem}.weights'"
        )
    if not overwrite and os.path.exists(path):
        raise ValueError(f"'{path}' exists, and overwrite=False")
    return path


def _check_kind(path: str) -> None:
    """Checks what a file or directory holds, whatever its name is.

    Raises:
        ValueError: if another system wrote it.
    """
    ours = "this system reads the `.keras` and `.weights` files that it wrote itself"
    if os.path.isdir(path):
        if os.path.exists(os.path.join(path, "saved_model.pb")):
            raise ValueError(f"'{path}' is a saved model of TensorFlow, which is not covered: {ours}")
        return
    with open(path, "rb") as file:
        if file.read(8) == b"\x89HDF\r\n\x1a\n":
            raise ValueError(f"'{path}' is an HDF5 file, which is not covered: {ours}")
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as zipped:
            if "model.weights.h5" in zipped.namelist():
                raise ValueError(f"'{path}' is a model that Keras saved, which is not covered: {ours}")


@contextmanager
def _damage_named(path: str) -> Iterator[None]:
    """Has errors say that the file is damaged, whatever it is that reads it and fails."""
    try:
        yield
    except Exception as error:  # what zip files and arrays are read with raises many kinds
        raise ValueError(f"'{path}' is damaged, or no file that this program wrote: {error}") from None


def _members(path: str) -> dict[str, bytes]:
    """The members of a `.keras` file."""
    with _damage_named(path), zipfile.ZipFile(path) as zipped:
        check_members(zipped, path)
        names = [_METADATA, _CONFIG, _WEIGHTS, *([_OPTIMIZER] if _OPTIMIZER in zipped.namelist() else [])]
        members = {name: zipped.read(name) for name in names}
        version = json.loads(members[_METADATA]).get("format")
    if version != FORMAT:
        raise ValueError(
            f"'{path}' has version {version} of the format, and this program reads version {FORMAT}: save it again."
        )
    return members


def _unwritable(value: Any) -> Any:
    raise ValueError(
        f"{value!r} of type {type(value).__name__} is an argument of a layer and cannot be written to a file: have "
        "get_config() return plain values, or register it with `@keras.saving.register_keras_serializable()`."
    )


def _write(path: str, data: bytes) -> None:
    """Writes a file so that there is at any time either the whole old one or the whole new one."""
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    temporary = f"{path}.{os.getpid()}.tmp"
    try:
        with open(temporary, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        if os.path.exists(temporary):
            os.remove(temporary)


def _check_built(model: Any, what: str) -> None:
    if not model.built:
        raise ValueError(
            f"Weights of model '{model.name}' cannot be {what}: it has none yet. Call it on data, or "
            "`model.build(input_shape)`, first."
        )
