"""What an identifier stands for, in the words of Keras's errors: a name, a configuration, a class, or the object."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from runtime.keras.serialization import deserialize_named, get_registered_object


def meant(identifier: Any, deserialize: Callable[[Any], Any], what: str) -> Any:
    """The object that `identifier` stands for, as the `get` of losses, metrics, constraints and regularisers gives it.

    Args:
        identifier: a name or a configuration, for `deserialize`; a class, which is instantiated; a callable, which is
            returned; or None, which gives None.
        deserialize: from a name or a configuration to the object.
        what: the kind of object, for the message.

    Raises:
        ValueError: if it is none of these, or nothing is known by that name.

    >>> meant(len, str, 'loss') is len
    True
    """
    if identifier is None:
        return None
    if isinstance(identifier, (str, dict)):
        return deserialize(identifier)
    if callable(identifier):
        return identifier() if isinstance(identifier, type) else identifier
    raise ValueError(f"Could not interpret {what} identifier: {identifier}")


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
