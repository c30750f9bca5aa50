"""What a `try` that is being staged may catch: exceptions that end its body on some paths.

Where code under such a `try` raises on a staged path, the region at hand ends there, and so do those around it, out to
the body of the `try`. What the handlers see is kept at the moment of the exception: its arguments, and what the
program's variables and objects hold by then. `autograph.operators.trying` runs the handlers on it.
"""

from __future__ import annotations

import dis
import functools
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import CodeType, FrameType, FunctionType
from typing import Any, NoReturn

from autograph.diagnostics import Place, StagingError
from autograph.operators import effect_errors, raise_errors
from autograph.operators.captures import called_since, is_owned, variables_captured
from autograph.operators.catching import handling
from autograph.operators.caught import check_bound
from autograph.operators.effects import log, logs, new, path_may_raise, stands_for, without_effects
from autograph.operators.frames import hidden_frames, hide_frame
from autograph.operators.handlers import unstaged_between
from autograph.operators.links import Link
from autograph.operators.locations import Elements, Location, Variable, can_change, contents_of, held_by, set_contents
from autograph.operators.managers import is_in_with, manager_around
from autograph.operators.origin import RaisedLater, check_replaced, of_other_arguments
from autograph.operators.presence import settled_parts
from autograph.operators.properties import store
from autograph.operators.refusals import StagedAgain
from autograph.operators.replaying import places_of
from autograph.operators.shared_arrays import may_share
from autograph.operators.state import Bound, run_within
from autograph.operators.structures import (
    OUTER,
    Node,
    changes_in_place,
    is_object,
    put_together,
    staged_leaves,
    take_apart,
)
from autograph.source.build import converted_codes, is_converted
from autograph.staging import UNBOUND, UNSET, Backend, Left, backend_of


class MustStage(BaseException):
    """Ends the body of a `try` that was run as Python's own, when it turns out that a handler may have work to do."""


class MustStageAtOnce(MustStage, StagedAgain):
    """The same where no branch around takes it for what it ends with."""


class Unstageable(BaseException):
    """What a `with` is said to catch whose manager cannot be left on one path and again on another."""


class Trying:
    """A `try` whose body is being staged.

    Args:
        bound: the variables that the statement binds, as they are before it.
        caught: gives the types that its handlers catch.
        place: the file and the line of the statement.
    """

    #: Whether an exception has to reach it, if it may catch it.
    must_catch = True

    def __init__(self, bound: Bound, caught: Callable[[], Any], place: tuple[str, int]):
        self.bound = bound
        self.caught = caught
        self.place = place
        #: Whether the body is run as Python's own, as long as no exception is staged in it.
        self.is_direct = True
        self.must_stage = False
        #: Whether it is being asked what its handlers catch, which may run functions.
        self.asks = False
        #: Whether its `finally` raises in the place of what the body raises on some paths, and has to be told of that.
        self.sees_all = False
        #: Variables of functions that the body calls, which functions captured that are there after it.
        self.captured: list[Variable] = []
        #: How many logs there are around that of the body.
        self.depth = 0

    def may_catch(self, error: BaseException) -> bool:
        """Whether the statement has a part in what becomes of an exception."""
        return not self.is_direct or self.may_catch_class(error)

    def is_stageable(self) -> bool:
        """Whether the rest of the statement may be run for each way in which its body ends."""
        try:
            return self._types() is not Unstageable
        except StagingError:
            raise
        except Exception:
            return True

    def _types(self) -> Any:
        """What its handlers catch, which is asked whether there is an exception or not."""
        if self.sees_all:
            return BaseException
        if _only_names(getattr(self.caught, "__code__", None)):
            return self.caught()
        before, self.asks = self.asks, True
        try:
            return without_effects(self.caught, effect_errors.handlers_ask_with_effects)
        finally:
            self.asks = before

    def is_finally(self) -> bool:
        """Whether it has no handlers, and what is left of it is run for every exception."""
        code = getattr(self.caught, "__code__", None)  # what handlers catch is not asked for this
        return code is not None and not (code.co_names or code.co_freevars) and self._types() == ()

    def stages_finally(self) -> None:
        """Has the statement staged, and its `finally` run for what the body raises: it raises itself."""
        self.sees_all = self.must_stage = True

    def check_changes(self, error: BaseException, locations: Sequence[Location]) -> None:
        """Refuses an exception on paths that have changed some locations, if it cannot be told of that."""

    def refuse(self, backend: Backend, error: BaseException) -> NoReturn:
        """Says that an exception would have to be caught, and cannot be."""
        raise_errors.raised_under_a_handler(error, Place(*self.place))

    def must_see(self, error: BaseException) -> bool:
        """Whether an exception does not pass the statement unseen."""
        return self.must_catch and self.may_catch_class(error)

    def may_catch_class(self, error: BaseException) -> bool:
        """Whether a handler is for the class of an exception; a refusal passes all of them."""
        if self.must_catch and isinstance(error, RaisedLater):
            return False
        if self.asks:
            return True
        try:
            return isinstance(error, self._types())
        except StagingError:
            raise
        except Exception:
            return True


