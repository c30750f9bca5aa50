"""Values taken apart into leaves, and put together again.

Lists, tuples (named ones too), dicts and dataclasses are containers; so is every type that a backend registers with
`autograph.staging.register_composite`, and so are objects of a user's class that came to be in a region. Everything
else is a leaf. Two paths that leave the same object leave the same value: what is in it is a matter of effects.

What is None on one path and something else on another is an `Optional`: a flag and a value.
"""

from __future__ import annotations

import copy
import dataclasses
import functools
import inspect
import re
from abc import ABCMeta
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from datetime import date, time, timedelta, tzinfo
from decimal import Decimal
from pathlib import PurePath
from types import BuiltinFunctionType, EllipsisType, FunctionType, MethodType
from typing import Any

from autograph.diagnostics import Place
from autograph.operators.captures import binds, captured, captured_by_name, is_made_anew, made_anew, with_captured
from autograph.operators.choices import is_constant, joined_options
from autograph.operators.either import Either
from autograph.operators.factories import are_alike, factory_of
from autograph.operators.identities import (
    are_dicts_kept_apart,
    are_kept_apart,
    meet_again,
    meet_dicts,
    meet_objects,
    too_many_objects,
)
from autograph.operators.kinds import are_of_kinds_apart
from autograph.operators.locations import attributes_of, items_of
from autograph.operators.namespaces import class_attribute, has_class_attribute
from autograph.operators.operands import are_text_and_number, are_texts
from autograph.operators.origin import of_other_arguments
from autograph.operators.proxies import Proxy
from autograph.staging import (
    SYSTEMS,
    UNBOUND,
    UNSET,
    Backend,
    Composite,
    backend_of,
    composites,
    register_composite,
    register_proxy,
)

_ATOMS = frozenset({int, float, bool, complex, str, bytes, type(None), type(UNSET)})


#: The index of a leaf that is no result of a region.
OUTER = -2


class Known:
    """The kind of what elements are without buffers: a function, a class, or an object that stays what it is.

    An object is what a program finds in it where it is read, in a list or elsewhere.
    """


class Optional(Proxy):
    """A value that is None on some of the paths to it; which path was taken is known when the program runs.

    What it does in expressions is in `autograph.operators.optionals`.

    Attributes:
        backend: on which it is staged.
        absent: whether it is None: a staged bool.
        value: what it is otherwise, and anything made alike where it is None.
        unbound: whether a variable has no value then, in place of None.
        name: what a message calls it.
        place: of the statement that left it so.
    """

    __slots__ = ("absent", "backend", "name", "place", "unbound", "value")
    called = "what may be None"

    def __init__(
        self,
        backend: Backend,
        absent: Any,
        value: Any,
        unbound: bool = False,
        name: str = "",
        place: Place | None = None,
    ):
        self.backend = backend
        self.absent = absent
        self.value = value
        self.unbound = unbound
        self.name = name
        self.place = place

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """Its class, if whoever asks may know it."""
        return Optional.class_of(self)

    @staticmethod
    def class_of(value: Any) -> type:
        """The class of an optional."""
        return Optional

    def rebuilt(self, parts: Sequence[Any]) -> Any:
        """One of other parts; what it stands for, where that is known."""
        absent, value = parts
        if backend_of(absent) is None and getattr(absent, "shape", ()) == ():
            return (UNBOUND if self.unbound else None) if absent else value
        return Optional(self.backend, absent, value, self.unbound, self.name, self.place)

    def __copy__(self) -> Any:
        return self.rebuilt([self.absent, copy.copy(self.value)])

    def __deepcopy__(self, memo: Any) -> Any:
        return self.rebuilt([self.absent, copy.deepcopy(self.value, memo)])


register_composite(
    Optional, Composite(lambda value: (value.absent, value.value), Optional.rebuilt, lambda value: value.unbound)
)
register_proxy(Optional)


