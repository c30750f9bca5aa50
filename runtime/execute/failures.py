"""Errors of a running plan: of the class that TensorFlow would raise, with the node that failed and the user's line."""

from __future__ import annotations

from typing import Any

from runtime.core import errors

#: What a kernel, or a Python callback in the graph, raises; and what a program catches. First match wins.
CLASSES: tuple[tuple[type[BaseException], type[errors.OpError]], ...] = (
    (MemoryError, errors.ResourceExhaustedError),
    (NotImplementedError, errors.UnimplementedError),
    (StopIteration, errors.OutOfRangeError),
    (ValueError, errors.InvalidArgumentError),
    (TypeError, errors.InvalidArgumentError),
    (IndexError, errors.InvalidArgumentError),
    (ArithmeticError, errors.InvalidArgumentError),
)


class RaisedByProgram(Exception):
    """An exception that the program itself raises, by a `raise` that was staged."""

    def __init__(self, exception: BaseException):
        super().__init__(exception)
        self.exception = exception


def explained(error: BaseException, node: Any, function_name: str) -> BaseException:
    """`error` as what the program sees: of the right class, and saying where.

    Args:
        error: raised by a kernel.
        node: whose kernel it was.
        function_name: of the graph that ran.

    Returns:
        The exception to raise.
    """
    if isinstance(error, RaisedByProgram):
        return error.exception
    if isinstance(error, errors.OpError):
        kind: type[errors.OpError] = type(error)
        message = (error.graph_message or error.message).removesuffix(f"[Op:{node.type}]").rstrip()
    else:
        kind = next((mapped for raised, mapped in CLASSES if isinstance(error, raised)), errors.UnknownError)
        message = f"{type(error).__name__}: {error}" if kind is errors.UnknownError else str(error)
    message += f"\n\t [[{{{{node {node.name}}}}}]] [Op:{function_name}]"
    location = node.location
    if location is not None:
        message += f"\n\nThe operation was created here:\n  {location}"
        if location.text:
            message += f"\n    {location.text}"
    raised = kind(node.node_def, node, message)
    if hasattr(error, "code"):
        raised.code = error.code  # type: ignore[attr-defined]
    return raised
