"""The lists and dicts among the arguments of a staged function, of which its system gives it copies.

What the function changes in a copy, its caller would not see. So it is refused.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from autograph.operators import effect_errors
from autograph.operators.effects import logs
from autograph.operators.locations import Snapshot
from autograph.operators.structures import same_value


class Copies:
    """The containers that a staged function is given, and what they held before.

    Args:
        given: the arguments, by the names of their parameters.
        is_copied: whether the system has made an object anew, besides lists and dicts.
        defaults: the parameters whose default is what they have.
    """

    def __init__(
        self,
        given: Mapping[str, Any],
        is_copied: Callable[[Any], bool] = lambda value: False,
        defaults: frozenset[str] = frozenset(),
    ):
        self._given = given
        self._defaults = defaults
        self._snapshots = [
            (name, Snapshot(part)) for name, value in given.items() for part in _copied(value, is_copied)
        ]
        logs()[0].copied.update((id(snapshot.holder), snapshot.holder) for _, snapshot in self._snapshots)

    def check_unchanged(self) -> None:
        """Refuses that any of them holds something else by now."""
        for name, snapshot in self._snapshots:
            for _, before, after in snapshot.changes():
                if not same_value(before, after):
                    is_whole = snapshot.holder is self._given[name] and isinstance(snapshot.holder, (list, dict))
                    effect_errors.argument_changes(name, name in self._defaults, is_whole)


def arguments_by_name(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """What a function is called with, by the names of its parameters."""
    try:
        return dict(inspect.signature(function).bind_partial(*args, **kwargs).arguments)
    except (TypeError, ValueError):
        return {f"argument {number}": value for number, value in enumerate(args, 1)} | kwargs


def _copied(value: Any, is_copied: Callable[[Any], bool]) -> Iterator[Any]:
    """The lists and dicts in a value, and the objects that the system has made."""
    seen: set[int] = set()
    waiting = [value]
    while waiting:
        part = waiting.pop()
        kind = type(part)
        if id(part) in seen:
            continue
        seen.add(id(part))
        if issubclass(kind, dict):
            yield part
            waiting += dict.values(part)
        elif issubclass(kind, (list, tuple)):
            if issubclass(kind, list):
                yield part
            waiting += part
        elif is_copied(part):
            yield part
            waiting += getattr(part, "__dict__", {}).values()
