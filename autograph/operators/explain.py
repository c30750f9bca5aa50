"""The errors of staging: which variable, which line, why, and how to mend it.

Each function raises. The place is that of the operator's call in the user's file, found from the stack; what else the
user's text tells (where a variable is assigned, where it is read) is looked up there, at no cost to programs that work.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any, NoReturn

from autograph.diagnostics import AutographError, Place, StagingError
from autograph.operators.frames import hide_project_frames
from autograph.operators.locations import Item, Location
from autograph.operators.origin import RaisedLater
from autograph.operators.places import current_place, lines_with, path_to, place_in, where
from autograph.operators.refusals import raise_refusal, stop
from autograph.source.build import converted_codes
from autograph.staging import Backend, Type

_CONDITION = "this condition is a tensor, so both branches become part of the graph"
_LOOP = {
    "while": "this condition is a tensor, so the loop becomes part of the graph",
    "for": "this iterable is a tensor, so the loop becomes part of the graph",
}


def one_branch_only(name: str | Location, construct: str) -> NoReturn:
    """A variable that is read later gets a value in one branch only."""
    place, statement, function = where()
    name = _named(name)
    reason = []
    if statement is not None and function is not None:
        assigned = lines_with(statement, name, ast.Store)
        used = [line for line in lines_with(function, name, ast.Load) if line > (statement.end_lineno or 0)]
        sentence = f"'{name}' is assigned on line {assigned[0]}" if assigned else f"'{name}' is assigned in one branch"
        reason.append(sentence + (f", and used after the `{construct}` on line {used[0]}" if used else ""))
    stop(
        "AG010",
        f"'{name}' has a value in one branch of a staged {_quoted(construct)} but not in the other",
        place,
        label=_CONDITION,
        reason="\n".join(reason),
        help=f"assign '{name}' before the `{construct}`, or in both of its branches",
    )


def may_be_none(value: Any, use: str) -> NoReturn:
    """An optional is used where only its value, or only Python, would do."""
    place = current_place()
    at = value.place
    reason = ""
    if place is None:
        place = at
    elif at is not None and at.line != place.line:
        absent = "has no value" if value.unbound else "is None"
        reason = f"it {absent} on one path through line {at.line}, and has a value on another"
    subject = _optional(value)
    if value.unbound:
        summary, mend = f"{subject} may have no value here", f"assign {subject} before line {at.line if at else 1}"
    else:
        summary = f"{subject} may be None here, which only the program knows when it runs"
        mend = "ask `is None` first, and go on with the value in the branch where it is not"
    stop("AG054", summary, place, label=f"it is {use}", reason=reason, help=mend)


def _optional(value: Any) -> str:
    return "the value returned" if value.name.startswith("return_value") else f"'{value.name}'"


def different_structures(name: str | Location, construct: str, then: Any, orelse: Any) -> NoReturn:
    """The branches leave values that are not made alike."""
    place = current_place()
    one, other = _shape_of(then), _shape_of(orelse)
    if isinstance(name, str) and name.startswith("return_value"):
        summary = f"the function returns {one} from one branch of a staged `{construct}` and {other} from the other"
        mend = "return values of one structure from every path; a path without `return` returns None"
    else:
        name = _named(name)
        what, construct = _subject(name, construct)
        summary = f"{what} {one} after one branch of a staged {_quoted(construct)} and {other} after the other"
        mend = f"give '{name}' the same structure in both branches"
    stop("AG011", summary, place, label=_CONDITION, help=mend)


def unlike_elements(backend: Backend, one: Any, other: Any) -> NoReturn:
    """An element of a list is used that may be of one kind or of another."""
    types = [None if isinstance(value, (str, bytes)) else backend.type_of(value) for value in (one, other)]
    named = [
        _shape_of(value) if type_ is None else backend.describe(type_)
        for value, type_ in zip((one, other), types, strict=True)
    ]
    stop(
        "AG011",
        f"an element of a list may be {' or '.join(named)}, and the program decides which it is when it runs",
        current_place(),
        help="append values of one structure to a list, or use two lists",
    )


def inverts_a_bool() -> NoReturn:
    """`~` of a staged bool."""
    stop(
        "AG053",
        "`~` is asked of a bool",
        current_place(),
        reason="to Python it is an integer, -1 or -2, and to tensors it is a bool",
        help="write `not x`, or `~int(x)` for the integer",
    )


def not_stageable(backend: Backend, name: str | Location, construct: str, then: Any, orelse: Any) -> NoReturn:
    """The branches leave Python objects that differ and that no tensor can stand for."""
    one, other = _kind(backend, then), _kind(backend, orelse)
    if one == other:
        one, other = f"one {one.partition(' ')[2]}", "another"
    place = current_place()
    what, construct = _subject(name, construct)
    stop(
        "AG012",
        f"{what} {one} in one branch of a staged {_quoted(construct)} and {other} in the other",
        place,
        label=_CONDITION,
        reason="the graph decides when it runs, and can only choose between tensors",
        help="make it a tensor, a number or the same object in both branches",
    )


def _shapes_differ(one: Type, other: Type) -> bool:
    """Whether two types differ in their shapes alone, which no cast could mend."""
    dtypes = getattr(one, "dtype", None), getattr(other, "dtype", None)
    return dtypes[0] == dtypes[1] and getattr(one, "shape", None) != getattr(other, "shape", None)


def different_types(backend: Backend, name: str | Location, construct: str, then: Type, orelse: Type) -> NoReturn:
    """The branches leave tensors whose types have nothing in common."""
    place = current_place()
    what, construct = _subject(name, construct)
    if _shapes_differ(then, orelse):
        stop(
            "AG037",
            f"{what} {backend.describe(then)} in one branch of a staged {_quoted(construct)} "
            f"and {backend.describe(orelse)} in the other",
            place,
            label=_CONDITION,
            reason=f"{backend.name} knows the shape of a value before the program runs",
            help="give it one shape in both branches: reshape, pad or broadcast the smaller one",
        )
    stop(
        "AG013",
        f"{what} {backend.describe(then)} in one branch of a staged {_quoted(construct)} "
        f"and {backend.describe(orelse)} in the other",
        place,
        label=_CONDITION,
        help="cast one of them, so that both branches agree",
    )


def structure_changes(name: str | Location, construct: str, before: Any, after: Any) -> NoReturn:
    """A loop variable is not made alike before and after an iteration."""
    place = current_place()
    name = _named(name)
    stop(
        "AG014",
        f"'{name}' is {_shape_of(before)} before a staged `{construct}` and {_shape_of(after)} after an iteration",
        place,
        label=_LOOP[construct],
        help=_COLLECT
        if isinstance(before, str) and isinstance(after, str)
        else f"start '{name}' with a value of the structure that the loop gives it",
    )


def value_changes(backend: Backend, name: str | Location, construct: str, before: Any, after: Any) -> NoReturn:
    """A loop variable is a Python object that an iteration replaces by another."""
    place = current_place()
    name = _named(name)
    stop(
        "AG015",
        f"'{name}' is {_kind(backend, before)} before a staged `{construct}` and {_kind(backend, after)} "
        "after an iteration",
        place,
        label=_LOOP[construct],
        reason="how often the loop runs is known only when the graph runs, so its variables must be tensors",
        help=_COLLECT
        if isinstance(before, str) and isinstance(after, str)
        else f"start '{name}' with a tensor or a number of the type that the loop gives it",
    )


#: The repair of a text that a loop changes.
_COLLECT = "make the text after the loop: of the number, or of pieces appended to a list (`''.join(pieces)`)"


def type_changes(backend: Backend, name: str | Location, construct: str, before: Type, after: Type) -> NoReturn:
    """A loop variable is a tensor whose type after an iteration has nothing in common with the one before."""
    place = current_place()
    name = _named(name)
    if _shapes_differ(before, after):
        stop(
            "AG037",
            f"'{name}' is {backend.describe(before)} before a staged `{construct}` and {backend.describe(after)} "
            "after an iteration",
            place,
            label=_LOOP[construct],
            reason=f"{backend.name} has one shape for a variable throughout a loop",
            help=f"start '{name}' with the shape that it ends with, and write into it: `{name}[i] = value`",
        )
    stop(
        "AG016",
        f"'{name}' is {backend.describe(before)} before a staged `{construct}` and {backend.describe(after)} "
        "after an iteration",
        place,
        label=_LOOP[construct],
        help=f"start '{name}' with the type that the loop gives it, or cast it in the loop",
    )


def deleted_in_loop(name: str | Location, construct: str) -> NoReturn:
    """A loop variable is bound before an iteration and unbound after it."""
    place = current_place()
    name = _named(name)
    stop(
        "AG017",
        f"'{name}' is deleted in a staged `{construct}`",
        place,
        label=_LOOP[construct],
        help=f"leave '{name}' bound, or delete it after the loop",
    )


def unset_without_iterations(name: str | Location, construct: str) -> NoReturn:
    """A variable is first assigned in a loop that may run no iteration, on a backend that cannot check that."""
    place = current_place()
    stop(
        "AG018",
        f"'{name}' is first assigned in a staged `{construct}`, and used after it",
        place,
        label=_LOOP[construct],
        reason="the loop may run no iteration, and then the variable has no value",
        help=f"assign '{name}' before the loop",
    )


def read_before_set_in_a_loop(name: str | Location | None) -> NoReturn:
    """Something that an iteration of a staged loop reads or asks for, and that only an earlier one has set."""
    place = current_place()
    what = _named(name) if name is not None else "a variable"
    stop(
        "AG018",
        f"'{what}' is first assigned in a staged loop, which also depends on whether it was",
        place,
        reason="the body is traced once for all iterations, and in the first it has no value",
        help=f"assign '{what}' before the loop",
    )


def not_iterable(error: TypeError) -> NoReturn:
    """A staged value that cannot be looped over."""
    place = current_place()
    stop("AG019", str(error), place, help="loop over a tensor with at least one dimension")


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
        super().__init__(code, summary, current_place(), label=_CONDITION, reason=reason, help=help)

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
    what, construct = _subject(name, construct)
    what = what.replace("the function returns", "what the function returns").removesuffix(" is")
    then, orelse = lengths
    summary = (
        f"{what} has {then} elements after one branch of a staged {_quoted(construct)} and {orelse} after the other"
    )
    if then is None or orelse is None:
        summary = f"{what} changes its length in one branch of a staged {_quoted(construct)} only"
    help = "append as often in either branch, or tensors of one type to a list that one variable holds"
    raise_refusal(ListGrows("AG021", summary, reason, help, lists, ends))


def keys_differ(name: str | Location, construct: str, lists: Sequence[Any], ends: Sequence[Any] = ()) -> NoReturn:
    """A dict has other keys after one branch than after the other; arguments as for `list_grows`."""
    what, construct = _subject(name, construct)
    if isinstance(name, Location) and not name.stageable:
        summary = f"{_located(name)} is changed in one branch of a staged {_quoted(construct)}, and not, or "
        raise_refusal(ListGrows("AG024", f"{summary}otherwise, in the other", "", _MEND_OBJECT, lists, ends))
    if isinstance(name, Item):
        name = _named(name)
        summary = f"'{name}' has a value in one branch of a staged {_quoted(construct)} but not in the other"
        help = f"assign '{name}' before the {_quoted(construct)}, or make the dict in the function that is staged"
    else:
        summary = f"{what} a dict of other keys after one branch of a staged {_quoted(construct)} than after the other"
        help = "give it the same keys in both branches"
    raise_refusal(ListGrows("AG010", summary, "", help, lists, ends))


def keys_are_staged() -> NoReturn:
    """Python asks for the keys of a dict of which a tensor decides what keys it has."""
    place = current_place()
    stop(
        "AG033",
        "a dict of which a tensor decides what keys it has is taken apart by Python",
        place,
        reason="which keys it has is known only when the program runs",
        help="ask it for keys, loop over it with `for`, or give it to len, sum, min, max, any, all, sorted or list",
    )


def order_of_a_set() -> NoReturn:
    """The order of the elements of a set is asked for, of which a tensor decides what is in it."""
    stop(
        "AG033",
        "the order of a set is asked for of which a tensor decides what elements it has",
        current_place(),
        reason="Python promises none, and which elements there are is known only when the program runs",
        help="loop over `sorted(s)`",
    )


def key_is_staged(mapping: Any) -> NoReturn:
    """A dict of staged keys is given a key which is a tensor."""
    stop(
        "AG032",
        f"a tensor is a key of {_located_object(mapping)}, of which a tensor decides what keys it has",
        current_place(),
        reason="all keys that there may be must be known while the program is staged",
        help="use keys that are constants, or keep the values in a tensor",
    )


def unlike_entries(mapping: Any) -> NoReturn:
    """A dict is given a key which is a tensor, and its keys and values are no numbers of one type."""
    stop(
        "AG032",
        f"a tensor is a key of {_located_object(mapping)}, whose keys and values are not all numbers, made alike",
        current_place(),
        reason="keys that are known only when the program runs are kept in one tensor, and so are their values",
        help="use numbers, or tuples of them, for keys and values, and one dict for each kind of value",
    )


def row_of_outside(value: Any, reason: str, help: str = "") -> NoReturn:
    """A list or a dict is the value of a key which is a tensor, and none that can be has its place elsewhere."""
    kind = value.__class__.__name__
    stop(
        "AG032",
        f"a tensor is the key of {_located_object(value)}, which others may have as well",
        current_place(),
        reason=reason,
        help=help or f"store a copy of its own: `{kind}(x)`",
    )


def copies_rows() -> NoReturn:
    """A dict whose values are lists under staged keys is copied with these."""
    stop(
        "AG032",
        "lists or dicts that are values of a dict with staged keys are copied with it",
        current_place(),
        reason="which of them are one and the same is known only when the program runs",
        help="copy them one by one: `{k: list(v) for k, v in d.items()}`",
    )


def changes_under_a_loop(row: Any) -> NoReturn:
    """A loop goes over a list under a staged key, and changes what is under such keys."""
    stop(
        "AG022",
        f"a {row.__class__.__name__} under a staged key is looped over while such are changed",
        current_place(),
        reason="which of them is meant is known only when the program runs: it may be the one that is looped over",
        help="loop over a copy: `list(x)`",
    )


def unlike_keys(key: Any) -> NoReturn:
    """A key is looked for among staged ones that are of another type."""
    stop(
        "AG032",
        f"{_described_key(key)} is looked for among keys that are tensors of a type it cannot be compared with",
        current_place(),
        help="use keys of one type: `int(k)`, `float(k)`",
    )


def _described_key(key: Any) -> str:
    return repr(key) if isinstance(key, (bool, int, float, str)) else "a tensor"


def key_of_outside(mapping: Any, reason: str, help: str = "") -> NoReturn:
    """A dict is given a key which is a tensor, and none that has such keys can take its place."""
    stop(
        "AG032",
        f"a tensor is a key of {_located_object(mapping)}, which cannot get staged keys",
        current_place(),
        reason=reason,
        help=help.replace("list", "dict") or "keep it in a variable, an attribute, a list or a dict, and nowhere else",
    )


def keys_change_in_a_loop(mapping: Any) -> NoReturn:
    """A loop over a dict of staged keys gives it a key or takes one away."""
    stop(
        "AG022",
        f"{_located_object(mapping)} may change its keys while it is being looped over",
        current_place(),
        reason="Python raises RuntimeError then",
        help="loop over a copy of the keys: `for key in list(d)`",
    )


def _located_object(value: Any) -> str:
    path = path_to(value)
    return f"'{path}'" if path is not None else f"a {value.__class__.__name__}"


def cannot_grow(name: str | Location, construct: str, reason: str, help: str = "") -> NoReturn:
    """A list that a staged loop makes longer or shorter, and that cannot be staged."""
    place = current_place()
    name = _named(name)
    stop(
        "AG022",
        f"'{name}' changes its length in a staged `{construct}`",
        place,
        label=_LOOP[construct],
        reason=reason,
        help=help or "append tensors of one type, or collect the values in a tensor of fixed shape",
    )


def length_changes_under_iterator(values: Any) -> NoReturn:
    """A list of staged length that an iterator goes over has become longer or shorter."""
    place = current_place()
    stop(
        "AG022",
        f"'{path_to(values) or 'the list'}' changes its length while it is gone over",
        place,
        reason="how many items there are to come was settled when `enumerate`, `zip`, `map` or `reversed` was called",
        help="go over the positions in a `while`, or over a copy if the new items are not to come: list(values)",
    )


def list_outgrown(name: str | Location, construct: str, limit: int) -> RaisedLater:
    """A list has become longer than what a program has room for that knows no bound of it."""
    return RaisedLater(
        "AG022",
        f"'{_named(name)}' has more than {limit} elements after an iteration of a staged `{construct}`",
        current_place(),
        label=_LOOP[construct],
        reason="nothing says how long it can get, so that there is room for so many",
        help="say how often the loop can run: autograph.set_loop_options(maximum_iterations=...)",
    )


def digits_are_lost() -> RaisedLater:
    """An integer meets a float of another path, and has more digits than that can have."""
    return RaisedLater(
        "AG013",
        "an integer meets a float here, and has more digits than that can have",
        current_place(),
        reason="one path of staged code leaves an integer and another a float, so that both are floats",
        help="have both paths leave integers, or floats",
    )


def negative_power() -> RaisedLater:
    """A power of an integer is negative, which only the program knows."""
    return RaisedLater(
        "AG013",
        "an integer is raised to a negative power here",
        current_place(),
        reason="that is a float, and the other powers are integers: which it is, is known only when the program runs",
        help="raise a float: `2.0 ** n`",
    )


def nan_is_sorted() -> RaisedLater:
    """Several numbers are sorted of which one is nan, which only the program knows."""
    return RaisedLater(
        "AG034",
        "a nan is sorted here",
        current_place(),
        reason="it is neither less nor greater than the others: their order depends on which of them Python compares",
        help="leave it out before: `[x for x in values if x == x]`",
    )


def cannot_be_staged(value: Any, reason: str) -> NoReturn:
    """Something is stored in a list of staged length that its elements cannot be."""
    place = current_place()
    path = path_to(value)
    stop(
        "AG022",
        f"the length of '{path or 'a list'}' is staged, and it cannot hold this element",
        place,
        reason=reason,
        help="append tensors of one type, or collect the values in a tensor of fixed shape",
    )


def length_is_staged() -> NoReturn:
    """Python asks for the elements of a list whose length is staged."""
    place = current_place()
    stop(
        "AG033",
        "a list whose length a tensor decides is taken apart by Python",
        place,
        reason="how many elements it has is known only when the program runs",
        help="index it, loop over it with `for`, or give it to len, sum, min, max, any, all, sorted or enumerate",
    )


def changes_in_one_branch(name: str | Location, construct: str) -> NoReturn:
    """Something that no tensor can stand for is changed, not alike, by the branches."""
    place = current_place()
    stop(
        "AG024",
        f"{_located(name)} is changed in one branch of a staged {_quoted(_subject('', construct)[1])}, and not, or "
        "otherwise, in the other",
        place,
        label=_CONDITION,
        reason="the graph decides which branch runs, and can only choose between tensors",
        help=_MEND_OBJECT,
    )


def changes_in_a_loop(name: str | Location, construct: str) -> NoReturn:
    """Something that no tensor can stand for is changed in a loop."""
    place = current_place()
    stop(
        "AG024",
        f"{_located(name)} is changed in a staged `{construct}`",
        place,
        label=_LOOP[construct],
        reason="the body is traced once, and how often it runs is known only when the graph runs",
        help=_MEND_OBJECT,
    )


_MEND_OBJECT = "keep it in tensors (an array as `tf.constant(array)` or `jnp.asarray(array)`), or change it outside"


def changes_places(name: str | Location, construct: str) -> NoReturn:
    """A variable stands for one list after another, and the lists change."""
    place = current_place()
    stop(
        "AG024",
        f"'{name}' stands for one list or object after another in a staged `{construct}` which also changes them",
        place,
        label=_LOOP[construct],
        help="make a new list in each iteration, or keep the elements in a tensor",
    )


def is_one_of_several(holder: Any, use: str = "changed") -> NoReturn:
    """Something is changed, or compared by `is`: when the graph runs it may be this object or another."""
    place = current_place()
    path = path_to(holder)
    what = f"'{path}'" if path is not None else f"a {type(holder).__name__}"
    stop(
        "AG024",
        f"{what} is {use}, and a staged conditional chose between it and another object",
        place,
        reason="which of them it is, is known when the graph runs",
        help=_USES_OF_ONE_OF_SEVERAL[use == "changed"],
    )


_USES_OF_ONE_OF_SEVERAL = (
    "compare what the choice depends on",
    "change it by its methods and items (`xs.extend(ys)` for `xs += ys`), or choose a copy (`xs[:]`, `dict(d)`)",
)


def is_one_of_several_constants(value: Any, use: str) -> NoReturn:
    """Something is asked of a string that is one of several, which no table answers."""
    place = current_place()
    stop(
        "AG055",
        f"a {type(value.options[0]).__name__} that is {value!r} when the program runs is {use}",
        place,
        reason="which one it is decides a tensor; it may be compared, looked up in a dict, printed and returned",
        help="compare it with each, and go on with what that one gives",
    )


def asks_with_effects() -> NoReturn:
    """The message of a staged assertion changes something, and is made whether the assertion holds or not."""
    place = current_place()
    stop(
        "AG025",
        "the message of a staged assertion changes an object or a variable",
        place,
        reason="it is made while the program is staged, whether the assertion will hold or not",
        help="make the message before, without changing anything",
    )


def compares_with_effects(location: Location) -> NoReturn:
    """A special method that compares, and changes something."""
    place = current_place()
    stop(
        "AG025",
        f"{_located(location)} is changed by a comparison that the program may not make",
        place,
        reason="while the program is staged, all values are compared",
        help="compare without changing anything",
    )


def cannot_undo(what: str, reason: str, help: str) -> NoReturn:
    """Something in a region that takes effect at once and cannot be taken back."""
    place = current_place()
    stop("AG025", f"{what} in a staged branch or loop", place, reason=reason, help=help)


def raised_under_a_handler(error: BaseException, handler: Place) -> NoReturn:
    """A staged `raise` that a handler of the same staged code would catch."""
    place = current_place()
    stop(
        "AG026",
        f"{type(error).__name__} is raised on one path of staged code, where a handler would catch it",
        place,
        reason=f"what would handle it is at {handler}, and is run as Python's own; which path is taken is known only "
        "when the graph runs, after that was left",
        help="ask for the condition with `if` instead of raising and catching",
    )


def raised_to_python(error: BaseException, catcher: str) -> NoReturn:
    """A staged `raise` that Python would catch, or that a `with` statement would be told of."""
    place = current_place()
    stop(
        "AG026",
        f"{type(error).__name__} is raised on one path of staged code, where it would be caught",
        place,
        reason=f"{catcher} while the function is traced; which path is taken is known only when the graph runs",
        help="ask for the condition with `if` where the result is used, instead of raising",
    )


def divides_under_a_handler(function: Any, handler: Place) -> NoReturn:
    """A nested function divides by what is staged, where a handler is for divisions by 0."""
    place = current_place()
    stop(
        "AG026",
        f"`{getattr(function, '__name__', function)}` divides, where a handler would catch a division by 0",
        place,
        reason=f"the handler is at {handler}; no system raises Python's exception for a division by 0, and a "
        "function that is defined in another one was converted with that, without a check for it",
        help="define the function outside, divide in the body of the `try`, or ask whether the divisor is 0",
    )


def cannot_raise(backend: Backend, error: BaseException) -> NoReturn:
    """A staged `raise` on a system that has none."""
    place = current_place()
    hide_project_frames(error)
    raise StagingError(
        "AG027",
        f"{type(error).__name__} is raised on one path of staged code, and {backend.name} cannot raise when it runs: "
        f"{error}",
        place,
        help=f"return a value that says so, check the condition outside of {backend.name}"
        + (", have `jax.jit` call the converted function itself, or use `checkify`" if backend.name == "jax" else ""),
    ) from error


def changed_before_it_raises(error: BaseException, name: str | Location) -> NoReturn:
    """A staged path changes an object that outlives the function, and raises."""
    place = current_place()
    kind = "an exception" if isinstance(error, StagingError) else type(error).__name__
    stop(
        "AG027",
        f"{_located(name)} is changed on a path of staged code that raises {kind}",
        place,
        label=_CONDITION,
        reason="whoever catches the exception would find the object unchanged: what a path does to objects is done "
        "when it has ended",
        help=f"change '{_named(name)}' outside of the staged function, or after the paths have met",
    )


def hides_on_one_path(location: Location) -> NoReturn:
    """A class is changed, and an object has hidden an attribute of it on one path of staged code."""
    place = current_place()
    stop(
        "AG010",
        f"a class is changed, and {_located(location)} may hide an attribute of it, depending on a tensor",
        place,
        reason="where it does not, the object has been given the value that the class had",
        help=f"give '{_named(location)}' a value before the branch, or change the class before it",
    )


def returns_an_object(backend: Backend, value: Any) -> NoReturn:
    """A staged function returns an object of a class of the user's."""
    stop(
        "AG038",
        f"a staged function returns a {type(value).__name__}",
        current_place(),
        reason=f"{backend.name} gives back tensors, and tuples, lists and dicts of them",
        help="return what it holds (`o.v`), in a tuple or a dict"
        + (", or register the class as a pytree" if backend.name == "jax" else ", or make the class a dataclass"),
    )


