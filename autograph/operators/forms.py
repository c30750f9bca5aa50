"""What the elements of a list of staged length have in common, and how they are kept in its buffers.

An element is a tree with a leaf for each buffer. Where some elements are None the tree has an `Optional` there, and
where they are unlike in another way an `Either`: buffers then say which it is, and have room for both.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from types import BuiltinFunctionType, FunctionType
from typing import Any

from autograph.diagnostics import StagingError
from autograph.operators import container_errors, refusals
from autograph.operators.captures import binds, captured_by_name, captured_values
from autograph.operators.choices import ANY, Choice, constant, is_constant, later, number_in, union
from autograph.operators.effects import logs, new
from autograph.operators.either import Either
from autograph.operators.joins import joined_type
from autograph.operators.kinds import kind_of
from autograph.operators.operands import are_texts
from autograph.operators.presence import found
from autograph.operators.rows import Row, is_of_container, row_of_tuples
from autograph.operators.structures import (
    Known,
    Node,
    Optional,
    changes_in_place,
    has_fields,
    has_identity,
    has_more_than_items,
    is_object,
    options_of,
    put_together,
    take_apart,
    with_errors_opened,
)
from autograph.operators.text import Field, Text, either_of
from autograph.staging import Backend, Type, backend_of, composites


@dataclass(frozen=True, eq=False)
class Code:
    """The type of a leaf that is a constant, a string say: it is kept as the number that stands for it.

    Attributes:
        type: that of the number.
        options: the constants that it may be.
    """

    type: Type
    options: tuple[Any, ...]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Code) or self.type != other.type or (self.options is ANY) != (other.options is ANY):
            return False
        return {*self.options} == {*other.options}  # each has a number of its own, in whatever order they came

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Limited:
    """The type of the characters of a string of which there are so many at most, however long it gets.

    Attributes:
        type: that of a buffer with room for them.
        error: what is raised when the program runs, where it has more.
    """

    type: Type
    error: BaseException = field(compare=False)


def stored(type_: Type) -> Type:
    """The type of what stands for a leaf in a buffer."""
    return type_.type if isinstance(type_, (Code, Limited)) else type_


#: For how many characters of a string in a list there is room, where it may get ever longer and room is fixed.
MOST_CHARACTERS = 64

#: Whether elements may be unlike; of tuples, whether each part of theirs may be.
Openness = bool | tuple[bool, ...]


@dataclass(frozen=True, eq=False)
class Form:
    """What the elements of a staged list have in common.

    Attributes:
        node: an element, taken apart.
        types: those of its leaves.
        is_open: whether elements may be unlike.
        is_ordered: whether the elements are in the order that Python has them in.
    """

    node: Node
    types: tuple[Type, ...]
    is_open: Openness = True
    is_ordered: bool = True

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Form) or self.is_ordered is not other.is_ordered:
            return False
        return self.types == other.types and self.node.matches_form(other.node)

    __hash__ = None  # type: ignore[assignment]

    def joined(self, backend: Backend, other: Form) -> Form | None:
        """The form that elements of both can be kept in; None if there is none."""
        is_open = _open_in_both(self.is_open, other.is_open)
        tree = _join(backend, _typed(self, self.node), _typed(other, other.node), is_open)
        if tree is None or _has_too_many_unlike(tree):
            return None
        made = replace(_numbered(tree, is_open), is_ordered=self.is_ordered and other.is_ordered)
        return self if made == self and made.is_open == self.is_open else made

    def spelled(self, backend: Backend) -> Form:
        """The form of elements whose strings, of some constants so far, are kept by their characters."""

        def of(node: Node) -> Node:
            return _spelled(backend, node) if _is_of_texts(node) else node.with_parts([*map(of, node.parts)])

        return self._with_node(of(_typed(self, self.node)))

    def limited(self, backend: Backend, most: int, error: BaseException) -> Form:
        """The form of elements whose strings have so many characters at most, where there is not always room for more.

        Args:
            error: what is raised where they have more.
        """

        def of(node: Node) -> Node:
            is_string = _is_string(node) and not isinstance(node.parts[1].label, Limited)
            if is_string and backend.buffer_room(node.parts[1].label) is not None:
                return _limited(backend, node, most, error)
            return node.with_parts([*map(of, node.parts)])

        return self._with_node(of(_typed(self, self.node)))

    def _with_node(self, tree: Node) -> Form:
        """The form of elements that are made in another way."""
        return replace(_numbered(tree, self.is_open), is_ordered=self.is_ordered)

    def rooms_of_strings(self, backend: Backend) -> list[int]:
        """For how many characters there is room in each of the strings that are kept by these, where that is known."""
        buffers = [node.parts[1] for node in self.node.containers() if _is_string(node)]
        rooms = [backend.buffer_room(stored(self.types[buffer.index])) for buffer in buffers]
        return [room for room in rooms if room is not None]

    def has_more_strings(self, other: Form) -> bool:
        """Whether some strings are kept by their characters, and those of another form in another way."""
        counts = [sum(map(_is_string, form.node.containers())) for form in (self, other)]
        return counts[0] > counts[1]

    def has_limits(self, other: Form) -> bool:
        """Whether strings have room for so many characters that have it for as many as there are in another form."""
        counts = [sum(isinstance(type_, Limited) for type_ in form.types) for form in (self, other)]
        return counts[0] > counts[1]

    def is_laid_out_as(self, other: Form) -> bool:
        """Whether the same buffers are of elements of either form."""
        return self.node.matches_form(other.node) and [*map(stored, self.types)] == [*map(stored, other.types)]

    def parts(self) -> list[tuple[Form, slice]]:
        """Of each part of an element the form, and which buffers are its."""
        found, start = [], 0
        for node in self.node.parts:
            stop = start + len(node.leaves())
            form = Form(_counted(node, start), self.types[start:stop])
            found.append((form, slice(start, stop)))
            start = stop
        return found

    # Elements

    def element(self, backend: Backend, leaves: Sequence[Any]) -> Any:
        """An element, made of what buffers hold of it."""
        return self._value(backend, self.node, leaves)

    def _value(self, backend: Backend, node: Node, leaves: Sequence[Any]) -> Any:
        if node.kind is None:
            leaf, type_ = leaves[node.index], self.types[node.index]
            if not isinstance(type_, Code):
                return leaf
            # The constant of the number, or what stands for it until that is known.
            return constant(int(leaf)) if backend_of(leaf) is None else Choice(backend, type_.options, leaf)
        if node.kind is Either and node.label == 1:
            return self._value(backend, node.parts[1], leaves)
        if node.kind is Known:
            return node.value
        parts = [self._value(backend, part, leaves) for part in node.parts]
        value = put_together(node, parts, fresh=True)  # what the form was found of may hold a value of the trace
        if type(value) is Either and are_texts(*value.candidates):
            value = either_of(backend, value.options, value.error)
        return found(new(value) if is_object(node) else value)

    def leaves(self, backend: Backend, element: Any) -> list[Any]:
        """What buffers hold of an element, of a form that was joined with this one."""
        return self._leaves(backend, self.node, with_errors_opened(take_apart(element, [])))

    def _leaves(self, backend: Backend, node: Node, value: Node) -> list[Any]:
        if value.kind is Either:
            types = [stored(self.types[leaf.index]) for leaf in node.leaves()]
            *others, (_, last) = options_of(value)
            found = self._leaves(backend, node, last)
            for holds, option in reversed(others):
                rows = zip(self._leaves(backend, node, option), found, types, strict=True)
                found = [_selected(backend, holds.value, *row) for row in rows]
            return found
        if node.kind is Optional:
            nothing = [True, *self._nothing(backend, node.parts[1])]
            absent, inner = (value.parts[0].value, value.parts[1]) if value.kind is Optional else (False, value)
            if inner.value is None:
                return nothing
            if inner.kind is Optional:
                types = [stored(self.types[leaf.index]) for leaf in node.leaves()]
                rows = zip(nothing, self._leaves(backend, node, inner), types, strict=True)
                return [_selected(backend, absent, *row) for row in rows]
            return [absent, *self._leaves(backend, node.parts[1], inner)]
        if node.kind is Either:
            options = [option for _, option in options_of(node)]
            fitting = [self._fits(backend, option, value) for option in options]
            # A bool joined a number of Python's, which is a number of the backend's by now.
            fitting = fitting if any(fitting) else [self._is_of_int(backend, option, value) for option in options]
            # A text that joined a string is kept by its characters.
            fitting = fitting if any(fitting) else [_is_string(option) and are_texts(value.value) for option in options]
            if True not in fitting:
                container_errors.unlike_elements(backend, value.value, options[0].value)
            known = fitting.index(True)
            leaves: list[Any] = []
            for place, (_, option) in enumerate(options_of(node)):
                held = self._leaves(backend, option, value) if place == known else self._nothing(backend, option)
                leaves += [place == known, *held]
            return leaves
        if node.kind is None:
            is_number = value.kind is not Choice and not is_constant(value.value)
            return [value.value if is_number else number_in(value.value)]
        if _is_string(node) and value.kind is not node.kind:
            value = take_apart(later["spell out"](backend, value.value), [])
        parts = _of_code(node, value).parts if node.kind is FunctionType else value.parts  # type: ignore[union-attr]
        pairs = zip(node.parts, parts, strict=True)
        leaves = [leaf for part, held in pairs for leaf in self._leaves(backend, part, held)]
        if _is_string(node) and isinstance(limit := self.types[node.parts[1].index], Limited):
            return _within(backend, limit, *leaves)
        return leaves

    def _nothing(self, backend: Backend, node: Node) -> list[Any]:
        return [_zero(backend, self.types[leaf.index]) for leaf in node.leaves()]

    def _fits(self, backend: Backend, node: Node, value: Node) -> bool:
        """Whether a value is made as some elements are."""
        if value.kind is Either:
            return all(self._fits(backend, node, part) for part in value.parts[1::2])
        if node.kind is Either:
            return any(self._fits(backend, part, value) for part in node.parts[1::2])
        if node.kind is Optional:
            return value.value is None or self._fits(backend, node.parts[1], value.present)
        if node.kind is None:
            type_ = _type_of(backend, value)
            return type_ is not None and _joined(backend, self.types[node.index], type_) is not None
        if node.kind is Known:
            return value.value is node.value
        if _is_string(node):
            return node.kind is value.kind  # the characters of one that was joined with this are among those of this
        if node.kind is FunctionType:
            value = _of_code(node, value) or value
        is_alike = node.kind is value.kind and node.label == value.label
        return is_alike and all(self._fits(backend, *pair) for pair in zip(node.parts, value.parts, strict=True))

    def _is_of_int(self, backend: Backend, node: Node, value: Node) -> bool:
        type_ = _type_of(backend, value)
        types = () if type_ is None or node.kind is not None else (self.types[node.index], type_)
        return [*map(kind_of, types)] == ["int", "bool"] if not any(isinstance(t, Code) for t in types) else False

    # Buffers

    def buffers_of(self, backend: Backend, before: Form, buffers: Sequence[Any]) -> tuple[Any, ...]:
        """The buffers of a list that had elements of another form, with which this one was joined."""

        def filled(value: Any, type_: Type) -> Any:
            return backend.buffer_filled(buffers[0], stored(before.types[0]), value, stored(type_))

        def empty(node: Node) -> list[Any]:
            return [filled(_zero(backend, self.types[leaf.index]), self.types[leaf.index]) for leaf in node.leaves()]

        def place_of(old: Node, new: Node) -> int:
            typed = _typed(before, old)
            options = [_merged(backend, _typed(self, option), typed, None) for option in new.parts[1::2]]
            return next(place for place, option in enumerate(options) if option is not None)

        def moved(old: Node, new: Node) -> list[Any]:
            if new.kind is Optional and old.kind is not Optional:
                return [filled(False, self.types[new.parts[0].index]), *moved(old, new.parts[1])]
            if old.kind is type(None):
                return empty(new)
            if old.kind is Known and new.kind is FunctionType:
                leaves = self._leaves(backend, new, Node(old.value, None, None, [], -1))
                return [filled(held, self.types[leaf.index]) for held, leaf in zip(leaves, new.leaves(), strict=True)]
            if new.kind is Either:
                kept = dict(enumerate(old.parts[1::2])) if old.kind is Either else {place_of(old, new): old}
                found: list[Any] = []
                for place, (flag, option) in enumerate(options_of(new)):
                    if old.kind is Either and place in kept:
                        found += moved(old.parts[2 * place], flag)
                    else:
                        found.append(filled(place in kept, self.types[flag.index]))
                    found += moved(kept[place], option) if place in kept else empty(option)
                return found
            if old.kind is None:
                one, wider = stored(before.types[old.index]), stored(self.types[new.index])
                return [backend.buffer_cast(buffers[old.index], one, wider)]
            return [buffer for pair in zip(old.parts, new.parts, strict=True) for buffer in moved(*pair)]

        return tuple(moved(before.node, self.node))


#: What stands for a value, and may be an element or a part of one.
held_in_lists: set[type] = {Text, Row}

#: How many constants a leaf may be one of: a string that grows by a letter of two is one of twice as many each time.
_MOST_OPTIONS = 2048

#: How many kinds of elements that are unlike there may be, and how many parts of one that are None or not: what may be
#: None, a pair of what may be, and so on, twice as much in each pair.
_MOST_UNLIKE, _MOST_OPTIONAL = 8, 64


def _has_too_many_unlike(tree: Node) -> bool:
    kinds = [part for part in tree.containers() if part.kind in (Either, Optional)]
    unlike = [part.label for part in kinds if part.kind is Either]
    return sum(unlike) > _MOST_UNLIKE or len(kinds) - len(unlike) > _MOST_OPTIONAL


#: What there is of an element that is None wherever it is known.
_NOTHING = Node(None, type(None), None, [], -1)


def form_of(backend: Backend, elements: Iterable[Any], is_open: Openness = True) -> Form | None:
    """The form that some values have in common; None if they have none, or there are none.

    Args:
        is_open: whether they may be unlike.
    """
    tree: Node | None = None
    for element in elements:
        typed = _of_value(backend, with_errors_opened(take_apart(element, [])), is_open)
        tree = typed if tree is None or typed is None else _join(backend, tree, typed, is_open)
        if tree is None:
            return None
    if tree is not None and is_open is True and not tree.leaves():  # nothing in it is staged: `[]`, `()`
        tree = Node(Either(backend, (), _unlike(backend, tree, tree)), Either, 1, [_flag(backend), tree], -1)
    return None if tree is None or not tree.leaves() else _numbered(tree, is_open)


# Trees whose leaves have their types for labels


def _typed(form: Form, node: Node) -> Node:
    if node.kind is None:
        return Node(node.value, None, form.types[node.index], [], -1)
    return Node(node.value, node.kind, node.label, [_typed(form, part) for part in node.parts], -1)


def _open_in_both(one: Openness, other: Openness) -> Openness:
    if type(one) is tuple and type(other) is tuple:
        return tuple([a and b for a, b in zip(one, other, strict=True)])
    return one if other is True else other if one is True else False


def _of_parts(is_open: Openness | None, count: int) -> tuple[bool | None, ...]:
    """Whether each part of an element may be unlike those of others; None if it must be kept as they are, too."""
    if type(is_open) is tuple:
        return is_open
    return (None if is_open is None else bool(is_open),) * count


def _numbered(tree: Node, is_open: Openness) -> Form:
    types: list[Type] = []

    def numbered(node: Node) -> Node:
        if node.kind is None:
            types.append(node.label)
            return Node(node.value, None, None, [], len(types) - 1)
        return Node(node.value, node.kind, node.label, [numbered(part) for part in node.parts], -1)

    return Form(numbered(tree), tuple(types), is_open)


def _counted(node: Node, start: int) -> Node:
    """A part of an element whose leaves are counted from the first of its own."""
    parts = [_counted(part, start) for part in node.parts]
    return Node(node.value, node.kind, node.label, parts, node.index - start if node.kind is None else node.index)


def _of_value(backend: Backend, value: Node, is_open: Openness) -> Node | None:
    """The tree of a value; None if no buffer can hold it."""
    if value.value is None:
        return _optional(backend, _NOTHING) if is_open is True else None
    if is_open is True and value.kind is None and _is_known(value.value):
        return Node(value.value, Known, id(value.value), [], -1)
    if is_open is True and value.kind is None and type(value.value) is FunctionType:
        return _of_function(backend, value)
    if value.kind is None or value.kind is Choice:
        type_ = _type_of(backend, value)
        like = value.value if value.kind is None else value.value.options[0]
        return None if type_ is None else Node(like, None, type_, [], -1)
    if _is_string(value):
        return _of_string(backend, value)
    if value.kind in composites and value.kind not in held_in_lists:
        is_optional = value.kind is Optional and not value.label
        if is_open is not True or not (is_optional or value.kind is Either):
            return None
        found: Node | None = None
        for part in value.parts[1::2]:
            typed = None if value.kind is Either and _is_string(part) else _of_value(backend, part, is_open)
            found = typed if found is None or typed is None else _join(backend, found, typed, is_open)
            if found is None:
                return None
        return _optional(backend, found) if is_optional and found is not None and found.kind is not Optional else found
    if has_more_than_items(value.value) or (isinstance(value.value, BaseException) and value.value.__cause__):
        return None
    pairs = zip(value.parts, _of_parts(is_open, len(value.parts)), strict=True)
    parts = [_of_value(backend, part, bool(may_be_unlike)) for part, may_be_unlike in pairs]
    if any(part is None for part in parts):
        return None
    return Node(value.value, value.kind, value.label, parts, -1)  # type: ignore[arg-type]


def _is_string(node: Node) -> bool:
    """Whether a value is a string of staged characters, the only thing with buffers that cannot change."""
    composite = composites.get(node.kind)  # type: ignore[arg-type]
    return composite is not None and composite.buffered and not composite.mutable


def _of_string(backend: Backend, value: Node) -> Node:
    """The tree of a string of staged characters: its length, and a buffer in the buffer."""
    length, buffer = value.parts
    types = backend.type_of(length.value), backend.buffer_type(buffer.value)
    parts = [Node(None, None, type_, [], -1) for type_ in types]
    return _string_of(backend, value, value.value.options, parts)


def _limited(backend: Backend, text: Node, most: int, error: BaseException) -> Node:
    """The tree of a string, with room for so many characters."""
    length, buffer = text.parts
    limited = Limited(backend.buffer_with_room(buffer.label, most), error)
    return text.with_parts([length, Node(None, None, limited, [], -1)])


def _within(backend: Backend, limit: Limited, length: Any, buffer: Any) -> list[Any]:
    """The length and the buffer of a string, which has no more characters than there is room for."""
    most, room = backend.buffer_room(limit.type) or 0, backend.buffer_room(backend.buffer_type(buffer)) or 0
    if room > most:
        later["require"](backend, length <= most, limit.error)
    return [length, backend.buffer_resized(buffer, most - room)]


def _string_of(backend: Backend, like: Node, options: Sequence[str], parts: list[Node]) -> Node:
    made = type(like.value)(backend, options, 0, None)
    return Node(made, like.kind, ANY if options is ANY else frozenset(options), parts, -1)


def _are_unlike_texts(one: Node, other: Node) -> bool:
    """Whether two values are strings that are kept in other ways: as constants, as what they show, or by characters."""
    if one.kind is other.kind and (one.kind is None or one.label == other.label or _is_string(one)):
        return False
    return all(node.kind is Text or _is_string(node) or _is_of_texts(node) for node in (one, other))


def _is_of_characters_and_constants(one: Node, other: Node) -> bool:
    """Whether one of two values is a string that is kept by its characters, and the other one of some constants."""
    return any(map(_is_string, (one, other))) and any(map(_is_of_texts, (one, other)))


def _is_of_longer_texts(one: Node, other: Node) -> bool:
    """Whether one of two unlike texts shows one of several: each is longer than that of the iteration before."""
    return _are_unlike_texts(one, other) and any(map(_shows_one_of_several, (one, other)))


def _shows_one_of_several(text: Node) -> bool:
    fields = [part for part in text.value.parts if isinstance(part, Field)] if text.kind is Text else []
    return any(part.kind in (Either, Text) for field in fields for part in field.node.containers())


def _is_of_texts(node: Node) -> bool:
    return node.kind is None and isinstance(node.label, Code) and type(node.label.options[0]) is str


def _spelled(backend: Backend, text: Node) -> Node:
    """The tree of a string that is kept by its characters, as long as the longest that it may be."""
    if _is_string(text):
        return text
    if text.kind is Text:
        made = later["spell out"](backend, later["any like"](backend, text))
    else:
        options = text.label.options
        characters = ANY if options is ANY else tuple(dict.fromkeys("".join(options)))
        made = later["spell out"](backend, max(options, key=len)).with_options(characters)
    return _of_string(backend, take_apart(made, []))


def _with_captured(function: Node) -> Node:
    """A function of the program's, with what it alone captured for its parts."""
    names, values, cells = captured_values(function.value)
    label = id(function.value.__code__), tuple(names), tuple(map(id, cells))
    return Node(function.value, FunctionType, label, [take_apart(value, []) for value in values], -1)


