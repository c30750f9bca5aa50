"""What a node that was read from a file must fulfil before it may become part of a graph.

Operations are looked up in the table of operations, attributes by what the operation's kernel takes. Then the types
that inference gives must agree with those in the file; for operations with regions, the types of the regions must.
"""

from __future__ import annotations

import inspect
import keyword
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from runtime.autodiff.custom import Traced
from runtime.core import dtypes
from runtime.core.dtypes import DType
from runtime.core.shapes import TensorShape
from runtime.core.specs import TensorSpec
from runtime.ir.graph import PLACEHOLDER, Graph
from runtime.ir.schema import Op
from runtime.ir.structure import CALLS, CONDITIONALS, LOOPS, STATELESS, SWITCHES, effects_of_graph
from runtime.kernels.streams import Stream
from runtime.saved_model.lazy_operations import found_operation, is_dataset_function


class Unfit(Exception):
    """A node is not what its operation allows; the message says why.

    Args:
        problem: why.
        is_new: whether a later version of the program may allow it.
    """

    def __init__(self, problem: str, is_new: bool = False):
        super().__init__(problem)
        self.is_new = is_new


def operation(name: str) -> Op:
    """The operation of that name.

    Raises:
        Unfit: if there is none.
    """
    op = found_operation(name)
    if op is None:
        raise Unfit(f"there is no operation {name!r}", is_new=True)
    return op


# -- attributes ------------------------------------------------------------------------------------------------------

#: Attributes of operations that have no kernel to ask, with the types they have.
_STRUCTURAL: dict[str, dict[str, type]] = {
    PLACEHOLDER.name: {"dtype": DType, "shape": TensorShape, "_user_specified_name": str},
    **{op.name: {} for op in CONDITIONALS | SWITCHES},
    **{op.name: {"carried": int, "bounded": bool} for op in LOOPS},
    **{op.name: {"f": str} for op in CALLS},
}

#: What a parameter of a kernel may be given, by its annotation. Of others, any value that can be written.
_ANNOTATED: dict[str, tuple[type, ...]] = {
    "bool": (bool,),
    "int": (int,),
    "str": (str,),
    "DType": (DType,),
    "dtypes.DType": (DType,),
    "DType | None": (DType, type(None)),
    "str | None": (str, type(None)),
    "TensorShape": (TensorShape,),
    "TensorSpec": (TensorSpec,),
    "Stream": (Stream,),
}

_PLAIN = (bool, int, float, str, bytes, type(None), DType, TensorShape, TensorSpec, Stream, Traced)


def check_attributes(op: Op, count: int, attrs: Mapping[str, Any]) -> None:
    """Checks the attributes of a node with `count` inputs.

    Raises:
        Unfit: if one is unknown, missing, or of a wrong type.
    """
    if op.name in _STRUCTURAL:
        types = _STRUCTURAL[op.name]
        for name, value in attrs.items():
            if name not in types:
                raise Unfit(f"{op.name} has no attribute '{name}'")
            if type(value) is not types[name]:
                raise Unfit(f"the attribute '{name}' of {op.name} should be of type {types[name].__name__}")
        return
    parameters, open_ended = _parameters(op, count)
    for name, value in attrs.items():
        if name not in parameters and not (open_ended and name.isidentifier() and not keyword.iskeyword(name)):
            raise Unfit(f"{op.name} has no attribute '{name}'", is_new=True)
        if op.name != "Const" and not _is_plain(value):
            raise Unfit(f"the attribute '{name}' of {op.name} cannot be of type {type(value).__name__}")
        allowed = _ANNOTATED.get(parameters[name].annotation) if name in parameters else None
        if allowed is not None and type(value) not in allowed:
            raise Unfit(f"the attribute '{name}' of {op.name} should be of type {allowed[0].__name__}")
    for name, parameter in parameters.items():
        if parameter.default is parameter.empty and name not in attrs:
            raise Unfit(f"{op.name} needs the attribute '{name}'")


