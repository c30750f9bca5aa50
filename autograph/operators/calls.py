"""`ag__.call(f)`: what to run in place of `f`.

While nothing is being staged that is `f` itself, for then the original does what its conversion would do, and faster.
While something is, it is the converted form of a function of the user's, or a staged form of a builtin.
"""

from __future__ import annotations

import contextlib
import dis
import functools
import itertools
import operator
import sys
import threading
from collections import deque
from collections.abc import Callable
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, MethodType, MethodWrapperType
from typing import Any
from weakref import ref

from autograph import staging
from autograph.diagnostics import ConversionError
from autograph.operators import array_statements, effect_errors, places, value_errors
from autograph.operators.aliases import changes_first, check_name, has_links, is_linked, items_of, on_all
from autograph.operators.array_functions import array_function, is_of_numpy
from autograph.operators.caches import converting
from autograph.operators.call_sites import is_statement_of
from autograph.operators.choices import later
from autograph.operators.classes import meet_class, meet_function
from autograph.operators.defaults import with_none_apart
from autograph.operators.dicts import KINDS
from autograph.operators.dispatch import each
from autograph.operators.effects import endings, is_logging, logs, new
from autograph.operators.either import Either
from autograph.operators.exits import catches_arithmetic, checking_operators, may_raise
from autograph.operators.frames import acts_for_program, hidden_frames, hide_frame
from autograph.operators.holders import in_place_now, replacements
from autograph.operators.holding import forms_of
from autograph.operators.kinds import COMPARISONS, OPERATIONS
from autograph.operators.locations import contents_of
from autograph.operators.logical import if_exp
from autograph.operators.managers import DECORATED, calling, managed
from autograph.operators.namespaces import class_attribute
from autograph.operators.observed import BOUND, BUILTIN, observed
from autograph.operators.optionals import WORKING, is_none, passing_values
from autograph.operators.packages import CONVERTED_MODULES, UNCONVERTED_PACKAGES
from autograph.operators.pending_reads import RECEIVING
from autograph.operators.presence import optionals_exist, settled
from autograph.operators.recursion import recursing
from autograph.operators.rows import born_in_pool
from autograph.operators.shared_arrays import is_tensor_of_items, uses_numpy
from autograph.operators.structures import Optional
from autograph.source.build import WRAPPED, is_converted
from autograph.staging import Backend, backend_of, backends, count_modules, tracing_backend
from autograph.verbosity import say
from autograph.weak import WeakMap

#: Methods that change an array of NumPy where it stands, and that give another array where a system has them.
_OF_ARRAYS = frozenset({"sort", "partition", "fill", "put", "resize", "byteswap", "setfield", "itemset"})

#: Packages whose functions call back what they are given.
_CALLING_BACK = frozenset({"jax", "jaxlib"})

#: What `to_function` makes of a function, and the function; None in place of what is the function itself.
_Forms = dict[tuple[int, bool], tuple[ref[FunctionType], Callable[..., Any] | None]]

#: The forms of functions, by identity and by whether operators are checked; entries go when the function does.
_forms: _Forms = {}


class _FormsOfClosures(threading.local):
    """Those of functions that have variables of others, which may have the function: they would keep it alive."""

    def __init__(self) -> None:
        self.forms: _Forms = {}


_of_closures = _FormsOfClosures()
endings.append(lambda: _of_closures.forms.clear())

#: What is to be called in place of a converted function that makes a generator; the last counts.
beginnings: list[Callable[[Any, Any, Callable[..., Any]], Callable[..., Any]]] = []

#: What is converted in place of functions of Python's library: by the function, or by the names of it and its module.
stand_ins: dict[Any, Callable[..., Any]] = {}

#: What makes the form of a converted function whose operators raise what Python raises of them, by its code.
checked_forms: WeakMap[CodeType, Callable[[], Callable[..., Any]]] = WeakMap()

#: What is called for functions of Python's library, by the first of these that knows one.
library_forms: list[Callable[[Any], Callable[..., Any] | None]] = []

#: What gives a function and its first arguments, which differ from call to call, by the type of what is called.
unbinding: dict[type, Callable[[Any], tuple[Any, ...]]] = {}

_builtin_forms: list[Callable[[Any, Backend], Any]] = []