def _of_code(like: Node, value: Node) -> Node | None:
    """A function with that for its parts which one of the same code has; None of another value."""
    if type(value.value) is not FunctionType or id(value.value.__code__) != like.label[0]:
        return None
    values, cells = captured_by_name(value.value, like.label[1])
    if like.label[2] != tuple(map(id, cells)):
        return None
    return Node(value.value, FunctionType, like.label, [take_apart(part, []) for part in values], -1)


def _of_function(backend: Backend, value: Node) -> Node | None:
    """The tree of a function that was made in the program; None if it captured what may change, or no buffer holds, or
    a variable that it binds.
    """
    function = _with_captured(value)
    if any(changes_in_place(part.value) and part.kind is not Row for part in function.containers()):
        return None
    if binds(value.value, function.label[1]):
        return None
    parts = [_of_captured(backend, part) for part in function.parts]
    return None if any(part is None for part in parts) else function.with_parts(parts)  # type: ignore[arg-type]


def _of_captured(backend: Backend, value: Node) -> Node | None:
    """The tree of what a function captured: it has no other object than it had."""
    is_object = value.kind is None and has_fields(value.value)
    if is_object and _is_of_before(value.value):
        return Node(value.value, Known, id(value.value), [], -1)
    return _of_value(backend, value, True)


