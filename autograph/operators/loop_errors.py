"""Errors of staged loops: an iteration leaves what the next cannot take. Those of branches are elsewhere."""

from __future__ import annotations

from typing import Any, NoReturn

from autograph.diagnostics import Place, StagingError
from autograph.operators.differences import Difference, difference
from autograph.operators.locations import Location
from autograph.operators.origin import RaisedLater
from autograph.operators.places import current_place
from autograph.operators.refusals import stop
from autograph.operators.wording import (
    CONDITION,
    LOOP,
    MEND_OBJECT,
    described,
    located,
    named_in_text,
    shape_of,
    shapes_differ,
)
from autograph.staging import Backend, Type


def not_iterable(error: TypeError) -> NoReturn:
    """A staged value that cannot be looped over."""
    place = current_place()
    stop("AG019", str(error), place, help="loop over a tensor with at least one dimension")


def structure_changes(name: str | Location, construct: str, before: Any, after: Any) -> NoReturn:
    """A loop variable is not made alike before and after an iteration."""
    place = current_place()
    name = named_in_text(name)
    found = Difference(name, shape_of(before), shape_of(after))
    if found.one == found.other:
        found = difference(name, before, after) or found
    stop(
        "AG014",
        f"'{found.path}' is {found.one} before a staged `{construct}` and {found.other} after an iteration",
        place,
        label=LOOP[construct],
        help=_COLLECT
        if isinstance(before, str) and isinstance(after, str)
        else f"start '{name}' with a value of the structure that the loop gives it",
    )


def value_changes(backend: Backend, name: str | Location, construct: str, before: Any, after: Any) -> NoReturn:
    """A loop variable is a Python object that an iteration replaces by another."""
    place = current_place()
    name = named_in_text(name)
    first, last = described(backend, before), described(backend, after)
    is_rebuilt = first == last and isinstance(before, (dict, list, set))
    help = f"start '{name}' with a tensor or a number of the type that the loop gives it"
    if is_rebuilt:
        last = f"another one, {last},"
        help = "change the one from before the loop where it stands, by a method of its own or by `|=` or `&=`"
    stop(
        "AG015",
        f"'{name}' is {first} before a staged `{construct}` and {last} after an iteration",
        place,
        label=LOOP[construct],
        reason="how often the loop runs is known only when the graph runs, so its variables must be tensors",
        help=_COLLECT if isinstance(before, str) and isinstance(after, str) else help,
    )


#: The repair of a text that a loop changes.
_COLLECT = "make the text after the loop: of the number, or of pieces appended to a list (`''.join(pieces)`)"


def type_changes(backend: Backend, name: str | Location, construct: str, before: Type, after: Type) -> NoReturn:
    """A loop variable is a tensor whose type after an iteration has nothing in common with the one before."""
    place = current_place()
    name = named_in_text(name)
    if shapes_differ(before, after):
        stop(
            "AG037",
            f"'{name}' is {backend.describe(before)} before a staged `{construct}` and {backend.describe(after)} "
            "after an iteration",
            place,
            label=LOOP[construct],
            reason=f"{backend.name} has one shape for a variable throughout a loop",
            help=f"start '{name}' with the shape that it ends with, and write into it: `{name}[i] = value`",
        )
    stop(
        "AG016",
        f"'{name}' is {backend.describe(before)} before a staged `{construct}` and {backend.describe(after)} "
        "after an iteration",
        place,
        label=LOOP[construct],
        help=f"start '{name}' with the type that the loop gives it, or cast it in the loop",
    )


def deleted_in_loop(name: str | Location, construct: str) -> NoReturn:
    """A loop variable is bound before an iteration and unbound after it."""
    place = current_place()
    name = named_in_text(name)
    stop(
        "AG017",
        f"'{name}' is deleted in a staged `{construct}`",
        place,
        label=LOOP[construct],
        help=f"leave '{name}' bound, or delete it after the loop",
    )


def unset_without_iterations(name: str | Location, construct: str) -> NoReturn:
    """A variable is first assigned in a loop that may run no iteration, on a backend that cannot check that."""
    place = current_place()
    stop(
        "AG018",
        f"'{name}' is first assigned in a staged `{construct}`, and used after it",
        place,
        label=LOOP[construct],
        reason="the loop may run no iteration, and then the variable has no value",
        help=f"assign '{name}' before the loop",
    )


