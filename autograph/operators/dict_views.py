"""What goes over a dict of staged keys: its views, loops and builtins.

Where the order of the keys is known, a loop is unrolled: each key is looked at if it is there. Otherwise they are a
list of staged length, sorted by their stamps. The loops are functions of `autograph.operators.aggregates`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NoReturn

from autograph.operators import aggregates, container_errors
from autograph.operators.bools import opposite
from autograph.operators.calls import call, to_function
from autograph.operators.comparisons import compare, equal, staged_containers
from autograph.operators.dict_methods import contains, in_any_order
from autograph.operators.dicts import SETS, StagedDict, truth
from autograph.operators.effects import logging_part
from autograph.operators.forms import form_of
from autograph.operators.lists import StagedList, require
from autograph.operators.logical import and_test, or_test
from autograph.operators.namespaces import no_attribute
from autograph.operators.presence import is_present
from autograph.operators.raising import can_raise
from autograph.operators.set_methods import presences, set_of
from autograph.operators.structures import Optional
from autograph.staging import Backend, backend_of, register_proxy


class View:
    """`keys()`, `values()` or `items()` of a dict of staged keys, which are those that it has when it is asked.

    Attributes:
        owner: the dict.
        element: what there is for a key.
    """

    __slots__ = ("element", "owner")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, owner: StagedDict, element: Callable[[StagedDict, Any], Any]):
        self.owner = owner
        self.element = element

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """The class of views that it stands for."""
        return _CLASSES[self.element]

    def __getattr__(self, name: str) -> NoReturn:
        raise no_attribute(self.__class__, name, self)

    @property
    def backend(self) -> Backend:
        """On which the dict is staged."""
        return self.owner.backend

    def _refuse(self, *given: Any) -> NoReturn:
        container_errors.keys_are_staged()

    def __iter__(self) -> Iterator[Any]:
        container_errors.keys_are_staged()
        yield  # so that `{**d}`, which asks for an iterator first, says so as well

    __len__ = __contains__ = __bool__ = __reversed__ = isdisjoint = _refuse
    __eq__ = __ne__ = __and__ = __or__ = __sub__ = __xor__ = __rand__ = __ror__ = __rsub__ = _refuse


def _key(items: StagedDict, key: Any) -> Any:
    return key


def _item(items: StagedDict, key: Any) -> Any:
    return key, items.value(key)


def _keys(items: StagedDict) -> View:
    return View(items, _key)


def _values(items: StagedDict) -> View:
    return View(items, StagedDict.value)


def _items(items: StagedDict) -> View:
    return View(items, _item)


register_proxy(View)
#: What views are, by what there is in them for a key.
_CLASSES: dict[Any, type] = {_key: type({}.keys()), StagedDict.value: type({}.values()), _item: type({}.items())}
#: Of which `for` goes over what they have.
ITERABLES = frozenset({StagedDict, View})


def view_of(value: Any) -> View:
    """A view of a dict, which stands for its keys; a view itself."""
    return _keys(value) if type(value) is StagedDict else value


def listed(value: Any) -> Any:
    """What a dict or a view of one goes over, as a list; staged, unless it is known what keys there are."""
    view = view_of(value)
    items = view.owner
    if items.kind in SETS and len(items.entries) > 1:
        container_errors.order_of_a_set()
    order = items.order()
    known = items.keys_in_sight() if order is None else order
    found = _of_keys(items, known, lambda key: view.element(items, key))
    if order is None:
        stamps = _of_keys(items, known, lambda key: items.stamps[key])
        if type(found) is not StagedList:  # the keys are known, and their order is not
            found, stamps = _staged_list(items, found), _staged_list(items, stamps)
        to_function(aggregates.sorted_in_place)(found, stamps, operator.lt, compare)
    return found


def _of_keys(items: StagedDict, keys: Iterable[Any], element: Callable[[Any], Any]) -> Any:
    return to_function(aggregates.of_keys)(items, keys, element)


def _staged_list(items: StagedDict, elements: Any) -> Any:
    form = form_of(items.backend, elements)
    if form is None:
        container_errors.keys_are_staged()
    return StagedList.of(items.backend, elements, form)


def steps(value: Any) -> list[tuple[Any, Callable[[], Any]]] | None:
    """The elements of a dict or a view in order: whether each is there, and how it is made.

    None if the order is staged.
    """
    view = view_of(value)
    items = view.owner
    order = items.order()
    if order is None:
        return None
    return [(items.presence(key), partial(view.element, items, key)) for key in order]


def is_set(value: Any) -> bool:
    """Whether what is looped over is a set, of which the order says nothing."""
    return view_of(value).owner.kind in SETS


def flags_of(value: Any) -> dict[Any, Any]:
    """What says whether a dict has its keys, by key: the same objects as long as nobody changes that."""
    items = view_of(value).owner
    return {key: _flag(items.entries[key]) for key in items.keys_in_sight()}


def _flag(entry: Any) -> Any:
    return entry.absent if type(entry) is Optional and entry.unbound and is_present(entry) is None else None


def _most_common(counts: StagedDict, n: Any = None) -> Any:
    found = call(sorted)(_items(counts), key=operator.itemgetter(1), reverse=True)
    return to_function(aggregates.at_most)(found, n)


for _name, _method in {
    "keys": _keys, "values": _values, "items": _items, "most_common": _most_common,
    "total": lambda items: call(sum)(_values(items)),
}.items():  # fmt: skip
    setattr(StagedDict, _name, _method)


# Builtins


def _dict(source: Any, /, **more: Any) -> Any:
    if type(source) is StagedDict:
        made = source.copied(dict)
    else:
        made = StagedDict(source.backend, dict)
        made.update(listed(source) if type(source) is View else source)  # type: ignore[attr-defined]
    made.update(**more)  # type: ignore[attr-defined]
    return made


def _over_list(function: Any) -> Callable[..., Any]:
    """A builtin which is given what a dict or a view goes over as a list."""

    def apply(*given: Any, **options: Any) -> Any:
        return call(function)(*[listed(value) if type(value) in ITERABLES else value for value in given], **options)

    return apply


def _sorted(value: Any, *, key: Any = None, reverse: bool = False) -> Any:
    view = view_of(value)
    items, order = view.owner, view.owner.order()
    if items.kind in SETS:  # which are in that order
        found = _of_keys(items, order or (), lambda key: view.element(items, key))
        if key is None:
            return call(sorted)(found, reverse=True) if reverse else found
        key = partial(without_effects, call(key))
        return in_an_order(call(sorted)(found, key=key, reverse=reverse), key)
    found = listed(value)
    if key is None or order is None or type(found) is not StagedList:
        return call(sorted)(found, key=key, reverse=reverse)
    # Each key is found where it is known that there is one: `sorted(d, key=d.get)`.
    function = call(key)
    keys = _of_keys(items, order, lambda key: function(view.element(items, key)))
    to_function(aggregates.sorted_in_place)(found, keys, operator.gt if reverse else operator.lt, compare)
    return found


def without_effects(part: Any, item: Any) -> Any:
    """What is made of an item, one of several in no order. Refuses effects."""
    with logging_part() as effects:
        made = part(item)
    if effects.effects():
        container_errors.order_of_a_set("what is done for each element has effects, in that order")
    return made


def in_an_order(found: Any, key: Any) -> Any:
    """What was sorted of a set, if the keys are such that its own order does not matter. Refuses it otherwise."""
    tied = to_function(aggregates.repeats)(found, key)
    backend = backend_of(tied)
    if backend is not None and can_raise(backend):
        require(backend, opposite(tied), container_errors.keys_are_tied())
    elif backend is not None or tied:
        container_errors.order_of_a_set("the keys of two elements may be equal, and these stay in the order of the set")
    return found


def _set(kind: type, value: Any) -> Any:
    if type(value) is View:
        value = value.owner if value.element is _key else listed(value)
    backend = value.backend if type(value) is StagedDict else None
    return kind(value) if backend is None else set_of(backend, kind, presences(value))


def _length(value: Any, *rest: Any) -> Any:
    return view_of(value).owner.size()


#: What builtins make of a dict of staged keys or a view of one.
FORMS: dict[Any, Callable[..., Any]] = {
    len: _length,
    bool: lambda value: truth(view_of(value).owner),
    list: listed,
    sorted: _sorted,
    **{function: _over_list(function) for function in (tuple, map, zip, enumerate, reversed, filter)},
    dict: _dict,
    set: lambda value: _set(set, value),
    frozenset: lambda value: _set(frozenset, value),
}


def takes(function: Any, args: tuple[Any, ...]) -> bool:
    """Whether a builtin of `FORMS` is given what it has a form for."""
    return any(type(value) in ITERABLES or (type(value) is StagedList and function is dict) for value in args)


def in_view(view: View, item: Any) -> Any:
    """`item in view`."""
    items = view.owner
    if view.element is _key:
        return contains(items, item)
    found: Any = False
    for key in in_any_order(items):
        same = equal(view.element(items, key), item)
        found = or_test(found, and_test(same, partial(items.presence, key)))()
    return found


View.contains = in_view  # type: ignore[attr-defined]
staged_containers.update(ITERABLES)
