"""Gradients by the rules of the operations, and by differences, to be compared."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

import runtime as tf
from runtime.ir import handlers
from tests.runtime.finite_differences import central_differences


def gradients_by_rule(function: Callable[..., Any], *arrays: np.ndarray) -> list[np.ndarray | None]:
    """The gradient of the weighted sum of the result, from each operation's own rule."""
    inputs = [tf.constant(a) for a in arrays]
    tape: list[SimpleNamespace] = []

    class Recorder(handlers.Handler):
        def apply(self, proceed: Any, op: Any, inputs: Any, attrs: Any) -> Any:
            outputs = proceed(op, inputs, attrs)
            tape.append(SimpleNamespace(op=op, inputs=list(inputs), attrs=attrs, outputs=list(outputs)))
            return outputs

    with handlers.only([Recorder()]):
        result = function(*inputs)
    cotangents: dict[int, Any] = {id(result): tf.constant(weights(result.shape.as_list()), result.dtype)}
    for node in reversed(tape):
        given = [cotangents.get(id(y)) for y in node.outputs]
        if all(g is None for g in given):
            continue
        # As differentiation does: zeros for outputs that nothing depends on.
        given = [tf.zeros_like(y) if g is None else g for g, y in zip(given, node.outputs, strict=True)]
        assert node.op.gradient is not None, f"{node.op.name} has no gradient"
        for x, g in zip(node.inputs, node.op.gradient(node, *given), strict=True):
            if g is not None:
                assert g.dtype is x.dtype, f"{node.op.name}: {g.dtype} for {x.dtype}"
                assert g.shape == x.shape, f"{node.op.name}: {g.shape} for {x.shape}"
                before = cotangents.get(id(x))
                cotangents[id(x)] = g if before is None else before + g
    return [None if id(x) not in cotangents else cotangents[id(x)].numpy() for x in inputs]


def gradients_by_differences(function: Callable[..., Any], *arrays: np.ndarray) -> list[np.ndarray]:
    """The same by central differences."""

    def total(*changed: np.ndarray) -> float:
        result = function(*map(tf.constant, changed)).numpy()
        return float(np.sum(result * weights(np.shape(result))))

    return central_differences(total, list(arrays))


def weights(shape: Any) -> np.ndarray:
    """Different for each element, so that one cannot stand for another."""
    return np.cos(np.arange(int(np.prod(shape)), dtype=np.float64)).reshape(shape) + 1.5
