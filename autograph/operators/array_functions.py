"""Functions of NumPy that are given what is staged: a system has others in their place, which its table says."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from types import BuiltinFunctionType
from typing import Any

from autograph.operators.arrays import is_array
from autograph.operators.frames import hide_frame
from autograph.operators.structures import staged_leaves
from autograph.staging import Backend


def is_of_numpy(function: Any) -> bool:
    """Whether a function, a class, or a method of an array, is one of NumPy's."""
    module = getattr(function, "__module__", None)
    if module is None and type(function) is BuiltinFunctionType:
        module = type(function.__self__).__module__
    return (module or "").partition(".")[0] == "numpy"


def array_function(function: Any, form: Callable[..., Any], backend: Backend) -> Callable[..., Any]:
    """What to call for a function of NumPy.

    Args:
        function: the function.
        form: what is called for it where nothing is staged, and where the system has nothing in its place: it asks
            tensors for their arrays then, which is refused.
        backend: the system.
    """
    staged = backend.builtins.get(function) or _of_method(function, backend)
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


def _of_method(function: Any, backend: Backend) -> Callable[..., Any] | None:
    """What a system has for a method of an array that is known, and is given what is staged."""
    array = getattr(function, "__self__", None)
    if type(function) is not BuiltinFunctionType or not is_array(array):
        return None
    staged = backend.builtins.get(getattr(type(array), function.__name__, None))  # type: ignore[arg-type]
    return None if staged is None else functools.partial(staged, array)