#: The modules of what builtins stand for: of this package, and converted all the same.
AS_LOOPS = frozenset(
    f"autograph.operators.{name}"
    for name in (
        "aggregates", "call_stack", "comparators", "complex_functions", "exit_stacks", "integers", "matches",
        "library_effects", "memo_tables", "mixins", "resumables", "spelling", "walks",
    )
)  # fmt: skip

#: Classes of Python's library that are there to be extended by the user's: their methods call what those have.
_EXTENDED = frozenset({"ChainMap", "UserDict", "UserList"})

#: What counters do with counts, which the program may stage, as ordinary loops.
OF_COUNTERS = frozenset(
    f"__{name}__"
    for name in (
        "add", "sub", "or", "and", "iadd", "isub", "ior", "iand", "pos", "neg", "eq", "ne", "lt", "le", "gt", "ge",
    )
)  # fmt: skip

#: What `functools.total_ordering` adds to a class of the user's.
_ORDERINGS = frozenset({"__lt__", "__le__", "__gt__", "__ge__"})

#: Marks a function that is called from converted code as it is.
DO_NOT_CONVERT = "autograph_do_not_convert"


def user_names(names: Any, *added: str) -> Any:
    """What `locals()` and its like answered, without the name that converted code calls operators by, and others."""
    for name, value in sys._getframe(1).f_locals.items():  # first: that fills the dict of `locals()` anew
        if type(value) is Optional and value.unbound:
            value_errors.variable_may_be_absent(name)
    for name in ("ag__", "ag__entry", *added):
        if isinstance(names, dict):
            names.pop(name, None)
        elif name in names:
            names.remove(name)
    return names


def call(function: Any) -> Any:
    """What to call instead of `function`, from converted code."""
    if not backends and count_modules() == staging.modules_seen:
        return function  # nothing can be staged: no system that stages has been imported
    backend = tracing_backend()
    if backend is None:
        return function
    if type(function) is Either:
        return functools.partial(_call_each, function)
    if type(function) in unbinding:
        function, *bound = unbinding[type(function)](function)
        return functools.partial(call(function), *bound)
    function = _unasked(function)
    form = _staged_form(function, backend)
    # An argument, which is evaluated later, may be the first value that may be None.
    may_be_given = optionals_exist() or is_logging()
    works = type(function) in BUILTIN and function in WORKING
    takes_all = type(function) is functools.partial or getattr(function, "__code__", None) in _DISPATCHING
    if (may_be_given or works) and not is_converted(form) and not takes_all:
        form = passing_values(function, form, call)
        if getattr(function, "__name__", "").lstrip("_") in _SELECTING:
            form = functools.partial(_selecting, form, function is filter)
    may_be_apart = may_be_given and is_converted(form)
    if not is_logging():
        made = beginnings[-1](function, form, form)
        return with_none_apart(function, made) if may_be_apart else made
    if is_of_numpy(function):
        logs()[0].origins.uses_numpy = True
    if type(function) is MethodType and is_tensor_of_items(function.__self__) and _changes_arrays(function):
        of_tensors = array_statements.METHODS
        name = next((name for name in of_tensors if getattr(function.__self__, name, None) == function), None)
        if name is None:
            effect_errors.method_in_place()
        form = functools.partial(of_tensors[name], function.__self__)
    made = observed(function, form)
    if not is_converted(form) and type(function) in BOUND:
        made = functools.partial(_on_linked, function, made)
    made = beginnings[-1](function, form, checking_operators(function, form, made))
    made = recursing(function, made, backend)
    made = with_none_apart(function, made) if may_be_apart else made
    if type(function) is not BuiltinFunctionType:
        return made
    made = taking_items[-1](function, made) if function.__name__ in _TAKING_ITEMS else made
    is_receiving = type(function.__self__) in RECEIVING
    return functools.partial(_received, function, made, replacements()) if is_receiving else made


def _received(method: BuiltinFunctionType, made: Callable[..., Any], since: int, /, *args: Any, **kwargs: Any) -> Any:
    """Calls a method of a container in whose place another may be since then: `log.append(f())`, where `f` logs."""
    owner = in_place_now(method.__self__, since) if since != replacements() else method.__self__
    return made(*args, **kwargs) if owner is method.__self__ else call(getattr(owner, method.__name__))(*args, **kwargs)


def _changes_arrays(method: MethodType) -> bool:
    """Whether a method of a tensor would change an array, and the tensor stands for one, or nobody takes the result."""
    if is_statement_of(_OF_ARRAYS):
        return True
    changes = any(getattr(method.__self__, name, None) == method for name in _OF_ARRAYS)
    return changes and uses_numpy(logs()[0].origins)


