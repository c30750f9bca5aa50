"""The write barriers: what converted code stores to, in the place of the objects of the program.

`ag__.writing(o).v = x` and `ag__.writing(o)[k] = x` name the object to the log of the region at hand (`effects`), and
store to something in its place where it may be one of several, may hold an optional, or cannot hold what is staged.
`ag__.storing(x)[k] = v` is that for the value of a variable, which for a tensor gets another: `x = ag__.updated(x)`.
"""

from __future__ import annotations

import io
import operator
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable
from types import CellType
from typing import Any

from autograph.operators import arrays, container_errors, effect_errors, effects, hidden, places, value_errors
from autograph.operators.arrays import UpdatedArray, check_update, is_array
from autograph.operators.classes import meet_class
from autograph.operators.effects import Log, cannot_change, is_conditional, is_logging, logs
from autograph.operators.either import Either
from autograph.operators.frames import acts_for_program, hidden_frames
from autograph.operators.holders import by_now, replacements
from autograph.operators.holding import Unknown
from autograph.operators.locations import Location, Variable
from autograph.operators.proxies import attribute
from autograph.operators.shared_arrays import (
    check_alone,
    check_not_a_view,
    is_tensor_of_items,
    lists,
    possible_values,
    uses_numpy,
)
from autograph.operators.structures import HEAP_TYPE, Optional, changes_in_place, has_fields
from autograph.staging import Backend, backend_for, backend_of, tracing_backend, unstaged


def writing(holder: Any) -> Any:
    """The object to store to, in `ag__.writing(o).v = x` and `ag__.writing(o)[k] = x`."""
    if not effects.active and type(holder) in unstaged:
        return holder
    return _writing(holder)


def storing(holder: Any) -> Any:
    """The value of a variable to store items to, in `ag__.storing(x)[k] = v`, before `x = ag__.updated(x)`.

    An object is itself; for a tensor, whose contents do not change, something that keeps what becomes of it.
    """
    if not effects.active and type(holder) in unstaged:
        return holder
    store = _item_store(holder)
    if store is None:
        if is_array(holder) and logs() and (backend := tracing_backend()) is not None:
            return _pending.of(holder, lambda: _StoreToArray(holder, backend))
        return _writing(holder)
    if logs():
        stores_to(holder)
    return _pending.of(holder, lambda: _TensorStore(holder, store))


def stores_to(tensor: Any, name: str | Location | None = None) -> None:
    """A variable gets another tensor in place of one: no other may have it, which would keep it, or a part of it.

    Args:
        tensor: what it has.
        name: the variable, or the location; None for the variable of the statement at hand.
    """
    if len(names := places.variables_with(tensor)) > 1:
        effect_errors.items_of_a_shared_tensor(names)
    holder = name.holder if isinstance(name, Location) else None
    check_alone(logs()[0].origins, tensor, None if isinstance(name, Location) else name, holder)
    _has_stored(tensor)


def _has_stored(tensor: Any) -> None:
    for region in logs():  # of a loop around a branch, too
        region.stored[id(tensor)] = tensor


def updating(tensor: Any, holder: Any = None) -> None:
    """`x += y` is about to give a variable, or a part of a holder, another tensor in place of one."""
    if not is_logging():
        return
    origins = logs()[0].origins
    is_tensor = any(map(is_tensor_of_items, possible_values(tensor))) and uses_numpy(origins)
    if is_tensor or (is_array(tensor) and type(holder) in lists):
        check_alone(origins, tensor, holder=holder)
        _has_stored(tensor)
    elif is_array(tensor) and holder is not None:
        logs()[-1].writes(tensor)


def updated(value: Any) -> Any:
    """What became of the value of a variable that items were stored to: for a tensor, the one that has them."""
    if not effects.active and type(value) in unstaged:
        return value
    _, pending = _pending.updates.pop(id(value), (None, None))
    return value if pending is None else pending.value


#: What is left for Python to add by `xs += items`.
left_to_add: list[Callable[[Any, Any], Any]] = []


def changing(holder: Any, symbol: str, value: Any) -> Any:
    """The operand of `xs += ag__.changing(xs, "+=", y)`, which is about to change the value of a variable."""
    if effects.active or type(holder) not in unstaged:
        current = _current(holder)
        if current is not holder:
            if type(holder) not in _LEAVING:
                container_errors.staged_while_updated(current)
            return _Operand(current, symbol, value)
        if type(writing(holder)) is _UpdatedLinked:
            value_errors.is_one_of_several(holder)
        if is_array(holder):
            check_update(holder, symbol, value)
        updating(holder)
        if symbol == "+=" and logs():
            return left_to_add[-1](holder, value)
    return value


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
    try:
        return by_now(holder, since)
    except Unknown:
        container_errors.staged_while_updated(holder)


def _writing(holder: Any) -> Any:
    if type(holder) is Optional:
        held = holder.value
        if type(held) is Either or changes_in_place(held) or backend_for(held) is None:
            return optional_stores[-1](holder)
    if type(holder) is Either:
        return either_stores[-1](holder)
    if logs():
        meet_class(type(holder))
        if logs()[-1].passes_on(holder):
            logs()[-1].compares(holder)
            return _UpdatedLinked(linked_stores[-1](holder), holder)
        return _Updated(_store_to(holder), holder)
    return _store_to(holder)