def changed_after_it_raises(name: str | Location) -> NoReturn:
    """A staged function changes an object that outlives it, after a statement that may raise when the program runs."""
    place = current_place()
    stop(
        "AG027",
        f"{_located(name)} is changed where a path of staged code may have raised an exception before",
        place,
        reason="it is changed while the program is staged, whether or not the exception is raised when it runs",
        help=f"change '{_named(name)}' before, or where the function is called",
    )


def raises_a_tensor(error: BaseException) -> NoReturn:
    """A staged `raise` of an exception whose message shows a tensor."""
    place = current_place()
    stop(
        "AG027",
        f"{type(error).__name__} is raised on one path of staged code with a tensor in its message",
        place,
        reason="the message is made while the program is staged, when the tensor has no value",
        help="raise it with a message that needs no tensor, or use `assert` with the tensor as its message",
    )


def text_is_staged(use: str) -> NoReturn:
    """The characters of a text are asked for, which shows a staged value."""
    place = current_place()
    stop(
        "AG055",
        f"the text of a tensor is {use}, and is known only when the program runs",
        place,
        reason="it may be printed, returned, kept in a list, and be the message of an exception",
        help="work with the number: compare it, use it as a key, take its digits with `//` and `%`",
    )


def characters_are_unknown() -> NoReturn:
    """A text is asked for its characters, which no arithmetic gives."""
    stop(
        "AG055",
        "a text is asked for its characters, and shows what is not an integer, a bool or a string",
        current_place(),
        reason="the digits of an integer are computed when the program runs; those of a float, say, are not",
        help="work with the number, or return the text, and ask for its characters outside of the staged function",
    )


