"""Calls of a function to itself, as a loop over a stack of those that have not returned (`call_stack`).

The stack holds the arguments that are not the same in all calls, and the results. Of lists it holds the length and the
elements: those that the function changes are put back where they are when a call goes on.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import FunctionType, MethodType
from typing import Any, NoReturn

from autograph.diagnostics import StagingError
from autograph.operators import call_errors
from autograph.operators.caches import converting
from autograph.operators.call_stack import CallStack, evaluated
from autograph.operators.choices import ANY, later
from autograph.operators.effects import Effect, Log, log, logs, new
from autograph.operators.exits import tries_around
from autograph.operators.forms import MOST_CHARACTERS, Form, form_of
from autograph.operators.holders import may_be_held, original_of, replacements
from autograph.operators.holding import Unknown
from autograph.operators.links import linked_with
from autograph.operators.lists import StagedList, form_in
from autograph.operators.locations import Elements, Location
from autograph.operators.loop_effects import newly_staged
from autograph.operators.namespaces import class_attribute
from autograph.operators.operands import are_texts
from autograph.operators.origin import Raised
from autograph.operators.placeholders import any_like
from autograph.operators.places import current_place
from autograph.operators.presence import found
from autograph.operators.properties import store
from autograph.operators.raising import require
from autograph.operators.staged_containers import staged_for
from autograph.operators.staged_tuples import is_tuple
from autograph.operators.state import consumers_variables
from autograph.operators.stores import writing
from autograph.operators.strings import String
from autograph.operators.structures import Optional, changes_in_place, is_object, opened, staged_leaves, take_apart
from autograph.operators.tables import Table, entry_form, in_no_order, is_set, type_for
from autograph.operators.text import Text
from autograph.staging import UNBOUND, UNSET, Backend, backend_of

#: How many calls there are on a stack at most: as many as Python has by default.
_MOST = 1000
#: For how many elements of a list that the function changes there is room, where there is not always room for more.
_ROOM = 256
#: For how many characters of a string there is room that is in no list, where there is not always room for more.
_MOST_CHARACTERS = 256
#: How many calls, one in the other, are traced at first that are made under no condition, and are given tensors.
_MOST_UNCONDITIONAL = 50
_NONE: Mapping[int, Any] = {}


class Unfit(StagingError):
    """A function cannot be run on a stack."""

    __module__ = "autograph"
    __qualname__ = "StagingError"


def unfit(name: str) -> NoReturn:
    """Has calls of a function traced in another way."""
    raise Unfit("AG052", f"'{name}' calls itself, and cannot be run on a stack of its calls")


class Activation:
    """What one call of a function is given.

    Attributes:
        called: the function, or method.
        arguments: by the names of its parameters.
        consumer: who is given the items of a generator.
    """

    def __init__(self, called: Any, args: Sequence[Any], kwargs: dict[str, Any], consumer: Any = None):
        self.called = called
        self.consumer = consumer
        self.name = getattr(called, "__name__", type(called).__name__)
        # An object is not asked for its own: it would be compared with classes, as its class may have that done.
        calls_method = type(class_attribute(type(called), "__call__")) is FunctionType
        method = called.__call__ if calls_method else called
        self._bound = inspect.signature(method).bind(*args, **kwargs)
        self._bound.apply_defaults()
        self.arguments = dict(self._bound.arguments)

    def run(self, form: Callable[..., Any], values: dict[str, Any]) -> Any:
        """Calls the function with other values for some of its arguments."""
        given = dict(self.arguments)
        given.update(values)
        self._bound.arguments.update(given)
        return form(*self._bound.args, **self._bound.kwargs)

    def others_of(self, first: Activation) -> set[str]:
        """The names of the parameters that have another value than in the first call."""
        return {name for name, value in self.arguments.items() if not _is_same(value, first.arguments[name])}

    def is_of(self, first: Activation) -> bool:
        """Whether it is one of the same function, and of the same object's, that hands its items to the same."""
        one, other = self.called, first.called
        if self.consumer is not first.consumer:
            return False
        if type(one) is MethodType and type(other) is MethodType:
            return one.__func__ is other.__func__ and one.__self__ is other.__self__
        return one is other

    def is_of_other_object(self, first: Activation) -> bool:
        """Whether it is a call of the same function, as a method of another object."""
        functions = [getattr(called, "__func__", called) for called in (self.called, first.called)]
        return functions[0] is functions[1] and _is_object(getattr(first.called, "__self__", None))


