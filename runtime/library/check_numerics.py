"""`debugging.enable_check_numerics`: every operation is checked for infinities and NaN as soon as it has run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from runtime.core.errors import invalid_argument
from runtime.ir import handlers
from runtime.ir.location import current_location
from runtime.ir.schema import CHECK, MOVED, Effect, declare, no_gradient
from runtime.ir.values import EagerTensor, SymbolicTensor


def enable_check_numerics(stack_height_limit: int = 30, path_length_limit: int = 50) -> None:
    """From now on, every operation whose result holds an infinity or NaN raises an error that names it.

    It is so in the thread in which this is called. In functions, those that are traced from now on are checked.

    Args:
        stack_height_limit, path_length_limit: accepted for compatibility.

    Raises:
        InvalidArgumentError: what the operation then raises; it names the operation and the line of the program.
    """
    if _CHECKS not in handlers.installed():
        handlers.install(_CHECKS)


def disable_check_numerics() -> None:
    """Ends `enable_check_numerics`, in the thread in which it is called."""
    handlers.remove(_CHECKS)


class _Checks(handlers.Handler):
    def apply(
        self, proceed: Callable[..., Sequence[Any]], op: Any, inputs: Sequence[Any], attrs: Mapping[str, Any]
    ) -> Sequence[Any]:
        outputs = proceed(op, inputs, attrs)
        if MOVED not in op.tags and outputs:
            check = _check_node if isinstance(outputs[0], SymbolicTensor) else _check_eager
            check(op, inputs, outputs)
        return outputs


_CHECKS = _Checks()


def _check_eager(op: Any, inputs: Sequence[Any], outputs: Sequence[Any]) -> None:
    for i, y in enumerate(outputs):
        if _is_checked(y.dtype) and not np.isfinite(y._array).all():
            text = _text(op.name, "eagerly-executing op", i, len(outputs), y, inputs)
            location = current_location()
            if location is not None:
                text += f"\n  The operation ran here:\n    {location}\n      {location.text}\n"
            raise invalid_argument(f"{text}\n : Tensor had {_kinds(y._array)} values [Op:CheckNumericsV2] name: ")


def _check_node(op: Any, inputs: Sequence[Any], outputs: Sequence[Any]) -> None:
    node = outputs[0].node
    if node.regions:
        return
    for i, y in enumerate(outputs):
        if _is_checked(y.dtype):
            message = _text(op.name, "graph op", i, len(outputs), y, inputs) + f'  Graph name: "{node.graph.name}"\n'
            if node.location is not None:
                message += f"\n  The operation was created here:\n    {node.location}\n      {node.location.text}\n"
            node.graph.add(_CHECK, [y], {"message": message}, name=f"{node.name.rpartition('/')[2]}/CheckNumericsV2")


def _is_checked(dtype: Any) -> bool:
    return dtype.is_floating or dtype.is_complex


def _text(op: str, kind: str, output: int, count: int, tensor: Any, inputs: Sequence[Any]) -> str:
    lines = [
        f'\n\n!!! Detected Infinity or NaN in output {output} of {kind} "{op}" (# of outputs: {count}) !!!',
        f"  dtype: {tensor.dtype}",
        f"  shape: {tensor.shape}",
    ]
    if isinstance(tensor, EagerTensor):
        array = tensor._array
        for test, label in _TESTS if array.dtype.kind != "c" else ():
            amount = int(np.sum(test(array)))
            if amount:
                lines.append(f"  # of {label} elements: {amount}")
    if len(inputs) == 1:
        lines += ["", f"  Input tensor: {inputs[0]!s}"]
    elif inputs:
        lines += ["", f"  Input tensors ({len(inputs)}):"]
        lines += [f"         {i}: {x!s}" for i, x in enumerate(inputs)]
    return "\n".join(lines) + "\n"


#: What may be wrong with a real number.
_TESTS: tuple[tuple[Callable[..., Any], str], ...] = (
    (np.isneginf, "-Inf"),
    (np.isposinf, "+Inf"),
    (np.isnan, "+NaN"),
)


def _kinds(array: Any) -> str:
    if array.dtype.kind == "c":
        return "Inf or NaN"
    kinds = [label.replace("+NaN", "NaN") for test, label in _TESTS if np.any(test(array))]
    return " and ".join([", ".join(kinds[:-1]), kinds[-1]] if len(kinds) > 1 else kinds)


def _kernel(x: Any, message: str) -> tuple[()]:
    if not np.isfinite(x).all():
        raise invalid_argument(f"{message}\n : Tensor had {_kinds(np.asarray(x))} values")
    return ()


_CHECK = declare(
    "CheckNumericsV2",
    "tensor: T; message: str ->",
    kernel=_kernel,
    infer=lambda x, message: [],
    gradient=no_gradient,
    effects=Effect.OUTPUT,
    tags=CHECK | MOVED,
)
