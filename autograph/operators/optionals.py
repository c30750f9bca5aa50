"""What is None on one path and something else on another, in expressions of the user's.

`is None` and `==` look at the flag, and so does truth. Whatever else is done with it needs the value: it is taken
where a test has shown that it is there, and elsewhere with a check, which raises what Python would when the program
runs and finds None. A system that cannot raise refuses such a use.
"""

from __future__ import annotations

import dis
import functools
import inspect
import itertools
import operator
import sys
from array import array
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from types import BuiltinFunctionType, EllipsisType, FrameType, FunctionType, GeneratorType, MethodType, ModuleType
from typing import Any

from autograph.diagnostics import StagingError
from autograph.operators import call_errors, dicts, places, refusals, value_errors
from autograph.operators.call_sites import reads_attribute
from autograph.operators.choices import Choice, is_constant, later, mapped, number_of
from autograph.operators.classes import are_replaced, package_of
from autograph.operators.conditionals import choose
from autograph.operators.dicts import StagedDict
from autograph.operators.dispatch import attribute_of, check_operator, each
from autograph.operators.effect_errors import refuse_iterator
from autograph.operators.effects import Claim, log, logs
from autograph.operators.either import Either
from autograph.operators.frames import acts_for_program, hidden_frames, hide_frame
from autograph.operators.kinds import class_of_number, is_staged_range
from autograph.operators.lists import StagedList, truth
from autograph.operators.managers import entering
from autograph.operators.namespaces import has_class_attribute
from autograph.operators.observed import BUILTIN, is_iterator
from autograph.operators.operands import asking_for_kinds, check_no_number, example_of
from autograph.operators.origin import raised_by
from autograph.operators.own_truth import truth_of_object
from autograph.operators.presence import claim_of, claimed, learn, negation, settled, settled_parts
from autograph.operators.proxies import Proxy, attribute
from autograph.operators.raising import can_raise, every_path_raises, stage_raise
from autograph.operators.row_results import WITH_ROWS, WithRows, with_pools
from autograph.operators.rows import Row
from autograph.operators.stores import Forwarding, optional_stores, writing
from autograph.operators.strings import String
from autograph.operators.structures import (
    Known,
    Node,
    Optional,
    has_identity,
    has_more_than_items,
    is_extended_container,
    is_object,
    is_option,
    opened,
    put_together,
    take_apart,
)
from autograph.operators.tables import Table, check_orders
from autograph.operators.text import Text
from autograph.source.build import converted_codes
from autograph.staging import SYSTEMS, Backend, backend_of, composites, tracing_backend


def is_none(value: Any) -> Any:
    """`value is None`."""
    value = settled(value)
    return value is None if type(value) is not Optional else _absence(_bound(value))


def negated(condition: Any) -> Any:
    """`not condition`, of a bool that may be staged."""
    backend = backend_of(condition)
    if backend is None:
        return not condition
    return claimed(backend.logical_not(condition), negation(claim_of(condition)))


def truth_of(value: Any) -> Any:
    """What has the truth of a value: the value itself, unless it is an optional, or its class says what is true."""
    value = settled(value)
    if type(value) is Either:
        return each(value, as_bool)
    if type(value) is Choice:
        return mapped(bool, value)
    if type(value) is String or type(value) is Text:
        return later["truth"](value)
    if type(value) is StagedList:
        return truth(value)
    if type(value) is StagedDict:
        return dicts.truth(value)
    if type(value) is Table:
        return truth(value.entries)
    if type(value) is Row:
        return value.truth()
    if is_staged_range(value):
        return later["call"](len)(value) > 0
    if type(value) is not Optional:
        return truth_of_object(value) if are_replaced() and backend_of(value) is None else value
    value = _bound(value)
    if type(value) is not Optional:
        return truth_of(value)
    present: list[Any] = []

    def truth_where_present() -> list[Any]:
        present[:] = [as_bool(value.value)]
        return present

    (found,) = choose(
        value.backend, _absence(value), lambda: [False], truth_where_present, ["the condition"], "conditional"
    )
    is_never_false = bool(present) and present[0] is True  # as objects are, mostly: what is false is None
    return claimed(found, Claim(((value, True),), ((value, False),) if is_never_false else ()))


