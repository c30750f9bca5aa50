"""What becomes of a program when it is staged: the same, a refusal with a code, another value, or some other error.

A program is a function in one of the modules of `THEMES`, marked with the arguments to call it with:

    @cases(0, 3, 5)
    def countdown(n): ...

    @cases((1, 2.0), (0, 1.0), jax="refused", outer=("LOG",))
    def logged(n, x): ...

It runs once on the Python numbers and once on scalar tensors of them, and what it returns or raises is compared, and
what it leaves in the objects of `outer`, which are globals of its module. Numbers are compared as numbers, sequences
item by item: that a graph has int32 and float32 where Python has int and float is no difference.

`runtime=` and `jax=` say what is right for a program there, `staged=` for both: "equal", or "refused" (optionally with
the codes that are right, "refused AG012 AG015") where a graph cannot do it. What is refused may come to run.
"""

from __future__ import annotations

import copy
import gc
import importlib
import itertools
import math
import re
import signal
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from types import BuiltinMethodType, ModuleType
from typing import Any

import numpy as np

from autograph import AutographError, convert

THEMES = (
    "branches",
    "loops",
    "containers",
    "lists",
    "lists_held",
    "rows_shared",
    "lists_of_lists",
    "trees_grown",
    "trees_by_level",
    "trees_recursive",
    "records_updated",
    "records_within_records",
    "tuples_in_lists",
    "tuples_grown",
    "lists_extended",
    "lists_changed_in_loops",
    "lists_unlike",
    "lists_shortened",
    "lists_rebuilt",
    "lists_of_functions",
    "lists_compared",
    "texts_of_lists",
    "texts_of_containers",
    "strings_in_lists",
    "library_texts",
    "library_texts_made",
    "json_texts",
    "arrays_in_lists",
    "arrays_in_loops",
    "arrays_in_place",
    "arrays_in_handlers",
    "arrays_and_none",
    "arrays_in_place_more",
    "numbers_of_classes",
    "enumerations",
    "copies_of_globals",
    "averages",
    "columns_chosen",
    "columns_of_rows",
    "steps_of_slices",
    "came_from",
    "repetitions",
    "repetitions_of_strings",
    "lists_looped_over",
    "sorted_insertion",
    "lists_under_iterators",
    "lists_under_iterators_more",
    "lists_under_calls",
    "lists_under_calls_more",
    "lists_stored_by_key",
    "translations",
    "deques_turned",
    "islice_of_generators",
    "islice_from",
    "targets_with_stars",
    "products",
    "dicts",
    "dicts_more",
    "dicts_programs",
    "chain_maps",
    "keys_made_in_loops",
    "counters_combined",
    "keys_of_records",
    "held_under_keys",
    "staged_keys",
    "staged_keys_more",
    "keys_chosen",
    "keys_chosen_more",
    "keys_spread",
    "keys_as_sets",
    "rests_unordered",
    "flags",
    "grouping",
    "grouping_aliases",
    "grouping_programs",
    "memo_tables",
    "extremes_filtered",
    "cached_functions",
    "cached_in_branches",
    "cached_of_variables",
    "cached_with_effects",
    "cache_counts",
    "regular_expressions",
    "recursion",
    "recursion_more",
    "recursion_of_methods",
    "operators_of_sequences",
    "remainders",
    "slice_bounds",
    "features_that_meet",
    "recursion_lists",
    "recursion_results",
    "recursion_decorated",
    "recursion_tuples",
    "numbers_on_the_right",
    "asked_by_python",
    "recursion_bounded",
    "recursion_kept",
    "recursion_generators",
    "sets",
    "sets_rebuilt",
    "sets_in_any_order",
    "sets_in_order",
    "dicts_of_texts",
    "characters_as_keys",
    "strings_longer_in_lists",
    "attributes_asked_for",
    "dispatched_by_class",
    "widths_of_formats",
    "dicts_rebuilt",
    "slots",
    "tests",
    "expressions",
    "targets",
    "unpacking",
    "comprehensions",
    "comprehensions_binding",
    "bound_out_of_sight",
    "comprehensions_over_functions",
    "objects",
    "objects_special",
    "attributes_beside_fields",
    "subclasses_chosen",
    "attributes_absent",
    "attributes_absent_more",
    "attributes_in_loops",
    "extended_classes",
    "outer",
    "outer_stores",
    "outside",
    "hidden_state",
    "aliases",
    "births",
    "links",
    "identity",
    "asked",
    "indirect",
    "calls",
    "arguments_spread",
    "captured",
    "elements_changed",
    "exceptions",
    "exceptions_changed",
    "errors_collected",
    "managers",
    "managers_deciding",
    "managers_of_generators",
    "managers_of_generators_more",
    "managers_rebound",
    "held_in_expressions",
    "managers_swallowing",
    "raised_by_python",
    "raised_with_lists",
    "captured_in_tries",
    "read_only",
    "jumps",
    "optional",
    "optional_places",
    "objects_and_none",
    "hosts_or_none",
    "hosts_or_none_more",
    "hosts_given_to_builtins",
    "numbers_undefined",
    "numbers_or_texts",
    "numbers_or_texts_more",
    "unlike_values_taken_apart",
    "unlike_values_compared",
    "unlike_values_used",
    "unlike_values_used_more",
    "records_gone_over",
    "records_with_operators",
    "rings",
    "fractions_of_tensors",
    "classes_of_arrays",
    "kinds_of_numbers",
    "exceptions_or_none",
    "changed_or_none",
    "special_methods_or_none",
    "arrays",
    "arrays_cut",
    "arrays_functions",
    "arrays_masked",
    "arrays_shared",
    "arrays_shared_more",
    "arrays_stored_to",
    "iterators",
    "iterators_more",
    "iterators_endless",
    "iterators_along",
    "iterators_held",
    "zip_strict",
    "sorting_keys",
    "held_out_of_sight",
    "held_unchangeably",
    "held_by_python",
    "updated_in_place",
    "late_binding",
    "generators",
    "generators_chosen",
    "generators_more",
    "generators_resumed",
    "generators_left",
    "iterators_shared",
    "generators_resumed_more",
    "generators_dividing",
    "generator_expressions",
    "itertools_functions",
    "itertools_staged",
    "islice_staged",
    "combinations",
    "most_common",
    "records",
    "records_copied",
    "records_returned",
    "searching",
    "order",
    "order_of_stores",
    "arguments_changed",
    "arguments_changed_more",
    "arguments_rebound",
    "namespaces",
    "numbers",
    "numpy_widths",
    "known_operands",
    "library_calls",
    "builtin_functions",
    "any_and_all",
    "algorithms",
    "machines",
    "made_by_others",
    "text",
    "text_pieces",
    "texts_of_generators",
    "text_of_objects",
    "texts_of_exceptions",
    "floats_as_text",
    "strings_made",
    "strings_split",
    "strings_read",
    "strings_asked",
    "strings_corners",
    "strings_joined",
    "constants",
    "unlike",
    "classes",
    "classes_made",
    "classes_more",
    "classes_defined",
    "functions_chosen",
    "objects_chosen",
    "objects_rewired",
    "objects_in_lists",
    "objects_in_pools",
    "none_by_default",
    "functions_made_in_loops",
    "text_keys",
    "keys_by_reading",
    "tuples_with_none",
    "chosen_more",
    "linked",
    "linked_lists",
    "tries",
    "deques_chosen",
    "deques_at_places",
    "deques_made",
    "deques_bounded",
    "deques_bounded_by_tensors",
    "patterns",
    "patterns_of_staged",
    "patterns_of_lists",
    "patterns_of_parts",
    "designs",
    "designs_more",
    "mappings_of_users",
    "mathematics",
    "complex_numbers",
    "sorted_either_way",
    "names_apart",
    "raised_by_called",
    "managers_of_objects",
    "items_unlike",
    "objects_moved",
    "groups_of_texts",
    "grouping_runs",
    "texts_put_off",
    "texts_of_what_changes",
    "sets_counted",
    "counters",
    "comparators",
    "json_written",
    "library_more",
    "global_variables",
    "global_variables_bound",
    "sorted_in_place",
    "rows_joined",
    "finally_raising",
    "raised_from",
    "refusals_kept",
    "texts_spelled_before",
    "came_by_another_name",
    "outer_containers",
    "outer_containers_more",
    "dividing_elsewhere",
    "rows_or_others",
    "objects_in_heaps",
    "dataclass_results",
    "functions_of_loops",
    "identity_in_loops",
    "unordered_and_held",
    "cycles",
    "texts_or_numbers",
    "graphs_as_dicts",
    "exit_stacks",
    "rows_at_ends",
    "iterators_by_places",
    "yields_in_expressions",
    "generators_with_finally",
    "generators_asked_in_their_loops",
    "generators_in_queues",
    "receivers",
    "comparisons_with_effects",
    "sets_that_stay",
    "lists_of_two_names",
    "tuples_compared_in_loops",
    "seen_from_outside",
    "names_of_attributes",
    "stacks_of_generators",
    "tuples_that_grow",
    "arguments_of_builtins",
    "signed_zeros",
    "out_of_sight",
    "attributes_in_order",
    "conditions_again",
    "ints_or_floats",
    "rolled_back",
    "sentinels",
    "texts_of_optionals",
    "unbound_under_handlers",
    "raised_through_python",
    "raised_in_finally",
    "given_none",
    "generators_gone_over",
    "fields_by_default",
    "handed_on_by_calls",
    "slots_absent",
    "rows_returned",
    "outer_copies",
    "lists_bound_in_loops",
    "copies_of_functions",
    "names_of_stand_ins",
    "numbers_and_others",
    "iterables_that_change",
    "made_where_they_are_changed",
)
SECONDS = 30
KINDS = ("equal", "refused", "wrong", "error")