def _is_known(value: Any) -> bool:
    """Whether a value is an object of before the region, or a function of Python's that holds nothing staged: variables
    of what runs are theirs.
    """
    if type(value) is FunctionType:
        return not _captured_staged(value, [])
    if has_identity(value):
        return _is_of_before(value)
    if type(value) is BuiltinFunctionType:
        return not is_of_container(value)
    return issubclass(type(value), type)


def _is_of_before(value: Any) -> bool:
    """Whether an object was there before: one of a region is another each time that is traced, and when it runs."""
    return not any(region.conditional and region.is_new(value) for region in logs())


def _captured_staged(function: FunctionType, around: list[FunctionType]) -> bool:
    """Whether what a function captured is staged, or a function in that captured what is."""
    leaves: list[Any] = []
    take_apart(captured_values(function)[1], leaves)
    inner = [leaf for leaf in leaves if type(leaf) is FunctionType and not any(leaf is known for known in around)]
    return any(backend_of(leaf) is not None for leaf in leaves) or any(
        _captured_staged(leaf, [*around, function]) for leaf in inner
    )


def _join(backend: Backend, one: Node, other: Node, is_open: Openness | None) -> Node | None:
    """What two trees have in common; None if that is nothing."""
    if Optional in (one.kind, other.kind):
        one, other = (node.parts[1] if node.kind is Optional else node for node in (one, other))
        is_none = [node.kind is type(None) for node in (one, other)]
        inner = other if is_none[0] else one if is_none[1] else _join(backend, one, other, is_open)
        return None if inner is None else _optional(backend, inner)
    if other.kind is Either and one.kind is not Either:
        one, other = other, one
    if one.kind is Either:
        for part in other.parts[1::2] if other.kind is Either else (other,):
            one = _with_option(backend, one, part)
        return one
    made = _merged(backend, one, other, is_open)
    return _either(backend, one, other) if made is None and is_open is True else made


