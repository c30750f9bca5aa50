"""The names of what is defined in branches and loop bodies, in files that `autograph-convert` wrote."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType

from autograph.source.build import named_as_written


def named(*generated: str) -> Callable[[FunctionType], FunctionType]:
    """A decorator: what is defined in functions that the conversion added has the names of the original.

    `__qualname__` is compiled into the code of a function, so that no statement could set it: a decorator of the user's
    would see another one, and the methods of a class have theirs as well.

    Args:
        generated: the names of these functions.
    """

    def rename(function: FunctionType) -> FunctionType:
        code = function.__code__
        function.__code__ = named_as_written(code, code.co_name, code.co_qualname, generated)
        return function

    return rename