def has_no_such_method(kind: type, name: str) -> NoReturn:
    """A method of Python's numbers is asked of a staged one, which no arithmetic replaces."""
    stop(
        "AG053",
        f"a tensor is asked for `{name}`, which {_article(kind)} has",
        current_place(),
        reason="it is the number of a program that runs later, and has no such method",
        help="compute it by arithmetic, with `//` and `%`, or outside of the staged function",
    )


def type_of_either(kind: type, other: type) -> NoReturn:
    """A number is asked for its class, where what is of one on one path, and of another elsewhere, became one."""
    stop(
        "AG013",
        f"a number is asked for its type that may be {_article(other)} or {_article(kind)}",
        current_place(),
        reason=_is_one(_article(other), _article(kind)),
        help="give the variable values of one type on all paths",
    )


def _is_one(other: str, one: str) -> str:
    return f"a variable is {other} on one path of this program and {one} on another; staged, it is {one} on both"


def _article(kind: type) -> str:
    return f"{'an' if kind.__name__[0] in 'aeiou' else 'a'} {kind.__name__}"


def text_of_either(kind: str) -> NoReturn:
    """A number is shown in a program where what is of one kind on one path, and of another on another, became one."""
    other, one, shown, repair = {
        "float": (
            "an int", "a float", "1 would be shown as 1.0",
            "start with a float (`total = 0.0`), or give the text a format: `f'{total:g}'`, `f'{total:.2f}'`",
        ),
        "int": ("a bool", "an int", "True would be shown as 1", "give the variable a bool on every path, or an int"),
    }[kind]  # fmt: skip
    stop(
        "AG055",
        f"the text of a number is asked for that may be {other} or {one}",
        current_place(),
        reason=f"{_is_one(other, one)}, so that {shown}",
        help=repair,
    )


