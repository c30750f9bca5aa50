"""`in`, and comparisons of tuples and lists, whose items may be staged.

Python asks each comparison of items for its truth, which a staged one does not have. Here the comparisons are joined
by logic of the backend's instead. Other comparisons are left to the values: staged ones know how to compare.
"""

from __future__ import annotations

import operator
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from types import BuiltinFunctionType, EllipsisType, FunctionType, MethodType
from typing import Any, NoReturn

from autograph import staging
from autograph.diagnostics import AutographError
from autograph.operators import container_errors, value_errors
from autograph.operators.aliases import are_same, is_linked
from autograph.operators.bools import both, either, opposite
from autograph.operators.calls import call
from autograph.operators.captures import is_made_anew
from autograph.operators.choices import ANY, Choice, later, mapped
from autograph.operators.classes import staged_method
from autograph.operators.comparators import KeyOf
from autograph.operators.dicts import StagedDict, check_hashable
from autograph.operators.dispatch import by_identity, decided, each
from autograph.operators.effects import is_logging, log, logs, without_effects
from autograph.operators.either import Either
from autograph.operators.frames import acts_for_program, hidden_frames, hide_frame
from autograph.operators.generators import is_run_through, stepped
from autograph.operators.joins import joined_kinds
from autograph.operators.kinds import (
    as_builtin,
    class_of_number,
    is_exact,
    is_number,
    is_scalar,
    is_staged_range,
    kind_of,
    made_of_bools,
    number_class,
)
from autograph.operators.links import linked_with
from autograph.operators.lists import StagedList, is_tuple_of_staged_length
from autograph.operators.namespaces import class_attribute, has_class_attribute
from autograph.operators.observed import watch_iterator
from autograph.operators.optionals import as_bool, equals, is_none, name_of_number, negated
from autograph.operators.presence import possible, settled
from autograph.operators.proxies import Proxy
from autograph.operators.rows import Row
from autograph.operators.shared_arrays import may_share
from autograph.operators.strings import String
from autograph.operators.structures import Optional, take_apart
from autograph.operators.tables import Table, backend_of_key
from autograph.operators.text import Text
from autograph.operators.truth import BUILTIN_TYPES
from autograph.operators.walks import contained
from autograph.staging import UNBOUND, backend_of, backends, count_modules, tracing_backend

_SEQUENCES = (list, tuple)
#: Types that say themselves, by `contains`, whether something is in them.
staged_containers: set[type] = set()
_KEYED: tuple[Any, ...] = (dict, set, frozenset, type({}.keys()))
_VIEWS: tuple[Any, ...] = (type({}.values()), type({}.items()))


def is_(left: Any, right: Any) -> Any:
    """`left is right`, where an operand may be None on some paths only, a staged bool, or one of several objects."""
    if left is right:
        return True
    if type(left) is type and type(right) is type:
        return False
    _refuse_made_anew(left, right, "compared by `is`")
    if is_logging() and left is not None and right is not None:
        with hidden_frames:
            links = logs()[-1].links
            refuse_to_identify(*linked_with(left, links), *linked_with(right, links), only_frozen=True)
            if is_linked(left) and is_linked(right):
                return are_same(left, right)
    if type(left) in BUILTIN_TYPES and type(right) in BUILTIN_TYPES and type(left) is not tuple:
        return False
    if not backends and count_modules() == staging.modules_seen:
        return False
    if is_logging() and may_share(left) and may_share(right) and logs()[0].origins.may_be_one(left, right):
        value_errors.is_one_of_several(left, "compared by `is`")
    if backend_of(left) is None and backend_of(right) is None:
        if is_logging() and isinstance(left, tuple) and isinstance(right, tuple) and may_be_one(left, right):
            value_errors.is_one_of_several(left, "compared by `is`")
        return False
    with hidden_frames:
        return identical(left, right)