Function = Callable[..., Any]


@dataclass(frozen=True)
class Program:
    """A function, the arguments to call it with, and what is right for it on each system."""

    name: str
    function: Function
    arguments: tuple[tuple[Any, ...], ...]
    expected: dict[str, str]
    outer: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Outcome:
    """What became of a program: one of KINDS, the code of a refusal, and a line on what went wrong with which arguments."""

    kind: str
    code: str = ""
    detail: str = ""
    arguments: tuple[Any, ...] = ()

    def satisfies(self, expected: str) -> bool:
        kind, *codes = expected.split()
        return self.kind == "equal" or (self.kind == kind == "refused" and (not codes or self.code in codes))

    def __str__(self) -> str:
        return f"{self.kind} {self.code}".rstrip()


def cases(
    *arguments: Any, staged: str = "equal", runtime: str = "", jax: str = "", outer: tuple[str, ...] = ()
) -> Callable[[Function], Function]:
    """Marks a program: its argument sets (a tuple each, or a single argument), and what is right for it."""

    def mark(function: Function) -> Function:
        theme = function.__module__.rpartition(".")[2]
        expected = {"runtime": runtime or staged, "jax": jax or staged}
        sets = tuple(case if isinstance(case, tuple) else (case,) for case in arguments)
        program = Program(f"{theme}.{function.__name__}", function, sets, expected, outer)
        function.__globals__.setdefault("programs_of_theme", []).append(program)
        return function

    return mark


