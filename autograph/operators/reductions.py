"""Builtins that make one value of many: `sum`, `len`, `any`, `all`, `reduce`.

A staged iterable is gone over by a loop, written in Python in `aggregates`; of other iterables, the parts that are
staged are met one by one. `max`, `min` and `sorted`, which compare elements, are in `extremes` and `sorting`.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

from autograph.operators import aggregates
from autograph.operators.calls import call, to_function
from autograph.operators.classes import staged_method
from autograph.operators.comparisons import number
from autograph.operators.comprehensions import Comprehension, Filtered, Part, Steps, itself
from autograph.operators.effect_errors import refuse_iterator
from autograph.operators.effects import logging_part
from autograph.operators.generators import is_run_through
from autograph.operators.list_methods import looped_over
from autograph.operators.listing import comprehension_of, without_filters
from autograph.operators.lists import StagedList, require
from autograph.operators.logical import and_test, if_exp, not_, or_test
from autograph.operators.mapping import is_lazy, mapped_parts
from autograph.operators.optionals import truth_of
from autograph.operators.own_truth import as_length
from autograph.operators.places import variables_with
from autograph.operators.refusals import raise_new
from autograph.operators.rows import Row
from autograph.operators.structures import is_object
from autograph.staging import backend_of


def sum_(given: Comprehension, start: Any = 0) -> Any:
    values: list[Any] | None = []
    total: Any = None
    for part in given.parts():
        if not isinstance(part, Comprehension) and part[0] is True and values is not None:
            values.append(number(part[1]()))
            continue
        if values is not None:
            total, values = sum(values, start), None
        if isinstance(part, Comprehension):
            total = to_function(aggregates.total)(part.depth, total, *part.arguments())
        else:
            total = if_exp(part[0], _adding(total, part[1]), just(total))()
    return total if values is None else sum(values, start)


def has_objects(items: Any) -> bool:
    """Whether something is a list of staged length of objects: the sum of some is unlike the number it starts with."""
    node = items.form.node if type(items) is StagedList else None
    return node is not None and ((node.kind is Row and node.label.is_of_objects) or is_object(node))


def sum_of_objects(items: Any, start: Any = 0) -> Any:
    """`sum` of such a list."""
    return to_function(aggregates.total_of_objects)(start, items)


def len_(given: Comprehension) -> Any:
    length: Any = 0
    for part in given.parts():
        if isinstance(part, Comprehension):
            length = to_function(aggregates.count)(part.depth, length, *part.arguments())
        elif part[0] is True:
            part[1]()
            length = length + 1
        else:
            length = if_exp(part[0], _counting(length, part[1]), just(length))()
    return length


def any_(given: Comprehension) -> Any:
    steps = _made(given, aggregates.exists_in_list, and_test) if given.whole else given.steps()
    return _any_of(steps, given.element, given.test)


def all_(given: Comprehension) -> Any:
    steps = _made(given, aggregates.holds_in_list, _implication) if given.whole else given.steps()
    return _all_of(steps, given.element, given.test)


def reduce_(function: Any, items: Any, *initial: Any) -> Any:
    function = call(function)
    items = without_filters(items)
    if is_run_through(items) and not initial:
        with logging_part() as effects:
            (items,) = looped_over([to_function(aggregates.collected)(0, given := items, None, itself)])
        if effects.effects():  # which the program has between calls of the function
            refuse_iterator(given)
    backend = backend_of(items)
    if backend is None and not is_run_through(items):
        return functools.reduce(function, items, *initial)
    if initial:
        return to_function(aggregates.folded)(function, items, initial[0])
    assert backend is not None
    numbered = backend.numbered(items)
    if numbered is not None:
        require(backend, numbered[0] > 0, TypeError("reduce() of empty iterable with no initial value"))
    first, rest = backend.builtins[functools.reduce](items)
    return to_function(aggregates.folded)(function, rest, first)


def product_(items: Any, /, *, start: Any = 1) -> Any:
    """`math.prod`."""
    made = items if type(items) in (list, tuple) else call(list)(items)
    return call(functools.reduce)(lambda total, item: total * number(item), made, start)


def exact_sum(items: Any, /) -> Any:
    """`math.fsum`."""
    made = items if type(items) in (list, tuple) else call(list)(items)
    staged = type(made) not in (list, tuple) or any(backend_of(item) is not None for item in made)
    return to_function(aggregates.exact_total)(made) if staged else math.fsum(made)


def aggregate(function: Any, form: Callable[..., Any]) -> Callable[..., Any]:
    """The dispatch of a builtin of one iterable."""

    def dispatch(*args: Any, **kwargs: Any) -> Any:
        if not args:
            return function(*args, **kwargs)
        given = args[0]
        is_generator = isinstance(given, Comprehension) and given.callee is len and not given.whole
        if function is len and (is_generator or type(given) is Filtered):
            raise_new(TypeError(f"object of type {'generator' if is_generator else 'filter'!r} has no len()"))
        if isinstance(given, (Comprehension, Filtered)):
            return form(comprehension_of(given), *args[1:], **kwargs)
        if function is len and (method := staged_method(given, "__len__")) is not None:
            return as_length(method(given))
        backend = backend_of(given)
        if backend is not None:
            if is_lazy(given) and function is not len:
                return form(comprehension_of(given), *args[1:], **kwargs)
            return backend.builtins.get(function, function)(*args, **kwargs)
        if function is sum and type(given) not in _PLAIN:
            return sum(map(number, given), *args[1:], **kwargs)
        if function in (any, all) and type(given) not in _PLAIN and len(args) == 1 and not kwargs:
            is_mapping = type(given) is map and not variables_with(given)
            return form(mapped_parts(given, function) if is_mapping else comprehension_of(given, function))
        return function(*args, **kwargs)

    return dispatch


#: What holds nothing staged.
_PLAIN = frozenset({str, bytes, dict, range, set, frozenset})


def _any_of(steps: Steps, *closures: Any) -> Any:
    """Whether one of some parts is true. What is binding variables or has objects of the program's are `closures`."""
    while (step := steps()) is not None:
        part, steps = step
        if isinstance(part, Comprehension):
            value = to_function(aggregates.exists)(part.depth, *part.arguments())
        else:
            value = part[1]() if part[0] is True else and_test(part[0], part[1])()
        value = truth_of(value)
        if backend_of(value) is not None:
            return or_test(value, functools.partial(_any_of, steps, *closures))()
        if value:
            return True
    return False


