"""The write barriers: what converted code stores to, in the place of the objects of the program.

`ag__.writing(o).v = x` and `ag__.writing(o)[k] = x` name the object to the log of the region at hand (`effects`), and
store to something in its place where it may be one of several, may hold an optional, or cannot hold what is staged.
After an item store, `x = ag__.updated(x)` has a variable that holds a tensor get another.
"""

from __future__ import annotations

import io
import sys
from array import array
from collections import deque
from collections.abc import Callable
from types import CellType
from typing import Any

from autograph.operators import arrays, container_errors, effect_errors, effects, hidden, value_errors
from autograph.operators.array_stores import ItemsOfArray, Operand, UpdatedArray, takes_items, updates_array
from autograph.operators.choices import later
from autograph.operators.classes import meet_class
from autograph.operators.effects import cannot_change, is_conditional, logs
from autograph.operators.either import Either
from autograph.operators.frames import acts_for_program, hidden_frames
from autograph.operators.holders import in_place_now, replacements
from autograph.operators.locations import Variable
from autograph.operators.proxies import attribute
from autograph.operators.structures import HEAP_TYPE, Optional, changes_in_place, has_fields
from autograph.staging import backend_for, unstaged


def writing(holder: Any) -> Any:
    """The object to store to, in `ag__.writing(o).v = x` and `ag__.writing(o)[k] = x`.

    In place of an array, which does not change where a system has it, there is something that gives all that have it
    another.
    """
    if not effects.active and type(holder) in unstaged:
        return holder
    return _writing(holder)


def updated(value: Any) -> Any:
    """The value of a variable that items were stored to: for the statement to bind the variable, if it is an array."""
    return value


#: What is left for Python to add by `xs += items`.
left_to_add: list[Callable[[Any, Any], Any]] = []


def changing(holder: Any, symbol: str, value: Any) -> Any:
    """The operand of `xs += ag__.changing(xs, "+=", y)`, which is about to change the value of a variable."""
    if type(value) is Optional:
        value = later["operand of update"](holder, symbol, value)
    if effects.active or type(holder) not in unstaged:
        current = _current(holder)
        if current is not holder:
            if type(holder) not in _LEAVING:
                container_errors.staged_while_updated(current)
            return _Operand(current, symbol, value)
        if updates_array(holder):
            return Operand(holder, symbol, value)
        if type(writing(holder)) is _UpdatedLinked:
            return _updated_by_method(holder, symbol, value)
        if symbol == "+=" and logs():
            return left_to_add[-1](holder, value)
    return value


def _updated_by_method(holder: Any, symbol: str, value: Any) -> Any:
    """What still has to be added to one of several lists or dicts, after a method has changed whichever it is."""
    name = {"+=": "extend", "|=": "update"}.get(symbol)
    if name is None or not isinstance(holder, list | deque | dict):
        value_errors.is_one_of_several(holder)
    later["call"](getattr(holder, name))(value)
    return () if symbol == "+=" else {}


#: What leaves `xs += y` to the class of `y` where that is none of Python's.
_LEAVING = (list, tuple, deque, set)


@acts_for_program
class _Operand:
    """The operand of `xs += y`, where `y` had another list take the place of the one that Python is about to change."""

    __slots__ = ("current", "symbol", "value")

    def __init__(self, current: Any, symbol: str, value: Any):
        self.current = current
        self.symbol = symbol
        self.value = value

    def _result(self, _: Any) -> Any:
        with hidden_frames:
            return arrays.OPERATIONS[self.symbol](self.current, changing(self.current, self.symbol, self.value))

    __radd__ = __rsub__ = __rmul__ = __ror__ = __rand__ = __rxor__ = _result


def _current(holder: Any, since: int = 0) -> Any:
    """What is in the place of a container that was read before, which the rest of the statement may have had staged."""
    if not logs() or since == replacements() or not (isinstance(holder, (*_LEAVING, dict)) or has_fields(holder)):
        return holder
    return in_place_now(holder, since)


def _writing(holder: Any) -> Any:
    if type(holder) is Optional:
        held = holder.value
        while type(held) is Optional:
            held = held.value
        if type(held) in item_stores or type(held) is Either or changes_in_place(held) or backend_for(held) is None:
            return optional_stores[-1](holder)
    if type(holder) is Either:
        return either_stores[-1](holder)
    if type(holder) not in item_stores and takes_items(holder):
        return ItemsOfArray(holder)
    if logs():
        meet_class(type(holder))
        if logs()[-1].passes_on(holder):
            logs()[-1].compares(holder)
            return _UpdatedLinked(linked_stores[-1](holder), holder)
        return _Updated(_store_to(holder), holder)
    backend_for(holder)  # notes the type: the next store to one of it is quick
    return holder


def _store_to(holder: Any) -> Any:
    log = logs()[-1]
    log.writes(holder)
    log.watches(holder)
    if issubclass(type(holder), io.IOBase):
        check_file(holder)
    if type(holder) is memoryview and is_conditional():
        help = "store to the bytearray or the array itself"
        effect_errors.cannot_undo("a memoryview is stored to", "it does not say what it is a view of", help)
    if log.conditional and not log.is_new(holder) and hidden.may_hide(type(holder)):
        return _HidingStore(holder)
    stores = item_stores.get(type(holder))
    if stores is not None:
        return stores(holder)
    if logs()[0].optionals and type(holder).__flags__ & HEAP_TYPE and not isinstance(holder, type):
        return attribute_stores[-1](holder)
    if type(holder) is CellType:
        log.binds(Variable(holder, "cell_contents"))
    return holder