def programs() -> list[Program]:
    """All programs, theme by theme.

    Each module has a list of its own: one list of all, here, would be in reach of each program, and all that is in reach
    of a program is looked through where one of its containers grows.
    """
    modules = [importlib.import_module(f"tests.autograph.effects.{theme}") for theme in THEMES]
    found = [program for module in modules for program in module.programs_of_theme]
    assert len({program.name for program in found}) == len(found), "two programs have one name"
    return found


# Outcomes


def outcome(system: str, program: Program) -> Outcome:
    """What becomes of the program on a system: the worst over its argument sets."""
    with _kept(program):
        expected = [_seen(program, program.function, args) for args in program.arguments]
        staged = SYSTEMS[system](program.function)
        worst = Outcome("equal")
        for args, plain in zip(program.arguments, expected, strict=True):
            if program.outer:  # tracing has effects on them: each set of arguments has a trace of its own
                staged = SYSTEMS[system](program.function)
            seen = _seen(program, staged, args)
            found = compared(plain, seen)
            if found.kind == "equal" and system in GIVING_BACK and not same(plain.arguments, seen.arguments):
                found = Outcome("wrong", detail=f"leaves {seen.arguments!r} in its arguments; not {plain.arguments!r}")
            if KINDS.index(found.kind) > KINDS.index(worst.kind):
                worst = Outcome(found.kind, found.code, found.detail, args)
    if program.outer and "generators" in program.name:
        gc.collect()  # a generator that is collected later would do what it does outside in another program's trace
    return worst


