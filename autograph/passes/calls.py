"""Calls, so that what is called is converted as well: `f(x)` becomes `ag__.call(f)(x)`.

    f(*xs)             ->    ag__.call_spread(f)(*ag__.spread(xs))
    f(**options)       ->    ag__.call_spread(f)(**ag__.spread_keywords(options))

The shape of the call stays: what is evaluated, in which order, and in which frame it runs.
"""

from __future__ import annotations

import builtins
from typing import Any

import gast

from autograph.analysis.eligibility import FRAME_BUILTINS
from autograph.passes.logical import operator_call
from autograph.source.walking import walk

#: Builtins that tell the names of the frame, `ag__` among them.
_NAMING = frozenset({"locals", "vars", "dir"})

#: The exceptions of Python's.
EXCEPTIONS = frozenset(
    name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, BaseException)
)

#: Builtins that do the same whatever they are given, staged or not, and whose result does not change.
INDIFFERENT = (
    FRAME_BUILTINS
    | {
        "breakpoint", "bytes", "classmethod", "compile",
        "globals", "hash", "isinstance", "issubclass", "memoryview", "object",
        "print", "property", "slice", "staticmethod", "super", "__import__",
    }
    | EXCEPTIONS
)  # fmt: skip


#: Methods of strings that make lists.
_MAKING_LISTS = frozenset({"split", "rsplit", "splitlines"})


def spread(values: Any) -> Any:
    """What is given with a star; a generator that nothing else has comes to be there."""
    if isinstance(values, gast.GeneratorExp):
        values = operator_call("new", values, values)
    return operator_call("spread", values, values)


def convert_call(node: Any, shadowed: frozenset[str]) -> Any:
    """`f(x)`, where the names in `shadowed` are not those of builtins."""
    function = node.func
    if isinstance(function, gast.Name) and function.id in _NAMING and not node.args and not node.keywords:
        return operator_call("user_names", node, node)
    if isinstance(function, gast.Name) and function.id == "print" and "print" not in shadowed:
        for keyword in node.keywords:
            if keyword.arg == "file":
                keyword.value = operator_call("writing", keyword.value, keyword.value)
    if isinstance(function, gast.Name) and function.id == "isinstance" and "isinstance" not in shadowed:
        if not (_is_of_numbers(node) or getattr(node, "may_be_staged", False)):
            return node
        found = operator_call("is_instance", node, *node.args)
        if getattr(node, "may_be_staged", False):
            found.may_be_staged = True
        return found
    is_indifferent = isinstance(function, gast.Name) and function.id in INDIFFERENT - shadowed
    if is_indifferent and not (_asks_for_a_type(node) or _runs_code_apart(node)):
        return node
    if isinstance(function, gast.Attribute) and isinstance(function.value, (gast.Constant, gast.JoinedStr)):
        if not (node.args or node.keywords or function.attr in _MAKING_LISTS):
            return node
    starred = [part for part in node.args if isinstance(part, gast.Starred)]
    for part in starred:
        part.value = spread(part.value)
    options = [keyword for keyword in node.keywords if keyword.arg is None]
    for keyword in options:
        keyword.value = operator_call("spread_keywords", keyword.value, keyword.value)
    node.func = operator_call("call_spread" if starred or options else "call", function, function)
    return node


#: The names of classes of which numbers and ranges are, or of which it is asked whether they are.
_NUMBERS = frozenset({
    "int", "float", "bool", "complex", "Number", "Complex", "Real", "Rational", "Integral", "range", "Collection",
    "Container", "Hashable", "Iterable", "Iterator", "Mapping", "Reversible", "Sequence", "Sized",
    "ndarray", "generic", "number", "integer", "floating", "bool_", "int32", "int64", "float32", "float64",
})  # fmt: skip


def _is_of_numbers(node: Any) -> bool:
    """Whether a call of `isinstance` names a class of numbers, of which staged ones are as well."""
    if len(node.args) != 2 or node.keywords or isinstance(node.args[0], gast.Starred):
        return False
    names = {getattr(part, "id", getattr(part, "attr", None)) for part in walk(node.args[1])}
    return not names.isdisjoint(_NUMBERS)


def _asks_for_a_type(node: Any) -> bool:
    """Whether a call is `type(x)`: what stands for a list has the type of one."""
    return bool(node.func.id == "type" and len(node.args) == 1 and not node.keywords)


def _runs_code_apart(node: Any) -> bool:
    """Whether a call is of `exec` or `eval`, with what the names in the code are: it does not look at the frame."""
    is_apart = len(node.args) > 1 and not isinstance(node.args[0], gast.Starred)
    return bool(node.func.id in ("eval", "exec") and is_apart)


def explicit_super(node: Any, function: Any) -> Any:
    """`super()` with the arguments it would find in the frame of the method, for use in another frame."""
    first = [*(function.args.posonlyargs or ()), *(function.args.args or ())] if function is not None else []
    is_super = isinstance(node.func, gast.Name) and node.func.id == "super" and not node.args and not node.keywords
    if is_super and first:
        node.args = [
            gast.Name("__class__", gast.Load(), None, None),
            gast.Name(first[0].id, gast.Load(), None, None),
        ]
        for argument in node.args:
            argument.__dict__.update({k: v for k, v in node.__dict__.items() if k.endswith(("lineno", "col_offset"))})
    return node
