"""What objects hold that nothing shows: the state of types that are written in C, and what functions and classes keep.

What a region does to such state can be neither compared nor taken back, unless the type is known: `list` and the like,
and what `autograph.operators.locations` reads and writes as a whole. It is refused. Of types that are not known to be
immutable, every method may change an object but for those that Python itself calls to look at one.
"""

from __future__ import annotations

import collections
import datetime
import decimal
import functools
import inspect
import operator
import re
import struct
import types
from collections.abc import Sequence
from types import (
    BuiltinFunctionType,
    ClassMethodDescriptorType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

from autograph.operators import effect_errors
from autograph.operators.locations import OF_CLASSES, OF_RAISING, VIEWS
from autograph.operators.namespaces import class_attribute
from autograph.staging import SYSTEMS

#: Types of which nothing is hidden: of objects that cannot change, and of those whose changes are seen.
_SEEN = frozenset(
    [object, str, bytes, int, float, complex, bool, tuple, frozenset, range, slice, type(None), type(...), *VIEWS]
    + [list, dict, set, bytearray, collections.deque, collections.OrderedDict, collections.defaultdict]
    + [re.Pattern, re.Match, decimal.Decimal, staticmethod, classmethod, property, super, memoryview, struct.Struct, *[
        kind for kind in vars(datetime).values() if isinstance(kind, type)
    ]]
    + [kind for kind in vars(types).values() if isinstance(kind, type)]
    + [type([].__len__), type([].append)]
)  # fmt: skip

#: Likewise, of modules: by the name of the module, those that are not seen.
_UNSEEN_OF = {"numpy": frozenset({"void", "flatiter", "flagsobj", "nditer", "broadcast"})}

_BOUND: Any = (BuiltinFunctionType, type([].__len__))
_MADE_IN_C = (MethodDescriptorType, ClassMethodDescriptorType, WrapperDescriptorType, GetSetDescriptorType)

#: Methods that look at an object, or that Python calls in pairs.
_LOOKING = frozenset(
    """__abs__ __add__ __and__ __bool__ __bytes__ __call__ __class_getitem__ __complex__ __contains__ __copy__
    __deepcopy__ __dir__ __enter__ __eq__ __exit__ __float__ __floordiv__ __format__ __ge__ __getattribute__ __getitem__
    __getstate__ __gt__ __hash__ __index__ __init__ __int__ __invert__ __iter__ __le__ __len__ __lt__ __mod__ __mul__
    __ne__ __neg__ __next__ __or__ __pos__ __pow__ __radd__ __reduce__ __reduce_ex__ __repr__ __rmul__ __round__
    __rsub__ __sizeof__ __str__ __sub__ __truediv__ __xor__ cache_info cache_parameters copy digest empty find findall
    findtext hexdigest items iter iterfind itertext keys locked qsize values""".split()  # noqa: SIM905
)
#: Of what only looks in spite of its name, or the other way round, by the type.
_ASKING = {("ContextVar", "get"), ("Element", "get"), ("_thread._local", "__getattribute__")}
_ENDING = {(memoryview, "release")}

#: Modules whose functions make objects that nobody has yet.
_MAKING = frozenset({"_hashlib", "_md5", "_sha1", "_sha2", "_blake2", "zlib", "_bz2", "_lzma", "_csv", "_thread"})


@functools.lru_cache(maxsize=4096)
def hides_state(kind: Any) -> bool:
    """Whether objects of a type may hold what nothing shows."""
    return any(_is_hiding(cls) for cls in kind.__mro__)


def may_hide(kind: Any) -> bool:
    """Whether a store to an object of a type may be one to what nothing shows."""
    return issubclass(kind, (type, BaseException)) or hides_state(kind)


def _is_hiding(cls: type) -> bool:
    module = cls.__module__.partition(".")[0]
    if cls in _SEEN or module in SYSTEMS or module == "autograph" or issubclass(cls, (BaseException, type)):
        return False
    if module == "numpy":
        return cls.__name__ in _UNSEEN_OF["numpy"]
    if cls.__module__ in _WHOLE:
        return False
    return any(
        type(value) in _MADE_IN_C and name not in ("__dict__", "__weakref__") and value.__objclass__ is cls
        for name, value in vars(cls).copy().items()
    )


#: Modules of types that are read and written as a whole, that are refused or compared otherwise, or cannot change.
_WHOLE = frozenset({"_io", "io", "array", "zoneinfo", "_random", "itertools", "threading", "weakref", "_weakref"})


def check_store(holder: Any, name: str) -> None:
    """Refuses that an attribute is stored to under a staged condition which is held where nothing shows it."""
    kind: Any = type(holder)
    if not may_hide(kind):
        is_hidden = False
    elif issubclass(kind, type):
        is_hidden = name.startswith("__") and name.endswith("__") and name not in OF_CLASSES
    elif issubclass(kind, BaseException):
        is_hidden = name in OF_RAISING
    else:
        found = inspect.getattr_static(kind, name, None)
        cls = next((cls for cls in kind.__mro__ if name in vars(cls)), object)
        setter = class_attribute(type(found), "__set__")
        is_of_python = type(found) in (property, MemberDescriptorType) or type(setter) is not WrapperDescriptorType
        is_hidden = setter is not None and (_is_hiding(cls) or not is_of_python)
    if is_hidden:
        _refuse(f"'{name}' of {_described(holder)} is stored to")


def check_item_store(holder: Any) -> None:
    """Refuses that an item is stored to, likewise."""
    kind: Any = type(holder)
    if type(class_attribute(kind, "__setitem__")) is not FunctionType and hides_state(kind):
        _refuse(f"an item of {_described(holder)} is stored to")


def check_call(holder: Any, name: str, args: Sequence[Any]) -> None:
    """Refuses that a method is called under a staged condition which may change what nothing shows."""
    kind: Any = type(holder)
    if name in ("__setattr__", "__delattr__"):
        target, attribute = (args if args and args[0] is holder else (holder, *args))[:2]
        check_store(target, str(attribute))
    elif issubclass(kind, (type, ModuleType)) or (kind.__name__, name) in _ASKING:
        return
    elif (kind, name) in _ENDING or (name not in _LOOKING and hides_state(kind)):
        _refuse(f"`{name}` of {_described(holder)} is called")


def check_function(function: Any, args: Sequence[Any]) -> None:
    """Refuses a store by a function, such as `setattr`, likewise."""
    if function in (setattr, delattr) and len(args) > 1:
        check_store(args[0], str(args[1]))
    elif function in (operator.setitem, operator.delitem) and args:
        check_item_store(args[0])


def owner_of(function: Any, args: tuple[Any, ...]) -> Any:
    """The object whose method is called, of a function that is written in C; None for other functions."""
    if isinstance(function, _BOUND):
        return function.__self__
    if type(function) in (MethodDescriptorType, WrapperDescriptorType) and args:
        return args[0]
    return None


def makes_hidden(function: Any, result: Any) -> bool:
    """Whether the result of a call is sure to be a new object that hides what it holds."""
    kind: Any = type(result)
    if not hides_state(kind) or not isinstance(function, BuiltinFunctionType):
        return False
    owner = function.__self__
    return getattr(owner, "__name__", None) in _MAKING or type(owner) in (re.Pattern, re.Match)


def _refuse(what: str) -> None:
    effect_errors.cannot_undo(
        what,
        "what it holds cannot be compared or put back, and would be so whichever path is taken when the program runs",
        "do it before, where no tensor decides whether it is done, or choose between two objects",
    )


def _described(holder: Any) -> str:
    kind = holder.__name__ if issubclass(type(holder), type) else type(holder).__name__
    return f"{'an' if kind[:1].lower() in 'aeiou' else 'a'} {kind}"