class Node:
    """A value, or a part of one.

    Attributes:
        value: the value.
        kind: the type of a container; None for a leaf.
        label: what tells the parts of the container: a length, keys, names.
        parts: the nodes of its parts.
        index: where a leaf stands among all leaves; OUTER for a value of the program around the region.
    """

    __slots__ = ("index", "kind", "label", "parts", "value")

    def __init__(self, value: Any, kind: type | None, label: Any, parts: list[Node], index: int):
        self.value = value
        self.kind = kind
        self.label = label
        self.parts = parts
        self.index = index

    def matches(self, other: Node) -> bool:
        """Whether the other value is made the same way, as far as the two are not the same object."""
        if self.value is other.value or self.is_absent or other.is_absent:
            return True
        if self.kind is Optional or other.kind is Optional:
            return self.present.matches(other.present)
        if are_options(self, other):
            return True
        if type(self.value) is deque or type(other.value) is deque:
            return False
        if joined_options(self.value, other.value) is not None or are_texts(self.value, other.value):
            return True
        return (
            self.kind is other.kind
            and self.label == other.label
            and len(self.parts) == len(other.parts)
            and all(one.matches(two) for one, two in zip(self.parts, other.parts, strict=True))
        )

    def matches_form(self, other: Node) -> bool:
        """Whether the other value is made the same way, of whatever leaves."""
        return (
            self.kind is other.kind
            and self.label == other.label
            and len(self.parts) == len(other.parts)
            and all(one.matches_form(two) for one, two in zip(self.parts, other.parts, strict=True))
        )

    @property
    def is_absent(self) -> bool:
        """Whether it is None, or a variable without a value."""
        return self.value is None or self.value is UNBOUND

    @property
    def present(self) -> Node:
        """The node of the value that an optional may be; for others the node itself."""
        return self.parts[1].present if self.kind is Optional else self

    def with_parts(self, parts: list[Node]) -> Node:
        """The same with its parts taken apart further."""
        if all(part is own for part, own in zip(parts, self.parts, strict=True)):
            return self
        return Node(self.value, self.kind, self.label, parts, self.index)

    def containers(self) -> Iterator[Node]:
        """The nodes that are not leaves, from the outside in."""
        if self.kind is not None:
            yield self
            for part in self.parts:
                yield from part.containers()

    def leaves(self) -> list[Node]:
        """The nodes of its leaves, in order."""
        return [self] if self.kind is None else [leaf for part in self.parts for leaf in part.leaves()]


def take_apart(
    value: Any, leaves: list[Any], is_new: Callable[[Any], bool] | None = None, shallow: bool = False
) -> Node:
    """A value as a tree; its leaves are added to a list.

    Args:
        value: the value, as it is now: what happens to its containers later does not change the tree.
        leaves: what its leaves are appended to.
        is_new: tells objects that came to be in the region at hand, and are taken apart as well.
        shallow: whether what can change where it stands (lists, dicts, objects) is a leaf unless it is new.
    """
    return _Taking(leaves, is_new, shallow).node(value)


def staged_leaves(value: Any, is_new: Callable[[Any], bool] | None = None) -> list[Any]:
    """The leaves of a value that are staged; arguments as for `take_apart`."""
    leaves: list[Any] = []
    take_apart(value, leaves, is_new)
    return [leaf for leaf in leaves if backend_of(leaf) is not None]


def opened(node: Node) -> Node:
    """The tree of an object that was a leaf, as the program around the region has it; the node itself for others."""
    if node.kind is not None or _own_attributes(node.value) is None:
        return node
    tree = take_apart(node.value, [], lambda value: value is node.value)
    for leaf in tree.leaves():
        leaf.index = OUTER
    return tree


def take_elements_apart(values: list[Any], leaves: list[Any]) -> Node:
    """A list of values as a tree, of which those that can change where they stand are leaves."""
    taking = _Taking(leaves, None, shallow=True)
    return Node(values, list, len(values), [taking.node(value) for value in values], -1)


#: How often objects are in one value again: those that may each be linked with each are a tree without end, or nearly.
_MOST_REPEATED = 4000


