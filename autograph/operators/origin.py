"""Where an exception comes from: the user's program, or staging it."""

from __future__ import annotations

import ast
import contextlib
import enum
import itertools
import re
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from types import BuiltinFunctionType, CellType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any

from autograph.diagnostics import AutographError, StagingError
from autograph.operators.call_sites import value_of
from autograph.operators.concretization import explain_foreign, innermost_expressions
from autograph.operators.frames import (
    innermost,
    is_hidden_origin,
    is_of_operator,
    is_raise,
    is_raised_for_program,
    locals_of,
    was_raised_for_program,
)
from autograph.operators.locations import namespace_of
from autograph.operators.proxies import Proxy
from autograph.operators.python_errors import says_what_python_does
from autograph.operators.refusals import StagedAgain, is_raised_new, raising_again
from autograph.source.build import converted_codes, generated_codes
from autograph.staging import SYSTEMS, backend_of, composites

#: What names a staged value, or what stands for one, in the text of an error that Python raises about it.
_STAGED = re.compile(
    r"Tensor|Tracer|Staged|Comprehension|Filtered|Indexed|Compared|UNSET|UNBOUND|\bText\b|Choice|Either"
    r"|DataType"
)

#: What Python says of what a special method returns that it calls itself: what is staged is none of its values.
_OF_HOOKS = re.compile(rf"^__hash__ method should return|returned non-\w+ \(type ({_STAGED.pattern})")

#: What Python says where it looked at no more than the types and the number of values, and names those types.
_OF_TYPES = re.compile(
    r"unsupported operand type|bad operand type|not supported between instances|can only concatenate|values? to unpack"
    r"|object (is not|does not support|has no)|takes .* arguments?|missing \d+ required|unexpected keyword"
    r"|multiple values for|invalid literal for|Can't instantiate abstract|argument \d is (longer|shorter)"
    r"|Value passed to parameter"
)

#: What Python says of an attribute that cannot be stored to, whatever the value is.
_OF_READ_ONLY = re.compile(r"can't (set|delete) attribute|cannot (assign to|delete) field|has no (setter|deleter)$")


class Raised(StagingError):
    """Unwinds the trace of a region after which nothing follows, for all paths through it have raised."""

    __module__ = "autograph"
    __qualname__ = "StagingError"


class RaisedLater(StagingError):
    """What a program finds, when it runs, that staging could not provide for."""

    __module__ = "autograph"
    __qualname__ = "StagingError"


def of_other_arguments(
    error: BaseException, arguments: tuple[Any, ...], attributes: Mapping[str, Any]
) -> BaseException:
    """An exception like another, without calling a class of the program's: what that does it has done."""
    kind = type(error)
    made = _of_python(error, arguments) if kind.__module__ == "builtins" else None
    if made is None:
        made = kind.__new__(kind, *arguments)
        made.args = arguments
    made.__dict__.update(attributes)
    made.__cause__ = error.__cause__
    return made


def raised_by(function: Any, *given: Any) -> Exception:
    """What a function of Python's raises of some arguments, as a new exception."""
    try:
        function(*given)
    except Exception as error:
        return type(error)(*error.args)
    raise AssertionError(f"{function} takes {given}")


def _of_python(error: BaseException, arguments: tuple[Any, ...]) -> BaseException | None:
    """An exception of a class of Python's, which keeps more of what it is given than `args`."""
    given = error.__reduce__()[1]
    if not isinstance(given, tuple) or given[: len(arguments)] != error.args[: len(given)]:
        given = error.args
    try:
        return type(error)(*arguments, *given[len(arguments) :])
    except TypeError:
        return None


class Origin(enum.Enum):
    """Where an exception comes from.

    Attributes:
        PROGRAM: the user's program, which raises it wherever it runs.
        SYSTEM: an operation of the system that stages, which does not take its operands.
        STAGING: a staged value stood where Python, or code that is not converted, knows only values of its own.
    """

    PROGRAM = enum.auto()
    SYSTEM = enum.auto()
    STAGING = enum.auto()


def raised_by_user(error: BaseException) -> bool:
    """Whether an exception that ends a region comes from the user's program, not from staging it.

    Raises:
        AutographError: the refusal that it took the place of.
    """
    check_replaced(error)
    return origin_of(error, ends_region=True) is Origin.PROGRAM


