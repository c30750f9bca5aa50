"""Models and weights as files.

A `.keras` file is a zip archive: `metadata.json` with the version of the format, `config.json` with the config of the
model and of its training, `model.weights.npz` with arrays, and, once training has begun, `optimizer.npz` with the
arrays of the optimizer, so that training goes on where it was. A weights file is such an `.npz`
archive, whatever the ending of its name: `.weights.h5` among them, although it is no HDF5 file. Arrays are named by
their number and by the path of the weight. Reading neither imports nor runs anything: classes are looked up among
those that are known. A file is written under another name and put in place when it is whole.
"""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from runtime.core import dtypes
from runtime.keras import serialization

FORMAT = 1

_WEIGHTS, _CONFIG, _METADATA, _OPTIMIZER = "model.weights.npz", "config.json", "metadata.json", "optimizer.npz"

#: Endings of names of weights files; a name without one of them begins the names of the files of a checkpoint.
_ENDINGS = (".h5", ".npz", ".keras", ".hdf5")


def save_weights(model: Any, filepath: Any, overwrite: bool = True, **kwargs: Any) -> None:
    """Writes the weights of a model or layer.

    Args:
        model: it must be built.
        filepath: `*.weights.h5`, `*.h5` or `*.npz` for one file; any other name begins those of a checkpoint.
        overwrite: False refuses to replace a file.

    Raises:
        ValueError: if the model has no weights yet, or the file exists and `overwrite` is false.
    """
    path = os.fspath(filepath)
    _check_built(model, "saved")
    _check_overwrite(path, overwrite)
    if not path.endswith(_ENDINGS):
        from runtime import train  # only needed to save

        train.Checkpoint(model).write(path)
        return
    _write(path, _weights_bytes(model.weights))


def load_weights(model: Any, filepath: Any, skip_mismatch: bool = False, **kwargs: Any) -> Any:
    """Reads what `save_weights` wrote into the weights of a model of the same layers.

    Args:
        model: it must be built.
        filepath: as it was given to `save_weights`.
        skip_mismatch: whether weights of other shapes keep their values.

    Raises:
        ValueError: if the file does not fit the model, or is damaged.
        FileNotFoundError: if there is no file.
    """
    path = os.fspath(filepath)
    if not path.endswith(_ENDINGS):
        from runtime import train  # only needed to load

        return train.Checkpoint(model).read(path)
    _check_built(model, "loaded")
    data = Path(path).read_bytes()
    if path.endswith(".keras"):
        data = _members(path)[_WEIGHTS]
    _set_weights(model.weights, f"model '{model.name}'", data, path, skip_mismatch)
    return None


def save_model(model: Any, filepath: Any, overwrite: bool = True, **kwargs: Any) -> None:
    """Writes a model: its config, its weights, and how it was compiled.

    Args:
        model: a functional or `Sequential` model, or one whose class has `get_config`.
        filepath: `*.keras` (or `*.h5`) for one file; any other name is a directory for `tf.saved_model.save`.
        overwrite: False refuses to replace a file.

    Raises:
        ValueError: if the file exists and `overwrite` is false, or the model cannot be written down.
    """
    path = os.fspath(filepath)
    _check_overwrite(path, overwrite)
    if not path.endswith(_ENDINGS):
        from runtime import saved_model  # only needed to save

        saved_model.save(model, path)
        return
    _check_built(model, "saved")
    config = serialization.serialize_keras_object(model)
    compiled = getattr(model, "get_compile_config", lambda: None)()
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as zipped:
        zipped.writestr(_METADATA, json.dumps({"format": FORMAT}))
        parts = {"model": config, "build": _shapes_called_with(model), "compile": compiled}
        zipped.writestr(_CONFIG, json.dumps(parts, default=_unwritable))
        zipped.writestr(_WEIGHTS, _weights_bytes(model.weights))
        if compiled is not None and model.optimizer.built:
            zipped.writestr(_OPTIMIZER, _weights_bytes(model.optimizer.variables))
    _write(path, archive.getvalue())