class _Taking:
    def __init__(self, leaves: list[Any], is_new: Callable[[Any], bool] | None, shallow: bool = False):
        self.leaves = leaves
        self.is_new = is_new
        self.shallow = shallow
        #: The containers around the value at hand: one that contains itself is a leaf there.
        self.around: set[int] = set()
        #: The objects that have been taken apart, by identity, and how often that was one of before.
        self.opened: set[int] = set()
        self.repeated = 0
        #: Of the functions that have been come upon whether anything that they captured is staged.
        self.have_staged: dict[int, bool] = {}

    def node(self, value: Any) -> Node:
        kind = type(value)
        parts = None if kind in _ATOMS or id(value) in self.around else _parts(value)
        if self.shallow and parts is not None and changes_in_place(value) and not (self.is_new and self.is_new(value)):
            parts = None
        if parts is None and self.is_new is not None and kind not in _ATOMS:
            parts = self.captured(value) if kind is FunctionType else self.attributes(value)
        if parts is None:
            self.leaves.append(value)
            return Node(value, None, None, [], len(self.leaves) - 1)
        label, children = parts
        self.around.add(id(value))
        nodes = [self.node(child) for child in children]
        self.around.discard(id(value))
        return Node(value, kind, label, nodes, -1)

    def captured(self, value: FunctionType) -> tuple[Any, Sequence[Any]] | None:
        """What a function captured, if any of that is staged."""
        if id(value) in self.around or not (value.__closure__ or value.__defaults__ or value.__kwdefaults__):
            return None
        names, values = captured(value)
        if id(value) not in self.have_staged:
            self.around.add(id(value))
            inner = _Taking([], self.is_new, self.shallow)
            inner.around, inner.have_staged = self.around, self.have_staged
            for part in values:
                inner.node(part)
            self.around.discard(id(value))
            self.have_staged[id(value)] = any(backend_of(leaf) is not None for leaf in inner.leaves)
        if not self.have_staged[id(value)]:
            return None
        self.opens(value)
        return (id(value.__code__), tuple(names)), values

    def attributes(self, value: Any) -> tuple[Any, Sequence[Any]] | None:
        """The attributes of an object that came to be in the region; None if it has to stay in one piece."""
        assert self.is_new is not None
        found = None if id(value) in self.around or not self.is_new(value) else _own_attributes(value)
        if found is not None:
            self.opens(value)
        return found

    def opens(self, value: Any) -> None:
        """Takes note of an object that is taken apart."""
        if id(value) in self.opened:
            self.repeated += 1
            if self.repeated > _MOST_REPEATED:
                raise too_many_objects()
            meet_again()
        self.opened.add(id(value))


def _own_attributes(value: Any) -> tuple[Any, Sequence[Any]] | None:
    """The names and values of the attributes of an object of a plain class of the user's; None for another object."""
    kind = type(value)
    for cls in kind.__mro__[:-1]:
        is_plain = type(cls) in (type, ABCMeta) and cls.__flags__ & (HEAP_TYPE | IMMUTABLE_TYPE) == HEAP_TYPE
        is_of_system = cls.__module__.partition(".")[0] in SYSTEMS and not stands_for_iterator(cls)
        if not is_plain or is_of_system:
            return None
    attributes = None if _never_changes(kind) else attributes_of(value)
    if kind is object or attributes is None:
        return None
    meet_objects()
    return tuple(attributes), list(attributes.values())


def stands_for_iterator(kind: type) -> bool:
    """Whether objects of a class stand for iterators of Python's, as objects of the program's would."""
    return kind.__module__ in ("autograph.operators.resumables", "autograph.operators.walks")


#: Takes an object apart that is a leaf.
_Open = Callable[[Node], Node]


def alike(one: Node, other: Node, open_one: _Open, open_other: _Open) -> tuple[Node, Node]:
    """Two trees in which different objects of one class are taken apart, where they stand in the same place.

    Args:
        one, other: the trees.
        open_one, open_other: give the tree of an object of either, or the leaf that it is.
    """
    return _alike(one, other, open_one, open_other, frozenset(), [_MOST_PAIRS])


#: How many pairs of objects are taken apart at once: those that are linked in two directions make ever more.
_MOST_PAIRS = 100


