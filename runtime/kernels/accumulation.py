"""Kernels that combine rows into places, several of which may be the same.

numpy's `ufunc.at` is quick only for numbers one at a time; for rows it is quicker to sort them by place, and to reduce
each run of equal places.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def accumulate(ufunc: np.ufunc, result: np.ndarray, places: np.ndarray, rows: np.ndarray) -> None:
    """Does `result[place] = ufunc(result[place], row)` for each of `rows`, in their order.

    Args:
        ufunc: an associative function of two arguments.
        result: an array that is changed.
        places: a vector of indices into its first dimension, none of them negative.
        rows: for each place a row of `result`.
    """
    if not len(places) or not result.size:
        return
    if rows.ndim == 1 or rows[0].size < 2:
        ufunc.at(result, places, rows)
        return
    steps = np.diff(places)
    if (steps < 0).any():
        order = np.argsort(places, kind="stable")
        places, rows = places[order], rows[order]
        steps = np.diff(places)
    starts = np.concatenate([[0], np.flatnonzero(steps) + 1])
    where = places[starts]
    if len(starts) == len(places):
        result[where] = ufunc(result[where], rows)
        return
    result[where] = ufunc(result[where], _reduced(ufunc, rows, starts))


def _reduced(ufunc: np.ufunc, rows: np.ndarray, starts: np.ndarray) -> Any:
    """The rows of each run combined; sums of half-precision numbers are formed in float32."""
    half = rows.dtype.itemsize == 2 and rows.dtype.kind not in "iu" and ufunc is np.add
    found = ufunc.reduceat(
        rows.astype(np.float32) if half else rows, starts, axis=0, dtype=None if not half else np.float32
    )
    return found.astype(rows.dtype, copy=False)
