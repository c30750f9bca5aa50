"""Text that shows staged values; how it is made is in `autograph.operators.formatting`.

What such a text says is known when the program runs. Until then it is a `Text`. It is filled in where the function
returns it, and where an exception that has it is raised; while the program is traced it prints as the names of what it
shows. Whatever asks for its characters is refused: they would be those of a name.
"""

from __future__ import annotations

import itertools
import json
import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any, NoReturn

from autograph.diagnostics import StagingError
from autograph.operators import value_errors
from autograph.operators.choices import ANY, MOST_OPTIONS, Choice, later, mapped
from autograph.operators.effects import log
from autograph.operators.either import Either, Option
from autograph.operators.frames import hidden_frames
from autograph.operators.joins import joined_kinds
from autograph.operators.kinds import kind_of
from autograph.operators.operands import are_texts
from autograph.operators.origin import of_other_arguments
from autograph.operators.proxies import Proxy
from autograph.operators.structures import Known, Node, take_apart, with_leaves
from autograph.staging import SYSTEMS, Backend, Composite, backend_of, composites, register_composite, register_proxy


@dataclass(frozen=True, slots=True)
class Field:
    """One value in a text.

    Attributes:
        node, leaves: the value, taken apart when it was formatted.
        staged: the positions of the staged leaves.
        conversion: "r", "s" and "a" as in an f-string; "%" where the specification is one of `%`; "join"
            where it is what goes between the strings of a list; "*" where it is what is repeated; "()" where it is
            the method that is called of the first of several values with the others; "call" where the value is a
            function of Python's library and its arguments; `JSON` where the specification has the options of
            `json.dumps`.
        specification: how it is formatted.
    """

    node: Node
    leaves: tuple[Any, ...]
    staged: tuple[int, ...]
    conversion: str
    specification: str

    @property
    def operands(self) -> list[Any]:
        """The staged leaves."""
        return [self.leaves[position] for position in self.staged]

    @property
    def label(self) -> Any:
        """What two fields have in common that differ in what is staged alone."""
        shape = [(n.kind, _label_of(n)) for n in _outer_containers(self.node)]
        known = [None if k in self.staged else (type(x), repr(x)) for k, x in enumerate(self.leaves)]
        return self.conversion, self.specification, self.staged, shape, known

    def with_operands(self, values: Iterator[Any]) -> Field:
        """The same field of other values."""
        leaves = list(self.leaves)
        for position in self.staged:
            leaves[position] = next(values)
        return replace(self, leaves=tuple(leaves))

    def __str__(self) -> str:
        value = with_numbers(with_leaves(self.node, self.leaves, fresh=True))
        if type(value) is Either:
            value = " or ".join(map(str, value.candidates))
        try:
            if self.conversion == "%":
                return self.specification % (value,)
            if self.conversion == "join":
                return self.specification.join(value)
            if self.conversion == "*":
                return self.specification * value if is_known(self) else self.specification
            if self.conversion == "()":
                text, *arguments = value
                return str(getattr(text, self.specification)(*arguments) if is_known(self) else text)
            if self.conversion == "call":
                function, args, kwargs = value
                return str(function(*args, **kwargs) if is_known(self) else args)
            if self.conversion == JSON:
                return json.dumps(value, **json.loads(self.specification)) if is_known(self) else str(value)
            return format(CONVERSIONS[self.conversion](value), self.specification)
        except (TypeError, ValueError):
            if is_known(self) and self.conversion == "call":  # on a path that is not taken: it was checked before it
                return ""
            if is_known(self):
                raise
            return str(value)  # a staged value has no format of its own


#: What containers of some types have in common where texts of them are alike.
own_labels: dict[Any, Callable[[Any], Any]] = {}


def _label_of(node: Node) -> Any:
    if node.kind in own_labels:
        return own_labels[node.kind](node.value)
    return node.label if node.kind in _COMPARED else str(node.label)


def _outer_containers(node: Node) -> Iterator[Node]:
    """The containers in a value, but for those in texts, whose labels tell of them."""
    if node.kind is not None:
        yield node
        for part in node.parts if node.kind is not Text else ():
            yield from _outer_containers(part)


def either_of(backend: Backend, options: Sequence[Option], error: StagingError) -> Any:
    """One of several values that are unlike: a text, if all are; `error` says why they are no value of one type."""
    made = Either(backend, options, error)
    return joined([field_or_string(made, "", "")]) if are_texts(*made.candidates) else made


