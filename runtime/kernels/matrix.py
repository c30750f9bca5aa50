"""Kernels: products of matrices and tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.core.errors import invalid_argument
from runtime.core.shapes import dimension_text
from runtime.ir.schema import kernels
from runtime.kernels.products import einstein_sum, product
from runtime.ops import matrix as ops


def _matmul(a: np.ndarray, b: np.ndarray, transpose_a: bool = False, transpose_b: bool = False) -> np.ndarray:
    if a.ndim != 2 or b.ndim != 2:
        raise invalid_argument(f"In[0] and In[1] ndims must be == 2: {(a if a.ndim != 2 else b).ndim}")
    x, y = a.T if transpose_a else a, b.T if transpose_b else b
    if x.shape[1] != y.shape[0]:
        raise invalid_argument(
            f"Matrix size-incompatible: In[0]: {dimension_text(a.shape)}, In[1]: {dimension_text(b.shape)}"
        )
    return product(x, y)


kernels[ops.MATMUL] = _matmul


def _adjoint(x: np.ndarray) -> np.ndarray:
    return np.conjugate(np.swapaxes(x, -1, -2))


def _batch_matmul(a: np.ndarray, b: np.ndarray, adj_x: bool = False, adj_y: bool = False) -> np.ndarray:
    if a.ndim < 2 or b.ndim < 2:
        raise invalid_argument(f"In[{0 if a.ndim < 2 else 1}] ndims must be >= 2: {min(a.ndim, b.ndim)}")
    x, y = _adjoint(a) if adj_x else a, _adjoint(b) if adj_y else b
    if x.shape[-1] != y.shape[-2]:
        raise invalid_argument(
            f"Matrix size-incompatible: In[0]: {dimension_text(a.shape)}, In[1]: {dimension_text(b.shape)}"
        )
    return product(x, y)


kernels[ops.BATCH_MATMUL] = _batch_matmul


def _einsum(*operands: np.ndarray, equation: str) -> Any:
    try:
        return einstein_sum(equation, operands)
    except ValueError as error:
        raise invalid_argument(f"{error} (equation {equation!r})") from None


kernels[ops.EINSUM] = _einsum
