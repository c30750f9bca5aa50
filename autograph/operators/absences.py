"""Attributes that an object has on some paths only: `if n > 0: self.cache = n`.

Such an attribute is an optional in the namespace of the object. While the program is staged its class has, in the place
of the attribute, what reads it: where the program finds that it is not there, that is the error of Python's. `hasattr`
and `getattr` with a default ask the flag. Code that asks for the namespace gets a dict of staged keys; the object must
not change any more where something may have kept that. Where only the program knows in what order the object got its
attributes, it is refused, but for what makes nothing of their order: `sorted(vars(o))`, `"cache" in vars(o)`.

Only objects that came to be while the program is staged can have such attributes: what others have is seen outside.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from types import FrameType, FunctionType, MemberDescriptorType
from typing import Any

from autograph.operators import value_errors
from autograph.operators.call_sites import asks_for_namespace, is_copied, is_read_in_any_order, reads_attribute
from autograph.operators.choices import later
from autograph.operators.classes import STAGED, replace_in_class
from autograph.operators.dicts import StagedDict
from autograph.operators.effects import Claim, log, logs, namespaces
from autograph.operators.holders import holders_of
from autograph.operators.holding import Unknown
from autograph.operators.locations import Attribute, Location, namespace_of, slot_of
from autograph.operators.presence import claimed, is_present, settled
from autograph.operators.proxies import asks_as_system
from autograph.operators.raising import can_raise
from autograph.operators.shown_namespaces import watching
from autograph.operators.structures import HEAP_TYPE, Optional
from autograph.source.build import converted_codes
from autograph.staging import UNBOUND, Backend, tracing_backend


class _Attribute:
    """What is in a class in the place of an attribute that its objects may not have.

    Args:
        name: the attribute.
        member: what reads and writes it in a slot; None where objects have it in their namespaces.
    """

    def __init__(self, name: str, member: MemberDescriptorType | None = None):
        self.name = name
        self.member = member

    def __get__(self, holder: Any, owner: Any = None) -> Any:
        if holder is None:
            raise AttributeError(f"type object '{owner.__name__}' has no attribute '{self.name}'", name=self.name)
        value = _held(holder, self.name)
        is_open = type(value) is Optional and value.unbound
        if not is_open and value is not UNBOUND:
            return value
        kinds = type(holder).__mro__
        others = (cls.__dict__[self.name] for cls in kinds if self.name in cls.__dict__)
        if any(type(other) not in (_Attribute, MemberDescriptorType) for other in others):
            value_errors.attribute_may_be_absent(self.name)  # and what its class has got since would be found instead
        if not is_open:
            raise self.missing(holder)
        if not _reads(sys._getframe(1)):
            value_errors.attribute_may_be_absent(self.name)
        return later["present"](value, self.missing(holder))

    def __set__(self, holder: Any, value: Any) -> None:
        if self.member is not None:
            self.member.__set__(holder, value)
            return
        namespace, shown = namespace_of(holder), namespaces()
        known = _held(holder, self.name)
        may_come_last = type(known) is Optional and known.unbound and next(reversed(namespace)) != self.name
        if may_come_last and shown is not None:
            shown.disorders(holder)
        if known is UNBOUND:  # it is known that it is not there, and it comes last
            namespace.pop(self.name, None)
        namespace[self.name] = value

    def __delete__(self, holder: Any) -> None:
        self.__get__(holder)
        Attribute(holder, self.name).write(UNBOUND)

    def missing(self, holder: Any) -> AttributeError:
        """What Python raises where there is none."""
        text = f"'{type(holder).__name__}' object has no attribute '{self.name}'"
        if self.member is not None:
            try:
                self.member.__get__(object.__new__(type(holder)))
            except AttributeError as error:
                text = str(error)  # which Python has had in several ways
        return AttributeError(text, name=self.name, obj=holder)


class _CachedProperty(_Attribute):
    """What is in a class in the place of a `functools.cached_property` that has run on some paths only.

    Attributes:
        made: what makes its value of an object.
    """

    def __init__(self, name: str, made: Callable[[Any], Any]):
        super().__init__(name)
        self.made = made

    def __get__(self, holder: Any, owner: Any = None) -> Any:
        if holder is None:
            return self
        value = _held(holder, self.name)
        if type(value) is Optional and value.unbound:
            return later["if"](is_absent(value), lambda: self._make(holder), lambda: value.value)()
        return self._make(holder) if value is UNBOUND else value

    def _make(self, holder: Any) -> Any:
        value = self.made(holder)
        self.__set__(holder, value)
        return value

    def __set__(self, holder: Any, value: Any) -> None:
        if (around := log()) is not None:
            around.writes(holder)  # which no statement of the program's does
        super().__set__(holder, value)

    def __delete__(self, holder: Any) -> None:
        value = _held(holder, self.name)
        if value is UNBOUND:
            raise self.missing(holder)
        if type(value) is Optional and value.unbound:
            backend = tracing_backend()
            if backend is None or not can_raise(backend):
                value_errors.attribute_may_be_absent(self.name)
            later["present"](value, self.missing(holder))
        del namespace_of(holder)[self.name]


def _reads(frame: FrameType | None) -> bool:
    """Whether code reads an attribute, and does not ask whether it is there as `hasattr` does and the patterns do."""
    if frame is not None and frame.f_code is _asked.__code__:
        frame = frame.f_back
    if frame is None or asks_as_system(frame):
        return True
    return frame.f_code in converted_codes and reads_attribute(frame)


def _asked(holder: Any, name: str) -> Any:
    """What is in such a class in the place of `__getattribute__`: `__dict__` would have what is not there."""
    found = object.__getattribute__(holder, name)
    if name == "__dict__" and not asks_as_system(sys._getframe(1)):
        return _shown(holder, found)
    if type(found) is Optional and found.unbound:  # its class has got something else in the place of what reads it
        value_errors.attribute_may_be_absent(name)
    return found


def _shown(holder: Any, namespace: dict[str, Any]) -> Any:
    """What a program gets that asks for a `__dict__`."""
    shown, backend = namespaces(), tracing_backend()
    if shown is None or backend is None:
        return namespace
    shown.check_asked(holder)
    absent = [key for key, value in namespace.items() if type(value) is Optional and value.unbound]
    if shown.is_disordered(holder) and not is_read_in_any_order(_UNORDERED):
        value_errors.order_of_attributes(holder)
    if not absent:
        return namespace
    if not asks_for_namespace() and not _reads(sys._getframe(2)):  # `dir`, say
        value_errors.attribute_may_be_absent(absent[0])
    made = StagedDict.of(backend, namespace)
    if not is_read_in_any_order(_UNORDERED) and not is_copied(_COPYING):
        shown.shows(holder, absent[0])
        logs()[-1].freezes(made)
    return made


#: What makes nothing of the order of what it is given, and keeps nothing of that.
_UNORDERED = (sorted, len, set, frozenset)
#: What keeps nothing of what it is given.
_COPYING = (dict, list, tuple, str, repr)


def may_be_absent(backend: Backend, location: Location) -> bool:
    """Whether a location can be an attribute that its object has on some paths only; its class is made ready for it."""
    if type(location) is not Attribute:
        return False
    holder, name = location.holder, location.key
    cls: Any = type(holder)
    member, namespace = slot_of(cls, name), namespace_of(holder)
    is_plain = type(cls) is type and cls.__flags__ & HEAP_TYPE and (namespace is not None or member is not None)
    if not is_plain or not any(region.is_new(holder) for region in logs()):
        return False
    if type(_found_in(cls, "__getattr__")) is FunctionType or _has_own_reader(cls):
        return False
    if member is None and _is_namespace_held(namespace):
        return False
    known = _found_in(cls, name)
    if type(known) is _CachedProperty or (type(known) is _Attribute and can_raise(backend)):
        return True
    if type(known) is functools.cached_property:
        reader: Any = _CachedProperty(name, known.func.__dict__.get(STAGED, known.func))
    elif (known is UNBOUND or known is member) and can_raise(backend):
        reader = _Attribute(name, member)
    else:
        return False
    replace_in_class(cls, name, reader)
    _ask(cls)
    return True


def _is_namespace_held(namespace: Any) -> bool:
    """Whether something has the `__dict__` of an object, or may have it: it would find there what is absent."""
    try:
        return next(holders_of(namespace), None) is not None
    except Unknown:
        return True


def _has_own_reader(cls: type) -> bool:
    found = _found_in(cls, "__getattribute__")
    return type(found) is FunctionType and found is not _asked


def _ask(cls: type) -> None:
    """Has a class of the program's look at what its objects are asked for."""
    is_plain = type(cls) is type and cls.__flags__ & HEAP_TYPE
    if is_plain and not _has_own_reader(cls) and _found_in(cls, "__getattribute__") is not _asked:
        replace_in_class(cls, "__getattribute__", _asked)


watching.append(_ask)


def is_read_by_us(descriptor: Any) -> bool:
    """Whether what a class has by a name is none of the program's, but what reads an attribute that may be absent."""
    return type(descriptor) is _Attribute


def presence_of(holder: Any, name: Any) -> Optional | None:
    """What an object has of an attribute that it may not have; None if it is known whether it has it."""
    if type(name) is not str or type(_found_in(type(holder), name)) is not _Attribute:
        return None
    value = _held(holder, name)
    return value if type(value) is Optional and value.unbound and is_present(value) is None else None


def is_absent(optional: Optional) -> Any:
    """Whether an attribute is not there."""
    return claimed(optional.absent, Claim(((optional, False),), ((optional, True),)))


def _held(holder: Any, name: str) -> Any:
    """What an object has of an attribute, or UNBOUND."""
    value = settled(Attribute(holder, name).read())
    is_known = type(value) is Optional and value.unbound and is_present(value) is False
    return UNBOUND if is_known else value


def _found_in(cls: type, name: str) -> Any:
    return next((base.__dict__[name] for base in cls.__mro__ if name in base.__dict__), UNBOUND)
