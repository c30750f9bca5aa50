"""What is done with a value that is one of several: the same with each, under the condition that it is that one.

So attributes of an object of either class are read and stored to, either function is called, and so on. What is known
of the value on a path, for a test by `isinstance` has shown it, is made use of.
"""

from __future__ import annotations

import functools
import operator
import sys
from collections.abc import Callable, Sequence
from types import MethodType
from typing import Any

from autograph.operators import bools, places, value_errors
from autograph.operators.aliases import has_links, originals_of
from autograph.operators.arrays import is_array
from autograph.operators.call_sites import reads_attribute
from autograph.operators.choices import later
from autograph.operators.conditionals import stage_expression
from autograph.operators.effects import Claim
from autograph.operators.either import Either, Option
from autograph.operators.frames import hidden_frames
from autograph.operators.identities import too_many_objects
from autograph.operators.kinds import class_of_number, is_number
from autograph.operators.operands import are_text_and_number, are_texts, check_no_number, check_operands
from autograph.operators.presence import claimed, possible, settled
from autograph.operators.proxies import Proxy, attribute
from autograph.operators.raising import refuse_where_reached
from autograph.operators.refusals import refusal
from autograph.operators.rows import Row
from autograph.operators.stores import Forwarding, either_stores, writing
from autograph.operators.structures import changes_in_place, is_function, is_option
from autograph.source.build import converted_codes
from autograph.staging import Backend, backend_of


def each(value: Any, function: Callable[[Any], Any]) -> Any:
    """What a function makes of a value, whichever the program finds it to be."""
    value = settled(value)
    if type(value) is not Either:
        return function(value)
    options = possible(value)
    if len(options) > _MOST_OPTIONS:
        raise too_many_objects()
    if len(options) > 1:
        for option in options:
            later["check chosen"](option.value)
    return _of_each(value, options, function)


#: Among how many values a value is searched for at most: this is a branch in a branch for each.
_MOST_OPTIONS = 40


def _of_each(value: Either, options: Sequence[Option], function: Callable[[Any], Any]) -> Any:
    first, *others = options
    if not others:
        return each(first.value, function)
    return stage_expression(
        value.backend,
        condition_of(first),
        lambda: each(first.value, function),
        lambda: _of_each(value, others, function),
        (),
    )


def by_identity(value: Any) -> Any:
    """A value; one that stands for one of several objects, or is a method of such a one, as one of these."""
    if type(value) is MethodType and type(one := by_identity(value.__self__)) is Either:
        methods = [Option(option.holds, MethodType(value.__func__, option.value)) for option in possible(one)]
        return Either(one.backend, methods, one.error)
    if not (has_links() and is_option(value)):
        return value
    originals = originals_of(value)
    if len(originals) < 2:
        return value
    backend = backend_of(originals[0][0])
    error = refusal(value_errors.is_one_of_several, value, "asked which object it is")
    return value if backend is None else Either(backend, [Option(*original) for original in originals], error)


def condition_of(option: Option) -> Any:
    """Whether an option holds, from which it follows what the value is."""
    return claimed(option.holds, Claim(((option, True),), ((option, False),)))


def decided(value: Either, predicate: Callable[[Any], Any]) -> Any:
    """Whether something is so of a value: a bool, staged or not, from which it follows what the value is."""
    options = possible(value)
    answers = [predicate(option.value) for option in options]
    if any(type(answer) is not bool for answer in answers):
        return each(value, predicate)
    yes = [option for option, answer in zip(options, answers, strict=True) if answer]
    no = [option for option, answer in zip(options, answers, strict=True) if not answer]
    if not yes or not no:
        return bool(yes)
    found = functools.reduce(bools.either, [option.holds for option in yes])
    return claimed(found, Claim(tuple((option, False) for option in no), tuple((option, False) for option in yes)))


# What such a value does itself


def _class(value: Any) -> Any:
    """What `value.__class__` is; what `isinstance` asks for where it is not converted is not known."""
    frame = sys._getframe(3)  # around `Proxy.__getattribute__` and `Either.__class__`
    if places.is_own(frame) or frame.f_code not in converted_codes:
        return Either
    with hidden_frames:
        return each(value, lambda one: one.__class__) if reads_attribute(frame) else value.refuse()