def default_attributes(op: Op, count: int) -> dict[str, Any]:
    """The attributes of a node with `count` inputs that need not be written: those at their default are not.

    A later version may give an operation more attributes: as long as they are at their default, which is what the
    operation did before, files can be read by programs that do not know them, and programs that do read older files.
    """
    if op.name in _STRUCTURAL:
        return {}
    try:
        parameters, _ = _parameters(op, count)
    except Unfit:
        return {}
    return {
        name: parameter.default
        for name, parameter in parameters.items()
        if parameter.annotation is not None and parameter.default is not inspect.Parameter.empty
    }


def _is_plain(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return all(map(_is_plain, value))
    return isinstance(value, _PLAIN) or is_dataset_function(value)


@cache
def _parameters(op: Op, count: int) -> tuple[dict[str, inspect.Parameter], bool]:
    """The attributes a kernel takes after `count` arrays, with their annotations as text, and whether it takes others.

    A kernel of numpy itself has keywords of its own, which are no attributes.
    """
    if isinstance(op.kernel, np.ufunc):
        return {}, False
    try:
        signature = inspect.signature(op.kernel)
    except (TypeError, ValueError):
        return {}, False
    found: dict[str, inspect.Parameter] = {}
    open_ended = False
    left = count
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.VAR_KEYWORD:
            open_ended = True
        elif parameter.kind is parameter.VAR_POSITIONAL:
            left = 0
        elif parameter.kind is parameter.KEYWORD_ONLY or left == 0:
            annotation = parameter.annotation if isinstance(parameter.annotation, str) else None
            found[parameter.name] = parameter.replace(annotation=annotation)
        else:
            left -= 1
    if left:
        raise Unfit(f"{op.name} does not take {count} inputs")
    return found, open_ended


# -- types -----------------------------------------------------------------------------------------------------------


def checked_types(op: Op, inputs: Sequence[Any], attrs: Mapping[str, Any], written: Sequence[TensorSpec]) -> list[Any]:
    """The types of the outputs of a node without regions: what the file says and inference confirms.

    Raises:
        Unfit: if they do not agree, or the inputs and attributes do not fit the operation.
    """
    signature = op.signature
    if signature is not None:
        fixed = len(signature.inputs)
        if len(inputs) != fixed and not (signature.variadic and len(inputs) >= fixed - 1):
            raise Unfit(f"{op.name} does not take {len(inputs)} inputs")
    try:
        # Asked first: inference makes as many types as an attribute says.
        expected = op.outputs(attrs) if callable(op.outputs) else op.outputs
        if expected not in (-1, len(written)):
            raise Unfit(f"{op.name} has {expected} outputs, not {len(written)}")
        inferred = op.infer(*inputs, **attrs)
    except Unfit:
        raise
    except Exception as error:
        # Whatever inference stumbles over, the reason is that the file does not say what was written.
        raise Unfit(f"{op.name} does not fit its inputs and attributes: {error}") from None
    if len(inferred) != len(written):
        raise Unfit(f"{op.name} has {len(inferred)} outputs, not {len(written)}")
    return [_agreed(op, spec, given) for spec, given in zip(inferred, written, strict=True)]


def _agreed(op: Op, inferred: TensorSpec, written: TensorSpec) -> TensorSpec:
    if not inferred.is_compatible_with(written):
        raise Unfit(f"{op.name} gives {_type(inferred)} here, not {_type(written)}")
    return TensorSpec(inferred.shape.merge_with(written.shape), written.dtype)


def check_regions(
    op: Op, inputs: Sequence[Any], attrs: Mapping[str, Any], regions: Sequence[Graph], written: Sequence[TensorSpec]
) -> None:
    """Checks that the regions of a node take its inputs and give its outputs.

    Raises:
        Unfit: if they do not.
    """
    _check_effects(op, regions)
    for kind, check in _REGIONS.items():
        if op in kind:
            check(inputs, attrs, regions, written)
            return
    raise Unfit(f"{op.name} has no regions")


def _check_effects(op: Op, regions: Sequence[Graph]) -> None:
    if op in STATELESS and any(effects_of_graph(region) for region in regions):
        raise Unfit(f"{op.name} may not have side effects, but what it runs has")


def _check_conditional(inputs: Sequence[Any], attrs: Any, regions: Sequence[Graph], written: Sequence[Any]) -> None:
    _check_count("a conditional", regions, 2)
    _check_condition(inputs, dtypes.bool)
    for region in regions:
        _check_flow("a branch takes", inputs[1:], region.inputs)
        _check_flow("a branch gives", region.outputs, written)


def _check_switch(inputs: Sequence[Any], attrs: Any, regions: Sequence[Graph], written: Sequence[Any]) -> None:
    if not regions:
        raise Unfit("a choice has no branches")
    _check_condition(inputs, dtypes.int32)
    for region in regions:
        _check_flow("a branch takes", inputs[1:], region.inputs)
        _check_flow("a branch gives", region.outputs, written)


def _check_loop(
    inputs: Sequence[Any], attrs: Mapping[str, Any], regions: Sequence[Graph], written: Sequence[Any]
) -> None:
    _check_count("a loop", regions, 2)
    carried, bounded = attrs.get("carried"), attrs.get("bounded")
    if carried is None or bounded is None:
        raise Unfit("a loop needs the attributes 'carried' and 'bounded'")
    test, body = regions
    if not 0 <= carried <= len(inputs) - bounded or len(written) < carried:
        raise Unfit(f"a loop cannot carry {carried} values of {len(inputs) - bounded}")
    if len(test.outputs) != 1 or test.outputs[0].dtype is not dtypes.bool:
        raise Unfit("the test of a loop gives one bool")
    for region in regions:
        _check_flow("a region takes", inputs, region.inputs)
    _check_flow("the loop gives", inputs[bounded : bounded + carried], written[:carried])
    if len(body.outputs) < carried:
        raise Unfit(f"the body of a loop gives {len(body.outputs)} values, of which {carried} are carried")
    _check_flow("the body gives", body.outputs[:carried], written[:carried])


def _check_call(inputs: Sequence[Any], attrs: Any, regions: Sequence[Graph], written: Sequence[Any]) -> None:
    _check_count("a call", regions, 1)
    _check_flow("the function takes", inputs, regions[0].inputs)
    _check_flow("the function gives", regions[0].outputs, written)


def _check_count(what: str, regions: Sequence[Graph], count: int) -> None:
    if len(regions) != count:
        raise Unfit(f"{what} has {count} regions, not {len(regions)}")


def _check_condition(inputs: Sequence[Any], dtype: DType) -> None:
    if not inputs or inputs[0].dtype is not dtype:
        raise Unfit(f"the first input decides, and is of dtype {dtype.name}")


def _check_flow(what: str, given: Sequence[Any], taken: Sequence[Any]) -> None:
    """Checks that the values of `given` can be those of `taken`."""
    if len(given) != len(taken):
        raise Unfit(f"{what} {len(taken)} values, not {len(given)}")
    for source, target in zip(given, taken, strict=True):
        if source.dtype is not target.dtype or not source.shape.is_compatible_with(target.shape):
            raise Unfit(f"{what} {_type(target)}, not {_type(source)}")


def _type(tensor: Any) -> str:
    from runtime.ir.printing import type_text  # only needed to fail

    return type_text(tensor)


_REGIONS: dict[frozenset[Op], Callable[[Any, Any, Any, Any], None]] = {
    CONDITIONALS: _check_conditional,
    SWITCHES: _check_switch,
    LOOPS: _check_loop,
    CALLS: _check_call,
}


def operands_of(op: Op, attrs: Mapping[str, Any], inputs: int) -> tuple[int, int]:
    """Which inputs of a region are captured: from the first to the second position.

    The last inputs of the node are given to them.
    """
    if op in LOOPS:
        return attrs["carried"] + attrs["bounded"], inputs
    return (inputs, inputs) if op in CALLS else (0, inputs)