def as_bool(value: Any) -> Any:
    """The truth of a value as a bool, staged or not."""
    truth = truth_of(value)
    backend = backend_of(truth)
    if backend is None:
        return bool(truth)
    return claimed(backend.builtins[bool](truth), claim_of(truth))


def bound(value: Any) -> Any:
    """The value of a local variable that may have none: reading it is an error where the program finds that."""
    return _bound(value) if type(value) is Optional else value


def free(value: Any) -> Any:
    """The value of a variable of a function around the one that reads it, which may have none."""
    if type(value) is not Optional or not value.unbound:
        return value
    text = f"cannot access free variable '{value.name}' where it is not associated with a value in enclosing scope"
    return needed(value, lambda: NameError(text, name=value.name), "read")


def needed(optional: Optional, error: Callable[[], Exception], use: str) -> Any:
    """The value of an optional.

    Args:
        error: what Python raises where it is None.
        use: what is done with it, for messages.
    """
    value = settled(optional)
    if type(value) is not Optional:
        if value is None:
            raise error()
        if (around := log()) is not None:
            around.watches(value)  # it may be changed by what it is needed for
        return value
    if not can_raise(value.backend):
        value_errors.may_be_none(value, use)
    missing = unbound(value.name) if value.unbound and use != "read" else error()

    def absent() -> list[Any]:
        stage_raise(value.backend, missing)
        raise every_path_raises()

    absence = _absence(value)
    (found,) = choose(value.backend, absence, absent, lambda: [value.value], [value.name], "conditional")
    learn(claim_of(absence).if_false)
    if type(found) is not Optional and (around := log()) is not None:
        around.watches(found)
    is_read = use == "read" and value.unbound  # what a variable has may be None
    return needed(found, error, use) if type(found) is Optional and not is_read else found


later["needed"] = needed


def _present(optional: Optional, error: Exception) -> Any:
    """The value of an attribute that an object may not have; where it has none, that is an error."""

    def absent() -> list[Any]:
        stage_raise(optional.backend, error)
        raise every_path_raises()

    absence = _absence(optional)
    (found,) = choose(optional.backend, absence, absent, lambda: [optional.value], [optional.name], "conditional")
    learn(claim_of(absence).if_false)
    return found


later["present"] = _present


def as_index(sequence: Any, key: Any) -> Any:
    """The index of an item of a sequence: None is no index, and what may be None is one where it is not."""
    if type(key) is not Optional:
        return key
    kind = sequence.__class__.__name__
    kinds, shown = _INDICES.get(kind, (f"{kind} indices must be integers or slices", "NoneType"))
    return needed(key, lambda: TypeError(f"{kinds}, not {shown}"), "an index")


#: What Python says that the indices of a sequence must be, and how it names what they are not.
_INDICES = {
    "str": ("string indices must be integers", "'NoneType'"),
    "deque": ("sequence index must be integer", "'NoneType'"),
    "bytes": ("byte indices must be integers or slices", "NoneType"),
}


def _absence(optional: Optional) -> Any:
    return claimed(optional.absent, Claim(((optional, False),), ((optional, True),)))


def _bound(optional: Optional) -> Any:
    return needed(optional, lambda: unbound(optional.name), "read") if optional.unbound else optional


def unbound(name: str) -> UnboundLocalError:
    """What Python raises for a local variable without a value."""
    return UnboundLocalError(
        f"cannot access local variable '{name}' where it is not associated with a value", name=name
    )


# Calls of what is not converted


#: Builtins that work with the value of what they are given.
WORKING = frozenset(
    {abs, bool, complex, divmod, enumerate, filter, float, int, iter, len, list, map, max, min, next, pow, range,
     reversed, round, sorted, sum, tuple, zip, any, all}
)  # fmt: skip