def _alike(
    one: Node,
    other: Node,
    open_one: _Open,
    open_other: _Open,
    around: frozenset[tuple[int, int]],
    left: list[int],
) -> tuple[Node, Node]:
    """`alike`, of parts.

    Args:
        around: the pairs of objects around these.
        left: how many more pairs are taken apart.
    """
    pair = id(one.value), id(other.value)
    if one.value is other.value or pair in around or not left[0]:
        return one, other
    around |= {pair}
    if (one.kind is Optional) is not (other.kind is Optional):
        if one.kind is Optional:
            inner, other = _alike(one.parts[1], other, open_one, open_other, around, left)
            return one.with_parts([one.parts[0], inner]), other
        one, inner = _alike(one, other.parts[1], open_one, open_other, around, left)
        return one, other.with_parts([other.parts[0], inner])
    if one.kind is Either or other.kind is Either or (has_identity(one.value) and has_identity(other.value)):
        return one, other
    if type(one.value) is type(other.value):
        leaf = one
        one = open_one(one) if one.kind is None else one
        other = open_other(other) if other.kind is None else other
        left[0] -= one is not leaf
    if one.kind is None or one.kind is not other.kind or one.label != other.label or len(one.parts) != len(other.parts):
        return one, other
    pairs = zip(one.parts, other.parts, strict=True)
    parts = [_alike(this, that, open_one, open_other, around, left) for this, that in pairs]
    return one.with_parts([this for this, _ in parts]), other.with_parts([that for _, that in parts])


#: Of types that a `class` statement makes (Py_TPFLAGS_HEAPTYPE).
HEAP_TYPE = 1 << 9
#: Of types that are written in C, though they are made as those are: `deque` from Python 3.12 on
#: (Py_TPFLAGS_IMMUTABLETYPE).
IMMUTABLE_TYPE = 1 << 8


def put_together(node: Node, parts: Sequence[Any], fresh: bool = False) -> Any:
    """A value made as a container was, of other parts; the container itself if they are its own.

    Args:
        node: the container.
        parts: what is in the value.
        fresh: whether it is another one in any case, for the container may have changed since.
    """
    is_known = node.kind is Optional and backend_of(parts[0]) is None
    if not is_known and not fresh and all(part is own.value for part, own in zip(parts, node.parts, strict=True)):
        return node.value
    kind: Any = node.kind
    like = node.value
    if like is None:
        return None
    if kind is list:
        return list(parts)
    if kind is dict:
        return node.label.mapping(parts)
    if issubclass(kind, (tuple, list, dict)):
        return _container_like(like, node.label.mapping(parts) if issubclass(kind, dict) else parts)
    composite = composites.get(kind)
    if composite is not None:
        restore = composite.restore
        return composite.rebuild(like, parts) if restore is None else restore(like, node.label, parts)
    if kind is MethodType:
        return MethodType(like.__func__, *parts)
    if kind is slice:
        return slice(*parts)
    if issubclass(kind, BaseException):
        count, names = node.label
        return of_other_arguments(like, (*parts[:count],), dict(zip(names, parts[count:], strict=True)))
    if kind is FunctionType:
        return made_anew(with_captured(like, node.label[1], parts))
    if kind is functools.partial:
        names = node.label[1]
        count = len(parts) - len(names)
        function, *args = parts[:count]
        return made_anew(functools.partial(function, *args, **dict(zip(names, parts[count:], strict=True))))
    made = object.__new__(kind)
    for name, value in (attributes_of(like) or {}).items():  # those in slots, too
        object.__setattr__(made, name, value)
    for name, part in zip(node.label, parts, strict=True):
        object.__setattr__(made, name, part)
    return made


def _container_like(like: Any, contents: Any) -> Any:
    """A tuple, list or dict of the class and with the attributes of another; no method of a user's is called."""
    kind = type(like)
    base = _library_class(kind)
    if base is tuple:
        is_made_by_class = kind.__flags__ & HEAP_TYPE and not hasattr(kind, "n_sequence_fields")
        made = tuple.__new__(kind, contents) if is_made_by_class else tuple(contents)
    elif base is kind:
        made = copy.copy(like)
        made.clear()
        made.extend(contents) if issubclass(kind, list) else made.update(contents)
    else:
        made = base.__new__(kind)
        if issubclass(kind, list):
            list.extend(made, contents)
        elif issubclass(kind, defaultdict):
            made.default_factory = factory_of(like)
        for key, value in contents.items() if issubclass(kind, dict) else ():
            base.__setitem__(made, key, value)
    for name, value in (attributes_of(like) or {}).items():
        object.__setattr__(made, name, value)
    return made


