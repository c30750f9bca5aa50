"""Products of matrices by as many threads as pay: one, unless there is much to do.

The threads of OpenBLAS wait for one another by spinning. On a machine that has other work to do, a product that takes a
fraction of a millisecond then takes many; and on an idle one it gains little. numpy offers no way to say so, but its
library does.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

#: From how many multiplications on OpenBLAS would use threads, and from how many on it shall.
_THREADED = 1 << 18
_LARGE = 1 << 30


def multiply(x: np.ndarray, y: np.ndarray, out: np.ndarray | None = None) -> Any:
    """`np.matmul(x, y, out)`.

    >>> multiply(np.array([[1., 2.]]), np.array([[3.], [4.]]))
    array([[11.]])
    """
    if not _THREADED < x.size * y.shape[-1] < _LARGE:
        return np.matmul(x, y, out=out)
    threads = _threads()
    if threads is None:
        return np.matmul(x, y, out=out)
    count, limit = threads
    limit(1)
    try:
        return np.matmul(x, y, out=out)
    finally:
        limit(count)


#: How libraries call the functions that get and set the number of threads, by what numpy was built with.
_NAMES = (
    ("scipy_openblas_get_num_threads64_", "scipy_openblas_set_num_threads64_"),
    ("scipy_openblas_get_num_threads", "scipy_openblas_set_num_threads"),
    ("openblas_get_num_threads64_", "openblas_set_num_threads64_"),
    ("openblas_get_num_threads", "openblas_set_num_threads"),
)


@functools.cache
def _threads() -> tuple[int, Callable[[int], None]] | None:
    """How many threads numpy's library has, and what limits them; None if there is one, or the library is another."""
    import ctypes  # not needed by programs without a product of this size

    try:
        library = ctypes.CDLL(np.linalg._umath_linalg.__file__)
    except (AttributeError, OSError):
        return None
    for get, limit in _NAMES:
        if hasattr(library, get) and hasattr(library, limit):
            count = int(getattr(library, get)())
            return (count, getattr(library, limit)) if count > 1 else None
    return None