def _with_option(backend: Backend, either: Node, other: Node) -> Node:
    parts = [*either.parts]
    for place in range(1, len(parts), 2):
        merged = _merged(backend, parts[place], other, True)
        if merged is not None:
            parts[place] = merged
            return Node(either.value, Either, either.label, parts, -1)
    if either.label == 1:
        return _either(backend, parts[1], other)
    return Node(either.value, Either, either.label + 1, [*parts, _flag(backend), other], -1)


def _merged(backend: Backend, one: Node, other: Node, is_open: Openness | None) -> Node | None:
    """The tree of two that are not unlike as such."""
    if one.kind is None and other.kind is None:
        type_ = _joined(backend, one.label, other.label)
        return None if type_ is None else Node(one.value, None, type_, [], -1)
    if {one.kind, other.kind} <= {Known, FunctionType}:
        functions = _of_both(backend, one, other)
        if functions is None:
            return None
        one, other = functions
    if {one.kind, other.kind} <= {Row, tuple} and (row := _row_of_tuples(backend, one, other)) is not None:
        return row
    if (is_open is False and _are_unlike_texts(one, other)) or (
        is_open and (_is_of_characters_and_constants(one, other) or _is_of_longer_texts(one, other))
    ):
        one, other = _spelled(backend, one), _spelled(backend, other)
    if one.kind is None or one.kind is not other.kind or (one.label != other.label and not _is_string(one)):
        return None
    triples = zip(one.parts, other.parts, _of_parts(is_open, len(one.parts)), strict=True)
    parts = [_join(backend, *triple) for triple in triples]
    if any(part is None for part in parts):
        return None
    if _is_string(one):
        options = union(one.value.options, other.value.options)
        return None if options is None else _string_of(backend, one, options, parts)  # type: ignore[arg-type]
    return Node(one.value, one.kind, one.label, parts, -1)  # type: ignore[arg-type]