def _library_class(kind: type) -> Any:
    """The class of Python's that a class of the user's extends first; the class itself if it is Python's."""
    return next(cls for cls in kind.__mro__ if cls.__module__.partition(".")[0] in _CONTAINER_MODULES)


_CONTAINER_MODULES = frozenset({"builtins", "collections"})


def is_extended_container(value: Any) -> bool:
    """Whether a tuple, list or dict is of a class of the user's."""
    kind = type(value)
    if not issubclass(kind, (tuple, list, dict)) or kind.__module__.partition(".")[0] in SYSTEMS:
        return False
    return _library_class(kind) is not kind and not hasattr(kind, "n_sequence_fields")


def has_more_than_items(value: Any) -> bool:
    """Whether a container is of a class of the user's, and has attributes beside its items."""
    return is_extended_container(value) and bool(attributes_of(value))


def with_leaves(node: Node, leaves: Sequence[Any], fresh: bool = False) -> Any:
    """A value made as another was, of other leaves; one of other containers in any case if it is to be fresh."""
    if node.kind is None:
        return leaves[node.index]
    return put_together(node, [with_leaves(part, leaves, fresh) for part in node.parts], fresh)


#: The types of what marks in a program that there is no value, besides None.
_MARKS = frozenset({object, EllipsisType})


def are_options(one: Node, other: Node) -> bool:
    """Whether a value that is either of two is one of several: one is so already or marks what is missing, they are a
    text and a number, or numbers of kinds that stay apart, or functions or objects of the user's that differ in class
    or in what attributes they have.
    """
    if not _MARKS.isdisjoint((type(one.value), type(other.value))):
        return not (one.is_absent or other.is_absent)
    if one.kind is Either or other.kind is Either or are_text_and_number(one.value, other.value):
        return True
    if are_of_kinds_apart(one.value, other.value):
        return True
    if one.kind is other.kind and (has_more_than_items(one.value) or has_more_than_items(other.value)):
        return True
    if not (is_option(one.value) and is_option(other.value)):
        return False
    if has_identity(one.value) or has_identity(other.value):
        return True
    return one.kind is not other.kind or one.kind is None or one.label != other.label


def options_of(node: Node) -> list[tuple[Node, Node]]:
    """What a value is one of: whether it is each of them, and that."""
    if node.kind is not Either:
        return [(Node(True, None, None, [], OUTER), node)]
    return [*zip(node.parts[::2], node.parts[1::2], strict=True)]


def is_option(value: Any) -> bool:
    """Whether a value may be one of several: a function, a class, an object of a class of the user's."""
    kind = type(value)
    if is_function(value):
        return True
    if is_constant(value):
        return False
    if kind is dict:
        return are_dicts_kept_apart()
    is_made_by_class = kind.__flags__ & (HEAP_TYPE | IMMUTABLE_TYPE) == HEAP_TYPE
    is_users = is_made_by_class and kind.__module__.partition(".")[0] not in SYSTEMS
    return is_users and not issubclass(kind, (list, dict, set, BaseException, Proxy)) and backend_of(value) is None


def has_identity(value: Any) -> bool:
    """Whether a value is an object that stays itself where a staged condition chooses between it and another."""
    return are_kept_apart() and is_option(value) and (type(value) is dict or has_fields(value))


def has_fields(value: Any) -> bool:
    """Whether a value is an object of a plain class of the user's, whose attributes can change."""
    if issubclass(type(value), (tuple, type)) or is_function(value) or not is_option(value):
        return False
    parameters = class_attribute(type(value), "__dataclass_params__")
    return (parameters is None or not parameters.frozen) and _own_attributes(value) is not None


def is_function(value: Any) -> bool:
    """Whether a value is a function, a method or a class."""
    return type(value) in FUNCTIONS or issubclass(type(value), type)


