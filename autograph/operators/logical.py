"""`and`, `or`, `not`, chained comparisons and conditional expressions: as Python has them, or staged."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from autograph.operators import explain
from autograph.operators.conditionals import stage_expression
from autograph.operators.frames import hide_frame, passing, restore
from autograph.operators.state import Thunk
from autograph.staging import backend_of

_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "is": operator.is_,
    "is not": operator.is_not,
    "in": lambda item, container: item in container,
    "not in": lambda item, container: item not in container,
}


def not_(value: Any) -> Any:
    """`not value`."""
    if value is True:
        return False
    if value is False:
        return True
    backend = backend_of(value)
    return not value if backend is None else backend.logical_not(value)


def _conjunction(answer: Callable[[Any], Any]) -> Callable[..., Any]:
    """`value and rest[0]() and ...`; `answer` says what becomes of the operand that ends it early."""

    def conjunction(value: Any, *rest: Thunk) -> Any:
        try:
            for index, thunk in enumerate(rest):
                if value is not True:
                    backend = backend_of(value)
                    if backend is not None:
                        following = rest[index:]
                        return stage_expression(backend, value, _rest(conjunction, following), None, following)
                    if not value:
                        return answer(value)
                value = thunk()
            return value
        except BaseException as error:
            if (local := passing(error, *rest)) is None:
                raise
            try:
                raise local
            except UnboundLocalError:
                restore(local)
                raise

    return conjunction


def _disjunction(answer: Callable[[Any], Any]) -> Callable[..., Any]:
    """`value or rest[0]() or ...`; `answer` says what becomes of the operand that ends it early."""

    def disjunction(value: Any, *rest: Thunk) -> Any:
        try:
            for index, thunk in enumerate(rest):
                if value is not False:
                    backend = backend_of(value)
                    if backend is not None:
                        following = rest[index:]
                        return stage_expression(backend, value, None, _rest(disjunction, following), following)
                    if value:
                        return answer(value)
                value = thunk()
            return value
        except BaseException as error:
            if (local := passing(error, *rest)) is None:
                raise
            try:
                raise local
            except UnboundLocalError:
                restore(local)
                raise

    return disjunction


and_ = _conjunction(lambda value: value)
or_ = _disjunction(lambda value: value)
# Where only the truth of the whole is asked, an operand whose truth was asked is not passed on to be asked again.
and_test = _conjunction(lambda value: False)
or_test = _disjunction(lambda value: True)


def if_exp(cond: Any, then: Thunk, orelse: Thunk) -> Any:
    """`then() if cond else orelse()`."""
    try:
        if cond is True:
            return then()
        if cond is False:
            return orelse()
        backend = backend_of(cond)
        if backend is not None:
            return stage_expression(backend, cond, then, orelse, (then, orelse))
        return then() if cond else orelse()
    except BaseException as error:
        if (local := passing(error, then, orelse)) is None:
            raise
        try:
            raise local
        except UnboundLocalError:
            restore(local)
            raise


def chain(left: Any, *rest: Any) -> Any:
    """`left < a() < b()`: `rest` is a symbol, a thunk, and so on by turns. Each operand is evaluated once."""
    try:
        right = rest[1]()
        value = _COMPARISONS[rest[0]](left, right)
        following = rest[2:]
        if not following:
            return value
        if value is not True:
            backend = backend_of(value)
            if backend is not None:
                return stage_expression(backend, value, lambda: chain(right, *following), None, following[1::2])
            if not value:
                return value
        return chain(right, *following)
    except BaseException as error:
        if (local := passing(error, *rest)) is None:
            raise
        try:
            raise local
        except UnboundLocalError:
            restore(local)
            raise


def plain_bool(value: Any, reason: str) -> Any:
    """The test of a statement that stays Python's: as it is, unless it is staged.

    Raises:
        StagingError: the value is staged; the message gives the line and the reason.
    """
    if value is not True and value is not False and backend_of(value) is not None:
        try:
            explain.cannot_stage(reason)
        except BaseException as error:
            hide_frame(error)
            raise
    return value


def _rest(operation: Callable[..., Any], operands: tuple[Thunk, ...]) -> Thunk:
    """The operation on operands that were not evaluated yet, to be evaluated when asked to."""
    return lambda: operation(operands[0](), *operands[1:])
