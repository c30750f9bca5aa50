"""Errors of values that are no containers: numbers, texts, and what is None or another object on one path."""

from __future__ import annotations

from typing import Any, NoReturn

from autograph.operators.origin import RaisedLater
from autograph.operators.places import current_place, path_to
from autograph.operators.refusals import AskingForKinds, AskingForPools, AskingToRaise, raise_refusal, stop
from autograph.staging import Backend, Type


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


#: What a value is called that a conditional expression has left, and no variable.
EXPRESSION = "the expression"


def _optional(value: Any) -> str:
    if value.name.startswith("return_value"):
        return "the value returned"
    name = path_to(value) if value.name == EXPRESSION else value.name
    return EXPRESSION if name is None else f"'{name}'"


def is_one_of_several(holder: Any, use: str = "changed") -> NoReturn:
    """Something is changed, or compared by `is`: when the graph runs it may be this object or another."""
    place = current_place()
    path = path_to(holder)
    what = f"'{path}'" if path is not None else f"a {holder.__class__.__name__}"
    stop(
        "AG024",
        f"{what} is {use}, and a staged conditional chose between it and another object",
        place,
        reason="which of them it is, is known when the graph runs",
        help=_USES_OF_ONE_OF_SEVERAL[use == "changed"],
    )


def identifies_an_error(error: Any, use: str) -> NoReturn:
    """An exception is compared that was put into a list of staged length, or read from one."""
    path = path_to(error)
    what = f"'{path}'" if path is not None else f"a {type(error).__name__}"
    stop(
        "AG024",
        f"{what} is {use}, and a list of staged length has it",
        current_place(),
        reason="such a list holds what an exception was given, and not which one it is",
        help="compare what they were given: `one.args == other.args`",
    )


def becomes_another(holder: Any, name: str) -> NoReturn:
    """The class of an object, or all that it has, is replaced: when the graph runs it may be this one or another."""
    path = path_to(holder)
    what = f"'{path}'" if path is not None else "an object"
    stop(
        "AG024",
        f"{what} is given another `{name}`, and a staged conditional chose between it and another object",
        current_place(),
        reason="which of them it is, is known when the graph runs; only its attributes can be stored to then",
        help="store to the attributes one by one: `o.v = x`, `setattr(o, name, x)`",
    )


def repeats_one_of_several() -> NoReturn:
    """A number is multiplied by what is another number on some paths, and a text or a tuple on the one it is on."""
    stop(
        "AG032",
        "a text or a tuple is repeated as often as a tensor says, and may be a number as well",
        current_place(),
        reason="what it is, is known only when the program runs, and it is no number here",
        help="test which of them it is first: `if isinstance(x, str):`",
        kind=AskingToRaise,
    )


def joins_one_of_several() -> NoReturn:
    """Two values are added that are texts on the path they are on, and may be numbers as well."""
    stop(
        "AG032",
        "texts are joined or formatted that may be numbers as well",
        current_place(),
        reason="what they are, is known only when the program runs, and the result would be a number or a text again",
        help="test which of them it is first: `if isinstance(x, str):`",
        kind=AskingToRaise,
    )


def attribute_may_be_absent(name: str) -> NoReturn:
    """An object is asked for its `__dict__`, and has one of its attributes on some paths only."""
    stop(
        "AG010",
        f"an object is asked for all its attributes, and has '{name}' on some paths of the program only",
        current_place(),
        reason="which attributes it has is known only when the program runs",
        help=f"give it '{name}' where it is made: `self.{name} = None`",
    )


def order_of_attributes(holder: Any) -> NoReturn:
    """An object is asked for its `__dict__`, and has got its attributes in another order on some paths."""
    path = path_to(holder)
    stop(
        "AG010",
        f"{'an object' if path is None else repr(path)} is asked for all its attributes, and got them in another order "
        "on some paths of the program",
        current_place(),
        reason="their order is known only when the program runs",
        help="sort them: `sorted(vars(o).items())`; or give it its attributes in one order, before the branch",
    )


def namespace_was_shown(name: str) -> NoReturn:
    """An object is changed that was asked for its `__dict__`, which may have an attribute."""
    stop(
        "AG024",
        f"an object is changed whose `__dict__` was asked for, and has '{name}' on some paths of the program only",
        current_place(),
        reason="what stands for its `__dict__` would not change with it",
        help=f"copy it, `dict(vars(o))`, or give the object '{name}' where it is made: `self.{name} = None`",
    )


def variable_may_be_absent(name: str) -> NoReturn:
    """A function asks for all its variables, and one of them has a value on some paths only."""
    stop(
        "AG010",
        f"a function asks for all its variables, and '{name}' has a value on some paths of the program only",
        current_place(),
        reason="which variables it has is known only when the program runs",
        help=f"give it one before: `{name} = None`",
    )


