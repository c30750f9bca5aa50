"""Locations: what a program can store to, other than the local variables of a statement.

An attribute, an item of a dict, the elements of a list or a deque, a variable of an enclosing function or of a module.
A `Snapshot` is what an object held at one time; compared with what it holds later, it answers with the locations that
changed, and puts them back. What an object holds that no location reaches (a set, a bytearray, an ndarray) changes as
a whole.
"""

from __future__ import annotations

import collections
import contextlib
import functools
import gc
import io
import itertools
import os
import pathlib
import random
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from types import (
    BuiltinFunctionType,
    CellType,
    FunctionType,
    GetSetDescriptorType,
    MappingProxyType,
    MemberDescriptorType,
    ModuleType,
    NoneType,
)
from typing import Any

from autograph.operators.namespaces import has_class_attribute
from autograph.staging import UNBOUND


class Location:
    """A place that holds a value.

    Attributes:
        holder: the object it belongs to.
        key: what tells it from others of the object.
    """

    __slots__ = ("holder", "key")

    #: Whether a staged value can be stored there.
    stageable = True

    def __init__(self, holder: Any, key: Any = None):
        self.holder = holder
        self.key = key

    @property
    def identity(self) -> tuple[Any, ...]:
        """Equal for two locations that are the same place."""
        return type(self), id(self.holder), self.key

    def read(self) -> Any:
        """The value it holds; UNBOUND if it holds none."""
        raise NotImplementedError

    def write(self, value: Any) -> None:
        """Stores a value; UNBOUND empties it."""
        raise NotImplementedError

    def found(self) -> Any:
        """What a program finds there: what it holds, or what stands there in its absence."""
        return self.read()

    @property
    def owner(self) -> Any:
        """The object of the program's that it belongs to."""
        return self.holder

    def within(self, path: str) -> str:
        """What a program calls it that calls its owner `path`."""
        return path


class Attribute(Location):
    """An attribute that an object holds itself."""

    __slots__ = ()

    def read(self) -> Any:
        return _attribute(self.holder, self.key)

    def write(self, value: Any) -> None:
        holder, name = self.holder, self.key
        if _is_a(holder, type):
            with contextlib.suppress(AttributeError):
                type.__delattr__(holder, name) if value is UNBOUND else type.__setattr__(holder, name, value)
        elif (slot := _slots(type(holder)).get(name)) is not None:
            with contextlib.suppress(AttributeError):
                slot.__delete__(holder) if value is UNBOUND else slot.__set__(holder, value)
        elif value is UNBOUND:
            namespace_of(holder).pop(name, None)
        else:
            namespace_of(holder)[name] = value

    def found(self) -> Any:
        value = self.read()
        if value is UNBOUND and not _is_a(self.holder, type):
            for cls in type(self.holder).__mro__:
                inherited = cls.__dict__.get(self.key, UNBOUND)
                if inherited is not UNBOUND:  # of what is data, and no property or method
                    return UNBOUND if has_class_attribute(type(inherited), "__get__") else inherited
        return value

    def within(self, path: str) -> str:
        return f"{path}.{self.key}"

    def __str__(self) -> str:
        kind = self.holder.__name__ if _is_a(self.holder, type, ModuleType) else type(self.holder).__name__
        return f"{kind}.{self.key}"


class Item(Location):
    """An item of a dict."""

    __slots__ = ()

    def read(self) -> Any:
        return dict.get(self.holder, self.key, UNBOUND)

    def write(self, value: Any) -> None:
        methods = _methods(self.holder)
        if type(self.holder) is Entries:
            self.holder[self.key] = value  # the key stays one that there may be
        elif value is UNBOUND:
            methods.pop(self.holder, self.key, None)
        else:
            methods.__setitem__(self.holder, self.key, value)

    def within(self, path: str) -> str:
        return f"{path}[{self.key!r}]"

    @property
    def is_part(self) -> bool:
        """Whether it belongs to what stands for a dict."""
        return type(self.holder) in _PARTS

    @property
    def owner(self) -> Any:
        return self.holder.owner if self.is_part else self.holder

    def __str__(self) -> str:
        return f"{self.owner.__class__.__name__}[{self.key!r}]"


class Entries(dict[Any, Any]):
    """The items of what stands for a dict: the dict that a program stores to. Their order says nothing."""

    __slots__ = ("owner",)

    def __init__(self, owner: Any):
        super().__init__()
        self.owner = owner


class Stamps(Entries):
    """What tells the order of the items of what stands for a dict, by their keys."""

    __slots__ = ()


_PARTS = frozenset({Entries, Stamps})


