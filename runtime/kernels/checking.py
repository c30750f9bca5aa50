"""Kernels: assertions and checks of values, shapes and dtypes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.core import dtypes, errors
from runtime.ir.schema import kernels
from runtime.kernels.printing import element_text
from runtime.ops import checking as ops


def _assert(condition: np.ndarray, *data: Any, summarize: int) -> tuple[()]:
    if not np.all(condition):
        values = [np.asarray(x) if not isinstance(x, bytes) else x for x in data]
        text = "\n".join(_data_text(x, summarize) for x in values)
        error = errors.InvalidArgumentError(
            None, None, f"Expected '{bool(np.all(condition))}' to be true. Summarized data: {text}"
        )
        error.graph_message = "assertion failed: " + " ".join(f"[{_flat_text(x, summarize)}]" for x in values)
        raise error
    return ()


def _data_text(value: Any, summarize: int) -> str:
    if isinstance(value, bytes) or value.dtype == object:
        items = [value] if isinstance(value, bytes) else value.ravel().tolist()
        return ", ".join(repr(x) for x in items[: summarize if summarize >= 0 else None])
    flat = value.ravel()
    kept = flat if summarize < 0 or flat.size <= summarize else flat[:summarize]
    return ", ".join(str(x) for x in kept) + (", ..." if kept.size < flat.size else "")


def _flat_text(value: Any, summarize: int) -> str:
    """As a failing graph shows a value: its elements side by side, the rows of a matrix in brackets."""
    if isinstance(value, bytes) or not value.size:
        return value.decode(errors="replace") if isinstance(value, bytes) else ""
    cut = value.ndim > 1 and 0 <= summarize < value.size
    return _rows_text(value, value.size if summarize < 0 else summarize)[0] + "..." * cut


def _rows_text(value: Any, room: int) -> tuple[str, int]:
    """The text of an array of which `room` elements are shown, and how much room is left."""
    if value.ndim <= 1:
        items = list(value.ravel())
        text = " ".join(x.decode(errors="replace") if isinstance(x, bytes) else element_text(x) for x in items[:room])
        return text + "..." * (room < len(items)), max(room - len(items), 0)
    text = ""
    for row in value:
        if not room:
            break
        shown, room = _rows_text(row, room)
        text += f"[{shown}]"
    return text, room


kernels[ops.ASSERT] = _assert


# -- comparisons -----------------------------------------------------------------------------------------------------


def _checks(sign: str, holds_for: Callable[..., Any], lists_different: bool = True) -> Callable[..., tuple[()]]:
    """The kernel of an assertion that compares two tensors."""

    def check(x: np.ndarray, y: np.ndarray, message: str, summarize: int) -> tuple[()]:
        holds = np.asarray(holds_for(x, y))
        if not holds.all():
            text = _report(x, y, holds, f"Condition x {sign} y did not hold.", summarize, lists_different)
            raise errors.InvalidArgumentError(None, None, f"{message}\n{text}" if message else text)
        return ()

    return check


def sentence(message: str | None) -> str:
    """A message as it goes before what an assertion says itself."""
    return f"{message}.  " if message else ""


def _report(x: np.ndarray, y: np.ndarray, holds: np.ndarray, text: str, summarize: int, lists_different: bool) -> str:
    lines = [text]
    if holds.ndim and lists_different:
        where = np.argwhere(~holds)
        kept = where if summarize < 0 else where[:summarize]
        x_all, y_all = np.broadcast_to(x, holds.shape), np.broadcast_to(y, holds.shape)
        at = tuple(kept.T)
        lines += [
            f"Indices of first {len(kept)} different values:", str(kept),
            "Corresponding x values:", str(x_all[at]), "Corresponding y values:", str(y_all[at]),
        ]  # fmt: skip
    for name, value in (("x", x), ("y", y)):
        flat = value.ravel()
        kept = flat if summarize < 0 else flat[:summarize]
        lines += [f"First {len(kept)} elements of {name}:", str(kept)]
    return "\n".join(lines)


kernels[ops.ASSERT_EQUAL] = _checks("==", np.equal)
kernels[ops.ASSERT_NONE_EQUAL] = _checks("!=", np.not_equal, lists_different=False)
kernels[ops.ASSERT_LESS] = _checks("<", np.less)
kernels[ops.ASSERT_LESS_EQUAL] = _checks("<=", np.less_equal)
kernels[ops.ASSERT_GREATER] = _checks(">", np.greater)
kernels[ops.ASSERT_GREATER_EQUAL] = _checks(">=", np.greater_equal)


def _checks_with_zero(sign: str, holds_for: Callable[..., Any]) -> Callable[..., tuple[()]]:
    """The kernel of an assertion that compares a tensor with zero."""

    def check(x: np.ndarray, message: str, summarize: int) -> tuple[()]:
        if not np.all(holds_for(x, 0)):
            dtype = dtypes.from_numpy(x.dtype).name
            kept = x.ravel()[: summarize if summarize >= 0 else None]
            shown = [str(v) for v in kept] + ["..."] * (kept.size < x.size)
            values = str(x[()]) if x.ndim == 0 else str(shown)
            raise errors.InvalidArgumentError(
                None, None,
                f"{sentence(message)}\nCondition x {sign} 0 did not hold element-wise:\n"
                f"x (shape={x.shape} dtype={dtype}) = \n{values}",
            )  # fmt: skip
        return ()

    return check


kernels[ops.ASSERT_POSITIVE] = _checks_with_zero(">", np.greater)
kernels[ops.ASSERT_NEGATIVE] = _checks_with_zero("<", np.less)
kernels[ops.ASSERT_NON_NEGATIVE] = _checks_with_zero(">=", np.greater_equal)
kernels[ops.ASSERT_NON_POSITIVE] = _checks_with_zero("<=", np.less_equal)


def _check_numerics(x: np.ndarray, message: str) -> np.ndarray:
    if not np.isfinite(x).all():
        kinds = [kind for kind, found in (("Inf", np.isinf(x).any()), ("NaN", np.isnan(x).any())) if found]
        raise errors.InvalidArgumentError(None, None, f"{message} : Tensor had {' and '.join(kinds)} values")
    return x


kernels[ops.CHECK_NUMERICS] = _check_numerics
