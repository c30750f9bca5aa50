"""Errors of lists, dicts and sets of which a tensor decides the length, the keys or the items. Arrays are elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from autograph.diagnostics import StagingError
from autograph.operators.origin import RaisedLater
from autograph.operators.places import current_place, path_to
from autograph.operators.refusals import AskingForOrder, AskingToRaise, raise_new, raise_refusal, stop
from autograph.operators.wording import located_object, shape_of
from autograph.staging import Backend, backend_of


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


def order_of_a_set(reason: str = "") -> NoReturn:
    """The order of the elements of a set is asked for, of which a tensor decides what is in it.

    Args:
        reason: what makes it matter, of a loop or of a dict that got its keys in that order.
    """
    stop(
        "AG033",
        "the order of a set is asked for of which a tensor decides what elements it has",
        current_place(),
        AskingForOrder,
        reason=reason or "Python promises none, and which elements there are is known only when the program runs",
        help="loop over `sorted(s)`",
    )


def cannot_add_a_key() -> RaisedLater:
    """A tensor is the key that a dict is stored to, and turns out to be one that it does not have."""
    return RaisedLater(
        "AG032",
        "a tensor is stored to a key that a dict does not have",
        current_place(),
        reason="the dict can be given no keys when the program runs: those that it has, or their values, are unlike",
        help="give it the key before, or keep what has keys that tensors decide in a dict of its own",
    )


def order_is_unknown() -> RaisedLater:
    """The order of a set is asked for, and turns out to be one that nothing tells when the program runs."""
    return RaisedLater(
        "AG033",
        "the order of a set is asked for, which has several elements here",
        current_place(),
        reason="it depends on how the set came to be, and Python promises none",
        help="loop over `sorted(s)`, or take `min(s)`",
    )


def key_is_staged(mapping: Any) -> NoReturn:
    """A dict of staged keys is given a key which is a tensor."""
    stop(
        "AG032",
        f"a tensor is a key of {located_object(mapping)}, of which a tensor decides what keys it has",
        current_place(),
        reason="all keys that there may be must be known while the program is staged",
        help="use keys that are constants, or keep the values in a tensor",
    )


def hash_of(items: Any) -> NoReturn:
    """A set of staged elements is a key, or an element of a set. Of what can change, Python raises an error."""
    if items.kind is not frozenset:
        raise_new(TypeError(f"unhashable type: {items.kind.__name__!r}"))
    stop(
        "AG032",
        "a frozenset whose elements a tensor decides is a key of a dict, or an element of a set",
        current_place(),
        reason="keys are compared when the program runs, and a set has no order to compare it by",
        help="use a tuple of the elements in order: `tuple(sorted((a, b)))`",
    )


def unlike_entries(mapping: Any) -> NoReturn:
    """A dict is given a key which is a tensor, and its keys and values are no numbers of one type."""
    stop(
        "AG032",
        f"a tensor is a key of {located_object(mapping)}, whose keys and values are not all numbers, made alike",
        current_place(),
        reason="keys that are known only when the program runs are kept in one tensor, and so are their values",
        help="use numbers, or tuples of them, for keys and values, and one dict for each kind of value",
    )


def makes_a_row(mapping: Any) -> RaisedLater:
    """A `defaultdict` would make a list for a key, which it turns out not to have when the program runs."""
    return RaisedLater(
        "AG032",
        f"{located_object(mapping)} does not have this key, and would make a value for it",
        current_place(),
        reason="which key that is, is known only when the program runs, and its values cannot be kept in one tensor",
        help="give it the keys that it may be asked for before: `d[key]` for each of them",
    )


def unlike_keys(key: Any) -> NoReturn:
    """A key is looked for among staged ones that are of another type."""
    stop(
        "AG032",
        f"{_described_key(key)} is looked for among keys that are tensors of a type it cannot be compared with",
        current_place(),
        help="use keys of one type: `int(k)`, `float(k)`",
    )


def key_of_outside(mapping: Any, reason: str, help: str = "") -> NoReturn:
    """A dict is given a key which is a tensor, and none that has such keys can take its place."""
    stop(
        "AG032",
        f"a tensor is a key of {located_object(mapping)}, which cannot get staged keys",
        current_place(),
        reason=reason,
        help=help.replace("list", "dict") or "keep it in a variable, an attribute, a list or a dict, and nowhere else",
    )


def keys_change_in_a_loop(mapping: Any) -> NoReturn:
    """A loop over a dict of staged keys gives it a key or takes one away."""
    stop(
        "AG022",
        f"{located_object(mapping)} may change its keys while it is being looped over",
        current_place(),
        reason="Python raises RuntimeError then",
        help="loop over a copy of the keys: `for key in list(d)`",
    )


def row_of_outside(value: Any, reason: str, help: str = "") -> NoReturn:
    """A list or a dict is the value of a key which is a tensor, and none that can be has its place elsewhere."""
    kind = value.__class__.__name__
    stop(
        "AG032",
        f"a tensor is the key of {located_object(value)}, which others may have as well",
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


def changes_while_sorted(values: Any) -> NoReturn:
    """The key that a list of staged length is sorted by changes the list."""
    stop(
        "AG022",
        f"'{path_to(values) or 'the list'}' is changed by the key that it is sorted by",
        current_place(),
        reason="Python finds the list empty meanwhile, and raises a ValueError after it has sorted it",
        help="change it before or after it is sorted",
    )


def raises_while_sorted() -> NoReturn:
    """The key that a list is sorted by raises on some path, and a handler would find the list empty there."""
    stop(
        "AG026",
        "the key that a list is sorted by raises on some paths, and a handler would catch it",
        current_place(),
        reason="the list is empty while it is sorted",
        help="find the keys before: `keys = [key(x) for x in xs]`",
    )


def goes_over_a_record(row: Any) -> NoReturn:
    """Something goes over a list or a dict that is staged as a record, and may be changed meanwhile."""
    kind = row.__class__.__name__
    reason = "it may be changed meanwhile"
    stop("AG022", f"a {kind} in a list of staged length is gone over", current_place(), reason=reason)


def changes_a_record(row: Any) -> NoReturn:
    """A list or a dict that is staged as a record gets another length or other keys."""
    kind = row.__class__.__name__
    reason = "all in one place of such a list have the same"
    summary = f"a {kind} in a list of staged length changes its {'keys' if kind == 'dict' else 'length'}"
    stop("AG024", summary, current_place(), reason=reason)


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


def hash_of_staged_length(kind: str) -> NoReturn:
    """A tuple is looked for by its hash, and its length is staged."""
    stop(
        "AG032",
        f"a {kind} whose length a tensor decides is the key of a dict, or in a set",
        current_place(),
        reason="a dict finds a key by what is in it, which is known only when the program runs",
        help="look in a list of them, `t in ts`, or use tuples for keys whose length the text says: `(a, b)`",
    )


def step_is_one() -> RaisedLater:
    """The step of a slice that is stored to turns out to be 1, and other items than it has take its place."""
    return RaisedLater(
        "AG032",
        "a slice with a step that a tensor decides is stored to, and the step is 1",
        current_place(),
        reason="the list would get another length then, and has that of the slice with any other step",
        help="store to `xs[start:stop]` where the step is 1, or store the items one by one",
    )


def length_of_an_array_is_staged() -> NoReturn:
    """A part of an array is as long as a tensor says, which the system does not have."""
    place = current_place()
    stop(
        "AG032",
        "a tensor decides how long a part of an array is",
        place,
        reason="every array that is staged has a length that is known before the program runs",
        help="choose by a condition instead, `np.where(np.arange(len(x)) < n, x, 0.0)`, or take a part of a list",
    )


def number_of_arguments_is_staged(function: Any) -> NoReturn:
    """A function is given the elements of a list of staged length, each as an argument."""
    name = getattr(function, "__name__", type(function).__name__)
    stop(
        "AG033",
        f"a tensor decides how many arguments `{name}` is given",
        current_place(),
        reason="they are the elements of a list whose length is known only when the program runs",
        help="give it the list, or the elements that it takes: `f(xs[0], xs[1])`",
    )


def other_number_of_arguments(function: Any, count: int) -> RaisedLater:
    """A function takes as many arguments, and may be given others, which only the program knows."""
    name = getattr(function, "__name__", type(function).__name__)
    return RaisedLater(
        "AG033",
        f"`{name}` is given another number of arguments here than it takes, which is {count}",
        current_place(),
        reason="they are the elements of a list whose length the program knows when it runs",
        help="give it as many as it takes: `f(*xs[:k])`",
    )


def changes_between_groups(what: str) -> NoReturn:
    """A loop over groups changes what they are made of, or what the function reads that makes the keys."""
    stop(
        "AG033",
        f"{what} changes while the groups are gone over",
        current_place(),
        reason="a tensor decides where a group ends, so that the keys of all items are made at once",
        help="go over the groups of a copy, and give `key` a copy of what it reads",
    )


def zips_nothing() -> RaisedLater:
    """`zip(*rows)` of a list of staged length that turns out to have no rows."""
    return RaisedLater(
        "AG033",
        "`zip(*rows)` finds no rows here, and gives no columns",
        current_place(),
        reason="how many columns there are is settled while the program is staged, by what a row is",
        help="ask before whether there are any: `if rows:`",
    )


def maxlen_is_staged() -> NoReturn:
    """A deque is made with a `maxlen` that is a tensor."""
    stop(
        "AG033",
        "the `maxlen` of a deque is a tensor",
        current_place(),
        reason="Python asks for it while the program is staged, and it has its value only when the program runs",
        help="use a `maxlen` that is known, or drop items from the other end yourself: `if len(q) > k: q.popleft()`",
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


def list_of_outside(values: Any, reason: str, help: str = "") -> NoReturn:
    """A tensor decides how long a list gets, and none of staged length can take its place."""
    stop(
        "AG022",
        f"a tensor decides how long '{path_to(values) or 'a list'}' gets, which cannot be staged",
        current_place(),
        reason=reason,
        help=help or "keep it in a variable, an attribute, a list or a dict, and nowhere else",
    )


def is_asked_meanwhile() -> NoReturn:
    """What is done with an item of a generator asks the generator itself."""
    stop(
        "AG025",
        "a generator is advanced, or closed, by what is done with an item of it",
        current_place(),
        reason="its function hands on one item after another, and is not at the next one yet",
        help="go over it with `while True: ... next(it)`, or take its items first: `list(it)`",
    )


def staged_while_updated(container: Any) -> NoReturn:
    """The right side of an augmented assignment has had what Python is about to change staged."""
    stop(
        "AG022",
        f"{located_object(container)} is updated in place by a statement that decides, by a tensor, what is in it",
        current_place(),
        reason="Python has read it before the right side of the statement is evaluated, and changes what it was then",
        help="evaluate the right side in a statement of its own before",
    )


def unlike_elements(backend: Backend, one: Any, other: Any, kind: type[StagingError] = StagingError) -> NoReturn:
    """An element of a list is used that may be of one kind or of another; `kind` is the kind of the error."""
    types = [None if isinstance(value, (str, bytes)) else backend.type_of(value) for value in (one, other)]
    named = [
        shape_of(value) if type_ is None else backend.describe(type_)
        for value, type_ in zip((one, other), types, strict=True)
    ]
    error = kind(
        "AG011",
        f"an element of a list may be {' or '.join(named)}, and the program decides which it is when it runs",
        current_place(),
        help="append values of one structure to a list, or use two lists",
    )
    raise_refusal(error)


def unlike_items(
    container: Any, reason: str, mend: str = "keep numbers, or tensors of one type, in it; or choose with `if`"
) -> NoReturn:
    """An item under a staged key, of a container whose items no tensor can stand for."""
    place = current_place()
    stop(
        "AG032",
        f"a tensor cannot choose among the items of {shape_of(container)}",
        place,
        label="this item is chosen when the graph runs",
        reason=reason,
        help=mend,
    )


def nothing_to_choose(container: Any) -> NoReturn:
    """An item of a container that has none of the kind that is asked for, under a staged key."""
    place = current_place()
    stop(
        "AG032",
        f"a tensor cannot be found in {shape_of(container)}",
        place,
        reason="there is no item that it could stand for",
        help="fill the list before it is read",
    )


def mixes_keys(mapping: Any) -> NoReturn:
    """A dict whose keys are texts is given a number for one, on a path on which what may be either is a number."""
    stop(
        "AG032",
        f"a tensor would be a key of {located_object(mapping)}, whose other keys are texts",
        current_place(),
        reason="keys that are known only when the program runs are kept in one tensor, and so are all others with them",
        help="test which of them it is first: `if isinstance(key, str):`",
        kind=AskingToRaise,
    )


def cannot_look_in(container: Any) -> NoReturn:
    """`in` of a staged value, in a container that only Python can look into."""
    place = current_place()
    stop(
        "AG031",
        f"`in` cannot look for a tensor in {shape_of(container)}",
        place,
        reason="the graph decides when it runs whether it is there, and knows only tensors",
        help="look in a list, a tuple, a range, the keys of a dict or a tensor",
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


def generator_is_drawn_from() -> NoReturn:
    """Python draws from a generator that goes over a staged iterable whose length is not known."""
    stop(
        "AG023",
        "Python draws from a generator, and a tensor decides how many items it has",
        current_place(),
        reason="it is part of the graph where all of it is used at once: by a `for` without `break`, by list, by sum",
        help="make a list of it: `list(...)`",
    )


def closes_others() -> NoReturn:
    """A generator that was advanced under a staged condition is closed, and may stand in another."""
    stop(
        "AG025",
        "a generator is closed that hands on the items of others by `yield from`, after staged code has advanced it",
        current_place(),
        reason="which of them is closed with it is known only when the program runs",
        help="have the generator end by itself: `if stop: return`",
    )


def asks_where_a_generator_stands() -> NoReturn:
    """A generator that was advanced under a staged condition is asked for its frame, or for whether it runs."""
    stop(
        "AG025",
        "a generator is asked where it stands, after staged code has advanced it",
        current_place(),
        reason="that is known only when the program runs",
        help="set a variable where it ends, and ask for that",
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


def has_no_end(iterator: Any) -> NoReturn:
    """An iterator of very many items is gone over along with what is staged."""
    stop(
        "AG025",
        f"a {type(iterator).__name__.replace('_', ' ')} without end is gone over along with what is staged",
        current_place(),
        reason="the program knows how many items it takes when it runs; they are drawn while it is staged, all of them",
        help="count in the body of the loop, or give a list or a tensor of as many items as it needs at most",
    )


def check_cycle(source: Any, items: Sequence[Any]) -> None:
    """Refuses that staged code asks an `itertools.cycle` for an item if what it was made of has others by now."""
    is_known = backend_of(source) is None
    if is_known and len(source) == len(items) and all(now is then for now, then in zip(source, items, strict=True)):
        return
    stop(
        "AG025",
        f"the {type(source).__name__} that an `itertools.cycle` was made of has changed since",
        current_place(),
        reason="Python takes an item from it in the first round, and from a copy in the others",
        help="give it a copy: itertools.cycle(tuple(xs))",
    )


def keys_are_tied() -> RaisedLater:
    """Elements of a set are put in order by keys of which two are equal, which only the program knows."""
    return RaisedLater(
        "AG034",
        "two elements of a set have the same key here",
        current_place(),
        reason="which of them comes first depends on the order of the set, and Python promises none",
        help="give it a list in an order of yours: `min(sorted(s), key=...)`; or a key that decides: `(cost[x], x)`",
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


def _described_key(key: Any) -> str:
    return repr(key) if isinstance(key, (bool, int, float, str)) else "a tensor"
