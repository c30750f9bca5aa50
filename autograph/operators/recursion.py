"""Functions that call themselves until a tensor says that they are done: their calls are traced to some depth.

Both branches of a staged `if` are traced, and so a call of the function itself in one of them, again and again. From a
depth on it is not: a program that gets there when it runs fails. Recursion that Python values end goes as deep as
Python lets it.
"""

from __future__ import annotations

import dis
import functools
import inspect
import math
import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from types import CodeType, FunctionType, MethodType
from typing import Any

from autograph.diagnostics import StagingError
from autograph.operators import call_errors
from autograph.operators.activations import Activation, Observed, OnStack, Unfit, regions_around, unfit
from autograph.operators.attempts import first_that_works
from autograph.operators.classes import package_of
from autograph.operators.frames import hide_frame
from autograph.operators.identities import at_most_branches, branches_traced, counted_in_part, give_up_first_way
from autograph.operators.lists import StagedList
from autograph.operators.locations import contents_of
from autograph.operators.namespaces import class_attribute, own_attribute
from autograph.operators.proxies import Proxy
from autograph.operators.raising import can_raise
from autograph.operators.structures import staged_leaves
from autograph.source.build import WRAPPED
from autograph.staging import Backend, backend_of

#: How many calls, one in the other, are traced: the first of these that does not make too many altogether.
_DEPTHS = 16, 8, 7, 5, 3, 2
#: The first for a function that calls itself in more than one place; and where exceptions are among the results, with
#: which branches in branches take long to compile, or it is given lists of staged length, which take long to trace;
#: and for a generator.
_DEPTH_OF_MORE, _DEPTH_OF_RESULTS = 7, 3
#: How many calls are traced altogether: more are too many; and how many of them may make none any more.
_MOST_CALLS, _MOST_AT_END = 130, 64
#: Likewise where exceptions are not among the results, of a function that calls itself in more than one place.
_MOST_OF_MORE, _MOST_AT_END_OF_MORE = 300, 128
#: How many calls are traced at most, and how many one in the other, where a value of Python's is to end the recursion.
_MOST_BOUNDED, _DEEPEST_BOUNDED = 800, 16
#: How many branches are traced for a call that is no call of its own, in all ways together.
_MOST_BRANCHES = 2000
#: The same with those that are traced to find out how it calls itself.
_MOST_AT_ALL = 4000
#: In how many conditional regions, one in the other, a function may call itself that is given nothing staged.
_MOST_UNSTAGED = 10
#: How often, before a stack of its calls is tried.
_MOST_UNSTAGED_CALLS = 200
#: How often a generator may call itself under no condition of its own, one call in the other, once that did not end.
_MOST_UNCONDITIONAL = 16
#: Of a call that makes more, or of more calls that make as many, it is told that all do.
_MOST_WIDE = 3


