"""Which variables and layers a layer has: those in its attributes, in lists, tuples and mappings of these.

Attributes are looked at when it is asked, in the order in which they were first set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from runtime.module import Module
from runtime.variable import Variable

#: Attributes that hold layers or variables of others, or none.
_IGNORED = frozenset(
    {
        "_inbound_nodes", "_losses", "_loss_layers", "_init_arguments", "_build_shapes", "_call_spec", "_name",
        "_trainable", "_dtype", "autocast", "built", "input_spec", "_path", "supports_masking", "_network",
        "optimizer", "loss", "train_function", "test_function", "predict_function",
    }
)  # fmt: skip


def weights_of(layer: Any) -> list[Any]:
    """The variables of `layer` that are trainable, those that are not, and then those of each layer inside."""
    found: list[Any] = []
    _collect(layer, found, set(), False)
    return found


def trainable_weights_of(layer: Any) -> list[Any]:
    """Those of `weights_of` that are trainable, in layers that are."""
    found: list[Any] = []
    _collect(layer, found, set(), True)
    return found


def layers_of(layer: Any, recursive: bool, include_self: bool) -> list[Any]:
    """`layer` itself, and the layers inside, each once."""
    found = [layer] if include_self else []
    seen = {id(layer)}
    waiting = [layer]
    while waiting:
        current = waiting.pop(0)
        inner = []
        for item in _items(current):
            if id(item) not in seen and _is_layer(item):
                seen.add(id(item))
                inner.append(item)
        found += inner
        if recursive:
            waiting[:0] = inner
    return found


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
    for name, value in vars(layer).items():
        look = _LOOKS.get(type(value), _undecided)
        if look is not None and name not in _IGNORED:
            yield from look(value)


def _itself(value: Any) -> Iterator[Any]:
    yield value


def _in_sequence(value: Any) -> Iterator[Any]:
    for item in value:
        look = _LOOKS.get(type(item), _undecided)
        if look is not None:
            yield from look(item)


def _in_mapping(value: Any) -> Iterator[Any]:
    return _in_sequence(value.values())


def _undecided(value: Any) -> Iterator[Any]:
    """What is in a value of a class that is seen for the first time; the class is remembered."""
    kind = type(value)
    if issubclass(kind, Variable) or (issubclass(kind, Module) and not _is_of_training(kind)):
        look: _Look | None = _itself
    elif issubclass(kind, (list, tuple)):
        look = _in_sequence
    elif issubclass(kind, Mapping):
        look = _in_mapping
    else:
        look = None
    if kind.__module__.partition(".")[0] in ("builtins", "runtime"):  # a user's class must not be kept alive
        _LOOKS[kind] = look
    return look(value) if look is not None else iter(())


_Look = Callable[[Any], Iterator[Any]]

#: How to look for variables and modules in a value, by its class; None where there are none.
_LOOKS: dict[type, _Look | None] = {}


def _is_layer(item: Any) -> bool:
    return hasattr(item, "_inbound_nodes")


def _is_of_training(kind: type) -> bool:
    """Whether a class is that of metrics or optimizers, whose variables are no weights."""
    return hasattr(kind, "update_state") or hasattr(kind, "apply_gradients")
