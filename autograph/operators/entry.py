"""Where a program begins to be staged by a system that knows nothing of this package: its effects and its errors."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from autograph import staging
from autograph.operators import places
from autograph.operators.arguments import Copies, arguments_by_name
from autograph.operators.comparisons import any_staged
from autograph.operators.concretization import explain_foreign
from autograph.operators.effects import function_returns, is_logging, staging_function
from autograph.operators.frames import hide_frame, receiving_package
from autograph.operators.optionals import check_result
from autograph.operators.restarts import restarted
from autograph.operators.returning import returned
from autograph.staging import SYSTEMS, backends, count_modules, tracing_backend


def begins(*given: Any) -> bool:
    """Whether a function is being staged, and nobody looks after it yet.

    Args:
        given: the arguments of the function. A system that looks after what it traces itself may be building a graph
            in which the function has no part.
    """
    if not backends and count_modules() == staging.modules_seen:
        return False
    backend = tracing_backend()
    if backend is None or is_logging():
        return False
    return not backend.traces_functions or any(map(any_staged, given))


def entry(make: Callable[[], Callable[..., Any]]) -> Callable[..., Any]:
    """What is called where staging begins, for the function that `make` makes when it is."""
    return functools.partial(enter, make)


def enter(make: Callable[[], Callable[..., Any]], /, *args: Any, **kwargs: Any) -> Any:
    """Calls the function that is staged; says what it leaves behind, and why it cannot be staged."""
    try:
        # The caller is the function itself, which has done nothing yet.
        return staged(make(), args, kwargs, sys._getframe(2))
    except BaseException as error:
        hide_frame(error)
        explained = explain_foreign(error)
        if explained is not None:
            raise explained from None
        raise


def staged(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], caller: FrameType | None
) -> Any:
    """What a converted function returns that is being staged.

    Args:
        function, args, kwargs: the function, and what it is called with.
        caller: the frame that the result goes to.
    """
    if is_logging():
        return _staged(function, args, kwargs, caller)
    return restarted(tracing_backend(), lambda: _staged(function, args, kwargs, caller))


def _staged(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], caller: FrameType | None
) -> Any:
    with staging_function(function, args, kwargs) as outermost:
        if not outermost:
            return function(*args, **kwargs)
        backend = tracing_backend()
        flatten = None if backend is None else backend.flattening(caller)
        is_called_by_system = receiving_package(caller) in SYSTEMS
        given = Copies(arguments_by_name(function, args, kwargs) if is_called_by_system else {})

        def run() -> Any:
            result = function(*args, **kwargs)
            given.check_returned(result)
            function_returns()
            return result

        with given.put_back_after_errors():
            if backend is None or flatten is None:
                return check_result(run(), is_called_by_system)
            return returned(backend, run, flatten)


places.entering.add(enter.__code__)