def field_or_string(value: Any, conversion: str, specification: str) -> Field | str:
    """What stands for a value in a text: a string, if nothing in it is staged."""
    leaves: list[Any] = []
    node = take_apart(later["with pools"](value), leaves)
    _stage_lengths(node, leaves)
    staged = tuple([position for position, leaf in enumerate(leaves) if backend_of(leaf) is not None])
    made = Field(node, tuple(leaves), staged, conversion, specification)
    _check_shown([*leaves, *(value for part in node.containers() for value in objects_in(part.value))])
    if not staged:
        text = str(made)
        if type(value) is not str and SHOWS_STAGED.search(text):
            refuse(f"shown by the text of a {type(value).__name__}")
        return text
    if conversion == "*":
        if not (type(value) is not Choice and _kind(value) in ("int", "bool")):
            refuse("repeated")
        return made
    if conversion in ("()", "call"):
        return made  # the text tells itself whether what it shows is
    for kind in joined_kinds() & _SHOWN_ALIKE.keys():
        if not specification.endswith(_SHOWN_ALIKE[kind](conversion)) and kind in _kinds_shown(made):
            with hidden_frames:
                value_errors.text_of_either(kind)
    return made


def _kinds_shown(field: Field) -> set[str | None]:
    """The kinds of the numbers that a field shows, those in lists of staged length among them."""
    forms = [getattr(part.value, "form", None) for part in field.node.containers() if part.kind in composites]
    types = [type_ for form in forms if form is not None for type_ in form.types]
    elements = {kind_of(type_) for type_ in types if hasattr(type_, "dtype")}
    return {*map(_kind, field.operands), *elements}


def objects_in(value: Any) -> list[Any]:
    """The objects of the program's that elements of a list of staged length may be."""
    form = getattr(value, "form", None) if type(value) in composites else None
    return [] if form is None else [part.value for part in form.node.containers() if part.kind is Known]


def _check_shown(leaves: Sequence[Any]) -> None:
    """Refuses what would be shown by the text of what stands for it, or of a container that is in itself."""
    for leaf in leaves:
        is_own = type(leaf).__module__ == "autograph.operators.walks" or type(leaf) in (list, dict, set, tuple)
        is_known = type(leaf) in (bool, int, float, str) or backend_of(leaf) is not None
        if is_own or (not is_known and SHOWS_STAGED.search(repr(leaf))):
            with hidden_frames:
                refuse("shown by the text of what it is in")


def _stage_lengths(node: Node, leaves: list[Any]) -> None:
    """Has the lengths of lists and strings with buffers staged: of a text that is not made, the buffers are empty."""
    for part in node.containers():
        if part.kind in composites and composites[part.kind].buffered and type(leaves[part.parts[0].index]) is int:
            backend = part.value.backend
            leaves[part.parts[0].index] = backend.zeros(backend.type_of(0)) + leaves[part.parts[0].index]


#: The ends of formats that make one text of a number of a kind, and of one of another that it may have been made of.
_SHOWN_ALIKE: dict[str, Callable[[str], tuple[str, ...]]] = {
    "float": lambda conversion: tuple("eEfFgGn%" + "di" * (conversion == "%")),
    "complex": lambda conversion: (),
    "int": lambda conversion: tuple("bcdeEfFgGnoxX%"),
}


def _kind(value: Any) -> str | None:
    backend = backend_of(value)
    type_ = None if backend is None else backend.type_of(value)
    return None if type_ is None else kind_of(type_)


def is_known(field: Field) -> bool:
    """Whether the program has run that the operands of a field belonged to."""
    return all(backend_of(operand) is None for operand in field.operands)


#: In a text that Python made of a staged value.
SHOWS_STAGED = re.compile(r"Tensor ?[(']|Tracer[<(]|(Tensor|Tracer)%28|whose keys are staged>")
#: The conversion of what `json.dumps` makes.
JSON = "json"
CONVERSIONS: dict[str, Callable[[Any], Any]] = {"": lambda value: value, "r": repr, "s": str, "a": ascii}


def holds_buffers(node: Node) -> bool:
    """Whether a list of staged length or a string of staged characters is in a value, or shown by a text in it."""
    for part in node.containers():
        if part.kind in composites and composites[part.kind].buffered:
            return True
        if part.kind is Text and any(holds_buffers(f.node) for f in part.value.parts if type(f) is Field):
            return True
    return False


def with_numbers(value: Any) -> Any:
    """A value with the numbers of a system that are in it as Python's."""
    leaves: list[Any] = []
    node = take_apart(value, leaves)
    return with_leaves(node, list(map(_leaf_with_numbers, leaves)))


def _leaf_with_numbers(leaf: Any) -> Any:
    if type(leaf) is deque:
        return deque(map(with_numbers, leaf), leaf.maxlen)
    if type(leaf) is slice:
        return slice(*map(with_numbers, (leaf.start, leaf.stop, leaf.step)))
    if issubclass(type(leaf), BaseException):
        return of_other_arguments(leaf, tuple(map(with_numbers, leaf.args)), vars(leaf))
    return number(leaf)


