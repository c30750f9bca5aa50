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
from autograph.operators.call_sites import reads_attribute
from autograph.operators.choices import later
from autograph.operators.conditionals import stage_expression
from autograph.operators.effects import Claim
from autograph.operators.either import Either, Option
from autograph.operators.frames import hidden_frames
from autograph.operators.identities import too_many_objects
from autograph.operators.presence import claimed, possible, settled
from autograph.operators.proxies import Proxy, attribute
from autograph.operators.refusals import refusal
from autograph.operators.rows import Row
from autograph.operators.stores import Forwarding, either_stores, writing
from autograph.operators.structures import is_function, is_option
from autograph.source.build import converted_codes
from autograph.staging import backend_of


def each(value: Any, function: Callable[[Any], Any]) -> Any:
    """What a function makes of a value, whichever the program finds it to be."""
    value = settled(value)
    if type(value) is not Either:
        return function(value)
    options = possible(value)
    if len(options) > _MOST_OPTIONS:
        raise too_many_objects()
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
    if places.is_own(frame):
        raise AttributeError(name)
    with hidden_frames:
        if name == "__dict__":
            value_errors.asks_for_namespace(self)
        if not reads_attribute(frame) and frame.f_code in converted_codes:  # `hasattr`
            return _have(self, name) or self.refuse()
        return each(_of_objects(self), lambda value: attribute(value, name))


def _of_objects(value: Either) -> Either:
    """A value, if any that it may be is a function or an object of the program's; numbers and texts are refused."""
    return value if any(is_option(one) or _is_object(one) for one in value.candidates) else value.refuse()


def _is_object(value: Any) -> bool:
    """Whether a value is the row of an object."""
    return type(value) is Row and value.pool.is_of_objects


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


def _mapping(function: Callable[..., Any], of: Callable[[Either], Either] = _of_sets) -> Callable[..., Any]:
    def method(self: Any, *args: Any) -> Any:
        with hidden_frames:
            return each(of(self), lambda value: function(value, *args))

    return method


def _reflected(function: Callable[..., Any]) -> Callable[..., Any]:
    def method(self: Any, other: Any) -> Any:
        with hidden_frames:
            return each(_of_sets(self), lambda value: function(other, value))

    return method


def _deciding(function: Callable[..., Any]) -> Callable[..., Any]:
    def method(self: Any, other: Any) -> Any:
        kinds = {type(other), *(type(option.value) for option in possible(self))}
        known = decided if all(kind.__eq__ in _BY_IDENTITY for kind in kinds) else each
        with hidden_frames:
            return known(_of_objects(self), lambda value: function(value, other))

    return method


#: How Python compares what is equal to itself alone.
_BY_IDENTITY = (object.__eq__, MethodType.__eq__)


def _in_place(function: Callable[..., Any]) -> Callable[..., Any]:
    def update(value: Any, other: Any) -> Any:
        writing(value)
        return function(value, other)

    return _mapping(update, _of_operands)


def _refusing(self: Any, *args: Any, **kwargs: Any) -> Any:
    self.refuse()


_BINARY = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor", "lshift", "rshift", "matmul")
_REFUSED = "hash contains len iter int float index str repr format bool enter exit next tf_tensor jax_array array"


def _install() -> None:
    methods: dict[str, Any] = {"__getattr__": _getattr, "class_of": staticmethod(_class)}
    methods["__getitem__"] = _mapping(lambda value, key: later["indexed"](value)[key])
    for name in ("lt", "le", "gt", "ge", *_BINARY):
        methods[f"__{name}__"] = _mapping(getattr(operator, f"__{name}__"))
    for name in _BINARY:
        methods[f"__r{name}__"] = _reflected(getattr(operator, f"__{name}__"))
        methods[f"__i{name}__"] = _in_place(getattr(operator, f"__i{name}__"))
    for name in ("neg", "pos", "abs", "invert"):
        methods[f"__{name}__"] = _mapping(getattr(operator, f"__{name}__"))
    for name in ("eq", "ne"):
        methods[f"__{name}__"] = _deciding(getattr(operator, name))
    for name in _REFUSED.split():
        methods[f"__{name}__"] = _refusing
    for name, method in methods.items():
        setattr(Either, name, method)
    Either.own_attributes |= {"__doc__", "__module__"}


class _EitherStore(Forwarding):
    """One of several values, in an assignment to an attribute or an item of it."""

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "__dict__" or name == "__class__":
            with hidden_frames:
                value_errors.becomes_another(self.original, name)
        self._stored(lambda one: setattr(writing(one), name, value))

    def __delattr__(self, name: str) -> None:
        self._stored(lambda one: delattr(writing(one), name))

    def __setitem__(self, key: Any, value: Any) -> None:
        self._stored(lambda one: operator.setitem(writing(one), key, value))

    def __delitem__(self, key: Any) -> None:
        self._stored(lambda one: operator.delitem(writing(one), key))

    def __getattr__(self, name: str) -> Any:
        with hidden_frames:
            return each(self.original, lambda value: attribute(value, name))

    def __getitem__(self, key: Any) -> Any:
        with hidden_frames:
            return each(self.original, lambda value: later["indexed"](value)[key])

    def _stored(self, store: Callable[[Any], None]) -> None:
        with hidden_frames:
            each(self.original, store)


either_stores.append(_EitherStore)
_install()
