"""`if`, `while` and `for`: as Python has them, or staged.

What can be staged is, before an operator returns. What cannot is left to the code that called: an operator returns
what Python has still to run, so that no frame of an operator is on the stack while the user's code runs.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from types import FunctionType, GeneratorType
from typing import Any

from autograph import staging
from autograph.diagnostics import StagingError
from autograph.operators import container_errors, loop_errors, looped_lists, places
from autograph.operators.any_order import in_any_order
from autograph.operators.attempts import first_that_works
from autograph.operators.calls import call
from autograph.operators.choices import Choice
from autograph.operators.classes import are_replaced, meet_class
from autograph.operators.conditionals import stage_if
from autograph.operators.dict_views import ITERABLES, flags_of, listed, steps
from autograph.operators.dispatch import condition_of
from autograph.operators.effect_errors import refuse_iterator
from autograph.operators.effects import (
    Log,
    is_conditional,
    is_conditional_for,
    is_logging,
    log,
    logging,
    logging_part,
    may_be_known_elsewhere,
    new,
)
from autograph.operators.either import Either, Option
from autograph.operators.frames import hidden_frames
from autograph.operators.generators import Consumer, end, go_over, stepped, use_up, visits_of
from autograph.operators.giving_way import Advanced, Checkpoint, SpelledBefore, beginning_with, resumed, with_resumables
from autograph.operators.holders import asking, going_over, looping
from autograph.operators.identities import are_kept_apart, at_most_branches, give_up_first_way, loop_over_objects
from autograph.operators.lists import StagedList
from autograph.operators.locations import contents_of
from autograph.operators.logical import and_test
from autograph.operators.loops import stage_for, stage_while, stage_while_testing
from autograph.operators.namespaces import has_class_attribute
from autograph.operators.observed import check_shared, is_endless, is_iterator, watch_drawn_from, watch_iterator
from autograph.operators.optionals import looped_over, truth_of
from autograph.operators.presence import learn, possible, settled
from autograph.operators.raising import can_raise
from autograph.operators.refusals import asks_for_identities
from autograph.operators.row_methods import items_of_object
from autograph.operators.rows import Row
from autograph.operators.staged_containers import list_for
from autograph.operators.state import Bound, State
from autograph.operators.structures import Optional, is_object, opened, take_apart
from autograph.operators.truth import BUILTIN_TYPES, NOTHING, chosen
from autograph.operators.walks import Walk, is_stepped, is_there
from autograph.staging import Backend, backend_of, backends, count_modules, tracing_backend

_NO_OPTIONS: Mapping[str, Any] = {}

#: What is looped over most often and is never staged.
_PLAIN_ITERABLES = frozenset({list, tuple, range, dict, set, str, bytes})

#: A block of converted code. Where it ends in an `if`, it returns what that returned: a block to be run after it.
Block = Callable[[], Any]


def is_staging() -> bool:
    """Whether a program is being staged now, in this thread: if not, code can run as it was written."""
    try:
        if not backends and count_modules() == staging.modules_seen:
            return False
        return tracing_backend() is not None
    except RecursionError as error:
        error.__traceback__ = None  # the function that asks has gone too deep, and there is no room to hide frames
        raise


def if_stmt(
    cond: Any,
    body: Block | None,
    orelse: Block | None = None,
    get_state: FunctionType | None = None,
    set_state: FunctionType | None = None,
    names: Sequence[str] = (),
    nouts: int = 0,
) -> Block:
    """An `if` statement.

    Args:
        cond: the value of the condition.
        body, orelse: the branches; None for an empty one.
        get_state, set_state: read and write the variables in `names`, in that order.
        names: the variables that the branches may change and that matter to the other branch or afterwards.
        nouts: how many of them, from the first, matter afterwards.

    Returns:
        The branch to run. Once the statement is staged there is nothing to run.
    """
    if cond is True:
        return body or NOTHING
    if cond is False:
        return orelse or NOTHING
    if type(cond) not in BUILTIN_TYPES:
        if backend_of(cond) is None and not are_replaced():
            return chosen([cond], body or NOTHING, orelse or NOTHING)
        with hidden_frames:
            truth = truth_of(cond)
            backend = backend_of(truth)
            if truth is cond and backend is None:
                return chosen([cond], body or NOTHING, orelse or NOTHING)
            if backend is None:
                return if_stmt(truth, body, orelse)
            state = State(get_state, set_state, names)
            stage_if(backend, truth, _to_end(body), _to_end(orelse), state, nouts + state.more)
        return NOTHING
    return (body if cond else orelse) or NOTHING


class _to_end(functools.partial):  # type: ignore[type-arg]
    """A block with what it returns to be run after it; a partial, so that the variables it binds are found."""

    def __new__(cls, block: Block | None) -> Any:
        return None if block is None else super().__new__(cls, block)

    def __call__(self) -> None:
        block: Any = self.func
        while block:
            block = block()


def while_stmt(
    test: Callable[[], Any],
    body: Block,
    get_state: FunctionType | None = None,
    set_state: FunctionType | None = None,
    names: Sequence[str] = (),
    options: Mapping[str, Any] = _NO_OPTIONS,
) -> bool:
    """A `while` statement.

    Args:
        test, body: the loop's test and body.
        get_state, set_state: read and write the variables in `names`, in that order.
        names: the variables that the loop may change and that matter to another iteration or afterwards.
        options: what `set_loop_options` said of the loop.

    Returns:
        Whether the loop is to be run as Python has it. While a program is being staged, it has been run.
    """
    if (not backends and count_modules() == staging.modules_seen) or (tracing := tracing_backend()) is None:
        return True
    with hidden_frames:
        _while_tracing(tracing, test, body, State(get_state, set_state, names), options)
    return False


def _while_tracing(
    tracing: Backend,
    test: Callable[[], Any],
    body: Block,
    state: State,
    options: Mapping[str, Any],
) -> None:
    """Runs as Python as long as the test is a Python value; from where it is staged on, so is the loop."""
    iterations = 0
    while True:
        take_back = Checkpoint(tracing)
        before = Bound((test,))
        condition, effects = with_resumables(tracing, functools.partial(_tested, test, before))
        around = log()
        backend = backend_of(condition)
        if backend is None:
            if around is not None:
                around.absorb(effects, writes=True)
            if not condition:
                return
            iterations += 1
            may_be_left = _may_be_left(body, around) or effects.raises or effects.exits > 0
            if (may_be_left and (iterations > _MOST_UNROLLED or _is_endless(test))) or (
                iterations > _MOST_ON_A_PATH and is_conditional()
            ):
                stage_while(tracing, test, body, state, options)
                return
        elif before.changed() or effects.effects():
            if around is not None:
                around.absorb(effects, writes=True)
            stage_while_testing(backend, condition, test, body, state, options)
            return
        else:
            take_back()
            _stage_while(backend, test, body, state, options)
            return


def _tested(test: Callable[[], Any], before: Bound) -> tuple[Any, Log]:
    """The outcome of a test, and what it did."""
    effects = Log()
    with logging(effects):
        try:
            return truth_of(test()), effects
        except (Advanced, SpelledBefore):
            effects.undo()
            before.restore()
            raise


def _stage_while(
    backend: Backend, test: Callable[[], Any], body: Block, state: State, options: Mapping[str, Any]
) -> None:
    """Stages a loop; one over objects, which no loop of a graph can carry, as branches in branches."""
    as_loop = functools.partial(stage_while, backend, test, body, state, options)
    _or_unrolled(backend, as_loop, lambda: (test, body), Bound((test, body), state), state)


def _stage_for(
    backend: Backend,
    iterable: Any,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], Any],
    state: State,
    options: Mapping[str, Any],
) -> None:
    """Stages a loop, likewise; one that changes the length of the list that it goes over asks for that each time."""
    as_loop = functools.partial(stage_for, backend, iterable, extra_test, body, state, options)
    before = Bound((extra_test, body), state)

    def steps() -> tuple[Callable[[], Any], Callable[[], Any]]:
        # Of one of several strings the character at a known place is one of fewer than all their characters.
        make = Walk if type(iterable) is Choice else iter
        meet_class(Walk)
        return _stepping(extra_test, body, call(make)(iterable))

    def along() -> None:
        _or_unrolled(backend, as_loop, steps, before, state)
        around = log()
        effects = [] if around is None else around.effects()
        bound = [*zip(before.state, state.read(), strict=True), *((e.before, e.after) for e in effects)]
        if any(was is iterable and now is not iterable for was, now in bound):
            container_errors.length_changes_under_iterator(iterable)  # or may have, before that got another

    def by_position() -> None:
        before.restore()
        _while_tracing(backend, *steps(), state, options)

    if log() is None or type(iterable) not in (StagedList, Row) or not isinstance(iterable, list):
        along()
    else:
        first_that_works(backend, [along, by_position], lambda error: error.code in _OF_LENGTHS)


def _or_unrolled(
    backend: Backend,
    as_loop: Callable[[], Any],
    steps: Callable[[], tuple[Callable[[], Any], Callable[[], Any]]],
    before: Bound,
    state: State,
) -> None:
    """Stages a loop; where it carries objects, and `as_loop` fails, by the test and the body that `steps` makes."""
    goes_over_objects = are_kept_apart() or any(map(_is_object, before.state))
    if log() is None or not can_raise(backend) or not goes_over_objects:
        as_loop()
        return

    def too_many() -> StagingError:
        return loop_errors.goes_on_over_objects(_MOST_OBJECTS)

    def unrolled() -> None:
        before.restore()
        give_up_first_way()  # a loop goes from record to record, as often as there are any
        with loop_over_objects(), at_most_branches(_MOST_BRANCHES, too_many):
            _unroll(backend, *steps(), state, _MOST_OBJECTS)

    first_that_works(backend, [as_loop, unrolled], _may_go_over_objects)


def _may_go_over_objects(error: StagingError) -> bool:
    """Whether an error says of a loop that it goes from one object to another."""
    return asks_for_identities(error) if are_kept_apart() else error.code in _OF_OBJECTS


def _is_object(value: Any) -> bool:
    """Whether a value is, may be or may become an object of a class of the user's."""
    value = value.value if type(value) is Optional else value
    return value is None or is_object(opened(take_apart(value, [])))