class Elements(Location):
    """The elements of a list or a deque, as a list."""

    __slots__ = ()

    def read(self) -> Any:
        return _elements(self.holder)

    def write(self, value: Any) -> None:
        if _is_a(self.holder, list):
            list.__setitem__(self.holder, slice(None), value)
        else:
            collections.deque.clear(self.holder)
            collections.deque.extend(self.holder, value)

    def __str__(self) -> str:
        return f"the {type(self.holder).__name__}"


class Contents(Location):
    """The items of a dict, or the elements of a set, as such."""

    __slots__ = ()

    def read(self) -> Any:
        return items_of(self.holder) if _is_a(self.holder, dict) else frozenset(self.holder)

    def write(self, value: Any) -> None:
        self.holder.clear()
        self.holder.update(value)

    def __str__(self) -> str:
        return f"the {type(self.holder).__name__}"


class Variable(Location):
    """A variable of a function, by its cell, or a global one, by the namespace of its module.

    Attributes:
        outlives: whether it is there when the staged function has ended, for it belongs to none that runs in it.
    """

    __slots__ = ("outlives",)

    def __init__(self, holder: Any, key: Any = None, outlives: bool = False):
        super().__init__(holder, key)
        self.outlives = outlives

    #: Whether the variable still exists.
    is_there = True

    def read(self) -> Any:
        if isinstance(self.holder, CellType):
            return contents_of(self.holder)
        return self.holder.get(self.key, UNBOUND)

    def write(self, value: Any) -> None:
        if isinstance(self.holder, CellType):
            set_contents(self.holder, value)
        elif value is UNBOUND:
            self.holder.pop(self.key, None)
        else:
            self.holder[self.key] = value

    @property
    def identity(self) -> tuple[Any, ...]:
        return Variable, id(self.holder), None if isinstance(self.holder, CellType) else self.key

    def within(self, path: str) -> str:
        return str(self.key)

    def __str__(self) -> str:
        return str(self.key)


class ArrayContents:
    """What stands for what is in an array of NumPy that outlives a function, while that is being staged.

    Attributes:
        array: the array.
        value: what is in it, as an array or a tensor.
    """

    def __init__(self, array: Any):
        self.array = array
        self.value = array


ArrayContents.__name__ = ArrayContents.__qualname__ = "array"


class ArrayItems(Location):
    """What is in an array of NumPy, to be stored there."""

    __slots__ = ()

    def read(self) -> Any:
        return _Array(self.holder)

    def write(self, value: Any) -> None:
        self.holder[...] = value

    def __str__(self) -> str:
        return "an array of NumPy"


class Whole(Location):
    """All that an object holds, as one value: nothing staged can be stored in it.

    `read` and `write` come from the kind of object, and equality of what is read tells whether it changed.
    """

    __slots__ = ("_get", "_set")

    stageable = False

    def __init__(self, holder: Any, get: Callable[[Any], Any], put: Callable[[Any, Any], None]):
        super().__init__(holder)
        self._get = get
        self._set = put

    def read(self) -> Any:
        return self._get(self.holder)

    def write(self, value: Any) -> None:
        self._set(self.holder, value)

    def __str__(self) -> str:
        return f"the {type(self.holder).__name__}"


def is_of_globals(holder: Any) -> bool:
    """Whether a dict is the namespace of a module, whose items are variables."""
    return type(holder) is dict and "__builtins__" in holder and isinstance(holder.get("__name__"), str)


class Snapshot:
    """What an object held when the snapshot was taken."""

    __slots__ = ("_attributes", "_elements", "_items", "_kind", "_whole", "holder")

    def __init__(self, holder: Any):
        self.holder = holder
        self._kind = type(holder)
        self._attributes = attributes_of(holder)
        self._items = items_of(holder) if _is_a(holder, dict) else None
        self._elements = _elements(holder) if _is_a(holder, list, collections.deque) else None
        self._whole = [(location, location.read()) for location in _wholes(holder)]

    def starts_with(self, variable: Variable, before: Any) -> None:
        """Says what a global variable held before."""
        assert self._items is not None
        if before is UNBOUND:
            self._items.pop(variable.key, None)
        else:
            self._items[variable.key] = before

    def changes(self) -> Iterator[tuple[Location, Any, Any]]:
        """The locations that hold something else by now, with what they held before and what they hold now."""
        holder = self.holder
        if type(holder) is not self._kind:
            yield Whole(holder, type, _set_class), self._kind, type(holder)
        yield from _differences(Attribute, holder, self._attributes, attributes_of(holder))
        if self._items is not None:
            now = items_of(holder)
            if is_of_globals(holder):
                yield from _differences(_global, holder, self._items, now)
                return
            yield from _differences(Item, holder, self._items, now)
            kept = [key for key in self._items if key in now]
            if [*now][: len(kept)] != kept and type(holder) not in _PARTS:
                yield _order_of(holder), [*self._items], [*now]
        if self._elements is not None:
            elements = _elements(holder)
            if len(elements) != len(self._elements) or not all(map(_is, elements, self._elements)):
                yield Elements(holder), self._elements, elements
        for location, before in self._whole:
            after = location.read()
            if after != before:
                yield location, before, after

    def restore(self) -> bool:
        """Has the object hold what it held, and says whether it had got attributes in another order."""
        now = order_of_attributes(self.holder)
        for location, before, _ in [*self.changes()]:
            location.write(before)
        if self._items is not None and [*items_of(self.holder)] != [*self._items]:
            _reorder(self.holder, [*self._items])
        restored = order_of_attributes(self.holder)
        before = [name for name in self._attributes or () if name in restored]
        if before != restored:
            reorder_attributes(self.holder, before)
        return [name for name in before if name in now] != [name for name in now if name in before]


