"""What a checkpoint saves of an object, and how it finds what was saved of another."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from runtime.core import errors
from runtime.ir.values import EagerTensor
from runtime.state.tracking import (
    Trackable,
    WaitingDict,
    WaitingList,
    children,
    has_values,
    is_trackable,
    is_variable,
    values,
    wait_for_values,
)
from runtime.train.checkpoint_files import CheckpointData, SavedObject, value_spec

_log = logging.getLogger("runtime")


def saved_objects(root: Any) -> tuple[list[SavedObject], dict[str, np.ndarray]]:
    """The objects that belong to `root`, the nearest first, and their arrays by key.

    The key of an array is the shortest way to it: `net/layer/kernel/.ATTRIBUTES/VARIABLE_VALUE`.
    """
    objects: list[SavedObject] = []
    arrays: dict[str, np.ndarray] = {}
    order = list(_walk(root))
    useful = _with_values(order)
    numbers: dict[int, int] = {}
    for value, path, _ in order:
        if id(value) not in useful and value is not root:
            continue
        numbers[id(value)] = len(objects)
        saved = SavedObject(type(value).__name__)
        objects.append(saved)
        for name, array in values(value).items():
            key = "/".join([*map(_escaped, path), ".ATTRIBUTES", _escaped(name)])
            saved.values[name] = value_spec(array), key
            arrays[key] = array
    for value, _, below in order:
        if id(value) in numbers:
            own = objects[numbers[id(value)]].children
            own.update({name: numbers[id(child)] for name, child in below.items() if id(child) in numbers})
    return objects, arrays


def _walk(root: Any) -> Iterator[tuple[Any, tuple[str, ...], dict[str, Any]]]:
    """The objects that belong to `root`, each once, with the shortest way to it and its children."""
    seen = {id(root)}
    waiting: list[tuple[Any, tuple[str, ...]]] = [(root, ())]
    for value, path in waiting:
        below = children(value)
        yield value, path, below
        for name, child in below.items():
            if id(child) not in seen:
                seen.add(id(child))
                waiting.append((child, (*path, name)))


def _with_values(order: Sequence[tuple[Any, tuple[str, ...], dict[str, Any]]]) -> set[int]:
    """The identities of the objects that have arrays, or to which something that has belongs."""
    owners: dict[int, list[int]] = {}
    for value, _, below in order:
        for child in below.values():
            owners.setdefault(id(child), []).append(id(value))
    found: set[int] = set()
    waiting = [id(value) for value, _, _ in order if has_values(value)]
    while waiting:
        key = waiting.pop()
        if key not in found:
            found.add(key)
            waiting.extend(owners.get(key, ()))
    return found


def _escaped(name: str) -> str:
    return name.replace(".", "..").replace("/", ".S")


class Restoration:
    """Giving the values of a checkpoint to the objects of a program: those that exist, and those that will.

    Args:
        data: the checkpoint.
        root: what takes the place of the object that was saved.

    Attributes:
        partial: whether it is fine if something of the checkpoint is not used.
    """

    def __init__(self, data: CheckpointData, root: Any):
        self.partial = False
        self._data = data
        self.root = root
        self._has_begun = False
        self._matched: dict[int, Any] = {}
        self._numbers: dict[int, int] = {}
        self._bind(0, root)
        self._has_begun = True

    # -- matching ----------------------------------------------------------------------------------------------------

    def _bind(self, number: int, value: Any) -> None:
        """Has `value` take the place of the saved object `number`, and its children that of the saved children."""
        waiting = deque([(number, value)])
        while waiting:
            number, value = waiting.popleft()
            known = self._matched.get(number)
            if known is not None:
                if known is not value and not self._has_begun:
                    _log.warning(
                        "Inconsistent references when loading the checkpoint into this object graph. For example, in "
                        "the saved checkpoint object, `model.layer.weight` and `model.layer_copy.weight` reference the "
                        "same variable, while in the current object these are two different variables: %r and %r.",
                        known, value,
                    )  # fmt: skip
                continue
            self._matched[number] = value
            self._numbers[id(value)] = number
            self._restore(self._data.objects[number], value)
            waiting.extend(self._bind_children(number, value))

    def _bind_children(self, number: int, value: Any) -> list[tuple[int, Any]]:
        """The children of `value` that are saved, with the numbers they have there. It waits for the others."""
        saved = self._data.objects[number].children
        own = children(value)
        found = [(child, self._own(value, name, own[name], child)) for name, child in saved.items() if name in own]
        self._wait(value, saved, own)
        return found

    def _wait(self, value: Any, saved: dict[str, int], own: dict[str, Any]) -> None:
        waiting = _Waiting(self) if any(name not in own for name in saved) else None
        wait_for_values(value, waiting)
        inner = getattr(value, "_checkpointed_root", None)
        if inner is not None:
            self._numbers[id(inner)] = self._numbers[id(value)]
            wait_for_values(inner, waiting)

    def _own(self, owner: Any, name: str, value: Any, number: int) -> Any:
        """`value`, which `owner` has under `name`; a list or dictionary that will get more becomes one that tells."""
        kind = _TELLING.get(type(value))
        if kind is None:
            return value
        saved, known = self._data.objects[number].children, children(value)
        if all(child in known for child in saved):
            return value
        telling = kind(value)
        if isinstance(owner, Trackable):
            holder = getattr(owner, "_checkpointed_root", None)
            object.__setattr__(holder if holder is not None and name in vars(holder) else owner, name, telling)
        elif isinstance(owner, list):
            list.__setitem__(owner, int(name), telling)
        elif isinstance(owner, dict):
            dict.__setitem__(owner, name, telling)
        return telling

    def added(self, owner: Any, name: str, value: Any) -> None:
        """What is called when `owner`, which waits, gets a child."""
        number = self._numbers.get(id(owner))
        child = None if number is None else self._data.objects[number].children.get(name)
        if child is None or not is_trackable(value):
            return
        self._bind(child, self._own(owner, name, value, child))

    # -- values ------------------------------------------------------------------------------------------------------

    def _restore(self, saved: SavedObject, value: Any) -> None:
        if not saved.values:
            return
        if is_variable(value):
            for spec, key in saved.values.values():
                _check(value, spec, key)
                value._storage.array = self._data.tensor(key)
        elif hasattr(type(value), "_restore_from_tensors"):
            value._restore_from_tensors(
                {name: EagerTensor(self._data.tensor(key)) for name, (_, key) in saved.values.items()}
            )

    # -- what was matched --------------------------------------------------------------------------------------------

    def unmatched_objects(self) -> list[Any]:
        """The objects of the program that can have values, and have none of the checkpoint."""
        found = []
        for value, _, _ in _walk(self.root):
            if has_values(value):
                number = self._numbers.get(id(value))
                if number is None or not self._data.objects[number].values:
                    found.append(value)
        return found

    def unmatched_saved(self) -> list[tuple[str, SavedObject]]:
        """The saved objects with values that no object of the program has taken, by where they are."""
        paths = {0: "(root)"}
        for number, saved in enumerate(self._data.objects):
            for name, child in saved.children.items():
                paths.setdefault(child, f"{paths.get(number, '(root)')}.{name}")
        return [
            (paths.get(number, f"&{number}"), saved)
            for number, saved in enumerate(self._data.objects)
            if saved.values and number not in self._matched
        ]

    def matched_anything(self) -> bool:
        """Whether an object besides the root has values of the checkpoint."""
        return any(self._data.objects[number].values for number in self._matched)

    def __del__(self) -> None:
        if getattr(self, "partial", True) or not hasattr(self, "_numbers"):
            return
        missing = self.unmatched_saved()
        if missing:
            _log.warning(
                "Detecting that an object or model or tf.train.Checkpoint is being deleted with unrestored values. To "
                "silence these warnings, use `status.expect_partial()`. Values in the checkpoint that could not be "
                "found in the restored object: %s", ", ".join(path for path, _ in missing),
            )  # fmt: skip


class _Waiting:
    """What an object calls when it gets a child. A copy of the object does not wait for values of the checkpoint."""

    def __init__(self, restoration: Restoration):
        self._restoration = restoration

    def __call__(self, owner: Any, name: str, value: Any) -> None:
        self._restoration.added(owner, name, value)

    def __deepcopy__(self, memo: dict[int, Any]) -> None:
        return None

    def __reduce__(self) -> tuple[Any, tuple[()]]:
        return _nobody, ()


def _nobody() -> None:
    """What is left of `_Waiting` in a copy."""


_TELLING: dict[type, Any] = {list: WaitingList, WaitingList: WaitingList, dict: WaitingDict, WaitingDict: WaitingDict}


def _check(variable: Any, spec: Any, key: str) -> None:
    if not variable.shape.is_compatible_with(spec.shape):
        raise ValueError(
            f"Received incompatible tensor with shape {spec.shape} when attempting to restore variable with shape "
            f"{variable.shape} and name {variable.name}."
        )
    if variable.dtype is not spec.dtype:
        raise errors.InvalidArgumentError(
            None, None,
            f"tensor_name = {key}; expected dtype {variable.dtype.enum_name} does not equal original dtype "
            f"{spec.dtype.enum_name} [Op:RestoreV2]",
        )  # fmt: skip