#: What Python says of None where a builtin is given it.
_SAID_OF_NONE = {
    "abs": "bad operand type for abs(): 'NoneType'",
    "float": "float() argument must be a string or a real number, not 'NoneType'",
    "int": "int() argument must be a string, a bytes-like object or a real number, not 'NoneType'",
    "len": "object of type 'NoneType' has no len()",
    "next": "'NoneType' object is not an iterator",
    "range": "'NoneType' object cannot be interpreted as an integer",
    "reversed": "'NoneType' object is not reversible",
    "round": "type NoneType doesn't define __round__ method",
    **dict.fromkeys(
        ("all", "any", "enumerate", "filter", "iter", "list", "map", "max", "min", "sorted", "sum", "tuple", "zip"),
        "'NoneType' object is not iterable",
    ),
}


#: Builtins that show a value in a text, be it None or not.
_MAKING_TEXT = frozenset({str, repr, ascii, format, type})


def passing_values(
    function: Any, form: Callable[..., Any], called: Callable[[Any], Callable[..., Any]]
) -> Callable[..., Any]:
    """What to call for a function that is not converted, where an argument may be an optional.

    Args:
        function: what the program calls.
        form: what is called for it.
        called: gives what to call for a function, on a path on which an argument is known.
    """
    if isinstance(function, type) and function.__module__ != "builtins" and function not in _TAKING_NONE:
        return form  # an object of the user's keeps it as it is
    if type(function) is FunctionType and package_of(function) == "autograph":
        return form

    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            kinds = {*map(type, args), *map(type, kwargs.values())}
            if Optional not in kinds and Either not in kinds:
                return form(*args, **kwargs)
            if type(function) in BUILTIN and function in _TAKING_NONE:
                given = [*args, *kwargs.values()]
                if (place := next((k for k in range(1, len(given)) if type(given[k]) is Optional), None)) is not None:
                    return _with_and_without(call, args, kwargs, given, place)
            if Either in kinds and not _keeps(function):
                return _with_each(function, form, called, args, kwargs)
            take = _taken_by(function, args)
            keep = settled if function is dict else take  # whose keywords are keys
            needing = 1 if function is next else len(args)  # what is there in place of an item may be None
            args = *map(take, args[:needing]), *map(settled, args[needing:])
            kwargs = {name: settled(value) if name == "default" else keep(value) for name, value in kwargs.items()}
            if Either in {*map(type, args), *map(type, kwargs.values())} and not _keeps(function):
                return _with_each(function, form, called, args, kwargs)  # it may have been None or one of several
            return form(*args, **kwargs)
        except BaseException as error:
            hide_frame(error)
            raise

    return call


#: What may be given None in the place of any argument but the first.
_TAKING_NONE = frozenset({round, itertools.accumulate, itertools.permutations})


def _with_and_without(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], given: list[Any], place: int
) -> Any:
    """What a function returns that is given None in one place, or the value of an optional."""

    def of(value: Any) -> Any:
        values = [*given[:place], value, *given[place + 1 :]]
        return function(*values[: len(args)], **dict(zip(kwargs, values[len(args) :], strict=True)))

    return later["if"](_absence(given[place]), lambda: of(None), lambda: of(given[place].value))()