def order_of_attributes(holder: Any) -> list[str]:
    """The names of what an object holds in its namespace, in order; of classes and modules, none."""
    is_told = type(holder) not in _WITHOUT_ATTRIBUTES and not _is_a(holder, type, ModuleType)
    namespace = namespace_of(holder) if is_told else None
    return [*namespace] if type(namespace) is dict else []


def reorder_attributes(holder: Any, names: Sequence[str]) -> None:
    """Has an object hold its attributes in another order."""
    _reorder(namespace_of(holder), [*names])


def can_change(value: Any) -> bool:
    """Whether an object has locations: anything but numbers, strings, functions and the like."""
    kind = type(value)
    # Paths have slots, and loggers a cache, for what they have worked out.
    if kind in _CONSTANT_TYPES or issubclass(kind, pathlib.PurePath) or kind.__module__ == "logging":
        return False
    return (
        issubclass(kind, _CONTAINERS) or namespace_of(value) is not None or bool(_slots(kind)) or bool(_wholes(value))
    )


def elements_of(holder: Any) -> list[Any]:
    """What a container of Python's holds; nothing for another object."""
    if _is_a(holder, dict):
        return list(items_of(holder).values())
    return _elements(holder) if _is_a(holder, list, collections.deque) else []


def held_by(holder: Any) -> list[Any]:
    """What an object holds as a container of Python's, in its namespace and in slots."""
    return [*elements_of(holder), *(namespace_of(holder) or {}).values(), *held_in_slots(holder)]


def held_in_slots(holder: Any) -> list[Any]:
    """What an object of the program's holds in slots."""
    if type(holder).__module__.startswith("autograph."):
        return []
    return [value for slot in _slots(type(holder)).values() if (value := _in_slot(holder, slot)) is not UNBOUND]


def contents_of(cell: CellType) -> Any:
    """The value of a variable; UNBOUND if it has none."""
    try:
        return cell.cell_contents
    except ValueError:
        return UNBOUND


def mentioned_by(function: FunctionType, contents: Callable[[CellType], Any] = contents_of) -> list[Any]:
    """The values of the variables that a function mentions: of functions around it, in cells, and of its module."""
    namespace = function.__globals__
    held = [contents(cell) for cell in function.__closure__ or ()]
    return held + [namespace[name] for name in function.__code__.co_names if name in namespace]


def set_contents(cell: CellType, value: Any) -> None:
    """Gives a variable a value; UNBOUND takes it away."""
    if value is not UNBOUND:
        cell.cell_contents = value
    else:
        with contextlib.suppress(ValueError):
            del cell.cell_contents


_EMPTY: dict[Any, Any] = {}
#: Types of the views of a dict.
VIEWS = (type(_EMPTY.keys()), type(_EMPTY.values()), type(_EMPTY.items()))
_CONTAINERS = (list, dict, collections.deque, set, bytearray)
_CONSTANT_TYPES = frozenset({int, float, bool, complex, str, bytes, type(None), tuple, frozenset, range, slice})


def _is(one: Any, other: Any) -> bool:
    return one is other


def _global(namespace: Any, name: str) -> Variable:
    return Variable(namespace, name, outlives=True)


def _differences(
    kind: Callable[[Any, Any], Location], holder: Any, before: Any, now: Any
) -> Iterator[tuple[Location, Any, Any]]:
    if before is None:
        return
    for key in [*before, *(key for key in now if key not in before)]:
        was, value = before.get(key, UNBOUND), now.get(key, UNBOUND)
        if was is not value:
            yield kind(holder, key), was, value


