"""What has to know a value that is one of several: it is staged for each of them."""

from __future__ import annotations

import dis
from collections.abc import Callable
from typing import Any

from autograph.operators import container_errors
from autograph.operators.absences import is_absent, presence_of
from autograph.operators.calls import call
from autograph.operators.choices import Choice
from autograph.operators.dicts import MOST_IN_DOUBT, SETS, StagedDict
from autograph.operators.dispatch import decided, each
from autograph.operators.either import Either
from autograph.operators.frames import hidden_frames
from autograph.operators.kinds import class_of_number, is_staged_range
from autograph.operators.lists import StagedList
from autograph.operators.logical import if_exp
from autograph.operators.namespaces import has_class_attribute
from autograph.operators.number_methods import numeric
from autograph.operators.optionals import bound, is_none, needed, negated
from autograph.operators.presence import settled
from autograph.operators.proxies import attribute
from autograph.operators.refusals import raise_again
from autograph.operators.row_methods import loaded
from autograph.operators.rows import Row
from autograph.operators.sequence_patterns import matched_list
from autograph.operators.structures import Optional
from autograph.operators.tables import Table
from autograph.staging import backend_of


def raised(error: Any, *causes: Any) -> Any:
    """What `raise` is given, if it is one exception or class; of two, that which the program finds is raised.

    Args:
        error: what `raise` is given.
        causes: what it is raised from; none if the statement does not say.
    """
    if type(error) not in (Either, Optional):
        return _from(error, *causes)
    with hidden_frames:
        if type(error := settled(error)) is Optional:
            error = needed(error, lambda: TypeError("exceptions must derive from BaseException"), "raised")
        if type(error) is Either:
            each(error, lambda value: raise_again(raised(value, *causes)))
    return _from(error, *causes)


def _from(error: Any, *causes: Any) -> Any:
    """What `raise` is given, as it raises it from what the statement says."""
    if not causes:
        return error
    (origin,) = causes
    if type(origin := settled(origin)) is Either:
        with hidden_frames:
            each(origin, lambda value: raise_again(_from(error, value)))
    if type(origin) is Optional:
        with hidden_frames:
            known = [lambda: raise_again(_from(error, None)), lambda: raise_again(_from(error, settled(origin)))]
            if_exp(is_none(origin), *known)()
    made, origin = _instance(error), _instance(origin)
    if not isinstance(made, BaseException):
        return made  # Python says so
    if origin is not None and not isinstance(origin, BaseException):
        with hidden_frames:
            raise TypeError("exception causes must derive from BaseException")
    made.__cause__ = origin
    return made


def _instance(error: Any) -> Any:
    """The exception that `raise` makes of a class."""
    return call(error)() if isinstance(error, type) and issubclass(error, BaseException) else error


def matched(subject: Any, test: Callable[[Any], Any]) -> Any:
    """What a test by a pattern makes of a value, or of each of those that it may be."""
    if is_staged_range(subject) and any(i.opname == "MATCH_SEQUENCE" for i in dis.get_instructions(test)):
        subject = call(list)(subject)
    if type(subject) is Row and not subject.pool.is_of_objects:
        subject = loaded(subject)
    if type(subject) is StagedList:
        with hidden_frames:
            return matched_list(subject, test)
    if type(subject) in (StagedDict, Table):
        with hidden_frames:
            return _matched_keys(subject, test)
    if type(subject) not in (Either, Optional):
        return test(subject)

    def of_one(value: Any) -> Any:
        return matched(value, test)

    with hidden_frames:
        subject = settled(bound(subject))
        if type(subject) is Optional:
            return if_exp(is_none(subject), lambda: test(None), lambda: each(settled(subject), of_one))()
        return each(subject, of_one)


def _matched_keys(subject: StagedDict | Table, test: Callable[[Any], Any]) -> Any:
    """The same for a dict or a set of staged keys."""
    asked = {i.opname for i in dis.get_instructions(test)}
    if "MATCH_MAPPING" not in asked:
        return test(subject)
    if subject.kind not in SETS:
        return _matched_dict(subject, subject.copied(dict), test) if type(subject) is StagedDict else test(subject)
    if "COMPARE_OP" in asked:
        container_errors.keys_are_staged()
    return _matched_as(subject, subject.kind(), test)  # which is no mapping


def _matched_as(subject: Any, python: Any, test: Callable[[Any], Any]) -> Any:
    """The same by what stands for the value."""
    found = test(python)
    return found and tuple(subject if part is python else part for part in found)


