"""What a class has for an attribute, as Python looks up special methods: its metaclass is not asked."""

from __future__ import annotations

from types import FunctionType, MethodType
from typing import Any


def class_attribute(cls: type, name: str, default: Any = None) -> Any:
    """What `cls.name` is; the default where neither the class nor one of its bases has it.

    What the metaclass has, and its `__getattr__`, which may have an answer to any name, have no part in this.
    """
    return type.__getattribute__(cls, name) if has_class_attribute(cls, name) else default


def has_class_attribute(cls: type, name: str) -> bool:
    """Whether a class, or one of its bases, has an attribute."""
    return any(name in base.__dict__ for base in cls.__mro__)


def own_attribute(value: Any, name: str, default: Any) -> Any:
    """An attribute of an object, or the default; hooks of classes of the program's are not asked."""
    if type(value) in (FunctionType, MethodType):
        return getattr(value, name, default)
    try:
        return object.__getattribute__(value, name)
    except AttributeError:
        return default


def no_attribute(cls: type, name: str, value: Any) -> AttributeError:
    """What Python raises for an attribute that neither an object nor its class has.

    Args:
        cls: the class, which the object may only stand for one of.
        name: of the attribute.
        value: the object.
    """
    return AttributeError(f"{cls.__name__!r} object has no attribute {name!r}", name=name, obj=value)