class _Traced:
    """A call of a function from outside of it.

    Attributes:
        deepest: how many calls in it, one in the other, are traced.
        most, most_at_end: how many altogether, and how many that make none any more.
        calls_more: whether the function calls itself in more than one place.
        is_bounded: whether a value of Python's ends the recursion, as each call is given another.
        around: the calls that have not returned.
        regions: of each call that has not returned how many conditional regions are around it.
        made: of each of these how many calls it has made.
        branching: how many calls have made 1, 2, ... calls.
        calls: how many calls there were.
    """

    def __init__(self, deepest: int, most: int, most_at_end: int, calls_more: bool, is_bounded: bool = False):
        self.deepest = deepest
        self.calls_more = calls_more
        self.is_bounded = is_bounded
        self.around: list[Activation] = []
        self.most = most
        self.most_at_end = most_at_end
        self.regions: list[int] = []
        self.made: list[int] = []
        self.branching: Counter[int] = Counter()
        self.calls = 0

    def makes_too_many(self) -> bool:
        """Takes note of a call; whether there were too many, or will be, as they branch."""
        self.calls += 1
        if self.made:
            self.made[-1] += 1
            self.branching[self.made[-1]] += 1
        return self.width() ** self.deepest > self.most_at_end or self.calls > self.most or _has_too_many_branches()

    def call(self, call: Activation, run: Callable[[], Any]) -> Any:
        """What a call of the function returns that it makes itself."""
        if self.is_bounded:
            return self._call_to_end(call, run)
        deepest, regions = self.deepest, regions_around()
        # Between two calls there is a staged condition, or it is no tensor that ends the recursion.
        if self.calls_more and any(type(value) is StagedList for value in call.arguments.values()):
            deepest = min(deepest, _DEPTH_OF_RESULTS)
        is_unconditional = call.consumer is not None and self.regions.count(regions) > _MOST_UNCONDITIONAL
        if is_unconditional or len({*self.regions, regions}) > deepest:
            raise call_errors.recursed_too_deep(call.name, deepest, _DEPTHS[0])
        if self.makes_too_many() and len({*self.regions}) > 1:
            raise _too_many(call.name)
        self.regions.append(regions)
        self.made.append(0)
        try:
            return run()
        finally:
            self.regions.pop()
            self.made.pop()

    def _call_to_end(self, call: Activation, run: Callable[[], Any]) -> Any:
        self.calls += 1
        is_bounded = not self.around or _comes_closer(self.around[-1], call)
        is_too_much = self.calls > self.most or len(self.around) >= self.deepest or _has_too_many_branches()
        if not is_bounded or is_too_much:
            raise _too_many(call.name)
        self.around.append(call)
        try:
            return run()
        finally:
            self.around.pop()

    def width(self) -> int:
        """How many calls a call makes, as far as is known: those in the body of a staged loop are traced repeatedly."""
        return max((k for k, n in self.branching.items() if n > _MOST_WIDE or k > _MOST_WIDE), default=1)


def _comes_closer(one: Activation, other: Activation) -> bool:
    """Whether a call is given another integer of Python's than the one that makes it, or a shorter sequence."""
    pairs = [(value, other.arguments.get(name)) for name, value in one.arguments.items()]
    numbers = [pair for pair in pairs if {*map(type, pair)} == {int}]
    sequences: list[Any] = [pair for pair in pairs if {*map(type, pair)} <= _SEQUENCES]
    return any(before != after for before, after in numbers) or any(len(x) > len(y) for x, y in sequences)


_SEQUENCES = frozenset({list, tuple, str})


class _TooManyCalls(StagingError):
    """Unwinds the trace of a call, which is traced again to a lesser depth."""

    __module__ = "autograph"
    __qualname__ = "StagingError"


def _too_many(name: str) -> _TooManyCalls:
    return _TooManyCalls("AG052", f"'{name}' calls itself too often to be traced")


#: The code of a function, and of those that it wraps.
_Codes = tuple[CodeType, ...]


class _Active(threading.local):
    def __init__(self) -> None:
        self.traced: dict[_Codes, Observed | OnStack | _Traced | _Unstaged] = {}
        #: How many branches had been traced when the call began that no such function makes.
        self.branches = 0
        #: How many have been traced in such calls, in all ways in which the program has been tried.
        self.spent = 0
        self.is_in_program = False


_active = _Active()


def _branches_left() -> int:
    return _MOST_BRANCHES - (branches_traced() - _active.branches)


def _has_too_many_branches() -> bool:
    return _branches_left() < 0


@contextmanager
def in_one_program() -> Iterator[None]:
    """Around all ways in which a program is staged: recursion is given up that has taken long in those before."""
    if _active.is_in_program:
        yield
        return
    _active.is_in_program, _active.spent = True, 0
    try:
        yield
    finally:
        _active.is_in_program = False


def is_recursing() -> bool:
    """Whether a function that calls itself is being traced: what it has traced again takes long."""
    return bool(_active.traced)


