"""What sets do of which it is known only when the program runs what elements they have.

Such a set is a `StagedDict` whose keys are the elements. The order of a set says nothing that a program could rely on:
only what does not depend on it is staged.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from autograph.operators import aggregates, container_errors, set_orders
from autograph.operators.bools import both, either, opposite
from autograph.operators.calls import to_function
from autograph.operators.choices import is_one_of_few
from autograph.operators.comparisons import conjunction
from autograph.operators.dict_methods import delete, drop, is_staged
from autograph.operators.dicts import SETS, VIEWS_OF_PYTHON, StagedDict, maybe_absent
from autograph.operators.holders import replace
from autograph.operators.holding import Unknown
from autograph.operators.lists import StagedList
from autograph.operators.namespaces import no_attribute
from autograph.operators.observed import is_iterator
from autograph.operators.places import is_in_place
from autograph.operators.tables import backend_of_key, table_for
from autograph.staging import Backend

#: Whether what is made of two sets has an element, given whether these have it.
Rule = Callable[[Any, Any], Any]


def _first_only(one: Any, other: Any) -> Any:
    return both(one, opposite(other))


def _one_only(one: Any, other: Any) -> Any:
    return both(either(one, other), opposite(both(one, other)))


def presences(elements: Any) -> dict[Any, Any]:
    """Whether something that a set can be made of has each element that it may have."""
    if type(elements) is StagedDict:
        return {key: elements.presence(key) for key in elements.keys_in_sight()}
    if type(elements) is StagedList:
        container_errors.keys_are_staged()
    found = dict.fromkeys(elements, True)
    for element in found:
        if is_staged(element):
            container_errors.key_is_staged(elements)
    return found


def set_of(backend: Backend, kind: type, flags: dict[Any, Any]) -> StagedDict:
    """A set, given whether it has each of some elements."""
    made = StagedDict(backend, kind)
    values = {
        key: True if flag is True else maybe_absent(backend, opposite(flag), True, "the element")
        for key, flag in flags.items()
        if flag is not False
    }
    made.fill(values, [0] * len(values))
    return made


def _combined(items: StagedDict, others: Any, rule: Rule, kind: type | None = None) -> StagedDict:
    one, two = presences(items), presences(others)
    flags = {key: rule(one.get(key, False), two.get(key, False)) for key in {**one, **two}}
    return set_of(items.backend, kind or items.kind, flags)


def _operator(rule: Rule) -> tuple[Callable[..., Any], ...]:
    """An operator, the same where the other operand is Python's, and in place."""

    def forward(items: StagedDict, other: Any) -> Any:
        other = _as_set(other)
        return _combined(items, other, rule) if _is_set(other) else NotImplemented

    def reflected(items: StagedDict, other: Any) -> Any:
        if not _is_set(other):
            return NotImplemented
        if type(other) is set and is_in_place(sys._getframe(1)):
            return in_place(_in_place_of(other, items.backend), items)
        return _combined(items, other, lambda one, two: rule(two, one), type(other))

    def in_place(items: StagedDict, other: Any) -> Any:
        if items.kind is frozenset:
            return forward(items, other)
        other = _as_set(other)
        if not _is_set(other):
            return NotImplemented
        items.take(_combined(items, other, rule))
        return items

    return forward, reflected, in_place


def _in_place_of(elements: set[Any], backend: Backend) -> StagedDict:
    """The staged set that takes the place of a set which an operator like `|=` changes."""
    made = StagedDict.of(backend, elements)
    try:
        replace(elements, made)
    except Unknown as reason:
        container_errors.key_of_outside(elements, str(reason), reason.help)
    return made


def _as_set(value: Any) -> Any:
    """A view of the keys of a dict of Python's, or of its items, as a set; other values themselves."""
    return set(value) if type(value) in VIEWS_OF_PYTHON else value


def _is_set(value: Any) -> bool:
    return (value.kind if type(value) is StagedDict else type(value)) in SETS


