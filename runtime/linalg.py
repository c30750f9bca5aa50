"""`tf.linalg`: linear algebra."""

from __future__ import annotations

from runtime.ops.creation import (
    eye,
)  # fmt: skip
from runtime.ops.linear_algebra import (
    adjoint,
)  # fmt: skip
from runtime.ops.matrix import (
    einsum,
)  # fmt: skip
from runtime.ops.neural import (
    global_norm,
    l2_normalize,
)  # fmt: skip
from runtime.ops.solving import (
    cholesky_solve,
    eig,
    eigvals,
    expm,
    logdet,
    logm,
    lstsq,
    lu,
    lu_matrix_inverse,
    lu_reconstruct,
    lu_solve,
    matrix_rank,
    sqrtm,
    tensor_diag,
    tensor_diag_part,
    triangular_solve,
    tridiagonal_matmul,
    tridiagonal_solve,
)  # fmt: skip

__all__ = [
    "adjoint", "cholesky_solve", "eig", "eigvals", "einsum", "expm", "eye", "global_norm", "l2_normalize", "logdet",
    "logm", "lstsq", "lu", "lu_matrix_inverse", "lu_reconstruct", "lu_solve", "matrix_rank", "sqrtm", "tensor_diag",
    "tensor_diag_part", "triangular_solve", "tridiagonal_matmul", "tridiagonal_solve",
]  # fmt: skip
