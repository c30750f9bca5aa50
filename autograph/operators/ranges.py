"""What a range has to which a tensor gives a bound: its items, and where they are. Systems say how it is gone over."""

from __future__ import annotations

from typing import Any, NoReturn

from autograph.operators.comparisons import contains, number
from autograph.operators.exits import handles_exceptions
from autograph.operators.formatting import formatted
from autograph.operators.frames import acts_for_program
from autograph.operators.kinds import number_class
from autograph.operators.raising import require
from autograph.operators.refusals import raise_new
from autograph.operators.subscripts import of_range
from autograph.operators.text import joined
from autograph.staging import backend_of


@acts_for_program
class RangeOfTensors:
    """A range of which a bound is staged."""

    __slots__ = ()

    #: The type of Python's that it is one of.
    stands_for = range

    start: Any
    stop: Any
    step: Any

    def __getitem__(self, key: Any) -> Any:
        return of_range(self, key)

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"'range' object has no attribute {name!r}", name=name, obj=self)

    def count(self, value: Any) -> Any:
        return number(contains(value, self))

    def index(self, value: Any) -> Any:
        found = contains(value, self)
        backend = backend_of(found)
        if backend is None:
            raise_new(ValueError(_IS_MISSING))
        error, caught = ValueError("the value is not in the range [AG032]"), None
        if handles_exceptions():
            is_int = number_class(value) in (int, bool)
            caught = ValueError(joined([formatted(value), " is not in range"]) if is_int else _IS_MISSING)
        require(backend, found, error, caught)
        return backend.builtins[int]((value - self.start) // self.step)


_IS_MISSING = "sequence.index(x): x not in sequence"
