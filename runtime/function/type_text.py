"""How signatures print: `(x: TensorSpec(shape=(), dtype=tf.float32, name=None), n: Literal[3]) -> ...`."""

from __future__ import annotations

import inspect
from collections.abc import Container, Mapping, Sequence
from typing import Any

from runtime.core import nest
from runtime.core.specs import TensorSpec
from runtime.function.call_type import Argument, CompositeArgument, Identity, Parameter, VariableArgument
from runtime.function.dataclass_arguments import Record


def structure_text(structure: Any) -> str:
    """The type of a structure of tensors and Python values."""
    if isinstance(structure, (VariableArgument, CompositeArgument)):
        return repr(structure)
    if isinstance(structure, Argument):
        return repr(TensorSpec(structure.spec.shape, structure.spec.dtype))
    if isinstance(structure, TensorSpec):
        return repr(TensorSpec(structure.shape, structure.dtype))
    if isinstance(structure, Identity):
        return repr(structure)
    if isinstance(structure, Mapping):
        items = ", ".join(f"[{key!r}, {structure_text(value)}]" for key, value in structure.items())
        return f"Dict[{items}]"
    fields = getattr(structure, "_fields", None)
    if fields is not None and isinstance(structure, tuple):
        pairs = zip(fields, structure, strict=True)
        items = ", ".join(f"[{field!r}, {structure_text(value)}]" for field, value in pairs)
        return f"{type(structure).__name__}[{items}]"
    if nest.is_nested(structure):
        kind = type(structure)
        name = "List" if kind is list else "Tuple" if kind is tuple else kind.__name__
        if isinstance(structure, Record):
            name = structure.kind.__name__
        return f"{name}[{', '.join(structure_text(item) for item in nest.children(structure))}]"
    return f"Literal[{structure!r}]"


def signature_text(
    parameters: Sequence[Parameter], output: Any = inspect.Signature.empty, defaults: Container[str] = ()
) -> str:
    """A signature on one line.

    Args:
        parameters: what it takes.
        output: the structure of the results, if it is known.
        defaults: the names of the parameters that have a default.
    """
    parts: list[str] = []
    previous = None
    for parameter in parameters:
        if previous is inspect.Parameter.POSITIONAL_ONLY and parameter.kind is not previous:
            parts.append("/")
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY and previous is not parameter.kind:
            parts.append("*")
        default = " = <captured_default_value>" if parameter.name in defaults else ""
        parts.append(f"{parameter.name}: {structure_text(parameter.structure)}{default}")
        previous = parameter.kind
    if previous is inspect.Parameter.POSITIONAL_ONLY:
        parts.append("/")
    text = f"({', '.join(parts)})"
    return text if output is inspect.Signature.empty else f"{text} -> {structure_text(output)}"


def listed_text(parameters: Sequence[Parameter], output: Any, captures: Sequence[tuple[int, TensorSpec]]) -> str:
    """A signature on several lines, with what is captured."""
    lines = ["Input Parameters:"]
    lines += [f"  {p.name} ({p.kind.name}): {structure_text(p.structure)}" for p in parameters]
    lines += ["Output Type:", f"  {structure_text(output)}", "Captures:"]
    lines += [f"  {number}: {spec!r}" for number, spec in captures] or ["  None"]
    return "\n".join(lines)
