"""Errors of changes that staged code makes where they cannot be taken back, or would be seen elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from autograph.diagnostics import StagingError
from autograph.operators.locations import Location
from autograph.operators.origin import RaisedLater
from autograph.operators.places import current_place
from autograph.operators.refusals import AskingForCopies, raise_refusal, stop
from autograph.operators.wording import located


def cannot_undo(what: str, reason: str, help: str, kind: Callable[..., StagingError] = StagingError) -> NoReturn:
    """Something in a region that takes effect at once and cannot be taken back; `kind` makes the error."""
    place = current_place()
    raise_refusal(kind("AG025", f"{what} in a staged branch or loop", place, reason=reason, help=help))


def refuse_iterator(iterator: Any, kind: Callable[..., StagingError] = StagingError) -> NoReturn:
    """An iterator is advanced depending on what is staged; `kind` makes the error."""
    name = type(iterator).__name__.strip("_").replace("_", " ")
    cannot_undo(
        f"{'an' if name[:1] in 'aeiou' else 'a'} {name} is advanced",
        "it moves on once, while the program is staged, whichever path is taken when it runs",
        "take the element before, or loop over a list or a tensor",
        kind,
    )


def class_does_something(cls: type) -> NoReturn:
    """The body of a class has statements that may change what is outside of it."""
    cannot_undo(
        f"the body of class '{cls.__name__}' may change something",
        "it is run once, while the program is staged, whichever path is taken when it runs",
        "define the class where no tensor decides whether it is, or do that outside of it",
    )


def is_done_again(what: str) -> NoReturn:
    """What cannot be taken back has been done in a body that has to be run again to be staged."""
    stop(
        "AG025",
        f"{what} in a statement that is run again",
        current_place(),
        reason="a tensor turned out to decide how the statement ends, and what it had done is taken back",
        help="do it before the statement",
    )


def thread_is_started() -> NoReturn:
    """Another thread, or a process, would compute with tensors outside of what is staged."""
    stop(
        "AG025",
        "a thread is started that has tensors of a staged function",
        current_place(),
        reason="what it does is not part of the program that is staged, and it has no part in that",
        help="start it outside, or call the function that it runs",
    )


def cache_of_staged(function: Any, reason: str, kind: type[StagingError] = StagingError) -> NoReturn:
    """A function whose results are kept is given what is staged, and cannot be called in place of looking them up."""
    stop(
        "AG032",
        f"a tensor is given to `{function.__name__}`, whose results `functools.lru_cache` keeps by its arguments",
        current_place(),
        kind,
        reason=reason,
        help="remove `@lru_cache`, or pass a Python number",
    )


def cache_overflows(function: Any, most: int) -> RaisedLater:
    """A cached function that changes something, or of which calls are counted, is called with more than it keeps."""
    return RaisedLater(
        "AG032",
        f"`{function.__name__}` is called with more different arguments than the {most} that its results are kept for",
        current_place(),
        reason="`functools.lru_cache` forgets the oldest results then, and the function is called for these again",
        help="use `@functools.cache`, which keeps all results",
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


def hashes_with_effects(location: Location) -> NoReturn:
    """The hash of a key, for which Python asks whenever it looks something up, changes something."""
    stop(
        "AG025",
        f"{located(location)} is changed by the `__hash__` of an object",
        current_place(),
        reason="Python asks for a hash while the program is staged, as often as it needs it",
        help="change it where the key is used",
    )


def compares_with_effects(location: Location) -> NoReturn:
    """A special method that compares, and changes something."""
    place = current_place()
    stop(
        "AG025",
        f"{located(location)} is changed by a comparison that the program may not make",
        place,
        reason="while the program is staged, all values are compared",
        help="compare without changing anything",
    )


def handlers_ask_with_effects(location: Location) -> NoReturn:
    """What says which exceptions a handler catches changes something."""
    stop(
        "AG025",
        f"{located(location)} is changed by what says which exceptions an `except` catches",
        current_place(),
        reason="that is asked while the program is staged, whether there will be an exception or not",
        help="name the exceptions before the `try`: `caught = choose()`, `except caught:`",
    )


def left_behind(name: str | Location, kind: type[StagingError] = StagingError) -> NoReturn:
    """An object outside of a staged function holds a tensor of the trace at its end."""
    stop(
        "AG029",
        f"{located(name)} is given a tensor by a staged function, and would hold it when the function has ended",
        None,
        kind=kind,
        reason="the tensor is part of the graph, and has no value outside; what it stands for is another each time",
        help="return the value and store it outside, or keep it in a variable of the system (`tf.Variable`)",
    )


def holds_a_copy(location: Location) -> NoReturn:
    """An object outside of a staged function holds at its end what stands for one of several, or a copy of one."""
    stop(
        "AG029",
        f"{located(location)} would hold a copy of an object from outside of a staged function when that has ended",
        None,
        reason="which object it is only the program knows, which gives back what is in it; others may have that object",
        help="return what is to be stored and store it outside, or store a new object on every path",
    )


def traced_with_another(location: Location) -> NoReturn:
    """A program that stores to an object outside is run again, and that holds something else by now."""
    stop(
        "AG029",
        f"{located(location)} holds something else than when the function that stores to it was traced",
        None,
        reason="the trace may depend on what it held then, and the system runs it again without asking",
        help="give the value to the function as an argument, return it, and store it outside",
    )


def argument_changes(name: str, is_default: bool, is_whole: bool, may_be_owned: bool = False) -> NoReturn:
    """A staged function changes what it was given a copy of."""
    kind = AskingForCopies if may_be_owned and not is_default else StagingError
    what = "the default of a parameter" if is_default else "an argument"
    if is_default:
        reason = "the function is staged with a copy of it: a later call would not find what this one has changed"
        help = "keep what outlives a call in a global variable or in an object: `CACHE = {}` in place of `cache={}`"
    else:
        reason = "a staged function is given copies of lists and dicts: its caller would not see the change"
        copied = f"{name}.copy()" if is_whole else f"copy.deepcopy({name})"
        help = f"change a copy, and return that: `{name} = {copied}`"
    stop("AG029", f"{name!r}, {what} of a staged function, is changed by it", None, kind, reason=reason, help=help)


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


def shared_tensor_changes(name: str | None, is_part: bool, is_array: bool) -> NoReturn:
    """A tensor that came of an ndarray is changed in place, and something else has the array or a part of it."""
    what = "an array that the tensor may be" if is_array else "the same array, or a part of it"
    who = "something else has" if name is None else f"'{name}' has"
    stop(
        "AG028",
        f"a tensor is changed in place, and {who} {what}",
        current_place(),
        reason="an array of NumPy changes for all who have it, or a view of it; in a graph each has its own tensor",
        help="make another array, `c = c + 1`, or give the other a copy: `d = c + 0`",
    )


def element_changes() -> NoReturn:
    """An ndarray, or a tensor that came of one, is changed in place, and is an element of a list of staged length."""
    stop(
        "AG028",
        "an array is changed in place, and is an element of a list or a dict that a graph makes",
        current_place(),
        reason="in a graph such a list, or such a dict, has a copy of what was in the array",
        help="put a copy into it, `xs.append(c + 0)`, or make another array: `c = c + 1`, `xs[i] = xs[i] + 1`",
    )


def method_in_place() -> NoReturn:
    """A method that changes an array of NumPy is called of a tensor, and nobody takes what it gives."""
    stop(
        "AG028",
        "a method that changes an array in place is called of a tensor, which does not change",
        current_place(),
        reason="in a graph it gives another tensor, if the system has it",
        help="give the variable what it gives: `c = c.sort()`, or `c = sorted(c)`",
    )


def attribute_in_place(name: str) -> NoReturn:
    """An attribute is stored to that changes an array of NumPy, and a tensor stands for the array."""
    stop(
        "AG028",
        f"`{name}` is stored to of a tensor, which does not change",
        current_place(),
        reason="an array of NumPy changes in place; in a graph another tensor takes its place",
        help="give the variable another tensor: `c = c.reshape(2, 3)`, `c = c.astype(float)`",
    )


def changes_under_an_expression() -> NoReturn:
    """A function changes an array in place that an expression which waits for the function has read already."""
    stop(
        "AG028",
        "a tensor is changed in place by a function, and the expression that calls it has read the tensor before",
        current_place(),
        reason="an array of NumPy changes for all who have it; in a graph the expression has what there was before",
        help="call the function in a statement of its own, before the expression",
    )


def stores_a_view() -> NoReturn:
    """Parts of a tensor change places in one statement, which are views in NumPy."""
    stop(
        "AG028",
        "parts of a tensor are stored to it by one statement, the first before the next is read",
        current_place(),
        reason="parts of an array of NumPy are views of it: the second sees what the first store has changed",
        help="make copies: `m[0], m[1] = m[1] + 0, m[0] + 0`",
    )


def iterated_tensor_changes() -> NoReturn:
    """An item of a tensor is stored to in a loop over that tensor."""
    stop(
        "AG028",
        "a tensor is changed in place in a loop that goes over it",
        current_place(),
        reason="a loop over an array of NumPy sees what is stored to it; in a graph it goes over what there was before",
        help="go over the places, `for i in range(len(c))`, and read `c[i]`; or over another array: `for v in c + 0`",
    )


def arguments_are_one(name: str, other: str) -> NoReturn:
    """A staged function changes a list that it is given twice, where it has a copy for each."""
    stop(
        "AG029",
        f"{name!r}, an argument of a staged function, is changed by it, and is the same object as {other!r}"
        if name != other
        else f"{name!r}, an argument of a staged function, has one object in two places, and the function changes it",
        None,
        reason="the function is staged with a copy for each place: in the other it would not see the change",
        help=f"give it a copy in one of them: `copy.deepcopy({other})`",
    )


_LEFT_OPEN = (
    "AG025",
    "a generator is left in a `try` whose `finally` or handlers run when it is closed, or in a `yield from` that "
    "closes another",
)
_LEFT_OPEN_REASON = "Python closes it when nothing has it any more, which the program does not see when it runs"
_LEFT_OPEN_HELP = "close it where it is not needed any more, on all paths: `g.close()`"


def is_left_open() -> RaisedLater:
    """A generator that was advanced under a staged condition turns out not to have ended when the program runs."""
    return RaisedLater(*_LEFT_OPEN, current_place(), reason=_LEFT_OPEN_REASON, help=_LEFT_OPEN_HELP)


def may_be_left_open() -> NoReturn:
    """The same, for one of which that is known, or that a path may leave which raises."""
    stop(*_LEFT_OPEN, current_place(), reason=_LEFT_OPEN_REASON, help=_LEFT_OPEN_HELP)