def _of_both(backend: Backend, one: Node, other: Node) -> tuple[Node, Node] | None:
    """Two functions, with what they captured for their parts unless they are one; None if they are of unlike code."""
    if one.kind is other.kind and one.label == other.label:
        return one, other
    if any(type(node.value) is not FunctionType for node in (one, other)):
        return None
    if one.value.__code__ is not other.value.__code__:
        return None
    made = [node if node.kind is FunctionType else _of_function(backend, node) for node in (one, other)]
    return None if None in made else (made[0], made[1])  # type: ignore[return-value]


def _row_of_tuples(backend: Backend, one: Node, other: Node) -> Node | None:
    """The row that either of two values is to be, of which one is a tuple of staged length, or both are tuples of
    numbers, of other lengths; None of others.
    """
    rows = [node for node in (one, other) if node.kind is Row]
    if rows:
        return rows[0] if all(row.label.kind is tuple for row in rows) else None
    items: Node | None = None
    for part in [*one.parts, *other.parts] if one.label != other.label else ():
        items = part if items is None else _join(backend, items, part, False)
        if items is None or items.kind is not None:
            return None
    row = None if items is None else row_of_tuples(backend, str(items.label))
    return None if row is None else _of_value(backend, take_apart(row, []), True)


def _flag(backend: Backend) -> Node:
    return Node(True, None, backend.type_of(True), [], -1)


