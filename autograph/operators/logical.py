"""`and`, `or`, `not` and conditional expressions: as Python has them, or staged.

An operand that Python has still to evaluate is returned, to be called where the expression stands.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from autograph.operators import call_errors, container_errors
from autograph.operators.call_sites import is_called_by_own
from autograph.operators.choices import later
from autograph.operators.classes import are_replaced
from autograph.operators.conditionals import stage_expression
from autograph.operators.frames import hidden_frames
from autograph.operators.optionals import as_bool, negated, truth_of
from autograph.operators.presence import settled
from autograph.operators.state import Thunk
from autograph.operators.truth import BUILTIN_TYPES, NOTHING, chosen, every, first_false, first_true, given, some
from autograph.staging import backend_of, tracing_backend


def not_(value: Any) -> Any:
    """`not value`."""
    if value is True:
        return False
    if value is False:
        return True
    if type(value) in BUILTIN_TYPES:
        return not value
    with hidden_frames:
        return negated(truth_of(value))


def _conjunction(
    answer: Callable[[Any], Any], series: Callable[[Sequence[Thunk]], Thunk], is_test: bool = False
) -> Callable[..., Thunk]:
    """`value and operand() and ...`.

    Args:
        answer: what returns the operand that ends it early, or what says as much.
        series: what evaluates several operands, of which none is staged.
        is_test: whether only the truth of the whole is asked.
    """

    def conjunction(value: Any, operand: Thunk, *more: Thunk) -> Thunk:
        if value is False:
            return NOTHING
        if value is not True:
            if type(value) in BUILTIN_TYPES:
                if not value:
                    return answer(value)
            else:
                if backend_of(value) is not None or are_replaced():
                    rest = _rest(conjunction, operand, more)
                    found = _staged(value, rest, None, (operand, *more), is_test)
                    if found is not None:
                        return found
                then = operand if not more else _following(conjunction, series, operand, more)
                return chosen([value], then, answer(value))
        return operand if not more else _following(conjunction, series, operand, more)

    return conjunction


def _disjunction(
    answer: Callable[[Any], Any], series: Callable[[Sequence[Thunk]], Thunk], is_test: bool = False
) -> Callable[..., Thunk]:
    """`value or operand() or ...`, likewise."""

    def disjunction(value: Any, operand: Thunk, *more: Thunk) -> Thunk:
        if value is True:
            return _TRUE
        if value is not False:
            if type(value) in BUILTIN_TYPES:
                if value:
                    return answer(value)
            else:
                if backend_of(value) is not None or are_replaced():
                    rest = _rest(disjunction, operand, more)
                    found = _staged(value, None, rest, (operand, *more), is_test)
                    if found is not None:
                        return found
                orelse = operand if not more else _following(disjunction, series, operand, more)
                return chosen([value], answer(value), orelse)
        return operand if not more else _following(disjunction, series, operand, more)

    return disjunction


_TRUE: Thunk = functools.partial(bool, 1)

and_ = _conjunction(given, first_false)
or_ = _disjunction(given, first_true)
# Where only the truth of the whole is asked, an operand whose truth was asked is not passed on to be asked again.
and_test = _conjunction(lambda value: NOTHING, every, is_test=True)
or_test = _disjunction(lambda value: _TRUE, some, is_test=True)


def if_exp(cond: Any, then: Thunk, orelse: Thunk) -> Thunk:
    """`then() if cond else orelse()`."""
    if cond is True:
        return then
    if cond is False:
        return orelse
    if type(cond) not in BUILTIN_TYPES:
        found = None
        if backend_of(cond) is not None or are_replaced():
            found = _staged(cond, then, orelse, (then, orelse))
        return chosen([cond], then, orelse) if found is None else found
    return then if cond else orelse


later["if"] = if_exp


def plain_bool(value: Any, reason: str) -> Any:
    """The test of a statement that stays Python's: as it is, unless it is staged.

    Raises:
        StagingError: the value is staged; the message gives the line and the reason.
    """
    if value is not True and value is not False and backend_of(value) is not None:
        with hidden_frames:
            if is_called_by_own():  # `filter` and the like
                container_errors.staged_filter()
            call_errors.cannot_stage(reason)
    return value


def _following(
    operation: Callable[..., Thunk],
    series: Callable[[Sequence[Thunk]], Thunk],
    operand: Thunk,
    more: tuple[Thunk, ...],
) -> Thunk:
    """What evaluates several operands. While a program is being staged, any of them may turn out to be."""
    return series((operand, *more)) if tracing_backend() is None else _rest(operation, operand, more)


def _rest(operation: Callable[..., Thunk], operand: Thunk, more: tuple[Thunk, ...]) -> Thunk:
    """The operation on operands that were not evaluated yet."""
    if not more:
        return operand

    def evaluate() -> Any:
        with hidden_frames:
            return operation(operand(), *more)()

    return evaluate


def _staged(
    value: Any,
    then: Thunk | None,
    orelse: Thunk | None,
    thunks: Sequence[Thunk],
    is_test: bool = False,
) -> Thunk | None:
    """What returns the value of a conditional expression that may be staged; None where Python can ask for the truth.

    Args:
        value: the condition, and the value where an alternative is missing.
        is_test: whether only the truth of the whole is asked.
    """
    with hidden_frames:
        condition = truth_of(value)
        backend = backend_of(condition)
        if backend is None and condition is value:
            return None
        if backend is None:  # of an optional that is known to be None here, or to have a value, or of an object
            alternative = then if condition else orelse
            if alternative is None:
                return given(condition if is_test else settled(value))
            return alternative
        if is_test:
            then, orelse = then and _truth(then), orelse and _truth(orelse)
            value = then is None
        return given(stage_expression(backend, condition, then, orelse, thunks, value))


def _truth(thunk: Thunk) -> Thunk:
    return lambda: as_bool(thunk())