def origin_of(error: BaseException, *, ends_region: bool = False) -> Origin:
    """Where an exception comes from: told from where it was raised, and from what that was given.

    What that was given may not be there any more when a region has ended, and is looked at once.

    Args:
        error: the exception, as it was caught.
        ends_region: whether a region ends with it. What the system raises there it raises of one path, and cannot be
            what a handler around the region is there for.
    """
    if isinstance(error, StagedAgain):
        return Origin.STAGING
    if isinstance(error, (Raised, RaisedLater)) or type(error).__module__.startswith("autograph.operators"):
        return Origin.PROGRAM
    if isinstance(error, AutographError) or hasattr(error, _RAISED_BY_STAGING):
        return Origin.STAGING
    is_programs = is_raised_new(error) or says_what_python_does(error)
    origin = Origin.PROGRAM if is_programs else _origin(error)
    if ends_region and origin is not Origin.PROGRAM:
        with contextlib.suppress(AttributeError):
            setattr(error, _RAISED_BY_STAGING, True)
    return origin


_RAISED_BY_STAGING = "autograph_raised_by_staging"


def check_replaced(error: BaseException) -> None:
    """Raises the refusal that an exception of the program's has taken the place of, or holds as a group."""
    refusal = None if isinstance(error, AutographError) else refusal_behind(error)
    if refusal is not None:
        raise refusal from None


def refusal_behind(error: BaseException) -> BaseException | None:
    """The refusal that an exception is, holds as a group, or has taken the place of; None if there is none.

    What a program raises in a `finally` or a context manager that it is refused in, it might not raise from there.
    """
    waiting, seen = [error], set[int]()
    while waiting:
        part: BaseException = waiting.pop()
        if id(part) in seen or isinstance(part, Raised):
            continue
        seen.add(id(part))
        refusal = part if isinstance(part, AutographError) else explain_foreign(part)
        if refusal is not None:
            return refusal
        waiting += filter(None, [*parts_of(part)[1:], part.__context__])
    return None


def parts_of(error: BaseException) -> list[BaseException]:
    """An exception, and those in it if it is a group."""
    inner = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    return [error, *(part for held in inner for part in parts_of(held))]


def is_programs_to_catch(error: BaseException) -> bool:
    """Whether a handler of the program's may have an exception: it is not staging's, and names no types of its."""
    origin = origin_of(error)
    names_types = isinstance(error, TypeError) and _OF_TYPES.search(str(error)) is not None and _names_staged(error)
    return origin is Origin.PROGRAM or (origin is Origin.SYSTEM and not names_types)


def _names_staged(error: BaseException) -> bool:
    return bool(_STAGED.search(str(error)))


def _origin(error: BaseException) -> Origin:
    if isinstance(error, AttributeError) and backend_of(error.obj) is not None:
        return Origin.STAGING if any(hasattr(kind, str(error.name)) for kind in _NUMBERS) else Origin.SYSTEM
    if is_hidden_origin(error) or error.__traceback__ is None:
        return Origin.SYSTEM
    traceback = innermost(error.__traceback__)
    frame = traceback.tb_frame
    code, module = frame.f_code, frame.f_globals.get("__name__", "").partition(".")[0]
    if code in raising_again:
        return Origin.PROGRAM
    is_operator = is_of_operator(frame)
    if not is_operator and module in SYSTEMS:
        is_asked = code.co_name in _ASKING and not isinstance(error, RecursionError)
        return Origin.STAGING if is_asked or _is_of_library(error) else Origin.SYSTEM
    is_converted = code in converted_codes or code in generated_codes
    # What Python itself raises it would raise in the original on the same path, if not for a staged value.
    if is_raise(traceback) and (is_converted or is_operator):
        if type(error) is TypeError and str(error).startswith("exceptions must derive"):
            return Origin.STAGING
        if isinstance(error, TypeError) and module in sys.stdlib_module_names:
            return Origin.STAGING if any(map(reaches_staged, locals_of(frame).values())) else Origin.PROGRAM
        return Origin.PROGRAM
    if isinstance(error, RecursionError):
        return Origin.SYSTEM
    if is_operator and not (was_raised_for_program(error) or is_raised_for_program(traceback)):
        return Origin.STAGING  # a mistake of the operator's
    if not isinstance(error, (Exception, SystemExit)):
        return Origin.STAGING  # somebody may have interrupted the trace
    if type(error) is RuntimeError and str(error).endswith(_OF_CHANGES):
        return Origin.STAGING  # both branches may have changed it in turn, before it was as it had been
    if isinstance(error, _OF_ANY_VALUE) and not any(map(reaches_staged, error.args)):
        return Origin.PROGRAM
    if isinstance(error, AttributeError) and _OF_READ_ONLY.search(str(error)):
        return Origin.PROGRAM
    if isinstance(error, TypeError) and _OF_HOOKS.search(str(error)):
        return Origin.STAGING
    names_staged = _names_staged(error)
    if not names_staged and (_OF_TYPES.search(str(error)) or getattr(error, "obj", None) is not None):
        return Origin.PROGRAM
    return Origin.STAGING if _is_given_staged(error, names_staged) else Origin.PROGRAM


