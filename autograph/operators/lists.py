"""Lists whose length is known only when the program runs: a staged length, and one buffer per leaf of an element.

out = []
for x in [3, 1, 4]:
    if x > n:           # staged
        out.append(x)   # from before the `if` on, `out` is one of these
return out, len(out)

A list of Python's becomes one where a staged branch or loop leaves it longer or shorter, wherever it is held (see
`autograph.operators.holders`), and one of Python's again where a function returns it. What lists do is in
`autograph.operators.list_methods`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from autograph.operators import explain
from autograph.operators.choices import Choice, constant, is_constant, number_in
from autograph.operators.effects import log, writing
from autograph.operators.joins import joined_type
from autograph.operators.links import writable
from autograph.operators.raising import every_path_raises, stage_raise
from autograph.operators.raising import require as require_staged
from autograph.operators.rows import Row, any_row, row_makers, with_staged_rows
from autograph.operators.structures import Node, changes_in_place, take_apart, with_leaves
from autograph.operators.text import Text
from autograph.staging import Backend, Composite, Type, backend_of, composites, register_composite, register_proxy


@dataclass(frozen=True, eq=False)
class Form:
    """What the elements of a staged list have in common.

    Attributes:
        node: an element, taken apart.
        types: those of its leaves.
    """

    node: Node
    types: tuple[Type, ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Form) and self.types == other.types and self.node.matches_form(other.node)

    __hash__ = None  # type: ignore[assignment]

    def joined(self, backend: Backend, other: Form) -> Form | None:
        """The form that elements of both can be cast to; None if there is none."""
        if not self.node.matches_form(other.node):
            return None
        types = [_join(backend, one, two) for one, two in zip(self.types, other.types, strict=True)]
        if any(type_ is None for type_ in types):
            return None
        made = Form(self.node, tuple(types))
        return self if made == self else made


@dataclass(frozen=True)
class Code:
    """The type of a leaf that is a constant, a string say: it is kept as the number that stands for it.

    Attributes:
        type: that of the number.
        options: the constants that it may be.
    """

    type: Type
    options: tuple[Any, ...]


def _constant(number: Any, type_: Code, backend: Backend) -> Any:
    """The constant of a number, or what stands for it until that is known."""
    return constant(int(number)) if backend_of(number) is None else Choice(backend, type_.options, number)


def _stored(type_: Type) -> Type:
    """The type of what stands for a leaf in a buffer."""
    return type_.type if isinstance(type_, Code) else type_


def _join(backend: Backend, one: Type, other: Type) -> Type | None:
    if isinstance(one, Code) and isinstance(other, Code):
        options = tuple(dict.fromkeys((*one.options, *other.options)))
        return None if len({*map(type, options)}) > 1 else one if options == one.options else Code(one.type, options)
    if isinstance(one, Code) or isinstance(other, Code):
        return None
    return joined_type(backend, one, other)


def form_of(backend: Backend, elements: Iterable[Any]) -> Form | None:
    """The form that all of some values have; None if they have none in common, or there are none."""
    found: Form | None = None
    for element in elements:
        form = _form(backend, element)
        found = form if found is None or form is None else found.joined(backend, form)
        if found is None:
            return None
    return found


def form_in(backend: Backend, owner: Any, elements: Iterable[Any]) -> Form | None:
    """The form that the elements of a list have, or are to have, in which there may be lists of staged length."""
    return form_of(backend, [with_staged_rows(backend, element, owner, None, any_row) for element in elements])


def _form(backend: Backend, element: Any) -> Form | None:
    leaves: list[Any] = []
    node = _taken_apart(element, leaves)
    if any(part.kind in composites and part.kind not in _HELD for part in node.containers()):
        return None
    types = [_type_of(backend, leaf) for leaf in leaves]
    return None if not leaves or any(type_ is None for type_ in types) else Form(node, tuple(types))


#: What stands for a value, and may be an element or a part of one.
_HELD = frozenset({Text, Row})


def _taken_apart(element: Any, leaves: list[Any]) -> Node:
    """An element as a tree of which constants are leaves, be they known or not."""
    return _with_constants(take_apart(element, []), leaves)


def _with_constants(node: Node, leaves: list[Any]) -> Node:
    if node.kind is None or node.kind is Choice:
        leaves.append(node.value)
        value = node.value if node.kind is None else node.value.options[0]
        return Node(value, None, None, [], len(leaves) - 1)
    return Node(node.value, node.kind, node.label, [_with_constants(part, leaves) for part in node.parts], -1)


def leaves_of(element: Any) -> list[Any]:
    """What buffers hold of an element."""
    leaves: list[Any] = []
    _taken_apart(element, leaves)
    return [number_in(leaf) if type(leaf) is Choice or is_constant(leaf) else leaf for leaf in leaves]


def _type_of(backend: Backend, leaf: Any) -> Type | None:
    if type(leaf) is Choice:
        return Code(backend.type_of(0), leaf.options)
    if is_constant(leaf):
        return Code(backend.type_of(0), (leaf,))
    return None if isinstance(leaf, (str, bytes)) else backend.type_of(leaf)


class StagedList:
    """A list, or a deque, of staged length.

    Attributes:
        backend: on which it is staged.
        form: that of its elements.
        length: how many elements it has.
        buffers: what holds the leaves of the elements, a buffer for each; what is behind the length does not matter.
        kind: the type of Python's that it stands for.
    """

    __slots__ = ("backend", "buffers", "form", "kind", "length")
    #: What messages call it.
    called = "a list of staged length"
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, backend: Backend, kind: type, form: Form, length: Any, buffers: Sequence[Any]):
        self.backend = backend
        self.kind = kind
        self.form = form
        self.length = length
        self.buffers = tuple(buffers)
        if (around := log()) is not None:
            around.bears(self)

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """The class that it stands for."""
        return StagedList.class_of(self)

    @staticmethod
    def class_of(value: StagedList) -> type:
        """The class of Python's that a list stands for."""
        return value.kind

    @classmethod
    def of(cls, backend: Backend, elements: Iterable[Any], form: Form, kind: type = list) -> StagedList:
        """A list of some elements."""
        made = cls(backend, kind, form, 0, [backend.new_buffer(_stored(type_)) for type_ in form.types])
        for element in elements:
            made.append(element)
        return made

    # Elements by their number, which is within the list

    def leaves_at(self, position: Any) -> tuple[Any, ...]:
        """What the buffers hold of the element of a number."""
        read, pairs = self.backend.buffer_read, zip(self.buffers, self.form.types, strict=True)
        return tuple([read(buffer, position, _stored(type_)) for buffer, type_ in pairs])

    def put_leaves(self, position: Any, leaves: Sequence[Any]) -> None:
        """Stores what the buffers of a list of the same form hold of an element."""
        write, rows = self.backend.buffer_written, zip(self.buffers, leaves, self.form.types, strict=True)
        writing(self).buffers = tuple([write(buffer, position, leaf, _stored(type_)) for buffer, leaf, type_ in rows])

    def at(self, position: Any) -> Any:
        """The element of a number."""
        pairs = zip(self.leaves_at(position), self.form.types, strict=True)
        leaves = [_constant(leaf, type_, self.backend) if isinstance(type_, Code) else leaf for leaf, type_ in pairs]
        value = with_leaves(self.form.node, leaves)
        _freeze(value)
        return value

    def put(self, position: Any, value: Any) -> None:
        """Stores an element in the place of another."""
        self.put_leaves(position, self._leaves(value))

    def append(self, value: Any, /) -> None:
        """Adds an element at the end."""
        leaves = self._leaves(value)
        writing(self).buffers = tuple([self.backend.buffer_resized(buffer, 1) for buffer in self.buffers])
        self.put_leaves(self.length, leaves)
        writing(self).length = self.length + 1

    def put_or_append(self, position: Any, is_there: Any, value: Any) -> None:
        """Stores an element in the place of another, if that is there, or else at the end."""
        leaves = self._leaves(value)
        writing(self).buffers = tuple([self.backend.buffer_resized(buffer, 1) for buffer in self.buffers])
        found = self.backend.builtins[int](is_there)
        self.put_leaves(position * found + self.length * (1 - found), leaves)
        writing(self).length = self.length + (1 - found)

    def shorten(self) -> None:
        """Takes the last element away."""
        writing(self).buffers = tuple([self.backend.buffer_resized(buffer, -1) for buffer in self.buffers])
        writing(self).length = self.length - 1

    def clear(self) -> None:
        """Takes all elements away."""
        self.take(StagedList.of(self.backend, (), self.form))

    def take(self, other: StagedList) -> None:
        """Has the elements of another list in place of its own."""
        self.widen(other.form)
        other.widen(self.form)
        writing(self).buffers = other.buffers
        writing(self).length = other.length

    def copied(self, kind: type | None = None) -> StagedList:
        """Another list of the same elements."""
        return StagedList(self.backend, kind or self.kind, self.form, self.length, self.buffers)

    def deep_copied(self) -> StagedList:
        """Another list of copies of the elements: what cannot change is its own copy."""
        if any(part.kind is Row for part in self.form.node.containers()):
            explain.copies_rows()
        return self.copied()

    def items(self) -> Any:
        """Its elements as the backend loops over them, each read when it is come to."""
        builtins = self.backend.builtins
        length = self.length

        def item(position: Any) -> Any:
            if self.length is not length and not (isinstance(length, int) and self.length == length):
                explain.length_changes_under_iterator(self)
            return self.at(position)

        return builtins[map](item, builtins[range](length))

    # Types

    def widen(self, form: Form) -> None:
        """Has elements of another form fit in as well."""
        joined = self.form.joined(self.backend, form)
        if joined is None:
            explain.cannot_be_staged(self, "its elements are not numbers or tensors of one type, made alike")
        if joined is self.form:
            return
        rows = zip(self.buffers, self.form.types, joined.types, strict=True)
        buffers = tuple([self.backend.buffer_cast(buffer, _stored(one), _stored(wider)) for buffer, one, wider in rows])
        with writable(self):  # what is in it stays as it is
            store = writing(self)
            store.form, store.buffers = joined, buffers

    def _leaves(self, value: Any) -> list[Any]:
        value = with_staged_rows(self.backend, value, self, self.form.node, row_makers[-1])
        form = _form(self.backend, value)
        if form is None:
            explain.cannot_be_staged(self, "its elements are not numbers or tensors of one type, made alike")
        self.widen(form)
        _freeze(value)
        return leaves_of(value)

    def __repr__(self) -> str:
        return f"<a {self.kind.__name__} whose length is staged>"

    # What Python itself asks

    def _refuse(self, *given: Any, **options: Any) -> NoReturn:
        explain.length_is_staged()

    __iter__ = __len__ = __contains__ = __bool__ = __array__ = __jax_array__ = __reversed__ = __reduce_ex__ = _refuse


