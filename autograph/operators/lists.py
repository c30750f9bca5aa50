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

import functools
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, NoReturn
from weakref import WeakValueDictionary

from autograph.operators import container_errors, looped_lists
from autograph.operators.choices import later
from autograph.operators.effects import Effect, is_held, log, of_tensors
from autograph.operators.forms import Form, form_of, stored
from autograph.operators.identities import meet_objects
from autograph.operators.kinds import is_scalar
from autograph.operators.links import writable
from autograph.operators.presence import settled_parts
from autograph.operators.proxies import Proxy
from autograph.operators.raising import every_path_raises, stage_raise
from autograph.operators.raising import require as require_staged
from autograph.operators.rows import Row, any_row, element_makers, rows_of_tuples, with_staged_rows
from autograph.operators.shared_arrays import lists, may_share
from autograph.operators.stores import writing
from autograph.operators.structures import Node, changes_in_place, is_object, opened, take_apart, with_errors_opened
from autograph.operators.text import Field, Text, holds_buffers
from autograph.staging import Backend, Composite, register_composite, register_proxy


class StagedList(Proxy, stands_for=(list, deque)):
    """A list, or a deque, of staged length.

    Attributes:
        backend: on which it is staged.
        form: that of its elements.
        length: how many elements it has.
        buffers: what holds the leaves of the elements, a buffer for each; what is behind the length does not matter.
        kind: the type of Python's that it stands for; of a deque with a `maxlen`, see `kind_of`.
        check: called before an element is read; None if there is nothing to check.
    """

    __slots__ = ("backend", "buffers", "check", "form", "kind", "length")
    #: What messages call it.
    called = "a list of staged length"
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, backend: Backend, kind: type, form: Form, length: Any, buffers: Sequence[Any]):
        self.backend = backend
        self.kind = kind
        self.form = form
        self.length = length
        self.buffers = tuple(buffers)
        self.check: Callable[[], None] | None = None
        if (around := log()) is not None:
            around.bears(self)

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """The class that it stands for."""
        return StagedList.class_of(self)

    @staticmethod
    def class_of(value: StagedList) -> type:
        """The class of Python's that a list stands for."""
        return value.kind if most_of(value) is None else deque

    @classmethod
    def of(cls, backend: Backend, elements: Iterable[Any], form: Form, kind: type = list) -> StagedList:
        """A list of some elements."""
        made = cls(backend, kind, form, 0, [backend.new_buffer(stored(type_)) for type_ in form.types])
        most = most_of(made)
        if type(most) is int and most <= _MOST_RESERVED:  # all that it will ever need
            made.buffers = tuple([backend.buffer_resized(buffer, most) for buffer in made.buffers])
        elements = [*elements] if isinstance(elements, Iterator) else elements
        made.put_each(elements, apart_from=(elements,))
        return made

    # Elements by their number, which is within the list

    def leaves_at(self, position: Any) -> tuple[Any, ...]:
        """What the buffers hold of the element of a number, for another place or another list."""
        if (around := log()) is not None:
            around.origins.elements_are_copied = True
        return self._leaves_at(position)

    def leaf_buffers(self) -> Sequence[Any]:
        """The buffers, for elements of another list."""
        if (around := log()) is not None:
            around.origins.elements_are_copied = True
        if self.check is not None:
            self.check()
        return self.buffers

    def _leaves_at(self, position: Any) -> tuple[Any, ...]:
        if self.check is not None:
            self.check()
        read, pairs = self.backend.buffer_read, zip(self.buffers, self.form.types, strict=True)
        return tuple([read(buffer, position, stored(type_)) for buffer, type_ in pairs])

    def put_leaves(self, position: Any, leaves: Sequence[Any]) -> None:
        """Stores what the buffers of a list of the same form hold of an element."""
        write, rows = self.backend.buffer_written, zip(self.buffers, leaves, self.form.types, strict=True)
        writing(self).buffers = tuple([write(buffer, position, leaf, stored(type_)) for buffer, leaf, type_ in rows])

    def at(self, position: Any) -> Any:
        """The element of a number."""
        value = self.form.element(self.backend, self._leaves_at(position))
        _freeze(value, is_new=True)
        return value

    def put(self, position: Any, value: Any) -> None:
        """Stores an element in the place of another."""
        self.put_leaves(position, self._leaves(value))

    def put_each(self, elements: Iterable[Any], apart_from: Collection[Any]) -> None:
        """Adds some elements at the end; `apart_from` says what has them and gives way to the list."""
        if has_arrays(self):
            _check_repeated(elements)
        # Rows take the place of lists in a deque meanwhile.
        found = (elements[k] for k in range(len(elements))) if isinstance(elements, deque) else elements
        for element in found:
            self.put_last(element, apart_from)

    def put_last(self, value: Any, apart_from: Collection[Any] = ()) -> None:
        """Adds an element at the end, for which there is room; `apart_from` says what has it and gives way to this."""
        leaves = self._leaves(value, apart_from)
        writing(self).buffers = tuple([self._with_room_for_one(buffer) for buffer in self.buffers])
        self.put_leaves(self.length, leaves)
        writing(self).length = self.length + 1

    def _with_room_for_one(self, buffer: Any) -> Any:
        room, most = self.backend.buffer_room(self.backend.buffer_type(buffer)), most_of(self)
        is_enough = room is not None and type(most) is int and room >= most
        return buffer if is_enough else self.backend.buffer_resized(buffer, 1)

    def put_all(self, others: StagedList) -> None:
        """Adds the elements of another list of the same form at the end."""
        backend, buffers = self.backend, []
        for buffer, other in zip(self.buffers, others.leaf_buffers(), strict=True):
            wider = backend.buffer_resized(buffer, backend.buffer_room(backend.buffer_type(other)) or 0)
            buffers.append(backend.buffer_joined(wider, self.length, other, others.length))
        writing(self).buffers = tuple(buffers)
        writing(self).length = self.length + others.length

    def part(self, start: Any, step: Any, count: Any) -> StagedList:
        """A list of so many elements, from one on by a step."""
        buffers = [self.backend.buffer_part(buffer, start, step, count) for buffer in self.leaf_buffers()]
        return StagedList(self.backend, self.kind, self.form, count, buffers)

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

    def emptied(self) -> None:
        """Takes all elements away."""
        self.take(StagedList.of(self.backend, (), self.form, self.kind))

    def take(self, other: StagedList) -> None:
        """Has the elements of another list in place of its own."""
        self.widen_both(other)
        writing(self).buffers = other.buffers
        writing(self).length = other.length

    def copied(self, kind: type | None = None) -> StagedList:
        """Another list of the same elements."""
        if (around := log()) is not None and has_arrays(self):
            around.origins.elements_are_copied = True
        return StagedList(self.backend, kind or self.kind, self.form, self.length, self.buffers)

    def deep_copied(self) -> StagedList:
        """Another list of copies of the elements: what cannot change is its own copy."""
        if any(part.kind is Row for part in self.form.node.containers()):
            container_errors.copies_rows()
        return self.copied()

    def items(self) -> Any:
        """Its elements as the backend loops over them, each read when it is come to."""
        builtins = self.backend.builtins
        length = self.length

        def item(position: Any) -> Any:
            lengths = self.length, length
            if self.length is not length and not (all(isinstance(n, int) for n in lengths) and self.length == length):
                looped_lists.ask_positions(self)
                container_errors.length_changes_under_iterator(self)
            return self.at(position)

        return builtins[map](item, builtins[range](length))

    # Types

    def widen(self, form: Form) -> None:
        """Has elements of another form fit in as well."""
        joined = self.form.joined(self.backend, form)
        if joined is None and type(self.length) is int and self.length == 0:  # nothing is in it that has a form
            with writable(self):
                store = writing(self)
                store.form, store.buffers = form, StagedList.of(self.backend, (), form, self.kind).buffers
            return
        if joined is None:
            container_errors.cannot_be_staged(self, "its elements are not numbers or tensors of one type, made alike")
        if joined is self.form:
            return
        is_kept_otherwise = joined.has_more_strings(self.form) or joined.has_limits(self.form)
        if is_kept_otherwise or rows_of_tuples(joined.node) != rows_of_tuples(self.form.node):
            self._put_again(joined)
        else:
            self._has_form(joined, joined.buffers_of(self.backend, self.form, self.buffers))

    def spell(self, limit: tuple[int, BaseException] | None = None) -> None:
        """Has the strings in it kept by their characters, and no longer as some of a few constants.

        Args:
            limit: how many characters there are at most, and what is raised where there are more.
        """
        form = self.form.spelled(self.backend)
        self._put_again(form if limit is None else form.limited(self.backend, *limit))

    def _put_again(self, form: Form) -> None:
        made = StagedList.of(self.backend, (), form, self.kind)
        later["put each again"](self, made)
        self._has_form(made.form, made.buffers)  # which may have come to be of more kinds of strings meanwhile

    def _has_form(self, form: Form, buffers: Sequence[Any]) -> None:
        with writable(self):  # what is in it stays as it is
            store = writing(self)
            store.form, store.buffers = form, tuple(buffers)

    def widen_both(self, other: StagedList) -> None:
        """Has two lists hold elements of one form."""
        self.widen(other.form)
        other.widen(self.form)
        if not self.form.is_laid_out_as(other.form):
            container_errors.cannot_be_staged(
                self, "its elements are unlike, and those of another list are so in another order"
            )

    def _leaves(self, value: Any, apart_from: Collection[Any] = ()) -> list[Any]:
        if isinstance(value, tuple):
            value = settled_parts(take_apart(value, [])).value
        value = with_staged_rows(self.backend, _spelled(self.backend, value), self, self.form.node, element_makers[-1])
        form = form_of(self.backend, [value])
        if form is None:
            container_errors.cannot_be_staged(self, "its elements are not numbers or tensors of one type, made alike")
        self.widen(form)
        _freeze(value, apart_from=apart_from)
        return self.form.leaves(self.backend, value)

    def __repr__(self) -> str:
        return f"<a {self.kind.__name__} whose length is staged>"

    @property
    def maxlen(self) -> Any:
        """How many elements a deque has at most."""
        if self.kind is list:
            raise AttributeError("'list' object has no attribute 'maxlen'")
        return most_of(self)

    # What Python itself asks

    def _refuse(self, *given: Any, **options: Any) -> NoReturn:
        container_errors.length_is_staged()

    __len__ = __contains__ = __bool__ = __array__ = __jax_array__ = __reversed__ = __reduce_ex__ = _refuse