def _with_each(
    function: Any,
    form: Callable[..., Any],
    called: Callable[[Any], Callable[..., Any]],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> Any:
    """What a function returns, one of whose arguments is one of several values."""
    if function is vars or (function is getattr and args[1:2] == ("__dict__",)):
        value_errors.asks_for_namespace(args[0])
    given = [*args, *kwargs.values()]
    place = next(k for k, value in enumerate(given) if type(value) is Either)

    def of_one(value: Any) -> Any:
        values = [*given[:place], value, *given[place + 1 :]]
        if type(function) in BUILTIN and function in _OF_NO_NUMBERS and place == 0:
            check_no_number(function, value)
        elif type(function) is BuiltinFunctionType and function.__module__ == "_operator":
            check_operator(function, *values)
        if not is_iterator(value):
            are_known = type(function) in BUILTIN and all(type(known) in _KNOWN for known in values)
            run = functools.partial(_called, function) if are_known else called(function)
        else:  # which the other path does not have, and may be advanced
            _advances_once(value)
            run = passing_values(function, form, called)
        return run(*values[: len(args)], **dict(zip(kwargs, values[len(args) :], strict=True)))

    try:
        return each(given[place], of_one)
    except StagingError as error:
        if error.code != "AG012" or not isinstance(given[place].error, refusals.AskingForPools):
            raise
        refusals.forget(error)  # an iterator over each, say, where all lists can be rows of one pool
        given[place].refuse()


@acts_for_program
def _called(function: Any, *args: Any, **kwargs: Any) -> Any:
    """What a builtin returns that is given what is known."""
    return function(*args, **kwargs)


#: Classes of what is known while a program is staged, and cannot change.
_KNOWN = frozenset({bool, int, float, str, bytes, type, type(None)})

#: Builtins that take no numbers.
_OF_NO_NUMBERS = frozenset({len, list, tuple, set, frozenset, sorted, sum, any, all, iter, reversed, enumerate, ord})


def _advances_once(iterator: Any) -> None:
    """Refuses an iterator that was advanced where the same path was traced before; generators begin anew."""
    if type(iterator) is GeneratorType:
        return
    root = logs()[0]
    if any(iterator is known for known in root.advanced):
        refuse_iterator(iterator)
    root.advanced.append(iterator)


def _keeps(function: Any) -> bool:
    """Whether a function keeps what it is given as it is, or knows what is one of several."""
    kind = type(function)
    holder = function.__self__ if kind in (BuiltinFunctionType, MethodType, type([].__len__)) else None
    name = getattr(function, "__name__", "")
    if kind is MethodType:
        looks_for_none = type(holder) in (StagedDict, StagedList, Row) and name.lstrip("_") in _LOOKING_FOR
        return type(holder) in (StagedDict, StagedList, Row, Table) and not looks_for_none
    is_asking = kind is BuiltinFunctionType and function in (callable, hasattr, id)
    return is_asking or (isinstance(holder, (list, deque, dict, str)) and name not in _LOOKING_FOR)


#: Methods of containers that look for what they are given.
_LOOKING_FOR = frozenset({"get", "index", "count", "remove", "pop", "__getitem__", "__contains__"})


def _stands_in_converted_code(generator: Any) -> bool:
    """Whether a generator of converted code stands at a `yield`."""
    if type(generator) is not GeneratorType or generator.gi_code not in converted_codes:
        return False
    return inspect.getgeneratorstate(generator) == inspect.GEN_SUSPENDED


def _taken_by(function: Any, args: tuple[Any, ...] = ()) -> Callable[[Any], Any]:
    name = getattr(function, "__name__", type(function).__name__)
    kind = type(function)
    if _keeps(function) or (kind in BUILTIN and function in _MAKING_TEXT):
        return settled  # it is kept as it is, or shown
    if kind is BuiltinFunctionType and name == "get" and isinstance(function.__self__, dict):
        return settled  # None may be a key, too
    if kind is BuiltinFunctionType and name == "send" and _stands_in_converted_code(function.__self__):
        return settled
    inner = function.__func__ if kind is MethodType else function
    module = inner.__globals__.get("__name__") if type(inner) is FunctionType else getattr(inner, "__module__", None)
    works = inner in WORKING if kind in BUILTIN else False
    systems = module if isinstance(module, str) else type(inner).__module__

    def take(value: Any) -> Any:
        value = settled(value)
        if type(value) is not Optional:
            return value
        if inner is bool:
            return as_bool(value)
        if not works and systems.partition(".")[0] not in SYSTEMS:
            value_errors.may_be_none(value, f"passed to `{name}`, which is not converted")
        text = _SAID_OF_NONE.get(name, f"{name}() argument must be a number, not 'NoneType'")
        if works and inner in (max, min) and len(args) > 1:
            text = str(raised_by(inner, *[None if one is value else example_of(one) for one in map(settled, args)]))
        return needed(value, lambda: TypeError(text), f"passed to `{name}`")

    return take


# What an optional does itself


def class_name(value: Any) -> str:
    """What Python's messages call the class of a value."""
    backend = backend_of(value)
    if backend is None:
        return type(value).__name__
    if type(value) is Optional:
        return class_name(value.value)
    return name_of_number(value)


def name_of_number(value: Any) -> str:
    """The class of Python's that a staged number stands for."""
    dtype = str(getattr(getattr(value, "dtype", None), "name", getattr(value, "dtype", "")))
    return "bool" if dtype.startswith("bool") else "float" if "float" in dtype else "int"


def _other(value: Any, error: Callable[[], Exception], use: str) -> Any:
    return needed(value, error, use) if type(value) is Optional else value


def _binary(name: str, symbol: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    apply = getattr(operator, name)

    def message(left: Any, right: Any) -> Callable[[], Exception]:
        one, two = ("NoneType" if side is None else class_name(side) for side in (left, right))
        return lambda: TypeError(f"unsupported operand type(s) for {symbol}: '{one}' and '{two}'")

    def forward(self: Any, other: Any) -> Any:
        value = needed(self, message(None, None if other is self else other), f"an operand of `{symbol}`")
        other = _other(other, message(value, None), f"an operand of `{symbol}`")
        return apply(later["defined"](apply, value, other), other)

    def reflected(self: Any, other: Any) -> Any:
        value = needed(self, message(other, None), f"an operand of `{symbol}`")
        return apply(later["defined"](apply, other, value), value)

    return forward, reflected


def _operand_of_update(holder: Any, symbol: str, value: Optional) -> Any:
    """The operand of `number += value`, of which Python's error tells where it is None; others see to it themselves."""
    if type(holder) is Either:
        return each(holder, lambda one: _operand_of_update(one, symbol, value))
    if type(holder) not in (bool, int, float, complex) and class_of_number(holder) is None:
        return value

    def error() -> Exception:
        asking_for_kinds[-1](holder)
        return TypeError(f"unsupported operand type(s) for {symbol}: '{class_name(holder)}' and 'NoneType'")

    return needed(value, error, f"an operand of `{symbol}`")


later["operand of update"] = _operand_of_update


def _updating(name: str, symbol: str) -> Callable[..., Any]:
    apply = getattr(operator, f"__i{name}__")

    def update(self: Any, other: Any) -> Any:
        other = settled(other)
        kind = "NoneType" if other is None or other is self else class_name(other)
        error = lambda: TypeError(f"unsupported operand type(s) for {symbol}=: 'NoneType' and '{kind}'")  # noqa: E731
        value = needed(self, error, f"updated by `{symbol}=`")
        if backend_of(value) is not None or not has_class_attribute(type(value), f"__{apply.__name__}__"):
            return apply(later["defined"](apply, value, other), other)
        return later["call"](getattr(value, f"__{apply.__name__}__"))(other)

    return update


def _ordering(name: str, symbol: str) -> Callable[..., Any]:
    apply = getattr(operator, name)

    def message(left: Any, right: Any) -> Callable[[], Exception]:
        one, two = ("NoneType" if side is None else class_name(side) for side in (left, right))
        return lambda: TypeError(f"'{symbol}' not supported between instances of '{one}' and '{two}'")

    def compared(self: Any, other: Any) -> Any:
        value = needed(self, message(None, other), f"an operand of `{symbol}`")
        other = _other(other, message(value, None), f"an operand of `{symbol}`")
        return later["compare"](apply, value, other)

    return compared


def _unary(name: str, symbol: str) -> Callable[..., Any]:
    apply = getattr(operator, name)

    def method(self: Any) -> Any:
        error = lambda: TypeError(f"bad operand type for {symbol}: 'NoneType'")  # noqa: E731
        return apply(needed(self, error, f"the operand of {symbol}"))

    return method


def equals(left: Any, right: Any, compare: Callable[[Any, Any], Any] | None = None) -> Any:
    """`left == right`, either of which is an optional: None equals None alone.

    Args:
        left, right: the values.
        compare: what compares those that they are, if that is not `==`.
    """
    compare = compare or _equal
    left, right = settled(left), settled(right)
    if type(left) is not Optional:
        left, right = right, left
    if type(left) is not Optional:
        return compare(left, right)
    left = _bound(left)
    asks = any(map(_compares_itself, (left, right)))
    if type(left) is not Optional or (right is None and not asks):
        return is_none(left) if right is None else compare(left, right)
    absence = None if asks else is_none(right)
    (found,) = choose(
        left.backend,
        _absence(left),
        lambda: [as_bool(_same(None, right, compare)) if asks else absence],
        lambda: [_same(settled(left), right, compare)],
        ["the comparison"],
        "conditional",
    )
    return found


def _same(value: Any, other: Any, compare: Callable[[Any, Any], Any]) -> Any:
    return equals(other, value, compare) if type(other) is Optional else compare(value, other)


def _equal(value: Any, other: Any) -> Any:
    return later["compare"](operator.eq, value, other)


def _compares_itself(value: Any) -> bool:
    """Whether a value, or what it may be, is an object whose class says what is equal to it, to None as well."""
    if type(value) is Optional:
        return _compares_itself(value.value)
    if type(value) is Either:
        return any(map(_compares_itself, value.candidates))
    return is_option(value) and type(type(value).__eq__) is FunctionType


def _getitem(self: Any, key: Any) -> Any:
    value = needed(self, lambda: TypeError("'NoneType' object is not subscriptable"), "indexed")
    return later["indexed"](value)[key]


def _setitem(self: Any, key: Any, value: Any) -> None:
    writing(self)[key] = value


def _getattr(self: Any, name: str) -> Any:
    frame = sys._getframe(1)
    is_special = name.startswith("__") and not (frame.f_code in converted_codes and reads_attribute(frame))
    if is_special or (_asks_for_itself(frame, self.backend) and frame.f_code not in _FOR_PROGRAM):
        raise AttributeError(f"'Optional' object has no attribute '{name}'")
    error = f"'NoneType' object has no attribute '{name}'"
    value = needed(self, lambda: AttributeError(error, name=name, obj=None), f"asked for its attribute '{name}'")
    return each(value, lambda one: attribute_of(one, name))


def _asks_for_itself(frame: FrameType, backend: Backend) -> bool:
    """Whether code asks what a value is like, to find out how to stage it; operations of a system use what they ask."""
    module = str(frame.f_globals.get("__name__", ""))
    return module == type(backend).__module__ or module.startswith("autograph.")


_FOR_PROGRAM = (attribute.__code__, Proxy.__getattribute__.__code__)


class _OptionalStore(Forwarding):
    """What may be None, in an assignment to an attribute or an item of it."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.ag__with_attribute(name), name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.ag__with_attribute(name), name, value)

    def __delattr__(self, name: str) -> None:
        delattr(self.ag__with_attribute(name), name)

    def __getitem__(self, key: Any) -> Any:
        return self.ag__with_items("is not subscriptable")[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        self.ag__with_items("does not support item assignment")[key] = value

    def __delitem__(self, key: Any) -> None:
        del self.ag__with_items("does not support item deletion")[key]

    def ag__with_attribute(self, name: str) -> Any:
        text = f"'NoneType' object has no attribute '{name}'"
        return self.ag__value(AttributeError(text, name=name, obj=None))

    def ag__with_items(self, text: str) -> Any:
        return self.ag__value(TypeError(f"'NoneType' object {text}"))

    def ag__value(self, error: Exception) -> Any:
        with hidden_frames:
            return writing(needed(self.ag__original, lambda: error, "stored to"))


optional_stores.append(_OptionalStore)


def _call(self: Any, *args: Any, **kwargs: Any) -> Any:
    return needed(self, lambda: TypeError("'NoneType' object is not callable"), "called")(*args, **kwargs)


def looped_over(value: Any, text: str = "'NoneType' object is not iterable") -> Any:
    """What a loop over a value that may be None goes over; `text` is what Python says where it is None."""
    return needed(value, lambda: TypeError(text), "looped over")


def as_manager(value: Any) -> Any:
    """The context manager that a `with` enters: what may be None is one where it is not."""
    text = "'NoneType' object does not support the context manager protocol"
    value = needed(value, lambda: TypeError(text), "entered by `with`") if type(value) is Optional else value
    return value if type(value := settled(value)) is not Either else value.refuse()


entering.append(as_manager)


def _iter(self: Any) -> Any:
    frame = sys._getframe(1)
    operation = dis.opname[frame.f_code.co_code[frame.f_lasti]]
    return iter(looped_over(self, SAID_BY_OPERATION.get(operation, "'NoneType' object is not iterable")))


#: What Python says of None by the operation that goes over it.
SAID_BY_OPERATION = {
    "UNPACK_SEQUENCE": "cannot unpack non-iterable NoneType object",
    "UNPACK_EX": "cannot unpack non-iterable NoneType object",
    "LIST_EXTEND": "Value after * must be an iterable, not NoneType",
}


def _len(self: Any) -> int:
    return len(needed(self, lambda: TypeError("object of type 'NoneType' has no len()"), "asked for its length"))


def _contains(self: Any, item: Any) -> bool:
    return item in needed(self, lambda: TypeError("argument of type 'NoneType' is not iterable"), "searched")


def _class(self: Any) -> type:
    """What `isinstance` asks for when the type does not match: code that stages is answered, a program is not."""
    frame = sys._getframe(3)  # around `Proxy.__getattribute__` and `Optional.__class__`
    if not places.is_own(frame) and frame.f_code in converted_codes:
        value = settled(self)
        if type(value) is not Optional:
            return type(value)
        value_errors.may_be_none(self, "asked for its class")
    return Optional


def _refused(use: str) -> Callable[..., Any]:
    def method(self: Any, *args: Any) -> Any:
        value_errors.may_be_none(self, use)

    return method


_BINARY = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "matmul": "@",
    "and": "&", "or": "|", "xor": "^", "lshift": "<<", "rshift": ">>", "pow": "** or pow()",
}  # fmt: skip
_ORDERING = {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_UNARY = {"neg": "unary -", "pos": "unary +", "invert": "unary ~", "abs": "abs()"}


def _install() -> None:
    methods: dict[str, Any] = {}
    for name, symbol in _BINARY.items():
        methods[f"__{name}__"], methods[f"__r{name}__"] = _binary(f"__{name}__", symbol)
        methods[f"__i{name}__"] = _updating(name, symbol.partition(" ")[0])
    for name, symbol in _ORDERING.items():
        methods[f"__{name}__"] = _ordering(name, symbol)
    for name, symbol in _UNARY.items():
        methods[f"__{name}__"] = _unary(name, symbol)
    methods |= {
        "__eq__": equals,
        "__ne__": lambda self, other: negated(equals(self, other)),
        "__hash__": None,
        "class_of": staticmethod(_class),
        "__bool__": lambda self: bool(truth_of(self)),
        "__getitem__": _getitem,
        "__setitem__": _setitem,
        "__getattr__": _getattr,
        "__call__": _call,
        "__iter__": _iter,
        "__len__": _len,
        "__contains__": _contains,
        "__str__": _refused("made a text"),
        "__format__": _refused("made a text"),
        "__tf_works_itself__": True,
    }
    for name, method in methods.items():
        setattr(Optional, name, method)


def check_result(result: Any, is_last: bool = True, is_part: bool = False) -> Any:
    """What a staged function returns, as the systems can return it: a string is the number of one.

    Args:
        result: the result.
        is_last: whether the program returns it, and not a function of it.
        is_part: whether the program returns it as part of something that systems know nothing of.
    """
    leaves: list[Any] = []
    node = take_apart(result, leaves)
    backend = tracing_backend()
    if backend is None:
        return result
    if is_last:
        if backend.uses_ended() or any(map(backend.is_ended, leaves)):
            call_errors.made_out_of_sight()
        check_orders(node, "it is returned, and whoever has it can see the order of its keys")
        _check_objects(node, backend)
    rows = [with_pools(part.value) for part in [*node.containers()] if part.kind in WITH_ROWS]
    if any(type(made) is WithRows for made in rows):
        node = take_apart(result, [])  # lists in it may have given way to rows of pools for that
    found = _returned(settled_parts(node, copies=True), backend)
    return _with_objects(take_apart(found, []), backend, is_part) if is_last else found


def _with_objects(node: Node, backend: Backend, is_chosen: bool = False) -> Any:
    """A result with what a system returns in place of the objects of dataclasses in it.

    Args:
        is_chosen: whether the node is part of what systems know nothing of, such as one of several values.
    """
    if not any(hasattr(part.kind, "__dataclass_fields__") for part in node.containers()):
        return node.value
    chosen = is_chosen or node.kind in composites
    made = put_together(node, [_with_objects(part, backend, chosen) for part in node.parts])
    return backend.object_result(made, is_chosen) if hasattr(node.kind, "__dataclass_fields__") else made


#: Types of objects of Python's that are there to be gone over, or to be a key.
_GONE_OVER = frozenset({enumerate, filter, map, reversed, slice, zip, type(reversed([]))})

#: Classes of what no system can return, though it is no object of a class of the user's.
_PYTHONS = (
    BaseException, BuiltinFunctionType, Decimal, EllipsisType, Fraction, FunctionType, MethodType, ModuleType,
    functools.partial, type,
)  # fmt: skip


#: Classes of what some systems can return, and others not.
_UNKNOWN_TO_SOME = (array, bytearray, bytes, deque, range, type(NotImplemented))


def _check_objects(node: Node, backend: Backend) -> None:
    """Refuses objects that a system cannot return."""
    if is_extended_container(node.value) and (has_more_than_items(node.value) or not backend.can_return(node.value)):
        call_errors.returns_an_object(backend, node.value)
    is_own = node.kind is not None and hasattr(node.kind, "__dataclass_fields__")
    is_gone_over = type(node.value) in _GONE_OVER or (node.kind is None and is_iterator(node.value))
    if is_gone_over or is_staged_range(node.value):
        call_errors.returns_what_python_goes_over(backend, node.value)
    is_foreign = is_own or _is_pythons(node) or is_object(opened(node)) or isinstance(node.value, _UNKNOWN_TO_SOME)
    if isinstance(node.value, BaseException) or (is_foreign and not backend.can_return(node.value)):
        call_errors.returns_an_object(backend, node.value)
    if node.kind is StagedList:
        for part in node.value.form.node.containers():
            if getattr(part.kind, "stands_for", None) is range:
                call_errors.returns_what_python_goes_over(backend, part.value)
            if part.kind is Known and has_identity(part.value):
                call_errors.returns_an_object(backend, part.value)
    for part in node.parts:
        if node.kind is Either and _is_pythons(part):
            node.value.refuse()
        if is_own and part.kind is Optional and part.value.unbound:
            value_errors.may_be_none(part.value, "returned")
        _check_objects(part, backend)


def _is_pythons(node: Node) -> bool:
    """Whether a value that was taken apart is one that no system can return, and no object of a class of the user's."""
    kind = type(node.value)
    is_library = kind.__module__ in sys.stdlib_module_names - {"builtins", "collections"}
    return node.kind is None and (is_library or kind is object or isinstance(node.value, _PYTHONS))


def _returned(node: Node, backend: Backend) -> Any:
    if is_constant(node.value):
        return Choice(backend, (node.value,), number_of(node.value))
    if node.kind in WITH_ROWS and type(found := with_pools(node.value)) is WithRows:
        return found
    if node.kind is StagedDict:
        return _returned_dict(dicts.without_absent(node.value), backend)
    is_set = type(node.value) in dicts.SETS
    if is_set or node.kind is Counter or (node.kind in (dict, defaultdict) and node.label.is_unordered):
        return _returned_dict(
            StagedDict.of(backend, node.value), backend
        )  # which the systems cannot sort, or do not know
    if node.kind is Either and not all(_is_returnable(leaf.value, backend) for leaf in node.leaves()):
        node.value.refuse()
    if node.kind is None or node.kind is Choice:
        return node.value
    if node.kind is Optional and node.value.unbound:
        return _returned(take_apart(bound(node.value), []), backend)
    return put_together(node, [_returned(part, backend) for part in node.parts])


def _returned_dict(found: Any, backend: Backend) -> Any:
    if type(found) is not StagedDict:
        return _returned(take_apart(found, []), backend)
    for key in found.entries:
        found.change_value(key, _returned(take_apart(found.value(key), []), backend))
    return found


def _is_returnable(leaf: Any, backend: Backend) -> bool:
    return leaf is None or is_constant(leaf) or backend.type_of(leaf) is not None


def as_array(optional: Any) -> Any:
    """The value of an optional, where a system is given it as an operand."""
    error = "None cannot be converted to a tensor"
    return needed(optional, lambda: TypeError(error), "an operand")


_install()
