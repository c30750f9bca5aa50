"""Forward mode: `ForwardAccumulator`, which computes Jacobian-vector products as the program runs.

There are no rules of its own. The vector-Jacobian product of an operation is linear in its vector; its derivative by
that vector, taken in reverse, is the Jacobian-vector product (see J. Townsend, "A new trick for calculating Jacobian
vector products", 2017).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.autodiff.backprop import dense, gradients_of, zeros_like
from runtime.autodiff.calls import CallListener
from runtime.autodiff.recording import Record, is_differentiable, key
from runtime.autodiff.tape import GradientTape
from runtime.autodiff.unconnected import UnconnectedGradients
from runtime.core import dtypes, nest
from runtime.ir import handlers
from runtime.ir.values import Tensor
from runtime.library import shaping
from runtime.state.indexed_slices import IndexedSlices
from runtime.state.variable import Variable
from runtime.tensor.conversion import convert_to_tensor


class ForwardAccumulator(CallListener):
    """Computes, beside every value, its derivative along a direction.

    Args:
        primals: a tensor or variable, or a nested structure of them.
        tangents: the direction, in the structure of `primals`.

    Raises:
        ValueError: if a tangent has another shape or dtype than its primal, or a primal is given twice.

    >>> import runtime as tf
    >>> x = tf.constant([2.0, 3.0])
    >>> with ForwardAccumulator(x, tf.constant([1.0, 0.0])) as acc:
    ...     y = tf.reduce_sum(x * x)
    >>> acc.jvp(y)
    <tf.Tensor: shape=(), dtype=float32, numpy=4.0>
    """

    def __init__(self, primals: Any, tangents: Any):
        nest.assert_same_structure(primals, tangents)
        self._tangents: dict[Any, Any] = {}
        self._kept: list[Any] = []
        self._recording = False
        for primal, tangent in zip(nest.flatten(primals), nest.flatten(tangents), strict=True):
            if not is_differentiable(primal.dtype):
                raise ValueError(
                    f"The dtype of the watched primal must be floating (e.g. tf.float32), got {primal.dtype!r}"
                )
            handle = _handle(primal)
            if key(handle) in self._tangents:
                raise ValueError("Tensors can only be watched once per accumulator")
            tangent = convert_to_tensor(tangent, primal.dtype)
            if not primal.shape.is_compatible_with(tangent.shape):
                raise ValueError(
                    f"the shape {tangent.shape} of a tangent is not the shape {primal.shape} of its primal"
                )
            self._set(handle, tangent)

    def __enter__(self) -> ForwardAccumulator:
        if self._recording:
            raise ValueError("Accumulator is already recording.")
        self._recording = True
        handlers.install(self)
        return self

    def __exit__(self, *exception: Any) -> None:
        handlers.remove(self)
        self._recording = False

    def jvp(self, primals: Any, unconnected_gradients: Any = UnconnectedGradients.NONE) -> Any:
        """The derivatives of `primals` along the direction.

        Args:
            primals: a tensor or a nested structure of them.
            unconnected_gradients: what there is for one that does not depend on what was given: None or zeros.

        Returns:
            In the structure of `primals`, tensors or None.
        """
        unconnected = UnconnectedGradients(unconnected_gradients)

        def tangent(x: Any) -> Any:
            if isinstance(x, IndexedSlices):
                x = convert_to_tensor(x)
            found = self._tangents.get(key(_handle(x)))
            if found is None and unconnected is UnconnectedGradients.ZERO:
                return shaping.zeros_like(x)
            return found

        return nest.map_structure(tangent, primals)

    # -- recording ---------------------------------------------------------------------------------------------------

    def watches(self, tensors: Sequence[Any]) -> bool:
        """Whether one of `tensors` has a tangent."""
        return any(key(x) in self._tangents for x in tensors)

    def record(self, record: Record) -> None:
        """Computes the tangents of the outputs of an operation, if an input has one."""
        moving = [i for i, x in enumerate(record.inputs) if key(x) in self._tangents and is_differentiable(x.dtype)]
        outputs = _with_tangents(record)
        if not moving or not outputs:
            return
        with handlers.only(handlers.outside(self)):
            with GradientTape(persistent=True) as tape:
                seeds = [zeros_like(y) for y in outputs]
                tape.watch(seeds)
                by_position = dict(zip(map(key, outputs), seeds, strict=True))
                found = gradients_of(record, [by_position.get(key(y)) for y in record.outputs])
                products = [dense(found[i]) for i in moving]
            present = [(p, i) for p, i in zip(products, moving, strict=True) if p is not None]
            weights = [self._tangents[key(record.inputs[i])] for _, i in present]
            tangents = tape.gradient([p for p, _ in present], seeds, output_gradients=weights) if present else []
        for y, tangent in zip(outputs, tangents, strict=False):
            if tangent is not None:
                self._set(y, dense(tangent))

    def extended(self, node: Any, outputs: Sequence[Any]) -> None:
        """Computes the tangents of further outputs of a node."""
        self.record(Record(node.op, node.inputs, node.attrs, node.outputs))

    def _set(self, tensor: Any, tangent: Any) -> None:
        self._tangents[key(tensor)] = tangent
        self._kept.append(tensor)


def _handle(x: Any) -> Any:
    return x.handle if isinstance(x, Variable) else x


def _with_tangents(record: Record) -> list[Any]:
    outputs = record.outputs
    if "levels" in record.attrs:
        # Of a function call, only those that can be differentiated again.
        outputs = [outputs[i] for i in record.attrs["levels"][-1].given]
    return [
        y for y in outputs if is_differentiable(y.dtype) and y.dtype is not dtypes.resource and isinstance(y, Tensor)
    ]