#: Types of which two equal values are one.
_CONSTANTS = frozenset({int, float, bool, str, bytes, complex})


def _is_same(one: Any, other: Any) -> bool:
    one, other = original_of(one), original_of(other)
    return one is other or (type(one) is type(other) and type(one) in _CONSTANTS and one == other)


class Observed:
    """What is known of a function that calls itself, of which one call is traced at first.

    Attributes:
        first: what the call from outside is given.
        changing: the parameters that do not have the same value in all calls.
        state: what it stores to that it does not make itself, and what is there before; or, where a variable is to be
            bound in any case, something like what it is bound to.
        containers: the lists and the like of which it leaves the length open, and the form of their elements.
        result: its result, as far as it returns without a call of itself.
        elements: the form of the elements of its results, if they are lists that it makes or tuples with such, as far
            as it is known; and of those of its parameters that are given other lists in other calls, by their names.
        returns_shared: whether a result may be a list that it is given, which somebody else has as well.
        may_be_none: whether a result may be None where others are such lists.
        shared: those of these parameters that are given a list which the caller, or somebody else, has as well.
        texts: the parameters that are given other strings in other calls; likewise of results, and of locations.
        tuples: those that are given tuples which have not as many items.
        sets: those that are given other sets, which no call may change, and their types.
        goes_along_objects: whether other calls are given other objects, are of such, or return any.
    """

    def __init__(self, backend: Backend, first: Activation):
        self.first = first
        self.changing: set[str] = set()
        self.state: dict[Any, tuple[Location, Any]] = {}
        self.containers: dict[int, tuple[Any, Form]] = {}
        self.result: Any = None
        self.elements: dict[str, Form | None] = {}
        self.shared = _held_lists(first)
        self.texts: set[Any] = set()
        self.tuples: set[str] = set()
        self.sets: dict[str, type] = {}
        self.returns_shared = False
        self.may_be_none = False
        self.goes_along_objects = False
        #: What the call at hand has in the place of such lists.
        self.copies: list[StagedList] = []
        self._backend = backend
        self._replacements = replacements()
        self._is_cut = False
        self._around = 0
        self._nested = 0

    def returns(self, run: Callable[[], Any]) -> Any:
        """What the first call returns.

        Raises:
            Unfit: there is a call that was not traced.
        """
        self._around = regions_around()
        try:
            result = run()
        except Raised:
            if not self._is_cut:
                raise
            unfit(self.first.name)
        if not self._is_cut:
            return result
        around = log()
        assert around is not None
        self.stores(around.effects())
        self.result = result
        is_kept_apart = type(result) is Optional and (_is_list(result.value) or are_texts(result.value))
        self.may_be_none = is_kept_apart and not result.unbound
        self.notes_result(result)
        if any(map(_is_list, self.parts(result).values())):
            self.makes(result, len(logs()) - 1)
        self.takes(self.first)
        unfit(self.first.name)

    def stores(
        self,
        effects: Iterable[Effect],
        apart_from: Sequence[Any] = (),
        staged: Mapping[int, Any] = _NONE,
        inner: Sequence[Log] = (),
    ) -> None:
        """Takes note of what has been stored to.

        Args:
            apart_from: objects that are not the function's.
            inner: the regions of its body, and that around it: what came to be there is another one in each call.
            staged: by the identity of lists of staged length the containers for which they stand.
        """
        for location, before, after in effects:
            holder = location.holder
            if any(holder is value for value in apart_from):
                continue
            original = staged.get(id(holder), original_of(holder, self._replacements))
            if any(log.is_new(original) for log in inner):
                continue
            if type(holder) is StagedList:
                if id(holder) not in staged or location.key == "form":
                    self._stages(original, holder.form)
            elif found := self._newly_staged(location, before, after):
                for value, form in found:
                    self._stages(value, form)
            else:
                values = [tuple(v) if isinstance(location, Elements) else v for v in (before, after)]
                if before is UNSET:  # any value will do
                    values[0] = values[1]
                if not location.stageable or not all(_is_value(self._backend, value) for value in values):
                    unfit(self.first.name)
                self.state.setdefault(location.identity, (location, values[0]))
                if any(part.kind in (String, Text) for part in take_apart(values[1], []).containers()):
                    self.texts.add(location.identity)

    def known(self) -> Any:
        """What tells whether more is known later."""
        parameters = {*self.changing}, {*self.shared}, {*self.texts}, {*self.tuples}
        results = self.returns_shared, self.may_be_none
        return parameters, results, len(self.state), [*self.containers.values()], {**self.elements}

    @property
    def returns_lists(self) -> bool:
        """Whether its results are lists, or tuples with lists in them."""
        return any(name in self.elements for name in self.parts(self.result))

    def parts(self, result: Any) -> dict[str, Any]:
        """What the stack keeps of a result, by names; of one that may be None, whether it is."""
        if not self.may_be_none:
            return _parts(result)
        is_optional = type(result) is Optional and not result.unbound
        absent, value = (result.absent, result.value) if is_optional else (result is None, result)
        nothing = "" if _RESULT in self.texts else new([])
        return {_ABSENT: absent, **_parts(nothing if value is None else value)}

    def notes_result(self, result: Any) -> None:
        """Takes note of the strings in a result, and of whether it is None where others are strings."""
        if result is None or type(result) is Optional:
            self.may_be_none |= _RESULT in self.texts and are_texts(self.result)
        self.texts |= {name for name, part in self.parts(result).items() if _has_strings(part)}

    def makes(self, result: Any, depth: int) -> None:
        """Takes note of the lists that it returns, and of their elements.

        Args:
            depth: how many logs there are around that of the call.

        Raises:
            Unfit: one is no list that the call has made or was given, or may be another.
        """
        self.may_be_none |= result is None or type(result) is Optional
        parts = self.parts(result)
        if parts.keys() != self.parts(self.result).keys():
            unfit(self.first.name)
        lists = [name for name, part in parts.items() if name in self.elements or _is_list(part)]
        for name in lists:
            self._check_made(parts[name], depth)
        for name in lists:
            self._notes_elements(name, parts[name])

    def _check_made(self, result: Any, depth: int) -> None:
        shared = [*self.copies, *(self.first.arguments[name] for name in self.shared & self.changing)]
        own = [value for name, value in self.first.arguments.items() if name not in self.shared]
        linked = linked_with(result, [link for region in logs() for link in region.links])
        is_shared = any(known is value for known in linked for value in shared)
        self.returns_shared |= is_shared
        for known in linked:
            if not any(known is value for value in shared):
                is_new = any(region.is_new(known) for region in logs()[depth:])
                is_frozen = any(region.is_frozen(known) for region in logs()) and not is_shared
                if is_frozen or not (is_new or any(known is value for value in own)):
                    unfit(self.first.name)

    def takes(self, call: Activation) -> None:
        """Takes note of what a call is given."""
        self.changing |= call.others_of(self.first)
        given = [made.arguments[name] for made in (self.first, call) for name in self.changing]
        self.goes_along_objects |= any(map(_is_object, given))
        if call is not self.first:
            self.shared |= _held_lists(call)
        self.texts |= {name for name in self.changing if are_texts(self.first.arguments[name], call.arguments[name])}
        self.tuples |= {n for n in self.changing if _are_unlike_tuples(self.first.arguments[n], call.arguments[n])}
        self.sets |= {name: type_for(made) for name in self.changing if is_set(made := self.first.arguments[name])}
        lists = [name for name in self.changing if name in self.tuples or _is_list(self.first.arguments[name])]
        for made in (self.first, call):
            for name in [*lists, *self.sets]:
                self._notes_elements(name, made.arguments[name])

    def _notes_elements(self, name: str, value: Any) -> None:
        if not self._has_kind_of(name, value):
            unfit(self.first.name)
        before = self.elements.get(name)
        if name in self.sets:
            form = entry_form(self._backend, value)
        else:
            form = value.form if type(value) is StagedList else form_of(self._backend, value)
        joined = form if before is None else before if form is None else before.joined(self._backend, form)
        if joined is None and (before is not None or type(value) in (StagedList, Table) or value):
            self.elements.pop(name, None)  # None would stand for lists that are empty
            unfit(self.first.name)
        self.elements[name] = joined

    def _has_kind_of(self, name: str, value: Any) -> bool:
        """Whether a value is a set, a tuple or a list, as others under a name are."""
        if name in self.sets:
            return is_set(value) and type_for(value) is self.sets[name]
        return is_tuple(value) if name in self.tuples else _is_list(value)

    def _newly_staged(self, location: Location, before: Any, after: Any) -> list[tuple[Any, Any]]:
        if isinstance(location, Elements) and len(before) != len(after):
            return [(location.holder, form_in(self._backend, location.holder, [*before, *after]))]
        return newly_staged(self._backend, before, after, isinstance(location, Elements))

    def _stages(self, value: Any, form: Any) -> None:
        if type(form) is not Form:
            unfit(self.first.name)
        _, known = self.containers.get(id(value), (value, form))
        joined = known.joined(self._backend, form)
        if joined is None:
            unfit(self.first.name)
        self.containers[id(value)] = value, joined

    def held(self) -> tuple[Any, ...]:
        """What there is now of what the function stores to."""
        found = [location.read() for location, _ in self.state.values()]
        return tuple([tuple(value) if type(value) is list else value for value in found])

    def call(self, call: Activation, run: Callable[[], Any]) -> Any:
        """What a call of the function returns that it makes itself."""
        if not call.is_of(self.first):
            self.goes_along_objects = call.is_of_other_object(self.first)
            unfit(call.name)
        self.takes(call)
        if regions_around() == self._around:  # it is no tensor that ends the recursion, unless one raises
            return self._unconditional(call, run)
        self._is_cut = True
        raise call_errors.recursed_too_deep(call.name, 1, 1)

    def _unconditional(self, call: Activation, run: Callable[[], Any]) -> Any:
        if self._nested >= _MOST_UNCONDITIONAL and self._all_staged(call):
            unfit(call.name)
        self._nested += 1
        try:
            return run()
        finally:
            self._nested -= 1

    def _all_staged(self, call: Activation) -> bool:
        """Whether no value of Python's tells one call from another."""
        return all(backend_of(call.arguments[name]) is not None for name in self.changing)


