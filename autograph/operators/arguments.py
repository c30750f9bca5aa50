"""The lists and dicts among the arguments of a staged function, of which its system gives it copies.

A function that changes a copy is staged again, with the copies as its own: it may do with them what it may do with
lists that it makes. What it changes in one, its caller would not see, so that it is refused where neither the system
gives it back nor the function returns it.
"""

from __future__ import annotations

import functools
import inspect
import operator
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, NoReturn

from autograph.operators import effect_errors, raise_errors
from autograph.operators.effects import log, logs
from autograph.operators.frames import hide_frame
from autograph.operators.holders import original_of
from autograph.operators.locations import Contents, Elements, Location, Snapshot
from autograph.operators.origin import RaisedLater
from autograph.operators.pending_stores import copied
from autograph.operators.properties import store
from autograph.operators.rows import Row
from autograph.operators.structures import same_value, take_apart


class _Mode(threading.local):
    are_owned = False


_mode = _Mode()


@contextmanager
def arguments_owned() -> Iterator[None]:
    """Has the copies that functions are given be their own."""
    before, _mode.are_owned = _mode.are_owned, True
    try:
        yield
    finally:
        _mode.are_owned = before


def are_owned() -> bool:
    """Whether the copies that functions are given are their own."""
    return _mode.are_owned


#: Where a container is among the arguments: the name of a parameter, and the keys from there on.
Path = tuple[Any, ...]


class Change(NamedTuple):
    """What a container among the arguments has come to hold.

    Attributes:
        path: where it is.
        now: what is in its place by now: it, or what is staged.
        held: where each of what it holds is among the arguments, by its key; for what is a container among them.
    """

    path: Path
    now: Any
    held: dict[Any, Path]

    @property
    def known(self) -> dict[Any, Any]:
        """What Python knows of what it holds, by its key."""
        return {key: value for key, value in _items(self.now) if type(value) in _KNOWN}

    @property
    def result(self) -> Any:
        """What else it holds, as a result of the function: the container, with None for the rest."""
        left_out = {*self.held, *self.known}
        items = [(key, None if key in left_out else value) for key, value in _items(self.now)]
        if type(self.now) not in (list, dict):
            return self.now
        return dict(items) if type(self.now) is dict else [value for _, value in items]


class GivenBack:
    """What a function leaves in the containers among its arguments, for a system that knows those of each call.

    Args:
        paths: where the containers are.
        changes: what is in those that the function changed.
    """

    def __init__(self, paths: Sequence[Path], changes: Sequence[Change]):
        self._paths = paths
        self._left = [(change.path, change.known, change.held) for change in changes]
        #: What is in each of them but for that, to be among the results of the function.
        self.results = [change.result for change in changes]

    def holders(self, arguments: Mapping[str, Any] | None) -> dict[Path, Any]:
        """The containers among the arguments of a call, by where they are.

        Args:
            arguments: by the names of the parameters; None if they are not known.

        Raises:
            StagingError: they are not, or two of them are one.
        """
        found: dict[Path, Any] = {}
        for path in self._paths:
            name, *keys = path
            if arguments is None:
                effect_errors.argument_changes(name, is_default=False, is_whole=not keys)
            found[path] = functools.reduce(operator.getitem, keys, arguments[name])
        for path, _, _ in self._left:
            for other, holder in found.items():
                if holder is found[path] and other != path:
                    effect_errors.arguments_are_one(path[0], other[0])
        return found

    def store(self, holders: Mapping[Path, Any], results: Sequence[Any]) -> None:
        """Stores what the function left to the containers among the arguments of a call.

        Args:
            holders: the containers, by where they are.
            results: what the function returned as `results`.
        """
        stores: list[tuple[Location, Any]] = []
        for (path, known, held), content in zip(self._left, results, strict=True):
            items = {**dict(_items(content)), **known, **{key: holders[inner] for key, inner in held.items()}}
            holder = holders[path]
            stores.append((_whole(holder), [*items.values()] if isinstance(holder, list) else items))
        store(stores)