def asks_for_namespace(value: Any) -> NoReturn:
    """An object is asked for its `__dict__`: when the graph runs it may be this one or another."""
    path = path_to(value)
    what = f"'{path}'" if path is not None else "an object"
    stop(
        "AG024",
        f"{what} is asked for its `__dict__`, and is one object or another, depending on what is staged",
        current_place(),
        reason="what is stored to a dict would be stored to that of no object",
        help="use the attributes by name: `o.v`, `getattr(o, name)`, `setattr(o, name, x)`",
    )


def namespace_is_replaced() -> NoReturn:
    """The `__dict__` of an object is stored to."""
    stop(
        "AG024",
        "the `__dict__` of an object is replaced while the program is staged",
        current_place(),
        reason="another object may have the dict, and what is stored to one would not be stored to the other",
        help="give the object its attributes: `vars(o).update(d)`, `setattr(o, name, x)`",
    )


def makes_a_key(mapping: Any, key: Any) -> NoReturn:
    """A `defaultdict` is given a key where it is read: when the graph runs it may be this one or another."""
    path = path_to(mapping)
    what = f"'{path}'" if path is not None else "a defaultdict"
    stop(
        "AG024",
        f"{what} is given the key {key!r} where it is read, and a staged conditional chose between it and another",
        current_place(),
        reason="which of them is to have the key is known only when the graph runs",
        help="store the value first: `d.setdefault(key, value)`, or `if key not in d: d[key] = value`",
    )


def is_held_by_value(holder: Any) -> NoReturn:
    """A list or a dict is changed that is an element of a list of staged length."""
    path = path_to(holder)
    kind = holder.__class__.__name__
    error = AskingForPools(
        "AG024",
        f"{f'{path!r}' if path is not None else f'a {kind}'} is changed, and is an element of a list of staged length",
        current_place(),
        reason=f"such a list keeps what its elements hold, and would not see what becomes of the {kind} itself",
        help=_IN_PLACE_OF.get(kind, "change it before it is appended, or put another in its place: `xs[i] = ...`"),
    )
    raise_refusal(error)


#: What is done where an element of a list of staged length would be changed, by what it is.
_IN_PLACE_OF = {
    "list": "change it before it is appended, or put another in its place: `xs[i] = [*xs[i][:-1], value]`",
    "dict": "change it before it is appended, or put another in its place: `xs[i] = {**xs[i], key: value}`",
}


