"""Kernels: solving linear equations, factorising, and functions of matrices, on the last two dimensions."""

from __future__ import annotations

import numpy as np

from runtime.core import errors
from runtime.ir.schema import kernels
from runtime.ops import solving as ops


def _refused(text: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, text)


def _triangular(a: np.ndarray, b: np.ndarray, lower: bool, adjoint: bool) -> np.ndarray:
    a = np.tril(a) if lower else np.triu(a)
    if adjoint:
        a = np.conjugate(np.swapaxes(a, -1, -2))
    try:
        return np.linalg.solve(a, b).astype(b.dtype, copy=False)
    except np.linalg.LinAlgError:
        raise _refused("Input matrix is not invertible.") from None


kernels[ops.TRIANGULAR] = _triangular


kernels[ops.EIG] = lambda x, Tout: tuple(a.astype(Tout.dtype) for a in np.linalg.eig(x))
# -- functions of matrices -------------------------------------------------------------------------------------------

#: Coefficients of the Padé approximant of order 13 of the exponential (Higham 2005).
_PADE = [
    64764752532480000, 32382376266240000, 7771770303897600, 1187353796428800, 129060195264000, 10559470521600,
    670442572800, 33522128640, 1323241920, 40840800, 960960, 16380, 182, 1,
]  # fmt: skip


def _expm(x: np.ndarray) -> np.ndarray:
    """Scaling and squaring: the approximant of `x / 2**s`, squared `s` times."""
    if not x.size:
        return x
    wide = x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)
    length = np.abs(wide).sum(-2).max(initial=0)
    squarings = max(0, int(np.ceil(np.log2(length / 5.4)))) if length > 0 and np.isfinite(length) else 0
    a = wide / 2**squarings
    power = np.broadcast_to(np.eye(x.shape[-1]), x.shape)
    even, odd = _PADE[0] * power, _PADE[1] * power
    square = a @ a
    for k in range(2, 14, 2):
        power = power @ square
        even, odd = even + _PADE[k] * power, odd + _PADE[k + 1] * power
    result = np.linalg.solve(even - a @ odd, even + a @ odd)
    for _ in range(squarings):
        result = result @ result
    return result.astype(x.dtype)


kernels[ops.EXPM] = _expm