#: Types of functions.
FUNCTIONS = frozenset({FunctionType, MethodType, BuiltinFunctionType, functools.partial})


def changes_in_place(value: Any) -> bool:
    """Whether a container can change where it stands, so that it matters which one it is."""
    if issubclass(type(value), (list, dict)):
        return True
    composite = composites.get(type(value))
    if composite is not None:
        return composite.mutable
    parameters = class_attribute(type(value), "__dataclass_params__")
    return parameters is not None and not parameters.frozen


def fields_of_record(value: Any) -> list[Any] | None:
    """The values of the fields of an object of a frozen dataclass, which is the key that any object of its class is
    whose fields are equal; None of other values, and where the class says itself which are equal.
    """
    kind = type(value)
    record: Any = kind
    fields = _record_fields(record) if has_class_attribute(kind, "__dataclass_fields__") else None
    if fields is None or {*(attributes_of(value) or ())} - {*fields}:
        return None
    return [getattr(value, name) for name in fields]


@functools.cache
def _record_fields(kind: Any) -> list[str] | None:
    """The names of the fields of a frozen dataclass that has the methods which `dataclass` makes."""
    owner: Any = next(cls for cls in kind.__mro__ if "__eq__" in cls.__dict__)
    if "__dataclass_params__" not in owner.__dict__ or not owner.__dataclass_params__.frozen:
        return None
    methods = map(inspect.unwrap, (kind.__eq__, kind.__hash__))
    are_made = all(type(made) is FunctionType and made.__code__.co_filename == "<string>" for made in methods)
    fields = dataclasses.fields(owner)
    compares_all = all(field.compare and field.hash is not False for field in fields)
    return [field.name for field in fields] if are_made and compares_all else None


def is_staged_error(value: Any) -> bool:
    """Whether a value is an exception that was given, or has, what is staged."""
    if not issubclass(type(value), BaseException):
        return False
    return any(backend_of(part) is not None for part in (*value.args, *vars(value).values()))


def with_errors_opened(node: Node) -> Node:
    """A tree in which exceptions are taken apart, also where nothing in them is staged: lists hold what is in them."""
    if node.kind is not None:
        return node.with_parts([with_errors_opened(part) for part in node.parts])
    if not issubclass(type(node.value), BaseException) or type(node.value).__module__.partition(".")[0] in SYSTEMS:
        return node
    label, parts = _parts_of_error(node.value)
    trees = [with_errors_opened(take_apart(part, [])) for part in parts]
    return Node(node.value, type(node.value), label, trees, -1)


def _parts_of_error(error: BaseException) -> tuple[Any, list[Any]]:
    return (len(error.args), (*vars(error),)), [*error.args, *vars(error).values()]


def is_object(node: Node) -> bool:
    """Whether a value that was taken apart is an object of a class of the user's."""
    return node.kind is not None and _own_attributes(node.value) is not None


def same_python_value(left: Any, right: Any) -> bool:
    """Whether two leaves are one and the same ordinary value, so that nothing needs to be staged to choose one."""
    if left is right or type(left) is not type(right):
        return left is right
    kind = type(left)
    if kind in _HOLDING_PARTS:
        parts = [_HOLDING_PARTS[kind](value) for value in (left, right)]
        return len(parts[0]) == len(parts[1]) and all(map(same_python_value, *parts))
    if _never_changes(kind):
        return bool(left == right) and repr(left) == repr(right)
    return kind in _ATOMS and repr(left) == repr(right)


def one_of_alike(one: Any, other: Any) -> Any:
    """A function that stands for two of one code which captured the same, which of them it is is not told; None if they
    are not so.
    """
    if type(one) is not FunctionType or type(other) is not FunctionType or one.__code__ is not other.__code__:
        return None
    if one is other:
        return one
    if vars(one) or vars(other):
        return None
    names, values = captured(one)
    if binds(one, names):
        return None
    others, cells = captured_by_name(other, names)
    own_cells = captured_by_name(one, names)[1]
    if not all(map(same_python_value, values, others)) or [*map(id, own_cells)] != [*map(id, cells)]:
        return None
    known = [function for function in (one, other) if is_made_anew(function)]
    return known[0] if known else made_anew(with_captured(one, names, values))


