"""Generators whose control flow is staged: a loop over one is a call of what hands it the items.

Python has no way to go on with a generator in a part of a graph. But a loop over a new generator may as well be a
function that the generator calls for each item; see `autograph.passes.visiting`.
"""

from __future__ import annotations

import ast
import dis
import functools
import inspect
import itertools
import sys
import threading
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, GeneratorType, MethodType
from typing import Any

from autograph.operators import container_errors
from autograph.operators.call_sites import (
    calls_any,
    calls_by_name,
    function_returning_call,
    has_generator_expression,
    is_let_go,
)
from autograph.operators.calls import AS_LOOPS, beginnings, call, to_function
from autograph.operators.classes import class_of, package_of, staged_method
from autograph.operators.effects import functions_log, gone_on_with, is_logging, logs
from autograph.operators.either import Either
from autograph.operators.exits import catches_arithmetic, handles_exceptions
from autograph.operators.frames import hidden_frames, locals_of_generator
from autograph.operators.giving_way import staged_anew
from autograph.operators.holders import has_given_way
from autograph.operators.locations import contents_of, held_by
from autograph.operators.managers import closed_by_managers
from autograph.operators.namespaces import class_attribute, has_class_attribute
from autograph.operators.observed import asked, watch_iterator
from autograph.operators.optionals import looped_over, truth_of
from autograph.operators.places import variables_with
from autograph.operators.recursion import recursing
from autograph.operators.state import State, bound_cells, consumed_by, consumers_variables, restore_cells
from autograph.operators.structures import Optional
from autograph.operators.walks import OF_ITEMS, IndexWalk, is_stepped, leave_unless, visited
from autograph.staging import SYSTEMS, backend_of, tracing_backend
from autograph.weak import WeakMap, WeakSet

#: What was called for a generator: the converted function, its arguments, and the function as it was written.
begun: WeakMap[Any, tuple[Any, tuple[Any, ...], dict[str, Any], Any]] = WeakMap()
#: The functions, by their names, that have made a generator by a call of another and returned it.
_returned_by: WeakMap[Any, str] = WeakMap()


def beginning(function: Any, form: Any, making: Callable[..., Any]) -> Callable[..., Any]:
    """What to call for a function: one that remembers what a generator was made of.

    Args:
        function: the function.
        form: its converted form.
        making: what is to be called for it.
    """
    inner = form.__func__ if type(form) is MethodType else form
    if type(inner) is not FunctionType or not inner.__code__.co_flags & inspect.CO_GENERATOR:
        return making
    return functools.partial(_begin, function, form, making)


beginnings.append(beginning)