@functools.lru_cache(maxsize=1024)
def _only_names(code: CodeType | None) -> bool:
    """Whether code reads variables, and does no more: statements in each other ask that again and again."""
    return code is not None and {instruction.opname for instruction in dis.get_instructions(code)} <= _READING


_READING = frozenset({
    "RESUME", "COPY_FREE_VARS", "LOAD_GLOBAL", "LOAD_DEREF", "LOAD_CONST", "BUILD_TUPLE", "RETURN_VALUE",
    "RETURN_CONST", "NOP", "CACHE",
})  # fmt: skip


class _Stack(threading.local):
    def __init__(self) -> None:
        self.statements: list[Trying] = []
        #: How often something may have been raised when the program runs.
        self.raised = 0
        #: Those whose `finally` is being run, and whose body may have raised; and how many others were around each.
        self.finishing: list[tuple[Trying, int]] = []


_stack = _Stack()


def run_body(statement: Trying, body: Callable[[], Any]) -> None:
    """Runs the body of a `try` that is being staged."""
    _stack.statements.append(statement)
    statement.depth = len(logs()) - 1
    raised = _stack.raised
    try:
        with hidden_frames, handling(statement.must_see):
            body()
    except Exception as error:
        check_replaced(error)
        if isinstance(error, NameError) and statement.must_see(error):
            check_bound(error)
        raise
    finally:
        _stack.statements.pop()
        if statement.is_direct and _stack.raised > raised and statement.is_finally():
            _stack.finishing.append((statement, len(_stack.statements)))


def finishes(statement: Trying) -> None:
    """A `try` has come to its end that was run as Python's own."""
    _stack.finishing = [known for known in _stack.finishing if known[0] is not statement]


def is_in_try() -> bool:
    """Whether a `try` is being staged."""
    return tries_around() > 0


def tries_around() -> int:
    """How many `try` statements are being staged, one in the other."""
    return len(_stack.statements)


def leave_if(backend: Backend, condition: Any, error: BaseException, fails: bool = False) -> bool:
    """Has the region at hand end with an exception if a condition holds, where a `try` around it may catch it.

    Says whether there is one.

    Args:
        fails: whether a program that nothing catches it in raises something else, which says that it cannot be staged.
    """
    asking = next((statement for statement in _stack.statements if statement.asks), None)
    if asking is not None:  # the handlers of others around would catch it
        asking.refuse(backend, error)
    catching = [statement for statement in _stack.statements if statement.may_catch(error)]
    must_catch = any(statement.must_catch for statement in catching)
    if not must_catch and not fails and not isinstance(error, RaisedLater):
        path_may_raise()
    for finishing, count in _stack.finishing:
        if not any(statement.must_see(error) for statement in _stack.statements[count:]):
            finishing.stages_finally()
            raise MustStageAtOnce
    if not catching:
        _stack.raised += 1
        return False
    statement = _stack.statements[-1]
    if not statement.is_stageable():
        if not must_catch:
            return False
        raise_errors.raised_to_python(error, "the context manager of the `with` around would be given it")
    between = _between(statement, error) or manager_around(error, until=run_body.__code__)
    if between is not None:
        if not must_catch:
            return False
        raise_errors.raised_under_a_handler(error, between)
    if statement.is_direct:
        statement.must_stage = True
        is_programs = type(error).__module__.partition(".")[0] != "autograph"
        raise MustStageAtOnce if is_programs else MustStage
    values: list[Any] = []
    outcome = Outcome(statement, backend, values, error)
    outcome.leave(condition, values)
    return True