def _optional(backend: Backend, value: Node) -> Node:
    return Node(Optional(backend, True, None, name="the element"), Optional, False, [_flag(backend), value], -1)


def _either(backend: Backend, one: Node, other: Node) -> Node:
    like = Either(backend, (), _unlike(backend, one, other))
    return Node(like, Either, 2, [_flag(backend), one, _flag(backend), other], -1)


def _unlike(backend: Backend, one: Node, other: Node) -> StagingError:
    """What is said of an element that is used as if it could not be unlike others."""
    may_be_in_pools = {one.kind, other.kind} <= {Row, list, dict, set}
    kind = refusals.AskingForPools if may_be_in_pools else StagingError
    return refusals.refusal(container_errors.unlike_elements, backend, one.value, other.value, kind)


def _type_of(backend: Backend, leaf: Node) -> Type | None:
    if leaf.kind is Choice or (leaf.kind is None and is_constant(leaf.value)):
        return Code(backend.type_of(0), leaf.value.options if leaf.kind is Choice else (leaf.value,))
    return None if leaf.kind is not None or isinstance(leaf.value, (str, bytes)) else backend.type_of(leaf.value)


def _joined(backend: Backend, one: Type, other: Type) -> Type | None:
    if isinstance(one, Code) and isinstance(other, Code):
        options = union(one.options, other.options)
        if options is None or (options is not ANY and len(options) > _MOST_OPTIONS):
            return None
        return one if options == one.options else Code(one.type, options)
    if isinstance(one, Code) or isinstance(other, Code):
        return None
    if isinstance(one, Limited) or isinstance(other, Limited):
        return one if isinstance(one, Limited) else other
    return joined_type(backend, one, other)


def _zero(backend: Backend, type_: Type) -> Any:
    return number_in(type_.options[0]) if isinstance(type_, Code) else backend.zeros(stored(type_))


def _selected(backend: Backend, first: Any, one: Any, other: Any, type_: Type) -> Any:
    """One of two leaves, by a flag."""
    if type(first) is bool:
        return one if first else other
    return backend.builtins[operator.getitem]([other, one], backend.builtins[int](first), type_)