#: The code of errors that say that a list changes its length.
_OF_LENGTHS = frozenset({"AG022"})
#: The codes of errors that say that a loop carries what stands for different objects.
_OF_OBJECTS = frozenset({"AG014", "AG015"})
#: How many objects a loop goes over at most, one after the other.
_MOST_OBJECTS = 12
#: How many branches such a loop may take, with those in it.
_MOST_BRANCHES = 1000


def _unroll(backend: Backend, test: Callable[[], Any], body: Callable[[], Any], state: State, most: int) -> None:
    condition = truth_of(test())
    if backend_of(condition) is None:
        if not condition:
            return
        body()
        _unroll(backend, test, body, state, most)
        return
    if not most:
        raise loop_errors.goes_on_over_objects(_MOST_OBJECTS)

    def rest() -> None:
        body()
        _unroll(backend, test, body, state, most - 1)

    stage_if(backend, condition, rest, None, state, len(state.names))


#: How many iterations of a loop that an exception may leave are traced one by one: it may be what ends the loop.
_MOST_UNROLLED = 50
#: How many are traced on a path that may never be taken: what ends the loop may have come with the reason to take it.
_MOST_ON_A_PATH = 1000


def _may_be_left(body: Block, around: Log | None) -> bool:
    """Runs the body of a loop; whether an exception may leave it when the program runs."""
    if around is None:
        body()
        return False
    exits, raises, around.raises = around.exits, around.raises, False
    body()
    left = around.raises or around.exits > exits
    around.raises = around.raises or raises
    return left


