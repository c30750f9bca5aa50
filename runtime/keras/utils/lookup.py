"""What a name or a configuration stands for, in the words of Keras's errors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from runtime.keras.serialization import deserialize_named, get_registered_object


def found(config: Any, known: Mapping[str, Any], what: str, custom_objects: Mapping[str, Any] | None = None) -> Any:
    """The object that `config` stands for.

    Args:
        config: a name, or a dict with `class_name` and `config`.
        known: classes and functions by name.
        what: the kind of object, for the message.
        custom_objects: further classes and functions by name.

    Raises:
        ValueError: if nothing is known by that name.
    """
    names = (config.get("registered_name"), config.get("class_name")) if isinstance(config, Mapping) else (config,)
    if all(name is None or get_registered_object(name, custom_objects, known) is None for name in names):
        raise ValueError(f"Could not interpret {what} identifier: {config}")
    return deserialize_named(config, known, custom_objects, what)
