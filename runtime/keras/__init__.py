"""`tf.keras`: layers and models, and what trains them.

Parts load when they are first asked for.
"""

from __future__ import annotations

from typing import Any

#: Parts, by name.
_MODULES = (
    "activations", "backend", "callbacks", "constraints", "datasets", "initializers", "layers", "losses", "metrics",
    "models", "optimizers", "regularizers", "saving", "utils",
)  # fmt: skip

#: Names of this module, by the module that has them.
_NAMES = {
    "Input": "layers", "InputSpec": "layers", "Layer": "layers", "Model": "models", "Sequential": "models",
    "Functional": "models", "KerasTensor": "symbolic", "Initializer": "initializers", "Regularizer": "regularizers",
    "Loss": "losses", "Metric": "metrics", "Optimizer": "optimizers",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    import importlib  # breaks the cost of parts that a program does not use

    if name in _MODULES:
        return importlib.import_module(f"runtime.keras.{name}")
    if name in _NAMES:
        return getattr(importlib.import_module(f"runtime.keras.{_NAMES[name]}"), name)
    if name.startswith("__"):
        raise AttributeError(name)
    import difflib  # only needed to fail

    nearest = difflib.get_close_matches(name, [*_MODULES, *_NAMES], 1)
    hint = f"; the nearest name that is: tf.keras.{nearest[0]}" if nearest else ""
    raise AttributeError(f"module 'runtime.keras' has no attribute {name!r}: it is not covered{hint}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES, *_NAMES})
