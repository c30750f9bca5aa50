"""`tf.autograph`: conversion of Python code, as this runtime's programs ask for it. The converter is in `autograph`."""

from __future__ import annotations

import enum
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from autograph.operators.directives import set_loop_options
from autograph.verbosity import set_verbosity, trace


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


def do_not_convert(func: Any = None) -> Any:
    """Keeps a function from being converted: it runs as it is. May be used as a decorator."""
    from autograph import api  # conversion is not needed to run what was converted

    return api.do_not_convert(func)


__all__ = ["Feature", "do_not_convert", "experimental", "set_verbosity", "to_code", "to_graph", "trace"]

experimental = SimpleNamespace(do_not_convert=do_not_convert, set_loop_options=set_loop_options, Feature=Feature)
