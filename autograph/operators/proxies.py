"""What stands for values of the program's: its own attributes are not those of what it stands for."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import FrameType
from typing import TYPE_CHECKING, Any

from autograph.operators.frames import acts_for_program
from autograph.staging import SYSTEMS


class Proxy:
    """A value that stands for others. Code of the program's that asks it for an attribute means one of theirs.

    Attributes:
        own_attributes: the names of its own, which only this project's code, and that of a system, may ask for.
    """

    __slots__ = ()
    #: What a message calls it.
    called: str
    own_attributes: frozenset[str]

    def __init_subclass__(cls, stands_for: Sequence[type] = ()) -> None:
        """Declares a class of such values.

        Args:
            stands_for: the classes of Python's that they always stand for, whose attributes they have.
        """
        theirs = {name for kind in stands_for for name in dir(kind)}
        cls.own_attributes = frozenset(name for name in vars(cls) if not name.startswith("_") and name not in theirs)

    if not TYPE_CHECKING:  # where a misspelt name is a mistake

        def __getattribute__(self, name: str) -> Any:
            cls: Any = type(self)
            if name in cls.own_attributes and not asks_as_system(sys._getframe(1)):
                return cls.__getattr__(self, name)
            return object.__getattribute__(self, name)

        def __getattr__(self, name: str) -> Any:
            raise AttributeError(f"'{self.__class__.__name__}' object has no attribute '{name}'", name=name, obj=self)


@acts_for_program
def attribute(value: Any, name: str) -> Any:
    """An attribute that the program asks a value for, whichever code asks for it."""
    cls: Any = type(value)
    if issubclass(cls, Proxy) and name in cls.own_attributes:
        return cls.__getattr__(value, name)
    return getattr(value, name)


def asks_as_system(frame: FrameType) -> bool:
    """Whether a frame is of this project's code, or of that of a system."""
    return str(frame.f_globals.get("__name__", "")).partition(".")[0] in SYSTEMS
