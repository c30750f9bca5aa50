"""Which products may repeat text or a list, `mark * n`, as far as the text of the function tells.

Most products are of numbers, and stay. One that has a variable to which the function assigns a string, a list or a
tuple, or which loops over such as are written out or are in a table of the module, or whose default is one, may be a
repetition, whose number of times may be staged; so may one that is added to such, one of a variable that is annotated
as a string, and one that becomes a variable of which a method of strings is called.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import gast

from autograph.analysis.own_nodes import Nodes

#: The expressions that are assigned to a variable, by its name.
Values = dict[str, list[Any]]

#: What stands for a string that is not written out.
_SOME_TEXT = gast.Constant("", None)
_SOME_NUMBER = gast.Constant(0, None)
#: Functions and methods that make strings and lists.
_MAKING = frozenset({
    "ascii", "bin", "capitalize", "chr", "format", "hex", "join", "list", "lower", "lstrip", "oct", "repr", "rstrip",
    "sorted", "str", "strip", "title", "tuple", "upper",
})  # fmt: skip
_WRITTEN_OUT = (gast.List, gast.Tuple, gast.Set)


#: What is called of strings alone.
_OF_STRINGS = frozenset({
    "capitalize", "casefold", "center", "endswith", "isalpha", "isdigit", "ljust", "lower", "lstrip", "partition",
    "rjust", "rstrip", "split", "splitlines", "startswith", "strip", "title", "upper", "zfill",
})  # fmt: skip
#: How many rows of a table are looked at, and how many lists in each other.
_MOST_LOOKED_AT, _DEEPEST = 16, 3


def mark_repetitions(nodes: Nodes, variables: Mapping[str, Any]) -> None:
    """Marks (`may_repeat`) the products of variables that may be strings, lists or tuples.

    Args:
        nodes: those of a function.
        variables: the global ones.
    """
    products = [node for node in nodes.of(gast.BinOp) if isinstance(node.op, gast.Mult)]
    if not products:
        return
    values: Values = defaultdict(list)
    for name in {node.id for node in nodes.of(gast.Name)} & variables.keys():
        if (table := _written(variables[name])) is not None:
            values[name].append(table)
    for node in nodes.of(gast.arguments):
        for argument in (*(node.posonlyargs or ()), *node.args, *(node.kwonlyargs or ())):
            if getattr(argument.annotation, "id", None) == "str":
                values[argument.id].append(_SOME_TEXT)
        positional = [*(node.posonlyargs or ()), *node.args]
        with_default = positional[len(positional) - len(node.defaults) :]
        for argument, default in zip(
            (*with_default, *(node.kwonlyargs or ())), (*node.defaults, *node.kw_defaults), strict=True
        ):
            bind(argument, default, values)
    for node in nodes.of(gast.Attribute):
        if node.attr in _OF_STRINGS and isinstance(node.value, gast.Name):
            values[node.value.id].append(_SOME_TEXT)
    for node in nodes.of(gast.Assign):
        for target in node.targets:
            bind(target, node.value, values)
    for node in nodes.of(gast.For, gast.comprehension):
        for element in [*_elements(node.iter, values)]:
            bind(node.target, element, values)
    for node in products:
        sides = node.left, node.right
        if any(_is_sequence(value) for side in sides for value in _values_of(side, values)):
            node.may_repeat = True
    for node in nodes.of(gast.Assign):
        is_text = any(value is _SOME_TEXT for target in node.targets for value in _values_of(target, values))
        if is_text and isinstance(node.value, gast.BinOp) and isinstance(node.value.op, gast.Mult):
            node.value.may_repeat = True
    for sequence, product in _added(nodes):
        if any(product is node for node in products) and any(map(_is_sequence, _values_of(sequence, values))):
            product.may_repeat = True


def _written(value: Any, depth: int = _DEEPEST) -> Any:
    """Some literals that a value begins with; None where it is none, nor a list, a tuple or a dict of such.

    Args:
        depth: how many lists it may be in each other.
    """
    if isinstance(value, (str, int, float)):
        return gast.Constant(value, None)
    if not depth or type(value) not in (list, tuple, dict):
        return None
    rows = itertools.islice(value.items() if type(value) is dict else value, _MOST_LOOKED_AT)
    parts = [_written(row, depth if type(value) is dict else depth - 1) for row in rows]
    if not parts or None in parts:
        return None
    if type(value) is dict:
        return gast.Dict([part.elts[0] for part in parts], [part.elts[1] for part in parts])
    return gast.Tuple(parts, gast.Load())


def _added(nodes: Nodes) -> Iterator[tuple[Any, Any]]:
    """The operands of each `+` and `+=`, and what is added to each: text and lists are added to such alone."""
    for node in nodes.of(gast.AugAssign, gast.BinOp):
        if isinstance(node.op, gast.Add):
            left, right = (node.target, node.value) if isinstance(node, gast.AugAssign) else (node.left, node.right)
            yield left, right
            yield right, left


def _values_of(side: Any, values: Values) -> Iterator[Any]:
    """What one side of a product may be, as far as that is written out."""
    if isinstance(side, gast.Name):
        yield from values.get(side.id, ())
    elif isinstance(side, gast.Subscript):
        yield from _elements(side.value, values)
    else:
        yield side


def bind(target: Any, value: Any, values: Values) -> None:
    """Adds what an assignment gives to variables."""
    if isinstance(target, gast.Name):
        values[target.id].append(value)
    elif isinstance(target, (gast.Tuple, gast.List)) and isinstance(value, (gast.Tuple, gast.List)):
        for part, given in zip(target.elts, value.elts, strict=False):
            bind(part, given, values)


def _elements(iterable: Any, values: Values) -> Iterator[Any]:
    """What a loop goes over that is written out: in its head, or where a variable is assigned."""
    if isinstance(iterable, gast.Name):
        for value in values.get(iterable.id, ()):
            yield from _elements(value, {})
    elif isinstance(iterable, _WRITTEN_OUT):
        yield from iterable.elts
    elif isinstance(iterable, gast.Constant) and isinstance(iterable.value, str):
        yield iterable  # each character is a string as well
    elif isinstance(iterable, gast.Call) and getattr(iterable.func, "attr", None) in ("split", "splitlines"):
        yield _SOME_TEXT
    elif isinstance(iterable, gast.Call) and getattr(iterable.func, "id", None) in ("enumerate", "reversed", "sorted"):
        for element in _elements(iterable.args[0], values) if iterable.args else ():
            counted = gast.Tuple([gast.Constant(0, None), element], gast.Load())
            yield counted if iterable.func.id == "enumerate" else element
    elif isinstance(iterable, gast.Call) and getattr(iterable.func, "id", None) == "zip":
        columns = [[*_elements(argument, values)] or [_SOME_NUMBER] for argument in iterable.args]
        for k in range(max(map(len, columns), default=0)):
            yield gast.Tuple([column[min(k, len(column) - 1)] for column in columns], gast.Load())
    elif isinstance(iterable, gast.Dict):
        yield from filter(None, iterable.keys)
    elif isinstance(iterable, gast.Call) and getattr(iterable.func, "attr", None) in ("items", "values"):
        holder = iterable.func.value
        for held in values.get(holder.id, ()) if isinstance(holder, gast.Name) else (holder,):
            for pair in _items(held):
                yield pair if iterable.func.attr == "items" else pair.elts[1]


def _items(mapping: Any) -> Iterator[Any]:
    """The items of a dict that is written out."""
    if isinstance(mapping, gast.Dict):
        for key, value in zip(mapping.keys, mapping.values, strict=True):
            if key is not None:
                yield gast.Tuple([key, value], gast.Load())


def _is_sequence(node: Any) -> bool:
    if isinstance(node, gast.Call):
        return getattr(node.func, "id", getattr(node.func, "attr", None)) in _MAKING
    if isinstance(node, gast.Constant):
        return isinstance(node.value, (str, bytes))
    if isinstance(node, gast.IfExp):
        return _is_sequence(node.body) or _is_sequence(node.orelse)
    return isinstance(node, (gast.JoinedStr, gast.List, gast.ListComp, gast.Tuple))
