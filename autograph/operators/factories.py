"""What makes the value of a key that a `defaultdict` does not have."""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any


class Factory:
    """A builtin container as the factory of a `defaultdict`.

    Args:
        kind: the container.
        new: has what it makes come to be in the program.
    """

    def __init__(self, kind: type, new: Callable[[Any], Any]):
        self.kind = kind
        self.new = new

    def __call__(self) -> Any:
        return self.new(self.kind())

    def __repr__(self) -> str:
        return repr(self.kind)

    def __eq__(self, other: object) -> bool:
        return self.kind is (other.kind if type(other) is Factory else other)

    def __hash__(self) -> int:
        return hash(self.kind)


def factory_of(mapping: Any) -> Any:
    """What makes the value of a key that a dict does not have; None if nothing does."""
    return getattr(mapping, "default_factory", None)


def are_alike(one: Any, other: Any) -> bool:
    """Whether two factories make the same: they are one, or functions of one text that refer to nothing around them."""
    one, other = (each.kind if type(each) is Factory else each for each in (one, other))
    if one is other:
        return True
    if type(one) is not FunctionType or type(other) is not FunctionType or one.__globals__ is not other.__globals__:
        return False
    if any(part for each in (one, other) for part in (each.__closure__, each.__defaults__, each.__kwdefaults__)):
        return False
    codes = one.__code__, other.__code__
    texts = [(code.co_code, code.co_names, [*map(repr, code.co_consts)]) for code in codes]
    return texts[0] == texts[1] and not any(type(part) is CodeType for part in codes[0].co_consts)