def _matched_dict(subject: StagedDict, known: StagedDict, test: Callable[[Any], Any]) -> Any:
    """The same for a dict of staged keys: the test is run for each of those that it may be.

    Args:
        known: a copy that has, or has not, the keys for which that is decided by now.
    """
    in_doubt, order = known.keys_in_doubt(), known.order()
    if len(in_doubt) > MOST_IN_DOUBT or order is None:
        return test(subject)  # Python asks for the keys, which is refused
    if not in_doubt:
        return _matched_as(subject, {key: known.value(key) for key in order}, test)
    key, with_it, without = in_doubt[0], known.copied(), known.copied()
    with_it.entries[key] = known.value(key)
    del without.entries[key]
    return if_exp(
        known.presence(key),
        lambda: _matched_dict(subject, with_it, test),
        lambda: _matched_dict(subject, without, test),
    )()


def matched_part(found: Any, place: int, test: Callable[[Any], Any]) -> Any:
    """What a test by a pattern makes of a part that another has captured, if that one has matched."""
    if found is None:
        return None
    if type(found) is tuple:
        return matched(found[place], test)
    with hidden_frames:
        return if_exp(is_none(found), lambda: None, lambda: matched(settled(found)[place], test))()


def of_name(function: Callable[..., Any], form_of_one: Callable[..., Any]) -> Callable[..., Any]:
    """`getattr` and its like, whose name may be one of several.

    Args:
        function: the builtin.
        form_of_one: what is called for it where the name is one.
    """

    def of(holder: Any, name: Choice, options: Any, rest: Any) -> Any:
        first, *others = options
        if not others:
            return call(function)(holder, first, *rest)
        return if_exp(
            name == first,
            lambda: call(function)(holder, first, *rest),
            lambda: of(holder, name, others, rest),
        )()

    def form(*args: Any) -> Any:
        if len(args) > 1 and type(args[1]) is Choice:
            return of(args[0], args[1], args[1].options, args[2:])
        return form_of_one(*args) if len(args) > 1 else function(*args)

    return form


def _getattr(value: Any, name: Any, *default: Any) -> Any:
    if default and (optional := presence_of(value, name)) is not None:
        return if_exp(is_absent(optional), lambda: default[0], lambda: optional.value)()
    is_staged = type(value) in (Optional, Either) or backend_of(value) is not None
    if default and is_staged and _hasattr(value, name) is False:
        return default[0]  # what else is asked for an attribute may do something whenever it is
    holder = numeric(value) if type(name) is str and name in _OF_NUMBERS else value
    return getattr(holder, name, *default) if type(name) is not str or default else attribute(holder, name)


#: Attributes that numbers of Python's have, and tensors have not, or others of the same name.
_OF_NUMBERS = frozenset({name for kind in (int, float) for name in dir(kind) if not name.startswith("__")})


def class_of(value: Any) -> Any:
    """`value.__class__`: a staged number's is that of the number it stands for."""
    is_asked = type(value) is Either or class_of_number(value) is not None
    return call(type)(value) if is_asked else value.__class__


def _hasattr(value: Any, name: Any) -> Any:
    value = settled(bound(value))
    if (optional := presence_of(value, name)) is not None:
        return negated(is_absent(optional))
    if type(value) in (Optional, Either):
        return _of_each(value, lambda one: _hasattr(one, name))
    backend = backend_of(value)
    if backend is None or type(name) is not str:
        return hasattr(value, name)
    kind = class_of_number(value)
    if kind is not None and has_class_attribute(int, name) is not has_class_attribute(float, name):
        kind = call(type)(value)  # which may be an int on one path, and a float on another
    elif kind is None and backend.type_of(value) is None and name.startswith("__"):
        kind = call(type)(value)
    is_pythons = name.startswith("__") or any(has_class_attribute(one, name) for one in _BUILTIN_CLASSES)
    if isinstance(kind, type) and is_pythons:
        return has_class_attribute(kind, name)
    try:
        attribute(value, name)
    except AttributeError:
        return False
    return True


#: What has a method of a name if a staged number has it, whatever methods of that name an array has: `copy`, `index`.
_BUILTIN_CLASSES = (complex, float, int, list, dict, set, str)


def _callable(value: Any) -> Any:
    value = settled(bound(value))
    if type(value) in (Optional, Either):
        return _of_each(value, _callable)
    return callable(value) if backend_of(value) is None else _hasattr(value, "__call__")


def _of_each(value: Any, predicate: Callable[[Any], Any]) -> Any:
    """Whether something is so of a value that may be None, or is one of several: a bool, staged or not."""
    if type(value) is Optional:
        return if_exp(is_none(value), lambda: predicate(None), lambda: predicate(value))()
    return decided(value, predicate)


#: What is called for builtins that ask what a value has, by a name.
FORMS: dict[Any, Callable[..., Any]] = {
    getattr: of_name(getattr, _getattr),
    hasattr: of_name(hasattr, _hasattr),
    **{function: of_name(function, function) for function in (setattr, delattr)},
    callable: _callable,
}