def plain_error(program: Program, args: tuple[Any, ...]) -> BaseException | None:
    """What the program raises when it runs plain."""
    with _kept(program):
        return _seen(program, program.function, args).error


@dataclass(frozen=True)
class Seen:
    """All that can be seen of a call: its result, what it raised, what it left in outer objects and in its arguments."""

    result: Any = None
    error: BaseException | None = None
    state: Any = None
    arguments: Any = None


def compared(plain: Seen, staged: Seen) -> Outcome:
    """How what a staged call did compares with what the plain one did."""
    code = error_code(staged.error)
    if isinstance(plain.error, UnboundLocalError) and staged.error is not None:
        name = str(plain.error).split("'")[1]  # the program has a bug: it is enough that it is told so
        if code or isinstance(staged.error, UnboundLocalError) or name in str(staged.error):
            return Outcome("equal")
    if code:
        return Outcome("refused", code, _line(staged.error))
    if staged.error is not None and (plain.error is None or not isinstance(staged.error, type(plain.error))):
        kind = "wrong" if type(staged.error) in _USERS_ERRORS else "error"
        does = f"returns {plain.result!r}" if plain.error is None else f"raises {_line(plain.error)}"
        return Outcome(kind, detail=f"raises {_line(staged.error)}; plain {does}")
    if plain.error is not None and staged.error is None:
        return Outcome("wrong", detail=f"returns {staged.result!r}; plain raises {_line(plain.error)}")
    if type(staged.error) is type(plain.error) is not type(None) and str(plain.error) != str(staged.error):
        return Outcome("wrong", detail=f"raises {_line(staged.error)}; plain raises {_line(plain.error)}")
    if not same(plain.result, staged.result):
        return Outcome("wrong", detail=f"returns {staged.result!r}; plain returns {plain.result!r}")
    if not same(plain.state, staged.state):
        return Outcome("wrong", detail=f"leaves {staged.state!r}; plain leaves {plain.state!r}")
    return Outcome("equal")


def error_code(error: BaseException | None) -> str:
    """The code of an error; those that a graph raises when it runs have it in their text. None has ''.

    Errors of a system that keep their type have a code, and a note that shows it.
    """
    code = str(getattr(error, "code", ""))
    if isinstance(error, AutographError) or (code and any(code in note for note in getattr(error, "__notes__", ()))):
        return code
    return next(iter(re.findall(r"\[(AG\d+)\]", str(error))), "")


class OutOfTime(BaseException):
    """What interrupts a program; no handler of a program catches it."""


class Stop(Exception):
    """An exception of the programs' own."""


#: What programs raise themselves: where only the staged one does, that is another result and not a failure to stage.
_USERS_ERRORS = (ValueError, Stop, RuntimeError, ArithmeticError)


def _line(error: BaseException | None) -> str:
    return f"{type(error).__name__}: {next(iter(str(error).splitlines()), '')}"[:160]


def _seen(program: Program, function: Function, args: tuple[Any, ...]) -> Seen:
    args = copy.deepcopy(args)
    with _fresh(program) as outer:
        try:
            with _at_most(SECONDS):
                result = visible(function(*args))
        except (Exception, OutOfTime) as error:
            _let_go(error)
            return Seen(error=error, state=visible(outer()))
        return Seen(result, state=visible(outer()), arguments=visible([arg for arg in args if isinstance(arg, list)]))


