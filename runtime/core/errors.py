"""Errors that programs catch by type: TensorFlow's `tf.errors`, and what tracing raises."""

from __future__ import annotations

from typing import Any

OK, CANCELLED, UNKNOWN, INVALID_ARGUMENT, DEADLINE_EXCEEDED, NOT_FOUND, ALREADY_EXISTS, PERMISSION_DENIED = range(8)
RESOURCE_EXHAUSTED, FAILED_PRECONDITION, ABORTED, OUT_OF_RANGE, UNIMPLEMENTED, INTERNAL = range(8, 14)
UNAVAILABLE, DATA_LOSS, UNAUTHENTICATED = range(14, 17)


class OpError(Exception):
    """An error raised by the execution of an operation.

    Args:
        node_def: the definition of the node that failed, or None.
        op: the node, or None when it ran eagerly.
        message: what went wrong.
        error_code: one of the constants of this module.

    Attributes:
        graph_message: what to say instead when a graph was running; None for the same.
    """

    error_code = UNKNOWN
    graph_message: str | None = None

    def __init__(self, node_def: Any, op: Any, message: str, error_code: int | None = None):
        super().__init__()
        self.node_def = node_def
        self.op = op
        self.message = message
        if error_code is not None:
            self.error_code = error_code

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> Any:
        return type(self), (None, None, self.message)


class _CodedError(OpError):
    """Base of the errors whose type says the code."""

    def __init__(self, node_def: Any, op: Any, message: str):
        super().__init__(node_def, op, message)


class CancelledError(_CodedError):
    """The operation was cancelled."""

    error_code = CANCELLED


class UnknownError(_CodedError):
    """An error of no known kind, such as an exception in a Python callback."""

    error_code = UNKNOWN


class InvalidArgumentError(_CodedError):
    """An operation received an argument it cannot work with."""

    error_code = INVALID_ARGUMENT


class IntegerDivisionByZeroError(InvalidArgumentError, ZeroDivisionError):
    """An integer was divided by zero: what TensorFlow's programs catch, by whose name it goes, and what Python's do."""


IntegerDivisionByZeroError.__name__ = IntegerDivisionByZeroError.__qualname__ = InvalidArgumentError.__name__


class DeadlineExceededError(_CodedError):
    """A deadline passed before the operation could finish."""

    error_code = DEADLINE_EXCEEDED


class NotFoundError(_CodedError):
    """Something that was asked for, such as a file, does not exist."""

    error_code = NOT_FOUND


class AlreadyExistsError(_CodedError):
    """Something that was to be made exists already."""

    error_code = ALREADY_EXISTS


class PermissionDeniedError(_CodedError):
    """The caller may not do this."""

    error_code = PERMISSION_DENIED


class ResourceExhaustedError(_CodedError):
    """Memory, or another resource, ran out."""

    error_code = RESOURCE_EXHAUSTED


class FailedPreconditionError(_CodedError):
    """The system is not in a state in which the operation can run: a variable has no value yet."""

    error_code = FAILED_PRECONDITION


class AbortedError(_CodedError):
    """The operation was aborted."""

    error_code = ABORTED


class OutOfRangeError(_CodedError):
    """An operation went past the valid range: the end of an iterator."""

    error_code = OUT_OF_RANGE


class UnimplementedError(_CodedError):
    """The operation is not implemented for these arguments."""

    error_code = UNIMPLEMENTED


class InternalError(_CodedError):
    """An invariant of the system is broken."""

    error_code = INTERNAL


class UnavailableError(_CodedError):
    """The system is unavailable for now."""

    error_code = UNAVAILABLE


class DataLossError(_CodedError):
    """Data was lost or corrupted beyond repair."""

    error_code = DATA_LOSS


class UnauthenticatedError(_CodedError):
    """The request has no valid credentials."""

    error_code = UNAUTHENTICATED


class OperatorNotAllowedInGraphError(TypeError):
    """A Python operation needs the value of a symbolic tensor, which has none while a graph is built."""


class InaccessibleTensorError(ValueError):
    """A symbolic tensor is used outside of the graph it belongs to."""


def invalid_argument(text: str) -> InvalidArgumentError:
    """The error of a kernel that cannot compute anything of its operands."""
    return InvalidArgumentError(None, None, text)
