"""What belongs to an object that is saved: its children, by name, and the values it has itself.

An object is the root of a graph of objects: the variables, modules, lists and mappings that its attributes hold, and
theirs. Checkpoints and saved models walk that graph by the names of attributes, not by the names of variables.
`Trackable` is the base of classes whose instances take part, `tf.Module` among them. Other classes take part by their
methods:

- `_trackable_children(self)`: the children by name, where attributes are not the right answer;
- `_serialize_to_tensors(self)`: tensors by name, of what is not made of variables, such as an iterator;
- `_restore_from_tensors(self, tensors)`: puts such tensors back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, SupportsIndex, TypeGuard

import numpy as np

#: Attributes of a `Trackable` that are about tracking itself.
_OWN = frozenset({"_waiting_for_values"})

#: Called with an object, a name and a value when an attribute is set that a checkpoint still has a value for.
Waiting = Callable[[Any, str, Any], None]


class Trackable:
    """The base of objects that are saved by what is in their attributes.

    After a checkpoint was restored into an object, values of it may be left for attributes that do not exist yet, such
    as the weights of a layer that is built when it is first called. An attribute gets its value when it is set.
    """

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)
        waiting: Waiting | None = self.__dict__.get("_waiting_for_values")
        if waiting is not None:
            waiting(self, name, value)

    def _trackable_children(self) -> dict[str, Any]:
        """What is saved with this object: the attributes that can be, by name."""
        ignored = _OWN | getattr(type(self), "_TF_MODULE_IGNORED_PROPERTIES", frozenset())
        return {name: value for name, value in vars(self).items() if name not in ignored and is_trackable(value)}


class WaitingList(list[Any]):
    """A list that a checkpoint still has values for: an element gets its value when it is added."""

    _waiting_for_values: Waiting | None = None

    def _wait(self, waiting: Waiting | None) -> None:
        self._waiting_for_values = waiting

    def _tell(self, first: int = 0) -> None:
        if self._waiting_for_values is not None:
            for i in range(first, len(self)):
                self._waiting_for_values(self, str(i), self[i])

    def append(self, value: Any) -> None:
        super().append(value)
        self._tell(len(self) - 1)

    def extend(self, values: Any) -> None:
        first = len(self)
        super().extend(values)
        self._tell(first)

    def insert(self, index: SupportsIndex, value: Any) -> None:
        super().insert(index, value)
        self._tell()

    def __iadd__(self, values: Any) -> WaitingList:  # type: ignore[misc]
        self.extend(values)
        return self

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(index, value)
        self._tell()


class WaitingDict(dict[Any, Any]):
    """A dictionary that a checkpoint still has values for: an entry gets its value when it is set."""

    _waiting_for_values: Waiting | None = None

    def _wait(self, waiting: Waiting | None) -> None:
        self._waiting_for_values = waiting

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, value)
        if self._waiting_for_values is not None and isinstance(key, str):
            self._waiting_for_values(self, key, value)

    def update(self, *args: Any, **kwargs: Any) -> None:
        for key, value in dict(*args, **kwargs).items():
            self[key] = value

    def setdefault(self, key: Any, default: Any = None) -> Any:
        if key not in self:
            self[key] = default
        return self[key]


def wait_for_values(value: Any, waiting: Waiting | None) -> bool:
    """Has `waiting` called when something is added to `value`; None ends that. Returns whether it can be done."""
    if isinstance(value, (WaitingList, WaitingDict)):
        value._wait(waiting)
        return True
    if not isinstance(value, Trackable):
        return False
    if waiting is not None:
        object.__setattr__(value, "_waiting_for_values", waiting)
    else:
        vars(value).pop("_waiting_for_values", None)
    return True


def is_trackable(value: Any) -> bool:
    """Whether `value` takes part in the graph of objects that is saved."""
    return isinstance(value, (Trackable, list, tuple, dict)) or has_values(value) or _children_method(value) is not None


def children(value: Any) -> dict[str, Any]:
    """What belongs to `value`, by name: of an object its attributes, of a list its elements by position.

    Raises:
        ValueError: if a dictionary has a variable under a key that is no string: nothing could name it.

    >>> from runtime.state.variable import Variable
    >>> v = Variable(1.0)
    >>> list(children([v, 2, {'a': v}])), list(children({'w': v, 3: 'x'}))
    (['0', '2'], ['w'])
    """
    method = _children_method(value)
    if method is not None:
        return dict(method())
    if isinstance(value, (list, tuple)):
        return {str(i): item for i, item in enumerate(value) if is_trackable(item)}
    if isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str) and is_variable(item):
                raise ValueError(
                    f"Unable to save the dictionary {value}: it has a variable under the key {key!r}, which is no "
                    "string. Use strings as keys, or keep the variables in a list."
                )
        return {key: item for key, item in value.items() if isinstance(key, str) and is_trackable(item)}
    return {}


def is_variable(value: Any) -> TypeGuard[Any]:
    """Whether `value` is a variable."""
    from runtime.state.variable import Variable  # variables are built on what modules, and so this, are part of

    return isinstance(value, Variable)


def has_values(value: Any) -> bool:
    """Whether `value` has arrays of its own to save."""
    return hasattr(type(value), "_serialize_to_tensors") or is_variable(value)


#: What the array of a variable is called.
VARIABLE_VALUE = "VARIABLE_VALUE"


def values(value: Any) -> Mapping[str, np.ndarray]:
    """The arrays that `value` itself has, by name."""
    if is_variable(value):
        array = value._storage.array
        return {} if array is None else {VARIABLE_VALUE: array}
    method = getattr(value, "_serialize_to_tensors", None)
    return {name: tensor._array for name, tensor in method().items()} if method is not None else {}


def _children_method(value: Any) -> Callable[[], Mapping[str, Any]] | None:
    # Asked of the type: an object that makes up attributes as they are asked for has none of these.
    if getattr(type(value), "_trackable_children", None) is None:
        return None
    return value._trackable_children
