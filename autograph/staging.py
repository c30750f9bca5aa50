"""The protocol between converted code and the systems it can stage onto.

The operators of converted code (`autograph.operators`) know everything about Python state: how to read and restore
it, how to match nested structures, what an unbound name means, how an error reads. A backend knows values and regions,
and nothing else. Operators find the backend of a value with `backend_of`; a backend is registered once, by
`register`, or found through `ADAPTERS` when its framework has been imported by somebody else.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import Any, Protocol

from autograph.locks import ForkSafeLock

#: A backend's description of what a value may be: dtype, shape and whatever else its system needs.
#: Operators only pass types on and compare them with `==`.
Type = Any


class _Absent:
    def __init__(self, name: str):
        self._name = name

    def __repr__(self) -> str:
        return self._name

    def __bool__(self) -> bool:
        raise TypeError(f"{self._name} has no truth value")


#: A variable of the conversion's that is not set yet, and is sure to be set before it is read: any value serves.
UNSET = _Absent("UNSET")

#: A variable of the user's that has no value yet, and that may be read without one if a loop runs no iteration.
UNBOUND = _Absent("UNBOUND")


class NeedsValue(Exception):
    """What a backend raises for a variable that is UNBOUND before a loop, if it cannot check that the loop runs."""


@dataclass(frozen=True, slots=True)
class Left:
    """An exit of a region: it may have ended there, before its end.

    The results are valid as far as the first exit that was taken, if any, lets them be.

    Attributes:
        flag: position among the results of whether it was taken.
        values: positions of what it has to say.
        what: as `exit_if` was given it.
    """

    flag: int
    values: Sequence[int]
    what: Any


class Region(Protocol):
    """A piece of program that was traced once: what a branch, a loop body or a loop test becomes."""

    @property
    def results(self) -> Sequence[Any]:
        """Exactly the values the traced closure returned, staged or not, in order."""

    @property
    def exits(self) -> Sequence[Left]:
        """Its exits, in order. What they have to say is among the results, behind what the closure returned."""

    def add(self, value: Any) -> int:
        """Adds a value of the surrounding program to the results; returns its position."""


@dataclass(frozen=True, slots=True)
class Carried:
    """One value that a staged loop carries from an iteration to the next.

    Attributes:
        operand: position among the operands of the test and body regions; None if neither reads it.
        result: position among the results of the body region.
        init: the value before the first iteration; UNSET, where any value of `type` serves; or UNBOUND, where any
            does if the loop runs an iteration, and where running none must be an error (see `NeedsValue`).
        type: the type it has at every iteration.
        name: the user's name for it, for messages and for naming nodes.
    """

    operand: int | None
    result: int
    init: Any
    type: Type
    name: str


@dataclass(frozen=True, slots=True)
class Output:
    """One value that a staged conditional returns.

    Attributes:
        then, orelse: its position among the results of either region; None in the one where it is unset, and any
            value of `type` serves. The result there may be a Python number or an array, where its type allows it.
        type: the type that either result is cast to.
        name: the user's name for it, for messages and for naming nodes.
    """

    then: int | None
    orelse: int | None
    type: Type
    name: str


class Iteration(Protocol):
    """A staged iterable, about to be looped over."""

    @property
    def never_empty(self) -> bool:
        """Whether it is sure to have an element."""

    @property
    def element_types(self) -> Sequence[Type]:
        """The types of the operands that one element arrives as."""

    def element(self, operands: Sequence[Any]) -> Any:
        """The value the loop's target is bound to, made from those operands (called while the body is traced)."""


class StagedError(Protocol):
    """An exception that a program raises when it runs; what it says may show staged values."""

    @property
    def operands(self) -> Sequence[Any]:
        """The staged values in it."""

    @property
    def known(self) -> Sequence[Any]:
        """What of it is known."""

    def filled(self, values: Sequence[Any]) -> BaseException:
        """The exception, with the values that the operands have."""


#: The leaves of a value, and what makes such a value of others.
Flat = tuple[Sequence[Any], Callable[[Sequence[Any]], Any]]