def _store_to(holder: Any) -> Any:
    if logs():
        logs()[-1].writes(holder)
        logs()[-1].watches(holder)
        logs()[-1].compares_parts(holder)
        if issubclass(type(holder), io.IOBase):
            check_file(holder)
        if type(holder) is memoryview and is_conditional():
            help = "store to the bytearray or the array itself"
            effect_errors.cannot_undo("a memoryview is stored to", "it does not say what it is a view of", help)
        if _item_store(holder) is not None:
            return _Unchangeable(holder)
        may_hide = logs()[-1].conditional and not logs()[-1].is_new(holder) and hidden.may_hide(type(holder))
        if is_array(holder) and not may_hide:
            return _ArrayStore(holder)
        if may_hide:
            return _HidingStore(holder)
        stores = item_stores.get(type(holder))
        if stores is not None:
            return stores(holder)
        if logs()[0].optionals and type(holder).__flags__ & HEAP_TYPE and not isinstance(holder, type):
            return attribute_stores[-1](holder)
        if type(holder) is CellType:
            logs()[-1].binds(Variable(holder, "cell_contents"))
    return holder if _item_store(holder) is None else _Unchangeable(holder)


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
#: What stages that an item is stored to which a tensor does not have, where that is an error of the program.
place_checks: list[Callable[[Any, Any], None]] = []
#: What to store to in place of a container, an item of which may be chosen by what is staged; by its type.
item_stores: dict[type, Callable[[Any], Any]] = {}


def _item_store(holder: Any) -> Callable[[Any, Any, Any], Any] | None:
    if type(holder) in item_stores:
        backend_for(holder)  # which remembers types that no backend knows, in `unstaged`
        return None
    held = holder.value if type(holder) is Optional else holder
    if type(held) is Either:
        return None
    backend = backend_for(holder) if is_array(held) else backend_for(held)
    return None if backend is None or changes_in_place(held) else backend.builtins.get(operator.setitem)


@acts_for_program
class Forwarding:
    """Something in the place of an object, for a store to an item of it."""

    __slots__ = ("original",)

    def __init__(self, original: Any):
        object.__setattr__(self, "original", original)

    def __getitem__(self, key: Any) -> Any:
        return self.original[key]

    def __delitem__(self, key: Any) -> None:
        del self.original[key]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.original, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.original, name, value)

    def __delattr__(self, name: str) -> None:
        delattr(self.original, name)


@acts_for_program
class _Updated(Forwarding):
    """Something to store to, where what `o.v += x` updates may be one of several objects, or an array of NumPy.

    The object may come to be one of several after Python has read it, and before it stores: in `o[f()] = 1`.
    """

    __slots__ = ("holder", "read", "since")

    def __init__(self, original: Any, holder: Any):
        super().__init__(original)
        object.__setattr__(self, "holder", holder)
        object.__setattr__(self, "since", replacements())
        object.__setattr__(self, "read", None)

    def __getattr__(self, name: str) -> Any:
        return self._checked(attribute(self.original, name))

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "__dict__":
            value_errors.namespace_is_replaced()
        setattr(self._target(value), name, value)

    def __delattr__(self, name: str) -> None:
        effects.check_namespace(self.holder)
        delattr(self._target(), name)

    def __getitem__(self, key: Any) -> Any:
        return self._checked(self.original[key])

    def __setitem__(self, key: Any, value: Any) -> None:
        self._target(value)[key] = value

    def __delitem__(self, key: Any) -> None:
        del self._target()[key]

    def _reads(self, value: Any) -> None:
        """Takes note of what has been read, which may itself have had the holder staged: by a key that is."""
        object.__setattr__(self, "holder", _current(self.holder, self.since))
        object.__setattr__(self, "since", replacements())
        object.__setattr__(self, "read", value)

    def _target(self, value: Any = None) -> Any:
        """What to store to by now, where what was read from it may have been changed in place: `value` came of that."""
        read, current = _current(self.read, self.since), _current(self.holder, self.since)
        if read is not self.read and read is not value:
            container_errors.staged_while_updated(read)
        if current is not self.holder:
            if read is self.read and isinstance(read, (*_LEAVING, dict)):
                container_errors.staged_while_updated(current)
            return _writing(current)
        log = logs()[-1]
        if log.passes_on(self.holder):
            log.compares(self.holder)
            return linked_stores[-1](self.holder)
        if log.is_frozen(self.holder):
            cannot_change(self.holder)
        return self.original

    def _checked(self, value: Any) -> Any:
        if logs()[-1].chooses and changes_in_place(value) and logs()[-1].is_one_of_several(value):
            cannot_change(value)
        self._reads(value)
        updating(value, self.holder)
        return UpdatedArray(value, self.holder) if is_array(value) else value


class _UpdatedLinked(_Updated):
    """Likewise, where the object is another under a staged condition already."""

    __slots__ = ()

    def _checked(self, value: Any) -> Any:
        self._reads(value)
        return value


