"""Gradients by central differences, to compare those of rules and of tapes with."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


def central_differences(
    function: Callable[..., float], arrays: list[np.ndarray], step: float = 1e-6
) -> list[np.ndarray]:
    """The gradient of `function`, which takes float64 arrays and gives a number, at `arrays`."""
    result = []
    for i, array in enumerate(arrays):
        gradient = np.zeros(array.shape)
        for place in np.ndindex(*array.shape):
            sides = []
            for sign in (1, -1):
                moved = array.copy()
                moved[place] += sign * step
                sides.append(function(*arrays[:i], moved, *arrays[i + 1 :]))
            gradient[place] = (sides[0] - sides[1]) / (2 * step)
        result.append(gradient)
    return result