def every_path_raises(error: Exception) -> NoReturn:
    """A staged function that raises whatever path is taken, and on some of them another exception than on others."""
    raise StagingError(
        "AG027",
        f"a staged function raises on every path through it, at last {type(error).__name__}: {error}",
        reason="a graph without an end cannot be run",
        help="return a value from one path",
    ) from error


class EndlessRecursion(StagingError, RecursionError):
    """A staged function that calls itself without end."""

    __module__ = "autograph"
    __qualname__ = "StagingError"


EndlessRecursion.__name__ = "StagingError"


def endless_recursion(error: RecursionError) -> NoReturn:
    """A function that calls itself until a tensor says otherwise, which is not known while it is staged."""
    traceback = error.__traceback__
    place = None
    while traceback is not None and place is None:
        if traceback.tb_frame.f_code in converted_codes:
            place = place_in(traceback.tb_frame, traceback.tb_lasti)
        traceback = traceback.tb_next
    if place is None:
        raise error
    raise EndlessRecursion(
        "AG052",
        "a staged function calls itself without end",
        place,
        reason="both branches of a staged `if` are traced, so that a call in one of them is traced again and again",
        help="write the recursion as a loop, or let a Python number end it",
    ) from None


def recursed_too_deep(function: str, deepest: int) -> RaisedLater:
    """A staged function calls itself more often, one call in the other, than it was traced."""
    return RaisedLater(
        "AG052",
        f"'{function}' calls itself more than {deepest} times, one call in the other",
        current_place(),
        reason="a tensor ends the recursion, so that so many calls are part of the graph",
        help="write the recursion as a loop, or let a Python number end it",
    )


