"""Dicts of which it is known only when the program runs what keys they have.

d = {"a": 1}
if n > 2:           # staged
    d["b"] = n      # from before the `if` on, `d` is one of these
return d, len(d)

All keys that there may be are known while the program is traced. Of each there is the value, an `Optional` where the
dict may not have the key, and a stamp: the dict has its items in the order of their stamps. A dict of Python's becomes
a staged one where a staged branch or loop leaves it with other keys, wherever it is held (see
`autograph.operators.holders`), and one of Python's again where a function returns it. What dicts do is in
`autograph.operators.dict_methods` and `dict_views`.
"""

from __future__ import annotations

import copy
import functools
import operator
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NoReturn

from autograph.operators import container_errors
from autograph.operators.effects import Claim, log, parts_of
from autograph.operators.locations import Entries, Stamps
from autograph.operators.places import current_place
from autograph.operators.presence import claimed, found, is_present, learn
from autograph.operators.proxies import Proxy
from autograph.operators.refusals import raise_new
from autograph.operators.structures import Optional
from autograph.staging import UNBOUND, Backend, Composite, backend_of, register_composite, register_proxy

#: Types of what may become a dict of staged keys.
KINDS = frozenset({dict, Counter, defaultdict, OrderedDict})
#: Sets are dicts whose values say nothing. Their order does not either.
SETS = frozenset({set, frozenset})
#: The views of Python's dicts that are sets.
VIEWS_OF_PYTHON: frozenset[type] = frozenset({type({}.keys()), type({}.items())})


#: Of how many keys it may depend whether a dict has them, where a program is staged for each dict that it may be.
MOST_IN_DOUBT = 5


