"""Lists, dicts and sets that are values of a dict whose keys are tensors: which of them is meant is staged.

groups = {}
for i in range(n):                                  # staged
    groups.setdefault(i % 3, []).append(i)          # what `setdefault` returns is a `Row`
return groups, len(groups[0])

All of them are kept in one `Pool`, each under a number, and a row is such a number: two rows of one number are the same
list. So variables, branches and loops have rows as they have numbers, and what is done to a list is an effect on the
pool. What rows do is in `autograph.operators.row_methods`.

Lists of one length and dicts of the same keys can be records: the pool is a list of tuples of what is in each, so that
what is under one key has a type of its own (see `autograph.operators.record_rows`).
"""

from __future__ import annotations

import functools
import itertools
import sys
import threading
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import (
    BuiltinFunctionType,
    CodeType,
    FrameType,
    FunctionType,
    GeneratorType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodType,
)
from typing import Any, Protocol
from weakref import getweakrefcount

from autograph.operators.arrays import is_array
from autograph.operators.captures import captured_values, made_anew, with_captured
from autograph.operators.choices import is_constant, later
from autograph.operators.effects import functions_log, logs
from autograph.operators.either import Either, Option
from autograph.operators.identities import MOST_BRANCHES_IN_POOLS, in_few_branches
from autograph.operators.kinds import OPERATIONS
from autograph.operators.locations import attributes_of
from autograph.operators.namespaces import has_class_attribute
from autograph.operators.proxies import Proxy, asks_as_system
from autograph.operators.structures import Node, Optional, changes_in_place, has_fields, is_function, take_apart
from autograph.source.build import converted_codes
from autograph.staging import (
    Backend,
    Composite,
    backend_of,
    composites,
    register_composite,
    register_proxy,
    tracing_backend,
)

_COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")

#: Types of what a row can stand for. A tuple is a row where its length is staged, or that of others in its place.
SEQUENCES = frozenset({list, deque, tuple})
MAPPINGS = frozenset({dict, Counter, defaultdict, OrderedDict})
KINDS = SEQUENCES | MAPPINGS | {set}
#: Types of which each value is a container that can be a row.
_CHANGING = KINDS - {tuple}


class Pool:
    """What is in the lists, or in the dicts or sets, that are values of one dict of staged keys.

    Attributes:
        backend: on which it is staged.
        kind: the type of Python's that each stands for.
        factory: what makes the value of a missing key, of a `defaultdict`.
        keys: the indices or the keys that each of some records has; None of others.
        items: the elements of all: a dict whose keys are pairs of the number of a row, and an index, a key or an
            element; of records, a list of tuples.
        sizes: how many elements each row of a list has.
        has_changed: whether any row has changed since it was there.
    """

    def __init__(
        self, backend: Backend, kind: type, factory: Callable[[], Any] | None, keys: Sequence[Any] | None = None
    ):
        self.backend = backend
        self.kind = kind
        self.factory = factory
        self.keys = keys
        self.items: Any = {} if keys is None else []
        self.sizes: Any = []
        self.has_changed = False
        for part in (self, self.items, self.sizes):
            functions_log().bears(part)  # wherever it is first seen that there is one: no branch has it alone

    def takes(self, value: Any) -> bool:
        """Whether a container can be one of those in it."""
        if kind_in_pool(value) != (self.kind, self.factory):
            return False
        if self.keys is None:
            return True
        keys = keys_of(value) if type(value) is self.kind else []
        return [*keys] == [*self.keys] or (self.is_of_objects and {*keys} == {*self.keys})

    @property
    def is_of_objects(self) -> bool:
        """Whether its rows are objects of a class of the program's."""
        return self.kind not in KINDS

    @functools.cached_property
    def numbered(self) -> type[Any]:
        """What stands for its rows in a result, where a bare number could be another value: of it and of no other."""
        return namedtuple("numbered", ["number"])