#: What takes a function that may be None, in whose place it takes each value itself.
_SELECTING = frozenset({"filter", "max", "merge", "min", "nlargest", "nsmallest", "sort", "sorted"})


def _selecting(form: Callable[..., Any], is_filter: bool, /, *args: Any, **kwargs: Any) -> Any:
    """Calls what sorts, compares or keeps values by a function, which may be None on some paths."""
    with hidden_frames:
        if is_filter and args and type(args[0]) is Optional:
            args = (functools.partial(_selected, args[0]), *args[1:])
        elif type(kwargs.get("key")) is Optional:
            kwargs["key"] = functools.partial(_selected, kwargs["key"])
        return form(*args, **kwargs)


def _selected(key: Any, value: Any) -> Any:
    return _either_way(key, lambda key: value if key is None else call(key)(value))


def _either_way(value: Any, function: Callable[[Any], Any]) -> Any:
    """What a function makes of None, and of a value, where a tensor decides which of the two there is."""
    return if_exp(is_none(value), lambda: function(None), lambda: function(settled(value)))()


def _staged_form(function: Any, backend: Backend) -> Any:
    form = _form_of(function, backend)
    return array_function(function, form, backend) if is_of_numpy(function) else form


def _form_of(function: Any, backend: Backend) -> Any:
    kind = type(function)
    for form in library_forms:
        if (found := form(function)) is not None:
            return found
    if kind in _BOUND and _is_systems(function.__self__) and name_of(function) in _CALLED_BY_NAME:
        return _builtin(function, backend)
    if kind in _OF_CONTAINERS and type(function.__self__) in _CONTAINERS and function.__name__ in _AS_OPERATORS:
        return functools.partial(call(_AS_OPERATORS[function.__name__]), function.__self__)
    if kind is FunctionType:
        meet_function(function)
        return to_function(function)
    if kind is MethodType:
        return _method(function)
    if kind is BuiltinFunctionType or kind is type:
        return _builtin(function, backend)
    if kind is functools.partial:
        inner = call(function.func)
        return function if inner is function.func else functools.partial(inner, *function.args, **function.keywords)
    return _object(function)


#: The types of methods of Python's containers, these, and what does the same as their special methods.
_OF_CONTAINERS = (BuiltinFunctionType, type([].__len__))
_CONTAINERS = frozenset({dict, list, str, tuple})
_AS_OPERATORS: dict[str, Callable[..., Any]] = {
    "__contains__": operator.contains,
    "__delitem__": operator.delitem,
    "__getitem__": operator.getitem,
    "__setitem__": operator.setitem,
}

#: What is called for methods of containers that take items.
taking_items: list[Callable[[Any, Callable[..., Any]], Callable[..., Any]]] = []

#: Methods of containers that take the items of another.
_TAKING_ITEMS = frozenset(
    {"extend", "extendleft", "update", "difference_update", "intersection_update", "symmetric_difference_update"}
)  # fmt: skip


later["call"] = call


