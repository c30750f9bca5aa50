"""Operations and values of parts of the runtime that load when they are first used."""

from __future__ import annotations

import importlib
import sys
from typing import Any

from runtime.ir.graph import Graph
from runtime.ir.schema import OPS, Op

#: The modules that declare operations and are not loaded with the runtime.
DECLARING = (
    "runtime.staging.backend",
    "runtime.library.io",
    "runtime.structured.sparse",
    "runtime.data",
    "runtime.summary",
    "runtime.keras.optimizers",
)


def found_operation(name: str) -> Op | None:
    """The operation of that name, or None."""
    if name not in OPS:
        for module in DECLARING:
            importlib.import_module(module)
    return OPS.get(name)


def is_dataset_function(value: Any) -> bool:
    """Whether `value` is what a dataset runs on its elements."""
    module = sys.modules.get("runtime.data.functions")  # there is none before it was loaded
    return module is not None and isinstance(value, module.StagedFunction)


def dataset_function(name: str, graph: Graph) -> Any:
    """What a dataset runs on its elements, made of a graph."""
    from runtime.data.functions import StagedFunction  # only models with datasets need it

    return StagedFunction.restored(name, graph)
