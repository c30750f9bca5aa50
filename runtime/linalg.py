"""`tf.linalg`: linear algebra."""

from __future__ import annotations

from runtime.ops.creation import (
    eye,
)  # fmt: skip
from runtime.ops.linear_algebra import (
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
)  # fmt: skip
from runtime.ops.matrix import (
    einsum,
    matmul,
    matvec,
    tensordot,
)  # fmt: skip
from runtime.ops.neural import (
    l2_normalize,
    normalize,
)  # fmt: skip

__all__ = [
    "adjoint", "band_part", "cholesky", "cross", "det", "diag", "diag_part", "eigh", "eigvalsh", "einsum",
    "eye", "inv", "l2_normalize", "matmul", "matrix_transpose", "matvec", "norm", "normalize", "pinv", "qr",
    "set_diag", "slogdet", "solve", "svd", "tensordot", "trace",
]  # fmt: skip