def check_file(file: Any) -> None:
    """Refuses that a file is used under a staged condition; what is printed tells what is traced."""
    if not isinstance(file, io.StringIO) and file is not sys.stdout and file is not sys.stderr and is_conditional():
        effect_errors.cannot_undo(
            "a file is read or written",
            "it happens once, while the program is staged, whichever path is taken when it runs",
            "do it outside, or return what is to be written",
        )


#: What to store to in place of what may be None.
optional_stores: list[Callable[[Any], Any]] = []
#: What to store to in place of a value that is one of several unlike ones.
either_stores: list[Callable[[Any], Any]] = []
#: What to store to in place of an object that is another under a staged condition.
linked_stores: list[Callable[[Any], Any]] = []
#: What to store to in place of an object whose attributes may be given an optional.
attribute_stores: list[Callable[[Any], Any]] = []
#: What to store to in place of a container, an item of which may be chosen by what is staged; by its type.
item_stores: dict[type, Callable[[Any], Any]] = {}


@acts_for_program
class Forwarding:
    """Something in the place of an object, for a store to an item of it."""

    __slots__ = ("ag__original",)

    def __init__(self, original: Any):
        object.__setattr__(self, "ag__original", original)

    def __getitem__(self, key: Any) -> Any:
        return self.ag__original[key]

    def __delitem__(self, key: Any) -> None:
        del self.ag__original[key]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.ag__original, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.ag__original, name, value)

    def __delattr__(self, name: str) -> None:
        delattr(self.ag__original, name)


#: What an operator like `|=` changes in place, besides lists and dicts.
_UPDATED = (set, deque, bytearray, array)


@acts_for_program
class _Updated(Forwarding):
    """Something to store to, where what `o.v += x` updates may be one of several objects, or an array.

    The object may come to be one of several after Python has read it, and before it stores: in `o[f()] = 1`.
    """

    __slots__ = ("ag__holder", "ag__read", "ag__since")

    def __init__(self, original: Any, holder: Any):
        super().__init__(original)
        object.__setattr__(self, "ag__holder", holder)
        object.__setattr__(self, "ag__since", replacements())
        object.__setattr__(self, "ag__read", None)

    def __getattr__(self, name: str) -> Any:
        return self.ag__checked(attribute(self.ag__original, name))

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "__dict__":
            value_errors.namespace_is_replaced()
        setattr(self.ag__target(value), name, value)

    def __delattr__(self, name: str) -> None:
        if (shown := effects.namespaces()) is not None:
            shown.check_asked(self.ag__holder)
        delattr(self.ag__target(), name)

    def __getitem__(self, key: Any) -> Any:
        return self.ag__checked(self.ag__original[key])

    def __setitem__(self, key: Any, value: Any) -> None:
        self.ag__target(value)[key] = value

    def __delitem__(self, key: Any) -> None:
        del self.ag__target()[key]

    def ag__reads(self, value: Any) -> None:
        """Takes note of what has been read, and may be changed in place next.

        Reading may itself have had the holder staged: by a key that is.
        """
        if changes_in_place(value) or issubclass(type(value), _UPDATED):
            logs()[-1].compares(value)
        object.__setattr__(self, "ag__holder", _current(self.ag__holder, self.ag__since))
        object.__setattr__(self, "ag__since", replacements())
        object.__setattr__(self, "ag__read", value)

    def ag__target(self, value: Any = None) -> Any:
        """What to store to by now, where what was read from it may have been changed in place: `value` came of that."""
        read, current = _current(self.ag__read, self.ag__since), _current(self.ag__holder, self.ag__since)
        if read is not self.ag__read and read is not value:
            container_errors.staged_while_updated(read)
        if current is not self.ag__holder:
            if read is self.ag__read and isinstance(read, (*_LEAVING, dict)):
                container_errors.staged_while_updated(current)
            return _writing(current)
        log = logs()[-1]
        if log.passes_on(self.ag__holder):
            log.compares(self.ag__holder)
            return linked_stores[-1](self.ag__holder)
        if log.is_frozen(self.ag__holder):
            cannot_change(self.ag__holder)
        return self.ag__original

    def ag__checked(self, value: Any) -> Any:
        if logs()[-1].chooses and changes_in_place(value) and logs()[-1].is_one_of_several(value):
            cannot_change(value)
        self.ag__reads(value)
        return UpdatedArray(value, self.ag__holder) if updates_array(value) else value


class _UpdatedLinked(_Updated):
    """Likewise, where the object is another under a staged condition already."""

    __slots__ = ()

    def ag__checked(self, value: Any) -> Any:
        self.ag__reads(value)
        return value


class _HidingStore(Forwarding):
    """An object that may hold what nothing shows, and is stored to under a staged condition."""

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> None:
        hidden.check_store(self.ag__original, name)
        may_be_optional = logs()[0].optionals and not isinstance(self.ag__original, type)
        setattr(attribute_stores[-1](self.ag__original) if may_be_optional else self.ag__original, name, value)

    def __delattr__(self, name: str) -> None:
        hidden.check_store(self.ag__original, name)
        delattr(self.ag__original, name)

    def __setitem__(self, key: Any, value: Any) -> None:
        hidden.check_item_store(self.ag__original)
        self.ag__original[key] = value

    def __delitem__(self, key: Any) -> None:
        hidden.check_item_store(self.ag__original)
        del self.ag__original[key]