def _is_endless(test: Callable[[], Any]) -> bool:
    """Whether the test of a loop is a constant, so that the loop is left by jumps and exceptions only."""
    code = getattr(test, "__code__", None)
    return code is not None and not code.co_freevars and not code.co_names


def for_stmt(
    iterable: Any,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], Any],
    get_state: FunctionType | None = None,
    set_state: FunctionType | None = None,
    names: Sequence[str] = (),
    options: Mapping[str, Any] = _NO_OPTIONS,
) -> Iterable[Any]:
    """A `for` statement.

    Args:
        iterable: what is looped over.
        extra_test: whether to go on, asked before every iteration; None if the loop is never left early.
        body: the loop's body, given an element.
        get_state, set_state: read and write the variables in `names`, in that order.
        names: the variables that the loop may change and that matter to another iteration or afterwards.
        options: what `set_loop_options` said of the loop.

    Returns:
        What is to be looped over as Python does. Once the loop is staged, or run, that is nothing.
    """
    if type(iterable) not in _PLAIN_ITERABLES:
        backend = backend_of(iterable)
        if backend is not None:
            if type(iterable) is Optional or type(iterable) is Either:
                with hidden_frames:
                    if type(iterable := looped_over(iterable)) is not Either:
                        return for_stmt(iterable, extra_test, body, get_state, set_state, names, options)
                    loop = functools.partial(_loop, extra_test, body, get_state, set_state, names, options)
                    _for_each(iterable, possible(iterable), loop, State(get_state, set_state, names))
                return ()
            if type(iterable) is Row and iterable.pool.is_of_objects:
                return for_stmt(items_of_object(iterable), extra_test, body, get_state, set_state, names, options)
            state = State(get_state, set_state, names)
            with hidden_frames, in_any_order(iterable, extra_test is not None, body, state):
                if type(iterable) in ITERABLES:
                    _for_keys(iterable, extra_test, body, state, options)
                else:
                    _stage_for(backend, iterable, extra_test, body, state, options)
            return ()
    tracing = None if not backends and count_modules() == staging.modules_seen else tracing_backend()
    if tracing is None:
        return iterable
    if type(iterable) is list and looped_lists.is_staged(sys._getframe(1)):
        with hidden_frames:
            made = list_for(tracing, iterable)
        return for_stmt(made, extra_test, body, get_state, set_state, names, options)
    if type(iterable) not in _PLAIN_ITERABLES:
        iterable = stepped(iterable)
        run = visits_of(iterable, extra_test is not None)
        if run is not None and not (type(iterable) is GeneratorType and _has(body, iterable)):
            is_own = places.is_own(sys._getframe(1))
            if not is_own:
                go_over(iterable)
            elif is_conditional_for(iterable):
                use_up(iterable)
            end(iterable, is_own)
            with hidden_frames:
                Consumer(body, extra_test, State(get_state, set_state, names)).visit_all(run)
            return ()
        if is_stepped(iterable):
            with hidden_frames:
                _for_steps(iterable, extra_test, body, State(get_state, set_state, names), options)
            return ()
        if is_logging() and is_iterator(iterable):
            watch_iterator(iterable)
            watch_drawn_from(iterable)
            held = beginning_with[-1](iterable)
            if held is iterable and type(iterable) is GeneratorType and _has(body, iterable):
                held = resumed(iterable) or iterable  # what Python goes over cannot be made another
            if held is not iterable:
                return for_stmt(held, extra_test, body, get_state, set_state, names, options)
    if extra_test is None:
        return looping(iterable)
    with hidden_frames:
        _for_tracing(iterable, extra_test, body, State(get_state, set_state, names))
    return ()


