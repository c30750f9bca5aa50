"""Conditionals onto a backend: `if` statements, conditional expressions, `and` and `or` of staged values.

Each alternative is traced once, as a region. What it leaves in variables, and in the locations it writes, is joined
with what the other leaves there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from autograph.operators import branch_errors
from autograph.operators.alternatives import Alternative, join_orders
from autograph.operators.branch_joins import Join
from autograph.operators.effects import Claim
from autograph.operators.exits import leave_again
from autograph.operators.identities import join_values
from autograph.operators.lists import is_of_buffers
from autograph.operators.locations import contents_of
from autograph.operators.presence import claim_of, claimed, conjunction, disjunction, learn
from autograph.operators.properties import store
from autograph.operators.raising import can_raise, every_path_raises
from autograph.operators.staged_containers import Ends, with_staged_lists
from autograph.operators.state import Bound, State, Thunk, consumers_kept, restore_cells
from autograph.operators.structures import Optional
from autograph.operators.value_errors import EXPRESSION
from autograph.staging import UNBOUND, UNSET, Backend

#: For alternatives that bind no variables.
_NOTHING = Bound(())


def stage_if(
    backend: Backend,
    condition: Any,
    body: Callable[[], Any] | None,
    orelse: Callable[[], Any] | None,
    state: State,
    outputs: int,
) -> None:
    """Stages an `if` statement: its first `outputs` variables take what either branch leaves in them."""

    def branch(block: Callable[[], Any] | None) -> Callable[[], list[Any]]:
        def run() -> list[Any]:
            if block is not None:
                block()
            return state.read()[:outputs]

        return run

    def attempt(ends: Ends) -> tuple[Bound, list[Any]]:
        before = Bound((body, orelse), state)
        names = state.names[:outputs]
        return before, choose(backend, condition, branch(body), branch(orelse), names, "if", before, to_stage=ends)

    before, chosen = with_staged_lists(backend, attempt)
    check_globals(state, chosen)
    state.write([*chosen, *before.state[outputs:]])


def check_globals(state: State, values: Sequence[Any]) -> None:
    """Refuses global variables that may be unbound: whatever function reads one would have to check it."""
    for place, variable in state.globals():
        value = values[place] if place < len(values) else None
        if type(value) is Optional and value.unbound:
            branch_errors.global_on_some_paths(variable)


def stage_expression(
    backend: Backend,
    condition: Any,
    then: Thunk | None,
    orelse: Thunk | None,
    thunks: Sequence[Thunk],
    missing: Any = None,
) -> Any:
    """Stages a conditional expression. The variables that the thunks bind (`:=`) are chosen like the expression.

    Args:
        backend, condition: as for `choose`.
        then, orelse: the alternatives; None for the one that is `missing`.
        thunks: what may bind variables.
        missing: the value of `and` or `or` where the condition decides it.
    """
    before = Bound(thunks)
    cells = [cell for cell, _ in before.values]
    restore_consumers = consumers_kept()  # loops in the alternatives carry what only statements change

    def alternative(thunk: Thunk | None) -> Callable[[], list[Any]]:
        def run() -> list[Any]:
            chosen = missing if thunk is None else thunk()
            # A variable that only one alternative binds has no value that both could agree on: where it is read without
            # one, only a program that can raise finds out.
            unbound = UNBOUND if can_raise(backend) else UNSET
            restore_consumers()
            return [chosen, *(unbound if (v := contents_of(cell)) is UNBOUND else v for cell in cells)]

        return run

    names = [EXPRESSION, *before.names]
    ends: list[Any] = []

    def attempt(to_stage: Ends) -> list[Any]:
        ends.clear()
        sides = alternative(then), alternative(orelse)
        return choose(backend, condition, *sides, names, "conditional", before, ends=ends, to_stage=to_stage)

    chosen, *bound = with_staged_lists(backend, attempt)
    if orelse is None:
        claimed(chosen, conjunction(claim_of(condition), claim_of(ends[0])))
    elif then is None:
        claimed(chosen, disjunction(claim_of(condition), claim_of(ends[1])))
    restore_cells(
        (cell, UNBOUND if was is UNBOUND and now is UNSET else now)
        for (cell, was), now in zip(before.values, bound, strict=True)
    )
    return chosen


def choose(
    backend: Backend,
    condition: Any,
    then: Callable[[], list[Any]],
    orelse: Callable[[], list[Any]],
    names: Sequence[str],
    construct: str,
    before: Bound = _NOTHING,
    ends: list[Any] | None = None,
    to_stage: Sequence[Any] = (),
) -> list[Any]:
    """Stages a conditional between two lists of values and returns what stands for either.

    What the alternatives do to objects is joined likewise, and done. Variables are left as they were before.
    The first value of either alternative is added to `ends`; lists of theirs that are `to_stage` are staged.
    """
    claim = claim_of(condition)
    one = Alternative(backend, then, "true", before, claim.if_true, _of_side(to_stage, 0))
    other = Alternative(backend, orelse, "false", before, claim.if_false, _of_side(to_stage, 1))
    if ends is not None:
        ends += [side.values[0].value if side.values else None for side in (one, other)]
    join = Join(backend, construct, one, other)
    builds = [join.variable(name, index) for index, name in enumerate(names)]
    effects = sorted((*one.effects, *other.effects), key=is_of_buffers)
    locations = {effect.location.identity: effect.location for effect in effects}
    join.check_order_of_new_keys()
    writes = [(location, build) for location in locations.values() if (build := join.location(location)) is not None]
    links = join.standing.inner(join.condition_of)
    exits = [*join.exits(0, one.region), *join.exits(1, other.region)]
    join_values(len(join.outputs))
    outputs = backend.emit_if(condition, one.region, other.region, join.outputs)
    for left in exits:
        leave_again(outputs, left)
    if one.raised is not None and other.raised is not None:
        raise every_path_raises()
    if one.raised is not None or other.raised is not None:
        learn(claim.if_true if one.raised is None else claim.if_false)
    values = [build(outputs) for build in builds]
    stored = [(location, build(outputs)) for location, build in writes]
    join.standing.link(condition, links, outputs)  # before a place that an expression has read holds another object
    store(stored)
    follows = join.claim(outputs)
    claimed(condition, Claim((*claim.if_true, *follows.if_true), (*claim.if_false, *follows.if_false)))
    join_orders(one, other)
    return values


def _of_side(to_stage: Sequence[Any], side: int) -> list[Any]:
    return [rest for of, *rest in to_stage if of == side]