def may_be_one(left: Any, right: Any) -> bool:
    """Whether two values may be one object when the program runs: a conditional makes another tuple, or another number,
    of the two that it chooses between.
    """
    if isinstance(left, tuple) and type(left) is type(right):
        return len(left) == len(right) and all(map(may_be_one, left, right))
    if backend_of(left) is None and backend_of(right) is None:
        return left is right or bool(left == right)
    return True


def is_not(left: Any, right: Any) -> Any:
    """`left is not right`."""
    same = is_(left, right)
    return not same if same is True or same is False else negated(same)


def refuse_to_identify(*values: Any, use: str = "compared by `is`", only_frozen: bool = False) -> None:
    """Refuses values that stand for one of several objects.

    Args:
        values: the values.
        use: what is done to them.
        only_frozen: whether those are not refused of which it is known under which conditions they are which object.
    """
    around = log()
    for value in values:
        if around is not None and (
            around.is_frozen(value) or around.is_copy(value) or (not only_frozen and around.stands_for(value))
        ):
            value_errors.is_one_of_several(value, use)


def identical(left: Any, right: Any) -> Any:
    """`left is right`, of which one is staged."""
    left, right = settled(left), settled(right)
    if left is right:
        return True
    for one, other in ((left, right), (right, left)):
        if type(one) is Either:
            return decided(one, partial(is_, other))
    if left is None or right is None:
        return is_none(right if left is None else left)
    for one, other in ((left, right), (right, left)):
        if type(one) is Optional and not one.unbound:
            same = both(negated(is_none(one)), is_(one.value, other))
            return either(same, both(is_none(left), is_none(right))) if type(other) is Optional else same
    if isinstance(left, bool) or isinstance(right, bool):
        constant, value = (left, right) if isinstance(left, bool) else (right, left)
        backend = backend_of(value)
        if type(value) is not Optional and backend is not None:
            type_ = backend.type_of(value)
            if type_ == backend.type_of(True):
                return value if constant else negated(value)
            if type_ is not None and is_scalar(type_) and "int" in joined_kinds() and kind_of(type_) == "int":
                value_errors.type_of_either(int, bool)
            if type_ is not None and kind_of(type_) != "bool":
                return False
    if _is_bool(left) and _is_bool(right):
        return left == right  # Python has one True and one False
    if isinstance(left, tuple) and isinstance(right, tuple) and any(map(is_tuple_of_staged_length, (left, right))):
        value_errors.is_one_of_several(left, "compared by `is`")
    if type(left) is Row and type(right) is Row:
        return left.pool is right.pool and equal(left.number, right.number)
    if type(left) is Choice or type(right) is Choice:
        return left == right  # members of an enumeration; of strings it depends on how they are kept
    if type(left) is Optional or type(right) is Optional:
        value_errors.may_be_none(left if type(left) is Optional else right, "asked whether it is an object")
    if is_number(left) and is_number(right):
        value_errors.is_one_of_several(left if backend_of(left) is not None else right, "compared by `is`")
    return False


def in_(item: Any, container: Any) -> Callable[[], Any]:
    """What to call for `item in container`."""
    if not backends and count_modules() == staging.modules_seen:
        return partial(operator.contains, container, item)  # nothing can be staged
    if tracing_backend() is None:
        return partial(operator.contains, container, item)
    return partial(contains, item, container)


def _is_item(item: Any, element: Any) -> Any:
    return equal(element, item)