def goes_on_over_objects(most: int) -> RaisedLater:
    """A loop goes from object to object, further than it was traced."""
    return RaisedLater(
        "AG015",
        f"a staged loop that goes from object to object does so more than {most} times",
        current_place(),
        reason="a loop of a graph carries numbers: over objects it is traced object by object",
        help="keep what the objects hold in lists, and go over positions in them",
    )


def array_holds_no_tensors() -> NoReturn:
    """A tensor is stored to an item of an ndarray, or to an item that a tensor names."""
    place = current_place()
    stop(
        "AG028",
        "an item of a NumPy array is stored to by way of a tensor",
        place,
        reason="a NumPy array holds numbers, and this one is known only when the graph runs",
        help="make the array a tensor first: `d = tf.constant(d)` or `d = jnp.asarray(d)`; then `d[i] = v` works",
    )


def shared_array_changes() -> NoReturn:
    """An ndarray that others may have is changed where it stands, by way of a tensor."""
    place = current_place()
    stop(
        "AG028",
        "a NumPy array that others may have is changed in place by way of a tensor",
        place,
        reason="a NumPy array holds numbers, and these are known only when the graph runs",
        help="make another array: `a = a + n`",
    )


def items_of_no_variable() -> NoReturn:
    """An item of a tensor is stored to, and no variable is there to hold the tensor that has it."""
    place = current_place()
    stop(
        "AG028",
        "an item of a tensor is stored to, and the tensor is not the value of a local variable",
        place,
        reason="tensors do not change: `x[i] = v` gives the variable `x` a new tensor",
        help="give the tensor a name first: `x = self.x`, `x[i] = v`, `self.x = x`",
    )