def _let_go(error: BaseException | None) -> None:
    """Drops the frames of an error: a generator in one would be closed once Python collects it, in another program."""
    seen = set()
    while error is not None and id(error) not in seen:  # what a system raises may be the cause of its own context
        seen.add(id(error))
        error.__traceback__ = None
        error = error.__cause__ or error.__context__


# State of the program's module

_pristine: dict[str, dict[str, Any]] = {}


@contextmanager
def _kept(program: Program) -> Iterator[None]:
    """Leaves the globals that the program may change as they were."""
    globals_ = program.function.__globals__
    pristine = _copies({name: globals_[name] for name in program.outer})
    _pristine[program.name] = pristine
    try:
        yield
    finally:
        _put(globals_, _copies(pristine))


@contextmanager
def _fresh(program: Program) -> Iterator[Callable[[], dict[str, Any]]]:
    """Gives the program's outer objects the state they start with; yields what tells their state later."""
    globals_ = program.function.__globals__
    _put(globals_, _copies(_pristine[program.name]))
    yield lambda: {name: globals_[name] for name in program.outer}


@dataclass(frozen=True)
class _ClassState:
    cls: type
    attributes: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class _Bound:
    """A method of a builtin object, of which a copy would be the method of that object still."""

    holder: Any
    name: str

    def __call__(self) -> Any:
        return getattr(self.holder, self.name)


def _unbound(value: Any) -> Any:
    if isinstance(value, BuiltinMethodType) and not isinstance(value.__self__, ModuleType):
        return _Bound(value.__self__, value.__name__)
    is_partial = isinstance(value, partial) and isinstance(value.func, BuiltinMethodType)
    return partial(_unbound(value.func), *value.args, **value.keywords) if is_partial else value


def _bound(value: Any) -> Any:
    if isinstance(value, _Bound):
        return value()
    is_partial = isinstance(value, partial) and isinstance(value.func, _Bound)
    return partial(value.func(), *value.args, **value.keywords) if is_partial else value


def _copies(values: dict[str, Any]) -> dict[str, Any]:
    """Copies that share what the values share; of a class, a copy of its attributes."""
    made = {name: _ClassState(v, data(v)) if isinstance(v, type) else _unbound(v) for name, v in values.items()}
    return {name: _bound(value) for name, value in copy.deepcopy(made).items()}


def _put(globals_: dict[str, Any], values: dict[str, Any]) -> None:
    for name, value in values.items():
        if isinstance(value, _ClassState):
            for attribute in data(value.cls).keys() - value.attributes.keys():
                delattr(value.cls, attribute)
            for attribute, content in value.attributes.items():
                setattr(value.cls, attribute, content)
        else:
            globals_[name] = value


def data(cls: type) -> dict[str, Any]:
    """The attributes of a class that are data."""
    hidden = (property, staticmethod, classmethod)
    return {
        k: v for k, v in vars(cls).items() if not k.startswith("__") and not callable(v) and not isinstance(v, hidden)
    }


# Values

_LEAK = "<symbolic tensor>"