class StagedDict(Proxy, stands_for=(dict, OrderedDict, defaultdict, Counter, set)):
    """A dict of staged keys.

    Attributes:
        backend: on which it is staged.
        kind: the type of Python's that it stands for.
        factory: what makes the value of a missing key, if it is a `defaultdict`.
        entries: the value of each key that it may have; an `Optional` where it may not.
        stamps: what tells which of two keys comes first, for each that it has or had.
        ranks: the stamps that keys are given where they come last, the same ones on all paths if they can be.
    """

    __slots__ = ("backend", "entries", "factory", "kind", "ranks", "stamps")
    #: What messages call it.
    called = "a dict of staged keys"
    __hash__ = container_errors.hash_of

    def __init__(self, backend: Backend, kind: type, factory: Callable[[], Any] | None = None):
        self.backend = backend
        self.kind = kind
        self.factory = factory
        self.entries = Entries(self)
        self.stamps = Stamps(self)
        self.ranks: dict[Any, int] = {}
        if (around := log()) is not None:
            for part in (self, self.entries, self.stamps):
                around.bears(part)

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """The class that it stands for."""
        return StagedDict.class_of(self)

    @staticmethod
    def class_of(value: StagedDict) -> type:
        """The class of Python's that a dict stands for."""
        return value.kind

    @classmethod
    def of(cls, backend: Backend, mapping: Any) -> StagedDict:
        """A dict of the same items as one of Python's."""
        made = cls(backend, type(mapping), getattr(mapping, "default_factory", None))
        if made.kind in SETS:
            mapping = dict.fromkeys(mapping, True)
        made.fill(mapping, range(len(mapping)))
        return made

    def copied(self, kind: type | None = None) -> StagedDict:
        """Another dict of the same items."""
        made = StagedDict(self.backend, kind or self.kind, self.factory if kind in (None, defaultdict) else None)
        keys = self.keys_in_sight()
        made.fill({key: self.entries[key] for key in keys}, [self.stamps[key] for key in keys])
        made.ranks.update(self.ranks)
        return made

    def deep_copied(self, memo: dict[int, Any]) -> StagedDict:
        """Another dict of copies of the items."""
        made = self.copied()
        for key in made.keys_in_sight():
            made.entries[key] = copy.deepcopy(made.entries[key], memo)
        return made

    def fill(self, values: Any, stamps: Iterable[Any]) -> None:
        """Gives a new dict its keys and values."""
        for (key, value), stamp in zip(values.items(), stamps, strict=True):
            self.entries[key] = value
            self.stamps[key] = stamp
            if type(stamp) is int:
                self.ranks[key] = stamp

    # Its keys

    def keys_in_sight(self) -> list[Any]:
        """The keys that it may have, in no order."""
        return [key for key in self.entries if self.absence(key) is not True]

    def absence(self, key: Any) -> Any:
        """Whether it does not have a key, which is hashable and not staged; a staged bool where that is."""
        value = dict.get(self.entries, key, UNBOUND)
        if value is UNBOUND:
            return True
        if not (type(value) is Optional and value.unbound):
            return False
        present = is_present(value)
        if present is not None:
            return not present
        return claimed(value.absent, Claim(((value, False),), ((value, True),)))

    def presence(self, key: Any) -> Any:
        """Whether it has a key."""
        absent = self.absence(key)
        if type(absent) is bool:
            return not absent
        value = self.entries[key]
        return claimed(self.backend.logical_not(absent), Claim(((value, True),), ((value, False),)))

    def keys_in_doubt(self) -> list[Any]:
        """Those of which a tensor decides whether it has them."""
        return [key for key in self.keys_in_sight() if type(self.presence(key)) is not bool]

    def value(self, key: Any) -> Any:
        """The value of a key that it may have; any value made alike where it does not."""
        value = self.entries[key]
        return value.value if type(value) is Optional and value.unbound else value

    def size(self) -> Any:
        """How many keys it has."""
        total: Any = 0
        for key in self.keys_in_sight():
            total = total + self._number(self.presence(key))
        return total

    def order(self) -> list[Any] | None:
        """The keys that it may have, in order; None if that is known only when the program runs."""
        keys = self.keys_in_sight()
        if self.kind in SETS:
            return _sorted(keys)
        if len(keys) > 1 and any(type(self.stamps[key]) is not int for key in keys):
            return None
        return sorted(keys, key=lambda key: self.stamps[key]) if len(keys) > 1 else keys

    # Changes

    def put(self, key: Any, value: Any, stamp: Any = None) -> None:
        """Stores the value of a key, which is new to the dict or not; `stamp` is of one that comes last."""
        absent = self.absence(key)
        self._changes(self.entries)
        if absent is not False:
            self._stamp(key, absent, stamp)
        known = dict.get(self.entries, key, UNBOUND)
        if absent is False and type(known) is Optional and known.unbound:
            # Present on the path at hand: whether it is on others stays the same flag.
            made = maybe_absent(self.backend, known.absent, value, known.name)
            learn([(made, True)])
            self.entries[key] = made
        else:
            self.entries[key] = value

    def take_out(self, key: Any) -> None:
        """Takes a key away that the dict has."""
        self._changes(self.entries)
        self.entries.pop(key)

    def take(self, other: StagedDict) -> None:
        """Has the items of another dict, which is new, in place of its own."""
        for mine, others in ((self.entries, other.entries), (self.stamps, other.stamps)):
            self._changes(mine)
            mine.clear()
            mine.update(others)

    def change_value(self, key: Any, value: Any) -> None:
        """Has another value stand for that of a key, whether the dict has the key or not."""
        known = self.entries[key]
        self._changes(self.entries)
        if type(known) is Optional and known.unbound:
            value = maybe_absent(self.backend, known.absent, value, known.name)
        self.entries[key] = value

    def _changes(self, part: Any) -> None:
        around = log()
        if around is not None:
            around.check_writable(self)
            around.compares(part)

    def next_stamp(self, before: Iterable[Any]) -> Any:
        """A stamp that is larger than that of any key among some that the dict has."""
        before = list(before)
        if all(type(self.stamps[key]) is int for key in before):
            return max([self.stamps[key] for key in before], default=-1) + 1
        stamps = [self._number(self.presence(key)) * (self.stamps[key] + 1) for key in before]
        return functools.reduce(self._larger, stamps)

    def _stamp(self, key: Any, absent: Any, stamp: Any) -> None:
        """Has a key that the dict may not have come last where it does not."""
        old = self.stamps.get(key)
        self._changes(self.stamps)
        if self.kind in SETS:
            stamp = 0
        if stamp is None:
            stamp = self.next_stamp(other for other in self.keys_in_sight() if other != key)
            if type(stamp) is int and self.ranks.get(key, -1) < stamp:
                self.ranks[key] = max([stamp - 1, *self.ranks.values()]) + 1
            if type(stamp) is int:
                stamp = self.ranks[key]
        if absent is not True and old is not stamp and not (type(old) is type(stamp) is int and old == stamp):
            stamp = old + self._number(absent) * (stamp - old)
        self.stamps[key] = stamp

    def _number(self, flag: Any) -> Any:
        return int(flag) if type(flag) is bool else self.backend.builtins[int](flag)

    def _larger(self, one: Any, other: Any) -> Any:
        staged = backend_of(one) or backend_of(other)
        return max(one, other) if staged is None else staged.builtins[max](one, other)

    def widen(self, stamps: dict[Any, Any]) -> None:
        """Has a dict that came to be where it is known of keys that others have; it does not have them."""
        for key, stamp in stamps.items():
            if key not in self.entries:
                self.entries[key] = UNBOUND
                self.stamps.setdefault(key, stamp)

    def __repr__(self) -> str:
        order = self.order() or []
        is_known = all(self.presence(key) is True for key in order) and len(order) == len(self.keys_in_sight())
        if is_known and (self.kind not in SETS or len(order) < 2):
            return repr(_of_kind(self, [(key, self.value(key)) for key in order]))
        return f"<a {self.kind.__name__} whose keys are staged>"

    # What Python itself asks

    def _refuse(self, *given: Any, **options: Any) -> NoReturn:
        container_errors.keys_are_staged()

    __len__ = __contains__ = __bool__ = __reversed__ = __reduce_ex__ = __array__ = __jax_array__ = _refuse