def can_leave(error: BaseException | None = None) -> bool:
    """Whether what the program raises when it runs ends the function that is staged.

    Args:
        error: an exception that no handler of the program's must see.
    """
    if not _stack.statements or _stack.statements[0].must_catch:
        return False
    return error is None or not is_caught(error)


def is_caught(*errors: BaseException) -> bool:
    """Whether a `try` that is being staged, or that may come to be, has a handler for an exception; or a `with`."""
    is_handled = any(statement.must_see(error) for statement in _stack.statements for error in errors)
    return is_handled or manager_around(*errors) is not None


def has_handlers() -> bool:
    """Whether there is a `try` or a `with` around that may have a part in what becomes of an exception."""
    return bool(_stack.statements) or is_in_with()


def handles_exceptions() -> bool:
    """Whether there is any handler of the program's around."""
    return any(statement.must_catch for statement in _stack.statements)


def catches_arithmetic() -> bool:
    """Whether there is a handler for what Python raises of operators on numbers."""
    return has_handlers() and is_caught(*_OF_OPERATORS)


_OF_OPERATORS = (ZeroDivisionError(), ValueError(), OverflowError())


def checking_operators(function: Any, form: Any, called: Callable[..., Any]) -> Callable[..., Any]:
    """What to call, in place of `called`, for a function whose operators may raise where a handler is for that.

    Functions are converted for the purpose (`autograph.operators.calls`), but for those that a converted one defines.
    """
    catches = has_handlers() and is_caught(ZeroDivisionError(), OverflowError())
    if not catches or not is_converted(function):
        return called
    if not may_raise(getattr(getattr(form, "__func__", form), "__code__", None)):
        return called

    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            if _sees_staged(form, args, kwargs):
                raise_errors.divides_under_a_handler(form, _innermost_place())
            return called(*args, **kwargs)
        except BaseException as error:
            hide_frame(error)
            raise

    return call


def _innermost_place() -> Place:
    if _stack.statements:
        return Place(*_stack.statements[-1].place)
    place = manager_around(ZeroDivisionError(), OverflowError())
    assert place is not None
    return place