class Row(Proxy):
    """A list, a dict or a set of a pool.

    Attributes:
        pool: that has what is in it.
        number: which of the pool's it is.
    """

    __slots__ = ("number", "pool")
    #: What messages call it.
    called = "a list, a dict or a set under a staged key"
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, pool: Pool, number: Any):
        object.__setattr__(self, "pool", pool)
        object.__setattr__(self, "number", number)

    def __getattribute__(self, name: str) -> Any:
        is_special = name.startswith("__") and name != "__class__"
        is_objects = is_special and object.__getattribute__(self, "pool").is_of_objects
        if (is_objects or name in Row.own_attributes) and not asks_as_system(sys._getframe(1)):
            return type(self).__getattr__(self, name)  # type: ignore[attr-defined]
        return object.__getattribute__(self, name)

    @property
    def backend(self) -> Backend:
        """On which it is staged."""
        return self.pool.backend

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """The class that it stands for."""
        return Row.class_of(self)

    @staticmethod
    def class_of(value: Row) -> type:
        """The class of Python's that a row stands for."""
        return value.pool.kind

    def rebuilt(self, parts: Sequence[Any]) -> Row:
        """Another row of the pool."""
        return Row(self.pool, parts[0])

    def __repr__(self) -> str:
        if tracing_backend() is not None and not asks_as_system(sys._getframe(1)):
            later["refuse"]("shown")  # by what is not converted
        return f"<a {self.pool.kind.__name__} under a staged key>"


register_composite(Row, Composite(lambda row: [row.number], Row.rebuilt, lambda row: row.pool))
register_proxy(Row)


class _Mode(threading.local):
    pools_elements = False
    has_records = False
    makes_rows = False


_mode = _Mode()


@contextmanager
def elements_in_pools(has_records: bool) -> Iterator[None]:
    """Has lists of staged length keep all lists, dicts and sets that are their elements in pools.

    Args:
        has_records: whether lists and dicts in which something is keep their length and their keys.
    """
    before = _mode.pools_elements, _mode.has_records
    _mode.pools_elements, _mode.has_records = True, has_records
    try:
        yield
    finally:
        _mode.pools_elements, _mode.has_records = before


@contextmanager
def objects_in_pools() -> Iterator[None]:
    """Has all objects of the program's classes that come to be while it is staged be records from their birth."""
    before, _mode.makes_rows = _mode.makes_rows, True
    try:
        with elements_in_pools(has_records=True), in_few_branches(MOST_BRANCHES_IN_POOLS):
            yield
    finally:
        _mode.makes_rows = before


def objects_are_rows() -> bool:
    """Whether they are records from their birth."""
    return _mode.makes_rows


def born_in_pool(value: Any, backend: Backend | None) -> Any:
    """An object that has been constructed, or the row that takes its place."""
    if backend is None or not (_mode.makes_rows and logs()):
        return value
    rows = [row for row, before, _ in logs()[0].replaced.values() if before is value]
    if rows:  # the constructor stored it somewhere
        return rows[0] if len(rows) == 1 else later["current container"](value)
    if isinstance(value, BaseException) or kind_in_pool(value) is None:
        return value
    if not all(map(may_be_in_record, values_of(value, keys_of(value)))):
        return value
    return in_pool(backend, value)


def in_pool(backend: Backend, value: Any) -> Row:
    """The row that takes the place of an object."""
    return row_makers[-1](_pool(backend, value, None, None, ()), value)


def may_be_in_record(value: Any) -> bool:
    """Whether an attribute of a record can be a value: nothing else than the attribute needs to know that it has it.

    An iterator, say, may give way to another wherever it is.
    """
    if type(value) is tuple:
        return all(map(may_be_in_record, value))
    is_known = (
        value is None or is_constant(value) or is_function(value) or type(value) in (bool, int, float, complex, bytes)
    )
    is_staged = type(value) in composites or backend_of(value) is not None or is_array(value)
    return is_known or is_staged or kind_in_pool(value) is not None


#: Makes the row of a pool that has what is in a container, which it takes the place of.
Make = Callable[[Pool, Any], Row]


#: Make the row of a pool that has what is in a container, and has it take the place of the container.
row_makers: list[Make] = []
#: Likewise, of an element of a list.
element_makers: list[Make] = []


class Generators(Protocol):
    """What makes objects of generators, which go on with them in steps (`autograph.operators.resuming`)."""

    keys: Sequence[str]

    def kind_of(self, generator: Any) -> type | None:
        """The class of the object that can take the place of a generator; None if none can."""

    def object_for(self, generator: Any) -> Any:
        """The object that takes its place."""


#: The last counts.
generators: list[Generators] = []