def visible(value: Any) -> Any:
    """A value as numbers, strings, lists and dictionaries."""
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, (int, float)):  # or a class that derives from them
        return int(value) if isinstance(value, int) else float(value)
    if {c.__name__ for c in type(value).__mro__} & {"SymbolicTensor", "Tracer"}:
        return _LEAK
    if isinstance(value, dict):
        return {_key(k): visible(v) for k, v in value.items()}
    if isinstance(value, (list, tuple, deque)):
        return [visible(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted((visible(item) for item in value), key=repr)
    if isinstance(value, (bytes, bytearray)):
        return list(value)
    if isinstance(value, type):
        return visible(data(value))
    if hasattr(value, "__array__"):
        value = np.asarray(value).tolist()
        return value.decode() if isinstance(value, bytes) else value  # a tensor has bytes where Python has a string
    attributes = dict(getattr(value, "__dict__", {}))
    slots = [s for c in type(value).__mro__ for s in getattr(c, "__slots__", ())]
    attributes.update({s: getattr(value, s) for s in slots if hasattr(value, s)})
    return {"class": type(value).__name__, **visible(attributes)}


def _key(key: Any) -> Any:
    found = visible(key)
    return tuple(found) if isinstance(found, list) else found


def same(one: Any, other: Any) -> bool:
    """Whether two visible values are equal, numbers up to the rounding of float32."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[k], other[k]) for k in one)
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        close = math.isclose(one, other, rel_tol=1e-4, abs_tol=1e-4)
        return close or one == other or (math.isnan(one) and math.isnan(other))
    return type(one) is type(other) and one == other


# Systems


def _tensors(value: Any, tensor: Callable[[Any], Any]) -> Any:
    """Numbers and arrays as tensors of 32 bits, lists item by item; other values as they are."""
    if isinstance(value, list):
        return [_tensors(item, tensor) for item in value]
    if isinstance(value, (bool, int, float, np.ndarray)):
        array = np.asarray(value)
        return tensor(array.astype({"i": np.int32, "f": np.float32, "b": np.bool_}[array.dtype.kind]))
    return value


def on_runtime(function: Function) -> Function:
    """The function under `runtime.function`, called with tensors."""
    import runtime

    staged = runtime.function(function)

    def call(*args: Any) -> Any:
        tensors = _tensors(list(args), runtime.constant)
        result = staged(*tensors)
        for arg, given in zip(args, tensors, strict=True):
            if isinstance(arg, list):
                arg[:] = given
        return result

    return call


_staged_on_jax = itertools.count(1)
_MOST_KEPT = 200


def on_jax(function: Function) -> Function:
    """The function as `jax.jit` traces it."""
    import jax

    from tests.autograph.jaxprs import traced

    if next(_staged_on_jax) % _MOST_KEPT == 0:
        jax.clear_caches()  # it remembers the results of thousands of programs, with all that they were traced from
    traces: dict[Any, Function] = {}
    refusals: dict[Any, AutographError] = {}

    def call(*args: Any) -> Any:
        leaves, structure = jax.tree.flatten(_tensors(list(args), jax.numpy.asarray))
        tensors = [leaf for leaf in leaves if isinstance(leaf, jax.Array)]
        known = tuple([None if isinstance(leaf, jax.Array) else leaf for leaf in leaves])  # strings, say
        kinds = structure, known, tuple([(leaf.dtype, leaf.shape) for leaf in tensors])
        if kinds in refusals:
            raise refusals[kinds]
        if kinds not in traces:
            try:
                traces[kinds] = traced(_given(convert(function), structure, known), *tensors)
            except AutographError as error:
                refusals[kinds] = error
                raise
        return traces[kinds](*tensors)

    return call


def _given(function: Function, structure: Any, known: tuple[Any, ...]) -> Function:
    """The function of the tensors among the leaves of its arguments, of which the others are known."""

    def call(*tensors: Any) -> Any:
        others = iter(tensors)
        return function(*structure.unflatten([next(others) if leaf is None else leaf for leaf in known]))

    return call


SYSTEMS: dict[str, Callable[[Function], Function]] = {"runtime": on_runtime, "jax": on_jax}
#: Those that give a caller back what a function leaves in its lists.
GIVING_BACK = frozenset({"runtime"})


@contextmanager
def _at_most(seconds: int) -> Iterator[None]:
    """Interrupts Python code that takes more of the processor, in the main thread."""

    def stop(*_: Any) -> None:
        raise OutOfTime(f"still running after {seconds} s of processor time")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 0.1)  # again: an exception in a callback of `gc` is lost
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def counted(outcomes: list[Outcome]) -> Counter[str]:
    """How many of each kind, refusals by code as well."""
    return Counter([o.kind for o in outcomes] + [o.code for o in outcomes if o.kind == "refused"])