def is_tuple_of_staged_length(value: Any) -> bool:
    """Whether a value stands for a tuple whose length is staged."""
    if type(value) is Row:
        return value.pool.kind is tuple
    return type(value) is StagedList and value.kind is tuple


def has_arrays(value: StagedList) -> bool:
    """Whether there are arrays in the elements of a list."""
    return any(not is_scalar(type_) for type_ in value.form.types if hasattr(type_, "shape"))


lists[StagedList] = has_arrays


def put_arrays(element: Any, apart_from: Collection[Any] = ()) -> None:
    """Takes note of the arrays in what is put into a list; `apart_from` says what has them and gives way to it."""
    if (around := log()) is not None:
        for array in _arrays_in(element):
            around.origins.puts_element(array, is_held(array, apart_from))


def _check_repeated(elements: Iterable[Any]) -> None:
    """Takes note that an array is in a list more than once."""
    if (around := log()) is not None:
        arrays = [array for element in elements for array in _arrays_in(element)]
        around.origins.elements_are_shared |= len({*map(id, arrays)}) < len(arrays)


def _arrays_in(element: Any) -> list[Any]:
    leaves: list[Any] = []
    take_apart(element, leaves)
    return [leaf for leaf in leaves if may_share(leaf)]


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


later["require"] = require


