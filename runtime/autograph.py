"""`tf.autograph`: conversion of Python code, as this runtime's programs ask for it. The converter is in `autograph`."""

from __future__ import annotations

import enum
import logging
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

_log = logging.getLogger("autograph")


class Feature(enum.Enum):
    """Optional features of conversion. All of them are always on."""

    ALL = "ALL"
    AUTO_CONTROL_DEPS = "AUTO_CONTROL_DEPS"
    ASSERT_STATEMENTS = "ASSERT_STATEMENTS"
    BUILTIN_FUNCTIONS = "BUILTIN_FUNCTIONS"
    EQUALITY_OPERATORS = "EQUALITY_OPERATORS"
    LISTS = "LISTS"
    NAME_SCOPES = "NAME_SCOPES"


def to_code(entity: Callable[..., Any], recursive: bool = True, experimental_optional_features: Any = None) -> str:
    """The text of the converted form of a function.

    Args:
        entity: a Python function, or a `Function`.
        recursive: accepted: what a function calls is converted as it is called.
        experimental_optional_features: accepted: all are on.

    Returns:
        Python source.

    Raises:
        ConversionError: if the source of the function cannot be had.
    """
    from autograph import api  # conversion is not needed to run what was converted

    return api.to_code(getattr(entity, "python_function", entity))


def to_graph(
    entity: Callable[..., Any], recursive: bool = True, experimental_optional_features: Any = None
) -> Callable[..., Any]:
    """The converted form of a function, to be called like it.

    Args:
        entity: a Python function, or a `Function`.
        recursive: accepted: what a function calls is converted as it is called.
        experimental_optional_features: accepted: all are on.

    Returns:
        A function that stages its control flow where it depends on tensors of a graph.

    Raises:
        ConversionError: if the source of the function cannot be had.
    """
    from autograph import api  # conversion is not needed to run what was converted

    return api.to_graph(getattr(entity, "python_function", entity))


def set_verbosity(level: int, alsologtostdout: bool = False) -> None:
    """How much conversion logs.

    Args:
        level: 0 for nothing; 1 and more for details.
        alsologtostdout: whether it is also printed.
    """
    _log.setLevel(logging.DEBUG if level > 0 else logging.WARNING)
    if alsologtostdout:
        import sys

        _log.addHandler(logging.StreamHandler(sys.stdout))


def trace(*args: Any) -> None:
    """Prints its arguments while the function it is in is being traced.

    >>> trace('x is', 1)
    x is 1
    """
    print(*args)


def do_not_convert(func: Any = None) -> Any:
    """Keeps a function from being converted: it runs as it is. May be used as a decorator."""
    from autograph import api  # conversion is not needed to run what was converted

    return api.do_not_convert(func)


def set_loop_options(
    parallel_iterations: Any = None,
    swap_memory: Any = None,
    maximum_iterations: Any = None,
    shape_invariants: Any = None,
) -> None:
    """States options of the loop whose body begins with this call; elsewhere it does nothing.

    Args:
        parallel_iterations, swap_memory: accepted: they change nothing here.
        maximum_iterations: how many iterations there may be.
        shape_invariants: accepted: shapes that change become unknown by themselves.
    """


experimental = SimpleNamespace(do_not_convert=do_not_convert, set_loop_options=set_loop_options, Feature=Feature)
