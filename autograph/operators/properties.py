"""Properties and special methods that are not converted: they have no source, are marked so, or make a hash or a text.

A tensor that they ask for its truth says so. An optional that they ask whether it is None cannot: an attribute that
would hold one is refused where a property of its object asks that.
"""

from __future__ import annotations

import dis
import functools
from collections.abc import Callable, Iterable, Iterator
from types import CodeType, FunctionType
from typing import Any, NoReturn

from autograph.operators import value_errors
from autograph.operators.classes import STAGED, meet_class, package_of, replace_in_class
from autograph.operators.effects import log
from autograph.operators.frames import hidden_frames
from autograph.operators.locations import Attribute, Location, held_by
from autograph.operators.stores import Forwarding, attribute_stores
from autograph.operators.structures import Optional
from autograph.source.build import WRAPPED
from autograph.staging import tracing_backend

#: Special methods that are called by name, or before there is an attribute.
_CONVERTED = frozenset({"__init__", "__new__", "__call__", "__init_subclass__", "__class_getitem__"})


def store(values: Iterable[tuple[Location, Any]]) -> None:
    """Stores values, as effects of the region around."""
    found = [*values]
    if (around := log()) is not None:
        for location, _ in found:  # all of them first: two variables may be one cell
            around.writes_to(location)
    for location, value in found:
        if isinstance(location, Attribute):
            check_attribute(location.holder, location.key, value)
        location.write(value)


def check_attribute(holder: Any, name: str, value: Any) -> None:
    """Refuses an optional as the value of an attribute that code which is not converted asks whether it is None."""
    if type(value) is Optional:
        kind: Any = type(holder)
        meet_class(kind)
        for owner, method, function in _readers_of(kind, name):
            if method not in _OF_TEXTS:
                _refuse(value, owner, method)
            if owner.__dict__.get(method) is function:
                replace_in_class(owner, method, _guarded(owner, method, function))


#: Methods of which a text is made that Python shows nobody: `autograph.operators.formatting` runs them converted.
_OF_TEXTS = frozenset({"__str__", "__repr__", "__format__"})


def _refuse(value: Any, owner: type, method: str) -> NoReturn:
    reader = f"{owner.__name__}.{method}"
    value_errors.may_be_none(value, f"kept where `{reader}`, which Python calls itself, asks whether it is None")


def _guarded(owner: type, name: str, function: FunctionType) -> Callable[..., Any]:
    """A method as it is, for Python: of an object that has attributes which may be None it is refused."""

    @functools.wraps(function)
    def method(holder: Any, *args: Any) -> Any:
        for value in held_by(holder) if tracing_backend() is not None else ():
            if type(value) is Optional:
                with hidden_frames:
                    _refuse(value, owner, name)
        return function(holder, *args)

    method.__dict__.update({STAGED: function, WRAPPED: function})
    return method


class _AttributeStore(Forwarding):
    """An object of the user's whose attributes are stored to."""

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> None:
        check_attribute(self.ag__original, name, value)
        setattr(self.ag__original, name, value)

    def __setitem__(self, key: Any, value: Any) -> None:
        self.ag__original[key] = value


attribute_stores.append(_AttributeStore)


@functools.lru_cache(maxsize=1024)
def _readers_of(cls: Any, attribute: str) -> list[tuple[type, str, FunctionType]]:
    """The properties and special methods that test an attribute by `is`, themselves or in what they call of the class:
    where they are, what they are called and what they run.
    """
    return [reader for reader in _called_by_python(cls) if _tests(cls, reader[2], attribute)]


def _tests(cls: Any, function: FunctionType, attribute: str) -> bool:
    waiting, seen = [function], {function}
    while waiting:
        function = waiting.pop()
        names = _names(function.__code__)
        if attribute in names and not {attribute, None}.isdisjoint(_asked(function.__code__)):
            return True
        for other in names:
            callee = getattr(cls, other, None) or function.__globals__.get(other)
            if isinstance(callee, property):
                callee = callee.fget
            if isinstance(callee, FunctionType) and callee not in seen:
                seen.add(callee)
                waiting.append(callee)
    return False


def _called_by_python(cls: type) -> Iterator[tuple[type, str, FunctionType]]:
    for base in cls.__mro__:
        for name, value in vars(base).copy().items():
            functions = [value] if name.startswith("__") and name not in _CONVERTED else []
            if isinstance(value, property):
                functions = [value.fget, value.fset]
            elif isinstance(value, functools.cached_property):
                functions = [value.func]
            for function in functions:
                if isinstance(function, FunctionType) and not _is_staging(function):
                    yield base, name, function


def _is_staging(function: FunctionType) -> bool:
    """Whether a function is in a class for the time of staging."""
    return STAGED in function.__dict__ or package_of(function) == "autograph"


def _names(code: CodeType) -> set[str]:
    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return set(code.co_names).union(*map(_names, inner))


def _asked(code: CodeType) -> Iterator[str | None]:
    """What code tests by `is` with None, in a jump of its own or a comparison with a constant: the names of attributes;
    None for anything else.
    """
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _asked(constant)
    instructions = [*dis.get_instructions(code)]
    for before, one, two in zip(instructions, instructions[1:], instructions[2:], strict=False):
        if two.opname.endswith("_NONE"):
            yield _attribute_read_by(one)
        elif two.opname == "IS_OP" and one.argval is None:
            yield _attribute_read_by(before)


def _attribute_read_by(instruction: dis.Instruction) -> str | None:
    return instruction.argval if instruction.opname == "LOAD_ATTR" else None