def any_row(pool: Pool, value: Any) -> Row:
    """A row of a pool, to tell the form of others."""
    return Row(pool, 0)


def with_rows(
    backend: Backend, value: Any, owner: Any, like: Node | None, make: Make, path: tuple[int, ...] = ()
) -> Any:
    """The value of a key, with a row in place of each container in it that can change.

    Args:
        backend: on which the rows are staged.
        value: the value; a container of its own, or a tuple of such and of others.
        owner: the dict.
        like: another value that it has, taken apart.
        make: makes a row.
        path: where the value is in that of the key.
    """
    kind = type(value)
    if (pool := _pool_of_tuples(value, like)) is not None:
        return make(pool, value)
    if kind is Row:
        return value
    if kind_in_pool(value) is not None:
        return make(_pool(backend, value, owner, like, path), value)
    if kind is FunctionType:
        names, values, _ = captured_values(value)
        made = [with_rows(backend, part, value, None, make) for part in values]
        is_same = all(one is other for one, other in zip(made, values, strict=True))
        return value if is_same else made_anew(with_captured(value, names, made))
    if is_of_container(value):
        row = with_rows(backend, value.__self__, value, None, make)
        return type(row).__getattr__(row, value.__name__)
    if issubclass(kind, tuple):
        is_alike = like is not None and issubclass(like.kind or object, tuple) and len(like.parts) == len(value)
        parts = like.parts if is_alike else [None] * len(value)  # type: ignore[union-attr]
        pairs = enumerate(zip(value, parts, strict=True))
        rows: dict[int, Any] = {}  # one that is in it twice is one row
        made = [
            rows[id(part)]
            if id(part) in rows
            else rows.setdefault(id(part), with_rows(backend, part, owner, known, make, (*path, place)))
            for place, (part, known) in pairs
        ]
        if all(one is other for one, other in zip(made, value, strict=True)):
            return value
        return kind(*made) if has_class_attribute(kind, "_fields") else tuple(made)
    return value


def _pool_of_tuples(value: Any, like: Node | None) -> Pool | None:
    """The pool that a tuple, or a row of another pool, is to be in, as others in its place are; None of others."""
    is_tuple = type(value) is tuple or (type(value) is Row and value.pool.kind is tuple)
    if not is_tuple or like is None:
        return None
    rows = [part.label for part in _options(like) if part.kind is Row and part.label.kind is tuple]
    return rows[0] if rows and not (type(value) is Row and value.pool in rows) else None


def row_of_tuples(backend: Backend, items: str) -> Row | None:
    """A row of the pool of tuples whose items are of a type, however many they have; None where there are no pools.

    Args:
        items: describes the type.
    """
    if not _mode.pools_elements or not logs():
        return None
    pools, key = logs()[0].pools, ("tuples", items)
    if key not in pools:
        pools[key] = None, Pool(backend, tuple, None)
    return Row(pools[key][1], 0)


def rows_of_tuples(node: Node) -> Counter[Pool]:
    """How many parts of a value are rows that stand for tuples, by the pool that they are of."""
    return Counter(part.label for part in node.containers() if part.kind is Row and part.label.kind is tuple)


def _options(like: Node) -> Iterator[Node]:
    """What a value may be that is one of several, or None."""
    if like.kind in (Optional, Either):
        for part in like.parts[1::2]:
            yield from _options(part)
    else:
        yield like


def _with_tuples(element: Any, like: Node, make: Make) -> Any:
    """An element, with rows in place of the tuples in it where others in their place are rows."""
    if (pool := _pool_of_tuples(element, like)) is not None:
        return make(pool, element)
    if type(element) is Either:
        options = [Option(option.holds, _with_tuples(option.value, like, make)) for option in element.options]
        return Either(element.backend, options, element.error)
    if type(element) is Optional and not element.unbound:
        held = _with_tuples(element.value, like, make)
        return Optional(element.backend, element.absent, held, name=element.name, place=element.place)
    if type(element) is not tuple or like.kind is not tuple or len(like.parts) != len(element):
        return element
    return tuple([_with_tuples(part, known, make) for part, known in zip(element, like.parts, strict=True)])