def read_before_set_in_a_loop(name: str | Location | None) -> NoReturn:
    """Something that an iteration of a staged loop reads or asks for, and that only an earlier one has set."""
    place = current_place()
    what = named_in_text(name) if name is not None else "a variable"
    stop(
        "AG018",
        f"'{what}' is first assigned in a staged loop, which also depends on whether it was",
        place,
        reason="the body is traced once for all iterations, and in the first it has no value",
        help=f"assign '{what}' before the loop",
    )


def never_settles(construct: str) -> NoReturn:
    """What a loop carries changes its type or its number with every look at the body."""
    place = current_place()
    stop(
        "AG051",
        f"the variables of a staged `{construct}` do not settle: each iteration gives them other types, or more parts",
        place,
        label=LOOP.get(construct, CONDITION),
        help="start the variables with values of the types and structures that the loop keeps",
    )


def arrays_part(name: str | Location, other: str | Location, construct: str) -> NoReturn:
    """An array that two places of a loop have is changed in place, and is not that of both in every iteration."""
    stop(
        "AG028",
        f"an array is changed in place in a staged `{construct}`, and {located(name)} and {located(other)} have it, "
        "but not in every iteration",
        current_place(),
        label=LOOP.get(construct, CONDITION),
        reason="an array of NumPy changes for all who have it; in a graph each variable has its own tensor",
        help="give one of them a copy: `b = a.copy()`",
    )


_STRINGS_AFTERWARDS = "keep numbers, or tuples of some length, in '{}', and make strings of them after the loop"


def strings_get_longer(name: str | Location, construct: str) -> NoReturn:
    """A list is of strings that each iteration makes longer ones of."""
    name = named_in_text(name)
    stop(
        "AG051",
        f"'{name}' is a list of strings, and each iteration of a staged `{construct}` makes longer ones of them",
        current_place(),
        label=LOOP[construct],
        reason="the strings of such a list are some that are known before the program runs",
        help=_STRINGS_AFTERWARDS.format(name),
    )


def changes_in_a_loop(name: str | Location, construct: str) -> NoReturn:
    """Something that no tensor can stand for is changed in a loop."""
    place = current_place()
    stop(
        "AG024",
        f"{located(name)} is changed in a staged `{construct}`",
        place,
        label=LOOP[construct],
        reason="the body is traced once, and how often it runs is known only when the graph runs",
        help=MEND_OBJECT,
    )


def changes_places(name: str | Location, construct: str) -> NoReturn:
    """A variable stands for one list after another, and the lists change."""
    place = current_place()
    stop(
        "AG024",
        f"'{name}' stands for one list or object after another in a staged `{construct}` which also changes them",
        place,
        label=LOOP[construct],
        help="make a new list in each iteration, or keep the elements in a tensor",
    )


def cannot_grow(name: str | Location, construct: str, reason: str, help: str = "") -> NoReturn:
    """A list that a staged loop makes longer or shorter, and that cannot be staged."""
    place = current_place()
    name = named_in_text(name)
    stop(
        "AG022",
        f"'{name}' changes its length in a staged `{construct}`",
        place,
        label=LOOP[construct],
        reason=reason,
        help=help or "append tensors of one type, or collect the values in a tensor of fixed shape",
    )


def list_outgrown(name: str | Location, construct: str, limit: int, is_fixed: bool) -> RaisedLater:
    """A list has become longer than what a program has room for that knows no bound of it, or none that would do."""
    return RaisedLater(
        "AG022",
        f"'{named_in_text(name)}' has more than {limit} elements after an iteration of a staged `{construct}`",
        current_place(),
        label=LOOP[construct],
        reason="nothing says how long it can get, so that there is room for so many",
        help="keep the elements in a tensor of a shape that is known"
        if is_fixed
        else "say how often the loop can run: autograph.set_loop_options(maximum_iterations=...)",
    )


def string_outgrown(name: str | Location, construct: str, limit: int) -> RaisedLater:
    """A string in a list has become longer than what there is room for."""
    name = named_in_text(name)
    return RaisedLater(
        "AG022",
        f"'{name}' has a string of more than {limit} characters after an iteration of a staged `{construct}`",
        current_place(),
        label=LOOP[construct],
        reason="each iteration makes longer ones of them, and nothing says how long they can get",
        help=_STRINGS_AFTERWARDS.format(name),
    )


def needs_too_much_room(numbers: int) -> NoReturn:
    """A list, or what is in it, for which a system would need more memory than there is likely to be."""
    stop(
        "AG022",
        f"a list needs room for {numbers:,} numbers",
        current_place(),
        reason="it has room for as many elements as it can get, and loops in loops make it longer each",
        help="say that the loops run less often: autograph.set_loop_options(maximum_iterations=...)",
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
