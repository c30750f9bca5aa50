"""Automatic differentiation, `tf.autodiff`: tapes, the gradients of graphs, and what is built on them."""

from __future__ import annotations

from typing import Any

__all__ = ["ForwardAccumulator", "GradientTape"]


def __getattr__(name: str) -> Any:
    # Operations are declared with modules of this package, before tapes can be.
    if name == "GradientTape":
        from runtime.autodiff.tape import GradientTape

        return GradientTape
    if name == "ForwardAccumulator":
        from runtime.autodiff.forward import ForwardAccumulator

        return ForwardAccumulator
    raise AttributeError(f"module 'runtime.autodiff' has no attribute {name!r}")
