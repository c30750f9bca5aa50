"""Objects as configs: dictionaries of plain values from which the objects can be made again.

An object of Keras's own is found by its class name in the table of its kind. A class of the user's is found among those
that were registered, those of a `custom_object_scope` around, and those that are passed along. Names in a config are
looked up there and nowhere else: reading a config imports and runs nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from runtime.core.dtypes import DType
from runtime.core.shapes import TensorShape

#: By registered name, `package>name`.
_registered: dict[str, Any] = {}
_names: dict[Any, str] = {}


class _Scopes(threading.local):
    def __init__(self) -> None:
        self.objects: list[Mapping[str, Any]] = []


_scopes = _Scopes()


def register_keras_serializable(package: str = "Custom", name: str | None = None) -> Callable[[Any], Any]:
    """A decorator that makes a class or a function known to `from_config` under `package>name`.

    Args:
        package: whose it is.
        name: by default that of the class or function.

    Raises:
        ValueError: if a class has no `get_config`.
    """

    def register(target: Any) -> Any:
        if isinstance(target, type) and not hasattr(target, "get_config"):
            raise ValueError("Cannot register a class that does not have a get_config() method.")
        key = f"{package}>{name or target.__name__}"
        _registered[key] = target
        _names[target] = key
        return target

    return register


def get_registered_object(
    name: str, custom_objects: Mapping[str, Any] | None = None, module_objects: Mapping[str, Any] | None = None
) -> Any:
    """The class or function known as `name`, or None."""
    for table in (*reversed(_scopes.objects), _registered, custom_objects or {}, module_objects or {}):
        if name in table:
            return table[name]
    return next((found for key, found in _registered.items() if key.partition(">")[2] == name), None)


def get_registered_name(obj: Any) -> str:
    """The name `obj` was registered under, or its own."""
    return _names.get(obj, obj.__name__)


@contextmanager
def custom_object_scope(custom_objects: Mapping[str, Any]) -> Iterator[None]:
    """Makes classes and functions known to `from_config` in the block.

    Args:
        custom_objects: by name.
    """
    _scopes.objects.append(custom_objects)
    try:
        yield
    finally:
        _scopes.objects.remove(custom_objects)


CustomObjectScope = custom_object_scope


def get_custom_objects() -> dict[str, Any]:
    """The table of registered objects; what is put into it is known."""
    return _registered


def serialize_keras_object(obj: Any) -> Any:
    """`obj` as a config.

    Args:
        obj: None, a plain value, a structure, a function, or an object with `get_config`.

    Raises:
        ValueError: if it cannot be written down.
    """
    if obj is None or isinstance(obj, (bool, int, float, str)):
        return obj
    if isinstance(obj, (list, tuple)):
        return [serialize_keras_object(item) for item in obj]
    if isinstance(obj, dict):
        return {key: serialize_keras_object(value) for key, value in obj.items()}
    if isinstance(obj, TensorShape):
        return obj.as_list()
    if isinstance(obj, (DType, np.dtype)):
        return obj.name
    if isinstance(obj, (np.ndarray, np.generic)):
        return obj.tolist()
    if hasattr(obj, "get_config"):
        return _described(type(obj), obj.get_config())
    if callable(obj) and hasattr(obj, "__name__"):
        return _names.get(obj, obj.__name__)
    if hasattr(obj, "numpy"):
        return obj.numpy().tolist()
    raise ValueError(f"Cannot serialize {obj!r} of type {type(obj).__name__}: give its class a get_config() method.")


def _described(kind: type, config: Any) -> dict[str, Any]:
    own = kind.__module__.startswith("runtime.")
    return {
        "module": _module_of(kind) if own else kind.__module__,
        "class_name": kind.__name__,
        "config": config,
        "registered_name": None if own else get_registered_name(kind),
    }


def _module_of(kind: type) -> str:
    """Where Keras has a class of ours."""
    path = kind.__module__.split(".")
    if path[1] == "keras":
        return "keras" if path[2] == "models" else f"keras.{path[2]}"
    return f"keras.{path[1]}"


def deserialize_keras_object(config: Any, custom_objects: Mapping[str, Any] | None = None, **kwargs: Any) -> Any:
    """The object of a config that `serialize_keras_object` made.

    Raises:
        ValueError: if its class is not known.
    """
    if isinstance(config, (list, tuple)):
        return [deserialize_keras_object(item, custom_objects) for item in config]
    if not isinstance(config, dict):
        return config
    if "class_name" not in config:
        return {key: deserialize_keras_object(value, custom_objects) for key, value in config.items()}
    return deserialize_named(config, _every_class(), custom_objects, "object")


def _every_class() -> Mapping[str, Any]:
    """Keras's own classes that configs name, by name."""
    from runtime import initializers  # the tables are built on this module
    from runtime.keras import constraints, layers, losses, metrics, models, optimizers, regularizers

    every: dict[str, Any] = {}
    for module in (initializers, constraints, regularizers, losses, metrics, optimizers, layers, models):
        every.update({name: value for name, value in vars(module).items() if isinstance(value, type)})
    return every


def deserialize_named(
    config: Any, table: Mapping[str, Any], custom_objects: Mapping[str, Any] | None, what: str
) -> Any:
    """The object of a config or of a name, whose class or function is in `table` or known otherwise.

    Args:
        config: a dictionary with `class_name` and `config`, or a name.
        table: classes and functions by name.
        custom_objects: more of them.
        what: it is, for the error.

    Raises:
        ValueError: if the name is not known.
    """
    if isinstance(config, str):
        found = get_registered_object(config, custom_objects, table)
        if found is None:
            import difflib  # only needed to fail

            near = difflib.get_close_matches(config, [name for name in table if name.islower()], 1)
            hint = f". Did you mean '{near[0]}'?" if near else ""
            raise ValueError(f"Could not interpret {what} identifier: {config}{hint}")
        return found() if isinstance(found, type) else found
    name = config.get("registered_name") or config["class_name"]
    found = get_registered_object(name, custom_objects, table)
    if found is None:
        found = get_registered_object(config["class_name"], custom_objects, table)
    if found is None:
        raise _unknown(what, name)
    if not isinstance(found, type):
        return found
    inner = config.get("config") or {}
    if custom_objects:
        with custom_object_scope(custom_objects):
            return found.from_config(inner)  # type: ignore[attr-defined]  # classes of tables have it
    return found.from_config(inner)  # type: ignore[attr-defined]  # classes of tables have it


def _unknown(what: str, name: Any) -> ValueError:
    return ValueError(
        f"Unknown {what}: '{name}'. Please ensure you are using a `keras.utils.custom_object_scope` and that this "
        "object is included in the scope, or register it with `@keras.saving.register_keras_serializable()`."
    )
