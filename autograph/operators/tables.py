"""Dicts and sets whose keys are tensors: a list of staged length, of pairs of a key and its value.

counts = {}
for i in range(n):                              # staged
    counts[i % 3] = counts.get(i % 3, 0) + 1    # from before the loop on, `counts` is one of these
return counts, len(counts)

A key is looked up among those of the list, all at once. The list is what branches join and loops carry; what holds the
dict is as for lists of staged length. A dict of Python's becomes a table where a tensor is first used as a key that it
may not have (or one of several strings, where its values are lists and the like), and where a loop gives it other keys
that are numbers; it is one of Python's again where a function returns it. What tables do is in
`autograph.operators.table_methods`.
"""

from __future__ import annotations

import dataclasses
import numbers
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from typing import Any, NoReturn

from autograph.operators import container_errors, value_errors
from autograph.operators.bools import both, opposite
from autograph.operators.captures import is_made_anew
from autograph.operators.choices import Choice, is_one_of_few, later
from autograph.operators.dicts import KINDS, SETS, StagedDict, check_hashable
from autograph.operators.effects import log
from autograph.operators.either import Either
from autograph.operators.forms import Code, Form, Openness, form_of
from autograph.operators.holders import is_one_of_several, replace
from autograph.operators.holding import Unknown
from autograph.operators.kinds import as_builtin
from autograph.operators.kinds import kind_of as kind_of_type
from autograph.operators.links import is_writable, writable
from autograph.operators.lists import StagedList, has_arrays, is_tuple_of_staged_length
from autograph.operators.presence import settled
from autograph.operators.proxies import Proxy
from autograph.operators.rows import Make, Row, any_row, row_makers, with_rows
from autograph.operators.shared_arrays import lists
from autograph.operators.strings import String
from autograph.operators.structures import Node, Optional, fields_of_record, take_apart
from autograph.operators.text import Text, tells_apart, with_numbers
from autograph.staging import Backend, Composite, backend_of, register_composite, register_proxy


