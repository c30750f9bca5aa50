"""The graph of objects of a saved model, as text: what there is, by number, and what belongs to what.

    objects of a saved model 1
    &0 = object('Module')
      'w' = &1
      'double' = &2
    &1 = variable('w', float32[2], True)
    &2 = function('double', [('x', 'POSITIONAL_OR_KEYWORD', unsaved())], [float32[?]], [@double_1])
    @double_1 = trace('double', [('x', 'POSITIONAL_OR_KEYWORD', float32[?])], float32[?])

The first object is the root. The arrays of variables and captured constants are kept with the tensors, under the names
`variables/1` and `constants/2`. See `docs/saved_model.md` for each kind.
"""

from __future__ import annotations

import collections
import inspect
import keyword
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from runtime.core import nest
from runtime.core.specs import TensorSpec
from runtime.saved_model.damage import DamagedError
from runtime.saved_model.directory import is_inside
from runtime.saved_model.literals import FunctionName, Made, NotWritable, Reader, Reference, literal
from runtime.saved_model.signed_text import check_format

FORMAT = "objects of a saved model 1"

_ALL_KINDS = (
    inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.VAR_POSITIONAL,
    inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD,
)  # fmt: skip
#: The kinds of parameters, by name.
KINDS = {kind.name: kind for kind in _ALL_KINDS}


@dataclass
class Entry:
    """An object of a file.

    Attributes:
        kind: `object`, `list`, `dict`, `signatures`, `generator`, `variable`, `constant`, `asset`, `function` or
            `concrete`.
        values: what is said of it, in the order of the notation.
        children: numbers by name.
    """

    kind: str
    values: tuple[Any, ...] = ()
    children: dict[str, int] = field(default_factory=dict)


@dataclass
class Trace:
    """What is said of a function besides its graph.

    Attributes:
        name: of the Python function.
        parameters: name, kind, and the structure of the argument with a spec for each tensor.
        output: the structure of the result with a spec for each tensor.
    """

    name: str
    parameters: list[tuple[str, Any, Any]]
    output: Any


@dataclass
class Objects:
    """The content of a file: entries by number, and traces by the name of their function."""

    entries: list[Entry]
    traces: dict[str, Trace]


class Unsaved:
    """The place of a default value that could not be saved, and of one that a parameter does not have."""


# -- structures ------------------------------------------------------------------------------------------------------


def structure_notation(structure: Any) -> Any:
    """A structure of arguments in values that have a notation.

    Raises:
        NotWritable: if there is none for something in it.
    """
    kind = type(structure)
    if kind in (list, tuple):
        return kind([structure_notation(item) for item in structure])
    if kind is dict:
        return {key: structure_notation(value) for key, value in structure.items()}
    if isinstance(structure, (list, tuple)) and not hasattr(structure, "_fields"):
        return structure_notation(list(structure) if isinstance(structure, list) else tuple(structure))
    if kind is collections.OrderedDict:
        return Made("ordered", structure_notation(dict(structure)))
    if isinstance(structure, dict):
        return structure_notation(dict(structure))
    if isinstance(structure, tuple):
        fields = list(structure._fields)  # type: ignore[attr-defined]
        return Made("named", kind.__name__, fields, structure_notation(tuple(structure)))
    if isinstance(structure, complex):
        return Made("complex", structure.real, structure.imag)
    if structure is ...:
        return Made("ellipsis")
    like = getattr(structure, "like", None)
    if like is not None:
        raise NotWritable(f"of type {type(like).__name__}")
    literal(structure)  # raises what there is to raise
    return structure


def _ordered(items: Any) -> Any:
    if type(items) is not dict:
        raise ValueError("entries are needed")
    return collections.OrderedDict(items)


def _named(name: Any, fields: Any, items: Any) -> Any:
    names = [name, *fields] if isinstance(fields, list) else []
    if not names or not all(isinstance(n, str) and n.isidentifier() and not keyword.iskeyword(n) for n in names):
        raise ValueError("a name and the names of fields are needed")
    if not isinstance(items, tuple) or len(items) != len(fields) or len(fields) > 256:
        raise ValueError("there should be a value for each field")
    return collections.namedtuple(name, fields)(*items)


_STRUCTURES: dict[str, Callable[..., Any]] = {
    "ordered": _ordered,
    "named": _named,
    "complex": lambda real, imag: complex(real, imag),
    "ellipsis": lambda: ...,
    "unsaved": Unsaved,
}


# -- writing ---------------------------------------------------------------------------------------------------------


def objects_text(objects: Objects) -> str:
    """The content of a file as text."""
    return "".join(f"{line}\n" for line in _lines(objects))


def _lines(objects: Objects) -> Iterator[str]:
    yield FORMAT
    for number, entry in enumerate(objects.entries):
        yield f"{literal(Reference(number))} = {literal(Made(entry.kind, *entry.values))}"
        for name, child in entry.children.items():
            yield f"  {name!r} = {literal(Reference(child))}"
    for name, trace in objects.traces.items():
        parameters = [(p, kind.name, structure_notation(structure)) for p, kind, structure in trace.parameters]
        made = Made("trace", trace.name, parameters, structure_notation(trace.output))
        yield f"{literal(FunctionName(name))} = {literal(made)}"


def parameter_notation(parameter: inspect.Parameter) -> tuple[str, str, Any]:
    """A parameter of a Python function: its name, kind and default."""
    default: Any = Made("unsaved")
    if parameter.default is not parameter.empty:
        try:
            default = (structure_notation(parameter.default),)
        except NotWritable:
            default = (Made("unsaved"),)
    return parameter.name, parameter.kind.name, default