def items_of_a_shared_tensor(names: list[str]) -> NoReturn:
    """An item of a tensor is stored to, and another variable has the same tensor."""
    place = current_place()
    stop(
        "AG028",
        f"an item is stored to of a tensor that is the value of {_listed(names)}",
        place,
        reason="tensors do not change: the variable that is stored to gets a new one, and the other keeps the old",
        help="return the tensor and assign it to the variable, or store where only one variable has it",
    )


def _listed(names: list[str]) -> str:
    return " and ".join(f"'{name}'" for name in names)


def left_behind(name: str | Location) -> NoReturn:
    """An object outside of a staged function holds a tensor of the trace at its end."""
    stop(
        "AG029",
        f"{_located(name)} is given a tensor by a staged function, and would hold it when the function has ended",
        None,
        reason="the tensor is part of the graph, and has no value outside; what it stands for is another each time",
        help="return the value and store it outside, or keep it in a variable of the system (`tf.Variable`)",
    )


def traced_with_another(location: Location) -> NoReturn:
    """A program that stores to an object outside is run again, and that holds something else by now."""
    stop(
        "AG029",
        f"{_located(location)} holds something else than when the function that stores to it was traced",
        None,
        reason="the trace may depend on what it held then, and the system runs it again without asking",
        help="give the value to the function as an argument, return it, and store it outside",
    )