def recursing(function: Any, form: Callable[..., Any], backend: Backend, consumer: Any = None) -> Callable[..., Any]:
    """What is to be called for a function in a region: one that calls itself is not traced without end.

    Args:
        function: the function.
        form: what is to be called for it.
        backend: on which it is staged.
        consumer: who is given the items, where the function is a generator that hands them on; else it makes one, and
            runs no statement.
    """
    inner = function.__func__ if type(function) is MethodType else _own(function)
    if type(inner) is not FunctionType:
        inner = class_attribute(type(inner), "__call__")
    if type(inner) is not FunctionType or package_of(inner) in ("autograph", "copy"):
        return form  # `deepcopy` ends where the object does
    if consumer is None and inner.__code__.co_flags & inspect.CO_GENERATOR:
        return form
    codes = _codes(inner)
    places = _places.get(codes)
    if places is None:
        owner = type(function.__self__) if type(function) is MethodType else None
        places = _places[codes] = _calls_of_itself(inner, owner)
    is_recursive = places and can_raise(backend)
    return functools.partial(_recursing, backend, codes, function, form, consumer) if is_recursive else form


def _codes(function: FunctionType) -> _Codes:
    """What tells functions apart: the code of each, and of those that it wraps, for a decorator gives all one code."""
    found: list[CodeType] = []
    known: Any = function
    while type(known) is FunctionType and known.__code__ not in found:
        found.append(known.__code__)
        known = known.__dict__.get("__wrapped__")
    return tuple(found)


def _own(function: Any) -> Any:
    """The function of the program's that something runs which keeps its results, or has it converted."""
    if type(function) is FunctionType:
        return function.__dict__.get(WRAPPED, function)
    return own_attribute(function, "__wrapped__", function)


def _recursing(
    backend: Backend,
    codes: _Codes,
    function: Any,
    form: Callable[..., Any],
    consumer: Any,
    /,
    *args: Any,
    **kwargs: Any,
) -> Any:
    try:
        traced = _active.traced.get(codes)
        given = (*args, *kwargs.values())
        is_staged = bool(staged_leaves(given)) or any(backend_of(value) is not None for value in given)
        run = functools.partial(form, *args, **kwargs)
        if type(traced) is _Traced and not is_staged:
            return run()  # it is no tensor that ends the recursion
        try:
            call = Activation(function, args, kwargs, consumer)
        except TypeError:
            return run()
        if type(traced) is _Unstaged and is_staged:
            traced.check_nested(call.name)
            traced = None
        if traced is None:
            return _from_outside(backend, codes, call, form, run, is_staged)
        return traced.call(call, run)
    except BaseException as error:
        hide_frame(error)
        raise


def _has_handlers(code: CodeType) -> bool:
    """Whether there is a `try` or a `with` in a function; comprehensions have a table of what restores names."""
    return bool(code.co_exceptiontable) and any(i.opname == "PUSH_EXC_INFO" for i in dis.get_instructions(code))


def _from_outside(
    backend: Backend, codes: _Codes, call: Activation, form: Callable[..., Any], run: Callable[[], Any], staged: bool
) -> Any:
    """The result of a call that the function does not make itself.

    It is traced once. If the function turns out to call itself on a condition, it is run on a stack of its calls; or,
    if it cannot be, its calls are traced to some depth; or all of them, if it is given nothing that is staged.
    """
    if _active.traced:
        return _tried_in_turn(backend, codes, call, form, run, staged)
    if _active.spent > _MOST_SPENT:
        raise _too_many(call.name)
    _active.branches = branches_traced()
    try:
        with at_most_branches(_MOST_AT_ALL, lambda: _too_many(call.name)):
            return _tried_in_turn(backend, codes, call, form, run, staged)
    finally:
        _active.spent += branches_traced() - _active.branches


