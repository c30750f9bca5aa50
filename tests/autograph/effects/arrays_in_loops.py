"""Arrays of NumPy, of 64 bits, that a staged loop replaces by tensors: what NumPy computes comes out."""

from __future__ import annotations

import numpy as np

from tests.autograph.effects.outcomes import cases


@cases((0.1, 5), (0.1, 0))
def descent(rate, steps):
    w = np.array([3.0, -2.0])
    v = np.zeros_like(w)
    for _ in range(steps):
        gradient = np.array([2 * w[0], 4 * w[1]]) * 0.5
        v = 0.9 * v - rate * gradient
        w = w + v
        if np.linalg.norm(gradient) < 1e-2:
            break
    return w.tolist()


@cases((2, 5), (3, 0))
def remainders(k, steps):
    row = np.array([1, 2, 3])
    for _ in range(steps):
        row = (row * k) % 5
    return row


@cases((2, 5), (1, 3))
def neighbours_counted(k, steps):
    row = np.zeros(5, dtype=int)
    row[1:3] = 1
    for _ in range(steps):
        around = np.roll(row, 1) + np.roll(row, -1)
        row = ((around == k) | ((row == 1) & (around == 2))).astype(int)
    return row


@cases((0.1, 5), jax="refused")
def beyond_32_bits(rate, steps):
    w = np.array([1e300, -2.0])
    for _ in range(steps):
        w = w * rate
    return w