def number(value: Any) -> Any:
    """A number of a system as Python's, which shows the digits that are sure; other values as they are."""
    if backend_of(value) is not None or type(value).__module__.partition(".")[0] not in _SYSTEMS:
        return value
    value = value.numpy() if hasattr(value, "numpy") else value
    if getattr(value, "shape", None) != () or not hasattr(value, "item"):
        return value
    number = value.item()
    if type(number) is complex:
        return complex(*(float(str(part)) for part in (value.real, value.imag)))
    return float(str(value)) if type(number) is float else number


#: The packages of numbers that are no Python's.
_SYSTEMS = frozenset({"numpy", *SYSTEMS})


class Text(Proxy):
    """A text that shows staged values.

    Attributes:
        parts: strings, and fields between them.
        made_in: the number of the log of the region in which it came to be; None outside of all.
        spelled: its characters, if they are known in all regions that are staged from now on.
    """

    __slots__ = ("made_in", "parts", "spelled")
    called = "the text of a tensor"

    def __init__(self, parts: Sequence[str | Field]):
        self.parts = tuple(parts)
        self.made_in = around.number if (around := log()) is not None else None
        self.spelled: Any = None

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """The class that it stands for."""
        return str

    @property
    def backend(self) -> Backend | None:
        """On which what it shows is staged."""
        return next(filter(None, map(backend_of, components(self))), None)

    def __str__(self) -> str:
        return "".join(map(str, self.parts))

    def __repr__(self) -> str:
        return repr(str(self))

    def __format__(self, specification: str) -> str:
        return format(str(self), specification)

    def __add__(self, other: Any) -> Any:
        return joined([*self.parts, *parts_of(other)]) if are_texts(other) else NotImplemented

    def __radd__(self, other: Any) -> Any:
        return joined([*parts_of(other), *self.parts]) if are_texts(other) else NotImplemented

    def __deepcopy__(self, memo: Any = None) -> Text:
        return self

    __copy__ = __deepcopy__


def _refusing(use: str) -> Callable[..., Any]:
    def refused(self: Text, *args: Any) -> NoReturn:
        refuse(use)

    return refused


for _names, _use in (
    ("hash", "used as a key"),
    ("len", "asked for its length by Python"),
    ("bool", "asked by Python whether it is empty"),
    ("iter", "read character by character by Python"),
    ("mod rmod int float index", "computed with"),
):
    for _name in _names.split():
        setattr(Text, f"__{_name}__", _refusing(_use))


def refuse(use: str) -> NoReturn:
    """Says that a text is not known yet."""
    with hidden_frames:
        value_errors.text_is_staged(use)


later["refuse"] = refuse


def components(text: Text) -> list[Any]:
    """The staged values that a text shows."""
    return [operand for part in text.parts if type(part) is Field for operand in part.operands]


def tells_apart(text: Text) -> bool:
    """Whether two texts of this form are equal only if what they show is: `1` and `11`, and `11` and `1`, are not told
    apart by `f"{i}{j}"`.
    """
    for part, following in itertools.pairwise((*text.parts, "end")):
        if type(part) is not Field:
            continue
        is_int = part.node.kind is None and [*map(_kind, part.leaves)] == ["int"]
        if not is_int or part.specification or part.conversion not in CONVERSIONS:
            return False
        if type(following) is not str or not following or following[0].isdigit():
            return False
    return True


def with_components(like: Text, values: Sequence[Any]) -> Text:
    """A text that shows other values."""
    given = iter(values)
    return Text([part.with_operands(given) if type(part) is Field else part for part in like.parts])


def _rebuilt(like: Text, values: Sequence[Any]) -> Any:
    made = with_components(like, values)
    return joined(str(part) if type(part) is Field and is_known(part) else part for part in made.parts)


_COMPARED = frozenset({list, tuple, Text})
register_proxy(Text)
register_composite(
    Text, Composite(components, _rebuilt, lambda text: [getattr(part, "label", part) for part in text.parts])
)


class Written(Proxy):
    """What stands in a container for an object whose class makes its text.

    Attributes:
        text: as `repr` shows the object.
    """

    __slots__ = ("text",)
    called = "an object whose text is made"

    def __init__(self, text: Any):
        self.text = text

    def __repr__(self) -> str:
        return str(self.text)


register_composite(Written, Composite(lambda value: (value.text,), lambda like, parts: Written(*parts)))


def joined(parts: Any) -> Any:
    """Strings and fields as one text; a string, if nothing in it is staged."""
    parts = [inner for part in parts for inner in parts_of(part)]
    chosen = [part.options for part in parts if type(part) is Choice]
    if all(type(part) in (str, Choice) for part in parts) and ANY not in chosen:
        if not chosen:
            return "".join(parts)
        if prod(map(len, chosen)) <= MOST_OPTIONS:
            return mapped(_concatenated, *parts)
    return Text([part if type(part) in (str, Field) else field_or_string(part, "", "") for part in parts])


def _concatenated(*parts: str) -> str:
    return "".join(parts)


def parts_of(value: Any) -> Sequence[Any]:
    return value.parts if type(value) is Text else (value,)
