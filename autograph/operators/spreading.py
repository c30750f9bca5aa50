"""`f(*values)` of lists of staged length, and `f(**options)` of dicts of which a tensor decides what keys they have.

A function that takes as many arguments as are known is given so many elements, once it is checked that there are no
more and no fewer; one that takes any number finds all of them in its own parameter with a star. What builtins make of
any number of arguments they make of one list of them. With keywords that may not be given a function is called on
either path.
"""

from __future__ import annotations

import functools
import inspect
import itertools
import math
from collections.abc import Callable, Sequence
from types import FunctionType, MethodType
from typing import Any

from autograph.operators import container_errors
from autograph.operators.calls import call, to_function
from autograph.operators.classes import meet_class
from autograph.operators.dicts import MOST_IN_DOUBT, SETS, StagedDict
from autograph.operators.effects import new
from autograph.operators.either import Either
from autograph.operators.frames import acts_for_program, hide_frame
from autograph.operators.lists import StagedList, require
from autograph.operators.logical import if_exp
from autograph.operators.namespaces import class_attribute, has_class_attribute
from autograph.operators.optionals import needed
from autograph.operators.rows import SEQUENCES, Row
from autograph.operators.structures import Optional
from autograph.operators.text import Text
from autograph.operators.unpacking import Rest, display
from autograph.operators.walks import Columns
from autograph.source.build import is_converted
from autograph.staging import backends, tracing_backend


def call_spread(function: Any) -> Any:
    """What to call instead of `function`, from converted code, with arguments some of which are given with a star."""
    called = call(function)
    return called if not backends or tracing_backend() is None else functools.partial(_called, function, called)


def _called(function: Any, called: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    try:
        name = next((name for name, value in kwargs.items() if _may_be_left_out(value)), None)
        if name is not None:
            return _with_or_without(function, name, args, kwargs)
        if not any(type(value) is Rest for value in args):
            return called(*args, **kwargs)
        form = _FORMS.get(function) if callable(class_attribute(type(function), "__hash__")) else None
        if form is not None:
            return form(function, display(args), kwargs)
        return called(*_arguments(function, display(args), args, kwargs), **kwargs)
    except BaseException as error:
        hide_frame(error)
        raise


def spread_keywords(options: Any) -> Any:
    """What Python takes apart for `**options`: a dict of staged keys gives all keywords that it may have."""
    if type(options) is Optional:
        options = needed(options, lambda: TypeError("argument after ** must be a mapping, not NoneType"), "unpacked")
    if type(options) is not StagedDict or options.kind in SETS:
        return options
    order = options.order()
    in_doubt = options.keys_in_doubt()
    if order is None or len(in_doubt) > MOST_IN_DOUBT or not all(type(key) is str for key in order):
        return options
    return {key: options.entries[key] if key in in_doubt else options.value(key) for key in order}


def _may_be_left_out(value: Any) -> bool:
    return type(value) is Optional and value.unbound


@acts_for_program
def _with_or_without(function: Any, name: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """What a function returns that may be given a keyword or not."""
    value, form = kwargs[name], call_spread(function)
    with_it = {**kwargs, name: value.value}
    without = {other: held for other, held in kwargs.items() if other != name}
    return if_exp(value.absent, lambda: form(*args, **without), lambda: form(*args, **with_it))()


def _arguments(function: Any, values: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> Sequence[Any]:
    """The arguments of a function of the program's that is given the elements of a list of staged length.

    Args:
        values: all that it is given by position.
        args: the same, in which what is given with a star is one.
    """
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        container_errors.number_of_arguments_is_staged(function)
    taken = [p for p in parameters if p.kind in _BY_POSITION and p.name not in kwargs]
    takes_any = any(p.kind is inspect.Parameter.VAR_POSITIONAL for p in parameters)
    first = next(place for place, value in enumerate(args) if type(value) is Rest)
    if any(p.default is not inspect.Parameter.empty for p in taken[first:]):
        container_errors.number_of_arguments_is_staged(function)
    backend, count, length = values.backend, len(taken), values.length
    if not takes_any:
        require(backend, length == count, container_errors.other_number_of_arguments(function, count))
        return [values.at(position) for position in range(count)]
    if not _gathers(function):
        container_errors.number_of_arguments_is_staged(function)
    if first >= count:
        return args
    require(backend, length >= count, container_errors.other_number_of_arguments(function, count))
    return [*(values.at(position) for position in range(count)), Rest(values[count:])]


def _gathers(function: Any) -> bool:
    """Whether the parameter of a function that has a star may be given a list as one."""
    if type(function) is functools.partial:
        return _gathers(function.func)
    if isinstance(function, type):
        return _gathers(getattr(function, "__init__", None))
    inner = function.__func__ if type(function) is MethodType else function
    return type(inner) is FunctionType and inner.__name__ != "<lambda>" and is_converted(to_function(inner))


_BY_POSITION = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def _columns(function: Any, rows: Any, options: dict[str, Any]) -> Any:
    """`zip(*rows)`: for each place in a row, what the rows have there; how many those are is known of most."""
    node = rows.form.node
    if _is_of_any_length(node.value) and not options.get("strict"):
        meet_class(Columns)
        return new(call(Columns)(rows))
    if not (node.kind in (list, tuple) or _is_named(node.value)) or (options.keys() - {"strict"}):
        container_errors.number_of_arguments_is_staged(function)
    require(rows.backend, rows.length > 0, container_errors.zips_nothing())
    made = [
        StagedList(rows.backend, tuple, form, rows.length, rows.buffers[place]) for form, place in rows.form.parts()
    ]
    return new(iter(tuple(made)))


def _is_of_any_length(row: Any) -> bool:
    """Whether a row is a sequence of which only the program knows how many items it has."""
    if type(row) is Either:
        return all(type(candidate) in (list, tuple) or _is_of_any_length(candidate) for candidate in row.candidates)
    return isinstance(row, str) or type(row) is Text or (type(row) is Row and row.pool.kind in SEQUENCES)


def _is_named(value: Any) -> bool:
    return isinstance(value, tuple) and has_class_attribute(type(value), "_fields")


def _extreme(function: Any, values: Any, options: dict[str, Any]) -> Any:
    """`max(*values)`, of two or more."""
    require(values.backend, values.length > 1, container_errors.other_number_of_arguments(function, 2))
    return call(function)(values, **options)


def _chained(function: Any, values: Any, options: dict[str, Any]) -> Any:
    return call(itertools.chain.from_iterable)(values, **options)


def _folded(function: Any, values: Any, options: dict[str, Any]) -> Any:
    start = 1 if function is math.lcm else 0
    return call(functools.reduce)(function, values, start)


#: What builtins make of all that they are given, one list.
_FORMS: dict[Any, Callable[[Any, Any, dict[str, Any]], Any]] = {
    zip: _columns, max: _extreme, min: _extreme, itertools.chain: _chained, math.gcd: _folded, math.lcm: _folded,
}  # fmt: skip