def _for_each(value: Either, options: Sequence[Option], loop: Callable[[Any], None], state: State) -> None:
    """Stages a loop over each of the values that a value may be."""
    first, *others = options
    if not others:
        return loop(first.value)
    rest = functools.partial(_for_each, value, others, loop, state)
    stage_if(value.backend, condition_of(first), functools.partial(loop, first.value), rest, state, len(state.names))


def _loop(
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], Any],
    get_state: FunctionType | None,
    set_state: FunctionType | None,
    names: Sequence[str],
    options: Mapping[str, Any],
    iterable: Any,
) -> None:
    for element in for_stmt(iterable, extra_test, body, get_state, set_state, names, options):
        body(element)


def _has(body: Any, value: Any) -> bool:
    """Whether the body of a loop, or a function that it may call, has a value by a variable of a function around."""
    functions, seen = [body], {id(body)}
    for function in functions:
        for cell in getattr(function, "__closure__", None) or ():
            held = contents_of(cell)
            if held is value:
                return True
            if type(held) is FunctionType and id(held) not in seen:
                seen.add(id(held))
                functions.append(held)
    return False


class _Step:
    """One item of an iterator at a time, for a loop over it.

    Attributes:
        items: the item, where there is one; None where there is none.
    """

    def __init__(self, iterator: Any):
        self.iterator = iterator
        self.items: Any = None

    def taken(self) -> Any:
        """The item, where there is one."""
        if type(self.items) is Optional:
            learn([(self.items, True)])
        return settled(self.items)[0]