def _is_a(value: Any, *kinds: type) -> bool:
    """Whether a value is of some type. It is not asked itself: a class of the user's may log what it is asked."""
    return issubclass(type(value), kinds)


def _elements(holder: Any) -> list[Any]:
    return list(list.__iter__(holder) if _is_a(holder, list) else collections.deque.__iter__(holder))


def referents_of(value: Any) -> list[Any]:
    """What an object of Python's refers to.

    Of an `itertools.zip_longest` what its tuples hold: they have nothing at all where an iterator has ended, and to go
    over such a tuple would end the interpreter.
    """
    held = gc.get_referents(value)
    if type(value) is not itertools.zip_longest:
        return held
    return [inner for part in held for inner in (gc.get_referents(part) if type(part) is tuple else [part])]


def namespace_of(holder: Any) -> Any:
    """The `__dict__` of an object; None if it has none."""
    if type(holder) is functools.partial:  # of one that was asked for its `__dict__`, and has it then, others differ
        return functools.partial.__reduce__(holder)[2][3]
    try:
        return (type if _is_a(holder, type) else object).__getattribute__(holder, "__dict__")
    except AttributeError:
        return threading.local.__getattribute__(holder, "__dict__") if _is_a(holder, threading.local) else None


def _in_slot(holder: Any, slot: Any) -> Any:
    try:
        return slot.__get__(holder)
    except AttributeError:
        return UNBOUND


def attributes_of(holder: Any) -> dict[str, Any] | None:
    """The attributes that an object holds itself; None if it holds none."""
    if type(holder) in _WITHOUT_ATTRIBUTES:
        return None
    found: dict[str, Any] = {}
    namespace = namespace_of(holder)
    if type(namespace) is MappingProxyType:
        found = {name: value for name, value in namespace.items() if not name.startswith("__")}
    elif namespace is not None:
        found = dict(namespace)
    slots = _slots(type(holder))
    for name, slot in slots.items():
        value = _in_slot(holder, slot)
        if value is not UNBOUND:
            found[name] = value
    return found if namespace is not None or slots else None


def _attribute(holder: Any, name: str) -> Any:
    slot = _slots(type(holder)).get(name)
    if slot is not None:
        return _in_slot(holder, slot)
    return namespace_of(holder).get(name, UNBOUND)


#: Classes of Python's whose objects hold no others.
PLAIN = frozenset({int, float, bool, complex, str, bytes, NoneType})
#: Classes of Python's whose objects have neither a namespace nor slots; subclasses of them may.
_WITHOUT_ATTRIBUTES = PLAIN | {tuple, list, dict, set, frozenset, CellType, BuiltinFunctionType}

_slots_of: dict[type, dict[str, Any]] = {}


def _slots(kind: type) -> dict[str, Any]:
    """The attributes that objects of a class hold in slots, with what reads and writes them."""
    known = _slots_of.get(kind)
    if known is None:
        known = {}
        for cls in kind.__mro__:
            declared = cls.__dict__.get("__slots__", ())
            for name in [declared] if isinstance(declared, str) else declared:
                if name.startswith("__") and not name.endswith("__"):
                    name = f"_{cls.__name__.lstrip('_')}{name}"
                if name not in ("__dict__", "__weakref__", *known) and name in cls.__dict__:
                    known[name] = getattr(cls.__dict__[name], "member", cls.__dict__[name])
        known |= _members(kind)
        _slots_of[kind] = known
    return known


def slot_of(kind: type, name: str) -> Any:
    """What reads and writes an attribute that objects of a class hold in a slot; None of another."""
    return _slots(kind).get(name)


#: Attributes of exceptions that Python sets by itself, whenever one is raised.
OF_RAISING = frozenset({"__context__", "__traceback__"})


def _members(kind: type) -> dict[str, Any]:
    """The attributes that exceptions of a class hold outside of their namespaces."""
    if not issubclass(kind, BaseException):
        return {}
    left_out = {"__dict__", *OF_RAISING, *_KEPT[BaseException]}
    return {
        name: value
        for cls in reversed(kind.__mro__)
        if cls.__module__ == "builtins" and cls is not object
        for name, value in vars(cls).copy().items()
        if type(value) in (GetSetDescriptorType, MemberDescriptorType) and name not in left_out
    }


def _order_of(holder: Any) -> Whole:
    return Whole(holder, lambda mapping: [*mapping], _reorder)


def _reorder(mapping: dict[Any, Any], keys: list[Any]) -> None:
    methods, now = _methods(mapping), items_of(mapping)
    wanted = dict.fromkeys(keys)
    for key in [*(key for key in wanted if key in now), *(key for key in now if key not in wanted)]:
        methods.pop(mapping, key)
        methods.__setitem__(mapping, key, now[key])


