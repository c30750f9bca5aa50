"""Functions of NumPy that are given what is staged: a system has others in their place, which its table says."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from autograph.operators.frames import hide_frame
from autograph.operators.structures import staged_leaves
from autograph.staging import Backend


def is_of_numpy(function: Any) -> bool:
    """Whether a function, or a class, is one of NumPy's."""
    return (getattr(function, "__module__", None) or "").partition(".")[0] == "numpy"


def array_function(function: Any, form: Callable[..., Any], backend: Backend) -> Callable[..., Any]:
    """What to call for a function of NumPy.

    Args:
        function: the function.
        form: what is called for it where nothing is staged, and where the system has nothing in its place: it asks
            tensors for their arrays then, which is refused.
        backend: the system.
    """
    staged = backend.builtins.get(function)
    if staged is None:
        return form

    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            leaves = staged_leaves((args, kwargs))
            if not leaves or any(backend.type_of(leaf) is None for leaf in leaves):
                return form(*args, **kwargs)
            try:
                inspect.signature(staged).bind(*args, **kwargs)
                return staged(*args, **kwargs)
            except TypeError:  # with these arguments it is not staged
                return form(*args, **kwargs)
        except BaseException as error:
            hide_frame(error)
            raise

    return run
