"""Assertions and checks of values, shapes and dtypes: `Assert`, `debugging.assert_equal`, `check_numerics`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.core import dtypes
from runtime.core.errors import invalid_argument
from runtime.ir.graph import current_graph
from runtime.ir.schema import Op
from runtime.ir.static_value import constant_value
from runtime.ir.values import EagerTensor, Tensor, is_tensor
from runtime.kernels.checking import sentence
from runtime.library import elementwise, logic, reduction, shaping
from runtime.library.point_wise import matching, public, snake
from runtime.ops import checking as ops
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import apply


def Assert(condition: Any, data: Any, summarize: int | None = None, name: str | None = None) -> None:
    """Checks that `condition` is True.

    Args:
        condition: a boolean, or a boolean scalar tensor.
        data: what the message shows: a list of tensors and Python values.
        summarize: how many elements of each tensor are shown; 3 by default.
        name: of the node.

    Raises:
        InvalidArgumentError: when it runs, if `condition` is False.

    >>> Assert(True, ['fine'])
    """
    values = list(data) if isinstance(data, (list, tuple)) else [data]
    condition = convert_to_tensor(condition, dtype_hint=dtypes.bool)
    if condition.dtype is not dtypes.bool:
        condition = shaping.cast(condition, dtypes.bool)
    tensors = [convert_to_tensor(x) for x in values]
    apply(ops.ASSERT, (condition, *tensors), {"summarize": 3 if summarize is None else summarize}, name)


def _comparison(op: Op, sign: str, test: Callable[..., Any], holds_for: Callable[..., Any]) -> Callable[..., Any]:
    """The public function of an assertion that compares two tensors."""
    text_in_graphs = f"Condition x {sign} y did not hold element-wise:"

    def function(
        x: Any, y: Any, message: str | None = None, summarize: int | None = None, name: str | None = None
    ) -> None:
        x, y = matching(x, y)
        if x.dtype is not y.dtype:
            test(x, y)  # says so
        if current_graph() is None:
            attrs: dict[str, Any] = {"message": message or "", "summarize": 3 if summarize is None else summarize}
            apply(op, (x, y), attrs, name)
            return
        data = [*([message] if message else []), text_in_graphs, *_labelled(x=x, y=y)]
        _assert_all(lambda: test(x, y), (x, y), holds_for, data, summarize, name)

    return public(function, snake(op.name), f"Checks that `x {sign} y` everywhere.")


def _assert_all(
    test: Callable[[], Any], operands: Any, kernel: Callable[..., Any], data: list[Any], summarize: Any, name: Any
) -> None:
    """An assertion in a graph; one whose operands are known is made at once."""
    known = [constant_value(x) for x in operands]
    if any(value is None for value in known):
        Assert(reduction.reduce_all(test()), data, summarize, name)
    elif not np.all(kernel(*known)):
        lines = [str(constant_value(part)) if is_tensor(part) else part for part in data]
        raise invalid_argument("\n".join(lines))


def _labelled(**tensors: Any) -> list[Any]:
    """Tensors as the data of an assertion in a graph, each after what it is called."""
    return [part for label, x in tensors.items() for part in (f"{label} ({_name_of(x)}) = ", x)]


def _name_of(x: Any) -> str:
    return f"shape={x.shape} dtype={x.dtype.name}" if isinstance(x, EagerTensor) else x.name


assert_equal = _comparison(ops.ASSERT_EQUAL, "==", logic.equal, np.equal)
assert_none_equal = _comparison(ops.ASSERT_NONE_EQUAL, "!=", logic.not_equal, np.not_equal)
assert_less = _comparison(ops.ASSERT_LESS, "<", logic.less, np.less)
assert_less_equal = _comparison(ops.ASSERT_LESS_EQUAL, "<=", logic.less_equal, np.less_equal)
assert_greater = _comparison(ops.ASSERT_GREATER, ">", logic.greater, np.greater)
assert_greater_equal = _comparison(ops.ASSERT_GREATER_EQUAL, ">=", logic.greater_equal, np.greater_equal)


def _with_zero(op: Op, sign: str, test: Callable[..., Any], holds_for: Callable[..., Any]) -> Callable[..., Any]:
    """The public function of an assertion that compares a tensor with zero."""

    def function(x: Any, message: str | None = None, summarize: int | None = None, name: str | None = None) -> None:
        x = convert_to_tensor(x)
        if current_graph() is None:
            apply(op, (x,), {"message": message or "", "summarize": 3 if summarize is None else summarize}, name)
        else:
            zero = shaping.zeros_like(x)
            data = [sentence(message), f"Condition x {sign} 0 did not hold element-wise:", *_labelled(x=x)]
            _assert_all(lambda: test(x, zero), (x,), lambda known: holds_for(known, 0), data, summarize, name)

    return public(function, snake(op.name), f"Checks that `x {sign} 0` everywhere.")


assert_positive = _with_zero(ops.ASSERT_POSITIVE, ">", logic.greater, np.greater)
assert_negative = _with_zero(ops.ASSERT_NEGATIVE, "<", logic.less, np.less)
assert_non_negative = _with_zero(ops.ASSERT_NON_NEGATIVE, ">=", logic.greater_equal, np.greater_equal)
assert_non_positive = _with_zero(ops.ASSERT_NON_POSITIVE, "<=", logic.less_equal, np.less_equal)


def assert_near(
    x: Any, y: Any, rtol: Any = None, atol: Any = None, message: str | None = None, summarize: int | None = None,
    name: str | None = None,
) -> None:  # fmt: skip
    """Checks that `abs(x - y) <= atol + rtol * abs(y)` everywhere.

    Args:
        x: a tensor.
        y: a tensor of the same dtype; shapes broadcast.
        rtol, atol: ten times the precision of the dtype by default.
        message: goes before that of the error.
        summarize: how many elements are shown.
        name: of the node.

    Raises:
        InvalidArgumentError: if it does not hold.
    """
    x, y = matching(x, y)
    precision = 10 * float(dtypes._floating_limits(x.dtype).eps)
    rtol, atol = (convert_to_tensor(precision if t is None else t, x.dtype) for t in (rtol, atol))
    near = elementwise.abs(x - y) <= atol + rtol * elementwise.abs(y)
    data = [
        sentence(message),
        f"x and y not equal to tolerance rtol = {rtol!s}, atol = {atol!s}",
        *_labelled(x=x, y=y),
    ]
    Assert(reduction.reduce_all(near), data, summarize, name)


# -- numbers ---------------------------------------------------------------------------------------------------------


def check_numerics(tensor: Any, message: str, name: str | None = None) -> Any:
    """`tensor`, once it is checked to hold neither NaN nor infinity.

    Raises:
        InvalidArgumentError: when it runs, if it does; the text begins with `message`.

    >>> check_numerics([1., 2.], 'weights').numpy()
    array([1., 2.], dtype=float32)
    """
    return apply(ops.CHECK_NUMERICS, (convert_to_tensor(tensor),), {"message": message}, name)


def assert_all_finite(x: Any, message: str, name: str | None = None) -> Any:
    """The same as `check_numerics`."""
    return check_numerics(x, message, name)


# -- what is known statically ----------------------------------------------------------------------------------------


def assert_rank(x: Any, rank: Any, message: str | None = None, name: str | None = None) -> None:
    """Checks that `x` has `rank` dimensions.

    Raises:
        ValueError: if it is known not to.
        InvalidArgumentError: when it runs, if it has not.
    """
    _check_rank(x, rank, message, "must have rank", lambda found, wanted: found == wanted, logic.equal)


def assert_rank_at_least(x: Any, rank: Any, message: str | None = None, name: str | None = None) -> None:
    """Checks that `x` has at least `rank` dimensions; see `assert_rank`."""
    _check_rank(x, rank, message, "must have rank at least", lambda found, wanted: found >= wanted, logic.greater_equal)


def assert_rank_in(x: Any, ranks: Any, message: str | None = None, name: str | None = None) -> None:
    """Checks that the number of dimensions of `x` is one of several; see `assert_rank`."""
    x = convert_to_tensor(x)
    wanted = tuple(int(constant_value(convert_to_tensor(rank))) for rank in ranks)  # type: ignore[arg-type]
    if x.shape.rank is None:
        found = logic.equal(shaping.rank(x), convert_to_tensor(wanted))
        Assert(
            reduction.reduce_any(found),
            [sentence(message), f"Tensor {x.name} must have rank in", *wanted, "Received shape: ", shaping.shape(x)],
        )
    elif x.shape.rank not in wanted:
        label = "" if isinstance(x, EagerTensor) else x.name
        raise ValueError(
            f"{sentence(message)}Tensor {label} must have rank in {wanted}.  Received rank {x.shape.rank}, "
            f"shape {x.shape}"
        )


def _check_rank(x: Any, rank: Any, message: str | None, text: str, holds: Any, test: Any) -> None:
    x = convert_to_tensor(x)
    wanted = constant_value(convert_to_tensor(rank))
    label = "" if isinstance(x, EagerTensor) else x.name
    if wanted is None or x.shape.rank is None:
        data = [sentence(message), f"Tensor {label} {text}", rank, "Received shape: ", shaping.shape(x)]
        Assert(test(shaping.rank(x), rank), data)
    elif not holds(x.shape.rank, int(wanted)):
        raise ValueError(
            f"{sentence(message)}Tensor {label} {text} {int(wanted)}.  Received rank {x.shape.rank}, shape {x.shape}"
        )


def assert_type(tensor: Any, tf_type: Any, message: str | None = None, name: str | None = None) -> None:
    """Raises TypeError unless `tensor` has the dtype `tf_type`."""
    tensor, wanted = convert_to_tensor(tensor), dtypes.as_dtype(tf_type)
    if tensor.dtype is not wanted:
        raise TypeError(f"{message + ' ' if message else ''}tensor must be of type {wanted!r}; got {tensor.dtype!r}")


def assert_integer(x: Any, message: str | None = None, name: str | None = None) -> None:
    """Raises TypeError unless `x` has an integer dtype."""
    x = convert_to_tensor(x)
    if not x.dtype.is_integer:
        raise TypeError(
            f'{message + " " if message else ""}Expected "x" to be integer type.  Found: tensor of dtype {x.dtype}'
        )


def assert_scalar(tensor: Any, message: str | None = None, name: str | None = None) -> Any:
    """`tensor`; raises ValueError if it is known not to be a scalar."""
    tensor = convert_to_tensor(tensor)
    if tensor.shape.rank not in (0, None):
        raise ValueError(f"{message + ' ' if message else ''}Expected scalar shape, saw shape: {tensor.shape}.")
    return tensor


def assert_shapes(
    shapes: Any, data: Any = None, summarize: int | None = None, message: str | None = None, name: Any = None
) -> None:
    """Checks the shapes of several tensors against patterns: sizes, None for any, and names that stand for one size.

    Args:
        shapes: pairs of a tensor and a pattern, as a list or a mapping.
        data, name: accepted for compatibility.
        summarize: how many elements of a shape are shown.
        message: goes before that of the error.

    Raises:
        ValueError: if a shape is known not to fit.
        InvalidArgumentError: when it runs, if one does not.

    >>> assert_shapes([(convert_to_tensor([[1, 2]]), ('N', 2))])
    """
    sizes: dict[Any, tuple[Any, str]] = {}
    for tensor, pattern in shapes.items() if isinstance(shapes, dict) else shapes:
        x = convert_to_tensor(tensor)
        label = f"tensor {_name_of(x)}"
        wanted = tuple(pattern) if isinstance(pattern, (tuple, list, str)) else (pattern,)
        if x.shape.rank is None:
            assert_rank(x, len(wanted), message)
        elif x.shape.rank != len(wanted):
            raise ValueError(f"{sentence(message)}T{label[1:]} must have rank {len(wanted)}.  "
                             f"Received rank {x.shape.rank}, shape {x.shape}")  # fmt: skip
        static = [None] * len(wanted) if x.shape.rank is None else list(x.shape)
        for i, (size, symbol) in enumerate(zip(static, wanted, strict=True)):
            if symbol in (None, "."):
                continue
            found = shaping.shape(x)[i] if size is None else size
            known = isinstance(symbol, int)
            expected, where = (symbol, "") if known else sizes.setdefault(symbol, (found, f"{label} dimension {i}"))
            source = "Specified explicitly" if known else f"Specified by {where}"
            text = f"T{label[1:]} dimension {i}"
            if isinstance(found, int) and isinstance(expected, int):
                if found != expected:
                    raise ValueError(
                        f"{sentence(message)}{source}.  {text} must have size {expected}.  "
                        f"Received size {found}, shape {x.shape}"
                    )
            elif found is not expected:
                data = [sentence(message), source, text, "must have size", expected, "Received shape: "]
                Assert(logic.equal(found, expected), [*data, shaping.shape(x)], summarize)


def is_numeric_tensor(tensor: Any) -> bool:
    """Whether `tensor` is a tensor of numbers."""
    return isinstance(tensor, Tensor) and tensor.dtype in dtypes.NUMBER