def items_of(mapping: dict[Any, Any]) -> dict[Any, Any]:
    """The items of a mapping, whatever a class of the user's makes of asking for them."""
    return dict(_methods(mapping).items(mapping))


def _methods(mapping: dict[Any, Any]) -> Any:
    """The class whose methods a mapping is read and written by, whatever a class of the user's makes of them."""
    return collections.OrderedDict if _is_a(mapping, collections.OrderedDict) else dict


def _wholes(holder: Any) -> list[Whole]:
    """What an object holds that changes as a whole."""
    kept = next((names for kind, names in _KEPT.items() if _is_a(holder, kind)), ())
    if kept:
        return [Whole(holder, lambda holder: _Kept(holder, kept), lambda holder, values: values.store(holder))]
    if _is_a(holder, set):
        return [Whole(holder, frozenset, _refill)]
    if _is_a(holder, collections.defaultdict):
        return [Whole(holder, lambda holder: holder.default_factory, _set_factory)]
    if _is_a(holder, bytearray):
        return [Whole(holder, bytes, _overwrite)]
    if holder is os.environ:
        return [Whole(holder, dict, _set_environment)]
    if _is_a(holder, random.Random):
        return [Whole(holder, random.Random.getstate, random.Random.setstate)]
    if _is_a(holder, io.StringIO):
        return [Whole(holder, lambda text: (text.getvalue(), text.tell()), _rewrite)]
    arrays = sys.modules.get("array")
    if arrays is not None and _is_a(holder, arrays.array):
        return [Whole(holder, lambda array: array[:], _overwrite)]
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return []
    if _is_a(holder, numpy.ndarray):
        return [Whole(holder, _Array, lambda array, contents: contents.store(array))]
    if _is_a(holder, numpy.random.Generator):
        return [Whole(holder.bit_generator, lambda bits: _Text(bits.state), _set_bits)]
    if _is_a(holder, numpy.random.RandomState):
        return [Whole(holder, lambda rng: _Text(rng.get_state()), lambda rng, text: rng.set_state(text.value))]
    return []


def _set_factory(holder: Any, factory: Any) -> None:
    holder.default_factory = factory


def _set_class(holder: Any, kind: type) -> None:
    object.__setattr__(holder, "__class__", kind)


def _set_environment(environment: Any, contents: dict[str, str]) -> None:
    for name in [*environment]:
        if name not in contents:
            del environment[name]
    environment.update(contents)


def _set_bits(bits: Any, state: _Text) -> None:
    bits.state = state.value


def _refill(target: set[Any], contents: frozenset[Any]) -> None:
    target.clear()
    target.update(contents)


def _overwrite(target: Any, contents: Any) -> None:
    target[:] = contents


def _rewrite(target: io.StringIO, contents: tuple[str, int]) -> None:
    text, position = contents
    target.seek(0)
    target.truncate()
    target.write(text)
    target.seek(position)


#: What classes hold outside of their namespaces.
OF_CLASSES = ("__name__", "__qualname__", "__bases__")
#: Likewise, by the type: what nothing staged can be stored to.
_KEPT: dict[type, tuple[str, ...]] = {
    type: OF_CLASSES,
    BaseException: ("__cause__", "__suppress_context__"),
    FunctionType: ("__code__", "__defaults__", "__kwdefaults__", "__name__", "__qualname__", "__doc__"),
}


class _Kept:
    """Some attributes of an object, each compared by which object it is."""

    def __init__(self, holder: Any, names: tuple[str, ...]):
        self.values = {name: getattr(holder, name) for name in names}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kept) and all(map(_is, self.values.values(), other.values.values()))

    __hash__ = None  # type: ignore[assignment]

    def store(self, holder: Any) -> None:
        for name, value in self.values.items():
            if getattr(holder, name) is not value:
                setattr(holder, name, value)


class _Text:
    """A value that is compared by its text."""

    def __init__(self, value: Any):
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Text) and repr(other.value) == repr(self.value)

    __hash__ = None  # type: ignore[assignment]


class _Array:
    """The contents of an ndarray."""

    def __init__(self, array: Any):
        self.contents = array.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Array) or self.contents.shape != other.contents.shape:
            return False
        if self.contents.dtype != other.contents.dtype:
            return False
        if self.contents.dtype.hasobject:
            return all(map(_is, self.contents.flat, other.contents.flat))
        return bool(self.contents.tobytes() == other.contents.tobytes())

    __hash__ = None  # type: ignore[assignment]

    def store(self, array: Any) -> None:
        array[...] = self.contents