def load_model(
    filepath: Any, custom_objects: Mapping[str, Any] | None = None, compile: bool = True, safe_mode: bool = True
) -> Any:
    """Reads a model that `save_model` wrote.

    Args:
        filepath: of the file or directory.
        custom_objects: classes and functions of the model that are not registered, by name.
        compile: whether the model is compiled as it was.
        safe_mode: accepted: nothing in a file is ever run.

    Raises:
        ValueError: if there is no such file, it is damaged, or a class is not known.
    """
    path = os.fspath(filepath)
    if os.path.isdir(path):
        from runtime import saved_model  # only needed to load

        return saved_model.load(path)
    if not os.path.exists(path):
        raise ValueError(f"File not found: filepath={path}. Please ensure the file is an accessible `.keras` zip file.")
    members = _members(path)
    config = _json(members, _CONFIG, path)
    model = serialization.deserialize_keras_object(config["model"], custom_objects)
    if not model.built and config["model"]["config"].get("build_input_shape"):
        model.build(config["model"]["config"]["build_input_shape"])
    if not model.weights and config.get("build") is not None:
        model.build(config["build"])  # a model of a class of the user's makes its weights when it is called
    _set_weights(model.weights, f"model '{model.name}'", members[_WEIGHTS], path, False)
    if compile and config.get("compile"):
        with serialization.custom_object_scope(custom_objects or {}):
            model.compile_from_config(config["compile"])
        if _OPTIMIZER in members:
            model.optimizer.build(model.trainable_variables)
            optimizer = model.optimizer
            _set_weights(optimizer.variables, f"optimizer '{optimizer.name}'", members[_OPTIMIZER], path, False)
    return model


def _shapes_called_with(model: Any) -> Any:
    """The shapes that a model of one argument was built for, or None."""
    shapes = model._shapes_called_with()
    return shapes[0] if len(shapes) == 1 else None


# -- arrays ----------------------------------------------------------------------------------------------------------


def _weights_bytes(variables: Sequence[Any]) -> bytes:
    arrays = {}
    for i, variable in enumerate(variables):
        array = np.asarray(variable.numpy())
        # Dtypes that numpy itself lacks are written as the bytes they are made of.
        arrays[f"{i}:{variable.dtype.name}:{variable.name.removesuffix(':0')}"] = (
            array.view(np.uint16) if variable.dtype is dtypes.bfloat16 else array
        )
    data = io.BytesIO()
    np.savez(data, **arrays)  # type: ignore[arg-type]
    return data.getvalue()


def _set_weights(variables: Sequence[Any], whose: str, data: bytes, path: str, skip_mismatch: bool) -> None:
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            arrays = [(name, archive[name]) for name in archive.files]
    except (ValueError, OSError, KeyError, zipfile.BadZipFile, EOFError) as error:
        raise ValueError(f"'{path}' is damaged, or no file of weights that this program wrote: {error}") from None
    if len(arrays) != len(variables):
        raise ValueError(
            f"'{path}' holds {len(arrays)} weights, but {whose} has {len(variables)}: it was saved from a model of "
            "other layers."
        )
    values = []
    for variable, (name, array) in zip(variables, arrays, strict=True):
        if name.split(":")[1:2] == ["bfloat16"]:
            array = array.view(dtypes.bfloat16.dtype)
        if tuple(variable.shape) == array.shape:
            values.append((variable, array))
        elif not skip_mismatch:
            raise ValueError(
                f"The shape of weight '{variable.name.removesuffix(':0')}' of {whose} is "
                f"{tuple(variable.shape)}, but that of '{name.split(':')[-1]}' in '{path}' is {array.shape}. With "
                "skip_mismatch=True it keeps its value."
            )
    for variable, array in values:
        variable.assign(array.astype(variable.dtype.as_numpy_dtype))


# -- files -----------------------------------------------------------------------------------------------------------


def _members(path: str) -> dict[str, bytes]:
    """The members of a `.keras` file."""
    try:
        with zipfile.ZipFile(path) as zipped:
            names = [_METADATA, _CONFIG, _WEIGHTS, *([_OPTIMIZER] if _OPTIMIZER in zipped.namelist() else [])]
            members = {name: zipped.read(name) for name in names}
    except (zipfile.BadZipFile, KeyError, EOFError, OSError, NotImplementedError, RuntimeError) as error:
        raise ValueError(f"'{path}' is damaged, or no model that this program saved: {error}") from None
    version = _json(members, _METADATA, path).get("format")
    if version != FORMAT:
        raise ValueError(
            f"'{path}' has version {version} of the format, and this program reads version {FORMAT}: save it again."
        )
    return members


def _json(members: Mapping[str, bytes], name: str, path: str) -> Any:
    try:
        return json.loads(members[name])
    except ValueError as error:
        raise ValueError(f"'{path}' is damaged: {name}: {error}") from None


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


def _check_overwrite(path: str, overwrite: bool) -> None:
    if not overwrite and os.path.exists(path):
        raise ValueError(f"'{path}' exists, and overwrite=False")