#: The types of what a call can be given back as it is.
_KNOWN = frozenset({int, float, complex, bool, str, bytes, type(None)})


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
        #: The containers that the function may change, each with where it is and what was in it.
        self._own: dict[int, tuple[Path, Any, Any]] = {}
        #: Those that it may not.
        self._others: list[tuple[str, Snapshot]] = []
        for name, value in given.items():
            for path, part in _copied((name,), value, is_copied):
                if not are_owned() or path is None or name in defaults or type(part) not in (list, dict):
                    self._others.append((name, Snapshot(part)))
                else:
                    self._own[id(part)] = path, part, part.copy()
        around = log()
        assert around is not None
        for _, part, _ in self._own.values():
            around.bears(part)
            logs()[0].in_place[id(part)] = logs()[0].stood_in_place[id(part)] = part
        logs()[0].before_raise.append(self._check_raise)
        holders = [*(part for _, part, _ in self._own.values()), *(snapshot.holder for _, snapshot in self._others)]
        logs()[0].copied.update((id(holder), holder) for holder in holders)

    def given_back(self, result: Any) -> tuple[Any, GivenBack | None]:
        """What a function returns and, if it has changed any, what it leaves in these; they are as they were again."""
        changes = self._changes()
        if not changes:
            return result, None
        made = GivenBack([path for path, _, _ in self._own.values()], changes)
        result, made.results = copied([result, made.results], {*self._own})
        self._put_back()
        return result, made

    @contextmanager
    def put_back_after_errors(self) -> Iterator[None]:
        """Has those that the function may change hold what they held before, where it is not staged to its end."""
        try:
            yield
        except BaseException as error:
            self._put_back()
            hide_frame(error)
            raise

    def _put_back(self) -> None:
        for _, part, before in self._own.values():
            _whole(part).write(before)

    def _check_raise(self, error: BaseException) -> None:
        """Refuses an exception on a path that has changed any of them."""
        changes = [] if isinstance(error, RaisedLater) else self._changes()
        if changes:
            raise_errors.changed_before_it_raises(error, changes[0].path[0])

    def check_unchanged(self) -> None:
        """Refuses that any of them holds something else by now."""
        for change in self._changes():
            self._refuse(change.path[0], change.now)

    def _changes(self) -> list[Change]:
        """What is in those that hold something else by now, or of which that is not known.

        Raises:
            StagingError: one of them may not change.
        """
        for name, snapshot in self._others:
            for _, before, after in snapshot.changes():
                if not same_value(before, after):
                    self._refuse(name, snapshot.holder)
        return [
            Change(
                path,
                now,
                {key: self._own[id(was)][0] for key, part in _items(now) if id(was := original_of(part)) in self._own},
            )
            for path, part, before in self._own.values()
            if _has_changed(now := logs()[0].in_place[id(part)], part) or not _is_alike(before, part)
        ]

    def check_returned(self, result: Any) -> None:
        """Refuses that any of them holds something else by now that is not in what the function returns."""
        changes = self._changes()
        held = {id(node.value) for node in take_apart(result, []).containers()} if changes else ()
        for change in changes:
            if id(change.now) not in held:
                self._refuse(change.path[0], change.now)

    def _refuse(self, name: str, holder: Any) -> NoReturn:
        is_whole = original_of(holder) is self._given[name] and isinstance(self._given[name], (list, dict))
        effect_errors.argument_changes(name, name in self._defaults, is_whole, may_be_owned=not are_owned())


def _whole(container: Any) -> Location:
    """All that a list or a dict holds."""
    return Elements(container) if isinstance(container, list) else Contents(container)


def _has_changed(now: Any, part: Any) -> bool:
    """Whether what has taken the place of a container may hold something else than it did at first."""
    return now is not part and (type(now) is not Row or now.pool.has_changed)


def _is_alike(before: Any, now: Any) -> bool:
    """Whether a container holds what it held before, or what is in the place of that by now."""
    rows = zip(_items(before), _items(now), strict=False)
    return len(before) == len(now) and all(
        key == k and same_value(one, original_of(other)) for (key, one), (k, other) in rows
    )


def _items(container: Any) -> list[tuple[Any, Any]]:
    """The keys of a list or a dict, each with its value."""
    if type(container) not in (list, dict):
        return []
    return [*container.items()] if type(container) is dict else [*enumerate(container)]


def arguments_by_name(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """What a function is called with, by the names of its parameters."""
    try:
        return dict(inspect.signature(function).bind_partial(*args, **kwargs).arguments)
    except (TypeError, ValueError):
        return {f"argument {number}": value for number, value in enumerate(args, 1)} | kwargs


def _copied(path: Path | None, value: Any, is_copied: Callable[[Any], bool]) -> Iterator[tuple[Path | None, Any]]:
    """The lists and dicts in a value, and the objects that the system has made, each with where it is.

    None is where something in an object is, and what is in another class of list or dict.
    """
    seen: set[int] = set()
    waiting: list[tuple[Path | None, Any]] = [(path, value)]
    while waiting:
        path, part = waiting.pop()
        kind = type(part)
        if id(part) in seen:
            continue
        seen.add(id(part))
        if issubclass(kind, (list, tuple, dict)):
            if not issubclass(kind, tuple):
                yield path, part
            items = dict.items(part) if issubclass(kind, dict) else enumerate(part)
            around = path if kind in (list, tuple, dict) else None
            waiting += [(None if around is None else (*around, key), inner) for key, inner in items]
        elif is_copied(part):
            yield None, part
            waiting += [(None, inner) for inner in getattr(part, "__dict__", {}).values()]