def with_staged_rows(backend: Backend, element: Any, owner: Any, like: Node | None, make: Make) -> Any:
    """An element of a list, with rows in place of the containers in it that are staged; arguments as for `with_rows`.

    Others have as many elements as they have: they are in it part by part, unless the program changes such.
    """
    if like is not None and rows_of_tuples(like):
        element = _with_tuples(element, like, make)
    is_held = any(
        (_mode.pools_elements or type(part) not in KINDS) and kind_in_pool(part) is not None for part in _held(element)
    )
    return with_rows(backend, element, owner, like, make) if is_held else element


def _held(element: Any) -> Iterator[Any]:
    """An element, or what is in it if it is a tuple, or a tuple of tuples; of a function, what it captured."""
    if issubclass(type(element), tuple):
        for part in element:
            yield from _held(part)
    elif type(element) is FunctionType:
        for part in captured_values(element)[1]:
            yield from _held(part)
    elif is_of_container(element):
        yield element.__self__
    else:
        yield element


def chosen_by_number(
    backend: Backend, values: Sequence[Any], owner: Any, current: Callable[[Any], Any]
) -> Sequence[Any]:
    """Values of which one is to be chosen; where there are records, rows in place of containers.

    Args:
        backend: on which the rows are staged.
        values: the values, which may have been read before others took their place.
        owner: what they are from.
        current: what is in the place of a container by now.
    """
    if not _mode.has_records or not any(kind_in_pool(value) is not None for value in values):
        return values
    made: dict[int, Any] = {}
    for value in values:
        if id(value) not in made:
            made[id(value)] = with_rows(backend, current(value), owner, None, row_makers[-1])
    return [made[id(value)] for value in values]


def pool_of_both(backend: Backend, one: Any, other: Any) -> Pool | None:
    """Where there are records, the pool that two containers can be in, of which a conditional chooses one."""
    kind = kind_in_pool(one) if _mode.has_records and one is not other else None
    if kind is None or Row in (type(one), type(other)):
        return None
    pool = _pool(backend, one, None, None, ())
    return pool if pool.keys is not None and pool.takes(other) else None


def kind_in_pool(value: Any) -> tuple[type, Any] | None:
    """The kind of pool that has containers of a kind, and what makes missing values; None of what is no container."""
    if type(value) is deque and value.maxlen is not None:
        return None
    if type(value) in _CHANGING:
        return type(value), getattr(value, "default_factory", None)
    if type(value) in composites and changes_in_place(value) and getattr(value, "kind", None) in KINDS:
        return value.kind, getattr(value, "factory", None)
    if type(value) is GeneratorType:
        kind = generators[-1].kind_of(value) if _mode.has_records else None
        return None if kind is None else (kind, None)
    return (type(value), None) if _mode.has_records and _is_record(value) else None


def goes_into_pools(value: Any) -> bool:
    """Whether a value is a container, and those in lists and dicts are kept in pools."""
    return _mode.pools_elements and kind_in_pool(value) is not None


def is_of_container(value: Any) -> bool:
    """Whether a value is a method of a list or the like, staged or not, which another may take the place of."""
    if type(value) not in (BuiltinFunctionType, MethodType):
        return False
    owner = value.__self__
    return type(owner) is not Row and not has_fields(owner) and kind_in_pool(owner) is not None


def _is_record(value: Any) -> bool:
    """Whether a value is an object of a class of the program's, of which a record can take the place."""
    if not has_fields(value) or getweakrefcount(value):
        return False
    if any(_stores_itself(held) for cls in type(value).__mro__[:-1] for held in vars(cls).values()):
        return False
    return all(name in _OF_RECORDS or not _is_special(name) for cls in type(value).__mro__[:-1] for name in vars(cls))


def _stores_itself(held: Any) -> bool:
    """Whether what a class has is a descriptor of the program's, which says what an attribute is."""
    kind = type(held)
    return has_class_attribute(kind, "__set__") and kind not in (property, MemberDescriptorType, GetSetDescriptorType)


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__") and not name.startswith("__dataclass_")


