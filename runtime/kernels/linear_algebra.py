"""Kernels: linear algebra on matrices in the last two dimensions."""

from __future__ import annotations

import numpy as np

from runtime.core import errors
from runtime.ir.schema import kernels
from runtime.ops import linear_algebra as ops


def _refused(text: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, text)


def _inverse(x: np.ndarray, adjoint: bool) -> np.ndarray:
    if x.ndim < 2 or x.shape[-1] != x.shape[-2]:
        raise _refused("Input matrix must be square.")
    try:
        result = np.linalg.inv(np.conjugate(np.swapaxes(x, -1, -2)) if adjoint else x)
    except np.linalg.LinAlgError:
        raise _refused("Input is not invertible.") from None
    return result.astype(x.dtype, copy=False)


kernels[ops.INVERSE] = _inverse


def _determinant(x: np.ndarray) -> np.ndarray:
    if x.ndim < 2 or x.shape[-1] != x.shape[-2]:
        raise _refused("Input matrix must be square.")
    return np.asarray(np.linalg.det(x)).astype(x.dtype, copy=False)


kernels[ops.DETERMINANT] = _determinant
kernels[ops.LOG_DETERMINANT] = lambda x: tuple(np.asarray(v).astype(x.dtype) for v in np.linalg.slogdet(x))


def _solve(a: np.ndarray, b: np.ndarray, adjoint: bool) -> np.ndarray:
    if a.ndim < 2 or b.ndim != a.ndim or a.shape[-1] != a.shape[-2] or a.shape[-1] != b.shape[-2]:
        raise _refused(
            "Input matrix must be square and have the rows of the right-hand sides, which are matrices: "
            f"{list(a.shape)} vs. {list(b.shape)}"
        )
    try:
        return np.linalg.solve(np.conjugate(np.swapaxes(a, -1, -2)) if adjoint else a, b).astype(b.dtype, copy=False)
    except np.linalg.LinAlgError:
        raise _refused("Input matrix is not invertible.") from None


kernels[ops.SOLVE] = _solve


def _cholesky(x: np.ndarray) -> np.ndarray:
    try:
        return np.linalg.cholesky(x)
    except np.linalg.LinAlgError:
        raise _refused("Cholesky decomposition was not successful. The input might not be valid.") from None


kernels[ops.CHOLESKY] = _cholesky
kernels[ops.EIGH] = lambda x: tuple(v.astype(x.dtype) for v in np.linalg.eigh(x))
kernels[ops.QR] = lambda x, full_matrices: tuple(np.linalg.qr(x, "complete" if full_matrices else "reduced"))
kernels[ops.SVD] = lambda x, full_matrices: _numpy_svd(x, full_matrices)


def _numpy_svd(x: np.ndarray, full_matrices: bool) -> tuple[np.ndarray, ...]:
    u, s, vh = np.linalg.svd(x, full_matrices)
    return s.astype(x.dtype), u, np.conjugate(np.swapaxes(vh, -1, -2))


def _band_part(x: np.ndarray, lower: np.ndarray, upper: np.ndarray) -> np.ndarray:
    distance = np.arange(x.shape[-1]) - np.arange(x.shape[-2])[:, None]
    low, high = int(lower), int(upper)
    kept = ((low < 0) | (-distance <= low)) & ((high < 0) | (distance <= high))
    return np.where(kept, x, np.zeros((), x.dtype))


kernels[ops.BAND_PART] = _band_part


def _diag(x: np.ndarray, k: int) -> np.ndarray:
    size = x.shape[-1] + abs(k)
    result = np.zeros((*x.shape[:-1], size, size), x.dtype)
    rows = np.arange(x.shape[-1]) + max(-k, 0)
    result[..., rows, rows + k] = x
    return result


kernels[ops.DIAG] = _diag
kernels[ops.DIAG_PART] = lambda x, k: np.diagonal(x, k, -2, -1)


def _set_diag(x: np.ndarray, diagonal: np.ndarray, k: int) -> np.ndarray:
    result = x.copy()
    rows = np.arange(diagonal.shape[-1]) + max(-k, 0)
    result[..., rows, rows + k] = diagonal
    return result


kernels[ops.SET_DIAG] = _set_diag