def _tried_in_turn(
    backend: Backend, codes: _Codes, call: Activation, form: Callable[..., Any], run: Callable[[], Any], staged: bool
) -> Any:
    observed = Observed(backend, call)
    tried: list[Any] = []
    errors: list[StagingError] = []

    def unstaged(most: float = _MOST_UNSTAGED) -> Any:
        with _traced_as(codes, _Unstaged(most)):
            return run()

    def once() -> Any:
        with _traced_as(codes, observed):
            return observed.returns(run)

    def on_stack() -> Any:
        known = observed.known()
        if known in tried or _has_handlers(codes[0]):  # which would have a part in how its body ends
            unfit(call.name)
        tried.append(known)
        try:
            made = OnStack(backend, form, observed)
            with _traced_as(codes, made), counted_in_part():
                return made.run()
        except StagingError:
            raise
        except Exception:  # which the calls traced one in the other raise as well, if it is the program's
            unfit(call.name)

    def unrolled() -> Any:
        try:
            if observed.goes_along_objects:  # which can be on a stack as records
                give_up_first_way()
            return _unrolled(backend, codes, call, run) if staged else unstaged(math.inf)
        except StagingError as error:
            errors.append(error)
            raise

    # Another call may be given, and store to, something else than those before.
    ways = [*([] if staged else [unstaged]), once, *[on_stack for _ in range(_MOST_TRIED)], unrolled]
    try:
        return first_that_works(backend, ways, lambda error: isinstance(error, Unfit))
    except Unfit:
        raise errors[-1] from None


#: How many branches recursion may have taken in all ways in which a program has been tried, so that it is tried again.
_MOST_SPENT = 4_500


class _Unstaged:
    """A call of a function that is given nothing staged: Python may end the recursion, or a staged variable.

    Args:
        most: in how many conditional regions, one in the other, the function may call itself.
    """

    def __init__(self, most: float) -> None:
        self._most = most
        self._regions: set[int] = set()
        self._calls = 0

    def check_nested(self, name: str) -> None:
        """Gives way to a stack of all calls, if there may be one, where a call that it makes is given staged values.

        Raises:
            Unfit: there may be one.
        """
        if self._most < math.inf:
            unfit(name)

    def call(self, call: Activation, run: Callable[[], Any]) -> Any:
        """What a call of the function returns that it makes itself."""
        self._regions.add(regions_around())
        if len(self._regions) > self._most:
            unfit(call.name)
        self._calls += len(self._regions) > 1
        if self._most < math.inf and self._calls > _MOST_UNSTAGED_CALLS:  # there may be a stack of them
            unfit(call.name)
        if self._calls > _MOST_BOUNDED or _has_too_many_branches():
            raise _too_many(call.name)
        return run()


@contextmanager
def _traced_as(codes: _Codes, traced: Observed | OnStack | _Traced | _Unstaged) -> Iterator[None]:
    around = _active.traced.get(codes)
    _active.traced[codes] = traced
    try:
        yield
    finally:
        if around is None:
            del _active.traced[codes]
        else:
            _active.traced[codes] = around


def _unrolled(backend: Backend, codes: _Codes, call: Activation, run: Callable[[], Any]) -> Any:
    """The result of a call, where those that it makes are traced one in the other, to some depth."""
    width = 1
    places = _places[codes]
    is_cheap = places > 1 and backend.can_raise
    most, at_end = (_MOST_OF_MORE, _MOST_AT_END_OF_MORE) if is_cheap else (_MOST_CALLS, _MOST_AT_END)

    def to_depth(depth: int) -> Any:
        nonlocal width
        if width**depth > at_end and depth > _DEPTHS[-1]:
            raise _too_many(call.name)
        traced = _Traced(depth, most, at_end, places > 1)
        at_most = _branches_left() // (2 if depth > _DEPTHS[-2] else 1)  # the ways after it have the others
        try:
            with _traced_as(codes, traced), at_most_branches(at_most, lambda: _too_many(call.name)):
                return run()
        finally:
            width = traced.width()

    def to_end() -> Any:
        traced = _Traced(_DEEPEST_BOUNDED, _MOST_BOUNDED, 0, places > 1, is_bounded=True)
        try:
            with _traced_as(codes, traced):
                return run()
        except StagingError as error:
            raise _too_many(call.name) from error

    deepest = _DEPTHS[0] if places == 1 else _DEPTH_OF_MORE if backend.can_raise else _DEPTH_OF_RESULTS
    if call.consumer is not None:  # who is given the items is traced for each `yield`
        deepest = _DEPTH_OF_RESULTS
    with suppress(_TooManyCalls):
        return first_that_works(backend, [to_end], lambda error: True)
    ways = [functools.partial(to_depth, depth) for depth in _DEPTHS if depth <= deepest]
    return first_that_works(backend, ways, lambda error: isinstance(error, _TooManyCalls))


