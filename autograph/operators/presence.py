"""What is known, on the path being traced, of values that may be None, or one of several.

A staged condition such as `best is None` is a claim about an optional, `isinstance(s, Square)` about one of several
values. In the branch that it guards, and after a statement whose other branch raises, it holds: there the optional is
its value, or None.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from autograph.operators.effects import NO_CLAIM, Claim, Fact, log, logs
from autograph.operators.either import Either, Option
from autograph.operators.structures import OUTER, Node, Optional, changes_in_place, is_object, put_together


def claimed(condition: Any, claim: Claim) -> Any:
    """A staged condition, of which it is known from now on what follows from it."""
    around = log()
    if around is not None:
        around.claims[id(condition)] = condition, claim
    return condition


def claim_of(condition: Any) -> Claim:
    """What follows from a staged condition."""
    for region in reversed(logs()):
        known = region.claims.get(id(condition))
        if known is not None and known[0] is condition:
            return known[1]
    return NO_CLAIM


def conjunction(left: Claim, right: Claim) -> Claim:
    """What follows from `left and right`."""
    return Claim((*left.if_true, *right.if_true), _in_both(left.if_false, right.if_false))


def disjunction(left: Claim, right: Claim) -> Claim:
    """What follows from `left or right`."""
    return Claim(_in_both(left.if_true, right.if_true), (*left.if_false, *right.if_false))


def negation(claim: Claim) -> Claim:
    """What follows from `not claim`."""
    return Claim(claim.if_false, claim.if_true)


def learn(facts: Iterable[Fact]) -> None:
    """From here on these are so, in the region at hand."""
    around = log()
    if around is not None:
        around.known.update((id(optional), (optional, present)) for optional, present in facts)


def is_present(optional: Optional) -> bool | None:
    """Whether an optional is sure to have a value here, or sure to have none; None if that is not known."""
    return not optional.absent if type(optional.absent) is bool else _known(optional)


def possible(value: Either) -> list[Option]:
    """The options of a value that may hold here: the only one if it is sure to."""
    holding = [(o, o.holds if type(o.holds) is bool else _known(o)) for o in value.options]
    sure = [option for option, holds in holding if holds]
    return sure or [option for option, holds in holding if holds is not False]


def _known(subject: Any) -> bool | None:
    for region in reversed(logs()):
        if id(subject) in region.known:
            return region.known[id(subject)][1]
    return None


#: Whether there was an optional outside of all logs.
_unlogged = False


def found(optional: Any) -> Any:
    """A value of which the program around is told that it may be an optional, or either of two."""
    global _unlogged
    if type(optional) is Optional or type(optional) is Either:
        for region in logs():
            region.optionals = True
        _unlogged = _unlogged or not logs()
    return optional


def optionals_exist() -> bool:
    """Whether an argument of a call may be an optional."""
    around = logs()
    return around[0].optionals if around else _unlogged


def settled(value: Any) -> Any:
    """A value; what an optional is, or one of several values, where that is known."""
    while True:
        if type(value) is Either and len(options := possible(value)) == 1:
            value = options[0].value
            continue
        if type(value) is not Optional:
            return value
        present = is_present(value)
        if present is None:
            return value
        if present:
            value = value.value
        elif value.unbound:
            return value
        else:
            return None


def settled_parts(node: Node, copies: bool = False) -> Node:
    """A value that was taken apart, in which what is known of optionals has been made use of.

    Args:
        node: the value.
        copies: whether objects and lists in it are copies, in which the optionals are what they are known to be.
    """
    if node.kind is Optional:
        present = is_present(node.value)
        if present:
            return settled_parts(node.parts[1], copies)
        if present is False and not node.value.unbound:
            return Node(None, None, None, [], OUTER)
    if node.kind is Either and len(options := possible(node.value)) == 1:
        return settled_parts(node.parts[2 * node.value.options.index(options[0]) + 1], copies)
    before = [part.value for part in node.parts]
    parts = [settled_parts(part, copies) for part in node.parts]
    if any(part is not own or part.value is not was for part, own, was in zip(parts, node.parts, before, strict=True)):
        if copies or not (changes_in_place(node.value) or is_object(node)):
            node.value = put_together(node, [part.value for part in parts])
        node.parts = parts
    return node


def _in_both(left: tuple[Fact, ...], right: tuple[Fact, ...]) -> tuple[Fact, ...]:
    return tuple(fact for fact in left if any(fact[0] is other[0] and fact[1] == other[1] for other in right))
