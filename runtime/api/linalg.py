"""`tf.linalg`: linear algebra."""

from __future__ import annotations

from runtime.core.coverage import not_covered
from runtime.library.creation import eye
from runtime.library.linear_algebra import (
    adjoint,
    band_part,
    cholesky,
    cross,
    det,
    diag,
    diag_part,
    eigh,
    eigvalsh,
    inv,
    matrix_transpose,
    norm,
    pinv,
    qr,
    set_diag,
    slogdet,
    solve,
    svd,
    trace,
)
from runtime.library.matrix import einsum, matmul, matvec, tensordot
from runtime.library.neural import global_norm, l2_normalize, normalize
from runtime.library.solving import (
    cholesky_solve,
    eig,
    eigvals,
    expm,
    logdet,
    lstsq,
    matrix_rank,
    tensor_diag,
    tensor_diag_part,
    triangular_solve,
)

__all__ = [
    "adjoint", "band_part", "cholesky", "cholesky_solve", "cross", "det", "diag", "diag_part", "eig", "eigh", "eigvals",
    "eigvalsh", "einsum", "expm", "eye", "global_norm", "inv", "l2_normalize", "logdet", "lstsq", "matmul",
    "matrix_rank", "matrix_transpose", "matvec", "norm", "normalize", "pinv", "qr", "set_diag", "slogdet", "solve",
    "svd", "tensor_diag", "tensor_diag_part", "tensordot", "trace", "triangular_solve",
]  # fmt: skip


__getattr__ = not_covered("tf.linalg", __all__)