class Table(Proxy, stands_for=(dict, OrderedDict, defaultdict, Counter, set)):
    """A dict or a set whose keys are tensors.

    Attributes:
        backend: on which it is staged.
        kind: the type of Python's that it stands for.
        factory: what makes the value of a missing key, if it is a `defaultdict`.
        entries: the keys with their values, in order; each key is in it once.
    """

    __slots__ = ("backend", "entries", "factory", "kind")
    #: What messages call it.
    called = "a dict of staged keys"
    __hash__ = container_errors.hash_of

    def __init__(self, entries: StagedList, kind: type, factory: Callable[[], Any] | None = None):
        self.backend = entries.backend
        self.entries = entries
        self.kind = kind
        self.factory = factory
        if (around := log()) is not None:
            around.bears(self)

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """The class that it stands for."""
        return Table.class_of(self)

    @staticmethod
    def class_of(value: Table) -> type:
        """The class of Python's that a table stands for."""
        return value.kind

    @classmethod
    def of(cls, backend: Backend, items: Any, form: Form) -> Table:
        """A table of the same items as a dict or a set, staged or not, whose entries are to have a form."""
        kind, factory = kind_of(items)
        if kind in SETS:  # nothing tells what has been taken out of it
            form = dataclasses.replace(form, is_ordered=False)
        made = cls(StagedList.of(backend, (), form), kind, factory)
        if type(items) is StagedDict:
            made.put_all(items)  # type: ignore[attr-defined]
        else:
            entries = [*map(made.with_rows, entries_in(items))]
            made.entries.put_each(entries, apart_from=(items,))
        return made

    def empty(self, kind: type | None = None) -> Table:
        """A table without keys, for entries of the same form."""
        kind = kind or self.kind
        entries = StagedList.of(self.backend, (), self.entries.form)
        return Table(entries, kind, self.factory if kind is defaultdict else None)

    def copied(self, kind: type | None = None) -> Table:
        """Another table of the same items."""
        kind = kind or self.kind
        return Table(self.entries.copied(), kind, self.factory if kind is defaultdict else None)

    # Its parts

    def part(self, which: int) -> StagedList:
        """The keys (0) or the values (1), as a list."""
        entries = self.entries
        form, place = entries.form.parts()[which]
        return StagedList(self.backend, list, form, entries.length, entries.buffers[place])

    def value_at(self, position: Any) -> Any:
        """The value at a position."""
        return self.entries.at(position)[1]

    def find(self, key: Any) -> tuple[Any, Any]:
        """The position of a key, and whether it is there; any position where it is not."""
        key = settled(key)
        check_hashable(key)
        if not any(isinstance(type_, Code) for type_ in self.part(0).form.types):
            key = as_builtin(key)  # a member of an `IntEnum` is looked for among numbers
        if type(key) is Optional:  # None is no key that a table has
            position, found = self.find(key.value)
            return position, both(opposite(key.absent), found)
        keys = self.part(0)
        if not (type(keys.length) is int and keys.length == 0) and _is_spelled(keys, key):
            position = later["place of"](keys, key)
            return position, position < keys.length
        rows = _compared(keys, key)
        if rows is None or (type(keys.length) is int and keys.length == 0):
            return 0, False
        position = self.backend.buffer_position(rows, keys.length)
        return position, position < keys.length

    # Changes

    def put(self, key: Any, value: Any = True) -> None:
        """Stores the value of a key, which is new to the table or not."""
        key = settled(key)
        entry = (key,) if self.kind in SETS else (key, value)
        form_with(self.backend, self, [entry])
        entry = self.with_rows(entry)
        position, found = self.find(key)
        with self.changing():
            if found is False:
                self.entries.put_last(entry)
            else:
                self.entries.put_or_append(position, found, entry)

    def with_rows(self, entry: tuple[Any, ...]) -> tuple[Any, ...]:
        """An entry, with rows in place of the containers in its value."""
        return _with_rows(self.backend, self, entry, row_makers[-1])

    def take(self, other: Table) -> None:
        """Has the items of another table in place of its own."""
        with self.changing():
            self.entries.take(other.entries)

    def changing(self) -> Any:
        """Around a change of the entries: one of a linked table may be one of a linked list."""
        if (around := log()) is not None:
            around.check_writable(self)
        return writable(self.entries) if is_writable(self) else nullcontext()

    def __repr__(self) -> str:
        if type(self.entries.length) is int and self.entries.length == 0:
            return repr(StagedDict(self.backend, self.kind, self.factory))
        return f"<a {self.kind.__name__} whose keys are staged>"

    # What Python itself asks

    def _refuse(self, *given: Any, **options: Any) -> NoReturn:
        container_errors.keys_are_staged()

    __len__ = __contains__ = __bool__ = __reversed__ = __reduce_ex__ = __array__ = __jax_array__ = _refuse


def _is_spelled(keys: StagedList, key: Any) -> bool:
    """Whether characters have to be compared to find a key, for what two texts show does not tell whether they are
    equal.
    """
    nodes = take_apart(key, []), keys.form.node
    texts = [part for node in nodes for part in node.containers() if part.kind is Text or part.kind is String]
    if not texts:
        return False
    is_told = all(part.kind is Text and tells_apart(part.value) for part in texts)
    return not (is_told and nodes[0].matches_form(nodes[1]))