def contains(item: Any, container: Any) -> Any:
    """`item in container`, while a program is being staged."""
    try:
        if type(item := by_identity(item)) is Either:
            return each(item, lambda one: contains(one, container))
        if type(container) is Either:
            return each(container, lambda one: contains(item, one))
        if type(container) is Optional:
            error = TypeError("argument of type 'NoneType' is not iterable")
            return contains(item, later["needed"](container, lambda: error, "searched"))
        if type(item) is Choice and item.options is ANY and type(container) is str:
            return disjunction(partial(_is_item, item), container)
        if type(container) is Choice or (type(item) is Choice and isinstance(container, str)):
            return mapped(operator.contains, container, item)
        if type(container) in (String, Text) or (type(container) is str and type(item) in (String, Text)):
            return later["spell"](operator.contains, container, item)
        if type(container) is StagedList or type(container) in staged_containers:
            return container.contains(item)
        backend = backend_of(container)
        if backend is not None:
            if is_staged_range(container) and backend_of(item) is None:
                item = as_builtin(item)
                if not isinstance(item, int):
                    return False
            if getattr(container, "shape", None) == () and "str" not in str(container.dtype):
                raise TypeError(f"argument of type '{name_of_number(container)}' is not iterable")
            member = backend.builtins.get(operator.contains)
            return item in container if member is None else member(container, item)
        kind: type = type(container)
        if issubclass(kind, _KEYED) and not (type(item) is set and issubclass(kind, (set, frozenset))):
            check_hashable(item)
        own = class_attribute(kind, "__contains__")
        if own is None and is_run_through(container, leaves_early=True):
            return call(contained)(item, container)
        if own is None:
            watch_iterator(container)
        held: Any = container
        held = list(held) if isinstance(container, (*_SEQUENCES, deque, *_VIEWS)) else []
        if type(own) is FunctionType:
            return as_bool(call(own)(container, item))
        made = stepped(container) if own is None else container
        if made is not container:
            return contains(item, made)
        # In a set or a dict, only what has the hash of the item is compared with it.
        compares = compares_staged if held else any_staged
        if not (compares(item) or compares(held) or backend_of_key(item) is not None):
            return item in container
        if kind in _VIEWS or class_attribute(kind, "__contains__") in _OWN_CONTAINS:
            return disjunction(partial(_is_item, item), container)
        if kind is range:
            return in_range(item, container.start, container.stop, container.step)
        backend = backend_of(item)
        if backend is not None and has_class_attribute(kind, "__array__"):
            return backend.builtins[any](container == item)
        if own is not None and kind.__module__ != "builtins":
            return as_bool(call(own)(container, item))
        container_errors.cannot_look_in(container)
    except BaseException as error:
        hide_frame(error)
        raise


#: How containers look for an item that compares with each of theirs, or would if it had a hash.
_OWN_CONTAINS = frozenset(kind.__contains__ for kind in (*_SEQUENCES, deque, *_KEYED))


def in_range(item: Any, start: Any, stop: Any, step: Any) -> Any:
    """`item in range(start, stop, step)`, any of them staged."""
    within: Any
    if isinstance(step, int):
        within = both(start <= item, item < stop) if step > 0 else both(item <= start, stop < item)
    else:
        up = both(step > 0, both(start <= item, item < stop))
        within = either(up, both(step < 0, both(item <= start, stop < item)))
    is_each = isinstance(step, int) and abs(step) == 1 and number_class(item) is not float
    return within if is_each else both(within, (item - start) % step == 0)


_COMPARED = (tuple, list, dict, MethodType, FunctionType, partial)


class Compared:
    """A tuple, list, dict or method that is about to be compared, while a program is being staged."""

    __slots__ = ("value",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, value: Any):
        self.value = value

    def __eq__(self, other: object) -> Any:
        return compare(operator.eq, self.value, other)

    def __ne__(self, other: object) -> Any:
        return compare(operator.ne, self.value, other)

    def __lt__(self, other: Any) -> Any:
        return compare(operator.lt, self.value, other)

    def __le__(self, other: Any) -> Any:
        return compare(operator.le, self.value, other)

    def __gt__(self, other: Any) -> Any:
        return compare(operator.gt, self.value, other)

    def __ge__(self, other: Any) -> Any:
        return compare(operator.ge, self.value, other)


def compared(value: Any) -> Any:
    """The left operand of a comparison; while a program is staged, what compares a tuple, list, dict or method."""
    kind = type(value)
    if kind is int or kind is str or tracing_backend() is None:
        return value
    # A tensor does not know what may be None, and the exact numbers of Python's.
    is_number_or_unlike = kind in _UNLIKE_NUMBERS or (kind is not Optional and is_number(value))
    is_wrapped = issubclass(kind, _COMPARED) or is_exact(value) or is_number_or_unlike
    return Compared(value) if is_wrapped else value