_USES_OF_ONE_OF_SEVERAL = (
    "compare what the choice depends on",
    "change it by its methods and items (`xs.append(y)`, `xs[i] = y`), or choose a copy (`xs[:]`, `dict(d)`)",
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


def seed_is_staged(name: str) -> NoReturn:
    """A tensor is the seed of random numbers that Python makes."""
    stop(
        "AG053",
        f"a tensor is the seed given to `{name}`",
        current_place(),
        reason="Python makes these random numbers while the program is staged, when the tensor has no value yet",
        help="seed it with a number of Python's, or take random numbers from the system that stages the program",
    )


def characters_are_unknown() -> NoReturn:
    """A text is asked for its characters, which no arithmetic gives."""
    stop(
        "AG055",
        "a text is asked for its characters, and shows what is not a number, a bool or a string",
        current_place(),
        reason="the digits of a number are computed when the program runs; the text of a dict, say, is not",
        help="work with the number, or return the text, and ask for its characters outside of the staged function",
    )


def has_more_characters(most: int, is_number: bool) -> RaisedLater:
    """What Python shows a number with, or makes of texts, is more than there is room for, which only the program knows.

    Args:
        is_number: whether a number is shown.
    """
    return RaisedLater(
        "AG055",
        f"a number is shown with more than {most} characters"
        if is_number
        else f"what Python makes of a text has more than {most} characters",
        current_place(),
        reason="there is room for so many where a system has to know how much is needed",
        help="show it in another format, `f'{x:g}'`, say" if is_number else "make it of shorter texts",
    )


def is_beyond_characters(last: str) -> RaisedLater:
    """A character that a tensor decides is looked up, and is beyond those that have places."""
    return RaisedLater(
        "AG055",
        f"a tensor decides which character it is, and one beyond {last!r} is looked up",
        current_place(),
        reason="there is a table of the characters up to that one",
        help="compare it with others by `ord(c)`",
    )


def factorial_is_too_large(most: int) -> RaisedLater:
    """The factorial of a tensor is asked for, and is larger than an integer of the system."""
    return RaisedLater(
        "AG053",
        f"the factorial of a number above {most} is asked for",
        current_place(),
        reason="it is larger than an integer of the system, which wraps around",
        help="compute with floats: `math.gamma(n + 1.0)`, `math.lgamma(n + 1.0)`",
    )


def integer_is_too_large() -> RaisedLater:
    """A text is read as an integer, which is larger than an integer of the system."""
    return RaisedLater(
        "AG053",
        "a text is read as an integer of more than 31 bits",
        current_place(),
        reason="an integer of the system has 32",
        help="read it in parts, or outside of the staged function",
    )


def base_is_told() -> RaisedLater:
    """A text is read as an integer of base 0, which only the program knows."""
    return RaisedLater(
        "AG055",
        "a text is read as an integer of base 0",
        current_place(),
        reason="the text would tell the base, and the base that is given is known only when the program runs",
        help="give the base as a number: `int(text, 16)`",
    )


def text_of_either(kind: str) -> NoReturn:
    """A number is shown in a program where what is of one kind on one path, and of another on another, became one."""
    other, one, shown, repair = {
        "float": (
            "an int", "a float", "1 would be shown as 1.0",
            "start with a float (`total = 0.0`), or give the text a format: `f'{total:g}'`, `f'{total:.2f}'`",
        ),
        "complex": (
            "a float", "a complex number", "1.0 would be shown as (1+0j)", "show `z.real` and `z.imag`",
        ),
        "int": ("a bool", "an int", "True would be shown as 1", "give the variable a bool on every path, or an int"),
    }[kind]  # fmt: skip
    stop(
        "AG055",
        f"the text of a number is asked for that may be {other} or {one}",
        current_place(),
        reason=f"{_is_one(other, one)}, so that {shown}",
        help=repair,
        kind=AskingForKinds,
    )


def type_of_either(kind: type, other: type) -> NoReturn:
    """A number is asked for its class, where what is of one on one path, and of another elsewhere, became one."""
    stop(
        "AG013",
        f"a {'value' if 'array' in kind.__name__ + other.__name__ else 'number'} is asked for its type that may be"
        f" {_article(other)} or {_article(kind)}",
        current_place(),
        reason=_is_one(_article(other), _article(kind)),
        help="give the variable values of one type on all paths",
        kind=AskingForKinds,
    )


def type_of_numpys() -> NoReturn:
    """An array is asked for its class, on a system whose arrays stand for those that NumPy's functions would make."""
    stop(
        "AG013",
        "an array is asked for its type, and may stand for one of NumPy's",
        current_place(),
        reason="what NumPy's functions make of staged values is an array of the system, as those are that it is given",
        help="ask for the type before the function is staged, or make arrays by the system's own functions",
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


def meets_narrow(dtype: str) -> NoReturn:
    """A number of NumPy of a dtype that wraps around, or rounds, sooner than a staged number which it meets."""
    stop(
        "AG053",
        f"a {dtype} of NumPy meets a number of another type, which is staged",
        current_place(),
        reason=f"beside a number of Python's, NumPy computes with the range of {dtype}; the graph has another type",
        help="say in which type to compute: `int(x)`, `float(x)` or `x.astype(np.int32)` of what is NumPy's",
    )


def is_beyond_32_bits(dtype: str) -> NoReturn:
    """A number of NumPy that does not fit meets a staged integer, on a system of 32 bits."""
    stop(
        "AG053",
        f"a {dtype} of NumPy that does not fit into 32 bits meets a staged number",
        current_place(),
        reason="the graph computes with integers of 32 bits",
        help="compute with a float, or have the system use 64 bits (`jax.config.update('jax_enable_x64', True)`)",
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


def digits_are_lost() -> RaisedLater:
    """An integer meets a float of another path, and has more digits than that can have."""
    return RaisedLater(
        "AG013",
        "an integer meets a float here, and has more digits than that can have",
        current_place(),
        reason="one path of staged code leaves an integer and another a float, so that both are floats",
        help="have both paths leave integers, or floats",
    )


def width_below_zero() -> RaisedLater:
    """The width of a format is staged, and is negative."""
    return RaisedLater(
        "AG055",
        "the width of a format is below 0",
        current_place(),
        reason="it is staged, and Python would take its sign for one that the number is to have",
        help="use `abs(width)`, or `max(width, 0)`",
    )


def precision_out_of_range() -> RaisedLater:
    """The precision of a format is staged, and is none that the program has a text for."""
    return RaisedLater(
        "AG055",
        "the precision of a format is below 0, or more than 9",
        current_place(),
        reason="it is staged, and the program has made a text for each precision from 0 to 9",
        help="use `max(0, min(precision, 9))`, or a precision that is no tensor",
    )


def is_no_flag(kind: type) -> RaisedLater:
    """A number is to be flags of an enumeration, and has other bits than those, or is negative."""
    return RaisedLater(
        "AG055",
        f"a tensor that is given to `{kind.__qualname__}` has other bits than its flags, or is negative",
        current_place(),
        reason="each set of the flags is a constant of the program, and what Python makes of other numbers is not",
        help=f"take the bits that it has: `{kind.__qualname__}(n & {sum(flag.value for flag in kind)})`",  # type: ignore[attr-defined]
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


def _is_one(other: str, one: str) -> str:
    return f"a variable is {other} on one path of this program and {one} on another; staged, it is {one} on both"


def _article(kind: type) -> str:
    return f"{'an' if kind.__name__[0] in 'aeiou' or kind.__name__ == 'ndarray' else 'a'} {kind.__name__}"
