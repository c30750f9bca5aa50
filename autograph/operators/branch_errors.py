"""Errors of staged conditionals: what their branches leave has nothing in common. Those of loops are elsewhere."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NoReturn

from autograph.diagnostics import StagingError
from autograph.operators.differences import difference
from autograph.operators.factories import are_alike, factory_of
from autograph.operators.locations import Item, Location
from autograph.operators.places import current_place, lines_with, where
from autograph.operators.refusals import raise_refusal, stop
from autograph.operators.structures import has_more_than_items
from autograph.operators.wording import (
    CONDITION,
    MEND_OBJECT,
    described,
    located,
    named_in_text,
    quoted,
    shape_of,
    shapes_differ,
    subject_of,
)
from autograph.staging import Backend, Type


def one_branch_only(name: str | Location, construct: str) -> NoReturn:
    """A variable that is read later gets a value in one branch only."""
    place, statement, function = where()
    name = named_in_text(name)
    reason = []
    if statement is not None and function is not None:
        assigned = lines_with(statement, name, ast.Store)
        used = [line for line in lines_with(function, name, ast.Load) if line > (statement.end_lineno or 0)]
        sentence = f"'{name}' is assigned on line {assigned[0]}" if assigned else f"'{name}' is assigned in one branch"
        reason.append(sentence + (f", and used after the `{construct}` on line {used[0]}" if used else ""))
    stop(
        "AG010",
        f"'{name}' has a value in one branch of a staged {quoted(construct)} but not in the other",
        place,
        label=CONDITION,
        reason="\n".join(reason),
        help=f"assign '{name}' before the `{construct}`, or in both of its branches",
    )


def global_on_some_paths(variable: Location) -> NoReturn:
    """A global variable has a value on some paths of a staged statement only."""
    stop(
        "AG010",
        f"the global variable '{variable}' has a value on some paths of a staged statement only",
        current_place(),
        reason="whether it has one would have to be checked wherever any function reads it",
        help=f"give it a value before, None say, and ask for that: `if {variable} is None`",
    )


def different_structures(name: str | Location, construct: str, then: Any, orelse: Any) -> NoReturn:
    """The branches leave values that are not made alike."""
    place = current_place()
    one, other = shape_of(then), shape_of(orelse)
    if isinstance(name, str) and name.startswith("return_value"):
        summary = f"the function returns {one} from one branch of a staged `{construct}` and {other} from the other"
        mend = "return values of one structure from every path; a path without `return` returns None"
    else:
        name = named_in_text(name)
        if one == other and (found := difference(name, then, orelse)) is not None:
            name, one, other = found
        what, construct = subject_of(name, construct)
        mend = f"give '{name}' the same structure in both branches"
        if type(then) is type(orelse) is defaultdict and not are_alike(factory_of(then), factory_of(orelse)):
            one, other = ("a defaultdict of one factory", "of another")
            mend = "give both of them one function, which is defined once, or store the values that they may miss"
        elif has_more_than_items(then) or has_more_than_items(orelse):
            mend = f"have '{name}' keep its items in an attribute of an object, or choose between what is needed of it"
        summary = f"{what} {one} after one branch of a staged {quoted(construct)} and {other} after the other"
    stop("AG011", summary, place, label=CONDITION, help=mend)


def not_stageable(backend: Backend, name: str | Location, construct: str, then: Any, orelse: Any) -> NoReturn:
    """The branches leave Python objects that differ and that no tensor can stand for."""
    one, other = described(backend, then), described(backend, orelse)
    if one == other:
        one, other = f"one {one.partition(' ')[2]}", "another"
    place = current_place()
    what, construct = subject_of(name, construct)
    stop(
        "AG012",
        f"{what} {one} in one branch of a staged {quoted(construct)} and {other} in the other",
        place,
        label=CONDITION,
        reason="the graph decides when it runs, and can only choose between tensors",
        help="make it a tensor, a number or the same object in both branches",
    )


def holds_what_ended(name: str | Location, construct: str, value: Any) -> NoReturn:
    """A generator, say, that came to be in a branch outlives it, and holds what is staged there."""
    what, construct = subject_of(name, construct)
    stop(
        "AG025",
        f"{what} a {type(value).__name__} in one branch of a staged {quoted(construct)}, and has tensors of it",
        current_place(),
        label=CONDITION,
        reason="they have their values only where that branch runs, and nothing tells what takes their place elsewhere",
        help="have a list of what it gives: `list(g)`",
    )


def different_types(backend: Backend, name: str | Location, construct: str, then: Type, orelse: Type) -> NoReturn:
    """The branches leave tensors whose types have nothing in common."""
    place = current_place()
    what, construct = subject_of(name, construct)
    if shapes_differ(then, orelse):
        stop(
            "AG037",
            f"{what} {backend.describe(then)} in one branch of a staged {quoted(construct)} "
            f"and {backend.describe(orelse)} in the other",
            place,
            label=CONDITION,
            reason=f"{backend.name} knows the shape of a value before the program runs",
            help="give it one shape in both branches: reshape, pad or broadcast the smaller one",
        )
    stop(
        "AG013",
        f"{what} {backend.describe(then)} in one branch of a staged {quoted(construct)} "
        f"and {backend.describe(orelse)} in the other",
        place,
        label=CONDITION,
        help="cast one of them, so that both branches agree",
    )


def changes_in_one_branch(name: str | Location, construct: str) -> NoReturn:
    """Something that no tensor can stand for is changed, not alike, by the branches."""
    place = current_place()
    stop(
        "AG024",
        f"{located(name)} is changed in one branch of a staged {quoted(subject_of('', construct)[1])}, and not, or "
        "otherwise, in the other",
        place,
        label=CONDITION,
        reason="the graph decides which branch runs, and can only choose between tensors",
        help=MEND_OBJECT,
    )


def method_in_one_branch(location: Location, construct: str) -> NoReturn:
    """A class gets a method in one branch, and not, or another one, in the other."""
    stop(
        "AG024",
        f"{located(location)} is another method after one branch of a staged {quoted(subject_of('', construct)[1])} "
        "than after the other",
        current_place(),
        label=CONDITION,
        reason="Python takes a method from the class to call it, and takes one function for all paths",
        help="have one method that asks what decides: `def f(self): return 2 if self.changed else 1`",
    )


def hides_on_one_path(location: Location) -> NoReturn:
    """A class is changed, and an object has hidden an attribute of it on one path of staged code."""
    place = current_place()
    stop(
        "AG010",
        f"a class is changed, and {located(location)} may hide an attribute of it, depending on a tensor",
        place,
        reason="where it does not, the object has been given the value that the class had",
        help=f"give '{named_in_text(location)}' a value before the branch, or change the class before it",
    )


def may_be_in_namespace(location: Location) -> NoReturn:
    """An object is asked for its `__dict__`, and has an attribute itself on one path, or its class has it."""
    stop(
        "AG010",
        f"`__dict__` is asked for, and {located(location)} is in it or is the class's, depending on a tensor",
        current_place(),
        reason="where it is the class's, the object has been given the value that the class has",
        help=f"give '{named_in_text(location)}' a value before the branch, or use the attributes by name",
    )


class ListGrows(StagingError):
    """A list has another length after one branch than after the other, or a dict other keys; it may be staged instead.

    Attributes:
        lists: the lists and dicts that were there before, each with the form that its elements have.
        ends: those that an alternative makes: which alternative, in which of its values and where in that, the form.
    """

    # Where it cannot be, the user sees the StagingError that it is.
    __module__ = "autograph"
    __qualname__ = "StagingError"

    def __init__(self, code: str, summary: str, reason: str, help: str, lists: Sequence[Any], ends: Sequence[Any]):
        self.lists = lists
        self.ends = ends
        #: Whether staging them was tried in vain.
        self.final = False
        super().__init__(code, summary, current_place(), label=CONDITION, reason=reason, help=help)

    def fails(self, reason: str, help: str = "") -> None:
        """Says why they cannot be staged, and what to do about it."""
        self.final = True
        self.reason = reason
        self.help = help or self.help
        self.args = (self._text(),)


ListGrows.__name__ = "StagingError"


def list_grows(
    name: str | Location,
    construct: str,
    lengths: tuple[Any, Any],
    lists: Sequence[Any] = (),
    ends: Sequence[Any] = (),
    reason: str = "",
) -> NoReturn:
    """A list has another length after one branch than after the other.

    Args:
        name, construct: the variable or location, and the statement.
        lengths: after either branch; None where it is staged.
        lists, ends: see `ListGrows`.
        reason: why it cannot be staged, if there is none.
    """
    what, construct = subject_of(name, construct)
    what = what.replace("the function returns", "what the function returns").removesuffix(" is")
    then, orelse = lengths
    summary = (
        f"{what} has {then} elements after one branch of a staged {quoted(construct)} and {orelse} after the other"
    )
    if then is None or orelse is None:
        summary = f"{what} changes its length in one branch of a staged {quoted(construct)} only"
    help = "append as often in either branch, or tensors of one type to a list that one variable holds"
    raise_refusal(ListGrows("AG021", summary, reason, help, lists, ends))


def ends_unlike(reason: str) -> NoReturn:
    """An alternative has something else where another has a list, whose length the condition decides, or a dict."""
    stop(
        "AG011",
        "a value is a list or a dict on some paths of a staged statement, of another size on each, and none on others",
        current_place(),
        reason=reason,
        help="give it a value of one kind on all paths: lists alone, or numbers alone",
    )


def keys_differ(name: str | Location, construct: str, lists: Sequence[Any], ends: Sequence[Any] = ()) -> NoReturn:
    """A dict has other keys after one branch than after the other; arguments as for `list_grows`."""
    what, construct = subject_of(name, construct)
    if isinstance(name, Location) and not name.stageable:
        summary = f"{located(name)} is changed in one branch of a staged {quoted(construct)}, and not, or "
        raise_refusal(ListGrows("AG024", f"{summary}otherwise, in the other", "", MEND_OBJECT, lists, ends))
    if isinstance(name, Item):
        name = named_in_text(name)
        summary = f"'{name}' has a value in one branch of a staged {quoted(construct)} but not in the other"
        help = f"assign '{name}' before the {quoted(construct)}, or make the dict in the function that is staged"
    else:
        summary = f"{what} a dict of other keys after one branch of a staged {quoted(construct)} than after the other"
        help = "give it the same keys in both branches"
    raise_refusal(ListGrows("AG010", summary, "", help, lists, ends))
