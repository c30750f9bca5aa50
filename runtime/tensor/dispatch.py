"""Applying an operation: eagerly, on arrays, or by adding a node to the graph under construction.

Handlers (`runtime.ir.handlers`) see it first, be it the one or the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

import runtime.kernels  # noqa: F401 - fills the column of what runs
from runtime.core import dtypes, errors, quiet
from runtime.core.shapes import dimension_text
from runtime.ir.handlers import local
from runtime.ir.schema import DtypeMismatch, Op
from runtime.ir.values import EagerTensor, wrap

NO_ATTRS: Mapping[str, Any] = MappingProxyType({})


def apply(op: Op, inputs: Sequence[Any], attrs: Mapping[str, Any] = NO_ATTRS, name: str | None = None) -> Any:
    """Runs `op` now, or adds it to the graph that is being built.

    Args:
        op: the operation.
        inputs: tensors.
        attrs: its attributes.
        name: of the node.

    Returns:
        The output tensor of an operation that is declared with one; otherwise the list of outputs.

    Raises:
        InvalidArgumentError: eagerly, if dtypes, shapes or values do not suit the operation.
        TypeError, ValueError: in a graph, if dtypes or static shapes do not.
    """
    thread = local.thread
    if thread.graph is not None:
        outputs = thread.graph.add(op, inputs, attrs, name=name).outputs
    elif thread.apply is None:
        return _run(op, inputs, attrs)
    else:
        outputs = thread.apply(_outputs, op, inputs, attrs)
    return outputs[0] if op.outputs == 1 else outputs


def _run(op: Op, inputs: Sequence[Any], attrs: Mapping[str, Any]) -> Any:
    """Runs the kernel; returns what `apply` returns."""
    arrays = [x._array for x in inputs]
    types = tuple([a.dtype for a in arrays])
    if types not in op.accepted:
        _check(op, inputs, types)
    token = quiet.begin()
    try:
        result = op.kernel(*arrays, **attrs)
    except (errors.OpError, *KERNEL_EXCEPTIONS) as exception:
        raise _eager_error(op, arrays, exception) from None
    finally:
        quiet.end(token)
    if op.outputs == 1:
        return wrap(result)
    return [wrap(r) for r in result] if result is not None else []


def _outputs(op: Op, inputs: Sequence[Any], attrs: Mapping[str, Any]) -> Sequence[Any]:
    """Runs the kernel; returns the outputs."""
    result = _run(op, inputs, attrs)
    return (result,) if op.outputs == 1 else result


#: What numpy raises when a kernel is given arrays that do not suit it.
KERNEL_EXCEPTIONS = (ValueError, IndexError, np.linalg.LinAlgError, OverflowError)


def _eager_error(op: Op, arrays: Sequence[Any], exception: BaseException) -> errors.OpError:
    error = kernel_error(op, arrays, exception)
    if op.outputs:  # what only checks speaks for itself
        error.message += f" [Op:{op.name}] name: "
    return error


def kernel_error(op: Op, arrays: Sequence[Any], exception: BaseException) -> errors.OpError:
    """The error to show for what the kernel of `op` raised on these arrays."""
    if isinstance(exception, errors.OpError):
        return exception
    text = str(exception)
    if "broadcast" in text and len(arrays) >= 2:
        shapes = [dimension_text(getattr(a, "shape", ())) for a in arrays]
        text = f"Incompatible shapes: {' vs. '.join(shapes)}"
    return errors.InvalidArgumentError(None, None, text)


def _check(op: Op, inputs: Sequence[EagerTensor], types: tuple[Any, ...]) -> None:
    """Checks the dtypes of an eager call, and remembers those that are right."""
    try:
        op.signature.bind([x.dtype for x in inputs])
    except DtypeMismatch as mismatch:
        raise errors.InvalidArgumentError(None, None, _mismatch_text(op, mismatch)) from None
    op.accepted.add(types)


def _mismatch_text(op: Op, mismatch: DtypeMismatch) -> str:
    ending = f" [Op:{op.name}] name: "
    dtype, parameter = mismatch.dtype, mismatch.parameter
    if mismatch.expected is not None:
        return (
            f"cannot compute {op.name} as input #{mismatch.position}(zero-based) was expected to be a "
            f"{mismatch.expected.enum_name} tensor but is a {dtype.enum_name} tensor{ending}"
        )
    assert parameter.allowed is not None
    allowed = ", ".join(d.enum_name for d in dtypes.ALL if d in parameter.allowed)
    return (
        f"Value for attr '{parameter.variable or parameter.name}' of {dtype.enum_name} is not in the list of "
        f"allowed values: {allowed}{ending}"
    )
