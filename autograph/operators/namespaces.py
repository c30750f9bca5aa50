"""What a class has for an attribute, as Python looks up special methods: its metaclass is not asked."""

from __future__ import annotations

from typing import Any


def class_attribute(cls: type, name: str, default: Any = None) -> Any:
    """What `cls.name` is; the default where neither the class nor one of its bases has it.

    A `__getattr__` of the metaclass, which may have an answer to any name, has no part in this.
    """
    try:
        return type.__getattribute__(cls, name)
    except AttributeError:
        return default


def has_class_attribute(cls: type, name: str) -> bool:
    """Whether a class, or one of its bases, has an attribute."""
    return class_attribute(cls, name, _NOTHING) is not _NOTHING


_NOTHING = object()


def no_attribute(cls: type, name: str, value: Any) -> AttributeError:
    """What Python raises for an attribute that neither an object nor its class has.

    Args:
        cls: the class, which the object may only stand for one of.
        name: of the attribute.
        value: the object.
    """
    return AttributeError(f"{cls.__name__!r} object has no attribute {name!r}", name=name, obj=value)
