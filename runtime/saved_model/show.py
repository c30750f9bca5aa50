"""What is in a saved model, in the words of TensorFlow's `saved_model_cli show`."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from runtime.core import nest
from runtime.core.specs import TensorSpec
from runtime.function.call_type import Argument
from runtime.function.concrete import ConcreteFunction
from runtime.function.function import Function
from runtime.ir.graph import Graph
from runtime.ir.structure import effects_of_graph
from runtime.ops.sequencing import NO_OP
from runtime.saved_model.loading import load

TAG_SET = "serve"
_INITIALISER = "__saved_model_init_op"
_METHOD = "tensorflow/serving/predict"


def shown_tag_sets() -> Iterator[str]:
    """The lines that list the tag-sets: there is one."""
    yield "The given SavedModel contains the following tag-sets:"
    yield repr(TAG_SET)


def shown_signature_names(model: Any) -> Iterator[str]:
    """The lines that list the signatures."""
    yield "The given SavedModel MetaGraphDef contains SignatureDefs with the following keys:"
    for name in sorted([_INITIALISER, *model.signatures]):
        yield f'SignatureDef key: "{name}"'


def shown_signature(model: Any, name: str, indent: str = "") -> Iterator[str]:
    """The lines that say what a signature takes and gives.

    Raises:
        ValueError: if there is no such signature.
    """
    if name != _INITIALISER and name not in model.signatures:
        names = ", ".join([*model.signatures, _INITIALISER])
        raise ValueError(f'Could not find signature "{name}". Please choose from: {names}')
    inputs, outputs, method = _tensors_of(model, name)
    yield f"{indent}The given SavedModel SignatureDef contains the following input(s):"
    for key, (dtype, shape, tensor) in sorted(inputs.items()):
        yield from _tensor_lines(f"inputs['{key}']", dtype, shape, tensor, indent)
    yield f"{indent}The given SavedModel SignatureDef contains the following output(s):"
    for key, (dtype, shape, tensor) in sorted(outputs.items()):
        yield from _tensor_lines(f"outputs['{key}']", dtype, shape, tensor, indent)
    yield f"{indent}Method name is: {method}"


def shown_operations(model: Any) -> str:
    """The line that lists the operations of all functions."""
    graphs = [c.graph for _, functions in functions_of(model) for c in functions]
    graphs += [c.graph for c in model.signatures.values()]
    names = ", ".join(repr(name) for name in sorted(_operations(graphs)))
    return f"The MetaGraph with tag set ['{TAG_SET}'] contains the following ops: {{{names}}}"


def shown_all(directory: str) -> Iterator[str]:
    """The lines of `show --all`."""
    model = load(directory)
    yield f"\nMetaGraphDef with tag-set: '{TAG_SET}' contains the following SignatureDefs:"
    for name in sorted([_INITIALISER, *model.signatures]):
        yield f"\nsignature_def['{name}']:"
        yield from shown_signature(model, name, "  ")
    yield shown_operations(model)
    yield "\nConcrete Functions:"
    for i, (name, functions) in enumerate(functions_of(model)):
        yield ("\n" if i else "") + f"  Function Name: '{name}'"
        for number, concrete in enumerate(functions, 1):
            yield from _option_lines(concrete, number)


def functions_of(model: Any) -> list[tuple[str, Sequence[ConcreteFunction]]]:
    """The functions of a loaded model and their traces, by name."""
    found: list[tuple[str, Sequence[ConcreteFunction]]] = []
    for name, value in sorted(vars(model).items()):
        if isinstance(value, Function):
            found.append((name, value._list_all_concrete_functions()))
        elif isinstance(value, ConcreteFunction):
            found.append((name, [value]))
    return found


# -- signatures ------------------------------------------------------------------------------------------------------

_Tensors = Mapping[str, tuple[str, str, str]]


def _tensors_of(model: Any, name: str) -> tuple[_Tensors, _Tensors, str]:
    """Inputs and outputs of a signature: dtype, shape and name of each tensor, as of the one graph TensorFlow makes."""
    if name == _INITIALISER:
        return {}, {_INITIALISER: ("DT_INVALID", "unknown_rank", NO_OP.name)}, ""
    concrete = model.signatures[name]
    inputs = {p.name: (*_type(p.structure.spec), f"{name}_{p.name}:0") for p in concrete._type.parameters}
    call = _call_names(model)[name]
    specs = concrete.structured_outputs
    outputs = {key: (*_type(specs[key]), f"{call}:{i}") for i, key in enumerate(sorted(specs))}
    return inputs, outputs, _METHOD


def _call_names(model: Any) -> dict[str, str]:
    """What the node that runs each signature is called in the one graph that TensorFlow makes of them."""
    counts: dict[str, int] = {}
    names = {}
    for name in sorted(model.signatures):
        concrete = model.signatures[name]
        op = "StatefulPartitionedCall" if effects_of_graph(concrete.graph) else "PartitionedCall"
        count = counts[op] = counts.get(op, -1) + 1
        names[name] = f"{op}_{count}" if count else op
    return names


def _type(spec: TensorSpec) -> tuple[str, str]:
    if spec.shape.rank is None:
        shape = "unknown_rank"
    else:
        shape = f"({', '.join(str(-1 if d is None else d) for d in spec.shape)})"
    return f"DT_{spec.dtype.enum_name.upper()}", shape


def _tensor_lines(title: str, dtype: str, shape: str, name: str, indent: str) -> Iterator[str]:
    yield f"{indent}  {title} tensor_info:"
    yield f"{indent}      dtype: {dtype}"
    yield f"{indent}      shape: {shape}"
    yield f"{indent}      name: {name}"


def _operations(graphs: Sequence[Graph]) -> set[str]:
    found: set[str] = set()
    seen: set[int] = set()
    waiting = list(graphs)
    while waiting:
        graph = waiting.pop()
        if id(graph) in seen:
            continue
        seen.add(id(graph))
        for node in graph.nodes:
            found.add(node.type)
            waiting.extend(node.regions)
    return found


# -- functions -------------------------------------------------------------------------------------------------------


def _option_lines(concrete: ConcreteFunction, number: int) -> Iterator[str]:
    parameters = concrete._type.parameters
    if not parameters:
        return
    yield f"    Option #{number}"
    yield "      Callable with:"
    positional = [p for p in parameters if p.kind is not inspect.Parameter.KEYWORD_ONLY]
    for i, parameter in enumerate(positional, 1):
        yield f"        Argument #{i}"
        structure = _with_names(parameter.name, parameter.structure)
        if isinstance(structure, TensorSpec):
            yield f"          {structure.name}: {structure!r}"
        else:
            yield f"          DType: {type(structure).__name__}"
            yield f"          Value: {_value_text(structure)}"
    for i, parameter in enumerate([p for p in parameters if p.kind is inspect.Parameter.KEYWORD_ONLY], 1):
        yield f"        Named Argument #{i}"
        yield f"          {parameter.name}"


def _with_names(name: str, structure: Any) -> Any:
    """A structure of arguments with specs that are named after the path to each."""
    leaves = [
        TensorSpec(x.spec.shape, x.spec.dtype, "_".join([name, *map(str, path)])) if isinstance(x, Argument) else x
        for path, x in nest.flatten_with_paths(structure)
    ]
    return nest.pack_sequence_as(structure, leaves)


def _value_text(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_value_text, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key!r}: {_value_text(item)}' for key, item in value.items())}}}"
    return repr(value)