# -- reading ---------------------------------------------------------------------------------------------------------


def read_objects(file: str, text: str) -> Objects:
    """The objects that a file describes.

    Args:
        file: its path, for errors.
        text: what is in it.

    Raises:
        DamagedError: if it is not what `objects_text` writes.
    """
    lines = text.split("\n")
    check_format(file, lines[0], FORMAT)
    objects = Objects([], {})
    places: list[tuple[Reader, int]] = []
    for number, content in enumerate(lines[1:], 2):
        if not content:
            continue
        line = Reader(file, number, content, _KINDS | _STRUCTURES)
        if content.startswith(" "):
            places.append((line, _child(line, objects)))
        elif line.peek("@"):
            _trace(line, objects)
        else:
            _entry(line, objects)
    for line, child in places:
        if child >= len(objects.entries):
            line.fail(f"there is no object &{child}")
    if not objects.entries or objects.entries[0].kind != "object":
        raise DamagedError(file, "the first object should be the root", (2, 1))
    return objects


def _entry(line: Reader, objects: Objects) -> None:
    number = line.reference()
    if number != len(objects.entries):
        line.fail(f"the next object should be &{len(objects.entries)}", 0)
    line.expect("=")
    line.at_end()
    start = line.position
    entry = line.value()
    line.expect_end()
    if not isinstance(entry, Entry):
        line.fail("an object is missing", start)
    objects.entries.append(entry)


def _child(line: Reader, objects: Objects) -> int:
    if not objects.entries or objects.traces:
        line.fail("this belongs to no object")
    parent = objects.entries[-1]
    start = line.position
    name = line.string()
    line.expect("=")
    child = line.reference()
    line.expect_end()
    if name in parent.children:
        line.fail(f"{name!r} comes twice", start)
    if parent.kind not in _PARENTS:
        line.fail(f"nothing belongs to an object of the kind '{parent.kind}'", start)
    parent.children[name] = child
    return child


def _trace(line: Reader, objects: Objects) -> None:
    start = line.position
    name = line.function_name()
    if name in objects.traces:
        line.fail(f"@{name} comes twice", start)
    line.expect("=")
    trace = line.value()
    line.expect_end()
    if not isinstance(trace, Trace):
        line.fail("a trace is missing", start)
    objects.traces[name] = trace


def _made_trace(name: Any, parameters: Any, output: Any) -> Trace:
    _require(isinstance(name, str) and isinstance(parameters, list), "a name and a list of parameters are needed")
    found = []
    for parameter in parameters:
        _require(isinstance(parameter, tuple) and len(parameter) == 3, "a parameter has a name, a kind and a structure")
        text, kind, structure = parameter
        _require(isinstance(text, str) and kind in KINDS, f"{kind!r} is no kind of parameter")
        found.append((text, KINDS[kind], structure))
    _require(len({p[0] for p in found}) == len(found), "a parameter comes twice")
    for leaf in nest.flatten(output):
        _require(leaf is None or isinstance(leaf, TensorSpec), "a result has the type of a tensor")
    return Trace(name, found, output)


def _made_variable(name: Any, spec: Any, trainable: Any) -> Entry:
    _require(type(name) is str and type(spec) is TensorSpec and type(trainable) is bool, "a name, a type, a bool")
    return Entry("variable", (name, spec, trainable))


def _made_function(name: Any, parameters: Any, input_signature: Any, functions: Any) -> Entry:
    _require(type(name) is str and isinstance(parameters, list) and isinstance(functions, list), "a name and lists")
    for parameter in parameters:
        _require(
            isinstance(parameter, tuple) and len(parameter) == 3 and isinstance(parameter[0], str)
            and parameter[0].isidentifier() and parameter[1] in KINDS
            and (isinstance(parameter[2], Unsaved) or (isinstance(parameter[2], tuple) and len(parameter[2]) == 1)),
            "a parameter has a name, a kind and a default",
        )  # fmt: skip
    _require(all(isinstance(f, FunctionName) for f in functions), "functions are needed")
    leaves = nest.flatten(input_signature)
    _require(
        input_signature is None
        or (isinstance(input_signature, (list, tuple)) and all(isinstance(x, TensorSpec) for x in leaves)),
        "an input signature has types of tensors",
    )
    return Entry("function", (name, parameters, input_signature, functions))


def _made_concrete(function: Any) -> Entry:
    _require(isinstance(function, FunctionName), "a function is needed")
    return Entry("concrete", (function,))


def _made_constant(spec: Any) -> Entry:
    _require(type(spec) is TensorSpec, "a type is needed")
    return Entry("constant", (spec,))


def _made_asset(name: Any) -> Entry:
    _require(type(name) is str and name.startswith("assets/") and is_inside(name), f"{name!r} is no file in assets/")
    return Entry("asset", (name,))


def _made_object(name: Any) -> Entry:
    _require(type(name) is str, "the name of a class is needed")
    return Entry("object", (name,))


def _require(condition: bool, problem: str) -> None:
    if not condition:
        raise ValueError(problem)


_KINDS: dict[str, Callable[..., Any]] = {
    "object": _made_object,
    "list": lambda: Entry("list"),
    "dict": lambda: Entry("dict"),
    "signatures": lambda: Entry("signatures"),
    "generator": lambda: Entry("generator"),
    "variable": _made_variable,
    "constant": _made_constant,
    "asset": _made_asset,
    "function": _made_function,
    "concrete": _made_concrete,
    "trace": _made_trace,
}

#: The kinds that have children.
_PARENTS = frozenset({"object", "list", "dict", "signatures", "generator"})