@acts_for_program
def _on_linked(function: Any, form: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """Calls what is not converted; where some objects are others under staged conditions, it changes those as well.

    They may have come to be when the arguments were evaluated: `xs.append(f())`.
    """
    if not has_links():
        return form(*args, **kwargs)
    holder, name = function.__self__, name_of(function)
    if name in _TAKING_ITEMS:  # which are perhaps those of the object itself
        args = tuple(map(items_of, args))
    given = [*args, *kwargs.values()]

    def on_holder(target: Any) -> Any:
        run = form if target is holder else call(getattr(target, name))
        return run(*args, **kwargs)

    def on_first(target: Any) -> Any:
        run = form if target is args[0] else call(function)
        return run(target, *args[1:], **kwargs)

    with hidden_frames:
        if is_linked(holder):
            return on_all(holder, on_holder, given)
        if changes_first(function, args):
            if function is setattr:
                check_name(*args[:2])
            return on_all(args[0], on_first, given[1:])
        return form(*args, **kwargs)


def name_of(method: Any) -> str:
    """By which name its object has a method."""
    name = str(method.__name__)
    if type(method) is not MethodType or class_attribute(type(method.__self__), name) is method.__func__:
        return name
    classes = reversed(type(method.__self__).__mro__)
    attributes = {name: value for cls in classes for name, value in vars(cls).copy().items()}
    found = [known for known, value in attributes.items() if value is method.__func__]
    return found[0] if len(found) == 1 else name  # one function may be there by several names


#: Types of methods of an object, those of slots such as `list.__repr__` among them.
_BOUND = (MethodType, type([].__repr__))
#: Special methods of numbers and strings that are called by their names.
_CALLED_BY_NAME = frozenset({
    "__str__", "__repr__", "__format__", "__divmod__", "__rdivmod__",
    *(f"__{way}{name}__" for way in ("", "r") for name in OPERATIONS), *(f"__{name}__" for name in COMPARISONS),
})  # fmt: skip


def _is_systems(value: Any) -> bool:
    """Whether the text of a value is not made by a class of the user's."""
    return backend_of(value) is not None or type(value).__module__ == "builtins"


@acts_for_program
def _call_each(function: Either, /, *args: Any, **kwargs: Any) -> Any:
    """Calls one of several functions, whichever the program finds it to be."""
    with hidden_frames:
        return each(function, lambda value: call(value)(*args, **kwargs))


Either.__call__ = _call_each  # type: ignore[method-assign]  # by what is not converted


def to_function(function: Any) -> Callable[..., Any]:
    """The converted form of a function, or the function itself where there is none.

    Under a handler for what operators raise it is one in which they do.
    """
    checked = catches_arithmetic() and may_raise(getattr(function, "__code__", None))
    key = id(function), checked
    forms = _forms_kept(function)
    known = forms.get(key)
    if known is not None:
        return function if known[1] is None else known[1]
    form = _form(function, checked)
    pop = forms.pop  # which is there when modules are gone, at the end of the program
    forms[key] = (ref(function, lambda _: pop(key, None)), None if form is function else form)
    return form


def _forms_of(function: FunctionType) -> list[FunctionType]:
    """The converted forms of a function that are known."""
    known = [_forms_kept(function).get((id(function), checked)) for checked in (False, True)]
    return [row[1] for row in known if row is not None and type(row[1]) is FunctionType]


def _forms_kept(function: Any) -> _Forms:
    return _of_closures.forms if getattr(function, "__closure__", None) else _forms


converting.append(to_function)
forms_of.append(_forms_of)
calling.append(call)


def _form(function: FunctionType, checked: bool) -> Callable[..., Any]:
    wrapped = function.__dict__.get(WRAPPED)
    if wrapped is not None:
        return to_function(wrapped)
    if checked and function.__code__ in checked_forms:
        return checked_forms[function.__code__]()
    if function.__code__ is _MAKING_MANAGERS and type(function.__dict__.get("__wrapped__")) is FunctionType:
        return contextlib.contextmanager(to_function(function.__dict__["__wrapped__"]))
    if function.__code__ is DECORATED:
        return _decorated(function)
    if (made := _with_factories(function)) is not None:
        return made
    stand_in = stand_ins.get(function) or stand_ins.get((function.__module__, function.__qualname__))
    if stand_in is not None:
        return to_function(stand_in)
    if function.__code__ in _DISPATCHING:
        return _dispatching(function)
    is_again = checked and is_converted(function)
    if not is_again and not should_convert(function):
        return calling_back(function) if _package(function) in _CALLING_BACK else function
    # The converter itself is not needed to run converted code.
    from autograph.conversion import checked_function, convert_function

    if is_again:
        return checked_function(function, sys.modules["autograph.operators"]) or function
    try:
        return convert_function(function, sys.modules["autograph.operators"], checked=checked)
    except ConversionError as error:
        # A function without source may do anything; if it does control flow on tensors, they will say so.
        say(1, "left alone", function, error.summary)
        return function


#: Of the functions that `contextlib.contextmanager` makes.
_MAKING_MANAGERS = contextlib.contextmanager(lambda: iter(())).__code__


def _decorated(function: Any) -> Callable[..., Any]:
    """A function that runs another within a context manager, as a decorator of the manager's makes it."""
    held = dict(zip(function.__code__.co_freevars, map(contents_of, function.__closure__), strict=True))
    run, decorator = held["func"], held["self"]

    def decorated(*args: Any, **kwargs: Any) -> Any:
        with hidden_frames, managed(decorator._recreate_cm()):
            return call(run)(*args, **kwargs)

    return decorated


#: Of the functions that `functools.singledispatch` makes, and of the methods.
_DISPATCHING = (
    functools.singledispatch(lambda value: value).__code__,  # type: ignore[attr-defined]
    functools.singledispatchmethod(lambda self, value: value).__get__(object()).__code__,
)


def _dispatching(function: Any) -> Callable[..., Any]:
    """A function that runs what is registered for the class of its first argument, of whichever that may be."""
    implementation = function.dispatch if function.__code__ is _DISPATCHING[0] else _of_method(function)

    def dispatch(*args: Any, **kwargs: Any) -> Any:
        if not args:
            return function(*args, **kwargs)

        def run(value: Any) -> Any:
            return call(implementation(call(type)(value)))(value, *args[1:], **kwargs)

        with hidden_frames:
            return _either_way(args[0], lambda value: each(value, run))

    return dispatch


def _of_method(function: Any) -> Callable[[type], Any]:
    """What gives the implementation of a method of an object for a class."""
    held = dict(zip(function.__code__.co_freevars, map(contents_of, function.__closure__), strict=True))
    dispatch = held["dispatch"] if "dispatch" in held else held["self"].dispatcher.dispatch
    return lambda kind: dispatch(kind).__get__(held["obj"], held["cls"])


def should_convert(function: FunctionType) -> bool:
    """Whether a function that converted code calls is to be converted as well."""
    reason = _why_not(function)
    if reason is not None:
        say(1, "left alone", function, reason)
    return reason is None


def _why_not(function: FunctionType) -> str | None:
    """Why a function is run as it is; None if it is converted."""
    if function.__dict__.get(DO_NOT_CONVERT):
        return "it is marked with do_not_convert"
    if function.__globals__.get("__name__") in AS_LOOPS:
        return None
    if is_converted(function):
        return "it is converted already"
    package = _package(function)
    if package == "functools" and function.__name__ in _ORDERINGS:
        return None
    if is_extended(function.__module__, function.__qualname__):
        return None
    if package in UNCONVERTED_PACKAGES:
        return f"it belongs to {package}, which works below the level of a program's control flow"
    return None


def is_extended(module: Any, name: str) -> bool:
    """Whether a class, or a function in one, is of those that Python's library has for the user's to extend."""
    kind, _, method = name.partition(".")
    if (module, kind) in (("re", "Match"), ("string", "Template")):  # the first is of `autograph.operators.matches`
        return True
    is_of_counters = kind == "Counter" and (not method or method in OF_COUNTERS)
    return module == "collections.abc" or (module == "collections" and (kind in _EXTENDED or is_of_counters))


def _package(function: FunctionType) -> str:
    return (function.__globals__.get("__name__") or "").partition(".")[0]


def calling_back(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of a system, for which the functions that it is given are converted: it calls them while it stages."""

    def with_converted(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*map(_passed, args), **{name: _passed(value) for name, value in kwargs.items()})
        except BaseException as error:
            hide_frame(error)
            raise

    return with_converted


def _passed(value: Any) -> Any:
    return call(value) if type(value) in (FunctionType, MethodType, functools.partial) else value


def _method(method: MethodType) -> Any:
    function = method.__func__
    meet_class(type(method.__self__))
    if type(function) is not FunctionType:
        return method
    backend = backend_of(method.__self__)
    if backend is not None and function in backend.builtins:
        return MethodType(backend.builtins[function], method.__self__)
    meet_function(function)
    form = to_function(function)
    return method if form is function else MethodType(form, method.__self__)


def _object(value: Any) -> Any:
    """An object that can be called: a class of the user's, or an instance of one."""
    kind = type(value)
    if isinstance(value, type):
        return _constructor(value)
    if kind is MethodWrapperType and value.__name__ == "__call__" and isinstance(value.__self__, type):
        made = _constructing_class(value.__self__)
        if made is not value.__self__:
            return made
        is_new = value.__self__.__new__ is object.__new__
        return functools.partial(_new_of, value) if is_new else value  # the class would call its metaclass again
    package = kind.__module__.partition(".")[0]
    if package in UNCONVERTED_PACKAGES:
        return calling_back(value) if package in _CALLING_BACK else value
    method = class_attribute(kind, "__call__")
    if type(method) is FunctionType and should_convert(method):
        return MethodType(to_function(method), value)
    return value


def _unasked(value: Any) -> Any:
    """What is called for an object that does something when it is asked for attributes, or compared: its method."""
    kind = type(value)
    if (
        kind in _ASKED_FREELY
        or issubclass(kind, type)
        or not any(type(class_attribute(kind, name)) is FunctionType for name in _HOOKS)
    ):
        return value
    method = class_attribute(kind, "__call__")
    is_programs = type(method) is FunctionType and kind.__module__.partition(".")[0] not in UNCONVERTED_PACKAGES
    return MethodType(method, value) if is_programs else value


#: Types of what is called most.
_ASKED_FREELY = (FunctionType, MethodType, BuiltinFunctionType, type, functools.partial)
_HOOKS = ("__getattr__", "__getattribute__", "__eq__")


def _new_of(make: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    return new(make(*args, **kwargs))


def _constructor(cls: type) -> Any:
    """A class, or what its metaclass has for calls of it, whose statements are converted."""
    meet_class(cls)
    method: Any = type(cls).__call__
    if type(method) is FunctionType and should_convert(method):
        return MethodType(to_function(method), cls)
    return _constructing_class(cls) if method is type.__call__ else cls


def _constructing_class(cls: type) -> Any:
    """A class whose `__new__` and `__init__` are converted: what its instances do first is the user's code as well."""
    initialise: Any = cls.__init__  # type: ignore[misc]  # of this very class
    make: Any = cls.__new__
    is_own = type(make) is FunctionType and _package(make) not in sys.stdlib_module_names - CONVERTED_MODULES
    if is_own and is_converted(to_function(make)):
        return functools.partial(_made_by, cls, make)
    is_exception = issubclass(cls, BaseException) and type(make) is BuiltinFunctionType
    is_plain = make is object.__new__ or is_exception
    if not is_plain or type(initialise) is not FunctionType:
        return cls
    if not (is_converted(initialise) or should_convert(initialise)):
        return cls
    form = initialise if is_converted(initialise) else to_function(initialise)
    return functools.partial(_construct, cls, form)


def _construct(cls: type, initialise: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    make: Any = cls.__new__
    made: Any = new(make(cls) if make is object.__new__ else make(cls, *args, **kwargs))
    initialise(made, *args, **kwargs)
    return born_in_pool(made, tracing_backend())


places.handing_over.add(_construct.__code__)


@acts_for_program
def _made_by(cls: type, make: FunctionType, /, *args: Any, **kwargs: Any) -> Any:
    """An object as a class of the user's makes it, which need not be a new one."""
    with hidden_frames:
        made = call(make)(cls, *args, **kwargs)
        kind = made.__class__
        if isinstance(kind, type) and issubclass(kind, cls) and kind.__init__ is not object.__init__:
            call(kind.__init__)(made, *args, **kwargs)
        return made


def _with_factories(initialise: FunctionType) -> FunctionType | None:
    """The `__init__` that `dataclass` has made, with the converted forms of what makes values for its fields.

    None for another function, and for one that calls nothing such.
    """
    code = initialise.__code__
    factories = _factories_called(code) if code.co_filename == "<string>" else frozenset()
    if not factories:
        return None
    cells = zip(code.co_freevars, initialise.__closure__ or (), strict=True)
    made = [
        CellType(functools.partial(_by_default, cell.cell_contents)) if n in factories else cell for n, cell in cells
    ]
    form = FunctionType(code, initialise.__globals__, initialise.__name__, initialise.__defaults__, tuple(made))
    form.__kwdefaults__ = initialise.__kwdefaults__
    return form


@functools.lru_cache(maxsize=1024)
def _factories_called(code: CodeType) -> frozenset[str]:
    """The variables of the factories of fields that the code of an `__init__` calls; it stores others as they are."""
    pairs = itertools.pairwise(dis.get_instructions(code))
    called = {one.argval for one, following in pairs if following.opname in ("CALL", "PRECALL", "PUSH_NULL")}
    return frozenset(name for name in code.co_freevars if "_dflt_" in name and name in called)


def _by_default(factory: Callable[[], Any], /) -> Any:
    return call(factory)()


def _builtin(function: Any, backend: Backend) -> Any:
    is_class = isinstance(function, type) and function.__module__ not in ("builtins", "itertools", "operator")
    if is_class and not _is_container(function):
        return _constructor(function)
    return _builtin_forms[-1](function, backend) if _builtin_forms else function


def _is_container(kind: type) -> bool:
    return kind.__module__ == "collections" and (kind in KINDS or kind is deque)


def register_builtins(form: Callable[[Any, Backend], Any]) -> None:
    """Has `form(function, backend)` say what is called for a builtin while a program is being staged."""
    _builtin_forms.append(form)