class Backend(Protocol):
    """What a system implements to have Python control flow staged onto it."""

    #: What messages call it.
    name: str

    #: Instances of these types *may* be staged; `is_staged` decides. Nothing else is ever asked about.
    staged_types: tuple[type, ...]

    #: For builtins of Python (`len`, `range`, `abs`, ...) what runs in their place when an argument is staged.
    builtins: Mapping[Callable[..., Any], Callable[..., Any]]

    #: Whether it has functions of its own that it traces, with `staging_function` around the trace.
    traces_functions: bool

    def is_tracing(self) -> bool:
        """Whether a program is being staged now, in this thread. Called often: must be cheap."""

    def is_staged(self, value: Any) -> bool:
        """Whether `value`, an instance of one of `staged_types`, has no concrete value yet."""

    def is_ended(self, value: Any) -> bool:
        """Whether a staged value is of a region that has been traced, and nothing outside of that can use it."""

    def uses_ended(self) -> bool:
        """Whether what is being traced has used such a value; False where that is refused at once."""

    def type_of(self, value: Any) -> Type | None:
        """The type `value` has, or would have once staged (Python numbers, arrays); None if it cannot be staged.

        The type of a Python number remembers that it came from Python, so that `join` can let it adapt.
        """

    def join(self, left: Type, right: Type) -> Type | None:
        """The most specific type that values of both types can be cast to; None if there is none."""

    def with_shape(self, type_: Type, shape: Any) -> Type:
        """`type_` with a shape that the user promises. Raises ValueError if no value of the type could have it."""

    def viewed(self, value: Any) -> Sequence[Any]:
        """Of what a staged value would be a view if it were an array of NumPy, or what it stands for in a region."""

    def describe(self, type_: Type) -> str:
        """`type_` as a message shows it: `float32 of shape (2, None)`."""

    def trace(self, function: Callable[..., Sequence[Any]], operands: Sequence[Type | None], label: str) -> Region:
        """Calls `function` once, recording what it stages into a new region instead of the current program.

        One positional argument is passed per operand: a staged value of that type, or None where the type is None.
        Staged values of the surrounding programs that `function` uses are captured.
        If `function` raises, the surrounding program is as it was, and the exception goes on.
        """

    def exit_if(self, condition: Any, values: Sequence[Any], what: Any) -> bool:
        """Has the region that is being traced end here if `condition` (staged, or True) holds, with these values.

        Says whether it can: `trace` must be what traces, and nothing else in between.
        """

    def emit_block(self, region: Any) -> list[Any]:
        """Does in the current program what a region without operands does; returns its results."""

    #: How often `trace` has staged something that must not be done again: what prints, stores or draws random numbers.
    unrepeatable: int

    def program(self, region: Any) -> str:
        """A text of what a region does and returns; equal for two that do the same, and were traced alike."""

    def checkpoint(self) -> Callable[[], None]:
        """A function that takes back everything staged in the current program since `checkpoint` was called."""

    def emit_if(self, condition: Any, then: Any, orelse: Any, outputs: Sequence[Output]) -> list[Any]:
        """Stages a conditional and returns the value of each of `outputs`.

        `condition` is a staged value; the regions have no operands, and each is emitted once. A condition that is
        not a bool counts as Python would count it: true where it is not zero.
        """

    def emit_while(self, test: Any, body: Any, carried: Sequence[Carried], options: Mapping[str, Any]) -> list[Any]:
        """Stages a loop: while `test` (its result 0) holds, run `body`. Returns the final value of each `carried`.

        Options: `maximum_iterations`, `parallel_iterations`, `swap_memory`, as the user gave them.
        """

    def iteration(self, iterable: Any) -> Iteration:
        """How a staged iterable is looped over. Raises TypeError, saying why, for one that cannot be."""

    def numbered(self, iterable: Any) -> tuple[Any, Callable[[Any], Any]] | None:
        """How many elements a staged iterable has, and what computes one from its number; None if it cannot tell."""

    def emit_for(
        self,
        iteration: Any,
        test: Any,
        body: Any,
        carried: Sequence[Carried],
        options: Mapping[str, Any],
    ) -> list[Any]:
        """Stages a loop over the elements of `iteration`, in order, as long as `test` (if there is one) holds.

        The operands of `body` are those of the element, then those of the state; the operands of `test`, and the
        positions in `carried`, count the state alone.
        """

    def zeros(self, type_: Type) -> Any:
        """Any value of a type."""

    # Buffers: what holds the elements of a list of staged length. They are values: storing makes another.

    def new_buffer(self, type_: Type) -> Any:
        """A buffer without room, for elements of a type."""

    def buffer_of(self, rows: Sequence[Sequence[int]], position: Any, type_: Type) -> Any:
        """A buffer of the numbers of one of several rows that are as long, by its position, as elements of a type."""

    def buffer_resized(self, buffer: Any, more: int) -> Any:
        """A buffer with room for so many elements more, or fewer; the same where there is always room."""

    def buffer_read(self, buffer: Any, position: Any, type_: Type) -> Any:
        """The element at a position, which may be staged. Where it is not there, any value of the type."""

    def buffer_written(self, buffer: Any, position: Any, value: Any, type_: Type) -> Any:
        """A buffer with an element of a type in place of another, or behind all others."""

    def buffer_position(self, rows: Sequence[tuple[Any, Any, Type]], length: Any) -> Any:
        """The first position below a length, one above it if there is none, where all of some buffers have some values.

        A row is a buffer, the value that it has there, and the type of its elements, to which the value is cast.
        """

    def buffer_part(self, buffer: Any, start: Any, step: Any, count: Any) -> Any:
        """A buffer of so many elements of another, from a place on by a step, with room for as many as that has."""

    def buffer_joined(self, buffer: Any, length: Any, other: Any, count: Any) -> Any:
        """A buffer whose first elements, up to a length, so many of another follow, for which it has room."""

    def buffer_differs(self, buffer: Any, place: Any, other: Any, length: Any, type_: Type) -> Any:
        """The first number below a length of which a buffer, read from a place on, differs from another; the length
        if there is none. Both are of scalars of a type. Where the first ends before that, it is any such number.
        """

    def residue(self, operation: Callable[[Any, Any], Any], left: Any, right: Any, modulus: Any) -> Any:
        """The remainder of an operation on integers, which may be larger than one; None where it has no larger ones.

        Args:
            operation: of the module `operator`.
            left, right: its operands, of which one is staged.
            modulus: above 0.
        """
        return None

    def digits(self, number: Any, base: int, room: int) -> tuple[Any, Any]:
        """How many digits an integer has in a base of at most 16, and a buffer of their codes, with some room."""

    def buffer_cast(self, buffer: Any, type_: Type, wider: Type) -> Any:
        """A buffer with elements of another type, to which theirs was joined."""

    def buffer_filled(self, buffer: Any, type_: Type, value: Any, other: Type) -> Any:
        """A buffer of as many elements of another type, all of which are some value."""

    def computed(
        self, function: Callable[..., Sequence[Any]], operands: Sequence[Any], results: Sequence[type], room: int = 0
    ) -> tuple[Any, ...]:
        """What a function of Python's makes of staged values, when the program runs. Nobody sees how often it runs.

        Args:
            function: takes numbers of NumPy, and lists of integers.
            operands: staged numbers, and for a list its length and a buffer of its elements.
            results: what it returns: int, float, bool, or list for integers, of which there is a buffer then.
            room: how many integers a buffer of these has room for, where that has to be known; it ends there.
        """

    def buffer_type(self, buffer: Any) -> Type:
        """The type of a buffer. Types of two buffers join where one can be given the room of the other."""

    def buffer_room(self, type_: Type) -> int | None:
        """For how many elements a buffer of a type has room; None if there always is."""

    def buffer_with_room(self, type_: Type, room: int) -> Type:
        """The type of a buffer with room for so many elements."""

    def logical_not(self, value: Any) -> Any:
        """`not value` of a staged value. (`and` and `or` are conditionals: what they skip must not run.)"""

    @property
    def can_raise(self) -> bool:
        """Whether the program that is being staged can raise when it runs."""

    def flattening(self, caller: FrameType | None) -> Callable[[Any], Flat] | None:
        """What takes a result of the function apart that a frame calls, if exceptions may be among the results.

        They may where what the function returns is what Python is given when the program has run.
        """

    def can_return(self, value: Any) -> bool:
        """Whether a program can return an object of a class of the user's."""

    def object_result(self, value: Any, is_chosen: bool) -> Any:
        """What a program returns for an object of a dataclass, which whoever calls it is given.

        Args:
            value: the object.
            is_chosen: whether it is part of what the system knows nothing of, such as one of several values.
        """

    def stage_raise(self, error: StagedError) -> None:
        """Stages the raising of an exception, where that can be."""

    def require(self, condition: Any, error: StagedError, in_each: bool = True) -> None:
        """Stages the raising of an exception where a condition does not hold.

        A program that cannot raise fails otherwise, with the code of what it cannot.

        Args:
            condition: a bool.
            error: what is raised.
            in_each: whether it is asked for each of those that a function is mapped over. A system that maps it may run
                branches that are not taken, in which a condition does not hold that is asked for all operators.
        """