_NUMBERS = (bool, int, float)
#: The methods by which Python asks a value for what a staged one has not.
_ASKING = frozenset({
    "__array__", "__bool__", "__complex__", "__float__", "__hash__", "__index__", "__int__", "__iter__", "__len__",
})  # fmt: skip
#: What Python says of iterators whose deque, dict or set has changed since they began.
_OF_CHANGES = ("mutated during iteration", "changed size during iteration", "keys changed during iteration")
#: What Python raises of what a program does, not of what its values are.
_OF_ANY_VALUE = (LookupError, ZeroDivisionError, StopIteration, NameError, AssertionError, OSError, SystemExit)


def _is_of_library(error: BaseException) -> bool:
    """Whether a system was asked by a function of Python's library, whose numbers are Python's."""
    asking: FrameType | None = None
    traceback = error.__traceback__
    while traceback is not None:
        if traceback.tb_frame.f_globals.get("__name__", "").partition(".")[0] not in SYSTEMS:
            asking = traceback.tb_frame
        traceback = traceback.tb_next
    if asking is None or asking.f_code in converted_codes:
        return False
    return asking.f_globals.get("__name__", "").partition(".")[0] in sys.stdlib_module_names


def _is_given_staged(error: BaseException, names_staged: bool) -> bool:
    """Whether what raised an exception, or what the innermost converted code called, was given a staged value."""
    expressions, frame = innermost_expressions(error.__traceback__)
    if frame is None or not expressions:
        return names_staged
    is_known = True
    for node in itertools.chain.from_iterable(_parts(expression, frame) for expression in expressions):
        if isinstance(node, (ast.Name, ast.Attribute)) and reaches_staged(value_of(node, frame)):
            return True
        if isinstance(node, ast.Call):
            is_known = is_known and node in expressions and type(value_of(node.func, frame)) in _OF_PYTHON
    return not is_known and names_staged


def _parts(node: ast.AST, frame: FrameType) -> Iterator[ast.AST]:
    """The expressions in an expression; not the object of which an attribute is read that it holds itself."""
    yield node
    if not isinstance(node, ast.Attribute) or value_of(node, frame) is None:
        for child in ast.iter_child_nodes(node):
            yield from _parts(child, frame)


#: Types of functions that have nothing but their arguments to look at.
_OF_PYTHON = (BuiltinFunctionType, type)


def reaches_staged(value: Any, depth: int = 3) -> bool:
    """Whether a value is staged, or what stands for one, or holds such a value."""
    if backend_of(value) is not None or type(value) in composites or isinstance(value, Proxy):
        return True
    if depth == 0 or isinstance(value, (type, ModuleType)):
        return False
    if isinstance(value, Mapping):
        parts: Iterable[Any] = [*value.keys(), *value.values()]
    elif isinstance(value, (list, tuple, set, frozenset, deque)):
        parts = value
    elif isinstance(value, FunctionType):
        parts = [c.cell_contents for c in value.__closure__ or () if c != _EMPTY]
    elif isinstance(value, (MethodType, BuiltinFunctionType)):
        parts = [value.__self__]
    elif isinstance(value, partial):
        parts = [*value.args, *value.keywords.values()]
    else:
        parts = (namespace_of(value) or {}).values()
    return any(reaches_staged(part, depth - 1) for part in list(parts))


_EMPTY = CellType()
