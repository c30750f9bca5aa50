"""Control flow onto a backend: what the operators do once a condition, or an iterable, turns out to be staged.

Branches and loop bodies are traced once each. A second look is taken only when it shows that a variable needs a wider
type than it came with: a Python number that turns into a float tensor, a shape that changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from autograph.operators import explain
from autograph.operators.state import State, Structure, same_python_value, structures
from autograph.staging import UNBOUND, UNSET, Backend, Carried, NeedsValue, Output, Region, Type

_MAX_TRACES = 8


def stage_if(
    backend: Backend,
    condition: Any,
    body: Callable[[], Any] | None,
    orelse: Callable[[], Any] | None,
    state: State,
    outputs: int,
) -> None:
    """Stages an `if` statement: its first `outputs` variables take what either branch leaves in them."""
    before = state.read()

    def branch(block: Callable[[], Any] | None) -> Callable[[], list[Any]]:
        def run() -> list[Any]:
            state.write(before)
            if block is not None:
                block()
            return state.read()[:outputs]

        return run

    try:
        chosen = choose(backend, condition, branch(body), branch(orelse), state.names[:outputs], "if")
    except BaseException:
        state.write(before)
        raise
    state.write([*chosen, *before[outputs:]])


def choose(
    backend: Backend,
    condition: Any,
    then: Callable[[], list[Any]],
    orelse: Callable[[], list[Any]],
    names: Sequence[str],
    construct: str,
) -> list[Any]:
    """Stages a conditional between two lists of values and returns what stands for either."""
    traced: list[tuple[Region, list[Structure], list[int]]] = []
    for function, label in ((then, "true"), (orelse, "false")):
        found: list[Structure] = []
        region = backend.trace(_leaves_of(function, found), [], label)
        traced.append((region, found, _offsets(found)))
    (then_region, thens, then_at), (else_region, elses, else_at) = traced

    wanted: list[Output] = []
    rebuild: list[Callable[[Sequence[Any]], Any]] = []
    for i, name in enumerate(names):
        one, other = thens[i], elses[i]
        if one.value is UNBOUND and other.value is UNBOUND:
            rebuild.append(_constant(UNBOUND))
        elif one.value is UNBOUND or other.value is UNBOUND:
            explain.one_branch_only(name, construct, set_in_then=other.value is UNBOUND)
        elif one.value is UNSET and other.value is UNSET:
            rebuild.append(_constant(UNSET))
        elif one.value is UNSET or other.value is UNSET:
            present, at = (other, else_at[i]) if one.value is UNSET else (one, then_at[i])
            indices = (None, at) if one.value is UNSET else (at, None)
            rebuild.append(_filled(backend, present, indices, name, wanted))
        elif not one.matches(other):
            explain.different_structures(name, construct, one.value, other.value)
        else:
            rebuild.append(_joined(backend, one, other, then_at[i], else_at[i], name, wanted, construct))
    values = backend.emit_if(condition, then_region, else_region, wanted)
    return [build(values) for build in rebuild]


def _leaves_of(function: Callable[[], list[Any]], found: list[Structure]) -> Callable[[], list[Any]]:
    def run() -> list[Any]:
        found[:] = structures(function())
        return [leaf for structure in found for leaf in structure.leaves]

    return run


def _offsets(found: Sequence[Structure]) -> list[int]:
    offsets, at = [], 0
    for structure in found:
        offsets.append(at)
        at += len(structure.leaves)
    return offsets


def _constant(value: Any) -> Callable[[Sequence[Any]], Any]:
    return lambda values: value


def _filled(
    backend: Backend,
    present: Structure,
    indices: tuple[int | None, int | None],
    name: str,
    wanted: list[Output],
) -> Callable[[Sequence[Any]], Any]:
    """A value that only one branch sets, where the other is sure never to be read."""
    places: list[int | None] = []
    for k, leaf in enumerate(present.leaves):
        type_ = backend.type_of(leaf)
        if type_ is None:
            places.append(None)
            continue
        then, orelse = (None if at is None else at + k for at in indices)
        places.append(len(wanted))
        wanted.append(Output(then, orelse, type_, name))
    return _from_outputs(present, places)


def _joined(
    backend: Backend,
    one: Structure,
    other: Structure,
    then_at: int,
    else_at: int,
    name: str,
    wanted: list[Output],
    construct: str,
) -> Callable[[Sequence[Any]], Any]:
    places: list[int | None] = []
    for k, (left, right) in enumerate(zip(one.leaves, other.leaves, strict=True)):
        if same_python_value(left, right):
            places.append(None)
            continue
        types = backend.type_of(left), backend.type_of(right)
        if types[0] is None or types[1] is None:
            explain.not_stageable(backend, name, construct, left, right)
        joined = backend.join(types[0], types[1])
        if joined is None:
            explain.different_types(backend, name, construct, types[0], types[1])
        places.append(len(wanted))
        wanted.append(Output(then_at + k, else_at + k, joined, name))
    return _from_outputs(one, places)


def _from_outputs(structure: Structure, places: list[int | None]) -> Callable[[Sequence[Any]], Any]:
    def build(values: Sequence[Any]) -> Any:
        leaves = [
            leaf if place is None else values[place] for leaf, place in zip(structure.leaves, places, strict=True)
        ]
        return structure.rebuilt(leaves)

    return build


def stage_while(
    backend: Backend,
    test: Callable[[], Any],
    body: Callable[[], Any],
    state: State,
    options: Mapping[str, Any],
) -> None:
    """Stages a `while` statement."""
    loop = _Loop(backend, state, "while")
    region = loop.trace_body(lambda element: body(), [])
    tested = loop.trace_test(test)
    loop.finish(lambda: backend.emit_while(tested, region, loop.carried, options))


def stage_for(
    backend: Backend,
    iterable: Any,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], Any],
    state: State,
    options: Mapping[str, Any],
) -> None:
    """Stages a `for` statement over a staged iterable."""
    try:
        iteration = backend.iteration(iterable)
    except TypeError as error:
        explain.not_iterable(error)
    loop = _Loop(backend, state, "for")
    types = list(iteration.element_types)
    region = loop.trace_body(lambda element: body(iteration.element(element)), types)
    tested = None if extra_test is None else loop.trace_test(extra_test)
    loop.finish(lambda: backend.emit_for(iteration, tested, region, loop.carried, options))


class _Loop:
    """The variables of a staged loop: which leaves are carried from one iteration to the next, and as what type."""

    def __init__(self, backend: Backend, state: State, construct: str):
        self.backend = backend
        self.state = state
        self.construct = construct
        self.before = state.read()
        self.entry = structures(self.before)
        #: The type of each leaf that is an operand; None for one that is not.
        self.types: list[list[Type | None]] = [[self.entry_type(leaf) for leaf in s.leaves] for s in self.entry]
        self.after: list[Structure] = []
        self.carried: list[Carried] = []

    def entry_type(self, leaf: Any) -> Type | None:
        # Python strings often are names of things; they stay Python's as long as the loop leaves them alone.
        return None if isinstance(leaf, (str, bytes)) else self.backend.type_of(leaf)

    def operand_types(self) -> list[Type]:
        return [type_ for types in self.types for type_ in types if type_ is not None]

    def enter(self, operands: Sequence[Any]) -> None:
        """Gives the variables the values they have at the start of an iteration."""
        given = iter(operands)
        self.state.write(
            [
                structure.rebuilt([leaf if t is None else next(given) for leaf, t in zip(structure.leaves, types)])
                for structure, types in zip(self.entry, self.types, strict=True)
            ]
        )

    def trace_body(self, body: Callable[[Sequence[Any]], Any], element_types: list[Type]) -> Region:
        count = len(element_types)

        def run(*operands: Any) -> list[Any]:
            self.enter(operands[count:])
            body(operands[:count])
            self.after = structures(self.state.read())
            return [leaf for structure in self.after for leaf in structure.leaves]

        try:
            for _ in range(_MAX_TRACES):
                region = self.backend.trace(run, [*element_types, *self.operand_types()], "body")
                if not self.widen():
                    break
            self.carry()
        except BaseException:
            self.state.write(self.before)
            raise
        return region

    def widen(self) -> bool:
        """Takes from one iteration the types the next must cope with; whether any is new."""
        changed = False
        for name, entry, after, types in zip(self.state.names, self.entry, self.after, self.types, strict=True):
            if _is_absent(entry.value):
                continue
            if _is_absent(after.value):
                explain.deleted_in_loop(name, self.construct)
            if not entry.matches(after):
                explain.structure_changes(name, self.construct, entry.value, after.value)
            for k, (first, last) in enumerate(zip(entry.leaves, after.leaves, strict=True)):
                known = types[k]
                if known is None:
                    if same_python_value(first, last):
                        continue
                    known = self.backend.type_of(first)
                type_ = self.backend.type_of(last)
                if known is None or type_ is None:
                    explain.value_changes(self.backend, name, self.construct, first, last)
                joined = self.backend.join(known, type_)
                if joined is None:
                    explain.type_changes(self.backend, name, self.construct, known, type_)
                if joined != types[k]:
                    types[k] = joined
                    changed = True
        return changed

    def carry(self) -> None:
        operand = result = 0
        for name, entry, after, types in zip(self.state.names, self.entry, self.after, self.types, strict=True):
            absent = _is_absent(entry.value)
            for k, leaf in enumerate(after.leaves):
                if absent:
                    type_ = None if _is_absent(leaf) else self.backend.type_of(leaf)
                    if type_ is not None:
                        self.carried.append(Carried(None, result + k, entry.value, type_, name))
                elif types[k] is not None:
                    self.carried.append(Carried(operand, result + k, entry.leaves[k], types[k], name))
                    operand += 1
            result += len(after.leaves)

    def trace_test(self, test: Callable[[], Any]) -> Region:
        def run(*operands: Any) -> list[Any]:
            self.enter(operands)
            return [test()]

        try:
            return self.backend.trace(run, self.operand_types(), "cond")
        except BaseException:
            self.state.write(self.before)
            raise

    def finish(self, emit: Callable[[], Sequence[Any]]) -> None:
        """Emits the loop, and gives the variables the values they have after it."""
        self.state.write(self.before)
        try:
            values = emit()
        except NeedsValue as error:
            explain.unset_without_iterations(str(error), self.construct)
        final = {carried.result: value for carried, value in zip(self.carried, values, strict=True)}
        result = 0
        last: list[Any] = []
        for structure in self.after:
            leaves = [final.get(result + k, leaf) for k, leaf in enumerate(structure.leaves)]
            last.append(structure.rebuilt(leaves))
            result += len(leaves)
        self.state.write(last)


def _is_absent(value: Any) -> bool:
    return value is UNBOUND or value is UNSET