def nothing_to_pop(kind: type) -> KeyError:
    """What `popitem` of an empty dict of a type raises."""
    return KeyError("dictionary is empty" if kind is OrderedDict else "popitem(): dictionary is empty")


def truth(value: StagedDict) -> Any:
    """Whether a dict has keys."""
    flags = [value.presence(key) for key in value.keys_in_sight()]
    if not flags or any(flag is True for flag in flags):
        return bool(flags)
    return functools.reduce(operator.or_, flags)


def _sorted(keys: list[Any]) -> list[Any]:
    try:
        return sorted(keys)
    except TypeError:
        return _canonical(keys)


def _canonical(keys: Iterable[Any]) -> list[Any]:
    """Keys in an order that is the same for all dicts that have them."""
    return sorted(keys, key=lambda key: (type(key).__qualname__, repr(key)))


def components(value: StagedDict) -> list[Any]:
    """The values and the stamps of a dict."""
    keys = _canonical(value.entries)
    return [*(value.entries[key] for key in keys), *(value.stamps.get(key, 0) for key in keys)]


def _held(value: StagedDict) -> list[Any]:
    """The values that a dict may have."""
    return [entry.value if type(entry) is Optional else entry for entry in value.entries.values()]


parts_of[StagedDict] = _held


def _label(value: StagedDict) -> Any:
    return label_of_keys(value, value.entries)


def label_of_keys(like: StagedDict, keys: Iterable[Any]) -> Any:
    """What tells the parts of a dict like another, which may have some keys."""
    return like.kind, like.factory, tuple(_canonical(keys))


def keys_in(label: Any) -> set[Any]:
    """The keys that a dict may have had when it was taken apart."""
    return {*label[2]}