class _TensorStore(Forwarding):
    """A tensor that items are stored to, and the tensor that has them."""

    __slots__ = ("store", "value")

    def __init__(self, original: Any, store: Callable[[Any, Any, Any], Any]):
        super().__init__(original)
        object.__setattr__(self, "value", original)
        object.__setattr__(self, "store", store)

    def __getitem__(self, key: Any) -> Any:
        for check in place_checks:
            check(self.original, key)
        return self.value[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        for check in place_checks:
            check(self.original, key)
        if self.value is not self.original and logs():  # the value was read before an item was stored to
            check_not_a_view(logs()[0].origins, value, self.original)
        object.__setattr__(self, "value", self.store(self.value, key, value))


class _StoreToArray(Forwarding):
    """An array of NumPy that a variable has, and the tensor that takes its place where what is stored is staged."""

    __slots__ = ("backend", "value")

    def __init__(self, original: Any, backend: Backend):
        super().__init__(original)
        object.__setattr__(self, "backend", backend)
        object.__setattr__(self, "value", original)

    def __getitem__(self, key: Any) -> Any:
        if any(backend_of(part) is not None for part in parts_of_index(key)):
            self._stage(key)
        return self.value[key] if self.value is not self.original else _writing(self.original)[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        given = value if isinstance(value, (list, tuple)) else [value]
        if self.value is self.original and any(backend_of(part) is not None for part in (*parts_of_index(key), *given)):
            self._stage(key)
        if self.value is self.original:
            _writing(self.original)[key] = value
            return
        made = self.backend.builtins[as_tensor](self.original, value)
        if made is None:
            effect_errors.array_holds_no_tensors()
        for check in place_checks:
            check(self.value, key)
        store = self.backend.builtins[operator.setitem]
        object.__setattr__(self, "value", store(self.value, key, made))

    def _stage(self, key: Any) -> None:
        """Has a tensor take the place of the array, which nobody else may have."""
        if self.value is not self.original:
            return
        make = self.backend.builtins.get(as_tensor)
        made = None if make is None else make(self.original)
        if made is None:
            effect_errors.array_holds_no_tensors()
        if arrays.is_shared(self.original) or logs()[-1].is_frozen(self.original):
            effect_errors.shared_array_changes(is_stored_to=True)
        stores_to(self.original)
        object.__setattr__(self, "value", made)


def as_tensor(array: Any, value: Any = None) -> Any:
    """Stands in tables for what makes a tensor of an array, or of what is to be stored to one; None if none can be."""


def parts_of_index(key: Any) -> Iterable[Any]:
    """What an index of an array consists of."""
    parts = key if isinstance(key, tuple) else (key,)
    slices = [part for part in parts if type(part) is slice]
    return [*parts, *(bound for part in slices for bound in (part.start, part.stop, part.step))]


class _Unchangeable(Forwarding):
    """A tensor that is not the value of a variable, so that no other can take its place."""

    __slots__ = ()

    def __setitem__(self, key: Any, value: Any) -> None:
        effect_errors.items_of_no_variable()

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _OF_ARRAYS:
            effect_errors.attribute_in_place(name)
        setattr(self.original, name, value)


#: Attributes that change an array of NumPy where it stands.
_OF_ARRAYS = frozenset({"data", "dtype", "flat", "imag", "real", "shape", "strides"})


class _ArrayStore(Forwarding):
    """An ndarray that items are stored to while a program is staged: it cannot hold what is known only then."""

    __slots__ = ()

    def __setitem__(self, key: Any, value: Any) -> None:
        parts = [*(key if isinstance(key, tuple) else [key]), *(value if isinstance(value, (list, tuple)) else [value])]
        if any(backend_of(part) is not None for part in parts):
            effect_errors.array_holds_no_tensors()
        self.original[key] = value


class _HidingStore(Forwarding):
    """An object that may hold what nothing shows, and is stored to under a staged condition."""

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> None:
        hidden.check_store(self.original, name)
        may_be_optional = logs()[0].optionals and not isinstance(self.original, type)
        setattr(attribute_stores[-1](self.original) if may_be_optional else self.original, name, value)

    def __delattr__(self, name: str) -> None:
        hidden.check_store(self.original, name)
        delattr(self.original, name)

    def __setitem__(self, key: Any, value: Any) -> None:
        hidden.check_item_store(self.original)
        self.original[key] = value

    def __delitem__(self, key: Any) -> None:
        hidden.check_item_store(self.original)
        del self.original[key]


class _Pending(threading.local):
    """The tensors and arrays that a statement stores items to: it may store to several, and compute where by others."""

    def __init__(self) -> None:
        self.updates: dict[int, tuple[Log | None, Any]] = {}

    def of(self, original: Any, make: Callable[[], Any]) -> Any:
        region = logs()[-1] if logs() else None
        known, made = self.updates.get(id(original), (None, None))
        if made is None or known is not region:  # not one of a region that has been given up
            made = make()
            self.updates[id(original)] = region, made
        return made


_pending = _Pending()
effects.endings.append(lambda: _pending.updates.clear())