def _freeze(value: Any, is_new: bool = False, apart_from: Collection[Any] = ()) -> None:
    """Keeps lists and the like in an element from changes: the buffers hold what was in them.

    Args:
        value: the element.
        is_new: whether it was read from a list, and not put into one.
        apart_from: what else has it, and gives way to the list.
    """
    around = log()
    if around is None:
        return
    tree = with_errors_opened(take_apart(value, []))
    held = [node.value for node in tree.containers() if changes_in_place(node.value) or _is_error(node)]
    if is_new:
        for array in _arrays_in(value):
            around.origins.reads_element(array)
    else:
        put_arrays(value, apart_from)
    for container in held if is_new else ():
        around.bears(container)
    around.freezes_elements(*held)


def _is_error(node: Node) -> bool:
    return issubclass(node.kind or object, BaseException)


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


def _restored(like: StagedList, label: Any, parts: Sequence[Any]) -> Any:
    """Likewise, of elements of the form that a list had when it was taken apart: it may have a wider one by now."""
    kind, form = label
    return _rebuilt(StagedList(like.backend, kind, form, like.length, like.buffers), parts)


register_composite(StagedList, Composite(components, _rebuilt, _label, mutable=True, restore=_restored, buffered=True))
register_proxy(StagedList)
of_tensors.add(StagedList)
# A pattern of a sequence then asks for the length, which is refused, where else it would not match.
Sequence.register(StagedList)