def never_settles(construct: str) -> NoReturn:
    """What a loop carries changes its type or its number with every look at the body."""
    place = current_place()
    stop(
        "AG051",
        f"the variables of a staged `{construct}` do not settle: each iteration gives them other types, or more parts",
        place,
        label=_LOOP.get(construct, _CONDITION),
        help="start the variables with values of the types and structures that the loop keeps",
    )


def cannot_unroll(error: Exception) -> NoReturn:
    """A comprehension over a staged iterable whose length is not known while the program is staged."""
    place = current_place()
    stop(
        "AG023",
        "a comprehension over a tensor needs to know how many elements there are",
        place,
        label="this iterable is a tensor",
        reason=str(error).partition("\n")[0],
        help="give the tensor a static first dimension, or write the comprehension as a `for` loop that appends",
    )


def cannot_stage(reason: str) -> NoReturn:
    """A staged condition of a statement that stays Python's."""
    place = current_place()
    stop(
        "AG020",
        "a tensor decides a statement that can only be run as Python",
        place,
        label="this condition is a tensor",
        reason=f"the statement stays plain Python: {reason}",
        help="move the condition into a function of its own, or make it a Python value",
    )


def cannot_look_in(container: Any) -> NoReturn:
    """`in` of a staged value, in a container that only Python can look into."""
    place = current_place()
    stop(
        "AG031",
        f"`in` cannot look for a tensor in {_shape_of(container)}",
        place,
        reason="the graph decides when it runs whether it is there, and knows only tensors",
        help="look in a list, a tuple, a range, the keys of a dict or a tensor",
    )