#: How often a function is run on a stack, to find out what it needs to have there.
_MOST_TRIED = 6

#: Of functions that were called, in how many places they call themselves.
_places: dict[_Codes, int] = {}


def _calls_of_itself(function: FunctionType, owner: type | None) -> int:
    """In how many places a function, or one that is defined in it or that it calls, has a name of it.

    Args:
        function: it.
        owner: the class of the object of which it is a method; the methods are seen that it calls of that.
    """
    code = function.__code__
    seen = {code: {*_loads(code)}}
    found = {load for load in seen[code] if load[0] == code.co_name}
    if code.co_name == "__call__":
        found |= {load for load in _loads(code, _READING_LOCALS) if load[0] == code.co_varnames[0]}
    if code.co_name == "__iter__":  # of what it goes over each may be an object of its class
        found |= {(i.opname, i.positions) for i in dis.get_instructions(code) if i.opname in _GOING_OVER}
    known = [function]
    while known:
        caller = known.pop()
        loads = seen[caller.__code__]
        for name, called in _called(caller, {name for name, _ in loads}, owner):
            if called.__code__ is code:
                found |= {load for load in loads if load[0] == name}
            elif called.__code__ not in seen and len(seen) < _MOST_LOOKED_AT:
                seen[called.__code__] = {*_loads(called.__code__)}
                known.append(called)
    return len(found)


#: Of how many functions that a function calls, and that these do, it is seen whether they call it.
_MOST_LOOKED_AT = 8


def _called(function: FunctionType, names: set[str], owner: type | None) -> list[tuple[str, FunctionType]]:
    """The functions that some names mean in one, and the methods of a class."""
    cells = dict(zip(function.__code__.co_freevars, map(contents_of, function.__closure__ or ()), strict=True))
    values = {name: cells.get(name, function.__globals__.get(name)) for name in names}
    asked = {name: value for name, value in values.items() if not issubclass(type(value), Proxy)}
    inner = [(name, _own(value)) for name, value in asked.items()]
    methods = {name: value for base in reversed(owner.__mro__ if owner else ()) for name, value in vars(base).items()}
    inner += [(name, methods[name]) for name in names & methods.keys()]
    return [(name, value) for name, value in inner if type(value) is FunctionType]


_READING = frozenset({"LOAD_GLOBAL", "LOAD_DEREF", "LOAD_ATTR", "LOAD_METHOD"})
_READING_LOCALS = frozenset({"LOAD_FAST", "LOAD_DEREF"})
_GOING_OVER = frozenset({"GET_ITER", "GET_YIELD_FROM_ITER"})


def _loads(code: CodeType, reading: Collection[str] = _READING) -> Iterator[tuple[str, Any]]:
    """The names that are read in some code, and where in the file: converted code may have a statement twice."""
    for instruction in dis.get_instructions(code):
        if instruction.opname in reading:
            yield instruction.argval, instruction.positions
    for constant in code.co_consts:
        if type(constant) is CodeType:
            yield from _loads(constant, reading)