def _all_of(steps: Steps, *closures: Any) -> Any:
    while (step := steps()) is not None:
        part, steps = step
        if isinstance(part, Comprehension):
            value = to_function(aggregates.holds)(part.depth, *part.arguments())
        else:
            value = part[1]() if part[0] is True else _implication(part[0], part[1])()
        value = truth_of(value)
        if backend_of(value) is not None:
            return and_test(value, functools.partial(_all_of, steps, *closures))()
        if not value:
            return False
    return True


def _made(given: Comprehension, of_staged: Any, unless: Any) -> Steps:
    """The parts of a comprehension, once all elements were made.

    Args:
        of_staged: what is made of a staged one.
        unless: what is made of an element and whether it is kept.
    """
    made = []
    for part in given.parts():
        if isinstance(part, Comprehension):
            value = to_function(of_staged)(part.depth, *part.arguments())
        else:
            value = part[1]() if part[0] is True else unless(part[0], part[1])()
        made.append((True, just(value)))

    def after(position: int) -> tuple[Part, Steps] | None:
        return (made[position], functools.partial(after, position + 1)) if position < len(made) else None

    return functools.partial(after, 0)


def _implication(condition: Any, then: Callable[[], Any]) -> Callable[[], Any]:
    return or_test(not_(condition), then)


def just(value: Any) -> Callable[[], Any]:
    return lambda: value


def _adding(total: Any, make: Callable[[], Any]) -> Callable[[], Any]:
    return lambda: total + number(make())


def _counting(number: Any, make: Callable[[], Any]) -> Callable[[], Any]:
    def count() -> Any:
        make()
        return number + 1

    return count