def _compared(keys: StagedList, key: Any) -> list[tuple[Any, Any, Any]] | None:
    """The rows of `Backend.buffer_position` that find a key; None where none can be equal."""
    backend = keys.backend
    parts = [*take_apart(key, []).containers()]
    for part in (*parts, *keys.form.node.containers()):
        if part.kind is StagedList or (part.kind is Row and not part.label.is_of_objects):
            container_errors.hash_of_staged_length(part.value.__class__.__name__)
    form = form_of(backend, [key], is_open=False)
    if form is None and any(part.kind in (Optional, Either) for part in parts):
        container_errors.unlike_keys(key)
    if form is None or not form.node.matches_form(keys.form.node):
        return None
    rows = []
    for buffer, known, type_, leaf in zip(
        keys.buffers, keys.form.types, form.types, form.leaves(backend, key), strict=True
    ):
        if isinstance(known, Code) or isinstance(type_, Code):
            if not (isinstance(known, Code) and isinstance(type_, Code)):
                options = known.options if isinstance(known, Code) else type_.options
                if any(isinstance(option, numbers.Number) for option in options):  # of an IntEnum
                    container_errors.unlike_keys(key)
                return None
            rows.append((buffer, leaf, known.type))
            continue
        joined = backend.join(known, type_)
        if joined is None and "bool" not in (kind_of_type(known), kind_of_type(type_)):
            container_errors.unlike_keys(key)
        if joined is None:
            joined = type_ if kind_of_type(known) == "bool" else known
        rows.append((backend.buffer_cast(buffer, known, joined), leaf, joined))
    return rows


def backend_of_key(key: Any) -> Backend | None:
    """The backend on which a key is staged that is a number, a text, a tuple of such or a record; None for others."""
    if is_tuple_of_staged_length(key):
        container_errors.hash_of_staged_length("tuple")
    if is_made_anew(key):
        value_errors.is_one_of_several(key, "a key")
    if isinstance(key, tuple) and not (type(key).__eq__ is tuple.__eq__ and type(key).__hash__ is tuple.__hash__):
        return None  # Python asks it for a hash
    parts = key if isinstance(key, tuple) else fields_of_record(key)
    if parts is not None:
        return next(filter(None, (backend_of_key(part) or backend_of(part) for part in parts)), None)
    if type(key) is Text or (type(key) is Choice and not is_one_of_few(key)):
        return key.backend
    backend = None if issubclass(type(key), Proxy) else backend_of(key)
    return backend if backend is not None and getattr(key, "shape", None) == () else None


def kind_of(items: Any) -> tuple[type, Any]:
    """The type of Python's that a dict or a set stands for, and what makes missing values."""
    if type(items) is Table or type(items) is StagedDict:
        return items.kind, items.factory
    return type(items), getattr(items, "default_factory", None)


def type_for(value: Any) -> type:
    """The type of Python's that a value is of, or that a dict or a set of staged keys stands for."""
    return value.kind if type(value) in (Table, StagedDict) else type(value)


def is_set(value: Any) -> bool:
    """Whether a value is a set, staged or not."""
    return type_for(value) in SETS


def entries_in(items: Any) -> list[Any]:
    """The entries that a table of a dict or a set, staged or not, may have."""
    if type(items) is StagedDict:
        keys = items.keys_in_sight()
        return [(key,) if items.kind in SETS else (key, items.value(key)) for key in keys]
    return [(item,) for item in items] if isinstance(items, (set, frozenset)) else list(items.items())


def _with_rows(backend: Backend, items: Any, entry: tuple[Any, ...], make: Make) -> tuple[Any, ...]:
    if len(entry) != 2:
        return entry
    like = items.entries.form.node.parts[1] if type(items) is Table else None
    value = with_rows(backend, entry[1], items, like, make)
    return entry if value is entry[1] else (entry[0], value)


def entry_form(backend: Backend, items: Any, more: Iterable[Any] = ()) -> Form | None:
    """The form of the entries of some dict or set, staged or not, with others; None if they have none in common."""
    more = [_with_rows(backend, items, entry, any_row) for entry in more]
    if type(items) is not Table:
        entries = [_with_rows(backend, items, entry, any_row) for entry in entries_in(items)]
        return form_of(backend, [*more, *entries], openness(items, [*more, *entries]))
    found: Form | None = items.entries.form
    for entry in more:
        form = form_of(backend, [entry], openness(items, [entry]))
        found = None if found is None or form is None else found.joined(backend, form)
    return found