@acts_for_program
def compare(comparison: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    """A comparison of two values, either of which may be a tuple or list that holds staged values."""
    if is_exact(left) or is_exact(right):
        return _compared_exactly(comparison, left, right)
    if type(right) is Optional and comparison in (operator.eq, operator.ne):
        same = equals(left, right)
        return same if comparison is operator.eq else negated(same)
    if comparison in (operator.eq, operator.ne):
        if _is_unlike_number(left, right) or _is_unlike_number(right, left):
            return comparison is operator.ne
        comparable = _comparable(left, right) or type(left) is type(right) is dict
    else:
        comparable = _ordered_by_items(left, right)
    are_methods = type(left) is type(right) is MethodType
    if left is not right:
        _refuse_made_anew(left, right, "compared")
    if not are_methods and not (comparable and (compares_staged(left) or compares_staged(right))):
        return comparison(left, right)
    if comparison is operator.eq:
        return equal(left, right)
    if comparison is operator.ne:
        return opposite(equal(left, right))
    if are_methods:
        return comparison(left, right)  # which these do not have
    return _ordered(comparison, [*zip(left, right, strict=False)], comparison(len(left), len(right)))


def _is_unlike_number(value: Any, number: Any) -> bool:
    """Whether a value is one of Python's that is equal to no number, and the other a staged number."""
    return type(value) in _UNLIKE_NUMBERS and class_of_number(number) is not None


_UNLIKE_NUMBERS = frozenset({
    str, bytes, bytearray, list, tuple, dict, set, frozenset, type(None), deque, range, OrderedDict, defaultdict,
    Counter, slice, type, FunctionType, MethodType, BuiltinFunctionType, EllipsisType,
})  # fmt: skip

later["compare"] = compare


def _compared_exactly(comparison: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    """A comparison with a Decimal or a Fraction, which no system takes."""
    if backend_of(left) is None and backend_of(right) is None:
        return comparison(left, right)
    if comparison in (operator.eq, operator.ne):
        same = equal(left, right)
        return same if comparison is operator.eq else opposite(same)
    left, right = (float(value) if is_exact(value) else value for value in (left, right))
    return comparison(left, right)


def _ordered(
    comparison: Callable[[Any, Any], Any], pairs: Sequence[tuple[Any, Any]], of_equal: Any, reached: Any = True
) -> Any:
    """The comparison of the first two items that differ; `of_equal` if none do.

    Args:
        reached: whether the items are compared at all, for those before them are equal.
    """
    for place, (one, other) in enumerate(pairs):
        same = equal(one, other)
        if same is False:
            return _compared_where(reached, comparison, one, other)
        if same is not True:
            here = partial(_compared_where, both(reached, opposite(same)), comparison, one, other)
            is_next = both(reached, same)
            rest = partial(_ordered, comparison, pairs[place + 1 :], of_equal, is_next)
            if any(map(_may_be_unordered, chain.from_iterable(pairs[place:]))):
                return later["if"](same, rest, here)()
            made = [_made_where(both(reached, opposite(same)), here), _made_where(is_next, rest)]
            known = [value for value in made if value is not UNBOUND]
            if len(known) < 2:
                return known[0] if known else False
            return either(both(opposite(same), made[0]), both(same, made[1]))
    return of_equal


def _compared_where(reached: Any, comparison: Callable[[Any, Any], Any], one: Any, other: Any) -> Any:
    """The comparison of two items, which may be tuples or lists; what it raises is raised where it is made."""
    if reached is not True and _ordered_by_items(one, other):
        return _ordered(comparison, [*zip(one, other, strict=False)], comparison(len(one), len(other)), reached)
    return compare(comparison, one, other)


def _made_where(condition: Any, make: Callable[[], Any]) -> Any:
    """A comparison that is made under a condition; UNBOUND if it raises, as items without an order do: there alone."""
    try:
        return without_effects(make)
    except TypeError as error:
        backend = backend_of(condition)
        if isinstance(error, AutographError) or backend is None:
            raise
        later["require"](backend, opposite(condition), TypeError(*error.args))
        return UNBOUND


def _may_be_unordered(value: Any) -> bool:
    """Whether it depends on a tensor whether an item, or what is in it, can be compared by `<`."""
    return any(part.kind in (Optional, Either, Row, StagedList) for part in take_apart(value, []).containers())


#: Types that stand for values of Python's, and compare themselves as these do.
comparing: set[type] = {Choice, Either, Row, StagedDict, StagedList, String, Table, Text}


def equal(left: Any, right: Any) -> Any:
    """`left is right or left == right`, as containers compare what they hold."""
    if left is right:
        return True
    _refuse_made_anew(left, right, "compared")
    if type(left) is Optional or type(right) is Optional:
        return equals(left, right, equal)
    if type(left) in comparing or type(right) in comparing:
        return left == right
    if _comparable(left, right):
        if len(left) != len(right):
            return False
        return conjunction(lambda pair: equal(*pair), zip(left, right, strict=True))
    if type(left) is dict and type(right) is dict:
        if left.keys() != right.keys():
            return False
        return conjunction(lambda entry: equal(entry[1], right[entry[0]]), left.items())
    if type(left) is type(right) is MethodType:
        return _are_one_method(left, right)
    staged, plain = (left, right) if backend_of(left) is not None else (right, left)
    backend, plain = backend_of(staged), as_builtin(plain)
    if is_exact(plain) and backend is not None:
        return False
    if backend is None or staged_method(plain, "__eq__") is not None:
        return as_bool(left == right)
    type_, staged_type = backend.type_of(plain), backend.type_of(staged)
    if type_ is None or staged_type is None:
        return False
    if backend.join(type_, staged_type) is None:
        if isinstance(plain, bool):
            return staged == int(plain)
        if isinstance(plain, (int, float)):
            return False if plain not in (0, 1) or isinstance(plain, float) else _of_bool(staged, plain)
        if backend_of(plain) is None:
            return False
    return staged == plain if staged is left else plain == staged


def _refuse_made_anew(left: Any, right: Any, use: str) -> None:
    """Refuses to compare two functions, or exceptions, one of which was put together: they may be one or two."""
    if type(left) is not type(right) or left is None:
        return
    around = log() if issubclass(type(left), BaseException) else None
    if around is not None and (around.is_frozen(left) or around.is_frozen(right)):
        value_errors.identifies_an_error(left, use)
    if is_made_anew(left) or is_made_anew(right):
        value_errors.is_one_of_several(left, use)


def _are_one_method(left: Any, right: Any) -> Any:
    """`left == right` of two methods of objects: whether they are one, and the objects."""
    return left.__func__ == right.__func__ and is_(left.__self__, right.__self__)


def _is_bool(value: Any) -> bool:
    """Whether a value is a staged bool."""
    backend = None if issubclass(type(value), Proxy) else backend_of(value)
    return backend is not None and backend.type_of(value) == backend.type_of(True)


def any_staged(value: Any) -> bool:
    """Whether a value, or anything in a tuple, list or dict of such, is staged."""
    kind = type(value)
    if kind is list or issubclass(kind, tuple):
        return any(map(any_staged, value))
    if kind is dict:
        return any(map(any_staged, value.values()))
    return backend_of(value) is not None


def compares_staged(value: Any) -> bool:
    """Whether what comes of a comparison of a value may be staged: the value is, or its class compares itself."""
    kind = type(value)
    if kind is list or issubclass(kind, tuple):
        return any(map(compares_staged, value))
    if kind is dict:
        return any(map(compares_staged, value.values()))
    if kind is MethodType:
        return is_linked(value.__self__)
    if is_made_anew(value):
        return True
    return backend_of(value) is not None or any(staged_method(value, name) is not None for name in ("__eq__", "__lt__"))


def precedes(reverse: Any, one: Any, other: Any) -> Any:
    """Whether one value comes before another in an order, which may be reversed: that may be staged."""
    backend = backend_of(reverse)
    if backend is None:
        return compare(operator.lt, *((other, one) if reverse else (one, other)))
    is_reversed = backend.builtins[bool](reverse)
    first, last = compare(operator.lt, one, other), compare(operator.lt, other, one)
    return either(both(is_reversed, last), both(opposite(is_reversed), first))


def order_of(key: KeyOf) -> Callable[[Any, Any, Any], Any]:
    """`precedes`, of values that the function of a key compares."""
    return lambda reverse, one, other: precedes(reverse, key.comparison(one, other), 0)


def number(value: Any) -> Any:
    """A value that takes part in arithmetic: a staged bool as an integer."""
    backend = backend_of(value)
    if backend is None:
        return value
    type_, boolean = backend.type_of(value), backend.type_of(True)
    if type_ is None or backend.join(type_, boolean) != type_:
        return value
    made = backend.builtins[int](value)
    made_of_bools[made] = value
    return made


later["number"] = number


def inverted(value: Any) -> Any:
    """The operand of `~`, which is an integer to Python where it is a bool, and a bool to the systems."""
    if any(type(one) not in BUILTIN_TYPES and class_of_number(one) is bool for one in _values_of(value)):
        with hidden_frames:
            value_errors.inverts_a_bool()
    return value


def _values_of(value: Any) -> Iterator[Any]:
    """What a value may be that is one of several, or may be None."""
    if type(value) is Optional:
        yield from _values_of(value.value)
    elif type(value) is Either:
        for option in possible(value):
            yield from _values_of(option.value)
    else:
        yield value


def _comparable(left: Any, right: Any) -> bool:
    """Whether both are lists or both tuples, which compare item by item."""
    return any(
        isinstance(left, kind) and isinstance(right, kind) and type(left).__eq__ is kind.__eq__ is type(right).__eq__
        for kind in _SEQUENCES
    )


def _ordered_by_items(left: Any, right: Any) -> bool:
    """Whether the first items that differ say which of two lists or tuples comes first."""
    return _comparable(left, right) and not (_has_own_order(type(left)) or _has_own_order(type(right)))


def _has_own_order(kind: type) -> bool:
    """Whether a class of lists or tuples says itself which of two comes first."""
    if kind in _SEQUENCES or not issubclass(kind, _SEQUENCES):
        return False
    methods = [(base.__dict__.get(name), base) for name in _ORDER for base in kind.__mro__ if name in base.__dict__]
    return any(base not in _SEQUENCES and base is not object and method not in of_items for method, base in methods)


_ORDER = ("__lt__", "__le__", "__gt__", "__ge__")
#: Methods that stand for those of tuples.
of_items: set[Any] = set()


def _of_bool(staged: Any, number: int) -> Any:
    """Whether a staged value, which may be a bool, is 0 or 1."""
    return staged if number else opposite(staged)


def conjunction(holds: Callable[[Any], Any], items: Iterable[Any]) -> Any:
    """Whether something holds of all items: as soon as it does not of one for sure, the others are not asked."""
    return _of_each(holds, list(items), True, both)


def disjunction(holds: Callable[[Any], Any], items: Iterable[Any]) -> Any:
    """Whether something holds of any item, likewise."""
    return _of_each(holds, list(items), False, either)


class _HasEffects(Exception):
    """What a program might not ask changes something."""


def _has_effects(changed: Any) -> NoReturn:
    raise _HasEffects


def _of_each(holds: Callable[[Any], Any], items: list[Any], goes_on: bool, joined: Callable[[Any, Any], Any]) -> Any:
    answer: Any = goes_on
    for place, item in enumerate(items):
        ask = partial(holds, item)
        try:  # where the answer so far is staged, a program might not ask
            value = ask() if backend_of(answer) is None else without_effects(ask, _has_effects)
        except _HasEffects:
            ways = [partial(_of_each, holds, items[place:], goes_on, joined), lambda: not goes_on]
            return later["if"](answer, *(ways if goes_on else ways[::-1]))()
        if value is (not goes_on):
            return value
        answer = joined(answer, value)
    return answer