def _getattr(self: Any, name: str) -> Any:
    frame: Any = sys._getframe(1)
    if frame.f_code is Proxy.__getattribute__.__code__:
        frame = frame.f_back
    is_own = places.is_own(frame) and frame.f_code not in converted_codes
    if is_own or name == "__jax_array__":  # without which an operator of JAX's leaves it to this one's
        raise AttributeError(name)
    with hidden_frames:
        if name == "__dict__":
            value_errors.asks_for_namespace(self)
        if not reads_attribute(frame) and frame.f_code in converted_codes:  # `hasattr`
            return _have(self, name) or self.refuse()
        return each(_of_objects(self), lambda value: attribute_of(value, name))


def attribute_of(value: Any, name: str) -> Any:
    """An attribute of one of the values that a value may be: of a staged number, what Python's have."""
    return attribute(later["numeric"](value), name)


def _of_objects(value: Either) -> Either:
    """A value; refused if it is one of several lists, which can be of staged length or rows of a pool, or of several
    arrays.
    """
    of_arrays = all(map(_is_number, value.candidates)) and not all(map(is_number, value.candidates))
    return value.refuse() if of_arrays or all(map(_is_container, value.candidates)) else value


def _is_number(value: Any) -> bool:
    """Whether a value is a number or an array of such."""
    is_tensor = not issubclass(type(value), Proxy) and backend_of(value) is not None
    return is_tensor or type(value) in (bool, int, float, complex) or is_array(value)


def _is_container(value: Any) -> bool:
    """Whether a value is a list or a dict, staged or not."""
    return not value.pool.is_of_objects if type(value) is Row else changes_in_place(value) and not is_option(value)


def _of_operands(value: Either) -> Either:
    """A value that operators may take: a function is no operand."""
    return value.refuse() if any(map(is_function, value.candidates)) else _of_objects(value)


def _have(value: Either, name: str) -> bool:
    """Whether the values that a value may be have an attribute: all, or none."""
    answers = {hasattr(option.value, name) for option in possible(value)}
    if answers == {False}:
        raise AttributeError(name)
    return len(answers) == 1


def _of_sets(value: Either) -> Either:
    """A value whose operators make others: also one of several sets."""
    return value if all(issubclass(type(one), (set, frozenset)) for one in value.candidates) else _of_operands(value)


def check_operator(function: Callable[..., Any], *operands: Any) -> None:
    """Raises what an operator of Python's raises of its operands, of which some may be unlike others on this path."""
    check_operands(function, *operands)
    if function in _MULTIPLYING and (backend := _repeating(*operands)) is not None:
        refuse_where_reached(backend, refusal(value_errors.repeats_one_of_several))


def _repeating(one: Any, other: Any) -> Backend | None:
    """The system of a tensor that says how often a text or a tuple is repeated, if operands are such."""
    times = next((b for a, b in ((one, other), (other, one)) if are_texts(a) or type(a) in (list, tuple)), None)
    return None if class_of_number(times) is None else backend_of(times)


_MULTIPLYING = (operator.__mul__, operator.__imul__)


def _mapping(apply: Callable[..., Any]) -> Callable[..., Any]:
    def method(self: Any, *others: Any) -> Any:
        with hidden_frames:
            return each(_of_sets(self), lambda value: apply(value, *others))

    return method


def _item(value: Any, key: Any) -> Any:
    check_no_number(operator.itemgetter(0), value)
    return later["indexed"](value)[key]


def _operator(function: Callable[..., Any], of: Callable[[Either], Either] = _of_sets) -> Callable[..., Any]:
    def apply(value: Any, *others: Any) -> Any:
        check_operator(function, value, *others)
        if function in _IN_PLACE:
            writing(value)
        if len(others) == 1:
            value = later["defined"](function, value, *others)
        return function(value, *others) if others else function(later["number"](value))

    def method(self: Any, *others: Any) -> Any:
        with hidden_frames:
            if others and others[0] is not self and _mix_texts(self, *others):
                return _of_numbers(apply, self, *others)
            return each(of(self), lambda value: apply(value, *others))

    return method


def _mix_texts(*values: Any) -> bool:
    """Whether each of some values is a number or a text."""
    return all(
        type(value) is Either
        and any(map(are_texts, of := [option.value for option in possible(value)]))
        and any(map(is_number, of))
        for value in map(settled, values)
    )