def truth(value: StagedList) -> Any:
    """Whether a list has elements."""
    return value.length > 0


def require(backend: Backend, condition: Any, error: Exception) -> None:
    """Raises an exception, when the program runs, where a condition does not hold."""
    if condition is True:
        return
    if condition is False:
        stage_raise(backend, error)
        raise every_path_raises()
    require_staged(backend, condition, error)


def _freeze(value: Any) -> None:
    """Keeps lists and the like in an element from changes: the buffers hold what was in them."""
    around = log()
    if around is not None:
        around.freezes(*[n.value for n in take_apart(value, []).containers() if changes_in_place(n.value)])


def components(value: StagedList) -> list[Any]:
    """The length and the buffers of a list."""
    return [value.length, *value.buffers]


def _label(value: StagedList) -> Any:
    return value.kind, value.form


def with_components(like: StagedList, parts: Sequence[Any]) -> StagedList:
    """A list of another length and other buffers."""
    return StagedList(like.backend, like.kind, like.form, parts[0], parts[1:])


def as_python(value: StagedList) -> Any:
    """The list of Python's that a list is, once the program has run."""
    return value.kind([value.at(position) for position in range(int(value.length))])


def _rebuilt(like: StagedList, parts: Sequence[Any]) -> Any:
    made = with_components(like, parts)
    return made if like.backend.is_tracing() else as_python(made)


register_composite(StagedList, Composite(components, _rebuilt, _label, mutable=True))
register_proxy(StagedList)
# A pattern of a sequence then asks for the length, which is refused, where else it would not match.
Sequence.register(StagedList)

#: Types of what may become a list of staged length.
KINDS = frozenset({list, deque})


def may_be_staged(value: Any) -> bool:
    """Whether a list of staged length can take the place of a value."""
    return type(value) is list or (type(value) is deque and value.maxlen is None)


def staged_form(backend: Backend, *sides: Node) -> Form | None:
    """The form for the elements of lists, staged or not, that were taken apart."""
    found: Form | None = None
    for side in sides:
        held = [part.value for part in side.parts]
        form = side.value.form if side.kind is StagedList else form_in(backend, side.value, held)
        if form is None and side.parts:
            return None
        found = found or form
        if found is not None and form is not None:
            found = found.joined(backend, form)
            if found is None:
                return None
    return found