#: Operators whose methods, of the class of a record, are called with it.
OPERATORS = (
    *(f"{way}{name}" for name in (*OPERATIONS, "matmul") for way in ("", "r", "i")), "neg", "pos", "abs", "invert",
)  # fmt: skip
#: What a class has that a record of its objects can do without, or that is asked of the class.
_OF_RECORDS = frozenset(
    {f"__{name}__" for name in (
        "module", "qualname", "doc", "dict", "weakref", "annotations", "annotate_func", "annotations_cache", "slots",
        "slotnames", "match_args", "firstlineno", "static_attributes", "abstractmethods", "type_params", "replace",
        "parameters", "orig_bases", "init", "post_init", "repr", "str", "format", "hash", "bool", "len", "contains",
        "iter", "next", "reversed", "int", "float", "getitem", "setitem", "delitem", "call", "enter", "exit",
        *_COMPARISONS, *OPERATORS,
    )}
)  # fmt: skip


def _pool(backend: Backend, value: Any, owner: Any, like: Node | None, path: tuple[int, ...]) -> Pool:
    """The pool that a container can be in: that of others in its place, if it is of their kind."""
    kind = kind_in_pool(value)
    assert kind is not None
    for option in () if like is None else _options(like) if kind[0] is tuple else [like]:
        if option.kind is Row and option.label.takes(value):
            return option.label
    pools = logs()[0].pools
    is_record = type(value) in (list, dict) and value and not _mode.makes_rows
    if _mode.has_records and (kind[0] not in KINDS or is_record):
        keys = keys_of(value)
        parts = [] if kind[0] not in KINDS else map(kind_in_pool, values_of(value, keys))
        of_records = "records", kind, *(keys if kind[0] in KINDS else sorted(keys)), *parts
        if of_records not in pools:
            pools[of_records] = None, Pool(backend, *kind, keys)
        return pools[of_records][1]
    if _mode.pools_elements:  # lists of one list come from anywhere: they are of one pool, and those in them of another
        depth = _depth(owner, pools)
        while (of_all := ("elements", depth, kind)) in pools and not _may_hold_alike(pools[of_all][1], value):
            depth += 1  # the lists that it is to be in are yet to be put into pools themselves
        if of_all not in pools:
            pools[of_all] = None, Pool(backend, *kind)
        return pools[of_all][1]
    key = id(owner), path, kind
    if key not in pools:
        # A dict that comes to be in a region is another one when that is traced again: there it has the same pool.
        site = _site(), path, kind
        if site not in pools:
            pools[site] = None, Pool(backend, *kind)
        pools[key] = owner, pools[site][1]
    return pools[key][1]


def _may_hold_alike(pool: Pool, value: Any) -> bool:
    """Whether both the rows of a pool and a list hold containers, or neither does, as far as either holds anything."""
    entries = getattr(pool.items, "entries", None)
    if not issubclass(pool.kind, (list, deque)) or entries is None:
        return True
    held = [option.kind is Row for option in _options(entries.form.node.parts[1])]
    if getattr(value, "form", None) is not None:
        options = [*_options(value.form.node)]
    else:
        options = [take_apart(element, []) for element in itertools.islice(value, 1)]
    are_rows = [option.kind is Row or kind_in_pool(option.value) is not None for option in options]
    return not are_rows or all(are_rows) is all(held)


def keys_of(value: Any) -> Sequence[Any]:
    """The indices of a list, the keys of a dict, or the names of the attributes of an object."""
    if isinstance(value, list):
        return range(len(value))
    if type(value) is GeneratorType:
        return generators[-1].keys
    return [*(value if isinstance(value, dict) else attributes_of(value) or {})]


def values_of(value: Any, keys: Sequence[Any]) -> list[Any]:
    """What a list, a dict or an object has for some keys."""
    value = generators[-1].object_for(value) if type(value) is GeneratorType else value
    held = value if isinstance(value, (list, dict)) else attributes_of(value) or {}
    return [held[key] for key in keys]


def _depth(owner: Any, pools: dict[Any, tuple[Any, Pool]]) -> int:
    """How many lists are around what is in the items of a pool; none of what is in an element of a list."""
    around = (key for key, (_, pool) in pools.items() if pool.items is owner)
    return next((key[1] + 1 if key[0] == "elements" else 1 for key in around), 0)


def _site() -> tuple[tuple[CodeType, int], ...]:
    """Where in the program we are, and where it was called from."""
    found = []
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if frame.f_code in converted_codes:
            found.append((frame.f_code, frame.f_lasti))
        frame = frame.f_back
    return tuple(found)