#: Stands for the result, among the names of parameters.
_RESULT = "return"
#: Stands for whether the result is None.
_ABSENT = "return is None"


def _parts(result: Any) -> dict[str, Any]:
    """What the stack keeps of a result, by names: the items of a tuple, if there are lists among them."""
    if type(result) is tuple and any(map(_is_list, result)):
        return {f"{_RESULT} {place}": part for place, part in enumerate(result)}
    return {_RESULT: result}


def _has_strings(value: Any) -> bool:
    """Whether a value is a string, or one that has texts in it which show what is staged."""
    return are_texts(value) or any(part.kind is Text for part in take_apart(value, []).containers())


def _with_strings(value: Any, of_text: Callable[[Any], Any]) -> Any:
    """A value with others in place of the strings in it."""
    if are_texts(value):
        return of_text(value)
    if type(value) is tuple:
        return tuple([_with_strings(part, of_text) for part in value])
    if type(value) is Optional:
        return value.rebuilt([value.absent, _with_strings(value.value, of_text)])
    return value


def _held_lists(call: Activation) -> set[str]:
    """The parameters that are given a list which somebody has, other than what is called."""
    return {name for name, value in call.arguments.items() if _is_list(value) and may_be_held(value)}


def _are_unlike_tuples(one: Any, other: Any) -> bool:
    """Whether two values are tuples, of which one has more items than the other, or may have."""
    kinds = [type(value) for value in (one, other)]
    return is_tuple(one) and is_tuple(other) and (kinds != [tuple, tuple] or len(one) != len(other))