def openness(items: Any, entries: Iterable[Any]) -> Openness:
    """Which parts of some entries may be unlike: values of a dict that are no lists or the like, no keys."""
    if kind_of(items)[0] in SETS:
        return False
    nodes = [take_apart(entry, []) for entry in entries]
    nodes += [items.entries.form.node] if type(items) is Table else []
    has_rows = any(part.kind is Row for node in nodes for part in node.containers())
    return False if has_rows else (False, True)


def form_with(backend: Backend, items: Any, more: Iterable[Any]) -> Form:
    """The form of the entries of some dict or set with others. Refuses those that have none in common."""
    form = entry_form(backend, items, more)
    if form is None:
        container_errors.unlike_entries(items)
    return form


def table_for(items: Any, backend: Backend, more: Iterable[Any] = ()) -> Table:
    """The table that takes the place of a dict or a set, and has room for some entries as well."""
    if type(items) is Table:
        return items
    form = form_with(backend, items, more)
    if is_one_of_several(items):
        reason = "a staged conditional chose between it and another object"
        container_errors.key_of_outside(items, reason, "choose a copy: `dict(d)`, `set(s)`")
    made = Table.of(backend, items, form)
    try:
        replace(items, made)
    except Unknown as reason:
        container_errors.key_of_outside(items, str(reason), reason.help)
    return made


def lose_order(items: Table) -> None:
    """From here on it is not known in which order a dict or a set has its keys."""
    items.entries.widen(dataclasses.replace(items.entries.form, is_ordered=False))


def in_no_order(items: Table) -> Table:
    """A dict or a set of which it is not known in which order it has its keys."""
    lose_order(items)
    return items


def staged_keys(backend: Backend, container: Any) -> Any:
    """The dict of staged keys that takes the place of a dict; the dict itself where that cannot be."""
    if type(container) is StagedDict or type(container) is Table:
        return container
    made = StagedDict.of(backend, container)
    try:
        replace(container, made)
    except Unknown:
        return container
    return made


def check_orders(node: Node, reason: str) -> None:
    """Refuses a value in which there is a dict that got its keys in no order, where that would be seen."""
    for part in node.containers():
        if part.kind is Table and part.value.kind not in SETS and not part.value.entries.form.is_ordered:
            container_errors.order_of_a_set(reason)


def components(value: Table) -> list[Any]:
    """The list of the entries of a table."""
    return [value.entries]


def with_components(like: Table, parts: Sequence[Any]) -> Any:
    """A table of another list; a dict of Python's, of one of Python's."""
    (entries,) = parts
    return as_python(like, entries) if type(entries) is list else Table(entries, like.kind, like.factory)


def as_python(like: Table, entries: Sequence[Any]) -> Any:
    """The dict or the set of Python's that a table is, once the program has run: its keys are numbers."""
    keys = with_numbers([entry[0] for entry in entries])
    if like.kind in SETS:
        return like.kind(keys)
    made = defaultdict(like.factory) if like.kind is defaultdict else like.kind()
    for key, (_, value) in zip(keys, entries, strict=True):
        made[key] = value
    return made


lists[Table] = lambda table: has_arrays(table.entries)
register_composite(Table, Composite(components, with_components, kind_of, mutable=True))
register_proxy(Table)
# A pattern of a mapping then asks for the length, which is refused, where else it would not match.
Mapping.register(Table)

#: Types of what may become a table.
MAY_BE_STAGED = frozenset({*KINDS, *SETS, StagedDict})


def joined_form(backend: Backend, one: Any, other: Any) -> Form | None:
    """The form that the entries of two dicts can be cast to, staged or not, of which one is a table."""
    one, other = (one, other) if type(one) is Table else (other, one)
    if type(other) is Table:
        return one.entries.form.joined(backend, other.entries.form)
    return entry_form(backend, one, entries_in(other))