#: How many elements are traced, once whether to go on is staged, of what does not say how many it has.
_MOST_OF_UNKNOWN = 10_000


def _for_steps(
    iterator: Any,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], Any],
    state: State,
    options: Mapping[str, Any],
) -> None:
    """Has the program that is staged ask an iterator for each item: it may say that there is none."""
    backend = tracing_backend()
    assert backend is not None
    with asking(iterator):
        _while_tracing(backend, *_stepping(extra_test, body, iterator), state, options)


def _stepping(
    extra_test: Callable[[], Any] | None, body: Callable[[Any], Any], iterator: Any
) -> tuple[Callable[[], Any], Callable[[], Any]]:
    """The test and the body of a `while` loop that asks an iterator for each item."""
    step = new(_Step(iterator))
    is_next = functools.partial(call(is_there), step)
    test = is_next if extra_test is None else lambda: and_test(extra_test(), is_next)()
    return test, lambda: body(step.taken())


def _for_tracing(
    iterable: Iterable[Any], extra_test: Callable[[], Any], body: Callable[[Any], Any], state: State
) -> None:
    """Unrolls a loop over Python values; once whether to go on is staged, so is what remains, element by element."""
    condition: Any = True
    is_generator = type(iterable) is GeneratorType
    elements = iter(iterable if is_generator else looping(iterable))
    at_hand: list[Any] = new([])
    count = 0
    with going_over(at_hand), going_over(iterable) if is_generator else nullcontext():
        while True:
            backend = backend_of(condition)
            if backend is not None and is_generator and places.variables_with(iterable):
                break
            at_hand[:] = [next(elements, _END) if backend is None else _next_of(elements)]
            if at_hand[0] is _END:
                return
            if backend is not None:
                if is_endless(iterable):
                    refuse_iterator(iterable)
                if count == 0 and is_iterator(iterable):
                    check_shared(iterable)
                count += 1
                if count > _MOST_OF_UNKNOWN and not has_class_attribute(type(iterable), "__len__"):
                    container_errors.has_no_end(iterable)
                stage_if(backend, condition, lambda: body(at_hand[0]), None, state, len(state.names))
            else:
                body(at_hand[0])
            condition = extra_test()
            if backend_of(condition) is None and not condition:
                return
    # How far a generator goes, which others may go on with, is staged.
    made = resumed(iterable) if type(iterable) is GeneratorType else None
    if made is None:
        refuse_iterator(iterable)
    _for_steps(made, extra_test, body, state, {})


def _for_keys(
    iterable: Any,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], Any],
    state: State,
    options: Mapping[str, Any],
) -> None:
    """Unrolls a loop over a dict of staged keys, or a view of one; where their order is staged, stages it."""
    elements, flags = steps(iterable), flags_of(iterable)
    if elements is None:
        found: Any = listed(iterable)
        stage_for(found.backend, found, extra_test, body, state, options)
        elements = []
    goes_on: Any = True
    for present, make in elements:
        condition = and_test(goes_on, functools.partial(_itself, present))()
        backend = backend_of(condition)
        if backend is not None:
            stage_if(backend, condition, functools.partial(_with, body, make), None, state, len(state.names))
        elif condition:
            body(make())
        goes_on = True if extra_test is None else truth_of(extra_test())
        if goes_on is False:
            return
    after = flags_of(iterable)
    if after.keys() != flags.keys() or any(after[key] is not flag for key, flag in flags.items()):
        container_errors.keys_change_in_a_loop(iterable if not hasattr(type(iterable), "owner") else iterable.owner)


def _itself(value: Any) -> Any:
    return value


def _with(body: Callable[[Any], Any], make: Callable[[], Any]) -> None:
    body(make())


_END = object()


def _next_of(elements: Iterator[Any]) -> Any:
    """The next element, where it is not known whether the program asks for it: that must have no effects."""
    with logging_part() as drawing:
        element = next(elements, _END)
    if any(may_be_known_elsewhere(effect.location.holder, ()) for effect in drawing.effects()):
        refuse_iterator(elements)
    return element
