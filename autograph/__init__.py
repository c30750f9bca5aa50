"""Plain Python control flow, staged into dataflow graphs.

The names below are loaded when they are first used: code that was converted ahead of time needs the operators alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograph.api import convert, do_not_convert, to_code, to_graph
    from autograph.diagnostics import AutographError, ConversionError, StagingError
    from autograph.operators.directives import set_loop_options
    from autograph.verbosity import set_verbosity, trace

__all__ = [
    "AutographError",
    "ConversionError",
    "StagingError",
    "convert",
    "do_not_convert",
    "set_loop_options",
    "set_verbosity",
    "to_code",
    "to_graph",
    "trace",
]

_MODULES = {
    "AutographError": "autograph.diagnostics",
    "ConversionError": "autograph.diagnostics",
    "StagingError": "autograph.diagnostics",
    "convert": "autograph.api",
    "do_not_convert": "autograph.api",
    "set_loop_options": "autograph.operators.directives",
    "set_verbosity": "autograph.verbosity",
    "to_code": "autograph.api",
    "to_graph": "autograph.api",
    "trace": "autograph.verbosity",
}


def __getattr__(name: str) -> Any:
    module = _MODULES.get(name)
    if module is None:
        raise AttributeError(f"module 'autograph' has no attribute {name!r}")
    import importlib

    value = globals()[name] = getattr(importlib.import_module(module), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