def _is_list(value: Any) -> bool:
    return type(value) is list or (type(value) is StagedList and value.kind is list)


def regions_around() -> int:
    """How many conditional regions are around."""
    return sum(log.conditional for log in logs())


def _is_object(value: Any) -> bool:
    """Whether a value is an object, or may be one."""
    node = take_apart(value, [])
    return any(is_object(opened(part)) for part in [*node.containers(), *node.leaves()])


def _is_value(backend: Backend, value: Any) -> bool:
    """Whether a value is one that cannot change, and that a list of staged length can hold."""
    if value is UNBOUND or value is UNSET or form_of(backend, [value]) is None:
        return False
    return not any(changes_in_place(part.value) or is_object(part) for part in take_apart(value, []).containers())


class OnStack:
    """A function whose calls of itself are run on a stack.

    Args:
        backend: on which it is staged.
        form: the converted form of the function.
        observed: what is known of it.
    """

    def __init__(self, backend: Backend, form: Callable[..., Any], observed: Observed):
        self._backend = backend
        self._observed = observed
        #: What is known of it now: an attempt in which more was found out may have come to nothing, and is made again.
        self._known = observed.known()
        self._form = form
        #: The variables of whoever is given the items of a generator, and what they are where a call begins.
        self._consumers = consumers_variables()
        self._begun: list[Any] = []
        self._changing = sorted(observed.changing)
        self._lists: list[StagedList] = []
        #: By the identity of these lists what they stand for.
        self._staged: dict[int, Any] = {}
        #: What the first call is given, with these in it.
        self._arguments = dict(observed.first.arguments)
        for value, elements in observed.containers.values():
            self._stage(value, elements)
        unset = [known for known in observed.state.values() if known[0].read() is UNSET]
        store((location, any_like(backend, take_apart(like, []))) for location, like in unset)
        self._before = self._held()
        given = self._asked(self._arguments), self._before
        result = self._kept_result({k: self._like(k, v) for k, v in observed.parts(observed.result).items()})
        forms = [form_of(backend, [given]), form_of(backend, [0]), form_of(backend, [(result, self._before)])]
        lists = [_with_room(backend, self._limited(form, _MOST_CHARACTERS)) for form in forms if form is not None]
        if len(lists) < len(forms):
            unfit(observed.first.name)
        for values, element in zip(lists, (given, 0), strict=False):
            values.put(0, element)
        zero = _zero(backend, [*self._arguments.values()])
        arguments, answered, results = lists
        self._stack = new(CallStack(arguments, answered, results, _MOST, zero))
        self._own = self._stack, *lists
        #: How many `try` statements there are around the body, and how many logs around that of the first call.
        self._tries = 0
        self._depth = len(logs()) - 1

    def _like(self, name: str, result: Any) -> Any:
        """A value like a result, of whose leaves no more is asked than their types."""
        if name == _ABSENT:
            return False
        if name in self._observed.elements:
            return []
        return _with_strings(result, lambda text: "") if name in self._observed.texts else result

    def _stage(self, value: Any, form: Form) -> None:
        """Has a container staged before the first call already."""
        is_given = any(value is given for given in self._arguments.values())
        try:
            made, taken = staged_for(self._backend, value, self._limited(form, MOST_CHARACTERS), is_given)
        except Unknown:
            unfit(self._observed.first.name)
        self._arguments = {name: taken(given) for name, given in self._arguments.items()}
        elements = made if type(made) is StagedList else getattr(made, "entries", None)
        if type(elements) is not StagedList:
            unfit(self._observed.first.name)
        self._lists.append(elements)
        self._staged[id(elements)] = value

    def _limited(self, form: Form, most: int) -> Form:
        """A form that stays as it is however long the strings of its elements get."""
        error = call_errors.string_outgrown_in_recursion(self._observed.first.name, most)
        return form.limited(self._backend, most, error)

    def _asked(self, arguments: Mapping[str, Any]) -> tuple[Any, ...]:
        return tuple([self._kept(name, arguments[name]) for name in self._changing])

    def run(self) -> Any:
        """The result of the first call."""
        before = self._backend.unrepeatable
        result, held = converting[-1](evaluated)(self._stack, self._body)
        self._check()
        if self._backend.unrepeatable > before:
            unfit(self._observed.first.name)
        self._store(held)
        return self._given_result(self._observed.first, result)

    def call(self, call: Activation, run: Callable[[], Any]) -> Any:
        """What a call of the function returns that it makes itself."""
        observed = self._observed
        if tries_around() > self._tries:  # which would have a part in how the body ends
            unfit(call.name)
        if not call.is_of(observed.first):
            unfit(call.name)
        observed.takes(call)
        self._check()
        given = self._asked(call.arguments), self._held()
        self._check_strings(self._stack.arguments, given)
        result, held = converting[-1](CallStack.result)(self._stack, given, self._reset)
        self._store(held)
        return self._given_result(call, result)

    def _body(self) -> Any:
        stack, first = self._stack, self._observed.first
        self._tries = tries_around()
        values, held = stack.arguments.at(stack.top)
        self._store(held)
        self._begun = [variable.read() for variable in self._consumers]
        given = {name: self._given(name, value) for name, value in zip(self._changing, values, strict=True)}
        around = log()
        assert around is not None
        copies = [value for name, value in given.items() if type(value) is StagedList and name in self._observed.shared]
        tables = [value for name, value in given.items() if name in self._observed.sets and type(value) is Table]
        around.freezes(*copies, *tables, *(table.entries for table in tables))  # not to be changed
        self._observed.copies = copies
        result = first.run(self._form, {**self._arguments, **given})
        self._check()
        self._observed.notes_result(result)
        if self._observed.returns_lists:
            self._observed.makes(result, self._depth)
        self._check_known()
        found = self._kept_result(self._observed.parts(result)), self._held()
        self._check_strings(self._stack.results, found)
        self._reset()
        return found

    def _kept(self, name: str, value: Any) -> Any:
        """What the stack keeps of an argument or a result: of a list its length and its buffers."""
        if name in self._observed.texts:
            value = self._spelled(value)
        if name not in self._observed.elements:
            if not _is_value(self._backend, value):
                self._observed.goes_along_objects |= _is_object(value)
                unfit(self._observed.first.name)
            return value
        elements = self._observed.elements[name]
        if elements is None:
            return (0,)
        if name in self._observed.sets:
            made = (value.copied() if type(value) is Table else Table.of(self._backend, value, elements)).entries
        else:
            made = value.copied() if type(value) is StagedList else StagedList.of(self._backend, value, elements)
        made.widen(elements)
        if not made.form.is_laid_out_as(elements):
            unfit(self._observed.first.name)
        return self._with_fixed_room(made)

    def _spelled(self, value: Any) -> Any:
        """A value with strings that may be any, which others take the place of."""
        return _with_strings(value, lambda text: later["spell out"](self._backend, text).with_options(ANY))

    def _spelled_or_none(self, value: Any) -> Any:
        """Likewise; None where there will be strings that may be None, with room for these."""
        if value is not None:
            return self._spelled(value)
        return Optional(self._backend, True, self._spelled(""), name="the string", place=current_place())

    def _kept_result(self, parts: Mapping[str, Any]) -> tuple[Any, ...]:
        return tuple([self._kept(name, part) for name, part in parts.items()])

    def _given_result(self, call: Activation, kept: tuple[Any, ...]) -> Any:
        """The result of a call, of which the stack has kept that."""
        observed = self._observed
        names = observed.parts(observed.result)
        parts = tuple([self._given(name, part) for name, part in zip(names, kept, strict=True)])
        around = log()
        if observed.returns_shared and around is not None:
            # One list may be the result and an argument: neither may change any more.
            shared = [call.arguments[name] for name in observed.shared & observed.changing]
            around.freezes(*filter(_is_list, [*parts, *shared]))
        absent, parts = (parts[0], parts[1:]) if observed.may_be_none else (False, parts)
        result = parts[0] if _RESULT in names else parts
        if not observed.may_be_none:
            return result
        return found(Optional(self._backend, absent, result, name=f"what '{call.name}' returns", place=current_place()))

    def _given(self, name: str, kept: Any) -> Any:
        """The argument or the result of which the stack has kept that."""
        if name not in self._observed.elements:
            return kept
        length, *buffers = kept
        elements, is_of_sets = self._observed.elements[name], name in self._observed.sets
        kind: type = self._observed.sets[name] if is_of_sets else tuple if name in self._observed.tuples else list
        if elements is None:
            return new(kind())
        made = StagedList(self._backend, list if is_of_sets else kind, elements, length, buffers)
        return in_no_order(Table(made, kind)) if is_of_sets else made

    def _check(self) -> None:
        """Has the function traced anew if it stores to something that is not known."""
        inner = logs()[self._depth :]
        effects = [effect for region in inner for effect in region.effects()]
        for variable, before in zip(self._consumers, self._begun, strict=False):
            if (after := variable.read()) is not before:
                effects.append(Effect(variable, before, after))
        self._observed.stores(effects, self._own, self._staged, inner)
        self._check_known()

    def _check_known(self) -> None:
        if self._observed.known() != self._known:
            unfit(self._observed.first.name)

    def _check_strings(self, kept: StagedList, values: Any) -> None:
        """The stack has room for the strings that it was made with, and for no others."""
        form = form_of(self._backend, [values])
        strings = [sum(part.kind is String for part in f.node.containers()) for f in (kept.form, form) if f is not None]
        if len({*strings}) > 1:
            unfit(self._observed.first.name)

    def _held(self) -> tuple[Any, ...]:
        observed = self._observed
        rows = zip(observed.state, observed.held(), strict=True)
        held = [self._spelled_or_none(value) if identity in observed.texts else value for identity, value in rows]
        return *held, *map(self._with_fixed_room, self._lists)

    def _with_fixed_room(self, values: StagedList) -> tuple[Any, ...]:
        """The length of a list, and its buffers with room for as many elements as any list has in any call."""
        backend, buffers = self._backend, list(values.buffers)
        for k, room in enumerate(backend.buffer_room(backend.buffer_type(buffer)) for buffer in values.buffers):
            if room is not None:
                if room > _ROOM and k == 0:
                    error = call_errors.outgrown_in_recursion(self._observed.first.name, _ROOM)
                    require(backend, values.length <= _ROOM, error)
                buffers[k] = backend.buffer_resized(buffers[k], _ROOM - room)
        return values.length, *buffers

    def _store(self, held: Sequence[Any]) -> None:
        locations = [location for location, _ in self._observed.state.values()]
        of_consumers = {variable.identity for variable in self._consumers}  # which statements carry along anyway
        pairs = [(loc, [*v] if isinstance(loc, Elements) else v) for loc, v in zip(locations, held, strict=False)]
        for location, value in pairs:
            if location.identity in of_consumers:
                location.write(value)
        store(pair for pair in pairs if pair[0].identity not in of_consumers)
        for values, (length, *buffers) in zip(self._lists, held[len(locations) :], strict=True):
            place = writing(values)
            place.length, place.buffers = length, tuple(buffers)

    def _reset(self) -> None:
        """Puts back what there was before the first call: a call leaves its stores on the stack."""
        self._store(self._before)


def _with_room(backend: Backend, form: Form) -> StagedList:
    empty = StagedList.of(backend, (), form)
    made = StagedList(backend, list, form, 1, [backend.buffer_resized(buffer, _MOST) for buffer in empty.buffers])
    if as_read := form_of(backend, [made.at(0)]):  # of numbers that are not weakly typed, or all would be traced again
        made.form = form.joined(backend, as_read) or form
    return made


def _zero(backend: Backend, given: Any) -> Any:
    """A number that is 0 when the program runs: a loop on it is not begun as one of Python's."""
    leaves = staged_leaves([value.length if type(value) is StagedList else value for value in given])
    numbers = [leaf for leaf in leaves if tuple(getattr(leaf, "shape", (0,))) == ()]
    return backend.builtins[int](numbers[0] == numbers[0]) * 0 if numbers else 0
