"""Objects as configs: dictionaries of plain values from which the objects can be made again.

Classes and functions of Keras's own are found by their names in the registry of their kind, which each enters when it
is defined. A class of the user's is found among those that were registered, those of a `custom_object_scope` around,
and those that are passed along. Names in a config are looked up there and nowhere else: reading a config imports and
runs nothing.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import numpy as np

from runtime.core.dtypes import DType
from runtime.core.shapes import TensorShape
from runtime.keras.backend import snake_case

#: What users registered, by `package>name`; and the names of classes and functions that have others than their own.
_registered: dict[str, Any] = {}
_names: dict[Any, str] = {}


#: The tables of the scopes around, innermost last, in each thread.
_scopes: ContextVar[tuple[Mapping[str, Any], ...]] = ContextVar("scopes", default=())


# -- what is known ---------------------------------------------------------------------------------------------------


class Registry:
    """The classes and functions of one kind, by name: what the functions of a module such as `tf.keras.losses` read.

    Args:
        kind: the name of that module.
        what: one of them is, in messages.
    """

    def __init__(self, kind: str, what: str):
        self.what = what
        self.known: dict[str, Any] = {}
        _registries[kind] = self

    def add(self, target: Any, *names: str, instead_of: Any = None) -> Any:
        """Enters a class (under its name, in snake case and in lower case too) or a function.

        Args:
            target: the class or function.
            names: further ones.
            instead_of: a function that is the same, and is saved as this one.

        Returns:
            The target.
        """
        own = target.__name__
        if isinstance(target, type):
            # A function of the name that a class has in snake case comes first.
            for name in (snake_case(own), own.lower()):
                self.known.setdefault(name, target)
        self.known.update(dict.fromkeys((own, *names), target))
        if instead_of is not None:
            _names[instead_of] = own
        return target

    def get(self, identifier: Any) -> Any:
        """The object that is meant.

        Args:
            identifier: a name or a configuration; a class, which is instantiated; a callable, which is returned; or
                None, which gives None.

        Raises:
            ValueError: if it is none of these, or nothing is known by that name.
        """
        if identifier is None:
            return None
        if isinstance(identifier, (str, Mapping)):
            return self.deserialize(identifier)
        if callable(identifier):
            return identifier() if isinstance(identifier, type) else identifier
        raise self._not_understood(identifier)

    def serialize(self, obj: Any) -> Any:
        """A description of an object that JSON can hold; see `deserialize`."""
        return serialize_keras_object(obj)

    def deserialize(self, config: Any, custom_objects: Mapping[str, Any] | None = None) -> Any:
        """The object that a name, or a description that `serialize` made, stands for.

        Args:
            config: the name or the description.
            custom_objects: classes and functions that are not registered, by name.

        Raises:
            ValueError: if nothing is known by that name.
        """
        if isinstance(config, Mapping):
            return _from_description(config, self.known, custom_objects, self.what)
        found = get_registered_object(config, custom_objects, self.known)
        if found is None:
            raise self._not_understood(config)
        return found() if isinstance(found, type) else found

    def _not_understood(self, identifier: Any) -> ValueError:
        near = difflib.get_close_matches(str(identifier), [name for name in self.known if name.islower()], 1)
        hint = f". Did you mean '{near[0]}'?" if near else ""
        return ValueError(f"Could not interpret {self.what} identifier: {identifier}{hint}")


_registries: dict[str, Registry] = {}

#: The kinds of objects that configs name.
INITIALIZERS = Registry("initializers", "initializer")
REGULARIZERS = Registry("regularizers", "regularizer")
CONSTRAINTS = Registry("constraints", "constraint")
ACTIVATIONS = Registry("activations", "activation function")
LAYERS = Registry("layers", "layer")
LOSSES = Registry("losses", "loss")
METRICS = Registry("metrics", "metric")
OPTIMIZERS = Registry("optimizers", "optimizer")
SCHEDULES = Registry("schedules", "learning rate schedule")
MODELS = Registry("models", "model")


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
    for table in (*reversed(_scopes.get()), _registered, custom_objects or {}, module_objects or {}):
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
    before = _scopes.set((*_scopes.get(), custom_objects))
    try:
        yield
    finally:
        _scopes.reset(before)


CustomObjectScope = custom_object_scope


def get_custom_objects() -> dict[str, Any]:
    """The table of registered objects; what is put into it is known."""
    return _registered


# -- to configs and back ---------------------------------------------------------------------------------------------


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
    if isinstance(obj, Mapping):
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
        return get_registered_name(obj)
    if hasattr(obj, "numpy"):
        return obj.numpy().tolist()
    raise ValueError(f"Cannot serialize {obj!r} of type {type(obj).__name__}: give its class a get_config() method.")


def is_own(kind: type) -> bool:
    """Whether a class is one of this package, as opposed to the user's."""
    return kind.__module__.startswith("runtime.")


def _described(kind: type, config: Any) -> dict[str, Any]:
    own = is_own(kind)
    part = kind.__module__.split(".")[2] if own else ""
    return {
        "module": kind.__module__ if not own else "keras" if part == "models" else f"keras.{part}",
        "class_name": kind.__name__,
        "config": config,
        "registered_name": None if own else get_registered_name(kind),
    }


def deserialize_keras_object(
    config: Any, custom_objects: Mapping[str, Any] | None = None, safe_mode: bool = True
) -> Any:
    """The object of a config that `serialize_keras_object` made; in either mode nothing of a config is ever run.

    Raises:
        ValueError: if its class is not known.
    """
    if isinstance(config, (list, tuple)):
        return [deserialize_keras_object(item, custom_objects) for item in config]
    if not isinstance(config, Mapping):
        return config
    if "class_name" not in config:
        return {key: deserialize_keras_object(value, custom_objects) for key, value in config.items()}
    every: dict[str, Any] = {}
    for registry in reversed(_registries.values()):
        every.update(registry.known)
    # Losses and metrics, among others, share names: the module tells them apart.
    first = _registries.get(str(config.get("module")).rpartition(".")[2])
    return _from_description(config, {**every, **(first.known if first else {})}, custom_objects, "object")


def _from_description(
    config: Mapping[str, Any], known: Mapping[str, Any], custom_objects: Mapping[str, Any] | None, what: str
) -> Any:
    names = [name for name in (config.get("registered_name"), config["class_name"]) if name]
    candidates = (get_registered_object(name, custom_objects, known) for name in names)
    found = next((candidate for candidate in candidates if candidate is not None), None)
    if found is None:
        raise ValueError(
            f"Unknown {what}: '{names[0]}'. Please ensure you are using a `keras.utils.custom_object_scope` and that "
            "this object is included in the scope, or register it with `@keras.saving.register_keras_serializable()`."
        )
    if not isinstance(found, type):
        return found
    with custom_object_scope(custom_objects or {}):
        return found.from_config(config.get("config") or {})  # type: ignore[attr-defined]  # known classes have it