#: Types of what may become a list of staged length.
KINDS = frozenset({list, deque})

#: For how many elements of a deque with a `maxlen` there is room from the beginning.
_MOST_RESERVED = 1024


class _Bounded:
    """A kind of deques with a `maxlen`: what is called like a type, to make one of some elements."""

    most: Any

    def __new__(cls, elements: Iterable[Any] = ()) -> Any:
        return deque(elements, cls.most)


@functools.cache
def bounded(most: int) -> type:
    """The kind of deques with a `maxlen`."""
    return type("deque", (_Bounded,), {"most": most})


def bounded_by(most: Any) -> type:
    """The kind of deques with a `maxlen` that is staged."""
    kind = _by_staged.get(id(most))
    if kind is None:
        kind = _by_staged[id(most)] = type("deque", (_BoundedByTensor,), {"most": most})
    return kind


class _BoundedByTensor(_Bounded):
    def __new__(cls, elements: Iterable[Any] = ()) -> Any:
        container_errors.maxlen_is_staged()


#: The kinds of deques whose `maxlen` is staged, which hold it, by its identity.
_by_staged: WeakValueDictionary[int, type] = WeakValueDictionary()


def kind_of(values: Any) -> type:
    """The kind of staged list that stands for one of Python's: its type, and for a deque also its `maxlen`."""
    if type(values) is StagedList:
        return values.kind
    return bounded(values.maxlen) if type(values) is deque and values.maxlen is not None else type(values)


def most_of(values: StagedList) -> Any:
    """How many elements a staged list can have, if it stands for a deque with a `maxlen`."""
    return values.kind.most if issubclass(values.kind, _Bounded) else None


def may_be_staged(value: Any) -> bool:
    """Whether a list of staged length can take the place of a value."""
    return type(value) in KINDS


def form_in(backend: Backend, owner: Any, elements: Iterable[Any]) -> Form | None:
    """The form that the elements of a list have, or are to have, in which there may be lists of staged length."""
    # They may be of a region that has been traced: what texts are spelled out as is found from others made like them.
    spelled = [_spelled(backend, element, later["any like"]) for element in elements]
    form = form_of(backend, [with_staged_rows(backend, element, owner, None, any_row) for element in spelled])
    if form is None and any(is_object(opened(leaf)) for leaf in take_apart(spelled, []).leaves()):
        meet_objects()
    return form


def _spelled(backend: Backend, element: Any, like: Callable[[Backend, Node], Any] | None = None) -> Any:
    """An element, with the texts in it spelled out that show lists and strings of any length, or repeat one.

    Args:
        like: makes what is spelled out in place of such a text, if that must not be.
    """
    if type(element) is Text:
        fields = [part for part in element.parts if type(part) is Field]
        if not any(field.conversion == "*" or holds_buffers(field.node) for field in fields):
            return element
        return later["spell out"](backend, element if like is None else like(backend, take_apart(element, [])))
    if type(element) is tuple:
        return tuple([_spelled(backend, part, like) for part in element])
    return element


def is_of_buffers(effect: Effect) -> bool:
    """Whether an effect is one on the buffers of a list, of which the form of its elements tells how many there are."""
    return type(effect.location.holder) is StagedList and effect.location.key == "buffers"


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