def _of_numbers(apply: Callable[[Any, Any], Any], left: Either, right: Either) -> Any:
    """What an operator makes of two values that are numbers or texts: numbers; where they are texts, that is refused.

    Otherwise each result would be a number or a longer text, and so on.
    """

    def of_two(value: Any, other: Any) -> Any:
        if are_texts(value, other):
            refuse_where_reached(left.backend, refusal(value_errors.joins_one_of_several))
        return apply(value, other)

    return each(left, lambda value: each(right, lambda other: of_two(value, other)))


def _reflected(function: Callable[..., Any]) -> Callable[..., Any]:
    def apply(value: Any, other: Any) -> Any:
        check_operator(function, other, value)
        return function(later["defined"](function, other, value), value)

    return _mapping(apply)


def _deciding(function: Callable[..., Any]) -> Callable[..., Any]:
    def method(self: Any, other: Any) -> Any:
        kinds = {type(other), *(type(option.value) for option in possible(self))}
        with hidden_frames:
            if all(kind.__eq__ in _BY_IDENTITY for kind in kinds):
                return decided(_of_objects(self), lambda value: function(value, other))
            return each(_of_objects(self), lambda value: compare(value, other))

    def compare(value: Any, other: Any) -> Any:
        return (
            function is operator.ne if are_text_and_number(value, other) else later["compare"](function, value, other)
        )

    return method


def _ordering(function: Callable[..., Any]) -> Callable[..., Any]:
    def apply(value: Any, other: Any) -> Any:
        check_operator(function, value, other)
        return later["compare"](function, value, other)

    return _mapping(apply)


#: How Python compares what is equal to itself alone.
_BY_IDENTITY = (object.__eq__, MethodType.__eq__)


def _refusing(self: Any, *args: Any, **kwargs: Any) -> Any:
    self.refuse()


_BINARY = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor", "lshift", "rshift", "matmul")
_IN_PLACE = frozenset(getattr(operator, f"__i{name}__") for name in _BINARY)
_REFUSED = "hash contains len int float index str repr format bool enter exit next tf_tensor array"


def _install() -> None:
    methods: dict[str, Any] = {"__getattr__": _getattr, "class_of": staticmethod(_class)}
    methods["__getitem__"] = _mapping(_item)
    for name in ("lt", "le", "gt", "ge"):
        methods[f"__{name}__"] = _ordering(getattr(operator, name))
    for name in _BINARY:
        methods[f"__{name}__"] = _operator(getattr(operator, f"__{name}__"))
        methods[f"__r{name}__"] = _reflected(getattr(operator, f"__{name}__"))
        methods[f"__i{name}__"] = _operator(getattr(operator, f"__i{name}__"), _of_operands)
    for name in ("neg", "pos", "abs", "invert"):
        methods[f"__{name}__"] = _operator(getattr(operator, f"__{name}__"))
    for name in ("eq", "ne"):
        methods[f"__{name}__"] = _deciding(getattr(operator, name))
    for name in _REFUSED.split():
        methods[f"__{name}__"] = _refusing
    methods["__tf_works_itself__"] = True
    for name, method in methods.items():
        setattr(Either, name, method)
    Either.own_attributes |= {"__doc__", "__module__"}


class _EitherStore(Forwarding):
    """One of several values, in an assignment to an attribute or an item of it."""

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "__dict__" or name == "__class__":
            with hidden_frames:
                value_errors.becomes_another(self.ag__original, name)
        self.ag__stored(lambda one: setattr(writing(one), name, value))

    def __delattr__(self, name: str) -> None:
        self.ag__stored(lambda one: delattr(writing(one), name))

    def __setitem__(self, key: Any, value: Any) -> None:
        self.ag__stored(lambda one: operator.setitem(writing(one), key, value))

    def __delitem__(self, key: Any) -> None:
        self.ag__stored(lambda one: operator.delitem(writing(one), key))

    def __getattr__(self, name: str) -> Any:
        with hidden_frames:
            return each(self.ag__original, lambda value: attribute(value, name))

    def __getitem__(self, key: Any) -> Any:
        with hidden_frames:
            return each(self.ag__original, lambda value: later["indexed"](value)[key])

    def ag__stored(self, store: Callable[[Any], None]) -> None:
        with hidden_frames:
            each(self.ag__original, store)


either_stores.append(_EitherStore)
_install()
