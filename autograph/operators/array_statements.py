"""Methods and functions of NumPy that change an array where it stands, of tensors: `a.sort()`, `np.copyto(a, b)`.

They are statements by themselves: where more is made of such a call, what was read of the array before is not known.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

from autograph.operators import effect_errors
from autograph.operators.array_stores import ItemsOfArray, put
from autograph.operators.call_sites import is_statement_of
from autograph.operators.frames import acts_for_program
from autograph.staging import backend_of


def _statement(change: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(change)
    def form(array: Any, *args: Any, **options: Any) -> None:
        if not is_statement_of(_NAMES):
            effect_errors.method_in_place()
        change(array, *args, **options)

    return form


@_statement
@acts_for_program
def fill(array: Any, value: Any) -> None:
    """`a.fill(value)`."""
    ItemsOfArray(array)[...] = value


@_statement
@acts_for_program
def copy_to(dst: Any, src: Any) -> None:
    """`np.copyto`."""
    ItemsOfArray(dst)[...] = src


@_statement
@acts_for_program
def fill_diagonal(a: Any, val: Any) -> None:
    """`np.fill_diagonal`, of a matrix."""
    rows, columns = a.shape
    places = sys.modules["numpy"].arange(min(rows, columns))
    ItemsOfArray(a)[places, places] = val


@_statement
@acts_for_program
def sort(array: Any, axis: int = -1) -> None:
    """`a.sort()`."""
    backend: Any = backend_of(array)
    put(array, backend.builtins[sys.modules["numpy"].sort](array, axis))


#: Methods by their names.
METHODS: dict[str, Callable[..., None]] = {"fill": fill, "sort": sort}
_NAMES = frozenset({*METHODS, "copyto", "fill_diagonal"})