@dataclass(frozen=True)
class Composite:
    """How values of one type are made of other values.

    Attributes:
        components: what is in a value.
        rebuild: a value like the given one, of other components.
        label: what two values must have in common, beside their type, to stand for each other.
        mutable: whether a value can change where it stands.
        restore: as `rebuild`, for a value that may have other components by now: given its label from when it was
            taken apart as well.
        buffered: whether the first component is a length, and the others are buffers of which that much counts.
    """

    components: Callable[[Any], Sequence[Any]]
    rebuild: Callable[[Any, Sequence[Any]], Any]
    label: Callable[[Any], Any] = lambda value: None
    mutable: bool = False
    restore: Callable[[Any, Any, Sequence[Any]], Any] | None = None
    buffered: bool = False


#: Types whose values control flow takes apart, beside Python's own containers.
composites: dict[type, Composite] = {}


def register_composite(kind: type, composite: Composite) -> None:
    """Has control flow carry values of `kind` as their components."""
    composites[kind] = composite


#: Packages that stage: they raise about staging, and their objects look after themselves.
SYSTEMS = frozenset({"autograph", "runtime", "jax", "jaxlib", "flax", "equinox", "torch", "tensorflow", "keras"})

#: Backends that come with the package: the module of a framework, and the adapter that knows it.
ADAPTERS = {
    "runtime": "runtime.staging.backend",
    "jax": "autograph.backends.jax",
}