def _begin(function: Any, form: Any, making: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    generator = making(*args, **kwargs)
    if type(generator) is GeneratorType:
        begun[generator] = form, args, kwargs, function
        if is_logging():
            if (name := function_returning_call()) is not None:
                _returned_by[generator] = name
            if _ends_when_closed(getattr(form, "__func__", form)):
                functions_log().may_be_open.add(generator)
        if form.__globals__.get("__name__") in AS_LOOPS:
            _of_builtins.add(generator)
    return generator


def _ends_when_closed(form: FunctionType) -> bool:
    code = form.__code__
    if code not in _ending:
        from autograph.conversion import ends_when_closed  # the converter itself is not needed to run converted code

        _ending[code] = ends_when_closed(form)
    return _ending[code]


#: Whether generators do something where they are closed, by their code.
_ending: WeakMap[CodeType, bool] = WeakMap()


def runs_as(generator: Any, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
    """Tells which generator function, of which arguments, does what a new generator does."""
    begun[generator] = to_function(function), args, {}, function


#: Generators that were made for a loop or a function that goes over what made them.
_passing: WeakSet[Any] = WeakSet()
#: Those of them that are gone over by one loop.
_gone_over_once: WeakSet[Any] = WeakSet()
#: Generators that stand for what a builtin makes, `itertools.chain` say.
_of_builtins: WeakSet[Any] = WeakSet()
#: Those that stand for generator expressions.
of_expressions: WeakSet[Any] = WeakSet()
_MAKING = frozenset({*OF_ITEMS, itertools.groupby, itertools.product})
_NAMES_OF_MAKING = frozenset(function.__name__ for function in _MAKING)


def stepped(iterable: Any) -> Any:
    """What a loop over an object of a class of the user's goes over: what its class says; others are themselves."""
    method = staged_method(iterable, "__iter__")
    if method is None:
        return with_items(iterable)
    made = method(iterable)
    if type(made) is GeneratorType and made in begun and "__iter__" in _makers(made, begun[made][0]):
        _passing.add(made)
    return made


def with_items(iterable: Any) -> Any:
    """An iterator over an object of a class of the user's that has items and no `__iter__`; others are themselves."""
    kind = class_of(iterable)
    if type(class_attribute(kind, "__getitem__")) is not FunctionType or has_class_attribute(kind, "__iter__"):
        return iterable
    return iterable if package_of(kind) in SYSTEMS or tracing_backend() is None else call(IndexWalk)(iterable)


def give(generator: Any, goes_over_it_once: bool = False) -> None:
    """A function is given a generator, which nobody else has if it is made where the function is called."""
    if visits_of(generator, leaves_early=True) is not None:
        _passing.add(generator)
        if goes_over_it_once:
            _gone_over_once.add(generator)


def end(generator: Any, is_own: bool) -> None:
    """Leaves no items in a generator that is gone over by a call of the function that it was made of.

    A function of ours that alone has it, and goes over it once, may be staged again, and goes over it then.
    """
    generator.close()
    staged_anew.discard(generator)
    if is_own and generator in _gone_over_once:
        staged_anew.add(generator)
    elif is_logging():
        logs()[0].ended.append(generator)


def _is_ended(iterator: Any) -> bool:
    if type(iterator) is not GeneratorType:
        return False
    is_ended = any(generator is iterator for generator in logs()[0].ended)
    return is_ended or iterator in staged_anew or has_given_way(iterator)


gone_on_with.append(_is_ended)


def use_up(iterable: Any) -> None:
    """All items are about to be taken of what may be a generator that others go on with: these find none."""
    is_programs = type(iterable) is GeneratorType and iterable in begun
    if is_programs and is_logging() and variables_with(iterable) and not _is_passing(iterable):
        watch_iterator(iterable)


def go_over(generator: Any) -> None:
    """The program is about to go over a generator, which has no items left afterwards, whichever path is taken."""
    if is_logging() and variables_with(generator):
        watch_iterator(generator)


def _is_passing(generator: GeneratorType[Any, Any, Any]) -> bool:
    """Whether nobody can go on with a generator of the program's, as it is given on from where it is made."""
    is_left_open = generator in closed_by_managers
    return not is_left_open and (generator in _passing or _is_let_go(generator, begun[generator][0]))


def _is_let_go(generator: GeneratorType[Any, Any, Any], form: Any) -> bool:
    """Whether nobody can go on with a generator: it is made where it is used, or held by a variable read only there."""
    variables = variables_with(generator)
    if not variables:
        return _is_made_here(generator, form)
    return len(variables) == 1 and is_let_go(variables[0], functools.partial(_makes, generator, form))


def is_of_expression(generator: GeneratorType[Any, Any, Any]) -> bool:
    """Whether a generator is one of a generator expression."""
    return generator in of_expressions or generator.gi_code.co_name == "<genexpr>"


def _makes(generator: GeneratorType[Any, Any, Any], form: Any, node: ast.expr) -> bool:
    """Whether an expression makes a generator, as far as its text tells."""
    if is_of_expression(generator):
        return isinstance(node, ast.GeneratorExp)
    called = node.func if isinstance(node, ast.Call) else None
    name = getattr(called, "id", getattr(called, "attr", None))
    return name in _makers(generator, form) or (generator in _of_builtins and name in _NAMES_OF_MAKING)


def _makers(generator: GeneratorType[Any, Any, Any], form: Any) -> list[str]:
    """The names of the functions of which a call makes a generator, for nobody else."""
    names = (form.__name__, _returned_by.get(generator), _MADE_BY.get(form.__name__))
    return [name for name in names if name is not None]


#: The builtins that call special methods.
_MADE_BY = {"__iter__": "iter", "__reversed__": "reversed"}


def _is_made_here(generator: GeneratorType[Any, Any, Any], form: Any) -> bool:
    """Whether the expression that is evaluated makes a generator, as far as its text tells."""
    if is_of_expression(generator) and has_generator_expression():
        return True
    return any(map(calls_by_name, _makers(generator, form))) or (generator in _of_builtins and calls_any(_MAKING))


def visits_of(iterable: Any, leaves_early: bool = False) -> Callable[..., Any] | None:
    """What hands a function each item of a generator; None where there is nothing such, or it would not be the same.

    What it returns is what the generator does.

    Args:
        iterable: the generator, which must not have begun.
        leaves_early: whether not all items may be asked for. Then nobody else may have it, who would go on with it; nor
            where there are handlers, for an exception may be what leaves it.
    """
    if type(iterable) is not GeneratorType or iterable not in begun or has_given_way(iterable):
        return None
    check_visited(iterable)
    if inspect.getgeneratorstate(iterable) != inspect.GEN_CREATED and iterable not in staged_anew:
        return None
    form, args, kwargs, function = begun[iterable]
    leaves_early = leaves_early or handles_exceptions()
    if leaves_early and (not _is_passing(iterable) or _closes_others(iterable)):
        return None
    from autograph.conversion import visiting_function  # the converter itself is not needed to run converted code

    found = visiting_function(
        getattr(form, "__func__", form), sys.modules["autograph.operators"], checked=catches_arithmetic()
    )
    if found is None:
        return None
    visitor, visits = found
    if leaves_early and visits.closes and (variables_with(iterable) or not _is_made_here(iterable, form)):
        return None  # who has it may keep it open
    owner, bound = function, [form.__self__] if type(form) is MethodType else []
    if bound and type(function) is MethodType:  # an object is an argument, which each call may be given another for
        owner, args, bound = function.__func__, (*bound, *args), []

    def run(visit: Any) -> Any:
        given = functools.partial(visitor, *bound, **{visits.parameter: visit})
        backend = tracing_backend()
        calling = recursing(owner, given, backend, visit) if backend is not None and is_logging() else given
        _visited.generators.append(iterable)
        try:
            return calling(*args, **kwargs)
        finally:
            _visited.generators.pop()

    return run


class _Visited(threading.local):
    def __init__(self) -> None:
        #: Generators whose functions are running, in the place of loops over them.
        self.generators: list[Any] = []


_visited = _Visited()


def check_visited(iterator: Any) -> None:
    """Refuses to have a generator asked by what is done with an item of it, where a function hands on all of them."""
    if any(iterator is visited for visited in _visited.generators):
        container_errors.is_asked_meanwhile()


asked.append(check_visited)


def _closes_others(generator: GeneratorType[Any, Any, Any]) -> bool:
    """Whether a generator may do `yield from` of one that others go on with: that is closed where it is."""
    return _delegates(generator.gi_code) and any(map(goes_on_elsewhere, locals_of_generator(generator).values()))


def goes_on_elsewhere(value: Any) -> bool:
    """Whether something is, or holds, a generator that others go on with, or may be one."""
    if type(value) is tuple:  # of arguments
        return any(map(is_shared, value))
    return is_shared(value) or any(type(part) is GeneratorType or is_stepped(part) for part in held_by(value))


@functools.lru_cache(maxsize=1024)
def _delegates(code: CodeType) -> bool:
    return any(instruction.opname == "GET_YIELD_FROM_ITER" for instruction in dis.get_instructions(code))


def is_shared(iterable: Any) -> bool:
    """Whether something is a generator that a variable has, or may be one."""
    is_one = type(iterable) in (GeneratorType, Optional, Either) or is_stepped(iterable)
    return is_one and bool(variables_with(iterable))


def is_run_through(iterable: Any, leaves_early: bool = False) -> bool:
    """Whether a loop over something may be staged though it is no value of a system: an iterator, or a generator."""
    return is_stepped(iterable) or visits_of(iterable, leaves_early) is not None


class Consumer:
    """The body of a loop over a generator, as what the generator calls for each item.

    Args:
        body: the loop's body, given an item.
        extra_test: whether to go on after it; None if the loop is never left early.
        state: the variables that the loop may change.
    """

    def __init__(self, body: Callable[[Any], Any], extra_test: Callable[[], Any] | None, state: State):
        self.body = body
        self.extra_test = extra_test
        self.state = state
        self.around = consumers_variables()
        kept = state.cells()
        #: The variables that the body binds and nobody reads afterwards.
        self.others = [c for c in bound_cells((body,)).values() if not any(c is other for other in kept)]

    def visit_all(self, run: Callable[[Any], Any]) -> None:
        """Has a generator hand on its items: its statements may change what the loop may change."""
        with consumed_by(self.state.variables()):
            run(self) if self.extra_test is None else call(visited)(run, self)

    def __call__(self, item: Any) -> None:
        with consumed_by(self.around):
            others = [(cell, contents_of(cell)) for cell in self.others]
            self.body(item)
            goes_on = True if self.extra_test is None else truth_of(self.extra_test())
            restore_cells(others)
        if goes_on is not True:
            call(leave_unless)(goes_on)


class Delegated:
    """What a generator does with `yield from`.

    Args:
        items: what is still to be handed on.
        value: what the generator returned that is gone over.
    """

    def __init__(self, items: Any, value: Any = None):
        self.items = self._of(items) if type(items) is GeneratorType else items
        self.value = value

    def _of(self, generator: GeneratorType[Any, Any, Any]) -> Iterator[Any]:
        self.value = yield from generator


def handing_on(consumer: Any, iterable: Any) -> Any:
    """What a generator is still to hand on that does `yield from`: nothing of another generator, which has done so."""
    return _handing_on(consumer, iterable)[0]


def delegated(consumer: Any, iterable: Any) -> Delegated:
    """The same, for a generator that goes on with the value of `yield from`."""
    return Delegated(*_handing_on(consumer, iterable))


def _handing_on(consumer: Any, iterable: Any) -> tuple[Any, Any]:
    with hidden_frames:
        iterable = looped_over(iterable) if type(iterable) is Optional else iterable
        if staged_method(iterable, "__iter__") is not None:  # an object says what is gone over
            iterable = stepped(iterable)
        run = visits_of(iterable)
        if run is None:
            return iterable, None
        go_over(iterable)
        end(iterable, is_own=False)
        return (), run(consumer)


_HAVING_PLACES: tuple[Any, ...] = ([], (), range(0), "", "\u00e9")
#: Iterators that go over something from its end.
BACKWARDS = frozenset({reversed, type(reversed([]))})
#: Iterators over dicts, with the names of the views that they go over.
OF_KEYS = {type(iter(getattr({}, view)())): view for view in ("keys", "values", "items")}
#: Iterators that show what they go over, and where they are.
OF_PLACES = frozenset({enumerate, zip, *BACKWARDS, *OF_KEYS, *(type(iter(value)) for value in _HAVING_PLACES)})


def iterated(iterable: Any) -> Any:
    """What a loop goes over in which a generator yields, or one of what `zip` and `enumerate` do.

    An iterator of Python's that was there before, which others may ask as well, is none that shows where it is.
    """
    backend = backend_of(iterable)
    if backend is not None and iter in backend.builtins:
        try:
            return backend.builtins[iter](iterable)
        except (TypeError, ValueError):
            container_errors.generator_is_drawn_from()
    return itertools.chain(iterable) if is_logging() and type(iterable) in OF_PLACES else iterable


def visit(consumer: Consumer, item: Any) -> None:
    """Hands on an item of a generator."""
    with hidden_frames:
        consumer(item)