def _method(rule: Rule, of_one: Callable[..., Any] | None) -> tuple[Callable[..., Any], Callable[..., None]]:
    """A method that combines a set with others, and the one that changes the set; `of_one` does it to one element."""

    def combine(items: StagedDict, *others: Any) -> StagedDict:
        made = items.copied()
        for other in others:
            made = _combined(made, other, rule)
        return made

    def change(items: StagedDict, *others: Any) -> None:
        for other in others:
            if of_one is None or not is_iterator(other):
                items.take(_combined(items, other, rule))
            else:
                for element in other:  # where one raises, what was done for those before it stays
                    of_one(items, element)

    return combine, change


def _comparison(holds: Rule, strict: bool = False) -> Callable[..., Any]:
    """Whether something holds of each element, given whether either set has it."""

    def compared(items: StagedDict, other: Any) -> Any:
        other = _as_set(other)
        if not _is_set(other):
            return NotImplemented
        one, two = presences(items), presences(other)
        pairs = [(one.get(key, False), two.get(key, False)) for key in {**one, **two}]
        answer = conjunction(lambda pair: holds(*pair), pairs)
        if not strict:
            return answer
        return both(answer, opposite(conjunction(lambda pair: opposite(_one_only(*pair)), pairs)))

    return compared


def _of_any(comparison: Callable[..., Any]) -> Callable[..., Any]:
    """The method of a comparison, which takes what is no set as well."""
    return lambda items, other: comparison(items, set_of(items.backend, set, presences(other)))


def _equal(items: StagedDict, other: Any) -> Any:
    other = _as_set(other)
    return _same(items, other) if _is_set(other) else False


def _add(items: StagedDict, element: Any) -> None:
    if is_one_of_few(element):
        to_function(aggregates.add_one)(items, element, element.options)
    elif (backend := backend_of_key(element)) is not None:
        table_for(items, backend, [(element,)]).put(element)
    elif is_staged(element):
        container_errors.key_is_staged(items)
    else:
        items.put(element, True)


def _discard(items: StagedDict, element: Any) -> None:
    if is_staged(element):
        to_function(aggregates.discard_one)(items, element, items.keys_in_sight())
    else:
        drop(items, element)


_same = _comparison(lambda one, two: opposite(_one_only(one, two)))
_subset = _comparison(lambda one, two: opposite(_first_only(one, two)))
_superset = _comparison(lambda one, two: opposite(_first_only(two, one)))
_disjoint = _comparison(lambda one, two: opposite(both(one, two)))

_OF_SETS: dict[str, Callable[..., Any]] = {
    "add": _add, "discard": _discard, "remove": delete, "pop": set_orders.pop,
    "__eq__": _equal, "__ne__": lambda items, other: opposite(_equal(items, other)),
    "__le__": _subset, "__ge__": _superset,
    "__lt__": _comparison(lambda one, two: opposite(_first_only(one, two)), strict=True),
    "__gt__": _comparison(lambda one, two: opposite(_first_only(two, one)), strict=True),
    "issubset": _of_any(_subset), "issuperset": _of_any(_superset), "isdisjoint": _of_any(_disjoint),
}  # fmt: skip

for _name, _word, _rule, _of_one in (
    ("or", "union", either, _add), ("and", "intersection", both, None), ("sub", "difference", _first_only, _discard),
    ("xor", "symmetric_difference", _one_only, None),
):  # fmt: skip
    for _prefix, _function in zip(("", "r", "i"), _operator(_rule), strict=True):
        _OF_SETS[f"__{_prefix}{_name}__"] = _function
    _change = "update" if _word == "union" else f"{_word}_update"
    _OF_SETS[_word], _OF_SETS[_change] = _method(_rule, _of_one)


def _by_kind(name: str, of_sets: Callable[..., Any]) -> Callable[..., Any]:
    of_dicts = getattr(StagedDict, name, None)

    def method(items: StagedDict, *given: Any, **options: Any) -> Any:
        chosen = of_sets if items.kind in SETS else of_dicts
        is_lacking = items.kind is frozenset and not name.startswith("__") and not hasattr(frozenset, name)
        if is_lacking or chosen is None or chosen is getattr(object, name, None):
            if name.startswith("__"):
                return NotImplemented
            raise no_attribute(items.kind, name, items)
        return chosen(items, *given, **options)

    return method


for _name, _function in _OF_SETS.items():
    setattr(StagedDict, _name, _by_kind(_name, _function))