#: Types that stand for staged values, and what `candidates` has for them: a value knows its own backend.
_proxies: set[type] = set()
_OWN: Any = object()
#: The backends that are known.
backends: list[Backend] = []
#: What backend knows values of a type, for the types that were met.
candidates: dict[type, Any] = {}
#: The types that were met and that no backend knows.
unstaged: set[type] = set()
#: How many modules there were when frameworks were last looked for.
modules_seen = 0
#: Bound once: programs under test replace builtins such as `len`.
count_modules = sys.modules.__len__
_waiting = dict(ADAPTERS)
#: An adapter may look for others while it is imported.
_discovering = ForkSafeLock()


def register(backend: Backend) -> None:
    """Makes `backend` known. Its `staged_types` are recognised from now on."""
    backends.append(backend)
    candidates.clear()
    unstaged.clear()


def backend_of(value: Any) -> Backend | None:
    """The backend on which `value` is staged; None for an ordinary Python value."""
    kind = type(value)
    try:
        backend = candidates[kind]
    except KeyError:
        backend = _candidate(kind)
    if backend is None:
        return None
    if backend is _OWN:
        return value.backend
    return backend if backend.is_staged(value) else None


def register_proxy(kind: type) -> None:
    """Has each value of a type say itself, as `backend`, on which backend it is staged."""
    _proxies.add(kind)
    candidates.clear()


def backend_for(value: Any) -> Backend | None:
    """The backend that knows the type of a value, whether the value is staged or not."""
    kind = type(value)
    backend = candidates[kind] if kind in candidates else _candidate(kind)
    return value.backend if backend is _OWN else backend


def tracing_backend() -> Backend | None:
    """The backend that is staging a program now, in this thread, if one is."""
    if count_modules() != modules_seen:
        _discover()
    for backend in backends:
        if backend.is_tracing():
            return backend
    return None


def backend_of_class(kind: type) -> Backend | None:
    """The backend whose staged types a class is one of; None if there is none."""
    found = candidates.get(kind, _OWN)
    if found is not _OWN:
        return found
    return next((backend for backend in backends if issubclass(kind, backend.staged_types)), None)


def _candidate(kind: type) -> Any:
    _discover()
    if kind in _proxies:
        candidates[kind] = _OWN
        return _OWN
    found = candidates[kind] = backend_of_class(kind)
    if found is None:
        unstaged.add(kind)
    return found


def _discover() -> None:
    """Loads the adapters of frameworks that have been imported since the last look."""
    global modules_seen
    with _discovering:
        for framework in [name for name in _waiting if name in sys.modules]:
            module = sys.modules[framework]
            if getattr(getattr(module, "__spec__", None), "_initializing", False):
                continue
            importlib.import_module(_waiting[framework])
            _waiting.pop(framework, None)
        modules_seen = count_modules()