def _sees_staged(form: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Whether a function is given a staged value: as an argument, by its object, or by a variable around it."""
    function = getattr(form, "__func__", form)
    cells = [contents_of(cell) for cell in getattr(function, "__closure__", None) or ()]
    given = [*args, *kwargs.values(), getattr(form, "__self__", None), *cells]
    objects = {id(value) for value in given}
    return bool(staged_leaves(given, lambda value: id(value) in objects))


#: What a function refers to whose operators raise what Python raises of them, if not all in its form for plain code.
has_checked_operators = True


@functools.lru_cache(maxsize=1024)
def may_raise(code: CodeType | None) -> bool:
    """Whether code has operators that Python raises an exception of for some numbers."""
    if code is None or "has_checked_operators" in code.co_names:
        return False
    own = {*code.co_names, *code.co_freevars} >= _REMAINDER or any(
        i.opname == "BINARY_OP" and i.argrepr.rstrip("=") in _OPERATORS for i in dis.get_instructions(code)
    )
    return own or any(may_raise(inner) for inner in code.co_consts if isinstance(inner, CodeType))


#: What code names that has a `%` of what may be a text.
_REMAINDER = frozenset({"ag__", "percent"})
_OPERATORS = frozenset({"/", "//", "%", "<<", ">>", "**"})


def leave_again(results: Sequence[Any] | Mapping[int, Any], left: Left) -> None:
    """Has the region at hand end where one within it did, which is staged by now.

    Args:
        results: of what was staged.
        left: the exit of the region within.
    """
    left.what.leave(results[left.flag], [results[position] for position in left.values])


class Outcome:
    """One way in which the body of a `try` ends: what its variables, and objects it changed, hold then.

    Args:
        statement: the `try`.
        backend: on which it is staged.
        values: to which the staged values in all that are added.
        error: the exception that ends the body; None where it comes to its end.
    """

    def __init__(self, statement: Trying, backend: Backend, values: list[Any], error: BaseException | None = None):
        self._statement = statement
        self._backend = backend
        self._values = values
        #: What is staged of them, by where it is among these.
        self._sources: dict[int, Any] = {}
        self._error = error
        self._logs = logs()[statement.depth :]
        #: The exception, what it was raised from and what was handled meanwhile, so far as they came to be in the body.
        self._chain = self._chain_of(error)
        self._arguments = [self._taken(_arguments(raised)) for raised in self._chain]
        self._attributes = [[*vars(raised)] for raised in self._chain]  # what they hold by now may be undone later
        self._causes = [(e.__cause__, e.__context__, e.__suppress_context__) for e in self._chain]
        self._shows_staged = bool(values)
        self._variables = [
            (cell, self._taken(value))
            for cell, before in statement.bound.held
            if (value := contents_of(cell)) is not before
        ]
        #: Where the exception was raised.
        self.places: list[Place] = []
        if self._error is not None:
            self.places = places_of(self._error)
            changes = [e for region in self._logs[1:] for e in region.effects(statement.bound.locals)]
            statement.check_changes(self._error, [effect.location for effect in changes])
        self._locations = [(location, self._held(location)) for location in self._changed()]
        self._keep_captured()
        #: Which objects are the same, and where the condition of that is among the values; those that must not change.
        around = self._logs[-1] if self._logs else None
        own = [link for region in self._logs for link in region.own_links()]
        self._links = [(link, self._is_new(link.original), self._staged(link.condition).index) for link in own]
        self._frozen = {} if around is None else dict(around.frozen)
        self._logs = []

    def _chain_of(self, error: BaseException | None) -> list[BaseException]:
        found = [] if error is None or self._was_there(error) else [error]
        for raised in found:
            linked = (raised.__cause__, raised.__context__)
            found += [e for e in linked if e is not None and e not in found and not self._was_there(e)]
        return found

    def _was_there(self, error: BaseException) -> bool:
        """Whether an exception was there before the statement: it is the same object in the handlers then."""
        if self._is_new(error):
            return False
        return any(value is error for known in self._statement.bound.known() for value in _held_by(known))

    def _changed(self) -> list[Location]:
        """The locations outside of the body that it has changed so far."""
        found: dict[Any, Location] = {}
        called = called_since(run_body.__code__)
        for region in self._logs:
            for effect in region.effects(self._statement.bound.locals):
                is_of_called = self._is_new(effect.before) and is_owned(effect.location, called)
                if not (is_of_called or self._is_new(effect.location.holder)):
                    found[effect.location.identity] = effect.location
        return list(found.values())

    def _keep_captured(self) -> None:
        """Adds variables of functions that the body calls, where a function that captured them is there afterwards."""
        known = {location.identity for location, _ in self._locations}
        known |= {Variable(cell).identity for cell, _ in self._statement.bound.held}
        nodes = [*self._arguments, *(node for _, node in [*self._variables, *self._locations])]
        called = called_since(run_body.__code__)
        waiting = [*self._statement.captured]
        while waiting or nodes:
            if nodes:
                node = nodes.pop()
                values = [part.value for part in [*node.containers(), *node.leaves()]]
                waiting += [variable for variable in variables_captured(values) if is_owned(variable, called)]
                continue
            variable = waiting.pop()
            if variable.identity not in known:
                known.add(variable.identity)
                node = self._held(variable)
                self._locations.append((variable, node))
                self._statement.captured.append(variable)
                nodes.append(node)

    def _held(self, location: Location) -> Node:
        value = location.read()
        if not isinstance(location, Elements):
            return self._taken(value)
        return Node(value, list, len(value), [self._taken(element) for element in value], -1)

    def _is_new(self, value: Any) -> bool:
        return any(region.is_new(value) for region in self._logs)

    def _taken(self, value: Any) -> Node:
        return self._kept(settled_parts(take_apart(value, [], self._is_new)))

    def _kept(self, node: Node) -> Node:
        """The tree, in which objects that were there before are themselves, and staged leaves are numbered."""
        value = node.value
        if node.kind is None:
            if value is UNBOUND or value is UNSET:
                return Node(value, None, None, [], OUTER)
            if backend_of(value) is not None:
                return self._staged(value)
            is_raised = any(value is raised for raised in self._chain)  # and may be renewed
            if self._is_new(value) and can_change(value) and not is_raised:
                return self._copied(value)
            return Node(value, None, None, [], OUTER)
        if (changes_in_place(value) or is_object(node)) and not self._is_new(value):
            return Node(value, None, None, [], OUTER)
        return Node(value, node.kind, node.label, [self._kept(part) for part in node.parts], -1)

    def _staged(self, value: Any) -> Node:
        if self._backend.type_of(value) is None:
            self.refuse()
        index = next((index for index, known in self._sources.items() if known is value), -1)
        if index < 0 or not may_share(value):  # an array that two have stays one
            self._values.append(value)
            index = len(self._values) - 1
            self._sources[index] = value
        return Node(value, None, None, [], index)

    def _copied(self, value: Any) -> Node:
        """An object that came to be in the body, as it is now: it may change on the paths that go on."""
        if type(value) is not set:
            self.refuse()
        return Node(value.copy(), None, None, [], OUTER)

    def changes(self) -> Iterator[tuple[Any, Node]]:
        """What variables and locations held before the statement, and what they hold now."""
        held = {id(cell): before for cell, before in self._statement.bound.held}
        yield from ((held[id(cell)], node) for cell, node in self._variables)
        yield from ((location.read(), node) for location, node in self._locations)

    def leave(self, condition: Any, values: Sequence[Any]) -> None:
        """Has the region at hand end in this way if a condition holds."""
        if not self._backend.exit_if(condition, values, self):
            self.refuse()
        logs()[-1].exits += 1
        logs()[-1].caught += self._statement.must_catch

    def refuse(self) -> NoReturn:
        """Says that the exception would have to be caught, and cannot be."""
        self._statement.refuse(self._backend, self._error or ValueError())

    def error(self, values: Sequence[Any]) -> BaseException | None:
        """The exception; what else is so when it ends the body is forgotten."""
        return self._raised(values, {})

    def restore(self, values: Sequence[Any]) -> BaseException | None:
        """Has variables and objects hold what they held then; the exception.

        Args:
            values: what the staged values have become.
        """
        made: dict[int, Any] = {}
        for index, source in self._sources.items():
            stands_for(values[index], [source])
        error = self._raised(values, made)
        for cell, node in self._variables:
            set_contents(cell, _rebuilt(node, values, made))
        store((location, _rebuilt(node, values, made)) for location, node in self._locations)
        self._link(values, made)
        return error

    def _link(self, values: Sequence[Any], made: dict[int, Any]) -> None:
        """Links what took the place of objects of the body as these were."""
        around = log()
        if around is None:
            return
        around.freezes(*(value for key, value in made.items() if key in self._frozen))
        waiting = list(made)
        for key in waiting:
            for link, is_new, index in self._links:
                if id(link.made) == key:
                    original = made.get(id(link.original), link.original)
                    is_there = link.is_there and (not is_new or id(link.original) in made)
                    value = made.get(key, link.made)
                    around.links_objects(Link(values[index], link.holds, value, original, is_there))
                    if id(link.original) not in waiting:
                        waiting.append(id(link.original))

    def _raised(self, values: Sequence[Any], made: dict[int, Any]) -> BaseException | None:
        """The exception as it was; one like it, if it came to be in the body and would be another by now."""
        rows = zip(self._chain, self._arguments, self._attributes, self._causes, strict=True)
        for raised, node, names, (cause, context, is_suppressed) in reversed([*rows]):
            raised.__cause__, raised.__context__, raised.__suppress_context__ = cause, context, is_suppressed
            causes = made.get(id(cause), cause), made.get(id(context), context)
            if causes == (cause, context) and not self._shows_staged and _holds(_arguments(raised), node):
                made.update((id(part.value), part.value) for part in node.containers() if is_object(part))
                new(raised)
                continue
            arguments, *attributes = _rebuilt(node, values, made)
            like = of_other_arguments(raised, arguments, dict(zip(names, attributes, strict=True)))
            like.__cause__, like.__context__ = causes
            like.__suppress_context__ = is_suppressed
            made[id(raised)] = new(like.with_traceback(raised.__traceback__))
        return made.get(id(self._error), self._error)


def _held_by(value: Any) -> list[Any]:
    cells = getattr(value, "__closure__", None) or () if type(value) is FunctionType else ()
    return [value, *held_by(value), *map(contents_of, cells)]


def _arguments(error: BaseException) -> tuple[Any, ...]:
    """What an exception was given, and its attributes."""
    return error.args, *vars(error).values()


def _holds(value: Any, node: Node) -> bool:
    """Whether a value still is what it was when it was taken apart."""
    if node.kind is None:
        return value is node.value
    now = take_apart(value, [], lambda part: part is value)
    is_alike = now.kind is node.kind and now.label == node.label and len(now.parts) == len(node.parts)
    return is_alike and all(_holds(part.value, own) for part, own in zip(now.parts, node.parts, strict=True))


def _rebuilt(node: Node, values: Sequence[Any], made: dict[int, Any]) -> Any:
    """A value of other leaves; what was one object is one again."""
    key = id(node.value)
    if node.kind is None:
        return values[node.index] if node.index >= 0 else made.get(key, node.value)
    if key not in made:
        parts = [_rebuilt(part, values, made) for part in node.parts]
        made[key] = put_together(node, parts, fresh=changes_in_place(node.value) or is_object(node))
        if (around := log()) is not None:
            around.bears(made[key])
            replaced = logs()[0].replaced
            if key in replaced:  # it is in the place of what this was in the place of
                replaced[id(made[key])] = made[key], *replaced[key][1:]
    return made[key]


def _between(statement: Trying, error: BaseException) -> Place | None:
    """A statement that is not staged, and that an exception would pass on its way to a `try` that is."""
    frame: FrameType | None = sys._getframe(2)
    passed: list[FrameType] = []
    while frame is not None and frame.f_code is not run_body.__code__:
        if frame.f_code in converted_codes and frame.f_code.co_name != "<lambda>":
            passed.append(frame)
        elif frame.f_code is run_within.__code__:
            if (found := _unstaged_in(passed, error, frame.f_locals["place"])) is not None:
                return found
            passed = []
        frame = frame.f_back
    return _unstaged_in(passed, error, statement.place)


def _unstaged_in(frames: Sequence[FrameType], error: BaseException, place: tuple[str, int]) -> Place | None:
    for frame in frames:
        line = unstaged_between(frame, error, place)
        if line is not None:
            return Place(frame.f_code.co_filename, line, frame.f_code.co_name)
    return None