def with_components(like: StagedDict, parts: Sequence[Any]) -> StagedDict:
    """A dict of the same keys, and of other values and stamps."""
    return _with_keys(like, _label(like), parts)


def _with_keys(like: StagedDict, label: Any, parts: Sequence[Any]) -> StagedDict:
    """A dict of the keys that one had when it got a label, and of other values and stamps."""
    made = StagedDict(like.backend, like.kind, like.factory)
    _, _, keys = label
    made.fill(dict(zip(keys, parts, strict=False)), parts[len(keys) :])
    made.ranks.update({key: max(rank, made.ranks.get(key, rank)) for key, rank in like.ranks.items()})
    return made


#: Classes of containers that staged ones stand for, and that may change.
_CHANGING = frozenset({list, dict, set, deque})


def check_hashable(key: Any) -> None:
    """Raises what Python raises of a key that may change."""
    if type(key) is tuple:
        for part in key:
            check_hashable(part)
    elif getattr(key.__class__, "__hash__", hash) is None and (backend_of(key) is None or key.__class__ in _CHANGING):
        raise_new(TypeError(f"unhashable type: {key.__class__.__name__!r}"))


def without_absent(value: StagedDict) -> Any:
    """A dict without the keys that it is sure not to have; one of Python's, if it is sure to have all others.

    Counters and sets stay staged: JAX knows none of Python's.
    """
    order = value.order()
    if value.kind not in (Counter, *SETS) and order is not None and all(value.presence(key) is True for key in order):
        return _of_kind(value, [(key, value.value(key)) for key in order])
    made = StagedDict(value.backend, value.kind, value.factory)
    keys = value.keys_in_sight()
    made.fill({key: value.entries[key] for key in keys}, [value.stamps[key] for key in keys])
    return made


def as_python(value: StagedDict) -> Any:
    """The dict of Python's that a dict is, once the program has run."""
    keys = [key for key, held in value.entries.items() if held is not UNBOUND]
    return _of_kind(value, [(key, value.entries[key]) for key in sorted(keys, key=lambda key: int(value.stamps[key]))])


def _of_kind(value: StagedDict, items: list[tuple[Any, Any]]) -> Any:
    if value.kind in SETS:
        return value.kind(key for key, _ in items)
    made = defaultdict(value.factory) if value.kind is defaultdict else value.kind()
    for key, item in items:
        made[key] = item
    return made


def _rebuilt(like: StagedDict, parts: Sequence[Any]) -> Any:
    return _restored(like, _label(like), parts)


def _restored(like: StagedDict, label: Any, parts: Sequence[Any]) -> Any:
    made = _with_keys(like, label, parts)
    return made if like.backend.is_tracing() else as_python(made)


register_composite(StagedDict, Composite(components, _rebuilt, _label, mutable=True, restore=_restored))
register_proxy(StagedDict)
# A pattern of a mapping then asks for the length, which is refused, where else it would not match.
Mapping.register(StagedDict)


def may_be_staged(value: Any) -> bool:
    """Whether a dict of staged keys can take the place of a value."""
    return type(value) in KINDS or type(value) is set


def stamps_of(*mappings: Any) -> dict[Any, Any]:
    """The keys of some dicts, staged or not, with stamps that they may have had."""
    stamps: dict[Any, Any] = {}
    for mapping in mappings:
        given = (
            dict(zip(mapping, range(len(mapping)), strict=True))
            if type(mapping) is not StagedDict
            else {key: mapping.stamps.get(key, 0) for key in mapping.entries}
        )
        for key, stamp in given.items():
            if type(stamps.get(key)) is not int:
                stamps[key] = stamp if type(stamp) is int else 0
    return stamps


def maybe_absent(backend: Backend, absent: Any, value: Any, name: str) -> Any:
    """What stands for the value of a key that a dict may not have."""
    made = found(Optional(backend, absent, value, True, name, current_place()))
    if (around := log()) is not None:
        around.bears(made)  # where a list is staged that it holds, it is to hold the staged one
    return made