def staged_filter() -> NoReturn:
    """A filter of a list comprehension that is staged."""
    place = current_place()
    stop(
        "AG030",
        "a tensor decides which elements are kept",
        place,
        reason="a list has its length while the program is staged; which elements are kept is known when it runs",
        help="give it to sum, any, all, min, max or len(list(...))",
    )


def condition_not_scalar(backend: Backend, type_: Type) -> NoReturn:
    """A condition with more than one truth value."""
    place = current_place()
    stop(
        "AG035",
        f"a condition is {backend.describe(type_)}, which has more than one truth value",
        place,
        label="this condition is a tensor",
        help="reduce it with any() or all(), or choose element by element with `where`",
    )


def loop_not_differentiable(place: Place | None) -> StagingError:
    """The error for a gradient through a loop whose number of iterations is not known."""
    return StagingError(
        "AG036",
        "a gradient goes backwards through a loop that may run any number of iterations",
        place,
        label="this loop stops when the program says so",
        reason="going back needs what each iteration computed, and JAX does not keep an unknown number of them",
        help="loop over a range whose bounds are Python numbers, or bound the loop with "
        "set_loop_options(maximum_iterations=...)",
    )


def is_of_systems(error: BaseException) -> bool:
    """Whether an error was raised below all code of the user's, and is not one of this package's yet."""
    traceback = error.__traceback__
    while traceback is not None:
        name = traceback.tb_frame.f_globals.get("__name__", "").partition(".")[0]
        if name not in _SYSTEMS:
            return False
        traceback = traceback.tb_next
    return not isinstance(error, AutographError)


_SYSTEMS = frozenset({"autograph", "runtime", "jax", "jaxlib", "numpy"})


def wrong_arguments(function: Any, error: Exception) -> NoReturn:
    """A builtin whose staged form does not take what it was given."""
    place = current_place()
    name = getattr(function, "__name__", str(function))
    stop(
        "AG034",
        f"`{name}` cannot be staged with these arguments",
        place,
        reason=str(error).replace("<lambda>", name).partition("\n")[0],
        help="use an operation on tensors instead",
    )


def nothing_to_choose(container: Any) -> NoReturn:
    """An item of a container that has none of the kind that is asked for, under a staged key."""
    place = current_place()
    stop(
        "AG032",
        f"a tensor cannot be found in {_shape_of(container)}",
        place,
        reason="there is no item that it could stand for",
        help="fill the list before it is read",
    )


def unlike_items(
    container: Any, reason: str, mend: str = "keep numbers, or tensors of one type, in it; or choose with `if`"
) -> NoReturn:
    """An item under a staged key, of a container whose items no tensor can stand for."""
    place = current_place()
    stop(
        "AG032",
        f"a tensor cannot choose among the items of {_shape_of(container)}",
        place,
        label="this item is chosen when the graph runs",
        reason=reason,
        help=mend,
    )


def _located(name: str | Location) -> str:
    """What a message calls a variable or a location: in quotes, as the user's program does."""
    return f"'{_named(name)}'"


def _named(name: str | Location) -> str:
    """A location by way of a variable of the user's that leads to it, if there is one."""
    if isinstance(name, str):
        return name
    path = path_to(name.owner)
    return str(name) if path is None else name.within(path)


def _subject(name: str | Location, construct: str) -> tuple[str, str]:
    """How a sentence about a variable begins, and what it calls the construct."""
    if isinstance(name, str) and name.startswith("return_value"):
        return "the function returns", construct
    if construct == "conditional":
        return "the expression is", "conditional expression"
    return f"{_located(name)} is", construct


def _shape_of(value: Any) -> str:
    if value is None:
        return "None"
    if hasattr(type(value), "called"):
        return str(type(value).called)
    if isinstance(value, (list, tuple)):
        return f"a {type(value).__name__} of {len(value)}"
    if isinstance(value, dict):
        return f"a dict with the keys {', '.join(map(repr, value))}" if value else "an empty dict"
    return _with_article(type(value).__name__)


def _kind(backend: Backend, value: Any) -> str:
    if value is None:
        return "None"
    type_ = backend.type_of(value)
    if type_ is not None and not isinstance(value, (str, bytes)):
        return backend.describe(type_)
    if isinstance(value, (str, bytes, int, float, bool)):
        return f"the {type(value).__name__} {value!r}"
    return _with_article(type(value).__name__)


def _quoted(construct: str) -> str:
    return construct if " " in construct else f"`{construct}`"


def _with_article(noun: str) -> str:
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"
