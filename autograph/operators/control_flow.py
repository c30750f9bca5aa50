"""`if`, `while` and `for`: as Python has them, or staged.

The plain case comes first and costs a call. Only a value that is neither `True` nor `False` is looked at twice.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import FunctionType
from typing import Any

from autograph import staging
from autograph.operators.conditionals import stage_if
from autograph.operators.effects import Log, log, logging
from autograph.operators.frames import passing, restore
from autograph.operators.loops import stage_for, stage_while, stage_while_testing
from autograph.operators.state import Bound, State
from autograph.staging import Backend, backend_of, backends, count_modules, tracing_backend

_NO_OPTIONS: Mapping[str, Any] = {}

#: What is looped over most often, is never staged, and lives as long as an iterator over it.
_PLAIN_ITERABLES = frozenset({list, tuple, range, dict, set, str, bytes, enumerate, zip, map, filter, reversed})


def if_stmt(
    cond: Any,
    body: Callable[[], Any] | None,
    orelse: Callable[[], Any] | None = None,
    get_state: FunctionType | None = None,
    set_state: FunctionType | None = None,
    names: Sequence[str] = (),
    nouts: int = 0,
) -> None:
    """An `if` statement.

    Args:
        cond: the value of the condition.
        body, orelse: the branches; None for an empty one.
        get_state, set_state: read and write the variables in `names`, in that order.
        names: the variables that the branches may change and that matter to the other branch or afterwards.
        nouts: how many of them, from the first, matter afterwards.
    """
    try:
        if cond is True:
            if body is not None:
                body()
        elif cond is False:
            if orelse is not None:
                orelse()
        else:
            backend = backend_of(cond)
            if backend is not None:
                stage_if(backend, cond, body, orelse, State(get_state, set_state, names), nouts)
                return
            branch = body if cond else orelse
            cond = None  # a temporary object is gone before the branch runs
            if branch is not None:
                branch()
    except BaseException as error:
        if (local := passing(error)) is None:
            raise
        try:
            raise local
        except UnboundLocalError:
            restore(local)
            raise


def while_stmt(
    test: Callable[[], Any],
    body: Callable[[], Any],
    get_state: FunctionType | None = None,
    set_state: FunctionType | None = None,
    names: Sequence[str] = (),
    options: Mapping[str, Any] = _NO_OPTIONS,
) -> None:
    """A `while` statement.

    Args:
        test, body: the loop's test and body.
        get_state, set_state: read and write the variables in `names`, in that order.
        names: the variables that the loop may change and that matter to another iteration or afterwards.
        options: what `set_loop_options` said of the loop.
    """
    try:
        tracing = tracing_backend()
        if tracing is None:
            while test():
                body()
        else:
            _while_tracing(tracing, test, body, State(get_state, set_state, names), options)
    except BaseException as error:
        if (local := passing(error)) is None:
            raise
        try:
            raise local
        except UnboundLocalError:
            restore(local)
            raise


def _while_tracing(
    tracing: Backend,
    test: Callable[[], Any],
    body: Callable[[], Any],
    state: State,
    options: Mapping[str, Any],
) -> None:
    """Runs as Python as long as the test is a Python value; from where it is staged on, so is the loop."""
    while True:
        take_back = tracing.checkpoint()
        before = Bound((test,))
        effects = Log()
        with logging(effects):
            condition = test()
        around = log()
        backend = backend_of(condition)
        if backend is None:
            if around is not None:
                around.absorb(effects, writes=True)
            if not condition:
                return
            body()
        elif before.changed() or effects.effects():
            if around is not None:
                around.absorb(effects, writes=True)
            stage_while_testing(backend, condition, test, body, state, options)
            return
        else:
            take_back()
            stage_while(backend, test, body, state, options)
            return


def for_stmt(
    iterable: Any,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], Any],
    get_state: FunctionType | None = None,
    set_state: FunctionType | None = None,
    names: Sequence[str] = (),
    options: Mapping[str, Any] = _NO_OPTIONS,
) -> None:
    """A `for` statement.

    Args:
        iterable: what is looped over.
        extra_test: whether to go on, asked before every iteration; None if the loop is never left early.
        body: the loop's body, given an element.
        get_state, set_state: read and write the variables in `names`, in that order.
        names: the variables that the loop may change and that matter to another iteration or afterwards.
        options: what `set_loop_options` said of the loop.
    """
    try:
        if type(iterable) not in _PLAIN_ITERABLES:
            backend = backend_of(iterable)
            if backend is not None:
                stage_for(backend, iterable, extra_test, body, State(get_state, set_state, names), options)
                return
            iterable = iter(iterable)
        if extra_test is None:
            for element in iterable:
                body(element)
        elif (not backends and count_modules() == staging.modules_seen) or tracing_backend() is None:
            for element in iterable:
                body(element)
                if not extra_test():
                    break
        else:
            _for_tracing(iterable, extra_test, body, State(get_state, set_state, names))
    except BaseException as error:
        iterable = element = None  # the frame lives as long as the traceback; what was looped over need not
        if (local := passing(error)) is None:
            raise
        try:
            raise local
        except UnboundLocalError:
            restore(local)
            raise


def _for_tracing(
    iterable: Iterable[Any], extra_test: Callable[[], Any], body: Callable[[Any], Any], state: State
) -> None:
    """Unrolls a loop over Python values; once whether to go on is staged, so is what remains, element by element."""
    condition: Any = True
    for element in iterable:
        backend = backend_of(condition)
        if backend is not None:
            stage_if(backend, condition, functools.partial(body, element), None, state, len(state.names))
        else:
            body(element)
        condition = extra_test()
        if backend_of(condition) is None and not condition:
            break
