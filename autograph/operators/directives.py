"""What a program says about its own staging."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def set_loop_options(
    *,
    parallel_iterations: int | None = None,
    swap_memory: bool | None = None,
    maximum_iterations: Any = None,
    shape_invariants: Sequence[tuple[Any, Any]] | None = None,
) -> None:
    """Says how the loop in whose body it stands is to be staged. It does nothing where the loop runs as Python.

    Args:
        parallel_iterations: how many iterations may run at once; a hint.
        swap_memory: whether values may leave a device's memory; a hint.
        maximum_iterations: the loop ends after so many iterations; an int or a staged scalar.
        shape_invariants: pairs of a loop variable and the shape it has in all iterations. Rarely needed: a variable
            whose shape changes gets unknown dimensions by itself.

    Raises:
        TypeError, ValueError: an argument is not of that form.

    >>> for i in range(3):
    ...     set_loop_options(maximum_iterations=10)
    """
    check_loop_options(
        parallel_iterations=parallel_iterations,
        swap_memory=swap_memory,
        maximum_iterations=maximum_iterations,
        shape_invariants=shape_invariants,
    )


def check_loop_options(
    *,
    parallel_iterations: Any = None,
    swap_memory: Any = None,
    maximum_iterations: Any = None,
    shape_invariants: Any = None,
) -> None:
    """Raises what `set_loop_options` raises for arguments that are not of the right form."""
    if parallel_iterations is not None and (not isinstance(parallel_iterations, int) or parallel_iterations < 1):
        raise ValueError(f"parallel_iterations must be a positive int, not {parallel_iterations!r}")
    if swap_memory is not None and not isinstance(swap_memory, bool):
        raise TypeError(f"swap_memory must be a bool, not {swap_memory!r}")
    if isinstance(maximum_iterations, int) and maximum_iterations < 0:
        raise ValueError(f"maximum_iterations must not be negative, but is {maximum_iterations}")
    for pair in shape_invariants or ():
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise TypeError(f"shape_invariants must be pairs of a variable and a shape, not {pair!r}")
