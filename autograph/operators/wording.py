"""How messages of staging call what they are about: variables, locations, values, statements.

The messages themselves are by subject in the modules named for their errors (`branch_errors`, `loop_errors`, ...). Each
function there raises. The place is that of the operator's call in the user's file, found from the stack; what else the
user's text tells (where a variable is assigned, where it is read) is looked up there, at no cost to programs that work.
"""

from __future__ import annotations

from typing import Any

from autograph.operators.locations import Location
from autograph.operators.places import path_to
from autograph.staging import Backend, Type, backend_of

CONDITION = "this condition is a tensor, so both branches become part of the graph"

LOOP = {
    "while": "this condition is a tensor, so the loop becomes part of the graph",
    "for": "this iterable is a tensor, so the loop becomes part of the graph",
}

MEND_OBJECT = "keep it in tensors (an array as `tf.constant(array)` or `jnp.asarray(array)`), or change it outside"


def located(name: str | Location) -> str:
    """What a message calls a variable or a location: in quotes, as the user's program does."""
    return f"'{named_in_text(name)}'"


def located_object(value: Any) -> str:
    """A list, dict or object by way of a variable of the user's that leads to it, or by its class."""
    path = path_to(value)
    return f"'{path}'" if path is not None else f"a {value.__class__.__name__}"


def named_in_text(name: str | Location) -> str:
    """A location by way of a variable of the user's that leads to it, if there is one."""
    if isinstance(name, str):
        return name
    if hasattr(type(name.holder), "in_messages_"):
        return str(type(name.holder).in_messages_(name.key))
    path = path_to(name.owner)
    return str(name) if path is None else name.within(path)


def subject_of(name: str | Location, construct: str) -> tuple[str, str]:
    """How a sentence about a variable begins, and what it calls the construct."""
    if isinstance(name, str) and name.startswith("return_value"):
        return "the function returns", construct
    if construct == "conditional":
        return "the expression is", "conditional expression"
    return f"{located(name)} is", construct


def shape_of(value: Any) -> str:
    """How a value is made, with an article: what its class is, and how many parts it has."""
    if value is None:
        return "None"
    if hasattr(type(value), "called"):
        return str(type(value).called)
    if isinstance(value, (list, tuple)):
        kind = type(value).__name__
        return f"a {kind} of {len(value)}" if value else f"an empty {kind}"
    if isinstance(value, dict):
        return f"a dict with the keys {', '.join(map(repr, value))}" if value else "an empty dict"
    backend = backend_of(value)
    type_ = None if backend is None else backend.type_of(value)
    return _set_or_other(value) if backend is None or type_ is None else backend.describe(type_)


def described(backend: Backend, value: Any) -> str:
    """Which value it is, with an article: of a staged one the type, of a constant that and the value."""
    if value is None:
        return "None"
    type_ = backend.type_of(value)
    if type_ is not None and not isinstance(value, (str, bytes)):
        return backend.describe(type_)
    if hasattr(type(value), "called"):
        return str(type(value).called)
    if isinstance(value, (str, bytes, int, float, bool)):
        return f"the {type(value).__name__} {value!r}"
    return _set_or_other(value)


def _set_or_other(value: Any) -> str:
    kind = getattr(type(value), "stands_for", type(value)).__name__
    if type(value) not in (set, frozenset):
        return with_article(kind)
    shown = sorted(map(repr, value))
    more = ", ..." if len(shown) > _MOST_SHOWN else ""
    return f"a {kind} with the elements {', '.join(shown[:_MOST_SHOWN])}{more}" if shown else f"an empty {kind}"


#: How many elements of a set a message shows.
_MOST_SHOWN = 5


def quoted(construct: str) -> str:
    """A construct as a sentence has it: a keyword in quotes."""
    return construct if " " in construct else f"`{construct}`"


def with_article(noun: str) -> str:
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def shapes_differ(one: Type, other: Type) -> bool:
    """Whether two types differ in their shapes alone, which no cast could mend."""
    dtypes = getattr(one, "dtype", None), getattr(other, "dtype", None)
    return dtypes[0] == dtypes[1] and getattr(one, "shape", None) != getattr(other, "shape", None)
