"""`tf.keras`: layers and models, and what trains them.

Parts load when they are first asked for.
"""

from __future__ import annotations

from typing import Any

from runtime.keras.coverage import refusing

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


_refuse = refusing("tf.keras", [*_MODULES, *_NAMES])


def __getattr__(name: str) -> Any:
    module = name if name in _MODULES else _NAMES.get(name)
    if module is None:
        return _refuse(name)
    import importlib  # breaks the cost of parts that a program does not use

    found = importlib.import_module(f"runtime.keras.{module}")
    return found if name in _MODULES else getattr(found, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES, *_NAMES})
