"""Which variables and layers a layer has: those in its attributes, in lists, tuples and mappings of these.

Attributes are looked at when it is asked, in the order in which they were first set, whatever they are called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from runtime.state.module import Module
from runtime.state.variable import Variable


def weights_of(layer: Any, only_trainable: bool = False) -> list[Any]:
    """The variables of `layer` that are trainable, those that are not, then those of layers inside."""
    found: list[Any] = []
    _collect(layer, found, set(), only_trainable)
    return found


def layers_of(layer: Any, recursive: bool, include_self: bool) -> list[Any]:
    """`layer` itself, and the layers inside, each once."""
    found = [layer] if include_self else []
    seen = {id(layer)}
    waiting = [layer]
    while waiting:
        inner = []
        for item in _items(waiting.pop(0)):
            if id(item) not in seen and hasattr(item, "_inbound_nodes"):
                seen.add(id(item))
                inner.append(item)
        found += inner
        if recursive:
            waiting[:0] = inner
    return found


def holds_weights(value: Any) -> bool:
    """Whether the value of an attribute is, or holds, a layer or variable."""
    look = _LOOKS.get(type(value), _undecided)
    return look is not None and next(iter(look(value)), None) is not None


def _collect(layer: Any, found: list[Any], seen: set[int], only_trainable: bool) -> None:
    if id(layer) in seen:
        return
    seen.add(id(layer))
    if only_trainable and not getattr(layer, "_trainable", True):
        return
    own: list[Any] = []
    inner: list[Any] = []
    for item in _items(layer):
        if not isinstance(item, Variable):
            inner.append(item)
        elif id(item) not in seen:
            seen.add(id(item))
            own.append(item)
    found += [v for v in own if v.trainable]
    if not only_trainable:
        found += [v for v in own if not v.trainable]
    for item in inner:
        _collect(item, found, seen, only_trainable)


def _items(layer: Any) -> Iterator[Any]:
    """The variables and modules in the attributes of `layer`, in order."""
    return _in_sequence(vars(layer).values())


def _itself(value: Any) -> Iterator[Any]:
    yield value


def _in_sequence(value: Any) -> Iterator[Any]:
    for item in value:
        look = _LOOKS.get(type(item), _undecided)
        if look is not None:
            yield from look(item)


def _in_mapping(value: Any) -> Iterator[Any]:
    return _in_sequence(value.values())


_Look = Callable[[Any], Iterator[Any]]

#: How to look for variables and modules in a value, by its class; None where there are none.
_LOOKS: dict[type, _Look | None] = {}


def _undecided(value: Any) -> Iterator[Any]:
    """What is in a value of a class that is seen for the first time; the class is remembered."""
    kind = type(value)
    look: _Look | None = None
    # The variables of metrics and optimizers are no weights.
    if issubclass(kind, Variable) or (issubclass(kind, Module) and not getattr(kind, "_is_of_training", False)):
        look = _itself
    elif issubclass(kind, (list, tuple)):
        look = _in_sequence
    elif issubclass(kind, Mapping):
        look = _in_mapping
    if kind.__module__.partition(".")[0] in ("builtins", "runtime"):  # a user's class must not be kept alive
        _LOOKS[kind] = look
    return look(value) if look is not None else iter(())