def stands_for(one: Any, other: Any) -> bool:
    """Whether a function stands for another of its code already."""
    return type(one) is FunctionType and one_of_alike(one, other) is one


def _never_changes(kind: type) -> bool:
    return issubclass(kind, _UNCHANGEABLE) and kind.__module__.partition(".")[0] in _LIBRARY


def _of_slice(value: slice) -> tuple[Any, Any, Any]:
    return value.start, value.stop, value.step


#: Classes of Python's library whose objects never change, and show in their text all that they are.
_UNCHANGEABLE = (range, Decimal, date, time, timedelta, tzinfo, re.Pattern, PurePath)
_LIBRARY = frozenset({"builtins", "datetime", "decimal", "pathlib", "re"})

#: The same of what holds values of any class: by their parts.
_HOLDING_PARTS: dict[type, Callable[[Any], Sequence[Any]]] = {
    slice: _of_slice,
    frozenset: lambda value: sorted(value, key=lambda part: (str(type(part)), hash(part))),
}


def same_value(left: Any, right: Any) -> bool:
    """Whether two values are one, or lists or dicts of such."""
    if type(left) is list and type(right) is list:
        return len(left) == len(right) and all(map(same_python_value, left, right))
    if type(left) is dict and type(right) is dict:
        return [*left] == [*right] and all(map(same_python_value, left.values(), right.values()))
    return same_python_value(left, right)


def _parts(value: Any) -> tuple[Any, Sequence[Any]] | None:
    """What tells the parts of a container, and the parts; None for a leaf."""
    kind = type(value)  # the value itself is not asked: a class of the user's may log what it is asked
    if issubclass(kind, (list, tuple)):
        contents = (
            value if kind in (list, tuple) else (list if issubclass(kind, list) else tuple).__getitem__(value, _ALL)
        )
        return len(contents), contents
    if issubclass(kind, dict):
        items = value if kind is dict else items_of(value)
        if dict in map(type, items.values()):
            meet_dicts()
        keys = _Keys(items, factory_of(value))
        return keys, [items[key] for key in keys.ordered]
    composite = composites.get(type(value))
    if composite is not None:
        return composite.label(value), composite.components(value)
    if kind is MethodType:
        return value.__func__, (value.__self__,)
    if kind is slice:
        bounds = _of_slice(value)
        return (None, bounds) if any(backend_of(bound) is not None for bound in bounds) else None
    if is_staged_error(value):
        return _parts_of_error(value)
    if kind is functools.partial:
        return (len(value.args), tuple(value.keywords)), (value.func, *value.args, *value.keywords.values())
    fields = class_attribute(type(value), "__dataclass_fields__")
    if fields is not None and not issubclass(kind, BaseException):
        attributes = {name: getattr(value, name) for name in fields if hasattr(value, name)}
        # What `__post_init__` stores, for example, is of the object as the fields are.
        attributes |= {name: held for name, held in (attributes_of(value) or {}).items() if name not in fields}
        return tuple(attributes), [*attributes.values()]
    return None


#: Of all the items of a sequence.
_ALL = slice(None)


class _Keys:
    """The keys of a dict: those of two dicts are alike in whatever order they came."""

    __slots__ = ("factory", "given", "ordered")

    def __init__(self, mapping: dict[Any, Any], factory: Any):
        self.given = list(mapping)
        #: What makes the value of a missing key, of a `defaultdict`.
        self.factory = factory
        try:
            self.ordered = sorted(self.given)
        except TypeError:
            self.ordered = self.given

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Keys) and self.ordered == other.ordered and are_alike(self.factory, other.factory)

    __hash__ = None  # type: ignore[assignment]

    @property
    def is_unordered(self) -> bool:
        """Whether there are keys of which none is smaller than the other."""
        return self.ordered is self.given and len(self.given) > 1

    def mapping(self, parts: Sequence[Any]) -> dict[Any, Any]:
        """The keys in the order they came, with values in the order of `ordered`."""
        values = dict(zip(self.ordered, parts, strict=True))
        return {key: values[key] for key in self.given}
